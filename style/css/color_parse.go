package css

import (
	"math"
	"slices"
	"strings"
)

// https://drafts.csswg.org/css-color-4/ and css-color-5

const namedTransparent = uint16(len(namedColors) + 1)

// systemNames are the system colours in lower case.
var systemNames = [SystemColorCount]string{
	AccentColor: "accentcolor", AccentColorText: "accentcolortext", ActiveText: "activetext", ButtonBorder: "buttonborder",
	ButtonFace: "buttonface", ButtonText: "buttontext", Canvas: "canvas", CanvasText: "canvastext", Field: "field",
	FieldText: "fieldtext", GrayText: "graytext", Highlight: "highlight", HighlightText: "highlighttext",
	LinkText: "linktext", Mark: "mark", MarkText: "marktext", SelectedItem: "selecteditem",
	SelectedItemText: "selecteditemtext", VisitedText: "visitedtext",
}

// systemByName has the deprecated names too.
var systemByName = func() map[string]SystemColor {
	m := map[string]SystemColor{
		"-webkit-link": LinkText, "-webkit-activelink": ActiveText, "-webkit-focus-ring-color": AccentColor,
	}
	for i := SystemNone + 1; i < SystemColorCount; i++ {
		m[systemNames[i]] = i
	}
	for c, names := range map[SystemColor]string{
		ButtonBorder: "activeborder inactiveborder threeddarkshadow threedhighlight threedlightshadow threedshadow windowframe",
		ButtonFace:   "buttonhighlight buttonshadow threedface", Canvas: "activecaption appworkspace background inactivecaption infobackground menu scrollbar window",
		CanvasText: "captiontext infotext menutext windowtext", GrayText: "inactivecaptiontext",
	} {
		for _, n := range strings.Fields(names) {
			m[n] = c
		}
	}
	return m
}()

// systemAliases are the names that are not a SystemColor's own, sorted: a specified value keeps them.
var systemAliases = func() (list []string) {
	for n, c := range systemByName {
		if systemNames[c] != n {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return
}()

// SystemColorValue is this package's colour of a system colour.
func SystemColorValue(c SystemColor, dark bool) Color {
	light := [SystemColorCount]uint32{
		AccentColor: 0x0075FF, AccentColorText: 0xFFFFFF, ActiveText: 0xFF0000, ButtonBorder: 0x000000, ButtonFace: 0xEFEFEF,
		ButtonText: 0x000000, Canvas: 0xFFFFFF, CanvasText: 0x000000, Field: 0xFFFFFF, FieldText: 0x000000, GrayText: 0x808080,
		Highlight: 0x0041C6, HighlightText: 0x000000, LinkText: 0x0000EE, Mark: 0xFFFF00, MarkText: 0x000000,
		SelectedItem: 0x1967D2, SelectedItemText: 0xFFFFFF, VisitedText: 0x551A8B,
	}
	night := [SystemColorCount]uint32{
		AccentColor: 0x99C8FF, AccentColorText: 0x000000, ActiveText: 0xFF9E9E, ButtonBorder: 0xFFFFFF, ButtonFace: 0x6B6B6B,
		ButtonText: 0xFFFFFF, Canvas: 0x121212, CanvasText: 0xFFFFFF, Field: 0x3B3B3B, FieldText: 0xFFFFFF, GrayText: 0x808080,
		Highlight: 0x0041C6, HighlightText: 0xFFFFFF, LinkText: 0x9E9EFF, Mark: 0xFFFF00, MarkText: 0x000000,
		SelectedItem: 0x99C8FF, SelectedItemText: 0x3B3B3B, VisitedText: 0xD0ADF0,
	}
	t := &light
	if dark {
		t = &night
	}
	k := rgb24(t[c])
	if c == Highlight {
		k.Alpha = 0.8
	}
	return k
}

func rgb24(v uint32) Color {
	return Color{C: [3]float32{float32(v>>16) / 255, float32(v>>8&255) / 255, float32(v&255) / 255}, Alpha: 1, Legacy: true}
}

// RGBA makes a legacy sRGB colour; components 0 to 1, rounded to 8 bits.
func RGBA(r, g, b, a float32) Color {
	q := func(v float32) float32 {
		// What is half a step in exact arithmetic rounds up.
		return float32(math.Floor(float64(max(0, min(1, v)))*255+0.5+1e-4) / 255)
	}
	return Color{C: [3]float32{q(r), q(g), q(b)}, Alpha: max(0, min(1, a)), Legacy: true}
}

// NamedColor is the colour of a name in lower case: a named colour or transparent.
func NamedColor(lower string) (Color, bool) {
	if lower == "transparent" {
		return Color{Legacy: true, Named: namedTransparent}, true
	}
	i, ok := slices.BinarySearchFunc(namedColors[:], lower, func(e struct {
		name string
		rgb  uint32
	}, s string) int {
		return strings.Compare(e.name, s)
	})
	if !ok {
		return Color{}, false
	}
	c := rgb24(namedColors[i].rgb)
	c.Named = uint16(i + 1)
	return c, true
}

// ParseColor reads src as a <color> and nothing else.
func ParseColor(src string) (Color, bool) {
	p := NewValueParser(src)
	c, ok := p.Color()
	return c, ok && p.AtEnd()
}

// HexColor reads the digits of #rgb, #rgba, #rrggbb or #rrggbbaa.
func HexColor(s string) (Color, bool) {
	for i := range len(s) {
		if class[s[i]]&clsHex == 0 {
			return Color{}, false
		}
	}
	d := func(i int) float32 { return float32(hexDigit(s[i])) }
	var v [4]float32
	v[3] = 255
	switch len(s) {
	case 3, 4:
		for i := range len(s) {
			v[i] = d(i) * 17
		}
	case 6, 8:
		for i := 0; i < len(s); i += 2 {
			v[i/2] = d(i)*16 + d(i+1)
		}
	default:
		return Color{}, false
	}
	return Color{C: [3]float32{v[0] / 255, v[1] / 255, v[2] / 255}, Alpha: v[3] / 255, Legacy: true}, true
}

// Color takes a <color>.
func (p *ValueParser) Color() (Color, bool) {
	switch p.tok.Kind {
	case Hash:
		c, ok := HexColor(p.Text(p.tok))
		if ok {
			p.Next()
		}
		return c, ok
	case Ident:
		name := lowerASCII(p.Text(p.tok))
		c, ok := NamedColor(name)
		if !ok {
			if name == "currentcolor" {
				c, ok = Color{Kind: ColorCurrent}, true
			} else if s, found := systemByName[name]; found {
				c, ok = Color{Kind: ColorSystem, System: s}, true
				if i, found := slices.BinarySearch(systemAliases, name); found {
					c.Named = uint16(i + 1)
				}
			}
		}
		if ok {
			p.Next()
		}
		return c, ok
	case Function:
		save := *p
		if name, in, ok := p.AnyFunction(); ok {
			if c, ok := colorFunction(lowerASCII(name), &in); ok && in.AtEnd() {
				return c, true
			}
		}
		*p = save
	}
	return Color{}, false
}

// component is one component of a colour function as written.
type component struct {
	num  float64
	calc *CalcExpr // with keywords of a relative colour, or relative units
	unit Unit      // UnitNumber, UnitPercent or an angle
	none bool
	sym  int // 1 + keyword of a relative colour
}

// ColorExpression is a colour function that is resolved against an element.
type ColorExpression struct {
	kind         uint8
	space        ColorSpace // to mix in; of the relative colour
	hue          uint8      // hue interpolation
	fn           string     // name of the relative colour function
	a, b         Color      // of color-mix(), light-dark(); a: origin of a relative colour
	pa, pb       Numeric    // percentages of color-mix()
	hasPA, hasPB bool
	comps        [4]component
	hasAlpha     bool
}

const (
	exprMix = iota
	exprRelative
	exprLightDark
)

const (
	hueShorter = iota
	hueLonger
	hueIncreasing
	hueDecreasing
)

var hueNames = [...]string{"shorter", "longer", "increasing", "decreasing"}

var spaceNames = [SpaceCount]string{
	SpaceSRGB: "srgb", SpaceHSL: "hsl", SpaceHWB: "hwb", SpaceLab: "lab", SpaceLCH: "lch", SpaceOKLab: "oklab", SpaceOKLCH: "oklch",
	SpaceSRGBLinear: "srgb-linear", SpaceDisplayP3: "display-p3", SpaceDisplayP3Linear: "display-p3-linear", SpaceA98: "a98-rgb",
	SpaceProPhoto: "prophoto-rgb", SpaceRec2020: "rec2020", SpaceXYZD50: "xyz-d50", SpaceXYZD65: "xyz-d65",
}

// SpaceNamed is the color space of a name in lower case.
func SpaceNamed(name string) (ColorSpace, bool) {
	if name == "xyz" {
		return SpaceXYZD65, true
	}
	for i, n := range spaceNames {
		if n == name {
			return ColorSpace(i), true
		}
	}
	return 0, false
}

// polar reports whether the space has a hue, and which component it is.
func (s ColorSpace) polar() (hue int, ok bool) {
	switch s {
	case SpaceHSL, SpaceHWB:
		return 0, true
	case SpaceLCH, SpaceOKLCH:
		return 2, true
	}
	return -1, false
}

// channels are the keywords of the components in relative colours.
func (s ColorSpace) channels() string {
	switch s {
	case SpaceHSL:
		return "hsl"
	case SpaceHWB:
		return "hwb"
	case SpaceLab, SpaceOKLab:
		return "lab"
	case SpaceLCH, SpaceOKLCH:
		return "lch"
	case SpaceXYZD50, SpaceXYZD65:
		return "xyz"
	}
	return "rgb"
}

// percentOf is what 100% of component i is.
func (s ColorSpace) percentOf(i int, rgbFunction bool) float64 {
	switch s {
	case SpaceHSL, SpaceHWB:
		return 100
	case SpaceLab:
		return [3]float64{100, 125, 125}[i]
	case SpaceLCH:
		return [3]float64{100, 150, 1}[i]
	case SpaceOKLab:
		return [3]float64{1, 0.4, 0.4}[i]
	case SpaceOKLCH:
		return [3]float64{1, 0.4, 1}[i]
	}
	if rgbFunction {
		return 255
	}
	return 1
}

func colorFunction(name string, in *ValueParser) (Color, bool) {
	switch name {
	case "color-mix":
		return colorMix(in)
	case "light-dark":
		e := &ColorExpression{kind: exprLightDark}
		var ok bool
		if e.a, ok = in.Color(); !ok || !in.Comma() {
			return Color{}, false
		}
		e.b, ok = in.Color()
		return Color{Kind: ColorExpr, Expr: e}, ok
	}
	e := &ColorExpression{kind: exprRelative, fn: name}
	switch name {
	case "rgb", "rgba":
		e.space, e.fn = SpaceSRGB, "rgb"
	case "hsl", "hsla":
		e.space, e.fn = SpaceHSL, "hsl"
	case "hwb", "lab", "lch", "oklab", "oklch":
		e.space, _ = SpaceNamed(name)
	case "color":
	default:
		return Color{}, false
	}
	relative := false
	if in.Keyword("from") {
		relative = true
		var ok bool
		if e.a, ok = in.Color(); !ok {
			return Color{}, false
		}
	}
	if name == "color" {
		id, ok := in.Ident()
		if !ok {
			return Color{}, false
		}
		s, ok := SpaceNamed(lowerASCII(id))
		if !ok || s >= SpaceHSL && s <= SpaceOKLCH {
			return Color{}, false
		}
		e.space = s
	}
	commas := false
	for i := range 3 {
		var ok bool
		if e.comps[i], ok = colorComponent(in, e.space, i, relative); !ok {
			return Color{}, false
		}
		if i == 0 && (e.fn == "rgb" || e.fn == "hsl") && !relative && in.Peek().Kind == Comma {
			commas = true
		}
		if commas && i < 2 && !in.Comma() {
			return Color{}, false
		}
	}
	e.comps[3] = component{num: 1, unit: UnitNumber}
	if commas && in.Comma() || !commas && in.Delim('/') {
		var ok bool
		if e.comps[3], ok = colorComponent(in, e.space, 3, relative); !ok {
			return Color{}, false
		}
		e.hasAlpha = true
	}
	if commas && !e.legacySyntax() {
		return Color{}, false
	}
	if relative {
		return Color{Kind: ColorExpr, Expr: e}, true
	}
	for i := range e.comps {
		if e.comps[i].calc != nil && e.comps[i].calc.HasRelative() {
			return Color{Kind: ColorExpr, Expr: e}, true
		}
	}
	return e.absolute(nil, nil), true
}

// legacySyntax checks what is asked of components separated by commas.
func (e *ColorExpression) legacySyntax() bool {
	for i := range e.comps {
		if e.comps[i].none {
			return false
		}
	}
	if e.fn == "hsl" {
		return e.comps[1].unit == UnitPercent && e.comps[2].unit == UnitPercent
	}
	return e.comps[0].unit == e.comps[1].unit && e.comps[1].unit == e.comps[2].unit
}

// colorComponent reads component i of a colour; 3 is alpha.
func colorComponent(in *ValueParser, s ColorSpace, i int, relative bool) (c component, ok bool) {
	if in.Keyword("none") {
		return component{none: true, unit: UnitNumber}, true
	}
	hueAt, polar := s.polar()
	isHue := polar && hueAt == i
	names := s.channels()
	symbol := func(name string) (int, bool) {
		if name == "alpha" {
			return 3, true
		}
		if len(name) == 1 {
			if k := strings.IndexByte(names, name[0]); k >= 0 {
				return k, true
			}
		}
		return 0, false
	}
	if relative && in.Peek().Kind == Ident {
		k, ok := symbol(lowerASCII(in.Text(in.Peek())))
		if ok {
			in.Next()
		}
		return component{sym: k + 1, unit: UnitNumber}, ok
	}
	if in.Peek().Kind == Function {
		sym := symbol
		if !relative {
			sym = nil
		}
		e, ok := in.Math(CalcPercent, sym)
		if !ok {
			return c, false
		}
		c.calc = e
		switch e.Type() {
		case CalcNumber:
			c.unit = UnitNumber
		case CalcPercent:
			c.unit = UnitPercent
			ok = !isHue
		case CalcAngle:
			c.unit = Deg
			ok = isHue
		default:
			ok = false
		}
		return c, ok
	}
	accept := AcceptNumber | AcceptPercent
	if isHue {
		accept = AcceptNumber | AcceptAngle
	}
	n, ok := in.Numeric(accept, AnyRange)
	if !ok {
		return c, false
	}
	c.num, c.unit = n.Num, n.Unit
	if isHue && n.Unit != UnitNumber {
		c.num, _ = n.Unit.Absolute(n.Num)
		c.unit = Deg
	}
	return c, true
}

// absolute computes the colour from its components. origin are the values of the keywords of a relative colour.
func (e *ColorExpression) absolute(origin []float64, units UnitEnv) Color {
	rgbFn := e.fn == "rgb"
	c := Color{Space: e.space, Alpha: 1}
	var v vec3
	for i := range e.comps {
		k := &e.comps[i]
		x := k.num
		switch {
		case k.none:
			c.Missing |= 1 << i
			x = 0
		case k.sym > 0:
			x = origin[k.sym-1]
			if x != x {
				c.Missing |= 1 << i
				x = 0
			}
		case k.calc != nil:
			known := make([]float64, len(origin))
			for j, o := range origin {
				if o == o {
					known[j] = o
				}
			}
			env := calcEnv{units: units, basis: math.NaN(), symbols: known}
			x = finite(env.eval(k.calc.root))
		}
		if i == 3 {
			if k.unit == UnitPercent {
				x /= 100
			}
			c.Alpha = float32(max(0, min(1, x)))
			if origin != nil && !e.hasAlpha {
				c.Alpha = float32(origin[3])
				if origin[3] != origin[3] {
					c.Alpha, c.Missing = 0, c.Missing|8
				}
			}
			continue
		}
		if k.unit == UnitPercent {
			x = x / 100 * e.space.percentOf(i, rgbFn)
		}
		v[i] = x
	}
	hue, polar := e.space.polar()
	if polar {
		v[hue] = math.Mod(v[hue], 360)
		if v[hue] < 0 {
			v[hue] += 360
		}
	}
	switch e.space {
	case SpaceLab, SpaceLCH:
		v[0] = max(0, min(100, v[0]))
	case SpaceOKLab, SpaceOKLCH:
		v[0] = max(0, min(1, v[0]))
	case SpaceHSL:
		v[1] = max(0, v[1])
	}
	if e.space == SpaceLCH || e.space == SpaceOKLCH {
		v[1] = max(0, v[1])
	}
	switch {
	case rgbFn:
		for i := range v {
			v[i] /= 255
		}
	case e.space == SpaceHSL || e.space == SpaceHWB:
		if origin == nil { // out of range only where a relative colour makes it so
			v[1], v[2] = max(0, min(100, v[1])), max(0, min(100, v[2]))
		}
		if origin == nil && c.Missing&7 != 0 { // none is carried into color-mix()
			c.Legacy = true
			for i := range v {
				c.C[i] = float32(v[i])
			}
			return c
		}
		v = polarToSRGB(e.space, v)
		c.Space, c.Missing = SpaceSRGB, c.Missing&8
	}
	if origin == nil && (rgbFn || e.space == SpaceHSL || e.space == SpaceHWB) {
		a := c.Alpha
		if c.Missing&8 != 0 {
			a = 0
		}
		return RGBA(float32(v[0]), float32(v[1]), float32(v[2]), a)
	}
	if c.Missing&8 != 0 {
		c.Alpha = 0
	}
	for i := range v {
		c.C[i] = float32(v[i])
	}
	return c
}

// colorMix reads the arguments of color-mix(). https://drafts.csswg.org/css-color-5/#color-mix
func colorMix(in *ValueParser) (Color, bool) {
	e := &ColorExpression{kind: exprMix, space: SpaceOKLab}
	if in.Keyword("in") {
		id, ok := in.Ident()
		if !ok {
			return Color{}, false
		}
		if e.space, ok = SpaceNamed(lowerASCII(id)); !ok {
			return Color{}, false
		}
		if _, polar := e.space.polar(); polar {
			for i, n := range hueNames {
				if in.Keyword(n) {
					if e.hue = uint8(i); !in.Keyword("hue") {
						return Color{}, false
					}
					break
				}
			}
		}
		if !in.Comma() {
			return Color{}, false
		}
	}
	part := func() (c Color, pct Numeric, has, ok bool) {
		read := func() bool {
			n, ok := in.Numeric(AcceptPercent, AnyRange)
			if !ok {
				return false
			}
			pct, has = n, true
			return n.Calc != nil || n.Num >= 0 && n.Num <= 100
		}
		isPct := func() bool { return in.Peek().Kind == Percentage || in.IsMath() }
		if isPct() && !read() {
			return
		}
		if c, ok = in.Color(); !ok {
			return
		}
		if !has && isPct() {
			ok = read()
		}
		return
	}
	var ok bool
	if e.a, e.pa, e.hasPA, ok = part(); !ok || !in.Comma() {
		return Color{}, false
	}
	if e.b, e.pb, e.hasPB, ok = part(); !ok {
		return Color{}, false
	}
	// 0% and 0% mix to something transparent.
	return Color{Kind: ColorExpr, Expr: e}, true
}

// weights are the normalized percentages of a mix and what alpha is multiplied with.
func (e *ColorExpression) weights(units UnitEnv) (wa, wb, alpha float64) {
	value := func(n Numeric) float64 { return max(0, min(100, n.Eval(units, 100))) }
	a, b := 50.0, 50.0
	switch {
	case e.hasPA && e.hasPB:
		a, b = value(e.pa), value(e.pb)
	case e.hasPA:
		a = value(e.pa)
		b = 100 - a
	case e.hasPB:
		b = value(e.pb)
		a = 100 - b
	}
	sum := a + b
	if sum == 0 {
		return 0.5, 0.5, 0
	}
	return a / sum, b / sum, min(1, sum/100)
}

// DependsOnElement reports whether Resolve needs the element: currentcolor, the used color scheme or relative units.
func (c Color) DependsOnElement() bool {
	switch c.Kind {
	case ColorAbsolute:
		return false
	case ColorExpr:
		e := c.Expr
		if e.kind == exprLightDark || e.a.DependsOnElement() || e.kind == exprMix && e.b.DependsOnElement() {
			return true
		}
		for i := range e.comps {
			if k := e.comps[i].calc; k != nil && k.HasRelative() {
				return true
			}
		}
		return false
	}
	return true
}

// Resolve gives the absolute colour for an element.
func (c Color) Resolve(env *ColorEnv) Color {
	switch c.Kind {
	case ColorCurrent:
		return env.Current
	case ColorSystem:
		if env.System != nil {
			return env.System(c.System, env.Dark)
		}
		return SystemColorValue(c.System, env.Dark)
	case ColorExpr:
		e := c.Expr
		switch e.kind {
		case exprLightDark:
			if env.Dark {
				return e.b.Resolve(env)
			}
			return e.a.Resolve(env)
		case exprMix:
			wa, wb, alpha := e.weights(env.Units)
			m := mixColors(e.a.Resolve(env), e.b.Resolve(env), wa, wb, e.space, e.hue)
			m.Alpha *= float32(alpha)
			return m
		}
		if !e.isRelative() {
			return e.absolute(nil, env.Units)
		}
		o := e.a.Resolve(env)
		v, missing := o.in(e.space)
		origin := []float64{v[0], v[1], v[2], float64(o.Alpha)}
		if e.fn == "rgb" {
			for i := range v {
				origin[i] *= 255
			}
		}
		for i := range origin {
			if missing&(1<<i) != 0 {
				origin[i] = math.NaN()
			}
		}
		return e.absolute(origin, env.Units)
	}
	return c
}

// isRelative tells rgb(from …) from an absolute function that only has relative units in calc().
func (e *ColorExpression) isRelative() bool {
	return e.a != Color{}
}

// in gives the components in space s, with the missing ones carried over.
func (c Color) in(s ColorSpace) (v vec3, missing uint8) {
	v = vec3{float64(c.C[0]), float64(c.C[1]), float64(c.C[2])}
	if c.Space == s {
		return v, c.Missing
	}
	missing = c.Missing & 8
	if c.Space == SpaceSRGB && (s == SpaceHSL || s == SpaceHWB) {
		v = srgbToPolar(s, v)
	} else {
		v = fromXYZ(s, toXYZ(c.Space, v))
	}
	// Analogous components. https://drafts.csswg.org/css-color-4/#interpolation-missing
	from, to := analogous(c.Space), analogous(s)
	for i := range 3 {
		if c.Missing&(1<<i) == 0 || from[i] == 0 {
			continue
		}
		for j := range 3 {
			if to[j] == from[i] {
				missing |= 1 << j
			}
		}
	}
	return v, missing
}

// inMix is in for interpolation, where the hue of a colour without chroma is powerless and counts as missing.
func (c Color) inMix(s ColorSpace) (v vec3, missing uint8) {
	v, missing = c.in(s)
	if c.Space == s {
		return v, missing
	}
	switch s {
	case SpaceHSL:
		if v[1] < 1e-3 {
			missing |= 1
		}
	case SpaceHWB:
		if v[1]+v[2] >= 100-1e-3 {
			missing |= 1
		}
	case SpaceLCH:
		if v[1] < 0.015 {
			missing |= 4
		}
	case SpaceOKLCH:
		if v[1] < 4e-4 {
			missing |= 4
		}
	}
	return v, missing
}

// analogous names the kind of each component; 0 has no analogue.
func analogous(s ColorSpace) [3]byte {
	switch s {
	case SpaceHSL:
		return [3]byte{'h', 'c', 'l'}
	case SpaceHWB:
		return [3]byte{'h', 0, 0}
	case SpaceLCH, SpaceOKLCH:
		return [3]byte{'l', 'c', 'h'}
	case SpaceLab, SpaceOKLab:
		return [3]byte{'l', 'a', 'b'}
	}
	return [3]byte{'r', 'g', 'B'}
}

// To converts to another space; components out of its gamut stay out of it.
func (c Color) To(s ColorSpace) Color {
	if c.Space == s {
		return c
	}
	v, missing := c.in(s)
	return Color{C: [3]float32{float32(v[0]), float32(v[1]), float32(v[2])}, Alpha: c.Alpha, Space: s, Missing: missing}
}

// SRGB converts to sRGB; components outside of 0 to 1 are out of gamut, missing ones are 0. Only for absolute colours.
func (c Color) SRGB() (r, g, b, alpha float32) {
	if c.Space == SpaceSRGB {
		return c.C[0], c.C[1], c.C[2], c.Alpha
	}
	v, _ := c.in(SpaceSRGB)
	return float32(v[0]), float32(v[1]), float32(v[2]), c.Alpha
}

// RGBA8 is the colour as bytes, clipped to the gamut, not premultiplied.
func (c Color) RGBA8() (r, g, b, a uint8) {
	x, y, z, w := c.SRGB()
	q := func(v float32) uint8 { return uint8(max(0, min(1, v))*255 + 0.5) }
	return q(x), q(y), q(z), q(w)
}

// MixColors interpolates two absolute colours in space, with premultiplied alpha and missing components taken from
// the other colour. Two legacy colours mixed in sRGB stay legacy, as animations do.
// https://drafts.csswg.org/css-color-4/#interpolation
func MixColors(a, b Color, t float64, space ColorSpace) Color {
	c := mixColors(a, b, 1-t, t, space, hueShorter)
	if a.Legacy && b.Legacy && space == SpaceSRGB {
		return RGBA(c.C[0], c.C[1], c.C[2], c.Alpha)
	}
	return c
}

func mixColors(a, b Color, wa, wb float64, space ColorSpace, hueMethod uint8) Color {
	va, ma := a.inMix(space)
	vb, mb := b.inMix(space)
	both := ma & mb
	for i := range 3 {
		if ma&(1<<i) != 0 {
			va[i] = vb[i]
		} else if mb&(1<<i) != 0 {
			vb[i] = va[i]
		}
	}
	aa, ab := float64(a.Alpha), float64(b.Alpha)
	if ma&8 != 0 {
		aa = ab
	} else if mb&8 != 0 {
		ab = aa
	}
	alpha := aa*wa + ab*wb
	if both&8 != 0 {
		aa, ab, alpha = 1, 1, 1
	}
	hue, _ := space.polar()
	c := Color{Space: space, Alpha: float32(alpha), Missing: both}
	if both&8 != 0 {
		c.Alpha = 0
	}
	var out vec3
	for i := range 3 {
		if i == hue {
			d := math.Mod(vb[i]-va[i], 360)
			switch hueMethod {
			case hueShorter:
				if d > 180 {
					d -= 360
				} else if d < -180 {
					d += 360
				}
			case hueLonger:
				if d > 0 && d < 180 {
					d -= 360
				} else if d > -180 && d <= 0 {
					d += 360
				}
			case hueIncreasing:
				if d < 0 {
					d += 360
				}
			case hueDecreasing:
				if d > 0 {
					d -= 360
				}
			}
			h := math.Mod(va[i]+d*wb, 360)
			if h < 0 {
				h += 360
			}
			out[i] = h
			continue
		}
		out[i] = va[i]*aa*wa + vb[i]*ab*wb
		if alpha != 0 {
			out[i] /= alpha
		}
	}
	if alpha == 0 {
		for i := range out {
			if i != hue {
				out[i] = va[i]*wa + vb[i]*wb
			}
		}
	}
	if space == SpaceHSL || space == SpaceHWB {
		out = polarToSRGB(space, out)
		c.Space, c.Missing = SpaceSRGB, both&8
	}
	for i := range out {
		c.C[i] = float32(out[i])
	}
	return c
}

// String serializes the computed value.
func (c Color) String() string { return string(c.AppendTo(nil, false)) }

// AppendTo appends the serialization: of the specified value, which keeps names, or of the computed value.
// https://drafts.csswg.org/css-color-4/#serializing-color-values
func (c Color) AppendTo(b []byte, specified bool) []byte {
	switch c.Kind {
	case ColorCurrent:
		return append(b, "currentcolor"...)
	case ColorSystem:
		if specified && c.Named != 0 {
			return append(b, systemAliases[c.Named-1]...)
		}
		return append(b, systemNames[c.System]...)
	case ColorExpr:
		return c.Expr.appendTo(b)
	}
	if specified && c.Named != 0 {
		if c.Named == namedTransparent {
			return append(b, "transparent"...)
		}
		return append(b, namedColors[c.Named-1].name...)
	}
	if c.Legacy {
		r, g, bl, _ := c.RGBA8()
		a := math.Round(float64(c.Alpha) * 255)
		if a == 255 {
			b = append(b, "rgb("...)
		} else {
			b = append(b, "rgba("...)
		}
		b = AppendNumber(b, float64(r))
		b = append(b, ", "...)
		b = AppendNumber(b, float64(g))
		b = append(b, ", "...)
		b = AppendNumber(b, float64(bl))
		if a != 255 {
			b = append(b, ", "...)
			x := math.Round(a*100/255) / 100
			if math.Round(x*255) != a {
				x = math.Round(a*1000/255) / 1000
			}
			b = AppendNumber(b, x)
		}
		return append(b, ')')
	}
	name := spaceNames[c.Space]
	if c.Space >= SpaceLab && c.Space <= SpaceOKLCH {
		b = append(b, name...)
		b = append(b, '(')
	} else {
		b = append(b, "color("...)
		b = append(b, name...)
		b = append(b, ' ')
	}
	for i, v := range c.C {
		if i > 0 {
			b = append(b, ' ')
		}
		if c.Missing&(1<<i) != 0 {
			b = append(b, "none"...)
		} else {
			b = AppendNumber(b, float64(v))
		}
	}
	if c.Missing&8 != 0 {
		b = append(b, " / none"...)
	} else if c.Alpha != 1 {
		b = append(b, " / "...)
		b = AppendNumber(b, float64(c.Alpha))
	}
	return append(b, ')')
}

func (e *ColorExpression) appendTo(b []byte) []byte {
	switch e.kind {
	case exprLightDark:
		b = append(b, "light-dark("...)
		b = e.a.AppendTo(b, true)
		b = append(b, ", "...)
		b = e.b.AppendTo(b, true)
		return append(b, ')')
	case exprMix:
		b = append(b, "color-mix("...)
		if e.space != SpaceOKLab {
			b = append(b, "in "...)
			b = append(b, spaceNames[e.space]...)
			if e.hue != hueShorter {
				b = append(b, ' ')
				b = append(b, hueNames[e.hue]...)
				b = append(b, " hue"...)
			}
			b = append(b, ", "...)
		}
		pa, pb, hasA, hasB := e.pa, e.pb, e.hasPA, e.hasPB
		if hasA != hasB && pa.Calc == nil && pb.Calc == nil {
			rest := Numeric{Unit: UnitPercent, Type: CalcPercent}
			if hasA {
				rest.Num = 100 - pa.Num
				pb, hasB = rest, true
			} else {
				rest.Num = 100 - pb.Num
				pa, hasA = rest, true
			}
		}
		if hasA && hasB && pa.Calc == nil && pb.Calc == nil && pa.Num == 50 && pb.Num == 50 {
			hasA, hasB = false, false
		}
		b = e.a.AppendTo(b, true)
		if hasA {
			b = append(b, ' ')
			b = pa.AppendTo(b)
		}
		b = append(b, ", "...)
		b = e.b.AppendTo(b, true)
		if hasB {
			b = append(b, ' ')
			b = pb.AppendTo(b)
		}
		return append(b, ')')
	}
	b = append(b, e.fn...)
	b = append(b, '(')
	if e.isRelative() {
		b = append(b, "from "...)
		b = e.a.AppendTo(b, true)
		b = append(b, ' ')
	}
	if e.fn == "color" {
		b = append(b, spaceNames[e.space]...)
		b = append(b, ' ')
	}
	ch := e.space.channels()
	names := []string{ch[:1], ch[1:2], ch[2:], "alpha"}
	for i := range e.comps {
		if i == 3 && !e.hasAlpha {
			break
		}
		if i == 3 {
			b = append(b, " / "...)
		} else if i > 0 {
			b = append(b, ' ')
		}
		k := &e.comps[i]
		switch {
		case k.none:
			b = append(b, "none"...)
		case k.sym > 0:
			b = append(b, names[k.sym-1]...)
		case k.calc != nil:
			b = k.calc.appendSymbols(b, names)
		default:
			b = Numeric{Num: k.num, Unit: k.unit}.AppendTo(b)
		}
	}
	return append(b, ')')
}
