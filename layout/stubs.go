package layout

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/geom"
)

// This file declares what is being built; each function moves to its own file.

const missing = "layout: being built"

type extra struct{ text string }

func (t *Tree) freeExtra(i uint32) {}

type item struct{ box BoxID }
type bfc struct{}
type inlineScratch struct{}

func (inlineScratch) bytes() int64 { return 0 }

type blockScratch struct{}

func (blockScratch) bytes() int64 { return 0 }

func layoutViewport(p *pass, b BoxID, c *Constraints)    { panic(missing) }
func layoutBlock(p *pass, b BoxID, c *Constraints)       { panic(missing) }
func blockMinMax(p *pass, b BoxID) (mn, mx geom.Unit)    { panic(missing) }
func layoutReplaced(p *pass, b BoxID, c *Constraints)    { panic(missing) }
func replacedMinMax(p *pass, b BoxID) (mn, mx geom.Unit) { panic(missing) }
func (p *pass) finish(b BoxID, c *Constraints)           {}
func (p *pass) scrollbarsBefore(b BoxID)                 {}
func (p *pass) scrollbarsAfter(b BoxID) bool             { return false }

// Update is the layout pass: it brings boxes and geometry up to the styles, reads and clears the style journal, and adds to the layout journal. It
// reports whether anything changed.
func (t *Tree) Update() bool { panic(missing) }

// SetViewport changes the size of the initial containing block.
func (t *Tree) SetViewport(size geom.Size) { panic(missing) }

// Invalidate says that the natural size, value or replacedness of an element's content changed (an image arrived, a field's value was set).
func (t *Tree) Invalidate(n dom.NodeID) { panic(missing) }

// FontsChanged says that fonts arrived: texts are measured again.
func (t *Tree) FontsChanged() { panic(missing) }

// Verify lays everything out anew beside what incremental passes left, and reports the first difference, "" if none.
func (t *Tree) Verify() string { panic(missing) }

type transform struct{}

func (transform) rect(r geom.Rect) geom.RectF { return r.F() }

func (t *Tree) toViewport(b BoxID) transform { panic(missing) }
