package regexp

import (
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
)

func units(s string) []uint16 { return utf16.Encode([]rune(s)) }

func mustCompile(t testing.TB, pattern, flags string) *Program {
	t.Helper()
	f, ok := ParseFlags(flags)
	if !ok {
		t.Fatal("flags", flags)
	}
	p, err := Compile(units(pattern), f)
	if err != nil {
		t.Fatalf("/%s/%s: %v", pattern, flags, err)
	}
	return p
}

// testdata/node.json is written by testdata/cases.mjs with node.
func TestNode(t *testing.T) {
	b, err := os.ReadFile("testdata/node.json")
	if err != nil {
		t.Fatal(err)
	}
	var all struct{ Match, Bad [][3]json.RawMessage }
	if err := json.Unmarshal(b, &all); err != nil {
		t.Fatal(err)
	}
	str := func(r json.RawMessage) (s string) {
		json.Unmarshal(r, &s)
		return
	}
	var m Matcher
	for _, row := range all.Match {
		pattern, flags := str(row[0]), str(row[1])
		if row[2][0] == '"' {
			t.Errorf("/%s/%s: node gives an error: %s", pattern, flags, row[2])
			continue
		}
		f, _ := ParseFlags(flags)
		p, err := Compile(units(pattern), f)
		if err != nil {
			t.Errorf("/%s/%s: %v", pattern, flags, err)
			continue
		}
		var cases [][3]json.RawMessage
		json.Unmarshal(row[2], &cases)
		for _, c := range cases {
			var s []uint16
			var at int
			var want []int32
			json.Unmarshal(c[0], &s)
			json.Unmarshal(c[1], &at)
			json.Unmarshal(c[2], &want)
			got, err := m.Match16(p, s, at)
			if err != nil || !slices.Equal(got, want) || (got == nil) != (want == nil) {
				t.Errorf("/%s/%s on %q at %d: %v %v, want %v", pattern, flags, utf16.Decode(s), at, got, err, want)
			}
			var bytes []byte
			for _, u := range s {
				if u > 255 {
					bytes = nil
					break
				}
				bytes = append(bytes, byte(u))
			}
			if len(bytes) == len(s) {
				if got, err := m.Match8(p, bytes, at); err != nil || !slices.Equal(got, want) {
					t.Errorf("/%s/%s on bytes %q at %d: %v %v, want %v", pattern, flags, bytes, at, got, err, want)
				}
			}
		}
	}
	for _, row := range all.Bad {
		pattern, flags := str(row[0]), str(row[1])
		f, _ := ParseFlags(flags)
		_, err := Compile(units(pattern), f)
		got := ""
		if err != nil {
			got = "Invalid regular expression: /" + pattern + "/" + flags + ": " + err.Error()
		}
		if want := str(row[2]); got != want {
			t.Errorf("%s\n\twant %s", got, want)
		}
	}
}

func TestNewer(t *testing.T) {
	var m Matcher
	for _, c := range []struct {
		pattern, flags, s string
		want              []int32
	}{
		{"(?i:a)b", "", "Ab", []int32{0, 2}},
		{"(?i:a)b", "", "AB", nil},
		{"(?-i:a)b", "i", "aB", []int32{0, 2}},
		{"(?-i:a)b", "i", "AB", nil},
		{"(?s:.)", "", "\n", []int32{0, 1}},
		{"(?m-i:^a$)", "i", "b\na\n", []int32{2, 3}},
		{"(?:(?<a>x)|(?<a>y))\\k<a>", "", "yy", []int32{0, 2, -1, -1, 0, 1}},
		{"(?<a>x)|(?<a>y)", "", "y", []int32{0, 1, -1, -1, 0, 1}},
		{"(?:(?:(?<a>x)|(?<a>y)|z)\\k<a>){2}", "", "xxyy", []int32{0, 4, -1, -1, 2, 3}},
	} {
		got, err := m.Match16(mustCompile(t, c.pattern, c.flags), units(c.s), 0)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("/%s/%s on %q: %v %v, want %v", c.pattern, c.flags, c.s, got, err, c.want)
		}
	}
	for pattern, want := range map[string]string{
		"(?ii:a)": errRepeatedFlag, "(?i-i:a)": errRepeatedFlag, "(?--i:a)": errDashes, "(?-:a)": errFlagGroup, "(?x:a)": errGroup, "(?i)": errGroup,
		"(?<a>.)(?:(?<a>.)|b)": errDuplicateName,
	} {
		if _, err := Compile(units(pattern), 0); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", pattern, err, want)
		}
	}
}

func TestLimits(t *testing.T) {
	deep := strings.Repeat("(", 100_000) + strings.Repeat(")", 100_000)
	if _, err := Compile(units(deep), 0); err == nil {
		t.Error("no error for 100,000 nested groups")
	}
	if _, err := Compile(units(strings.Repeat("(?:", 3000)+"a"+strings.Repeat("){2}", 3000)), 0); err != nil {
		t.Error(err)
	}
	// A long subject does not recurse, and an exponential one can be ended.
	var m Matcher
	long := []byte(strings.Repeat("ab", 1_000_000))
	if got, err := m.Match8(mustCompile(t, "(?:a|b)*$", ""), long, 0); err != nil || got == nil {
		t.Error(got, err)
	}
	stop := errors.New("stop")
	end := time.Now().Add(30 * time.Millisecond)
	m.Interrupt = func() error {
		if time.Now().After(end) {
			return stop
		}
		return nil
	}
	if _, err := m.Match8(mustCompile(t, "(a+)+$", ""), []byte(strings.Repeat("a", 100)+"b"), 0); err != stop {
		t.Error(err)
	}
	if _, err := m.Match8(mustCompile(t, "(?:(?:)|a)*?(?:)*b", ""), []byte(strings.Repeat("a", 1000)), 0); err != nil && err != stop {
		t.Error(err)
	}
}

func TestProperties(t *testing.T) {
	for _, c := range []struct {
		name, value string
		in, out     rune
	}{
		{"Lu", "", 'A', 'a'}, {"Letter", "", 'ä', '1'}, {"gc", "Nd", '٣', 'x'}, {"Script", "Greek", 'α', 'a'}, {"scx", "Deva", 0x964, 'a'}, {"Any", "", 0x10ffff, -1},
		{"ASCII", "", 'x', 0x80}, {"ID_Start", "", 'a', '1'}, {"White_Space", "", ' ', 'x'}, {"Emoji", "", 0x1f600, 'x'}, {"sc", "Sidt", 0x10940, 'x'},
	} {
		s, ok := property(c.name, c.value, c.value != "")
		if !ok || !s.has(c.in) || s.has(c.out) {
			t.Error(c, ok)
		}
	}
	for _, bad := range [][2]string{{"lu", ""}, {"Block", "ASCII"}, {"InASCII", ""}, {"gc", "Greek"}, {"Script", "greek"}, {"Composition_Exclusion", ""}} {
		if _, ok := property(bad[0], bad[1], bad[1] != ""); ok {
			t.Error(bad)
		}
	}
}

func BenchmarkAlternation(b *testing.B) {
	p := mustCompile(b, `\b(?:foo|bar|[a-z]+ing)\b`, "")
	s := []byte(strings.Repeat("the quick brown fox is running away ", 100))
	var m Matcher
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		for at := 0; ; {
			r, _ := m.Match8(p, s, at)
			if r == nil {
				break
			}
			at = int(r[1])
		}
	}
}

func FuzzCompile(f *testing.F) {
	f.Add(`(?<a>x)|[\p{L}--[a-z]]{2,3}?\k<a>(?<=b)`, "aaxb", uint8(0))
	f.Add(`(a*)*\1(?i:b)`, "aab", uint8(IgnoreCase|Unicode))
	f.Fuzz(func(t *testing.T, pattern, s string, flags uint8) {
		fl := Flags(flags)
		if fl&Unicode != 0 {
			fl &^= UnicodeSets
		}
		p, err := Compile(units(pattern), fl)
		if err != nil {
			return
		}
		n := 0
		m := Matcher{Interrupt: func() error {
			if n++; n > 20 {
				return errors.New("long")
			}
			return nil
		}}
		m.Match16(p, units(s), 0)
	})
}
