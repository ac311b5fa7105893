package image

import (
	"runtime"
	"sync"
	"unsafe"

	"github.com/niso-engine/niso/internal/perf"
)

// ID is a row of a store; 0 is none. It is the same type as list.ImageID, which cannot be had from here.
type ID = uint32

// Options of a Store.
type Options struct {
	Limits Limits
	// Async: Level answers nil for an image that is not decoded yet and decodes it in the background; Ready is then called, from
	// another goroutine, when it can be drawn. Otherwise Level decodes at once.
	Async bool
	Ready func(id ID, err error)
	// MaxDecoded is a number of bytes above which decoded pixels of images that were not asked for lately are
	// forgotten: they are decoded again when needed. 0 is 256 MiB.
	MaxDecoded int64
}

// Store keeps the images of a page. Its methods may be called from any goroutine.
//
// A row holds the file's bytes by reference: the caller must not change them. Ids are not given out twice.
type Store struct {
	opt     Options
	mu      sync.Mutex
	done    sync.Cond // a decode ended
	rows    map[ID]*row
	last    ID
	decoded int64
	clock   uint64
	closed  bool
}

type row struct {
	info    Info
	data    []byte
	levels  []*Bitmap // [0] is full size, each next one half of it
	err     error
	refs    int
	busy    bool   // being decoded
	pinned  bool   // pixels came from outside: they cannot be made again
	used    uint64 // clock of the last Level
	decoded int64
}

// NewStore makes an empty store. Close gives its memory back.
func NewStore(o Options) *Store {
	if o.MaxDecoded <= 0 {
		o.MaxDecoded = 256 << 20
	}
	s := &Store{opt: o, rows: map[ID]*row{}}
	s.done.L = &s.mu
	return s
}

// Add takes a file. Its header is read at once and checked against the limits; pixels are made when they are asked
// for. The image has one reference.
func (s *Store) Add(data []byte) (ID, Info, error) {
	i, err := Header(data)
	if err != nil {
		return 0, i, err
	}
	if i.Format == SVG {
		return 0, i, ErrFormat
	}
	if err := s.opt.Limits.check(i, len(data)); err != nil {
		return 0, i, err
	}
	return s.add(&row{info: i, data: data, refs: 1}), i, nil
}

// AddBitmap takes pixels made elsewhere: a canvas, a rendered SVG image, a frame of an animation.
func (s *Store) AddBitmap(b *Bitmap) ID {
	r := &row{info: Info{W: b.W, H: b.H, Orientation: 1}, refs: 1, pinned: true}
	r.levels, r.decoded = []*Bitmap{b}, b.MemoryBytes()
	return s.add(r)
}

func (s *Store) add(r *row) ID {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return 0
	}
	s.last++
	s.rows[s.last] = r
	s.decoded += r.decoded
	return s.last
}

// SetBitmap replaces the pixels of an image by others of the same size, as for the next frame of an animation.
func (s *Store) SetBitmap(id ID, b *Bitmap) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.rows[id]; r != nil && b != nil && b.W == r.info.W && b.H == r.info.H {
		s.decoded += b.MemoryBytes() - r.decoded
		r.levels, r.decoded, r.pinned = []*Bitmap{b}, b.MemoryBytes(), true
	}
}

// Retain adds a reference.
func (s *Store) Retain(id ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.rows[id]; r != nil {
		r.refs++
	}
}

// Release takes a reference away; with the last one the image is gone.
func (s *Store) Release(id ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.rows[id]; r != nil {
		if r.refs--; r.refs <= 0 {
			s.decoded -= r.decoded
			delete(s.rows, id)
		}
	}
}

// Info is what the header said.
func (s *Store) Info(id ID) (i Info, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.rows[id]
	if r == nil {
		return i, false
	}
	return r.info, true
}

// Size is the intrinsic size; 0, 0 for an image that is gone.
func (s *Store) Size(id ID) (w, h int) {
	i, _ := s.Info(id)
	return i.W, i.H
}

// Request decodes an image in the background, if it is not decoded yet.
func (s *Store) Request(id ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.rows[id]; r != nil && len(r.levels) == 0 && r.err == nil && !r.busy {
		r.busy = true
		go s.decode(id, r)
	}
}

// Wait decodes an image if need be and returns when it is there. The error is that of Decode; with ErrTruncated there are
// pixels.
func (s *Store) Wait(id ID) error {
	s.Request(id)
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.rows[id]
	if r == nil {
		return ErrFormat
	}
	for r.busy {
		s.done.Wait()
	}
	return r.err
}

// decoding bounds the decodes that run at once, in all stores: each may hold a large picture twice.
var decoding = make(chan struct{}, max(2, runtime.GOMAXPROCS(0)))

func (s *Store) decode(id ID, r *row) {
	decoding <- struct{}{}
	b, _, err := Decode(r.data, s.opt.Limits)
	<-decoding
	s.mu.Lock()
	r.busy, r.err = false, err
	if b != nil && s.rows[id] == r {
		r.levels = append(r.levels, b)
		r.decoded += b.MemoryBytes()
		s.decoded += b.MemoryBytes()
		s.clock++
		r.used = s.clock
		s.trim(r)
	}
	ready := s.opt.Ready
	if s.rows[id] != r {
		ready = nil
	}
	s.done.Broadcast()
	s.mu.Unlock()
	if ready != nil {
		ready(id, err)
	}
}

// trim forgets pixels that were not asked for lately, but for those of keep.
func (s *Store) trim(keep *row) {
	for s.decoded > s.opt.MaxDecoded {
		var oldest *row
		for _, r := range s.rows {
			if r != keep && !r.pinned && !r.busy && r.decoded > 0 && (oldest == nil || r.used < oldest.used) {
				oldest = r
			}
		}
		if oldest == nil {
			return
		}
		s.decoded -= oldest.decoded
		oldest.levels, oldest.decoded = nil, 0
		if oldest.err == ErrTruncated {
			oldest.err = nil
		}
	}
}

// Level is an image halved n times, or as often as it can be. nil: there are no pixels, or not yet (see Options.Async).
func (s *Store) Level(id ID, n int) *Bitmap {
	s.mu.Lock()
	r := s.rows[id]
	ready := r != nil && len(r.levels) > 0
	s.mu.Unlock()
	if r == nil {
		return nil
	}
	if !ready {
		if s.opt.Async {
			s.Request(id)
			return nil
		}
		s.Wait(id)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(r.levels) == 0 {
		return nil
	}
	s.clock++
	r.used = s.clock
	for len(r.levels) <= n {
		b := r.levels[len(r.levels)-1]
		if b.W == 1 && b.H == 1 {
			break
		}
		h := b.Half()
		r.levels = append(r.levels, h)
		r.decoded += h.MemoryBytes()
		if s.rows[id] == r {
			s.decoded += h.MemoryBytes()
		}
	}
	return r.levels[min(max(n, 0), len(r.levels)-1)]
}

// DropDecoded forgets all pixels that can be made again, as under memory pressure.
func (s *Store) DropDecoded() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.rows {
		if !r.pinned && !r.busy {
			s.decoded -= r.decoded
			r.levels, r.decoded = nil, 0
			if r.err == ErrTruncated {
				r.err = nil
			}
		}
	}
}

// Close frees all images. Decodes under way end unheard.
func (s *Store) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	s.rows, s.decoded = map[ID]*row{}, 0
}

// Count is the number of images.
func (s *Store) Count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.rows)
}

// Bytes is what an image takes: its file and its pixels.
func (s *Store) Bytes(id ID) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.rows[id]
	if r == nil {
		return 0
	}
	return int64(cap(r.data)) + r.decoded
}

// ReportMemory adds compressed and decoded bytes under prefix ("explicit/images"). Files that the
// loader reports itself (mapped, or cached) are counted here too: the host passes only what this store owns.
func (s *Store) ReportMemory(r *perf.Report, prefix string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var files int64
	for _, w := range s.rows {
		files += int64(cap(w.data))
	}
	r.Bytes(prefix+"/compressed", files, "Image files as they were loaded.")
	r.Bytes(prefix+"/decoded", s.decoded, "Decoded pixels and their halvings.")
	r.Bytes(prefix+"/rows", int64(len(s.rows))*int64(unsafe.Sizeof(row{})+48), "Rows of images.")
}
