package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/niso-engine/niso/host"
	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/js/bind"
	"github.com/niso-engine/niso/net"
)

// runPage loads a page and does with it what the options ask for.
func runPage(ctx context.Context, o *options, stdin io.Reader, stdout, stderr io.Writer) (err error) {
	started := time.Now()
	var mu sync.Mutex // the console writes from the page's goroutine
	ho := host.Options{
		Width: o.width, Height: o.height, Scale: o.scale, VirtualTime: true, Offline: o.offline, BlockPrivate: o.blockPrivate,
		DarkScheme: o.dark, ProfileDir: o.profile, UserAgent: o.userAgent, ClassicScrollbars: o.scrollbars, Verify: o.verify, Record: o.trace != "",
	}
	if !o.quiet {
		ho.Console = func(_ *host.Page, m bind.ConsoleMessage) {
			mu.Lock()
			defer mu.Unlock()
			writeConsole(stderr, m)
		}
	}
	target, err := pageURL(o, &ho)
	if err != nil {
		return err
	}
	b, err := host.NewBrowser(ho)
	if err != nil {
		return err
	}
	defer func() {
		if e := b.Close(); err == nil { // of a page that does not stop, the first error tells
			err = e
		}
	}()
	p, err := b.NewPage()
	if err != nil {
		return err
	}
	err = work(ctx, p, o, target, stdin, stdout, stderr)
	var stuck *host.StuckError
	if errors.As(err, &stuck) { // it would not answer what follows either
		return err
	}
	if o.time {
		printTimes(p, started, stderr)
	}
	if o.trace != "" {
		if e := writeTrace(p, o.trace); err == nil {
			err = e
		}
	}
	if o.memoryReport != "" {
		r := &perf.Report{Process: "niso-run"}
		_ = p.Collect(context.WithoutCancel(ctx))
		b.ReportMemory(r)
		r.AddProcess()
		if o.memoryReport == "-" {
			err = errors.Join(err, r.WriteText(stdout))
		} else {
			err = errors.Join(err, r.WriteFile(o.memoryReport))
		}
	}
	if o.hold && err == nil {
		fmt.Fprintln(stderr, "niso-run: held; ends when standard input does")
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			_, _ = io.Copy(io.Discard, stdin)
		}()
		select {
		case <-ended:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}

// pageURL is the address that the options name, and sets what the page may read.
func pageURL(o *options, ho *host.Options) (string, error) {
	if o.url != "" {
		u, err := net.Parse(o.url, nil)
		if err != nil {
			return "", err
		}
		if o.root != "" {
			if !u.IsHTTP() {
				return "", usageError{"--root serves the origin of an http or https --url"}
			}
			ho.Root, ho.RootOrigin = o.root, u.Origin().String()
		}
		return u.Href(), nil
	}
	if strings.Contains(o.page, "://") || strings.HasPrefix(o.page, "data:") || strings.HasPrefix(o.page, "about:") {
		u, err := net.Parse(o.page, nil)
		if err != nil {
			return "", err
		}
		if u.IsFile() {
			ho.FileRoot = o.root
			if ho.FileRoot == "" {
				ho.FileRoot = filepath.Dir(filepath.FromSlash(string(net.PercentDecode(u.Pathname()))))
			}
		}
		return u.Href(), nil
	}
	name, frag, hasFrag := strings.Cut(o.page, "#")
	if _, err := os.Stat(o.page); err == nil {
		name, hasFrag = o.page, false
	}
	root, err := host.FileRootOf(name)
	if err != nil {
		return "", fmt.Errorf("cannot open the page %s: %w", name, err)
	}
	if fi, err := os.Stat(name); err == nil && fi.IsDir() {
		if _, err := os.Stat(filepath.Join(name, "index.html")); err != nil {
			return "", fmt.Errorf("%s is a directory without an index.html; name a file", name)
		}
		name = filepath.Join(name, "index.html")
	}
	ho.FileRoot = root
	if o.root != "" {
		ho.FileRoot = o.root
	}
	u, err := net.FileURL(name)
	if err != nil {
		return "", err
	}
	if hasFrag {
		u.SetHash(frag)
	}
	return u.Href(), nil
}

// work loads the page and makes what was asked for.
func work(ctx context.Context, p *host.Page, o *options, target string, stdin io.Reader, stdout, stderr io.Writer) error {
	limit := time.Duration(o.maxMs) * time.Millisecond
	if err := p.Navigate(ctx, target); err != nil {
		return err
	}
	kind, arg, _ := strings.Cut(o.waitUntil, "=")
	var err error
	switch kind {
	case "idle":
		err = p.WaitIdle(ctx, limit)
	case "selector":
		err = p.WaitSelector(ctx, arg, limit)
	case "script":
		err = p.WaitScript(ctx, arg, limit)
	default:
		err = p.Settle(ctx)
	}
	if errors.Is(err, host.ErrNotReached) {
		err = fmt.Errorf("--wait-until %s: %w (within --max-ms %d)", o.waitUntil, err, o.maxMs)
	}
	if err != nil {
		return err
	}
	if o.input != "" {
		if err := playFile(ctx, p, o.input); err != nil {
			return err
		}
	}
	for _, e := range o.evals {
		v, err := p.Eval(ctx, e)
		if err != nil {
			return fmt.Errorf("--eval: %w", err)
		}
		if v == "" {
			v = "undefined"
		}
		if _, err := fmt.Fprintln(stdout, v); err != nil {
			return err
		}
	}
	for _, d := range o.dumps {
		text, err := p.Dump(ctx, d)
		if err != nil {
			return err
		}
		if !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		if _, err := io.WriteString(stdout, text); err != nil {
			return err
		}
	}
	if o.screenshot != "" {
		png, err := p.Screenshot(ctx, host.ScreenshotOptions{FullPage: o.fullPage})
		if err != nil {
			return err
		}
		if o.screenshot == "-" {
			_, err = stdout.Write(png)
			return err
		}
		return writeFile(o.screenshot, png)
	}
	return nil
}

// writeFile writes a file whole or not at all. What is no regular file, as a device or a pipe, is written to and not replaced.
func writeFile(name string, data []byte) error {
	if fi, err := os.Stat(name); err == nil && !fi.Mode().IsRegular() {
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err == nil {
			_, err = f.Write(data)
			if e := f.Close(); err == nil {
				err = e
			}
		}
		if err != nil {
			return fmt.Errorf("cannot write %s: %w", name, err)
		}
		return nil
	}
	tmp, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", name, err)
	}
	_, err = tmp.Write(data)
	if e := tmp.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Chmod(tmp.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(tmp.Name(), name)
	}
	if err != nil {
		_ = os.Remove(tmp.Name())
		return fmt.Errorf("cannot write %s: %w", name, err)
	}
	return nil
}

// writeConsole prints a message as one line a line, with where it came from.
func writeConsole(w io.Writer, m bind.ConsoleMessage) {
	at := ""
	if m.URL != "" {
		at = " (" + m.URL
		if m.Line > 0 {
			at += fmt.Sprintf(":%d", m.Line)
			if m.Column > 0 {
				at += fmt.Sprintf(":%d", m.Column)
			}
		}
		at += ")"
	}
	fmt.Fprintf(w, "%s: %s%s\n", m.Level, m.Text, at)
}

func writeTrace(p *host.Page, name string) error {
	t, err := p.Timers(context.Background())
	if err != nil {
		return err
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	err = t.WriteTrace(f)
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// printTimes prints the phases, what the page says of its navigation, and the process's memory before and after giving back.
func printTimes(p *host.Page, started time.Time, w io.Writer) {
	t, err := p.Timers(context.Background())
	if err != nil {
		return
	}
	fmt.Fprintf(w, "phase            self  runs\n%s", t.String())
	fmt.Fprintf(w, "%-10s %9.2f ms\n", "total", float64(time.Since(started).Microseconds())/1000)
	if nav, err := p.Eval(context.Background(), navigationTiming); err == nil && nav != "" {
		fmt.Fprintf(w, "navigation %s\n", strings.Trim(nav, `"`))
	}
	before := perf.Footprint()
	perf.GiveBack()
	after := perf.Footprint()
	fmt.Fprintf(w, "memory     %.1f MB resident, %.1f MB peak, %.1f MB after giving back\n", before.ResidentMB(), before.PeakMB(), after.ResidentMB())
}

const navigationTiming = `(() => { const n = performance.getEntriesByType('navigation')[0]; if (!n) return undefined;
 return ['responseEnd','domInteractive','domContentLoadedEventEnd','loadEventEnd'].map(k => k + ' ' + n[k].toFixed(1)).join(', ') + ' ms' })()`
