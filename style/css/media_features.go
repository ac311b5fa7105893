package css

// https://drafts.csswg.org/mediaqueries-5/#mq-features

type featureType uint8

const (
	ftLength featureType = iota
	ftRatio
	ftResolution
	ftInteger
	ftNumber
	ftKeyword // discrete
	ftBoolean // 0 or 1, discrete
)

type mediaFeature struct {
	name     string
	typ      featureType
	keywords []string
	eval     func(n *condNode, e *MediaEnv) Tri
}

// mediaValue is the value that a feature is compared with.
type mediaValue struct {
	num, den Numeric // den: of a ratio
	ident    string
}

// ranged reports whether the feature has min- and max- and comparisons.
func (f *mediaFeature) ranged() bool { return f.typ < ftKeyword }

var mediaFeatures = func() map[string]*mediaFeature {
	m := map[string]*mediaFeature{}
	add := func(name string, t featureType, eval func(*condNode, *MediaEnv) Tri, keywords ...string) {
		m[name] = &mediaFeature{name: name, typ: t, keywords: keywords, eval: eval}
	}
	length := func(get func(*MediaEnv) float64) func(*condNode, *MediaEnv) Tri {
		return func(n *condNode, e *MediaEnv) Tri { return n.compare(get(e), e.units()) }
	}
	number := func(get func(*MediaEnv) float64) func(*condNode, *MediaEnv) Tri {
		return func(n *condNode, e *MediaEnv) Tri { return n.compare(get(e), e.units()) }
	}
	word := func(get func(*MediaEnv) string) func(*condNode, *MediaEnv) Tri {
		return func(n *condNode, e *MediaEnv) Tri { return n.keyword(get(e)) }
	}
	yes := func(b bool, t, f string) string {
		if b {
			return t
		}
		return f
	}
	add("width", ftLength, length(func(e *MediaEnv) float64 { return e.WidthPx }))
	add("height", ftLength, length(func(e *MediaEnv) float64 { return e.HeightPx }))
	add("device-width", ftLength, length(func(e *MediaEnv) float64 { return e.DeviceWidthPx }))
	add("device-height", ftLength, length(func(e *MediaEnv) float64 { return e.DeviceHeightPx }))
	add("aspect-ratio", ftRatio, func(n *condNode, e *MediaEnv) Tri { return n.compareRatio(e.WidthPx, e.HeightPx) })
	add("device-aspect-ratio", ftRatio, func(n *condNode, e *MediaEnv) Tri { return n.compareRatio(e.DeviceWidthPx, e.DeviceHeightPx) })
	add("orientation", ftKeyword, word(func(e *MediaEnv) string { return orientationOf(e.WidthPx, e.HeightPx) }), "portrait", "landscape")
	add("resolution", ftResolution, number(func(e *MediaEnv) float64 { return e.dpr() }))
	add("-webkit-device-pixel-ratio", ftNumber, number(func(e *MediaEnv) float64 { return e.dpr() }))
	add("color", ftInteger, number(func(e *MediaEnv) float64 {
		if e.Monochrome > 0 {
			return 0
		}
		if e.ColorBits == 0 {
			return 8
		}
		return float64(e.ColorBits)
	}))
	add("color-index", ftInteger, number(func(e *MediaEnv) float64 { return 0 }))
	add("monochrome", ftInteger, number(func(e *MediaEnv) float64 { return float64(e.Monochrome) }))
	add("grid", ftBoolean, number(func(e *MediaEnv) float64 { return map[bool]float64{true: 1}[e.Grid] }))
	add("-webkit-transform-3d", ftBoolean, number(func(e *MediaEnv) float64 { return 1 }))
	add("horizontal-viewport-segments", ftInteger, number(func(e *MediaEnv) float64 { return 1 }))
	add("vertical-viewport-segments", ftInteger, number(func(e *MediaEnv) float64 { return 1 }))
	add("scan", ftKeyword, word(func(e *MediaEnv) string { return "none" }), "interlace", "progressive")
	add("update", ftKeyword, word(func(e *MediaEnv) string {
		if e.Type == MediaPrint {
			return "none"
		}
		return [...]string{"fast", "slow", "none"}[e.Update]
	}), "none", "slow", "fast")
	add("overflow-block", ftKeyword, word(func(e *MediaEnv) string { return yes(e.PaginatedBlock || e.Type == MediaPrint, "paged", "scroll") }), "none", "scroll", "paged")
	add("overflow-inline", ftKeyword, word(func(e *MediaEnv) string { return yes(e.PaginatedBlock || e.Type == MediaPrint, "none", "scroll") }), "none", "scroll")
	gamut := func(n *condNode, e *MediaEnv) Tri {
		if n.op == opNone {
			return True
		}
		return tri(map[string]Gamut{"srgb": GamutSRGB, "p3": GamutP3, "rec2020": GamutRec2020}[n.hi.ident] <= e.Gamut)
	}
	add("color-gamut", ftKeyword, gamut, "srgb", "p3", "rec2020")
	add("video-color-gamut", ftKeyword, gamut, "srgb", "p3", "rec2020")
	hdr := func(n *condNode, e *MediaEnv) Tri {
		return tri(n.op == opNone || n.hi.ident == "standard" || e.HDR)
	}
	add("dynamic-range", ftKeyword, hdr, "standard", "high")
	add("video-dynamic-range", ftKeyword, hdr, "standard", "high")
	add("pointer", ftKeyword, word(func(e *MediaEnv) string { return pointerNames[e.Pointer] }), "none", "coarse", "fine")
	add("any-pointer", ftKeyword, word(func(e *MediaEnv) string { return pointerNames[e.AnyPointer] }), "none", "coarse", "fine")
	add("hover", ftKeyword, word(func(e *MediaEnv) string { return yes(e.HoverNone, "none", "hover") }), "none", "hover")
	add("any-hover", ftKeyword, word(func(e *MediaEnv) string { return yes(e.AnyHoverNone, "none", "hover") }), "none", "hover")
	add("scripting", ftKeyword, word(func(e *MediaEnv) string { return [...]string{"enabled", "initial-only", "none"}[e.Scripting] }), "none", "initial-only", "enabled")
	add("display-mode", ftKeyword, word(func(e *MediaEnv) string {
		return [...]string{"browser", "minimal-ui", "standalone", "fullscreen"}[e.DisplayMode]
	}), "fullscreen", "standalone", "minimal-ui", "browser", "window-controls-overlay", "picture-in-picture")
	add("prefers-color-scheme", ftKeyword, word(func(e *MediaEnv) string { return yes(e.Dark, "dark", "light") }), "light", "dark")
	add("prefers-reduced-motion", ftKeyword, word(func(e *MediaEnv) string { return yes(e.ReducedMotion, "reduce", "no-preference") }), "no-preference", "reduce")
	add("prefers-reduced-transparency", ftKeyword, word(func(e *MediaEnv) string { return yes(e.ReducedTransparency, "reduce", "no-preference") }), "no-preference", "reduce")
	add("prefers-reduced-data", ftKeyword, word(func(e *MediaEnv) string { return yes(e.ReducedData, "reduce", "no-preference") }), "no-preference", "reduce")
	add("prefers-contrast", ftKeyword, word(func(e *MediaEnv) string {
		return [...]string{"no-preference", "more", "less", "custom"}[e.Contrast]
	}), "no-preference", "more", "less", "custom")
	add("forced-colors", ftKeyword, word(func(e *MediaEnv) string { return yes(e.ForcedColors, "active", "none") }), "none", "active")
	return m
}()

var containerFeatures = map[string]*mediaFeature{
	"width": {name: "width", typ: ftLength}, "height": {name: "height", typ: ftLength},
	"inline-size": {name: "inline-size", typ: ftLength}, "block-size": {name: "block-size", typ: ftLength},
	"aspect-ratio": {name: "aspect-ratio", typ: ftRatio},
	"orientation":  {name: "orientation", typ: ftKeyword, keywords: []string{"portrait", "landscape"}},
}

var pointerNames = [...]string{PointerFine: "fine", PointerCoarse: "coarse", PointerNone: "none"}

func orientationOf(w, h float64) string {
	if h >= w {
		return "portrait"
	}
	return "landscape"
}

func (e *MediaEnv) dpr() float64 {
	if e.DPR == 0 {
		return 1
	}
	return e.DPR
}

func (e *MediaEnv) units() UnitEnv {
	em := e.FontSizePx
	if em == 0 {
		em = 16
	}
	return mediaUnits{em, e.WidthPx, e.HeightPx}
}

// mediaUnits are the relative units outside of any element: of the initial font, of the viewport.
type mediaUnits struct{ em, w, h float64 }

// Px implements UnitEnv.
func (m mediaUnits) Px(u Unit) float64 {
	switch u {
	case Em, Rem, Ic, Ric:
		return m.em
	case Ex, Rex, Ch, Rch:
		return m.em / 2
	case Cap, Rcap:
		return m.em * 0.7
	case Lh, Rlh:
		return m.em * 1.2
	case Vw, Vi, Svw, Svi, Lvw, Lvi, Dvw, Dvi, Cqw, Cqi:
		return m.w / 100
	case Vh, Vb, Svh, Svb, Lvh, Lvb, Dvh, Dvb, Cqh, Cqb:
		return m.h / 100
	case Vmin, Svmin, Lvmin, Dvmin, Cqmin:
		return min(m.w, m.h) / 100
	case Vmax, Svmax, Lvmax, Dvmax, Cqmax:
		return max(m.w, m.h) / 100
	}
	return 0
}

// parseFeature reads the inside of (feature), (feature: value) or (range).
func parseFeature(in ValueParser, features map[string]*mediaFeature) (n condNode, ok bool) {
	n.kind = condFeature
	save := in
	if name, ok := in.Ident(); ok {
		name = lowerASCII(name)
		f := features[name]
		if f == nil {
			base, prefix := name, uint8(0)
			switch {
			case len(name) > 4 && name[:4] == "min-":
				base, prefix = name[4:], 1
			case len(name) > 4 && name[:4] == "max-":
				base, prefix = name[4:], 2
			case len(name) > 12 && name[:12] == "-webkit-min-":
				base, prefix = "-webkit-"+name[12:], 1
			case len(name) > 12 && name[:12] == "-webkit-max-":
				base, prefix = "-webkit-"+name[12:], 2
			}
			if f = features[base]; f != nil && prefix != 0 && f.ranged() {
				if in.Peek().Kind != Colon {
					return n, false
				}
				in.Next()
				n.name, n.feature, n.prefix, n.op = base, f, prefix, opColon
				n.hi, ok = f.value(&in)
				return n, ok && in.AtEnd()
			}
		} else {
			n.name, n.feature = name, f
			if in.AtEnd() {
				return n, true
			}
			if in.Peek().Kind == Colon {
				in.Next()
				n.op = opColon
				n.hi, ok = f.value(&in)
				return n, ok && in.AtEnd()
			}
			if n.op2 = comparison(&in); n.op2 != opNone && f.ranged() {
				n.hi, ok = f.value(&in)
				return n, ok && in.AtEnd()
			}
			return n, false
		}
	}
	// value op name, or value op name op value: the name decides how the value is read.
	in = save
	for !in.AtEnd() && in.Peek().Kind != Delim {
		in.Skip()
	}
	for in.Delim('/') { // a ratio
		for !in.AtEnd() && in.Peek().Kind != Delim {
			in.Skip()
		}
	}
	if n.op = comparison(&in); n.op == opNone {
		return n, false
	}
	name, ok := in.Ident()
	n.name = lowerASCII(name)
	if n.feature = features[n.name]; !ok || n.feature == nil || !n.feature.ranged() {
		return n, false
	}
	value := save
	if n.lo, ok = n.feature.value(&value); !ok || comparison(&value) != n.op {
		return n, false
	}
	if in.AtEnd() {
		return n, true
	}
	n.op2 = comparison(&in)
	if n.hi, ok = n.feature.value(&in); !ok || !in.AtEnd() {
		return n, false
	}
	less := func(o rangeOp) bool { return o == opLT || o == opLE }
	more := func(o rangeOp) bool { return o == opGT || o == opGE }
	return n, less(n.op) && less(n.op2) || more(n.op) && more(n.op2)
}

// comparison takes <, <=, =, > or >=.
func comparison(v *ValueParser) rangeOp {
	switch {
	case v.Delim('='):
		return opEQ
	case v.Delim('<'):
		if !v.SpaceBefore() && v.Delim('=') {
			return opLE
		}
		return opLT
	case v.Delim('>'):
		if !v.SpaceBefore() && v.Delim('=') {
			return opGE
		}
		return opGT
	}
	return opNone
}

func (f *mediaFeature) value(v *ValueParser) (m mediaValue, ok bool) {
	switch f.typ {
	case ftLength:
		unitless := v.Peek().Kind == Number
		if m.num, ok = v.Numeric(AcceptLength|AcceptZeroLength, AnyRange); unitless {
			m.num.Unit = UnitNumber // 0 is serialized as it is written
		}
	case ftResolution:
		if v.Keyword("infinite") {
			m.ident = "infinite"
			return m, true
		}
		m.num, ok = v.Numeric(AcceptResolution, AnyRange)
	case ftInteger, ftBoolean:
		m.num, ok = v.Numeric(AcceptInteger, AnyRange)
		if f.typ == ftBoolean && m.num.Num != 0 && m.num.Num != 1 {
			return m, false
		}
	case ftNumber:
		m.num, ok = v.Numeric(AcceptNumber, AnyRange)
	case ftRatio:
		if m.num, ok = v.Numeric(AcceptNumber, NonNegative); !ok {
			return m, false
		}
		m.den = Numeric{Num: 1, Unit: UnitNumber, Type: CalcNumber}
		if v.Delim('/') {
			m.den, ok = v.Numeric(AcceptNumber, NonNegative)
		}
	case ftKeyword:
		var id string
		if id, ok = v.Ident(); !ok {
			return m, false
		}
		m.ident = lowerASCII(id)
		for _, k := range f.keywords {
			if k == m.ident {
				return m, true
			}
		}
		return m, false
	}
	return m, ok
}

// keyword evaluates a discrete feature whose value is have. Alone, none and no-preference are false.
func (n *condNode) keyword(have string) Tri {
	if n.op == opNone && n.op2 == opNone {
		return tri(have != "none" && have != "no-preference")
	}
	return tri(n.hi.ident == have)
}

// compare evaluates a ranged feature whose value is have, in px, dppx or as a number.
func (n *condNode) compare(have float64, units UnitEnv) Tri {
	value := func(m *mediaValue) float64 {
		if m.ident == "infinite" {
			return infinity
		}
		return m.num.Eval(units, 0)
	}
	return n.test(func(m *mediaValue) int {
		v := value(m)
		switch {
		case have < v:
			return -1
		case have > v:
			return 1
		}
		return 0
	}, have != 0)
}

// compareRatio evaluates a ratio feature: w/h against a/b by cross products, so that 0/0 and x/0 are ordered.
func (n *condNode) compareRatio(w, h float64) Tri {
	return n.test(func(m *mediaValue) int {
		a, b := w*m.den.Eval(nil, 0), h*m.num.Eval(nil, 0)
		switch {
		case a < b:
			return -1
		case a > b:
			return 1
		}
		return 0
	}, w != 0)
}

// test applies the comparisons; cmp compares the feature's value with m.
func (n *condNode) test(cmp func(m *mediaValue) int, nonZero bool) Tri {
	switch {
	case n.op == opNone && n.op2 == opNone:
		return tri(nonZero)
	case n.op == opColon:
		switch c := cmp(&n.hi); n.prefix {
		case 1:
			return tri(c >= 0)
		case 2:
			return tri(c <= 0)
		default:
			return tri(c == 0)
		}
	}
	holds := func(c int, o rangeOp) bool {
		switch o {
		case opLT:
			return c < 0
		case opLE:
			return c <= 0
		case opEQ:
			return c == 0
		case opGT:
			return c > 0
		case opGE:
			return c >= 0
		}
		return true
	}
	ok := true
	if n.op != opNone { // lo op feature
		ok = holds(-cmp(&n.lo), n.op)
	}
	if n.op2 != opNone {
		ok = ok && holds(cmp(&n.hi), n.op2)
	}
	return tri(ok)
}

func (n *condNode) appendFeature(b []byte) []byte {
	b = append(b, '(')
	if n.op != opNone && n.op != opColon {
		b = n.lo.appendTo(b, n.feature)
		b = append(b, ' ')
		b = append(b, rangeOpText[n.op]...)
		b = append(b, ' ')
	}
	name := n.name
	if n.prefix != 0 {
		p := [...]string{1: "min-", 2: "max-"}[n.prefix]
		if len(name) > 8 && name[:8] == "-webkit-" {
			name = "-webkit-" + p + name[8:]
		} else {
			name = p + name
		}
	}
	b = append(b, name...)
	switch {
	case n.op == opColon:
		b = append(b, ": "...)
		b = n.hi.appendTo(b, n.feature)
	case n.op2 != opNone:
		b = append(b, ' ')
		b = append(b, rangeOpText[n.op2]...)
		b = append(b, ' ')
		b = n.hi.appendTo(b, n.feature)
	}
	return append(b, ')')
}

func (m *mediaValue) appendTo(b []byte, f *mediaFeature) []byte {
	if m.ident != "" {
		return append(b, m.ident...)
	}
	b = m.num.AppendTo(b)
	if f.typ == ftRatio {
		b = append(b, " / "...)
		b = m.den.AppendTo(b)
	}
	return b
}
