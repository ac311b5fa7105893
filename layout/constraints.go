package layout

import "github.com/niso-engine/niso/internal/geom"

// ConstraintFlags say how a box takes up the space that it is given.
type ConstraintFlags uint8

const (
	// ShrinkToFit: an automatic width is fit-content and does not fill the available width (floats, inline-blocks,
	// absolutely positioned boxes, flex items).
	ShrinkToFit ConstraintFlags = 1 << iota
	// MeasureOnly: the caller wants size and baselines alone and will lay the box out again. An algorithm may leave
	// the places of its children unset.
	MeasureOnly
	// FixedHIndefinite: FixedH is imposed, but percentages of children take the height for automatic
	// (a flex item that is measured before its final size is known).
	FixedHIndefinite
	// MinContent, MaxContent: sizing under a min-content or max-content constraint: AvailW is Indefinite, and an automatic width
	// becomes that.
	MinContent
	MaxContent
	// CellStretch: a table cell whose height is the row's: content is placed by vertical-align.
	CellStretch
	// ContentH: the height properties count as automatic (what an item's content asks for).
	ContentH
)

// Constraints are what a box is laid out under. Unknown sizes are Indefinite.
type Constraints struct {
	// AvailW and AvailH are the space for the box's margin box: the content box of its containing block, less what is beside.
	AvailW, AvailH geom.Unit
	// PctW and PctH are what percentages refer to: the containing block's content box. Percentages of margins and
	// paddings refer to PctW in both axes.
	PctW, PctH geom.Unit
	// FixedW and FixedH are border-box sizes imposed on the box whatever its style says (stretched and flexed items, cells);
	// Indefinite where the box decides.
	FixedW, FixedH geom.Unit
	Flags          ConstraintFlags

	// bfc is the block formatting context that a block-level box in flow takes part in, nil for boxes that make their own.
	// bfcPos is where the box's border box stands in it.
	bfc    *bfc
	bfcPos geom.Point
}

// Result is what a box tells its parent's algorithm: size of the border box, and baselines from its top (Indefinite: none).
type Result struct {
	Size        geom.Size
	First, Last geom.Unit
}

// Free are constraints that know nothing: all sizes indefinite.
func Free() Constraints {
	return Constraints{AvailW: Indefinite, AvailH: Indefinite, PctW: Indefinite, PctH: Indefinite, FixedW: Indefinite, FixedH: Indefinite}
}
