package host

import (
	"bytes"
	"unicode/utf8"

	"github.com/niso-engine/niso/net"
	"github.com/niso-engine/niso/style/css"
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
	charset string        // of the Content-Type
	file    bool          // a file: undeclared UTF-8 is found out
	xml     bool          // the XML declaration is what declares
	inherit *net.Encoding // of what nothing declares: that of the document around it; nil for none
	decided func(*net.Encoding)

	decoder *net.Decoder
	guess   bool // nothing is declared, and all so far was ASCII
	held    []byte
	tail    []byte // the beginning of a character, when nothing else tells what the encoding is
}

// decode gives the text of a chunk, or nothing yet. It is valid until the next call.
func (s *sniffer) decode(chunk []byte, final bool) []byte {
	if s.decoder == nil {
		if s.held != nil {
			s.held = append(s.held, chunk...)
			chunk = s.held
		}
		enc, known := s.sniff(chunk, final)
		if !known {
			if s.held == nil {
				s.held = append(make([]byte, 0, 2*len(chunk)), chunk...)
			}
			return nil
		}
		s.held = nil
		if enc == nil {
			enc = s.inherit
		}
		if enc == nil {
			s.guess, enc = true, net.Windows1252
		}
		s.use(enc)
	}
	if s.guess {
		chunk = s.undeclared(chunk, final)
	}
	return s.decoder.Decode(chunk, final)
}

func (s *sniffer) use(e *net.Encoding) {
	s.decoder = net.NewDecoder(e)
	s.decided(e)
}

// sniff looks for what declares the encoding; enc is nil where nothing does.
func (s *sniffer) sniff(b []byte, final bool) (enc *net.Encoding, known bool) {
	if s.xml {
		return s.sniffXML(b, final)
	}
	if enc, _ = net.SniffEncoding(b, s.charset); enc != nil {
		return enc, true
	}
	if !final && len(b) < 3 { // a byte order mark may come
		return nil, false
	}
	enc, over := net.PrescanHead(b)
	return enc, enc != nil || over || final || len(b) > maxHeld
}

// sniffXML is sniff for XML, where what nothing declares is UTF-8. https://www.w3.org/TR/xml/#sec-guessing
func (s *sniffer) sniffXML(b []byte, final bool) (enc *net.Encoding, known bool) {
	if enc = net.BOM(b); enc != nil {
		return enc, true
	}
	if enc = net.LookupEncoding(s.charset); enc != nil {
		return enc, true
	}
	if len(b) < 6 && !final {
		return nil, false
	}
	switch {
	case bytes.HasPrefix(b, []byte("<\x00?\x00x\x00")):
		return net.UTF16LE, true
	case bytes.HasPrefix(b, []byte("\x00<\x00?\x00x")):
		return net.UTF16BE, true
	}
	if bytes.HasPrefix(b, []byte("<?xml")) && !final && len(b) < 1024 && !bytes.Contains(b, []byte("?>")) {
		return nil, false
	}
	if enc = net.PrescanXML(b); enc == nil {
		enc = net.UTF8
	}
	return enc, true
}

// undeclared returns what of a chunk can be decoded. It decides for UTF-8 or windows-1252 at the first chunk that is not ASCII, where both are the same. Chromium guesses UTF-8 for files alone:
// a server is to say what it sends.
func (s *sniffer) undeclared(chunk []byte, final bool) []byte {
	if len(s.tail) > 0 {
		chunk = append(s.tail, chunk...)
		s.tail = nil
	}
	i := 0
	for i < len(chunk) && chunk[i] < utf8.RuneSelf {
		i++
	}
	rest := chunk[i:]
	if !final {
		rest = rest[:len(rest)-incomplete(rest)]
	}
	switch {
	case len(rest) > 0:
		s.guess = false
		if s.file && utf8.Valid(rest) {
			s.use(net.UTF8)
		}
	case i < len(chunk):
		s.tail = bytes.Clone(chunk[i:])
		chunk = chunk[:i]
	}
	return chunk
}

// incomplete is how many bytes at the end of b begin a character of UTF-8 whose rest has not come.
func incomplete(b []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(b); n++ {
		if c := b[len(b)-n:]; utf8.RuneStart(c[0]) {
			if utf8.FullRune(c) {
				return 0
			}
			return n
		}
	}
	return 0
}

// inherited is the encoding of what declares none in the frame: that of the document around it, if that is of the same origin; nil for none.
func (f *frame) inherited() *net.Encoding {
	if f.parent == nil || f.parent.doc == nil || f.parent.origin != f.origin {
		return nil
	}
	if e := net.LookupEncoding(f.parent.doc.Encoding); e != net.UTF16LE && e != net.UTF16BE {
		return e
	}
	return nil
}

// decodeSheet is the text of a style sheet. https://drafts.csswg.org/css-syntax-3/#determine-the-fallback-encoding
func (f *frame) decodeSheet(body []byte, mime net.MIME) []byte {
	fallback := net.LookupEncoding(css.SniffCharset(body))
	if fallback == nil {
		fallback = net.LookupEncoding(f.doc.Encoding)
	}
	return decode(body, mime, fallback)
}
