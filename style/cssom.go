package style

import (
	"strings"
	"sync"

	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/style/css"
)

// Supports reports whether value is valid for the property name, as CSS.supports(name, value) asks.
func Supports(name, value string) bool {
	_, ok := ParseDeclaration(name, value)
	return ok
}

// ParseDeclaration parses value for the property name (a custom one too) and gives its serialization.
func ParseDeclaration(name, value string) (serialized string, ok bool) {
	var b DeclBlock
	if !strings.HasPrefix(name, "--") {
		name = lower(name)
	}
	if !b.set(name, value, false) {
		return "", false
	}
	return b.Get(name), true
}

// DeclBlock is a CSS declaration block for script: an inline style, or a rule's. The zero value is empty.
// https://drafts.csswg.org/cssom/#css-declaration-blocks
type DeclBlock struct {
	list    []blockDecl
	changed bool // by put, since Set began
}

// declScratch is what parsing and serializing a declaration needs meanwhile.
type declScratch struct {
	vp    css.ValueParser
	parse parseCtx
	text  textCtx
	buf   []byte
}

var declScratches = sync.Pool{New: func() any { return &declScratch{buf: make([]byte, 0, 128)} }}

func (s *declScratch) release() {
	buf := s.buf[:0]
	if cap(buf) > 1<<12 {
		buf = make([]byte, 0, 128)
	}
	*s = declScratch{buf: buf}
	declScratches.Put(s)
}

// spec is the serialization of a specified value. source is how it was written, which it often is.
func (s *declScratch) spec(p PropertyID, v value, source string) string {
	if v.kind == valueWide {
		return wideNames[v.n]
	}
	p = p.representative()
	s.text = textCtx{prop: p, specified: true}
	s.buf = fieldTable[p].ops.spec(s.buf[:0], v, &s.text)
	if string(s.buf) == source {
		return source
	}
	return string(s.buf)
}

// blockDecl is one declaration, by its serialization.
type blockDecl struct {
	name      string
	text      string
	exact     string      // the value as it was set, where its serialization has fewer digits
	prop      PropertyID  // PropNone for custom properties
	short     ShorthandID // of a value with var() given to this shorthand
	important bool
}

// ParseDeclBlock reads the declarations of text (a style attribute, cssText, a rule's block).
func ParseDeclBlock(text string, atoms *atom.Table) *DeclBlock {
	b := &DeclBlock{}
	l := css.ParseDeclarations(text, atoms)
	for {
		dc, ok := l.Next()
		if !ok {
			return b
		}
		name := ""
		if atoms != nil {
			name = atoms.String(dc.Name)
		} else {
			name = atom.StaticString(dc.Name)
		}
		b.set(name, text[dc.Start:dc.End], dc.Flags&css.DeclImportant != 0)
	}
}

// hasVar reports whether value needs substitution.
func hasVar(value string) bool {
	t := css.NewTokenizer(value)
	for {
		tok := t.Next()
		switch tok.Kind {
		case css.EOF:
			return false
		case css.Function:
			if t.Is(tok, "var") || t.Is(tok, "env") || t.Is(tok, "attr") {
				return true
			}
		}
	}
}

// validVars reports whether the var() functions of value are well-formed and no bad token stands in it.
func validVars(value string) bool {
	t := css.NewTokenizer(value)
	var stack []css.TokenKind
	for {
		tok := t.Next()
		switch tok.Kind {
		case css.EOF:
			return true
		case css.BadString, css.BadURL:
			return false
		case css.Function, css.LeftParen, css.LeftBracket, css.LeftBrace:
			if tok.Kind == css.Function && t.Is(tok, "var") {
				save := t
				n := t.Next()
				for n.Kind == css.Whitespace {
					n = t.Next()
				}
				if n.Kind != css.Ident || !strings.HasPrefix(t.Text(n), "--") || len(t.Text(n)) < 3 {
					return false
				}
				n = t.Next()
				for n.Kind == css.Whitespace {
					n = t.Next()
				}
				if n.Kind != css.Comma && n.Kind != css.RightParen && n.Kind != css.EOF {
					return false
				}
				t = save
			}
			k := css.RightParen
			switch tok.Kind {
			case css.LeftBracket:
				k = css.RightBracket
			case css.LeftBrace:
				k = css.RightBrace
			}
			stack = append(stack, k)
		case css.RightParen, css.RightBracket, css.RightBrace:
			if len(stack) == 0 || stack[len(stack)-1] != tok.Kind {
				return false
			}
			stack = stack[:len(stack)-1]
		case css.Semicolon:
			if len(stack) == 0 {
				return false
			}
		case css.Delim:
			if len(stack) == 0 && t.IsDelim(tok, '!') {
				return false
			}
		}
	}
}

// closed is text with what the end of the input closed written out: blocks, strings, URLs and comments.
func closed(text string) string {
	t := css.NewTokenizer(text)
	var stack []byte
	end := 0
	for {
		tok := t.Next()
		switch tok.Kind {
		case css.EOF:
			if i := strings.LastIndex(text[end:], "/*"); i >= 0 && !strings.Contains(text[end+i:], "*/") {
				text = strings.TrimSpace(text[:end])
			}
			for i := len(stack) - 1; i >= 0; i-- {
				text += string(stack[i])
			}
			return text
		case css.Function, css.LeftParen:
			stack = append(stack, ')')
		case css.LeftBracket:
			stack = append(stack, ']')
		case css.LeftBrace:
			stack = append(stack, '}')
		case css.RightParen, css.RightBracket, css.RightBrace:
			if len(stack) > 0 {
				stack = stack[:len(stack)-1]
			}
		case css.String:
			if tok.Flags&css.FlagUnclosed != 0 {
				text = strings.TrimSuffix(text, "\\") + text[tok.Start:tok.Start+1]
			}
		case css.URL:
			if tok.Flags&css.FlagUnclosed != 0 {
				text = strings.TrimSuffix(text, "\\") + ")"
			}
		}
		end = int(tok.End)
	}
}

// put sets one declaration; an existing one keeps its place.
func (b *DeclBlock) put(d blockDecl) {
	for i := range b.list {
		if o := &b.list[i]; o.name == d.name {
			if *o != d {
				*o, b.changed = d, true
			}
			return
		}
	}
	b.list = append(b.list, d)
	b.changed = true
}

// set parses and stores a declaration; false if it is invalid.
func (b *DeclBlock) set(name, value string, important bool) bool {
	value = strings.TrimSpace(value)
	if strings.HasPrefix(name, "--") {
		if len(name) < 3 || !validVars(value) {
			return false
		}
		b.put(blockDecl{name: name, text: closed(value), important: important})
		return true
	}
	p, sh, ok := PropertyByName(name)
	if !ok {
		return false
	}
	if hasVar(value) {
		if !validVars(value) {
			return false
		}
		value = closed(value)
		if sh == 0 {
			b.put(blockDecl{name: p.Name(), text: value, prop: p, important: important})
			return true
		}
		for _, l := range sh.longhands() {
			b.put(blockDecl{name: l.Name(), text: value, prop: l, short: sh, important: important})
		}
		return true
	}
	initValues()
	s := declScratches.Get().(*declScratch)
	defer s.release()
	s.vp = css.NewValueParser(value)
	if sh == 0 {
		v, ok := parseProperty(&s.vp, &s.parse, p)
		if !ok {
			return false
		}
		d := blockDecl{name: p.Name(), text: s.spec(p, v, value), prop: p, important: important}
		if manyDigits(value) {
			d.exact = closed(value)
		}
		b.put(d)
		return true
	}
	l, ok := parseShorthand(nil, &s.vp, &s.parse, sh)
	if !ok {
		return false
	}
	for _, x := range l {
		b.put(blockDecl{name: x.prop.Name(), text: s.spec(x.prop, x.v, value), prop: x.prop, important: important})
	}
	return true
}

// manyDigits reports whether a number in a value has more digits than its serialization may have.
func manyDigits(value string) bool {
	n := 0
	for i := range len(value) {
		switch c := value[i]; {
		case c >= '0' && c <= '9':
			if n++; n > 6 {
				return true
			}
		case c != '.':
			n = 0
		}
	}
	return false
}

// specText serializes a specified value.
func specText(p PropertyID, v value) string {
	if v.kind == valueWide {
		return wideNames[v.n]
	}
	p = p.representative()
	return string(fieldTable[p].ops.spec(nil, v, &textCtx{prop: p, specified: true}))
}

// Len is the number of declarations: longhands and custom properties.
func (b *DeclBlock) Len() int { return len(b.list) }

// Item is the name of the declaration at i, "" out of range.
func (b *DeclBlock) Item(i int) string {
	if i < 0 || i >= len(b.list) {
		return ""
	}
	return b.list[i].name
}

func (b *DeclBlock) index(name string) int {
	for i := range b.list {
		if b.list[i].name == name {
			return i
		}
	}
	return -1
}

func (b *DeclBlock) find(name string) *blockDecl {
	if i := b.index(name); i >= 0 {
		return &b.list[i]
	}
	return nil
}

func canonicalName(name string) (string, ShorthandID) {
	if strings.HasPrefix(name, "--") {
		return name, 0
	}
	p, sh, ok := PropertyByName(lower(name))
	switch {
	case !ok:
		return "", 0
	case sh != 0:
		return "", sh
	}
	return p.Name(), 0
}

// Get is the value of a property or shorthand, "" if it is not set (or not as a shorthand can say).
func (b *DeclBlock) Get(name string) string {
	n, sh := canonicalName(name)
	if sh == 0 {
		if d := b.find(n); d != nil && d.short == 0 {
			return d.text
		}
		return ""
	}
	text, _, ok := b.shorthand(sh)
	if !ok {
		return ""
	}
	return text
}

// shorthand serializes a shorthand from its longhands, which must all be set with one importance.
func (b *DeclBlock) shorthand(sh ShorthandID) (text string, important, ok bool) {
	l := sh.longhands()
	if len(b.list) < len(l) {
		return "", false, false
	}
	vars := ShortNone
	for i, p := range l {
		d := b.find(p.Name())
		if d == nil {
			return "", false, false
		}
		if i == 0 {
			important, vars = d.important, d.short
		} else if d.important != important || d.short != vars {
			return "", false, false
		}
	}
	if vars != ShortNone {
		if vars != sh {
			return "", false, false
		}
		return b.find(l[0].Name()).text, important, true
	}
	texts := make([]string, len(l))
	for i, p := range l {
		texts[i] = b.find(p.Name()).text
	}
	text, ok = serializeShorthand(sh, texts)
	return text, important, ok
}

// Priority is "important" or "".
func (b *DeclBlock) Priority(name string) string {
	n, sh := canonicalName(name)
	if sh == 0 {
		if d := b.find(n); d != nil && d.important {
			return "important"
		}
		return ""
	}
	for _, p := range sh.longhands() {
		if d := b.find(p.Name()); d == nil || !d.important {
			return ""
		}
	}
	return "important"
}

// Set sets a property; an empty value removes it. It reports whether the block changed.
// https://drafts.csswg.org/cssom/#dom-cssstyledeclaration-setproperty
func (b *DeclBlock) Set(name, value string, important bool) bool {
	if !strings.HasPrefix(name, "--") {
		name = lower(name)
	}
	if strings.TrimSpace(value) == "" {
		_, ch := b.Remove(name)
		return ch
	}
	b.changed = false
	return b.set(name, value, important) && b.changed
}

// Remove removes a property or the longhands of a shorthand, and returns its old value.
func (b *DeclBlock) Remove(name string) (old string, changed bool) {
	n, sh := canonicalName(name)
	old = b.Get(name)
	drop := map[string]bool{n: true}
	if sh != 0 {
		for _, p := range sh.longhands() {
			drop[p.Name()] = true
		}
	}
	out := b.list[:0]
	for _, d := range b.list {
		if drop[d.name] {
			changed = true
		} else {
			out = append(out, d)
		}
	}
	b.list = out
	return old, changed
}

// Text is cssText.
// https://drafts.csswg.org/cssom/#serialize-a-css-declaration-block
func (b *DeclBlock) Text() string { return b.serialize(false) }

// Exact is the block with all digits of its numbers, "" where Text has them.
func (b *DeclBlock) Exact() string {
	for i := range b.list {
		if b.list[i].exact != "" {
			return b.serialize(true)
		}
	}
	return ""
}

func (b *DeclBlock) serialize(exact bool) string {
	var buf [256]byte
	out := buf[:0]
	var few [32]bool // by declaration: it is written
	done := few[:]
	if len(b.list) > len(few) {
		done = make([]bool, len(b.list))
	}
	for i := range b.list {
		d := &b.list[i]
		if done[i] {
			continue
		}
		done[i] = true
		if d.prop != PropNone {
			if sh, text, ok := b.bestShorthand(d.prop); ok && !(exact && b.anyExact(sh)) {
				for _, p := range sh.longhands() {
					done[b.index(p.Name())] = true
				}
				out = appendDecl(out, sh.Info().Name, text, d.important)
				continue
			}
		}
		if d.short != 0 {
			out = appendDecl(out, d.name, "", d.important)
			continue
		}
		text := d.text
		if exact && d.exact != "" {
			text = d.exact
		}
		out = appendDecl(out, d.name, text, d.important)
	}
	return string(out)
}

func (b *DeclBlock) anyExact(sh ShorthandID) bool {
	for _, p := range sh.longhands() {
		if d := b.find(p.Name()); d != nil && d.exact != "" {
			return true
		}
	}
	return false
}

func appendDecl(b []byte, name, text string, important bool) []byte {
	if len(b) > 0 {
		b = append(b, ' ')
	}
	b = append(append(b, name...), ": "...)
	b = append(b, text...)
	if important {
		b = append(b, " !important"...)
	}
	return append(b, ';')
}

// shorthandsOf lists the shorthands that have a longhand, the largest first.
var shorthandsOf = sync.OnceValue(func() map[PropertyID][]ShorthandID {
	m := map[PropertyID][]ShorthandID{}
	for n := 500; n > 0; n-- { // by size
		for s := ShortAll; s < ShorthandCount+ShorthandID(len(logicalShorthands)); s++ {
			if l := s.longhands(); len(l) == n {
				for _, p := range l {
					m[p] = append(m[p], s)
				}
			}
		}
	}
	return m
})

func (b *DeclBlock) bestShorthand(p PropertyID) (ShorthandID, string, bool) {
	for _, sh := range shorthandsOf()[p] {
		if text, _, ok := b.shorthand(sh); ok {
			return sh, text, true
		}
	}
	return 0, "", false
}

// serializeShorthand writes a shorthand from the texts of its longhands.
// https://drafts.csswg.org/cssom/#serialize-a-css-value
func serializeShorthand(sh ShorthandID, t []string) (string, bool) {
	initValues()
	l := sh.longhands()
	wide := ""
	for i, x := range t {
		for _, k := range wideNames {
			if x == k {
				if i > 0 && wide != k {
					return "", false
				}
				wide = k
			}
		}
		if wide != "" && x != wide {
			return "", false
		}
	}
	if wide != "" {
		return wide, true
	}
	if sh == ShortAll {
		return "", false
	}
	initial := func(i int) bool { return t[i] == initialTexts[l[i].representative()] }
	joinSet := func(order ...int) string {
		var out []string
		for _, i := range order {
			if !initial(i) {
				out = append(out, t[i])
			}
		}
		if out == nil {
			return t[order[0]]
		}
		return strings.Join(out, " ")
	}
	all := make([]int, len(l))
	for i := range all {
		all[i] = i
	}
	if sh >= ShorthandCount {
		switch len(l) {
		case 2:
			return pair(t[0], t[1]), true
		case 3:
			return joinSet(0, 1, 2), true
		}
		if t[0] != t[1] || t[2] != t[3] || t[4] != t[5] {
			return "", false
		}
		return joinSet(0, 2, 4), true
	}
	switch sh {
	case ShortMargin, ShortPadding, ShortInset, ShortBorderWidth, ShortBorderStyle, ShortBorderColor, ShortScrollMargin, ShortScrollPadding:
		return quad(t), true
	case ShortOverflow, ShortOverscrollBehavior, ShortGap, ShortContainIntrinsicSize, ShortPlaceContent, ShortPlaceItems, ShortPlaceSelf:
		return pair(t[0], t[1]), true
	case ShortBorder:
		for i := 0; i < 12; i += 4 {
			if t[i] != t[i+1] || t[i] != t[i+2] || t[i] != t[i+3] {
				return "", false
			}
		}
		for i := 12; i < 17; i++ {
			if !initial(i) {
				return "", false
			}
		}
		if initial(0) && initial(4) && initial(8) {
			return "none", true
		}
		return joinSet(0, 4, 8), true
	case ShortOutline:
		if initial(0) && initial(1) && initial(2) {
			return "none", true
		}
		return joinSet(0, 1, 2), true
	case ShortBorderRadius:
		var x, y [4]string
		slash := false
		for i := range t {
			f := strings.SplitN(t[i], " ", 2)
			if strings.Contains(t[i], "(") {
				f = []string{t[i]}
			}
			x[i], y[i] = f[0], f[0]
			if len(f) == 2 {
				y[i], slash = f[1], true
			}
		}
		if slash {
			return quad(x[:]) + " / " + quad(y[:]), true
		}
		return quad(x[:]), true
	case ShortBackgroundPosition, ShortMaskPosition:
		return zip([]string{t[0], t[1]}, func(p []string) string { return p[0] + " " + p[1] })
	case ShortBackground:
		return zipLayers(t[:8], t[8], false)
	case ShortMask:
		return zipLayers(t, "", true)
	case ShortFont:
		return serializeFont(t, l)
	case ShortFontVariant:
		return joinSet(all...), true
	case ShortFontSynthesis:
		var out []string
		for i, n := range [...]string{"weight", "style", "small-caps"} {
			if t[i] == "auto" {
				out = append(out, n)
			}
		}
		if out == nil {
			return "none", true
		}
		return strings.Join(out, " "), true
	case ShortFlex:
		return t[0] + " " + t[1] + " " + t[2], true
	case ShortGridRow, ShortGridColumn:
		if t[1] == gridDefault(t[0]) {
			return t[0], true
		}
		return t[0] + " / " + t[1], true
	case ShortGridArea:
		n := 4
		if t[3] == gridDefault(t[1]) {
			n = 3
			if t[2] == gridDefault(t[0]) {
				n = 2
				if t[1] == gridDefault(t[0]) {
					n = 1
				}
			}
		}
		return strings.Join(t[:n], " / "), true
	case ShortGridTemplate:
		return gridTemplateText(t[0], t[1], t[2])
	case ShortGrid:
		if initial(3) && initial(4) && initial(5) {
			return gridTemplateText(t[0], t[1], t[2])
		}
		dense := ""
		if strings.Contains(t[5], "dense") {
			dense = " dense"
		}
		switch {
		case t[2] != "none":
			return "", false
		case strings.HasPrefix(t[5], "column") && t[1] == "none" && initial(3):
			s := t[0] + " / auto-flow" + dense
			if !initial(4) {
				s += " " + t[4]
			}
			return s, true
		case !strings.HasPrefix(t[5], "column") && t[0] == "none" && initial(4):
			s := "auto-flow" + dense
			if !initial(3) {
				s += " " + t[3]
			}
			return s + " / " + t[1], true
		}
		return "", false
	case ShortTextDecoration:
		return joinSet(0, 1, 2, 3), true
	case ShortWhiteSpace:
		for n, v := range whiteSpaces {
			if t[0] == v.c.String() && t[1] == v.w.String() {
				return n, true
			}
		}
		return joinSet(0, 1), true
	case ShortTransition:
		return zipMotion(t, l, []int{0, 1, 2, 3, 4})
	case ShortAnimation:
		if !initial(8) || !initial(9) || !initial(10) {
			return "", false
		}
		return zipMotion(t[:8], l[:8], []int{0, 1, 2, 3, 4, 5, 6, 7})
	case ShortContainer:
		if initial(1) {
			return t[0], true
		}
		return t[0] + " / " + t[1], true
	case ShortMarker:
		if t[0] != t[1] || t[1] != t[2] {
			return "", false
		}
		return t[0], true
	case ShortBorderImage:
		s := ""
		if !initial(1) || !initial(2) || !initial(3) {
			s = t[1]
			if !initial(2) || !initial(3) {
				s += " / "
				if !initial(2) {
					s += t[2]
				}
				if !initial(3) {
					s += " / " + t[3]
				}
			}
		}
		var out []string
		if !initial(0) {
			out = append(out, t[0])
		}
		if s != "" {
			out = append(out, s)
		}
		if !initial(4) {
			out = append(out, t[4])
		}
		if out == nil {
			return "none", true
		}
		return strings.Join(out, " "), true
	case ShortOffset:
		s := t[1]
		if !initial(2) {
			s += " " + t[2]
		}
		if !initial(3) {
			s += " " + t[3]
		}
		if !initial(4) {
			s += " / " + t[4]
		}
		return s, initial(0)
	}
	return joinSet(all...), true
}

func pair(a, b string) string {
	if a == b {
		return a
	}
	return a + " " + b
}

func quad(t []string) string {
	switch {
	case t[3] != t[1]:
		return strings.Join(t, " ")
	case t[2] != t[0]:
		return strings.Join(t[:3], " ")
	case t[1] != t[0]:
		return strings.Join(t[:2], " ")
	}
	return t[0]
}

// splitTop splits a serialized list at its top-level commas.
func splitTop(s string) []string {
	var out []string
	depth, from := 0, 0
	var quote byte
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quote != 0:
			if c == '\\' {
				i++
			} else if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case c == ',' && depth == 0:
			out = append(out, strings.TrimSpace(s[from:i]))
			from = i + 1
		}
	}
	return append(out, strings.TrimSpace(s[from:]))
}

// zip joins lists entry by entry; they must be equally long.
func zip(t []string, one func(parts []string) string) (string, bool) {
	lists := make([][]string, len(t))
	for i := range t {
		lists[i] = splitTop(t[i])
		if len(lists[i]) != len(lists[0]) {
			return "", false
		}
	}
	var out []string
	parts := make([]string, len(t))
	for k := range lists[0] {
		for i := range lists {
			parts[i] = lists[i][k]
		}
		out = append(out, one(parts))
	}
	return strings.Join(out, ", "), true
}

// zipLayers serializes background and mask: image x y size repeat (attachment) origin clip …
func zipLayers(t []string, color string, mask bool) (string, bool) {
	n := len(splitTop(t[0]))
	k := 0
	return zip(t, func(p []string) string {
		k++
		last := k == n
		var out []string
		add := func(s string) { out = append(out, s) }
		img, x, y, size, rep := p[0], p[1], p[2], p[3], p[4]
		if img != "none" {
			add(img)
		}
		if x != "0%" || y != "0%" || size != "auto" {
			add(x + " " + y)
			if size != "auto" {
				add("/ " + size)
			}
		}
		if rep != "repeat" {
			add(rep)
		}
		if mask {
			o, c := p[5], p[6]
			if o != "border-box" || c != "border-box" {
				add(pair(o, c))
			}
			if p[7] != "add" {
				add(p[7])
			}
			if p[8] != "match-source" {
				add(p[8])
			}
		} else {
			if p[5] != "scroll" {
				add(p[5])
			}
			o, c := p[6], p[7]
			switch {
			case o == "padding-box" && c == "border-box":
			case o == c:
				add(o)
			default:
				add(o)
				add(c)
			}
			if last && color != "transparent" && color != "initial" {
				add(color)
			}
		}
		if out == nil {
			if !mask && last {
				return "none"
			}
			return "none"
		}
		return strings.Join(out, " ")
	})
}

func zipMotion(t []string, l []PropertyID, order []int) (string, bool) {
	return zip(t, func(p []string) string {
		var out []string
		dur, delay := -1, -1
		for i, q := range l {
			switch q {
			case PropTransitionDuration, PropAnimationDuration:
				dur = i
			case PropTransitionDelay, PropAnimationDelay:
				delay = i
			}
		}
		for _, i := range order {
			init := p[i] == initialTexts[l[i]]
			if i == dur && !(p[delay] == initialTexts[l[delay]]) {
				init = false
			}
			if !init {
				if l[i] == PropTransitionProperty {
					out = append([]string{p[i]}, out...)
				} else {
					out = append(out, p[i])
				}
			}
		}
		if out == nil {
			for i, q := range l {
				if q == PropTransitionProperty || q == PropAnimationName {
					return p[i]
				}
			}
		}
		return strings.Join(out, " ")
	})
}

func gridDefault(start string) string {
	if start == "auto" || strings.HasPrefix(start, "span") || start == "" || start[0] == '-' && len(start) > 1 && start[1] >= '0' && start[1] <= '9' || start[0] >= '0' && start[0] <= '9' {
		return "auto"
	}
	return start
}

func gridTemplateText(rows, cols, areas string) (string, bool) {
	if areas == "none" {
		if rows == "none" && cols == "none" {
			return "none", true
		}
		return rows + " / " + cols, true
	}
	strs := splitStrings(areas)
	p := css.NewValueParser(rows)
	c := parseCtx{prop: PropGridTemplateRows}
	list, ok := parseTrackList(&p, &c)
	if !ok || len(list.Items) != len(strs) {
		return "", false
	}
	var b []byte
	for i, it := range list.Items {
		if it.Repeat != 0 {
			return "", false
		}
		if i > 0 {
			b = append(b, ' ')
		}
		if len(it.Names) > 0 {
			b = append(appendNames(b, it.Names, len(b)), ' ')
		}
		b = append(b, strs[i]...)
		if s := string(appendTrackSize(nil, it.Size, &textCtx{})); s != "auto" {
			b = append(append(b, ' '), s...)
		}
	}
	if len(list.EndNames) > 0 {
		b = appendNames(b, list.EndNames, 0)
	}
	if cols != "none" {
		if strings.Contains(cols, "repeat(") || strings.HasPrefix(cols, "subgrid") {
			return "", false
		}
		b = append(append(b, " / "...), cols...)
	}
	return string(b), true
}

func splitStrings(s string) []string {
	var out []string
	for i := 0; i < len(s); i++ {
		if s[i] == '"' {
			j := i + 1
			for j < len(s) && s[j] != '"' {
				j++
			}
			out = append(out, s[i:min(j+1, len(s))])
			i = j
		}
	}
	return out
}

func serializeFont(t []string, l []PropertyID) (string, bool) {
	get := map[PropertyID]string{}
	for i, p := range l {
		get[p] = t[i]
	}
	var out []string
	for i, p := range l {
		switch p {
		case PropFontStyle, PropFontWeight:
			if t[i] != "normal" && t[i] != "400" {
				out = append(out, t[i])
			}
		case PropFontVariantCaps:
			switch t[i] {
			case "normal":
			case "small-caps":
				out = append(out, t[i])
			default:
				return "", false
			}
		case PropFontStretch:
			s := t[i]
			for k, n := range stretchNames {
				if string(css.AppendNumber(nil, float64(stretchPercents[k])))+"%" == s {
					s = n
				}
			}
			if strings.HasSuffix(s, "%") {
				return "", false
			}
			if s != "normal" {
				out = append(out, s)
			}
		case PropFontSize:
			s := t[i]
			if lh := get[PropLineHeight]; lh != "normal" {
				s += " / " + lh
			}
			out = append(out, s)
		case PropLineHeight, PropFontFamily:
		default:
			if t[i] != initialTexts[p] {
				return "", false
			}
		}
	}
	return strings.Join(append(out, get[PropFontFamily]), " "), true
}
