package bind

import (
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/edit"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/style"
	"github.com/niso-engine/niso/style/css"
)

var atomBr = atom.Static("br")

// editing is what a window remembers of what the user edits. It is made when something is edited.
type editing struct {
	options     edit.Options
	history     editHistory
	composition composition
	column      float32 // x that arrows up and down keep, while keepsColumn
	keepsColumn bool
	running     bool // a command of execCommand
	design      bool // designMode

	changing map[dom.Handle]struct{} // text controls whose selectionchange is to come
}

// editor is the editing state of a window.
func (w *Window) editor() *editing {
	if w.editing == nil {
		w.editing = &editing{}
	}
	return w.editing
}

func (w *Window) designMode() bool { return w.editing != nil && w.editing.design }

// editingHost is the editing host of a node: the outermost element that is editable without a break. 0: the node is not editable.
// https://html.spec.whatwg.org/multipage/interaction.html#editing-host
func (w *Window) editingHost(n dom.NodeID) (host dom.NodeID) {
	s := w.World.Store
	for ; n != 0; n = s.Parent(n) {
		if s.Kind(n) != dom.KindElement {
			if s.Kind(n) == dom.KindDocument || s.Kind(n) == dom.KindFragment {
				break
			}
			continue
		}
		v, has := s.LookupAttr(n, atomContenteditable)
		switch {
		case has && equalFold(v, "false"):
			return host
		case has && (v == "" || equalFold(v, "true") || equalFold(v, "plaintext-only")):
			host = n
		}
	}
	if w.designMode() {
		if b := w.Doc.Body(); b != 0 {
			return b
		}
		return w.Doc.DocumentElement()
	}
	return host
}

// plaintextOnly reports an editing host whose content has no markup.
func (w *Window) plaintextOnly(host dom.NodeID) bool {
	return equalFold(w.World.Store.Attr(host, atomContenteditable), "plaintext-only")
}

// editView is the edit.View of a window.
type editView struct{ w *Window }

// HostOf is edit.View.
func (v editView) HostOf(n dom.NodeID) dom.NodeID {
	s := v.w.World.Store
	if v.w.MayBeInert() && v.w.Inert(n) { // what the user cannot reach the user does not edit
		return 0
	}
	for a := n; a != 0; a = s.Parent(a) { // the nearest element with a word decides whether n is editable
		if s.Kind(a) != dom.KindElement {
			continue
		}
		if c, has := s.LookupAttr(a, atomContenteditable); has && equalFold(c, "false") {
			return 0
		} else if has {
			break
		}
	}
	return v.w.editingHost(n)
}

func (v editView) computed(el dom.NodeID) *style.Computed {
	if v.w.styler == nil || v.w.closed {
		return nil
	}
	v.w.Host.UpdateStyle(v.w)
	return v.w.styler.Style(el)
}

// Display is edit.View.
func (v editView) Display(el dom.NodeID) edit.Display {
	st := v.computed(el)
	if st == nil {
		return edit.DisplayNone
	}
	switch st.Box.Display {
	case style.DisplayInline, style.DisplayContents, style.DisplayRuby, style.DisplayRubyText:
		return edit.DisplayInline
	case style.DisplayInlineBlock, style.DisplayInlineFlex, style.DisplayInlineGrid, style.DisplayInlineTable:
		return edit.DisplayInlineBlock
	case style.DisplayNone:
		return edit.DisplayNone
	}
	return edit.DisplayBlock
}

// Spaces is edit.View.
func (v editView) Spaces(el dom.NodeID) (kept, lines bool) {
	st := v.computed(el)
	if st == nil {
		return false, false
	}
	switch st.Text.WhiteSpaceCollapse {
	case style.WhiteSpaceCollapsePreserve, style.WhiteSpaceCollapseBreakSpaces:
		return true, true
	case style.WhiteSpaceCollapsePreserveBreaks:
		return false, true
	case style.WhiteSpaceCollapsePreserveSpaces:
		return true, false
	}
	return false, false
}

// Value is edit.View.
func (v editView) Value(el dom.NodeID, property string) string {
	if v.computed(el) == nil {
		return ""
	}
	return v.w.styler.ComputedText(el, 0, property, usedValues{v.w})
}

func (v editView) inline(el dom.NodeID) *style.DeclBlock {
	t, ok := v.w.World.Store.LookupAttr(el, atomStyle)
	if !ok {
		return nil
	}
	return style.ParseDeclBlock(t, v.w.World.Store.Atoms)
}

// Inline is edit.View.
func (v editView) Inline(el dom.NodeID, property string) string {
	if b := v.inline(el); b != nil {
		return b.Get(property)
	}
	return ""
}

// InlineNames is edit.View.
func (v editView) InlineNames(el dom.NodeID) (names []string) {
	if b := v.inline(el); b != nil {
		for i := range b.Len() {
			names = append(names, b.Item(i))
		}
	}
	return names
}

// WithInline is edit.View.
func (v editView) WithInline(el dom.NodeID, property, value string) (string, bool) {
	b := v.inline(el)
	if b == nil {
		b = style.ParseDeclBlock("", v.w.World.Store.Atoms)
	}
	if value != "" && v.Canonical(property, value) == "" {
		return "", false
	}
	b.Set(property, value, false)
	return b.Text(), true
}

// Color is edit.View.
func (v editView) Color(text string) (r, g, b uint8, alpha float64, ok bool) {
	c, ok := css.ParseColor(strings.TrimSpace(text))
	if !ok || c.DependsOnElement() {
		return 0, 0, 0, 0, false
	}
	var a uint8
	r, g, b, a = c.RGBA8()
	return r, g, b, float64(a) / 255, true
}

// Canonical is edit.View.
func (v editView) Canonical(property, value string) string {
	b := style.ParseDeclBlock("", v.w.World.Store.Atoms)
	b.Set(property, value, false)
	return b.Get(property)
}
