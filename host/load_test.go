package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/niso-engine/niso/js/bind"
)

// loadFiles loads index.html of files, a page with a virtual clock that may read them. said are the console's messages.
func loadFiles(t *testing.T, files map[string]string) (p *Page, said *[]string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	said = new([]string)
	b, err := NewBrowser(Options{Width: 400, Height: 300, Offline: true, VirtualTime: true, FileRoot: dir,
		Console: func(_ *Page, m bind.ConsoleMessage) { *said = append(*said, m.Text) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	if p, err = b.NewPage(); err != nil {
		t.Fatal(err)
	}
	if err := p.Navigate(context.Background(), "file://"+filepath.ToSlash(dir)+"/index.html"); err != nil {
		t.Fatal(err)
	}
	return p, said
}

// is checks what a script gives, as JSON.
func is(t *testing.T, p *Page, script, want string) {
	t.Helper()
	if got, err := p.Eval(context.Background(), script); err != nil || got != want {
		t.Errorf("%s is %s (%v), want %s", script, got, err, want)
	}
}

// A long page whose scripts block the parser while chunks arrive, which are decoded into one buffer.
func TestLongPageWithBlockingScripts(t *testing.T) {
	var b strings.Builder
	b.WriteString("<!DOCTYPE html><meta charset=windows-1252><body>")
	for i := range 3000 {
		b.WriteString("<p>\xE9\xE8 paragraph with some text to make it long</p>")
		if i%500 == 250 {
			b.WriteString("<script src=missing.js></script><script>document.write('<i>w</i>')</script>")
		}
	}
	p, _ := loadFiles(t, map[string]string{"index.html": b.String()})
	is(t, p, `[document.getElementsByTagName('*').length, document.querySelectorAll('p').length, document.querySelectorAll('p > *').length]`, "[3022,3000,0]")
	is(t, p, `[...document.querySelectorAll('p')].every(p => p.textContent == 'éè paragraph with some text to make it long')`, "true")
}

// https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
func TestEncodings(t *testing.T) {
	pad := "<!-- " + strings.Repeat("x", 2000) + " -->"
	long := "<style>/* <p> " + strings.Repeat("x", 100000) + "*/</style>"
	for _, c := range []struct{ name, html, want string }{
		{"declared late in the head", "<html><head>" + pad + "<title>t</title><meta charset=utf-8></head><body>é", "é UTF-8"},
		{"declared in another chunk", "<html><head>" + long + "<meta charset=utf-8></head><body>é", "é UTF-8"},
		{"declared after the head", "<html><head>" + pad + "<p>x</p><meta charset=koi8-r>\xE9", "xé windows-1252"},
		{"UTF-8 in a file", "<html><body>" + pad + "é", "é UTF-8"},
		{"UTF-8 far into a file", "<html><body>" + strings.Repeat("<!-- x -->", 20000) + "é", "é UTF-8"},
		{"UTF-8 across chunks", "<html><body><!--" + strings.Repeat("x", 64<<10-17) + "-->é", "é UTF-8"},
		{"no UTF-8 in a file", "<html><body>\xE9", "é windows-1252"},
		{"ASCII", "<html><body>e", "e windows-1252"},
	} {
		p, _ := loadFiles(t, map[string]string{"index.html": c.html})
		if got, _ := p.Eval(context.Background(), "document.body.innerText.replace(/\\s/g, '') + ' ' + document.characterSet"); got != `"`+c.want+`"` {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// A frame that cannot be had does not keep the page's load event back.
func TestFailedFrameLoads(t *testing.T) {
	p, _ := loadFiles(t, map[string]string{"index.html": "<script>onload = () => { document.title = 'loaded' }</script><iframe src=missing.html></iframe>"})
	is(t, p, "document.title", `"loaded"`)
}

// https://html.spec.whatwg.org/multipage/browsing-the-web.html#the-javascript:-url-special-case
func TestJavascriptFrames(t *testing.T) {
	p, _ := loadFiles(t, map[string]string{"index.html": `<script>let loads = 0; onload = () => { document.title = 'loaded' }; onmessage = e => { got = e.data }; var got</script>
<iframe src="javascript:false" onload="loads++"></iframe><iframe src="javascript:'<script>parent.postMessage(document.scripts.length, \'*\')<\/script>'"></iframe>`})
	if err := p.WaitIdle(context.Background(), time.Second); err != nil {
		t.Fatal(err)
	}
	is(t, p, "[document.title, loads, got]", `["loaded",1,1]`)
}

// A file is for documents of files, and those in them without an address of their own.
func TestFilesAreForFiles(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "secret.html"), []byte("<title>secret</title>secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	file := "file://" + filepath.ToSlash(dir) + "/secret.html"
	var said []string
	b, err := NewBrowser(Options{Offline: true, VirtualTime: true, FileRoot: dir, Root: dir, Console: func(_ *Page, m bind.ConsoleMessage) { said = append(said, m.Text) }})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	ctx := context.Background()
	for _, base := range []string{"", "http://localhost/x.html"} {
		for _, html := range []string{
			`<iframe src="` + file + `"></iframe>`,
			`<iframe srcdoc="<iframe src='` + file + `'></iframe>"></iframe>`,
			`<iframe></iframe><script>frames[0].location = '` + file + `'</script>`,
			`<script>location = '` + file + `'</script>`,
			`<script>fetch('` + file + `').then(r => r.text()).then(t => { document.title = t }, () => {})</script>`,
			`<script src="` + file + `"></script>`,
		} {
			p, err := b.NewPage()
			if err != nil {
				t.Fatal(err)
			}
			said = nil
			if err := p.SetContent(ctx, html, base); err != nil {
				t.Fatal(err)
			}
			if err := p.WaitIdle(ctx, time.Second); err != nil {
				t.Fatal(err)
			}
			secret := false
			_ = p.Do(ctx, func() error {
				for _, f := range p.framesInOrder() {
					secret = secret || f.url.IsFile() || strings.Contains(f.title(), "secret")
				}
				return nil
			})
			if secret || len(said) == 0 && !strings.Contains(html, "fetch") {
				t.Errorf("%s in %q: read %v, said %q", html, base, secret, said)
			}
			p.Close()
		}
	}
}

// What a function that the page calls asks of the page is answered at once.
func TestCallbacksAskThePage(t *testing.T) {
	var got []any
	b, err := NewBrowser(Options{Offline: true, VirtualTime: true,
		Console: func(p *Page, m bind.ConsoleMessage) {
			title, err := p.Title(context.Background())
			got = append(got, title, err, p.URL().Href(), p.Do(context.Background(), func() error { return nil }), p.WaitIdle(context.Background(), time.Second))
		},
		Dialog: func(p *Page, kind, message, def string) (bool, string) {
			_, err := p.Eval(context.Background(), "1")
			return errors.Is(err, ErrInCallback), ""
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	p, err := b.NewPage()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.SetContent(context.Background(), "<title>a</title><script>console.log('x')</script>", "http://localhost/a"); err != nil {
		t.Fatal(err)
	}
	if len(got) != 5 || got[0] != "a" || got[1] != nil || got[2] != "http://localhost/a" || got[3] != ErrInCallback || got[4] != ErrInCallback {
		t.Errorf("%v", got)
	}
	is(t, p, "confirm('?')", "true")
}

// Beyond the limit of frames the page is told once.
func TestFrameLimitIsToldOnce(t *testing.T) {
	p, said := loadFiles(t, map[string]string{"index.html": strings.Repeat("<iframe></iframe>", maxFrames+5)})
	is(t, p, "frames.length", fmt.Sprint(maxFrames-1))
	if len(*said) != 1 || !strings.Contains((*said)[0], fmt.Sprintf("%d frames", maxFrames)) {
		t.Errorf("%q", *said)
	}
}

// As Chromium lays them out: nothing, or what the attributes say, until the image is there.
func TestLazyAndPendingImages(t *testing.T) {
	const gif = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
	p, _ := loadFiles(t, map[string]string{"index.html": `<!DOCTYPE html><body style="margin:0">
<img id=near loading=lazy src="` + gif + `"><div style="height:5000px"></div>
<img id=far loading=lazy src="` + gif + `" alt="far away"><img id=sized loading=lazy width=30 height=20 src="` + gif + `" alt=x>
<script>const i = new Image; i.src = 'nothing.gif'; i.alt = 'long text'; document.body.append(i); const pending = [i.getBoundingClientRect().width, i.getBoundingClientRect().height]</script>`})
	size := func(id string) string {
		return "(() => { const r = document.getElementById('" + id + "').getBoundingClientRect(); return [r.width, r.height] })()"
	}
	if err := p.Settle(context.Background()); err != nil {
		t.Fatal(err)
	}
	is(t, p, "pending", "[0,0]")
	is(t, p, size("near"), "[1,1]")
	is(t, p, size("far"), "[0,0]")
	is(t, p, size("sized"), "[30,20]")
	is(t, p, "scrollTo(0, 5000); new Promise(r => { far.onload = () => r('loaded') })", `"loaded"`)
	is(t, p, size("far"), "[1,1]")
	is(t, p, "document.readyState", `"complete"`)
}

// What changes within a frame changes the picture of the page.
func TestFramesChangeThePicture(t *testing.T) {
	p, _ := loadFiles(t, map[string]string{"index.html": `<!DOCTYPE html><body style="margin:0"><iframe style="border:0;width:100px;height:100px" srcdoc="<body style='background:lime'><script>onmessage = e => { document.body.style.background = e.data }</script>"></iframe>`})
	ctx := context.Background()
	if err := p.Settle(ctx); err != nil {
		t.Fatal(err)
	}
	colour := func() (c [2][3]uint8) {
		img, err := p.Picture(ctx, ScreenshotOptions{})
		if err != nil {
			t.Fatal(err)
		}
		a := img.RGBAAt(50, 50)
		c[0] = [3]uint8{a.R, a.G, a.B}
		if err := p.Present(ctx, func(s Presented) { // a window's
			a := s.Image.RGBAAt(50, 50)
			c[1] = [3]uint8{a.R, a.G, a.B}
		}); err != nil {
			t.Fatal(err)
		}
		return c
	}
	if c := colour(); c != [2][3]uint8{{0, 255, 0}, {0, 255, 0}} {
		t.Errorf("%v", c)
	}
	is(t, p, "frames[0].postMessage('blue', '*'); 1", "1")
	if err := p.WaitIdle(ctx, time.Second); err != nil {
		t.Fatal(err)
	}
	if c := colour(); c != [2][3]uint8{{0, 0, 255}, {0, 0, 255}} {
		t.Errorf("%v after the change", c)
	}
}

// The title is that of the document as it is.
func TestTitle(t *testing.T) {
	p, _ := loadFiles(t, map[string]string{"index.html": "<title> a  b </title><title>c</title>"})
	for _, c := range []struct{ script, want string }{
		{"1", "a b"}, {"document.querySelector('title').firstChild.data = 'd'; 1", "d"}, {"document.querySelector('title').remove(); 1", "c"},
		{"document.title = 'e'; 1", "e"}, {"document.head.remove(); 1", ""},
	} {
		if _, err := p.Eval(context.Background(), c.script); err != nil {
			t.Fatal(err)
		}
		if got, err := p.Title(context.Background()); err != nil || got != c.want {
			t.Errorf("%s: %q (%v), want %q", c.script, got, err, c.want)
		}
	}
}

// A frame of a virtual clock runs what is due by then.
func TestFrameRunsTimers(t *testing.T) {
	p, _ := loadFiles(t, map[string]string{"index.html": "<script>let ticks = 0, frames = 0; setInterval(() => ticks++, 8); requestAnimationFrame(function f() { frames++; requestAnimationFrame(f) })</script>"})
	is(t, p, "ticks = frames = 0", "0")
	for range 60 {
		if err := p.Frame(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	is(t, p, "[frames, ticks >= 124 && ticks <= 126]", "[60,true]")
}

// XHTML and SVG pages are XML: scripts run in order, a style sheet of a processing instruction applies, an error shows.
func TestXMLPages(t *testing.T) {
	p, said := loadFiles(t, map[string]string{
		"index.html": "<p>x</p>",
		"s.css":      "p { color: rgb(1, 2, 3) }",
		"s.js":       "window.order = (window.order || '') + 'b'",
		"page.xhtml": `<?xml version="1.0" encoding="windows-1252"?><?xml-stylesheet href="s.css"?>
<html xmlns="http://www.w3.org/1999/xhtml"><head><script>window.order = 'a'</script><script src="s.js"/><script><![CDATA[ if (1 < 2) order += 'c' ]]></script></head>
<body><p id="p">` + "\xE9" + `</p><template><i/></template><svg xmlns="http://www.w3.org/2000/svg"><script>order += 'd'</script></svg></body></html>`,
		"bad.xhtml": `<html xmlns="http://www.w3.org/1999/xhtml"><head/><body><p>x</body></html>`,
		"pic.svg":   `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><script xlink:href="s.js"/></svg>`,
	})
	open := func(name string) {
		t.Helper()
		var dir string
		if s, err := p.Eval(context.Background(), "location.href"); err == nil {
			dir = strings.Trim(s, `"`)
		}
		if err := p.Navigate(context.Background(), dir[:strings.LastIndexByte(dir, '/')+1]+name); err != nil {
			t.Fatal(err)
		}
	}
	open("page.xhtml")
	is(t, p, `[order, document.contentType, document.characterSet, p.textContent, p.tagName, getComputedStyle(p).color]`, `["abcd","application/xhtml+xml","windows-1252","é","p","rgb(1, 2, 3)"]`)
	is(t, p, `document.querySelector('template').content.childNodes.length`, "1")
	is(t, p, `(p.innerHTML = '<b/>', p.firstChild.namespaceURI)`, `"http://www.w3.org/1999/xhtml"`)
	is(t, p, `(() => { try { p.innerHTML = '<b>' } catch (e) { return e.name } })()`, `"SyntaxError"`)
	open("bad.xhtml")
	is(t, p, `document.querySelector('parsererror').textContent`, `"This page contains the following errors:error on line 1 at column 67: Unexpected closing tag: {http://www.w3.org/1999/xhtml}body != {http://www.w3.org/1999/xhtml}pBelow is a rendering of the page up to the first error."`)
	open("pic.svg")
	is(t, p, `[order, document.documentElement.localName, document instanceof XMLDocument]`, `["b","svg",true]`)
	if len(*said) > 0 {
		t.Error(*said)
	}
}
