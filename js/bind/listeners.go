package bind

import "github.com/niso-engine/niso/js"

// registry is what listens to an event target.
type registry struct {
	// In the order in which they were added. A dispatch goes over the slice that it saw: nothing is written over. Of a long list, those that were removed go
	// when they are half of it.
	listeners []*listener
	removed   int                       // how many of them are
	index     map[listenerKey]*listener // those of script, once there are many
	handlers  []*handler
}

// listenerKey is what a target has one listener of.
type listenerKey struct {
	typ      string
	callback js.Object
	capture  bool
}

// manyListeners is from when on a registry has an index.
const manyListeners = 16

func (l *listener) ofScript() bool { return l.handler == nil && l.native == nil }

func (l *listener) key() listenerKey { return listenerKey{l.typ, l.callback, l.capture} }

// find is the listener that script added with these arguments, or nil.
func (r *registry) find(typ string, callback js.Object, capture bool) *listener {
	if r.index != nil {
		return r.index[listenerKey{typ, callback, capture}]
	}
	for _, l := range r.listeners {
		if !l.removed && l.typ == typ && l.callback == callback && l.capture == capture && l.ofScript() {
			return l
		}
	}
	return nil
}

func (r *registry) add(l *listener) {
	r.listeners = append(r.listeners, l)
	switch {
	case r.index != nil:
		if l.ofScript() {
			r.index[l.key()] = l
		}
	case len(r.listeners) > manyListeners:
		r.index = map[listenerKey]*listener{}
		for _, o := range r.listeners {
			if !o.removed && o.ofScript() {
				r.index[o.key()] = o
			}
		}
	}
}

// remove takes a listener out that is in the list.
func (r *registry) remove(l *listener) {
	l.removed = true
	if n := len(r.listeners); r.listeners[n-1] == l {
		r.listeners = r.listeners[: n-1 : n-1]
	} else {
		r.removed++
	}
	if r.index != nil && l.ofScript() {
		delete(r.index, l.key())
	}
	n := len(r.listeners)
	if live := n - r.removed; live == 0 {
		r.listeners, r.removed, r.index = nil, 0, nil
	} else if r.removed > 0 && n <= manyListeners || r.removed > live {
		kept := make([]*listener, 0, live)
		for _, o := range r.listeners {
			if !o.removed {
				kept = append(kept, o)
			}
		}
		r.listeners, r.removed = kept, 0
	}
}

// clear removes all.
func (r *registry) clear() {
	for _, l := range r.listeners {
		l.removed = true
	}
	r.listeners, r.removed, r.index = nil, 0, nil
}
