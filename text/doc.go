// Package text finds fonts, measures and shapes text, and segments it.
//
// What it owns:
//
//   - [Collection]: the registry of faces of the process. Embedded faces, system faces (mapped,
//     never copied) and, while their page lives, web fonts. A [FaceID] is its row: one face of a file at
//     given variation coordinates with given synthetic styles, all that shaping and painting must know but the size.
//     Rows are read without locks and written under one.
//   - [FontSet]: a page's @font-face fonts on top of a collection, and the fonts that its styles resolve to.
//     Its word table keeps the glyphs of words already shaped. Released by Close.
//     A page declares its rules (Declare), takes the faces that texts turned out to need (TakeWanted), and hands their files
//     in (Load): Version grows, and layout asks for its fonts again.
//   - [Font]: a [Query] resolved: size, metrics of the first available face, faces to try in order.
//   - [Shaper]: the scratch memory of one goroutine that shapes: no allocation once warm.
//   - [Bidi], [LineBreaks], [Graphemes], [WordBreaks]: UAX 9, 14 and 29 over UTF-8, into columns that the caller owns.
//
// Texts are bytes in UTF-8 (a lone surrogate as its three bytes is taken for U+FFFD); positions are byte offsets.
// Lengths are CSS px in float32, advances linear and unhinted.
//
// A font file is read where it lies. The shaper (go-text) gets the layout tables alone; outlines are read from the
// file each time that one is asked for, and kept by the painter as what it needs of them. Every read of a font is
// bounds-checked: a broken font loses glyphs or is refused, and a panic of the shaping module turns its layout tables off.
//
// The fonts of the system are indexed on first need: when a family is asked for that is not embedded, or a character that no
// family of the page has. The index is kept on disk and made again when a folder of it changes.
//
// Not there: outlines of CFF2 (such fonts are refused), COLR version 1, SVG glyphs, hyphenation, dictionaries
// for South-east Asian line breaks, vertical metrics, MVAR (variations of line metrics).
//
// Writers: the page's goroutine adds and removes web fonts; any goroutine may match, shape with a Shaper
// of its own, and read metrics and outlines.
package text
