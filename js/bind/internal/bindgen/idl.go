package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// The parts of Web IDL that the engine's files use. https://webidl.spec.whatwg.org/

type attrs map[string]string // extended attributes; "" without a value

type typ struct {
	name     string // DOMString, unsigned long, Node, sequence, Promise, record, union, any …
	args     []*typ // of sequence, Promise, record, FrozenArray, union
	nullable bool
	ext      attrs
}

func (t *typ) String() string {
	s := t.name
	if len(t.args) > 0 {
		var l []string
		for _, a := range t.args {
			l = append(l, a.String())
		}
		s += "<" + strings.Join(l, ", ") + ">"
	}
	if t.nullable {
		s += "?"
	}
	return s
}

type arg struct {
	name     string
	typ      *typ
	optional bool
	variadic bool
	def      string // default value as written; "" for none
	ext      attrs
}

type memberKind uint8

const (
	mConst memberKind = iota
	mAttribute
	mOperation
	mConstructor
	mIterable
	mStringifier
	mGetter
	mSetter
	mDeleter
)

type member struct {
	kind     memberKind
	name     string
	typ      *typ // of the attribute, the result, the constant
	key      *typ // of iterable<K, V>
	args     []arg
	readonly bool
	static   bool
	strfy    bool // stringifier attribute
	value    string
	ext      attrs
	from     *iface
}

// goName is the name of the method that implements the member: its own, or [ImplementedAs] where that means something else in Go.
func (m *member) goName() string { return exported(orElse(m.ext["ImplementedAs"], m.name)) }

type iface struct {
	name      string
	parent    string
	mixin     bool
	namespace bool
	callback  bool
	members   []*member
	ext       attrs
	file      string
}

type dict struct {
	name, parent string
	fields       []field
}

type field struct {
	name     string
	typ      *typ
	required bool
	def      string
}

type file struct {
	ifaces   []*iface
	partials []*iface
	includes [][2]string
	dicts    []*dict
	enums    map[string][]string
	typedefs map[string]*typ
	callback map[string]bool // callback functions and callback interfaces

	callbackInterface map[string]bool
}

type parser struct {
	name string
	toks []token
	pos  int
	out  *file
}

type token struct {
	text string
	line int
	str  bool
}

func lex(name, src string) ([]token, error) {
	var toks []token
	line := 1
	for i := 0; i < len(src); {
		c := src[i]
		switch {
		case c == '\n':
			line++
			i++
		case c == ' ' || c == '\t' || c == '\r':
			i++
		case strings.HasPrefix(src[i:], "//"):
			for i < len(src) && src[i] != '\n' {
				i++
			}
		case strings.HasPrefix(src[i:], "/*"):
			j := strings.Index(src[i:], "*/")
			if j < 0 {
				return nil, fmt.Errorf("%s:%d: comment without end", name, line)
			}
			line += strings.Count(src[i:i+j], "\n")
			i += j + 2
		case c == '"':
			j := strings.IndexByte(src[i+1:], '"')
			if j < 0 {
				return nil, fmt.Errorf("%s:%d: string without end", name, line)
			}
			toks = append(toks, token{src[i+1 : i+1+j], line, true})
			i += j + 2
		case c == '_' || unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c)) || c == '-' && i+1 < len(src) && unicode.IsDigit(rune(src[i+1])):
			j := i + 1
			for j < len(src) && (src[j] == '_' || src[j] == '-' || src[j] == '.' && unicode.IsDigit(rune(src[i])) || unicode.IsLetter(rune(src[j])) || unicode.IsDigit(rune(src[j]))) {
				j++
			}
			toks = append(toks, token{src[i:j], line, false})
			i = j
		case strings.HasPrefix(src[i:], "..."):
			toks = append(toks, token{"...", line, false})
			i += 3
		default:
			toks = append(toks, token{string(c), line, false})
			i++
		}
	}
	return toks, nil
}

type idlError struct{ msg string }

func (p *parser) fail(format string, args ...any) {
	line := 0
	if p.pos < len(p.toks) {
		line = p.toks[p.pos].line
	}
	panic(idlError{fmt.Sprintf("%s:%d: %s", p.name, line, fmt.Sprintf(format, args...))})
}

func (p *parser) peek() string {
	if p.pos >= len(p.toks) {
		return ""
	}
	if t := p.toks[p.pos]; !t.str {
		return t.text
	}
	return "\x00string"
}

func (p *parser) next() string {
	if p.pos >= len(p.toks) {
		p.fail("unexpected end")
	}
	p.pos++
	return p.toks[p.pos-1].text
}

func (p *parser) accept(s string) bool {
	if p.peek() == s {
		p.pos++
		return true
	}
	return false
}

func (p *parser) expect(s string) {
	if !p.accept(s) {
		p.fail("want %q, have %q", s, p.peek())
	}
}

func (p *parser) ident() string {
	t := p.next()
	return strings.TrimPrefix(t, "_")
}

func parse(name, src string, out *file) (err error) {
	toks, err := lex(name, src)
	if err != nil {
		return err
	}
	p := &parser{name: name, toks: toks, out: out}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(idlError)
			if !ok {
				panic(r)
			}
			err = fmt.Errorf("%s", e.msg)
		}
	}()
	for p.pos < len(p.toks) {
		p.definition()
	}
	return nil
}

// knownAttrs are the extended attributes that mean something here, or that ask for nothing: what is in the IDL files and would be passed over in silence is an error.
var knownAttrs = func() map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(`AllowShared AsyncIterator CEReactions Clamp Default EnforceRange Exposed Global ImplementedAs LegacyFactoryFunction
		LegacyLenientSetter LegacyLenientThis LegacyName LegacyNoInterfaceObject LegacyNullToEmptyString LegacyOverrideBuiltIns
		LegacyUnenumerableNamedProperties LegacyUnforgeable LegacyWindowAlias NewObject NoIterator PutForwards Reflect ReflectDefault ReflectInvalid ReflectMissing
		ReflectNonNegative ReflectOnly ReflectPositive ReflectPositiveWithFallback ReflectRange ReflectSetter ReflectURL Replaceable SameObject Unscopable`) {
		m[n] = true
	}
	return m
}()

func (p *parser) extAttrs() attrs {
	a := attrs{}
	for p.accept("[") {
		for !p.accept("]") {
			n := p.next()
			v := ""
			if p.accept("=") {
				if p.accept("(") {
					var l []string
					for !p.accept(")") {
						if !p.accept(",") {
							l = append(l, p.next())
						}
					}
					v = strings.Join(l, ",")
				} else {
					v = p.next()
					if p.peek() == "(" { // LegacyFactoryFunction=Image(…)
						depth := 0
						for {
							t := p.next()
							v += " " + t
							if t == "(" {
								depth++
							} else if t == ")" {
								if depth--; depth == 0 {
									break
								}
							}
						}
					}
				}
			}
			if !knownAttrs[n] {
				p.fail("the extended attribute %s is not one that the generator knows", n)
			}
			a[n] = v
			p.accept(",")
		}
	}
	return a
}

func (p *parser) definition() {
	ext := p.extAttrs()
	switch t := p.next(); t {
	case "partial":
		kw := p.next()
		if kw == "dictionary" {
			p.dict(ext)
			return
		}
		mixin := p.accept("mixin")
		i := p.iface(ext, mixin, kw == "namespace")
		p.out.partials = append(p.out.partials, i)
	case "interface", "namespace":
		mixin := t == "interface" && p.accept("mixin")
		i := p.iface(ext, mixin, t == "namespace")
		p.out.ifaces = append(p.out.ifaces, i)
	case "callback":
		if p.accept("interface") {
			i := p.iface(ext, false, false)
			i.callback = true
			p.out.callback[i.name], p.out.callbackInterface[i.name] = true, true
			if slices.ContainsFunc(i.members, func(m *member) bool { return m.kind == mConst }) { // it has an interface object
				i.members = slices.DeleteFunc(i.members, func(m *member) bool { return m.kind != mConst })
				p.out.ifaces = append(p.out.ifaces, i)
			}
			return
		}
		n := p.ident()
		for !p.accept(";") {
			p.next()
		}
		p.out.callback[n] = true
	case "dictionary":
		p.dict(ext)
	case "enum":
		n := p.ident()
		p.expect("{")
		var l []string
		for !p.accept("}") {
			if !p.accept(",") {
				l = append(l, p.next())
			}
		}
		p.expect(";")
		p.out.enums[n] = l
	case "typedef":
		ty := p.typ()
		p.out.typedefs[p.ident()] = ty
		p.expect(";")
	default:
		n := strings.TrimPrefix(t, "_")
		p.expect("includes")
		p.out.includes = append(p.out.includes, [2]string{n, p.ident()})
		p.expect(";")
	}
}

func (p *parser) dict(attrs) {
	d := &dict{name: p.ident()}
	if p.accept(":") {
		d.parent = p.ident()
	}
	p.expect("{")
	for !p.accept("}") {
		ext := p.extAttrs()
		f := field{required: p.accept("required")}
		f.typ = p.typ()
		for k, v := range ext {
			f.typ.ext[k] = v
		}
		f.name = p.ident()
		if p.accept("=") {
			f.def = p.value()
		}
		p.expect(";")
		d.fields = append(d.fields, f)
	}
	p.expect(";")
	for _, e := range p.out.dicts {
		if e.name == d.name {
			e.fields = append(e.fields, d.fields...)
			return
		}
	}
	p.out.dicts = append(p.out.dicts, d)
}

func (p *parser) value() string {
	if p.toks[p.pos].str {
		return fmt.Sprintf("%q", p.next())
	}
	v := p.next()
	if v == "[" {
		p.expect("]")
		return "[]"
	}
	if v == "{" {
		p.expect("}")
		return "{}"
	}
	return v
}

func (p *parser) typ() *typ {
	t := &typ{ext: p.extAttrs()}
	switch {
	case p.accept("("):
		t.name = "union"
		for {
			t.args = append(t.args, p.typ())
			if p.accept(")") {
				break
			}
			p.expect("or")
		}
	default:
		n := p.ident()
		switch n {
		case "unsigned":
			n += " " + p.next()
			if n == "unsigned long" && p.accept("long") {
				n += " long"
			}
		case "long":
			if p.accept("long") {
				n += " long"
			}
		case "unrestricted":
			n += " " + p.next()
		}
		t.name = n
		if p.accept("<") {
			for !p.accept(">") {
				if !p.accept(",") {
					t.args = append(t.args, p.typ())
				}
			}
		}
	}
	t.nullable = p.accept("?")
	return t
}

func (p *parser) args() []arg {
	p.expect("(")
	var l []arg
	for !p.accept(")") {
		if p.accept(",") {
			continue
		}
		a := arg{ext: p.extAttrs()}
		a.optional = p.accept("optional")
		a.typ = p.typ()
		for k, v := range a.ext {
			a.typ.ext[k] = v
		}
		if p.accept("...") {
			a.variadic = true
		}
		a.name = p.ident()
		if p.accept("=") {
			a.def = p.value()
		}
		l = append(l, a)
	}
	return l
}

func (p *parser) iface(ext attrs, mixin, namespace bool) *iface {
	i := &iface{name: p.ident(), mixin: mixin, namespace: namespace, ext: ext, file: p.name}
	if p.accept(":") {
		i.parent = p.ident()
	}
	p.expect("{")
	for !p.accept("}") {
		m := p.member()
		m.from = i
		i.members = append(i.members, m)
	}
	p.expect(";")
	return i
}

func (p *parser) member() *member {
	m := &member{ext: p.extAttrs()}
	switch {
	case p.accept("const"):
		m.kind, m.typ, m.name = mConst, p.typ(), ""
		m.name = p.ident()
		p.expect("=")
		m.value = p.value()
	case p.peek() == "constructor":
		p.next()
		m.kind, m.args = mConstructor, p.args()
	case p.accept("iterable"):
		m.kind = mIterable
		p.expect("<")
		m.typ = p.typ()
		if p.accept(",") {
			m.key, m.typ = m.typ, p.typ()
		}
		p.expect(">")
	case p.accept("stringifier"):
		if p.accept(";") {
			m.kind = mStringifier
			return m
		}
		m.strfy = true
		m.readonly = p.accept("readonly")
		p.expect("attribute")
		m.kind, m.typ = mAttribute, p.typ()
		m.name = p.ident()
	case p.peek() == "getter" || p.peek() == "setter" || p.peek() == "deleter":
		switch p.next() {
		case "getter":
			m.kind = mGetter
		case "setter":
			m.kind = mSetter
		default:
			m.kind = mDeleter
		}
		m.typ = p.typ()
		if p.peek() != "(" {
			m.name = p.ident()
		}
		m.args = p.args()
	default:
		m.static = p.accept("static")
		p.accept("inherit")
		m.readonly = p.accept("readonly")
		if p.accept("attribute") {
			m.kind, m.typ = mAttribute, p.typ()
			m.name = p.ident()
			break
		}
		m.kind, m.typ = mOperation, p.typ()
		m.name = p.ident()
		m.args = p.args()
	}
	p.expect(";")
	return m
}
