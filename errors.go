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
)

// LoadError says why something did not load: Kind, URL and what to do.
type LoadError = net.Error

// CrashError says why a page ended by itself: a limit, or a bug of the engine.
type CrashError = host.CrashError

// NoElementError: no element matches a selector.
type NoElementError = host.NoElementError

// ScriptError is an error that a script threw.
type ScriptError struct {
	Message string // as Error.toString gives it, with the stack
}

func (e *ScriptError) Error() string { return e.Message }

// TimeoutError: the context ended while a script was running.
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

// wrap turns the engine's errors into those of this package.
func wrap(err error) error {
	var st *host.ScriptTimeoutError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &st):
		return &TimeoutError{Script: st.Where, Err: st.Err}
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return &TimeoutError{Err: err}
	}
	if m, ok := host.ScriptErrorText(err); ok {
		return &ScriptError{m}
	}
	return err
}
