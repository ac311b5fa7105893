// Package raster draws display lists on the CPU.
//
// [Raster.Draw] reads one immutable list.List and writes the dirty rectangles of one [Surface]:
//
//	prepare (one goroutine)   device bounds of each item, glyph masks, mip levels, gradient ramps
//	tiles   (GOMAXPROCS)      each tile runs the list once, skips what does not meet it, and writes its own pixels
//
// A pixel depends on the list alone and not on the tiles: edges are cut at scanlines by
// formulas over absolute coordinates in integers, shaders are evaluated at absolute positions, and
// layers carry as much margin as their filters reach. So a tiled picture equals an untiled one byte for byte.
//
// Coverage is exact: signed trapezoid areas in 1/256 px are added up along a scanline (see
// coverage.go), nonzero or even-odd. Colours are premultiplied 8-bit sRGB and blended as such, as browsers do.
//
// A Raster owns its caches and scratch memory: surfaces of layers, glyph masks, shadow masks, all bounded. Release gives
// them back. One Draw runs at a time; a Raster may be shared by pages.
package raster
