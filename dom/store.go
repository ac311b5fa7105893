package dom

import (
	"slices"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/perf"
)

// row is a node. Fields a, b and c depend on the kind:
//
//	           a               b              c
//	element    first attribute class list     id atom
//	text-like  heap block      bytes          UTF-16 length
//	doctype    public id atom  system id atom –
type row struct {
	parent, firstChild, lastChild, prev, next NodeID
	name                                      NameID // elements, PI target, doctype name
	a, b, c                                   uint32
	state                                     State
	gen, doc                                  uint16
	flags                                     Flags
	kind                                      Kind
}

type attrRow struct {
	name  NameID
	next  AttrID
	value ref
	size  uint32
}

// Hooks are the calls that a store makes at once, before the mutating method returns. A nil hook costs
// nothing. Hooks are set by the page's owner; they must not mutate the tree unless said. Lists of nodes are valid during the call.
//
// The order after an insertion: Observer, Attached, ChildrenChanged, Connected; after a removal: Observer (before the node goes),
// ChildrenChanged, Disconnected, Detached.
type Hooks struct {
	// Connected gets the Watched elements of a subtree that became connected, in tree order, when all that was inserted at once
	// is in place. It may mutate (a script runs): an element of the list may be gone again when its turn comes.
	Connected func(elements []NodeID)
	// Moved gets the Watched elements of a connected subtree that MoveBefore moved, in tree order, when it is there.
	Moved func(elements []NodeID)
	// Disconnected gets the Watched elements of a subtree that was removed from its document.
	Disconnected func(elements []NodeID)
	// AttrChanged is called after a Watched element's attribute was set (had says whether it existed before) or removed.
	AttrChanged func(el NodeID, name NameID, old string, had, has bool)
	// ChildrenChanged is called after the children, or the text in them, of a Watched element changed.
	ChildrenChanged func(el NodeID)
	// ControlText is the value of a form control that takes its direction from it; false: an element that is none.
	// https://html.spec.whatwg.org/multipage/dom.html#auto-directionality-form-associated-elements
	ControlText func(el NodeID) (text string, ok bool)
	// Attached is called when the subtree under root was inserted below a parent, unless it is new (InsertNew).
	Attached func(root NodeID)
	// Detached is called when the subtree under root was removed from its parent. The owner of wrappers
	// destroys it, or keeps it while script holds one of its nodes.
	Detached func(root NodeID)
	// Observer, when set, gets mutation records for MutationObserver, before the journal.
	Observer Observer
	// Cloned is called for each Watched element that was copied, with its copy, before the copy has children.
	Cloned func(from, to NodeID)
	// SlotChanged, when set, is called for each slot whose assigned nodes changed, or whose children did while it had none.
	// https://dom.spec.whatwg.org/#signal-a-slot-change
	SlotChanged func(slot NodeID)
	// Settle, when set, is called before states of elements are read: what sets them may put it off until then.
	Settle func()
	// SettleTree, when set, is Settle for the elements of a tree that is in no document: nothing keeps their states up.
	SettleTree func(root NodeID)
	// Grown is called after the store took more memory for nodes, attributes or texts, from within what needed it.
	Grown func()
	// Adopted is called for each node that moved from one document to another.
	Adopted func(id NodeID, from, to *Document)
}

// Observer receives what MutationObserver records are made of.
// https://dom.spec.whatwg.org/#queueing-a-mutation-record
type Observer interface {
	ChildList(target NodeID, added, removed []NodeID, prev, next NodeID)
	Attribute(target NodeID, name NameID, old string, had bool)
	CharacterData(target NodeID, old string)
}

// SeenInert reports whether any element ever had an inert attribute.
func (s *Store) SeenInert() bool { return s.inert }

// Store owns the rows of all documents of a page.
type Store struct {
	Atoms *atom.Table
	Hooks Hooks

	rows     []row // rows[0] is not a node
	freeRow  NodeID
	limbo    NodeID // rows freed that a journal may still name, reused once the journals are drained
	limboEnd NodeID
	baseGen  uint16 // generation of rows never used: above that of rows that Trim gave back
	liveRows int
	held     int // nodes that are Held
	version  uint64
	inert    bool // SeenInert

	attrs    []attrRow
	freeAttr AttrID

	heap heap

	names    []Name
	uppers   []string // tagName of HTML elements by row of names, "" if nobody asked
	nameIDs  map[Name]NameID
	elNames  []NameID // of HTML elements and of attributes without a namespace, by static atom
	atNames  []NameID
	spaces   []string // other namespaces
	spaceIDs map[string]Namespace

	lists   []classList
	listIDs map[string]ClassListID
	classes []atom.Atom // the lists' items

	docs      []*Document // docs[0] is nil
	shadows   map[NodeID]*shadow
	hosts     map[NodeID]NodeID
	templates map[NodeID]NodeID

	unslotted  map[NodeID]struct{} // hosts whose slots nobody asked about yet
	manual     map[NodeID][]NodeID // what script assigned, by slot
	manualSlot map[NodeID]NodeID   // and to which slot, by node
	slotPass   uint64

	customStates map[NodeID][]atom.Atom
	special      map[NodeID]special // registries and is values
	registries   int                // nodes with a registry that is not the default
	registryUses []int              // the same, by registry

	rangeEnds      map[NodeID]*rangeEnd // the boundaries of live ranges, by their nodes; nil for none
	liveRanges     int
	composedRanges []*Range
	iterators      []*NodeIterator
	owners         map[NodeID]NodeID // contents → template

	scratch  []NodeID
	suppress bool // the mutation at work queues its observers' record itself
}

type classList struct{ start, n uint32 }

// NewStore returns an empty store whose names live in atoms.
func NewStore(atoms *atom.Table) *Store {
	s := &Store{
		Atoms:   atoms,
		rows:    make([]row, 1, 64),
		attrs:   make([]attrRow, 1, 64),
		names:   make([]Name, 1, 64),
		nameIDs: make(map[Name]NameID),
		lists:   make([]classList, 1, 16),
		listIDs: make(map[string]ClassListID),
		docs:    make([]*Document, 1, 4),
	}
	s.heap.grown = s.grown
	return s
}

// Live is the number of nodes that exist.
func (s *Store) Live() int { return s.liveRows }

// Rows is one more than the largest NodeID ever used: the length of a column
// that is indexed by NodeID.
func (s *Store) Rows() int { return len(s.rows) }

func (s *Store) newRow(k Kind, doc uint16) NodeID {
	s.liveRows++
	s.docs[doc].nodes++
	if id := s.freeRow; id != 0 {
		r := &s.rows[id]
		s.freeRow = r.next
		*r = row{kind: k, doc: doc, gen: r.gen}
		return id
	}
	full := len(s.rows) == cap(s.rows)
	s.rows = append(s.rows, row{kind: k, doc: doc, gen: s.baseGen})
	if full {
		s.grown()
	}
	return NodeID(len(s.rows) - 1)
}

func (s *Store) grown() {
	if f := s.Hooks.Grown; f != nil {
		f()
	}
}

// Reserve makes room for n more nodes, so that a builder that knows about how many come does not grow the
// column step by step.
func (s *Store) Reserve(n int) { s.rows = slices.Grow(s.rows, n) }

// drained reports whether no journal names a node.
func (s *Store) drained() bool {
	for _, d := range s.docs {
		if d != nil && len(d.Journal.list) > 0 {
			return false
		}
	}
	return true
}

// DrainJournal drains the journal: rows that it named can be used again.
func (d *Document) DrainJournal() {
	d.Journal.Drain()
	d.releaseLimbo()
}

// releaseLimbo makes the rows that waited for the journals free if they are drained.
func (s *Store) releaseLimbo() {
	if s.limbo != 0 && s.drained() {
		s.rows[s.limboEnd].next = s.freeRow
		s.freeRow, s.limbo, s.limboEnd = s.limbo, 0, 0
	}
}

// freeRowOf gives row id back. Rows that a journal may name wait until the journals are drained, so that
// whoever reads one does not take a new node for the old one. A row whose generations are used up is never used again.
func (s *Store) freeRowOf(id NodeID, journaled bool) {
	r := &s.rows[id]
	gen := r.gen + 1
	*r = row{gen: gen}
	s.liveRows--
	switch {
	case gen == 0:
	case journaled && !s.drained():
		if s.limbo == 0 {
			s.limbo = id
		} else {
			s.rows[s.limboEnd].next = id
		}
		s.limboEnd = id
	default:
		r.next = s.freeRow
		s.freeRow = id
	}
}

// Version changes whenever a tree, an attribute or a text of the store changes: what is derived from
// them (a live collection) is right while it is the same.
func (s *Store) Version() uint64 { return s.version }

// Handle returns a handle of id that Resolve checks.
func (s *Store) Handle(id NodeID) Handle { return Handle{id, s.rows[id].gen} }

// Resolve returns the node of h, or 0 if it was destroyed.
func (s *Store) Resolve(h Handle) NodeID {
	if int(h.ID) < len(s.rows) && s.rows[h.ID].kind != KindFree && s.rows[h.ID].gen == h.Gen {
		return h.ID
	}
	return 0
}

// Alive reports whether id names a node.
func (s *Store) Alive(id NodeID) bool {
	return id != 0 && int(id) < len(s.rows) && s.rows[id].kind != KindFree
}

// Name interns a qualified name.
func (s *Store) Name(ns Namespace, prefix, local atom.Atom) NameID {
	key := Name{NS: ns, Prefix: prefix, Local: local}
	if id, ok := s.nameIDs[key]; ok {
		return id
	}
	n := key
	n.Qualified = local
	if prefix != atom.None {
		n.Qualified = s.Atoms.Intern(s.Atoms.String(prefix) + ":" + s.Atoms.String(local))
	}
	s.names = append(s.names, n)
	id := NameID(len(s.names) - 1)
	s.nameIDs[key] = id
	return id
}

// NameOf returns the qualified name of row id.
func (s *Store) NameOf(id NameID) Name { return s.names[id] }

// HTMLName is the name of an HTML element.
func (s *Store) HTMLName(local atom.Atom) NameID {
	if int(local) < len(s.elNames) {
		if id := s.elNames[local]; id != 0 {
			return id
		}
	}
	return s.cacheName(&s.elNames, HTML, local)
}

// AttrName is the name of an attribute in no namespace.
func (s *Store) AttrName(local atom.Atom) NameID {
	if int(local) < len(s.atNames) {
		if id := s.atNames[local]; id != 0 {
			return id
		}
	}
	return s.cacheName(&s.atNames, NoNamespace, local)
}

func (s *Store) cacheName(names *[]NameID, ns Namespace, local atom.Atom) NameID {
	id := s.Name(ns, atom.None, local)
	if atom.IsStatic(local) {
		if *names == nil {
			*names = make([]NameID, atom.StaticCount())
		}
		(*names)[local] = id
	}
	return id
}

// Namespace returns the id of a namespace URI; "" is NoNamespace.
func (s *Store) Namespace(uri string) Namespace {
	for i, u := range namespaceURIs {
		if u == uri {
			return Namespace(i)
		}
	}
	if ns, ok := s.spaceIDs[uri]; ok {
		return ns
	}
	if len(s.spaces) >= 255-int(firstOtherNamespace) {
		return Namespace(int(firstOtherNamespace) + len(s.spaces) - 1) // more namespaces than a page can tell apart
	}
	if s.spaceIDs == nil {
		s.spaceIDs = make(map[string]Namespace)
	}
	s.spaces = append(s.spaces, strings.Clone(uri))
	ns := Namespace(int(firstOtherNamespace) + len(s.spaces) - 1)
	s.spaceIDs[s.spaces[len(s.spaces)-1]] = ns
	return ns
}

// NamespaceURI returns the URI of ns, "" for none.
func (s *Store) NamespaceURI(ns Namespace) string {
	if ns < firstOtherNamespace {
		return namespaceURIs[ns]
	}
	return s.spaces[ns-firstOtherNamespace]
}

// ClassListOf interns the set of classes in the value of a class attribute.
func (s *Store) ClassListOf(value string) ClassListID {
	if value == "" {
		return 0
	}
	if id, ok := s.listIDs[value]; ok {
		return id
	}
	start := len(s.classes)
	for i := 0; i < len(value); {
		for i < len(value) && isSpace(value[i]) {
			i++
		}
		j := i
		for j < len(value) && !isSpace(value[j]) {
			j++
		}
		if j > i {
			a := s.Atoms.Intern(value[i:j])
			dup := false
			if len(s.classes)-start < 64 { // a hostile value must not cost the square of its length
				for _, c := range s.classes[start:] {
					dup = dup || c == a
				}
			}
			if !dup {
				s.classes = append(s.classes, a)
			}
		}
		i = j
	}
	id := ClassListID(0)
	if len(s.classes) > start {
		s.lists = append(s.lists, classList{uint32(start), uint32(len(s.classes) - start)})
		id = ClassListID(len(s.lists) - 1)
	}
	s.listIDs[strings.Clone(value)] = id
	return id
}

// Classes are the classes of list id, in order, without duplicates. The slice is not to be changed.
func (s *Store) Classes(id ClassListID) []atom.Atom {
	l := s.lists[id]
	return s.classes[l.start : l.start+l.n : l.start+l.n]
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r' }

// UTF16Len is the number of UTF-16 code units of WTF-8 text.
func UTF16Len(t string) int {
	n := 0
	for i := 0; i < len(t); i++ {
		c := t[i]
		if c < utf8.RuneSelf || c >= 0xC0 {
			n++
			if c >= 0xF0 {
				n++
			}
		}
	}
	return n
}

// ReportMemory adds what the store's columns take.
func (s *Store) ReportMemory(r *perf.Report, prefix string) {
	r.Bytes(prefix+"/dom/node-columns", int64(cap(s.rows))*int64(rowSize), "Node rows: links, kind, name, flags, state.")
	r.Bytes(prefix+"/dom/attributes", int64(cap(s.attrs))*16, "Attribute rows.")
	r.Bytes(prefix+"/dom/text-nodes", s.heap.memoryBytes(), "Bytes of texts and attribute values, with the free blocks between them.")
	r.Bytes(prefix+"/dom/names", int64(cap(s.names))*16+int64(len(s.nameIDs))*32+int64(cap(s.elNames)+cap(s.atNames))*4+int64(cap(s.uppers))*32, "Qualified names.")
	var keys int64
	for k := range s.listIDs {
		keys += int64(len(k)) + 32
	}
	r.Bytes(prefix+"/dom/class-lists", int64(cap(s.lists))*8+int64(cap(s.classes))*4+keys, "Class lists, one for each distinct class attribute.")
	if len(s.shadows)+len(s.templates) > 0 {
		n := int64(len(s.shadows))*(112+2*32) + int64(len(s.templates)+len(s.owners))*32
		for _, sh := range s.shadows {
			n += sh.slotting.memoryBytes()
		}
		n += int64(len(s.unslotted))*8 + int64(len(s.manualSlot))*16
		for _, l := range s.manual {
			n += 48 + int64(cap(l))*4
		}
		r.Bytes(prefix+"/dom/shadow-trees", n, "Shadow roots, template contents and slot assignment.")
	}
	if n := len(s.customStates); n > 0 {
		for _, l := range s.customStates {
			n += cap(l)
		}
		r.Bytes(prefix+"/dom/custom-states", int64(n)*32, "States of custom elements that :state() selects on.")
	}
	if n := s.liveRanges; n > 0 {
		r.Bytes(prefix+"/dom/ranges", int64(n)*int64(unsafe.Sizeof(Range{}))+int64(len(s.rangeEnds))*32, "Live ranges, and where their boundaries are.")
	}
	if n := len(s.special); n > 0 {
		r.Bytes(prefix+"/dom/registries", int64(n)*24+int64(cap(s.registryUses))*8, "Custom element registries and is values of nodes that have their own.")
	}
	r.Bytes(prefix+"/dom/atoms", s.Atoms.MemoryBytes(), "Names that this page interned.")
	for _, d := range s.docs {
		if d != nil {
			d.reportMemory(r, prefix)
		}
	}
	r.Count("live/nodes", int64(s.liveRows), "Nodes that exist.")
	r.Count("live/documents", int64(s.Documents()), "Documents that exist.")
}
