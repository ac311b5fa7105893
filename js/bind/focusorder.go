package bind

import (
	"cmp"
	"slices"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/style"
)

// Sequential focus navigation. https://html.spec.whatwg.org/multipage/interaction.html#sequential-focus-navigation

// focusStop is a place in the order of sequential navigation.
type focusStop struct {
	w    *Window
	el   dom.NodeID // 0: only a place, where the navigation starts
	here bool       // the starting point
}

// focusEntry is a member of a focus navigation scope: a stop, or the owner of a scope of its own.
type focusEntry struct {
	el     dom.NodeID
	index  int        // tabindex
	stop   bool       // it can have the focus of the keyboard
	here   bool       // the starting point is this, or before it if el is 0
	inside dom.NodeID // root of the scope that follows: el as a host or slot, a popover whose invoker it is
	frame  *Window    // likewise, of an iframe
}

// orderWalk gathers the stops of a page.
type orderWalk struct {
	start  map[*Window]map[dom.NodeID]bool // the starting point and what it is in, by window
	at     dom.NodeID                      // the starting point
	atWin  *Window
	before bool // the starting point is before at
	stops  []focusStop

	checked map[radioKey]bool   // groups that have their stop: a button that is checked, or the first
	radios  map[dom.NodeID]bool // trees that were looked through for those
}

// startAt makes an element the sequential focus navigation starting point: a live range in it, which moves to where it was when it goes.
func (w *Window) startAt(n dom.NodeID) {
	if w.start == nil {
		s := w.World.Store
		w.start = s.NewRange(w.Doc.Node)
		w.onClose(func() { s.ReleaseRange(w.start) })
	}
	w.startEl = n
	w.start.Set(dom.Boundary{Node: n}, dom.Boundary{Node: n})
}

// StartAt makes an element the sequential focus navigation starting point: that of a fragment.
func (w *Window) StartAt(n dom.NodeID) { w.startAt(n) }

// startingPoint is where sequential navigation starts: at a node, or before one. 0: at the begin of the document.
func (w *Window) startingPoint() (n dom.NodeID, before bool) {
	if f := w.focused(); f != 0 {
		return f, false
	}
	if w.start == nil {
		return 0, false
	}
	s := w.World.Store
	b := w.start.Start
	if !s.Alive(b.Node) || !s.IsConnected(b.Node) {
		return 0, false
	}
	if b.Node == w.startEl {
		return b.Node, false
	}
	c := s.FirstChild(b.Node)
	for i := 0; i < b.Offset && c != 0; i++ {
		c = s.Next(c)
	}
	if c == 0 {
		return s.FollowingSkip(b.Node, s.Root(b.Node)), true
	}
	return c, true
}

// tab moves the focus to the next element in sequential order, or the one before.
func (w *Window) tab(back bool) bool {
	top := w.topmost()
	from := w.World.focusWindow(w)
	walk := orderWalk{atWin: from, start: map[*Window]map[dom.NodeID]bool{}}
	walk.at, walk.before = from.startingPoint()
	at := walk.at
	for x := from; x != nil; x = x.opt.Parent {
		in := map[dom.NodeID]bool{}
		for n := at; n != 0; n = x.Doc.ParentOrHost(n) {
			in[n] = true
		}
		walk.start[x] = in
		at = x.opt.Frame
	}
	walk.run(top)
	l := walk.stops
	here := slices.IndexFunc(l, func(s focusStop) bool { return s.here })
	n := len(l)
	step := 1
	if back {
		step = -1
	}
	i := here
	if here < 0 && back {
		i = n
	}
	group := from.radioGroupOf(walk.at)
	for range n {
		i = (i + step + n) % n
		if s := l[i]; s.el != 0 && !slices.Contains(group, s.el) && !(s.here && s.el == walk.at && n > 1) {
			s.w.tabTo(s.el)
			return true
		}
	}
	return false
}

// radioGroupOf is the group of a radio button that has the focus: it is one stop.
func (w *Window) radioGroupOf(el dom.NodeID) []dom.NodeID {
	if m := w.World.forms.m; el != 0 && w.Doc.IsHTMLElement(el, atomInput) && m.Type(el) == "radio" {
		return m.RadioGroup(el)
	}
	return nil
}

// tabTo gives an element the focus of the keyboard.
func (w *Window) tabTo(el dom.NodeID) {
	m := w.World.forms.m
	w.lastByPointer = false
	if w.focused() != el || !w.hasFocus() {
		w.moveFocus(el, true)
	}
	if w.closed || !w.Doc.Alive(el) {
		return
	}
	if m.TextControl(el) {
		m.SetSelection(el, 0, dom.UTF16Len(m.Value(el)), "none")
	}
	w.ScrollIntoView(el)
}

// run gathers the stops of a window and of those in it, in order.
func (o *orderWalk) run(top *Window) {
	type work struct {
		w *Window
		e focusEntry
	}
	var stack []work
	push := func(w *Window, l []focusEntry) {
		for _, e := range slices.Backward(l) {
			stack = append(stack, work{w, e})
		}
	}
	push(top, o.document(top))
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch e := x.e; {
		case e.frame != nil:
			l := o.document(e.frame)
			if !slices.ContainsFunc(l, func(e focusEntry) bool { return e.stop || e.inside != 0 || e.frame != nil }) {
				o.stops = append(o.stops, focusStop{x.w, e.el, e.here})
			} else if e.here {
				o.stops = append(o.stops, focusStop{w: x.w, here: true})
			}
			push(e.frame, l)
		default:
			if e.stop || e.here {
				s := focusStop{w: x.w, here: e.here}
				if e.stop {
					s.el = e.el
				}
				o.stops = append(o.stops, s)
			}
			if e.inside != 0 {
				push(x.w, o.scope(x.w, e.inside))
			}
		}
	}
}

// document is the scope of a window's document, or of the modal dialog that blocks it.
func (o *orderWalk) document(w *Window) []focusEntry {
	w.Host.UpdateStyle(w)
	root := w.Doc.Node
	if m := w.Modal(); m != 0 {
		root = m
	}
	return o.scope(w, root)
}

// scope are the members of a focus navigation scope, in its order: positive tabindexes first.
// https://html.spec.whatwg.org/multipage/interaction.html#tabindex-ordered-focus-navigation-scope
func (o *orderWalk) scope(w *Window, root dom.NodeID) []focusEntry {
	s := w.World.Store
	var l []focusEntry
	if s.Kind(root) == dom.KindElement {
		switch {
		case s.IsHTMLElement(root, atomSlot) && s.ContainingShadowRoot(root) != 0 && s.HasAssigned(root):
			for n := range s.Assigned(root) {
				l = o.gather(w, n, true, l)
			}
		case s.ShadowRoot(root) != 0:
			l = o.gather(w, s.ShadowRoot(root), false, l)
		default:
			l = o.gather(w, root, false, l)
		}
	} else {
		l = o.gather(w, root, false, l)
	}
	slices.SortStableFunc(l, func(a, b focusEntry) int { return cmp.Compare(uint(a.index-1), uint(b.index-1)) }) // 0 last
	return l
}

// gather appends the entries of a subtree; self: with its root.
func (o *orderWalk) gather(w *Window, root dom.NodeID, self bool, l []focusEntry) []focusEntry {
	s, m := w.World.Store, w.World.forms.m
	type scroller struct {
		el dom.NodeID
		at int
	}
	var scrollers []scroller
	in := o.start[w]
	n := root
	if !self {
		n = s.Following(root, root)
	}
	for n != 0 {
		for len(scrollers) > 0 { // one that nothing in it can have the focus of has it itself
			if k := scrollers[len(scrollers)-1]; !s.Contains(k.el, n) {
				l = endScroller(l, k.at)
				scrollers = scrollers[:len(scrollers)-1]
				continue
			}
			break
		}
		skip := false
		here := w == o.atWin && n == o.at
		if here && o.before {
			l = append(l, focusEntry{here: true})
			here = false
		}
		if s.Kind(n) != dom.KindElement {
			if here {
				l = append(l, focusEntry{here: true})
			}
			if n = s.Following(n, root); n == 0 {
				break
			}
			continue
		}
		e := focusEntry{el: n, here: here}
		cs := w.styler.Style(n)
		idx, ok := w.tabIndex(n)
		switch {
		case cs == nil || cs.Box.Display == style.DisplayNone, s.HasAttr(n, atomInert) && s.ElementName(n).NS == dom.HTML, n != root && o.elsewhere(w, n):
			skip = true
			if in[n] && (w != o.atWin || !o.before || n != o.at) { // it is in what cannot be reached
				e.here = true
			}
			if e.here {
				l = append(l, focusEntry{here: true})
			}
		default:
			shown := cs.Text.Visibility == style.VisibilityVisible && !m.Disabled(n)
			if ok {
				e.index = max(idx, 0)
			}
			host := s.ShadowRoot(n) != 0
			slot := s.IsHTMLElement(n, atomSlot) && s.ContainingShadowRoot(n) != 0
			switch {
			case host:
				e.stop = ok && idx >= 0 && shown && !w.delegates(n)
				if _, has := s.LookupAttr(n, atomTabindex); !(has && idx < 0) || in[n] {
					e.inside = n
				}
				skip = true
			case slot:
				e.stop = ok && idx >= 0 && shown && cs.Box.Display != style.DisplayContents
				if !(ok && idx < 0) {
					e.inside = n
				}
				skip = true
				if !s.HasAssigned(n) && s.FirstChild(n) == 0 {
					e.inside = 0
				}
			case s.IsHTMLElement(n, atomIframe):
				if c := w.Host.FrameWindow(n); ok && idx >= 0 && shown && c != nil && !c.closed && c.styler != nil {
					e.frame = c
				}
				skip = true
			default:
				e.stop = ok && idx >= 0 && shown && cs.Box.Display != style.DisplayContents && o.radioStop(w, n)
				if e.stop && w.overlays != nil {
					e.inside = o.invoked(w, n)
				}
			}
			if !ok && !host && !slot && shown && w.overflows(n, cs) {
				e.stop = true
				scrollers = append(scrollers, scroller{n, len(l)})
			}
			if cs.Content.ContentVisibility == style.ContentVisibilityHidden {
				skip = true
			}
			if e.stop || e.here || e.inside != 0 || e.frame != nil {
				l = append(l, e)
			}
		}
		if skip {
			n = s.FollowingSkip(n, root)
		} else {
			n = s.Following(n, root)
		}
	}
	for _, k := range slices.Backward(scrollers) {
		l = endScroller(l, k.at)
	}
	return l
}

// endScroller takes a scroller out of its scope where something in it can have the focus.
func endScroller(l []focusEntry, at int) []focusEntry {
	if slices.ContainsFunc(l[at+1:], func(e focusEntry) bool { return e.stop || e.inside != 0 || e.frame != nil }) {
		l[at].stop = false
	}
	return l
}

// overflows reports a box that the user can scroll.
func (w *Window) overflows(n dom.NodeID, cs *style.Computed) bool {
	x, y := cs.Box.OverflowX, cs.Box.OverflowY
	if x != style.OverflowScroll && x != style.OverflowAuto && y != style.OverflowScroll && y != style.OverflowAuto || n == w.Doc.DocumentElement() || n == w.Doc.Body() {
		return false
	}
	w.Host.UpdateLayout(w)
	b := w.layout.ScrollBox(n)
	if b == 0 || b == w.layout.Root() {
		return false
	}
	lo, hi := w.layout.ScrollRange(b)
	return lo != hi
}

// radioStop reports whether a radio button is where its group has the focus of the keyboard; other elements always are.
func (o *orderWalk) radioStop(w *Window, n dom.NodeID) bool {
	m := w.World.forms.m
	if !w.Doc.IsHTMLElement(n, atomInput) || m.Type(n) != "radio" || m.Checked(n) || w == o.atWin && n == o.at {
		return true
	}
	s := w.World.Store
	root := s.Root(n)
	if o.checked == nil {
		o.checked, o.radios = map[radioKey]bool{}, map[dom.NodeID]bool{}
	}
	if !o.radios[root] {
		o.radios[root] = true
		for r := root; r != 0; r = s.Following(r, root) {
			if s.Kind(r) == dom.KindElement && s.IsHTMLElement(r, atomInput) && m.Type(r) == "radio" && m.Checked(r) {
				o.checked[radioKey{root, m.Owner(r), s.Attr(r, atomName)}] = true
			}
		}
	}
	name := s.Attr(n, atomName)
	if name == "" {
		return true
	}
	group := radioKey{root, m.Owner(n), name}
	stop := !o.checked[group]
	o.checked[group] = true // the first stands for its group
	return stop
}

// radioKey is a group of radio buttons.
type radioKey struct {
	root, form dom.NodeID
	name       string
}

// elsewhere reports an open popover that comes after its invoker instead of where it is.
func (o *orderWalk) elsewhere(w *Window, n dom.NodeID) bool {
	if w.overlays == nil || !w.World.popoverOpen(n) {
		return false
	}
	x := w.World.overlayOf(n)
	if x == nil {
		return false
	}
	by := w.World.Store.Resolve(x.invoker)
	return by != 0 && o.invoked(w, by) == n
}

// invoked is the open popover that a focusable element has invoked, 0 for none.
func (o *orderWalk) invoked(w *Window, by dom.NodeID) dom.NodeID {
	s := w.World.Store
	for _, p := range w.Doc.TopLayer {
		if x := w.World.overlayOf(p); x != nil && w.World.popoverOpen(p) && s.Resolve(x.invoker) == by && !shadowContains(s, p, by) && w.focusable(by) {
			return p
		}
	}
	return 0
}
