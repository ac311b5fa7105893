package style

import (
	"math"
	"strconv"
	"strings"

	"github.com/niso-engine/niso/style/css"
)

// ---- lists of lengths and layers of backgrounds

// positionSide takes a keyword of an axis as a percentage.
func positionSide(p *css.ValueParser, horizontal bool) (Length, bool) {
	pct := func(f float32, e edge) (Length, bool) {
		return Length{Percent: f, unit: css.UnitPercent, side: e}, true
	}
	switch {
	case horizontal && p.Keyword("left"):
		return pct(0, edgeLeft)
	case horizontal && p.Keyword("right"):
		return pct(100, edgeRight)
	case !horizontal && p.Keyword("top"):
		return pct(0, edgeTop)
	case !horizontal && p.Keyword("bottom"):
		return pct(100, edgeBottom)
	case p.Keyword("center"):
		return pct(50, edgeCenter)
	}
	return Length{}, false
}

// fromEnd is 100% - l.
func fromEnd(l Length) Length {
	switch l.Kind {
	case LengthFixed:
		if l.unit == css.UnitPercent && l.Px == 0 {
			return Length{Percent: 100 - l.Percent, unit: css.UnitPercent}
		}
		if l.unit == 0 {
			return Length{Px: -l.Px, Percent: 100, unit: css.UnitPercent}
		}
	}
	p := css.NewValueParser("calc(100% - " + string(appendLength(nil, l)) + ")")
	n, _ := p.Numeric(css.AcceptLengthPercent, css.AnyRange)
	return lengthOf(n, false)
}

var opsLengths = boxOps(func(p *css.ValueParser, c *parseCtx) ([]Length, bool) {
	switch c.prop {
	case PropStrokeDasharray:
		if p.Keyword("none") {
			return nil, true
		}
		var out []Length
		for !p.AtEnd() {
			l, ok := parseLength(p, lengthRule{accept: css.AcceptLengthPercent | css.AcceptUnitless, rng: css.NonNegative})
			if !ok {
				return nil, false
			}
			out = append(out, l)
			p.Comma()
		}
		return out, len(out) > 0
	}
	horizontal := c.prop == PropBackgroundPositionX || c.prop == PropMaskPositionX
	return commaList(p, c, func(p *css.ValueParser, c *parseCtx) (Length, bool) {
		save := *p
		if s, ok := positionSide(p, horizontal); ok {
			if s.side != edgeCenter {
				save := *p
				if l, ok := parseLength(p, lengthPercent); ok {
					l.side = s.side | edgeOffset
					return l, true
				}
				*p = save
			}
			return s, true
		}
		*p = save
		return parseLength(p, lengthPercent)
	})
}, func(v []Length, cx *computer) []Length {
	if len(v) == 0 {
		return nil
	}
	out := make([]Length, len(v))
	for i := range v {
		out[i] = cx.length(v[i], false)
	}
	return out
}, func(b []byte, v []Length, cx *textCtx) []byte {
	if v == nil {
		return append(b, "none"...)
	}
	for i, l := range v {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = appendLength(b, l)
	}
	return b
})

func parseBackgroundSize(p *css.ValueParser, c *parseCtx) (s BackgroundSize, ok bool) {
	switch {
	case p.Keyword("cover"):
		s.Cover = true
		return s, true
	case p.Keyword("contain"):
		s.Contain = true
		return s, true
	}
	r := lengthRule{keywords: kindBit(LengthAuto), accept: css.AcceptLengthPercent, rng: css.NonNegative}
	if s.W, ok = parseLength(p, r); !ok {
		return s, false
	}
	s.H = Auto
	save := *p
	if l, ok := parseLength(p, r); ok {
		s.H = l
	} else {
		*p = save
	}
	return s, true
}

var opsBackgroundSizes = listOps(parseBackgroundSize, func(s BackgroundSize, cx *computer) BackgroundSize {
	s.W, s.H = cx.length(s.W, true), cx.length(s.H, true)
	return s
}, appendBackgroundSize)

func appendBackgroundSize(b []byte, s BackgroundSize, cx *textCtx) []byte {
	switch {
	case s.Cover:
		return append(b, "cover"...)
	case s.Contain:
		return append(b, "contain"...)
	}
	b = appendLength(b, s.W)
	if !s.H.IsAuto() || !s.W.IsAuto() {
		b = appendLength(append(b, ' '), s.H)
	}
	return b
}

var repeatNames = [...]string{"repeat", "no-repeat", "space", "round"}

func parseRepeat(p *css.ValueParser, c *parseCtx) (r BackgroundRepeat, ok bool) {
	switch {
	case p.Keyword("repeat-x"):
		return BackgroundRepeat{Repeat, NoRepeat}, true
	case p.Keyword("repeat-y"):
		return BackgroundRepeat{NoRepeat, Repeat}, true
	}
	one := func() (RepeatStyle, bool) {
		for i, n := range repeatNames {
			if p.Keyword(n) {
				return RepeatStyle(i), true
			}
		}
		return 0, false
	}
	if r.X, ok = one(); !ok {
		return r, false
	}
	r.Y = r.X
	if y, ok := one(); ok {
		r.Y = y
	}
	return r, true
}

func appendRepeat(b []byte, r BackgroundRepeat, cx *textCtx) []byte {
	switch {
	case r.X == r.Y:
		return append(b, repeatNames[r.X]...)
	case r.X == Repeat && r.Y == NoRepeat:
		return append(b, "repeat-x"...)
	case r.X == NoRepeat && r.Y == Repeat:
		return append(b, "repeat-y"...)
	}
	return append(append(append(b, repeatNames[r.X]...), ' '), repeatNames[r.Y]...)
}

var (
	opsBackgroundRepeats     = listOps(parseRepeat, nil, appendRepeat)
	opsBackgroundAttachments = enumListOps[BackgroundAttachment](namesBackgroundAttachment[:])
	opsBackgroundBoxes       = enumListOps[BackgroundBox](namesBackgroundBox[:])
	opsBlendModes            = enumListOps[BlendMode](namesBlendMode[:])
	opsMaskComposites        = enumListOps[MaskComposite](namesMaskComposite[:])
	opsMaskModes             = enumListOps[MaskMode](namesMaskMode[:])
	opsTransitionBehaviors   = enumListOps[TransitionBehavior](namesTransitionBehavior[:])
	opsAnimationDirections   = enumListOps[AnimationDirection](namesAnimationDirection[:])
	opsAnimationFillModes    = enumListOps[AnimationFillMode](namesAnimationFillMode[:])
	opsAnimationPlayStates   = enumListOps[AnimationPlayState](namesAnimationPlayState[:])
	opsAnimationCompositions = enumListOps[AnimationComposition](namesAnimationComposition[:])
	opsImages                = listOps(parseImage, func(i Image, cx *computer) Image { return cx.image(i) }, appendImage)
	opsImage                 = boxOps(parseImage, func(i Image, cx *computer) Image { return cx.image(i) }, appendImage)
)

// ---- positions, corners

// parsePosition takes a <position>.
// https://drafts.csswg.org/css-values-4/#position
func parsePosition(p *css.ValueParser, quirks, three bool) (pt Point2D, ok bool) {
	type part struct {
		side byte // l r t b c, or 0 for a length
		l    Length
	}
	var parts []part
	r := lengthPercent
	if quirks {
		r.accept |= css.AcceptUnitless
	}
	for len(parts) < 4 {
		save := *p
		switch {
		case p.Keyword("left"):
			parts = append(parts, part{side: 'l'})
		case p.Keyword("right"):
			parts = append(parts, part{side: 'r'})
		case p.Keyword("top"):
			parts = append(parts, part{side: 't'})
		case p.Keyword("bottom"):
			parts = append(parts, part{side: 'b'})
		case p.Keyword("center"):
			parts = append(parts, part{side: 'c'})
		default:
			l, ok := parseLength(p, r)
			if !ok {
				*p = save
				goto done
			}
			parts = append(parts, part{l: l})
		}
	}
done:
	pct := func(f float32, e edge) Length { return Length{Percent: f, unit: css.UnitPercent, side: e} }
	single := func(q part, horizontal bool) (Length, bool) {
		switch q.side {
		case 0:
			return q.l, true
		case 'c':
			return pct(50, edgeCenter), true
		case 'l':
			return pct(0, edgeLeft), horizontal
		case 'r':
			return pct(100, edgeRight), horizontal
		case 't':
			return pct(0, edgeTop), !horizontal
		}
		return pct(100, edgeBottom), !horizontal
	}
	vertical := func(s byte) bool { return s == 't' || s == 'b' }
	switch len(parts) {
	case 1:
		if vertical(parts[0].side) {
			pt.Y, _ = single(parts[0], false)
			pt.X = pct(50, edgeCenter)
			return pt, true
		}
		pt.X, _ = single(parts[0], true)
		pt.Y = pct(50, edgeCenter)
		return pt, true
	case 2:
		a, b := parts[0], parts[1]
		if vertical(a.side) || (b.side == 'l' || b.side == 'r') {
			if a.side == 0 || b.side == 0 {
				return pt, false
			}
			a, b = b, a
		}
		var ok2 bool
		pt.X, ok = single(a, true)
		pt.Y, ok2 = single(b, false)
		return pt, ok && ok2
	case 3, 4:
		if len(parts) == 3 && !three {
			return pt, false
		}
		// keyword [offset] keyword [offset]
		var hx, hy bool
		i := 0
		for range 2 {
			if i >= len(parts) || parts[i].side == 0 {
				return pt, false
			}
			q := parts[i]
			i++
			var l Length
			has := false
			if i < len(parts) && parts[i].side == 0 {
				l, has = parts[i].l, true
				i++
			}
			horizontal := q.side == 'l' || q.side == 'r'
			if q.side == 'c' {
				if has {
					return pt, false
				}
				// the other one says which axis
				other := byte(0)
				for _, o := range parts {
					if o.side != 0 && o.side != 'c' {
						other = o.side
					}
				}
				horizontal = vertical(other)
				l = pct(50, edgeCenter)
			} else if !has {
				l, _ = single(q, horizontal)
			} else {
				l.side = edgeOffset | map[byte]edge{'l': edgeLeft, 'r': edgeRight, 't': edgeTop, 'b': edgeBottom}[q.side]
			}
			if horizontal {
				if hx {
					return pt, false
				}
				pt.X, hx = l, true
			} else {
				if hy {
					return pt, false
				}
				pt.Y, hy = l, true
			}
		}
		return pt, hx && hy && i == len(parts)
	}
	return pt, false
}

// isCenter reports whether a position is the middle, however it is written.
func (v Point2D) isCenter() bool {
	half := func(l Length) bool {
		return l.Kind == LengthFixed && l.unit == css.UnitPercent && l.Percent == 50 && l.Px == 0 && l.side&edgeOffset == 0
	}
	return half(v.X) && half(v.Y)
}

func (cx *computer) point(v Point2D) Point2D {
	return Point2D{cx.length(v.X, false), cx.length(v.Y, false)}
}

func appendPoint(b []byte, v Point2D, cx *textCtx) []byte {
	return appendLength(append(appendLength(b, v.X), ' '), v.Y)
}

var opsPoint2D = boxOps(func(p *css.ValueParser, c *parseCtx) (Point2D, bool) { return parsePosition(p, false, false) },
	func(v Point2D, cx *computer) Point2D { return cx.point(v) }, appendPoint)

type point3Spec struct {
	xy Point2D
	z  Length
}

var opsPoint3D = convOps(func(p *css.ValueParser, c *parseCtx) (v point3Spec, ok bool) {
	one := *p
	if v.xy, ok = parsePosition(p, false, false); !ok {
		// x y z: the z is read as a part of the position
		*p = one
		q := *p
		q.Skip()
		q.Skip()
		end := q.PrevEnd()
		sub := css.NewValueParser(p.Source()[p.Pos():end])
		if v.xy, ok = parsePosition(&sub, false, false); !ok || !sub.AtEnd() {
			return v, false
		}
		*p = q
	}
	if !p.AtEnd() {
		v.z, ok = parseLength(p, lengthOnly)
	}
	return v, ok
}, func(v point3Spec, cx *computer) Point3D {
	q := cx.point(v.xy)
	return Point3D{q.X, q.Y, cx.lengthPx(v.z, false)}
}, func(b []byte, v point3Spec, cx *textCtx) []byte {
	b = appendPoint(b, v.xy, cx)
	if v.z != (Length{}) {
		b = appendLength(append(b, ' '), v.z)
	}
	return b
}, func(b []byte, v Point3D, cx *textCtx) []byte {
	b = appendPoint(b, Point2D{v.X, v.Y}, cx)
	if v.Z != 0 {
		b = appendPx(append(b, ' '), v.Z)
	}
	return b
})

var opsCorner = boxOps(func(p *css.ValueParser, c *parseCtx) (v Corner, ok bool) {
	if v.X, ok = parseLength(p, lengthPercentPositive); !ok {
		return v, false
	}
	v.Y = v.X
	if !p.AtEnd() {
		v.Y, ok = parseLength(p, lengthPercentPositive)
	}
	return v, ok
}, func(v Corner, cx *computer) Corner {
	return Corner{cx.length(v.X, true), cx.length(v.Y, true)}
}, func(b []byte, v Corner, cx *textCtx) []byte {
	b = appendLength(b, v.X)
	if v.Y != v.X {
		b = appendLength(append(b, ' '), v.Y)
	}
	return b
})

// ---- border images

func four[T any](get func() (T, bool)) (v [4]T, ok bool) {
	n := 0
	for n < 4 {
		x, ok := get()
		if !ok {
			break
		}
		v[n] = x
		n++
	}
	switch n {
	case 0:
		return v, false
	case 1:
		v[1], v[2], v[3] = v[0], v[0], v[0]
	case 2:
		v[2], v[3] = v[0], v[1]
	case 3:
		v[3] = v[1]
	}
	return v, true
}

func appendFour(b []byte, v [4]Length) []byte {
	n := 4
	if v[3] == v[1] {
		n = 3
		if v[2] == v[0] {
			n = 2
			if v[1] == v[0] {
				n = 1
			}
		}
	}
	for i := range n {
		if i > 0 {
			b = append(b, ' ')
		}
		b = appendLength(b, v[i])
	}
	return b
}

// try gives p back when get fails.
func try[T any](p *css.ValueParser, get func() (T, bool)) (T, bool) {
	save := *p
	v, ok := get()
	if !ok {
		*p = save
	}
	return v, ok
}

var opsBorderImageSlice = boxOps(func(p *css.ValueParser, c *parseCtx) (s BorderImageSlice, ok bool) {
	s.Fill = p.Keyword("fill")
	v, ok := four(func() (Length, bool) {
		return try(p, func() (Length, bool) {
			return parseLength(p, lengthRule{accept: css.AcceptNumber | css.AcceptPercent, rng: css.NonNegative, number: true})
		})
	})
	s.Top, s.Right, s.Bottom, s.Left = v[0], v[1], v[2], v[3]
	if !s.Fill {
		s.Fill = p.Keyword("fill")
	}
	return s, ok
}, nil, func(b []byte, s BorderImageSlice, cx *textCtx) []byte {
	b = appendFour(b, [4]Length{s.Top, s.Right, s.Bottom, s.Left})
	if s.Fill {
		b = append(b, " fill"...)
	}
	return b
})

var opsBorderImageWidth = boxOps(func(p *css.ValueParser, c *parseCtx) (s BorderImageWidth, ok bool) {
	r := lengthRule{keywords: kindBit(LengthAuto), accept: css.AcceptNumber | css.AcceptLengthPercent, rng: css.NonNegative, number: true}
	if c.prop == PropBorderImageOutset {
		r.keywords, r.accept = 0, css.AcceptNumber|css.AcceptLength
	}
	v, ok := four(func() (Length, bool) { return try(p, func() (Length, bool) { return parseLength(p, r) }) })
	s.Top, s.Right, s.Bottom, s.Left = v[0], v[1], v[2], v[3]
	return s, ok
}, func(s BorderImageWidth, cx *computer) BorderImageWidth {
	return BorderImageWidth{cx.length(s.Top, true), cx.length(s.Right, true), cx.length(s.Bottom, true), cx.length(s.Left, true)}
}, func(b []byte, s BorderImageWidth, cx *textCtx) []byte {
	return appendFour(b, [4]Length{s.Top, s.Right, s.Bottom, s.Left})
})

// ---- shadows

func parseShadow(p *css.ValueParser, c *parseCtx) (s Shadow, ok bool) {
	color := false
	s.Color = Color{Kind: css.ColorCurrent}
	lengths := func() bool {
		l := [4]Length{2: {Kind: LengthNone}, 3: {Kind: LengthNone}}
		n := 0
		for n < 4 {
			r := lengthOnly
			if n == 2 {
				r = lengthPositive
			}
			x, ok := try(p, func() (Length, bool) { return parseLength(p, r) })
			if !ok {
				break
			}
			l[n] = x
			n++
			if n == 3 && c.prop == PropTextShadow {
				break
			}
		}
		if n < 2 {
			return false
		}
		s.spec = &l
		return true
	}
	inset := c.prop == PropBoxShadow
	for !p.AtEnd() && p.Peek().Kind != css.Comma {
		switch {
		case inset && !s.Inset && p.Keyword("inset"):
			s.Inset = true
		case s.spec == nil && lengths():
		case !color:
			if s.Color, ok = parseColor(p, c); !ok {
				return s, false
			}
			color = true
		default:
			return s, false
		}
	}
	return s, s.spec != nil
}

func (cx *computer) shadow(s Shadow) Shadow {
	if l := s.spec; l != nil {
		s.X, s.Y, s.Blur, s.Spread = cx.lengthPx(l[0], false), cx.lengthPx(l[1], false), cx.lengthPx(l[2], true), cx.lengthPx(l[3], false)
		s.spec = nil
	}
	s.Color = cx.color(s.Color, false)
	return s
}

func appendShadow(b []byte, s Shadow, cx *textCtx) []byte {
	if s.spec == nil || s.Color.Kind != css.ColorCurrent {
		b = append(appendColor(b, s.Color, cx), ' ')
	}
	if s.spec != nil {
		b = appendLength(append(appendLength(b, s.spec[0]), ' '), s.spec[1])
		for _, l := range s.spec[2:] {
			if l.Kind != LengthNone {
				b = appendLength(append(b, ' '), l)
			}
		}
	} else {
		b = appendPx(append(appendPx(append(appendPx(b, s.X), ' '), s.Y), ' '), s.Blur)
		if cx.prop == PropBoxShadow {
			b = appendPx(append(b, ' '), s.Spread)
		}
	}
	if s.Inset {
		b = append(b, " inset"...)
	}
	return b
}

func appendList[T any](b []byte, v []T, sep string, cx *textCtx, one func(b []byte, v T, cx *textCtx) []byte) []byte {
	if len(v) == 0 {
		return append(b, "none"...)
	}
	for i := range v {
		if i > 0 {
			b = append(b, sep...)
		}
		b = one(b, v[i], cx)
	}
	return b
}

func computeList[T any](v []T, one func(T) T) []T {
	if len(v) == 0 {
		return nil
	}
	out := make([]T, len(v))
	for i := range v {
		out[i] = one(v[i])
	}
	return out
}

var opsShadows = boxOps(func(p *css.ValueParser, c *parseCtx) ([]Shadow, bool) {
	if p.Keyword("none") {
		return nil, true
	}
	return commaList(p, c, parseShadow)
}, func(v []Shadow, cx *computer) []Shadow { return computeList(v, cx.shadow) },
	func(b []byte, v []Shadow, cx *textCtx) []byte { return appendList(b, v, ", ", cx, appendShadow) })

// ---- filters

var filterNames = [...]string{"blur", "brightness", "contrast", "drop-shadow", "grayscale", "hue-rotate", "invert", "opacity", "saturate", "sepia", "url"}

var opsFilterList = boxOps(func(p *css.ValueParser, c *parseCtx) (out []FilterOp, ok bool) {
	if p.Keyword("none") {
		return nil, true
	}
	for !p.AtEnd() {
		if u, ok := p.URLValue(); ok {
			out = append(out, FilterOp{Kind: FilterURL, URL: u})
			continue
		}
		name, in, ok := p.AnyFunction()
		if !ok {
			return nil, false
		}
		f := FilterOp{Kind: FilterURL}
		name = lower(name)
		for i, n := range filterNames[:FilterURL] {
			if n == name {
				f.Kind = FilterKind(i)
			}
		}
		switch f.Kind {
		case FilterURL:
			return nil, false
		case FilterBlur:
			if !in.AtEnd() {
				if f.spec, ok = parseLength(&in, lengthPositive); !ok {
					return nil, false
				}
			}
		case FilterDropShadow:
			sc := *c
			sc.prop = PropTextShadow
			if f.Shadow, ok = parseShadow(&in, &sc); !ok {
				return nil, false
			}
		case FilterHueRotate:
			if !in.AtEnd() {
				n, ok := in.Numeric(css.AcceptAngle|css.AcceptZeroAngle, css.AnyRange)
				if !ok {
					return nil, false
				}
				f.Amount = float32(evalNow(n, 0))
			}
		default:
			f.Amount = 1
			if !in.AtEnd() {
				n, ok := in.Numeric(css.AcceptNumber|css.AcceptPercent, css.NonNegative)
				if !ok {
					return nil, false
				}
				f.Amount = float32(evalNow(n, 1))
				if n.Calc == nil && n.Unit == css.UnitPercent {
					f.Amount = float32(n.Num / 100)
				}
				switch f.Kind {
				case FilterGrayscale, FilterInvert, FilterOpacity, FilterSepia:
					f.Amount = min(1, f.Amount)
				}
			}
		}
		if !in.AtEnd() {
			return nil, false
		}
		out = append(out, f)
	}
	return out, len(out) > 0
}, func(v []FilterOp, cx *computer) []FilterOp {
	return computeList(v, func(f FilterOp) FilterOp {
		switch f.Kind {
		case FilterBlur:
			f.Amount, f.spec = cx.lengthPx(f.spec, true), Length{}
		case FilterDropShadow:
			f.Shadow = cx.shadow(f.Shadow)
		}
		return f
	})
}, func(b []byte, v []FilterOp, cx *textCtx) []byte {
	return appendList(b, v, " ", cx, func(b []byte, f FilterOp, cx *textCtx) []byte {
		if f.Kind == FilterURL {
			return css.AppendURL(b, f.URL)
		}
		b = append(append(b, filterNames[f.Kind]...), '(')
		switch f.Kind {
		case FilterBlur:
			if cx.specified {
				b = appendLength(b, f.spec)
			} else {
				b = appendPx(b, f.Amount)
			}
		case FilterDropShadow:
			sc := *cx
			sc.prop = PropTextShadow
			b = appendShadow(b, f.Shadow, &sc)
		case FilterHueRotate:
			b = append(css.AppendNumber(b, float64(f.Amount)), "deg"...)
		default:
			b = css.AppendNumber(b, float64(f.Amount))
		}
		return append(b, ')')
	})
})

// ---- transforms

// transformNames: name, kind, and how arguments are read: l length-percentage, p length, n number (or percentage), a angle; lower
// case letters after ? are optional.
var transformNames = [...]struct {
	name string
	kind TransformKind
	args string
}{
	{"translate", TransformTranslate, "l?l"}, {"translateX", TransformTranslate, "l"}, {"translateY", TransformTranslate, "l"},
	{"translateZ", TransformTranslate, "p"}, {"translate3d", TransformTranslate, "llp"},
	{"scale", TransformScale, "n?n"}, {"scaleX", TransformScale, "n"}, {"scaleY", TransformScale, "n"}, {"scaleZ", TransformScale, "n"}, {"scale3d", TransformScale, "nnn"},
	{"rotate", TransformRotate, "a"}, {"rotateX", TransformRotate3D, "a"}, {"rotateY", TransformRotate3D, "a"}, {"rotateZ", TransformRotate, "a"}, {"rotate3d", TransformRotate3D, "NNNa"},
	{"skew", TransformSkew, "a?a"}, {"skewX", TransformSkew, "a"}, {"skewY", TransformSkew, "a"},
	{"matrix", TransformMatrix, "NNNNNN"}, {"matrix3d", TransformMatrix3D, "NNNNNNNNNNNNNNNN"}, {"perspective", TransformPerspective, "p"},
}

const (
	nameTranslate = iota
	nameTranslateX
	nameTranslateY
	nameTranslateZ
	nameTranslate3D
	nameScale
	nameScaleX
	nameScaleY
	nameScaleZ
	nameScale3D
	nameRotate
	nameRotateX
	nameRotateY
	nameRotateZ
	nameRotate3D
	nameSkew
	nameSkewX
	nameSkewY
	nameMatrix
	nameMatrix3D
	namePerspective
)

func parseTransformOp(p *css.ValueParser) (op TransformOp, ok bool) {
	name, in, ok := p.AnyFunction()
	if !ok {
		return op, false
	}
	idx := -1
	for i := range transformNames {
		if strings.EqualFold(transformNames[i].name, name) {
			idx = i
		}
	}
	if idx < 0 {
		return op, false
	}
	d := &transformNames[idx]
	op.Kind, op.Name = d.kind, uint8(idx)
	var l [3]Length
	var f [16]float32
	nl, nf, count := 0, 0, 0
	optional := false
	for i := 0; i < len(d.args); i++ {
		a := d.args[i]
		if a == '?' {
			optional = true
			continue
		}
		if count > 0 && !in.Comma() {
			if optional && in.AtEnd() {
				break
			}
			return op, false
		}
		count++
		switch a {
		case 'l', 'p':
			if idx == namePerspective && in.Keyword("none") {
				nl++
				continue
			}
			r := lengthPercent
			if a == 'p' {
				r = lengthOnly
				if idx == namePerspective {
					r = lengthPositive
				}
			}
			if l[nl], ok = parseLength(&in, r); !ok {
				return op, false
			}
			nl++
		case 'a':
			n, ok := in.Numeric(css.AcceptAngle|css.AcceptZeroAngle, css.AnyRange)
			if !ok {
				return op, false
			}
			f[nf] = float32(evalNow(n, 0))
			nf++
		default:
			acc := css.AcceptNumber
			if a == 'n' {
				acc |= css.AcceptPercent
			}
			n, ok := in.Numeric(acc, css.AnyRange)
			if !ok {
				return op, false
			}
			f[nf] = float32(evalNow(n, 1))
			if n.Calc == nil && n.Unit == css.UnitPercent {
				f[nf] = float32(n.Num / 100)
			}
			nf++
		}
	}
	if !in.AtEnd() {
		return op, false
	}
	switch idx {
	case nameTranslate, nameTranslate3D:
		op.L = l
	case nameTranslateX:
		op.L[0] = l[0]
	case nameTranslateY:
		op.L[1] = l[0]
	case nameTranslateZ:
		op.L[2] = l[0]
	case nameScale:
		op.V = [6]float32{f[0], f[1], 1}
		if nf == 1 {
			op.V[1] = f[0]
		}
	case nameScaleX:
		op.V = [6]float32{f[0], 1, 1}
	case nameScaleY:
		op.V = [6]float32{1, f[0], 1}
	case nameScaleZ:
		op.V = [6]float32{1, 1, f[0]}
	case nameRotateX:
		op.V = [6]float32{1, 0, 0, f[0]}
	case nameRotateY:
		op.V = [6]float32{0, 1, 0, f[0]}
	case nameSkewY:
		op.V = [6]float32{0, f[0]}
	case nameMatrix3D:
		m := f
		op.M = &m
	case namePerspective:
		op.L[0] = l[0]
	default:
		copy(op.V[:], f[:6])
	}
	return op, true
}

func appendTransformOp(b []byte, op TransformOp, cx *textCtx) []byte {
	d := &transformNames[op.Name]
	b = append(append(b, d.name...), '(')
	num := func(f float32) { b = css.AppendNumber(b, float64(f)) }
	deg := func(f float32) { num(f); b = append(b, "deg"...) }
	comma := func() { b = append(b, ", "...) }
	switch int(op.Name) {
	case nameTranslate:
		b = appendLength(b, op.L[0])
		if !(op.L[1].IsZero() && op.L[1].unit == 0) {
			comma()
			b = appendLength(b, op.L[1])
		}
	case nameTranslateX:
		b = appendLength(b, op.L[0])
	case nameTranslateY:
		b = appendLength(b, op.L[1])
	case nameTranslateZ:
		b = appendLength(b, op.L[2])
	case nameTranslate3D:
		b = appendLength(b, op.L[0])
		comma()
		b = appendLength(b, op.L[1])
		comma()
		b = appendLength(b, op.L[2])
	case nameScale:
		num(op.V[0])
		if op.V[1] != op.V[0] {
			comma()
			num(op.V[1])
		}
	case nameScaleX:
		num(op.V[0])
	case nameScaleY:
		num(op.V[1])
	case nameScaleZ:
		num(op.V[2])
	case nameScale3D:
		num(op.V[0])
		comma()
		num(op.V[1])
		comma()
		num(op.V[2])
	case nameRotate, nameRotateZ, nameSkewX:
		deg(op.V[0])
	case nameRotateX, nameRotateY:
		deg(op.V[3])
	case nameRotate3D:
		for i := range 3 {
			num(op.V[i])
			comma()
		}
		deg(op.V[3])
	case nameSkew:
		deg(op.V[0])
		if op.V[1] != 0 {
			comma()
			deg(op.V[1])
		}
	case nameSkewY:
		deg(op.V[1])
	case nameMatrix:
		for i := range 6 {
			if i > 0 {
				comma()
			}
			num(op.V[i])
		}
	case nameMatrix3D:
		for i := range 16 {
			if i > 0 {
				comma()
			}
			num(op.M[i])
		}
	case namePerspective:
		switch {
		case cx.specified:
			b = appendLength(b, op.L[0])
		default:
			b = appendPx(b, op.V[0])
		}
	}
	return append(b, ')')
}

var opsTransformList = boxOps(func(p *css.ValueParser, c *parseCtx) (out []TransformOp, ok bool) {
	if p.Keyword("none") {
		return nil, true
	}
	for !p.AtEnd() {
		op, ok := parseTransformOp(p)
		if !ok {
			return nil, false
		}
		out = append(out, op)
		p.Comma()
	}
	return out, len(out) > 0
}, func(v []TransformOp, cx *computer) []TransformOp {
	return computeList(v, func(op TransformOp) TransformOp {
		for i := range op.L {
			op.L[i] = cx.length(op.L[i], false)
		}
		if op.Kind == TransformPerspective {
			op.V[0] = op.L[0].Px
		}
		return op
	})
}, func(b []byte, v []TransformOp, cx *textCtx) []byte {
	return appendList(b, v, " ", cx, appendTransformOp)
})

type translateSpec struct {
	set     bool
	x, y, z Length
	n       int
}

var opsTranslateValue = convOps(func(p *css.ValueParser, c *parseCtx) (v translateSpec, ok bool) {
	if p.Keyword("none") {
		return v, true
	}
	v.set = true
	if v.x, ok = parseLength(p, lengthPercent); !ok {
		return v, false
	}
	v.n = 1
	if !p.AtEnd() {
		if v.y, ok = parseLength(p, lengthPercent); !ok {
			return v, false
		}
		v.n = 2
		if !p.AtEnd() {
			v.z, ok = parseLength(p, lengthOnly)
			v.n = 3
		}
	}
	return v, ok
}, func(v translateSpec, cx *computer) TranslateValue {
	return TranslateValue{v.set, cx.length(v.x, false), cx.length(v.y, false), cx.lengthPx(v.z, false)}
}, func(b []byte, v translateSpec, cx *textCtx) []byte {
	if !v.set {
		return append(b, "none"...)
	}
	b = appendLength(b, v.x)
	zero := Length{}
	if v.n >= 2 && v.y != zero || v.n == 3 && v.z != zero {
		b = appendLength(append(b, ' '), v.y)
	}
	if v.n == 3 && v.z != zero {
		b = appendLength(append(b, ' '), v.z)
	}
	return b
}, func(b []byte, v TranslateValue, cx *textCtx) []byte {
	if !v.Set {
		return append(b, "none"...)
	}
	b = appendLength(b, v.X)
	if v.Y != (Length{}) || v.Z != 0 {
		b = appendLength(append(b, ' '), v.Y)
		if v.Z != 0 {
			b = appendPx(append(b, ' '), v.Z)
		}
	}
	return b
})

var opsRotateValue = boxOps(func(p *css.ValueParser, c *parseCtx) (v RotateValue, ok bool) {
	if p.Keyword("none") {
		return v, true
	}
	v.Set, v.Z = true, 1
	axis := false
	angle := func() bool {
		n, ok := try(p, func() (css.Numeric, bool) { return p.Numeric(css.AcceptAngle|css.AcceptZeroAngle, css.AnyRange) })
		if ok && n.Unit == css.UnitNumber {
			ok = false
		}
		v.Deg = float32(evalNow(n, 0))
		return ok
	}
	readAxis := func() bool {
		switch {
		case p.Keyword("x"):
			v.X, v.Z = 1, 0
		case p.Keyword("y"):
			v.Y, v.Z = 1, 0
		case p.Keyword("z"):
		default:
			save := *p
			var f [3]float64
			for i := range f {
				var ok bool
				if f[i], ok = p.Number(); !ok {
					*p = save
					return false
				}
			}
			v.X, v.Y, v.Z = float32(f[0]), float32(f[1]), float32(f[2])
		}
		return true
	}
	axis = readAxis()
	if !angle() {
		return v, false
	}
	if !axis && !p.AtEnd() {
		readAxis()
	}
	return v, true
}, nil, func(b []byte, v RotateValue, cx *textCtx) []byte {
	if !v.Set {
		return append(b, "none"...)
	}
	switch {
	case v.X == 0 && v.Y == 0 && v.Z != 0:
	case v.X != 0 && v.Y == 0 && v.Z == 0:
		b = append(b, "x "...)
	case v.Y != 0 && v.X == 0 && v.Z == 0:
		b = append(b, "y "...)
	default:
		for _, f := range []float32{v.X, v.Y, v.Z} {
			b = append(css.AppendNumber(b, float64(f)), ' ')
		}
	}
	return append(css.AppendNumber(b, float64(v.Deg)), "deg"...)
})

var opsScaleValue = boxOps(func(p *css.ValueParser, c *parseCtx) (v ScaleValue, ok bool) {
	if p.Keyword("none") {
		return v, true
	}
	v = ScaleValue{Set: true, Z: 1}
	f := []*float32{&v.X, &v.Y, &v.Z}
	n := 0
	for n < 3 && !p.AtEnd() {
		k, ok := p.Numeric(css.AcceptNumber|css.AcceptPercent, css.AnyRange)
		if !ok {
			return v, false
		}
		*f[n] = float32(evalNow(k, 1))
		if k.Calc == nil && k.Unit == css.UnitPercent {
			*f[n] = float32(k.Num / 100)
		}
		n++
	}
	if n == 1 {
		v.Y = v.X
	}
	return v, n > 0
}, nil, func(b []byte, v ScaleValue, cx *textCtx) []byte {
	if !v.Set {
		return append(b, "none"...)
	}
	b = css.AppendNumber(b, float64(v.X))
	if v.Y != v.X || v.Z != 1 {
		b = css.AppendNumber(append(b, ' '), float64(v.Y))
		if v.Z != 1 {
			b = css.AppendNumber(append(b, ' '), float64(v.Z))
		}
	}
	return b
})

// ---- times and easings

var opsTimes = boxOps(func(p *css.ValueParser, c *parseCtx) ([]float32, bool) {
	r := css.AnyRange
	if c.prop == PropTransitionDuration || c.prop == PropAnimationDuration {
		r = css.NonNegative
	}
	return commaList(p, c, func(p *css.ValueParser, c *parseCtx) (float32, bool) {
		if c.prop == PropAnimationDuration && p.Keyword("auto") {
			return 0, true
		}
		n, ok := p.Numeric(css.AcceptTime, r)
		return float32(evalNow(n, 0)), ok
	})
}, nil, func(b []byte, v []float32, cx *textCtx) []byte {
	for i, f := range v {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = append(css.AppendNumber(b, float64(f)), 's')
	}
	return b
})

// Numbers is animation-iteration-count; infinite is +Inf.
var opsNumbers = boxOps(func(p *css.ValueParser, c *parseCtx) ([]float32, bool) {
	return commaList(p, c, func(p *css.ValueParser, c *parseCtx) (float32, bool) {
		if p.Keyword("infinite") {
			return float32(math.Inf(1)), true
		}
		n, ok := p.Number()
		return float32(n), ok && n >= 0
	})
}, nil, func(b []byte, v []float32, cx *textCtx) []byte {
	for i, f := range v {
		if i > 0 {
			b = append(b, ", "...)
		}
		if math.IsInf(float64(f), 1) {
			b = append(b, "infinite"...)
		} else {
			b = css.AppendNumber(b, float64(f))
		}
	}
	return b
})

var easingKeywords = [...]struct {
	name string
	e    Easing
}{
	{"linear", Easing{Kind: EaseLinear}},
	{"ease", Easing{Kind: EaseCubic, Keyword: 1, P: [4]float64{.25, .1, .25, 1}}},
	{"ease-in", Easing{Kind: EaseCubic, Keyword: 2, P: [4]float64{.42, 0, 1, 1}}},
	{"ease-out", Easing{Kind: EaseCubic, Keyword: 3, P: [4]float64{0, 0, .58, 1}}},
	{"ease-in-out", Easing{Kind: EaseCubic, Keyword: 4, P: [4]float64{.42, 0, .58, 1}}},
	{"step-start", Easing{Kind: EaseSteps, Keyword: 5, Steps: 1, Jump: 4}},
	{"step-end", Easing{Kind: EaseSteps, Keyword: 6, Steps: 1, Jump: 5}},
}

var jumpNames = [...]string{"jump-end", "jump-start", "jump-none", "jump-both", "start", "end"}

func parseEasing(p *css.ValueParser, c *parseCtx) (e Easing, ok bool) {
	for _, k := range easingKeywords {
		if p.Keyword(k.name) {
			return k.e, true
		}
	}
	if in, k := p.Function("cubic-bezier"); k {
		e.Kind = EaseCubic
		for i := range 4 {
			if i > 0 && !in.Comma() {
				return e, false
			}
			n, k := in.Number()
			if !k || i%2 == 0 && (n < 0 || n > 1) {
				return e, false
			}
			e.P[i] = n
		}
		return e, in.AtEnd()
	}
	if in, k := p.Function("steps"); k {
		e.Kind, e.Jump = EaseSteps, 5
		n, k := in.Integer()
		if !k || n < 1 {
			return e, false
		}
		e.Steps = int32(n)
		if in.Comma() {
			found := false
			for i, s := range jumpNames {
				if in.Keyword(s) {
					e.Jump, found = uint8(i), true
				}
			}
			if !found || e.Jump == 2 && n < 2 {
				return e, false
			}
		}
		return e, in.AtEnd()
	}
	if in, k := p.Function("linear"); k {
		e.Kind = EaseLinearFn
		nan := float32(math.NaN())
		for {
			var at []float32
			var out float64
			has := false
			for !in.AtEnd() && in.Peek().Kind != css.Comma {
				n, k := in.Numeric(css.AcceptNumber|css.AcceptPercent, css.AnyRange)
				if !k {
					return e, false
				}
				if n.Type == css.CalcPercent {
					at = append(at, float32(n.Num)/100)
				} else if !has {
					out, has = evalNow(n, 0), true
				} else {
					return e, false
				}
			}
			if !has || len(at) > 2 {
				return e, false
			}
			if at == nil {
				at = []float32{nan}
			}
			for _, a := range at {
				e.Points = append(e.Points, [2]float32{a, float32(out)})
			}
			if !in.Comma() {
				break
			}
		}
		if len(e.Points) < 2 {
			return e, false
		}
		fixLinear(e.Points)
		return e, in.AtEnd()
	}
	return e, false
}

// fixLinear gives the points without an input one, and makes inputs ascend.
// https://drafts.csswg.org/css-easing-2/#linear-easing-function-parsing
func fixLinear(pts [][2]float32) {
	if pts[0][0] != pts[0][0] {
		pts[0][0] = 0
	}
	if l := len(pts) - 1; pts[l][0] != pts[l][0] {
		pts[l][0] = 1
	}
	largest := pts[0][0]
	for i := range pts {
		if pts[i][0] == pts[i][0] {
			largest = max(largest, pts[i][0])
			pts[i][0] = largest
		}
	}
	for i := 1; i < len(pts); i++ {
		if pts[i][0] == pts[i][0] {
			continue
		}
		j := i
		for pts[j][0] != pts[j][0] {
			j++
		}
		a, b := pts[i-1][0], pts[j][0]
		for k := i; k < j; k++ {
			pts[k][0] = a + (b-a)*float32(k-i+1)/float32(j-i+1)
		}
	}
}

func appendEasing(b []byte, e Easing, cx *textCtx) []byte {
	if e.Keyword != 0 && (cx.specified || e.Keyword < 5) {
		return append(b, easingKeywords[e.Keyword].name...)
	}
	switch e.Kind {
	case EaseLinear:
		return append(b, "linear"...)
	case EaseCubic:
		b = append(b, "cubic-bezier("...)
		for i, f := range e.P {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = css.AppendNumber(b, float64(f))
		}
		return append(b, ')')
	case EaseSteps:
		b = strconv.AppendInt(append(b, "steps("...), int64(e.Steps), 10)
		if e.Jump != 0 && e.Jump != 5 {
			b = append(append(b, ", "...), jumpNames[e.Jump]...)
		}
		return append(b, ')')
	}
	b = append(b, "linear("...)
	for i, p := range e.Points {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = css.AppendNumber(b, float64(p[1]))
		b = append(css.AppendNumber(append(b, ' '), float64(p[0])*100), '%')
	}
	return append(b, ')')
}

var opsEasings = listOps(parseEasing, nil, appendEasing)
