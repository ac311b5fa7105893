package bind

import "testing"

func TestAdoptedStyleSheets(t *testing.T) {
	expectLines(t, `<body><p id=p>x</p><div id=h></div></body>`, `
let s = new CSSStyleSheet(); s.replaceSync('p { width: 50px } b { color: red }');
document.adoptedStyleSheets = [s]; console.log(getComputedStyle(p).width, document.adoptedStyleSheets[0] === s, document.styleSheets.length);
let r = h.attachShadow({mode: 'open'}); r.innerHTML = '<b>x</b>'; let b = r.firstChild;
console.log(getComputedStyle(b).color); r.adoptedStyleSheets = [s]; console.log(getComputedStyle(b).color);
s.insertRule('b { color: blue }', 2); console.log(getComputedStyle(b).color);
document.adoptedStyleSheets = []; console.log(getComputedStyle(p).width !== '50px', getComputedStyle(b).color);
try { document.adoptedStyleSheets = [1] } catch (e) { console.log(e.name) }
`,
		"50px true 0", "rgb(0, 0, 0)", "rgb(255, 0, 0)", "rgb(0, 0, 255)", "true rgb(0, 0, 255)", "TypeError")
}
