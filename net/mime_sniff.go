package net

import (
	"bytes"
	"strings"
)

// SniffLen is how many bytes of a resource the sniffer looks at.
const SniffLen = 1445

// SniffContext says what a resource was loaded for.
type SniffContext uint8

const (
	SniffNavigation SniffContext = iota
	SniffImage
	SniffFont
	SniffAudioVideo
	SniffTextTrack
)

// SniffMIME computes the type of a resource from its supplied type and first bytes.
// noSniff is "X-Content-Type-Options: nosniff"; rawContentType is the Content-Type header as
// received, for the check of a bug in old servers.
// https://mimesniff.spec.whatwg.org/#determining-the-computed-mime-type-of-a-resource
func SniffMIME(supplied MIME, rawContentType string, noSniff bool, head []byte, ctx SniffContext) MIME {
	head = head[:min(len(head), SniffLen)]
	switch ctx {
	case SniffImage:
		if supplied.IsXML() { // SVG: never sniffed into or out of
			return supplied
		}
		if m := imagePattern(head); m != "" {
			return essence(m)
		}
		return supplied
	case SniffFont:
		if m := fontPattern(head); m != "" {
			return essence(m)
		}
		return supplied
	case SniffAudioVideo:
		if m := mediaPattern(head); m != "" {
			return essence(m)
		}
		return supplied
	case SniffTextTrack:
		return essence("text/vtt")
	}
	if supplied.IsXML() {
		return supplied
	}
	switch supplied.Essence() {
	case "", "unknown/unknown", "application/unknown", "*/*":
		return sniffUnknown(head, !noSniff)
	}
	if noSniff {
		return supplied
	}
	switch rawContentType {
	case "text/plain", "text/plain; charset=ISO-8859-1", "text/plain; charset=iso-8859-1", "text/plain; charset=UTF-8":
		return textOrBinary(supplied, head)
	}
	switch {
	case supplied.IsHTML():
		return feedOrHTML(supplied, head)
	case supplied.IsImage():
		if m := imagePattern(head); m != "" {
			return essence(m)
		}
	case supplied.Type == "audio", supplied.Type == "video", supplied.Essence() == "application/ogg":
		if m := mediaPattern(head); m != "" {
			return essence(m)
		}
	}
	return supplied
}

func essence(s string) MIME {
	t, sub, _ := strings.Cut(s, "/")
	return MIME{Type: t, Subtype: sub}
}

// textOrBinary: https://mimesniff.spec.whatwg.org/#rules-for-text-or-binary
func textOrBinary(supplied MIME, head []byte) MIME {
	if BOM(head) != nil || !hasBinary(head) {
		return supplied
	}
	return essence("application/octet-stream")
}

// hasBinary: https://mimesniff.spec.whatwg.org/#binary-data-byte
func hasBinary(b []byte) bool {
	for _, c := range b {
		if c < 0x20 && (c <= 0x08 || c == 0x0B || c >= 0x0E && c <= 0x1A || c >= 0x1C) {
			return true
		}
	}
	return false
}

var htmlTags = []string{
	"<!DOCTYPE HTML", "<HTML", "<HEAD", "<SCRIPT", "<IFRAME", "<H1", "<DIV", "<FONT", "<TABLE", "<A", "<STYLE", "<TITLE", "<B", "<BODY", "<BR", "<P", "<!--",
}

// sniffUnknown: https://mimesniff.spec.whatwg.org/#rules-for-identifying-an-unknown-mime-type
func sniffUnknown(head []byte, scriptable bool) MIME {
	if scriptable {
		b := bytes.TrimLeft(head, "\t\n\f\r ")
		for _, tag := range htmlTags {
			if len(b) < len(tag) || !equalFoldASCII(string(b[:len(tag)]), tag) {
				continue
			}
			if tag == "<!--" || len(b) > len(tag) && (b[len(tag)] == ' ' || b[len(tag)] == '>') {
				return essence("text/html")
			}
		}
		if bytes.HasPrefix(b, []byte("<?xml")) {
			return essence("text/xml")
		}
		if bytes.HasPrefix(head, []byte("%PDF-")) {
			return essence("application/pdf")
		}
	}
	switch {
	case bytes.HasPrefix(head, []byte("%!PS-Adobe-")):
		return essence("application/postscript")
	case len(head) >= 4 && (head[0] == 0xFE && head[1] == 0xFF || head[0] == 0xFF && head[1] == 0xFE), bytes.HasPrefix(head, bomUTF8) && len(head) >= 4:
		return essence("text/plain")
	}
	for _, match := range [...]func([]byte) string{imagePattern, mediaPattern, archivePattern} {
		if m := match(head); m != "" {
			return essence(m)
		}
	}
	if !hasBinary(head) {
		return essence("text/plain")
	}
	return essence("application/octet-stream")
}

// imagePattern: https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern (and AVIF)
func imagePattern(b []byte) string {
	has := func(s string) bool { return len(b) >= len(s) && string(b[:len(s)]) == s }
	switch {
	case has("\x00\x00\x01\x00"), has("\x00\x00\x02\x00"):
		return "image/x-icon"
	case has("BM"):
		return "image/bmp"
	case has("GIF87a"), has("GIF89a"):
		return "image/gif"
	case has("RIFF") && len(b) >= 14 && string(b[8:14]) == "WEBPVP":
		return "image/webp"
	case has("\x89PNG\r\n\x1a\n"):
		return "image/png"
	case has("\xFF\xD8\xFF"):
		return "image/jpeg"
	case len(b) >= 12 && string(b[4:8]) == "ftyp" && (string(b[8:12]) == "avif" || string(b[8:12]) == "avis"):
		return "image/avif"
	}
	return ""
}

// fontPattern: https://mimesniff.spec.whatwg.org/#matching-a-font-type-pattern
func fontPattern(b []byte) string {
	has := func(s string) bool { return len(b) >= len(s) && string(b[:len(s)]) == s }
	switch {
	case len(b) >= 36 && b[34] == 'L' && b[35] == 'P':
		return "application/vnd.ms-fontobject"
	case has("\x00\x01\x00\x00"):
		return "font/ttf"
	case has("OTTO"):
		return "font/otf"
	case has("ttcf"):
		return "font/collection"
	case has("wOFF"):
		return "font/woff"
	case has("wOF2"):
		return "font/woff2"
	}
	return ""
}

// mediaPattern: https://mimesniff.spec.whatwg.org/#matching-an-audio-or-video-type-pattern
func mediaPattern(b []byte) string {
	has := func(s string) bool { return len(b) >= len(s) && string(b[:len(s)]) == s }
	at8 := func(s string) bool { return len(b) >= 12 && string(b[8:12]) == s }
	switch {
	case has("FORM") && at8("AIFF"):
		return "audio/aiff"
	case has("ID3"):
		return "audio/mpeg"
	case has("OggS\x00"):
		return "application/ogg"
	case has("MThd\x00\x00\x00\x06"):
		return "audio/midi"
	case has("RIFF") && at8("AVI "):
		return "video/avi"
	case has("RIFF") && at8("WAVE"):
		return "audio/wave"
	case isMP4(b):
		return "video/mp4"
	case isWebM(b):
		return "video/webm"
	case isMP3(b):
		return "audio/mpeg"
	}
	return ""
}

// isMP4: https://mimesniff.spec.whatwg.org/#signature-for-mp4
func isMP4(b []byte) bool {
	if len(b) < 12 {
		return false
	}
	size := int64(b[0])<<24 | int64(b[1])<<16 | int64(b[2])<<8 | int64(b[3])
	if int64(len(b)) < size || size%4 != 0 || string(b[4:8]) != "ftyp" {
		return false
	}
	if string(b[8:11]) == "mp4" {
		return true
	}
	for i := int64(16); i+3 <= size; i += 4 {
		if string(b[i:i+3]) == "mp4" {
			return true
		}
	}
	return false
}

// isWebM: https://mimesniff.spec.whatwg.org/#signature-for-webm
func isWebM(b []byte) bool {
	if len(b) < 4 || string(b[:4]) != "\x1A\x45\xDF\xA3" {
		return false
	}
	for i := 4; i+2 < len(b) && i < 38; i++ {
		if b[i] != 0x42 || b[i+1] != 0x82 {
			continue
		}
		i += 2
		n := 1 // length of the variable-sized integer
		for mask := byte(0x80); n < 9 && b[i]&mask == 0; mask >>= 1 {
			n++
		}
		for i += n; i+4 <= len(b) && i < 42; i++ {
			if b[i] == 'w' {
				return string(b[i:i+4]) == "webm"
			}
			if b[i] != 0 {
				return false
			}
		}
		return false
	}
	return false
}

// isMP3 looks for the header of a frame without ID3, and for the next where its length says.
// https://mimesniff.spec.whatwg.org/#signature-for-mp3-without-id3
func isMP3(b []byte) bool {
	n, ok := mp3Frame(b)
	if !ok || n > len(b) {
		return false
	}
	_, ok = mp3Frame(b[n:])
	return ok
}

func mp3Frame(b []byte) (length int, ok bool) {
	if len(b) < 4 || b[0] != 0xFF || b[1]&0xE0 != 0xE0 {
		return 0, false
	}
	layer, bitrate, rate := b[1]>>1&3, b[2]>>4, b[2]>>2&3
	if layer != 1 || bitrate == 0 || bitrate == 15 || rate == 3 { // layer III only
		return 0, false
	}
	version := b[1] >> 3 & 3
	mpeg1 := [...]int{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320}
	mpeg2 := [...]int{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160}
	kbit, scale := mpeg1[bitrate], 144
	hz := [...]int{44100, 48000, 32000}[rate]
	if version != 3 {
		kbit, scale, hz = mpeg2[bitrate], 72, hz/2
		if version == 0 {
			hz /= 2
		}
	}
	return scale*kbit*1000/hz + int(b[2]>>1&1), true
}

// archivePattern: https://mimesniff.spec.whatwg.org/#matching-an-archive-type-pattern
func archivePattern(b []byte) string {
	has := func(s string) bool { return len(b) >= len(s) && string(b[:len(s)]) == s }
	switch {
	case has("\x1F\x8B\x08"):
		return "application/x-gzip"
	case has("PK\x03\x04"):
		return "application/zip"
	case has("Rar \x1A\x07\x00"), has("Rar!\x1A\x07\x00"):
		return "application/x-rar-compressed"
	}
	return ""
}

// feedOrHTML tells RSS and Atom from HTML.
// https://mimesniff.spec.whatwg.org/#rules-for-distinguishing-if-a-resource-is-a-feed-or-html
func feedOrHTML(supplied MIME, head []byte) MIME {
	s := string(bytes.TrimPrefix(head, bomUTF8))
	for {
		s = strings.TrimLeft(s, "\t\n\f\r ")
		if !strings.HasPrefix(s, "<") {
			return supplied
		}
		s = s[1:]
		switch {
		case strings.HasPrefix(s, "!--"):
			i := strings.Index(s[3:], "-->")
			if i < 0 {
				return supplied
			}
			s = s[3+i+3:]
			continue
		case strings.HasPrefix(s, "!"):
			i := strings.IndexByte(s, '>')
			if i < 0 {
				return supplied
			}
			s = s[i+1:]
			continue
		case strings.HasPrefix(s, "?"):
			i := strings.Index(s, "?>")
			if i < 0 {
				return supplied
			}
			s = s[i+2:]
			continue
		case strings.HasPrefix(s, "rss"):
			return essence("application/rss+xml")
		case strings.HasPrefix(s, "feed"):
			return essence("application/atom+xml")
		case strings.HasPrefix(s, "rdf:RDF"):
			if strings.Contains(s, "http://purl.org/rss/1.0/") && strings.Contains(s, "http://www.w3.org/1999/02/22-rdf-syntax-ns#") {
				return essence("application/rss+xml")
			}
		}
		return supplied
	}
}
