package storage

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/net"
)

var originA = net.MustParse("https://a.test/x").Origin()

func open(t testing.TB, opt Options) *Store {
	t.Helper()
	s, err := Open(opt)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func local(t testing.TB, s *Store, o net.Origin) *Area {
	t.Helper()
	a, err := s.Local(o)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func dump(a *Area) string {
	var b strings.Builder
	for i := range a.Len() {
		k, _ := a.Key(i)
		v, _ := a.Get(k)
		fmt.Fprintf(&b, "%s=%s ", k, v)
	}
	return b.String()
}

func TestArea(t *testing.T) {
	s := open(t, Options{})
	a := local(t, s, originA)
	for _, k := range []string{"x", "y", "z"} {
		if err := a.Set(k, k+k, nil); err != nil {
			t.Fatal(err)
		}
	}
	a.Set("x", "new", nil)
	if got := dump(a); got != "x=new y=yy z=zz " {
		t.Error(got)
	}
	if !a.Remove("x", nil) || a.Remove("x", nil) {
		t.Error("remove")
	}
	if got := dump(a); got != "z=zz y=yy " {
		t.Error(got)
	}
	if _, ok := a.Key(2); ok {
		t.Error("a key behind the end")
	}
	if b := local(t, s, net.MustParse("https://a.test:443/other").Origin()); b != a {
		t.Error("one origin has two areas")
	}
	if b := local(t, s, net.MustParse("http://a.test/").Origin()); b == a || b.Len() != 0 {
		t.Error("two origins share an area")
	}
	if _, err := s.Local(net.NewOpaqueOrigin()); err != ErrNoStorage {
		t.Error(err)
	}
	if f, g := local(t, s, net.MustParse("file:///a").Origin()), local(t, s, net.MustParse("file:///b").Origin()); f != g {
		t.Error("file: pages do not share an area")
	}
	var r perf.Report
	s.ReportMemory(&r, "explicit/storage")
	if r.SumUnder("explicit/storage") < 8 {
		t.Error("no memory reported")
	}
}

func TestQuota(t *testing.T) {
	s := open(t, Options{Quota: 10})
	a := local(t, s, originA)
	if err := a.Set("k", "123456789", nil); err != nil {
		t.Fatal(err)
	}
	if err := a.Set("k", "1234567890", nil); err != ErrQuota {
		t.Error(err)
	}
	if err := a.Set("l", "", nil); err != ErrQuota {
		t.Error(err)
	}
	if got := dump(a); got != "k=123456789 " {
		t.Error(got)
	}
	if err := a.Set("k", "ä😀", nil); err != nil { // 3 units
		t.Error(err)
	}
	if err := a.Set("l", "12345", nil); err != nil {
		t.Error(err)
	}
	a.Clear(nil)
	if err := a.Set("\xED\xA0\x80", "123456789", nil); err != nil { // a lone surrogate is one unit
		t.Error(err)
	}
}

func TestEvents(t *testing.T) {
	s := open(t, Options{})
	str := func(p *string) string {
		if p == nil {
			return "null"
		}
		return *p
	}
	var log []string
	stop := s.Listen(func(e Event) {
		log = append(log, fmt.Sprintf("%s %s→%s by %v session=%v", str(e.Key), str(e.Old), str(e.New), e.Source, e.Area.Session() != nil))
	})
	a := local(t, s, originA)
	a.Set("k", "1", "doc")
	a.Set("k", "1", "doc") // no change, no event
	a.Set("k", "2", "doc")
	a.Remove("k", nil)
	a.Remove("k", nil)
	a.Clear(nil)
	a.Set("k", "3", nil)
	a.Clear("doc")
	tab := s.NewSession()
	b, _ := tab.Area(originA)
	b.Set("s", "1", nil)
	stop()
	a.Set("k", "4", nil)
	want := "k null→1 by doc session=false|k 1→2 by doc session=false|k 2→null by <nil> session=false|k null→3 by <nil> session=false|null null→null by doc session=false|s null→1 by <nil> session=true"
	if got := strings.Join(log, "|"); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

func TestSessions(t *testing.T) {
	s := open(t, Options{})
	tab := s.NewSession()
	a, _ := tab.Area(originA)
	a.Set("k", "1", nil)
	opened := tab.Clone()
	b, _ := opened.Area(originA)
	if got := dump(b); got != "k=1 " {
		t.Error(got)
	}
	b.Set("k", "2", nil)
	if v, _ := a.Get("k"); v != "1" {
		t.Error("the copy is shared")
	}
	if local(t, s, originA).Len() != 0 {
		t.Error("a session leaked into local storage")
	}
}

func TestDisk(t *testing.T) {
	dir := t.TempDir()
	s := open(t, Options{Dir: dir, FlushDelay: time.Hour})
	a := local(t, s, originA)
	a.Set("key", "välue", nil)
	a.Set("\xED\xA0\x80", "lone", nil)
	a.Set("empty", "", nil)
	long := net.MustParse("https://" + strings.Repeat("long.", 60) + "test/").Origin()
	local(t, s, long).Set("k", "v", nil)
	want := dump(a)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Local(originA); err != ErrClosed {
		t.Error(err)
	}
	s = open(t, Options{Dir: dir})
	if got := dump(local(t, s, originA)); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := dump(local(t, s, long)); got != "k=v " {
		t.Error(got)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "local-storage", ".new-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestFlushInBackground(t *testing.T) {
	dir := t.TempDir()
	s := open(t, Options{Dir: dir, FlushDelay: time.Millisecond})
	local(t, s, originA).Set("k", "v", nil)
	for deadline := time.Now().Add(5 * time.Second); ; {
		if files, _ := filepath.Glob(filepath.Join(dir, "local-storage", "*.area")); len(files) == 1 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("nothing was written")
		}
		time.Sleep(time.Millisecond)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestDamagedFile(t *testing.T) {
	dir := t.TempDir()
	heard := make(chan error, 1)
	opt := Options{Dir: dir, OnError: func(err error) { heard <- err }}
	s := open(t, opt)
	local(t, s, originA).Set("k", "v", nil)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "local-storage", "*.area"))
	b, _ := os.ReadFile(files[0])
	b[len(b)-6] ^= 1
	os.WriteFile(files[0], b, 0o600)
	s = open(t, opt)
	if a := local(t, s, originA); a.Len() != 0 {
		t.Error("damaged data were used")
	}
	if err := <-heard; !strings.Contains(err.Error(), "damaged") || !strings.Contains(err.Error(), "https://a.test") {
		t.Error(err)
	}
	if kept, err := os.ReadFile(files[0] + ".damaged"); err != nil || len(kept) != len(b) {
		t.Error("the damaged file was not kept")
	}
}

// TestWriteFails has the folder vanish: the error says so, the data stay and are written later.
func TestWriteFails(t *testing.T) {
	dir := t.TempDir()
	s := open(t, Options{Dir: dir, FlushDelay: time.Hour})
	a := local(t, s, originA)
	a.Set("k", "old", nil)
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	sub := filepath.Join(dir, "local-storage")
	if err := os.Rename(sub, sub+"-away"); err != nil {
		t.Fatal(err)
	}
	a.Set("k", "new", nil)
	err := s.Flush()
	if err == nil || !strings.Contains(err.Error(), "https://a.test cannot be written") {
		t.Fatal(err)
	}
	if err := s.Close(); err == nil {
		t.Fatal("closed with unwritten data")
	}
	os.Rename(sub+"-away", sub)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if got := dump(local(t, open(t, Options{Dir: dir}), originA)); got != "k=new " {
		t.Error(got)
	}
}

// TestFullDisk writes to the device that is always full, where there is one.
func TestFullDisk(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /dev/full")
	}
	f, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	a := Area{key: "https://a.test"}
	a.add("k", strings.Repeat("x", 1<<20))
	if err := a.encode(f); err == nil {
		t.Fatal("a full disk was not noticed")
	} else if msg := writeError("https://a.test", err).Error(); !strings.Contains(msg, "disk is full") || !strings.Contains(msg, "still in memory") {
		t.Error(msg)
	}
}

func TestBadProfile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	os.WriteFile(file, nil, 0o600)
	if _, err := Open(Options{Dir: file}); err == nil || !strings.Contains(err.Error(), "profile folder") {
		t.Error(err)
	}
}

// A folder has one store at a time: a second one would overwrite what the first writes.
func TestFolderInUse(t *testing.T) {
	dir := t.TempDir()
	s := open(t, Options{Dir: dir})
	local(t, s, originA).Set("k", "v", nil)
	if _, err := Open(Options{Dir: dir}); runtime.GOOS == "linux" && (!errors.Is(err, ErrInUse) || !strings.Contains(err.Error(), fmt.Sprint(os.Getpid())) || !strings.Contains(err.Error(), dir)) {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open(t, Options{Dir: dir})
	if got := dump(local(t, s, originA)); got != "k=v " {
		t.Error(got)
	}
	s.Close()
	s.Close()
}

// A folder that cannot be written is an error at once, and not when there is something to lose.
func TestUnwritableFolder(t *testing.T) {
	if os.Getuid() == 0 || runtime.GOOS == "windows" {
		t.Skip("all may be written")
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "local-storage"), 0o500); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(Options{Dir: dir}); err == nil || !strings.Contains(err.Error(), "profile folder cannot be used") || !errors.Is(err, os.ErrPermission) {
		t.Error(err)
	}
}

func TestConcurrent(t *testing.T) {
	s := open(t, Options{Dir: t.TempDir(), FlushDelay: time.Millisecond})
	defer s.Listen(func(Event) {})()
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			a, err := s.Local(originA)
			if err != nil {
				t.Error(err)
				return
			}
			for i := range 200 {
				k := fmt.Sprint(g, i%10)
				a.Set(k, fmt.Sprint(i), g)
				a.Get(k)
				a.Key(0)
				if i%7 == 0 {
					a.Remove(k, g)
				}
			}
		})
	}
	wg.Wait()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

func FuzzDecode(f *testing.F) {
	a := Area{key: "https://a.test"}
	a.add("k", "v")
	var b strings.Builder
	a.encode(&b)
	f.Add([]byte(b.String()), true)
	f.Add([]byte(magic), false)
	f.Fuzz(func(t *testing.T, b []byte, fix bool) {
		if fix && len(b) >= 4 { // so that the checksum is right and the rest is looked at
			b = binary.LittleEndian.AppendUint32(b[:len(b)-4:len(b)-4], crc32.ChecksumIEEE(b[:len(b)-4]))
		}
		a := Area{key: "https://a.test"}
		a.decode(b)
	})
}

func BenchmarkSet(b *testing.B) {
	s := open(b, Options{})
	a, _ := s.Local(originA)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		a.Set("key", [2]string{"one", "two"}[i&1], nil)
	}
}
