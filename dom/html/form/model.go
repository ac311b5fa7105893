package form

import (
	"strings"
	"unsafe"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
)

// Model holds the state of the form controls of a store.
type Model struct {
	store *dom.Store
	rows  map[dom.NodeID]*control
	swept int // rows after the last sweep

	unsettled unsettled
	checked   map[radioGroup]dom.NodeID // the radio button of a group that became checked last
	groups    map[radioGroup]missing    // that are settled now; else nil
	sets      sets

	tree                 dom.Handle // what SettleTree brought up last, with the store's version and changes of then
	treeVersion, changes uint64     // changes counts what a control was told beside its attributes
	treeChanges          uint64

	// Changed is called when what a control shows changed; nil for nobody.
	Changed func(id dom.NodeID)
	// Color is a CSS color as #rrggbb; false: it is none. nil: only that form is known.
	Color func(v string) (hex string, ok bool)
	// Direction is the directionality of an element, ltr or rtl; nil: ltr.
	Direction func(id dom.NodeID) string
	// Wrapped is the value of a textarea with wrap=hard, with a line feed wherever a line that it shows ends; nil: the value as it is.
	Wrapped func(id dom.NodeID, v string) string
	// Match tests a value against a pattern attribute; nil: patterns are not looked at. It runs no script.
	Match func(pattern, value string) bool
	// Face is what a form-associated custom element says of itself, nil for other elements; nil while there are none.
	// https://html.spec.whatwg.org/multipage/custom-elements.html#form-associated-custom-element
	Face func(id dom.NodeID) *Face
}

// Face is the state of a form-associated custom element: its submission value and validity.
type Face struct {
	Entries []Entry // with Single, one whose name is that of the element
	Single  bool
	Flags   Validity
	Message string
	Reset   func() // the form is reset
}

func (m *Model) face(id dom.NodeID) *Face {
	if m.Face == nil || m.store.Kind(id) != dom.KindElement {
		return nil
	}
	return m.Face(id)
}

// control is the state of an element that its attributes do not say.
type control struct {
	handle       dom.Handle
	value        string
	dirty        bool // value was set by the user or script
	checked      bool
	dirtyChecked bool
	selected     bool // of an option, where selectKnown: else its attribute says it
	selectKnown  bool
	dirtySelect  bool
	sel          selectState
	start, end   int // selection, UTF-16 units
	backward     bool
	forward      bool
	custom       string // custom validity message
	user         bool   // the user edited it
	shown        bool   // the user has seen to it: whether it is valid is to be shown
	mixed        bool   // the indeterminate property
	fields       *fieldEdit
	owner        dom.Handle // form that the parser associated a control with
	files        []File     // that the user chose
	override     *string    // default value override of an output element
}

// New returns an empty model.
func New(s *dom.Store) *Model { return &Model{store: s, rows: make(map[dom.NodeID]*control)} }

// peek is the row of an element, nil if there is none.
func (m *Model) peek(id dom.NodeID) *control {
	c := m.rows[id]
	if c != nil && m.store.Resolve(c.handle) != id { // Sweep frees it; passes that run side by side read only
		return nil
	}
	return c
}

func (m *Model) at(id dom.NodeID) *control {
	c := m.peek(id)
	if c == nil {
		c = &control{handle: m.store.Handle(id)}
		m.rows[id] = c
	}
	return c
}

// Sweep frees the rows of nodes that are gone, when there are many more rows than after the last time.
func (m *Model) Sweep() {
	for g, id := range m.checked {
		if !m.store.Alive(id) || m.radioGroup(id) != g {
			delete(m.checked, g)
		}
	}
	m.sets.sweep(m.store)
	if len(m.rows) < 64 || len(m.rows) < 2*m.swept {
		return
	}
	for id, c := range m.rows {
		if m.store.Resolve(c.handle) != id {
			delete(m.rows, id)
		}
	}
	m.swept = len(m.rows)
}

// Bytes is about what the model holds; files are the bindings'.
func (m *Model) Bytes() (n int64) {
	for _, c := range m.rows {
		n += int64(unsafe.Sizeof(*c)) + 16 + int64(len(c.value)+len(c.custom)) + int64(len(c.files))*48
	}
	return n + m.sets.bytes()
}

// Rows is the number of controls with a state of their own.
func (m *Model) Rows() int { return len(m.rows) }

func (m *Model) changed(id dom.NodeID) {
	m.changes++
	m.Sync(id)
	if m.Changed != nil {
		m.Changed(id)
	}
}

var (
	atomInput    = atom.Static("input")
	atomTextarea = atom.Static("textarea")
	atomSelect   = atom.Static("select")
	atomOption   = atom.Static("option")
	atomOptgroup = atom.Static("optgroup")
	atomButton   = atom.Static("button")
	atomForm     = atom.Static("form")
	atomFieldset = atom.Static("fieldset")
	atomLegend   = atom.Static("legend")
	atomOutput   = atom.Static("output")
	atomObject   = atom.Static("object")
	atomLabel    = atom.Static("label")
	atomMeter    = atom.Static("meter")
	atomProgress = atom.Static("progress")
	atomImg      = atom.Static("img")
	atomDatalist = atom.Static("datalist")
	atomType     = atom.Static("type")
	atomValue    = atom.Static("value")
	atomChecked  = atom.Static("checked")
	atomSelected = atom.Static("selected")
	atomDisabled = atom.Static("disabled")
	atomName     = atom.Static("name")
	atomFor      = atom.Static("for")
	atomMultiple = atom.Static("multiple")
	atomSize     = atom.Static("size")
	atomRequired = atom.Static("required")
	atomReadonly = atom.Static("readonly")
	atomPlace    = atom.Static("placeholder")
	atomMin      = atom.Static("min")
	atomMax      = atom.Static("max")
	atomStep     = atom.Static("step")
	atomPattern  = atom.Static("pattern")
	atomMaxlen   = atom.Static("maxlength")
	atomMinlen   = atom.Static("minlength")
	atomLabelAt  = atom.Static("label")
	atomWrap     = atom.Static("wrap")
	atomDirname  = atom.Static("dirname")
	atomCommand  = atom.Static("command")
	atomCmdFor   = atom.Static("commandfor")
)

// inputTypes are the types of input elements.
var inputTypes = func() map[string]bool {
	m := make(map[string]bool)
	for _, n := range strings.Fields("hidden text search tel url email password date month week time datetime-local number range color checkbox radio file submit image reset button") {
		m[n] = true
	}
	return m
}()

// Type is the type of an input element.
func (m *Model) Type(id dom.NodeID) string { return typeOf(m.store.Attr(id, atomType)) }

// typeOf is the type that a type attribute's value means.
func typeOf(t string) string {
	if inputTypes[t] {
		return strings.Clone(t)
	}
	if l := lower(t); inputTypes[l] {
		return l
	}
	return "text"
}

// lower is ASCII lower case: "checKbox" with a Kelvin sign names no type.
func lower(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return r >= 'A' && r <= 'Z' }) < 0 {
		return s
	}
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, s)
}

// TypeChanged carries the value of an input element over when its type attribute, which was old, changed.
// https://html.spec.whatwg.org/multipage/input.html#input-type-change
func (m *Model) TypeChanged(id dom.NodeID, old string) {
	from, to := typeOf(old), m.Type(id)
	if from == to {
		return
	}
	s := m.store
	was, is := mode(from), mode(to)
	c := m.peek(id)
	switch {
	case was == "value" && (is == "default" || is == "default/on"):
		v := Sanitize(from, strings.Clone(s.Attr(id, atomValue)), m, id)
		if c != nil && c.dirty {
			v = c.value
		}
		if v != "" {
			s.SetAttr(id, s.AttrName(atomValue), v)
		}
	case was != "value" && is == "value":
		if c != nil {
			c.value, c.dirty = "", false
		}
	case was != "filename" && is == "filename":
		if c != nil {
			c.value = ""
		}
	}
	m.Resanitize(id)
	if c = m.peek(id); c != nil && !selects(from) && selects(to) {
		c.start, c.end, c.backward, c.forward = 0, 0, false, false
	}
	m.changed(id)
}

// Resanitize runs the value sanitization algorithm for a value that was set, after what it depends on changed.
func (m *Model) Resanitize(id dom.NodeID) {
	c := m.peek(id)
	if c == nil {
		return
	}
	if typ := m.Type(id); c.dirty && mode(typ) == "value" {
		c.value = Sanitize(typ, c.value, m, id)
	}
	n := dom.UTF16Len(m.Value(id))
	c.start, c.end = min(c.start, n), min(c.end, n)
}

// ContentChanged is called when the children of a textarea changed.
func (m *Model) ContentChanged(id dom.NodeID) {
	if c := m.peek(id); c != nil && !c.dirty {
		n := dom.UTF16Len(m.Value(id))
		c.start, c.end = min(c.start, n), min(c.end, n)
	}
}

// Is reports whether id is an HTML element with the name.
func (m *Model) is(id dom.NodeID, n atom.Atom) bool { return m.store.IsHTMLElement(id, n) }

// TextControl reports whether the user edits the text of an element: a textarea or an input of a text-like type.
func (m *Model) TextControl(id dom.NodeID) bool {
	if m.is(id, atomTextarea) {
		return true
	}
	if !m.is(id, atomInput) {
		return false
	}
	switch m.Type(id) {
	case "text", "search", "tel", "url", "email", "password", "date", "month", "week", "time", "datetime-local", "number":
		return true
	}
	return false
}

// HasSelection reports whether selectionStart and its like apply.
func (m *Model) HasSelection(id dom.NodeID) bool {
	if m.is(id, atomTextarea) {
		return true
	}
	return m.is(id, atomInput) && selects(m.Type(id))
}

// selects reports whether the selection of an input type can be asked for.
func selects(typ string) bool {
	switch typ {
	case "text", "search", "tel", "url", "password":
		return true
	}
	return false
}

// mode is the value mode of an input. https://html.spec.whatwg.org/multipage/input.html#dom-input-value
func mode(typ string) string {
	switch typ {
	case "hidden", "submit", "image", "reset", "button":
		return "default"
	case "checkbox", "radio":
		return "default/on"
	case "file":
		return "filename"
	}
	return "value"
}

// Value is the value of an input, textarea, select, option, output or button.
func (m *Model) Value(id dom.NodeID) string {
	s := m.store
	switch {
	case m.is(id, atomInput):
		typ := m.Type(id)
		switch mode(typ) {
		case "default":
			return strings.Clone(s.Attr(id, atomValue))
		case "default/on":
			if v, ok := s.LookupAttr(id, atomValue); ok {
				return strings.Clone(v)
			}
			return "on"
		case "filename":
			if f := m.Files(id); len(f) > 0 {
				return `C:\fakepath\` + f[0].Name
			}
			return ""
		}
		if c := m.peek(id); c != nil && c.dirty {
			return c.value
		}
		return Sanitize(typ, strings.Clone(s.Attr(id, atomValue)), m, id)
	case m.is(id, atomTextarea):
		if c := m.peek(id); c != nil && c.dirty {
			return c.value
		}
		return newlines(m.childText(id))
	case m.is(id, atomSelect):
		if o := m.SelectedOptions(id); len(o) > 0 {
			return m.Value(o[0])
		}
		return ""
	case m.is(id, atomOption):
		if v, ok := s.LookupAttr(id, atomValue); ok {
			return strings.Clone(v)
		}
		return m.OptionText(id)
	case m.is(id, atomButton):
		return strings.Clone(s.Attr(id, atomValue))
	case m.is(id, atomOutput):
		return string(s.TextContent(nil, id))
	}
	return ""
}

// childText is the child text content of an element.
func (m *Model) childText(id dom.NodeID) string {
	var b []byte
	for c := range m.store.Children(id) {
		if m.store.Kind(c).IsText() {
			b = append(b, m.store.Data(c)...)
		}
	}
	return string(b)
}

func newlines(v string) string {
	if strings.IndexByte(v, '\r') < 0 {
		return v
	}
	return strings.ReplaceAll(strings.ReplaceAll(v, "\r\n", "\n"), "\r", "\n")
}

// SetValue sets the value, as script does.
func (m *Model) SetValue(id dom.NodeID, v string) {
	s := m.store
	switch {
	case m.is(id, atomInput):
		typ := m.Type(id)
		switch mode(typ) {
		case "default", "default/on":
			s.SetAttr(id, s.AttrName(atomValue), v)
			return
		case "filename":
			m.SetFiles(id, nil)
			return
		}
		old := m.Value(id)
		c := m.at(id)
		c.value, c.dirty, c.fields = Sanitize(typ, v, m, id), true, nil
		if c.value != old {
			n := dom.UTF16Len(c.value)
			c.start, c.end, c.backward, c.forward = n, n, false, false
		}
		m.changed(id)
	case m.is(id, atomTextarea):
		old := m.Value(id)
		c := m.at(id)
		c.value, c.dirty = newlines(v), true
		if c.value != old {
			n := dom.UTF16Len(c.value)
			c.start, c.end, c.backward, c.forward = n, n, false, false
		}
		m.changed(id)
	case m.is(id, atomSelect):
		for _, o := range m.Options(id) {
			if m.Value(o) == v {
				m.selectOnly(id, o)
				return
			}
		}
		m.selectOnly(id, 0)
	}
}

// Edit sets the value as the user does, with the caret at a place.
func (m *Model) Edit(id dom.NodeID, v string, start, end int) {
	c := m.at(id)
	c.value, c.dirty, c.user = v, true, true
	c.start, c.end, c.backward, c.forward = start, end, false, false
	m.changed(id)
}

// Dirty reports whether the value does not follow the content any more.
func (m *Model) Dirty(id dom.NodeID) bool { c := m.peek(id); return c != nil && c.dirty }

// Sanitize is the value sanitization algorithm of a type.
func Sanitize(typ, v string, m *Model, id dom.NodeID) string {
	strip := func(v string) string {
		if strings.ContainsAny(v, "\r\n") {
			v = strings.NewReplacer("\r", "", "\n", "").Replace(v)
		}
		return v
	}
	const space = " \t\n\f\r"
	switch typ {
	case "text", "search", "tel", "password":
		return strip(v)
	case "url":
		return strings.Trim(strip(v), space)
	case "email":
		if m.store.HasAttr(id, atomMultiple) {
			parts := strings.Split(v, ",")
			for i := range parts {
				parts[i] = strings.Trim(parts[i], space)
			}
			return strings.Join(parts, ",")
		}
		return strings.Trim(strip(v), space)
	case "number":
		if _, ok := ParseFloat(v); !ok {
			return ""
		}
		return v
	case "range":
		return m.sanitizeRange(id, v)
	case "date", "month", "week", "time", "datetime-local":
		if _, ok := parseDate(typ, v); !ok {
			return ""
		}
		if typ == "datetime-local" {
			n, _ := parseDate(typ, v)
			return formatDate(typ, n)
		}
		return v
	case "color":
		return m.sanitizeColor(v)
	}
	return v
}

// sanitizeColor is the value of an input of type color.
func (m *Model) sanitizeColor(v string) string {
	if l := lower(v); len(l) == 7 && l[0] == '#' && strings.Trim(l[1:], "0123456789abcdef") == "" {
		return l
	}
	if m.Color != nil {
		if hex, ok := m.Color(v); ok {
			return hex
		}
	}
	return "#000000"
}

// Checked is the checkedness of a checkbox or radio button.
func (m *Model) Checked(id dom.NodeID) bool {
	if c := m.peek(id); c != nil && c.dirtyChecked {
		return c.checked
	}
	return m.store.HasAttr(id, atomChecked)
}

// SetChecked sets the checkedness; the others of a radio group lose it.
func (m *Model) SetChecked(id dom.NodeID, on bool) {
	c := m.at(id)
	c.checked, c.dirtyChecked = on, true
	m.changed(id)
	if on && m.Type(id) == "radio" {
		m.uncheckGroup(id)
	}
}

// Indeterminate is the indeterminate property of an input.
func (m *Model) Indeterminate(id dom.NodeID) bool { c := m.peek(id); return c != nil && c.mixed }

// SetIndeterminate sets the indeterminate property of an input.
func (m *Model) SetIndeterminate(id dom.NodeID, on bool) {
	if m.Indeterminate(id) != on {
		m.at(id).mixed = on
		m.changes++
		m.Sync(id)
	}
}

// radioGroup names a group of radio buttons.
type radioGroup struct {
	root, owner dom.NodeID
	name        string
}

func (m *Model) radioGroup(id dom.NodeID) radioGroup {
	return radioGroup{m.store.Root(id), m.Owner(id), strings.Clone(m.store.Attr(id, atomName))}
}

// Joined is called when a radio button may have come into a group, or become checked by its attribute: if it is checked, the one
// that was checked in the group no longer is.
func (m *Model) Joined(id dom.NodeID) {
	if m.Type(id) != "radio" || !m.Checked(id) {
		return
	}
	g := m.radioGroup(id)
	if o := m.checked[g]; g.name != "" && o != id && m.store.Alive(o) && m.is(o, atomInput) && m.Type(o) == "radio" && m.radioGroup(o) == g {
		m.uncheck(o)
	}
	m.checkedIn(g, id)
}

// checkedIn notes which button of a group is checked.
func (m *Model) checkedIn(g radioGroup, id dom.NodeID) {
	if m.checked == nil {
		m.checked = make(map[radioGroup]dom.NodeID)
	}
	m.checked[g] = id
}

func (m *Model) uncheckGroup(id dom.NodeID) {
	for _, o := range m.RadioGroup(id) {
		if o != id {
			m.uncheck(o)
		}
	}
	m.checkedIn(m.radioGroup(id), id)
}

func (m *Model) uncheck(o dom.NodeID) {
	if m.Checked(o) {
		c := m.at(o)
		c.checked, c.dirtyChecked = false, true
		m.changed(o)
	}
}

// RadioGroup are the radio buttons of the group of id, itself included.
// https://html.spec.whatwg.org/multipage/input.html#radio-button-group
func (m *Model) RadioGroup(id dom.NodeID) (out []dom.NodeID) {
	s := m.store
	name := s.Attr(id, atomName)
	if name == "" {
		return []dom.NodeID{id}
	}
	owner := m.Owner(id)
	root := s.Root(id)
	for n := root; n != 0; n = s.Following(n, root) {
		if s.Kind(n) == dom.KindElement && m.is(n, atomInput) && s.Attr(n, atomName) == name && m.Type(n) == "radio" && m.Owner(n) == owner {
			out = append(out, n)
		}
	}
	return out
}

// Selection is the selection of a text control in UTF-16 units.
func (m *Model) Selection(id dom.NodeID) (start, end int, direction string) {
	n := dom.UTF16Len(m.Value(id))
	direction = "none"
	if c := m.peek(id); c != nil {
		start, end = min(c.start, n), min(c.end, n)
		if c.backward {
			direction = "backward"
		} else if c.forward {
			direction = "forward"
		}
	}
	return start, end, direction
}

// SetSelection sets the selection of a text control, and reports whether it moved.
func (m *Model) SetSelection(id dom.NodeID, start, end int, direction string) bool {
	n := dom.UTF16Len(m.Value(id))
	end = min(end, n)
	start = min(start, end)
	c := m.at(id)
	moved := c.start != start || c.end != end || c.backward != (direction == "backward") || c.forward != (direction == "forward")
	c.start, c.end, c.backward, c.forward = start, end, direction == "backward", direction == "forward"
	if moved && m.Changed != nil {
		m.Changed(id)
	}
	return moved
}

// Text is what a control shows: its value, a label, or its placeholder.
func (m *Model) Text(id dom.NodeID) (text string, placeholder bool) {
	s := m.store
	switch {
	case m.is(id, atomInput):
		switch typ := m.Type(id); typ {
		case "submit", "reset":
			if v, ok := s.LookupAttr(id, atomValue); ok {
				return strings.Clone(v), false
			}
			if typ == "submit" {
				return "Submit", false
			}
			return "Reset", false
		case "button":
			return strings.Clone(s.Attr(id, atomValue)), false
		case "image":
			return "", false
		case "file":
			return m.fileText(id), false
		case "password":
			if v := m.Value(id); v != "" {
				return strings.Repeat("•", len([]rune(v))), false
			}
		case "date", "time", "datetime-local", "month", "week":
			if c := m.peek(id); c != nil && c.fields != nil && c.fields.typ == typ && c.fields.value == m.Value(id) {
				return c.fields.text(), false
			}
			return shownTime(typ, m.Value(id)), false
		case "checkbox", "radio", "range", "color", "hidden":
			return "", false
		}
	case m.is(id, atomSelect):
		if i := m.SelectedIndex(id); i >= 0 {
			return m.OptionLabel(m.Options(id)[i]), false
		}
		return "", false
	}
	if v := m.Value(id); v != "" {
		return v, false
	}
	if p := s.Attr(id, atomPlace); p != "" && m.HasPlaceholder(id) {
		return strings.Clone(p), true
	}
	return "", false
}

// HasPlaceholder reports whether the placeholder attribute applies.
func (m *Model) HasPlaceholder(id dom.NodeID) bool {
	if m.is(id, atomTextarea) {
		return true
	}
	switch m.Type(id) {
	case "text", "search", "tel", "url", "email", "password", "number":
		return m.is(id, atomInput)
	}
	return false
}
