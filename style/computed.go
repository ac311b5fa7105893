package style

// StyleID is a row of a Styler's records of computed values; 0 is none.
type StyleID uint32

// Pseudo is a pseudo-element that has a style and may have a box.
type Pseudo uint8

const (
	PseudoNone Pseudo = iota
	PseudoBefore
	PseudoAfter
	PseudoMarker
	PseudoFirstLine
	PseudoFirstLetter
	PseudoSelection
	PseudoPlaceholder
	PseudoBackdrop
	PseudoFileSelectorButton
	PseudoCount
)

// Computed are the computed values of an element or pseudo-element. Records are shared: two elements with equal
// values may point to the same one. Nobody changes a published record.
type Computed struct {
	Groups
	Custom *CustomProperties // nil without custom properties
	ID     StyleID
	Flags  ComputedFlags
	pseudo *pseudoSet
}

// boxed is the record of a pseudo-element that generates something, or nil.
func (c *Computed) boxed(p Pseudo) *Computed {
	if c.pseudo == nil {
		return nil
	}
	if r := c.pseudo.which[p]; r != nil && r.Flags&flagNoBox == 0 {
		return r
	}
	return nil
}

// ComputedFlags are facts of a record that passes ask often.
type ComputedFlags uint32

const (
	// FlagHasTransform: transform, translate, rotate, scale, perspective or offset-path is not none.
	FlagHasTransform ComputedFlags = 1 << iota
	// FlagStackingContext: makes a stacking context whatever its position (opacity, transform, filter, isolation, will-change …).
	FlagStackingContext
	// FlagFixedContainer: is the containing block of fixed descendants (transform, filter, contain …).
	FlagFixedContainer
	// FlagHasBackground: paints a background colour or image.
	FlagHasBackground
	// FlagHasBorder: paints a border.
	FlagHasBorder
	// FlagFontRelative: some value was given in font-relative units.
	FlagFontRelative
	// FlagViewportRelative: some value was given in viewport units.
	FlagViewportRelative
	// FlagWasInline: an inline-level display that position or float made block-level. The static position of an absolutely
	// positioned box depends on it.
	FlagWasInline
)
