package parse

import (
	"unicode"
	"unicode/utf16"

	"github.com/niso-engine/niso/js/vm/regexp"
)

type token uint8

const (
	tEOF token = iota
	tIdent
	tPrivate // #name
	tNumber
	tBigInt
	tString
	tTemplate // a part of a template, from ` or } to ${ or `
	tRegExp   // only after rescanRegExp

	tLBrace
	tRBrace
	tLParen
	tRParen
	tLBrack
	tRBrack
	tDot
	tEllipsis
	tSemi
	tComma
	tQuestion
	tOptDot
	tColon
	tArrow
	tAt
	tBang
	tTilde

	// binary operators, see prec
	tNullish
	tOrOr
	tAndAnd
	tOr
	tXor
	tAnd
	tEq
	tNe
	tSeq
	tSne
	tLt
	tGt
	tLe
	tGe
	tIn
	tInstanceof
	tShl
	tShr
	tUshr
	tAdd
	tSub
	tMul
	tDiv
	tMod
	tExp

	tInc
	tDec

	tAssign
	tAssignNullish
	tAssignOrOr
	tAssignAndAnd
	tAssignOr
	tAssignXor
	tAssignAnd
	tAssignShl
	tAssignShr
	tAssignUshr
	tAssignAdd
	tAssignSub
	tAssignMul
	tAssignDiv
	tAssignMod
	tAssignExp

	// reserved words
	tBreak
	tCase
	tCatch
	tClass
	tConst
	tContinue
	tDebugger
	tDefault
	tDelete
	tDo
	tElse
	tEnum
	tExport
	tExtends
	tFalse
	tFinally
	tFor
	tFunction
	tIf
	tImport
	tNew
	tNull
	tReturn
	tSuper
	tSwitch
	tThis
	tThrow
	tTrue
	tTry
	tTypeof
	tVar
	tVoid
	tWhile
	tWith
)

// reservedTok is the token of a reserved word.
var reservedTok = [nameLastReserved + 1]token{nBreak: tBreak, nCase: tCase, nCatch: tCatch, nClass: tClass, nConst: tConst, nContinue: tContinue,
	nDebugger: tDebugger, nDefault: tDefault, nDelete: tDelete, nDo: tDo, nElse: tElse, nEnum: tEnum, nExport: tExport, nExtends: tExtends,
	nFalse: tFalse, nFinally: tFinally, nFor: tFor, nFunction: tFunction, nIf: tIf, nImport: tImport, nIn: tIn, nInstanceof: tInstanceof,
	nNew: tNew, nNull: tNull, nReturn: tReturn, nSuper: tSuper, nSwitch: tSwitch, nThis: tThis, nThrow: tThrow, nTrue: tTrue, nTry: tTry,
	nTypeof: tTypeof, nVar: tVar, nVoid: tVoid, nWhile: tWhile, nWith: tWith}

// lexState is the lexer's place and current token. Saved and restored by value where the parser looks ahead.
type lexState struct {
	tok     token
	nl      bool // a line terminator stands before the token
	esc     bool // an identifier with escapes, or a string with escapes or units above 127
	tail    bool // of a template part: it ends the template
	start   int  // the token's range
	end     int
	prevEnd int  // where the token before it ended
	name    name // of identifiers, reserved words and private names
	octal   int  // 1 + offset of a legacy octal escape or literal in the token, or 0
	octMsg  string
	badEsc  int // of a template part: 1 + offset of an invalid escape, or 0
	badEnd  int
	badMsg  string
}

const (
	cIdent = 1 << iota // may stand in an identifier
	cStart             // may begin one
	cDigit
	cSpace
)

var class = func() (t [256]uint8) {
	for c := 'a'; c <= 'z'; c++ {
		t[c] = cIdent | cStart
		t[c-32] = cIdent | cStart
	}
	for c := '0'; c <= '9'; c++ {
		t[c] = cIdent | cDigit
	}
	t['$'], t['_'] = cIdent|cStart, cIdent|cStart
	t[' '], t['\t'], t['\v'], t['\f'] = cSpace, cSpace, cSpace, cSpace
	return
}()

// unit returns the UTF-16 unit at i, which the byte image says is not ASCII.
func (p *parser) unit(i int) rune {
	if p.wide != nil {
		return rune(p.wide[i])
	}
	return rune(p.src[i])
}

// codePoint returns the code point at i and how many units it has.
func (p *parser) codePoint(i int) (rune, int) {
	if c := p.src[i]; c < 0x80 {
		return rune(c), 1
	}
	r := p.unit(i)
	if utf16.IsSurrogate(r) && i+1 < len(p.src) {
		if d := utf16.DecodeRune(r, p.unitAt(i+1)); d != unicode.ReplacementChar {
			return d, 2
		}
	}
	return r, 1
}

func (p *parser) unitAt(i int) rune {
	if c := p.src[i]; c < 0x80 {
		return rune(c)
	}
	return p.unit(i)
}

func isIDStart(r rune) bool {
	if r < 0x80 {
		return class[r]&cStart != 0
	}
	return regexp.IsIDStart(r)
}

func isIDPart(r rune) bool {
	if r < 0x80 {
		return class[r]&cIdent != 0
	}
	return regexp.IsIDContinue(r) || r == 0x200c || r == 0x200d
}

func isSpace(r rune) bool {
	return r == 0xa0 || r == 0xfeff || r >= 0x80 && unicode.Is(unicode.Zs, r)
}

// next reads the next token. A / is a division: rescanRegExp turns it into a regular expression.
func (p *parser) next() {
	if p.left--; p.left < 0 {
		p.pollNow()
	}
	p.prevEnd = p.end
	p.scan(p.end)
}

func (p *parser) scan(i int) {
	src := p.src
	p.nl = false
	p.esc = false
	p.octal = 0
	for {
		if i >= len(src) {
			p.tok, p.start, p.end = tEOF, len(src), len(src)
			return
		}
		c := src[i]
		switch {
		case class[c]&cStart != 0:
			p.start = i
			h := (uint32(hashSeed) ^ uint32(c)) * hashPrime
			for i++; i < len(src); i++ {
				c = src[i]
				if class[c]&cIdent == 0 {
					break
				}
				h = (h ^ uint32(c)) * hashPrime
			}
			if i < len(src) && (c >= 0x80 || c == '\\') {
				p.slowIdent(p.start)
				return
			}
			p.end = i
			n := p.names.inSource(p.start, i, h)
			p.name = n
			if n <= nameLastReserved {
				p.tok = reservedTok[n]
			} else {
				p.tok = tIdent
			}
			return
		case class[c]&cSpace != 0:
			i++
			continue
		case c == '\n', c == '\r':
			p.nl = true
			i++
			continue
		case class[c]&cDigit != 0:
			p.number(i)
			return
		case c >= 0x80:
			r, n := p.codePoint(i)
			switch {
			case r == 0x2028 || r == 0x2029:
				p.nl = true
				i += n
				continue
			case isSpace(r):
				i += n
				continue
			case isIDStart(r):
				p.slowIdent(i)
				return
			}
			p.fail(i, i+n, "Invalid or unexpected token")
		case c == '/' && i+1 < len(src) && src[i+1] == '/':
			i = p.lineComment(i)
			continue
		case c == '/' && i+1 < len(src) && src[i+1] == '*':
			i = p.blockComment(i)
			continue
		case c == '<' && !p.module && i+3 < len(src) && src[i+1] == '!' && src[i+2] == '-' && src[i+3] == '-':
			i = p.lineComment(i)
			continue
		case c == '-' && !p.module && (p.nl || p.end == 0) && i+2 < len(src) && src[i+1] == '-' && src[i+2] == '>':
			i = p.lineComment(i)
			continue
		}
		p.start = i
		p.punct(i, c)
		return
	}
}

func (p *parser) lineComment(i int) int {
	src := p.src
	from := i
	for ; i < len(src); i++ {
		c := src[i]
		if c == '\n' || c == '\r' || c >= 0x80 && (p.unit(i) == 0x2028 || p.unit(i) == 0x2029) {
			break
		}
	}
	if i-from > 10 && (src[from+2] == '#' || src[from+2] == '@') && p.prog != nil {
		p.magicComment(from+3, i)
	}
	return i
}

// magicComment notes the URLs of //# sourceURL= and //# sourceMappingURL=.
func (p *parser) magicComment(from, to int) {
	if p.skipping || p.src[from] != ' ' && p.src[from] != '\t' {
		return
	}
	s := p.prog.Slice(from+1, to)
	for _, k := range [...]struct {
		name string
		to   *string
	}{{"sourceURL=", &p.prog.SourceURL}, {"sourceMappingURL=", &p.prog.SourceMap}} {
		if len(s) > len(k.name) && s[:len(k.name)] == k.name {
			v := s[len(k.name):]
			for len(v) > 0 && (v[len(v)-1] == ' ' || v[len(v)-1] == '\t') {
				v = v[:len(v)-1]
			}
			*k.to = v
		}
	}
}

func (p *parser) blockComment(i int) int {
	src := p.src
	for j := i + 2; j < len(src); j++ {
		switch c := src[j]; {
		case c == '*' && j+1 < len(src) && src[j+1] == '/':
			return j + 2
		case c == '\n' || c == '\r':
			p.nl = true
		case c >= 0x80:
			if u := p.unit(j); u == 0x2028 || u == 0x2029 {
				p.nl = true
			}
		}
	}
	p.fail(i, i+1, "Invalid or unexpected token")
	return 0
}

func (p *parser) punct(i int, c byte) {
	src := p.src
	at := func(k int) byte {
		if i+k < len(src) {
			return src[i+k]
		}
		return 0
	}
	t, n := tEOF, 1
	switch c {
	case '{':
		t = tLBrace
	case '}':
		t = tRBrace
	case '(':
		t = tLParen
	case ')':
		t = tRParen
	case '[':
		t = tLBrack
	case ']':
		t = tRBrack
	case ';':
		t = tSemi
	case ',':
		t = tComma
	case ':':
		t = tColon
	case '~':
		t = tTilde
	case '.':
		t = tDot
		if d := at(1); d >= '0' && d <= '9' {
			p.number(i)
			return
		} else if d == '.' && at(2) == '.' {
			t, n = tEllipsis, 3
		}
	case '?':
		t = tQuestion
		if at(1) == '?' {
			t, n = tNullish, 2
			if at(2) == '=' {
				t, n = tAssignNullish, 3
			}
		} else if at(1) == '.' && class[at(2)]&cDigit == 0 {
			t, n = tOptDot, 2
		}
	case '=':
		t = tAssign
		if at(1) == '=' {
			t, n = tEq, 2
			if at(2) == '=' {
				t, n = tSeq, 3
			}
		} else if at(1) == '>' {
			t, n = tArrow, 2
		}
	case '!':
		t = tBang
		if at(1) == '=' {
			t, n = tNe, 2
			if at(2) == '=' {
				t, n = tSne, 3
			}
		}
	case '+':
		t = tAdd
		if at(1) == '+' {
			t, n = tInc, 2
		} else if at(1) == '=' {
			t, n = tAssignAdd, 2
		}
	case '-':
		t = tSub
		if at(1) == '-' {
			t, n = tDec, 2
		} else if at(1) == '=' {
			t, n = tAssignSub, 2
		}
	case '*':
		t = tMul
		if at(1) == '*' {
			t, n = tExp, 2
			if at(2) == '=' {
				t, n = tAssignExp, 3
			}
		} else if at(1) == '=' {
			t, n = tAssignMul, 2
		}
	case '/':
		t = tDiv
		if at(1) == '=' {
			t, n = tAssignDiv, 2
		}
	case '%':
		t = tMod
		if at(1) == '=' {
			t, n = tAssignMod, 2
		}
	case '&':
		t = tAnd
		if at(1) == '&' {
			t, n = tAndAnd, 2
			if at(2) == '=' {
				t, n = tAssignAndAnd, 3
			}
		} else if at(1) == '=' {
			t, n = tAssignAnd, 2
		}
	case '|':
		t = tOr
		if at(1) == '|' {
			t, n = tOrOr, 2
			if at(2) == '=' {
				t, n = tAssignOrOr, 3
			}
		} else if at(1) == '=' {
			t, n = tAssignOr, 2
		}
	case '^':
		t = tXor
		if at(1) == '=' {
			t, n = tAssignXor, 2
		}
	case '<':
		t = tLt
		if at(1) == '<' {
			t, n = tShl, 2
			if at(2) == '=' {
				t, n = tAssignShl, 3
			}
		} else if at(1) == '=' {
			t, n = tLe, 2
		}
	case '>':
		t = tGt
		switch {
		case at(1) == '=':
			t, n = tGe, 2
		case at(1) == '>' && at(2) == '>':
			t, n = tUshr, 3
			if at(3) == '=' {
				t, n = tAssignUshr, 4
			}
		case at(1) == '>':
			t, n = tShr, 2
			if at(2) == '=' {
				t, n = tAssignShr, 3
			}
		}
	case '"', '\'':
		p.str_(i, c)
		return
	case '`':
		p.template(i)
		return
	case '#':
		p.privateName(i)
		return
	case '\\':
		p.slowIdent(i)
		return
	case '@':
		t = tAt
		p.fail(i, i+1, "Invalid or unexpected token")
	default:
		p.fail(i, i+1, "Invalid or unexpected token")
	}
	p.tok, p.end = t, i+n
}

func (p *parser) privateName(i int) {
	if i+1 >= len(p.src) {
		p.fail(i, i+1, "Invalid or unexpected token")
	}
	if c := p.src[i+1]; class[c]&cStart == 0 && c != '\\' {
		if c < 0x80 {
			p.fail(i, i+1, "Invalid or unexpected token")
		}
		if r, _ := p.codePoint(i + 1); !isIDStart(r) {
			p.fail(i, i+1, "Invalid or unexpected token")
		}
	}
	p.slowIdent(i + 1)
	var buf [64]byte
	b := append(append(buf[:0], '#'), p.names.bytes(p.name)...)
	p.name = p.names.addExtra(b)
	p.tok, p.start = tPrivate, i
}

// slowIdent reads an identifier that may have escapes and non-ASCII characters.
func (p *parser) slowIdent(i int) {
	var buf [64]byte
	b := buf[:0]
	p.start = i
	for first := true; i < len(p.src); first = false {
		r, n := p.codePoint(i)
		if r == '\\' {
			p.esc = true
			if i+1 >= len(p.src) || p.src[i+1] != 'u' {
				p.fail(p.start, i+1, "Invalid or unexpected token")
			}
			var msg string
			var bad int
			r, n, msg, bad = p.unicodeEscape(i)
			if msg != "" {
				p.fail(i, bad, msg)
			}
			if first && !isIDStart(r) || !first && !isIDPart(r) {
				p.fail(i, i+n, "Invalid Unicode escape sequence")
			}
		} else if first && !isIDStart(r) || !first && !isIDPart(r) {
			break
		}
		b = appendWTF8(b, r)
		i += n
	}
	p.end = i
	p.name = p.names.addExtra(b)
	p.tok = tIdent
	if p.name <= nameLastReserved && !p.esc {
		p.tok = reservedTok[p.name]
	}
}

func hexVal(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// unicodeEscape reads \uXXXX or \u{X…} at i and returns the code point and its length in the source, or a message and where it ends.
func (p *parser) unicodeEscape(i int) (r rune, n int, msg string, bad int) {
	src := p.src
	j := i + 2
	if j < len(src) && src[j] == '{' {
		v, digits := 0, 0
		for j++; j < len(src); j++ {
			d := hexVal(src[j])
			if d < 0 {
				break
			}
			if v = v<<4 | d; v > 0x10ffff {
				for j < len(src) && hexVal(src[j]) >= 0 {
					j++
				}
				return 0, 0, "Undefined Unicode code-point", j
			}
			digits++
		}
		if digits == 0 || j >= len(src) || src[j] != '}' {
			return 0, 0, "Invalid Unicode escape sequence", min(j+1, len(src))
		}
		return rune(v), j + 1 - i, "", 0
	}
	v := 0
	for k := range 4 {
		if j+k >= len(src) {
			return 0, 0, "Invalid Unicode escape sequence", len(src)
		}
		d := hexVal(src[j+k])
		if d < 0 {
			return 0, 0, "Invalid Unicode escape sequence", j + k + 1
		}
		v = v<<4 | d
	}
	return rune(v), 6, "", 0
}

func appendWTF8(b []byte, r rune) []byte {
	switch {
	case r < 0x80:
		return append(b, byte(r))
	case r < 0x800:
		return append(b, 0xc0|byte(r>>6), 0x80|byte(r&0x3f))
	case r < 0x10000:
		if r >= 0xdc00 && r < 0xe000 { // joins a high surrogate before it
			if n := len(b); n >= 3 && b[n-3] == 0xed && b[n-2] >= 0xa0 && b[n-2] < 0xb0 {
				hi := rune(0xd000) | rune(b[n-2]&0x3f)<<6 | rune(b[n-1]&0x3f)
				return appendWTF8(b[:n-3], utf16.DecodeRune(hi, r))
			}
		}
		return append(b, 0xe0|byte(r>>12), 0x80|byte(r>>6&0x3f), 0x80|byte(r&0x3f))
	}
	return append(b, 0xf0|byte(r>>18), 0x80|byte(r>>12&0x3f), 0x80|byte(r>>6&0x3f), 0x80|byte(r&0x3f))
}

// str_ reads a string literal.
func (p *parser) str_(i int, quote byte) {
	src := p.src
	p.start = i
	for j := i + 1; j < len(src); {
		c := src[j]
		switch {
		case c == quote:
			p.tok, p.end = tString, j+1
			return
		case c == '\\':
			p.esc = true
			n, msg, bad := p.escape(j, false)
			if msg != "" {
				p.fail(j, bad, msg)
			}
			j += n
		case c == '\n' || c == '\r':
			p.fail(i, j, "Invalid or unexpected token")
		default:
			if c >= 0x80 {
				p.esc = true
			}
			j++
		}
	}
	p.fail(i, len(src), "Invalid or unexpected token")
}

// escape checks the escape at i and returns its length. In templates octal escapes are invalid.
func (p *parser) escape(i int, tmpl bool) (n int, msg string, bad int) {
	src := p.src
	if i+1 >= len(src) {
		return 0, "Invalid or unexpected token", len(src)
	}
	switch c := src[i+1]; {
	case c == 'u':
		_, n, msg, bad = p.unicodeEscape(i)
		return
	case c == 'x':
		for k := 2; k < 4; k++ {
			if i+k >= len(src) || hexVal(src[i+k]) < 0 {
				return 0, "Invalid hexadecimal escape sequence", min(i+k+1, len(src))
			}
		}
		return 4, "", 0
	case c == '\r' && i+2 < len(src) && src[i+2] == '\n':
		return 3, "", 0
	case c >= '0' && c <= '9':
		next := byte(0)
		if i+2 < len(src) {
			next = src[i+2]
		}
		if c == '0' && (next < '0' || next > '9') {
			return 2, "", 0
		}
		if tmpl {
			if c >= '8' {
				return 0, "\\8 and \\9 are not allowed in template strings.", i + 2
			}
			return 0, "Octal escape sequences are not allowed in template strings", i + 2
		}
		if p.octal == 0 {
			p.octal = i + 1
			p.octMsg = "Octal escape sequences are not allowed in strict mode."
			if c >= '8' {
				p.octMsg = "\\8 and \\9 are not allowed in strict mode."
			}
		}
		return 2, "", 0
	}
	return 2, "", 0
}

// template reads a part of a template from i, which is at ` or }.
func (p *parser) template(i int) {
	src := p.src
	p.start = i
	p.badEsc = 0
	for j := i + 1; j < len(src); {
		switch c := src[j]; {
		case c == '`':
			p.tok, p.tail, p.end = tTemplate, true, j+1
			return
		case c == '$' && j+1 < len(src) && src[j+1] == '{':
			p.tok, p.tail, p.end = tTemplate, false, j+2
			return
		case c == '\\':
			n, msg, bad := p.escape(j, true)
			if msg != "" {
				if p.badEsc == 0 {
					p.badEsc, p.badEnd, p.badMsg = j+1, bad, msg
				}
				n = min(2, len(src)-j)
			}
			j += n
		default:
			j++
		}
	}
	p.tok, p.start, p.end = tEOF, len(src), len(src)
	p.unexpected()
}

// rescanRegExp turns the current / or /= into a regular expression literal. Its body is checked by the hook.
func (p *parser) rescanRegExp() {
	src := p.src
	i := p.start
	inClass := false
	j := i + 1
	for ; ; j++ {
		if j >= len(src) {
			p.fail(i, i+1, "Invalid regular expression: missing /")
		}
		c := src[j]
		if c == '\\' {
			if j++; j >= len(src) {
				p.fail(i, i+1, "Invalid regular expression: missing /")
			}
			c = src[j]
			if c != '\n' && c != '\r' && (c < 0x80 || p.unit(j) != 0x2028 && p.unit(j) != 0x2029) {
				continue
			}
		}
		if c == '\n' || c == '\r' || c >= 0x80 && (p.unit(j) == 0x2028 || p.unit(j) == 0x2029) {
			p.fail(i, i+1, "Invalid regular expression: missing /")
		}
		if c == '[' {
			inClass = true
		} else if c == ']' {
			inClass = false
		} else if c == '/' && !inClass {
			break
		}
	}
	body := j
	j++
	for j < len(src) {
		r, n := p.codePoint(j)
		if r == '\\' {
			p.fail(i, i+1, "Invalid regular expression flags")
		}
		if !isIDPart(r) {
			break
		}
		j += n
	}
	p.tok, p.end = tRegExp, j
	p.reBody = body
	if p.skipping {
		return
	}
	flags, ok := regexp.ParseFlags(p.source.Slice(body+1, j))
	if !ok {
		p.fail(i, i+1, "Invalid regular expression flags")
	}
	p.units = p.units[:0]
	for k := i + 1; k < body; k++ {
		p.units = append(p.units, p.source.At(k))
	}
	if err := regexp.Check(p.units, flags); err != nil {
		p.fail(i, j, "Invalid regular expression: /"+p.source.Slice(i+1, body)+"/"+flags.String()+": "+err.Error())
	}
}

func (p *parser) number(i int) {
	src := p.src
	p.start = i
	j := i
	at := func(j int) byte {
		if j < len(src) {
			return src[j]
		}
		return 0
	}
	// digits reads digits that ok accepts, with separators.
	digits := func(j int, ok func(byte) bool) int {
		from := j
		for {
			c := at(j)
			if c == '_' {
				if j == from {
					p.fail(j, j+1, "Invalid or unexpected token")
				}
				if at(j+1) == '_' {
					p.fail(j+1, j+2, "Only one underscore is allowed as numeric separator")
				}
				if !ok(at(j + 1)) {
					p.fail(j+1, j+2, "Numeric separators are not allowed at the end of numeric literals")
				}
			} else if !ok(c) {
				return j
			}
			j++
		}
	}
	p.tok = tNumber
	isDec := func(c byte) bool { return c >= '0' && c <= '9' }
	big := true
	if src[i] == '0' {
		var ok func(byte) bool
		switch at(i + 1) {
		case 'x', 'X':
			ok = func(c byte) bool { return hexVal(c) >= 0 }
		case 'o', 'O':
			ok = func(c byte) bool { return c >= '0' && c <= '7' }
		case 'b', 'B':
			ok = func(c byte) bool { return c == '0' || c == '1' }
		}
		switch {
		case ok != nil:
			if j = digits(i+2, ok); j == i+2 {
				p.fail(i, min(j, len(src)), "Invalid or unexpected token")
			}
			if at(j) == 'n' {
				p.tok = tBigInt
				j++
			}
			p.endNumber(i, j)
			return
		case at(i+1) == '_':
			p.fail(i+1, i+2, "Numeric separator can not be used after leading 0.")
		case isDec(at(i + 1)):
			p.octal = i + 1
			p.octMsg = "Octal literals are not allowed in strict mode."
			oct := true
			for j = i + 1; isDec(at(j)); j++ {
				if at(j) >= '8' {
					oct = false
				}
			}
			if !oct {
				p.octMsg = "Decimals with leading zeros are not allowed in strict mode."
			}
			if oct {
				p.endNumber(i, j)
				return
			}
			big = false
		default:
			j = i + 1
		}
	} else if src[i] != '.' {
		j = digits(i, isDec)
	}
	if big && at(j) == 'n' && src[i] != '.' {
		p.tok = tBigInt
		p.endNumber(i, j+1)
		return
	}
	if at(j) == '.' {
		j++
		if isDec(at(j)) {
			j = digits(j, isDec)
		} else if at(j) == '_' {
			p.fail(j, j+1, "Invalid or unexpected token")
		}
	}
	if c := at(j); c == 'e' || c == 'E' {
		j++
		if c := at(j); c == '+' || c == '-' {
			j++
		}
		if !isDec(at(j)) {
			p.fail(i, min(j, len(src)), "Invalid or unexpected token")
		}
		j = digits(j, isDec)
	}
	p.endNumber(i, j)
}

func (p *parser) endNumber(i, j int) {
	if j < len(p.src) {
		c := p.src[j]
		if class[c]&cIdent != 0 || c == '\\' {
			p.fail(i, j, "Invalid or unexpected token")
		}
		if c >= 0x80 {
			if r, _ := p.codePoint(j); isIDStart(r) {
				p.fail(i, j, "Invalid or unexpected token")
			}
		}
	}
	p.end = j
}
