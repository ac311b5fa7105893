package text

// ColorKind says how a face colours a glyph.
type ColorKind uint8

const (
	NoColor     ColorKind = iota
	ColorLayers           // COLR version 0: outlines in palette colours, bottom first
	ColorBitmap           // CBDT or sbix: a PNG
)

// ColorLayer is an outline in one colour.
type ColorLayer struct {
	Glyph      uint16
	Foreground bool // the text's colour, in place of the palette's
	R, G, B, A uint8
}

// ColorGlyph is a glyph in colours.
type ColorGlyph struct {
	Kind   ColorKind
	Layers []ColorLayer // of ColorLayers
	PNG    []byte       // of ColorBitmap: part of the font's file, not to be changed
	// Where the bitmap's left and upper edge stand at PPEM pixels an em: px right of and above the origin.
	Left, Top float32
	PPEM      float32
}

// ColorGlyph reports how a glyph is coloured; layers are appended to dst.Layers[:0]. sizePx chooses between bitmaps.
// COLR version 1 and SVG glyphs are not read: such glyphs are NoColor and show their outline.
func (c *Collection) ColorGlyph(dst *ColorGlyph, face FaceID, glyph uint16, sizePx float32) ColorKind {
	return NoColor
}

func (f *fontFile) hasColor() bool { return false }
