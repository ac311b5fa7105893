package storage

import (
	"strings"
	"sync"
)

// Area is the string map behind one localStorage or sessionStorage object. It may be used
// from any goroutine.
type Area struct {
	store   *Store
	key     string   // storage key of the origin
	session *Session // nil: local
	file    string   // "" without a disk

	mu      sync.Mutex
	index   map[string]int // key → row
	keys    []string       // rows, in the order in which keys were added; a removed row is filled by the last
	values  []string
	units   int64  // UTF-16 units of keys and values
	bytes   int64  // of their strings
	version uint64 // counts changes
	saved   uint64 // version on disk
}

func newArea(s *Store, key string) *Area { return &Area{store: s, key: key} }

// Origin is the storage key of the area's origin.
func (a *Area) Origin() string { return a.key }

// Session is the tab of a sessionStorage area, nil for localStorage.
func (a *Area) Session() *Session { return a.session }

// Len is the number of keys.
func (a *Area) Len() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.keys)
}

// Key is the name of the i-th key; the order is stable while no key is added or removed.
func (a *Area) Key(i int) (string, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if i < 0 || i >= len(a.keys) {
		return "", false
	}
	return a.keys[i], true
}

// Keys is a copy of all keys, in order.
func (a *Area) Keys() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return append([]string(nil), a.keys...)
}

// Get is the value of key.
func (a *Area) Get(key string) (string, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if i, ok := a.index[key]; ok {
		return a.values[i], true
	}
	return "", false
}

// Set stores value under key; ErrQuota leaves the area as it was. source goes into the event.
// https://html.spec.whatwg.org/#dom-storage-setitem
func (a *Area) Set(key, value string, source any) error {
	a.mu.Lock()
	i, had := a.index[key]
	var old *string
	du, db := units(value), int64(len(value))
	if had {
		if a.values[i] == value {
			a.mu.Unlock()
			return nil
		}
		o := a.values[i]
		old = &o
		du -= units(o)
		db -= int64(len(o))
	} else {
		du += units(key)
		db += int64(len(key))
	}
	if du > 0 && a.units+du > a.store.opt.Quota {
		a.mu.Unlock()
		return ErrQuota
	}
	value = strings.Clone(value) // not a part of some larger string
	if had {
		a.values[i] = value
	} else {
		key = strings.Clone(key)
		a.add(key, value)
	}
	a.units += du
	a.bytes += db
	a.version++
	a.mu.Unlock()
	a.changed(Event{Area: a, Key: &key, Old: old, New: &value, Source: source})
	return nil
}

func (a *Area) add(key, value string) {
	if a.index == nil {
		a.index = make(map[string]int)
	}
	a.index[key] = len(a.keys)
	a.keys = append(a.keys, key)
	a.values = append(a.values, value)
}

// Remove takes key out and reports whether it was there.
func (a *Area) Remove(key string, source any) bool {
	a.mu.Lock()
	i, ok := a.index[key]
	if !ok {
		a.mu.Unlock()
		return false
	}
	key, old := a.keys[i], a.values[i]
	last := len(a.keys) - 1
	a.keys[i], a.values[i] = a.keys[last], a.values[last]
	a.index[a.keys[i]] = i
	a.keys[last], a.values[last] = "", ""
	a.keys, a.values = a.keys[:last], a.values[:last]
	delete(a.index, key)
	a.units -= units(key) + units(old)
	a.bytes -= int64(len(key) + len(old))
	a.version++
	a.mu.Unlock()
	a.changed(Event{Area: a, Key: &key, Old: &old, Source: source})
	return true
}

// Clear empties the area and gives its memory back.
func (a *Area) Clear(source any) {
	a.mu.Lock()
	if len(a.keys) == 0 {
		a.mu.Unlock()
		return
	}
	a.index, a.keys, a.values, a.units, a.bytes = nil, nil, nil, 0, 0
	a.version++
	a.mu.Unlock()
	a.changed(Event{Area: a, Source: source})
}

func (a *Area) changed(e Event) {
	if a.file != "" {
		a.store.scheduleFlush()
	}
	a.store.announce(e)
}

func (a *Area) clone(t *Session) *Area {
	a.mu.Lock()
	defer a.mu.Unlock()
	n := newArea(a.store, a.key)
	n.session = t
	for i, k := range a.keys {
		n.add(k, a.values[i])
	}
	n.units, n.bytes = a.units, a.bytes
	return n
}

// memory is what the area takes, about: strings, two headers and a map entry a key.
func (a *Area) memory() int64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	return 160 + a.bytes + int64(cap(a.keys)+cap(a.values))*16 + int64(len(a.index))*40
}

// units counts the UTF-16 units of a WTF-8 string.
func units(s string) (n int64) {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c < 0x80 || c >= 0xC0:
			n++
			if c >= 0xF0 {
				n++
			}
		}
	}
	return n
}
