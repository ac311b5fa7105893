package bind

import (
	"context"
	"strings"

	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/net"
)

// Request is a request as script describes it. https://fetch.spec.whatwg.org/#request-class
type Request struct {
	Object
	bodyMixin
	method      string
	url         net.URL
	mode        string
	credentials string
	cache       string
	redirect    string
	referrer    string // "about:client", "" for no referrer, or a URL
	policy      string
	integrity   string
	keepalive   bool
	signal      *AbortSignal
}

// Response is what a fetch gave, or what script made. https://fetch.spec.whatwg.org/#response-class
type Response struct {
	Object
	bodyMixin
	typ        string
	url        string
	redirected bool
	status     uint16
	text       string
	signal     *AbortSignal // of the fetch
}

func (r *Request) trace(t *js.Tracer) {
	r.bodyMixin.trace(t)
	mark(t, r.signal)
}

func (r *Response) trace(t *js.Tracer) {
	r.bodyMixin.trace(t)
	mark(t, r.signal)
}

func (b *bodyMixin) trace(t *js.Tracer) {
	mark(t, b.headers)
	mark(t, b.stream)
	b.src.trace(t)
}

// ConstructRequest is new Request. https://fetch.spec.whatwg.org/#dom-request
func ConstructRequest(c *js.Call, input js.Value, init RequestInit) *Request {
	w := windowOf(c.Realm())
	r := &Request{method: "GET", mode: "cors", credentials: "same-origin", cache: "default", redirect: "follow", referrer: "about:client"}
	var from *Request
	var signal *AbortSignal
	if h := js.HostOf(input, cls.Request); !h.IsNone() {
		from = h.State().(*Request)
		o := *from
		o.Object, o.bodyMixin = Object{}, bodyMixin{headers: from.headers}
		*r = o
		signal = from.signal
	} else {
		text := c.ToUSVString(input)
		if c.Failed() {
			return nil
		}
		base := w.BaseURL()
		u, err := net.Parse(text, &base)
		if err != nil {
			c.TypeError("Failed to parse URL from %s", text)
			return nil
		}
		if u.Username() != "" || u.Password() != "" {
			c.TypeError("Request cannot be constructed from a URL that includes credentials: %s", text)
			return nil
		}
		r.url = u
	}
	if !init.Window.IsNullish() {
		c.TypeError("RequestInit's window is not null.")
		return nil
	}
	given := c.Arg(1).IsObject()
	if given && r.mode == "navigate" {
		r.mode = "same-origin"
	}
	if init.Referrer.Set {
		switch ref := init.Referrer.Value; ref {
		case "":
			r.referrer = ""
		default:
			base := w.BaseURL()
			u, err := net.Parse(ref, &base)
			if err != nil {
				c.TypeError("Referrer '%s' is not a valid URL.", ref)
				return nil
			}
			r.referrer = "about:client"
			if u.Origin() == w.opt.Origin {
				r.referrer = u.Href()
			}
		}
	}
	if init.ReferrerPolicy.Set {
		r.policy = init.ReferrerPolicy.Value
	}
	if init.Mode.Set {
		if init.Mode.Value == "navigate" {
			c.TypeError("Cannot construct a Request with a RequestInit whose mode member is set as 'navigate'.")
			return nil
		}
		r.mode = init.Mode.Value
	}
	r.credentials = init.Credentials.Or(r.credentials)
	r.cache = init.Cache.Or(r.cache)
	if r.cache == "only-if-cached" && r.mode != "same-origin" {
		c.TypeError("'only-if-cached' can be set only with 'same-origin' mode")
		return nil
	}
	r.redirect = init.Redirect.Or(r.redirect)
	r.integrity = init.Integrity.Or(r.integrity)
	r.keepalive = init.Keepalive.Or(r.keepalive)
	if init.Method.Set {
		m := init.Method.Value
		if !isToken(m) {
			c.TypeError("'%s' is not a valid HTTP method.", latin1(m))
			return nil
		}
		switch strings.ToUpper(m) {
		case "CONNECT", "TRACE", "TRACK":
			c.TypeError("'%s' HTTP method is unsupported.", m)
			return nil
		}
		r.method = net.NormalizeMethod(m)
	}
	if init.Signal.Set {
		signal = init.Signal.Value
	}
	r.signal = newAbortSignal(w)
	if signal != nil {
		r.signal = AbortSignalAny(c, []*AbortSignal{signal})
	}
	guard := guardRequest
	if r.mode == "no-cors" {
		switch r.method {
		case "GET", "HEAD", "POST":
		default:
			c.TypeError("'%s' is unsupported in no-cors mode.", r.method)
			return nil
		}
		guard = guardRequestNoCORS
	}
	r.headers = &Headers{guard: guard}
	if !init.Headers.IsUndefined() {
		r.headers.fill(&c.Conv, init.Headers)
	} else if from != nil {
		for _, e := range from.headers.list {
			r.headers.append(&c.Conv, e.Name, e.Value)
		}
	}
	hasBody := !init.Body.IsNullish()
	if (hasBody || from != nil && from.src != nil) && (r.method == "GET" || r.method == "HEAD") {
		c.TypeError("Request with GET/HEAD method cannot have body.")
		return nil
	}
	if hasBody {
		src, typ := extractBody(&c.Conv, init.Body)
		if c.Failed() {
			return nil
		}
		if h := js.HostOf(init.Body, cls.ReadableStream); !h.IsNone() {
			if !init.Duplex.Set {
				c.TypeError("The `duplex` member must be specified for a request with a streaming body")
				return nil
			}
		}
		r.src, r.stream = src, src.lazy
		if _, has := r.headers.get("Content-Type"); typ != "" && !has {
			r.headers.append(&c.Conv, "Content-Type", typ)
		}
	} else if from != nil && from.src != nil {
		if from.unusable() {
			c.TypeError("Cannot construct a Request with a Request object that has already been used.")
			return nil
		}
		r.src, r.stream = from.src, from.stream
		if r.src.lazy == nil {
			r.stream = nil
		}
		from.used = true
	}
	if c.Failed() {
		return nil
	}
	return r
}

// Method is Request.method.
func (r *Request) Method() string { return latin1(r.method) }

// Url is Request.url.
func (r *Request) Url() string { return r.url.Href() }

// Destination is Request.destination.
func (r *Request) Destination() string { return "" }

// Referrer is Request.referrer.
func (r *Request) Referrer() string { return r.referrer }

// ReferrerPolicy is Request.referrerPolicy.
func (r *Request) ReferrerPolicy() string { return r.policy }

// Mode is Request.mode.
func (r *Request) Mode() string { return r.mode }

// Credentials is Request.credentials.
func (r *Request) Credentials() string { return r.credentials }

// Cache is Request.cache.
func (r *Request) Cache() string { return r.cache }

// Redirect is Request.redirect.
func (r *Request) Redirect() string { return r.redirect }

// Integrity is Request.integrity.
func (r *Request) Integrity() string { return r.integrity }

// Keepalive is Request.keepalive.
func (r *Request) Keepalive() bool { return r.keepalive }

// IsReloadNavigation is Request.isReloadNavigation.
func (r *Request) IsReloadNavigation() bool { return false }

// IsHistoryNavigation is Request.isHistoryNavigation.
func (r *Request) IsHistoryNavigation() bool { return false }

// Signal is Request.signal.
func (r *Request) Signal() *AbortSignal { return r.signal }

// Duplex is Request.duplex.
func (r *Request) Duplex() string { return "half" }

// Clone is Request.clone.
func (r *Request) Clone(c *js.Call) *Request {
	if r.unusable() {
		c.TypeError("Request body is already used")
		return nil
	}
	o := *r
	o.Object = Object{}
	o.bodyMixin = r.bodyMixin.clone(c, r.headers.guard)
	o.signal = AbortSignalAny(c, []*AbortSignal{r.signal})
	return &o
}

// clone is a second body with the same bytes.
func (b *bodyMixin) clone(c *js.Call, g headersGuard) bodyMixin {
	o := bodyMixin{src: b.src, headers: b.headers.clone(g)}
	switch {
	case b.stream == nil:
	case b.stream.body != nil: // nobody took anything from it
		b.stream.drain()
		b.stream = nil
	default:
		one, two := b.stream.tee()
		b.src, b.stream = &bodySource{lazy: one, size: -1}, one
		o.src, o.stream = &bodySource{lazy: two, size: -1}, two
	}
	return o
}

// ConstructResponse is new Response. https://fetch.spec.whatwg.org/#dom-response
func ConstructResponse(c *js.Call, body js.Value, init ResponseInit) *Response {
	r := &Response{typ: "default"}
	var src *bodySource
	typ := ""
	if !body.IsNullish() {
		src, typ = extractBody(&c.Conv, body)
		if c.Failed() {
			return nil
		}
	}
	r.initialize(c, init, src, typ)
	return r
}

// initialize is "initialize a response".
func (r *Response) initialize(c *js.Call, init ResponseInit, src *bodySource, typ string) {
	if init.Status < 200 || init.Status > 599 {
		c.RangeError("The status provided (%d) is outside the range [200, 599].", init.Status)
		return
	}
	for i := 0; i < len(init.StatusText); i++ {
		if b := init.StatusText[i]; b < 0x20 && b != '\t' || b == 0x7F {
			c.TypeError("Invalid statusText")
			return
		}
	}
	r.status, r.text = init.Status, init.StatusText
	r.headers = &Headers{guard: guardResponse}
	if !init.Headers.IsUndefined() {
		r.headers.fill(&c.Conv, init.Headers)
	}
	if src != nil {
		if isNullBodyStatus(r.status) {
			c.TypeError("Response with null body status cannot have body")
			return
		}
		r.src, r.stream = src, src.lazy
		if _, has := r.headers.get("Content-Type"); typ != "" && !has {
			r.headers.appendRaw("Content-Type", typ)
		}
	}
}

func isNullBodyStatus(s uint16) bool {
	return s == 101 || s == 103 || s == 204 || s == 205 || s == 304
}

// ResponseError is Response.error.
func ResponseError() *Response {
	return &Response{typ: "error", bodyMixin: bodyMixin{headers: &Headers{guard: guardImmutable}}}
}

// ResponseRedirect is Response.redirect.
func ResponseRedirect(c *js.Call, url string, status uint16) *Response {
	base := windowOf(c.Realm()).BaseURL()
	u, err := net.Parse(url, &base)
	if err != nil {
		c.TypeError("Failed to parse URL from %s", url)
		return nil
	}
	switch status {
	case 301, 302, 303, 307, 308:
	default:
		c.RangeError("Invalid status code")
		return nil
	}
	h := &Headers{guard: guardImmutable}
	h.appendRaw("Location", u.Href())
	return &Response{typ: "default", status: status, bodyMixin: bodyMixin{headers: h}}
}

// ResponseJson is Response.json.
func ResponseJson(c *js.Call, data js.Value, init ResponseInit) *Response {
	text, err := c.Realm().JSONStringify(data)
	if err != nil {
		c.Fail(err)
		return nil
	}
	if text == "" {
		c.TypeError("The data is not JSON serializable")
		return nil
	}
	r := &Response{typ: "default"}
	r.initialize(c, init, bodyOf([]byte(text)), "application/json")
	return r
}

// Type is Response.type.
func (r *Response) Type() string { return r.typ }

// Url is Response.url.
func (r *Response) Url() string { return r.url }

// Redirected is Response.redirected.
func (r *Response) Redirected() bool { return r.redirected }

// Status is Response.status.
func (r *Response) Status() uint16 { return r.status }

// Ok is Response.ok.
func (r *Response) Ok() bool { return r.status >= 200 && r.status <= 299 }

// StatusText is Response.statusText.
func (r *Response) StatusText() string { return latin1(r.text) }

// Clone is Response.clone.
func (r *Response) Clone(c *js.Call) *Response {
	if r.unusable() {
		c.TypeError("Response body is already used")
		return nil
	}
	o := *r
	o.Object = Object{}
	o.bodyMixin = r.bodyMixin.clone(c, r.headers.guard)
	return &o
}

// Fetch is fetch(). https://fetch.spec.whatwg.org/#fetch-method
func (w *Window) Fetch(c *js.Call, input js.Value, init RequestInit) js.Value {
	rq := ConstructRequest(c, input, init)
	if c.Failed() {
		return js.Undefined
	}
	p := c.Realm().NewPromise()
	if rq.signal.aborted {
		if rq.stream != nil {
			rq.stream.cancel(rq.signal.reason)
		}
		p.Reject(rq.signal.reason)
		return p.Value()
	}
	if rq.src != nil && rq.stream != nil { // sent once it is whole
		rq.src = rq.stream.drain()
		rq.src.then(&fetching{rq, p}, func() {
			if rq.src.err != nil {
				p.Reject(w.bodyError(rq.src.err))
				return
			}
			w.startFetch(rq, p)
		})
		return p.Value()
	}
	w.startFetch(rq, p)
	return p.Value()
}

// netRequest is the loader's request of r.
func (r *Request) netRequest(w *Window) *net.Request {
	q := w.request(r.url)
	q.Method, q.Header, q.Integrity = r.method, r.headers.header(), r.integrity
	if r.src != nil {
		q.Body = r.src.data
	}
	switch r.mode {
	case "no-cors":
		q.Mode = net.NoCORS
	case "same-origin":
		q.Mode = net.SameOriginMode
	default:
		q.Mode = net.CORSMode
	}
	switch r.credentials {
	case "include":
		q.Credentials = net.CredInclude
	case "omit":
		q.Credentials = net.CredOmit
	}
	switch r.redirect {
	case "error":
		q.Redirect = net.RedirectError
	case "manual":
		q.Redirect = net.RedirectManual
	}
	switch r.referrer {
	case "about:client":
	case "":
		q.Referrer = net.URL{}
	default:
		q.Referrer, _ = net.Parse(r.referrer, nil)
	}
	q.ReferrerPolicy, _ = net.ParseReferrerPolicy(r.policy)
	return q
}

// fetching is a fetch that script waits for.
type fetching struct {
	request *Request
	promise *js.Promise
}

func (f *fetching) trace(t *js.Tracer) {
	mark(t, f.request)
	markPromise(t, f.promise)
}

func (w *Window) startFetch(rq *Request, p *js.Promise) {
	ctx, cancel := context.WithCancel(w.web().ctx)
	var src *bodySource
	settled := false
	release := w.hold(&fetching{rq, p})
	unfollow := rq.signal.addAlgorithm(func() {
		cancel()
		if !settled {
			settled = true
			p.Reject(rq.signal.reason)
		} else if src != nil {
			src.fail(w.Realm.NewException(rq.signal.reason))
		}
	})
	done := w.Host.Begin()
	started := w.Host.Now()
	q := rq.netRequest(w)
	w.opt.Loader.Go(ctx, q, func(res *net.Response, err error) {
		done(func() {
			defer release()
			if w.closed || settled {
				if err == nil {
					res.Body.Release()
				}
				cancel()
				return
			}
			settled = true
			if err != nil {
				cancel()
				unfollow()
				w.tellLoadError("fetch", q, err)
				p.Reject(w.Realm.NewError(js.TypeError, "Failed to fetch"))
				return
			}
			r := w.response(res)
			r.signal = rq.signal
			if !res.Visible() || isNullBodyStatus(r.status) || rq.method == "HEAD" {
				res.Body.Release()
				cancel()
				unfollow()
				w.AddResourceTiming(res, "fetch", started, 0)
			} else {
				src = w.receive(ctx, cancel, res.Body)
				body := src
				src.then(using{r}, func() {
					unfollow()
					cancel()
					if body.err == nil {
						w.AddResourceTiming(res, "fetch", started, len(body.data))
					}
				})
				r.src = src
			}
			p.Resolve(objectValue(w.Realm, r))
		})
	})
}

// response is what script sees of a response, without the body.
func (w *Window) response(res *net.Response) *Response {
	r := &Response{typ: res.Type.String(), bodyMixin: bodyMixin{headers: headersOf(res.VisibleHeader(), guardImmutable)}}
	switch res.Type {
	case net.Opaque:
	case net.OpaqueRedirect:
		r.url = res.URL.HrefWithoutFragment()
	default:
		r.url, r.redirected = res.URL.HrefWithoutFragment(), res.Redirected()
		r.status, r.text = uint16(res.Status), res.Text
	}
	return r
}

// tellLoadError writes to the console why a load failed; script must not learn it.
func (w *Window) tellLoadError(what string, q *net.Request, err error) {
	kind := net.KindOf(err)
	if kind == net.Cancelled {
		return
	}
	text := "Failed to load " + q.URL.Href() + ": " + net.Reason(err, q.URL)
	if kind == net.CORS {
		text = "Access to " + what + " at '" + q.URL.Href() + "' from origin '" + w.opt.Origin.String() + "' has been blocked by CORS policy: " + strings.TrimPrefix(net.Reason(err, q.URL), net.CORS.String()+": ")
	}
	w.Host.Console(ConsoleMessage{Level: ConsoleError, Text: text, URL: q.URL.Href()})
}
