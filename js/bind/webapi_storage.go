package bind

import (
	"errors"

	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/storage"
)

// Storage is localStorage or sessionStorage. https://html.spec.whatwg.org/multipage/webstorage.html#the-storage-interface
type Storage struct {
	Object
	window *Window
	area   *storage.Area
}

// LocalStorage is window.localStorage.
func (w *Window) LocalStorage(c *js.Call) *Storage {
	return w.storageOf(c, &w.web().local, w.opt.Local)
}

// SessionStorage is window.sessionStorage.
func (w *Window) SessionStorage(c *js.Call) *Storage {
	return w.storageOf(c, &w.web().session, w.opt.Session)
}

func (w *Window) storageOf(c *js.Call, at **Storage, area *storage.Area) *Storage {
	if w.storageDenied(c, "Storage is") {
		return nil
	}
	if area == nil {
		c.DOMException("SecurityError", "Access is denied for this document.")
		return nil
	}
	if *at == nil {
		*at = &Storage{window: w, area: area}
	}
	return *at
}

// Length is Storage.length.
func (s *Storage) Length() uint32 { return uint32(s.area.Len()) }

// Key is Storage.key.
func (s *Storage) Key(i uint32) Opt[string] {
	k, ok := s.area.Key(int(i))
	return Opt[string]{Value: k, Set: ok}
}

// GetItem is Storage.getItem.
func (s *Storage) GetItem(key string) Opt[string] {
	v, ok := s.area.Get(key)
	return Opt[string]{Value: v, Set: ok}
}

// SetItem is Storage.setItem.
func (s *Storage) SetItem(c *js.Call, key, value string) {
	switch err := s.area.Set(key, value, s.window); {
	case errors.Is(err, storage.ErrQuota):
		c.DOMException("QuotaExceededError", "Setting the value of '%s' exceeded the quota.", key)
	case err != nil:
		c.DOMException("InvalidStateError", "%v", err)
	}
}

// RemoveItem is Storage.removeItem.
func (s *Storage) RemoveItem(key string) { s.area.Remove(key, s.window) }

// Clear is Storage.clear.
func (s *Storage) Clear() { s.area.Clear(s.window) }

// GetNamed, NamedKeys, SetNamed and DeleteNamed are the named properties.
func (s *Storage) GetNamed(name string) (string, bool) { return s.area.Get(name) }

// NamedKeys are the supported property names.
func (s *Storage) NamedKeys() []string { return s.area.Keys() }

// SetNamed sets a named property.
func (s *Storage) SetNamed(c *js.Call, name string, v js.Value) {
	if text := c.ToDOMString(v); !c.Failed() {
		s.SetItem(c, name, text)
	}
}

// DeleteNamed deletes a named property.
func (s *Storage) DeleteNamed(c *js.Call, name string) bool {
	s.area.Remove(name, s.window)
	return true
}

// StorageEvent tells of a change that another document made.
// https://html.spec.whatwg.org/multipage/webstorage.html#the-storageevent-interface
type StorageEvent struct {
	Event
	key, oldValue, newValue Opt[string]
	url                     string
	area                    *Storage
}

// ConstructStorageEvent is new StorageEvent.
func ConstructStorageEvent(c *js.Call, typ string, i StorageEventInit) *StorageEvent {
	e := &StorageEvent{key: i.Key, oldValue: i.OldValue, newValue: i.NewValue, url: i.Url, area: i.StorageArea}
	e.init(c, typ, i.EventInit)
	return e
}

// Key is StorageEvent.key.
func (e *StorageEvent) Key() Opt[string] { return e.key }

// OldValue is StorageEvent.oldValue.
func (e *StorageEvent) OldValue() Opt[string] { return e.oldValue }

// NewValue is StorageEvent.newValue.
func (e *StorageEvent) NewValue() Opt[string] { return e.newValue }

// Url is StorageEvent.url.
func (e *StorageEvent) Url() string { return e.url }

// StorageArea is StorageEvent.storageArea.
func (e *StorageEvent) StorageArea() *Storage { return e.area }

// InitStorageEvent is StorageEvent.initStorageEvent.
func (e *StorageEvent) InitStorageEvent(typ string, bubbles, cancelable bool, key, oldValue, newValue Opt[string], url string, area *Storage) {
	if !e.dispatching {
		e.InitEvent(typ, bubbles, cancelable)
		e.key, e.oldValue, e.newValue, e.url, e.area = key, oldValue, newValue, url, area
	}
}

func (e *StorageEvent) trace(t *js.Tracer) {
	e.Event.trace(t)
	mark(t, e.area)
}

// StorageChanged fires a storage event for a change of the window's area that another window made; the host calls it, on the event
// loop, with what the store's listeners hear. Source is the *Window that made the change.
// https://html.spec.whatwg.org/multipage/webstorage.html#concept-storage-broadcast
func (w *Window) StorageChanged(ev storage.Event) {
	from, _ := ev.Source.(*Window)
	if from == w || w.closed || !w.listens("storage") {
		return
	}
	s := w.web()
	e := &StorageEvent{Event: *NewEvent("storage", false, false)}
	switch ev.Area {
	case w.opt.Local:
		if s.local == nil {
			s.local = &Storage{window: w, area: ev.Area}
		}
		e.area = s.local
	case w.opt.Session:
		if s.session == nil {
			s.session = &Storage{window: w, area: ev.Area}
		}
		e.area = s.session
	default:
		return
	}
	opt := func(p *string) Opt[string] {
		if p == nil {
			return Opt[string]{}
		}
		return Some(*p)
	}
	e.key, e.oldValue, e.newValue = opt(ev.Key), opt(ev.Old), opt(ev.New)
	if from != nil {
		e.url = from.opt.URL.Href()
	}
	w.fireAt(w, e)
}
