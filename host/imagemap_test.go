package host

import (
	"slices"
	"testing"
)

// TestParseSrcset: candidates as the specification has them.
func TestParseSrcset(t *testing.T) {
	for _, c := range []struct {
		set  string
		want []srcsetCandidate
	}{
		{"", nil},
		{" ,a , b 2x", []srcsetCandidate{{"a", 1, 0}, {"b", 2, 0}}},
		{"data:,a, b", []srcsetCandidate{{"data:,a", 1, 0}, {"b", 1, 0}}},
		{"a ((( , b 1x, ), c", []srcsetCandidate{{"c", 1, 0}}},
		{"a 1x 1x", nil},
		{"a 1w 1x", nil},
		{"a 1h", nil},
		{"a 0w", nil},
		{"a 1.0w", nil},
		{"a +1w", nil},
		{"a 50w 20h", []srcsetCandidate{{"a", 1, 50}}},
		{"a -1x", nil},
		{"a +1x", nil},
		{"a 1.x", nil},
		{"a .5e1x", []srcsetCandidate{{"a", 5, 0}}},
		{"a 1x (b, c), d", []srcsetCandidate{{"d", 1, 0}}},
		{"a 0x", []srcsetCandidate{{"a", 0, 0}}},
	} {
		if got := parseSrcset(c.set); !slices.Equal(got, c.want) {
			t.Errorf("%q: got %v, want %v", c.set, got, c.want)
		}
	}
}

// TestInArea: shapes of areas. https://html.spec.whatwg.org/multipage/image-maps.html#image-map-processing-model
func TestInArea(t *testing.T) {
	for _, c := range []struct {
		shape, coords string
		x, y          float64
		want          bool
	}{
		{"", "2,2,10,10", 3, 3, true},
		{"rect", "10;10 2\t2", 3, 3, true},
		{"rect", "2,2,10", 3, 3, false},
		{"rect", "-10,-10,10,10", 1, 1, true},
		{"rect", "2px,2px,x10,10", 9, 9, true},
		{"bogus", "2,2,10,10", 11, 3, false},
		{"circ", "20,40,10", 20, 49, true},
		{"circle", "20,40,10", 20, 51, false},
		{"circle", "20,40,-10", 20, 40, false},
		{"polygon", "0,0,10,0,10,10,5", 8, 3, true},
		{"poly", "0,0,10,0,10,10", 3, 8, false},
		{"DEFAULT", "", 3, 8, true},
	} {
		if got := inArea(c.shape, c.coords, c.x, c.y); got != c.want {
			t.Errorf("%s %q at %v, %v: got %v", c.shape, c.coords, c.x, c.y, got)
		}
	}
}
