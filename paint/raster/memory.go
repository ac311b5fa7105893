package raster

import (
	"unsafe"

	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/text"
)

// Release gives caches and scratch memory back, as when idle or under pressure.
func (r *Raster) Release() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.painters, r.prep, r.tiles = nil, prepared{}, nil
	r.glyphs.release()
	r.glyphCov, r.glyphRow, r.outline, r.colorGlyph = coverage{}, nil, text.Path{}, text.ColorGlyph{}
	r.patches.mu.Lock()
	r.patches.m, r.patches.bytes = nil, 0
	r.patches.mu.Unlock()
}

// ForgetFaces drops the masks of all faces: call it when a page's web fonts end, whose ids may come again.
func (r *Raster) ForgetFaces() {
	r.mu.Lock()
	r.glyphs.release()
	r.mu.Unlock()
}

func sizeOf[T any](s []T) int64 {
	var t T
	return int64(cap(s)) * int64(unsafe.Sizeof(t))
}

func (c *coverage) memoryBytes() int64 { return sizeOf(c.acc) + sizeOf(c.rows) }

// ReportMemory adds surfaces, atlas and scratch under prefix ("explicit/raster").
func (r *Raster) ReportMemory(rep *perf.Report, prefix string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var surfaces, scratch int64
	for _, p := range r.painters {
		surfaces += 4*p.pixels.held + p.bytes.held
		scratch += p.c.memoryBytes() + sizeOf(p.cov) + sizeOf(p.shaded) + sizeOf(p.frames) + sizeOf(p.curve) +
			sizeOf(p.stroker.poly) + sizeOf(p.stroker.dash) + sizeOf(p.stroker.out) + sizeOf(p.tmp.p.Verbs) + sizeOf(p.tmp.p.Points) +
			sizeOf(p.src.shader.img.cols)
	}
	q := &r.prep
	scratch += sizeOf(q.dev) + sizeOf(q.flags) + sizeOf(q.aux) + sizeOf(q.slots) + sizeOf(q.ramps) + sizeOf(q.images) + sizeOf(q.stack) +
		sizeOf(r.tiles) + r.glyphCov.memoryBytes() + sizeOf(r.glyphRow) + sizeOf(r.outline.Verbs) + sizeOf(r.outline.Points)
	for i := range q.ramps {
		scratch += sizeOf(q.ramps[i].lut) + sizeOf(q.ramps[i].stops)
	}
	rep.Bytes(prefix+"/surfaces", surfaces, "Pooled surfaces and masks of groups, filters and shadows.")
	rep.Bytes(prefix+"/atlas", r.glyphs.memoryBytes()+r.patches.memoryBytes(), "Glyph masks and shadow masks.")
	rep.Bytes(prefix+"/scratch", scratch, "Scanlines, coverage and what is prepared of a list.")
}

func (c *patchCache) memoryBytes() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.bytes + int64(len(c.m))*200
}
