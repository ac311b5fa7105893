package regexp

import "sort"

// classEscape reads d D s S w W p P after a backslash, where pos stands on the letter; ok is false for other characters.
//
// https://tc39.es/ecma262/#prod-CharacterClassEscape
func (p *parser) classEscape(badProperty string) (s set, strs []string, ok bool) {
	c := p.peek()
	switch c {
	case 'd', 'D':
		s = digitSet
	case 's', 'S':
		s = spaceSet
	case 'w', 'W':
		s = wordSet
		if p.unicode && p.flags&IgnoreCase != 0 {
			s = wordSetFolded
		}
	case 'p', 'P':
		if !p.unicode {
			return nil, nil, false
		}
		p.pos++
		name, value, hasValue, good := p.propertyText()
		if !good {
			p.fail(badProperty)
		}
		s, good = property(name, value, hasValue)
		if !good && p.sets && !hasValue {
			if s, strs, good = sequenceProperty(name); good && c == 'P' {
				p.fail(badProperty)
			}
		}
		if !good {
			p.fail(badProperty)
		}
		if c == 'P' {
			if p.sets && p.flags&IgnoreCase != 0 {
				s = closeOver(s, true)
			}
			s = s.invert()
		}
		return s, strs, true
	default:
		return nil, nil, false
	}
	p.pos++
	if c < 'a' {
		s = s.invert()
	}
	return s, nil, true
}

func (p *parser) propertyText() (name, value string, hasValue, ok bool) {
	if !p.eat('{') {
		return
	}
	var b []byte
	for {
		c := p.peek()
		p.pos++
		switch {
		case c == '}':
			if hasValue {
				return name, string(b), true, len(b) > 0
			}
			return string(b), "", false, len(b) > 0
		case c == '=' && !hasValue:
			name, hasValue, b = string(b), true, nil
		case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_':
			b = append(b, byte(c))
		default:
			return
		}
	}
}

func isSyntax(c rune) bool {
	switch c {
	case '^', '$', '\\', '.', '*', '+', '?', '(', ')', '[', ']', '{', '}', '|', '/':
		return true
	}
	return false
}

// charEscape reads the escape of one character, where pos stands after the backslash.
//
// https://tc39.es/ecma262/#prod-CharacterEscape and its Annex B form
func (p *parser) charEscape(inClass bool) rune {
	c := p.peek()
	bad := errEscape
	if inClass && p.unicode {
		bad = errClassEscape
	}
	if c == eof {
		p.fail(errEscapeAtEnd)
	}
	p.pos++
	switch c {
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	case 'v':
		return '\v'
	case 'c':
		l := p.peek()
		if l|0x20 >= 'a' && l|0x20 <= 'z' {
			p.pos++
			return l & 0x1f
		}
		if p.unicode {
			p.fail(errUnicodeEscape)
		}
		if inClass && ('0' <= l && l <= '9' || l == '_') {
			p.pos++
			return l & 0x1f
		}
		p.pos--
		return '\\'
	case '0', '1', '2', '3', '4', '5', '6', '7':
		next := p.peek()
		if c == '0' && !('0' <= next && next <= '9') {
			return 0
		}
		if p.unicode {
			if c == '0' && !inClass {
				p.fail(errDecimalEscape)
			}
			p.fail(bad)
		}
		v := c - '0'
		for i := 0; i < 2 && '0' <= p.peek() && p.peek() <= '7' && v*8+p.peek()-'0' <= 0xff; i++ {
			v = v*8 + p.peek() - '0'
			p.pos++
		}
		return v
	case 'x':
		if v, ok := p.hex(2); ok {
			return v
		}
		if p.unicode {
			p.fail(errEscape)
		}
		return c
	case 'u':
		if v, ok := p.unicodeEscape(p.unicode); ok {
			return v
		}
		if p.unicode {
			p.fail(errUnicodeEscape)
		}
		return c
	}
	if p.unicode && !isSyntax(c) && !(inClass && c == '-') {
		p.fail(errEscape)
	}
	if p.named && c == 'k' && !inClass {
		p.fail(errEscape)
	}
	return c
}

// class reads a character class, where pos stands on the bracket.
//
// https://tc39.es/ecma262/#prod-CharacterClass
func (p *parser) class() *node {
	if p.sets {
		s, strs := p.nestedClass()
		return p.setNode(s, strs)
	}
	p.pos++
	neg := p.eat('^')
	var s set
	for !p.eat(']') {
		a, as, single := p.classAtom()
		if p.peek() != '-' || p.peekAt(1) == ']' || p.peekAt(1) == eof {
			s = append(s, as...)
			if single {
				s.add(a, a)
			}
			continue
		}
		p.pos++
		b, bs, single2 := p.classAtom()
		if !single || !single2 {
			if p.unicode {
				p.fail(errClass)
			}
			// Annex B: the hyphen is a member.
			s = append(append(s, as...), bs...)
			s.add('-', '-')
			if single {
				s.add(a, a)
			}
			if single2 {
				s.add(b, b)
			}
			continue
		}
		if a > b {
			p.fail(errRange)
		}
		s.add(a, b)
	}
	s = s.normal()
	return p.finishClass(s, neg)
}

// finishClass closes over case and inverts, in this order.
func (p *parser) finishClass(s set, neg bool) *node {
	n := &node{kind: nSet, set: s, flags: p.flags}
	if neg {
		if p.flags&IgnoreCase != 0 {
			n.set = closeOver(s, p.unicode)
			n.flags &^= IgnoreCase
		}
		n.set = n.set.invert()
	}
	return n
}

func (p *parser) classAtom() (c rune, s set, single bool) {
	c = p.peek()
	if c == eof {
		p.fail(errUnterminatedSet)
	}
	if c != '\\' {
		p.pos++
		return c, nil, true
	}
	p.pos++
	if s, _, ok := p.classEscape(errClassProperty); ok {
		return 0, s, false
	}
	if p.eat('b') {
		return '\b', nil, true
	}
	return p.charEscape(true), nil, true
}

// An operand of v-mode is a set with strings (as Go strings of their code points; lone surrogates cannot stand in a string of two or more,
// so they are kept as their own runes in the set).
type operand struct {
	set  set
	strs map[string]bool
}

// nestedClass reads a class of v-mode, where pos stands on the bracket.
//
// https://tc39.es/ecma262/#prod-ClassContents with the flag v
func (p *parser) nestedClass() (set, []string) {
	p.enter()
	defer func() { p.depth-- }()
	p.pos++
	neg := p.eat('^')
	r := p.classContents()
	if !p.eat(']') {
		p.fail(errUnterminatedSet)
	}
	if neg {
		if len(r.strs) > 0 {
			p.fail(errNegatedStrings)
		}
		return p.foldSet(r.set).invert(), nil
	}
	strs := make([]string, 0, len(r.strs))
	for s := range r.strs {
		strs = append(strs, s)
	}
	sort.Strings(strs)
	return r.set, strs
}

func (p *parser) foldSet(s set) set {
	if p.flags&IgnoreCase != 0 {
		return closeOver(s, true)
	}
	return s
}

func (p *parser) foldStrings(m map[string]bool) map[string]bool {
	if p.flags&IgnoreCase == 0 {
		return m
	}
	r := make(map[string]bool, len(m))
	for s := range m {
		var b []rune
		for _, c := range s {
			b = append(b, canonicalize(c, true))
		}
		r[string(b)] = true
	}
	return r
}

func (p *parser) classContents() operand {
	var r operand
	first := true
	op := rune(0) // '&' or '-' once it is known
	for {
		c := p.peek()
		if c == eof {
			p.fail(errUnterminatedSet)
		}
		if c == ']' {
			r.set = r.set.normal()
			return r
		}
		if d := p.peekAt(1); !first && c == d && (c == '&' || c == '-') {
			if op != 0 && op != c {
				p.fail(errSetOperation)
			}
			op = c
			p.pos += 2
			if p.peek() == '&' && c == '&' {
				p.fail(errSetCharacter)
			}
			x, _, _ := p.setOperand()
			a, b := p.foldSet(r.set.normal()), p.foldSet(x.set)
			as, bs := p.foldStrings(r.strs), p.foldStrings(x.strs)
			r.strs = map[string]bool{}
			if c == '&' {
				r.set = intersect(a, b)
			} else {
				r.set = subtract(a, b)
			}
			for s := range as {
				if bs[s] == (c == '&') {
					r.strs[s] = true
				}
			}
			continue
		}
		if op != 0 {
			p.fail(errSetOperation)
		}
		x, a, single := p.setOperand()
		if single && p.peek() == '-' && p.peekAt(1) != '-' {
			p.pos++
			if p.peek() == eof {
				p.fail(errUnterminatedSet)
			}
			_, b, single2 := p.setOperand()
			if !single2 {
				p.fail(errClass)
			}
			if a > b {
				p.fail(errRange)
			}
			r.set.add(a, b)
			first = false
			// A range is no operand of && or --.
			if p.peek() == p.peekAt(1) && (p.peek() == '&' || p.peek() == '-') {
				p.fail(errSetOperation)
			}
			continue
		}
		if !first && p.peek() == p.peekAt(1) && (p.peek() == '&' || p.peek() == '-') {
			// A union of two or more is no operand either.
			p.fail(errSetOperation)
		}
		first = false
		r.set = append(r.set, x.set...)
		for s := range x.strs {
			if r.strs == nil {
				r.strs = map[string]bool{}
			}
			r.strs[s] = true
		}
	}
}

// setOperand reads a nested class, an escape of a set, \q{…} or one character; for the last, single is true.
func (p *parser) setOperand() (x operand, c rune, single bool) {
	switch c = p.peek(); c {
	case eof:
		p.fail(errUnterminatedSet)
	case '[':
		s, strs := p.nestedClass()
		x.set = s
		x.add(strs)
		return x, 0, false
	case '\\':
		if p.peekAt(1) == 'q' {
			p.pos += 2
			return p.classStrings(), 0, false
		}
		p.pos++
		if s, strs, ok := p.classEscape(errClassProperty); ok {
			x.set = s
			x.add(strs)
			return x, 0, false
		}
		p.pos--
	}
	c = p.setChar()
	x.set = set{c, c}
	return x, c, true
}

func (x *operand) add(strs []string) {
	if len(strs) > 0 && x.strs == nil {
		x.strs = make(map[string]bool, len(strs))
	}
	for _, s := range strs {
		x.strs[s] = true
	}
}

// https://tc39.es/ecma262/#prod-ClassSetCharacter
func (p *parser) setChar() rune {
	c := p.peek()
	switch c {
	case eof:
		p.fail(errUnterminatedSet)
	case '\\':
		p.pos++
		switch d := p.peek(); d {
		case 'b':
			p.pos++
			return '\b'
		case '&', '-', '!', '#', '%', ',', ':', ';', '<', '=', '>', '@', '`', '~':
			p.pos++
			return d
		}
		return p.charEscape(true)
	case '(', ')', '[', ']', '{', '}', '/', '-', '|':
		p.fail(errSetCharacter)
	case '&', '!', '#', '$', '%', '*', '+', ',', '.', ':', ';', '<', '=', '>', '?', '@', '^', '`', '~':
		if p.peekAt(1) == c {
			p.fail(errSetOperation)
		}
	}
	p.pos++
	return c
}

// classStrings reads {ab|c|…} of \q.
func (p *parser) classStrings() (x operand) {
	if !p.eat('{') {
		p.fail(errEscape)
	}
	x.strs = map[string]bool{}
	var cur []rune
	for {
		c := p.peek()
		switch c {
		case eof:
			p.fail(errClass)
		case '|', '}':
			p.pos++
			if len(cur) == 1 {
				x.set.add(cur[0], cur[0])
			} else {
				x.strs[string(cur)] = true
			}
			cur = cur[:0]
			if c == '}' {
				x.set = x.set.normal()
				return x
			}
		default:
			cur = append(cur, p.setChar())
		}
	}
}

// stringsNode gives the alternation of strings, longest first, with the node of single characters in its place.
func (p *parser) stringsNode(single *node, strs []string) *node {
	rs := make([][]rune, len(strs))
	for i, s := range strs {
		rs[i] = []rune(s)
	}
	sort.SliceStable(rs, func(i, j int) bool { return len(rs[i]) > len(rs[j]) })
	alt := &node{kind: nAlt}
	done := len(single.set) == 0
	for _, r := range rs {
		if len(r) == 0 && !done {
			alt.sub = append(alt.sub, single)
			done = true
		}
		seq := &node{kind: nSeq}
		for _, c := range r {
			seq.sub = append(seq.sub, p.char(c))
		}
		alt.sub = append(alt.sub, seq)
	}
	if !done {
		alt.sub = append(alt.sub, single)
	}
	return alt
}
