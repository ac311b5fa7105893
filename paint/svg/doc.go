// Package svg records display lists of SVG: the picture of an svg element, inline in a page or the root of an image.
//
// A Painter belongs to one document with its styles. Record walks the tree under an svg element once and writes to a
// [list.List]; the Painter keeps scratch memory alone, and nothing that a later Record would have to be told of. Geometry and paint come
// from computed values (presentation attributes are hints of the style package), the rest of the geometry from attributes.
//
//	svg element ──▶ viewBox transform ──▶ g, shapes, text, use ──▶ list.List in px of the content box
//	                                          │
//	                          gradients, patterns, clips, masks, markers by reference
//
// What a use element shows is walked in place, with styles computed under the use element, for inheritance differs there. Elements that are
// not rendered (stops, the contents of clipPath, symbol) have their styles computed when they are asked for.
//
// Hostile input: depth is bounded (maxDepth), references that lead to themselves are dropped, and the number of elements of one Record is
// bounded (maxElements), so that uses of uses end.
//
// Not there: filters, textPath, foreignObject, animation (SMIL), color-interpolation: linearRGB, context-fill and context-stroke.
//
// https://www.w3.org/TR/SVG2/
package svg
