package style

import (
	"slices"
	"strings"
	"sync"

	"github.com/niso-engine/niso/style/css"
)

// longhand is one result of expanding a shorthand.
type longhand struct {
	prop PropertyID
	v    value
}

// parseLonghand parses a value for p, which may be flow-relative.
func parseLonghand(p *css.ValueParser, c *parseCtx, prop PropertyID) (value, bool) {
	c.prop = prop.representative()
	return fieldTable[c.prop].ops.parse(p, c)
}

// parseProperty parses the whole of p as the value of one longhand.
func parseProperty(p *css.ValueParser, c *parseCtx, prop PropertyID) (value, bool) {
	if v, ok := parseWide(p); ok {
		return v, true
	}
	v, ok := parseLonghand(p, c, prop)
	return v, ok && p.AtEnd()
}

// parseWide takes a CSS-wide keyword that stands alone.
func parseWide(p *css.ValueParser) (value, bool) {
	if p.Peek().Kind != css.Ident {
		return value{}, false
	}
	save := *p
	for i, n := range wideNames {
		if p.Keyword(n) {
			if p.AtEnd() {
				return value{kind: valueWide, n: uint32(i)}, true
			}
			break
		}
	}
	*p = save
	return value{}, false
}

// allLonghands is what the shorthand all stands for.
var allLonghands = sync.OnceValue(func() []PropertyID {
	var out []PropertyID
	for p := PropNone + 1; p < PropertyCount; p++ {
		if p != PropDirection && p != PropUnicodeBidi && p != PropNisoLang {
			out = append(out, p)
		}
	}
	return out
})

func (s ShorthandID) longhands() []PropertyID {
	if s == ShortAll {
		return allLonghands()
	}
	return s.Info().Longhands
}

// parseShorthand expands the whole of p as the value of a shorthand, appending to dst.
func parseShorthand(dst []longhand, p *css.ValueParser, c *parseCtx, s ShorthandID) ([]longhand, bool) {
	if v, ok := parseWide(p); ok {
		for _, l := range s.longhands() {
			dst = append(dst, longhand{l, v})
		}
		return dst, true
	}
	initValues()
	x := expander{p: p, c: c, out: dst}
	ok := x.expand(s)
	return x.out, ok && p.AtEnd()
}

type expander struct {
	p   *css.ValueParser
	c   *parseCtx
	out []longhand
}

func (x *expander) set(prop PropertyID, v value) { x.out = append(x.out, longhand{prop, v}) }

func (x *expander) initial(props ...PropertyID) {
	for _, p := range props {
		x.set(p, initialValues[p.representative()])
	}
}

// one tries to parse a longhand's value and leaves p alone if it is not there.
func (x *expander) one(prop PropertyID) (value, bool) {
	return try(x.p, func() (value, bool) { return parseLonghand(x.p, x.c, prop) })
}

// anyOrder takes the longhands in any order, each at most once, until the end or a comma or slash.
func (x *expander) anyOrder(props ...PropertyID) bool {
	var got [16]value
	n := 0
loop:
	for !x.p.AtEnd() {
		for i, prop := range props {
			if got[i].kind != valueNone {
				continue
			}
			if v, ok := x.one(prop); ok {
				got[i] = v
				n++
				continue loop
			}
		}
		break
	}
	for i, prop := range props {
		if got[i].kind == valueNone {
			got[i] = initialValues[prop.representative()]
		}
		x.set(prop, got[i])
	}
	return n > 0
}

// sides takes one to len(props) values: 2 or 4 properties.
func (x *expander) sides(props []PropertyID) bool {
	var v [4]value
	n := 0
	for n < len(props) && !x.p.AtEnd() {
		k, ok := x.one(props[n])
		if !ok {
			return false
		}
		v[n] = k
		n++
	}
	if n == 0 {
		return false
	}
	if n < 2 {
		v[1] = v[0]
	}
	if n < 3 {
		v[2] = v[0]
	}
	if n < 4 {
		v[3] = v[1]
	}
	for i, p := range props {
		x.set(p, v[i])
	}
	return true
}

func (x *expander) expand(s ShorthandID) bool {
	p, info := x.p, s.Info()
	l := info.Longhands
	if s >= ShorthandCount {
		switch {
		case len(l) == 2:
			return x.sides(l)
		case len(l) == 3:
			return x.anyOrder(l...)
		}
		at := len(x.out)
		if !x.anyOrder(l[0], l[2], l[4]) {
			return false
		}
		for i, v := range x.out[at:] {
			x.set(l[2*i+1], v.v)
		}
		return true
	}
	switch s {
	case ShortMargin, ShortPadding, ShortInset, ShortBorderWidth, ShortBorderStyle, ShortBorderColor, ShortScrollMargin, ShortScrollPadding,
		ShortOverflow, ShortOverscrollBehavior, ShortGap, ShortContainIntrinsicSize:
		return x.sides(l)
	case ShortBorderTop, ShortBorderRight, ShortBorderBottom, ShortBorderLeft, ShortListStyle, ShortFlexFlow, ShortColumnRule, ShortOutline,
		ShortTextEmphasis, ShortWebkitTextStroke, ShortTextBox, ShortPositionTry:
		switch s {
		case ShortListStyle:
			return x.listStyle()
		case ShortOutline: // auto is a style before it is a colour
			return x.anyOrder(PropOutlineStyle, PropOutlineWidth, PropOutlineColor)
		}
		return x.anyOrder(l...)
	case ShortTextWrap:
		return x.anyOrder(l...)
	case ShortBorder:
		at := len(x.out)
		if !x.anyOrder(PropBorderTopWidth, PropBorderTopStyle, PropBorderTopColor) {
			return false
		}
		v := x.out[at : at+3]
		for i := range 3 {
			for side := 1; side < 4; side++ {
				x.set(l[i*4+side], v[i].v)
			}
		}
		x.initial(PropBorderImageSource, PropBorderImageSlice, PropBorderImageWidth, PropBorderImageOutset, PropBorderImageRepeat)
		return true
	case ShortBorderRadius:
		c, ok := parseRadii(p)
		for i := range l {
			x.set(l[i], boxed(c[i]))
		}
		return ok
	case ShortBorderImage:
		return x.borderImage()
	case ShortBackground, ShortMask:
		return x.layers(s)
	case ShortBackgroundPosition, ShortMaskPosition:
		var xs, ys []Length
		for {
			pt, ok := parsePosition(p, x.c.quirks, true)
			if !ok {
				return false
			}
			xs, ys = append(xs, pt.X), append(ys, pt.Y)
			if !p.Comma() {
				break
			}
		}
		x.set(l[0], boxed(xs))
		x.set(l[1], boxed(ys))
		return true
	case ShortFont:
		return x.font()
	case ShortFontVariant:
		if p.Keyword("normal") {
			x.initial(l...)
			return true
		}
		if p.Keyword("none") {
			x.initial(l[1:]...)
			x.set(PropFontVariantLigatures, value{kind: valueKeyword, n: 1})
			return true
		}
		return x.fontVariant(l)
	case ShortFontSynthesis:
		var on [3]uint32
		if !p.Keyword("none") {
			n := 0
			for !p.AtEnd() {
				switch {
				case p.Keyword("weight"):
					on[0] = 1
				case p.Keyword("style"):
					on[1] = 1
				case p.Keyword("small-caps"):
					on[2] = 1
				default:
					return false
				}
				n++
			}
			if n == 0 {
				return false
			}
		}
		for i := range l {
			x.set(l[i], value{kind: valueKeyword, n: 1 - on[i]})
		}
		return true
	case ShortFlex:
		return x.flex()
	case ShortPlaceContent, ShortPlaceItems, ShortPlaceSelf:
		a, ok := x.one(l[0])
		if !ok {
			return false
		}
		x.set(l[0], a)
		if p.AtEnd() {
			if s == ShortPlaceContent {
				if k := a.box.(Align).Kind; k == AlignBaseline || k == AlignLastBaseline {
					a = boxed(Align{Kind: AlignStart})
				}
			}
			x.set(l[1], a)
			return true
		}
		b, ok := x.one(l[1])
		x.set(l[1], b)
		return ok
	case ShortGridRow, ShortGridColumn:
		a, ok := x.one(l[0])
		if !ok {
			return false
		}
		b := lineDefault(a)
		if p.Delim('/') {
			if b, ok = x.one(l[1]); !ok {
				return false
			}
		}
		x.set(l[0], a)
		x.set(l[1], b)
		return true
	case ShortGridArea:
		var v [4]value
		n := 0
		for n < 4 {
			k, ok := x.one(l[n])
			if !ok {
				return false
			}
			v[n] = k
			n++
			if !p.Delim('/') {
				break
			}
		}
		if n < 2 {
			v[1] = lineDefault(v[0])
		}
		if n < 3 {
			v[2] = lineDefault(v[0])
		}
		if n < 4 {
			v[3] = lineDefault(v[1])
		}
		for i := range l {
			x.set(l[i], v[i])
		}
		return true
	case ShortGridTemplate:
		return x.gridTemplate()
	case ShortGrid:
		return x.grid()
	case ShortColumns:
		w, c := initialValues[PropColumnWidth], initialValues[PropColumnCount]
		n, gotW, gotC := 0, false, false
		for !p.AtEnd() && n < 2 {
			switch {
			case p.Keyword("auto"):
			case !gotC && p.Peek().Kind == css.Number:
				v, ok := x.one(PropColumnCount)
				if !ok {
					return false
				}
				c, gotC = v, true
			case !gotW:
				v, ok := x.one(PropColumnWidth)
				if !ok {
					return false
				}
				w, gotW = v, true
			default:
				return false
			}
			n++
		}
		x.set(PropColumnWidth, w)
		x.set(PropColumnCount, c)
		return n > 0
	case ShortTextDecoration:
		return x.anyOrder(PropTextDecorationLine, PropTextDecorationStyle, PropTextDecorationColor, PropTextDecorationThickness)
	case ShortWhiteSpace:
		for n, v := range whiteSpaces {
			if p.PeekKeyword(n) {
				save := *p
				p.Next()
				if p.AtEnd() {
					x.set(PropWhiteSpaceCollapse, value{kind: valueKeyword, n: uint32(v.c)})
					x.set(PropTextWrapMode, value{kind: valueKeyword, n: uint32(v.w)})
					return true
				}
				*p = save
			}
		}
		return x.anyOrder(l...)
	case ShortTransition:
		return x.motion(s, []PropertyID{PropTransitionDuration, PropTransitionTimingFunction, PropTransitionDelay, PropTransitionBehavior, PropTransitionProperty}, nil)
	case ShortAnimation:
		return x.motion(s, []PropertyID{PropAnimationDuration, PropAnimationTimingFunction, PropAnimationDelay, PropAnimationIterationCount, PropAnimationDirection, PropAnimationFillMode, PropAnimationPlayState, PropAnimationName},
			[]PropertyID{PropAnimationTimeline, PropAnimationRangeStart, PropAnimationRangeEnd})
	case ShortAnimationRange, ShortScrollTimeline:
		return x.anyOrder(l...)
	case ShortOffset:
		return x.offset()
	case ShortContainer:
		n, ok := x.one(PropContainerName)
		if !ok {
			return false
		}
		t := initialValues[PropContainerType]
		if p.Delim('/') {
			if t, ok = x.one(PropContainerType); !ok {
				return false
			}
		}
		x.set(PropContainerName, n)
		x.set(PropContainerType, t)
		return true
	case ShortMarker:
		v, ok := x.one(PropMarkerStart)
		for _, m := range l {
			x.set(m, v)
		}
		return ok
	}
	return false
}

type whiteSpaceValue struct {
	c WhiteSpaceCollapse
	w TextWrapMode
}

var whiteSpaces = map[string]whiteSpaceValue{
	"normal":       {WhiteSpaceCollapseCollapse, TextWrapModeWrap},
	"pre":          {WhiteSpaceCollapsePreserve, TextWrapModeNowrap},
	"nowrap":       {WhiteSpaceCollapseCollapse, TextWrapModeNowrap},
	"pre-wrap":     {WhiteSpaceCollapsePreserve, TextWrapModeWrap},
	"pre-line":     {WhiteSpaceCollapsePreserveBreaks, TextWrapModeWrap},
	"break-spaces": {WhiteSpaceCollapseBreakSpaces, TextWrapModeWrap},
}

// lineDefault is the end line that a start line stands for.
func lineDefault(v value) value {
	if g, ok := v.box.(GridLine); ok && !g.Auto && !g.Span && g.Index == 0 && g.Name != "" {
		return v
	}
	return boxed(GridLine{Auto: true})
}

func (x *expander) listStyle() bool {
	nones := 0
	var pos, img, typ value
	for !x.p.AtEnd() {
		if x.p.Keyword("none") {
			nones++
			continue
		}
		if pos.kind == 0 {
			if v, ok := x.one(PropListStylePosition); ok {
				pos = v
				continue
			}
		}
		if img.kind == 0 && x.p.Peek().Kind != css.Ident {
			if v, ok := x.one(PropListStyleImage); ok {
				img = v
				continue
			}
		}
		if typ.kind == 0 {
			if v, ok := x.one(PropListStyleType); ok {
				typ = v
				continue
			}
		}
		return false
	}
	if nones > 2 || nones == 2 && (img.kind != 0 || typ.kind != 0) || nones == 1 && img.kind != 0 && typ.kind != 0 {
		return false
	}
	if nones > 0 && typ.kind == 0 {
		typ = boxed(ListStyleType{None: true})
	}
	def := func(prop PropertyID, v value) {
		if v.kind == 0 {
			v = initialValues[prop]
		}
		x.set(prop, v)
	}
	had := nones > 0 || pos.kind != 0 || img.kind != 0 || typ.kind != 0
	def(PropListStylePosition, pos)
	def(PropListStyleImage, img)
	def(PropListStyleType, typ)
	return had
}

func (x *expander) borderImage() bool {
	p := x.p
	src, slice, width, outset, rep := initialValues[PropBorderImageSource], initialValues[PropBorderImageSlice], initialValues[PropBorderImageWidth], initialValues[PropBorderImageOutset], initialValues[PropBorderImageRepeat]
	var gs, gl, gr bool
	n := 0
	for !p.AtEnd() {
		if !gl {
			if v, ok := x.one(PropBorderImageSlice); ok {
				slice, gl = v, true
				n++
				if p.Delim('/') {
					if v, ok := x.one(PropBorderImageWidth); ok {
						width = v
						if p.Delim('/') {
							if outset, ok = x.one(PropBorderImageOutset); !ok {
								return false
							}
						}
					} else if p.Delim('/') {
						if outset, ok = x.one(PropBorderImageOutset); !ok {
							return false
						}
					} else {
						return false
					}
				}
				continue
			}
		}
		if !gr {
			if v, ok := x.one(PropBorderImageRepeat); ok {
				rep, gr = v, true
				n++
				continue
			}
		}
		if !gs {
			if v, ok := x.one(PropBorderImageSource); ok {
				src, gs = v, true
				n++
				continue
			}
		}
		return false
	}
	x.set(PropBorderImageSource, src)
	x.set(PropBorderImageSlice, slice)
	x.set(PropBorderImageWidth, width)
	x.set(PropBorderImageOutset, outset)
	x.set(PropBorderImageRepeat, rep)
	return n > 0
}

// layers expands background and mask.
// https://drafts.csswg.org/css-backgrounds-4/#the-background
func (x *expander) layers(s ShorthandID) bool {
	p, c := x.p, x.c
	mask := s == ShortMask
	var (
		imgs          []Image
		xs, ys        []Length
		sizes         []BackgroundSize
		repeats       []BackgroundRepeat
		attach        []BackgroundAttachment
		origin, clip  []BackgroundBox
		comps         []MaskComposite
		modes         []MaskMode
		color         = initialValues[PropBackgroundColor]
		originDefault = BackgroundBoxPaddingBox
	)
	if mask {
		originDefault = BackgroundBoxBorderBox
	}
	for {
		img, pos, size := Image{}, Point2D{Percent(0), Percent(0)}, BackgroundSize{W: Auto, H: Auto}
		rep, att := BackgroundRepeat{}, BackgroundAttachmentScroll
		o, cl, comp, mode := originDefault, BackgroundBoxBorderBox, MaskCompositeAdd, MaskModeMatchSource
		var gi, gp, gr, ga, gc, gm, gx bool
		boxes, n := 0, 0
		for !p.AtEnd() && p.Peek().Kind != css.Comma {
			n++
			if !gi {
				if v, ok := try(p, func() (Image, bool) { return parseImage(p, c) }); ok {
					img, gi = v, true
					continue
				}
			}
			if !gp {
				if v, ok := try(p, func() (Point2D, bool) { return parsePosition(p, c.quirks, true) }); ok {
					pos, gp = v, true
					if p.Delim('/') {
						if size, ok = parseBackgroundSize(p, c); !ok {
							return false
						}
					}
					continue
				}
			}
			if !gr {
				if v, ok := try(p, func() (BackgroundRepeat, bool) { return parseRepeat(p, c) }); ok {
					rep, gr = v, true
					continue
				}
			}
			if !ga && !mask {
				c.prop = PropBackgroundAttachment
				if v, ok := parseKeyword(p, c, namesBackgroundAttachment[:]); ok {
					att, ga = BackgroundAttachment(v.n), true
					continue
				}
			}
			if boxes < 2 {
				c.prop = PropBackgroundClip
				if mask && p.Keyword("no-clip") {
					boxes++
					continue
				}
				if v, ok := parseKeyword(p, c, namesBackgroundBox[:]); ok {
					b := BackgroundBox(v.n)
					if boxes == 0 {
						if b <= BackgroundBoxContentBox {
							o = b
						}
						cl = b
					} else {
						cl = b
					}
					boxes++
					continue
				}
			}
			if mask && !gm {
				c.prop = PropMaskComposite
				if v, ok := parseKeyword(p, c, namesMaskComposite[:]); ok {
					comp, gm = MaskComposite(v.n), true
					continue
				}
			}
			if mask && !gx {
				c.prop = PropMaskMode
				if v, ok := parseKeyword(p, c, namesMaskMode[:]); ok {
					mode, gx = MaskMode(v.n), true
					continue
				}
			}
			if !mask && !gc {
				if v, ok := x.one(PropBackgroundColor); ok {
					color, gc = v, true
					continue
				}
			}
			return false
		}
		if n == 0 {
			return false
		}
		imgs, xs, ys, sizes, repeats = append(imgs, img), append(xs, pos.X), append(ys, pos.Y), append(sizes, size), append(repeats, rep)
		attach, origin, clip, comps, modes = append(attach, att), append(origin, o), append(clip, cl), append(comps, comp), append(modes, mode)
		if !p.Comma() {
			break
		}
		if gc { // a colour stands in the last layer alone
			return false
		}
	}
	if mask {
		x.set(PropMaskImage, boxed(imgs))
		x.set(PropMaskPositionX, boxed(xs))
		x.set(PropMaskPositionY, boxed(ys))
		x.set(PropMaskSize, boxed(sizes))
		x.set(PropMaskRepeat, boxed(repeats))
		x.set(PropMaskOrigin, boxed(origin))
		x.set(PropMaskClip, boxed(clip))
		x.set(PropMaskComposite, boxed(comps))
		x.set(PropMaskMode, boxed(modes))
		return true
	}
	x.set(PropBackgroundImage, boxed(imgs))
	x.set(PropBackgroundPositionX, boxed(xs))
	x.set(PropBackgroundPositionY, boxed(ys))
	x.set(PropBackgroundSize, boxed(sizes))
	x.set(PropBackgroundRepeat, boxed(repeats))
	x.set(PropBackgroundAttachment, boxed(attach))
	x.set(PropBackgroundOrigin, boxed(origin))
	x.set(PropBackgroundClip, boxed(clip))
	x.set(PropBackgroundColor, color)
	return true
}

var systemFonts = []string{"caption", "icon", "menu", "message-box", "small-caption", "status-bar"}

func (x *expander) font() bool {
	p := x.p
	l := ShortFont.Info().Longhands
	for _, s := range systemFonts {
		if p.Keyword(s) {
			if !p.AtEnd() {
				return false
			}
			for _, q := range l {
				if q != PropFontSize && q != PropFontFamily {
					x.initial(q)
				}
			}
			x.set(PropFontSize, compactLength(Length{Px: 13.333333}))
			x.set(PropFontFamily, boxed([]FontFamily{{Name: "system-ui", Generic: true}}))
			return true
		}
	}
	var st, caps, weight, stretch value
	for range 4 {
		if p.Keyword("normal") {
			continue
		}
		if st.kind == 0 {
			if v, ok := x.one(PropFontStyle); ok {
				st = v
				continue
			}
		}
		if caps.kind == 0 && p.Keyword("small-caps") {
			caps = value{kind: valueKeyword, n: uint32(FontVariantCapsSmallCaps)}
			continue
		}
		if weight.kind == 0 {
			if v, ok := x.one(PropFontWeight); ok {
				weight = v
				continue
			}
		}
		if stretch.kind == 0 && p.Peek().Kind == css.Ident {
			if v, ok := x.one(PropFontStretch); ok {
				stretch = v
				continue
			}
		}
		break
	}
	size, ok := x.one(PropFontSize)
	if !ok {
		return false
	}
	lh := initialValues[PropLineHeight]
	if p.Delim('/') {
		if lh, ok = x.one(PropLineHeight); !ok {
			return false
		}
	}
	fam, ok := x.one(PropFontFamily)
	if !ok {
		return false
	}
	for _, q := range l {
		var v value
		switch q {
		case PropFontStyle:
			v = st
		case PropFontVariantCaps:
			v = caps
		case PropFontWeight:
			v = weight
		case PropFontStretch:
			v = stretch
		case PropFontSize:
			v = size
		case PropLineHeight:
			v = lh
		case PropFontFamily:
			v = fam
		}
		if v.kind == valueNone {
			v = initialValues[q]
		}
		x.set(q, v)
	}
	return true
}

// fontVariant: keywords of the longhands, mixed.
func (x *expander) fontVariant(l []PropertyID) bool {
	texts := make([][]string, len(l))
	n := 0
next:
	for !x.p.AtEnd() {
		start := x.p.Pos()
		for i, prop := range l {
			if v, ok := x.one(prop); ok {
				_ = v
				texts[i] = append(texts[i], x.p.Source()[start:x.p.PrevEnd()])
				n++
				continue next
			}
		}
		return false
	}
	for i, prop := range l {
		if texts[i] == nil {
			x.initial(prop)
			continue
		}
		q := css.NewValueParser(strings.Join(texts[i], " "))
		v, ok := parseLonghand(&q, x.c, prop)
		if !ok || !q.AtEnd() {
			return false
		}
		x.set(prop, v)
	}
	return n > 0
}

func (x *expander) flex() bool {
	p := x.p
	num := func(f float32) value { return compactLength(Length{Kind: LengthNumber, Px: f}) }
	if p.Keyword("none") {
		x.set(PropFlexGrow, num(0))
		x.set(PropFlexShrink, num(0))
		x.set(PropFlexBasis, compactLength(Auto))
		return true
	}
	grow, shrink, basis := num(1), num(1), value{}
	gotNum := false
	n := 0
	for !p.AtEnd() {
		n++
		if !gotNum {
			if g, ok := x.one(PropFlexGrow); ok {
				grow, gotNum = g, true
				if s, ok := x.one(PropFlexShrink); ok {
					shrink = s
				}
				continue
			}
		}
		if basis.kind == valueNone {
			if b, ok := x.one(PropFlexBasis); ok {
				basis = b
				continue
			}
		}
		return false
	}
	if basis.kind == valueNone {
		basis = compactLength(Percent(0))
	}
	x.set(PropFlexGrow, grow)
	x.set(PropFlexShrink, shrink)
	x.set(PropFlexBasis, basis)
	return n > 0
}

// gridTemplate: none | rows / columns | areas with rows [/ columns].
func (x *expander) gridTemplate() bool {
	p := x.p
	if save := *p; p.Keyword("none") {
		if p.AtEnd() {
			x.initial(PropGridTemplateRows, PropGridTemplateColumns, PropGridTemplateAreas)
			return true
		}
		*p = save
	}
	save := *p
	if rows, ok := x.one(PropGridTemplateRows); ok && p.Delim('/') {
		cols, ok := x.one(PropGridTemplateColumns)
		x.set(PropGridTemplateRows, rows)
		x.set(PropGridTemplateColumns, cols)
		x.initial(PropGridTemplateAreas)
		return ok
	}
	*p = save
	return x.areaRows()
}

// areaRows: [ names? string size? names? ]+ [ / columns ]?
func (x *expander) areaRows() bool {
	p := x.p
	var list TrackList
	var rows []string
	var pending []string
	for !p.AtEnd() && p.Peek().Kind != css.Delim {
		names, ok := parseLineNames(p)
		if !ok {
			return false
		}
		if names != nil {
			pending = append(pending, names...)
			if p.AtEnd() || p.Peek().Kind == css.Delim {
				list.EndNames = pending
				break
			}
		}
		s, ok := p.StringValue()
		if !ok {
			return false
		}
		rows = append(rows, s)
		size := TrackSize{Min: TrackBreadth{Kind: TrackAuto}, Max: TrackBreadth{Kind: TrackAuto}}
		if t, ok := try(p, func() (TrackSize, bool) { return parseTrackSize(p) }); ok {
			size = t
		}
		list.Items = append(list.Items, TrackItem{Names: pending, Size: size})
		pending = nil
		if after, ok := parseLineNames(p); !ok {
			return false
		} else if after != nil {
			pending = after
			if p.AtEnd() || p.Peek().Kind == css.Delim {
				list.EndNames = pending
			}
		}
	}
	areas, ok := parseAreas(rows)
	if !ok {
		return false
	}
	cols := initialValues[PropGridTemplateColumns]
	if p.Delim('/') {
		if cols, ok = x.one(PropGridTemplateColumns); !ok {
			return false
		}
		if t, _ := cols.box.(TrackList); t.None || t.Subgrid {
			return false
		}
	}
	x.set(PropGridTemplateRows, boxed(list))
	x.set(PropGridTemplateColumns, cols)
	x.set(PropGridTemplateAreas, boxed(areas))
	return true
}

func (x *expander) grid() bool {
	p := x.p
	save, mark := *p, len(x.out)
	flow := func() (dense, ok bool) {
		for range 2 {
			switch {
			case !ok && p.Keyword("auto-flow"):
				ok = true
			case !dense && p.Keyword("dense"):
				dense = true
			}
		}
		return dense, ok
	}
	if dense, ok := flow(); ok { // auto-flow rows / columns
		rows := initialValues[PropGridAutoRows]
		if !p.Delim('/') {
			if rows, ok = x.one(PropGridAutoRows); !ok || !p.Delim('/') {
				return false
			}
		}
		cols, ok := x.one(PropGridTemplateColumns)
		x.initial(PropGridTemplateRows)
		x.set(PropGridTemplateColumns, cols)
		x.initial(PropGridTemplateAreas)
		x.set(PropGridAutoRows, rows)
		x.initial(PropGridAutoColumns)
		x.set(PropGridAutoFlow, boxed(GridAutoFlow{Dense: dense}))
		return ok
	}
	*p = save
	if rows, ok := x.one(PropGridTemplateRows); ok && p.Delim('/') {
		if dense, ok := flow(); ok {
			cols := initialValues[PropGridAutoColumns]
			if !p.AtEnd() {
				if cols, ok = x.one(PropGridAutoColumns); !ok {
					return false
				}
			}
			x.set(PropGridTemplateRows, rows)
			x.initial(PropGridTemplateColumns, PropGridTemplateAreas, PropGridAutoRows)
			x.set(PropGridAutoColumns, cols)
			x.set(PropGridAutoFlow, boxed(GridAutoFlow{Column: true, Dense: dense}))
			return true
		}
	}
	*p, x.out = save, x.out[:mark]
	if !x.gridTemplate() {
		return false
	}
	x.initial(PropGridAutoRows, PropGridAutoColumns, PropGridAutoFlow)
	return true
}

// motion expands transition and animation: lists whose entries have the longhands in any order.
func (x *expander) motion(s ShorthandID, props, reset []PropertyID) bool {
	p := x.p
	texts := make([][]string, len(props))
	for {
		var got [8]string
		n := 0
	next:
		for !p.AtEnd() && p.Peek().Kind != css.Comma {
			for i, prop := range props {
				if got[i] != "" {
					continue
				}
				start := p.Pos()
				one := *p
				// one entry of the list alone: stop before the comma
				if !p.Skip() {
					return false
				}
				src := p.Source()[start:p.PrevEnd()]
				after := *p
				*p = one
				q := css.NewValueParser(src)
				if _, ok := parseLonghand(&q, x.c, prop); ok && q.AtEnd() {
					got[i] = src
					*p = after
					n++
					continue next
				}
			}
			if s == ShortTransition && got[4] == "" && p.Keyword("none") {
				got[4] = "none"
				n++
				continue
			}
			return false
		}
		if n == 0 {
			return false
		}
		for i, prop := range props {
			if got[i] == "" {
				got[i] = initialTexts[prop]
			}
			texts[i] = append(texts[i], got[i])
		}
		if !p.Comma() {
			break
		}
	}
	if s == ShortTransition && len(texts[4]) > 1 && slices.Contains(texts[4], "none") {
		return false
	}
	for i, prop := range props {
		q := css.NewValueParser(strings.Join(texts[i], ", "))
		v, ok := parseLonghand(&q, x.c, prop)
		if !ok || !q.AtEnd() {
			return false
		}
		x.set(prop, v)
	}
	x.initial(reset...)
	return true
}

func (x *expander) offset() bool {
	p := x.p
	l := ShortOffset.Info().Longhands
	got := map[PropertyID]value{}
	if v, ok := x.one(PropOffsetPath); ok {
		got[PropOffsetPath] = v
	} else {
		return false
	}
	for !p.AtEnd() && p.Peek().Kind != css.Delim {
		if _, had := got[PropOffsetDistance]; !had {
			if v, ok := x.one(PropOffsetDistance); ok {
				got[PropOffsetDistance] = v
				continue
			}
		}
		v, ok := x.one(PropOffsetRotate)
		if !ok {
			return false
		}
		got[PropOffsetRotate] = v
	}
	if p.Delim('/') {
		v, ok := x.one(PropOffsetAnchor)
		if !ok {
			return false
		}
		got[PropOffsetAnchor] = v
	}
	for _, q := range l {
		if v, ok := got[q]; ok {
			x.set(q, v)
		} else {
			x.initial(q)
		}
	}
	return true
}
