package style

import (
	"math"
	"strconv"
	"unsafe"

	"github.com/niso-engine/niso/style/css"
)

// keywords of Length by name
var lengthKeywords = []struct {
	name string
	kind LengthKind
}{
	{"auto", LengthAuto}, {"none", LengthNone}, {"normal", LengthNormal}, {"min-content", LengthMinContent},
	{"max-content", LengthMaxContent}, {"fit-content", LengthFitContent}, {"stretch", LengthStretch},
	{"content", LengthContent}, {"from-font", LengthFromFont},
}

func kindBit(k ...LengthKind) (m uint16) {
	for _, x := range k {
		m |= 1 << x
	}
	return m
}

// lengthRule is what a property of type Length takes.
type lengthRule struct {
	keywords uint16
	accept   css.Accept
	rng      css.Range
	quirk    bool // a number is px in quirks mode
	number   bool // a number is kept as LengthNumber
	fitLimit bool // fit-content(limit) is allowed, which Chromium does not
}

var lengthRules [PropertyCount]lengthRule

const sizeKeywords = 1<<LengthMinContent | 1<<LengthMaxContent | 1<<LengthFitContent | 1<<LengthStretch

func init() {
	lp := css.AcceptLengthPercent
	set := func(r lengthRule, props ...PropertyID) {
		for _, p := range props {
			lengthRules[p] = r
		}
	}
	set(lengthRule{keywords: sizeKeywords | kindBit(LengthAuto), accept: lp, rng: css.NonNegative, quirk: true},
		PropWidth, PropHeight, PropMinWidth, PropMinHeight)
	set(lengthRule{keywords: sizeKeywords | kindBit(LengthNone), accept: lp, rng: css.NonNegative, quirk: true}, PropMaxWidth, PropMaxHeight)
	set(lengthRule{keywords: kindBit(LengthAuto), accept: lp, quirk: true}, PropTop, PropRight, PropBottom, PropLeft,
		PropMarginTop, PropMarginRight, PropMarginBottom, PropMarginLeft)
	set(lengthRule{accept: lp, rng: css.NonNegative, quirk: true}, PropPaddingTop, PropPaddingRight, PropPaddingBottom, PropPaddingLeft)
	set(lengthRule{keywords: kindBit(LengthNormal), accept: lp, quirk: true}, PropLetterSpacing, PropWordSpacing)
	set(lengthRule{keywords: kindBit(LengthAuto, LengthFromFont), accept: lp}, PropTextDecorationThickness)
	set(lengthRule{keywords: kindBit(LengthAuto), accept: lp}, PropTextUnderlineOffset)
	set(lengthRule{keywords: kindBit(LengthAuto, LengthNone), accept: css.AcceptPercent, rng: css.NonNegative}, PropTextSizeAdjust)
	set(lengthRule{accept: lp | css.AcceptNumber, rng: css.NonNegative, number: true}, PropStrokeWidth)
	set(lengthRule{accept: lp | css.AcceptNumber, number: true}, PropStrokeDashoffset, PropBaselineShift)
	set(lengthRule{keywords: sizeKeywords | kindBit(LengthAuto, LengthContent), accept: lp, rng: css.NonNegative}, PropFlexBasis)
	set(lengthRule{keywords: kindBit(LengthNormal), accept: lp, rng: css.NonNegative}, PropRowGap, PropColumnGap)
	set(lengthRule{keywords: kindBit(LengthAuto), accept: lp, rng: css.NonNegative}, PropScrollPaddingTop, PropScrollPaddingRight, PropScrollPaddingBottom, PropScrollPaddingLeft)
	set(lengthRule{accept: lp, rng: css.NonNegative}, PropShapeMargin)
	set(lengthRule{accept: lp | css.AcceptUnitless}, PropCx, PropCy, PropX, PropY)
	set(lengthRule{accept: lp | css.AcceptUnitless, rng: css.NonNegative}, PropR)
	set(lengthRule{keywords: kindBit(LengthAuto), accept: lp | css.AcceptUnitless, rng: css.NonNegative}, PropRx, PropRy)
	set(lengthRule{accept: lp}, PropOffsetDistance)
}

// lengthOf makes a Length of a number as read.
func lengthOf(n css.Numeric, number bool) Length {
	if n.Calc != nil {
		return Length{Kind: LengthCalc, Calc: n.Calc}
	}
	switch n.Unit {
	case css.UnitPercent:
		return Length{Percent: float32(n.Num), unit: css.UnitPercent}
	case css.UnitNumber:
		if number {
			return Length{Kind: LengthNumber, Px: float32(n.Num)}
		}
		return Length{Px: float32(n.Num)}
	case css.Px:
		return Length{Px: float32(n.Num)}
	}
	return Length{Px: float32(n.Num), unit: n.Unit}
}

// parseLength takes what rule allows.
func parseLength(p *css.ValueParser, rule lengthRule) (Length, bool) {
	if p.Peek().Kind == css.Ident {
		for _, k := range lengthKeywords {
			if rule.keywords&(1<<k.kind) != 0 && p.PeekKeyword(k.name) {
				p.Next()
				return Length{Kind: k.kind}, true
			}
		}
		if rule.keywords&(1<<LengthStretch) != 0 && p.Keyword("-webkit-fill-available") {
			return Length{Kind: LengthStretch}, true
		}
		if rule.keywords&(1<<LengthFitContent) != 0 {
			for n, k := range map[string]LengthKind{"-webkit-fit-content": LengthFitContent, "-webkit-min-content": LengthMinContent, "-webkit-max-content": LengthMaxContent, "min-intrinsic": LengthMinContent, "intrinsic": LengthMaxContent} {
				if p.Keyword(n) {
					return Length{Kind: k}, true
				}
			}
		}
		return Length{}, false
	}
	if rule.fitLimit && p.Peek().Kind == css.Function {
		save := *p
		if in, ok := p.Function("fit-content"); ok {
			if n, ok := in.Numeric(css.AcceptLengthPercent, css.NonNegative); ok && in.AtEnd() {
				l := lengthOf(n, false)
				if l.Kind == LengthFixed {
					l.Kind, l.HasLimit = LengthFitContent, true
					return l, true
				}
			}
			*p = save
			return Length{}, false
		}
	}
	n, ok := p.Numeric(rule.accept, rule.rng)
	if !ok {
		return Length{}, false
	}
	return lengthOf(n, rule.number), true
}

var lengthPercent = lengthRule{accept: css.AcceptLengthPercent}
var lengthPercentPositive = lengthRule{accept: css.AcceptLengthPercent, rng: css.NonNegative}
var lengthOnly = lengthRule{accept: css.AcceptLength | css.AcceptZeroLength}
var lengthPositive = lengthRule{accept: css.AcceptLength | css.AcceptZeroLength, rng: css.NonNegative}

// compact makes a small value of l where it can.
func compactLength(l Length) value {
	if l.Kind == LengthFixed && l.unit != css.UnitPercent {
		u := l.unit
		if u == 0 {
			u = css.Px
		}
		return value{kind: valueLength, unit: u, n: math.Float32bits(l.Px)}
	}
	if l.Kind == LengthFixed && l.unit == css.UnitPercent && l.Px == 0 {
		return value{kind: valueLength, unit: css.UnitPercent, n: math.Float32bits(l.Percent)}
	}
	if l.Kind == LengthNumber {
		return value{kind: valueLength, unit: css.UnitNumber, n: math.Float32bits(l.Px)}
	}
	if l.Kind != LengthCalc && !l.HasLimit {
		return value{kind: valueKeyword, n: uint32(l.Kind)}
	}
	return boxed(l)
}

// length is the Length of a value made by compactLength.
func (v value) length() Length {
	switch v.kind {
	case valueLength:
		f := math.Float32frombits(v.n)
		switch v.unit {
		case css.UnitPercent:
			return Length{Percent: f, unit: css.UnitPercent}
		case css.UnitNumber:
			return Length{Kind: LengthNumber, Px: f}
		case css.Px:
			return Length{Px: f}
		}
		return Length{Px: f, unit: v.unit}
	case valueKeyword:
		return Length{Kind: LengthKind(v.n)}
	case valueBox:
		l, _ := v.box.(Length)
		return l
	}
	return Length{}
}

// computeLength resolves units; nonneg clamps what a calc() gave.
func (cx *computer) length(l Length, nonneg bool) Length {
	if e := l.side; e != 0 {
		if l.side = 0; e == edgeRight|edgeOffset || e == edgeBottom|edgeOffset {
			l = fromEnd(l)
		}
	}
	switch l.Kind {
	case LengthFixed, LengthFitContent:
		switch l.unit {
		case 0, css.UnitPercent:
		case unitQuirkEm:
			l.Px = cx.px(float64(l.Px), css.Em)
		default:
			l.Px, l.unit = cx.px(float64(l.Px), l.unit), 0
		}
		l.Px = clampPx(l.Px)
		return l
	case LengthCalc:
		if l.Calc.Type() == css.CalcNumber {
			return Length{Kind: LengthNumber, Px: float32(l.Calc.Eval(cx, 0))}
		}
		if px, pct, ok := l.Calc.Linear(cx); ok {
			if l.Calc.HasPercent() {
				u := css.UnitPercent
				if nonneg && px <= 0 && pct <= 0 {
					px, pct = 0, 0
				}
				return Length{Px: clampPx(float32(px)), Percent: float32(pct), unit: u}
			}
			if nonneg && px < 0 {
				px = 0
			}
			return Length{Px: clampPx(float32(px))}
		}
		if !l.Calc.HasPercent() {
			px := l.Calc.Eval(cx, 0)
			if nonneg && px < 0 {
				px = 0
			}
			return Length{Px: clampPx(float32(px))}
		}
		if l.Calc.HasRelative() {
			l.Calc = l.Calc.Resolve(cx)
		}
	}
	return l
}

// clampPx keeps lengths in the range that Chromium has.
func clampPx(v float32) float32 {
	const limit = 33554428
	return max(-limit, min(limit, v))
}

// px resolves n of a unit.
func (cx *computer) px(n float64, u css.Unit) float32 {
	if a, ok := u.Absolute(n); ok {
		return float32(a)
	}
	return float32(n * cx.Px(u))
}

// computePx is a length without percentages in px.
func (cx *computer) lengthPx(l Length, nonneg bool) float32 { return cx.length(l, nonneg).Px }

// appendLength serializes l, specified or computed.
func appendLength(b []byte, l Length) []byte {
	if e := l.side; e != 0 {
		if b = append(b, edgeNames[e&^edgeOffset]...); e&edgeOffset == 0 {
			return b
		}
		b = append(b, ' ')
	}
	switch l.Kind {
	case LengthFixed:
		if l.unit == css.UnitPercent {
			if l.Px != 0 {
				b = append(b, "calc("...)
				b = css.AppendNumber(b, float64(l.Percent))
				b = append(b, "% "...)
				px := l.Px
				if px < 0 {
					b, px = append(b, "- "...), -px
				} else {
					b = append(b, "+ "...)
				}
				b = css.AppendNumber(b, float64(px))
				return append(b, "px)"...)
			}
			return append(css.AppendNumber(b, float64(l.Percent)), '%')
		}
		b = css.AppendNumber(b, float64(l.Px))
		if l.unit == 0 || l.unit == unitQuirkEm {
			return append(b, "px"...)
		}
		return append(b, l.unit.String()...)
	case LengthNumber:
		return css.AppendNumber(b, float64(l.Px))
	case LengthCalc:
		return l.Calc.AppendTo(b)
	case LengthFitContent:
		if l.HasLimit {
			l.Kind = LengthFixed
			return append(appendLength(append(b, "fit-content("...), l), ')')
		}
	}
	for _, k := range lengthKeywords {
		if k.kind == l.Kind {
			return append(b, k.name...)
		}
	}
	return b
}

var opsLength = &ops{
	parse: func(p *css.ValueParser, c *parseCtx) (value, bool) {
		r := lengthRules[c.prop]
		if r.quirk && c.quirks {
			r.accept |= css.AcceptUnitless
		}
		if c.prop == PropBaselineShift {
			for i, k := range [...]string{"baseline", "sub", "super"} {
				if p.Keyword(k) {
					return compactLength([...]Length{{}, {Percent: -20, unit: css.UnitPercent}, {Percent: 40, unit: css.UnitPercent}}[i]), true
				}
			}
		}
		l, ok := parseLength(p, r)
		return compactLength(l), ok
	},
	compute: func(dst unsafe.Pointer, v value, cx *computer, prop PropertyID) {
		d := (*Length)(dst)
		if v.kind == valueLength && v.unit == css.Px {
			*d = Length{Px: clampPx(math.Float32frombits(v.n))}
			return
		}
		*d = cx.length(v.length(), lengthRules[prop].rng == css.NonNegative)
		if d.Kind == LengthNormal && prop == PropWordSpacing {
			*d = Length{}
		}
		if d.Kind == LengthNumber && (prop == PropStrokeWidth || prop == PropStrokeDashoffset || prop == PropBaselineShift) {
			*d = Length{Px: d.Px}
		}
	},
	spec:  func(b []byte, v value, cx *textCtx) []byte { return appendLength(b, v.length()) },
	text:  func(b []byte, src unsafe.Pointer, cx *textCtx) []byte { return appendLength(b, *(*Length)(src)) },
	copy:  copyOf[Length],
	equal: equalLength,
}

func equalLength(a, b unsafe.Pointer) bool {
	x, y := (*Length)(a), (*Length)(b)
	if x.Kind == LengthCalc && y.Kind == LengthCalc && x.Calc != y.Calc {
		return x.Calc.String() == y.Calc.String()
	}
	return *x == *y
}

// floatOps are the operations of float32 types. parse returns a value of kind valueLength, valueKeyword or a boxed Length.
func floatOps(parse func(p *css.ValueParser, c *parseCtx) (value, bool),
	compute func(v value, cx *computer, prop PropertyID) float32, text func(b []byte, f float32, cx *textCtx) []byte,
	keyword func(n uint32, prop PropertyID) string) *ops {
	return &ops{
		parse: parse,
		compute: func(dst unsafe.Pointer, v value, cx *computer, prop PropertyID) {
			*(*float32)(dst) = compute(v, cx, prop)
		},
		spec: func(b []byte, v value, cx *textCtx) []byte {
			if v.kind == valueKeyword && keyword != nil {
				return append(b, keyword(v.n, cx.prop)...)
			}
			return appendLength(b, v.length())
		},
		text:  func(b []byte, src unsafe.Pointer, cx *textCtx) []byte { return text(b, *(*float32)(src), cx) },
		copy:  copyOf[float32],
		equal: func(a, b unsafe.Pointer) bool { return *(*float32)(a) == *(*float32)(b) },
	}
}

func appendPx(b []byte, f float32) []byte { return append(css.AppendNumber(b, float64(f)), "px"...) }

func pxText(b []byte, f float32, cx *textCtx) []byte { return appendPx(b, f) }

var fontSizeNames = [...]string{"xx-small", "x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large", "smaller", "larger", "-internal-math"}

var opsPx = floatOps(func(p *css.ValueParser, c *parseCtx) (value, bool) {
	r := lengthOnly
	switch c.prop {
	case PropFontSize:
		for i, n := range fontSizeNames[:10] {
			if p.Keyword(n) {
				return value{kind: valueKeyword, n: uint32(i)}, true
			}
		}
		r = lengthPercentPositive
		if c.quirks {
			r.accept |= css.AcceptUnitless
		}
	case PropWebkitTextStrokeWidth:
		for i, k := range [...]string{"thin", "medium", "thick"} {
			if p.Keyword(k) {
				return value{kind: valueLength, unit: css.Px, n: math.Float32bits([...]float32{1, 3, 5}[i])}, true
			}
		}
		r = lengthPositive
	}
	l, ok := parseLength(p, r)
	return compactLength(l), ok
}, func(v value, cx *computer, prop PropertyID) float32 {
	if prop == PropFontSize {
		return cx.fontSizeOf(v)
	}
	return cx.lengthPx(v.length(), prop == PropWebkitTextStrokeWidth)
}, pxText, func(n uint32, p PropertyID) string { return fontSizeNames[n] })

var lineWidthNames = [...]string{"thin", "medium", "thick"}

// LineWidth: snapped to device pixels as borders are.
// https://drafts.csswg.org/css-values-4/#snap-a-length-as-a-border-width
var opsLineWidth = floatOps(func(p *css.ValueParser, c *parseCtx) (value, bool) {
	for i, n := range lineWidthNames {
		if p.Keyword(n) {
			return value{kind: valueKeyword, n: uint32(i)}, true
		}
	}
	r := lengthPositive
	if c.quirks && c.prop != PropOutlineWidth && c.prop != PropColumnRuleWidth {
		r.accept |= css.AcceptUnitless
	}
	l, ok := parseLength(p, r)
	return compactLength(l), ok
}, func(v value, cx *computer, prop PropertyID) float32 {
	var px float32
	if v.kind == valueKeyword {
		px = [...]float32{1, 3, 5}[v.n]
	} else {
		px = cx.lengthPx(v.length(), true)
	}
	dpr := float32(1)
	if cx.s != nil && cx.s.media.DPR > 0 {
		dpr = float32(cx.s.media.DPR)
	}
	dev := px * dpr
	switch {
	case dev > 0 && dev < 1:
		dev = 1
	default:
		dev = float32(math.Floor(float64(dev)))
	}
	return dev / dpr
}, pxText, func(n uint32, p PropertyID) string { return lineWidthNames[n] })

var opsNumber = floatOps(parseNumber, func(v value, cx *computer, prop PropertyID) float32 {
	var f float32
	if v.kind == valueKeyword {
		switch prop {
		case PropFontWeight:
			parent := cx.parent.Font.Weight
			switch v.n {
			case 0:
				return 400
			case 1:
				return 700
			case 2: // bolder
				switch {
				case parent < 350:
					return 400
				case parent < 550:
					return 700
				case parent < 900:
					return 900
				}
				return parent
			default: // lighter
				switch {
				case parent < 100:
					return parent
				case parent < 550:
					return 100
				case parent < 750:
					return 400
				}
				return 700
			}
		case PropFontStretch:
			return stretchPercents[v.n]
		}
	}
	l := v.length()
	if l.Kind == LengthCalc {
		f = float32(l.Calc.Eval(cx, 1))
		if l.Calc.Type() == css.CalcPercent && prop == PropFontStretch {
			f = float32(l.Calc.Eval(cx, 100))
		}
	} else if l.unit == css.UnitPercent {
		f = l.Percent / 100
		if prop == PropFontStretch {
			f = l.Percent
		}
	} else {
		f = l.Px
	}
	switch prop {
	case PropOpacity, PropFillOpacity, PropStrokeOpacity, PropStopOpacity, PropFloodOpacity, PropShapeImageThreshold:
		f = max(0, min(1, f))
	case PropFlexGrow, PropFlexShrink, PropFontStretch:
		f = max(0, f)
	case PropFontWeight:
		f = max(1, min(1000, f))
	case PropZoom:
		if f <= 0 {
			f = 1
		}
	}
	return f
}, func(b []byte, f float32, cx *textCtx) []byte {
	b = css.AppendNumber(b, float64(f))
	if cx.prop == PropFontStretch {
		b = append(b, '%')
	}
	return b
}, func(n uint32, p PropertyID) string {
	if p == PropFontWeight {
		return [...]string{"normal", "bold", "bolder", "lighter"}[n]
	}
	return stretchNames[n]
})

var stretchNames = [...]string{"normal", "ultra-condensed", "extra-condensed", "condensed", "semi-condensed", "semi-expanded", "expanded", "extra-expanded", "ultra-expanded"}
var stretchPercents = [...]float32{100, 50, 62.5, 75, 87.5, 112.5, 125, 150, 200}

func parseNumber(p *css.ValueParser, c *parseCtx) (value, bool) {
	accept, rng := css.AcceptNumber, css.AnyRange
	switch c.prop {
	case PropFontWeight:
		for i, k := range [...]string{"normal", "bold", "bolder", "lighter"} {
			if p.Keyword(k) {
				return value{kind: valueKeyword, n: uint32(i)}, true
			}
		}
		rng = css.AtLeastOne
	case PropFontStretch:
		for i, k := range stretchNames {
			if p.Keyword(k) {
				return value{kind: valueKeyword, n: uint32(i)}, true
			}
		}
		accept, rng = css.AcceptPercent, css.NonNegative
	case PropOpacity, PropFillOpacity, PropStrokeOpacity, PropStopOpacity, PropFloodOpacity, PropShapeImageThreshold:
		accept |= css.AcceptPercent
	case PropZoom:
		accept |= css.AcceptPercent
		rng = css.NonNegative
		if p.Keyword("normal") || p.Keyword("reset") {
			return compactLength(Length{Kind: LengthNumber, Px: 1}), true
		}
	case PropFlexGrow, PropFlexShrink:
		rng = css.NonNegative
	case PropStrokeMiterlimit:
		rng = css.NonNegative
	}
	n, ok := p.Numeric(accept, rng)
	if ok && c.prop == PropFontWeight && n.Calc == nil && n.Num > 1000 {
		return value{}, false
	}
	if ok && n.Unit == css.UnitPercent && n.Calc == nil && accept&css.AcceptNumber != 0 {
		n.Unit, n.Num, n.Type = css.UnitNumber, n.Num/100, css.CalcNumber
	}
	return compactLength(lengthOf(n, true)), ok
}

var opsInt = &ops{
	parse: func(p *css.ValueParser, c *parseCtx) (value, bool) {
		if c.prop == PropMathDepth {
			if p.Keyword("auto-add") {
				return value{kind: valueKeyword, n: 1}, true
			}
		}
		i, ok := p.Integer()
		if ok && (c.prop == PropOrphans || c.prop == PropWidows || c.prop == PropFlexLineCount) && i < 1 {
			return value{}, false
		}
		return value{kind: valueKeyword, n: uint32(int32(i))}, ok
	},
	compute: func(dst unsafe.Pointer, v value, cx *computer, prop PropertyID) { *(*int32)(dst) = int32(v.n) },
	spec:    func(b []byte, v value, cx *textCtx) []byte { return strconv.AppendInt(b, int64(int32(v.n)), 10) },
	text: func(b []byte, src unsafe.Pointer, cx *textCtx) []byte {
		return strconv.AppendInt(b, int64(*(*int32)(src)), 10)
	},
	copy:  copyOf[int32],
	equal: func(a, b unsafe.Pointer) bool { return *(*int32)(a) == *(*int32)(b) },
}

// colours

var opsColor = &ops{
	parse: func(p *css.ValueParser, c *parseCtx) (value, bool) { return parseColorValue(p, c) },
	compute: func(dst unsafe.Pointer, v value, cx *computer, prop PropertyID) {
		*(*Color)(dst) = cx.color(colorOf(v), prop == PropColor)
	},
	spec: func(b []byte, v value, cx *textCtx) []byte { return colorOf(v).AppendTo(b, true) },
	text: func(b []byte, src unsafe.Pointer, cx *textCtx) []byte { return appendColor(b, *(*Color)(src), cx) },
	copy: copyOf[Color],
	equal: func(a, b unsafe.Pointer) bool {
		x, y := (*Color)(a), (*Color)(b)
		return *x == *y || x.Expr != nil && y.Expr != nil && x.String() == y.String()
	},
}

func parseColorValue(p *css.ValueParser, c *parseCtx) (value, bool) {
	col, ok := parseColor(p, c)
	return boxed(col), ok
}

func parseColor(p *css.ValueParser, c *parseCtx) (Color, bool) {
	if c.quirks && quirkColors[c.prop] {
		save := *p
		if t := p.Peek(); t.Kind == css.Number && t.Flags&css.FlagInteger != 0 || t.Kind == css.Dimension || t.Kind == css.Ident {
			s := p.Text(t)
			src := p.Source()[t.Start:t.End]
			if t.Kind != css.Ident {
				s = src
			}
			if t.Kind != css.Ident && len(s) < 6 && s[0] != '+' && s[0] != '-' {
				s = "000000"[:6-len(s)] + s
			}
			if isHex(s) && (len(s) == 3 || len(s) == 6) {
				if col, ok := css.ParseColor("#" + s); ok {
					p.Next()
					return col, true
				}
			}
		}
		*p = save
	}
	return p.Color()
}

var quirkColors = map[PropertyID]bool{PropBackgroundColor: true, PropColor: true, PropBorderTopColor: true, PropBorderRightColor: true, PropBorderBottomColor: true, PropBorderLeftColor: true}

func isHex(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i] | 0x20
		if !(s[i] >= '0' && s[i] <= '9' || c >= 'a' && c <= 'f') {
			return false
		}
	}
	return true
}

// colorOf is the colour of a value made by parseColorValue or packed by the sheet's compiler.
func colorOf(v value) Color {
	if v.kind == valueColor {
		n := v.n
		return css.RGBA(float32(n>>16&255)/255, float32(n>>8&255)/255, float32(n&255)/255, float32(n>>24)/255)
	}
	c, _ := v.box.(Color)
	return c
}

// color computes a colour: currentcolor stays, but in the property color itself.
func (cx *computer) color(c Color, isColor bool) Color {
	switch c.Kind {
	case css.ColorAbsolute:
		c.Named = 0
		if c.Legacy && c.Space == css.SpaceSRGB {
			return c
		}
		return c.Resolve(cx.colorEnv())
	case css.ColorCurrent:
		if isColor {
			return cx.parent.Font.Color
		}
		return c
	}
	if isColor {
		env := cx.colorEnv()
		env.Current = cx.parent.Font.Color
		return c.Resolve(env)
	}
	return c.Resolve(cx.colorEnv())
}

func (cx *computer) colorEnv() *css.ColorEnv {
	cx.cenv = css.ColorEnv{Current: cx.cs.Font.Color, Dark: cx.dark(), Units: cx}
	return &cx.cenv
}

// appendColor serializes a computed colour as the resolved value: currentcolor is looked up.
func appendColor(b []byte, c Color, cx *textCtx) []byte {
	if cx.specified {
		return c.AppendTo(b, true)
	}
	if c.Kind == css.ColorCurrent && cx.cs != nil {
		c = cx.cs.Font.Color
	}
	return c.AppendTo(b, false)
}

// parseEnv stands for the element where a value must be known while it is parsed: what it gives for relative units is as if nothing
// were set.
type parseEnv struct{}

func (parseEnv) Px(u css.Unit) float64 { return 16 }

// evalNow evaluates what was read, 0 for nothing.
func evalNow(n css.Numeric, basis float64) float64 {
	if n.Type == css.CalcInvalid {
		return 0
	}
	return n.Eval(parseEnv{}, basis)
}
