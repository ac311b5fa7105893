package css

import (
	"slices"
	"unsafe"

	"github.com/niso-engine/niso/internal/atom"
)

// https://drafts.csswg.org/css-syntax-3/#parser-algorithms
//
// One pass over the tokens with a stack of open blocks. Rules and declarations go straight into the columns; a
// rule whose prelude is invalid is skipped with its block.

// maxRuleDepth bounds how deep rules nest; deeper ones are invalid.
const maxRuleDepth = 128

// blockContext says what a block may contain.
type blockContext uint8

const (
	inRules     blockContext = iota // rules
	inStyle                         // declarations and nested rules
	inDecls                         // declarations
	inPage                          // declarations and margin rules
	inKeyframes                     // keyframe blocks
	inFeatures                      // declarations and feature blocks
)

// frame is an open block.
type frame struct {
	rule        RuleID
	first, last RuleID // children
	target      RuleID // which rule the next declaration goes to; 0: a new RuleNestedDecls
	parent      ListID // what & stands for
	ctx         blockContext
	nested      bool // inside a style rule
	scoped      bool // directly in @scope
	bare        bool // a rule is being inserted: declarations may not stand here
}

type sheetParser struct {
	s     *Sheet
	src   string
	t     Tokenizer
	tok   Token
	sel   selParser
	ctx   SelectorContext
	stack []frame
	// Whether @import and @namespace may still come.
	imports, namespaces, imported bool
}

// ParseSheet parses a style sheet. src may not change after.
func ParseSheet(src []byte, opts Options) *Sheet {
	if uint64(len(src)) > maxSource {
		src = src[:maxSource]
	}
	s := &Sheet{src: src[:len(src):len(src)], Rules: make([]Rule, 1, 16), opts: opts}
	s.Sel.Atoms = opts.Atoms
	p := sheetParser{s: s, imports: true, namespaces: true}
	p.run(0, frame{ctx: inRules})
	s.first, s.last = p.stack[0].first, p.stack[0].last
	s.Rules, s.Decls = clip(s.Rules), clip(s.Decls)
	s.Sel.Words, s.Sel.Rows, s.Sel.Lists = clip(s.Sel.Words), clip(s.Sel.Rows), clip(s.Sel.Lists)
	return s
}

// maxSource bounds a sheet's source: offsets are uint32, and edits need room.
const maxSource = 1 << 31

// clip gives back what append kept in reserve, where that is much.
func clip[T any](s []T) []T {
	if cap(s)-len(s) > 64 && cap(s)-len(s) > len(s)/8 {
		return slices.Clip(slices.Clone(s))
	}
	return s
}

// ParseSheetString is ParseSheet over a string, without a copy.
func ParseSheetString(src string, opts Options) *Sheet {
	return ParseSheet(unsafe.Slice(unsafe.StringData(src), len(src)), opts)
}

// run parses the source from offset start with base as the outermost block; its children are in stack[0] after.
func (p *sheetParser) run(start int, base frame) {
	p.src = p.s.Source()
	p.t = Tokenizer{src: p.src, pos: start}
	p.sel.s = &p.s.Sel
	p.stack = append(p.stack[:0], base)
	p.next()
	for {
		f := &p.stack[len(p.stack)-1]
		switch p.tok.Kind {
		case EOF:
			for len(p.stack) > 1 {
				p.pop()
			}
			return
		case Whitespace:
			p.next()
			continue
		case RightBrace:
			if len(p.stack) > 1 {
				p.s.Rules[f.rule].End = p.tok.End
				p.pop()
				p.next()
				continue
			}
		case CDO, CDC:
			if len(p.stack) == 1 && f.ctx == inRules {
				p.next()
				continue
			}
		case AtKeyword:
			p.atRule(f)
			continue
		case Semicolon:
			if f.ctx != inRules && f.ctx != inKeyframes {
				p.next()
				continue
			}
		case Ident:
			if !f.bare && f.ctx != inRules && f.ctx != inKeyframes {
				save, tok := p.t, p.tok
				d, res := p.decl()
				switch res {
				case declOK:
					p.addDecl(d)
					continue
				case declBad:
					continue
				}
				p.t, p.tok = save, tok
			}
		}
		p.qualifiedRule(f)
	}
}

func (p *sheetParser) next() { p.tok = p.t.Next() }

func (p *sheetParser) pop() {
	f := p.stack[len(p.stack)-1]
	r := &p.s.Rules[f.rule]
	r.FirstChild, r.LastChild = f.first, f.last
	p.stack = p.stack[:len(p.stack)-1]
}

// add appends a rule to the block that is open.
func (p *sheetParser) add(r Rule) RuleID {
	f := &p.stack[len(p.stack)-1]
	r.Parent = f.rule
	if f.nested {
		r.Flags |= RuleNested
	}
	id := RuleID(len(p.s.Rules))
	p.s.Rules = append(p.s.Rules, r)
	if f.last != 0 {
		p.s.Rules[f.last].Next = id
	} else {
		f.first = id
	}
	f.last = id
	if f.ctx == inStyle {
		f.target = 0 // declarations that follow a rule are a rule of their own
	}
	return id
}

// addDecl appends a declaration to the block that is open.
func (p *sheetParser) addDecl(d Decl) {
	f := &p.stack[len(p.stack)-1]
	if f.target == 0 {
		if f.ctx != inStyle {
			f.target = f.rule
		} else {
			id := p.add(Rule{Kind: RuleNestedDecls, Payload: uint32(f.parent), Start: d.Start, DeclStart: uint32(len(p.s.Decls))})
			f.target = id
		}
	}
	p.s.appendDecl(f.target, d)
}

// appendDecl appends d to the declarations of r, which stay contiguous.
func (s *Sheet) appendDecl(id RuleID, d Decl) {
	r := &s.Rules[id]
	if end := r.DeclStart + r.DeclCount; int(end) != len(s.Decls) {
		if r.DeclCount > 0 {
			s.dead += int(r.DeclCount)
		}
		start := len(s.Decls)
		s.Decls = append(s.Decls, s.Decls[r.DeclStart:end]...)
		r.DeclStart = uint32(start)
	}
	s.Decls = append(s.Decls, d)
	r.DeclCount++
}

// prelude skips component values up to the block or the end of the rule, which is not taken. end is where the last
// token that is not white space ends.
func (p *sheetParser) prelude(nested, semicolon bool) (end uint32) {
	end = p.tok.Start
	for {
		switch p.tok.Kind {
		case EOF, LeftBrace:
			return end
		case Semicolon:
			if semicolon {
				return end
			}
		case RightBrace:
			if nested {
				return end
			}
		case Function, LeftParen, LeftBracket:
			p.t.skipBlock(p.tok.Kind)
			end = uint32(p.t.pos)
			p.next()
			continue
		case Whitespace:
			p.next()
			continue
		}
		end = p.tok.End
		p.next()
	}
}

// skipBlock skips the block that the token ahead opens.
func (p *sheetParser) skipBlock() {
	p.t.skipBlock(LeftBrace)
	p.next()
}

// open enters the block that the token ahead opens.
func (p *sheetParser) open(f frame) {
	p.stack = append(p.stack, f)
	p.next()
}

func (p *sheetParser) qualifiedRule(f *frame) {
	nested := f.ctx != inRules && f.ctx != inKeyframes
	start := p.tok.Start
	if p.tok.Kind == Ident && p.tok.End-p.tok.Start > 2 && p.src[start] == '-' && p.src[start+1] == '-' {
		// «--x:hover {}» is a bad custom property, not a rule.
		save, tok := p.t, p.tok
		p.next()
		for p.tok.Kind == Whitespace {
			p.next()
		}
		if p.tok.Kind == Colon {
			if nested {
				p.remnants()
				return
			}
			p.prelude(false, false)
			if p.tok.Kind == LeftBrace {
				p.skipBlock()
			}
			return
		}
		p.t, p.tok = save, tok
	}
	end := p.prelude(len(p.stack) > 1, nested)
	switch p.tok.Kind {
	case Semicolon:
		p.next()
		return
	case LeftBrace:
	default:
		return // the end of the input or of the block around: no rule
	}
	if len(p.stack) >= maxRuleDepth {
		p.skipBlock()
		return
	}
	switch f.ctx {
	case inKeyframes:
		sel, ok := parseKeyframeSelectors(p.src, start, end)
		if !ok {
			p.skipBlock()
			return
		}
		p.s.Keyframes = append(p.s.Keyframes, sel)
		id := p.add(Rule{Kind: RuleKeyframe, PreludeStart: start, PreludeEnd: end, Start: start, Payload: uint32(len(p.s.Keyframes) - 1), DeclStart: uint32(len(p.s.Decls))})
		p.open(frame{rule: id, ctx: inDecls})
	case inRules, inStyle:
		p.ctx = SelectorContext{Namespaces: p.s.Namespaces, Nested: f.nested && !f.scoped, Parent: f.parent, Scoped: f.scoped, UserAgent: p.s.opts.UserAgent}
		l, ok := p.sel.parse(p.src, start, end, &p.ctx)
		if !ok {
			p.skipBlock()
			return
		}
		if len(p.stack) == 1 {
			p.imports, p.namespaces = false, false
		}
		id := p.add(Rule{Kind: RuleStyle, PreludeStart: start, PreludeEnd: end, Start: start, Payload: uint32(l), DeclStart: uint32(len(p.s.Decls))})
		p.open(frame{rule: id, ctx: inStyle, target: id, parent: l, nested: true})
	default:
		p.skipBlock()
	}
}

// declResult is what a try to read a declaration came to.
type declResult uint8

const (
	declOK   declResult = iota
	declBad             // taken and dropped
	declRule            // no declaration: read it as a rule from its beginning
)

func (p *sheetParser) decl() (Decl, declResult) {
	d := declScanner{t: p.t, tok: p.tok}
	name, res := d.scan()
	p.t, p.tok = d.t, d.tok
	if res == declOK {
		a, ok := propertyAtom(p.s.opts.Atoms, &d.t, name, d.decl.Flags&DeclCustom != 0, &p.s.Sel.Missing)
		if !ok {
			return d.decl, declBad
		}
		d.decl.Name = a
	}
	return d.decl, res
}

// propertyAtom interns the name of a declaration; without a table only static atoms are known, and others are
// appended to missing.
func propertyAtom(atoms *atom.Table, t *Tokenizer, name Token, custom bool, missing *[]string) (atom.Atom, bool) {
	text := t.Text(name)
	if !custom {
		text = lowerASCII(text)
	}
	if atoms != nil {
		return atoms.Intern(text), true
	}
	a := staticAtoms.Lookup(text)
	if a == atom.None && missing != nil {
		*missing = append(*missing, text)
	}
	return a, a != atom.None
}

// remnants consumes the rest of a bad declaration: up to and with its semicolon, or to the end of the block.
func (p *sheetParser) remnants() {
	d := declScanner{t: p.t, tok: p.tok}
	d.remnants()
	p.t, p.tok = d.t, d.tok
}

// declScanner reads one declaration from its name on. https://drafts.csswg.org/css-syntax-3/#consume-declaration
type declScanner struct {
	t    Tokenizer
	tok  Token
	decl Decl // Name is not set
}

func (d *declScanner) next() { d.tok = d.t.Next() }

// scan reads the declaration whose name is ahead, with its semicolon.
func (d *declScanner) scan() (name Token, res declResult) {
	name = d.tok
	d.next()
	for d.tok.Kind == Whitespace {
		d.next()
	}
	if d.tok.Kind != Colon {
		return name, declRule
	}
	custom := false
	if name.Flags&FlagEscaped == 0 {
		custom = name.End-name.Start >= 2 && d.t.src[name.Start] == '-' && d.t.src[name.Start+1] == '-'
	} else if s := d.t.Text(name); len(s) >= 2 && s[:2] == "--" {
		custom = true
	}
	if custom {
		d.decl.Flags |= DeclCustom
	}
	d.next()
	for d.tok.Kind == Whitespace {
		d.next()
	}
	d.decl.Start, d.decl.End = d.tok.Start, d.tok.Start
	if !d.value(custom) {
		return name, declRule
	}
	if d.tok.Kind == Semicolon {
		d.next()
	}
	if d.decl.Flags&declInvalid != 0 && d.decl.Flags&(DeclCustom|DeclVar) != 0 || !custom && d.decl.Start == d.decl.End {
		return name, declBad
	}
	d.decl.Flags &^= declInvalid
	return name, declOK
}

// declInvalid marks, while scanning, a value that is no <declaration-value>.
const declInvalid DeclFlags = 1 << 7

// value reads to the end of the value, which is not taken. False where the value has a {} block that a property
// other than a custom one cannot have.
func (d *declScanner) value(custom bool) bool {
	// The last two tokens, and where the value ends without them.
	var last, before Token
	var endLast, endBefore uint32 // ends of the value before the tokens last and before
	end := d.decl.End
	var stackBuf [32]TokenKind
	stack := stackBuf[:0]
	bang := 0 // '!' at top level
	for ; ; d.next() {
		tok := d.tok
		switch tok.Kind {
		case Whitespace:
			continue
		case EOF:
			goto done
		case Semicolon:
			if len(stack) == 0 {
				goto done
			}
		case LeftBrace:
			if len(stack) == 0 && !custom {
				return false
			}
			stack = append(stack, RightBrace)
		case LeftBracket:
			stack = append(stack, RightBracket)
		case LeftParen:
			stack = append(stack, RightParen)
		case Function:
			stack = append(stack, RightParen)
			if d.decl.Flags&DeclVar == 0 && substitutes(&d.t, tok) {
				d.decl.Flags |= DeclVar
			}
		case RightBrace, RightParen, RightBracket:
			if n := len(stack); n > 0 && stack[n-1] == tok.Kind {
				stack = stack[:n-1]
			} else if n == 0 && tok.Kind == RightBrace {
				goto done
			} else {
				d.decl.Flags |= declInvalid
			}
		case BadString, BadURL:
			d.decl.Flags |= declInvalid
		case Delim:
			if len(stack) == 0 && d.t.src[tok.Start] == '!' {
				bang++
			}
		}
		before, endBefore = last, endLast
		last, endLast = tok, end
		end = tok.End
	}
done:
	if bang > 0 && last.Kind == Ident && d.t.IsDelim(before, '!') && len(stack) == 0 && d.t.Is(last, "important") {
		d.decl.Flags |= DeclImportant
		end = endBefore
		bang--
	}
	if bang > 0 {
		d.decl.Flags |= declInvalid
	}
	d.decl.End = end
	return true
}

// substitutes reports whether the function is one that is substituted before the value is parsed.
func substitutes(t *Tokenizer, tok Token) bool {
	s := t.src[tok.Start : tok.End-1]
	if tok.Flags&FlagEscaped != 0 {
		s = t.Text(tok)
	}
	switch len(s) {
	case 2:
		return equalFold(s, "if")
	case 3:
		return equalFold(s, "var") || equalFold(s, "env")
	case 4:
		return equalFold(s, "attr")
	case 7:
		if equalFold(s, "inherit") {
			return true
		}
	}
	return len(s) > 2 && s[0] == '-' && s[1] == '-'
}

func (d *declScanner) remnants() {
	for {
		switch d.tok.Kind {
		case EOF, RightBrace:
			return
		case Semicolon:
			d.next()
			return
		case Function, LeftParen, LeftBracket, LeftBrace:
			d.t.skipBlock(d.tok.Kind)
		}
		d.next()
	}
}

// DeclList reads the declarations of a text one at a time without storing them (a style attribute, cssText). Offsets
// are into the text. Rules nested in it are skipped.
type DeclList struct {
	t     Tokenizer
	tok   Token
	atoms *atom.Table
}

// ParseDeclarations reads the declarations of text.
func ParseDeclarations(text string, atoms *atom.Table) DeclList {
	return declListAt(text, 0, atoms)
}

func declListAt(src string, start int, atoms *atom.Table) DeclList {
	l := DeclList{t: Tokenizer{src: src, pos: start}, atoms: atoms}
	l.tok = l.t.Next()
	return l
}

// Next returns the next declaration; false at the end. A name that is no static atom is skipped where there is no
// table.
func (l *DeclList) Next() (Decl, bool) {
	for {
		switch l.tok.Kind {
		case EOF:
			return Decl{}, false
		case Whitespace, Semicolon:
			l.tok = l.t.Next()
			continue
		case Ident:
			d := declScanner{t: l.t, tok: l.tok}
			name, res := d.scan()
			if res == declRule {
				break
			}
			l.t, l.tok = d.t, d.tok
			if res == declOK {
				var ok bool
				if d.decl.Name, ok = propertyAtom(l.atoms, &d.t, name, d.decl.Flags&DeclCustom != 0, nil); ok {
					return d.decl, true
				}
			}
			continue
		}
		l.skipRule()
	}
}

// skipRule skips what is no declaration, up to its semicolon or block.
func (l *DeclList) skipRule() {
	for {
		k := l.tok.Kind
		switch k {
		case EOF:
			return
		case Function, LeftParen, LeftBracket, LeftBrace:
			l.t.skipBlock(k)
		}
		l.tok = l.t.Next()
		if k == Semicolon || k == LeftBrace {
			return
		}
	}
}

// Value reads the value of a declaration of the list.
func (l *DeclList) Value(d Decl) ValueParser { return newValueParserAt(l.t.src, d.Start, d.End) }

// Text is the value of a declaration as written.
func (l *DeclList) Text(d Decl) string { return l.t.src[d.Start:d.End] }
