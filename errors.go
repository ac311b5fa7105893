package niso

import (
	"context"
	"errors"
	"fmt"

	"github.com/niso-engine/niso/host"
	"github.com/niso-engine/niso/net"
)

var (
	// ErrClosed: the page or browser was closed.
	ErrClosed = host.ErrClosed
	// ErrNotReached: the page came to rest, or the time was up, and what was waited for did not come about.
	ErrNotReached = host.ErrNotReached
	// ErrInCallback: a function that the page called, such as that of WithConsole, asked the page to do something.
	ErrInCallback = host.ErrInCallback
)

// LoadError says why something did not load.
type LoadError struct {
	Kind string // what went wrong in a word or two: not found, refused, offline, …
	URL  string // as far as known; long data: URLs are cut
	Err  error  // the whole story, and what to do
}

func (e *LoadError) Error() string { return e.Err.Error() }
func (e *LoadError) Unwrap() error { return e.Err }

// CrashError says why a page ended by itself: a limit, or a bug of the engine.
type CrashError struct {
	URL    string // of the page's document
	Reason string
	Stack  string // of the engine, where it is a bug; "" otherwise
}

func (e *CrashError) Error() string { return fmt.Sprintf("the page %s ended: %s", e.URL, e.Reason) }

// NoElementError: no element matches a selector.
type NoElementError struct{ Selector string }

func (e *NoElementError) Error() string { return fmt.Sprintf("no element matches %q", e.Selector) }

// PictureSizeError: a picture would have no pixels, or more than Limits.SurfacePixels.
type PictureSizeError struct {
	Width, Height int   // of the picture, in device pixels
	Max           int64 // how many pixels it may have
}

func (e *PictureSizeError) Error() string { return (*host.PictureSizeError)(e).Error() }

// ScriptError is an error that a script threw.
type ScriptError struct {
	Message string // as Error.toString gives it, with the stack
}

func (e *ScriptError) Error() string { return e.Message }

// TimeoutError: the context ended before the call was done.
type TimeoutError struct {
	Script string // script and line that ran; "" if none did
	Err    error  // the context's error
}

func (e *TimeoutError) Error() string {
	if e.Script == "" {
		return e.Err.Error()
	}
	return fmt.Sprintf("%v while a script was running in %s", e.Err, e.Script)
}

func (e *TimeoutError) Unwrap() error { return e.Err }

// StuckError: the page was told to stop, by a context that ended or by Close, and does not: it is in something that cannot be interrupted. Close
// such a page.
type StuckError struct {
	Doing string // what it does: "compiling https://…"
	Stack string // of the page's goroutine
	Err   error  // the context's error, or ErrClosed
}

func (e *StuckError) Error() string {
	return fmt.Sprintf("%v, and the page does not stop: it is %s", e.Err, e.Doing)
}

func (e *StuckError) Unwrap() error { return e.Err }

// wrap turns the engine's errors into those of this package.
func wrap(err error) error {
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*host.StuckError](err); ok {
		return &StuckError{e.Doing, e.Stack, e.Err}
	}
	if e, ok := errors.AsType[*host.ScriptTimeoutError](err); ok {
		return &TimeoutError{Script: e.Where, Err: e.Err}
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return &TimeoutError{Err: err}
	}
	if e, ok := errors.AsType[*host.CrashError](err); ok {
		return &CrashError{e.URL, e.Reason, e.Stack}
	}
	if e, ok := errors.AsType[*host.NoElementError](err); ok {
		return &NoElementError{e.Selector}
	}
	if e, ok := errors.AsType[*host.PictureSizeError](err); ok {
		return (*PictureSizeError)(e)
	}
	if e, ok := errors.AsType[*net.Error](err); ok {
		return &LoadError{e.Kind.String(), e.URL, e}
	}
	if e, ok := errors.AsType[*host.ScriptError](err); ok {
		return &ScriptError{e.Message}
	}
	return err
}
