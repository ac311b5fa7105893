package text

import "sync"

// WebFaceID is a row of a set's @font-face rules; 0 is none.
type WebFaceID uint32

// FaceStatus is how far a declared @font-face has come.
type FaceStatus uint8

const (
	Unloaded FaceStatus = iota // declared, not asked for
	Wanted                     // a text needs it: see FontSet.TakeWanted
	Loading
	Loaded
	Failed
)

// RuneRange are the code points First to Last.
type RuneRange struct{ First, Last rune }

// FaceDesc are the descriptors of a @font-face rule. https://drafts.csswg.org/css-fonts-4/#font-face-rule
// Ranges with both ends zero are «normal» (or «auto»: 400, 100 %, upright).
type FaceDesc struct {
	Family          string
	Weight, Stretch [2]float32
	Slope           Slope
	Angle           [2]float32  // of Oblique
	UnicodeRange    []RuneRange // empty is all
	SizeAdjust      float32     // factor; 0 is 1
	AscentOverride  float32     // of the em; negative is «normal»
	DescentOverride float32
	LineGapOverride float32
	Features        []Feature
	Variations      []Axis
}

// NewFaceDesc is a descriptor set with all but the family at its initial value.
func NewFaceDesc(family string) FaceDesc {
	return FaceDesc{Family: family, AscentOverride: -1, DescentOverride: -1, LineGapOverride: -1}
}

// FontSet holds the web fonts of one page on top of a collection, and its resolved fonts.
type FontSet struct {
	c  *Collection
	mu sync.Mutex
}

// NewSet makes an empty set. Close gives its memory back.
func (c *Collection) NewSet() *FontSet { return &FontSet{c: c} }

// Declare adds a @font-face rule whose file is not there yet. Later rules win over earlier ones.
func (s *FontSet) Declare(d FaceDesc) WebFaceID { return 0 }

// Load gives a declared face its file: TTF, OTF, TTC (the first face), WOFF or WOFF2. Data is kept by reference and must not
// change. On error the face is Failed.
func (s *FontSet) Load(id WebFaceID, data []byte) error { return nil }

// LoadLocal gives a declared face a system font by its full or PostScript name: src: local(name).
// It reports whether there is one.
func (s *FontSet) LoadLocal(id WebFaceID, name string) bool { return false }

// SetStatus says that a face is Loading, or Failed and to be passed over.
func (s *FontSet) SetStatus(id WebFaceID, st FaceStatus) {}

// Status of a declared face.
func (s *FontSet) Status(id WebFaceID) FaceStatus { return Unloaded }

// Remove takes a rule out of the set and frees its face.
func (s *FontSet) Remove(id WebFaceID) {}

// TakeWanted appends the faces that texts shaped since the last call turned out to need and that are
// Unloaded; they become Loading. It costs nothing when there are none.
func (s *FontSet) TakeWanted(dst []WebFaceID) []WebFaceID { return dst }

// Version grows whenever fonts resolved before may resolve otherwise: layout then measures again.
func (s *FontSet) Version() uint32 { return 0 }

// Font resolves a query. The result is interned: one pointer for equal queries at one Version.
func (s *FontSet) Font(q *Query) *Font { return &Font{set: s} }

// Collection is what the set stands on.
func (s *FontSet) Collection() *Collection { return s.c }

// Close frees the faces, resolved fonts and words of the set. Fonts of it can no longer be used.
func (s *FontSet) Close() {}
