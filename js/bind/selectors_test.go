package bind

import "testing"

// A selector that script asked for before the page had its names finds what has them later.
func TestSelectorsOfNamesToCome(t *testing.T) {
	expectLines(t, basicPage, `
const find = s => document.querySelector(s)?.localName, made = document.createElement('u');
const selectors = ['#late', '.late', 'late-tag', '[late-attr]', 'body > .late'];
console.log(selectors.map(find).join(), made.matches('.late'), made.closest('.late'), document.querySelectorAll('.late').length);
made.id = 'late'; made.className = 'late'; made.setAttribute('late-attr', ''); document.body.append(made, document.createElement('late-tag'));
console.log(selectors.map(find).join(), made.matches('.late'), made.closest('.late') === made, document.querySelectorAll('.late').length);
`, "onload attr load", ",,,, false null 0", "u,u,late-tag,u,u true true 1")
}
