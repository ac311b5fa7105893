package text

import (
	"math"
	"runtime"
	"strings"
)

// Generic is a generic family. https://drafts.csswg.org/css-fonts-4/#generic-font-families
type Generic uint8

const (
	NotGeneric Generic = iota
	Serif
	SansSerif
	Monospace
	Cursive
	Fantasy
	SystemUI
	UISerif
	UISansSerif
	UIMonospace
	UIRounded
	Emoji
	Math
	Fangsong
	numGenerics
)

var genericNames = [numGenerics]string{
	"", "serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "ui-serif", "ui-sans-serif",
	"ui-monospace", "ui-rounded", "emoji", "math", "fangsong",
}

// ParseGeneric is the generic family of a lower-case CSS keyword, or NotGeneric.
func ParseGeneric(keyword string) Generic {
	for g := Serif; g < numGenerics; g++ {
		if genericNames[g] == keyword {
			return g
		}
	}
	return NotGeneric
}

// Family is an entry of font-family: a name, or a generic family when Generic is set.
type Family struct {
	Name    string
	Generic Generic
}

// Slope is the kind of font-style.
type Slope uint8

const (
	Upright Slope = iota
	Italic
	Oblique
)

// Synthesis are the properties font-synthesis-weight and -style turned off.
type Synthesis uint8

const (
	NoSyntheticBold Synthesis = 1 << iota
	NoSyntheticOblique
)

// Axis is one setting of font-variation-settings.
type Axis struct {
	Tag   Tag
	Value float32
}

// Tag is an OpenType tag: four ASCII characters, the first in the upper bits.
type Tag uint32

// MakeTag is the tag of a string of four bytes, padded by spaces.
func MakeTag(s string) (t Tag) {
	for i := range 4 {
		c := byte(' ')
		if i < len(s) {
			c = s[i]
		}
		t = t<<8 | Tag(c)
	}
	return t
}

// Query is what styles say of a font: the computed values of the font properties.
type Query struct {
	Families   []Family
	SizePx     float32
	Weight     float32 // 1 to 1000; 0 is 400
	Stretch    float32 // percent; 0 is 100
	Slope      Slope
	Angle      float32 // degrees, for Oblique; 0 is 14
	Variations []Axis  // font-variation-settings
	Lang       string  // BCP 47, chooses between Han fonts
	Synthesis  Synthesis
	SizeAdjust float32 // font-size-adjust as ex-height aspect; 0 is none
}

// request is the normalized style of a query.
type request struct {
	weight, stretch float32
	slope           Slope
	angle           float32
}

func (q *Query) request() request {
	r := request{q.Weight, q.Stretch, q.Slope, q.Angle}
	if !(r.weight >= 1 && r.weight <= 1000) {
		r.weight = 400
	}
	if !(r.stretch > 0) {
		r.stretch = 100
	}
	if r.slope == Oblique && r.angle == 0 {
		r.angle = 14
	}
	return r
}

// offer is what a face can do: ranges for variable faces and descriptors.
type offer struct {
	weight, stretch [2]float32
	slope           Slope
	angle           [2]float32 // of Oblique
}

// distance orders offers for a request, the smaller the better: stretch first, then slope, then weight.
// https://drafts.csswg.org/css-fonts-4/#font-style-matching
func (r request) distance(o offer) (stretch, slope, weight float32) {
	// Stretch: narrower first when at most 100 %, wider first otherwise.
	switch v := r.stretch; {
	case v >= o.stretch[0] && v <= o.stretch[1]:
	case v <= 100 && o.stretch[1] < v:
		stretch = v - o.stretch[1]
	case v <= 100:
		stretch = 1000 + o.stretch[0] - v
	case o.stretch[0] > v:
		stretch = o.stretch[0] - v
	default:
		stretch = 1000 + v - o.stretch[1]
	}
	// Slope: the nearest kind.
	order := [3][3]float32{
		Upright: {Upright: 0, Oblique: 1, Italic: 2},
		Italic:  {Italic: 0, Oblique: 1, Upright: 2},
		Oblique: {Oblique: 0, Italic: 1, Upright: 2},
	}
	slope = order[r.slope][o.slope] * 1000
	if r.slope == Oblique && o.slope == Oblique {
		a := r.angle
		switch {
		case a >= o.angle[0] && a <= o.angle[1]:
		case a < o.angle[0]:
			slope += o.angle[0] - a
		default:
			slope += a - o.angle[1]
		}
	}
	// Weight: from 400 to 500 first up to 500, then lighter, then bolder; below 400 lighter first; above 500 bolder first.
	switch v := r.weight; {
	case v >= o.weight[0] && v <= o.weight[1]:
	case v >= 400 && v <= 500:
		switch {
		case o.weight[0] > v && o.weight[0] <= 500:
			weight = o.weight[0] - v
		case o.weight[1] < v:
			weight = 1000 + v - o.weight[1]
		default:
			weight = 2000 + o.weight[0] - v
		}
	case v < 400:
		if o.weight[1] < v {
			weight = v - o.weight[1]
		} else {
			weight = 1000 + o.weight[0] - v
		}
	default:
		if o.weight[0] > v {
			weight = o.weight[0] - v
		} else {
			weight = 1000 + v - o.weight[1]
		}
	}
	return stretch, slope, weight
}

// better reports whether a is nearer to the request than b.
func (r request) better(a, b offer) bool {
	s1, l1, w1 := r.distance(a)
	s2, l2, w2 := r.distance(b)
	if s1 != s2 {
		return s1 < s2
	}
	if l1 != l2 {
		return l1 < l2
	}
	return w1 < w2
}

// embeddedAliases are the families whose metrics the embedded faces have. On Linux, Chromium shows
// them in the Liberation fonts, of which the embedded ones are a part: no font of the system is needed then.
var embeddedAliases = map[string]int{
	"niso sans": embeddedSans, "arial": embeddedSans, "helvetica": embeddedSans, "liberation sans": embeddedSans, "arimo": embeddedSans,
	"niso serif": embeddedSerif, "times new roman": embeddedSerif, "times": embeddedSerif, "liberation serif": embeddedSerif, "tinos": embeddedSerif,
	"niso mono": embeddedMono, "courier new": embeddedMono, "courier": embeddedMono, "liberation mono": embeddedMono, "cousine": embeddedMono,
}

// embeddedTwins are the system families with the same letters as an embedded one, and more.
var embeddedTwins = map[string][]string{
	"Niso Sans":  {"liberation sans", "arimo", "arial"},
	"Niso Serif": {"liberation serif", "tinos", "times new roman"},
	"Niso Mono":  {"liberation mono", "cousine", "courier new"},
}

// genericFamilies are the system families that stand for a generic one, in order; the embedded family when there is none
// of them, or none at all where there is no list: such a family is passed over.
func genericFamilies(g Generic, goos string) (names []string, embedded int, ok bool) {
	switch g {
	case Serif:
		return nil, embeddedSerif, true
	case SansSerif:
		return nil, embeddedSans, true
	case Monospace, UIMonospace:
		switch goos {
		case "darwin":
			names = []string{"menlo", "courier"}
		case "windows":
			names = []string{"consolas", "courier new"}
		default:
			if g == UIMonospace {
				return nil, 0, false
			}
			names = []string{"noto sans mono", "dejavu sans mono", "inconsolata", "andale mono"}
		}
		return names, embeddedMono, true
	case SystemUI:
		switch goos {
		case "darwin":
			names = []string{"system font", ".applesystemuifont", "sf pro text", "helvetica neue"}
		case "windows":
			names = []string{"segoe ui"}
		default:
			names = []string{"noto sans", "dejavu sans", "verdana"}
		}
		return names, embeddedSans, true
	case Emoji:
		return []string{"noto color emoji", "apple color emoji", "segoe ui emoji"}, -1, true
	case Cursive:
		if goos != "linux" {
			return []string{"apple chancery", "comic sans ms"}, -1, true
		}
	case Fantasy:
		if goos != "linux" {
			return []string{"papyrus", "impact"}, -1, true
		}
	}
	return nil, 0, false
}

// resolve makes the face of a file for a request: variation axes first, synthetic styles for what they lack.
func (c *Collection) resolve(file *fontFile, have offer, r request, q *Query, fixed []Axis) *face {
	set := func(tag Tag) (v float32, ok bool) {
		switch tag {
		case MakeTag("wght"):
			v, ok = min(max(r.weight, have.weight[0]), have.weight[1]), true
		case MakeTag("wdth"):
			v, ok = min(max(r.stretch, have.stretch[0]), have.stretch[1]), true
		case MakeTag("ital"):
			if r.slope == Italic {
				v, ok = 1, true
			}
		case MakeTag("slnt"):
			if r.slope == Oblique {
				v, ok = -r.angle, true
			} else if r.slope == Italic {
				v, ok = -14, true
			}
		case MakeTag("opsz"):
			v, ok = q.SizePx, true
		}
		for _, list := range [2][]Axis{fixed, q.Variations} {
			for _, a := range list {
				if a.Tag == tag {
					v, ok = a.Value, true
				}
			}
		}
		return v, ok
	}
	coords := file.normalize(set)
	// As in Chromium, a file that is bold or italic by itself gets no more of it, whatever its @font-face rule says.
	bold := r.weight >= 600 && have.weight[1] < 600 && file.weight < 600 && q.Synthesis&NoSyntheticBold == 0
	slant := float32(0)
	if r.slope != Upright && have.slope == Upright && file.slope == Upright && q.Synthesis&NoSyntheticOblique == 0 {
		can := false
		for _, a := range file.axes {
			can = can || a.tag == MakeTag("slnt") || a.tag == MakeTag("ital")
		}
		if !can {
			slant = 0.25 // Skia's
			if r.slope == Oblique {
				slant = float32(math.Tan(float64(min(max(r.angle, -60), 60)) * math.Pi / 180))
			}
		}
	}
	return c.instance(file, coords, bold, slant)
}

// offerOf is what a file can do by itself.
func offerOf(f *fontFile) offer {
	o := offer{weight: [2]float32{f.weight, f.weight}, stretch: [2]float32{f.stretch, f.stretch}, slope: f.slope, angle: [2]float32{14, 14}}
	for _, a := range f.axes {
		switch a.tag {
		case MakeTag("wght"):
			o.weight = [2]float32{a.min, a.max}
		case MakeTag("wdth"):
			o.stretch = [2]float32{a.min, a.max}
		}
	}
	return o
}

// embeddedMatch is the face of an embedded family for a request.
func (c *Collection) embeddedMatch(family int, r request, q *Query) *face {
	file := c.embeddedFace(family, r.weight >= 600, r.slope != Upright)
	return c.resolve(file, offerOf(file), r, q, nil)
}

// familyMatch is the best face of a family by name (lower case), nil when nobody has it.
func (c *Collection) familyMatch(name string, r request, q *Query) *face {
	alias, isAlias := embeddedAliases[name]
	if isAlias && (c.opt.NoSystem || runtime.GOOS == "linux" || strings.HasPrefix(name, "niso ")) {
		return c.embeddedMatch(alias, r, q)
	}
	if c.opt.NoSystem {
		return nil
	}
	if f := c.system().match(c, name, r, q); f != nil {
		return f
	}
	if isAlias {
		return c.embeddedMatch(alias, r, q)
	}
	return nil
}
