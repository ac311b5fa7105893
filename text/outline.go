package text

// Verb is a step of a path.
type Verb uint8

const (
	MoveTo    Verb = iota // 1 point
	LineTo                // 1 point
	QuadTo                // 2 points
	CubicTo               // 3 points
	ClosePath             // none
)

// Point of an outline.
type Point struct{ X, Y float32 }

// Path is an outline in font units, y up. Its memory is reused by Reset.
type Path struct {
	Verbs  []Verb
	Points []Point
}

// Reset empties the path and keeps its memory.
func (p *Path) Reset() { p.Verbs, p.Points = p.Verbs[:0], p.Points[:0] }

// Bounds of a glyph in font units, y up. Empty where Min is not below Max.
type Bounds struct{ MinX, MinY, MaxX, MaxY float32 }

// Outline appends the outline of a glyph to p and returns the face's units per em. Variations and synthetic styles of the face
// are applied. A glyph without outline, a broken one and a stale face append nothing; a stale face has 0 units.
func (c *Collection) Outline(p *Path, face FaceID, glyph uint16) (unitsPerEm float32) { return 0 }

// GlyphBounds is the box of the outline's points.
func (c *Collection) GlyphBounds(face FaceID, glyph uint16) (b Bounds, unitsPerEm float32) { return }

type outlines struct{}
