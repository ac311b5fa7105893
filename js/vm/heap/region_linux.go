//go:build linux && (amd64 || arm64 || riscv64 || loong64 || ppc64le || s390x)

package heap

import "syscall"

const mapNoReserve = syscall.MAP_NORESERVE

// release gives the memory of words [from, to) back; they read as zero after. It reports
// whether that was done.
func (r *region) release(from, to uint64) bool {
	return syscall.Madvise(r.bytes[from*8:to*8], syscall.MADV_DONTNEED) == nil
}
