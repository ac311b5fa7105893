package net

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	stdnet "net"
	"net/http"
	"net/http/httptrace"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// httpAnswer is what a mount or the network says to one HTTP request.
type httpAnswer struct {
	err    error
	status int
	text   string // status text; "" is the usual one
	header http.Header
	body   *Body
	remote bool
	proto  string
}

func newTransport(opt *Options) http.RoundTripper {
	d := &stdnet.Dialer{Timeout: 30 * time.Second, KeepAlive: 30 * time.Second, Resolver: opt.resolver}
	if opt.BlockPrivate {
		d.ControlContext = func(_ context.Context, _, address string, _ syscall.RawConn) error {
			return checkPublic(address)
		}
	}
	t := &http.Transport{
		DialContext:            dialLocalhost(d),
		TLSClientConfig:        opt.TLS.Clone(),
		TLSHandshakeTimeout:    15 * time.Second,
		DisableCompression:     true, // encodings are decoded here
		ForceAttemptHTTP2:      true,
		MaxIdleConns:           64,
		MaxIdleConnsPerHost:    6,
		MaxConnsPerHost:        16,
		IdleConnTimeout:        60 * time.Second,
		MaxResponseHeaderBytes: 256 << 10,
		ExpectContinueTimeout:  time.Second,
	}
	if opt.ProxyFromEnv {
		t.Proxy = http.ProxyFromEnvironment
	}
	return t
}

// dialLocalhost is d's DialContext that asks nobody where localhost and the names below it are.
// https://datatracker.ietf.org/doc/html/rfc6761#section-6.3
func dialLocalhost(d *stdnet.Dialer) func(ctx context.Context, network, address string) (stdnet.Conn, error) {
	return func(ctx context.Context, network, address string) (stdnet.Conn, error) {
		host, port, err := stdnet.SplitHostPort(address)
		if err != nil || !isLocalhost(lowerASCII(host)) {
			return d.DialContext(ctx, network, address)
		}
		c, err := d.DialContext(ctx, network, stdnet.JoinHostPort("127.0.0.1", port))
		if err != nil && ctx.Err() == nil && KindOf(err) != Blocked {
			if c6, err6 := d.DialContext(ctx, network, stdnet.JoinHostPort("::1", port)); err6 == nil {
				return c6, nil
			}
		}
		return c, err
	}
}

// checkPublic refuses the address of a host that is not on the public internet.
func checkPublic(address string) error {
	ap, err := netip.ParseAddrPort(address)
	if err != nil {
		return &Error{Kind: Blocked, Msg: "private networks are blocked, and " + address + " is no address", Err: err}
	}
	if !isPublic(ap.Addr()) {
		return &Error{Kind: Blocked, Msg: ap.Addr().String() + " is in a private network, which may not be reached"}
	}
	return nil
}

var specialPrefixes = func() (list []netip.Prefix) {
	for _, s := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24",
		"203.0.113.0/24", "240.0.0.0/4", "::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "fec0::/10", "3fff::/20", "5f00::/16",
	} {
		list = append(list, netip.MustParsePrefix(s))
	}
	return list
}()

// isPublic reports addresses of the public internet; those that embed an IPv4 address are
// judged by it.
func isPublic(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	if a.IsLoopback() || a.IsPrivate() || a.IsLinkLocalUnicast() || a.IsMulticast() || a.IsUnspecified() {
		return false
	}
	for _, p := range specialPrefixes {
		if p.Contains(a) {
			return false
		}
	}
	if a.Is6() {
		b := a.As16()
		switch {
		case b[0] == 0x20 && b[1] == 0x02: // 6to4
			return isPublic(netip.AddrFrom4([4]byte(b[2:6])))
		case [12]byte(b[:12]) == [12]byte{0, 0x64, 0xff, 0x9b}: // NAT64
			return isPublic(netip.AddrFrom4([4]byte(b[12:16])))
		}
	}
	return true
}

// networkErrorKind sorts an error of the network stack.
func networkErrorKind(err error) (Kind, string) {
	var dns *stdnet.DNSError
	var cert *tls.CertificateVerificationError
	var unknown x509.UnknownAuthorityError
	var record tls.RecordHeaderError
	var alert tls.AlertError
	var op *stdnet.OpError
	var ne stdnet.Error
	switch {
	case errors.As(err, &dns):
		if dns.IsTimeout {
			return Timeout, "the name server did not answer for " + dns.Name
		}
		return DNS, "no address for " + dns.Name + "; check the name and the connection"
	case errors.As(err, &cert), errors.As(err, &unknown), errors.As(err, &record), errors.As(err, &alert):
		return TLS, err.Error()
	case errors.As(err, &ne) && ne.Timeout():
		return Timeout, "no answer in time"
	case errors.As(err, &op):
		return Connect, op.Error()
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.ECONNREFUSED), errors.Is(err, io.EOF):
		return Connect, "the server closed the connection without an answer"
	case strings.Contains(err.Error(), "malformed HTTP"), strings.Contains(err.Error(), "http: "), strings.Contains(err.Error(), "net/http"):
		return BadResponse, strings.TrimPrefix(err.Error(), "net/http: HTTP/1.x transport connection broken: ")
	case strings.Contains(err.Error(), "tls: "):
		return TLS, err.Error()
	}
	return Other, err.Error()
}

// http sends the request as it is now and makes the response.
// https://fetch.spec.whatwg.org/#http-network-or-cache-fetch
func (f *load) http() error {
	h := f.httpHeader()
	ans := f.send(f.method, h, f.body, f.includeCredentials())
	if ans.err != nil {
		return ans.err
	}
	r := f.resp
	r.Status, r.Text, r.Header, r.Body, r.URL = ans.status, ans.text, ans.header, ans.body, f.url
	if r.Text == "" && !ans.remote {
		r.Text = http.StatusText(r.Status)
	}
	switch r.Status {
	case 101, 407: // nobody asked for another protocol, nor is a proxy between
		return &Error{Kind: BadResponse, URL: f.url.Href(), Msg: fmt.Sprintf("the status %d is none of a page", r.Status)}
	}
	r.MIME = MIMEFromHeader(r.Header)
	r.FromLocal = !ans.remote
	r.Type = f.tainting
	if f.l.opt.Jar != nil && f.includeCredentials() {
		for _, line := range r.Header.Values("Set-Cookie") {
			f.l.opt.Jar.Set(f.url, line, f.cookieContext())
		}
	}
	r.mu.Lock()
	if t := &r.timing; t.ResponseStart.IsZero() {
		t.ResponseStart = time.Now()
	}
	if r.Body.src == nil {
		r.timing.ResponseEnd = time.Now()
		r.timing.DecodedBodySize = int64(len(r.Body.buf))
		r.timing.EncodedBodySize = r.timing.DecodedBodySize
	}
	if ans.remote {
		r.timing.NextHopProtocol = ans.proto
		r.timing.TransferSize = 300
	}
	r.mu.Unlock()
	return nil
}

// send asks the mount of the URL, or the network.
func (f *load) send(method string, h http.Header, body []byte, credentials bool) *httpAnswer {
	if m := f.l.findMount(&f.url); m != nil {
		if m.handler == nil {
			return f.l.serveDir(m, &f.url, method, f.limit)
		}
		f.addCookies(h, credentials)
		req, err := f.httpRequest(f.ctx, method, h, body)
		if err != nil {
			return &httpAnswer{err: err}
		}
		return f.serveHandler(m.handler, req)
	}
	if f.l.opt.Offline {
		return &httpAnswer{err: &Error{Kind: Offline, URL: f.url.Href(), Msg: "the network may not be used, and no folder or handler serves " + f.url.Origin().String()}}
	}
	if f.l.opt.BlockPrivate { // before a connection is even tried; names are judged by the address that is dialled
		host := strings.Trim(f.url.Hostname(), "[]")
		if isLocalhost(host) {
			host = "127.0.0.1"
		}
		if a, err := netip.ParseAddr(host); err == nil && !isPublic(a) {
			e := checkPublic(netip.AddrPortFrom(a, 1).String()).(*Error)
			e.URL = f.url.Href()
			return &httpAnswer{err: e}
		}
	}
	f.addCookies(h, credentials)
	ctx := httptrace.WithClientTrace(f.ctx, f.resp.trace())
	req, err := f.httpRequest(ctx, method, h, body)
	if err != nil {
		return &httpAnswer{err: err}
	}
	resp, err := f.l.client.RoundTrip(req)
	if err != nil {
		return &httpAnswer{err: asError(err, f.url.Href())}
	}
	ans := &httpAnswer{status: resp.StatusCode, header: resp.Header, remote: true, proto: "http/1.1"}
	if resp.ProtoMajor == 2 {
		ans.proto = "h2"
	}
	if _, text, ok := strings.Cut(resp.Status, " "); ok {
		ans.text = text
	}
	f.decodeBody(ans, resp.Body, resp.ContentLength, method)
	return ans
}

// httpRequest makes the net/http form of the request.
func (f *load) httpRequest(ctx context.Context, method string, h http.Header, body []byte) (*http.Request, error) {
	u := &url.URL{Scheme: f.url.Scheme(), Host: f.url.Host(), Opaque: ""}
	// The path goes out as it was parsed: net/http must not encode it again.
	raw := f.url.Pathname()
	u.Path, u.RawPath = string(PercentDecode(raw)), raw
	if q, ok := f.url.Query(); ok {
		u.RawQuery, u.ForceQuery = q, q == ""
	}
	if u.EscapedPath() != raw {
		u.Opaque = raw
		if strings.HasPrefix(raw, "//") {
			u.Opaque = "//" + u.Host + raw // the absolute form
		}
	}
	req := (&http.Request{Method: method, URL: u, Header: h, Host: u.Host, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1}).WithContext(ctx)
	if body != nil {
		req.Body = io.NopCloser(bytes.NewReader(body))
		req.ContentLength = int64(len(body))
		req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	}
	return req, nil
}

// trace fills in the timing.
func (r *Response) trace() *httptrace.ClientTrace {
	set := func(t *time.Time) {
		r.mu.Lock()
		*t = time.Now()
		r.mu.Unlock()
	}
	t := &r.timing
	return &httptrace.ClientTrace{
		DNSStart:             func(httptrace.DNSStartInfo) { set(&t.DNSStart) },
		DNSDone:              func(httptrace.DNSDoneInfo) { set(&t.DNSEnd) },
		ConnectStart:         func(string, string) { set(&t.ConnectStart) },
		ConnectDone:          func(string, string, error) { set(&t.ConnectEnd) },
		TLSHandshakeStart:    func() { set(&t.SecureConnectStart) },
		TLSHandshakeDone:     func(tls.ConnectionState, error) { set(&t.ConnectEnd) },
		GotConn:              func(httptrace.GotConnInfo) { set(&t.RequestStart) },
		GotFirstResponseByte: func() { set(&t.ResponseStart) },
	}
}

// countReader counts the bytes that came in, and holds them to what Content-Length says.
type countReader struct {
	r    io.Reader
	n    atomic.Int64
	want int64 // Content-Length, -1 unknown
}

func (c *countReader) Read(p []byte) (int, error) {
	have := c.n.Load()
	if c.want >= 0 {
		if have >= c.want { // as on a wire: what follows is of another message
			return 0, io.EOF
		}
		p = p[:min(int64(len(p)), c.want-have)]
	}
	n, err := c.r.Read(p)
	c.n.Add(int64(n))
	have += int64(n)
	switch {
	case errors.Is(err, syscall.ECONNRESET):
		err = &Error{Kind: CutOff, Msg: fmt.Sprintf("the connection was reset after %d bytes of the body", have), Err: err}
	case err == io.ErrUnexpectedEOF && c.want < 0: // of a chunked body
		err = &Error{Kind: CutOff, Msg: fmt.Sprintf("the connection ended after %d bytes of the body", have), Err: err}
	case (err == io.EOF || err == io.ErrUnexpectedEOF) && have < c.want:
		err = &Error{Kind: CutOff, Msg: fmt.Sprintf("the connection ended after %d of the %d bytes that Content-Length says", have, c.want), Err: io.ErrUnexpectedEOF}
	case err != nil && err != io.EOF && KindOf(asError(err, "")) == Other: // of chunks or frames
		err = &Error{Kind: BadResponse, Msg: fmt.Sprintf("after %d bytes the body is not as HTTP frames it: %v", have, err), Err: err}
	}
	return n, err
}

// decodeBody puts the content decoders on a body. https://fetch.spec.whatwg.org/#handle-content-codings
func (f *load) decodeBody(ans *httpAnswer, rc io.ReadCloser, length int64, method string) {
	if method == "HEAD" || ans.status == 204 || ans.status == 205 || ans.status == 304 {
		rc.Close()
		ans.body = f.l.newBufferBody(nil, nil)
		return
	}
	count := &countReader{r: rc, want: length}
	var src io.Reader = count
	var closers []func() error
	codings := contentCodings(ans.header)
	for i := len(codings) - 1; i >= 0; i-- {
		d := &lazyDecoder{coding: codings[i], src: src}
		src = d
		closers = append(closers, d.Close)
		length = -1
	}
	r := f.resp
	closer := func() error {
		for i := len(closers) - 1; i >= 0; i-- {
			closers[i]()
		}
		err := rc.Close()
		r.mu.Lock()
		r.timing.EncodedBodySize = count.n.Load()
		if ans.remote {
			r.timing.TransferSize = 300 + count.n.Load()
		}
		r.mu.Unlock()
		return err
	}
	if f.limit > 0 && length > f.limit {
		closer()
		ans.err = tooLarge(f.url.Href(), f.limit)
		return
	}
	ans.body = f.l.newStreamBody(src, closer, length, f.limit, f.url.Href())
}

// contentCodings are the codings that are known, in the order in which they were applied; an
// unknown one leaves the body as it is.
func contentCodings(h http.Header) []string {
	var list []string
	for _, c := range splitHeaderList(h.Values("Content-Encoding")) {
		switch c = lowerASCII(c); c {
		case "gzip", "x-gzip", "deflate", "br", "zstd":
			list = append(list, c)
		case "", "identity":
		default:
			return nil
		}
	}
	if len(list) > 4 { // a bomb of layers, not a body
		return nil
	}
	return list
}

// lazyDecoder makes its decoder at the first read, on the consumer's time.
type lazyDecoder struct {
	coding string
	src    io.Reader
	r      io.Reader
	close  func()
	err    error
}

func (d *lazyDecoder) Read(p []byte) (int, error) {
	if d.err != nil {
		return 0, d.err
	}
	if d.r == nil {
		if d.err = d.open(); d.err != nil {
			return 0, d.err
		}
	}
	n, err := d.r.Read(p)
	if err != nil {
		d.err = d.wrap(err)
	}
	return n, d.err
}

// wrap is what an error of the decoder means. As in Chromium, a stream that stops in the middle although the message that it is in is whole
// ends there, and what follows a stream is passed over.
func (d *lazyDecoder) wrap(err error) error {
	if err == io.ErrUnexpectedEOF || d.coding == "br" && err.Error() == "brotli: excessive input" {
		return io.EOF
	}
	if err == io.EOF || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	var op *stdnet.OpError
	if errors.As(err, &op) {
		return err
	}
	if e, ok := errors.AsType[*Error](err); ok { // of what the decoder reads
		return e
	}
	return &Error{Kind: BadEncoding, Msg: fmt.Sprintf("the body is not the %s that its Content-Encoding says", d.coding), Err: err}
}

func (d *lazyDecoder) open() error {
	br := bufio.NewReaderSize(d.src, 16<<10)
	head, err := br.Peek(2)
	if len(head) == 0 { // an empty body is empty in every coding
		if err == nil {
			err = io.EOF
		}
		return d.wrap(err)
	}
	switch d.coding {
	case "gzip", "x-gzip":
		if err := gzipHeader(br); err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return d.wrap(err)
		}
		d.r = flate.NewReader(br)
	case "deflate": // zlib as the standard says, or raw as some servers do
		if len(head) == 2 && head[0]&15 == 8 && (int(head[0])<<8|int(head[1]))%31 == 0 {
			z, err := zlib.NewReader(br)
			if err != nil {
				return d.wrap(err)
			}
			d.r = z
		} else {
			d.r = flate.NewReader(br)
		}
	case "br":
		d.r = brotli.NewReader(br)
	case "zstd":
		z, err := zstd.NewReader(br, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(8<<20), zstd.WithDecoderLowmem(true))
		if err != nil {
			return d.wrap(err)
		}
		d.r, d.close = z, z.Close
	}
	return nil
}

// gzipHeader reads the header of a gzip member. The checksum behind the member is not read: browsers look at none.
// https://datatracker.ietf.org/doc/html/rfc1952#section-2.3
func gzipHeader(r *bufio.Reader) error {
	var h [10]byte
	n, err := io.ReadFull(r, h[:])
	if magic := "\x1F\x8B\x08"; n > 0 && string(h[:min(n, 3)]) != magic[:min(n, 3)] {
		return gzip.ErrHeader
	}
	if err != nil {
		return err
	}
	const hasCRC, hasExtra, hasName, hasComment = 2, 4, 8, 16
	if h[3]&hasExtra != 0 {
		var n [2]byte
		if _, err := io.ReadFull(r, n[:]); err != nil {
			return err
		}
		if _, err := r.Discard(int(n[0]) | int(n[1])<<8); err != nil {
			return err
		}
	}
	for _, flag := range []byte{hasName, hasComment} {
		for c := byte(1); h[3]&flag != 0 && c != 0; {
			var err error
			if c, err = r.ReadByte(); err != nil {
				return err
			}
		}
	}
	if h[3]&hasCRC != 0 {
		_, err := r.Discard(2)
		return err
	}
	return nil
}

func (d *lazyDecoder) Close() error {
	if d.close != nil {
		d.close()
		d.close = nil
	}
	return nil
}

// acceptFor is the Accept header of a destination.
func acceptFor(d Destination) string {
	switch d {
	case DestDocument, DestIframe, DestFrame, DestObject, DestEmbed:
		return "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
	case DestImage:
		return "image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5"
	case DestStyle:
		return "text/css,*/*;q=0.1"
	case DestJSON:
		return "application/json,*/*;q=0.5"
	}
	return "*/*"
}

// httpHeader is the header to send, cookies excepted.
func (f *load) httpHeader() http.Header {
	h := f.header.Clone()
	set := func(name, value string) {
		if len(h[name]) == 0 {
			h[name] = []string{value}
		}
	}
	set("Accept", acceptFor(f.req.Destination))
	set("Accept-Language", f.l.opt.AcceptLanguage)
	set("User-Agent", f.l.opt.UserAgent)
	if h.Get("Range") != "" {
		h.Set("Accept-Encoding", "identity")
	} else {
		h.Set("Accept-Encoding", "gzip, deflate, br, zstd")
	}
	if f.body == nil && (f.method == "POST" || f.method == "PUT") {
		h.Set("Content-Length", "0")
	} else {
		h.Del("Content-Length") // net/http writes it
	}
	if ref := Referrer(f.req.Referrer, f.url, f.referrer); ref != "" {
		h.Set("Referer", ref)
	}
	if o := f.sentOrigin(); o != "" {
		h.Set("Origin", o)
	}
	f.fetchMetadata(h)
	if f.includeCredentials() && h.Get("Authorization") == "" {
		if user, pass := f.url.Username(), f.url.Password(); user != "" || pass != "" {
			r := http.Request{Header: h}
			r.SetBasicAuth(string(PercentDecode(user)), string(PercentDecode(pass)))
		}
	}
	return h
}

// sentOrigin: https://fetch.spec.whatwg.org/#append-a-request-origin-header
func (f *load) sentOrigin() string {
	if f.req.Origin.IsZero() {
		return ""
	}
	if f.tainting == CORSResponse {
		return f.originHeader()
	}
	if f.method == "GET" || f.method == "HEAD" {
		return ""
	}
	o := f.originHeader()
	if f.req.Mode != CORSMode {
		cross := f.url.Origin() != f.req.Origin
		downgrade := f.req.Origin.scheme == "https" && f.url.scheme != schemeHTTPS
		switch f.referrer {
		case NoReferrer:
			return "null"
		case DefaultReferrer, NoReferrerWhenDowngrade, StrictOrigin, StrictOriginWhenCrossOrigin:
			if downgrade {
				return "null"
			}
		case SameOriginReferrer:
			if cross {
				return "null"
			}
		}
	}
	return o
}

// originHeader is the origin as CORS sees it.
func (f *load) originHeader() string {
	if f.tainted {
		return "null"
	}
	return f.req.Origin.String()
}

// fetchMetadata: https://w3c.github.io/webappsec-fetch-metadata/
func (f *load) fetchMetadata(h http.Header) {
	if !f.url.PotentiallyTrustworthy() {
		return
	}
	dest := string(f.req.Destination)
	if dest == "" {
		dest = "empty"
	}
	h.Set("Sec-Fetch-Dest", dest)
	h.Set("Sec-Fetch-Mode", f.req.Mode.String())
	site := "none"
	if o := f.req.Origin; !o.IsZero() {
		site = "same-origin"
		for i := range f.resp.URLs {
			u := &f.resp.URLs[i]
			if u.Origin() == o {
				continue
			}
			if s := u.Site(); s == "" || s != o.Site() {
				site = "cross-site"
				break
			}
			site = "same-site"
		}
	}
	h.Set("Sec-Fetch-Site", site)
	if f.req.Mode == Navigate && f.req.Origin.IsZero() {
		h.Set("Sec-Fetch-User", "?1")
	}
}

// includeCredentials: cookies and authorization go with the request.
func (f *load) includeCredentials() bool {
	return f.req.Credentials == CredInclude || f.req.Mode == Navigate || f.req.Credentials == CredSameOrigin && f.tainting == Basic
}

func (f *load) cookieContext() CookieContext {
	cc := CookieContext{HTTP: true, SameSite: true}
	if f.req.Mode == Navigate && f.req.Destination == DestDocument {
		if o := f.req.Origin; !o.IsZero() {
			cc.SameSite = o.Site() != "" && o.Site() == f.url.Site()
		}
		cc.LaxOK = f.method == "GET" || f.method == "HEAD" || f.method == "OPTIONS" || f.method == "TRACE"
		return cc
	}
	if top := f.req.SiteForCookies; !top.IsZero() {
		cc.SameSite = top.SameSite(f.url)
	}
	return cc
}

func (f *load) addCookies(h http.Header, credentials bool) {
	h.Del("Cookie")
	if f.l.opt.Jar == nil || !credentials {
		return
	}
	if v := f.l.opt.Jar.Header(f.url, f.cookieContext()); v != "" {
		h.Set("Cookie", v)
	}
}

// serveHandler runs an embedder's handler as if it were a server; its body streams.
func (f *load) serveHandler(handler http.Handler, req *http.Request) *httpAnswer {
	req.RemoteAddr = "127.0.0.1:0"
	req.RequestURI = req.URL.RequestURI()
	if req.Body == nil {
		req.Body = http.NoBody
	}
	pr, pw := io.Pipe()
	w := &handlerWriter{header: make(http.Header), pipe: pw, ready: make(chan struct{}), head: req.Method == "HEAD"}
	go func() {
		defer func() {
			if p := recover(); p != nil {
				w.fail(&Error{Kind: BadResponse, URL: f.url.Href(), Msg: fmt.Sprintf("the handler panicked: %v", p)})
				return
			}
			w.WriteHeader(200)
			pw.Close()
		}()
		handler.ServeHTTP(w, req)
	}()
	select {
	case <-w.ready:
	case <-req.Context().Done():
		pr.CloseWithError(req.Context().Err())
		return &httpAnswer{err: asError(req.Context().Err(), f.url.Href())}
	}
	if w.err != nil {
		return &httpAnswer{err: w.err}
	}
	ans := &httpAnswer{status: w.status, header: w.sent}
	length := int64(-1)
	if n, err := strconv.ParseInt(w.sent.Get("Content-Length"), 10, 64); err == nil && n >= 0 {
		length = n
	}
	stop := context.AfterFunc(req.Context(), func() { pr.CloseWithError(req.Context().Err()) })
	f.decodeBody(ans, readCloser{pr, func() error { stop(); return pr.CloseWithError(io.ErrClosedPipe) }}, length, req.Method)
	return ans
}

type readCloser struct {
	io.Reader
	close func() error
}

func (r readCloser) Close() error { return r.close() }

// handlerWriter is the ResponseWriter of a mounted handler. Only the handler's goroutine writes.
type handlerWriter struct {
	header http.Header
	sent   http.Header // header at the time of WriteHeader
	status int
	err    error
	pipe   *io.PipeWriter
	ready  chan struct{}
	head   bool
}

func (w *handlerWriter) Header() http.Header { return w.header }

func (w *handlerWriter) WriteHeader(status int) {
	if status < 100 || status > 999 { // 0 would also read as "nothing sent yet"
		panic(fmt.Sprintf("invalid WriteHeader code %d", status)) // as a server of net/http does; serveHandler makes it an error
	}
	if w.status != 0 || w.err != nil || status >= 100 && status < 200 {
		return
	}
	w.status, w.sent = status, w.header.Clone()
	close(w.ready)
}

func (w *handlerWriter) Write(p []byte) (int, error) {
	if w.status == 0 && w.err == nil && w.header.Get("Content-Type") == "" && w.header.Get("Content-Encoding") == "" && len(p) > 0 {
		w.header.Set("Content-Type", http.DetectContentType(p)) // as a server of net/http does
	}
	w.WriteHeader(200)
	if w.head {
		return len(p), nil
	}
	return w.pipe.Write(p)
}

// Flush does nothing more: what was written is on its way.
func (w *handlerWriter) Flush() { w.WriteHeader(200) }

func (w *handlerWriter) fail(err error) {
	if w.status == 0 && w.err == nil {
		w.err = err
		close(w.ready)
	}
	w.pipe.CloseWithError(err)
}
