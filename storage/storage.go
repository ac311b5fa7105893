package storage

import (
	"errors"
	"os"
	"sync"
	"time"

	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/net"
)

// DefaultQuota is how much an area may hold: 5 MiB of UTF-16 units, keys and values together.
const DefaultQuota = 5 << 20

// ErrQuota is returned by Set when the area would exceed its quota: QuotaExceededError.
var ErrQuota = errors.New("storage: quota exceeded")

// ErrNoStorage: the origin (an opaque one) may not store: SecurityError.
var ErrNoStorage = errors.New("storage: this origin has no storage")

// ErrInUse: the folder is that of another store, of this process or another.
var ErrInUse = errors.New("storage: the profile folder is in use")

// ErrClosed: the store was closed.
var ErrClosed = errors.New("storage: closed")

// Options of a store.
type Options struct {
	Dir        string        // folder of the profile; "" keeps everything in memory
	Quota      int64         // UTF-16 units an area; 0 is DefaultQuota
	FlushDelay time.Duration // from a change to its file; 0 is half a second
	// OnError hears what went wrong on disk in the background; the data stay in memory and
	// are tried again with the next change or Flush. nil drops it (Flush and Close return it still).
	OnError func(error)
}

// Store is the local storage of a profile. It may be used from any goroutine.
type Store struct {
	opt Options

	mu        sync.Mutex
	areas     map[string]*Area // by storage key
	listeners map[int]func(Event)
	nextID    int
	timer     *time.Timer
	closed    bool
	lock      *os.File   // holds the folder
	writing   sync.Mutex // one flush at a time
}

// Event is one change, from which storage events are fired. A nil string is null.
type Event struct {
	Area     *Area
	Key      *string // nil: the area was cleared
	Old, New *string
	Source   any // what the changer passed: its own document gets no event
}

// Open makes a store. With a folder it is created if need be; an error says why it cannot be used.
func Open(opt Options) (*Store, error) {
	if opt.Quota == 0 {
		opt.Quota = DefaultQuota
	}
	if opt.FlushDelay == 0 {
		opt.FlushDelay = 500 * time.Millisecond
	}
	s := &Store{opt: opt, areas: make(map[string]*Area), listeners: make(map[int]func(Event))}
	if opt.Dir != "" {
		if err := s.takeDir(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Local is the localStorage area of an origin, read from its file when first asked for.
// All pages of the origin share it.
func (s *Store) Local(o net.Origin) (*Area, error) {
	key := o.StorageKey()
	if key == "" {
		return nil, ErrNoStorage
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, ErrClosed
	}
	if a := s.areas[key]; a != nil {
		return a, nil
	}
	a := newArea(s, key)
	if s.opt.Dir != "" {
		a.file = s.path(key)
		if err := a.load(); err != nil {
			return nil, err
		}
	}
	s.areas[key] = a
	return a, nil
}

// Listen has f called after each change of any area of the store or its sessions, on the
// goroutine that changed it, with no lock held. The returned function ends it.
func (s *Store) Listen(f func(Event)) (stop func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := s.nextID
	s.nextID++
	s.listeners[id] = f
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.listeners, id)
	}
}

func (s *Store) announce(e Event) {
	s.mu.Lock()
	if len(s.listeners) == 0 {
		s.mu.Unlock()
		return
	}
	fs := make([]func(Event), 0, len(s.listeners))
	for id := 0; id < s.nextID; id++ {
		if f := s.listeners[id]; f != nil {
			fs = append(fs, f)
		}
	}
	s.mu.Unlock()
	for _, f := range fs {
		f(e)
	}
}

// ReportMemory adds what the local areas in memory hold.
func (s *Store) ReportMemory(r *perf.Report, prefix string) {
	s.mu.Lock()
	areas := make([]*Area, 0, len(s.areas))
	for _, a := range s.areas {
		areas = append(areas, a)
	}
	s.mu.Unlock()
	var n int64
	for _, a := range areas {
		n += a.memory()
	}
	r.Bytes(prefix+"/local-storage", n, "Keys and values of localStorage, with their index.")
}

// Session is the sessionStorage of one tab, always in memory.
type Session struct {
	store *Store
	mu    sync.Mutex
	areas map[string]*Area
}

// NewSession begins a tab.
func (s *Store) NewSession() *Session { return &Session{store: s, areas: make(map[string]*Area)} }

// Area is the sessionStorage area of an origin in this tab.
func (t *Session) Area(o net.Origin) (*Area, error) {
	key := o.StorageKey()
	if key == "" {
		return nil, ErrNoStorage
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if a := t.areas[key]; a != nil {
		return a, nil
	}
	a := newArea(t.store, key)
	a.session = t
	t.areas[key] = a
	return a, nil
}

// Clone begins a tab with a copy of t's areas, as for a window that a page opens.
func (t *Session) Clone() *Session {
	n := t.store.NewSession()
	t.mu.Lock()
	defer t.mu.Unlock()
	for key, a := range t.areas {
		n.areas[key] = a.clone(n)
	}
	return n
}

// ReportMemory adds what the tab's areas hold.
func (t *Session) ReportMemory(r *perf.Report, prefix string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	var n int64
	for _, a := range t.areas {
		n += a.memory()
	}
	r.Bytes(prefix+"/session-storage", n, "Keys and values of sessionStorage, with their index.")
}
