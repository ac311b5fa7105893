// Package list is the display list: what a page paints, as flat operations in painting order.
//
// A [List] is one array of [Item] rows (32 bytes) and side arrays without pointers for what does
// not fit a row: rounded rectangles, paths, gradients, images, shadows, glyphs. Package paint
// records it from boxes; paint/raster reads it from many goroutines at once while nobody
// writes; hit testing and tools read the same rows.
//
//	items:   [clip ─┐ rect text text end] [layer ─┐ image end] rect …
//	                └ End = index of «end»         └ Arg = row of layers
//
// State is a matter of nesting: a Push method opens a group (clip, transform, layer, mask), Pop closes
// the one opened last. Groups without content leave no rows. Each item carries its bounds in the space
// that it was recorded in, and a group the bounds of what it shows in the space around it, so
// that a reader can skip it whole. Each item carries an owner, which is whatever number the recorder set
// with SetOwner: package paint uses the box's row.
//
// Coordinates are CSS px in float32. The recorder sees to it that they are finite and within
// ±[MaxCoord]: NaN drops the item, larger values are clamped. Colours are 4×8 bit sRGB, not
// premultiplied ([Color]); gradients are interpolated premultiplied, as css-images demands.
//
// A list is reused: Reset forgets the rows and keeps the memory, Release gives it back. One
// goroutine records; after that any number read.
package list
