//go:build unix

package net

import (
	"os"
	"syscall"
)

// mapFile maps a file for reading.
func mapFile(f *os.File, size int) ([]byte, func([]byte), error) {
	b, err := syscall.Mmap(int(f.Fd()), 0, size, syscall.PROT_READ, syscall.MAP_PRIVATE)
	if err != nil {
		return nil, nil, err
	}
	return b, func(b []byte) { syscall.Munmap(b) }, nil
}
