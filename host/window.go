package host

import (
	"context"
	"encoding/json"
	"math"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/style"
)

// What a window asks beside the picture.

// loadFailed tells the embedder that a document of the page's own could not be loaded.
func (f *frame) loadFailed(url string, err error) {
	if h := f.page.browser.opt.LoadFailed; h != nil && f.parent == nil {
		f.page.callback(func() { h(f.page, url, err) })
	}
}

// Cursor is the shape of the pointer where it last was, as a keyword of CSS: what auto means is decided.
// https://drafts.csswg.org/css-ui/#cursor
func (p *Page) Cursor(ctx context.Context) (name string, err error) {
	err = p.Do(ctx, func() error { name = p.cursor(); return nil })
	return name, err
}

func (p *Page) cursor() string {
	d, err := p.device(Pointer{})
	if err != nil {
		return "default"
	}
	route := p.route(d)
	if len(route) == 0 {
		return "default"
	}
	h := route[len(route)-1]
	f, el, x, y := h.f, h.el, h.x, h.y
	name := f.styler.ComputedText(el, style.PseudoNone, "cursor", nil)
	if name != "auto" {
		return name
	}
	for n := f.doc.FirstChild(el); n != 0; n = f.doc.Next(n) {
		if f.doc.Kind(n) != dom.KindText {
			continue
		}
		for _, r := range f.layout.TextRects(nil, n, 0, math.MaxInt32) {
			if x >= r.X && x < r.Right() && y >= r.Y && y < r.Bottom() { // selecting it is what a press would begin
				return "text"
			}
		}
	}
	return "default"
}

// SelectedText is what a copy of the page would take: of the field that has the focus, or of the document.
func (p *Page) SelectedText(ctx context.Context) (text string, err error) {
	s, err := p.Eval(ctx, selectedText)
	if err != nil || s == "" {
		return "", err
	}
	return text, json.Unmarshal([]byte(s), &text)
}

const selectedText = `(() => { const e = document.activeElement;
 if (e && typeof e.selectionStart === 'number') return e.type === 'password' ? '' : e.value.slice(e.selectionStart, e.selectionEnd);
 return typeof getSelection === 'function' ? String(getSelection()) : '' })()`
