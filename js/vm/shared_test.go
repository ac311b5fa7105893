package vm

import (
	"sync"
	"testing"

	"github.com/niso-engine/niso/js/vm/parse"
)

// TestSharedProgram runs one program in runtimes of several goroutines: under the race detector it shows that what they share is read-only.
func TestSharedProgram(t *testing.T) {
	p, err := parse.Script(parse.UTF8([]byte(`
		class A { #x = 1; constructor(y) { this.y = y } sum() { return this.#x + this.y } }
		function* g(n) { for (let i = 0; i < n; i++) yield new A(i).sum() }
		var s = 0; for (const v of g(100)) s += v;
		s + [1, 2, 3].map(x => x * 2).join('').length + /b+/.exec('abbb')[0].length + JSON.stringify({a: [1]}).length`)), parse.Options{Name: "shared.js"})
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			rt, err := New(Options{})
			if err != nil {
				t.Error(err)
				return
			}
			defer rt.Close()
			for range 3 {
				if v, ok := rt.NewRealm().Run(p, nil); !ok || v != Int(5050+3+3+9) {
					exc, _ := rt.TakeException()
					t.Error(ok, v, rt.Describe(exc))
				}
				rt.Collect()
			}
		}()
	}
	wg.Wait()
}
