package net

import "golang.org/x/net/idna"

var idnaProfile = idna.New(
	idna.MapForLookup(),
	idna.Transitional(false),
	idna.StrictDomainName(false),
	idna.CheckHyphens(false),
	idna.BidiRule(),
	idna.CheckJoiners(true),
	idna.VerifyDNSLength(false),
)

// domainToASCII: https://url.spec.whatwg.org/#concept-domain-to-ascii
func domainToASCII(domain string, beStrict bool) (string, bool) {
	s, err := idnaProfile.ToASCII(domain)
	return s, err == nil
}

// DomainToUnicode shows a domain to people; labels that do not decode stay as they are.
// https://url.spec.whatwg.org/#concept-domain-to-unicode
func DomainToUnicode(domain string) string {
	s, _ := idnaProfile.ToUnicode(domain)
	return s
}
