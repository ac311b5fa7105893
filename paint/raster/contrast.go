package raster

import (
	"math"
	"sync"

	"github.com/niso-engine/niso/paint/list"
)

// Text coverage is corrected for contrast and gamma before it is blended, as Skia does on Linux, so that
// text has the weight that it has in Chromium: dark text gets darker edges. The correction depends on the text's
// luminance, in eight steps. The two values are the best fit (within 3 of 255) to the stems of DejaVu Sans at 16 px in ten colours, as
// Chromium draws them.
const (
	textContrast = 0.2
	textGamma    = 1.2
)

var contrastTables = sync.OnceValue(func() *[8][256]uint8 {
	var t [8][256]uint8
	for i := range t {
		buildContrast(&t[i], float64(i)/7)
	}
	return &t
})

// contrastTable is the correction for text of a colour.
func contrastTable(c list.Color) *[256]uint8 {
	r, g, b, _ := c.Channels()
	l := (uint32(r)*54 + uint32(g)*183 + uint32(b)*19 + 128) >> 8
	return &contrastTables()[l>>5]
}

// buildContrast solves for the coverage that, blended without gamma against the opposite grey, looks as the
// wanted one does when blended in linear light.
func buildContrast(t *[256]uint8, src float64) {
	lin := func(v float64) float64 { return math.Pow(v, textGamma) }
	dst := 1 - src
	linSrc, linDst := lin(src), lin(dst)
	contrast := textContrast * linDst
	for i := range t {
		a := float64(i) / 255
		a += (1 - a) * contrast * a
		if math.Abs(dst-src) >= 1.0/256 {
			out := math.Pow(linSrc*a+linDst*(1-a), 1/textGamma)
			a = (out - dst) / (src - dst)
		}
		t[i] = uint8(max(0, min(255, a*255+0.5)))
	}
}
