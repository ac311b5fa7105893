package text

import (
	"sync/atomic"

	"github.com/go-text/typesetting/font"
	ot "github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/harfbuzz"
	"github.com/go-text/typesetting/language"

	"github.com/niso-engine/niso/internal/stop"
)

// Script is an ISO 15924 code as its four letters, the first in the upper bits («Latn»); 0 is unknown.
type Script uint32

// Feature is one OpenType feature setting. It covers the whole input.
type Feature struct {
	Tag   Tag
	Value uint32
}

// GlyphFlags say what layout and paint must know of a glyph.
type GlyphFlags uint16

const (
	GlyphSpace         GlyphFlags = 1 << iota // U+0020 or U+00A0: word spacing is in it, justification may stretch it
	GlyphUnsafeToBreak                        // the text cannot be cut before this cluster without shaping again
	GlyphMissing                              // .notdef: no face has the character
	GlyphZeroWidth                            // a default ignorable or control: nothing to paint
	GlyphClusterStart                         // the first glyph of its cluster in the order of the text
	GlyphSoftHyphen                           // U+00AD: no advance; a hyphen shows when the line breaks after it
)

// Glyph is a positioned glyph. 20 bytes.
type Glyph struct {
	Cluster          uint32 // byte offset in Input.Text of the first character of the cluster
	ID               uint16
	Flags            GlyphFlags
	Advance          float32 // px along the line, letter and word spacing included
	XOffset, YOffset float32 // px from the pen to the glyph's origin, y down
}

// GlyphRun are the neighbouring glyphs of one face.
type GlyphRun struct {
	First, End  uint32 // rows of Buffer.Glyphs
	Start, Stop uint32 // byte range of the text
	Face        FaceID
	SizePx      float32 // with size-adjust
	Script      Script
	RTL         bool
}

// Buffer receives glyphs; the caller owns it. Glyphs and runs stand in visual order, left to right:
// clusters rise where the text runs left to right, and fall where it runs right to left.
type Buffer struct {
	Glyphs []Glyph
	Runs   []GlyphRun
}

// Reset empties the buffer and keeps its memory.
func (b *Buffer) Reset() { b.Glyphs, b.Runs = b.Glyphs[:0], b.Runs[:0] }

// Width is the sum of the advances of glyphs first to end.
func (b *Buffer) Width(first, end int) (w float32) {
	for i := first; i < end; i++ {
		w += b.Glyphs[i].Advance
	}
	return w
}

// Input is a stretch of one paragraph in one style and at one bidi level. The shaper splits it by script,
// by face and by presentation itself. Tabs and control characters come out as zero-width glyphs for layout to place.
type Input struct {
	Text          []byte // the whole paragraph: what stands around the range decides on joining
	Start, End    uint32 // the range to shape
	Font          *Font
	RTL           bool
	Lang          string // BCP 47
	Features      []Feature
	LetterSpacing float32 // px
	WordSpacing   float32 // px
	NoLigatures   bool    // font-variant-ligatures: none; letter spacing implies it
	NoKerning     bool    // font-kerning: none
	SpaceDropped  bool    // the range ends in a space that is not shown: nothing kerns with it
}

// Shaper turns text into glyphs. It is used by one goroutine at a time and allocates nothing once warm. Its word table
// keeps the glyphs of words in font units, so that a word is shaped once for all sizes.
type Shaper struct {
	// Stop, when it is set, is polled a word, and within long ones: Shape leaves by a panic then, and the shaper is to be closed.
	Stop *stop.Signal

	set      *FontSet
	faces    map[FaceID]*shaperFace
	last     *shaperFace // the one used last
	hb       *harfbuzz.Buffer
	words    wordTable
	memo     [256]runeMemo
	styles   []shapeStyle // what words are keyed by besides face and script
	style    int
	segs     []segment
	pieces   []piece
	runes    []rune
	offs     []uint32
	scratch  Buffer
	wordOut  []wordGlyph
	version  uint32 // of the set when faces were last looked through
	bytes    atomic.Int64
	released atomic.Bool
}

// shaperFace is a face as this goroutine shapes with it: go-text's faces are for one goroutine.
type shaperFace struct {
	face     *face
	font     *harfbuzz.Font // nil when the tables are broken: characters map one to one
	spaceAdv int32
	// kerning with a space, by the character before (adjusts that one) and after (adjusts the space); unknown when math.MinInt16.
	kernBefore, kernAfter []int16
}

const (
	spaceKernLetters = 0x530 // Latin, Greek, Cyrillic
	spaceKernRunes   = spaceKernLetters + 0x30
	spaceKernUnknown = -32768
)

// shapeStyle is a set of features and a language.
type shapeStyle struct {
	lang     string
	hbLang   language.Language
	features []Feature
	hb       []harfbuzz.Feature
	noLiga   bool
	noKern   bool
}

// segment is a stretch of text that one face shows, of one script.
type segment struct {
	start, end uint32
	face       *face
	px         float32
	script     language.Script
}

// piece is a word, a space or a control of a segment.
type piece struct {
	start, end uint32
	kind       uint8
}

const (
	pieceWord = iota
	pieceSpace
	pieceControl
)

// NewShaper makes a shaper for the fonts of a set. It is released with the set.
func NewShaper(set *FontSet) *Shaper {
	s := &Shaper{set: set, faces: map[FaceID]*shaperFace{}, hb: harfbuzz.NewBuffer()}
	set.mu.Lock()
	if !set.closed {
		set.shapers[s] = struct{}{}
	}
	set.mu.Unlock()
	return s
}

// Close gives the memory of the shaper back.
func (s *Shaper) Close() {
	s.set.mu.Lock()
	delete(s.set.shapers, s)
	s.set.mu.Unlock()
	s.reset()
}

func (s *Shaper) reset() {
	set := s.set
	s.faces, s.last, s.hb, s.words = map[FaceID]*shaperFace{}, nil, harfbuzz.NewBuffer(), wordTable{}
	clear(s.memo[:])
	s.styles, s.segs, s.pieces, s.runes, s.offs, s.scratch, s.wordOut = nil, nil, nil, nil, nil, Buffer{}, nil
	s.set = set
	s.bytes.Store(0)
}

// Shape appends the glyphs of in to b.
func (s *Shaper) Shape(b *Buffer, in *Input) {
	if s.released.Load() {
		s.reset()
		return
	}
	end := min(in.End, uint32(len(in.Text)))
	if in.Font == nil || in.Start >= end {
		return
	}
	if v := s.set.Version(); v != s.version {
		s.version = v
		s.dropStale()
	}
	s.style = s.findStyle(in)
	s.split(in, end)
	firstRun := len(b.Runs)
	if !in.RTL {
		for i := range s.segs {
			s.shapeSegment(b, in, &s.segs[i], firstRun)
		}
	} else {
		for i := len(s.segs) - 1; i >= 0; i-- {
			s.shapeSegment(b, in, &s.segs[i], firstRun)
		}
	}
	s.account()
}

// dropStale lets go of faces that left the registry.
func (s *Shaper) dropStale() {
	dropped := false
	for id, sf := range s.faces {
		if s.set.c.face(id) != sf.face {
			delete(s.faces, id)
			dropped = true
		}
	}
	clear(s.memo[:])
	if dropped {
		s.last = nil
		s.hb = harfbuzz.NewBuffer() // its plans hold faces
	}
}

// Advance is the width of a text in px: Shape without keeping the glyphs.
func (s *Shaper) Advance(in *Input) float32 {
	s.scratch.Reset()
	s.Shape(&s.scratch, in)
	return s.scratch.Width(0, len(s.scratch.Glyphs))
}

// findStyle is the row of the input's features and language.
func (s *Shaper) findStyle(in *Input) int {
	noLiga := in.NoLigatures || in.LetterSpacing != 0
	same := func(st *shapeStyle) bool {
		if st.noLiga != noLiga || st.noKern != in.NoKerning || len(st.features) != len(in.Features) || st.lang != in.Lang {
			return false
		}
		for i, f := range st.features {
			if f != in.Features[i] {
				return false
			}
		}
		return true
	}
	if s.style < len(s.styles) && same(&s.styles[s.style]) {
		return s.style
	}
	for i := range s.styles {
		if same(&s.styles[i]) {
			return i
		}
	}
	if len(s.styles) >= 1024 {
		s.styles = s.styles[:0]
		s.words = wordTable{}
		s.hb = harfbuzz.NewBuffer() // it keeps a plan for each style
	}
	st := shapeStyle{lang: in.Lang, hbLang: language.NewLanguage(in.Lang), noLiga: noLiga, noKern: in.NoKerning}
	st.features = append(st.features, in.Features...)
	set := func(tag string, v uint32) {
		st.hb = append(st.hb, harfbuzz.Feature{Tag: ot.MustNewTag(tag), Value: v, Start: harfbuzz.FeatureGlobalStart, End: harfbuzz.FeatureGlobalEnd})
	}
	if noLiga {
		set("liga", 0)
		set("clig", 0)
	}
	if in.NoLigatures {
		set("dlig", 0)
		set("hlig", 0)
		set("calt", 0)
	}
	if in.NoKerning {
		set("kern", 0)
	}
	for _, f := range in.Features {
		if f.Tag == MakeTag("kern") && f.Value == 0 {
			st.noKern = true
		}
		st.hb = append(st.hb, harfbuzz.Feature{Tag: ot.Tag(f.Tag), Value: f.Value, Start: harfbuzz.FeatureGlobalStart, End: harfbuzz.FeatureGlobalEnd})
	}
	s.styles = append(s.styles, st)
	return len(s.styles) - 1
}

// split cuts the range into segments of one face and one script.
func (s *Shaper) split(in *Input, end uint32) {
	s.segs = s.segs[:0]
	f, text := in.Font, in.Text
	i := in.Start
	if f.ascii != nil {
		for i < end && text[i] < 0x80 {
			i++
		}
		if i == end {
			s.segs = append(s.segs, segment{in.Start, end, f.ascii.face, f.ascii.px, language.Latin})
			return
		}
		i = in.Start
	}
	var script language.Script // of the last strong character
	for i < end {
		var fc *face
		var px float32
		var sc language.Script
		next := i + 1
		if c := text[i]; c < 0x80 && f.ascii != nil && (next >= end || text[next] < 0x80) {
			fc, px = f.ascii.face, f.ascii.px
			sc = language.Common
			if c|0x20 >= 'a' && c|0x20 <= 'z' {
				sc = language.Latin
			}
		} else {
			r, size := decode(text, int(i))
			if m := &s.memo[uint32(r)%uint32(len(s.memo))]; m.r == r && m.font == f && single(text[:end], r, int(i)+size) {
				fc, px, sc = m.face, m.px, m.script
				next = i + uint32(size)
			} else {
				fc, px, sc, next = s.cluster(f, text[:end], int(i))
				if int(next) == int(i)+size && !ignorable(r) {
					*m = runeMemo{r, f, fc, px, sc}
				}
			}
		}
		if sc == language.Common {
			sc = script
		} else {
			script = sc
		}
		if k := len(s.segs) - 1; k >= 0 && s.segs[k].face == fc && s.segs[k].px == px && (s.segs[k].script == sc || s.segs[k].script == 0) {
			s.segs[k].end, s.segs[k].script = next, sc
		} else if fc != nil {
			s.segs = append(s.segs, segment{i, next, fc, px, sc})
		}
		i = next
	}
	// What stands before the first strong character takes its script.
	next := language.Script(language.Common)
	for k := len(s.segs) - 1; k >= 0; k-- {
		if s.segs[k].script == 0 {
			s.segs[k].script = next
		}
		next = s.segs[k].script
	}
	s.unifyFallback(f, text)
}

// unifyFallback lets punctuation that only a font of the system's shows be shown with the one that was found for the letters of the same script
// around it, as browsers do.
func (s *Shaper) unifyFallback(f *Font, text []byte) {
	for i := 0; i < len(s.segs); {
		end := i + 1
		for end < len(s.segs) && s.segs[end].script == s.segs[i].script {
			end++
		}
		run := s.segs[i:end]
		i = end
		if len(run) == 1 {
			continue
		}
		var letters *segment
		for k := range run {
			if x := &run[k]; f.fromSystem(x.face) {
				if !allCommon(text[x.start:x.end]) {
					letters = x
					break
				}
				if letters == nil {
					letters = x
				}
			}
		}
		if letters == nil {
			continue
		}
		for k := range run {
			x := &run[k]
			if x.face == letters.face || x.face.file.hasColor() || !f.fromSystem(x.face) || !allCommon(text[x.start:x.end]) {
				continue
			}
			all := true
			for j := x.start; j < x.end && all; {
				r, n := decode(text, int(j))
				all = letters.face.file.cmap.glyph(r) != 0
				j += uint32(n)
			}
			if all {
				x.face, x.px = letters.face, letters.px
			}
		}
	}
}

// allCommon reports whether no character of a text belongs to one script alone.
func allCommon(text []byte) bool {
	for i := 0; i < len(text); {
		r, n := decode(text, i)
		if sc := language.LookupScript(r); sc != language.Common && sc != language.Inherited && sc != language.Unknown {
			return false
		}
		i += n
	}
	return true
}

// runeMemo remembers how a font shows a character that is a cluster by itself.
type runeMemo struct {
	r      rune
	font   *Font
	face   *face
	px     float32
	script language.Script
}

// single reports whether r, which ends at offset end, surely is a cluster by itself.
func single(text []byte, r rune, end int) bool {
	if end >= len(text) || text[end] < 0x80 {
		return true
	}
	next, _ := decode(text, end)
	p, q := propsOf(r), propsOf(next)
	return graphemeClass(p) == gbOther && graphemeClass(q) == gbOther && indicClass(q) == incbNone && q&propPict == 0
}

// cluster finds face, size and script of the grapheme cluster at offset i, and its end.
func (s *Shaper) cluster(f *Font, text []byte, i int) (fc *face, px float32, sc language.Script, next uint32) {
	n := NextGrapheme(text, i)
	s.runes = s.runes[:0]
	emoji := false
	for j := i; j < n && len(s.runes) < 32; {
		r, size := decode(text, j)
		switch {
		case j == i:
			emoji = propsOf(r)&propEmoji != 0
		case r == 0xfe0e:
			emoji = false
		case r == 0xfe0f:
			emoji = true
		}
		s.runes = append(s.runes, r)
		j += size
	}
	sc = language.LookupScript(s.runes[0])
	if sc == language.Inherited || sc == language.Unknown {
		sc = language.Common
	}
	if ignorable(s.runes[0]) && len(s.segs) > 0 {
		last := &s.segs[len(s.segs)-1]
		return last.face, last.px, sc, uint32(n)
	}
	fc, px = f.faceFor(s.runes, emoji)
	return fc, px, sc, uint32(n)
}

// faceOf is the face as this shaper uses it.
func (s *Shaper) faceOf(f *face) *shaperFace {
	if s.last != nil && s.last.face == f {
		return s.last
	}
	sf := s.faces[f.id]
	if sf == nil || sf.face != f {
		if len(s.faces) > 256 { // stale and rare faces go
			clear(s.faces)
			s.hb = harfbuzz.NewBuffer()
		}
		sf = &shaperFace{face: f}
		if hf := f.shapingFace(); hf != nil {
			sf.font = newHarfbuzz(hf)
		}
		sf.spaceAdv = int32(f.file.advance(f.space))
		if sf.font != nil {
			sf.spaceAdv = int32(horizontalAdvance(sf.font.Face(), f.space))
		}
		s.faces[f.id] = sf
	}
	s.last = sf
	return sf
}

// shapingFace is a go-text face at the coordinates of f, for one goroutine; nil when the tables are broken.
func (f *face) shapingFace() *font.Face {
	ft := f.file.shaping()
	if ft == nil {
		return nil
	}
	// NewFace of the font itself would make a table of extents for all glyphs, which nobody asks for here.
	hf := font.NewFace(&font.Font{})
	hf.Font = ft
	if f.coords != nil {
		coords := make([]font.VarCoord, len(f.coords))
		for i, v := range f.coords {
			coords[i] = font.VarCoord(v)
		}
		hf.SetCoords(coords)
	}
	return hf
}

// horizontalAdvance is the advance of a glyph in font units, with the variations of the face; 0 where tables are broken, on which go-text
// panics.
func horizontalAdvance(f *font.Face, glyph uint16) (advance float32) {
	defer func() {
		if recover() != nil {
			advance = 0
		}
	}()
	return f.HorizontalAdvance(font.GID(glyph))
}

func newHarfbuzz(f *font.Face) (h *harfbuzz.Font) {
	defer func() {
		if recover() != nil {
			h = nil
		}
	}()
	return harfbuzz.NewFont(f)
}

func (s *Shaper) shapeSegment(b *Buffer, in *Input, seg *segment, firstRun int) {
	// The run that the glyphs go to.
	sf := s.faceOf(seg.face)
	k := len(b.Runs) - 1
	if k < firstRun || b.Runs[k].Face != seg.face.id || b.Runs[k].SizePx != seg.px || b.Runs[k].Script != Script(seg.script) {
		b.Runs = append(b.Runs, GlyphRun{
			First: uint32(len(b.Glyphs)), Start: seg.start, Stop: seg.end, Face: seg.face.id, SizePx: seg.px, Script: Script(seg.script), RTL: in.RTL,
		})
		k++
	}
	text := in.Text
	s.pieces = s.pieces[:0]
	for i := seg.start; i < seg.end; {
		s.Stop.Poll()
		c := text[i]
		j := i + 1
		kind := uint8(pieceWord)
		switch {
		case c == ' ':
			kind = pieceSpace
		case c < ' ' || c == 0x7f:
			kind = pieceControl
		case c == 0xc2 && j < seg.end && text[j] == 0xa0:
			kind = pieceSpace
			j++
		default:
			for j < seg.end && text[j] > ' ' && text[j] != 0x7f && !(text[j] == 0xc2 && j+1 < seg.end && text[j+1] == 0xa0) {
				j++
			}
		}
		if in.RTL {
			s.pieces = append(s.pieces, piece{i, j, kind})
		} else {
			s.shapePiece(b, in, seg, sf, piece{i, j, kind})
		}
		i = j
	}
	for p := len(s.pieces) - 1; p >= 0; p-- {
		s.shapePiece(b, in, seg, sf, s.pieces[p])
	}
	r := &b.Runs[k]
	r.End = uint32(len(b.Glyphs))
	r.Start, r.Stop = min(r.Start, seg.start), max(r.Stop, seg.end)
}

func (s *Shaper) shapePiece(b *Buffer, in *Input, seg *segment, sf *shaperFace, p piece) {
	scale := fontPx(seg.px) / seg.face.file.upem
	switch p.kind {
	case pieceControl:
		b.Glyphs = append(b.Glyphs, Glyph{Cluster: p.start, ID: seg.face.space, Flags: GlyphZeroWidth | GlyphClusterStart})
	case pieceSpace: // U+00A0 has the glyph of U+0020 too, and kerns like it
		id := seg.face.space
		adv := sf.spaceAdv
		if st := &s.styles[s.style]; !st.noKern && !in.RTL && sf.font != nil && !(in.SpaceDropped && p.end == in.End) {
			if p.start > seg.start && len(b.Glyphs) > 0 {
				if r, _ := decodeLast(in.Text, int(p.start)); spaceKernRow(r) > 0 {
					if d := s.kernBefore(sf, r, seg.script); d != 0 {
						b.Glyphs[len(b.Glyphs)-1].Advance += float32(d) * scale
					}
				}
			}
			if p.end < seg.end {
				if r, _ := decode(in.Text, int(p.end)); spaceKernRow(r) > 0 {
					adv += int32(s.kernAfter(sf, r, seg.script))
				}
			}
		}
		g := Glyph{Cluster: p.start, ID: id, Flags: GlyphSpace | GlyphClusterStart, Advance: float32(adv)*scale + in.WordSpacing + in.LetterSpacing}
		if id == 0 {
			g.Flags |= GlyphMissing
		}
		b.Glyphs = append(b.Glyphs, g)
	default:
		s.shapeWord(b, in, seg, sf, p, scale)
	}
}

// fontPx is the size that glyphs have at a font size: whole 64ths of a px, as FreeType has it.
func fontPx(px float32) float32 { return float32(int(px*64)) / 64 }

// joining scripts are those whose letters change with their neighbours across the ends of a style.
func joining(sc language.Script) bool {
	switch sc {
	case language.Arabic, language.Syriac, language.Nko, language.Mongolian, language.Mandaic, language.Manichaean, language.Adlam, language.Hanifi_Rohingya, language.Phags_Pa, language.Sogdian:
		return true
	}
	return false
}

const maxWordKey = 96 // longer words are not kept

// shapeWord appends the glyphs of a word, from the table when it was shaped before.
func (s *Shaper) shapeWord(b *Buffer, in *Input, seg *segment, sf *shaperFace, p piece, scale float32) {
	word := in.Text[p.start:p.end]
	context := joining(seg.script) && (p.start == in.Start && p.start > 0 || int(p.end) == int(in.End) && int(p.end) < len(in.Text))
	var glyphs []wordGlyph
	if len(word) <= maxWordKey && !context {
		key := wordKey{face: seg.face.id, script: seg.script, style: uint16(s.style), rtl: in.RTL}
		h := hashWord(key, word)
		var ok bool
		if glyphs, ok = s.words.find(key, h, word); !ok {
			s.wordOut = s.shapeRunes(s.wordOut[:0], in.Text, int(p.start), int(p.end), false, sf, seg.script, in.RTL)
			glyphs = s.wordOut
			s.words.add(key, h, word, glyphs)
		}
	} else {
		// A very long word in pieces: harfbuzz takes time in proportion to the square on some fonts.
		const most = 4096
		start, end := int(p.start), int(p.end)
		s.wordOut = s.wordOut[:0]
		if end-start <= most {
			s.wordOut = s.shapeRunes(s.wordOut, in.Text, start, end, context, sf, seg.script, in.RTL)
			glyphs = s.wordOut
		} else {
			s.shapeLong(b, in, seg, sf, p, scale, most)
			return
		}
	}
	s.place(b, in, glyphs, p.start, scale)
}

// shapeLong shapes a word of more than most bytes in pieces that end at grapheme clusters.
func (s *Shaper) shapeLong(b *Buffer, in *Input, seg *segment, sf *shaperFace, p piece, scale float32, most int) {
	var cuts []int
	for at := int(p.start); at < int(p.end); {
		cuts = append(cuts, at)
		next := at + most
		if next >= int(p.end) {
			break
		}
		if q := PrevGrapheme(in.Text[:p.end], next+1); q > at {
			next = q
		}
		at = next
	}
	cuts = append(cuts, int(p.end))
	for k := range len(cuts) - 1 {
		if in.RTL {
			k = len(cuts) - 2 - k
		}
		s.Stop.Poll()
		s.wordOut = s.shapeRunes(s.wordOut[:0], in.Text, cuts[k], cuts[k+1], true, sf, seg.script, in.RTL)
		s.place(b, in, s.wordOut, uint32(cuts[k]), scale)
	}
}

// place appends the glyphs of a word that begins at byte start.
func (s *Shaper) place(b *Buffer, in *Input, glyphs []wordGlyph, start uint32, scale float32) {
	n := len(b.Glyphs)
	for i := range glyphs {
		w := &glyphs[i]
		b.Glyphs = append(b.Glyphs, Glyph{
			Cluster: start + uint32(w.cluster), ID: w.id, Flags: w.flags,
			Advance: float32(w.advance) * scale, XOffset: float32(w.x) * scale, YOffset: 0 - float32(w.y)*scale,
		})
	}
	if in.LetterSpacing != 0 {
		for i := n; i < len(b.Glyphs); i++ {
			g := &b.Glyphs[i]
			if g.Flags&GlyphZeroWidth == 0 && (i+1 == len(b.Glyphs) || b.Glyphs[i+1].Cluster != g.Cluster) {
				g.Advance += in.LetterSpacing
			}
		}
	}
}

func clamp16(v int32) int16 { return int16(min(max(v, -32767), 32767)) }

// shapeRunes shapes text[start:end] with harfbuzz and appends the glyphs; clusters count from start.
func (s *Shaper) shapeRunes(out []wordGlyph, text []byte, start, end int, context bool, sf *shaperFace, script language.Script, rtl bool) []wordGlyph {
	from, to := start, end
	if context {
		for k := 0; k < 5 && from > 0; k++ {
			_, n := decodeLast(text, from)
			from -= n
		}
		for k := 0; k < 5 && to < len(text); k++ {
			_, n := decode(text, to)
			to += n
		}
	}
	s.runes, s.offs = s.runes[:0], s.offs[:0]
	first, count := 0, 0
	for i := from; i < to; {
		r, n := decode(text, i)
		if i < start {
			first++
		} else if i < end {
			count++
		}
		s.runes = append(s.runes, r)
		s.offs = append(s.offs, uint32(i))
		i += n
	}
	if sf.font == nil || !s.harfbuzz(sf, first, count, script, rtl) {
		return s.simple(out, sf, start, first, count, rtl)
	}
	info, pos := s.hb.Info, s.hb.Pos
	base := len(out)
	for i := range info {
		g := &info[i]
		c := min(max(g.Cluster, 0), len(s.offs)-1)
		w := wordGlyph{
			id: uint16(g.Glyph), cluster: uint16(min(int(s.offs[c])-start, 65535)), advance: pos[i].XAdvance, x: clamp16(pos[i].XOffset), y: clamp16(pos[i].YOffset),
		}
		if g.Mask&harfbuzz.GlyphUnsafeToBreak != 0 {
			w.flags |= GlyphUnsafeToBreak
		}
		if w.id == 0 {
			w.flags |= GlyphMissing
		}
		switch r := s.runes[c]; {
		case r == 0xad:
			w.flags |= GlyphSoftHyphen | GlyphZeroWidth
			w.advance = 0
		case w.advance == 0 && ignorable(r):
			w.flags |= GlyphZeroWidth
		}
		out = append(out, w)
	}
	markClusters(out[base:], rtl)
	return out
}

// markClusters flags the first glyph of each cluster in the order of the text.
func markClusters(g []wordGlyph, rtl bool) {
	for i := range g {
		if rtl {
			if i+1 == len(g) || g[i+1].cluster != g[i].cluster {
				g[i].flags |= GlyphClusterStart
			}
		} else if i == 0 || g[i-1].cluster != g[i].cluster {
			g[i].flags |= GlyphClusterStart
		}
	}
}

// harfbuzz shapes s.runes[first:first+count] into s.hb. It reports false when the font made it panic: the face is then
// used without its layout tables.
func (s *Shaper) harfbuzz(sf *shaperFace, first, count int, script language.Script, rtl bool) (ok bool) {
	defer func() {
		if recover() != nil {
			sf.font = nil
			s.hb = harfbuzz.NewBuffer()
			ok = false
		}
	}()
	st := &s.styles[s.style]
	s.hb.Clear()
	s.hb.AddRunes(s.runes, first, count)
	dir := harfbuzz.LeftToRight
	if rtl {
		dir = harfbuzz.RightToLeft
	}
	s.hb.Props = harfbuzz.SegmentProperties{Direction: dir, Script: script, Language: st.hbLang}
	s.hb.Shape(sf.font, st.hb)
	return len(s.hb.Info) == len(s.hb.Pos)
}

// simple maps characters one to one: for faces whose layout tables are broken.
func (s *Shaper) simple(out []wordGlyph, sf *shaperFace, start, first, count int, rtl bool) []wordGlyph {
	base := len(out)
	for k := range count {
		if rtl {
			k = count - 1 - k
		}
		r := s.runes[first+k]
		w := wordGlyph{id: sf.face.file.cmap.glyph(r), cluster: uint16(min(int(s.offs[first+k])-start, 65535)), flags: GlyphClusterStart}
		switch {
		case ignorable(r):
			w.flags |= GlyphZeroWidth
			if r == 0xad {
				w.flags |= GlyphSoftHyphen
			}
			w.id = sf.face.space
		case w.id == 0:
			w.flags |= GlyphMissing
			fallthrough
		default:
			w.advance = int32(sf.face.file.advance(w.id))
		}
		out = append(out, w)
	}
	markClusters(out[base:], rtl)
	return out
}

// spaceKernRow is the row of a character in the tables of kerning with a space; 0 for none.
func spaceKernRow(r rune) int {
	switch {
	case r <= ' ':
		return 0
	case r < spaceKernLetters:
		return int(r)
	case 0x2010 <= r && r < 0x2040: // dashes and quotation marks
		return spaceKernLetters + int(r) - 0x2010
	}
	return 0
}

// kernBefore is what a space after r adds to r's advance, in font units.
func (s *Shaper) kernBefore(sf *shaperFace, r rune, script language.Script) int16 {
	if sf.kernBefore == nil {
		sf.kernBefore, sf.kernAfter = make([]int16, spaceKernRunes), make([]int16, spaceKernRunes)
		for i := range sf.kernBefore {
			sf.kernBefore[i], sf.kernAfter[i] = spaceKernUnknown, spaceKernUnknown
		}
	}
	if d := sf.kernBefore[spaceKernRow(r)]; d != spaceKernUnknown {
		return d
	}
	return s.spaceKern(sf, r, script, true)
}

// kernAfter is what r after a space adds to the space's advance.
func (s *Shaper) kernAfter(sf *shaperFace, r rune, script language.Script) int16 {
	if sf.kernAfter == nil {
		s.kernBefore(sf, r, script)
	}
	if d := sf.kernAfter[spaceKernRow(r)]; d != spaceKernUnknown {
		return d
	}
	return s.spaceKern(sf, r, script, false)
}

// spaceKern shapes the pair with and without its neighbour. Words are shaped one by one; fonts that kern with the space
// (Arial's do) get the same text as if the line were shaped at once.
func (s *Shaper) spaceKern(sf *shaperFace, r rune, script language.Script, before bool) int16 {
	var d int16
	s.offs = append(s.offs[:0], 0, 1)
	pair := append(s.runes[:0], ' ', r)
	if before {
		pair[0], pair[1] = r, ' '
	}
	s.runes = pair
	if sf.font != nil && s.harfbuzz(sf, 0, 2, script, false) && len(s.hb.Pos) == 2 {
		both := s.hb.Pos[0].XAdvance
		s.runes = append(s.runes[:0], pair[0])
		if s.harfbuzz(sf, 0, 1, script, false) && len(s.hb.Pos) == 1 {
			d = clamp16(both - s.hb.Pos[0].XAdvance)
		}
	}
	if before {
		sf.kernBefore[spaceKernRow(r)] = d
	} else {
		sf.kernAfter[spaceKernRow(r)] = d
	}
	return d
}
