package dom

import "iter"

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
	asked    bool      // somebody wants to know which slots have which nodes: slotting is kept right
	slotting *slotting // nil before asked, and while there was no slot
	noted    uint64    // the journal's drains, plus 1, when a change of the slots was recorded there
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
		s.shadows[host].asked = true
	} else {
		if s.unslotted == nil {
			s.unslotted = make(map[NodeID]struct{})
		}
		s.unslotted[host] = struct{}{}
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

// FlatChildren visits the children of id in the flat tree: those of its shadow root, what is assigned to a slot, or its own.
// https://drafts.csswg.org/css-scoping/#flattening
func (s *Store) FlatChildren(id NodeID) iter.Seq[NodeID] {
	r := &s.rows[id]
	if r.flags&HasShadow != 0 {
		return s.Children(s.shadows[id].root)
	}
	if r.flags&InShadow != 0 && s.IsHTMLElement(id, atomSlot) {
		if s.HasAssigned(id) {
			return s.Assigned(id)
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
	case r.flags&InShadow != 0 && s.IsHTMLElement(p, atomSlot) && s.HasAssigned(p):
		return 0
	}
	return p
}
