package text

// Script is an ISO 15924 code as a lower-case tag («latn»); 0 is unknown.
type Script uint32

// Feature is one OpenType feature setting. It covers the whole input.
type Feature struct {
	Tag   Tag
	Value uint32
}

// GlyphFlags say what layout and paint must know of a glyph.
type GlyphFlags uint16

const (
	GlyphSpace         GlyphFlags = 1 << iota // a white space character: justification may stretch it
	GlyphUnsafeToBreak                        // the text cannot be cut before this cluster without shaping again
	GlyphMissing                              // .notdef: no face has the character
	GlyphZeroWidth                            // a default ignorable or control: nothing to paint
	GlyphClusterStart                         // the first glyph of its cluster in the order of the text
	GlyphSoftHyphen                           // U+00AD: no advance; a hyphen shows when the line breaks after it
)

// Glyph is a positioned glyph. 20 bytes.
type Glyph struct {
	Cluster          uint32 // byte offset in Input.Text of the first character of the cluster
	ID               uint16
	Flags            GlyphFlags
	Advance          float32 // px along the line, letter and word spacing included
	XOffset, YOffset float32 // px from the pen to the glyph's origin, y down
}

// GlyphRun are the neighbouring glyphs of one face.
type GlyphRun struct {
	First, End  uint32 // rows of Buffer.Glyphs
	Start, Stop uint32 // byte range of the text
	Face        FaceID
	SizePx      float32 // with size-adjust
	Script      Script
	RTL         bool
}

// Buffer receives glyphs; the caller owns it. Glyphs and runs stand in visual order, left to right:
// clusters rise where the text runs left to right, and fall where it runs right to left.
type Buffer struct {
	Glyphs []Glyph
	Runs   []GlyphRun
}

// Reset empties the buffer and keeps its memory.
func (b *Buffer) Reset() { b.Glyphs, b.Runs = b.Glyphs[:0], b.Runs[:0] }

// Width is the sum of the advances of glyphs first to end.
func (b *Buffer) Width(first, end int) (w float32) {
	for i := range b.Glyphs[first:end] {
		w += b.Glyphs[first+i].Advance
	}
	return w
}

// Input is a stretch of one paragraph in one style and at one bidi level. The shaper splits it by script,
// by face and by presentation itself. Tabs and control characters come out as zero-width glyphs for layout to place.
type Input struct {
	Text          []byte // the whole paragraph: what stands around the range decides on joining
	Start, End    uint32 // the range to shape
	Font          *Font
	RTL           bool
	Lang          string // BCP 47
	Features      []Feature
	LetterSpacing float32 // px
	WordSpacing   float32 // px
	NoLigatures   bool    // font-variant-ligatures: none; letter spacing implies it
	NoKerning     bool    // font-kerning: none
}

// Shaper turns text into glyphs. It is used by one goroutine at a time and allocates nothing once warm.
type Shaper struct {
	set *FontSet
}

// NewShaper makes a shaper for the fonts of a set.
func NewShaper(set *FontSet) *Shaper { return &Shaper{set: set} }

// Shape appends the glyphs of in to b.
func (s *Shaper) Shape(b *Buffer, in *Input) {}

// Advance is the width of a text in px: Shape without keeping the glyphs.
func (s *Shaper) Advance(in *Input) float32 { return 0 }
