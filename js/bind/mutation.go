package bind

import (
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/js"
)

// https://dom.spec.whatwg.org/#mutation-observers
//
// Registrations belong to the states of nodes, which keep them: an observer lives while script holds it or a node that it
// observes. The store's hook is only set while there are registrations, and asks only for nodes below an Observed flag.

// MutationObserver is the state of a MutationObserver.
type MutationObserver struct {
	Object
	window   *Window
	callback js.Object
	targets  []*nodeState // nodes with a registration
	records  []*MutationRecord
	queued   bool
}

// registration is a registered observer of a node.
type registration struct {
	observer *MutationObserver
	options  MutationObserverInit
	source   *registration // of a transient one: what it was made for
}

// MutationRecord is the state of a MutationRecord.
type MutationRecord struct {
	Object
	window         *Window
	typ            string
	target         *nodeState
	added, removed []*nodeState
	addedList      *NodeList
	removedList    *NodeList
	prev, next     *nodeState
	attr, attrNS   Opt[string]
	old            Opt[string]
}

// observers are the mutation observers of a page.
type observers struct {
	world     *World
	count     int // registrations
	pending   []*MutationObserver
	transient []*nodeState        // with transient registrations
	slots     []*nodeState        // slots with a slotchange event to be fired
	slotSet   map[dom.NodeID]bool // the same
	telling   []*MutationObserver // whom notify tells
	signaled  []*nodeState        // the slots that it fires at
}

// ConstructMutationObserver is new MutationObserver.
func ConstructMutationObserver(c *js.Call, cb js.Object) *MutationObserver {
	return &MutationObserver{window: windowOf(c.Realm()), callback: cb}
}

// Observe is MutationObserver.observe.
func (m *MutationObserver) Observe(target Node, o MutationObserverInit) error {
	if (o.AttributeOldValue.Set || o.AttributeFilter != nil) && !o.Attributes.Set {
		o.Attributes = Some(true)
	}
	if o.CharacterDataOldValue.Set && !o.CharacterData.Set {
		o.CharacterData = Some(true)
	}
	attrs, data := o.Attributes.Value, o.CharacterData.Value
	switch {
	case o.AttributeOldValue.Value && !attrs:
		return typeError("The options object may only set 'attributeOldValue' to true when 'attributes' is true or not present.")
	case o.AttributeFilter != nil && !attrs:
		return typeError("The options object may only set 'attributeFilter' when 'attributes' is true or not present.")
	case o.CharacterDataOldValue.Value && !data:
		return typeError("The options object may only set 'characterDataOldValue' to true when 'characterData' is true or not present.")
	case !o.ChildList && !attrs && !data:
		return typeError("The options object must set at least one of 'attributes', 'characterData', or 'childList' to true.")
	}
	s := target.state()
	ob := &m.window.World.observers
	for _, r := range s.registrations() {
		if r.observer == m && r.source == nil {
			ob.dropTransient(r)
			r.options = o
			return nil
		}
	}
	if s.extra == nil {
		s.extra = &nodeExtra{}
	}
	s.extra.observers = append(s.extra.observers, &registration{observer: m, options: o})
	m.targets = append(m.targets, s)
	target.store().SetFlags(target.ID, dom.Observed, true)
	ob.added()
	return nil
}

// typeErr is a TypeError as a Go error.
type typeErr string

func (e typeErr) Error() string { return string(e) }

func typeError(s string) error { return typeErr(s) }

func (s *nodeState) registrations() []*registration {
	if s == nil || s.extra == nil {
		return nil
	}
	return s.extra.observers
}

func (o *observers) added() {
	if o.count++; o.count == 1 {
		o.world.Store.Hooks.Observer = o
	}
}

func (o *observers) removed(n int) {
	if o.count -= n; o.count == 0 {
		o.world.Store.Hooks.Observer = nil
	}
}

// drop removes the registrations of a node that f selects.
func (o *observers) drop(s *nodeState, f func(r *registration) bool) {
	l := s.registrations()
	if l == nil {
		return
	}
	kept := l[:0:0]
	for _, r := range l {
		if !f(r) {
			kept = append(kept, r)
		}
	}
	o.removed(len(l) - len(kept))
	s.extra.observers = kept
	if len(kept) == 0 && o.world.Store.Alive(s.id) {
		o.world.Store.SetFlags(s.id, dom.Observed, false)
	}
}

func (o *observers) dropTransient(source *registration) {
	for _, s := range o.transient {
		o.drop(s, func(r *registration) bool { return r.source == source })
	}
}

// Disconnect is MutationObserver.disconnect.
func (m *MutationObserver) Disconnect() {
	ob := &m.window.World.observers
	for _, s := range m.targets {
		ob.drop(s, func(r *registration) bool { return r.observer == m })
	}
	for _, s := range ob.transient {
		ob.drop(s, func(r *registration) bool { return r.observer == m })
	}
	m.targets, m.records = nil, nil
}

// TakeRecords is MutationObserver.takeRecords.
func (m *MutationObserver) TakeRecords() []*MutationRecord {
	r := m.records
	m.records = nil
	if r == nil {
		r = []*MutationRecord{}
	}
	return r
}

func (m *MutationObserver) trace(t *js.Tracer) {
	t.MarkObject(m.callback)
	markStates(t, m.targets)
	markAll(t, m.records)
}

func (r *MutationRecord) trace(t *js.Tracer) {
	r.target.mark(t)
	markStates(t, r.added)
	markStates(t, r.removed)
	mark(t, r.addedList)
	mark(t, r.removedList)
	r.prev.mark(t)
	r.next.mark(t)
}

// queue is "queue a mutation record". https://dom.spec.whatwg.org/#queue-a-mutation-record
func (o *observers) queue(target dom.NodeID, wants func(i *MutationObserverInit) (want, old bool), rec func(withOld bool) *MutationRecord) {
	var seen []*MutationObserver
	var olds []bool
	s := o.world.Store
	for n := target; n != 0; n = s.Parent(n) {
		if s.Flags(n)&dom.Observed == 0 {
			continue
		}
		for _, r := range o.world.wrappers.peek(n).registrations() {
			if n != target && !r.options.Subtree {
				continue
			}
			want, old := wants(&r.options)
			if !want {
				continue
			}
			found := false
			for i, m := range seen {
				if m == r.observer {
					olds[i] = olds[i] || old
					found = true
				}
			}
			if !found {
				seen, olds = append(seen, r.observer), append(olds, old)
			}
		}
	}
	for i, m := range seen {
		m.records = append(m.records, rec(olds[i]))
		if !m.queued {
			m.queued = true
			o.pending = append(o.pending, m)
		}
		o.schedule(m.window)
	}
}

// schedule queues a mutation observer microtask.
func (o *observers) schedule(w *Window) {
	if o.world.observing {
		return
	}
	o.world.observing = true
	o.world.Runtime.EnqueueJob(w.Realm, func() error {
		o.notify()
		return nil
	})
}

func (o *observers) states(w *Window, ids []dom.NodeID) []*nodeState {
	if len(ids) == 0 {
		return nil
	}
	out := make([]*nodeState, len(ids))
	for i, id := range ids {
		out[i] = o.world.wrappers.state(w.Realm, id)
	}
	return out
}

func (o *observers) state(id dom.NodeID) *nodeState {
	if id == 0 {
		return nil
	}
	return o.world.wrappers.state(nil, id)
}

// ChildList is dom.Observer.
func (o *observers) ChildList(target dom.NodeID, added, removed []dom.NodeID, prev, next dom.NodeID) {
	o.queue(target, func(i *MutationObserverInit) (bool, bool) { return i.ChildList, false }, func(bool) *MutationRecord {
		t := o.state(target)
		return &MutationRecord{window: t.window, typ: "childList", target: t, added: o.states(t.window, added), removed: o.states(t.window, removed), prev: o.state(prev), next: o.state(next)}
	})
	if len(removed) > 0 {
		o.follow(target, removed)
	}
}

// follow gives removed nodes transient registrations of their ancestors' observers.
func (o *observers) follow(parent dom.NodeID, removed []dom.NodeID) {
	s := o.world.Store
	for n := parent; n != 0; n = s.Parent(n) {
		if s.Flags(n)&dom.Observed == 0 {
			continue
		}
		for _, r := range o.world.wrappers.peek(n).registrations() {
			if !r.options.Subtree {
				continue
			}
			for _, id := range removed {
				st := o.state(id)
				if st.extra == nil {
					st.extra = &nodeExtra{}
				}
				src := r
				if r.source != nil {
					src = r.source
				}
				st.extra.observers = append(st.extra.observers, &registration{observer: r.observer, options: r.options, source: src})
				s.SetFlags(id, dom.Observed, true)
				o.transient = append(o.transient, st)
				o.added()
				o.schedule(r.observer.window)
				if !r.observer.queued {
					r.observer.queued = true
					o.pending = append(o.pending, r.observer)
				}
			}
		}
	}
}

// Attribute is dom.Observer.
func (o *observers) Attribute(target dom.NodeID, name dom.NameID, old string, had bool) {
	s := o.world.Store
	n := s.NameOf(name)
	local, ns := s.Atoms.String(n.Local), s.NamespaceURI(n.NS)
	o.queue(target, func(i *MutationObserverInit) (bool, bool) {
		if !i.Attributes.Value || i.AttributeFilter != nil && (ns != "" || indexOf(i.AttributeFilter, local) < 0) {
			return false, false
		}
		return true, i.AttributeOldValue.Value
	}, func(withOld bool) *MutationRecord {
		t := o.state(target)
		r := &MutationRecord{window: t.window, typ: "attributes", target: t, attr: Some(local), attrNS: orNull(ns)}
		if withOld && had {
			r.old = Some(strings.Clone(old))
		}
		return r
	})
}

// CharacterData is dom.Observer.
func (o *observers) CharacterData(target dom.NodeID, old string) {
	o.queue(target, func(i *MutationObserverInit) (bool, bool) {
		return i.CharacterData.Value, i.CharacterDataOldValue.Value
	}, func(withOld bool) *MutationRecord {
		t := o.state(target)
		r := &MutationRecord{window: t.window, typ: "characterData", target: t}
		if withOld {
			r.old = Some(strings.Clone(old))
		}
		return r
	})
}

// watchSlots makes slots signal their changes: no page pays for that before something listens.
func (o *observers) watchSlots() {
	if s := o.world.Store; s.Hooks.SlotChanged == nil {
		s.WatchSlots(o.slotChanged)
	}
}

// slotChanged is "signal a slot change". https://dom.spec.whatwg.org/#signal-a-slot-change
func (o *observers) slotChanged(slot dom.NodeID) {
	st := o.state(slot)
	if st.window == nil || o.slotSet[slot] {
		return
	}
	if o.slotSet == nil {
		o.slotSet = make(map[dom.NodeID]bool)
	}
	o.slotSet[slot] = true
	o.slots = append(o.slots, st)
	o.schedule(st.window)
}

// notify is "notify mutation observers". It reports whether anything was to be told.
func (o *observers) notify() bool {
	o.world.observing = false
	list := o.pending
	slots := o.slots
	o.pending, o.slots, o.slotSet = nil, nil, nil
	if len(list) == 0 && len(slots) == 0 {
		return false
	}
	transient := o.transient
	o.transient = nil
	o.telling, o.signaled = list, slots
	defer func() { o.telling, o.signaled = nil, nil }()
	for _, m := range list {
		m.queued = false
		for _, s := range transient {
			o.drop(s, func(r *registration) bool { return r.observer == m && r.source != nil })
		}
		if len(m.records) == 0 || m.window.closed {
			continue
		}
		records := m.TakeRecords()
		r := m.window.Realm
		arr := arrayOf(r, records, func(x *MutationRecord) js.Value { return objectValue(r, x) })
		self := objectValue(r, m)
		if _, err := r.Call(m.callback.Value(), self, arr, self); err != nil {
			w := m.window
			if r := r.Runtime().RealmOf(m.callback); r != nil {
				w = windowOf(r)
			}
			w.Report(err)
		}
	}
	for _, s := range slots {
		if w := o.world.WindowOf(s.id); w != nil && o.world.Store.Alive(s.id) {
			w.FireNode(s.id, "slotchange", true, false)
		}
	}
	return true
}

// close forgets what a window observes.
func (o *observers) close(w *Window) {
	kept := o.pending[:0]
	for _, m := range o.pending {
		if m.window != w {
			kept = append(kept, m)
		}
	}
	clear(o.pending[len(kept):])
	o.pending = kept
}

// Type is MutationRecord.type.
func (r *MutationRecord) Type() string { return r.typ }

// Target is MutationRecord.target.
func (r *MutationRecord) Target(c *js.Call) js.Value { return r.target.value(c.Realm()) }

// AddedNodes is MutationRecord.addedNodes.
func (r *MutationRecord) AddedNodes() *NodeList {
	if r.addedList == nil {
		r.addedList = &NodeList{nodes: nodes{window: r.window, static: r.added}}
	}
	return r.addedList
}

// RemovedNodes is MutationRecord.removedNodes.
func (r *MutationRecord) RemovedNodes() *NodeList {
	if r.removedList == nil {
		r.removedList = &NodeList{nodes: nodes{window: r.window, static: r.removed}}
	}
	return r.removedList
}

// PreviousSibling is MutationRecord.previousSibling.
func (r *MutationRecord) PreviousSibling(c *js.Call) js.Value { return r.prev.value(c.Realm()) }

// NextSibling is MutationRecord.nextSibling.
func (r *MutationRecord) NextSibling(c *js.Call) js.Value { return r.next.value(c.Realm()) }

// AttributeName is MutationRecord.attributeName.
func (r *MutationRecord) AttributeName() Opt[string] { return r.attr }

// AttributeNamespace is MutationRecord.attributeNamespace.
func (r *MutationRecord) AttributeNamespace() Opt[string] { return r.attrNS }

// OldValue is MutationRecord.oldValue.
func (r *MutationRecord) OldValue() Opt[string] { return r.old }
