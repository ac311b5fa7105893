package net

import (
	"strings"
	"testing"
	"unsafe"
)

func TestSizeofURL(t *testing.T) {
	if n := unsafe.Sizeof(URL{}); n != 56 {
		t.Errorf("URL has %d bytes, want 56", n)
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
