package net

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func testJar() (*Jar, *time.Time) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	return NewJar(func() time.Time { return now }), &now
}

var httpCtx = CookieContext{HTTP: true, SameSite: true}

func TestSetCookie(t *testing.T) {
	for _, c := range []struct {
		url, line string
		cc        CookieContext
		ask, want string // header for ask; "-" is refused
	}{
		{"http://a.test/x/y", "a=b", httpCtx, "http://a.test/x/z", "a=b"},
		{"http://a.test/x/y", "a=b", httpCtx, "http://a.test/xy", ""},
		{"http://a.test/x/y", "a=b; path=/", httpCtx, "http://a.test/q", "a=b"},
		{"http://a.test/", "a=b", httpCtx, "http://sub.a.test/", ""},
		{"http://sub.a.test/", "a=b; Domain=.A.test", httpCtx, "http://other.a.test/", "a=b"},
		{"http://a.test/", "a=b; domain=b.test", httpCtx, "", "-"},
		{"http://a.co.uk/", "a=b; domain=co.uk", httpCtx, "", "-"},
		{"http://me.github.io/", "a=b; domain=github.io", httpCtx, "", "-"},
		{"http://co.uk/", "a=b; domain=co.uk", httpCtx, "http://co.uk/", "a=b"},
		{"http://127.0.0.1/", "a=b; domain=0.0.1", httpCtx, "", "-"},
		{"http://a.test/", " a = b c ;x", httpCtx, "http://a.test/", "a=b c"},
		{"http://a.test/", "novalue", httpCtx, "http://a.test/", "novalue"},
		{"http://a.test/", "=v", httpCtx, "http://a.test/", "v"},
		{"http://a.test/", "=", httpCtx, "", "-"},
		{"http://a.test/", "a=b\x01c", httpCtx, "", "-"},
		{"http://a.test/", "a=" + strings.Repeat("x", 4096), httpCtx, "", "-"},
		{"http://a.test/", "a=b; secure", httpCtx, "", "-"},
		{"https://a.test/", "a=b; secure", httpCtx, "http://a.test/", ""},
		{"https://a.test/", "a=b; secure", httpCtx, "https://a.test/", "a=b"},
		{"http://localhost/", "a=b; secure", httpCtx, "http://localhost/", "a=b"},
		{"https://a.test/", "__Host-a=b; secure; path=/", httpCtx, "https://a.test/", "__Host-a=b"},
		{"https://a.test/", "__Host-a=b; path=/", httpCtx, "", "-"},
		{"https://a.test/", "__host-a=b; secure", httpCtx, "", "-"},
		{"https://a.test/", "__Host-a=b; secure; path=/; domain=a.test", httpCtx, "", "-"},
		{"https://a.test/", "__Secure-a=b", httpCtx, "", "-"},
		{"https://a.test/", "=__Secure-a=b; secure", httpCtx, "", "-"},
		{"http://a.test/", "a=b; HttpOnly", DocumentCookies, "", "-"},
		{"http://a.test/", "a=b; SameSite=None", httpCtx, "", "-"},
		{"https://a.test/", "a=b; SameSite=None; Secure", CookieContext{HTTP: true}, "https://a.test/", "a=b"},
		{"https://a.test/", "a=b", CookieContext{HTTP: true}, "", "-"},
		{"http://a.test/", "a=b; max-age=0", httpCtx, "http://a.test/", ""},
		{"http://a.test/", "a=b; max-age=10; expires=Thu, 01 Jan 1970 00:00:00 GMT", httpCtx, "http://a.test/", "a=b"},
		{"http://a.test/", "a=b; expires=Thu, 01 Jan 1970 00:00:00 GMT", httpCtx, "http://a.test/", ""},
		{"http://a.test/", "a=b; expires=nonsense", httpCtx, "http://a.test/", "a=b"},
	} {
		j, _ := testJar()
		ok := j.Set(MustParse(c.url), c.line, c.cc)
		if !ok {
			if c.want != "-" {
				t.Errorf("%s %q was refused", c.url, clip(c.line, 60))
			}
			continue
		}
		if c.want == "-" {
			t.Errorf("%s %q was taken", c.url, clip(c.line, 60))
			continue
		}
		if got := j.Header(MustParse(c.ask), httpCtx); got != c.want {
			t.Errorf("%s %q: %s gets %q, want %q", c.url, c.line, c.ask, got, c.want)
		}
	}
}

func TestCookieOrderAndReplace(t *testing.T) {
	j, now := testJar()
	u := MustParse("https://a.test/x/y/z")
	j.Set(u, "b=1; path=/", httpCtx)
	j.Set(u, "c=1; path=/x/y", httpCtx)
	j.Set(u, "a=1; path=/", httpCtx)
	*now = now.Add(time.Hour)
	j.Set(u, "b=2; path=/; max-age=100", httpCtx)
	if got := j.Header(u, httpCtx); got != "c=1; b=2; a=1" {
		t.Errorf("%q", got)
	}
	*now = now.Add(100 * time.Second)
	if got := j.Header(u, httpCtx); got != "c=1; a=1" {
		t.Errorf("after expiry: %q", got)
	}
	// A page cannot overwrite an HttpOnly cookie, an insecure one not a Secure one.
	j.Set(u, "h=1; httponly", httpCtx)
	if j.Set(u, "h=2", DocumentCookies) {
		t.Error("script overwrote an HttpOnly cookie")
	}
	j.Set(u, "s=1; secure; path=/", httpCtx)
	if j.Set(MustParse("http://a.test/"), "s=2; path=/", httpCtx) {
		t.Error("http overwrote a Secure cookie")
	}
	if n := j.Delete("s", "a.test", ""); n != 1 {
		t.Errorf("deleted %d", n)
	}
	if len(j.All()) != 3 {
		t.Errorf("%+v", j.All())
	}
	j.Clear()
	if len(j.All()) != 0 || j.count != 0 {
		t.Error("not empty")
	}
	if err := j.Put(Cookie{Name: "p", Value: "1", Domain: ".a.test"}); err != nil || j.Header(MustParse("http://x.a.test/q"), httpCtx) != "p=1" {
		t.Errorf("put: %v", err)
	}
	if j.Put(Cookie{Name: "a;b", Domain: "a.test"}) == nil || j.Put(Cookie{Name: "a"}) == nil {
		t.Error("a bad cookie was put")
	}
}

func TestCookieLimits(t *testing.T) {
	j, now := testJar()
	u := MustParse("https://a.test/")
	for i := range 400 {
		*now = now.Add(time.Second)
		j.Set(u, fmt.Sprintf("k%d=v; secure", i), httpCtx)
	}
	list := j.Cookies(u, httpCtx)
	if len(list) != MaxCookiesPerDomain || list[0].Name != "k220" {
		t.Errorf("%d cookies, the oldest %s", len(list), list[0].Name)
	}
	for i := range 100 {
		v := MustParse(fmt.Sprintf("https://h%d.test/", i))
		for k := range 100 {
			j.Set(v, fmt.Sprintf("k%d=v", k), httpCtx)
		}
	}
	if n := len(j.All()); n > MaxCookies || n < MaxCookies/2 || n != j.count {
		t.Errorf("%d cookies, counted %d", n, j.count)
	}
}

func TestCookieDates(t *testing.T) {
	want := time.Date(1994, 11, 6, 8, 49, 37, 0, time.UTC)
	for _, s := range []string{"Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "6 nov 94 8:49:37", "1994 November 06 08:49:37x"} {
		if got, ok := parseCookieDate(s); !ok || !got.Equal(want) {
			t.Errorf("%q: %v %v", s, got, ok)
		}
	}
	for _, s := range []string{"", "Sun, 31 Feb 1994 08:49:37", "Sun, 06 Nov 1600 08:49:37", "Sun, 06 Nov 1994 24:49:37", "Sun, 06 Nov 1994 08:60:37", "06 Nov 1994"} {
		if got, ok := parseCookieDate(s); ok {
			t.Errorf("%q: %v", s, got)
		}
	}
}

func FuzzCookie(f *testing.F) {
	f.Add("https://a.test/x", "a=b; Domain=a.test; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=10; Expires=Sun, 06 Nov 1994 08:49:37 GMT")
	f.Add("http://127.0.0.1", "=;;=;domain")
	f.Fuzz(func(t *testing.T, us, line string) {
		u, err := Parse(us, nil)
		if err != nil {
			return
		}
		j, _ := testJar()
		if j.Set(u, line, httpCtx) {
			h := j.Header(u, httpCtx)
			if strings.ContainsAny(h, "\r\n\x00") || len(h) > MaxCookieBytes+1 {
				t.Fatalf("header %q", h)
			}
			for _, c := range j.All() {
				if !domainMatch(u.Hostname(), c.Domain) || c.Domain == "" || c.Path == "" || c.Path[0] != '/' {
					t.Fatalf("%s stored %+v", us, c)
				}
			}
		}
	})
}
