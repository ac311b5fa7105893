package text

// graphemeState runs the rules of extended grapheme clusters forward.
// https://www.unicode.org/reports/tr29/#Grapheme_Cluster_Boundary_Rules
type graphemeState struct {
	prev    uint8
	started bool
	oddRI   bool
	pict    uint8 // GB11: 1 after ExtPict Extend*, 2 after the ZWJ that follows
	indic   uint8 // GB9c: 1 after a consonant, 2 once a linker followed
}

// step moves behind a character and reports whether a cluster begins before it.
func (g *graphemeState) step(p uint32) bool {
	cl := graphemeClass(p)
	b := !g.started || g.boundary(cl, p)
	g.started = true
	switch {
	case p&propPict != 0:
		g.pict = 1
	case cl == gbExtend && g.pict == 1:
	case cl == gbZWJ && g.pict == 1:
		g.pict = 2
	default:
		g.pict = 0
	}
	switch indicClass(p) {
	case incbConsonant:
		g.indic = 1
	case incbLinker:
		if g.indic != 0 {
			g.indic = 2
		}
	case incbExtend:
	default:
		g.indic = 0
	}
	if cl == gbRegionalIndicator {
		g.oddRI = g.prev != gbRegionalIndicator || !g.oddRI
	}
	g.prev = cl
	return b
}

func (g *graphemeState) boundary(cl uint8, p uint32) bool {
	prev := g.prev
	switch {
	case prev == gbOther && cl == gbOther: // the usual case, but for GB9c and GB11
	case prev == gbCR && cl == gbLF: // GB3
		return false
	case prev == gbControl || prev == gbCR || prev == gbLF, cl == gbControl || cl == gbCR || cl == gbLF: // GB4, GB5
		return true
	case prev == gbL && (cl == gbL || cl == gbV || cl == gbLV || cl == gbLVT), // GB6
		(prev == gbLV || prev == gbV) && (cl == gbV || cl == gbT),           // GB7
		(prev == gbLVT || prev == gbT) && cl == gbT,                         // GB8
		cl == gbExtend || cl == gbZWJ,                                       // GB9
		cl == gbSpacingMark,                                                 // GB9a
		prev == gbPrepend,                                                   // GB9b
		prev == gbRegionalIndicator && cl == gbRegionalIndicator && g.oddRI: // GB12, GB13
		return false
	}
	if g.indic == 2 && indicClass(p) == incbConsonant { // GB9c
		return false
	}
	return !(g.pict == 2 && p&propPict != 0) // GB11
}

// NextGrapheme is the offset after the grapheme cluster that begins at offset i, len(text) at most.
// https://www.unicode.org/reports/tr29/#Grapheme_Cluster_Boundaries
func NextGrapheme(text []byte, i int) int {
	if i >= len(text) {
		return len(text)
	}
	var g graphemeState
	for first := true; i < len(text); first = false {
		r, n := decode(text, i)
		if g.step(propsOf(r)) && !first {
			return i
		}
		i += n
	}
	return len(text)
}

// PrevGrapheme is the offset of the grapheme cluster that ends at offset i, 0 at least.
func PrevGrapheme(text []byte, i int) int {
	i = min(i, len(text))
	if i <= 0 {
		return 0
	}
	// Back to where a cluster surely begins: behind a control or at a plain character pair, at most 256 bytes.
	start := i
	for start > 0 && i-start < 256 {
		r, n := decodeLast(text, start)
		start -= n
		if start == 0 {
			break
		}
		before, _ := decodeLast(text, start)
		if r < 0x80 && before < 0x80 && !(r == '\n' && before == '\r') {
			break
		}
		if graphemeClass(propsOf(before)) == gbControl || before == '\n' {
			break
		}
	}
	at := start
	for {
		next := NextGrapheme(text, at)
		if next >= i {
			return at
		}
		at = next
	}
}

// NextWord is the offset after the word, space or mark that begins at i: the next boundary of
// https://www.unicode.org/reports/tr29/#Word_Boundaries
func NextWord(text []byte, i int) int {
	if i >= len(text) {
		return len(text)
	}
	var prev, prev2 uint8 = wbOther, wbOther // ignorable characters left out
	var raw uint8                            // class of the very last character
	oddRI := false
	ignorable := func(c uint8) bool { return c == wbExtend || c == wbFormat || c == wbZWJ }
	letter := func(c uint8) bool { return c == wbALetter || c == wbHebrewLetter }
	midLetter := func(c uint8) bool { return c == wbMidLetter || c == wbMidNumLet || c == wbSingleQuote }
	midNum := func(c uint8) bool { return c == wbMidNum || c == wbMidNumLet || c == wbSingleQuote }
	next := func(j int) uint8 { // the class of the next character that counts
		for j < len(text) {
			r, n := decode(text, j)
			if c := wordClass(propsOf(r)); !ignorable(c) {
				return c
			}
			j += n
		}
		return wbOther
	}
	for first := true; i < len(text); first = false {
		r, n := decode(text, i)
		p := propsOf(r)
		cl := wordClass(p)
		if !first {
			hard := raw == wbCR || raw == wbLF || raw == wbNewline || cl == wbCR || cl == wbLF || cl == wbNewline
			join := false
			switch {
			case raw == wbCR && cl == wbLF: // WB3
				join = true
			case hard: // WB3a, WB3b
			case raw == wbZWJ && p&propPict != 0: // WB3c
				join = true
			case raw == wbWSegSpace && cl == wbWSegSpace: // WB3d
				join = true
			case ignorable(cl): // WB4
				join = true
			case letter(prev) && letter(cl): // WB5
				join = true
			case letter(prev) && midLetter(cl) && letter(next(i+n)): // WB6
				join = true
			case letter(prev2) && midLetter(prev) && letter(cl): // WB7
				join = true
			case prev == wbHebrewLetter && cl == wbSingleQuote: // WB7a
				join = true
			case prev == wbHebrewLetter && cl == wbDoubleQuote && next(i+n) == wbHebrewLetter: // WB7b
				join = true
			case prev2 == wbHebrewLetter && prev == wbDoubleQuote && cl == wbHebrewLetter: // WB7c
				join = true
			case cl == wbNumeric && (prev == wbNumeric || letter(prev)), prev == wbNumeric && letter(cl): // WB8 to WB10
				join = true
			case prev2 == wbNumeric && midNum(prev) && cl == wbNumeric: // WB11
				join = true
			case prev == wbNumeric && midNum(cl) && next(i+n) == wbNumeric: // WB12
				join = true
			case prev == wbKatakana && cl == wbKatakana: // WB13
				join = true
			case cl == wbExtendNumLet && (letter(prev) || prev == wbNumeric || prev == wbKatakana || prev == wbExtendNumLet): // WB13a
				join = true
			case prev == wbExtendNumLet && (letter(cl) || cl == wbNumeric || cl == wbKatakana): // WB13b
				join = true
			case prev == wbRegionalIndicator && cl == wbRegionalIndicator && oddRI: // WB15, WB16
				join = true
			}
			if !join {
				return i
			}
		}
		if first || !ignorable(cl) {
			if cl == wbRegionalIndicator {
				oddRI = prev != wbRegionalIndicator || !oddRI
			}
			prev2, prev = prev, cl
		}
		raw = cl
		i += n
	}
	return len(text)
}

// PrevWord is the last word boundary before i, 0 at least.
func PrevWord(text []byte, i int) int {
	i = min(i, len(text))
	if i <= 0 {
		return 0
	}
	// A line feed is a boundary on both sides; without one near, a space between letters.
	start := i - 1
	for start > 0 && !(text[start-1] == '\n' || i-start > 64 && start > 1 && text[start-1] == ' ' && text[start] < 0x80 && text[start] != ' ') {
		if i-start > 4096 {
			for start < i-1 && text[start]&0xc0 == 0x80 {
				start++
			}
			break
		}
		start--
	}
	at := start
	for {
		next := NextWord(text, at)
		if next >= i {
			return at
		}
		at = next
	}
}
