package bind

import (
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/edit"
	"github.com/niso-engine/niso/dom/html"
)

// The clipboard by keys and commands. https://w3c.github.io/clipboard-apis/
//
// A page has a clipboard of its own, unless its embedder has one.

// clipboardItem is a representation of what is on the clipboard.
type clipboardItem struct {
	typ  string
	data []byte
}

// clipboardData is what is on a clipboard.
type clipboardData struct{ items []clipboardItem }

func (c *clipboardData) text(typ string) (string, bool) {
	if c != nil {
		for _, i := range c.items {
			if i.typ == typ {
				return string(i.data), true
			}
		}
	}
	return "", false
}

func (c *clipboardData) set(typ, text string) {
	c.items = append(c.items, clipboardItem{typ, []byte(text)})
}

// clipboardKey is a key with Control that copies, cuts or pastes. Embedders with a clipboard of their own do it themselves.
func (w *Window) clipboardKey(i KeyInit) bool {
	key := strings.ToLower(i.Key)
	if key != "c" && key != "x" && key != "v" {
		return false
	}
	if w.opt.OwnClipboard {
		return true
	}
	switch key {
	case "c":
		w.copy()
	case "x":
		w.cut()
	default:
		w.paste(i.Modifiers&ModShift != 0)
	}
	return true
}

// clipboardTarget is the element that the events of the clipboard go to.
func (w *Window) clipboardTarget() dom.NodeID {
	if f := w.focused(); f != 0 && w.World.forms.m.TextControl(f) {
		return f
	}
	if r := w.GetSelection().rng; r != nil {
		n := r.r.Start.Node
		for n != 0 && w.World.Store.Kind(n) != dom.KindElement {
			n = w.World.Store.Parent(n)
		}
		if n != 0 && w.World.Store.IsConnected(n) {
			return n
		}
	}
	return w.KeyTarget()
}

// clipboardEvent fires an event of the clipboard; ok is false where the page prevents what follows.
func (w *Window) clipboardEvent(typ string, store *transferStore) (ok bool) {
	d := w.newDataTransfer(store)
	ok = w.fire(&ClipboardEvent{Event: Event{typ: typ, bubbles: true, cancelable: true, composed: true}, transfer: d}, NodeTarget(w.clipboardTarget()))
	d.store = nil
	return ok && !w.closed
}

// copy copies what is selected, or what the page gives, and reports whether it did.
func (w *Window) copy() bool {
	store := &transferStore{mode: transferReadWrite}
	if !w.clipboardEvent("copy", store) {
		return w.putStore(store)
	}
	return w.copySelected()
}

// putStore puts on the clipboard what a page gave.
func (w *Window) putStore(store *transferStore) bool {
	c := &clipboardData{}
	for _, i := range store.items {
		if i.file == nil {
			c.set(i.typ, i.text)
		} else {
			c.items = append(c.items, clipboardItem{i.typ, i.file.data})
		}
	}
	if len(c.items) > 0 {
		w.World.clipboard = c
	}
	return true
}

func (w *Window) copySelected() bool {
	m := w.World.forms.m
	if f := w.focused(); f != 0 && m.TextControl(f) {
		start, end, _ := m.Selection(f)
		if start == end || w.secret(f) {
			return false
		}
		w.World.clipboard = &clipboardData{}
		w.World.clipboard.set("text/plain", dom.SubstringUTF16(m.Value(f), start, end))
		return true
	}
	s := w.GetSelection()
	if s.IsCollapsed() {
		return false
	}
	c := &clipboardData{}
	c.set("text/plain", s.String())
	c.set("text/html", w.markupOf(s.rng))
	w.World.clipboard = c
	return true
}

// secret reports a password.
func (w *Window) secret(el dom.NodeID) bool {
	return w.Doc.IsHTMLElement(el, atomInput) && w.World.forms.m.Type(el) == "password"
}

// cut copies and deletes what is selected.
func (w *Window) cut() bool {
	store := &transferStore{mode: transferReadWrite}
	if !w.clipboardEvent("cut", store) {
		return w.putStore(store)
	}
	m := w.World.forms.m
	control, host := w.editTarget()
	if control != 0 {
		start, end, _ := m.Selection(control)
		if start == end || w.secret(control) || !m.Mutable(control) {
			return false
		}
		w.copySelected()
		return w.change(control, start, end, "", "deleteByCut")
	}
	if host == 0 || w.GetSelection().IsCollapsed() || !w.copySelected() {
		return false
	}
	return w.editOf(host).run(inputInit{kind: "deleteByCut"}, func(ed *edit.Editor) { ed.DeleteKey(false, edit.Character) })
}

// paste puts what is on the clipboard in place of what is selected; plain: as text.
func (w *Window) paste(plain bool) bool {
	return w.pasteData(w.World.clipboard, plain)
}

// transferOf is what is on a clipboard as a page reads it.
func (w *Window) transferOf(c *clipboardData, plain bool) *transferStore {
	store := &transferStore{mode: transferReadOnly}
	if c == nil {
		return store
	}
	for _, i := range c.items {
		switch {
		case plain && i.typ != "text/plain":
		case strings.HasPrefix(i.typ, "image/"):
			store.items = append(store.items, &transferItem{typ: i.typ, file: NewFile("image."+strings.TrimPrefix(i.typ, "image/"), i.typ, i.data, w.Host.WallTime())})
		default:
			store.items = append(store.items, &transferItem{typ: i.typ, text: string(i.data)})
		}
	}
	return store
}

func (w *Window) pasteData(c *clipboardData, plain bool) bool {
	store := w.transferOf(c, plain)
	if !w.clipboardEvent("paste", store) {
		return true
	}
	text, hasText := store.text("text/plain")
	markup, hasMarkup := store.text("text/html")
	control, host := w.editTarget()
	if control != 0 {
		if !hasText || !w.World.forms.m.Mutable(control) {
			return false
		}
		start, end, _ := w.World.forms.m.Selection(control)
		return w.change(control, start, end, w.controlText(control, text), "insertFromPaste")
	}
	if host == 0 || !hasText && !hasMarkup {
		return false
	}
	return w.insertData(host, "insertFromPaste", text, markup, hasMarkup && !w.plaintextOnly(host))
}

// controlText is text as a text control takes it.
func (w *Window) controlText(control dom.NodeID, text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	if !w.Doc.IsHTMLElement(control, atomTextarea) {
		text = strings.ReplaceAll(text, "\n", " ")
	}
	return text
}

// insertData puts text or markup from outside in place of what is selected in an editing host.
func (w *Window) insertData(host dom.NodeID, kind, text, markup string, rich bool) bool {
	store := &transferStore{}
	if rich {
		store.items = append(store.items, &transferItem{typ: "text/html", text: markup})
	}
	store.items = append(store.items, &transferItem{typ: "text/plain", text: text})
	return w.insertStore(host, kind, store)
}

// insertStore puts what a store has in place of what is selected in an editing host: its markup, or else its text.
func (w *Window) insertStore(host dom.NodeID, kind string, store *transferStore) bool {
	text, ok := store.text("text/plain")
	if !ok {
		text, _ = store.text("text/uri-list")
	}
	markup, rich := store.text("text/html")
	plain := w.plaintextOnly(host)
	i := inputInit{kind: kind}
	if plain {
		rich = false
		i.data = Some(text)
	} else {
		i.transfer = w.newDataTransfer(&transferStore{mode: transferReadOnly, items: store.items})
	}
	return w.editOf(host).run(i, func(ed *edit.Editor) {
		if rich {
			ed.InsertFragment(w.pastedFragment(host, markup))
		} else {
			ed.ReplaceText(strings.ReplaceAll(text, "\r", ""), !plain)
		}
	})
}

const (
	fragmentStart = "<!--StartFragment-->"
	fragmentEnd   = "<!--EndFragment-->"
)

// pastedFragment is markup of the clipboard as content: what is between the comments that mark it, where there are such.
func (w *Window) pastedFragment(host dom.NodeID, markup string) dom.NodeID {
	if i := strings.Index(markup, fragmentStart); i >= 0 {
		markup = markup[i+len(fragmentStart):]
		if j := strings.LastIndex(markup, fragmentEnd); j >= 0 {
			markup = markup[:j]
		}
	}
	frag := w.fragmentOf(host, markup)
	s := w.World.Store
	for n := s.Following(frag, frag); n != 0; { // no sheets and comments; the contents of forms of the clipboard's making stay
		next := s.Following(n, frag)
		if s.Kind(n) == dom.KindComment || s.IsHTMLElement(n, atomStyle) {
			next = s.FollowingSkip(n, frag)
			s.Remove(n)
		}
		n = next
	}
	return frag
}

// markupOf is what a range has, as text/html of the clipboard: with the inline elements that it is in.
func (w *Window) markupOf(x *Range) string {
	s := w.World.Store
	frag, err := x.CloneContents()
	if err != nil {
		return ""
	}
	w.World.wrappers.fresh = append(w.World.wrappers.fresh, frag)
	view := editView{w}
	for a := x.common(); a != 0; a = s.Parent(a) {
		if s.Kind(a) != dom.KindElement {
			continue
		}
		if view.Display(a) != edit.DisplayInline || s.HasAttr(a, atomContenteditable) {
			break
		}
		el := s.Clone(a, s.DocumentOf(a), false)
		s.RemoveAttr(el, s.AttrName(atomID))
		s.InsertChildren(el, frag, 0)
		s.Append(frag, el)
	}
	for n := s.Following(frag, frag); n != 0; {
		next := s.Following(n, frag)
		if s.Kind(n) == dom.KindElement && (s.LocalName(n) == atomScript || s.IsHTMLElement(n, atomStyle)) {
			next = s.FollowingSkip(n, frag)
			s.Remove(n)
		}
		n = next
	}
	return string(html.Inner(nil, s, frag, html.SerializeOptions{}))
}

// ClipboardText is what a copy would put on the clipboard, or a cut, which deletes it too; for embedders with a clipboard of their own. Pages see the events.
func (w *Window) ClipboardText(cut bool) (text, markup string, ok bool) {
	w.World.clipboard = nil
	if cut {
		w.cut()
	} else {
		w.copy()
	}
	c := w.World.clipboard
	w.World.clipboard = nil
	text, ok = c.text("text/plain")
	markup, _ = c.text("text/html")
	return text, markup, ok
}

// PasteText pastes what an embedder's clipboard has; markup "" is none.
func (w *Window) PasteText(text, markup string) {
	c := &clipboardData{}
	c.set("text/plain", text)
	if markup != "" {
		c.set("text/html", markup)
	}
	w.pasteData(c, false)
}
