package net

import (
	"strings"

	"golang.org/x/net/publicsuffix"
)

// RegistrableDomain is the public suffix of host with the label before it; host itself for
// IP addresses, public suffixes and single labels.
// https://url.spec.whatwg.org/#host-registrable-domain
func RegistrableDomain(host string) string {
	if host == "" || host[0] == '[' || isIPv4Text(host) {
		return host
	}
	h := strings.TrimSuffix(host, ".")
	d, err := publicsuffix.EffectiveTLDPlusOne(h)
	if err != nil {
		return host
	}
	return d
}

// IsPublicSuffix reports whether anyone may register names below host.
func IsPublicSuffix(host string) bool {
	s, _ := publicsuffix.PublicSuffix(host)
	return s == host
}

// UnderPublicSuffix reports whether host is a name below a suffix that ICANN's part of the Public Suffix List has, as example.org is and
// a.html is not.
func UnderPublicSuffix(host string) bool {
	suffix, icann := publicsuffix.PublicSuffix(host)
	return icann && suffix != host
}

func isIPv4Text(h string) bool {
	for i := 0; i < len(h); i++ {
		if c := h[i]; !isDigit(c) && c != '.' {
			return false
		}
	}
	return h != ""
}

// SameSite reports whether u and v have the same scheme and registrable domain.
// https://html.spec.whatwg.org/#same-site
func (u URL) SameSite(v URL) bool { return u.Site() == v.Site() && u.Site() != "" }

// Site is the scheme and registrable domain of a URL with a tuple origin, or "".
// https://html.spec.whatwg.org/#obtain-a-site
func (u URL) Site() string {
	if u.host == NoHost || u.host == EmptyHost || u.scheme == notSpecial {
		return ""
	}
	return u.Scheme() + "://" + RegistrableDomain(u.Hostname())
}

// Site is the origin's scheme and registrable domain, or "" for an opaque one.
func (o Origin) Site() string {
	if o.opaque != 0 || o.scheme == "" {
		return ""
	}
	return o.scheme + "://" + RegistrableDomain(o.host)
}
