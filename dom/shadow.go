package dom

// AttachShadow makes the shadow root of host, which has none yet.
// https://dom.spec.whatwg.org/#concept-attach-a-shadow-root
func (s *Store) AttachShadow(host NodeID) NodeID {
	if s.shadows == nil {
		s.shadows, s.hosts = make(map[NodeID]NodeID), make(map[NodeID]NodeID)
	}
	root := s.newRow(KindShadowRoot, s.rows[host].doc)
	s.shadows[host], s.hosts[root] = root, host
	s.rows[host].flags |= HasShadow
	s.rows[root].flags |= InShadow | s.rows[host].flags&Connected
	if s.rows[host].flags&Connected != 0 {
		s.DocumentOf(host).Journal.add(Mutation{Kind: ShadowAttached, Node: host})
	}
	return root
}

// ShadowRoot is the shadow root of host, or 0.
func (s *Store) ShadowRoot(host NodeID) NodeID {
	if s.rows[host].flags&HasShadow == 0 {
		return 0
	}
	return s.shadows[host]
}

// Host is the host of a shadow root, or 0.
func (s *Store) Host(root NodeID) NodeID { return s.hosts[root] }

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
