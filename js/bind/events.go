package bind

import (
	"math"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/js"
)

// The event interfaces. Target.go dispatches them.

// objectOf is the script object of any event target or event that is no node; its most derived interface says what it is.
func objectOf(r *js.Realm, x platformOrNode) js.Value {
	o := x.object()
	if o.obj.IsNone() {
		p, ok := x.(platform)
		if !ok {
			return js.Null
		}
		o.obj = r.NewHost(p.class(), 0, x)
	}
	return o.obj.Value()
}

// eventObject is the script object of an event.
func (w *Window) eventObject(ev eventState) js.Value { return objectOf(w.Realm, ev.(platformOrNode)) }

// asEvent makes *Event an eventState; the others embed it. (The generated asEvent does the rest.)

func (e *Event) init(c *js.Call, typ string, i EventInit) {
	e.typ, e.bubbles, e.cancelable, e.composed, e.initialized = typ, i.Bubbles, i.Cancelable, i.Composed, true
	e.timeStamp = windowOf(c.Realm()).Host.Now()
}

// ConstructEvent is new Event.
func ConstructEvent(c *js.Call, typ string, i EventInit) *Event {
	e := &Event{}
	e.init(c, typ, i)
	return e
}

// Type is Event.type.
func (e *Event) Type() string { return e.typ }

// Target is Event.target.
func (e *Event) Target(c *js.Call) js.Value { return e.target.value(c.Realm()) }

// SrcElement is Event.srcElement.
func (e *Event) SrcElement(c *js.Call) js.Value { return e.target.value(c.Realm()) }

// CurrentTarget is Event.currentTarget.
func (e *Event) CurrentTarget(c *js.Call) js.Value { return e.current.value(c.Realm()) }

// ComposedPath is Event.composedPath.
// https://dom.spec.whatwg.org/#dom-event-composedpath
func (e *Event) ComposedPath(c *js.Call) js.Value {
	r := c.Realm()
	var out []js.Value
	if e.current.none() {
		return r.NewArray().Value()
	}
	at, hidden := 0, 0
	for i := len(e.path) - 1; i >= 0; i-- {
		if e.path[i].rootOfClosed {
			hidden++
		}
		if e.path[i].invocation == e.current {
			at = i
			break
		}
		if e.path[i].slotInClosed {
			hidden--
		}
	}
	var before []js.Value
	level, max := hidden, hidden
	for i := at - 1; i >= 0; i-- {
		if e.path[i].rootOfClosed {
			level++
		}
		if level <= max {
			before = append(before, e.path[i].invocation.value(r))
		}
		if e.path[i].slotInClosed {
			level--
			max = min(max, level)
		}
	}
	for i := len(before) - 1; i >= 0; i-- {
		out = append(out, before[i])
	}
	out = append(out, e.current.value(r))
	level, max = hidden, hidden
	for i := at + 1; i < len(e.path); i++ {
		if e.path[i].slotInClosed {
			level++
		}
		if level <= max {
			out = append(out, e.path[i].invocation.value(r))
		}
		if e.path[i].rootOfClosed {
			level--
			max = min(max, level)
		}
	}
	return r.NewArray(out...).Value()
}

// EventPhase is Event.eventPhase.
func (e *Event) EventPhase() uint16 { return e.phase }

// StopPropagation is Event.stopPropagation.
func (e *Event) StopPropagation() { e.stop = true }

// CancelBubble is Event.cancelBubble.
func (e *Event) CancelBubble() bool { return e.stop }

// SetCancelBubble sets Event.cancelBubble.
func (e *Event) SetCancelBubble(v bool) { e.stop = e.stop || v }

// StopImmediatePropagation is Event.stopImmediatePropagation.
func (e *Event) StopImmediatePropagation() { e.stop, e.stopNow = true, true }

// Bubbles is Event.bubbles.
func (e *Event) Bubbles() bool { return e.bubbles }

// Cancelable is Event.cancelable.
func (e *Event) Cancelable() bool { return e.cancelable }

// ReturnValue is Event.returnValue.
func (e *Event) ReturnValue() bool { return !e.canceled }

// SetReturnValue sets Event.returnValue.
func (e *Event) SetReturnValue(v bool) {
	if !v {
		e.cancel()
	}
}

// PreventDefault is Event.preventDefault.
func (e *Event) PreventDefault() { e.cancel() }

// DefaultPrevented is Event.defaultPrevented.
func (e *Event) DefaultPrevented() bool { return e.canceled }

// Composed is Event.composed.
func (e *Event) Composed() bool { return e.composed }

// IsTrusted is Event.isTrusted.
func (e *Event) IsTrusted() bool { return e.trusted }

// TimeStamp is Event.timeStamp.
func (e *Event) TimeStamp() float64 { return e.timeStamp }

// InitEvent is Event.initEvent.
func (e *Event) InitEvent(typ string, bubbles, cancelable bool) {
	if e.dispatching {
		return
	}
	e.initialized, e.stop, e.stopNow, e.canceled, e.trusted = true, false, false, false, false
	e.target = pathTarget{}
	e.typ, e.bubbles, e.cancelable = typ, bubbles, cancelable
}

// CustomEvent is the state of a CustomEvent.
type CustomEvent struct {
	Event
	detail js.Value
}

// ConstructCustomEvent is new CustomEvent.
func ConstructCustomEvent(c *js.Call, typ string, i CustomEventInit) *CustomEvent {
	e := &CustomEvent{detail: i.Detail}
	e.init(c, typ, i.EventInit)
	return e
}

// Detail is CustomEvent.detail.
func (e *CustomEvent) Detail() js.Value { return e.detail }

// InitCustomEvent is CustomEvent.initCustomEvent.
func (e *CustomEvent) InitCustomEvent(typ string, bubbles, cancelable bool, detail js.Value) {
	if !e.dispatching {
		e.InitEvent(typ, bubbles, cancelable)
		e.detail = detail
	}
}

func (e *CustomEvent) trace(t *js.Tracer) {
	e.Event.trace(t)
	t.Mark(e.detail)
}

// UIEvent is the state of a UIEvent.
type UIEvent struct {
	Event
	view   *Window
	detail int32
	which  uint32
}

func (e *UIEvent) trace(t *js.Tracer) {
	e.Event.trace(t)
	mark(t, e.view)
}

func (e *UIEvent) initUI(c *js.Call, typ string, i UIEventInit) {
	e.init(c, typ, i.EventInit)
	e.view, e.detail, e.which = i.View, i.Detail, i.Which
}

// ConstructUIEvent is new UIEvent.
func ConstructUIEvent(c *js.Call, typ string, i UIEventInit) *UIEvent {
	e := &UIEvent{}
	e.initUI(c, typ, i)
	return e
}

// View is UIEvent.view.
func (e *UIEvent) View(c *js.Call) js.Value {
	if e.view == nil {
		return js.Null
	}
	return windowValue(e.view)
}

// Detail is UIEvent.detail.
func (e *UIEvent) Detail() int32 { return e.detail }

// Which is UIEvent.which: of mouse and keyboard events the button, from 1, and the key's code.
func (e *UIEvent) Which(c *js.Call) js.Value {
	if x, ok := c.State().(interface{ legacyWhich() uint32 }); ok {
		return js.Number(float64(x.legacyWhich()))
	}
	return js.Number(float64(e.which))
}

// InitUIEvent is UIEvent.initUIEvent.
func (e *UIEvent) InitUIEvent(typ string, bubbles, cancelable bool, view *Window, detail int32) {
	if !e.dispatching {
		e.InitEvent(typ, bubbles, cancelable)
		e.view, e.detail = view, detail
	}
}

// Modifiers are the modifier keys that are held.
type Modifiers uint16

// The modifier keys.
const (
	ModControl Modifiers = 1 << iota
	ModShift
	ModAlt
	ModMeta
	modAltGraph
	modCapsLock
	modFn
	modFnLock
	modHyper
	modNumLock
	modScrollLock
	modSuper
	modSymbol
	modSymbolLock
)

var modifierNames = map[string]Modifiers{
	"Control": ModControl, "Shift": ModShift, "Alt": ModAlt, "Meta": ModMeta, "AltGraph": modAltGraph, "CapsLock": modCapsLock, "Fn": modFn, "FnLock": modFnLock,
	"Hyper": modHyper, "NumLock": modNumLock, "ScrollLock": modScrollLock, "Super": modSuper, "Symbol": modSymbol, "SymbolLock": modSymbolLock,
}

func (i *EventModifierInit) modifiers() (m Modifiers) {
	for n, on := range [...]bool{i.CtrlKey, i.ShiftKey, i.AltKey, i.MetaKey, i.ModifierAltGraph, i.ModifierCapsLock, i.ModifierFn, i.ModifierFnLock, i.ModifierHyper,
		i.ModifierNumLock, i.ModifierScrollLock, i.ModifierSuper, i.ModifierSymbol, i.ModifierSymbolLock} {
		if on {
			m |= 1 << n
		}
	}
	return m
}

// MouseEvent is the state of a MouseEvent.
type MouseEvent struct {
	UIEvent
	screenX, screenY     float64
	clientX, clientY     float64
	pageX, pageY         float64
	movementX, movementY float64
	mods                 Modifiers
	button               int16
	buttons              uint16
	fine                 bool // coordinates may be parts of a px
}

func (e *MouseEvent) initMouse(c *js.Call, typ string, i MouseEventInit) {
	e.initUI(c, typ, i.UIEventInit)
	e.screenX, e.screenY, e.clientX, e.clientY = i.ScreenX, i.ScreenY, i.ClientX, i.ClientY
	w := windowOf(c.Realm())
	s := w.scrollOffset()
	e.pageX, e.pageY = e.clientX+s[0], e.clientY+s[1]
	e.movementX, e.movementY = i.MovementX, i.MovementY
	e.mods, e.button, e.buttons = i.modifiers(), i.Button, i.Buttons
	e.setRelated(w, i.RelatedTarget)
}

// setRelated sets relatedTarget and keeps what it refers to.
func (e *Event) setRelated(w *Window, t *EventTarget) {
	e.relatedTarget = t.path()
	e.keep[1] = w.World.keepTarget(e.relatedTarget)
}

// ConstructMouseEvent is new MouseEvent.
func ConstructMouseEvent(c *js.Call, typ string, i MouseEventInit) *MouseEvent {
	e := &MouseEvent{}
	e.initMouse(c, typ, i)
	return e
}

// ScreenX is MouseEvent.screenX.
func (e *MouseEvent) ScreenX() float64 { return e.px(e.screenX) }

// ScreenY is MouseEvent.screenY.
func (e *MouseEvent) ScreenY() float64 { return e.px(e.screenY) }

// px is a coordinate as script sees it: of pointer events that are no clicks as it is, of others whole px.
func (e *MouseEvent) px(v float64) float64 {
	if e.fine {
		return v
	}
	return math.Floor(v)
}

// ClientX is MouseEvent.clientX.
func (e *MouseEvent) ClientX() float64 { return e.px(e.clientX) }

// ClientY is MouseEvent.clientY.
func (e *MouseEvent) ClientY() float64 { return e.px(e.clientY) }

// X is MouseEvent.x.
func (e *MouseEvent) X() float64 { return e.px(e.clientX) }

// Y is MouseEvent.y.
func (e *MouseEvent) Y() float64 { return e.px(e.clientY) }

// PageX is MouseEvent.pageX.
func (e *MouseEvent) PageX() float64 { return e.px(e.pageX) }

// PageY is MouseEvent.pageY.
func (e *MouseEvent) PageY() float64 { return e.px(e.pageY) }

// LayerX is MouseEvent.layerX.
func (e *MouseEvent) LayerX() int32 { return int32(e.pageX) }

// LayerY is MouseEvent.layerY.
func (e *MouseEvent) LayerY() int32 { return int32(e.pageY) }

// MovementX is MouseEvent.movementX.
func (e *MouseEvent) MovementX() float64 { return e.px(e.movementX) }

// MovementY is MouseEvent.movementY.
func (e *MouseEvent) MovementY() float64 { return e.px(e.movementY) }

// OffsetX is MouseEvent.offsetX.
func (e *MouseEvent) OffsetX(c *js.Call) float64 { return e.offset(windowOf(c.Realm()))[0] }

// OffsetY is MouseEvent.offsetY.
func (e *MouseEvent) OffsetY(c *js.Call) float64 { return e.offset(windowOf(c.Realm()))[1] }

// offset is the place of the event in the padding box of its target.
// https://drafts.csswg.org/cssom-view/#dom-mouseevent-offsetx
func (e *MouseEvent) offset(w *Window) [2]float64 {
	if n := e.target.node; n != 0 && w.World.Store.Alive(n) && w.World.Store.Kind(n) == dom.KindElement {
		w.Host.UpdateLayout(w)
		if x, y, ok := w.layout.OffsetOrigin(n); ok {
			return [2]float64{float64(int(e.clientX - float64(x))), float64(int(e.clientY - float64(y)))}
		}
	}
	return [2]float64{e.px(e.pageX), e.px(e.pageY)}
}

// CtrlKey is MouseEvent.ctrlKey.
func (e *MouseEvent) CtrlKey() bool { return e.mods&ModControl != 0 }

// ShiftKey is MouseEvent.shiftKey.
func (e *MouseEvent) ShiftKey() bool { return e.mods&ModShift != 0 }

// AltKey is MouseEvent.altKey.
func (e *MouseEvent) AltKey() bool { return e.mods&ModAlt != 0 }

// MetaKey is MouseEvent.metaKey.
func (e *MouseEvent) MetaKey() bool { return e.mods&ModMeta != 0 }

// Button is MouseEvent.button.
func (e *MouseEvent) Button() int16 { return e.button }

// Buttons is MouseEvent.buttons.
func (e *MouseEvent) Buttons() uint16 { return e.buttons }

// RelatedTarget is MouseEvent.relatedTarget.
func (e *MouseEvent) RelatedTarget(c *js.Call) js.Value { return e.relatedTarget.value(c.Realm()) }

// FromElement is MouseEvent.fromElement, of old: what the mouse comes from.
func (e *MouseEvent) FromElement() dom.NodeID {
	return e.sideOf(e.typ != "mouseout" && e.typ != "mouseleave")
}

// ToElement is MouseEvent.toElement, of old: what the mouse comes to.
func (e *MouseEvent) ToElement() dom.NodeID {
	return e.sideOf(e.typ == "mouseout" || e.typ == "mouseleave")
}

// sideOf is the related target or the target, if it is a node. Pointer events have none, as in Chromium.
func (e *MouseEvent) sideOf(related bool) dom.NodeID {
	if _, pointer := e.obj.Host().State().(*PointerEvent); pointer {
		return 0
	}
	if related {
		return e.relatedTarget.node
	}
	return e.target.node
}

func (e *MouseEvent) legacyWhich() uint32 { return uint32(e.button) + 1 }

// GetModifierState is MouseEvent.getModifierState.
func (e *MouseEvent) GetModifierState(key string) bool { return e.mods&modifierNames[key] != 0 }

// InitMouseEvent is MouseEvent.initMouseEvent.
func (e *MouseEvent) InitMouseEvent(c *js.Call, typ string, bubbles, cancelable bool, view *Window, detail, screenX, screenY, clientX, clientY int32, ctrl, alt, shift, meta bool, button int16, related *EventTarget) {
	if e.dispatching {
		return
	}
	e.InitUIEvent(typ, bubbles, cancelable, view, detail)
	e.screenX, e.screenY, e.clientX, e.clientY = float64(screenX), float64(screenY), float64(clientX), float64(clientY)
	e.pageX, e.pageY = e.clientX, e.clientY
	e.mods = (&EventModifierInit{CtrlKey: ctrl, ShiftKey: shift, AltKey: alt, MetaKey: meta}).modifiers()
	e.button = button
	e.setRelated(windowOf(c.Realm()), related)
}

// PointerEvent is the state of a PointerEvent.
type PointerEvent struct {
	MouseEvent
	opt PointerEventInit
}

func (e *PointerEvent) trace(t *js.Tracer) {
	e.MouseEvent.trace(t)
	markAll(t, e.opt.CoalescedEvents)
	markAll(t, e.opt.PredictedEvents)
}

// ConstructPointerEvent is new PointerEvent.
func ConstructPointerEvent(c *js.Call, typ string, i PointerEventInit) *PointerEvent {
	e := &PointerEvent{opt: i}
	e.initMouse(c, typ, i.MouseEventInit)
	e.fine = !isClick(typ)
	e.opt.MouseEventInit = MouseEventInit{} // it holds objects
	if o := &e.opt; (o.AltitudeAngle.Set || o.AzimuthAngle.Set) && !o.TiltX.Set && !o.TiltY.Set {
		x, y := TiltOf(o.AltitudeAngle.Or(math.Pi/2), o.AzimuthAngle.Value)
		o.TiltX, o.TiltY = Some(int32(x)), Some(int32(y))
		o.AltitudeAngle = Some(o.AltitudeAngle.Or(math.Pi / 2))
	} else if o.TiltX.Set || o.TiltY.Set {
		alt, az := anglesOf(o.TiltX.Value, o.TiltY.Value)
		o.AltitudeAngle, o.AzimuthAngle = Some(o.AltitudeAngle.Or(alt)), Some(o.AzimuthAngle.Or(az))
	}
	return e
}

// isClick reports the types of pointer events that are mouse events for the rest.
func isClick(typ string) bool { return typ == "click" || typ == "auxclick" || typ == "contextmenu" }

// PointerId is PointerEvent.pointerId.
func (e *PointerEvent) PointerId() int32 { return e.opt.PointerId }

// Width is PointerEvent.width.
func (e *PointerEvent) Width() float64 { return e.opt.Width }

// Height is PointerEvent.height.
func (e *PointerEvent) Height() float64 { return e.opt.Height }

// Pressure is PointerEvent.pressure.
func (e *PointerEvent) Pressure() float64 { return e.opt.Pressure }

// TangentialPressure is PointerEvent.tangentialPressure.
func (e *PointerEvent) TangentialPressure() float64 { return e.opt.TangentialPressure }

// TiltX is PointerEvent.tiltX.
func (e *PointerEvent) TiltX() int32 { return e.opt.TiltX.Value }

// TiltY is PointerEvent.tiltY.
func (e *PointerEvent) TiltY() int32 { return e.opt.TiltY.Value }

// Twist is PointerEvent.twist.
func (e *PointerEvent) Twist() int32 { return e.opt.Twist }

// AltitudeAngle is PointerEvent.altitudeAngle.
func (e *PointerEvent) AltitudeAngle() float64 {
	return e.opt.AltitudeAngle.Or(1.5707963267948966)
}

// AzimuthAngle is PointerEvent.azimuthAngle.
func (e *PointerEvent) AzimuthAngle() float64 { return e.opt.AzimuthAngle.Value }

// PointerType is PointerEvent.pointerType.
func (e *PointerEvent) PointerType() string { return e.opt.PointerType }

// IsPrimary is PointerEvent.isPrimary.
func (e *PointerEvent) IsPrimary() bool { return e.opt.IsPrimary }

// GetCoalescedEvents is PointerEvent.getCoalescedEvents.
func (e *PointerEvent) GetCoalescedEvents(c *js.Call) js.Value {
	return arrayOf(c.Realm(), e.opt.CoalescedEvents, func(p *PointerEvent) js.Value { return objectOf(c.Realm(), p) })
}

// GetPredictedEvents is PointerEvent.getPredictedEvents.
func (e *PointerEvent) GetPredictedEvents(c *js.Call) js.Value {
	return arrayOf(c.Realm(), e.opt.PredictedEvents, func(p *PointerEvent) js.Value { return objectOf(c.Realm(), p) })
}

// WheelEvent is the state of a WheelEvent.
type WheelEvent struct {
	MouseEvent
	deltaX, deltaY, deltaZ float64
	mode                   uint32
}

// ConstructWheelEvent is new WheelEvent.
func ConstructWheelEvent(c *js.Call, typ string, i WheelEventInit) *WheelEvent {
	e := &WheelEvent{deltaX: i.DeltaX, deltaY: i.DeltaY, deltaZ: i.DeltaZ, mode: i.DeltaMode}
	e.initMouse(c, typ, i.MouseEventInit)
	return e
}

// DeltaX is WheelEvent.deltaX.
func (e *WheelEvent) DeltaX() float64 { return e.deltaX }

// DeltaY is WheelEvent.deltaY.
func (e *WheelEvent) DeltaY() float64 { return e.deltaY }

// DeltaZ is WheelEvent.deltaZ.
func (e *WheelEvent) DeltaZ() float64 { return e.deltaZ }

// DeltaMode is WheelEvent.deltaMode.
func (e *WheelEvent) DeltaMode() uint32 { return e.mode }

// KeyboardEvent is the state of a KeyboardEvent.
type KeyboardEvent struct {
	UIEvent
	key, code         string
	location          uint32
	mods              Modifiers
	repeat            bool
	composing         bool
	charCode, keyCode uint32
}

// ConstructKeyboardEvent is new KeyboardEvent.
func ConstructKeyboardEvent(c *js.Call, typ string, i KeyboardEventInit) *KeyboardEvent {
	e := &KeyboardEvent{key: i.Key, code: i.Code, location: i.Location, mods: i.modifiers(), repeat: i.Repeat, composing: i.IsComposing, charCode: i.CharCode, keyCode: i.KeyCode}
	e.initUI(c, typ, i.UIEventInit)
	return e
}

// Key is KeyboardEvent.key.
func (e *KeyboardEvent) Key() string { return e.key }

// Code is KeyboardEvent.code.
func (e *KeyboardEvent) Code() string { return e.code }

// Location is KeyboardEvent.location.
func (e *KeyboardEvent) Location() uint32 { return e.location }

// CtrlKey is KeyboardEvent.ctrlKey.
func (e *KeyboardEvent) CtrlKey() bool { return e.mods&ModControl != 0 }

// ShiftKey is KeyboardEvent.shiftKey.
func (e *KeyboardEvent) ShiftKey() bool { return e.mods&ModShift != 0 }

// AltKey is KeyboardEvent.altKey.
func (e *KeyboardEvent) AltKey() bool { return e.mods&ModAlt != 0 }

// MetaKey is KeyboardEvent.metaKey.
func (e *KeyboardEvent) MetaKey() bool { return e.mods&ModMeta != 0 }

// Repeat is KeyboardEvent.repeat.
func (e *KeyboardEvent) Repeat() bool { return e.repeat }

// IsComposing is KeyboardEvent.isComposing.
func (e *KeyboardEvent) IsComposing() bool { return e.composing }

// GetModifierState is KeyboardEvent.getModifierState.
func (e *KeyboardEvent) GetModifierState(key string) bool { return e.mods&modifierNames[key] != 0 }

// CharCode is KeyboardEvent.charCode.
func (e *KeyboardEvent) CharCode() uint32 { return e.charCode }

// KeyCode is KeyboardEvent.keyCode.
func (e *KeyboardEvent) KeyCode() uint32 { return e.keyCode }

func (e *KeyboardEvent) legacyWhich() uint32 {
	if e.which != 0 {
		return e.which
	}
	return e.keyCode
}

// InitKeyboardEvent is KeyboardEvent.initKeyboardEvent.
func (e *KeyboardEvent) InitKeyboardEvent(typ string, bubbles, cancelable bool, view *Window, key string, location uint32, ctrl, alt, shift, meta bool) {
	if e.dispatching {
		return
	}
	e.InitUIEvent(typ, bubbles, cancelable, view, 0)
	e.key, e.location = key, location
	e.mods = (&EventModifierInit{CtrlKey: ctrl, ShiftKey: shift, AltKey: alt, MetaKey: meta}).modifiers()
}

// FocusEvent is the state of a FocusEvent.
type FocusEvent struct{ UIEvent }

// ConstructFocusEvent is new FocusEvent.
func ConstructFocusEvent(c *js.Call, typ string, i FocusEventInit) *FocusEvent {
	e := &FocusEvent{}
	e.initUI(c, typ, i.UIEventInit)
	e.setRelated(windowOf(c.Realm()), i.RelatedTarget)
	return e
}

// RelatedTarget is FocusEvent.relatedTarget.
func (e *FocusEvent) RelatedTarget(c *js.Call) js.Value { return e.relatedTarget.value(c.Realm()) }

// InputEvent is the state of an InputEvent.
type InputEvent struct {
	UIEvent
	data      Opt[string]
	inputType string
	composing bool
	transfer  *DataTransfer
	ranges    []*StaticRange
}

func (e *InputEvent) trace(t *js.Tracer) {
	e.UIEvent.trace(t)
	mark(t, e.transfer)
	markAll(t, e.ranges)
}

// ConstructInputEvent is new InputEvent.
func ConstructInputEvent(c *js.Call, typ string, i InputEventInit) *InputEvent {
	e := &InputEvent{data: i.Data, inputType: i.InputType, composing: i.IsComposing, transfer: i.DataTransfer, ranges: i.TargetRanges}
	e.initUI(c, typ, i.UIEventInit)
	return e
}

// Data is InputEvent.data.
func (e *InputEvent) Data() Opt[string] { return e.data }

// IsComposing is InputEvent.isComposing.
func (e *InputEvent) IsComposing() bool { return e.composing }

// InputType is InputEvent.inputType.
func (e *InputEvent) InputType() string { return e.inputType }

// CompositionEvent is the state of a CompositionEvent.
type CompositionEvent struct {
	UIEvent
	data string
}

// ConstructCompositionEvent is new CompositionEvent.
func ConstructCompositionEvent(c *js.Call, typ string, i CompositionEventInit) *CompositionEvent {
	e := &CompositionEvent{data: i.Data}
	e.initUI(c, typ, i.UIEventInit)
	return e
}

// Data is CompositionEvent.data.
func (e *CompositionEvent) Data() string { return e.data }

// InitCompositionEvent is CompositionEvent.initCompositionEvent.
func (e *CompositionEvent) InitCompositionEvent(typ string, bubbles, cancelable bool, view js.Value, data string) {
	if !e.dispatching {
		e.InitUIEvent(typ, bubbles, cancelable, nil, 0)
		e.data = data
	}
}

// TextEvent is the state of a TextEvent, which createEvent alone makes.
type TextEvent struct {
	UIEvent
	data string
}

// Data is TextEvent.data.
func (e *TextEvent) Data() string { return e.data }

// InitTextEvent is TextEvent.initTextEvent.
func (e *TextEvent) InitTextEvent(typ string, bubbles, cancelable bool, view *Window, data string) {
	if !e.dispatching {
		e.InitUIEvent(typ, bubbles, cancelable, view, 0)
		e.data = data
	}
}

// HashChangeEvent is the state of a HashChangeEvent.
type HashChangeEvent struct {
	Event
	oldURL, newURL string
}

// ConstructHashChangeEvent is new HashChangeEvent.
func ConstructHashChangeEvent(c *js.Call, typ string, i HashChangeEventInit) *HashChangeEvent {
	e := &HashChangeEvent{oldURL: i.OldURL, newURL: i.NewURL}
	e.init(c, typ, i.EventInit)
	return e
}

// OldURL is HashChangeEvent.oldURL.
func (e *HashChangeEvent) OldURL() string { return e.oldURL }

// NewURL is HashChangeEvent.newURL.
func (e *HashChangeEvent) NewURL() string { return e.newURL }

// PopStateEvent is the state of a PopStateEvent.
type PopStateEvent struct {
	Event
	state js.Value
}

// ConstructPopStateEvent is new PopStateEvent.
func ConstructPopStateEvent(c *js.Call, typ string, i PopStateEventInit) *PopStateEvent {
	e := &PopStateEvent{state: i.State}
	e.init(c, typ, i.EventInit)
	return e
}

// State is PopStateEvent.state.
func (e *PopStateEvent) State() js.Value { return e.state }

// HasUAVisualTransition is PopStateEvent.hasUAVisualTransition.
func (e *PopStateEvent) HasUAVisualTransition() bool { return false }

func (e *PopStateEvent) trace(t *js.Tracer) {
	e.Event.trace(t)
	t.Mark(e.state)
}

// PageTransitionEvent is the state of a PageTransitionEvent.
type PageTransitionEvent struct {
	Event
	persisted bool
}

// ConstructPageTransitionEvent is new PageTransitionEvent.
func ConstructPageTransitionEvent(c *js.Call, typ string, i PageTransitionEventInit) *PageTransitionEvent {
	e := &PageTransitionEvent{persisted: i.Persisted}
	e.init(c, typ, i.EventInit)
	return e
}

// Persisted is PageTransitionEvent.persisted.
func (e *PageTransitionEvent) Persisted() bool { return e.persisted }

// BeforeUnloadEvent is the state of a BeforeUnloadEvent.
type BeforeUnloadEvent struct {
	Event
	text string
}

// ReturnValue is BeforeUnloadEvent.returnValue.
func (e *BeforeUnloadEvent) ReturnValue() string { return e.text }

// SetReturnValue sets BeforeUnloadEvent.returnValue.
func (e *BeforeUnloadEvent) SetReturnValue(v string) { e.text = v }

// setReturn takes the return value of an onbeforeunload handler.
func (e *BeforeUnloadEvent) setReturn(r *js.Realm, v js.Value) {
	if e.text == "" {
		e.text, _ = r.ToString(v)
	}
}

// ErrorEvent is the state of an ErrorEvent.
type ErrorEvent struct {
	Event
	message  string
	filename string
	line     uint32
	column   uint32
	err      js.Value
}

// ConstructErrorEvent is new ErrorEvent.
func ConstructErrorEvent(c *js.Call, typ string, i ErrorEventInit) *ErrorEvent {
	e := &ErrorEvent{message: i.Message, filename: i.Filename, line: i.Lineno, column: i.Colno, err: i.Error}
	e.init(c, typ, i.EventInit)
	return e
}

// handlerArgs are the arguments of an OnErrorEventHandler.
func (e *ErrorEvent) handlerArgs(r *js.Realm) []js.Value {
	return []js.Value{r.String(e.message), r.String(e.filename), js.Int(e.line), js.Int(e.column), e.err}
}

// Message is ErrorEvent.message.
func (e *ErrorEvent) Message() string { return e.message }

// Filename is ErrorEvent.filename.
func (e *ErrorEvent) Filename() string { return e.filename }

// Lineno is ErrorEvent.lineno.
func (e *ErrorEvent) Lineno() uint32 { return e.line }

// Colno is ErrorEvent.colno.
func (e *ErrorEvent) Colno() uint32 { return e.column }

// Error is ErrorEvent.error.
func (e *ErrorEvent) Error() js.Value { return e.err }

func (e *ErrorEvent) trace(t *js.Tracer) {
	e.Event.trace(t)
	t.Mark(e.err)
}

// PromiseRejectionEvent is the state of a PromiseRejectionEvent.
type PromiseRejectionEvent struct {
	Event
	promise, reason js.Value
}

// ConstructPromiseRejectionEvent is new PromiseRejectionEvent.
func ConstructPromiseRejectionEvent(c *js.Call, typ string, i PromiseRejectionEventInit) *PromiseRejectionEvent {
	e := &PromiseRejectionEvent{promise: i.Promise, reason: i.Reason}
	e.init(c, typ, i.EventInit)
	return e
}

// Promise is PromiseRejectionEvent.promise.
func (e *PromiseRejectionEvent) Promise(c *js.Call) js.Value { return e.promise }

// Reason is PromiseRejectionEvent.reason.
func (e *PromiseRejectionEvent) Reason() js.Value { return e.reason }

func (e *PromiseRejectionEvent) trace(t *js.Tracer) {
	e.Event.trace(t)
	t.Mark(e.promise)
	t.Mark(e.reason)
}

// ProgressEvent is the state of a ProgressEvent.
type ProgressEvent struct {
	Event
	lengthComputable bool
	loaded, total    float64
}

// MessageEvent is the state of a MessageEvent.
type MessageEvent struct {
	Event
	data        js.Value
	origin      string
	lastEventID string
	source      js.Value
	ports       js.Value // a frozen array
}

// ConstructMessageEvent is new MessageEvent.
func ConstructMessageEvent(c *js.Call) js.Value {
	typ := c.DOMString(0)
	d := readMessageEventInit(&c.Conv, c.Arg(1))
	if c.Failed() {
		return js.Undefined
	}
	e := &MessageEvent{data: d.Data, source: d.Source, origin: d.Origin, lastEventID: d.LastEventId}
	e.init(c, typ, d.EventInit)
	e.ports = arrayOf(c.Realm(), d.Ports, func(p *MessagePort) js.Value { return objectValue(c.Realm(), p) })
	_ = c.Realm().Freeze(e.ports.Object())
	return constructed(c, cls.MessageEvent, e)
}

// Data is MessageEvent.data.
func (e *MessageEvent) Data() js.Value { return e.data }

// Origin is MessageEvent.origin.
func (e *MessageEvent) Origin() string { return e.origin }

// LastEventId is MessageEvent.lastEventId.
func (e *MessageEvent) LastEventId() string { return e.lastEventID }

// Source is MessageEvent.source.
func (e *MessageEvent) Source() js.Value { return e.source }

// Ports is MessageEvent.ports.
func (e *MessageEvent) Ports(c *js.Call) js.Value {
	if !e.ports.IsObject() {
		e.ports = c.Realm().NewArray().Value()
		_ = c.Realm().Freeze(e.ports.Object())
	}
	return e.ports
}

// InitMessageEvent is MessageEvent.initMessageEvent.
func (e *MessageEvent) InitMessageEvent(c *js.Call) js.Value {
	typ, bubbles, cancelable := c.DOMString(0), c.Bool(1), c.Bool(2)
	if c.Failed() || e.dispatching {
		return js.Undefined
	}
	e.InitEvent(typ, bubbles, cancelable)
	e.data = js.Null
	if c.Has(3) {
		e.data = c.Arg(3)
	}
	if c.Has(4) {
		e.origin = c.USVString(4)
	}
	if c.Has(5) {
		e.lastEventID = c.DOMString(5)
	}
	return js.Undefined
}

func (e *MessageEvent) trace(t *js.Tracer) {
	e.Event.trace(t)
	t.Mark(e.data)
	t.Mark(e.source)
	t.Mark(e.ports)
}

// SubmitEvent is the state of a SubmitEvent.
type SubmitEvent struct {
	Event
	submitter *nodeState
}

func (e *SubmitEvent) trace(t *js.Tracer) {
	e.Event.trace(t)
	e.submitter.mark(t)
}

// ConstructSubmitEvent is new SubmitEvent.
func ConstructSubmitEvent(c *js.Call, typ string, i SubmitEventInit) *SubmitEvent {
	e := &SubmitEvent{submitter: i.Submitter.state()}
	e.init(c, typ, i.EventInit)
	return e
}

// Submitter is SubmitEvent.submitter.
func (e *SubmitEvent) Submitter(c *js.Call) js.Value { return e.submitter.value(c.Realm()) }

// ToggleEvent is the state of a ToggleEvent.
type ToggleEvent struct {
	Event
	oldState, newState string
	source             *nodeState
}

func (e *ToggleEvent) trace(t *js.Tracer) {
	e.Event.trace(t)
	e.source.mark(t)
}

// ConstructToggleEvent is new ToggleEvent.
func ConstructToggleEvent(c *js.Call, typ string, i ToggleEventInit) *ToggleEvent {
	e := &ToggleEvent{oldState: i.OldState, newState: i.NewState, source: i.Source.state()}
	e.init(c, typ, i.EventInit)
	return e
}

// OldState is ToggleEvent.oldState.
func (e *ToggleEvent) OldState() string { return e.oldState }

// NewState is ToggleEvent.newState.
func (e *ToggleEvent) NewState() string { return e.newState }

// Source is ToggleEvent.source.
func (e *ToggleEvent) Source(c *js.Call) js.Value {
	return e.sourceOf(windowOf(c.Realm()).World, e.source).value(c.Realm())
}

// AnimationEvent is the state of an AnimationEvent.
type AnimationEvent struct {
	Event
	name    string
	elapsed float64
	pseudo  string
}

// ConstructAnimationEvent is new AnimationEvent.
func ConstructAnimationEvent(c *js.Call, typ string, i AnimationEventInit) *AnimationEvent {
	e := &AnimationEvent{name: i.AnimationName, elapsed: i.ElapsedTime, pseudo: i.PseudoElement}
	e.init(c, typ, i.EventInit)
	return e
}

// AnimationName is AnimationEvent.animationName.
func (e *AnimationEvent) AnimationName() string { return e.name }

// ElapsedTime is AnimationEvent.elapsedTime.
func (e *AnimationEvent) ElapsedTime() float64 { return e.elapsed }

// PseudoElement is AnimationEvent.pseudoElement.
func (e *AnimationEvent) PseudoElement() string { return e.pseudo }

// TransitionEvent is the state of a TransitionEvent.
type TransitionEvent struct {
	Event
	property string
	elapsed  float64
	pseudo   string
}

// ConstructTransitionEvent is new TransitionEvent.
func ConstructTransitionEvent(c *js.Call, typ string, i TransitionEventInit) *TransitionEvent {
	e := &TransitionEvent{property: i.PropertyName, elapsed: i.ElapsedTime, pseudo: i.PseudoElement}
	e.init(c, typ, i.EventInit)
	return e
}

// PropertyName is TransitionEvent.propertyName.
func (e *TransitionEvent) PropertyName() string { return e.property }

// ElapsedTime is TransitionEvent.elapsedTime.
func (e *TransitionEvent) ElapsedTime() float64 { return e.elapsed }

// PseudoElement is TransitionEvent.pseudoElement.
func (e *TransitionEvent) PseudoElement() string { return e.pseudo }

// createEvent is the table of Document.createEvent.
// https://dom.spec.whatwg.org/#dom-document-createevent
var createEvent = map[string]func() eventState{
	"beforeunloadevent": func() eventState { return &BeforeUnloadEvent{} },
	"compositionevent":  func() eventState { return &CompositionEvent{} },
	"customevent":       func() eventState { return &CustomEvent{detail: js.Null} },
	"event":             func() eventState { return &Event{} },
	"events":            func() eventState { return &Event{} },
	"focusevent":        func() eventState { return &FocusEvent{} },
	"hashchangeevent":   func() eventState { return &HashChangeEvent{} },
	"htmlevents":        func() eventState { return &Event{} },
	"dragevent":         func() eventState { return &DragEvent{} },
	"keyboardevent":     func() eventState { return &KeyboardEvent{} },
	"messageevent":      func() eventState { return &MessageEvent{data: js.Null, source: js.Null} },
	"mouseevent":        func() eventState { return &MouseEvent{} },
	"mouseevents":       func() eventState { return &MouseEvent{} },
	"storageevent":      func() eventState { return &StorageEvent{} },
	"svgevents":         func() eventState { return &Event{} },
	"textevent":         func() eventState { return &TextEvent{} },
	"uievent":           func() eventState { return &UIEvent{} },
	"uievents":          func() eventState { return &UIEvent{} },
}

func (s *nodeState) value(r *js.Realm) js.Value {
	if s == nil {
		return js.Null
	}
	return windowOf(r).World.wrappers.object(r, s).Value()
}

// state keeps the node, whatever becomes of its tree; nil for none.
func (n nodeRef) state() *nodeState {
	if n.ID == 0 {
		return nil
	}
	return n.w.World.wrappers.state(n.w.Realm, n.ID)
}
