package bind

import (
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/edit"
	"github.com/niso-engine/niso/dom/html"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/js"
)

// Commands. https://w3c.github.io/editing/docs/execCommand/

// documentCommands are the commands that are no edits of a tree, with whether they need something selected, or a place to edit.
var documentCommands = map[string]struct{ selected, editable bool }{
	"copy":                         {selected: true},
	"cut":                          {selected: true, editable: true},
	"paste":                        {editable: true},
	"undo":                         {},
	"redo":                         {},
	"selectall":                    {},
	"unselect":                     {},
	"stylewithcss":                 {},
	"usecss":                       {},
	"defaultparagraphseparator":    {},
	"insertnewlineinquotedcontent": {editable: true},
	"justifynone":                  {editable: true},
	"fontsizedelta":                {editable: true},
}

// command is a command by its name in lower case: one of the tree, or one of the document.
func command(name string) (tree *edit.Command, known bool) {
	name = lowerASCII(name)
	if tree = edit.Lookup(name); tree != nil {
		return tree, true
	}
	_, known = documentCommands[name]
	return nil, known && name != "paste" && name != "fontsizedelta" && name != "insertnewlineinquotedcontent" && name != "justifynone"
}

// editTarget is where commands go: the focused text control, or the editing host of the selection.
func (w *Window) editTarget() (control, host dom.NodeID) {
	if f := w.focused(); f != 0 && w.World.forms.m.TextControl(f) {
		return f, 0
	}
	if r := w.GetSelection().rng; r != nil {
		start := w.editingHost(r.r.Start.Node)
		if start != 0 && (editView{w}).HostOf(r.r.Start.Node) != 0 && w.editingHost(r.r.End.Node) == start {
			return 0, start
		}
	}
	return 0, 0
}

func (d Document) window() *Window {
	w := d.win()
	if w == nil || w.closed || !d.doc().IsHTML {
		return nil
	}
	return w
}

// notHTML is the exception of commands in documents that are not of HTML.
func (d Document) notHTML(name string) error {
	if !d.doc().IsHTML {
		return exception("InvalidStateError", name+" is only supported on HTML documents.")
	}
	return nil
}

// ExecCommand is Document.execCommand.
func (d Document) ExecCommand(name string, _ bool, value string) (bool, error) {
	if err := d.notHTML("execCommand"); err != nil {
		return false, err
	}
	w := d.window()
	if w == nil {
		return false, nil
	}
	name = lowerASCII(name)
	tree, known := command(name)
	if !known || !w.commandEnabled(name, tree) {
		return false, nil
	}
	e := w.editor()
	if e.running { // a listener of what a command does runs another one
		return false, nil
	}
	e.running = true
	defer func() { e.running = false }()
	if tree != nil {
		return w.runCommand(tree, value, true), nil
	}
	switch name {
	case "copy":
		return w.copy(), nil
	case "cut":
		return w.cut(), nil
	case "undo":
		return w.undoEdit(true), nil
	case "redo":
		return w.undoEdit(false), nil
	case "selectall":
		w.selectAll()
	case "unselect":
		w.GetSelection().Empty()
	case "stylewithcss":
		e.options.StyleWithCSS = !equalFold(value, "false")
	case "usecss":
		e.options.StyleWithCSS = equalFold(value, "false")
	case "defaultparagraphseparator":
		switch lowerASCII(value) {
		case "div":
			e.options.Separator = atomDiv
		case "p":
			e.options.Separator = atom.Static("p")
		}
	}
	return true, nil
}

// commandEnabled is queryCommandEnabled for a known command.
func (w *Window) commandEnabled(name string, tree *edit.Command) bool {
	control, host := w.editTarget()
	if tree != nil {
		if control != 0 {
			return !tree.Rich && w.World.forms.m.Mutable(control)
		}
		if host == 0 || tree.Rich && w.plaintextOnly(host) {
			return false
		}
		if name == "removeformat" || name == "unlink" {
			return !w.GetSelection().IsCollapsed()
		}
		return true
	}
	switch name {
	case "undo":
		return w.canUndo(true)
	case "redo":
		return w.canUndo(false)
	case "unselect":
		return w.GetSelection().rng != nil
	}
	need := documentCommands[name]
	if need.selected && !w.hasSelected(control) {
		return false
	}
	return !need.editable || host != 0 || control != 0 && w.World.forms.m.Mutable(control)
}

// hasSelected reports whether something is selected, in a text control if that has the focus.
func (w *Window) hasSelected(control dom.NodeID) bool {
	if control != 0 {
		start, end, _ := w.World.forms.m.Selection(control)
		return start != end
	}
	return !w.GetSelection().IsCollapsed()
}

// runCommand runs a command of the tree; events: as execCommand does, whose beforeinput no page can prevent since none is told.
func (w *Window) runCommand(c *edit.Command, value string, byScript bool) bool {
	control, host := w.editTarget()
	if control != 0 {
		return w.controlCommand(control, c, value)
	}
	if host == 0 || c.Rich && w.plaintextOnly(host) {
		return false
	}
	e := w.editOf(host)
	i := inputInit{kind: c.InputType}
	switch c.Name {
	case "inserttext":
		i.data = Some(value)
	case "forecolor", "backcolor", "hilitecolor", "fontname", "createlink":
		i.data = Some(value)
	}
	if !byScript && !w.beforeInput(host, inputInit{kind: i.kind, data: i.data, ranges: e.targets(false, false, 0)}) {
		return true
	}
	if !e.selected() {
		return false
	}
	plain := w.plaintextOnly(host)
	changed, ok := e.change(c.InputType, func(ed *edit.Editor) bool {
		switch {
		case c.Name == "inserthtml":
			frag := w.fragmentOf(host, value)
			if plain {
				ed.ReplaceText(string(w.World.Store.TextContent(nil, frag)), false)
			} else {
				ed.InsertFragment(frag)
			}
			return true
		case plain && c.Name == "inserttext" && strings.Contains(value, "\n"):
			ed.ReplaceText(value, false)
			return true
		}
		return ed.Run(c, value)
	})
	if changed {
		w.input(host, i)
	}
	return ok
}

// fragmentOf is markup as content: without scripts and handlers.
func (w *Window) fragmentOf(context dom.NodeID, markup string) dom.NodeID {
	s := w.World.Store
	d := s.DocumentOf(context)
	body := d.CreateElement(s.HTMLName(atomBody))
	frag := html.ParseFragment(d, body, strings.Clone(markup), false)
	w.World.wrappers.fresh = append(w.World.wrappers.fresh, body, frag)
	edit.Sanitize(s, frag)
	return frag
}

// controlCommand runs a command in a text control.
func (w *Window) controlCommand(el dom.NodeID, c *edit.Command, value string) bool {
	m := w.World.forms.m
	if c.Rich || !m.Mutable(el) {
		return false
	}
	area := w.Doc.IsHTMLElement(el, atomTextarea)
	start, end, _ := m.Selection(el)
	u := units(m.Value(el))
	switch c.Name {
	case "inserttext", "inserthtml":
		if c.Name == "inserthtml" {
			value = string(w.World.Store.TextContent(nil, w.fragmentOf(el, value)))
		}
		if !area {
			value = strings.NewReplacer("\r\n", "", "\n", "", "\r", "").Replace(value)
		}
		return w.change(el, start, end, value, "insertText")
	case "insertparagraph", "insertlinebreak":
		if area {
			return w.change(el, start, end, "\n", "insertLineBreak")
		}
		return false
	case "delete":
		if start == end {
			start = graphemeLeft(u, end, true)
		}
		return start != end && w.change(el, start, end, "", "deleteContentBackward")
	case "forwarddelete":
		if start == end {
			end = graphemeRight(u, start)
		}
		return start != end && w.change(el, start, end, "", "deleteContentForward")
	}
	return false
}

// selectAll selects what is in the focused text control, the editing host, or the document.
func (w *Window) selectAll() {
	control, host := w.editTarget()
	if control == 0 && host == 0 {
		if f := w.focused(); f != 0 {
			host = w.hostOf(f)
		}
	}
	s := w.GetSelection()
	switch {
	case control != 0:
		if w.World.forms.m.SetSelection(control, 0, dom.UTF16Len(w.World.forms.m.Value(control)), "none") {
			w.selectionChanged(control)
		}
	case host != 0:
		if !w.selectStart(host) {
			return
		}
		ed := edit.New(w.World.Store, editView{w}, &w.editor().options, dom.Boundary{Node: host}, dom.Boundary{Node: host})
		start, end := ed.First(), ed.Last()
		ed.Close()
		s.set(start, end)
	default:
		b := w.Doc.Body()
		if b == 0 {
			b = w.Doc.DocumentElement()
		}
		if b != 0 && w.selectStart(b) {
			s.set(dom.Boundary{Node: b}, dom.Boundary{Node: b, Offset: w.Doc.ChildCount(b)})
		}
	}
}

// selectStart fires selectstart where the user begins to select; false: the page prevents it.
func (w *Window) selectStart(n dom.NodeID) bool {
	return w.FireNode(n, "selectstart", true, true) && !w.closed
}

// QueryCommandSupported is Document.queryCommandSupported.
func (d Document) QueryCommandSupported(name string) (bool, error) {
	if err := d.notHTML("queryCommandSupported"); err != nil {
		return false, err
	}
	_, known := command(name)
	return known && d.window() != nil, nil
}

// QueryCommandEnabled is Document.queryCommandEnabled.
func (d Document) QueryCommandEnabled(name string) (bool, error) {
	if err := d.notHTML("queryCommandEnabled"); err != nil {
		return false, err
	}
	w := d.window()
	tree, known := command(name)
	return known && w != nil && w.commandEnabled(lowerASCII(name), tree), nil
}

// query asks a command about the selection.
func (d Document) query(name string, ask func(*edit.Editor, *edit.Command)) {
	w := d.window()
	tree, _ := command(name)
	if w == nil || tree == nil {
		return
	}
	r := w.GetSelection().rng
	if r == nil || !w.World.Store.IsConnected(r.r.Start.Node) {
		return
	}
	if control, host := w.editTarget(); control != 0 || host == 0 {
		return
	}
	w.Host.UpdateStyle(w)
	ed := edit.New(w.World.Store, editView{w}, &w.editor().options, r.r.Start, r.r.End)
	ask(ed, tree)
	ed.Close()
}

// QueryCommandIndeterm is Document.queryCommandIndeterm.
func (d Document) QueryCommandIndeterm(name string) (is bool, err error) {
	if err := d.notHTML("queryCommandIndeterm"); err != nil {
		return false, err
	}
	d.query(name, func(e *edit.Editor, c *edit.Command) { is = e.Indeterminate(c) })
	return is, nil
}

// QueryCommandState is Document.queryCommandState.
func (d Document) QueryCommandState(name string) (is bool, err error) {
	if err := d.notHTML("queryCommandState"); err != nil {
		return false, err
	}
	if w := d.window(); w != nil && equalFold(name, "styleWithCSS") {
		return w.editor().options.StyleWithCSS, nil
	}
	d.query(name, func(e *edit.Editor, c *edit.Command) { is = e.State(c) })
	return is, nil
}

// QueryCommandValue is Document.queryCommandValue.
func (d Document) QueryCommandValue(name string) (v string, err error) {
	if err := d.notHTML("queryCommandValue"); err != nil {
		return "", err
	}
	if w := d.window(); w != nil && equalFold(name, "defaultParagraphSeparator") {
		if s := w.editor().options.Separator; s != 0 && s != atomDiv {
			return "p", nil
		}
		return "div", nil
	}
	d.query(name, func(e *edit.Editor, c *edit.Command) { v = e.Value(c) })
	return v, nil
}

// DesignMode is Document.designMode.
func (d Document) DesignMode() string {
	if w := d.win(); w != nil && w.designMode() {
		return "on"
	}
	return "off"
}

// SetDesignMode sets Document.designMode.
func (d Document) SetDesignMode(v string) {
	w := d.win()
	if w == nil {
		return
	}
	switch lowerASCII(v) {
	case "on":
		w.editor().design = true
	case "off":
		if w.editing != nil {
			w.editing.design = false
		}
	}
}

// GetTargetRanges is InputEvent.getTargetRanges.
func (e *InputEvent) GetTargetRanges(c *js.Call) js.Value {
	return arrayOf(c.Realm(), e.ranges, func(r *StaticRange) js.Value { return objectValue(c.Realm(), r) })
}
