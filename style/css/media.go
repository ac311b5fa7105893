package css

import (
	"unsafe"

	"github.com/niso-engine/niso/internal/atom"
)

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
	ForcedColors                                    bool
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
	MediaDepsType // screen, print
)

// MediaQueryList is a parsed <media-query-list>. The zero value is the empty list, which matches all.
type MediaQueryList struct {
	queries []mediaQuery
	nodes   []condNode
}

type mediaQuery struct {
	typ  string // lower-case; "" where only a condition is written
	cond uint32 // row of nodes; 0 none
	not  bool
	only bool
}

// ContainerQueryList is the prelude of a @container rule, of which one must hold.
type ContainerQueryList []ContainerQuery

// ContainerQuery is an optional name of a container and a condition on it.
type ContainerQuery struct {
	Name  atom.Atom // None: the nearest container that fits
	name  string
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

// ParseMedia parses a media query list; a query that is invalid becomes «not all».
// https://drafts.csswg.org/mediaqueries-5/#media
func ParseMedia(text string) MediaQueryList {
	v := NewValueParser(text)
	return parseMediaList(&v)
}

func parseMediaList(v *ValueParser) (l MediaQueryList) {
	if v.AtEnd() {
		return l
	}
	c := condParser{leaf: func(_ *condParser, in ValueParser) (condNode, bool) { return parseFeature(in, mediaFeatures) }}
	for {
		mark := len(c.nodes)
		q, ok := c.mediaQuery(v)
		if !ok || !v.AtEnd() && v.Peek().Kind != Comma {
			c.nodes = c.nodes[:mark]
			q = mediaQuery{typ: "all", not: true}
			for !v.AtEnd() && v.Peek().Kind != Comma {
				v.Skip()
			}
		}
		l.queries = append(l.queries, q)
		if !v.Comma() {
			l.nodes = c.nodes
			return l
		}
	}
}

func (c *condParser) mediaQuery(v *ValueParser) (q mediaQuery, ok bool) {
	save := *v
	if v.Keyword("not") {
		q.not = true
	} else if v.Keyword("only") {
		q.only = true
	}
	if v.Peek().Kind == Ident {
		typ, _ := v.Ident()
		q.typ = lowerASCII(typ)
		switch q.typ {
		case "and", "or", "not", "only", "layer":
			return q, false
		}
		if v.Keyword("and") {
			q.cond, ok = c.condition(v, false)
			return q, ok
		}
		return q, true
	}
	if q.only {
		return q, false
	}
	*v = save
	q.not = false
	q.cond, ok = c.condition(v, true)
	return q, ok
}

// Matches evaluates the list; the empty one matches.
func (l *MediaQueryList) Matches(env *MediaEnv) bool {
	if len(l.queries) == 0 {
		return true
	}
	for i := range l.queries {
		if l.query(i, env) {
			return true
		}
	}
	return false
}

func (l *MediaQueryList) query(i int, env *MediaEnv) bool {
	q := &l.queries[i]
	res := True
	switch q.typ {
	case "", "all":
	case "screen":
		res = tri(env.Type == MediaScreen)
	case "print":
		res = tri(env.Type == MediaPrint)
	case "speech":
		res = tri(env.Type == MediaSpeech)
	default:
		res = False
	}
	if res == True && q.cond != 0 {
		res = evalCond(l.nodes, q.cond, func(n *condNode) Tri { return n.feature.eval(n, env) })
	}
	if q.not {
		res = res.not()
	}
	return res == True
}

// Len is the number of queries.
func (l *MediaQueryList) Len() int { return len(l.queries) }

// Item serializes one query.
func (l *MediaQueryList) Item(i int) string { return string(l.appendQuery(nil, i)) }

func (l *MediaQueryList) appendQuery(b []byte, i int) []byte {
	q := &l.queries[i]
	switch {
	case q.not:
		b = append(b, "not "...)
	case q.only:
		b = append(b, "only "...)
	}
	if q.typ != "" && (q.typ != "all" || q.cond == 0 || q.not || q.only) {
		b = AppendIdent(b, q.typ)
		if q.cond != 0 {
			b = append(b, " and "...)
		}
	}
	if q.cond != 0 {
		b = appendCond(b, l.nodes, q.cond)
	}
	return b
}

// String serializes the list as CSSOM asks.
func (l *MediaQueryList) String() string {
	var b []byte
	for i := range l.queries {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = l.appendQuery(b, i)
	}
	return string(b)
}

// Append adds the query that text is, unless it is there already; false if text is not one query.
func (l *MediaQueryList) Append(text string) bool {
	add := ParseMedia(text)
	if len(add.queries) != 1 {
		return false
	}
	item := add.String()
	all := l.String()
	for i := range l.queries {
		if l.Item(i) == item {
			return true
		}
	}
	if all != "" {
		all += ", "
	}
	*l = ParseMedia(all + item)
	return true
}

// Delete removes the queries that serialize as text does; false if there is none.
func (l *MediaQueryList) Delete(text string) bool {
	del := ParseMedia(text)
	if len(del.queries) != 1 {
		return false
	}
	item := del.String()
	n := 0
	for i := range l.queries {
		if l.Item(i) != item {
			l.queries[n] = l.queries[i]
			n++
		}
	}
	found := n < len(l.queries)
	l.queries = l.queries[:n]
	return found
}

// Deps is what the list looks at.
func (l *MediaQueryList) Deps() (d MediaDeps) {
	for i := range l.nodes {
		if l.nodes[i].kind != condFeature {
			continue
		}
		switch l.nodes[i].name {
		case "width", "height", "device-width", "device-height", "orientation", "aspect-ratio", "device-aspect-ratio":
			d |= MediaDepsSize
		case "resolution", "-webkit-device-pixel-ratio":
			d |= MediaDepsResolution
		case "prefers-color-scheme":
			d |= MediaDepsScheme
		default:
			d |= MediaDepsOther
		}
	}
	for i := range l.queries {
		if t := l.queries[i].typ; t != "" && t != "all" {
			d |= MediaDepsType
		}
	}
	return d
}

func (l *MediaQueryList) memoryBytes() int64 {
	return int64(cap(l.queries))*int64(unsafe.Sizeof(mediaQuery{})) + int64(cap(l.nodes))*int64(unsafe.Sizeof(condNode{}))
}

// ParseSizes reads the sizes attribute of an image and gives its px for env; 100vw where no entry applies.
// https://html.spec.whatwg.org/#parse-a-sizes-attribute
func ParseSizes(text string, env *MediaEnv) float64 {
	v := NewValueParser(text)
	for !v.AtEnd() {
		// An entry ends at its comma; the size is its last component value.
		start := v
		end := v
		for !v.AtEnd() && v.Peek().Kind != Comma {
			end = v
			v.Skip()
		}
		size := end
		n, ok := size.Numeric(AcceptLength|AcceptZeroLength, NonNegative)
		if ok {
			cond := newValueParserAt(start.Source(), uint32(start.Pos()), uint32(end.Pos()))
			if cond.AtEnd() {
				return max(0, n.Eval(env.units(), 0))
			}
			c := condParser{leaf: func(_ *condParser, in ValueParser) (condNode, bool) { return parseFeature(in, mediaFeatures) }}
			if id, ok := c.condition(&cond, true); ok && cond.AtEnd() &&
				evalCond(c.nodes, id, func(n *condNode) Tri { return n.feature.eval(n, env) }) == True {
				return max(0, n.Eval(env.units(), 0))
			}
		}
		v.Comma()
	}
	return env.WidthPx
}
