package host

import (
	"strconv"
	"testing"
)

// TestManualSlots: where the nodes that script assigns to slots are laid out, as in Chromium 156.
func TestManualSlots(t *testing.T) {
	_, p := openSite(t, map[string]string{"/": `<!DOCTYPE html><body style="margin:0"><div id=host><p id=a></p><p id=b></p><p id=c></p></div></body>`}, "http://a.test/", nil)
	want := "a0 b0 c0 - - -|" +
		"a15 b0 c5 s1 - s1|" +
		"a5 b20 c30 s1 s2 s2|" +
		"b10 c20 s2 s2|" +
		"b20 c30 a5 s2 s2 s1|" +
		"b10 c20 a0 s2 s2 -|" +
		"c30 b20 a10 s2 s2 s2|" +
		"c0 b0 a0 - - -|" +
		"c25 b15 a5 s2 s2 s2"
	if got := eval(t, p, `
var lines = [], out = (...x) => lines.push(x.join(' '));
const show = () => out([...host.children].map(e => e.id + e.offsetTop).join(' '), [...host.children].map(e => e.assignedSlot?.id ?? '-').join(' '));
const root = host.attachShadow({mode: 'open', slotAssignment: 'manual'});
root.innerHTML = '<style>::slotted(p){margin:0;height:10px} slot{display:block;padding-top:5px}</style><slot id=s1></slot><slot id=s2><div style="height:7px"></div></slot>';
const [s1, s2] = root.querySelectorAll('slot');
show();
s1.assign(c, a); show();
s2.assign(b, c); show();
var A = a; a.remove(); show();
host.append(A); show();
s1.assign(); show();
s2.assign(A, b, c); host.prepend(c); show();
s2.remove(); show();
root.prepend(s2); show();
lines.join('|')`); got != strconv.Quote(want) {
		t.Errorf("%s\nwant %q", got, want)
	}
}
