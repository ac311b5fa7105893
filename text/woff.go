package text

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"io"
)

var errWOFF = errors.New("text: broken WOFF font")

// decodeWOFF unpacks WOFF 1. https://www.w3.org/TR/WOFF/
func decodeWOFF(data []byte) ([]byte, error) {
	n := u16(data, 12)
	if len(data) < 44+20*n || n == 0 {
		return nil, errWOFF
	}
	type entry struct {
		tag  uint32
		body []byte
	}
	var list []entry
	total := 0
	for i := range n {
		e := data[44+20*i:]
		off, clen, olen := int(u32(e, 4)), int(u32(e, 8)), int(u32(e, 12))
		raw := sub(data, off, clen)
		if raw == nil || olen < clen {
			return nil, errWOFF
		}
		if total += olen; total > maxFontBytes {
			return nil, errWOFF
		}
		if olen > clen {
			// What zlib can at most make of so many bytes keeps a liar from allocating much.
			if olen > 1100*clen+64 {
				return nil, errWOFF
			}
			z, err := zlib.NewReader(bytes.NewReader(raw))
			if err != nil {
				return nil, errWOFF
			}
			out := make([]byte, olen)
			if _, err := io.ReadFull(z, out); err != nil {
				return nil, errWOFF
			}
			raw = out
		}
		list = append(list, entry{u32(e, 0), raw})
	}
	return buildSFNT(u32(data, 4), len(list), func(i int) (uint32, []byte) { return list[i].tag, list[i].body }), nil
}

// buildSFNT puts tables together to a font file. Checksums are left out: nothing here reads them.
func buildSFNT(flavor uint32, n int, table func(i int) (tag uint32, body []byte)) []byte {
	size := 12 + 16*n
	for i := range n {
		_, b := table(i)
		size += (len(b) + 3) &^ 3
	}
	out := make([]byte, 12+16*n, size)
	binary.BigEndian.PutUint32(out, flavor)
	binary.BigEndian.PutUint16(out[4:], uint16(n))
	for i := range n {
		tag, b := table(i)
		e := out[12+16*i:]
		binary.BigEndian.PutUint32(e, tag)
		binary.BigEndian.PutUint32(e[8:], uint32(len(out)))
		binary.BigEndian.PutUint32(e[12:], uint32(len(b)))
		out = append(out, b...)
		for len(out)&3 != 0 {
			out = append(out, 0)
		}
	}
	return out
}
