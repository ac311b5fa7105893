package bind

import "testing"

func TestCustomElements(t *testing.T) {
	expectLines(t, `<body><x-a id=one foo=1 other=2><i>child</i></x-a></body>`, `
let one = document.getElementById('one'); console.log(one.constructor === HTMLElement, one.matches(':defined'));
customElements.whenDefined('x-a').then(c => console.log('defined', c === A));
class A extends HTMLElement {
	static observedAttributes = ['foo'];
	constructor() { super(); this.n = 1; console.log('ctor', this.id || '-', this.isConnected) }
	connectedCallback() { console.log('connected', this.id, this.innerHTML) }
	disconnectedCallback() { console.log('disconnected', this.id) }
	adoptedCallback(o, n) { console.log('adopted', o === document, n !== document) }
	attributeChangedCallback(name, old, val, ns) { console.log('attr', name, old, val, ns) }
}
customElements.define('x-a', A);
console.log(one instanceof A, one.n, one.matches(':defined'), customElements.get('x-a') === A, customElements.getName(A));
one.setAttribute('foo', '2'); one.setAttribute('other', 3); one.removeAttribute('foo');
one.remove(); document.body.append(one);
let two = document.createElement('x-a'); console.log(two instanceof A, two.outerHTML);
two.id = 'two'; document.body.append(two);
let three = new A(); console.log(three.localName, three.isConnected);
document.body.innerHTML = '<p><x-a id=four foo=x></x-a></p>'; console.log(four instanceof A, four.n);
let tp = document.createElement('template'); tp.innerHTML = '<x-a id=five></x-a>';
console.log(tp.content.firstChild instanceof A);
let f = document.importNode(tp.content, true); console.log(f.firstChild instanceof A);
document.implementation.createHTMLDocument('').adoptNode(four);
for (const g of [() => customElements.define('x-a', class extends HTMLElement {}), () => customElements.define('x-b', A), () => customElements.define('bad', class {}),
	() => customElements.define('x-c', 1), () => new HTMLElement(), () => A()])
	try { g(); console.log('no error') } catch (e) { console.log(e.name) }
class B extends HTMLElement { constructor() { super(); throw new Error('in B') } }
customElements.define('x-b', B);
let b = document.createElement('x-b'); console.log(b instanceof B, b.localName);
class S extends HTMLElement { connectedCallback() { let r = this.attachShadow({mode: 'open'}); r.innerHTML = '<slot></slot><b>shadow</b>'; console.log(this.shadowRoot.querySelector('b').textContent) } }
customElements.define('x-s', S);
document.body.insertAdjacentHTML('beforeend', '<x-s>light</x-s>');
`,
		"true false",
		"ctor one true", "attr foo null 1 null", "connected one <i>child</i>",
		"true 1 true true x-a",
		"attr foo 1 2 null", "attr foo 2 null null",
		"disconnected one", "connected one <i>child</i>",
		"ctor - false", "true <x-a></x-a>", "connected two ",
		"ctor - false", "x-a false",
		"ctor four true", "attr foo null x null", "connected four ",
		"disconnected one", "disconnected two", "true 1",
		"false", "ctor five false", "true",
		"disconnected four", "adopted true true",
		"NotSupportedError", "NotSupportedError", "SyntaxError", "TypeError", "TypeError", "TypeError",
		"error: Uncaught Error: in B", "false x-b",
		"shadow",
		"defined true",
	)
}

// A custom element that is dropped goes, as other nodes do.
func TestCustomElementsGo(t *testing.T) {
	h := newTestHost(t, basicPage)
	defer h.close()
	h.run("class A extends HTMLElement { constructor() { super(); this.attachShadow({mode: 'open'}).innerHTML = '<b></b>'; this.addEventListener('x', () => this) } }; customElements.define('x-a', A)")
	base := h.store.Live()
	for range 10 {
		h.run("for (let i = 0; i < 100; i++) { let a = document.createElement('x-a'); document.body.append(a); a.remove() }")
		collect(h)
	}
	if n := h.store.Live(); n > base+20 {
		t.Errorf("%d nodes are left of those dropped", n-base)
	}
}

// Observers of subtrees see what happens below the children of their target.
func TestMutationSubtree(t *testing.T) {
	expectLines(t, basicPage, `
new MutationObserver(l => { for (const r of l) console.log(r.type, r.target.nodeName, r.addedNodes.length, r.removedNodes.length, r.attributeName) }).observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
let w = a.querySelector('b'); w.append(document.createElement('i')); w.firstChild.data = 'q'; w.setAttribute('t', 1); w.firstElementChild.remove();`,
		"onload attr load",
		"childList B 1 0 null", "characterData #text 0 0 null", "attributes B 0 0 t", "childList B 0 1 null")
}
