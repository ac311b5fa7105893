package style

import (
	"strings"

	"github.com/niso-engine/niso/style/css"
)

// parseImage takes an <image> or none. https://drafts.csswg.org/css-images-4/#image-values
func parseImage(p *css.ValueParser, c *parseCtx) (img Image, ok bool) {
	if p.Keyword("none") {
		return img, true
	}
	if u, ok := p.URLValue(); ok {
		return Image{Kind: ImageURL, URL: c.resolveURL(u), Text: u}, true
	}
	if p.Peek().Kind != css.Function {
		return img, false
	}
	start := p.Pos()
	name, in, ok := p.AnyFunction()
	if !ok {
		return img, false
	}
	name = lower(name)
	switch name {
	case "image-set", "-webkit-image-set":
		img, ok = parseImageSet(&in, c)
		if ok {
			img.Text = closed(p.Source()[start:p.PrevEnd()])
		}
		return img, ok
	case "-webkit-gradient":
		return img, false
	case "cross-fade", "-webkit-cross-fade":
		return img, false
	}
	g := &Gradient{Space: css.SpaceSRGB}
	if s, ok := strings.CutPrefix(name, "-webkit-"); ok {
		name, g.Legacy = s, true
	}
	if s, ok := strings.CutPrefix(name, "repeating-"); ok {
		name, g.Repeating = s, true
	}
	img.Gradient = g
	switch name {
	case "linear-gradient":
		img.Kind = ImageLinearGradient
		ok = parseLinear(&in, g)
	case "radial-gradient":
		img.Kind = ImageRadialGradient
		ok = parseRadial(&in, g)
	case "conic-gradient":
		img.Kind = ImageConicGradient
		ok = !g.Legacy && parseConic(&in, g)
	default:
		return img, false
	}
	if !ok || !parseStops(&in, g, c, img.Kind == ImageConicGradient) {
		return img, false
	}
	return img, in.AtEnd()
}

// parseImageSet takes the best of the candidates for 1dppx.
func parseImageSet(in *css.ValueParser, c *parseCtx) (best Image, ok bool) {
	for {
		var img Image
		if s, k := in.StringValue(); k {
			img = Image{Kind: ImageURL, URL: c.resolveURL(s), Text: s}
		} else if img, k = parseImage(in, c); !k || img.Kind == ImageNone {
			return best, false
		}
		img.Resolution = 1
		supported := true
		for !in.AtEnd() && in.Peek().Kind != css.Comma {
			if t, k := in.Function("type"); k {
				s, k := t.StringValue()
				if !k {
					return best, false
				}
				switch lower(s) {
				case "image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml", "image/bmp":
				default:
					supported = false
				}
				continue
			}
			n, k := in.Numeric(css.AcceptResolution, css.NonNegative)
			if !k {
				return best, false
			}
			img.Resolution = float32(evalNow(n, 0))
		}
		if supported && (best.Kind == ImageNone || best.Resolution < 1 && img.Resolution > best.Resolution || img.Resolution >= 1 && img.Resolution < best.Resolution) {
			best = img
		}
		if !in.Comma() {
			return best, true
		}
	}
}

// parseInterpolation takes «in <color-space> [<hue> hue]».
func parseInterpolation(p *css.ValueParser, g *Gradient) bool {
	if !p.Keyword("in") {
		return false
	}
	for _, s := range gradientSpaces {
		if p.Keyword(s.name) {
			g.Space, g.explicitSpace = s.space, true
			break
		}
	}
	if !g.explicitSpace {
		return false
	}
	for i, h := range [...]string{"shorter", "longer", "increasing", "decreasing"} {
		if p.Keyword(h) {
			g.HueMethod = uint8(i)
			return p.Keyword("hue")
		}
	}
	return true
}

var gradientSpaces = []struct {
	name  string
	space css.ColorSpace
}{
	{"srgb", css.SpaceSRGB}, {"srgb-linear", css.SpaceSRGBLinear}, {"display-p3", css.SpaceDisplayP3}, {"a98-rgb", css.SpaceA98},
	{"prophoto-rgb", css.SpaceProPhoto}, {"rec2020", css.SpaceRec2020}, {"lab", css.SpaceLab}, {"oklab", css.SpaceOKLab},
	{"xyz-d65", css.SpaceXYZD65}, {"xyz", css.SpaceXYZD65}, {"xyz-d50", css.SpaceXYZD50}, {"hsl", css.SpaceHSL}, {"hwb", css.SpaceHWB},
	{"lch", css.SpaceLCH}, {"oklch", css.SpaceOKLCH},
}

func parseLinear(p *css.ValueParser, g *Gradient) bool {
	g.Angle = 180
	head, dir, space := false, false, false
	for range 2 {
		switch {
		case !space && p.PeekKeyword("in"):
			if !parseInterpolation(p, g) {
				return false
			}
			head, space = true, true
		case !dir && (p.Peek().Kind == css.Dimension || p.Peek().Kind == css.Number || p.Peek().Kind == css.Function):
			n, ok := try(p, func() (css.Numeric, bool) { return p.Numeric(css.AcceptAngle|css.AcceptZeroAngle, css.AnyRange) })
			if !ok {
				continue
			}
			g.Angle = float32(evalNow(n, 0))
			if g.Legacy {
				g.Angle = 90 - g.Angle
			}
			head, dir = true, true
		case !dir && (g.Legacy || p.Keyword("to")):
			save := *p
			for range 2 {
				switch {
				case g.ToX == 0 && p.Keyword("left"):
					g.ToX = -1
				case g.ToX == 0 && p.Keyword("right"):
					g.ToX = 1
				case g.ToY == 0 && p.Keyword("top"):
					g.ToY = -1
				case g.ToY == 0 && p.Keyword("bottom"):
					g.ToY = 1
				}
			}
			if g.ToX == 0 && g.ToY == 0 {
				if !g.Legacy {
					return false
				}
				*p = save
				continue
			}
			if g.Legacy { // it names where the gradient starts
				g.ToX, g.ToY = -g.ToX, -g.ToY
			}
			head, dir = true, true
		}
	}
	return !head || p.Comma()
}

func parseRadial(p *css.ValueParser, g *Gradient) bool {
	half := Length{Percent: 50, unit: css.UnitPercent}
	g.Center = Point2D{half, half}
	head, shape, size := false, false, false
	if g.Legacy {
		if pt, ok := try(p, func() (Point2D, bool) { return parsePosition(p, false, false) }); ok {
			g.Center = pt
			if !p.Comma() {
				return false
			}
		}
	}
	for !p.AtEnd() {
		switch {
		case !shape && p.Keyword("circle"):
			g.Shape, shape = ShapeCircle, true
		case !shape && p.Keyword("ellipse"):
			shape = true
		case !size && p.Keyword("closest-side"), !size && g.Legacy && p.Keyword("contain"):
			g.Extent, size = ClosestSide, true
		case !size && p.Keyword("closest-corner"):
			g.Extent, size = ClosestCorner, true
		case !size && p.Keyword("farthest-side"):
			g.Extent, size = FarthestSide, true
		case !size && p.Keyword("farthest-corner"), !size && g.Legacy && p.Keyword("cover"):
			size = true
		case !g.Legacy && p.Keyword("at"):
			pt, ok := parsePosition(p, false, false)
			if !ok {
				return false
			}
			g.Center, head = pt, true
			if p.PeekKeyword("in") && !parseInterpolation(p, g) {
				return false
			}
			goto done
		case p.PeekKeyword("in"):
			if !parseInterpolation(p, g) {
				return false
			}
		case !size && p.Peek().Kind != css.Ident && p.Peek().Kind != css.Hash && p.Peek().Kind != css.Comma:
			l, ok := try(p, func() (Length, bool) { return parseLength(p, lengthPercentPositive) })
			if !ok {
				goto done
			}
			g.RadiusX, g.Extent, size = l, ExtentExplicit, true
			if m, ok := try(p, func() (Length, bool) { return parseLength(p, lengthPercentPositive) }); ok {
				g.RadiusY = m
				if shape && g.Shape == ShapeCircle {
					return false
				}
			} else {
				if l.HasPercent() || shape && g.Shape == ShapeEllipse {
					return false
				}
				g.Shape, g.RadiusY = ShapeCircle, l
				shape = true
			}
		default:
			goto done
		}
		head = true
	}
done:
	return !head || p.Comma()
}

func parseConic(p *css.ValueParser, g *Gradient) bool {
	half := Length{Percent: 50, unit: css.UnitPercent}
	g.Center = Point2D{half, half}
	head := false
	if p.PeekKeyword("in") {
		if !parseInterpolation(p, g) {
			return false
		}
		head = true
	}
	if p.Keyword("from") {
		n, ok := p.Numeric(css.AcceptAngle|css.AcceptZeroAngle, css.AnyRange)
		if !ok {
			return false
		}
		g.Angle, head = float32(evalNow(n, 0)), true
	}
	if p.Keyword("at") {
		pt, ok := parsePosition(p, false, false)
		if !ok {
			return false
		}
		g.Center, head = pt, true
	}
	if head && p.PeekKeyword("in") && !parseInterpolation(p, g) {
		return false
	}
	return !head || p.Comma()
}

func parseStops(p *css.ValueParser, g *Gradient, c *parseCtx, conic bool) bool {
	pos := func() (Length, bool) {
		return try(p, func() (Length, bool) {
			if conic {
				n, ok := p.Numeric(css.AcceptAngle|css.AcceptZeroAngle|css.AcceptPercent|css.AcceptPercentMixed, css.AnyRange)
				if !ok {
					return Length{}, false
				}
				if n.Type == css.CalcPercent {
					return lengthOf(n, false), true
				}
				return Length{Px: float32(evalNow(n, 360))}, true
			}
			return parseLength(p, lengthPercent)
		})
	}
	colors := 0
	for {
		if l, ok := pos(); ok { // a hint
			if len(g.Stops) == 0 || g.Stops[len(g.Stops)-1].IsHint || p.Peek().Kind != css.Comma {
				if p.AtEnd() || p.Peek().Kind == css.Comma {
					return false
				}
				col, ok := parseColor(p, c)
				if !ok {
					return false
				}
				g.Stops = append(g.Stops, GradientStop{Color: col, Pos: l})
				colors++
			} else {
				g.Stops = append(g.Stops, GradientStop{Pos: l, IsHint: true})
			}
		} else {
			col, ok := parseColor(p, c)
			if !ok {
				return false
			}
			colors++
			s := GradientStop{Color: col, Pos: Auto}
			if l, ok := pos(); ok {
				s.Pos = l
				if m, ok := pos(); ok {
					g.Stops = append(g.Stops, s)
					s.Pos = m
				}
			}
			g.Stops = append(g.Stops, s)
		}
		if !p.Comma() {
			break
		}
	}
	space := css.SpaceSRGB // unless it is said
	for _, s := range g.Stops {
		if !s.IsHint && s.Color.Kind == css.ColorAbsolute && !s.Color.Legacy {
			space = css.SpaceOKLab
		}
	}
	if !g.explicitSpace {
		g.Space = space
	} else if g.Space == space {
		g.explicitSpace = false // it goes without saying
	}
	return colors >= 2 && !g.Stops[len(g.Stops)-1].IsHint || colors == 1 && len(g.Stops) == 2 && !g.Stops[1].IsHint || colors == 1 && len(g.Stops) == 1
}

// image computes an image: lengths and colours.
func (cx *computer) image(i Image) Image {
	if i.Kind == ImageURL {
		cx.noteImage(i.URL)
		return i
	}
	if i.Gradient == nil {
		return i
	}
	g := *i.Gradient
	g.Center = cx.point(g.Center)
	g.RadiusX, g.RadiusY = cx.length(g.RadiusX, true), cx.length(g.RadiusY, true)
	g.Stops = computeList(g.Stops, func(s GradientStop) GradientStop {
		s.Pos = cx.length(s.Pos, false)
		s.Color = cx.color(s.Color, false)
		return s
	})
	i.Gradient = &g
	return i
}

func appendImage(b []byte, i Image, cx *textCtx) []byte {
	switch i.Kind {
	case ImageNone:
		return append(b, "none"...)
	case ImageURL:
		if i.Text != "" && strings.HasSuffix(i.Text, ")") {
			return append(b, i.Text...)
		}
		if cx.specified {
			return css.AppendURL(b, i.Text)
		}
		return css.AppendURL(b, i.URL)
	}
	g := i.Gradient
	if g == nil {
		return append(b, i.Text...)
	}
	if g.Legacy {
		b = append(b, "-webkit-"...)
	}
	if g.Repeating {
		b = append(b, "repeating-"...)
	}
	start := 0
	sep := func() {
		if len(b) > start {
			b = append(b, ' ')
		}
	}
	switch i.Kind {
	case ImageLinearGradient:
		b = append(b, "linear-gradient("...)
		start = len(b)
		x, y, angle := g.ToX, g.ToY, g.Angle
		if g.Legacy {
			x, y, angle = -x, -y, 90-angle
		}
		if x != 0 || y != 0 {
			if !(x == 0 && y == 1 && !g.Legacy) {
				if !g.Legacy {
					b = append(b, "to "...)
				}
				in := len(b)
				if x != 0 {
					b = append(b, map[int8]string{-1: "left", 1: "right"}[x]...)
				}
				if y != 0 {
					if len(b) > in {
						b = append(b, ' ')
					}
					b = append(b, map[int8]string{-1: "top", 1: "bottom"}[y]...)
				}
			}
		} else if angle != 180 {
			b = append(css.AppendNumber(b, float64(angle)), "deg"...)
		}
	case ImageRadialGradient:
		b = append(b, "radial-gradient("...)
		start = len(b)
		if g.Extent == ExtentExplicit {
			b = appendLength(b, g.RadiusX)
			if g.Shape == ShapeEllipse {
				b = appendLength(append(b, ' '), g.RadiusY)
			}
		} else {
			if g.Shape == ShapeCircle {
				b = append(b, "circle"...)
			}
			if g.Extent != FarthestCorner {
				sep()
				b = append(b, [...]string{"", "closest-side", "closest-corner", "farthest-side"}[g.Extent]...)
			}
		}
		if !g.Center.isCenter() {
			sep()
			b = appendPoint(append(b, "at "...), g.Center, cx)
		}
	case ImageConicGradient:
		b = append(b, "conic-gradient("...)
		start = len(b)
		if g.Angle != 0 {
			b = append(css.AppendNumber(append(b, "from "...), float64(g.Angle)), "deg"...)
		}
		if !g.Center.isCenter() {
			sep()
			b = appendPoint(append(b, "at "...), g.Center, cx)
		}
	}
	if g.explicitSpace {
		sep()
		b = append(b, "in "...)
		for _, s := range gradientSpaces {
			if s.space == g.Space {
				b = append(b, s.name...)
				break
			}
		}
		if g.HueMethod != 0 {
			b = append(append(append(b, ' '), [...]string{"", "longer", "increasing", "decreasing"}[g.HueMethod]...), " hue"...)
		}
	}
	if len(b) > start {
		b = append(b, ", "...)
	}
	for n, s := range g.Stops {
		if n > 0 {
			b = append(b, ", "...)
		}
		if !s.IsHint {
			b = appendColor(b, s.Color, cx)
		}
		if s.Pos.Kind == LengthAuto {
			continue
		}
		if !s.IsHint {
			b = append(b, ' ')
		}
		if i.Kind == ImageConicGradient && s.Pos.unit == 0 && s.Pos.Kind == LengthFixed {
			b = append(css.AppendNumber(b, float64(s.Pos.Px)), "deg"...)
		} else {
			b = appendLength(b, s.Pos)
		}
	}
	return append(b, ')')
}

// ---- shapes

var shapeBoxes = [...]string{"border-box", "padding-box", "content-box", "margin-box", "fill-box", "stroke-box", "view-box"}

func parseShape(p *css.ValueParser, c *parseCtx) (v ShapeValue, ok bool) {
	if p.Keyword("none") {
		return v, true
	}
	box := func() {
		for _, n := range shapeBoxes {
			if v.Box == "" && p.Keyword(n) {
				v.Box = n
			}
		}
	}
	if u, ok := p.URLValue(); ok {
		if c.prop == PropShapeOutside {
			img := Image{Kind: ImageURL, URL: c.resolveURL(u), Text: u}
			return ShapeValue{Kind: ShapeImage, Image: &img}, true
		}
		return ShapeValue{Kind: ShapeURL, Text: u}, true
	}
	box()
	if p.Peek().Kind == css.Function {
		if c.prop == PropShapeOutside {
			if img, ok := try(p, func() (Image, bool) { return parseImage(p, c) }); ok {
				return ShapeValue{Kind: ShapeImage, Image: &img}, v.Box == ""
			}
		}
		if !parseBasicShape(p, &v) {
			return v, false
		}
		box()
		return v, true
	}
	v.Kind = ShapeBox
	return v, v.Box != ""
}

func parseBasicShape(p *css.ValueParser, v *ShapeValue) bool {
	start := p.Pos()
	name, in, ok := p.AnyFunction()
	if !ok {
		return false
	}
	s := &BasicShape{}
	v.Shape = s
	radius := func() Length {
		l, ok := try(&in, func() (Length, bool) { return parseLength(&in, lengthPercentPositive) })
		switch {
		case ok:
			return l
		case in.Keyword("farthest-side"):
			return Length{Kind: LengthNone}
		}
		in.Keyword("closest-side")
		return Auto
	}
	switch lower(name) {
	case "inset":
		v.Kind = ShapeInset
		f, ok := four(func() (Length, bool) {
			return try(&in, func() (Length, bool) { return parseLength(&in, lengthPercent) })
		})
		if !ok {
			return false
		}
		s.Inset = f
		if in.Keyword("round") {
			if s.Corners, ok = parseRadii(&in); !ok {
				return false
			}
		}
	case "circle", "ellipse":
		v.Kind = ShapeCircleFn
		s.RadiusX, s.RadiusY = Auto, Auto
		if !in.AtEnd() && !in.PeekKeyword("at") {
			s.RadiusX = radius()
			s.RadiusY = s.RadiusX
		}
		if lower(name) == "ellipse" {
			v.Kind = ShapeEllipseFn
			if !in.AtEnd() && !in.PeekKeyword("at") {
				s.RadiusY = radius()
			}
		}
		half := Length{Percent: 50, unit: css.UnitPercent}
		s.Center = Point2D{half, half}
		if in.Keyword("at") {
			if s.Center, ok = parsePosition(&in, false, false); !ok {
				return false
			}
			s.HasCenter = true
		}
	case "polygon":
		v.Kind = ShapePolygon
		if in.Keyword("evenodd") {
			s.EvenOdd = true
			if !in.Comma() {
				return false
			}
		} else if in.Keyword("nonzero") && !in.Comma() {
			return false
		}
		for {
			x, ok := parseLength(&in, lengthPercent)
			if !ok {
				return false
			}
			y, ok := parseLength(&in, lengthPercent)
			if !ok {
				return false
			}
			s.Points = append(s.Points, Point2D{x, y})
			if !in.Comma() {
				break
			}
		}
	case "path":
		v.Kind = ShapePath
		if in.Keyword("evenodd") {
			s.EvenOdd = true
			if !in.Comma() {
				return false
			}
		} else if in.Keyword("nonzero") && !in.Comma() {
			return false
		}
		if s.Path, ok = in.StringValue(); !ok {
			return false
		}
	case "xywh", "rect", "shape":
		v.Kind, v.Shape = ShapeText, nil
		v.Text = closed(p.Source()[start:p.PrevEnd()])
		return true
	default:
		return false
	}
	return in.AtEnd()
}

// parseRadii takes the value of border-radius.
func parseRadii(p *css.ValueParser) (c [4]Corner, ok bool) {
	get := func() (Length, bool) {
		return try(p, func() (Length, bool) { return parseLength(p, lengthPercentPositive) })
	}
	x, ok := four(get)
	if !ok {
		return c, false
	}
	y := x
	if p.Delim('/') {
		if y, ok = four(get); !ok {
			return c, false
		}
	}
	for i := range c {
		c[i] = Corner{x[i], y[i]}
	}
	return c, true
}

func appendRadii(b []byte, c [4]Corner) []byte {
	var x, y [4]Length
	for i := range c {
		x[i], y[i] = c[i].X, c[i].Y
	}
	b = appendFour(b, x)
	if x != y {
		b = appendFour(append(b, " / "...), y)
	}
	return b
}

var opsShapeValue = boxOps(parseShape, func(v ShapeValue, cx *computer) ShapeValue {
	if v.Image != nil {
		i := cx.image(*v.Image)
		v.Image = &i
	}
	if v.Shape != nil {
		s := *v.Shape
		for i := range s.Inset {
			s.Inset[i] = cx.length(s.Inset[i], false)
			s.Corners[i] = Corner{cx.length(s.Corners[i].X, true), cx.length(s.Corners[i].Y, true)}
		}
		s.RadiusX, s.RadiusY, s.Center = cx.length(s.RadiusX, true), cx.length(s.RadiusY, true), cx.point(s.Center)
		s.Points = computeList(s.Points, cx.point)
		v.Shape = &s
	}
	return v
}, func(b []byte, v ShapeValue, cx *textCtx) []byte {
	switch v.Kind {
	case ShapeNone:
		return append(b, "none"...)
	case ShapeURL:
		return css.AppendURL(b, v.Text)
	case ShapeImage:
		return appendImage(b, *v.Image, cx)
	case ShapeBox:
		return append(b, v.Box...)
	case ShapeText:
		b = append(b, v.Text...)
	}
	s := v.Shape
	radius := func(l Length) {
		switch l.Kind {
		case LengthAuto:
			b = append(b, "closest-side"...)
		case LengthNone:
			b = append(b, "farthest-side"...)
		default:
			b = appendLength(b, l)
		}
	}
	switch v.Kind {
	case ShapeInset:
		b = appendFour(append(b, "inset("...), s.Inset)
		if s.Corners != [4]Corner{} {
			b = appendRadii(append(b, " round "...), s.Corners)
		}
		b = append(b, ')')
	case ShapeCircleFn, ShapeEllipseFn:
		if v.Kind == ShapeCircleFn {
			b = append(b, "circle("...)
		} else {
			b = append(b, "ellipse("...)
		}
		in := len(b)
		if s.RadiusX.Kind != LengthAuto || v.Kind == ShapeEllipseFn && s.RadiusY.Kind != LengthAuto {
			radius(s.RadiusX)
			if v.Kind == ShapeEllipseFn {
				b = append(b, ' ')
				radius(s.RadiusY)
			}
		}
		if s.HasCenter {
			if len(b) > in {
				b = append(b, ' ')
			}
			b = appendPoint(append(b, "at "...), s.Center, cx)
		}
		b = append(b, ')')
	case ShapePolygon:
		b = append(b, "polygon("...)
		if s.EvenOdd {
			b = append(b, "evenodd, "...)
		}
		for i, q := range s.Points {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = appendPoint(b, q, cx)
		}
		b = append(b, ')')
	case ShapePath:
		b = append(b, "path("...)
		if s.EvenOdd {
			b = append(b, "evenodd, "...)
		}
		b = append(css.AppendString(b, s.Path), ')')
	}
	if v.Box != "" {
		b = append(append(b, ' '), v.Box...)
	}
	return b
})
