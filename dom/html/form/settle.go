package form

import "github.com/niso-engine/niso/dom"

// What the states of options and radio buttons are depends on all others of their select or group. Each one that a parser
// inserts changes it, so it is found out once, before somebody asks.

// unsettled are the selects and radio buttons whose states wait.
type unsettled struct {
	list []dom.NodeID
	set  map[dom.NodeID]struct{}
}

func (m *Model) later(id dom.NodeID) {
	u := &m.unsettled
	if _, ok := u.set[id]; ok {
		return
	}
	if u.set == nil {
		u.set = make(map[dom.NodeID]struct{})
	}
	u.set[id] = struct{}{}
	u.list = append(u.list, id)
}

// Settle brings up the states that Sync put off.
func (m *Model) Settle() {
	u := m.unsettled
	if len(u.list) == 0 {
		return
	}
	m.unsettled = unsettled{}
	m.missing = make(map[dom.NodeID]map[radioGroup]missing)
	defer func() { m.missing = nil }()
	for _, id := range u.list {
		switch {
		case !m.store.Alive(id):
		case m.is(id, atomSelect):
			m.settleSelect(id)
		case m.is(id, atomInput):
			m.sync(id, false)
		}
	}
}

func (m *Model) settleSelect(sel dom.NodeID) {
	multiple := m.Multiple(sel)
	one := dom.NodeID(0)
	if !multiple {
		one = m.chosen(sel)
	}
	for _, o := range m.Options(sel) {
		m.sync(o, o == one || multiple && m.wants(o))
	}
	m.sync(sel, false)
}

// missing says of a group of radio buttons whether one is required and whether one is checked.
type missing struct{ required, checked bool }

func (x missing) with(m *Model, radio dom.NodeID) missing {
	return missing{x.required || m.store.HasAttr(radio, atomRequired), x.checked || m.Checked(radio)}
}

// groupMissing reports whether the group of a radio button needs a value and has none.
func (m *Model) groupMissing(id dom.NodeID) bool {
	var x missing
	g := m.radioGroup(id)
	switch {
	case g.name == "": // in no group
	case m.missing == nil:
		for _, r := range m.RadioGroup(id) {
			x = x.with(m, r)
		}
	default:
		groups, ok := m.missing[g.root]
		if !ok { // all groups of the tree in one walk
			groups = make(map[radioGroup]missing)
			m.missing[g.root] = groups
			for n := g.root; n != 0; n = m.store.Following(n, g.root) {
				if m.store.Kind(n) == dom.KindElement && m.is(n, atomInput) && m.Type(n) == "radio" {
					k := m.radioGroup(n)
					groups[k] = groups[k].with(m, n)
				}
			}
		}
		x = groups[g]
	}
	return x.required && !x.checked
}
