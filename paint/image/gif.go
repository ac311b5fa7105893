package image

import (
	"compress/lzw"
	"encoding/binary"
	"io"
	"time"
)

// Animation gives the frames of an image in order. https://www.w3.org/Graphics/GIF/spec-gif89a.txt
type Animation struct {
	data   []byte
	info   Info
	o      int // of the next block
	first  int // of the first block
	global []uint32
	canvas *Bitmap
	// how the frame shown last is to be taken away
	dispose  uint8
	x, y     int
	w, h     int
	saved    []uint32
	Loops    int // how often the animation runs: 0 for ever
	Frame    int // number of the frame that Next gives next
	complete bool
}

// OpenAnimation reads the header of an animated image: GIF.
func OpenAnimation(data []byte, l Limits) (*Animation, error) {
	i, err := Header(data)
	if err != nil {
		return nil, err
	}
	if i.Format != GIF {
		return nil, ErrFormat
	}
	if err := l.check(i, len(data)); err != nil {
		return nil, err
	}
	return newGIF(data, i)
}

func newGIF(data []byte, i Info) (*Animation, error) {
	if len(data) < 13 {
		return nil, ErrTruncated
	}
	a := &Animation{data: data, info: i, o: 13, Loops: 1}
	if flags := data[10]; flags&0x80 != 0 {
		n := 2 << (flags & 7)
		if a.o+3*n > len(data) {
			return nil, ErrTruncated
		}
		a.global = gifPalette(data[a.o : a.o+3*n])
		a.o += 3 * n
	}
	a.first = a.o
	return a, nil
}

func gifPalette(b []byte) []uint32 {
	p := make([]uint32, 0, len(b)/3)
	for ; len(b) >= 3; b = b[3:] {
		p = append(p, premultiplied(b[0], b[1], b[2], 255))
	}
	return p
}

// skipBlocks is the offset after a chain of data blocks.
func skipBlocks(d []byte, o int) int {
	for o < len(d) && d[o] != 0 {
		o += 1 + int(d[o])
	}
	return o + 1
}

// gifAnimated reports whether a second frame begins in what is there.
func gifAnimated(d []byte) bool {
	if len(d) < 13 {
		return false
	}
	o, frames := 13, 0
	if d[10]&0x80 != 0 {
		o += 3 * (2 << (d[10] & 7))
	}
	for o < len(d) {
		switch d[o] {
		case 0x21:
			o = skipBlocks(d, o+2)
		case 0x2c:
			if frames++; frames > 1 {
				return true
			}
			if o+10 > len(d) {
				return false
			}
			f := d[o+9]
			o += 10
			if f&0x80 != 0 {
				o += 3 * (2 << (f & 7))
			}
			o = skipBlocks(d, o+1)
		default:
			return false
		}
	}
	return false
}

// Rewind makes Next begin again.
func (a *Animation) Rewind() {
	a.o, a.Frame, a.dispose, a.complete = a.first, 0, 0, false
	if a.canvas != nil {
		clear(a.canvas.Pix)
	}
}

// Next gives the next frame, composed, and how long it is to be shown; io.EOF after the last one. With
// ErrTruncated there is a frame too, where any of it was there.
func (a *Animation) Next() (*Bitmap, time.Duration, error) {
	d := a.data
	var delay time.Duration
	transparent := -1
	var disposal uint8
	for a.o < len(d) {
		switch d[a.o] {
		case 0x21:
			if a.o+2 > len(d) {
				return nil, 0, a.end()
			}
			body := a.o + 2
			switch {
			case d[a.o+1] == 0xf9 && body+6 <= len(d) && d[body] >= 4:
				f := d[body+1]
				disposal = f >> 2 & 7
				delay = time.Duration(binary.LittleEndian.Uint16(d[body+2:])) * 10 * time.Millisecond
				transparent = -1
				if f&1 != 0 {
					transparent = int(d[body+4])
				}
			case d[a.o+1] == 0xff && body+16 <= len(d) && string(d[body+1:body+12]) == "NETSCAPE2.0" && d[body+12] >= 3 && d[body+13] == 1:
				a.Loops = int(binary.LittleEndian.Uint16(d[body+14:]))
				if a.Loops > 0 {
					a.Loops++ // the number says how often it is repeated
				}
			}
			a.o = skipBlocks(d, body)
		case 0x2c:
			return a.frame(delay, transparent, disposal)
		case 0x3b:
			a.complete = true
			return nil, 0, a.end()
		default:
			return nil, 0, a.end()
		}
	}
	return nil, 0, a.end()
}

func (a *Animation) end() error {
	if a.Frame > 0 {
		return io.EOF
	}
	return ErrTruncated
}

func (a *Animation) frame(delay time.Duration, transparent int, disposal uint8) (*Bitmap, time.Duration, error) {
	d, o := a.data, a.o
	if o+11 > len(d) {
		return nil, 0, a.end()
	}
	x, y := int(binary.LittleEndian.Uint16(d[o+1:])), int(binary.LittleEndian.Uint16(d[o+3:]))
	w, h := int(binary.LittleEndian.Uint16(d[o+5:])), int(binary.LittleEndian.Uint16(d[o+7:]))
	flags := d[o+9]
	o += 10
	palette := a.global
	if flags&0x80 != 0 {
		n := 2 << (flags & 7)
		if o+3*n > len(d) {
			a.o = len(d)
			return nil, 0, a.end()
		}
		palette = gifPalette(d[o : o+3*n])
		o += 3 * n
	}
	if o >= len(d) {
		a.o = len(d)
		return nil, 0, a.end()
	}
	if a.canvas == nil {
		a.canvas = newBitmap(a.info.W, a.info.H)
	}
	a.undo()
	c := a.canvas
	a.x, a.y = min(x, c.W), min(y, c.H)
	a.w, a.h = min(w, c.W-a.x), min(h, c.H-a.y)
	a.dispose = disposal
	if disposal == 3 {
		a.saved = append(a.saved[:0], c.Pix...)
	}
	err := error(nil)
	if lit := int(d[o]); lit >= 2 && lit <= 8 {
		z := lzw.NewReader(&gifBlocks{d: d, o: o + 1}, lzw.LSB, lit)
		err = a.paint(z, palette, transparent, x, y, w, h, flags&0x40 != 0)
		z.Close()
	} else {
		err = ErrTruncated
	}
	a.o = skipBlocks(d, o+1)
	a.Frame++
	f := newBitmap(c.W, c.H)
	copy(f.Pix, c.Pix)
	f.Opaque = true
	for _, v := range f.Pix {
		if v>>24 != 255 {
			f.Opaque = false
			break
		}
	}
	if delay <= 10*time.Millisecond { // as browsers do
		delay = 100 * time.Millisecond
	}
	return f, delay, err
}

// undo takes the frame shown last away.
func (a *Animation) undo() {
	switch {
	case a.dispose == 2:
		for y := a.y; y < a.y+a.h; y++ {
			clear(a.canvas.Pix[y*a.canvas.W+a.x : y*a.canvas.W+a.x+a.w])
		}
	case a.dispose == 3 && len(a.saved) == len(a.canvas.Pix):
		copy(a.canvas.Pix, a.saved)
	}
}

func (a *Animation) paint(z io.Reader, palette []uint32, transparent, x, y, w, h int, interlaced bool) error {
	line := make([]byte, w)
	row := func(n int) error {
		m, err := io.ReadFull(z, line)
		if y+n < a.canvas.H && x < a.canvas.W {
			dst := a.canvas.Pix[(y+n)*a.canvas.W+x : (y+n+1)*a.canvas.W]
			for i, v := range line[:min(m, len(dst))] {
				if int(v) != transparent && int(v) < len(palette) {
					dst[i] = palette[v]
				}
			}
		}
		if err != nil {
			return ErrTruncated
		}
		return nil
	}
	if !interlaced {
		for n := range h {
			if err := row(n); err != nil {
				return err
			}
		}
		return nil
	}
	for _, p := range [4][2]int{{0, 8}, {4, 8}, {2, 4}, {1, 2}} {
		for n := p[0]; n < h; n += p[1] {
			if err := row(n); err != nil {
				return err
			}
		}
	}
	return nil
}

// gifBlocks reads a chain of data blocks as one stream.
type gifBlocks struct {
	d    []byte
	o    int
	left int
}

func (g *gifBlocks) ReadByte() (byte, error) {
	for g.left == 0 {
		if g.o >= len(g.d) || g.d[g.o] == 0 {
			return 0, io.EOF
		}
		g.left = int(g.d[g.o])
		g.o++
	}
	if g.o >= len(g.d) {
		return 0, io.ErrUnexpectedEOF
	}
	g.o++
	g.left--
	return g.d[g.o-1], nil
}

func (g *gifBlocks) Read(p []byte) (int, error) {
	for i := range p {
		b, err := g.ReadByte()
		if err != nil {
			return i, err
		}
		p[i] = b
	}
	return len(p), nil
}

// MemoryBytes is what the animation holds beside the file.
func (a *Animation) MemoryBytes() int64 { return a.canvas.MemoryBytes() + 4*int64(cap(a.saved)) }
