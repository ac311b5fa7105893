package net

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

var idnaProfile = idna.New(
	idna.MapForLookup(),
	idna.Transitional(false),
	idna.StrictDomainName(false),
	idna.CheckHyphens(false),
	idna.BidiRule(),
	idna.CheckJoiners(true),
	idna.VerifyDNSLength(false),
)

// maxDomain bounds what goes through Punycode, whose time grows with the square of a label.
// No name that DNS can look up comes near it.
const maxDomain = 4096

// DomainToASCII makes the ASCII form of a domain; false where it has none. The result may
// hold forbidden code points, which the host parser refuses.
// https://url.spec.whatwg.org/#concept-domain-to-ascii (beStrict false)
func DomainToASCII(domain string) (string, bool) {
	if len(domain) > maxDomain {
		return "", false
	}
	s, err := idnaProfile.ToASCII(mapSince16(domain))
	if err != nil {
		return "", false
	}
	if strings.Contains(s, "xn--xn--") { // a label may not be Punycode of what looks like Punycode
		u, _ := idnaProfile.ToUnicode(s)
		if strings.HasPrefix(u, "xn--") || strings.Contains(u, ".xn--") {
			return "", false
		}
	}
	return s, true
}

// DomainToUnicode shows a domain to people; labels that do not decode stay as they are.
// https://url.spec.whatwg.org/#concept-domain-to-unicode
func DomainToUnicode(domain string) string {
	if len(domain) > maxDomain {
		return domain
	}
	s, _ := idnaProfile.ToUnicode(domain)
	return s
}

// mapSince16 maps the characters that UTS #46 maps or ignores since Unicode 15.1 to 16,
// and that older tables, which the idna package has under this Go version, refuse or map otherwise.
func mapSince16(s string) string {
	i := 0
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		if _, changed := since16(r); changed {
			break
		}
		i += n
	}
	if i == len(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 8)
	b.WriteString(s[:i])
	for _, r := range s[i:] {
		if m, changed := since16(r); !changed {
			b.WriteRune(r)
		} else if m != 0 {
			b.WriteRune(m)
		}
	}
	return b.String()
}

// since16 is what r maps to (0: it is ignored), or false where the tables have it right.
func since16(r rune) (rune, bool) {
	switch {
	case r < 0x4C0:
		return 0, false
	case 0x10A0 <= r && r <= 0x10C5:
		return r - 0x10A0 + 0x2D00, true
	case 0x206A <= r && r <= 0x206F, 0x1D173 <= r && r <= 0x1D17A, r == 0x17B4, r == 0x17B5, r == 0x115F, r == 0x1160, r == 0x3164, r == 0xFFA0, r == 0x180E:
		return 0, true
	}
	switch r {
	case 0x04C0:
		return 0x04CF, true
	case 0x1E9E:
		return 0xDF, true
	case 0x2132:
		return 0x214E, true
	case 0x2183:
		return 0x2184, true
	case 0x2F868:
		return 0x36FC, true
	case 0x2F874:
		return 0x5F53, true
	case 0x2F91F:
		return 0x243AB, true
	case 0x2F95F:
		return 0x7AEE, true
	case 0x2F9BF:
		return 0x45D7, true
	}
	return 0, false
}
