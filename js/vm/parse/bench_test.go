package parse

import (
	"os"
	"runtime"
	"testing"
)

// BenchmarkModule reads the module named by NISO_JS_BUNDLE (VS Code's workbench.js, 19.3 MB): the first parse and the top level's code.
func BenchmarkModule(b *testing.B) {
	src, err := os.ReadFile(os.Getenv("NISO_JS_BUNDLE"))
	if err != nil {
		b.Skip("NISO_JS_BUNDLE names no file")
	}
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		p, err := Module(UTF8(src), Options{})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(p.Records)), "functions")
		_, rec, funcs, rest := p.Bytes()
		b.ReportMetric(float64(rec)/float64(len(p.Records)), "B/function")
		b.ReportMetric(float64(funcs+rest), "B-compiled")
		runtime.KeepAlive(p)
	}
}

// BenchmarkCompileAll compiles every function of that module.
func BenchmarkCompileAll(b *testing.B) {
	src, err := os.ReadFile(os.Getenv("NISO_JS_BUNDLE"))
	if err != nil {
		b.Skip("NISO_JS_BUNDLE names no file")
	}
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		b.StopTimer()
		p, err := Module(UTF8(src), Options{})
		if err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		words := 0
		for i := len(p.Records) - 1; i >= 0; i-- {
			f, err := Compile(p, i)
			if err != nil {
				b.Fatal(err)
			}
			words += len(f.Code)
		}
		_, _, funcs, rest := p.Bytes()
		b.ReportMetric(float64(words)/float64(len(p.Records)), "words/function")
		b.ReportMetric(float64(funcs)/float64(len(p.Records)), "B/function")
		b.ReportMetric(float64(rest), "B-scopes")
	}
}
