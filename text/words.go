package text

import (
	"encoding/binary"
	"math/bits"

	"github.com/go-text/typesetting/language"
)

// wordGlyph is a glyph of the word table, in font units, y up. 16 bytes.
type wordGlyph struct {
	id      uint16
	cluster uint16 // byte offset in the word
	flags   GlyphFlags
	x, y    int16
	advance int32
}

// wordKey is what the glyphs of a word depend on besides its bytes.
type wordKey struct {
	face   FaceID
	script language.Script
	style  uint16 // row of Shaper.styles
	rtl    bool
}

type wordEntry struct {
	key         wordKey
	hash        uint32
	text        uint32 // where its bytes begin
	glyphs      uint32 // where its glyphs begin
	nText, nOut uint16
}

// maxWordBytes bounds the table; past it, it starts anew: pages that hold so many words repeat few of the first ones.
const maxWordBytes = 2 << 20

// wordTable keeps shaped words: an open-addressed index over entries, whose bytes and glyphs lie in two arrays. No pointers.
type wordTable struct {
	index   []uint32 // entry + 1, 0 is free
	entries []wordEntry
	text    []byte
	glyphs  []wordGlyph
}

const (
	mix1 = 0x9e3779b97f4a7c15
	mix2 = 0xd6e8feb86659fd93
)

// hashWord mixes eight bytes at a time.
func hashWord(k wordKey, word []byte) uint32 {
	h := uint64(k.face)<<32 ^ uint64(k.script) ^ uint64(k.style)<<17
	if k.rtl {
		h ^= mix1
	}
	step := func(v uint64) {
		hi, lo := bits.Mul64(h^v^mix1, mix2)
		h = hi ^ lo
	}
	for len(word) >= 8 {
		step(binary.LittleEndian.Uint64(word))
		word = word[8:]
	}
	var v uint64
	for i, c := range word {
		v |= uint64(c) << (8 * i)
	}
	step(v | uint64(len(word)+1)<<56)
	return uint32(h ^ h>>32)
}

// find returns the glyphs of a word; they are valid until the next add.
func (t *wordTable) find(k wordKey, hash uint32, word []byte) ([]wordGlyph, bool) {
	if len(t.index) == 0 {
		return nil, false
	}
	mask := uint32(len(t.index) - 1)
	for i := hash & mask; t.index[i] != 0; i = (i + 1) & mask {
		e := &t.entries[t.index[i]-1]
		if e.hash == hash && e.key == k && string(t.text[e.text:e.text+uint32(e.nText)]) == string(word) {
			return t.glyphs[e.glyphs : e.glyphs+uint32(e.nOut)], true
		}
	}
	return nil, false
}

func (t *wordTable) add(k wordKey, hash uint32, word []byte, glyphs []wordGlyph) {
	if len(glyphs) > 1024 {
		return
	}
	if t.bytes() > maxWordBytes {
		clear(t.index)
		t.entries, t.text, t.glyphs = t.entries[:0], t.text[:0], t.glyphs[:0]
	}
	if 2*len(t.entries) >= len(t.index) {
		t.index = make([]uint32, max(256, 2*len(t.index)))
		for i := range t.entries {
			t.insert(uint32(i))
		}
	}
	t.entries = append(t.entries, wordEntry{key: k, hash: hash, text: uint32(len(t.text)), glyphs: uint32(len(t.glyphs)), nText: uint16(len(word)), nOut: uint16(len(glyphs))})
	t.text = append(t.text, word...)
	t.glyphs = append(t.glyphs, glyphs...)
	t.insert(uint32(len(t.entries) - 1))
}

func (t *wordTable) insert(entry uint32) {
	mask := uint32(len(t.index) - 1)
	i := t.entries[entry].hash & mask
	for t.index[i] != 0 {
		i = (i + 1) & mask
	}
	t.index[i] = entry + 1
}

// bytes in use; the arrays are at most about twice as large.
func (t *wordTable) bytes() int {
	return len(t.index)*4 + len(t.entries)*wordEntrySize + len(t.text) + len(t.glyphs)*wordGlyphSize
}

func (t *wordTable) capBytes() int64 {
	return int64(cap(t.index)*4 + cap(t.entries)*wordEntrySize + cap(t.text) + cap(t.glyphs)*wordGlyphSize)
}

const (
	wordEntrySize = 28
	wordGlyphSize = 16
)
