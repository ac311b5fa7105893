package style

import (
	"math"
	"unsafe"

	"github.com/niso-engine/niso/style/css"
)

// Combining computed values: interpolation, addition and accumulation.
// https://drafts.csswg.org/css-values-4/#combining-values

// blend is one combination wa × a + wb × b.
type blend struct {
	prop       PropertyID
	wa, wb     float64
	curA, curB Color // what currentcolor is on each side
	add        bool  // lists are joined instead of combined entry by entry
}

// t is how far towards b an interpolation is.
func (x *blend) t() float64 { return x.wb }

func (x *blend) num(a, b float32) float32 { return float32(x.wa*float64(a) + x.wb*float64(b)) }

// blendFunc combines two computed values; false where values of that kind do not combine: they flip half-way.
type blendFunc func(dst, a, b unsafe.Pointer, x *blend) bool

// blendTable has the function of each property that combines, nil for those that always flip.
var blendTable [PropertyCount]blendFunc

func blendOf[T any](f func(a, b T, x *blend) (T, bool)) blendFunc {
	return func(dst, a, b unsafe.Pointer, x *blend) bool {
		v, ok := f(*(*T)(a), *(*T)(b), x)
		if ok {
			*(*T)(dst) = v
		}
		return ok
	}
}

// blendTypes are the functions by the type of the computed values.
var blendTypes = map[string]blendFunc{
	"Px":               blendOf(blendNumber),
	"Number":           blendOf(blendNumber),
	"LineWidth":        blendOf(blendNumber),
	"Int":              blendOf(blendInt),
	"AutoInt":          blendOf(blendAutoInt),
	"Length":           blendOf(blendLength),
	"Lengths":          blendOf(blendLengths),
	"Color":            blendOf(blendColor),
	"AutoColor":        blendOf(blendAutoColor),
	"LineHeight":       blendOf(blendLineHeight),
	"TextIndent":       blendOf(blendTextIndent),
	"TabSize":          blendOf(blendTabSize),
	"Shadows":          blendOf(blendShadows),
	"Paint":            blendOf(blendPaint),
	"PxPair":           blendOf(blendPxPair),
	"PxOrNone":         blendOf(blendPxOrNone),
	"PxOrAuto":         blendOf(blendPxOrNone),
	"Corner":           blendOf(blendCorner),
	"Point2D":          blendOf(blendPoint2D),
	"Point3D":          blendOf(blendPoint3D),
	"AspectRatio":      blendOf(blendAspectRatio),
	"VerticalAlign":    blendOf(blendVerticalAlign),
	"BackgroundSizes":  blendOf(blendBackgroundSizes),
	"TransformList":    blendOf(blendTransforms),
	"TranslateValue":   blendOf(blendTranslate),
	"RotateValue":      blendOf(blendRotate),
	"ScaleValue":       blendOf(blendScale),
	"FilterList":       blendOf(blendFilters),
	"ShapeValue":       blendOf(blendShape),
	"ClipRect":         blendOf(blendClip),
	"FontVariations":   blendOf(blendVariations),
	"Visibility":       blendOf(blendVisibility),
	"BorderImageSlice": blendOf(blendImageSlice),
	"BorderImageWidth": blendOf(blendImageWidth),
	"IntrinsicSize":    blendOf(blendIntrinsicSize),
	"ScrollbarColor":   blendOf(blendScrollbarColor),
	"FontSizeAdjust":   blendOf(blendSizeAdjust),
	"FontSlope":        blendOf(blendSlope),
	"TrackList":        blendOf(blendTracks),
}

// valueRange is what a property's numbers and lengths are clamped to.
type valueRange struct{ lo, hi float32 }

var blendRanges [PropertyCount]valueRange

func initBlend() {
	inf := float32(math.Inf(1))
	for p := PropNone + 1; p < PropertyCount; p++ {
		blendRanges[p] = valueRange{-inf, inf}
		if info := &propertyTable[p]; info.Anim != "" {
			blendTable[p] = blendTypes[info.Type]
		}
	}
	for _, p := range []PropertyID{PropOpacity, PropFillOpacity, PropStrokeOpacity, PropStopOpacity, PropFloodOpacity, PropShapeImageThreshold} {
		blendRanges[p] = valueRange{0, 1}
	}
	for _, p := range []PropertyID{PropFontSize, PropFontStretch, PropLineHeight, PropTabSize, PropBorderSpacing, PropStrokeWidth, PropStrokeMiterlimit,
		PropStrokeDasharray, PropWebkitTextStrokeWidth, PropWidth, PropHeight, PropMinWidth, PropMinHeight, PropMaxWidth, PropMaxHeight,
		PropPaddingTop, PropPaddingRight, PropPaddingBottom, PropPaddingLeft, PropBorderTopWidth, PropBorderRightWidth, PropBorderBottomWidth,
		PropBorderLeftWidth, PropBorderTopLeftRadius, PropBorderTopRightRadius, PropBorderBottomRightRadius, PropBorderBottomLeftRadius,
		PropBackgroundSize, PropMaskSize, PropPerspective, PropFlexGrow, PropFlexShrink, PropFlexBasis, PropRowGap, PropColumnGap, PropColumnWidth,
		PropColumnRuleWidth, PropTextDecorationThickness, PropOutlineWidth, PropR, PropRx, PropRy, PropScrollPaddingTop, PropScrollPaddingRight,
		PropScrollPaddingBottom, PropScrollPaddingLeft, PropShapeMargin, PropZoom, PropAspectRatio, PropBorderImageSlice, PropBorderImageWidth, PropBorderImageOutset,
		PropContainIntrinsicWidth, PropContainIntrinsicHeight, PropFontSizeAdjust, PropGridTemplateColumns, PropGridTemplateRows} {
		blendRanges[p] = valueRange{0, inf}
	}
	blendRanges[PropFontWeight] = valueRange{1, 1000}
	for _, p := range []PropertyID{PropColumnCount, PropOrphans, PropWidows} {
		blendRanges[p] = valueRange{1, inf}
	}
	blendRanges[PropFlexLineCount] = valueRange{1, inf}
}

func (x *blend) clamp(v float32) float32 {
	r := &blendRanges[x.prop]
	return min(max(v, r.lo), r.hi)
}

// combine writes wa × a + wb × b of a property to dst, and reports whether its values combine. Where they do not, dst is a in the first
// half and b in the second.
func (x *blend) combine(dst, a, b unsafe.Pointer) bool {
	if f := blendTable[x.prop]; f != nil && f(dst, a, b, x) {
		return true
	}
	o := fieldTable[x.prop].ops
	if x.wb >= 0.5 {
		o.copy(dst, b)
	} else {
		o.copy(dst, a)
	}
	return false
}

// interpolable reports whether there is something between two values of a property.
func interpolable(p PropertyID, a, b unsafe.Pointer, scratch unsafe.Pointer) bool {
	f := blendTable[p]
	return f != nil && f(scratch, a, b, &blend{prop: p, wa: 0.5, wb: 0.5, curA: opaqueBlack, curB: opaqueBlack})
}

var opaqueBlack = css.RGBA(0, 0, 0, 1)

func blendNumber(a, b float32, x *blend) (float32, bool) {
	v := x.clamp(x.num(a, b))
	switch x.prop {
	case PropBorderTopWidth, PropBorderRightWidth, PropBorderBottomWidth, PropBorderLeftWidth, PropOutlineWidth, PropColumnRuleWidth:
		if v > 0 && v < 1 { // snapped as a border width
			v = 1
		} else {
			v = float32(math.Floor(float64(v)))
		}
	case PropOutlineOffset:
		v = float32(math.Trunc(float64(v)))
	}
	return v, true
}

func blendInt(a, b int32, x *blend) (int32, bool) {
	v := math.Floor(x.wa*float64(a) + x.wb*float64(b) + 0.5)
	return int32(x.clamp(float32(v))), true
}

func blendAutoInt(a, b AutoInt, x *blend) (v AutoInt, ok bool) {
	if !a.Set || !b.Set {
		return v, a == b
	}
	v.Set = true
	v.Value, _ = blendInt(a.Value, b.Value, x)
	return v, true
}

// blendLength combines length-percentages; equal keywords stay.
func blendLength(a, b Length, x *blend) (v Length, ok bool) {
	if x.prop == PropLetterSpacing || x.prop == PropWordSpacing {
		if a.Kind == LengthNormal {
			a = Fixed(0)
		}
		if b.Kind == LengthNormal {
			b = Fixed(0)
		}
	}
	switch {
	case a.Kind == LengthFixed && b.Kind == LengthFixed, a.Kind == LengthNumber && b.Kind == LengthNumber:
		v = a
		v.Px, v.Percent = x.num(a.Px, b.Px), x.num(a.Percent, b.Percent)
		if b.unit == css.UnitPercent {
			v.unit = css.UnitPercent
		}
		if v.Percent == 0 && a.Percent == 0 && b.Percent == 0 || v.Px == 0 && a.Px == 0 && b.Px == 0 {
			if v.Percent == 0 {
				v.Px = x.clamp(v.Px)
			} else {
				v.Percent = x.clamp(v.Percent)
			}
		}
		return v, true
	case a.Kind <= LengthCalc && b.Kind <= LengthCalc && math.Abs(x.wa+x.wb-1) < 1e-9:
		n := css.Interpolate(lengthNumeric(a), lengthNumeric(b), x.wb)
		if px, pc, linear := n.Calc.Linear(nil); linear {
			return Length{Px: float32(px), Percent: float32(pc), unit: css.UnitPercent}, true
		}
		return Length{Kind: LengthCalc, Calc: n.Calc}, true
	}
	return v, false
}

// lengthNumeric is a length-percentage as the value of a calc() tree.
func lengthNumeric(l Length) css.Numeric {
	if l.Kind == LengthCalc {
		return css.Numeric{Type: css.CalcLengthPercent, Calc: l.Calc}
	}
	px := css.Numeric{Num: float64(l.Px), Unit: css.Px, Type: css.CalcLength}
	if l.Percent == 0 {
		return px
	}
	pc := css.Numeric{Num: float64(l.Percent), Unit: css.UnitPercent, Type: css.CalcLengthPercent}
	// 2 × (½ px + ½ %): the sum as one tree.
	px.Num, pc.Num = px.Num*2, pc.Num*2
	return css.Interpolate(px, pc, 0.5)
}

func blendLengths(a, b []Length, x *blend) ([]Length, bool) {
	n := len(a)
	if len(b) == 0 || n == 0 {
		return nil, false
	}
	if len(b) != n { // repeated up to the least common multiple
		n = n / gcd(n, len(b)) * len(b)
		if n > 1000 {
			return nil, false
		}
	}
	out := make([]Length, n)
	for i := range out {
		v, ok := blendLength(a[i%len(a)], b[i%len(b)], x)
		if !ok {
			return nil, false
		}
		out[i] = v
	}
	return out, true
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// absolute is a computed colour without currentcolor.
func absolute(c, current Color) (Color, bool) {
	switch c.Kind {
	case css.ColorAbsolute:
		return c, true
	case css.ColorCurrent:
		return current, current.Kind == css.ColorAbsolute
	}
	c = c.Resolve(&css.ColorEnv{Current: current})
	return c, c.Kind == css.ColorAbsolute
}

func blendColor(a, b Color, x *blend) (Color, bool) {
	a, ok := absolute(a, x.curA)
	b, okB := absolute(b, x.curB)
	if !ok || !okB {
		return a, false
	}
	if !a.Legacy || !b.Legacy {
		if x.wa+x.wb != 1 {
			return a, false
		}
		c := css.MixColors(a, b, x.wb, css.SpaceOKLab)
		c.C[0] = min(max(c.C[0], 0), 1) // beyond its range a lightness is white or black
		return c, true
	}
	// Premultiplied in sRGB.
	alpha := min(max(x.wa*float64(a.Alpha)+x.wb*float64(b.Alpha), 0), 1)
	var c [3]float32
	if alpha > 0 {
		for i := range c {
			v := (x.wa*float64(a.C[i])*float64(a.Alpha) + x.wb*float64(b.C[i])*float64(b.Alpha)) / alpha
			c[i] = float32(math.Round(min(max(v, 0), 1)*255) / 255)
		}
	}
	return css.RGBA(c[0], c[1], c[2], float32(alpha)), true
}

func blendAutoColor(a, b AutoColor, x *blend) (AutoColor, bool) {
	if a.Auto || b.Auto {
		return a, false
	}
	c, ok := blendColor(a.Color, b.Color, x)
	return AutoColor{Color: c}, ok
}

func blendLineHeight(a, b LineHeight, x *blend) (LineHeight, bool) {
	if a.Kind != b.Kind || a.Kind == LineHeightNormal {
		return a, false
	}
	a.Value = x.clamp(x.num(a.Value, b.Value))
	return a, true
}

func blendTextIndent(a, b TextIndent, x *blend) (TextIndent, bool) {
	if a.Hanging != b.Hanging || a.EachLine != b.EachLine {
		return a, false
	}
	l, ok := blendLength(a.Length, b.Length, x)
	a.Length = l
	return a, ok
}

func blendTabSize(a, b TabSize, x *blend) (TabSize, bool) {
	if a.Number != b.Number {
		return a, false
	}
	a.Value = x.clamp(x.num(a.Value, b.Value))
	return a, true
}

func blendShadow(a, b Shadow, x *blend) (Shadow, bool) {
	if a.Inset != b.Inset {
		return a, false
	}
	c, ok := blendColor(a.Color, b.Color, x)
	return Shadow{X: x.num(a.X, b.X), Y: x.num(a.Y, b.Y), Blur: max(0, x.num(a.Blur, b.Blur)), Spread: x.num(a.Spread, b.Spread), Color: c, Inset: a.Inset}, ok
}

func blendShadows(a, b []Shadow, x *blend) ([]Shadow, bool) {
	if x.add {
		return append(append([]Shadow(nil), a...), b...), true
	}
	out := make([]Shadow, max(len(a), len(b)))
	none := func(like Shadow) Shadow { return Shadow{Color: css.RGBA(0, 0, 0, 0), Inset: like.Inset} }
	for i := range out {
		var s, t Shadow
		switch {
		case i >= len(a):
			s, t = none(b[i]), b[i]
		case i >= len(b):
			s, t = a[i], none(a[i])
		default:
			s, t = a[i], b[i]
		}
		v, ok := blendShadow(s, t, x)
		if !ok {
			return nil, false
		}
		out[i] = v
	}
	return out, true
}

func blendPaint(a, b Paint, x *blend) (Paint, bool) {
	if a.Kind != PaintColor || b.Kind != PaintColor {
		return a, false
	}
	c, ok := blendColor(a.Color, b.Color, x)
	a.Color = c
	return a, ok
}

func blendPxPair(a, b PxPair, x *blend) (PxPair, bool) {
	whole := func(a, b float32) float32 { return float32(math.Trunc(float64(x.clamp(x.num(a, b))))) } // as border-spacing is in Chromium
	return PxPair{whole(a.X, b.X), whole(a.Y, b.Y)}, true
}

func blendPxOrNone(a, b PxOrNone, x *blend) (PxOrNone, bool) {
	if !a.Set || !b.Set {
		return a, false
	}
	return PxOrNone{true, x.clamp(x.num(a.Px, b.Px))}, true
}

func blendCorner(a, b Corner, x *blend) (v Corner, ok bool) {
	var ok2 bool
	v.X, ok = blendLength(a.X, b.X, x)
	v.Y, ok2 = blendLength(a.Y, b.Y, x)
	return v, ok && ok2
}

func blendPoint2D(a, b Point2D, x *blend) (v Point2D, ok bool) {
	var ok2 bool
	v.X, ok = blendLength(a.X, b.X, x)
	v.Y, ok2 = blendLength(a.Y, b.Y, x)
	return v, ok && ok2
}

func blendPoint3D(a, b Point3D, x *blend) (v Point3D, ok bool) {
	var ok2 bool
	v.X, ok = blendLength(a.X, b.X, x)
	v.Y, ok2 = blendLength(a.Y, b.Y, x)
	v.Z = x.num(a.Z, b.Z)
	return v, ok && ok2
}

// blendAspectRatio combines the logarithms of the ratios.
func blendAspectRatio(a, b AspectRatio, x *blend) (AspectRatio, bool) {
	if a.Auto != b.Auto || a.W <= 0 || b.W <= 0 || a.H <= 0 || b.H <= 0 {
		return a, false
	}
	r := math.Exp(x.wa*math.Log(float64(a.W/a.H)) + x.wb*math.Log(float64(b.W/b.H)))
	return AspectRatio{Auto: a.Auto, W: float32(r), H: 1}, true
}

func blendVerticalAlign(a, b VerticalAlign, x *blend) (VerticalAlign, bool) {
	if a.Kind != VerticalLength || b.Kind != VerticalLength {
		return a, false
	}
	l, ok := blendLength(a.Length, b.Length, x)
	a.Length = l
	return a, ok
}

func blendBackgroundSizes(a, b []BackgroundSize, x *blend) ([]BackgroundSize, bool) {
	if len(a) == 0 || len(b) == 0 {
		return nil, false
	}
	n := len(a) / gcd(len(a), len(b)) * len(b)
	if n > 1000 {
		return nil, false
	}
	out := make([]BackgroundSize, n)
	for i := range out {
		s, t := a[i%len(a)], b[i%len(b)]
		if s.Cover || s.Contain || t.Cover || t.Contain {
			if s != t {
				return nil, false
			}
			out[i] = s
			continue
		}
		var ok, ok2 bool
		out[i].W, ok = blendSize(s.W, t.W, x)
		out[i].H, ok2 = blendSize(s.H, t.H, x)
		if !ok || !ok2 {
			return nil, false
		}
	}
	return out, true
}

// blendSize is blendLength where auto stays auto.
func blendSize(a, b Length, x *blend) (Length, bool) {
	if a.IsAuto() && b.IsAuto() {
		return a, true
	}
	return blendLength(a, b, x)
}

func blendClip(a, b ClipRect, x *blend) (v ClipRect, ok bool) {
	if !a.Set || !b.Set {
		return v, false
	}
	v.Set = true
	for i, s := range [4]*Length{&v.Top, &v.Right, &v.Bottom, &v.Left} {
		from, to := [4]Length{a.Top, a.Right, a.Bottom, a.Left}[i], [4]Length{b.Top, b.Right, b.Bottom, b.Left}[i]
		if *s, ok = blendSize(from, to, x); !ok {
			return v, false
		}
	}
	return v, true
}

func blendVariations(a, b []FontSetting, x *blend) ([]FontSetting, bool) {
	if len(a) != len(b) || len(a) == 0 {
		return nil, false
	}
	out := make([]FontSetting, len(a))
	for i, s := range a {
		found := false
		for _, t := range b {
			if t.Tag == s.Tag {
				out[i], found = FontSetting{s.Tag, x.num(s.Value, t.Value)}, true
			}
		}
		if !found {
			return nil, false
		}
	}
	return out, true
}

// blendVisibility is visible for all of the way between visible and another value.
// https://drafts.csswg.org/css-display-4/#visibility
func blendVisibility(a, b Visibility, x *blend) (Visibility, bool) {
	if a != VisibilityVisible && b != VisibilityVisible {
		return a, false
	}
	t := x.t()
	switch {
	case a == b:
		return a, true
	case t <= 0:
		return a, true
	case t >= 1:
		return b, true
	}
	return VisibilityVisible, true
}

func blendSides(a, b [4]Length, x *blend) (v [4]Length, ok bool) {
	for i := range v {
		if v[i], ok = blendSize(a[i], b[i], x); !ok {
			return v, false
		}
	}
	return v, true
}

func blendImageSlice(a, b BorderImageSlice, x *blend) (BorderImageSlice, bool) {
	v, ok := blendSides([4]Length{a.Top, a.Right, a.Bottom, a.Left}, [4]Length{b.Top, b.Right, b.Bottom, b.Left}, x)
	return BorderImageSlice{v[0], v[1], v[2], v[3], a.Fill}, ok && a.Fill == b.Fill
}

func blendImageWidth(a, b BorderImageWidth, x *blend) (BorderImageWidth, bool) {
	v, ok := blendSides([4]Length{a.Top, a.Right, a.Bottom, a.Left}, [4]Length{b.Top, b.Right, b.Bottom, b.Left}, x)
	return BorderImageWidth{v[0], v[1], v[2], v[3]}, ok
}

func blendIntrinsicSize(a, b IntrinsicSize, x *blend) (IntrinsicSize, bool) {
	if !a.Set || !b.Set || a.Auto != b.Auto {
		return a, false
	}
	a.Px = x.clamp(x.num(a.Px, b.Px))
	return a, true
}

func blendScrollbarColor(a, b ScrollbarColor, x *blend) (v ScrollbarColor, ok bool) {
	if a.Auto || b.Auto {
		return a, false
	}
	var ok2 bool
	v.Thumb, ok = blendColor(a.Thumb, b.Thumb, x)
	v.Track, ok2 = blendColor(a.Track, b.Track, x)
	return v, ok && ok2
}

func blendSizeAdjust(a, b FontSizeAdjust, x *blend) (FontSizeAdjust, bool) {
	if !a.Set || !b.Set || a.From || b.From || a.Metric != b.Metric {
		return a, false
	}
	a.Value = x.clamp(x.num(a.Value, b.Value))
	return a, true
}

// blendSlope combines angles; normal is oblique 0deg.
func blendSlope(a, b FontSlope, x *blend) (FontSlope, bool) {
	if a.Style == FontStyleItalic || b.Style == FontStyleItalic {
		return a, false
	}
	v := FontSlope{FontStyleOblique, min(max(x.num(a.Angle, b.Angle), -90), 90)}
	if v.Angle == 0 {
		v.Style = FontStyleNormal
	}
	return v, true
}

// ---- grid tracks

// blendTracks combines lists of as many tracks, with repeat() in the same places; the names of lines flip half-way.
// https://drafts.csswg.org/css-grid-2/#track-sizing
func blendTracks(a, b TrackList, x *blend) (v TrackList, ok bool) {
	if a.None || b.None || a.Subgrid || b.Subgrid {
		return v, false
	}
	if v.EndNames = a.EndNames; x.wb >= 0.5 {
		v.EndNames = b.EndNames
	}
	v.Items, ok = blendItems(a.Items, b.Items, x)
	return v, ok
}

func blendItems(a, b []TrackItem, x *blend) (v []TrackItem, ok bool) {
	if len(a) != len(b) {
		return nil, false
	}
	v = make([]TrackItem, len(a))
	for i := range v {
		s, t := &a[i], &b[i]
		if s.Repeat != t.Repeat || s.Repeat < 0 {
			return nil, false
		}
		if v[i] = *s; x.wb >= 0.5 {
			v[i] = *t
		}
		if s.Repeat == 0 {
			v[i].Size = blendTrack(s.Size, t.Size, x)
		} else if v[i].Tracks, ok = blendItems(s.Tracks, t.Tracks, x); !ok {
			return nil, false
		}
	}
	return v, true
}

// blendTrack combines two tracks; what does not combine of them flips half-way.
func blendTrack(a, b TrackSize, x *blend) TrackSize {
	if a.FitContent != b.FitContent {
		if x.wb >= 0.5 {
			return b
		}
		return a
	}
	return TrackSize{blendBreadth(a.Min, b.Min, x), blendBreadth(a.Max, b.Max, x), a.FitContent}
}

func blendBreadth(a, b TrackBreadth, x *blend) TrackBreadth {
	switch {
	case a.Kind == TrackFlex && b.Kind == TrackFlex:
		a.Fr = x.clamp(x.num(a.Fr, b.Fr))
		return a
	case a.Kind == TrackLength && b.Kind == TrackLength:
		if l, ok := blendLength(a.Length, b.Length, x); ok {
			a.Length = l
			return a
		}
	}
	if x.wb >= 0.5 {
		return b
	}
	return a
}

// ---- shapes and filters

func blendShape(a, b ShapeValue, x *blend) (v ShapeValue, ok bool) {
	if a.Kind != b.Kind || a.Box != b.Box || a.Shape == nil || b.Shape == nil || a.Shape.EvenOdd != b.Shape.EvenOdd {
		return v, false
	}
	v = a
	s, t := a.Shape, b.Shape
	o := *s
	v.Shape = &o
	length := func(dst *Length, a, b Length) bool {
		l, ok := blendLength(a, b, x)
		*dst = l
		return ok
	}
	switch a.Kind {
	case ShapeInset:
		for i := range o.Inset {
			if !length(&o.Inset[i], s.Inset[i], t.Inset[i]) {
				return v, false
			}
		}
		for i := range o.Corners {
			if o.Corners[i], ok = blendCorner(s.Corners[i], t.Corners[i], x); !ok {
				return v, false
			}
		}
	case ShapeCircleFn, ShapeEllipseFn:
		if s.HasCenter != t.HasCenter || !length(&o.RadiusX, s.RadiusX, t.RadiusX) || a.Kind == ShapeEllipseFn && !length(&o.RadiusY, s.RadiusY, t.RadiusY) {
			return v, false
		}
		if o.Center, ok = blendPoint2D(s.Center, t.Center, x); !ok {
			return v, false
		}
	case ShapePolygon:
		if len(s.Points) != len(t.Points) {
			return v, false
		}
		o.Points = make([]Point2D, len(s.Points))
		for i := range o.Points {
			if o.Points[i], ok = blendPoint2D(s.Points[i], t.Points[i], x); !ok {
				return v, false
			}
		}
	default:
		return v, false
	}
	return v, true
}

// neutral is the filter function that does nothing.
func (f *FilterOp) neutral() FilterOp {
	n := FilterOp{Kind: f.Kind}
	switch f.Kind {
	case FilterBrightness, FilterContrast, FilterOpacity, FilterSaturate:
		n.Amount = 1
	case FilterDropShadow:
		n.Shadow.Color = css.RGBA(0, 0, 0, 0)
	}
	return n
}

func blendFilters(a, b []FilterOp, x *blend) ([]FilterOp, bool) {
	if x.add {
		return append(append([]FilterOp(nil), a...), b...), true
	}
	out := make([]FilterOp, max(len(a), len(b)))
	for i := range out {
		var s, t FilterOp
		switch {
		case i >= len(a):
			s, t = b[i].neutral(), b[i]
		case i >= len(b):
			s, t = a[i], a[i].neutral()
		default:
			s, t = a[i], b[i]
		}
		if s.Kind != t.Kind || s.Kind == FilterURL {
			return nil, false
		}
		o := FilterOp{Kind: s.Kind}
		if s.Kind == FilterDropShadow {
			var ok bool
			if o.Shadow, ok = blendShadow(s.Shadow, t.Shadow, x); !ok {
				return nil, false
			}
		} else {
			o.Amount = x.num(s.Amount, t.Amount)
			if n := s.neutral().Amount; n == 1 && x.wa+x.wb > 1 { // accumulation counts from the neutral value
				o.Amount -= float32(x.wa + x.wb - 1)
			}
			if s.Kind != FilterHueRotate {
				o.Amount = max(0, o.Amount)
			}
			switch s.Kind {
			case FilterGrayscale, FilterInvert, FilterOpacity, FilterSepia:
				o.Amount = min(1, o.Amount)
			}
		}
		out[i] = o
	}
	return out, true
}
