package net

// ReferrerPolicy decides how much of a page's URL its requests tell.
// https://w3c.github.io/webappsec-referrer-policy/#referrer-policies
type ReferrerPolicy uint8

const (
	DefaultReferrer ReferrerPolicy = iota // strict-origin-when-cross-origin
	NoReferrer
	NoReferrerWhenDowngrade
	SameOriginReferrer
	OriginReferrer
	StrictOrigin
	OriginWhenCrossOrigin
	StrictOriginWhenCrossOrigin
	UnsafeURL
	referrerPolicyCount
)

var referrerPolicyNames = [referrerPolicyCount]string{
	"", "no-referrer", "no-referrer-when-downgrade", "same-origin", "origin", "strict-origin",
	"origin-when-cross-origin", "strict-origin-when-cross-origin", "unsafe-url",
}

func (p ReferrerPolicy) String() string { return referrerPolicyNames[p] }

// ParseReferrerPolicy finds the policy of a token (an attribute's value), or false.
func ParseReferrerPolicy(token string) (ReferrerPolicy, bool) {
	token = lowerASCII(token)
	for p, n := range referrerPolicyNames {
		if n == token {
			return ReferrerPolicy(p), true
		}
	}
	return DefaultReferrer, false
}

// ReferrerPolicyFromHeader reads a Referrer-Policy header: the last token that is known.
// https://w3c.github.io/webappsec-referrer-policy/#parse-referrer-policy-from-header
func ReferrerPolicyFromHeader(values []string) ReferrerPolicy {
	policy := DefaultReferrer
	for _, v := range values {
		for v != "" {
			var tok string
			tok, v = cutByte(v, ',')
			if p, ok := ParseReferrerPolicy(trimHTTPSpace(tok)); ok && p != DefaultReferrer {
				policy = p
			}
		}
	}
	return policy
}

// Referrer is the URL to send to `to` (as the Referer header, and document.referrer),
// or "" for none. https://w3c.github.io/webappsec-referrer-policy/#determine-requests-referrer
func Referrer(source, to URL, policy ReferrerPolicy) string {
	if source.IsZero() || !source.IsHTTP() {
		return ""
	}
	full := source.stripForReferrer()
	if len(full) > 4096 {
		full = source.Origin().String() + "/"
	}
	origin := source.Origin().String() + "/"
	same := source.Origin() == to.Origin()
	downgrade := source.PotentiallyTrustworthy() && !to.PotentiallyTrustworthy()
	switch policy {
	case NoReferrer:
		return ""
	case OriginReferrer:
		return origin
	case UnsafeURL:
		return full
	case StrictOrigin:
		if downgrade {
			return ""
		}
		return origin
	case SameOriginReferrer:
		if same {
			return full
		}
		return ""
	case OriginWhenCrossOrigin:
		if same {
			return full
		}
		return origin
	case NoReferrerWhenDowngrade:
		if downgrade {
			return ""
		}
		return full
	}
	switch { // strict-origin-when-cross-origin
	case same:
		return full
	case downgrade:
		return ""
	}
	return origin
}
