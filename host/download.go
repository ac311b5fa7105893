package host

import (
	"context"
	"errors"
	"io"
	"mime"
	"path"
	"strings"

	"github.com/niso-engine/niso/js/bind"
	"github.com/niso-engine/niso/net"
)

// What a page hands to be kept as a file. https://html.spec.whatwg.org/multipage/links.html#downloading-resources

// Download is a resource that a page does not show.
type Download struct {
	URL  string
	Name string // a file name to suggest, without folders; "download" where nothing says more
	MIME string // its type as the server names it
	Size int64  // in bytes; -1: unknown
	// Body is the resource's bytes. It may be read on any goroutine, and is closed by who got the Download.
	Body io.ReadCloser
}

// bodyReader reads a response's chunks.
type bodyReader struct {
	body *net.Body
	rest []byte
	err  error
	over func() // called when it is closed
}

func (b *bodyReader) Read(p []byte) (n int, err error) {
	for len(b.rest) == 0 {
		if b.err != nil {
			return 0, b.err
		}
		b.rest, b.err = b.body.Next()
	}
	n = copy(p, b.rest)
	b.rest = b.rest[n:]
	return n, nil
}

func (b *bodyReader) Close() error {
	if b.body != nil {
		b.body.Release()
		b.body, b.rest, b.err = nil, nil, io.ErrClosedPipe
		b.over()
	}
	return nil
}

// attachment reports whether a response is to be kept, and under which name.
// https://www.rfc-editor.org/rfc/rfc6266
func attachment(res *net.Response) (name string, ok bool) {
	v := res.Header.Get("Content-Disposition")
	if v == "" {
		return "", false
	}
	kind, params, err := mime.ParseMediaType(v)
	if err != nil {
		kind, _, _ = strings.Cut(v, ";")
		kind = strings.ToLower(strings.TrimSpace(kind))
	}
	return params["filename"], kind != "inline" && kind != ""
}

// fileName makes a name of a file of what is suggested, or of the URL.
func fileName(name string, u net.URL) string {
	clean := func(s string) string {
		s = path.Base(strings.ReplaceAll(s, "\\", "/"))
		s = strings.Map(func(r rune) rune {
			if r < ' ' || r == 0x7F || strings.ContainsRune(`<>:"|?*`, r) {
				return '_'
			}
			return r
		}, s)
		return strings.Trim(s, ". ")
	}
	if n := clean(name); n != "" && name != "" && n != "/" {
		return n
	}
	if u.IsHTTP() || u.IsFile() {
		if n := clean(string(net.PercentDecode(u.Pathname()))); n != "" && n != "/" {
			return n
		}
	}
	return "download"
}

// download hands a response, whose first bytes were read, to the embedder. over is called when its body is closed.
func (p *Page) download(u net.URL, res *net.Response, first []byte, name string, over func()) {
	h := p.browser.opt.Download
	if h == nil {
		res.Body.Release()
		over()
		p.say(bind.ConsoleMessage{Level: bind.ConsoleInfo, Text: "a download was dropped: " + shortURL(u), URL: u.Href()})
		return
	}
	d := &Download{URL: u.Href(), Name: fileName(name, u), MIME: res.Header.Get("Content-Type"), Size: -1, Body: &bodyReader{body: res.Body, rest: first, over: over}}
	p.callback(func() { h(p, d) })
}

// Download loads what a link with a download attribute names. Of another origin the name is the server's to say.
func (p windowHost) Download(w *bind.Window, u net.URL, name string) {
	f := p.frames[w.Doc]
	if f == nil {
		return
	}
	if !f.mayLoad(u) {
		f.refuse(u)
		return
	}
	page := f.page
	req := &net.Request{URL: u, Origin: f.origin, Referrer: f.url, Mode: net.Navigate, Credentials: net.CredInclude}
	same := u.Origin() == f.origin || u.Scheme() == "data" || u.Scheme() == "blob"
	finish := p.loop.begin()
	p.browser.loader.Go(context.Background(), req, func(res *net.Response, err error) {
		var first []byte
		if err == nil {
			if first, err = res.Body.Next(); errors.Is(err, io.EOF) {
				err = nil
			}
			if err != nil {
				res.Body.Release()
			}
		}
		finish(func() {
			switch {
			case err != nil:
				if page.top != nil {
					page.say(bind.ConsoleMessage{Level: bind.ConsoleError, Text: "Failed to download " + err.Error(), URL: u.Href()})
				}
			case page.top == nil:
				res.Body.Release()
			default:
				n, _ := attachment(res)
				if n == "" && same {
					n = name
				}
				page.download(res.URL, res, first, n, func() {})
			}
		})
	})
}
