package net

import (
	"github.com/niso-engine/niso/internal/perf"
	"strings"
	"testing"
	"time"
	"unsafe"
)

func TestSizeofURL(t *testing.T) {
	if n := unsafe.Sizeof(URL{}); n != 56 {
		t.Errorf("URL has %d bytes, want 56", n)
	}
}

// TestHostileURLs: all of these take linear time.
func TestHostileURLs(t *testing.T) {
	const n = 1 << 17
	start := perf.CPUTime()
	defer func() {
		if d := perf.CPUTime() - start; d > 20*time.Second {
			t.Errorf("took %v", d)
		}
	}()
	for _, in := range []string{
		"http://" + strings.Repeat("ä", n) + "/",
		"http://xn--" + strings.Repeat("a", n) + "/",
		"http://" + strings.Repeat("a.", n) + "/",
		"http://" + strings.Repeat("@", n) + "a/",
		"http://a/" + strings.Repeat("x/../", n),
		"http://a/" + strings.Repeat("../", n),
		"http://a/" + strings.Repeat("a/", n) + strings.Repeat("../", n),
		"http://[" + strings.Repeat("1:", n) + "]/",
		"http://" + strings.Repeat("1.", n) + "/",
		"http://0x" + strings.Repeat("f", n) + "/",
		"http://a:" + strings.Repeat("0", n) + "80/",
		strings.Repeat("\t", n) + "http://a/",
		"x:" + strings.Repeat(" ", n) + "#",
		"data:a/b" + strings.Repeat(";a=b", n) + ",",
	} {
		u, err := Parse(in, nil)
		if err == nil && u.Scheme() == "data" {
			DataURL(u)
		}
	}
	m := []byte("a/b")
	for i := range 100000 {
		m = append(appendInt(append(m, ";x"...), i), "=1"...)
	}
	ParseMIME(string(m))
}

func TestForm(t *testing.T) {
	for _, c := range []struct {
		in   string
		want []Pair
		out  string
	}{
		{"a=b&c=d", []Pair{{"a", "b"}, {"c", "d"}}, "a=b&c=d"},
		{"&&a+b=%41%zz&=&x", []Pair{{"a b", "A%zz"}, {"", ""}, {"x", ""}}, "a+b=A%25zz&=&x="},
		{"a=%FF&b=ä", []Pair{{"a", "\uFFFD"}, {"b", "ä"}}, "a=%EF%BF%BD&b=%C3%A4"},
		{"*-._~!'()", []Pair{{"*-._~!'()", ""}}, "*-._%7E%21%27%28%29="},
	} {
		got := ParseForm(c.in)
		if len(got) != len(c.want) {
			t.Errorf("%q: %q", c.in, got)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%q: %q, want %q", c.in, got, c.want)
			}
		}
		if s := SerializeForm(got); s != c.out {
			t.Errorf("%q: %q, want %q", c.in, s, c.out)
		}
	}
	if s := SerializeFormIn([]Pair{{"é ☃", ""}}, LookupEncoding("latin1")); s != "%E9+%26%239731%3B=" {
		t.Error(s)
	}
}

func TestOrigins(t *testing.T) {
	for _, c := range []struct{ url, origin, site, key string }{
		{"https://a.b.co.uk:443/x", "https://a.b.co.uk", "https://b.co.uk", "https://a.b.co.uk"},
		{"http://a.test:81/", "http://a.test:81", "http://a.test", "http://a.test:81"},
		{"http://127.0.0.1:81/", "http://127.0.0.1:81", "http://127.0.0.1", "http://127.0.0.1:81"},
		{"blob:https://a.test/1", "https://a.test", "https://a.test", "https://a.test"},
		{"file:///x", "null", "", "file://"},
		{"data:,x", "null", "", ""},
	} {
		o := MustParse(c.url).Origin()
		if o.String() != c.origin || o.Site() != c.site || o.StorageKey() != c.key {
			t.Errorf("%s: %q %q %q", c.url, o, o.Site(), o.StorageKey())
		}
	}
	u := MustParse("data:,x")
	if u.Origin() == u.Origin() || (Origin{}).String() != "" || !(Origin{}).IsZero() {
		t.Error("opaque origins are not unique")
	}
	for url, want := range map[string]bool{"https://a": true, "http://a": false, "http://localhost:1": true, "http://x.localhost": true, "http://127.1.2.3": true, "http://[::1]": true, "file:///x": true, "data:,": true, "ws://a": false} {
		if u := MustParse(url); u.PotentiallyTrustworthy() != want {
			t.Errorf("%s trustworthy %v", url, !want)
		}
	}
}

func FuzzParseURL(f *testing.F) {
	for _, s := range []string{"http://user:pass@example.org:81/a/../b?q#f", "file:///C|/x", "web+x:/.//p", "data:text/plain,x #f", "//x", "http://[::1.2.3.4]/", "http://0x7f.1/", "http://ÄÖ.xn--zca/", "\t h\nttp:\\\\x", "blob:https://a/b", "?%", "http:%2e%2e/.%2E/"} {
		f.Add(s, "http://a.b/c/d?e")
		f.Add(s, "file:///C:/x")
		f.Add(s, "mailto:x")
	}
	f.Fuzz(func(t *testing.T, in, baseIn string) {
		base, err := Parse(baseIn, nil)
		var bp *URL
		if err == nil {
			bp = &base
		}
		u, err := Parse(in, bp)
		if err != nil {
			return
		}
		again, err := Parse(u.Href(), nil)
		if err != nil || again != u {
			t.Fatalf("%q (base %q) gives %q %+v, which parses to %q %+v, %v", in, baseIn, u.Href(), u, again.Href(), again, err)
		}
		set := []func(*URL, string){(*URL).SetProtocol, (*URL).SetUsername, (*URL).SetPassword, (*URL).SetHost, (*URL).SetHostname, (*URL).SetPort, (*URL).SetPathname, (*URL).SetSearch, (*URL).SetHash}
		for i, f := range set {
			v := u
			f(&v, baseIn)
			again, err := Parse(v.Href(), nil)
			if err != nil || again != v {
				t.Fatalf("setter %d of %q with %q gives %q %+v, which parses to %q %+v, %v", i, u.Href(), baseIn, v.Href(), v, again.Href(), again, err)
			}
		}
	})
}

func BenchmarkParseURL(b *testing.B) {
	base := MustParse("https://example.org/a/b/c.html?x#y")
	for _, c := range []struct {
		name, in string
		base     *URL
	}{
		{"plain", "http://example.org/path/to/page.html?query=1#frag", nil},
		{"relative", "../img/logo.png", &base},
		{"idn", "https://bücher.example/ä", nil},
		{"ipv4", "http://127.0.0.1:8080/", nil},
		{"long", "https://example.org/" + strings.Repeat("segment/", 100), nil},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Parse(c.in, c.base)
			}
		})
	}
}
