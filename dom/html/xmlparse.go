package html

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
)

// The XML parser: XML 1.0 with namespaces, without a document type's declarations (they are
// passed over). It takes time linear in the text and no stack for depth.
// https://www.w3.org/TR/xml/, https://www.w3.org/TR/xml-names/

// xmlError says why a text is not well-formed, and where.
type xmlError struct {
	msg       string
	line, col int
}

func (e *xmlError) Error() string {
	return fmt.Sprintf("error on line %d at column %d: %s", e.line, e.col, e.msg)
}

type xmlNS struct{ prefix, uri string }

type xmlOpenElement struct {
	node dom.NodeID
	name string // qualified
	ns   int    // length of the scope outside
}

type xmlParser struct {
	d     *dom.Document
	s     string
	pos   int
	scope []xmlNS
	stack []xmlOpenElement
	text  []byte // a text node being collected
	root  bool   // the root element was seen
	dt    bool   // so was the document type
	err   *xmlError
}

// ParseXML parses text into the empty document d. The document holds what came before an error.
func ParseXML(d *dom.Document, text string) error {
	text = strings.TrimPrefix(text, "\uFEFF")
	if strings.ContainsRune(text, '\r') {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	}
	p := &xmlParser{d: d, s: text, scope: []xmlNS{{"", ""}, {"xml", uriXML}}}
	p.document()
	if p.err != nil {
		return p.err
	}
	return nil
}

func (p *xmlParser) fail(format string, args ...any) {
	if p.err != nil {
		return
	}
	before := p.s[:min(p.pos, len(p.s))]
	line := strings.Count(before, "\n")
	p.err = &xmlError{fmt.Sprintf(format, args...), line + 1, utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1}
}

func (p *xmlParser) rest() string { return p.s[p.pos:] }

func (p *xmlParser) take(s string) bool {
	if strings.HasPrefix(p.rest(), s) {
		p.pos += len(s)
		return true
	}
	return false
}

func isXMLSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// space skips white space and reports whether there was any.
func (p *xmlParser) space() bool {
	from := p.pos
	for p.pos < len(p.s) && isXMLSpace(p.s[p.pos]) {
		p.pos++
	}
	return p.pos > from
}

// until takes what is before end, and end.
func (p *xmlParser) until(end, what string) string {
	i := strings.Index(p.rest(), end)
	if i < 0 {
		p.pos = len(p.s)
		p.fail("%s not terminated", what)
		return ""
	}
	v := p.s[p.pos : p.pos+i]
	p.pos += i + len(end)
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
func (p *xmlParser) name() string {
	from := p.pos
	for p.pos < len(p.s) {
		r, n := utf8.DecodeRuneInString(p.rest())
		if r == utf8.RuneError && n == 1 || !isXMLName(r) || p.pos == from && !isXMLNameStart(r) {
			break
		}
		p.pos += n
	}
	return p.s[from:p.pos]
}

// isXMLChar reports a character that XML may contain.
func isXMLChar(r rune) bool {
	return r == '\t' || r == '\n' || r == '\r' || r >= 0x20 && r <= 0xD7FF || r >= 0xE000 && r <= 0xFFFD || r >= 0x10000 && r <= 0x10FFFF
}

// badChar is the first position of a character that XML may not contain, -1 for none.
func badChar(s string) int {
	for i, r := range s {
		if !isXMLChar(r) && !(r == utf8.RuneError) {
			return i
		}
	}
	return -1
}

func (p *xmlParser) document() {
	if strings.HasPrefix(p.s, "<?xml") && len(p.s) > 5 && isXMLSpace(p.s[5]) {
		decl := p.until("?>", "XML declaration")
		if p.err == nil && !strings.Contains(decl, "version") {
			p.fail("Malformed declaration expecting version")
		}
	}
	for p.err == nil && p.pos < len(p.s) {
		if p.s[p.pos] != '<' {
			p.characters()
			continue
		}
		switch rest := p.rest(); {
		case strings.HasPrefix(rest, "<!--"):
			p.flush()
			p.comment()
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
	if p.err != nil {
		return
	}
	switch {
	case len(p.stack) > 0:
		p.fail("Premature end of data in tag %s", p.stack[len(p.stack)-1].name)
	case !p.root:
		p.fail("Document is empty")
	}
}

func (p *xmlParser) parent() dom.NodeID {
	if n := len(p.stack); n > 0 {
		return p.stack[n-1].node
	}
	return p.d.Node
}

func (p *xmlParser) add(id dom.NodeID) { p.d.InsertNew(p.parent(), id, 0) }

func (p *xmlParser) flush() {
	if len(p.text) > 0 {
		p.add(p.d.CreateText(string(p.text)))
		p.text = p.text[:0]
	}
}

// characters takes text up to the next '<'.
func (p *xmlParser) characters() {
	end := strings.IndexByte(p.rest(), '<')
	if end < 0 {
		end = len(p.s) - p.pos
	}
	part := p.s[p.pos : p.pos+end]
	if len(p.stack) == 0 {
		i := 0
		for i < len(part) && isXMLSpace(part[i]) {
			i++
		}
		p.pos += i
		if i < len(part) {
			if p.root {
				p.fail("Extra content at the end of the document")
			} else {
				p.fail("Start tag expected, '<' not found")
			}
		}
		return
	}
	if i := strings.Index(part, "]]>"); i >= 0 {
		p.pos += i
		p.fail("Sequence ']]>' not allowed in content")
		return
	}
	p.text = p.expand(p.text, part, false)
	if p.err == nil {
		p.pos += end
	}
}

var xmlEntities = map[string]string{"amp": "&", "lt": "<", "gt": ">", "quot": `"`, "apos": "'"}

// expand appends part, which begins at p.pos, with its references replaced.
func (p *xmlParser) expand(dst []byte, part string, attr bool) []byte {
	base := p.pos
	if i := badChar(part); i >= 0 {
		p.pos += i
		p.fail("PCDATA invalid Char value %d", part[i])
		return dst
	}
	for {
		i := strings.IndexByte(part, '&')
		lit := part
		if i >= 0 {
			lit = part[:i]
		}
		if attr {
			for j := 0; j < len(lit); j++ {
				if c := lit[j]; c == '\n' || c == '\t' {
					dst = append(dst, ' ')
				} else {
					dst = append(dst, c)
				}
			}
		} else {
			dst = append(dst, lit...)
		}
		if i < 0 {
			return dst
		}
		base += i
		semi := strings.IndexByte(part[i:], ';')
		if semi < 0 {
			p.pos = base
			p.fail("EntityRef: expecting ';'")
			return dst
		}
		ref := part[i+1 : i+semi]
		part = part[i+semi+1:]
		if strings.HasPrefix(ref, "#") {
			var n uint64
			var err error
			if strings.HasPrefix(ref, "#x") {
				n, err = strconv.ParseUint(ref[2:], 16, 32)
			} else {
				n, err = strconv.ParseUint(ref[1:], 10, 32)
			}
			if err != nil || n > 0x10FFFF || !isXMLChar(rune(n)) {
				p.pos = base
				p.fail("xmlParseCharRef: invalid xmlChar value %d", n)
				return dst
			}
			dst = utf8.AppendRune(dst, rune(n))
		} else if v, ok := xmlEntities[ref]; ok {
			dst = append(dst, v...)
		} else {
			p.pos = base
			p.fail("Entity '%s' not defined", ref)
			return dst
		}
		base += semi + 1
	}
}

func (p *xmlParser) comment() {
	p.pos += 4
	v := p.until("--", "Comment")
	if p.err == nil && !p.take(">") {
		p.fail("Double hyphen within comment")
	}
	if p.err == nil && badChar(v) >= 0 {
		p.fail("Comment contains an invalid character")
	}
	if p.err == nil {
		p.add(p.d.CreateComment(v))
	}
}

func (p *xmlParser) cdata() {
	if len(p.stack) == 0 {
		p.fail("Start tag expected, '<' not found")
		return
	}
	p.pos += len("<![CDATA[")
	v := p.until("]]>", "CData section")
	if p.err == nil && badChar(v) >= 0 {
		p.fail("CData section contains an invalid character")
	}
	if p.err == nil {
		p.add(p.d.CreateCDATA(v))
	}
}

func (p *xmlParser) instruction() {
	p.pos += 2
	target := p.name()
	if target == "" {
		p.fail("xmlParsePI : no target name")
		return
	}
	if strings.EqualFold(target, "xml") {
		p.fail("XML declaration allowed only at the start of the document")
		return
	}
	if strings.Contains(target, ":") {
		p.fail("colons are forbidden from PI names '%s'", target)
		return
	}
	spaced := p.space()
	v := p.until("?>", "Processing instruction")
	if p.err == nil && v != "" && !spaced {
		p.fail("ParsePI: PI %s space expected", target)
	}
	if p.err == nil {
		p.add(p.d.CreatePI(p.d.Atoms.Intern(target), v))
	}
}

// doctype takes the document type; its internal subset is passed over.
func (p *xmlParser) doctype() {
	if p.root || p.dt || len(p.stack) > 0 {
		p.fail("Misplaced DOCTYPE declaration")
		return
	}
	p.dt = true
	p.pos += len("<!DOCTYPE")
	p.space()
	name := p.name()
	if name == "" {
		p.fail("xmlParseDocTypeDecl : no DOCTYPE name !")
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
	if p.err == nil && p.take("[") {
		p.subset()
		p.space()
	}
	if p.err == nil && !p.take(">") {
		p.fail("DOCTYPE improperly terminated")
	}
	if p.err == nil {
		p.add(p.d.CreateDoctype(name, public, system))
	}
}

func (p *xmlParser) literal() string {
	if p.pos < len(p.s) && (p.s[p.pos] == '"' || p.s[p.pos] == '\'') {
		q := p.s[p.pos : p.pos+1]
		p.pos++
		return p.until(q, "SystemLiteral")
	}
	p.fail("SystemLiteral \" or ' expected")
	return ""
}

// subset passes over declarations up to the closing bracket.
func (p *xmlParser) subset() {
	for p.err == nil {
		if p.pos >= len(p.s) {
			p.fail("internal subset not terminated")
			return
		}
		switch c := p.s[p.pos]; {
		case c == ']':
			p.pos++
			return
		case c == '"' || c == '\'':
			p.literal()
		case strings.HasPrefix(p.rest(), "<!--"):
			p.pos += 4
			p.until("-->", "Comment")
		case strings.HasPrefix(p.rest(), "<?"):
			p.pos += 2
			p.until("?>", "Processing instruction")
		default:
			p.pos++
		}
	}
}

// namespace is the URI that a prefix is bound to.
func (p *xmlParser) namespace(prefix string) (string, bool) {
	for i := len(p.scope) - 1; i >= 0; i-- {
		if p.scope[i].prefix == prefix {
			return p.scope[i].uri, p.scope[i].uri != "" || prefix == ""
		}
	}
	return "", false
}

// splitQName splits a qualified name; false if it has more than one colon or an empty part.
func splitQName(q string) (prefix, local string, ok bool) {
	prefix, local, has := strings.Cut(q, ":")
	if !has {
		return "", q, true
	}
	return prefix, local, prefix != "" && local != "" && !strings.Contains(local, ":")
}

func (p *xmlParser) qname(uri, prefix, local string) dom.NameID {
	a := atom.None
	if prefix != "" {
		a = p.d.Atoms.Intern(prefix)
	}
	return p.d.Name(p.d.Namespace(uri), a, p.d.Atoms.Intern(local))
}

func (p *xmlParser) startTag() {
	if len(p.stack) == 0 && p.root {
		p.fail("Extra content at the end of the document")
		return
	}
	p.pos++
	name := p.name()
	if name == "" {
		p.fail("StartTag: invalid element name")
		return
	}
	type pair struct{ name, value string }
	var attrs []pair
	outer := len(p.scope)
	empty := false
	for p.err == nil {
		spaced := p.space()
		if p.take(">") {
			break
		}
		if p.take("/>") {
			empty = true
			break
		}
		a := ""
		if spaced {
			a = p.name()
		}
		if a == "" {
			p.fail("Couldn't find end of Start Tag %s", name)
			return
		}
		p.space()
		if !p.take("=") {
			p.fail("Specification mandates value for attribute %s", a)
			return
		}
		p.space()
		if p.pos >= len(p.s) || p.s[p.pos] != '"' && p.s[p.pos] != '\'' {
			p.fail("AttValue: \" or ' expected")
			return
		}
		q := p.s[p.pos]
		p.pos++
		end := strings.IndexByte(p.rest(), q)
		if end < 0 {
			p.fail("AttValue: ' expected")
			return
		}
		raw := p.s[p.pos : p.pos+end]
		if i := strings.IndexByte(raw, '<'); i >= 0 {
			p.pos += i
			p.fail("Unescaped '<' not allowed in attributes values")
			return
		}
		v := string(p.expand(nil, raw, true))
		if p.err != nil {
			return
		}
		p.pos += end + 1
		attrs = append(attrs, pair{a, v})
		switch {
		case a == "xmlns":
			if v == uriXML || v == uriXMLNS {
				p.fail("xml namespace URI cannot be the default namespace")
			}
			p.scope = append(p.scope, xmlNS{"", v})
		case strings.HasPrefix(a, "xmlns:"):
			prefix := a[6:]
			if v == "" || prefix == "xmlns" || (prefix == "xml") != (v == uriXML) || v == uriXMLNS {
				p.fail("xmlns:%s: '%s' is not allowed", prefix, v)
			}
			p.scope = append(p.scope, xmlNS{prefix, v})
		}
	}
	if p.err != nil {
		return
	}
	prefix, local, ok := splitQName(name)
	uri, bound := p.namespace(prefix)
	if !ok || !bound {
		p.fail("Namespace prefix %s on %s is not defined", prefix, local)
		return
	}
	el := p.d.CreateElement(p.qname(uri, prefix, local))
	seen := map[dom.NameID]bool{}
	type expanded struct{ uri, local string }
	names := map[expanded]bool{}
	for _, a := range attrs {
		prefix, local, ok := splitQName(a.name)
		uri, bound := "", true
		switch {
		case a.name == "xmlns" || prefix == "xmlns":
			uri = uriXMLNS
		case prefix != "":
			uri, bound = p.namespace(prefix)
		}
		if !ok || !bound {
			p.fail("Namespace prefix %s for %s is not defined", prefix, local)
			return
		}
		id := p.qname(uri, prefix, local)
		if seen[id] || names[expanded{uri, local}] {
			p.fail("Attribute %s redefined", a.name)
			return
		}
		seen[id], names[expanded{uri, local}] = true, true
		p.d.SetAttr(el, id, a.value)
	}
	p.add(el)
	p.root = true
	if empty {
		p.scope = p.scope[:outer]
		return
	}
	p.stack = append(p.stack, xmlOpenElement{el, name, outer})
}

func (p *xmlParser) endTag() {
	p.pos += 2
	name := p.name()
	p.space()
	if n := len(p.stack); n == 0 || p.stack[n-1].name != name {
		if n == 0 {
			p.fail("Extra content at the end of the document")
		} else {
			p.fail("Opening and ending tag mismatch: %s and %s", p.stack[n-1].name, name)
		}
		return
	}
	if !p.take(">") {
		p.fail("expected '>'")
		return
	}
	top := p.stack[len(p.stack)-1]
	p.stack = p.stack[:len(p.stack)-1]
	p.scope = p.scope[:top.ns]
}
