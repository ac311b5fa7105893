package css

// ColorSpace is the space of a Color's components.
type ColorSpace uint8

const (
	SpaceSRGB            ColorSpace = iota // components 0 to 1 in gamut
	SpaceHSL                               // hue in degrees, saturation and lightness 0 to 100
	SpaceHWB                               // hue in degrees, whiteness and blackness 0 to 100
	SpaceLab                               // L 0 to 100
	SpaceLCH                               //
	SpaceOKLab                             // L 0 to 1
	SpaceOKLCH                             //
	SpaceSRGBLinear                        //
	SpaceDisplayP3                         //
	SpaceDisplayP3Linear                   //
	SpaceA98                               //
	SpaceProPhoto                          //
	SpaceRec2020                           //
	SpaceXYZD50                            //
	SpaceXYZD65                            //
	SpaceCount
)

// ColorKind says what a Color is.
type ColorKind uint8

const (
	ColorAbsolute ColorKind = iota // components
	ColorCurrent                   // currentcolor
	ColorSystem                    // a system colour: System
	ColorExpr                      // color-mix(), relative colour or light-dark() that depends on the element: Expr
)

// Color is a parsed colour.
type Color struct {
	C     [3]float32
	Alpha float32
	Space ColorSpace
	Kind  ColorKind
	// Missing: bit i for a component written none, bit 3 for alpha.
	Missing uint8
	// Legacy: written as #hex, name, rgb(), hsl() or hwb(): in SpaceSRGB with 8 bits a component, serialized as rgb()
	// or rgba().
	Legacy bool
	System SystemColor
	// Named is 1 + the row of the name that it was written as, so that a specified value keeps it.
	// 0: not a name. With ColorSystem it is a deprecated name.
	Named uint16
	Expr  *ColorExpression
}

// SystemColor is a <system-color>.
type SystemColor uint8

const (
	SystemNone SystemColor = iota
	AccentColor
	AccentColorText
	ActiveText
	ButtonBorder
	ButtonFace
	ButtonText
	Canvas
	CanvasText
	Field
	FieldText
	GrayText
	Highlight
	HighlightText
	LinkText
	Mark
	MarkText
	SelectedItem
	SelectedItemText
	VisitedText
	SystemColorCount
)

// ColorEnv is what a colour that depends on its element is resolved against.
type ColorEnv struct {
	Current Color // computed value of color; absolute
	Dark    bool  // used color scheme
	// System gives a system colour; nil: this package's defaults.
	System func(c SystemColor, dark bool) Color
	Units  UnitEnv // for calc() with lengths inside relative colours; may be nil
}
