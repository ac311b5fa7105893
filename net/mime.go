package net

import (
	"net/http"
	"strings"
)

// MIME is a parsed MIME type; the zero value is none.
// https://mimesniff.spec.whatwg.org/#mime-type
type MIME struct {
	Type, Subtype string // lower-case
	Params        []Pair // in order, names lower-case and unique
}

// maxParams bounds the parameters of a type, whose names are compared with each other.
const maxParams = 256

// ParseMIME parses s; false where it is no MIME type.
// https://mimesniff.spec.whatwg.org/#parsing-a-mime-type
func ParseMIME(s string) (MIME, bool) {
	s = trimHTTPSpace(s)
	typ, rest, ok := strings.Cut(s, "/")
	if !ok || !isToken(typ) {
		return MIME{}, false
	}
	sub, params := cutByte(rest, ';')
	sub = strings.TrimRight(sub, " \t\n\r")
	if !isToken(sub) {
		return MIME{}, false
	}
	m := MIME{Type: lowerASCII(typ), Subtype: lowerASCII(sub)}
	for params != "" && len(m.Params) < maxParams {
		params = strings.TrimLeft(params, " \t\n\r")
		i := strings.IndexAny(params, ";=")
		if i < 0 {
			break
		}
		name := lowerASCII(params[:i])
		sep := params[i]
		params = params[i+1:]
		if sep == ';' {
			continue
		}
		var value string
		if params != "" && params[0] == '"' {
			value, params = quotedString(params)
			_, params = cutByte(params, ';')
		} else {
			value, params = cutByte(params, ';')
			if value = strings.TrimRight(value, " \t\n\r"); value == "" {
				continue
			}
		}
		if isToken(name) && isQuotedStringText(value) && !m.has(name) {
			m.Params = append(m.Params, Pair{name, value})
		}
	}
	return m, true
}

// quotedString collects an HTTP quoted string, unescaped, and returns what follows it.
// https://fetch.spec.whatwg.org/#collect-an-http-quoted-string
func quotedString(s string) (value, rest string) {
	var b strings.Builder
	for s = s[1:]; s != ""; {
		c := s[0]
		s = s[1:]
		switch c {
		case '\\':
			if s == "" {
				b.WriteByte('\\')
				return b.String(), ""
			}
			b.WriteByte(s[0])
			s = s[1:]
		case '"':
			return b.String(), s
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), ""
}

func isToken(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; !isAlnum(c) && strings.IndexByte("!#$%&'*+-.^_`|~", c) < 0 {
			return false
		}
	}
	return s != ""
}

// isQuotedStringText: HTTP quoted-string token code points; s holds code points up to U+00FF in UTF-8.
func isQuotedStringText(s string) bool {
	for _, r := range s {
		if r != '\t' && (r < 0x20 || r == 0x7F || r > 0xFF) {
			return false
		}
	}
	return true
}

func (m *MIME) has(name string) bool {
	for i := range m.Params {
		if m.Params[i].Name == name {
			return true
		}
	}
	return false
}

// Param is the value of a parameter, or "".
func (m MIME) Param(name string) string {
	for i := range m.Params {
		if m.Params[i].Name == name {
			return m.Params[i].Value
		}
	}
	return ""
}

// IsZero reports no type.
func (m MIME) IsZero() bool { return m.Type == "" }

// Essence is "type/subtype", or "".
func (m MIME) Essence() string {
	if m.Type == "" {
		return ""
	}
	return m.Type + "/" + m.Subtype
}

// String serializes with the parameters.
// https://mimesniff.spec.whatwg.org/#serializing-a-mime-type
func (m MIME) String() string {
	s := m.Essence()
	for _, p := range m.Params {
		s += ";" + p.Name + "="
		if isToken(p.Value) {
			s += p.Value
		} else {
			s += `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(p.Value) + `"`
		}
	}
	return s
}

// IsJavaScript: https://mimesniff.spec.whatwg.org/#javascript-mime-type
func (m MIME) IsJavaScript() bool {
	switch m.Type {
	case "application":
		switch m.Subtype {
		case "ecmascript", "javascript", "x-ecmascript", "x-javascript":
			return true
		}
	case "text":
		switch m.Subtype {
		case "ecmascript", "javascript", "javascript1.0", "javascript1.1", "javascript1.2", "javascript1.3",
			"javascript1.4", "javascript1.5", "jscript", "livescript", "x-ecmascript", "x-javascript":
			return true
		}
	}
	return false
}

// IsJSON: https://mimesniff.spec.whatwg.org/#json-mime-type
func (m MIME) IsJSON() bool {
	return strings.HasSuffix(m.Subtype, "+json") || m.Subtype == "json" && (m.Type == "application" || m.Type == "text")
}

// IsXML: https://mimesniff.spec.whatwg.org/#xml-mime-type
func (m MIME) IsXML() bool {
	return strings.HasSuffix(m.Subtype, "+xml") || m.Subtype == "xml" && (m.Type == "application" || m.Type == "text")
}

func (m MIME) IsHTML() bool { return m.Type == "text" && m.Subtype == "html" }
func (m MIME) IsCSS() bool  { return m.Type == "text" && m.Subtype == "css" }
func (m MIME) IsImage() bool {
	return m.Type == "image"
}

// IsFont: https://mimesniff.spec.whatwg.org/#font-mime-type
func (m MIME) IsFont() bool {
	if m.Type == "font" {
		return true
	}
	if m.Type != "application" {
		return false
	}
	switch m.Subtype {
	case "font-cff", "font-off", "font-sfnt", "font-ttf", "font-woff", "vnd.ms-fontobject", "vnd.ms-opentype":
		return true
	}
	return false
}

// MIMEFromHeader extracts the type of a response: the last Content-Type that parses, with
// the charset of an earlier one of the same essence.
// https://fetch.spec.whatwg.org/#concept-header-extract-mime-type
func MIMEFromHeader(h http.Header) MIME {
	var m MIME
	var charset, essence string
	for _, v := range splitHeaderList(h.Values("Content-Type")) {
		t, ok := ParseMIME(v)
		if !ok || t.Essence() == "*/*" {
			continue
		}
		m = t
		if t.Essence() != essence {
			charset = t.Param("charset")
			essence = t.Essence()
		} else if !t.has("charset") && charset != "" {
			m.Params = append(m.Params, Pair{"charset", charset})
		}
	}
	return m
}

// splitHeaderList gets, decodes and splits: at commas outside of quotes.
// https://fetch.spec.whatwg.org/#header-value-get-decode-and-split
func splitHeaderList(values []string) []string {
	var list []string
	for _, v := range values {
		start, quoted := 0, false
		for i := 0; i < len(v); i++ {
			switch c := v[i]; {
			case c == '"':
				quoted = !quoted
			case c == '\\' && quoted:
				i++
			case c == ',' && !quoted:
				list = append(list, strings.Trim(v[start:i], " \t"))
				start = i + 1
			}
		}
		list = append(list, strings.Trim(v[start:], " \t"))
	}
	return list
}

// extensionTypes are the types of files by their lower-case extension.
var extensionTypes = map[string]string{
	"html": "text/html", "htm": "text/html", "shtml": "text/html", "xhtml": "application/xhtml+xml", "xht": "application/xhtml+xml",
	"xml": "text/xml", "xsl": "text/xml", "rss": "application/rss+xml", "atom": "application/atom+xml", "svg": "image/svg+xml",
	"css": "text/css", "js": "text/javascript", "mjs": "text/javascript", "cjs": "text/javascript", "json": "application/json",
	"map": "application/json", "webmanifest": "application/manifest+json", "jsonld": "application/ld+json", "importmap": "application/importmap+json",
	"txt": "text/plain", "md": "text/markdown", "csv": "text/csv", "vtt": "text/vtt", "ics": "text/calendar",
	"png": "image/png", "apng": "image/apng", "jpg": "image/jpeg", "jpeg": "image/jpeg", "jfif": "image/jpeg", "gif": "image/gif",
	"webp": "image/webp", "avif": "image/avif", "bmp": "image/bmp", "ico": "image/x-icon", "cur": "image/x-icon", "tif": "image/tiff", "tiff": "image/tiff", "jxl": "image/jxl",
	"woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf", "otf": "font/otf", "ttc": "font/collection", "eot": "application/vnd.ms-fontobject",
	"mp3": "audio/mpeg", "wav": "audio/wav", "ogg": "audio/ogg", "oga": "audio/ogg", "opus": "audio/ogg", "flac": "audio/flac", "m4a": "audio/mp4", "aac": "audio/aac", "weba": "audio/webm",
	"mp4": "video/mp4", "m4v": "video/mp4", "webm": "video/webm", "ogv": "video/ogg", "mov": "video/quicktime",
	"wasm": "application/wasm", "pdf": "application/pdf", "zip": "application/zip", "gz": "application/gzip", "tar": "application/x-tar",
	"mht": "multipart/related", "mhtml": "multipart/related",
}

// TypeByExtension is the type of a file by its name, without parameters, or "".
func TypeByExtension(name string) string {
	i := strings.LastIndexByte(name, '.')
	if i < 0 || strings.IndexByte(name[i:], '/') >= 0 {
		return ""
	}
	return extensionTypes[lowerASCII(name[i+1:])]
}
