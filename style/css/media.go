package css

import "github.com/niso-engine/niso/internal/atom"

// MediaEnv is what media queries are evaluated against. Lengths in CSS px.
type MediaEnv struct {
	Type                                            MediaType
	WidthPx, HeightPx                               float64 // of the viewport
	DeviceWidthPx, DeviceHeightPx                   float64
	FontSizePx                                      float64 // the initial font size (em, rem in queries); 0 is 16
	DPR                                             float64 // device pixels a CSS px; 0 is 1
	Dark                                            bool    // prefers-color-scheme
	ReducedMotion, ReducedTransparency, ReducedData bool
	Contrast                                        Contrast
	ForcedColors, InvertedColors                    bool
	HoverNone, AnyHoverNone                         bool    // the zero value hovers
	Pointer, AnyPointer                             Pointer // the zero value is a mouse
	ColorBits                                       int     // a channel; 0 is 8
	Monochrome                                      int
	Gamut                                           Gamut
	HDR                                             bool // dynamic-range, video-dynamic-range: high
	Update                                          Update
	Scripting                                       Scripting
	DisplayMode                                     DisplayMode
	Grid                                            bool
	PaginatedBlock                                  bool // overflow-block: paged
	NavControlsBack                                 bool
}

// MediaType is a medium.
type MediaType uint8

const (
	MediaScreen MediaType = iota
	MediaPrint
	MediaSpeech
)

type Contrast uint8

const (
	ContrastNoPreference Contrast = iota
	ContrastMore
	ContrastLess
	ContrastCustom
)

type Pointer uint8

const (
	PointerFine Pointer = iota
	PointerCoarse
	PointerNone
)

type Gamut uint8

const (
	GamutSRGB Gamut = iota
	GamutP3
	GamutRec2020
)

type Update uint8

const (
	UpdateFast Update = iota
	UpdateSlow
	UpdateNone
)

type Scripting uint8

const (
	ScriptingEnabled Scripting = iota
	ScriptingInitialOnly
	ScriptingNone
)

type DisplayMode uint8

const (
	DisplayBrowser DisplayMode = iota
	DisplayMinimalUI
	DisplayStandalone
	DisplayFullscreen
)

// MediaDeps say which parts of MediaEnv a list looks at.
type MediaDeps uint16

const (
	MediaDepsSize MediaDeps = 1 << iota // width, height, orientation, aspect ratio
	MediaDepsResolution
	MediaDepsScheme
	MediaDepsOther
)

// MediaQueryList is a parsed <media-query-list>. The zero value is the empty list, which matches all.
type MediaQueryList struct {
	queries []mediaQuery
	nodes   []condNode
}

type mediaQuery struct {
	typ     string // lower-case; "" where only a condition is written
	cond    uint32 // row of nodes; 0 none
	not     bool
	only    bool
	invalid bool // «not all»
}

// ContainerQuery is the condition of one @container rule: an optional name and a condition.
type ContainerQuery struct {
	Name  atom.Atom // None: the nearest container that fits
	cond  uint32
	nodes []condNode
}

// ContainerEnv answers the features of a container query. Each returns false where it cannot be known.
type ContainerEnv struct {
	WidthPx, HeightPx, InlinePx, BlockPx     float64
	HasWidth, HasHeight, HasInline, HasBlock bool
	Env                                      UnitEnv // for lengths in em, rem, viewport units; nil: 16 px
	// Style answers style(property: value), with the value's text, and style(--x) with HasValue false.
	Style func(property, value string, hasValue bool) Tri
	// ScrollState answers scroll-state(feature: value).
	ScrollState func(feature, value string) Tri
}

// Tri is three-valued logic.
type Tri uint8

const (
	False Tri = iota
	True
	Unknown
)

// SupportsCondition is a parsed @supports condition.
type SupportsCondition struct {
	cond  uint32
	nodes []condNode
	src   string
}

// SupportsEnv answers the parts of a supports condition.
type SupportsEnv struct {
	Declaration func(property, value string) bool
	Selector    func(selector string) bool // nil: parse with this package
	FontTech    func(tech string) bool
	FontFormat  func(format string) bool
	AtRule      func(name string) bool // nil: the kinds this package knows
}
