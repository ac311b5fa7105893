package bind

import "testing"

// https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#reset-the-form-owner
func TestFormAssociatedFormArrives(t *testing.T) {
	expectLines(t, `<div id=box><x-f id=x form=t></x-f><form class=a></form></div>`, `
customElements.define('x-f', class extends HTMLElement {
  static formAssociated = true;
  formAssociatedCallback(f) { console.log(f && (f.className || 'new')); }
});
const a = box.querySelector('.a'), b = document.createElement('form');
console.log('id'); a.id = 't';
console.log('gone'); a.removeAttribute('id');
b.id = 't';
console.log('comes'); box.append(b);
console.log('goes'); b.remove();
console.log('of another name'); x.setAttribute('form', 'u'); a.id = 't'; a.id = 'u';
console.log('without'); x.remove(); a.id = 'v'; a.id = 'u';
`, "id", "a", "gone", "null", "comes", "new", "goes", "null", "of another name", "a", "without", "null")
}

// https://html.spec.whatwg.org/multipage/scripting.html#dom-slot-assign
func TestSlotAssignTypes(t *testing.T) {
	expectLines(t, ``, `
const s = document.createElement('slot');
for (const v of [document.createAttribute('a'), document, document.createComment('c'), new Text('t'), s])
  try { s.assign(v); console.log('taken'); } catch (e) { console.log(e.name, e.message); }
`, "TypeError Failed to execute 'assign' on 'HTMLSlotElement': The provided value is not of type '(Element or Text)'.",
		"TypeError Failed to execute 'assign' on 'HTMLSlotElement': The provided value is not of type '(Element or Text)'.",
		"TypeError Failed to execute 'assign' on 'HTMLSlotElement': The provided value is not of type '(Element or Text)'.", "taken", "taken")
}

// Whether the targets are cleared is settled by where they are before the listeners run: https://dom.spec.whatwg.org/#concept-event-dispatch
func TestEventTargetsCleared(t *testing.T) {
	expectLines(t, `<div id=h></div><p id=p></p>`, `
const r = h.attachShadow({mode: 'open'}), i = r.appendChild(document.createElement('i'));
i.addEventListener('foo', () => document.body.append(i));
let e = new Event('foo'); i.dispatchEvent(e); console.log(e.target);
const q = p; q.addEventListener('foo', () => r.append(q));
e = new Event('foo'); q.dispatchEvent(e); console.log(e.target === q);
`, "null", "true")
}

// https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#concept-fe-disabled in trees that are in no document
func TestDetachedControls(t *testing.T) {
	expectLines(t, ``, `
customElements.define('x-d', class extends HTMLElement {
  static formAssociated = true;
  formDisabledCallback(d) { console.log('disabled', d); }
});
const f = document.createElement('form');
f.innerHTML = '<fieldset disabled><x-d></x-d></fieldset><fieldset><input required></fieldset><button>b</button><button>c</button><input type=radio name=r><input type=radio name=r>';
const x = f.querySelector('x-d'), i = f.querySelector('input');
customElements.upgrade(f);
console.log(x.matches(':disabled'), f.matches(':invalid'), f.children[1].matches(':invalid'), f.querySelectorAll(':default').length, f.querySelectorAll(':indeterminate').length);
x.remove(); f.children[0].append(x);
i.value = 'v'; f.querySelector('[type=radio]').checked = true;
console.log(f.matches(':valid'), f.children[1].matches(':invalid'), f.querySelectorAll(':indeterminate').length);
document.body.append(f);
i.value = '';
console.log(f.matches(':invalid'), f.querySelectorAll(':default').length, f.querySelector(':default').textContent);
f.querySelector('button').remove(); i.remove();
console.log(f.matches(':valid'), f.querySelector(':default').textContent);
`, "disabled true", "true true true 1 2", "disabled false", "disabled true", "true false 0", "true 1 b", "true c")
}
