package net

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"io"
	stdnet "net"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// rawServer answers each request with what answer writes to the connection, which then ends.
func rawServer(t *testing.T, answer func(path string, c *stdnet.TCPConn)) (base string) {
	t.Helper()
	l, err := stdnet.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				r := bufio.NewReader(c)
				line, _ := r.ReadString('\n')
				for h := line; len(strings.TrimSpace(h)) > 0; {
					if h, err = r.ReadString('\n'); err != nil {
						return
					}
				}
				if f := strings.Fields(line); len(f) > 1 {
					answer(strings.TrimPrefix(f[1], "/"), c.(*stdnet.TCPConn))
				}
			}()
		}
	}()
	return "http://" + l.Addr().String() + "/"
}

const ok200 = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"

// Whatever a server says, a load ends, soon and with a reason.
func TestHostileServers(t *testing.T) {
	endless := func(c io.Writer, s string) {
		for err := error(nil); err == nil; {
			_, err = io.WriteString(c, s)
		}
	}
	drip := func(c io.Writer, s string) {
		for err := error(nil); err == nil; time.Sleep(5 * time.Millisecond) {
			_, err = io.WriteString(c, s)
		}
	}
	say := func(s string) func(*stdnet.TCPConn) { return func(c *stdnet.TCPConn) { io.WriteString(c, s) } }
	redirect := func(to string) func(*stdnet.TCPConn) {
		return say("HTTP/1.1 302 Found\r\nLocation: " + to + "\r\nContent-Length: 0\r\n\r\n")
	}
	for name, tt := range map[string]struct {
		answer func(c *stdnet.TCPConn)
		kind   Kind
		msg    string
	}{
		"nothing": {func(*stdnet.TCPConn) {}, Connect, "without an answer"},
		"reset":   {func(c *stdnet.TCPConn) { c.SetLinger(0) }, Connect, "reset"},
		"reset in the body": {func(c *stdnet.TCPConn) {
			io.WriteString(c, ok200+"\r\nhello")
			time.Sleep(50 * time.Millisecond)
			c.SetLinger(0)
		}, CutOff, "after 5 bytes"},
		"noise":               {say("\x00\x01\x02\x03\xff\xfe\r\n\r\n"), BadResponse, ""},
		"HTTP/0.9":            {say("<p>hello"), BadResponse, ""},
		"no status":           {say("HTTP/1.1 OK\r\n\r\n"), BadResponse, ""},
		"negative status":     {say("HTTP/1.1 -20 OK\r\n\r\n"), BadResponse, ""},
		"status 101":          {say("HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nhello"), BadResponse, "101"},
		"status 407":          {say("HTTP/1.1 407 Proxy\r\nContent-Length: 5\r\n\r\nhello"), BadResponse, "407"},
		"endless statuses":    {func(c *stdnet.TCPConn) { endless(c, "HTTP/1.1 103 Early\r\n\r\n") }, BadResponse, "headers"},
		"endless status line": {func(c *stdnet.TCPConn) { io.WriteString(c, "HTTP/1.1 200 "); endless(c, "OK") }, BadResponse, ""},
		"endless headers":     {func(c *stdnet.TCPConn) { io.WriteString(c, ok200); endless(c, "X-A: b\r\n") }, BadResponse, "header"},
		"endless header":      {func(c *stdnet.TCPConn) { io.WriteString(c, ok200+"X-A: "); endless(c, "abcdefgh") }, BadResponse, "header"},
		"slow headers":        {func(c *stdnet.TCPConn) { io.WriteString(c, ok200); drip(c, "X-A: b\r\n") }, Timeout, ""},
		"no headers":          {func(c *stdnet.TCPConn) { c.Read(make([]byte, 1)) }, Timeout, ""},
		"endless body":        {func(c *stdnet.TCPConn) { io.WriteString(c, ok200+"\r\n"); endless(c, "abcdefgh") }, TooLarge, "1000000"},
		"slow body":           {func(c *stdnet.TCPConn) { io.WriteString(c, ok200+"\r\n"); drip(c, "a") }, Timeout, ""},
		"no body":             {func(c *stdnet.TCPConn) { io.WriteString(c, ok200+"Content-Length: 5\r\n\r\n"); c.Read(make([]byte, 1)) }, Timeout, ""},
		"length too large":    {say(ok200 + "Content-Length: 99999999999\r\n\r\nhello"), TooLarge, ""},
		"two lengths":         {say(ok200 + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!"), BadResponse, ""},
		"endless chunks": {func(c *stdnet.TCPConn) {
			io.WriteString(c, ok200+"Transfer-Encoding: chunked\r\n\r\n")
			endless(c, "5\r\nhello\r\n")
		}, TooLarge, ""},
		"bad chunk":  {say(ok200 + "Transfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n"), BadResponse, "chunk"},
		"huge chunk": {say(ok200 + "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nhello\r\n0\r\n\r\n"), BadResponse, "chunk"},
		"endless chunk size": {func(c *stdnet.TCPConn) {
			io.WriteString(c, ok200+"Transfer-Encoding: chunked\r\n\r\n")
			endless(c, "0000000")
		}, BadResponse, "too long"},
		"endless trailers": {func(c *stdnet.TCPConn) {
			io.WriteString(c, ok200+"Transfer-Encoding: chunked\r\n\r\n0\r\n")
			endless(c, "X-A: b\r\n")
		}, BadResponse, "trailer"},
		"no last chunk":      {say(ok200 + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"), CutOff, ""},
		"loop":               {redirect("/loop"), TooManyRedirects, "20"},
		"redirect to a file": {redirect("file:///etc/passwd"), BadRedirect, "file:///etc/passwd"},
		"to data:":           {redirect("data:text/plain,x"), BadRedirect, "data:"},
		"to javascript:":     {redirect("javascript:x"), BadRedirect, "javascript:"},
		"to blob:":           {redirect("blob:http://a/b"), BadRedirect, "blob:"},
		"to about:":          {redirect("about:blank"), BadRedirect, "about:"},
		"to nothing":         {redirect("http://["), BadRedirect, "no URL"},
		"to a bad port":      {redirect("http://127.0.0.1:25/"), Blocked, "port 25"},
		"two ways":           {say("HTTP/1.1 302 Found\r\nLocation: /a\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n"), BadRedirect, "both"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			base := rawServer(t, func(_ string, c *stdnet.TCPConn) { tt.answer(c) })
			l := mustLoader(t, Options{Timeout: 700 * time.Millisecond, MaxBody: 1000000})
			if tt.kind != Timeout {
				l = mustLoader(t, Options{MaxBody: 1000000})
			}
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			defer cancel()
			resp, err := l.Fetch(ctx, &Request{URL: MustParse(base), Mode: Navigate})
			if err == nil {
				_, err = resp.Body.Bytes()
				resp.Body.Release()
			}
			wantKind(t, err, tt.kind, tt.msg)
			if ctx.Err() != nil {
				t.Error("it did not end by itself")
			}
			if n := l.InFlight(); n != 0 {
				t.Errorf("%d loads are in flight", n)
			}
		})
	}
}

// compress is text in a content coding.
func compress(t testing.TB, coding string, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	var w io.WriteCloser
	switch coding {
	case "gzip":
		w = gzip.NewWriter(&b)
	case "deflate":
		w = zlib.NewWriter(&b)
	case "raw deflate":
		w, _ = flate.NewWriter(&b, 6)
	case "br":
		w = brotli.NewWriter(&b)
	case "zstd":
		w, _ = zstd.NewWriter(&b)
	}
	_, err := w.Write(text)
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// What is wrong with a coded body is as wrong as Chromium 156 finds it: a stream may stop in the middle and, but for zstd, something may follow it; gzip's
// checksum is not looked at, that of the others is.
func TestWrongCodings(t *testing.T) {
	var text []byte
	for i := range 20000 {
		text = append(text, byte(i*7919*i>>3))
	}
	bodies := map[string][]byte{}
	codings := map[string]string{}
	add := func(name, coding string, parts ...[]byte) {
		bodies[name], codings[name] = bytes.Join(parts, nil), coding
	}
	type want struct {
		bytes int // -1: an error; -2: any number
	}
	wants := map[string]want{}
	for _, coding := range []string{"gzip", "deflate", "br", "zstd"} {
		z := compress(t, coding, text)
		after := 20000
		if coding == "zstd" {
			after = -1
		}
		for name, w := range map[string]struct {
			body  []byte
			bytes int
		}{
			"whole": {z, 20000}, "half": {z[:len(z)/2], -2}, "one byte": {z[:1], 0}, "nothing": {nil, 0}, "and more": {append(z[:len(z):len(z)], "more"...), after},
			"none": {[]byte("this is not what it says"), -1},
		} {
			add(coding+" "+name, coding, w.body)
			wants[coding+" "+name] = want{w.bytes}
		}
	}
	z := compress(t, "gzip", text)
	d := compress(t, "deflate", text)
	s := compress(t, "zstd", text)
	add("gzip without its end", "gzip", z[:len(z)-8])
	wants["gzip without its end"] = want{20000}
	add("gzip with a wrong checksum", "gzip", z[:len(z)-8], make([]byte, 8))
	wants["gzip with a wrong checksum"] = want{20000}
	add("gzip twice in a row", "gzip", z, z)
	wants["gzip twice in a row"] = want{20000}
	add("zstd twice in a row", "zstd", s, s)
	wants["zstd twice in a row"] = want{40000}
	add("gzip of another method", "gzip", []byte("\x1f\x8bX"))
	wants["gzip of another method"] = want{-1}
	add("zlib with a wrong checksum", "deflate", d[:len(d)-4], make([]byte, 4))
	wants["zlib with a wrong checksum"] = want{-1}
	add("raw deflate", "deflate", compress(t, "raw deflate", text))
	wants["raw deflate"] = want{20000}
	add("twice", "gzip, gzip", compress(t, "gzip", z))
	wants["twice"] = want{20000}
	add("another coding", "foo", text)
	wants["another coding"] = want{20000}
	var named bytes.Buffer
	w := gzip.NewWriter(&named)
	w.Name, w.Comment, w.Extra = "name", "comment", []byte("extra")
	w.Write(text)
	w.Close()
	add("gzip with a name", "gzip", named.Bytes())
	wants["gzip with a name"] = want{20000}

	base := rawServer(t, func(path string, c *stdnet.TCPConn) {
		name := string(PercentDecode(path))
		fmt.Fprintf(c, "%sContent-Encoding: %s\r\nContent-Length: %d\r\n\r\n%s", ok200, codings[name], len(bodies[name]), bodies[name])
	})
	l := mustLoader(t, Options{})
	for name, want := range wants {
		_, got, err := get(t, l, Request{URL: MustParse(base + name)})
		switch {
		case want.bytes == -1:
			wantKind(t, err, BadEncoding)
		case err != nil, want.bytes >= 0 && len(got) != want.bytes:
			t.Errorf("%s: %d bytes, %v; want %d", name, len(got), err, want.bytes)
		case !strings.HasPrefix(string(append(text, text...)), got):
			t.Errorf("%s: other bytes", name)
		}
	}
}

// A small body that becomes a large one ends at the limit, in each coding and in layers of them, without having been made first.
func TestDecompressionBombs(t *testing.T) {
	zeros := make([]byte, 64<<20)
	bombs := map[string][]byte{}
	for _, coding := range []string{"gzip", "deflate", "br", "zstd"} {
		bombs[coding] = compress(t, coding, zeros)
	}
	bombs["gzip, gzip"] = compress(t, "gzip", bombs["gzip"])
	bombs["gzip, gzip, br"] = compress(t, "br", bombs["gzip, gzip"])
	base := rawServer(t, func(path string, c *stdnet.TCPConn) {
		coding := string(PercentDecode(path))
		fmt.Fprintf(c, "%sContent-Encoding: %s\r\nContent-Length: %d\r\n\r\n%s", ok200, coding, len(bombs[coding]), bombs[coding])
	})
	l := mustLoader(t, Options{MaxBody: 1 << 20})
	for coding := range bombs {
		_, _, err := get(t, l, Request{URL: MustParse(base + coding)})
		wantKind(t, err, TooLarge, "1048576")
	}
}
