//go:build unix

package text

import (
	"os"
	"syscall"
)

// mapFile maps a file read-only. mapped is false where it had to be read into memory.
func mapFile(path string) (data []byte, mapped bool, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, false, err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return nil, false, err
	}
	if !st.Mode().IsRegular() || st.Size() < 12 || st.Size() > 1<<30 {
		return nil, false, errNoFont
	}
	data, err = syscall.Mmap(int(f.Fd()), 0, int(st.Size()), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		data, err = os.ReadFile(path)
		return data, false, err
	}
	return data, true, nil
}

func unmapFile(data []byte) { syscall.Munmap(data) }
