package bind

import (
	"strings"
	"testing"

	"github.com/niso-engine/niso/dom"
)

// https://dom.spec.whatwg.org/#signaling-slot-change
func TestSlotChange(t *testing.T) {
	expectLines(t, `<div id=h></div>`, `
var sr = h.attachShadow({mode: 'open'}); sr.innerHTML = '<slot id=s></slot><slot name=n></slot>';
sr.addEventListener('slotchange', e => console.log(e.target.name || 'default', e.target.assignedNodes().length, e.bubbles, e.composed));
h.append('x');
Promise.resolve().then(() => { console.log('second'); h.firstChild.remove(); h.append('y'); })
 .then(() => { var b = document.createElement('b'); b.slot = 'n'; h.append(b); })
 .then(() => { h.lastChild.slot = ''; })
 .then(() => { sr.querySelector('[name=n]').append('fallback') })
 .then(() => { sr.getElementById('s').name = 'other' });
`,
		"default 1 true false", "second", "default 1 true false", "n 1 true false", "n 0 true false", "default 2 true false", "n 0 true false", "other 0 true false")
}

func TestCloneControls(t *testing.T) {
	expectLines(t, `<form id=f><input id=i value=a><input id=c type=checkbox><textarea id=t>q</textarea><select id=s><option>a<option>b</select></form>`, `
i.value = 'typed'; c.checked = true; t.value = 'tt'; s.selectedIndex = 1;
var k = f.cloneNode(true).elements;
console.log(k.i.value, k.i.getAttribute('value'), k.c.checked, k.t.value, k.s.selectedIndex);
i.value = 'again'; console.log(k.i.value);
`, "typed a true tt 0", "typed")
}

// https://html.spec.whatwg.org/multipage/popover.html
func TestPopover(t *testing.T) {
	expectLines(t, `<div id=a popover>a<div id=b popover=auto>b<input id=i autofocus></div></div><div id=m popover=manual>m</div><button id=k popovertarget=m>x</button>`, `
for (const e of [a, b, m]) for (const t of ['beforetoggle', 'toggle']) e.addEventListener(t, ev => console.log(e.id, t, ev.oldState, ev.newState, ev.cancelable, e.matches(':popover-open')));
console.log(a.popover, m.popover, k.popover, 'popover' in HTMLElement.prototype, k.popoverTargetElement === m, k.popoverTargetAction);
a.showPopover(); b.showPopover(); console.log(document.activeElement.id);
a.showPopover();
a.hidePopover(); console.log(document.activeElement.localName);
try { k.showPopover() } catch (e) { console.log(e.name) }
try { document.createElement('p').hidePopover() } catch (e) { console.log(e.name) }
k.click(); console.log(m.togglePopover(true), m.togglePopover(), m.togglePopover(false));
m.showPopover(); m.removeAttribute('popover'); console.log(m.matches(':popover-open'));
`,
		"auto manual null true true toggle",
		"a beforetoggle closed open true false",
		"b beforetoggle closed open true false", "i",
		"b beforetoggle open closed false true", "a beforetoggle open closed false true", "input",
		"NotSupportedError", "NotSupportedError",
		"m beforetoggle closed open true false",
		"m beforetoggle open closed false true", "true false false",
		"m beforetoggle closed open true false",
		"m beforetoggle open closed false true", "false",
		"b toggle closed closed false false", "a toggle closed closed false false", "m toggle closed closed false false")
}

// https://html.spec.whatwg.org/multipage/custom-elements.html#customized-built-in-element
func TestCustomizedBuiltIn(t *testing.T) {
	expectLines(t, `<p is=x-p id=p>1</p><q is=x-p>2</q>`, `
var log = [];
class P extends HTMLParagraphElement {
	static observedAttributes = ['a'];
	constructor() { super(); log.push('new ' + this.localName) }
	connectedCallback() { log.push('in') } disconnectedCallback() { log.push('out') }
	attributeChangedCallback(n, o, v) { log.push(n + '=' + v) }
}
var later = document.createElement('p', {is: 'x-p'}); console.log(later instanceof P, later.matches(':defined'), later.outerHTML);
customElements.define('x-p', P, {extends: 'p'}); console.log(log.splice(0).join(), p instanceof P, document.querySelector('q') instanceof P);
document.body.append(later); console.log(log.splice(0).join(), later instanceof P);
var e = document.createElement('p', {is: 'x-p'}); console.log(log.splice(0).join(), e instanceof P, e.localName);
e.setAttribute('a', 1); document.body.append(e); e.remove(); console.log(log.splice(0).join());
var n = new P(); console.log(log.splice(0).join(), n instanceof P, n.localName, n.cloneNode() instanceof P, log.splice(0).join());
try { new HTMLParagraphElement() } catch (x) { console.log(x.name) }
class Q extends HTMLElement {} customElements.define('x-q', Q, {extends: 'q'});
try { new Q() } catch (x) { console.log(x.name) }
for (const b of ['x-z', 'nothing']) try { customElements.define('x-e', class extends HTMLElement {}, {extends: b}) } catch (x) { console.log(x.name) }
var d = document.createElement('div'); d.innerHTML = '<p is=x-p a=2>'; console.log(log.splice(0).join()); document.body.append(d); console.log(log.splice(0).join());
`,
		`false false <p is="x-p"></p>`,
		"new p,in true false", "new p,in true", "new p true p", "a=1,in,out", "new p true p true new p",
		"TypeError", "TypeError", "NotSupportedError", "NotSupportedError",
		"new p,a=2", "in")
}

// https://html.spec.whatwg.org/multipage/custom-elements.html#element-internals
func TestElementInternals(t *testing.T) {
	expectLines(t, `<form id=f><fieldset id=s><label id=l for=c>L</label><x-c id=c name=n></x-c></fieldset></form><x-d id=d></x-d>`, `
var log = [];
class C extends HTMLElement {
	static formAssociated = true;
	constructor() { super(); this.i = this.attachInternals(); }
	formAssociatedCallback(f) { log.push('form ' + (f && f.id)) } formDisabledCallback(b) { log.push('disabled ' + b) } formResetCallback() { log.push('reset') }
}
customElements.define('x-c', C); console.log(log.splice(0).join());
console.log(c.i.form === f, f.elements.length, f.elements[1] === c, c.i.labels[0] === l, l.control === c, c.i.willValidate, c.i.shadowRoot);
c.i.setFormValue('v'); console.log([...new FormData(f)].join('|')); var fd = new FormData(); fd.append('a', 1); fd.append('b', 2); c.i.setFormValue(fd); console.log([...new FormData(f)].join('|'));
c.i.setValidity({customError: true}, 'bad'); console.log(c.i.validity.customError, c.i.validationMessage, f.checkValidity(), c.matches(':invalid')); c.i.setValidity({}); console.log(f.checkValidity(), c.i.validationMessage === '');
try { c.i.setValidity({badInput: true}) } catch (e) { console.log(e.name) }
s.disabled = true; f.reset(); console.log(log.splice(0).join(), c.matches(':disabled'), [...new FormData(f)].length);
var c0 = c; c.remove(); console.log(log.splice(0).join());
try { c0.attachInternals() } catch (e) { console.log(e.name) }
try { f.attachInternals() } catch (e) { console.log(e.name) }
class D extends HTMLElement { constructor() { super(); this.i = this.attachInternals() } } customElements.define('x-d', D);
try { d.i.form } catch (e) { console.log(e.name) }
d.i.role = 'button'; d.i.ariaLabel = 'x'; console.log(d.i.role, d.i.ariaLabel, d.i.ariaLive, d.attributes.length);
`,
		"form f", "true 2 true true true true null", "n,v", "a,1|b,2", "true bad false true", "true true", "TypeError",
		"disabled true,reset true 0", "form null,disabled false", "NotSupportedError", "NotSupportedError", "NotSupportedError", "button x null 1")
}

// A range's rectangles are those of the part of a text that it covers.
func TestRangeRects(t *testing.T) {
	expectLines(t, `<p id=p>Hello <b id=b>bold</b> end</p>`, `
var r = document.createRange(), n = p.firstChild, w = (s, i, e, j) => { r.setStart(s, i); r.setEnd(e, j); return r.getBoundingClientRect().width };
var all = w(n, 0, n, 5), a = w(n, 0, n, 2), z = w(n, 2, n, 5); console.log(all > 0, Math.abs(a + z - all) < 0.1, a < all, w(n, 3, n, 3) === 0);
r.selectNode(b); console.log(r.getClientRects().length, r.getBoundingClientRect().width === b.getBoundingClientRect().width);
r.selectNodeContents(p); console.log(r.getClientRects().length);
`, "true true true true", "2 true", "4")
}

// https://drafts.csswg.org/css-font-loading/
func TestFontFaceSet(t *testing.T) {
	expectLines(t, `<style>@font-face{font-family:A;src:url(nope.woff2)} @font-face{font-family:B;src:local("x")}</style>`, `
var s = document.fonts;
console.log(s.size, s.status, [...s].map(f => [f.family, f.status, f.weight, f.unicodeRange, f.display, f.style].join(':')).join());
console.log(s.check('12px Nonexistent'), s.check('12px A'), s.check('12px serif'), s.check('12px B, A'));
try { s.check('xx') } catch (e) { console.log(e.name) }
var f = new FontFace('C', 'url(no.woff)', {weight: '700'}); console.log(f.status, f.family, f.weight, s.has(f), s.add(f) === s, s.size);
var bad = new FontFace('D', 'bogus('); console.log(bad.status); bad.loaded.catch(e => console.log('bad', e.name));
f.load().catch(e => console.log('f', e.name, f.status)); console.log(f.status, s.status);
s.onloading = e => console.log('loading', e.fontfaces.length); s.onloadingdone = e => console.log('done', e.fontfaces.length, e.constructor.name); s.onloadingerror = e => console.log('error', e.fontfaces.length);
s.ready.then(x => console.log('ready', x === s, x.status));
s.load('12px B').then(l => console.log('B', l.length, l[0] && l[0].status));
s.load('12px A').then(l => console.log('A', l.length), e => console.log('A', e.name));
s.load('12px Nonexistent').then(l => console.log('N', l.length));
console.log(s.delete(f), s.delete([...s][0]), s.size, s + '');
`,
		"2 loaded A:unloaded:normal:U+0-10FFFF:auto:normal,B:unloaded:normal:U+0-10FFFF:auto:normal",
		"true false true false", "SyntaxError", "unloaded C 700 false true 3", "error", "loading loading",
		"true false 2 [object FontFaceSet]", "bad SyntaxError", "N 0", "f NetworkError error", "loading 0", "B 1 loaded", "A NetworkError",
		"done 1 FontFaceSetLoadEvent", "error 2", "ready true loaded")
}

// A click puts the caret where it is, a drag selects, in a control and in the document.
func TestPointerSelection(t *testing.T) {
	h := newTestHost(t, `<!doctype html><p id=p style="font:16px monospace">Hello brave world</p><input id=i value="Hello brave world" style="font:16px monospace">`)
	defer h.close()
	at := func(id string, chars float32) (el dom.NodeID, x, y float32) {
		el = h.store.DocumentOf(h.win.Doc.Node).ElementByID(h.store.Atoms.Lookup(id))
		h.UpdateLayout(h.win)
		r, _ := h.layout.BoundingClientRect(el)
		w := float32(h.eval("(() => { var r = document.createRange(); r.setStart(p.firstChild, 0); r.setEnd(p.firstChild, 10); return r.getBoundingClientRect().width / 10 })()").Num())
		x = r.X + chars*w
		if id == "i" {
			x += 3 // border and padding
		}
		return el, x, r.Y + r.H/2
	}
	click := func(id string, chars float32, clicks int) {
		el, x, y := at(id, chars)
		h.win.BeginSelection(el, x, y, 0, clicks, 0)
	}
	drag := func(id string, chars float32) {
		el, x, y := at(id, chars)
		h.win.DragSelection(el, x, y)
		h.win.EndSelection()
	}
	check := func(want string) {
		t.Helper()
		if got := strings.Join(h.run("console.log(i.selectionStart, i.selectionEnd, i.selectionDirection, getSelection() + '', getSelection().anchorOffset, getSelection().focusOffset)"), "|"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	click("i", 6.2, 1)
	check("6 6 none  0 0")
	drag("i", 3.1)
	check("3 6 backward  0 0")
	click("i", 8, 2)
	check("6 11 none  0 0")
	click("p", 6.2, 1)
	drag("p", 10.9)
	check("6 11 none brave 6 11")
	click("p", 2.1, 2)
	check("6 11 none Hello 0 5")
	click("p", 2.1, 3)
	check("6 11 none Hello brave world 0 17")
}
