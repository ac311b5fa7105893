package text

// Break says what may happen before a byte of a text.
type Break uint8

const (
	BreakAllowed  Break = 1 << iota // a line may end here
	BreakForced                     // a line ends here: after LF, CR, NEL, LS, PS
	BreakHyphen                     // the opportunity follows a soft hyphen: a break here shows a hyphen
	BreakGrapheme                   // a grapheme cluster begins here: overflow-wrap may break here when nothing else helps
)

// Strictness is the property line-break. https://drafts.csswg.org/css-text-4/#line-break-property
type Strictness uint8

const (
	LineBreakAuto Strictness = iota // as normal
	LineBreakLoose
	LineBreakNormal
	LineBreakStrict
	LineBreakAnywhere
)

// WordBreak is the property word-break. https://drafts.csswg.org/css-text-4/#word-break-property
type WordBreak uint8

const (
	WordBreakNormal WordBreak = iota
	WordBreakAll              // break-all
	WordKeepAll               // keep-all
)

// BreakOptions tailor line breaking.
type BreakOptions struct {
	LineBreak Strictness
	WordBreak WordBreak
	Lang      string // BCP 47: Chinese and Japanese have rules of their own when not strict
	uax       bool   // UAX 14 to the letter: for its own tests
}

// lineState is what the rules look back at: the characters before a position, with combining marks
// absorbed (LB9) and stray ones taken for letters (LB10).
type lineState struct {
	prev, prev2     uint8  // classes of the last two characters; lbSOT at the start
	prevP, prev2P   uint32 // their properties
	spaced          uint8  // class of the last character that is not a space
	spacedP         uint32
	beforeSpaced    uint8 // class of the character before that
	numeric         uint8 // LB25: 1 within NU (SY|IS)*, 2 after a CL or CP that closes it
	oddRI           bool
	dotted, dotted2 bool // U+25CC stands for an aksara (LB28a)
	zwj             bool // the very last character is a ZWJ
}

const lbSOT = 63 // start of text, as a class

func isAksara(c uint8, dotted bool) bool { return c == lbAK || c == lbAS || dotted }
func isHangul(c uint8) bool {
	return c == lbJL || c == lbJV || c == lbJT || c == lbH2 || c == lbH3
}
func isLetter(c uint8) bool { return c == lbAL || c == lbHL }
func isHard(c uint8) bool   { return c == lbBK || c == lbCR || c == lbLF || c == lbNL }

// LineBreaks writes to dst what may happen before each byte of text, and after its end: len(text)+1 values,
// zero within characters. dst is grown when it is too short, and returned.
//
// The rules are those of https://www.unicode.org/reports/tr14/ (Unicode 17) with the tailorings of CSS Text 4, and with two
// that browsers share: a line may always end after a space, and between two printable ASCII characters a table decides
// (so that paths and queries break after «?» and «-», and not after «/»).
// South-east Asian text (Thai, Lao, Khmer, Burmese) needs a dictionary, which there is none of: it breaks at spaces.
func LineBreaks(dst []Break, text []byte, o *BreakOptions) []Break {
	n := len(text) + 1
	if cap(dst) < n {
		dst = make([]Break, n, n+n/4)
	}
	dst = dst[:n]
	clear(dst)
	var t tailoring
	if o != nil {
		t = tailoring{o: *o, cj: isCJLang(o.Lang)}
	}
	var (
		s     lineState
		g     graphemeState
		fast  = t.o.WordBreak == WordBreakNormal && t.o.LineBreak != LineBreakAnywhere && !t.o.uax
		stale = true // s and g do not know the characters before i
		prev  rune
	)
	for i := 0; i < len(text); {
		if c := text[i]; fast && c < 0x80 && prev < 0x80 {
			// Two ASCII characters.
			b := BreakGrapheme
			if i > 0 {
				switch p := byte(prev); {
				case p == '\n' || p == '\v' || p == '\f' || p == '\r':
					b |= BreakForced
					if p == '\r' && c == '\n' {
						b = 0
					}
				case c <= ' ' || c == 0x7f || p < ' ' || p == 0x7f:
					if p == '\t' && c > ' ' {
						b |= BreakAllowed
					}
				case p == ' ':
					b |= BreakAllowed
				case asciiAllowed(text, i, p, c):
					b |= BreakAllowed
				}
			}
			dst[i] = b
			prev, stale = rune(c), true
			i++
			continue
		}
		if stale {
			s, g = stateBefore(text, i, &t)
			stale = false
		}
		r, size := decode(text, i)
		p := propsOf(r)
		b := Break(0)
		if g.step(p) {
			b = BreakGrapheme
		}
		cl := t.class(r, lineClass(p))
		if i > 0 {
			switch {
			case isHard(s.prev):
				if !(s.prev == lbCR && cl == lbLF) {
					b |= BreakForced
				}
			case t.o.LineBreak == LineBreakAnywhere:
				if b != 0 && !isHard(cl) {
					b |= BreakAllowed
				}
			case t.allowed(&s, cl, p, r, prev, text, i, size):
				b |= BreakAllowed
				if prev == 0xad {
					b |= BreakHyphen
				}
			}
		}
		dst[i] = b
		s.push(cl, p, r)
		prev = r
		i += size
	}
	dst[len(text)] = BreakGrapheme | BreakAllowed
	if prev >= '\n' && prev <= '\r' || prev == 0x85 || prev == 0x2028 || prev == 0x2029 {
		dst[len(text)] = BreakGrapheme | BreakForced
	}
	return dst
}

// stateBefore runs the states over the characters before offset i that can matter there.
func stateBefore(text []byte, i int, t *tailoring) (s lineState, g graphemeState) {
	s = lineState{prev: lbSOT, prev2: lbSOT, spaced: lbSOT, beforeSpaced: lbSOT}
	// The rules look back over one run of spaces and one number: a short window of ASCII decides.
	j := i
	for j > 0 && i-j < 32 && text[j-1] < 0x80 {
		j--
	}
	if j > 0 {
		s.prev, s.prevP = lbAL, propsOf('a')
		s.spaced, s.spacedP = lbAL, s.prevP
	}
	for j < i {
		r, n := decode(text, j)
		p := propsOf(r)
		g.step(p)
		s.push(t.class(r, lineClass(p)), p, r)
		j += n
	}
	return s, g
}

func isASCIIAlnum(c byte) bool { return c-'0' <= 9 || c|0x20-'a' < 26 }

// asciiAllowed decides between two printable ASCII characters, of which c is at offset i. A hyphen
// before a digit is a minus sign unless a letter or digit stands before it.
func asciiAllowed(text []byte, i int, prev, c byte) bool {
	if prev == '-' && c-'0' <= 9 && (i < 2 || !isASCIIAlnum(text[i-2])) {
		return false
	}
	if c < 0x60 {
		return asciiPairs[prev-' ']&(1<<(c-' ')) != 0
	}
	return asciiPairsHigh[prev-' ']&(1<<(c&31)) != 0
}

// asciiPairs has a bit for each printable ASCII character that may begin a line behind the character of the row:
// U+0020 to U+005F, and in asciiPairsHigh U+0060 to U+007F. What Chromium does, by asking it for each pair.
var asciiPairs, asciiPairsHigh = func() (low [96]uint64, high [96]uint32) {
	allow := func(prev byte, next string) {
		for _, c := range []byte(next) {
			if c < 0x60 {
				low[prev-' '] |= 1 << (c - ' ')
			} else {
				high[prev-' '] |= 1 << (c & 31)
			}
		}
	}
	for _, c := range []byte("!\"#%&)*+,-.:;=>?\\]|}~") {
		allow(c, "(<[{")
	}
	const words = "#%&(*+-0123456789<=>@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\^_`abcdefghijklmnopqrstuvwxyz{|~"
	allow('-', words+"\"'")
	allow('?', words+"$")
	return
}()

// push moves the state behind a character.
func (s *lineState) push(cl uint8, p uint32, r rune) {
	s.zwj = cl == lbZWJ
	if cl == lbCM || cl == lbZWJ {
		switch s.prev {
		case lbSOT, lbBK, lbCR, lbLF, lbNL, lbSP, lbZW:
			cl = lbAL // LB10
		default:
			return // LB9
		}
	}
	if cl == lbRI {
		s.oddRI = s.prev != lbRI || !s.oddRI
	}
	switch {
	case cl == lbNU:
		s.numeric = 1
	case (cl == lbSY || cl == lbIS) && s.numeric == 1:
	case (cl == lbCL || cl == lbCP) && s.numeric == 1:
		s.numeric = 2
	default:
		s.numeric = 0
	}
	if cl != lbSP {
		s.beforeSpaced = s.prev
		s.spaced, s.spacedP = cl, p
	}
	s.prev2, s.prev2P, s.dotted2 = s.prev, s.prevP, s.dotted
	s.prev, s.prevP, s.dotted = cl, p, r == 0x25cc
}

// peek is the class and the properties of the character at offset i, past combining marks; ok is false at the end.
func peek(text []byte, i int, t *tailoring) (cl uint8, p uint32, r rune, next int, ok bool) {
	for i < len(text) {
		r, n := decode(text, i)
		p := propsOf(r)
		cl := t.class(r, lineClass(p))
		i += n
		if cl != lbCM && cl != lbZWJ {
			return cl, p, r, i, true
		}
	}
	return 0, 0, 0, i, false
}

// allowed decides whether a line may break before a character of class cl whose end is at offset end.
func (s *lineState) allowed(cl uint8, p uint32, r rune, text []byte, end int, t *tailoring) bool {
	prev := s.prev
	// LB6, LB7
	if isHard(cl) || cl == lbSP || cl == lbZW {
		return false
	}
	// LB8: ZW SP* ÷
	if s.spaced == lbZW {
		return true
	}
	// LB8a
	if s.zwj {
		return false
	}
	// LB9, LB10
	if cl == lbCM || cl == lbZWJ {
		if prev != lbSP {
			return false
		}
		cl, p = lbAL, propsOf('a')
	}
	// LB11, LB12, LB12a
	if cl == lbWJ || prev == lbWJ || prev == lbGL {
		return false
	}
	if cl == lbGL && prev != lbSP && prev != lbBA && prev != lbHY && prev != lbHH {
		return false
	}
	// LB13
	if cl == lbCL || cl == lbCP || cl == lbEX || cl == lbSY {
		return false
	}
	// LB14: OP SP* ×
	if s.spaced == lbOP {
		return false
	}
	// LB15a
	if s.spaced == lbQU && s.spacedP&propPi != 0 {
		switch s.beforeSpaced {
		case lbSOT, lbBK, lbCR, lbLF, lbNL, lbOP, lbQU, lbGL, lbSP, lbZW:
			return false
		}
	}
	// LB15b
	if cl == lbQU && p&propPf != 0 {
		nc, _, _, _, ok := peek(text, end, t)
		if !ok {
			return false
		}
		switch nc {
		case lbSP, lbGL, lbWJ, lbCL, lbQU, lbCP, lbEX, lbIS, lbSY, lbBK, lbCR, lbLF, lbNL, lbZW:
			return false
		}
	}
	// LB15c, LB15d
	if cl == lbIS {
		if prev == lbSP {
			if nc, _, _, _, ok := peek(text, end, t); ok && nc == lbNU {
				return true
			}
		}
		return false
	}
	// LB16, LB17
	if cl == lbNS && (s.spaced == lbCL || s.spaced == lbCP) {
		return false
	}
	if cl == lbB2 && s.spaced == lbB2 {
		return false
	}
	if prev == lbSP { // LB18
		return true
	}
	// LB19, LB19a
	if cl == lbQU {
		if p&propPi == 0 || s.prevP&propEastAsian == 0 {
			return false
		}
		if _, np, _, _, ok := peek(text, end, t); !ok || np&propEastAsian == 0 {
			return false
		}
	}
	if prev == lbQU {
		if s.prevP&propPf == 0 || p&propEastAsian == 0 {
			return false
		}
		if s.prev2 == lbSOT || s.prev2P&propEastAsian == 0 {
			return false
		}
	}
	// LB20
	if cl == lbCB || prev == lbCB {
		return true
	}
	// LB20a
	if (prev == lbHY || prev == lbHH) && isLetter(cl) {
		switch s.prev2 {
		case lbSOT, lbBK, lbCR, lbLF, lbNL, lbSP, lbZW, lbCB, lbGL:
			return false
		}
	}
	// LB21, LB21a, LB21b, LB22
	if cl == lbBA || cl == lbHH || cl == lbHY || cl == lbNS || prev == lbBB {
		return false
	}
	if (prev == lbHY || prev == lbHH) && s.prev2 == lbHL && cl != lbHL {
		return false
	}
	if prev == lbSY && cl == lbHL || cl == lbIN {
		return false
	}
	// LB23, LB23a, LB24
	idLike := func(c uint8) bool { return c == lbID || c == lbEB || c == lbEM }
	switch {
	case isLetter(prev) && cl == lbNU, prev == lbNU && isLetter(cl),
		prev == lbPR && idLike(cl), idLike(prev) && cl == lbPO,
		(prev == lbPR || prev == lbPO) && isLetter(cl), isLetter(prev) && (cl == lbPR || cl == lbPO):
		return false
	}
	// LB25
	switch {
	case s.numeric != 0 && (cl == lbPO || cl == lbPR), s.numeric == 1 && cl == lbNU,
		(prev == lbPO || prev == lbPR || prev == lbHY || prev == lbIS) && cl == lbNU:
		return false
	case (prev == lbPO || prev == lbPR) && cl == lbOP:
		nc, _, _, at, ok := peek(text, end, t)
		if ok && nc == lbIS {
			nc, _, _, _, ok = peek(text, at, t)
		}
		if ok && nc == lbNU {
			return false
		}
	}
	// LB26, LB27
	switch {
	case prev == lbJL && (cl == lbJL || cl == lbJV || cl == lbH2 || cl == lbH3),
		(prev == lbJV || prev == lbH2) && (cl == lbJV || cl == lbJT),
		(prev == lbJT || prev == lbH3) && cl == lbJT,
		isHangul(prev) && cl == lbPO, prev == lbPR && isHangul(cl):
		return false
	}
	// LB28
	if isLetter(prev) && isLetter(cl) {
		return false
	}
	// LB28a
	dotted := r == 0x25cc
	switch {
	case prev == lbAP && isAksara(cl, dotted),
		isAksara(prev, s.dotted) && (cl == lbVF || cl == lbVI),
		isAksara(s.prev2, s.dotted2) && prev == lbVI && (cl == lbAK || dotted):
		return false
	case isAksara(prev, s.dotted) && isAksara(cl, dotted):
		if nc, _, _, _, ok := peek(text, end, t); ok && nc == lbVF {
			return false
		}
	}
	// LB29
	if prev == lbIS && isLetter(cl) {
		return false
	}
	// LB30
	if (isLetter(prev) || prev == lbNU) && cl == lbOP && p&propEastAsian == 0 {
		return false
	}
	if prev == lbCP && s.prevP&propEastAsian == 0 && (isLetter(cl) || cl == lbNU) {
		return false
	}
	// LB30a
	if prev == lbRI && cl == lbRI && s.oddRI {
		return false
	}
	// LB30b
	if cl == lbEM && (prev == lbEB || s.prevP&(propPict|propUnassigned) == propPict|propUnassigned) {
		return false
	}
	return true // LB31
}

// tailoring changes classes and pairs as CSS asks for.
type tailoring struct {
	o  BreakOptions
	cj bool // the text is Chinese or Japanese
}

// allowed decides whether a line may break before the character r at offset i, which is size long.
func (t *tailoring) allowed(s *lineState, cl uint8, p uint32, r, prev rune, text []byte, i, size int) bool {
	if t.o.uax {
		return s.allowed(cl, p, r, text, i+size, t)
	}
	if s.prev == lbSP && cl != lbSP && cl != lbZW && !isHard(cl) {
		return true
	}
	if t.o.WordBreak != WordBreakAll && prev > ' ' && prev < 0x7f && r > ' ' && r < 0x7f && s.prev != lbCM {
		return asciiAllowed(text, i, byte(prev), byte(r))
	}
	if !s.allowed(cl, p, r, text, i+size, t) {
		return false
	}
	return t.o.WordBreak != WordKeepAll || !keepTogether(s.prev) || !keepTogether(cl)
}

// class is the class that the rules see. https://drafts.csswg.org/css-text-4/#line-break-property
func (t *tailoring) class(r rune, cl uint8) uint8 {
	if t.o.WordBreak == WordBreakAll && (breakAllLetter(cl) || r == '-' || r == '|') {
		return lbID
	}
	if r < 0x80 {
		return cl
	}
	if t.o.uax || t.o.LineBreak == LineBreakStrict {
		if cl == lbCJ {
			return lbNS
		}
		return cl
	}
	switch {
	case cl == lbCJ:
		return lbID
	case t.cj && (r == 0x2010 || r == 0x2013 || r == 0x301c || r == 0x30a0):
		return lbID
	}
	if t.o.LineBreak == LineBreakLoose {
		switch r {
		case 0x3005, 0x303b, 0x309d, 0x309e, 0x30fd, 0x30fe: // iteration marks
			return lbID
		case 0x2025, 0x2026, 0xfe19: // inseparable characters
			return lbID
		}
		if t.cj {
			switch r {
			case 0x30fb, 0xff1a, 0xff1b, 0xff65, 0x203c, 0x2047, 0x2048, 0x2049, 0xff01, 0xff1f:
				return lbID
			}
			if (cl == lbPO || cl == lbPR) && propsOf(r)&propEastAsian != 0 {
				return lbID
			}
		}
	}
	return cl
}

// breakAllLetter are the classes that word-break: break-all takes for ideographs.
func breakAllLetter(cl uint8) bool {
	switch cl {
	case lbAL, lbHL, lbNU, lbID, lbJL, lbJV, lbJT, lbH2, lbH3, lbAK, lbAP, lbAS:
		return true
	}
	return false
}

// keepTogether are the letters that word-break: keep-all does not part.
func keepTogether(cl uint8) bool {
	switch cl {
	case lbAL, lbHL, lbNU, lbID, lbNS, lbEB, lbEM, lbJL, lbJV, lbJT, lbH2, lbH3, lbAK, lbAP, lbAS:
		return true
	}
	return false
}

func isCJLang(lang string) bool {
	if len(lang) < 2 || len(lang) > 2 && lang[2] != '-' {
		return false
	}
	a, b := lang[0]|0x20, lang[1]|0x20
	return a == 'j' && b == 'a' || a == 'z' && b == 'h'
}
