package bind

import "testing"

// What is selected in shadow trees and across them, as Chromium has it.
func TestSelectionInShadowTrees(t *testing.T) {
	expectLines(t, `<!DOCTYPE html><body><div id=light>Start light</div><div id=host>slotted<template shadowrootmode=open><p id=a>in shadow</p><p id=b>more</p></template></div><div id=after>After</div></body>`, `
const s = getSelection(), root = host.shadowRoot, A = root.getElementById('a').firstChild, B = root.getElementById('b').firstChild, L = light.firstChild, E = after.firstChild;
const name = n => n === null ? 'null' : n === A ? 'A' : n === B ? 'B' : n === L ? 'L' : n === E ? 'E' : n === root ? 'root' : n.id || n.nodeName;
const ends = x => [name(x.startContainer), x.startOffset, name(x.endContainer), x.endOffset].join(' ');
const show = (what, f) => {
	let e = ''; try { f() } catch (x) { e = ' ' + x.name }
	let r = 'none'; try { r = ends(s.getRangeAt(0)) } catch (x) {}
	console.log(what + ': ' + [name(s.anchorNode), s.anchorOffset, name(s.focusNode), s.focusOffset, s.isCollapsed, s.rangeCount, s.type, s.direction, r,
		s.getComposedRanges({ shadowRoots: [root] }).map(ends), s.getComposedRanges().map(ends)].join('|') + e);
};
show('forward', () => s.setBaseAndExtent(A, 1, B, 2));
show('backward', () => s.setBaseAndExtent(B, 2, A, 1));
show('into', () => s.setBaseAndExtent(L, 1, A, 2));
show('out, backward', () => s.setBaseAndExtent(A, 2, L, 1));
show('out', () => s.setBaseAndExtent(A, 2, E, 1));
show('collapse', () => s.collapse(A, 2));
show('extend to another tree', () => s.extend(E, 2));
show('collapseToEnd', () => { s.setBaseAndExtent(A, 2, B, 1); s.collapseToEnd() });
show('children', () => s.selectAllChildren(root));
show('range leaves the document', () => { s.setBaseAndExtent(L, 1, E, 2); const r = s.getRangeAt(0); r.setStart(document.createElement('b'), 0); r.setStart(L, 2) });
show('addRange', () => { const r = new Range(); r.setStart(A, 1); r.setEnd(B, 1); s.addRange(r) });
show('range through the tree', () => { s.setBaseAndExtent(L, 1, E, 2); const r = s.getRangeAt(0); r.setEnd(A, 3); r.setEnd(E, 1) });
show('host removed', () => { s.setBaseAndExtent(A, 1, B, 2); host.remove() });
`,
		"forward: A|1|B|2|false|1|Range|forward|A 1 B 2|A 1 B 2|BODY 1 BODY 2",
		"backward: B|2|A|1|false|1|Range|backward|A 1 B 2|A 1 B 2|BODY 1 BODY 2",
		"into: A|2|A|2|true|1|Range|forward|A 2 A 2|L 1 A 2|L 1 BODY 2",
		"out, backward: A|2|A|2|true|1|Range|backward|A 2 A 2|L 1 A 2|L 1 BODY 2",
		"out: E|1|E|1|true|1|Range|forward|E 1 E 1|A 2 E 1|BODY 1 E 1",
		"collapse: A|2|A|2|true|1|Caret|none|A 2 A 2|A 2 A 2|BODY 1 BODY 2",
		"extend to another tree: E|2|E|2|true|1|Caret|none|E 2 E 2|E 2 E 2|E 2 E 2",
		"collapseToEnd: B|1|B|1|true|1|Caret|none|B 1 B 1|B 1 B 1|BODY 1 BODY 2",
		"children: root|0|root|2|false|1|Range|forward|root 0 root 2|root 0 root 2|BODY 1 BODY 2",
		"range leaves the document: null|0|null|0|true|0|None|none|none||",
		"addRange: A|1|B|1|false|1|Range|forward|A 1 B 1|A 1 B 1|BODY 1 BODY 2",
		"range through the tree: E|1|E|1|true|1|Range|forward|E 1 E 1|L 1 E 1|L 1 E 1",
		"host removed: A|1|B|2|false|1|Caret|none|A 1 B 2|BODY 1 BODY 1|BODY 1 BODY 1",
	)
}

// Many ranges and many listeners: what they cost is linear. Were it not, this would take minutes.
func TestManyRangesAndListeners(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	expectLines(t, `<!DOCTYPE html><body><div id=d></div><div id=kept></div></body>`, `
const n = 10000, ranges = [];
for (let i = 0; i < n; i++) { const s = document.createElement('span'); s.textContent = 'x'; d.append(s); }
for (let i = 0; i < n; i++) { const k = document.createElement('i'); kept.append(k); const r = new Range(); r.selectNodeContents(k); ranges.push(r); }
for (let i = 0; i < n; i++) { const r = new Range(); r.selectNodeContents(d.children[i]); ranges.push(r); }
const gone = []; while (d.firstChild) { gone.push(d.firstChild); d.firstChild.remove(); }
console.log(ranges[0].startContainer === kept.firstChild, ranges[n].startContainer === d, ranges[2 * n - 1].startOffset, gone.length);

const x = new EventTarget(), calls = [], all = [];
for (let i = 0; i < 100000; i++) { const f = () => calls.push(i); all.push(f); x.addEventListener('e', f); }
for (const f of all) x.addEventListener('e', f);
for (let i = 0; i < 100000; i++) if (i % 1000) x.removeEventListener('e', all[i]);
x.addEventListener('e', all[1]);
x.addEventListener('e', all[0], true);
x.dispatchEvent(new Event('e'));
console.log(calls.length, calls.slice(0, 4).join(), calls.slice(-2).join());
const once = []; for (let i = 0; i < 100; i++) x.addEventListener('o', e => { once.push(i); if (i == 3) x.addEventListener('o', () => once.push('late')) }, { once: true });
x.dispatchEvent(new Event('o')); console.log(once.length); x.dispatchEvent(new Event('o')); console.log(once.length, once.at(-1));`,
		"true true 0 10000",
		"102 0,0,1000,2000 99000,1",
		"100",
		"101 late",
	)
}
