package host

import (
	"math"
	"strconv"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
)

// Image maps. https://html.spec.whatwg.org/multipage/image-maps.html#image-map-processing-model

var (
	atomUsemap = atom.Static("usemap")
	atomMap    = atom.Static("map")
	atomArea   = atom.Static("area")
	atomShape  = atom.Static("shape")
	atomCoords = atom.Static("coords")
	atomID     = atom.Static("id")
)

// areaAt is the area element of an img element's map at a place of the viewport, or the img element itself.
func (f *frame) areaAt(img dom.NodeID, x, y float32) dom.NodeID {
	if !f.doc.IsHTMLElement(img, atomImg) {
		return img
	}
	use, ok := f.doc.LookupAttr(img, atomUsemap)
	_, name, found := strings.Cut(use, "#")
	if !ok || !found || name == "" {
		return img
	}
	root := f.doc.Root(img)
	var m dom.NodeID
	for n := f.doc.Following(root, root); n != 0; n = f.doc.Following(n, root) {
		if f.doc.IsHTMLElement(n, atomMap) && (f.doc.Attr(n, atomID) == name || f.doc.Attr(n, atomName) == name) {
			m = n
			break
		}
	}
	if m == 0 {
		return img
	}
	box := f.contentOf(img)
	px, py := float64(x-box.X), float64(y-box.Y)
	if px < 0 || py < 0 || px >= float64(box.W) || py >= float64(box.H) {
		return img
	}
	for n := f.doc.Following(m, m); n != 0; n = f.doc.Following(n, m) {
		if f.doc.IsHTMLElement(n, atomArea) && inArea(f.doc.Attr(n, atomShape), f.doc.Attr(n, atomCoords), px, py) {
			return n
		}
	}
	return img
}

// inArea reports whether a point, in px from the corner of the image, lies in the shape of an area.
func inArea(shape, coords string, x, y float64) bool {
	switch strings.ToLower(shape) {
	case "default":
		return true
	case "circle", "circ":
		c := floatList(coords)
		return len(c) >= 3 && c[2] > 0 && math.Hypot(x-c[0], y-c[1]) <= c[2]
	case "poly", "polygon":
		c := floatList(coords)
		if len(c) < 6 {
			return false
		}
		in := false
		n := len(c) / 2
		ax, ay := c[2*n-2], c[2*n-1]
		for i := range n {
			bx, by := c[2*i], c[2*i+1]
			if (ay > y) != (by > y) && x < (bx-ax)*(y-ay)/(by-ay)+ax {
				in = !in
			}
			ax, ay = bx, by
		}
		return in
	}
	c := floatList(coords)
	return len(c) >= 4 && x >= min(c[0], c[2]) && x < max(c[0], c[2]) && y >= min(c[1], c[3]) && y < max(c[1], c[3])
}

// floatList is the rules for parsing a list of floating-point numbers.
// https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-floating-point-number-values
func floatList(s string) (l []float64) {
	const delimiters = " \t\n\f\r,;"
	for len(l) < 1<<16 {
		s = strings.TrimLeft(s, delimiters)
		if s == "" {
			break
		}
		i := strings.IndexAny(s, delimiters)
		if i < 0 {
			i = len(s)
		}
		word := s[:i]
		s = s[i:]
		if k := strings.IndexAny(word, "0123456789.-"); k < 0 {
			if s == "" { // nothing but garbage at the end
				break
			}
			continue
		} else {
			word = word[k:]
		}
		l = append(l, leadingFloat(word))
	}
	return l
}

// leadingFloat is the number at the start of s, 0 for none.
func leadingFloat(s string) float64 {
	for n := len(s); n > 0; n-- {
		if strings.Trim(s[:n], "0123456789.eE+-") != "" {
			continue
		}
		if v, err := strconv.ParseFloat(s[:n], 64); err == nil {
			return v
		}
	}
	return 0
}
