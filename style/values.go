package style

import (
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/style/css"
)

// The types of computed values that properties.txt names. They hold computed values: relative
// lengths are px, percentages stay.

// Px is a length in CSS px.
type Px = float32

// Number is a number.
type Number = float32

// Int is an integer.
type Int = int32

// String is a string; "" stands for the initial keyword.
type String = string

// RawText is a value that is checked and kept as its serialization: nothing but CSSOM reads it.
type RawText = string

// Atom is a name.
type Atom = atom.Atom

// Color is a computed colour; currentcolor stays.
type Color = css.Color

// AutoColor is auto or a colour.
type AutoColor struct {
	Auto  bool
	Color Color
}

// LineWidth is the width of a border or outline: in px, snapped as a border width, 0 only where it was 0. The used width is 0 when the style is none or hidden: see BorderGroup's helpers.
type LineWidth = float32

// LengthKind says what a Length is.
type LengthKind uint8

const (
	LengthFixed      LengthKind = iota // Px + Percent/100 × basis
	LengthCalc                         // a math function that is not of that form: Calc
	LengthAuto                         // auto
	LengthNone                         // none
	LengthNormal                       // normal
	LengthMinContent                   // min-content
	LengthMaxContent                   // max-content
	LengthFitContent                   // fit-content, or fit-content(Px + Percent) with HasLimit
	LengthStretch                      // stretch, -webkit-fill-available
	LengthContent                      // content
	LengthFromFont                     // from-font
	LengthNumber                       // a number in Px (stroke-width, tab-size)
)

// Length is a length-percentage or one of the keywords that can stand in its place.
type Length struct {
	Kind     LengthKind
	HasLimit bool
	side     edge     // of a specified position: the keyword that the percentage stands for, or that Px counts from
	unit     css.Unit // UnitPercent for a percentage, even 0%; in specified values the unit of Px
	Px       float32
	Percent  float32
	Calc     *css.CalcExpr // relative units resolved
}

// edge is a keyword of a position.
type edge uint8

const (
	edgeLeft edge = 1 + iota
	edgeRight
	edgeTop
	edgeBottom
	edgeCenter
	edgeOffset edge = 8 // with one of the others: the length counts from it
)

var edgeNames = [...]string{edgeLeft: "left", edgeRight: "right", edgeTop: "top", edgeBottom: "bottom", edgeCenter: "center"}

// unitQuirkEm is em in the block margins of the user agent's sheets. Computed lengths keep it: the margin is as if it were not there at the start
// and end of some boxes of quirks mode. https://html.spec.whatwg.org/multipage/rendering.html#margin-collapsing-quirks
const unitQuirkEm = css.UnitCount

// IsQuirk reports whether l is a block margin from the user agent's sheets that margin collapsing in quirks mode treats apart.
func (l Length) IsQuirk() bool { return l.unit == unitQuirkEm }

// Fixed is a length of px.
func Fixed(px float32) Length { return Length{Px: px} }

// Percent is a percentage.
func Percent(p float32) Length { return Length{Percent: p, unit: css.UnitPercent} }

// Auto is the keyword.
var Auto = Length{Kind: LengthAuto}

// IsAuto reports whether l is auto.
func (l Length) IsAuto() bool { return l.Kind == LengthAuto }

// IsLength reports whether l is a length-percentage and not a keyword.
func (l Length) IsLength() bool { return l.Kind <= LengthCalc }

// HasPercent reports whether l depends on a basis.
func (l Length) HasPercent() bool {
	return l.Kind == LengthCalc && l.Calc.HasPercent() || l.Percent != 0 && l.Kind == LengthFixed
}

// IsZero reports whether l is 0 whatever the basis.
func (l Length) IsZero() bool { return l.Kind == LengthFixed && l.Px == 0 && l.Percent == 0 }

// Resolve is the used value of a length-percentage against a definite basis, 0 for keywords.
func (l Length) Resolve(basis geom.Unit) geom.Unit {
	switch l.Kind {
	case LengthFixed, LengthFitContent, LengthNumber:
		if l.Percent == 0 {
			return geom.FromPx(l.Px)
		}
		return geom.FromPx64(float64(l.Px) + float64(l.Percent)*basis.Px64()/100)
	case LengthCalc:
		return geom.FromPx64(l.Calc.Eval(nil, basis.Px64()))
	}
	return 0
}

// ResolvePx is Resolve in px, against a basis in px.
func (l Length) ResolvePx(basis float32) float32 {
	if l.Kind == LengthCalc {
		return float32(l.Calc.Eval(nil, float64(basis)))
	}
	return l.Px + l.Percent*basis/100
}

// AutoInt is auto (none) or an integer.
type AutoInt struct {
	Set   bool
	Value int32
}

// FlexWrap is a value of flex-wrap. https://drafts.csswg.org/css-flexbox-2/#flex-wrap-property
type FlexWrap uint8

const (
	FlexWrapNowrap FlexWrap = iota
	FlexWrapWrap
	FlexWrapWrapReverse
	FlexWrapBalance            // wraps
	FlexWrapWrapReverseBalance // wraps in reverse
)

// PxOrNone is none or a length in px.
type PxOrNone struct {
	Set bool
	Px  float32
}

// PxOrAuto is auto or a length in px.
type PxOrAuto = PxOrNone

// LineHeightKind says what a LineHeight is.
type LineHeightKind uint8

const (
	LineHeightNormal LineHeightKind = iota
	LineHeightNumber                // Value × the element's font size
	LineHeightPx
)

// LineHeight is the computed value of line-height.
type LineHeight struct {
	Kind  LineHeightKind
	Value float32
}

// FontSlope is the computed value of font-style.
type FontSlope struct {
	Style FontStyle
	Angle float32 // degrees, for oblique
}

// FontFamily is one entry of font-family.
type FontFamily struct {
	Name    string // as written, unescaped; for generic families the lower-case keyword
	Generic bool
}

// FontFamilies is a list that is shared and not changed.
type FontFamilies = []FontFamily

// FontSizeAdjust is none, or an aspect of a metric.
type FontSizeAdjust struct {
	Set    bool
	Metric string // "", "ex-height", "cap-height", "ch-width", "ic-width", "ic-height"
	Value  float32
	From   bool // from-font
}

// FontSetting is an entry of font-feature-settings or font-variation-settings.
type FontSetting struct {
	Tag   [4]byte
	Value float32
}

// FontFeatures and FontVariations are shared lists.
type (
	FontFeatures   = []FontSetting
	FontVariations = []FontSetting
)

// KeywordSet is a value of keywords in canonical order: a bit each, in the order in which the property's parser lists them; 0 is the initial value (see keywordSets in the parser's file).
type KeywordSet uint32

// TextIndent is the computed value of text-indent.
type TextIndent struct {
	Length            Length
	Hanging, EachLine bool
}

// TabSize is a number of spaces or a length in px.
type TabSize struct {
	Number bool
	Value  float32
}

// Shadow is a shadow of a box or a text.
type Shadow struct {
	X, Y, Blur, Spread float32
	Color              Color
	Inset              bool
	spec               *[4]Length // of specified values: X, Y, Blur, Spread as written
}

// Shadows is a shared list, first on top.
type Shadows = []Shadow

// TextEmphasisStyle is the computed value of text-emphasis-style.
type TextEmphasisStyle struct {
	None   bool
	Fill   TextEmphasisFill
	Shape  string // dot, circle, double-circle, triangle, sesame
	String string
}

// CursorValue is the computed value of cursor.
type CursorValue struct {
	Keyword Cursor
	Images  []CursorImage
}

// CursorImage is an image of cursor.
type CursorImage struct {
	Image *Image
	X, Y  float32
	HasXY bool
}

// ListStyleType is none, a string, or a counter style.
type ListStyleType struct {
	None   bool
	String bool
	Name   string // the counter style's name, or the string
}

// Quotes is auto, none, or pairs.
type Quotes struct {
	Auto  bool
	Pairs []string // open, close, open, close …
}

// ScrollbarColor is auto, or two colours.
type ScrollbarColor struct {
	Auto         bool
	Thumb, Track Color
}

// PaintKind says what a Paint is.
type PaintKind uint8

const (
	PaintNone PaintKind = iota
	PaintColor
	PaintURL
	PaintContextFill
	PaintContextStroke
)

// Paint is the computed value of fill and stroke.
type Paint struct {
	Kind     PaintKind
	URL      string
	Color    Color // of PaintColor, or the fallback of PaintURL
	Fallback PaintKind
}

// URL is none ("") or a URL as written, resolved against its sheet.
type URL = string

// Lengths is a shared list.
type Lengths = []Length

// VerticalAlignKind says what a VerticalAlign is.
type VerticalAlignKind uint8

const (
	VerticalBaseline VerticalAlignKind = iota
	VerticalSub
	VerticalSuper
	VerticalTextTop
	VerticalTextBottom
	VerticalMiddle
	VerticalTop
	VerticalBottom
	VerticalBaselineMiddle // -webkit-baseline-middle: the middle is on the parent's baseline
	VerticalLength
)

// VerticalAlign is the computed value of vertical-align.
type VerticalAlign struct {
	Kind   VerticalAlignKind
	Length Length // of VerticalLength; percentages of line-height
}

// AspectRatio is the computed value of aspect-ratio. W = 0 without a ratio.
type AspectRatio struct {
	Auto bool
	W, H float32
}

// Corner is a border radius.
type Corner struct{ X, Y Length }

// Point2D is a position.
type Point2D struct{ X, Y Length }

// Point3D is a transform origin.
type Point3D struct {
	X, Y Length
	Z    float32
}

// PxPair is two lengths in px.
type PxPair struct{ X, Y float32 }

// BorderImageSlice is the computed value of border-image-slice.
type BorderImageSlice struct {
	Top, Right, Bottom, Left Length // LengthNumber or a percentage
	Fill                     bool
}

// BorderImageWidth is four sides: LengthNumber (times border width), length-percentage, or auto.
type BorderImageWidth struct{ Top, Right, Bottom, Left Length }

// BackgroundSize is the size of one background layer.
type BackgroundSize struct {
	Cover, Contain bool
	W, H           Length // or auto
}

// RepeatStyle is how an image repeats along one axis.
type RepeatStyle uint8

const (
	Repeat RepeatStyle = iota
	NoRepeat
	RepeatSpace
	RepeatRound
)

// BackgroundRepeat is the repetition of one background layer.
type BackgroundRepeat struct{ X, Y RepeatStyle }

// Lists of values by layer; shared.
type (
	BackgroundSizes       = []BackgroundSize
	BackgroundRepeats     = []BackgroundRepeat
	BackgroundAttachments = []BackgroundAttachment
	BackgroundBoxes       = []BackgroundBox
	BlendModes            = []BlendMode
	MaskComposites        = []MaskComposite
	MaskModes             = []MaskMode
	Images                = []Image
	Idents                = []string
	Times                 = []float32 // seconds
	Numbers               = []float32
	Easings               = []Easing
	TransitionBehaviors   = []TransitionBehavior
	AnimationDirections   = []AnimationDirection
	AnimationFillModes    = []AnimationFillMode
	AnimationPlayStates   = []AnimationPlayState
	AnimationCompositions = []AnimationComposition
)

// ImageKind says what an Image is.
type ImageKind uint8

const (
	ImageNone ImageKind = iota
	ImageURL
	ImageLinearGradient
	ImageRadialGradient
	ImageConicGradient
	ImageCrossFade
	ImageElement
)

// Image is the computed value of an <image>. The pointers are shared and not changed.
type Image struct {
	Kind       ImageKind
	URL        string // absolute
	Gradient   *Gradient
	Resolution float32 // dppx that image-set chose; 0 is 1
	Text       string  // its serialization where URL or Gradient do not tell it
}

// GradientShape of a radial gradient.
type GradientShape uint8

const (
	ShapeEllipse GradientShape = iota
	ShapeCircle
)

// GradientExtent of a radial gradient.
type GradientExtent uint8

const (
	FarthestCorner GradientExtent = iota
	ClosestSide
	ClosestCorner
	FarthestSide
	ExtentExplicit // RadiusX, RadiusY
)

// Gradient is a gradient of any kind.
// https://drafts.csswg.org/css-images-4/#gradients
type Gradient struct {
	Repeating bool
	// Linear: the direction is Angle (degrees, 0 = up, clockwise), or towards a side or corner where ToX or ToY is not 0
	// (-1 left or top, 1 right or bottom).
	Angle    float32 // conic: the start
	ToX, ToY int8
	// Radial and conic.
	Center           Point2D
	Shape            GradientShape
	Extent           GradientExtent
	RadiusX, RadiusY Length
	Space            css.ColorSpace // of interpolation
	HueMethod        uint8          // 0 shorter, 1 longer, 2 increasing, 3 decreasing
	Stops            []GradientStop
	Legacy           bool // -webkit- syntax
	explicitSpace    bool // the space was written
}

// GradientStop is a colour stop, or a hint where IsHint is set.
type GradientStop struct {
	Color  Color
	Pos    Length // length-percentage; for conic gradients degrees in Px; LengthAuto where there is none
	IsHint bool
}

// TransformKind is a transform function.
type TransformKind uint8

const (
	TransformTranslate   TransformKind = iota // L: x y z
	TransformScale                            // V: x y z
	TransformRotate                           // V: degrees; about Z
	TransformRotate3D                         // V: x y z degrees
	TransformSkew                             // V: x y in degrees
	TransformMatrix                           // V: a b c d e f
	TransformMatrix3D                         // M: 16 numbers, column by column
	TransformPerspective                      // V: px, or 0 for none
)

// TransformOp is one function of a transform.
type TransformOp struct {
	Kind TransformKind
	Name uint8 // which spelling (translate, translateX …), for serialization
	L    [3]Length
	V    [6]float32
	M    *[16]float32
}

// TransformList is a shared list; nil is none.
type TransformList = []TransformOp

// TranslateValue, RotateValue and ScaleValue are the individual transforms.
type TranslateValue struct {
	Set  bool
	X, Y Length
	Z    float32
}

// RotateValue is the computed value of rotate.
type RotateValue struct {
	Set     bool
	X, Y, Z float32 // axis; 0 0 1 for a plain angle
	Deg     float32
}

// ScaleValue is the computed value of scale.
type ScaleValue struct {
	Set     bool
	X, Y, Z float32
}

// FilterKind is a filter function.
type FilterKind uint8

const (
	FilterBlur FilterKind = iota
	FilterBrightness
	FilterContrast
	FilterDropShadow
	FilterGrayscale
	FilterHueRotate
	FilterInvert
	FilterOpacity
	FilterSaturate
	FilterSepia
	FilterURL
)

// FilterOp is one function of a filter.
type FilterOp struct {
	Kind   FilterKind
	Amount float32 // px, factor or degrees
	Shadow Shadow
	URL    string
	spec   Length // of specified values: Amount as written
}

// FilterList is a shared list; nil is none.
type FilterList = []FilterOp

// ShapeKind says what a ShapeValue is.
type ShapeKind uint8

const (
	ShapeNone ShapeKind = iota
	ShapeURL
	ShapeBox // a reference box alone
	ShapeInset
	ShapeCircleFn
	ShapeEllipseFn
	ShapePolygon
	ShapePath
	ShapeImage
	ShapeText // shape(), kept as text
)

// ShapeValue is the computed value of clip-path and shape-outside.
type ShapeValue struct {
	Kind  ShapeKind
	Box   string // reference box keyword, or ""
	Shape *BasicShape
	Image *Image
	Text  string // URL, or the text of shape()
}

// BasicShape has the arguments of a basic shape.
type BasicShape struct {
	Inset            [4]Length
	Corners          [4]Corner
	RadiusX, RadiusY Length // LengthFixed, or closest-side (LengthAuto), farthest-side (LengthNone)
	Center           Point2D
	HasCenter        bool
	EvenOdd          bool
	Points           []Point2D
	Path             string
}

// ClipRect is the computed value of clip.
type ClipRect struct {
	Set                      bool
	Top, Right, Bottom, Left Length // or auto
}

// WillChange has the properties of will-change.
type WillChange struct {
	Names           []string
	StackingContext bool // one of them makes a stacking context
	Scroll          bool
	Contents        bool
}

// AlignKind is a position or distribution keyword.
type AlignKind uint8

const (
	AlignAuto AlignKind = iota
	AlignNormal
	AlignStretch
	AlignBaseline
	AlignLastBaseline
	AlignCenter
	AlignStart
	AlignEnd
	AlignSelfStart
	AlignSelfEnd
	AlignFlexStart
	AlignFlexEnd
	AlignLeft
	AlignRight
	AlignSpaceBetween
	AlignSpaceAround
	AlignSpaceEvenly
	AlignAnchorCenter
)

// AlignSafety is safe or unsafe.
type AlignSafety uint8

const (
	AlignDefault AlignSafety = iota
	AlignSafe
	AlignUnsafe
)

// Align is the computed value of the box alignment properties.
type Align struct {
	Kind   AlignKind
	Safety AlignSafety
	Legacy bool // justify-items: legacy
}

// TrackKind is the kind of a track breadth.
type TrackKind uint8

const (
	TrackLength TrackKind = iota // Length
	TrackFlex                    // Fr
	TrackAuto
	TrackMinContent
	TrackMaxContent
)

// TrackBreadth is one bound of a track.
type TrackBreadth struct {
	Kind   TrackKind
	Length Length
	Fr     float32
}

// TrackSize is minmax(Min, Max), a plain breadth (Min = Max), or fit-content(Max).
type TrackSize struct {
	Min, Max   TrackBreadth
	FitContent bool
}

// TrackSizes is a shared list.
type TrackSizes = []TrackSize

// TrackItem is a track, or repeat() of tracks, with the line names before it.
type TrackItem struct {
	Names []string // of the line before the item
	Size  TrackSize
	// Repeat: 0 = a single track, >0 = a count, -1 = auto-fill, -2 = auto-fit.
	Repeat   int32
	Tracks   []TrackItem // of repeat(); the last one may have names only (EndNames)
	EndNames []string    // of the line after the last track of repeat()
}

// TrackList is the computed value of grid-template-columns and -rows.
type TrackList struct {
	None     bool
	Subgrid  bool
	Items    []TrackItem
	EndNames []string
}

// GridAreas is the computed value of grid-template-areas.
type GridAreas struct {
	Rows    int
	Columns int
	Areas   []GridArea
	Text    []string // the strings, as serialized
}

// GridArea is a named area: 0-based lines.
type GridArea struct {
	Name                               string
	RowStart, RowEnd, ColStart, ColEnd int
}

// GridAutoFlow is the computed value of grid-auto-flow.
type GridAutoFlow struct{ Column, Dense bool }

// GridLine is the computed value of a grid placement property.
type GridLine struct {
	Auto  bool
	Span  bool
	Index int32  // line number or span; 0 = none given
	Name  string // custom ident or area
}

// ContentKind says what a content item is.
type ContentKind uint8

const (
	ContentString ContentKind = iota
	ContentImage
	ContentCounter  // Name, Style
	ContentCounters // Name, Text (separator), Style
	ContentOpenQuote
	ContentCloseQuote
	ContentNoOpenQuote
	ContentNoCloseQuote
	ContentAttr // resolved to ContentString when the element is known
)

// ContentItem is one item of content.
type ContentItem struct {
	Kind  ContentKind
	Text  string
	Name  string
	Style string
	Image *Image
}

// ContentList is the computed value of content.
type ContentList struct {
	Normal, None bool
	Items        []ContentItem
	Alt          []ContentItem
}

// Counter is an entry of counter-reset, -increment or -set.
type Counter struct {
	Name     string
	Value    int32
	Reversed bool
	Auto     bool // reversed() without a value
}

// Counters is a shared list.
type Counters = []Counter

// IntrinsicSize is the computed value of contain-intrinsic-width and -height.
type IntrinsicSize struct {
	Auto bool
	Set  bool
	Px   float32
}

// EasingKind says what an Easing is.
type EasingKind uint8

const (
	EaseLinear   EasingKind = iota
	EaseCubic               // P: x1 y1 x2 y2
	EaseSteps               // Steps, Jump
	EaseLinearFn            // Points
)

// Easing is an easing function. https://drafts.csswg.org/css-easing-2/
type Easing struct {
	Kind    EasingKind
	Keyword uint8 // 1 ease, 2 ease-in, 3 ease-out, 4 ease-in-out, 5 step-start, 6 step-end; 0 none
	P       [4]float64
	Steps   int32
	Jump    uint8        // 0 jump-end, 1 jump-start, 2 jump-none, 3 jump-both, 4 start, 5 end
	Points  [][2]float32 // input, output
}
