package bind

import "testing"

// Checked against Chromium 156.
func TestDocumentAll(t *testing.T) {
	expectLines(t, `<!DOCTYPE html><body><p id=a></p><img name=n><a name=n></a><div name=d></div><i id=77></i></body>`, `
var out = (...x) => console.log(x.join(' '));
const all = document.all;
out(typeof all, !all, all == null, all === undefined, all ?? 'nullish', Object.prototype.toString.call(all), typeof HTMLAllCollection);
out(all.length, all[0].tagName, all.a.id, all('a').id, all(2).tagName, all.item('3').tagName, all.item(), all(), all[99]);
out(all.n.length, all.n[1].tagName, all.namedItem('n') instanceof HTMLCollection, all.namedItem('d'), all.d, all.namedItem('77').tagName, 'n' in all, 'd' in all);
out(Object.keys(all), Object.getOwnPropertyNames(all));
out(all === document.all, all.item.length, all.namedItem.name, HTMLAllCollection.prototype[Symbol.iterator] === Array.prototype[Symbol.iterator]);
document.body.append(document.createElement('u'));
out(all.length, typeof all, all && 1, [...all].length);
`,
		"undefined true true false [object HTMLAllCollection] [object HTMLAllCollection] function",
		"8 HTML a a BODY P   ",
		"2 A true   I true false",
		"0,1,2,3,4,5,6,7 0,1,2,3,4,5,6,7,a,n,77",
		"true 0 namedItem true",
		"9 undefined [object HTMLAllCollection] 9",
	)
}
