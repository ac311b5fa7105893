package net

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

const (
	defaultTimeout      = 60 * time.Second
	defaultMaxBody      = 512 << 20
	defaultMaxRedirects = 20
)

type mount struct {
	origin  string // serialized; "*" is every http(s) origin
	files   *fileRoot
	handler http.Handler
}

func newLoader(opt Options) (*Loader, error) {
	if opt.Timeout == 0 {
		opt.Timeout = defaultTimeout
	}
	if opt.MaxBody == 0 {
		opt.MaxBody = defaultMaxBody
	}
	if opt.MaxRedirects == 0 {
		opt.MaxRedirects = defaultMaxRedirects
	}
	if opt.UserAgent == "" {
		opt.UserAgent = DefaultUserAgent
	}
	if opt.AcceptLanguage == "" {
		opt.AcceptLanguage = "en-US,en;q=0.9"
	}
	if opt.BlockPrivate && opt.ProxyFromEnv {
		return nil, errors.New("net: BlockPrivate cannot see where a proxy connects to; use one of BlockPrivate and ProxyFromEnv")
	}
	l := &Loader{opt: opt}
	for _, m := range opt.Mounts {
		if err := l.addMount(m); err != nil {
			l.closeRoots()
			return nil, err
		}
	}
	if opt.FileRoot != "" {
		root, err := openFileRoot(opt.FileRoot)
		if err != nil {
			l.closeRoots()
			return nil, err
		}
		l.files = root
	}
	l.client = newTransport(&l.opt)
	l.ctx, l.stop = context.WithCancel(context.Background())
	return l, nil
}

func (l *Loader) addMount(m Mount) error {
	n := mount{origin: m.Origin, handler: m.Handler}
	if m.Origin != "*" {
		u, err := Parse(m.Origin, nil)
		if err != nil || !u.IsHTTP() {
			return fmt.Errorf("net: %q is no http or https origin to serve; write it as http://host:port", m.Origin)
		}
		n.origin = u.Origin().String()
	}
	if m.Handler == nil {
		if m.Dir == "" {
			return fmt.Errorf("net: the mount of %s has neither a folder nor a handler", m.Origin)
		}
		root, err := openFileRoot(m.Dir)
		if err != nil {
			return err
		}
		root.label = "" // what a page sees of a mounted folder has no path of this machine
		n.files = root
	}
	l.mounts = append(l.mounts, n)
	return nil
}

func (l *Loader) close() {
	l.stop()
	if t, ok := l.client.(*http.Transport); ok {
		t.CloseIdleConnections()
	}
	l.closeRoots()
}

func (l *Loader) closeRoots() {
	for i := range l.mounts {
		l.mounts[i].files.close()
	}
	l.files.close()
}

// findMount is the mount that serves u, or nil.
func (l *Loader) findMount(u *URL) *mount {
	if !u.IsHTTP() || len(l.mounts) == 0 {
		return nil
	}
	o := u.Origin().String()
	for i := range l.mounts {
		if m := &l.mounts[i]; m.origin == "*" || m.origin == o {
			return m
		}
	}
	return nil
}

// load is the state of one fetch: the request as redirects change it.
type load struct {
	l      *Loader
	req    *Request
	ctx    context.Context
	cancel context.CancelFunc
	resp   *Response

	url      URL
	method   string
	header   http.Header
	body     []byte
	referrer ReferrerPolicy
	tainting ResponseType // Basic, CORSResponse or Opaque
	limit    int64
	tainted  bool // the redirect-tainted origin: Origin is "null"
	stopAll  func() bool
}

// fetch is the main fetch with its redirects. https://fetch.spec.whatwg.org/#fetching
func (l *Loader) fetch(ctx context.Context, req *Request) (*Response, error) {
	l.active.Add(1)
	defer l.active.Add(-1)
	if req.URL.IsZero() {
		return nil, &Error{Kind: BadURL, Msg: "the request has no URL"}
	}
	f := &load{l: l, req: req, url: req.URL, method: req.Method, body: req.Body, referrer: req.ReferrerPolicy, limit: req.MaxBody}
	if f.method == "" {
		f.method = "GET"
	}
	if !isToken(f.method) {
		return nil, &Error{Kind: Other, URL: req.URL.Href(), Msg: fmt.Sprintf("%q is no HTTP method", clip(f.method, 40))}
	}
	if f.limit == 0 || l.opt.MaxBody > 0 && f.limit > l.opt.MaxBody {
		f.limit = l.opt.MaxBody
	}
	f.header = req.Header.Clone()
	if f.header == nil {
		f.header = make(http.Header)
	}
	if l.opt.Timeout > 0 {
		f.ctx, f.cancel = context.WithTimeout(ctx, l.opt.Timeout)
	} else {
		f.ctx, f.cancel = context.WithCancel(ctx)
	}
	f.stopAll = context.AfterFunc(l.ctx, f.cancel)
	f.resp = &Response{Request: req, URLs: []URL{req.URL}}
	now := time.Now()
	f.resp.timing.Start, f.resp.timing.FetchStart = now, now

	err := f.run()
	if err == nil {
		f.watch()
	}
	if err == nil && req.Integrity != "" {
		err = f.checkIntegrity()
	}
	if err == nil {
		err = f.blockedByType()
	}
	if err != nil {
		f.resp.Body.Release()
		f.finish()
		return nil, f.fail(err)
	}
	return f.resp, nil
}

// finish lets go of the context; called when the body has ended.
func (f *load) finish() {
	f.stopAll()
	f.cancel()
}

// fail makes an *Error that names the URL.
func (f *load) fail(err error) error { return asError(err, f.url.Href()) }

func (f *load) run() error {
	for {
		if err := f.ctx.Err(); err != nil {
			return asError(err, f.url.Href())
		}
		err := f.once()
		if err != nil {
			return err
		}
		again, err := f.redirect()
		if err != nil || !again {
			return err
		}
	}
}

// sameOrigin: may the asking page read what is at u?
func (f *load) sameOrigin(u *URL) bool {
	o := f.req.Origin
	switch {
	case o.IsZero():
		return true
	case u.scheme == schemeFile:
		return o.scheme == "file" // the loader's root is what file: pages share
	case u.Scheme() == "blob":
		b := u.Origin()
		return b == o || b.IsOpaque() && o.IsOpaque()
	case u.Scheme() == "about":
		return true
	}
	return u.Origin() == o
}

// once is one round of main fetch, scheme fetch and HTTP fetch; f.resp has the result.
// https://fetch.spec.whatwg.org/#main-fetch
func (f *load) once() error {
	u := &f.url
	scheme := u.Scheme()
	if u.IsHTTP() && isBadPort(u.port) {
		return &Error{Kind: Blocked, URL: u.Href(), Msg: fmt.Sprintf("port %d is blocked, as in browsers", u.port)}
	}
	cors := false
	switch {
	case f.sameOrigin(u) && f.tainting == Basic, scheme == "data", f.req.Mode == Navigate:
	case f.req.Mode == SameOriginMode:
		return &Error{Kind: Blocked, URL: u.Href(), Msg: "the request is for the same origin only, and the page is of " + f.req.Origin.String()}
	case f.req.Mode == NoCORS:
		if f.req.Redirect != RedirectFollow {
			return &Error{Kind: Blocked, URL: u.Href(), Msg: "a no-cors request to another origin must follow redirects"}
		}
		f.tainting = Opaque
	case !u.IsHTTP():
		return &Error{Kind: CORS, URL: u.Href(), Msg: "cross-origin requests are for http and https only"}
	default:
		cors = true
		f.tainting = CORSResponse
	}
	if u.scheme == schemeFile && !f.req.Origin.IsZero() && f.req.Origin.scheme != "file" {
		return &Error{Kind: Blocked, URL: u.Href(), Msg: "a page of " + f.req.Origin.String() + " may not read files"}
	}

	switch {
	case u.IsHTTP():
		if cors && f.needsPreflight() {
			if err := f.preflight(); err != nil {
				return err
			}
		}
		if err := f.http(); err != nil {
			return err
		}
		if f.tainting == CORSResponse {
			if err := corsCheck(f.resp.Header, f.originHeader(), f.req.Credentials == CredInclude, u); err != nil {
				return err
			}
		}
	case scheme == "data":
		d, err := DataURL(*u)
		if err != nil {
			return err
		}
		f.local(d.MIME, f.l.newBufferBody(d.Body, nil))
	case scheme == "blob":
		if f.l.opt.Blobs != nil {
			if b, typ, ok := f.l.opt.Blobs.ResolveBlob(u.HrefWithoutFragment()); ok {
				m, _ := ParseMIME(typ)
				f.local(m, f.l.newBufferBody(b, nil))
				return nil
			}
		}
		return &Error{Kind: NotFound, URL: u.Href(), Msg: "the blob was revoked or never made here"}
	case u.scheme == schemeFile:
		m, body, modified, err := f.l.openFileURL(u, f.limit)
		if err != nil {
			return err
		}
		f.local(m, body)
		f.resp.Header.Set("Last-Modified", modified.UTC().Format(http.TimeFormat))
	case scheme == "about" && u.Pathname() == "blank":
		f.local(MIME{"text", "html", []Pair{{"charset", "utf-8"}}}, f.l.newBufferBody(nil, nil))
	default:
		return &Error{Kind: BadScheme, URL: u.Href(), Msg: scheme + ": URLs cannot be loaded"}
	}
	f.resp.Type = f.tainting
	return nil
}

// local makes the response of what needs no HTTP.
func (f *load) local(m MIME, body *Body) {
	r := f.resp
	r.Status, r.Text = 200, "OK"
	r.Header = make(http.Header)
	if !m.IsZero() {
		r.Header.Set("Content-Type", m.String())
	}
	r.MIME, r.Body, r.FromLocal, r.URL, r.Type = m, body, true, f.url, f.tainting
	n := int64(len(body.buf))
	r.mu.Lock()
	now := time.Now()
	r.timing.RequestStart, r.timing.ResponseStart, r.timing.ResponseEnd = r.timing.FetchStart, now, now
	r.timing.DecodedBodySize, r.timing.EncodedBodySize = n, n
	r.mu.Unlock()
}

// watch has the context let go when the body ends.
func (f *load) watch() {
	b := f.resp.Body
	if b.src == nil { // all there
		f.finish()
		return
	}
	r := f.resp
	b.onEnd = func(decoded int64, err error) {
		r.mu.Lock()
		r.timing.ResponseEnd = time.Now()
		r.timing.DecodedBodySize = decoded
		r.mu.Unlock()
		f.finish()
	}
}

// redirect is the HTTP-redirect fetch: it prepares the next round, or reports that there is none.
// https://fetch.spec.whatwg.org/#http-redirect-fetch
func (f *load) redirect() (again bool, err error) {
	r := f.resp
	switch r.Status {
	case 301, 302, 303, 307, 308:
	default:
		return false, nil
	}
	if r.FromLocal && !f.url.IsHTTP() {
		return false, nil
	}
	locs := r.Header.Values("Location")
	for _, l := range locs {
		if l != locs[0] {
			return false, &Error{Kind: BadRedirect, URL: f.url.Href(), Msg: fmt.Sprintf("redirects both to %q and to %q", clip(locs[0], 100), clip(l, 100))}
		}
	}
	loc := r.Header.Get("Location")
	if loc == "" || f.req.Redirect == RedirectManual {
		if f.req.Redirect == RedirectManual {
			r.Type = OpaqueRedirect
		}
		return false, nil
	}
	from := f.url.Href()
	if f.req.Redirect == RedirectError {
		return false, &Error{Kind: BadRedirect, URL: from, Msg: "the request allows no redirect, and one came to " + clip(loc, 200)}
	}
	to, perr := Parse(isomorphicToUTF8(loc), &f.url)
	switch {
	case perr != nil:
		return false, &Error{Kind: BadRedirect, URL: from, Msg: fmt.Sprintf("redirects to %q, which is no URL", clip(loc, 200))}
	case !to.IsHTTP():
		return false, &Error{Kind: BadRedirect, URL: from, Msg: "redirects to " + clip(to.Href(), 200) + "; only http and https are followed"}
	case len(r.URLs) > f.l.opt.MaxRedirects:
		return false, &Error{Kind: TooManyRedirects, URL: f.req.URL.Href(), Msg: fmt.Sprintf("more than %d redirects, the last one to %s", f.l.opt.MaxRedirects, clip(to.Href(), 200))}
	}
	credentials := to.Username() != "" || to.Password() != ""
	if credentials && (f.req.Mode == CORSMode && !f.sameOrigin(&to) || f.tainting == CORSResponse) {
		return false, &Error{Kind: CORS, URL: from, Msg: "redirects across origins to a URL with credentials"}
	}
	if _, has := to.Fragment(); !has {
		if frag, has := f.url.Fragment(); has {
			to = to.WithFragment(frag, true)
		}
	}
	if (r.Status == 301 || r.Status == 302) && f.method == "POST" || r.Status == 303 && f.method != "GET" && f.method != "HEAD" {
		f.method, f.body = "GET", nil
		for _, h := range []string{"Content-Encoding", "Content-Language", "Content-Location", "Content-Type", "Content-Length"} {
			f.header.Del(h)
		}
	}
	if to.Origin() != f.url.Origin() {
		f.header.Del("Authorization")
		if !f.sameOrigin(&f.url) {
			f.tainted = true
			r.RedirectTainted = true
		}
	}
	if p := ReferrerPolicyFromHeader(r.Header.Values("Referrer-Policy")); p != DefaultReferrer {
		f.referrer = p
	}
	r.Body.drain()
	r.Body.onEnd = nil // the load goes on
	r.Body.Release()
	r.Body = nil

	now := time.Now()
	r.mu.Lock()
	t := &r.timing
	if t.RedirectStart.IsZero() {
		t.RedirectStart = t.Start
	}
	*t = Timing{Start: t.Start, RedirectStart: t.RedirectStart, RedirectEnd: now, FetchStart: now, RedirectCount: t.RedirectCount + 1}
	r.mu.Unlock()
	f.url = to
	r.URLs = append(r.URLs, to)
	return true, nil
}

// isomorphicToUTF8 keeps UTF-8 and reads other bytes as Latin-1, as browsers do with Location.
func isomorphicToUTF8(s string) string {
	if strings.ToValidUTF8(s, "") == s {
		return s
	}
	r := make([]rune, len(s))
	for i := range r {
		r[i] = rune(s[i])
	}
	return string(r)
}

// blockedByType: https://fetch.spec.whatwg.org/#should-response-to-request-be-blocked-due-to-nosniff?
// and …-due-to-mime-type?
func (f *load) blockedByType() error {
	r := f.resp
	m := r.MIME
	switch f.req.Destination {
	case DestScript, DestWorker, DestShared:
		if m.IsZero() {
			break
		}
		if m.IsImage() || m.Type == "audio" || m.Type == "video" || m.Essence() == "text/csv" {
			return &Error{Kind: Blocked, URL: f.url.Href(), Msg: "a script of type " + m.Essence() + " does not run"}
		}
	}
	if !NoSniff(r.Header) {
		return nil
	}
	switch f.req.Destination {
	case DestScript, DestWorker, DestShared:
		if !m.IsJavaScript() {
			return &Error{Kind: Blocked, URL: f.url.Href(), Msg: fmt.Sprintf("the type %q is no script, and the server says nosniff", m.Essence())}
		}
	case DestStyle:
		if !m.IsCSS() {
			return &Error{Kind: Blocked, URL: f.url.Href(), Msg: fmt.Sprintf("the type %q is no style sheet, and the server says nosniff", m.Essence())}
		}
	}
	return nil
}

// NoSniff: https://fetch.spec.whatwg.org/#x-content-type-options-header
func NoSniff(h http.Header) bool {
	list := splitHeaderList(h.Values("X-Content-Type-Options"))
	return len(list) > 0 && equalFoldASCII(list[0], "nosniff")
}

func tooLarge(u string, limit int64) *Error {
	return &Error{Kind: TooLarge, URL: u, Msg: fmt.Sprintf("the body has more than the %d bytes allowed; raise the limit to load it", limit)}
}

// asError makes an *Error of whatever went wrong.
func asError(err error, u string) *Error {
	u = clip(u, 2000)
	if e, ok := errors.AsType[*Error](err); ok {
		if e.URL == "" {
			c := *e
			c.URL = u
			e = &c
		}
		return e
	}
	if ue, ok := errors.AsType[*url.Error](err); ok {
		err = ue.Err
	}
	kind, msg := Other, ""
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		kind, msg = Timeout, "no complete answer within the time allowed"
	case errors.Is(err, context.Canceled):
		kind, msg = Cancelled, "the load was ended"
	case errors.Is(err, io.ErrUnexpectedEOF):
		kind, msg = CutOff, "the connection ended in the middle of the response"
	default:
		kind, msg = networkErrorKind(err)
	}
	return &Error{Kind: kind, URL: u, Msg: msg, Err: err}
}

// badPorts: https://fetch.spec.whatwg.org/#bad-port
var badPorts = []int32{0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109,
	110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540,
	548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665,
	6666, 6667, 6668, 6669, 6679, 6697, 10080}

func isBadPort(p int32) bool {
	_, bad := slices.BinarySearch(badPorts, p)
	return bad
}
