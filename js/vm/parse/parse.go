package parse

import (
	"sync"
	"unicode/utf8"

	"github.com/niso-engine/niso/js/vm/code"
)

// Options of Script and Module.
type Options struct {
	Name string // file name or URL, for stacks and errors
	Line int    // line and column (from 0) of the source's first character within Name
	Col  int
	// Poll, where set, is called every few thousand tokens with the bytes of the tree. It may panic, which ends the parse.
	Poll func(bytes int)
}

// Latin1 makes a source of bytes that hold Latin-1 text (ASCII, for one). The bytes are not copied and must not change.
func Latin1(b []byte) code.Source {
	if b == nil {
		b = []byte{}
	}
	return code.Source{Latin1: b}
}

// UTF8 makes a source of UTF-8 (or WTF-8) text: used in place where it is ASCII, else converted. Invalid bytes become U+FFFD.
func UTF8(b []byte) code.Source {
	ascii, wide, n := true, false, 0
	for i := 0; i < len(b); n++ {
		if b[i] < 0x80 {
			i++
			continue
		}
		ascii = false
		r, k := decodeWTF8(b[i:])
		if r > 0xff {
			wide = true
		}
		if r > 0xffff {
			n++
		}
		i += k
	}
	if ascii {
		return Latin1(b)
	}
	if !wide {
		out := make([]byte, 0, n)
		for i := 0; i < len(b); {
			r, k := decodeWTF8(b[i:])
			out = append(out, byte(r))
			i += k
		}
		return code.Source{Latin1: out}
	}
	out := make([]uint16, 0, n)
	for i := 0; i < len(b); {
		r, k := decodeWTF8(b[i:])
		if r > 0xffff {
			r -= 0x10000
			out = append(out, 0xd800+uint16(r>>10), 0xdc00+uint16(r&0x3ff))
		} else {
			out = append(out, uint16(r))
		}
		i += k
	}
	return code.Source{Wide: out}
}

func decodeWTF8(b []byte) (rune, int) {
	if b[0] < 0x80 {
		return rune(b[0]), 1
	}
	if len(b) >= 3 && b[0] == 0xed && b[1] >= 0xa0 && b[1] < 0xc0 && b[2]&0xc0 == 0x80 {
		return 0xd000 | rune(b[1]&0x3f)<<6 | rune(b[2]&0x3f), 3
	}
	return utf8.DecodeRune(b)
}

// Script parses a script and compiles its top level.
func Script(src code.Source, o Options) (*code.Program, error) {
	return first(src, o, code.Script, func(p *parser) { p.topThis = true })
}

// Module parses a module and compiles its top level.
func Module(src code.Source, o Options) (*code.Program, error) {
	return first(src, o, code.Module, func(p *parser) {
		p.topThis = true
		p.module, p.strict = true, true
		p.ctx.async = true
		p.mod = &moduleState{rec: &code.ModuleRecord{}, names: map[string]bool{}, imports: map[name]int{}}
	})
}

// EvalContext is where an eval stands. The zero value is indirect eval.
type EvalContext struct {
	Outer *code.Program // direct eval: the calling code's program
	Site  *code.EvalSite
}

// Eval parses the text of an eval.
func Eval(src code.Source, o Options, c EvalContext) (*code.Program, error) {
	return first(src, o, code.Eval, func(p *parser) {
		if c.Site == nil {
			p.topThis = true
			return
		}
		s := c.Site
		p.strict = s.Strict
		p.evalSite = s
		p.prog.Outer, p.prog.OuterScope = c.Outer, s.Scope
		p.topThis = s.Scope.ID == 0 && c.Outer.Outer == nil
		p.ctx.newTarget, p.ctx.superProp, p.ctx.superCall, p.ctx.noArgs = s.Function, s.Method, s.Ctor, s.FieldInit
		p.evalOuter = true
	})
}

// FunctionKind is which constructor makes a function from text.
type FunctionKind uint8

// Kinds of Function.
const (
	Normal FunctionKind = iota
	GeneratorFunction
	AsyncFunction
	AsyncGeneratorFunction
)

// Function parses what Function() and its kin are given: the text of the parameters, joined by commas, and of the body. Main of the
// program returns the function.
//
// https://tc39.es/ecma262/#sec-createdynamicfunction
func Function(params, body string, kind FunctionKind, o Options) (*code.Program, error) {
	head := [...]string{"function", "function*", "async function", "async function*"}[kind]
	text := "(" + head + " anonymous(" + params + "\n) {\n" + body + "\n})"
	src := UTF8([]byte(text))
	// Parameters and body must be whole by themselves: "/*" and "*/){" may not join.
	nparams := units(params)
	p, err := first(src, o, code.FuncProg, func(p *parser) {
		p.topThis = true
		p.dynParams = units(head) + 12 + nparams + 1
	})
	return p, err
}

func units(s string) int {
	x := UTF8([]byte(s))
	return x.Len()
}

var pool = sync.Pool{New: func() any { return new(parser) }}

func newParser(prog *code.Program) *parser {
	p := pool.Get().(*parser)
	keep := *p
	*p = parser{nodes: keep.nodes[:0], scopes: keep.scopes[:0], vars: keep.vars[:0], refs: keep.refs[:0], bind: keep.bind, seen: keep.seen, seenRound: keep.seenRound,
		names: keep.names}
	p.prog = prog
	p.source = prog.Source
	p.nodes = append(p.nodes, node{})
	p.scopes = append(p.scopes, scope{})
	p.vars = append(p.vars, variable{})
	p.src, p.wide = prog.Image(), prog.Wide
	return p
}

func (p *parser) release() {
	if cap(p.nodes) > 1<<16 || cap(p.refs) > 1<<16 || len(p.names.slots) > 1<<13 || cap(p.vars) > 1<<14 || len(p.bind) > 1<<14 {
		return // the memory of a large parse is not kept
	}
	p.prog, p.src, p.wide, p.source = nil, nil, nil, code.Source{}
	p.names.src = nil
	pool.Put(p)
}

// first is the first parse of a source.
func first(src code.Source, o Options, kind code.Kind, setup func(*parser)) (prog *code.Program, err error) {
	prog = &code.Program{Name: o.Name, Line: o.Line, Col: o.Col, Kind: kind, Source: src}
	p := newParser(prog)
	p.poll = o.Poll
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*Error)
			if !ok {
				panic(r)
			}
			e.Line, e.Col = prog.Position(e.Pos)
			prog, err = nil, e
			p.bind = nil // may hold marks
			p.release()
		}
	}()
	p.names.init(p.src, min(len(p.src)/64, 1<<18))
	p.reserve(len(p.src))
	p.caps = append(p.caps, 0)
	setup(p)
	p.fn = &fnState{}
	s := p.openScope(sTop)
	p.hashbang()
	p.scan(p.end)
	p.root = funcTree{scope: s, inner: s, flags: code.Main}
	p.root.body = p.body(tEOF, true)
	p.root.end = uint32(p.end)
	if p.strict {
		p.root.flags |= code.Strict
	}
	if p.mod != nil {
		p.checkExports()
	}
	p.closeScope(s)
	p.checkOuterPrivate()
	if p.dynParams != 0 {
		p.checkDynamic()
	}
	prog.Records = trim(p.records)
	prog.Seal(trim(p.caps))
	p.records, p.caps = prog.Records, nil
	if len(p.src) > 1<<20 {
		p.refs, p.bind, p.seen = nil, nil, nil // the collector may have them before the code is made
	}
	p.compileMain()
	p.release()
	return prog, nil
}

// reserve makes room for what the top level of a large source leaves, so that it is not copied as it grows. Unused room is not touched.
func (p *parser) reserve(n int) {
	if want := n / 36; cap(p.nodes) < want {
		p.nodes = append(make([]node, 0, want), p.nodes...)
	}
	if want := n / 72; cap(p.refs) < want {
		p.refs = append(make([]ref, 0, want), p.refs...)
	}
	if n > 1<<16 {
		p.records = make([]code.Record, 0, n/190)
	}
}

// trim returns s without much unused room behind it.
func trim[T any](s []T) []T {
	if len(s) == 0 {
		return nil
	}
	if cap(s)-len(s) <= len(s)/16 {
		return s
	}
	return append(make([]T, 0, len(s)), s...)
}

// hashbang skips a #! comment at the very beginning.
func (p *parser) hashbang() {
	if len(p.src) > 1 && p.src[0] == '#' && p.src[1] == '!' {
		p.end = p.lineComment(0)
	}
}

// checkExports fails for exports of names that the module does not declare.
func (p *parser) checkExports() {
	declared := map[name]bool{}
	for v := p.scopes[p.root.scope].vars.first; v != 0; v = p.vars[v].next {
		declared[p.vars[v].name] = true
	}
	for _, e := range p.mod.exports {
		if !declared[e.local] {
			p.fail(e.pos, e.end, "Export '"+p.str(e.local)+"' is not defined in module")
		}
	}
}

// checkOuterPrivate checks the private names that a direct eval uses against the classes around it.
func (p *parser) checkOuterPrivate() {
	if len(p.privRefs) == 0 {
		return
	}
	for i, r := range p.privRefs {
		if !p.evalOuter || !p.outerHas(p.str(r.name)) {
			p.evalOuter = false
			p.checkPrivRefs(i)
		}
	}
}

// outerHas reports whether a scope around a direct eval has the name.
func (p *parser) outerHas(n string) bool {
	for prog, ref := p.prog.Outer, p.prog.OuterScope; prog != nil; prog, ref = prog.Outer, prog.OuterScope {
		prog.Mu.Lock()
		for ref.ID != 0 {
			s := prog.ScopeInfo(ref)
			for _, v := range prog.ScopeVars(s) {
				if v.Name == n {
					prog.Mu.Unlock()
					return true
				}
			}
			ref = s.Parent
		}
		prog.Mu.Unlock()
	}
	return false
}

// checkDynamic makes sure that the program of Function() is one function whose parameters end where they should.
func (p *parser) checkDynamic() {
	n := p.nodes[p.root.body]
	if n.kind == kExpr && n.next == 0 {
		if f := p.nodes[n.a]; f.kind == kFunc {
			r := &p.records[f.a]
			// the text between parameters and body, with nothing but its own line break before it
			end := p.dynParams
			if int(r.End) == len(p.src)-1 && p.src[end] == ')' && p.dynClose == end {
				return
			}
		}
	}
	p.fail(0, 0, "Unexpected end of arg string")
}

// compileError turns a panic of the second parse into an error; there should be none.
func compileError(prog *code.Program, err *error) {
	if r := recover(); r != nil {
		e, ok := r.(*Error)
		if !ok {
			panic(r)
		}
		e.Line, e.Col = prog.Position(e.Pos)
		*err = e
	}
}

// Compile returns the compiled function of a record, compiling it now if this is its first call.
func Compile(prog *code.Program, row int) (f *code.Func, err error) {
	if f := prog.Func(row); f != nil {
		return f, nil
	}
	prog.Mu.Lock()
	defer prog.Mu.Unlock()
	if f := prog.Func(row); f != nil {
		return f, nil
	}
	defer compileError(prog, &err)
	p := newParser(prog)
	f = p.compileRecord(int32(row))
	p.release()
	prog.SetFunc(row, f)
	return f, nil
}

// secondParse reads the function of a record again.
func (p *parser) secondParse(row int32) {
	r := &p.prog.Records[row]
	p.records = p.prog.Records
	p.names.init(p.src, 0)
	p.skipping, p.oneFunction = true, true
	p.module = p.prog.Kind == code.Module
	p.evalOuter = true
	p.classes = 1
	// direct inner functions, in the order they end
	for i := row - 1; i >= int32(r.First); i = int32(p.records[i].First) - 1 {
		p.children = append(p.children, i)
	}
	for a, b := 0, len(p.children)-1; a < b; a, b = a+1, b-1 {
		p.children[a], p.children[b] = p.children[b], p.children[a]
	}
	f := &fnState{parent: &fnState{}}
	if r.Captures != 0 {
		f.captures(p.prog.Captured(r.Captures))
	}
	p.fn = f
	// everything is allowed: errors were found before
	c := ctx{superProp: true, superCall: true, newTarget: true}
	p.strict = r.Flags&code.Strict != 0
	p.noIn = r.Flags&code.NoIn != 0
	p.scope = p.openScope(sTop)
	var nm name
	if r.Flags&code.NamedExpr != 0 {
		for p.scan(int(r.Start)); p.tok != tLParen; p.next() {
			if p.tok == tIdent {
				nm = p.name // the last word before the parameters: async may stand first
			}
		}
	}
	p.scan(int(r.Params))
	p.root = p.functionText(r.Flags&^(code.ExprBody|code.HasRest), c, nm, [2]int{})
	p.root.flags |= r.Flags & (code.DirectEval | code.HasFields | code.InClass)
	p.root.start, p.root.end = r.Params, r.BodyEnd
	if nm != 0 {
		p.root.name = p.str(nm)
	}
}
