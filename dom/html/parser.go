package html

import (
	"strings"
	"sync"
	"unicode/utf8"
	"unsafe"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/perf"
)

// MaxDepth is the depth of the tree beyond which the parser makes children siblings, as Chromium does.
const MaxDepth = 512

// Options say what a parser builds and whom it calls.
type Options struct {
	// Scripting is the scripting flag: noscript is raw text, and Script is called.
	Scripting bool
	// Context makes the parser build the fragment that innerHTML on Context gives; Target receives the nodes.
	Context dom.NodeID
	// Target is the node (a DocumentFragment of the same document) that gets the children in the fragment case.
	Target dom.NodeID
	// Registry is the custom element registry of a fragment's elements.
	Registry dom.RegistryID
	// AllowDeclarativeShadow lets <template shadowrootmode> attach shadow roots.
	AllowDeclarativeShadow bool
	// Script is called at the end tag of a script element of a document with scripting, when the tree builder
	// is between two tokens. The host prepares the script: it runs it, if it can run now (and may call
	// DocumentWrite from it), and returns false; or it returns true if the script blocks the parser and is not
	// ready. The parser then stops until Resume.
	Script func(el dom.NodeID) (block bool)
	// Done is called when a script, style, title, textarea, select, option, object, applet or an element without parsing rules
	// of its own (video, audio, custom elements …) was popped off the stack of open elements: its children are complete.
	// Its ChildrenDone flag is set. Done must not mutate the tree.
	Done func(el dom.NodeID)
	// Instruction is called when the XML parser inserted a processing instruction.
	Instruction func(pi dom.NodeID)
	// Ahead is called with the tags script (in SVG "svg script"), link, img, base, picture (its end tag, too), source and style (its end tag, with the text in place of an attribute's value) of what lies behind a script that blocks the parser, in order and before they are
	// parsed: what they name can be loaded ahead. A tag is valid during the call. nil says that the scan begins anew at a place that may have been scanned before, in
	// another way. Ahead must not use the parser.
	Ahead func(t *Tag, end bool)
	// FormOwner is called when the parser associates a form control with a form that is not its ancestor, as with a form
	// element between the parts of a table.
	FormOwner func(control, form dom.NodeID)
	// Custom, when set, makes the elements that script defined.
	Custom CustomElements
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
//
// document.open makes a parser that nothing but script writes to: document.write calls DocumentWrite while HasInsertionPoint
// (a script that this parser found is running), else Write; document.close calls End.
//
// The input stream is a stack of frames: frame 0 has what Write was given, each script that runs has one
// above it for what it writes. The top frame is parsed first, and a script's insertion point is
// the end of its frame.
type Parser struct {
	tk     Tokenizer
	b      builder
	opt    Options
	status Status

	frames    []frame
	insertion int // frame of the script that runs; 0 = no insertion point
	nesting   int
	blocked   bool
	inToken   bool // the tokenizer runs: hooks of insertions are called from within
	aborted   bool
	ended     bool   // no more is written
	carry     string // bytes of a character whose rest has not come

	ahead      *ahead // the scanner; nil before it is needed
	aheadOn    bool   // it has begun on what waits behind the script that blocks
	aheadChunk int    // the chunk of frame 0 that it reads next
	aheadAt    int64  // bytes of frame 0 that are behind it
	taken      int64  // bytes of frame 0 that are parsed

	line, column          int // of the next character of frame 0
	scriptLine, scriptCol int
}

// frame is a part of the input stream: chunks not yet parsed.
type frame struct{ chunks []string }

// maxNesting bounds scripts that write scripts, as Chromium does.
const maxNesting = 21

// New returns a parser that builds into doc.
func New(doc *dom.Document, opt Options) *Parser {
	p := &Parser{}
	p.start(doc, opt)
	return p
}

func (p *Parser) start(doc *dom.Document, opt Options) {
	p.opt = opt
	p.tk.sink = &p.b
	p.line, p.column, p.scriptLine, p.scriptCol = 1, 1, 1, 1
	p.frames = append(p.frames[:0], frame{p.firstChunks()})
	p.b.start(doc, &p.opt, &p.tk)
	if opt.Context == 0 && doc.FirstChild(doc.Node) == 0 {
		doc.Journal.Overflow = true // all of it is new: single records say nothing more
	}
}

func (p *Parser) firstChunks() []string {
	if len(p.frames) > 0 {
		return p.frames[0].chunks[:0]
	}
	return nil
}

// Write parses the characters of chunk (UTF-8 or WTF-8; bytes of one character may be in two
// chunks). While the parser is blocked they are kept. The parser keeps no reference to chunk: the caller may use its bytes again.
func (p *Parser) Write(chunk string) Status {
	if p.status == Finished || p.ended || chunk == "" {
		return p.status
	}
	if p.carry != "" {
		chunk = p.carry + chunk
		p.carry = ""
	}
	if n := incompleteTail(chunk); n > 0 {
		p.carry = strings.Clone(chunk[len(chunk)-n:])
		chunk = chunk[:len(chunk)-n]
	}
	if len(chunk) > 1<<16 {
		p.b.doc.Reserve(len(chunk) / 40) // real pages have a node for every 20 to 60 bytes
	}
	if chunk != "" {
		p.frames[0].chunks = append(p.frames[0].chunks, chunk)
	}
	st := p.goOn()
	if l := p.frames[0].chunks; len(l) > 0 { // a script blocks or runs: what waits is a copy, for chunk may be a buffer
		l[len(l)-1] = strings.Clone(l[len(l)-1])
	}
	return st
}

// incompleteTail is how many bytes at the end of s begin a character that is not complete.
func incompleteTail(s string) int {
	for n := 1; n <= 3 && n <= len(s); n++ {
		c := s[len(s)-n]
		if c < utf8.RuneSelf {
			return 0
		}
		if c >= 0xC0 { // the lead byte
			need := 2
			if c >= 0xF0 {
				need = 4
			} else if c >= 0xE0 {
				need = 3
			}
			if n < need {
				return n
			}
			return 0
		}
	}
	return 0
}

// End says that no more is written: the parser finishes the document, once nothing blocks it.
func (p *Parser) End() Status {
	if p.carry != "" && !p.ended {
		p.frames[0].chunks = append(p.frames[0].chunks, p.carry)
		p.carry = ""
	}
	p.ended = true
	return p.goOn()
}

// goOn parses what there is, unless a script runs (its parser goes on when it returns) or blocks.
func (p *Parser) goOn() Status {
	if p.status == Finished || p.nesting > 0 {
		return p.status
	}
	p.run(0)
	switch {
	case p.status == Finished: // aborted by a script
	case p.blocked:
		p.status = Blocked
		p.lookAhead()
	case p.ended:
		p.tk.End()
		p.b.end()
		p.finish()
	default:
		p.status = More
	}
	return p.status
}

// run parses the frames above floor and that at floor, until they are used up or a script blocks.
func (p *Parser) run(floor int) {
	for p.status != Finished && !p.blocked {
		top := len(p.frames) - 1
		f := &p.frames[top]
		if len(f.chunks) == 0 {
			if top <= floor {
				return
			}
			p.frames = p.frames[:top]
			continue
		}
		chunk := f.chunks[0]
		p.b.chunk = chunk
		p.inToken = true
		n := p.tk.Run(chunk)
		p.inToken = false
		if p.aborted {
			p.b.stop()
			p.finish()
			return
		}
		if p.b.script == 0 {
			p.b.flushText()
		}
		p.b.chunk = ""
		if n == len(chunk) {
			f.chunks[0] = ""
			if f.chunks = f.chunks[1:]; len(f.chunks) == 0 {
				f.chunks = nil
			}
		} else {
			f.chunks[0] = chunk[n:]
		}
		if top == 0 {
			p.taken += int64(n)
			if pos := p.b.scriptPos; pos > 0 {
				p.scriptLine, p.scriptCol = advance(p.line, p.column, chunk[:pos])
			}
			p.line, p.column = advance(p.line, p.column, chunk[:n])
		}
		p.b.scriptPos = 0
		if el := p.b.script; el != 0 {
			p.b.script = 0
			p.runScript(func() bool { return p.opt.Script(el) })
		}
	}
}

// advance is the position after text at a position.
func advance(line, column int, text string) (int, int) {
	if n := strings.Count(text, "\n"); n > 0 {
		return line + n, len(text) - strings.LastIndexByte(text, '\n')
	}
	return line, column + len(text)
}

// runScript calls run with an insertion point before the next input character.
func (p *Parser) runScript(run func() bool) {
	old := p.insertion
	p.frames = append(p.frames, frame{})
	p.insertion = len(p.frames) - 1
	p.nesting++
	p.b.scripted = true
	if run() {
		p.blocked = true
	}
	p.nesting--
	p.insertion = old
}

// Resume goes on after Options.Script returned true. run executes the script; it may be nil.
func (p *Parser) Resume(run func()) Status {
	if !p.blocked || p.status == Finished {
		return p.status
	}
	p.blocked, p.aheadOn = false, false
	if run != nil {
		p.runScript(func() bool { run(); return p.blocked })
	}
	return p.goOn()
}

// DocumentWrite parses text at the insertion point, while a script runs that Options.Script or
// Resume started. Without an insertion point it does nothing and returns false.
// https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#document-write-steps
func (p *Parser) DocumentWrite(text string) bool {
	if !p.HasInsertionPoint() {
		return false
	}
	if text == "" || p.nesting > maxNesting {
		return true
	}
	f := &p.frames[p.insertion]
	f.chunks = append(f.chunks, text)
	p.run(p.insertion) // returns at once when a script blocks the parser
	return true
}

// HasInsertionPoint reports whether DocumentWrite would write into this parser.
func (p *Parser) HasInsertionPoint() bool {
	return p.insertion > 0 && p.status != Finished && !p.inToken
}

// Nesting is the script nesting level: how many scripts run that Options.Script or Resume started.
func (p *Parser) Nesting() int { return p.nesting }

// Status is what the last call returned.
func (p *Parser) Status() Status { return p.status }

// Position is the line and column (from 1, columns in bytes) of the character after the start tag of the script that
// Options.Script is called for.
func (p *Parser) Position() (line, column int) { return p.scriptLine, p.scriptCol }

// Abort stops the parser for good, as window.stop() and document.open do: what was not parsed is dropped.
func (p *Parser) Abort() {
	switch {
	case p.status == Finished:
	case p.inToken: // from a hook of an insertion: after the token
		p.aborted = true
		p.tk.Stop()
	default:
		p.b.stop()
		p.finish()
	}
}

func (p *Parser) finish() {
	p.status = Finished
	p.frames = p.frames[:1]
	p.frames[0].chunks = nil
	p.ahead = nil
}

// ReportMemory adds what the parser takes while the document loads: characters that wait, and buffers.
func (p *Parser) ReportMemory(r *perf.Report, prefix string) {
	n := int64(unsafe.Sizeof(*p)) + int64(unsafe.Sizeof([256]nameEntry{}))
	for _, f := range p.frames {
		for _, c := range f.chunks {
			n += int64(len(c)) + 16
		}
	}
	b, t := &p.b, &p.tk
	n += int64(cap(t.buf)+cap(t.tmp)+cap(b.pendBuf)+cap(b.tableText)+cap(b.fmtBytes)) + int64(cap(b.stack))*12 + int64(cap(b.active))*40 +
		int64(cap(b.fmtAttrs))*24 + int64(cap(b.attrs))*24 + int64(cap(t.attrs))*24 + int64(cap(t.tag.Attrs))*32
	r.Bytes(prefix+"/dom/parser", n, "The parser of a document that loads.")
}

// Parse parses a whole document into doc, which is empty. Scripts do not run.
func Parse(doc *dom.Document, text string) {
	p := pool.Get().(*Parser)
	p.start(doc, Options{})
	p.Write(text)
	p.End()
	p.recycle()
}

// ParseFragment returns a DocumentFragment of doc with what text gives as the content of context, an element.
// https://html.spec.whatwg.org/multipage/parsing.html#html-fragment-parsing-algorithm
func ParseFragment(doc *dom.Document, context dom.NodeID, text string, scripting bool) dom.NodeID {
	return ParseFragmentWith(doc, text, Options{Scripting: scripting, Context: context})
}

// ParseFragmentWith is ParseFragment with options, of which Context is one.
func ParseFragmentWith(doc *dom.Document, text string, o Options) dom.NodeID {
	return parseFragment(doc, text, o)
}

// ParseUnsafe is Parse with declarative shadow roots: what parseHTMLUnsafe does.
func ParseUnsafe(doc *dom.Document, text string) {
	p := pool.Get().(*Parser)
	p.start(doc, Options{AllowDeclarativeShadow: true})
	p.Write(text)
	p.End()
	p.recycle()
}

func parseFragment(doc *dom.Document, text string, o Options) dom.NodeID {
	f := doc.CreateFragment()
	p := pool.Get().(*Parser)
	o.Target = f
	if o.Registry != dom.RegistryDefault {
		doc.SetRegistry(f, o.Registry)
	}
	p.start(doc, o)
	p.Write(text)
	p.End()
	p.recycle()
	doc.SetRegistry(f, dom.RegistryDefault)
	return f
}

// pool has parsers whose buffers the next fragment uses.
var pool = sync.Pool{New: func() any { return new(Parser) }}

// recycle forgets everything but buffers.
func (p *Parser) recycle() {
	t, b := p.tk, p.b
	*p = Parser{frames: p.frames}
	p.tk = Tokenizer{buf: t.buf, attrs: t.attrs, last: t.last, tmp: t.tmp, tag: Tag{Attrs: t.tag.Attrs[:0]}}
	p.b = builder{stack: b.stack[:0], active: b.active[:0], templates: b.templates[:0], fmtAttrs: b.fmtAttrs, fmtBytes: b.fmtBytes,
		pendBuf: b.pendBuf, tableText: b.tableText, attrs: b.attrs[:0], names: b.names}
	pool.Put(p)
}
