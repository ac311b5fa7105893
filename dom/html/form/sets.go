package form

import (
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
)

// States of forms and fieldsets that their controls decide: whether one of them is invalid, and which button is the default one.
// They are kept for what is in a document; SettleTree finds them out for other trees.

// sets are the forms and fieldsets with invalid controls, and the default buttons. Handles: nodes come and go.
type sets struct {
	of      map[dom.Handle][]dom.Handle // connected invalid controls: the form owner and the fieldsets around each
	count   map[dom.Handle]int          // of the controls in of, by form and fieldset; never 0
	buttons map[dom.Handle]dom.Handle   // default buttons by form
	byAttr  bool                        // some control had a form attribute
}

// invalidIn notes whether a connected control is invalid.
func (m *Model) invalidIn(id dom.NodeID, invalid bool) {
	s, x := m.store, &m.sets
	h := s.Handle(id)
	old, was := x.of[h]
	if !was && !invalid {
		return
	}
	var now []dom.Handle
	if invalid {
		now = make([]dom.Handle, 0, 1)
		if f := m.Owner(id); f != 0 {
			now = append(now, s.Handle(f))
		}
		for p := s.Parent(id); p != 0; p = s.Parent(p) {
			if m.is(p, atomFieldset) {
				now = append(now, s.Handle(p))
			}
		}
		if x.of == nil {
			x.of, x.count = make(map[dom.Handle][]dom.Handle), make(map[dom.Handle]int)
		}
		x.of[h] = now
		for _, p := range now {
			if x.count[p]++; x.count[p] == 1 {
				m.showValid(s.Resolve(p), false)
			}
		}
	} else {
		delete(x.of, h)
	}
	for _, p := range old {
		if x.count[p]--; x.count[p] == 0 {
			delete(x.count, p)
			m.showValid(s.Resolve(p), true)
		}
	}
}

// showValid sets :valid or :invalid of a form or fieldset.
func (m *Model) showValid(id dom.NodeID, valid bool) {
	if id == 0 {
		return
	}
	if valid {
		m.setStates(id, dom.StateValid|dom.StateInvalid, dom.StateValid)
	} else {
		m.setStates(id, dom.StateValid|dom.StateInvalid, dom.StateInvalid)
	}
}

// Gone is called when an element was removed from its document.
func (m *Model) Gone(id dom.NodeID) {
	s := m.store
	if len(m.sets.of) > 0 {
		m.invalidIn(id, false)
	}
	if s.State(id)&dom.StateDefault != 0 && m.SubmitButton(id) {
		m.noDefault(id)
	}
	if m.is(id, atomInput) && m.Type(id) == "radio" && s.Attr(id, atomName) != "" {
		for g, o := range m.checked {
			if o == id && g.root != s.Root(id) {
				m.laterGroup(g)
			}
		}
	}
}

// LeftGroup is called when the type or name of an input, which was old, changed: what was its group of radio buttons may have none checked.
func (m *Model) LeftGroup(id dom.NodeID, name atom.Atom, old string) {
	switch g := m.radioGroup(id); {
	case name == atomType && typeOf(old) == "radio" && g.name != "":
		m.laterGroup(g)
	case name == atomName && old != "" && m.Type(id) == "radio":
		g.name = strings.Clone(old)
		m.laterGroup(g)
	}
}

// noDefault is called when a default button no longer is one.
func (m *Model) noDefault(id dom.NodeID) {
	s := m.store
	h := s.Handle(id)
	m.setStates(id, dom.StateDefault, 0)
	for f, b := range m.sets.buttons {
		if b == h {
			delete(m.sets.buttons, f)
			if n := s.Resolve(f); n != 0 {
				m.later(n)
			}
		}
	}
}

// FormsChanged is called when forms came, went, or changed their names: controls with a form attribute may have another owner.
func (m *Model) FormsChanged() {
	if !m.sets.byAttr {
		return
	}
	var l []dom.NodeID
	for h := range m.sets.of {
		if id := m.store.Resolve(h); id != 0 && m.store.HasAttr(id, atomForm) {
			l = append(l, id)
		}
	}
	for _, id := range l {
		m.Sync(id)
	}
}

// settleForm finds the default button of a connected form.
// https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#default-button
func (m *Model) settleForm(form dom.NodeID) {
	s := m.store
	h := s.Handle(form)
	b := dom.NodeID(0)
	if m.sets.byAttr {
		b = m.DefaultButton(form)
	} else {
		for n := s.Following(form, form); n != 0 && b == 0; n = s.Following(n, form) {
			if s.Kind(n) == dom.KindElement && m.SubmitButton(n) && m.Owner(n) == form {
				b = n
			}
		}
		if b == 0 { // a parser may have given it one that is not in it
			b = m.DefaultButton(form)
		}
	}
	if o := s.Resolve(m.sets.buttons[h]); o != 0 && o != b && m.SubmitButton(o) {
		m.setStates(o, dom.StateDefault, 0)
	}
	if b == 0 {
		delete(m.sets.buttons, h)
		return
	}
	if m.sets.buttons == nil {
		m.sets.buttons = make(map[dom.Handle]dom.Handle)
	}
	m.sets.buttons[h] = s.Handle(b)
	m.setStates(b, dom.StateDefault, dom.StateDefault)
}

// sweep forgets nodes that are gone.
func (x *sets) sweep(s *dom.Store) {
	for h, in := range x.of {
		if s.Resolve(h) != 0 {
			continue
		}
		delete(x.of, h)
		for _, p := range in {
			if x.count[p]--; x.count[p] == 0 {
				delete(x.count, p)
			}
		}
	}
	for f, b := range x.buttons {
		if s.Resolve(f) == 0 || s.Resolve(b) == 0 {
			delete(x.buttons, f)
		}
	}
}

// bytes is about what the maps hold.
func (x *sets) bytes() int64 {
	n := int64(len(x.of))*64 + int64(len(x.count))*24 + int64(len(x.buttons))*32
	for _, l := range x.of {
		n += int64(cap(l)) * 8
	}
	return n
}

// SettleTree brings up the states of the controls of a tree that is in no document.
func (m *Model) SettleTree(root dom.NodeID) {
	m.Settle()
	s := m.store
	if v := s.Version(); m.tree == s.Handle(root) && m.treeVersion == v && m.treeChanges == m.changes {
		return
	}
	var radios []dom.NodeID
	var sets []dom.NodeID
	bad := make(map[dom.NodeID]bool)
	buttons := make(map[dom.NodeID]dom.NodeID)
	for n := root; n != 0; n = s.Following(n, root) {
		if s.Kind(n) != dom.KindElement {
			continue
		}
		en := s.ElementName(n)
		if en.NS != dom.HTML {
			continue
		}
		switch en.Local {
		case atomForm, atomFieldset:
			m.sync(n, false)
			sets = append(sets, n)
			continue
		case atomSelect:
			m.settleSelect(n)
		case atomOption:
			if m.SelectOf(n) == 0 {
				m.sync(n, m.wants(n))
			}
			continue
		case atomInput, atomTextarea, atomButton, atomOptgroup, atomProgress:
			if en.Local == atomInput && m.Type(n) == "radio" {
				radios = append(radios, n)
				continue
			}
			m.sync(n, false)
		default:
			if m.face(n) == nil {
				continue
			}
			m.sync(n, false)
		}
		if m.SubmitButton(n) {
			if f := m.Owner(n); f != 0 && buttons[f] == 0 {
				buttons[f] = n
				m.setStates(n, dom.StateDefault, dom.StateDefault)
			}
		}
		m.blame(bad, n)
	}
	if len(radios) > 0 {
		groups := make(map[radioGroup]missing)
		for _, r := range radios {
			if g := m.radioGroup(r); g.name != "" {
				groups[g] = groups[g].with(m, r)
			}
		}
		m.groups = groups
		for _, r := range radios {
			m.sync(r, false)
			m.blame(bad, r)
		}
		m.groups = nil
	}
	for _, n := range sets {
		m.showValid(n, !bad[n])
	}
	m.tree, m.treeVersion, m.treeChanges = s.Handle(root), s.Version(), m.changes
}

// blame notes the form and the fieldsets of an invalid control.
func (m *Model) blame(bad map[dom.NodeID]bool, id dom.NodeID) {
	if m.store.State(id)&dom.StateInvalid == 0 {
		return
	}
	if f := m.Owner(id); f != 0 {
		bad[f] = true
	}
	for p := m.store.Parent(id); p != 0; p = m.store.Parent(p) {
		if m.is(p, atomFieldset) {
			bad[p] = true
		}
	}
}

// setStates sets those of bits that are in on, and clears the others.
func (m *Model) setStates(id dom.NodeID, bits, on dom.State) {
	old := m.store.State(id)
	if off := old & bits &^ on; off != 0 {
		m.store.SetState(id, off, false)
	}
	if add := on &^ old; add != 0 {
		m.store.SetState(id, add, true)
	}
}
