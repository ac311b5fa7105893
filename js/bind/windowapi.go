package bind

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/js"
)

// The members of Window. Those of other Web APIs are in their own files.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-window-object

// windowValue is a window as script sees it: its WindowProxy, null for nil.
func windowValue(w *Window) js.Value {
	if w == nil {
		return js.Null
	}
	return w.obj.Value()
}

// Window is window.window.
func (w *Window) Window() js.Value { return w.obj.Value() }

// Self is window.self.
func (w *Window) Self() js.Value { return w.obj.Value() }

// Frames is window.frames.
func (w *Window) Frames() js.Value { return w.obj.Value() }

// Document is window.document.
func (w *Window) Document(c *js.Call) js.Value { return nodeValue(c.Realm(), w.Doc.Node) }

// Name is window.name.
func (w *Window) Name() string { return w.name }

// SetName sets window.name.
func (w *Window) SetName(v string) { w.name = v }

// Parent is window.parent.
func (w *Window) Parent() js.Value {
	if w.closed {
		return js.Null
	}
	if w.opt.Parent == nil {
		return w.obj.Value()
	}
	return windowValue(w.opt.Parent)
}

// Top is window.top.
func (w *Window) Top() js.Value {
	if w.closed {
		return js.Null
	}
	return windowValue(w.topWindow())
}

// Opener is window.opener: the window that opened this one, null where that is gone.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#dom-opener
func (w *Window) Opener() js.Value {
	if w.ownOpener.Set {
		return w.ownOpener.Value
	}
	if w.closed || !w.opener.IsObject() {
		return js.Null
	}
	if o, ok := js.HostOf(w.opener, cls.Window).State().(*Window); !ok || o.closed {
		return js.Null
	}
	return w.opener
}

// SetOpener sets window.opener: null disowns the opener, anything else is a property of the window that hides it.
func (w *Window) SetOpener(v js.Value) {
	if w.ownOpener = Some(v); v.IsNull() {
		w.opener = v
	}
}

// FrameElement is window.frameElement.
func (w *Window) FrameElement() js.Value {
	p := w.opt.Parent
	if p == nil || w.closed || !p.sameOrigin(w) {
		return js.Null
	}
	return nodeValue(p.Realm, w.opt.Frame)
}

// Length is window.length: the number of frames.
func (w *Window) Length() (n uint32) {
	if w.closed {
		return 0
	}
	for _, el := range w.Doc.Elements(dom.Frames) {
		if w.Host.FrameWindow(el) != nil {
			n++
		}
	}
	return n
}

// Closed is window.closed.
func (w *Window) Closed() bool { return w.closed || w.Host.Closing(w) }

// ScriptClose is window.close.
func (w *Window) ScriptClose() {
	if !w.closed {
		w.Host.CloseWindow(w, w.incumbent())
	}
}

// Stop is window.stop. https://html.spec.whatwg.org/multipage/nav-history-apis.html#dom-window-stop
func (w *Window) Stop() {
	if !w.closed {
		w.Host.Stop(w)
	}
}

// ScriptFocus is window.focus: the frame of the window gets the focus of its document. A page's top window has the focus always.
// https://html.spec.whatwg.org/multipage/interaction.html#dom-window-focus
func (w *Window) ScriptFocus() {
	if !w.closed {
		w.enterWindow()
	}
}

// Blur is window.blur, whose steps are to do nothing.
func (w *Window) Blur() {}

// Event is window.event.
func (w *Window) Event() js.Value { return w.currentEvent }

// Status is window.status.
func (w *Window) Status() string { return w.status }

// SetStatus sets window.status.
func (w *Window) SetStatus(v string) { w.status = v }

// Origin is window.origin.
func (w *Window) Origin() string { return w.opt.Origin.String() }

// IsSecureContext is window.isSecureContext.
func (w *Window) IsSecureContext() bool { return w.url.PotentiallyTrustworthy() }

// CrossOriginIsolated is window.crossOriginIsolated.
func (w *Window) CrossOriginIsolated() bool { return false }

// OriginAgentCluster is window.originAgentCluster: whether document.domain has no effect. So it is in secure contexts where the server does not ask
// for the opposite, and with opaque origins but that of files.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#dom-originagentcluster
func (w *Window) OriginAgentCluster() bool {
	if w.url.IsFile() {
		return false
	}
	return w.opt.Origin.IsOpaque() || w.url.PotentiallyTrustworthy() && !w.opt.SiteKeyed
}

// Alert is window.alert.
func (w *Window) Alert() { w.AlertMessage("") }

// AlertMessage is window.alert with a message.
func (w *Window) AlertMessage(message string) {
	if w.mayPrompt("alert") {
		w.Host.Dialog(w, "alert", message, "")
	}
}

// Confirm is window.confirm.
func (w *Window) Confirm(msg string) bool {
	if !w.mayPrompt("confirm") {
		return false
	}
	ok, _ := w.Host.Dialog(w, "confirm", msg, "")
	return ok
}

// Prompt is window.prompt.
func (w *Window) Prompt(msg, def string) Opt[string] {
	if !w.mayPrompt("prompt") {
		return Opt[string]{}
	}
	if ok, text := w.Host.Dialog(w, "prompt", msg, def); ok {
		return Some(text)
	}
	return Opt[string]{}
}

// Print is window.print. https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#dom-print
func (w *Window) Print() {
	if w.closed || !w.mayPrompt("print") {
		return
	}
	if w.ready != "complete" { // once it is loaded
		w.printLater = true
		return
	}
	w.print()
}

// print fires the events of printing, around the host's answer.
func (w *Window) print() {
	w.printLater = false
	w.fireSelf(NewEvent("beforeprint", false, false))
	w.Host.Dialog(w, "print", "", "")
	w.fireSelf(NewEvent("afterprint", false, false))
}

// mayPrompt reports whether the window may show a dialog: "cannot show simple dialogs".
// https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#cannot-show-simple-dialogs
func (w *Window) mayPrompt(name string) bool {
	switch {
	case w.closed:
	case w.Sandboxed(SandboxModals):
		w.Host.Console(ConsoleMessage{Level: ConsoleError, Text: "Ignored call to '" + name + "()'. The document is sandboxed, and the 'allow-modals' keyword is not set."})
	case w.unloading:
		w.Host.Console(ConsoleMessage{Level: ConsoleError, Text: "Blocked " + name + "() during unload."})
	case name != "print" && !w.sameOrigin(w.topWindow()):
		w.Host.Console(ConsoleMessage{Level: ConsoleError, Text: "A different origin subframe tried to create a JavaScript dialog. This is no longer allowed and was blocked. See https://www.chromestatus.com/feature/5148698084376576 for more details."})
	default:
		return true
	}
	return false
}

// InnerWidth is window.innerWidth.
func (w *Window) InnerWidth() int32 { w.Host.UpdateViewport(w); return int32(w.opt.Width) }

// InnerHeight is window.innerHeight.
func (w *Window) InnerHeight() int32 { w.Host.UpdateViewport(w); return int32(w.opt.Height) }

// OuterWidth is window.outerWidth.
func (w *Window) OuterWidth() int32 { return int32(w.place().Width) }

// OuterHeight is window.outerHeight.
func (w *Window) OuterHeight() int32 { return int32(w.place().Height) }

// ScreenX is window.screenX.
func (w *Window) ScreenX() int32 { return int32(w.place().Left) }

// ScreenY is window.screenY.
func (w *Window) ScreenY() int32 { return int32(w.place().Top) }

// ScreenLeft is window.screenLeft.
func (w *Window) ScreenLeft() int32 { return w.ScreenX() }

// ScreenTop is window.screenTop.
func (w *Window) ScreenTop() int32 { return w.ScreenY() }

// DevicePixelRatio is window.devicePixelRatio.
func (w *Window) DevicePixelRatio() float64 { return w.opt.Scale }

// place is where the window is on the screen: nowhere once it is gone.
func (w *Window) place() Place {
	if w.closed {
		return Place{}
	}
	return w.Host.Place(w)
}

// setPlace moves and resizes a popup. The steps of the next four end where the window is none.
// https://drafts.csswg.org/cssom-view/#dom-window-moveto
func (w *Window) setPlace(change func(p *Place)) {
	if w.closed || w.opt.Parent != nil || !w.opt.Popup {
		return
	}
	p := w.Host.Place(w)
	change(&p)
	w.Host.SetPlace(w, p)
}

// MoveTo is window.moveTo.
func (w *Window) MoveTo(x, y int32) {
	w.setPlace(func(p *Place) { p.Left, p.Top = int(x), int(y) })
}

// MoveBy is window.moveBy.
func (w *Window) MoveBy(x, y int32) {
	w.setPlace(func(p *Place) { p.Left, p.Top = p.Left+int(x), p.Top+int(y) })
}

// ResizeTo is window.resizeTo.
func (w *Window) ResizeTo(x, y int32) {
	w.setPlace(func(p *Place) { p.Width, p.Height = int(x), int(y) })
}

// ResizeBy is window.resizeBy.
func (w *Window) ResizeBy(x, y int32) {
	w.setPlace(func(p *Place) { p.Width, p.Height = p.Width+int(x), p.Height+int(y) })
}

// CaptureEvents is window.captureEvents, whose steps are to do nothing.
func (w *Window) CaptureEvents() {}

// ReleaseEvents is window.releaseEvents, whose steps are to do nothing.
func (w *Window) ReleaseEvents() {}

// BarProp is the state of a BarProp.
type BarProp struct {
	Object
	popup bool
}

// Visible is BarProp.visible.
func (b *BarProp) Visible() bool { return !b.popup }

func (w *Window) bar() *BarProp {
	if w.barProp == nil {
		w.barProp = &BarProp{popup: w.topWindow().opt.Popup}
	}
	return w.barProp
}

// Locationbar is window.locationbar.
func (w *Window) Locationbar() *BarProp { return w.bar() }

// Menubar is window.menubar.
func (w *Window) Menubar() *BarProp { return w.bar() }

// Personalbar is window.personalbar.
func (w *Window) Personalbar() *BarProp { return w.bar() }

// Scrollbars is window.scrollbars.
func (w *Window) Scrollbars() *BarProp { return w.bar() }

// Statusbar is window.statusbar.
func (w *Window) Statusbar() *BarProp { return w.bar() }

// Toolbar is window.toolbar.
func (w *Window) Toolbar() *BarProp { return w.bar() }

// Screen is the state of the Screen.
type Screen struct {
	Object
	window *Window
}

// Screen is window.screen.
func (w *Window) Screen() *Screen {
	if w.screen == nil {
		w.screen = &Screen{window: w}
	}
	return w.screen
}

// AvailWidth is Screen.availWidth.
func (s *Screen) AvailWidth() int32 { return s.window.OuterWidth() }

// AvailHeight is Screen.availHeight.
func (s *Screen) AvailHeight() int32 { return s.window.OuterHeight() }

// Width is Screen.width.
func (s *Screen) Width() int32 { return s.window.OuterWidth() }

// Height is Screen.height.
func (s *Screen) Height() int32 { return s.window.OuterHeight() }

// ColorDepth is Screen.colorDepth.
func (s *Screen) ColorDepth() uint32 { return 24 }

// PixelDepth is Screen.pixelDepth.
func (s *Screen) PixelDepth() uint32 { return 24 }

// named access. https://html.spec.whatwg.org/multipage/nav-history-apis.html#named-access-on-the-window-object

// GetNamed looks up a name: a frame's window, or elements by id or name.
func (w *Window) GetNamed(c *js.Call, name string) (js.Value, bool) {
	if w.closed || name == "" {
		return js.Undefined, false
	}
	if f := w.childNamed(name); f != nil {
		return windowValue(f), true
	}
	list := w.namedObjects(name, 2)
	switch len(list) {
	case 0:
		return js.Undefined, false
	case 1:
		return nodeValue(c.Realm(), list[0]), true
	}
	d := Document(Node{nodeRef{w, w.Doc.Node}})
	l := &HTMLCollection{nodes: nodes{window: w, kind: listGenerated, root: d.state(), make: func() []dom.NodeID { return w.namedObjects(name, -1) }}}
	return objectValue(c.Realm(), l), true
}

// namedObjects are the elements with the id, and the embed, form, img and object elements with the name; limit of them at most.
func (w *Window) namedObjects(name string, limit int) (out []dom.NodeID) {
	byID := w.Doc.Atoms.Lookup(name)
	if byID != atom.None {
		ids := w.Doc.ElementsByID(byID)
		if len(ids) == 1 {
			out = append(out, ids[0])
		} else if len(ids) > 1 {
			out = append(out, ids...)
			sortNodes(w.Doc.Store, out)
		}
	}
	add := func(el dom.NodeID) {
		for _, o := range out {
			if o == el {
				return
			}
		}
		out = append(out, el)
	}
	for _, l := range []dom.ElementList{dom.Forms, dom.Images, dom.Embeds, dom.Frames} {
		for _, el := range w.Doc.Elements(l) {
			if v, ok := w.Doc.LookupAttr(el, atomName); ok && v == name && w.Doc.LocalName(el) != atomIframe {
				add(el)
			}
		}
	}
	_ = limit
	return out
}

// NamedKeys are the supported property names of the window.
func (w *Window) NamedKeys() (out []string) { return nil }

// sortNodes puts nodes in tree order.
func sortNodes(s *dom.Store, l []dom.NodeID) {
	for i := 1; i < len(l); i++ {
		for j := i; j > 0 && s.CompareOrder(l[j], l[j-1]) < 0; j-- {
			l[j], l[j-1] = l[j-1], l[j]
		}
	}
}
