package host

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

// newHeadlessPage is a page with a virtual clock.
func newHeadlessPage(t *testing.T) *Page {
	t.Helper()
	return newWindowPage(t, Options{VirtualTime: true})
}

// What cannot be interrupted ends neither the wait nor Close late.
func TestStuckPage(t *testing.T) {
	b, err := NewBrowser(Options{Offline: true, VirtualTime: true, Grace: 100 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	p, err := b.NewPage()
	if err != nil {
		t.Fatal(err)
	}
	hold := make(chan struct{})
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	err = p.Do(ctx, func() error { <-hold; return nil })
	var stuck *StuckError
	if !errors.As(err, &stuck) || !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(stuck.Stack, "TestStuckPage") {
		t.Fatalf("%v", err)
	}
	if _, err := p.Wait(ctx, time.Second, true, nil); !errors.Is(err, context.DeadlineExceeded) || errors.As(err, &stuck) {
		t.Errorf("Wait with a context that has ended: %v", err)
	}
	ctx, cancel = context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if _, err := p.Wait(ctx, time.Second, true, nil); !errors.As(err, &stuck) {
		t.Errorf("Wait: %v", err)
	}
	if err := b.Close(); !errors.As(err, &stuck) {
		t.Errorf("Close: %v", err)
	}
	close(hold)
	<-p.done
}

// An interrupt that met no script does not end the next one.
func TestInterruptIsForgotten(t *testing.T) {
	p := newWindowPage(t, Options{})
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancel()
	if err := p.WaitSelector(ctx, ".never", time.Minute); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	if v, err := p.Eval(context.Background(), "6*7"); err != nil || v != "42" {
		t.Errorf("%q, %v", v, err)
	}
}

// A frame that goes while it loads does not hold the clock.
func TestFrameRemovedWhileLoading(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	p := newHeadlessPage(t)
	if err := p.SetContent(ctx, `<!DOCTYPE html><iframe id=f src="data:text/html,x"></iframe><script>f.remove(); var t; setTimeout(() => t = 1, 1000)</script>`, "http://a.test/"); err != nil {
		t.Fatal(err)
	}
	if err := p.WaitScript(ctx, "t === 1", 5*time.Second); err != nil {
		t.Error(err)
	}
}

// The frames of a document go with it.
func TestFramesGoWithTheirDocument(t *testing.T) {
	ctx := context.Background()
	p := newHeadlessPage(t)
	for range 3 {
		if err := p.SetContent(ctx, `<!DOCTYPE html><iframe srcdoc="<iframe srcdoc=x></iframe>"></iframe>`, "http://a.test/"); err != nil {
			t.Fatal(err)
		}
		_ = p.Do(ctx, func() error {
			if len(p.frames) != 3 {
				t.Errorf("%d documents are shown, want 3", len(p.frames))
			}
			return nil
		})
	}
}

func TestNewPageOfClosedBrowser(t *testing.T) {
	b, err := NewBrowser(Options{Offline: true})
	if err != nil {
		t.Fatal(err)
	}
	b.Close()
	if _, err := b.NewPage(); err == nil {
		t.Error("a closed browser gives a page")
	}
}
