package bind

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/js"
)

// Touch events. https://w3c.github.io/touch-events/

// Touch is a finger on the page.
type Touch struct {
	Object
	opt    TouchInit
	target pathTarget
	keep   *nodeState
}

func (t *Touch) trace(tr *js.Tracer) {
	mark(tr, t.target.other)
	t.keep.mark(tr)
}

// ConstructTouch is new Touch.
func ConstructTouch(c *js.Call, i TouchInit) *Touch {
	t := &Touch{opt: i, target: i.Target.path()}
	t.opt.Target = nil
	t.keep = windowOf(c.Realm()).World.keepTarget(t.target)
	return t
}

// Identifier is Touch.identifier.
func (t *Touch) Identifier() int32 { return t.opt.Identifier }

// Target is Touch.target.
func (t *Touch) Target(c *js.Call) js.Value { return t.target.value(c.Realm()) }

// ScreenX is Touch.screenX.
func (t *Touch) ScreenX() float64 { return t.opt.ScreenX }

// ScreenY is Touch.screenY.
func (t *Touch) ScreenY() float64 { return t.opt.ScreenY }

// ClientX is Touch.clientX.
func (t *Touch) ClientX() float64 { return t.opt.ClientX }

// ClientY is Touch.clientY.
func (t *Touch) ClientY() float64 { return t.opt.ClientY }

// PageX is Touch.pageX.
func (t *Touch) PageX() float64 { return t.opt.PageX }

// PageY is Touch.pageY.
func (t *Touch) PageY() float64 { return t.opt.PageY }

// RadiusX is Touch.radiusX.
func (t *Touch) RadiusX() float64 { return t.opt.RadiusX }

// RadiusY is Touch.radiusY.
func (t *Touch) RadiusY() float64 { return t.opt.RadiusY }

// RotationAngle is Touch.rotationAngle.
func (t *Touch) RotationAngle() float64 { return t.opt.RotationAngle }

// Force is Touch.force.
func (t *Touch) Force() float64 { return t.opt.Force }

// TouchList is the state of a TouchList.
type TouchList struct {
	Object
	list []*Touch
}

func (l *TouchList) trace(t *js.Tracer) { markAll(t, l.list) }

// Length is TouchList.length.
func (l *TouchList) Length() uint32 { return uint32(len(l.list)) }

// Item is TouchList.item.
func (l *TouchList) Item(i uint32) *Touch {
	if int(i) < len(l.list) {
		return l.list[i]
	}
	return nil
}

// TouchEvent is the state of a TouchEvent.
type TouchEvent struct {
	UIEvent
	touches, targets, changed *TouchList
	mods                      Modifiers
}

func (e *TouchEvent) trace(t *js.Tracer) {
	e.UIEvent.trace(t)
	mark(t, e.touches)
	mark(t, e.targets)
	mark(t, e.changed)
}

// ConstructTouchEvent is new TouchEvent.
func ConstructTouchEvent(c *js.Call, typ string, i TouchEventInit) *TouchEvent {
	e := &TouchEvent{touches: &TouchList{list: i.Touches}, targets: &TouchList{list: i.TargetTouches}, changed: &TouchList{list: i.ChangedTouches}, mods: i.modifiers()}
	e.initUI(c, typ, i.UIEventInit)
	return e
}

// Touches is TouchEvent.touches.
func (e *TouchEvent) Touches() *TouchList { return e.touches }

// TargetTouches is TouchEvent.targetTouches.
func (e *TouchEvent) TargetTouches() *TouchList { return e.targets }

// ChangedTouches is TouchEvent.changedTouches.
func (e *TouchEvent) ChangedTouches() *TouchList { return e.changed }

// CtrlKey is TouchEvent.ctrlKey.
func (e *TouchEvent) CtrlKey() bool { return e.mods&ModControl != 0 }

// ShiftKey is TouchEvent.shiftKey.
func (e *TouchEvent) ShiftKey() bool { return e.mods&ModShift != 0 }

// AltKey is TouchEvent.altKey.
func (e *TouchEvent) AltKey() bool { return e.mods&ModAlt != 0 }

// MetaKey is TouchEvent.metaKey.
func (e *TouchEvent) MetaKey() bool { return e.mods&ModMeta != 0 }

// TouchPoint is a finger of the user, for an event. Up: it is no longer on the page.
type TouchPoint struct {
	ID               int32
	Target           dom.NodeID
	ClientX, ClientY float32
	PageX, PageY     float32
	ScreenX, ScreenY float32
	RadiusX, RadiusY float32
	Force            float64
	Changed, Up      bool
}

// DispatchTouch dispatches a touch event at an element; false: the page prevents what it would do, which it can by a listener that is not passive.
func (w *Window) DispatchTouch(el dom.NodeID, typ string, points []TouchPoint, mods Modifiers, cancelable bool) bool {
	if w.closed || !w.World.Store.Alive(el) {
		return true
	}
	if !w.pathListens(el, typ) {
		return true
	}
	e := &TouchEvent{touches: &TouchList{}, targets: &TouchList{}, changed: &TouchList{}, mods: mods}
	e.typ, e.bubbles, e.composed, e.view = typ, true, true, w
	e.cancelable = cancelable && w.pathBlocks(el, typ)
	for _, p := range points {
		t := &Touch{target: NodeTarget(p.Target), keep: w.World.keepTarget(NodeTarget(p.Target)), opt: TouchInit{Identifier: p.ID, ClientX: float64(p.ClientX), ClientY: float64(p.ClientY),
			PageX: float64(p.PageX), PageY: float64(p.PageY), ScreenX: float64(p.ScreenX), ScreenY: float64(p.ScreenY), RadiusX: float64(p.RadiusX), RadiusY: float64(p.RadiusY), Force: p.Force}}
		if !p.Up {
			e.touches.list = append(e.touches.list, t)
			if p.Target == el {
				e.targets.list = append(e.targets.list, t)
			}
		}
		if p.Changed {
			e.changed.list = append(e.changed.list, t)
		}
	}
	return w.fire(e, NodeTarget(el))
}
