package js

import "fmt"

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
