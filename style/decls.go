package style

import (
	"math"
	"slices"
	"sort"
	"strings"
	"unsafe"

	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/style/css"
)

// decl is a compiled declaration: 8 bytes. n is what the kind says: a keyword, the bits of a number, a colour, or a row of
// decls.boxes, decls.vars or decls.customs.
type decl struct {
	prop PropertyID // propCustom for custom properties
	kind valueKind
	unit css.Unit
	n    uint32
}

const propCustom PropertyID = 0xFFFF

// customDecl is a declaration of a custom property.
type customDecl struct {
	name   atom.Atom
	text   string // without white space around it
	hasVar bool
	wide   int8 // a CSS-wide keyword, or -1
}

// varValue is a value with var(), env() or attr(): it is parsed after substitution.
type varValue struct {
	text  string
	short ShorthandID // the shorthand that it was given for, 0 for a longhand
	ctx   *parseCtx
}

// decls are the compiled declarations of one sheet, style attribute or set of presentational hints.
type decls struct {
	list    []decl
	boxes   []any
	customs []customDecl
	vars    []varValue
	ctx     parseCtx

	intern map[internKey][2]uint32 // while a sheet is compiled: what a value text gave before
	tmp    []longhand
	imp    []decl // important ones of the block being compiled
}

type internKey struct {
	name atom.Atom
	text string
}

// block is a range of compiled declarations: normal ones, then important ones.
type block struct {
	d               *decls
	start, imp, end uint32
	flags           blockFlags
}

type blockFlags uint8

const (
	blockLogical blockFlags = 1 << iota // has flow-relative properties
	blockFlow                           // sets writing-mode or direction
	blockCustom                         // sets custom properties
	blockRevert                         // has revert or revert-layer
	blockVar
)

// value unpacks a declaration.
func (d *decls) value(c decl) value {
	switch c.kind {
	case valueBox, valueComputed:
		return value{kind: c.kind, box: d.boxes[c.n]}
	case valueVar:
		return value{kind: valueVar, box: &d.vars[c.n]}
	}
	return value{kind: c.kind, unit: c.unit, n: c.n}
}

// pack appends v for prop.
func (d *decls) pack(prop PropertyID, v value) decl {
	c := decl{prop: prop, kind: v.kind, unit: v.unit, n: v.n}
	if v.kind == valueBox {
		if col, ok := v.box.(Color); ok {
			if n, ok := packColor(col); ok {
				c.kind, c.n = valueColor, n
				return c
			}
		}
		c.n = uint32(len(d.boxes))
		d.boxes = append(d.boxes, v.box)
	}
	return c
}

// packColor makes 4 bytes of an opaque or transparent legacy colour.
func packColor(c Color) (uint32, bool) {
	if c.Kind != css.ColorAbsolute || c.Space != css.SpaceSRGB || !c.Legacy || c.Missing != 0 || c.Alpha != 1 && c.Alpha != 0 {
		return 0, false
	}
	n := uint32(c.Alpha * 255)
	for _, f := range c.C {
		v := f * 255
		r := float32(math.Round(float64(v)))
		if r < 0 || r > 255 || v-r > 1e-4 || r-v > 1e-4 {
			return 0, false
		}
		n = n<<8 | uint32(r)
	}
	return n, true
}

// begin starts a block.
func (d *decls) begin() block { return block{d: d, start: uint32(len(d.list))} }

// add compiles one declaration; src is the buffer that dc's offsets are of.
func (d *decls) add(b *block, name atom.Atom, text string, p css.ValueParser, flags css.DeclFlags) {
	important := flags&css.DeclImportant != 0
	if flags&css.DeclCustom != 0 {
		c := customDecl{name: name, text: text, hasVar: flags&css.DeclVar != 0, wide: -1}
		if w, ok := parseWide(&p); ok {
			c.wide = int8(w.n)
			if w.n >= wideRevert {
				b.flags |= blockRevert
			}
		}
		d.customs = append(d.customs, c)
		d.put(b, decl{prop: propCustom, n: uint32(len(d.customs) - 1)}, important)
		b.flags |= blockCustom
		return
	}
	at, ok := byAtom[name]
	if !ok {
		return
	}
	if d.intern != nil && flags&css.DeclVar == 0 {
		if r, ok := d.intern[internKey{name, text}]; ok {
			for i := r[0]; i < r[1]; i++ {
				d.put(b, d.list[i], important)
			}
			return
		}
	}
	d.tmp = d.tmp[:0]
	if flags&css.DeclVar != 0 {
		v := varValue{text: text, ctx: &d.ctx}
		var props []PropertyID
		if at < 0 {
			v.short = ShorthandID(-1 - at)
			props = v.short.longhands()
		} else {
			props = []PropertyID{PropertyID(at)}
		}
		d.vars = append(d.vars, v)
		for _, prop := range props {
			d.put(b, decl{prop: prop, kind: valueVar, n: uint32(len(d.vars) - 1)}, important)
		}
		b.flags |= blockVar
		return
	}
	if at < 0 {
		if d.tmp, ok = parseShorthand(d.tmp, &p, &d.ctx, ShorthandID(-1-at)); !ok {
			return
		}
	} else {
		v, ok := parseProperty(&p, &d.ctx, PropertyID(at))
		if !ok {
			return
		}
		d.tmp = append(d.tmp, longhand{PropertyID(at), v})
	}
	if d.ctx.ua {
		for i := range d.tmp {
			if l := &d.tmp[i]; l.v.kind == valueLength && l.v.unit == css.Em && isBlockMargin(l.prop) {
				l.v.unit = unitQuirkEm
			}
		}
	}
	first := uint32(len(d.list))
	for _, l := range d.tmp {
		d.put(b, d.pack(l.prop, l.v), important)
	}
	if d.intern != nil && !important {
		d.intern[internKey{name, text}] = [2]uint32{first, uint32(len(d.list))}
	}
}

func (d *decls) put(b *block, c decl, important bool) {
	switch {
	case c.prop.isLogical() && c.prop != propCustom:
		b.flags |= blockLogical
	case c.prop == PropWritingMode || c.prop == PropDirection:
		b.flags |= blockFlow
	}
	if c.kind == valueWide && c.n >= wideRevert {
		b.flags |= blockRevert
	}
	if important {
		d.imp = append(d.imp, c)
		return
	}
	d.list = append(d.list, c)
}

// end finishes the block.
func (d *decls) end(b *block) {
	b.imp = uint32(len(d.list))
	d.list = append(d.list, d.imp...)
	d.imp = d.imp[:0]
	b.end = uint32(len(d.list))
}

// compileRule compiles the declarations of a rule.
func (d *decls) compileRule(s *css.Sheet, r *css.Rule) block {
	b := d.begin()
	for _, dc := range s.Decls[r.DeclStart : r.DeclStart+r.DeclCount] {
		d.add(&b, dc.Name, s.DeclText(dc), s.Value(dc), dc.Flags)
	}
	d.end(&b)
	return b
}

// compileText compiles a style attribute.
func (d *decls) compileText(text string, atoms *atom.Table) block {
	b := d.begin()
	l := css.ParseDeclarations(text, atoms)
	for {
		dc, ok := l.Next()
		if !ok {
			break
		}
		v := text[dc.Start:dc.End]
		d.add(&b, dc.Name, v, css.NewValueParser(v), dc.Flags)
	}
	d.end(&b)
	return b
}

func (d *decls) memoryBytes() int64 {
	n := int64(cap(d.list))*8 + int64(cap(d.boxes))*16 + int64(cap(d.customs))*int64(unsafe.Sizeof(customDecl{})) + int64(cap(d.vars))*int64(unsafe.Sizeof(varValue{}))
	return n + int64(len(d.boxes))*48 // what the boxes point to, on average
}

// ---- custom properties and substitution

// CustomProperties are the computed custom properties of an element. Elements that set none share their parent's.
type CustomProperties struct {
	parent *CustomProperties
	names  []atom.Atom // those set here, in the order of their atoms
	values []string
	unset  []bool // guaranteed-invalid here, whatever the parent has
	depth  int
}

// maxCustomDepth bounds how many records a look-up walks.
const maxCustomDepth = 8

// Get is the computed value of the custom property name.
func (c *CustomProperties) Get(name atom.Atom) (string, bool) {
	for ; c != nil; c = c.parent {
		if i, ok := slices.BinarySearch(c.names, name); ok {
			return c.values[i], !c.unset[i]
		}
	}
	return "", false
}

// each visits all custom properties, nearest first, each once, until visit says no.
func (c *CustomProperties) each(visit func(name atom.Atom, value string) bool) {
	for r := c; r != nil; r = r.parent {
		for i, n := range r.names {
			if !r.unset[i] && !c.setAbove(r, n) && !visit(n, r.values[i]) {
				return
			}
		}
	}
}

// setAbove reports whether a record nearer than r says something of name.
func (c *CustomProperties) setAbove(r *CustomProperties, name atom.Atom) bool {
	for ; c != r; c = c.parent {
		if _, ok := slices.BinarySearch(c.names, name); ok {
			return true
		}
	}
	return false
}

// add sets a property in a record that is being made; order ends that.
func (c *CustomProperties) add(name atom.Atom, value string, unset bool) {
	c.names, c.values, c.unset = append(c.names, name), append(c.values, value), append(c.unset, unset)
}

func (c *CustomProperties) order() { sort.Sort((*customOrder)(c)) }

type customOrder CustomProperties

func (c *customOrder) Len() int           { return len(c.names) }
func (c *customOrder) Less(i, j int) bool { return c.names[i] < c.names[j] }
func (c *customOrder) Swap(i, j int) {
	c.names[i], c.names[j] = c.names[j], c.names[i]
	c.values[i], c.values[j] = c.values[j], c.values[i]
	c.unset[i], c.unset[j] = c.unset[j], c.unset[i]
}

// sameCustoms compares custom properties by value.
func sameCustoms(a, b *CustomProperties) bool {
	// Records that were made by the same steps are compared without look-ups.
	for x, y := a, b; ; x, y = x.parent, y.parent {
		if x == y {
			return true
		}
		if x == nil || y == nil || !slices.Equal(x.names, y.names) || !slices.Equal(x.values, y.values) || !slices.Equal(x.unset, y.unset) {
			break
		}
	}
	n, same := 0, true
	a.each(func(k atom.Atom, v string) bool {
		n++
		w, ok := b.Get(k)
		same = ok && w == v
		return same
	})
	if !same {
		return false
	}
	b.each(func(atom.Atom, string) bool { n--; return n >= 0 })
	return n == 0
}

// maxSubstituted bounds the text of one substitution: more is invalid at computed-value time.
const maxSubstituted = 1 << 20

// substituter resolves var(), env() and attr() for one element.
type substituter struct {
	cx       *computer
	pending  map[atom.Atom]customDecl // declared on the element and not computed yet
	active   []atom.Atom              // being computed: for cycles
	cyclic   map[atom.Atom]bool
	done     map[atom.Atom]string
	invalid  map[atom.Atom]bool
	usedAttr bool
	budget   int
}

// substitute replaces the functions in text; false if that is invalid.
// https://drafts.csswg.org/css-variables-1/#substitute-a-var
func (s *substituter) substitute(b []byte, text string, depth int) ([]byte, bool) {
	if depth > 100 {
		return b, false
	}
	t := css.NewTokenizer(text)
	from := 0
	for {
		tok := t.Next()
		if tok.Kind == css.EOF {
			break
		}
		if tok.Kind != css.Function {
			continue
		}
		isVar, isEnv, isAttr := t.Is(tok, "var"), t.Is(tok, "env"), t.Is(tok, "attr")
		if !isVar && !isEnv && !isAttr {
			continue
		}
		b = append(b, text[from:tok.Start]...)
		argStart := int(tok.End)
		// find the end of the function
		end, closed := skipFunction(&t)
		args := text[argStart:end]
		from = end
		if closed {
			from = end + 1
		}
		name, fallback, hasFallback := cutComma(args)
		name = strings.TrimSpace(stripComments(name))
		var ok bool
		mark := len(b)
		b = glue(b)
		switch {
		case isVar:
			var v string
			if v, ok = s.lookup(s.cx.s.doc.Atoms.Intern(unescape(name))); ok {
				b = append(b, v...)
			}
		case isEnv:
			f := strings.Fields(name)
			if len(f) > 0 && strings.HasPrefix(f[0], "safe-area-inset-") {
				b, ok = append(b, "0px"...), true
			}
		case isAttr:
			b, ok = s.attr(b, name)
		}
		if !ok {
			b = b[:mark]
			if !hasFallback {
				if isAttr && !strings.ContainsAny(name, " (") {
					b = append(b, `""`...)
				} else {
					return b, false
				}
			} else if b, ok = s.substitute(glue(b), fallback, depth+1); !ok {
				return b, false
			}
		}
		if len(b) > maxSubstituted || s.budget+len(b) > 4*maxSubstituted {
			return b, false
		}
		if from < len(text) && len(b) > 0 && joins(b[len(b)-1], text[from]) {
			b = append(b, "/**/"...)
		}
	}
	b = append(b, text[from:]...)
	return b, len(b) <= maxSubstituted
}

// glue keeps what follows from joining the token before.
func glue(b []byte) []byte {
	if len(b) > 0 && identByte(b[len(b)-1]) {
		return append(b, "/**/"...)
	}
	return b
}

func joins(a, b byte) bool { return identByte(a) && (identByte(b) || b == '(' || b == '%') }

func identByte(c byte) bool {
	return c == '-' || c == '_' || c == '#' || c == '@' || c >= '0' && c <= '9' || c >= 0x80 || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// skipFunction moves past the function that was entered and returns where its ) is.
func skipFunction(t *css.Tokenizer) (end int, closed bool) {
	depth := 1
	for {
		tok := t.Next()
		switch tok.Kind {
		case css.EOF:
			return int(tok.Start), false
		case css.Function, css.LeftParen, css.LeftBracket, css.LeftBrace:
			depth++
		case css.RightParen, css.RightBracket, css.RightBrace:
			if depth--; depth == 0 {
				return int(tok.Start), true
			}
		}
	}
}

// cutComma splits at the first comma at top level.
func cutComma(args string) (before, after string, found bool) {
	t := css.NewTokenizer(args)
	depth := 0
	for {
		tok := t.Next()
		switch tok.Kind {
		case css.EOF:
			return args, "", false
		case css.Function, css.LeftParen, css.LeftBracket, css.LeftBrace:
			depth++
		case css.RightParen, css.RightBracket, css.RightBrace:
			depth--
		case css.Comma:
			if depth == 0 {
				return args[:tok.Start], strings.TrimSpace(args[tok.End:]), true
			}
		}
	}
}

func stripComments(s string) string {
	for {
		i := strings.Index(s, "/*")
		if i < 0 {
			return s
		}
		j := strings.Index(s[i+2:], "*/")
		if j < 0 {
			return s[:i]
		}
		s = s[:i] + s[i+2+j+2:]
	}
}

func unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	p := css.NewValueParser(s)
	id, _ := p.Ident()
	return id
}

// attr substitutes attr(name type).
// https://drafts.csswg.org/css-values-5/#attr-notation
func (s *substituter) attr(b []byte, arg string) ([]byte, bool) {
	s.usedAttr = true
	name, typ, _ := strings.Cut(arg, " ")
	typ = strings.TrimSpace(typ)
	if i := strings.IndexByte(name, '('); i >= 0 {
		return b, false
	}
	doc := s.cx.s.doc
	if s.cx.w.element == 0 {
		return b, false
	}
	v, ok := doc.LookupAttr(s.cx.w.element, doc.Atoms.Intern(lower(unescape(name))))
	if !ok {
		return b, false
	}
	switch {
	case typ == "" || typ == "raw-string" || typ == "string":
		return css.AppendString(b, v), true
	case strings.HasPrefix(typ, "type("):
		return append(b, v...), true
	default: // a unit
		p := css.NewValueParser(v)
		n, ok := p.Numeric(css.AcceptNumber, css.AnyRange)
		if !ok || !p.AtEnd() {
			return b, false
		}
		b = css.AppendNumber(b, n.Num)
		if typ != "number" {
			b = append(b, typ...)
		}
		return b, true
	}
}

// lookup is the computed value of a custom property of the element, computing it first if it was declared here.
func (s *substituter) lookup(name atom.Atom) (string, bool) {
	if v, ok := s.done[name]; ok {
		return v, true
	}
	if s.invalid[name] {
		return "", false
	}
	if d, ok := s.pending[name]; ok {
		s.compute(name, d)
		if v, ok := s.done[name]; ok {
			return v, true
		}
		return "", false
	}
	return s.cx.inheritedCustom(name)
}

// compute finds the computed value of a declared custom property.
func (s *substituter) compute(name atom.Atom, d customDecl) {
	for i, a := range s.active {
		if a == name { // all of the cycle are invalid
			for _, c := range s.active[i:] {
				s.cyclic[c] = true
			}
			return
		}
	}
	if !d.hasVar {
		s.done[name] = d.text
		delete(s.pending, name)
		return
	}
	if len(s.active) > 200 {
		s.cyclic[name] = true
		return
	}
	s.active = append(s.active, name)
	b, ok := s.substitute(nil, d.text, 0)
	s.active = s.active[:len(s.active)-1]
	if s.cyclic[name] {
		ok = false
	}
	delete(s.pending, name)
	if !ok {
		s.invalid[name] = true
		return
	}
	s.budget += len(b)
	s.done[name] = string(b)
}
