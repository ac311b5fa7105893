package host

import (
	"testing"
	"unicode/utf8"

	"github.com/niso-engine/niso/net"
)

// FuzzSniffer decodes in pieces: what comes out is UTF-8, and the same as of the whole where what declares the encoding is in the first piece.
func FuzzSniffer(f *testing.F) {
	for i, s := range []string{"", "<meta charset=utf-8>é", "\xEF\xBB\xBFx", "\xFF\xFEx\x00", "<?xml version='1.0' encoding='koi8-r'?><a>\xE9</a>", "<meta http-equiv=content-type content='text/html; charset=shift_jis'>\x83\x5C",
		"<!-- <meta charset=x> --><meta charset=utf-16>", "<\x00?\x00x\x00", "\xE9\xC3", "<head><style>", "<meta charset=iso-2022-jp>\x1b$B\x1b(B", "<meta charset=gb18030>\x81\x30\x81"} {
		f.Add([]byte(s), "", uint8(i), uint8(i))
	}
	labels := []string{"", "utf-8", "utf-16le", "shift_jis", "iso-2022-jp", "gb18030", "big5", "euc-kr", "x-user-defined", "replacement", "windows-1252", "nothing"}
	f.Fuzz(func(t *testing.T, text []byte, charset string, kind, piece uint8) {
		if charset == "" {
			charset = labels[int(kind)%len(labels)]
		}
		decode := func(n int) (string, string) {
			enc := ""
			s := &sniffer{charset: charset, xml: kind&64 != 0, file: kind&128 != 0, decided: func(e *net.Encoding) { enc = e.Name() }}
			var out []byte
			for i := 0; i < len(text); i += n {
				out = append(out, s.decode(append([]byte(nil), text[i:min(len(text), i+n)]...), false)...)
			}
			out = append(out, s.decode(nil, true)...)
			return string(out), enc
		}
		a, ea := decode(max(1, len(text)))
		b, eb := decode(int(piece) + 1)
		if !utf8.ValidString(a) || !utf8.ValidString(b) {
			t.Errorf("no UTF-8: %q %q", a, b)
		}
		if ea == eb && a != b {
			t.Errorf("in pieces of %d: %q (%s), whole: %q", int(piece)+1, b, eb, a)
		}
	})
}
