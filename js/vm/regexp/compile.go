package regexp

import (
	"sort"
	"unicode/utf16"
)

// Instructions are words: the operation in the low 8 bits, an argument above; some are followed by more words.
type opcode uint8

const (
	opMatch opcode = iota
	opFail
	opChar  // the unit arg
	opAny   // any unit but a line terminator
	opAll   // any unit
	opSet   // a unit of class arg
	opSetU  // a code point of class arg, which may take two units
	opCharU // the code point arg, a lone surrogate
	opCharB // the same, backwards: what stands before the position
	opAnyB
	opAllB
	opSetB
	opSetUB
	opCharUB
	opSave      // the position to register arg
	opResetCaps // registers arg to the next word (excluded) to unset
	opJump      // to arg
	opSplit     // go on, and try arg after it
	opSplitLazy // go to arg, and try what follows after it
	opStart
	opEnd
	opStartLine
	opEndLine
	opWord    // \b
	opNotWord // \B
	opWordU   // with the word characters of flags i and u
	opNotWordU
	opBackref // to the groups of list arg; next word: bits of backrefBits
	opLook    // arg is the register; next word: where to go on when the body of a negative look-around fails, 0 for a positive one
	opLookEnd // arg is the register; next word: 1 for negative
	opZero    // register arg = 0
	opLoop    // arg is the counter; words: min, max, exit
	opLoopLazy
	opMark          // register arg = position
	opEmptyCheck    // fail where the position is that of register arg
	opEmptyCheckMin // the same, but only where the counter of the second word is above the min of the third
	opRun           // greedy run of the single-unit operation in the third word; words: min, max, operation
	opRunLazy
)

const (
	backrefIgnoreCase = 1 << iota
	backrefUnicode
	backrefBehind
)

// A class is a set compiled for matching: a bitmap of Latin-1 and ranges above it.
type class struct {
	latin  [8]uint32
	ranges []rune // lo, hi
}

func (c *class) has(r rune) bool {
	if r < 256 {
		return c.latin[r>>5]>>(uint(r)&31)&1 != 0
	}
	return set(c.ranges).has(r)
}

// A Program is a compiled regular expression. It is immutable.
type Program struct {
	Flags Flags
	// Captures is the count of groups with the whole match; results have twice as many positions.
	Captures int
	// Names are the named groups in the order of the pattern.
	Names []GroupName

	code      []uint32
	classes   []class
	refs      [][]int
	registers int // captures' positions, counters, marks
	prefix    []uint16
	prefix8   []byte // prefix as bytes, nil where it is not Latin-1
	first     *class // what a match can begin with; nil where it may be anything or nothing
	startOnly bool   // begins with ^ without the flag m
}

// Bytes is what the program holds.
func (p *Program) Bytes() int {
	n := cap(p.code)*4 + cap(p.classes)*56 + 200
	for i := range p.classes {
		n += cap(p.classes[i].ranges) * 4
	}
	return n
}

// MaxSource is the length in units of the longest pattern.
const MaxSource = 1 << 21

// TooLarge is the error of a pattern that is longer.
func TooLarge() error { return &SyntaxError{errTooLarge} }

// Compile parses and compiles a pattern. The error is a *SyntaxError.
func Compile(src []uint16, flags Flags) (*Program, error) {
	if len(src) > MaxSource {
		return nil, TooLarge()
	}
	ps, tree, err := parse(src, flags)
	if err != nil {
		return nil, err
	}
	c := compiler{p: &Program{Flags: flags, Captures: ps.groups + 1, Names: ps.names}, unicode: ps.unicode, interned: map[string]int{}}
	c.p.registers = 2 * c.p.Captures
	c.emit(opSave, 0)
	c.node(tree, false)
	c.emit(opSave, 1)
	c.emit(opMatch, 0)
	if c.tooLarge {
		return nil, &SyntaxError{errTooLarge}
	}
	c.analyse(tree)
	return c.p, nil
}

// Check parses a pattern for its early errors alone.
func Check(src []uint16, flags Flags) error {
	_, _, err := parse(src, flags)
	return err
}

const maxCode = 1 << 23 // words

type compiler struct {
	p        *Program
	unicode  bool
	tooLarge bool
	interned map[string]int
}

func (c *compiler) emit(op opcode, arg int) int {
	at := len(c.p.code)
	if at >= maxCode || arg >= 1<<24 {
		c.tooLarge = true
		return 0
	}
	c.p.code = append(c.p.code, uint32(op)|uint32(arg)<<8)
	return at
}

func (c *compiler) word(v int) { c.p.code = append(c.p.code, uint32(v)) }

func (c *compiler) here() int { return len(c.p.code) }

func (c *compiler) patch(at int) { c.p.code[at] = c.p.code[at]&0xff | uint32(c.here())<<8 }

func (c *compiler) register() int {
	c.p.registers++
	return c.p.registers - 1
}

func (c *compiler) classIndex(s set) int {
	key := string([]rune(s))
	if i, ok := c.interned[key]; ok {
		return i
	}
	var cl class
	for i := 0; i < len(s); i += 2 {
		for r := s[i]; r <= s[i+1] && r < 256; r++ {
			cl.latin[r>>5] |= 1 << (uint(r) & 31)
		}
		if s[i+1] >= 256 {
			cl.ranges = append(cl.ranges, max(s[i], 256), s[i+1])
		}
	}
	c.p.classes = append(c.p.classes, cl)
	i := len(c.p.classes) - 1
	// Ranges with surrogates do not survive in a string of UTF-8: do not intern them.
	for _, r := range s {
		if utf16.IsSurrogate(r) {
			return i
		}
	}
	c.interned[key] = i
	return i
}

func isSurrogate(r rune) bool { return r >= 0xd800 && r < 0xe000 }

// matchSet is the set of a character or set node as it is to be matched, closed over case.
func (c *compiler) matchSet(n *node) set {
	s := n.set
	if n.kind == nChar {
		s = set{n.c, n.c}
	}
	if n.flags&IgnoreCase != 0 {
		s = closeOver(s, c.unicode)
	}
	return s
}

// single gives the operation for a node that matches exactly one character; ok is false for a character of two units (see wide).
func (c *compiler) single(n *node, behind bool) (op opcode, arg int, ok bool) {
	s := c.matchSet(n)
	if len(s) == 2 && s[0] == s[1] {
		switch r := s[0]; {
		case r > 0xffff:
			return 0, 0, false
		case c.unicode && isSurrogate(r):
			op, arg = opCharU, int(r)
		default:
			op, arg = opChar, int(r)
		}
	} else if !c.unicode || len(s) > 0 && s[len(s)-1] < 0xd800 {
		switch {
		case len(s) == 2 && s[0] == 0 && s[1] == maxRune:
			op = opAll
		case n.kind == nSet && n.flags&DotAll == 0 && equal(s, anySet):
			op = opAny
		default:
			op, arg = opSet, c.classIndex(s)
		}
	} else {
		op, arg = opSetU, c.classIndex(s)
	}
	if behind {
		op += opCharB - opChar
	}
	return op, arg, true
}

var anySet = newlineSet.invert()

func equal(a, b set) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// fixedSingle says whether the node is a single operation, so that a run of it needs no code of its own.
func (c *compiler) isSingle(n *node) bool {
	return n.kind == nSet || n.kind == nChar && (n.c <= 0xffff || n.flags&IgnoreCase != 0 && len(closeOver(set{n.c, n.c}, c.unicode)) > 2)
}

func canBeEmpty(n *node) bool {
	switch n.kind {
	case nChar, nSet:
		return false
	case nSeq:
		for _, s := range n.sub {
			if !canBeEmpty(s) {
				return false
			}
		}
		return true
	case nAlt:
		for _, s := range n.sub {
			if canBeEmpty(s) {
				return true
			}
		}
		return false
	case nGroup:
		return canBeEmpty(n.sub[0])
	case nRepeat:
		return n.min == 0 || canBeEmpty(n.sub[0])
	}
	return true
}

func (c *compiler) node(n *node, behind bool) {
	if c.tooLarge {
		return
	}
	switch n.kind {
	case nEmpty:
	case nChar, nSet:
		c.char(n, behind)
	case nSeq:
		for i := range n.sub {
			if behind {
				i = len(n.sub) - 1 - i
			}
			c.node(n.sub[i], behind)
		}
	case nAlt:
		var jumps []int
		for i, s := range n.sub {
			if i == len(n.sub)-1 {
				c.node(s, behind)
				break
			}
			split := c.emit(opSplit, 0)
			c.node(s, behind)
			jumps = append(jumps, c.emit(opJump, 0))
			c.patch(split)
		}
		for _, j := range jumps {
			c.patch(j)
		}
	case nGroup:
		a, b := 2*n.group, 2*n.group+1
		if behind {
			a, b = b, a
		}
		c.emit(opSave, a)
		c.node(n.sub[0], behind)
		c.emit(opSave, b)
	case nRepeat:
		c.repeat(n, behind)
	case nLook:
		reg := c.register()
		c.register() // the position
		look := c.emit(opLook, reg)
		c.word(0)
		c.node(n.sub[0], n.behind)
		c.emit(opLookEnd, reg)
		if n.neg {
			c.word(1)
			c.p.code[look+1] = uint32(c.here())
		} else {
			c.word(0)
		}
	case nBackref:
		bits := 0
		if n.flags&IgnoreCase != 0 {
			bits |= backrefIgnoreCase
		}
		if c.unicode {
			bits |= backrefUnicode
		}
		if behind {
			bits |= backrefBehind
		}
		c.p.refs = append(c.p.refs, n.refs)
		c.emit(opBackref, len(c.p.refs)-1)
		c.word(bits)
	case nStart:
		c.emit(pick(n.flags&Multiline != 0, opStartLine, opStart), 0)
	case nEnd:
		c.emit(pick(n.flags&Multiline != 0, opEndLine, opEnd), 0)
	case nWordBoundary:
		c.emit(pick(c.unicode && n.flags&IgnoreCase != 0, opWordU, opWord), 0)
	case nNotWordBoundary:
		c.emit(pick(c.unicode && n.flags&IgnoreCase != 0, opNotWordU, opNotWord), 0)
	}
}

func pick(b bool, yes, no opcode) opcode {
	if b {
		return yes
	}
	return no
}

func (c *compiler) char(n *node, behind bool) {
	op, arg, ok := c.single(n, behind)
	if ok {
		c.emit(op, arg)
		return
	}
	a, b := utf16.EncodeRune(c.matchSet(n)[0])
	op = opChar
	if behind {
		a, b = b, a
		op = opCharB
	}
	c.emit(op, int(a))
	c.emit(op, int(b))
}

func (c *compiler) repeat(n *node, behind bool) {
	body := n.sub[0]
	if n.max == 0 {
		return
	}
	if n.min == 1 && n.max == 1 {
		c.node(body, behind)
		return
	}
	if c.isSingle(body) {
		if op, arg, ok := c.single(body, behind); ok {
			c.emit(pick(n.lazy, opRunLazy, opRun), 0)
			c.word(n.min)
			c.word(n.max)
			c.emit(op, arg)
			return
		}
	}
	empty := canBeEmpty(body)
	once := func() {
		if n.capLo < n.capHi {
			c.emit(opResetCaps, 2*n.capLo)
			c.word(2 * n.capHi)
		}
		c.node(body, behind)
	}
	split := pick(n.lazy, opSplitLazy, opSplit)
	mark := 0
	if empty {
		mark = c.register()
	}
	begin := func() {
		if empty {
			c.emit(opMark, mark)
		}
	}
	if n.min == 0 && (n.max == 1 || n.max == maxRepeat) {
		// ? and *
		top := c.emit(split, 0)
		begin()
		once()
		if empty {
			c.emit(opEmptyCheck, mark)
		}
		if n.max != 1 {
			c.emit(opJump, top)
		}
		c.patch(top)
		return
	}
	counter := c.register()
	c.emit(opZero, counter)
	top := c.emit(pick(n.lazy, opLoopLazy, opLoop), counter)
	c.word(n.min)
	c.word(n.max)
	c.word(0)
	begin()
	once()
	if empty {
		c.emit(opEmptyCheckMin, mark)
		c.word(counter)
		c.word(n.min)
	}
	c.emit(opJump, top)
	if !c.tooLarge {
		c.p.code[top+3] = uint32(c.here())
	}
}

// analyse finds what lets the search skip positions: a literal prefix, the set of first characters, an anchor.
func (c *compiler) analyse(n *node) {
	lit, _ := c.literal(n, nil)
	if len(lit) > 0 {
		c.p.prefix = lit
		c.p.prefix8 = make([]byte, 0, len(lit))
		for _, u := range lit {
			if u > 0xff {
				c.p.prefix8 = nil
				break
			}
			c.p.prefix8 = append(c.p.prefix8, byte(u))
		}
	}
	var s set
	if !c.firstOf(n, &s) && len(s) > 0 {
		s = s.normal()
		// Units: what lies beyond the BMP begins with a lead surrogate.
		if s[len(s)-1] > 0xffff {
			s = union(s, set{0xd800, 0xdbff})
		}
		if !(len(s) == 2 && s[0] == 0 && s[1] == maxRune) {
			i := c.classIndex(s)
			c.p.first = &c.p.classes[i]
		}
	}
	for n.kind == nSeq || n.kind == nGroup {
		n = n.sub[0]
	}
	c.p.startOnly = n.kind == nStart && n.flags&Multiline == 0
}

// literal gives the units that every match begins with; whole is false where more may follow that is not known.
func (c *compiler) literal(n *node, lit []uint16) (_ []uint16, whole bool) {
	switch n.kind {
	case nEmpty:
		return lit, true
	case nChar:
		if n.flags&IgnoreCase != 0 && len(closeOver(set{n.c, n.c}, c.unicode)) != 2 || c.unicode && isSurrogate(n.c) {
			return lit, false
		}
		if n.c <= 0xffff {
			return append(lit, uint16(n.c)), true
		}
		return utf16.AppendRune(lit, n.c), true
	case nSeq:
		for _, s := range n.sub {
			var whole bool
			if lit, whole = c.literal(s, lit); !whole {
				return lit, false
			}
		}
		return lit, true
	case nGroup:
		return c.literal(n.sub[0], lit)
	}
	return lit, false
}

// firstOf adds what n can begin with to s, and says whether n may match without a first character.
func (c *compiler) firstOf(n *node, s *set) (empty bool) {
	switch n.kind {
	case nChar, nSet:
		*s = append(*s, c.matchSet(n)...)
		return false
	case nSeq:
		for _, x := range n.sub {
			if !c.firstOf(x, s) {
				return false
			}
		}
		return true
	case nAlt:
		for _, x := range n.sub {
			if c.firstOf(x, s) {
				empty = true
			}
		}
		return empty
	case nGroup:
		return c.firstOf(n.sub[0], s)
	case nRepeat:
		return n.max == 0 || c.firstOf(n.sub[0], s) || n.min == 0
	case nBackref:
		// Whatever the group holds: no knowledge.
		*s = append(*s, 0, maxRune)
		return true
	}
	return true
}

// groupIndexes are the groups of a name, for callers that build the groups object.
func (p *Program) groupIndexes(name string) (l []int) {
	for _, g := range p.Names {
		if g.Name == name {
			l = append(l, g.Index)
		}
	}
	sort.Ints(l)
	return l
}
