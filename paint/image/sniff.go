package image

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// Format is an image format.
type Format uint8

const (
	Unknown Format = iota
	PNG
	JPEG
	GIF
	WebP
	BMP
	ICO // and CUR
	SVG // recognized, not decoded here: the host renders it as a document
)

var formatNames = [...]string{"unknown", "png", "jpeg", "gif", "webp", "bmp", "ico", "svg"}

func (f Format) String() string { return formatNames[f] }

// Sniff tells the format from the first bytes. https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern
func Sniff(data []byte) Format {
	has := func(s string) bool { return len(data) >= len(s) && string(data[:len(s)]) == s }
	switch {
	case has("\x89PNG\r\n\x1a\n"):
		return PNG
	case has("\xff\xd8\xff"):
		return JPEG
	case has("GIF87a"), has("GIF89a"):
		return GIF
	case has("RIFF") && len(data) >= 14 && string(data[8:14]) == "WEBPVP":
		return WebP
	case has("BM"):
		return BMP
	case has("\x00\x00\x01\x00"), has("\x00\x00\x02\x00"):
		return ICO
	}
	// SVG has no signature: an svg element after white space, a byte order mark, declarations and comments.
	head := bytes.TrimLeft(bytes.TrimPrefix(data[:min(len(data), 1024)], []byte("\xef\xbb\xbf")), " \t\r\n\f")
	if bytes.HasPrefix(head, []byte("<")) && bytes.Contains(head, []byte("<svg")) {
		return SVG
	}
	return Unknown
}

// Info is what the header of a file says.
type Info struct {
	Format      Format
	W, H        int   // intrinsic size in px, as shown: turned by Orientation
	Orientation uint8 // EXIF, 1…8; 1 is upright
	Animated    bool  // there is more than one frame, as far as the header tells
}

// Errors of Header and Decode.
var (
	ErrFormat    = errors.New("image: unknown or broken format")
	ErrShort     = errors.New("image: the header is not there yet")
	ErrTooLarge  = errors.New("image: more pixels or bytes than the limit")
	ErrTruncated = errors.New("image: the file ends early")
)

// Limits bound what a file may cost. Zero values stand for the defaults.
type Limits struct {
	MaxPixels int   // of the whole picture: 64 Mi by default (256 MiB decoded)
	MaxBytes  int64 // of the file: 256 MiB by default
}

func (l Limits) check(i Info, size int) error {
	px, n := l.MaxPixels, l.MaxBytes
	if px <= 0 {
		px = 64 << 20
	}
	if n <= 0 {
		n = 256 << 20
	}
	if i.W <= 0 || i.H <= 0 {
		return ErrFormat
	}
	if int64(size) > n || i.W > px/i.H {
		return ErrTooLarge
	}
	return nil
}

// Header reads the size of an image from its first bytes. ErrShort: more are needed.
func Header(data []byte) (i Info, err error) {
	i = Info{Format: Sniff(data), Orientation: 1}
	need := func(n int) bool {
		if len(data) < n {
			err = ErrShort
		}
		return len(data) >= n
	}
	switch i.Format {
	case PNG:
		if need(24) {
			w, h := binary.BigEndian.Uint32(data[16:]), binary.BigEndian.Uint32(data[20:])
			if string(data[12:16]) != "IHDR" || w > 1<<31-1 || h > 1<<31-1 {
				return i, ErrFormat
			}
			i.W, i.H = int(w), int(h)
		}
	case JPEG:
		return jpegHeader(data)
	case GIF:
		if need(10) {
			i.W, i.H = int(binary.LittleEndian.Uint16(data[6:])), int(binary.LittleEndian.Uint16(data[8:]))
			i.Animated = gifAnimated(data)
		}
	case WebP:
		return webpHeader(data)
	case BMP:
		if need(26) {
			switch n := binary.LittleEndian.Uint32(data[14:]); {
			case n == 12:
				i.W, i.H = int(binary.LittleEndian.Uint16(data[18:])), int(binary.LittleEndian.Uint16(data[20:]))
			case n >= 40:
				i.W, i.H = int(int32(binary.LittleEndian.Uint32(data[18:]))), int(int32(binary.LittleEndian.Uint32(data[22:])))
				if i.H < 0 {
					i.H = -i.H
				}
			}
		}
	case ICO:
		if need(6) && need(6+16*int(binary.LittleEndian.Uint16(data[4:]))) {
			if e, ok := icoBest(data); ok {
				i.W, i.H = e.w, e.h
			}
		}
	case SVG:
		return i, nil
	default:
		if len(data) < 14 {
			return i, ErrShort
		}
		return i, ErrFormat
	}
	if err == nil && (i.W <= 0 || i.H <= 0) {
		err = ErrFormat
	}
	return i, err
}

func webpHeader(d []byte) (Info, error) {
	i := Info{Format: WebP, Orientation: 1}
	if len(d) < 30 {
		return i, ErrShort
	}
	u24 := func(o int) int { return int(d[o]) | int(d[o+1])<<8 | int(d[o+2])<<16 }
	switch string(d[12:16]) {
	case "VP8 ":
		i.W, i.H = int(binary.LittleEndian.Uint16(d[26:])&0x3fff), int(binary.LittleEndian.Uint16(d[28:])&0x3fff)
	case "VP8L":
		b := binary.LittleEndian.Uint32(d[21:])
		i.W, i.H = int(b&0x3fff)+1, int(b>>14&0x3fff)+1
	case "VP8X":
		i.W, i.H = u24(24)+1, u24(27)+1
		i.Animated = d[20]&2 != 0
	}
	if i.W <= 0 || i.H <= 0 {
		return i, ErrFormat
	}
	return i, nil
}
