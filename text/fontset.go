package text

import (
	"encoding/binary"
	"errors"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// WebFaceID is a row of a set's @font-face rules; 0 is none.
type WebFaceID uint32

// FaceStatus is how far a declared @font-face has come.
type FaceStatus uint8

const (
	Unloaded FaceStatus = iota // declared, not asked for
	Wanted                     // a text needs it: see FontSet.TakeWanted
	Loading
	Loaded
	Failed
)

// RuneRange are the code points First to Last.
type RuneRange struct{ First, Last rune }

// FaceDesc are the descriptors of a @font-face rule. https://drafts.csswg.org/css-fonts-4/#font-face-rule
// Ranges with both ends zero are «auto»: what the file itself says, once it is there.
type FaceDesc struct {
	Family          string
	Weight, Stretch [2]float32
	Slope           Slope
	Angle           [2]float32  // of Oblique
	UnicodeRange    []RuneRange // empty is all
	SizeAdjust      float32     // factor; 0 is 1
	AscentOverride  float32     // of the em; negative is «normal»
	DescentOverride float32
	LineGapOverride float32
	Variations      []Axis
}

// NewFaceDesc is a descriptor set with all but the family at its initial value.
func NewFaceDesc(family string) FaceDesc {
	return FaceDesc{Family: family, AscentOverride: -1, DescentOverride: -1, LineGapOverride: -1}
}

// Font is a query resolved against a set at one version of it. Fonts are interned: equal queries give
// the same pointer, until the set changes. Safe for all goroutines.
type Font struct {
	Metrics Metrics // of the first available font
	SizePx  float32
	Face    FaceID  // first available font: the first face that could show a space
	FacePx  float32 // SizePx with the face's size-adjust

	set   *FontSet
	query Query
	req   request
	cands []candidate
	ascii *candidate // shows all of printable ASCII; nil when more than one face must

	mu       sync.Mutex
	twins    map[*face]*face
	fallback map[rune]*face // what the system shows characters with that no candidate has; nil faces included
}

// candidate is a face that a font tries, in order.
type candidate struct {
	face   *face // nil while a web font is not there
	web    WebFaceID
	ranges []RuneRange // empty is all
	px     float32     // size in px
	over   overrides
	twin   []string // system families that the face is a part of: they have more characters
}

func (c *candidate) inRange(r rune) bool {
	if len(c.ranges) == 0 {
		return true
	}
	for _, w := range c.ranges {
		if r >= w.First && r <= w.Last {
			return true
		}
	}
	return false
}

// webFace is a @font-face rule.
type webFace struct {
	desc   FaceDesc
	lower  string // family in lower case
	status atomic.Uint32
	file   *fontFile
	local  bool // file is a system font's
	gone   bool
}

// FontSet holds the web fonts of one page on top of a collection, and its resolved fonts.
type FontSet struct {
	c       *Collection
	version atomic.Uint32
	wanted  atomic.Uint32 // web faces that became Wanted since TakeWanted

	mu      sync.Mutex
	web     []*webFace // row 0 is none
	fonts   map[string]*Font
	key     []byte
	shapers map[*Shaper]struct{}
	closed  bool
}

// NewSet makes an empty set. Close gives its memory back.
func (c *Collection) NewSet() *FontSet {
	return &FontSet{c: c, web: []*webFace{nil}, fonts: map[string]*Font{}, shapers: map[*Shaper]struct{}{}}
}

// Declare adds a @font-face rule whose file is not there yet. Later rules win over earlier ones.
func (s *FontSet) Declare(d FaceDesc) WebFaceID {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := &webFace{desc: d, lower: strings.ToLower(d.Family)}
	s.web = append(s.web, w)
	s.changed()
	return WebFaceID(len(s.web) - 1)
}

// changed makes fonts resolve anew. The lock is held.
func (s *FontSet) changed() {
	clear(s.fonts)
	s.version.Add(1)
}

func (s *FontSet) row(id WebFaceID) *webFace {
	if id == 0 || int(id) >= len(s.web) || s.web[id].gone {
		return nil
	}
	return s.web[id]
}

// Load gives a declared face its file: TTF, OTF, TTC (the first face), WOFF or WOFF2. Data is kept by reference and must not
// change. On error the face is Failed.
func (s *FontSet) Load(id WebFaceID, data []byte) error {
	file, err := parseWebFont(data)
	s.mu.Lock()
	defer s.mu.Unlock()
	w := s.row(id)
	switch {
	case w == nil || s.closed:
		return errors.New("text: no such face")
	case err != nil:
		w.status.Store(uint32(Failed))
		s.changed()
		return err
	}
	s.drop(w)
	file.family = w.desc.Family
	w.file, w.local = file, false
	w.status.Store(uint32(Loaded))
	s.changed()
	return nil
}

// IsFont reports whether data is a font that Load can take.
func IsFont(data []byte) bool {
	_, err := parseWebFont(data)
	return err == nil
}

// parseWebFont unpacks and opens a font from the net.
func parseWebFont(data []byte) (*fontFile, error) {
	copied := int64(0)
	switch string(sub(data, 0, 4)) {
	case "wOFF":
		d, err := decodeWOFF(data)
		if err != nil {
			return nil, err
		}
		data, copied = d, int64(cap(d))
	case "wOF2":
		d, err := decodeWOFF2(data)
		if err != nil {
			return nil, err
		}
		data, copied = d, int64(cap(d))
	}
	f, err := openFontFile(data, 0)
	if err != nil {
		return nil, err
	}
	f.copied = copied
	return f, nil
}

// LoadLocal gives a declared face a system font by its full or PostScript name: src: local(name).
// It reports whether there is one.
func (s *FontSet) LoadLocal(id WebFaceID, name string) bool {
	if s.c.opt.NoSystem {
		return false
	}
	file := s.c.system().local(s.c, strings.ToLower(name))
	s.mu.Lock()
	defer s.mu.Unlock()
	w := s.row(id)
	if file == nil || w == nil || s.closed {
		return false
	}
	s.drop(w)
	w.file, w.local = file, true
	w.status.Store(uint32(Loaded))
	s.changed()
	return true
}

// drop frees the file of a rule. The lock is held.
func (s *FontSet) drop(w *webFace) {
	if w.file != nil && !w.local {
		s.c.releaseFile(w.file)
	}
	w.file = nil
}

// SetStatus says that a face is Loading, or Failed and to be passed over.
func (s *FontSet) SetStatus(id WebFaceID, st FaceStatus) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if w := s.row(id); w != nil && FaceStatus(w.status.Load()) != Loaded {
		w.status.Store(uint32(st))
		if st == Failed {
			s.changed()
		}
	}
}

// Status of a declared face.
func (s *FontSet) Status(id WebFaceID) FaceStatus {
	s.mu.Lock()
	defer s.mu.Unlock()
	if w := s.row(id); w != nil {
		return FaceStatus(w.status.Load())
	}
	return Failed
}

// Remove takes a rule out of the set and frees its face.
func (s *FontSet) Remove(id WebFaceID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if w := s.row(id); w != nil {
		s.drop(w)
		w.gone = true
		s.changed()
	}
}

// TakeWanted appends the faces that texts shaped since the last call turned out to need and that nobody loads yet;
// they become Loading. It costs nothing when there are none.
func (s *FontSet) TakeWanted(dst []WebFaceID) []WebFaceID {
	if s.wanted.Swap(0) == 0 {
		return dst
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, w := range s.web {
		if w != nil && !w.gone && w.status.CompareAndSwap(uint32(Wanted), uint32(Loading)) {
			dst = append(dst, WebFaceID(i))
		}
	}
	return dst
}

// want notes that a text needs a web font.
func (s *FontSet) want(id WebFaceID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if w := s.row(id); w != nil && w.status.CompareAndSwap(uint32(Unloaded), uint32(Wanted)) {
		s.wanted.Add(1)
	}
}

// Version grows whenever fonts resolved before may resolve otherwise: layout then measures again.
func (s *FontSet) Version() uint32 { return s.version.Load() }

// Collection is what the set stands on.
func (s *FontSet) Collection() *Collection { return s.c }

// appendKey writes what tells queries apart.
func appendKey(b []byte, q *Query) []byte {
	f32 := func(v float32) { b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v)) }
	f32(q.SizePx)
	f32(q.Weight)
	f32(q.Stretch)
	f32(q.Angle)
	f32(q.SizeAdjust)
	b = append(b, byte(q.Slope), byte(q.Synthesis), byte(len(q.Variations)))
	for _, a := range q.Variations {
		b = binary.LittleEndian.AppendUint32(b, uint32(a.Tag))
		f32(a.Value)
	}
	b = append(b, q.Lang...)
	for _, f := range q.Families {
		b = append(b, 0, byte(f.Generic))
		b = append(b, f.Name...)
	}
	return b
}

// Font resolves a query. The result is interned: one pointer for equal queries at one Version.
func (s *FontSet) Font(q *Query) *Font {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.key = appendKey(s.key[:0], q)
	if f := s.fonts[string(s.key)]; f != nil {
		return f
	}
	f := s.build(q)
	s.fonts[string(s.key)] = f
	return f
}

// build makes the list of candidates. The lock is held.
func (s *FontSet) build(q *Query) *Font {
	f := &Font{set: s, query: *q, req: q.request(), SizePx: q.SizePx}
	if !(f.SizePx >= 0) {
		f.SizePx = 0
	}
	f.SizePx = min(f.SizePx, 10000)
	f.query.Families = slices.Clone(q.Families)
	f.query.Variations = slices.Clone(q.Variations)
	add := func(x *face) {
		if x != nil && !slices.ContainsFunc(f.cands, func(c candidate) bool { return c.face == x }) {
			c := candidate{face: x, px: f.SizePx, over: noOverrides}
			if !s.c.opt.NoSystem {
				c.twin = embeddedTwins[x.file.family]
			}
			f.cands = append(f.cands, c)
		}
	}
	for _, fam := range q.Families {
		if fam.Generic == NotGeneric {
			name := strings.ToLower(fam.Name)
			if !s.addWeb(f, name) {
				add(s.c.familyMatch(name, f.req, &f.query))
			}
			continue
		}
		names, embedded, ok := genericFamilies(fam.Generic, runtime.GOOS)
		if !ok {
			continue
		}
		var x *face
		for i := 0; i < len(names) && x == nil && !s.c.opt.NoSystem; i++ {
			x = s.c.familyMatch(names[i], f.req, &f.query)
		}
		if x == nil && embedded >= 0 {
			x = s.c.embeddedMatch(embedded, f.req, &f.query)
		}
		add(x)
	}
	add(s.c.embeddedMatch(embeddedSerif, f.req, &f.query)) // the standard font, last
	// font-size-adjust: each face at the size that gives the wanted ex-height.
	for i := range f.cands {
		c := &f.cands[i]
		if c.face != nil && q.SizeAdjust > 0 && f.SizePx > 0 {
			if m := c.face.metrics(100, noOverrides); m.XHeight > 0 {
				c.px *= q.SizeAdjust / (m.XHeight / 100)
			}
		}
	}
	for i := range f.cands {
		if c := &f.cands[i]; c.face != nil && c.inRange(' ') {
			f.Face, f.FacePx, f.Metrics = c.face.id, c.px, c.face.metrics(c.px, c.over)
			break
		}
	}
	if c := &f.cands[0]; c.face != nil && len(c.ranges) == 0 {
		all := true
		for r := rune(' '); r < 0x7f && all; r++ {
			all = c.face.file.cmap.glyph(r) != 0
		}
		if all {
			f.ascii = c
		}
	}
	return f
}

// addWeb adds the web faces of a family and reports whether it has any that has not failed.
func (s *FontSet) addWeb(f *Font, name string) bool {
	var best *webFace
	var bestOffer offer
	for i := len(s.web) - 1; i > 0; i-- {
		w := s.web[i]
		if w.gone || w.lower != name || FaceStatus(w.status.Load()) == Failed {
			continue
		}
		if o := w.offer(); best == nil || f.req.better(o, bestOffer) {
			best, bestOffer = w, o
		}
	}
	if best == nil {
		return false
	}
	// All rules of the same style make one face, each for its own characters; the last rule comes first.
	for i := len(s.web) - 1; i > 0; i-- {
		w := s.web[i]
		if w.gone || w.lower != name || FaceStatus(w.status.Load()) == Failed || w.offer() != bestOffer {
			continue
		}
		c := candidate{
			web: WebFaceID(i), ranges: w.desc.UnicodeRange, px: f.SizePx,
			over: overrides{w.desc.AscentOverride, w.desc.DescentOverride, w.desc.LineGapOverride},
		}
		if w.desc.SizeAdjust > 0 {
			c.px *= w.desc.SizeAdjust
		}
		if w.file != nil {
			c.face = s.c.resolve(w.file, bestOffer, f.req, &f.query, w.desc.Variations)
		}
		f.cands = append(f.cands, c)
	}
	return true
}

// offer is what a rule promises.
func (w *webFace) offer() offer {
	o := offer{weight: [2]float32{400, 400}, stretch: [2]float32{100, 100}, slope: w.desc.Slope, angle: w.desc.Angle}
	if o.angle == [2]float32{} {
		o.angle = [2]float32{14, 14}
	}
	if w.desc.Weight != [2]float32{} {
		o.weight = [2]float32{min(w.desc.Weight[0], w.desc.Weight[1]), max(w.desc.Weight[0], w.desc.Weight[1])}
	}
	if w.desc.Stretch != [2]float32{} {
		o.stretch = [2]float32{min(w.desc.Stretch[0], w.desc.Stretch[1]), max(w.desc.Stretch[0], w.desc.Stretch[1])}
	}
	return o
}

// faceFor is the first face that shows a cluster: the face and its size in px.
func (f *Font) faceFor(cluster []rune, emoji bool) (*face, float32) {
	base := cluster[0]
	var whole, partial *face // of the style: show all of it, show its base
	var wholePx, partialPx float32
	for i := range f.cands {
		c := &f.cands[i]
		if !c.inRange(base) {
			continue
		}
		if c.face == nil {
			f.set.want(c.web)
			continue
		}
		x := c.face
		if x.file.cmap.glyph(base) == 0 && (base < 0x2000 || base > 0x200a) { // the shaper makes spaces of a fixed width of the font's space
			if c.twin == nil || unshowable(base) {
				continue
			}
			if x = f.twinOf(c); x == nil || x.file.cmap.glyph(base) == 0 {
				continue
			}
		}
		all := true
		for _, r := range cluster[1:] {
			if !ignorable(r) && x.file.cmap.glyph(r) == 0 {
				all = false
				break
			}
		}
		switch {
		case all && (!emoji || x.file.hasColor()):
			return x, c.px
		case all && whole == nil:
			whole, wholePx = x, c.px
		case partial == nil:
			partial, partialPx = x, c.px
		}
	}
	if partial != nil && !emoji {
		return partial, partialPx
	}
	// An emoji in colour goes before one in the style's own font.
	search := base
	if last := cluster[len(cluster)-1]; last == 0x20E3 { // a keycap: fewer fonts have it than have digits
		search = last
	}
	x := f.systemFace(search, emoji)
	switch {
	case x != nil && (whole == nil || x.file.hasColor()):
		return x, f.SizePx
	case whole != nil:
		return whole, wholePx
	case partial != nil:
		return partial, partialPx
	}
	for i := range f.cands { // .notdef
		if c := &f.cands[i]; c.face != nil {
			if c.twin != nil {
				if x := f.twinOf(c); x != nil {
					return x, c.px
				}
			}
			return c.face, c.px
		}
	}
	return nil, 0
}

// twinOf is the system's face of the family that an embedded face is a part of, nil when it is not installed.
func (f *Font) twinOf(c *candidate) *face {
	f.mu.Lock()
	defer f.mu.Unlock()
	if x, ok := f.twins[c.face]; ok {
		return x
	}
	var x *face
	for _, name := range c.twin {
		if x = f.set.c.system().match(f.set.c, name, f.req, &f.query); x != nil {
			break
		}
	}
	if f.twins == nil {
		f.twins = map[*face]*face{}
	}
	f.twins[c.face] = x
	return x
}

// fromSystem reports whether x is none of the faces that the font names.
func (f *Font) fromSystem(x *face) bool {
	for i := range f.cands {
		if c := &f.cands[i]; c.face == x || c.twin != nil && f.twinOf(c) == x {
			return false
		}
	}
	return true
}

// systemFace asks the system for a face with a character, and keeps the answer.
func (f *Font) systemFace(r rune, emoji bool) *face {
	if f.set.c.opt.NoSystem || unshowable(r) {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	key := r
	if emoji {
		key |= 1 << 30
	}
	if x, ok := f.fallback[key]; ok {
		return x
	}
	x := f.set.c.system().fallback(f.set.c, r, emoji, f.req, &f.query)
	if f.fallback == nil || len(f.fallback) > 4096 {
		f.fallback = map[rune]*face{}
	}
	f.fallback[key] = x
	return x
}

// unshowable are characters that no font search is worth: controls, private use, noncharacters.
func unshowable(r rune) bool {
	return r < 0x20 || r >= 0x7f && r < 0xa0 || r >= 0xe000 && r <= 0xf8ff || r == 0xfffd || r >= 0xf0000 || r&0xfffe == 0xfffe || ignorable(r)
}

// ignorable are the default ignorable code points: invisible when no glyph is there for them.
func ignorable(r rune) bool {
	switch {
	case r < 0xad:
		return false
	case r == 0xad, r == 0x34f, r == 0x61c, r >= 0x115f && r <= 0x1160, r >= 0x17b4 && r <= 0x17b5, r >= 0x180b && r <= 0x180f,
		r >= 0x200b && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2060 && r <= 0x206f, r == 0x3164,
		r >= 0xfe00 && r <= 0xfe0f, r == 0xfeff, r == 0xffa0, r >= 0xfff0 && r <= 0xfff8,
		r >= 0x1bca0 && r <= 0x1bca3, r >= 0x1d173 && r <= 0x1d17a, r >= 0xe0000 && r <= 0xe0fff:
		return true
	}
	return false
}

// Hyphen is the text to show where a line breaks at a soft hyphen: U+2010, or U+002D when the first font lacks it.
// https://drafts.csswg.org/css-text-4/#hyphenate-character
func (f *Font) Hyphen() string {
	if f.set.c.HasGlyph(f.Face, 0x2010) {
		return "\u2010"
	}
	return "-"
}

// Close frees the faces, resolved fonts and words of the set. Fonts of it can no longer be used.
func (s *FontSet) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, w := range s.web {
		if w != nil && !w.gone {
			s.drop(w)
			w.gone = true
		}
	}
	s.closed = true
	s.web = s.web[:1:1]
	s.fonts = map[string]*Font{}
	for sh := range s.shapers {
		delete(s.shapers, sh)
		sh.bytes.Store(0)
		sh.released.Store(true)
	}
	s.version.Add(1)
}
