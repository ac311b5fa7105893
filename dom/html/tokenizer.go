package html

import (
	"strings"
	"unicode/utf8"
	"unsafe"
)

// State is a state of the tokenizer that a tree builder may switch to.
// https://html.spec.whatwg.org/multipage/parsing.html#tokenization
type State uint8

const (
	Data State = iota
	RCDATA
	RawText
	ScriptData
	PlainText
	CDATASection

	tagOpen
	endTagOpen
	tagName
	rawLessThan // of RCDATA, raw text and script data; t.raw says which
	rawEndTagOpen
	rawEndTagName
	scriptEscapeStart
	scriptEscapeStartDash
	scriptEscaped
	scriptEscapedDash
	scriptEscapedDashDash
	scriptEscapedLessThan
	scriptDoubleEscapeStart
	scriptDoubleEscaped
	scriptDoubleEscapedDash
	scriptDoubleEscapedDashDash
	scriptDoubleEscapedLessThan
	scriptDoubleEscapeEnd
	beforeAttrName
	attrName
	afterAttrName
	beforeAttrValue
	attrValueDouble
	attrValueSingle
	attrValueUnquoted
	afterAttrValueQuoted
	selfClosingStart
	bogusComment
	markupDeclaration
	markupKeyword
	commentStart
	commentStartDash
	comment
	commentEndDash
	commentEnd
	commentEndBang
	doctype
	beforeDoctypeName
	doctypeName
	afterDoctypeName
	doctypeKeyword
	afterDoctypePublic
	beforeDoctypePublicID
	doctypePublicDouble
	doctypePublicSingle
	afterDoctypePublicID
	betweenDoctypeIDs
	afterDoctypeSystem
	beforeDoctypeSystemID
	doctypeSystemDouble
	doctypeSystemSingle
	afterDoctypeSystemID
	bogusDoctype
	cdataBracket
	cdataEnd
	charRef
	namedRef
	numericRef
	hexStart
	decimalStart
	hexRef
	decimalRef
	stateCount
)

// Attribute is an attribute of a tag token.
type Attribute struct{ Name, Value string }

// Tag is a start or end tag token. Its strings are valid during the call that hands it over.
type Tag struct {
	Name        string // in ASCII lower case
	Attrs       []Attribute
	SelfClosing bool
}

// Doctype is a DOCTYPE token.
type Doctype struct {
	Name, PublicID, SystemID          string
	HasName, HasPublicID, HasSystemID bool
	ForceQuirks                       bool
}

// Sink receives the tokens. The calls may switch the tokenizer's state and stop it.
type Sink interface {
	// Text is a run of character tokens. The string is part of the input, or lives for ever.
	Text(s string)
	StartTag(t *Tag)
	EndTag(t *Tag)
	// Comment and Doctype get strings that are valid during the call.
	Comment(data string)
	Doctype(d *Doctype)
	// CDATAAllowed reports whether the adjusted current node is not an HTML element.
	CDATAAllowed() bool
}

// Tokenizer is the tokenization stage, on chunks that may end anywhere. Parse errors are not reported.
type Tokenizer struct {
	sink    Sink
	state   State
	ret     State // return state of a character reference
	raw     State // RCDATA, RawText, ScriptData or scriptEscaped: where rawLessThan … came from
	skipLF  bool  // a carriage return was the last character
	stop    bool
	pos     int    // in the input of Run, after the tag that is given out
	endTag  bool   // the tag being made is an end tag
	buf     []byte // the tag or the comment or the DOCTYPE part being made
	nameEnd int    // of the tag's name in buf
	attrs   []attrSpan
	seen    map[string]struct{} // attribute names of a tag with many
	tag     Tag
	last    []byte // name of the last start tag
	tmp     []byte // temporary buffer: characters that may have to be given back
	kw      string // keyword being matched, and how far
	kwPos   int
	dt      Doctype
	ref     refState
}

// attrSpan is the name of an attribute in buf; its value goes from there to the next name.
type attrSpan struct {
	start, end int
	dup        bool
}

type refState struct {
	lo, hi, match int16
	matchLen      int
	code          rune
}

// NewTokenizer returns a tokenizer in the data state.
func NewTokenizer(sink Sink) *Tokenizer { return &Tokenizer{sink: sink} }

// SetState switches the tokenizer, from a call of the sink or before the first character.
func (t *Tokenizer) SetState(s State) { t.state = s }

// SetLastStartTag names the element whose end tag ends raw text, for the fragment case.
func (t *Tokenizer) SetLastStartTag(name string) { t.last = append(t.last[:0], name...) }

// Stop makes Run return after the token that the sink was called with.
func (t *Tokenizer) Stop() { t.stop = true }

// plain[c] has the bit of a scan that may pass over c.
const (
	inData   = 1 << iota // data, RCDATA: up to < & CR NUL
	inRaw                // raw text, script data: up to < CR NUL
	inName               // tag and attribute names: lower-case letters, digits and what else stands for itself
	inDouble             // double-quoted value
	inSingle             // single-quoted value
	inUnq                // unquoted value
	inDash               // comments and escaped script: up to - < CR NUL
	inPlain              // up to CR NUL
)

var plain = func() (p [256]byte) {
	for c := range 256 {
		p[c] = inData | inRaw | inName | inDouble | inSingle | inUnq | inDash | inPlain
	}
	clear := func(bits byte, chars string) {
		for _, c := range []byte(chars) {
			p[c] &^= bits
		}
	}
	clear(0xFF, "\x00\r")
	clear(inData, "<&")
	clear(inRaw, "<")
	clear(inName, "\t\n\f />=ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	clear(inDouble, `"&`)
	clear(inSingle, `'&`)
	clear(inUnq, "\t\n\f &>")
	clear(inDash, "-<")
	return p
}()

// span is the end of the longest run from i that bit may pass over.
func span(in string, i int, bit byte) int {
	for i < len(in) && plain[in[i]]&bit != 0 {
		i++
	}
	return i
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isAlnum(c byte) bool  { return isLetter(c) || isDigit(c) }
func isSpace(c byte) bool  { return c == ' ' || c == '\n' || c == '\t' || c == '\f' }
func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c | 0x20
	}
	return c
}
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

const replacement = "\uFFFD"

// Run tokenizes in and returns how many bytes were consumed: all of them, unless the sink stopped it.
func (t *Tokenizer) Run(in string) int {
	t.stop = false
	i := 0
	for i < len(in) && !t.stop {
		c := in[i]
		if t.skipLF {
			t.skipLF = false
			if c == '\n' {
				i++
				continue
			}
		}
		if c == '\r' {
			c, t.skipLF = '\n', true
		}
		// Each case consumes c by i++, or leaves it to be reconsumed in the next state.
		switch t.state {
		case Data:
			if j := span(in, i, inData); j > i {
				t.sink.Text(in[i:j])
				i = j
				continue
			}
			i++
			switch c {
			case '<':
				t.state = tagOpen
			case '&':
				t.ret, t.state = Data, charRef
			default:
				t.char(c)
			}
		case RCDATA:
			if j := span(in, i, inData); j > i {
				t.sink.Text(in[i:j])
				i = j
				continue
			}
			i++
			switch c {
			case '<':
				t.raw, t.state = RCDATA, rawLessThan
			case '&':
				t.ret, t.state = RCDATA, charRef
			default:
				t.charNoNUL(c)
			}
		case RawText, ScriptData:
			if j := span(in, i, inRaw); j > i {
				t.sink.Text(in[i:j])
				i = j
				continue
			}
			i++
			if c == '<' {
				t.raw, t.state = t.state, rawLessThan
			} else {
				t.charNoNUL(c)
			}
		case PlainText:
			if j := span(in, i, inPlain); j > i {
				t.sink.Text(in[i:j])
				i = j
				continue
			}
			i++
			t.charNoNUL(c)
		case CDATASection:
			j := i
			for j < len(in) && in[j] != ']' && in[j] != '\r' {
				j++
			}
			if j > i {
				t.sink.Text(in[i:j])
				i = j
				continue
			}
			i++
			if c == ']' {
				t.state = cdataBracket
			} else {
				t.char(c)
			}
		case cdataBracket:
			if c == ']' {
				i++
				t.state = cdataEnd
			} else {
				t.sink.Text("]")
				t.state = CDATASection
			}
		case cdataEnd:
			switch c {
			case ']':
				i++
				t.sink.Text("]")
			case '>':
				i++
				t.state = Data
			default:
				t.sink.Text("]]")
				t.state = CDATASection
			}

		case tagOpen:
			switch {
			case isLetter(c):
				t.startTag(false)
			case c == '/':
				i++
				t.state = endTagOpen
			case c == '!':
				i++
				t.state = markupDeclaration
			case c == '?':
				t.buf = t.buf[:0]
				t.state = bogusComment
			default:
				t.sink.Text("<")
				t.state = Data
			}
		case endTagOpen:
			switch {
			case isLetter(c):
				t.startTag(true)
			case c == '>':
				i++
				t.state = Data
			default:
				t.buf = t.buf[:0]
				t.state = bogusComment
			}
		case tagName:
			if j := span(in, i, inName); j > i {
				t.buf = append(t.buf, in[i:j]...)
				i = j
				continue
			}
			i++
			switch {
			case isSpace(c):
				t.nameEnd = len(t.buf)
				t.state = beforeAttrName
			case c == '/':
				t.nameEnd = len(t.buf)
				t.state = selfClosingStart
			case c == '>':
				t.nameEnd = len(t.buf)
				t.emitTag(i)
			case c == 0:
				t.buf = append(t.buf, replacement...)
			default:
				t.buf = append(t.buf, lower(c))
			}

		case rawLessThan:
			switch {
			case c == '/':
				i++
				t.tmp = t.tmp[:0]
				t.state = rawEndTagOpen
			case c == '!' && t.raw == ScriptData:
				i++
				t.sink.Text("<!")
				t.state = scriptEscapeStart
			default:
				t.sink.Text("<")
				t.state = t.raw
			}
		case rawEndTagOpen:
			if isLetter(c) {
				t.startTag(true)
				t.state = rawEndTagName
			} else {
				t.sink.Text("</")
				t.state = t.raw
			}
		case rawEndTagName:
			if isLetter(c) && len(t.tmp) <= len(t.last) { // a longer name ends nothing
				i++
				t.buf = append(t.buf, lower(c))
				t.tmp = append(t.tmp, c)
				continue
			}
			if string(t.buf) == string(t.last) {
				switch {
				case isSpace(c):
					i++
					t.nameEnd = len(t.buf)
					t.state = beforeAttrName
					continue
				case c == '/':
					i++
					t.nameEnd = len(t.buf)
					t.state = selfClosingStart
					continue
				case c == '>':
					i++
					t.nameEnd = len(t.buf)
					t.emitTag(i)
					continue
				}
			}
			t.giveBack("</")
			t.state = t.raw

		case scriptEscapeStart, scriptEscapeStartDash:
			if c == '-' {
				i++
				t.sink.Text("-")
				if t.state == scriptEscapeStart {
					t.state = scriptEscapeStartDash
				} else {
					t.state = scriptEscapedDashDash
				}
			} else {
				t.state = ScriptData
			}
		case scriptEscaped, scriptEscapedDash, scriptEscapedDashDash:
			if j := span(in, i, inDash); j > i && (t.state == scriptEscaped || c != '>') {
				t.sink.Text(in[i:j])
				i = j
				t.state = scriptEscaped
				continue
			}
			i++
			switch {
			case c == '-':
				t.sink.Text("-")
				if t.state == scriptEscaped {
					t.state = scriptEscapedDash
				} else {
					t.state = scriptEscapedDashDash
				}
			case c == '<':
				t.state = scriptEscapedLessThan
			case c == '>':
				t.sink.Text(">")
				if t.state == scriptEscapedDashDash {
					t.state = ScriptData
				} else {
					t.state = scriptEscaped
				}
			default:
				t.charNoNUL(c)
				t.state = scriptEscaped
			}
		case scriptEscapedLessThan:
			switch {
			case c == '/':
				i++
				t.tmp = t.tmp[:0]
				t.raw, t.state = scriptEscaped, rawEndTagOpen
			case isLetter(c):
				t.sink.Text("<")
				t.tmp = t.tmp[:0]
				t.state = scriptDoubleEscapeStart
			default:
				t.sink.Text("<")
				t.state = scriptEscaped
			}
		case scriptDoubleEscapeStart, scriptDoubleEscapeEnd:
			into, other := scriptDoubleEscaped, scriptEscaped
			if t.state == scriptDoubleEscapeEnd {
				into, other = other, into
			}
			switch {
			case isSpace(c) || c == '/' || c == '>':
				i++
				t.char(c)
				if string(t.tmp) == "script" {
					t.state = into
				} else {
					t.state = other
				}
			case isLetter(c):
				i++
				t.char(c)
				if len(t.tmp) < 8 {
					t.tmp = append(t.tmp, lower(c))
				}
			default:
				t.state = other
			}
		case scriptDoubleEscaped, scriptDoubleEscapedDash, scriptDoubleEscapedDashDash:
			if j := span(in, i, inDash); j > i && (t.state == scriptDoubleEscaped || c != '>') {
				t.sink.Text(in[i:j])
				i = j
				t.state = scriptDoubleEscaped
				continue
			}
			i++
			switch {
			case c == '-':
				t.sink.Text("-")
				if t.state == scriptDoubleEscaped {
					t.state = scriptDoubleEscapedDash
				} else {
					t.state = scriptDoubleEscapedDashDash
				}
			case c == '<':
				t.sink.Text("<")
				t.state = scriptDoubleEscapedLessThan
			case c == '>':
				t.sink.Text(">")
				if t.state == scriptDoubleEscapedDashDash {
					t.state = ScriptData
				} else {
					t.state = scriptDoubleEscaped
				}
			default:
				t.charNoNUL(c)
				t.state = scriptDoubleEscaped
			}
		case scriptDoubleEscapedLessThan:
			if c == '/' {
				i++
				t.sink.Text("/")
				t.tmp = t.tmp[:0]
				t.state = scriptDoubleEscapeEnd
			} else {
				t.state = scriptDoubleEscaped
			}

		case beforeAttrName:
			switch {
			case isSpace(c):
				i++
			case c == '/' || c == '>':
				t.state = afterAttrName
			default:
				t.attrs = append(t.attrs, attrSpan{start: len(t.buf)})
				t.state = attrName
				if c == '=' {
					i++
					t.buf = append(t.buf, '=')
				}
			}
		case attrName:
			if j := span(in, i, inName); j > i {
				t.buf = append(t.buf, in[i:j]...)
				i = j
				continue
			}
			switch {
			case isSpace(c) || c == '/' || c == '>':
				t.attrNameDone()
				t.state = afterAttrName
			case c == '=':
				i++
				t.attrNameDone()
				t.state = beforeAttrValue
			case c == 0:
				i++
				t.buf = append(t.buf, replacement...)
			default:
				i++
				t.buf = append(t.buf, lower(c))
			}
		case afterAttrName:
			switch {
			case isSpace(c):
				i++
			case c == '/':
				i++
				t.state = selfClosingStart
			case c == '=':
				i++
				t.state = beforeAttrValue
			case c == '>':
				i++
				t.emitTag(i)
			default:
				t.attrs = append(t.attrs, attrSpan{start: len(t.buf)})
				t.state = attrName
			}
		case beforeAttrValue:
			switch {
			case isSpace(c):
				i++
			case c == '"':
				i++
				t.state = attrValueDouble
			case c == '\'':
				i++
				t.state = attrValueSingle
			case c == '>':
				i++
				t.emitTag(i)
			default:
				t.state = attrValueUnquoted
			}
		case attrValueDouble, attrValueSingle, attrValueUnquoted:
			bit := byte(inDouble)
			if t.state == attrValueSingle {
				bit = inSingle
			} else if t.state == attrValueUnquoted {
				bit = inUnq
			}
			if j := span(in, i, bit); j > i {
				t.buf = append(t.buf, in[i:j]...)
				i = j
				continue
			}
			i++
			switch {
			case c == '&':
				t.ret, t.state = t.state, charRef
			case c == 0:
				t.buf = append(t.buf, replacement...)
			case t.state != attrValueUnquoted:
				if c == '\n' {
					t.buf = append(t.buf, c)
				} else {
					t.state = afterAttrValueQuoted
				}
			case c == '>':
				t.emitTag(i)
			default:
				t.state = beforeAttrName
			}
		case afterAttrValueQuoted:
			switch {
			case isSpace(c):
				i++
				t.state = beforeAttrName
			case c == '/':
				i++
				t.state = selfClosingStart
			case c == '>':
				i++
				t.emitTag(i)
			default:
				t.state = beforeAttrName
			}
		case selfClosingStart:
			if c == '>' {
				i++
				t.tag.SelfClosing = true
				t.emitTag(i)
			} else {
				t.state = beforeAttrName
			}

		case bogusComment:
			if j := strings.IndexAny(in[i:], ">\x00\r"); j != 0 {
				if j < 0 {
					j = len(in) - i
				}
				t.buf = append(t.buf, in[i:i+j]...)
				i += j
				continue
			}
			i++
			switch c {
			case '>':
				t.emitComment()
			case 0:
				t.buf = append(t.buf, replacement...)
			default:
				t.buf = append(t.buf, c)
			}
		case markupDeclaration:
			t.tmp, t.buf, t.kwPos = t.tmp[:0], t.buf[:0], 0
			switch c {
			case '-':
				t.kw = "--"
			case 'd', 'D':
				t.kw = "doctype"
			case '[':
				t.kw = "[CDATA["
			default:
				t.state = bogusComment
				continue
			}
			t.state = markupKeyword
		case markupKeyword:
			if c != t.kw[t.kwPos] && (t.kw != "doctype" || lower(c) != t.kw[t.kwPos]) {
				t.buf = append(t.buf, t.tmp...)
				t.state = bogusComment
				continue
			}
			i++
			t.tmp = append(t.tmp, c)
			if t.kwPos++; t.kwPos < len(t.kw) {
				continue
			}
			switch t.kw {
			case "--":
				t.state = commentStart
			case "doctype":
				t.dt = Doctype{}
				t.state = doctype
			default:
				if t.sink.CDATAAllowed() {
					t.state = CDATASection
				} else {
					t.buf = append(t.buf, t.tmp...)
					t.state = bogusComment
				}
			}

		// The less-than sign states of comments only find errors: they are left out.
		case commentStart, commentStartDash:
			switch {
			case c == '>':
				i++
				t.emitComment()
			case t.state == commentStart:
				t.state = comment
				if c == '-' {
					i++
					t.state = commentStartDash
				}
			case c == '-':
				i++
				t.state = commentEnd
			default:
				t.buf = append(t.buf, '-')
				t.state = comment
			}
		case comment:
			if j := span(in, i, inDash); j > i {
				t.buf = append(t.buf, in[i:j]...)
				i = j
				continue
			}
			i++
			switch c {
			case '-':
				t.state = commentEndDash
			case 0:
				t.buf = append(t.buf, replacement...)
			default:
				t.buf = append(t.buf, c)
			}
		case commentEndDash:
			if c == '-' {
				i++
				t.state = commentEnd
			} else {
				t.buf = append(t.buf, '-')
				t.state = comment
			}
		case commentEnd:
			switch c {
			case '>':
				i++
				t.emitComment()
			case '!':
				i++
				t.state = commentEndBang
			case '-':
				i++
				t.buf = append(t.buf, '-')
			default:
				t.buf = append(t.buf, "--"...)
				t.state = comment
			}
		case commentEndBang:
			switch c {
			case '-':
				i++
				t.buf = append(t.buf, "--!"...)
				t.state = commentEndDash
			case '>':
				i++
				t.emitComment()
			default:
				t.buf = append(t.buf, "--!"...)
				t.state = comment
			}

		case doctype:
			if isSpace(c) {
				i++
			}
			t.state = beforeDoctypeName
		case beforeDoctypeName:
			switch {
			case isSpace(c):
				i++
			case c == '>':
				i++
				t.dt.ForceQuirks = true
				t.emitDoctype()
			default:
				t.dt.HasName = true
				t.buf = t.buf[:0]
				t.state = doctypeName
			}
		case doctypeName:
			switch {
			case isSpace(c):
				i++
				t.dt.Name = string(t.buf)
				t.state = afterDoctypeName
			case c == '>':
				i++
				t.dt.Name = string(t.buf)
				t.emitDoctype()
			case c == 0:
				i++
				t.buf = append(t.buf, replacement...)
			default:
				i++
				t.buf = append(t.buf, lower(c))
			}
		case afterDoctypeName:
			switch {
			case isSpace(c):
				i++
			case c == '>':
				i++
				t.emitDoctype()
			case lower(c) == 'p':
				t.kw, t.kwPos, t.state = "public", 0, doctypeKeyword
			case lower(c) == 's':
				t.kw, t.kwPos, t.state = "system", 0, doctypeKeyword
			default:
				t.dt.ForceQuirks = true
				t.state = bogusDoctype
			}
		case doctypeKeyword:
			if lower(c) != t.kw[t.kwPos] {
				t.dt.ForceQuirks = true
				t.state = bogusDoctype
				continue
			}
			i++
			if t.kwPos++; t.kwPos == len(t.kw) {
				t.state = afterDoctypePublic
				if t.kw == "system" {
					t.state = afterDoctypeSystem
				}
			}
		case afterDoctypePublic, beforeDoctypePublicID:
			switch {
			case isSpace(c):
				i++
				t.state = beforeDoctypePublicID
			case c == '"' || c == '\'':
				i++
				t.dt.HasPublicID = true
				t.buf = t.buf[:0]
				t.state = doctypePublicDouble
				if c == '\'' {
					t.state = doctypePublicSingle
				}
			default:
				i = t.doctypeBroken(i, c)
			}
		case afterDoctypeSystem, beforeDoctypeSystemID:
			switch {
			case isSpace(c):
				i++
				t.state = beforeDoctypeSystemID
			case c == '"' || c == '\'':
				i = t.doctypeSystem(i, c)
			default:
				i = t.doctypeBroken(i, c)
			}
		case doctypePublicDouble, doctypePublicSingle, doctypeSystemDouble, doctypeSystemSingle:
			i++
			quote := byte('"')
			if t.state == doctypePublicSingle || t.state == doctypeSystemSingle {
				quote = '\''
			}
			public := t.state == doctypePublicDouble || t.state == doctypePublicSingle
			switch c {
			case quote, '>':
				if public {
					t.dt.PublicID = string(t.buf)
					t.state = afterDoctypePublicID
				} else {
					t.dt.SystemID = string(t.buf)
					t.state = afterDoctypeSystemID
				}
				if c == '>' {
					t.dt.ForceQuirks = true
					t.emitDoctype()
				}
			case 0:
				t.buf = append(t.buf, replacement...)
			default:
				t.buf = append(t.buf, c)
			}
		case afterDoctypePublicID, betweenDoctypeIDs:
			switch {
			case isSpace(c):
				i++
				t.state = betweenDoctypeIDs
			case c == '>':
				i++
				t.emitDoctype()
			case c == '"' || c == '\'':
				i = t.doctypeSystem(i, c)
			default:
				t.dt.ForceQuirks = true
				t.state = bogusDoctype
			}
		case afterDoctypeSystemID:
			switch {
			case isSpace(c):
				i++
			case c == '>':
				i++
				t.emitDoctype()
			default: // not quirks
				t.state = bogusDoctype
			}
		case bogusDoctype:
			i++
			if c == '>' {
				t.emitDoctype()
			}

		case charRef:
			t.tmp = append(t.tmp[:0], '&')
			switch {
			case isAlnum(c):
				t.ref = refState{match: -1, hi: int16(len(entities().names))}
				t.state = namedRef
			case c == '#':
				i++
				t.tmp = append(t.tmp, '#')
				t.ref.code = 0
				t.state = numericRef
			default:
				t.flushRef()
			}
		case namedRef:
			if t.namedRefNext(c) {
				i++
			}
		case numericRef:
			t.state = decimalStart
			if c == 'x' || c == 'X' {
				i++
				t.tmp = append(t.tmp, c)
				t.state = hexStart
			}
		case hexStart:
			if isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' {
				t.state = hexRef
			} else {
				t.flushRef()
			}
		case decimalStart:
			if isDigit(c) {
				t.state = decimalRef
			} else {
				t.flushRef()
			}
		case hexRef, decimalRef:
			d, base := rune(-1), rune(10)
			if t.state == hexRef {
				base = 16
				if c|0x20 >= 'a' && c|0x20 <= 'f' {
					d = rune(c|0x20-'a') + 10
				}
			}
			if isDigit(c) {
				d = rune(c - '0')
			}
			switch {
			case d >= 0:
				i++
				if t.ref.code <= utf8.MaxRune {
					t.ref.code = t.ref.code*base + d
				}
			case c == ';':
				i++
				t.numericRefDone()
			default:
				t.numericRefDone()
			}
		}
	}
	return i
}

// End handles the end of the input: what is unfinished is given out as the standard says.
func (t *Tokenizer) End() {
	for t.state >= charRef {
		switch t.state {
		case namedRef:
			t.namedRefDone(0)
		case hexRef, decimalRef:
			t.numericRefDone()
		case charRef:
			t.tmp = append(t.tmp[:0], '&')
			t.flushRef()
		default:
			t.flushRef()
		}
	}
	switch t.state {
	case tagOpen, rawLessThan, scriptEscapedLessThan:
		t.sink.Text("<")
	case endTagOpen, rawEndTagOpen:
		t.sink.Text("</")
	case rawEndTagName:
		t.giveBack("</")
	case markupDeclaration:
		t.buf = t.buf[:0]
		t.emitComment()
	case markupKeyword:
		t.buf = append(t.buf, t.tmp...)
		t.emitComment()
	case bogusComment, commentStart, commentStartDash, comment, commentEndDash, commentEnd, commentEndBang:
		t.emitComment()
	case doctype, beforeDoctypeName, afterDoctypeName, doctypeKeyword, afterDoctypePublic, beforeDoctypePublicID,
		afterDoctypePublicID, betweenDoctypeIDs, afterDoctypeSystem, beforeDoctypeSystemID, afterDoctypeSystemID:
		t.dt.ForceQuirks = true
		t.emitDoctype()
	case doctypeName:
		t.dt.Name, t.dt.ForceQuirks = string(t.buf), true
		t.emitDoctype()
	case doctypePublicDouble, doctypePublicSingle:
		t.dt.PublicID, t.dt.ForceQuirks = string(t.buf), true
		t.emitDoctype()
	case doctypeSystemDouble, doctypeSystemSingle:
		t.dt.SystemID, t.dt.ForceQuirks = string(t.buf), true
		t.emitDoctype()
	case bogusDoctype:
		t.emitDoctype()
	case cdataBracket:
		t.sink.Text("]")
	case cdataEnd:
		t.sink.Text("]]")
	}
	t.state = Data
}

// asciiChars has each ASCII character as a string that lives for ever.
var asciiChars = func() string {
	b := make([]byte, 128)
	for i := range b {
		b[i] = byte(i)
	}
	return string(b)
}()

// char gives out one ASCII character.
func (t *Tokenizer) char(c byte) { t.sink.Text(asciiChars[c : c+1]) }

func (t *Tokenizer) charNoNUL(c byte) {
	if c == 0 {
		t.sink.Text(replacement)
	} else {
		t.char(c)
	}
}

// giveBack gives out prefix and the temporary buffer as characters.
func (t *Tokenizer) giveBack(prefix string) {
	t.sink.Text(prefix)
	if len(t.tmp) > 0 {
		t.sink.Text(string(t.tmp))
	}
}

func (t *Tokenizer) startTag(end bool) {
	t.endTag = end
	t.buf, t.attrs = t.buf[:0], t.attrs[:0]
	t.tag.SelfClosing = false
	t.state = tagName
}

// manyAttrs is the number of attributes from which duplicates are found with a table.
const manyAttrs = 12

func (t *Tokenizer) attrNameDone() {
	n := len(t.attrs) - 1
	a := &t.attrs[n]
	a.end = len(t.buf)
	name := t.buf[a.start:a.end]
	if n < manyAttrs {
		for _, o := range t.attrs[:n] {
			if string(t.buf[o.start:o.end]) == string(name) {
				a.dup = true
				return
			}
		}
		return
	}
	if n == manyAttrs {
		if t.seen == nil {
			t.seen = make(map[string]struct{})
		}
		clear(t.seen)
		for _, o := range t.attrs[:n] {
			t.seen[string(t.buf[o.start:o.end])] = struct{}{}
		}
	}
	if _, dup := t.seen[string(name)]; dup {
		a.dup = true
	} else {
		t.seen[string(name)] = struct{}{}
	}
}

// keepBytes is the size up to which buffers are kept for the next token.
const keepBytes = 1 << 16

func (t *Tokenizer) emitTag(pos int) {
	t.pos = pos
	t.state = Data
	tag := &t.tag
	tag.Name = view(t.buf[:t.nameEnd])
	tag.Attrs = tag.Attrs[:0]
	for i, a := range t.attrs {
		if a.dup {
			continue
		}
		end := len(t.buf)
		if i+1 < len(t.attrs) {
			end = t.attrs[i+1].start
		}
		tag.Attrs = append(tag.Attrs, Attribute{view(t.buf[a.start:a.end]), view(t.buf[a.end:end])})
	}
	if t.endTag {
		tag.Attrs = tag.Attrs[:0]
		t.sink.EndTag(tag)
	} else {
		t.last = append(t.last[:0], tag.Name...)
		t.sink.StartTag(tag)
	}
	t.trim()
	if len(t.attrs) > 256 {
		t.attrs, tag.Attrs, t.seen = nil, nil, nil
	}
}

func (t *Tokenizer) trim() {
	if cap(t.buf) > keepBytes {
		t.buf = nil
	}
}

func (t *Tokenizer) emitComment() {
	t.state = Data
	t.sink.Comment(view(t.buf))
	t.trim()
}

func (t *Tokenizer) emitDoctype() {
	t.state = Data
	t.sink.Doctype(&t.dt)
	t.dt = Doctype{}
	t.trim()
}

func (t *Tokenizer) doctypeSystem(i int, quote byte) int {
	t.dt.HasSystemID = true
	t.buf = t.buf[:0]
	t.state = doctypeSystemDouble
	if quote == '\'' {
		t.state = doctypeSystemSingle
	}
	return i + 1
}

func (t *Tokenizer) doctypeBroken(i int, c byte) int {
	t.dt.ForceQuirks = true
	if c == '>' {
		t.emitDoctype()
		return i + 1
	}
	t.state = bogusDoctype
	return i
}

// refOut gives out characters of a reference: to the attribute or as text.
func (t *Tokenizer) refOut(s string) {
	if t.ret >= attrValueDouble && t.ret <= attrValueUnquoted {
		t.buf = append(t.buf, s...)
	} else {
		t.sink.Text(s)
	}
}

// flushRef gives out what was consumed as a reference and goes back to the return state.
func (t *Tokenizer) flushRef() {
	t.state = t.ret
	if len(t.tmp) == 1 {
		t.refOut("&")
	} else {
		t.refOut(string(t.tmp))
	}
}

// namedRefNext takes c as the next character of a name, if there is such a name.
func (t *Tokenizer) namedRefNext(c byte) bool {
	e, r := entities(), &t.ref
	n := len(t.tmp) - 1
	lo, hi := e.narrow(r.lo, r.hi, n, c)
	if lo >= hi {
		t.namedRefDone(c)
		return false
	}
	r.lo, r.hi = lo, hi
	t.tmp = append(t.tmp, c)
	if len(e.names[lo]) == n+1 {
		r.match, r.matchLen = lo, n+1
	}
	if c == ';' {
		t.namedRefDone(0)
	}
	return true
}

// namedRefDone ends a name before the character next (0 at the end of the input).
func (t *Tokenizer) namedRefDone(next byte) {
	r := &t.ref
	if r.match < 0 {
		t.flushRef()
		return
	}
	rest := t.tmp[1+r.matchLen:]
	if len(rest) > 0 {
		next = rest[0]
	}
	inAttr := t.ret >= attrValueDouble && t.ret <= attrValueUnquoted
	if inAttr && t.tmp[r.matchLen] != ';' && (next == '=' || isAlnum(next)) {
		t.flushRef()
		return
	}
	t.state = t.ret
	t.refOut(entities().values[r.match])
	if len(rest) > 0 {
		t.refOut(string(rest))
	}
}

// windows1252 are the characters that numeric references to C1 controls mean.
var windows1252 = [32]rune{
	0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
	0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
}

func (t *Tokenizer) numericRefDone() {
	t.state = t.ret
	c := t.ref.code
	switch {
	case c == 0 || c > utf8.MaxRune || c >= 0xD800 && c <= 0xDFFF:
		c = utf8.RuneError
	case c >= 0x80 && c <= 0x9F:
		c = windows1252[c-0x80]
	}
	if c < 128 {
		t.refOut(asciiChars[c : c+1])
	} else {
		t.refOut(string(c))
	}
}
