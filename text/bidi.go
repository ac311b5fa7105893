package text

import "sort"

// Direction of a paragraph.
type Direction uint8

const (
	LTR Direction = iota
	RTL
	Auto // the first strong character decides, LTR where there is none
)

// maxDepth is the deepest embedding level. https://www.unicode.org/reports/tr9/#BD2
const maxDepth = 125

// Bidi runs the bidirectional algorithm; it keeps scratch memory. One goroutine at a time.
// https://www.unicode.org/reports/tr9/
type Bidi struct {
	offsets []uint32 // of each character, and the end
	orig    []uint8  // bidi classes
	class   []uint8  // classes as the rules change them
	level   []uint8
	match   []int32 // isolate initiators: the character of the matching PDI; PDIs: their initiator; -1 none
	runs    []bidiRun
	seq     []int32 // characters of the isolating run sequence in work
	pairs   []bracketPair
	open    []openBracket
	stack   []int32
}

// bidiRun is a level run (BD7): characters start to end; next is the run behind its isolate, -1 none.
type bidiRun struct {
	start, end, next int32
	level            uint8
	follows          bool // the run continues an isolating run sequence that another began
}

type bracketPair struct{ open, close int32 } // places in seq

type openBracket struct {
	r     rune
	place int32
}

// NeedsBidi reports whether a text has any character that can give it another order than left to right. Where
// it does not and the paragraph is LTR, all levels are 0.
func NeedsBidi(text []byte) bool {
	for i := 0; i < len(text); {
		if text[i] < 0xd6 { // below U+0590 all is left to right or neutral
			i++
			continue
		}
		r, n := decode(text, i)
		switch bidiClass(propsOf(r)) {
		case bdR, bdAL, bdAN, bdRLE, bdRLO, bdRLI, bdLRE, bdLRO, bdLRI, bdFSI:
			return true
		}
		i += n
	}
	return false
}

func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}

// Levels writes the embedding level of each byte of one paragraph to dst, grown when too short, and returns it
// with the paragraph's own level. Rule L1 is applied as if the paragraph were one line: for the trailing white space
// of other lines, layout uses the paragraph's level.
func (b *Bidi) Levels(dst []uint8, text []byte, dir Direction) (levels []uint8, base uint8) {
	dst = grow(dst, len(text))
	b.offsets, b.orig = b.offsets[:0], b.orig[:0]
	for i := 0; i < len(text); {
		r, n := decode(text, i)
		b.offsets = append(b.offsets, uint32(i))
		b.orig = append(b.orig, bidiClass(propsOf(r)))
		i += n
	}
	b.offsets = append(b.offsets, uint32(len(text)))
	n := len(b.orig)
	b.class = append(b.class[:0], b.orig...)
	b.level = grow(b.level, n)
	b.matchIsolates()
	switch dir {
	case RTL:
		base = 1
	case Auto:
		base = b.paragraphLevel(0, n)
	}
	b.explicit(base)
	b.sequences(base, text)
	b.resetWhitespace(base)
	for i := range n {
		for j := b.offsets[i]; j < b.offsets[i+1]; j++ {
			dst[j] = b.level[i]
		}
	}
	return dst, base
}

func isInitiator(c uint8) bool { return c == bdLRI || c == bdRLI || c == bdFSI }

// removed are the classes that rule X9 takes out.
func removed(c uint8) bool {
	switch c {
	case bdLRE, bdRLE, bdLRO, bdRLO, bdPDF, bdBN:
		return true
	}
	return false
}

// matchIsolates is BD9.
func (b *Bidi) matchIsolates() {
	b.match = grow(b.match, len(b.orig))
	b.stack = b.stack[:0]
	for i, c := range b.orig {
		b.match[i] = -1
		switch {
		case isInitiator(c):
			b.stack = append(b.stack, int32(i))
		case c == bdPDI && len(b.stack) > 0:
			j := b.stack[len(b.stack)-1]
			b.stack = b.stack[:len(b.stack)-1]
			b.match[i], b.match[j] = j, int32(i)
		case c == bdB:
			b.stack = b.stack[:0]
		}
	}
}

// paragraphLevel is P2 and P3 over characters first to end.
func (b *Bidi) paragraphLevel(first, end int) uint8 {
	for i := first; i < end; i++ {
		switch c := b.orig[i]; {
		case c == bdL:
			return 0
		case c == bdR || c == bdAL:
			return 1
		case c == bdB:
			return 0
		case isInitiator(c):
			if b.match[i] < 0 {
				return 0
			}
			i = int(b.match[i])
		}
	}
	return 0
}

// explicit is X1 to X8. https://www.unicode.org/reports/tr9/#Explicit_Levels_and_Directions
func (b *Bidi) explicit(base uint8) {
	type entry struct {
		level    uint8
		override uint8 // bdON for none
		isolate  bool
	}
	var stack [maxDepth + 2]entry
	stack[0] = entry{base, bdON, false}
	top := 0
	overIsolates, overEmbeddings, validIsolates := 0, 0, 0
	odd := func(l uint8) uint8 { return (l + 1) | 1 }
	even := func(l uint8) uint8 { return (l + 2) &^ 1 }
	for i, c := range b.orig {
		cur := stack[top]
		switch c {
		case bdRLE, bdLRE, bdRLO, bdLRO: // X2 to X5
			b.level[i] = cur.level
			l, o := odd(cur.level), uint8(bdON)
			if c == bdLRE || c == bdLRO {
				l = even(cur.level)
			}
			if c == bdRLO {
				o = bdR
			} else if c == bdLRO {
				o = bdL
			}
			if l <= maxDepth && overIsolates == 0 && overEmbeddings == 0 {
				top++
				stack[top] = entry{l, o, false}
			} else if overIsolates == 0 {
				overEmbeddings++
			}
		case bdRLI, bdLRI, bdFSI: // X5a to X5c
			b.level[i] = cur.level
			if cur.override != bdON {
				b.class[i] = cur.override
			}
			rtl := c == bdRLI
			if c == bdFSI {
				end := len(b.orig)
				if b.match[i] >= 0 {
					end = int(b.match[i])
				}
				rtl = b.paragraphLevel(i+1, end) == 1
			}
			l := even(cur.level)
			if rtl {
				l = odd(cur.level)
			}
			if l <= maxDepth && overIsolates == 0 && overEmbeddings == 0 {
				validIsolates++
				top++
				stack[top] = entry{l, bdON, true}
			} else {
				overIsolates++
			}
		case bdPDI: // X6a
			if overIsolates > 0 {
				overIsolates--
			} else if validIsolates > 0 {
				overEmbeddings = 0
				for !stack[top].isolate {
					top--
				}
				top--
				validIsolates--
			}
			cur = stack[top]
			b.level[i] = cur.level
			if cur.override != bdON {
				b.class[i] = cur.override
			}
		case bdPDF: // X7
			if overIsolates == 0 {
				if overEmbeddings > 0 {
					overEmbeddings--
				} else if !cur.isolate && top > 0 {
					top--
				}
			}
			b.level[i] = stack[top].level
		case bdB: // X8
			b.level[i] = base
			top, overIsolates, overEmbeddings, validIsolates = 0, 0, 0, 0
		case bdBN:
			b.level[i] = cur.level
		default: // X6
			b.level[i] = cur.level
			if cur.override != bdON {
				b.class[i] = cur.override
			}
		}
	}
}

// sequences is X10: it splits the text into isolating run sequences and resolves each.
func (b *Bidi) sequences(base uint8, text []byte) {
	n := int32(len(b.orig))
	b.runs = b.runs[:0]
	// Level runs (BD7); removed characters belong to none.
	for i := int32(0); i < n; i++ {
		if removed(b.orig[i]) {
			continue
		}
		if k := len(b.runs) - 1; k >= 0 && b.runs[k].level == b.level[i] {
			b.runs[k].end = i + 1
		} else {
			b.runs = append(b.runs, bidiRun{start: i, end: i + 1, next: -1, level: b.level[i]})
		}
	}
	// Chain the runs across isolates (BD13).
	for k := range b.runs {
		last := b.runs[k].end - 1
		if isInitiator(b.orig[last]) && b.match[last] >= 0 {
			pdi := b.match[last]
			j := sort.Search(len(b.runs), func(j int) bool { return b.runs[j].end > pdi })
			if j < len(b.runs) && b.runs[j].start == pdi {
				b.runs[k].next = int32(j)
				b.runs[j].follows = true
			}
		}
	}
	for k := range b.runs {
		if b.runs[k].follows {
			continue
		}
		b.seq = b.seq[:0]
		end := k
		for j := int32(k); j >= 0; j = b.runs[j].next {
			end = int(j)
			for i := b.runs[j].start; i < b.runs[j].end; i++ {
				if !removed(b.orig[i]) {
					b.seq = append(b.seq, i)
				}
			}
		}
		level := b.runs[k].level
		before, after := base, base
		if k > 0 {
			before = b.runs[k-1].level
		}
		last := b.runs[end].end - 1
		if end+1 < len(b.runs) && !(isInitiator(b.orig[last]) && b.match[last] < 0) {
			after = b.runs[end+1].level
		}
		b.resolve(level, max(level, before)&1, max(level, after)&1, text)
	}
	// Removed characters take the level of the character before them (5.2).
	prev := base
	for i := range b.orig {
		if removed(b.orig[i]) {
			b.level[i] = prev
		}
		prev = b.level[i]
	}
}

// resolve is W1 to I2 over the sequence in b.seq; sos and eos are 0 for L and 1 for R.
func (b *Bidi) resolve(level, sos, eos uint8, text []byte) {
	dirClass := [2]uint8{bdL, bdR}
	seq, class := b.seq, b.class
	// W1 to W3
	prev, strong := dirClass[sos], dirClass[sos]
	hasNumber, hasAL, hasNeutral := false, false, false
	for _, i := range seq {
		c := class[i]
		if c == bdNSM {
			c = prev
			if isInitiator(c) || c == bdPDI {
				c = bdON
			}
			class[i] = c
		}
		prev = c
		switch c {
		case bdL, bdR:
			strong = c
		case bdAL:
			strong, hasAL = c, true
		case bdEN:
			if strong == bdAL {
				class[i] = bdAN
			}
			hasNumber = true
		case bdAN:
			hasNumber = true
		default:
			hasNeutral = true
		}
	}
	if hasAL {
		for _, i := range seq {
			if class[i] == bdAL {
				class[i] = bdR
			}
		}
	}
	if hasNumber {
		// W4
		for k := 1; k+1 < len(seq); k++ {
			c, p, q := class[seq[k]], class[seq[k-1]], class[seq[k+1]]
			if p == q && (c == bdES && p == bdEN || c == bdCS && (p == bdEN || p == bdAN)) {
				class[seq[k]] = p
			}
		}
		// W5
		for k := 0; k < len(seq); {
			if class[seq[k]] != bdET {
				k++
				continue
			}
			j := k
			for j < len(seq) && class[seq[j]] == bdET {
				j++
			}
			if k > 0 && class[seq[k-1]] == bdEN || j < len(seq) && class[seq[j]] == bdEN {
				for ; k < j; k++ {
					class[seq[k]] = bdEN
				}
			}
			k = j
		}
	}
	// W6, W7
	strong = dirClass[sos]
	for _, i := range seq {
		switch class[i] {
		case bdES, bdET, bdCS:
			class[i] = bdON
		case bdL, bdR:
			strong = class[i]
		case bdEN:
			if strong == bdL {
				class[i] = bdL
			}
		}
	}
	if hasNeutral {
		b.brackets(level, sos, text)
		// N1, N2
		neutral := func(c uint8) bool {
			return c == bdB || c == bdS || c == bdWS || c == bdON || isInitiator(c) || c == bdPDI
		}
		dir := func(c uint8) uint8 {
			if c == bdL {
				return bdL
			}
			return bdR
		}
		for k := 0; k < len(seq); {
			if !neutral(class[seq[k]]) {
				k++
				continue
			}
			j := k
			for j < len(seq) && neutral(class[seq[j]]) {
				j++
			}
			lead, trail := dirClass[sos], dirClass[eos]
			if k > 0 {
				lead = dir(class[seq[k-1]])
			}
			if j < len(seq) {
				trail = dir(class[seq[j]])
			}
			if lead != trail {
				lead = dirClass[level&1]
			}
			for ; k < j; k++ {
				class[seq[k]] = lead
			}
		}
	}
	// I1, I2
	for _, i := range seq {
		switch c := class[i]; {
		case level&1 == 0 && c == bdR:
			b.level[i] = level + 1
		case level&1 == 0 && (c == bdAN || c == bdEN):
			b.level[i] = level + 2
		case level&1 == 1 && (c == bdL || c == bdAN || c == bdEN):
			b.level[i] = level + 1
		default:
			b.level[i] = level
		}
	}
}

// bracket is the partner of a paired bracket, negative for a closing one, 0 for other characters.
func bracket(r rune) rune {
	if r < 0x80 {
		switch r {
		case '(':
			return ')'
		case ')':
			return -'('
		case '[':
			return ']'
		case ']':
			return -'['
		case '{':
			return '}'
		case '}':
			return -'{'
		}
		return 0
	}
	k := sort.Search(len(bidiBrackets), func(k int) bool { return bidiBrackets[k][0] >= r })
	if k < len(bidiBrackets) && bidiBrackets[k][0] == r {
		return bidiBrackets[k][1]
	}
	return 0
}

// canonBracket makes the angle brackets equal that are canonically equivalent.
func canonBracket(r rune) rune {
	switch r {
	case 0x2329:
		return 0x3008
	case 0x232a:
		return 0x3009
	}
	return r
}

// brackets is N0. https://www.unicode.org/reports/tr9/#N0
func (b *Bidi) brackets(level, sos uint8, text []byte) {
	b.pairs, b.open = b.pairs[:0], b.open[:0]
	for k, i := range b.seq {
		if b.class[i] != bdON || b.orig[i] != bdON {
			continue
		}
		r, _ := decode(text, int(b.offsets[i]))
		switch p := bracket(r); {
		case p > 0:
			if len(b.open) == 63 { // BD16
				b.pairs = b.pairs[:0]
				return
			}
			b.open = append(b.open, openBracket{canonBracket(p), int32(k)})
		case p < 0:
			for j := len(b.open) - 1; j >= 0; j-- {
				if b.open[j].r == canonBracket(r) {
					b.pairs = append(b.pairs, bracketPair{b.open[j].place, int32(k)})
					b.open = b.open[:j]
					break
				}
			}
		}
	}
	if len(b.pairs) == 0 {
		return
	}
	sort.Slice(b.pairs, func(i, j int) bool { return b.pairs[i].open < b.pairs[j].open })
	embedding := [2]uint8{bdL, bdR}[level&1]
	strongOf := func(c uint8) uint8 {
		switch c {
		case bdL:
			return bdL
		case bdR, bdEN, bdAN, bdAL:
			return bdR
		}
		return bdON
	}
	for _, p := range b.pairs {
		foundOpposite, foundSame := false, false
		for k := p.open + 1; k < p.close; k++ {
			switch s := strongOf(b.class[b.seq[k]]); {
			case s == embedding:
				foundSame = true
			case s != bdON:
				foundOpposite = true
			}
			if foundSame {
				break
			}
		}
		set := uint8(bdON)
		switch {
		case foundSame:
			set = embedding
		case foundOpposite:
			context := [2]uint8{bdL, bdR}[sos]
			for k := p.open - 1; k >= 0; k-- {
				if s := strongOf(b.class[b.seq[k]]); s != bdON {
					context = s
					break
				}
			}
			set = embedding
			if context != embedding {
				set = context
			}
		}
		if set == bdON {
			continue
		}
		for _, k := range [2]int32{p.open, p.close} {
			b.class[b.seq[k]] = set
			// Marks that W1 gave the bracket's class follow it.
			for m := int(k) + 1; m < len(b.seq) && b.orig[b.seq[m]] == bdNSM; m++ {
				b.class[b.seq[m]] = set
			}
		}
	}
}

// resetWhitespace is L1 for a paragraph of one line.
func (b *Bidi) resetWhitespace(base uint8) {
	from := 0
	for i, c := range b.orig {
		switch {
		case c == bdB || c == bdS:
			for ; from <= i; from++ {
				b.level[from] = base
			}
		case c == bdWS || isInitiator(c) || c == bdPDI || removed(c):
		default:
			from = i + 1
		}
	}
	for ; from < len(b.level); from++ {
		b.level[from] = base
	}
}

// ReorderLine puts the rows of a line's items in visual order, left to right (rule L2): order[i] is the
// item at place i. Levels are the items'; those of trailing white space should be the paragraph's (L1).
func ReorderLine(order []int32, levels []uint8) {
	highest, lowestOdd := uint8(0), uint8(255)
	for i, l := range levels {
		order[i] = int32(i)
		highest = max(highest, l)
		if l&1 == 1 {
			lowestOdd = min(lowestOdd, l)
		}
	}
	for l := highest; l >= lowestOdd && l > 0; l-- {
		for i := 0; i < len(levels); i++ {
			if levels[order[i]] < l {
				continue
			}
			j := i
			for j+1 < len(levels) && levels[order[j+1]] >= l {
				j++
			}
			for a, z := i, j; a < z; a, z = a+1, z-1 {
				order[a], order[z] = order[z], order[a]
			}
			i = j
		}
	}
}

// MemoryBytes is what the scratch memory takes.
func (b *Bidi) MemoryBytes() int64 {
	return int64(cap(b.offsets)*4 + cap(b.orig) + cap(b.class) + cap(b.level) + cap(b.match)*4 + cap(b.runs)*16 + cap(b.seq)*4 + cap(b.pairs)*8 + cap(b.open)*8 + cap(b.stack)*4)
}
