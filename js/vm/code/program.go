package code

import (
	"sync"
	"sync/atomic"
	"unicode/utf16"
	"unsafe"
	"weak"
)

// Source is the text of a program: one byte a unit (Latin-1) where every unit fits, else two. Exactly one of the two is set. Both
// are owned by the program and never written; Latin1 may be a mapped file.
type Source struct {
	Latin1 []byte
	Wide   []uint16
}

// Len returns the number of UTF-16 units.
func (s *Source) Len() int { return len(s.Latin1) + len(s.Wide) }

// At returns the unit at i.
func (s *Source) At(i int) uint16 {
	if s.Wide != nil {
		return s.Wide[i]
	}
	return uint16(s.Latin1[i])
}

// Slice returns the text of [start, end) in WTF-8. The string shares the source's memory where that is ASCII.
func (s *Source) Slice(start, end int) string {
	if s.Wide == nil {
		b := s.Latin1[start:end]
		n := 0
		for _, c := range b {
			n += int(c >> 7)
		}
		if n == 0 {
			return unsafe.String(unsafe.SliceData(b), len(b))
		}
		out := make([]byte, 0, len(b)+n)
		for _, c := range b {
			out = appendUnit(out, rune(c))
		}
		return string(out)
	}
	w := s.Wide[start:end]
	out := make([]byte, 0, len(w)+8)
	for i := 0; i < len(w); i++ {
		r := rune(w[i])
		if utf16.IsSurrogate(r) && i+1 < len(w) {
			if d := utf16.DecodeRune(r, rune(w[i+1])); d != 0xfffd {
				r = d
				i++
			}
		}
		out = appendUnit(out, r)
	}
	return string(out)
}

func appendUnit(b []byte, r rune) []byte {
	switch {
	case r < 0x80:
		return append(b, byte(r))
	case r < 0x800:
		return append(b, 0xc0|byte(r>>6), 0x80|byte(r&0x3f))
	case r < 0x10000: // lone surrogates too: WTF-8
		return append(b, 0xe0|byte(r>>12), 0x80|byte(r>>6&0x3f), 0x80|byte(r&0x3f))
	}
	return append(b, 0xf0|byte(r>>18), 0x80|byte(r>>12&0x3f), 0x80|byte(r>>6&0x3f), 0x80|byte(r&0x3f))
}

// Kind is what a program was parsed as.
type Kind uint8

const (
	Script    Kind = iota
	Module         // Program.Module is set
	Eval           // direct or indirect eval
	FuncProg       // made by Function() and its kin: Main returns the function
	FuncEvent      // an event handler attribute's function: likewise
)

// Program is one source, parsed: shared, read-only but for the functions that are compiled at their first call.
type Program struct {
	Name string // file name or URL, for stacks
	Line int    // line and column (from 0) of the source's first character within Name, for inline scripts
	Col  int
	Kind Kind
	Source
	Main    *Func // the code of the program itself
	Decls   Decls // declarations of a script, or of an eval whose variables are global
	Module  *ModuleRecord
	Records []Record // one a function, inner ones before those they stand in

	Outer      *Program // direct eval: the program of the calling code, and the scope of the call in it
	OuterScope ScopeRef

	Mu     sync.Mutex // held while a function is compiled (the Outer's after this one); guards what follows
	scopes []ScopeInfo
	vars   []ScopeVar
	index  map[uint32]map[string]uint32 // names of large scopes
	caps   []byte                       // captured-variable data of records, written by the first parse
	funcs  []atomic.Pointer[Func]
	image  weak.Pointer[byte] // what Image made, while somebody reads it or no collection came

	linesOnce sync.Once
	lines     []uint32

	SourceMap string // URL of a //# sourceMappingURL= comment, if any
	SourceURL string // of //# sourceURL=
}

// Image is the source with a byte a unit, 0x80 for those above 0x7F of a wide one: what is lexed. It is made anew only when a collection took it: functions of a
// wide source are compiled one after the other, and each must not cost the length of the source. Mu is held, or nobody else has p yet.
func (p *Program) Image() []byte {
	if p.Wide == nil {
		return p.Latin1
	}
	if b := p.image.Value(); b != nil {
		return unsafe.Slice(b, len(p.Wide))
	}
	img := make([]byte, len(p.Wide))
	for i, u := range p.Wide {
		img[i] = byte(min(u, 0x80))
	}
	if len(img) > 0 {
		p.image = weak.Make(&img[0])
	}
	return img
}

// Record is what the first parse leaves of a function: all that making its function object and compiling it later needs.
type Record struct {
	Start, End uint32 // its source text ([[SourceText]]; a class constructor has its class's)
	Params     uint32 // where its parameters begin: the parser starts again here
	BodyEnd    uint32 // where the parser goes on behind it
	First      uint32 // the rows [First, this row) are functions inside of it
	Scope      ScopeRef
	Captures   uint32 // offset of its captured-variable data, 0 for none
	Flags      Flags
	Made       uint32 // no closure of it exists before the text up to here ran: elides checks for uninitialized bindings
	Length     uint16 // value of the length property
}

// Func returns the compiled function of row i, or nil if it was not called yet.
func (p *Program) Func(i int) *Func { return p.funcs[i].Load() }

// SetFunc publishes the compiled function of row i.
func (p *Program) SetFunc(i int, f *Func) { p.funcs[i].Store(f) }

// Seal makes the tables that belong to Records. The parser calls it when the first parse has ended.
func (p *Program) Seal(caps []byte) {
	p.caps = caps
	p.funcs = make([]atomic.Pointer[Func], len(p.Records))
}

// Captured returns the captured-variable data from offset off on.
func (p *Program) Captured(off uint32) []byte { return p.caps[off:] }

// Text returns the source text of row i.
func (p *Program) Text(i int) string {
	r := &p.Records[i]
	return p.Slice(int(r.Start), int(r.End))
}

// Decls are what a script declares at its top level: the runtime instantiates them (GlobalDeclarationInstantiation) before it runs
// Main, which then gives the functions their values by InitGlobalFn.
type Decls struct {
	Vars      []string  // var names that are not function names, and Annex B function names (those are dropped silently where they conflict: see Annexed)
	Annexed   []string  // names of functions in blocks that would be var names too: declared only where that makes no error
	Funcs     []string  // function names, in order
	Lets      []LexDecl // let, const and class
	Deletable bool      // eval: bindings are configurable
}

// LexDecl is a lexical declaration.
type LexDecl struct {
	Name  string
	Const bool
}

// Line table.

// Position returns line and column, both from 1 as stacks print them, of a source offset; columns count UTF-16 units.
func (p *Program) Position(off int) (line, col int) {
	p.linesOnce.Do(p.findLines)
	lo, hi := 0, len(p.lines)
	for lo < hi {
		m := (lo + hi) / 2
		if int(p.lines[m]) <= off {
			lo = m + 1
		} else {
			hi = m
		}
	}
	start := 0
	if lo > 0 {
		start = int(p.lines[lo-1])
	}
	line, col = lo+1+p.Line, off-start+1
	if lo == 0 {
		col += p.Col
	}
	return line, col
}

func (p *Program) findLines() {
	n := p.Len()
	for i := 0; i < n; i++ {
		switch p.At(i) {
		case '\r':
			if i+1 < n && p.At(i+1) == '\n' {
				continue
			}
			fallthrough
		case '\n', 0x2028, 0x2029:
			p.lines = append(p.lines, uint32(i+1))
		}
	}
}

// Bytes returns what the program holds by part: its source, its records with the tables as long as they are, the functions
// compiled so far, and scope infos and line table.
func (p *Program) Bytes() (source, records, funcs, rest int) {
	p.Mu.Lock()
	defer p.Mu.Unlock()
	source = cap(p.Latin1) + 2*cap(p.Wide)
	records = int(unsafe.Sizeof(Record{}))*cap(p.Records) + 8*cap(p.funcs) + cap(p.caps)
	for i := range p.funcs {
		if f := p.funcs[i].Load(); f != nil {
			funcs += f.Bytes()
		}
	}
	if p.Main != nil {
		funcs += p.Main.Bytes()
	}
	rest = int(unsafe.Sizeof(ScopeInfo{}))*cap(p.scopes) + int(unsafe.Sizeof(ScopeVar{}))*cap(p.vars) + 4*cap(p.lines)
	return
}
