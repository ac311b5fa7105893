package css

// This file declares what is being built; each function moves to its own file.

const missing = "css: being built"

// Color takes a <color>.
func (p *ValueParser) Color() (Color, bool) { panic(missing) }

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
