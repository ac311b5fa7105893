package paint

import (
	"strconv"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/paint/list"
	"github.com/niso-engine/niso/style"
	"github.com/niso-engine/niso/style/css"
)

// look is the native appearance that a form control has, as Chromium draws it on a platform without a theme.
// https://drafts.csswg.org/css-ui/#appearance-switching
type look uint8

const (
	lookNone look = iota
	lookField
	lookArea
	lookColor
	lookButton
	lookCheckbox
	lookRadio
	lookMenu
	lookRange
	lookProgress
	lookMeter
)

var (
	atomInput, atomButton, atomSelect, atomTextarea = atom.Static("input"), atom.Static("button"), atom.Static("select"), atom.Static("textarea")
	atomProgress, atomMeter, atomType, atomValue    = atom.Static("progress"), atom.Static("meter"), atom.Static("type"), atom.Static("value")
	atomMax, atomMin, atomMultiple, atomSize        = atom.Static("max"), atom.Static("min"), atom.Static("multiple"), atom.Static("size")
	atomLow, atomHigh, atomOptimum, atomLegend      = atom.Static("low"), atom.Static("high"), atom.Static("optimum"), atom.Static("legend")
)

// controlLook is the native look of b's element, lookNone of most.
func (p *Painter) controlLook(b layout.BoxID, st *style.Computed) look {
	if st.Content.Appearance == style.AppearanceNone && p.tree.Pseudo(b) != style.PseudoFileSelectorButton {
		return lookNone
	}
	switch p.tree.Pseudo(b) {
	case style.PseudoNone:
	case style.PseudoFileSelectorButton:
		return lookButton
	default:
		return lookNone
	}
	n := p.tree.Node(b)
	d := p.tree.Doc()
	if n == 0 || d.Kind(n) != dom.KindElement {
		return lookNone
	}
	nm := d.ElementName(n)
	if nm.NS != dom.HTML {
		return lookNone
	}
	switch nm.Local {
	case atomButton:
		return lookButton
	case atomTextarea:
		return lookArea
	case atomSelect:
		if s, _ := strconv.Atoi(d.Attr(n, atomSize)); d.HasAttr(n, atomMultiple) || s > 1 {
			return lookArea
		}
		return lookMenu
	case atomProgress:
		return lookProgress
	case atomMeter:
		return lookMeter
	case atomInput:
		switch strings.ToLower(d.Attr(n, atomType)) {
		case "checkbox":
			return lookCheckbox
		case "radio":
			return lookRadio
		case "range":
			return lookRange
		case "button", "submit", "reset":
			return lookButton
		case "color":
			return lookColor
		case "hidden", "image", "file":
			return lookNone
		}
		return lookField
	}
	return lookNone
}

// Colours of controls.
const (
	controlEdge     list.Color = 0x767676ff
	controlEdgeDim  list.Color = 0xcdcdcdff
	controlFill     list.Color = 0xffffffff
	controlTrack    list.Color = 0xefefefff
	controlTrackRim list.Color = 0xb2b2b2ff
	controlAccent   list.Color = 0x0075ffff
	resizerColor    list.Color = 0x666666ff
	meterGood       list.Color = 0x107c10ff
	meterFair       list.Color = 0xffb900ff
	meterBad        list.Color = 0xd83b01ff
)

func roundRect(r geom.RectF, radius float32) list.RRect {
	k := list.Radius{X: radius, Y: radius}
	return list.RRect{Rect: r, Radii: [4]list.Radius{k, k, k, k}}.Normalize()
}

// rimmed fills a rounded rectangle with a rim of 1 px.
func (p *Painter) rimmed(r geom.RectF, radius float32, fill, rim list.Color) {
	o := roundRect(r, radius)
	p.list.FillRRect(o, fill)
	p.list.FillDRRect(o, o.Inset(1, 1, 1, 1), rim)
}

// nativeLook paints a control and reports whether it took the place of the box's own background and border.
func (p *Painter) nativeLook(b layout.BoxID, st *style.Computed, k look, d *decoration) bool {
	doc := p.tree.Doc()
	n := p.tree.Node(b)
	state := doc.State(n)
	disabled := state&dom.StateDisabled != 0
	box := d.outer.Rect
	content := d.content()
	in := content.Rect
	edge, accent := controlEdge, controlAccent
	if a := &st.UI.AccentColor; !a.Auto {
		accent = p.color(st, &a.Color)
	}
	if disabled {
		edge, accent = controlEdgeDim, controlEdgeDim
	}
	bd := st.Border
	plain := d.outer.IsRect() && st.Border.ImageSource.Kind == style.ImageNone && !hasImage(st.Background.Image)
	switch k {
	case lookField:
		if !plain || bd.TopStyle != style.BorderStyleInset || d.w != [4]float32{2, 2, 2, 2} || !p.controlBackground(st, k) || !p.controlBorder(st, k) {
			return false
		}
		p.shadows(st, d, false)
		p.rimmed(box, 2, p.color(st, &st.Background.Color), p.color(st, &bd.TopColor))
		p.pickerIcon(doc, n, st, in)
		return true
	case lookButton:
		if !plain || bd.TopStyle != style.BorderStyleOutset || d.w != [4]float32{2, 2, 2, 2} || !p.controlBackground(st, k) || !p.controlBorder(st, k) {
			return false
		}
		rim := p.color(st, &bd.TopColor)
		if rim == 0x000000ff && !disabled { // ButtonBorder
			rim = controlEdge
		}
		p.shadows(st, d, false)
		p.rimmed(box, 3, p.color(st, &st.Background.Color), rim)
		return true
	case lookArea:
		if !p.cutCorners(st, d, plain) {
			return false
		}
		return true
	case lookColor:
		if !p.cutCorners(st, d, plain) {
			p.decorate(st, d)
		}
		c, ok := css.ParseColor(doc.Attr(n, atomValue))
		if !ok {
			c = css.RGBA(0, 0, 0, 1)
		}
		in.X, in.Y, in.W, in.H = in.X+2, in.Y+2, max(0, in.W-4), max(0, in.H-4)
		p.list.FillRect(in, controlEdge)
		r, g, bl, a := c.RGBA8()
		p.list.FillRect(in.Outset(-1), list.RGBA(r, g, bl, a))
		return true
	case lookMenu:
		if !p.cutCorners(st, d, plain) {
			p.decorate(st, d)
		}
		// The arrow: a chevron in the text's colour.
		x, y := box.Right()-9, box.Y+box.H/2
		if st.Text.Direction == style.DirectionRtl {
			x = box.X + 9
		}
		p.path.Reset()
		p.path.MoveTo(x-3.75, y-2.5)
		p.path.LineTo(x, y+1.25)
		p.path.LineTo(x+3.75, y-2.5)
		p.list.StrokePath(p.list.AddPath(&p.path), list.Stroke{Width: 2}, list.Paint{Color: p.color(st, &st.Font.Color)})
		return true
	case lookCheckbox:
		s := min(box.W, box.H)
		r := geom.RectF{X: box.X + floor32((box.W-s)/2), Y: box.Y + floor32((box.H-s)/2), W: s, H: s}
		if state&(dom.StateChecked|dom.StateIndeterminate) == 0 {
			p.rimmed(r, 2, controlFill, edge)
			return true
		}
		p.list.FillRRect(roundRect(r, 2), accent)
		u := s / 13
		if state&dom.StateIndeterminate != 0 {
			p.list.FillRRect(roundRect(geom.RectF{X: r.X + 3*u, Y: r.Y + s/2 - u, W: s - 6*u, H: 2 * u}, u), controlFill)
			return true
		}
		p.path.Reset()
		p.path.MoveTo(r.X+2.6*u, r.Y+6.9*u)
		p.path.LineTo(r.X+5.2*u, r.Y+9.5*u)
		p.path.LineTo(r.X+10.5*u, r.Y+3.9*u)
		p.list.StrokePath(p.list.AddPath(&p.path), list.Stroke{Width: 2 * u, MiterLimit: 10}, list.Paint{Color: controlFill})
		return true
	case lookRadio:
		s := min(box.W, box.H)
		r := geom.RectF{X: box.X + floor32((box.W-s)/2), Y: box.Y + floor32((box.H-s)/2), W: s, H: s}
		if state&dom.StateChecked == 0 {
			p.rimmed(r, s/2, controlFill, edge)
			return true
		}
		p.rimmed(r, s/2, controlFill, accent)
		g := s * 3 / 13
		p.list.FillRRect(roundRect(geom.RectF{X: r.X + g, Y: r.Y + g, W: s - 2*g, H: s - 2*g}, s/2), accent)
		return true
	case lookRange:
		p.decorate(st, d)
		lo, hi := attrNumber(doc, n, atomMin, 0), attrNumber(doc, n, atomMax, 100)
		v := attrNumber(doc, n, atomValue, (lo+hi)/2)
		at := float32(0)
		if hi > lo {
			at = float32((max(lo, min(hi, v)) - lo) / (hi - lo))
		}
		const thumb = 16
		cy := in.Y + in.H/2
		track := geom.RectF{X: in.X, Y: round32(cy - 4), W: in.W, H: 8}
		p.rimmed(track, 4, controlTrack, controlTrackRim)
		x := in.X + (in.W-thumb)*at
		if rtl := st.Text.Direction == style.DirectionRtl; rtl {
			x = in.Right() - thumb - (in.W-thumb)*at
			p.list.FillRRect(roundRect(geom.RectF{X: x + thumb/2, Y: track.Y, W: in.Right() - x - thumb/2, H: 8}, 4), accent)
		} else {
			p.list.FillRRect(roundRect(geom.RectF{X: in.X, Y: track.Y, W: x + thumb/2 - in.X, H: 8}, 4), accent)
		}
		p.list.FillRRect(roundRect(geom.RectF{X: x, Y: round32(cy - thumb/2), W: thumb, H: thumb}, thumb/2), accent)
		return true
	case lookProgress:
		hi := attrNumber(doc, n, atomMax, 1)
		h := min(in.H, 8*st.Font.SizePx/16)
		track := geom.RectF{X: in.X, Y: round32(in.Y + (in.H-h)/2), W: in.W, H: h}
		p.rimmed(track, h/2, controlTrack, controlTrackRim)
		if doc.HasAttr(n, atomValue) && hi > 0 {
			if v := max(0, min(1, attrNumber(doc, n, atomValue, 0)/hi)); v > 0 {
				p.fillBar(track, h/2, float32(v), st, accent)
			}
		} else if !doc.HasAttr(n, atomValue) { // indeterminate: where Chromium's animation begins
			p.list.FillRRect(roundRect(geom.RectF{X: track.X + track.W*0.07, Y: track.Y, W: track.W / 5, H: h}, h/2), accent)
		}
		return true
	case lookMeter:
		lo, hi := attrNumber(doc, n, atomMin, 0), attrNumber(doc, n, atomMax, 1)
		v := max(lo, min(hi, attrNumber(doc, n, atomValue, 0)))
		h := in.H / 2
		track := geom.RectF{X: in.X, Y: round32(in.Y + (in.H-h)/2), W: in.W, H: h}
		p.rimmed(track, h/2, controlTrack, controlTrackRim)
		if hi > lo && v > lo {
			p.fillBar(track, h/2, float32((v-lo)/(hi-lo)), st, meterColor(doc, n, lo, hi, v))
		}
		return true
	}
	return false
}

// pickerIcon paints the calendar or the clock at the end of an input for a date or time.
func (p *Painter) pickerIcon(doc *dom.Document, n dom.NodeID, st *style.Computed, in geom.RectF) {
	clock := false
	switch strings.ToLower(doc.Attr(n, atomType)) {
	case "date", "datetime-local", "month", "week":
	case "time":
		clock = true
	default:
		return
	}
	k := st.Font.SizePx / 13.3333
	x, y := in.Right()-14*k, round32(in.Y+in.H/2-6*k)
	if st.Text.Direction == style.DirectionRtl {
		x = in.X + 3*k
	}
	x = round32(x)
	c := p.color(st, &st.Font.Color)
	rect := func(x0, y0, w, h float32, c list.Color) {
		p.list.FillRect(geom.RectF{X: x + x0*k, Y: y + y0*k, W: w * k, H: h * k}, c)
	}
	if clock {
		o := roundRect(geom.RectF{X: x, Y: y, W: 12 * k, H: 12 * k}, 6*k)
		p.list.FillDRRect(o, o.Inset(1.2*k, 1.2*k, 1.2*k, 1.2*k), c)
		rect(5.4, 3, 1, 3.4, c)
		p.path.Reset()
		p.path.MoveTo(x+5.7*k, y+6.2*k)
		p.path.LineTo(x+8.4*k, y+7.8*k)
		p.list.StrokePath(p.list.AddPath(&p.path), list.Stroke{Width: 0.9 * k}, list.Paint{Color: c})
		return
	}
	o := roundRect(geom.RectF{X: x + 0.5*k, Y: y + 1*k, W: 11 * k, H: 11 * k}, k)
	p.list.FillDRRect(o, o.Inset(3*k, k, k, k), c)
	rect(2.5, 0, 1.5, 2, c)
	rect(8, 0, 1.5, 2, c)
}

// resizer paints the handle in the corner of a box that users can resize: two lines across.
func (p *Painter) resizer(b layout.BoxID) {
	t := p.tree
	in := p.borderBox(b).Inset(t.Border(b)).Snap()
	if in.W < scrollbarWidth || in.H < scrollbarWidth {
		return
	}
	p.list.SetOwner(uint32(b))
	x := in.Right()
	if t.Has(b, layout.FlagRTL) {
		x = in.X
	}
	for _, n := range [2]int{7, 3} {
		for i := range n {
			r := geom.RectF{X: x - 3 - float32(i), Y: in.Bottom() - 3 - float32(n-1-i), W: 1, H: 1}
			if t.Has(b, layout.FlagRTL) {
				r.X = x + 2 + float32(i)
			}
			p.list.FillRect(r, resizerColor)
		}
	}
}

// controlBackground reports whether a field or button has one of the backgrounds that the user agent gives it: with another, it loses its
// native look. https://drafts.csswg.org/css-ui/#appearance-disabling-properties
func (p *Painter) controlBackground(st *style.Computed, k look) bool {
	c := &st.Background.Color
	if c.Kind != css.ColorAbsolute {
		return true // a system colour
	}
	switch p.color(st, c) {
	case 0xffffffff, 0x3b3b3bff:
		return k == lookField
	case 0xefefefff, 0x6b6b6bff:
		return k == lookButton
	case 0xefefef4d, 0x3b3b3b4d, 0x1301014d:
		return true
	}
	return false
}

// controlBorder reports whether a field or button has the border colours that the user agent gives it, as controlBackground does.
func (p *Painter) controlBorder(st *style.Computed, k look) bool {
	bd := st.Border
	for _, c := range []*css.Color{&bd.TopColor, &bd.RightColor, &bd.BottomColor, &bd.LeftColor} {
		if c.Kind == css.ColorCurrent {
			return false
		}
		switch p.color(st, c) {
		case 0x767676ff, 0x858585ff:
			if k != lookField {
				return false
			}
		case 0x000000ff, 0xffffffff: // ButtonBorder
			if k != lookButton {
				return false
			}
		case 0x7676764d, 0xc3c3c34d: // disabled
		default:
			return false
		}
	}
	return true
}

// cutCorners paints a box with the border of 1 px that controls have, its corner pixels left out; false when the page gave it another.
func (p *Painter) cutCorners(st *style.Computed, d *decoration, plain bool) bool {
	bd := st.Border
	c := p.color(st, &bd.TopColor)
	if !plain || bd.TopStyle != style.BorderStyleSolid || d.w != [4]float32{1, 1, 1, 1} || c != controlEdge {
		return false
	}
	p.shadows(st, d, false)
	b := d.outer.Rect
	p.list.FillRect(d.inner.Rect, p.color(st, &st.Background.Color))
	p.list.FillRect(geom.RectF{X: b.X + 1, Y: b.Y, W: b.W - 2, H: 1}, c)
	p.list.FillRect(geom.RectF{X: b.X + 1, Y: b.Bottom() - 1, W: b.W - 2, H: 1}, c)
	p.list.FillRect(geom.RectF{X: b.X, Y: b.Y + 1, W: 1, H: b.H - 2}, c)
	p.list.FillRect(geom.RectF{X: b.Right() - 1, Y: b.Y + 1, W: 1, H: b.H - 2}, c)
	return true
}

// fillBar fills the first part of a track.
func (p *Painter) fillBar(track geom.RectF, radius, part float32, st *style.Computed, c list.Color) {
	r := track
	r.W *= part
	if st.Text.Direction == style.DirectionRtl {
		r.X = track.Right() - r.W
	}
	p.list.PushClipRect(r)
	p.list.FillRRect(roundRect(track, radius), c)
	p.list.Pop()
}

// meterColor tells good from less good. https://html.spec.whatwg.org/multipage/form-elements.html#the-meter-element
func meterColor(doc *dom.Document, n dom.NodeID, lo, hi, v float64) list.Color {
	low := max(lo, min(hi, attrNumber(doc, n, atomLow, lo)))
	high := max(low, min(hi, attrNumber(doc, n, atomHigh, hi)))
	best := max(lo, min(hi, attrNumber(doc, n, atomOptimum, (lo+hi)/2)))
	region := func(x float64) int {
		switch {
		case x < low:
			return 0
		case x > high:
			return 2
		}
		return 1
	}
	d := region(v) - region(best)
	if d < 0 {
		d = -d
	}
	if region(best) == 1 && d > 0 {
		return meterFair
	}
	return [3]list.Color{meterGood, meterFair, meterBad}[d]
}

func attrNumber(doc *dom.Document, n dom.NodeID, a atom.Atom, def float64) float64 {
	if v, err := strconv.ParseFloat(strings.TrimSpace(doc.Attr(n, a)), 64); err == nil && v == v && v > -1e12 && v < 1e12 {
		return v
	}
	return def
}

// legendGap leaves out of a fieldset's border what its legend covers, and lets the border begin in the legend's middle.
// https://html.spec.whatwg.org/multipage/rendering.html#the-fieldset-and-legend-elements
func (p *Painter) legendGap(b layout.BoxID, d *decoration) {
	t := p.tree
	doc := t.Doc()
	for c := t.First(b); c != 0; c = t.Next(c) {
		n := t.Node(c)
		if n == 0 || t.Has(c, layout.FlagFloat|layout.FlagAbsolute) || doc.Kind(n) != dom.KindElement || !doc.IsHTMLElement(n, atomLegend) {
			continue
		}
		l := p.borderBox(c)
		if over := l.Y + (l.H-d.border.Top)/2 - d.box.Y; over > 0 && l.Y < d.box.Y+d.border.Top+d.padding.Top {
			d.box.Y += over
			d.box.H = max(0, d.box.H-over)
		}
		d.gap = l.Snap()
		return
	}
}
