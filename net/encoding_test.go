package net

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestHTML5LibEncoding runs html5lib's encoding tests against the sniffer.
func TestHTML5LibEncoding(t *testing.T) {
	root := os.Getenv("NISO_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "shared")
	}
	files, _ := filepath.Glob(filepath.Join(root, "suites", "html5lib", "encoding", "*.dat"))
	if len(files) == 0 {
		t.Skip("the outside suite is not here (set NISO_SHARED)")
	}
	passed, total, late := 0, 0, 0
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range strings.Split("\n"+string(b), "\n#data\n")[1:] {
			data, label, ok := strings.Cut(c, "\n#encoding\n")
			if !ok {
				t.Fatalf("%s: case %d has no encoding", name, i)
			}
			want := LookupEncoding(strings.TrimSpace(label))
			enc, _ := SniffEncoding([]byte(data), "")
			if enc == nil {
				enc = Windows1252
			}
			total++
			switch {
			case enc == want:
				passed++
			case enc == Windows1252 && len(data) > prescanLimit && prescanMeta(data) == want:
				// The <meta> stands behind the first 1,024 bytes: the tree builder finds it and
				// changes the encoding.
				late++
			default:
				t.Errorf("%s case %d: %s, want %s\n%s", filepath.Base(name), i, enc.Name(), label, clip(data, 300))
			}
		}
	}
	t.Logf("%d passed of %d, %d left to the tree builder", passed, total, late)
	if late != 7 {
		t.Errorf("%d cases left to the tree builder, want 7", late)
	}
}

func TestSniffEncoding(t *testing.T) {
	for _, c := range []struct {
		head, charset string
		name          string
		certain       bool
	}{
		{"\xEF\xBB\xBF<meta charset=koi8-r>", "latin1", "UTF-8", true},
		{"\xFE\xFFx", "", "UTF-16BE", true},
		{"\xFF\xFEx", "", "UTF-16LE", true},
		{"<meta charset=koi8-r>", "latin1", "windows-1252", true},
		{"<meta charset=koi8-r>", "nonsense", "KOI8-R", false},
		{"<meta charset=utf-16>", "", "UTF-8", false},
		{"<meta charset=x-user-defined>", "", "windows-1252", false},
		{"<!--><meta charset=koi8-r>", "", "KOI8-R", false},
		{"<!-- <meta charset=koi8-r>", "", "", false},
		{"<?xml version='1.0' encoding='koi8-r'?>", "", "KOI8-R", false},
		{"<a title='<meta charset=koi8-r>'><meta/charset=\"big5\">", "", "Big5", false},
		{"<meta content='text/html; charset=koi8-r'>", "", "", false},
		{"<meta content='text/html; charset=koi8-r' http-equiv=Content-Type>", "", "KOI8-R", false},
		{"<meta content='charset;charset= \"koi8-r\"' http-equiv=Content-Type>", "", "KOI8-R", false},
		{strings.Repeat(" ", 1020) + "<meta charset=koi8-r>", "", "", false},
	} {
		enc, certain := SniffEncoding([]byte(c.head), c.charset)
		name := ""
		if enc != nil {
			name = enc.Name()
		}
		if name != c.name || certain != c.certain {
			t.Errorf("%q %q: %s %v, want %s %v", clip(c.head, 60), c.charset, name, certain, c.name, c.certain)
		}
	}
}

// decodeCases come from the standard's algorithms.
var decodeCases = []struct{ label, in, want string }{
	{"utf-8", "a\xE2\x82", "a\uFFFD"},
	{"utf-8", "\xE2\x82A", "\uFFFDA"},
	{"utf-8", "\xF0\x9F\x98\x80", "😀"},
	{"utf-8", "\xF0\x9F\x41\x98", "\uFFFDA\uFFFD"},
	{"utf-8", "\xED\xA0\x80", "\uFFFD\uFFFD\uFFFD"},
	{"utf-8", "\xF4\x90\x80\x80", "\uFFFD\uFFFD\uFFFD\uFFFD"},
	{"utf-8", "\xC0\x80\xFE", "\uFFFD\uFFFD\uFFFD"},
	{"utf-8", "\xEF\xBB\xBFx\xEF\xBB\xBF", "x\uFEFF"},
	{"utf-8", "\xEF\xBB", "\uFFFD"},
	{"utf-16le", "\xFF\xFEa\x00=\xD8\x00\xDE", "a😀"},
	{"utf-16be", "\x00a\xD8=\x00b\xDE\x00", "a\uFFFDb\uFFFD"},
	{"utf-16le", "a\x00b", "a\uFFFD"},
	{"utf-16le", "=\xD8", "\uFFFD"},
	{"windows-1252", "\x80\x81\xE9", "€\u0081é"},
	{"windows-1253", "\xAA\xD2", "\uFFFD\uFFFD"},
	{"x-user-defined", "\x80\xFFa", "\uF780\uF7FFa"},
	{"macintosh", "\xDB", "€"},
	{"koi8-u", "\xAE\xBE", "ўЎ"},
	{"shift_jis", "\x82\xA0\xB1\x80\xA0\xFD", "あｱ\u0080\uFFFD\uFFFD"},
	{"shift_jis", "\x82A\x82", "\uFFFDA\uFFFD"},
	{"euc-jp", "\xA4\xA2\x8E\xB1\x8F\xA2\xAF\xA4A", "あｱ˘\uFFFDA"},
	{"euc-kr", "\xB0\xA1\x81\x41\xC9\xA1\x80", "가갂\uFFFD\uFFFD"},
	{"big5", "\xA4@\x87\x40\x88\x62\xFF", "一\u43F0\u00CA\u0304\uFFFD"},
	{"gbk", "\x80\xB0\xA1\x81\x30\x84\x36\xFF", "€啊\u00A5\uFFFD"},
	{"gb18030", "\x90\x30\x81\x30\xA3\xA0", "\U00010000\u3000"},
	{"gb18030", "\x81\x30\x81", "\uFFFD"},
	{"iso-2022-jp", "\x1B$B$\"\x1B(B~\x1B(J~\\\x1B(I1", "あ~‾¥ｱ"},
	{"iso-2022-kr", "abc", "\uFFFD"},
	{"hz-gb-2312", "", ""},
}

func TestDecoders(t *testing.T) {
	for _, c := range decodeCases {
		if got := string(DecodeAll([]byte(c.in), LookupEncoding(c.label))); got != c.want {
			t.Errorf("%s %q: %+q, want %+q", c.label, c.in, got, c.want)
		}
		// Any split into chunks gives the same.
		for size := 1; size <= 3; size++ {
			if got := decodeChunks([]byte(c.in), LookupEncoding(c.label), size); got != c.want {
				t.Errorf("%s %q in chunks of %d: %+q, want %+q", c.label, c.in, size, got, c.want)
			}
		}
	}
}

func decodeChunks(b []byte, e *Encoding, size int) string {
	d := NewDecoder(e)
	var out strings.Builder
	for len(b) > 0 {
		n := min(size, len(b))
		out.Write(d.Decode(b[:n], false))
		b = b[n:]
	}
	out.Write(d.Decode(nil, true))
	return out.String()
}

func TestDecodeCopiesNothing(t *testing.T) {
	b := bytes.Repeat([]byte("ascii and ünïcode\n"), 1000)
	d := NewDecoder(UTF8)
	if got := d.Decode(b, true); &got[0] != &b[0] || len(got) != len(b) {
		t.Error("valid UTF-8 was copied")
	}
	if n := testing.AllocsPerRun(100, func() { d.Decode(b, false) }); n != 0 {
		t.Errorf("%v allocations a chunk", n)
	}
}

func TestLabels(t *testing.T) {
	if n := len(encodingLabels()); n < 210 {
		t.Errorf("%d labels", n)
	}
	for _, c := range []struct{ label, name string }{{" LATIN1\n", "windows-1252"}, {"UTF8", "UTF-8"}, {"utf-16", "UTF-16LE"}, {"tis-620", "windows-874"}, {"logical", "ISO-8859-8-I"}, {"iso-8859-9", "windows-1254"}, {"gb2312", "GBK"}} {
		if e := LookupEncoding(c.label); e == nil || e.Name() != c.name {
			t.Errorf("%q: %v", c.label, e)
		}
	}
	if LookupEncoding("utf-7") != nil || LookupEncoding("") != nil {
		t.Error("an unknown label has an encoding")
	}
}

func TestEncode(t *testing.T) {
	for _, c := range []struct{ label, in, want string }{
		{"windows-1252", "aé€☃", "a\xE9\x80&#9731;"},
		{"shift_jis", "あ−😀", "\x82\xA0\x81\x7C&#128512;"},
		{"iso-2022-jp", "aあｱ¥\\", "a\x1B$B$\"%\"\x1B(J\\\x1B(B\\"},
		{"utf-16le", "é", "é"},
		{"gbk", "€", "\x80"},
		{"utf-8", "a\xED\xA0\x80", "a\uFFFD"},
	} {
		if got := string(LookupEncoding(c.label).AppendEncoded(nil, c.in)); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.label, c.in, got, c.want)
		}
	}
}

func FuzzDecoder(f *testing.F) {
	for _, c := range decodeCases {
		f.Add([]byte(c.in), c.label, 2)
	}
	f.Fuzz(func(t *testing.T, b []byte, label string, size int) {
		e := LookupEncoding(label)
		if e == nil {
			e = UTF8
		}
		whole := string(DecodeAll(b, e))
		if !utf8.ValidString(whole) {
			t.Fatalf("%s %q gives %q", e.Name(), b, whole)
		}
		if size = size&7 + 1; decodeChunks(b, e, size) != whole {
			t.Fatalf("%s %q: %q in chunks of %d, %q whole", e.Name(), b, decodeChunks(b, e, size), size, whole)
		}
		if e == UTF8 && !bytes.HasPrefix(b, bomUTF8) && utf8.Valid(b) && whole != string(b) {
			t.Fatalf("%q became %q", b, whole)
		}
		PrescanMeta(b)
	})
}

func BenchmarkDecode(b *testing.B) {
	for _, c := range []struct {
		name, label string
		text        string
	}{
		{"utf8", "utf-8", strings.Repeat("<p class=x>text and ünïcode</p>\n", 4000)},
		{"utf8-broken", "utf-8", strings.Repeat("<p class=x>text and \xFC\xE9 bytes</p>\n", 4000)},
		{"windows-1252", "latin1", strings.Repeat("<p class=x>text and \xFC\xE9 bytes</p>\n", 4000)},
		{"shift_jis", "sjis", strings.Repeat("<p class=x>\x82\xA0\x82\xA2\x82\xA4</p>\n", 4000)},
		{"utf-16le", "utf-16le", strings.Repeat("<\x00p\x00>\x00\x42\x30", 10000)},
	} {
		b.Run(c.name, func(b *testing.B) {
			in := []byte(c.text)
			d := NewDecoder(LookupEncoding(c.label))
			b.SetBytes(int64(len(in)))
			b.ReportAllocs()
			for b.Loop() {
				d.Decode(in, false)
			}
		})
	}
}

// The bytes that the standard's encoders give where they differ from a table read backwards.
func TestEncodeSpecial(t *testing.T) {
	for _, c := range []struct{ encoding, in, want string }{
		{"euc-jp", "¥‾−ｱ", `\~` + "\xA1\xDD\x8E\xB1"},
		{"euc-jp", "丂", "&#19970;"}, // only in JIS X 0212, which is for decoding
		{"shift_jis", "\u0080¥‾−ｱ", "\x80" + `\~` + "\x81\x7C\xB1"},
		{"shift_jis", "∵纊", "\x81\xE6\xFA\x5C"}, // not of the rows that NEC selected
		{"big5", "╭十", "\xA2\x7E\xA4\x51"},
		{"big5", "═╞卅", "\xF9\xF9\xF9\xE9\xA4\xCA"},
		{"big5", "丄À", "&#19972;&#192;"}, // Hong Kong's supplement is for decoding
		{"gbk", "\uE5E5\uE4C6\uE4C5€\uE81E😀", "&#58853;\xA1@\xFE\xFE\x80\xFE\x59&#128512;"},
		{"gb18030", "\uE78D\uE7C7€ḿ", "\xA6\xD9\x81\x35\xF4\x37\xA2\xE3\xA8\xBC"},
		{"iso-2022-jp", "¥\x0Ex", "\x1B(J\\&#65533;x\x1B(B"},
		{"iso-2022-jp", "あ\x0Ex", "\x1B$B$\"\x1B(B&#65533;x"},
	} {
		if got := string(LookupEncoding(c.encoding).AppendEncoded(nil, c.in)); got != c.want {
			t.Errorf("%q in %s is %q, not %q", c.in, c.encoding, got, c.want)
		}
	}
	if got := string(DecodeAll([]byte("\x81\x35\xF4\x37"), LookupEncoding("gb18030"))); got != "\uE7C7" {
		t.Errorf("pointer 7457 of gb18030 is %q", got)
	}
}

// One byte order mark is the encoding's; a second is text.
func TestDecodeText(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"\xEF\xBB\xBFa", "a"}, {"\xEF\xBB\xBF\xEF\xBB\xBFa", "\uFEFFa"},
		{"\xFF\xFE\xFF\xFEa\x00", "\uFEFFa"}, {"\xFE\xFF\xFE\xFF\x00a", "\uFEFFa"}, {"\xE9", "é"},
	} {
		if got := string(DecodeText([]byte(c.in), Windows1252)); got != c.want {
			t.Errorf("%q is %q, not %q", c.in, got, c.want)
		}
	}
}
