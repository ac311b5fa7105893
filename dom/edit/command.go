package edit

import (
	"sort"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
)

// Command is what execCommand can do to a tree.
type Command struct {
	Name string // in lower case
	// InputType is that of its beforeinput and input events; "" for a command without.
	InputType string
	// Rich commands do nothing in a host that is plaintext-only.
	Rich bool
	// run does it and reports whether the command did anything, as execCommand returns.
	run func(e *Editor, value string) bool
	// state, indeterminate and value answer queryCommandState and its like; nil: false, false and the state.
	state         func(e *Editor) bool
	indeterminate func(e *Editor) bool
	value         func(e *Editor) string
	preserves     bool // overrides stay what they are
}

var commands = map[string]*Command{}

// Lookup is the command with a name in any case, nil if there is none.
func Lookup(name string) *Command { return commands[strings.ToLower(name)] }

func add(c *Command) { commands[c.Name] = c }

// toggle is a command that is on or off.
func toggle(name, inputType string, on, off value) {
	c := inlineCommands[name]
	add(&Command{Name: name, InputType: inputType, Rich: true,
		run: func(e *Editor, _ string) bool {
			if e.state(c) {
				e.setValue(c, off)
			} else {
				e.setValue(c, on)
			}
			return true
		},
		state:         func(e *Editor) bool { return e.state(c) },
		indeterminate: func(e *Editor) bool { return e.indeterminate(c) },
	})
}

// valued is a command that sets a property to its value.
func valued(name, inputType string, parse func(e *Editor, v string) (string, bool)) {
	c := inlineCommands[name]
	add(&Command{Name: name, InputType: inputType, Rich: true,
		run: func(e *Editor, v string) bool {
			v, ok := parse(e, v)
			if ok {
				e.setValue(c, some(v))
			}
			return ok
		},
		value: func(e *Editor) string { return e.queryValue(c) },
	})
}

func color(e *Editor, v string) (string, bool) {
	for _, t := range [...]string{v, "#" + v} {
		if _, _, _, _, ok := e.v.Color(t); ok {
			return t, true
		}
	}
	return "", false
}

func init() {
	toggle("bold", "formatBold", some("bold"), some("normal"))
	toggle("italic", "formatItalic", some("italic"), some("normal"))
	toggle("underline", "formatUnderline", some("underline"), value{})
	toggle("strikethrough", "formatStrikeThrough", some("line-through"), value{})
	for _, c := range [...]struct{ name, other, inputType string }{{"subscript", "superscript", "formatSubscript"}, {"superscript", "subscript", "formatSuperscript"}} {
		toggle(c.name, c.inputType, some(c.name), value{})
		own := inlineCommands[c.name]
		commands[c.name].run = func(e *Editor, _ string) bool {
			on := e.state(own)
			e.setValue(own, value{})
			if !on {
				e.setValue(own, some(own.name))
			}
			return true
		}
	}
	valued("forecolor", "formatFontColor", color)
	valued("backcolor", "formatBackColor", color)
	valued("hilitecolor", "formatBackColor", color)
	valued("fontname", "formatFontName", func(_ *Editor, v string) (string, bool) { return v, v != "" })
	valued("fontsize", "", func(_ *Editor, v string) (string, bool) {
		n, ok := legacySize(v)
		if !ok {
			return "", false
		}
		return fontSizes[n], true
	})
	add(&Command{Name: "createlink", InputType: "insertLink", Rich: true, run: (*Editor).createLink})
	add(&Command{Name: "unlink", Rich: true, run: func(e *Editor, _ string) bool {
		e.unlink()
		return true
	}})
	add(&Command{Name: "removeformat", InputType: "formatRemove", Rich: true, run: func(e *Editor, _ string) bool {
		e.removeFormat()
		return true
	}})
	for _, c := range [...]struct{ name, align, inputType string }{{"justifycenter", "center", "formatJustifyCenter"}, {"justifyfull", "justify", "formatJustifyFull"},
		{"justifyleft", "left", "formatJustifyLeft"}, {"justifyright", "right", "formatJustifyRight"}} {
		add(&Command{Name: c.name, InputType: c.inputType, Rich: true, preserves: true,
			run: func(e *Editor, _ string) bool {
				e.justify(c.align)
				return true
			},
			state: func(e *Editor) bool {
				list := e.leaves()
				for _, n := range list {
					if e.alignment(n) != c.align {
						return false
					}
				}
				return len(list) > 0 || e.alignment(e.r.Start.Node) == c.align
			},
			indeterminate: func(e *Editor) bool {
				yes, no := false, false
				for _, n := range e.leaves() {
					is := e.alignment(n) == c.align
					yes, no = yes || is, no || !is
				}
				return yes && no
			},
			value: func(e *Editor) string {
				if list := e.leaves(); len(list) > 0 {
					return e.alignment(list[0])
				}
				return e.alignment(e.r.Start.Node)
			},
		})
	}
	for _, c := range [...]struct {
		name, tag, inputType string
	}{{"insertorderedlist", "ol", "insertOrderedList"}, {"insertunorderedlist", "ul", "insertUnorderedList"}} {
		tag := atom.Static(c.tag)
		add(&Command{Name: c.name, InputType: c.inputType, Rich: true, preserves: true,
			run: func(e *Editor, _ string) bool {
				e.toggleLists(tag)
				return true
			},
			state: func(e *Editor) bool { return e.listState() == c.tag },
			indeterminate: func(e *Editor) bool {
				s := e.listState()
				return s == "mixed" || s == "mixed "+c.tag
			},
		})
	}
	add(&Command{Name: "indent", InputType: "formatIndent", Rich: true, preserves: true, run: func(e *Editor, _ string) bool {
		e.indentCommand()
		return true
	}})
	add(&Command{Name: "outdent", InputType: "formatOutdent", Rich: true, preserves: true, run: func(e *Editor, _ string) bool {
		e.outdentCommand()
		return true
	}})
	add(&Command{Name: "formatblock", InputType: "", Rich: true, preserves: true,
		run: func(e *Editor, v string) bool {
			v = strings.ToLower(v)
			if strings.HasPrefix(v, "<") && strings.HasSuffix(v, ">") {
				v = v[1 : len(v)-1]
			}
			tag := e.s.Atoms.Intern(v)
			if !formattable[tag] && !formatOnly[tag] {
				return false
			}
			e.formatBlock(tag)
			return true
		},
		value: func(e *Editor) string {
			if list := e.leaves(); len(list) > 0 {
				return e.blockName(list[0])
			}
			return e.blockName(e.r.Start.Node)
		},
		indeterminate: func(e *Editor) bool {
			list := e.leaves()
			for _, n := range list {
				if e.blockName(n) != e.blockName(list[0]) {
					return true
				}
			}
			return false
		},
	})
	add(&Command{Name: "inserttext", InputType: "insertText", preserves: false, run: func(e *Editor, v string) bool {
		e.insertText(v)
		return v != "" || !e.step.Empty()
	}})
	add(&Command{Name: "inserthtml", InputType: "insertText", preserves: true})
	add(&Command{Name: "insertparagraph", InputType: "insertParagraph", preserves: true, run: func(e *Editor, _ string) bool {
		e.insertParagraph()
		return true
	}})
	add(&Command{Name: "insertlinebreak", InputType: "insertLineBreak", preserves: true, run: func(e *Editor, _ string) bool {
		e.insertLineBreak()
		return true
	}})
	add(&Command{Name: "insertimage", InputType: "insertImage", Rich: true, preserves: true, run: func(e *Editor, v string) bool {
		if v == "" {
			return false
		}
		e.insertImage(v)
		return true
	}})
	add(&Command{Name: "inserthorizontalrule", InputType: "insertHorizontalRule", Rich: true, preserves: true, run: func(e *Editor, v string) bool {
		e.insertRule(v)
		return true
	}})
	for _, c := range [...]struct {
		name, inputType string
		forward         bool
	}{{"delete", "deleteContentBackward", false}, {"forwarddelete", "deleteContentForward", true}} {
		add(&Command{Name: c.name, InputType: c.inputType, preserves: true, run: func(e *Editor, _ string) bool {
			e.deleteKey(c.forward, Character)
			return true
		}})
	}
}

// formatOnly are names that formatBlock makes blocks of, as Chromium does, besides those of the specification.
var formatOnly = nameSet("article aside blockquote dl footer header hgroup main nav section")

// Run takes the action of a command.
func (e *Editor) Run(c *Command, v string) bool {
	if c.run == nil || e.host == 0 {
		return false
	}
	overrides := e.o.Overrides
	ok := c.run(e, v)
	if c.preserves && e.collapsed() && len(overrides) > 0 {
		if e.o.Overrides == nil {
			e.o.Overrides = map[string]Override{}
		}
		for k, o := range overrides {
			e.o.Overrides[k] = o
		}
	}
	return ok
}

// State, Indeterminate and Value answer for a command.
func (e *Editor) State(c *Command) bool { return c.state != nil && e.host != 0 && c.state(e) }

// Indeterminate is queryCommandIndeterm.
func (e *Editor) Indeterminate(c *Command) bool {
	return c.indeterminate != nil && e.host != 0 && c.indeterminate(e)
}

// Value is queryCommandValue; what has a state and no value gives that.
func (e *Editor) Value(c *Command) string {
	switch {
	case e.host == 0:
		return ""
	case c.value != nil:
		return c.value(e)
	case c.state != nil && c.state(e):
		return "true"
	case c.state != nil:
		return "false"
	}
	return ""
}

// InsertText, InsertParagraph, InsertLineBreak, InsertFragment and DeleteKey are what keys and the clipboard do.
func (e *Editor) InsertText(t string) { e.insertText(t) }

// InsertParagraph is the Enter key.
func (e *Editor) InsertParagraph() { e.insertParagraph() }

// InsertLineBreak is Enter with Shift.
func (e *Editor) InsertLineBreak() { e.insertLineBreak() }

// InsertFragment puts nodes in, which [Sanitize] went over.
func (e *Editor) InsertFragment(frag dom.NodeID) { e.insertFragment(frag) }

// DeleteKey deletes what is selected, or what is beside the caret.
func (e *Editor) DeleteKey(forward bool, g Granularity) { e.deleteKey(forward, g) }

// ReplaceText puts text, with line feeds as line breaks, in place of what is selected.
func (e *Editor) ReplaceText(t string, paragraphs bool) {
	if paragraphs {
		e.insertText(t)
		return
	}
	e.deleteRange(false, true)
	for i, line := range strings.Split(strings.ReplaceAll(t, "\r\n", "\n"), "\n") {
		if i > 0 {
			e.insertLineBreak()
		}
		if line != "" {
			e.insertRun(line)
		}
	}
}

// createLink links what is selected; at a caret it puts the address in.
// https://w3c.github.io/editing/docs/execCommand/#the-createlink-command
func (e *Editor) createLink(href string) bool {
	if href == "" {
		return false
	}
	c := inlineCommands["createlink"]
	if e.collapsed() {
		a := e.create(atomA)
		e.s.SetAttr(a, e.s.AttrName(atomHref), href)
		e.s.Append(a, e.s.DocumentOf(e.host).CreateText(href))
		e.insertNode(a)
		t := e.s.FirstChild(a)
		e.Select(dom.Boundary{Node: t}, e.endOf(t))
		return true
	}
	for _, n := range e.effectively(e.editable) {
		for a := n; a != 0 && a != e.host; a = e.s.Parent(a) {
			if e.html(a) == atomA && e.s.HasAttr(a, atomHref) && e.editable(a) && e.insideWhole(a) {
				e.setAttr(a, atomHref, href)
			}
		}
	}
	e.setValue(c, some(href))
	return true
}

// insideWhole reports whether all of an element's content is selected.
func (e *Editor) insideWhole(n dom.NodeID) bool {
	for _, x := range e.effectively(func(x dom.NodeID) bool { return x == n }) {
		if x == n {
			return true
		}
	}
	return false
}

// unlink takes links away.
// https://w3c.github.io/editing/docs/execCommand/#the-unlink-command
func (e *Editor) unlink() {
	c := inlineCommands["unlink"]
	isLink := func(n dom.NodeID) bool { return e.html(n) == atomA && e.s.HasAttr(n, atomHref) && e.editable(n) }
	links := e.contained(*e.r, isLink)
	for _, b := range [...]dom.Boundary{e.r.Start, e.r.End} {
		for n := b.Node; n != 0 && n != e.host; n = e.s.Parent(n) {
			if isLink(n) {
				links = append(links, n)
			}
		}
	}
	for _, a := range links {
		if e.s.Parent(a) != 0 {
			e.clear(a, c)
		}
	}
}

// removeFormat takes inline elements and values away.
// https://w3c.github.io/editing/docs/execCommand/#the-removeformat-command
func (e *Editor) removeFormat() {
	for _, el := range e.effectively(func(n dom.NodeID) bool { return e.editable(n) && e.is(n, removeFormat) }) {
		if e.s.Parent(el) != 0 {
			e.dissolve(el)
		}
	}
	e.cutEnds()
	for _, n := range e.effectively(e.editable) {
		for p := e.s.Parent(n); p != 0 && e.is(p, removeFormat) && e.editable(p); {
			e.splitParent([]dom.NodeID{n})
			q := e.s.Parent(n)
			if q == p {
				break
			}
			p = q
		}
	}
	for _, name := range [...]string{"subscript", "bold", "fontname", "fontsize", "forecolor", "hilitecolor", "italic", "strikethrough", "underline"} {
		e.setValue(inlineCommands[name], value{})
	}
	if e.collapsed() {
		e.o.Overrides = nil
	}
}

// recordStates keeps the values of what is to be deleted: text that is typed in its place has them too.
// https://w3c.github.io/editing/docs/execCommand/#record-current-states-and-values
func (e *Editor) recordStates() map[*inlineCommand]value {
	list := e.formattables()
	if len(list) == 0 {
		return nil
	}
	m := map[*inlineCommand]value{}
	for _, name := range recordedCommands {
		c := inlineCommands[name]
		if _, v := e.specifiedBy(list[0], c); v.set { // what no element gives is not lost
			m[c] = e.effective(list[0], c)
		}
	}
	return m
}

// caretStates are the values that inline elements give at the caret.
func (e *Editor) caretStates() map[*inlineCommand]value {
	m := map[*inlineCommand]value{}
	for _, name := range recordedCommands {
		c := inlineCommands[name]
		if el, v := e.specifiedBy(e.caretNode(), c); v.set && e.editable(el) && e.inline(el) {
			m[c] = e.effective(e.caretNode(), c)
		}
	}
	return m
}

// restoreStates makes overrides of the values that the caret's place does not give.
// https://w3c.github.io/editing/docs/execCommand/#restore-states-and-values
func (e *Editor) restoreStates(m map[*inlineCommand]value) {
	for c, v := range m {
		now := e.effective(e.caretNode(), c)
		if len(c.activated) > 0 {
			if on := c.isActivated(v); on != c.isActivated(now) {
				e.override(c, v)
			}
		} else if !e.loosely(c, now, v) && c.name != "fontsize" {
			e.override(c, v)
		}
	}
}

// applyOverrides gives what is selected the values that were set before it was typed.
func (e *Editor) applyOverrides(m map[string]Override) {
	order := make([]string, 0, len(m))
	for name := range m {
		order = append(order, name)
	}
	sort.Strings(order)
	for _, name := range order {
		o, c, cmd := m[name], inlineCommands[name], commands[name]
		switch {
		case c == nil || cmd == nil:
		case o.HasState:
			if e.state(c) != o.State {
				cmd.run(e, "")
			}
		case o.HasValue:
			if list := e.formattables(); len(list) > 0 && !e.loosely(c, e.effective(list[0], c), some(o.Value)) {
				e.setValue(c, some(o.Value))
			}
		}
	}
}
