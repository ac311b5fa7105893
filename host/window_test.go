package host

import (
	"bytes"
	"context"
	stdimage "image"
	"strings"
	"testing"
)

// newWindowPage is a page as a window has it: on the machine's clock, if opt does not say otherwise.
func newWindowPage(t *testing.T, opt Options) *Page {
	t.Helper()
	opt.Width, opt.Height, opt.Offline = 400, 300, true
	b, err := NewBrowser(opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	p, err := b.NewPage()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestCursor(t *testing.T) {
	ctx := context.Background()
	p := newWindowPage(t, Options{})
	err := p.SetContent(ctx, `<!DOCTYPE html><style>body { margin: 0; font: 20px/20px sans-serif } div { height: 20px } input { position: absolute; top: 100px; left: 0; width: 100px; height: 20px }</style>
<div>XXXXXXXX</div><div><a href="x">XXXXXXXX</a></div><div style="cursor: wait"></div><div style="cursor: move">XXXXXXXX</div><div></div><input>`, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		x, y float32
		want string
	}{{20, 10, "text"}, {20, 30, "pointer"}, {20, 50, "wait"}, {20, 70, "move"}, {20, 90, "default"}, {350, 10, "default"}, {50, 110, "text"}, {20, 290, "default"}} {
		if err := p.MouseMove(ctx, c.x, c.y, 0); err != nil {
			t.Fatal(err)
		}
		if got, err := p.Cursor(ctx); err != nil || got != c.want {
			t.Errorf("at %v, %v: %s (%v), want %s", c.x, c.y, got, err, c.want)
		}
	}
}

func TestSelectedText(t *testing.T) {
	ctx := context.Background()
	p := newWindowPage(t, Options{})
	if err := p.SetContent(ctx, `<!DOCTYPE html><input id=a value="one two"><input id=b type=password value=secret>`, ""); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ script, want string }{
		{`a.focus(); a.setSelectionRange(4, 7)`, "two"}, {`a.setSelectionRange(2, 2)`, ""}, {`b.focus(); b.select()`, ""},
	} {
		if _, err := p.Eval(ctx, c.script); err != nil {
			t.Fatal(err)
		}
		if got, err := p.SelectedText(ctx); err != nil || got != c.want {
			t.Errorf("%s: %q (%v), want %q", c.script, got, err, c.want)
		}
	}
}

func TestLoadFailed(t *testing.T) {
	ctx := context.Background()
	failed := make(chan string, 8)
	p := newWindowPage(t, Options{LoadFailed: func(_ *Page, url string, err error) { failed <- url + ": " + err.Error() }})
	for _, url := range []string{"http://nowhere.example/", "data:application/octet-stream,x"} {
		if err := p.Navigate(ctx, url); err == nil {
			t.Errorf("%s: no error", url)
		}
		select {
		case s := <-failed:
			if !strings.HasPrefix(s, url+": ") {
				t.Errorf("%s: told of %s", url, s)
			}
		default:
			t.Errorf("%s: nothing was told", url)
		}
	}
}

// TestPresent: a picture that is brought up in parts is what a picture painted whole is.
func TestPresent(t *testing.T) {
	ctx := context.Background()
	p := newWindowPage(t, Options{})
	if err := p.SetContent(ctx, `<!DOCTYPE html><style>body { margin: 0 } div { width: 50px; height: 50px; background: green }</style><div id=a></div><div id=b></div><p id=c style="height: 900px">text`, ""); err != nil {
		t.Fatal(err)
	}
	if err := p.WaitIdle(ctx, 0); err != nil {
		t.Fatal(err)
	}
	present := func() (dirty []stdimage.Rectangle, pix []byte) {
		t.Helper()
		if err := p.Present(ctx, func(pr Presented) {
			dirty, pix = append(dirty, pr.Dirty...), bytes.Clone(pr.Image.Pix)
		}); err != nil {
			t.Fatal(err)
		}
		return dirty, pix
	}
	if dirty, _ := present(); len(dirty) != 1 || dirty[0] != stdimage.Rect(0, 0, 400, 300) {
		t.Errorf("the first picture: %v", dirty)
	}
	if dirty, _ := present(); dirty != nil {
		t.Errorf("nothing changed, and %v is dirty", dirty)
	}
	for _, script := range []string{
		`a.style.background = 'red'`, `b.style.width = '70px'`, `a.remove()`, `c.textContent = 'another text'`, `scrollTo(0, 20)`, `c.style.opacity = '.5'`,
	} {
		if _, err := p.Eval(ctx, script); err != nil {
			t.Fatal(err)
		}
		if err := p.MouseMove(ctx, 10, 10, 0); err != nil { // brings the display list up without a picture
			t.Fatal(err)
		}
		dirty, pix := present()
		whole, err := p.Picture(ctx, ScreenshotOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if dirty == nil || !bytes.Equal(pix, whole.Pix) {
			t.Errorf("%s: the picture brought up in %v is not that painted whole", script, dirty)
		}
		if script == `a.style.background = 'red'` {
			for _, d := range dirty {
				if !d.In(stdimage.Rect(-1, -1, 52, 52)) {
					t.Errorf("%s: dirty is %v", script, d)
				}
			}
		}
	}
}
