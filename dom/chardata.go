package dom

import "github.com/niso-engine/niso/internal/atom"

// CreateText makes a Text node of doc; data is copied.
func (d *Document) CreateText(data string) NodeID { return d.createData(KindText, 0, data) }

// CreateComment makes a Comment node.
func (d *Document) CreateComment(data string) NodeID { return d.createData(KindComment, 0, data) }

// CreateCDATA makes a CDATASection node.
func (d *Document) CreateCDATA(data string) NodeID { return d.createData(KindCDATA, 0, data) }

// CreatePI makes a ProcessingInstruction node.
func (d *Document) CreatePI(target atom.Atom, data string) NodeID {
	return d.createData(KindPI, d.AttrName(target), data)
}

func (d *Document) createData(k Kind, name NameID, data string) NodeID {
	id := d.newRow(k, d.index)
	d.rows[id].name = name
	d.setData(id, data)
	return id
}

// CreateDoctype makes a DocumentType node. Name and ids are interned.
func (d *Document) CreateDoctype(name, publicID, systemID string) NodeID {
	id := d.newRow(KindDoctype, d.index)
	r := &d.rows[id]
	r.name = d.AttrName(d.Atoms.Intern(name))
	r.a, r.b = uint32(d.Atoms.Intern(publicID)), uint32(d.Atoms.Intern(systemID))
	return id
}

// Doctype returns the parts of DocumentType node id.
func (s *Store) Doctype(id NodeID) (name, publicID, systemID string) {
	r := &s.rows[id]
	return s.Atoms.String(s.names[r.name].Local), s.Atoms.String(atomOf(r.a)), s.Atoms.String(atomOf(r.b))
}

// CreateFragment makes a DocumentFragment.
func (d *Document) CreateFragment() NodeID { return d.newRow(KindFragment, d.index) }

// Data is the data of a Text, Comment, CDATASection or ProcessingInstruction node, as a view that is
// valid until the data changes or the node goes: clone it to keep it.
func (s *Store) Data(id NodeID) string {
	r := &s.rows[id]
	return s.heap.view(ref(r.a), r.b)
}

// DataLength is the length of the data in UTF-16 code units.
func (s *Store) DataLength(id NodeID) int { return int(s.rows[id].c) }

// SetData replaces the data of id. data is copied; it may be a view of the node's own data.
func (s *Store) SetData(id NodeID, data string) {
	r := &s.rows[id]
	oldRef, oldSize := ref(r.a), int(r.b)
	old := s.heap.view(oldRef, uint32(oldSize))
	s.setData(id, data)
	if h := s.Hooks.Observer; h != nil && s.observed(id) {
		h.CharacterData(id, old)
	}
	s.dataChanged(id)
	s.heap.release(oldRef, oldSize)
}

// AppendData appends data to that of id, in place where its block has room: a text that a parser
// makes piece by piece takes time linear in its length.
func (s *Store) AppendData(id NodeID, data string) {
	if data == "" {
		return
	}
	r := &s.rows[id]
	h := s.Hooks.Observer
	if h != nil && s.observed(id) {
		s.SetData(id, s.Data(id)+data)
		return
	}
	r.a = uint32(s.heap.extend(ref(r.a), int(r.b), data))
	r.b += uint32(len(data))
	n := UTF16Len(data)
	r.c += uint32(n)
	if n != len(data) {
		r.flags |= NonASCII
	}
	s.dataChanged(id)
}

// dataChanged records that the data of id changed, and tells its parent.
func (s *Store) dataChanged(id NodeID) {
	s.version++
	r := &s.rows[id]
	if r.flags&Connected != 0 {
		j := &s.docs[r.doc].Journal
		if m := (Mutation{Kind: TextSet, Node: id, Parent: r.parent}); !j.endsWith(m) {
			j.add(m)
		}
	}
	if p := r.parent; p != 0 && s.rows[p].flags&Watched != 0 && s.Hooks.ChildrenChanged != nil {
		s.Hooks.ChildrenChanged(p)
	}
}

// setData stores data without freeing what was there.
func (s *Store) setData(id NodeID, data string) {
	b := s.heap.alloc(data)
	r := &s.rows[id]
	n := UTF16Len(data)
	r.a, r.b, r.c = uint32(b), uint32(len(data)), uint32(n)
	r.flags &^= NonASCII
	if n != len(data) {
		r.flags |= NonASCII
	}
}

// TextContent appends the data of all Text and CDATASection descendants of id to dst (its own data, for
// character data).
func (s *Store) TextContent(dst []byte, id NodeID) []byte {
	if s.rows[id].kind.IsCharacterData() {
		return append(dst, s.Data(id)...)
	}
	for n := s.Following(id, id); n != 0; n = s.Following(n, id) {
		if s.rows[n].kind.IsText() {
			dst = append(dst, s.Data(n)...)
		}
	}
	return dst
}
