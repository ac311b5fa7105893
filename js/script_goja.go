//go:build niso_goja || !niso_vm

package js

import (
	"strings"
	"sync"
	"unsafe"
	"weak"

	"github.com/dop251/goja"
	"github.com/dop251/goja/parser"

	"github.com/niso-engine/niso/js/internal/lower"
)

type programBackend struct {
	prg  *goja.Program
	file *fileInfo
}

// fileInfo is where compiled text comes from. goja keeps a file's name in each program; the name that
// it is given is the bytes of a fileTag, so that a stack frame leads to the fileInfo and the
// frame's program keeps it alive, with no table beside.
type fileInfo struct {
	name         string
	line, column int        // where the text begins in the file
	skip         int        // lines before the text that were put there
	smap         *sourceMap // of lowered text, nil for none
	bytes        int        // source text kept, lowered text included
}

type fileTag struct {
	magic uint64
	info  *fileInfo
}

const fileMagic uint64 = 0x00656c69466f736e

func (f *fileInfo) tag() string {
	t := &fileTag{fileMagic, f}
	return unsafe.String((*byte)(unsafe.Pointer(t)), unsafe.Sizeof(*t))
}

func fileOf(name string) *fileInfo {
	if len(name) == int(unsafe.Sizeof(fileTag{})) {
		p := unsafe.Pointer(unsafe.StringData(name))
		if uintptr(p)%8 == 0 && *(*uint64)(p) == fileMagic {
			return (*fileTag)(p).info
		}
	}
	return nil
}

// mapPosition is a frame with goja's position mapped back to the source.
func mapPosition(fn, file string, line, column int) Frame {
	f := fileOf(file)
	if f == nil {
		return Frame{Function: fn, File: file, Line: line, Column: column}
	}
	line -= f.skip
	if f.smap != nil {
		line, column = f.smap.source(line, column)
	}
	if line < 1 {
		return Frame{Function: fn, File: f.name}
	}
	if line == 1 {
		column += f.column
	}
	return Frame{Function: fn, File: f.name, Line: line + f.line, Column: column}
}

// maxNesting bounds how deep brackets nest in source: goja's parser and compiler recurse, and a stack
// that is used up ends the process.
const maxNesting = 20000

// tooDeep is a cheap bound: the largest difference of opening and closing brackets anywhere, strings
// and comments included, and the longest run of prefix operators.
func tooDeep(src string) bool {
	if len(src) < maxNesting {
		return false
	}
	depth, run := 0, 0
	for i := 0; i < len(src); i++ {
		switch src[i] {
		case '(', '[', '{':
			if depth++; depth > maxNesting {
				return true
			}
		case ')', ']', '}':
			depth = max(depth-1, 0)
		case '!', '~', '-', '+':
			if run++; run > maxNesting {
				return true
			}
			continue
		case ' ', '\n', '\t':
			continue
		}
		run = 0
	}
	return false
}

// parse compiles text for goja.
func parse(f *fileInfo, text string) (prg *goja.Program, err *SyntaxError) {
	defer func() {
		if x := recover(); x != nil {
			prg, err = nil, &SyntaxError{Message: "Internal error while compiling", Frame: Frame{File: f.name}}
		}
	}()
	if tooDeep(text) {
		return nil, &SyntaxError{Message: "Source nests too deep", Frame: Frame{File: f.name}}
	}
	text = expandProperties(text)
	tag := f.tag()
	tree, perr := parser.ParseFile(nil, tag, text, 0, parser.WithDisableSourceMaps)
	if perr != nil {
		e := &SyntaxError{Message: perr.Error(), Frame: Frame{File: f.name}}
		if list, ok := perr.(parser.ErrorList); ok && len(list) > 0 {
			e.Message = list[0].Message
			p := list[0].Position
			e.Frame = mapPosition("", tag, p.Line, p.Column)
		}
		return nil, e
	}
	prg, cerr := goja.CompileAST(tree, false)
	if cerr != nil {
		e := &SyntaxError{Message: cerr.Error(), Frame: Frame{File: f.name}}
		if c, ok := cerr.(*goja.CompilerSyntaxError); ok {
			e.Message = c.Message
			if c.File != nil {
				p := c.File.Position(c.Offset)
				e.Frame = mapPosition("", tag, p.Line, p.Column)
			}
		}
		return nil, e
	}
	return prg, nil
}

// CompileScript compiles a classic script. The error is a *SyntaxError.
//
// Text that goja parses is run as it stands. Else it is lowered, and what lowering cannot help with is an
// error.
func CompileScript(src Source) (*Program, error) {
	text := trimBOM(src.Text)
	f := &fileInfo{name: src.Name, line: src.Line, column: src.Column}
	p := &Program{name: src.Name, size: len(src.Text)}
	prg, err := parse(f, text)
	if err != nil {
		res, lerr := lowerScript(text)
		if lerr != nil {
			return nil, lerr.in(f, err)
		}
		f.smap = newSourceMap(res.Map)
		f.smap.skip = lower.ScriptSkip
		var err2 *SyntaxError
		if prg, err2 = parse(f, res.Code); err2 != nil {
			return nil, err2
		}
		p.lowered = len(res.Code)
	}
	p.backend = programBackend{prg, f}
	f.bytes = p.SourceBytes()
	return p, nil
}

func trimBOM(s string) string { return strings.TrimPrefix(s, "\ufeff") }

type lowerError struct{ *lower.Error }

// in is the syntax error at its place in the file. first is what goja said.
func (e *lowerError) in(f *fileInfo, first *SyntaxError) *SyntaxError {
	if e.Line < 1 {
		return first
	}
	fr := Frame{File: f.name, Line: e.Line + f.line, Column: e.Column}
	if e.Line == 1 {
		fr.Column += f.column
	}
	return &SyntaxError{Message: e.Message, Frame: fr}
}

func lowerScript(text string) (*lower.Result, *lowerError) {
	if tooDeep(text) {
		return nil, &lowerError{&lower.Error{Message: "Source nests too deep"}}
	}
	res, err := lower.Script(text)
	if err != nil {
		return nil, &lowerError{err}
	}
	return res, nil
}

// Run runs a classic script in the realm and gives its completion value. Jobs do not run.
func (r *Realm) Run(p *Program) (v Value, err error) {
	r.noteProgram(p)
	if p.lowered > 0 && !p.module {
		if err := r.installHelpers(); err != nil {
			return Undefined, err
		}
	}
	err = r.try(func() {
		res, err := r.vm.RunProgram(p.backend.prg)
		must(err)
		v.v = res
	})
	return v, err
}

// noteProgram counts the program's source for reports, for as long as something of it lives.
func (r *Realm) noteProgram(p *Program) {
	f := p.backend.file
	if r.files == nil {
		r.files = map[weak.Pointer[fileInfo]]struct{}{}
	}
	r.files[weak.Make(f)] = struct{}{}
	if len(r.files) > r.filesMax {
		for w := range r.files {
			if w.Value() == nil {
				delete(r.files, w)
			}
		}
		r.filesMax = 2*len(r.files) + 32
	}
}

// Eval compiles and runs a classic script.
func (r *Realm) Eval(name, text string) (Value, error) {
	p, err := CompileScript(Source{Name: name, Text: text})
	if err != nil {
		return Undefined, r.syntaxException(err)
	}
	return r.Run(p)
}

// CompileFunction makes a function of a body and parameter names in the global scope: event handler
// content attributes. The error is an exception that holds a SyntaxError.
func (r *Realm) CompileFunction(src Source, name string, params ...string) (Object, error) {
	f := &fileInfo{name: src.Name, line: src.Line, column: src.Column, skip: 1}
	// The body must be a function body by itself: "}, {" must not end the function.
	check := &fileInfo{name: src.Name, line: src.Line, column: src.Column, skip: 1}
	head := "(function " + name + "(" + strings.Join(params, ",") + "){\n"
	prg, err := parse(f, head+src.Text+"\n})")
	if err == nil {
		_, err = parse(check, "(function(){\n"+src.Text+"\n/**/});function __niso_end(){")
		if err == nil {
			err = &SyntaxError{Message: "Unexpected token '}'", Frame: Frame{File: src.Name}}
		} else {
			err = nil
		}
	}
	if err != nil {
		res, lerr := lowerScript(head + src.Text + "\n})")
		if lerr != nil {
			return Object{}, r.syntaxException(err)
		}
		f.smap = newSourceMap(res.Map)
		f.smap.skip, f.skip = f.skip+lower.ScriptSkip, 0
		if prg, err = parse(f, res.Code); err != nil {
			return Object{}, r.syntaxException(err)
		}
	}
	f.bytes = len(src.Text)
	v, rerr := r.Run(&Program{name: src.Name, size: len(src.Text), backend: programBackend{prg, f}})
	return v.Object(), rerr
}

// sourceMap maps lowered positions back. It is decoded when a position is first asked for.
type sourceMap struct {
	json  []byte
	skip  int // lines put before the source that was lowered
	bytes int // of the JSON: about what the rows take, too
	once  sync.Once
	rows  []mapRow // sorted by line and column of the lowered text
}

type mapRow struct{ line, col, srcLine, srcCol int32 }

func newSourceMap(json []byte) *sourceMap { return &sourceMap{json: json, bytes: cap(json)} }

// source is the position (from 1) in the source of one in the lowered text; line 0 if unknown.
func (m *sourceMap) source(line, col int) (int, int) {
	if len(m.json) == 0 && m.rows == nil {
		return line, col
	}
	m.once.Do(m.decode)
	lo, hi := 0, len(m.rows)
	for lo < hi {
		mid := (lo + hi) / 2
		if r := m.rows[mid]; int(r.line) < line-1 || int(r.line) == line-1 && int(r.col) <= col-1 {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == 0 {
		return 0, 0
	}
	r := m.rows[lo-1]
	if int(r.line) != line-1 {
		return 0, 0
	}
	return int(r.srcLine) + 1 - m.skip, int(r.srcCol) + 1
}

func (m *sourceMap) decode() {
	s := string(m.json)
	i := strings.Index(s, `"mappings": "`)
	if i < 0 {
		return
	}
	s = s[i+len(`"mappings": "`):]
	if i = strings.IndexByte(s, '"'); i >= 0 {
		s = s[:i]
	}
	var line, col, srcLine, srcCol int32
	for _, l := range strings.Split(s, ";") {
		col = 0
		for _, seg := range strings.Split(l, ",") {
			var f [5]int32
			n := 0
			for len(seg) > 0 && n < 5 {
				var v, shift int32
				for len(seg) > 0 {
					d := int32(strings.IndexByte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", seg[0]))
					seg = seg[1:]
					v |= (d & 31) << shift
					shift += 5
					if d&32 == 0 || shift > 30 {
						break
					}
				}
				if f[n] = v >> 1; v&1 != 0 {
					f[n] = -f[n]
				}
				n++
			}
			if n >= 1 {
				col += f[0]
			}
			if n >= 4 {
				srcLine += f[2]
				srcCol += f[3]
				m.rows = append(m.rows, mapRow{line, col, srcLine, srcCol})
			}
		}
		line++
	}
	m.json = nil
}
