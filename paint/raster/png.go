package raster

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/adler32"
	"hash/crc32"
	"io"
	"runtime"
	"sync"
	"unsafe"

	"github.com/klauspost/compress/flate"
	"github.com/niso-engine/niso/internal/stop"
)

// ErrEmptySurface is what EncodePNG says of a surface without pixels: PNG has no such picture.
var ErrEmptySurface = errors.New("raster: a surface without pixels cannot be a PNG")

// EncodePNG writes a surface as PNG, without alpha where all pixels are opaque.
// https://www.w3.org/TR/png-3/
//
// The rows are cut into bands that are filtered and deflated on a goroutine each; the pieces end on byte
// boundaries (a sync flush), so that together they are one zlib stream. The bytes are the same for any number of processors.
func EncodePNG(w io.Writer, s *Surface) error { return EncodePNGUntil(nil, w, s) }

// ErrStopped: a signal ended the encoding.
var ErrStopped = errors.New("raster: the encoding was ended")

// EncodePNGUntil is EncodePNG that a signal may end, with ErrStopped.
func EncodePNGUntil(sig *stop.Signal, w io.Writer, s *Surface) error {
	if s.W <= 0 || s.H <= 0 {
		return ErrEmptySurface
	}
	opaque := true
	for y := 0; y < s.H && opaque; y++ {
		and := uint32(0xff000000)
		for _, v := range s.Pix[y*s.Stride : y*s.Stride+s.W] {
			and &= v
		}
		opaque = and == 0xff000000
	}
	bpp, kind := 4, byte(6)
	if opaque {
		bpp, kind = 3, 2
	}
	bands := (s.H + pngBand - 1) / pngBand
	out := make([]pngPiece, bands)
	var wg sync.WaitGroup
	work := make(chan int, bands)
	for i := range bands {
		work <- i
	}
	close(work)
	for range min(bands, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			e := pngEncoders.Get().(*pngEncoder)
			for i := range work {
				if sig.Stopped() {
					break
				}
				e.encode(&out[i], s, i*pngBand, min(s.H, (i+1)*pngBand), bpp, i == bands-1)
			}
			pngEncoders.Put(e)
		})
	}
	wg.Wait()
	if sig.Stopped() {
		return ErrStopped
	}
	var head [8 + 25 + 8 + 2]byte
	copy(head[:], "\x89PNG\r\n\x1a\n")
	binary.BigEndian.PutUint32(head[8:], 13)
	copy(head[12:], "IHDR")
	binary.BigEndian.PutUint32(head[16:], uint32(s.W))
	binary.BigEndian.PutUint32(head[20:], uint32(s.H))
	head[24], head[25] = 8, kind
	binary.BigEndian.PutUint32(head[29:], crc32.ChecksumIEEE(head[12:29]))
	_, err := w.Write(head[:33])
	adler := uint32(1)
	for i := range out {
		if err != nil {
			break
		}
		p := &out[i]
		var prefix, tail []byte
		if i == 0 {
			prefix = []byte{0x78, 0x01} // zlib: deflate, 32 KB window, fastest
		}
		adler = adlerJoin(adler, p.adler, p.rawLen)
		if i == len(out)-1 {
			tail = binary.BigEndian.AppendUint32(nil, adler)
		}
		err = writeChunk(w, "IDAT", prefix, p.buf.Bytes(), tail)
	}
	if err == nil {
		err = writeChunk(w, "IEND")
	}
	return err
}

func writeChunk(w io.Writer, name string, parts ...[]byte) error {
	n := 0
	crc := crc32.ChecksumIEEE([]byte(name))
	for _, p := range parts {
		n += len(p)
		crc = crc32.Update(crc, crc32.IEEETable, p)
	}
	head := binary.BigEndian.AppendUint32(make([]byte, 0, 8), uint32(n))
	if _, err := w.Write(append(head, name...)); err != nil {
		return err
	}
	for _, p := range parts {
		if _, err := w.Write(p); err != nil {
			return err
		}
	}
	_, err := w.Write(binary.BigEndian.AppendUint32(nil, crc))
	return err
}

// adlerJoin is the checksum of two pieces, the second of n bytes, from theirs.
func adlerJoin(a, b uint32, n int) uint32 {
	const mod = 65521
	rem := uint32(n % mod)
	s1, s2 := a&0xffff, a>>16
	t1, t2 := b&0xffff, b>>16
	u1 := (s1 + t1 + mod - 1) % mod
	u2 := (rem*s1%mod + s2 + t2 + mod - rem) % mod
	return u1 | u2<<16
}

// pngBand is the rows of a piece.
const pngBand = 128

// pngPiece is a band's part of the stream.
type pngPiece struct {
	buf    bytes.Buffer
	adler  uint32
	rawLen int
}

// pngEncoder is what a goroutine encodes bands with: a band's filtered rows and a compressor, about 1 MB at 1,280 px.
type pngEncoder struct {
	w   *flate.Writer
	raw []byte
}

var pngEncoders = sync.Pool{New: func() any { return new(pngEncoder) }}

func (e *pngEncoder) encode(p *pngPiece, s *Surface, y0, y1, bpp int, last bool) {
	n := 1 + s.W*bpp
	if need := n * (y1 - y0); cap(e.raw) < need {
		e.raw = make([]byte, need)
	}
	raw := e.raw[:n*(y1-y0)]
	for y := y0; y < y1; y++ {
		row := s.Pix[y*s.Stride : y*s.Stride+s.W]
		dst := raw[(y-y0)*n : (y-y0+1)*n]
		var above []uint32
		if y > 0 {
			above = s.Pix[(y-1)*s.Stride : (y-1)*s.Stride+s.W]
		}
		filterRow(dst, row, above, bpp)
	}
	p.adler, p.rawLen = adler32.Checksum(raw), len(raw)
	if e.w == nil {
		e.w, _ = flate.NewWriter(&p.buf, 1)
	} else {
		e.w.Reset(&p.buf)
	}
	e.w.Write(raw)
	if last {
		e.w.Close()
	} else {
		e.w.Flush()
	}
}

// filterRow chooses between two filters: rows equal to the one above become zeros by Up;
// other rows stay as they are where they repeat colours (text, flat areas), and are differences to the left
// (Sub) where they do not (pictures, gradients).
func filterRow(dst []byte, row, above []uint32, bpp int) {
	if above != nil && equalPixels(row, above) {
		dst[0] = 2
		clear(dst[1:])
		return
	}
	same := 0
	for i := 1; i < len(row); i++ {
		if row[i] == row[i-1] {
			same++
		}
	}
	o := dst[1:]
	if same*2 >= len(row) {
		dst[0] = 0
		if bpp == 3 {
			for _, v := range row {
				o[0], o[1], o[2] = uint8(v), uint8(v>>8), uint8(v>>16)
				o = o[3:]
			}
			return
		}
		for _, v := range row {
			binary.LittleEndian.PutUint32(o, straight(v))
			o = o[4:]
		}
		return
	}
	dst[0] = 1
	var last uint32
	for _, v := range row {
		if bpp == 4 {
			v = straight(v)
		}
		o[0], o[1], o[2] = uint8(v)-uint8(last), uint8(v>>8)-uint8(last>>8), uint8(v>>16)-uint8(last>>16)
		if bpp == 4 {
			o[3] = uint8(v>>24) - uint8(last>>24)
		}
		o, last = o[bpp:], v
	}
}

func equalPixels(a, b []uint32) bool {
	return bytes.Equal(unsafe.Slice((*byte)(unsafe.Pointer(&a[0])), 4*len(a)), unsafe.Slice((*byte)(unsafe.Pointer(&b[0])), 4*len(b)))
}

// straight is a pixel not premultiplied.
func straight(v uint32) uint32 {
	a := v >> 24
	if a == 255 || a == 0 {
		return v
	}
	o := a << 24
	for k := 0; k < 24; k += 8 {
		o |= min(255, ((v>>k&255)*255+a/2)/a) << k
	}
	return o
}
