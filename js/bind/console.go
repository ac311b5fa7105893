package bind

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/niso-engine/niso/js"
)

// https://console.spec.whatwg.org/

// consoleState is what the console of a window remembers.
type consoleState struct {
	groups int
	counts map[string]int
	timers map[string]float64
}

func consoleWindow(c *js.Call) *Window { return windowOf(c.Realm()) }

// say hands a message to the host, with where script called the console.
func (w *Window) say(r *js.Realm, level ConsoleLevel, text string) {
	m := ConsoleMessage{Level: level, Text: text}
	if n := w.console.groups; n > 0 {
		ind := strings.Repeat("  ", n)
		m.Text = ind + strings.ReplaceAll(text, "\n", "\n"+ind)
	}
	for _, f := range r.StackTrace(4) {
		if f.File != "<native>" && f.File != "<anonymous>" && f.File != "" {
			m.URL, m.Line, m.Column = f.File, f.Line, f.Column
			break
		}
	}
	w.Host.Console(m)
}

func consoleLogAt(c *js.Call, level ConsoleLevel) js.Value {
	w := consoleWindow(c)
	w.say(c.Realm(), level, formatArgs(c.Realm(), c.Args()))
	return js.Undefined
}

func consoleLog(c *js.Call) js.Value    { return consoleLogAt(c, ConsoleLog) }
func consoleDebug(c *js.Call) js.Value  { return consoleLogAt(c, ConsoleDebug) }
func consoleInfo(c *js.Call) js.Value   { return consoleLogAt(c, ConsoleInfo) }
func consoleWarn(c *js.Call) js.Value   { return consoleLogAt(c, ConsoleWarn) }
func consoleError(c *js.Call) js.Value  { return consoleLogAt(c, ConsoleError) }
func consoleDirxml(c *js.Call) js.Value { return consoleLogAt(c, ConsoleLog) }

func consoleDir(c *js.Call) js.Value {
	p := printer{r: c.Realm(), top: true}
	p.value(c.Arg(0), 0)
	consoleWindow(c).say(c.Realm(), ConsoleLog, p.b.String())
	return js.Undefined
}

func consoleTrace(c *js.Call) js.Value {
	var b strings.Builder
	b.WriteString("console.trace")
	if s := formatArgs(c.Realm(), c.Args()); s != "" {
		b.Reset()
		b.WriteString(s)
	}
	for _, f := range c.Realm().StackTrace(0) {
		if f.File != "<native>" {
			b.WriteString("\n    at " + f.String())
		}
	}
	consoleWindow(c).say(c.Realm(), ConsoleLog, b.String())
	return js.Undefined
}

func consoleAssert(c *js.Call) js.Value {
	if c.Arg(0).Truthy() {
		return js.Undefined
	}
	text := "Assertion failed"
	if c.NArgs() > 1 {
		text += ": " + formatArgs(c.Realm(), c.Args()[1:])
	}
	consoleWindow(c).say(c.Realm(), ConsoleError, text)
	return js.Undefined
}

func consoleClear(c *js.Call) js.Value {
	consoleWindow(c).console.groups = 0
	return js.Undefined
}

func consoleLabel(c *js.Call) string {
	if !c.Has(0) {
		return "default"
	}
	return c.DOMString(0)
}

func consoleCount(c *js.Call) js.Value {
	w, l := consoleWindow(c), consoleLabel(c)
	if c.Failed() {
		return js.Undefined
	}
	if w.console.counts == nil {
		w.console.counts = map[string]int{}
	}
	w.console.counts[l]++
	w.say(c.Realm(), ConsoleDebug, fmt.Sprintf("%s: %d", l, w.console.counts[l]))
	return js.Undefined
}

func consoleCountReset(c *js.Call) js.Value {
	w, l := consoleWindow(c), consoleLabel(c)
	if c.Failed() {
		return js.Undefined
	}
	if _, ok := w.console.counts[l]; !ok {
		w.say(c.Realm(), ConsoleWarn, fmt.Sprintf("Count for '%s' does not exist", l))
		return js.Undefined
	}
	w.console.counts[l] = 0
	return js.Undefined
}

func consoleGroup(c *js.Call) js.Value {
	w := consoleWindow(c)
	text := "console.group"
	if c.NArgs() > 0 {
		text = formatArgs(c.Realm(), c.Args())
	}
	w.say(c.Realm(), ConsoleLog, text)
	w.console.groups = min(w.console.groups+1, 100)
	return js.Undefined
}

func consoleGroupCollapsed(c *js.Call) js.Value { return consoleGroup(c) }

func consoleGroupEnd(c *js.Call) js.Value {
	w := consoleWindow(c)
	w.console.groups = max(0, w.console.groups-1)
	return js.Undefined
}

func consoleTime(c *js.Call) js.Value {
	w, l := consoleWindow(c), consoleLabel(c)
	if c.Failed() {
		return js.Undefined
	}
	if _, ok := w.console.timers[l]; ok {
		w.say(c.Realm(), ConsoleWarn, fmt.Sprintf("Timer '%s' already exists", l))
		return js.Undefined
	}
	if w.console.timers == nil {
		w.console.timers = map[string]float64{}
	}
	w.console.timers[l] = w.Host.Now()
	return js.Undefined
}

func consoleTimeLog(c *js.Call) js.Value { return consoleElapsed(c, false) }
func consoleTimeEnd(c *js.Call) js.Value { return consoleElapsed(c, true) }

func consoleElapsed(c *js.Call, end bool) js.Value {
	w, l := consoleWindow(c), consoleLabel(c)
	if c.Failed() {
		return js.Undefined
	}
	start, ok := w.console.timers[l]
	if !ok {
		w.say(c.Realm(), ConsoleWarn, fmt.Sprintf("Timer '%s' does not exist", l))
		return js.Undefined
	}
	ms := strconv.FormatFloat(w.Host.Now()-start, 'f', -1, 64)
	text := l + ": " + ms + " ms"
	if end {
		delete(w.console.timers, l)
	} else if c.NArgs() > 1 {
		text += " " + formatArgs(c.Realm(), c.Args()[1:])
	}
	w.say(c.Realm(), ConsoleLog, text)
	return js.Undefined
}

// formatArgs is the Formatter and the joining of the rest.
func formatArgs(r *js.Realm, args []js.Value) string {
	if len(args) == 0 {
		return ""
	}
	p := printer{r: r, top: true}
	if args[0].IsString() {
		f := args[0].Str()
		rest := args[1:]
		for {
			i := strings.IndexByte(f, '%')
			if i < 0 || i+1 >= len(f) {
				break
			}
			p.b.WriteString(f[:i])
			d := f[i+1]
			f = f[i+2:]
			if d == '%' {
				p.b.WriteByte('%')
				continue
			}
			if strings.IndexByte("sdifoOc", d) < 0 || len(rest) == 0 {
				p.b.WriteByte('%')
				p.b.WriteByte(d)
				continue
			}
			a := rest[0]
			rest = rest[1:]
			switch d {
			case 's':
				if a.IsSymbol() || a.IsObject() {
					p.value(a, 0)
				} else if s, err := r.ToString(a); err == nil {
					p.b.WriteString(s)
				}
			case 'd', 'i':
				if a.IsSymbol() {
					p.b.WriteString("NaN")
				} else if n, err := r.ToNumber(a); err == nil {
					p.number(math.Trunc(n))
				}
			case 'f':
				if n, err := r.ToNumber(a); err == nil {
					p.number(n)
				}
			case 'o', 'O':
				p.value(a, 0)
			case 'c': // style of what follows: there is none in text
			}
		}
		p.b.WriteString(f)
		args = rest
		if len(args) > 0 {
			p.b.WriteByte(' ')
		}
	}
	for i, a := range args {
		if i > 0 {
			p.b.WriteByte(' ')
		}
		p.value(a, 0)
	}
	return p.b.String()
}

// printer writes values as a person reads them.
type printer struct {
	r    *js.Realm
	b    strings.Builder
	top  bool
	seen []js.Object
}

const (
	printDepth = 2
	printItems = 100
	printBytes = 1 << 16
)

func (p *printer) number(n float64) {
	if n == 0 && math.Signbit(n) {
		p.b.WriteString("-0")
		return
	}
	if s, err := p.r.ToString(js.Number(n)); err == nil {
		p.b.WriteString(s)
	}
}

func quoted(s string) string {
	q := "'"
	if strings.Contains(s, "'") {
		q = "\""
	}
	return q + strings.NewReplacer("\n", "\\n", "\\", "\\\\").Replace(s) + q
}

func (p *printer) value(v js.Value, depth int) {
	if p.b.Len() > printBytes {
		return
	}
	switch {
	case v.IsString():
		if depth == 0 {
			p.b.WriteString(v.Str())
		} else {
			p.b.WriteString(quoted(v.Str()))
		}
	case v.IsNumber():
		p.number(v.Num())
	case v.IsBigInt():
		p.b.WriteString(v.BigInt().String() + "n")
	case v.IsObject():
		p.object(v.Object(), depth)
	case v.IsSymbol():
		p.b.WriteString(p.call(v, "toString"))
	default:
		if s, err := p.r.ToString(v); err == nil {
			p.b.WriteString(s)
		}
	}
}

func (p *printer) call(v js.Value, method string) string {
	o, err := p.r.ToObject(v)
	if err != nil {
		return ""
	}
	res, err := p.r.InvokeMethod(o, method)
	if err != nil || !res.IsString() {
		return ""
	}
	return res.Str()
}

// constructorName is the name of the constructor on the prototype chain.
func (p *printer) constructorName(o js.Object) string {
	proto, err := p.r.Prototype(o)
	if err != nil || proto.IsNone() {
		return ""
	}
	c, err := p.r.Get(proto, "constructor")
	if err != nil || !c.IsObject() {
		return ""
	}
	n, err := p.r.Get(c.Object(), "name")
	if err != nil || !n.IsString() {
		return ""
	}
	return n.Str()
}

func (p *printer) object(o js.Object, depth int) {
	for _, s := range p.seen {
		if s == o {
			p.b.WriteString("[Circular *1]")
			return
		}
	}
	if h := o.Host(); !h.IsNone() {
		if s, ok := h.State().(*nodeState); ok {
			p.node(s)
			return
		}
		if e, ok := h.State().(*DOMException); ok {
			p.b.WriteString(e.name + ": " + e.message)
			return
		}
		p.b.WriteString(h.Class().Name)
		if h.Is(cls.Event) {
			if isT, err := p.r.Get(o, "isTrusted"); err == nil {
				p.b.WriteString(fmt.Sprintf(" {isTrusted: %v}", isT.IsTrue()))
			}
			return
		}
		if l, ok := h.State().(interface{ Length() uint32 }); ok && (h.Is(cls.NodeList) || h.Is(cls.HTMLCollection) || h.Is(cls.DOMTokenList)) {
			p.list(o, int(l.Length()), depth)
			return
		}
		p.b.WriteString(" {}")
		return
	}
	v := o.Value()
	name := p.constructorName(o)
	if v.IsCallable() {
		p.function(o)
		return
	}
	if st, err := p.r.Get(o, "stack"); err == nil && st.IsString() {
		if is, err := p.r.InstanceOf(v, p.global("Error")); err == nil && is {
			p.b.WriteString(st.Str())
			return
		}
	}
	if b, kind := js.Bytes(v); kind != js.NotBuffer {
		n := len(b) / kind.ElementSize()
		p.b.WriteString(fmt.Sprintf("%s(%d)", kind, n))
		if kind != js.ArrayBuffer && kind != js.DataView {
			p.b.WriteByte(' ')
			p.items(o, n, depth)
		}
		return
	}
	if t, ok := js.DateOf(v); ok {
		_ = t
		p.b.WriteString(p.call(v, "toString"))
		return
	}
	if is, err := p.r.InvokeMethod(p.global("Array").Object(), "isArray", v); err == nil && is.IsTrue() {
		n, _ := p.r.Get(o, "length")
		p.list(o, int(n.Num()), depth)
		return
	}
	switch name {
	case "RegExp":
		p.b.WriteString(p.call(v, "toString"))
		return
	case "Map", "Set":
		p.collection(o, name, depth)
		return
	case "Promise":
		switch s, _ := p.r.PromiseState(v); s {
		case js.Pending:
			p.b.WriteString("Promise {<pending>}")
		case js.Fulfilled:
			p.b.WriteString("Promise {<fulfilled>}")
		default:
			p.b.WriteString("Promise {<rejected>}")
		}
		return
	}
	if name != "" && name != "Object" {
		p.b.WriteString(name + " ")
	}
	if depth >= printDepth {
		p.b.WriteString("{…}")
		return
	}
	keys, err := p.r.Keys(o)
	if err != nil {
		p.b.WriteString("{}")
		return
	}
	p.seen = append(p.seen, o)
	p.b.WriteByte('{')
	for i, k := range keys {
		if i > 0 {
			p.b.WriteString(", ")
		}
		if i == printItems {
			p.b.WriteString("…")
			break
		}
		if isIdentifier(k) {
			p.b.WriteString(k)
		} else {
			p.b.WriteString(quoted(k))
		}
		p.b.WriteString(": ")
		if x, err := p.r.Get(o, k); err == nil {
			p.value(x, depth+1)
		} else {
			p.b.WriteString("[Exception]")
		}
	}
	p.b.WriteByte('}')
	p.seen = p.seen[:len(p.seen)-1]
}

func isIdentifier(k string) bool {
	for i, r := range k {
		if !(r == '_' || r == '$' || r|0x20 >= 'a' && r|0x20 <= 'z' || i > 0 && r >= '0' && r <= '9') {
			return false
		}
	}
	return k != ""
}

func (p *printer) global(name string) js.Value {
	v, _ := p.r.Get(p.r.Global(), name)
	return v
}

func (p *printer) function(o js.Object) {
	s := p.call(o.Value(), "toString")
	if strings.HasPrefix(s, "class") {
		n, _ := p.r.Get(o, "name")
		p.b.WriteString("class " + n.Str())
		return
	}
	if strings.Contains(s, "[native code]") {
		n, _ := p.r.Get(o, "name")
		p.b.WriteString("ƒ " + n.Str() + "() { [native code] }")
		return
	}
	p.b.WriteString("ƒ " + strings.TrimSpace(strings.TrimPrefix(s, "function")))
}

func (p *printer) list(o js.Object, n, depth int) {
	if o.Host().IsNone() && depth >= printDepth {
		p.b.WriteString(fmt.Sprintf("Array(%d)", n))
		return
	}
	if !o.Host().IsNone() || n > 0 && depth > 0 || n > 1 {
		p.b.WriteString(fmt.Sprintf("(%d) ", n))
	}
	p.items(o, n, depth)
}

func (p *printer) items(o js.Object, n, depth int) {
	if depth >= printDepth {
		p.b.WriteString("[…]")
		return
	}
	p.seen = append(p.seen, o)
	p.b.WriteByte('[')
	for i := range min(n, printItems) {
		if i > 0 {
			p.b.WriteString(", ")
		}
		if has, err := p.r.HasOwn(o, js.NameKey(strconv.Itoa(i))); err == nil && !has && o.Host().IsNone() {
			p.b.WriteString("empty")
			continue
		}
		if x, err := p.r.GetIndex(o, uint32(i)); err == nil {
			p.value(x, depth+1)
		}
	}
	if n > printItems {
		p.b.WriteString(", …")
	}
	p.b.WriteByte(']')
	p.seen = p.seen[:len(p.seen)-1]
}

func (p *printer) collection(o js.Object, name string, depth int) {
	size, _ := p.r.Get(o, "size")
	p.b.WriteString(fmt.Sprintf("%s(%d) ", name, int(size.Num())))
	if depth >= printDepth {
		p.b.WriteString("{…}")
		return
	}
	p.seen = append(p.seen, o)
	p.b.WriteByte('{')
	n := 0
	_ = p.r.Iterate(o.Value(), func(v js.Value) bool {
		if n > 0 {
			p.b.WriteString(", ")
		}
		if n++; n > printItems {
			p.b.WriteString("…")
			return false
		}
		if name == "Map" {
			k, _ := p.r.GetIndex(v.Object(), 0)
			x, _ := p.r.GetIndex(v.Object(), 1)
			p.value(k, depth+1)
			p.b.WriteString(" => ")
			p.value(x, depth+1)
		} else {
			p.value(v, depth+1)
		}
		return true
	})
	p.b.WriteByte('}')
	p.seen = p.seen[:len(p.seen)-1]
}

// node writes a node as its start tag or its text.
func (p *printer) node(s *nodeState) {
	w := windowOf(p.r)
	n := Node{nodeRef{w, s.id}}
	st := n.store()
	switch {
	case st.Kind(s.id).IsCharacterData():
		p.b.WriteString(n.name() + " \"" + st.Data(s.id) + "\"")
	case st.Kind(s.id) == 1:
		p.b.WriteByte('<')
		p.b.WriteString(st.Atoms.String(st.ElementName(s.id).Qualified))
		for a := range st.Attrs(s.id) {
			p.b.WriteString(" " + st.Atoms.String(st.NameOf(a.Name).Qualified) + "=\"" + strings.ReplaceAll(a.Value, "\"", "&quot;") + "\"")
		}
		p.b.WriteByte('>')
	default:
		p.b.WriteString(n.name())
	}
}

// consoleTable writes rows and columns as text.
func consoleTable(c *js.Call) js.Value {
	w, r := consoleWindow(c), c.Realm()
	data := c.Arg(0)
	if !data.IsObject() {
		return consoleLog(c)
	}
	keys, err := r.Keys(data.Object())
	if err != nil {
		return c.Fail(err)
	}
	cell := func(v js.Value) string {
		p := printer{r: r}
		p.value(v, 1)
		return p.b.String()
	}
	var cols []string
	if c.Has(1) {
		c.Sequence(1, func(v js.Value) { cols = append(cols, c.ToDOMString(v)) })
		if c.Failed() {
			return js.Undefined
		}
	}
	fixed := c.Has(1)
	rows := [][]string{}
	values := false
	type row struct {
		key   string
		cells map[string]string
		value string
	}
	var list []row
	for i, k := range keys {
		if i == printItems {
			break
		}
		v, err := r.Get(data.Object(), k)
		if err != nil {
			continue
		}
		x := row{key: k}
		if v.IsObject() && !v.IsCallable() {
			x.cells = map[string]string{}
			ks, _ := r.Keys(v.Object())
			for _, n := range ks {
				cv, err := r.Get(v.Object(), n)
				if err != nil {
					continue
				}
				x.cells[n] = cell(cv)
				if !fixed && indexOf(cols, n) < 0 && len(cols) < printItems {
					cols = append(cols, n)
				}
			}
		} else {
			x.value, values = cell(v), true
		}
		list = append(list, x)
	}
	head := append([]string{"(index)"}, cols...)
	if values {
		head = append(head, "Value")
	}
	rows = append(rows, head)
	for _, x := range list {
		line := []string{x.key}
		for _, n := range cols {
			line = append(line, x.cells[n])
		}
		if values {
			line = append(line, x.value)
		}
		rows = append(rows, line)
	}
	w.say(r, ConsoleLog, tableText(rows))
	return js.Undefined
}

func tableText(rows [][]string) string {
	width := make([]int, len(rows[0]))
	for _, l := range rows {
		for i, s := range l {
			width[i] = max(width[i], len([]rune(s)))
		}
	}
	var b strings.Builder
	rule := func(l, m, r string) {
		b.WriteString(l)
		for i, w := range width {
			if i > 0 {
				b.WriteString(m)
			}
			b.WriteString(strings.Repeat("─", w+2))
		}
		b.WriteString(r)
	}
	rule("┌", "┬", "┐\n")
	for i, l := range rows {
		for j, s := range l {
			b.WriteString("│ " + s + strings.Repeat(" ", width[j]-len([]rune(s))+1))
		}
		b.WriteString("│\n")
		if i == 0 {
			rule("├", "┼", "┤\n")
		}
	}
	rule("└", "┴", "┘")
	return b.String()
}
