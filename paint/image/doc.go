// Package image decodes the images of pages and keeps them.
//
// [Sniff] tells formats by content; [Header] reads the intrinsic size from the first bytes, so that layout need not
// wait; [Decode] makes premultiplied pixels. Limits on pixels are checked from the header, before memory is asked
// for. What a truncated file has is shown.
//
// A [Store] has a row for each image of a page: file bytes by reference, size, decoded pixels, halvings of them for
// drawing small, animation. It decodes on goroutines of its own; rows are counted by reference and their bytes
// are reported.
package image
