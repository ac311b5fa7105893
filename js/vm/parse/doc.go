// Package parse turns ECMAScript source into package code's programs.
//
// The phases, and what lives how long:
//
//	lexer.go     units -> tokens, one at a time; no token is kept
//	names.go     interns identifiers: a name is a uint32 for one parse
//	ast.go       the syntax tree of one function: rows of an arena (node), linked by index, pointer-free
//	expr.go, stmt.go, func.go, class.go, module.go   the parser, with all early errors
//	pattern.go   from literals to assignment patterns
//	scope.go     scopes, variables, references; resolved as each scope ends
//	gen*.go      the compiler: tree of one function -> code.Func
//
// The first parse of a source reads everything once. When an inner function ends, its rows of the tree and of the scopes are cut off
// again and a code.Record is left: its range, flags, and which of its variables inner functions capture. What then remains is the tree
// of the top level, which is compiled. A function is parsed a second time, alone, when it is first called (Compile): the functions
// inside of it are jumped over by their records, so that this costs what its own code costs. Its free names are looked up in the
// scope infos that compiling the function around it left in the program.
//
// Sources with units above 255 are lexed over a byte image of them, in which such units are 0x80: offsets are the same, and only
// where the image has a byte >= 0x80 the units are asked for.
package parse
