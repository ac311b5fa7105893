package dom

import (
	"strings"

	"github.com/niso-engine/niso/internal/atom"
)

func atomOf(v uint32) atom.Atom { return atom.Atom(v) }

var (
	atomID    = atom.Static("id")
	atomClass = atom.Static("class")
	atomStyle = atom.Static("style")
	atomIs    = atom.Static("is")

	atomPopover              = atom.Static("popover")
	atomInert, atomAutofocus = atom.Static("inert"), atom.Static("autofocus")
)

// watchedElements are the HTML elements that get the Watched flag when made: those that the host acts on when they come, go or change.
const watchedElements = "script style link img iframe frame object embed base meta title input textarea select option optgroup button form audio video source canvas template body frameset html details dialog area a picture label fieldset slot progress track"

// staticElements says by static atom what an HTML element of that name is.
var staticElements = func() []elementSort {
	l := make([]elementSort, atom.StaticCount())
	for i := range l {
		l[i] = sortOf(atom.StaticString(atom.Atom(i)))
	}
	for _, n := range strings.Fields(watchedElements) {
		l[atom.Static(n)] = watchedElement
	}
	return l
}()

type elementSort uint8

const (
	plainElement elementSort = iota
	watchedElement
	customElement // once script defines it
)

func sortOf(name string) elementSort {
	if strings.IndexByte(name, '-') > 0 && ValidCustomName(name) {
		return customElement
	}
	return plainElement
}

// CreateElement makes an element of doc without a parent.
func (d *Document) CreateElement(name NameID) NodeID {
	id := d.newRow(KindElement, d.index)
	r := &d.rows[id]
	r.name = name
	n := &d.names[name]
	switch n.NS {
	case HTML:
		sort := plainElement
		if atom.IsStatic(n.Local) {
			sort = staticElements[n.Local]
		} else {
			sort = sortOf(d.Atoms.String(n.Local))
		}
		switch sort {
		case watchedElement:
			r.flags |= Watched
		case customElement:
			r.flags |= Watched
			return id
		}
	case SVG:
		if n.Local == atomScript || n.Local == atomStyle || n.Local == atomSVGImage {
			r.flags |= Watched
		}
	}
	r.state = StateDefined
	return id
}

// CreateElementWith is CreateElement with attributes whose names are distinct. The values are copied.
func (d *Document) CreateElementWith(name NameID, attrs []Attr) NodeID {
	id := d.CreateElement(name)
	var last AttrID
	for _, at := range attrs {
		if n := &d.names[at.Name]; n.Local == atomIs && n.NS == NoNamespace && d.names[name].NS == HTML {
			d.SetIsValue(id, d.Atoms.Intern(at.Value))
		}
		a := d.newAttr(at.Name, at.Value)
		if last != 0 {
			d.attrs[last].next = a
		} else {
			d.rows[id].a = uint32(a)
		}
		last = a
		d.deriveAttr(id, at.Name, at.Value, true)
	}
	return id
}

var atomScript, atomSVGImage = atom.Static("script"), atom.Static("image")

// ElementName is the qualified name of element id.
func (s *Store) ElementName(id NodeID) Name { return s.names[s.rows[id].name] }

// NameIDOf is the row of the name of id: elements, doctypes and processing instructions have one.
func (s *Store) NameIDOf(id NodeID) NameID { return s.rows[id].name }

// LocalName is the local name of element id.
func (s *Store) LocalName(id NodeID) atom.Atom { return s.names[s.rows[id].name].Local }

// IsHTMLElement reports whether id is an element in the HTML namespace with the local name.
func (s *Store) IsHTMLElement(id NodeID, local atom.Atom) bool {
	r := &s.rows[id]
	if r.kind != KindElement {
		return false
	}
	n := &s.names[r.name]
	return n.NS == HTML && n.Local == local
}

// ID is the id of element id as an atom; None without one or with an empty one.
func (s *Store) ID(id NodeID) atom.Atom { return atom.Atom(s.rows[id].c) }

// ClassList is the class list of element id.
func (s *Store) ClassList(id NodeID) ClassListID { return ClassListID(s.rows[id].b) }

// ClassesOf are the classes of element id. Not to be changed.
func (s *Store) ClassesOf(id NodeID) []atom.Atom { return s.Classes(ClassListID(s.rows[id].b)) }

// HasClass reports whether element id has the class.
func (s *Store) HasClass(id NodeID, class atom.Atom) bool {
	for _, c := range s.ClassesOf(id) {
		if c == class {
			return true
		}
	}
	return false
}

// State are the state bits of element id.
func (s *Store) State(id NodeID) State { return s.rows[id].state }

// Settle makes true what was put off of states.
func (s *Store) Settle() {
	if f := s.Hooks.Settle; f != nil {
		f()
	}
}

// SettleTree is Settle for the tree of a node that is in no document; in one it is Settle.
func (s *Store) SettleTree(id NodeID) {
	if f := s.Hooks.SettleTree; f != nil && s.rows[id].flags&Connected == 0 {
		f(s.Root(id))
	} else {
		s.Settle()
	}
}

// SetState sets or clears bits of the state of element id, and records what changed.
func (s *Store) SetState(id NodeID, bits State, on bool) {
	r := &s.rows[id]
	was := r.state
	if on {
		r.state |= bits
	} else {
		r.state &^= bits
	}
	if ch := was ^ r.state; ch != 0 && r.flags&Connected != 0 {
		s.docs[r.doc].Journal.add(Mutation{Kind: StateSet, Node: id, Old: uint32(ch)})
	}
}

// Attr is one attribute of an element.
type Attr struct {
	Name  NameID
	Value string // a view: valid until the attribute changes
}

// FirstAttr is the first attribute row of element id, or 0.
func (s *Store) FirstAttr(id NodeID) AttrID { return AttrID(s.rows[id].a) }

// NextAttr is the attribute row after a, or 0.
func (s *Store) NextAttr(a AttrID) AttrID { return s.attrs[a].next }

// AttrAt is the attribute at row a.
func (s *Store) AttrAt(a AttrID) Attr {
	r := &s.attrs[a]
	return Attr{r.name, s.heap.view(r.value, r.size)}
}

// Attrs visits the attributes of element id in order.
func (s *Store) Attrs(id NodeID) func(yield func(Attr) bool) {
	return func(yield func(Attr) bool) {
		for a := AttrID(s.rows[id].a); a != 0; a = s.attrs[a].next {
			if !yield(s.AttrAt(a)) {
				return
			}
		}
	}
}

// AttrCount is the number of attributes of element id.
func (s *Store) AttrCount(id NodeID) (n int) {
	for a := AttrID(s.rows[id].a); a != 0; a = s.attrs[a].next {
		n++
	}
	return n
}

// GetAttr is the value of the attribute with the name. The string is a view that
// is valid until the attribute changes: clone it to keep it.
func (s *Store) GetAttr(id NodeID, name NameID) (value string, ok bool) {
	for a := AttrID(s.rows[id].a); a != 0; a = s.attrs[a].next {
		if r := &s.attrs[a]; r.name == name {
			return s.heap.view(r.value, r.size), true
		}
	}
	return "", false
}

// Attr is the value of the attribute in no namespace with the local name, or "" (a view, as GetAttr's).
func (s *Store) Attr(id NodeID, local atom.Atom) string {
	v, _ := s.LookupAttr(id, local)
	return v
}

// LookupAttr is Attr with the information whether the attribute is there.
func (s *Store) LookupAttr(id NodeID, local atom.Atom) (string, bool) {
	if s.rows[id].kind != KindElement {
		return "", false
	}
	for a := AttrID(s.rows[id].a); a != 0; a = s.attrs[a].next {
		r := &s.attrs[a]
		if n := &s.names[r.name]; n.Local == local && n.NS == NoNamespace {
			return s.heap.view(r.value, r.size), true
		}
	}
	return "", false
}

// HasAttr reports whether element id has the attribute in no namespace with the local name.
func (s *Store) HasAttr(id NodeID, local atom.Atom) bool {
	_, ok := s.LookupAttr(id, local)
	return ok
}

// SetAttr sets the attribute of element id. value is copied.
// https://dom.spec.whatwg.org/#concept-element-attributes-change
func (s *Store) SetAttr(id NodeID, name NameID, value string) {
	var last AttrID
	for a := AttrID(s.rows[id].a); a != 0; a = s.attrs[a].next {
		if s.attrs[a].name == name {
			s.changeAttr(id, a, value)
			return
		}
		last = a
	}
	a := s.newAttr(name, value)
	if last != 0 {
		s.attrs[last].next = a
	} else {
		s.rows[id].a = uint32(a)
	}
	s.attrDone(id, name, "", false, value, true)
}

func (s *Store) newAttr(name NameID, value string) AttrID {
	v := s.heap.alloc(value)
	a := s.freeAttr
	if a != 0 {
		s.freeAttr = s.attrs[a].next
		s.attrs[a] = attrRow{name: name, value: v, size: uint32(len(value))}
		return a
	}
	full := len(s.attrs) == cap(s.attrs)
	s.attrs = append(s.attrs, attrRow{name: name, value: v, size: uint32(len(value))})
	if full {
		s.grown()
	}
	return AttrID(len(s.attrs) - 1)
}

func (s *Store) freeAttrRow(a AttrID) {
	r := &s.attrs[a]
	s.heap.release(r.value, int(r.size))
	*r = attrRow{next: s.freeAttr}
	s.freeAttr = a
}

func (s *Store) changeAttr(id NodeID, a AttrID, value string) {
	r := &s.attrs[a]
	name, oldRef, oldSize := r.name, r.value, r.size
	old := s.heap.view(oldRef, oldSize)
	nv := s.heap.alloc(value)
	r = &s.attrs[a]
	r.value, r.size = nv, uint32(len(value))
	s.attrDone(id, name, old, true, value, true)
	// The old bytes stay valid until the hooks have seen them.
	s.heap.release(oldRef, int(oldSize))
}

// RemoveAttr removes the attribute and reports whether it was there.
func (s *Store) RemoveAttr(id NodeID, name NameID) bool {
	var prev AttrID
	for a := AttrID(s.rows[id].a); a != 0; prev, a = a, s.attrs[a].next {
		r := &s.attrs[a]
		if r.name != name {
			continue
		}
		if prev != 0 {
			s.attrs[prev].next = r.next
		} else {
			s.rows[id].a = uint32(r.next)
		}
		old := s.heap.view(r.value, r.size)
		s.attrDone(id, name, old, true, "", false)
		s.freeAttrRow(a)
		return true
	}
	return false
}

// attrDone keeps the derived columns, records, and calls the hooks.
func (s *Store) attrDone(id NodeID, name NameID, old string, had bool, value string, has bool) {
	s.version++
	m := Mutation{Kind: AttrSet, Node: id, Attr: name, Old: s.deriveAttr(id, name, value, has)}
	if len(s.shadows) > 0 {
		s.slotAttrChanged(id, name)
	}
	r := &s.rows[id]
	if r.flags&Connected != 0 {
		s.docs[r.doc].Journal.add(m)
		if n := s.names[name].Local; n == atomHref || n == atomName {
			s.docs[r.doc].listed(s, id)
		}
	}
	if h := s.Hooks.Observer; h != nil && s.observed(id) {
		h.Attribute(id, name, old, had)
	}
	if s.rows[id].flags&Watched != 0 && s.Hooks.AttrChanged != nil {
		s.Hooks.AttrChanged(id, name, old, had, has)
	}
}

// deriveAttr keeps the columns that are derived from an attribute, and returns what the derived column held before.
func (s *Store) deriveAttr(id NodeID, name NameID, value string, has bool) (old uint32) {
	n := &s.names[name]
	if n.NS != NoNamespace {
		return 0
	}
	r := &s.rows[id]
	switch n.Local {
	case atomInert:
		s.inert = s.inert || has
	case atomPopover, atomAutofocus: // it goes when it is removed; what wants the focus
		if has {
			r.flags |= Watched
		}
	case atomID:
		old = r.c
		now := atom.None
		if value != "" {
			now = s.Atoms.Intern(value)
		}
		if r.flags&Connected != 0 && r.flags&InShadow == 0 && uint32(now) != r.c {
			if r.c != 0 {
				s.docs[r.doc].removeID(atomOf(r.c), id)
			}
			if now != atom.None {
				s.docs[r.doc].addID(now, id)
			}
		}
		r.c = uint32(now)
	case atomClass:
		old = r.b
		r.b = uint32(s.ClassListOf(value))
	case atomStyle:
		s.SetFlags(id, HasInlineStyle, has)
	}
	return old
}
