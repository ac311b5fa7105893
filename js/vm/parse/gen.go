package parse

import "github.com/niso-engine/niso/js/vm/code"

func (p *parser) compileMain()                       { p.prog.Main = &code.Func{} }
func (p *parser) compileRecord(row int32) *code.Func { p.secondParse(row); return &code.Func{} }
