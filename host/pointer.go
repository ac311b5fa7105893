package host

import (
	"fmt"
	"unsafe"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/js/bind"
)

// device is a pointing device of the page: the mouse, a pen or a finger.
// https://w3c.github.io/pointerevents/
type device struct {
	kind    string // "mouse", "pen", "touch"
	number  int    // Pointer.Device
	id      int32  // PointerEvent.pointerId
	primary bool
	at      Pointer // where it was last
	placed  bool    // it was somewhere
	buttons uint16
	noMouse bool    // pointerdown was prevented: no mouse events until it is up
	holder  *frame  // where it went down: its events go there until it is up
	over    []place // what it is over, in the page and the frames in it
	down    place   // what it went down on
	touch   touch   // of a finger

	releasing bool // the last button goes up: the events of that are its holder's still
}

// place is what a device is over in a frame.
type place struct {
	f     *frame
	doc   *dom.Document
	chain []dom.Handle // the element and its ancestors in the flat tree, innermost first
	in    *dom.Range   // in the element until it is removed, if it may come back meanwhile; nil: that does not matter
}

// pointing is what a page remembers of pointing devices.
type pointing struct {
	devices []*device
	lastID  int32        // the mouse has 1
	mouse   []place      // what mouse events are over; pens and taps move it too
	mouseBy *device      // what was there last
	hovered []dom.Handle // elements that :hover matches
	active  []dom.Handle // elements that :active matches

	clicks     int // that follow each other
	clickTime  float64
	clickX     float32
	clickY     float32
	clickOn    dom.Handle
	clickDown  uint8 // the button
	dismissing dom.Handle
}

func (p *pointing) bytes() int64 {
	places := func(l []place) int64 {
		n := int64(cap(l)) * int64(unsafe.Sizeof(place{}))
		for i := range l {
			n += int64(cap(l[i].chain)) * int64(unsafe.Sizeof(dom.Handle{}))
		}
		return n
	}
	n := places(p.mouse) + int64(cap(p.hovered)+cap(p.active))*int64(unsafe.Sizeof(dom.Handle{})) + int64(cap(p.devices))*8
	for _, d := range p.devices {
		n += int64(unsafe.Sizeof(*d)) + places(d.over) + places([]place{d.down}) - int64(unsafe.Sizeof(place{}))
	}
	return n
}

func (f *frame) placeOf(el dom.NodeID) place {
	p := place{f: f, doc: f.doc}
	for n := el; n != 0; n = f.doc.FlatParent(n) {
		p.chain = append(p.chain, f.doc.Handle(n))
	}
	return p
}

// watched is placeOf a place that knows when its element was removed, until it is released.
func (f *frame) watched(el dom.NodeID) place {
	p := f.placeOf(el)
	if el != 0 {
		p.in = f.page.dom.NewRange(el)
	}
	return p
}

// release ends the watch of a place.
func (p *place) release(s *dom.Store) {
	if p.in != nil {
		s.ReleaseRange(p.in)
		p.in = nil
	}
}

// shown reports whether the place's document is still there.
func (p *place) shown() bool {
	return p.f != nil && p.f.doc != nil && p.f.doc == p.doc && p.f.window != nil
}

// element is the element of a place, or what is left of its ancestors: gone.
func (p *place) element() (el dom.NodeID, gone bool) {
	if !p.shown() {
		return 0, true
	}
	chain := p.chain
	if p.in != nil && len(chain) > 0 && p.doc.Resolve(chain[0]) != p.in.Start.Node {
		left := p.in.Start.Node // what it was removed from
		if h := p.doc.Host(left); h != 0 {
			left = h
		}
		for chain = chain[1:]; len(chain) > 1 && p.doc.Resolve(chain[0]) != left; {
			chain = chain[1:]
		}
		gone = true
	}
	for i, h := range chain {
		if n := p.doc.Resolve(h); n != 0 && p.doc.IsConnected(n) {
			return n, gone || i > 0
		}
	}
	return 0, true
}

// hop is a frame on the way to where a device is, and the element there.
type hop struct {
	f    *frame
	el   dom.NodeID
	x, y float32 // in the frame's viewport
	left bool    // el is an ancestor of what the device came to, which a handler removed
}

// device is the device of a pointer, made if it was not there.
func (p *Page) device(at Pointer) (*device, error) {
	kind := at.Type
	if kind == "" {
		kind = "mouse"
	}
	switch kind {
	case "mouse":
		at.Device = 0
	case "pen", "touch":
	default:
		return nil, fmt.Errorf("the pointer type %q: want mouse, pen or touch", kind)
	}
	primary := true
	for _, d := range p.pointing.devices {
		if d.kind == kind && d.number == at.Device {
			return d, nil
		}
		primary = primary && (d.kind != kind || d.buttons == 0)
	}
	if len(p.pointing.devices) >= maxDevices {
		return nil, fmt.Errorf("there are more than %d pointing devices", maxDevices)
	}
	d := &device{kind: kind, number: at.Device, primary: primary, id: 1}
	if kind != "mouse" {
		p.pointing.lastID = max(p.pointing.lastID, 1) + 1
		d.id = p.pointing.lastID
	}
	p.pointing.devices = append(p.pointing.devices, d)
	return d, nil
}

// maxDevices bounds what an embedder makes up.
const maxDevices = 64

func (p *Page) forgetDevice(d *device) {
	p.world.PointerGone(d.id)
	p.dropPlaces(&d.over, 0)
	if p.pointing.mouseBy == d {
		p.pointing.mouseBy = nil
	}
	for i, o := range p.pointing.devices {
		if o == d {
			p.pointing.devices = append(p.pointing.devices[:i], p.pointing.devices[i+1:]...)
			return
		}
	}
}

// hovers reports a device that is somewhere without touching.
func (d *device) hovers() bool { return d.kind != "touch" }

// init are the properties of the device's events in a frame.
func (d *device) init(h hop) bind.PointerInit {
	s := h.f.layout.Scroll(h.f.layout.Root())
	i := bind.PointerInit{ClientX: h.x, ClientY: h.y, PageX: h.x + s.X.Px(), PageY: h.y + s.Y.Px(), ScreenX: d.at.X, ScreenY: d.at.Y, Button: -1, Buttons: d.buttons, Modifiers: d.at.Modifiers,
		PointerID: d.id, PointerType: d.kind, Primary: d.primary, Width: d.at.Width, Height: d.at.Height, TangentialPressure: d.at.TangentialPressure,
		TiltX: int32(d.at.TiltX), TiltY: int32(d.at.TiltY), Twist: int32(d.at.Twist), Altitude: d.at.altitude, Azimuth: d.at.azimuth, HasAngles: d.at.angles}
	if d.buttons != 0 {
		if i.Pressure = d.at.Pressure; i.Pressure == 0 || d.kind == "mouse" {
			i.Pressure = 0.5
		}
	}
	if d.kind == "mouse" {
		i.Width, i.Height, i.TangentialPressure, i.TiltX, i.TiltY, i.Twist, i.HasAngles = 1, 1, 0, 0, 0, 0, false
	}
	return i
}

// route is the way to a place of the page's viewport, through the frames there, outermost first. A device that is down stays in its frame.
func (p *Page) route(d *device) []hop {
	stay := d.holder
	if d.buttons == 0 && !d.releasing || stay == nil || stay.doc == nil || stay.destroyed {
		stay = nil
	}
	if el := p.world.CapturedBy(d.id); el != 0 {
		if f := p.frameOf(el); f != nil {
			l := p.routeTo(f, d.at.X, d.at.Y)
			l[len(l)-1].el = el
			return l
		}
	}
	if stay != nil {
		l := p.routeTo(stay, d.at.X, d.at.Y)
		h := &l[len(l)-1]
		h.el = stay.under(h.x, h.y)
		return l
	}
	var l []hop
	for f, x, y := p.top, d.at.X, d.at.Y; f != nil && f.doc != nil; {
		h := hop{f: f, el: f.under(x, y), x: x, y: y}
		if h.el == 0 {
			break
		}
		l = append(l, h)
		f, x, y = f.into(h.el, x, y)
	}
	return l
}

// routeTo is the way to a frame, which need not be there. The element in it is not set.
func (p *Page) routeTo(f *frame, x, y float32) []hop {
	var frames []*frame
	for c := f; c != nil; c = c.parent {
		frames = append(frames, c)
	}
	l := make([]hop, len(frames))
	for i := range l {
		c := frames[len(frames)-1-i]
		if i > 0 {
			c.parent.update(true)
			x, y = c.parent.inContent(c.element, x, y)
			l[i-1].el = c.element
		}
		l[i] = hop{f: c, x: x, y: y}
	}
	return l
}

// cross tells elements that a device came or went, as pointer or mouse events, and puts the new places in old. It reports false where the
// document that the device is in has gone meanwhile.
func (p *Page) cross(kind string, old *[]place, route []hop, d *device, init func(hop) bind.PointerInit) bool {
	for i := len(*old) - 1; i >= 0; i-- {
		o := (*old)[i]
		if i < len(route) && o.f == route[i].f && o.shown() {
			continue
		}
		p.dropPlaces(old, i)
		if from, gone := o.element(); from != 0 {
			h := hop{f: o.f}
			h.x, h.y = o.f.fromPage(d.at.X, d.at.Y)
			o.f.window.Boundary(kind, from, 0, gone, init(h))
		}
	}
	for i, h := range route {
		if h.f.doc == nil || h.f.window == nil {
			return false
		}
		if i >= len(*old) {
			*old = append(*old, h.f.watched(h.el))
			h.f.window.Boundary(kind, 0, h.el, false, init(h))
		} else {
			o := &(*old)[i]
			from, gone := o.element()
			if from == h.el && !gone {
				continue
			}
			o.release(p.dom)
			*o = h.f.watched(h.el)
			h.f.window.Boundary(kind, from, h.el, gone, init(h))
		}
		if i >= len(*old) || !(*old)[i].shown() || (*old)[i].f != h.f {
			return false
		}
	}
	return true
}

// dropPlaces forgets the places of a list from one on.
func (p *Page) dropPlaces(l *[]place, from int) {
	for i := from; i < len(*l); i++ {
		(*l)[i].release(p.dom)
	}
	*l = (*l)[:min(from, len(*l))]
}

// fromPage is a place of the page's viewport in the frame's.
func (f *frame) fromPage(x, y float32) (float32, float32) {
	l := f.page.routeTo(f, x, y)
	return l[len(l)-1].x, l[len(l)-1].y
}

// enter brings what a device is over up to where it is, and reports the element that its events go to.
func (p *Page) enter(d *device, button int16) (last hop, ok bool) {
	route := p.route(d)
	if len(route) == 0 {
		return last, false
	}
	init := func(h hop) bind.PointerInit {
		i := d.init(h)
		i.Button = button
		return i
	}
	last = route[len(route)-1]
	p.world.PointerActive(d.id, last.f.window, d.buttons != 0 || d.releasing)
	p.world.ProcessCapture(init(last), func() {
		if r := p.route(d); len(r) > 0 {
			p.cross("pointer", &d.over, r, d, init)
		}
	})
	route = p.route(d)
	if len(route) == 0 {
		return last, false
	}
	ok = p.cross("pointer", &d.over, route, d, init)
	if ok && d.hovers() {
		ok = p.mouseOver(d, route)
	}
	if !ok {
		return last, false
	}
	last = route[len(route)-1]
	place := d.over[len(d.over)-1]
	if len(place.chain) == 0 {
		return last, false
	}
	if n := place.doc.Resolve(place.chain[0]); n != 0 && place.doc.IsConnected(n) { // a handler may have moved it
		last.el = n
	} else if last.el, last.left = place.element(); last.el == 0 { // handlers may have removed it
		return last, false
	}
	return last, true
}

// mouseOver tells elements of the mouse that came or went, and moves :hover.
func (p *Page) mouseOver(d *device, route []hop) bool {
	p.hover(route)
	p.pointing.mouseBy = d
	return p.cross("mouse", &p.pointing.mouse, route, d, func(h hop) bind.PointerInit {
		i := d.init(h)
		i.Button = 0
		return i
	})
}

// hover makes :hover match the elements of a route and their ancestors.
func (p *Page) hover(route []hop) {
	var now []dom.Handle // outermost first
	for _, h := range route {
		first := len(now)
		for n := h.el; n != 0; n = h.f.doc.FlatParent(n) {
			if h.f.doc.Kind(n) == dom.KindElement {
				now = append(now, h.f.doc.Handle(n))
			}
		}
		for i, j := first, len(now)-1; i < j; i, j = i+1, j-1 {
			now[i], now[j] = now[j], now[i]
		}
	}
	p.pointing.hovered = p.setState(dom.StateHover, p.pointing.hovered, now)
}

// setState gives a state to the elements of a chain, outermost first, and takes it from those of another that are not in it.
func (p *Page) setState(state dom.State, old, now []dom.Handle) []dom.Handle {
	same := 0
	for same < len(old) && same < len(now) && old[same] == now[same] {
		same++
	}
	for _, h := range old[same:] {
		if n := p.dom.Resolve(h); n != 0 {
			p.dom.SetState(n, state, false)
		}
	}
	for _, h := range now[same:] {
		if n := p.dom.Resolve(h); n != 0 {
			p.dom.SetState(n, state, true)
		}
	}
	if len(old) != len(now) || same < len(now) {
		p.loop.needFrame()
	}
	return now
}

// move sends what a move of the device says, and reports where its events go.
func (p *Page) move(d *device, at Pointer) (h hop, ok bool) {
	dx, dy := at.X-d.at.X, at.Y-d.at.Y
	if !d.placed {
		dx, dy = 0, 0
	}
	d.at, d.placed = at, true
	if d.drags() {
		p.dragTo(d, dx, dy)
		return h, false
	}
	if d.kind == "touch" && d.touch.cancelled { // it scrolls: no pointer events any more
		return h, p.touchMoved(d)
	}
	h, ok = p.enter(d, -1)
	if !ok {
		return h, false
	}
	doc := h.f.doc
	i := d.init(h)
	i.MovementX, i.MovementY = dx, dy
	if !h.left {
		h.f.window.DispatchPointer(h.el, "pointerrawupdate", i)
		if h.f.doc != doc {
			return h, false
		}
		h.f.window.DispatchPointer(h.el, "pointermove", i)
	}
	if h.f.doc != doc {
		return h, false
	}
	if d.kind == "touch" {
		return h, p.touchMoved(d)
	}
	if !d.noMouse {
		i.Button = 0
		if el := p.mouseTarget(h); el != 0 {
			h.f.window.DispatchMouse(el, "mousemove", i)
		}
	}
	if h.f.doc == doc && h.f.doc.Alive(h.el) {
		if d.buttons&1 != 0 && h.f.window.StartDrag(i) {
			p.dragBegan(d)
			return h, false
		}
		if h.f.doc == doc && h.f.doc.Alive(h.el) {
			h.f.window.DragSelection(h.el, h.x, h.y)
		}
	}
	p.loop.needFrame()
	return h, h.f.doc == doc
}

// mouseTarget is where mouse events of a device go: what the pointer events before did away with gets none.
func (p *Page) mouseTarget(h hop) dom.NodeID {
	if h.f.doc.Alive(h.el) && h.f.doc.IsConnected(h.el) {
		return h.el
	}
	if l := p.pointing.mouse; len(l) > 0 && l[len(l)-1].f == h.f {
		el, _ := l[len(l)-1].element()
		return el
	}
	return 0
}

func (p *Page) pointerMove(at Pointer) error {
	d, err := p.device(at)
	if err != nil {
		return err
	}
	if d.kind == "touch" && d.buttons == 0 { // nothing knows of a finger in the air
		d.at, d.placed = at, true
		return nil
	}
	p.move(d, at)
	return nil
}

func (p *Page) pointerDown(at Pointer) error {
	d, err := p.device(at)
	if err != nil {
		return err
	}
	bit := buttonBit(at.Button)
	if d.drags() {
		d.buttons |= bit
		return nil
	}
	if d.kind == "touch" {
		if d.buttons != 0 {
			return nil
		}
		at.Button, bit = 0, 1
		d.at, d.placed = at, true
		p.touchBegins(d)
	} else if !d.placed || d.at.X != at.X || d.at.Y != at.Y || d.buttons == 0 && len(d.over) == 0 {
		p.move(d, at)
	}
	d.at = at
	first := d.buttons == 0
	d.buttons |= bit
	button := int16(at.Button)
	h, ok := p.enter(d, button)
	if !ok {
		return nil
	}
	doc := h.f.doc
	d.holder = h.f
	i := d.init(h)
	i.Button = button
	p.press(h)
	if d.kind == "touch" {
		p.world.CapturePointer(d.id, h.el)
	}
	if first {
		d.down = h.f.placeOf(h.el)
		h.f.window.PointerDismiss(h.el, h.x, h.y, true)
		if d.kind == "mouse" {
			h.f.activated()
		}
		d.noMouse = !h.f.window.DispatchPointer(h.el, "pointerdown", i)
	} else {
		h.f.window.DispatchPointer(h.el, "pointermove", i)
	}
	if h.f.doc != doc || h.f.window == nil {
		return nil
	}
	if d.kind == "touch" {
		p.touchDown(d, h)
		return nil
	}
	p.mouseDown(d, h, i)
	return nil
}

// press makes :active match an element and its ancestors.
func (p *Page) press(h hop) {
	var now []dom.Handle
	for n := h.el; n != 0; n = h.f.doc.FlatParent(n) {
		if h.f.doc.Kind(n) == dom.KindElement {
			now = append(now, h.f.doc.Handle(n))
		}
	}
	for i, j := 0, len(now)-1; i < j; i, j = i+1, j-1 {
		now[i], now[j] = now[j], now[i]
	}
	p.pointing.active = p.setState(dom.StateActive, p.pointing.active, now)
}

// clickTime is how long clicks may be apart that count as one double click, in ms, and clickSlop how far, in CSS px.
const (
	clickTime = 500
	clickSlop = 4
)

// mouseDown presses a button of the mouse, or of a pen, or of a finger that taps.
func (p *Page) mouseDown(d *device, h hop, i bind.PointerInit) {
	c, f, doc := &p.pointing, h.f, h.f.doc
	el := p.mouseTarget(h)
	if el == 0 {
		return
	}
	now := p.nowMs()
	if now-c.clickTime < clickTime && c.clickOn == doc.Handle(el) && abs(d.at.X-c.clickX) <= clickSlop && abs(d.at.Y-c.clickY) <= clickSlop && c.clickDown == uint8(i.Button) {
		c.clicks++
	} else {
		c.clicks = 1
	}
	c.clickTime, c.clickX, c.clickY, c.clickOn, c.clickDown = now, d.at.X, d.at.Y, doc.Handle(el), uint8(i.Button)
	i.Detail = int32(c.clicks)
	d.down = f.placeOf(el)
	if d.kind != "touch" {
		f.activated()
	}
	ok := d.noMouse && d.kind == "touch" // where pointerdown was prevented, neither the focus nor the selection moves, as in Chromium
	if !d.noMouse {
		ok = f.window.DispatchMouse(el, "mousedown", i)
	}
	if f.doc != doc || f.window == nil {
		return
	}
	if ok && doc.Alive(el) && doc.IsConnected(el) {
		f.window.FocusByPointer(el)
		if f.doc == doc {
			f.window.BeginSelection(el, h.x, h.y, int(i.Button), c.clicks, i.Modifiers)
		}
	}
	if i.Button == ButtonRight && f.doc == doc && doc.Alive(el) { // where a menu opens on the press, as on Linux
		f.window.DispatchClick(el, "contextmenu", i)
	}
	p.loop.needFrame()
}

func (p *Page) pointerUp(at Pointer) error {
	d, err := p.device(at)
	if err != nil {
		return err
	}
	if d.kind == "touch" {
		return p.touchUp(d, at)
	}
	bit := buttonBit(at.Button)
	if d.placed && (d.at.X != at.X || d.at.Y != at.Y) {
		p.move(d, at)
	}
	d.at, d.placed = at, true
	if d.drags() {
		p.drop(d, bit)
		return nil
	}
	held := d.buttons&bit != 0
	d.buttons &^= bit
	holder := d.holder
	d.releasing = d.buttons == 0
	h, ok := p.enter(d, int16(at.Button))
	d.releasing = false
	if !ok {
		p.released(d)
		return nil
	}
	doc := h.f.doc
	i := d.init(h)
	i.Button = int16(at.Button)
	p.pointing.active = p.setState(dom.StateActive, p.pointing.active, nil)
	captured := p.world.CapturedBy(d.id)
	if d.buttons != 0 {
		h.f.window.DispatchPointer(h.el, "pointermove", i)
	} else {
		h.f.window.PointerDismiss(h.el, h.x, h.y, false)
		if d.kind != "mouse" {
			h.f.activated()
		}
		h.f.window.DispatchPointer(h.el, "pointerup", i)
	}
	d.holder = nil
	if d.buttons != 0 {
		d.holder = holder
	}
	up := h.el
	if h.f.doc == doc && h.f.window != nil {
		if up = p.mouseTarget(h); up != 0 {
			i.Detail = 0
			if held && len(d.down.chain) > 0 {
				i.Detail = int32(p.pointing.clicks)
			}
			if !d.noMouse {
				h.f.window.DispatchMouse(up, "mouseup", i)
			}
		}
	}
	if h.f.window != nil {
		h.f.window.EndSelection()
	}
	if d.buttons == 0 {
		p.released(d)
		p.world.PointerActive(d.id, h.f.window, false)
		p.world.CapturePointer(d.id, 0)
		if captured != 0 || p.pointing.moves(d, h.f) {
			p.enter(d, i.Button)
		}
	}
	if h.f.doc != doc || h.f.window == nil || !held || up == 0 || !doc.Alive(up) {
		return nil
	}
	p.click(d, h, up, captured, i)
	return nil
}

// released forgets what is true of a device while a button of it is down.
func (p *Page) released(d *device) {
	if d.buttons == 0 {
		d.noMouse, d.holder = false, nil
		p.pointing.active = p.setState(dom.StateActive, p.pointing.active, nil)
	}
}

// moves reports a device that comes to another frame when it is no longer held.
func (pt *pointing) moves(d *device, f *frame) bool { return f.parent != nil }

// click sends the click of a button that went down and up again.
func (p *Page) click(d *device, h hop, up, captured dom.NodeID, i bind.PointerInit) {
	f, doc := h.f, h.f.doc
	from := d.down
	d.down = place{} // of several buttons the first that is up clicks
	down, gone := from.element()
	if from.f != f || down == 0 || gone && captured == 0 {
		return
	}
	target := f.window.ClickTarget(down, up)
	if captured != 0 && doc.Alive(captured) {
		target = captured
	}
	if target == 0 {
		return
	}
	i.Detail = int32(p.pointing.clicks)
	switch i.Button {
	case ButtonLeft:
		f.window.DispatchClick(target, "click", i)
		if f.doc == doc && p.pointing.clicks%2 == 0 && doc.Alive(target) && doc.IsConnected(target) {
			f.window.DispatchMouse(target, "dblclick", i)
		}
	default:
		f.window.Auxclick(target, i)
	}
	p.loop.needFrame()
}

func (p *Page) pointerCancel(at Pointer) error {
	d, err := p.device(at)
	if err != nil {
		return err
	}
	if d.kind == "touch" {
		p.touchCancel(d)
		return nil
	}
	if d.drags() {
		p.cancelDrag(d)
	}
	if len(d.over) == 0 {
		return nil
	}
	p.cancelPointer(d)
	return nil
}

// cancelPointer sends pointercancel and takes the device away from where it is.
func (p *Page) cancelPointer(d *device) {
	route := p.route(d)
	d.buttons, d.holder, d.noMouse = 0, nil, false
	if len(route) == 0 {
		return
	}
	h := route[len(route)-1]
	i := d.init(h)
	i.Button = 0
	if d.kind == "touch" { // where the browser does something else with it, in Chromium
		i.ClientX, i.ClientY, i.PageX, i.PageY, i.ScreenX, i.ScreenY = 0, 0, 0, 0, 0, 0
	}
	h.f.window.DispatchPointer(h.el, "pointercancel", i)
	if h.f.window != nil {
		p.world.PointerActive(d.id, h.f.window, false)
		p.world.CapturePointer(d.id, 0)
		p.world.ProcessCapture(i, nil)
	}
	p.leave(d)
	p.pointing.active = p.setState(dom.StateActive, p.pointing.active, nil)
}

// leave takes a device away from all that it is over.
func (p *Page) leave(d *device) {
	p.cross("pointer", &d.over, nil, d, func(h hop) bind.PointerInit {
		i := d.init(h)
		i.Button = 0
		return i
	})
}

// pointersRendered looks what is under the mouse after a change of the layout: what has come under it is entered, without a move. After a tap, mouse events
// are where that was, as in Chromium.
func (p *Page) pointersRendered() {
	for _, d := range p.pointing.devices {
		if d.kind == "mouse" && d.placed && !d.drags() && len(d.over) > 0 && p.pointing.mouseBy == d {
			p.enter(d, -1)
			return
		}
	}
}

// MouseMove moves the pointer to a place of the viewport, in CSS px.
func (p *Page) mouseAt(x, y float32, button int, mods Modifiers) Pointer {
	return Pointer{Type: "mouse", X: x, Y: y, Button: button, Modifiers: mods}
}
