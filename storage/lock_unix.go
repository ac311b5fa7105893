//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package storage

import (
	"errors"
	"os"
	"syscall"
)

// lockFile opens a file that no other process, and no other store of this one, has locked: else it is errLocked. The lock goes when the file is
// closed, at the latest with the process.
func lockFile(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	switch {
	case err == nil, errors.Is(err, errors.ErrUnsupported), errors.Is(err, syscall.ENOLCK): // file systems without locks do without
		return f, nil
	case errors.Is(err, syscall.EWOULDBLOCK):
		err = errLocked
	}
	f.Close()
	return nil, err
}
