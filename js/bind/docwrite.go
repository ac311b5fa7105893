package bind

import (
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/html"
	"github.com/niso-engine/niso/js"
)

// What document.open, write, writeln and close do.
// https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html
//
// A document in a frame has its parser there, behind Host. Of any other the parser is the document's own: no script runs in it.

// ParserState is what the steps ask of a document's active parser. The zero value is that of a document without one.
type ParserState struct {
	// RunsScript: its script nesting level is greater than 0.
	RunsScript bool
	// Aborted: the document's parser was aborted ("active parser was aborted"): by window.stop or a navigation.
	Aborted bool
	// Insertion: there is an insertion point.
	Insertion bool
	// ByScript: it is a script-created parser.
	ByScript bool
}

// insertionCounters are the document's counters that keep markup from being inserted.
type insertionCounters struct {
	destructive int // document.write does not open: an external script or a module runs
	throw       int // all of it throws: the parser is creating a custom element
}

// IgnoreDestructiveWrites has document.write not open the document until the result is called: a script runs that did not block the parser.
// https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#ignore-destructive-writes-counter
func (w *Window) IgnoreDestructiveWrites() (end func()) {
	w.insertions.destructive++
	return func() { w.insertions.destructive-- }
}

// throwOnInsertion has the methods throw until the result is called: the parser runs the constructor of a custom element.
// https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#throw-on-dynamic-markup-insertion-counter
func (w *Window) throwOnInsertion() (end func()) {
	w.insertions.throw++
	return func() { w.insertions.throw-- }
}

// Open is Document.open.
func (d Document) Open(c *js.Call, _, _ Opt[string]) js.Value {
	if !d.mayInsert(c) || !d.open(c) {
		return js.Undefined
	}
	return nodeValue(c.Realm(), d.ID)
}

// OpenWindow is Document.open with the arguments of window.open. https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-document-open-window
func (d Document) OpenWindow(c *js.Call, url, name, features string) js.Value {
	w := d.win()
	if w == nil {
		return c.DOMException("InvalidAccessError", "The document has no window associated.")
	}
	return w.OpenWindow(c, url, name, features)
}

// mayInsert is the check with which all the methods begin; false: the call has thrown.
func (d Document) mayInsert(c *js.Call) bool {
	if !d.doc().IsHTML {
		c.DOMException("InvalidStateError", "Only HTML documents support %s().", c.Member())
		return false
	}
	if w := d.win(); w != nil && w.insertions.throw > 0 {
		c.DOMException("InvalidStateError", "Custom Element constructor should not use %s().", c.Member())
		return false
	}
	return true
}

// open is the document open steps from their third on; false: the call has thrown.
// https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#document-open-steps
func (d Document) open(c *js.Call) bool {
	w := d.win()
	var by *Window
	if w != nil {
		by = w.entry()
		if by.opt.Origin != w.opt.Origin {
			c.DOMException("SecurityError", "Can only call open() on same-origin documents.")
			return false
		}
		st := w.Host.DocumentParser(w)
		if st.RunsScript || w.unloading || st.Aborted {
			return true
		}
		w.Host.DocumentOpening(w)
	}
	d.eraseListeners()
	s := d.store()
	s.ReplaceAll(d.ID, 0)
	d.doc().Mode = dom.NoQuirks
	if w == nil || w.closed { // what ran when frames went with the tree may have ended the document, too
		d.state().more().parser = html.New(d.doc(), html.Options{})
		return true
	}
	u := by.url
	if by != w {
		u = u.WithFragment("", false)
	}
	w.Host.DocumentOpen(w, u)
	return true
}

// eraseListeners erases all event listeners and handlers of the document, of what is in it, and of its window.
// https://html.spec.whatwg.org/multipage/webappapis.html#erase-all-event-listeners-and-handlers
func (d Document) eraseListeners() {
	ws, s := &d.w.World.wrappers, d.store()
	for n := d.ID; n != 0; n = nextInTree(s, n, d.ID) {
		st := ws.peek(n)
		if s.Kind(n) == dom.KindElement {
			for a := range s.Attrs(n) {
				name := s.Atoms.String(s.NameOf(a.Name).Local)
				if len(name) > 2 && name[:2] == "on" && onNames[name[2:]] == name {
					if st == nil {
						st = ws.state(nil, n)
					}
					st.eraseHandler(name[2:], a.Value)
				}
			}
		}
		if st != nil {
			st.EventTarget.erase()
		}
	}
	if w := d.state().window; w != nil && w.Doc == d.doc() {
		if b := d.doc().Body(); b != 0 {
			for a := range s.Attrs(b) {
				name := s.Atoms.String(s.NameOf(a.Name).Local)
				if len(name) > 2 && windowReflecting[name[2:]] && onNames[name[2:]] == name {
					w.eraseHandler(name[2:], a.Value)
				}
			}
		}
		w.erase()
	}
}

// eraseHandler notes the content attribute of a handler: it is not looked at again until it changes.
func (t *EventTarget) eraseHandler(typ, value string) {
	if h := t.handlerOf(typ, true); h != nil {
		h.hasAttr, h.attr = true, strings.Clone(value)
	}
}

// erase removes all listeners, and deactivates all handlers.
func (t *EventTarget) erase() {
	if t.reg == nil {
		return
	}
	t.reg.clear()
	for _, h := range t.reg.handlers {
		h.value, h.source, h.compile, h.listener = js.Object{}, "", false, nil
	}
}

// Close is Document.close. https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-document-close
func (d Document) Close(c *js.Call) js.Value {
	if !d.mayInsert(c) {
		return js.Undefined
	}
	if w := d.win(); w != nil {
		if w.Host.DocumentParser(w).ByScript {
			w.Host.DocumentClose(w)
		}
		return js.Undefined
	}
	if p := d.own(); p != nil {
		d.state().extra.parser = nil
		p.End()
	}
	return js.Undefined
}

// own is the parser of a document that is in no frame, nil if there is none.
func (d Document) own() *html.Parser {
	if x := d.state().extra; x != nil {
		return x.parser
	}
	return nil
}

// Write is Document.write.
func (d Document) Write(c *js.Call) js.Value { return d.write(c, "") }

// Writeln is Document.writeln.
func (d Document) Writeln(c *js.Call) js.Value { return d.write(c, "\n") }

// write is the document write steps. https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#document-write-steps
func (d Document) write(c *js.Call, end string) js.Value {
	var b strings.Builder
	for i := range c.NArgs() {
		b.WriteString(c.DOMString(i))
	}
	b.WriteString(end)
	if c.Failed() || !d.mayInsert(c) {
		return js.Undefined
	}
	w := d.win()
	if w == nil {
		if d.own() == nil && !d.open(c) {
			return js.Undefined
		}
		d.own().Write(b.String())
		return js.Undefined
	}
	st := w.Host.DocumentParser(w)
	if st.Aborted {
		return js.Undefined
	}
	if !st.Insertion {
		if w.unloading || w.insertions.destructive > 0 || !d.open(c) || w.closed {
			return js.Undefined
		}
		if !w.Host.DocumentParser(w).Insertion { // it was not opened
			return js.Undefined
		}
	}
	w.Host.DocumentWrite(w, b.String())
	return js.Undefined
}
