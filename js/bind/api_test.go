package bind

import (
	"strings"
	"testing"
)

func TestTables(t *testing.T) {
	expectLines(t, `<table id=t><tfoot><tr id=f><td>f</tfoot><tbody id=b><tr id=r><th>1<td id=c>2</table>`, `
console.log(t.rows.length, t.rows[0].id, t.rows[1].id, r.rowIndex, f.rowIndex, r.sectionRowIndex, c.cellIndex, r.cells.length);
var h = t.createTHead(); console.log(h === t.tHead, t.firstChild === h, h === t.createTHead());
var cap = t.createCaption(); cap.textContent = 'cap'; console.log(t.firstChild === cap, t.caption === cap);
var row = h.insertRow(); var cell = row.insertCell(0); cell.textContent = 'x'; console.log(row.rowIndex, r.rowIndex, t.rows.length, cell.outerHTML);
t.insertRow(1).id = 'n'; console.log(t.tHead.rows.length, b.rows[0].id, b.rows.length);
t.deleteRow(1); t.deleteTHead(); t.deleteCaption(); console.log(t.rows.length, t.tHead, t.caption, t.tBodies.length);
try { t.insertRow(9) } catch (e) { console.log(e.name) }
try { t.deleteRow(2) } catch (e) { console.log(e.name) }
var e = document.createElement('table'); e.insertRow(); console.log(e.outerHTML); e.createTBody(); console.log(e.tBodies.length);
try { e.tHead = document.createElement('tfoot') } catch (x) { console.log(x.name) }
`,
		"2 r f 0 1 0 1 2",
		"true true true",
		"true true",
		"0 1 3 <td>x</td>",
		"1 n 2",
		"2 null null 1",
		"IndexSizeError", "IndexSizeError",
		"<table><tbody><tr></tr></tbody></table>", "2",
		"HierarchyRequestError")
}

// What no implementation stands behind does not exist.
func TestAbsent(t *testing.T) {
	expectLines(t, basicPage, `
console.log(typeof external, typeof fetchLater, 'exitFullscreen' in document, typeof CanvasRenderingContext2D, typeof nothing);
try { undeclared } catch (e) { console.log(e.name + ': ' + e.message) }
try { undeclared = 1; console.log(undeclared); (function() { 'use strict'; undeclared2 = 1 })() } catch (e) { console.log(e.name) }
console.log(typeof undeclared2, 'undeclared2' in window, window.undeclared2);
try { document.domain = 'example.com' } catch (e) { console.log(e.name) }
document.domain = 'localhost'; console.log(document.domain);
`,
		"onload attr load",
		"undefined undefined false undefined undefined",
		"ReferenceError: undeclared is not defined",
		"1", "ReferenceError",
		"undefined false undefined",
		"SecurityError", "warning: document.domain mutation is ignored because the surrounding agent cluster is origin-keyed.", "localhost")
}

// A named setter takes every name; what a name reads is the method of the prototype.
func TestStorageNames(t *testing.T) {
	h := newWebHost(t, nil)
	w := h.open("http://site.test/", "")
	h.eval(w, `
localStorage.getItem = 'x'; localStorage.a = 1; localStorage['length'] = 'l';
out(typeof localStorage.getItem, localStorage.getItem('getItem'), localStorage.a, localStorage.length, localStorage.getItem('length'));
out(Object.keys(localStorage).sort().join());`)
	want := []string{"function x 1 3 l", "a"}
	if strings.Join(h.out, "|") != strings.Join(want, "|") {
		t.Errorf("%v, want %v", h.out, want)
	}
}
