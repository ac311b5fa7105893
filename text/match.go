package text

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

// Font is a query resolved against a set at one version of it. Fonts are interned: equal queries give
// the same pointer, until the set changes. Safe for all goroutines.
type Font struct {
	Metrics Metrics // of the first available font
	SizePx  float32
	Face    FaceID  // first available font: the first face that could show a space
	FacePx  float32 // SizePx with the face's size-adjust
	set     *FontSet
}
