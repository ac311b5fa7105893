package regexp

import (
	"sync"
	"unicode/utf16"
)

// Flags are the flags of a regular expression.
type Flags uint8

const (
	HasIndices  Flags = 1 << iota // d
	Global                        // g
	IgnoreCase                    // i
	Multiline                     // m
	DotAll                        // s
	Unicode                       // u
	UnicodeSets                   // v
	Sticky                        // y
)

const flagLetters = "dgimsuvy"

// ParseFlags reads flags; false where a letter is unknown or repeated, or u and v come together.
func ParseFlags(s string) (f Flags, ok bool) {
	for i := range len(s) {
		bit := Flags(0)
		for j := range len(flagLetters) {
			if flagLetters[j] == s[i] {
				bit = 1 << j
			}
		}
		if bit == 0 || f&bit != 0 {
			return 0, false
		}
		f |= bit
	}
	return f, f&(Unicode|UnicodeSets) != Unicode|UnicodeSets
}

func (f Flags) String() string {
	var b []byte
	for j := range len(flagLetters) {
		if f&(1<<j) != 0 {
			b = append(b, flagLetters[j])
		}
	}
	return string(b)
}

// SyntaxError is an early error of a pattern. Msg is the reason alone ("Nothing to repeat").
type SyntaxError struct{ Msg string }

func (e *SyntaxError) Error() string { return e.Msg }

const (
	errNothingToRepeat = "Nothing to repeat"
	errUnterminated    = "Unterminated group"
	errUnmatched       = "Unmatched ')'"
	errEscapeAtEnd     = "\\ at end of pattern"
	errProperty        = "Invalid property name"
	errClassProperty   = "Invalid property name in character class"
	errEscape          = "Invalid escape"
	errDecimalEscape   = "Invalid decimal escape"
	errClassEscape     = "Invalid class escape"
	errUnicodeEscape   = "Invalid Unicode escape"
	errLoneBrackets    = "Lone quantifier brackets"
	errNumbers         = "numbers out of order in {} quantifier"
	errQuantifier      = "Invalid quantifier"
	errIncomplete      = "Incomplete quantifier"
	errGroup           = "Invalid group"
	errDashes          = "Multiple dashes in flag group"
	errRepeatedFlag    = "Repeated flag in flag group"
	errFlagGroup       = "Invalid flag group"
	errTooManyCaptures = "Too many captures"
	errGroupName       = "Invalid capture group name"
	errDuplicateName   = "Duplicate capture group name"
	errNamedReference  = "Invalid named reference"
	errNamedCapture    = "Invalid named capture referenced"
	errUnterminatedSet = "Unterminated character class"
	errClass           = "Invalid character class"
	errRange           = "Range out of order in character class"
	errSetOperation    = "Invalid set operation in character class"
	errSetCharacter    = "Invalid character in character class"
	errNegatedStrings  = "Negated character class may contain strings"
	errTooLarge        = "Regular expression too large"
)

// Bounds on patterns.
const (
	maxCaptures = 1 << 16
	maxDepth    = 4000 // of nested groups and classes
	maxRepeat   = 1<<31 - 1
)

type nodeKind uint8

const (
	nEmpty nodeKind = iota
	nChar
	nSet     // one code point of a set
	nSeq     // sub in order
	nAlt     // sub in order of preference
	nGroup   // capture of sub[0]
	nRepeat  // sub[0] min to max times
	nLook    // sub[0], ahead or behind, negated or not
	nBackref // to the groups of refs
	nStart   // ^
	nEnd     // $
	nWordBoundary
	nNotWordBoundary
)

type node struct {
	kind         nodeKind
	flags        Flags // i, m and s where the node stands
	lazy         bool
	behind, neg  bool
	c            rune
	group        int // nGroup: its number
	capLo, capHi int // groups within: capLo <= n < capHi
	min, max     int
	set          set
	sub          []*node
	refs         []int
	name         string
}

// GroupName is a named group; duplicate names have several.
type GroupName struct {
	Name  string // WTF-8
	Index int
}

type parser struct {
	src     []rune // code points with u or v, else code units
	pos     int
	flags   Flags // as they are at pos
	unicode bool  // u or v
	sets    bool  // v
	depth   int

	groups    int // captures seen so far, the whole match not counted
	total     int // captures of the whole pattern
	named     bool
	names     []GroupName
	namePaths [][]altPos
	path      []altPos
	disjuncts int
	namedRefs []*node
	behind    int
}

// altPos says where in the disjunctions a group stands: the alternative of each disjunction around it.
type altPos struct{ disjunction, alternative int }

type parseError string

func (p *parser) fail(msg string) { panic(parseError(msg)) }

// parse gives the tree of a pattern.
func parse(src []uint16, flags Flags) (p *parser, n *node, err error) {
	p = &parser{flags: flags, unicode: flags&(Unicode|UnicodeSets) != 0, sets: flags&UnicodeSets != 0}
	p.src = make([]rune, 0, len(src))
	for i := 0; i < len(src); i++ {
		c := rune(src[i])
		if p.unicode && utf16.IsSurrogate(c) && i+1 < len(src) {
			if r := utf16.DecodeRune(c, rune(src[i+1])); r != 0xfffd {
				c = r
				i++
			}
		}
		p.src = append(p.src, c)
	}
	defer func() {
		if r := recover(); r != nil {
			msg, ok := r.(parseError)
			if !ok {
				panic(r)
			}
			n, err = nil, &SyntaxError{string(msg)}
		}
	}()
	p.countGroups()
	n = p.disjunction()
	if p.pos < len(p.src) {
		p.fail(errUnmatched)
	}
	for _, r := range p.namedRefs {
		for _, g := range p.names {
			if g.Name == r.name {
				r.refs = append(r.refs, g.Index)
			}
		}
		if len(r.refs) == 0 {
			p.fail(errNamedCapture)
		}
	}
	return p, n, nil
}

// countGroups looks ahead for the count of groups and for names, on which the meaning of escapes depends.
func (p *parser) countGroups() {
	s := p.src
	class := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '[':
			if class == 0 || p.sets {
				class++
			}
		case ']':
			if class > 0 {
				class--
			}
		case '(':
			if class > 0 {
				break
			}
			if i+1 < len(s) && s[i+1] == '?' {
				if i+3 < len(s) && s[i+2] == '<' && s[i+3] != '=' && s[i+3] != '!' {
					p.total++
					p.named = true
				}
				break
			}
			p.total++
		}
	}
	if p.total >= maxCaptures {
		p.fail(errTooManyCaptures)
	}
}

const eof = rune(-1)

func (p *parser) peek() rune {
	if p.pos < len(p.src) {
		return p.src[p.pos]
	}
	return eof
}

func (p *parser) peekAt(n int) rune {
	if p.pos+n < len(p.src) {
		return p.src[p.pos+n]
	}
	return eof
}

func (p *parser) eat(c rune) bool {
	if p.peek() == c {
		p.pos++
		return true
	}
	return false
}

func (p *parser) enter() {
	if p.depth++; p.depth > maxDepth {
		p.fail(errTooLarge)
	}
}

// https://tc39.es/ecma262/#prod-Disjunction
func (p *parser) disjunction() *node {
	p.enter()
	defer func() { p.depth-- }()
	p.disjuncts++
	p.path = append(p.path, altPos{p.disjuncts, 0})
	var alts []*node
	for {
		alts = append(alts, p.alternative())
		if !p.eat('|') {
			break
		}
		p.path[len(p.path)-1].alternative++
	}
	p.path = p.path[:len(p.path)-1]
	if len(alts) == 1 {
		return alts[0]
	}
	return &node{kind: nAlt, sub: alts}
}

func (p *parser) alternative() *node {
	var terms []*node
	for {
		c := p.peek()
		if c == eof || c == '|' || c == ')' {
			break
		}
		if t := p.term(); t != nil {
			terms = append(terms, t)
		}
	}
	switch len(terms) {
	case 0:
		return &node{kind: nEmpty}
	case 1:
		return terms[0]
	}
	return &node{kind: nSeq, sub: terms}
}

// https://tc39.es/ecma262/#prod-Term and its Annex B form
func (p *parser) term() *node {
	first := p.groups
	var n *node
	switch c := p.peek(); c {
	case '^':
		p.pos++
		return &node{kind: nStart, flags: p.flags}
	case '$':
		p.pos++
		return &node{kind: nEnd, flags: p.flags}
	case '(':
		var quantifiable bool
		n, quantifiable = p.group()
		if !quantifiable {
			if c := p.peek(); c == '*' || c == '+' || c == '?' {
				p.fail(errQuantifier)
			}
			return n
		}
	case '.':
		p.pos++
		n = &node{kind: nSet, set: allSet, flags: p.flags &^ IgnoreCase}
		if p.flags&DotAll == 0 {
			n.set = newlineSet.invert()
		}
	case '[':
		n = p.class()
	case '\\':
		var assertion bool
		n, assertion = p.escape()
		if assertion {
			return n
		}
	case '*', '+', '?':
		p.fail(errNothingToRepeat)
	case '{':
		save := p.pos
		if _, _, ok := p.braces(); ok {
			p.fail(errNothingToRepeat)
		}
		p.pos = save
		fallthrough
	case '}', ']':
		if p.unicode {
			p.fail(errLoneBrackets)
		}
		fallthrough
	default:
		p.pos++
		n = p.char(c)
	}
	// Quantifier.
	lo, hi := 0, maxRepeat
	switch p.peek() {
	case '*':
		p.pos++
	case '+':
		p.pos++
		lo = 1
	case '?':
		p.pos++
		hi = 1
	case '{':
		save := p.pos
		var ok bool
		if lo, hi, ok = p.braces(); !ok {
			if p.unicode {
				p.fail(errIncomplete)
			}
			p.pos = save
			return n
		}
		if hi < lo {
			p.fail(errNumbers)
		}
	default:
		return n
	}
	r := &node{kind: nRepeat, min: lo, max: hi, sub: []*node{n}, capLo: first + 1, capHi: p.groups + 1}
	r.lazy = p.eat('?')
	return r
}

func (p *parser) char(c rune) *node { return &node{kind: nChar, c: c, flags: p.flags} }

// braces reads {n}, {n,} or {n,m}.
func (p *parser) braces() (lo, hi int, ok bool) {
	p.pos++
	lo, ok = p.decimal()
	if !ok {
		return 0, 0, false
	}
	hi = lo
	if p.eat(',') {
		if hi, ok = p.decimal(); !ok {
			hi = maxRepeat
		}
	}
	return lo, hi, p.eat('}')
}

func (p *parser) decimal() (n int, ok bool) {
	for c := p.peek(); '0' <= c && c <= '9'; c = p.peek() {
		n = min(n*10+int(c-'0'), maxRepeat)
		ok = true
		p.pos++
	}
	return n, ok
}

func (p *parser) group() (n *node, quantifiable bool) {
	p.pos++
	if !p.eat('?') {
		return p.capture(""), true
	}
	outer := p.flags
	switch c := p.peek(); {
	case c == '=' || c == '!':
		p.pos++
		n = p.look(false, c == '!')
		return n, !p.unicode
	case c == '<' && (p.peekAt(1) == '=' || p.peekAt(1) == '!'):
		c = p.peekAt(1)
		p.pos += 2
		return p.look(true, c == '!'), false
	case c == '<':
		p.pos++
		name := p.groupName()
		for i, g := range p.names {
			if g.Name == name && !exclusive(p.namePaths[i], p.path) {
				p.fail(errDuplicateName)
			}
		}
		return p.capture(name), true
	case c == ':':
		p.pos++
	case c == 'i' || c == 'm' || c == 's' || c == '-':
		p.modifiers()
	default:
		p.fail(errGroup)
	}
	n = p.disjunction()
	if !p.eat(')') {
		p.fail(errUnterminated)
	}
	p.flags = outer
	return n, true
}

// https://tc39.es/ecma262/#prod-Atom with RegularExpressionModifiers
func (p *parser) modifiers() {
	var seen, remove Flags
	dash, anything := false, false
	add := p.flags
	for {
		c := p.peek()
		p.pos++
		switch c {
		case '-':
			if dash {
				p.fail(errDashes)
			}
			dash = true
			continue
		case ':':
			if dash && !anything {
				p.fail(errFlagGroup)
			}
			p.flags = add &^ remove
			return
		case 'i', 'm', 's':
			bit := IgnoreCase
			if c == 'm' {
				bit = Multiline
			} else if c == 's' {
				bit = DotAll
			}
			if seen&bit != 0 {
				p.fail(errRepeatedFlag)
			}
			anything = true
			seen |= bit
			if dash {
				remove |= bit
			} else {
				add |= bit
			}
		default:
			p.fail(errGroup)
		}
	}
}

func exclusive(a, b []altPos) bool {
	for i := 0; i < len(a) && i < len(b) && a[i].disjunction == b[i].disjunction; i++ {
		if a[i].alternative != b[i].alternative {
			return true
		}
	}
	return false
}

func (p *parser) capture(name string) *node {
	p.groups++
	n := &node{kind: nGroup, group: p.groups}
	if name != "" {
		p.names = append(p.names, GroupName{name, p.groups})
		p.namePaths = append(p.namePaths, append([]altPos(nil), p.path...))
	}
	outer := p.flags
	n.sub = []*node{p.disjunction()}
	p.flags = outer
	if !p.eat(')') {
		p.fail(errUnterminated)
	}
	return n
}

func (p *parser) look(behind, neg bool) *node {
	n := &node{kind: nLook, behind: behind, neg: neg, capLo: p.groups + 1}
	outer := p.flags
	n.sub = []*node{p.disjunction()}
	p.flags = outer
	n.capHi = p.groups + 1
	if !p.eat(')') {
		p.fail(errUnterminated)
	}
	return n
}

// groupName reads a name up to its closing bracket.
func (p *parser) groupName() string {
	var b []byte
	for {
		c := p.peek()
		p.pos++
		switch {
		case c == '>':
			if len(b) == 0 {
				p.fail(errGroupName)
			}
			return string(b)
		case c == eof:
			p.fail(errGroupName)
		case c == '\\':
			if !p.eat('u') {
				p.fail(errGroupName)
			}
			var ok bool
			if c, ok = p.unicodeEscape(true); !ok {
				p.fail(errUnicodeEscape)
			}
		case utf16.IsSurrogate(c):
			if r := utf16.DecodeRune(c, p.peek()); r != 0xfffd {
				c = r
				p.pos++
			}
		}
		if len(b) == 0 && !isIDStart(c) || len(b) > 0 && !isIDPart(c) {
			p.fail(errGroupName)
		}
		b = append(b, string(c)...)
	}
}

// unicodeEscape reads what follows \u: XXXX, a surrogate pair of them where whole code points are wanted, or {X…}.
func (p *parser) unicodeEscape(wide bool) (rune, bool) {
	save := p.pos
	if wide && p.eat('{') {
		v, n := rune(0), 0
		for {
			d := hexValue(p.peek())
			if d < 0 {
				break
			}
			v = v<<4 | rune(d)
			n++
			p.pos++
			if v > maxRune {
				p.pos = save
				return 0, false
			}
		}
		if n == 0 || !p.eat('}') {
			p.pos = save
			return 0, false
		}
		return v, true
	}
	v, ok := p.hex(4)
	if !ok {
		p.pos = save
		return 0, false
	}
	if wide && utf16.IsSurrogate(v) && v < 0xdc00 && p.peek() == '\\' && p.peekAt(1) == 'u' {
		save := p.pos
		p.pos += 2
		if w, ok := p.hex(4); ok {
			if r := utf16.DecodeRune(v, w); r != 0xfffd {
				return r, true
			}
		}
		p.pos = save
	}
	return v, true
}

func (p *parser) hex(n int) (v rune, ok bool) {
	for i := range n {
		d := hexValue(p.peekAt(i))
		if d < 0 {
			return 0, false
		}
		v = v<<4 | rune(d)
	}
	p.pos += n
	return v, true
}

func hexValue(c rune) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

var (
	idStartSet = sync.OnceValue(func() set { s, _ := tableSet("bin", "ID_Start"); return s })
	idPartSet  = sync.OnceValue(func() set { s, _ := tableSet("bin", "ID_Continue"); return s })
)

func isIDStart(c rune) bool {
	if c < 0x80 {
		return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '$' || c == '_'
	}
	return idStartSet().has(c)
}

func isIDPart(c rune) bool {
	if c < 0x80 {
		return isIDStart(c) || '0' <= c && c <= '9'
	}
	if c == 0x200c || c == 0x200d {
		return true
	}
	return idPartSet().has(c)
}

// escape reads an escape outside of a class.
func (p *parser) escape() (n *node, assertion bool) {
	p.pos++
	c := p.peek()
	switch {
	case c == eof:
		p.fail(errEscapeAtEnd)
	case c == 'b':
		p.pos++
		return &node{kind: nWordBoundary, flags: p.flags}, true
	case c == 'B':
		p.pos++
		return &node{kind: nNotWordBoundary, flags: p.flags}, true
	case '1' <= c && c <= '9':
		save := p.pos
		v, _ := p.decimal()
		if v <= p.total {
			return &node{kind: nBackref, refs: []int{v}, flags: p.flags}, false
		}
		if p.unicode {
			p.fail(errEscape)
		}
		p.pos = save
	case c == 'k' && (p.unicode || p.named):
		p.pos++
		if !p.eat('<') {
			p.fail(errNamedReference)
		}
		n = &node{kind: nBackref, name: p.groupName(), flags: p.flags}
		p.namedRefs = append(p.namedRefs, n)
		return n, false
	}
	s, strs, ok := p.classEscape(errProperty)
	if ok {
		return p.setNode(s, strs), false
	}
	return p.char(p.charEscape(false)), false
}

// setNode gives a node for a set with strings: the strings, longest first, then the set.
func (p *parser) setNode(s set, strs []string) *node {
	n := &node{kind: nSet, set: s, flags: p.flags}
	if len(strs) == 0 {
		return n
	}
	return p.stringsNode(n, strs)
}
