package list

import (
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/text"
)

// MaxCoord bounds each coordinate: 2^25 px, as layout's own lengths are.
const MaxCoord = 1 << 25

// Kind is what an item does.
type Kind uint8

const (
	End          Kind = iota // closes the group opened last
	ClipRect                 // group: Bounds of the clip in rrects[Arg].Rect
	ClipRRect                // group: rrects[Arg]
	ClipPath                 // group: paths[Arg]; Flags&EvenOdd
	Transform                // group: matrices[Arg]
	LayerGroup               // group: layers[Arg]
	MaskGroup                // group: content, MaskContent, mask, End; Flags&(Luminance|Inverse)
	MaskContent              // what follows up to the End is the mask of what stands before
	FillRect                 // Bounds filled with Color(Arg)
	FillRRect                // rrects[Arg]; colour colors[Arg]
	FillDRRect               // between rrects[Arg] and rrects[Arg+1]; colour colors[Arg]
	FillPath                 // fills[Arg]; Flags&EvenOdd
	StrokePath               // strokes[Arg]
	DrawGradient             // tiled[Arg]
	DrawImage                // tiled[Arg]
	BoxShadow                // shadows[Arg]
	Text                     // texts[Arg]
	Line                     // lines[Arg]
	Hit                      // paints nothing; Bounds receives hits for the owner
	kindCount
)

var kindNames = [kindCount]string{"end", "clip-rect", "clip-rrect", "clip-path", "transform", "layer", "mask", "mask-content",
	"rect", "rrect", "drrect", "path", "stroke", "gradient", "image", "shadow", "text", "line", "hit"}

func (k Kind) String() string { return kindNames[k] }

// IsGroup reports whether items of this kind are closed by an End.
func (k Kind) IsGroup() bool { return k >= ClipRect && k <= MaskGroup }

// Flags of an item.
const (
	EvenOdd   uint8 = 1 << iota // fill rule of a path: even-odd instead of nonzero
	Luminance                   // a mask by luminance times alpha instead of alpha
	Inverse                     // a mask by what its alpha leaves of 1
)

// Item is one row of the list.
type Item struct {
	Bounds geom.RectF // all that it paints, in the space it was recorded in; see the package comment for groups
	Owner  uint32     // as set by SetOwner
	Arg    uint32     // row of the side array of its kind
	End    uint32     // of a group: the index of its End; of MaskGroup's MaskContent: the End too
	Kind   Kind
	Flags  uint8
}

// Color is sRGB with 8 bits a channel, not premultiplied: 0xRRGGBBAA.
type Color uint32

// RGBA makes a Color.
func RGBA(r, g, b, a uint8) Color {
	return Color(r)<<24 | Color(g)<<16 | Color(b)<<8 | Color(a)
}

// Channels are the four bytes of c.
func (c Color) Channels() (r, g, b, a uint8) {
	return uint8(c >> 24), uint8(c >> 16), uint8(c >> 8), uint8(c)
}

// Alpha is 0 for transparent and 255 for opaque.
func (c Color) Alpha() uint8 { return uint8(c) }

// Radius are the two half axes of an elliptical corner.
type Radius struct{ X, Y float32 }

// RRect is a rectangle with elliptical corners: top left, top right, bottom right, bottom left.
type RRect struct {
	Rect  geom.RectF
	Radii [4]Radius
}

// IsRect reports whether no corner is round.
func (r RRect) IsRect() bool {
	for _, c := range r.Radii {
		if c.X > 0 && c.Y > 0 {
			return false
		}
	}
	return true
}

// Inset is r made smaller by the widths of the four sides, radii too, as the padding edge of a
// border box. https://drafts.csswg.org/css-backgrounds/#corner-shaping
func (r RRect) Inset(top, right, bottom, left float32) RRect {
	r.Rect.X += left
	r.Rect.Y += top
	r.Rect.W = max(0, r.Rect.W-left-right)
	r.Rect.H = max(0, r.Rect.H-top-bottom)
	side := [4][2]float32{{left, top}, {right, top}, {right, bottom}, {left, bottom}}
	for i, s := range side {
		r.Radii[i] = Radius{max(0, r.Radii[i].X-s[0]), max(0, r.Radii[i].Y-s[1])}
	}
	return r
}

// Outset is r made larger by d on each side (smaller for d < 0), as the shape of a spread shadow or an outline:
// a sharp corner stays sharp, and a radius smaller than d grows by less.
// https://drafts.csswg.org/css-backgrounds/#shadow-shape
func (r RRect) Outset(d float32) RRect {
	if d < 0 {
		return r.Inset(-d, -d, -d, -d)
	}
	r.Rect = r.Rect.Outset(d)
	grow := func(v float32) float32 {
		if v < d {
			k := v/d - 1
			return v + d*(1+k*k*k)
		}
		return v + d
	}
	for i, c := range r.Radii {
		if c.X > 0 && c.Y > 0 {
			r.Radii[i] = Radius{grow(c.X), grow(c.Y)}
		}
	}
	return r
}

// Normalize scales the radii down where those of a side overlap.
// https://drafts.csswg.org/css-backgrounds/#corner-overlap
func (r RRect) Normalize() RRect {
	f := float32(1)
	fit := func(length, a, b float32) {
		if s := a + b; s > length {
			f = min(f, length/s)
		}
	}
	for i, c := range r.Radii {
		if !(c.X > 0 && c.Y > 0) {
			r.Radii[i] = Radius{}
		}
	}
	c := &r.Radii
	fit(r.Rect.W, c[0].X, c[1].X)
	fit(r.Rect.W, c[3].X, c[2].X)
	fit(r.Rect.H, c[0].Y, c[3].Y)
	fit(r.Rect.H, c[1].Y, c[2].Y)
	if f < 1 {
		for i := range c {
			c[i].X *= f
			c[i].Y *= f
		}
	}
	return r
}

// Blend is how a layer mixes with what is below. https://drafts.fxtf.org/compositing/#blending
type Blend uint8

const (
	BlendNormal Blend = iota
	BlendMultiply
	BlendScreen
	BlendOverlay
	BlendDarken
	BlendLighten
	BlendColorDodge
	BlendColorBurn
	BlendHardLight
	BlendSoftLight
	BlendDifference
	BlendExclusion
	BlendHue
	BlendSaturation
	BlendColor
	BlendLuminosity
	BlendPlusLighter
	blendCount
)

var blendNames = [blendCount]string{"normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn",
	"hard-light", "soft-light", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plus-lighter"}

func (b Blend) String() string { return blendNames[b] }

// FilterKind is one function of the filter property. https://drafts.fxtf.org/filter-effects/#filter-functions
type FilterKind uint8

const (
	FilterBlur       FilterKind = iota // Amount: standard deviation in px
	FilterBrightness                   // Amount: factor
	FilterContrast                     // Amount: factor
	FilterGrayscale                    // Amount: 0…1
	FilterHueRotate                    // Amount: radians
	FilterInvert                       // Amount: 0…1
	FilterOpacity                      // Amount: 0…1
	FilterSaturate                     // Amount: factor
	FilterSepia                        // Amount: 0…1
	FilterDropShadow                   // Amount: standard deviation in px; DX, DY, Color
	filterCount
)

var filterNames = [filterCount]string{"blur", "brightness", "contrast", "grayscale", "hue-rotate", "invert", "opacity", "saturate", "sepia", "drop-shadow"}

// Filter is one step of a filter list.
type Filter struct {
	Amount float32
	DX, DY float32
	Color  Color
	Kind   FilterKind
}

// Layer is the row of a LayerGroup: its content is painted apart, then filtered, then
// mixed in with opacity and blend mode, in this order.
type Layer struct {
	Opacity              float32
	filterFrom, filterTo uint32
	backFrom, backTo     uint32 // filters of the backdrop
	shape                uint32 // row of rrects: where the backdrop shows
	Below                uint8  // layers and masks around this one that the backdrop is seen through
	Blend                Blend
}

// PathRef is a path stored in a list; 0 is none. It is valid until Reset.
type PathRef uint32

// GradientRef is a gradient stored in a list; 0 is none. It is valid until Reset.
type GradientRef uint32

// ImageID is an image: a row of the store that the rasterizer is given, image.ID of paint/image
// (the same type: neither package knows the other).
type ImageID = uint32

// Paint is what a path is filled or stroked with: the gradient where there is one, else the colour.
type Paint struct {
	Color    Color
	Gradient GradientRef
}

// Fill is the row of a FillPath.
type Fill struct {
	Path  PathRef
	Paint Paint
}

// Cap is the end of an open subpath's stroke.
type Cap uint8

const (
	ButtCap Cap = iota
	RoundCap
	SquareCap
)

// Join is the corner of a stroke.
type Join uint8

const (
	MiterJoin Join = iota
	RoundJoin
	BevelJoin
)

// Stroke is how a path is stroked.
type Stroke struct {
	Width      float32
	MiterLimit float32 // 0 stands for 4, SVG's initial value (canvas has 10)
	DashOffset float32
	Cap        Cap
	Join       Join
}

// StrokeRow is the row of a StrokePath.
type StrokeRow struct {
	Stroke
	Path             PathRef
	Paint            Paint
	dashFrom, dashTo uint32
}

// GradientKind is the geometry of a gradient.
type GradientKind uint8

const (
	Linear GradientKind = iota // along the line from P0 to P1
	Radial                     // from P0 outwards to the ellipse with half axes P1
	Conic                      // around P0, clockwise from P1.X radians (0 is up)
)

// Stop is a colour of a gradient at a position: 0 is its start, 1 its end. The recorder resolves the
// positions: they do not decrease.
type Stop struct {
	Pos   float32
	Color Color
}

// Gradient is the geometry of a gradient.
type Gradient struct {
	P0, P1    geom.PointF
	Kind      GradientKind
	Focus     geom.PointF // of Radial: where it begins, from P0 in units of the half axes; within the unit circle
	Repeating bool        // beyond the first and last stop the pattern repeats instead of the end colours
}

// GradientRow is a stored gradient.
type GradientRow struct {
	Gradient
	stopFrom, stopTo uint32
}

// Quality is how an image is scaled. https://drafts.csswg.org/css-images/#the-image-rendering
type Quality uint8

const (
	Auto      Quality = iota // smooth
	Pixelated                // nearest pixel
)

// Tiling says where an image or gradient goes and how it repeats.
type Tiling struct {
	Dest         geom.RectF // the area painted
	Tile         geom.RectF // where one copy lies; it need not meet Dest
	StepX, StepY float32    // from one copy to the next, gaps included; 0: no repetition in this direction
}

// TiledRow is the row of a DrawImage or a DrawGradient.
type TiledRow struct {
	Tiling
	Src      geom.RectF // part of the image, in image px, that fills Tile; of DrawImage alone
	Image    ImageID
	Gradient GradientRef // its coordinates begin at Tile's corner
	Quality  Quality
}

// Shadow is the shadow of a box. https://drafts.csswg.org/css-backgrounds/#box-shadow
type Shadow struct {
	Box    RRect // outset: the border box, and nothing is painted inside of it; inset: the padding box, and nothing outside
	DX, DY float32
	Blur   float32 // blur radius: twice the standard deviation
	Spread float32
	Color  Color
	Inset  bool
}

// Glyph is one glyph of a run. X and Y are its origin on the baseline, from the run's origin.
type Glyph struct {
	X, Y float32
	ID   uint16
}

// TextStyle is how a run is drawn.
type TextStyle struct {
	Face   text.FaceID // with its variations and synthetic styles
	Size   float32     // font size in px
	Origin geom.PointF
	Blur   float32 // blur radius of a text shadow: twice the standard deviation; 0 for text itself
	Color  Color
}

// TextRow is the row of a Text.
type TextRow struct {
	TextStyle
	glyphFrom, glyphTo uint32
}

// LineStyle is how a line of a decoration or of a border side looks.
type LineStyle uint8

const (
	SolidLine LineStyle = iota
	DoubleLine
	DottedLine
	DashedLine
	WavyLine
	lineStyleCount
)

var lineNames = [lineStyleCount]string{"solid", "double", "dotted", "dashed", "wavy"}

// LineRow is the row of a Line: the centre line from P0 to P1 with a thickness. A double line is two lines of the
// thickness, one thickness apart, the first centred on P0–P1 and the second to its right
// (below it, for a line drawn from left to right); dashes are fitted to the length.
type LineRow struct {
	P0, P1    geom.PointF
	Thickness float32
	Color     Color
	Style     LineStyle
}
