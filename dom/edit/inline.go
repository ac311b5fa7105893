package edit

import (
	"strconv"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
)

// value is a command value: a string or null.
type value struct {
	text string
	set  bool
}

func some(t string) value { return value{t, true} }

// inlineCommand is what sets apart a command that gives a value to texts.
type inlineCommand struct {
	name      string
	property  string // relevant CSS property, "" if there is none
	activated []string
	normal    string // the value that takes it away
}

var inlineCommands = map[string]*inlineCommand{
	"backcolor":     {name: "backcolor", property: "background-color"},
	"bold":          {name: "bold", property: "font-weight", activated: []string{"bold", "600", "700", "800", "900"}},
	"createlink":    {name: "createlink"},
	"fontname":      {name: "fontname", property: "font-family"},
	"fontsize":      {name: "fontsize", property: "font-size"},
	"forecolor":     {name: "forecolor", property: "color"},
	"hilitecolor":   {name: "hilitecolor", property: "background-color"},
	"italic":        {name: "italic", property: "font-style", activated: []string{"italic", "oblique"}},
	"strikethrough": {name: "strikethrough", activated: []string{"line-through"}},
	"subscript":     {name: "subscript", activated: []string{"subscript"}},
	"superscript":   {name: "superscript", activated: []string{"superscript"}},
	"underline":     {name: "underline", activated: []string{"underline"}},
	"unlink":        {name: "unlink"},
}

func (c *inlineCommand) isActivated(v value) bool {
	for _, a := range c.activated {
		if v.set && a == v.text {
			return true
		}
	}
	return false
}

// decoration is the keyword of text-decoration that a command is about.
func (c *inlineCommand) decoration() string {
	switch c.name {
	case "strikethrough":
		return "line-through"
	case "underline":
		return "underline"
	}
	return ""
}

func hasWord(list, word string) bool {
	for _, w := range strings.Fields(list) {
		if w == word {
			return true
		}
	}
	return false
}

// effective is the effective command value of a node.
// https://w3c.github.io/editing/docs/execCommand/#effective-command-value
func (e *Editor) effective(n dom.NodeID, c *inlineCommand) value {
	if !e.isElement(n) {
		if n = e.s.Parent(n); !e.isElement(n) {
			return value{}
		}
	}
	switch c.name {
	case "createlink", "unlink":
		for ; n != 0; n = e.s.Parent(n) {
			if e.html(n) == atomA {
				if h, ok := e.s.LookupAttr(n, atomHref); ok {
					return some(h)
				}
			}
		}
		return value{}
	case "backcolor", "hilitecolor":
		for e.isElement(e.s.Parent(n)) {
			if _, _, _, a, ok := e.v.Color(e.v.Value(n, "background-color")); ok && a > 0 {
				break
			}
			n = e.s.Parent(n)
		}
		return some(e.v.Value(n, "background-color"))
	case "subscript", "superscript":
		sub, sup := false, false
		for ; e.inline(n); n = e.s.Parent(n) {
			sub = sub || e.html(n) == atomSub || e.isElement(n) && e.v.Value(n, "vertical-align") == "sub"
			sup = sup || e.html(n) == atomSup || e.isElement(n) && e.v.Value(n, "vertical-align") == "super"
		}
		switch {
		case sub && sup:
			return some("mixed")
		case sub:
			return some("subscript")
		case sup:
			return some("superscript")
		}
		return value{}
	case "strikethrough", "underline":
		for ; e.isElement(n); n = e.s.Parent(n) {
			if hasWord(e.v.Value(n, "text-decoration-line"), c.decoration()) {
				return some(c.decoration())
			}
		}
		return value{}
	}
	return some(e.v.Value(n, c.property))
}

var fontSizes = [...]string{1: "x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large"}

// specified is the specified command value of an element.
// https://w3c.github.io/editing/docs/execCommand/#specified-command-value
func (e *Editor) specified(el dom.NodeID, c *inlineCommand) value {
	name := e.html(el)
	switch c.name {
	case "backcolor", "hilitecolor":
		if e.v.Display(el) != DisplayInline {
			return value{}
		}
	case "createlink", "unlink":
		if name == atomA {
			if h, ok := e.s.LookupAttr(el, atomHref); ok {
				return some(h)
			}
		}
		return value{}
	case "subscript", "superscript":
		va := e.v.Inline(el, "vertical-align")
		switch {
		case name == atomSup || va == "super":
			return some("superscript")
		case name == atomSub || va == "sub":
			return some("subscript")
		}
		return value{}
	case "strikethrough", "underline":
		if d := e.v.Inline(el, "text-decoration-line"); d != "" {
			if hasWord(d, c.decoration()) {
				return some(c.decoration())
			}
			return value{}
		}
		if c.name == "underline" && name == atomU || c.name == "strikethrough" && (name == atomS || name == atomStrike) {
			return some(c.decoration())
		}
		return value{}
	}
	if v := e.v.Inline(el, c.property); v != "" {
		return some(v)
	}
	switch {
	case name == atomFont && c.name == "forecolor":
		if _, ok := e.s.LookupAttr(el, atomColor); ok {
			return some(e.v.Value(el, "color"))
		}
	case name == atomFont && c.name == "fontname":
		if f, ok := e.s.LookupAttr(el, atomFace); ok {
			return some(f)
		}
	case name == atomFont && c.name == "fontsize":
		if t, ok := e.s.LookupAttr(el, atomSize); ok {
			if n, ok := legacySize(t); ok {
				return some(fontSizes[n])
			}
		}
	case (name == atomB || name == atomStrong) && c.name == "bold":
		return some("bold")
	case (name == atomI || name == atomEm) && c.name == "italic":
		return some("italic")
	}
	return value{}
}

// legacySize is the size, 1 to 7, that a size attribute or a value of fontSize names.
func legacySize(t string) (n int, ok bool) {
	t = strings.Trim(t, "\t\n\f\r ")
	mode := byte(0)
	if t != "" && (t[0] == '+' || t[0] == '-') {
		mode, t = t[0], t[1:]
	}
	end := 0
	for end < len(t) && t[end] >= '0' && t[end] <= '9' {
		end++
	}
	if end == 0 {
		return 0, false
	}
	n, err := strconv.Atoi(t[:min(end, 6)])
	if err != nil {
		return 0, false
	}
	switch mode {
	case '+':
		n = 3 + n
	case '-':
		n = 3 - n
	}
	return max(1, min(n, 7)), true
}

// equivalent reports values that mean the same to a command.
// https://w3c.github.io/editing/docs/execCommand/#equivalent-values
func (e *Editor) equivalent(c *inlineCommand, a, b value) bool {
	if !a.set || !b.set {
		return a.set == b.set
	}
	if a.text == b.text {
		return true
	}
	switch c.name {
	case "bold":
		return boldNumber(a.text) == boldNumber(b.text)
	case "backcolor", "forecolor", "hilitecolor":
		r, g, bl, al, ok := e.v.Color(a.text)
		r2, g2, bl2, al2, ok2 := e.v.Color(b.text)
		return ok == ok2 && (!ok || r == r2 && g == g2 && bl == bl2 && al == al2)
	case "fontname":
		return e.v.Canonical("font-family", a.text) == e.v.Canonical("font-family", b.text)
	}
	return false
}

func boldNumber(t string) string {
	switch t {
	case "bold":
		return "700"
	case "normal":
		return "400"
	}
	return t
}

// loosely reports values that are equivalent, or sizes that are the same in pixels.
// https://w3c.github.io/editing/docs/execCommand/#loosely-equivalent-values
func (e *Editor) loosely(c *inlineCommand, a, b value) bool {
	if e.equivalent(c, a, b) {
		return true
	}
	if c.name != "fontsize" || !a.set || !b.set {
		return false
	}
	x, okX := e.sizePx(a.text)
	y, okY := e.sizePx(b.text)
	return okX && okY && x == y
}

var keywordPx = map[string]float64{"xx-small": 9, "x-small": 10, "small": 13, "medium": 16, "large": 18, "x-large": 24, "xx-large": 32, "xxx-large": 48, "-webkit-xxx-large": 48}

func (e *Editor) sizePx(t string) (float64, bool) {
	if px, ok := keywordPx[t]; ok {
		return px, true
	}
	f, err := strconv.ParseFloat(strings.TrimSuffix(t, "px"), 64)
	return f, err == nil && strings.HasSuffix(t, "px")
}

// modifiable reports an element that inline commands may change or take away; simple: that they may take away for its one value.
// https://w3c.github.io/editing/docs/execCommand/#modifiable-element
func (e *Editor) modifiable(n dom.NodeID) bool {
	name := e.html(n)
	if !modifiableNames[name] {
		return false
	}
	for a := range e.s.Attrs(n) {
		switch local := e.s.NameOf(a.Name).Local; {
		case local == atomStyle,
			name == atomA && local == atomHref,
			name == atomFont && (local == atomColor || local == atomFace || local == atomSize):
		default:
			return false
		}
	}
	return true
}

// https://w3c.github.io/editing/docs/execCommand/#simple-modifiable-element
func (e *Editor) simple(n dom.NodeID) bool {
	name := e.html(n)
	if !modifiableNames[name] {
		return false
	}
	count := e.attrCount(n)
	if count == 0 {
		return true
	}
	if count > 1 {
		return false
	}
	if _, ok := e.s.LookupAttr(n, atomStyle); !ok {
		return e.modifiable(n)
	}
	props := e.v.InlineNames(n)
	if len(props) == 0 {
		return true
	}
	decoration := true
	for _, p := range props {
		decoration = decoration && strings.HasPrefix(p, "text-decoration")
	}
	if decoration {
		switch name {
		case atomA, atomFont, atomS, atomSpan, atomStrike, atomU:
		default:
			return false
		}
		switch e.v.Inline(n, "text-decoration-line") {
		case "line-through", "underline", "overline", "none":
			return true
		}
		return false
	}
	if len(props) != 1 {
		return false
	}
	switch name {
	case atomB, atomStrong:
		return props[0] == "font-weight"
	case atomI, atomEm:
		return props[0] == "font-style"
	case atomA, atomFont, atomSpan:
		return true
	}
	return false
}

// recorded is a value that a node had before it was moved.
type recorded struct {
	node    dom.NodeID
	command *inlineCommand
	value   value
}

var recordedCommands = [...]string{"subscript", "bold", "fontname", "fontsize", "forecolor", "hilitecolor", "italic", "strikethrough", "underline"}

// specifiedBy is the nearest element that gives a node a value, and that value.
func (e *Editor) specifiedBy(n dom.NodeID, c *inlineCommand) (el dom.NodeID, v value) {
	if !e.isElement(n) {
		n = e.s.Parent(n)
	}
	for ; e.isElement(n); n = e.s.Parent(n) {
		if v := e.specified(n, c); v.set {
			return n, v
		}
	}
	return 0, value{}
}

// recordValues and restoreValues keep the values of nodes that are moved.
// https://w3c.github.io/editing/docs/execCommand/#record-the-values
func (e *Editor) recordValues(list []dom.NodeID) (values []recorded) {
	for _, n := range list {
		for _, name := range recordedCommands {
			c := inlineCommands[name]
			_, v := e.specifiedBy(n, c)
			values = append(values, recorded{n, c, v})
		}
	}
	return values
}

// https://w3c.github.io/editing/docs/execCommand/#restore-the-values
func (e *Editor) restoreValues(values []recorded) {
	for _, r := range values {
		if e.s.Parent(r.node) == 0 {
			continue
		}
		el, v := e.specifiedBy(r.node, r.command)
		switch {
		case !r.value.set && el != 0:
			e.pushDown(r.node, r.command, value{})
		case el != 0 && !e.equivalent(r.command, v, r.value), el == 0 && r.value.set:
			e.force(r.node, r.command, r.value)
		}
	}
}

// setInline sets or, with "", takes out a property of the style attribute.
func (e *Editor) setInline(el dom.NodeID, property, v string) bool {
	text, ok := e.v.WithInline(el, property, v)
	if !ok {
		return false
	}
	if text == "" {
		e.removeAttr(el, atomStyle)
	} else {
		e.setAttr(el, atomStyle, text)
	}
	return true
}

// clear takes the value for a command from an element, and gives the nodes that have what is left of it.
// https://w3c.github.io/editing/docs/execCommand/#clear-the-value
func (e *Editor) clear(el dom.NodeID, c *inlineCommand) []dom.NodeID {
	if !e.editable(el) || !e.specified(el, c).set {
		return nil
	}
	if e.simple(el) {
		list := e.children(el)
		e.dissolve(el)
		return list
	}
	if d := c.decoration(); d != "" {
		if v := e.v.Inline(el, "text-decoration-line"); hasWord(v, d) {
			var rest []string
			for _, w := range strings.Fields(v) {
				if w != d {
					rest = append(rest, w)
				}
			}
			if e.v.Inline(el, "text-decoration") != "" {
				e.setInline(el, "text-decoration", strings.Join(rest, " "))
			} else {
				e.setInline(el, "text-decoration-line", strings.Join(rest, " "))
			}
		}
	}
	if c.property != "" {
		e.setInline(el, c.property, "")
	}
	if c.name == "subscript" || c.name == "superscript" {
		e.setInline(el, "vertical-align", "")
	}
	if e.html(el) == atomFont {
		switch c.name {
		case "forecolor":
			e.removeAttr(el, atomColor)
		case "fontname":
			e.removeAttr(el, atomFace)
		case "fontsize":
			e.removeAttr(el, atomSize)
		}
	}
	if e.html(el) == atomA && (c.name == "createlink" || c.name == "unlink") {
		e.removeAttr(el, atomHref)
	}
	if !e.specified(el, c).set {
		return nil
	}
	return []dom.NodeID{e.setTagName(el, atomSpan)}
}

// pushDown takes a value that is not wanted from the ancestors of a node and gives it to their other descendants.
// https://w3c.github.io/editing/docs/execCommand/#push-down-values
func (e *Editor) pushDown(n dom.NodeID, c *inlineCommand, v value) {
	if !e.isElement(e.s.Parent(n)) || e.loosely(c, e.effective(n, c), v) {
		return
	}
	var list []dom.NodeID
	for a := e.s.Parent(n); e.editable(a) && e.isElement(a) && !e.loosely(c, e.effective(a, c), v); a = e.s.Parent(a) {
		list = append(list, a)
	}
	if len(list) == 0 {
		return
	}
	top := list[len(list)-1]
	propagated := e.specified(top, c)
	if !propagated.set && v.set || v.set && !e.loosely(c, e.effective(e.s.Parent(top), c), v) {
		return
	}
	for len(list) > 0 {
		a := list[len(list)-1]
		list = list[:len(list)-1]
		s := e.specified(a, c)
		if s.set {
			propagated = s
		}
		children := e.children(a)
		if s.set {
			e.clear(a, c)
		}
		for _, child := range children {
			if child == n || len(list) > 0 && child == list[len(list)-1] || e.s.Parent(child) == 0 {
				continue
			}
			if e.isElement(child) {
				if s := e.specified(child, c); s.set && !e.equivalent(c, s, propagated) {
					continue
				}
			}
			e.force(child, c, propagated)
		}
	}
}

// force gives a node a value, by an element about it or about what is in it.
// https://w3c.github.io/editing/docs/execCommand/#force-the-value
func (e *Editor) force(n dom.NodeID, c *inlineCommand, v value) {
	if e.s.Parent(n) == 0 || !v.set || !e.editable(n) {
		return
	}
	spanChild := e.allowedChild(n, atomSpan)
	if spanChild {
		e.reorder(e.s.Prev(n), c, v)
		e.reorder(e.s.Next(n), c, v)
		e.wrap([]dom.NodeID{n}, func(w dom.NodeID) bool {
			return e.simple(w) && e.equivalent(c, e.specified(w, c), v) && e.loosely(c, e.effective(w, c), v)
		}, nil)
	}
	if e.s.Parent(n) == 0 || e.invisible(n) || e.loosely(c, e.effective(n, c), v) { // reordering may have taken an element out
		return
	}
	if !spanChild {
		e.forceChildren(n, c, v)
		return
	}
	parent := e.wrapper(n, c, v)
	e.insert(e.s.Parent(n), parent, n)
	if c.property != "" && !e.loosely(c, e.effective(parent, c), v) {
		e.setInline(parent, c.property, v.text)
	}
	if d := c.decoration(); d != "" && v.text == d && e.effective(parent, c) != v {
		e.setInline(parent, "text-decoration", d)
	}
	for _, b := range [...]*dom.Boundary{&e.r.Start, &e.r.End} { // before the wrapper is before the node
		if b.Node == e.s.Parent(parent) && b.Offset == e.s.Index(parent) && b == &e.r.Start {
			b.Offset++
		}
	}
	e.move(parent, n, 0)
	if e.isElement(n) && !e.loosely(c, e.effective(n, c), v) {
		e.move(e.s.Parent(parent), n, parent)
		e.remove(parent)
		e.forceChildren(n, c, v)
	}
}

func (e *Editor) forceChildren(n dom.NodeID, c *inlineCommand, v value) {
	for _, child := range e.children(n) {
		if e.isElement(child) {
			if s := e.specified(child, c); s.set && !e.equivalent(c, s, v) {
				continue
			}
		}
		e.force(child, c, v)
	}
}

// wrapper is the element that gives a value, "new parent" of the algorithm above.
func (e *Editor) wrapper(n dom.NodeID, c *inlineCommand, v value) dom.NodeID {
	css := e.o.StyleWithCSS
	name, attr, text := atomSpan, atom.None, ""
	switch {
	case c.name == "bold" && boldNumber(v.text) == "700" && !css:
		name = atomB
	case c.name == "italic" && v.text == "italic" && !css:
		name = atomI
	case c.name == "strikethrough" && v.text == "line-through" && !css:
		name = atomStrike
	case c.name == "underline" && v.text == "underline" && !css:
		name = atomU
	case c.name == "forecolor" && !css:
		if r, g, b, a, ok := e.v.Color(v.text); ok && a == 1 {
			const hex = "0123456789abcdef"
			name, attr, text = atomFont, atomColor, string([]byte{'#', hex[r>>4], hex[r&15], hex[g>>4], hex[g&15], hex[b>>4], hex[b&15]})
		}
	case c.name == "fontname" && !css:
		name, attr, text = atomFont, atomFace, v.text
	case c.name == "createlink" || c.name == "unlink":
		for a := e.s.Parent(n); a != 0; {
			up := e.s.Parent(a)
			if e.html(a) == atomA && e.editable(a) {
				e.setTagName(a, atomSpan)
			}
			a = up
		}
		name, attr, text = atomA, atomHref, v.text
	case c.name == "fontsize":
		for i, s := range fontSizes {
			if i > 0 && s == v.text && (!css || i == 7) {
				name, attr, text = atomFont, atomSize, strconv.Itoa(i)
			}
		}
	case v.text == "subscript":
		name = atomSub
	case v.text == "superscript":
		name = atomSup
	}
	el := e.create(name)
	if attr != atom.None {
		e.s.SetAttr(el, e.s.AttrName(attr), text)
	}
	return el
}

// reorder puts the element of a value, which is the only thing in others, around these.
// https://w3c.github.io/editing/docs/execCommand/#reorder-modifiable-descendants
func (e *Editor) reorder(n dom.NodeID, c *inlineCommand, v value) {
	if n == 0 || !e.editable(n) {
		return
	}
	at := n
	for e.modifiable(at) {
		child := e.s.FirstChild(at)
		if child == 0 || e.s.Next(child) != 0 || !e.modifiable(child) || e.simple(at) && e.equivalent(c, e.specified(at, c), v) {
			break
		}
		at = child
	}
	if at == n || !e.simple(at) || !e.equivalent(c, e.specified(at, c), v) || !e.loosely(c, e.effective(at, c), v) {
		return
	}
	e.moveChildren(e.s.Parent(at), at, at)
	e.move(e.s.Parent(n), at, e.s.Next(n))
	e.move(at, n, 0)
}

// effectively are the nodes effectively contained in the range, in tree order: those contained in it, texts that it ends in, and elements with nothing
// but those.
// https://w3c.github.io/editing/docs/execCommand/#effectively-contained
func (e *Editor) effectively(keep func(n dom.NodeID) bool) (list []dom.NodeID) {
	if e.collapsed() {
		return nil
	}
	start, end := e.r.Start, e.r.End
	more := map[dom.NodeID]bool{}
	if e.isText(start.Node) && start.Offset != e.s.NodeLength(start.Node) {
		more[start.Node] = true
	}
	if e.isText(end.Node) && end.Offset != 0 {
		more[end.Node] = true
	}
	cut := func(n dom.NodeID) bool { // a text is partly in the range
		return n == start.Node && e.isText(n) && start.Offset != 0 || n == end.Node && e.isText(n) && end.Offset != e.s.NodeLength(n)
	}
	for _, n := range [...]dom.NodeID{start.Node, end.Node} {
		if e.s.Kind(n).IsCharacterData() {
			if cut(n) {
				continue
			}
			n = e.s.Parent(n)
		}
	up:
		for ; n != 0; n = e.s.Parent(n) {
			if e.s.FirstChild(n) == 0 {
				break
			}
			for c := e.s.FirstChild(n); c != 0; c = e.s.Next(c) {
				if cut(c) || !more[c] && !e.insideRange(c, *e.r) {
					break up
				}
			}
			more[n] = true
		}
	}
	first, stop := e.nodesOf(*e.r)
	if first == 0 {
		first = stop
	}
	n := first
	for m := range more {
		if n == 0 || e.s.CompareOrder(m, n) < 0 {
			n = m
		}
	}
	for ; n != 0; n = e.s.Following(n, 0) {
		if (more[n] || n != stop && !e.s.Contains(n, end.Node)) && keep(n) {
			list = append(list, n)
		}
		if n == stop || n == end.Node && e.isText(n) {
			break
		}
	}
	return list
}

// formattable reports a node that inline commands look at.
// https://w3c.github.io/editing/docs/execCommand/#formattable-node
func (e *Editor) formattable(n dom.NodeID) bool {
	return e.editable(n) && (e.isText(n) || e.html(n) == atomImg || e.isBr(n)) && e.visible(n)
}

// formattables are the formattable nodes effectively contained in the range.
func (e *Editor) formattables() []dom.NodeID { return e.effectively(e.formattable) }

// cutEnds splits the texts at the ends of the range, so that nodes are in it or not.
func (e *Editor) cutEnds() {
	if s := e.r.Start; e.isText(s.Node) && e.editable(s.Node) && s.Offset != 0 && s.Offset != e.s.NodeLength(s.Node) {
		rest := e.splitText(s.Node, s.Offset)
		if e.r.End == s {
			e.r.SetEnd(dom.Boundary{Node: rest})
		}
		e.r.SetStart(dom.Boundary{Node: rest})
	}
	if end := e.r.End; e.isText(end.Node) && e.editable(end.Node) && end.Offset != 0 && end.Offset != e.s.NodeLength(end.Node) {
		e.splitText(end.Node, end.Offset)
	}
}

// setValue sets the selection's value.
// https://w3c.github.io/editing/docs/execCommand/#set-the-selection's-value
func (e *Editor) setValue(c *inlineCommand, v value) {
	if len(e.formattables()) == 0 {
		e.override(c, v)
		return
	}
	e.cutEnds()
	for _, el := range e.effectively(func(n dom.NodeID) bool { return e.isElement(n) && e.editable(n) }) {
		if e.s.Parent(el) != 0 {
			e.clear(el, c)
		}
	}
	for _, n := range e.effectively(e.editable) {
		if e.s.Parent(n) == 0 {
			continue
		}
		e.pushDown(n, c, v)
		if e.allowedChild(n, atomSpan) {
			e.force(n, c, v)
		}
	}
}

// mergeTexts adds the text behind a text to it.
func (e *Editor) mergeTexts(first dom.NodeID) {
	second := e.s.Next(first)
	n := e.s.DataLength(first)
	start, end := e.r.Start, e.r.End
	e.replaceData(first, n, 0, strings.Clone(e.s.Data(second)))
	e.remove(second)
	for i, b := range [...]dom.Boundary{start, end} {
		if b.Node == second {
			b = dom.Boundary{Node: first, Offset: n + b.Offset}
		} else if b.Node != first {
			continue
		}
		if i == 0 {
			e.r.SetStart(b)
		} else {
			e.r.SetEnd(b)
		}
	}
}

func (e *Editor) override(c *inlineCommand, v value) {
	if e.o.Overrides == nil {
		e.o.Overrides = map[string]Override{}
	}
	o := e.o.Overrides[c.name]
	if len(c.activated) > 0 {
		o.State, o.HasState = c.isActivated(v), true
	}
	switch c.name {
	case "subscript":
		delete(e.o.Overrides, "superscript")
	case "superscript":
		delete(e.o.Overrides, "subscript")
	}
	o.Value, o.HasValue = "", false
	if v.set && len(c.activated) == 0 {
		o.Value, o.HasValue = v.text, true
	}
	e.o.Overrides[c.name] = o
}

// state is the state of an inline command: whether all of the selection has a value that counts as on.
func (e *Editor) state(c *inlineCommand) bool {
	if o, ok := e.o.Overrides[c.name]; ok && o.HasState {
		return o.State
	}
	list := e.formattables()
	if len(list) == 0 {
		return c.isActivated(e.effective(e.caretNode(), c))
	}
	for _, n := range list {
		if !c.isActivated(e.effective(n, c)) {
			return false
		}
	}
	return true
}

// caretNode is the node whose values a text typed at the start of the range would have.
func (e *Editor) caretNode() dom.NodeID { return e.r.Start.Node }

// indeterminate reports whether parts of the selection have the value of a command, and others another one.
func (e *Editor) indeterminate(c *inlineCommand) bool {
	list := e.formattables()
	for _, n := range list {
		v := e.effective(n, c)
		first := e.effective(list[0], c)
		switch {
		case len(c.activated) > 0 && (c.isActivated(v) != c.isActivated(first) || v.text == "mixed"),
			len(c.activated) == 0 && !e.equivalent(c, v, first):
			return true
		}
	}
	return false
}

// queryValue is the value of a standard inline value command.
func (e *Editor) queryValue(c *inlineCommand) string {
	if o, ok := e.o.Overrides[c.name]; ok && o.HasValue {
		if c.name == "fontsize" {
			for i, s := range fontSizes {
				if i > 0 && s == o.Value {
					return strconv.Itoa(i)
				}
			}
		}
		return o.Value
	}
	n := e.caretNode()
	if list := e.formattables(); len(list) > 0 {
		n = list[0]
	}
	v := e.effective(n, c).text
	if c.name == "fontsize" {
		px, _ := e.sizePx(v)
		for i := 1; i < 7; i++ {
			if px < (keywordPx[fontSizes[i]]+keywordPx[fontSizes[i+1]])/2 {
				return strconv.Itoa(i)
			}
		}
		return "7"
	}
	return v
}
