package bind

import "github.com/niso-engine/niso/js"

// ConstructProgressEvent is new ProgressEvent. https://xhr.spec.whatwg.org/#interface-progressevent
func ConstructProgressEvent(c *js.Call, typ string, i ProgressEventInit) *ProgressEvent {
	e := &ProgressEvent{lengthComputable: i.LengthComputable, loaded: i.Loaded, total: i.Total}
	e.init(c, typ, i.EventInit)
	return e
}

// LengthComputable is ProgressEvent.lengthComputable.
func (e *ProgressEvent) LengthComputable() bool { return e.lengthComputable }

// Loaded is ProgressEvent.loaded.
func (e *ProgressEvent) Loaded() float64 { return e.loaded }

// Total is ProgressEvent.total.
func (e *ProgressEvent) Total() float64 { return e.total }

// fireProgress fires a progress event at an object that is no node. https://xhr.spec.whatwg.org/#concept-event-fire-progress
func (w *Window) fireProgress(t eventTarget, typ string, loaded, total float64, computable bool) {
	if !t.target().listening() {
		return
	}
	e := &ProgressEvent{Event: *NewEvent(typ, false, false), lengthComputable: computable, loaded: loaded, total: total}
	w.fireAt(t, e)
}

// fireAt dispatches an event of the engine's own at an object that is no node.
func (w *Window) fireAt(t eventTarget, e eventState) bool {
	ev := e.asEvent()
	ev.trusted, ev.initialized, ev.timeStamp = true, true, w.Host.Now()
	return w.World.Dispatch(w, e, pathTarget{other: t})
}

// fireSimple fires an event that neither bubbles nor can be canceled.
func (w *Window) fireSimple(t eventTarget, typ string) {
	if t.target().listening() {
		w.fireAt(t, NewEvent(typ, false, false))
	}
}
