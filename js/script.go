package js

// Source is the text of a script or module and where it comes from.
type Source struct {
	// Name is the URL that stacks and reports show.
	Name string
	// Text is the source. CompileScript keeps it: it must not be changed (a string made of
	// an owned buffer or a mapped file without copying is fine, for as long as it lasts).
	Text string
	// Line and Column say where Text begins in Name, both from 0: inline scripts.
	Line, Column int
}

// Program is compiled source: immutable, shared by realms, runtimes and goroutines.
type Program struct {
	backend programBackend
	name    string
	size    int // bytes of source
	lowered int // bytes of lowered source, 0 if it ran as it stood
	module  bool
}

// Name is the source's name.
func (p *Program) Name() string { return p.name }

// SourceBytes are the bytes of source text that the program keeps, lowered text included.
func (p *Program) SourceBytes() int { return p.size + p.lowered }

// Lowered reports whether the source used syntax that had to be rewritten for the engine.
func (p *Program) Lowered() bool { return p.lowered > 0 }
