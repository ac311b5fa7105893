package bind

import (
	"testing"

	"github.com/niso-engine/niso/js"
)

// callAllocations are calls that page scripts make all the time, with the most allocations of Go memory that one may make: those that its result needs.
// The slack of 0.1 is for tables that grow.
var callAllocations = []struct {
	body string
	most float64
}{
	{"document.createElement('b')", 1},
	{"document.createTextNode('t')", 1},
	{"p.appendChild(c)", 0},
	{"p.insertBefore(c, null)", 0},
	{"p.appendChild(c); p.removeChild(c)", 0},
	{"p.append(c)", 0},
	{"c.remove(); p.prepend(c)", 0},
	{"el.getAttribute('id')", 0},
	{"el.getAttribute('title')", 0},
	{"el.hasAttribute('title')", 0},
	{"c.setAttribute('title', 'value')", 0},
	{"c.setAttribute('title', i & 1 ? 'one' : 'another')", 0},
	{"c.setAttribute('x', '1'); c.removeAttribute('x')", 0},
	{"c.id", 0},
	{"c.id = i & 1 ? 'u' : 'v'", 0},
	{"c.className", 0},
	{"c.className = i & 1 ? 'x y' : 'z'", 0},
	{"c.classList.add('k')", 0},
	{"c.classList.contains('k')", 0},
	{"c.classList.toggle('k')", 0},
	{"t.textContent", 0},
	{"t.textContent = i & 1 ? 'one' : 'another text'", 0},
	{"x.data = i & 1 ? 'one' : 'another text'", 0},
	{"x.nodeValue", 0},
	{"el.firstChild", 0},
	{"el.nextSibling", 0},
	{"el.parentNode", 0},
	{"el.nodeName", 0},
	{"el.tagName", 0},
	{"el.localName", 0},
	{"el.nodeType", 0},
	{"el.ownerDocument", 0},
	{"el.isConnected", 0},
	{"document.querySelector('.row')", 0},
	{"document.getElementById('a')", 0},
	{"el.matches('.row > b, #a')", 0},
	{"el.closest('body')", 0},
	{"el.contains(c)", 0},
	{"el.children[0]", 0},
	{"el.childNodes.length", 0},
	{"el.childNodes[0]", 0},
	{"el.childElementCount", 0},
	{"el.style.top", 0},
	{"c.style.top = i & 1 ? '1px' : '2px'", 8}, // the declaration is parsed, and all of them written out,
	{"c.style.setProperty('left', i & 1 ? '1px' : '2px')", 8},
	{"c.dataset.some", 1}, // the name of the attribute
	{"c.dataset.some = i & 1 ? '1' : '2'", 1},
	{"c.hidden", 0},
	{"c.hidden = i & 1", 0},
	{"el.addEventListener('x', f1); el.removeEventListener('x', f1)", 2}, // the listener
	{"el.dispatchEvent(e)", 0},
	{"new Event('x')", 2},
	{"c.cloneNode(false)", 1},
	{"window.v", 0},
	{"window.document", 0},
	{"v", 0},
	{"document.body", 0},
	{"input.value", 0},
	{"input.value = i & 1 ? '1' : '2'", 0},
	{"input.checked = i & 1", 0},
}

// A call allocates what its result needs.
func TestCallAllocations(t *testing.T) {
	const calls = 200
	h := newTestHost(t, "<!doctype html><body><div id=a title=t><b>one</b></div><p class=row></p><input>")
	defer h.close()
	h.run(`var el = document.getElementById('a'), p = document.createElement('p'), c = document.createElement('b'), t = document.createElement('i'), x = document.createTextNode('t'),
		v = 1, e = new Event('x', {bubbles: true}), f1 = () => 0, input = document.querySelector('input'), f; p.append(c); el.addEventListener('x', () => 0); document.addEventListener('x', () => 0)`)
	for _, c := range callAllocations {
		h.run("f = function(n) { for (let i = 0; i < n; i++) { " + c.body + " } }")
		f, err := h.win.Realm.Get(h.win.Realm.Global(), "f")
		if err != nil {
			t.Fatal(err)
		}
		call := func() {
			if _, err := h.win.Realm.Call(f, js.Undefined, js.Int(calls)); err != nil {
				t.Fatal(err)
			}
		}
		call()
		n := testing.AllocsPerRun(5, call) / calls
		if n > c.most+0.1 {
			t.Errorf("%s: %.2f allocations, want at most %v", c.body, n, c.most)
		} else {
			t.Logf("%s: %.2f", c.body, n)
		}
		h.world.Checkpoint()
		h.world.EndTask()
	}
}
