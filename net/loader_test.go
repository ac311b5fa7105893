package net

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"io"
	stdnet "net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
	"github.com/niso-engine/niso/internal/perf"
	"golang.org/x/net/dns/dnsmessage"
)

func mustLoader(t testing.TB, opt Options) *Loader {
	t.Helper()
	l, err := NewLoader(opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	return l
}

// get loads url for origin; the body is returned as text and released.
func get(t testing.TB, l *Loader, req Request) (*Response, string, error) {
	t.Helper()
	resp, b, err := l.Load(t.Context(), &req)
	if err != nil {
		return nil, "", err
	}
	s := string(b)
	resp.Body.Release()
	if n := l.InFlight(); n != 0 {
		t.Errorf("%d bytes in flight after the release", n)
	}
	return resp, s, nil
}

func wantKind(t *testing.T, err error, k Kind, parts ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want %v", k)
	}
	if KindOf(err) != k {
		t.Fatalf("kind %v (%v), want %v", KindOf(err), err, k)
	}
	for _, p := range parts {
		if !strings.Contains(err.Error(), p) {
			t.Errorf("the message %q does not say %q", err, p)
		}
	}
}

func write(t testing.TB, dir, name, text string) {
	t.Helper()
	p := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestMountedFolder(t *testing.T) {
	dir, out := t.TempDir(), t.TempDir()
	write(t, dir, "app.html", "<p>app")
	write(t, dir, "sub/index.html", "<p>sub")
	write(t, dir, "empty/x.js", "1")
	write(t, dir, "ä b.css", "a{}")
	write(t, out, "secret.txt", "secret")
	os.Symlink(filepath.Join(out, "secret.txt"), filepath.Join(dir, "link.txt"))
	os.Symlink(out, filepath.Join(dir, "linkdir"))
	os.Symlink("app.html", filepath.Join(dir, "inside.html"))
	l := mustLoader(t, Options{Mounts: []Mount{{Origin: "http://localhost", Dir: dir}}, Offline: true})
	for _, c := range []struct {
		path   string
		status int
		body   string // a part
		mime   string
		final  string
	}{
		{"/app.html", 200, "<p>app", "text/html", "/app.html"},
		{"/app.html?x=1#f", 200, "<p>app", "text/html", "/app.html"},
		{"/sub/", 200, "<p>sub", "text/html", "/sub/"},
		{"/sub", 200, "<p>sub", "text/html", "/sub/"},
		{"/%C3%A4%20b.css", 200, "a{}", "text/css", ""},
		{"/inside.html", 200, "<p>app", "text/html", ""},
		{"/app.html/", 404, "is a file, not a folder", "text/plain", ""},
		{"/missing.png", 404, "there is no file", "text/plain", ""},
		{"/empty/", 404, "without an index.html", "text/plain", ""},
		{"/link.txt", 403, "leads out of the root folder", "text/plain", ""},
		{"/linkdir/secret.txt", 403, "leads out of the root folder", "text/plain", ""},
		{"/%2e%2e%2fsecret.txt", 404, "", "text/plain", ""},
		{"/..%2f..%2f..%2fetc/passwd", 404, "", "text/plain", ""},
		{"/a%00b", 404, "", "text/plain", ""},
	} {
		resp, body, err := get(t, l, Request{URL: MustParse("http://localhost" + c.path), Mode: Navigate})
		if err != nil {
			t.Errorf("%s: %v", c.path, err)
			continue
		}
		if resp.Status != c.status || !strings.Contains(body, c.body) || resp.MIME.Essence() != c.mime {
			t.Errorf("%s: %d %s %q, want %d %s %q", c.path, resp.Status, resp.MIME.Essence(), body, c.status, c.mime, c.body)
		}
		if c.final != "" && resp.URL.Pathname() != c.final {
			t.Errorf("%s ends at %s, want %s", c.path, resp.URL.Pathname(), c.final)
		}
		if strings.Contains(body, "root:x:") || strings.Contains(body, dir) || body == "secret" {
			t.Errorf("%s escaped the root", c.path)
		}
	}
	_, _, err := get(t, l, Request{URL: MustParse("http://localhost:81/app.html")})
	wantKind(t, err, Offline, "http://localhost:81")
	if _, err := NewLoader(Options{Mounts: []Mount{{Origin: "http://x", Dir: filepath.Join(dir, "nowhere")}}}); err == nil || !strings.Contains(err.Error(), "nowhere") {
		t.Errorf("a missing folder: %v", err)
	}
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "page/app.html", "<p>app")
	write(t, dir, "page/100% #1?.html", "odd")
	write(t, dir, "other/x.txt", "x")
	write(t, dir, "page/big.bin", strings.Repeat("x", 5000))
	os.Symlink(filepath.Join(dir, "other"), filepath.Join(dir, "page", "up"))
	if err := os.MkdirAll(filepath.Join(dir, "page", "folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	l := mustLoader(t, Options{FileRoot: filepath.Join(dir, "page"), MaxBody: 4000})
	file := func(name string) URL {
		u, err := FileURL(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	resp, body, err := get(t, l, Request{URL: file("page/app.html"), Mode: Navigate})
	if err != nil || body != "<p>app" || !resp.MIME.IsHTML() || resp.Status != 200 || resp.Timing().DecodedBodySize != 6 {
		t.Fatalf("%q %v", body, err)
	}
	if _, body, err = get(t, l, Request{URL: file("page/100% #1?.html")}); err != nil || body != "odd" {
		t.Errorf("%q %v", body, err)
	}
	page := file("page/app.html").Origin()
	if _, body, err = get(t, l, Request{URL: file("page/app.html"), Origin: page, Mode: CORSMode}); err != nil {
		t.Errorf("a module of a file page: %v", err)
	}
	_, _, err = get(t, l, Request{URL: file("page/none.html")})
	wantKind(t, err, NotFound, "none.html")
	_, _, err = get(t, l, Request{URL: file("page/folder")})
	wantKind(t, err, IsDirectory, "folder", "index.html")
	_, _, err = get(t, l, Request{URL: file("other/x.txt")})
	wantKind(t, err, OutsideRoot, "x.txt")
	_, _, err = get(t, l, Request{URL: file("page/up/x.txt")})
	wantKind(t, err, OutsideRoot, "leads out")
	_, _, err = get(t, l, Request{URL: file("page/big.bin")})
	wantKind(t, err, TooLarge, "5000", "4000")
	_, _, err = get(t, l, Request{URL: file("page/app.html"), Origin: MustParse("http://a.test").Origin()})
	wantKind(t, err, Blocked, "may not read files")
	_, _, err = get(t, l, Request{URL: MustParse("file://server/share/x")})
	wantKind(t, err, OutsideRoot)
	if os.Getuid() != 0 {
		os.Chmod(filepath.Join(dir, "page", "app.html"), 0)
		_, _, err = get(t, l, Request{URL: file("page/app.html")})
		wantKind(t, err, Unreadable, "permissions")
	}
	none := mustLoader(t, Options{})
	_, _, err = get(t, none, Request{URL: file("page/app.html")})
	wantKind(t, err, OutsideRoot, "no file may be read")
	_, _, err = get(t, l, Request{URL: MustParse("gopher://x/")})
	wantKind(t, err, BadScheme, "gopher")
}

func TestMappedFile(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files are mapped on unix only")
	}
	dir := t.TempDir()
	write(t, dir, "big.js", strings.Repeat("0123456789abcdef", mapFrom/16))
	os.Chmod(filepath.Join(dir, "big.js"), 0o444)
	l := mustLoader(t, Options{Mounts: []Mount{{Origin: "http://localhost", Dir: dir}}})
	resp, b, err := l.Load(t.Context(), &Request{URL: MustParse("http://localhost/big.js"), Destination: DestScript})
	if err != nil {
		t.Fatal(err)
	}
	if !resp.Body.Mapped() || len(b) != mapFrom || b[mapFrom-1] != 'f' {
		t.Errorf("mapped %v, %d bytes", resp.Body.Mapped(), len(b))
	}
	var r perf.Report
	l.ReportMemory(&r, "explicit/network")
	if n := r.SumUnder("explicit/network/mapped"); n != mapFrom {
		t.Errorf("reports %d mapped bytes", n)
	}
	resp.Body.Retain()
	resp.Body.Release()
	if b[0] != '0' {
		t.Error("gone while retained")
	}
	resp.Body.Release()
	if l.InFlight() != 0 {
		t.Error("still counted")
	}
}

func TestDataURLs(t *testing.T) {
	l := mustLoader(t, Options{Offline: true})
	for _, c := range []struct{ url, mime, body string }{
		{"data:,X", "text/plain;charset=US-ASCII", "X"},
		{"data:text/html,<p>%41 #frag", "text/html", "<p>A "},
		{"data:;charset=utf-8,ä", "text/plain;charset=utf-8", "ä"},
		{"data:text/plain;base64,aGVsbG8=", "text/plain", "hello"},
		{"data:text/plain ; BASE64 ,aGVs%20bG8", "text/plain", "hello"},
		{"data:nonsense,x", "text/plain;charset=US-ASCII", "x"},
		{"data:image/png;x=\"a,b\",c", "image/png;x=a", "b\",c"},
		{"data:text/plain;base64;x=1,aGVs", "text/plain;x=1", "aGVs"},
	} {
		d, err := DataURL(MustParse(c.url))
		if err != nil || d.MIME.String() != c.mime || string(d.Body) != c.body {
			t.Errorf("%s: %q %q %v, want %q %q", c.url, d.MIME, d.Body, err, c.mime, c.body)
		}
	}
	_, _, err := get(t, l, Request{URL: MustParse("data:text/plain;base64,a")})
	wantKind(t, err, BadData, "base64")
	_, _, err = get(t, l, Request{URL: MustParse("data:text/plain")})
	wantKind(t, err, BadData, "comma")
	resp, body, err := get(t, l, Request{URL: MustParse("data:text/css,a{}"), Origin: MustParse("http://a.test").Origin(), Mode: CORSMode})
	if err != nil || body != "a{}" || resp.Type != Basic {
		t.Errorf("%q %v", body, err)
	}
}

type blobs map[string]string

func (b blobs) ResolveBlob(u string) ([]byte, string, bool) {
	s, ok := b[u]
	return []byte(s), "text/javascript", ok
}

func TestBlobs(t *testing.T) {
	l := mustLoader(t, Options{Blobs: blobs{"blob:http://a.test/1": "go()"}})
	a := MustParse("http://a.test/").Origin()
	resp, body, err := get(t, l, Request{URL: MustParse("blob:http://a.test/1#x"), Origin: a, Mode: SameOriginMode})
	if err != nil || body != "go()" || !resp.MIME.IsJavaScript() {
		t.Fatalf("%q %v", body, err)
	}
	_, _, err = get(t, l, Request{URL: MustParse("blob:http://a.test/1"), Origin: MustParse("http://b.test/").Origin(), Mode: SameOriginMode})
	wantKind(t, err, Blocked)
	_, _, err = get(t, l, Request{URL: MustParse("blob:http://a.test/2"), Origin: a})
	wantKind(t, err, NotFound, "revoked")
}

func server(t testing.TB, h http.HandlerFunc) string {
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

func TestContentEncodings(t *testing.T) {
	text := strings.Repeat("the quick brown fox ", 20000)
	enc := map[string]func(io.Writer) io.WriteCloser{
		"gzip":    func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
		"deflate": func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) },
		"br":      func(w io.Writer) io.WriteCloser { return brotli.NewWriter(w) },
		"zstd":    func(w io.Writer) io.WriteCloser { z, _ := zstd.NewWriter(w); return z },
	}
	base := server(t, func(w http.ResponseWriter, r *http.Request) {
		c := strings.TrimPrefix(r.URL.Path, "/")
		switch c {
		case "bad":
			w.Header().Set("Content-Encoding", "gzip")
			io.WriteString(w, "this is not gzip")
			return
		case "cut":
			w.Header().Set("Content-Length", "100")
			io.WriteString(w, "short")
			return
		case "empty":
			w.Header().Set("Content-Encoding", "gzip")
			return
		}
		w.Header().Set("Content-Encoding", c)
		z := enc[c](w)
		io.WriteString(z, text)
		z.Close()
	})
	l := mustLoader(t, Options{})
	for c := range enc {
		resp, body, err := get(t, l, Request{URL: MustParse(base + "/" + c)})
		if err != nil || body != text {
			t.Errorf("%s: %d bytes, %v", c, len(body), err)
			continue
		}
		if tm := resp.Timing(); tm.DecodedBodySize != int64(len(text)) || tm.EncodedBodySize <= 0 || tm.EncodedBodySize > 20000 || tm.ResponseEnd.IsZero() || tm.RequestStart.IsZero() {
			t.Errorf("%s: timing %+v", c, tm)
		}
		_, _, err = get(t, l, Request{URL: MustParse(base + "/" + c), MaxBody: 1000})
		wantKind(t, err, TooLarge, "1000")
	}
	_, _, err := get(t, l, Request{URL: MustParse(base + "/bad")})
	wantKind(t, err, BadEncoding, "gzip", base)
	_, _, err = get(t, l, Request{URL: MustParse(base + "/cut")})
	wantKind(t, err, CutOff, "of the 100 bytes")
	if _, body, err := get(t, l, Request{URL: MustParse(base + "/empty")}); err != nil || body != "" {
		t.Errorf("empty: %q %v", body, err)
	}
}

func TestRedirects(t *testing.T) {
	var hits atomic.Int32
	other := server(t, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "other auth=%q", r.Header.Get("Authorization"))
	})
	base := server(t, func(w http.ResponseWriter, r *http.Request) {
		hits.Add(1)
		switch r.URL.Path {
		case "/loop":
			w.Header().Set("Location", "/loop")
			w.WriteHeader(302)
		case "/a":
			w.Header().Set("Location", "b?x")
			w.WriteHeader(302)
		case "/307":
			w.Header().Set("Location", "/b")
			w.WriteHeader(307)
		case "/cross":
			w.Header().Set("Location", other+"/")
			w.WriteHeader(302)
		case "/file":
			w.Header().Set("Location", "file:///etc/passwd")
			w.WriteHeader(302)
		case "/bad":
			w.Header().Set("Location", "http://[")
			w.WriteHeader(302)
		default:
			b, _ := io.ReadAll(r.Body)
			fmt.Fprintf(w, "%s %s %s", r.Method, r.URL, b)
		}
	})
	l := mustLoader(t, Options{})
	resp, body, err := get(t, l, Request{URL: MustParse(base + "/a#frag"), Method: "POST", Body: []byte("hi"), Header: http.Header{"Content-Type": {"text/plain"}}})
	if err != nil || body != "GET /b?x " || resp.URL.Href() != base+"/b?x#frag" || len(resp.URLs) != 2 || !resp.Redirected() {
		t.Errorf("%q %v", body, err)
	}
	if tm := resp.Timing(); tm.RedirectCount != 1 || tm.RedirectStart.IsZero() || tm.FetchStart.Before(tm.RedirectEnd) {
		t.Errorf("timing %+v", tm)
	}
	if _, body, err = get(t, l, Request{URL: MustParse(base + "/307"), Method: "POST", Body: []byte("hi")}); err != nil || body != "POST /b hi" {
		t.Errorf("307: %q %v", body, err)
	}
	if _, body, err = get(t, l, Request{URL: MustParse(base + "/cross"), Header: http.Header{"Authorization": {"secret"}}, Mode: Navigate}); err != nil || body != `other auth=""` {
		t.Errorf("cross: %q %v", body, err)
	}
	hits.Store(0)
	_, _, err = get(t, l, Request{URL: MustParse(base + "/loop")})
	wantKind(t, err, TooManyRedirects, "20")
	if n := hits.Load(); n != 21 {
		t.Errorf("%d requests", n)
	}
	_, _, err = get(t, l, Request{URL: MustParse(base + "/file"), Mode: Navigate})
	wantKind(t, err, BadRedirect, "file:///etc/passwd")
	_, _, err = get(t, l, Request{URL: MustParse(base + "/bad")})
	wantKind(t, err, BadRedirect, "no URL")
	_, _, err = get(t, l, Request{URL: MustParse(base + "/a"), Redirect: RedirectError})
	wantKind(t, err, BadRedirect)
	resp, _, err = get(t, l, Request{URL: MustParse(base + "/a"), Redirect: RedirectManual})
	if err != nil || resp.Type != OpaqueRedirect || resp.Header.Get("Location") != "b?x" {
		t.Errorf("manual: %v", err)
	}
}

func TestCORS(t *testing.T) {
	var preflights atomic.Int32
	base := server(t, func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		o := r.Header.Get("Origin")
		switch r.URL.Path {
		case "/star":
			h.Set("Access-Control-Allow-Origin", "*")
			h.Set("Access-Control-Expose-Headers", "X-Seen")
			h.Set("X-Seen", "1")
			h.Set("X-Hidden", "1")
		case "/echo":
			h.Set("Access-Control-Allow-Origin", o)
			h.Set("Access-Control-Allow-Credentials", "true")
		case "/pre":
			h.Set("Access-Control-Allow-Origin", o)
			if r.Method == "OPTIONS" {
				preflights.Add(1)
				h.Set("Access-Control-Allow-Methods", "PUT")
				h.Set("Access-Control-Allow-Headers", "x-a")
				h.Set("Access-Control-Max-Age", "60")
				return
			}
		case "/to-star":
			h.Set("Access-Control-Allow-Origin", "*")
			h.Set("Location", "/star")
			w.WriteHeader(302)
			return
		}
		fmt.Fprintf(w, "%s origin=%s cookie=%s site=%s", r.Method, o, r.Header.Get("Cookie"), r.Header.Get("Sec-Fetch-Site"))
	})
	jar := NewJar(nil)
	l := mustLoader(t, Options{Jar: jar})
	page := MustParse("https://page.test/x")
	req := func(path, method string, cred Credentials, h http.Header) Request {
		return Request{URL: MustParse(base + path), Method: method, Mode: CORSMode, Credentials: cred, Origin: page.Origin(), SiteForCookies: page, Header: h, Referrer: page}
	}
	_, _, err := get(t, l, req("/none", "GET", CredOmit, nil))
	wantKind(t, err, CORS, "Access-Control-Allow-Origin", "https://page.test")
	resp, body, err := get(t, l, req("/star", "GET", CredSameOrigin, nil))
	if err != nil || body != "GET origin=https://page.test cookie= site=cross-site" || resp.Type != CORSResponse {
		t.Errorf("%q %v", body, err)
	}
	if v := resp.VisibleHeader(); v.Get("X-Seen") != "1" || v.Get("X-Hidden") != "" || v.Get("Content-Type") == "" {
		t.Errorf("visible: %v", v)
	}
	_, _, err = get(t, l, req("/star", "GET", CredInclude, nil))
	wantKind(t, err, CORS, "*")
	if _, _, err = get(t, l, req("/echo", "GET", CredInclude, nil)); err != nil {
		t.Error(err)
	}
	for range 2 {
		if _, body, err = get(t, l, req("/pre", "PUT", CredOmit, http.Header{"X-A": {"1"}})); err != nil || !strings.HasPrefix(body, "PUT ") {
			t.Errorf("%q %v", body, err)
		}
	}
	if n := preflights.Load(); n != 1 {
		t.Errorf("%d preflights, want 1", n)
	}
	_, _, err = get(t, l, req("/pre", "PUT", CredOmit, http.Header{"X-B": {"1"}}))
	wantKind(t, err, CORS, "x-b")
	_, _, err = get(t, l, req("/pre", "DELETE", CredOmit, nil))
	wantKind(t, err, CORS, "DELETE")
	if _, body, err = get(t, l, req("/to-star", "GET", CredOmit, nil)); err != nil || !strings.Contains(body, "origin=https://page.test") {
		t.Errorf("%q %v", body, err)
	}
	r := req("/none", "GET", CredInclude, nil)
	r.Mode = NoCORS
	if resp, _, err = get(t, l, r); err != nil || resp.Type != Opaque || resp.Visible() || len(resp.VisibleHeader()) != 0 {
		t.Errorf("no-cors: %v", err)
	}
	r.Mode = SameOriginMode
	_, _, err = get(t, l, r)
	wantKind(t, err, Blocked, "same origin")
}

func TestCookiesOverHTTP(t *testing.T) {
	base := server(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/set" {
			w.Header().Add("Set-Cookie", "a=1; HttpOnly")
			w.Header().Add("Set-Cookie", "s=2; SameSite=Strict; Path=/")
			return
		}
		io.WriteString(w, r.Header.Get("Cookie"))
	})
	jar := NewJar(nil)
	l := mustLoader(t, Options{Jar: jar})
	self := MustParse(base + "/")
	if _, _, err := get(t, l, Request{URL: MustParse(base + "/set"), Mode: Navigate, Destination: DestDocument}); err != nil {
		t.Fatal(err)
	}
	if s := jar.Header(self, DocumentCookies); s != "s=2" {
		t.Errorf("document.cookie %q", s)
	}
	for _, c := range []struct {
		req  Request
		want string
	}{
		{Request{Origin: self.Origin(), SiteForCookies: self}, "a=1; s=2"},
		{Request{Origin: self.Origin(), SiteForCookies: self, Credentials: CredOmit}, ""},
		{Request{Origin: MustParse("https://b.test").Origin(), SiteForCookies: MustParse("https://b.test/"), Credentials: CredInclude}, ""},
		{Request{Origin: MustParse("https://b.test").Origin(), Mode: Navigate, Destination: DestDocument}, "a=1"},
	} {
		c.req.URL = MustParse(base + "/get")
		if _, body, err := get(t, l, c.req); err != nil || body != c.want {
			t.Errorf("%+v: %q %v, want %q", c.req.Mode, body, err, c.want)
		}
	}
}

func TestHandlerMount(t *testing.T) {
	release := make(chan struct{})
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/stream":
			io.WriteString(w, "one")
			w.(http.Flusher).Flush()
			<-release
			io.WriteString(w, "two")
		case "/panic":
			panic("oops")
		case "/late":
			io.WriteString(w, "x")
			panic("oops")
		case "/hang":
			<-r.Context().Done()
		case "/endless":
			for {
				if _, err := w.Write(make([]byte, 1000)); err != nil {
					close(release)
					return
				}
			}
		default:
			b, _ := io.ReadAll(r.Body)
			fmt.Fprintf(w, "<p>%s %s %s %s", r.Method, r.Host, r.URL.RequestURI(), b)
		}
	})
	l := mustLoader(t, Options{Mounts: []Mount{{Origin: "*", Handler: h}}, Offline: true, Timeout: 2 * time.Second})
	resp, body, err := get(t, l, Request{URL: MustParse("https://any.test/p%20q?a=b"), Method: "POST", Body: []byte("x")})
	if err != nil || body != "<p>POST any.test /p%20q?a=b x" || !resp.MIME.IsHTML() || !resp.FromLocal {
		t.Errorf("%q %v", body, err)
	}
	resp, err = l.Fetch(t.Context(), &Request{URL: MustParse("http://any.test/stream")})
	if err != nil {
		t.Fatal(err)
	}
	c1, err := resp.Body.Next()
	if err != nil || string(c1) != "one" {
		t.Errorf("%q %v", c1, err)
	}
	release <- struct{}{}
	c2, err := resp.Body.Next()
	if err != nil || string(c2) != "two" || string(c1) != "one" {
		t.Errorf("%q %q %v", c1, c2, err)
	}
	if _, err = resp.Body.Next(); err != io.EOF {
		t.Error(err)
	}
	if b, err := resp.Body.Bytes(); err != nil || string(b) != "onetwo" {
		t.Errorf("%q %v", b, err)
	}
	resp.Body.Release()
	_, _, err = get(t, l, Request{URL: MustParse("http://any.test/panic")})
	wantKind(t, err, BadResponse, "oops")
	_, _, err = get(t, l, Request{URL: MustParse("http://any.test/late")})
	wantKind(t, err, BadResponse, "oops")
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err = l.Fetch(ctx, &Request{URL: MustParse("http://any.test/hang")})
	wantKind(t, err, Timeout)
	resp, err = l.Fetch(t.Context(), &Request{URL: MustParse("http://any.test/endless")})
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Next()
	resp.Body.Release()
	<-release // the handler saw the end
	_, _, err = get(t, l, Request{URL: MustParse("http://any.test/endless"), MaxBody: 5000})
	wantKind(t, err, TooLarge)
}

func TestNetworkErrors(t *testing.T) {
	l := mustLoader(t, Options{})
	dead := httptest.NewServer(http.NotFoundHandler())
	dead.Close()
	_, _, err := get(t, l, Request{URL: MustParse(dead.URL)})
	wantKind(t, err, Connect, dead.URL)
	_, _, err = get(t, l, Request{URL: MustParse("http://localhost:22/")})
	wantKind(t, err, Blocked, "22")
	secure := httptest.NewTLSServer(http.NotFoundHandler())
	secure.Config.ErrorLog = nil
	defer secure.Close()
	_, _, err = get(t, l, Request{URL: MustParse(secure.URL)})
	wantKind(t, err, TLS)
	slow := server(t, func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, "begin")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	quick := mustLoader(t, Options{Timeout: 50 * time.Millisecond})
	_, _, err = get(t, quick, Request{URL: MustParse(slow)})
	wantKind(t, err, Timeout, slow)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = l.Fetch(ctx, &Request{URL: MustParse(slow)})
	wantKind(t, err, Cancelled)
	up := server(t, func(w http.ResponseWriter, r *http.Request) {})
	public := mustLoader(t, Options{BlockPrivate: true})
	_, _, err = get(t, public, Request{URL: MustParse(up)})
	wantKind(t, err, Blocked, "private network")
	_, _, err = get(t, public, Request{URL: MustParse(strings.Replace(up, "127.0.0.1", "localhost", 1))})
	wantKind(t, err, Blocked, "private network")
	offline := mustLoader(t, Options{Offline: true})
	_, _, err = get(t, offline, Request{URL: MustParse(up)})
	wantKind(t, err, Offline)
}

func TestNoSniffAndIntegrity(t *testing.T) {
	l := mustLoader(t, Options{Mounts: []Mount{{Origin: "*", Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Content-Type", r.URL.Query().Get("t"))
		io.WriteString(w, "alert(1)")
	})}}})
	_, _, err := get(t, l, Request{URL: MustParse("http://x.test/?t=text/plain"), Destination: DestScript})
	wantKind(t, err, Blocked, "nosniff")
	_, _, err = get(t, l, Request{URL: MustParse("http://x.test/?t=text/plain"), Destination: DestStyle})
	wantKind(t, err, Blocked, "nosniff")
	good := "sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI="
	if _, body, err := get(t, l, Request{URL: MustParse("http://x.test/?t=text/javascript"), Destination: DestScript, Integrity: good}); err != nil || body != "alert(1)" {
		t.Error(err)
	}
	_, _, err = get(t, l, Request{URL: MustParse("http://x.test/?t=text/javascript"), Integrity: "sha256-AAAA sha384-BBBB"})
	wantKind(t, err, Integrity, "sha384-")
}

func TestReferrer(t *testing.T) {
	src := MustParse("https://u:p@a.test/path?q#f")
	for _, c := range []struct {
		p    ReferrerPolicy
		to   string
		want string
	}{
		{DefaultReferrer, "https://a.test/x", "https://a.test/path?q"},
		{DefaultReferrer, "https://b.test/x", "https://a.test/"},
		{DefaultReferrer, "http://b.test/x", ""},
		{NoReferrer, "https://a.test/", ""},
		{OriginReferrer, "http://b.test/", "https://a.test/"},
		{UnsafeURL, "http://b.test/", "https://a.test/path?q"},
		{SameOriginReferrer, "https://b.test/", ""},
		{NoReferrerWhenDowngrade, "https://b.test/", "https://a.test/path?q"},
		{NoReferrerWhenDowngrade, "http://b.test/", ""},
		{StrictOrigin, "https://b.test/", "https://a.test/"},
		{OriginWhenCrossOrigin, "https://a.test/", "https://a.test/path?q"},
	} {
		if got := Referrer(src, MustParse(c.to), c.p); got != c.want {
			t.Errorf("%v to %s: %q, want %q", c.p, c.to, got, c.want)
		}
	}
	if p := ReferrerPolicyFromHeader([]string{"unknown, Origin", "no-referrer,bogus"}); p != NoReferrer {
		t.Error(p)
	}
}

func BenchmarkLoadLocal20MB(b *testing.B) {
	dir := b.TempDir()
	data := bytes.Repeat([]byte("var x = 1; // some script text\n"), 20<<20/31)
	if err := os.WriteFile(filepath.Join(dir, "big.js"), data, 0o644); err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name string
		m    MapPolicy
	}{{"mapped", MapAlways}, {"read", MapNever}} {
		b.Run(c.name, func(b *testing.B) {
			l := mustLoader(b, Options{Mounts: []Mount{{Origin: "http://localhost", Dir: dir}}, MapFiles: c.m})
			req := &Request{URL: MustParse("http://localhost/big.js"), Destination: DestScript}
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				resp, got, err := l.Load(b.Context(), req)
				if err != nil || len(got) != len(data) {
					b.Fatal(err)
				}
				resp.Body.Release()
			}
		})
	}
}

// A body that is shorter than its Content-Length is an error after what came of it; one that is longer ends there.
func TestContentLength(t *testing.T) {
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		switch r.URL.Path {
		case "/gzip":
			w.Header().Set("Content-Encoding", "gzip")
			var b bytes.Buffer
			z := gzip.NewWriter(&b)
			for i := range 1000 {
				fmt.Fprint(z, i*i*7919)
			}
			z.Close()
			w.Header().Set("Content-Length", fmt.Sprint(b.Len()))
			w.Write(b.Bytes()[:b.Len()/2])
		case "/long":
			w.Header().Set("Content-Length", "3")
			io.WriteString(w, "twelve bytes")
		case "/head":
			w.Header().Set("Content-Length", "50")
		default:
			w.Header().Set("Content-Length", "50")
			io.WriteString(w, "twelve bytes")
		}
	})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, b, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer c.Close()
		if r.URL.Path == "/chunked" {
			fmt.Fprint(b, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nc\r\ntwelve bytes\r\n20\r\nno more")
		} else {
			fmt.Fprint(b, "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\ntwelve bytes")
		}
		b.Flush()
	}))
	defer s.Close()
	l := mustLoader(t, Options{Mounts: []Mount{{Origin: "http://m.test", Handler: h}}})
	for _, u := range []string{"http://m.test/", s.URL} {
		resp, err := l.Fetch(t.Context(), &Request{URL: MustParse(u)})
		if err != nil {
			t.Fatal(err)
		}
		var got []byte
		for err == nil {
			var c []byte
			c, err = resp.Body.Next()
			got = append(got, c...)
		}
		if string(got) != "twelve bytes" {
			t.Errorf("%s: %q", u, got)
		}
		wantKind(t, err, CutOff, u, "12 of the 50 bytes")
		resp.Body.Release()
	}
	_, _, err := get(t, l, Request{URL: MustParse(s.URL + "/chunked")})
	wantKind(t, err, CutOff)
	_, _, err = get(t, l, Request{URL: MustParse("http://m.test/gzip")})
	wantKind(t, err, CutOff, "Content-Length")
	if _, body, err := get(t, l, Request{URL: MustParse("http://m.test/long")}); err != nil || body != "twe" {
		t.Errorf("%q %v", body, err)
	}
	if _, body, err := get(t, l, Request{URL: MustParse("http://m.test/head"), Method: "HEAD"}); err != nil || body != "" {
		t.Errorf("%q %v", body, err)
	}
}

// nameServer answers each question for an address with ip, and counts the names.
func nameServer(t *testing.T, ip [4]byte, asked *atomic.Int32) *stdnet.Resolver {
	t.Helper()
	pc, err := stdnet.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { pc.Close() })
	go func() {
		b := make([]byte, 1500)
		for {
			n, from, err := pc.ReadFrom(b)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(b[:n]) != nil || len(m.Questions) == 0 {
				continue
			}
			asked.Add(1)
			q := m.Questions[0]
			m.Header.Response, m.Additionals = true, nil
			if q.Type == dnsmessage.TypeA {
				m.Answers = []dnsmessage.Resource{{Header: dnsmessage.ResourceHeader{Name: q.Name, Class: q.Class, TTL: 1}, Body: &dnsmessage.AResource{A: ip}}}
			}
			out, _ := m.Pack()
			pc.WriteTo(out, from)
		}
	}()
	return &stdnet.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (stdnet.Conn, error) {
		return (&stdnet.Dialer{}).DialContext(ctx, "udp", pc.LocalAddr().String())
	}}
}

// Names of this machine need no name server, and all ways to a private network are shut when they are to be.
func TestLocalNames(t *testing.T) {
	up := server(t, func(w http.ResponseWriter, r *http.Request) {
		if to := r.URL.Query().Get("to"); to != "" {
			http.Redirect(w, r, to, 302)
			return
		}
		io.WriteString(w, "here")
	})
	_, port, _ := strings.Cut(strings.TrimPrefix(up, "http://"), ":")
	var asked atomic.Int32
	names := nameServer(t, [4]byte{127, 0, 0, 1}, &asked)
	open := mustLoader(t, Options{resolver: names})
	for _, h := range []string{"localhost", "localhost.", "a.localhost", "A.b.LocalHost."} {
		if _, body, err := get(t, open, Request{URL: MustParse("http://" + h + ":" + port + "/")}); err != nil || body != "here" {
			t.Errorf("%s: %q %v", h, body, err)
		}
	}
	if n := asked.Load(); n != 0 {
		t.Errorf("%d questions were asked about localhost", n)
	}
	if _, body, err := get(t, open, Request{URL: MustParse("http://rebound.test:" + port + "/")}); err != nil || body != "here" {
		t.Errorf("a name: %q %v", body, err)
	}
	shut := mustLoader(t, Options{resolver: names, BlockPrivate: true, Mounts: []Mount{{Origin: "http://public.test", Handler: http.RedirectHandler(up, 302)}}})
	for _, h := range []string{"localhost", "localhost.", "a.localhost", "127.0.0.1", "127.1", "0x7f.1", "2130706433", "0177.0.0.1", "0.0.0.0", "0",
		"[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "10.0.0.1", "192.168.0.1", "169.254.169.254", "[fe80::1]", "[fd00::1]", "rebound.test", "rebound.test."} {
		_, _, err := get(t, shut, Request{URL: MustParse("http://" + h + ":" + port + "/")})
		wantKind(t, err, Blocked, "private network")
	}
	_, _, err := get(t, shut, Request{URL: MustParse("http://public.test/")})
	wantKind(t, err, Blocked, "private network")
}

// A file: URL names a file of the root or nothing.
func TestFileNames(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "root/x.html", "x")
	write(t, dir, "root/sub/index.html", "index")
	write(t, dir, "root/sub/y.html", "y")
	write(t, dir, "secret.txt", "secret")
	root := filepath.Join(dir, "root")
	for from, to := range map[string]string{"out.txt": "../secret.txt", "abs.txt": filepath.Join(dir, "secret.txt"), "up": "..", "in.html": "sub/y.html", "loop": "loop"} {
		if err := os.Symlink(to, filepath.Join(root, from)); err != nil {
			t.Skip(err)
		}
	}
	u, _ := FileURL(root)
	base := u.Href()
	mounted := Mount{Origin: "http://m.test", Dir: root}
	l := mustLoader(t, Options{FileRoot: root, Mounts: []Mount{mounted}})
	for _, c := range []struct {
		name string
		want string // body, or
		kind Kind
	}{
		{name: "/x.html", want: "x"}, {name: "/x.html?a=b&c", want: "x"}, {name: "/x.html#frag", want: "x"}, {name: "/x.html?/../../secret.txt", want: "x"},
		{name: "/sub/../x.html", want: "x"}, {name: "\\sub\\y.html", want: "y"}, {name: "/sub/", want: "index"}, {name: "/in.html", want: "y"}, {name: "//x.html", want: "x"},
		{name: "/%78.html", want: "x"},
		{name: "/x.html/", kind: NotFound}, {name: "/x.html/.", kind: NotFound}, {name: "/x.html/y", kind: NotFound}, {name: "/x.html%00", kind: NotFound},
		{name: "/sub%2Fy.html", kind: NotFound}, {name: "/..%2fsecret.txt", kind: NotFound}, {name: "/%2e%2e/secret.txt", kind: OutsideRoot},
		{name: "/../secret.txt", kind: OutsideRoot}, {name: "\\..\\secret.txt", kind: OutsideRoot}, {name: "/out.txt", kind: OutsideRoot},
		{name: "/abs.txt", kind: OutsideRoot}, {name: "/up/secret.txt", kind: OutsideRoot}, {name: "/up/root/x.html", kind: OutsideRoot}, {name: "/loop", kind: Unreadable},
	} {
		_, body, err := get(t, l, Request{URL: MustParse(base + c.name)})
		if c.want != "" {
			if err != nil || body != c.want {
				t.Errorf("file: %s: %q %v", c.name, body, err)
			}
			continue
		}
		if KindOf(err) != c.kind || err == nil {
			t.Errorf("file: %s: %q %v, want %v", c.name, body, err, c.kind)
		}
	}
	for _, name := range []string{"/../secret.txt", "/..%2fsecret.txt", "/%2e%2e/secret.txt", "/out.txt", "/abs.txt", "/up/secret.txt", "/up/root/x.html", "/x.html/", "/x.html%00", "/..%5csecret.txt", "\\..\\secret.txt", "/loop"} {
		resp, body, err := get(t, l, Request{URL: MustParse("http://m.test" + name)})
		if err != nil || resp.Status != 404 && resp.Status != 403 || strings.Contains(body, "secret\n") || strings.Contains(body, dir) {
			t.Errorf("mounted: %s: %v %q %v", name, resp.Status, body, err)
		}
	}
}

func TestReason(t *testing.T) {
	at, err := Parse("https://a.test/x#f", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		err  error
		want string
	}{
		{&Error{Kind: NotFound, URL: "https://a.test/x", Msg: "no"}, "not found: no"},
		{&Error{Kind: NotFound, URL: "https://b.test/x", Msg: "no"}, "https://b.test/x: not found: no"},
		{errors.New("x"), "x"},
	} {
		if got := Reason(tt.err, at); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.err, got, tt.want)
		}
	}
	if _, err := Parse("a.html", nil); err == nil || !strings.Contains(err.Error(), "no scheme") {
		t.Error(err)
	}
}
