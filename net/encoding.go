package net

import (
	"strings"
	"sync"

	"golang.org/x/text/encoding/charmap"
)

// Encoding is one of the encodings of the web; there is one *Encoding a name, so pointers
// compare. https://encoding.spec.whatwg.org/#names-and-labels
type Encoding struct {
	name   string
	kind   encodingKind
	single *charmap.Charmap // of kind singleByte
}

type encodingKind uint8

const (
	utf8Kind encodingKind = iota
	utf16LE
	utf16BE
	singleByte
	multiByte
	replacementKind
)

// Name is the encoding's name as document.characterSet gives it: "UTF-8", "windows-1252".
func (e *Encoding) Name() string { return e.name }

// IsUTF8 reports UTF-8.
func (e *Encoding) IsUTF8() bool { return e == UTF8 }

// The encodings that the engine names itself.
var (
	UTF8        = &Encoding{name: "UTF-8", kind: utf8Kind}
	UTF16LE     = &Encoding{name: "UTF-16LE", kind: utf16LE}
	UTF16BE     = &Encoding{name: "UTF-16BE", kind: utf16BE}
	Windows1252 = &Encoding{name: "windows-1252", kind: singleByte, single: charmap.Windows1252}
	replacement = &Encoding{name: "replacement", kind: replacementKind}
)

// encodings are all, each with its labels.
var encodings = []struct {
	enc    *Encoding
	labels string
}{
	{UTF8, "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8"},
	{single("IBM866", charmap.CodePage866), "866 cp866 csibm866 ibm866"},
	{single("ISO-8859-2", charmap.ISO8859_2), "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2"},
	{single("ISO-8859-3", charmap.ISO8859_3), "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3"},
	{single("ISO-8859-4", charmap.ISO8859_4), "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4"},
	{single("ISO-8859-5", charmap.ISO8859_5), "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988"},
	{single("ISO-8859-6", charmap.ISO8859_6), "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987"},
	{single("ISO-8859-7", charmap.ISO8859_7), "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7 iso_8859-7:1987 sun_eu_greek"},
	{single("ISO-8859-8", charmap.ISO8859_8), "csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 visual"},
	{single("ISO-8859-8-I", charmap.ISO8859_8), "csiso88598i iso-8859-8-i logical"},
	{single("ISO-8859-10", charmap.ISO8859_10), "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6"},
	{single("ISO-8859-13", charmap.ISO8859_13), "iso-8859-13 iso8859-13 iso885913"},
	{single("ISO-8859-14", charmap.ISO8859_14), "iso-8859-14 iso8859-14 iso885914"},
	{single("ISO-8859-15", charmap.ISO8859_15), "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9"},
	{single("ISO-8859-16", charmap.ISO8859_16), "iso-8859-16"},
	{single("KOI8-R", charmap.KOI8R), "cskoi8r koi koi8 koi8-r koi8_r"},
	{single("KOI8-U", charmap.KOI8U), "koi8-ru koi8-u"},
	{single("macintosh", charmap.Macintosh), "csmacintosh mac macintosh x-mac-roman"},
	{single("windows-874", charmap.Windows874), "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874"},
	{single("windows-1250", charmap.Windows1250), "cp1250 windows-1250 x-cp1250"},
	{single("windows-1251", charmap.Windows1251), "cp1251 windows-1251 x-cp1251"},
	{Windows1252, "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252"},
	{single("windows-1253", charmap.Windows1253), "cp1253 windows-1253 x-cp1253"},
	{single("windows-1254", charmap.Windows1254), "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 windows-1254 x-cp1254"},
	{single("windows-1255", charmap.Windows1255), "cp1255 windows-1255 x-cp1255"},
	{single("windows-1256", charmap.Windows1256), "cp1256 windows-1256 x-cp1256"},
	{single("windows-1257", charmap.Windows1257), "cp1257 windows-1257 x-cp1257"},
	{single("windows-1258", charmap.Windows1258), "cp1258 windows-1258 x-cp1258"},
	{single("x-mac-cyrillic", charmap.MacintoshCyrillic), "x-mac-cyrillic x-mac-ukrainian"},
	{multi("GBK"), "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk"},
	{multi("gb18030"), "gb18030"},
	{multi("Big5"), "big5 big5-hkscs cn-big5 csbig5 x-x-big5"},
	{multi("EUC-JP"), "cseucpkdfmtjapanese euc-jp x-euc-jp"},
	{multi("ISO-2022-JP"), "csiso2022jp iso-2022-jp"},
	{multi("Shift_JIS"), "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis"},
	{multi("EUC-KR"), "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949"},
	{replacement, "csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr replacement"},
	{UTF16BE, "unicodefffe utf-16be"},
	{UTF16LE, "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le"},
	{single("x-user-defined", charmap.XUserDefined), "x-user-defined"},
}

func single(name string, m *charmap.Charmap) *Encoding {
	return &Encoding{name: name, kind: singleByte, single: m}
}

func multi(name string) *Encoding {
	return &Encoding{name: name, kind: multiByte}
}

var encodingLabels = sync.OnceValue(func() map[string]*Encoding {
	m := make(map[string]*Encoding, 230)
	for i := range encodings {
		for l := range strings.FieldsSeq(encodings[i].labels) {
			m[l] = encodings[i].enc
		}
	}
	return m
})

// LookupEncoding gets the encoding of a label, or nil.
// https://encoding.spec.whatwg.org/#concept-encoding-get
func LookupEncoding(label string) *Encoding {
	label = lowerASCII(strings.Trim(label, "\t\n\f\r "))
	if label == "utf-8" {
		return UTF8
	}
	return encodingLabels()[label]
}

// OutputEncoding is the encoding in which a document in e submits forms and encodes
// queries. https://encoding.spec.whatwg.org/#get-an-output-encoding
func (e *Encoding) OutputEncoding() *Encoding {
	if e == nil || e.kind == replacementKind || e.kind == utf16LE || e.kind == utf16BE {
		return UTF8
	}
	return e
}
