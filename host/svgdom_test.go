package host

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
)

// TestSVGDOM asks SVG elements for their geometry and attributes; what is wanted is what Chromium says.
func TestSVGDOM(t *testing.T) {
	ctx := context.Background()
	p := newWindowPage(t, Options{})
	if err := p.SetContent(ctx, `<!DOCTYPE html><body style="margin:0"><svg id=s style="position:absolute;left:10px;top:20px;border:3px solid;padding:5px" width=200 height=100 viewBox="0 0 100 50"><g id=g transform="translate(10,5) rotate(90)"><rect id=r x=1 y=2 width=10 height=20 stroke=red /><circle id=c cx=5 cy=5 r=50% /></g><path id=p d="M0 0 L30 40 L30 90 Z"/><text id=t x=5 y=30 font-size=10>Hello  world</text><defs><rect id=dr width=5 height=6 /></defs><svg id=n x=10 y=10 width=50% height=20 viewBox="0 0 10 10"><rect id=nr width=4 height=4 /></svg><polygon id=pg points="0,0 10,0 10 10"/><line id=l x1=1 y1=2 x2=4 y2=6 /></svg><svg id=s2><rect id=zz width=10 height=0 /></svg>
<script>
const NS = 'http://www.w3.org/2000/svg', el = (n, a = {}) => { const e = document.createElementNS(NS, n); for (const k in a) e.setAttribute(k, a[k]); return e };
const round = v => Math.round(v * 100) / 100;
const M = m => [m.a, m.b, m.c, m.d, m.e, m.f].map(round).join(), R = r => [r.x, r.y, r.width, r.height].map(round).join(), P = p => [p.x, p.y].map(round).join();
const fails = f => { try { return f() } catch (e) { return e.name + ': ' + e.message } };
</script>`, ""); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ script, want string }{
		{`[g, r, c, p, dr, n, nr, pg, l, zz].map(e => R(e.getBBox())).join(' ')`, "-34.53,-34.53,79.06,79.06 1,2,10,20 -34.53,-34.53,79.06,79.06 0,0,30,90 0,0,5,6 0,0,4,4 0,0,4,4 0,0,10,10 1,2,3,4 0,0,10,0"},
		{`[s, g, r, n, nr, dr, zz].map(e => M(e.getCTM())).join(' ')`, "2,0,0,2,0,0 0,2,-2,0,20,10 0,2,-2,0,20,10 4,0,0,4,50,20 2,0,0,2,25,10 2,0,0,2,0,0 1,0,0,1,0,0"},
		{`[s, g, n, nr].map(e => M(e.getScreenCTM())).join(' ')`, "2,0,0,2,18,28 0,2,-2,0,38,38 4,0,0,4,68,48 4,0,0,4,68,48"},
		{`[r, p, dr, nr, pg, l, zz].map(e => round(e.getTotalLength())).join()`, "60,194.87,22,16,34.14,5,20"},
		{`P(p.getPointAtLength(60)) + ' ' + P(p.getPointAtLength(-60)) + ' ' + P(p.getPointAtLength(6000)) + ' ' + P(r.getPointAtLength(15)) + ' ' + P(c.getPointAtLength(0))`, "30,50 0,0 0,0 11,7 44.53,5"},
		{`[p.isPointInFill({x: 25, y: 40}), p.isPointInFill({x: 1, y: 40}), r.isPointInFill({x: 3, y: 4})].join()`, "true,false,true"},
		{`[t.getNumberOfChars(), Math.abs(t.getComputedTextLength() - t.getBBox().width) < .01, Math.abs(t.getSubStringLength(0, 5) + t.getSubStringLength(5, 99) - t.getComputedTextLength()) < .01].join()`, "11,true,true"},
		{`fails(() => t.getSubStringLength(60, 5))`, "IndexSizeError: Failed to execute 'getSubStringLength' on 'SVGTextContentElement': The charnum provided (60) is greater than the maximum bound (11)."},
		{`el('path', {d: 'M0 0H10'}).getTotalLength() + P(el('path', {d: 'M0 0H10'}).getPointAtLength(3)) + R(el('path').getBBox()) + M(el('path').getCTM())`, "103,00,0,0,01,0,0,1,0,0"},
		{`fails(() => el('rect', {width: 10, height: 10}).getTotalLength())`, "InvalidStateError: Failed to execute 'getTotalLength' on 'SVGGeometryElement': This element is non-rendered element."},
		{`el('path').getTotalLength() + fails(() => el('path').getPointAtLength(1))`, "0InvalidStateError: Failed to execute 'getPointAtLength' on 'SVGGeometryElement': The element's path is empty."},
		{`r.style.display = 'none'; const hidden = R(r.getBBox()) + ' ' + M(r.getCTM()); r.style.display = ''; hidden`, "0,0,0,0 0,2,-2,0,20,10"},
		{`[s.ownerSVGElement, g.ownerSVGElement.id, nr.ownerSVGElement.id, nr.viewportElement.id, n.ownerSVGElement.id, nr.farthestViewportElement.id].join()`, ",s,n,n,s,s"},
		{`g.setAttribute('class', 'a b'); g.className.baseVal = 'x y'; [g.className.baseVal, g.getAttribute('class'), g.className.animVal, g.className === g.className, String(g.className)].join()`, "x y,x y,x y,true,[object SVGAnimatedString]"},
		{`const v = r.x.baseVal; r.setAttribute('x', '2em'); const a = [v.value, v.unitType, v.valueInSpecifiedUnits, v.valueAsString]; v.value = 8; a.push(r.getAttribute('x')); v.valueAsString = '5cm'; a.push(r.getAttribute('x'), round(v.value)); v.newValueSpecifiedUnits(5, 1); a.push(r.getAttribute('x')); v.convertToSpecifiedUnits(9); a.push(r.getAttribute('x')); a.join()`, "32,3,2,2em,0.5em,5cm,188.98,1px,0.75pt"},
		{`fails(() => { r.x.baseVal.valueAsString = 'foo' })`, "SyntaxError: Failed to set the 'valueAsString' property on 'SVGLength': The value provided ('foo') is invalid."},
		{`fails(() => r.x.baseVal.newValueSpecifiedUnits(99, 1))`, "NotSupportedError: Failed to execute 'newValueSpecifiedUnits' on 'SVGLength': Cannot set value with unknown or invalid units (99)."},
		{`fails(() => r.x.baseVal.convertToSpecifiedUnits(0))`, "NotSupportedError: Failed to execute 'convertToSpecifiedUnits' on 'SVGLength': Cannot convert to unknown or invalid units (0)."},
		{`fails(() => { r.x.animVal.value = 3 })`, "NoModificationAllowedError: Failed to set the 'value' property on 'SVGLength': This object is read-only."},
		{`fails(() => el('svg').width.baseVal.value)`, "NotSupportedError: Failed to read the 'value' property from 'SVGLength': Could not resolve relative length."},
		{`r.setAttribute('width', 'abc'); const w = [r.width.baseVal.value, r.width.baseVal.unitType]; r.setAttribute('width', '-5'); w.push(r.width.baseVal.value); r.setAttribute('width', '50%'); w.push(r.width.baseVal.value, r.width.baseVal.valueInSpecifiedUnits, round(c.r.baseVal.value)); w.join()`, "0,1,-5,50,50,39.53"},
		{`(() => { const l = g.transform.baseVal, a = [l.length, l.numberOfItems, l[0].type, l[0].matrix.e, l.getItem(1).type, l[1].angle]; l[0].setTranslate(3, 4); a.push(g.getAttribute('transform')); const tr = s.createSVGTransform(); a.push(tr.type); tr.setScale(2, 3); l.appendItem(tr); a.push(g.getAttribute('transform')); tr.matrix.e = 9; a.push(tr.type, g.getAttribute('transform')); const k = l.consolidate(); a.push(k.type, l.length); l.clear(); a.push(g.getAttribute('transform')); return a.join(' | ') })()`,
			"2 | 2 | 2 | 10 | 4 | 90 | translate(3 4) rotate(90) | 1 | translate(3 4) rotate(90) scale(2 3) | 1 | translate(3 4) rotate(90) matrix(2 0 0 3 9 0) | 1 | 1 | "},
		{`(() => { const l = g.transform.baseVal, x = s.createSVGTransform(); x.setRotate(30, 1, 2); l.initialize(x); const a = [g.getAttribute('transform')]; l.insertItemBefore(s.createSVGTransformFromMatrix(s.createSVGMatrix().translate(4, 5)), 0); a.push(g.getAttribute('transform')); l.replaceItem(s.createSVGTransform(), 1); a.push(g.getAttribute('transform')); const o = l.removeItem(0); a.push(g.getAttribute('transform')); o.setSkewX(4); a.push(g.getAttribute('transform')); const q = l.appendItem(l[0]); a.push(q === l[0], l.length, g.getAttribute('transform')); return a.join(' | ') })()`,
			"rotate(30 1 2) | matrix(1 0 0 1 4 5) rotate(30 1 2) | matrix(1 0 0 1 4 5) matrix(1 0 0 1 0 0) | matrix(1 0 0 1 0 0) | matrix(1 0 0 1 0 0) | false | 2 | matrix(1 0 0 1 0 0) matrix(1 0 0 1 0 0)"},
		{`fails(() => g.transform.baseVal.getItem(99)) + g.transform.baseVal[99]`, "IndexSizeError: Failed to execute 'getItem' on 'SVGTransformList': The index provided (99) is greater than the maximum bound (2).undefined"},
		{`fails(() => g.transform.animVal.clear())`, "NoModificationAllowedError: Failed to execute 'clear' on 'SVGTransformList': This object is read-only."},
		{`s.setAttribute('preserveAspectRatio', 'xMinYMax slice'); const ar = s.preserveAspectRatio.baseVal, b = [ar.align, ar.meetOrSlice]; ar.align = 1; b.push(s.getAttribute('preserveAspectRatio')); ar.meetOrSlice = 1; b.push(s.getAttribute('preserveAspectRatio')); b.join()`, "8,2,none slice,none meet"},
		{`var ar = s.preserveAspectRatio.baseVal; fails(() => { ar.align = 0 }) + fails(() => { ar.meetOrSlice = 7 })`, "NotSupportedError: Failed to set the 'align' property on 'SVGPreserveAspectRatio': The alignment provided is invalid.NotSupportedError: Failed to set the 'meetOrSlice' property on 'SVGPreserveAspectRatio': The meetOrSlice provided is invalid."},
		{`(() => { const v = s.viewBox.baseVal, a = [v.x, v.width]; v.x = 4; a.push(s.getAttribute('viewBox')); s.setAttribute('viewBox', '1 2 3 4'); a.push(v.y, v === s.viewBox.baseVal); s.removeAttribute('viewBox'); a.push(v.width); v.x = 3; a.push(s.getAttribute('viewBox')); s.setAttribute('viewBox', '0 0 100 50'); return a.join() })()`, "0,100,4 0 100 50,2,true,0,3 0 0 0"},
		{`(() => { const l = pg.points, a = [l.length, l[1].x]; l[1].x = 7; a.push(pg.getAttribute('points')); const q = s.createSVGPoint(); q.x = 1.5; q.y = 2; l.appendItem(q); a.push(pg.getAttribute('points')); q.x = 3; a.push(pg.getAttribute('points')); l[0] = q; a.push(pg.getAttribute('points')); return a.join(' | ') })()`,
			"3 | 10 | 0 0 7 0 10 10 | 0 0 7 0 10 10 1.5 2 | 0 0 7 0 10 10 3 2 | 3 2 7 0 10 10 3 2"},
		{`(() => { const l = t.x.baseVal, a = [l.length, l[0].value]; l[0].value = 6; a.push(t.getAttribute('x')); const q = s.createSVGLength(); q.valueAsString = '2px'; l.appendItem(q); a.push(t.getAttribute('x')); return a.join(' | ') })()`, "1 | 5 | 6 | 6 2px"},
		{`(() => { const st = el('stop', {offset: '50%'}), a = [st.offset.baseVal]; st.offset.baseVal = .25; a.push(st.getAttribute('offset')); st.setAttribute('offset', 'x'); a.push(st.offset.baseVal); return a.join() })()`, "0.5,0.25,0"},
		{`(() => { const x = el('linearGradient'), a = [x.gradientUnits.baseVal, x.spreadMethod.baseVal, x.x2.baseVal.valueAsString]; x.gradientUnits.baseVal = 1; a.push(x.getAttribute('gradientUnits')); x.spreadMethod.baseVal = 3; a.push(x.getAttribute('spreadMethod')); return a.join() })()`, "2,1,100%,userSpaceOnUse,repeat"},
		{`fails(() => { el('linearGradient').gradientUnits.baseVal = 9 })`, "TypeError: Failed to set the 'baseVal' property on 'SVGAnimatedEnumeration': The enumeration value provided (9) is larger than the largest allowed value (2)."},
		{`(() => { const u = el('use'); u.setAttributeNS('http://www.w3.org/1999/xlink', 'xlink:href', '#a'); const a = [u.href.baseVal]; u.setAttribute('href', '#c'); a.push(u.href.baseVal); u.href.baseVal = '#d'; a.push(u.outerHTML); return a.join() })()`, `#a,#c,<use xlink:href="#a" href="#d"></use>`},
		{`[s.getElementById('r').id, s.getElementById('s2'), s.suspendRedraw(5)].join()`, "r,,1"},
		{`['svg.width','svg.x','rect.rx','radialGradient.r','radialGradient.fx','mask.x','mask.width','pattern.width','marker.markerWidth','use.width','linearGradient.x1','radialGradient.fr'].map(x => { const [e, a] = x.split('.'); return el(e)[a].baseVal.valueAsString }).join()`, "100%,0,0,50%,50%,-10%,120%,0,3,0,0%,0%"},
		{`['g','rect','tspan','linearGradient','symbol','bogus'].map(x => { const l = []; for (let o = Object.getPrototypeOf(el(x)); o.constructor !== Element; o = Object.getPrototypeOf(o)) l.push(o.constructor.name.slice(3)); return l.join('<') }).join(' ')`,
			"GElement<GraphicsElement<Element RectElement<GeometryElement<GraphicsElement<Element TSpanElement<TextPositioningElement<TextContentElement<GraphicsElement<Element LinearGradientElement<GradientElement<Element SymbolElement<GraphicsElement<Element Element"},
		{`let clicked = 0; r.onclick = () => clicked++; r.dispatchEvent(new Event('click')); clicked`, "1"},
	} {
		v, err := p.Eval(ctx, `String((0, eval)(`+quoteJS(c.script)+`))`)
		if err != nil {
			t.Fatalf("%s: %v", c.script, err)
		}
		if v != quoteJS(c.want) {
			t.Errorf("%s:\n got %s\nwant %s", c.script, v, quoteJS(c.want))
		}
	}
}

// quoteJS is a string as JSON has it.
func quoteJS(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s)
	return strings.TrimSpace(b.String())
}
