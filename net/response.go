package net

import (
	"net/http"
	"sync"
	"time"
)

// ResponseType is the filter on a response. https://fetch.spec.whatwg.org/#concept-response-type
type ResponseType uint8

const (
	Basic ResponseType = iota
	CORSResponse
	Opaque         // script sees nothing; the engine may still use the bytes (an image, a classic script)
	OpaqueRedirect // RedirectManual met a redirect
	ErrorResponse
)

func (t ResponseType) String() string {
	return [...]string{"basic", "cors", "opaque", "opaqueredirect", "error"}[min(t, ErrorResponse)]
}

// Response is what a load gave. Status, Header, URL and Body are the internal response's, for
// the engine's own use; what script may see of them depends on Type ([Response.Visible],
// [Response.VisibleHeader]).
type Response struct {
	Request *Request
	Type    ResponseType
	URL     URL   // the final one, with the request's fragment
	URLs    []URL // every URL of the redirect chain, the first one first
	Status  int
	Text    string // status text
	Header  http.Header
	Body    *Body
	// MIME is the type from Content-Type, or from the file's name; "" essence where
	// the server named none. SniffMIME looks at the bytes too.
	MIME MIME
	// FromLocal says that no network was used (file, data, blob, a mounted folder or handler).
	FromLocal bool
	// RedirectTainted: a redirect crossed origins twice, so that Timing-Allow-Origin fails.
	RedirectTainted bool

	mu     sync.Mutex
	timing Timing
}

// OK reports a status from 200 to 299.
func (r *Response) OK() bool { return r.Status >= 200 && r.Status <= 299 }

// Redirected reports whether more than one URL was asked.
func (r *Response) Redirected() bool { return len(r.URLs) > 1 }

// Visible reports whether script may read status, headers and body.
func (r *Response) Visible() bool { return r.Type == Basic || r.Type == CORSResponse }

// Timing is what Resource Timing reports of the load so far; complete once the body was
// read or released. Safe from any goroutine.
func (r *Response) Timing() Timing {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.timing
}

// Timing of a load, in the terms of https://w3c.github.io/resource-timing/. A zero time
// did not happen.
type Timing struct {
	Start                       time.Time
	RedirectStart, RedirectEnd  time.Time
	FetchStart                  time.Time
	DNSStart, DNSEnd            time.Time
	ConnectStart, ConnectEnd    time.Time
	SecureConnectStart          time.Time
	RequestStart, ResponseStart time.Time
	ResponseEnd                 time.Time
	NextHopProtocol             string // "h2", "http/1.1", "" where no network was used
	RedirectCount               int
	EncodedBodySize             int64
	DecodedBodySize             int64
	TransferSize                int64 // headers (taken as 300 bytes) and encoded body; 0 for local loads
}
