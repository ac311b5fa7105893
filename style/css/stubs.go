package css

// This file declares what is being built; each function moves to its own file.

const missing = "css: being built"

// Color takes a <color>.
func (p *ValueParser) Color() (Color, bool) { panic(missing) }

// ---- calc

// CalcExpr is a type-checked, simplified math expression; immutable.
type CalcExpr struct{ nodes []calcNode }

type calcNode struct{}

// Math takes a math function (calc(), min() …). percentAs is what percentages stand for: CalcPercent, CalcLength or CalcAngle.
// symbol answers keywords of relative colours; nil: none.
func (p *ValueParser) Math(percentAs CalcType, symbol func(string) (int, bool)) (*CalcExpr, bool) {
	panic(missing)
}

func (e *CalcExpr) leaf() (float64, Unit) { panic(missing) }

// Type is what the expression computes.
func (e *CalcExpr) Type() CalcType { panic(missing) }

// HasPercent reports whether percentages occur: the value depends on its basis.
func (e *CalcExpr) HasPercent() bool { panic(missing) }

// HasRelative reports whether units that need a UnitEnv occur.
func (e *CalcExpr) HasRelative() bool { panic(missing) }

// Eval computes the expression in canonical units (px, deg, s, Hz, dppx, fr, number; a percentage alone as its number).
// percentBasis is what 100% is, in the same unit. NaN becomes 0 and infinities the largest finite float32, as
// a top-level calculation asks.
func (e *CalcExpr) Eval(env UnitEnv, percentBasis float64) float64 { panic(missing) }

// Resolve replaces relative units by px and keeps percentages: the computed value.
func (e *CalcExpr) Resolve(env UnitEnv) *CalcExpr { panic(missing) }

// Linear returns the expression as px + percent/100 × basis when it is of that form (all relative units resolved).
func (e *CalcExpr) Linear(env UnitEnv) (px, percent float64, ok bool) { panic(missing) }

// String serializes as css-values-4 asks.
func (e *CalcExpr) String() string { panic(missing) }

// AppendTo appends the serialization.
func (e *CalcExpr) AppendTo(b []byte) []byte { panic(missing) }

// Interpolate is from×(1-t) + to×t as a calc() sum.
func Interpolate(from, to Numeric, t float64) Numeric { panic(missing) }

// ---- colours

// ColorExpression is a colour function that must be resolved against an element.
type ColorExpression struct{}

// ParseColor reads src as a <color> and nothing else.
func ParseColor(src string) (Color, bool) { panic(missing) }

// NamedColor is the colour of a name in lower case.
func NamedColor(lower string) (Color, bool) { panic(missing) }

// SRGB converts to sRGB; components outside of 0 to 1 are out of gamut, missing ones are 0. Only for ColorAbsolute.
func (c Color) SRGB() (r, g, b, alpha float32) { panic(missing) }

// RGBA8 is the colour as bytes, clipped to the gamut, not premultiplied.
func (c Color) RGBA8() (r, g, b, a uint8) { panic(missing) }

// To converts to another space.
func (c Color) To(s ColorSpace) Color { panic(missing) }

// Resolve gives the absolute colour for an element.
func (c Color) Resolve(env *ColorEnv) Color { panic(missing) }

// AppendTo appends the CSSOM serialization of the specified (specified true) or computed value.
func (c Color) AppendTo(b []byte, specified bool) []byte { panic(missing) }

// String serializes the computed value.
func (c Color) String() string { panic(missing) }

// MixColors interpolates in space (animations: premultiplied, missing components carried).
func MixColors(a, b Color, t float64, space ColorSpace) Color { panic(missing) }

// RGBA makes a legacy sRGB colour; components 0 to 1.
func RGBA(r, g, b, a float32) Color { panic(missing) }

// SystemColorValue is this package's colour of a system colour.
func SystemColorValue(c SystemColor, dark bool) Color { panic(missing) }
