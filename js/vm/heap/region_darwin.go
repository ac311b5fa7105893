//go:build darwin

package heap

const mapNoReserve = 0x40

// release does nothing: the system's madvise does not promise zeros.
func (r *region) release(from, to uint64) bool { return false }
