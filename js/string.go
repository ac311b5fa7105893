package js

import (
	"github.com/niso-engine/niso/js/internal/wtf8"
)

// UTF16Len is the number of UTF-16 units of a WTF-8 string.
func UTF16Len(s string) int { return wtf8.UTF16Len(s) }

// WTF8FromUTF16 is the WTF-8 of UTF-16 units.
func WTF8FromUTF16(u []uint16) string { return wtf8.FromUTF16(u) }

// UTF16 are the units of a WTF-8 string.
func UTF16(s string) []uint16 { return wtf8.ToUTF16(s) }

// ToUSV replaces lone surrogates by U+FFFD: DOMString to USVString.
func ToUSV(s string) string { return wtf8.ToUSV(s) }

// String makes a String value of WTF-8.
func (r *Realm) String(s string) Value { return r.rt.wrap(r.rt.vm.NewString(s)) }

// StringFromUTF16 makes a String of UTF-16 units, lone surrogates included.
func (r *Realm) StringFromUTF16(u []uint16) Value { return r.rt.wrap(r.rt.vm.NewUTF16(u)) }

// Str is the string of a String primitive in WTF-8, "" for all else. No script runs.
func (v Value) Str() string {
	if h := v.heap(); h != nil && v.v.IsString() {
		return h.GoString(v.v)
	}
	return ""
}

// Len is the length of a String in UTF-16 units, 0 for all else.
func (v Value) Len() int {
	if h := v.heap(); h != nil && v.v.IsString() {
		return h.StrLen(v.v)
	}
	return 0
}
