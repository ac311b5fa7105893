package bind

import (
	"runtime"
	"sync"
	"unsafe"
	"weak"

	"github.com/niso-engine/niso/dom"
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
// cached lists. It leads to the wrapper and, through the wrapper, whatever script hung on it.
//
//   - Nodes of a connected tree keep their wrappers: the slot of the node is a strong pointer.
//   - A tree that is not connected and has wrappers has a group. Each of its wrappers leads to the group
//     and the group to all of them; the world has only a weak pointer to the group. While script holds one of the wrappers it
//     holds the tree. When it holds none, the collector frees group and wrappers, cycles through listeners included, and a
//     cleanup (one a group, because one a wrapper is too dear) puts the group's trees in a queue from which the event loop
//     frees their rows in one batch.
//   - A tree that is not connected and has no wrapper is freed at once.
//
// Nodes just made and trees just removed are not sorted at once but at the end of the task (EndTask): until then their slots
// stay strong. A node that is moved, or made and inserted, then costs nothing. Where one task leaves more than a few hundred trees, groups
// are shared by trees up to a bound: a group each would cost more than the nodes.
//
// Ids that Go code keeps across tasks without a wrapper (a parser's open elements) must be connected nodes, or of a
// tree that has a Pin.
type wrappers struct {
	world  *World
	slots  col.Paged[dom.NodeID, slot]
	groups []groupEntry // [0] unused
	free   []uint32
	fresh  []pendingTree
	roots  col.Bits[dom.NodeID] // scratch of EndTask

	dead *deadGroups
	live int // wrappers that slots and groups hold, by count of nodeStates made less freed

	afterLast int // nodes alive when a collection was last asked for
	pins      map[dom.NodeID]int
}

// slot is the way from a node to its wrapper: state while the node is connected or fresh, else
// the group that has it.
type slot struct {
	state *nodeState
	group uint32
}

// pendingTree is a tree to be sorted at the end of the task. keep holds the group that had a part of it.
type pendingTree struct {
	node dom.NodeID
	keep *group
}

// nodeState is the host slot of a node's wrapper.
type nodeState struct {
	EventTarget
	id    dom.NodeID
	group *group
	lists []cachedList // live collections and the like, by kind
}

type cachedList struct {
	kind   uint8
	key    string
	object platform
}

// group ties the wrappers of detached trees together.
type group struct {
	index   uint32
	members []*nodeState
}

type groupEntry struct {
	weak  weak.Pointer[group]
	roots []dom.Handle
	size  int
}

// deadGroups is where the collector's cleanups leave the groups that nobody holds.
type deadGroups struct {
	mu   sync.Mutex
	list []uint32
}

func (d *deadGroups) add(i uint32) {
	d.mu.Lock()
	d.list = append(d.list, i)
	d.mu.Unlock()
}

func (d *deadGroups) take() []uint32 {
	d.mu.Lock()
	l := d.list
	d.list = nil
	d.mu.Unlock()
	return l
}

const (
	groupNodes = 64  // nodes that trees may share a group up to
	shareAbove = 256 // trees in a task from which on groups are shared
)

func (w *wrappers) init(world *World) {
	w.world = world
	w.dead = &deadGroups{}
	w.groups = make([]groupEntry, 1)
	w.pins = make(map[dom.NodeID]int)
	world.Store.Hooks.Detached = w.detached
	world.Store.Hooks.Attached = w.attached
}

// Wrapper is the script object of a node, made if there is none; none for 0.
func (w *World) Wrapper(r *js.Realm, id dom.NodeID) js.Object {
	if id == 0 {
		return js.Object{}
	}
	return w.wrappers.state(r, id).obj
}

// state is the state of the node's wrapper, which is made if need be.
func (w *wrappers) state(r *js.Realm, id dom.NodeID) *nodeState {
	if s := w.peek(id); s != nil {
		return s
	}
	store := w.world.Store
	s := &nodeState{id: id}
	if win := w.world.WindowOf(id); win != nil {
		r = win.Realm
	}
	s.window = windowOf(r)
	s.obj = r.NewHost(classOfNode(store, id), uint32(id), s)
	w.adopt(s)
	return s
}

// adopt enters a new wrapper.
func (w *wrappers) adopt(s *nodeState) {
	store := w.world.Store
	store.SetFlags(s.id, dom.Wrapped, true)
	w.live++
	sl := w.slots.At(s.id)
	if !store.IsConnected(s.id) {
		if g := w.groupOf(sl.group); g != nil { // a node of a grouped tree that had no wrapper yet
			s.group = g
			g.members = append(g.members, s)
			return
		}
		w.fresh = append(w.fresh, pendingTree{node: s.id})
	}
	sl.group = 0
	sl.state = s
}

// peek is the state of the node's wrapper, nil if there is none.
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
	if g := w.groupOf(sl.group); g != nil {
		for _, m := range g.members {
			if m.id == id {
				return m
			}
		}
	}
	return nil
}

func (w *wrappers) groupOf(i uint32) *group {
	if i == 0 {
		return nil
	}
	return w.groups[i].weak.Value()
}

// Pin keeps the tree of a node from being freed until the returned function is called.
func (w *World) Pin(id dom.NodeID) (unpin func()) {
	root := w.Store.Root(id)
	w.wrappers.pins[root]++
	return func() {
		if w.wrappers.pins[root]--; w.wrappers.pins[root] == 0 {
			delete(w.wrappers.pins, root)
			if w.Store.Alive(root) && !w.Store.IsConnected(root) {
				w.wrappers.fresh = append(w.wrappers.fresh, pendingTree{node: root})
			}
		}
	}
}

// detached is called when the tree under root was removed from its parent.
func (w *wrappers) detached(root dom.NodeID) {
	w.fresh = append(w.fresh, pendingTree{node: root, keep: w.ungroup(root)})
}

// attached is called when the tree under root was inserted below a parent.
func (w *wrappers) attached(root dom.NodeID) {
	keep := w.ungroup(root)
	if w.world.Store.IsConnected(root) {
		return
	}
	var parent *group
	if sl := w.slots.Peek(w.world.Store.Parent(root)); sl != nil {
		parent = w.groupOf(sl.group)
	}
	if keep != nil || parent != nil {
		w.fresh = append(w.fresh, pendingTree{node: root, keep: keep}, pendingTree{node: root, keep: parent})
	} else {
		w.fresh = append(w.fresh, pendingTree{node: root})
	}
}

// ungroup makes the wrappers of a tree strong again. It returns the group that the root was in.
func (w *wrappers) ungroup(root dom.NodeID) (g *group) {
	sl := w.slots.Peek(root)
	if sl == nil || sl.group == 0 {
		// Trees are grouped whole: where the root is not grouped, nothing is.
		return nil
	}
	g = w.groupOf(sl.group)
	if g == nil {
		return nil
	}
	store := w.world.Store
	for n := root; n != 0; n = store.Following(n, root) {
		if sl := w.slots.Peek(n); sl != nil {
			sl.group = 0
		}
	}
	keep := g.members[:0]
	for _, m := range g.members {
		if store.Contains(root, m.id) {
			m.group = nil
			*w.slots.At(m.id) = slot{state: m}
		} else {
			keep = append(keep, m)
		}
	}
	clear(g.members[len(keep):])
	g.members = keep
	return g
}

// EndTask sorts what the task left: trees that nothing holds are freed, trees with wrappers are grouped. The host calls it
// when a task and its microtasks are done and no script is on the stack.
func (w *World) EndTask() { w.wrappers.endTask() }

func (w *wrappers) endTask() {
	store := w.world.Store
	if len(w.fresh) > 0 {
		fresh := w.fresh
		w.fresh = nil
		var roots []dom.NodeID
		for _, p := range fresh {
			if !store.Alive(p.node) {
				continue
			}
			if r := shadowIncludingRoot(store, p.node); !store.IsConnected(r) && store.Kind(r) != dom.KindDocument && w.roots.Add(r) {
				roots = append(roots, r)
			}
		}
		var shared *group
		for _, r := range roots {
			w.roots.Remove(r)
			if w.pins[r] == 0 && !isTemplateContents(store, r) {
				shared = w.sort(r, shared, len(roots) > shareAbove)
			}
		}
		clear(fresh)
		if cap(fresh) <= 1<<16 {
			w.fresh = fresh[:0]
		}
	}
	w.sweep()
	const floor = 20000
	if n := store.Live(); n > 2*w.afterLast && n > floor {
		// The collector cannot see how large the trees behind the wrappers are.
		w.afterLast = n
		go runtime.GC()
	} else if n < w.afterLast/2 {
		w.afterLast = n
	}
}

// sort groups the tree of root, or frees it. shared is the last group made, for further trees.
func (w *wrappers) sort(root dom.NodeID, shared *group, share bool) *group {
	store := w.world.Store
	wrapped := 0
	var into *group
	for n := root; n != 0; n = shadowIncludingNext(store, n, root) {
		if store.Flags(n)&dom.Wrapped == 0 {
			continue
		}
		sl := w.slots.Peek(n)
		switch {
		case sl.state != nil:
			wrapped++
		case into == nil:
			if into = w.groupOf(sl.group); into != nil {
				wrapped++
			}
		}
	}
	if wrapped == 0 {
		w.forget(root)
		store.DestroyTree(root)
		return shared
	}
	if into == nil {
		if share && shared != nil && len(shared.members)+wrapped <= groupNodes {
			into = shared
		} else {
			into = w.newGroup()
		}
	}
	e := &w.groups[into.index]
	e.roots = append(e.roots, store.Handle(root))
	for n := root; n != 0; n = shadowIncludingNext(store, n, root) {
		if store.Flags(n)&dom.Wrapped == 0 {
			if n == root {
				w.slots.At(n).group = into.index
			}
			continue
		}
		sl := w.slots.At(n)
		if sl.state != nil {
			sl.state.group = into
			into.members = append(into.members, sl.state)
			sl.state = nil
		} else if g := w.groupOf(sl.group); g != nil && g != into { // two groups meet in one tree
			for _, m := range g.members {
				if m.id == n {
					m.group = into
					into.members = append(into.members, m)
				}
			}
		}
		sl.group = into.index
	}
	e.size = len(into.members)
	return into
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
	w.groups[i] = groupEntry{weak: weak.Make(g)}
	dead := w.dead
	runtime.AddCleanup(g, func(i uint32) { dead.add(i) }, i)
	return g
}

// sweep frees the trees whose groups the collector took.
func (w *wrappers) sweep() {
	for _, i := range w.dead.take() {
		e := &w.groups[i]
		w.live -= e.size
		for _, h := range e.roots {
			root := w.world.Store.Resolve(h)
			if root == 0 || w.world.Store.Parent(root) != 0 || w.world.Store.IsConnected(root) {
				continue
			}
			if sl := w.slots.Peek(root); sl == nil || sl.group != i || w.pins[root] != 0 {
				continue // the tree has another group since
			}
			w.forget(root)
			w.world.Store.DestroyTree(root)
		}
		*e = groupEntry{}
		w.free = append(w.free, i)
	}
}

// forget clears the slots of a tree that is about to be freed.
func (w *wrappers) forget(root dom.NodeID) {
	store := w.world.Store
	for n := root; n != 0; n = shadowIncludingNext(store, n, root) {
		if sl := w.slots.Peek(n); sl != nil {
			*sl = slot{}
		}
	}
}

// shadowIncludingRoot is the root of the tree that n keeps alive and that keeps n alive: over shadow hosts and template elements.
func shadowIncludingRoot(s *dom.Store, n dom.NodeID) dom.NodeID {
	for {
		r := s.Root(n)
		if h := s.Host(r); h != 0 {
			n = h
			continue
		}
		return r
	}
}

// shadowIncludingNext is the node after n in shadow-including tree order below root.
func shadowIncludingNext(s *dom.Store, n, root dom.NodeID) dom.NodeID {
	if sr := s.ShadowRoot(n); sr != 0 {
		return sr
	}
	for {
		if c := s.FirstChild(n); c != 0 {
			return c
		}
		for n != root {
			if x := s.Next(n); x != 0 {
				return x
			}
			p := s.Parent(n)
			if p == 0 {
				h := s.Host(n) // the shadow tree is done: the host's children follow
				if h == 0 {
					return 0
				}
				if c := s.FirstChild(h); c != 0 {
					return c
				}
				p = h
			}
			n = p
		}
		return 0
	}
}

// isTemplateContents reports whether a fragment is kept by its template element.
func isTemplateContents(s *dom.Store, root dom.NodeID) bool { return s.TemplateOf(root) != 0 }

// LiveWrappers is the number of node wrappers that exist as far as the world knows: those in dead groups that are not swept yet count.
func (w *World) LiveWrappers() int { return w.wrappers.live }

// ReportMemory adds the rows of the wrappers.
func (w *World) ReportMemory(r *perf.Report, prefix string) {
	ws := &w.wrappers
	r.Bytes(prefix+"/dom/wrapper-slots", int64(ws.slots.Pages())*int64(unsafe.Sizeof(slot{}))*col.PageSize, "From nodes to their wrappers.")
	r.Bytes(prefix+"/dom/wrappers/state", int64(ws.live)*int64(unsafe.Sizeof(nodeState{})), "What belongs to wrappers: groups, listeners' heads.")
	n := 0
	for i := range ws.groups {
		if len(ws.groups[i].roots) > 0 {
			n++
		}
	}
	r.Bytes(prefix+"/dom/detached/groups", int64(cap(ws.groups))*int64(unsafe.Sizeof(groupEntry{})), "Groups of detached trees.")
	r.Count("live/detached-trees", int64(n), "Groups of detached trees that script holds.")
	r.Count("live/wrapped-nodes", int64(ws.live), "Nodes with a script object.")
}
