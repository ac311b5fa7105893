package bind

import (
	"slices"
	"unicode/utf8"

	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/net"
)

// URL is a URL object. https://url.spec.whatwg.org/#url-class
type URL struct {
	Object
	u      net.URL
	params *URLSearchParams // nil until script asked for it
}

// parseURLArg parses a URL and its optional base.
func parseURLArg(url string, base Opt[string]) (net.URL, bool) {
	if !base.Set {
		u, err := net.Parse(url, nil)
		return u, err == nil
	}
	b, err := net.Parse(base.Value, nil)
	if err != nil {
		return net.URL{}, false
	}
	u, err := net.Parse(url, &b)
	return u, err == nil
}

// ConstructURL is new URL(url, base).
func ConstructURL(c *js.Call, url string, base Opt[string]) *URL {
	u, ok := parseURLArg(url, base)
	if !ok {
		if base.Set {
			if _, err := net.Parse(base.Value, nil); err != nil {
				c.TypeError("Invalid base URL")
				return nil
			}
		}
		c.TypeError("Invalid URL")
		return nil
	}
	return &URL{u: u}
}

// URLParse is URL.parse.
func URLParse(url string, base Opt[string]) *URL {
	if u, ok := parseURLArg(url, base); ok {
		return &URL{u: u}
	}
	return nil
}

// URLCanParse is URL.canParse.
func URLCanParse(url string, base Opt[string]) bool {
	_, ok := parseURLArg(url, base)
	return ok
}

// Href is URL.href.
func (u *URL) Href() string { return u.u.Href() }

// SetHref sets URL.href.
func (u *URL) SetHref(c *js.Call, v string) {
	if u.u.SetHref(v) != nil {
		c.TypeError("Invalid URL")
		return
	}
	u.refreshParams()
}

// Origin is URL.origin.
func (u *URL) Origin() string { return u.u.Origin().String() }

// Protocol is URL.protocol.
func (u *URL) Protocol() string { return u.u.Protocol() }

// SetProtocol sets URL.protocol.
func (u *URL) SetProtocol(v string) { u.u.SetProtocol(v) }

// Username is URL.username.
func (u *URL) Username() string { return u.u.Username() }

// SetUsername sets URL.username.
func (u *URL) SetUsername(v string) { u.u.SetUsername(v) }

// Password is URL.password.
func (u *URL) Password() string { return u.u.Password() }

// SetPassword sets URL.password.
func (u *URL) SetPassword(v string) { u.u.SetPassword(v) }

// Host is URL.host.
func (u *URL) Host() string { return u.u.Host() }

// SetHost sets URL.host.
func (u *URL) SetHost(v string) { u.u.SetHost(v) }

// Hostname is URL.hostname.
func (u *URL) Hostname() string { return u.u.Hostname() }

// SetHostname sets URL.hostname.
func (u *URL) SetHostname(v string) { u.u.SetHostname(v) }

// Port is URL.port.
func (u *URL) Port() string { return u.u.Port() }

// SetPort sets URL.port.
func (u *URL) SetPort(v string) { u.u.SetPort(v) }

// Pathname is URL.pathname.
func (u *URL) Pathname() string { return u.u.Pathname() }

// SetPathname sets URL.pathname.
func (u *URL) SetPathname(v string) { u.u.SetPathname(v) }

// Search is URL.search.
func (u *URL) Search() string { return u.u.Search() }

// SetSearch sets URL.search.
func (u *URL) SetSearch(v string) {
	u.u.SetSearch(v)
	u.refreshParams()
}

// Hash is URL.hash.
func (u *URL) Hash() string { return u.u.Hash() }

// SetHash sets URL.hash.
func (u *URL) SetHash(v string) { u.u.SetHash(v) }

// ToJSON is URL.toJSON.
func (u *URL) ToJSON() string { return u.u.Href() }

// SearchParams is URL.searchParams.
func (u *URL) SearchParams() *URLSearchParams {
	if u.params == nil {
		u.params = &URLSearchParams{url: u}
		u.refreshParams()
	}
	return u.params
}

// refreshParams makes the params what the query says.
func (u *URL) refreshParams() {
	if u.params != nil {
		q, _ := u.u.Query()
		u.params.list = net.ParseForm(q)
	}
}

func (u *URL) trace(t *js.Tracer) { mark(t, u.params) }

// URLSearchParams is a list of pairs, perhaps that of a URL.
// https://url.spec.whatwg.org/#interface-urlsearchparams
type URLSearchParams struct {
	Object
	list []net.Pair
	url  *URL // whose query it is; nil for none
}

// ConstructURLSearchParams is new URLSearchParams(init).
func ConstructURLSearchParams(c *js.Call, init js.Value) *URLSearchParams {
	p := &URLSearchParams{}
	switch {
	case init.IsUndefined():
	case init.IsObject() && c.IsIterable(init):
		c.ToSequence(init, func(v js.Value) {
			var pair []string
			c.ToSequence(v, func(v js.Value) { pair = append(pair, c.ToUSVString(v)) })
			if c.Failed() {
				return
			}
			if len(pair) != 2 {
				c.TypeError("Sequence initializer must only contain pair elements")
				return
			}
			p.list = append(p.list, net.Pair{Name: pair[0], Value: pair[1]})
		})
	case init.IsObject():
		c.ToRecord(init, func(key string, v js.Value) {
			key = js.ToUSV(key)
			val := c.ToUSVString(v)
			for i := range p.list { // names that become equal as USVStrings
				if p.list[i].Name == key {
					p.list[i].Value = val
					return
				}
			}
			p.list = append(p.list, net.Pair{Name: key, Value: val})
		})
	default:
		s := c.ToUSVString(init)
		if s != "" && s[0] == '?' {
			s = s[1:]
		}
		p.list = net.ParseForm(s)
	}
	return p
}

// changed writes the list into the URL.
func (p *URLSearchParams) changed() {
	if p.url == nil {
		return
	}
	s := net.SerializeForm(p.list)
	u := &p.url.u
	if s == "" {
		u.SetSearch("")
		return
	}
	u.SetSearch("?" + s)
}

// Size is URLSearchParams.size.
func (p *URLSearchParams) Size() uint32 { return uint32(len(p.list)) }

// Append is URLSearchParams.append.
func (p *URLSearchParams) Append(name, value string) {
	p.list = append(p.list, net.Pair{Name: name, Value: value})
	p.changed()
}

// Delete is URLSearchParams.delete.
func (p *URLSearchParams) Delete(name string, value Opt[string]) {
	p.list = slices.DeleteFunc(p.list, func(e net.Pair) bool {
		return e.Name == name && (!value.Set || e.Value == value.Value)
	})
	p.changed()
}

// Get is URLSearchParams.get.
func (p *URLSearchParams) Get(name string) Opt[string] {
	for _, e := range p.list {
		if e.Name == name {
			return Some(e.Value)
		}
	}
	return Opt[string]{}
}

// GetAll is URLSearchParams.getAll.
func (p *URLSearchParams) GetAll(name string) (l []string) {
	for _, e := range p.list {
		if e.Name == name {
			l = append(l, e.Value)
		}
	}
	return l
}

// Has is URLSearchParams.has.
func (p *URLSearchParams) Has(name string, value Opt[string]) bool {
	return slices.ContainsFunc(p.list, func(e net.Pair) bool {
		return e.Name == name && (!value.Set || e.Value == value.Value)
	})
}

// Set is URLSearchParams.set.
func (p *URLSearchParams) Set(name, value string) {
	found := false
	out := p.list[:0]
	for _, e := range p.list {
		if e.Name == name {
			if found {
				continue
			}
			found = true
			e.Value = value
		}
		out = append(out, e)
	}
	if !found {
		out = append(out, net.Pair{Name: name, Value: value})
	}
	p.list = out
	p.changed()
}

// Sort is URLSearchParams.sort: by the UTF-16 units of names, stable.
func (p *URLSearchParams) Sort() {
	slices.SortStableFunc(p.list, func(a, b net.Pair) int { return compareUTF16(a.Name, b.Name) })
	p.changed()
}

// String is the stringifier of URLSearchParams.
func (p *URLSearchParams) String() string { return net.SerializeForm(p.list) }

// PairAt is the list behind the iterators.
func (p *URLSearchParams) PairAt(c *js.Call, i int) (key, value js.Value, ok bool) {
	if i >= len(p.list) {
		return js.Undefined, js.Undefined, false
	}
	return c.String(p.list[i].Name), c.String(p.list[i].Value), true
}

func (p *URLSearchParams) trace(t *js.Tracer) { mark(t, p.url) }

// compareUTF16 orders strings by their UTF-16 units: characters beyond U+FFFF, whose first unit is a surrogate, come
// before U+E000 to U+FFFF.
func compareUTF16(a, b string) int {
	for a != "" && b != "" {
		ra, na := utf8.DecodeRuneInString(a)
		rb, nb := utf8.DecodeRuneInString(b)
		if ra != rb {
			if (ra > 0xFFFF) != (rb > 0xFFFF) {
				if ra > 0xFFFF {
					ra = 0xD800
				} else {
					rb = 0xD800
				}
			}
			if ra < rb {
				return -1
			}
			return 1
		}
		a, b = a[na:], b[nb:]
	}
	return len(a) - len(b)
}
