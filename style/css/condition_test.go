package css

import "testing"

func TestParseSizes(t *testing.T) {
	env := &MediaEnv{WidthPx: 1000, HeightPx: 500}
	for in, want := range map[string]float64{
		"": 1000, "50vw": 500, "(max-width: 600px) 480px, 800px": 800, "(min-width: 600px) calc(100vw - 20px), 800px": 980,
		"foo, 10em": 160, "-1px": 1000, "(min-width: 1px) and (foo) 3px, 4px": 4,
	} {
		if got := ParseSizes(in, env); got != want {
			t.Errorf("%q: %v, want %v", in, got, want)
		}
	}
}

func TestSupports(t *testing.T) {
	env := &SupportsEnv{Declaration: func(p, v string) bool { return p == "color" && v == "red" }}
	for in, want := range map[string]bool{
		"(color:red)": true, "color: red": true, "(color:blue)": false, "not (color:blue)": true, "(color:red) and (x:y)": false,
		"(x:y) or (color:red)": true, "selector(a > b)": true, "selector(!)": false, "selector(:is(!))": false, "(foo)": false,
		"not (foo)": false, "not foo(bar)": false, "((color:red))": true, "font-tech(x)": false, "at-rule(@media)": true,
	} {
		c, ok := ParseSupports(in)
		if got := ok && c.Matches(env); got != want {
			t.Errorf("%q: %v, want %v", in, got, want)
		}
	}
	for _, bad := range []string{"", "color", "(a:b) and (c:d) or (e:f)", "not not (a:b)", "(a:b) and"} {
		if _, ok := ParseSupports(bad); ok {
			t.Errorf("%q parses", bad)
		}
	}
}

func TestSniffCharset(t *testing.T) {
	for in, want := range map[string]string{
		`@charset "UTF-8";a{}`: "utf-8", `@charset 'utf-8';`: "", ` @charset "x";`: "", `@charset "x"`: "", `@charset "utf-16be";`: "utf-8", "": "",
	} {
		if got := SniffCharset([]byte(in)); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
