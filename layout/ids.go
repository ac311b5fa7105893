package layout

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/style"
)

// BoxID is a row of a Tree's box columns; 0 is none. Rows are used again after their box was removed.
type BoxID uint32

// Indefinite is a size that is not known.
const Indefinite = geom.Indefinite

// Kind is what a box is; it decides which algorithm lays it out.
type Kind uint8

const (
	KindNone          Kind = iota
	KindViewport           // the initial containing block: parent of the root element's box
	KindBlock              // block container
	KindInline             // inline box that is not atomic; a wrapper of blocks within a line too
	KindText               // the text of a Text node, or of generated content
	KindBreak              // br: a forced line break
	KindWordBreak          // wbr
	KindReplaced           // has a Replaced
	KindMarker             // list marker; outside ones are no part of the line
	KindFlex               // flex container
	KindGrid               // grid container
	KindTable              // table with its captions
	KindTableRowGroup      // tbody, thead, tfoot: Style().Box.Display tells
	KindTableRow
	KindTableCell
	KindTableCaption
	KindTableColumnGroup
	KindTableColumn
	KindFieldset // block container with a legend on its border
	KindFrameset
	KindCount
)

var kindNames = [KindCount]string{"none", "viewport", "block", "inline", "text", "br", "wbr", "replaced", "marker", "flex", "grid",
	"table", "row-group", "row", "cell", "caption", "column-group", "column", "fieldset", "frameset"}

func (k Kind) String() string { return kindNames[k] }

// Flags of a box.
type Flags uint32

const (
	FlagAnonymous      Flags = 1 << iota // stands for no element
	FlagInlineContext                    // its children are inline-level: it has an inline formatting context
	FlagInlineLevel                      // takes part in its parent's inline formatting context
	FlagFloat                            // floats (and is not absolutely positioned)
	FlagAbsolute                         // position: absolute or fixed
	FlagFixed                            // position: fixed
	FlagRelative                         // position: relative or sticky
	FlagSticky                           // position: sticky
	FlagFormatting                       // makes an independent formatting context
	FlagScroller                         // scroll container: overflow is not visible or clip in at least one axis
	FlagAbsContainer                     // is the containing block of absolutely positioned descendants
	FlagFixedContainer                   // is the containing block of fixed descendants
	FlagReplaced                         // its size comes from a Replaced: it may also have children (a button)
	FlagRootElement                      // box of the document element
	FlagBody                             // box of the body element
	FlagListItem                         // display: list-item
	FlagItem                             // child of a flex or grid container
	FlagRTL                              // direction: rtl
	FlagScrollbarX                       // has a horizontal scrollbar that takes space
	FlagScrollbarY                       // has a vertical scrollbar that takes space
	FlagBlockInside                      // KindInline that holds block-level boxes
	FlagGenerated                        // ::before, ::after, ::marker, or within
	flagDirty                            // must be laid out
	flagChildDirty                       // a descendant must be
	flagSelfCollapsing                   // its margins collapse through it
	flagTextDirty                        // its inline items must be collected again
	flagLaidOut                          // geometry and saved constraints are valid
	flagQueued                           // is in the list of dirty boxes
	flagRebuilt                          // its children were made again in this pass
	flagFloatsEscape                     // floats of its block formatting context reach out of it or into it
)

// links is what box generation writes of a box. 44 bytes.
type links struct {
	parent, first, last, prev, next BoxID
	node                            dom.NodeID
	flags                           Flags
	inline                          uint32 // row of the inline contexts, of FlagInlineContext
	frag                            uint32 // first fragment of an inline-level box: row of the fragments
	extra                           uint32 // generated text, control, or table data: see extras
	kind                            Kind
	pseudo                          style.Pseudo
	depth                           uint16
}

// geometry is what layout writes of a box. 88 bytes.
type geometry struct {
	offset                  geom.Point // border box in Container's border box
	size                    geom.Size  // border box
	margin, border, padding geom.Edges // used
	overflow                geom.Rect  // scrollable overflow, in the box's own border box coordinates
	first, last             geom.Unit  // baselines from the top of the border box; Indefinite: none
}

// saved is what lets layout stop early. 56 bytes.
type saved struct {
	availW, availH, pctW, pctH, fixedW, fixedH geom.Unit
	minContent, maxContent                     geom.Unit // contributions of the content box; Indefinite: not known
	topPos, topNeg                             geom.Unit // margins that collapse to the top of a block in flow
	endPos, endNeg                             geom.Unit // end margin strut of a block; of an absolutely positioned box its static position
	topQuirk, endQuirk                         uint16    // the quirky parts of these struts
	flags                                      ConstraintFlags
	staticX, staticY                           uint8 // of absolutely positioned boxes: staticStart, …
}

// Line is a line box of an inline formatting context.
type Line struct {
	Rect        geom.Rect // in the block container's border box
	Baseline    geom.Unit // from the top of Rect
	First, End  uint32    // fragments: rows of the context's Fragments
	Start, Stop uint32    // byte range of the context's text, with the white space that hangs or was dropped
	Hard        bool      // ends in a forced break, or is the last one
}

// FragmentKind is what a fragment is.
type FragmentKind uint8

const (
	FragmentText     FragmentKind = iota // glyphs
	FragmentInline                       // the part of an inline box on one line; Children fragments inside it follow
	FragmentAtomic                       // an atomic inline-level box: Box has geometry of its own
	FragmentBreak                        // br or preserved newline: takes no space, has a rectangle of no width
	FragmentHyphen                       // hyphen at the end of a line: its glyphs are the fragment's
	FragmentEllipsis                     // of text-overflow
)

// FragmentFlags are more of a fragment.
type FragmentFlags uint8

const (
	FragmentStart  FragmentFlags = 1 << iota // has the box's start edge (margin, border, padding)
	FragmentEnd                              // has the box's end edge
	FragmentRTL                              // its glyphs run right to left
	FragmentHidden                           // left out by text-overflow or -webkit-line-clamp: not painted
	FragmentTab                              // a tab: no glyphs
)

// Fragment is a part of an inline-level box on one line, in visual order within its parent. 64 bytes.
type Fragment struct {
	Box         BoxID
	Rect        geom.Rect // in the block container's border box; texts: font ascent and descent; inline boxes: border box
	Baseline    geom.Unit // from the top of Rect
	Children    uint32    // FragmentInline: number of fragments that follow and lie inside
	First, End  uint32    // glyphs: rows of the tree's glyph column (see Tree.TextRuns)
	Start, Stop uint32    // byte range of the context's text; FragmentInline: Start is where its line begins
	NextOfBox   uint32    // row+1 of the next fragment of the same box in the tree's fragment column; 0: none
	Justify     float32   // px to add to each glyph that is a space
	Kind        FragmentKind
	Flags       FragmentFlags
}
