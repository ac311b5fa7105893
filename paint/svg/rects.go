package svg

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/paint/list"
	"github.com/niso-engine/niso/style"
)

// ClientRect is the bounding box of an element within svg, an svg element that is shown in a viewport of w × h px, in px from that
// viewport's corner: the geometry without its stroke, turned and scaled. ok is false for what is not rendered.
// https://www.w3.org/TR/SVG2/coords.html#TermObjectBoundingBox
func (p *Painter) ClientRect(svg, el dom.NodeID, w, h float32) (r geom.RectF, ok bool) {
	d := p.opt.Doc
	st := p.opt.Styler.Ensure(svg, style.PseudoNone)
	if st == nil || el == svg {
		return r, false
	}
	p.left, p.active, p.root = maxElements, p.active[:0], d.Root(svg)
	var chain []dom.NodeID // from el up
	for n := el; n != svg; n = d.Parent(n) {
		if n == 0 || len(chain) == maxDepth || d.ElementName(n).NS != dom.SVG {
			return r, false
		}
		switch l := d.LocalName(n); l {
		case atomG, atomA, atomSVG, atomSwitch:
		case atomText, atomTspan:
		default:
			if n != el || !isShape(l) && l != atomUse && l != atomImage && l != atomForeignObject {
				return r, false
			}
		}
		chain = append(chain, n)
	}
	c := scope{st: st, scale: 1}
	m, ok := p.enterViewport(svg, &c, w, h)
	if !ok {
		m = geom.Identity
	}
	for i := len(chain) - 1; i >= 0; i-- {
		n := chain[i]
		if c.st = p.style(n, &c); c.st == nil || c.st.Box.Display == style.DisplayNone {
			return r, false
		}
		if c.st.Flags&style.FlagHasTransform != 0 {
			m = m.Mul(p.transform(n, &c))
		}
		switch d.LocalName(n) {
		case atomText:
			for _, q := range p.textPieces(n, c) {
				if within(d, q.el, el) {
					r, ok = union(r, p.pieceBox(&q), ok && r != geom.RectF{}), true
				}
			}
			return m.MapRect(r), true
		case atomSVG:
			if n == el {
				break
			}
			x, y := c.st.Content.X.ResolvePx(c.vw), c.st.Content.Y.ResolvePx(c.vh)
			v, _ := p.enterViewport(n, &c, sizeOf(&c.st.Box.Width, c.vw, c.vw), sizeOf(&c.st.Box.Height, c.vh, c.vh))
			m = m.Mul(geom.Translate(float64(x), float64(y))).Mul(v)
		}
	}
	r, _ = p.bounds(el, c, false)
	return m.MapRect(r), true
}

// within reports whether n is el or lies in it.
func within(d *dom.Document, n, el dom.NodeID) bool {
	for ; n != 0; n = d.Parent(n) {
		if n == el {
			return true
		}
	}
	return false
}

// enterViewport makes c the scope of the children of an svg or symbol element whose viewport is w × h, and returns the map of their user
// space to the viewport; false where the view box is empty.
func (p *Painter) enterViewport(el dom.NodeID, c *scope, w, h float32) (geom.Matrix, bool) {
	c.vw, c.vh = w, h
	b, ok := viewBox(p.attr(el, atomViewBox))
	if !ok {
		return geom.Identity, true
	}
	if b.W == 0 || b.H == 0 {
		return geom.Identity, false
	}
	c.vw, c.vh = b.W, b.H
	return fit(b, float64(w), float64(h), p.attr(el, atomPreserveAspectRatio)), true
}

// viewportBounds is the box of the content of an svg or symbol element that is shown in a viewport at x, y.
func (p *Painter) viewportBounds(el dom.NodeID, c scope, x, y, w, h float32) (b geom.RectF, ok bool) {
	m, ok := p.enterViewport(el, &c, w, h)
	if !ok {
		return b, false
	}
	ok = false
	d := p.opt.Doc
	for k := d.FirstChild(el); k != 0; k = d.Next(k) {
		if r, has := p.childBounds(k, c); has {
			b, ok = union(b, r, ok), true
		}
	}
	if ok {
		b = geom.Translate(float64(x), float64(y)).Mul(m).MapRect(b)
	}
	return b, ok
}

// shapeBounds is the box of a shape; a rect that draws nothing has one without area.
func (p *Painter) shapeBounds(el dom.NodeID, c *scope) (b geom.RectF, ok bool) {
	local := p.opt.Doc.LocalName(el)
	if local == atomRect {
		r := p.imageRect(c).Rect
		r.W, r.H = max(0, r.W), max(0, r.H)
		return r, true
	}
	var path list.Path
	if p.outline(&path, el, local, c) {
		return pathBounds(&path)
	}
	return b, false
}
