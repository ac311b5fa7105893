// Package net brings bytes to a page: URLs, origins, encodings, MIME types, cookies, and
// the one [Loader] behind documents, style sheets, scripts, images, fonts and fetch().
//
// # What flows
//
//	string ──Parse──▶ URL ──Request──▶ Loader ──▶ Response{URL list, status, headers, type}
//	                                                └─ Body: one owned buffer, or chunks ──▶ Decoder ──▶ UTF-8
//
// # Lifetime and ownership
//
// A [URL] and an [Origin] are values: copy and compare them freely. A [Loader] lives as
// long as its browser context and may be used from any goroutine; each load runs on a
// goroutine of its own and reports through a callback or the returned values, never
// touching a page. A [Body] owns its bytes (a heap buffer of the exact size, or a mapped
// file) until its last reference is released: the slices it hands out are views, so that
// bytes reach the consumer without a copy. The loader counts the bytes of bodies that are
// not yet released and reports them ([Loader.ReportMemory]). A [Jar] is shared by all
// loads of a context and by document.cookie.
//
// # Errors
//
// Loads that fail return an [*Error]: its Kind says what happened, its URL where, its
// message what can be done. Bad URLs, MIME types, cookies and byte sequences follow
// the standards' recovery; none of the parsers panics or takes more than linear time.
//
// Standards: URL, Encoding, Fetch, MIME Sniffing (whatwg.org), Referrer Policy (w3.org),
// RFC 6265bis (cookies), UTS #46 (IDNA).
package net
