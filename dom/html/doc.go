// Package html parses and serializes HTML.
//
// A [Parser] takes the characters of a document as they arrive and builds the
// tree straight into the columns of a [dom.Document]: no token or tree outlives the call that made it.
// Fragments (innerHTML) and whole documents go through the same tree builder.
//
//	characters → [Tokenizer] → tree builder → dom columns
//
// Both are machines that stop between any two characters: a chunk may end
// anywhere, and nothing is read twice. The host is called at the end tag of a script ([Options.Script]);
// while it runs the script, [Parser.DocumentWrite] parses what the script writes at once, and when
// the script is not there yet the parser stops until [Parser.Resume].
//
// Bounds: elements deeper than [MaxDepth] become siblings, as in Chromium; the stack of open elements and
// the list of active formatting elements are bounded, so that parsing takes time linear in the input.
//
// https://html.spec.whatwg.org/multipage/parsing.html
package html
