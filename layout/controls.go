package layout

import (
	"math"
	"strconv"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/style"
)

// Form controls: boxes whose content size comes from the control, in the neutral look that Chromium gives them.
// https://html.spec.whatwg.org/multipage/rendering.html#form-controls

type control uint8

const (
	controlNone     control = iota
	controlButton           // button, and input of the button types: content is centred
	controlText             // one line of text
	controlArea             // textarea
	controlCheck            // checkbox, radio
	controlRange            // slider
	controlColor            // colour well
	controlFile             // file chooser
	controlMenu             // select that drops down
	controlList             // select that shows its options
	controlProgress         // progress bar
	controlMeter            // gauge
)

// controlOf is the control that an element makes of its box.
func (t *Tree) controlOf(n dom.NodeID, pseudo style.Pseudo) control {
	if pseudo != 0 || n == 0 {
		return controlNone
	}
	d := t.doc
	nm := d.ElementName(n)
	if nm.NS != dom.HTML {
		return controlNone
	}
	switch nm.Local {
	case atomButton:
		return controlButton
	case atomTextarea:
		return controlArea
	case atomProgress:
		return controlProgress
	case atomMeter:
		return controlMeter
	case atomSelect:
		size, _ := strconv.Atoi(d.Attr(n, atomSize))
		if d.HasAttr(n, atomMultiple) || size > 1 {
			return controlList
		}
		return controlMenu
	case atomInput:
		switch strings.ToLower(d.Attr(n, atomType)) {
		case "button", "submit", "reset":
			return controlButton
		case "checkbox", "radio":
			return controlCheck
		case "range":
			return controlRange
		case "color":
			return controlColor
		case "file":
			return controlFile
		case "image", "hidden":
			return controlNone
		}
		return controlText
	}
	return controlNone
}

// buildControl makes what is inside a control's box.
func (t *Tree) buildControl(b BoxID, n dom.NodeID, st *style.Computed) {
	d := t.doc
	value := func() (string, bool) {
		if t.opt.Host != nil {
			return t.opt.Host.ControlValue(n)
		}
		return d.Attr(n, atomValue), false
	}
	switch ctl := t.extras[t.links[b].extra].control; ctl {
	case controlButton:
		if d.IsHTMLElement(n, atomButton) {
			t.buildInside(b, n, st)
			return
		}
		s := d.Attr(n, atomValue)
		if !d.HasAttr(n, atomValue) {
			switch strings.ToLower(d.Attr(n, atomType)) {
			case "submit":
				s = "Submit"
			case "reset":
				s = "Reset"
			}
		}
		if s == "" {
			s = "\u200B" // makes a line all the same
		}
		t.addText(b, 0, n, st, s)
		t.arrange(b)
	case controlText, controlArea, controlFile, controlMenu:
		s, placeholder := value()
		if ctl == controlFile && t.opt.Host == nil {
			s = "No file chosen"
		}
		if ctl == controlMenu && t.opt.Host == nil {
			s = t.firstOption(n)
		}
		w := t.newBox(KindBlock, FlagAnonymous|FlagFormatting|FlagInlineContext)
		is := t.styles.Anonymous(st, style.DisplayBlock)
		if ctl == controlText {
			is = t.styles.Derived(st, style.DerivedLine)
		}
		if placeholder {
			if ps := t.styles.Pseudo(n, style.PseudoPlaceholder); ps != nil {
				is = ps
				t.links[w].pseudo, t.links[w].node = style.PseudoPlaceholder, n
			}
		}
		t.recs[w] = is
		t.links[w].flags |= t.links[b].flags & FlagRTL
		t.append(b, w)
		if ps := style.PseudoFileSelectorButton; ctl == controlFile {
			if bs := t.styles.Pseudo(n, ps); bs != nil && bs.Box.Display != style.DisplayNone {
				label := "Choose File"
				if d.HasAttr(n, atomMultiple) {
					label = "Choose Files"
				}
				k := t.makeBox(w, n, ps, bs)
				t.addText(k, ps, n, bs, label)
				t.arrange(k)
			}
		}
		t.addText(w, 0, n, is, s)
		if ctl == controlFile {
			t.arrange(w)
		}
	case controlList:
		t.buildContents(b, n, st)
		t.arrange(b)
	}
}

// options visits the options of a select.
func (t *Tree) options(n dom.NodeID, visit func(o dom.NodeID)) {
	d := t.doc
	for c := d.FirstChild(n); c != 0; c = d.Next(c) {
		switch {
		case d.IsHTMLElement(c, atomOption):
			visit(c)
		case d.IsHTMLElement(c, atomOptgroup):
			for o := d.FirstChild(c); o != 0; o = d.Next(o) {
				if d.IsHTMLElement(o, atomOption) {
					visit(o)
				}
			}
		}
	}
}

func (t *Tree) optionText(o dom.NodeID) string {
	if s := t.doc.Attr(o, atomLabel); s != "" {
		return s
	}
	return strings.Join(strings.Fields(string(t.doc.TextContent(nil, o))), " ")
}

func (t *Tree) firstOption(n dom.NodeID) (s string) {
	found := false
	t.options(n, func(o dom.NodeID) {
		if !found {
			s, found = t.optionText(o), true
		}
	})
	return s
}

const (
	checkSize    = 13 * geom.One
	menuArrow    = 20 * geom.One // beside the text of a drop-down
	fileWidth    = 236 * geom.One
	defaultTextW = 20 // characters
)

// oddAverages are families whose faces name an average width that does not serve, on systems where they come from: Chromium goes
// by the digit zero instead.
var oddAverages = [...]string{"american typewriter", "arial hebrew", "chalkboard", "cochin", "corsiva hebrew", "courier", "euphemia ucas",
	"geneva", "gill sans", "hei", "helvetica", "hoefler text", "inaimathi", "kai", "lucida grande", "marker felt", "monaco", "mshtakan",
	"new peninim mt", "osaka", "raanana", "sthei", "symbol", "times"}

// charWidth is what a character counts in the width of a text field, and what the field is wider for the widest character.
func (p *pass) charWidth(st *style.Computed) (avg, extra float32) {
	m := &p.t.Font(st).Metrics
	odd := m.ZeroAdvance > 0 && m.AvgCharWidth > m.ZeroAdvance*1.7
	if l := st.Font.Families; len(l) > 0 && !odd {
		for _, s := range oddAverages {
			odd = odd || strings.EqualFold(s, l[0].Name)
		}
	}
	if odd {
		return m.ZeroAdvance, 0
	}
	avg = max(m.AvgCharWidth, float32(math.Floor(float64(m.AvgCharWidth)+0.5)))
	if m.MaxCharWidth > 0 {
		extra = m.MaxCharWidth - avg
	}
	return avg, extra
}

// controlMinMax is the content width of a control; ok is false when its children decide.
func (p *pass) controlMinMax(b BoxID, ctl control) (mn, mx geom.Unit, ok bool) {
	t := p.t
	n := t.links[b].node
	st := t.Style(b)
	number := func(s string, def int) int {
		if v, err := strconv.Atoi(strings.TrimSpace(s)); err == nil && v > 0 && v < 1<<20 {
			return v
		}
		return def
	}
	var w geom.Unit
	switch ctl {
	case controlText:
		if k := timeWidth(t.doc.Attr(n, atomType)); k > 0 {
			w = geom.FromPx(k * st.Font.SizePx / 13.3333)
			w = geom.FromInt(w.Round())
			break
		}
		avg, extra := p.charWidth(st)
		w = geom.FromPxCeil(float64(avg)*float64(number(t.doc.Attr(n, atomSize), defaultTextW))) + geom.Unit(extra*64)
		w = geom.FromInt(w.Ceil())
	case controlArea:
		avg, _ := p.charWidth(st)
		w = geom.FromPxCeil(float64(avg)*float64(number(t.doc.Attr(n, atomCols), 20))) + scrollbarWidth
		w = geom.FromInt(w.Ceil())
	case controlCheck:
		w = checkSize
	case controlRange:
		w = 129 * geom.One
	case controlColor:
		w = 44 * geom.One
	case controlFile:
		w = fileWidth
	case controlProgress:
		w = geom.FromPx(10 * st.Font.SizePx)
	case controlMeter:
		w = geom.FromPx(5 * st.Font.SizePx)
	case controlMenu:
		in := p.shapeInput(st)
		t.options(n, func(o dom.NodeID) {
			in.Text = []byte(t.optionText(o))
			in.End = uint32(len(in.Text))
			w = max(w, ceilPx(p.shaper.Advance(&in)))
		})
		w = geom.FromInt(w.Ceil()) + menuArrow
	default:
		return 0, 0, false
	}
	mn = w
	if st.Box.Width.HasPercent() {
		mn = 0
	}
	return mn, w, true
}

// timeWidth is how wide the fields and the button of an input for a date or time are at its usual size, in px; 0 of others.
func timeWidth(typ string) float32 {
	switch strings.ToLower(typ) {
	case "date":
		return 115
	case "time":
		return 91
	case "datetime-local":
		return 197
	case "month":
		return 147
	case "week":
		return 138
	}
	return 0
}

// layoutControl lays out the content of a control.
func (p *pass) layoutControl(b BoxID, f *flow, ctl control) {
	t := p.t
	st := t.Style(b)
	font := t.Font(st)
	line := lineHeight(st, font)
	h := geom.Unit(0)
	inner := t.links[b].first
	switch ctl {
	case controlText, controlMenu, controlFile:
		h = geom.FromPx(font.Metrics.LineSpacing)
		if ctl == controlText {
			h = max(h, line)
		}
		if ctl == controlMenu {
			h += 2 * geom.One // the inner box has a padding of 1 px
		}
		if ctl == controlFile {
			h += 6 * geom.One
		}
	case controlArea:
		rows := 2
		if v, err := strconv.Atoi(t.doc.Attr(t.links[b].node, atomRows)); err == nil && v > 0 && v < 1<<20 {
			rows = v
		}
		h = geom.Unit(rows) * line
	case controlCheck:
		h = checkSize
		if f.ch == Indefinite && t.geo[b].size.W > checkSize {
			h = checkSize
		}
	case controlRange, controlProgress, controlMeter:
		h = geom.FromPx(st.Font.SizePx)
		if ctl == controlRange {
			h = 16 * geom.One
		}
	case controlColor:
		h = 23 * geom.One
	case controlList:
		p.layoutFlow(f) // an option may be inline, or have no box
		rows := 4
		if v, err := strconv.Atoi(t.doc.Attr(t.links[b].node, atomSize)); err == nil && v > 1 && v < 1<<20 {
			rows = v
		}
		f.y = f.origin.Y + geom.Unit(rows)*(line+2*geom.One)
		f.strut = strut{}
		return
	}
	if inner != 0 {
		p.edges(inner, f.cw)
		cc := Constraints{AvailW: f.cw, AvailH: Indefinite, PctW: f.cw, PctH: Indefinite, FixedW: f.cw, FixedH: Indefinite}
		r := p.layout(inner, &cc)
		if r.First == Indefinite { // an empty value has a line too
			a, d := lineBox(st, font)
			r = Result{Size: geom.Size{W: r.Size.W, H: a + d}, First: a, Last: a}
		}
		y := f.origin.Y
		room := h
		if f.ch != Indefinite {
			room = f.ch
		}
		if ctl != controlArea {
			y += (room - r.Size.H) / 2
		}
		p.place(inner, geom.Point{X: f.origin.X, Y: y}, geom.Size{W: f.cw, H: f.ch})
		f.baselines(y, r.First, r.First)
	} else if ctl == controlCheck || ctl == controlRange {
		room := h
		if f.ch != Indefinite {
			room = f.ch
		}
		f.first = f.origin.Y + room
		f.last = f.first
	}
	if ctl == controlArea {
		f.first, f.last = Indefinite, Indefinite
	}
	f.y = f.origin.Y + h
	f.empty, f.top = false, false
}
