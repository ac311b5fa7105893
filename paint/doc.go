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
// With Options.Cull the list covers the viewport and as much around it as its longer side, and what Cover asks for.
//
// What it keeps beside the list: for each box its place and clips (a column indexed by layout.BoxID), a row for each layer
// and stacking context, and, once something changed, a hash and a rectangle for each item, by which the next Update finds what is dirty. The page's event loop alone calls a Painter; others may read the list
// between two Updates.
package paint
