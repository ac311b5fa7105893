package text

import (
	"unsafe"

	"github.com/niso-engine/niso/internal/perf"
)

// shaperFaceBytes is about what a face takes in each shaper: character caches and digests of its lookups.
const shaperFaceBytes = 16 << 10

// account writes down what the shaper holds, for a report from another goroutine.
func (s *Shaper) account() {
	n := s.words.capBytes() + int64(unsafe.Sizeof(*s))
	n += int64(cap(s.segs)*40 + cap(s.pieces)*12 + cap(s.runes)*4 + cap(s.offs)*4 + cap(s.scratch.Glyphs)*20 + cap(s.wordOut)*wordGlyphSize)
	n += int64(len(s.faces)) * shaperFaceBytes
	s.bytes.Store(n)
}

// ReportMemory adds the rows of the faces that pages share.
func (c *Collection) ReportMemory(r *perf.Report, prefix string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var mapped, copied, shaping int64
	count := func(f *fontFile) {
		if f != nil {
			mapped += f.mapped
			copied += f.copied
			shaping += f.shapeBytes.Load()
		}
	}
	for i := range c.embedded {
		for _, f := range c.embedded[i] {
			count(f)
		}
	}
	for _, f := range c.files {
		count(f)
	}
	r.MappedBytes(prefix+"/fonts/files-mapped", mapped, "Font files that are mapped into memory or part of the program.")
	r.Bytes(prefix+"/fonts/files-copied", copied, "Font files of the system that could not be mapped.")
	r.Bytes(prefix+"/fonts/shaping", shaping, "Parsed shaping tables of shared fonts (estimated from the tables' sizes).")
	r.Count(prefix+"/fonts/faces", int64(c.rows)-1-int64(len(c.free)), "Faces in the registry.")
}

// ReportMemory adds the rows of the page's web fonts and words.
func (s *FontSet) ReportMemory(r *perf.Report, prefix string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var copied, shaping, words int64
	for _, w := range s.web {
		if w != nil && w.file != nil && !w.local {
			copied += w.file.copied
			shaping += w.file.shapeBytes.Load()
		}
	}
	for sh := range s.shapers {
		words += sh.bytes.Load()
	}
	r.Bytes(prefix+"/fonts/files-copied", copied, "Web fonts that were unpacked.")
	r.Bytes(prefix+"/fonts/shaping", shaping, "Parsed shaping tables of web fonts (estimated from the tables' sizes).")
	r.Bytes(prefix+"/fonts/word-table", words, "Shaped words and the scratch memory of shapers.")
}
