package net

import (
	"net/http"
)

// Destination is what a request is for; "" is fetch(), XHR and the like.
// https://fetch.spec.whatwg.org/#concept-request-destination
type Destination string

const (
	DestNone     Destination = ""
	DestDocument Destination = "document"
	DestIframe   Destination = "iframe"
	DestFrame    Destination = "frame"
	DestScript   Destination = "script"
	DestStyle    Destination = "style"
	DestImage    Destination = "image"
	DestFont     Destination = "font"
	DestAudio    Destination = "audio"
	DestVideo    Destination = "video"
	DestTrack    Destination = "track"
	DestManifest Destination = "manifest"
	DestObject   Destination = "object"
	DestEmbed    Destination = "embed"
	DestWorker   Destination = "worker"
	DestShared   Destination = "sharedworker"
	DestJSON     Destination = "json"
	DestReport   Destination = "report"
)

// Mode of a request. https://fetch.spec.whatwg.org/#concept-request-mode
type Mode uint8

const (
	NoCORS Mode = iota // images, classic scripts, style sheets without crossorigin
	CORSMode
	SameOriginMode
	Navigate
)

func (m Mode) String() string { return [...]string{"no-cors", "cors", "same-origin", "navigate"}[m&3] }

// Credentials mode. https://fetch.spec.whatwg.org/#concept-request-credentials-mode
type Credentials uint8

const (
	CredSameOrigin Credentials = iota
	CredInclude
	CredOmit
)

func (c Credentials) String() string { return [...]string{"same-origin", "include", "omit", ""}[c&3] }

// RedirectMode of a request. https://fetch.spec.whatwg.org/#concept-request-redirect-mode
type RedirectMode uint8

const (
	RedirectFollow RedirectMode = iota
	RedirectError
	RedirectManual // the response is an opaque redirect, with its Location in the headers for the navigator
)

// Request is one load. The loader does not change it and does not keep it after the
// response is complete. The zero values are GET, no-cors, credentials for the same origin,
// redirects followed; elements without a crossorigin attribute (images, classic scripts, style
// sheets) and navigations use CredInclude.
type Request struct {
	URL         URL
	Method      string      // "" is GET; see NormalizeMethod
	Header      http.Header // the author's headers; nil is none
	Body        []byte      // not copied: leave it alone until the load ended
	Destination Destination
	Mode        Mode
	Credentials Credentials
	Redirect    RedirectMode

	// Referrer is the URL of the referrer source (usually the document's URL); the zero
	// URL sends none. Policy decides how much of it is sent.
	Referrer       URL
	ReferrerPolicy ReferrerPolicy

	// Origin is who asks: the origin of the document or worker. The zero Origin is the user
	// (address bar, --page), who is same-origin with everything.
	Origin Origin
	// SiteForCookies is the top-level document's URL: cookies with SameSite are sent only if
	// it is same-site with URL. The zero URL is a top-level navigation by the user.
	SiteForCookies URL

	Integrity string // subresource integrity metadata; "" is none
	MaxBody   int64  // bytes after decoding; 0 is the loader's limit

	UseCORSPreflight bool // set by XHR upload listeners: preflight even a simple request
}

// NormalizeMethod upper-cases the six methods that the standard upper-cases.
// https://fetch.spec.whatwg.org/#concept-method-normalize
func NormalizeMethod(m string) string {
	switch u := upperASCII(m); u {
	case "DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT":
		return u
	}
	return m
}
