package net

import (
	"net/http"
	"strings"
	"testing"
)

func TestParseMIME(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"text/html", "text/html"},
		{" TEXT/HTML;Charset=\"utf-8\" ", "text/html;charset=utf-8"},
		{"text/html;charset=gbk;charset=utf-8", "text/html;charset=gbk"},
		{"text/html ; x = 1;y=2", "text/html;y=2"},
		{"text/html;x=\"a\\\"b;c\";y=", "text/html;x=\"a\\\"b;c\""},
		{"text/html;x=\"unclosed", "text/html;x=unclosed"},
		{"text/html;;;x=1;nothing;=v", "text/html;x=1"},
		{"text/html;x=\"\"", "text/html;x=\"\""},
		{"text/html;x=\"\\", "text/html;x=\"\\\\\""},
		{"text/html;x=\xff", "text/html"},
		{"text", ""}, {"/html", ""}, {"text/", ""}, {"te xt/html", ""}, {"text/ht ml", ""}, {"", ""},
	} {
		m, ok := ParseMIME(c.in)
		if m.String() != c.want || ok != (c.want != "") {
			t.Errorf("%q: %q %v, want %q", c.in, m, ok, c.want)
		}
	}
}

func TestMIMEFromHeader(t *testing.T) {
	for _, c := range []struct {
		in   []string
		want string
	}{
		{[]string{"text/html;charset=gbk, text/html"}, "text/html;charset=gbk"},
		{[]string{"text/html;charset=gbk;a=b, text/html;x=y"}, "text/html;x=y;charset=gbk"},
		{[]string{"text/html;charset=gbk", "text/plain, */*"}, "text/plain"},
		{[]string{"text/html;x=\",text/plain"}, "text/html;x=\",text/plain\""},
		{[]string{"nonsense"}, ""},
		{nil, ""},
	} {
		if m := MIMEFromHeader(http.Header{"Content-Type": c.in}); m.String() != c.want {
			t.Errorf("%q: %q, want %q", c.in, m, c.want)
		}
	}
}

func TestSniffMIME(t *testing.T) {
	for _, c := range []struct {
		supplied string
		head     string
		ctx      SniffContext
		noSniff  bool
		want     string
	}{
		{"", "  <!doctype html>", SniffNavigation, false, "text/html"},
		{"", "<script>", SniffNavigation, true, "text/plain"},
		{"", "<scripty>", SniffNavigation, false, "text/plain"},
		{"", "<?xml version", SniffNavigation, false, "text/xml"},
		{"", "%PDF-1.4", SniffNavigation, false, "application/pdf"},
		{"", "\x89PNG\r\n\x1a\n", SniffNavigation, false, "image/png"},
		{"", "plain", SniffNavigation, false, "text/plain"},
		{"", "", SniffNavigation, false, "text/plain"},
		{"", "a\x00b", SniffNavigation, false, "application/octet-stream"},
		{"", "\xFE\xFFa\x00", SniffNavigation, false, "text/plain"},
		{"", "PK\x03\x04", SniffNavigation, false, "application/zip"},
		{"text/plain", "<html>", SniffNavigation, false, "text/plain"},
		{"text/plain", "a\x01", SniffNavigation, false, "application/octet-stream"},
		{"text/plain;charset=x", "a\x01", SniffNavigation, false, "text/plain"},
		{"text/html", "<!-- c --><?x?><!DOCTYPE x><rss>", SniffNavigation, false, "application/rss+xml"},
		{"text/html", " <feed>", SniffNavigation, false, "application/atom+xml"},
		{"text/html", " <p>", SniffNavigation, false, "text/html"},
		{"image/png", "GIF89a", SniffNavigation, false, "image/gif"},
		{"image/png", "GIF89a", SniffNavigation, true, "image/png"},
		{"image/svg+xml", "GIF89a", SniffImage, false, "image/svg+xml"},
		{"text/html", "\xFF\xD8\xFF\xE0", SniffImage, false, "image/jpeg"},
		{"", "RIFFxxxxWEBPVP8 ", SniffImage, false, "image/webp"},
		{"image/x", "nothing", SniffImage, false, "image/x"},
		{"", "wOF2....", SniffFont, false, "font/woff2"},
		{"", "\x00\x01\x00\x00", SniffFont, false, "font/ttf"},
		{"", "OggS\x00", SniffAudioVideo, false, "application/ogg"},
		{"", "\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp41isom", SniffAudioVideo, false, "video/mp4"},
		{"", "\x1A\x45\xDF\xA3\x42\x82\x84webm", SniffAudioVideo, false, "video/webm"},
	} {
		m, _ := ParseMIME(c.supplied)
		if got := SniffMIME(m, c.supplied, c.noSniff, []byte(c.head), c.ctx); got.Essence() != c.want {
			t.Errorf("%q %q ctx %d: %q, want %q", c.supplied, c.head, c.ctx, got, c.want)
		}
	}
}

func TestTypeByExtension(t *testing.T) {
	for name, want := range map[string]string{"a.HTML": "text/html", "x/a.b/c": "", "a.min.mjs": "text/javascript", "x.woff2": "font/woff2", "none": "", ".": ""} {
		if got := TypeByExtension(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func FuzzMIME(f *testing.F) {
	f.Add("text/html; charset=\"utf-8\";x=y", []byte("<html"))
	f.Add("image/png", []byte("\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp41"))
	f.Add("video/webm", []byte("\x1A\x45\xDF\xA3\x42\x82\x84webm"))
	f.Add("", []byte("\xFF\xFB\x90\x64"))
	f.Fuzz(func(t *testing.T, s string, head []byte) {
		m, ok := ParseMIME(s)
		if ok {
			again, ok := ParseMIME(m.String())
			if !ok || again.String() != m.String() {
				t.Fatalf("%q → %q → %q", s, m, again)
			}
		}
		for ctx := SniffNavigation; ctx <= SniffTextTrack; ctx++ {
			SniffMIME(m, s, false, head, ctx)
		}
		MIMEFromHeader(http.Header{"Content-Type": {s}})
	})
}

func FuzzDataURL(f *testing.F) {
	f.Add("data:text/plain;base64,aGVsbG8=")
	f.Add("data:;charset=x,%zz%41")
	f.Add("data: ; base64 ,aGVs bG8")
	f.Fuzz(func(t *testing.T, s string) {
		u, err := Parse("data:"+strings.TrimPrefix(s, "data:"), nil)
		if err != nil {
			return
		}
		d, err := DataURL(u)
		if err == nil && d.MIME.IsZero() {
			t.Fatalf("%q has no type", s)
		}
		if err != nil && KindOf(err) != BadData {
			t.Fatal(err)
		}
	})
}
