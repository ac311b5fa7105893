// Package regexp has the regular expressions of ECMAScript: a parser with the early errors, a compiler to bytecode and a backtracking matcher.
//
// A pattern is parsed to a tree (parse.go, class.go), compiled once (compile.go) to a Program, which is immutable and may be used by any
// number of goroutines, and run by a Matcher (match.go), which belongs to one goroutine and keeps its stacks between runs. Subjects are slices
// of Latin-1 bytes or of UTF-16 units; positions are indexes of them.
//
// The matcher keeps its own stack, so neither nested quantifiers nor long subjects recurse in Go; it is bounded by MaxStackBytes, and
// a hook that is called every few thousand steps can end it.
//
//	set.go        sets of code points
//	unicode.go    properties and case mappings, from unicode.bin (made by unicode_gen.mjs)
//	parse.go      patterns
//	class.go      character classes, v-mode set operations, escapes
//	compile.go    the tree to instructions
//	match.go      the machine
package regexp
