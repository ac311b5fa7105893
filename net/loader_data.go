package net

import (
	"encoding/base64"
	"strings"
	"unsafe"
)

// Data is what a data: URL holds.
type Data struct {
	MIME MIME
	Body []byte
}

// DataURL decodes a data: URL. https://fetch.spec.whatwg.org/#data-url-processor
func DataURL(u URL) (Data, error) {
	s := strings.TrimPrefix(u.HrefWithoutFragment(), "data:")
	head, body, ok := strings.Cut(s, ",")
	if !ok {
		return Data{}, &Error{Kind: BadData, URL: clip(u.Href(), 200), Msg: "a data: URL needs a comma before its data"}
	}
	head = strings.Trim(head, "\t\n\f\r ")
	isBase64 := false
	if i := len(head) - 6; i >= 0 && equalFoldASCII(head[i:], "base64") {
		if h := strings.TrimRight(head[:i], " "); strings.HasSuffix(h, ";") {
			isBase64, head = true, h[:len(h)-1]
		}
	}
	if strings.HasPrefix(head, ";") {
		head = "text/plain" + head
	}
	m, ok := ParseMIME(head)
	if !ok {
		m = MIME{"text", "plain", []Pair{{"charset", "US-ASCII"}}}
	}
	if !isBase64 {
		return Data{m, PercentDecode(body)}, nil
	}
	if strings.IndexByte(body, '%') >= 0 {
		body = string(PercentDecode(body))
	}
	b, ok := ForgivingBase64(body)
	if !ok {
		return Data{}, &Error{Kind: BadData, URL: clip(u.Href(), 200), Msg: "the data are not base64"}
	}
	return Data{m, b}, nil
}

// ForgivingBase64 decodes with white space ignored and padding optional.
// https://infra.spec.whatwg.org/#forgiving-base64-decode
func ForgivingBase64(s string) ([]byte, bool) {
	if strings.ContainsAny(s, "\t\n\f\r ") {
		s = strings.Map(func(r rune) rune {
			if r < 0x80 && isHTMLSpace(byte(r)) {
				return -1
			}
			return r
		}, s)
	}
	if len(s)%4 == 0 {
		s = strings.TrimSuffix(strings.TrimSuffix(s, "="), "=")
	}
	if len(s)%4 == 1 {
		return nil, false
	}
	out := make([]byte, len(s)/4*3+[4]int{0, 0, 1, 2}[len(s)%4])
	n, err := base64.RawStdEncoding.Decode(out, unsafe.Slice(unsafe.StringData(s), len(s)))
	return out[:n], err == nil
}
