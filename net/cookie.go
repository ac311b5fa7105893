package net

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/niso-engine/niso/internal/perf"
)

// SameSite of a cookie. https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis
type SameSite uint8

const (
	SameSiteDefault SameSite = iota // not given: treated as Lax
	SameSiteNone
	SameSiteLax
	SameSiteStrict
)

func (s SameSite) String() string { return [...]string{"", "None", "Lax", "Strict"}[s&3] }

// Cookie is one stored cookie.
type Cookie struct {
	Name, Value string
	Domain      string // without a leading dot
	Path        string
	Expires     time.Time // zero for a session cookie
	Created     time.Time
	LastAccess  time.Time
	HostOnly    bool
	Secure      bool
	HTTPOnly    bool
	SameSite    SameSite

	seq uint64 // creation order
}

// Jar keeps the cookies of a browser context, in memory. It may be used from any goroutine.
type Jar struct {
	mu      sync.Mutex
	now     func() time.Time
	domains map[string][]Cookie // by registrable domain (or IP, or host without one)
	seq     uint64
	count   int
}

// Limits of a jar, as browsers have them.
const (
	MaxCookieBytes      = 4096 // name and value
	maxCookieAttribute  = 1024
	MaxCookiesPerDomain = 180
	MaxCookies          = 3300
	maxCookieAge        = 400 * 24 * time.Hour
)

// NewJar returns an empty jar. now is the clock (nil: time.Now), for virtual time.
func NewJar(now func() time.Time) *Jar {
	if now == nil {
		now = time.Now
	}
	return &Jar{now: now, domains: make(map[string][]Cookie)}
}

// CookieContext says on whose behalf cookies are read or set. The zero value is document.cookie
// in a cross-site frame.
type CookieContext struct {
	HTTP     bool // an HTTP request or response, not script: sees HttpOnly
	SameSite bool // the page at the top is same-site with the URL
	LaxOK    bool // a navigation of the page at the top with a safe method: Lax goes cross-site too
}

// DocumentCookies is the context of document.cookie in a page that is same-site with the page at the top.
var DocumentCookies = CookieContext{SameSite: true}

// secureForCookies: https, and localhost as browsers treat it.
func secureForCookies(u *URL) bool {
	return u.scheme == schemeHTTPS || u.scheme == schemeWSS || u.PotentiallyTrustworthy() && u.scheme != schemeFile
}

// Set stores one cookie from a Set-Cookie header or an assignment to document.cookie,
// and reports whether it was taken.
func (j *Jar) Set(u URL, line string, cc CookieContext) bool {
	c, domainAttr, hasPathRoot, ok := parseCookie(line, j.now())
	if !ok || u.Hostname() == "" {
		return false
	}
	host := u.Hostname()
	if len(domainAttr) > maxCookieAttribute {
		return false
	}
	if domainAttr != "" && IsPublicSuffix(domainAttr) {
		if domainAttr != host {
			return false
		}
		domainAttr = ""
	}
	if domainAttr != "" {
		if !domainMatch(host, domainAttr) {
			return false
		}
		c.Domain = domainAttr
	} else {
		c.Domain, c.HostOnly = host, true
	}
	if c.Path == "" {
		c.Path = defaultPath(&u)
	}
	secure := secureForCookies(&u)
	switch {
	case c.Secure && !secure,
		c.HTTPOnly && !cc.HTTP,
		c.SameSite == SameSiteNone && !c.Secure,
		c.SameSite != SameSiteNone && !cc.SameSite && !cc.LaxOK:
		return false
	}
	lower := lowerASCII(c.Name)
	if c.Name == "" {
		if v := lowerASCII(c.Value); strings.HasPrefix(v, "__secure-") || strings.HasPrefix(v, "__host-") {
			return false
		}
	}
	if strings.HasPrefix(lower, "__secure-") && !c.Secure ||
		strings.HasPrefix(lower, "__host-") && !(c.Secure && c.HostOnly && hasPathRoot) {
		return false
	}
	return j.store(c, secure, cc.HTTP)
}

// store puts c in the place of one with the same name, domain and path.
func (j *Jar) store(c Cookie, secure, http bool) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	now := j.now()
	key := RegistrableDomain(c.Domain)
	list := j.domains[key]
	if !c.Secure && !secure { // leave secure cookies alone
		for i := range list {
			o := &list[i]
			if o.Secure && o.Name == c.Name && (domainMatch(o.Domain, c.Domain) || domainMatch(c.Domain, o.Domain)) && pathMatch(c.Path, o.Path) {
				return false
			}
		}
	}
	j.seq++
	c.Created, c.LastAccess, c.seq = now, now, j.seq
	for i := range list {
		o := &list[i]
		if o.Name == c.Name && o.Domain == c.Domain && o.HostOnly == c.HostOnly && o.Path == c.Path {
			if o.HTTPOnly && !http {
				return false
			}
			c.Created, c.seq = o.Created, o.seq
			list = slices.Delete(list, i, i+1)
			j.count--
			break
		}
	}
	if c.Expires.IsZero() || c.Expires.After(now) {
		list = append(list, c)
		j.count++
	}
	if len(list) > MaxCookiesPerDomain {
		n := len(list)
		list = evict(list, len(list)-MaxCookiesPerDomain, now)
		j.count -= n - len(list)
	}
	if len(list) == 0 {
		delete(j.domains, key)
	} else {
		j.domains[key] = list
	}
	if j.count > MaxCookies {
		j.evictAll(now)
	}
	return true
}

// evict drops what has expired, else the n least recently used, insecure ones first.
func evict(list []Cookie, n int, now time.Time) []Cookie {
	before := len(list)
	list = slices.DeleteFunc(list, func(c Cookie) bool { return expired(&c, now) })
	if n -= before - len(list); n <= 0 {
		return list
	}
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		x, y := &list[a], &list[b]
		if x.Secure != y.Secure {
			if y.Secure {
				return -1
			}
			return 1
		}
		return cmp.Or(x.LastAccess.Compare(y.LastAccess), cmp.Compare(x.seq, y.seq))
	})
	for _, i := range order[:n] {
		list[i].seq = 0 // marks it
	}
	return slices.DeleteFunc(list, func(c Cookie) bool { return c.seq == 0 })
}

// evictAll brings the jar a tenth below its limit, the least recently used domains' cookies first.
func (j *Jar) evictAll(now time.Time) {
	type entry struct {
		key  string
		last time.Time
	}
	var all []entry
	for k, l := range j.domains {
		e := entry{key: k}
		for i := range l {
			if l[i].LastAccess.After(e.last) {
				e.last = l[i].LastAccess
			}
		}
		all = append(all, e)
	}
	slices.SortFunc(all, func(a, b entry) int { return cmp.Or(a.last.Compare(b.last), strings.Compare(a.key, b.key)) })
	for _, e := range all {
		if j.count <= MaxCookies*9/10 {
			return
		}
		j.count -= len(j.domains[e.key])
		delete(j.domains, e.key)
	}
}

func expired(c *Cookie, now time.Time) bool { return !c.Expires.IsZero() && !c.Expires.After(now) }

// Cookies are those that go with u: longer paths first, then the older ones.
func (j *Jar) Cookies(u URL, cc CookieContext) []Cookie {
	host, secure, path := u.Hostname(), secureForCookies(&u), u.Pathname()
	if host == "" {
		return nil
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	now := j.now()
	list := j.domains[RegistrableDomain(host)]
	var out []Cookie
	for i := range list {
		c := &list[i]
		switch {
		case expired(c, now),
			c.HostOnly && c.Domain != host,
			!c.HostOnly && !domainMatch(host, c.Domain),
			!pathMatch(path, c.Path),
			c.Secure && !secure,
			c.HTTPOnly && !cc.HTTP,
			!cc.SameSite && (c.SameSite == SameSiteStrict || c.SameSite != SameSiteNone && !cc.LaxOK):
			continue
		}
		c.LastAccess = now
		out = append(out, *c)
	}
	slices.SortStableFunc(out, func(a, b Cookie) int {
		return cmp.Or(cmp.Compare(len(b.Path), len(a.Path)), cmp.Compare(a.seq, b.seq))
	})
	return out
}

// Header is the value of the Cookie header for u, and of document.cookie; "" for no cookie.
func (j *Jar) Header(u URL, cc CookieContext) string {
	var b strings.Builder
	for i, c := range j.Cookies(u, cc) {
		if i > 0 {
			b.WriteString("; ")
		}
		if c.Name != "" {
			b.WriteString(c.Name)
			b.WriteByte('=')
		}
		b.WriteString(c.Value)
	}
	return b.String()
}

// All are all cookies that have not expired, by domain and age.
func (j *Jar) All() []Cookie {
	j.mu.Lock()
	defer j.mu.Unlock()
	now := j.now()
	var out []Cookie
	for _, list := range j.domains {
		for i := range list {
			if !expired(&list[i], now) {
				out = append(out, list[i])
			}
		}
	}
	slices.SortFunc(out, func(a, b Cookie) int { return cmp.Or(strings.Compare(a.Domain, b.Domain), cmp.Compare(a.seq, b.seq)) })
	return out
}

// Put stores a cookie that automation made; Domain and Name or Value must be given, Path defaults to "/".
func (j *Jar) Put(c Cookie) error {
	if strings.HasPrefix(c.Domain, ".") {
		c.Domain, c.HostOnly = c.Domain[1:], false
	}
	c.Domain = lowerASCII(c.Domain)
	switch {
	case c.Domain == "":
		return errors.New("net: a cookie needs a domain")
	case c.Name == "" && c.Value == "":
		return errors.New("net: a cookie needs a name or a value")
	case len(c.Name)+len(c.Value) > MaxCookieBytes:
		return errors.New("net: a cookie has at most 4096 bytes of name and value")
	case hasCookieControl(c.Name) || hasCookieControl(c.Value) || strings.ContainsAny(c.Name, ";=") || strings.Contains(c.Value, ";"):
		return errors.New("net: a cookie's name and value have no control characters and no semicolon")
	}
	if !strings.HasPrefix(c.Path, "/") {
		c.Path = "/"
	}
	j.store(c, true, true)
	return nil
}

// Delete removes the cookies of that name, domain and path ("" of the latter two is any)
// and returns how many.
func (j *Jar) Delete(name, domain, path string) int {
	domain = strings.TrimPrefix(domain, ".")
	return j.deleteFunc(func(c *Cookie) bool {
		return c.Name == name && (domain == "" || c.Domain == domain) && (path == "" || c.Path == path)
	})
}

// Clear removes all cookies.
func (j *Jar) Clear() { j.deleteFunc(func(*Cookie) bool { return true }) }

// ClearSession removes the cookies that have no expiry.
func (j *Jar) ClearSession() { j.deleteFunc(func(c *Cookie) bool { return c.Expires.IsZero() }) }

func (j *Jar) deleteFunc(f func(*Cookie) bool) (n int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for k, list := range j.domains {
		before := len(list)
		list = slices.DeleteFunc(list, func(c Cookie) bool { return f(&c) })
		n += before - len(list)
		if len(list) == 0 {
			delete(j.domains, k)
		} else {
			j.domains[k] = list
		}
	}
	j.count -= n
	return n
}

// ReportMemory adds what the cookies take.
func (j *Jar) ReportMemory(r *perf.Report, prefix string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	var n int64
	for k, list := range j.domains {
		n += int64(len(k)) + 64 + int64(cap(list))*176
		for i := range list {
			c := &list[i]
			n += int64(len(c.Name) + len(c.Value) + len(c.Domain) + len(c.Path))
		}
	}
	r.Bytes(prefix+"/cookies", n, "Cookies of the context.")
}

// domainMatch: RFC 6265bis, 5.1.3.
func domainMatch(host, domain string) bool {
	if host == domain {
		return true
	}
	return len(host) > len(domain) && strings.HasSuffix(host, domain) && host[len(host)-len(domain)-1] == '.' &&
		host[0] != '[' && !isIPv4Text(host)
}

// pathMatch: RFC 6265bis, 5.1.4.
func pathMatch(request, cookie string) bool {
	return request == cookie || strings.HasPrefix(request, cookie) && (strings.HasSuffix(cookie, "/") || request[len(cookie)] == '/')
}

// defaultPath: RFC 6265bis, 5.1.4.
func defaultPath(u *URL) string {
	p := u.Pathname()
	if i := strings.LastIndexByte(p, '/'); i > 0 {
		return p[:i]
	}
	return "/"
}
