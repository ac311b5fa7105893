package net

import (
	"strings"
)

// Pair is one name and value of URLSearchParams or of a form.
type Pair struct{ Name, Value string }

// ParseForm parses application/x-www-form-urlencoded text.
// https://url.spec.whatwg.org/#concept-urlencoded-parser
func ParseForm(s string) []Pair {
	var list []Pair
	for s != "" {
		var seq string
		seq, s = cutByte(s, '&')
		if seq == "" {
			continue
		}
		name, value := cutByte(seq, '=')
		list = append(list, Pair{decodeForm(name), decodeForm(value)})
	}
	return list
}

func decodeForm(s string) string {
	if !strings.ContainsAny(s, "+%") {
		return toScalar(s)
	}
	b := make([]byte, 0, len(s))
	b = appendDecoded(b, strings.ReplaceAll(s, "+", " "))
	return string(validUTF8(b))
}

// toScalar replaces what is not UTF-8, such as lone surrogates.
func toScalar(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// SerializeForm is the application/x-www-form-urlencoded serializer in UTF-8.
// https://url.spec.whatwg.org/#concept-urlencoded-serializer
func SerializeForm(list []Pair) string { return SerializeFormIn(list, nil) }

// SerializeFormIn is SerializeForm in another encoding, for forms; nil is UTF-8.
func SerializeFormIn(list []Pair, enc *Encoding) string {
	var out []byte
	for i, p := range list {
		if i > 0 {
			out = append(out, '&')
		}
		out = appendForm(out, p.Name, enc)
		out = append(out, '=')
		out = appendForm(out, p.Value, enc)
	}
	return string(out)
}

func appendForm(out []byte, s string, enc *Encoding) []byte {
	for {
		i := strings.IndexByte(s, ' ')
		part := s
		if i >= 0 {
			part = s[:i]
		}
		if enc == nil || enc.IsUTF8() {
			out = appendEncoded(out, part, setForm)
		} else {
			out = append(out, enc.percentEncode(part, setForm)...)
		}
		if i < 0 {
			return out
		}
		out = append(out, '+')
		s = s[i+1:]
	}
}
