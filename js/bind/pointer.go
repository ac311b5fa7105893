package bind

import (
	"math"
	"strings"

	"github.com/niso-engine/niso/dom"
)

// The events of the user's pointing devices. The host says which, and where; this says what they are.
// https://w3c.github.io/pointerevents/ https://w3c.github.io/uievents/#events-mouseevents

// PointerInit are the properties of a pointer, mouse or wheel event of the user.
type PointerInit struct {
	ClientX, ClientY     float32
	PageX, PageY         float32
	ScreenX, ScreenY     float32
	MovementX, MovementY float32
	DeltaX, DeltaY       float32 // wheel
	Button               int16
	Buttons              uint16
	Detail               int32 // clicks
	Modifiers            Modifiers
	Related              dom.NodeID

	PointerID           int32
	PointerType         string
	Primary             bool
	Width, Height       float64
	Pressure            float64
	TangentialPressure  float64
	TiltX, TiltY, Twist int32
	Altitude, Azimuth   float64 // radians, where HasAngles is set; else those of the tilt
	HasAngles           bool
}

// mouseEvent is what all events of a pointing device have.
func (w *Window) mouseEvent(typ string, i *PointerInit) MouseEvent {
	e := MouseEvent{UIEvent: UIEvent{Event: Event{typ: typ, bubbles: true, cancelable: true, composed: true}, view: w, detail: i.Detail},
		screenX: float64(i.ScreenX), screenY: float64(i.ScreenY), clientX: float64(i.ClientX), clientY: float64(i.ClientY), pageX: float64(i.PageX), pageY: float64(i.PageY),
		movementX: float64(i.MovementX), movementY: float64(i.MovementY), mods: i.Modifiers, button: i.Button, buttons: i.Buttons}
	switch typ {
	case "mouseenter", "mouseleave", "pointerenter", "pointerleave":
		e.bubbles, e.cancelable, e.composed = false, false, false
	case "pointercancel", "gotpointercapture", "lostpointercapture", "pointerrawupdate":
		e.cancelable = false
	}
	if i.Related != 0 && w.World.Store.Alive(i.Related) {
		e.relatedTarget = NodeTarget(i.Related)
	}
	return e
}

// pointerEvent is a pointer event, or a click, of a device.
func (w *Window) pointerEvent(typ string, i *PointerInit) *PointerEvent {
	p := &PointerEvent{MouseEvent: w.mouseEvent(typ, i)}
	p.fine = !isClick(typ)
	p.opt.PointerId, p.opt.PointerType, p.opt.IsPrimary = i.PointerID, i.PointerType, i.Primary
	p.opt.Width, p.opt.Height = max(1, i.Width), max(1, i.Height)
	p.opt.Pressure, p.opt.TangentialPressure, p.opt.Twist = i.Pressure, i.TangentialPressure, i.Twist
	p.opt.TiltX, p.opt.TiltY = Some(i.TiltX), Some(i.TiltY)
	if i.HasAngles {
		p.opt.AltitudeAngle, p.opt.AzimuthAngle = Some(i.Altitude), Some(i.Azimuth)
	} else {
		alt, az := anglesOf(i.TiltX, i.TiltY)
		p.opt.AltitudeAngle, p.opt.AzimuthAngle = Some(alt), Some(az)
	}
	return p
}

// anglesOf are the altitude and azimuth of a tilt in degrees, in radians.
// https://w3c.github.io/pointerevents/#converting-between-tiltx-tilty-and-altitudeangle-azimuthangle
func anglesOf(tiltX, tiltY int32) (altitude, azimuth float64) {
	x, y := float64(tiltX)*math.Pi/180, float64(tiltY)*math.Pi/180
	switch {
	case tiltX == 0 && tiltY == 0:
		return math.Pi / 2, 0
	case tiltX == 0:
		azimuth = math.Pi / 2
		if tiltY < 0 {
			azimuth = 3 * math.Pi / 2
		}
	case tiltY == 0:
		if tiltX < 0 {
			azimuth = math.Pi
		}
	case abs32(tiltX) == 90 || abs32(tiltY) == 90:
	default:
		azimuth = math.Atan2(math.Tan(y), math.Tan(x))
		if azimuth < 0 {
			azimuth += 2 * math.Pi
		}
	}
	switch {
	case abs32(tiltX) == 90 || abs32(tiltY) == 90:
		altitude = 0
	case tiltX == 0:
		altitude = math.Pi/2 - math.Abs(y)
	case tiltY == 0:
		altitude = math.Pi/2 - math.Abs(x)
	default:
		altitude = math.Atan(1 / math.Sqrt(math.Tan(x)*math.Tan(x)+math.Tan(y)*math.Tan(y)))
	}
	return altitude, azimuth
}

// TiltOf are the degrees that a pen leans to the right and to the user, by its angles with the surface and around it in radians.
func TiltOf(altitude, azimuth float64) (x, y int) {
	sin, cos := math.Sincos(azimuth)
	if altitude == 0 { // the pen lies
		side := func(v float64) int {
			switch {
			case v > 1e-9:
				return 90
			case v < -1e-9:
				return -90
			}
			return 0
		}
		return side(cos), side(sin)
	}
	t := math.Tan(altitude)
	deg := func(v float64) int { return int(math.Round(math.Atan(v/t) * 180 / math.Pi)) }
	return deg(cos), deg(sin)
}

func abs32(v int32) int32 { return max(v, -v) }

// DispatchPointer dispatches a pointer event; false: the page prevents what it would do.
func (w *Window) DispatchPointer(el dom.NodeID, typ string, i PointerInit) bool {
	if w.closed || !w.World.Store.Alive(el) {
		return true
	}
	i.Detail = 0
	if typ == "pointerrawupdate" && !w.pathListens(el, typ) {
		return true
	}
	p := w.pointerEvent(typ, &i)
	if typ == "pointermove" || typ == "pointerrawupdate" {
		one := w.pointerEvent(typ, &i)
		one.bubbles, one.cancelable = false, false
		one.trusted, one.initialized = true, true
		one.timeStamp = w.Host.Now()
		one.target = NodeTarget(el)
		p.opt.CoalescedEvents = []*PointerEvent{one}
	}
	return w.fire(p, NodeTarget(el))
}

// DispatchClick dispatches click, auxclick or contextmenu, which are pointer events; false: the page prevents what they would do.
func (w *Window) DispatchClick(el dom.NodeID, typ string, i PointerInit) bool {
	if w.closed || !w.World.Store.Alive(el) || w.disabledControl(el) {
		return true
	}
	if typ == "contextmenu" {
		i.Detail = 0
	}
	i.Primary, i.Pressure, i.Width, i.Height, i.MovementX, i.MovementY = false, 0, 1, 1, 0, 0
	i.ClientX, i.ClientY = floor32(i.ClientX), floor32(i.ClientY)
	p := w.pointerEvent(typ, &i)
	p.byUser = true
	return w.fire(p, NodeTarget(el))
}

func floor32(v float32) float32 { return float32(math.Floor(float64(v))) }

// DispatchMouse dispatches a mouse event; false: the page prevents what it would do.
func (w *Window) DispatchMouse(el dom.NodeID, typ string, i PointerInit) bool {
	if w.closed || !w.World.Store.Alive(el) {
		return true
	}
	switch typ {
	case "mousedown", "mouseup", "dblclick":
		if w.disabledControl(el) {
			return true
		}
	default:
		i.Detail = 0
	}
	e := w.mouseEvent(typ, &i)
	e.byUser = typ == "mousedown" || typ == "mouseup" || typ == "dblclick"
	return w.fire(&e, NodeTarget(el))
}

// disabledControl reports a form control that is disabled: clicks, and presses of buttons, neither reach nor pass it.
func (w *Window) disabledControl(el dom.NodeID) bool {
	m := w.World.forms.m
	return m.Listed(el) && m.Disabled(el)
}

// DispatchWheel dispatches a wheel event; false: the page prevents the scrolling. It can do so only by a listener that is not passive.
func (w *Window) DispatchWheel(el dom.NodeID, i PointerInit) bool {
	if w.closed || !w.World.Store.Alive(el) {
		return true
	}
	i.Detail = 0
	e := &WheelEvent{MouseEvent: w.mouseEvent("wheel", &i), deltaX: float64(i.DeltaX), deltaY: float64(i.DeltaY)}
	e.cancelable = w.pathBlocks(el, "wheel") || w.pathBlocks(el, "mousewheel")
	return w.fire(e, NodeTarget(el))
}

// pathListens reports whether an event of a type that is dispatched at an element meets a listener, whatever it does meanwhile.
func (w *Window) pathListens(el dom.NodeID, typ string) bool {
	return w.onPath(el, typ, func(l *listener) bool { return true })
}

// pathBlocks reports whether such an event meets a listener that is not passive.
func (w *Window) pathBlocks(el dom.NodeID, typ string) bool {
	return w.onPath(el, typ, func(l *listener) bool { return !l.passive })
}

func (w *Window) onPath(el dom.NodeID, typ string, ok func(*listener) bool) bool {
	s := w.World.Store
	on := s.Atoms.Lookup(onName(typ))
	for n := el; n != 0; {
		if hasListener(w.World.targetState(NodeTarget(n), typ, on), typ, ok) {
			return true
		}
		if slot := s.AssignedSlot(n); slot != 0 {
			n = slot
			continue
		}
		n = s.ParentOrHost(n)
	}
	return hasListener(w.World.targetState(pathTarget{other: w}, typ, on), typ, ok)
}

func hasListener(t *EventTarget, typ string, ok func(*listener) bool) bool {
	if t == nil || t.reg == nil {
		return false
	}
	for _, l := range t.reg.listeners {
		if l.typ == typ && !l.removed && ok(l) {
			return true
		}
	}
	return false
}

// Boundary dispatches what a device that leaves one element and enters another is told by: out, leave, over and enter. kind is "pointer" or "mouse". from is 0
// where it comes from outside of the window, to where it goes there. fromGone: from is what is left of the ancestors of an element that the device was
// over and that is no more.
// https://w3c.github.io/pointerevents/#boundary-events-caused-by-a-pointer-s-movement
func (w *Window) Boundary(kind string, from, to dom.NodeID, fromGone bool, i PointerInit) {
	s := w.World.Store
	exited, entered := w.flatAncestors(from), w.flatAncestors(to)
	for len(exited) > 0 && len(entered) > 0 && exited[len(exited)-1] == entered[len(entered)-1] {
		exited, entered = exited[:len(exited)-1], entered[:len(entered)-1]
	}
	dispatch := func(el dom.NodeID, what string, related dom.NodeID) {
		if w.closed || !s.Alive(el) {
			return
		}
		j := i
		j.Related = related
		if kind == "pointer" {
			w.DispatchPointer(el, kind+what, j)
		} else {
			w.DispatchMouse(el, kind+what, j)
		}
	}
	// Enter and leave go to each element of a chain; a dispatch that nobody hears is left out, so that deep chains cost no more than they are long.
	each := func(chain []dom.NodeID, what string, related dom.NodeID) {
		if len(chain) == 0 {
			return
		}
		typ := kind + what
		on := s.Atoms.Lookup(onName(typ))
		captured := w.onPath(chain[len(chain)-1], typ, func(l *listener) bool { return l.capture }) // above the chain, or at its top
		for k := len(chain) - 1; k >= 0 && !captured; k-- {
			captured = hasListener(w.World.targetState(NodeTarget(chain[k]), typ, on), typ, func(l *listener) bool { return l.capture })
		}
		for k := range chain {
			n := chain[k]
			if what == "enter" {
				n = chain[len(chain)-1-k]
			}
			if captured || hasListener(w.World.targetState(NodeTarget(n), typ, on), typ, func(*listener) bool { return true }) {
				dispatch(n, what, related)
			}
		}
	}
	related := from
	if fromGone {
		related = 0
	}
	if from != 0 {
		if !fromGone {
			dispatch(from, "out", to)
		}
		each(exited, "leave", to)
	}
	if to != 0 {
		dispatch(to, "over", related)
		each(entered, "enter", related)
	}
}

// flatAncestors are an element and its ancestors in the flat tree, innermost first, with the document.
func (w *Window) flatAncestors(el dom.NodeID) (l []dom.NodeID) {
	for n := el; n != 0; n = w.Doc.FlatParent(n) {
		l = append(l, n)
	}
	return l
}

// pointerRow is what script can ask of a pointer: https://w3c.github.io/pointerevents/#setting-pointer-capture
type pointerRow struct {
	id      int32
	window  *Window // its active document's
	down    bool    // in the active buttons state
	capture dom.Handle
	pending dom.Handle
}

func (w *World) pointerRow(id int32) *pointerRow {
	for i := range w.pointers {
		if w.pointers[i].id == id {
			return &w.pointers[i]
		}
	}
	return nil
}

// PointerActive says that there is a pointer, over a window, and whether it touches or has a button down.
func (w *World) PointerActive(id int32, win *Window, down bool) {
	r := w.pointerRow(id)
	if r == nil {
		w.pointers = append(w.pointers, pointerRow{id: id})
		r = &w.pointers[len(w.pointers)-1]
	}
	r.window, r.down = win, down
}

// PointerGone says that there is a pointer no more.
func (w *World) PointerGone(id int32) {
	for i := range w.pointers {
		if w.pointers[i].id == id {
			w.pointers = append(w.pointers[:i], w.pointers[i+1:]...)
			return
		}
	}
}

// CapturePointer sets the pending capture of a pointer: an element, or 0 to release it.
func (w *World) CapturePointer(id int32, el dom.NodeID) {
	if r := w.pointerRow(id); r != nil {
		r.pending = dom.Handle{}
		if el != 0 {
			r.pending = w.Store.Handle(el)
		}
	}
}

// CapturedBy is the element that gets the events of a pointer, 0 for none.
func (w *World) CapturedBy(id int32) dom.NodeID {
	if r := w.pointerRow(id); r != nil {
		if el := w.Store.Resolve(r.capture); el != 0 && w.Store.IsConnected(el) {
			return el
		}
	}
	return 0
}

// ProcessCapture makes a pending capture the capture, and tells the elements. cross, if not nil, brings the boundary events up to the new target; they come
// before gotpointercapture, as in Chromium.
// https://w3c.github.io/pointerevents/#process-pending-pointer-capture
func (w *World) ProcessCapture(i PointerInit, cross func()) {
	r := w.pointerRow(i.PointerID)
	if r == nil || r.capture == r.pending && r.capture == (dom.Handle{}) {
		return
	}
	i.Related, i.MovementX, i.MovementY = 0, 0, 0
	resolve := func(h dom.Handle) dom.NodeID {
		if h == (dom.Handle{}) {
			return 0
		}
		el := w.Store.Resolve(h)
		if el == 0 || !w.Store.IsConnected(el) {
			return 0
		}
		return el
	}
	if r.pending != (dom.Handle{}) && resolve(r.pending) == 0 {
		r.pending = dom.Handle{}
	}
	if r.capture == r.pending {
		return
	}
	old, next := r.capture, r.pending
	r.capture = next
	win := r.window
	if old != (dom.Handle{}) {
		if el := resolve(old); el != 0 {
			if win := w.WindowOf(el); win != nil {
				win.DispatchPointer(el, "lostpointercapture", i)
			}
		} else if win != nil {
			win.DispatchPointer(win.Doc.Node, "lostpointercapture", i)
		}
	}
	if resolve(next) != 0 && cross != nil {
		cross()
	}
	if el := resolve(next); el != 0 {
		if win := w.WindowOf(el); win != nil {
			win.DispatchPointer(el, "gotpointercapture", i)
		}
	}
}

func noPointer(method string) error {
	return exception("NotFoundError", "No active pointer with the given id is found.")
}

// SetPointerCapture is Element.setPointerCapture.
func (e Element) SetPointerCapture(id int32) error {
	w := e.w.World
	r := w.pointerRow(id)
	switch {
	case r == nil:
		return noPointer("setPointerCapture")
	case !w.Store.IsConnected(e.ID):
		return exception("InvalidStateError", "InvalidStateError")
	case r.down && w.WindowOf(e.ID) == r.window:
		r.pending = w.Store.Handle(e.ID)
	}
	return nil
}

// ReleasePointerCapture is Element.releasePointerCapture.
func (e Element) ReleasePointerCapture(id int32) error {
	r := e.w.World.pointerRow(id)
	if r == nil {
		return noPointer("releasePointerCapture")
	}
	if e.HasPointerCapture(id) {
		r.pending = dom.Handle{}
	}
	return nil
}

// HasPointerCapture is Element.hasPointerCapture.
func (e Element) HasPointerCapture(id int32) bool {
	r := e.w.World.pointerRow(id)
	return r != nil && r.pending != (dom.Handle{}) && r.pending == e.w.World.Store.Handle(e.ID)
}

// ClickTarget is the element that a click goes to whose button went down over one element and up over another: their nearest common ancestor in the flat
// tree, 0 for none.
func (w *Window) ClickTarget(down, up dom.NodeID) dom.NodeID {
	if down == up {
		return up
	}
	under := map[dom.NodeID]bool{}
	for _, n := range w.flatAncestors(down) {
		under[n] = true
	}
	for _, n := range w.flatAncestors(up) {
		if under[n] {
			if w.Doc.Kind(n) == dom.KindElement {
				return n
			}
			return 0
		}
	}
	return 0
}

// Auxclick dispatches auxclick; that of the middle button opens a link in a window of its own.
func (w *Window) Auxclick(el dom.NodeID, i PointerInit) {
	if !w.DispatchClick(el, "auxclick", i) || i.Button != 1 || w.closed || !w.Doc.Alive(el) {
		return
	}
	for n := el; n != 0; n = w.Doc.FlatParent(n) {
		if w.Doc.Kind(n) == dom.KindElement && w.World.linkOf(n) {
			if u, ok := w.parseURL(n, strings.Clone(w.Doc.Attr(n, atomHref))); ok && u.Scheme() != "javascript" {
				w.Host.Open(w, w, Opening{URL: u, HasURL: true, NoOpener: true})
			}
			return
		}
	}
}

// linkOf reports a hyperlink.
func (w *World) linkOf(el dom.NodeID) bool {
	nm := w.Store.ElementName(el)
	return w.Store.HasAttr(el, atomHref) && (nm.NS == dom.HTML && (nm.Local == atomA || nm.Local == atomArea) || nm.NS == dom.SVG && nm.Local == atomA)
}
