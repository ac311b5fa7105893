package style

import (
	"strconv"
	"strings"

	"github.com/niso-engine/niso/style/css"
)

// ---- display

// displayTwo are the values of two or three keywords, with the keywords in any order.
var displayTwo = map[string]Display{
	"block flow": DisplayBlock, "block flow-root": DisplayFlowRoot, "inline flow": DisplayInline, "inline flow-root": DisplayInlineBlock,
	"block flex": DisplayFlex, "inline flex": DisplayInlineFlex, "block grid": DisplayGrid, "inline grid": DisplayInlineGrid,
	"block table": DisplayTable, "inline table": DisplayInlineTable, "block flow list-item": DisplayListItem, "block list-item": DisplayListItem, "flow list-item": DisplayListItem,
	"inline list-item": DisplayInlineListItem, "inline ruby": DisplayRuby, "block math": DisplayMath,
}

var displayOne = map[string]Display{"flow": DisplayBlock, "-webkit-box": DisplayFlex, "-webkit-inline-box": DisplayInlineFlex, "-webkit-flex": DisplayFlex, "-webkit-inline-flex": DisplayInlineFlex}

func parseDisplay(p *css.ValueParser, c *parseCtx) (value, bool) {
	save := *p
	v, ok := parseKeyword(p, c, namesDisplay[:])
	if ok && p.AtEnd() {
		return v, true
	}
	*p = save
	var words []string
	for p.Peek().Kind == css.Ident && len(words) < 3 {
		words = append(words, lowerIdent(p))
	}
	if len(words) == 1 {
		d, ok := displayOne[words[0]]
		return value{kind: valueKeyword, n: uint32(d)}, ok
	}
	order := func(w string) int {
		switch w {
		case "block", "inline":
			return 0
		case "list-item":
			return 2
		}
		return 1
	}
	for i := 1; i < len(words); i++ {
		for j := i; j > 0 && order(words[j]) < order(words[j-1]); j-- {
			words[j], words[j-1] = words[j-1], words[j]
		}
	}
	d, ok := displayTwo[strings.Join(words, " ")]
	return value{kind: valueKeyword, n: uint32(d)}, ok
}

// ---- vertical-align, aspect-ratio, clip, intrinsic sizes

var verticalNames = [...]string{"baseline", "sub", "super", "text-top", "text-bottom", "middle", "top", "bottom", "-webkit-baseline-middle"}

var opsVerticalAlign = boxOps(func(p *css.ValueParser, c *parseCtx) (v VerticalAlign, ok bool) {
	for i, n := range verticalNames {
		if p.Keyword(n) {
			return VerticalAlign{Kind: VerticalAlignKind(i)}, true
		}
	}
	v.Kind = VerticalLength
	r := lengthPercent
	if c.quirks {
		r.accept |= css.AcceptUnitless
	}
	v.Length, ok = parseLength(p, r)
	return v, ok
}, func(v VerticalAlign, cx *computer) VerticalAlign {
	v.Length = cx.length(v.Length, false)
	return v
}, func(b []byte, v VerticalAlign, cx *textCtx) []byte {
	if v.Kind == VerticalLength {
		return appendLength(b, v.Length)
	}
	return append(b, verticalNames[v.Kind]...)
})

var opsAspectRatio = boxOps(func(p *css.ValueParser, c *parseCtx) (v AspectRatio, ok bool) {
	if p.Keyword("auto") {
		v.Auto, ok = true, true
	}
	if n, k := p.Number(); k {
		if n < 0 {
			return v, false
		}
		v.W, v.H, ok = float32(n), 1, true
		if p.Delim('/') {
			n, k := p.Number()
			if !k || n < 0 {
				return v, false
			}
			v.H = float32(n)
		}
		if !v.Auto && p.Keyword("auto") {
			v.Auto = true
		}
	}
	return v, ok
}, func(v AspectRatio, cx *computer) AspectRatio {
	if v.W == 0 || v.H == 0 { // a degenerate ratio behaves as auto
		if v.W == 0 && v.H == 0 {
			return AspectRatio{Auto: true}
		}
	}
	return v
}, func(b []byte, v AspectRatio, cx *textCtx) []byte {
	if v.Auto {
		b = append(b, "auto"...)
	}
	if v.W != 0 || v.H != 0 {
		if v.Auto {
			b = append(b, ' ')
		}
		b = css.AppendNumber(b, float64(v.W))
		b = css.AppendNumber(append(b, " / "...), float64(v.H))
	}
	return b
})

var opsClipRect = boxOps(func(p *css.ValueParser, c *parseCtx) (v ClipRect, ok bool) {
	if p.Keyword("auto") {
		return v, true
	}
	in, ok := p.Function("rect")
	if !ok {
		return v, false
	}
	v.Set = true
	comma := false
	for i, l := range []*Length{&v.Top, &v.Right, &v.Bottom, &v.Left} {
		if i > 0 {
			c := in.Comma()
			if i == 1 {
				comma = c
			} else if c != comma {
				return v, false
			}
		}
		if *l, ok = parseLength(&in, lengthRule{keywords: kindBit(LengthAuto), accept: css.AcceptLength | css.AcceptZeroLength}); !ok {
			return v, false
		}
	}
	return v, in.AtEnd()
}, func(v ClipRect, cx *computer) ClipRect {
	for _, l := range []*Length{&v.Top, &v.Right, &v.Bottom, &v.Left} {
		*l = cx.length(*l, false)
	}
	return v
}, func(b []byte, v ClipRect, cx *textCtx) []byte {
	if !v.Set {
		return append(b, "auto"...)
	}
	b = append(b, "rect("...)
	for i, l := range []Length{v.Top, v.Right, v.Bottom, v.Left} {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = appendLength(b, l)
	}
	return append(b, ')')
})

type intrinsicSpec struct {
	auto, set bool
	l         Length
}

var opsIntrinsicSize = convOps(func(p *css.ValueParser, c *parseCtx) (v intrinsicSpec, ok bool) {
	v.auto = p.Keyword("auto")
	if p.Keyword("none") {
		return v, true
	}
	v.set = true
	v.l, ok = parseLength(p, lengthPositive)
	return v, ok
}, func(v intrinsicSpec, cx *computer) IntrinsicSize {
	return IntrinsicSize{Auto: v.auto, Set: v.set, Px: cx.lengthPx(v.l, true)}
}, func(b []byte, v intrinsicSpec, cx *textCtx) []byte {
	if v.auto {
		b = append(b, "auto "...)
	}
	if !v.set {
		return append(b, "none"...)
	}
	return appendLength(b, v.l)
}, func(b []byte, v IntrinsicSize, cx *textCtx) []byte {
	if v.Auto {
		b = append(b, "auto "...)
	}
	if !v.Set {
		return append(b, "none"...)
	}
	return appendPx(b, v.Px)
})

// ---- alignment

var alignNames = [...]string{"auto", "normal", "stretch", "baseline", "last baseline", "center", "start", "end", "self-start", "self-end", "flex-start", "flex-end", "left", "right", "space-between", "space-around", "space-evenly", "anchor-center"}

func parseAlign(p *css.ValueParser, c *parseCtx) (a Align, ok bool) {
	content := c.prop == PropAlignContent || c.prop == PropJustifyContent
	inline := c.prop == PropJustifyContent || c.prop == PropJustifyItems || c.prop == PropJustifySelf
	self := c.prop == PropAlignSelf || c.prop == PropJustifySelf
	if c.prop == PropJustifyItems {
		save := *p
		var side AlignKind
		legacy := false
		for p.Peek().Kind == css.Ident {
			switch {
			case !legacy && p.Keyword("legacy"):
				legacy = true
				continue
			case side == 0 && p.Keyword("left"):
				side = AlignLeft
				continue
			case side == 0 && p.Keyword("right"):
				side = AlignRight
				continue
			case side == 0 && p.Keyword("center"):
				side = AlignCenter
				continue
			}
			legacy = false
			break
		}
		if legacy {
			if side == 0 {
				side = AlignNormal
			}
			return Align{Kind: side, Legacy: true}, true
		}
		*p = save
	}
	switch {
	case p.Keyword("first"):
		return Align{Kind: AlignBaseline}, c.prop != PropJustifyContent && p.Keyword("baseline")
	case p.Keyword("last"):
		return Align{Kind: AlignLastBaseline}, c.prop != PropJustifyContent && p.Keyword("baseline")
	case p.Keyword("safe"):
		a.Safety = AlignSafe
	case p.Keyword("unsafe"):
		a.Safety = AlignUnsafe
	}
	for i, n := range alignNames {
		k := AlignKind(i)
		if !p.PeekKeyword(n) {
			continue
		}
		switch k {
		case AlignAuto:
			ok = self
		case AlignNormal, AlignStretch:
			ok = true
		case AlignBaseline:
			ok = c.prop != PropJustifyContent
		case AlignSpaceBetween, AlignSpaceAround, AlignSpaceEvenly:
			ok = content
		case AlignLeft, AlignRight:
			ok = inline
		case AlignSelfStart, AlignSelfEnd:
			ok = !content
		case AlignAnchorCenter:
			ok = self
		default:
			ok = true
		}
		if a.Safety != AlignDefault && (k <= AlignLastBaseline || k >= AlignSpaceBetween && k <= AlignSpaceEvenly) {
			ok = false
		}
		p.Next()
		a.Kind = k
		return a, ok
	}
	return a, false
}

var opsAlign = boxOps(parseAlign, nil, func(b []byte, a Align, cx *textCtx) []byte {
	if a.Legacy {
		if a.Kind == AlignNormal {
			if cx.specified {
				return append(b, "legacy"...)
			}
			return append(b, "normal"...)
		}
		return append(append(b, "legacy "...), alignNames[a.Kind]...)
	}
	switch a.Safety {
	case AlignSafe:
		b = append(b, "safe "...)
	case AlignUnsafe:
		b = append(b, "unsafe "...)
	}
	return append(b, alignNames[a.Kind]...)
})

// ---- grid

func parseGridLine(p *css.ValueParser, c *parseCtx) (g GridLine, ok bool) {
	if p.Keyword("auto") {
		return GridLine{Auto: true}, true
	}
	num := false
	for range 3 {
		if !g.Span && p.Keyword("span") {
			g.Span, ok = true, true
			continue
		}
		if !num && p.Peek().Kind != css.Ident {
			save := *p
			if n, k := p.Integer(); k {
				if n == 0 {
					return g, false
				}
				g.Index, num, ok = int32(max(-10000000, min(10000000, n))), true, true
				continue
			}
			*p = save
		}
		if g.Name == "" {
			if s, k := p.CustomIdent("span", "auto"); k {
				g.Name, ok = s, true
				continue
			}
		}
		break
	}
	if g.Span && (!num && g.Name == "" || num && g.Index < 0) {
		return g, false
	}
	return g, ok
}

func appendGridLine(b []byte, g GridLine, cx *textCtx) []byte {
	if g.Auto {
		return append(b, "auto"...)
	}
	start := len(b)
	sep := func() {
		if len(b) > start {
			b = append(b, ' ')
		}
	}
	if g.Span {
		b = append(b, "span"...)
	}
	if g.Index != 0 && !(g.Span && g.Index == 1 && g.Name != "") {
		sep()
		b = strconv.AppendInt(b, int64(g.Index), 10)
	}
	if g.Name != "" {
		sep()
		b = css.AppendIdent(b, g.Name)
	}
	return b
}

var opsGridLine = boxOps(parseGridLine, nil, appendGridLine)

var opsGridAutoFlow = boxOps(func(p *css.ValueParser, c *parseCtx) (g GridAutoFlow, ok bool) {
	dir := false
	for range 2 {
		switch {
		case !dir && p.Keyword("row"):
			dir, ok = true, true
		case !dir && p.Keyword("column"):
			g.Column, dir, ok = true, true, true
		case !g.Dense && p.Keyword("dense"):
			g.Dense, ok = true, true
		}
	}
	return g, ok
}, nil, func(b []byte, v GridAutoFlow, cx *textCtx) []byte {
	switch {
	case v.Column && v.Dense:
		return append(b, "column dense"...)
	case v.Column:
		return append(b, "column"...)
	case v.Dense:
		return append(b, "dense"...)
	}
	return append(b, "row"...)
})

func parseBreadth(p *css.ValueParser, flex bool) (t TrackBreadth, ok bool) {
	switch {
	case p.Keyword("auto"):
		return TrackBreadth{Kind: TrackAuto}, true
	case p.Keyword("min-content"):
		return TrackBreadth{Kind: TrackMinContent}, true
	case p.Keyword("max-content"):
		return TrackBreadth{Kind: TrackMaxContent}, true
	}
	if flex {
		save := *p
		if n, ok := p.Numeric(css.AcceptFlex, css.NonNegative); ok {
			return TrackBreadth{Kind: TrackFlex, Fr: float32(evalNow(n, 0))}, true
		}
		*p = save
	}
	t.Length, ok = parseLength(p, lengthPercentPositive)
	return t, ok
}

func parseTrackSize(p *css.ValueParser) (t TrackSize, ok bool) {
	if in, k := p.Function("minmax"); k {
		if t.Min, ok = parseBreadth(&in, false); !ok || !in.Comma() {
			return t, false
		}
		t.Max, ok = parseBreadth(&in, true)
		return t, ok && in.AtEnd()
	}
	if in, k := p.Function("fit-content"); k {
		t.FitContent = true
		t.Min.Kind = TrackAuto
		t.Max.Length, ok = parseLength(&in, lengthPercentPositive)
		return t, ok && in.AtEnd()
	}
	t.Max, ok = parseBreadth(p, true)
	t.Min = t.Max
	if t.Max.Kind == TrackFlex {
		t.Min = TrackBreadth{Kind: TrackAuto}
	}
	return t, ok
}

func isFixed(t TrackSize) bool {
	return !t.FitContent && (t.Min.Kind == TrackLength || t.Max.Kind == TrackLength)
}

func parseLineNames(p *css.ValueParser) (names []string, ok bool) {
	if p.Peek().Kind != css.LeftBracket {
		return nil, true
	}
	in, k := p.Block(css.LeftBracket)
	if !k {
		return nil, false
	}
	names = []string{}
	for !in.AtEnd() {
		s, k := in.CustomIdent("span", "auto")
		if !k {
			return nil, false
		}
		names = append(names, s)
	}
	return names, true
}

func parseTrackList(p *css.ValueParser, c *parseCtx) (t TrackList, ok bool) {
	if p.Keyword("none") {
		return TrackList{None: true}, true
	}
	if p.Keyword("subgrid") {
		t.Subgrid = true
		for !p.AtEnd() && p.Peek().Kind != css.Delim {
			if in, k := p.Function("repeat"); k {
				it := TrackItem{}
				if in.Keyword("auto-fill") {
					it.Repeat = -1
				} else if n, k := in.Integer(); k && n > 0 {
					it.Repeat = int32(min(n, 1000))
				} else {
					return t, false
				}
				if !in.Comma() {
					return t, false
				}
				for !in.AtEnd() {
					names, k := parseLineNames(&in)
					if !k || names == nil {
						return t, false
					}
					it.Tracks = append(it.Tracks, TrackItem{Names: names})
				}
				t.Items = append(t.Items, it)
				continue
			}
			names, k := parseLineNames(p)
			if !k || names == nil {
				return t, false
			}
			t.Items = append(t.Items, TrackItem{Names: names})
		}
		return t, true
	}
	auto, allFixed := false, true
	for !p.AtEnd() && p.Peek().Kind != css.Delim {
		names, k := parseLineNames(p)
		if !k {
			return t, false
		}
		if p.AtEnd() || p.Peek().Kind == css.Delim {
			t.EndNames = names
			break
		}
		item := TrackItem{Names: names}
		if in, k := p.Function("repeat"); k {
			switch {
			case in.Keyword("auto-fill"):
				item.Repeat = -1
			case in.Keyword("auto-fit"):
				item.Repeat = -2
			default:
				n, k := in.Integer()
				if !k || n < 1 {
					return t, false
				}
				item.Repeat = int32(min(n, 10000000))
			}
			if !in.Comma() || item.Repeat < 0 && auto {
				return t, false
			}
			auto = auto || item.Repeat < 0
			for !in.AtEnd() {
				names, k := parseLineNames(&in)
				if !k {
					return t, false
				}
				if in.AtEnd() {
					item.EndNames = names
					break
				}
				size, k := parseTrackSize(&in)
				if !k || item.Repeat < 0 && !isFixed(size) {
					return t, false
				}
				allFixed = allFixed && isFixed(size)
				item.Tracks = append(item.Tracks, TrackItem{Names: names, Size: size})
			}
			if len(item.Tracks) == 0 {
				return t, false
			}
		} else {
			size, k := parseTrackSize(p)
			if !k {
				return t, false
			}
			allFixed = allFixed && isFixed(size)
			item.Size = size
		}
		t.Items = append(t.Items, item)
	}
	return t, len(t.Items) > 0 && (!auto || allFixed)
}

func (cx *computer) trackSize(t TrackSize) TrackSize {
	t.Min.Length, t.Max.Length = cx.length(t.Min.Length, true), cx.length(t.Max.Length, true)
	return t
}

func (cx *computer) trackItems(in []TrackItem) []TrackItem {
	out := make([]TrackItem, len(in))
	for i, t := range in {
		t.Size = cx.trackSize(t.Size)
		if t.Tracks != nil {
			t.Tracks = cx.trackItems(t.Tracks)
		}
		out[i] = t
	}
	return out
}

func appendBreadth(b []byte, t TrackBreadth) []byte {
	switch t.Kind {
	case TrackFlex:
		return append(css.AppendNumber(b, float64(t.Fr)), "fr"...)
	case TrackAuto:
		return append(b, "auto"...)
	case TrackMinContent:
		return append(b, "min-content"...)
	case TrackMaxContent:
		return append(b, "max-content"...)
	}
	return appendLength(b, t.Length)
}

func appendTrackSize(b []byte, t TrackSize, cx *textCtx) []byte {
	switch {
	case t.FitContent:
		return append(appendLength(append(b, "fit-content("...), t.Max.Length), ')')
	case t.Min == t.Max || t.Max.Kind == TrackFlex && t.Min.Kind == TrackAuto:
		return appendBreadth(b, t.Max)
	}
	b = appendBreadth(append(b, "minmax("...), t.Min)
	return append(appendBreadth(append(b, ", "...), t.Max), ')')
}

func appendNames(b []byte, names []string, start int) []byte {
	if len(names) == 0 {
		return b
	}
	if len(b) > start {
		b = append(b, ' ')
	}
	b = append(b, '[')
	for i, n := range names {
		if i > 0 {
			b = append(b, ' ')
		}
		b = css.AppendIdent(b, n)
	}
	return append(b, ']')
}

func appendTrackList(b []byte, t TrackList, cx *textCtx) []byte {
	if t.None {
		return append(b, "none"...)
	}
	start := len(b)
	if t.Subgrid {
		b = append(b, "subgrid"...)
	}
	for _, it := range t.Items {
		if it.Repeat == 0 {
			b = appendNames(b, it.Names, start)
		} else if it.Names != nil {
			b = appendNames(b, it.Names, start)
		}
		if t.Subgrid && it.Repeat == 0 {
			continue
		}
		if len(b) > start {
			b = append(b, ' ')
		}
		if it.Repeat == 0 {
			b = appendTrackSize(b, it.Size, cx)
			continue
		}
		b = append(b, "repeat("...)
		switch {
		case it.Repeat == -1:
			b = append(b, "auto-fill"...)
		case it.Repeat == -2:
			b = append(b, "auto-fit"...)
		default:
			b = strconv.AppendInt(b, int64(it.Repeat), 10)
		}
		b = append(b, ", "...)
		in := len(b)
		for _, k := range it.Tracks {
			b = appendNames(b, k.Names, in)
			if !t.Subgrid {
				if len(b) > in {
					b = append(b, ' ')
				}
				b = appendTrackSize(b, k.Size, cx)
			}
		}
		b = append(appendNames(b, it.EndNames, in), ')')
	}
	return appendNames(b, t.EndNames, start)
}

var opsTrackList = boxOps(parseTrackList, func(t TrackList, cx *computer) TrackList {
	t.Items = cx.trackItems(t.Items)
	return t
}, appendTrackList)

var opsTrackSizes = boxOps(func(p *css.ValueParser, c *parseCtx) (out []TrackSize, ok bool) {
	for !p.AtEnd() && p.Peek().Kind != css.Delim {
		t, ok := parseTrackSize(p)
		if !ok {
			return nil, false
		}
		out = append(out, t)
	}
	return out, len(out) > 0
}, func(v []TrackSize, cx *computer) []TrackSize {
	out := make([]TrackSize, len(v))
	for i := range v {
		out[i] = cx.trackSize(v[i])
	}
	return out
}, func(b []byte, v []TrackSize, cx *textCtx) []byte {
	for i, t := range v {
		if i > 0 {
			b = append(b, ' ')
		}
		b = appendTrackSize(b, t, cx)
	}
	return b
})

// parseAreas reads strings of grid-template-areas.
// https://drafts.csswg.org/css-grid-2/#grid-template-areas-property
func parseAreas(rows []string) (g GridAreas, ok bool) {
	index := map[string]int{}
	for r, row := range rows {
		var cells []string
		for i := 0; i < len(row); {
			c := row[i]
			switch {
			case c == ' ' || c == '\t' || c == '\n':
				i++
			case c == '.':
				for i < len(row) && row[i] == '.' {
					i++
				}
				cells = append(cells, "")
			default:
				j := i
				for j < len(row) && (row[j] == '-' || row[j] == '_' || row[j] >= 0x80 || row[j] >= '0' && row[j] <= '9' || row[j]|0x20 >= 'a' && row[j]|0x20 <= 'z') {
					j++
				}
				if j == i {
					return g, false
				}
				cells = append(cells, row[i:j])
				i = j
			}
		}
		if len(cells) == 0 || r > 0 && len(cells) != g.Columns {
			return g, false
		}
		g.Columns, g.Rows = len(cells), r+1
		text := ""
		for x := 0; x < len(cells); x++ {
			name := cells[x]
			if x > 0 {
				text += " "
			}
			if name == "" {
				text += "."
				continue
			}
			text += name
			if x > 0 && cells[x-1] == name {
				continue
			}
			end := x + 1
			for end < len(cells) && cells[end] == name {
				end++
			}
			if k, found := index[name]; found {
				a := &g.Areas[k]
				if a.RowEnd != r || a.ColStart != x || a.ColEnd != end {
					return g, false
				}
				a.RowEnd = r + 1
			} else {
				index[name] = len(g.Areas)
				g.Areas = append(g.Areas, GridArea{Name: name, RowStart: r, RowEnd: r + 1, ColStart: x, ColEnd: end})
			}
		}
		g.Text = append(g.Text, text)
	}
	return g, len(rows) > 0
}

var opsGridAreas = boxOps(func(p *css.ValueParser, c *parseCtx) (g GridAreas, ok bool) {
	if p.Keyword("none") {
		return g, true
	}
	var rows []string
	for {
		s, ok := p.StringValue()
		if !ok {
			break
		}
		rows = append(rows, s)
	}
	return parseAreas(rows)
}, nil, func(b []byte, v GridAreas, cx *textCtx) []byte {
	if v.Rows == 0 {
		return append(b, "none"...)
	}
	for i, s := range v.Text {
		if i > 0 {
			b = append(b, ' ')
		}
		b = css.AppendString(b, s)
	}
	return b
})

// ---- counters and content

var opsCounters = boxOps(func(p *css.ValueParser, c *parseCtx) (out []Counter, ok bool) {
	if p.Keyword("none") {
		return nil, true
	}
	for !p.AtEnd() {
		var k Counter
		if in, ok := p.Function("reversed"); ok && c.prop == PropCounterReset && c.ua {
			s, ok := in.CustomIdent("none")
			if !ok || !in.AtEnd() {
				return nil, false
			}
			k = Counter{Name: s, Reversed: true, Auto: true}
		} else if s, ok := p.CustomIdent("none"); ok {
			k.Name = s
			if c.prop == PropCounterIncrement {
				k.Value = 1
			}
		} else {
			return nil, false
		}
		if p.Peek().Kind == css.Number || p.Peek().Kind == css.Function && !p.Is(p.Peek(), "reversed") {
			n, ok := p.Integer()
			if !ok {
				return nil, false
			}
			k.Value, k.Auto = int32(n), false
		}
		out = append(out, k)
	}
	return out, len(out) > 0
}, nil, func(b []byte, v []Counter, cx *textCtx) []byte {
	if len(v) == 0 {
		return append(b, "none"...)
	}
	for i, k := range v {
		if i > 0 {
			b = append(b, ' ')
		}
		if k.Reversed {
			b = append(css.AppendIdent(append(b, "reversed("...), k.Name), ')')
		} else {
			b = css.AppendIdent(b, k.Name)
		}
		if !k.Auto {
			b = strconv.AppendInt(append(b, ' '), int64(k.Value), 10)
		}
	}
	return b
})

func parseContentItems(p *css.ValueParser, c *parseCtx, alt bool) (out []ContentItem, ok bool) {
	for !p.AtEnd() && p.Peek().Kind != css.Delim {
		if s, k := p.StringValue(); k {
			out = append(out, ContentItem{Kind: ContentString, Text: s})
			continue
		}
		it := ContentItem{Kind: ContentString}
		if in, k := p.Function("counter"); k {
			it.Kind, it.Style = ContentCounter, "decimal"
			if it.Name, k = in.CustomIdent("none"); !k {
				return nil, false
			}
			if in.Comma() {
				if it.Style, k = in.CustomIdent(); !k {
					return nil, false
				}
			}
			if !in.AtEnd() {
				return nil, false
			}
			out = append(out, it)
			continue
		}
		if in, k := p.Function("counters"); k {
			it.Kind, it.Style = ContentCounters, "decimal"
			if it.Name, k = in.CustomIdent("none"); !k || !in.Comma() {
				return nil, false
			}
			if it.Text, k = in.StringValue(); !k {
				return nil, false
			}
			if in.Comma() {
				if it.Style, k = in.CustomIdent(); !k {
					return nil, false
				}
			}
			if !in.AtEnd() {
				return nil, false
			}
			out = append(out, it)
			continue
		}
		if alt {
			return nil, false
		}
		done := false
		for i, n := range [...]string{"open-quote", "close-quote", "no-open-quote", "no-close-quote"} {
			if p.Keyword(n) {
				out = append(out, ContentItem{Kind: ContentOpenQuote + ContentKind(i)})
				done = true
				break
			}
		}
		if done {
			continue
		}
		img, k := parseImage(p, c)
		if !k || img.Kind == ImageNone {
			return nil, false
		}
		out = append(out, ContentItem{Kind: ContentImage, Image: &img})
	}
	return out, len(out) > 0
}

func appendContentItems(b []byte, items []ContentItem, cx *textCtx) []byte {
	for i, it := range items {
		if i > 0 {
			b = append(b, ' ')
		}
		switch it.Kind {
		case ContentString:
			b = css.AppendString(b, it.Text)
		case ContentImage:
			b = appendImage(b, *it.Image, cx)
		case ContentCounter, ContentCounters:
			if it.Kind == ContentCounter {
				b = css.AppendIdent(append(b, "counter("...), it.Name)
			} else {
				b = css.AppendIdent(append(b, "counters("...), it.Name)
				b = css.AppendString(append(b, ", "...), it.Text)
			}
			if it.Style != "decimal" {
				b = css.AppendIdent(append(b, ", "...), it.Style)
			}
			b = append(b, ')')
		case ContentAttr:
			b = append(css.AppendIdent(append(b, "attr("...), it.Name), ')')
		default:
			b = append(b, [...]string{"open-quote", "close-quote", "no-open-quote", "no-close-quote"}[it.Kind-ContentOpenQuote]...)
		}
	}
	return b
}

var opsContentList = boxOps(func(p *css.ValueParser, c *parseCtx) (v ContentList, ok bool) {
	switch {
	case p.Keyword("normal"):
		return ContentList{Normal: true}, true
	case p.Keyword("none"):
		return ContentList{None: true}, true
	}
	if v.Items, ok = parseContentItems(p, c, false); !ok {
		return v, false
	}
	if p.Delim('/') {
		v.Alt, ok = parseContentItems(p, c, true)
	}
	return v, ok
}, func(v ContentList, cx *computer) ContentList {
	for i, it := range v.Items {
		if it.Image != nil {
			img := cx.image(*it.Image)
			items := append([]ContentItem(nil), v.Items...)
			items[i].Image = &img
			v.Items = items
		}
	}
	return v
}, func(b []byte, v ContentList, cx *textCtx) []byte {
	switch {
	case v.Normal:
		return append(b, "normal"...)
	case v.None:
		return append(b, "none"...)
	}
	b = appendContentItems(b, v.Items, cx)
	if v.Alt != nil {
		b = appendContentItems(append(b, " / "...), v.Alt, cx)
	}
	return b
})

// ---- will-change

var opsWillChange = boxOps(func(p *css.ValueParser, c *parseCtx) (w WillChange, ok bool) {
	if p.Keyword("auto") {
		return w, true
	}
	for {
		s, ok := p.CustomIdent("none", "all", "auto", "will-change")
		if !ok {
			return w, false
		}
		if !strings.HasPrefix(s, "--") {
			s = lower(s)
		}
		w.Names = append(w.Names, s)
		switch s {
		case "scroll-position":
			w.Scroll = true
		case "contents":
			w.Contents = true
		case "transform", "-webkit-transform", "translate", "rotate", "scale", "opacity", "filter", "-webkit-filter", "backdrop-filter", "perspective", "transform-style", "clip-path", "mask", "mask-image", "mix-blend-mode", "isolation", "offset-path", "offset", "position", "z-index", "view-transition-name":
			w.StackingContext = w.StackingContext || s != "position"
		}
		if !p.Comma() {
			return w, true
		}
	}
}, nil, func(b []byte, v WillChange, cx *textCtx) []byte {
	if len(v.Names) == 0 {
		return append(b, "auto"...)
	}
	for i, s := range v.Names {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = css.AppendIdent(b, s)
	}
	return b
})

var namesFlexWrap = [...]string{"nowrap", "wrap", "wrap-reverse", "balance", "wrap-reverse balance"}

// opsFlexWrap: nowrap | [ wrap | wrap-reverse ] || balance
var opsFlexWrap = func() *ops {
	o := enumOps(namesFlexWrap[:])
	o.parse = func(p *css.ValueParser, c *parseCtx) (value, bool) {
		v, ok := parseKeyword(p, c, namesFlexWrap[:4])
		if !ok || v.n == uint32(FlexWrapNowrap) {
			return v, ok
		}
		if v.n == uint32(FlexWrapBalance) {
			if p.Keyword("wrap-reverse") {
				v.n = uint32(FlexWrapWrapReverseBalance)
			} else {
				p.Keyword("wrap")
			}
		} else if p.Keyword("balance") {
			v.n += uint32(FlexWrapBalance - FlexWrapWrap)
		}
		return v, true
	}
	return o
}()
