package bind

import (
	"github.com/niso-engine/niso/dom"
)

// The events of edits. https://w3c.github.io/input-events/

// inputInit is what a beforeinput or input event tells.
type inputInit struct {
	kind      string
	data      Opt[string]
	transfer  *DataTransfer
	ranges    []dom.Range
	composing bool
	fixed     bool // beforeinput cannot be cancelled
}

func (w *Window) inputEvent(typ string, i inputInit) *InputEvent {
	e := &InputEvent{UIEvent: UIEvent{Event: Event{typ: typ, bubbles: true, composed: true}, view: w}, data: i.data, inputType: i.kind, composing: i.composing, transfer: i.transfer}
	return e
}

// beforeInput tells that an edit is to come; false: the page prevents it, or the target is gone.
func (w *Window) beforeInput(target dom.NodeID, i inputInit) bool {
	e := w.inputEvent("beforeinput", i)
	e.cancelable = !i.fixed
	for _, r := range i.ranges {
		e.ranges = append(e.ranges, w.staticRange(r))
	}
	ok := w.fire(e, NodeTarget(target))
	e.ranges = nil // they are there while it is dispatched
	if text, typed := typedText(i); ok && typed && !(w.editing != nil && w.editing.running) && !w.closed && w.Doc.Alive(target) {
		ok = w.fire(&TextEvent{UIEvent: UIEvent{Event: Event{typ: "textInput", bubbles: true, cancelable: true, composed: true}, view: w}, data: text}, NodeTarget(target))
	}
	return ok && !w.closed && w.Doc.Alive(target) && w.Doc.IsConnected(target)
}

// typedText is what textInput, the event that browsers had before beforeinput, tells of text that is typed.
func typedText(i inputInit) (text string, typed bool) {
	switch i.kind {
	case "insertText":
		return i.data.Value, i.data.Set
	case "insertLineBreak", "insertParagraph":
		return "\n", true
	}
	return "", false
}

// input tells that an edit was made.
func (w *Window) input(target dom.NodeID, i inputInit) {
	if w.closed || !w.Doc.Alive(target) {
		return
	}
	w.fire(w.inputEvent("input", i), NodeTarget(target))
}

// staticRange is a StaticRange of boundaries.
func (w *Window) staticRange(r dom.Range) *StaticRange {
	ws := &w.World.wrappers
	return &StaticRange{AbstractRange{window: w, keep: [2]*nodeState{ws.state(w.Realm, r.Start.Node), ws.state(w.Realm, r.End.Node)},
		static: dom.Range{Start: r.Start, End: r.End}}}
}
