package style

import (
	"math"
	"strconv"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/style/css"
)

// Presentational hints: attributes that stand for declarations of the author origin, before all author sheets.
// https://html.spec.whatwg.org/multipage/rendering.html#presentational-hints

// hintAttrs are the attributes that may give hints, on some element.
var hintAttrs = func() map[atom.Atom]bool {
	m := make(map[atom.Atom]bool)
	for _, n := range strings.Fields("align alink background bgcolor border bordercolor cellpadding cellspacing clear color cols compact contenteditable dir face frame frameborder height hspace lang link marginheight marginwidth noshade nowrap rows rules size start text topmargin leftmargin type valign value vlink vspace width wrap draggable scrolling") {
		m[internStatic(n)] = true
	}
	for _, n := range strings.Fields(svgPresentation) {
		m[internStatic(n)] = true
	}
	delete(m, atom.None)
	return m
}()

// internStatic is the static atom of n, or None.
func internStatic(n string) atom.Atom {
	var t atom.Table
	return t.Lookup(n)
}

// svgPresentation are the presentation attributes. https://svgwg.org/svg2-draft/styling.html#PresentationAttributes
const svgPresentation = "alignment-baseline baseline-shift clip-path clip-rule color color-interpolation color-interpolation-filters cursor direction display dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity font-family font-size font-size-adjust font-stretch font-style font-variant font-weight image-rendering letter-spacing lighting-color marker-end marker-mid marker-start mask mask-type opacity overflow paint-order pointer-events shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration text-overflow text-rendering transform transform-origin unicode-bidi vector-effect visibility white-space word-spacing writing-mode"

var svgAttrs = func() map[atom.Atom]bool {
	m := make(map[atom.Atom]bool)
	for _, n := range strings.Fields(svgPresentation) {
		m[internStatic(n)] = true
	}
	for _, n := range strings.Fields("x y cx cy r rx ry width height d") {
		m[internStatic(n)] = true
	}
	delete(m, atom.None)
	return m
}()

var (
	atomTd    = atom.Static("td")
	atomTh    = atom.Static("th")
	atomBodyT = atom.Static("body")
	atomHTMLT = atom.Static("html")
)

// hintBlock gives the hints of el, nil for none. Equal attributes share one block within the pass.
func (w *worker) hintBlock(el dom.NodeID) *block {
	d := w.s.doc
	n := d.ElementName(el)
	cell := n.NS == dom.HTML && (n.Local == atomTd || n.Local == atomTh)
	link := n.NS == dom.HTML && n.Local == atomA
	if n.NS == dom.HTML && (n.Local == atomBdi || d.HasAttr(el, atomDir)) && !w.s.autoDir.Load() {
		w.s.autoDir.Store(true)
	}
	if d.FirstAttr(el) == 0 && !cell {
		return nil
	}
	key := append(w.hintKey[:0], byte(n.NS))
	key = strconv.AppendUint(key, uint64(n.Local), 36)
	base := len(key)
	for a := d.FirstAttr(el); a != 0; a = d.NextAttr(a) {
		at := d.AttrAt(a)
		an := d.NameOf(at.Name)
		if an.NS == dom.XML && an.Local == atomLang {
			key = append(append(append(key, 0, 'l'), at.Value...), 0)
			continue
		}
		if an.NS != dom.NoNamespace {
			continue
		}
		switch {
		case n.NS == dom.HTML && hintAttrs[an.Local], n.NS == dom.SVG && svgAttrs[an.Local], an.Local == atomLang:
		case n.NS == dom.HTML && an.Local == atomPopover:
			continue
		default:
			continue
		}
		key = append(key, 0)
		key = strconv.AppendUint(key, uint64(an.Local), 36)
		key = append(append(key, '='), at.Value...)
	}
	var table dom.NodeID
	if cell {
		if table = tableOf(d, el); table != 0 {
			for _, an := range [...]atom.Atom{atomCellpadding, atomBorderAttr, atomRules} {
				if v, ok := d.LookupAttr(table, an); ok {
					key = append(key, 1)
					key = append(append(strconv.AppendUint(key, uint64(an), 36), '='), v...)
				}
			}
		}
	}
	if link {
		// the body's link colours
		if b := d.Body(); b != 0 && isLink(d, el) {
			if v, ok := d.LookupAttr(b, atomLinkAttr); ok {
				key = append(append(key, 2), v...)
			}
		}
	}
	w.hintKey = key
	if len(key) == base {
		return nil
	}
	if b, ok := w.hints[string(key)]; ok {
		return b
	}
	if w.hints == nil {
		w.hints = make(map[string]*block)
	}
	b := w.makeHints(el, n, table)
	w.hints[string(key)] = b
	return b
}

var (
	atomPopover     = atom.Static("popover")
	atomCellpadding = atom.Static("cellpadding")
	atomBorderAttr  = atom.Static("border")
	atomRules       = atom.Static("rules")
	atomLinkAttr    = atom.Static("link")
)

// tableOf is the table of a cell.
func tableOf(d *dom.Document, cell dom.NodeID) dom.NodeID {
	p := d.ParentElement(cell)
	for i := 0; p != 0 && i < 4; i++ {
		if d.IsHTMLElement(p, atomTable) {
			return p
		}
		p = d.ParentElement(p)
	}
	return 0
}

// hintText collects declarations as CSS text.
type hintText struct{ b []byte }

func (h *hintText) set(prop, value string) {
	h.b = append(append(append(append(h.b, prop...), ':'), value...), ';')
}

// dimension: https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-dimension-values
func (h *hintText) dimension(prop, v string) {
	if s, ok := dimensionValue(v); ok {
		h.set(prop, s)
	}
}

func dimensionValue(v string) (string, bool) {
	v = strings.TrimLeft(v, " \t\n\f\r")
	if strings.HasPrefix(v, "+") {
		v = v[1:]
	}
	i := 0
	for i < len(v) && v[i] >= '0' && v[i] <= '9' {
		i++
	}
	if i == 0 && !(len(v) > 1 && v[0] == '.' && v[1] >= '0' && v[1] <= '9') {
		return "", false
	}
	if i < len(v) && v[i] == '.' {
		j := i + 1
		for j < len(v) && v[j] >= '0' && v[j] <= '9' {
			j++
		}
		if j > i+1 {
			i = j
		}
	}
	if i > 20 {
		i = 20
	}
	if i < len(v) && v[i] == '%' {
		return v[:i] + "%", true
	}
	return v[:i] + "px", true
}

func (h *hintText) pixels(prop, v string) {
	if n, ok := nonNegative(v); ok {
		h.set(prop, strconv.Itoa(n)+"px")
	}
}

// nonNegative: https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-non-negative-integers
func nonNegative(v string) (int, bool) {
	n, ok := integerValue(v)
	return n, ok && n >= 0
}

// integerValue: https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-integers, which in Chromium fails
// beyond 32 bits.
func integerValue(v string) (int, bool) {
	n, ok := dom.ParseInteger(v)
	return int(n), ok && n == int64(int32(n))
}

// color: https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-a-legacy-colour-value
func (h *hintText) color(prop, v string) {
	if c, ok := LegacyColor(v); ok {
		h.set(prop, c)
	}
}

// LegacyColor parses the value of bgcolor and the like, as CSS text.
func LegacyColor(v string) (string, bool) {
	v = strings.Trim(v, " \t\n\f\r")
	l := lower(v)
	if v == "" || l == "transparent" {
		return "", false
	}
	if _, ok := css.NamedColor(l); ok {
		return l, true
	}
	if len(v) == 4 && v[0] == '#' && isHex(v[1:]) {
		return v, true
	}
	r := []rune(v)
	for i, c := range r {
		if c > 0xFFFF {
			r[i] = '0'
		}
	}
	if len(r) > 128 {
		r = r[:128]
	}
	if len(r) > 0 && r[0] == '#' {
		r = r[1:]
	}
	for i, c := range r {
		if c > 0x7F || !isHex(string(c)) {
			r[i] = '0'
		}
	}
	for len(r) == 0 || len(r)%3 != 0 {
		r = append(r, '0')
	}
	n := len(r) / 3
	parts := [3][]rune{r[:n], r[n : 2*n], r[2*n:]}
	if n > 8 {
		for i := range parts {
			parts[i] = parts[i][n-8:]
		}
		n = 8
	}
	for n > 2 && parts[0][0] == '0' && parts[1][0] == '0' && parts[2][0] == '0' {
		for i := range parts {
			parts[i] = parts[i][1:]
		}
		n--
	}
	if n > 2 {
		n = 2
	}
	out := "#"
	for i := range parts {
		s := string(parts[i][:n])
		if n == 1 {
			s = "0" + s
		}
		out += s
	}
	return lower(out), true
}

// makeHints maps the attributes of an element.
func (w *worker) makeHints(el dom.NodeID, n dom.Name, table dom.NodeID) *block {
	d := w.s.doc
	h := &hintText{}
	lang, hasLang := "", false
	for a := d.FirstAttr(el); a != 0; a = d.NextAttr(a) {
		at := d.AttrAt(a)
		an := d.NameOf(at.Name)
		name, v := d.Atoms.String(an.Local), strings.Clone(at.Value)
		if an.NS == dom.XML && name == "lang" || name == "xml:lang" || an.NS == dom.NoNamespace && name == "lang" && !hasLang {
			lang, hasLang = v, true
			continue
		}
		if an.NS != dom.NoNamespace {
			continue
		}
		switch n.NS {
		case dom.HTML:
			w.htmlHint(h, el, d.Atoms.String(n.Local), name, v)
		case dom.SVG:
			w.svgHint(h, d.Atoms.String(n.Local), name, v)
		}
	}
	if table != 0 {
		if v, ok := d.LookupAttr(table, atomCellpadding); ok {
			h.pixels("padding", v)
		}
		if v, ok := d.LookupAttr(table, atomBorderAttr); ok {
			if n, ok := nonNegative(v); !ok || n > 0 {
				h.set("border", "1px inset gray")
			}
		}
		if v, ok := d.LookupAttr(table, atomRules); ok {
			switch lower(v) {
			case "all":
				h.set("border", "1px solid gray")
			case "cols":
				h.set("border-inline", "1px solid gray")
				h.set("border-block-style", "none")
			case "none", "groups", "rows":
				h.set("border-style", "none")
			}
		}
	}
	if n.NS == dom.HTML && n.Local == atomA && isLink(d, el) {
		if b := d.Body(); b != 0 {
			if v, ok := d.LookupAttr(b, atomLinkAttr); ok {
				h.color("color", v)
			}
		}
	}
	ds := &decls{ctx: w.s.parseCtx("", OriginAuthor)}
	ds.ctx.quirks = n.NS == dom.SVG // numbers without units
	ds.ctx.ua = n.NS == dom.HTML    // reversed()
	b := ds.compileText(string(h.b), d.Atoms)
	if hasLang {
		ds.list = append(ds.list[:b.imp], ds.pack(PropNisoLang, boxed(d.Atoms.Intern(lang))))
		b.imp++
		b.end = b.imp
	}
	return &b
}

// svgUnitless are properties whose attributes take numbers for lengths.
var svgUnitless = map[string]bool{"font-size": true, "letter-spacing": true, "word-spacing": true, "width": true, "height": true, "baseline-shift": true}

func (w *worker) svgHint(h *hintText, tag, name, v string) {
	if !svgAttrs[internStatic(name)] || strings.ContainsAny(v, ";{}") && name != "font-family" {
		return
	}
	switch name {
	case "x", "y", "cx", "cy", "r", "rx", "ry", "width", "height", "d":
		switch tag {
		case "svg", "rect", "image", "foreignObject", "circle", "ellipse", "use", "path":
		default:
			return
		}
		if name == "d" {
			if tag == "path" {
				return // layout reads the attribute
			}
			return
		}
	case "transform":
		if s := svgTransform(v); s != "" {
			h.set("transform", s)
		}
		return
	}
	if _, err := strconv.ParseFloat(strings.TrimSpace(v), 64); err == nil && svgUnitless[name] {
		v = strings.TrimSpace(v) + "px"
	}
	h.set(name, v)
}

// svgTransform is the CSS form of a transform attribute: numbers are px and degrees.
// https://drafts.csswg.org/css-transforms-1/#svg-syntax
func svgTransform(v string) string {
	var out []string
	rest := v
	for {
		rest = strings.TrimLeft(rest, " \t\n\f\r,")
		if rest == "" {
			break
		}
		open := strings.IndexByte(rest, '(')
		end := strings.IndexByte(rest, ')')
		if open < 0 || end < open {
			return ""
		}
		name := strings.TrimSpace(rest[:open])
		args := strings.FieldsFunc(rest[open+1:end], func(r rune) bool { return r == ',' || r == ' ' || r == '\t' || r == '\n' || r == '\r' || r == '\f' })
		rest = rest[end+1:]
		for _, a := range args {
			if _, err := strconv.ParseFloat(a, 64); err != nil {
				return ""
			}
		}
		unit := func(from int, u string) string {
			l := make([]string, len(args))
			for i, a := range args {
				l[i] = a
				if i >= from {
					l[i] += u
				}
			}
			return strings.Join(l, ",")
		}
		switch {
		case name == "translate" && (len(args) == 1 || len(args) == 2):
			out = append(out, "translate("+unit(0, "px")+")")
		case name == "rotate" && len(args) == 1:
			out = append(out, "rotate("+args[0]+"deg)")
		case name == "rotate" && len(args) == 3:
			out = append(out, "translate("+args[1]+"px,"+args[2]+"px)", "rotate("+args[0]+"deg)", "translate(calc(-1*"+args[1]+"px),calc(-1*"+args[2]+"px))")
		case (name == "skewX" || name == "skewY") && len(args) == 1:
			out = append(out, name+"("+args[0]+"deg)")
		case name == "scale" && (len(args) == 1 || len(args) == 2), name == "matrix" && len(args) == 6:
			out = append(out, name+"("+strings.Join(args, ",")+")")
		default:
			return ""
		}
	}
	return strings.Join(out, " ")
}

func (w *worker) htmlHint(h *hintText, el dom.NodeID, tag, name, v string) {
	l := lower(strings.TrimSpace(v))
	switch name {
	case "contenteditable":
		switch l {
		case "", "true":
			h.b = append(h.b, "-webkit-user-modify:read-write;overflow-wrap:break-word;line-break:after-white-space;"...)
		case "plaintext-only":
			h.b = append(h.b, "-webkit-user-modify:read-write-plaintext-only;overflow-wrap:break-word;"...)
		case "false":
			h.set("-webkit-user-modify", "read-only")
		}
		return
	case "draggable":
		if l == "true" {
			h.set("user-select", "none")
		}
		return
	}
	sizes := func() {
		if name == "width" || name == "height" {
			h.dimension(name, v)
		}
	}
	ratio := func() { // https://html.spec.whatwg.org/multipage/rendering.html#map-to-the-aspect-ratio-property
		if name != "width" {
			return
		}
		a, ok1 := dimensionValue(v)
		b, ok2 := dimensionValue(w.s.doc.Attr(el, internStatic("height")))
		if ok1 && ok2 && strings.HasSuffix(a, "px") && strings.HasSuffix(b, "px") {
			h.set("aspect-ratio", "auto "+a[:len(a)-2]+" / "+b[:len(b)-2])
		}
	}
	space := func() {
		switch name {
		case "hspace":
			h.dimension("margin-left", v)
			h.dimension("margin-right", v)
		case "vspace":
			h.dimension("margin-top", v)
			h.dimension("margin-bottom", v)
		case "border":
			if n, ok := nonNegative(v); ok && tag != "iframe" {
				h.set("border", strconv.Itoa(n)+"px solid")
			}
		case "align":
			switch l := lower(v); l {
			case "left", "right":
				h.set("float", l)
				h.set("vertical-align", "top")
			case "top", "texttop":
				h.set("vertical-align", map[string]string{"top": "top", "texttop": "text-top"}[l])
			case "middle", "center":
				h.set("vertical-align", "-webkit-baseline-middle")
			case "absmiddle", "abscenter":
				h.set("vertical-align", "middle")
			case "bottom":
				h.set("vertical-align", "baseline")
			case "absbottom":
				h.set("vertical-align", "bottom")
			}
		}
	}
	align := func() {
		if name != "align" {
			return
		}
		switch l {
		case "left", "right", "center":
			h.set("text-align", "-webkit-"+l)
		case "middle":
			h.set("text-align", "-webkit-center")
		case "justify", "start", "end":
			h.set("text-align", l)
		}
	}
	valign := func() {
		if name == "valign" {
			switch l {
			case "top", "middle", "bottom", "baseline":
				h.set("vertical-align", l)
			}
		}
	}
	back := func() {
		switch name {
		case "bgcolor":
			h.color("background-color", v)
		case "background":
			if strings.TrimSpace(v) != "" {
				h.set("background-image", string(css.AppendURL(nil, strings.TrimSpace(v))))
			}
		}
	}
	switch tag {
	case "img":
		sizes()
		ratio()
		space()
	case "video", "canvas":
		if tag == "video" {
			sizes()
		}
		ratio()
	case "iframe", "embed", "object", "applet":
		sizes()
		space()
		if tag == "iframe" && name == "frameborder" {
			if n, ok := integerValue(v); ok && n == 0 || l == "no" {
				h.set("border-width", "0")
			}
		}
	case "input":
		if lower(w.s.doc.Attr(el, atomType)) == "image" {
			sizes()
			space()
			ratio()
		}
	case "source":
	case "marquee":
		sizes()
		back()
		space()
	case "body":
		back()
		switch name {
		case "text":
			h.color("color", v)
		case "marginwidth", "leftmargin":
			h.pixels("margin-left", v)
			h.pixels("margin-right", v)
		case "marginheight", "topmargin":
			h.pixels("margin-top", v)
			h.pixels("margin-bottom", v)
		}
	case "table":
		back()
		switch name {
		case "width", "height":
			if s, ok := dimensionValue(v); ok && !strings.HasPrefix(s, "0p") && s != "0%" {
				h.set(name, s)
			}
		case "border":
			n, ok := nonNegative(v)
			if !ok {
				n = 1
			}
			if n > 0 {
				h.set("border", strconv.Itoa(n)+"px outset gray")
			} else {
				h.set("border-width", "0")
			}
		case "bordercolor":
			h.color("border-color", v)
		case "cellspacing":
			h.pixels("border-spacing", v)
		case "align":
			switch l {
			case "left", "right":
				h.set("float", l)
			case "center":
				h.set("margin-inline", "auto")
			}
		case "rules":
			switch l {
			case "none", "groups", "rows", "cols", "all":
				h.set("border-collapse", "collapse")
			}
		case "frame":
			sides := map[string]string{"void": "none", "above": "outset none none none", "below": "none none outset none", "hsides": "outset none", "lhs": "none none none outset", "rhs": "none outset none none", "vsides": "none outset", "box": "outset", "border": "outset"}
			if s, ok := sides[l]; ok {
				h.set("border-width", "1px")
				h.set("border-style", s)
			}
		case "hspace", "vspace":
			space()
		}
	case "td", "th":
		back()
		valign()
		switch name {
		case "width", "height":
			if s, ok := dimensionValue(v); ok && !strings.HasPrefix(s, "0p") && s != "0%" {
				h.set(name, s)
			}
		case "nowrap":
			h.set("white-space", "nowrap")
		}
		align()
	case "tr", "thead", "tbody", "tfoot":
		back()
		valign()
		align()
		if name == "height" {
			h.dimension("height", v)
		}
	case "col", "colgroup":
		back()
		valign()
		align()
		if name == "width" {
			h.dimension("width", v)
		}
	case "caption":
		switch l {
		case "bottom":
			if name == "align" {
				h.set("caption-side", "bottom")
			}
		default:
			align()
		}
	case "div", "p", "h1", "h2", "h3", "h4", "h5", "h6":
		align()
	case "hr":
		switch name {
		case "align":
			switch l {
			case "left":
				h.set("margin-left", "0")
				h.set("margin-right", "auto")
			case "right":
				h.set("margin-left", "auto")
				h.set("margin-right", "0")
			case "center":
				h.set("margin-inline", "auto")
			}
		case "width":
			h.dimension("width", v)
		case "color":
			h.set("border-style", "solid")
			h.color("border-color", v)
			h.color("background-color", v)
		case "noshade":
			h.set("border-style", "solid")
			h.set("border-color", "gray")
			h.set("background-color", "gray")
		case "size":
			if n, ok := nonNegative(v); ok {
				if n <= 1 {
					h.set("border-bottom-width", "0")
				} else {
					h.set("height", strconv.Itoa(n-2)+"px")
				}
			}
		}
	case "br":
		if name == "clear" {
			switch l {
			case "left", "right":
				h.set("clear", l)
			case "all", "both":
				h.set("clear", "both")
			}
		}
	case "font":
		switch name {
		case "color":
			h.color("color", v)
		case "face":
			if !strings.ContainsAny(v, ";{}") {
				h.set("font-family", v)
			}
		case "size":
			h.fontSize(v)
		}
	case "pre":
		if name == "wrap" {
			h.set("white-space", "pre-wrap")
		}
	case "ul", "li", "ol":
		if name == "type" {
			switch strings.TrimSpace(v) {
			case "1":
				h.set("list-style-type", "decimal")
			case "a":
				h.set("list-style-type", "lower-alpha")
			case "A":
				h.set("list-style-type", "upper-alpha")
			case "i":
				h.set("list-style-type", "lower-roman")
			case "I":
				h.set("list-style-type", "upper-roman")
			default:
				switch l {
				case "disc", "circle", "square", "none":
					h.set("list-style-type", l)
				}
			}
		}
		if tag == "li" && name == "value" {
			if n, ok := integerValue(v); ok {
				h.set("counter-set", "list-item "+strconv.Itoa(n))
			}
		}
		if tag == "ol" && name == "start" {
			switch n, ok := integerValue(v); {
			case !ok:
			case w.s.doc.HasAttr(el, atomReversed):
				h.set("counter-reset", "reversed(list-item) "+strconv.Itoa(min(n+1, math.MaxInt32)))
			default:
				h.set("counter-reset", "list-item "+strconv.Itoa(max(n-1, math.MinInt32)))
			}
		}
	case "textarea":
		if name == "wrap" {
			if l == "off" {
				h.set("white-space", "pre")
			}
		}
	}
}

// fontSize: https://html.spec.whatwg.org/multipage/rendering.html#rules-for-parsing-a-legacy-font-size
func (h *hintText) fontSize(v string) {
	v = strings.TrimSpace(v)
	if v == "" {
		return
	}
	n, ok := integerValue(v)
	if !ok {
		return
	}
	if v[0] == '+' || v[0] == '-' {
		n += 3
	}
	n = max(1, min(7, n))
	h.set("font-size", [...]string{"x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large"}[n-1])
}
