// Package paint records the display list of a document from its boxes, in the painting order of CSS 2 appendix E, and finds the node under a point.
//
// A [Painter] belongs to one box tree. Its product is a [list.List] in document coordinates: the page's own scroll offset is not applied,
// but for fixed boxes, which the list holds where the scroll offset of the moment puts them. Update
// brings the list up to the layout journal, which it alone reads and clears, and says what area changed.
//
//	layout tree ──journal──▶ Update ──▶ list.List ──▶ paint/raster
//	     ▲                      │
//	     └─── Hit (walks the boxes in the opposite order)
//
// What it keeps beside the list: for each box the rectangle that it painted last time (columns indexed by layout.BoxID), and
// scratch lists of stacking contexts, which are reused. The page's event loop alone calls a Painter; others may read the list
// between two Updates.
package paint
