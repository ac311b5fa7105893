package parse

import (
	"github.com/niso-engine/niso/js/vm/code"
)

// sid is a row of the scopes of one parse; 0 is none.
type sid int32

type scopeKind uint8

const (
	sBlock scopeKind = iota
	sFunction
	sBody  // the variables of a function whose parameter list has expressions
	sCatch // a catch clause's parameter
	sWith
	sSwitch
	sClass  // a class's name and private names
	sStatic // a field initializer or static block: a function of its own as this and arguments go
	sTop    // script, module, eval
)

// isVar reports whether var declarations stop there.
func (k scopeKind) isVar() bool { return k == sFunction || k == sBody || k == sTop || k == sStatic }

// scope is a row: while its text is read it collects variables; resolve binds the references made within.
type scope struct {
	kind      scopeKind
	arrow     bool
	strict    bool
	simple    bool // sCatch: a plain identifier; sFunction: simple parameters
	evals     bool // has a direct eval within: every variable is captured
	sloppyEv  bool // has a sloppy direct eval whose variables land here
	async     bool
	params    bool // sFunction: the parameter list has expressions, an sBody is below
	parent    sid
	fn        int32 // which compiled function it belongs to: 0 the main one, then one each class's initializers
	vars      list32
	refMark   int // references from here on were made within
	pos       uint32
	nSlots    uint16 // filled when compiled: see layout
	nTDZ      uint16
	hasCell   bool
	laidOut   bool
	cellReg   uint8
	info      code.ScopeRef
	infoMade  bool
	thisVar   int32 // variable + 1 of pseudo variables, where they are used
	newtVar   int32
	funcVar   int32
	argsVar   int32
	privCount int32
	classEnd  uint32
	flags     code.Flags // sFunction
}

type list32 struct{ first, last int32 }

type varKind uint8

const (
	vVar varKind = iota
	vParam
	vFunction // at the top of a function or script: like var
	vLet
	vConst
	vClass
	vBlockFn // function in a block: lexical
	vCatch   // simple catch parameter
	vFnName  // function expression's name
	vPrivate // private name
	vImport
	vPseudo
	vPass   // a var declaration that passed through this block to its function
	vAnnexB // a block function on its way up to become a var too
)

func (k varKind) lexical() bool { return k >= vLet && k <= vBlockFn || k == vImport }

// variable is a row. Rows of one scope are linked in the order of declaration; resolve drops repeated ones.
type variable struct {
	name     name
	kind     varKind
	captured bool
	early    bool  // a reference may see it uninitialized
	direct   bool  // one in the same function
	dead     bool  // a repeated declaration
	sloppyFn bool  // vBlockFn: plain function in sloppy code, may be repeated and hoisted
	priv     token // vPrivate: tAssign field, tMethod, tGet, tSet, tInc: both accessors
	static   bool  // vPrivate
	fixed    bool  // a parameter that is where it arrives
	exported bool
	pos      uint32
	init     uint32 // where it is initialized for text that follows
	scope    sid
	next     int32
	node     nid   // function declaration, or the one that an Annex B entry belongs to
	reg      uint8 // compiled: register, where not captured
	slot     uint16
	import_  int32
}

// ref is a use of a name.
type ref struct {
	name    name
	node    nid // kIdent to bind, 0 where its tree is gone
	pos     uint32
	crossed bool // came out of an inner function
	binding bool // the declaration itself: no check for the hole
}

func (p *parser) openScope(k scopeKind) sid {
	p.scopes = append(p.scopes, scope{kind: k, parent: p.scope, fn: p.scopes[p.scope].fn, refMark: len(p.refs), strict: p.strict, pos: uint32(p.start),
		async: p.scopes[p.scope].async && k != sFunction && k != sStatic})
	p.scope = sid(len(p.scopes) - 1)
	return p.scope
}

// declare adds a variable to scope s.
func (p *parser) declare(s sid, n name, k varKind, pos int) int32 {
	v := int32(len(p.vars))
	p.vars = append(p.vars, variable{name: n, kind: k, pos: uint32(pos), scope: s, init: uint32(pos)})
	sc := &p.scopes[s]
	if sc.vars.first == 0 {
		sc.vars.first = v
	} else {
		p.vars[sc.vars.last].next = v
	}
	sc.vars.last = v
	return v
}

// varScope returns the scope that a var declaration here lands in.
func (p *parser) varScope() sid {
	s := p.scope
	for !p.scopes[s].kind.isVar() {
		s = p.scopes[s].parent
	}
	return s
}

// declareVar declares a var: in the function's scope, leaving a trace in the blocks between for the conflict with their lexical names.
func (p *parser) declareVar(n name, pos int) int32 {
	s := p.scope
	for !p.scopes[s].kind.isVar() {
		if k := p.scopes[s].kind; k == sBlock || k == sSwitch || k == sCatch {
			p.declare(s, n, vPass, pos)
		}
		s = p.scopes[s].parent
	}
	return p.declare(s, n, vVar, pos)
}

func (p *parser) addRef(n name, node nid, pos int) {
	p.refs = append(p.refs, ref{name: n, node: node, pos: uint32(pos)})
}

// ident adds a reference to n that begins at pos.
func (p *parser) ident(n name, pos, end int) nid {
	i := p.add(node{kind: kIdent, pos: uint32(pos), end: uint32(end), a: uint32(n)})
	p.addRef(n, i, pos)
	return i
}

func (p *parser) redeclared(n name, pos uint32) {
	t := p.str(n)
	p.fail(int(pos), int(pos)+len(t), "Identifier '"+t+"' has already been declared")
}

// clash reports whether declarations of kinds a and b (later) of one name in one scope are an error.
func (p *parser) clash(a, b *variable, sc *scope) bool {
	al, bl := a.kind.lexical(), b.kind.lexical()
	switch {
	case a.kind == vAnnexB || b.kind == vAnnexB:
		return false
	case a.kind == vBlockFn && b.kind == vBlockFn:
		return !(a.sloppyFn && b.sloppyFn)
	case al || bl:
		return !(a.kind == vPseudo || b.kind == vPseudo || a.kind == vFnName || b.kind == vFnName)
	case sc.kind == sCatch && (a.kind == vParam && b.kind != vPass || b.kind == vParam):
		return true
	case sc.kind == sCatch && a.kind == vParam && b.kind == vPass:
		return true
	case a.kind == vCatch && b.kind == vPass, a.kind == vPass && b.kind == vCatch:
		return false
	}
	return false
}

// closeScope ends scope s: repeated declarations are checked and merged, references to its variables are bound, and the others stay
// on the stack of references, which makes them the parent's.
func (p *parser) closeScope(s sid) {
	sc := &p.scopes[s]
	p.scope = sc.parent
	bind := p.bind
	if n := len(p.names.entries); len(bind) < n {
		bind = append(bind, make([]int32, n+n/2-len(bind))...)
		p.bind = bind
	}
	fnScope := sc.kind == sFunction && !sc.arrow || sc.kind == sStatic || sc.kind == sTop && p.topThis
	if sc.vars.first == 0 && !fnScope && !sc.evals {
		return
	}
	// Pass 1: merge.
	late := list32{}
	for v := sc.vars.first; v != 0; v = p.vars[v].next {
		x := &p.vars[v]
		if x.kind == vAnnexB {
			late.last = v
			continue
		}
		o := bind[x.name]
		if o == 0 {
			bind[x.name] = v
			continue
		}
		y := &p.vars[o]
		if x.kind == vPrivate {
			if y.static == x.static && (y.priv == tGet && x.priv == tSet || y.priv == tSet && x.priv == tGet) {
				y.priv = tInc
				x.dead = true
				continue
			}
			p.redeclared(x.name, x.pos)
		}
		if p.clash(y, x, sc) {
			if p.skipping {
				x.dead = true
				continue
			}
			p.redeclared(x.name, x.pos)
		}
		switch {
		case y.kind == vFnName:
			y.dead = true
			bind[x.name] = v
		case x.kind == vPass: // nothing to keep
			x.dead = true
		case y.kind == vPass:
			y.dead = true
			bind[x.name] = v
		case y.kind == vParam && x.kind == vParam:
			// the last parameter of a name counts
			y.dead = true
			bind[x.name] = v
		case x.kind == vFunction || x.kind == vBlockFn:
			// the last function counts; a parameter or var stays the variable
			y.node = x.node
			if y.kind == vVar {
				y.kind = vFunction
			}
			x.dead = true
		default:
			x.dead = true
		}
	}
	if late.last != 0 {
		p.annexB(s)
		bind = p.bind
		sc = &p.scopes[s]
	}
	// Pseudo variables exist where they are used.
	if fnScope {
		p.pseudo(s)
		sc = &p.scopes[s]
		bind = p.bind
	}
	// Pass 2: bind.
	refs := p.refs
	keep := sc.refMark
	for i := sc.refMark; i < len(refs); i++ {
		r := refs[i]
		v := bind[r.name]
		if v == 0 || sc.kind == sWith || p.vars[v].kind == vPass {
			refs[keep] = r
			keep++
			continue
		}
		x := &p.vars[v]
		if r.crossed {
			x.captured = true
			x.early = true
		} else if !r.binding && (r.pos < x.init || sc.kind == sSwitch) {
			x.early, x.direct = true, true
		}
		if r.node != 0 {
			p.nodes[r.node].b = uint32(v) + 1
		}
	}
	p.refs = refs[:keep]
	// Pass 3: number, note what is captured, forget the marks.
	f := p.fn
	for v := sc.vars.first; v != 0; v = p.vars[v].next {
		x := &p.vars[v]
		if x.kind == vAnnexB {
			x.dead = true
			continue
		}
		bind[x.name] = 0
		if x.dead || x.kind == vPass {
			x.dead = true
			continue
		}
		if sc.evals {
			x.captured, x.early, x.direct = true, true, true
		}
		if x.kind == vPseudo {
			continue
		}
		f.seq++
		if p.skipping {
			if f.capNext == f.seq {
				x.captured, x.early = true, true
				f.nextCapture()
			}
		} else if x.captured {
			f.caps = append(f.caps, f.seq)
		}
	}
	if sc.kind == sBody {
		for v := sc.vars.first; v != 0; v = p.vars[v].next {
			if x := &p.vars[v]; x.name == nArguments && x.kind == vVar && !x.dead {
				p.addRef(nArguments, 0, int(x.pos)) // it starts with the arguments object
			}
		}
	}
	if sc.evals {
		p.scopes[sc.parent].evals = true
	}
}

// pseudo makes the pseudo variables of a function scope: numbers are given to all four, so that both parses agree.
func (p *parser) pseudo(s sid) {
	sc := &p.scopes[s]
	need := [4]bool{}
	names := [4]name{nThis, nNewTarget, nFunc, nArguments}
	for i := sc.refMark; i < len(p.refs); i++ {
		switch p.refs[i].name {
		case nThis:
			need[0] = true
		case nNewTarget:
			need[1] = true
		case nFunc:
			need[2] = true
		case nArguments:
			need[3] = true
		}
	}
	if sc.evals && sc.kind != sTop {
		need = [4]bool{true, true, p.homeScope(s), sc.kind == sFunction}
	}
	if sc.kind == sTop {
		need[1], need[2], need[3] = false, false, false
		if p.isModule() {
			need[1] = false
		}
	}
	if sc.kind == sStatic {
		need[3] = false
	}
	f := p.fn
	for i, n := range names {
		f.seq++
		have := p.bind[n] != 0
		force := false
		if p.skipping && f.capNext == f.seq {
			force = true
			f.nextCapture()
			need[i] = true
		}
		if !need[i] || have {
			if have && i == 3 && sc.kind == sFunction && p.vars[p.bind[n]].kind == vVar {
				sc.argsVar = p.bind[n] + 1
			}
			continue
		}
		v := p.declare(s, n, vPseudo, int(p.scopes[s].pos))
		sc = &p.scopes[s]
		x := &p.vars[v]
		x.init = 0
		switch i {
		case 0:
			sc.thisVar = v + 1
		case 1:
			sc.newtVar = v + 1
		case 2:
			sc.funcVar = v + 1
		case 3:
			sc.argsVar = v + 1
		}
		if force {
			x.captured = true
		}
		p.bind[n] = v
		// captured ones of the first parse are noted here, not in pass 3, which numbers declared variables
		if !p.skipping {
			for j := sc.refMark; j < len(p.refs); j++ {
				if p.refs[j].name == n && p.refs[j].crossed {
					f.caps = append(f.caps, f.seq)
					break
				}
			}
		}
	}
}

// homeScope reports whether super property access is possible in the function of scope s.
func (p *parser) homeScope(s sid) bool {
	return p.scopes[s].kind == sStatic || p.scopes[s].flags&code.Method != 0
}

// annexB lets the block functions that came up as candidates go on to the parent, or become vars.
func (p *parser) annexB(s sid) {
	for v := p.scopes[s].vars.first; v != 0; v = p.vars[v].next {
		x := p.vars[v]
		if x.kind != vAnnexB {
			continue
		}
		sc := &p.scopes[s]
		o := p.bind[x.name]
		if o != 0 {
			y := &p.vars[o]
			if y.kind.lexical() || sc.kind == sFunction && y.kind == vParam || y.kind == vParam && sc.kind == sCatch {
				continue // var F would be an error, or F is a parameter
			}
		}
		if !sc.kind.isVar() {
			p.declareAnnex(sc.parent, x)
			continue
		}
		if x.name == nArguments && (sc.kind == sFunction && !sc.arrow || sc.kind == sBody && !p.scopes[sc.parent].arrow) {
			continue // the arguments object stays
		}
		if sc.kind == sBody && p.paramNamed(sc.parent, x.name) {
			continue
		}
		if o == 0 {
			o = p.declare(s, x.name, vVar, int(x.pos))
			p.bind[x.name] = o
			if sc.kind == sTop {
				p.annexNames = append(p.annexNames, x.name)
			}
		} else if y := &p.vars[o]; y.kind == vFnName {
			y.dead = true
			o = p.declare(s, x.name, vVar, int(x.pos))
			p.bind[x.name] = o
		}
		if x.node != 0 && int(x.node) < len(p.nodes) && p.nodes[x.node].kind == kFuncDecl {
			id := p.add(node{kind: kIdent, pos: x.pos, a: uint32(x.name), b: uint32(o) + 1})
			p.nodes[x.node].d = uint32(id)
		}
	}
}

func (p *parser) paramNamed(s sid, n name) bool {
	for v := p.scopes[s].vars.first; v != 0; v = p.vars[v].next {
		if p.vars[v].name == n && p.vars[v].kind == vParam {
			return true
		}
	}
	return false
}

func (p *parser) declareAnnex(s sid, x variable) {
	v := p.declare(s, x.name, vAnnexB, int(x.pos))
	p.vars[v].node = x.node
}

// endFunctionRefs marks the references that came out of the function whose references start at mark, once a name.
func (p *parser) endFunctionRefs(mark int, drop bool) {
	if n := len(p.names.entries); len(p.seen) < n {
		p.seen = append(p.seen, make([]uint32, n+n/2-len(p.seen))...)
	}
	p.seenRound++
	keep := mark
	for i := mark; i < len(p.refs); i++ {
		r := p.refs[i]
		r.crossed = true
		if drop {
			r.node = 0
			if p.seen[r.name] == p.seenRound {
				continue
			}
			p.seen[r.name] = p.seenRound
		}
		p.refs[keep] = r
		keep++
	}
	p.refs = p.refs[:keep]
}
