package bind

import (
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/style"
)

// https://drafts.csswg.org/cssom/#the-cssstyledeclaration-interface

// CSSStyleDeclaration is the state of a CSSStyleDeclaration: an element's inline style, computed style, or a rule's declarations.
type CSSStyleDeclaration struct {
	Object
	window   *Window
	el       *nodeState
	computed bool
	pseudo   style.Pseudo
	unknown  bool // computed, of a pseudo-element that there is not
	rule     *CSSRule

	block *style.DeclBlock
	text  string // what block was read from
	valid bool
}

func (d *CSSStyleDeclaration) trace(t *js.Tracer) {
	d.el.mark(t)
	mark(t, d.rule)
}

// CSSStyleProperties is the state of a CSSStyleProperties.
type CSSStyleProperties struct{ CSSStyleDeclaration }

// The properties are attributes of the interface: as named, in camel case, and webkit-prefixed ones in both cases.
// https://drafts.csswg.org/cssom/#dom-cssstyleproperties-camel_cased_attribute
func init() { classCSSStyleProperties.More = propertyMembers }

// propertyMembers makes the attributes. All share their natives, which find the property by the attribute's name.
func propertyMembers() []js.Member {
	names := style.ComputedNames()
	names = append(names[:len(names):len(names)], "word-wrap", "float")
	for s := style.ShortNone + 1; s < style.ShorthandCount; s++ {
		names = append(names, s.Info().Name)
	}
	seen := make(map[string]bool, 2*len(names))
	seen["cssFloat"] = true
	members := make([]js.Member, 0, 2*len(names))
	add := func(attr string) {
		if !seen[attr] {
			seen[attr] = true
			members = append(members, js.Member{Name: attr, Get: getProperty, Set: setPropertyReacting})
		}
	}
	for _, n := range names {
		if strings.HasPrefix(n, "--") || strings.HasPrefix(n, "-internal-") {
			continue
		}
		add(camel(n, false))
		if strings.HasPrefix(n, "-webkit-") {
			add(camel(n, true))
		}
		if strings.Contains(n, "-") {
			add(n)
		}
		if p := "-webkit-" + n; !strings.HasPrefix(n, "-") {
			if _, _, ok := style.PropertyByName(p); ok {
				add(camel(p, false))
				add(camel(p, true))
				add(p)
			}
		}
	}
	return members
}

func getProperty(c *js.Call) js.Value {
	return c.Realm().String(c.State().(*CSSStyleProperties).GetPropertyValue(attrProperty(c.Member())))
}

func setPropertyReacting(c *js.Call) js.Value { return ceReactions(c, setProperty) }

func setProperty(c *js.Call) js.Value {
	v := c.DOMStringNullEmpty(0)
	if !c.Failed() {
		if err := c.State().(*CSSStyleProperties).SetProperty(attrProperty(c.Member()), v, ""); err != nil {
			return throwErr(c, err)
		}
	}
	return js.Undefined
}

// attrProperty is the property of an attribute: the other way of camel.
// https://drafts.csswg.org/cssom/#idl-attribute-to-css-property
func attrProperty(attr string) string {
	upper := 0
	for i := 0; i < len(attr); i++ {
		if c := attr[i]; c >= 'A' && c <= 'Z' {
			upper++
		}
	}
	webkit := strings.HasPrefix(attr, "webkit") && upper > 0
	if upper == 0 && !webkit {
		return attr
	}
	b := make([]byte, 0, 48)
	if webkit {
		b = append(b, '-')
	}
	for i := 0; i < len(attr); i++ {
		if c := attr[i]; c >= 'A' && c <= 'Z' {
			b = append(b, '-', c+0x20)
		} else {
			b = append(b, c)
		}
	}
	return string(b)
}

// camel is the attribute of a property.
func camel(name string, lowerFirst bool) string {
	var b strings.Builder
	up := false
	if lowerFirst {
		name = strings.TrimPrefix(name, "-")
	}
	for i := 0; i < len(name); i++ {
		switch c := name[i]; {
		case c == '-':
			up = true
		case up && c >= 'a' && c <= 'z':
			b.WriteByte(c - 0x20)
			up = false
		default:
			b.WriteByte(c)
			up = false
		}
	}
	return b.String()
}

// Style is ElementCSSInlineStyle.style.
func (e Element) Style() *CSSStyleProperties {
	return Node(e).cached(cachedStyle, "", func() platform {
		return &CSSStyleProperties{CSSStyleDeclaration{window: e.w, el: e.state()}}
	}).(*CSSStyleProperties)
}

// GetComputedStyle is window.getComputedStyle.
func (w *Window) GetComputedStyle(e Element, pseudo Opt[string]) *CSSStyleProperties {
	d := &CSSStyleProperties{CSSStyleDeclaration{window: w, el: e.state(), computed: true}}
	if p := pseudo.Value; p != "" {
		switch strings.ToLower(strings.TrimLeft(p, ":")) {
		case "before":
			d.pseudo = style.PseudoBefore
		case "after":
			d.pseudo = style.PseudoAfter
		case "marker":
			d.pseudo = style.PseudoMarker
		case "first-line":
			d.pseudo = style.PseudoFirstLine
		case "first-letter":
			d.pseudo = style.PseudoFirstLetter
		case "selection":
			d.pseudo = style.PseudoSelection
		case "placeholder":
			d.pseudo = style.PseudoPlaceholder
		case "backdrop":
			d.pseudo = style.PseudoBackdrop
		case "file-selector-button":
			d.pseudo = style.PseudoFileSelectorButton
		default:
			d.unknown = strings.HasPrefix(p, ":")
		}
	}
	return d
}

// decls is the block, brought up to the element's attribute.
func (d *CSSStyleDeclaration) decls() *style.DeclBlock {
	s := d.window.World.Store
	text := ""
	if d.rule != nil {
		text = d.rule.declText()
	} else {
		text = s.Attr(d.el.id, atomStyle)
	}
	if !d.valid || text != d.text {
		d.text = strings.Clone(text)
		d.block = style.ParseDeclBlock(d.text, s.Atoms)
		d.valid = true
	}
	return d.block
}

// changed writes the block back.
func (d *CSSStyleDeclaration) changed() {
	d.text = d.block.Text()
	if d.rule != nil {
		d.rule.setDecls(d.text)
		return
	}
	s := d.window.World.Store
	if w := d.window.World.WindowOf(d.el.id); w != nil && w.styler != nil {
		w.styler.SetExactStyle(d.el.id, d.text, d.block.Exact())
	}
	s.SetAttr(d.el.id, s.AttrName(atomStyle), d.text)
}

func (d *CSSStyleDeclaration) readOnly() error {
	if d.computed {
		return exception("NoModificationAllowedError", "These styles are computed, and therefore the declaration is read-only.")
	}
	return nil
}

// CssText is CSSStyleDeclaration.cssText.
func (d *CSSStyleDeclaration) CssText() string {
	if d.computed {
		return ""
	}
	return d.decls().Text()
}

// SetCssText sets CSSStyleDeclaration.cssText.
func (d *CSSStyleDeclaration) SetCssText(v string) error {
	if err := d.readOnly(); err != nil {
		return err
	}
	d.block, d.valid = style.ParseDeclBlock(v, d.window.World.Store.Atoms), true
	d.changed()
	return nil
}

func (d *CSSStyleDeclaration) names() []string {
	n := style.ComputedNames()
	if w := d.win(); w != nil {
		w.Host.UpdateStyle(w)
		if cs := w.styler.Ensure(d.el.id, d.pseudo); cs != nil {
			return w.styler.CustomNames(append([]string(nil), n...), cs)
		}
	}
	return n
}

func (d *CSSStyleDeclaration) win() *Window { return d.window.World.WindowOf(d.el.id) }

// Length is CSSStyleDeclaration.length.
func (d *CSSStyleDeclaration) Length() uint32 {
	if d.computed {
		if d.unknown || d.win() == nil || !d.window.World.Store.IsConnected(d.el.id) {
			return 0
		}
		return uint32(len(d.names()))
	}
	return uint32(d.decls().Len())
}

// Item is CSSStyleDeclaration.item.
func (d *CSSStyleDeclaration) Item(i uint32) string {
	if d.computed {
		if n := d.names(); int(i) < len(n) {
			return n[i]
		}
		return ""
	}
	return d.decls().Item(int(i))
}

func propertyName(n string) string {
	if strings.HasPrefix(n, "--") {
		return n
	}
	return lowerASCII(n)
}

// GetPropertyValue is CSSStyleDeclaration.getPropertyValue.
func (d *CSSStyleDeclaration) GetPropertyValue(name string) string {
	name = propertyName(name)
	if !d.computed {
		return d.decls().Get(name)
	}
	w := d.win()
	if w == nil || d.unknown || !w.Doc.IsConnected(d.el.id) {
		return ""
	}
	if usesLayout[name] {
		w.Host.UpdateLayout(w)
	} else {
		w.Host.UpdateStyle(w)
	}
	return w.styler.ComputedText(d.el.id, d.pseudo, name, usedValues{w})
}

// usesLayout are the properties whose resolved values are used values.
// https://drafts.csswg.org/cssom/#resolved-values
var usesLayout = func() map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields("width height block-size inline-size top right bottom left inset inset-block inset-inline inset-block-start inset-block-end inset-inline-start inset-inline-end margin margin-top margin-right margin-bottom margin-left margin-block margin-inline margin-block-start margin-block-end margin-inline-start margin-inline-end padding padding-top padding-right padding-bottom padding-left padding-block padding-inline padding-block-start padding-block-end padding-inline-start padding-inline-end grid-template-columns grid-template-rows grid-template grid transform transform-origin perspective-origin translate") {
		m[n] = true
	}
	return m
}()

// usedValues answers what depends on layout.
type usedValues struct{ w *Window }

func (u usedValues) box(id dom.NodeID, p style.Pseudo) layout.BoxID {
	if p != style.PseudoNone {
		return 0
	}
	return u.w.layout.Of(id)
}

// UsedPx is style.UsedValues.
func (u usedValues) UsedPx(id dom.NodeID, p style.Pseudo, prop style.PropertyID) (float64, bool) {
	t := u.w.layout
	b := u.box(id, p)
	if b == 0 || t.Kind(b) == layout.KindText {
		return 0, false
	}
	m, pad, bor := t.Margin(b), t.Padding(b), t.Border(b)
	inline := t.Kind(b) == layout.KindInline
	switch prop {
	case style.PropMarginTop:
		return float64(m.Top.Px()), true
	case style.PropMarginRight:
		return float64(m.Right.Px()), true
	case style.PropMarginBottom:
		return float64(m.Bottom.Px()), true
	case style.PropMarginLeft:
		return float64(m.Left.Px()), true
	case style.PropPaddingTop:
		return float64(pad.Top.Px()), true
	case style.PropPaddingRight:
		return float64(pad.Right.Px()), true
	case style.PropPaddingBottom:
		return float64(pad.Bottom.Px()), true
	case style.PropPaddingLeft:
		return float64(pad.Left.Px()), true
	}
	if inline {
		return 0, false
	}
	sz := t.Size(b)
	switch prop {
	case style.PropWidth, style.PropHeight:
		w, h := sz.W, sz.H
		if cs := t.Style(b); cs != nil && cs.Box.BoxSizing == style.BoxSizingContentBox {
			w -= pad.Left + pad.Right + bor.Left + bor.Right
			h -= pad.Top + pad.Bottom + bor.Top + bor.Bottom
		}
		if prop == style.PropWidth {
			return float64(w.Px()), true
		}
		return float64(h.Px()), true
	case style.PropTop, style.PropRight, style.PropBottom, style.PropLeft:
		if t.Flags(b)&layout.FlagAbsolute == 0 {
			return u.relativeInset(b, prop)
		}
		c := t.Container(b)
		if c == 0 {
			return 0, false
		}
		off, cs, cb := t.Offset(b), t.Size(c), t.Border(c)
		switch prop {
		case style.PropTop:
			return float64((off.Y - cb.Top - m.Top).Px()), true
		case style.PropLeft:
			return float64((off.X - cb.Left - m.Left).Px()), true
		case style.PropRight:
			return float64((cs.W - cb.Right - off.X - sz.W - m.Right).Px()), true
		default:
			return float64((cs.H - cb.Bottom - off.Y - sz.H - m.Bottom).Px()), true
		}
	}
	return 0, false
}

// relativeInset is the used value of an inset property of a relatively positioned box: what is auto is the opposite of the other side.
// https://drafts.csswg.org/css-position-3/#relpos-insets
func (u usedValues) relativeInset(b layout.BoxID, prop style.PropertyID) (float64, bool) {
	t := u.w.layout
	cs := t.Style(b)
	c := t.Container(b)
	if cs == nil || c == 0 || cs.Box.Position != style.PositionRelative {
		return 0, false
	}
	sz, pad, bor := t.Size(c), t.Padding(c), t.Border(c)
	side, other := cs.Box.Top, cs.Box.Bottom
	basis := sz.H - pad.Top - pad.Bottom - bor.Top - bor.Bottom
	switch prop {
	case style.PropBottom:
		side, other = other, side
	case style.PropLeft, style.PropRight:
		side, other = cs.Box.Left, cs.Box.Right
		if prop == style.PropRight {
			side, other = other, side
		}
		basis = sz.W - pad.Left - pad.Right - bor.Left - bor.Right
	}
	switch {
	case !side.IsAuto():
		return float64(geom.FromPx(side.ResolvePx(basis.Px())).Px()), true
	case !other.IsAuto():
		return float64(-other.ResolvePx(basis.Px())), true
	}
	return 0, true
}

// UsedTracks is style.UsedValues.
func (u usedValues) UsedTracks(id dom.NodeID, p style.Pseudo, prop style.PropertyID) (t style.UsedTracks, ok bool) {
	d := u.w.layout.GridTracks(u.box(id, p))
	axis := 0
	if prop == style.PropGridTemplateRows {
		axis = 1
	}
	if d == nil || d.Sub[axis] {
		return t, false
	}
	t.First, t.Repeats = d.First[axis], d.Repeats[axis]
	for _, s := range d.Sizes[axis] {
		t.Px = append(t.Px, float64(s.Px()))
	}
	return t, true
}

// UsedBox is style.UsedValues.
func (u usedValues) UsedBox(id dom.NodeID, p style.Pseudo) (w, h float64, ok bool) {
	b := u.box(id, p)
	if b == 0 {
		return 0, 0, false
	}
	s := u.w.layout.Size(b)
	return float64(s.W.Px()), float64(s.H.Px()), true
}

// GetPropertyPriority is CSSStyleDeclaration.getPropertyPriority.
func (d *CSSStyleDeclaration) GetPropertyPriority(name string) string {
	if d.computed {
		return ""
	}
	return d.decls().Priority(propertyName(name))
}

// SetProperty is CSSStyleDeclaration.setProperty.
func (d *CSSStyleDeclaration) SetProperty(name, value, priority string) error {
	if err := d.readOnly(); err != nil {
		return err
	}
	if priority != "" && !equalFold(priority, "important") {
		return nil
	}
	if d.decls().Set(propertyName(name), value, priority != "") {
		d.changed()
	}
	return nil
}

// RemoveProperty is CSSStyleDeclaration.removeProperty.
func (d *CSSStyleDeclaration) RemoveProperty(name string) (string, error) {
	if err := d.readOnly(); err != nil {
		return "", err
	}
	old, changed := d.decls().Remove(propertyName(name))
	if changed {
		d.changed()
	}
	return old, nil
}

// ParentRule is CSSStyleDeclaration.parentRule.
func (d *CSSStyleDeclaration) ParentRule(c *js.Call) js.Value {
	if d.rule == nil {
		return js.Null
	}
	return d.rule.script(c.Realm())
}

// CssFloat is CSSStyleProperties.cssFloat.
func (d *CSSStyleProperties) CssFloat() string { return d.GetPropertyValue("float") }

// SetCssFloat sets CSSStyleProperties.cssFloat.
func (d *CSSStyleProperties) SetCssFloat(v string) error { return d.SetProperty("float", v, "") }
