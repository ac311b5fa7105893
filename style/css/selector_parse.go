package css

import (
	"math"
	"strings"

	"github.com/niso-engine/niso/internal/atom"
)

// https://drafts.csswg.org/selectors-4/#grammar
//
// One left-to-right pass over the tokens. The words of the compounds of a complex selector are kept in a
// scratch stack and copied right to left into Selectors.Words when the selector is complete; the rows of a list are
// kept in a second scratch stack, because lists of arguments are completed (and must be contiguous) first.

// selParser compiles selectors into s. It is kept by who parses many.
type selParser struct {
	t    Tokenizer
	tok  Token
	s    *Selectors
	ctx  *SelectorContext
	buf  []uint32
	ends []compound
	rows []Selector

	depth    int
	forgave  bool          // an invalid selector of a forgiving list was dropped
	nest     bool          // & seen in the complex selector being read
	inHas    bool          //
	noElems  bool          // inside the arguments of a pseudo-class: no pseudo-elements
	inner    bool          // inside arguments: the default namespace does not limit the subject
	restrict PseudoElement // arguments stand after this pseudo-element
}

// compound is one compound selector in the scratch stack.
type compound struct {
	start, end uint32 // words in buf
	comb       Op     // the combinator before it; 0 for the first
	typed      bool   // has a type or universal selector
	noNS       bool   // consists of what no default namespace limits (:host, a pseudo-element after nothing …)
}

// listKind is how a list of selectors is read.
type listKind uint8

const (
	listPlain    listKind = iota // one invalid selector makes the list invalid
	listForgive                  // invalid selectors are dropped
	listRelative                 // :has(): each may begin with a combinator
	listCompound                 // one compound selector, no list
)

func (p *selParser) next() { p.tok = p.t.Next() }

// skipSpace skips white space and reports whether there was some.
func (p *selParser) skipSpace() (ws bool) {
	for p.tok.Kind == Whitespace {
		p.next()
		ws = true
	}
	return
}

func (p *selParser) intern(s string) (atom.Atom, bool) {
	if p.s.Atoms == nil {
		a := staticAtoms.Lookup(s)
		if a == atom.None {
			p.s.Missing = append(p.s.Missing, s)
			return a, false
		}
		return a, true
	}
	if p.s.Lookup {
		if a := p.s.Atoms.Lookup(s); a != atom.None {
			return a, true
		}
		p.s.Unknown = true
		return NoAtom, true
	}
	return p.s.Atoms.Intern(s), true
}

// internValue is intern for texts that are compared as strings, so that NoAtom would not do.
func (p *selParser) internValue(s string) (atom.Atom, bool) {
	if p.s.Lookup && p.s.Atoms != nil {
		return p.s.Atoms.Intern(s), true
	}
	return p.intern(s)
}

// staticAtoms has the static atoms alone.
var staticAtoms = atom.NewTable()

// parse compiles the selector list that is src[start:end]; on failure nothing is added.
func (p *selParser) parse(src string, start, end uint32, ctx *SelectorContext) (ListID, bool) {
	s := p.s
	words, rows, lists, names := len(s.Words), len(s.Rows), len(s.Lists), len(s.Names)
	if lists == 0 {
		s.Lists, lists = append(s.Lists, SelectorList{}), 1
	}
	if names == 0 {
		s.Names, names = append(s.Names, nil), 1
	}
	p.t, p.ctx = Tokenizer{src: src[:end], pos: int(start)}, ctx
	p.buf, p.ends, p.rows, p.depth = p.buf[:0], p.ends[:0], p.rows[:0], 0
	p.inHas, p.noElems, p.inner, p.restrict = false, ctx.NoElements, false, ElementNone
	p.next()
	kind := listPlain
	l, ok := p.list(kind)
	if !ok || p.tok.Kind != EOF {
		s.Words, s.Rows, s.Lists, s.Names = s.Words[:words], s.Rows[:rows], s.Lists[:lists], s.Names[:names]
		return 0, false
	}
	return l, true
}

// list reads selectors up to the end or to a closing parenthesis, which it does not take.
func (p *selParser) list(kind listKind) (ListID, bool) {
	base := len(p.rows)
	for {
		p.skipSpace()
		if kind == listForgive && (p.tok.Kind == RightParen || p.tok.Kind == EOF) {
			break
		}
		save, saveTok := p.t, p.tok
		buf, ends, rows, nest, depth := len(p.buf), len(p.ends), len(p.rows), p.nest, p.depth
		ok := p.complex(kind)
		if ok && p.tok.Kind != Comma && p.tok.Kind != RightParen && p.tok.Kind != EOF {
			ok = false
		}
		if !ok {
			p.buf, p.ends, p.rows, p.nest = p.buf[:buf], p.ends[:ends], p.rows[:rows], nest
			p.depth = depth
			if kind != listForgive {
				p.rows = p.rows[:base]
				return 0, false
			}
			p.t, p.tok, p.forgave = save, saveTok, true
			p.skipItem()
		}
		if p.tok.Kind != Comma {
			break
		}
		if kind == listCompound {
			p.rows = p.rows[:base]
			return 0, false
		}
		p.next()
		if kind == listForgive {
			if p.skipSpace(); p.tok.Kind == RightParen || p.tok.Kind == EOF {
				break
			}
		}
	}
	if p.depth == 0 && p.tok.Kind == RightParen {
		p.rows = p.rows[:base]
		return 0, false
	}
	s := p.s
	l := SelectorList{SelectorID(len(s.Rows)), uint32(len(p.rows) - base)}
	s.Rows = append(s.Rows, p.rows[base:]...)
	p.rows = p.rows[:base]
	s.Lists = append(s.Lists, l)
	return ListID(len(s.Lists) - 1), true
}

// skipItem skips component values to a comma or closing parenthesis of this level.
func (p *selParser) skipItem() {
	for {
		switch p.tok.Kind {
		case Comma, RightParen, EOF:
			return
		case Function, LeftParen, LeftBracket, LeftBrace:
			p.t.skipBlock(p.tok.Kind)
		}
		p.next()
	}
}

// complex reads one complex selector and appends its row to p.rows.
func (p *selParser) complex(kind listKind) bool {
	first := len(p.ends)
	bufStart := len(p.buf)
	outerNest := p.nest
	p.nest = false
	var lead Op // the combinator of a relative selector
	relative := kind == listRelative
	topRelative := p.depth == 0 && (p.ctx.Nested || p.ctx.Scoped || p.ctx.Relative)
	if relative || topRelative {
		lead = p.combinator()
	}
	comb := Op(0)
	elem := false
	for {
		e, ok := p.compound(comb)
		if !ok {
			return false
		}
		elem = elem || e
		ws := p.skipSpace()
		comb = p.combinator()
		if comb == 0 && ws && p.tok.Kind != Comma && p.tok.Kind != RightParen && p.tok.Kind != EOF {
			comb = OpDescendant
		}
		if comb == 0 {
			break
		}
		if elem || kind == listCompound {
			return false // nothing follows a pseudo-element
		}
	}
	s := p.s
	row := Selector{Prog: uint32(len(s.Words)), Compounds: uint16(min(len(p.ends)-first, math.MaxUint16))}
	sum := summary{s: s}
	sibling := false // the compound is a sibling of the subject or of an ancestor
	for i := len(p.ends) - 1; i >= first; i-- {
		c := p.ends[i]
		from := len(s.Words)
		if !c.typed && !c.noNS && !(p.inner && i == len(p.ends)-1) {
			if ns, ok := p.defaultNamespace(); ok {
				s.Words = append(s.Words, uint32(OpNamespace)|NSURI<<8|NSImplied<<16, uint32(ns), 0)
			}
		}
		s.Words = append(s.Words, p.buf[c.start:c.end]...)
		sum.compound(s.Words[from:], i == len(p.ends)-1, !sibling)
		if i > first {
			s.Words = append(s.Words, uint32(c.comb))
			sibling = sum.combinator(c.comb)
		}
	}
	switch {
	case relative:
		if lead == 0 {
			lead = OpDescendant
		}
		s.Words = append(s.Words, uint32(lead), uint32(OpAnchor))
		sum.combinator(lead)
	case topRelative && (lead != 0 || !p.nest && p.ctx.Nested):
		flags := uint32(FlagImplied)
		if lead == 0 {
			lead = OpDescendant
		}
		from := len(s.Words)
		parent := p.ctx.Parent
		if p.ctx.Scoped || p.ctx.Relative {
			parent = 0
		}
		s.Words = append(s.Words, uint32(lead), uint32(OpNest)|flags<<16, uint32(parent))
		sibling = sum.combinator(lead)
		sum.compound(s.Words[from+1:], false, !sibling)
	}
	s.Words = append(s.Words, uint32(OpEnd))
	sum.finish(&row)
	p.rows = append(p.rows, row)
	p.ends, p.buf = p.ends[:first], p.buf[:bufStart]
	p.nest = p.nest || outerNest
	return true
}

func (p *selParser) defaultNamespace() (atom.Atom, bool) {
	for i := len(p.ctx.Namespaces) - 1; i >= 0; i-- {
		if n := p.ctx.Namespaces[i]; n.Prefix == atom.Empty {
			return n.URL, true
		}
	}
	return 0, false
}

// combinator takes a combinator other than white space, with white space after it; 0 if there is none.
func (p *selParser) combinator() (op Op) {
	if p.tok.Kind != Delim {
		return 0
	}
	switch p.t.src[p.tok.Start] {
	case '>':
		op = OpChild
	case '+':
		op = OpNext
	case '~':
		op = OpSubsequent
	default:
		return 0
	}
	p.next()
	p.skipSpace()
	return op
}

// compound reads one compound selector into the scratch stack. elem says that it has a pseudo-element.
func (p *selParser) compound(comb Op) (elem, ok bool) {
	c := compound{start: uint32(len(p.buf)), comb: comb, noNS: true}
	if p.restrict == ElementNone {
		typed, ok := p.typeSelector()
		if !ok {
			return false, false
		}
		c.typed = typed
	}
	e := p.restrict
	for {
		switch p.tok.Kind {
		case Hash:
			if e != ElementNone || p.tok.Flags&FlagID == 0 {
				return false, false
			}
			a, ok := p.intern(p.t.Text(p.tok))
			if !ok {
				return false, false
			}
			p.buf = append(p.buf, uint32(OpID), uint32(a))
			c.noNS = false
			p.next()
			continue
		case LeftBracket:
			if e != ElementNone || !p.attribute() {
				return false, false
			}
			c.noNS = false
			continue
		case Colon:
			f, ns, ok := p.pseudo(e)
			if !ok {
				return false, false
			}
			if ns {
				c.noNS = false
			}
			if f != ElementNone {
				if c.start == uint32(len(p.buf)) {
					return false, false
				}
				e, elem = f, true
			}
			continue
		case Delim:
			switch p.t.src[p.tok.Start] {
			case '.':
				if e != ElementNone {
					return false, false
				}
				p.next()
				if p.tok.Kind != Ident || p.tok.Flags&FlagComment != 0 {
					return false, false
				}
				a, ok := p.intern(p.t.Text(p.tok))
				if !ok {
					return false, false
				}
				p.buf = append(p.buf, uint32(OpClass), uint32(a))
				c.noNS = false
				p.next()
				continue
			case '&':
				if e != ElementNone {
					return false, false
				}
				parent := p.ctx.Parent
				if !p.ctx.Nested {
					parent = 0
				}
				p.buf = append(p.buf, uint32(OpNest), uint32(parent))
				p.nest = true
				p.next()
				continue
			}
		}
		break
	}
	c.end = uint32(len(p.buf))
	if c.start == c.end {
		return false, false
	}
	p.ends = append(p.ends, c)
	return elem, true
}

// typeSelector takes a type or universal selector with its namespace, if one stands here.
func (p *selParser) typeSelector() (typed, ok bool) {
	star := p.t.IsDelim(p.tok, '*')
	bar := p.t.IsDelim(p.tok, '|')
	if p.tok.Kind != Ident && !star && !bar {
		return false, true
	}
	name := p.tok
	ns, hasNS := name, false
	if !bar {
		p.next()
		if p.t.IsDelim(p.tok, '|') && p.tok.Flags&FlagComment == 0 {
			// a|=b stands in attributes only, so here a bar is a namespace's.
			bar = true
		}
	}
	if bar {
		hasNS = true
		if p.tok.Start == name.Start {
			ns.Kind = EOF // |a
		}
		p.next()
		if p.tok.Flags&FlagComment != 0 || p.tok.Kind != Ident && !p.t.IsDelim(p.tok, '*') {
			return false, false
		}
		name, star = p.tok, p.tok.Kind != Ident
		p.next()
	}
	if hasNS {
		def, hasDef := p.defaultNamespace()
		switch ns.Kind {
		case EOF:
			p.buf = append(p.buf, uint32(OpNamespace)|NSNone<<8, 0, 0)
		case Ident:
			prefix, ok := p.intern(p.t.Text(ns))
			url, found := p.namespace(prefix)
			if !ok || !found {
				return false, false
			}
			flags := uint32(0)
			if hasDef && def == url {
				flags = NSRedundant
			}
			p.buf = append(p.buf, uint32(OpNamespace)|NSURI<<8|flags<<16, uint32(url), uint32(prefix))
		default:
			flags := uint32(NSRedundant)
			if hasDef {
				flags = 0
			}
			p.buf = append(p.buf, uint32(OpNamespace)|NSAny<<8|flags<<16, 0, 0)
		}
	} else if def, ok := p.defaultNamespace(); ok {
		p.buf = append(p.buf, uint32(OpNamespace)|NSURI<<8|NSImplied<<16, uint32(def), 0)
	}
	if star {
		p.buf = append(p.buf, uint32(OpUniversal))
		return true, true
	}
	text := p.t.Text(name)
	a, ok := p.intern(text)
	low := a
	if l := lowerASCII(text); ok && l != text {
		low, ok = p.intern(l)
	}
	p.buf = append(p.buf, uint32(OpTag), uint32(a), uint32(low))
	return true, ok
}

func (p *selParser) namespace(prefix atom.Atom) (atom.Atom, bool) {
	for i := len(p.ctx.Namespaces) - 1; i >= 0; i-- {
		if n := p.ctx.Namespaces[i]; n.Prefix == prefix {
			return n.URL, true
		}
	}
	return 0, false
}

// htmlCaseInsensitive are the attributes whose values HTML selectors compare case-insensitively.
// https://html.spec.whatwg.org/#case-sensitivity-of-selectors
var htmlCaseInsensitive = func() map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(`accept accept-charset align alink axis bgcolor charset checked clear codetype color
		compact declare defer dir direction disabled enctype face frame hreflang http-equiv lang language link media method
		multiple nohref noresize noshade nowrap readonly rel rev rules scope scrolling selected shape target text type
		valign valuetype vlink`) {
		m[n] = true
	}
	return m
}()

// attribute takes an attribute selector.
func (p *selParser) attribute() bool {
	p.next()
	p.skipSpace()
	var nsKind uint32 = NSNone
	var ns, prefix atom.Atom
	name := p.tok
	star, bar := p.t.IsDelim(p.tok, '*'), p.t.IsDelim(p.tok, '|')
	if name.Kind != Ident && !star && !bar {
		return false
	}
	if !bar {
		p.next()
	}
	// In [a|=b] the bar belongs to the operator.
	if p.t.IsDelim(p.tok, '|') && !(p.tok.End < uint32(len(p.t.src)) && p.t.src[p.tok.End] == '=') {
		p.next()
		if p.tok.Kind != Ident || p.tok.Flags&FlagComment != 0 {
			return false
		}
		if star {
			nsKind = NSAny
		} else if !bar {
			var ok, found bool
			prefix, ok = p.intern(p.t.Text(name))
			ns, found = p.namespace(prefix)
			if !ok || !found {
				return false
			}
			nsKind = NSURI
		}
		name = p.tok
		p.next()
	} else if star || bar {
		return false
	}
	text := p.t.Text(name)
	lowText := lowerASCII(text)
	a, ok := p.intern(text)
	low := a
	if ok && lowText != text {
		low, ok = p.intern(lowText)
	}
	if !ok {
		return false
	}
	p.skipSpace()
	op, flags := AttrExists, nsKind<<AttrNSShift
	var value atom.Atom
	if p.tok.Kind != RightBracket && p.tok.Kind != EOF {
		if p.tok.Kind != Delim {
			return false
		}
		switch p.t.src[p.tok.Start] {
		case '=':
			op = AttrEquals
		case '~':
			op = AttrIncludes
		case '|':
			op = AttrDash
		case '^':
			op = AttrPrefix
		case '$':
			op = AttrSuffix
		case '*':
			op = AttrSubstring
		default:
			return false
		}
		if op != AttrEquals {
			if p.next(); !p.t.IsDelim(p.tok, '=') || p.tok.Flags&FlagComment != 0 {
				return false
			}
		}
		p.next()
		p.skipSpace()
		if p.tok.Kind != Ident && p.tok.Kind != String {
			return false
		}
		if value, ok = p.internValue(p.t.Text(p.tok)); !ok {
			return false
		}
		p.next()
		p.skipSpace()
		if p.tok.Kind == Ident {
			switch {
			case p.t.Is(p.tok, "i"):
				flags |= AttrCaseI
			case p.t.Is(p.tok, "s"):
				flags |= AttrCaseS
			default:
				return false
			}
			p.next()
			p.skipSpace()
		} else if htmlCaseInsensitive[lowText] && nsKind == NSNone {
			flags |= AttrHTMLCaseI
		}
	}
	if p.tok.Kind == RightBracket {
		p.next()
	} else if p.tok.Kind != EOF {
		return false
	}
	p.buf = append(p.buf, uint32(OpAttr)|uint32(op)<<8|flags<<16, uint32(a), uint32(low), uint32(ns), uint32(prefix), uint32(value))
	return true
}

// pseudo takes a pseudo-class or pseudo-element. e is the pseudo-element that the compound already has; f the one
// taken. ns says that a default namespace limits the compound although it has no type selector.
func (p *selParser) pseudo(e PseudoElement) (f PseudoElement, ns, ok bool) {
	p.next()
	if p.tok.Flags&FlagComment != 0 {
		return 0, false, false
	}
	if p.tok.Kind == Colon {
		p.next()
		if p.tok.Flags&FlagComment != 0 || p.tok.Kind != Ident && p.tok.Kind != Function {
			return 0, false, false
		}
		f, ok = p.element(e)
		return f, false, ok
	}
	switch p.tok.Kind {
	case Ident:
		name := lowerASCII(p.t.Text(p.tok))
		if c, ok := pseudoClassByName[name]; ok {
			if !e.classMayFollow(c) || c.scrollbar() && !e.Scrollbar() || c == PseudoWindowInactive && e != ElementSelection && !e.Scrollbar() {
				return 0, false, false
			}
			p.buf = append(p.buf, uint32(OpPseudo)|uint32(c)<<8)
			p.next()
			return 0, true, true
		}
		c := PseudoNone
		switch name {
		case "before", "after", "first-line", "first-letter":
			f, ok = p.element(e)
			return f, false, ok
		case "host":
			if e != ElementNone {
				return 0, false, false
			}
			p.buf = append(p.buf, uint32(OpHost), 0)
			p.next()
			return 0, false, true
		case "-webkit-any-link":
			c = PseudoAnyLink
		case "-webkit-autofill":
			c = PseudoAutofill
		case "-webkit-full-screen":
			c = PseudoFullscreen
		default:
			return 0, false, false
		}
		if !e.classMayFollow(c) {
			return 0, false, false
		}
		p.buf = append(p.buf, uint32(OpPseudo)|uint32(c)<<8|FlagAlias<<16)
		p.next()
		return 0, true, true
	case Function:
		ns, ok = p.function(e)
		return 0, ns, ok
	}
	return 0, false, false
}

// element takes a pseudo-element whose name is ahead.
func (p *selParser) element(e PseudoElement) (PseudoElement, bool) {
	if p.noElems {
		return 0, false
	}
	name := lowerASCII(p.t.Text(p.tok))
	isFn := p.tok.Kind == Function
	f, known := elementByName[name]
	if !known {
		webkit := strings.HasPrefix(name, "-webkit-") && len(name) > len("-webkit-")
		if isFn || !webkit && !(p.ctx.UserAgent && strings.HasPrefix(name, "-internal-")) {
			return 0, false
		}
		f = ElementUnknownWebkit
	}
	if !e.elementMayFollow(f) {
		return 0, false
	}
	info := elementInfos[f]
	if isFn == (info.arg == argNone || f == ElementUnknownWebkit) && !(info.arg == argOptList && !isFn) {
		return 0, false
	}
	var flags, arg uint32
	if known && name != info.name {
		flags = FlagAlias
	}
	if !isFn {
		if f == ElementUnknownWebkit {
			a, ok := p.intern(name)
			if !ok {
				return 0, false
			}
			arg = uint32(a)
		}
		p.next()
	} else {
		if !p.open() {
			return 0, false
		}
		ok := true
		switch info.arg {
		case argCompound, argOptList:
			kind := listCompound
			if info.arg == argOptList {
				kind = listPlain
			}
			var l ListID
			if l, ok = p.args(kind, false, ElementNone); !ok {
				return 0, false
			}
			arg = uint32(l)
		case argIdent:
			p.skipSpace()
			text := ""
			switch {
			case p.tok.Kind == Ident:
				text = p.t.Text(p.tok)
			case f == ElementScrollButton && p.t.IsDelim(p.tok, '*'):
				text = "*"
			default:
				return 0, false
			}
			switch f {
			case ElementPicker:
				text = lowerASCII(text)
				ok = text == "select"
			case ElementScrollButton:
				text = lowerASCII(text)
				ok = strings.Contains(" * up down left right block-start block-end inline-start inline-end prev next ", " "+text+" ")
			}
			if !ok {
				return 0, false
			}
			a, ok := p.intern(text)
			if !ok {
				return 0, false
			}
			arg = uint32(a)
			p.next()
			p.skipSpace()
		case argIdents, argTransition:
			var names []atom.Atom
			add := func(s string) {
				a, k := p.intern(s)
				names, ok = append(names, a), ok && k
			}
			p.skipSpace()
			if info.arg == argTransition {
				if p.t.IsDelim(p.tok, '*') {
					add("*")
					p.next()
				} else if p.tok.Kind == Ident {
					add(p.t.Text(p.tok))
					p.next()
				} else if p.t.IsDelim(p.tok, '.') {
					add("*")
				}
				for ok && p.t.IsDelim(p.tok, '.') {
					if p.next(); p.tok.Kind != Ident {
						return 0, false
					}
					add(p.t.Text(p.tok))
					p.next()
				}
			} else {
				for ok && p.tok.Kind == Ident {
					add(p.t.Text(p.tok))
					p.next()
					p.skipSpace()
				}
			}
			p.skipSpace()
			if !ok || len(names) == 0 {
				return 0, false
			}
			arg = uint32(len(p.s.Names))
			p.s.Names = append(p.s.Names, names)
		}
		if !p.close() {
			return 0, false
		}
	}
	p.buf = append(p.buf, uint32(OpElement)|uint32(f)<<8|flags<<16, arg)
	return f, true
}

// open enters the function ahead.
func (p *selParser) open() bool {
	if p.depth >= maxDepth {
		return false
	}
	p.depth++
	p.next()
	return true
}

// close leaves a function: its parenthesis, or the end of the input.
func (p *selParser) close() bool {
	p.skipSpace()
	p.depth--
	if p.tok.Kind == RightParen {
		p.next()
		return true
	}
	return p.tok.Kind == EOF
}

// args reads a list of selectors as arguments.
func (p *selParser) args(kind listKind, has bool, after PseudoElement) (ListID, bool) {
	noElems, inHas, inner, restrict := p.noElems, p.inHas, p.inner, p.restrict
	p.noElems, p.inner, p.restrict = true, true, after
	p.inHas = p.inHas || has
	l, ok := p.list(kind)
	p.noElems, p.inHas, p.inner, p.restrict = noElems, inHas, inner, restrict
	return l, ok
}

// function takes a functional pseudo-class.
func (p *selParser) function(e PseudoElement) (ns, ok bool) {
	name := lowerASCII(p.t.Text(p.tok))
	if !p.open() {
		return false, false
	}
	var op Op
	kind := listForgive
	flags := uint32(0)
	nth := NthKind(255)
	switch name {
	case "is":
		op = OpIs
	case "-webkit-any":
		op, flags = OpIs, FlagAlias
	case "where":
		op = OpWhere
	case "not":
		op, kind = OpNot, listPlain
	case "has":
		if p.inHas || e != ElementNone {
			return false, false
		}
		op, kind = OpHas, listRelative
	case "host":
		op, kind = OpHost, listCompound
	case "host-context":
		op, kind = OpHostContext, listCompound
	case "nth-child":
		nth = NthChild
	case "nth-last-child":
		nth = NthLastChild
	case "nth-of-type":
		nth = NthOfType
	case "nth-last-of-type":
		nth = NthLastOfType
	case "lang":
		return p.lang(e)
	case "dir":
		if e != ElementNone && !e.elementBacked() {
			return false, false
		}
		p.skipSpace()
		if p.tok.Kind != Ident {
			return false, false
		}
		aux := uint32(2)
		if p.t.Is(p.tok, "ltr") {
			aux = 0
		} else if p.t.Is(p.tok, "rtl") {
			aux = 1
		}
		a, k := p.internValue(p.t.Text(p.tok))
		if !k {
			return false, false
		}
		p.buf = append(p.buf, uint32(OpDir)|aux<<8, uint32(a))
		p.next()
		return true, p.close()
	case "state":
		if e != ElementNone && !e.elementBacked() {
			return false, false
		}
		p.skipSpace()
		if p.tok.Kind != Ident {
			return false, false
		}
		a, k := p.intern(p.t.Text(p.tok))
		if !k {
			return false, false
		}
		p.buf = append(p.buf, uint32(OpState), uint32(a))
		p.next()
		return true, p.close()
	case "active-view-transition-type":
		if e != ElementNone {
			return false, false
		}
		var names []atom.Atom
		for {
			p.skipSpace()
			if p.tok.Kind != Ident {
				return false, false
			}
			a, k := p.intern(p.t.Text(p.tok))
			if !k {
				return false, false
			}
			names = append(names, a)
			p.next()
			if p.skipSpace(); p.tok.Kind != Comma {
				break
			}
			p.next()
		}
		p.s.Names = append(p.s.Names, names)
		p.buf = append(p.buf, uint32(OpTransitionType), uint32(len(p.s.Names)-1))
		return true, p.close()
	default:
		return false, false
	}
	if nth != 255 {
		if e != ElementNone {
			return false, false
		}
		a, b, ok := p.anb()
		if !ok {
			return false, false
		}
		var l ListID
		if ws := p.skipSpace(); ws && nth <= NthLastChild && p.tok.Kind == Ident && p.t.Is(p.tok, "of") {
			p.next()
			if l, ok = p.args(listPlain, false, ElementNone); !ok {
				return false, false
			}
		}
		p.buf = append(p.buf, uint32(OpNth)|uint32(nth)<<8, uint32(a), uint32(b), uint32(l))
		return true, p.close()
	}
	if e != ElementNone && op != OpIs && op != OpWhere && op != OpNot {
		return false, false
	}
	l, ok := p.args(kind, op == OpHas, e)
	if !ok {
		return false, false
	}
	p.buf = append(p.buf, uint32(op)|flags<<16, uint32(l))
	return op != OpHost && op != OpHostContext, p.close()
}

// lang takes the arguments of :lang().
func (p *selParser) lang(e PseudoElement) (ns, ok bool) {
	if e != ElementNone && !e.elementBacked() {
		return false, false
	}
	at := len(p.buf)
	p.buf = append(p.buf, uint32(OpLang), 0)
	for {
		p.skipSpace()
		if p.tok.Kind != Ident && p.tok.Kind != String {
			return false, false
		}
		a, ok := p.internValue(p.t.Text(p.tok))
		if !ok {
			return false, false
		}
		p.buf = append(p.buf, uint32(a))
		p.buf[at+1]++
		p.next()
		if p.skipSpace(); p.tok.Kind != Comma {
			return true, p.close()
		}
		p.next()
	}
}

// anb takes An+B. https://drafts.csswg.org/css-syntax-3/#anb-microsyntax
func (p *selParser) anb() (a, b int32, ok bool) {
	p.skipSpace()
	plus := false
	if p.t.IsDelim(p.tok, '+') {
		if p.next(); p.tok.Kind != Ident || p.tok.Flags&FlagComment != 0 {
			return 0, 0, false
		}
		plus = true
	}
	var text string // what follows the coefficient: n, n-, n-3
	switch p.tok.Kind {
	case Number:
		if p.tok.Flags&FlagInteger == 0 {
			return 0, 0, false
		}
		b = int32Of(p.tok.Num)
		p.next()
		return 0, b, true
	case Dimension:
		if p.tok.Flags&FlagInteger == 0 {
			return 0, 0, false
		}
		a, text = int32Of(p.tok.Num), lowerASCII(p.t.Text(p.tok))
	case Ident:
		text = lowerASCII(p.t.Text(p.tok))
		if !plus {
			if text == "odd" {
				p.next()
				return 2, 1, true
			}
			if text == "even" {
				p.next()
				return 2, 0, true
			}
		}
		a = 1
		if strings.HasPrefix(text, "-") {
			if plus {
				return 0, 0, false
			}
			a, text = -1, text[1:]
		}
	default:
		return 0, 0, false
	}
	if !strings.HasPrefix(text, "n") {
		return 0, 0, false
	}
	p.next()
	rest := text[1:]
	if len(rest) > 1 { // n-3
		if rest[0] != '-' {
			return 0, 0, false
		}
		v := 0.0
		for i := 1; i < len(rest); i++ {
			if rest[i] < '0' || rest[i] > '9' {
				return 0, 0, false
			}
			v = v*10 + float64(rest[i]-'0')
		}
		return a, int32Of(-v), true
	}
	sign := 0.0
	switch rest {
	case "-":
		sign = -1
	case "":
	default:
		return 0, 0, false
	}
	save, saveTok := p.t, p.tok
	p.skipSpace()
	if sign == 0 {
		switch {
		case p.tok.Kind == Number && p.tok.Flags&(FlagInteger|FlagSigned) == FlagInteger|FlagSigned:
			b = int32Of(p.tok.Num)
			p.next()
			return a, b, true
		case p.t.IsDelim(p.tok, '+'):
			sign = 1
		case p.t.IsDelim(p.tok, '-'):
			sign = -1
		default:
			p.t, p.tok = save, saveTok
			return a, 0, true
		}
		p.next()
		p.skipSpace()
	}
	if p.tok.Kind != Number || p.tok.Flags&(FlagInteger|FlagSigned) != FlagInteger {
		return 0, 0, false
	}
	b = int32Of(sign * p.tok.Num)
	p.next()
	return a, b, true
}

func int32Of(v float64) int32 { return int32(max(math.MinInt32, min(math.MaxInt32, v))) }

// ParseAnB reads text as An+B and nothing else.
func ParseAnB(text string) (a, b int, ok bool) {
	p := selParser{t: Tokenizer{src: text}, s: &Selectors{}}
	p.next()
	x, y, ok := p.anb()
	p.skipSpace()
	return int(x), int(y), ok && p.tok.Kind == EOF
}

// ParseSelectorList compiles a selector list for querySelector, matches and closest; false if it is invalid.
// Names that atoms does not have are not added to it: see Selectors.Unknown.
func ParseSelectorList(text string, atoms *atom.Table, ctx *SelectorContext) (*Selectors, ListID, bool) {
	s := &Selectors{Atoms: atoms, Lookup: true}
	l, ok := s.Parse(text, ctx)
	return s, l, ok
}

// Parse compiles a selector list into s; false, and nothing added, if it is invalid. ctx nil is the empty context.
func (s *Selectors) Parse(text string, ctx *SelectorContext) (ListID, bool) {
	if ctx == nil {
		ctx = &SelectorContext{}
	}
	p := selParser{s: s}
	return p.parse(text, 0, uint32(len(text)), ctx)
}

// List is the selectors of a list; 0 has none.
func (s *Selectors) List(l ListID) []Selector {
	if int(l) >= len(s.Lists) {
		return nil
	}
	r := s.Lists[l]
	return s.Rows[r.First : uint32(r.First)+r.Count]
}

// Program is the words of a selector from its first; OpEnd ends them.
func (s *Selectors) Program(sel *Selector) []uint32 { return s.Words[sel.Prog:] }
