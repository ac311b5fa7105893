package pagesuite

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"
	"time"

	"github.com/niso-engine/niso/host"
)

var (
	pagesFlag = flag.String("pages", "", "folder of pages (*.html) that TestMutatedPages spoils")
	forFlag   = flag.Duration("for", time.Minute, "how long TestMutatedPages goes on")
	seedFlag  = flag.Uint64("seed", 1, "the first seed of TestMutatedPages")
	onceFlag  = flag.Bool("once", false, "TestMutatedPages tries -seed alone, and leaves the page in the folder of temporary files")
)

const garbage = "<>\"'=/!-&;{}()\x00\xff\n aZ09"

// mutate cuts, doubles, moves and garbles parts of a page.
func mutate(page []byte, r *rand.Rand) []byte {
	b := bytes.Clone(page)
	for range 1 + r.IntN(8) {
		if len(b) < 2 {
			return b
		}
		size := 1 << r.IntN(16)
		i := r.IntN(len(b))
		j := min(len(b), i+1+r.IntN(size))
		part := bytes.Clone(b[i:j])
		at := r.IntN(len(b))
		switch r.IntN(6) {
		case 0: // cut
			b = append(b[:i], b[j:]...)
		case 1: // the end
			if r.IntN(4) == 0 {
				b = b[:i]
			}
		case 2: // double
			b = append(b[:at:at], append(part, b[at:]...)...)
		case 3: // again and again
			b = append(b[:at:at], append(bytes.Repeat(part, 1+r.IntN(1+(1<<14)/len(part))), b[at:]...)...)
		case 4: // swap
			for k := range part {
				o := (at + k) % len(b)
				b[i+k], b[o] = b[o], b[i+k]
			}
		case 5: // garble
			for k := i; k < j; k += 1 + r.IntN(64) {
				b[k] = garbage[r.IntN(len(garbage))]
			}
		}
	}
	return b
}

// TestMutatedPages loads spoiled pages of -pages until -for is over: none may crash the page, or keep it busy with what cannot be interrupted.
// A failure names the seed; -seed N -once tries it again.
func TestMutatedPages(t *testing.T) {
	if *pagesFlag == "" {
		t.Skip("give a folder of pages with -pages")
	}
	files, err := filepath.Glob(filepath.Join(*pagesFlag, "*.html"))
	if err != nil || len(files) == 0 {
		t.Fatal("no pages", err)
	}
	end := time.Now().Add(*forFlag)
	n := 0
	for seed := *seedFlag; n == 0 || !*onceFlag && time.Now().Before(end); seed++ {
		n++
		r := rand.New(rand.NewPCG(seed, 0))
		file := files[r.IntN(len(files))]
		page, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		page = mutate(page, r)
		if *onceFlag {
			name := filepath.Join(os.TempDir(), fmt.Sprintf("mutated-%d.html", seed))
			if err := os.WriteFile(name, page, 0o644); err != nil {
				t.Fatal(err)
			}
			t.Log(name)
		}
		begun := time.Now()
		if err := try(page); err != nil {
			t.Errorf("seed %d (%s): %v", seed, filepath.Base(file), err)
		}
		if d := time.Since(begun); d > 20*time.Second {
			t.Logf("seed %d (%s) took %v", seed, filepath.Base(file), d)
		}
	}
	t.Logf("%d pages, seeds from %d", n, *seedFlag)
}

// try loads a page and paints it. A script that does not end is ended, which is no error.
func try(page []byte) error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	b, err := host.NewBrowser(host.Options{Width: 1280, Height: 800, VirtualTime: true, HandlerOrigin: "*", Handler: http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		if q.URL.Path != "/page.html" {
			http.NotFound(w, q)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write(page)
	})})
	if err != nil {
		return err
	}
	defer b.Close()
	p, err := b.NewPage()
	if err != nil {
		return err
	}
	err = p.Navigate(ctx, "http://localhost/page.html")
	if err == nil {
		err = p.Settle(ctx)
	}
	if err == nil {
		_, err = p.Picture(ctx, host.ScreenshotOptions{})
	}
	if err == nil {
		_, err = p.Dump(ctx, "geometry")
	}
	if err == nil {
		err = p.Close()
	}
	var script *host.ScriptTimeoutError
	var crash *host.CrashError
	switch {
	case errors.As(err, &crash):
		return fmt.Errorf("%w\n%s", err, crash.Stack)
	case errors.As(err, &script):
		return nil
	case errors.Is(err, context.DeadlineExceeded):
		var stuck *host.StuckError
		if errors.As(err, &stuck) {
			return fmt.Errorf("%w\n%s", err, stuck.Stack)
		}
		return fmt.Errorf("%w after 30 s", err)
	}
	return err
}

func init() { debug.SetMemoryLimit(3 << 30) }
