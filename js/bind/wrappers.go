package bind

import (
	"unsafe"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/html"
	"github.com/niso-engine/niso/internal/col"
	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/js"
)

// How wrappers live.
//
// The rule for all of it: what a page can reach only through a wrapper is kept alive by that
// wrapper and by nothing else.
//
// A wrapper is the script object of a node. Its host slot's state, a *nodeState, has what belongs to the wrapper: listeners,
// cached lists. It leads to the wrapper and, through the wrapper, whatever script hung on it. Go code that keeps a node
// across tasks (a static list, an event, a range) keeps its nodeState; the object is only made when script asks for it.
//
//   - Nodes of a document that is shown keep their states: the slot of the node is a strong pointer.
//   - Any other tree that has states (one that is not connected, or whose document only script holds) has a group.
//     Each of its states leads to the group and the group to all of them; the world has the groups, but does not mark them. While
//     somebody holds one of the states the tree lives: the Trace of each wrapper, and of whatever else holds a state of the group, marks all
//     its wrappers. A group that a collection did not mark is dead, cycles through listeners included, and the event loop frees the rows of its trees in
//     one batch.
//   - Such a tree without states is freed at once.
//
// A tree is what keeps each other alive: shadow trees and template contents belong to the tree of their element.
//
// Nodes just made and trees just removed are not sorted at once but at the end of the task (EndTask): until then their slots
// stay strong. A node that is moved, or made and inserted, then costs nothing. Where one task leaves more than a few hundred
// trees, groups are shared by trees up to a bound: a group each would cost more than the nodes.
type wrappers struct {
	world  *World
	slots  col.Paged[dom.NodeID, slot]
	groups []groupEntry // [0] unused
	free   []uint32
	fresh  []dom.NodeID         // nodes whose trees are to be sorted
	seen   col.Bits[dom.NodeID] // scratch of EndTask
	roots  []dom.NodeID         // scratch of EndTask

	dead []uint32 // groups that nobody holds, not swept yet
	live int      // states that slots and groups hold; of dead groups until they are swept

	epoch uint32 // of the engine's last collection

	afterLast int // nodes alive after the last collection that was asked for, or fewer since
	pins      map[*nodeState]int
	documents map[dom.NodeID]bool // Document nodes that only script holds
}

// slot is the way from a node to its state: directly while the node is of a document that is shown or fresh,
// else by its group. Every node of a grouped tree has the group in its slot.
type slot struct {
	state *nodeState
	group uint32
	pos   uint32 // in the group's members
}

// nodeState is the host slot of a node's wrapper.
type nodeState struct {
	EventTarget
	id    dom.NodeID
	pos   uint32 // in the group's members
	group *group
	home  *nodeState // of the node's document, if only script holds that
	extra *nodeExtra
}

// nodeExtra is what few wrappers have.
type nodeExtra struct {
	lists        []cachedList // live collections and the like, by kind
	attr         *attrState   // of an Attr node
	attrs        []*nodeState // the Attr nodes of an element that script has seen
	observers    []*registration
	custom       *customState
	internals    *ElementInternals
	media        *mediaState               // of a media element
	track        *TextTrack                // of a track element
	adopted      []adoptedSheet            // of a document or shadow root
	adoptedArray *js.ObservableArray       // of the same, nil before script asks
	watchers     []platform                // resize and intersection observers of the node
	parser       *html.Parser              // of a document that is in no frame, between document.open and close
	refs         map[attrName]*elementRefs // elements that script set for attributes
	overlay      *overlay                  // of an element that is or was a dialog or popover
}

// more is what few wrappers have, made if there is none.
func (s *nodeState) more() *nodeExtra {
	if s.extra == nil {
		s.extra = &nodeExtra{}
	}
	return s.extra
}

type cachedList struct {
	kind   uint8
	key    string
	object platform
}

// group ties the states of trees together.
type group struct {
	index   uint32
	epoch   uint32 // of the collection that last marked it
	members []*nodeState
}

// groupEntry is the world's row of a group.
type groupEntry struct {
	group *group // nil once a collection did not mark it
	roots []dom.Handle
	size  int
}

// trace marks what belongs to the wrapper, and the tree that it is of.
func (s *nodeState) trace(t *js.Tracer) {
	s.traceOwn(t)
	s.group.mark(t)
	s.home.mark(t)
}

func (s *nodeState) traceOwn(t *js.Tracer) {
	s.EventTarget.trace(t)
	x := s.extra
	if x == nil {
		return
	}
	for i := range x.lists {
		mark(t, x.lists[i].object)
	}
	if x.attr != nil {
		x.attr.owner.mark(t)
	}
	markStates(t, x.attrs)
	for _, r := range x.observers {
		mark(t, r.observer)
	}
	if x.custom != nil {
		x.custom.trace(t)
	}
	mark(t, x.internals)
	x.media.trace(t)
	mark(t, x.track)
	for i := range x.adopted {
		mark(t, x.adopted[i].from)
	}
	if x.adoptedArray != nil {
		t.Mark(x.adoptedArray.Value())
	}
	for _, r := range x.refs {
		r.trace(t)
	}
	markAll(t, x.watchers)
}

// mark keeps a wrapper, and the tree of a state that has none. nil is nothing.
func (s *nodeState) mark(t *js.Tracer) {
	switch {
	case s == nil:
	case !s.obj.IsNone():
		t.MarkObject(s.obj)
	case t.Once(s):
		s.trace(t)
	}
}

// mark keeps the wrappers of a group's trees.
func (g *group) mark(t *js.Tracer) {
	if g == nil || g.epoch == t.Epoch() {
		return
	}
	g.epoch = t.Epoch()
	for _, m := range g.members {
		if !m.obj.IsNone() {
			t.MarkObject(m.obj)
		} else {
			m.traceOwn(t)
			m.home.mark(t)
		}
	}
}

// traceRoots marks the wrappers that the world holds: those of nodes of shown documents, of nodes that are not sorted yet, and of pinned ones.
func (w *wrappers) traceRoots(t *js.Tracer) {
	w.epoch = t.Epoch()
	for _, row := range w.slots.All {
		if s := row.state; s == nil {
		} else if !s.obj.IsNone() {
			t.MarkObject(s.obj)
		} else {
			s.traceOwn(t)
		}
	}
	for s := range w.pins {
		s.mark(t)
	}
}

// afterCollection queues the groups that nobody held.
func (w *wrappers) afterCollection() {
	for i := range w.groups {
		if g := w.groups[i].group; g != nil && g.epoch != w.epoch {
			w.groups[i].group = nil
			w.dead = append(w.dead, uint32(i))
		}
	}
}

const (
	groupNodes = 64  // states that trees may share a group up to
	shareAbove = 256 // trees in a task from which on groups are shared
)

func (w *wrappers) init(world *World) {
	w.world = world
	w.groups = make([]groupEntry, 1)
	w.pins = make(map[*nodeState]int)
	w.documents = make(map[dom.NodeID]bool)
	world.Store.Hooks.Detached = w.detached
	world.Store.Hooks.Attached = w.attached
	world.Store.Hooks.Adopted = w.adopted
}

// Wrapper is the script object of a node, made if there is none; none for 0.
func (w *World) Wrapper(r *js.Realm, id dom.NodeID) js.Object {
	if id == 0 {
		return js.Object{}
	}
	return w.wrappers.object(r, w.wrappers.state(r, id))
}

// object is the script object of a state, made if there is none.
func (w *wrappers) object(r *js.Realm, s *nodeState) js.Object {
	if s.obj.IsNone() {
		if s.window != nil {
			r = s.window.Realm
		}
		s.obj = r.NewHost(classOfNode(w.world.Store, s.id), uint32(s.id), s)
	}
	return s.obj
}

// state is the state of a node, made if there is none. r is the realm that asks: nodes of documents without a window
// belong to it; nil where the document has one.
func (w *wrappers) state(r *js.Realm, id dom.NodeID) *nodeState {
	if s := w.peek(id); s != nil {
		return s
	}
	s := &nodeState{id: id}
	if s.window = w.world.WindowOf(id); s.window == nil && r != nil {
		s.window = windowOf(r)
	}
	w.adopt(s)
	return s
}

// adopt enters a new state.
func (w *wrappers) adopt(s *nodeState) {
	store := w.world.Store
	store.SetFlags(s.id, dom.Wrapped, true)
	w.live++
	sl := w.slots.At(s.id)
	s.home = w.homeOf(s.id)
	if store.IsConnected(s.id) && len(w.documents) == 0 {
		*sl = slot{state: s}
		return
	}
	if g := w.groupOf(sl.group); g != nil { // a node of a grouped tree that had no state yet
		w.join(g, s)
		return
	}
	*sl = slot{state: s}
	if !w.kept(store.Root(s.id)) {
		w.fresh = append(w.fresh, s.id)
	}
}

func (w *wrappers) homeOf(id dom.NodeID) *nodeState {
	if len(w.documents) == 0 {
		return nil
	}
	d := w.world.Store.DocumentOf(id)
	if d.Node == id || !w.documents[d.Node] {
		return nil
	}
	return w.peek(d.Node)
}

// join makes s a member of g.
func (w *wrappers) join(g *group, s *nodeState) {
	s.group, s.pos = g, uint32(len(g.members))
	s.home = w.homeOf(s.id)
	g.members = append(g.members, s)
	w.groups[g.index].size++
	*w.slots.At(s.id) = slot{group: g.index, pos: s.pos}
}

// lost empties the slot of a node whose state the collector took.
func (w *wrappers) lost(n dom.NodeID, sl *slot) {
	*sl = slot{}
	w.world.Store.SetFlags(n, dom.Wrapped, false)
}

// leave takes s out of its group.
func (w *wrappers) leave(s *nodeState) {
	g := s.group
	last := len(g.members) - 1
	if m := g.members[last]; m != s {
		g.members[s.pos] = m
		m.pos = s.pos
		w.slots.At(m.id).pos = s.pos
	}
	g.members[last] = nil
	g.members = g.members[:last]
	w.groups[g.index].size--
	s.group = nil
}

// peek is the state of a node, nil if there is none.
func (w *wrappers) peek(id dom.NodeID) *nodeState {
	if w.world.Store.Flags(id)&dom.Wrapped == 0 {
		return nil
	}
	sl := w.slots.Peek(id)
	if sl == nil {
		return nil
	}
	if sl.state != nil {
		return sl.state
	}
	if g := w.groupOf(sl.group); g != nil && int(sl.pos) < len(g.members) {
		if m := g.members[sl.pos]; m.id == id {
			return m
		}
	}
	return nil
}

func (w *wrappers) groupOf(i uint32) *group {
	if i == 0 {
		return nil
	}
	return w.groups[i].group
}

// Pin keeps the tree of a node from being freed until the returned function is called.
func (w *World) Pin(id dom.NodeID) (unpin func()) {
	ws := &w.wrappers
	s := ws.state(nil, id)
	ws.pins[s]++
	return func() {
		if ws.pins[s]--; ws.pins[s] == 0 {
			delete(ws.pins, s)
		}
	}
}

// ownDocument makes a document one that lives while script holds a node of it.
func (w *World) ownDocument(d *dom.Document) {
	w.wrappers.documents[d.Node] = true
}

// kept reports whether the tree of root is kept by a document that is shown.
func (w *wrappers) kept(root dom.NodeID) bool {
	s := w.world.Store
	root = ownerRoot(s, root)
	return s.Kind(root) == dom.KindDocument && !w.documents[root]
}

// detached is called when the tree under root was removed from its parent.
func (w *wrappers) detached(root dom.NodeID) {
	w.ungroup(root)
	w.fresh = append(w.fresh, root)
	if len(w.world.custom.apart) > 0 {
		w.world.facesLeft(root)
	}
}

// attached is called when the tree under root was inserted below a parent.
func (w *wrappers) attached(root dom.NodeID) {
	w.ungroup(root)
	if w.world.forms.m.Face != nil {
		w.world.facesJoined(root)
	}
	if !w.world.Store.IsConnected(root) || len(w.documents) > 0 {
		w.fresh = append(w.fresh, root)
	}
}

// adopted is called when a node has another document.
func (w *wrappers) adopted(id dom.NodeID, from, to *dom.Document) {
	if s := w.peek(id); s != nil {
		s.home = w.homeOf(id)
		if s.extra != nil && s.extra.custom != nil {
			w.world.customAdopted(s, from, to)
		}
		if win := w.world.windows[to]; win != nil && s.obj.IsNone() {
			s.window = win
		}
	}
}

// ungroup makes the states of a tree strong again.
func (w *wrappers) ungroup(root dom.NodeID) {
	sl := w.slots.Peek(root)
	if sl == nil || sl.group == 0 {
		return // trees are grouped whole
	}
	store := w.world.Store
	for n := root; n != 0; n = nextInTree(store, n, root) {
		sl := w.slots.Peek(n)
		if sl == nil || sl.group == 0 {
			continue
		}
		s := w.peek(n)
		if s == nil {
			w.lost(n, sl)
			continue
		}
		w.leave(s)
		*sl = slot{state: s}
	}
}

// EndTask sorts what the task left: trees that nothing holds are freed, trees with wrappers are grouped. The host calls it
// when a task and its microtasks are done and no script is on the stack.
func (w *World) EndTask() {
	if w.Runtime.Running() {
		return
	}
	w.Runtime.EndTurn()
	w.wrappers.endTask()
	w.sweepRanges()
	w.forms.sweep(w.Store)
}

// Idle collects garbage if there may be much, and reports whether it did: the host calls it when nothing is to be done for a while.
func (w *World) Idle() bool {
	if !w.Runtime.Idle() {
		return false
	}
	w.wrappers.sweep()
	return true
}

func (w *wrappers) endTask() {
	store := w.world.Store
	if len(w.fresh) > 0 {
		roots := w.roots[:0]
		for _, n := range w.fresh {
			if !store.Alive(n) {
				continue
			}
			// Up to the root, or to a node on whose way another one was.
			r := n
			known := false
			for {
				if !w.seen.Add(r) {
					known = true
					break
				}
				p := store.ParentOrHost(r)
				if p == 0 {
					p = store.TemplateOf(r)
				}
				if p == 0 {
					break
				}
				r = p
			}
			if !known && (store.Kind(r) != dom.KindDocument || w.documents[r]) {
				roots = append(roots, r)
			}
		}
		w.seen.Clear()
		if cap(w.fresh) <= 1<<16 {
			w.fresh = w.fresh[:0]
		} else {
			w.fresh = nil
		}
		var shared *group
		for _, r := range roots {
			shared = w.sort(r, shared, len(roots) > shareAbove)
		}
		if cap(roots) <= 1<<16 {
			w.roots = roots[:0]
		} else {
			w.roots = nil
		}
	}
	w.sweep()
	w.askForCollection()
}

// askForCollection has garbage collected when the nodes alive are twice what they were after the last time: the collector cannot
// see how large the trees behind the wrappers are.
func (w *wrappers) askForCollection() {
	const floor = 50000
	n := w.world.Store.Live()
	w.afterLast = min(w.afterLast, n)
	if n > floor && n > 2*w.afterLast {
		w.world.Runtime.Collect()
		w.sweep()
		w.afterLast = w.world.Store.Live()
	}
}

// sort groups the tree of root, or frees it. shared is the last group made, for further trees.
func (w *wrappers) sort(root dom.NodeID, shared *group, share bool) *group {
	store := w.world.Store
	count := 0
	var into *group
	var ranges []*Range
	for n := root; n != 0; n = nextInTree(store, n, root) {
		if len(w.world.ranges) > 0 {
			ranges = w.world.rangesAt(n, ranges)
		}
		if store.Flags(n)&dom.Wrapped == 0 {
			continue
		}
		s := w.peek(n)
		if s == nil { // its group is dead
			w.lost(n, w.slots.At(n))
			continue
		}
		if into == nil {
			into = s.group
		}
		count++
	}
	if count == 0 && len(ranges) == 0 {
		w.free1(root)
		return shared
	}
	if into == nil {
		if share && shared != nil && len(shared.members)+count <= groupNodes && len(ranges) == 0 {
			into = shared
		} else {
			into = w.newGroup()
		}
	}
	e := &w.groups[into.index]
	e.roots = append(e.roots, store.Handle(root))
	for n := root; n != 0; n = nextInTree(store, n, root) {
		sl := w.slots.At(n)
		s := w.peek(n)
		switch {
		case s == nil:
			*sl = slot{group: into.index}
		case s.group == into:
		case s.group != nil:
			w.leave(s)
			w.join(into, s)
		default:
			w.join(into, s)
		}
	}
	for _, r := range ranges {
		r.hold = into
	}
	if len(e.roots) > 4*groupNodes { // trees that moved about leave their roots
		e.roots = w.compact(e.roots, into.index)
	}
	if share {
		return into
	}
	return shared
}

// compact drops the handles that are not roots of the group's trees any more.
func (w *wrappers) compact(roots []dom.Handle, index uint32) []dom.Handle {
	out := roots[:0]
	w.seen.Clear()
	for _, h := range roots {
		if n := w.world.Store.Resolve(h); n != 0 && w.rootOf(n, index) && w.seen.Add(n) {
			out = append(out, h)
		}
	}
	w.seen.Clear()
	return out
}

// rootOf reports whether n is the root of a tree of the group.
func (w *wrappers) rootOf(n dom.NodeID, index uint32) bool {
	sl := w.slots.Peek(n)
	return sl != nil && sl.group == index && ownerRoot(w.world.Store, n) == n
}

// free1 destroys a tree that nobody holds.
func (w *wrappers) free1(root dom.NodeID) {
	store := w.world.Store
	if store.Kind(root) == dom.KindDocument {
		d := store.DocumentOf(root)
		delete(w.documents, root)
		w.forget(root)
		store.DestroyDocument(d)
		return
	}
	if store.Disposable(root) {
		w.forget(root)
		store.DestroyTree(root)
	}
}

func (w *wrappers) newGroup() *group {
	var i uint32
	if n := len(w.free); n > 0 {
		i = w.free[n-1]
		w.free = w.free[:n-1]
	} else {
		w.groups = append(w.groups, groupEntry{})
		i = uint32(len(w.groups) - 1)
	}
	g := &group{index: i}
	w.groups[i] = groupEntry{group: g}
	return g
}

// sweep frees the trees of the groups that nobody holds.
func (w *wrappers) sweep() {
	for _, i := range w.dead {
		e := &w.groups[i]
		w.live -= e.size
		for _, h := range e.roots {
			root := w.world.Store.Resolve(h)
			if root == 0 || !w.rootOf(root, i) {
				continue // it went, moved, or has another group since
			}
			w.forget(root)
			w.free1(root)
		}
		*e = groupEntry{}
		w.free = append(w.free, i)
	}
	w.dead = w.dead[:0]
}

// forget clears the slots of a tree whose states are gone.
func (w *wrappers) forget(root dom.NodeID) {
	store := w.world.Store
	for n := root; n != 0; n = nextInTree(store, n, root) {
		if sl := w.slots.Peek(n); sl != nil {
			w.lost(n, sl)
		}
	}
}

// detachDocument makes a document that is shown no more one that only script holds: it lives while one of its nodes, or of the trees made for it, is held.
func (w *wrappers) detachDocument(d *dom.Document) {
	store := w.world.Store
	home := w.state(nil, d.Node)
	home.window.left = home
	w.documents[d.Node] = true
	for i := range w.groups {
		if g := w.groups[i].group; g != nil {
			for _, m := range g.members {
				if store.DocumentOf(m.id) == d && m.id != d.Node {
					m.home = home
				}
			}
		}
	}
	w.fresh = append(w.fresh, d.Node)
}

// closeDocument lets go of the states of a document that nobody can reach any more.
func (w *wrappers) closeDocument(d *dom.Document) {
	store, root := w.world.Store, d.Node
	for n := root; n != 0; n = nextInTree(store, n, root) {
		if sl := w.slots.Peek(n); sl != nil {
			if sl.state != nil {
				w.live--
				sl.state = nil
			}
			w.lost(n, sl)
		}
	}
}

// ownerRoot is the root of the tree that keeps n alive: over shadow hosts and template elements.
func ownerRoot(s *dom.Store, n dom.NodeID) dom.NodeID {
	for {
		r := s.Root(n)
		if h := s.Host(r); h != 0 {
			n = h
		} else if t := s.TemplateOf(r); t != 0 {
			n = t
		} else {
			return r
		}
	}
}

// nextInTree is the node after n below root, with shadow trees and template contents before the children of their element.
func nextInTree(s *dom.Store, n, root dom.NodeID) dom.NodeID {
	if f := s.Flags(n); f&(dom.HasShadow|dom.HasTemplate) != 0 {
		if sr := s.ShadowRoot(n); sr != 0 {
			return sr
		}
		if tc := s.TemplateContents(n); tc != 0 {
			return tc
		}
	}
	if c := s.FirstChild(n); c != 0 {
		return c
	}
	for n != root {
		if x := s.Next(n); x != 0 {
			return x
		}
		p := s.Parent(n)
		if p == 0 {
			if p = s.Host(n); p != 0 {
				if tc := s.TemplateContents(p); tc != 0 {
					return tc
				}
			} else if p = s.TemplateOf(n); p == 0 {
				return 0
			}
			if c := s.FirstChild(p); c != 0 {
				return c
			}
		}
		n = p
	}
	return 0
}

// extraBytes are the bytes of what the lists and the text tracks of nodes hold.
func (w *World) extraBytes() (lists, cues int64) {
	w.wrappers.slots.All(func(id dom.NodeID, sl *slot) bool {
		if sl.state == nil && sl.group == 0 {
			return true
		}
		s := w.wrappers.peek(id)
		if s == nil || s.extra == nil {
			return true
		}
		for _, l := range s.extra.lists {
			if l, ok := l.object.(interface{ listBytes() int64 }); ok {
				lists += l.listBytes()
			}
		}
		cues += s.extra.track.bytes()
		if m := s.extra.media; m != nil && m.texts != nil {
			for _, t := range m.texts.added {
				cues += t.bytes()
			}
		}
		return true
	})
	return lists, cues
}

// LiveWrappers is the number of nodes with a state as far as the world knows: those in dead groups that are not swept yet count.
func (w *World) LiveWrappers() int { return w.wrappers.live }

// ReportMemory adds the rows of the wrappers.
func (w *World) ReportMemory(r *perf.Report, prefix string) {
	ws := &w.wrappers
	r.Bytes(prefix+"/dom/wrapper-slots", int64(ws.slots.Pages())*int64(unsafe.Sizeof(slot{}))*col.PageSize, "From nodes to their wrappers.")
	r.Bytes(prefix+"/dom/wrappers/state", int64(ws.live)*int64(unsafe.Sizeof(nodeState{})), "What belongs to wrappers: groups, listeners' heads.")
	r.Bytes(prefix+"/dom/wrappers/scratch", int64(cap(ws.fresh)+cap(ws.roots)+cap(ws.dead)+cap(ws.free))*4, "Nodes and trees that are sorted at the end of a task.")
	lists, cues := w.extraBytes()
	r.Bytes(prefix+"/dom/wrappers/lists", lists, "What live collections remember of the tree: nodes, ids and names, for as long as it stays as it is.")
	r.Bytes(prefix+"/dom/text-tracks", cues, "Cues of text tracks.")
	lent := int64(cap(w.text)) + int64(cap(w.paths))*24
	for _, p := range w.paths {
		lent += int64(cap(p)) * int64(unsafe.Sizeof(pathItem{}))
	}
	for t := range w.eventTypes {
		lent += 48 + int64(len(t))
	}
	r.Bytes(prefix+"/dom/wrappers/events", lent+int64(cap(w.dispatching))*16, "Paths of events, kept for the next; names of event types; a text that calls put together.")
	r.Bytes(prefix+"/dom/controls", w.forms.m.Bytes()+w.forms.patterns.bytes(), "State of form controls: values, choices; compiled pattern attributes.")
	w.reportCustom(r, prefix)
	n := 0
	for i := range ws.groups {
		if len(ws.groups[i].roots) > 0 {
			n++
		}
	}
	r.Bytes(prefix+"/dom/detached/groups", int64(cap(ws.groups))*int64(unsafe.Sizeof(groupEntry{})), "Groups of detached trees.")
	r.Count("live/detached-trees", int64(n), "Groups of detached trees that script holds.")
	r.Count("live/wrapped-nodes", int64(ws.live), "Nodes with a script object.")
	edits := int64(0)
	for _, win := range w.windows {
		edits += win.editing.bytes()
	}
	if w.clipboard != nil {
		for _, i := range w.clipboard.items {
			edits += int64(len(i.data))
		}
	}
	w.channels.report(r, prefix)
	r.Bytes(prefix+"/dom/editing", edits, "What undo takes back, and the clipboard.")
}
