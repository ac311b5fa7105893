package bind

import (
	"bytes"
	"context"
	"net/http"
	"sort"
	"strings"
	"time"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/html"
	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/net"
)

// XMLHttpRequestEventTarget is what XMLHttpRequest and its upload share.
type XMLHttpRequestEventTarget struct{ EventTarget }

// XMLHttpRequestUpload gets the events of the upload.
type XMLHttpRequestUpload struct{ XMLHttpRequestEventTarget }

// XMLHttpRequest is https://xhr.spec.whatwg.org/#interface-xmlhttprequest
type XMLHttpRequest struct {
	XMLHttpRequestEventTarget
	upload *XMLHttpRequestUpload

	state           uint16
	send            bool // the send() flag
	sync            bool
	method          string
	url             net.URL
	headers         Headers
	timeout         uint32
	withCredentials bool
	uploadListener  bool
	uploadDone      bool
	override        net.MIME

	typ      string // responseType
	serial   int    // of the fetch: what an earlier one brings is passed by
	cancel   context.CancelFunc
	untimer  func()
	inactive func() // ends the root that the pending fetch is
	started  time.Time
	begun    float64 // page time of started

	res      *net.Response // status and headers; nil for a network error
	body     []byte
	text     strings.Builder // the text response so far
	decoder  *net.Decoder
	progress float64 // page time of the last progress event
	made     js.Value
	haveObj  bool
	failed   bool // the response object could not be made
}

// The states of a request.
const (
	xhrUnsent uint16 = iota
	xhrOpened
	xhrHeaders
	xhrLoading
	xhrDone
)

// ConstructXMLHttpRequest is new XMLHttpRequest.
func ConstructXMLHttpRequest(c *js.Call) *XMLHttpRequest {
	w := windowOf(c.Realm())
	x := &XMLHttpRequest{made: js.Null}
	x.window = w
	x.upload = &XMLHttpRequestUpload{}
	x.upload.window = w
	return x
}

func (x *XMLHttpRequest) trace(t *js.Tracer) {
	x.EventTarget.trace(t)
	mark(t, x.upload)
	t.Mark(x.made)
}

// ReadyState is XMLHttpRequest.readyState.
func (x *XMLHttpRequest) ReadyState() uint16 { return x.state }

// Upload is XMLHttpRequest.upload.
func (x *XMLHttpRequest) Upload() *XMLHttpRequestUpload { return x.upload }

// Timeout is XMLHttpRequest.timeout.
func (x *XMLHttpRequest) Timeout() uint32 { return x.timeout }

// SetTimeout sets XMLHttpRequest.timeout.
func (x *XMLHttpRequest) SetTimeout(c *js.Call, ms uint32) {
	if x.sync && x.state != xhrUnsent {
		c.DOMException("InvalidAccessError", "Timeouts cannot be set for synchronous requests made from a document.")
		return
	}
	x.timeout = ms
	if x.send {
		x.armTimeout()
	}
}

// WithCredentials is XMLHttpRequest.withCredentials.
func (x *XMLHttpRequest) WithCredentials() bool { return x.withCredentials }

// SetWithCredentials sets XMLHttpRequest.withCredentials.
func (x *XMLHttpRequest) SetWithCredentials(c *js.Call, v bool) {
	if x.state > xhrOpened || x.send {
		c.DOMException("InvalidStateError", "The value may only be set if the object's state is UNSENT or OPENED.")
		return
	}
	x.withCredentials = v
}

// Open is XMLHttpRequest.open. https://xhr.spec.whatwg.org/#the-open()-method
func (x *XMLHttpRequest) Open(c *js.Call, method, url string) js.Value {
	return x.OpenWith(c, method, url, true, Opt[string]{}, Opt[string]{})
}

// OpenWith is XMLHttpRequest.open with more arguments.
func (x *XMLHttpRequest) OpenWith(c *js.Call, method, url string, async bool, user, password Opt[string]) js.Value {
	if !isToken(method) {
		return c.DOMException("SyntaxError", "'%s' is not a valid HTTP method.", latin1(method))
	}
	switch strings.ToUpper(method) {
	case "CONNECT", "TRACE", "TRACK":
		return c.DOMException("SecurityError", "'%s' HTTP method is unsupported.", method)
	}
	base := x.window.BaseURL()
	u, err := net.Parse(url, &base)
	if err != nil {
		return c.DOMException("SyntaxError", "Invalid URL")
	}
	if u.Host() != "" {
		if user.Set {
			u.SetUsername(user.Value)
		}
		if password.Set {
			u.SetPassword(password.Value)
		}
	}
	if !async && (x.timeout != 0 || x.typ != "") {
		if x.typ != "" {
			return c.DOMException("InvalidAccessError", "Synchronous requests from a document must not set a response type.")
		}
		return c.DOMException("InvalidAccessError", "Synchronous requests must not set a timeout.")
	}
	x.end()
	x.send, x.uploadListener = false, false
	x.method, x.url, x.sync = net.NormalizeMethod(method), u, !async
	x.headers = Headers{guard: guardRequest}
	x.clearResponse()
	if x.state != xhrOpened {
		x.state = xhrOpened
		x.fireState()
	}
	return js.Undefined
}

func (x *XMLHttpRequest) clearResponse() {
	x.res, x.body, x.decoder = nil, nil, nil
	x.text = strings.Builder{}
	x.made, x.haveObj, x.failed = js.Null, false, false
}

// SetRequestHeader is XMLHttpRequest.setRequestHeader.
func (x *XMLHttpRequest) SetRequestHeader(c *js.Call, name, value string) {
	if x.state != xhrOpened || x.send {
		c.DOMException("InvalidStateError", "The object's state must be OPENED.")
		return
	}
	value = normalizeHeader(value)
	if !isToken(name) {
		c.DOMException("SyntaxError", "'%s' is not a valid HTTP header field name.", latin1(name))
		return
	}
	if !isHeaderValue(value) {
		c.DOMException("SyntaxError", "'%s' is not a valid HTTP header field value.", latin1(value))
		return
	}
	if net.IsForbiddenRequestHeader(name, value) {
		x.window.Host.Console(ConsoleMessage{Level: ConsoleError, Text: `Refused to set unsafe header "` + latin1(name) + `"`})
		return
	}
	if old, ok := x.headers.get(name); ok {
		value = old + ", " + value
	}
	x.headers.setRaw(name, value)
}

// Send is XMLHttpRequest.send. https://xhr.spec.whatwg.org/#the-send()-method
func (x *XMLHttpRequest) Send(c *js.Call) js.Value {
	if x.state != xhrOpened || x.send {
		return c.DOMException("InvalidStateError", "The object's state must be OPENED.")
	}
	w := x.window
	var body []byte
	if v := c.Arg(0); !v.IsNullish() && x.method != "GET" && x.method != "HEAD" {
		var typ string
		if h := js.HostOf(v, cls.Document); !h.IsNone() {
			id := dom.NodeID(h.ID())
			s := w.World.Store
			if s.DocumentOf(id).IsHTML {
				body, typ = html.Inner(nil, s, id, html.SerializeOptions{}), "text/html;charset=UTF-8"
			} else {
				body, typ = html.AppendXML(nil, s, id), "application/xml;charset=UTF-8"
			}
			body = []byte(js.ToUSV(string(body)))
		} else {
			var src *bodySource
			if src, typ = extractBody(&c.Conv, v); c.Failed() {
				return js.Undefined
			}
			body = src.data
			if body == nil {
				body = []byte{}
			}
		}
		x.setContentType(v, typ)
	}
	x.uploadListener = x.upload.listening()
	x.uploadDone = len(body) == 0
	x.send = true
	x.serial++
	q := w.request(x.url)
	q.Method, q.Header, q.Body = x.method, x.headers.header(), body
	q.Credentials = net.CredSameOrigin
	if x.withCredentials {
		q.Credentials = net.CredInclude
	}
	q.UseCORSPreflight = x.uploadListener
	ctx, cancel := context.WithCancel(w.web().ctx)
	x.cancel = cancel
	x.started, x.begun = w.Host.WallTime(), w.Host.Now()
	if x.sync {
		x.sendSync(c, ctx, q)
		return js.Undefined
	}
	serial := x.serial
	x.fire("loadstart", 0, 0, false)
	if !x.uploadDone && x.uploadListener {
		w.fireProgress(x.upload, "loadstart", 0, float64(len(body)), true)
	}
	if x.serial != serial || !x.send { // a listener ended it
		return js.Undefined
	}
	x.inactive = w.keepActive(c.This())
	x.armTimeout()
	done := w.Host.Begin()
	w.opt.Loader.Go(ctx, q, func(res *net.Response, err error) {
		done(func() {
			if w.closed || x.serial != serial || !x.send {
				if err == nil {
					res.Body.Release()
				}
				return
			}
			if err != nil {
				w.tellLoadError("XMLHttpRequest", q, err)
				x.fail("error")
				return
			}
			x.arrived(ctx, cancel, res, serial, int64(len(body)))
		})
	})
	return js.Undefined
}

// setContentType gives the request the type of its body.
func (x *XMLHttpRequest) setContentType(body js.Value, typ string) {
	if typ == "" {
		return
	}
	old, has := x.headers.get("Content-Type")
	if !has {
		x.headers.setRaw("Content-Type", typ)
		return
	}
	// Text is sent in UTF-8 whatever the author's charset said.
	if body.IsString() || !js.HostOf(body, cls.Document).IsNone() {
		if m, ok := net.ParseMIME(old); ok && m.Param("charset") != "" && !strings.EqualFold(m.Param("charset"), "UTF-8") {
			for i := range m.Params {
				if m.Params[i].Name == "charset" {
					m.Params[i].Value = "UTF-8"
				}
			}
			x.headers.setRaw("Content-Type", m.String())
		}
	}
}

// armTimeout starts the timer of the timeout, which counts from the start of the fetch.
func (x *XMLHttpRequest) armTimeout() {
	if x.untimer != nil {
		x.untimer()
		x.untimer = nil
	}
	if x.timeout == 0 {
		return
	}
	serial := x.serial
	d := time.Duration(x.timeout)*time.Millisecond - x.window.Host.WallTime().Sub(x.started)
	x.untimer = x.window.Host.After(x.window, max(0, d), func() {
		if x.serial == serial && x.send {
			x.fail("timeout")
		}
	})
}

// end stops what is under way, without events.
func (x *XMLHttpRequest) end() {
	x.serial++
	if x.cancel != nil {
		x.cancel()
		x.cancel = nil
	}
	if x.untimer != nil {
		x.untimer()
		x.untimer = nil
	}
	if x.inactive != nil {
		x.inactive()
		x.inactive = nil
	}
}

// fail is the request error steps. https://xhr.spec.whatwg.org/#request-error-steps
func (x *XMLHttpRequest) fail(typ string) {
	keep := x.inactive
	x.inactive = nil
	x.end()
	serial := x.serial
	x.state, x.send = xhrDone, false
	x.clearResponse()
	x.fireState()
	if x.serial == serial {
		if !x.uploadDone {
			x.uploadDone = true
			if x.uploadListener {
				x.window.fireProgress(x.upload, typ, 0, 0, false)
				x.window.fireProgress(x.upload, "loadend", 0, 0, false)
			}
		}
		x.fire(typ, 0, 0, false)
		x.fire("loadend", 0, 0, false)
	}
	if keep != nil {
		keep()
	}
}

// Abort is XMLHttpRequest.abort.
func (x *XMLHttpRequest) Abort() {
	if x.state == xhrOpened && x.send || x.state == xhrHeaders || x.state == xhrLoading {
		x.fail("abort")
	} else {
		x.end()
	}
	if x.state == xhrDone {
		x.state = xhrUnsent
		x.clearResponse()
	}
}

// arrived takes the response's headers, then its body part by part.
func (x *XMLHttpRequest) arrived(ctx context.Context, cancel context.CancelFunc, res *net.Response, serial int, sent int64) {
	w := x.window
	if !x.uploadDone {
		x.uploadDone = true
		if x.uploadListener {
			for _, typ := range []string{"progress", "load", "loadend"} {
				w.fireProgress(x.upload, typ, float64(sent), float64(sent), true)
			}
			if x.serial != serial || !x.send {
				res.Body.Release()
				return
			}
		}
	}
	x.res = res
	x.state = xhrHeaders
	x.fireState()
	if x.serial != serial || x.state != xhrHeaders {
		res.Body.Release()
		return
	}
	total := float64(max(0, res.Body.Size()))
	if res.Header.Get("Content-Encoding") != "" {
		total = 0
	}
	src := w.receive(ctx, cancel, res.Body)
	x.progress = -1000
	reported := int64(-1) // bytes that the last progress event told of
	src.chunk = append(src.chunk, func(b []byte) {
		if x.serial != serial || !x.send {
			src.fail(errBodyCancelled)
			return
		}
		x.take(b, false)
		now := w.Host.Now()
		if now-x.progress < 50 {
			return
		}
		x.progress = now
		x.state = xhrLoading
		x.fireState()
		if x.serial == serial && x.send {
			reported = src.total
			x.fire("progress", float64(src.total), total, total > 0)
		}
		if x.serial != serial || !x.send {
			src.fail(errBodyCancelled)
		}
	})
	src.then(using{x}, func() {
		if x.serial != serial || !x.send {
			return
		}
		if src.err != nil {
			w.tellLoadError("XMLHttpRequest", res.Request, src.err)
			x.fail("error")
			return
		}
		x.body = src.data
		w.AddResourceTiming(res, "xmlhttprequest", x.begun, len(src.data))
		x.take(nil, true)
		if x.state != xhrLoading && len(src.data) > 0 {
			x.state = xhrLoading
			x.fireState()
			if x.serial != serial || !x.send {
				return
			}
		}
		loaded := float64(len(src.data))
		if reported != src.total || loaded == 0 {
			x.fire("progress", loaded, total, total > 0)
		}
		if x.serial != serial || !x.send {
			return
		}
		keep := x.inactive
		x.inactive = nil
		if x.untimer != nil {
			x.untimer()
			x.untimer = nil
		}
		x.cancel = nil
		x.state, x.send = xhrDone, false
		x.fireState()
		if x.serial == serial {
			x.fire("load", loaded, total, total > 0)
		}
		if x.serial == serial {
			x.fire("loadend", loaded, total, total > 0)
		}
		if keep != nil {
			keep()
		}
	})
}

// take decodes bytes for responseText, which grows while the response loads.
func (x *XMLHttpRequest) take(b []byte, final bool) {
	if x.typ != "" && x.typ != "text" {
		return
	}
	if x.decoder == nil {
		enc := x.charset()
		if enc == nil {
			enc = net.UTF8
			if x.typ == "" && x.finalMIME().IsXML() {
				head := x.body
				if head == nil {
					head = b
				}
				if e := net.PrescanXML(head); e != nil {
					enc = e
				}
			}
		}
		if e := net.BOM(b); e != nil {
			enc = e
		}
		x.decoder = net.NewDecoder(enc)
		if final && x.text.Len() == 0 && len(b) == 0 && len(x.body) > 0 {
			b = x.body // nothing came in parts
			if e := net.BOM(b); e != nil {
				x.decoder = net.NewDecoder(e)
			}
		}
	}
	x.text.Write(x.decoder.Decode(b, final))
	if final {
		x.decoder = nil
		if x.typ == "text" || !x.finalMIME().IsXML() {
			x.body = nil // the text is all that is wanted
		}
	}
}

// sendSync runs the request with script waiting.
func (x *XMLHttpRequest) sendSync(c *js.Call, ctx context.Context, q *net.Request) {
	res, body, err := x.window.opt.Loader.Load(ctx, q)
	x.cancel()
	x.cancel = nil
	x.send = false
	if err != nil {
		x.state = xhrDone
		x.clearResponse()
		x.window.tellLoadError("XMLHttpRequest", q, err)
		c.DOMException("NetworkError", "Failed to load '%s'.", x.url.Href())
		return
	}
	if res.Body.Mapped() {
		body = bytes.Clone(body)
	}
	res.Body.Release()
	x.res, x.body = res, body
	x.window.AddResourceTiming(res, "xmlhttprequest", x.begun, len(body))
	x.state = xhrLoading
	x.take(nil, true)
	x.state = xhrDone
	x.fireState()
	x.fire("load", float64(len(body)), float64(len(body)), true)
	x.fire("loadend", float64(len(body)), float64(len(body)), true)
}

func (x *XMLHttpRequest) fireState() { x.window.fireSimple(x, "readystatechange") }

func (x *XMLHttpRequest) fire(typ string, loaded, total float64, computable bool) {
	x.window.fireProgress(x, typ, loaded, total, computable)
}

// ResponseURL is XMLHttpRequest.responseURL.
func (x *XMLHttpRequest) ResponseURL() string {
	if x.res == nil {
		return ""
	}
	return x.res.URL.HrefWithoutFragment()
}

// Status is XMLHttpRequest.status.
func (x *XMLHttpRequest) Status() uint16 {
	if x.res == nil {
		return 0
	}
	return uint16(x.res.Status)
}

// StatusText is XMLHttpRequest.statusText.
func (x *XMLHttpRequest) StatusText() string {
	if x.res == nil {
		return ""
	}
	return latin1(x.res.Text)
}

func (x *XMLHttpRequest) header() http.Header {
	if x.res == nil {
		return nil
	}
	return x.res.VisibleHeader()
}

// GetResponseHeader is XMLHttpRequest.getResponseHeader.
func (x *XMLHttpRequest) GetResponseHeader(name string) Opt[string] {
	for n, v := range x.header() {
		if strings.EqualFold(n, name) && len(v) > 0 {
			return Some(latin1(strings.Join(v, ", ")))
		}
	}
	return Opt[string]{}
}

// GetAllResponseHeaders is XMLHttpRequest.getAllResponseHeaders.
func (x *XMLHttpRequest) GetAllResponseHeaders() string {
	h := x.header()
	names := make([]string, 0, len(h))
	for n := range h {
		names = append(names, n)
	}
	// Sorted by their upper-case forms, for the sake of old scripts.
	sort.Slice(names, func(i, j int) bool { return strings.ToUpper(names[i]) < strings.ToUpper(names[j]) })
	var b strings.Builder
	for _, n := range names {
		b.WriteString(strings.ToLower(n) + ": " + strings.Join(h[n], ", ") + "\r\n")
	}
	return latin1(b.String())
}

// OverrideMimeType is XMLHttpRequest.overrideMimeType.
func (x *XMLHttpRequest) OverrideMimeType(c *js.Call, mime string) {
	if x.state == xhrLoading || x.state == xhrDone {
		c.DOMException("InvalidStateError", "MimeType cannot be overridden when the state is LOADING or DONE.")
		return
	}
	m, ok := net.ParseMIME(mime)
	if !ok {
		m = net.MIME{Type: "application", Subtype: "octet-stream"}
	}
	x.override = m
}

// responseMIME is "get a response MIME type".
func (x *XMLHttpRequest) responseMIME() net.MIME {
	if x.res != nil {
		if m := net.MIMEFromHeader(x.header()); !m.IsZero() {
			return m
		}
		if x.res.FromLocal && x.res.Header.Get("Content-Type") == "" && !x.res.MIME.IsZero() {
			return x.res.MIME
		}
	}
	return net.MIME{Type: "text", Subtype: "xml"}
}

func (x *XMLHttpRequest) finalMIME() net.MIME {
	if !x.override.IsZero() {
		return x.override
	}
	return x.responseMIME()
}

// charset is "get a final encoding".
func (x *XMLHttpRequest) charset() *net.Encoding {
	label := x.responseMIME().Param("charset")
	if o := x.override.Param("charset"); o != "" {
		label = o
	}
	return net.LookupEncoding(label)
}

// ResponseType is XMLHttpRequest.responseType.
func (x *XMLHttpRequest) ResponseType() string { return x.typ }

// SetResponseType sets XMLHttpRequest.responseType.
func (x *XMLHttpRequest) SetResponseType(c *js.Call, v string) {
	switch {
	case x.state == xhrLoading || x.state == xhrDone:
		c.DOMException("InvalidStateError", "The response type cannot be set if the object's state is LOADING or DONE.")
	case x.sync && x.state != xhrUnsent:
		c.DOMException("InvalidAccessError", "The response type cannot be changed for synchronous requests made from a document.")
	default:
		x.typ = v
	}
}

// Response is XMLHttpRequest.response. https://xhr.spec.whatwg.org/#the-response-attribute
func (x *XMLHttpRequest) Response(c *js.Call) js.Value {
	r := c.Realm()
	if x.typ == "" || x.typ == "text" {
		if x.state < xhrLoading {
			return r.String("")
		}
		return r.String(x.text.String())
	}
	if x.state != xhrDone || x.failed || x.res == nil {
		return js.Null
	}
	if x.haveObj {
		return x.made
	}
	switch x.typ {
	case "arraybuffer":
		x.made = r.NewArrayBuffer(append([]byte{}, x.body...)).Value()
	case "blob":
		x.made = objectValue(r, &Blob{data: x.body, typ: x.finalMIME().String()})
	case "json":
		v, err := r.JSONParse(string(net.DecodeAll(x.body, net.UTF8)))
		if err != nil || len(x.body) == 0 {
			x.failed = true
			return js.Null
		}
		x.made = v
	case "document":
		x.makeDocument(r)
	}
	x.haveObj = true
	return x.made
}

// makeDocument is "set a document response".
func (x *XMLHttpRequest) makeDocument(r *js.Realm) {
	if x.haveObj {
		return
	}
	x.haveObj = true
	m := x.finalMIME()
	isHTML := m.IsHTML()
	if x.res == nil || len(x.body) == 0 || !isHTML && !m.IsXML() || x.typ == "" && isHTML {
		return
	}
	w := x.window
	enc := x.charset()
	if enc == nil {
		if isHTML {
			enc = net.PrescanMeta(x.body[:min(len(x.body), 1024)])
		} else {
			enc = net.PrescanXML(x.body)
		}
		if enc == nil {
			enc = net.UTF8
		}
	}
	text := string(net.DecodeText(x.body, enc))
	d := w.parseDocument(text, isHTML, m.Essence(), x.res.URL.Href(), false)
	if d == nil {
		return
	}
	d.Encoding = enc.Name()
	x.made = nodeValue(r, d.Node)
}

// ResponseText is XMLHttpRequest.responseText.
func (x *XMLHttpRequest) ResponseText(c *js.Call) string {
	if x.typ != "" && x.typ != "text" {
		c.DOMException("InvalidStateError", "The value is only accessible if the object's 'responseType' is '' or 'text' (was '%s').", x.typ)
		return ""
	}
	if x.state < xhrLoading {
		return ""
	}
	return x.text.String()
}

// ResponseXML is XMLHttpRequest.responseXML.
func (x *XMLHttpRequest) ResponseXML(c *js.Call) js.Value {
	if x.typ != "" && x.typ != "document" {
		return c.DOMException("InvalidStateError", "The value is only accessible if the object's 'responseType' is '' or 'document' (was '%s').", x.typ)
	}
	if x.state != xhrDone || x.res == nil {
		return js.Null
	}
	x.makeDocument(c.Realm())
	return x.made
}
