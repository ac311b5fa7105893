package bind

import (
	"net/http"
	"slices"
	"sort"
	"strings"

	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/net"
)

// headersGuard says what script may do to a Headers object.
// https://fetch.spec.whatwg.org/#concept-headers-guard
type headersGuard uint8

const (
	guardNone headersGuard = iota
	guardRequest
	guardRequestNoCORS
	guardResponse
	guardImmutable
)

// Headers is a header list. Names and values are byte strings.
// https://fetch.spec.whatwg.org/#headers-class
type Headers struct {
	Object
	list  []net.Pair // names as they were given
	guard headersGuard
	// combined is the sorted and combined list that iterators see; nil after a change.
	combined []net.Pair
}

// latin1 makes the characters of a byte string.
func latin1(s string) string {
	if isASCII(s) {
		return s
	}
	b := make([]byte, 0, len(s)+len(s)/2)
	for i := 0; i < len(s); i++ {
		if s[i] < 0x80 {
			b = append(b, s[i])
		} else {
			b = append(b, 0xC0|s[i]>>6, 0x80|s[i]&0x3F)
		}
	}
	return string(b)
}

// isToken reports an HTTP token: header names, methods.
func isToken(s string) bool {
	if s == "" {
		return false
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c <= ' ' || c >= 0x7F || strings.IndexByte(`"(),/:;<=>?@[\]{}`, c) >= 0 {
			return false
		}
	}
	return true
}

// isHeaderValue reports a header value (after normalizing).
func isHeaderValue(s string) bool {
	return strings.IndexByte(s, 0) < 0 && !strings.ContainsAny(s, "\r\n")
}

// normalizeHeader strips HTTP white space. https://fetch.spec.whatwg.org/#concept-header-value-normalize
func normalizeHeader(s string) string { return strings.Trim(s, " \t\r\n") }

// ConstructHeaders is new Headers(init).
func ConstructHeaders(c *js.Call, init js.Value) *Headers {
	h := &Headers{}
	if !init.IsUndefined() {
		h.fill(&c.Conv, init)
	}
	return h
}

// fill appends what a HeadersInit holds. https://fetch.spec.whatwg.org/#concept-headers-fill
func (h *Headers) fill(c *js.Conv, init js.Value) {
	if !init.IsObject() {
		c.TypeError("The provided value is not of type '(record<ByteString, ByteString> or sequence<sequence<ByteString>>)'.")
		return
	}
	if o := js.HostOf(init, cls.Headers); !o.IsNone() {
		for _, e := range slices.Clone(o.State().(*Headers).list) {
			h.append(c, e.Name, e.Value)
		}
		return
	}
	if c.IsIterable(init) {
		var pairs [][]string
		c.ToSequence(init, func(v js.Value) {
			var p []string
			c.ToSequence(v, func(v js.Value) { p = append(p, c.ToByteString(v)) })
			pairs = append(pairs, p)
		})
		for _, p := range pairs {
			if c.Failed() {
				return
			}
			if len(p) != 2 {
				c.TypeError("Invalid value")
				return
			}
			h.append(c, p[0], p[1])
		}
		return
	}
	var pairs []net.Pair
	c.ToRecord(init, func(key string, v js.Value) {
		for _, r := range key {
			if r > 0xFF {
				c.TypeError("String contains non ISO-8859-1 code point.")
				return
			}
		}
		b := make([]byte, 0, len(key))
		for _, r := range key {
			b = append(b, byte(r))
		}
		pairs = append(pairs, net.Pair{Name: string(b), Value: c.ToByteString(v)})
	})
	for _, p := range pairs {
		if c.Failed() {
			return
		}
		h.append(c, p.Name, p.Value)
	}
}

// validate is "validate (name, value)": false if nothing is to be done.
func (h *Headers) validate(c *js.Conv, name, value string) bool {
	switch {
	case !isToken(name):
		c.TypeError("Invalid name")
		return false
	case !isHeaderValue(value):
		c.TypeError("Invalid value")
		return false
	case h.guard == guardImmutable:
		c.TypeError("Headers are immutable")
		return false
	case h.guard == guardRequest && net.IsForbiddenRequestHeader(name, value):
		return false
	case h.guard == guardResponse && isForbiddenResponseHeader(name):
		return false
	}
	return true
}

func isForbiddenResponseHeader(name string) bool {
	return equalFold(name, "Set-Cookie") || equalFold(name, "Set-Cookie2")
}

// isNoCORSName reports a no-CORS-safelisted request-header name.
func isNoCORSName(name string) bool {
	switch strings.ToLower(name) {
	case "accept", "accept-language", "content-language", "content-type":
		return true
	}
	return false
}

func (h *Headers) append(c *js.Conv, name, value string) {
	if c.Failed() {
		return
	}
	value = normalizeHeader(value)
	if !h.validate(c, name, value) {
		return
	}
	if h.guard == guardRequestNoCORS {
		v := value
		if old, ok := h.get(name); ok {
			v = old + ", " + value
		}
		if !isNoCORSName(name) || !net.IsSafelistedHeader(name, v) {
			return
		}
	}
	h.appendRaw(name, value)
}

// appendRaw appends without checks; a header that is there gives its spelling of the name.
func (h *Headers) appendRaw(name, value string) {
	for _, e := range h.list {
		if equalFold(e.Name, name) {
			name = e.Name
			break
		}
	}
	h.list = append(h.list, net.Pair{Name: name, Value: value})
	h.combined = nil
}

// get is the combined value of a name.
func (h *Headers) get(name string) (string, bool) {
	v, found := "", false
	for _, e := range h.list {
		if equalFold(e.Name, name) {
			if found {
				v += ", " + e.Value
			} else {
				v, found = e.Value, true
			}
		}
	}
	return v, found
}

func (h *Headers) setRaw(name, value string) {
	out, found := h.list[:0], false
	for _, e := range h.list {
		if equalFold(e.Name, name) {
			if found {
				continue
			}
			e.Value, found = value, true
		}
		out = append(out, e)
	}
	if !found {
		out = append(out, net.Pair{Name: name, Value: value})
	}
	h.list, h.combined = out, nil
}

// Append is Headers.append.
func (h *Headers) Append(c *js.Call, name, value string) { h.append(&c.Conv, name, value) }

// Delete is Headers.delete.
func (h *Headers) Delete(c *js.Call, name string) {
	if !h.validate(&c.Conv, name, "") {
		return
	}
	if h.guard == guardRequestNoCORS && !isNoCORSName(name) && !equalFold(name, "Range") {
		return
	}
	h.list = slices.DeleteFunc(h.list, func(e net.Pair) bool { return equalFold(e.Name, name) })
	h.combined = nil
}

// Get is Headers.get.
func (h *Headers) Get(c *js.Call, name string) Opt[string] {
	if !isToken(name) {
		c.TypeError("Invalid name")
		return Opt[string]{}
	}
	v, ok := h.get(name)
	return Opt[string]{Value: latin1(v), Set: ok}
}

// GetSetCookie is Headers.getSetCookie.
func (h *Headers) GetSetCookie() (l []string) {
	for _, e := range h.list {
		if equalFold(e.Name, "Set-Cookie") {
			l = append(l, latin1(e.Value))
		}
	}
	return l
}

// Has is Headers.has.
func (h *Headers) Has(c *js.Call, name string) bool {
	if !isToken(name) {
		c.TypeError("Invalid name")
		return false
	}
	_, ok := h.get(name)
	return ok
}

// Set is Headers.set.
func (h *Headers) Set(c *js.Call, name, value string) {
	value = normalizeHeader(value)
	if !h.validate(&c.Conv, name, value) {
		return
	}
	if h.guard == guardRequestNoCORS && (!isNoCORSName(name) || !net.IsSafelistedHeader(name, value)) {
		return
	}
	h.setRaw(name, value)
}

// sorted is the list as iterators see it: names in lower case, sorted, values combined but for Set-Cookie.
// https://fetch.spec.whatwg.org/#concept-header-list-sort-and-combine
func (h *Headers) sorted() []net.Pair {
	if h.combined == nil {
		for _, e := range h.list {
			e.Name = strings.ToLower(e.Name)
			i := slices.IndexFunc(h.combined, func(o net.Pair) bool { return o.Name == e.Name })
			if i < 0 || e.Name == "set-cookie" {
				h.combined = append(h.combined, e)
			} else {
				h.combined[i].Value += ", " + e.Value
			}
		}
		sort.SliceStable(h.combined, func(i, j int) bool { return h.combined[i].Name < h.combined[j].Name })
	}
	return h.combined
}

// PairAt is the list behind the iterators.
func (h *Headers) PairAt(c *js.Call, i int) (key, value js.Value, ok bool) {
	l := h.sorted()
	if i >= len(l) {
		return js.Undefined, js.Undefined, false
	}
	return c.String(l[i].Name), c.String(latin1(l[i].Value)), true
}

// header is the list for the loader.
func (h *Headers) header() http.Header {
	if len(h.list) == 0 {
		return nil
	}
	m := make(http.Header, len(h.list))
	for _, e := range h.list {
		m.Add(e.Name, e.Value)
	}
	return m
}

// headersOf makes the Headers of a response's header.
func headersOf(m http.Header, g headersGuard) *Headers {
	h := &Headers{guard: g}
	names := make([]string, 0, len(m))
	for n := range m {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		for _, v := range m[n] {
			h.list = append(h.list, net.Pair{Name: strings.ToLower(n), Value: v})
		}
	}
	return h
}

func (h *Headers) clone(g headersGuard) *Headers {
	return &Headers{list: slices.Clone(h.list), guard: g}
}
