package layout

import (
	"slices"
	"strconv"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/style"
)

// Counters and quotes: the texts of generated content that depend on what stands before them in the document. They are
// found by one walk over the document, made only when some box shows one.
// https://drafts.csswg.org/css-lists-3/#auto-numbering

// symbolMarker is the text of a marker that needs no counter.
func symbolMarker(l *style.ListStyleType) (string, bool) {
	if l.String {
		return l.Name, true
	}
	switch l.Name {
	case "disc":
		return "• ", true
	case "circle":
		return "◦ ", true
	case "square":
		return "▪ ", true
	case "disclosure-open":
		return "▾ ", true
	case "disclosure-closed":
		return "▸ ", true
	}
	return "", false
}

// listItem is the counter that list items count by themselves.
const listItem = "list-item"

type counterScope struct {
	name     string
	value    int32
	depth    int  // of the element whose parent's children see it
	outer    int  // scope of the same name around it; -1: none
	reversed bool // it counts down by itself
}

type counterWalk struct {
	t      *Tree
	scopes []counterScope
	inner  map[string]int // innermost scope of each name
	quotes int
}

// resolveCounters writes the texts of boxes that show counters or quotes; boxes whose text changed are marked for layout.
func (t *Tree) resolveCounters() {
	if t.counted == 0 {
		return
	}
	root := t.doc.DocumentElement()
	if root == 0 {
		return
	}
	w := counterWalk{t: t, inner: make(map[string]int)}
	w.element(root, 0)
}

func (w *counterWalk) element(n dom.NodeID, depth int) {
	t := w.t
	t.opt.Stop.Poll()
	st := t.styles.Style(n)
	if st == nil || st.Box.Display == style.DisplayNone || depth > MaxDepth {
		return
	}
	w.apply(n, st, depth)
	b := t.Of(n)
	if b != 0 {
		if m := t.links[b].first; m != 0 && t.links[m].pseudo == style.PseudoMarker {
			w.marker(m, st)
		}
	}
	inner := len(w.scopes)
	w.pseudo(n, style.PseudoBefore, depth+1)
	for c := t.flatFirst(n); c != 0; c = t.flatNext(n, c) {
		if t.doc.Kind(c) == dom.KindElement {
			w.element(c, depth+1)
		}
	}
	w.pseudo(n, style.PseudoAfter, depth+1)
	// Counters that children made end with them; those of this element go on for its following siblings.
	w.leave(inner)
}

// apply makes counter-reset, -increment and -set of an element.
func (w *counterWalk) apply(n dom.NodeID, st *style.Computed, depth int) {
	ct := st.Content
	t := w.t
	for _, c := range ct.CounterReset {
		v := c.Value
		if c.Auto {
			v = t.listItems(n) + 1
		}
		w.reset(c.Name, v, depth).reversed = c.Reversed
	}
	d := t.doc
	if (d.IsHTMLElement(n, atomOl) || d.IsHTMLElement(n, atomUl)) && !hasCounter(ct.CounterReset, listItem) {
		w.reset(listItem, 0, depth)
	}
	list := st.Box.Display == style.DisplayListItem || st.Box.Display == style.DisplayInlineListItem
	if list && !hasCounter(ct.CounterIncrement, listItem) {
		step := int32(1)
		if s := w.find(listItem); s != nil && s.reversed {
			step = -1
		}
		w.increment(listItem, step, depth)
	}
	for _, c := range ct.CounterIncrement {
		w.increment(c.Name, c.Value, depth)
	}
	for _, c := range ct.CounterSet {
		w.set(c.Name, c.Value, depth)
	}
}

func hasCounter(l []style.Counter, name string) bool {
	for _, c := range l {
		if c.Name == name {
			return true
		}
	}
	return false
}

func (w *counterWalk) find(name string) *counterScope {
	if i, ok := w.inner[name]; ok {
		return &w.scopes[i]
	}
	return nil
}

// leave ends the scopes from row n on.
func (w *counterWalk) leave(n int) {
	for i := len(w.scopes) - 1; i >= n; i-- {
		if s := &w.scopes[i]; s.outer >= 0 {
			w.inner[s.name] = s.outer
		} else {
			delete(w.inner, s.name)
		}
	}
	w.scopes = w.scopes[:min(n, len(w.scopes))]
}

// reset instantiates a counter; it takes the place of one that an element among the same siblings made.
func (w *counterWalk) reset(name string, v int32, depth int) *counterScope {
	if s := w.find(name); s != nil && s.depth == depth {
		s.value, s.reversed = v, false
		return s
	}
	outer, ok := w.inner[name]
	if !ok {
		outer = -1
	}
	w.inner[name] = len(w.scopes)
	w.scopes = append(w.scopes, counterScope{name: name, value: v, depth: depth, outer: outer})
	return &w.scopes[len(w.scopes)-1]
}

// of is the innermost counter of that name, made here if there is none.
func (w *counterWalk) of(name string, depth int) *counterScope {
	if s := w.find(name); s != nil {
		return s
	}
	return w.reset(name, 0, depth)
}

// increment adds to a counter, unless that leaves 32 bits, as in Chromium.
func (w *counterWalk) increment(name string, by int32, depth int) {
	s := w.of(name, depth)
	if v := int64(s.value) + int64(by); v == int64(int32(v)) {
		s.value = int32(v)
	}
}

func (w *counterWalk) set(name string, v int32, depth int) { w.of(name, depth).value = v }

// listItems is the number of list items that count in the list n: those of lists inside of it do not.
func (t *Tree) listItems(n dom.NodeID) (count int32) {
	for c := t.flatFirst(n); c != 0; c = t.flatNext(n, c) {
		st := t.styles.Style(c)
		if t.doc.Kind(c) != dom.KindElement || st == nil || st.Box.Display == style.DisplayNone {
			continue
		}
		if st.Box.Display == style.DisplayListItem || st.Box.Display == style.DisplayInlineListItem {
			count++
		}
		if !t.doc.IsHTMLElement(c, atomOl) && !t.doc.IsHTMLElement(c, atomUl) {
			count += t.listItems(c)
		}
	}
	return count
}

func (w *counterWalk) pseudo(n dom.NodeID, ps style.Pseudo, depth int) {
	t := w.t
	st := t.styles.Pseudo(n, ps)
	if st == nil || st.Box.Display == style.DisplayNone {
		return
	}
	mark := len(w.scopes)
	w.apply(0, st, depth)
	texts := w.texts(st.Content.Content.Items, st)
	if b := t.Of(n); b != 0 {
		c := t.links[b].first
		if ps == style.PseudoAfter {
			c = t.links[b].last
		}
		for ; c != 0; c = t.sibling(c, ps) {
			l := &t.links[c]
			if l.pseudo == ps && l.node == n {
				if l.kind == KindText {
					w.write(c, texts)
				} else {
					w.inside(c, texts)
				}
				break
			}
			if l.flags&FlagAnonymous != 0 { // wrapped
				for k := l.first; k != 0; k = t.links[k].next {
					if t.links[k].pseudo == ps && t.links[k].node == n {
						w.inside(k, texts)
					}
				}
			} else if l.pseudo != style.PseudoMarker && l.kind != KindText {
				break
			}
		}
	}
	w.leave(mark)
}

func (t *Tree) sibling(c BoxID, ps style.Pseudo) BoxID {
	if ps == style.PseudoAfter {
		return t.links[c].prev
	}
	return t.links[c].next
}

// inside writes the texts into the text boxes below b that depend on counters.
func (w *counterWalk) inside(b BoxID, texts []string) {
	t := w.t
	for c := t.links[b].first; c != 0; c = t.links[c].next {
		if t.links[c].kind == KindText {
			if t.extras[t.links[c].extra].counters && len(texts) > 0 {
				w.put(c, texts[0])
			}
			if len(texts) > 0 {
				texts = texts[1:]
			}
		} else if t.links[c].flags&FlagAnonymous != 0 && t.links[c].kind != KindReplaced {
			w.inside(c, texts)
		}
	}
}

func (w *counterWalk) write(c BoxID, texts []string) {
	if w.t.extras[w.t.links[c].extra].counters && len(texts) > 0 {
		w.put(c, texts[0])
	}
}

func (w *counterWalk) put(c BoxID, s string) {
	t := w.t
	x := &t.extras[t.links[c].extra]
	if x.text != s {
		x.text = s
		t.dirtyText(c)
	}
}

// texts are the texts of content: one for each run of items between images.
func (w *counterWalk) texts(items []style.ContentItem, st *style.Computed) (out []string) {
	var b strings.Builder
	var chain []int32 // values of a counter, the innermost first
	some := false
	for i := range items {
		it := &items[i]
		switch it.Kind {
		case style.ContentImage:
			if some {
				out = append(out, b.String())
				b.Reset()
				some = false
			}
			continue
		case style.ContentString, style.ContentAttr:
			b.WriteString(it.Text)
		case style.ContentCounter:
			v := int32(0)
			if s := w.find(it.Name); s != nil {
				v = s.value
			}
			b.WriteString(FormatCounter(v, it.Style))
		case style.ContentCounters:
			chain = chain[:0]
			if k, ok := w.inner[it.Name]; ok {
				for ; k >= 0; k = w.scopes[k].outer {
					chain = append(chain, w.scopes[k].value)
				}
			} else {
				chain = append(chain, 0)
			}
			for k, v := range slices.Backward(chain) {
				b.WriteString(FormatCounter(v, it.Style))
				if k > 0 {
					b.WriteString(it.Text)
				}
			}
		case style.ContentOpenQuote:
			b.WriteString(quote(&st.Text.Quotes, w.quotes, false))
			w.quotes++
		case style.ContentCloseQuote:
			if w.quotes > 0 {
				w.quotes--
				b.WriteString(quote(&st.Text.Quotes, w.quotes, true))
			}
		case style.ContentNoOpenQuote:
			w.quotes++
		case style.ContentNoCloseQuote:
			w.quotes = max(0, w.quotes-1)
		}
		some = true
	}
	if some {
		out = append(out, b.String())
	}
	return out
}

func quote(q *style.Quotes, depth int, end bool) string {
	k := 0
	if end {
		k = 1
	}
	if q.Auto {
		pairs := [4]string{"\u201C", "\u201D", "\u2018", "\u2019"}
		return pairs[min(depth, 1)*2+k]
	}
	n := len(q.Pairs) / 2
	if n == 0 {
		return ""
	}
	return q.Pairs[min(depth, n-1)*2+k]
}

// marker writes the text of a list item's marker.
func (w *counterWalk) marker(m BoxID, st *style.Computed) {
	t := w.t
	v := int32(0)
	if s := w.find(listItem); s != nil {
		v = s.value
	}
	ms := t.Style(m)
	if c := &ms.Content.Content; len(c.Items) > 0 {
		w.inside(m, w.texts(c.Items, ms))
		return
	}
	l := &st.Text.ListStyleType
	if _, ok := symbolMarker(l); ok || l.None {
		return
	}
	for c := t.links[m].first; c != 0; c = t.links[c].next {
		if t.links[c].kind == KindText {
			w.put(c, FormatCounter(v, l.Name)+counterSuffix(l.Name))
		}
	}
}

func counterSuffix(name string) string {
	switch name {
	case "cjk-decimal", "cjk-ideographic", "simp-chinese-informal", "trad-chinese-informal", "hiragana", "katakana",
		"hiragana-iroha", "katakana-iroha", "cjk-earthly-branch", "cjk-heavenly-stem":
		return "、"
	case "ethiopic-numeric":
		return "/ "
	}
	return ". "
}

// FormatCounter writes a counter value in a predefined counter style; unknown ones are decimal.
// https://drafts.csswg.org/css-counter-styles-3/#predefined-counters
func FormatCounter(v int32, name string) string {
	n := int64(v)
	switch name {
	case "none":
		return ""
	case "disc":
		return "•"
	case "circle":
		return "◦"
	case "square":
		return "▪"
	case "decimal-leading-zero":
		switch {
		case n > -10 && n < 0:
			return "-0" + strconv.FormatInt(-n, 10)
		case n >= 0 && n < 10:
			return "0" + strconv.FormatInt(n, 10)
		}
	case "lower-roman", "upper-roman":
		if n >= 1 && n <= 3999 {
			s := roman(n)
			if name == "lower-roman" {
				s = strings.ToLower(s)
			}
			return s
		}
	case "lower-alpha", "lower-latin":
		return alphabetic(n, []rune("abcdefghijklmnopqrstuvwxyz"))
	case "upper-alpha", "upper-latin":
		return alphabetic(n, []rune("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
	case "lower-greek":
		return alphabetic(n, []rune("αβγδεζηθικλμνξοπρστυφχψω"))
	case "hiragana":
		return alphabetic(n, []rune("あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん"))
	case "katakana":
		return alphabetic(n, []rune("アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヰヱヲン"))
	case "armenian", "upper-armenian", "lower-armenian":
		if n >= 1 && n <= 9999 {
			s := additive(n, armenianDigits)
			if name == "lower-armenian" {
				s = strings.ToLower(s)
			}
			return s
		}
	case "georgian":
		if n >= 1 && n <= 19999 {
			return additive(n, georgianDigits)
		}
	case "hebrew":
		if n >= 1 && n <= 999 {
			switch n % 100 {
			case 15:
				return hebrewHundreds(n) + "טו"
			case 16:
				return hebrewHundreds(n) + "טז"
			}
			return additive(n, hebrewDigits)
		}
	case "cjk-decimal":
		if n >= 0 {
			return digits(n, []rune("〇一二三四五六七八九"))
		}
	case "arabic-indic":
		return digits(n, []rune("٠١٢٣٤٥٦٧٨٩"))
	case "persian", "urdu":
		return digits(n, []rune("۰۱۲۳۴۵۶۷۸۹"))
	case "devanagari":
		return digits(n, []rune("०१२३४५६७८९"))
	case "bengali":
		return digits(n, []rune("০১২৩৪৫৬৭৮৯"))
	case "gujarati":
		return digits(n, []rune("૦૧૨૩૪૫૬૭૮૯"))
	case "gurmukhi":
		return digits(n, []rune("੦੧੨੩੪੫੬੭੮੯"))
	case "kannada":
		return digits(n, []rune("೦೧೨೩೪೫೬೭೮೯"))
	case "khmer", "cambodian":
		return digits(n, []rune("០១២៣៤៥៦៧៨៩"))
	case "lao":
		return digits(n, []rune("໐໑໒໓໔໕໖໗໘໙"))
	case "malayalam":
		return digits(n, []rune("൦൧൨൩൪൫൬൭൮൯"))
	case "mongolian":
		return digits(n, []rune("᠐᠑᠒᠓᠔᠕᠖᠗᠘᠙"))
	case "myanmar":
		return digits(n, []rune("၀၁၂၃၄၅၆၇၈၉"))
	case "oriya":
		return digits(n, []rune("୦୧୨୩୪୫୬୭୮୯"))
	case "tamil":
		return digits(n, []rune("௦௧௨௩௪௫௬௭௮௯"))
	case "telugu":
		return digits(n, []rune("౦౧౨౩౪౫౬౭౮౯"))
	case "thai":
		return digits(n, []rune("๐๑๒๓๔๕๖๗๘๙"))
	case "tibetan":
		return digits(n, []rune("༠༡༢༣༤༥༦༧༨༩"))
	}
	return strconv.FormatInt(n, 10)
}

func roman(n int64) string {
	return additive(n, []additiveDigit{{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"},
		{10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}})
}

type additiveDigit struct {
	v int64
	s string
}

func additive(n int64, d []additiveDigit) string {
	var b strings.Builder
	for _, x := range d {
		for n >= x.v {
			b.WriteString(x.s)
			n -= x.v
		}
	}
	return b.String()
}

func letters(s string, scale ...int64) (out []additiveDigit) {
	r := []rune(s)
	i := 0
	for _, m := range scale {
		for k := int64(9); k >= 1 && i < len(r); k-- {
			out = append(out, additiveDigit{k * m, string(r[i])})
			i++
		}
	}
	return out
}

var (
	armenianDigits = letters("ՔՓՒՑՐՏՎՍՌՋՊՉՈՇՆՅՄՃՂՁՀԿԾԽԼԻԺԹԸԷԶԵԴԳԲԱ", 1000, 100, 10, 1)
	georgianDigits = append([]additiveDigit{{10000, "ჵ"}}, letters("ჰჯჴხჭწძცჩშყღქფჳტსრჟპოჲნმლკითჱზვედგბა", 1000, 100, 10, 1)...)
	hebrewDigits   = []additiveDigit{{400, "ת"}, {300, "ש"}, {200, "ר"}, {100, "ק"}, {90, "צ"}, {80, "פ"}, {70, "ע"}, {60, "ס"}, {50, "נ"},
		{40, "מ"}, {30, "ל"}, {20, "כ"}, {10, "י"}, {9, "ט"}, {8, "ח"}, {7, "ז"}, {6, "ו"}, {5, "ה"}, {4, "ד"}, {3, "ג"}, {2, "ב"}, {1, "א"}}
)

func hebrewHundreds(n int64) string { return additive(n/100*100, hebrewDigits) }

func alphabetic(n int64, a []rune) string {
	if n < 1 {
		return strconv.FormatInt(n, 10)
	}
	var b []rune
	for n > 0 {
		n--
		b = append(b, a[n%int64(len(a))])
		n /= int64(len(a))
	}
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	return string(b)
}

func digits(n int64, d []rune) string {
	var b strings.Builder
	for _, c := range strconv.FormatInt(n, 10) {
		if c == '-' {
			b.WriteRune(c)
		} else {
			b.WriteRune(d[c-'0'])
		}
	}
	return b.String()
}
