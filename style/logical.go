package style

// Flow-relative properties have ids of their own after the longhands of the table. They stand for one of a set of physical
// properties, by the writing mode and direction of the element.
// https://drafts.csswg.org/css-logical-1/

// logical describes one flow-relative longhand.
type logical struct {
	name string
	// sides: top right bottom left; sizes: width height; corners: clockwise from top left.
	phys []PropertyID
	kind logicalKind
}

type logicalKind uint8

const (
	blockStart logicalKind = iota
	blockEnd
	inlineStart
	inlineEnd
	blockSize
	inlineSize
	startStart
	startEnd
	endStart
	endEnd
)

var logicals []logical

// propAll is one more than the last id of a longhand, flow-relative ones included.
var propAll PropertyID

var logicalSides = [...]string{"block-start", "block-end", "inline-start", "inline-end"}

// logicalAliases are -webkit- names of flow-relative properties.
var logicalAliases = map[string]string{}

func initLogical() {
	side := func(prefix, suffix string, phys ...PropertyID) {
		for i, s := range logicalSides {
			logicals = append(logicals, logical{prefix + s + suffix, phys, logicalKind(i)})
		}
	}
	side("margin-", "", PropMarginTop, PropMarginRight, PropMarginBottom, PropMarginLeft)
	side("padding-", "", PropPaddingTop, PropPaddingRight, PropPaddingBottom, PropPaddingLeft)
	side("inset-", "", PropTop, PropRight, PropBottom, PropLeft)
	side("border-", "-width", PropBorderTopWidth, PropBorderRightWidth, PropBorderBottomWidth, PropBorderLeftWidth)
	side("border-", "-style", PropBorderTopStyle, PropBorderRightStyle, PropBorderBottomStyle, PropBorderLeftStyle)
	side("border-", "-color", PropBorderTopColor, PropBorderRightColor, PropBorderBottomColor, PropBorderLeftColor)
	side("scroll-margin-", "", PropScrollMarginTop, PropScrollMarginRight, PropScrollMarginBottom, PropScrollMarginLeft)
	side("scroll-padding-", "", PropScrollPaddingTop, PropScrollPaddingRight, PropScrollPaddingBottom, PropScrollPaddingLeft)
	size := func(block, inline string, phys ...PropertyID) {
		logicals = append(logicals, logical{block, phys, blockSize}, logical{inline, phys, inlineSize})
	}
	size("block-size", "inline-size", PropWidth, PropHeight)
	size("min-block-size", "min-inline-size", PropMinWidth, PropMinHeight)
	size("max-block-size", "max-inline-size", PropMaxWidth, PropMaxHeight)
	size("contain-intrinsic-block-size", "contain-intrinsic-inline-size", PropContainIntrinsicWidth, PropContainIntrinsicHeight)
	size("overflow-block", "overflow-inline", PropOverflowX, PropOverflowY)
	size("overscroll-behavior-block", "overscroll-behavior-inline", PropOverscrollBehaviorX, PropOverscrollBehaviorY)
	for i, n := range [...]string{"start-start", "start-end", "end-start", "end-end"} {
		logicals = append(logicals, logical{"border-" + n + "-radius",
			[]PropertyID{PropBorderTopLeftRadius, PropBorderTopRightRadius, PropBorderBottomRightRadius, PropBorderBottomLeftRadius}, startStart + logicalKind(i)})
	}
	propAll = PropertyCount + PropertyID(len(logicals))
	for _, s := range [...]string{"margin", "padding"} {
		for webkit, to := range map[string]string{"before": "block-start", "after": "block-end", "start": "inline-start", "end": "inline-end"} {
			logicalAliases["-webkit-"+s+"-"+webkit] = s + "-" + to
		}
	}
	for webkit, to := range map[string]string{"before": "block-start", "after": "block-end", "start": "inline-start", "end": "inline-end"} {
		for _, k := range [...]string{"width", "style", "color"} {
			logicalAliases["-webkit-border-"+webkit+"-"+k] = "border-" + to + "-" + k
		}
	}
	for webkit, to := range map[string]string{"logical-width": "inline-size", "logical-height": "block-size"} {
		for _, k := range [...]string{"", "min-", "max-"} {
			logicalAliases["-webkit-"+k+webkit] = k + to
		}
	}
}

// isLogical reports whether p is flow-relative.
func (p PropertyID) isLogical() bool { return p >= PropertyCount }

// isBlockMargin reports whether p is margin-block-start or -end: the first of the flow-relative properties.
func isBlockMargin(p PropertyID) bool {
	return p == PropertyCount+PropertyID(blockStart) || p == PropertyCount+PropertyID(blockEnd)
}

// representative is a physical property with the same grammar.
func (p PropertyID) representative() PropertyID {
	if p.isLogical() {
		return logicals[p-PropertyCount].phys[0]
	}
	return p
}

// physical is the property that p stands for.
func (p PropertyID) physical(wm WritingMode, dir Direction) PropertyID {
	if !p.isLogical() {
		return p
	}
	l := &logicals[p-PropertyCount]
	switch {
	case l.kind <= inlineEnd:
		return l.phys[sideOf(l.kind, wm, dir)]
	case l.kind == blockSize:
		if wm == WritingModeHorizontalTb {
			return l.phys[1]
		}
		return l.phys[0]
	case l.kind == inlineSize:
		if wm == WritingModeHorizontalTb {
			return l.phys[0]
		}
		return l.phys[1]
	}
	b, i := blockStart, inlineStart
	if l.kind == endStart || l.kind == endEnd {
		b = blockEnd
	}
	if l.kind == startEnd || l.kind == endEnd {
		i = inlineEnd
	}
	x, y := sideOf(b, wm, dir), sideOf(i, wm, dir)
	top, left := x == 0 || y == 0, x == 3 || y == 3
	switch {
	case top && left:
		return l.phys[0]
	case top:
		return l.phys[1]
	case !left:
		return l.phys[2]
	}
	return l.phys[3]
}

// sideOf is the side (0 top, clockwise) of a flow-relative side.
// https://drafts.csswg.org/css-writing-modes-4/#logical-to-physical
func sideOf(k logicalKind, wm WritingMode, dir Direction) int {
	const top, right, bottom, left = 0, 1, 2, 3
	var bs, is int
	rtl := dir == DirectionRtl
	switch wm {
	case WritingModeHorizontalTb:
		bs, is = top, left
		if rtl {
			is = right
		}
	case WritingModeVerticalRl, WritingModeSidewaysRl:
		bs, is = right, top
		if rtl {
			is = bottom
		}
	case WritingModeVerticalLr:
		bs, is = left, top
		if rtl {
			is = bottom
		}
	default: // sideways-lr
		bs, is = left, bottom
		if rtl {
			is = top
		}
	}
	switch k {
	case blockStart:
		return bs
	case blockEnd:
		return (bs + 2) % 4
	case inlineStart:
		return is
	}
	return (is + 2) % 4
}

// logicalShorthands are shorthands of flow-relative properties.
var logicalShorthands []Shorthand

func initLogicalShorthands() {
	id := func(name string) PropertyID { return longhandNames[name] }
	add := func(name string, longhands ...string) {
		s := Shorthand{Name: name}
		for _, l := range longhands {
			s.Longhands = append(s.Longhands, id(l))
		}
		logicalShorthands = append(logicalShorthands, s)
	}
	for _, axis := range [...]string{"block", "inline"} {
		for _, p := range [...]string{"margin-", "padding-", "inset-", "scroll-margin-", "scroll-padding-"} {
			add(p+axis, p+axis+"-start", p+axis+"-end")
		}
		for _, k := range [...]string{"width", "style", "color"} {
			add("border-"+axis+"-"+k, "border-"+axis+"-start-"+k, "border-"+axis+"-end-"+k)
		}
		for _, e := range [...]string{"-start", "-end"} {
			add("border-"+axis+e, "border-"+axis+e+"-width", "border-"+axis+e+"-style", "border-"+axis+e+"-color")
		}
		add("border-"+axis, "border-"+axis+"-start-width", "border-"+axis+"-end-width", "border-"+axis+"-start-style", "border-"+axis+"-end-style", "border-"+axis+"-start-color", "border-"+axis+"-end-color")
	}
}
