package bind

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"unsafe"

	"github.com/niso-engine/niso/js"
)

// benchScript measures a script that does something n times.
func benchScript(b *testing.B, setup, body string) {
	h := newTestHost(b, basicPage)
	defer h.close()
	h.run(setup + "; function f(n) { for (let i = 0; i < n; i++) { " + body + " } }")
	f, err := h.win.Realm.Get(h.win.Realm.Global(), "f")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.ResetTimer()
	for n := 0; n < b.N; n += 1000 {
		if _, err := h.win.Realm.Call(f, js.Undefined, js.Int(min(1000, b.N-n))); err != nil {
			b.Fatal(err)
		}
		h.world.Checkpoint()
		h.world.EndTask()
	}
}

func BenchmarkLoop(b *testing.B)          { benchScript(b, "", "") }
func BenchmarkCreateElement(b *testing.B) { benchScript(b, "", "document.createElement('div')") }
func BenchmarkAppendChild(b *testing.B) {
	benchScript(b, "var p = document.createElement('p'), c = document.createElement('b')", "p.appendChild(c)")
}
func BenchmarkGetAttribute(b *testing.B)    { benchScript(b, "var el = a", "el.getAttribute('id')") }
func BenchmarkWindowProperty(b *testing.B)  { benchScript(b, "var x = 1", "window.x") }
func BenchmarkWindowAttribute(b *testing.B) { benchScript(b, "", "window.document") }
func BenchmarkWindowSet(b *testing.B)       { benchScript(b, "var x = 1", "window.x = i") }
func BenchmarkFirstChild(b *testing.B)      { benchScript(b, "var el = a", "el.firstChild") }
func BenchmarkQuerySelector(b *testing.B) {
	benchScript(b, "var el = a", "document.querySelector('div.x > b')")
}
func BenchmarkDispatch(b *testing.B) {
	benchScript(b, "var el = a; el.addEventListener('x', () => 0); var e = new Event('x')", "el.dispatchEvent(e)")
}

// buildPage is the script part of the page of 10,000 nodes that are made anew in each frame.
const buildPage = `
var root = document.createElement('div'); document.body.appendChild(root);
function build(n) {
	const f = document.createDocumentFragment();
	for (let i = 0; i < n; i++) {
		const d = document.createElement('div'), s = document.createElement('span');
		d.className = 'row c' + i % 10; s.textContent = 'x' + i;
		s.addEventListener('click', () => d);
		d.append(s); f.append(d);
	}
	root.replaceChildren(f);
}`

// Trees that script replaces in every frame go, with their listeners; what a table of listeners in script holds stays.
func TestBuildAndDrop(t *testing.T) {
	h := newTestHost(t, basicPage)
	defer h.close()
	h.run(buildPage)
	frames, n := 300, 200
	if testing.Short() {
		frames = 60
	}
	measure := func() (nodes int, heap uint64) {
		collect(h)
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return h.store.Live(), m.HeapAlloc
	}
	h.run(fmt.Sprintf("for (let i = 0; i < 10; i++) build(%d)", n))
	nodes, heap := measure()
	for range frames {
		h.eval(fmt.Sprintf("build(%d)", n))
		h.world.EndTask()
	}
	nodes2, heap2 := measure()
	if nodes2 > nodes+3*n {
		t.Errorf("%d nodes grew to %d in %d frames", nodes, nodes2, frames)
	}
	if heap2 > heap+2<<20 {
		t.Errorf("%d KiB grew to %d KiB in %d frames", heap>>10, heap2>>10, frames)
	}
	// The negative control: a table in script of what was made.
	h.run("var table = []; var at = root.replaceChildren.bind(root); root.replaceChildren = f => { table.push(...f.children); at(f) }")
	for range 10 {
		h.eval(fmt.Sprintf("build(%d)", n))
		h.world.EndTask()
	}
	if nodes3, _ := measure(); nodes3 < nodes+9*3*n {
		t.Errorf("%d nodes; those that a table holds must stay", nodes3)
	}
}

// BenchmarkBuild10k is the script phase of a frame of the page of 10,000 nodes.
func BenchmarkBuild10k(b *testing.B) {
	shared := os.Getenv("NISO_SHARED")
	if shared == "" {
		shared = "../../../shared"
	}
	src, err := os.ReadFile(filepath.Join(shared, "pages/nodes10k.html"))
	if err != nil {
		b.Skip("the page is not there: ", err)
	}
	h := newTestHost(b, string(src))
	defer h.close()
	h.frame = false
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		h.eval("build()")
		h.world.EndTask()
	}
}

// What a node costs in the bindings is counted here, so that a change is seen.
func TestSizes(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want uintptr
	}{
		{"slot", unsafe.Sizeof(slot{}), 16},
		{"nodeState", unsafe.Sizeof(nodeState{}), 56},
		{"listener", unsafe.Sizeof(listener{}), 56},
		{"Node", unsafe.Sizeof(Node{}), 16},
	} {
		if c.got != c.want {
			t.Errorf("%s has %d bytes, not %d", c.name, c.got, c.want)
		}
	}
}
