package wtf8

import (
	"slices"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

func TestConvert(t *testing.T) {
	for _, c := range []struct {
		u []uint16
		s string
	}{
		{nil, ""}, {[]uint16{0x41, 0xE9, 0x20AC}, "Aé€"}, {[]uint16{0xD83D, 0xDE00}, "\U0001F600"},
		{[]uint16{0xD83D}, "\xed\xa0\xbd"}, {[]uint16{0xDE00, 0xD83D}, "\xed\xb8\x80\xed\xa0\xbd"}, {[]uint16{0xD83D, 0x41}, "\xed\xa0\xbdA"},
		{[]uint16{0xD800, 0xD800, 0xDC00}, "\xed\xa0\x80\U00010000"}, {[]uint16{0xFFFF}, "\uffff"},
	} {
		if got := FromUTF16(c.u); got != c.s {
			t.Errorf("%x: %q", c.u, got)
		}
		if got := ToUTF16(c.s); !slices.Equal(got, c.u) {
			t.Errorf("%q: %x", c.s, got)
		}
		if UTF16Len(c.s) != len(c.u) || !Valid(c.s) {
			t.Errorf("%q", c.s)
		}
	}
	if Join("a\xed\xa0\xbd", "\xed\xb8\x80b") != "a\U0001F600b" || Join("\xed\xa0\xbd", "x") != "\xed\xa0\xbdx" {
		t.Error("Join")
	}
	if ToUSV("a\xed\xa0\xbdb") != "a\ufffdb" || Valid("\xed\xa0\xbd\xed\xb8\x80") || Valid("\xff") {
		t.Error("ToUSV, Valid")
	}
}

func FuzzUTF16(f *testing.F) {
	f.Add([]byte{0x3d, 0xd8, 0, 0xde, 0x41, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		u := make([]uint16, len(b)/2)
		for i := range u {
			u[i] = uint16(b[2*i]) | uint16(b[2*i+1])<<8
		}
		s := FromUTF16(u)
		if !Valid(s) || !slices.Equal(ToUTF16(s), u) || UTF16Len(s) != len(u) {
			t.Fatalf("%x %q", u, s)
		}
		if got, want := ToUSV(s), string(utf16.Decode(u)); got != want {
			t.Fatalf("%x: %q, want %q", u, got, want)
		}
		for i := range u {
			if Join(FromUTF16(u[:i]), FromUTF16(u[i:])) != s {
				t.Fatalf("%x at %d", u, i)
			}
		}
	})
}

func FuzzBytes(f *testing.F) {
	f.Add("\xed\xa0\xbd\xed\xb8\x80\xff")
	f.Fuzz(func(t *testing.T, s string) {
		u := ToUTF16(s)
		if len(u) != UTF16Len(s) || IsASCII(s) != isASCII(s) || !utf8.ValidString(ToUSV(s)) {
			t.Fatalf("%q", s)
		}
		if Valid(s) && FromUTF16(u) != s {
			t.Fatalf("%q", s)
		}
	})
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
