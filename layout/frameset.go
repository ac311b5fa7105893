package layout

import (
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/geom"
)

// Framesets: a grid of frames and framesets in tree order, with borders between its rows and columns. CSS has no say in their sizes: the
// outermost frameset is as large as the viewport, and what is in one as large as its cell.
// https://html.spec.whatwg.org/multipage/rendering.html#frames-and-framesets
//
// What the standard leaves open (how too much or too little room is shared out, how borders come down to inner framesets) is Chromium's.

var (
	atomFrameset, atomFrame        = atom.Static("frameset"), atom.Static("frame")
	atomFrameborder, atomSetBorder = atom.Static("frameborder"), atom.Static("border")
)

// framesetBorder is the thickness in px of the borders of a frameset that says nothing of it.
const framesetBorder = 6

// maxFramesetBorder bounds what a frameset says.
const maxFramesetBorder = 10000

// maxFramesetTracks bounds the rows and the columns of a frameset.
const maxFramesetTracks = 10000

// trackUnit says what the number of a dimension means.
type trackUnit uint8

const (
	trackRelative trackUnit = iota // a share of what is left
	trackPixels
	trackPercent
)

type frameTrack struct {
	value float64
	unit  trackUnit
}

// parseTracks parses the value of rows or cols.
// https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-a-list-of-dimensions
func parseTracks(s string) (list []frameTrack) {
	s = strings.TrimSuffix(s, ",")
	if strings.Trim(s, " \t\n\f\r") == "" {
		return nil
	}
	for more := true; more && len(list) < maxFramesetTracks; {
		var token string
		token, s, more = strings.Cut(s, ",")
		list = append(list, parseTrack(token))
	}
	return list
}

func parseTrack(s string) (d frameTrack) {
	space := func() { s = strings.TrimLeft(s, " \t\n\f\r") }
	digit := func() bool { return s != "" && s[0] >= '0' && s[0] <= '9' }
	space()
	if s == "" {
		return d
	}
	if digit() {
		for ; digit(); s = s[1:] {
			if d.value = d.value*10 + float64(s[0]-'0'); d.value > 1<<31-1 {
				return frameTrack{}
			}
		}
		if s != "" && s[0] == '.' {
			unit := 1.0
			for s = s[1:]; s != ""; s = s[1:] {
				if digit() {
					unit /= 10
					d.value += float64(s[0]-'0') * unit
				} else if strings.IndexByte(" \t\n\f\r", s[0]) < 0 {
					break
				}
			}
		}
	}
	space()
	d.unit = trackPixels
	switch {
	case s == "":
	case s[0] == '%':
		d.unit = trackPercent
	case s[0] == '*':
		d.unit = trackRelative
	}
	return d
}

// shareTracks are the sizes, in whole px, of tracks in room px; without tracks there is one.
func shareTracks(tracks []frameTrack, room int64) []int64 {
	if len(tracks) == 0 {
		return []int64{room}
	}
	sizes := make([]int64, len(tracks))
	var total, count [3]int64 // by unit
	for i, t := range tracks {
		switch t.unit {
		case trackPixels:
			sizes[i] = int64(t.value)
		case trackPercent:
			sizes[i] = int64(t.value * float64(room) / 100)
		default:
			sizes[i] = max(1, int64(t.value))
		}
		total[t.unit] += sizes[i]
		count[t.unit]++
	}
	left := room
	for _, u := range [...]trackUnit{trackPixels, trackPercent} { // too much shrinks in proportion
		if total[u] <= left {
			left -= total[u]
			continue
		}
		all := left
		for i, t := range tracks {
			if t.unit == u {
				sizes[i] = sizes[i] * all / total[u]
				left -= sizes[i]
			}
		}
	}
	if count[trackRelative] > 0 { // the last one takes what rounding leaves
		all, last := left, 0
		for i, t := range tracks {
			if t.unit == trackRelative {
				sizes[i] = sizes[i] * all / total[trackRelative]
				left -= sizes[i]
				last = i
			}
		}
		sizes[last] += left
		return sizes
	}
	grow := func(u trackUnit, by func(size, all int64) int64) {
		all := left
		for i, t := range tracks {
			if t.unit == u {
				n := by(sizes[i], all)
				sizes[i] += n
				left -= n
			}
		}
	}
	if u := trackPercent; total[u] > 0 || total[trackPixels] > 0 { // too little grows in proportion
		if total[u] == 0 {
			u = trackPixels
		}
		grow(u, func(size, all int64) int64 { return all * size / total[u] })
	}
	u := trackPercent
	if count[u] == 0 {
		u = trackPixels
	}
	grow(u, func(_, all int64) int64 { return all / count[u] })
	sizes[len(sizes)-1] += left
	return sizes
}

// framesetBorderOf is the thickness in px of the borders of a frameset: what it says, or the nearest frameset around it.
func (t *Tree) framesetBorderOf(n dom.NodeID) int {
	d := t.doc
	border, found := framesetBorder, false
	for ; n != 0; n = d.Parent(n) {
		if !d.IsHTMLElement(n, atomFrameset) {
			continue
		}
		allowed := false
		switch s := d.Attr(n, atomFrameborder); {
		case s == "0" || strings.EqualFold(s, "no"):
			return 0
		case s == "1" || strings.EqualFold(s, "yes"):
			allowed = true
		}
		if s, ok := d.LookupAttr(n, atomSetBorder); ok && !found {
			v, _ := dom.ParseInteger(s)
			if border, found = int(min(v, maxFramesetBorder)), true; v < 0 {
				border = 1
			}
		}
		if found && allowed {
			break
		}
	}
	return border
}

// inFrameset reports whether b is in a frameset, which decides its size.
func (t *Tree) inFrameset(b BoxID) bool { return t.links[t.links[b].parent].kind == KindFrameset }

// buildFrames makes the boxes of the frames and framesets in a frameset: nothing else in it has any.
func (t *Tree) buildFrames(b BoxID, n dom.NodeID) {
	d := t.doc
	for c := d.FirstChild(n); c != 0; c = d.Next(c) {
		if d.IsHTMLElement(c, atomFrame) || d.IsHTMLElement(c, atomFrameset) {
			if st := t.styles.Style(c); st != nil {
				t.buildElement(b, c, st)
			}
		}
	}
}

func layoutFrameset(p *pass, b BoxID, c *Constraints) {
	t := p.t
	n := t.links[b].node
	w, h := c.FixedW, c.FixedH
	if !t.inFrameset(b) {
		w, h = t.opt.Viewport.W, t.opt.Viewport.H
	}
	p.setSize(b, w, h)
	t.geo[b].first, t.geo[b].last = Indefinite, Indefinite
	cols, rows := parseTracks(t.doc.Attr(n, atomCols)), parseTracks(t.doc.Attr(n, atomRows))
	border := t.framesetBorderOf(n)
	share := func(tracks []frameTrack, size geom.Unit) []int64 {
		return shareTracks(tracks, max(0, int64(size/geom.One)-int64(border)*int64(max(0, len(tracks)-1))))
	}
	xs, ys := share(cols, w), share(rows, h)
	var x, y geom.Unit
	col, row := 0, 0
	cell := Free()
	for i := t.links[b].first; i != 0; i = t.links[i].next {
		cell.FixedW, cell.FixedH = 0, 0
		at := geom.Point{} // what finds no cell has no size
		if row < len(ys) {
			cell.FixedW, cell.FixedH = geom.FromInt(int(xs[col])), geom.FromInt(int(ys[row]))
			at = geom.Point{X: x, Y: y}
		}
		cell.AvailW, cell.AvailH, cell.PctW, cell.PctH = cell.FixedW, cell.FixedH, cell.FixedW, cell.FixedH
		p.layout(i, &cell)
		p.place(i, at, geom.Size{W: cell.FixedW, H: cell.FixedH})
		if row == len(ys) {
			continue
		}
		x += cell.FixedW + geom.FromInt(border)
		if col++; col == len(xs) {
			y += cell.FixedH + geom.FromInt(border)
			x, col, row = 0, 0, row+1
		}
	}
}

// framesetMinMax: a frameset asks for the viewport's width.
func framesetMinMax(p *pass, b BoxID) (mn, mx geom.Unit) {
	w := p.t.opt.Viewport.W
	return w, w
}

// layoutFrame lays out a frame: in a frameset it fills its cell, elsewhere the width that there is, and has no height.
func layoutFrame(p *pass, b BoxID, c *Constraints) {
	w, h := c.FixedW, c.FixedH
	if w == Indefinite {
		w = 0
		if c.AvailW != Indefinite {
			m := &p.t.geo[b].margin
			w = max(0, c.AvailW-m.Left-m.Right)
		}
	}
	if h == Indefinite {
		h = 0
	}
	p.setSize(b, w, h)
	p.t.geo[b].first, p.t.geo[b].last = Indefinite, Indefinite
}
