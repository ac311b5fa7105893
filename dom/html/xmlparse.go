package html

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
)

// The XML parser: XML 1.0 with namespaces, as a processor that does not validate and reads nothing from outside of the document.
// It takes time linear in the text and no stack for depth. Errors are worded as Chromium words them.
// https://www.w3.org/TR/xml/, https://www.w3.org/TR/xml-names/

// XMLParser builds one XML document from text that comes in parts. Like [Parser] it stops where a script blocks it. Unlike it, nothing can be
// written into it from script. Its methods are called on the page's event loop.
// https://html.spec.whatwg.org/multipage/xhtml.html#parsing-xhtml-documents
type XMLParser struct {
	d   *dom.Document
	opt Options

	in      []xmlInput // the document, and above it the entities that are being expanded
	carry   string     // of the next chunk: part of a character, or a carriage return
	retry   int        // bytes that have to be there before a construct without end is looked at again
	final   bool
	started bool
	running int  // calls of hooks that may run script
	blocked bool // by a script
	status  Status

	bound map[string]string // prefix to namespace
	undo  []xmlBinding      // what bindings hid
	stack []xmlOpenElement
	text  []byte // a text node being collected
	root  bool   // the root element was seen
	dt    bool   // so was the document type
	err   *xmlError

	entities   map[string]xmlEntity
	parameters map[string]string
	defaults   map[string][]xmlAttr // attributes that the document type gives an element
	xhtml      bool                 // the names of HTML's character references are entities
	expanded   int                  // bytes of entities so far

	attrs []xmlAttr
	token int // where the current token begins
	lines int // line breaks before the input's text
	chars int // characters of the line before it

	scriptLine int
}

// xmlError says why a text is not well-formed, and where.
type xmlError struct {
	msg       string
	line, col int
}

func (e *xmlError) Error() string {
	return fmt.Sprintf("error on line %d at column %d: %s", e.line, e.col, e.msg)
}

// xmlInput is text being parsed.
type xmlInput struct {
	s     string
	pos   int
	depth int // of the stack where an entity was referred to
}

type xmlEntity struct {
	value    string
	external bool
}

type xmlAttr struct {
	name, value string
	at          int // where its name begins
}

type xmlBinding struct {
	prefix, uri string // what the prefix was bound to
	was         bool
}

type xmlOpenElement struct {
	node dom.NodeID
	into dom.NodeID // the parent of its content: a template's is elsewhere
	name string     // qualified
	tag  tag
	undo int // length of the scope outside
}

// What entities may come to, against those that refer to each other.
const (
	maxEntityDepth = 10
	maxEntityBytes = 1_000_000
	maxEntityTotal = 16_000_000
)

// NewXML returns a parser that builds into doc. Of the options it heeds Scripting, Script, Done and AllowDeclarativeShadow.
func NewXML(doc *dom.Document, opt Options) *XMLParser {
	p := &XMLParser{d: doc, opt: opt, in: []xmlInput{{}}, bound: map[string]string{"": "", "xml": uriXML, "xmlns": uriXMLNS}}
	if opt.Context == 0 && doc.FirstChild(doc.Node) == 0 {
		doc.Journal.Overflow = true
	}
	return p
}

// ParseXML parses text into the empty document d. The document holds what came before an error.
func ParseXML(d *dom.Document, text string) error {
	p := NewXML(d, Options{})
	p.in[0].s, p.final, p.started = normalizeXML(text), true, true
	p.run()
	p.end()
	if p.err != nil {
		return p.err
	}
	return nil
}

// ParseXMLFragment returns a DocumentFragment of doc with what text gives as the content of context, an element.
// https://html.spec.whatwg.org/multipage/xhtml.html#xml-fragment-parsing-algorithm
func ParseXMLFragment(doc *dom.Document, context dom.NodeID, text string, registry dom.RegistryID) (dom.NodeID, error) {
	f := doc.CreateFragment()
	doc.SetRegistry(f, registry)
	p := NewXML(doc, Options{Context: context, Target: f})
	p.in[0].s, p.final, p.started = normalizeXML(text), true, true
	p.bindContext(context)
	p.stack = append(p.stack, xmlOpenElement{node: f, into: f, name: ""})
	p.root, p.dt = true, true
	p.run()
	p.flush()
	if p.err == nil && len(p.stack) > 1 {
		p.token = len(p.in[0].s)
		p.fail("Unexpected end of stream: still inside the root element")
	}
	p.release()
	if p.err != nil {
		doc.DestroyTree(f)
		return 0, p.err
	}
	doc.SetRegistry(f, dom.RegistryDefault)
	return f, nil
}

// bindContext binds the prefixes that are in scope at an element.
func (p *XMLParser) bindContext(context dom.NodeID) {
	d := p.d
	p.bound[""] = d.LookupNamespaceURI(context, "")
	seen := map[string]bool{"": true, "xml": true, "xmlns": true}
	bind := func(prefix, uri string) {
		if !seen[prefix] {
			seen[prefix] = true
			if uri != "" {
				p.bound[prefix] = uri
			}
		}
	}
	for n := context; n != 0 && d.Kind(n) == dom.KindElement; n = d.Parent(n) {
		if e := d.ElementName(n); e.Prefix != atom.None {
			bind(d.Atoms.String(e.Prefix), d.NamespaceURI(e.NS))
		}
		for a := range d.Attrs(n) {
			if an := d.NameOf(a.Name); an.NS == dom.XMLNS && an.Prefix != atom.None {
				bind(d.Atoms.String(an.Local), a.Value)
			}
		}
	}
}

// normalizeXML is text as the parser reads it: without a byte order mark, its line ends as line feeds, without lone surrogates.
func normalizeXML(text string) string {
	text = strings.TrimPrefix(text, "\uFEFF")
	if !utf8.ValidString(text) {
		text = replaceSurrogates(text)
	}
	if strings.IndexByte(text, '\r') >= 0 {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	}
	return text
}

// replaceSurrogates makes each lone surrogate (and each run of other bytes that are no character) one U+FFFD.
func replaceSurrogates(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && n == 1 && len(text)-i >= 3 && text[i] == 0xED && text[i+1] >= 0xA0 {
			n = 3
		}
		b.WriteRune(r)
		i += n
	}
	return b.String()
}

// Write parses the characters of chunk (UTF-8; bytes of one character may be in two chunks). The parser keeps no reference to chunk.
func (p *XMLParser) Write(chunk string) Status {
	if p.status == Finished || p.final || chunk == "" {
		return p.status
	}
	if p.carry != "" {
		chunk = p.carry + chunk
		p.carry = ""
	}
	n := incompleteTail(chunk)
	if n == 0 && strings.HasSuffix(chunk, "\r") {
		n = 1
	}
	if n > 0 {
		p.carry = strings.Clone(chunk[len(chunk)-n:])
		chunk = chunk[:len(chunk)-n]
	}
	p.append(chunk)
	return p.goOn()
}

func (p *XMLParser) append(chunk string) {
	if chunk == "" {
		return
	}
	if p.started { // a byte order mark is one at the beginning alone
		chunk = strings.TrimPrefix(normalizeXML("x"+chunk), "x")
	} else {
		chunk = normalizeXML(chunk)
	}
	p.started = true
	in := &p.in[0]
	p.count(in.s[:in.pos])
	in.s, in.pos = in.s[in.pos:]+chunk, 0
}

// count moves the position of the input's text over what is given up.
func (p *XMLParser) count(s string) {
	if n := strings.Count(s, "\n"); n > 0 {
		p.lines += n
		p.chars = 0
		s = s[strings.LastIndexByte(s, '\n')+1:]
	}
	p.chars += utf8.RuneCountInString(s)
}

// End says that no more is written: the parser finishes the document, once nothing blocks it.
func (p *XMLParser) End() Status {
	if !p.final {
		p.append(p.carry)
		p.carry, p.final = "", true
	}
	return p.goOn()
}

// goOn parses what there is, unless a script runs or blocks.
func (p *XMLParser) goOn() Status {
	if p.status == Finished || p.running > 0 {
		return p.status
	}
	p.run()
	switch {
	case p.status == Finished: // aborted
	case p.blocked:
		p.status = Blocked
	case p.err != nil || p.final:
		p.end()
		if p.err != nil {
			ExplainXML(p.d, p.err)
		}
		p.status = Finished
	default:
		p.status = More
	}
	return p.status
}

// end is the end of the input: what is missing there is an error.
func (p *XMLParser) end() {
	p.flush()
	if p.err == nil {
		p.token = len(p.in[0].s)
		switch {
		case len(p.stack) > 0:
			p.fail("Unexpected end of stream: still inside the root element")
		case !p.root:
			p.fail("Unexpected end of stream: no root element found")
		}
	}
	p.release()
}

// release lets go of the elements that are open.
func (p *XMLParser) release() {
	for len(p.stack) > 0 {
		p.pop()
	}
}

// Resume goes on after Options.Script returned true. run executes the script; it may be nil.
func (p *XMLParser) Resume(run func()) Status {
	if !p.blocked || p.status == Finished {
		return p.status
	}
	p.blocked = false
	if run != nil {
		p.running++
		run()
		p.running--
	}
	if p.status == Blocked {
		p.status = More
	}
	return p.goOn()
}

// DocumentWrite does nothing: XML documents have no insertion point.
func (p *XMLParser) DocumentWrite(string) bool { return false }

// HasInsertionPoint is false.
func (p *XMLParser) HasInsertionPoint() bool { return false }

// Nesting is how many scripts run that Options.Script or Resume started.
func (p *XMLParser) Nesting() int { return p.running }

// Status is what the last call returned.
func (p *XMLParser) Status() Status { return p.status }

// Position is the line (from 1) at which the content of the script begins that Options.Script is called for. The column is not kept.
func (p *XMLParser) Position() (line, column int) { return p.scriptLine, 1 }

// Abort stops the parser for good: what was not parsed is dropped.
func (p *XMLParser) Abort() {
	if p.status == Finished {
		return
	}
	p.status = Finished
	if p.running == 0 {
		p.release()
	}
	p.text = nil
}

// Error is why the text is not well-formed, or nil.
func (p *XMLParser) Error() error {
	if p.err == nil {
		return nil
	}
	return p.err
}

// position is the line and column (from 1, in characters) of a place in the document's text.
func (p *XMLParser) position(pos int) (line, col int) {
	in := &p.in[0]
	before := in.s[:min(pos, len(in.s))]
	line, col = p.lines+1, p.chars+1
	if n := strings.Count(before, "\n"); n > 0 {
		line += n
		col = 1
		before = before[strings.LastIndexByte(before, '\n')+1:]
	}
	return line, col + utf8.RuneCountInString(before)
}

// fail notes an error at the current token.
func (p *XMLParser) fail(format string, args ...any) {
	if p.err != nil {
		return
	}
	at := p.token
	if len(p.in) > 1 {
		at = p.in[0].pos
	}
	line, col := p.position(at)
	p.err = &xmlError{fmt.Sprintf(format, args...), line, col}
}

// unexpected fails at pos with what is there; where says in what.
func (p *XMLParser) unexpected(pos int, where string) {
	in := p.cur()
	p.token = pos
	if pos >= len(in.s) {
		p.fail("Unexpected end of stream")
		return
	}
	p.fail("Unexpected token%s: %s", where, tokenAt(in.s[pos:]))
}

// tokenAt is the token that a text begins with.
func tokenAt(s string) string {
	for _, t := range [...]string{"<![CDATA[", "<!DOCTYPE", "<!--", "-->", "]]>", "</", "<?", "<!", "/>", "?>", "--"} {
		if strings.HasPrefix(s, t) {
			return t
		}
	}
	_, n := utf8.DecodeRuneInString(s)
	return s[:n]
}

func (p *XMLParser) cur() *xmlInput { return &p.in[len(p.in)-1] }

func (p *XMLParser) rest() string { in := p.cur(); return in.s[in.pos:] }

func (p *XMLParser) eof() bool { in := p.cur(); return in.pos >= len(in.s) }

func (p *XMLParser) take(s string) bool {
	in := p.cur()
	if strings.HasPrefix(in.s[in.pos:], s) {
		in.pos += len(s)
		return true
	}
	return false
}

func isXMLSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// space skips white space and reports whether there was any.
func (p *XMLParser) space() bool {
	in := p.cur()
	from := in.pos
	for in.pos < len(in.s) && isXMLSpace(in.s[in.pos]) {
		in.pos++
	}
	return in.pos > from
}

// until takes what is before end, and end.
func (p *XMLParser) until(end string) string {
	in := p.cur()
	i := strings.Index(in.s[in.pos:], end)
	if i < 0 {
		p.unexpected(len(in.s), "")
		return ""
	}
	v := in.s[in.pos : in.pos+i]
	in.pos += i + len(end)
	return v
}

func isXMLNameStart(r rune) bool {
	return r == ':' || r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' ||
		r >= 0xC0 && r <= 0x2FF && r != 0xD7 && r != 0xF7 || r >= 0x370 && r <= 0x1FFF && r != 0x37E ||
		r == 0x200C || r == 0x200D || r >= 0x2070 && r <= 0x218F || r >= 0x2C00 && r <= 0x2FEF ||
		r >= 0x3001 && r <= 0xD7FF || r >= 0xF900 && r <= 0xFDCF || r >= 0xFDF0 && r <= 0xFFFC || r >= 0x10000 && r <= 0xEFFFF
}

func isXMLName(r rune) bool {
	return isXMLNameStart(r) || r == '-' || r == '.' || r >= '0' && r <= '9' || r == 0xB7 || r >= 0x300 && r <= 0x36F || r == 0x203F || r == 0x2040
}

// name takes a Name, "" if there is none.
func (p *XMLParser) name() string {
	in := p.cur()
	from := in.pos
	for in.pos < len(in.s) {
		r, n := rune(in.s[in.pos]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(in.s[in.pos:])
		}
		if r == utf8.RuneError && n == 1 || !isXMLName(r) || in.pos == from && !isXMLNameStart(r) {
			break
		}
		in.pos += n
	}
	return in.s[from:in.pos]
}

// isXMLChar reports a character that XML may contain.
func isXMLChar(r rune) bool {
	return r == '\t' || r == '\n' || r == '\r' || r >= 0x20 && r <= 0xD7FF || r >= 0xE000 && r <= 0xFFFD || r >= 0x10000 && r <= 0x10FFFF
}

// checkChars fails at the first character of s, which begins at pos, that XML may not contain.
func (p *XMLParser) checkChars(s string, pos int) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= 0x20 && c < 0xEF || c == '\t' || c == '\n' || c == '\r' { // U+FFFE and U+FFFF begin with EF
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if !isXMLChar(r) {
			p.token = pos + i
			p.fail("Invalid character U+%04X", r)
			return false
		}
		i += n - 1
	}
	return true
}

// run parses until the input is used up, an error, a script that blocks, or Abort.
func (p *XMLParser) run() {
	for p.err == nil && !p.blocked && p.status != Finished {
		in := p.cur()
		if in.pos >= len(in.s) {
			if len(p.in) == 1 {
				return
			}
			if len(p.stack) != in.depth {
				p.token = in.pos
				p.fail("Unexpected end of stream: still inside the root element")
				return
			}
			p.in = p.in[:len(p.in)-1]
			continue
		}
		if len(p.in) == 1 && !p.final && !p.complete() {
			return
		}
		p.token = in.pos
		if in.s[in.pos] != '<' {
			p.characters()
			continue
		}
		switch rest := p.rest(); {
		case strings.HasPrefix(rest, "<!--"):
			p.flush()
			p.comment(true)
		case strings.HasPrefix(rest, "<![CDATA["):
			p.flush()
			p.cdata()
		case strings.HasPrefix(rest, "<!DOCTYPE"):
			p.doctype()
		case strings.HasPrefix(rest, "<?"):
			p.flush()
			p.instruction()
		case strings.HasPrefix(rest, "</"):
			p.flush()
			p.endTag()
		default:
			p.flush()
			p.startTag()
		}
	}
}

// complete reports whether the construct at the current place has all come. One without end is looked at again when there is twice as much of it.
func (p *XMLParser) complete() bool {
	rest := p.rest()
	if len(rest) < p.retry {
		return false
	}
	p.retry = 0
	whole := false
	switch {
	case rest[0] != '<':
		whole = true // characters takes what it can
		if i := strings.IndexByte(rest, '<'); i < 0 {
			// A reference and "]]>" are not parted.
			if amp := strings.LastIndexByte(rest, '&'); amp >= 0 && strings.IndexByte(rest[amp:], ';') < 0 && len(rest)-amp < 1<<10 || strings.HasSuffix(rest, "]") {
				whole = false
			}
		}
	case len(rest) < len("<!DOCTYPE"):
		whole = rest[1:] != "" && rest[1] != '!' && rest[1] != '?' && strings.IndexByte(rest, '>') > 0
	case strings.HasPrefix(rest, "<!--"):
		whole = strings.Contains(rest[4:], "--") && strings.IndexByte(rest, '>') > 0
	case strings.HasPrefix(rest, "<![CDATA["):
		whole = strings.Contains(rest, "]]>")
	case strings.HasPrefix(rest, "<?"):
		whole = strings.Contains(rest, "?>")
	case strings.HasPrefix(rest, "<!DOCTYPE"):
		whole = doctypeEnd(rest)
	default:
		quote := byte(0)
		for i := 1; i < len(rest) && !whole; i++ {
			switch c := rest[i]; {
			case quote != 0:
				if c == quote {
					quote = 0
				}
			case c == '"' || c == '\'':
				quote = c
			case c == '>' || c == '<':
				whole = true
			}
		}
	}
	if !whole && len(rest) > 1<<12 {
		p.retry = 2 * len(rest)
	}
	return whole
}

// doctypeEnd reports whether a document type declaration ends within s.
func doctypeEnd(s string) bool {
	inside := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\'':
			n := strings.IndexByte(s[i+1:], c)
			if n < 0 {
				return false
			}
			i += n + 1
		case strings.HasPrefix(s[i:], "<!--"):
			n := strings.Index(s[i+4:], "-->")
			if n < 0 {
				return false
			}
			i += n + 6
		case c == '[':
			inside = true
		case c == ']':
			inside = false
		case c == '>' && !inside:
			return true
		}
	}
	return false
}

func (p *XMLParser) parent() dom.NodeID {
	if n := len(p.stack); n > 0 {
		return p.stack[n-1].into
	}
	return p.d.Node
}

// add inserts a node; the hooks of that may run scripts.
func (p *XMLParser) add(id dom.NodeID) {
	p.running++
	p.d.InsertNew(p.parent(), id, 0)
	p.running--
}

func (p *XMLParser) flush() {
	if len(p.text) > 0 {
		t := p.d.CreateText(string(p.text))
		p.text = p.text[:0]
		p.add(t)
	}
}

// characters takes text up to the next '<'.
func (p *XMLParser) characters() {
	in := p.cur()
	end := strings.IndexByte(in.s[in.pos:], '<')
	if end < 0 {
		end = len(in.s) - in.pos
	}
	part := in.s[in.pos : in.pos+end]
	if len(p.stack) == 0 {
		i := 0
		for i < len(part) && isXMLSpace(part[i]) {
			i++
		}
		in.pos += i
		if i < len(part) {
			p.token = in.pos
			p.fail("Unexpected characters outside the root element: %s", tokenAt(part[i:]))
		}
		return
	}
	if i := strings.Index(part, "]]>"); i >= 0 {
		p.token = in.pos + i
		p.fail("Unexpected token: ]]>")
		return
	}
	if amp := strings.IndexByte(part, '&'); amp >= 0 {
		part = part[:amp]
	}
	if !p.checkChars(part, in.pos) {
		return
	}
	p.text = append(p.text, part...)
	in.pos += len(part)
	if in.pos < len(in.s) && in.s[in.pos] == '&' {
		p.reference()
	}
}

var xmlEntities = map[string]string{"amp": "&", "lt": "<", "gt": ">", "quot": `"`, "apos": "'"}

// takeReference takes a reference: its characters, or the name of an entity.
func (p *XMLParser) takeReference() (chars, name string) {
	in := p.cur()
	from := in.pos + 1
	i := from
	for i < len(in.s) && in.s[i] != ';' {
		r, n := utf8.DecodeRuneInString(in.s[i:])
		if !isXMLName(r) && !(r == '#' && i == from) {
			p.unexpected(i, " inside entity")
			return "", ""
		}
		i += n
	}
	p.token = i
	if i >= len(in.s) {
		if len(p.stack) > 0 {
			p.fail("Unexpected end of stream: still inside the root element")
		} else {
			p.fail("Unexpected end of stream")
		}
		return "", ""
	}
	name = in.s[from:i]
	in.pos = i + 1
	if num, ok := strings.CutPrefix(name, "#"); ok {
		base := 10
		if hex, ok := strings.CutPrefix(num, "x"); ok {
			num, base = hex, 16
		}
		n, err := strconv.ParseUint(num, base, 32)
		switch {
		case err != nil && (num == "" || n == 0):
			p.fail("Invalid numeric entity: %s", name)
		case err != nil || n > 0x10FFFF || n >= 0xD800 && n < 0xE000:
			p.fail("Invalid numeric entity: %s", name)
		case !isXMLChar(rune(n)):
			p.fail("Invalid character U+%04X", n)
		default:
			return string(rune(n)), ""
		}
		return "", ""
	}
	if name == "" {
		p.fail("Unexpected entity: ")
		return "", ""
	}
	if v, ok := xmlEntities[name]; ok {
		return v, ""
	}
	return "", name
}

// entity is the replacement text of an entity.
func (p *XMLParser) entity(name string) (string, bool) {
	if e, ok := p.entities[name]; ok {
		return e.value, true
	}
	if p.xhtml {
		t := entities()
		if i := sort.SearchStrings(t.names, name+";"); i < len(t.names) && t.names[i] == name+";" {
			return t.values[i], true
		}
	}
	p.fail("Unexpected entity: %s", name)
	return "", false
}

// count adds to what entities came to.
func (p *XMLParser) tooBig(n, depth int) bool {
	p.expanded += n
	if depth > maxEntityDepth || n > maxEntityBytes || p.expanded > maxEntityTotal {
		p.fail("Entity too big")
		return true
	}
	return false
}

// reference takes a reference in content.
func (p *XMLParser) reference() {
	chars, name := p.takeReference()
	if p.err != nil {
		return
	}
	if name == "" {
		p.text = append(p.text, chars...)
		return
	}
	v, ok := p.entity(name)
	if !ok || p.tooBig(len(v), len(p.in)) {
		return
	}
	if strings.ContainsAny(v, "<&") && p.entities[name].value == v {
		p.in = append(p.in, xmlInput{s: v, depth: len(p.stack)})
		return
	}
	p.text = append(p.text, v...)
}

// attrValue takes the quoted value of an attribute, normalized.
func (p *XMLParser) attrValue() string {
	in := p.cur()
	p.token = in.pos
	if in.pos >= len(in.s) || in.s[in.pos] != '"' && in.s[in.pos] != '\'' {
		p.unexpected(in.pos, "")
		return ""
	}
	q := in.s[in.pos]
	in.pos++
	end := strings.IndexByte(in.s[in.pos:], q)
	if end >= 0 {
		raw := in.s[in.pos : in.pos+end]
		plain := true
		for i := 0; i < len(raw) && plain; i++ {
			c := raw[i]
			plain = c >= 0x20 && c < 0x80 && c != '&' && c != '<'
		}
		if plain {
			p.token = in.pos + end
			in.pos += end + 1
			return raw
		}
	}
	return string(p.expandValue(nil, q, 0))
}

// expandValue appends a value up to the quote q (0: the end of the input) with its references replaced.
func (p *XMLParser) expandValue(dst []byte, q byte, depth int) []byte {
	in := p.cur()
	for p.err == nil {
		if in.pos >= len(in.s) {
			if q != 0 {
				p.unexpected(in.pos, "")
			}
			return dst
		}
		switch c := in.s[in.pos]; {
		case c == q && q != 0:
			p.token = in.pos
			in.pos++
			return dst
		case c == '<':
			p.token = in.pos
			_, n := utf8.DecodeRuneInString(in.s[in.pos+1:])
			p.fail("Unexpected token '<' before '%s'", in.s[in.pos+1:in.pos+1+n])
		case c == '\t' || c == '\n' || c == '\r':
			dst = append(dst, ' ')
			in.pos++
		case c == '&':
			chars, name := p.takeReference()
			if p.err != nil {
				return dst
			}
			if name == "" {
				dst = append(dst, chars...)
				continue
			}
			v, ok := p.entity(name)
			if !ok || p.tooBig(len(v), depth+1) {
				return dst
			}
			p.in = append(p.in, xmlInput{s: v})
			if p.entities[name].value == v {
				dst = p.expandValue(dst, 0, depth+1)
			} else {
				dst = append(dst, v...)
			}
			p.in = p.in[:len(p.in)-1]
			in = p.cur()
		default:
			r, n := utf8.DecodeRuneInString(in.s[in.pos:])
			if !isXMLChar(r) {
				p.token = in.pos
				p.fail("Invalid character U+%04X", r)
				return dst
			}
			dst = append(dst, in.s[in.pos:in.pos+n]...)
			in.pos += n
		}
	}
	return dst
}

// comment takes a comment; one in the internal subset makes no node.
func (p *XMLParser) comment(keep bool) {
	in := p.cur()
	in.pos += 4
	from := in.pos
	v := p.until("--")
	if p.err == nil && !strings.HasPrefix(in.s[in.pos:], ">") {
		p.token = in.pos - 2
		if in.pos >= len(in.s) {
			p.unexpected(in.pos, "")
			return
		}
		_, n := utf8.DecodeRuneInString(in.s[in.pos:])
		p.fail("Unexpected token '--' before '%s'", in.s[in.pos:in.pos+n])
	}
	if p.err != nil || !p.checkChars(v, from) {
		return
	}
	in.pos++
	if keep {
		p.add(p.d.CreateComment(v))
	}
}

func (p *XMLParser) cdata() {
	in := p.cur()
	if len(p.stack) == 0 {
		p.fail("Unexpected token: <![CDATA[")
		return
	}
	in.pos += len("<![CDATA[")
	from := in.pos
	v := p.until("]]>")
	if p.err == nil && p.checkChars(v, from) {
		p.add(p.d.CreateCDATA(v))
	}
}

// pseudo takes a pseudo-attribute of the XML declaration.
func (p *XMLParser) pseudo(name string) (string, bool) {
	if !p.take(name) {
		return "", false
	}
	in := p.cur()
	p.space()
	if !p.take("=") {
		p.unexpected(in.pos, "")
		return "", false
	}
	p.space()
	if in.pos < len(in.s) && (in.s[in.pos] == '"' || in.s[in.pos] == '\'') {
		in.pos++
		v := p.until(in.s[in.pos-1 : in.pos])
		p.token = in.pos - 1
		return v, p.err == nil
	}
	p.unexpected(in.pos, "")
	return "", false
}

// declaration takes the XML declaration.
func (p *XMLParser) declaration() {
	in := p.cur()
	in.pos += len("<?xml")
	p.space()
	if v, ok := p.pseudo("version"); !ok {
		if p.err == nil {
			p.unexpected(in.pos, "")
		}
	} else if v != "1.0" && v != "1.1" {
		p.fail("Invalid XML version: %s", v)
	}
	p.space()
	if _, ok := p.pseudo("encoding"); ok {
		p.space()
	}
	if v, ok := p.pseudo("standalone"); ok {
		if v != "yes" && v != "no" {
			p.fail("Invalid standalone declaration value: %s", v)
		}
		p.space()
	}
	if p.err == nil && !p.take("?>") {
		p.unexpected(in.pos, "")
	}
}

func (p *XMLParser) instruction() {
	in := p.cur()
	if len(p.in) == 1 && in.pos == 0 && p.lines == 0 && p.chars == 0 && p.opt.Context == 0 && len(in.s) > 5 && in.s[2:5] == "xml" && isXMLSpace(in.s[5]) {
		p.declaration()
		return
	}
	in.pos += 2
	target := p.name()
	p.token = in.pos
	switch {
	case target == "":
		p.unexpected(in.pos, " inside processing instruction")
		return
	case strings.EqualFold(target, "xml"):
		p.fail("Invalid processing instruction: <?%s\nThe XML spec only allows \"<?xml\" at the very beginning of the file, with no whitespace, comments, or any elements before it", target)
		return
	}
	spaced := p.space()
	from := in.pos
	v := p.until("?>")
	if p.err == nil && v != "" && !spaced {
		p.unexpected(from, " inside processing instruction")
	}
	if p.err == nil && p.checkChars(v, from) {
		pi := p.d.CreatePI(p.d.Atoms.Intern(target), v)
		p.add(pi)
		if p.opt.Instruction != nil && p.status != Finished {
			p.running++
			p.opt.Instruction(pi)
			p.running--
		}
	}
}

// xhtmlIDs are the public identifiers whose external subset is known: the character references of HTML.
// https://html.spec.whatwg.org/multipage/xhtml.html#parsing-xhtml-documents
var xhtmlIDs = map[string]bool{
	"-//W3C//DTD XHTML 1.0 Transitional//EN":                 true,
	"-//W3C//DTD XHTML 1.1//EN":                              true,
	"-//W3C//DTD XHTML 1.0 Strict//EN":                       true,
	"-//W3C//DTD XHTML 1.0 Frameset//EN":                     true,
	"-//W3C//DTD XHTML Basic 1.0//EN":                        true,
	"-//W3C//DTD XHTML 1.1 plus MathML 2.0//EN":              true,
	"-//W3C//DTD XHTML 1.1 plus MathML 2.0 plus SVG 1.1//EN": true,
	"-//W3C//DTD MathML 2.0//EN":                             true,
	"-//WAPFORUM//DTD XHTML Mobile 1.0//EN":                  true,
	"-//WAPFORUM//DTD XHTML Mobile 1.1//EN":                  true,
	"-//WAPFORUM//DTD XHTML Mobile 1.2//EN":                  true,
}

// doctype takes the document type declaration.
func (p *XMLParser) doctype() {
	in := p.cur()
	if p.root || p.dt || len(p.stack) > 0 || len(p.in) > 1 {
		p.fail("Unexpected token: <!DOCTYPE")
		return
	}
	p.dt = true
	in.pos += len("<!DOCTYPE")
	spaced := p.space()
	name := p.name()
	if name == "" || !spaced {
		p.unexpected(in.pos, "")
		return
	}
	p.space()
	var public, system string
	switch {
	case p.take("PUBLIC"):
		p.space()
		public = p.literal()
		p.space()
		system = p.literal()
	case p.take("SYSTEM"):
		p.space()
		system = p.literal()
	}
	p.space()
	p.xhtml = xhtmlIDs[public]
	if p.err == nil && p.take("[") {
		p.subset()
		p.space()
	}
	if p.err == nil && !p.take(">") {
		p.unexpected(p.cur().pos, "")
	}
	if p.err == nil {
		p.add(p.d.CreateDoctype(name, public, system))
	}
}

// literal takes a quoted string.
func (p *XMLParser) literal() string {
	in := p.cur()
	if p.err == nil && in.pos < len(in.s) && (in.s[in.pos] == '"' || in.s[in.pos] == '\'') {
		in.pos++
		return p.until(in.s[in.pos-1 : in.pos])
	}
	p.unexpected(in.pos, "")
	return ""
}

// subset takes the declarations of the internal subset up to the closing bracket. Of them entities and the values of attributes have a meaning.
func (p *XMLParser) subset() {
	floor := len(p.in)
	for p.err == nil {
		p.space()
		in := p.cur()
		if in.pos >= len(in.s) {
			if len(p.in) > floor { // the end of a parameter entity
				p.in = p.in[:len(p.in)-1]
				continue
			}
			p.unexpected(in.pos, "")
			return
		}
		p.token = in.pos
		switch {
		case p.take("]"):
			if len(p.in) > floor {
				p.fail("Unexpected token: ]")
			}
			return
		case in.s[in.pos] == '%':
			in.pos++
			name := p.name()
			p.token = in.pos
			if !p.take(";") {
				p.unexpected(in.pos, "")
				return
			}
			v, ok := p.parameters[name]
			if !ok {
				p.fail("Undefined entity: %%%s", name)
				return
			}
			if p.tooBig(len(v), len(p.in)-floor+1) {
				return
			}
			p.in = append(p.in, xmlInput{s: v})
		case strings.HasPrefix(p.rest(), "<!--"):
			p.comment(false)
		case strings.HasPrefix(p.rest(), "<?"):
			in.pos += 2
			p.until("?>")
		case p.take("<!ENTITY"):
			p.entityDecl()
		case p.take("<!ATTLIST"):
			p.attlist()
		case p.take("<!ELEMENT"), p.take("<!NOTATION"):
			p.skipDecl()
		default:
			p.unexpected(in.pos, "")
		}
	}
}

// skipDecl takes the rest of a declaration that says nothing to a processor that does not validate.
func (p *XMLParser) skipDecl() {
	in := p.cur()
	for p.err == nil {
		if in.pos >= len(in.s) {
			p.unexpected(in.pos, "")
			return
		}
		switch c := in.s[in.pos]; c {
		case '>':
			in.pos++
			return
		case '<':
			p.unexpected(in.pos, "")
		case '"', '\'':
			p.literal()
		default:
			in.pos++
		}
	}
}

func (p *XMLParser) entityDecl() {
	in := p.cur()
	p.space()
	parameter := false
	if in.pos < len(in.s) && in.s[in.pos] == '%' {
		in.pos++
		parameter = true
		p.space()
	}
	name := p.name()
	if name == "" {
		p.unexpected(in.pos, "")
		return
	}
	p.space()
	e := xmlEntity{}
	switch {
	case p.take("PUBLIC"):
		p.space()
		p.literal()
		p.space()
		p.literal()
		e.external = true
	case p.take("SYSTEM"):
		p.space()
		p.literal()
		e.external = true
	default:
		e.value = p.entityValue(p.literal())
	}
	p.space()
	if e.external && p.take("NDATA") {
		p.space()
		p.name()
		p.space()
	}
	if p.err == nil && !p.take(">") {
		p.unexpected(in.pos, "")
	}
	if p.err != nil {
		return
	}
	if parameter { // the first declaration counts
		if _, has := p.parameters[name]; !has {
			if p.parameters == nil {
				p.parameters = make(map[string]string)
			}
			p.parameters[name] = e.value
		}
		return
	}
	if _, has := p.entities[name]; !has {
		if p.entities == nil {
			p.entities = make(map[string]xmlEntity)
		}
		p.entities[name] = e
	}
}

// entityValue is a literal entity value with its character references and parameter entities replaced.
func (p *XMLParser) entityValue(v string) string {
	if !strings.ContainsAny(v, "&%") {
		return v
	}
	var b strings.Builder
	for i := 0; i < len(v) && p.err == nil; i++ {
		c := v[i]
		semi := -1
		if c == '&' || c == '%' {
			semi = strings.IndexByte(v[i:], ';')
		}
		switch {
		case semi > 0 && c == '%':
			pv, ok := p.parameters[v[i+1:i+semi]]
			if !ok {
				p.fail("Undefined entity: %s", v[i:i+semi])
				return ""
			}
			if p.tooBig(len(pv), 1) {
				return ""
			}
			b.WriteString(pv)
			i += semi
		case semi > 1 && v[i+1] == '#':
			p.in = append(p.in, xmlInput{s: v[i : i+semi+1]})
			chars, _ := p.takeReference()
			p.in = p.in[:len(p.in)-1]
			b.WriteString(chars)
			i += semi
		default:
			b.WriteByte(c)
		}
		if b.Len() > maxEntityBytes {
			p.fail("Entity too big")
		}
	}
	return b.String()
}

// attlist takes an attribute list declaration, and notes the values that it gives.
func (p *XMLParser) attlist() {
	in := p.cur()
	p.space()
	el := p.name()
	if el == "" {
		p.unexpected(in.pos, "")
		return
	}
	for p.err == nil {
		p.space()
		if p.take(">") {
			return
		}
		name := p.name()
		if name == "" {
			p.unexpected(in.pos, "")
			return
		}
		p.space()
		if p.name() == "NOTATION" {
			p.space()
		}
		p.space()
		if p.take("(") {
			p.until(")")
			p.space()
		}
		switch {
		case p.take("#REQUIRED"), p.take("#IMPLIED"):
			continue
		case p.take("#FIXED"):
			p.space()
		}
		v := p.attrValue()
		if p.err != nil {
			return
		}
		has := false
		for _, a := range p.defaults[el] {
			has = has || a.name == name
		}
		if !has && len(p.defaults[el]) < 1000 {
			if p.defaults == nil {
				p.defaults = make(map[string][]xmlAttr)
			}
			p.defaults[el] = append(p.defaults[el], xmlAttr{name: name, value: v})
		}
	}
}

// splitQName splits a qualified name; false if it has more than one colon or an empty part.
func splitQName(q string) (prefix, local string, ok bool) {
	i := strings.IndexByte(q, ':')
	if i < 0 {
		return "", q, true
	}
	prefix, local = q[:i], q[i+1:]
	r, _ := utf8.DecodeRuneInString(local)
	return prefix, local, prefix != "" && local != "" && strings.IndexByte(local, ':') < 0 && isXMLNameStart(r)
}

func (p *XMLParser) qname(uri, prefix, local string) dom.NameID {
	a := atom.None
	if prefix != "" {
		a = p.d.Atoms.Intern(prefix)
	}
	return p.d.Name(p.d.Namespace(uri), a, p.d.Atoms.Intern(local))
}

// bind binds a prefix for the element being opened.
func (p *XMLParser) bind(prefix, uri string) {
	switch {
	case prefix == "xml" && uri != uriXML:
		p.fail("Default XMLNS prefix cannot be rebound to another value")
	case prefix == "xmlns":
		p.fail("XMLNS prefix cannot be rebound to another value")
	case prefix != "" && uri == "":
		p.fail("Cannot undefine prefix '%s'", prefix)
	case prefix == "" && (uri == uriXML || uri == uriXMLNS):
		p.fail("Namespace '%s' cannot be default", uri)
	case prefix != "" && prefix != "xml" && uri == uriXML, uri == uriXMLNS:
		p.fail("Namespace '%s' cannot be bound to prefix '%s'", uri, prefix)
	default:
		old, was := p.bound[prefix]
		p.undo = append(p.undo, xmlBinding{prefix, old, was})
		p.bound[prefix] = uri
	}
}

func (p *XMLParser) unbind(to int) {
	for len(p.undo) > to {
		u := p.undo[len(p.undo)-1]
		p.undo = p.undo[:len(p.undo)-1]
		if u.was {
			p.bound[u.prefix] = u.uri
		} else {
			delete(p.bound, u.prefix)
		}
	}
}

// takeQName takes a qualified name.
func (p *XMLParser) takeQName() (q, prefix, local string) {
	in := p.cur()
	from := in.pos
	q = p.name()
	if q == "" {
		p.unexpected(in.pos, " inside qualified name")
		return
	}
	prefix, local, ok := splitQName(q)
	if !ok {
		at := from + strings.IndexByte(q, ':')
		if i := strings.IndexByte(local, ':'); prefix != "" && i >= 0 {
			at += 1 + i
		}
		p.unexpected(at, " inside qualified name")
	}
	return q, prefix, local
}

func (p *XMLParser) startTag() {
	in := p.cur()
	if len(p.stack) == 0 && p.root {
		p.fail("Unexpected token: <")
		return
	}
	in.pos++
	name, prefix, local := p.takeQName()
	if p.err != nil {
		return
	}
	p.attrs = p.attrs[:0]
	outer := len(p.undo)
	empty := false
	for p.err == nil {
		spaced := p.space()
		p.token = in.pos
		if p.take(">") {
			break
		}
		if p.take("/>") {
			empty = true
			break
		}
		if !spaced {
			where := " inside qualified name"
			if len(p.attrs) > 0 {
				where = " inside opening tag"
			}
			p.unexpected(in.pos, where)
			return
		}
		if r, _ := utf8.DecodeRuneInString(p.rest()); !isXMLNameStart(r) {
			p.unexpected(in.pos, " inside opening tag")
			return
		}
		p.attribute()
	}
	if p.err != nil {
		return
	}
	for _, a := range p.defaults[name] {
		has := false
		for _, b := range p.attrs {
			has = has || b.name == a.name
		}
		if !has {
			p.attrs = append(p.attrs, a)
			if ap, al, _ := splitQName(a.name); ap == "xmlns" {
				p.bind(al, a.value)
			} else if a.name == "xmlns" {
				p.bind("", a.value)
			}
		}
	}
	if prefix == "xmlns" {
		p.fail("'xmlns' cannot be an element name prefix")
		return
	}
	uri, bound := p.bound[prefix]
	if !bound {
		p.fail("Element %s prefix is unbound", name)
		return
	}
	if p.err != nil {
		return
	}
	p.open(name, prefix, local, uri, outer, empty)
}

// attribute takes an attribute of a start tag.
func (p *XMLParser) attribute() {
	in := p.cur()
	at := in.pos
	a, prefix, local := p.takeQName()
	if p.err != nil {
		return
	}
	p.token = at
	if len(p.attrs) < 16 {
		for _, b := range p.attrs {
			if b.name == a {
				p.fail("Attribute '%s' is redefined", a)
				return
			}
		}
	}
	p.space()
	if !p.take("=") {
		p.unexpected(in.pos, " inside qualified name")
		return
	}
	p.space()
	v := p.attrValue()
	if p.err != nil {
		return
	}
	p.attrs = append(p.attrs, xmlAttr{a, v, at})
	if a == "xmlns" {
		p.bind("", v)
	} else if prefix == "xmlns" {
		p.bind(local, v)
	}
}

// open makes and inserts the element of a start tag.
func (p *XMLParser) open(name, prefix, local, uri string, outer int, empty bool) {
	d := p.d
	attrs := make([]dom.Attr, 0, len(p.attrs))
	type expanded struct{ uri, local string }
	names := make([]expanded, 0, 8)
	var seen map[expanded]bool
	if len(p.attrs) >= 16 {
		seen = make(map[expanded]bool, len(p.attrs))
	}
	for _, a := range p.attrs {
		ap, al, _ := splitQName(a.name)
		auri, bound := "", true
		switch {
		case a.name == "xmlns" || ap == "xmlns":
			auri = uriXMLNS
		case ap != "":
			auri, bound = p.bound[ap]
		}
		if !bound {
			p.token = a.at
			p.fail("Attribute %s prefix is unbound", a.name)
			return
		}
		x := expanded{auri, al}
		twice := seen[x]
		for _, y := range names {
			twice = twice || y == x
		}
		if twice {
			p.token = a.at
			full := a.name
			if auri != "" {
				full = "{" + auri + "}" + full
			}
			p.fail("Attribute '%s' is redefined", full)
			return
		}
		if seen != nil {
			seen[x] = true
		} else {
			names = append(names, x)
		}
		attrs = append(attrs, dom.Attr{Name: p.qname(auri, ap, al), Value: a.value})
	}
	id := p.qname(uri, prefix, local)
	nm := d.NameOf(id)
	custom := p.opt.Custom != nil && p.opt.Context == 0 && definable(d, nm, attrs)
	el := dom.NodeID(0)
	if custom {
		p.running++
		el = p.opt.Custom.CreateCustom(d, p.parent(), id, attrs)
		p.running--
	}
	if el == 0 {
		el = d.CreateElementWith(id, attrs)
		if r := d.Registry(p.parent()); r != dom.RegistryDefault {
			d.SetRegistry(el, r)
		}
	}
	d.Hold(el)
	t := tagOf(nm.Local)
	if doneTags.has(t) {
		d.SetFlags(el, dom.ParserMade, true)
	}
	if t == tagScript {
		p.scriptLine, _ = p.position(p.in[0].pos)
		if p.opt.Context != 0 {
			d.SetFlags(el, dom.ScriptStarted, true)
		}
	}
	p.root = true
	if custom {
		mark := p.opt.Custom.BeginReactions()
		p.add(el)
		p.running++
		p.opt.Custom.EndReactions(mark)
		p.running--
	} else {
		p.add(el)
	}
	o := xmlOpenElement{node: el, into: el, name: name, tag: t, undo: outer}
	if nm.NS == dom.HTML && t == tagTemplate {
		o.into = d.MakeTemplateContents(el)
	}
	d.SetFlags(el, dom.Open, true)
	p.stack = append(p.stack, o)
	if empty && p.status != Finished {
		p.close()
	} else if p.status == Finished {
		p.release()
	}
}

func (p *XMLParser) endTag() {
	in := p.cur()
	in.pos += 2
	name := p.name()
	p.space()
	p.token = in.pos
	if name == "" {
		p.unexpected(in.pos, " inside qualified name")
		return
	}
	floor := 0
	if p.opt.Context != 0 {
		floor = 1
	}
	if len(p.stack) <= max(floor, in.depth) {
		p.token = in.pos - len(name) - 2
		p.fail("Unexpected token: </")
		return
	}
	if !strings.HasPrefix(p.rest(), ">") {
		p.unexpected(in.pos, " inside closing tag")
		return
	}
	if top := p.stack[len(p.stack)-1].name; top != name {
		p.fail("Unexpected closing tag: %s != %s", p.fullName(name), p.fullName(top))
		return
	}
	in.pos++
	p.close()
}

// fullName is a qualified name with its namespace.
func (p *XMLParser) fullName(q string) string {
	prefix, _, _ := strings.Cut(q, ":")
	if prefix == q {
		prefix = ""
	}
	if uri := p.bound[prefix]; uri != "" {
		return "{" + uri + "}" + q
	}
	return q
}

// pop takes the current element off the stack and tells that it is whole.
func (p *XMLParser) pop() xmlOpenElement {
	top := p.stack[len(p.stack)-1]
	p.stack = p.stack[:len(p.stack)-1]
	p.unbind(top.undo)
	if p.opt.Context != 0 && top.node == p.opt.Target {
		return top
	}
	d := p.d
	d.SetFlags(top.node, dom.Open, false)
	if doneTags.has(top.tag) {
		d.SetFlags(top.node, dom.ChildrenDone, true)
		if p.opt.Done != nil && p.status != Finished {
			p.opt.Done(top.node)
		}
	}
	d.Unhold(top.node)
	if p.opt.Scripting && d.Hooks.Detached != nil && d.Alive(top.node) && !d.IsConnected(top.node) {
		if r := d.Root(top.node); d.Kind(r) == dom.KindElement { // a script removed it while it was open
			d.Hooks.Detached(r)
		}
	}
	return top
}

// close ends the current element; a script runs.
func (p *XMLParser) close() {
	top := p.pop()
	if top.tag == tagScript && p.opt.Scripting && p.opt.Script != nil && p.opt.Context == 0 {
		if ns := p.d.ElementName(top.node).NS; ns == dom.HTML || ns == dom.SVG {
			p.running++
			p.blocked = p.opt.Script(top.node)
			p.running--
			if p.status == Finished {
				p.release()
			}
		}
	}
}

// ExplainXML adds to what was parsed of a text that is not well-formed a message that says why, as Chromium shows it.
func ExplainXML(d *dom.Document, err error) {
	html := func(name, style, text string) dom.NodeID {
		el := d.CreateElement(d.HTMLName(d.Atoms.Intern(name)))
		if style != "" {
			d.SetAttr(el, d.AttrName(d.Atoms.Intern("style")), style)
		}
		if text != "" {
			d.InsertNew(el, d.CreateText(text), 0)
		}
		return el
	}
	into := d.DocumentElement()
	switch {
	case into == 0:
		for n := d.FirstChild(d.Node); n != 0; n = d.FirstChild(d.Node) {
			d.Remove(n)
		}
		root := html("html", "", "")
		into = html("body", "", "")
		d.InsertNew(root, into, 0)
		d.InsertNew(d.Node, root, 0)
	case d.ElementName(into).NS == dom.SVG:
		svg := into
		root, head := html("html", "", ""), html("head", "", "")
		into = html("body", "", "")
		d.InsertNew(head, html("style", "", "html, body { height: 100% } parsererror + svg { width: 100%; height: 100% }"), 0)
		d.InsertNew(root, head, 0)
		d.InsertNew(root, into, 0)
		next := d.Next(svg)
		d.Hold(svg)
		d.Remove(svg)
		d.Unhold(svg)
		d.InsertNew(into, svg, 0)
		d.InsertNew(d.Node, root, next)
	}
	report := html("parsererror", "display: block; white-space: pre; border: 2px solid #c77; padding: 0 1em 0 1em; margin: 1em; background-color: #fdd; color: black", "")
	d.InsertNew(report, html("h3", "", "This page contains the following errors:"), 0)
	d.InsertNew(report, html("div", "font-family:monospace;font-size:12px", err.Error()), 0)
	d.InsertNew(report, html("h3", "", "Below is a rendering of the page up to the first error."), 0)
	d.InsertNew(into, report, d.FirstChild(into))
}
