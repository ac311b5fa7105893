package bind

import (
	"slices"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/html/form"
	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/net"
)

// Submitting, validating and resetting forms.
// https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-submission-2

// submissions are the submissions of a window's forms that go on.
type submissions struct {
	firing       []dom.Handle                // forms that fire submission events, and
	constructing []dom.Handle                // forms whose entry list is being made, innermost last
	selecting    []dom.Handle                // text controls that a select event is to be fired at
	resetting    []dom.Handle                // forms that are being reset
	planned      map[dom.Handle]*plannedForm // navigations that wait, by form
	x, y         int                         // where the image button that submits was clicked
}

// plannedForm is a navigation that a submission waits for: another of the same form to the same window comes instead.
type plannedForm struct{ to []plannedTarget }

type plannedTarget struct {
	window *Window
	serial int
}

// within reports whether h is in list.
func within(list []dom.Handle, h dom.Handle) bool {
	for _, x := range list {
		if x == h {
			return true
		}
	}
	return false
}

// attrOr is a form's attribute, or that of the button that submits it, whose name has form before it.
func (w *Window) attrOr(f, submitter dom.NodeID, name string) (string, bool) {
	s := w.World.Store
	if submitter != 0 {
		if v, ok := s.LookupAttr(submitter, s.Atoms.Intern("form"+name)); ok {
			return strings.Clone(v), true
		}
	}
	v, ok := s.LookupAttr(f, s.Atoms.Intern(name))
	return strings.Clone(v), ok
}

// submit is "submit a form"; submitter is 0 or the button. fromMethod: by form.submit().
// https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-submission-algorithm
func (w *Window) submit(f, submitter dom.NodeID, fromMethod bool) {
	s := w.World.Store
	h := s.Handle(f)
	gone := func() bool { return w.closed || s.Resolve(h) == 0 || !s.IsConnected(f) }
	if gone() || within(w.forms.constructing, h) {
		return
	}
	if w.Sandboxed(SandboxForms) {
		w.Host.Console(ConsoleMessage{Level: ConsoleError, Text: "Blocked form submission because the form's frame is sandboxed and the 'allow-forms' permission is not set."})
		return
	}
	if !fromMethod {
		if within(w.forms.firing, h) {
			return
		}
		if !w.mayBeSubmitted(f, submitter, h) || gone() {
			return
		}
	}
	enc := w.formEncoding(f)
	list, ok := w.entryList(f, form.Submission{Submitter: submitter, X: w.forms.x, Y: w.forms.y, Charset: enc.Name()})
	if !ok || gone() {
		return
	}
	method, _ := w.attrOr(f, submitter, "method")
	method = lowerASCII(method)
	if method == "dialog" {
		w.submitDialog(f, submitter)
		return
	}
	action, _ := w.attrOr(f, submitter, "action")
	u := w.url
	if action = strings.Trim(action, " \t\n\f\r"); action != "" {
		base := w.BaseURL()
		var err error
		if u, err = net.ParseWith(action, &base, net.LookupEncoding(w.Doc.Encoding)); err != nil {
			return
		}
	}
	target, has := w.attrOr(f, submitter, "target")
	if !has {
		target = w.baseTarget()
	}
	target = cleanTarget(target)
	sub := &Submission{Method: "GET"}
	enctype, _ := w.attrOr(f, submitter, "enctype")
	switch scheme := u.Scheme(); {
	case scheme == "javascript":
		sub = nil
	case scheme == "mailto":
		u = mailForm(u, list, method == "post", lowerASCII(enctype), enc)
	case method == "post" && scheme != "data":
		sub.Method = "POST"
		sub.Body, sub.ContentType = encodeForm(list, lowerASCII(enctype), enc)
	case scheme == "data" && method == "post": // the action as it is
	default:
		u.SetSearch(net.SerializeFormIn(formPairs(list), enc))
	}
	rel := strings.Clone(s.Attr(f, atomRel))
	to := w.findWindow(target)
	if to == nil {
		w.navigateTarget(u, target, rel, NavigateOptions{Form: sub})
		return
	}
	if u.Scheme() == "javascript" && !w.sameOrigin(to) {
		return
	}
	opt := NavigateOptions{Form: sub}
	if sub != nil && sub.Method == "POST" {
		opt.FormData = &FormData{entries: list}
	}
	opt.NoReferrer = slices.Contains(strings.FieldsFunc(lowerASCII(rel), isSpace), "noreferrer")
	w.planNavigation(h, to, u, opt)
}

// mayBeSubmitted validates a form, if that is wanted, and fires submit.
func (w *Window) mayBeSubmitted(f, submitter dom.NodeID, h dom.Handle) bool {
	s := w.World.Store
	w.forms.firing = append(w.forms.firing, h)
	defer func() { w.forms.firing = w.forms.firing[:len(w.forms.firing)-1] }()
	w.World.forms.m.Submitted(f)
	noValidate := s.HasAttr(f, s.Atoms.Intern("novalidate")) || submitter != 0 && s.HasAttr(submitter, s.Atoms.Intern("formnovalidate"))
	if !noValidate && !w.reportForm(f) || w.closed || s.Resolve(h) == 0 {
		return false
	}
	ev := &SubmitEvent{Event: Event{typ: "submit", bubbles: true, cancelable: true}}
	if submitter != 0 && submitter != f {
		ev.submitter = w.World.wrappers.state(nil, submitter)
	}
	return w.fire(ev, NodeTarget(f))
}

// submitDialog closes the dialog that a form with method=dialog is in.
func (w *Window) submitDialog(f, submitter dom.NodeID) {
	s := w.World.Store
	for p := s.Parent(f); p != 0; p = s.Parent(p) {
		if s.Kind(p) != dom.KindElement || !s.IsHTMLElement(p, atomDialog) {
			continue
		}
		if !s.HasAttr(p, atomOpen) {
			return
		}
		ret := Opt[string]{}
		if submitter != 0 {
			if m := w.World.forms.m; s.IsHTMLElement(submitter, atomInput) && m.Type(submitter) == "image" {
				ret = Some(itoa(w.forms.x) + "," + itoa(w.forms.y))
			} else if v, ok := s.LookupAttr(submitter, atomValue); ok {
				ret = Some(strings.Clone(v))
			}
		}
		HTMLDialogElement(HTMLElement(Element(Node{nodeRef{w, p}}))).Close(ret)
		return
	}
}

// formEncoding is "pick an encoding for the form".
func (w *Window) formEncoding(f dom.NodeID) *net.Encoding {
	s := w.World.Store
	if v, ok := s.LookupAttr(f, s.Atoms.Intern("accept-charset")); ok {
		for _, label := range strings.FieldsFunc(v, isSpace) {
			if e := net.LookupEncoding(label); e != nil {
				return e.OutputEncoding()
			}
		}
		return net.UTF8
	}
	if e := net.LookupEncoding(w.Doc.Encoding); e != nil {
		return e.OutputEncoding()
	}
	return net.UTF8
}

// entryList is the entry list of a form after formdata was fired; false: it is being made.
// https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#constructing-form-data-set
func (w *Window) entryList(f dom.NodeID, by form.Submission) ([]formEntry, bool) {
	s := w.World.Store
	h := s.Handle(f)
	if within(w.forms.constructing, h) {
		return nil, false
	}
	w.forms.constructing = append(w.forms.constructing, h)
	defer func() { w.forms.constructing = w.forms.constructing[:len(w.forms.constructing)-1] }()
	data := &FormData{entries: w.formEntries(w.World.forms.m.Entries(f, by))}
	w.fire(&FormDataEvent{Event: Event{typ: "formdata", bubbles: true}, data: data}, NodeTarget(f))
	return append([]formEntry(nil), data.entries...), true
}

// formEntries are the entries of a form as those of a FormData.
func (w *Window) formEntries(list []form.Entry) (out []formEntry) {
	for _, e := range list {
		x := formEntry{name: js.ToUSV(e.Name), value: js.ToUSV(e.Value)}
		if e.File {
			x.value = ""
			if file, ok := e.Of.(*File); ok {
				x.file = file
			} else { // no file is chosen
				x.file = NewFile("", "application/octet-stream", nil, w.Host.WallTime())
			}
		}
		out = append(out, x)
	}
	return out
}

// formPairs is "convert to a list of name-value pairs".
func formPairs(list []formEntry) []net.Pair {
	out := make([]net.Pair, 0, len(list))
	for _, e := range list {
		v := e.value
		if e.file != nil {
			v = e.file.name
		}
		out = append(out, net.Pair{Name: formNewlines(e.name), Value: formNewlines(v)})
	}
	return out
}

// encodeForm is the body of a submission and its type.
func encodeForm(list []formEntry, enctype string, enc *net.Encoding) (body []byte, typ string) {
	switch enctype {
	case "multipart/form-data":
		return encodeMultipartIn(list, enc)
	case "text/plain":
		return enc.AppendEncoded(nil, plainForm(list)), "text/plain"
	}
	return []byte(net.SerializeFormIn(formPairs(list), enc)), "application/x-www-form-urlencoded"
}

func plainForm(list []formEntry) string {
	var b strings.Builder
	for _, p := range formPairs(list) {
		b.WriteString(p.Name + "=" + p.Value + "\r\n")
	}
	return b.String()
}

// mailForm is "mail with headers" (method get) and "mail as body".
func mailForm(u net.URL, list []formEntry, post bool, enctype string, enc *net.Encoding) net.URL {
	if !post {
		u.SetSearch(strings.ReplaceAll(net.SerializeFormIn(formPairs(list), enc), "+", "%20"))
		return u
	}
	body := net.SerializeFormIn(formPairs(list), enc)
	if enctype == "text/plain" {
		body = strings.ReplaceAll(net.SerializeForm([]net.Pair{{Value: plainForm(list)}})[1:], "+", "%20")
	}
	q := strings.TrimPrefix(u.Search(), "?")
	if q != "" {
		q += "&"
	}
	u.SetSearch(q + "body=" + body)
	return u
}

// planNavigation navigates in a task, so that script of the submission ends first. Of submissions of a form to one window before that the last counts.
// https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#planned-navigation
func (w *Window) planNavigation(h dom.Handle, to *Window, u net.URL, opt NavigateOptions) {
	if w.forms.planned == nil {
		w.forms.planned = make(map[dom.Handle]*plannedForm)
	}
	p := w.forms.planned[h]
	if p == nil {
		p = &plannedForm{}
		w.forms.planned[h] = p
	}
	i := 0
	for i < len(p.to) && p.to[i].window != to {
		i++
	}
	if i == len(p.to) {
		p.to = append(p.to, plannedTarget{window: to})
	}
	p.to[i].serial++
	serial, navigations := p.to[i].serial, to.navigations
	w.Host.Post(w, SourceDOM, func() {
		if p.to[i].serial != serial {
			return
		}
		if w.forms.planned[h] == p {
			delete(w.forms.planned, h)
		}
		if !to.closed && to.navigations == navigations { // else something has navigated it since
			to.Host.Navigate(to, w, u, opt)
		}
	})
}

// checkForm is static validation of a form.
func (w *Window) checkForm(f dom.NodeID) bool {
	bad, _ := w.invalidControls(f)
	return len(bad) == 0
}

// invalidControls fires invalid at the controls of a form that are not valid. The handles are theirs; those of unhandled are of events
// that were not canceled. https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#statically-validate-the-constraints
func (w *Window) invalidControls(f dom.NodeID) (bad, unhandled []dom.Handle) {
	s, m := w.World.Store, w.World.forms.m
	for _, el := range m.Elements(f) {
		if m.WillValidate(el) && !w.validity(el).Valid() {
			bad = append(bad, s.Handle(el))
		}
	}
	for _, h := range bad {
		if el := s.Resolve(h); el != 0 && w.FireNode(el, "invalid", false, true) {
			unhandled = append(unhandled, h)
		}
	}
	return bad, unhandled
}

// reportForm is interactive validation of a form: the first control that is not valid gets the focus, unless script dealt with it.
// https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#interactively-validate-the-constraints
func (w *Window) reportForm(f dom.NodeID) bool {
	bad, unhandled := w.invalidControls(f)
	for _, h := range unhandled {
		if el := w.World.Store.Resolve(h); el != 0 && w.showInvalid(el) {
			break
		}
	}
	return len(bad) == 0
}

// showInvalid brings the user to a control that is not valid; false: it cannot get the focus.
func (w *Window) showInvalid(el dom.NodeID) bool {
	if !w.Doc.IsConnected(el) || !w.focusable(el) {
		return false
	}
	w.Focus(el)
	w.ScrollIntoView(el)
	return true
}

// checkValidity fires invalid at a control that is not valid.
func (w *Window) checkValidity(id dom.NodeID) bool {
	m := w.World.forms.m
	if !m.WillValidate(id) || w.validity(id).Valid() {
		return true
	}
	w.FireNode(id, "invalid", false, true)
	return false
}

// reportValidity is checkValidity that brings the user to the control, unless script dealt with it.
func (w *Window) reportValidity(id dom.NodeID) bool {
	m := w.World.forms.m
	if !m.WillValidate(id) || w.validity(id).Valid() {
		return true
	}
	h := w.World.Store.Handle(id)
	if w.FireNode(id, "invalid", false, true) && w.World.Store.Resolve(h) != 0 {
		w.showInvalid(id)
	}
	return false
}

// reset is "reset a form". https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#concept-form-reset
func (w *Window) reset(f dom.NodeID) {
	s := w.World.Store
	h := s.Handle(f)
	if within(w.forms.resetting, h) {
		return
	}
	w.forms.resetting = append(w.forms.resetting, h)
	defer func() { w.forms.resetting = w.forms.resetting[:len(w.forms.resetting)-1] }()
	if w.FireNode(f, "reset", true, true) && s.Resolve(h) != 0 {
		w.World.forms.m.Reset(f)
	}
}

// FormDataEvent is the state of a FormDataEvent.
// https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#the-formdataevent-interface
type FormDataEvent struct {
	Event
	data *FormData
}

func (e *FormDataEvent) trace(t *js.Tracer) {
	e.Event.trace(t)
	mark(t, e.data)
}

// ConstructFormDataEvent is new FormDataEvent.
func ConstructFormDataEvent(c *js.Call, typ string, i FormDataEventInit) *FormDataEvent {
	e := &FormDataEvent{data: i.FormData}
	e.init(c, typ, i.EventInit)
	return e
}

// FormData is FormDataEvent.formData.
func (e *FormDataEvent) FormData() *FormData { return e.data }
