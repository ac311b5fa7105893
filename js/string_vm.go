//go:build niso_vm && !niso_goja

package js

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
