package image

import (
	"bytes"
	"encoding/binary"
	stdimage "image"
	"image/color"
	"image/color/palette"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"testing"
	"time"

	"github.com/niso-engine/niso/internal/perf"
	"golang.org/x/image/bmp"
)

// picture is a test card whose pixels tell their place.
func picture(w, h int, alpha bool) *stdimage.NRGBA {
	m := stdimage.NewNRGBA(stdimage.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			a := uint8(255)
			if alpha {
				a = uint8(x*37 + y*11)
			}
			m.SetNRGBA(x, y, color.NRGBA{uint8(x * 5), uint8(y * 7), uint8(x ^ y), a})
		}
	}
	return m
}

func pngOf(t testing.TB, m stdimage.Image) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// same compares decoded pixels with those of the standard library's image.
func same(t *testing.T, b *Bitmap, m stdimage.Image, tolerance int) {
	t.Helper()
	r := m.Bounds()
	if b == nil || b.W != r.Dx() || b.H != r.Dy() {
		t.Fatalf("bitmap %v, want %v", b, r)
	}
	for y := range b.H {
		for x := range b.W {
			wr, wg, wb, wa := m.At(r.Min.X+x, r.Min.Y+y).RGBA()
			v := b.Pix[y*b.W+x]
			for k, w := range [4]uint32{wr, wg, wb, wa} {
				if d := int(v>>(8*k)&255) - int(w>>8); d < -tolerance || d > tolerance {
					t.Fatalf("pixel (%d,%d) is %08x, want %x %x %x %x", x, y, v, wr>>8, wg>>8, wb>>8, wa>>8)
				}
			}
		}
	}
}

func TestPNGKinds(t *testing.T) {
	rgb := picture(33, 17, false)
	gray := stdimage.NewGray(rgb.Rect)
	gray16 := stdimage.NewGray16(rgb.Rect)
	deep := stdimage.NewNRGBA64(rgb.Rect)
	pal := stdimage.NewPaletted(rgb.Rect, palette.WebSafe)
	two := stdimage.NewPaletted(rgb.Rect, color.Palette{color.Black, color.NRGBA{255, 0, 0, 128}})
	for y := range 17 {
		for x := range 33 {
			c := rgb.At(x, y)
			gray.Set(x, y, c)
			gray16.Set(x, y, c)
			deep.SetNRGBA64(x, y, color.NRGBA64{uint16(x * 1900), uint16(y * 3000), 7, uint16(x * 1985)})
			pal.Set(x, y, c)
			two.SetColorIndex(x, y, uint8((x+y)%2))
		}
	}
	for _, m := range []stdimage.Image{rgb, picture(40, 9, true), gray, gray16, deep, pal, two} {
		b, i, err := Decode(pngOf(t, m), Limits{})
		if err != nil || i.Format != PNG {
			t.Fatalf("%T: %v %v", m, i, err)
		}
		same(t, b, m, 1)
		if _, ok := m.(*stdimage.Gray); ok && !b.Opaque {
			t.Error("a grey picture is opaque")
		}
	}
}

func TestTruncatedPNG(t *testing.T) {
	m := picture(100, 100, false)
	d := pngOf(t, m)
	b, _, err := Decode(d[:len(d)*2/3], Limits{})
	if err != ErrTruncated || b == nil {
		t.Fatalf("%v, %v", b, err)
	}
	rows := 0
	for rows < 100 && b.Pix[rows*100] != 0 {
		rows++
	}
	if rows < 20 || rows > 95 {
		t.Errorf("%d rows of a file cut at two thirds", rows)
	}
	if v := b.Pix[10*100+20]; v != premultiplied(100, 70, 20^10, 255) {
		t.Errorf("pixel %08x", v)
	}
}

func TestJPEG(t *testing.T) {
	m := picture(64, 64, false)
	for y := range 64 { // smooth, so that what is lost is little
		for x := range 64 {
			m.SetNRGBA(x, y, color.NRGBA{uint8(x * 4), uint8(y * 4), 128, 255})
		}
	}
	var buf bytes.Buffer
	jpeg.Encode(&buf, m, &jpeg.Options{Quality: 95})
	d := buf.Bytes()
	b, i, err := Decode(d, Limits{})
	if err != nil || i.W != 64 || i.H != 64 {
		t.Fatal(i, err)
	}
	same(t, b, m, 12)

	// Cut in half: the upper part is there.
	b, _, err = Decode(d[:len(d)*3/4], Limits{})
	if err != ErrTruncated || b == nil {
		t.Fatalf("cut file: %v %v", b, err)
	}
	if v := b.Pix[64*3+40]; v>>24 != 255 || int(v&255)-160 > 12 || int(v&255)-160 < -12 {
		t.Errorf("pixel %08x of a cut file", v)
	}
	if b.Pix[64*63] != 0 {
		t.Error("the last row of a cut file is made up")
	}

	// Each orientation puts the corner that has (0, 0) of the file where EXIF says.
	corner := [9][2]int{{}, {0, 0}, {63, 0}, {63, 63}, {0, 63}, {0, 0}, {63, 0}, {63, 63}, {0, 63}}
	for o := 1; o <= 8; o++ {
		b, i, err := Decode(withOrientation(d, o), Limits{})
		if err != nil || int(i.Orientation) != o {
			t.Fatal(o, i, err)
		}
		c := corner[o]
		if v := b.Pix[c[1]*64+c[0]]; v&255 > 16 || v>>8&255 > 16 {
			t.Errorf("orientation %d: corner %v is %08x", o, c, v)
		}
	}
}

func withOrientation(d []byte, o int) []byte {
	exif := []byte("Exif\x00\x00II*\x00\x08\x00\x00\x00\x01\x00\x12\x01\x03\x00\x01\x00\x00\x00")
	exif = append(exif, byte(o), 0, 0, 0, 0, 0, 0, 0)
	seg := append([]byte{0xff, 0xe1}, binary.BigEndian.AppendUint16(nil, uint16(len(exif)+2))...)
	seg = append(seg, exif...)
	return append(append(append([]byte{}, d[:2]...), seg...), d[2:]...)
}

func TestOrientationSwapsSides(t *testing.T) {
	var buf bytes.Buffer
	jpeg.Encode(&buf, picture(80, 20, false), nil)
	i, err := Header(withOrientation(buf.Bytes(), 6))
	if err != nil || i.W != 20 || i.H != 80 {
		t.Fatal(i, err)
	}
	b, _, err := Decode(withOrientation(buf.Bytes(), 6), Limits{})
	if err != nil || b.W != 20 || b.H != 80 {
		t.Fatal(b, err)
	}
}

func TestGIF(t *testing.T) {
	p := color.Palette{color.Transparent, color.NRGBA{255, 0, 0, 255}, color.NRGBA{0, 0, 255, 255}}
	f := func(r stdimage.Rectangle, c uint8) *stdimage.Paletted {
		m := stdimage.NewPaletted(r, p)
		for i := range m.Pix {
			m.Pix[i] = c
		}
		return m
	}
	g := gif.GIF{
		Image:    []*stdimage.Paletted{f(stdimage.Rect(0, 0, 8, 8), 1), f(stdimage.Rect(2, 2, 4, 4), 2), f(stdimage.Rect(6, 6, 8, 8), 2)},
		Delay:    []int{20, 0, 7},
		Disposal: []byte{gif.DisposalNone, gif.DisposalPrevious, gif.DisposalNone},
		Config:   stdimage.Config{Width: 8, Height: 8, ColorModel: p},
	}
	var buf bytes.Buffer
	if err := gif.EncodeAll(&buf, &g); err != nil {
		t.Fatal(err)
	}
	const red, blue = 0xff0000ff, 0xffff0000
	b, i, err := Decode(buf.Bytes(), Limits{})
	if err != nil || !i.Animated || b.Pix[0] != red {
		t.Fatal(b, i, err)
	}
	a, err := OpenAnimation(buf.Bytes(), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for round := range 2 {
		for n, want := range []struct {
			delay    time.Duration
			mid, end uint32
		}{{200 * time.Millisecond, red, red}, {100 * time.Millisecond, blue, red}, {70 * time.Millisecond, red, blue}} {
			b, delay, err := a.Next()
			if err != nil {
				t.Fatal(round, n, err)
			}
			if delay != want.delay || b.Pix[3*8+3] != want.mid || b.Pix[7*8+7] != want.end {
				t.Errorf("frame %d: %v %08x %08x, want %v", n, delay, b.Pix[3*8+3], b.Pix[7*8+7], want)
			}
		}
		if _, _, err := a.Next(); err != io.EOF {
			t.Errorf("after the last frame: %v", err)
		}
		a.Rewind()
	}
	if a.Loops != 0 {
		t.Errorf("loops %d, want for ever", a.Loops)
	}
}

func TestBMPAndICO(t *testing.T) {
	m := picture(9, 5, false)
	var buf bytes.Buffer
	if err := bmp.Encode(&buf, m); err != nil {
		t.Fatal(err)
	}
	b, _, err := Decode(buf.Bytes(), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	same(t, b, m, 0)

	// An icon with a small picture of 1 bit and a PNG.
	dib := binary.LittleEndian.AppendUint32(nil, 40)
	for _, v := range []uint32{8, 16, 1 | 1<<16, 0, 0, 0, 0, 2, 0, 0x000000, 0x0000ff} { // black, and red as B G R 0
		dib = binary.LittleEndian.AppendUint32(dib, v)
	}
	binary.LittleEndian.PutUint32(dib[44:], 0x00ff0000)
	for range 8 {
		dib = append(dib, 0xf0, 0, 0, 0) // left half red
	}
	for range 8 {
		dib = append(dib, 0x01, 0, 0, 0) // the last column is masked out
	}
	file := pngOf(t, picture(32, 32, true))
	ico := func(entries ...[]byte) []byte {
		d := []byte{0, 0, 1, 0, byte(len(entries)), 0}
		at := 6 + 16*len(entries)
		for _, e := range entries {
			d = append(d, 16, 16, 0, 0, 1, 0, 32, 0)
			d = binary.LittleEndian.AppendUint32(d, uint32(len(e)))
			d = binary.LittleEndian.AppendUint32(d, uint32(at))
			at += len(e)
		}
		for _, e := range entries {
			d = append(d, e...)
		}
		return d
	}
	b, i, err := Decode(ico(dib, file), Limits{})
	if err != nil || i.W != 32 {
		t.Fatal(i, err)
	}
	same(t, b, picture(32, 32, true), 1)
	b, i, err = Decode(ico(dib), Limits{})
	if err != nil || i.W != 8 || i.H != 8 {
		t.Fatal(i, err)
	}
	if b.Pix[0] != 0xff0000ff || b.Pix[5] != 0xff000000 || b.Pix[7] != 0 {
		t.Errorf("pixels %08x %08x %08x", b.Pix[0], b.Pix[5], b.Pix[7])
	}
}

func TestBombs(t *testing.T) {
	d := pngOf(t, picture(4, 4, false))
	binary.BigEndian.PutUint32(d[16:], 100000)
	binary.BigEndian.PutUint32(d[20:], 100000)
	if _, _, err := Decode(d, Limits{}); err != ErrTooLarge {
		t.Errorf("10 gigapixels: %v", err)
	}
	s := NewStore(Options{Limits: Limits{MaxPixels: 15}})
	if _, _, err := s.Add(pngOf(t, picture(4, 4, false))); err != ErrTooLarge {
		t.Errorf("16 pixels, limit 15: %v", err)
	}
	if _, _, err := Decode(pngOf(t, picture(4, 4, false)), Limits{MaxBytes: 10}); err != ErrTooLarge {
		t.Errorf("byte limit: %v", err)
	}
}

func TestStore(t *testing.T) {
	s := NewStore(Options{})
	id, i, err := s.Add(pngOf(t, picture(64, 32, false)))
	if err != nil || i.W != 64 || id == 0 {
		t.Fatal(id, i, err)
	}
	if b := s.Level(id, 1); b == nil || b.W != 32 || b.H != 16 {
		t.Fatal(b)
	}
	if b := s.Level(id, 99); b.W != 1 || b.H != 1 {
		t.Fatal(b)
	}
	var r perf.Report
	s.ReportMemory(&r, "explicit/images")
	if n := r.SumUnder("explicit/images/decoded"); n < 64*32*4*4/3 {
		t.Errorf("%d bytes decoded", n)
	}
	s.DropDecoded()
	r = perf.Report{}
	s.ReportMemory(&r, "explicit/images")
	if n := r.SumUnder("explicit/images/decoded"); n != 0 {
		t.Errorf("%d bytes decoded after DropDecoded", n)
	}
	if b := s.Level(id, 0); b == nil || b.W != 64 {
		t.Error("not decoded again")
	}
	s.Retain(id)
	s.Release(id)
	if s.Count() != 1 {
		t.Error("released too early")
	}
	s.Release(id)
	if s.Count() != 0 || s.Level(id, 0) != nil {
		t.Error("not released")
	}
	s.Close()

	ready := make(chan error, 1)
	s = NewStore(Options{Async: true, Ready: func(id ID, err error) { ready <- err }})
	id, _, _ = s.Add(pngOf(t, picture(64, 32, false)))
	if s.Level(id, 0) != nil {
		t.Error("an asynchronous store decoded at once")
	}
	if err := <-ready; err != nil || s.Level(id, 0) == nil {
		t.Error("not ready when told", err)
	}
}

func TestStoreBudget(t *testing.T) {
	s := NewStore(Options{MaxDecoded: 3 * 100 * 100 * 4})
	var ids []ID
	for range 10 {
		id, _, _ := s.Add(pngOf(t, picture(100, 100, false)))
		ids = append(ids, id)
		if s.Level(id, 0) == nil {
			t.Fatal("not decoded")
		}
	}
	var r perf.Report
	s.ReportMemory(&r, "i")
	if n := r.SumUnder("i/decoded"); n > 3*100*100*4 {
		t.Errorf("%d bytes decoded, more than the budget", n)
	}
	if s.Level(ids[0], 0) == nil {
		t.Error("an image that was forgotten is not decoded again")
	}
}

func TestSniff(t *testing.T) {
	for s, want := range map[string]Format{
		"": Unknown, "GIF89a": GIF, "\xff\xd8\xff\xe0": JPEG, "RIFF\x00\x00\x00\x00WEBPVP8 ": WebP, "BM": BMP, "\x00\x00\x01\x00": ICO,
		"<?xml version='1.0'?>\n<svg xmlns=''>": SVG, "\xef\xbb\xbf <svg>": SVG, "<html>": Unknown,
	} {
		if got := Sniff([]byte(s)); got != want {
			t.Errorf("%q is %v, want %v", s, got, want)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(pngOf(f, picture(9, 9, true)))
	var buf bytes.Buffer
	jpeg.Encode(&buf, picture(17, 17, false), nil)
	f.Add(bytes.Clone(buf.Bytes()))
	f.Add(withOrientation(buf.Bytes(), 6))
	buf.Reset()
	gif.Encode(&buf, picture(9, 9, false), nil)
	f.Add(bytes.Clone(buf.Bytes()))
	buf.Reset()
	bmp.Encode(&buf, picture(9, 9, false))
	f.Add(bytes.Clone(buf.Bytes()))
	f.Add([]byte("RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x02\x00\x00\x00\x03\x00\x00\x03\x00\x00ANMF\x20\x00\x00\x00"))
	f.Add([]byte("\x00\x00\x01\x00\x01\x00\x10\x10\x00\x00\x01\x00\x20\x00\x40\x00\x00\x00\x16\x00\x00\x00\x28\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, d []byte) {
		l := Limits{MaxPixels: 1 << 16}
		b, i, err := Decode(d, l)
		if b != nil {
			if b.W != i.W || b.H != i.H || len(b.Pix) != b.W*b.H || len(b.Pix) > l.MaxPixels {
				t.Fatalf("header %+v, bitmap %dx%d of %d", i, b.W, b.H, len(b.Pix))
			}
			for _, v := range b.Pix {
				if a := v >> 24; v&255 > a || v>>8&255 > a || v>>16&255 > a || b.Opaque && a != 255 {
					t.Fatalf("pixel %08x, opaque %v", v, b.Opaque)
				}
			}
		} else if err == nil {
			t.Fatal("neither pixels nor an error")
		}
		if a, err := OpenAnimation(d, l); err == nil {
			for range 20 {
				if _, _, err := a.Next(); err != nil {
					break
				}
			}
		}
	})
}
