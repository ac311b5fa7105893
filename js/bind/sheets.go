package bind

import (
	"slices"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/style"
	"github.com/niso-engine/niso/style/css"
)

// https://drafts.csswg.org/cssom/

// StyleSheet is the state of a StyleSheet: all of them are CSSStyleSheets.
type StyleSheet struct {
	Object
	window *Window
	sheet  *style.Sheet
	owner  *nodeState
	parent *CSSStyleSheet
	rules  *CSSRuleList
	made   map[css.RuleID]*CSSRule
	media  *MediaList
	own    bool // made by script
}

func (s *StyleSheet) trace(t *js.Tracer) {
	s.owner.mark(t)
	mark(t, s.parent)
	mark(t, s.rules)
	mark(t, s.media)
	for _, r := range s.made {
		mark(t, r)
	}
}

// CSSStyleSheet is the state of a CSSStyleSheet.
type CSSStyleSheet struct{ StyleSheet }

// sheetObject is the object of a sheet in use.
func (w *Window) sheetObject(s *style.Sheet, parent *CSSStyleSheet) *CSSStyleSheet {
	if s == nil {
		return nil
	}
	if w.sheetObjects == nil {
		w.sheetObjects = make(map[*style.Sheet]*CSSStyleSheet)
	}
	o := w.sheetObjects[s]
	if o == nil {
		o = &CSSStyleSheet{StyleSheet{window: w, sheet: s, parent: parent}}
		if s.Owner != 0 {
			o.owner = w.World.wrappers.state(w.Realm, s.Owner)
		}
		live := map[*style.Sheet]bool{s: true}
		for _, x := range w.Host.Sheets(w) {
			live[x] = true
		}
		for x := range w.sheetObjects { // those of sheets that went
			if !live[x] && w.sheetObjects[x].parent == nil {
				delete(w.sheetObjects, x)
			}
		}
		w.sheetObjects[s] = o
	}
	return o
}

// ConstructCSSStyleSheet is new CSSStyleSheet.
func ConstructCSSStyleSheet(c *js.Call) js.Value {
	w := windowOf(c.Realm())
	d := c.Dict(0, "CSSStyleSheetInit")
	s := &style.Sheet{CSS: css.ParseSheetString("", css.Options{Atoms: w.World.Store.Atoms}), Disabled: d.Bool("disabled", false), URL: w.BaseURL().Href()}
	if v, ok := d.Member("media"); ok {
		text := ""
		if h := js.HostOf(v, cls.MediaList); !h.IsNone() {
			text = h.State().(*MediaList).MediaText()
		} else {
			text = c.ToDOMString(v)
		}
		m := css.ParseMedia(text)
		s.Media = &m
	}
	d.End()
	if c.Failed() {
		return js.Undefined
	}
	return constructed(c, cls.CSSStyleSheet, &CSSStyleSheet{StyleSheet{window: w, sheet: s, own: true}})
}

func (s *StyleSheet) edited() {
	if s.own {
		s.window.adoptedEdited(s.sheet)
		return
	}
	s.window.Host.SheetChanged(s.window, s.sheet)
}

// Type is StyleSheet.type.
func (s *StyleSheet) Type() string { return "text/css" }

// Href is StyleSheet.href.
func (s *StyleSheet) Href() Opt[string] {
	if s.own || s.owner != nil && s.window.World.Store.IsHTMLElement(s.owner.id, atomStyle) {
		return Opt[string]{}
	}
	return orNull(s.sheet.URL)
}

// OwnerNode is StyleSheet.ownerNode.
func (s *StyleSheet) OwnerNode(c *js.Call) js.Value { return s.owner.value(c.Realm()) }

// ParentStyleSheet is StyleSheet.parentStyleSheet.
func (s *StyleSheet) ParentStyleSheet() *CSSStyleSheet { return s.parent }

// Title is StyleSheet.title.
func (s *StyleSheet) Title() Opt[string] {
	if s.owner == nil {
		return Opt[string]{}
	}
	return orNull(strings.Clone(s.window.World.Store.Attr(s.owner.id, atomTitle)))
}

// Disabled is StyleSheet.disabled.
func (s *StyleSheet) Disabled() bool { return s.sheet.Disabled }

// SetDisabled sets StyleSheet.disabled.
func (s *StyleSheet) SetDisabled(v bool) {
	if s.sheet.Disabled != v {
		s.sheet.Disabled = v
		s.edited()
	}
}

// Media is StyleSheet.media.
func (s *StyleSheet) Media() *MediaList {
	if s.media == nil {
		s.media = &MediaList{get: func() string {
			if s.sheet.Media == nil {
				return ""
			}
			return s.sheet.Media.String()
		}, set: func(v string) {
			m := css.ParseMedia(v)
			s.sheet.Media = &m
			s.edited()
		}}
	}
	return s.media
}

// OwnerRule is CSSStyleSheet.ownerRule.
func (s *CSSStyleSheet) OwnerRule() js.Value { return js.Null }

// CssRules is CSSStyleSheet.cssRules.
func (s *CSSStyleSheet) CssRules() (*CSSRuleList, error) {
	if err := s.readable(); err != nil {
		return nil, err
	}
	if s.rules == nil {
		s.rules = &CSSRuleList{sheet: s}
	}
	return s.rules, nil
}

// readable is the error for a sheet whose origin-clean flag is unset. https://drafts.csswg.org/cssom/#concept-css-style-sheet-origin-clean-flag
func (s *CSSStyleSheet) readable() error {
	if s.sheet.Opaque {
		return exception("SecurityError", "Cannot access rules of a style sheet of another origin.")
	}
	return nil
}

// Rules is CSSStyleSheet.rules.
func (s *CSSStyleSheet) Rules() (*CSSRuleList, error) { return s.CssRules() }

func ruleError(err error) error {
	if e, ok := err.(interface{ DOMName() string }); ok {
		return exception(e.DOMName(), err.Error())
	}
	switch m := err.Error(); {
	case strings.Contains(m, "index"):
		return exception("IndexSizeError", m)
	case strings.Contains(m, "hierarchy"):
		return exception("HierarchyRequestError", m)
	default:
		return exception("SyntaxError", m)
	}
}

// InsertRule is CSSStyleSheet.insertRule.
func (s *CSSStyleSheet) InsertRule(text string, index uint32) (uint32, error) {
	if err := s.readable(); err != nil {
		return 0, err
	}
	if n := len(s.sheet.CSS.Children(0)); int(index) > n {
		return 0, exception("IndexSizeError", "The index provided ("+itoa(int(index))+") is larger than the maximum index ("+itoa(n)+").")
	}
	if _, err := s.sheet.CSS.InsertRule(0, text, int(index)); err != nil {
		return 0, exception("SyntaxError", "Failed to parse the rule '"+text+"'.")
	}
	s.edited()
	return index, nil
}

// DeleteRule is CSSStyleSheet.deleteRule.
func (s *CSSStyleSheet) DeleteRule(index uint32) error {
	if err := s.readable(); err != nil {
		return err
	}
	l := s.sheet.CSS.Children(0)
	if len(l) == 0 {
		return exception("IndexSizeError", "Style sheet is empty (length 0).")
	}
	if int(index) >= len(l) {
		return exception("IndexSizeError", "The index provided ("+itoa(int(index))+") is larger than the maximum index ("+itoa(len(l)-1)+").")
	}
	if err := s.sheet.CSS.DeleteRule(0, int(index)); err != nil {
		return ruleError(err)
	}
	s.edited()
	return nil
}

// AddRule is CSSStyleSheet.addRule.
func (s *CSSStyleSheet) AddRule(selector, block string, index Opt[uint32]) (int32, error) {
	_, err := s.InsertRule(selector+" { "+block+" }", index.Or(uint32(len(s.sheet.CSS.Children(0)))))
	return -1, err
}

// RemoveRule is CSSStyleSheet.removeRule.
func (s *CSSStyleSheet) RemoveRule(index uint32) error { return s.DeleteRule(index) }

// ReplaceSync is CSSStyleSheet.replaceSync.
func (s *CSSStyleSheet) ReplaceSync(text string) error {
	if !s.own {
		return exception("NotAllowedError", "Can't call replaceSync on non-constructed CSSStyleSheets.")
	}
	s.sheet.CSS = css.ParseSheetString(text, css.Options{Atoms: s.window.World.Store.Atoms})
	s.made = nil
	s.edited()
	return nil
}

// Replace is CSSStyleSheet.replace.
func (s *CSSStyleSheet) Replace(c *js.Call, text string) js.Value {
	if err := s.ReplaceSync(text); err != nil {
		return throwErr(c, err)
	}
	return c.Realm().PromiseOf(objectValue(c.Realm(), s))
}

// MediaList is the state of a MediaList.
type MediaList struct {
	Object
	get func() string
	set func(string)
}

func (m *MediaList) list() css.MediaQueryList { return css.ParseMedia(m.get()) }

// MediaText is MediaList.mediaText.
func (m *MediaList) MediaText() string { return m.get() }

// SetMediaText sets MediaList.mediaText.
func (m *MediaList) SetMediaText(v string) { m.set(v) }

// Length is MediaList.length.
func (m *MediaList) Length() uint32 { l := m.list(); return uint32(l.Len()) }

// Item is MediaList.item.
func (m *MediaList) Item(i uint32) Opt[string] {
	l := m.list()
	if int(i) >= l.Len() {
		return Opt[string]{}
	}
	return Some(l.Item(int(i)))
}

// AppendMedium is MediaList.appendMedium.
func (m *MediaList) AppendMedium(v string) {
	l := m.list()
	if l.Append(v) {
		m.set(l.String())
	}
}

// DeleteMedium is MediaList.deleteMedium.
func (m *MediaList) DeleteMedium(v string) error {
	l := m.list()
	if !l.Delete(v) {
		return exception("NotFoundError", "Failed to delete '"+v+"'.")
	}
	m.set(l.String())
	return nil
}

// StyleSheetList is the state of a StyleSheetList.
type StyleSheetList struct {
	Object
	window *Window
	root   *nodeState // of a shadow root; nil: the document's
}

func (l *StyleSheetList) trace(t *js.Tracer) { l.root.mark(t) }

// StyleSheets is DocumentOrShadowRoot.styleSheets.
func (s ShadowRoot) StyleSheets() *StyleSheetList {
	return Node(s).cached(cachedSheets, "", func() platform { return &StyleSheetList{window: s.win(), root: s.state()} }).(*StyleSheetList)
}

// StyleSheets is DocumentOrShadowRoot.styleSheets.
func (d Document) StyleSheets() *StyleSheetList {
	return Node(d).cached(cachedSheets, "", func() platform { return &StyleSheetList{window: d.win()} }).(*StyleSheetList)
}

func (l *StyleSheetList) sheets() []*style.Sheet {
	if l.window == nil || l.window.closed {
		return nil
	}
	if l.root == nil {
		return slices.DeleteFunc(slices.Clone(l.window.Host.Sheets(l.window)), func(sh *style.Sheet) bool {
			return sh.Owner != 0 && l.window.World.Store.Flags(sh.Owner)&dom.InShadow != 0
		})
	}
	var out []*style.Sheet
	s := l.window.World.Store
	if s.IsConnected(l.root.id) {
		for n := s.FirstChild(l.root.id); n != 0; n = s.Following(n, l.root.id) {
			if s.Kind(n) == dom.KindElement && s.Flags(n)&dom.Watched != 0 {
				if sh := l.window.Host.Sheet(n); sh != nil {
					out = append(out, sh)
				}
			}
		}
	}
	return out
}

// Length is StyleSheetList.length.
func (l *StyleSheetList) Length() uint32 { return uint32(len(l.sheets())) }

// Item is StyleSheetList.item.
func (l *StyleSheetList) Item(i uint32) *CSSStyleSheet {
	if s := l.sheets(); int(i) < len(s) {
		return l.window.sheetObject(s[i], nil)
	}
	return nil
}

// elementSheet is LinkStyle.sheet.
func (n Node) elementSheet() *CSSStyleSheet {
	w := n.w.World.WindowOf(n.ID)
	if w == nil {
		return nil
	}
	return w.sheetObject(w.Host.Sheet(n.ID), nil)
}

// Sheet is HTMLStyleElement.sheet.
func (e HTMLStyleElement) Sheet() *CSSStyleSheet { return Node(e).elementSheet() }

// Sheet is HTMLLinkElement.sheet.
func (e HTMLLinkElement) Sheet() *CSSStyleSheet { return Node(e).elementSheet() }

// Disabled is HTMLStyleElement.disabled.
func (e HTMLStyleElement) Disabled() bool {
	s := Node(e).elementSheet()
	return s != nil && s.Disabled()
}

// SetDisabled sets HTMLStyleElement.disabled.
func (e HTMLStyleElement) SetDisabled(v bool) {
	if s := Node(e).elementSheet(); s != nil {
		s.SetDisabled(v)
	}
}

// CSSRuleList is the state of a CSSRuleList.
type CSSRuleList struct {
	Object
	sheet  *CSSStyleSheet
	parent css.RuleID
}

func (l *CSSRuleList) trace(t *js.Tracer) { mark(t, l.sheet) }

// Length is CSSRuleList.length.
func (l *CSSRuleList) Length() uint32 { return uint32(len(l.sheet.sheet.CSS.Children(l.parent))) }

// Item is CSSRuleList.item.
func (l *CSSRuleList) Item(c *js.Call, i uint32) js.Value {
	k := l.sheet.sheet.CSS.Children(l.parent)
	if int(i) >= len(k) {
		return js.Null
	}
	return l.sheet.rule(k[i]).script(c.Realm())
}

// CSSRule is the state of every CSSRule: the interface follows from the kind.
type CSSRule struct {
	Object
	sheet *CSSStyleSheet
	id    css.RuleID
	decl  *CSSStyleProperties
	rules *CSSRuleList
	media *MediaList
	of    *css.Sheet // the sheet's rules when the object was made: replaceSync leaves it behind
	outer platform
}

func (r *CSSRule) trace(t *js.Tracer) {
	mark(t, r.sheet)
	mark(t, r.decl)
	mark(t, r.rules)
	mark(t, r.media)
}

// The kinds of rules.
type (
	CSSGroupingRule       struct{ CSSRule }
	CSSConditionRule      struct{ CSSGroupingRule }
	CSSStyleRule          struct{ CSSGroupingRule }
	CSSImportRule         struct{ CSSRule }
	CSSMediaRule          struct{ CSSConditionRule }
	CSSSupportsRule       struct{ CSSConditionRule }
	CSSContainerRule      struct{ CSSConditionRule }
	CSSNamespaceRule      struct{ CSSRule }
	CSSLayerBlockRule     struct{ CSSGroupingRule }
	CSSLayerStatementRule struct{ CSSRule }
	CSSNestedDeclarations struct{ CSSRule }
	CSSKeyframesRule      struct{ CSSRule }
	CSSKeyframeRule       struct{ CSSRule }
	CSSPropertyRule       struct{ CSSRule }
	CSSPageRule           struct{ CSSGroupingRule }
	CSSFontFaceRule       struct{ CSSRule }
)

// rule is the object of a rule.
func (s *CSSStyleSheet) rule(id css.RuleID) *CSSRule {
	if s.made == nil {
		s.made = make(map[css.RuleID]*CSSRule)
	}
	if r := s.made[id]; r != nil {
		return r
	}
	base := CSSRule{sheet: s, id: id, of: s.sheet.CSS}
	group := CSSGroupingRule{base}
	var r *CSSRule
	var outer platform
	switch s.sheet.CSS.Rules[id].Kind {
	case css.RuleStyle:
		x := &CSSStyleRule{group}
		r, outer = &x.CSSRule, x
	case css.RuleImport:
		x := &CSSImportRule{base}
		r, outer = &x.CSSRule, x
	case css.RuleMedia:
		x := &CSSMediaRule{CSSConditionRule{group}}
		r, outer = &x.CSSRule, x
	case css.RuleSupports:
		x := &CSSSupportsRule{CSSConditionRule{group}}
		r, outer = &x.CSSRule, x
	case css.RuleContainer:
		x := &CSSContainerRule{CSSConditionRule{group}}
		r, outer = &x.CSSRule, x
	case css.RuleNamespace:
		x := &CSSNamespaceRule{base}
		r, outer = &x.CSSRule, x
	case css.RuleLayerBlock:
		x := &CSSLayerBlockRule{group}
		r, outer = &x.CSSRule, x
	case css.RuleLayerStatement:
		x := &CSSLayerStatementRule{base}
		r, outer = &x.CSSRule, x
	case css.RuleNestedDecls:
		x := &CSSNestedDeclarations{base}
		r, outer = &x.CSSRule, x
	case css.RuleKeyframes:
		x := &CSSKeyframesRule{base}
		r, outer = &x.CSSRule, x
	case css.RuleKeyframe:
		x := &CSSKeyframeRule{base}
		r, outer = &x.CSSRule, x
	case css.RuleProperty:
		x := &CSSPropertyRule{base}
		r, outer = &x.CSSRule, x
	case css.RulePage:
		x := &CSSPageRule{group}
		r, outer = &x.CSSRule, x
	case css.RuleFontFace:
		x := &CSSFontFaceRule{base}
		r, outer = &x.CSSRule, x
	default:
		x := &base
		r, outer = x, x
	}
	r.outer = outer
	s.made[id] = r
	return r
}

func (r *CSSRule) script(realm *js.Realm) js.Value { return objectOf(realm, r.outer) }

func (r *CSSRule) row() *css.Rule { return &r.of.Rules[r.id] }

// declText are the rule's declarations as text.
func (r *CSSRule) declText() string {
	var b strings.Builder
	for _, d := range r.of.DeclsOf(r.id) {
		b.WriteString(r.of.Name(d.Name))
		b.WriteString(": ")
		b.WriteString(r.of.DeclText(d))
		if d.Flags&css.DeclImportant != 0 {
			b.WriteString(" !important")
		}
		b.WriteString("; ")
	}
	return b.String()
}

func (r *CSSRule) setDecls(text string) {
	r.of.SetDecls(r.id, text)
	r.sheet.edited()
}

func (r *CSSRule) style() *CSSStyleProperties {
	if r.decl == nil {
		r.decl = &CSSStyleProperties{CSSStyleDeclaration{window: r.sheet.window, rule: r}}
	}
	return r.decl
}

// ParentRule is CSSRule.parentRule.
func (r *CSSRule) ParentRule(c *js.Call) js.Value {
	if p := r.row().Parent; p != 0 {
		return r.sheet.rule(p).script(c.Realm())
	}
	return js.Null
}

// ParentStyleSheet is CSSRule.parentStyleSheet.
func (r *CSSRule) ParentStyleSheet() *CSSStyleSheet { return r.sheet }

// Type is CSSRule.type.
func (r *CSSRule) Type() uint16 {
	switch r.row().Kind {
	case css.RuleStyle:
		return 1
	case css.RuleImport:
		return 3
	case css.RuleMedia:
		return 4
	case css.RuleFontFace:
		return 5
	case css.RulePage:
		return 6
	case css.RuleKeyframes:
		return 7
	case css.RuleKeyframe:
		return 8
	case css.RuleMargin:
		return 9
	case css.RuleNamespace:
		return 10
	case css.RuleCounterStyle:
		return 11
	case css.RuleSupports:
		return 12
	case css.RuleFontFeatureValues:
		return 14
	}
	return 0
}

// CssText is CSSRule.cssText.
func (r *CSSRule) CssText() string { return r.text(0) }

// SetCssText sets CSSRule.cssText, whose steps are to do nothing.
func (r *CSSRule) SetCssText(string) {}

// text serializes the rule. https://drafts.csswg.org/cssom/#serialize-a-css-rule
func (r *CSSRule) text(depth int) string {
	if depth > 64 {
		return ""
	}
	decls := func() string { return style.ParseDeclBlock(r.declText(), r.sheet.window.World.Store.Atoms).Text() }
	block := func(head, own string) string {
		kids := r.of.Children(r.id)
		if len(kids) == 0 && own == "" {
			if strings.HasPrefix(head, "@") && r.row().Kind != css.RuleKeyframes && r.row().Kind != css.RuleFontFace && r.row().Kind != css.RuleProperty && r.row().Kind != css.RulePage {
				return head + " {\n}"
			}
			return head + " { }"
		}
		if len(kids) == 0 {
			return head + " { " + own + " }"
		}
		var b strings.Builder
		b.WriteString(head + " {")
		if own != "" {
			b.WriteString("\n  " + own)
		}
		for _, k := range kids {
			b.WriteString("\n  " + strings.ReplaceAll(r.sheet.rule(k).text(depth+1), "\n", "\n  "))
		}
		b.WriteString("\n}")
		return b.String()
	}
	prelude := r.of.Prelude(r.id)
	switch row := r.row(); row.Kind {
	case css.RuleStyle:
		return block(r.of.Sel.Serialize(css.ListID(row.Payload)), decls())
	case css.RuleNestedDecls:
		return decls()
	case css.RuleMedia:
		return block("@media "+r.of.Media[row.Payload].String(), "")
	case css.RuleSupports:
		return block("@supports "+prelude, "")
	case css.RuleContainer:
		return block("@container "+prelude, "")
	case css.RuleLayerBlock:
		return block(strings.TrimSpace("@layer "+prelude), "")
	case css.RuleLayerStatement:
		return "@layer " + prelude + ";"
	case css.RuleScope:
		return block(strings.TrimSpace("@scope "+prelude), "")
	case css.RuleStartingStyle:
		return block("@starting-style", "")
	case css.RuleImport:
		return "@import " + prelude + ";"
	case css.RuleNamespace:
		return "@namespace " + prelude + ";"
	case css.RuleFontFace:
		return block("@font-face", strings.TrimSpace(r.declText()))
	case css.RuleKeyframes:
		var b strings.Builder
		b.WriteString("@keyframes " + prelude + " { ")
		for _, k := range r.of.Children(r.id) {
			b.WriteString("\n  " + r.sheet.rule(k).text(depth+1))
		}
		b.WriteString("\n}")
		return b.String()
	case css.RuleKeyframe:
		return block(keyText(prelude), decls())
	case css.RulePage:
		return block(strings.TrimSpace("@page "+prelude), strings.TrimSpace(r.declText()))
	case css.RuleProperty:
		return block("@property "+prelude, strings.TrimSpace(r.declText()))
	default:
		if int(row.End) <= len(r.of.Source()) && row.Start < row.End {
			return strings.Clone(r.of.Source()[row.Start:row.End])
		}
	}
	return ""
}

// keyText is a keyframe selector, from and to as percentages.
func keyText(p string) string {
	var out []string
	for _, k := range strings.Split(p, ",") {
		switch k = strings.ToLower(strings.TrimSpace(k)); k {
		case "from":
			k = "0%"
		case "to":
			k = "100%"
		}
		out = append(out, k)
	}
	return strings.Join(out, ", ")
}

// CssRules is CSSGroupingRule.cssRules.
func (r *CSSGroupingRule) CssRules() *CSSRuleList { return r.list() }

func (r *CSSRule) list() *CSSRuleList {
	if r.rules == nil {
		r.rules = &CSSRuleList{sheet: r.sheet, parent: r.id}
	}
	return r.rules
}

// InsertRule is CSSGroupingRule.insertRule.
func (r *CSSGroupingRule) InsertRule(text string, index uint32) (uint32, error) {
	if n := len(r.of.Children(r.id)); int(index) > n {
		return 0, exception("IndexSizeError", "the index "+itoa(int(index))+" must be less than or equal to the length of the rule list.")
	}
	if _, err := r.of.InsertRule(r.id, text, int(index)); err != nil {
		return 0, exception("SyntaxError", "the rule '"+text+"' is invalid and cannot be parsed.")
	}
	r.sheet.edited()
	return index, nil
}

// DeleteRule is CSSGroupingRule.deleteRule.
func (r *CSSGroupingRule) DeleteRule(index uint32) error {
	if n := len(r.of.Children(r.id)); int(index) >= n {
		return exception("IndexSizeError", "the index "+itoa(int(index))+" is greated than the length of the rule list.") // Chromium's spelling
	}
	if err := r.of.DeleteRule(r.id, int(index)); err != nil {
		return ruleError(err)
	}
	r.sheet.edited()
	return nil
}

// SelectorText is CSSStyleRule.selectorText.
func (r *CSSStyleRule) SelectorText() string {
	return r.of.Sel.Serialize(css.ListID(r.row().Payload))
}

// SetSelectorText sets CSSStyleRule.selectorText.
func (r *CSSStyleRule) SetSelectorText(v string) {
	if r.of.SetSelector(r.id, v) {
		r.sheet.edited()
	}
}

// Style is CSSStyleRule.style.
func (r *CSSStyleRule) Style() *CSSStyleProperties { return r.style() }

// Style is CSSNestedDeclarations.style.
func (r *CSSNestedDeclarations) Style() *CSSStyleProperties { return r.style() }

// Style is CSSKeyframeRule.style.
func (r *CSSKeyframeRule) Style() *CSSStyleProperties { return r.style() }

// Style is CSSFontFaceRule.style.
func (r *CSSFontFaceRule) Style() *CSSStyleProperties { return r.style() }

// KeyText is CSSKeyframeRule.keyText.
func (r *CSSKeyframeRule) KeyText() string { return keyText(r.of.Prelude(r.id)) }

// Name is CSSKeyframesRule.name.
func (r *CSSKeyframesRule) Name() string { return r.of.Name(atom.Atom(r.row().Payload)) }

// CssRules is CSSKeyframesRule.cssRules.
func (r *CSSKeyframesRule) CssRules() *CSSRuleList { return r.list() }

// Length is CSSKeyframesRule.length.
func (r *CSSKeyframesRule) Length() uint32 { return r.list().Length() }

// AppendRule is CSSKeyframesRule.appendRule.
func (r *CSSKeyframesRule) AppendRule(text string) {
	if _, err := r.of.InsertRule(r.id, text, len(r.of.Children(r.id))); err == nil {
		r.sheet.edited()
	}
}

// Name is CSSPropertyRule.name.
func (r *CSSPropertyRule) Name() string { return r.of.Prelude(r.id) }

// Name is CSSLayerBlockRule.name.
func (r *CSSLayerBlockRule) Name() string { return r.of.Prelude(r.id) }

// ConditionText is CSSConditionRule.conditionText.
func (r *CSSConditionRule) ConditionText() string {
	switch r.row().Kind {
	case css.RuleMedia:
		return r.of.Media[r.row().Payload].String()
	case css.RuleContainer:
		return r.of.Containers[r.row().Payload].String()
	}
	return r.of.Prelude(r.id)
}

// ContainerName is CSSContainerRule.containerName: empty where there are several queries.
func (r *CSSContainerRule) ContainerName() string {
	if l := r.of.Containers[r.row().Payload]; len(l) == 1 {
		return l[0].NameText()
	}
	return ""
}

// ContainerQuery is CSSContainerRule.containerQuery: empty where there are several.
func (r *CSSContainerRule) ContainerQuery() string {
	if l := r.of.Containers[r.row().Payload]; len(l) == 1 {
		return l[0].Condition()
	}
	return ""
}

// Media is CSSMediaRule.media.
func (r *CSSMediaRule) Media() *MediaList {
	if r.media == nil {
		r.media = &MediaList{get: func() string { return r.of.Media[r.row().Payload].String() }, set: func(v string) {
			r.of.SetMedia(r.id, v)
			r.sheet.edited()
		}}
	}
	return r.media
}

// Matches is CSSMediaRule.matches.
func (r *CSSMediaRule) Matches() bool {
	env := r.sheet.window.styler.Media()
	return r.of.Media[r.row().Payload].Matches(&env)
}

// Matches is CSSSupportsRule.matches.
func (r *CSSSupportsRule) Matches() bool {
	c, ok := css.ParseSupports(r.of.Prelude(r.id))
	return ok && c.Matches(style.SupportsEnv())
}

// Href is CSSImportRule.href.
func (r *CSSImportRule) Href() string { return r.of.Imports[r.row().Payload].URL }

// StyleSheet is CSSImportRule.styleSheet.
func (r *CSSImportRule) StyleSheet() *CSSStyleSheet {
	return r.sheet.window.sheetObject(r.sheet.sheet.Imported[r.id], r.sheet)
}

// NamespaceURI is CSSNamespaceRule.namespaceURI.
func (r *CSSNamespaceRule) NamespaceURI() string {
	return r.of.Name(r.of.Namespaces[r.row().Payload].URL)
}

// Prefix is CSSNamespaceRule.prefix.
func (r *CSSNamespaceRule) Prefix() string {
	return r.of.Name(r.of.Namespaces[r.row().Payload].Prefix)
}

// CSSEscape is CSS.escape.
func CSSEscape(c *js.Call) js.Value {
	v := c.DOMString(0)
	if c.Failed() {
		return js.Undefined
	}
	return c.Realm().String(css.EscapeIdent(v))
}

// CSSSupports is CSS.supports.
func CSSSupports(property, value string) bool { return style.Supports(propertyName(property), value) }

// CSSSupportsCondition is CSS.supports of a condition.
func CSSSupportsCondition(text string) bool {
	cond, ok := css.ParseSupports(text)
	if !ok {
		cond, ok = css.ParseSupports("(" + text + ")")
	}
	return ok && cond.Matches(style.SupportsEnv())
}
