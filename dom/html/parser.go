package html

import "github.com/niso-engine/niso/dom"

// MaxDepth is the depth of the tree beyond which the parser makes children siblings, as Chromium does.
const MaxDepth = 512

// Options say what a parser builds and whom it calls.
type Options struct {
	// Scripting is the scripting flag: noscript is raw text, and Script is called.
	Scripting bool
	// Fragment makes the parser build the fragment that innerHTML on Context gives; Target receives the nodes.
	Context dom.NodeID
	// Target is the node (a DocumentFragment of the same document) that gets the children in the fragment case.
	Target dom.NodeID
	// AllowDeclarativeShadow lets <template shadowrootmode> attach shadow roots.
	AllowDeclarativeShadow bool
	// Script is called at the end tag of a script element of a document with scripting, when the tree builder
	// is between two tokens. The host prepares the script: it runs it, if it can run now (and may call
	// DocumentWrite from it), and returns false; or it returns true if the script blocks the parser and is not
	// ready. The parser then stops until Resume.
	Script func(el dom.NodeID) (block bool)
	// Done is called when an element whose children matter to the host was popped off the
	// stack of open elements: all but void elements. Its ChildrenDone flag is set. It must not mutate the tree.
	Done func(el dom.NodeID)
}

// Status says why a parser returned.
type Status uint8

const (
	// More: everything that was written is parsed.
	More Status = iota
	// Blocked: a script blocks the parser; call Resume when it is ready.
	Blocked
	// Finished: the document is complete.
	Finished
)

// Parser builds one document or fragment. Its methods are called on the page's event loop.
type Parser struct {
	doc    *dom.Document
	opt    Options
	status Status
}

// New returns a parser that builds into doc.
func New(doc *dom.Document, opt Options) *Parser { return &Parser{doc: doc, opt: opt} }

// Write parses the characters of chunk (UTF-8 or WTF-8; bytes of one character may be in two
// chunks). While the parser is blocked they are kept. The parser keeps no reference to chunk once it is parsed.
func (p *Parser) Write(chunk string) Status { return p.status }

// End says that no more is written: the parser finishes the document, once nothing blocks it.
func (p *Parser) End() Status { return p.status }

// Resume goes on after Options.Script returned true. run executes the script; it may be nil.
func (p *Parser) Resume(run func()) Status { return p.status }

// DocumentWrite parses text at the insertion point, while a script runs that Options.Script or
// Resume started. Without an insertion point it does nothing and returns false.
func (p *Parser) DocumentWrite(text string) bool { return false }

// HasInsertionPoint reports whether DocumentWrite would write into this parser.
func (p *Parser) HasInsertionPoint() bool { return false }

// Status is what the last call returned.
func (p *Parser) Status() Status { return p.status }

// Position is the line and column (from 1, columns in bytes) of the character after the start tag of the script that
// Options.Script is called for.
func (p *Parser) Position() (line, column int) { return 1, 1 }

// Abort stops the parser for good, as window.stop() and document.open do: what was not parsed is dropped.
func (p *Parser) Abort() {}

// Parse parses a whole document into doc, which is empty. Scripts do not run.
func Parse(doc *dom.Document, text string) {
	p := New(doc, Options{})
	p.Write(text)
	p.End()
}

// ParseFragment returns a DocumentFragment of doc with what text gives as the content of context, an element.
// https://html.spec.whatwg.org/multipage/parsing.html#html-fragment-parsing-algorithm
func ParseFragment(doc *dom.Document, context dom.NodeID, text string, scripting bool) dom.NodeID {
	f := doc.CreateFragment()
	p := New(doc, Options{Scripting: scripting, Context: context, Target: f})
	p.Write(text)
	p.End()
	return f
}
