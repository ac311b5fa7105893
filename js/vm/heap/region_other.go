//go:build !((linux || darwin || windows) && (amd64 || arm64 || riscv64 || loong64 || ppc64le || s390x))

package heap

// Mem is the region as words; every access is checked.
type Mem = []uint64

// otherWords is the size of the region where address space cannot be reserved: 512 MB.
const otherWords = 64 << 20

type region struct {
	words []uint64
}

func (r *region) mem() Mem { return r.words }

func (r *region) reserve() error {
	r.words = make([]uint64, otherWords)
	return nil
}

func (r *region) size() uint64 { return otherWords }

func (r *region) commit(from, to uint64) error { return nil }

func (r *region) release(from, to uint64) bool { return false }

func (r *region) free() { r.words = nil }
