package bind

import (
	"crypto/rand"
	"fmt"

	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/net"
)

// SessionEntry is what script sees of an entry of a session history. The host has one for each, and changes those of the current document.
// https://html.spec.whatwg.org/multipage/browsing-the-web.html#session-history-entry
type SessionEntry struct {
	URL      net.URL
	Origin   net.Origin     // of the document
	Document uint64         // its serial: entries with the same one are of one document
	State    *js.Serialized // history.state; nil: null
	NavState *js.Serialized // of the navigation API; nil: undefined
	Manual   bool           // history.scrollRestoration
	key, id  string         // made when script asks
}

func uuid(s *string) string {
	if *s == "" {
		var b [16]byte
		_, _ = rand.Read(b[:])
		b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
		*s = fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
	}
	return *s
}

// Key names the place of the entry in the history: what replaces it has the same one.
func (e *SessionEntry) Key() string { return uuid(&e.key) }

// ID names the entry.
func (e *SessionEntry) ID() string { return uuid(&e.id) }

// Succeed gives the entry the place of another.
func (e *SessionEntry) Succeed(o *SessionEntry) { e.key = o.Key() }

// Continue makes the entry the same as another for script: its document is only loaded anew.
func (e *SessionEntry) Continue(o *SessionEntry) {
	e.key, e.id, e.State, e.NavState, e.Manual = o.Key(), o.ID(), o.State, o.NavState, o.Manual
}
