// Times calls of the DOM, in any browser: after /?run, window.result is a JSON object of nanoseconds a call. A loop runs in chunks of a
// millisecond, each a task of its own, and the time is that of a chunk among the fastest: what else the machine does then hardly matters. What comes once
// in many chunks, such as a collection of garbage, does not show.
'use strict';

const page = '<div id=a title=t class=row><b>one</b><i>two</i></div><p class=row></p><ul id=u></ul><section id=deep></section>';

// loops are: the name, what is done before (once), and what is timed, with the number of calls it is if that is not one.
const loops = [
	['empty loop', '', ''],
	['createElement', '', "document.createElement('div')"],
	['createTextNode', '', "document.createTextNode('item ' + i)"],
	['appendChild, same child', "const p = document.createElement('p'), c = document.createElement('b')", 'p.appendChild(c)'],
	['appendChild and removeChild, connected', "const c = document.createElement('b')", 'el.appendChild(c); el.removeChild(c)', 2],
	['insertBefore', "const p = document.createElement('p'), c = document.createElement('b'), d = document.createElement('i'); p.append(c, d)", 'p.insertBefore(i & 1 ? c : d, p.firstChild)'],
	['append of three', "const p = document.createElement('p'), c = document.createElement('b'), d = document.createElement('i')", "p.append(c, 'x', d); p.textContent = ''", 2],
	['cloneNode of a row', "const c = document.createElement('tr'); c.innerHTML = '<td class=x>a<td title=t>b<td><a href=x>c</a>'", 'c.cloneNode(true)'],
	['getAttribute', '', "el.getAttribute('id')"],
	['setAttribute', "const c = document.createElement('b')", "c.setAttribute('title', i & 1 ? 'one' : 'two')"],
	['setAttribute, connected', '', "el.setAttribute('data-x', i & 1 ? 'one' : 'two')"],
	['setAttribute and removeAttribute', "const c = document.createElement('b')", "c.setAttribute('title', 't'); c.removeAttribute('title')", 2],
	['hasAttribute', '', "el.hasAttribute('title')"],
	['id', '', 'el.id'],
	['className set', "const c = document.createElement('b')", "c.className = i & 1 ? 'x y' : 'z'"],
	['classList.add and remove', "const c = document.createElement('b')", "c.classList.add('k'); c.classList.remove('k')", 2],
	['classList.contains', '', "el.classList.contains('row')"],
	['classList.toggle, connected', '', "el.classList.toggle('k')"],
	['dataset get', "el.dataset.some = '1'", 'el.dataset.some'],
	['dataset set', "const c = document.createElement('b')", "c.dataset.some = i & 1 ? '1' : '2'"],
	['style get', "el.style.top = '1px'", 'el.style.top'],
	['style set', "const c = document.createElement('b')", "c.style.top = i & 1 ? '1px' : '2px'"],
	['firstChild', '', 'el.firstChild'],
	['parentNode', '', 'el.parentNode'],
	['nextSibling walk of 1,000', many, 'for (let n = u.firstChild; n; n = n.nextSibling);', 1000],
	['childNodes[i]', many, 'u.childNodes[i % 1000]'],
	['childNodes.length after a change', many, 'u.append(u.firstChild); u.childNodes.length', 2],
	['children[i] after a change', many, 'u.append(u.firstChild); u.children[i % 1000]', 2],
	['getElementsByTagName().length', many, "document.getElementsByTagName('li').length"],
	['getElementsByTagName().length after a change', many, "u.append(u.firstChild); document.getElementsByTagName('li').length", 2],
	['getElementsByClassName()[0]', many, "document.getElementsByClassName('x')[0]"],
	['getElementById', '', "document.getElementById('a')"],
	['querySelector by id', '', "document.querySelector('#a')"],
	['querySelector by class', many, "document.querySelector('.last')"],
	['querySelector, descendant', '', "document.querySelector('div.row > b')"],
	['querySelectorAll of 1,000', many, "document.querySelectorAll('li.x')", 1000],
	['matches', '', "el.matches('.row > b, #a')"],
	['closest', 'const b = el.firstChild', "b.closest('body')"],
	['contains', 'const b = el.firstChild', 'document.contains(b)'],
	['compareDocumentPosition', 'const b = el.firstChild', 'b.compareDocumentPosition(el)'],
	['textContent get', '', 'el.textContent'],
	['textContent set', "const c = document.createElement('b')", "c.textContent = i & 1 ? 'one' : 'another'"],
	['textContent set, connected', "const c = document.createElement('b'); el.append(c)", "c.textContent = i & 1 ? 'one' : 'another'"],
	['data set', "const c = document.createTextNode('')", "c.data = i & 1 ? 'one' : 'another'"],
	['innerHTML, small', "const c = document.createElement('div')", "c.innerHTML = '<b class=x>one</b><i>two</i>'"],
	['innerHTML get of a row', '', 'el.innerHTML'],
	['innerHTML, a node of 10,000', rows, 'c.innerHTML = text', 10000],
	['build, a node of 10,000', "const c = document.createElement('ul'); document.body.append(c)", `c.textContent = '';
		for (let k = 0; k < 2500; k++) {
			const li = document.createElement('li'), s = document.createElement('span'), b = document.createElement('b');
			b.appendChild(document.createTextNode('item ' + k)); li.appendChild(s); li.appendChild(b); c.appendChild(li);
		}`, 10000],
	['dispatchEvent', "el.addEventListener('x', () => 0); const e = new Event('x')", 'el.dispatchEvent(e)'],
	['dispatchEvent, bubbling from depth 100', deep, 'leaf.dispatchEvent(e)'],
	['new Event', '', "new Event('x')"],
	['click()', "el.addEventListener('click', () => 0)", 'el.click()'],
	['addEventListener and removeEventListener', 'const f = () => 0', "el.addEventListener('x', f); el.removeEventListener('x', f)", 2],
	['MutationObserver, a record', "const m = new MutationObserver(() => 0); m.observe(el, { attributes: true })", "el.setAttribute('data-y', i & 1 ? 'one' : 'two'); if (!(i & 127)) m.takeRecords()"],
	['Range.setStart', 'const r = document.createRange(), b = el.firstChild', 'r.setStart(b, 0)'],
	['TreeWalker over 1,000', many, 'const w = document.createTreeWalker(u); while (w.nextNode());', 1000],
	['input.value set', "const c = document.createElement('input')", "c.value = i & 1 ? '1' : '2'"],
	['offsetWidth, clean', '', 'el.offsetWidth'],
	['getBoundingClientRect, clean', '', 'el.getBoundingClientRect()'],
	['getComputedStyle().color, clean', 'const s = getComputedStyle(el)', 's.color'],
	['focus() of two inputs', "const c = document.createElement('input'), d = document.createElement('input'); el.append(c, d)", '(i & 1 ? c : d).focus()'],
	['attachShadow', '', "document.createElement('div').attachShadow({ mode: 'open' })"],
	['DocumentFragment of 3', "const p = document.createElement('p')", "const f = document.createDocumentFragment(); f.append(document.createElement('b'), document.createElement('i')); p.replaceChildren(f)", 4],
];

function many() { return "u.innerHTML = '<li class=x>a</li>'.repeat(999) + '<li class=last>z</li>'; u.getBoundingClientRect()"; }
function deep() {
	return `let leaf = document.getElementById('deep'); for (let k = 0; k < 100; k++) leaf = leaf.appendChild(document.createElement('div'));
		document.body.addEventListener('x', () => 0); const e = new Event('x', { bubbles: true })`;
}
function rows() {
	return `const c = document.createElement('div'); let text = '';
		for (let k = 0; k < 1250; k++) text += '<div class="row c' + k % 10 + '" id="r' + k + '"><a href="/item/' + k + '">item <b>' + k + '</b></a><p title="t">some text, about as long as texts are</p></div>\\n'`;
}

const channel = new MessageChannel();
const task = () => new Promise((done) => { channel.port1.onmessage = done; channel.port2.postMessage(0); });

async function time([name, setup, body, calls = 1], budget) {
	document.body.innerHTML = page;
	const before = typeof setup === 'function' ? setup() : setup;
	const f = new Function(`const el = document.getElementById('a'), u = document.getElementById('u'); ${before};
		return (n) => { for (let i = 0; i < n; i++) { ${body} } }`)();
	const chunk = (n) => {
		const start = performance.now();
		f(n);
		return performance.now() - start;
	};
	let n = 1;
	for (;;) { // as many calls as a chunk has
		const took = Math.min(chunk(n), chunk(n), chunk(n));
		await task();
		if (took >= 1 || n >= 1 << 22) break;
		n = took > 0.2 ? Math.ceil(n * 1.2 / took) : n * 4;
	}
	const times = [];
	for (let spent = 0; times.length < 9 || spent < budget && times.length < 200; ) {
		const took = chunk(n);
		spent += took;
		times.push(took);
		await task();
	}
	times.sort((a, b) => a - b);
	return times[times.length >> 3] * 1e6 / n / calls;
}

async function run(names, budget) {
	const result = {};
	for (const l of loops) {
		if (names.length && !names.includes(l[0])) continue;
		result[l[0]] = await time(l, budget);
	}
	return result;
}

const query = new URLSearchParams(location.search);
if (query.has('run')) {
	run(query.getAll('name'), Number(query.get('budget')) || 150)
		.then((r) => { window.result = JSON.stringify(r); }, (e) => { window.result = JSON.stringify({ error: String(e.stack || e) }); });
}
