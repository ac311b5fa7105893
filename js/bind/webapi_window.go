package bind

import (
	"context"
	"strings"
	"weak"

	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/net"
)

// webState is what the Web APIs of these files keep for a window.
type webState struct {
	crypto         *Crypto
	local, session *Storage
	ctx            context.Context // its loads; ends with the window
	cancel         context.CancelFunc
	resize         []weak.Pointer[ResizeObserver]
	intersection   []weak.Pointer[IntersectionObserver]
	resizeDepth    int                     // of the frame's last round of resize observers; -1 before the first
	queued         bool                    // a task to tell intersection observers
	telling        []*IntersectionObserver // whom it tells: kept until then
}

// web is the window's webState, made when first needed.
func (w *Window) web() *webState {
	if s, ok := w.extra["web"].(*webState); ok {
		return s
	}
	ctx, cancel := context.WithCancel(context.Background())
	s := &webState{ctx: ctx, resizeDepth: -1}
	if w.closed {
		cancel()
		return s
	}
	if w.extra == nil {
		w.extra = make(map[string]any)
	}
	w.extra["web"] = s
	s.cancel = cancel
	w.onClose(func() {
		s.cancel()
		w.resizeObservers, w.intersectionObservers = nil, nil
	})
	return s
}

// AbortLoads ends what script of the window loads.
func (w *Window) AbortLoads() {
	if s, ok := w.extra["web"].(*webState); ok {
		s.cancel()
		s.ctx, s.cancel = context.WithCancel(context.Background())
	}
}

// later runs then on the event loop, unless the window is gone by then, with what work gave on another goroutine.
func later[T any](w *Window, work func() T, then func(T)) {
	done := w.Host.Begin()
	go func() {
		x := work()
		done(func() {
			if !w.closed {
				then(x)
			}
		})
	}()
}

// Atob is atob. https://html.spec.whatwg.org/multipage/webappapis.html#dom-atob
func (w *Window) Atob(c *js.Call, data string) string {
	b, ok := net.ForgivingBase64(data)
	if !ok {
		c.DOMException("InvalidCharacterError", "The string to be decoded is not correctly encoded.")
		return ""
	}
	return latin1(string(b))
}

// Btoa is btoa. https://html.spec.whatwg.org/multipage/webappapis.html#dom-btoa
func (w *Window) Btoa(c *js.Call, data string) string {
	b := make([]byte, 0, len(data))
	for _, r := range data {
		if r > 0xFF {
			c.DOMException("InvalidCharacterError", "The string to be encoded contains characters outside of the Latin1 range.")
			return ""
		}
		b = append(b, byte(r))
	}
	return base64Text(b)
}

// ReportError is reportError. https://html.spec.whatwg.org/multipage/webappapis.html#dom-reporterror
func (w *Window) ReportError(e js.Value) { w.Report(w.Realm.NewException(e)) }

// StructuredClone is structuredClone.
func (w *Window) StructuredClone(c *js.Call, value js.Value, o StructuredSerializeOptions) js.Value {
	v, err := c.Realm().StructuredClone(value, o.Transfer, cloneHooks)
	if err != nil {
		return c.Fail(err)
	}
	return v
}

// PostMessage is window.postMessage.
// https://html.spec.whatwg.org/multipage/web-messaging.html#window-post-message-steps
func (w *Window) PostMessage(c *js.Call, message js.Value, target string, transfer []js.Value) js.Value {
	return w.post(c, message, target, transfer)
}

// PostMessageWith is window.postMessage with options.
func (w *Window) PostMessageWith(c *js.Call, message js.Value, o WindowPostMessageOptions) js.Value {
	return w.post(c, message, o.TargetOrigin, o.Transfer)
}

// post sends a message to w from the window whose script runs.
func (w *Window) post(c *js.Call, message js.Value, target string, transfer []js.Value) js.Value {
	from := w.incumbent()
	var origin net.Origin
	switch target {
	case "*":
	case "/":
		origin = from.opt.Origin
	default:
		u, err := net.Parse(target, nil)
		if err != nil {
			return c.DOMException("SyntaxError", "Invalid target origin '%s' in a call to 'postMessage'.", target)
		}
		origin = u.Origin()
	}
	data, err := c.Realm().StructuredSerialize(message, transfer, cloneHooks)
	if err != nil {
		return c.Fail(err)
	}
	source := from.opt.Origin.String()
	w.Host.Post(w, SourceMessage, func() {
		if w.closed {
			return
		}
		if target != "*" && origin != w.opt.Origin {
			w.Host.Console(ConsoleMessage{Level: ConsoleWarn, Text: "Failed to execute 'postMessage' on 'DOMWindow': The target origin provided ('" +
				strings.TrimSuffix(origin.String(), "/") + "') does not match the recipient window's origin ('" + w.opt.Origin.String() + "')."})
			return
		}
		e := w.messageEvent(data)
		e.origin = source
		if !from.closed {
			e.source = windowValue(from)
		}
		w.fireAt(w, e)
	})
	return js.Undefined
}

// messageEvent makes the event of a message; messageerror where it cannot be read.
func (w *Window) messageEvent(data *js.Serialized) *MessageEvent {
	e := &MessageEvent{Event: *NewEvent("message", false, false), data: js.Null, source: js.Null}
	v, moved, err := w.Realm.StructuredDeserialize(data, cloneHooks)
	if err != nil {
		e.typ = "messageerror"
		return e
	}
	e.data = v
	var ports []js.Value
	for _, m := range moved {
		if !js.HostOf(m, cls.MessagePort).IsNone() {
			ports = append(ports, m)
		}
	}
	e.ports = w.Realm.NewArray(ports...).Value()
	_ = w.Realm.Freeze(e.ports.Object())
	return e
}

// SendBeacon is navigator.sendBeacon. https://w3c.github.io/beacon/
func (n *Navigator) SendBeacon(c *js.Call) js.Value {
	w := windowOf(c.Realm())
	url := c.USVString(0)
	var body *bodySource
	var typ string
	if c.Has(1) && !c.Arg(1).IsNull() {
		body, typ = extractBody(&c.Conv, c.Arg(1))
	}
	if c.Failed() {
		return js.Undefined
	}
	base := w.BaseURL()
	u, err := net.Parse(url, &base)
	if err != nil || !u.IsHTTP() {
		return c.TypeError("The URL argument is ill-formed or unsupported.")
	}
	req := w.request(u)
	req.Method, req.Mode, req.Credentials = "POST", net.NoCORS, net.CredInclude
	if body != nil {
		if len(body.data) > 64<<10 {
			return js.False
		}
		req.Body = body.data
		if typ != "" {
			req.Header = map[string][]string{"Content-Type": {typ}}
			if !net.IsSafelistedHeader("Content-Type", typ) {
				req.Mode = net.CORSMode
			}
		}
	}
	// It outlives the window: its context is none of the window's.
	w.opt.Loader.Go(context.Background(), req, func(res *net.Response, err error) {
		if err == nil {
			res.Body.Release()
		}
	})
	return js.True
}

// request is a request of the window's own.
func (w *Window) request(u net.URL) *net.Request {
	top := w
	for top.opt.Parent != nil {
		top = top.opt.Parent
	}
	return &net.Request{URL: u, Origin: w.opt.Origin, Referrer: w.url, SiteForCookies: top.url, Mode: net.CORSMode}
}
