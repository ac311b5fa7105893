//go:build (linux || darwin || windows) && (amd64 || arm64 || riscv64 || loong64 || ppc64le || s390x)

package heap

import "unsafe"

// Mem is the region as words. Its length is 1<<32, so that an index of type Ref is
// within bounds by its type and costs no check.
type Mem = *[1 << 32]uint64

// limitWords is the size of the region.
const limitWords = 1 << 32

// region is the reserved address space.
type region struct {
	bytes []byte // whole reservation
}

func (r *region) mem() Mem { return Mem(unsafe.Pointer(unsafe.SliceData(r.bytes))) }

func (r *region) reserve() error { return r.osReserve(limitWords * 8) }

func (r *region) size() uint64 { return limitWords }
