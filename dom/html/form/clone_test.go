package form

import (
	"testing"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
)

// TestCloned: a clone has the value of a control, but not its selection or its message. https://html.spec.whatwg.org/multipage/input.html#the-input-element:concept-node-clone-ext
func TestCloned(t *testing.T) {
	s := dom.NewStore(atom.NewTable())
	d := s.NewDocument(true)
	m := New(s)
	a := d.CreateElement(s.HTMLName(atomTextarea))
	b := d.CreateElement(s.HTMLName(atomTextarea))
	m.SetValue(a, "abc")
	m.SetSelection(a, 1, 2, "backward")
	m.SetCustomValidity(a, "no")
	m.Cloned(a, b)
	if v := m.Value(b); v != "abc" {
		t.Errorf("value %q", v)
	}
	if from, to, dir := m.Selection(b); from != 0 || to != 0 || dir == "backward" {
		t.Errorf("selection %d, %d, %s", from, to, dir)
	}
	if v := m.CustomMessage(b); v != "" {
		t.Errorf("message %q", v)
	}
}
