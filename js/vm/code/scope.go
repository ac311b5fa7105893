package code

// ScopeRef names the scope that a function or an eval stands in: a scope info of a program.
type ScopeRef struct {
	ID uint32 // scope info ID-1 of the program; 0: the program's outermost scope, which is the global one, or for a direct eval Program.OuterScope of Program.Outer
}

// ScopeKind says what a scope cell is for.
type ScopeKind uint8

const (
	ScopeBlock    ScopeKind = iota // variables in slots, all known
	ScopeWith                      // slot 0 is the object of a with statement
	ScopeVarObj                    // a function's or eval's variables where a sloppy direct eval may add some: slot 0 is their object or undefined
	ScopeModule                    // a module's scope: slot 0 is the runtime's
	ScopeFunction                  // a function's variables, all known
)

// ScopeInfo describes a scope cell at run time for code that is compiled later: lazily compiled functions and direct evals. Scopes
// that need no cell have none.
type ScopeInfo struct {
	Parent ScopeRef
	First  uint32 // variables: ScopeVars [First, First+Count)
	Count  uint32
	Made   uint32 // as Record.Made of the function whose outermost scope with a cell it is
	Kind   ScopeKind
	Flags  ScopeFlags
}

// ScopeFlags say more of a scope.
type ScopeFlags uint8

const (
	ScopeParams  ScopeFlags = 1 << iota // of parameters, with the body's variables in a scope of their own
	ScopeCatch                          // of a catch clause with a simple parameter (a var of the same name in an eval is allowed)
	ScopeFuncTop                        // outermost scope of a function that is no arrow
	ScopeMethod                         // of a method: an eval there may use super.x
	ScopeDerived                        // of a derived constructor: an eval there may use super()
	ScopeField                          // of a field initializer or static block: arguments is an error in an eval there
	ScopeOuter                          // outermost scope with a cell of its function
)

// VarFlags of a variable.
type VarFlags uint8

const (
	VarConst     VarFlags = 1 << iota // assignment throws a TypeError
	VarTDZ                            // may be read before it is initialized: loads are checked
	VarImport                         // an import: GetImport
	VarFuncName                       // a function expression's own name: assignment throws in strict code, else is ignored
	VarLexical                        // let, const, class: an eval may not declare a var of this name
	VarThis                           // the pseudo variable "this" of a derived constructor: CheckThis
	VarNamespace                      // an import of a namespace: the slot holds the object itself
)

// ScopeVar is a variable in a scope cell. Pseudo variables have names that no identifier has: "this", "new.target", "%func" (the
// active function), and private names with their "#" (the private name), "#x%fn", "#x%get", "#x%set" (functions of private methods).
type ScopeVar struct {
	Name  string
	Init  uint32 // initialized for all that runs after the text up to here
	Slot  uint16
	Flags VarFlags
}

// ScopeInfo returns the scope info of a reference that is not the global scope. Call it with Mu held.
func (p *Program) ScopeInfo(r ScopeRef) *ScopeInfo { return &p.scopes[r.ID-1] }

// ScopeVars returns the variables of a scope info. Call it with Mu held.
func (p *Program) ScopeVars(s *ScopeInfo) []ScopeVar { return p.vars[s.First : s.First+s.Count] }

// AddScope adds a scope info. Call it with Mu held.
func (p *Program) AddScope(s ScopeInfo, vars []ScopeVar) ScopeRef {
	s.First, s.Count = uint32(len(p.vars)), uint32(len(vars))
	p.vars = append(p.vars, vars...)
	p.scopes = append(p.scopes, s)
	return ScopeRef{uint32(len(p.scopes))}
}

// FindVar looks up a variable of scope info r. Call it with Mu held.
func (p *Program) FindVar(r ScopeRef, name string) (ScopeVar, bool) {
	s := p.ScopeInfo(r)
	vars := p.ScopeVars(s)
	if len(vars) <= 16 {
		for i := range vars {
			if vars[i].Name == name {
				return vars[i], true
			}
		}
		return ScopeVar{}, false
	}
	m := p.index[r.ID]
	if m == nil {
		m = make(map[string]uint32, len(vars))
		for i := range vars {
			m[vars[i].Name] = uint32(i)
		}
		if p.index == nil {
			p.index = map[uint32]map[string]uint32{}
		}
		p.index[r.ID] = m
	}
	if i, ok := m[name]; ok {
		return vars[i], true
	}
	return ScopeVar{}, false
}
