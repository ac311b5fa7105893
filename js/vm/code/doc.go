// Package code is the form in which js/vm keeps compiled ECMAScript: the instruction set, the program of a source, the compiled
// function, scope and module records, position tables and a disassembler. It knows nothing of the heap and nothing of syntax.
//
//	Program   one source and what its first parse left: a Record for each function (pointer-free), the functions compiled so far,
//	          scope infos for what is compiled later, declarations of a script or eval, the module record.
//	Func      one compiled function: code words and the tables its operands index. Immutable once it is handed out.
//
// Everything here is shared between runtimes and goroutines. What depends on a runtime (keys, constants as heap values, inline
// caches) lives in that runtime's own instance of a Func, in arrays as long as Func.Consts, Func.Strings and Func.Sites.
// The compiler of package parse writes; the interpreter of package vm reads. Funcs appear in a Program under its mutex.
package code
