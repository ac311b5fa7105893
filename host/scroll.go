package host

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/layout"
)

// scroller is what the user scrolls: a scroll container, or the viewport of a frame.
type scroller struct {
	f  *frame
	el dom.Handle // of a container; none: the viewport
}

// box is the box that scrolls, 0 where it is no more.
func (s *scroller) box() layout.BoxID {
	if s.f.doc == nil || s.f.window == nil {
		return 0
	}
	s.f.update(true)
	if s.el == (dom.Handle{}) {
		return s.f.layout.Root()
	}
	n := s.f.doc.Resolve(s.el)
	if n == 0 || !s.f.doc.IsConnected(n) {
		return 0
	}
	if b := s.f.layout.ScrollBox(n); b != s.f.layout.Root() {
		return b
	}
	return 0
}

// by scrolls, and reports whether anything moved.
func (s *scroller) by(dx, dy geom.Unit) bool {
	b := s.box()
	if b == 0 {
		return false
	}
	if !s.f.layout.SetScroll(b, s.f.layout.Scroll(b).Add(geom.Point{X: dx, Y: dy})) {
		return false
	}
	el := s.f.doc.DocumentElement()
	if s.el != (dom.Handle{}) {
		el = s.f.doc.Resolve(s.el)
	}
	s.f.window.ScrolledElement(el)
	s.f.scrolled()
	return true
}

// canMove reports whether a box has room in a direction.
func (f *frame) canMove(b layout.BoxID, dx, dy float32) bool {
	at := f.layout.Scroll(b)
	lo, hi := f.layout.ScrollRange(b)
	return dx < 0 && at.X > lo.X || dx > 0 && at.X < hi.X || dy < 0 && at.Y > lo.Y || dy > 0 && at.Y < hi.Y
}

// scrollerFor is what scrolling at an element by dx and dy moves: the nearest container on the way up, through frames, that has room in that direction. A
// container with overscroll-behavior ends the way. touch: one that could ever move is taken where none has room.
// https://drafts.csswg.org/css-overscroll/#overscroll-behavior-properties
func (f *frame) scrollerFor(el dom.NodeID, dx, dy float32, touch bool) *scroller {
	for f != nil && f.doc != nil && f.window != nil {
		f.update(true)
		root := f.doc.DocumentElement()
		for n := el; n != 0; n = f.doc.FlatParent(n) {
			if f.doc.Kind(n) != dom.KindElement || n == root {
				continue
			}
			b := f.layout.ScrollBox(n)
			if b == 0 || b == f.layout.Root() {
				continue
			}
			x, y := f.window.UserScrolls(n)
			mx, my := dx, dy
			if !x {
				mx = 0
			}
			if !y {
				my = 0
			}
			if (mx != 0 || my != 0) && f.canMove(b, mx, my) {
				return &scroller{f: f, el: f.doc.Handle(n)}
			}
			if bx, by := f.window.KeepsOverscroll(n); bx && dx != 0 || by && dy != 0 {
				return nil
			}
		}
		mx, my := dx, dy
		if root != 0 {
			x, y := f.window.UserScrolls(root)
			if !x {
				mx = 0
			}
			if !y {
				my = 0
			}
		}
		if (mx != 0 || my != 0) && f.canMove(f.layout.Root(), mx, my) {
			return &scroller{f: f}
		}
		if root != 0 {
			if bx, by := f.window.KeepsOverscroll(root); bx && dx != 0 || by && dy != 0 {
				return nil
			}
		}
		el, f = f.element, f.parent
	}
	return nil
}

// scrollBy scrolls what can move in that direction, by px, and reports whether anything did.
func (f *frame) scrollBy(el dom.NodeID, dx, dy float32) bool {
	s := f.scrollerFor(el, dx, dy, false)
	if s == nil {
		return false
	}
	x, y := true, true
	if n := s.f.doc.Resolve(s.el); s.el != (dom.Handle{}) && n != 0 {
		x, y = s.f.window.UserScrolls(n)
	} else if root := s.f.doc.DocumentElement(); root != 0 {
		x, y = s.f.window.UserScrolls(root)
	}
	if !x {
		dx = 0
	}
	if !y {
		dy = 0
	}
	return s.by(geom.FromPx(dx), geom.FromPx(dy))
}

// scrolled follows a change of a scroll offset: the picture moves.
func (f *frame) scrolled() {
	f.view.stale = true
	f.page.loop.needFrame()
}

// wheel turns the wheel over a place of the page.
func (p *Page) wheel(x, y, dx, dy float32, mods Modifiers) {
	d, err := p.device(p.mouseAt(x, y, 0, mods))
	if err != nil {
		return
	}
	if !d.placed || d.at.X != x || d.at.Y != y { // it is where the wheel turns
		p.move(d, p.mouseAt(x, y, 0, mods))
	}
	d.at.Modifiers = mods
	route := p.route(d)
	if len(route) == 0 {
		return
	}
	h := route[len(route)-1]
	doc := h.f.doc
	i := d.init(h)
	i.Button, i.DeltaX, i.DeltaY = 0, dx, dy
	if !h.f.window.DispatchWheel(h.el, i) || h.f.doc != doc || h.f.window == nil || mods&ModControl != 0 { // with Control it zooms
		return
	}
	if doc.Alive(h.el) {
		h.f.scrollBy(h.el, dx, dy)
	}
}
