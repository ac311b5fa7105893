package form

import "github.com/niso-engine/niso/dom"

// What the states of options, radio buttons and default buttons are depends on all others of their select, group or form. Each one that a parser
// inserts changes it, so it is found out once, before somebody asks.

// unsettled are the selects, radio buttons and forms whose states wait, and groups that a radio button left.
type unsettled struct {
	list   []dom.NodeID
	set    map[dom.NodeID]struct{}
	groups []radioGroup
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

func (m *Model) laterGroup(g radioGroup) { m.unsettled.groups = append(m.unsettled.groups, g) }

// Settle brings up the states that Sync put off.
func (m *Model) Settle() {
	u := m.unsettled
	if len(u.list) == 0 && len(u.groups) == 0 {
		return
	}
	m.unsettled = unsettled{}
	groups := make(map[radioGroup]missing)
	for _, g := range u.groups {
		groups[g] = missing{}
	}
	for _, id := range u.list {
		switch {
		case !m.store.Alive(id):
		case m.is(id, atomSelect):
			m.settleSelect(id)
		case m.is(id, atomForm):
			m.settleForm(id)
		case m.is(id, atomInput) && m.Type(id) == "radio":
			if g := m.radioGroup(id); g.name != "" {
				groups[g] = missing{}
			} else {
				m.sync(id, false)
			}
		case m.is(id, atomInput):
			m.sync(id, false)
		}
	}
	if len(groups) > 0 {
		m.settleGroups(groups)
	}
}

// settleGroups brings up the radio buttons of groups: each tree with some of them is walked once.
func (m *Model) settleGroups(groups map[radioGroup]missing) {
	s := m.store
	var radios []dom.NodeID
	walked := make(map[dom.NodeID]bool)
	for g := range groups {
		if walked[g.root] || !s.Alive(g.root) {
			continue
		}
		walked[g.root] = true
		for n := g.root; n != 0; n = s.Following(n, g.root) {
			if s.Kind(n) == dom.KindElement && m.is(n, atomInput) && m.Type(n) == "radio" {
				radios = append(radios, n)
			}
		}
	}
	in := radios[:0]
	for _, n := range radios {
		g := m.radioGroup(n)
		if x, ok := groups[g]; ok {
			groups[g] = x.with(m, n)
			in = append(in, n)
		}
	}
	m.groups = groups
	for _, n := range in {
		m.sync(n, false)
	}
	m.groups = nil
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

// group is what is missing in the group of a radio button; false where it is in none.
func (m *Model) group(id dom.NodeID) (x missing, ok bool) {
	if m.store.Attr(id, atomName) == "" {
		return x, false
	}
	if m.groups != nil {
		if x, ok = m.groups[m.radioGroup(id)]; ok {
			return x, true
		}
	}
	for _, r := range m.RadioGroup(id) {
		x = x.with(m, r)
	}
	return x, true
}
