package text

import (
	"cmp"
	"encoding/binary"
	"hash/fnv"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// systemFace is what the index knows of a face on the disk.
type systemFace struct {
	path          string
	index         int
	size, mtime   int64
	families      []string // lower case
	full, ps      string   // lower case
	offer         offer
	color         bool
	pages         []uint16 // pairs: first and last of runs of 256-character pages that have characters
	familyDisplay string
}

// systemIndex is the index of the system's fonts. It does not change once it is made.
type systemIndex struct {
	faces    []systemFace
	byFamily map[string][]int
	byName   map[string]int
	order    []int // regular faces in the order in which characters look for one
}

// system reads the index on first use: from the disk when the folders are as they were, else by a scan.
func (c *Collection) system() *systemIndex {
	c.sysOnce.Do(func() {
		x := &systemIndex{}
		roots := c.opt.Dirs
		if roots == nil {
			roots = systemFontDirs()
		}
		file := c.indexFile(roots)
		old, dirs := readIndex(file)
		if dirs != nil && sameDirs(dirs) {
			x.faces = old
		} else {
			var fresh []dirState
			x.faces, fresh = scanFonts(roots, old)
			writeIndex(file, x.faces, fresh)
		}
		x.arrange()
		c.sys = x
		c.sysBytes.Store(x.memoryBytes())
	})
	return c.sys
}

func systemFontDirs() []string {
	home, _ := os.UserHomeDir()
	switch runtime.GOOS {
	case "darwin":
		return []string{"/System/Library/Fonts", "/Library/Fonts", filepath.Join(home, "Library/Fonts")}
	case "windows":
		return []string{filepath.Join(os.Getenv("WINDIR"), "Fonts"), filepath.Join(os.Getenv("LOCALAPPDATA"), `Microsoft\Windows\Fonts`)}
	}
	dirs := []string{"/usr/share/fonts", "/usr/local/share/fonts", filepath.Join(home, ".fonts")}
	if d := os.Getenv("XDG_DATA_HOME"); d != "" {
		return append(dirs, filepath.Join(d, "fonts"))
	}
	return append(dirs, filepath.Join(home, ".local/share/fonts"))
}

type dirState struct {
	path  string
	mtime int64
}

// sameDirs reports whether no folder changed: adding and removing fonts changes its folder's time.
func sameDirs(dirs []dirState) bool {
	for _, d := range dirs {
		st, err := os.Stat(d.path)
		if err != nil && d.mtime != 0 || err == nil && st.ModTime().UnixNano() != d.mtime {
			return false
		}
	}
	return true
}

const maxSystemFaces = 20000

// scanFonts looks at each font file under the roots; files of the old index that did not change are not read again.
func scanFonts(roots []string, old []systemFace) (faces []systemFace, dirs []dirState) {
	known := map[string][]systemFace{}
	for _, f := range old {
		known[f.path] = append(known[f.path], f)
	}
	for _, root := range roots {
		if _, err := os.Stat(root); err != nil {
			dirs = append(dirs, dirState{root, 0})
			continue
		}
		filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return nil
			}
			if d.IsDir() {
				if st, err := d.Info(); err == nil {
					dirs = append(dirs, dirState{path, st.ModTime().UnixNano()})
				}
				return nil
			}
			switch strings.ToLower(filepath.Ext(path)) {
			case ".ttf", ".otf", ".ttc", ".otc":
			default:
				return nil
			}
			st, err := os.Stat(path)
			if err != nil || len(faces) > maxSystemFaces {
				return nil
			}
			size, mtime := st.Size(), st.ModTime().UnixNano()
			if k := known[path]; len(k) > 0 && k[0].size == size && k[0].mtime == mtime {
				faces = append(faces, k...)
				return nil
			}
			data, mapped, err := mapFile(path)
			if err != nil {
				return nil
			}
			for i := range min(sfntFaces(data), 64) {
				if f, ok := describe(data, i); ok {
					f.path, f.index, f.size, f.mtime = path, i, size, mtime
					faces = append(faces, f)
				}
			}
			if mapped {
				unmapFile(data)
			}
			return nil
		})
	}
	return faces, dirs
}

// describe reads what the index keeps of a face.
func describe(data []byte, index int) (f systemFace, ok bool) {
	file, err := openFontFile(data, index)
	if err != nil {
		return f, false
	}
	names, full, ps := file.sf.names()
	if len(names) == 0 {
		return f, false
	}
	f.familyDisplay = names[0]
	for _, n := range names {
		f.families = append(f.families, strings.ToLower(n))
	}
	f.full, f.ps = strings.ToLower(full), strings.ToLower(ps)
	f.offer = offerOf(file)
	f.color = file.hasColor()
	var pages [0x110000 >> 8]bool
	file.cmap.ranges(func(first, last rune) {
		for p := first >> 8; p <= last>>8; p++ {
			pages[p] = true
		}
	})
	for p := 0; p < len(pages); p++ {
		if pages[p] {
			q := p
			for q+1 < len(pages) && pages[q+1] {
				q++
			}
			f.pages = append(f.pages, uint16(p), uint16(q))
			p = q
		}
	}
	return f, true
}

func (f *systemFace) mayHave(r rune) bool {
	p := uint16(r >> 8)
	for i := 0; i+1 < len(f.pages); i += 2 {
		if p <= f.pages[i+1] {
			return p >= f.pages[i]
		}
	}
	return false
}

// preferred are families that characters find first, as fontconfig's and the platforms' own lists have it.
var preferred = map[string][]string{
	"linux":   {"noto sans", "dejavu sans", "liberation sans"},
	"darwin":  {"helvetica neue", "pingfang sc", "hiragino sans", "apple sd gothic neo", "geneva", "arial unicode ms", "apple symbols"},
	"windows": {"segoe ui", "microsoft yahei", "yu gothic", "malgun gothic", "nirmala ui", "leelawadee ui", "segoe ui symbol", "arial unicode ms"},
}

// arrange makes the look-up tables.
func (x *systemIndex) arrange() {
	x.byFamily, x.byName = map[string][]int{}, map[string]int{}
	for i := range x.faces {
		f := &x.faces[i]
		for _, n := range f.families {
			x.byFamily[n] = append(x.byFamily[n], i)
		}
		for _, n := range []string{f.full, f.ps} {
			if _, ok := x.byName[n]; !ok && n != "" {
				x.byName[n] = i
			}
		}
	}
	regular := request{weight: 400, stretch: 100}
	type ranked struct {
		face, list, kind int
		name             string
	}
	var list []ranked
	for i := range x.faces {
		f := &x.faces[i]
		name := f.families[0]
		best := i
		for _, k := range x.byFamily[name] {
			if regular.better(x.faces[k].offer, x.faces[best].offer) {
				best = k
			}
		}
		if best != i {
			continue
		}
		r := ranked{face: i, list: 1000, kind: 1, name: name}
		if k := slices.Index(preferred[runtime.GOOS], name); k >= 0 {
			r.list = k
		}
		if strings.Contains(name, "sans") {
			r.kind = 0
		} else if strings.Contains(name, "mono") || strings.Contains(name, "serif") {
			r.kind = 2
		}
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(a.list, b.list), cmp.Compare(a.kind, b.kind), cmp.Compare(len(a.name), len(b.name)), cmp.Compare(a.name, b.name), cmp.Compare(a.face, b.face))
	})
	for _, r := range list {
		x.order = append(x.order, r.face)
	}
}

// open maps the file of an indexed face, nil when it is no longer what it was.
func (c *Collection) open(f *systemFace) *fontFile {
	k := fileKey{f.path, f.index}
	c.mu.Lock()
	defer c.mu.Unlock()
	if file, ok := c.files[k]; ok {
		return file
	}
	var file *fontFile
	if data, mapped, err := mapFile(f.path); err == nil {
		if file, err = openFontFile(data, f.index); err == nil {
			file.family = f.familyDisplay
			if mapped {
				file.mapped = int64(len(data))
			} else {
				file.copied = int64(cap(data))
			}
		} else {
			file = nil
			if mapped {
				unmapFile(data)
			}
		}
	}
	c.files[k] = file
	return file
}

// match is the best face of a family.
func (x *systemIndex) match(c *Collection, name string, r request, q *Query) *face {
	best := -1
	for _, i := range x.byFamily[name] {
		if best < 0 || r.better(x.faces[i].offer, x.faces[best].offer) {
			best = i
		}
	}
	if best < 0 {
		return nil
	}
	f := &x.faces[best]
	file := c.open(f)
	if file == nil {
		return nil
	}
	return c.resolve(file, f.offer, r, q, nil)
}

// hanNames are parts of the names of fonts for a language's Han characters.
func hanNames(lang string) []string {
	l := strings.ToLower(lang)
	switch {
	case strings.HasPrefix(l, "ja"):
		return []string{" jp", "gothic", "mincho", "hiragino", "ipa", "takao"}
	case strings.HasPrefix(l, "ko"):
		return []string{" kr", "malgun", "sd gothic", "nanum"}
	case strings.HasPrefix(l, "zh-hant"), strings.HasPrefix(l, "zh-tw"), strings.HasPrefix(l, "zh-hk"):
		return []string{" tc", " hk", "jhenghei", "mingliu"}
	case strings.HasPrefix(l, "zh"):
		return []string{" sc", "yahei", "simsun", "wenquanyi"}
	}
	return nil
}

// fallback is the face of the system that shows a character which no family of the page's does.
func (x *systemIndex) fallback(c *Collection, ch rune, emoji bool, r request, q *Query) *face {
	var names []string
	if ch >= 0x2e80 && ch < 0xa000 || ch >= 0xf900 && ch < 0xfb00 || ch >= 0x20000 && ch < 0x40000 {
		names = hanNames(q.Lang)
	}
	for pass := range 3 {
		for _, i := range x.order {
			f := &x.faces[i]
			if !f.mayHave(ch) {
				continue
			}
			switch first := pass == 0; {
			case emoji && f.color != first, emoji && !first && (f.families[0] == "noto sans symbols2") != (pass == 1):
				continue
			case !emoji && names == nil && f.color == first:
				continue
			case !emoji && names != nil:
				of := slices.ContainsFunc(names, func(n string) bool { return strings.Contains(f.families[0], n) })
				if of != first {
					continue
				}
			}
			file := c.open(f)
			if file == nil || file.cmap.glyph(ch) == 0 {
				continue
			}
			if y := x.match(c, f.families[0], r, q); y != nil && y.file.cmap.glyph(ch) != 0 {
				return y
			}
			return c.resolve(file, f.offer, r, q, nil)
		}
	}
	return nil
}

// local is the face of a full or PostScript name in lower case.
func (x *systemIndex) local(c *Collection, name string) *fontFile {
	if i, ok := x.byName[name]; ok {
		return c.open(&x.faces[i])
	}
	return nil
}

// The index on disk: a header, the folders with their times, the faces. Strings and lists have their length before them.

const indexMagic = "niso fonts 2\n"

func (c *Collection) indexFile(roots []string) string {
	dir := c.opt.CacheDir
	if dir == "-" {
		return ""
	}
	if dir == "" {
		base, err := os.UserCacheDir()
		if err != nil {
			return ""
		}
		dir = filepath.Join(base, "niso")
	}
	h := fnv.New64a()
	for _, r := range roots {
		h.Write([]byte(r + "\x00"))
	}
	return filepath.Join(dir, "fonts-"+strconv.FormatUint(h.Sum64(), 36)+".index")
}

// writeIndex keeps the index for the next process. Where that cannot be, nothing is lost but time.
func writeIndex(path string, faces []systemFace, dirs []dirState) {
	if path == "" {
		return
	}
	b := []byte(indexMagic)
	num := func(v int64) { b = binary.AppendVarint(b, v) }
	str := func(s string) { num(int64(len(s))); b = append(b, s...) }
	f32 := func(v float32) { b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v)) }
	num(int64(len(dirs)))
	for _, d := range dirs {
		str(d.path)
		num(d.mtime)
	}
	num(int64(len(faces)))
	for i := range faces {
		f := &faces[i]
		str(f.path)
		num(int64(f.index))
		num(f.size)
		num(f.mtime)
		str(f.familyDisplay)
		num(int64(len(f.families)))
		for _, n := range f.families {
			str(n)
		}
		str(f.full)
		str(f.ps)
		o := &f.offer
		for _, v := range []float32{o.weight[0], o.weight[1], o.stretch[0], o.stretch[1], o.angle[0], o.angle[1]} {
			f32(v)
		}
		num(int64(o.slope))
		color := int64(0)
		if f.color {
			color = 1
		}
		num(color)
		num(int64(len(f.pages)))
		for _, p := range f.pages {
			num(int64(p))
		}
	}
	if os.MkdirAll(filepath.Dir(path), 0o755) != nil {
		return
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), "fonts-*.tmp")
	if err != nil {
		return
	}
	_, err = tmp.Write(b)
	if err2 := tmp.Close(); err != nil || err2 != nil || os.Rename(tmp.Name(), path) != nil {
		os.Remove(tmp.Name())
	}
}

// readIndex reads what writeIndex wrote; nothing where it is broken.
func readIndex(path string) (faces []systemFace, dirs []dirState) {
	if path == "" {
		return nil, nil
	}
	b, err := os.ReadFile(path)
	if err != nil || !strings.HasPrefix(string(b[:min(len(b), len(indexMagic))]), indexMagic) {
		return nil, nil
	}
	b = b[len(indexMagic):]
	bad := false
	num := func() int64 {
		v, n := binary.Varint(b)
		if n <= 0 {
			bad = true
			return 0
		}
		b = b[n:]
		return v
	}
	count := func() int {
		v := num()
		if v < 0 || v > int64(len(b)) {
			bad = true
			return 0
		}
		return int(v)
	}
	str := func() string {
		n := count()
		s := string(b[:n])
		b = b[n:]
		return s
	}
	f32 := func() float32 {
		if len(b) < 4 {
			bad = true
			return 0
		}
		v := math.Float32frombits(binary.LittleEndian.Uint32(b))
		b = b[4:]
		return v
	}
	for range count() {
		dirs = append(dirs, dirState{str(), num()})
	}
	for range count() {
		var f systemFace
		f.path = str()
		f.index = int(num())
		f.size, f.mtime = num(), num()
		f.familyDisplay = str()
		for range count() {
			f.families = append(f.families, str())
		}
		f.full, f.ps = str(), str()
		o := &f.offer
		for _, v := range []*float32{&o.weight[0], &o.weight[1], &o.stretch[0], &o.stretch[1], &o.angle[0], &o.angle[1]} {
			*v = f32()
		}
		o.slope = Slope(num()) % 3
		f.color = num() == 1
		for range count() {
			f.pages = append(f.pages, uint16(num()))
		}
		if bad || len(f.families) == 0 || f.index < 0 {
			return nil, nil
		}
		faces = append(faces, f)
	}
	if bad || len(dirs) == 0 {
		return nil, nil
	}
	return faces, dirs
}
