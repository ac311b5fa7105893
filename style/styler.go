package style

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/style/css"
)

// Origin of a style sheet. https://drafts.csswg.org/css-cascade-5/#cascading-origins
type Origin uint8

const (
	OriginUserAgent Origin = iota
	OriginUser
	OriginAuthor
)

// Sheet is a style sheet in use. Its fields are set by the owner, which calls SetSheets or SheetChanged afterwards.
type Sheet struct {
	CSS      *css.Sheet
	Origin   Origin
	Owner    dom.NodeID // style or link element, or 0
	Root     dom.NodeID // document or shadow root that it belongs to; 0 is the document
	URL      string     // its own; relative URLs in it are resolved against it
	Disabled bool
	Opaque   bool                // of another origin that did not share it: script sees no rule of it
	Media    *css.MediaQueryList // nil: all
	// Imported are the sheets of its @import rules that have arrived, by rule. The owner adds them and calls SheetChanged.
	Imported map[css.RuleID]*Sheet
}

// Change is one entry of the style journal: what a node's new style asks of layout and paint.
type Change struct {
	Node   dom.NodeID
	Damage Damage
}

// Metrics are what font-relative units need of a font, in px at the font's size; 0 where not known.
type Metrics struct{ XHeight, CapHeight, ChWidth, IcWidth, LineHeight float32 }

// FontMetrics answers for the first available font of a record's font properties. It is called from several
// goroutines during a pass.
type FontMetrics interface {
	FontMetrics(f *FontGroup) Metrics
}

// FontFace is an @font-face rule that applies. Descriptors are as written.
// https://drafts.csswg.org/css-fonts-4/#font-face-rule
type FontFace struct {
	Sheet        *Sheet
	Rule         css.RuleID
	Family       string
	Src          []FontSource
	Style        string // font-style descriptor, "" is normal
	Weight       string
	Stretch      string
	UnicodeRange string
	Display      string
	Features     string
	Variations   string
	SizeAdjust   string
	Ascent       string // ascent-override …
	Descent      string
	LineGap      string
}

// FontSource is one entry of src.
type FontSource struct {
	Local  string // local(): a full or PostScript name
	URL    string // resolved against the sheet
	Format string // lower case, "" if not given
	Tech   []string
}

// UsedTracks are the tracks of a grid in one axis.
type UsedTracks struct {
	Px      []float64 // the implicit ones too
	First   int       // the first explicit track
	Repeats int       // how often repeat(auto-fill) or repeat(auto-fit) repeats
}

// UsedValues answers resolved values that depend on layout, for getComputedStyle. ok is false where the element has no box.
type UsedValues interface {
	// UsedPx is the used value in px of width, height, top, right, bottom, left, margin-* and padding-*.
	UsedPx(id dom.NodeID, pseudo Pseudo, p PropertyID) (px float64, ok bool)
	// UsedTracks are the tracks of a grid container, columns for grid-template-columns, rows for grid-template-rows. ok is false for a subgrid's too.
	UsedTracks(id dom.NodeID, pseudo Pseudo, p PropertyID) (t UsedTracks, ok bool)
	// UsedBox is the border box, for percentages of transforms.
	UsedBox(id dom.NodeID, pseudo Pseudo) (w, h float64, ok bool)
}
