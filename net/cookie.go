package net

import (
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
	bytes   int64
}

// Limits of a jar, as browsers have them.
const (
	MaxCookieBytes      = 4096 // name and value
	MaxCookieAttribute  = 1024
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

// CookieContext says on whose behalf cookies are read or set.
type CookieContext struct {
	HTTP      bool // an HTTP request or response, not document.cookie: sees HttpOnly
	SameSite  bool // the request is same-site
	TopLevel  bool // a navigation of the top-level page: Lax cookies go with safe methods
	SafeVerb  bool // GET, HEAD, OPTIONS, TRACE
	Unlimited bool // the user or automation: every cookie matches
}

// ReportMemory adds what the cookies take.
func (j *Jar) ReportMemory(r *perf.Report, prefix string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	r.Bytes(prefix+"/cookies", j.bytes, "Cookies of the context.")
}
