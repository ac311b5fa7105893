package host

import (
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/js/bind"
	"github.com/niso-engine/niso/paint/svg"
	"github.com/niso-engine/niso/style"
)

// What script asks of SVG: bind.SVGHost. Layout is up to date whenever it asks.

var _ bind.SVGHost = windowHost{}

var (
	atomSVGPath = atom.Static("path")
	atomD       = atom.Static("d")
)

// outermostSVG is the svg element around el, or el itself, that has a box of its own, with the size of its content box in px.
func (f *frame) outermostSVG(el dom.NodeID) (root dom.NodeID, w, h float32, ok bool) {
	if f == nil || f.doc == nil || f.layout == nil || f.doc.Kind(el) != dom.KindElement {
		return 0, 0, 0, false
	}
	for n := el; n != 0 && f.doc.Kind(n) == dom.KindElement && f.doc.ElementName(n).NS == dom.SVG; n = f.doc.Parent(n) {
		root = n
	}
	if root == 0 || f.doc.LocalName(root) != atomSVG || !f.doc.IsConnected(root) {
		return 0, 0, 0, false
	}
	w, h, _ = f.layout.ContentSize(root)
	return root, w, h, true
}

// SVGBox is bind.SVGHost.
func (p windowHost) SVGBox(w *bind.Window, el dom.NodeID) (geom.RectF, bool) {
	f := p.frameOf(el)
	root, cw, ch, ok := f.outermostSVG(el)
	if !ok || f.layout.Of(root) == 0 {
		return geom.RectF{}, false
	}
	return f.drawings.begin(f).Box(root, el, cw, ch)
}

// SVGMatrix is bind.SVGHost.
func (p windowHost) SVGMatrix(w *bind.Window, el dom.NodeID, screen bool) (geom.Matrix, bool) {
	f := p.frameOf(el)
	root, cw, ch, ok := f.outermostSVG(el)
	if !ok {
		return geom.Identity, false
	}
	l, ok := f.drawings.begin(f).Locate(root, el, cw, ch)
	if !ok {
		return geom.Identity, false
	}
	if !screen {
		return l.Near, true
	}
	m, ok := f.layout.ContentToViewport(root)
	return m.Mul(l.Full), ok
}

// SVGViewport is bind.SVGHost.
func (p windowHost) SVGViewport(w *bind.Window, el dom.NodeID) (vw, vh float32, ok bool) {
	f := p.frameOf(el)
	root, cw, ch, ok := f.outermostSVG(el)
	if !ok {
		return 0, 0, false
	}
	l, ok := f.drawings.begin(f).Locate(root, el, cw, ch)
	return l.W, l.H, ok
}

// SVGOutline is bind.SVGHost. The outline of the last path is kept, for who walks along it.
func (p windowHost) SVGOutline(w *bind.Window, el dom.NodeID) (bind.SVGOutline, bool) {
	f := p.frameOf(el)
	if f == nil {
		return nil, false
	}
	if f.doc.LocalName(el) == atomSVGPath {
		d := f.doc.Attr(el, atomD)
		if c := &f.drawings.path; c.outline == nil || c.d != d {
			c.d, c.outline = strings.Clone(d), svg.OutlineOfPath(d)
		}
		return f.drawings.path.outline, true
	}
	root, cw, ch, ok := f.outermostSVG(el)
	if !ok {
		return nil, false
	}
	o, ok := f.drawings.begin(f).Outline(root, el, cw, ch)
	if !ok {
		return nil, false
	}
	return o, true
}

// SVGEvenOdd is bind.SVGHost.
func (p windowHost) SVGEvenOdd(w *bind.Window, el dom.NodeID) bool {
	f := p.frameOf(el)
	if f == nil {
		return false
	}
	st := f.styler.Ensure(el, style.PseudoNone)
	return st != nil && st.SVG.FillRule == style.FillRuleEvenodd
}

// SVGAdvances is bind.SVGHost.
func (p windowHost) SVGAdvances(w *bind.Window, el dom.NodeID) []float32 {
	f := p.frameOf(el)
	root, cw, ch, ok := f.outermostSVG(el)
	if !ok || f.layout.Of(root) == 0 {
		return nil
	}
	return f.drawings.begin(f).Advances(root, el, cw, ch)
}
