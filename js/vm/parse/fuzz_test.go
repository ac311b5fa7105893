package parse

import (
	"testing"

	"github.com/niso-engine/niso/js/vm/code"
)

var seeds = []string{
	"var a = 1; let b = a + 2 * 3; const {c, ...d} = b ?? {}; [a, b = 1, ...c] = d",
	"function* g(a, b = yield, ...c) { yield* a; try { return await 1 } finally { for (const x of c) continue } }",
	"class A extends (B, C) { #x = 1; static y = this.#x; get [k]() { return super.z } static { var q } constructor(...a) { super(...a) } async *m() {} }",
	"async (a, {b = 1}) => { for await (const x of y) { await x } }; async function f() {}",
	"label: for (let i = 0, n = 3; i < n; i++) { switch (i) { case 0: break label; default: continue label } }",
	"with (a) { eval('b'); delete c; typeof d }",
	"import a, * as b from 'c' with {type: 'json'}; export default class {} export {a as 'x', b}; export * from 'd'; await import.meta",
	"`a${1}b${`c`}` + tag`\\u${x}`; a?.b?.[c]?.(d); a ||= b; a **= 2; /[a/]\\/(?<n>.)/giu; 0x1f + 1_000n + .5e-3",
	"<!-- html\n--> html\n#!no\n'use strict'; ({__proto__: null, a, b() {}, get c() {}, [d]: 1, async *e() {}})",
	"if (a) function f() {} else { function f() {} } do x++; while (y--) new.target",
	"\"\\u{1F600}\\x41\\101\\\n\" + '\\8'; \\u0061bc = 1; ünïcode; 𠮷 = 1",
}

// FuzzParse reads any text as script, module, eval code and function, and compiles all of its functions: nothing may panic, and what
// was accepted must compile.
func FuzzParse(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 4000 {
			return
		}
		for k := range 4 {
			var p *code.Program
			var err error
			switch k {
			case 0:
				p, err = Script(UTF8([]byte(src)), Options{})
			case 1:
				p, err = Module(UTF8([]byte(src)), Options{})
			case 2:
				p, err = Eval(UTF8([]byte(src)), Options{}, EvalContext{})
			case 3:
				p, err = Function("a", src, FunctionKind(len(src)%4), Options{})
			}
			if err != nil {
				continue
			}
			p.Main.Disassemble()
			for i := range p.Records {
				fn, err := Compile(p, i)
				if err != nil {
					if e := err.(*Error); e.Kind != code.RangeError {
						t.Fatalf("function %d of %q: %v", i, src, err)
					}
					continue
				}
				fn.Disassemble()
			}
		}
	})
}
