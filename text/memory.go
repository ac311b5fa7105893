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
	r.Bytes(prefix+"/fonts/index", c.sysBytes.Load(), "The index of the system's fonts: families, names and which characters each face has.")
	r.Count("live/faces", int64(c.rows)-1-int64(len(c.free)), "Faces in the registry of fonts.")
}

// memoryBytes is what an index takes, once it is arranged.
func (x *systemIndex) memoryBytes() int64 {
	n := int64(unsafe.Sizeof(*x)) + int64(cap(x.faces))*int64(unsafe.Sizeof(systemFace{})) + int64(cap(x.order))*8
	for i := range x.faces {
		f := &x.faces[i]
		n += int64(len(f.path)+len(f.full)+len(f.ps)+len(f.familyDisplay)) + int64(cap(f.families))*16 + int64(cap(f.pages))*2
		for _, s := range f.families {
			n += int64(len(s))
		}
	}
	for _, l := range x.byFamily {
		n += int64(cap(l)) * 8
	}
	return n + mapBytes(len(x.byFamily), 16+24) + mapBytes(len(x.byName), 16+8)
}

// mapBytes is about what a map of n entries takes: its tables are between half and seven eighths full.
func mapBytes(n int, entry int64) int64 { return int64(n) * (entry + 1) * 4 / 3 }

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
