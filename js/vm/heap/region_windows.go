//go:build windows && (amd64 || arm64)

package heap

import (
	"syscall"
	"unsafe"
)

var (
	kernel32     = syscall.NewLazyDLL("kernel32.dll")
	virtualAlloc = kernel32.NewProc("VirtualAlloc")
	virtualFree  = kernel32.NewProc("VirtualFree")
)

const (
	memCommit, memReserve   = 0x1000, 0x2000
	memDecommit, memRelease = 0x4000, 0x8000
	pageReadWrite           = 4
	pageNoAccess            = 1
)

func (r *region) osReserve(n int) error {
	p, _, err := virtualAlloc.Call(0, uintptr(n), memReserve, pageNoAccess)
	if p == 0 {
		return err
	}
	r.bytes = unsafe.Slice(*(**byte)(unsafe.Pointer(&p)), n)
	return nil
}

// commit makes words [from, to) readable and writable. They are zero.
func (r *region) commit(from, to uint64) error {
	p, _, err := virtualAlloc.Call(uintptr(unsafe.Pointer(&r.bytes[from*8])), uintptr((to-from)*8), memCommit, pageReadWrite)
	if p == 0 {
		return err
	}
	return nil
}

// release gives the memory of words [from, to) back; they read as zero after. It reports
// whether that was done.
func (r *region) release(from, to uint64) bool {
	if p, _, _ := virtualFree.Call(uintptr(unsafe.Pointer(&r.bytes[from*8])), uintptr((to-from)*8), memDecommit); p == 0 {
		return false
	}
	return r.commit(from, to) == nil
}

func (r *region) free() {
	if r.bytes != nil {
		virtualFree.Call(uintptr(unsafe.Pointer(unsafe.SliceData(r.bytes))), 0, memRelease)
		r.bytes = nil
	}
}
