package host

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/niso-engine/niso/js/bind"
	"github.com/niso-engine/niso/storage"
)

// Data of the profile that are damaged are kept, the page is told of it, and stores anew; a second browser does not get the folder.
func TestDamagedProfile(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	var mu sync.Mutex
	var said []string
	visit := func(script string) (value string) {
		b, err := NewBrowser(Options{VirtualTime: true, ProfileDir: dir, Console: func(_ *Page, m bind.ConsoleMessage) {
			mu.Lock()
			defer mu.Unlock()
			said = append(said, m.Text)
		}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := NewBrowser(Options{ProfileDir: dir}); !errors.Is(err, storage.ErrInUse) {
			t.Errorf("a second browser: %v", err)
		}
		p, err := b.NewPage()
		if err != nil {
			t.Fatal(err)
		}
		if err := p.SetContent(ctx, "x", "http://a.test/"); err != nil {
			t.Fatal(err)
		}
		if value, err = p.Eval(ctx, script); err != nil {
			t.Fatal(err)
		}
		mu.Lock()
		heard := len(said) > 0 || !strings.Contains(script, "length")
		mu.Unlock()
		for deadline := time.Now().Add(10 * time.Second); !heard && time.Now().Before(deadline); time.Sleep(time.Millisecond) {
			mu.Lock()
			heard = len(said) > 0
			mu.Unlock()
		}
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
		return value
	}
	visit("localStorage.a = 'kept'")
	files, _ := filepath.Glob(filepath.Join(dir, "local-storage", "*.area"))
	if len(files) != 1 {
		t.Fatal(files)
	}
	whole, err := os.ReadFile(files[0])
	if err == nil {
		err = os.WriteFile(files[0], whole[:len(whole)-3], 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	if v := visit("localStorage.b = 'new'; localStorage.length"); v != "1" {
		t.Errorf("%s keys", v)
	}
	if len(said) != 1 || !strings.Contains(said[0], "damaged") || !strings.Contains(said[0], files[0]) {
		t.Errorf("said %q", said)
	}
	if b, err := os.ReadFile(files[0] + ".damaged"); err != nil || !bytes.Equal(b, whole[:len(whole)-3]) {
		t.Errorf("what was damaged is not kept: %v", err)
	}
	if v := visit("localStorage.b"); v != `"new"` {
		t.Errorf("after: %s", v)
	}
}
