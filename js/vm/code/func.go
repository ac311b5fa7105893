package code

import (
	"encoding/binary"
	"sort"
)

// Func is one compiled function, or the code of a script, module or eval. It is immutable and shared.
//
// Frame at entry: registers 0 … NParams-1 hold the arguments (undefined where missing), all others undefined; then, from the
// arguments passed, ArgsReg = the arguments object where Flags has MakesArgs (unmapped, or ready for MapArgs where MapsArgs), and
// RestReg = an array of the arguments from NParams on where Flags has HasRest. Env is the scope cell of the closure.
type Func struct {
	Program *Program
	Record  int32  // row of Program.Records, or -1 for the main function, field initializers and static initializers
	Name    string // the name known when it was compiled, for stacks; the function object's name comes from ClosureRef
	Flags   Flags

	NParams uint8 // registers filled from the arguments (without the rest parameter)
	NRegs   uint8 // size of the register window
	ArgsReg uint8 // register of the arguments object where MakesArgs
	RestReg uint8 // register of the rest array where HasRest
	Length  uint16

	Code      []uint32
	Consts    []Const
	Strings   []string // WTF-8: property names, messages, names of bindings
	Sites     []uint32 // site -> Strings
	Handlers  []Handler
	Closures  []ClosureRef
	Inner     []*Func // functions compiled together with this one: field and static initializers
	Scopes    []ScopeDesc
	Shapes    [][]uint32 // ObjectLit: Strings of each literal
	Arrays    [][]Const  // ArrayLit
	Templates []Template
	Evals     []EvalSite
	Switches  []Switch
	ArgMap    []uint16 // MapArgs: scope slot of each parameter, 0xffff for one that a later parameter of the same name hides
	Names     []PCName // names of checked loads and stores (GetSlotT and so on), by pc

	pos []byte // position table, see PosAt
}

// Flags of a function, known from the first parse on.
type Flags uint32

const (
	Strict       Flags = 1 << iota // strict mode code
	Arrow                          // arrow function: no this, arguments, new.target of its own; no [[Construct]]
	Async                          // async function or generator
	Generator                      // generator (async generator with Async)
	Method                         // method or accessor: no [[Construct]], no prototype property (but for generators)
	Getter                         // with Method: a getter
	Setter                         // with Method: a setter
	ClassCtor                      // class constructor: TypeError "Class constructor X cannot be invoked without 'new'" when called
	Derived                        // constructor of a class with heritage: this starts as the hole
	DefaultCtor                    // a class's implicit constructor: source text is the class's
	FieldInit                      // runs field initializers with this = the instance; called by InitFields
	StaticInit                     // a class's static fields and blocks, called once with this = the constructor
	HasRest                        // has a rest parameter
	MakesArgs                      // arguments object is needed at entry (known when compiled)
	MapsArgs                       // and it is a mapped one
	SimpleParams                   // parameter list is simple: sloppy functions then have mapped arguments
	UsesThis                       // reads this (a sloppy function boxes it; known when compiled)
	UsesSuper                      // has super property or call, itself or in its arrows or evals: needs its home object
	DirectEval                     // has a direct eval call, itself or in its arrows
	Expression                     // function expression (not declaration)
	ExprBody                       // arrow whose body is an expression
	NoIn                           // arrow whose expression body stands where in is no operator
	HasFields                      // class constructor whose class has instance fields or private methods
	NamedExpr                      // named function expression: its own name is bound in a scope around it
	Main                           // the code of a script, module or eval
	InClass                        // stands within a class body (private names may be in scope)
	Duplicates                     // sloppy simple parameter list with a name twice
	AwaitName                      // sloppy/script code where await is a name also within (not a module)
)

// HasPrototype reports whether function objects made from it have a prototype property of their own.
func (f Flags) HasPrototype() bool {
	if f&Generator != 0 {
		return true
	}
	return f&(Arrow|Async|Method|FieldInit|StaticInit) == 0 || f&ClassCtor != 0
}

// IsConstructor reports whether function objects made from it have [[Construct]].
func (f Flags) IsConstructor() bool {
	return f&ClassCtor != 0 || f&(Arrow|Async|Generator|Method|FieldInit|StaticInit) == 0
}

// ConstKind says what a constant is.
type ConstKind uint8

const (
	ConstNumber ConstKind = iota
	ConstString
	ConstBigInt // text: decimal, or with 0x, 0o, 0b
	ConstRegExp // text: pattern; Flags
	ConstUndefined
	ConstNull
	ConstTrue
	ConstFalse
	ConstHole // in Arrays only: an elision
)

// Const is a constant of the source. Texts are in Func.Strings.
type Const struct {
	Num   float64
	Str   uint32 // ConstString, ConstBigInt, ConstRegExp: row of Func.Strings
	Kind  ConstKind
	Flags uint8 // ConstRegExp: bits in the order of "dgimsuvy"
}

const regExpFlags = "dgimsuvy"

// RegExpFlags packs the flags of a regular expression, which are valid, into Const.Flags.
func RegExpFlags(s string) (f uint8) {
	for i := range len(s) {
		for j := range len(regExpFlags) {
			if s[i] == regExpFlags[j] {
				f |= 1 << j
			}
		}
	}
	return f
}

// FlagText returns the flags of a ConstRegExp as text, in the order of "dgimsuvy".
func (k *Const) FlagText() string {
	var b []byte
	for j := range len(regExpFlags) {
		if k.Flags>>j&1 != 0 {
			b = append(b, regExpFlags[j])
		}
	}
	return string(b)
}

// Handler catches what is thrown by an instruction with Start <= pc < End (pc of the instruction's first word): Reg = exception,
// go on at Target. Rows are ordered so that the first that fits is the innermost.
type Handler struct {
	Start, End, Target uint32
	Reg                uint8
}

// ClosureRef is what Closure and Class make function objects from.
type ClosureRef struct {
	Record int32  // row of Program.Records, compiled at the first call; or ^row of Func.Inner
	Name   uint32 // value of the name property: row of Func.Strings
}

// ScopeDesc is the size of a scope cell: slots 0 … TDZ-1 start as the hole, the others undefined.
type ScopeDesc struct {
	Slots, TDZ uint16
}

// Template is a tagged template's site.
type Template struct {
	Cooked []TemplateString
	Raw    []string
}

// TemplateString is a cooked string; Undefined where an escape in it is not valid.
type TemplateString struct {
	Str       string
	Undefined bool
}

// EvalSite is where a direct eval stands.
type EvalSite struct {
	Scope     ScopeRef // names visible there
	Reg       uint8    // scope operand: the cell that Scope describes, NoReg for Env
	Strict    bool
	Function  bool // within a function that is no arrow: new.target is allowed
	Method    bool // super.x is allowed
	Ctor      bool // super() is allowed
	FieldInit bool // within a field initializer: arguments is an early error
}

// Switch is a dense table of offsets for the integers from Low on; 0: none of them.
type Switch struct {
	Low     int32
	Offsets []int32
}

// PCName is the binding's name of a checked instruction.
type PCName struct {
	PC, Str uint32
}

// NameAt returns the binding's name for the checked instruction at pc.
func (f *Func) NameAt(pc int) string {
	i := sort.Search(len(f.Names), func(i int) bool { return int(f.Names[i].PC) >= pc })
	if i < len(f.Names) && int(f.Names[i].PC) == pc {
		return f.Strings[f.Names[i].Str]
	}
	return ""
}

// HandlerAt returns the innermost handler for an exception at pc.
func (f *Func) HandlerAt(pc int) (Handler, bool) {
	for _, h := range f.Handlers {
		if int(h.Start) <= pc && pc < int(h.End) {
			return h, true
		}
	}
	return Handler{}, false
}

// The position table is a sequence of pairs of varints: pc distance, unsigned, and distance of source offsets, zigzag. An entry
// holds for the instructions from its pc to the next entry's.

// AppendPos appends an entry to a position table.
func AppendPos(table []byte, dpc, dpos int) []byte {
	table = binary.AppendUvarint(table, uint64(dpc))
	return binary.AppendVarint(table, int64(dpos))
}

// SetPositions gives f its position table. The compiler calls it before f is handed out.
func (f *Func) SetPositions(table []byte) { f.pos = table }

// PosAt returns the source offset (in units of the program's source) that the instruction at pc has in stacks: of a call, where
// V8 points (the property name of a method call, the callee of others); of anything else, where the expression's operator or name
// is. -1 where the function has no positions.
func (f *Func) PosAt(pc int) int {
	at, pos, found := 0, 0, -1
	for t := f.pos; len(t) > 0; {
		d, n := binary.Uvarint(t)
		v, m := binary.Varint(t[n:])
		t = t[n+m:]
		at += int(d)
		if at > pc {
			break
		}
		pos += int(v)
		found = pos
	}
	return found
}

// Parts is Bytes by part: instructions, constants and what goes with them, positions; inner functions included.
func (f *Func) Parts() (code, consts, lines int) {
	lines = cap(f.pos)
	code = 4 * cap(f.Code)
	for _, c := range f.Inner {
		a, _, d := c.Parts()
		code, lines = code+a, lines+d
	}
	return code, f.Bytes() - code - lines, lines
}

// Bytes returns the memory that f holds outside of its Program, by capacity.
func (f *Func) Bytes() int {
	n := 400 + 4*cap(f.Code) + 16*cap(f.Consts) + 16*cap(f.Strings) + 4*cap(f.Sites) + 16*cap(f.Handlers) + 8*cap(f.Closures) + 8*cap(f.Inner) +
		4*cap(f.Scopes) + 24*cap(f.Shapes) + 24*cap(f.Arrays) + 48*cap(f.Templates) + 16*cap(f.Evals) + 32*cap(f.Switches) +
		2*cap(f.ArgMap) + 8*cap(f.Names) + cap(f.pos)
	for _, s := range f.Shapes {
		n += 4 * cap(s)
	}
	for _, a := range f.Arrays {
		n += 16 * cap(a)
	}
	for _, s := range f.Switches {
		n += 4 * cap(s.Offsets)
	}
	for _, c := range f.Inner {
		n += c.Bytes()
	}
	return n
}
