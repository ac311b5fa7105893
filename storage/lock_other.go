//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows)

package storage

import "os"

// lockFile opens a file. There are no locks here: it is for whoever names the folder to see that no other process uses it.
func lockFile(name string) (*os.File, error) { return os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600) }
