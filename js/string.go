package js

import "github.com/niso-engine/niso/js/internal/wtf8"

// UTF16Len is the number of UTF-16 units of a WTF-8 string.
func UTF16Len(s string) int { return wtf8.UTF16Len(s) }

// WTF8FromUTF16 is the WTF-8 of UTF-16 units.
func WTF8FromUTF16(u []uint16) string { return wtf8.FromUTF16(u) }

// UTF16 are the units of a WTF-8 string.
func UTF16(s string) []uint16 { return wtf8.ToUTF16(s) }

// ToUSV replaces lone surrogates by U+FFFD: DOMString to USVString.
func ToUSV(s string) string { return wtf8.ToUSV(s) }
