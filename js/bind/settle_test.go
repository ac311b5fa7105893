package bind

import (
	"strings"
	"testing"
	"time"
)

// TestSettledStates: what pseudo-classes see of options and radio buttons, which depend on each other. The lines are what Chromium 156
// prints.
func TestSettledStates(t *testing.T) {
	expectLines(t, `<!DOCTYPE html><form id=f><input type=radio name=a checked id=r1><input type=radio name=a checked id=r2><input type=radio name=b checked id=r3></form>
<input type=radio name=a checked id=r4><input type=radio name=a id=r5 required><input type=radio name=a checked id=r6><input type=radio name=q required id=r7>
<select id=s required><option value="">none<option id=o1>1<option id=o2 disabled>2<optgroup><option id=o3>3</optgroup></select><select multiple><option id=m1 selected>1<option id=m2 selected>2</select>`, `
const all = sel => console.log(sel, [...document.querySelectorAll(sel)].map(e => e.id || e.localName).join(' '));
all('input:checked'); all('option:checked'); all('input:invalid'); all('select:invalid');
r5.checked = true; all('input:checked');
r1.setAttribute('name', 'b'); all('input:checked');
o3.selected = true; all('option:checked'); all('select:invalid');
const o = o3; o.remove(); all('option:checked'); s.append(o); all('option:checked');
var n = new Option('x', 'x', true, true); n.id = 'o4'; s.add(n, 0); all('option:checked');
f.reset(); all('input:checked');
r7.checked = true; all('input:invalid'); console.log(s.matches(':invalid'), m2.matches(':checked'));`,
		"input:checked r2 r3 r6",
		"option:checked option m1 m2",
		"input:invalid r7",
		"select:invalid s",
		"input:checked r2 r3 r5",
		"input:checked r2 r3 r5",
		"option:checked o3 m1 m2",
		"select:invalid ",
		"option:checked option m1 m2",
		"option:checked o3 m1 m2",
		"option:checked o4 m1 m2",
		"input:checked r2 r3 r5",
		"input:invalid ",
		"false true",
	)
}

// TestManyOptions: the states of options and radio buttons are not found out anew with each one that comes.
func TestManyOptions(t *testing.T) {
	begin := time.Now()
	h := newTestHost(t, "<!DOCTYPE html><select>"+strings.Repeat("<option>x", 50_000)+"</select>"+strings.Repeat("<input type=radio name=a checked>", 20_000))
	if got := strings.Join(h.run("console.log(document.querySelectorAll(':checked').length)"), "|"); got != "2" {
		t.Errorf("%s are checked, want 2", got)
	}
	if d := time.Since(begin); d > 60*time.Second {
		t.Errorf("took %v", d)
	}
}
