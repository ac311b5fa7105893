package dom

import "github.com/niso-engine/niso/internal/atom"

// Clone copies node id into doc, with its descendants if deep. Shadow roots that are clonable and template contents are copied
// with their elements.
// https://dom.spec.whatwg.org/#concept-node-clone
func (s *Store) Clone(id NodeID, doc *Document, deep bool) NodeID {
	return s.CloneWith(id, doc, deep, RegistryNull)
}

// CloneWith is Clone with a custom element registry for the elements that have none.
func (s *Store) CloneWith(id NodeID, doc *Document, deep bool, fallback RegistryID) NodeID {
	top := s.cloneOne(id, doc, deep, fallback)
	if !deep {
		return top
	}
	if s.rows[top].kind == KindDocument {
		doc = s.DocumentOf(top)
	}
	s.cloneChildren(id, top, doc, fallback)
	return top
}

// cloneChildren appends copies of the descendants of from to to, by the links of the tree.
func (s *Store) cloneChildren(from, to NodeID, doc *Document, fallback RegistryID) {
	n, parent := s.rows[from].firstChild, to
	for n != 0 {
		c := s.cloneOne(n, doc, true, fallback)
		s.InsertNew(parent, c, 0)
		if child := s.rows[n].firstChild; child != 0 {
			n, parent = child, c
			continue
		}
		for n != from && s.rows[n].next == 0 {
			n = s.rows[n].parent
			if n != from {
				parent = s.rows[parent].parent
			}
		}
		if n == from {
			return
		}
		n = s.rows[n].next
	}
}

func (s *Store) cloneOne(id NodeID, doc *Document, deep bool, fallback RegistryID) NodeID {
	r := s.rows[id]
	switch r.kind {
	case KindElement:
		c := s.cloneElement(id, doc, fallback)
		if r.flags&HasTemplate != 0 && deep {
			s.cloneChildren(s.templates[id], s.MakeTemplateContents(c), doc.TemplateDocument(), RegistryNull)
		}
		if r.flags&HasShadow != 0 {
			if sh := s.shadows[id]; sh.Clonable {
				root := s.AttachShadowWith(c, sh.ShadowInit)
				s.SetRegistry(root, doc.normalRegistry(s.Registry(sh.root)))
				s.cloneChildren(sh.root, root, doc, RegistryNull)
			}
		}
		return c
	case KindDocument:
		from := s.docs[r.doc]
		d := s.NewDocument(from.IsHTML)
		d.Mode, d.URL, d.ContentType, d.Encoding = from.Mode, from.URL, from.ContentType, from.Encoding
		d.Journal.Overflow = true
		if reg := s.Registry(id); reg >= RegistryScoped {
			s.SetRegistry(d.Node, reg)
		}
		return d.Node
	case KindDoctype:
		c := s.newRow(KindDoctype, doc.index)
		n := &s.rows[c]
		n.name, n.a, n.b = r.name, r.a, r.b
		return c
	case KindFragment, KindShadowRoot:
		return doc.CreateFragment()
	}
	return doc.createData(r.kind, r.name, s.Data(id))
}

func (s *Store) cloneElement(id NodeID, doc *Document, fallback RegistryID) NodeID {
	c := doc.CreateElement(s.rows[id].name)
	if len(s.special) > 0 || fallback >= RegistryScoped {
		s.cloneSpecial(id, c, fallback)
	}
	var last AttrID
	for a := AttrID(s.rows[id].a); a != 0; a = s.attrs[a].next {
		from := s.attrs[a]
		v := s.newAttr(from.name, s.heap.view(from.value, from.size))
		if last != 0 {
			s.attrs[last].next = v
		} else {
			s.rows[c].a = uint32(v)
		}
		last = v
	}
	r := &s.rows[id]
	s.rows[c].b, s.rows[c].c = r.b, r.c
	s.rows[c].flags |= r.flags & (HasInlineStyle | ScriptStarted | Watched)
	if s.rows[c].flags&Watched != 0 && s.Hooks.Cloned != nil {
		s.Hooks.Cloned(id, c)
	}
	return c
}

// cloneSpecial gives a copy its is value and its registry.
func (s *Store) cloneSpecial(id, c NodeID, fallback RegistryID) {
	if is := s.IsValue(id); is != atom.None {
		s.SetIsValue(c, is)
	}
	reg, doc := s.Registry(id), s.DocumentOf(c)
	if s.DocumentOf(id).noRegistry(reg) {
		reg = fallback
	}
	s.SetRegistry(c, doc.normalRegistry(reg))
}
