package dom

import (
	"iter"
	"slices"
	"strings"

	"github.com/niso-engine/niso/internal/atom"
)

// slotting says which child of one host is in which slot of its shadow tree. It is made when somebody asks and there is a slot, and
// kept right from then on at the cost of what changes: children are grouped by the name of the slot that they want, slots by the name
// that they have, and a group's nodes belong to its first slot.
// https://dom.spec.whatwg.org/#finding-slots-and-slotables
type slotting struct {
	slots map[NodeID]*slotGroup // of all slots of the shadow tree
	nodes map[NodeID]slotted    // children of the host; in a tree with manual slots the assigned ones alone
	names map[string]*slotGroup // nil in a tree with manual slots, where each slot has a group of its own
}

// slotGroup is a name, with the slots and nodes of that name.
type slotGroup struct {
	name        string
	slot        NodeID // the first of the slots in tree order, which has the nodes; 0 if there is none
	slots       int
	first, last NodeID // the nodes, linked in tree order; those of a manual slot in the order in which script named them
	nodes       int
	pass        uint64 // of addSlots: which of the group's slots is the first is settled
}

type slotted struct {
	group      *slotGroup
	prev, next NodeID
}

var atomSlot, atomName = atom.Static("slot"), atom.Static("name")

// WatchSlots begins to tell hook f of changed slots: what each slot has is known from now on.
func (s *Store) WatchSlots(f func(slot NodeID)) {
	s.SettleSlots()
	s.Hooks.SlotChanged = f
}

// SettleSlots assigns what waits for it in all shadow trees: until the next mutation AssignedSlot and Assigned only read, and may be
// asked from any goroutine.
func (s *Store) SettleSlots() {
	for h := range s.unslotted {
		s.slotting(h)
	}
}

// slotting is the assignment of the children of host, which has a shadow root; nil while that has no slots.
func (s *Store) slotting(host NodeID) *slotting {
	sh := s.shadows[host]
	if !sh.asked {
		s.addSlots(host, sh, sh.root)
		sh.asked = true
		delete(s.unslotted, host)
	}
	return sh.slotting
}

// known is the shadow of host while its slotting is kept right, or nil: nobody asked yet.
func (s *Store) known(host NodeID) *shadow {
	if sh := s.shadows[host]; sh != nil && sh.asked {
		return sh
	}
	return nil
}

// slotSignal tells that slot, in the shadow tree of host, got other nodes.
// https://dom.spec.whatwg.org/#signal-a-slot-change
func (s *Store) slotSignal(host NodeID, sh *shadow, slot NodeID) {
	if !sh.asked {
		return // what is found first is no change
	}
	if f := s.Hooks.SlotChanged; f != nil {
		f(slot)
	}
	if r := &s.rows[host]; r.flags&Connected != 0 {
		j := &s.docs[r.doc].Journal
		if sh.noted != j.drains+1 { // once is enough
			sh.noted = j.drains + 1
			j.add(Mutation{Kind: SlotsChanged, Node: host})
		}
	}
}

// slotsInserted notes that first … last came among the children of parent: a host's, or those in a shadow tree.
func (s *Store) slotsInserted(parent, first, last NodeID) {
	flags := s.rows[parent].flags
	var sh, tree *shadow
	var host NodeID
	if flags&HasShadow != 0 {
		if sh = s.known(parent); sh != nil && sh.slotting == nil {
			sh = nil
		}
	}
	if flags&InShadow != 0 {
		host = s.hosts[s.Root(parent)]
		tree = s.known(host)
	}
	if sh == nil && tree == nil {
		return
	}
	for id := first; ; id = s.rows[id].next {
		if sh != nil {
			s.addSlottable(parent, sh, id)
		}
		if tree != nil {
			s.fallbackChanged(parent)
			s.addSlots(host, tree, id)
		}
		if id == last {
			return
		}
	}
}

// slotsRemoved notes that id, which stood before next, went from the children of parent.
func (s *Store) slotsRemoved(parent, id, next NodeID) {
	flags := s.rows[parent].flags
	if flags&HasShadow != 0 {
		if sh := s.known(parent); sh != nil && sh.slotting != nil {
			s.removeSlottable(parent, sh, id)
		}
	}
	if flags&InShadow != 0 {
		root := s.Root(parent)
		host := s.hosts[root]
		if tree := s.known(host); tree != nil {
			s.fallbackChanged(parent)
			if tree.slotting != nil && len(tree.slotting.slots) > 0 {
				s.removeSlots(host, tree, parent, id, next)
			}
		}
	}
}

// fallbackChanged tells of a slot whose children, which it shows, changed.
func (s *Store) fallbackChanged(parent NodeID) {
	if f := s.Hooks.SlotChanged; f != nil && s.IsHTMLElement(parent, atomSlot) && !s.HasAssigned(parent) {
		f(parent)
	}
}

// group is the group of a name, made if there is none.
func (l *slotting) group(name string) *slotGroup {
	g := l.names[name]
	if g == nil {
		g = &slotGroup{name: strings.Clone(name)}
		l.names[g.name] = g
	}
	return g
}

// drop forgets a group that nothing is in.
func (l *slotting) drop(g *slotGroup) {
	if g.slots == 0 && g.nodes == 0 && l.names != nil {
		delete(l.names, g.name)
	}
}

// addSlottable enters a child of host.
func (s *Store) addSlottable(host NodeID, sh *shadow, id NodeID) {
	l := sh.slotting
	var g *slotGroup
	switch k := s.rows[id].kind; {
	case k != KindElement && !k.IsText():
		return
	case sh.ManualSlots:
		if g = l.slots[s.manualSlot[id]]; g == nil {
			return
		}
		s.linkManual(l, g, id)
	default:
		name := ""
		if k == KindElement {
			name = s.Attr(id, atomSlot)
		}
		g = l.group(name)
		s.linkSlottable(l, g, id)
	}
	g.nodes++
	if g.slot != 0 {
		s.slotSignal(host, sh, g.slot)
	}
}

// linkSlottable puts id in its place among the nodes of its group: it looks both ways at once for a sibling that is in it.
func (s *Store) linkSlottable(l *slotting, g *slotGroup, id NodeID) {
	prev := NodeID(0)
	for p, n := s.rows[id].prev, s.rows[id].next; ; p, n = s.rows[p].prev, s.rows[n].next {
		if p == 0 || g.nodes == 0 {
			break
		}
		if l.nodes[p].group == g {
			prev = p
			break
		}
		if n == 0 {
			prev = g.last
			break
		}
		if x := l.nodes[n]; x.group == g {
			prev = x.prev
			break
		}
	}
	l.put(g, prev, id)
}

// put makes id the node after prev, 0 for the first, of g.
func (l *slotting) put(g *slotGroup, prev, id NodeID) {
	next := g.first
	if prev != 0 {
		next = l.nodes[prev].next
	}
	l.nodes[id] = slotted{group: g, prev: prev, next: next}
	l.join(g, prev, id)
	l.join(g, id, next)
}

// join makes a and b neighbours among the nodes of g; 0 is either end.
func (l *slotting) join(g *slotGroup, a, b NodeID) {
	if a == 0 {
		g.first = b
	} else {
		x := l.nodes[a]
		x.next = b
		l.nodes[a] = x
	}
	if b == 0 {
		g.last = a
	} else {
		x := l.nodes[b]
		x.prev = a
		l.nodes[b] = x
	}
}

// removeSlottable takes out a child that host had.
func (s *Store) removeSlottable(host NodeID, sh *shadow, id NodeID) {
	l := sh.slotting
	e, ok := l.nodes[id]
	if !ok {
		return
	}
	g := e.group
	delete(l.nodes, id)
	l.join(g, e.prev, e.next)
	g.nodes--
	if g.slot != 0 {
		s.slotSignal(host, sh, g.slot)
	}
	l.drop(g)
}

// addSlots enters the slots in the subtree of top, which came into the shadow tree of host, and tells which slots have other nodes
// now in tree order: those of the subtree, then those that had the nodes before.
func (s *Store) addSlots(host NodeID, sh *shadow, top NodeID) {
	var lost []NodeID
	s.slotPass++
	for n := top; n != 0; n = s.Following(n, top) {
		if !s.IsHTMLElement(n, atomSlot) {
			continue
		}
		l := sh.slotting
		if l == nil {
			l = s.makeSlotting(host, sh)
		}
		if sh.ManualSlots {
			g := &slotGroup{slot: n, slots: 1}
			l.slots[n] = g
			if s.takeManual(host, l, g); g.nodes > 0 {
				s.slotSignal(host, sh, n)
			}
			continue
		}
		g := l.group(s.Attr(n, atomName))
		l.slots[n] = g
		g.slots++
		if g.pass == s.slotPass {
			continue // another one of the subtree, or one before it
		}
		g.pass = s.slotPass
		old := g.slot
		if old != 0 && s.CompareOrder(top, old) > 0 {
			continue
		}
		g.slot = n
		if g.nodes > 0 {
			s.slotSignal(host, sh, n)
			if old != 0 {
				lost = append(lost, old)
			}
		}
	}
	for _, slot := range s.inTreeOrder(sh.root, lost) {
		s.slotSignal(host, sh, slot)
	}
}

// makeSlotting enters the children of host: the first slot comes.
func (s *Store) makeSlotting(host NodeID, sh *shadow) *slotting {
	l := &slotting{slots: make(map[NodeID]*slotGroup), nodes: make(map[NodeID]slotted)}
	sh.slotting = l
	if !sh.ManualSlots {
		l.names = make(map[string]*slotGroup)
		for c := s.rows[host].firstChild; c != 0; c = s.rows[c].next {
			s.addSlottable(host, sh, c)
		}
	}
	return l
}

// removeSlots takes out the slots in the subtree of top, which stood before next among the children of parent in the shadow tree of
// host. Those that have their nodes now are told first, then those that lost them.
func (s *Store) removeSlots(host NodeID, sh *shadow, parent, top, next NodeID) {
	l := sh.slotting
	var lost []NodeID
	var vacant []*slotGroup
	for n := top; n != 0; n = s.Following(n, top) {
		if !s.IsHTMLElement(n, atomSlot) {
			continue
		}
		g := l.slots[n]
		if g == nil {
			continue
		}
		delete(l.slots, n)
		g.slots--
		if g.slot == n {
			if g.slot = 0; g.nodes > 0 {
				lost = append(lost, n)
			}
			if sh.ManualSlots {
				for c := range s.manualNodes(n) {
					if l.nodes[c].group == g {
						delete(l.nodes, c)
					}
				}
				continue
			}
			vacant = append(vacant, g)
		}
	}
	left := 0
	for _, g := range vacant {
		if g.slots > 0 {
			left++
		} else {
			l.drop(g)
		}
	}
	if left > 0 && next == 0 {
		next = s.FollowingSkip(parent, sh.root)
	}
	for n := next; left > 0 && n != 0; n = s.Following(n, sh.root) {
		if g := l.slots[n]; g != nil && g.slot == 0 {
			left--
			if g.slot = n; g.nodes > 0 {
				s.slotSignal(host, sh, n)
			}
		}
	}
	for _, slot := range lost {
		s.slotSignal(host, sh, slot)
	}
}

// inTreeOrder sorts nodes of the tree under root.
func (s *Store) inTreeOrder(root NodeID, l []NodeID) []NodeID {
	switch {
	case len(l) < 2:
	case len(l) <= 4:
		slices.SortFunc(l, s.CompareOrder)
	default: // one walk is cheaper than comparing all
		in := make(map[NodeID]bool, len(l))
		for _, n := range l {
			in[n] = true
		}
		l = l[:0]
		for n := root; n != 0 && len(in) > 0; n = s.Following(n, root) {
			if in[n] {
				delete(in, n)
				l = append(l, n)
			}
		}
	}
	return l
}

// slotAttrChanged notes that an attribute of id changed that may name a slot.
func (s *Store) slotAttrChanged(id NodeID, name NameID) {
	n := &s.names[name]
	if n.NS != NoNamespace {
		return
	}
	switch n.Local {
	case atomSlot:
		p := s.rows[id].parent
		if p == 0 || s.rows[p].flags&HasShadow == 0 {
			return
		}
		if sh := s.known(p); sh != nil && sh.slotting != nil && !sh.ManualSlots {
			if g := sh.slotting.nodes[id].group; g == nil || g.name != s.Attr(id, atomSlot) {
				s.removeSlottable(p, sh, id)
				s.addSlottable(p, sh, id)
			}
		}
	case atomName:
		if s.rows[id].flags&InShadow == 0 || !s.IsHTMLElement(id, atomSlot) {
			return
		}
		host := s.hosts[s.Root(id)]
		if sh := s.known(host); sh != nil && sh.slotting != nil && !sh.ManualSlots {
			s.renameSlot(host, sh, id, s.Attr(id, atomName))
		}
	}
}

// renameSlot puts a slot into the group of its new name.
func (s *Store) renameSlot(host NodeID, sh *shadow, slot NodeID, name string) {
	l := sh.slotting
	g := l.slots[slot]
	if g == nil || g.name == name {
		return
	}
	var changed []NodeID
	note := func(slot NodeID) {
		if slot != 0 && !slices.Contains(changed, slot) {
			changed = append(changed, slot)
		}
	}
	h := l.group(name)
	l.slots[slot] = h
	g.slots--
	h.slots++
	if g.slot == slot {
		g.slot = 0
		for n := slot; g.slots > 0 && n != 0; n = s.Following(n, sh.root) {
			if l.slots[n] == g {
				g.slot = n
				break
			}
		}
		if g.nodes > 0 {
			note(slot)
			note(g.slot)
		}
	}
	if old := h.slot; old == 0 || s.CompareOrder(slot, old) < 0 {
		if h.slot = slot; h.nodes > 0 {
			note(slot)
			note(old)
		}
	}
	l.drop(g)
	for _, slot := range s.inTreeOrder(sh.root, changed) {
		s.slotSignal(host, sh, slot)
	}
}

// manualNodes are the nodes that script assigned to slot, wherever they are. A list names nodes that went to another slot until it is set anew.
func (s *Store) manualNodes(slot NodeID) iter.Seq[NodeID] {
	return func(yield func(NodeID) bool) {
		for _, n := range s.manual[slot] {
			if s.manualSlot[n] == slot && !yield(n) {
				return
			}
		}
	}
}

// takeManual enters the children of host that script assigned to the slot of g, which has none yet.
func (s *Store) takeManual(host NodeID, l *slotting, g *slotGroup) {
	for n := range s.manualNodes(g.slot) {
		if s.rows[n].parent == host {
			l.put(g, g.last, n)
			g.nodes++
		}
	}
}

// linkManual puts id, which script assigned to the slot of g, in its place among the nodes of g.
func (s *Store) linkManual(l *slotting, g *slotGroup, id NodeID) {
	list := s.manual[g.slot]
	prev := NodeID(0)
	for i := slices.Index(list, id) - 1; i >= 0 && prev == 0; i-- {
		if l.nodes[list[i]].group == g {
			prev = list[i]
		}
	}
	l.put(g, prev, id)
}

// AssignSlot sets the nodes that script assigned to slot. They are in it while both are where they belong: in a shadow tree with manual
// slots, and below its host.
// https://html.spec.whatwg.org/multipage/scripting.html#dom-slot-assign
func (s *Store) AssignSlot(slot NodeID, nodes []NodeID) {
	before := slices.Collect(s.Assigned(slot))
	for n := range s.manualNodes(slot) {
		delete(s.manualSlot, n)
	}
	if s.manual == nil {
		s.manual, s.manualSlot = make(map[NodeID][]NodeID), make(map[NodeID]NodeID)
	}
	var list []NodeID
	host := s.hosts[s.Root(slot)]
	sh := s.known(host)
	changed := make(map[NodeID]bool)
	for _, n := range nodes {
		old := s.manualSlot[n]
		if old == slot {
			continue // named twice
		}
		s.manualSlot[n] = slot
		list = append(list, n)
		if old == 0 {
			continue
		}
		p := s.rows[n].parent
		x := s.known(p)
		if x == nil || x.slotting == nil || !x.ManualSlots {
			continue
		}
		if e, ok := x.slotting.nodes[n]; ok {
			delete(x.slotting.nodes, n)
			x.slotting.join(e.group, e.prev, e.next)
			e.group.nodes--
			if x == sh {
				changed[e.group.slot] = true
			} else {
				s.slotSignal(p, x, e.group.slot)
			}
		}
	}
	if s.manual[slot] = list; list == nil {
		delete(s.manual, slot)
	}
	if sh == nil || !sh.ManualSlots || sh.slotting == nil || sh.slotting.slots[slot] == nil {
		return
	}
	l := sh.slotting
	g := l.slots[slot]
	for _, n := range before {
		delete(l.nodes, n)
	}
	g.nodes, g.first, g.last = 0, 0, 0
	s.takeManual(host, l, g)
	if !slices.Equal(before, slices.Collect(s.Assigned(slot))) {
		changed[slot] = true
	}
	told := make([]NodeID, 0, len(changed))
	for n := range changed {
		told = append(told, n)
	}
	for _, n := range s.inTreeOrder(sh.root, told) {
		s.slotSignal(host, sh, n)
	}
}

// freeManual forgets what script assigned to id, or id to.
func (s *Store) freeManual(id NodeID) {
	for n := range s.manualNodes(id) {
		delete(s.manualSlot, n)
	}
	delete(s.manual, id)
	delete(s.manualSlot, id)
}

// AssignedSlot is the slot that id is assigned to, or 0.
func (s *Store) AssignedSlot(id NodeID) NodeID {
	p := s.rows[id].parent
	if p == 0 || s.rows[p].flags&HasShadow == 0 {
		return 0
	}
	if l := s.slotting(p); l != nil {
		if g := l.nodes[id].group; g != nil {
			return g.slot
		}
	}
	return 0
}

// groupOf is the group whose nodes are assigned to slot, and the slotting that it is in, or nil.
func (s *Store) groupOf(slot NodeID) (*slotGroup, *slotting) {
	if len(s.shadows) == 0 || s.rows[slot].flags&InShadow == 0 {
		return nil, nil
	}
	if h := s.hosts[s.Root(slot)]; h != 0 {
		if l := s.slotting(h); l != nil {
			if g := l.slots[slot]; g != nil && g.slot == slot && g.nodes > 0 {
				return g, l
			}
		}
	}
	return nil, nil
}

// HasAssigned reports whether nodes are assigned to slot.
func (s *Store) HasAssigned(slot NodeID) bool {
	g, _ := s.groupOf(slot)
	return g != nil
}

// Assigned visits the nodes assigned to slot, in order. The tree must not change meanwhile.
func (s *Store) Assigned(slot NodeID) iter.Seq[NodeID] {
	return func(yield func(NodeID) bool) {
		g, l := s.groupOf(slot)
		if g == nil {
			return
		}
		for n := g.first; n != 0; n = l.nodes[n].next {
			if !yield(n) {
				return
			}
		}
	}
}

// FirstAssigned is the first of the nodes assigned to slot, or 0.
func (s *Store) FirstAssigned(slot NodeID) NodeID {
	if g, _ := s.groupOf(slot); g != nil {
		return g.first
	}
	return 0
}

// NextAssigned is the node after id, which is assigned to a slot, among those of the slot, or 0.
func (s *Store) NextAssigned(id NodeID) NodeID {
	if p := s.rows[id].parent; p != 0 && s.rows[p].flags&HasShadow != 0 {
		if l := s.slotting(p); l != nil {
			return l.nodes[id].next
		}
	}
	return 0
}

// memoryBytes is about what the assignment takes.
func (l *slotting) memoryBytes() int64 {
	if l == nil {
		return 0
	}
	return 160 + int64(len(l.slots))*16 + int64(len(l.nodes))*24 + int64(len(l.names))*120
}
