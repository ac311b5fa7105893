package bind

import (
	"fmt"
	"math"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/style"
	"github.com/niso-engine/niso/style/css"
)

// What the model of form controls asks of the page.

// patterns are the compiled pattern attributes of a page: as many as it uses at once.
type patterns struct{ compiled map[string]*js.Pattern } // nil for one that is no regular expression

const maxPatterns = 64

// match tests a pattern attribute; what is no regular expression by itself fits everything.
// https://html.spec.whatwg.org/multipage/input.html#compiled-pattern-regular-expression
func (p *patterns) match(pattern, value string) bool {
	c, ok := p.compiled[pattern]
	if !ok {
		if len(p.compiled) >= maxPatterns {
			clear(p.compiled)
		}
		if p.compiled == nil {
			p.compiled = make(map[string]*js.Pattern)
		}
		pattern = strings.Clone(pattern)
		if _, err := js.CompilePattern(pattern, "v"); err == nil { // else it might close the group and open another
			c, _ = js.CompilePattern("^(?:"+pattern+")$", "v")
		}
		p.compiled[pattern] = c
	}
	return c == nil || c.Match(value)
}

// bytes is what the patterns hold.
func (p *patterns) bytes() (n int64) {
	for k, c := range p.compiled {
		n += int64(len(k)) + 64
		if c != nil {
			n += int64(c.Bytes())
		}
	}
	return n
}

// controlColor is a CSS color as an input of type color has it, without its alpha. Colors that depend on an element are none, but for
// currentcolor, which is black.
func controlColor(v string) (string, bool) {
	c, ok := css.ParseColor(v)
	if !ok {
		return "", false
	}
	switch c.Kind {
	case css.ColorCurrent:
		return "#000000", true
	case css.ColorSystem:
		c = css.SystemColorValue(c.System, false)
	case css.ColorExpr:
		return "", false
	}
	c = c.To(css.SpaceSRGB)
	b := func(i int) int { return int(math.Round(float64(max(0, min(c.C[i], 1))) * 255)) }
	return fmt.Sprintf("#%02x%02x%02x", b(0), b(1), b(2)), true
}

// directionality is that of an element, ltr or rtl. https://html.spec.whatwg.org/multipage/dom.html#the-directionality
func (w *World) directionality(id dom.NodeID) string {
	if style.Directionality(w.Store, id) == style.DirectionRtl {
		return "rtl"
	}
	return "ltr"
}

// hardWrapped is the value of a textarea with a line feed wherever a line that it shows ends.
// https://html.spec.whatwg.org/multipage/form-elements.html#textarea-wrapping-transformation
func (w *World) hardWrapped(id dom.NodeID, v string) string {
	win := w.WindowOf(id)
	if win == nil || win.closed || win.layout == nil || !w.Store.IsConnected(id) {
		return v
	}
	win.Host.UpdateLayout(win)
	b := win.layout.Of(id)
	if b == 0 {
		return v
	}
	var ctx layout.BoxID
	for c := win.layout.First(b); c != 0; c = win.layout.Next(c) {
		if len(win.layout.Lines(c)) > 0 {
			ctx = c
		}
	}
	if ctx == 0 || string(win.layout.ContextText(ctx)) != v {
		return v
	}
	var out strings.Builder
	for _, l := range win.layout.Lines(ctx) {
		line := v[min(int(l.Start), len(v)):min(int(l.Stop), len(v))]
		out.WriteString(line)
		if !l.Hard && !strings.HasSuffix(line, "\n") {
			out.WriteByte('\n')
		}
	}
	return out.String()
}

// submitBy submits a form by the button that an event activates.
func (w *Window) submitBy(f, button dom.NodeID, ev eventState) {
	w.forms.x, w.forms.y = 0, 0
	if m, ok := ev.(interface{ asMouseEvent() *MouseEvent }); ok && ev.asEvent().trusted {
		w.Host.UpdateLayout(w)
		if r, ok := w.layout.BoundingClientRect(button); ok {
			e := m.asMouseEvent()
			w.forms.x, w.forms.y = int(e.clientX-float64(r.X)), int(e.clientY-float64(r.Y))
		}
	}
	w.submit(f, button, false)
}
