package net

import (
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// corsCheck: https://fetch.spec.whatwg.org/#concept-cors-check
func corsCheck(h http.Header, origin string, credentials bool, u *URL) error {
	allow := strings.Join(h.Values("Access-Control-Allow-Origin"), ", ")
	fail := func(msg string) error { return &Error{Kind: CORS, URL: u.Href(), Msg: msg} }
	switch {
	case allow == "":
		return fail("the response has no Access-Control-Allow-Origin, and the page is of " + origin)
	case allow == "*" && !credentials:
		return nil
	case allow == "*":
		return fail("Access-Control-Allow-Origin may not be * for a request with credentials")
	case allow != origin:
		return fail("Access-Control-Allow-Origin is " + clip(allow, 100) + ", and the page is of " + origin)
	case credentials && h.Get("Access-Control-Allow-Credentials") != "true":
		return fail("Access-Control-Allow-Credentials must be true for a request with credentials")
	}
	return nil
}

// isSafelistedMethod: https://fetch.spec.whatwg.org/#cors-safelisted-method
func isSafelistedMethod(m string) bool { return m == "GET" || m == "HEAD" || m == "POST" }

// IsSafelistedHeader: https://fetch.spec.whatwg.org/#cors-safelisted-request-header
func IsSafelistedHeader(name, value string) bool {
	if len(value) > 128 {
		return false
	}
	switch lowerASCII(name) {
	case "accept":
		return !hasUnsafeByte(value)
	case "accept-language", "content-language":
		for i := 0; i < len(value); i++ {
			if c := value[i]; !isAlnum(c) && strings.IndexByte(" *,-.;=", c) < 0 {
				return false
			}
		}
		return true
	case "content-type":
		if hasUnsafeByte(value) {
			return false
		}
		m, ok := ParseMIME(value)
		if !ok {
			return false
		}
		switch m.Essence() {
		case "application/x-www-form-urlencoded", "multipart/form-data", "text/plain":
			return true
		}
	case "range":
		first, last, ok := strings.Cut(strings.TrimPrefix(value, "bytes="), "-")
		if !ok || !strings.HasPrefix(value, "bytes=") || first == "" {
			return false
		}
		a, err := strconv.ParseUint(first, 10, 63)
		if err != nil {
			return false
		}
		if last == "" {
			return true
		}
		b, err := strconv.ParseUint(last, 10, 63)
		return err == nil && a <= b
	}
	return false
}

// hasUnsafeByte: https://fetch.spec.whatwg.org/#cors-unsafe-request-header-byte
func hasUnsafeByte(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < 0x20 && c != '\t' || c == 0x7F || strings.IndexByte("\"():<>?@[\\]{}", c) >= 0 {
			return true
		}
	}
	return false
}

// unsafeHeaders are the names that need a preflight, lower-case and sorted.
// https://fetch.spec.whatwg.org/#cors-unsafe-request-header-names
func unsafeHeaders(h http.Header) []string {
	var list, safe []string
	size := 0
	for name, values := range h {
		v := strings.Join(values, ", ")
		if IsSafelistedHeader(name, v) {
			safe = append(safe, lowerASCII(name))
			size += len(v)
		} else {
			list = append(list, lowerASCII(name))
		}
	}
	if size > 1024 {
		list = append(list, safe...)
	}
	slices.Sort(list)
	return list
}

// IsForbiddenRequestHeader reports headers that script may not set.
// https://fetch.spec.whatwg.org/#forbidden-request-header
func IsForbiddenRequestHeader(name, value string) bool {
	switch n := lowerASCII(name); n {
	case "accept-charset", "accept-encoding", "access-control-request-headers", "access-control-request-method", "connection",
		"content-length", "cookie", "cookie2", "date", "dnt", "expect", "host", "keep-alive", "origin", "referer", "set-cookie",
		"te", "trailer", "transfer-encoding", "upgrade", "via":
		return true
	case "x-http-method", "x-http-method-override", "x-method-override":
		for _, m := range splitHeaderList([]string{value}) {
			switch upperASCII(m) {
			case "CONNECT", "TRACE", "TRACK":
				return true
			}
		}
		return false
	default:
		return strings.HasPrefix(n, "proxy-") || strings.HasPrefix(n, "sec-")
	}
}

func (f *load) needsPreflight() bool {
	return f.req.UseCORSPreflight || !isSafelistedMethod(f.method) || len(unsafeHeaders(f.header)) > 0
}

// preflightCache remembers what preflights allowed.
// https://fetch.spec.whatwg.org/#cors-preflight-cache
type preflightCache struct {
	mu sync.Mutex
	m  map[preflightKey]preflightEntry
}

type preflightKey struct {
	origin, url string
	credentials bool
}

type preflightEntry struct {
	until            time.Time
	methods, headers []string
}

// preflight: https://fetch.spec.whatwg.org/#cors-preflight-fetch
func (f *load) preflight() error {
	cred := f.req.Credentials == CredInclude
	headers := unsafeHeaders(f.header)
	key := preflightKey{f.originHeader(), f.url.HrefWithoutFragment(), cred}
	now := time.Now()
	f.l.cors.mu.Lock()
	e, ok := f.l.cors.m[key]
	f.l.cors.mu.Unlock()
	if ok && now.Before(e.until) && e.allows(f.method, headers, cred) == "" {
		return nil
	}
	h := http.Header{
		"Accept":                        {"*/*"},
		"Access-Control-Request-Method": {f.method},
		"Origin":                        {f.originHeader()},
		"User-Agent":                    {f.l.opt.UserAgent},
		"Accept-Language":               {f.l.opt.AcceptLanguage},
	}
	if len(headers) > 0 {
		h.Set("Access-Control-Request-Headers", strings.Join(headers, ","))
	}
	if ref := Referrer(f.req.Referrer, f.url, f.referrer); ref != "" {
		h.Set("Referer", ref)
	}
	h.Set("Sec-Fetch-Mode", "cors")
	ans := f.send("OPTIONS", h, nil, false)
	if ans.err != nil {
		return ans.err
	}
	ans.body.drain()
	ans.body.Release()
	if err := corsCheck(ans.header, f.originHeader(), cred, &f.url); err != nil {
		return err
	}
	if ans.status < 200 || ans.status > 299 {
		return &Error{Kind: CORS, URL: f.url.Href(), Msg: fmt.Sprintf("the preflight was answered with status %d", ans.status)}
	}
	e = preflightEntry{
		methods: splitHeaderList(ans.header.Values("Access-Control-Allow-Methods")),
		headers: splitHeaderList(ans.header.Values("Access-Control-Allow-Headers")),
	}
	if len(e.methods) == 0 && f.req.UseCORSPreflight {
		e.methods = []string{f.method}
	}
	if msg := e.allows(f.method, headers, cred); msg != "" {
		return &Error{Kind: CORS, URL: f.url.Href(), Msg: msg}
	}
	age := 5
	if n, err := strconv.Atoi(ans.header.Get("Access-Control-Max-Age")); err == nil {
		age = min(max(n, 0), 7200)
	}
	e.until = now.Add(time.Duration(age) * time.Second)
	c := &f.l.cors
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.m == nil || len(c.m) >= 256 {
		c.m = make(map[preflightKey]preflightEntry)
	}
	c.m[key] = e
	return nil
}

// allows says what the preflight did not allow, or "".
func (e *preflightEntry) allows(method string, headers []string, credentials bool) string {
	if !isSafelistedMethod(method) && !slices.Contains(e.methods, method) && (credentials || !slices.Contains(e.methods, "*")) {
		return "the preflight does not allow the method " + method
	}
	for _, h := range headers {
		ok := slices.ContainsFunc(e.headers, func(a string) bool { return equalFoldASCII(a, h) })
		if !ok && !credentials && h != "authorization" {
			ok = slices.Contains(e.headers, "*")
		}
		if !ok {
			return "the preflight does not allow the header " + h
		}
	}
	return ""
}

// VisibleHeader is the header as script sees it through the response's filter.
// https://fetch.spec.whatwg.org/#concept-filtered-response
func (r *Response) VisibleHeader() http.Header {
	if !r.Visible() {
		return http.Header{}
	}
	h := r.Header.Clone()
	h.Del("Set-Cookie")
	h.Del("Set-Cookie2")
	if r.Type == Basic {
		return h
	}
	expose := splitHeaderList(r.Header.Values("Access-Control-Expose-Headers"))
	all := slices.Contains(expose, "*") && r.Request.Credentials != CredInclude
	for name := range h {
		switch lowerASCII(name) {
		case "cache-control", "content-language", "content-length", "content-type", "expires", "last-modified", "pragma":
			continue
		}
		if !all && !slices.ContainsFunc(expose, func(e string) bool { return equalFoldASCII(e, name) }) {
			delete(h, name)
		}
	}
	return h
}

// checkIntegrity: https://w3c.github.io/webappsec-subresource-integrity/#does-response-match-metadatalist
func (f *load) checkIntegrity() error {
	if f.resp.Type == Opaque {
		return &Error{Kind: Integrity, URL: f.url.Href(), Msg: "integrity needs a response that CORS lets the page read; add crossorigin"}
	}
	strongest, want := 0, []string(nil)
	for item := range strings.FieldsSeq(f.req.Integrity) {
		item, _ = cutByte(item, '?')
		alg, digest, ok := strings.Cut(item, "-")
		n := 0
		switch lowerASCII(alg) {
		case "sha256":
			n = 256
		case "sha384":
			n = 384
		case "sha512":
			n = 512
		}
		if !ok || n == 0 || n < strongest {
			continue
		}
		if n > strongest {
			strongest, want = n, nil
		}
		want = append(want, strings.TrimRight(strings.NewReplacer("-", "+", "_", "/").Replace(digest), "="))
	}
	if strongest == 0 {
		return nil
	}
	b, err := f.resp.Body.Bytes()
	if err != nil {
		return err
	}
	f.resp.Body.off = 0 // the consumer reads from the beginning
	var sum []byte
	switch strongest {
	case 256:
		s := sha256.Sum256(b)
		sum = s[:]
	case 384:
		s := sha512.Sum384(b)
		sum = s[:]
	case 512:
		s := sha512.Sum512(b)
		sum = s[:]
	}
	got := base64.RawStdEncoding.EncodeToString(sum)
	if slices.Contains(want, got) {
		return nil
	}
	return &Error{Kind: Integrity, URL: f.url.Href(), Msg: fmt.Sprintf("the bytes have the digest sha%d-%s, which integrity does not list", strongest, got)}
}
