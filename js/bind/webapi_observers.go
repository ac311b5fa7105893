package bind

import (
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"
	"weak"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/style"
)

// How ResizeObserver and IntersectionObserver live: the states of the observed nodes keep the observer, the window knows it weakly,
// and the observer knows its targets by handles. So an observer lives while script holds it or one of its targets lives, and
// a callback that holds a removed target makes no leak.

// watch makes the state of a node keep an observer.
func (s *nodeState) watch(o platform) {
	if s.extra == nil {
		s.extra = &nodeExtra{}
	}
	s.extra.watchers = append(s.extra.watchers, o)
}

// unwatch takes it back. A node without a state has nothing to take.
func (w *World) unwatch(h dom.Handle, o platform) {
	id := w.Store.Resolve(h)
	if id == 0 {
		return
	}
	if s := w.wrappers.peek(id); s != nil && s.extra != nil {
		if i := slices.Index(s.extra.watchers, o); i >= 0 {
			s.extra.watchers = slices.Delete(s.extra.watchers, i, i+1)
		}
	}
}

// alive are the observers of a weak list that are left, oldest first.
func alive[T any, P interface {
	*T
	platform
}](l *[]weak.Pointer[T]) (out []P) {
	kept := (*l)[:0]
	for _, p := range *l {
		if o := P(p.Value()); o != nil && !o.object().obj.IsNone() {
			out = append(out, o)
			kept = append(kept, p)
		}
	}
	*l = kept
	return out
}

// ResizeObserver tells of sizes that changed. https://drafts.csswg.org/resize-observer/
type ResizeObserver struct {
	Object
	window   *Window
	callback js.Object
	targets  []resizeTarget
	listed   bool
}

type resizeTarget struct {
	node dom.Handle
	box  string
	last [2]float64 // inline and block size when it was last reported; NaN before
}

// ResizeObserverEntry is one change of size.
type ResizeObserverEntry struct {
	Object
	target  *nodeState
	content *DOMRectReadOnly
	sizes   [3]js.Value // border, content, device pixels of the content: frozen arrays
}

// ResizeObserverSize is a size.
type ResizeObserverSize struct {
	Object
	inline, block float64
}

// ConstructResizeObserver is new ResizeObserver.
func ConstructResizeObserver(c *js.Call, callback js.Object) *ResizeObserver {
	return &ResizeObserver{window: windowOf(c.Realm()), callback: callback}
}

func (o *ResizeObserver) trace(t *js.Tracer) { t.MarkObject(o.callback) }

// Observe is ResizeObserver.observe.
func (o *ResizeObserver) Observe(target Element, opt ResizeObserverOptions) {
	o.Unobserve(target)
	w := o.window
	o.targets = append(o.targets, resizeTarget{node: target.store().Handle(target.ID), box: opt.Box, last: [2]float64{math.NaN(), math.NaN()}})
	target.state().watch(o)
	if !o.listed && !w.closed {
		o.listed = true
		s := w.web()
		s.resize = append(s.resize, weak.Make(o))
		w.resizeObservers = w.runResize
		if w.intersectionObservers == nil {
			w.intersectionObservers = w.runIntersections // ends the frame's rounds
		}
	}
	w.Host.NeedFrame(w)
}

// Unobserve is ResizeObserver.unobserve.
func (o *ResizeObserver) Unobserve(target Element) {
	h := target.store().Handle(target.ID)
	if i := slices.IndexFunc(o.targets, func(t resizeTarget) bool { return t.node == h }); i >= 0 {
		o.targets = slices.Delete(o.targets, i, i+1)
		o.window.World.unwatch(h, o)
	}
}

// Disconnect is ResizeObserver.disconnect.
func (o *ResizeObserver) Disconnect() {
	for _, t := range o.targets {
		o.window.World.unwatch(t.node, o)
	}
	o.targets = nil
}

// boxSizes are the border box and the content box of an element; the content box is relative to the padding box's
// corner. Inline boxes and elements without a box have none.
func (w *Window) boxSizes(n dom.NodeID) (border [2]float64, content geom.RectF, vertical bool) {
	b := w.layout.Of(n)
	if b == 0 || w.layout.Kind(b) == layout.KindInline || w.layout.Kind(b) == layout.KindText {
		return border, content, false
	}
	size, e, p := w.layout.Size(b), w.layout.Border(b), w.layout.Padding(b)
	client := w.layout.ClientRect(n)
	content = geom.RectF{X: p.Left.Px(), Y: p.Top.Px(), W: size.W.Px() - (e.Left + e.Right + p.Left + p.Right).Px(), H: size.H.Px() - (e.Top + e.Bottom + p.Top + p.Bottom).Px()}
	if w.layout.Has(b, layout.FlagScrollbarX|layout.FlagScrollbarY) && client.W > 0 {
		content.W = client.W - (p.Left + p.Right).Px()
		content.H = client.H - (p.Top + p.Bottom).Px()
	}
	content.W, content.H = max(0, content.W), max(0, content.H)
	st := w.layout.Style(b)
	vertical = st != nil && st.Text.WritingMode != style.WritingModeHorizontalTb
	return [2]float64{float64(size.W.Px()), float64(size.H.Px())}, content, vertical
}

func (t *resizeTarget) size(w *Window, n dom.NodeID) [2]float64 {
	border, content, vertical := w.boxSizes(n)
	s := [2]float64{float64(content.W), float64(content.H)}
	switch t.box {
	case "border-box":
		s = border
	case "device-pixel-content-box":
		s = [2]float64{math.Round(s[0] * w.opt.Scale), math.Round(s[1] * w.opt.Scale)}
	}
	if vertical {
		s[0], s[1] = s[1], s[0]
	}
	return s
}

// flatDepth is the number of ancestors in the flat tree.
func flatDepth(s *dom.Store, n dom.NodeID) (d int) {
	for n = s.FlatParent(n); n != 0; n = s.FlatParent(n) {
		d++
	}
	return d
}

// runResize is one round: it tells of the changes deeper than those of the frame's last round, and reports whether there were any.
// https://drafts.csswg.org/resize-observer/#gather-active-observations-at-depth
func (w *Window) runResize() bool {
	s := w.web()
	type found struct {
		o       *ResizeObserver
		this    js.Value
		entries []js.Value
	}
	var list []found
	shallowest, skipped := math.MaxInt, false
	for _, o := range alive(&s.resize) {
		f := found{o: o}
		for i := 0; i < len(o.targets); i++ {
			t := &o.targets[i]
			n := w.World.Store.Resolve(t.node)
			if n == 0 {
				o.targets = slices.Delete(o.targets, i, i+1)
				i--
				continue
			}
			size := t.size(w, n)
			if size == t.last {
				continue
			}
			d := flatDepth(w.World.Store, n)
			if d <= s.resizeDepth {
				skipped = true
				continue
			}
			shallowest = min(shallowest, d)
			t.last = size
			f.entries = append(f.entries, objectValue(w.Realm, w.resizeEntry(n)))
		}
		if len(o.targets) == 0 {
			o.unlist(&s.resize)
		}
		if len(f.entries) > 0 {
			f.this = objectValue(w.Realm, o)
			list = append(list, f)
		}
	}
	if len(list) == 0 {
		s.resizeDepth = -1
		if skipped {
			w.fireSelf(&ErrorEvent{Event: *NewEvent("error", false, true), message: "ResizeObserver loop completed with undelivered notifications.", filename: w.url.Href(), err: js.Null})
			w.Host.NeedFrame(w)
		}
		return false
	}
	s.resizeDepth = shallowest
	for _, f := range list {
		if w.closed {
			return false
		}
		if _, err := w.Realm.Call(f.o.callback.Value(), f.this, w.Realm.NewArray(f.entries...).Value(), f.this); err != nil {
			w.Report(err)
		}
		w.afterCallback()
	}
	return !w.closed
}

func (o *ResizeObserver) unlist(l *[]weak.Pointer[ResizeObserver]) {
	o.listed = false
	*l = slices.DeleteFunc(*l, func(p weak.Pointer[ResizeObserver]) bool { return p.Value() == o })
}

func (w *Window) resizeEntry(n dom.NodeID) *ResizeObserverEntry {
	border, content, vertical := w.boxSizes(n)
	e := &ResizeObserverEntry{target: Node{nodeRef{w, n}}.state(), content: domRectReadOnly(content)}
	for i, s := range [3][2]float64{border, {float64(content.W), float64(content.H)}, {math.Round(float64(content.W) * w.opt.Scale), math.Round(float64(content.H) * w.opt.Scale)}} {
		if vertical {
			s[0], s[1] = s[1], s[0]
		}
		a := w.Realm.NewArray(objectValue(w.Realm, &ResizeObserverSize{inline: s[0], block: s[1]}))
		_ = w.Realm.Freeze(a)
		e.sizes[i] = a.Value()
	}
	return e
}

// Target is ResizeObserverEntry.target.
func (e *ResizeObserverEntry) Target(c *js.Call) js.Value { return e.target.value(c.Realm()) }

// ContentRect is ResizeObserverEntry.contentRect.
func (e *ResizeObserverEntry) ContentRect() *DOMRectReadOnly { return e.content }

// BorderBoxSize is ResizeObserverEntry.borderBoxSize.
func (e *ResizeObserverEntry) BorderBoxSize() js.Value { return e.sizes[0] }

// ContentBoxSize is ResizeObserverEntry.contentBoxSize.
func (e *ResizeObserverEntry) ContentBoxSize() js.Value { return e.sizes[1] }

// DevicePixelContentBoxSize is ResizeObserverEntry.devicePixelContentBoxSize.
func (e *ResizeObserverEntry) DevicePixelContentBoxSize() js.Value { return e.sizes[2] }

func (e *ResizeObserverEntry) trace(t *js.Tracer) {
	e.target.mark(t)
	mark(t, e.content)
	for _, v := range e.sizes {
		t.Mark(v)
	}
}

// InlineSize is ResizeObserverSize.inlineSize.
func (s *ResizeObserverSize) InlineSize() float64 { return s.inline }

// BlockSize is ResizeObserverSize.blockSize.
func (s *ResizeObserverSize) BlockSize() float64 { return s.block }

// IntersectionObserver tells which part of elements is seen. https://w3c.github.io/IntersectionObserver/
type IntersectionObserver struct {
	Object
	window       *Window
	callback     js.Object
	root         *nodeState // nil: the top window's viewport
	rootMargin   [4]marginLength
	scrollMargin [4]marginLength
	thresholds   []float64
	targets      []intersectionTarget
	records      []*IntersectionObserverEntry
	listed       bool
}

type marginLength struct {
	value   float64
	percent bool
}

func (m marginLength) px(of float32) float32 {
	if m.percent {
		return float32(m.value) * of / 100
	}
	return float32(m.value)
}

type intersectionTarget struct {
	node         dom.Handle
	threshold    int // index when it was last reported, -1 before
	intersecting bool
}

// IntersectionObserverEntry is one change.
type IntersectionObserverEntry struct {
	Object
	time         float64
	root         *DOMRectReadOnly // nil: the root is of another origin
	rect         *DOMRectReadOnly
	intersection *DOMRectReadOnly
	intersecting bool
	visible      bool
	ratio        float64
	target       *nodeState
}

// parseMargin parses a margin of px and percentages. https://w3c.github.io/IntersectionObserver/#parse-a-margin
func parseMargin(s string) (m [4]marginLength, ok bool) {
	parts := strings.Fields(s)
	if len(parts) == 0 {
		parts = []string{"0px"}
	}
	if len(parts) > 4 {
		return m, false
	}
	var l []marginLength
	for _, p := range parts {
		num, percent := strings.CutSuffix(p, "%")
		if !percent {
			var px bool
			if num, px = strings.CutSuffix(strings.ToLower(p), "px"); !px && p != "0" {
				return m, false
			}
		}
		f, err := strconv.ParseFloat(num, 64)
		if err != nil || strings.ContainsAny(num, "xXpPiInN_") {
			return m, false
		}
		l = append(l, marginLength{f, percent})
	}
	switch len(l) {
	case 1:
		m = [4]marginLength{l[0], l[0], l[0], l[0]}
	case 2:
		m = [4]marginLength{l[0], l[1], l[0], l[1]}
	case 3:
		m = [4]marginLength{l[0], l[1], l[2], l[1]}
	case 4:
		m = [4]marginLength{l[0], l[1], l[2], l[3]}
	}
	return m, true
}

func marginText(m [4]marginLength) string {
	var out []string
	for _, l := range m {
		u := "px"
		if l.percent {
			u = "%"
		}
		out = append(out, strconv.FormatFloat(l.value, 'f', -1, 64)+u)
	}
	return strings.Join(out, " ")
}

// ConstructIntersectionObserver is new IntersectionObserver.
func ConstructIntersectionObserver(c *js.Call, callback js.Object, o IntersectionObserverInit) *IntersectionObserver {
	x := &IntersectionObserver{window: windowOf(c.Realm()), callback: callback}
	if !o.Root.IsNullish() {
		h := js.HostOf(o.Root, cls.Node)
		if h.IsNone() || !h.Is(cls.Element) && !h.Is(cls.Document) {
			c.TypeError("Failed to read the 'root' property from 'IntersectionObserverInit': The provided value is not of type '(Document or Element)'.")
			return nil
		}
		x.root = h.State().(*nodeState)
	}
	var ok bool
	if x.rootMargin, ok = parseMargin(o.RootMargin); !ok {
		c.DOMException("SyntaxError", "rootMargin must be specified in pixels or percent.")
		return nil
	}
	if x.scrollMargin, ok = parseMargin(o.ScrollMargin); !ok {
		c.DOMException("SyntaxError", "scrollMargin must be specified in pixels or percent.")
		return nil
	}
	if t := o.Threshold; t.IsObject() && c.IsIterable(t) {
		c.ToSequence(t, func(v js.Value) { x.thresholds = append(x.thresholds, c.ToDouble(v)) })
	} else if !t.IsUndefined() {
		x.thresholds = append(x.thresholds, c.ToDouble(t))
	}
	if len(x.thresholds) == 0 {
		x.thresholds = []float64{0}
	}
	for _, t := range x.thresholds {
		if !(t >= 0 && t <= 1) {
			c.RangeError("Threshold values must be numbers between 0 and 1")
			return nil
		}
	}
	sort.Float64s(x.thresholds)
	return x
}

func (o *IntersectionObserver) trace(t *js.Tracer) {
	t.MarkObject(o.callback)
	o.root.mark(t)
	markAll(t, o.records)
}

// Root is IntersectionObserver.root.
func (o *IntersectionObserver) Root(c *js.Call) js.Value { return o.root.value(c.Realm()) }

// RootMargin is IntersectionObserver.rootMargin.
func (o *IntersectionObserver) RootMargin() string { return marginText(o.rootMargin) }

// ScrollMargin is IntersectionObserver.scrollMargin.
func (o *IntersectionObserver) ScrollMargin() string { return marginText(o.scrollMargin) }

// Thresholds is IntersectionObserver.thresholds.
func (o *IntersectionObserver) Thresholds(c *js.Call) js.Value {
	a := c.Realm().NewArray()
	for i, t := range o.thresholds {
		_ = c.Realm().SetIndex(a, uint32(i), js.Number(t))
	}
	_ = c.Realm().Freeze(a)
	return a.Value()
}

// Observe is IntersectionObserver.observe.
func (o *IntersectionObserver) Observe(target Element) {
	h := target.store().Handle(target.ID)
	if slices.ContainsFunc(o.targets, func(t intersectionTarget) bool { return t.node == h }) {
		return
	}
	w := o.window
	o.targets = append(o.targets, intersectionTarget{node: h, threshold: -1})
	target.state().watch(o)
	if !o.listed && !w.closed {
		o.listed = true
		s := w.web()
		s.intersection = append(s.intersection, weak.Make(o))
		w.intersectionObservers = w.runIntersections
	}
	w.Host.NeedFrame(w)
}

// Unobserve is IntersectionObserver.unobserve.
func (o *IntersectionObserver) Unobserve(target Element) {
	h := target.store().Handle(target.ID)
	if i := slices.IndexFunc(o.targets, func(t intersectionTarget) bool { return t.node == h }); i >= 0 {
		o.targets = slices.Delete(o.targets, i, i+1)
		o.window.World.unwatch(h, o)
	}
}

// Disconnect is IntersectionObserver.disconnect.
func (o *IntersectionObserver) Disconnect() {
	for _, t := range o.targets {
		o.window.World.unwatch(t.node, o)
	}
	o.targets = nil
}

// TakeRecords is IntersectionObserver.takeRecords.
func (o *IntersectionObserver) TakeRecords() []*IntersectionObserverEntry {
	l := o.records
	o.records = nil
	return l
}

// runIntersections is "run the update intersection observations steps".
// https://w3c.github.io/IntersectionObserver/#update-intersection-observations-algo
func (w *Window) runIntersections() {
	s := w.web()
	s.resizeDepth = -1 // the frame's rounds are over
	now := w.Host.Now()
	store := w.World.Store
	any := false
	for _, o := range alive(&s.intersection) {
		root, rootOK := o.rootRect()
		for i := 0; i < len(o.targets); i++ {
			t := &o.targets[i]
			n := store.Resolve(t.node)
			if n == 0 {
				o.targets = slices.Delete(o.targets, i, i+1)
				i--
				continue
			}
			e := &IntersectionObserverEntry{time: now, rect: &DOMRectReadOnly{}, intersection: &DOMRectReadOnly{}, root: &DOMRectReadOnly{}}
			index := 0
			if rect, part, hit, ok := o.intersect(n, root, rootOK); ok {
				e.rect, e.root = domRectReadOnly(rect), domRectReadOnly(root)
				e.intersecting = hit
				if hit {
					e.intersection = domRectReadOnly(part)
					switch area := float64(rect.W) * float64(rect.H); {
					case area > 0:
						e.ratio = min(1, float64(part.W)*float64(part.H)/area)
					default:
						e.ratio = 1
					}
					for index < len(o.thresholds) && o.thresholds[index] <= e.ratio {
						index++
					}
					// An edge that touches is not enough for a threshold above 0.
					e.intersecting = index > 0
				}
			}
			if index == t.threshold && e.intersecting == t.intersecting {
				continue
			}
			t.threshold, t.intersecting = index, e.intersecting
			e.target = Node{nodeRef{w, n}}.state()
			o.records = append(o.records, e)
			any = true
		}
		if len(o.targets) == 0 {
			o.listed = false
			s.intersection = slices.DeleteFunc(s.intersection, func(p weak.Pointer[IntersectionObserver]) bool { return p.Value() == o })
		}
	}
	if any && !s.queued {
		s.queued = true
		for _, o := range alive(&s.intersection) {
			if len(o.records) > 0 {
				s.telling = append(s.telling, o)
			}
		}
		w.Host.Post(w, SourceDOM, func() {
			s.queued = false
			with := s.telling
			s.telling = nil
			for _, o := range with { // an observer that is told keeps itself only by its callback
				defer w.keepActive(objectValue(w.Realm, o))()
			}
			for _, o := range with {
				l := o.TakeRecords()
				if len(l) == 0 || w.closed {
					continue
				}
				this := objectValue(w.Realm, o)
				entries := arrayOf(w.Realm, l, func(e *IntersectionObserverEntry) js.Value { return objectValue(w.Realm, e) })
				if _, err := w.Realm.Call(o.callback.Value(), this, entries, this); err != nil {
					w.Report(err)
				}
				w.afterCallback()
			}
		})
	}
}

func (w *Window) viewport() geom.RectF {
	v := w.layout.Viewport()
	return geom.RectF{W: v.W.Px(), H: v.H.Px()}
}

func (w *Window) topWindow() *Window {
	for w.opt.Parent != nil {
		w = w.opt.Parent
	}
	return w
}

func grow(r geom.RectF, m [4]marginLength) geom.RectF {
	t, right, b, l := m[0].px(r.H), m[1].px(r.W), m[2].px(r.H), m[3].px(r.W)
	return geom.RectF{X: r.X - l, Y: r.Y - t, W: max(0, r.W+l+right), H: max(0, r.H+t+b)}
}

// rootRect is the root intersection rectangle, in the viewport of the root's window.
// https://w3c.github.io/IntersectionObserver/#intersectionobserver-root-intersection-rectangle
func (o *IntersectionObserver) rootRect() (geom.RectF, bool) {
	w := o.window
	if o.root == nil {
		return grow(w.topWindow().viewport(), o.rootMargin), true
	}
	s := w.World.Store
	rw := w.World.WindowOf(o.root.id)
	if rw == nil || rw.closed || !s.IsConnected(o.root.id) {
		return geom.RectF{}, false
	}
	if s.Kind(o.root.id) == dom.KindDocument {
		return grow(rw.viewport(), o.rootMargin), true
	}
	r, ok := rw.layout.BoundingClientRect(o.root.id)
	if !ok {
		return r, false
	}
	if b := rw.layout.Of(o.root.id); b != 0 && rw.layout.Has(b, layout.FlagScroller) {
		r = rw.paddingBox(o.root.id, r)
	}
	return grow(r, o.rootMargin), true
}

// paddingBox is the padding box of an element whose bounding rectangle is r.
func (w *Window) paddingBox(n dom.NodeID, r geom.RectF) geom.RectF {
	c := w.layout.ClientRect(n)
	return geom.RectF{X: r.X + c.X, Y: r.Y + c.Y, W: c.W, H: c.H}
}

// intersect computes the intersection of a target with the root: its own rectangle in its viewport, and the part that is seen,
// which is mapped back there. ok is false where the target has no box or the root is not its ancestor.
// https://w3c.github.io/IntersectionObserver/#calculate-intersection-rect-algo
func (o *IntersectionObserver) intersect(n dom.NodeID, root geom.RectF, rootOK bool) (rect, part geom.RectF, hit, ok bool) {
	w := o.window
	s := w.World.Store
	tw := w.World.WindowOf(n)
	if !rootOK || tw == nil || tw.closed || !s.IsConnected(n) {
		return
	}
	rect, boxed := tw.layout.BoundingClientRect(n)
	if !boxed {
		return
	}
	part = rect
	hit = true
	clip := func(by geom.RectF) {
		x, y := max(part.X, by.X), max(part.Y, by.Y)
		r, b := min(part.Right(), by.Right()), min(part.Bottom(), by.Bottom())
		if r < x || b < y {
			part, hit = geom.RectF{}, false
			return
		}
		part = geom.RectF{X: x, Y: y, W: r - x, H: b - y}
	}
	var dx, dy float32 // from the target's viewport to the current one
	cur, at := tw, n
	for {
		b := cur.layout.Of(at)
		found := false
		for b != 0 {
			b = cur.layout.Container(b)
			if b == 0 {
				break
			}
			a := cur.layout.Node(b)
			if a == 0 || s.Kind(a) != dom.KindElement {
				continue
			}
			if o.root != nil && a == o.root.id {
				found = true
				break
			}
			if cur.layout.Has(b, layout.FlagScroller) && a != cur.Doc.DocumentElement() && hit {
				if r, ok := cur.layout.BoundingClientRect(a); ok {
					clip(grow(cur.paddingBox(a, r), o.scrollMargin))
				}
			}
		}
		if o.root != nil {
			if found || o.root.id == cur.Doc.Node {
				break
			}
			if s.DocumentOf(o.root.id) == cur.Doc {
				return rect, geom.RectF{}, false, false // not an ancestor
			}
		}
		if cur.opt.Parent == nil {
			if o.root != nil {
				return rect, geom.RectF{}, false, false
			}
			break
		}
		if hit {
			clip(cur.viewport())
		}
		at = cur.opt.Frame
		cur = cur.opt.Parent
		if cur.closed || !s.Alive(at) {
			return
		}
		fr, framed := cur.layout.BoundingClientRect(at)
		if !framed {
			return rect, geom.RectF{}, false, true
		}
		fr = cur.paddingBox(at, fr)
		if b := cur.layout.Of(at); b != 0 {
			p := cur.layout.Padding(b)
			fr.X, fr.Y = fr.X+p.Left.Px(), fr.Y+p.Top.Px()
		}
		part.X, part.Y = part.X+fr.X, part.Y+fr.Y
		dx, dy = dx+fr.X, dy+fr.Y
	}
	if hit {
		clip(root)
	}
	if hit {
		part.X, part.Y = part.X-dx, part.Y-dy
	}
	return rect, part, hit, true
}

// ConstructIntersectionObserverEntry is new IntersectionObserverEntry.
func ConstructIntersectionObserverEntry(i IntersectionObserverEntryInit) *IntersectionObserverEntry {
	r := func(d DOMRectInit) *DOMRectReadOnly { return DOMRectReadOnlyFromRect(d) }
	return &IntersectionObserverEntry{time: i.Time, root: r(i.RootBounds), rect: r(i.BoundingClientRect), intersection: r(i.IntersectionRect),
		intersecting: i.IsIntersecting, visible: i.IsVisible, ratio: i.IntersectionRatio, target: i.Target.state()}
}

// Time is IntersectionObserverEntry.time.
func (e *IntersectionObserverEntry) Time() float64 { return e.time }

// RootBounds is IntersectionObserverEntry.rootBounds.
func (e *IntersectionObserverEntry) RootBounds() *DOMRectReadOnly { return e.root }

// BoundingClientRect is IntersectionObserverEntry.boundingClientRect.
func (e *IntersectionObserverEntry) BoundingClientRect() *DOMRectReadOnly { return e.rect }

// IntersectionRect is IntersectionObserverEntry.intersectionRect.
func (e *IntersectionObserverEntry) IntersectionRect() *DOMRectReadOnly { return e.intersection }

// IsIntersecting is IntersectionObserverEntry.isIntersecting.
func (e *IntersectionObserverEntry) IsIntersecting() bool { return e.intersecting }

// IsVisible is IntersectionObserverEntry.isVisible: false, as visibility is not tracked.
func (e *IntersectionObserverEntry) IsVisible() bool { return e.visible }

// IntersectionRatio is IntersectionObserverEntry.intersectionRatio.
func (e *IntersectionObserverEntry) IntersectionRatio() float64 { return e.ratio }

// Target is IntersectionObserverEntry.target.
func (e *IntersectionObserverEntry) Target(c *js.Call) js.Value { return e.target.value(c.Realm()) }

func (e *IntersectionObserverEntry) trace(t *js.Tracer) {
	mark(t, e.root)
	mark(t, e.rect)
	mark(t, e.intersection)
	e.target.mark(t)
}
