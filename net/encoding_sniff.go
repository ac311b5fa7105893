package net

import (
	"bytes"
	"strings"
)

// prescanLimit is how many bytes of a document the sniffer looks at.
const prescanLimit = 1024

// SniffEncoding determines the encoding of an HTML document from its first bytes (1,024
// are enough) and the charset of its Content-Type ("" is none). certain is false for a guess, which a later
// <meta> may correct. A byte order mark that decides is left for the decoder to take off.
// https://html.spec.whatwg.org/#determining-the-character-encoding
func SniffEncoding(head []byte, charset string) (enc *Encoding, certain bool) {
	if enc = BOM(head); enc != nil {
		return enc, true
	}
	if charset != "" {
		if enc = LookupEncoding(charset); enc != nil {
			return enc, true
		}
	}
	if enc = PrescanMeta(head); enc != nil {
		return enc, false
	}
	return nil, false
}

// BOM recognizes a byte order mark. https://encoding.spec.whatwg.org/#bom-sniff
func BOM(b []byte) *Encoding {
	switch {
	case len(b) >= 3 && b[0] == 0xEF && b[1] == 0xBB && b[2] == 0xBF:
		return UTF8
	case len(b) >= 2 && b[0] == 0xFE && b[1] == 0xFF:
		return UTF16BE
	case len(b) >= 2 && b[0] == 0xFF && b[1] == 0xFE:
		return UTF16LE
	}
	return nil
}

// MetaEncoding is what a label in the document itself means: UTF-16 there is UTF-8, as
// the label could not have been read otherwise, and x-user-defined is windows-1252.
func MetaEncoding(label string) *Encoding {
	e := LookupEncoding(label)
	switch {
	case e == UTF16LE || e == UTF16BE:
		return UTF8
	case e != nil && e.name == "x-user-defined":
		return Windows1252
	}
	return e
}

// PrescanXML is the encoding that an XML declaration names. https://www.w3.org/TR/xml/#sec-guessing
func PrescanXML(b []byte) *Encoding {
	if !bytes.HasPrefix(b, []byte("<?xml")) {
		return nil
	}
	decl, _, _ := bytes.Cut(b[:min(len(b), prescanLimit)], []byte("?>"))
	_, v, _ := bytes.Cut(decl, []byte("encoding"))
	v = bytes.TrimLeft(v, "= \t\r\n")
	if len(v) < 2 || v[0] != '"' && v[0] != '\'' {
		return nil
	}
	label, _, _ := bytes.Cut(v[1:], v[:1])
	return MetaEncoding(string(label))
}

// PrescanMeta looks for an encoding in the <meta> elements within the first 1,024 bytes.
// https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding
func PrescanMeta(b []byte) *Encoding { return prescanMeta(string(b[:min(len(b), prescanLimit)])) }

func prescanMeta(b string) *Encoding {
	e, _ := scanMeta(b, false)
	return e
}

// PrescanHead looks for an encoding in all of the head, which [PrescanMeta] may not see the end of. over says that no more bytes have to be waited for: a
// tag that cannot be in a head was met after the first 1,024 bytes.
func PrescanHead(b []byte) (enc *Encoding, over bool) { return scanMeta(string(b), true) }

// headTags are the elements among whose tags a head goes on.
var headTags = map[string]bool{
	"html": true, "head": true, "script": true, "style": true, "meta": true, "link": true, "object": true, "title": true, "base": true, "noscript": true, "template": true,
}

func scanMeta(b string, head bool) (enc *Encoding, over bool) {
	s := prescan{b, 0}
	if e := s.xmlDeclaration(); e != nil {
		return e, true
	}
	for ; s.i < len(s.b); s.i++ {
		rest := s.b[s.i:]
		switch {
		case strings.HasPrefix(rest, "<!--"):
			end := strings.Index(rest[2:], "-->") // "<!-->" is a whole comment
			if end < 0 {
				return nil, false
			}
			s.i += 2 + end + 2
		case len(rest) >= 6 && equalFoldASCII(rest[:5], "<meta") && (isHTMLSpace(rest[5]) || rest[5] == '/'):
			s.i += 5
			if e := s.meta(); e != nil {
				return e, true
			}
		case len(rest) >= 2 && rest[0] == '<' && isAlpha(rest[1]), len(rest) >= 3 && rest[0] == '<' && rest[1] == '/' && isAlpha(rest[2]):
			start := s.i
			for s.i < len(s.b) && !isHTMLSpace(s.b[s.i]) && s.b[s.i] != '>' {
				s.i++
			}
			name := lowerASCII(strings.Trim(s.b[start:s.i], "</"))
			if head && start >= prescanLimit && s.i < len(s.b) && !headTags[name] {
				return nil, true
			}
			for {
				if _, _, ok := s.attribute(); !ok {
					break
				}
			}
			if head && rest[1] != '/' && (name == "script" || name == "style" || name == "title") { // what looks like tags in them is none
				for !strings.HasPrefix(s.b[s.i:], "</") || len(s.b)-s.i < 2+len(name) || !equalFoldASCII(s.b[s.i+2:s.i+2+len(name)], name) {
					end := strings.Index(s.b[min(len(s.b), s.i+1):], "</")
					if end < 0 {
						return nil, false
					}
					s.i += 1 + end
				}
				s.i-- // the end tag is next
			}
		case len(rest) >= 2 && rest[0] == '<' && (rest[1] == '!' || rest[1] == '/' || rest[1] == '?'):
			end := strings.IndexByte(rest, '>')
			if end < 0 {
				return nil, false
			}
			s.i += end
		}
	}
	return nil, false
}

type prescan struct {
	b string
	i int
}

func isHTMLSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r'
}

// xmlDeclaration: https://html.spec.whatwg.org/#concept-get-xml-encoding-when-sniffing,
// and the two UTF-16 beginnings of one.
func (s *prescan) xmlDeclaration() *Encoding {
	switch {
	case strings.HasPrefix(s.b, "<\x00?\x00x\x00"):
		return UTF16LE
	case strings.HasPrefix(s.b, "\x00<\x00?\x00x"):
		return UTF16BE
	case !strings.HasPrefix(s.b, "<?xml"):
		return nil
	}
	end := strings.IndexByte(s.b, '>')
	if end < 0 {
		return nil
	}
	decl := s.b[:end]
	i := strings.Index(decl, "encoding")
	if i < 0 {
		return nil
	}
	decl = strings.TrimLeft(decl[i+8:], "\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\x0b\f\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f ")
	if !strings.HasPrefix(decl, "=") {
		return nil
	}
	for decl = decl[1:]; decl != "" && decl[0] <= ' '; decl = decl[1:] {
	}
	if decl == "" || decl[0] != '"' && decl[0] != '\'' {
		return nil
	}
	label, _, ok := strings.Cut(decl[1:], decl[:1])
	if !ok || strings.ContainsFunc(label, func(r rune) bool { return r <= ' ' }) {
		return nil
	}
	if e := LookupEncoding(label); e != UTF16LE && e != UTF16BE {
		return e
	}
	return UTF8
}

// meta reads the attributes of a <meta>.
func (s *prescan) meta() *Encoding {
	var seen []string
	gotPragma, needPragma, haveNeed := false, false, false
	var charset *Encoding
	haveCharset := false
attrs:
	for {
		name, value, ok := s.attribute()
		if !ok {
			break
		}
		for _, n := range seen {
			if n == name {
				continue attrs
			}
		}
		seen = append(seen, name)
		switch name {
		case "http-equiv":
			if value == "content-type" {
				gotPragma = true
			}
		case "content":
			if !haveCharset {
				if e := MetaContentEncoding(value); e != nil {
					charset, haveCharset = e, true
					needPragma, haveNeed = true, true
				}
			}
		case "charset":
			charset, haveCharset = LookupEncoding(value), true
			needPragma, haveNeed = false, true
		}
	}
	if !haveNeed || needPragma && !gotPragma || charset == nil {
		return nil
	}
	return MetaEncoding(charset.name)
}

// attribute: https://html.spec.whatwg.org/#concept-get-attributes-when-sniffing
func (s *prescan) attribute() (name, value string, ok bool) {
	for s.i < len(s.b) && (isHTMLSpace(s.b[s.i]) || s.b[s.i] == '/') {
		s.i++
	}
	if s.i >= len(s.b) || s.b[s.i] == '>' {
		return "", "", false
	}
	start := s.i
	for ; ; s.i++ {
		if s.i >= len(s.b) {
			return "", "", false // what the limit cuts off counts for nothing
		}
		c := s.b[s.i]
		if c == '=' && s.i > start {
			name = lowerASCII(s.b[start:s.i])
			s.i++
			break
		}
		if isHTMLSpace(c) {
			name = lowerASCII(s.b[start:s.i])
			for s.i < len(s.b) && isHTMLSpace(s.b[s.i]) {
				s.i++
			}
			if s.i >= len(s.b) {
				return "", "", false
			}
			if s.b[s.i] != '=' {
				return name, "", true
			}
			s.i++
			break
		}
		if c == '/' || c == '>' {
			return lowerASCII(s.b[start:s.i]), "", true
		}
	}
	for s.i < len(s.b) && isHTMLSpace(s.b[s.i]) {
		s.i++
	}
	if s.i >= len(s.b) {
		return "", "", false
	}
	switch q := s.b[s.i]; q {
	case '"', '\'':
		s.i++
		end := strings.IndexByte(s.b[s.i:], q)
		if end < 0 {
			s.i = len(s.b)
			return "", "", false
		}
		value = lowerASCII(s.b[s.i : s.i+end])
		s.i += end + 1
		return name, value, true
	case '>':
		return name, "", true
	}
	start = s.i
	for s.i < len(s.b) && !isHTMLSpace(s.b[s.i]) && s.b[s.i] != '>' {
		s.i++
	}
	if s.i >= len(s.b) {
		return "", "", false
	}
	return name, lowerASCII(s.b[start:s.i]), true
}

// MetaContentEncoding extracts the encoding from the content of a <meta http-equiv=content-type>.
// https://html.spec.whatwg.org/#algorithm-for-extracting-a-character-encoding-from-a-meta-element
func MetaContentEncoding(s string) *Encoding {
	s = lowerASCII(s)
	for {
		i := strings.Index(s, "charset")
		if i < 0 {
			return nil
		}
		s = strings.TrimLeft(s[i+7:], "\t\n\f\r ")
		if s != "" && s[0] == '=' {
			break
		}
	}
	s = strings.TrimLeft(s[1:], "\t\n\f\r ")
	if s == "" {
		return nil
	}
	if q := s[0]; q == '"' || q == '\'' {
		label, _, ok := strings.Cut(s[1:], s[:1])
		if !ok {
			return nil
		}
		return LookupEncoding(label)
	}
	if i := strings.IndexAny(s, "\t\n\f\r ;"); i >= 0 {
		s = s[:i]
	}
	return LookupEncoding(s)
}
