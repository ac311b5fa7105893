package dom

// Clone copies node id into doc, with its descendants if deep. Shadow roots that are clonable and template contents are copied
// with their elements.
// https://dom.spec.whatwg.org/#concept-node-clone
func (s *Store) Clone(id NodeID, doc *Document, deep bool) NodeID {
	top := s.cloneOne(id, doc, deep)
	if !deep {
		return top
	}
	if s.rows[top].kind == KindDocument {
		doc = s.DocumentOf(top)
	}
	s.cloneChildren(id, top, doc)
	return top
}

// cloneChildren appends copies of the descendants of from to to, by the links of the tree.
func (s *Store) cloneChildren(from, to NodeID, doc *Document) {
	n, parent := s.rows[from].firstChild, to
	for n != 0 {
		c := s.cloneOne(n, doc, true)
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

func (s *Store) cloneOne(id NodeID, doc *Document, deep bool) NodeID {
	r := s.rows[id]
	switch r.kind {
	case KindElement:
		c := s.cloneElement(id, doc)
		if r.flags&HasTemplate != 0 && deep {
			s.cloneChildren(s.templates[id], s.MakeTemplateContents(c), doc.TemplateDocument())
		}
		if r.flags&HasShadow != 0 {
			if sh := s.shadows[id]; sh.Clonable {
				s.cloneChildren(sh.root, s.AttachShadowWith(c, sh.ShadowInit), doc)
			}
		}
		return c
	case KindDocument:
		from := s.docs[r.doc]
		d := s.NewDocument(from.IsHTML)
		d.Mode, d.URL, d.ContentType, d.Encoding = from.Mode, from.URL, from.ContentType, from.Encoding
		d.Journal.Overflow = true
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

func (s *Store) cloneElement(id NodeID, doc *Document) NodeID {
	c := doc.CreateElement(s.rows[id].name)
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
