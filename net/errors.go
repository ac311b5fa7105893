package net

import (
	"errors"
	"strings"
)

// Kind says what went wrong with a load.
type Kind uint8

const (
	Other            Kind = iota // none of the below; see Err
	BadURL                       // the URL does not parse
	BadScheme                    // nothing loads this scheme
	NotFound                     // no such file, blob or host entry
	IsDirectory                  // a directory without an index.html
	Unreadable                   // the file exists and cannot be read
	OutsideRoot                  // a file outside the folder that the page may read
	Blocked                      // refused by policy: private network, port, same origin
	CORS                         // refused by the CORS protocol
	Offline                      // the loader may not use the network
	DNS                          // the host name does not resolve
	Connect                      // no connection: refused, reset, unreachable
	TLS                          // certificate or handshake
	Timeout                      // took longer than allowed
	Cancelled                    // the context ended
	TooLarge                     // the body exceeds the limit
	TooManyRedirects             // more than Options.MaxRedirects
	BadRedirect                  // a redirect that may not be followed
	BadEncoding                  // Content-Encoding does not decode
	BadResponse                  // not HTTP
	CutOff                       // the connection ended in the middle of the body
	BadData                      // a data: URL without a comma, or bad base64
	Integrity                    // the bytes do not match the integrity metadata
	kindCount
)

var kindNames = [kindCount]string{
	"network error", "bad URL", "unsupported scheme", "not found", "is a directory", "unreadable",
	"outside of the root", "blocked", "blocked by CORS", "offline", "host not found", "cannot connect",
	"TLS error", "timed out", "cancelled", "too large", "too many redirects", "bad redirect",
	"bad content encoding", "bad response", "cut off", "bad data: URL", "integrity mismatch",
}

func (k Kind) String() string {
	if k < kindCount {
		return kindNames[k]
	}
	return "unknown"
}

// Error is why a load failed: what (Kind), where (URL), and in Msg what exactly and what
// can be done about it.
type Error struct {
	Kind Kind
	URL  string // as far as known; long data: URLs are cut
	Msg  string // one sentence without a final stop; may be empty
	Err  error  // the cause, if another error is
}

func (e *Error) Error() string {
	s := e.Kind.String()
	if e.URL != "" {
		s = clip(e.URL, 200) + ": " + s
	}
	if e.Msg != "" {
		s += ": " + e.Msg
	} else if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Reason is the text of err for a message that names the address of a load, at: without the address in front of it, unless it is another one,
// to which a redirect led.
func Reason(err error, at URL) string {
	s := err.Error()
	for _, href := range []string{at.Href(), at.HrefWithoutFragment()} {
		if r, ok := strings.CutPrefix(s, clip(href, 200)+": "); ok {
			return r
		}
	}
	return s
}

func (e *Error) Unwrap() error { return e.Err }

// KindOf returns the kind of a loader error, or Other for any other error.
func KindOf(err error) Kind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	return Other
}

// clip cuts s to about n bytes for a message.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return s[:n] + "…"
}
