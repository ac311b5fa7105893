package bind

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/style/css"
)

func parseTestSheet(src string, atoms *atom.Table) *css.Sheet {
	return css.ParseSheetString(src, css.Options{Atoms: atoms})
}

const basicPage = `<!DOCTYPE html><html><head><title> T  x </title></head><body onload="console.log('onload attr', event.type)"><div id=a class="x y">hello <b>w</b></div><p id=p></p></body></html>`

func TestCore(t *testing.T) {
	expectLines(t, basicPage, `
console.log(document.readyState, document.title);
var d = document.createElement('div'); d.textContent='hi'; document.body.appendChild(d);
console.log(d.outerHTML, document.querySelectorAll('div').length, a.className, a.classList.contains('y'));
a.addEventListener('click', e => console.log('clicked', e.type, e.target === a, e.eventPhase, this === window));
a.dispatchEvent(new Event('click'));
console.log([1,'a',{x:1,y:[1,2]}], new Map([[1,2]]));
new MutationObserver(r => console.log('mo', r.length, r[0].type, r[0].addedNodes.length)).observe(document.body,{childList:true});
document.body.append('x', document.createElement('p'));
setTimeout(()=>console.log('timer', performance.now()>0), 10);
Promise.resolve().then(()=>console.log('micro'));
requestAnimationFrame(t=>console.log('raf', typeof t));
try { document.body.appendChild(document) } catch(e) { console.log(e.name, e.message, e instanceof DOMException, e instanceof Error, e.code) }
console.log(location.protocol, navigator.userAgent.length>10, window===self, window.parent===window);
var r = document.createRange(); r.selectNodeContents(a); console.log(String(r));
console.log(document.createElement('input') instanceof HTMLInputElement, Object.prototype.toString.call(document));
try { nosuch } catch (e) { console.log(e.name) }
throw new Error('boom');`,
		"onload attr load",
		"complete T x",
		"<div>hi</div> 2 x y true",
		"clicked click true 2 true",
		"(3) [1, 'a', {x: 1, y: Array(2)}] Map(1) {1 => 2}",
		"HierarchyRequestError Failed to execute 'appendChild' on 'Node': The new child element contains the parent. true true 3",
		"http: true true true",
		"hello w",
		"true [object HTMLDocument]",
		"ReferenceError",
		"error: Uncaught Error: boom",
		"mo 1 childList 2",
		"micro",
		"raf number",
		"timer true",
	)
}

func TestElements(t *testing.T) {
	expectLines(t, `<!DOCTYPE html><style>#a { width: 100px; height: 20px; margin-left: 5px }</style><body style="margin:0"><div id=a class=x onclick="console.log('attr', event.type, this.id)">hi</div>
<form id=f><input id=i name=n value=v><input type=checkbox id=c name=cb><select id=s name=s><option>1<option selected>2</select><textarea id=t>tt</textarea><button id=b>go</button></form><details id=d><summary id=su>s</summary>x</details></body>`, `
const out = (...x) => console.log(x.join(' '));
out(a.style.length, a.offsetWidth, a.offsetLeft, getComputedStyle(a).width, a.getBoundingClientRect().x);
a.style.backgroundColor = 'red'; a.style.setProperty('--x', ' 1');
out(a.getAttribute('style'), a.style.cssText, getComputedStyle(a).backgroundColor);
a.addEventListener('click', () => out('listener'));
a.click();
a.dataset.fooBar = 1; out(a.outerHTML.includes('data-foo-bar="1"'), Object.keys(a.dataset));
out(i.value, c.checked, s.value, s.selectedIndex, t.value, f.elements.length, f.n === i, i.form === f);
i.value = 'new'; out(i.value, i.getAttribute('value'), i.selectionStart);
c.click(); out(c.checked, document.querySelector(':checked') === c);
f.addEventListener('submit', e => { out('submit', e.submitter === b); e.preventDefault() });
b.click();
su.click(); out(d.open);
i.focus(); out(document.activeElement === i, i.matches(':focus'));
out(document.styleSheets[0].cssRules[0].cssText);
document.styleSheets[0].insertRule('#a { height: 30px }', 1); out(a.offsetHeight);
out(a.childNodes.length, document.getElementsByTagName('div').length, a.attributes.length, a.attributes[0].name);
out(new URL('x', location).href, typeof f.submit, window.a === a);
var e = document.createElement('p'); e.innerHTML = '<b>1</b>2'; out(e.innerHTML, e.firstChild.tagName, e.textContent);
`,
		"0 100 5 100px 5",
		"background-color: red; --x: 1; background-color: red; --x: 1; rgb(255, 0, 0)",
		"attr click a", "listener",
		"true fooBar",
		"v false 2 1 tt 5 true true",
		"new v 3",
		"true true",
		"submit true",
		"true",
		"true true",
		"#a { width: 100px; height: 20px; margin-left: 5px; }",
		"30",
		"1 1 5 id",
		"http://localhost/dir/x function true",
		"<b>1</b>2 B 12",
	)
}

// Nodes that script makes and drops go back; a tree that script holds stays whole.
func TestWrapperLifecycle(t *testing.T) {
	h := newTestHost(t, basicPage)
	defer h.close()
	h.run("var kept = document.createElement('div'); kept.innerHTML = '<p><b>x</b></p>'; kept.addEventListener('x', () => kept); 0")
	base := h.store.Live()
	for range 20 {
		h.run("for (let i = 0; i < 200; i++) { let d = document.createElement('div'); d.appendChild(document.createElement('p')).addEventListener('click', () => d); }")
		collect(h)
	}
	if n := h.store.Live(); n > base+10 {
		t.Errorf("%d nodes are left of those dropped", n-base)
	}
	if got := h.run("console.log(kept.querySelector('b').textContent)"); len(got) != 1 || got[0] != "x" {
		t.Errorf("the kept tree: %v", got)
	}
	h.run("var roots = []; for (let i = 0; i < 100; i++) { let d = document.createElement('div'); roots.push(() => d); }")
	collect(h)
	if n := h.store.Live(); n < base+100 { // the negative control: what a root holds stays
		t.Errorf("%d nodes; those held must stay", n-base)
	}
}

func collect(h *testHost) {
	for range 3 {
		h.rt.Collect()
		runtime.GC()
		time.Sleep(time.Millisecond)
		h.world.EndTask()
	}
}

// Objects that the collector took are reported, so that the counts by class are right.
func TestHeldHandles(t *testing.T) {
	h := newTestHost(t, basicPage)
	defer h.close()
	count := func() (n int64) {
		for _, c := range h.rt.HeldHandles() {
			if c.Class == cls.HTMLSpanElement || c.Class == cls.HTMLElement {
				n += c.Count
			}
		}
		return n
	}
	h.run("for (let i = 0; i < 1000; i++) { let s = document.createElement('span'); s.append(document.createElement('b')) }")
	h.run("var keep = document.createElement('span')")
	for range 10 {
		collect(h)
		if count() == 1 {
			return
		}
	}
	t.Errorf("%d objects are held, want 1", count())
}

// A node that cannot be inserted leaves the text at the range's start whole: validity is step 6, the split step 7.
// https://dom.spec.whatwg.org/#concept-range-insert
func TestInsertNodeChecksFirst(t *testing.T) {
	h := newTestHost(t, "<!doctype html><p>text</p>")
	defer h.close()
	got := h.run(`const p = document.querySelector('p'), r = new Range(); r.setStart(p.firstChild, 2);
try { r.insertNode(p) } catch (e) { console.log(e.name) }
console.log(p.childNodes.length, p.firstChild.data); r.insertNode(document.createElement('b')); console.log(p.innerHTML)`)
	if s := strings.Join(got, "|"); s != "HierarchyRequestError|1 text|te<b></b>xt" {
		t.Error(s)
	}
}
