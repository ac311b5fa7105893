// Random calls of the DOM, for TestRandomDOM. start(seed) and then step(n) make n calls; each is written to `calls`, so that what failed can be told.
// Reactions, observers and listeners make calls too, in the middle of those that caused them.
'use strict';
var calls = [], wrong = [];
(() => {
let s = 1, depth = 0, budget = 0;
const rnd = n => { s ^= s << 13; s ^= s >>> 17; s ^= s << 5; return (s >>> 0) % n };
const pick = l => l[rnd(l.length)];
const pool = [], ranges = [], walkers = [], docs = [];
const keep = n => { if (n && pool.length < 90) pool.push(n); else if (n) pool[rnd(pool.length)] = n; return n };
const node = () => rnd(4) ? pick(pool) : pick([document.body, document.body, document.head, document.documentElement, document, ...docs]);
const el = () => { for (let i = 0; i < 8; i++) { const n = node(); if (n.nodeType == 1) return n } return document.body };
const text = () => { for (let i = 0; i < 8; i++) { const n = node(); if (n.appendData) return n } return keep(document.createTextNode('abc def')) };
const doc = () => pick([document, document, ...docs]);
const tags = ['div', 'p', 'span', 'b', 'i', 'a', 'ul', 'li', 'table', 'tbody', 'tr', 'td', 'select', 'option', 'optgroup', 'input', 'textarea', 'button', 'form', 'fieldset', 'legend', 'label',
  'slot', 'template', 'x-a', 'x-b', 'x-late', 'iframe', 'details', 'summary', 'dialog', 'style', 'script', 'img', 'svg', 'math', 'ol', 'br', 'object', 'picture', 'source', 'meter', 'h1', 'noscript', 'title', 'base', 'link', 'datalist', 'output', 'audio', 'selectedcontent'];
const names = ['id', 'class', 'slot', 'style', 'hidden', 'dir', 'name', 'form', 'for', 'type', 'open', 'popover', 'contenteditable', 'draggable', 'tabindex', 'title', 'inert', 'disabled', 'multiple', 'checked', 'selected', 'value',
  'lang', 'is', 'list', 'is', 'popovertarget', 'required', 'src', 'srcdoc', 'href', 'onclick', 'size', 'maxlength', 'colspan', 'width', 'autofocus', 'accesskey', 'part', 'exportparts', 'nonce'];
const values = ['', 'a', 'b', 'c', 'a b', 'true', '1', '3', 'rtl', 'auto', 'manual', 'radio', 'checkbox', 'number', 'date', 'file', 'hidden', 'color:red', 'display:none', 'display:flex', 'display:inline-block;width:50%', 'display:contents', 'float:left',
  'position:absolute;top:1px', 'display:grid', 'position:fixed', 'content-visibility:hidden', 'contain:strict', 'overflow:scroll;height:20px', 'columns:2', 'direction:rtl', 'white-space:pre', 'display:table-cell', 'container-type:inline-size', '<p>x', 'data:text/html,<p>y', 'about:blank'];
const htmls = ['', 'text', '<p>a<b>b</b>', '<table><tr><td>1<td>2', '<select><option>a<option selected>b</select>', '<slot name=a></slot><slot></slot>', '<x-a></x-a><x-b a=1></x-b>', '<template><p>t</template>', '<iframe srcdoc="<p>in">', '<ul><li>1<li>2</ul>',
  '<div><template shadowrootmode=open><slot></slot>s</template>light</div>', '<style>p{color:blue}.a .b{display:none} :has(b){margin:1px}</style>', '<form><input name=a><button>', '<details open><summary>s</summary>d', '<svg><g><rect width=5 height=5></svg>',
  '<b><p>mis</b>nested', '<input type=radio name=r checked><input type=radio name=r>', '<p dir=auto>\u05d0', '<p contenteditable>e<br>f', '<label>l<input></label>', '<a href=#x>l</a>', '<script>1</' + 'script>', '<fieldset><legend>x</legend><input>', '\ud800<i>\u0000'];
const selectors = ['*', 'p', '.a .b', ':has(b)', 'div > *', ':nth-child(2n)', ':not(p)', ':empty', '[class~=a]', ':is(p, b) + *', 'x-a', ':checked', ':disabled', ':dir(rtl)', ':defined', 'p ~ p', ':focus-within', ':open', ':nth-last-child(1 of p)'];
const types = ['click', 'focus', 'blur', 'input', 'x', 'slotchange', 'load', 'toggle', 'beforetoggle', 'submit', 'focusin', 'change', 'reset', 'formdata', 'invalid', 'close', 'cancel', 'scroll', 'beforeinput', 'selectionchange', 'selectstart', 'keydown', 'mousedown', 'pointerover'];
const commands = ['bold', 'italic', 'delete', 'forwardDelete', 'insertText', 'insertParagraph', 'insertHTML', 'insertUnorderedList', 'insertOrderedList', 'indent', 'outdent', 'formatBlock', 'removeFormat', 'undo', 'redo', 'selectAll', 'unlink', 'createLink', 'foreColor', 'justifyCenter', 'insertLineBreak', 'insertHorizontalRule', 'fontSize', 'cut', 'copy'];

// again makes a call in the middle of another.
const again = () => { if (depth < 3 && budget > 0 && rnd(3) == 0) { depth++; try { call() } finally { depth-- } } };
class XA extends HTMLElement {
  static observedAttributes = ['id', 'class', 'a', 'slot'];
  static formAssociated = true;
  constructor() { super(); try { this.i = this.attachInternals() } catch {} if (rnd(2)) try { this.attachShadow({mode: pick(['open', 'closed']), serializable: true}).innerHTML = '<style>:host{display:block} ::slotted(p){color:red}</style><slot></slot><slot name=a>d</slot>' } catch {} keep(this); again() }
  connectedCallback() { again() }
  disconnectedCallback() { again() }
  adoptedCallback() { again() }
  connectedMoveCallback() { again() }
  attributeChangedCallback() { again() }
  formAssociatedCallback() { again() }
  formDisabledCallback() { again() }
  formResetCallback() { again() }
}
class XB extends HTMLElement { connectedCallback() { again() } disconnectedCallback() { again() } }
const ops = {
  create() { keep(doc().createElement(pick(tags))) },
  createNS() { keep(doc().createElementNS(pick(['http://www.w3.org/2000/svg', 'http://www.w3.org/1999/xhtml', null, 'u']), pick(['g', 'p', 'a:b', 'svg']))) },
  text() { keep(doc().createTextNode(pick(['abc', '', ' x y ', '\ud83d\ude00', '\ud800', 'one two three']))) },
  comment() { keep(doc().createComment('c')) },
  fragment() { keep(doc().createDocumentFragment()) },
  append() { node().appendChild(node()) },
  appendMany() { el().append(node(), 'txt', node()) },
  insert() { const p = node(); p.insertBefore(node(), p.childNodes[rnd(p.childNodes.length + 1)] || null) },
  move() { const p = node(); p.moveBefore(node(), p.childNodes[rnd(p.childNodes.length + 1)] || null) },
  replace() { const p = node(); p.replaceChild(node(), p.childNodes[rnd(p.childNodes.length)]) },
  remove() { const n = node(); if (n != document.documentElement && n != document.body || !rnd(20)) n.remove() },
  removeChild() { const p = el(); if (p.firstChild && p != document.documentElement) p.removeChild(pick([p.firstChild, p.lastChild])) },
  before() { el().before(node(), node()) }, after() { el().after(node()) }, replaceWith() { const e = el(); if (e != document.documentElement) e.replaceWith(node(), node()) },
  replaceChildren() { const e = el(); if (e != document.documentElement) e.replaceChildren(node(), node()) },
  html() { const e = el(); if (e != document.documentElement) e.innerHTML = pick(htmls) },
  outer() { const e = el(); if (e != document.documentElement) e.outerHTML = pick(htmls) },
  adjacent() { el().insertAdjacentHTML(pick(['beforebegin', 'afterbegin', 'beforeend', 'afterend']), pick(htmls)) },
  unsafe() { const e = el(); if (e != document.documentElement) e.setHTMLUnsafe(pick(htmls)) },
  content() { const e = el(); if (e != document.documentElement) e.textContent = pick(values) },
  inner() { const e = el(); if (e != document.documentElement) e.innerText = 'a\nb' },
  clone() { keep(node().cloneNode(rnd(4) > 0)) },
  import() { keep(doc().importNode(node(), true)) },
  adopt() { keep(doc().adoptNode(node())) },
  normalize() { node().normalize() },
  split() { const t = text(); keep(t.splitText(rnd(t.length + 1))) },
  data() { const t = text(), k = rnd(t.length + 1); pick([() => t.insertData(k, 'xy'), () => t.deleteData(k, rnd(5)), () => t.replaceData(k, 2, 'z'), () => t.data = pick(values), () => t.appendData('\u05d0q')])() },
  attr() { el().setAttribute(pick(names), pick(values)) },
  attrs() { el().setAttribute(pick(names), pick(values)) },
  unattr() { el().removeAttribute(pick(names)) },
  toggleAttr() { el().toggleAttribute(pick(names)) },
  attrNode() { const a = document.createAttribute(pick(names)); a.value = pick(values); el().setAttributeNode(a); const b = pick([...el().attributes]); if (b) { b.value = 'q'; again() } },
  classes() { el().classList.toggle(pick(['a', 'b', 'c'])) },
  css() { el().style.setProperty(pick(['color', 'display', 'width', '--v', 'all']), pick(['red', 'none', 'block', '50%', '', 'flex', 'inherit', 'var(--v)'])) },
  shadow() { const r = el().attachShadow({mode: pick(['open', 'closed']), slotAssignment: pick(['named', 'named', 'manual']), clonable: !rnd(2), serializable: true, delegatesFocus: !rnd(3)}); r.innerHTML = pick(htmls); r.append(document.createElement('slot')); keep(r); keep(r.lastChild) },
  assign() { const sl = pool.find(n => n.localName == 'slot'); if (sl) sl.assign(node(), node()) },
  slots() { const sl = pick(pool); sl.assignedNodes?.({flatten: true}); sl.assignedSlot },
  template() { const t = pool.find(n => n.content); if (t) { keep(t.content); t.content.append(node()) } },
  range() { const r = new Range; if (ranges.length < 20) ranges.push(r); else ranges[rnd(20)] = r; const n = node(); r.setStart(n, rnd((n.length ?? n.childNodes.length) + 1)); const m = node(); r.setEnd(m, rnd((m.length ?? m.childNodes.length) + 1)) },
  rangeOp() { const r = pick(ranges); if (r) pick([() => keep(r.extractContents()), () => keep(r.cloneContents()), () => r.deleteContents(), () => r.insertNode(node()), () => r.surroundContents(el()), () => keep(r.createContextualFragment(pick(htmls))), () => r.selectNode(node()), () => r.collapse(), () => String(r), () => r.getBoundingClientRect(), () => r.isPointInRange(node(), 0), () => r.intersectsNode(node())])() },
  static() { const n = node(); new StaticRange({startContainer: n, startOffset: 0, endContainer: node(), endOffset: 0}) },
  select() { const g = getSelection(), n = node(); pick([() => g.collapse(n, rnd(n.childNodes.length + 1)), () => g.selectAllChildren(n), () => g.extend(n, 0), () => g.addRange(pick(ranges)), () => g.removeAllRanges(), () => g.deleteFromDocument(), () => g.modify(pick(['move', 'extend']), pick(['forward', 'backward']), pick(['character', 'word', 'line', 'lineboundary', 'documentboundary'])), () => String(g), () => g.containsNode(n, true), () => g.setBaseAndExtent(n, 0, node(), 0), () => g.getComposedRanges?.()])() },
  edit() { const c = pick(commands); document.execCommand(c, false, c == 'insertHTML' ? pick(htmls) : c == 'formatBlock' ? 'h1' : c == 'fontSize' ? '5' : 'red') },
  query() { document.queryCommandState(pick(commands)); document.queryCommandValue('fontName'); document.queryCommandIndeterm('bold') },
  design() { if (!rnd(6)) document.designMode = pick(['on', 'off']) },
  iterator() { if (walkers.length < 20) walkers.push(pick([document.createNodeIterator(node(), -1, () => { again(); return rnd(3) + 1 }), document.createTreeWalker(node(), -1, n => rnd(3) + 1), document.createNodeIterator(node())])) },
  walk() { const w = pick(walkers); if (w) { w.nextNode(); w.previousNode(); w.parentNode?.(); w.lastChild?.(); w.nextSibling?.() } },
  focus() { el().focus() }, blur() { el().blur?.() }, click() { el().click?.() },
  event() { node().dispatchEvent(new (pick([Event, CustomEvent, MouseEvent, FocusEvent, InputEvent, KeyboardEvent, SubmitEvent, ToggleEvent]))(pick(types), {bubbles: !!rnd(2), composed: !!rnd(2), cancelable: true})) },
  listen() { node().addEventListener(pick(types), e => { e.composedPath(); if (!rnd(4)) e.preventDefault(); if (!rnd(4)) e.stopPropagation(); again() }, {once: !rnd(2), capture: !rnd(2), passive: !rnd(3)}) },
  observe() { if (!rnd(3)) { const o = new MutationObserver(l => { for (const r of l.slice(0, 3)) keep(pick([r.target, ...r.removedNodes])); again(); if (!rnd(3)) o.disconnect() }); o.observe(node(), {childList: true, subtree: !rnd(2), attributes: true, characterData: true, attributeOldValue: true, characterDataOldValue: true}) } },
  sizes() { if (!rnd(4)) { const o = new (pick([ResizeObserver, IntersectionObserver]))(() => { again(); o.disconnect() }); o.observe(el()) } },
  measure() { const e = el(); e.offsetTop; e.getBoundingClientRect?.(); e.scrollHeight; getComputedStyle(e).color; e.innerText; e.checkVisibility?.(); e.offsetParent },
  point() { keep(document.elementFromPoint(rnd(400), rnd(300))); document.elementsFromPoint(rnd(400), rnd(300)); document.caretPositionFromPoint?.(rnd(400), rnd(300)) },
  selectorAll() { const n = node(); if (n.querySelectorAll) { const q = pick(selectors), l = n.querySelectorAll(q); if (l.length) { keep(pick([...l])); if (!l[0].matches(q)) wrong.push('matches ' + q); if (n.querySelector(q) != l[0]) wrong.push('querySelector ' + q) } } el().closest(pick(selectors)) },
  live() { const c = document.getElementsByTagName(pick(tags)), d = document.getElementsByClassName('a'); c.length; keep(c[0]); d.length; document.getElementById('a'); document.forms.length; document.links.length; document.all.length },
  xpath() { const r = document.evaluate(pick(['//p', 'descendant::*[2]', 'ancestor::*', '//*[@class]', 'preceding::node()', 'string(.)', '//text()', 'following-sibling::*[last()]']), node(), null, 0, null); if (r.resultType == 4) r.iterateNext() },
  equal() { const a = node(), b = node(); a.isEqualNode(b); a.compareDocumentPosition(b); a.contains(b); a.lookupNamespaceURI('x') },
  serial() { const e = node(); e.outerHTML; e.getHTML?.({serializableShadowRoots: true}); try { new XMLSerializer().serializeToString(e) } catch {} e.textContent },
  form() { const f = pool.find(n => n.localName == 'form'); if (f) pick([() => f.reset(), () => f.checkValidity(), () => f.reportValidity(), () => [...new FormData(f)], () => f.elements.length, () => f.requestSubmit()])() },
  control() { const e = el(); if ('value' in e && e.type != 'file') e.value = pick(values); if ('checked' in e) e.checked = !e.checked; e.setSelectionRange?.(0, 1); e.setCustomValidity?.('x'); e.select?.(); e.stepUp?.(); e.setRangeText?.('q') },
  options() { const e = pool.find(n => n.localName == 'select'); if (e) pick([() => e.add(new Option('n')), () => e.selectedIndex = rnd(4), () => e.length = rnd(5), () => e.remove(rnd(3)), () => e.options[rnd(3)] = new Option('o'), () => e.value = 'a', () => e.multiple = !e.multiple])() },
  table() { const e = pool.find(n => n.localName == 'table'); if (e) pick([() => keep(e.insertRow(0)), () => e.deleteRow(-1), () => e.createTHead(), () => e.createCaption(), () => e.rows[0]?.insertCell(), () => e.tHead = null])() },
  top() { const e = el(); pick([() => e.showPopover(), () => e.hidePopover(), () => e.togglePopover(), () => e.showModal?.(), () => e.show?.(), () => e.close?.('r'), () => e.requestClose?.(), () => { e.open = !e.open }])() },
  scroll() { el().scrollIntoView(); el().scrollTop = rnd(50); scrollTo(0, rnd(100)) },
  frame() { const f = document.createElement('iframe'); if (rnd(2)) f.srcdoc = pick(htmls); f.onload = () => again(); if (frames.length < 5) { el().append(f); keep(f); if (f.contentDocument && docs.length < 6) docs.push(f.contentDocument) } },
  inFrame() { const f = frames[rnd(5)]; if (f) pick([() => keep(f.document.body), () => { f.document.open(); f.document.write(pick(htmls)); again(); f.document.write(pick(htmls)); f.document.close() }, () => f.location.reload(), () => f.location = 'about:blank#' + rnd(9), () => f.stop(), () => f.focus(), () => f.frameElement.remove(), () => f.history.pushState(1, '', ''), () => f.onunload = f.onpagehide = () => again(), () => docs[rnd(6)] = f.document, () => f.getSelection().selectAllChildren(f.document), () => f.document.execCommand('selectAll')])() },
  parsed() { const d = pick([() => new DOMParser().parseFromString(pick(htmls), 'text/html'), () => document.implementation.createHTMLDocument('t'), () => document.implementation.createDocument(null, 'r'), () => new DOMParser().parseFromString('<r><a xmlns="u">x</a></r>', 'text/xml')])(); if (docs.length < 6) docs.push(d); else docs[rnd(6)] = d; keep(d.documentElement) },
  define() { if (!rnd(8)) try { customElements.define('x-late', class extends XB {}) } catch {} else customElements.upgrade(node()) },
  registry() { if (!rnd(4)) keep(new XA) },
  internals() { const e = pool.find(n => n.i); if (e) pick([() => e.i.setFormValue('v'), () => e.i.setValidity({customError: true}, 'm'), () => e.i.states.add('s'), () => e.i.checkValidity(), () => e.i.labels.length])() },
  sheet() { const l = document.styleSheets; if (l.length) { const h = pick([...l]); pick([() => h.insertRule(pick(['p{color:green}', '.a{display:none}', '@media (width>1px){b{color:red}}', ':has(.b){width:9px}', '::slotted(*){margin:2px}', 'p:nth-child(2n){display:inline}', '@scope(.a){p{color:red}}', 'b::before{content:"x"}', ':dir(rtl){color:red}', '@container (width>3px){i{color:red}}']), 0), () => h.deleteRule(0), () => h.disabled = !h.disabled, () => h.cssRules[0].selectorText = '.b', () => h.cssRules[0].style.color = 'blue'])() } },
  adopted() { if (!rnd(3)) { const h = new CSSStyleSheet; h.replaceSync('p,.a{color:teal}'); const r = pick([document, ...pool.filter(n => n.host && n.mode)]); r.adoptedStyleSheets = rnd(2) ? [h] : [] } },
  animate() { el().animate([{opacity: 0, width: '5px'}, {opacity: 1, width: '50px'}], {duration: rnd(100), fill: 'both'}); if (!rnd(3)) document.getAnimations().forEach(a => a.cancel()) },
  timer() { pick([f => setTimeout(f, rnd(20)), queueMicrotask, requestAnimationFrame, f => requestIdleCallback(f)])(() => again()) },
  write() { if (document.readyState != 'loading') return; document.write(pick(htmls)) },
  history() { history.pushState(1, '', '#' + rnd(5)); if (!rnd(4)) history.back() },
  drag() { el().dispatchEvent(new DragEvent('dragstart', {bubbles: true, dataTransfer: new DataTransfer})) },
  label() { const e = el(); e.labels?.length; e.control; e.form; e.list?.options.length; e.popoverTargetElement; e.dataset.k = 1; e.hidden = !e.hidden; e.dir; e.slot = pick(['', 'a']) },
  lost() { pool.splice(rnd(pool.length), 1); if (!pool.length) pool.push(document.createElement('p')) },
};
const list = Object.keys(ops);
function call() {
  budget--;
  const name = pick(list);
  if (calls.length < 4000) calls.push('.'.repeat(depth) + name);
  try { ops[name]() } catch (e) { if (e instanceof RangeError && /stack/.test(e.message)) throw e }
}
// check looks at a node: its links lead back, and what its methods say agrees.
function check(n) {
  if (!n) return;
  let k = 0, last = null;
  for (let c = n.firstChild; c; last = c, c = c.nextSibling, k++) {
    if (c.parentNode != n) wrong.push('parentNode of a child of ' + n.nodeName);
    if (c.previousSibling != last) wrong.push('previousSibling in ' + n.nodeName);
    if (k > 1e5) { wrong.push('endless children'); return }
  }
  if (n.lastChild != last) wrong.push('lastChild of ' + n.nodeName);
  if (n.childNodes.length != k) wrong.push('childNodes.length of ' + n.nodeName);
  if (n.isConnected != (n.getRootNode({composed: true}).nodeType == 9)) wrong.push('isConnected of ' + n.nodeName);
  if (n.parentNode && n.ownerDocument != (n.parentNode.ownerDocument || n.parentNode)) wrong.push('ownerDocument of ' + n.nodeName);
  const m = pick(pool), p = n.compareDocumentPosition(m);
  if (m == n ? p != 0 : p & 1 ? !(m.compareDocumentPosition(n) & 1) : (p & 2) == (m.compareDocumentPosition(n) & 2)) wrong.push('compareDocumentPosition ' + p);
  if (n.contains(m) != (m == n || !!(p & 16))) wrong.push('contains');
  if (n.assignedSlot && !n.assignedSlot.assignedNodes().includes(n)) wrong.push('assignedSlot');
}
globalThis.start = seed => { s = seed | 1; for (let i = 0; i < 20; i++) rnd(2); for (let i = 0; i < 12; i++) ops.create(); ops.text(); customElements.define('x-a', XA); customElements.define('x-b', XB) };
globalThis.step = n => {
  budget = n;
  while (budget > 0) call();
  for (let i = 0; i < 6; i++) check(pick(pool));
  check(document.body);
  for (const r of ranges) for (const [c, o] of [[r.startContainer, r.startOffset], [r.endContainer, r.endOffset]])
    if (o > (c.nodeType == 10 ? 0 : c.length ?? c.childNodes.length)) wrong.push('range offset ' + o + ' in ' + c.nodeName);
  for (const r of ranges) if (r.startContainer.getRootNode() != r.endContainer.getRootNode() || r.comparePoint(r.endContainer, r.endOffset) != 0) wrong.push('range order');
  for (const w of walkers) if (w.referenceNode && !w.root.contains(w.referenceNode)) wrong.push('iterator left its root');
  return wrong.length;
};
globalThis.finish = () => { pool.length = ranges.length = walkers.length = docs.length = 0; getSelection()?.removeAllRanges(); calls = null };
})();
