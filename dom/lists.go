package dom

import "github.com/niso-engine/niso/internal/atom"

// ElementList is one of the lists of elements that a document keeps once somebody asked for it.
type ElementList uint8

const (
	Images      ElementList = iota // img
	Forms                          // form
	Links                          // a and area with href
	Anchors                        // a with name
	Scripts                        // script
	Embeds                         // embed
	Metas                          // meta
	Bases                          // base
	StyleSheets                    // style and link, SVG style too
	Frames                         // iframe, frame, object, embed
	Titles                         // title
	elementListCount
)

var listNames = func() (m [elementListCount]map[atom.Atom]bool) {
	for l, names := range [elementListCount][]string{
		Images: {"img"}, Forms: {"form"}, Links: {"a", "area"}, Anchors: {"a"}, Scripts: {"script"}, Embeds: {"embed"}, Metas: {"meta"},
		Bases: {"base"}, StyleSheets: {"style", "link"}, Frames: {"iframe", "frame", "object", "embed"}, Titles: {"title"},
	} {
		m[l] = make(map[atom.Atom]bool)
		for _, n := range names {
			m[l][atom.Static(n)] = true
		}
	}
	return m
}()

var atomHref = atom.Static("href")

func (s *Store) inList(l ElementList, id NodeID) bool {
	n := s.names[s.rows[id].name]
	if !listNames[l][n.Local] || n.NS != HTML && !(l == StyleSheets && n.NS == SVG && n.Local == atomStyle) {
		return false
	}
	switch l {
	case Links:
		return s.HasAttr(id, atomHref)
	case Anchors:
		return s.HasAttr(id, atomName)
	}
	return true
}

// Elements are the elements of list l in the document's tree, in tree order; not to be changed. The
// list is made when it is first asked for, and again after one of its elements came, went or (links, anchors)
// changed an attribute that counts.
func (d *Document) Elements(l ElementList) []NodeID {
	if list, ok := d.lists[l]; ok {
		return list
	}
	if d.lists == nil {
		d.lists = make(map[ElementList][]NodeID)
	}
	list := []NodeID{}
	for n := d.Following(d.Node, d.Node); n != 0; n = d.Following(n, d.Node) {
		if r := &d.rows[n]; r.kind == KindElement && r.flags&Watched != 0 && d.inList(l, n) {
			list = append(list, n)
		}
	}
	d.lists[l] = list
	return list
}

// listed drops the lists that Watched element id, which came, went or changed, may be in.
func (d *Document) listed(s *Store, id NodeID) {
	if len(d.lists) == 0 {
		return
	}
	local := s.names[s.rows[id].name].Local
	for l := range d.lists {
		if listNames[l][local] {
			delete(d.lists, l)
		}
	}
}

// ElementByIDIn is the first element with the id in the tree of root, which is a document, a shadow root or a fragment.
func (s *Store) ElementByIDIn(root NodeID, id atom.Atom) NodeID {
	if id == atom.None || id == atom.Empty {
		return 0
	}
	if s.rows[root].kind == KindDocument {
		return s.DocumentOf(root).ElementByID(id)
	}
	for n := s.Following(root, root); n != 0; n = s.Following(n, root) {
		if r := &s.rows[n]; r.kind == KindElement && r.c == uint32(id) {
			return n
		}
	}
	return 0
}

// TagMatcher tells which elements getElementsByTagName has. Matching costs two comparisons an element.
// https://dom.spec.whatwg.org/#concept-getelementsbytagname
type TagMatcher struct {
	any         bool
	exact, html atom.Atom // qualified name as given, and in lower case for HTML elements of HTML documents
	isHTML      bool
}

// NewTagMatcher returns the matcher of a qualified name ("*" matches all) for trees of d.
func (d *Document) NewTagMatcher(qualified string) TagMatcher {
	lower := []byte(qualified)
	for i, c := range lower {
		if c >= 'A' && c <= 'Z' {
			lower[i] = c | 0x20
		}
	}
	return TagMatcher{qualified == "*", d.Atoms.Intern(qualified), d.Atoms.Intern(string(lower)), d.IsHTML}
}

// Matches reports whether node id is an element that m names.
func (s *Store) Matches(m TagMatcher, id NodeID) bool {
	r := &s.rows[id]
	if r.kind != KindElement {
		return false
	}
	if m.any {
		return true
	}
	n := &s.names[r.name]
	if m.isHTML && n.NS == HTML {
		return n.Qualified == m.html
	}
	return n.Qualified == m.exact
}

// HasAllClasses reports whether element id has every class; in quirks mode ASCII case does not count.
func (s *Store) HasAllClasses(id NodeID, classes []atom.Atom, quirks bool) bool {
	if s.rows[id].kind != KindElement || len(classes) == 0 {
		return false
	}
	for _, want := range classes {
		if s.HasClass(id, want) {
			continue
		}
		if !quirks || !s.hasClassFold(id, s.Atoms.String(want)) {
			return false
		}
	}
	return true
}

func (s *Store) hasClassFold(id NodeID, want string) bool {
	for _, c := range s.ClassesOf(id) {
		if equalFoldASCII(s.Atoms.String(c), want) {
			return true
		}
	}
	return false
}

func equalFoldASCII(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := 0; i < len(a); i++ {
		x, y := a[i], b[i]
		if x >= 'A' && x <= 'Z' {
			x |= 0x20
		}
		if y >= 'A' && y <= 'Z' {
			y |= 0x20
		}
		if x != y {
			return false
		}
	}
	return true
}
