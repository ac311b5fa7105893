package text

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/go-text/typesetting/font"
	ot "github.com/go-text/typesetting/font/opentype"
)

// FaceID is a row of a collection's faces; 0 is none. It names a face of a font file at
// fixed variation coordinates, with its synthetic styles. Web fonts' ids end with their FontSet: a stale one
// (its generation is in the upper bits) has no outlines and no metrics. Ids are not given out again soon.
type FaceID uint32

const (
	faceRowBits  = 18
	facePageRows = 256
	facePages    = 1 << faceRowBits / facePageRows
)

// Collection is a registry of faces that pages and goroutines share.
type Collection struct {
	opt   Options
	pages [facePages]atomic.Pointer[[facePageRows]atomic.Pointer[face]] // rows of faces, read without a lock

	mu        sync.Mutex // guards what follows
	rows      uint32     // rows ever used, row 0 is none
	free      []uint32   // rows to use again
	gens      map[uint32]uint32
	instances map[instanceKey]FaceID
	files     map[fileKey]*fontFile // system faces that were opened
	embedded  [3][4]*fontFile

	sysOnce sync.Once
	sys     *systemIndex

	sysBytes atomic.Int64 // what sys takes
}

type fileKey struct {
	path  string
	index int
}

type instanceKey struct {
	file   *fontFile
	coords string
	bold   bool
	slant  float32
}

// Options say what a collection may use.
type Options struct {
	NoSystem bool     // embedded faces alone: the same picture on every machine
	Dirs     []string // where to look for fonts instead of the system's folders
	CacheDir string   // for the index of system fonts; empty is os.UserCacheDir()/niso, "-" keeps none
}

// NewCollection makes a registry that holds the embedded faces. Nothing is read from disk until a
// family or a character is asked for that they lack.
func NewCollection(o Options) *Collection {
	return &Collection{
		opt: o, rows: 1, gens: map[uint32]uint32{}, instances: map[instanceKey]FaceID{}, files: map[fileKey]*fontFile{},
	}
}

// Default is the process's collection, with the system's fonts.
func Default() *Collection { return defaultCollection() }

var defaultCollection = sync.OnceValue(func() *Collection { return NewCollection(Options{}) })

// fontFile is one face of a font file, shared by its instances.
type fontFile struct {
	sf        *sfnt
	cmap      cmap
	upem      float32
	numGlyphs int
	axes      []axis
	copied    int64 // bytes on the heap; 0 when they are mapped or part of the program
	mapped    int64
	family    string
	weight    float32
	stretch   float32
	slope     Slope

	shapeOnce  sync.Once
	shape      *font.Font // nil when its tables are broken: characters then map one to one
	shapeBytes atomic.Int64

	outlineOnce sync.Once
	outlines    outlines
}

// openFontFile reads the directory of a face. The bytes must stay as they are.
func openFontFile(data []byte, index int) (*fontFile, error) {
	sf, err := openSFNT(data, index)
	if err != nil {
		return nil, err
	}
	if err := sf.check(); err != nil {
		return nil, err
	}
	f := &fontFile{
		sf: sf, cmap: openCmap(sf.table("cmap")), upem: float32(u16(sf.table("head"), 18)), numGlyphs: u16(sf.table("maxp"), 4), axes: sf.axes(),
	}
	f.weight, f.stretch, f.slope = sf.style()
	return f, nil
}

// face is a row of a collection. It does not change once it is registered.
type face struct {
	id     FaceID
	c      *Collection
	file   *fontFile
	coords []int16 // normalized, 2.14, one for each axis; nil at the default instance
	bold   bool    // embolden the outlines
	slant  float32 // tangent of the angle to slant the outlines by
	space  uint16  // glyph of U+0020, 0 if none
}

// add registers a face. The lock is held.
func (c *Collection) add(f *face) FaceID {
	var row uint32
	if n := len(c.free); n > 64 { // late, so that a stale id meets its generation
		row = c.free[0]
		c.free = c.free[1:]
	} else if row = c.rows; row < 1<<faceRowBits {
		c.rows++
	} else {
		return 0
	}
	f.id = FaceID(c.gens[row]<<faceRowBits | row)
	f.c = c
	f.space = f.file.cmap.glyph(' ')
	page := c.pages[row/facePageRows].Load()
	if page == nil {
		page = new([facePageRows]atomic.Pointer[face])
		c.pages[row/facePageRows].Store(page)
	}
	page[row%facePageRows].Store(f)
	return f.id
}

// face is the row of an id, nil when it is none or stale.
func (c *Collection) face(id FaceID) *face {
	row := uint32(id) & (1<<faceRowBits - 1)
	page := c.pages[row/facePageRows].Load()
	if page == nil {
		return nil
	}
	f := page[row%facePageRows].Load()
	if f == nil || f.id != id {
		return nil
	}
	return f
}

// releaseFile takes the faces of a web font out of the registry.
func (c *Collection) releaseFile(file *fontFile) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for k, id := range c.instances {
		if k.file == file {
			delete(c.instances, k)
			row := uint32(id) & (1<<faceRowBits - 1)
			c.pages[row/facePageRows].Load()[row%facePageRows].Store(nil)
			c.gens[row] = (c.gens[row] + 1) & (1<<(32-faceRowBits) - 1)
			c.free = append(c.free, row)
		}
	}
}

// instance is the face of a file at design coordinates with synthetic styles; equal ones share a row.
func (c *Collection) instance(file *fontFile, coords []int16, bold bool, slant float32) *face {
	k := instanceKey{file: file, bold: bold, slant: slant}
	if len(coords) > 0 {
		var b []byte
		for _, v := range coords {
			b = binary.BigEndian.AppendUint16(b, uint16(v))
		}
		k.coords = string(b)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if id, ok := c.instances[k]; ok {
		return c.face(id)
	}
	f := &face{file: file, coords: coords, bold: bold, slant: slant}
	if c.add(f) == 0 {
		return nil
	}
	c.instances[k] = f.id
	return f
}

// normalize turns the values of axes into coordinates from -1 to 1 in 2.14; nil when all are at their default.
// https://learn.microsoft.com/typography/opentype/spec/otvaroverview#coordinate-scales-and-normalization
func (f *fontFile) normalize(set func(tag Tag) (float32, bool)) []int16 {
	if len(f.axes) == 0 {
		return nil
	}
	out := make([]int16, len(f.axes))
	moved := false
	for i, a := range f.axes {
		v, ok := set(a.tag)
		if !ok || v != v {
			v = a.def
		}
		v = min(max(v, a.min), a.max)
		var n float64
		switch {
		case v < a.def:
			n = float64(v-a.def) / float64(a.def-a.min)
		case v > a.def:
			n = float64(v-a.def) / float64(a.max-a.def)
		}
		out[i] = int16(math.Round(n * 16384))
	}
	f.avar(out)
	for _, v := range out {
		moved = moved || v != 0
	}
	if !moved {
		return nil
	}
	return out
}

// avar bends the coordinates by the table of that name.
func (f *fontFile) avar(coords []int16) {
	b := f.sf.table("avar")
	if u16(b, 0) != 1 || u16(b, 6) != len(coords) {
		return
	}
	at := 8
	for i := range coords {
		n := u16(b, at)
		m := sub(b, at+2, 4*n)
		if m == nil && n > 0 {
			return
		}
		at += 2 + 4*n
		for k := 1; k < n; k++ {
			x0, y0, x1, y1 := i16(m, 4*k-4), i16(m, 4*k-2), i16(m, 4*k), i16(m, 4*k+2)
			if v := int(coords[i]); v >= x0 && v <= x1 {
				if x1 > x0 {
					coords[i] = int16(y0 + (y1-y0)*(v-x0)/(x1-x0))
				}
				break
			}
		}
	}
}

// shapingTables are what the shaper reads. The outlines stay out: it would parse and copy all of them.
var shapingTables = map[Tag]bool{}

func init() {
	for _, t := range []string{"head", "maxp", "cmap", "hhea", "hmtx", "vhea", "vmtx", "VORG", "OS/2", "GDEF", "GSUB", "GPOS", "kern", "kerx", "morx", "feat", "trak", "ankr", "ltag", "fvar", "avar", "HVAR", "VVAR", "MVAR"} {
		shapingTables[MakeTag(t)] = true
	}
}

// virtualFile is a font file made of a table directory of its own before the bytes of another file.
type virtualFile struct {
	head []byte
	data []byte
	pos  int64
}

func (v *virtualFile) ReadAt(p []byte, off int64) (n int, err error) {
	if off < 0 {
		return 0, io.EOF
	}
	if off < int64(len(v.head)) {
		n = copy(p, v.head[off:])
		off += int64(n)
	}
	if n < len(p) && off-int64(len(v.head)) < int64(len(v.data)) {
		n += copy(p[n:], v.data[off-int64(len(v.head)):])
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

func (v *virtualFile) Read(p []byte) (int, error) {
	n, err := v.ReadAt(p, v.pos)
	v.pos += int64(n)
	if n > 0 {
		err = nil
	}
	return n, err
}

func (v *virtualFile) Seek(off int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		off += v.pos
	case io.SeekEnd:
		off += int64(len(v.head) + len(v.data))
	}
	if off < 0 {
		return 0, io.EOF
	}
	v.pos = off
	return off, nil
}

// shaping is the parsed form of the tables that shape, nil when they are broken.
func (f *fontFile) shaping() *font.Font {
	f.shapeOnce.Do(func() {
		var total, layout int64
		var tables []sfntTable
		outlinesToo := len(f.axes) > 0 && f.sf.table("HVAR") == nil // advances vary with the outlines
		for _, t := range f.sf.tables {
			name := string(binary.BigEndian.AppendUint32(nil, uint32(t.tag)))
			if shapingTables[t.tag] || outlinesToo && (name == "glyf" || name == "loca" || name == "gvar") {
				tables = append(tables, t)
				total += int64(t.len)
				if name == "GSUB" || name == "GPOS" || name == "GDEF" {
					layout += int64(t.len)
				}
			}
		}
		var h bytes.Buffer
		w := func(v any) { binary.Write(&h, binary.BigEndian, v) }
		w(uint32(0x00010000))
		w([4]uint16{uint16(len(tables))})
		base := uint32(12 + 16*len(tables))
		for _, t := range tables {
			w([4]uint32{uint32(t.tag), 0, t.off + base, t.len})
		}
		ft, err := parseShaping(&virtualFile{head: h.Bytes(), data: f.sf.data})
		if err == nil {
			f.shape = ft
			f.shapeBytes.Store(total + layout*12/5 + 12<<10) // as measured on DejaVu and Noto fonts
		}
	})
	return f.shape
}

// parseShaping calls the parser, whose panics on broken tables are errors here.
func parseShaping(r ot.Resource) (ft *font.Font, err error) {
	defer func() {
		if p := recover(); p != nil {
			ft, err = nil, fmt.Errorf("text: font: %v", p)
		}
	}()
	ld, err := ot.NewLoader(r)
	if err != nil {
		return nil, err
	}
	if ft, err = font.NewFont(ld); err == nil {
		// Where there are no advances at all, nothing can be shaped.
		f := font.NewFace(&font.Font{})
		f.Font = ft
		f.HorizontalAdvance(0)
	}
	return ft, err
}

const (
	embeddedSans = iota
	embeddedSerif
	embeddedMono
)

// embeddedFace is a file of a family of the program's own: Niso Sans, Serif or Mono, which
// have the metrics of Arial, Times New Roman and Courier New.
func (c *Collection) embeddedFace(family int, bold, italic bool) *fontFile {
	i := 0
	if bold {
		i |= 1
	}
	if italic {
		i |= 2
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if f := c.embedded[family][i]; f != nil {
		return f
	}
	data := embeddedData[family][i]
	f, err := openFontFile(unsafe.Slice(unsafe.StringData(*data), len(*data)), 0)
	if err != nil {
		panic(err) // a file of the program itself
	}
	f.mapped = int64(len(*data))
	f.family = [3]string{"Niso Sans", "Niso Serif", "Niso Mono"}[family]
	c.embedded[family][i] = f
	return f
}

// Family is the name of the family that a face belongs to.
func (c *Collection) Family(id FaceID) string {
	if f := c.face(id); f != nil {
		return f.file.family
	}
	return ""
}

// HasGlyph reports whether a face maps a character.
func (c *Collection) HasGlyph(id FaceID, r rune) bool {
	f := c.face(id)
	return f != nil && f.file.cmap.glyph(r) != 0
}
