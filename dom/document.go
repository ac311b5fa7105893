package dom

import (
	"slices"
	"unsafe"

	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/perf"
)

const rowSize = unsafe.Sizeof(row{})

// Mode is a document's quirks mode.
type Mode uint8

const (
	NoQuirks Mode = iota
	LimitedQuirks
	Quirks
)

// Document is a store seen from one of its documents. Its methods on nodes are the
// store's; a NodeID of another document of the same store is valid in them.
type Document struct {
	*Store
	Node NodeID // the Document node

	Mode        Mode
	IsHTML      bool   // an HTML document (not XML): names are case-insensitive
	URL         string // document URL
	ContentType string
	Language    string  // of elements that say none: of a meta element with http-equiv=content-language, or of the HTTP header
	Encoding    string  // the name that the Encoding standard gives it, "UTF-8"
	Journal     Journal // a document that nobody renders has Overflow set, and records nothing
	// GlobalRegistry says that the document has a window, whose custom element registry is that of its elements.
	GlobalRegistry bool

	// TopLayer are the elements of the top layer, topmost last. The bindings own it. https://drafts.csswg.org/css-position-4/#top-layer
	TopLayer []NodeID

	index    uint16
	nodes    int  // that belong to it
	closed   bool // destroyed: the row of docs is kept while nodes belong to it
	lists    map[ElementList][]NodeID
	byID     map[atom.Atom][]NodeID
	template *Document // inert document of template contents
}

// NewDocument makes an empty document. It lives until DestroyDocument.
func (s *Store) NewDocument(isHTML bool) *Document {
	idx := slices.Index(s.docs[1:], nil) + 1
	if idx == 0 {
		if len(s.docs) >= 1<<16 {
			panic("dom: more than 65,535 documents in a page")
		}
		s.docs = append(s.docs, nil)
		idx = len(s.docs) - 1
	}
	d := &Document{Store: s, IsHTML: isHTML, URL: "about:blank", Encoding: "UTF-8", index: uint16(idx)}
	d.ContentType = "application/xml"
	if isHTML {
		d.ContentType = "text/html"
	}
	s.docs[idx] = d
	d.Node = s.newRow(KindDocument, d.index)
	s.rows[d.Node].flags = Connected
	return d
}

// DestroyDocument frees the document, its tree and its template document; its parser, if any, is aborted before. Detached nodes that
// belong to it stay what they are until they are destroyed or adopted.
func (s *Store) DestroyDocument(d *Document) {
	if d.closed {
		return
	}
	d.closed = true
	if d.template != nil && d.template != d {
		s.DestroyDocument(d.template)
	}
	d.byID, d.lists, d.Journal = nil, nil, Journal{Overflow: true}
	s.destroyTree(d.Node)
	s.forget(d)
}

// forget gives the row of d back once it is destroyed and nothing belongs to it.
func (s *Store) forget(d *Document) {
	if d != nil && d.closed && d.nodes == 0 && s.docs[d.index] == d {
		s.docs[d.index] = nil
	}
}

// Documents is the number of documents that exist.
func (s *Store) Documents() (n int) {
	for _, d := range s.docs {
		if d != nil && !d.closed {
			n++
		}
	}
	return n
}

// DocumentOf returns the node document of id.
func (s *Store) DocumentOf(id NodeID) *Document { return s.docs[s.rows[id].doc] }

// TemplateDocument is the inert document that owns the contents of d's template elements.
// https://html.spec.whatwg.org/multipage/scripting.html#appropriate-template-contents-owner-document
func (d *Document) TemplateDocument() *Document {
	if d.template == nil {
		d.template = d.Store.NewDocument(d.IsHTML)
		d.template.template = d.template
		d.template.Journal.Overflow = true // nobody renders it
	}
	return d.template
}

// DocumentElement is the document's element child, or 0.
func (d *Document) DocumentElement() NodeID {
	for c := d.rows[d.Node].firstChild; c != 0; c = d.rows[c].next {
		if d.rows[c].kind == KindElement {
			return c
		}
	}
	return 0
}

// Head is the first head child of the html element, or 0.
func (d *Document) Head() NodeID { return d.htmlChild(atomHead, atomHead) }

// Body is the first body or frameset child of the html element, or 0.
func (d *Document) Body() NodeID { return d.htmlChild(atomBody, atomFrameset) }

var atomHTML, atomHead, atomBody, atomFrameset = atom.Static("html"), atom.Static("head"), atom.Static("body"), atom.Static("frameset")

func (d *Document) htmlChild(x, y atom.Atom) NodeID {
	root := d.DocumentElement()
	if root == 0 || !d.IsHTMLElement(root, atomHTML) {
		return 0
	}
	for c := d.rows[root].firstChild; c != 0; c = d.rows[c].next {
		if d.IsHTMLElement(c, x) || d.IsHTMLElement(c, y) {
			return c
		}
	}
	return 0
}

// ElementByID is the first element in tree order of the document with the id, or 0.
func (d *Document) ElementByID(id atom.Atom) NodeID {
	l := d.byID[id]
	if len(l) == 0 || id == atom.None {
		return 0
	}
	first := l[0]
	for _, e := range l[1:] {
		if d.CompareOrder(e, first) < 0 {
			first = e
		}
	}
	return first
}

// ElementsByID are all connected elements of the document's tree with the id, in no order.
func (d *Document) ElementsByID(id atom.Atom) []NodeID { return d.byID[id] }

func (d *Document) addID(id atom.Atom, el NodeID) {
	if d.byID == nil {
		d.byID = make(map[atom.Atom][]NodeID)
	}
	d.byID[id] = append(d.byID[id], el)
}

func (d *Document) removeID(id atom.Atom, el NodeID) {
	l := d.byID[id]
	if i := slices.Index(l, el); i >= 0 {
		l[i] = l[len(l)-1]
		if len(l) == 1 {
			delete(d.byID, id)
		} else {
			d.byID[id] = l[:len(l)-1]
		}
	}
}

func (d *Document) reportMemory(r *perf.Report, prefix string) {
	r.Bytes(prefix+"/dom/journal", d.Journal.memoryBytes(), "Mutations not yet seen by style.")
	r.Bytes(prefix+"/dom/ids", int64(len(d.byID))*64, "Elements by id.")
	var lists int64
	for _, l := range d.lists {
		lists += int64(cap(l))*4 + 48
	}
	if lists > 0 {
		r.Bytes(prefix+"/dom/lists", lists, "Lists of images, forms, links and the like that somebody asked for.")
	}
}
