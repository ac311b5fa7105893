package net

import (
	"strconv"
	"sync/atomic"
)

// Origin is who a document, worker or request is; comparable with ==, which is "same origin".
// The zero Origin is the user (see Request.Origin), not an opaque one.
// https://html.spec.whatwg.org/#concept-origin
type Origin struct {
	scheme, host string
	port         int32  // -1 is the scheme's default
	opaque       uint64 // a serial; 0 in tuple origins
}

var opaqueSerial atomic.Uint64

// NewOpaqueOrigin returns an origin that equals no other.
func NewOpaqueOrigin() Origin { return Origin{opaque: opaqueSerial.Add(1), port: -1} }

// IsZero reports the origin of no page: the user's.
func (o Origin) IsZero() bool { return o == Origin{} }

// IsOpaque reports whether o serializes as "null".
func (o Origin) IsOpaque() bool { return o.opaque != 0 }

// Scheme, Host and Port (-1: the default) of a tuple origin. The opaque origin of a
// file: URL has the scheme "file".
func (o Origin) Scheme() string { return o.scheme }
func (o Origin) Host() string   { return o.host }
func (o Origin) Port() int      { return int(o.port) }

// String is the serialization: "https://example.org:8080" or "null".
// https://html.spec.whatwg.org/#ascii-serialisation-of-an-origin
func (o Origin) String() string {
	switch {
	case o.opaque != 0:
		return "null"
	case o.scheme == "":
		return ""
	case o.port >= 0:
		return o.scheme + "://" + o.host + ":" + strconv.Itoa(int(o.port))
	}
	return o.scheme + "://" + o.host
}

// StorageKey names the storage of the origin: its serialization, "file://" for all file:
// pages together, and "" for other opaque origins, which have none.
func (o Origin) StorageKey() string {
	switch {
	case o.opaque == 0:
		return o.String()
	case o.scheme == "file":
		return "file://"
	}
	return ""
}
