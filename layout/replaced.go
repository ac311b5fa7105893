package layout

import (
	"strconv"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/geom"
)

// Replaced elements. https://www.w3.org/TR/CSS22/visudet.html#inline-replaced-width

// isReplaced reports whether an element's content is replaced.
func (t *Tree) isReplaced(n dom.NodeID) bool {
	if n == 0 {
		return false
	}
	nm := t.doc.ElementName(n)
	switch nm.NS {
	case dom.SVG:
		return nm.Local == atomSVG
	case dom.HTML:
	default:
		return false
	}
	switch nm.Local {
	case atomCanvas, atomVideo, atomIframe, atomFrame, atomEmbed:
		return true
	case atomAudio:
		return true
	case atomImg:
		if t.opt.Host != nil {
			if _, ok := t.opt.Host.Replaced(n); ok {
				return true
			}
		}
		// Without an address and a text there is nothing that could be missing.
		alt, _ := t.alternative(n)
		return alt == "" && t.doc.Attr(n, atomSrc) == ""
	case atomInput:
		return t.isImageButton(n) && t.hasImage(n)
	case atomObject:
		if t.opt.Host != nil {
			if _, ok := t.opt.Host.Replaced(n); ok {
				return true
			}
		}
		return t.doc.Attr(n, atomData) == "" && !t.objectContent(n)
	}
	return false
}

// objectContent reports whether an object element has something to show when its data cannot be.
func (t *Tree) objectContent(n dom.NodeID) bool {
	d := t.doc
	for c := d.FirstChild(n); c != 0; c = d.Next(c) {
		switch d.Kind(c) {
		case dom.KindElement:
			if !d.IsHTMLElement(c, atomParam) {
				return true
			}
		case dom.KindText:
			if !isSpaces(d.Data(c)) {
				return true
			}
		}
	}
	return false
}

// natural is the natural size of the content of a replaced box.
func (t *Tree) natural(b BoxID) (r Replaced) {
	l := &t.links[b]
	if l.extra != 0 {
		if t.extras[l.extra].broken {
			return Replaced{W: brokenIcon.Px(), H: brokenIcon.Px(), HasW: true, HasH: true}
		}
		if u := t.extras[l.extra].url; u != "" {
			if t.opt.Host != nil {
				if w, h, ok := t.opt.Host.ImageSize(u); ok {
					return Replaced{W: w, H: h, HasW: true, HasH: true, RatioW: w, RatioH: h}
				}
			}
			return Replaced{HasW: true, HasH: true}
		}
	}
	if t.opt.Host != nil {
		if r, ok := t.opt.Host.Replaced(l.node); ok {
			return r
		}
	}
	d := t.doc
	attr := func(a atom.Atom) (float32, bool) {
		s := strings.TrimSpace(d.Attr(l.node, a))
		s = strings.TrimSuffix(s, "px")
		v, err := strconv.ParseFloat(s, 32)
		return float32(v), err == nil && v >= 0
	}
	nm := d.ElementName(l.node)
	switch nm.Local {
	case atomSVG:
		r.W, r.HasW = attr(atomWidth)
		r.H, r.HasH = attr(atomHeight)
		if r.HasW && r.HasH {
			r.RatioW, r.RatioH = r.W, r.H
		}
		if f := strings.FieldsFunc(d.Attr(l.node, atomViewBox), func(c rune) bool { return c == ' ' || c == ',' || c == '\n' || c == '\t' }); len(f) == 4 {
			w, e1 := strconv.ParseFloat(f[2], 32)
			h, e2 := strconv.ParseFloat(f[3], 32)
			if e1 == nil && e2 == nil && w > 0 && h > 0 {
				r.RatioW, r.RatioH = float32(w), float32(h)
			}
		}
	case atomCanvas:
		r = Replaced{W: 300, H: 150, HasW: true, HasH: true}
		if v, ok := attr(atomWidth); ok {
			r.W = v
		}
		if v, ok := attr(atomHeight); ok {
			r.H = v
		}
		r.RatioW, r.RatioH = r.W, r.H
	case atomVideo:
		r = Replaced{W: 300, H: 150, HasW: true, HasH: true}
	case atomAudio:
		if d.HasAttr(l.node, atomControls) {
			r = Replaced{W: 300, H: 54, HasW: true, HasH: true}
		} else {
			r = Replaced{HasW: true, HasH: true}
		}
	case atomIframe, atomEmbed, atomObject:
		r = Replaced{W: 300, H: 150, HasW: true, HasH: true}
	default:
		r = Replaced{HasW: true, HasH: true}
	}
	return r
}

// replacedRatio is the preferred aspect ratio of a replaced box.
func (p *pass) replacedRatio(b BoxID, n *Replaced, z *sizes) ratio {
	a := p.style(b).Box.AspectRatio
	if n.RatioW > 0 && n.RatioH > 0 && (a.W <= 0 || a.Auto) {
		return ratio{w: n.RatioW, h: n.RatioH, frame: p.frame(b)}
	}
	if a.W > 0 && a.H > 0 {
		return z.Ratio
	}
	return ratio{}
}

func layoutReplaced(p *pass, b BoxID, c *Constraints) {
	if p.t.doc.IsHTMLElement(p.t.links[b].node, atomFrame) {
		layoutFrame(p, b, c)
		return
	}
	w, h := p.replacedSize(b, c)
	g := &p.t.geo[b]
	g.size = geom.Size{W: w, H: h}
	g.first, g.last = Indefinite, Indefinite
}

// replacedSize is the used border-box size of a replaced box.
func (p *pass) replacedSize(b BoxID, c *Constraints) (w, h geom.Unit) {
	t := p.t
	f := p.frame(b)
	z := p.sizes(b, c)
	n := t.natural(b)
	rt := p.replacedRatio(b, &n, &z)
	if c.FixedW != Indefinite {
		z.W = c.FixedW
		z.MinW, z.MaxW = 0, geom.Max
	}
	if c.FixedH != Indefinite {
		z.H = c.FixedH
		z.MinH, z.MaxH = 0, geom.Max
	}
	autoW, autoH := z.W == Indefinite, z.H == Indefinite
	switch {
	case !autoW && !autoH:
		return z.clampW(z.W), z.clampH(z.H)
	case !autoW:
		w = z.clampW(z.W)
		switch {
		case rt.ok():
			h = rt.height(w)
		case n.HasH:
			h = geom.FromPx(n.H) + f.H
		default:
			h = 150*geom.One + f.H
		}
		return w, z.clampH(h)
	case !autoH:
		h = z.clampH(z.H)
		switch {
		case rt.ok():
			w = rt.width(h)
		case n.HasW:
			w = geom.FromPx(n.W) + f.W
		default:
			w = 300*geom.One + f.W
		}
		return z.clampW(w), h
	}
	switch {
	case n.HasW:
		w = geom.FromPx(n.W) + f.W
	case n.HasH && rt.ok():
		w = rt.width(geom.FromPx(n.H) + f.H)
	case rt.ok() && c.AvailW != Indefinite && c.Flags&(MinContent|MaxContent) == 0:
		m := &t.geo[b].margin
		w = max(f.W, c.AvailW-m.Left-m.Right)
	default:
		w = 300*geom.One + f.W
	}
	switch {
	case n.HasH && n.HasW:
		h = geom.FromPx(n.H) + f.H
		if rt.ok() && n.RatioW <= 0 {
			h = rt.height(w)
		}
	case rt.ok():
		h = rt.height(w)
	case n.HasH:
		h = geom.FromPx(n.H) + f.H
	default:
		h = 150*geom.One + f.H
	}
	if !rt.ok() {
		return z.clampW(w), z.clampH(h)
	}
	return z.constrain(w, h, rt)
}

// constrain fits a size with a ratio into minima and maxima. https://www.w3.org/TR/CSS22/visudet.html#min-max-widths
func (z *sizes) constrain(w, h geom.Unit, rt ratio) (geom.Unit, geom.Unit) {
	maxW, maxH := max(z.MaxW, z.MinW), max(z.MaxH, z.MinH)
	minW, minH := z.MinW, z.MinH
	overW, overH, underW, underH := w > maxW, h > maxH, w < minW, h < minH
	switch {
	case overW && overH:
		// the stricter of the two
		if int64(maxW)*int64(h) <= int64(maxH)*int64(w) {
			return maxW, max(minH, rt.height(maxW))
		}
		return max(minW, rt.width(maxH)), maxH
	case underW && underH:
		if int64(minW)*int64(h) <= int64(minH)*int64(w) {
			return min(maxW, rt.width(minH)), minH
		}
		return minW, min(maxH, rt.height(minW))
	case underW && overH:
		return minW, maxH
	case overW && underH:
		return maxW, minH
	case overW:
		return maxW, max(minH, rt.height(maxW))
	case underW:
		return minW, min(maxH, rt.height(minW))
	case overH:
		return max(minW, rt.width(maxH)), maxH
	case underH:
		return min(maxW, rt.width(minH)), minH
	}
	return w, h
}

// replacedMinMax is the content width of a replaced box whose width is automatic.
func replacedMinMax(p *pass, b BoxID) (mn, mx geom.Unit) {
	c := Free()
	c.Flags = MaxContent
	f := p.frame(b)
	z := p.sizesNoWidth(b, &c)
	n := p.t.natural(b)
	rt := p.replacedRatio(b, &n, &z)
	var w geom.Unit
	switch {
	case z.H != Indefinite && rt.ok():
		w = rt.width(z.clampH(z.H))
	case n.HasW:
		w = geom.FromPx(n.W) + f.W
		if rt.ok() {
			w, _ = z.constrain(w, rt.height(w), rt)
		}
	case n.HasH && rt.ok():
		w = rt.width(geom.FromPx(n.H) + f.H)
	default:
		w = 300*geom.One + f.W
		if rt.ok() && !n.HasH && !p.style(b).Box.Width.HasPercent() { // takes the width that there is, and asks for none
			w = f.W
		}
	}
	w = max(0, w-f.W)
	return w, w
}

// sizesNoWidth is sizes with an automatic width, so that intrinsic widths do not ask for themselves.
func (p *pass) sizesNoWidth(b BoxID, c *Constraints) sizes {
	bx := p.style(b).Box
	f := p.frame(b)
	z := sizes{W: Indefinite, H: p.sizeH(b, bx.Height, c, f), MinW: 0, MaxW: geom.Max, MinH: f.H, MaxH: geom.Max}
	if v := p.sizeH(b, bx.MinHeight, c, f); v != Indefinite {
		z.MinH = v
	}
	if v := p.sizeH(b, bx.MaxHeight, c, f); v != Indefinite {
		z.MaxH = v
	}
	if a := bx.AspectRatio; a.W > 0 && a.H > 0 {
		z.Ratio = ratio{w: a.W, h: a.H, frame: f}
	}
	return z
}
