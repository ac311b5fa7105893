package style

import (
	"sort"
	"strings"
	"sync"

	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/style/css"
)

//go:generate go run ./internal/propgen

// Damage is what a change of a computed value asks of the later passes; bits.
type Damage uint8

const (
	DamageComposite Damage = 1 << iota // transform, opacity: the compositor, and the box's painted overflow
	DamageRepaint                      // the display items of the box
	DamageOverflow                     // what it paints outside its box
	DamageLayout                       // its size, place or content
	DamageRebuild                      // its boxes are made again
	DamageChildren                     // children came, went or moved between slots: the boxes of its children differ
	DamageText                         // of a Text node: its data
	DamageNone      Damage = 0
)

// Property describes a longhand property.
type Property struct {
	Name      string
	Group     GroupID
	Type      string // name of the type of its computed value
	Initial   string // CSS text
	Inherited bool
	Damage    Damage
	Percent   string // what percentages refer to, "" where there are none
	Anim      string // how it interpolates, "" for discrete
}

// Shorthand describes a shorthand property.
type Shorthand struct {
	Name      string
	Longhands []PropertyID // in the order of serialization
}

// Info is the table's entry of a property; of a physical one for a flow-relative property.
func (p PropertyID) Info() *Property { return &propertyTable[p.representative()] }

// Name is the property's name.
func (p PropertyID) Name() string {
	if p.isLogical() {
		return logicals[p-PropertyCount].name
	}
	return propertyTable[p].Name
}

// Info is the entry of a shorthand.
func (s ShorthandID) Info() *Shorthand {
	if s >= ShorthandCount {
		return &logicalShorthands[s-ShorthandCount]
	}
	return &shorthandTable[s]
}

var (
	longhandNames  = map[string]PropertyID{}
	shorthandNames = map[string]ShorthandID{}
	// byAtom is the property of a static atom: a longhand, or -1 - a shorthand.
	byAtom map[atom.Atom]int32
	// initialValues are the parsed initial values.
	initialValues [PropertyCount]value
	initialTexts  [PropertyCount]string // serialized as specified values
)

// propertyAliases are other names of properties. https://drafts.csswg.org/css-cascade-5/#aliasing
var propertyAliases = map[string]string{
	"word-wrap": "overflow-wrap", "grid-gap": "gap", "grid-row-gap": "row-gap", "grid-column-gap": "column-gap",
	"page-break-before": "break-before", "page-break-after": "break-after", "page-break-inside": "break-inside",
	"font-width": "font-stretch", "text-decoration-skip": "", "box-orient": "",
	"line-clamp": "-webkit-line-clamp", "epub-text-transform": "text-transform", "epub-word-break": "word-break",
	"-webkit-border-horizontal-spacing": "", "-webkit-column-break-before": "break-before", "-webkit-column-break-after": "break-after",
	"-webkit-column-break-inside": "break-inside", "-webkit-word-break": "word-break", "-webkit-line-break": "line-break",
	"-webkit-writing-mode": "writing-mode", "-webkit-text-orientation": "text-orientation",
	"-webkit-mask-position-x": "mask-position-x", "-webkit-mask-position-y": "mask-position-y", "-webkit-box-decoration-break": "box-decoration-break",
	"-webkit-print-color-adjust": "print-color-adjust", "-webkit-clip-path": "clip-path", "-webkit-hyphenate-character": "hyphenate-character",
	"-webkit-shape-outside": "shape-outside", "-webkit-shape-margin": "shape-margin", "-webkit-shape-image-threshold": "shape-image-threshold",
	"-webkit-opacity": "opacity", "-webkit-filter": "filter", "-webkit-font-feature-settings": "font-feature-settings",
	"-webkit-columns": "columns", "-webkit-column-count": "column-count", "-webkit-column-width": "column-width", "-webkit-column-gap": "column-gap",
	"-webkit-column-rule": "column-rule", "-webkit-column-rule-color": "column-rule-color", "-webkit-column-rule-style": "column-rule-style",
	"-webkit-column-rule-width": "column-rule-width", "-webkit-column-span": "column-span", "-webkit-column-fill": "column-fill",
	"-webkit-text-emphasis": "text-emphasis", "-webkit-text-emphasis-color": "text-emphasis-color", "-webkit-text-emphasis-style": "text-emphasis-style",
	"-webkit-text-emphasis-position": "text-emphasis-position", "-webkit-margin-collapse": "", "-webkit-perspective-origin-x": "",
	"-webkit-box-flex": "flex-grow", "-webkit-box-ordinal-group": "", "-webkit-border-image": "border-image",
	"-ms-overflow-style": "", "-webkit-text-size-adjust": "text-size-adjust", "-webkit-app-region": "",
}

// webkitSame are properties whose -webkit- form is an alias.
const webkitSame = "align-content align-items align-self animation animation-delay animation-direction animation-duration animation-fill-mode animation-iteration-count animation-name animation-play-state animation-timing-function appearance backface-visibility background-clip background-origin background-size border-bottom-left-radius border-bottom-right-radius border-radius border-top-left-radius border-top-right-radius box-shadow box-sizing flex flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap justify-content mask mask-clip mask-composite mask-image mask-origin mask-position mask-repeat mask-size order perspective perspective-origin transform transform-origin transform-style transition transition-delay transition-duration transition-property transition-timing-function user-select"

func init() {
	opsDisplay.parse = parseDisplay
	namesDisplay[DisplayInlineListItem] = "inline list-item"
	initFields()
	initLogical()
	for p := PropNone + 1; p < propAll; p++ {
		longhandNames[p.Name()] = p
	}
	delete(longhandNames, "-niso-lang")
	initLogicalShorthands()
	for s := ShortNone + 1; s < ShorthandCount; s++ {
		shorthandNames[shorthandTable[s].Name] = s
	}
	for i := range logicalShorthands {
		shorthandNames[logicalShorthands[i].Name] = ShorthandCount + ShorthandID(i)
	}
	alias := func(from, to string) {
		if p, ok := longhandNames[to]; ok {
			longhandNames[from] = p
		} else if s, ok := shorthandNames[to]; ok {
			shorthandNames[from] = s
		}
	}
	for from, to := range propertyAliases {
		if to != "" {
			alias(from, to)
		}
	}
	for from, to := range logicalAliases {
		alias(from, to)
	}
	for _, n := range strings.Fields(webkitSame) {
		alias("-webkit-"+n, n)
	}
	initBlend()
	byAtom = make(map[atom.Atom]int32)
	var none atom.Table
	for n, p := range longhandNames {
		if a := none.Lookup(n); a != atom.None {
			byAtom[a] = int32(p)
		}
	}
	for n, s := range shorthandNames {
		if a := none.Lookup(n); a != atom.None {
			byAtom[a] = -1 - int32(s)
		}
	}
}

// initValues parses the table's initial values once; not in init, as parsing is not needed by who only reads values.
var initValues = sync.OnceFunc(func() {
	for p := PropNone + 1; p < PropertyCount; p++ {
		text := propertyTable[p].Initial
		vp := css.NewValueParser(text)
		c := parseCtx{prop: p, ua: true}
		v, ok := fieldTable[p].ops.parse(&vp, &c)
		if !ok || !vp.AtEnd() {
			panic("style: initial value of " + p.Name() + " does not parse: " + text)
		}
		initialValues[p] = v
		initialTexts[p] = string(fieldTable[p].ops.spec(nil, v, &textCtx{prop: p, specified: true}))
	}
})

// PropertyByName finds a longhand (p) or shorthand (sh) by its lower-case name, aliases included.
func PropertyByName(name string) (p PropertyID, sh ShorthandID, ok bool) {
	if p, ok := longhandNames[name]; ok {
		return p, 0, true
	}
	sh, ok = shorthandNames[name]
	return 0, sh, ok
}

// ComputedNames are the longhands in the order in which getComputedStyle lists them: by name, prefixed ones last.
func ComputedNames() []string { return computedNames() }

var computedNames = sync.OnceValue(func() []string {
	var out []string
	for p := PropNone + 1; p < propAll; p++ {
		switch p {
		case PropNisoLang, PropPage, PropBackgroundPositionX, PropBackgroundPositionY, PropMaskPositionX, PropMaskPositionY, PropBorderSpacing:
			continue
		}
		out = append(out, p.Name())
	}
	out = append(out, "background-position", "contain-intrinsic-size", "font-variant", "mask-position", "text-decoration")
	sort.Slice(out, func(i, j int) bool {
		a, b := out[i][0] == '-', out[j][0] == '-'
		if a != b {
			return b
		}
		return out[i] < out[j]
	})
	return out
})
