package regexp

import (
	"bytes"
	"errors"
	"unicode/utf16"
	"unsafe"
)

// MaxStackBytes bounds the backtracking stack of a Matcher.
const MaxStackBytes = 64 << 20

// ErrStack is returned where a match needs a larger stack than MaxStackBytes.
var ErrStack = errors.New("regular expression too complex")

// A Matcher runs programs. It keeps its stacks; it belongs to one goroutine.
type Matcher struct {
	// Interrupt, where set, is called every few thousand steps; an error ends the match and is returned. It may panic.
	Interrupt func() error

	regs  []int32
	stack []int32
	steps int // backtracks, turns of loops, and units read in runs by 16
	next  int // steps at which Interrupt is called next
	err   error
}

// Bytes is what the matcher holds.
func (m *Matcher) Bytes() int { return (cap(m.regs) + cap(m.stack)) * 4 }

// Release gives back a stack that one large match has left.
func (m *Matcher) Release() {
	if cap(m.stack) > 1<<14 {
		m.stack = nil
	}
}

// Entries of the stack end in a word with their kind in the low two bits.
const (
	entryChoice = iota // position, pc<<2: go on there
	entryUndo          // old value, register<<2
	entryRun           // least position, greatest position, pc<<2: try one unit less
	entryLazy          // position, units that may still be taken, pc<<2: take one more
)

// Match8 looks for a match in Latin-1 text at or, without the flag y, after a position. The captures are pairs of positions, -1 where a group took
// no part; nil is no match. They are valid until the next match.
func (m *Matcher) Match8(p *Program, s []byte, at int) ([]int32, error) { return search(m, p, s, at) }

// Match16 is Match8 for UTF-16 text.
func (m *Matcher) Match16(p *Program, s []uint16, at int) ([]int32, error) {
	return search(m, p, s, at)
}

func search[T byte | uint16](m *Matcher, p *Program, s []T, at int) ([]int32, error) {
	if at > len(s) {
		return nil, nil
	}
	if cap(m.regs) < p.registers {
		m.regs = make([]int32, p.registers)
	}
	m.regs = m.regs[:p.registers]
	m.err = nil
	wide := unsafe.Sizeof(T(0)) == 2
	unicode := wide && p.Flags&(Unicode|UnicodeSets) != 0
	if unicode && at > 0 && at < len(s) && isTrail(s[at]) && isLead(s[at-1]) {
		at--
	}
	start := at
	for {
		if at > len(s) {
			return nil, nil
		}
		if p.Flags&Sticky == 0 {
			if at = skip(p, s, at); at < 0 {
				return nil, nil
			}
		}
		if unicode && at > start && at < len(s) && isTrail(s[at]) && isLead(s[at-1]) {
			// Within a pair: matches begin at code points.
			at++
			continue
		}
		for i := range m.regs[:2*p.Captures] {
			m.regs[i] = -1
		}
		if run(m, p, s, at) {
			return m.regs[:2*p.Captures], nil
		}
		if m.err != nil {
			return nil, m.err
		}
		if p.Flags&Sticky != 0 || p.startOnly || at >= len(s) {
			return nil, nil
		}
		if unicode && at+1 < len(s) && isLead(s[at]) && isTrail(s[at+1]) {
			at++
		}
		at++
	}
}

// skip gives the next position where a match can begin, -1 for none.
func skip[T byte | uint16](p *Program, s []T, at int) int {
	if p.startOnly {
		if at > 0 {
			return -1
		}
		return at
	}
	if len(p.prefix) > 0 {
		if b, ok := any(s).([]byte); ok {
			if p.prefix8 == nil {
				return -1
			}
			i := bytes.Index(b[at:], p.prefix8)
			if i < 0 {
				return -1
			}
			return at + i
		}
		first := T(p.prefix[0])
	scan:
		for i := at; i+len(p.prefix) <= len(s); i++ {
			if s[i] != first {
				continue
			}
			for j, u := range p.prefix {
				if s[i+j] != T(u) {
					continue scan
				}
			}
			return i
		}
		return -1
	}
	if f := p.first; f != nil {
		for i := at; i < len(s); i++ {
			u := s[i]
			if uint16(u) < 256 {
				if f.latin[u>>5&7]>>(u&31)&1 != 0 {
					return i
				}
			} else if f.has(rune(u)) {
				return i
			}
		}
		return -1
	}
	return at
}

func isLead[T byte | uint16](u T) bool  { return uint16(u)&0xfc00 == 0xd800 }
func isTrail[T byte | uint16](u T) bool { return uint16(u)&0xfc00 == 0xdc00 }

// codeAt is the code point at i and how many units it has.
func codeAt[T byte | uint16](s []T, i int) (rune, int) {
	if u := s[i]; isLead(u) && i+1 < len(s) && isTrail(s[i+1]) {
		return utf16.DecodeRune(rune(u), rune(s[i+1])), 2
	}
	return rune(s[i]), 1
}

// codeBefore is the code point that ends at i.
func codeBefore[T byte | uint16](s []T, i int) (rune, int) {
	if u := s[i-1]; isTrail(u) && i > 1 && isLead(s[i-2]) {
		return utf16.DecodeRune(rune(s[i-2]), rune(u)), 2
	}
	return rune(s[i-1]), 1
}

func isNewline[T byte | uint16](u T) bool {
	return u == '\n' || u == '\r' || uint16(u)&^1 == 0x2028
}

func isWordUnit[T byte | uint16](u T) bool {
	return u < 0x80 && (u|0x20-'a' < 26 || u-'0' < 10 || u == '_')
}

func wordAt[T byte | uint16](s []T, i int, folded bool) bool {
	if uint(i) >= uint(len(s)) {
		return false
	}
	u := uint16(s[i])
	return isWordUnit(u) || folded && (u == 0x17f || u == 0x212a)
}

// one matches a single-character instruction at pos and gives the new position, -1 for none.
func one[T byte | uint16](p *Program, w uint32, s []T, pos int) int {
	arg := w >> 8
	switch op := opcode(w); op {
	case opChar:
		if pos < len(s) && uint32(s[pos]) == arg {
			return pos + 1
		}
	case opAny:
		if pos < len(s) && !isNewline(s[pos]) {
			return pos + 1
		}
	case opAll:
		if pos < len(s) {
			return pos + 1
		}
	case opSet:
		if pos < len(s) && p.classes[arg].has(rune(s[pos])) {
			return pos + 1
		}
	case opSetU, opCharU:
		if pos < len(s) {
			r, n := codeAt(s, pos)
			if op == opSetU && p.classes[arg].has(r) || op == opCharU && r == rune(arg) {
				return pos + n
			}
		}
	case opCharB:
		if pos > 0 && uint32(s[pos-1]) == arg {
			return pos - 1
		}
	case opAnyB:
		if pos > 0 && !isNewline(s[pos-1]) {
			return pos - 1
		}
	case opAllB:
		if pos > 0 {
			return pos - 1
		}
	case opSetB:
		if pos > 0 && p.classes[arg].has(rune(s[pos-1])) {
			return pos - 1
		}
	case opSetUB, opCharUB:
		if pos > 0 {
			r, n := codeBefore(s, pos)
			if op == opSetUB && p.classes[arg].has(r) || op == opCharUB && r == rune(arg) {
				return pos - n
			}
		}
	}
	return -1
}

// many matches a single-character instruction as often as it can, at most limit times, and gives the count and the new position.
func many[T byte | uint16](p *Program, w uint32, s []T, pos, limit int) (int, int) {
	arg := w >> 8
	switch opcode(w) {
	case opAll:
		n := min(limit, len(s)-pos)
		return n, pos + n
	case opAny:
		end := len(s)
		if limit < end-pos {
			end = pos + limit
		}
		i := pos
		for i < end && !isNewline(s[i]) {
			i++
		}
		return i - pos, i
	case opSet:
		end := len(s)
		if limit < end-pos {
			end = pos + limit
		}
		c := &p.classes[arg]
		i := pos
		for i < end {
			if u := s[i]; uint16(u) < 256 {
				if c.latin[u>>5&7]>>(u&31)&1 == 0 {
					break
				}
			} else if !c.has(rune(u)) {
				break
			}
			i++
		}
		return i - pos, i
	}
	n := 0
	for n < limit {
		next := one(p, w, s, pos)
		if next < 0 {
			break
		}
		pos = next
		n++
	}
	return n, pos
}

const interruptEvery = 1 << 13

// check is called every so many steps: false when the match is to end.
func (m *Matcher) check(steps, stack int) bool {
	m.next = steps + interruptEvery
	if m.Interrupt != nil {
		if m.err = m.Interrupt(); m.err != nil {
			return false
		}
	}
	if stack > MaxStackBytes/4 {
		m.err = ErrStack
		return false
	}
	return true
}

// run tries to match at one position.
func run[T byte | uint16](m *Matcher, p *Program, s []T, pos int) bool {
	code, regs, stack := p.code, m.regs, m.stack[:0]
	pc := 0
	steps := m.steps
	for {
		w := code[pc]
		arg := int(w >> 8)
		switch op := opcode(w); op {
		case opMatch:
			m.stack, m.steps = stack, steps
			return true
		case opChar:
			if pos < len(s) && int(s[pos]) == arg {
				pos++
				pc++
				continue
			}
		case opSet:
			if pos < len(s) && p.classes[arg].has(rune(s[pos])) {
				pos++
				pc++
				continue
			}
		case opAny, opAll, opSetU, opCharU, opCharB, opAnyB, opAllB, opSetB, opSetUB, opCharUB:
			if next := one(p, w, s, pos); next >= 0 {
				pos = next
				pc++
				continue
			}
		case opSave, opMark:
			stack = append(stack, regs[arg], int32(arg)<<2|entryUndo)
			regs[arg] = int32(pos)
			pc++
			continue
		case opZero:
			stack = append(stack, regs[arg], int32(arg)<<2|entryUndo)
			regs[arg] = 0
			pc++
			continue
		case opResetCaps:
			for r := arg; r < int(code[pc+1]); r++ {
				if regs[r] >= 0 {
					stack = append(stack, regs[r], int32(r)<<2|entryUndo)
					regs[r] = -1
				}
			}
			pc += 2
			continue
		case opJump:
			pc = arg
			continue
		case opSplit:
			stack = append(stack, int32(pos), int32(arg)<<2|entryChoice)
			pc++
			// A loop that goes on without ever failing also has to be stopped.
			if len(stack) > MaxStackBytes/4 {
				m.err = ErrStack
				m.stack = nil
				return false
			}
			continue
		case opSplitLazy:
			stack = append(stack, int32(pos), int32(pc+1)<<2|entryChoice)
			pc = arg
			continue
		case opStart:
			if pos == 0 {
				pc++
				continue
			}
		case opEnd:
			if pos == len(s) {
				pc++
				continue
			}
		case opStartLine:
			if pos == 0 || isNewline(s[pos-1]) {
				pc++
				continue
			}
		case opEndLine:
			if pos == len(s) || isNewline(s[pos]) {
				pc++
				continue
			}
		case opWord, opNotWord, opWordU, opNotWordU:
			folded := op >= opWordU
			if (wordAt(s, pos-1, folded) != wordAt(s, pos, folded)) == (op == opWord || op == opWordU) {
				pc++
				continue
			}
		case opBackref:
			if next := backref(p.refs[arg], code[pc+1], regs, s, pos); next >= 0 {
				steps += max(next-pos, pos-next) >> 4
				pos = next
				pc += 2
				continue
			}
		case opLook:
			stack = append(stack, regs[arg], int32(arg)<<2|entryUndo, regs[arg+1], int32(arg+1)<<2|entryUndo)
			regs[arg], regs[arg+1] = int32(len(stack)), int32(pos)
			if next := code[pc+1]; next != 0 {
				stack = append(stack, int32(pos), int32(next)<<2|entryChoice)
			}
			pc += 2
			continue
		case opLookEnd:
			base := int(regs[arg])
			if code[pc+1] == 0 {
				// What the body could still try is given up; the captures it has set are undone by later failures.
				pos = int(regs[arg+1])
				stack = keepUndo(stack, base)
				pc += 2
				continue
			}
			// The body of a negative one has matched: undo, and fail.
			for len(stack) > base {
				top := stack[len(stack)-1]
				switch top & 3 {
				case entryUndo:
					regs[top>>2] = stack[len(stack)-2]
					stack = stack[:len(stack)-2]
				case entryChoice:
					stack = stack[:len(stack)-2]
				default:
					stack = stack[:len(stack)-3]
				}
			}
		case opLoop, opLoopLazy:
			if steps++; steps > m.next && !m.check(steps, len(stack)) {
				m.stack, m.steps = nil, steps
				return false
			}
			n, lo, hi := regs[arg], int32(code[pc+1]), int32(code[pc+2])
			exit := int(code[pc+3])
			body := pc + 4
			if n >= hi {
				pc = exit
				continue
			}
			if n >= lo {
				if op == opLoopLazy {
					// On failure of what follows one more is taken: the counter goes up then.
					stack = append(stack, int32(pos), 0, int32(pc)<<2|entryLazy)
					pc = exit
					continue
				}
				stack = append(stack, int32(pos), int32(exit)<<2|entryChoice)
			}
			stack = append(stack, n, int32(arg)<<2|entryUndo)
			regs[arg] = n + 1
			pc = body
			if len(stack) > MaxStackBytes/4 {
				m.err = ErrStack
				m.stack = nil
				return false
			}
			continue
		case opEmptyCheck:
			if int(regs[arg]) != pos {
				pc++
				continue
			}
		case opEmptyCheckMin:
			if int(regs[arg]) != pos || regs[code[pc+1]] <= int32(code[pc+2]) {
				pc += 3
				continue
			}
		case opRun:
			lo, hi := int(code[pc+1]), int(code[pc+2])
			n, end := many(p, code[pc+3], s, pos, hi)
			steps += n >> 4
			if n >= lo {
				if n > lo {
					least := pos
					if lo > 0 {
						_, least = many(p, code[pc+3], s, pos, lo)
					}
					stack = append(stack, int32(least), int32(end), int32(pc)<<2|entryRun)
				}
				pos = end
				pc += 4
				continue
			}
		case opRunLazy:
			lo, hi := int(code[pc+1]), int(code[pc+2])
			n, end := 0, pos
			if lo > 0 {
				n, end = many(p, code[pc+3], s, pos, lo)
			}
			if n >= lo {
				if hi > lo {
					stack = append(stack, int32(end), int32(hi-lo), int32(pc)<<2|entryLazy)
				}
				pos = end
				pc += 4
				continue
			}
		}

		// Failure: take up the last choice.
		if steps++; steps > m.next && !m.check(steps, len(stack)) {
			m.stack, m.steps = nil, steps
			return false
		}
	back:
		for {
			if len(stack) == 0 {
				m.stack, m.steps = stack, steps
				return false
			}
			top := stack[len(stack)-1]
			switch top & 3 {
			case entryUndo:
				regs[top>>2] = stack[len(stack)-2]
				stack = stack[:len(stack)-2]
			case entryChoice:
				pos, pc = int(stack[len(stack)-2]), int(top>>2)
				stack = stack[:len(stack)-2]
				break back
			case entryRun:
				pc = int(top >> 2)
				least, end := int(stack[len(stack)-3]), int(stack[len(stack)-2])
				w := code[pc+3]
				switch op := opcode(w); {
				case op < opCharB && op != opSetU && op != opCharU:
					end--
					// Where a certain unit must follow, go back to one at once.
					if f := code[pc+4]; opcode(f) == opChar {
						from := end
						for end > least && (end >= len(s) || uint32(s[end]) != f>>8) {
							end--
						}
						steps += (from - end) >> 4
					}
				case op < opCharB:
					_, n := codeBefore(s, end)
					end -= n
				case op == opSetUB || op == opCharUB:
					_, n := codeAt(s, end)
					end += n
				default:
					end++
				}
				if end == least {
					stack = stack[:len(stack)-3]
				} else {
					stack[len(stack)-2] = int32(end)
				}
				pos = end
				pc += 4
				break back
			case entryLazy:
				pc = int(top >> 2)
				if opcode(code[pc]) == opLoopLazy {
					pos = int(stack[len(stack)-3])
					stack = stack[:len(stack)-3]
					r := code[pc] >> 8
					stack = append(stack, regs[r], int32(r)<<2|entryUndo)
					regs[r]++
					pc += 4
					break back
				}
				at, left := int(stack[len(stack)-3]), stack[len(stack)-2]
				next := one(p, code[pc+3], s, at)
				if next < 0 {
					stack = stack[:len(stack)-3]
					continue
				}
				if left--; left == 0 {
					stack = stack[:len(stack)-3]
				} else {
					stack[len(stack)-3], stack[len(stack)-2] = int32(next), left
				}
				pos = next
				pc += 4
				break back
			}
		}
	}
}

// keepUndo drops the entries above base but those that undo registers.
func keepUndo(stack []int32, base int) []int32 {
	choices := false
	n := 0
	for i := len(stack); i > base; {
		if stack[i-1]&3 == entryUndo {
			n += 2
			i -= 2
		} else {
			choices = true
			if stack[i-1]&3 == entryChoice {
				i -= 2
			} else {
				i -= 3
			}
		}
	}
	if !choices {
		return stack
	}
	// From the top down, the kept entries move to the top; then all together down to the base.
	w := len(stack)
	for i := len(stack); i > base; {
		switch stack[i-1] & 3 {
		case entryUndo:
			w -= 2
			stack[w], stack[w+1] = stack[i-2], stack[i-1]
			i -= 2
		case entryChoice:
			i -= 2
		default:
			i -= 3
		}
	}
	copy(stack[base:], stack[w:])
	return stack[:base+n]
}

func backref[T byte | uint16](groups []int, bits uint32, regs []int32, s []T, pos int) int {
	for _, g := range groups {
		from, to := int(regs[2*g]), int(regs[2*g+1])
		if from < 0 || to < 0 {
			continue
		}
		n := to - from
		at := pos
		if bits&backrefBehind != 0 {
			at = pos - n
		}
		if at < 0 || at+n > len(s) {
			return -1
		}
		for i := 0; i < n; i++ {
			a, b := s[from+i], s[at+i]
			if a == b {
				continue
			}
			if bits&backrefIgnoreCase == 0 {
				return -1
			}
			unicode := bits&backrefUnicode != 0
			ra, rb := rune(a), rune(b)
			if unicode {
				// Canonical equivalents have the same number of units, so pairs stand against pairs.
				ra, _ = codeAt(s, from+i)
				rb, _ = codeAt(s, at+i)
				if isTrail(a) && i > 0 {
					ra, _ = codeBefore(s, from+i+1)
					rb, _ = codeBefore(s, at+i+1)
				}
			}
			if canonicalize(ra, unicode) != canonicalize(rb, unicode) {
				return -1
			}
		}
		if bits&backrefBehind != 0 {
			return at
		}
		return at + n
	}
	return pos
}
