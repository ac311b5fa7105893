package js

import (
	"fmt"
	"strings"
)

// Exception is a value that script threw and could have caught.
type Exception struct {
	Value Value   // what was thrown
	Stack []Frame // where, innermost first; as far as known
}

// Error is the error's stack or, without one, its text.
func (e *Exception) Error() string {
	s := describe(e.Value)
	if len(e.Stack) > 0 && !strings.Contains(s, "\n") {
		s += "\n    at " + e.Stack[0].String()
	}
	return s
}

// Interrupted ends script that nothing may catch: [Runtime.Interrupt], the heap limit.
type Interrupted struct {
	Reason error   // what was given to Interrupt, or ErrHeapLimit
	Stack  []Frame // which script and line was running, innermost first
}

func (e *Interrupted) Error() string {
	if len(e.Stack) == 0 {
		return "script interrupted: " + e.Reason.Error()
	}
	return fmt.Sprintf("script interrupted: %v, at %s", e.Reason, e.Stack[0])
}

// Unwrap gives the reason.
func (e *Interrupted) Unwrap() error { return e.Reason }

// SyntaxError is what CompileScript and module loading return for source that does not parse.
// Running code sees it as a SyntaxError object.
type SyntaxError struct {
	Message string
	Frame   Frame
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("SyntaxError: %s (%s)", e.Message, e.Frame)
}

// Frame is one call on a stack.
type Frame struct {
	Function string // empty at top level and for anonymous functions
	File     string // script's name as given to CompileScript; "<native>" within Go
	Line     int    // 1-based line of the original source, 0 if unknown
	Column   int    // 1-based column of the original source, 0 if unknown
}

// String is the frame as V8 prints it, without "at".
func (f Frame) String() string {
	pos := f.File
	if f.Line > 0 {
		pos = fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Column)
	}
	if f.Function == "" {
		return pos
	}
	return f.Function + " (" + pos + ")"
}

// Report is an uncaught error as ErrorEvent and the console show it.
type Report struct {
	Realm   *Realm
	Value   Value
	Message string // "Uncaught TypeError: …"
	File    string
	Line    int
	Column  int
	Stack   []Frame
}
