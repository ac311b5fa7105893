package host

import (
	"unicode/utf8"

	"github.com/niso-engine/niso/net"
)

// The encoding of a document that comes in chunks.
// https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
//
// Nothing is parsed before the encoding is known, so that no document has to be parsed again: the sniffer holds back what comes until the
// head is over or declares one, as Chromium does. A <meta> further on in the body says nothing then.

// maxHeld bounds how much of a head without end is looked at.
const maxHeld = 1 << 20

// sniffer turns the chunks of a document into UTF-8.
type sniffer struct {
	charset string // of the Content-Type
	file    bool   // a file: undeclared UTF-8 is found out
	decided func(*net.Encoding)

	decoder *net.Decoder
	guess   bool // nothing is declared, and all so far was ASCII
	held    []byte
}

// decode gives the text of a chunk, or nothing yet. It is valid until the next call.
func (s *sniffer) decode(chunk []byte, final bool) []byte {
	if s.decoder == nil {
		if s.held != nil {
			s.held = append(s.held, chunk...)
			chunk = s.held
		}
		enc, known, bom := s.sniff(chunk, final)
		if !known {
			if s.held == nil {
				s.held = append(make([]byte, 0, 2*len(chunk)), chunk...)
			}
			return nil
		}
		s.held = nil
		chunk = chunk[bom:]
		if enc == nil {
			s.guess, enc = true, net.Windows1252
		}
		s.use(enc)
	}
	if s.guess {
		s.undeclared(chunk, final)
	}
	return s.decoder.Decode(chunk, final)
}

func (s *sniffer) use(e *net.Encoding) {
	s.decoder = net.NewDecoder(e)
	s.decided(e)
}

// sniff looks for what declares the encoding; enc is nil where nothing does.
func (s *sniffer) sniff(b []byte, final bool) (enc *net.Encoding, known bool, bom int) {
	if enc, _, bom = net.SniffEncoding(b, s.charset); enc != nil {
		return enc, true, bom
	}
	if !final && len(b) < 3 { // a byte order mark may come
		return nil, false, 0
	}
	enc, over := net.PrescanHead(b)
	return enc, enc != nil || over || final || len(b) > maxHeld, 0
}

// undeclared decides for UTF-8 or windows-1252 at the first chunk that is not ASCII, where both are the same. Chromium guesses UTF-8 for files alone:
// a server is to say what it sends.
func (s *sniffer) undeclared(chunk []byte, final bool) {
	i := 0
	for i < len(chunk) && chunk[i] < utf8.RuneSelf {
		i++
	}
	if i == len(chunk) {
		return
	}
	s.guess = false
	if s.file && validUTF8(chunk[i:], final) {
		s.use(net.UTF8)
	}
}

// validUTF8 reports whether b is UTF-8, the last character of which may go on in the next chunk.
func validUTF8(b []byte, final bool) bool {
	if !final {
		for n := 1; n < utf8.UTFMax && n <= len(b); n++ {
			if c := b[len(b)-n:]; utf8.RuneStart(c[0]) {
				if !utf8.FullRune(c) {
					b = b[:len(b)-n]
				}
				break
			}
		}
	}
	return utf8.Valid(b)
}
