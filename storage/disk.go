package storage

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// The file of an area: a line "niso-storage 1", the storage key, a count, then key and value in
// turn, each text as its length (uvarint) and its bytes, and at the end the CRC-32 of all before.
const magic = "niso-storage 1\n"

func (s *Store) dir() string { return filepath.Join(s.opt.Dir, "local-storage") }

// path is the file of a storage key: readable where it can be, else a hash.
func (s *Store) path(key string) string {
	var b strings.Builder
	for i := 0; i < len(key); i++ {
		if c := key[i]; 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '.' || c == '-' {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "_%02x", c)
		}
	}
	name := b.String()
	if len(name) > 200 {
		h := sha256.Sum256([]byte(key))
		name = "sha256-" + hex.EncodeToString(h[:])
	}
	return filepath.Join(s.dir(), name+".area")
}

// errLocked is what lockFile says of a file that somebody else has.
var errLocked = errors.New("in use")

// takeDir makes the folder, locks it and sees that it can be written.
func (s *Store) takeDir() error {
	cannot := func(err error) error { return fmt.Errorf("storage: the profile folder cannot be used: %w", err) }
	if err := os.MkdirAll(s.dir(), 0o700); err != nil {
		return cannot(err)
	}
	name := filepath.Join(s.opt.Dir, "lock")
	f, err := lockFile(name)
	if err == errLocked {
		by := "by another browser"
		if b, err := os.ReadFile(name); err == nil && len(b) > 0 && len(b) < 20 {
			by += ", of process " + strings.TrimSpace(string(b))
		}
		return fmt.Errorf("%w: %s %s; close that one, or name another folder", ErrInUse, s.opt.Dir, by)
	}
	if err != nil {
		return cannot(err)
	}
	tmp, err := os.CreateTemp(s.dir(), ".new-*") // as save does
	if err != nil {
		f.Close()
		return cannot(err)
	}
	tmp.Close()
	os.Remove(tmp.Name())
	if f.Truncate(0) == nil { // for the message of others; without it there is less to say
		fmt.Fprintln(f, os.Getpid())
	}
	s.lock = f
	return nil
}

// load reads the area's file. One that is damaged is kept beside, and the area begins empty.
func (a *Area) load() error {
	b, err := os.ReadFile(a.file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("storage: the data of %s cannot be read: %w", a.key, err)
	}
	if err := a.decode(b); err != nil {
		a.index, a.keys, a.values, a.units, a.bytes = nil, nil, nil, 0, 0
		kept := a.file + ".damaged"
		if rerr := os.Rename(a.file, kept); rerr != nil {
			return fmt.Errorf("storage: the data of %s are damaged (%w) and cannot be moved aside: %w", a.key, err, rerr)
		}
		if a.store.opt.OnError != nil {
			go a.store.opt.OnError(fmt.Errorf("storage: the data of %s are damaged (%w); they are kept in %s", a.key, err, kept))
		}
	}
	return nil
}

func (a *Area) decode(b []byte) error {
	if len(b) < len(magic)+4 || string(b[:len(magic)]) != magic {
		return errors.New("not an area file")
	}
	body, sum := b[:len(b)-4], binary.LittleEndian.Uint32(b[len(b)-4:])
	if crc32.ChecksumIEEE(body) != sum {
		return errors.New("checksum mismatch")
	}
	body = body[len(magic):]
	text := func() (string, bool) {
		n, k := binary.Uvarint(body)
		if k <= 0 || n > uint64(len(body)-k) {
			return "", false
		}
		s := string(body[k : k+int(n)])
		body = body[k+int(n):]
		return s, true
	}
	key, ok := text()
	if !ok || key != a.key {
		return errors.New("of another origin")
	}
	count, k := binary.Uvarint(body)
	if k <= 0 {
		return errors.New("cut short")
	}
	body = body[k:]
	for range count {
		key, ok1 := text()
		value, ok2 := text()
		if !ok1 || !ok2 {
			return errors.New("cut short")
		}
		if _, twice := a.index[key]; twice {
			return errors.New("a key twice")
		}
		a.add(key, value)
		a.units += units(key) + units(value)
		a.bytes += int64(len(key) + len(value))
	}
	return nil
}

func (a *Area) encode(w io.Writer) error {
	sum := crc32.NewIEEE()
	out := bufio.NewWriterSize(io.MultiWriter(w, sum), 64<<10)
	var n [binary.MaxVarintLen64]byte
	text := func(s string) {
		out.Write(n[:binary.PutUvarint(n[:], uint64(len(s)))])
		out.WriteString(s)
	}
	out.WriteString(magic)
	text(a.key)
	out.Write(n[:binary.PutUvarint(n[:], uint64(len(a.keys)))])
	for i := range a.keys {
		text(a.keys[i])
		text(a.values[i])
	}
	if err := out.Flush(); err != nil {
		return err
	}
	_, err := w.Write(binary.LittleEndian.AppendUint32(nil, sum.Sum32()))
	return err
}

// save writes the area beside its file and renames it over it.
func (a *Area) save() (err error) {
	a.mu.Lock()
	if a.saved == a.version {
		a.mu.Unlock()
		return nil
	}
	// The rows are copied (headers only), so that pages do not wait for the disk.
	snap := Area{key: a.key, keys: append([]string(nil), a.keys...), values: append([]string(nil), a.values...)}
	version := a.version
	a.mu.Unlock()

	f, err := os.CreateTemp(filepath.Dir(a.file), ".new-*")
	if err == nil {
		err = snap.encode(f)
		if err == nil {
			err = f.Sync()
		}
		if cerr := f.Close(); err == nil {
			err = cerr
		}
		if err == nil {
			err = os.Rename(f.Name(), a.file)
		}
		if err != nil {
			os.Remove(f.Name())
		}
	}
	if err != nil {
		return writeError(a.key, err)
	}
	a.mu.Lock()
	a.saved = version
	a.mu.Unlock()
	return nil
}

func writeError(key string, err error) error {
	what := "cannot be written"
	if errors.Is(err, syscall.ENOSPC) {
		what = "cannot be written: the disk is full; free some space, the data are still in memory"
	}
	return fmt.Errorf("storage: the data of %s %s: %w", key, what, err)
}

func (s *Store) scheduleFlush() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.timer != nil || s.closed {
		return
	}
	s.timer = time.AfterFunc(s.opt.FlushDelay, func() {
		if err := s.Flush(); err != nil && s.opt.OnError != nil {
			s.opt.OnError(err)
		}
	})
}

// Flush writes every area that changed. On an error the others are written still, the old
// files stay whole, and a later Flush tries again.
func (s *Store) Flush() error {
	s.writing.Lock()
	defer s.writing.Unlock()
	s.mu.Lock()
	if s.timer != nil {
		s.timer.Stop()
		s.timer = nil
	}
	var areas []*Area
	for _, a := range s.areas {
		if a.file != "" {
			areas = append(areas, a)
		}
	}
	s.mu.Unlock()
	var errs []error
	for _, a := range areas {
		if err := a.save(); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// Close flushes and ends the store: areas still answer, but nothing is written any more. Where the
// flush fails the store stays open, so that the caller can try again.
func (s *Store) Close() error {
	if err := s.Flush(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if s.lock != nil {
		s.lock.Close()
		s.lock = nil
	}
	if s.timer != nil {
		s.timer.Stop()
		s.timer = nil
	}
	return nil
}
