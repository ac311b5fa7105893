package layout

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/style"
	"github.com/niso-engine/niso/text"
)

// Inline items: the content of an inline formatting context as one text and a list of what stands in it.
// https://drafts.csswg.org/css-text-4/#white-space-processing

type itemKind uint8

const (
	itemText     itemKind = iota // glyphs of a KindText box at one bidi level
	itemOpen                     // start of an inline box
	itemClose                    // end of an inline box
	itemAtomic                   // atomic inline-level box
	itemFloat                    // float
	itemAbsolute                 // absolutely positioned box: its static position
	itemBreak                    // br, or a preserved newline
	itemTab                      // preserved tab
	itemMark                     // wbr, bidi controls: text without width
	itemBlock                    // block-level box within an inline box
)

// item is one row of a context's items. 28 bytes.
type item struct {
	box         BoxID
	start, end  uint32 // bytes of the context's text
	first, last uint32 // glyph rows of the context, in visual order
	kind        itemKind
	level       uint8 // bidi
	wrap        bool  // lines may break within
	collapse    bool  // its spaces collapse
}

// collector gathers the items of one context; it is scratch memory of the pass.
type collector struct {
	p      *pass
	text   []byte
	items  []item
	space  bool // the text ends in a collapsible space, or begins here
	lines  bool // something makes a line box
	flags  inlineFlags
	bidi   bool // has embeddings or isolates
	levels []uint8
	split  []item
	buf    text.Buffer
	brk    []text.Break
	brk2   []text.Break
	algo   text.Bidi
	trace  *trace // not nil: where the bytes of one box go
}

const objectReplacement = "\uFFFC"

// collect makes the items and glyphs of b's inline formatting context, unless they are there.
func (p *pass) collect(b BoxID) {
	t := p.t
	l := &t.links[b]
	if l.inline != 0 && l.flags&flagTextDirty == 0 {
		return
	}
	if l.inline == 0 {
		l.inline = t.inlines.add(b)
	}
	l.flags &^= flagTextDirty
	c := &p.inline.collector
	c.p = p
	c.text, c.items, c.space, c.lines, c.flags, c.bidi = c.text[:0], c.items[:0], true, false, 0, false
	for k := l.first; k != 0; k = t.links[k].next {
		c.box(k)
	}
	if !c.lines {
		c.flags |= inlineNoLines
	}
	st := t.Style(b)
	c.levelsOf(st)
	c.breaks(st)
	c.shape()
	s := &t.inlines
	r := &s.rows[l.inline]
	put(s, &s.text, &r.text, c.text)
	put(s, &s.items, &r.items, c.items)
	put(s, &s.glyph, &r.glyphs, c.buf.Glyphs)
	put(s, &s.runs, &r.runs, c.buf.Runs)
	put(s, &s.brk, &r.breaks, c.brk)
	r.flags = c.flags
	p.inline.shaped += len(c.text)
}

func (c *collector) add(k itemKind, b BoxID, start int) {
	c.items = append(c.items, item{kind: k, box: b, start: uint32(start), end: uint32(len(c.text))})
}

func (c *collector) box(b BoxID) {
	t := c.p.t
	t.opt.Stop.Poll()
	l := &t.links[b]
	if c.trace == nil {
		l.frag = 0
	}
	switch {
	case l.flags&FlagAbsolute != 0:
		c.add(itemAbsolute, b, len(c.text))
		c.flags |= inlineAbsolute
		return
	case l.flags&FlagFloat != 0:
		c.add(itemFloat, b, len(c.text))
		c.flags |= inlineFloats
		return
	}
	switch l.kind {
	case KindText:
		c.addText(b)
	case KindBreak:
		n := len(c.text)
		c.text = append(c.text, '\n')
		c.add(itemBreak, b, n)
		c.space, c.lines = true, true
	case KindWordBreak:
		n := len(c.text)
		c.text = append(c.text, "\u200B"...)
		c.add(itemMark, b, n)
		c.items[len(c.items)-1].wrap = t.Style(b).Text.TextWrapMode == style.TextWrapModeWrap
	case KindInline:
		st := t.Style(b)
		if !c.lines && hasInlineEdges(st) {
			c.lines = true
		}
		n := len(c.text)
		open, end := bidiControls(st)
		c.text = append(c.text, open...)
		c.bidi = c.bidi || open != ""
		c.add(itemOpen, b, n)
		for k := l.first; k != 0; k = t.links[k].next {
			c.box(k)
		}
		n = len(c.text)
		c.text = append(c.text, end...)
		c.add(itemClose, b, n)
	case KindMarker: // outside: no part of the line
	default:
		if l.flags&FlagInlineLevel == 0 {
			n := len(c.text)
			c.text = append(c.text, '\n')
			c.add(itemBlock, b, n)
			c.space = true
			c.flags |= inlineAtomics
			return
		}
		n := len(c.text)
		c.text = append(c.text, objectReplacement...)
		c.add(itemAtomic, b, n)
		c.items[len(c.items)-1].wrap = t.Style(l.parent).Text.TextWrapMode == style.TextWrapModeWrap
		c.space, c.lines = false, true
		c.flags |= inlineAtomics
	}
}

func hasInlineEdges(st *style.Computed) bool {
	return hasInlineEdge(st, true) || hasInlineEdge(st, false)
}

// hasInlineEdge reports whether an inline box has a margin, border or padding on its left or right side.
func hasInlineEdge(st *style.Computed, left bool) bool {
	s, b := st.Surround, st.Border
	if left {
		return !s.MarginLeft.IsZero() && !s.MarginLeft.IsAuto() || !s.PaddingLeft.IsZero() || lineWidth(b.LeftWidth, b.LeftStyle) != 0
	}
	return !s.MarginRight.IsZero() && !s.MarginRight.IsAuto() || !s.PaddingRight.IsZero() || lineWidth(b.RightWidth, b.RightStyle) != 0
}

// bidiControls are the characters that stand for unicode-bidi at the edges of an inline box.
// https://drafts.csswg.org/css-writing-modes-4/#unicode-bidi
func bidiControls(st *style.Computed) (open, end string) {
	rtl := st.Text.Direction == style.DirectionRtl
	pick := func(l, r string) string {
		if rtl {
			return r
		}
		return l
	}
	switch st.Content.UnicodeBidi {
	case style.UnicodeBidiEmbed:
		return pick("\u202A", "\u202B"), "\u202C"
	case style.UnicodeBidiIsolate:
		return pick("\u2066", "\u2067"), "\u2069"
	case style.UnicodeBidiBidiOverride:
		return pick("\u202D", "\u202E"), "\u202C"
	case style.UnicodeBidiIsolateOverride:
		return "\u2068" + pick("\u202D", "\u202E"), "\u202C\u2069"
	case style.UnicodeBidiPlaintext:
		return "\u2068", "\u2069"
	}
	return "", ""
}

// addText appends the text of a KindText box: white space is collapsed, tabs and newlines that are preserved become items.
func (c *collector) addText(b BoxID) {
	t := c.p.t
	st := t.Style(b)
	tx := st.Text
	s := t.textOf(b)
	if tx.TextTransform != style.TextTransformNone {
		s = c.transform(s, tx.TextTransform)
	}
	wrap := tx.TextWrapMode == style.TextWrapModeWrap
	mode := tx.WhiteSpaceCollapse
	collapse := mode == style.WhiteSpaceCollapseCollapse || mode == style.WhiteSpaceCollapsePreserveBreaks
	start := len(c.text)
	flush := func() {
		if len(c.text) > start {
			c.items = append(c.items, item{kind: itemText, box: b, start: uint32(start), end: uint32(len(c.text)), wrap: wrap, collapse: collapse})
		}
		start = len(c.text)
	}
	traced := c.trace != nil && c.trace.box == b
	for i := 0; i < len(s); {
		ch := s[i]
		if traced {
			for len(c.trace.at) <= i {
				c.trace.at = append(c.trace.at, uint32(len(c.text)))
			}
		}
		if ch > ' ' {
			j := i + 1
			for j < len(s) && s[j] > ' ' {
				j++
			}
			for k := i + 1; traced && k < j; k++ {
				c.trace.at = append(c.trace.at, uint32(len(c.text)+k-i))
			}
			c.text = append(c.text, s[i:j]...)
			i = j
			c.space, c.lines = false, true
			continue
		}
		i++
		newline := ch == '\n' || ch == '\r'
		switch {
		case newline && (mode == style.WhiteSpaceCollapsePreserve || mode == style.WhiteSpaceCollapsePreserveBreaks || mode == style.WhiteSpaceCollapseBreakSpaces):
			if collapse { // spaces before a preserved break go
				for len(c.text) > start && c.text[len(c.text)-1] == ' ' {
					c.text = c.text[:len(c.text)-1]
				}
			}
			flush()
			c.text = append(c.text, '\n')
			c.add(itemBreak, b, start)
			start = len(c.text)
			c.space, c.lines = true, true
		case collapse && (ch == ' ' || ch == '\t' || ch == '\f' || newline):
			if !c.space {
				c.text = append(c.text, ' ')
				c.space = true
			}
		case ch == '\t' && mode != style.WhiteSpaceCollapsePreserveSpaces:
			flush()
			c.text = append(c.text, '\t')
			c.items = append(c.items, item{kind: itemTab, box: b, start: uint32(start), end: uint32(len(c.text)), wrap: wrap})
			start = len(c.text)
			c.space, c.lines = false, true
		case ch == ' ' || newline || ch == '\t':
			c.text = append(c.text, ' ')
			c.space, c.lines = false, true
		default: // other control characters
			c.text = append(c.text, ch)
			c.space, c.lines = false, true
		}
	}
	flush()
	if traced {
		c.trace.at = append(c.trace.at, uint32(len(c.text)))
	}
}

// transform applies text-transform. https://drafts.csswg.org/css-text-4/#text-transform-property
func (c *collector) transform(s string, tt style.TextTransform) string {
	switch tt {
	case style.TextTransformUppercase:
		if strings.Contains(s, "ß") {
			s = strings.ReplaceAll(s, "ß", "SS")
		}
		return strings.ToUpper(s)
	case style.TextTransformLowercase:
		return strings.ToLower(s)
	case style.TextTransformCapitalize:
		prev := rune(' ')
		if n := len(c.text); n > 0 && !c.space {
			prev, _ = utf8.DecodeLastRune(c.text)
		}
		return strings.Map(func(r rune) rune {
			p := prev
			prev = r
			if unicode.IsLetter(r) && !unicode.IsLetter(p) && !unicode.IsDigit(p) && !unicode.IsMark(p) && p != '\'' && p != '’' && p != '_' {
				return unicode.ToTitle(r)
			}
			return r
		}, s)
	case style.TextTransformFullWidth:
		return strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '\u3000'
			case r > ' ' && r < 0x7F:
				return r + 0xFEE0
			}
			return r
		}, s)
	}
	return s
}

// levelsOf runs the bidirectional algorithm and splits texts where levels change.
func (c *collector) levelsOf(st *style.Computed) {
	rtl := st.Text.Direction == style.DirectionRtl
	if !rtl && !c.bidi && !text.NeedsBidi(c.text) {
		return
	}
	dir := text.LTR
	if rtl {
		dir = text.RTL
	}
	if st.Content.UnicodeBidi == style.UnicodeBidiPlaintext {
		dir = text.Auto
	}
	base := uint8(dir & 1)
	c.levels = c.levels[:0]
	for pos := 0; pos < len(c.text); { // one paragraph at a time
		end := pos
		for end < len(c.text) && c.text[end] != '\n' {
			end++
		}
		if end < len(c.text) {
			end++
		}
		var lv []uint8
		lv, base = c.algo.Levels(nil, c.text[pos:end], dir)
		c.levels = append(c.levels, lv[:end-pos]...)
		pos = end
	}
	any := rtl
	for _, v := range c.levels {
		if v != 0 {
			any = true
			break
		}
	}
	if !any {
		return
	}
	c.flags |= inlineBidi
	c.split = c.split[:0]
	for _, it := range c.items {
		if it.kind != itemText {
			it.level = base
			if int(it.start) < len(c.levels) && it.end > it.start {
				it.level = c.levels[it.start]
			}
			c.split = append(c.split, it)
			continue
		}
		for it.start < it.end {
			e := it.start + 1
			for e < it.end && (c.levels[e] == c.levels[it.start] || !utf8.RuneStart(c.text[e])) {
				e++
			}
			piece := it
			piece.end, piece.level = e, c.levels[it.start]
			c.split = append(c.split, piece)
			it.start = e
		}
	}
	c.items, c.split = c.split, c.items
}

// breaks finds where lines may break.
func (c *collector) breaks(st *style.Computed) {
	names := c.p.t.doc.Atoms.String
	opt := breakOptions(st)
	if st.Font.Lang != 0 {
		opt.Lang = names(st.Font.Lang)
	}
	c.brk = text.LineBreaks(c.brk, c.text, &opt)
	last := st
	for i := range c.items {
		it := &c.items[i]
		switch {
		case it.kind == itemAtomic: // whatever stands beside it: https://drafts.csswg.org/css-text-4/#line-break-details
			c.brk[it.start] |= text.BreakAllowed
			c.brk[it.end] |= text.BreakAllowed
		case (it.kind == itemOpen || it.kind == itemClose) && it.start < it.end: // bidi controls do not stand between words
			c.brk[it.end] |= c.brk[it.start] & text.BreakAllowed
		}
		if it.kind != itemText {
			continue
		}
		is := c.p.t.Style(it.box)
		if is == last || is.Text.WordBreak == st.Text.WordBreak && is.Text.LineBreak == st.Text.LineBreak {
			continue
		}
		o := breakOptions(is)
		o.Lang = opt.Lang
		c.brk2 = text.LineBreaks(c.brk2, c.text, &o)
		copy(c.brk[it.start+1:it.end], c.brk2[it.start+1:it.end])
	}
}

func breakOptions(st *style.Computed) (o text.BreakOptions) {
	switch st.Text.LineBreak {
	case style.LineBreakLoose:
		o.LineBreak = text.LineBreakLoose
	case style.LineBreakNormal:
		o.LineBreak = text.LineBreakNormal
	case style.LineBreakStrict:
		o.LineBreak = text.LineBreakStrict
	case style.LineBreakAnywhere:
		o.LineBreak = text.LineBreakAnywhere
	}
	switch st.Text.WordBreak {
	case style.WordBreakBreakAll:
		o.WordBreak = text.WordBreakAll
	case style.WordBreakKeepAll:
		o.WordBreak = text.WordKeepAll
	}
	return o
}

// shape makes the glyphs of the texts. Texts that stand together in one font are shaped as one, so that kerning goes through the
// edges of inline boxes that take no space. https://drafts.csswg.org/css-text-4/#boundary-shaping
func (c *collector) shape() {
	p, t := c.p, c.p.t
	c.buf.Reset()
	c.buf.Glyphs = room(c.buf.Glyphs, len(c.text))
	var in text.Input
	var st *style.Computed
	for i := 0; i < len(c.items); {
		it := &c.items[i]
		if it.kind != itemText {
			i++
			continue
		}
		if s := t.Style(it.box); s != st {
			st = s
			in = p.shapeInput(st)
		}
		end := c.together(i, st)
		in.Text, in.Start, in.End, in.RTL = c.text, it.start, c.items[end-1].end, it.level&1 != 0
		in.SpaceDropped = c.spaceDropped(end)
		first, runs := uint32(len(c.buf.Glyphs)), len(c.buf.Runs)
		p.shaper.Shape(&c.buf, &in)
		last := uint32(len(c.buf.Glyphs))
		for k := max(0, runs-1); k < len(c.buf.Runs); k++ {
			if c.buf.Runs[k].Face != in.Font.Face && st.Font.LineHeight.Kind == style.LineHeightNormal {
				c.flags |= inlineFallback
			}
		}
		for ; i < end; i++ { // each item has the glyphs whose clusters begin in it
			it := &c.items[i]
			switch {
			case it.kind != itemText:
			case in.RTL:
				it.last, it.first = last, last
				for it.first > first && c.buf.Glyphs[it.first-1].Cluster < it.end {
					it.first--
				}
				last = it.first
			default:
				it.first, it.last = first, first
				for it.last < last && c.buf.Glyphs[it.last].Cluster < it.end {
					it.last++
				}
				first = it.last
			}
		}
	}
}

// spaceDropped reports whether the items before end, the last of which is a text, end in a collapsible space that nothing follows before a
// forced break or the end: it is as if it was not there. https://drafts.csswg.org/css-text-4/#white-space-phase-2
func (c *collector) spaceDropped(end int) bool {
	it := &c.items[end-1]
	if !it.collapse || it.end <= it.start || c.text[it.end-1] != ' ' {
		return false
	}
	for ; end < len(c.items); end++ {
		switch c.items[end].kind {
		case itemBreak, itemBlock:
			return true
		case itemText, itemAtomic, itemTab:
			return false
		}
	}
	return true
}

// together is the end of the items from text i on, of style st, that are shaped as one. The last of them is a text.
func (c *collector) together(i int, st *style.Computed) int {
	t := c.p.t
	end := i + 1
	for k := end; k < len(c.items); k++ {
		switch it := &c.items[k]; it.kind {
		case itemText:
			s := t.Style(it.box)
			if s != st && (!sameFont(s.Font, st.Font) || s.Text != st.Text && (s.Text.LetterSpacing != st.Text.LetterSpacing || s.Text.WordSpacing != st.Text.WordSpacing)) ||
				it.level != c.items[i].level || it.start != c.items[end-1].end {
				return end
			}
			end = k + 1
		case itemOpen, itemClose:
			if it.start != it.end || hasInlineEdges(t.Style(it.box)) {
				return end
			}
		default:
			return end
		}
	}
	return end
}

// sameFont reports whether two records ask for the same font and shape texts alike. It may say no to equal ones.
func sameFont(a, b *style.FontGroup) bool {
	return a == b || a.SizePx == b.SizePx && a.Weight == b.Weight && a.Style == b.Style && a.Stretch == b.Stretch && a.Kerning == b.Kerning &&
		a.SizeAdjust == b.SizeAdjust && a.SynthesisWeight == b.SynthesisWeight && a.SynthesisStyle == b.SynthesisStyle && a.VariantCaps == b.VariantCaps &&
		a.Lang == b.Lang && len(a.Features)+len(b.Features)+len(a.Variations)+len(b.Variations) == 0 &&
		len(a.Families) == len(b.Families) && (len(a.Families) == 0 || &a.Families[0] == &b.Families[0])
}

// shapeInput is what a style says of shaping.
func (p *pass) shapeInput(st *style.Computed) text.Input {
	in := text.Input{Font: p.t.Font(st), NoKerning: st.Font.Kerning == style.FontKerningNone}
	size := geom.FromPx(st.Font.SizePx)
	in.LetterSpacing = st.Text.LetterSpacing.ResolvePx(size.Px())
	if !st.Text.LetterSpacing.IsLength() {
		in.LetterSpacing = 0
	}
	if st.Text.WordSpacing.IsLength() {
		in.WordSpacing = st.Text.WordSpacing.ResolvePx(size.Px())
	}
	if in.LetterSpacing != 0 {
		in.NoLigatures = true
	}
	if st.Font.Lang != 0 {
		in.Lang = p.t.doc.Atoms.String(st.Font.Lang)
	}
	for _, f := range st.Font.Features {
		in.Features = append(in.Features, text.Feature{Tag: text.MakeTag(string(f.Tag[:])), Value: uint32(f.Value)})
	}
	switch st.Font.VariantCaps {
	case style.FontVariantCapsSmallCaps:
		in.Features = append(in.Features, text.Feature{Tag: text.MakeTag("smcp"), Value: 1})
	case style.FontVariantCapsAllSmallCaps:
		in.Features = append(in.Features, text.Feature{Tag: text.MakeTag("smcp"), Value: 1}, text.Feature{Tag: text.MakeTag("c2sc"), Value: 1})
	}
	return in
}

// inlineTop calls visit for the blocks that stand before any line of b, until one returns false. It reports whether nothing in b makes a
// line and all visits returned true.
func (p *pass) inlineTop(b BoxID, visit func(BoxID) bool) bool {
	t := p.t
	r := &t.inlines.rows[t.links[b].inline]
	if r.flags&inlineAtomics == 0 {
		return r.flags&inlineNoLines != 0
	}
	items := t.inlines.itemsOf(r)
	txt := t.inlines.textOf(r)
	for i := range items {
		switch it := &items[i]; it.kind {
		case itemBlock:
			if !visit(it.box) {
				return false
			}
		case itemText:
			if !it.collapse || !isSpaces(string(txt[it.start:it.end])) {
				return false
			}
		case itemAtomic, itemBreak, itemTab:
			return false
		case itemOpen:
			if hasInlineEdges(t.Style(it.box)) {
				return false
			}
		}
	}
	return true
}
