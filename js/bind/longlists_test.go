package bind

import (
	"testing"

	"github.com/niso-engine/niso/internal/perf"
)

// TestLongLists asks long lists by name and their nodes for their places, with changes in between: what is remembered for the next question must not answer
// for a tree that is another. The answers are Chromium's.
func TestLongLists(t *testing.T) {
	expectLines(t, plainPage, `
const f = document.createElement('form'); document.body.append(f);
for (let i = 0; i < 50; i++) { const e = document.createElement('input'); e.name = 'n' + i; e.id = 'i' + i; f.append(e) }
const at = k => { const e = f.elements[k]; return e === undefined ? '-' : e.tagName ? e.id : [...e].map(x => x.id).join('+') };
console.log(at('n1'), at('n2'), at('i3'), at('none'));
f.elements[7].name = 'n2'; console.log(at('n2'), at('n7'), at('n2'), at('i7'));
f.elements.i2.remove(); console.log(at('i2'), at('i2'), at('n2'), at('n2'));
f.elements[0].id = 'n0'; console.log(at('n0'), at('n0'), f.elements.namedItem('n0') === f.firstChild);
const c = document.body.getElementsByTagName('input'); console.log(c.n1.id, c.n3.id, c.namedItem('i4').id, c.nope);
c[0].remove(); console.log(c.n0, c.n0, c.n1.id);`,
		"i1 i2 i3 -", "i2+i7 - i2+i7 i7", "- - i7 i7", "n0 n0 true", "i1 i3 i4 undefined", "undefined undefined i1")
	expectLines(t, plainPage, `
const b = document.createElement('table'); document.body.append(b);
const say = () => console.log([...b.rows].map(r => r.id + r.rowIndex + '/' + r.sectionRowIndex).join(' '));
let n = 0; const add = (to, i) => { to.insertRow(i).id = 'abcdefghijk'[n++] };
b.createTHead(); add(b.tHead, -1); add(b, -1); say();
b.createTBody(); add(b.tBodies[0], 0); add(b, -1); say();
b.createTFoot(); add(b, -1); say();
add(b.tFoot, -1); add(b, -1); say();
b.append(b.rows[0]); say();
add(b, 1); say();
b.deleteRow(-1); b.deleteRow(0); say();
b.tHead.deleteRow(-1); b.tBodies[0].deleteRow(0); b.tFoot.deleteRow(-1); say();
for (const [o, i] of [[b, 9], [b.tHead, 0], [b.tBodies[0], 2], [b, -2]]) { try { o.deleteRow(i); console.log('no error') } catch (e) { console.log(e.name) } }
const r = b.rows[0]; for (const i of [-1, 0, 1, -1, 2]) r.insertCell(i).id = 'pqrstu'[n++ % 6];
console.log([...r.cells].map(c => c.cellIndex).join(), [...r.cells].reverse().map(c => c.cellIndex).join());
r.deleteCell(0); r.deleteCell(-1); console.log(r.cells.length); r.remove(); console.log(r.rowIndex, r.sectionRowIndex);`,
		"a0/0 b1/1", "a0/0 b1/1 c2/0 d3/1", "a0/0 b1/1 c2/0 d3/1 e4/2", "a0/0 b1/1 c2/0 d3/1 e4/2 f5/0 g6/1", "b0/0 c1/0 d2/1 e3/2 a4/4 f5/0 g6/1",
		"b0/0 h1/0 c2/1 d3/2 e4/3 a5/5 f6/0 g7/1", "h0/0 c1/1 d2/2 e3/3 a4/4 f5/0", "c0/0 d1/1 e2/2 a3/3", "IndexSizeError", "IndexSizeError", "no error", "IndexSizeError",
		"0,1,2,3,4 4,3,2,1,0", "3", "-1 -1")
	expectLines(t, plainPage, `
const e = document.createElement('p'); e.className = ' a  b a\tc ';
console.log([...e.classList].join(), e.classList[1], e.classList[3], e.classList.item(2), e.classList.item(4294967295));
e.className = 'x'; console.log(e.classList[0], e.classList[1]); e.removeAttribute('class'); console.log(e.classList[0]);`,
		"a,b,c b undefined c null", "x undefined", "undefined")
}

// BenchmarkLongLists does each thing 20,000 times to lists of 20,000.
func BenchmarkLongLists(b *testing.B) {
	for _, c := range []struct{ name, setup, do string }{
		{"FormNames", "f.innerHTML = Array.from({length: N}, (_, i) => `<input name=n${i}>`).join('')", "for (let i = 0; i < N; i++) f.elements['n' + i]"},
		{"CollectionNames", "f.innerHTML = Array.from({length: N}, (_, i) => `<a name=n${i}></a>`).join('')", "for (let i = 0; i < N; i++) f.children['n' + i]"},
		{"RowIndex", "t.innerHTML = '<tr><td>'.repeat(N)", "for (const r of t.rows) r.rowIndex + r.sectionRowIndex"},
		{"Rows", "t.innerHTML = ''", "for (let i = 0; i < N; i++) t.insertRow().insertCell(); for (let i = 0; i < N; i++) t.deleteRow(-1)"},
		{"ClassTokens", "f.className = Array.from({length: N}, (_, i) => 'c' + i).join(' ')", "for (const c of f.classList) c"},
	} {
		b.Run(c.name, func(b *testing.B) {
			h := newTestHost(b, plainPage)
			defer h.close()
			h.run("var N = 20000, f = document.createElement('form'), t = document.createElement('table'); document.body.append(f, t); " + c.setup)
			b.ResetTimer()
			for range b.N {
				h.eval(c.do)
				h.world.EndTask()
			}
		})
	}
}

// What a list remembers is in the report while the tree stays, and gone with its next look at a changed one.
func TestListMemory(t *testing.T) {
	h := newTestHost(t, plainPage)
	defer h.close()
	lists := func() int64 {
		r := &perf.Report{}
		h.world.ReportMemory(r, "p")
		return r.SumUnder("p/dom/wrappers/lists")
	}
	h.run("var f = document.createElement('form'); document.body.append(f); f.innerHTML = Array.from({length: 1000}, (_, i) => `<input name=n${i}>`).join('')")
	before := lists()
	h.eval("f.elements['n1'].name + f.elements['n2'].name")
	if n := lists() - before; n < 52_000 || n > 80_000 {
		t.Errorf("%d bytes for the nodes and names of 1,000 controls", n)
	}
	h.eval("f.textContent = ''; f.elements.length")
	if n := lists(); n != before {
		t.Errorf("%d bytes after the controls went, %d before they were asked for", n, before)
	}
}
