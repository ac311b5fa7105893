package bind

import (
	"errors"
	"strings"

	"github.com/niso-engine/niso/js"
)

// DOMException is the state of a DOMException.
// https://webidl.spec.whatwg.org/#idl-DOMException
type DOMException struct {
	Object
	name, message string
}

// ConstructDOMException is new DOMException.
func ConstructDOMException(c *js.Call) js.Value {
	e := &DOMException{name: "Error"}
	if c.Has(0) {
		e.message = c.DOMString(0)
	}
	if c.Has(1) {
		e.name = c.DOMString(1)
	}
	if c.Failed() {
		return js.Undefined
	}
	v := constructed(c, cls.DOMException, e)
	setStack(c.Realm(), e)
	return v
}

// NewDOMException makes the exception that natives throw: the hook of the runtime's options.
func NewDOMException(r *js.Realm, name, message string) js.Value {
	e := &DOMException{name: name, message: message}
	v := objectValue(r, e)
	setStack(r, e)
	return v
}

// setStack gives the exception the stack property that V8 gives errors.
func setStack(r *js.Realm, e *DOMException) {
	var b strings.Builder
	if e.name != "" {
		b.WriteString(e.name)
		if e.message != "" {
			b.WriteString(": ")
		}
	}
	b.WriteString(e.message)
	for _, f := range r.StackTrace(10) {
		if f.File == "<native>" {
			continue
		}
		b.WriteString("\n    at ")
		b.WriteString(f.String())
	}
	_ = r.Define(e.obj, js.NameKey("stack"), r.String(b.String()), js.Writable|js.Configurable)
}

// Name is DOMException.name.
func (e *DOMException) Name() string { return e.name }

// Message is DOMException.message.
func (e *DOMException) Message() string { return e.message }

// Code is DOMException.code.
func (e *DOMException) Code() uint16 { return exceptionCodes[e.name] }

var exceptionCodes = map[string]uint16{
	"IndexSizeError": 1, "HierarchyRequestError": 3, "WrongDocumentError": 4, "InvalidCharacterError": 5, "NoModificationAllowedError": 7, "NotFoundError": 8,
	"NotSupportedError": 9, "InUseAttributeError": 10, "InvalidStateError": 11, "SyntaxError": 12, "InvalidModificationError": 13, "NamespaceError": 14,
	"InvalidAccessError": 15, "TypeMismatchError": 17, "SecurityError": 18, "NetworkError": 19, "AbortError": 20, "URLMismatchError": 21, "QuotaExceededError": 22,
	"TimeoutError": 23, "InvalidNodeTypeError": 24, "DataCloneError": 25,
}

// Report reports an error that script threw and nothing caught.
// https://html.spec.whatwg.org/multipage/webappapis.html#report-an-exception
func (w *Window) Report(err error) {
	if err == nil || w.closed {
		return
	}
	var in *js.Interrupted
	if errors.As(err, &in) {
		w.Host.Interrupted(in)
		return
	}
	w.ReportUncaught(w.Realm.MakeReport(err))
}

// ReportUncaught fires an error event at the window and writes to the console unless that is canceled.
func (w *Window) ReportUncaught(r *js.Report) {
	if w.closed {
		return
	}
	if !w.reporting {
		w.reporting = true
		ok := w.fireSelf(&ErrorEvent{Event: Event{typ: "error", cancelable: true}, message: r.Message, filename: r.File, line: uint32(r.Line), column: uint32(r.Column), err: r.Value})
		w.reporting = false
		if !ok {
			return
		}
	}
	w.Host.Console(ConsoleMessage{Level: ConsoleError, Text: r.Message, URL: r.File, Line: r.Line, Column: r.Column, Stack: stackText(w.Realm, r)})
}

func stackText(r *js.Realm, rep *js.Report) string {
	if rep.Value.IsObject() {
		if v, err := r.Get(rep.Value.Object(), "stack"); err == nil && v.IsString() {
			return v.Str()
		}
	}
	var b strings.Builder
	for _, f := range rep.Stack {
		b.WriteString("    at " + f.String() + "\n")
	}
	return b.String()
}

// rejection is a promise that was rejected without a handler.
type rejection struct {
	window  *Window
	promise js.Value
	told    bool // unhandledrejection was fired
}

// TrackRejection is HostPromiseRejectionTracker.
// https://html.spec.whatwg.org/multipage/webappapis.html#the-hostpromiserejectiontracker-implementation
func (w *Window) TrackRejection(promise js.Value, handled bool) {
	ws := w.World
	if w.closed {
		return
	}
	if !handled {
		ws.rejected = append(ws.rejected, rejection{window: w, promise: promise})
		return
	}
	for i, r := range ws.rejected {
		if r.window == w && js.SameValue(r.promise, promise) {
			ws.rejected = append(ws.rejected[:i], ws.rejected[i+1:]...)
			return
		}
	}
	if _, reason := w.Realm.PromiseState(promise); w.listens("rejectionhandled") {
		w.postWith(SourceDOM, promise, func() { // which keeps the reason
			w.fireSelf(&PromiseRejectionEvent{Event: Event{typ: "rejectionhandled"}, promise: promise, reason: reason})
		})
	}
}

// notifyRejections tells of promises that are still not handled.
// https://html.spec.whatwg.org/multipage/webappapis.html#notify-about-rejected-promises
func (w *World) notifyRejections() {
	if len(w.rejected) == 0 {
		return
	}
	list := w.rejected
	w.rejected = nil
	for _, r := range list {
		if r.window.closed {
			continue
		}
		r.window.postWith(SourceDOM, r.promise, func() {
			win, p := r.window, r.promise
			_, reason := win.Realm.PromiseState(p)
			if !win.fireSelf(&PromiseRejectionEvent{Event: Event{typ: "unhandledrejection", cancelable: true}, promise: p, reason: reason}) {
				return
			}
			rep := win.Realm.MakeReport(win.Realm.NewException(reason))
			text := strings.TrimPrefix(rep.Message, "Uncaught ")
			win.Host.Console(ConsoleMessage{Level: ConsoleError, Text: "Uncaught (in promise) " + text, URL: rep.File, Line: rep.Line, Column: rep.Column, Stack: stackText(win.Realm, rep)})
		})
	}
}
