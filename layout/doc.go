// Package layout makes boxes from styled nodes, and gives each its size and place.
//
// A [Tree] is the box tree of one document. A box is a row ([BoxID]) of these columns:
//
//	links      parent, children, siblings, node, kind, flags                 written by box generation
//	geometry   place, size, margins, borders, paddings, overflow, baselines  written by layout
//	records    the box's computed values (shared records of style)          written by box generation
//	saved      the constraints that the box was last laid out with           written by layout
//
// A block container whose children are inline-level (FlagInlineContext) has an inline formatting context: its text after
// white space processing, glyphs, lines and [Fragment]s, which lie in columns shared by the tree.
// Inline boxes and texts have their places in fragments only.
//
// Offsets: a box's place is that of its border box relative to the border box of Container(box): its parent; for inline-level
// boxes the block container of their inline formatting context; for absolutely positioned boxes their containing block.
// All lengths are [geom.Unit], 1/64 px.
//
// Update is the layout pass. It reads the style journal, makes again the boxes of parents whose children changed, and lays out
// from the changed boxes up to the nearest box whose size stays. Only the page's event loop calls it. Between passes
// paint, bindings and tools read from any goroutine.
//
// An algorithm (block.go, inline.go, flex.go, grid.go, table.go) is a function over explicit [Constraints] that writes
// geometry; algorithms.go says what it may rely on.
package layout
