package css

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// https://drafts.csswg.org/css-syntax-3/#tokenization
//
// The input is not preprocessed into a copy: CR, FF and CR LF are newlines where they stand, and NUL and
// lone surrogates (WTF-8) read as U+FFFD when a token is decoded.

const (
	clsSpace = 1 << iota // space, tab, newlines
	clsIdentStart
	clsIdent
	clsDigit
	clsHex
	clsNewline
	clsURLStop // ends the fast path of an unquoted URL
	clsWide    // 0x80 and above: decode to know
)

var class = func() (c [256]uint8) {
	for i := range c {
		b := byte(i)
		switch {
		case b == '\n' || b == '\r' || b == '\f':
			c[i] = clsSpace | clsNewline | clsURLStop
		case b == ' ' || b == '\t':
			c[i] = clsSpace | clsURLStop
		case b >= '0' && b <= '9':
			c[i] = clsIdent | clsDigit | clsHex
		case b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '_':
			c[i] = clsIdent | clsIdentStart
			if b|0x20 >= 'a' && b|0x20 <= 'f' {
				c[i] |= clsHex
			}
		case b == '-':
			c[i] = clsIdent
		case b >= 0x80:
			c[i] = clsWide | clsURLStop
		case b == '"' || b == '\'' || b == '(' || b == ')' || b == '\\':
			c[i] = clsURLStop
		case b < 0x20 || b == 0x7f: // NUL is looked at apart
			c[i] = clsURLStop
		}
	}
	return
}()

// wideIdent reports whether the code point that begins at s[i] (0x80 and above, or NUL) is an ident code
// point, how many bytes it takes, and whether it decodes to something else than its bytes.
func wideIdent(s string, i int) (n int, ok, decode bool) {
	if s[i] == 0 {
		return 1, true, true
	}
	r, n := utf8.DecodeRuneInString(s[i:])
	if r == utf8.RuneError && n <= 1 { // a lone surrogate of WTF-8, or a byte that is no text
		if s[i] == 0xED && i+2 < len(s) && s[i+1] >= 0xA0 && s[i+1] < 0xC0 && s[i+2]&0xC0 == 0x80 {
			return 3, true, true
		}
		return 1, true, true
	}
	return n, identRune(r), false
}

// identRune is «non-ASCII ident code point».
func identRune(r rune) bool {
	switch {
	case r >= 0x10000:
		return true
	case r < 0xC0:
		return r == 0xB7
	case r <= 0x1FFF:
		return r != 0xD7 && r != 0xF7 && r != 0x37E
	}
	return r == 0x200C || r == 0x200D || r == 0x203F || r == 0x2040 || r >= 0x2070 && r <= 0x218F ||
		r >= 0x2C00 && r <= 0x2FEF || r >= 0x3001 && r <= 0xD7FF || r >= 0xF900 && r <= 0xFDCF || r >= 0xFDF0 && r <= 0xFFFD
}

// Tokenizer reads the tokens of a string. It is a value; copy it to remember a position.
type Tokenizer struct {
	src           string
	pos           int
	unicodeRanges bool // in the unicode-range descriptor
}

// NewTokenizer reads src, which is UTF-8 or WTF-8.
func NewTokenizer(src string) Tokenizer { return Tokenizer{src: src} }

// AllowUnicodeRanges makes U+… one token, as in the unicode-range descriptor.
func (t *Tokenizer) AllowUnicodeRanges() { t.unicodeRanges = true }

// Source is the text that is being read.
func (t *Tokenizer) Source() string { return t.src }

// Pos is the offset of the next byte.
func (t *Tokenizer) Pos() int { return t.pos }

func validEscape(s string, i int) bool { // s[i] is a backslash?
	return i < len(s) && s[i] == '\\' && (i+1 >= len(s) || class[s[i+1]]&clsNewline == 0)
}

// startsIdent is «three code points would start an ident sequence».
func startsIdent(s string, i int) bool {
	if i >= len(s) {
		return false
	}
	c := s[i]
	if c == '-' {
		if i+1 >= len(s) {
			return false
		}
		c = s[i+1]
		return c == '-' || identStartAt(s, i+1) || validEscape(s, i+1)
	}
	return identStartAt(s, i) || validEscape(s, i)
}

func identStartAt(s string, i int) bool {
	if i >= len(s) {
		return false
	}
	c := class[s[i]]
	if c&clsIdentStart != 0 {
		return true
	}
	if c&clsWide != 0 || s[i] == 0 {
		_, ok, _ := wideIdent(s, i)
		return ok
	}
	return false
}

// startsNumber is «three code points would start a number».
func startsNumber(s string, i int) bool {
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		i++
	}
	if i < len(s) && s[i] == '.' {
		i++
	}
	return i < len(s) && class[s[i]]&clsDigit != 0
}

// scanIdent returns the end of the ident sequence at i.
func scanIdent(s string, i int) (int, TokenFlags) {
	var f TokenFlags
	for i < len(s) {
		c := s[i]
		k := class[c]
		if k&clsIdent != 0 {
			i++
		} else if k&clsWide != 0 || c == 0 {
			n, ok, dec := wideIdent(s, i)
			if !ok {
				break
			}
			if dec {
				f |= FlagEscaped
			}
			i += n
		} else if c == '\\' && validEscape(s, i) {
			f |= FlagEscaped
			i = skipEscape(s, i+1)
		} else {
			break
		}
	}
	return i, f
}

// skipEscape returns the offset after the escape whose backslash stands before i.
func skipEscape(s string, i int) int {
	if i >= len(s) {
		return i
	}
	if class[s[i]]&clsHex == 0 {
		if s[i] < 0x80 {
			return i + 1
		}
		n, _, _ := wideIdent(s, i)
		return i + n
	}
	for n := 0; n < 6 && i < len(s) && class[s[i]]&clsHex != 0; n++ {
		i++
	}
	if i < len(s) && class[s[i]]&clsSpace != 0 {
		if s[i] == '\r' && i+1 < len(s) && s[i+1] == '\n' {
			i++
		}
		i++
	}
	return i
}

// Next returns the next token; EOF at the end, again and again.
func (t *Tokenizer) Next() (tok Token) {
	s, i := t.src, t.pos
	for i+1 < len(s) && s[i] == '/' && s[i+1] == '*' {
		tok.Flags |= FlagComment
		if j := strings.Index(s[i+2:], "*/"); j >= 0 {
			i += j + 4
		} else {
			i = len(s)
		}
	}
	tok.Start = uint32(i)
	if i >= len(s) {
		t.pos = i
		tok.End = uint32(i)
		return tok
	}
	c := s[i]
	k := class[c]
	switch {
	case k&clsIdentStart != 0:
		if (c == 'u' || c == 'U') && t.unicodeRanges {
			if end, ok := scanUnicodeRange(s, i, &tok); ok {
				i = end
				break
			}
		}
		i = t.identLike(i, &tok)
	case k&clsSpace != 0:
		for i++; i < len(s) && class[s[i]]&clsSpace != 0; i++ {
		}
		tok.Kind = Whitespace
	case k&clsDigit != 0:
		i = scanNumeric(s, i, &tok)
	default:
		tok.Kind = Delim
		switch c {
		case ':':
			tok.Kind, i = Colon, i+1
		case ';':
			tok.Kind, i = Semicolon, i+1
		case ',':
			tok.Kind, i = Comma, i+1
		case '{':
			tok.Kind, i = LeftBrace, i+1
		case '}':
			tok.Kind, i = RightBrace, i+1
		case '(':
			tok.Kind, i = LeftParen, i+1
		case ')':
			tok.Kind, i = RightParen, i+1
		case '[':
			tok.Kind, i = LeftBracket, i+1
		case ']':
			tok.Kind, i = RightBracket, i+1
		case '"', '\'':
			i = scanString(s, i, &tok)
		case '#':
			i++
			if i < len(s) && (class[s[i]]&clsIdent != 0 || identStartAt(s, i) || validEscape(s, i)) {
				tok.Kind = Hash
				if startsIdent(s, i) {
					tok.Flags |= FlagID
				}
				var f TokenFlags
				i, f = scanIdent(s, i)
				tok.Flags |= f
			}
		case '.', '+':
			if startsNumber(s, i) {
				i = scanNumeric(s, i, &tok)
			} else {
				i++
			}
		case '-':
			if startsNumber(s, i) {
				i = scanNumeric(s, i, &tok)
			} else if i+2 < len(s) && s[i+1] == '-' && s[i+2] == '>' {
				tok.Kind, i = CDC, i+3
			} else if startsIdent(s, i) {
				i = t.identLike(i, &tok)
			} else {
				i++
			}
		case '<':
			if strings.HasPrefix(s[i:], "<!--") {
				tok.Kind, i = CDO, i+4
			} else {
				i++
			}
		case '@':
			i++
			if startsIdent(s, i) {
				var f TokenFlags
				i, f = scanIdent(s, i)
				tok.Kind, tok.Flags = AtKeyword, tok.Flags|f
			}
		case '\\':
			if validEscape(s, i) {
				i = t.identLike(i, &tok)
			} else {
				i++
			}
		case 0:
			i = t.identLike(i, &tok)
		default:
			if c >= 0x80 {
				n, ok, _ := wideIdent(s, i)
				if ok {
					i = t.identLike(i, &tok)
				} else {
					i += n
				}
			} else {
				i++
			}
		}
	}
	tok.End = uint32(i)
	t.pos = i
	return tok
}

// identLike consumes an ident, function or url token at i.
func (t *Tokenizer) identLike(i int, tok *Token) int {
	s, start := t.src, i
	for i < len(s) && class[s[i]]&clsIdent != 0 { // the usual name, without a call
		i++
	}
	if i < len(s) && (s[i] >= 0x80 || s[i] == '\\' || s[i] == 0) {
		var f TokenFlags
		i, f = scanIdent(s, i)
		tok.Flags |= f
	}
	if i >= len(s) || s[i] != '(' {
		tok.Kind = Ident
		return i
	}
	tok.Kind = Function
	i++
	if n := i - 1 - start; n >= 3 && (n == 3 || tok.Flags&FlagEscaped != 0) {
		isURL := false
		if tok.Flags&FlagEscaped == 0 {
			isURL = s[start]|0x20 == 'u' && s[start+1]|0x20 == 'r' && s[start+2]|0x20 == 'l'
		} else {
			isURL = equalFold(decode(s[start:i-1]), "url")
		}
		if isURL {
			j := i
			for j < len(s) && class[s[j]]&clsSpace != 0 {
				j++
			}
			if j >= len(s) || s[j] != '"' && s[j] != '\'' {
				tok.Flags &^= FlagEscaped
				return scanURL(s, j, tok)
			}
		}
	}
	return i
}

// scanURL consumes a url token whose value begins at i (after white space).
func scanURL(s string, i int, tok *Token) int {
	tok.Kind = URL
	tok.UnitStart = uint32(i)
	for {
		for i < len(s) && class[s[i]]&clsURLStop == 0 {
			i++
		}
		if i >= len(s) {
			tok.Num = float64(i)
			tok.Flags |= FlagUnclosed
			return i
		}
		c := s[i]
		switch {
		case c == ')':
			tok.Num = float64(i)
			return i + 1
		case class[c]&clsSpace != 0:
			tok.Num = float64(i)
			for i < len(s) && class[s[i]]&clsSpace != 0 {
				i++
			}
			if i >= len(s) {
				tok.Flags |= FlagUnclosed
				return i
			}
			if s[i] == ')' {
				return i + 1
			}
			return scanBadURL(s, i, tok)
		case c >= 0x80 || c == 0:
			n, _, dec := wideIdent(s, i)
			if dec {
				tok.Flags |= FlagEscaped
			}
			i += n
		case c == '\\' && validEscape(s, i):
			tok.Flags |= FlagEscaped
			i = skipEscape(s, i+1)
		default:
			return scanBadURL(s, i, tok)
		}
	}
}

func scanBadURL(s string, i int, tok *Token) int {
	tok.Kind = BadURL
	for i < len(s) {
		if s[i] == ')' {
			return i + 1
		}
		if validEscape(s, i) {
			i = skipEscape(s, i+1)
		} else {
			i++
		}
	}
	return i
}

func scanString(s string, i int, tok *Token) int {
	q := s[i]
	tok.Kind = String
	for i++; i < len(s); i++ {
		switch c := s[i]; {
		case c == q:
			return i + 1
		case c == '\\':
			tok.Flags |= FlagEscaped
			if i+1 >= len(s) {
				continue
			}
			if class[s[i+1]]&clsNewline != 0 {
				if s[i+1] == '\r' && i+2 < len(s) && s[i+2] == '\n' {
					i++
				}
				i++
			} else {
				i = skipEscape(s, i+1) - 1
			}
		case class[c]&clsNewline != 0:
			tok.Kind = BadString
			return i
		case c == 0:
			tok.Flags |= FlagEscaped
		case c >= 0x80:
			if n, _, dec := wideIdent(s, i); dec {
				tok.Flags |= FlagEscaped
			} else {
				i += n - 1
			}
		}
	}
	tok.Flags |= FlagUnclosed
	return i
}

var pow10 = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// scanNumeric consumes a number, percentage or dimension.
func scanNumeric(s string, i int, tok *Token) int {
	start := i
	neg := false
	if s[i] == '+' || s[i] == '-' {
		neg = s[i] == '-'
		tok.Flags |= FlagSigned
		i++
	}
	var m uint64
	digits, frac := 0, 0
	for i < len(s) && class[s[i]]&clsDigit != 0 {
		if digits < 18 {
			m = m*10 + uint64(s[i]-'0')
		}
		if m != 0 {
			digits++
		}
		i++
	}
	integer := true
	if i+1 < len(s) && s[i] == '.' && class[s[i+1]]&clsDigit != 0 {
		integer = false
		for i++; i < len(s) && class[s[i]]&clsDigit != 0; i++ {
			if digits < 18 {
				m = m*10 + uint64(s[i]-'0')
				frac++
			}
			if m != 0 {
				digits++
			}
		}
	}
	exp := false
	if i < len(s) && s[i]|0x20 == 'e' {
		j := i + 1
		if j < len(s) && (s[j] == '+' || s[j] == '-') {
			j++
		}
		if j < len(s) && class[s[j]]&clsDigit != 0 {
			for j < len(s) && class[s[j]]&clsDigit != 0 {
				j++
			}
			i, exp, integer = j, true, false
		}
	}
	if !exp && digits < 16 && frac < len(pow10) {
		tok.Num = float64(m) / pow10[frac]
		if neg {
			tok.Num = -tok.Num
		}
	} else {
		// The only error is the range; the value is then ±Inf or 0.
		tok.Num, _ = strconv.ParseFloat(s[start:i], 64)
		tok.Num = max(-math.MaxFloat64, min(math.MaxFloat64, tok.Num))
	}
	if integer {
		tok.Flags |= FlagInteger
	}
	tok.Kind = Number
	if i < len(s) {
		if s[i] == '%' {
			tok.Kind = Percentage
			return i + 1
		}
		if startsIdent(s, i) {
			tok.Kind = Dimension
			tok.UnitStart = uint32(i)
			var f TokenFlags
			i, f = scanIdent(s, i)
			tok.Flags |= f
		}
	}
	return i
}

// scanUnicodeRange consumes U+… at i. https://drafts.csswg.org/css-syntax-3/#consume-unicode-range-token
func scanUnicodeRange(s string, i int, tok *Token) (int, bool) {
	if i+2 >= len(s) || s[i+1] != '+' || s[i+2] != '?' && class[s[i+2]]&clsHex == 0 {
		return i, false
	}
	i += 2
	var lo, hi uint32
	n := 0
	for ; n < 6 && i < len(s) && class[s[i]]&clsHex != 0; n++ {
		lo = lo<<4 | hexDigit(s[i])
		i++
	}
	hi = lo
	if n < 6 && i < len(s) && s[i] == '?' {
		for ; n < 6 && i < len(s) && s[i] == '?'; n++ {
			lo, hi = lo<<4, hi<<4|15
			i++
		}
	} else if i+1 < len(s) && s[i] == '-' && class[s[i+1]]&clsHex != 0 {
		i++
		hi = 0
		for n := 0; n < 6 && i < len(s) && class[s[i]]&clsHex != 0; n++ {
			hi = hi<<4 | hexDigit(s[i])
			i++
		}
	}
	tok.Kind, tok.Num, tok.UnitStart = UnicodeRange, float64(lo), hi
	return i, true
}

func hexDigit(c byte) uint32 {
	if c <= '9' {
		return uint32(c - '0')
	}
	return uint32(c|0x20-'a') + 10
}

// raw returns the bytes of a token's name or value, escapes not decoded.
func (t *Tokenizer) raw(tok Token) string {
	s := t.src
	switch tok.Kind {
	case Ident:
		return s[tok.Start:tok.End]
	case Function:
		return s[tok.Start : tok.End-1]
	case AtKeyword, Hash:
		return s[tok.Start+1 : tok.End]
	case Dimension:
		return s[tok.UnitStart:tok.End]
	case String:
		if tok.Flags&FlagUnclosed != 0 {
			return s[tok.Start+1 : tok.End]
		}
		return s[tok.Start+1 : tok.End-1]
	case URL:
		return s[tok.UnitStart:uint32(tok.Num)]
	}
	return s[tok.Start:tok.End]
}

// Text decodes a token: the name of Ident, Function, AtKeyword and Hash; the value of String and URL;
// the unit of Dimension; any other token as written. It allocates only where the token has escapes.
func (t *Tokenizer) Text(tok Token) string {
	r := t.raw(tok)
	if tok.Flags&FlagEscaped != 0 {
		if tok.Kind == String {
			return decodeString(r)
		}
		return decode(r)
	}
	return r
}

// Is reports whether the token's decoded text is lower, compared ASCII case-insensitively. lower must be lower case.
func (t *Tokenizer) Is(tok Token, lower string) bool {
	r := t.raw(tok)
	if tok.Flags&FlagEscaped != 0 {
		r = decode(r)
	}
	return equalFold(r, lower)
}

// IsDelim reports whether the token is the delimiter c.
func (t *Tokenizer) IsDelim(tok Token, c byte) bool {
	return tok.Kind == Delim && t.src[tok.Start] == c
}

func decode(s string) string { return decodeEscapes(s, false) }

func decodeString(s string) string { return decodeEscapes(s, true) }

func decodeEscapes(s string, isString bool) string {
	b := make([]byte, 0, len(s)+2)
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '\\':
			i++
			if i >= len(s) {
				if !isString {
					b = append(b, "\uFFFD"...)
				}
				return string(b)
			}
			if class[s[i]]&clsNewline != 0 { // only in strings
				if s[i] == '\r' && i+1 < len(s) && s[i+1] == '\n' {
					i++
				}
				i++
				continue
			}
			if class[s[i]]&clsHex == 0 {
				if s[i] < 0x80 && s[i] != 0 {
					b = append(b, s[i])
					i++
				}
				continue // the rest is decoded as if it stood alone
			}
			end := skipEscape(s, i)
			var r uint32
			for ; i < end && class[s[i]]&clsHex != 0; i++ {
				r = r<<4 | hexDigit(s[i])
			}
			if r == 0 || r > 0x10FFFF || r >= 0xD800 && r < 0xE000 {
				r = 0xFFFD
			}
			b = utf8.AppendRune(b, rune(r))
			i = end
		case c == 0:
			b = append(b, "\uFFFD"...)
			i++
		case c >= 0x80:
			n, _, dec := wideIdent(s, i)
			if dec {
				b = append(b, "\uFFFD"...)
			} else {
				b = append(b, s[i:i+n]...)
			}
			i += n
		default:
			b = append(b, c)
			i++
		}
	}
	return string(b)
}

// equalFold compares s with lower, which is in lower case, ignoring the case of ASCII letters.
func equalFold(s, lower string) bool {
	if len(s) != len(lower) {
		return false
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		if c != lower[i] {
			return false
		}
	}
	return true
}

// lowerASCII returns s with its ASCII letters in lower case; s itself if they are.
func lowerASCII(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= 'A' && s[i] <= 'Z' {
			b := []byte(s)
			for ; i < len(b); i++ {
				if b[i] >= 'A' && b[i] <= 'Z' {
					b[i] |= 0x20
				}
			}
			return string(b)
		}
	}
	return s
}
