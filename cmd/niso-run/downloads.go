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

	"github.com/niso-engine/niso/host"
)

// downloads writes what pages download into a folder.
type downloads struct {
	dir    string
	stderr io.Writer
	open   sync.WaitGroup // those that are being written

	mu   sync.Mutex // for the rest, and stderr
	errs []error
}

// save takes a download over; on the page's goroutine.
func (l *downloads) save(_ *host.Page, d *host.Download) {
	l.open.Go(func() {
		defer d.Body.Close()
		name, err := l.write(d)
		l.mu.Lock()
		defer l.mu.Unlock()
		if err != nil {
			l.errs = append(l.errs, fmt.Errorf("the download of %s: %w", d.URL, err))
			return
		}
		fmt.Fprintf(l.stderr, "niso-run: downloaded %s to %s\n", d.URL, name)
	})
}

// write writes a download under its name, or, where a file has that, one with a number. What is not whole is removed.
func (l *downloads) write(d *host.Download) (name string, err error) {
	base := filepath.Base(filepath.FromSlash(d.Name))
	if base == "." || base == ".." || base == string(filepath.Separator) {
		base = "download"
	}
	ext := filepath.Ext(base)
	stem := strings.TrimSuffix(base, ext)
	var f *os.File
	for i := 0; f == nil; i++ {
		name = filepath.Join(l.dir, base)
		if i > 0 {
			name = filepath.Join(l.dir, fmt.Sprintf("%s (%d)%s", stem, i, ext))
		}
		f, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err != nil && !errors.Is(err, os.ErrExist) {
			return "", cannotWrite(name, err)
		}
	}
	_, err = io.Copy(f, d.Body)
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		_ = os.Remove(name)
	}
	return name, err
}

// wait waits until all are written, and tells of those that were not.
func (l *downloads) wait(ctx context.Context) error {
	done := make(chan struct{})
	go func() { l.open.Wait(); close(done) }()
	select {
	case <-done:
	case <-ctx.Done():
		return ctx.Err()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return errors.Join(l.errs...)
}
