package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"github.com/niso-engine/niso/host"
	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/internal/perf/atstart"
	"github.com/niso-engine/niso/js/bind"
)

// runPage loads a page and does with it what the options ask for.
func runPage(ctx context.Context, o *options, stdin io.Reader, stdout, stderr io.Writer) (err error) {
	started := time.Now()
	ho := o.host(stderr)
	downloads := &downloads{dir: o.downloads, stderr: stderr}
	if o.downloads != "" {
		ho.Download = downloads.save
	}
	if err := checkOutputs(o.screenshot, o.trace, o.memoryReport); err != nil {
		return err
	}
	if o.downloads != "" {
		if fi, err := os.Stat(o.downloads); err != nil || !fi.IsDir() {
			return fmt.Errorf("--downloads: there is no folder %s", o.downloads)
		}
	}
	named := o.page
	if named == "-" { // what it names is as of a file in the current folder
		named = "standard-input.html"
	}
	target, err := ho.Target(named, o.root, o.url)
	if err != nil {
		return err
	}
	b, err := host.NewBrowser(ho)
	if err != nil {
		return err
	}
	var stuck *host.StuckError
	defer func() {
		if stuck != nil { // it would not end, and the process does
			return
		}
		if e := b.Close(); err == nil {
			err = e
		}
	}()
	defer reportOnSignal(b, o.memoryReport, stderr)()
	p, err := b.NewPage()
	if err != nil {
		return err
	}
	err = work(ctx, p, o, target, stdin, stdout, stderr)
	if o.downloads != "" {
		err = errors.Join(err, downloads.wait(ctx))
	}
	if errors.As(err, &stuck) { // it would not answer what follows either
		return err
	}
	if ctx.Err() != nil { // what is still said of the page is not for long
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
	}
	if o.time {
		printTimes(ctx, p, started, stderr)
	}
	if o.time || len(o.evals) > 0 {
		printPopups(ctx, b, p, stderr)
	}
	if o.trace != "" {
		if e := writeTrace(ctx, p, o.trace); err == nil {
			err = e
		}
	}
	if o.memoryReport != "" {
		_ = p.Collect(ctx) // of a page that ended there is nothing to collect
		err = errors.Join(err, writeReport(b, o.memoryReport, stdout))
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

// printPopups lists the windows that the page opened and that are open still.
func printPopups(ctx context.Context, b *host.Browser, p *host.Page, stderr io.Writer) {
	for _, q := range b.Pages() {
		if q == p {
			continue
		}
		title, err := "", q.Settle(ctx) // it may be loading
		if err == nil {
			title, err = q.Title(ctx)
		}
		if err != nil { // it closed just now
			continue
		}
		fmt.Fprintf(stderr, "window %s %q\n", q.URL(), title)
	}
}

// host are the options of the browser that the command line asks for.
func (o *options) host(stderr io.Writer) host.Options {
	ho := host.Options{
		Width: o.width, Height: o.height, Scale: o.scale, VirtualTime: true, Offline: o.offline, BlockPrivate: o.blockPrivate,
		DarkScheme: o.dark, ProfileDir: o.profile, UserAgent: o.userAgent, ClassicScrollbars: o.scrollbars, Verify: o.verify, Record: o.trace != "",
		Grace: time.Second, Popups: popupPolicies[o.popups],
	}
	if !o.quiet {
		ho.Popup = func(e host.Popup) {
			to := e.URL
			if to == "" {
				to = "about:blank"
			}
			fmt.Fprintf(stderr, "niso-run: the page opened a window: %s\n", to)
		}
		ho.Console = func(_ *host.Page, m bind.ConsoleMessage) { writeConsole(stderr, m) }
	}
	return ho
}

// work loads the page and makes what was asked for.
func work(ctx context.Context, p *host.Page, o *options, target string, stdin io.Reader, stdout, stderr io.Writer) error {
	limit := time.Duration(o.maxMs) * time.Millisecond
	var err error
	if o.page == "-" {
		text, e := io.ReadAll(stdin)
		if e != nil {
			return fmt.Errorf("cannot read the page from standard input: %w", e)
		}
		err = p.SetContent(ctx, strings.ToValidUTF8(string(text), "\uFFFD"), target)
	} else {
		err = p.Navigate(ctx, target)
	}
	if err != nil {
		return err
	}
	if status, err := p.Status(ctx); err == nil && status >= 400 {
		fmt.Fprintf(stderr, "niso-run: warning: %s was answered with the status %d; this is the page that came with it\n", target, status)
	}
	kind, arg, _ := strings.Cut(o.waitUntil, "=")
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
		err = fmt.Errorf("%w (--max-ms is %d)", err, o.maxMs)
	}
	if err != nil {
		return err
	}
	if o.input != "" {
		if err := playFile(ctx, p, o.input, stdin); err != nil {
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
		if err := p.Settle(ctx); err != nil { // what the script set off, as a step of --input would
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
		so := host.ScreenshotOptions{FullPage: o.fullPage, Selector: o.element}
		if isJPEG(o.screenshot) {
			so.JPEGQuality = jpegQuality
		}
		file, err := p.Screenshot(ctx, so)
		if err != nil {
			return fmt.Errorf("--screenshot: %w", err)
		}
		if o.screenshot == "-" {
			_, err = stdout.Write(file)
			return err
		}
		return writeFile(o.screenshot, file)
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
		return cannotWrite(name, err)
	}
	tmp, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err == nil {
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
		}
	}
	return cannotWrite(name, err)
}

// cannotWrite names the file that was asked for, and not a temporary one.
func cannotWrite(name string, err error) error {
	if err == nil {
		return nil
	}
	var pe *os.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return fmt.Errorf("cannot write %s: %w", name, err)
}

// checkOutputs reports an output that cannot be written before the work for it is done.
func checkOutputs(names ...string) error {
	for _, name := range names {
		if name == "" || name == "-" {
			continue
		}
		dir := filepath.Dir(name)
		fi, err := os.Stat(dir)
		switch {
		case errors.Is(err, os.ErrNotExist):
			return fmt.Errorf("cannot write %s: there is no folder %s; make it, or name another file", name, dir)
		case err != nil:
			return cannotWrite(name, err)
		case !fi.IsDir():
			return fmt.Errorf("cannot write %s: %s is no folder; name another file", name, dir)
		}
		if fi, err = os.Stat(name); err == nil && fi.IsDir() {
			return fmt.Errorf("cannot write %s: it is a folder; name a file in it", name)
		}
		if err == nil && !fi.Mode().IsRegular() { // a device or a pipe; to open one may wait for its other end
			continue
		}
		tmp, err := os.CreateTemp(dir, "."+filepath.Base(name)+".*") // as writeFile does
		if err != nil {
			return cannotWrite(name, err)
		}
		tmp.Close()
		if err := os.Remove(tmp.Name()); err != nil {
			return cannotWrite(name, err)
		}
	}
	return nil
}

// writeReport writes what the browser's memory is for, to w if the name is -.
func writeReport(b *host.Browser, name string, w io.Writer) error {
	r := &perf.Report{Process: "niso-run"}
	perf.BeforeProfile = atstart.Before
	b.ReportMemory(r)
	r.AddProcess()
	if name == "-" {
		var b bytes.Buffer
		if err := r.WriteText(&b); err != nil {
			return err
		}
		_, err := w.Write(b.Bytes())
		return err
	}
	return cannotWrite(name, r.WriteFile(name))
}

// reportOnSignal writes the memory report when the process is sent one of reportSignals, until stop is called.
func reportOnSignal(b *host.Browser, name string, stderr io.Writer) (stop func()) {
	if len(reportSignals) == 0 {
		return func() {}
	}
	if name == "" {
		name = "-"
	}
	got := make(chan os.Signal, 1)
	signal.Notify(got, reportSignals...)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range got {
			if err := writeReport(b, name, stderr); err != nil {
				fmt.Fprintf(stderr, "niso-run: %v\n", err)
			}
		}
	}()
	return func() {
		signal.Stop(got)
		close(got)
		<-done
	}
}

// writeConsole prints a message as one line a line, with where it came from.
func writeConsole(w io.Writer, m bind.ConsoleMessage) {
	at := ""
	if m.URL != "" && !strings.Contains(m.Text, m.URL) {
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

func writeTrace(ctx context.Context, p *host.Page, name string) error {
	t, err := p.Timers(ctx)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := t.WriteTrace(&b); err != nil {
		return err
	}
	return writeFile(name, b.Bytes())
}

// printTimes prints the phases, what the page says of its navigation, and the process's memory before and after giving back.
func printTimes(ctx context.Context, p *host.Page, started time.Time, w io.Writer) {
	t, err := p.Timers(ctx)
	if err != nil {
		return
	}
	fmt.Fprintf(w, "phase            self  runs\n%s", t.String())
	fmt.Fprintf(w, "%-10s %9.2f ms\n", "total", float64(time.Since(started).Microseconds())/1000)
	if nav, err := p.Eval(ctx, navigationTiming); err == nil && nav != "" {
		fmt.Fprintf(w, "navigation %s, on the page's virtual clock\n", strings.Trim(nav, `"`))
	}
	before := perf.Footprint()
	perf.GiveBack()
	after := perf.Footprint()
	fmt.Fprintf(w, "memory     %.1f MB resident, %.1f MB peak, %.1f MB after giving back\n", before.ResidentMB(), before.PeakMB(), after.ResidentMB())
}

const navigationTiming = `(() => { const n = performance.getEntriesByType('navigation')[0]; if (!n) return undefined;
 return ['responseEnd','domInteractive','domContentLoadedEventEnd','loadEventEnd'].map(k => k + ' ' + n[k].toFixed(1)).join(', ') + ' ms' })()`
