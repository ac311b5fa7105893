package bind

import (
	"strconv"
	"strings"
	"testing"
)

// What Chromium says of the same script.
func TestScopedRegistries(t *testing.T) {
	expectLines(t, `<body></body>`, `
var r = new CustomElementRegistry(), nm = x => x === null ? 'null' : x === customElements ? 'global' : x === r ? 'r' : 'other', of = n => nm(n.customElementRegistry);
class G extends HTMLElement {} class R extends HTMLElement {} customElements.define('a-b', G); r.define('a-b', R);
console.log(of(document), document.createElement('a-b', {customElementRegistry: r}).constructor.name, document.createElement('a-b').constructor.name, document.createElement('a-b', {customElementRegistry: null}).constructor.name);
var h = document.createElement('div'), s = h.attachShadow({mode: 'open', customElementRegistry: r, clonable: true, serializable: true}); s.innerHTML = '<a-b><i></i></a-b>';
console.log(of(h), of(s), of(s.firstChild), s.firstChild.constructor.name, of(s.firstChild.firstChild));
console.log(h.getHTML({serializableShadowRoots: true}));
var c = h.cloneNode(true); console.log(of(c), of(c.shadowRoot), of(c.shadowRoot.firstChild), c.shadowRoot.firstChild.constructor.name);
document.body.append(s.firstChild); console.log(of(document.body.lastChild)); document.body.lastChild.innerHTML = '<b></b>'; console.log(of(document.body.lastChild.firstChild));
var t = document.createElement('template'); t.innerHTML = '<a-b></a-b>'; console.log(of(t.content.firstChild), of(t.content.cloneNode(true).firstChild), of(document.importNode(t.content, true).firstChild));
console.log(document.importNode(t.content, {customElementRegistry: r}).firstChild.constructor.name, document.importNode(t.content, true).firstChild.constructor.name);
s.append(t.content.cloneNode(true)); console.log(of(s.lastChild));
var n = document.createElement('div', {customElementRegistry: null}); document.body.append(n); console.log(of(n)); r.initialize(n); console.log(of(n));
var x = document.createElement('div'); x.setHTMLUnsafe('<div><template shadowrootmode=open shadowrootcustomelementregistry><a-b></a-b></template></div>'); var k = x.firstChild.shadowRoot;
console.log(of(k), of(k.firstChild)); document.body.append(x); console.log(of(k)); r.initialize(k); console.log(of(k), of(k.firstChild), k.firstChild.constructor.name);
var d = document.implementation.createHTMLDocument(), e = d.createElement('div'); console.log(of(d), of(e)); document.body.append(e); console.log(of(e)); d.body.append(e); console.log(of(e));
class L extends HTMLElement {} var l = document.createElement('l-l', {customElementRegistry: r}); document.body.append(l); r.define('l-l', L); console.log(l.constructor.name);
for (const f of [() => new R(), () => d.createElement('p', {customElementRegistry: customElements}), () => document.createElement('p', {is: 'x', customElementRegistry: r}), () => r.define('a-b', class extends HTMLElement {}),
	() => customElements.initialize(d), () => CustomElementRegistry(), () => h.attachShadow({mode: 'open', customElementRegistry: 3})]) try { f() } catch (x) { console.log(x.name) }
`, `global R G HTMLElement
global r r R r
<template shadowrootmode="open" shadowrootserializable="" shadowrootclonable="" shadowrootcustomelementregistry=""><a-b><i></i></a-b></template>
global r r R
r
r
null null global
R G
global
null
r
null null
null
r r R
null null
global
null
L
TypeError
NotSupportedError
NotSupportedError
NotSupportedError
NotSupportedError
TypeError
TypeError`)
}

// A constructor may run again, for the definition of another registry, while it runs.
func TestRegistriesShareConstructors(t *testing.T) {
	expectLines(t, `<body></body>`, `
var r = new CustomElementRegistry(), inner;
class A extends HTMLElement { constructor(again) { if (!inner && r.get('x-r')) { inner = 1; inner = document.createElement('x-r', {customElementRegistry: r}) } super(); } }
customElements.define('x-g', A); r.define('x-r', A);
var g = document.createElement('x-g'); console.log(g.localName, g.customElementRegistry === customElements, inner.localName, inner.customElementRegistry === r, inner instanceof A);
console.log(new A().localName);
`, `x-g true x-r true true
x-g`)
}

// Registries that nobody has give their numbers back.
func TestRegistriesGo(t *testing.T) {
	h := newTestHost(t, `<body></body>`)
	h.run("for (let i = 0; i < 200; i++) { const r = new CustomElementRegistry(); r.define('x-a', class extends HTMLElement {}); const e = document.createElement('div'); e.attachShadow({mode: 'open', customElementRegistry: r}).innerHTML = '<x-a></x-a>'; }")
	h.world.EndTask()
	for range 4 { // the trees, then the registries that they had
		h.rt.Collect()
		h.world.wrappers.sweep()
		h.world.EndTask()
	}
	n := 0
	for _, r := range h.world.custom.scoped {
		if r != nil {
			n++
		}
	}
	if n > 4 {
		t.Errorf("%d registries are left", n)
	}
	h.run("if (new CustomElementRegistry().get('x-a')) throw 1")
}

func TestCustomStates(t *testing.T) {
	expectLines(t, `<style>x-s { color: red } x-s:state(on) { color: green } x-s:state(on) + p { color: blue } :host(:state(on)) { color: gold }</style><x-s id=a></x-s><p id=p>`, `
class S extends HTMLElement { constructor() { super(); this.s = this.attachInternals().states } } customElements.define('x-s', S);
var c = n => getComputedStyle(n).color; console.log(c(a), c(p), a.matches(':state(on)'), a.s.size);
console.log(a.s.add('on').add('two') === a.s, c(a), c(p), a.matches(':state(on)'), a.matches(':state(ON)'), [...a.s].join(), a.s.has('two'));
console.log(a.s.delete('on'), a.s.delete('on'), c(a), c(p), a.s.size);
var i = a.s.values(); a.s.add('three'); console.log(i.next().value, i.next().value, i.next().done); a.s.clear(); console.log(a.matches(':state(two)'), String(a.s));
for (const q of [':state()', ':state(a b)', ':--x']) try { a.matches(q) } catch (x) { console.log(x.name) }
`, `rgb(255, 0, 0) rgb(0, 0, 0) false 0
true rgb(0, 128, 0) rgb(0, 0, 255) true false on,two true
true false rgb(255, 0, 0) rgb(0, 0, 0) 1
two three true
false [object CustomStateSet]
SyntaxError
SyntaxError
SyntaxError`)
}

func TestElementReferences(t *testing.T) {
	expectLines(t, `<div id=a aria-owns="b nothing c" aria-activedescendant=b></div><div id=b></div><div id=c></div>`, `
var ids = l => l && l.map(x => x.id).join();
console.log(ids(a.ariaOwnsElements), a.ariaOwnsElements === a.ariaOwnsElements, Object.isFrozen(a.ariaOwnsElements), a.ariaActiveDescendantElement.id, a.ariaControlsElements);
a.ariaOwnsElements = [c]; console.log(ids(a.ariaOwnsElements), JSON.stringify(a.getAttribute('aria-owns')));
var C = c; C.remove(); console.log(a.ariaOwnsElements.length); document.body.append(C); console.log(ids(a.ariaOwnsElements));
a.setAttribute('aria-owns', 'b'); console.log(ids(a.ariaOwnsElements)); a.ariaOwnsElements = null; console.log(a.ariaOwnsElements, a.hasAttribute('aria-owns'));
var s = c.attachShadow({mode: 'open'}); s.innerHTML = '<p id=d></p><p id=e></p>'; s.firstChild.ariaActiveDescendantElement = b; console.log(s.firstChild.ariaActiveDescendantElement.id);
a.ariaActiveDescendantElement = s.lastChild; console.log(a.ariaActiveDescendantElement, JSON.stringify(a.getAttribute('aria-activedescendant')));
`, `b,c true true b null
c ""
0
c
b
null false
b
null ""`)
}

func TestReactionsOfSetters(t *testing.T) {
	expectLines(t, `<body></body>`, `
var log = []; class A extends HTMLElement { static observedAttributes = ['style', 'data-x', 'aria-owns']; attributeChangedCallback(n) { log.push(n) } } customElements.define('x-a', A);
var a = new A(); a.style.color = 'red'; log.push(1); a.style['border-width'] = '1px'; log.push(2); a.dataset.x = 1; log.push(3); delete a.dataset.x; log.push(4); a.ariaOwnsElements = [a]; console.log(log.join());
`, `style,1,style,2,data-x,3,data-x,4,aria-owns`)
}

// A definition finds its elements in one pass, and so does each reaction its element.
func TestManyCustomElements(t *testing.T) {
	n := 100_000
	if testing.Short() {
		n = 1_000
	}
	h := newTestHost(t, "<body>"+strings.Repeat("<x-a></x-a>", n)+"</body>")
	h.run("var count = 0; customElements.define('x-a', class extends HTMLElement { connectedCallback() { count++ } }); for (let i = 0; i < 200; i++) customElements.define('x-b' + i, class extends HTMLElement {}); if (count != " + strconv.Itoa(n) + ") throw count")
}
