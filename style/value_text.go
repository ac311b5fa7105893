package style

import (
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/style/css"
)

// convOps are the operations of a type whose specified values are of another type.
func convOps[S, T any](parse func(p *css.ValueParser, c *parseCtx) (S, bool), compute func(v S, cx *computer) T,
	spec func(b []byte, v S, cx *textCtx) []byte, text func(b []byte, v T, cx *textCtx) []byte) *ops {
	return &ops{
		parse: func(p *css.ValueParser, c *parseCtx) (value, bool) {
			v, ok := parse(p, c)
			return boxed(v), ok
		},
		compute: func(dst unsafe.Pointer, v value, cx *computer, prop PropertyID) {
			if s, ok := v.box.(S); ok {
				cx.prop = prop
				*(*T)(dst) = compute(s, cx)
			}
		},
		spec: func(b []byte, v value, cx *textCtx) []byte {
			s, _ := v.box.(S)
			return spec(b, s, cx)
		},
		text:  func(b []byte, src unsafe.Pointer, cx *textCtx) []byte { return text(b, *(*T)(src), cx) },
		copy:  copyOf[T],
		equal: equalOf[T](hasPointers(reflect.TypeFor[T]())),
	}
}

// ---- sets of keywords and values kept as text

// keywordSets lists the keywords of properties of type KeywordSet, in canonical order: bit i of the set is entry i.
// The entry before the list is the keyword of the empty set; | parts groups of which one may be chosen.
var keywordSets = map[PropertyID]struct {
	zero   string
	groups [][]string
	alone  int // the first so many groups stand alone
}{
	PropFontVariantLigatures:  {"normal", [][]string{{"none"}, {"common-ligatures", "no-common-ligatures"}, {"discretionary-ligatures", "no-discretionary-ligatures"}, {"historical-ligatures", "no-historical-ligatures"}, {"contextual", "no-contextual"}}, 1},
	PropFontVariantNumeric:    {"normal", [][]string{{"lining-nums", "oldstyle-nums"}, {"proportional-nums", "tabular-nums"}, {"diagonal-fractions", "stacked-fractions"}, {"ordinal"}, {"slashed-zero"}}, 0},
	PropFontVariantEastAsian:  {"normal", [][]string{{"jis78", "jis83", "jis90", "jis04", "simplified", "traditional"}, {"full-width", "proportional-width"}, {"ruby"}}, 0},
	PropTextUnderlinePosition: {"auto", [][]string{{"from-font", "under"}, {"left", "right"}}, 0},
	PropTextEmphasisPosition:  {"over", [][]string{{"over", "under"}, {"right", "left"}}, 0},
	PropColorScheme:           {"normal", [][]string{{"light"}, {"dark"}, {"only"}}, 0},
	PropPaintOrder:            {"normal", [][]string{{"fill"}, {"stroke"}, {"markers"}}, 0},
	PropBorderImageRepeat:     {"stretch", nil, 0},
	PropTextDecorationLine:    {"none", [][]string{{"underline"}, {"overline"}, {"line-through"}, {"blink"}, {"spelling-error"}, {"grammar-error"}}, 0},
	PropTextBoxTrim:           {"none", [][]string{{"trim-start"}, {"trim-end"}, {"trim-both"}}, 0},
	PropTouchAction:           {"auto", [][]string{{"none"}, {"manipulation"}, {"pan-x", "pan-left", "pan-right"}, {"pan-y", "pan-up", "pan-down"}, {"pinch-zoom"}}, 2},
	PropContain:               {"none", [][]string{{"strict"}, {"content"}, {"size", "inline-size"}, {"layout"}, {"style"}, {"paint"}}, 2},
	PropContainerType:         {"normal", [][]string{{"size", "inline-size"}, {"scroll-state"}}, 0},
}

// Bits of KeywordSet values that passes ask for.
const (
	DecorationUnderline   KeywordSet = 1 << 0
	DecorationOverline    KeywordSet = 1 << 1
	DecorationLineThrough KeywordSet = 1 << 2

	ContainStrict     KeywordSet = 1 << 0 // size layout paint style
	ContainContent    KeywordSet = 1 << 1 // layout paint style
	ContainSize       KeywordSet = 1 << 2
	ContainInlineSize KeywordSet = 1 << 3
	ContainLayout     KeywordSet = 1 << 4
	ContainStyle      KeywordSet = 1 << 5
	ContainPaint      KeywordSet = 1 << 6

	ContainerSize       KeywordSet = 1 << 0
	ContainerInlineSize KeywordSet = 1 << 1

	SchemeLight KeywordSet = 1 << 0
	SchemeDark  KeywordSet = 1 << 1
	SchemeOnly  KeywordSet = 1 << 2
)

// BorderImageRepeatOf splits the value of border-image-repeat: stretch 0, repeat 1, round 2, space 3.
func BorderImageRepeatOf(k KeywordSet) (x, y uint8) { return uint8(k & 3), uint8(k >> 2 & 3) }

var borderImageRepeats = [...]string{"stretch", "repeat", "round", "space"}

func parseKeywordSet(p *css.ValueParser, c *parseCtx) (value, bool) {
	if c.prop == PropBorderImageRepeat {
		var k [2]uint32
		n := 0
	next:
		for n < 2 && !p.AtEnd() {
			for i, s := range borderImageRepeats {
				if p.Keyword(s) {
					k[n] = uint32(i)
					n++
					continue next
				}
			}
			break
		}
		if n == 1 {
			k[1] = k[0]
		}
		return value{kind: valueKeyword, n: k[0] | k[1]<<2}, n > 0
	}
	d := keywordSets[c.prop]
	if c.prop != PropTextEmphasisPosition && p.Keyword(d.zero) {
		return value{kind: valueKeyword}, true
	}
	set, used, other := uint32(0), 0, false
	if c.prop == PropTextEmphasisPosition {
		other = false
	}
again:
	bit := 0
	for gi, g := range d.groups {
		for _, k := range g {
			if p.PeekKeyword(k) {
				if used&(1<<gi) != 0 || used != 0 && (gi < d.alone || used&(1<<d.alone-1) != 0) {
					return value{}, false
				}
				p.Next()
				used |= 1 << gi
				set |= 1 << bit
				goto again
			}
			bit++
		}
	}
	if c.prop == PropColorScheme && p.Peek().Kind == css.Ident {
		if _, ok := p.CustomIdent("normal"); ok {
			other = true
			goto again
		}
	}
	if c.prop == PropTextEmphasisPosition {
		// over is the zero of the set: over 1, under 2, right 4, left 8.
		if used == 0 {
			return value{}, false
		}
		set &^= 1 | 4
		return value{kind: valueKeyword, n: set}, true
	}
	if c.prop == PropColorScheme && set == 4 && !other {
		return value{}, false
	}
	return value{kind: valueKeyword, n: set}, used != 0 || other
}

func appendKeywordSet(b []byte, set uint32, prop PropertyID) []byte {
	if prop == PropBorderImageRepeat {
		b = append(b, borderImageRepeats[set&3]...)
		if x, y := set&3, set>>2&3; x != y {
			b = append(append(b, ' '), borderImageRepeats[y]...)
		}
		return b
	}
	d := keywordSets[prop]
	if prop == PropTextEmphasisPosition {
		b = append(b, [...]string{"over", "under"}[set>>1&1]...)
		if set&8 != 0 {
			b = append(b, " left"...)
		}
		return b
	}
	if set == 0 {
		return append(b, d.zero...)
	}
	bit, start := 0, len(b)
	for _, g := range d.groups {
		for _, k := range g {
			if set&(1<<bit) != 0 {
				if len(b) > start {
					b = append(b, ' ')
				}
				b = append(b, k...)
			}
			bit++
		}
	}
	return b
}

var opsKeywordSet = &ops{
	parse:   parseKeywordSet,
	compute: func(dst unsafe.Pointer, v value, cx *computer, prop PropertyID) { *(*uint32)(dst) = v.n },
	spec:    func(b []byte, v value, cx *textCtx) []byte { return appendKeywordSet(b, v.n, cx.prop) },
	text: func(b []byte, src unsafe.Pointer, cx *textCtx) []byte {
		return appendKeywordSet(b, *(*uint32)(src), cx.prop)
	},
	copy:  copyOf[uint32],
	equal: func(a, b unsafe.Pointer) bool { return *(*uint32)(a) == *(*uint32)(b) },
}

// rawKeywords are the keywords that a property kept as text takes; * allows a custom identifier, " a string, -- a dashed
// identifier, ( a known function or numbers. How they combine is not checked beyond the count.
var rawKeywords = map[PropertyID]struct {
	words string
	max   int
}{
	PropFontVariantAlternates: {"normal historical-forms ( ", 4},
	PropFontVariantEmoji:      {"normal text emoji unicode", 1},
	PropFontLanguageOverride:  {"normal \"", 1},
	PropFontPalette:           {"normal light dark -- (", 1},
	PropHyphenateLimitChars:   {"auto #", 3},
	PropWebkitFontSmoothing:   {"auto none antialiased subpixel-antialiased", 1},
	PropImageOrientation:      {"none from-image", 1},
	PropShapeRendering:        {"auto optimizespeed crispedges geometricprecision", 1},
	PropOffsetPath:            {"none border-box padding-box content-box margin-box fill-box stroke-box view-box (", 2},
	PropOffsetRotate:          {"auto reverse #", 2},
	PropOffsetAnchor:          {"auto left right top bottom center #", 4},
	PropOffsetPosition:        {"auto normal left right top bottom center #", 4},
	PropPage:                  {"auto *", 1},
	PropTextBoxEdge:           {"auto text cap ex alphabetic", 2},
	PropInitialLetter:         {"normal drop raise #", 2},
	PropOverflowClipMargin:    {"content-box padding-box border-box #", 2},
	PropScrollSnapType:        {"none x y block inline both mandatory proximity", 2},
	PropScrollSnapAlign:       {"none start end center", 2},
	PropAlignmentBaseline:     {"auto baseline before-edge text-before-edge middle central after-edge text-after-edge ideographic alphabetic hanging mathematical", 1},
	PropD:                     {"none (", 1},
	PropPositionAnchor:        {"auto normal none --", 1},
	PropPositionArea:          {"none left center right span-left span-right x-start x-end span-x-start span-x-end self-x-start self-x-end span-self-x-start span-self-x-end span-all top bottom span-top span-bottom y-start y-end span-y-start span-y-end self-y-start self-y-end span-self-y-start span-self-y-end block-start block-end span-block-start span-block-end inline-start inline-end span-inline-start span-inline-end self-block-start self-block-end self-inline-start self-inline-end span-self-block-start span-self-block-end span-self-inline-start span-self-inline-end start end span-start span-end self-start self-end span-self-start span-self-end", 2},
	PropPositionVisibility:    {"always anchors-visible anchors-valid no-overflow", 2},
	PropPositionTryFallbacks:  {"none flip-block flip-inline flip-start flip-x flip-y -- , *", 64},
	PropPositionTryOrder:      {"normal most-width most-height most-block-size most-inline-size", 1},
	PropViewTransitionName:    {"none auto match-element *", 1},
	PropViewTimelineName:      {"none -- ,", 64},
	PropScrollTimelineName:    {"none -- ,", 64},
	PropScrollTimelineAxis:    {"block inline x y ,", 64},
	PropAnimationTimeline:     {"auto none -- , (", 64},
	PropAnimationRangeStart:   {"normal cover contain entry exit entry-crossing exit-crossing scroll , #", 64},
	PropAnimationRangeEnd:     {"normal cover contain entry exit entry-crossing exit-crossing scroll , #", 64},
}

// rawFunctions are the functions of values that are kept as text.
var rawFunctions = func() map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields("stylistic styleset character-variant swash ornaments annotation palette-mix path ray circle ellipse inset polygon shape xywh rect url scroll view") {
		m[n] = true
	}
	return m
}()

func parseRaw(p *css.ValueParser, c *parseCtx) (string, bool) {
	d := rawKeywords[c.prop]
	words := strings.Fields(d.words)
	has := func(w string) bool { return slices.Contains(words, w) }
	var b []byte
	n, comma := 0, true
	for !p.AtEnd() {
		if p.Peek().Kind == css.Comma {
			if !has(",") || comma {
				return "", false
			}
			p.Next()
			b, comma = append(b, ", "...), true
			continue
		}
		if !comma {
			b = append(b, ' ')
		}
		comma = false
		if n++; n > d.max {
			return "", false
		}
		switch tok := p.Peek(); tok.Kind {
		case css.Ident:
			if c.prop == PropShapeRendering && p.Is(tok, "crispedges") {
				p.Next()
				b = append(b, "crispedges"...)
				continue
			}
			save := *p
			if id := lowerIdent(p); has(id) {
				b = append(b, id...)
				continue
			}
			*p = save
			if s, ok := p.DashedIdent(); ok && (has("--") || has("*")) {
				b = css.AppendIdent(b, s)
				continue
			}
			s, ok := p.CustomIdent()
			if !ok || !has("*") {
				return "", false
			}
			b = css.AppendIdent(b, s)
		case css.String:
			if !has("\"") {
				return "", false
			}
			s, _ := p.StringValue()
			b = css.AppendString(b, s)
		case css.Function, css.URL:
			if tok.Kind == css.Function && has("#") {
				save := *p
				if num, ok := p.Numeric(css.AcceptLengthPercent|css.AcceptNumber|css.AcceptAngle, css.AnyRange); ok {
					b = num.AppendTo(b)
					continue
				}
				*p = save
			}
			if !has("(") {
				return "", false
			}
			start := tok.Start
			if tok.Kind == css.Function && !rawFunctions[lower(p.Text(tok))] || !p.Skip() {
				return "", false
			}
			b = append(b, closed(p.Source()[start:p.PrevEnd()])...)
		case css.Number, css.Percentage, css.Dimension:
			if !has("#") {
				return "", false
			}
			accept := css.AcceptLengthPercent | css.AcceptAngle
			if c.prop == PropInitialLetter || c.prop == PropHyphenateLimitChars {
				accept = css.AcceptNumber
			}
			num, ok := p.Numeric(accept, css.AnyRange)
			if !ok {
				return "", false
			}
			b = num.AppendTo(b)
		default:
			return "", false
		}
	}
	return string(b), n > 0 && !comma
}

var opsRawText = boxOps(parseRaw, nil, func(b []byte, v string, cx *textCtx) []byte {
	if v == "" {
		v = cx.prop.Info().Initial
	}
	if cx.prop == PropOffsetRotate && !cx.specified && (v == "auto" || v == "reverse") {
		v += " 0deg"
	}
	return append(b, v...)
})

// ---- identifiers, strings, URLs

func parseIdents(p *css.ValueParser, c *parseCtx) ([]string, bool) {
	if c.prop != PropAnimationName && p.Keyword("none") {
		return nil, true
	}
	var out []string
	for {
		switch c.prop {
		case PropAnimationName:
			if p.Keyword("none") {
				out = append(out, "")
			} else if s, ok := p.StringValue(); ok {
				out = append(out, s)
			} else if s, ok := p.CustomIdent("none"); ok {
				out = append(out, s)
			} else {
				return nil, false
			}
		case PropTransitionProperty:
			s, ok := p.CustomIdent("none")
			if !ok {
				return nil, false
			}
			if !strings.HasPrefix(s, "--") {
				s = lower(s)
			}
			out = append(out, s)
		case PropAnchorName:
			s, ok := p.DashedIdent()
			if !ok {
				return nil, false
			}
			out = append(out, s)
		default: // container-name: separated by spaces
			s, ok := p.CustomIdent("none", "and", "or", "not")
			if !ok {
				return nil, false
			}
			out = append(out, s)
			if !p.AtEnd() && p.Peek().Kind == css.Ident {
				continue
			}
			return out, true
		}
		if !p.Comma() {
			return out, true
		}
	}
}

var opsIdents = boxOps(parseIdents, nil, func(b []byte, v []string, cx *textCtx) []byte {
	if len(v) == 0 {
		return append(b, "none"...)
	}
	for i, s := range v {
		if i > 0 {
			if cx.prop != PropContainerName {
				b = append(b, ',')
			}
			b = append(b, ' ')
		}
		switch {
		case s == "":
			b = append(b, "none"...)
		case cx.prop == PropAnimationName && (strings.EqualFold(s, "none") || slices.ContainsFunc(wideNames[:], func(w string) bool { return strings.EqualFold(w, s) })):
			b = css.AppendString(b, s) // which is no name without its quotes
		default:
			b = css.AppendIdent(b, s)
		}
	}
	return b
})

var opsString = boxOps(func(p *css.ValueParser, c *parseCtx) (string, bool) {
	if p.Keyword("auto") {
		return "", true
	}
	return p.StringValue()
}, nil, func(b []byte, v string, cx *textCtx) []byte {
	if v == "" {
		return append(b, "auto"...)
	}
	return css.AppendString(b, v)
})

var opsURL = boxOps(func(p *css.ValueParser, c *parseCtx) (string, bool) {
	if p.Keyword("none") {
		return "", true
	}
	u, ok := p.URLValue()
	return u, ok
}, nil, func(b []byte, v string, cx *textCtx) []byte {
	if v == "" {
		return append(b, "none"...)
	}
	return css.AppendURL(b, v)
})

// -niso-lang is set by presentational hints alone.
var opsAtom = boxOps(func(p *css.ValueParser, c *parseCtx) (atom.Atom, bool) {
	if p.Keyword("auto") {
		return atom.None, true
	}
	return atom.None, false
}, nil, func(b []byte, v atom.Atom, cx *textCtx) []byte {
	if v == atom.None || cx.s == nil {
		return append(b, "auto"...)
	}
	return css.AppendString(b, cx.s.doc.Atoms.String(v))
})

// ---- fonts

var genericFamilies = map[string]bool{"serif": true, "sans-serif": true, "monospace": true, "cursive": true, "fantasy": true, "system-ui": true, "math": true, "ui-serif": true, "ui-sans-serif": true, "ui-monospace": true, "ui-rounded": true, "emoji": true, "-webkit-body": true, "auto": false}

func parseFamilies(p *css.ValueParser, c *parseCtx) ([]FontFamily, bool) {
	if c.ua && p.Keyword("auto") {
		return nil, true
	}
	return commaList(p, c, func(p *css.ValueParser, c *parseCtx) (FontFamily, bool) {
		if s, ok := p.StringValue(); ok {
			return FontFamily{Name: s}, true
		}
		if in, ok := p.Function("generic"); ok {
			id := lowerIdent(&in)
			return FontFamily{Name: "generic(" + id + ")", Generic: true}, id != "" && in.AtEnd()
		}
		if p.Peek().Kind != css.Ident {
			return FontFamily{}, false
		}
		one := *p
		s, _ := p.Ident()
		if p.Peek().Kind != css.Ident {
			if l := lower(s); genericFamilies[l] {
				return FontFamily{Name: l, Generic: true}, true
			}
			*p = one
			s, ok := p.CustomIdent()
			return FontFamily{Name: s}, ok
		}
		for p.Peek().Kind == css.Ident {
			w, _ := p.Ident()
			s += " " + w
		}
		return FontFamily{Name: s}, true
	})
}

// isPlainFamily reports whether a family name may be written as identifiers.
func isPlainFamily(s string) bool {
	for _, w := range strings.Split(s, " ") {
		if w == "" || css.EscapeIdent(w) != w {
			return false
		}
	}
	return !genericFamilies[lower(s)] && !slices.Contains(wideNames[:], lower(s)) && lower(s) != "default"
}

var opsFontFamilies = boxOps(parseFamilies, nil, func(b []byte, v []FontFamily, cx *textCtx) []byte {
	if v == nil {
		return append(b, `"Times New Roman"`...)
	}
	for i, f := range v {
		if i > 0 {
			b = append(b, ", "...)
		}
		switch {
		case f.Generic:
			b = append(b, f.Name...)
		case isPlainFamily(f.Name) && !strings.Contains(f.Name, " "):
			b = append(b, f.Name...)
		default:
			b = css.AppendString(b, f.Name)
		}
	}
	return b
})

var opsFontSlope = convOps(func(p *css.ValueParser, c *parseCtx) (FontSlope, bool) {
	switch {
	case p.Keyword("normal"):
		return FontSlope{}, true
	case p.Keyword("italic"):
		return FontSlope{Style: FontStyleItalic}, true
	case p.Keyword("oblique"):
		f := FontSlope{Style: FontStyleOblique, Angle: 14}
		save := *p
		if n, ok := p.Numeric(css.AcceptAngle|css.AcceptZeroAngle, css.AnyRange); ok {
			f.Angle = float32(evalNow(n, 0))
			if f.Angle < -90 || f.Angle > 90 {
				if n.Calc == nil {
					return f, false
				}
				f.Angle = max(-90, min(90, f.Angle))
			}
		} else {
			*p = save
		}
		return f, true
	}
	return FontSlope{}, false
}, func(v FontSlope, cx *computer) FontSlope { return v }, appendSlope, appendSlope)

func appendSlope(b []byte, v FontSlope, cx *textCtx) []byte {
	b = append(b, v.Style.String()...)
	if v.Style == FontStyleOblique && v.Angle != 14 {
		b = append(css.AppendNumber(append(b, ' '), float64(v.Angle)), "deg"...)
	}
	return b
}

var opsFontSizeAdjust = boxOps(func(p *css.ValueParser, c *parseCtx) (f FontSizeAdjust, ok bool) {
	if p.Keyword("none") {
		return f, true
	}
	f.Set = true
	for _, m := range [...]string{"ex-height", "cap-height", "ch-width", "ic-width", "ic-height"} {
		if p.Keyword(m) {
			if m != "ex-height" {
				f.Metric = m
			}
			break
		}
	}
	if p.Keyword("from-font") {
		f.From = true
		return f, true
	}
	n, ok := p.Number()
	f.Value = float32(n)
	return f, ok && n >= 0
}, nil, func(b []byte, v FontSizeAdjust, cx *textCtx) []byte {
	if !v.Set {
		return append(b, "none"...)
	}
	if v.Metric != "" {
		b = append(append(b, v.Metric...), ' ')
	}
	if v.From {
		return append(b, "from-font"...)
	}
	return css.AppendNumber(b, float64(v.Value))
})

func fontSettings(variations bool) *ops {
	return boxOps(func(p *css.ValueParser, c *parseCtx) ([]FontSetting, bool) {
		if p.Keyword("normal") {
			return nil, true
		}
		return commaList(p, c, func(p *css.ValueParser, c *parseCtx) (f FontSetting, ok bool) {
			s, ok := p.StringValue()
			if !ok || len(s) != 4 {
				return f, false
			}
			for i := range 4 {
				if s[i] < 0x20 || s[i] > 0x7e {
					return f, false
				}
			}
			copy(f.Tag[:], s)
			f.Value = 1
			if variations {
				n, ok := p.Number()
				f.Value = float32(n)
				return f, ok
			}
			switch {
			case p.Keyword("on"):
			case p.Keyword("off"):
				f.Value = 0
			default:
				save := *p
				if n, ok := p.Integer(); ok {
					if n < 0 {
						return f, false
					}
					f.Value = float32(n)
				} else {
					*p = save
				}
			}
			return f, true
		})
	}, nil, func(b []byte, v []FontSetting, cx *textCtx) []byte {
		if len(v) == 0 {
			return append(b, "normal"...)
		}
		for i, f := range v {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = css.AppendString(b, string(f.Tag[:]))
			if variations || f.Value != 1 {
				b = css.AppendNumber(append(b, ' '), float64(f.Value))
			}
		}
		return b
	})
}

var (
	opsFontFeatures   = fontSettings(false)
	opsFontVariations = fontSettings(true)
)

var opsLineHeight = convOps(func(p *css.ValueParser, c *parseCtx) (Length, bool) {
	r := lengthRule{keywords: kindBit(LengthNormal), accept: css.AcceptLengthPercent | css.AcceptNumber, rng: css.NonNegative, number: true}
	return parseLength(p, r)
}, func(l Length, cx *computer) LineHeight {
	switch l.Kind {
	case LengthNormal:
		return LineHeight{}
	case LengthNumber:
		return LineHeight{LineHeightNumber, l.Px}
	}
	c := cx.length(l, true)
	if c.Kind == LengthNumber {
		return LineHeight{LineHeightNumber, max(0, c.Px)}
	}
	return LineHeight{LineHeightPx, max(0, c.ResolvePx(cx.fontSize))}
}, func(b []byte, l Length, cx *textCtx) []byte { return appendLength(b, l) }, func(b []byte, v LineHeight, cx *textCtx) []byte {
	switch v.Kind {
	case LineHeightNormal:
		return append(b, "normal"...)
	case LineHeightNumber:
		if cx.cs != nil { // the resolved value is px
			return appendPx(b, v.Value*cx.cs.Font.SizePx)
		}
		return css.AppendNumber(b, float64(v.Value))
	}
	return appendPx(b, v.Value)
})

// ---- text

var opsTextIndent = boxOps(func(p *css.ValueParser, c *parseCtx) (t TextIndent, ok bool) {
	for !p.AtEnd() {
		switch {
		case !t.Hanging && p.Keyword("hanging"):
			t.Hanging = true
		case !t.EachLine && p.Keyword("each-line"):
			t.EachLine = true
		default:
			r := lengthPercent
			if c.quirks {
				r.accept |= css.AcceptUnitless
			}
			l, k := parseLength(p, r)
			if !k || ok {
				return t, ok
			}
			t.Length, ok = l, true
		}
	}
	return t, ok
}, func(v TextIndent, cx *computer) TextIndent {
	v.Length = cx.length(v.Length, false)
	return v
}, func(b []byte, v TextIndent, cx *textCtx) []byte {
	b = appendLength(b, v.Length)
	if v.Hanging {
		b = append(b, " hanging"...)
	}
	if v.EachLine {
		b = append(b, " each-line"...)
	}
	return b
})

var opsTabSize = convOps(func(p *css.ValueParser, c *parseCtx) (Length, bool) {
	return parseLength(p, lengthRule{accept: css.AcceptNumber | css.AcceptLength, rng: css.NonNegative, number: true})
}, func(l Length, cx *computer) TabSize {
	if l.Kind == LengthNumber {
		return TabSize{true, l.Px}
	}
	c := cx.length(l, true)
	return TabSize{c.Kind == LengthNumber, c.Px}
}, func(b []byte, l Length, cx *textCtx) []byte { return appendLength(b, l) }, func(b []byte, v TabSize, cx *textCtx) []byte {
	if v.Number {
		return css.AppendNumber(b, float64(v.Value))
	}
	return appendPx(b, v.Value)
})

var opsTextEmphasisStyle = boxOps(func(p *css.ValueParser, c *parseCtx) (t TextEmphasisStyle, ok bool) {
	if p.Keyword("none") {
		return TextEmphasisStyle{None: true}, true
	}
	if s, ok := p.StringValue(); ok {
		return TextEmphasisStyle{String: s}, true
	}
	fill := false
	for range 2 {
		switch {
		case !fill && p.Keyword("filled"):
			fill, ok = true, true
		case !fill && p.Keyword("open"):
			t.Fill, fill, ok = TextEmphasisFillOpen, true, true
		default:
			for _, k := range [...]string{"dot", "circle", "double-circle", "triangle", "sesame"} {
				if t.Shape == "" && p.Keyword(k) {
					t.Shape, ok = k, true
					break
				}
			}
		}
	}
	if t.Shape == "" {
		t.Shape = "circle"
	}
	return t, ok
}, nil, func(b []byte, v TextEmphasisStyle, cx *textCtx) []byte {
	switch {
	case v.None:
		return append(b, "none"...)
	case v.String != "":
		return css.AppendString(b, v.String)
	case v.Fill == TextEmphasisFillOpen:
		b = append(b, "open "...)
	}
	return append(b, v.Shape...)
})

var opsAutoColor = boxOps(func(p *css.ValueParser, c *parseCtx) (AutoColor, bool) {
	if p.Keyword("auto") {
		return AutoColor{Auto: true}, true
	}
	if c.prop == PropOutlineColor {
		p.Keyword("invert")
	}
	col, ok := parseColor(p, c)
	return AutoColor{Color: col}, ok
}, func(v AutoColor, cx *computer) AutoColor {
	if !v.Auto {
		v.Color = cx.color(v.Color, false)
	}
	return v
}, func(b []byte, v AutoColor, cx *textCtx) []byte {
	if v.Auto {
		if cx.cs != nil && !cx.specified && cx.prop != PropAccentColor {
			return appendColor(b, cx.cs.Font.Color, cx)
		}
		return append(b, "auto"...)
	}
	return appendColor(b, v.Color, cx)
})

var opsScrollbarColor = boxOps(func(p *css.ValueParser, c *parseCtx) (s ScrollbarColor, ok bool) {
	if p.Keyword("auto") {
		return ScrollbarColor{Auto: true}, true
	}
	if s.Thumb, ok = parseColor(p, c); !ok {
		return s, false
	}
	s.Track, ok = parseColor(p, c)
	return s, ok
}, func(v ScrollbarColor, cx *computer) ScrollbarColor {
	if !v.Auto {
		v.Thumb, v.Track = cx.color(v.Thumb, false), cx.color(v.Track, false)
	}
	return v
}, func(b []byte, v ScrollbarColor, cx *textCtx) []byte {
	if v.Auto {
		return append(b, "auto"...)
	}
	return appendColor(append(appendColor(b, v.Thumb, cx), ' '), v.Track, cx)
})

var opsPaint = boxOps(func(p *css.ValueParser, c *parseCtx) (v Paint, ok bool) {
	switch {
	case p.Keyword("none"):
		return v, true
	case p.Keyword("context-fill"):
		return Paint{Kind: PaintContextFill}, true
	case p.Keyword("context-stroke"):
		return Paint{Kind: PaintContextStroke}, true
	}
	if u, ok := p.URLValue(); ok {
		v = Paint{Kind: PaintURL, URL: u}
		if p.AtEnd() || p.Keyword("none") {
			return v, true
		}
		v.Fallback = PaintColor
		v.Color, ok = parseColor(p, c)
		return v, ok
	}
	v.Kind = PaintColor
	v.Color, ok = parseColor(p, c)
	return v, ok
}, func(v Paint, cx *computer) Paint {
	if v.Kind == PaintColor || v.Fallback == PaintColor {
		v.Color = cx.color(v.Color, false)
	}
	return v
}, func(b []byte, v Paint, cx *textCtx) []byte {
	switch v.Kind {
	case PaintNone:
		return append(b, "none"...)
	case PaintContextFill:
		return append(b, "context-fill"...)
	case PaintContextStroke:
		return append(b, "context-stroke"...)
	case PaintURL:
		b = css.AppendURL(b, v.URL)
		if v.Fallback == PaintColor {
			b = appendColor(append(b, ' '), v.Color, cx)
		}
		return b
	}
	return appendColor(b, v.Color, cx)
})

func init() {
	cursorAliases := map[string]string{"-webkit-grab": "grab", "-webkit-grabbing": "grabbing", "-webkit-zoom-in": "zoom-in", "-webkit-zoom-out": "zoom-out"}
	keywordAliases["cursor"] = cursorAliases
}

var opsCursorValue = boxOps(func(p *css.ValueParser, c *parseCtx) (v CursorValue, ok bool) {
	for p.Peek().Kind == css.URL || p.Peek().Kind == css.Function {
		img, ok := parseImage(p, c)
		if !ok {
			return v, false
		}
		ci := CursorImage{Image: &img}
		if p.Peek().Kind == css.Number {
			x, _ := p.Number()
			y, ok := p.Number()
			if !ok {
				return v, false
			}
			ci.X, ci.Y, ci.HasXY = float32(x), float32(y), true
		}
		v.Images = append(v.Images, ci)
		if !p.Comma() {
			return v, false
		}
	}
	k, ok := parseKeyword(p, c, namesCursor[:])
	v.Keyword = Cursor(k.n)
	return v, ok
}, nil, func(b []byte, v CursorValue, cx *textCtx) []byte {
	for _, i := range v.Images {
		b = appendImage(b, *i.Image, cx)
		if i.HasXY {
			b = css.AppendNumber(append(css.AppendNumber(append(b, ' '), float64(i.X)), ' '), float64(i.Y))
		}
		b = append(b, ", "...)
	}
	return append(b, v.Keyword.String()...)
})

var opsListStyleType = boxOps(func(p *css.ValueParser, c *parseCtx) (l ListStyleType, ok bool) {
	if p.Keyword("none") {
		return ListStyleType{None: true}, true
	}
	if s, ok := p.StringValue(); ok {
		return ListStyleType{String: true, Name: s}, true
	}
	if in, ok := p.Function("symbols"); ok { // kept as its text
		return ListStyleType{Name: "symbols(" + closed(in.Rest()) + ")"}, true
	}
	l.Name, ok = p.CustomIdent()
	if low := lower(l.Name); knownCounterStyles[low] {
		l.Name = low
	}
	return l, ok
}, nil, func(b []byte, v ListStyleType, cx *textCtx) []byte {
	switch {
	case v.None:
		return append(b, "none"...)
	case v.String:
		return css.AppendString(b, v.Name)
	case strings.HasPrefix(v.Name, "symbols("):
		return append(b, v.Name...)
	}
	return css.AppendIdent(b, v.Name)
})

var knownCounterStyles = func() map[string]bool {
	m := make(map[string]bool)
	for _, n := range strings.Fields("decimal decimal-leading-zero arabic-indic armenian upper-armenian lower-armenian bengali cambodian khmer cjk-decimal devanagari georgian gujarati gurmukhi hebrew kannada lao malayalam mongolian myanmar oriya persian lower-roman upper-roman tamil telugu thai tibetan lower-alpha lower-latin upper-alpha upper-latin lower-greek hiragana hiragana-iroha katakana katakana-iroha disc circle square disclosure-open disclosure-closed cjk-earthly-branch cjk-heavenly-stem japanese-informal japanese-formal korean-hangul-formal korean-hanja-informal korean-hanja-formal simp-chinese-informal simp-chinese-formal trad-chinese-informal trad-chinese-formal cjk-ideographic ethiopic-numeric ethiopic-halehame ethiopic-halehame-am ethiopic-halehame-ti-er ethiopic-halehame-ti-et hangul hangul-consonant urdu") {
		m[n] = true
	}
	return m
}()

var opsQuotes = boxOps(func(p *css.ValueParser, c *parseCtx) (q Quotes, ok bool) {
	switch {
	case p.Keyword("auto"):
		return Quotes{Auto: true}, true
	case p.Keyword("none"):
		return q, true
	}
	for {
		s, ok := p.StringValue()
		if !ok {
			break
		}
		q.Pairs = append(q.Pairs, s)
	}
	return q, len(q.Pairs) > 0 && len(q.Pairs)%2 == 0
}, nil, func(b []byte, v Quotes, cx *textCtx) []byte {
	switch {
	case v.Auto:
		return append(b, "auto"...)
	case v.Pairs == nil:
		return append(b, "none"...)
	}
	for i, s := range v.Pairs {
		if i > 0 {
			b = append(b, ' ')
		}
		b = css.AppendString(b, s)
	}
	return b
})

// ---- pairs and optional lengths

var opsPxPair = convOps(func(p *css.ValueParser, c *parseCtx) (v [2]Length, ok bool) {
	r := lengthPositive
	if c.quirks {
		r.accept |= css.AcceptUnitless
	}
	if v[0], ok = parseLength(p, r); !ok {
		return v, false
	}
	v[1] = v[0]
	if !p.AtEnd() {
		v[1], ok = parseLength(p, r)
	}
	return v, ok
}, func(v [2]Length, cx *computer) PxPair {
	return PxPair{cx.lengthPx(v[0], true), cx.lengthPx(v[1], true)}
}, func(b []byte, v [2]Length, cx *textCtx) []byte {
	b = appendLength(b, v[0])
	if v[1] != v[0] {
		b = appendLength(append(b, ' '), v[1])
	}
	return b
}, func(b []byte, v PxPair, cx *textCtx) []byte {
	b = appendPx(b, v.X)
	if v.Y != v.X {
		b = appendPx(append(b, ' '), v.Y)
	}
	return b
})

func optionalPx(keyword string) *ops {
	return convOps(func(p *css.ValueParser, c *parseCtx) (Length, bool) {
		if p.Keyword(keyword) {
			return Length{Kind: LengthNone}, true
		}
		r := lengthPositive
		return parseLength(p, r)
	}, func(v Length, cx *computer) PxOrNone {
		if v.Kind == LengthNone {
			return PxOrNone{}
		}
		return PxOrNone{true, cx.lengthPx(v, true)}
	}, func(b []byte, v Length, cx *textCtx) []byte {
		if v.Kind == LengthNone {
			return append(b, keyword...)
		}
		return appendLength(b, v)
	}, func(b []byte, v PxOrNone, cx *textCtx) []byte {
		if !v.Set {
			return append(b, keyword...)
		}
		return appendPx(b, v.Px)
	})
}

var (
	opsPxOrNone = optionalPx("none")
	opsPxOrAuto = optionalPx("auto")
)

var opsAutoInt = boxOps(func(p *css.ValueParser, c *parseCtx) (AutoInt, bool) {
	k := "auto"
	if c.prop == PropWebkitLineClamp {
		k = "none"
	}
	if p.Keyword(k) {
		return AutoInt{}, true
	}
	n, ok := p.Integer()
	if ok && n < 1 && c.prop != PropZIndex {
		return AutoInt{}, false
	}
	return AutoInt{true, int32(n)}, ok
}, nil, func(b []byte, v AutoInt, cx *textCtx) []byte {
	if !v.Set {
		if cx.prop == PropWebkitLineClamp {
			return append(b, "none"...)
		}
		return append(b, "auto"...)
	}
	return strconv.AppendInt(b, int64(v.Value), 10)
})

// fontSizeOf computes font-size.
func (cx *computer) fontSizeOf(v value) float32 {
	parent := cx.parent.Font.SizePx
	if v.kind == valueKeyword {
		switch {
		case v.n < 8:
			return cx.keywordSize(int(v.n))
		case v.n == 8:
			return parent / 1.2
		}
		return parent * 1.2
	}
	old := cx.fontSize
	cx.fontSize = parent
	cx.inFontSize = true
	l := cx.length(v.length(), true)
	cx.inFontSize = false
	cx.fontSize = old
	px := l.ResolvePx(parent)
	if px < 0 {
		px = 0
	}
	return min(px, 10000)
}

// The px of the keywords for default sizes from 9 to 16, as browsers have them.
// https://drafts.csswg.org/css-fonts-4/#absolute-size-mapping
var strictSizes = [8][8]float32{
	{9, 9, 9, 9, 11, 14, 18, 27},
	{9, 9, 9, 10, 12, 15, 20, 30},
	{9, 9, 10, 11, 13, 17, 22, 33},
	{9, 9, 10, 12, 14, 18, 24, 36},
	{9, 10, 12, 13, 16, 20, 26, 39},
	{9, 10, 12, 14, 17, 21, 28, 42},
	{9, 10, 13, 15, 18, 23, 30, 45},
	{9, 10, 13, 16, 18, 24, 32, 48},
}

var quirksSizes = [8][8]float32{
	{9, 9, 9, 9, 11, 14, 18, 28},
	{9, 9, 9, 10, 12, 15, 20, 31},
	{9, 9, 9, 11, 13, 17, 22, 34},
	{9, 9, 10, 12, 14, 18, 24, 37},
	{9, 9, 10, 13, 16, 20, 26, 40},
	{9, 9, 11, 14, 17, 21, 28, 42},
	{9, 10, 12, 15, 17, 23, 30, 45},
	{9, 10, 13, 16, 18, 24, 32, 48},
}

// keywordSize is the px of a keyword for the element's family: monospace alone has a default of its own.
func (cx *computer) keywordSize(k int) float32 {
	medium := cx.s.defaultSize
	if isMonospaceAlone(cx.cs.Font.Families) {
		medium = cx.s.monoSize
	}
	if m := int(medium); medium == float32(m) && m >= 9 && m <= 16 {
		if cx.s.quirks() {
			return quirksSizes[m-9][k]
		}
		return strictSizes[m-9][k]
	}
	return float32(math.Round(float64(medium) * [...]float64{3. / 5, 3. / 4, 8. / 9, 1, 6. / 5, 3. / 2, 2, 3}[k]))
}

func isMonospaceAlone(f []FontFamily) bool {
	return len(f) == 1 && f[0].Generic && f[0].Name == "monospace"
}
