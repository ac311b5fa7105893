package bind

import (
	"strconv"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/js"
)

// https://dom.spec.whatwg.org/#traversal

var atomScript = atom.Static("script")

func itoa(n int) string { return strconv.Itoa(n) }

// traversal is what NodeIterator and TreeWalker share.
type traversal struct {
	window *Window
	root   *nodeState
	show   uint32
	filter js.Value
	active bool
	err    error  // that the filter threw
	what   string // how messages about the operation that runs begin
}

func (t *traversal) trace(tr *js.Tracer) {
	t.root.mark(tr)
	tr.Mark(t.filter)
}

// test is "filter a node".
func (t *traversal) test(id dom.NodeID) dom.FilterResult {
	k := t.window.World.Store.Kind(id).NodeType()
	if t.show&(1<<(k-1)) == 0 {
		return dom.FilterSkip
	}
	if !t.filter.IsObject() {
		return dom.FilterAccept
	}
	r := t.window.Realm
	if own := r.Runtime().RealmOf(t.filter.Object()); own != nil {
		r = own
	}
	if windowOf(r).closed {
		t.err = t.window.Realm.NewException(t.window.Realm.NewError(js.TypeError, t.what+"The provided callback is no longer runnable."))
		return dom.FilterStop
	}
	t.active = true
	v, err := r.InvokeCallback(t.filter.Object(), t.what, "NodeFilter", "acceptNode", t.filter, nodeValue(t.window.Realm, id))
	t.active = false
	if err == nil {
		c := r.Conv()
		n := c.ToInt(v, js.UnsignedShort, js.Modulo)
		if err = c.Err(); err == nil {
			if n != int64(dom.FilterAccept) && n != int64(dom.FilterReject) {
				return dom.FilterSkip
			}
			return dom.FilterResult(n)
		}
	}
	t.err = err
	return dom.FilterStop
}

// run calls f unless the filter is running, and passes on what the filter threw. what is how messages about it begin.
func (t *traversal) run(what string, f func() dom.NodeID) (dom.NodeID, error) {
	if t.active {
		return 0, exception("InvalidStateError", "Filter function can't be recursive")
	}
	t.what = what
	n := f()
	err := t.err
	t.err = nil
	if err != nil {
		return 0, err
	}
	return n, nil
}

func (t *traversal) begin(c *js.Call) (n Node, ok bool) {
	h := c.HostArg(0, cls.Node)
	if h.IsNone() {
		return n, false
	}
	n.bind(c.Realm(), h)
	t.window, t.root, t.show, t.filter = windowOf(c.Realm()), n.state(), 0xFFFFFFFF, js.Null
	if c.Has(1) {
		t.show = c.ULong(1)
	}
	if f := c.Arg(2); !f.IsNullish() {
		t.filter = c.CallbackInterface(2).Value()
	}
	return n, !c.Failed()
}

// Root is the root of the traversal.
func (t *traversal) Root() dom.NodeID { return t.root.id }

// WhatToShow is the whatToShow mask.
func (t *traversal) WhatToShow() uint32 { return t.show }

// Filter is the filter.
func (t *traversal) Filter() js.Value { return t.filter }

// NodeIterator is the state of a NodeIterator.
type NodeIterator struct {
	Object
	traversal
	it *dom.NodeIterator
}

func (x *NodeIterator) trace(t *js.Tracer) { x.traversal.trace(t) }

func (x *NodeIterator) dropped() {
	x.window.World.Store.ReleaseNodeIterator(x.it)
}

// CreateNodeIterator is Document.createNodeIterator.
func (d Document) CreateNodeIterator(c *js.Call) js.Value {
	x := &NodeIterator{}
	n, ok := x.begin(c)
	if !ok {
		return js.Undefined
	}
	x.it = d.store().NewNodeIterator(n.ID)
	return objectValue(c.Realm(), x)
}

// ReferenceNode is NodeIterator.referenceNode.
func (x *NodeIterator) ReferenceNode() dom.NodeID { return x.it.Reference }

// PointerBeforeReferenceNode is NodeIterator.pointerBeforeReferenceNode.
func (x *NodeIterator) PointerBeforeReferenceNode() bool { return x.it.Before }

// NextNode is NodeIterator.nextNode.
func (x *NodeIterator) NextNode() (dom.NodeID, error) {
	return x.run("Failed to execute 'nextNode' on 'NodeIterator': ", func() dom.NodeID { return x.window.World.Store.IteratorMove(x.it, true, x.test) })
}

// PreviousNode is NodeIterator.previousNode.
func (x *NodeIterator) PreviousNode() (dom.NodeID, error) {
	return x.run("Failed to execute 'previousNode' on 'NodeIterator': ", func() dom.NodeID { return x.window.World.Store.IteratorMove(x.it, false, x.test) })
}

// Detach is NodeIterator.detach, whose steps are to do nothing.
func (x *NodeIterator) Detach() {}

// TreeWalker is the state of a TreeWalker.
type TreeWalker struct {
	Object
	traversal
	current *nodeState
}

func (x *TreeWalker) trace(t *js.Tracer) {
	x.traversal.trace(t)
	x.current.mark(t)
}

// CreateTreeWalker is Document.createTreeWalker.
func (d Document) CreateTreeWalker(c *js.Call) js.Value {
	x := &TreeWalker{}
	if _, ok := x.begin(c); !ok {
		return js.Undefined
	}
	x.current = x.root
	return objectValue(c.Realm(), x)
}

// CurrentNode is TreeWalker.currentNode.
func (x *TreeWalker) CurrentNode() dom.NodeID { return x.current.id }

// SetCurrentNode sets TreeWalker.currentNode.
func (x *TreeWalker) SetCurrentNode(n Node) { x.current = n.state() }

func (x *TreeWalker) move(what string, f func(w *dom.TreeWalker) dom.NodeID) (dom.NodeID, error) {
	w := dom.TreeWalker{Root: x.root.id, Current: x.current.id}
	n, err := x.run(what, func() dom.NodeID { return f(&w) })
	if err == nil && n != 0 {
		x.current = Node{nodeRef{x.window, n}}.state()
	}
	return n, err
}

// ParentNode is TreeWalker.parentNode.
func (x *TreeWalker) ParentNode() (dom.NodeID, error) {
	return x.move("Failed to execute 'parentNode' on 'TreeWalker': ", func(w *dom.TreeWalker) dom.NodeID { return w.Parent(x.window.World.Store, x.test) })
}

// FirstChild is TreeWalker.firstChild.
func (x *TreeWalker) FirstChild() (dom.NodeID, error) {
	return x.move("Failed to execute 'firstChild' on 'TreeWalker': ", func(w *dom.TreeWalker) dom.NodeID { return w.Child(x.window.World.Store, false, x.test) })
}

// LastChild is TreeWalker.lastChild.
func (x *TreeWalker) LastChild() (dom.NodeID, error) {
	return x.move("Failed to execute 'lastChild' on 'TreeWalker': ", func(w *dom.TreeWalker) dom.NodeID { return w.Child(x.window.World.Store, true, x.test) })
}

// PreviousSibling is TreeWalker.previousSibling.
func (x *TreeWalker) PreviousSibling() (dom.NodeID, error) {
	return x.move("Failed to execute 'previousSibling' on 'TreeWalker': ", func(w *dom.TreeWalker) dom.NodeID { return w.Sibling(x.window.World.Store, true, x.test) })
}

// NextSibling is TreeWalker.nextSibling.
func (x *TreeWalker) NextSibling() (dom.NodeID, error) {
	return x.move("Failed to execute 'nextSibling' on 'TreeWalker': ", func(w *dom.TreeWalker) dom.NodeID { return w.Sibling(x.window.World.Store, false, x.test) })
}

// PreviousNode is TreeWalker.previousNode.
func (x *TreeWalker) PreviousNode() (dom.NodeID, error) {
	return x.move("Failed to execute 'previousNode' on 'TreeWalker': ", func(w *dom.TreeWalker) dom.NodeID { return w.PreviousNode(x.window.World.Store, x.test) })
}

// NextNode is TreeWalker.nextNode.
func (x *TreeWalker) NextNode() (dom.NodeID, error) {
	return x.move("Failed to execute 'nextNode' on 'TreeWalker': ", func(w *dom.TreeWalker) dom.NodeID { return w.NextNode(x.window.World.Store, x.test) })
}
