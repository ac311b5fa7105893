package dom

import (
	"iter"
	"slices"

	"github.com/niso-engine/niso/internal/atom"
)

// ShadowMode is the mode of a shadow root.
type ShadowMode uint8

const (
	ShadowOpen ShadowMode = iota
	ShadowClosed
	ShadowUserAgent // made by the engine; script never sees it
)

// ShadowInit are the properties of a shadow root.
type ShadowInit struct {
	Mode           ShadowMode
	DelegatesFocus bool
	ManualSlots    bool // slot assignment is "manual"
	Clonable       bool
	Serializable   bool
	Declarative    bool
	// KeepRegistryNull says that the shadow root has no custom element registry until it is given one.
	KeepRegistryNull bool
	// Internals says that ElementInternals show the shadow root.
	Internals bool
}

// shadow is what the store keeps of a shadow tree.
type shadow struct {
	root NodeID
	ShadowInit
	// Slots, derived when asked for: which slot a child of the host is in, and what a slot has.
	fresh    bool
	slotOf   map[NodeID]NodeID
	assigned map[NodeID][]NodeID
	manual   map[NodeID][]NodeID // what script assigned, by slot
}

// AttachShadow makes the shadow root of host, which has none yet.
// https://dom.spec.whatwg.org/#concept-attach-a-shadow-root
func (s *Store) AttachShadow(host NodeID) NodeID { return s.AttachShadowWith(host, ShadowInit{}) }

// AttachShadowWith is AttachShadow with properties.
func (s *Store) AttachShadowWith(host NodeID, init ShadowInit) NodeID {
	if s.shadows == nil {
		s.shadows, s.hosts = make(map[NodeID]*shadow), make(map[NodeID]NodeID)
	}
	root := s.newRow(KindShadowRoot, s.rows[host].doc)
	s.shadows[host], s.hosts[root] = &shadow{root: root, ShadowInit: init}, host
	s.rows[host].flags |= HasShadow
	s.rows[root].flags |= InShadow | s.rows[host].flags&Connected
	s.version++
	if s.Hooks.SlotChanged != nil {
		s.slots(host)
	}
	if s.rows[host].flags&Connected != 0 {
		s.rows[root].flags |= named
		s.DocumentOf(host).Journal.add(Mutation{Kind: ShadowAttached, Node: host})
	}
	return root
}

// ShadowRoot is the shadow root of host, or 0.
func (s *Store) ShadowRoot(host NodeID) NodeID {
	if s.rows[host].flags&HasShadow == 0 {
		return 0
	}
	return s.shadows[host].root
}

// ShadowInit are the properties of a shadow root.
func (s *Store) ShadowInit(root NodeID) ShadowInit {
	if h := s.hosts[root]; h != 0 {
		return s.shadows[h].ShadowInit
	}
	return ShadowInit{}
}

// ShadowUsed says that script took over a declarative shadow root.
func (s *Store) ShadowUsed(root NodeID) { s.shadows[s.hosts[root]].Declarative = false }

// Host is the host of a shadow root, or 0.
func (s *Store) Host(root NodeID) NodeID { return s.hosts[root] }

// ContainingShadowRoot is the shadow root that id is in, or 0.
func (s *Store) ContainingShadowRoot(id NodeID) NodeID {
	if s.rows[id].flags&InShadow == 0 {
		return 0
	}
	return s.Root(id)
}

// ParentOrHost is the parent of id, or the host of a shadow root: the shadow-including parent.
func (s *Store) ParentOrHost(id NodeID) NodeID {
	if s.rows[id].kind == KindShadowRoot {
		return s.hosts[id]
	}
	return s.rows[id].parent
}

// TemplateContents is the fragment of a template element's contents, or 0.
func (s *Store) TemplateContents(template NodeID) NodeID {
	if s.rows[template].flags&HasTemplate == 0 {
		return 0
	}
	return s.templates[template]
}

// MakeTemplateContents gives a template element its contents, a fragment owned by the inert
// document of the element's document.
func (s *Store) MakeTemplateContents(template NodeID) NodeID {
	if f := s.TemplateContents(template); f != 0 {
		return f
	}
	if s.templates == nil {
		s.templates = make(map[NodeID]NodeID)
	}
	f := s.DocumentOf(template).TemplateDocument().CreateFragment()
	s.templates[template] = f
	if s.owners == nil {
		s.owners = make(map[NodeID]NodeID)
	}
	s.owners[f] = template
	s.rows[template].flags |= HasTemplate
	return f
}

// TemplateOf is the template element whose contents a fragment is, or 0.
func (s *Store) TemplateOf(fragment NodeID) NodeID { return s.owners[fragment] }

var atomSlot, atomName = atom.Static("slot"), atom.Static("name")

// WatchSlots begins to tell hook f of changed slots: what each slot has is known from now on.
func (s *Store) WatchSlots(f func(slot NodeID)) {
	for host := range s.shadows {
		s.slots(host)
	}
	s.Hooks.SlotChanged = f
}

// signalSlots assigns the slottables of host and tells of the slots that had others before.
func (s *Store) signalSlots(host NodeID, old map[NodeID][]NodeID) {
	sh := s.slots(host)
	var changed []NodeID
	for slot, l := range sh.assigned {
		if !slices.Equal(l, old[slot]) {
			changed = append(changed, slot)
		}
	}
	for slot, l := range old {
		if len(l) > 0 && len(sh.assigned[slot]) == 0 {
			changed = append(changed, slot)
		}
	}
	if len(changed) > 1 { // those that lost a node first, then in tree order
		lost := func(slot NodeID) bool {
			return slices.ContainsFunc(old[slot], func(n NodeID) bool { return !slices.Contains(sh.assigned[slot], n) })
		}
		slices.SortFunc(changed, func(a, b NodeID) int {
			if x, y := lost(a), lost(b); x != y {
				if x {
					return -1
				}
				return 1
			}
			if s.CompareDocumentPosition(a, b)&4 != 0 {
				return -1
			}
			return 1
		})
	}
	for _, slot := range changed {
		s.Hooks.SlotChanged(slot)
	}
}

// slotsChanged notes that the children of parent changed: a host's, or those in a shadow tree.
func (s *Store) slotsChanged(parent NodeID) {
	r := &s.rows[parent]
	if r.flags&HasShadow != 0 {
		s.slotsStale(parent)
	}
	if r.flags&InShadow != 0 {
		if h := s.hosts[s.Root(parent)]; h != 0 {
			if s.Hooks.SlotChanged != nil && s.IsHTMLElement(parent, atomSlot) && len(s.AssignedNodes(parent)) == 0 {
				s.Hooks.SlotChanged(parent)
			}
			s.slotsStale(h)
		}
	}
}

func (s *Store) slotsStale(host NodeID) {
	sh := s.shadows[host]
	if !sh.fresh {
		return // nobody asked since
	}
	old := sh.assigned
	sh.fresh, sh.slotOf, sh.assigned = false, nil, nil
	if s.Hooks.SlotChanged != nil {
		s.signalSlots(host, old)
	}
	if r := &s.rows[host]; r.flags&Connected != 0 {
		s.docs[r.doc].Journal.add(Mutation{Kind: SlotsChanged, Node: host})
	}
}

func (s *Store) slotAttrChanged(id NodeID, name NameID) {
	n := &s.names[name]
	if n.NS != NoNamespace {
		return
	}
	switch n.Local {
	case atomSlot:
		if p := s.rows[id].parent; p != 0 && s.rows[p].flags&HasShadow != 0 {
			s.slotsStale(p)
		}
	case atomName:
		if s.rows[id].flags&InShadow != 0 && s.IsHTMLElement(id, atomSlot) {
			if h := s.hosts[s.Root(id)]; h != 0 {
				s.slotsStale(h)
			}
		}
	}
}

// slots assigns the children of host to the slots of its shadow tree.
// https://dom.spec.whatwg.org/#assign-slotables-for-a-tree
func (s *Store) slots(host NodeID) *shadow {
	sh := s.shadows[host]
	if sh.fresh {
		return sh
	}
	sh.fresh, sh.slotOf, sh.assigned = true, make(map[NodeID]NodeID), make(map[NodeID][]NodeID)
	if sh.ManualSlots {
		for slot, nodes := range sh.manual {
			if !s.Alive(slot) || s.Root(slot) != sh.root {
				continue
			}
			for _, n := range nodes {
				if s.Alive(n) && s.rows[n].parent == host && sh.slotOf[n] == 0 {
					sh.slotOf[n] = slot
					sh.assigned[slot] = append(sh.assigned[slot], n)
				}
			}
		}
		return sh
	}
	byName := make(map[string]NodeID)
	for n := s.Following(sh.root, sh.root); n != 0; n = s.Following(n, sh.root) {
		if s.IsHTMLElement(n, atomSlot) {
			name := s.Attr(n, atomName)
			if _, taken := byName[name]; !taken {
				byName[name] = n
			}
		}
	}
	for c := s.rows[host].firstChild; c != 0; c = s.rows[c].next {
		name := ""
		switch k := s.rows[c].kind; {
		case k == KindElement:
			name = s.Attr(c, atomSlot)
		case !k.IsText():
			continue
		}
		if slot := byName[name]; slot != 0 {
			sh.slotOf[c] = slot
			sh.assigned[slot] = append(sh.assigned[slot], c)
		}
	}
	return sh
}

// SettleSlots assigns what waits for it in all shadow trees: until the next mutation AssignedSlot and AssignedNodes only read, and may be
// asked from any goroutine.
func (s *Store) SettleSlots() {
	for h := range s.shadows {
		s.slots(h)
	}
}

// AssignSlot sets the nodes that script assigned to slot, of a shadow tree with manual slots.
// https://html.spec.whatwg.org/multipage/scripting.html#dom-slot-assign
func (s *Store) AssignSlot(slot NodeID, nodes []NodeID) {
	h := s.hosts[s.Root(slot)]
	if h == 0 {
		return
	}
	sh := s.shadows[h]
	if sh.manual == nil {
		sh.manual = make(map[NodeID][]NodeID)
	}
	for other, l := range sh.manual { // a node is in one slot
		kept := l[:0]
		for _, n := range l {
			in := false
			for _, m := range nodes {
				in = in || m == n
			}
			if !in {
				kept = append(kept, n)
			}
		}
		sh.manual[other] = kept
	}
	sh.manual[slot] = append([]NodeID(nil), nodes...)
	sh.fresh = true
	s.slotsStale(h)
}

// AssignedSlot is the slot that id is assigned to, or 0.
func (s *Store) AssignedSlot(id NodeID) NodeID {
	p := s.rows[id].parent
	if p == 0 || s.rows[p].flags&HasShadow == 0 {
		return 0
	}
	return s.slots(p).slotOf[id]
}

// AssignedNodes are the nodes assigned to slot, in order; not to be changed.
func (s *Store) AssignedNodes(slot NodeID) []NodeID {
	if len(s.shadows) == 0 || s.rows[slot].flags&InShadow == 0 {
		return nil
	}
	if h := s.hosts[s.Root(slot)]; h != 0 {
		return s.slots(h).assigned[slot]
	}
	return nil
}

// FlatChildren visits the children of id in the flat tree: those of its shadow root, what is assigned to a slot, or its own.
// https://drafts.csswg.org/css-scoping/#flattening
func (s *Store) FlatChildren(id NodeID) iter.Seq[NodeID] {
	r := &s.rows[id]
	if r.flags&HasShadow != 0 {
		return s.Children(s.shadows[id].root)
	}
	if r.flags&InShadow != 0 && s.IsHTMLElement(id, atomSlot) {
		if l := s.AssignedNodes(id); len(l) > 0 {
			return func(yield func(NodeID) bool) {
				for _, n := range l {
					if !yield(n) {
						return
					}
				}
			}
		}
	}
	return s.Children(id)
}

// FlatParent is the parent of id in the flat tree; 0 at its root, and for what is not in it: a host's
// child without a slot, and the fallback of a slot that has nodes.
func (s *Store) FlatParent(id NodeID) NodeID {
	p := s.rows[id].parent
	if p == 0 {
		return 0
	}
	r := &s.rows[p]
	switch {
	case r.kind == KindShadowRoot:
		return s.hosts[p]
	case r.flags&HasShadow != 0:
		return s.AssignedSlot(id)
	case r.flags&InShadow != 0 && s.IsHTMLElement(p, atomSlot) && len(s.AssignedNodes(p)) > 0:
		return 0
	}
	return p
}
