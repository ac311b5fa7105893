package host

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/js/bind"
)

// touch is what a finger does beyond pointer events: touch events, panning, and mouse events after a tap.
// https://w3c.github.io/touch-events/
type touch struct {
	target     place // where it went down; its touch events go there
	startX     float32
	startY     float32
	lastX      float32
	lastY      float32
	began      float64 // ms
	moved      bool    // out of the slop: no tap
	prevented  bool    // the page prevents what touching does
	panning    bool
	scroller   *scroller
	cancelled  bool // pointercancel was sent
	identifier int32
	allowX     bool // panning by touch-action
	allowY     bool
}

// touchSlop is how far a finger moves before it pans, in CSS px.
const touchSlop = 15

// touchBegins gives a finger that comes down an id of its own.
func (p *Page) touchBegins(d *device) {
	p.pointing.lastID = max(p.pointing.lastID, 1) + 1
	d.id = p.pointing.lastID
	d.primary = true
	used := map[int32]bool{}
	for _, o := range p.pointing.devices {
		if o != d && o.kind == "touch" && o.buttons != 0 {
			d.primary = false
			used[o.touch.identifier] = true
		}
	}
	p.dropPlaces(&d.over, 0)
	d.noMouse = false
	d.touch = touch{startX: d.at.X, startY: d.at.Y, lastX: d.at.X, lastY: d.at.Y, began: p.nowMs()}
	for used[d.touch.identifier] {
		d.touch.identifier++
	}
}

// touchDown sends touchstart.
func (p *Page) touchDown(d *device, h hop) {
	d.touch.target = h.f.placeOf(h.el)
	d.touch.allowX, d.touch.allowY = h.f.window.TouchPans(h.el)
	if !p.sendTouch(d, "touchstart") {
		d.touch.prevented = true
	}
	p.loop.needFrame()
}

// sendTouch dispatches a touch event of a finger; false: the page prevents what it would do.
func (p *Page) sendTouch(d *device, typ string) bool {
	t := &d.touch.target
	el, _ := t.element()
	if len(t.chain) > 0 && t.shown() { // a touch stays with its element, in the document or not
		if n := t.doc.Resolve(t.chain[0]); n != 0 {
			el = n
		}
	}
	if el == 0 || !t.shown() {
		return true
	}
	var all []bind.TouchPoint
	for _, o := range p.pointing.devices {
		if o.kind != "touch" || o.buttons == 0 && o != d || len(o.touch.target.chain) == 0 || !o.touch.target.shown() {
			continue
		}
		target := o.touch.target.doc.Resolve(o.touch.target.chain[0])
		if target == 0 || o.touch.target.f != t.f {
			continue
		}
		x, y := t.f.fromPage(o.at.X, o.at.Y)
		s := t.f.layout.Scroll(t.f.layout.Root())
		force := o.at.Pressure
		if force == 0 && o.buttons != 0 {
			force = 0.5
		}
		all = append(all, bind.TouchPoint{ID: o.touch.identifier, Target: target, ClientX: x, ClientY: y, PageX: x + s.X.Px(), PageY: y + s.Y.Px(), ScreenX: o.at.X, ScreenY: o.at.Y,
			RadiusX: float32(max(1, o.at.Width) / 2), RadiusY: float32(max(1, o.at.Height) / 2), Force: force, Changed: o == d, Up: typ == "touchend" && o == d || typ == "touchcancel" && o == d})
	}
	return t.f.window.DispatchTouch(el, typ, all, d.at.Modifiers, typ != "touchcancel" && !(typ == "touchmove" && d.touch.panning))
}

// touchMoved follows a finger: touchmove, and the panning of what is under it.
func (p *Page) touchMoved(d *device) bool {
	t := &d.touch
	far := abs(d.at.X-t.startX) > touchSlop || abs(d.at.Y-t.startY) > touchSlop
	first := far && !t.moved
	t.moved = t.moved || far
	if !p.sendTouch(d, "touchmove") && !t.panning {
		t.prevented = true
	}
	if t.prevented || !t.target.shown() {
		return true
	}
	if first && d.primary {
		dx, dy := t.startX-d.at.X, t.startY-d.at.Y
		if (abs(dx) >= abs(dy) && t.allowX) || (abs(dy) >= abs(dx) && t.allowY) {
			t.panning = true
			t.lastX, t.lastY = t.startX, t.startY
			p.cancelTouchPointer(d)
		}
	}
	if t.panning && t.target.shown() {
		el, _ := t.target.element()
		dx, dy := t.lastX-d.at.X, t.lastY-d.at.Y
		t.lastX, t.lastY = d.at.X, d.at.Y
		if !t.allowX {
			dx = 0
		}
		if !t.allowY {
			dy = 0
		}
		if el != 0 {
			p.pan(d, el, dx, dy)
		}
	}
	return true
}

// cancelTouchPointer sends pointercancel: the finger scrolls from now on.
func (p *Page) cancelTouchPointer(d *device) {
	if d.touch.cancelled {
		return
	}
	d.touch.cancelled = true
	buttons := d.buttons
	p.cancelPointer(d)
	d.buttons = buttons
}

// pan scrolls by a finger.
func (p *Page) pan(d *device, el dom.NodeID, dx, dy float32) {
	t := &d.touch
	if t.scroller == nil {
		t.scroller = t.target.f.scrollerFor(el, dx, dy, true)
	}
	if t.scroller != nil {
		t.scroller.by(geom.FromPx(dx), geom.FromPx(dy))
	}
}

// touchUp lifts a finger.
func (p *Page) touchUp(d *device, at Pointer) error {
	if d.buttons == 0 {
		return nil
	}
	if d.at.X != at.X || d.at.Y != at.Y {
		p.move(d, at)
	}
	d.at = at
	t := &d.touch
	if !t.cancelled {
		d.at.Width, d.at.Height = 0, 0
		d.buttons = 0
		h, ok := p.enter(d, 0)
		if ok {
			doc := h.f.doc
			i := d.init(h)
			i.Button = 0
			h.f.window.PointerDismiss(h.el, h.x, h.y, false)
			h.f.activated()
			h.f.window.DispatchPointer(h.el, "pointerup", i)
			if h.f.doc == doc && h.f.window != nil {
				p.world.PointerActive(d.id, h.f.window, false)
			}
			p.world.CapturePointer(d.id, 0)
			p.world.ProcessCapture(i, nil)
		}
		p.leave(d)
	}
	d.buttons = 0
	p.pointing.active = p.setState(dom.StateActive, p.pointing.active, nil)
	ended := p.sendTouch(d, "touchend")
	if !t.moved && !t.prevented && ended && d.primary && t.target.shown() && !t.cancelled {
		p.tap(d)
	}
	t.target, t.scroller = place{}, nil
	d.holder = nil
	p.world.PointerGone(d.id)
	p.loop.needFrame()
	return nil
}

// touchCancel takes a finger away.
func (p *Page) touchCancel(d *device) {
	if d.buttons == 0 {
		return
	}
	p.cancelTouchPointer(d)
	d.buttons = 0
	p.sendTouch(d, "touchcancel")
	d.touch.target, d.holder = place{}, nil
	p.world.PointerGone(d.id)
}

// tap sends the mouse events that follow a tap, for pages that know no fingers.
func (p *Page) tap(d *device) {
	route := p.route(d)
	if len(route) == 0 || !p.mouseOver(d, route) {
		return
	}
	h := route[len(route)-1]
	doc := h.f.doc
	i := d.init(h)
	i.Button = 0
	el := p.mouseTarget(h)
	if el == 0 {
		return
	}
	if !d.noMouse {
		h.f.window.DispatchMouse(el, "mousemove", i)
		if h.f.doc != doc {
			return
		}
	}
	i.Buttons = 1
	p.mouseDown(d, h, i)
	if h.f.doc != doc || h.f.window == nil {
		return
	}
	h.f.window.EndSelection()
	i.Buttons = 0
	i.Detail = int32(p.pointing.clicks)
	up := p.mouseTarget(h)
	if up == 0 {
		return
	}
	if !d.noMouse {
		h.f.window.DispatchMouse(up, "mouseup", i)
	}
	if h.f.doc == doc && h.f.window != nil && doc.Alive(up) {
		p.click(d, h, up, 0, i)
	}
}
