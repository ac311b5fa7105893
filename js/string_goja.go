//go:build niso_goja || !niso_vm

package js

import (
	"strconv"
	"unsafe"

	"github.com/dop251/goja"

	"github.com/niso-engine/niso/js/internal/wtf8"
)

// stringValue makes a String of WTF-8.
func stringValue(s string) (v Value) {
	if wtf8.IsASCII(s) {
		p := new(string)
		*p = s
		*(*iface)(unsafe.Pointer(&v.v)) = iface{tabASCII, unsafe.Pointer(p)}
		return v
	}
	return Value{v: goja.StringFromUTF16(wtf8.ToUTF16(s))}
}

// stringOf is the WTF-8 of a String, "" for all else.
func stringOf(v goja.Value) string {
	w := (*iface)(unsafe.Pointer(&v))
	switch w.tab {
	case tabASCII:
		return *(*string)(w.data)
	case tabUTF16:
		return wtf8.FromUTF16((*(*[]uint16)(w.data))[1:]) // after goja's byte order mark
	}
	s, ok := v.(goja.String)
	if !ok {
		return ""
	}
	// A string that Go handed over and goja has not looked into.
	n := s.Length()
	u := make([]uint16, n)
	for i := range u {
		u[i] = s.CharAt(i)
	}
	return wtf8.FromUTF16(u)
}

// Len is the length of a String in UTF-16 units, 0 for all else.
func (v Value) Len() int {
	if s, ok := v.v.(goja.String); ok {
		return s.Length()
	}
	return 0
}

func indexName(i uint32) string       { return strconv.FormatUint(uint64(i), 10) }
func valuesOf(a []goja.Value) []Value { return *(*[]Value)(unsafe.Pointer(&a)) }

// StringFromUTF16 makes a String of UTF-16 units, lone surrogates included.
func (r *Realm) StringFromUTF16(u []uint16) Value { return Value{v: goja.StringFromUTF16(u)} }
