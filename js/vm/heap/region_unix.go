//go:build (linux || darwin) && (amd64 || arm64 || riscv64 || loong64 || ppc64le || s390x)

package heap

import "syscall"

func (r *region) osReserve(n int) (err error) {
	r.bytes, err = syscall.Mmap(-1, 0, n, syscall.PROT_NONE, syscall.MAP_ANON|syscall.MAP_PRIVATE|mapNoReserve)
	return err
}

// commit makes words [from, to) readable and writable. They are zero.
func (r *region) commit(from, to uint64) error {
	return syscall.Mprotect(r.bytes[from*8:to*8], syscall.PROT_READ|syscall.PROT_WRITE)
}

func (r *region) free() {
	if r.bytes != nil {
		_ = syscall.Munmap(r.bytes)
		r.bytes = nil
	}
}
