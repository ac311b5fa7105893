package form

import (
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
)

// Selects and their options.
//
// An option has a selectedness of its own: what its selected attribute says until it is known otherwise. Of a select that has one selected
// option at most the row names that option (choice). Which it is after options came and went is found out when somebody asks: one that became
// selected since (latest; without hooks, as in trees that no document has, the last new one) wins over the choice, and all others stop to be
// selected. So what a parser inserts costs a step each.
// https://html.spec.whatwg.org/multipage/form-elements.html#selectedness-setting-algorithm

var (
	atomHR     = atom.Static("hr")
	atomScript = atom.Static("script")
)

// selectState is what the row of a select holds.
type selectState struct {
	choice dom.NodeID // the selected option, 0 for none
	latest dom.NodeID // the option that became selected last, since the choice was made
	none   bool       // script chose none, so that the first option is not taken
	at     uint64     // version of the store that choice is of, and 1
}

// Options are the options of a select, in tree order.
// https://html.spec.whatwg.org/multipage/form-elements.html#concept-select-option-list
func (m *Model) Options(sel dom.NodeID) (out []dom.NodeID) {
	s := m.store
	for n := s.FirstChild(sel); n != 0; {
		if s.Kind(n) == dom.KindElement && s.ElementName(n).NS == dom.HTML {
			skip := false
			switch s.LocalName(n) {
			case atomOption:
				out = append(out, n)
				skip = true
			case atomSelect, atomHR, atomDatalist:
				skip = true
			case atomOptgroup:
				skip = m.groupWithin(s.Parent(n), sel) != 0
			}
			if skip {
				n = s.FollowingSkip(n, sel)
				continue
			}
		}
		n = s.Following(n, sel)
	}
	return out
}

// groupWithin is the nearest optgroup from n up, below sel.
func (m *Model) groupWithin(n, sel dom.NodeID) dom.NodeID {
	for ; n != 0 && n != sel; n = m.store.Parent(n) {
		if m.is(n, atomOptgroup) {
			return n
		}
	}
	return 0
}

// SelectOf is the select element that an option belongs to, or 0.
func (m *Model) SelectOf(option dom.NodeID) dom.NodeID {
	s := m.store
	grouped := false
	for p := s.Parent(option); p != 0 && s.Kind(p) == dom.KindElement; p = s.Parent(p) {
		if s.ElementName(p).NS != dom.HTML {
			continue
		}
		switch s.LocalName(p) {
		case atomSelect:
			return p
		case atomDatalist, atomOption, atomHR:
			return 0
		case atomOptgroup:
			if grouped {
				return 0
			}
			grouped = true
		}
	}
	return 0
}

// Multiple reports whether several options of a select may be selected.
func (m *Model) Multiple(sel dom.NodeID) bool { return m.store.HasAttr(sel, atomMultiple) }

// DisplaySize is how many options a select shows.
func (m *Model) DisplaySize(sel dom.NodeID) int {
	if n, ok := ParseInt(m.store.Attr(sel, atomSize)); ok && n > 0 {
		return n
	}
	if m.Multiple(sel) {
		return 4
	}
	return 1
}

// wants is the selectedness of an option by itself.
func (m *Model) wants(o dom.NodeID) bool {
	if c := m.peek(o); c != nil && c.selectKnown {
		return c.selected
	}
	return m.store.HasAttr(o, atomSelected)
}

// want sets the selectedness of an option by itself.
func (m *Model) want(o dom.NodeID, on bool) {
	if m.wants(o) == on {
		if c := m.peek(o); c != nil && c.selectKnown {
			return
		}
	}
	c := m.at(o)
	c.selected, c.selectKnown = on, true
}

// Selected is the selectedness of an option.
func (m *Model) Selected(o dom.NodeID) bool {
	sel := m.SelectOf(o)
	if sel == 0 || m.Multiple(sel) {
		return m.wants(o)
	}
	return m.chosen(sel) == o
}

// chosen is the selected option of a select that has one at most.
func (m *Model) chosen(sel dom.NodeID) dom.NodeID {
	if c := m.peek(sel); c != nil && c.sel.at == m.store.Version()+1 {
		return c.sel.choice
	}
	return m.choose(sel, m.DisplaySize(sel) == 1)
}

// choose finds out which option of a select is selected that has one at most. first: where none is, the first one is taken that can be.
func (m *Model) choose(sel dom.NodeID, first bool) dom.NodeID {
	opts := m.Options(sel)
	c := m.peek(sel)
	if c == nil {
		if len(opts) == 0 {
			return 0
		}
		c = m.at(sel)
	}
	st := &c.sel
	var kept, latest, last, usable dom.NodeID
	for _, o := range opts {
		if usable == 0 && !m.OptionDisabled(o) {
			usable = o
		}
		if !m.wants(o) {
			continue
		}
		switch o {
		case st.choice:
			kept = o
		case st.latest:
			latest = o
		default:
			last = o
		}
	}
	one := kept
	if last != 0 {
		one = last
	}
	if latest != 0 {
		one = latest
	}
	if one == 0 && first && !st.none {
		one = usable
	}
	m.choice(sel, c, one, opts)
	return one
}

// choice makes one the selected option of sel, and the others not.
func (m *Model) choice(sel dom.NodeID, c *control, one dom.NodeID, opts []dom.NodeID) {
	for _, o := range opts {
		if o != one && m.wants(o) {
			m.want(o, false)
		}
	}
	if one != 0 {
		m.want(one, true)
		c.sel.none = false
	}
	c.sel.choice, c.sel.latest, c.sel.at = one, 0, m.store.Version()+1
}

// OptionInserted is called when an option came into a document: if it is selected, the others of a select that has one at most are not.
func (m *Model) OptionInserted(o dom.NodeID) {
	if sel := m.SelectOf(o); sel != 0 && m.wants(o) {
		m.at(sel).sel.latest = o
	}
}

// OptionsChanged is called when options came into a select or went: what script chose before no longer matters, if that was none.
func (m *Model) OptionsChanged(sel dom.NodeID) {
	if c := m.peek(sel); c != nil {
		c.sel.none, c.sel.at = false, 0
	}
}

// SelectedAttr is called when the selected attribute of an option was set, or removed.
func (m *Model) SelectedAttr(o dom.NodeID, on bool) {
	c := m.peek(o)
	if c != nil && c.dirtySelect {
		return
	}
	if m.SelectOf(o) == 0 {
		if c != nil {
			c.selectKnown = false
		}
		m.Sync(o)
		return
	}
	m.selectOption(o, on)
}

// MultipleAttr is called when the multiple attribute of a select was set, or removed.
func (m *Model) MultipleAttr(sel dom.NodeID, on bool) {
	if on {
		m.choose(sel, true)
		return
	}
	for _, o := range m.Options(sel) { // the first one stays, as in Chromium
		if m.wants(o) {
			c := m.at(sel)
			c.sel.choice, c.sel.latest = 0, o
			break
		}
	}
	m.OptionsChanged(sel)
}

// SizeAttr is called when the size attribute of a select has changed from old.
func (m *Model) SizeAttr(sel dom.NodeID, old string) {
	if n, _ := ParseInt(old); n <= 1 && !m.Multiple(sel) { // the first option was selected, and stays so
		m.choose(sel, true)
	}
}

// SelectOption sets the selectedness of an option, as script and the user do.
func (m *Model) SelectOption(o dom.NodeID, on bool) {
	m.selectOption(o, on)
	m.at(o).dirtySelect = true
}

// NewOption sets the selectedness of an option that has just been made.
func (m *Model) NewOption(o dom.NodeID, on bool) { m.want(o, on) }

func (m *Model) selectOption(o dom.NodeID, on bool) {
	sel := m.SelectOf(o)
	switch {
	case sel == 0:
		m.want(o, on)
	case m.Multiple(sel):
		m.want(o, on)
		m.changed(sel)
	default:
		was := m.peek(o) != nil && m.chosen(sel) == o
		c := m.at(sel)
		if on {
			if p := m.chosen(sel); p != o && p != 0 {
				m.want(p, false)
				m.Sync(p)
			}
			m.choice(sel, c, o, nil)
		} else if m.want(o, false); was || c.sel.choice == o {
			c.sel.choice, c.sel.none, c.sel.at = 0, false, 0
		}
		m.changed(sel)
	}
	m.Sync(o)
}

// SelectedIndex is the index of the first selected option, -1 for none.
func (m *Model) SelectedIndex(sel dom.NodeID) int {
	one := dom.NodeID(0)
	multiple := m.Multiple(sel)
	if !multiple {
		if one = m.chosen(sel); one == 0 {
			return -1
		}
	}
	for i, o := range m.Options(sel) {
		if o == one || multiple && m.wants(o) {
			return i
		}
	}
	return -1
}

// SelectedOptions are the selected options of a select, in tree order.
func (m *Model) SelectedOptions(sel dom.NodeID) (out []dom.NodeID) {
	if !m.Multiple(sel) {
		if o := m.chosen(sel); o != 0 {
			out = append(out, o)
		}
		return out
	}
	for _, o := range m.Options(sel) {
		if m.wants(o) {
			out = append(out, o)
		}
	}
	return out
}

// SetSelectedIndex selects the option at i alone; another i: none.
func (m *Model) SetSelectedIndex(sel dom.NodeID, i int) {
	if opts := m.Options(sel); i >= 0 && i < len(opts) {
		m.selectOnly(sel, opts[i])
	} else {
		m.selectOnly(sel, 0)
	}
}

// selectOnly selects one option, or none.
func (m *Model) selectOnly(sel, one dom.NodeID) {
	if m.Multiple(sel) {
		for _, o := range m.Options(sel) {
			if m.wants(o) != (o == one) {
				m.want(o, o == one)
				m.Sync(o)
			}
		}
	} else {
		p := m.chosen(sel)
		c := m.at(sel)
		if p != 0 && p != one {
			m.want(p, false)
			m.Sync(p)
		}
		c.sel.none = one == 0
		m.choice(sel, c, one, nil)
	}
	if one != 0 {
		m.at(one).dirtySelect = true
		m.Sync(one)
	}
	m.changed(sel)
}

// resetSelect makes the options of a select what their attributes say.
func (m *Model) resetSelect(sel dom.NodeID) {
	for _, o := range m.Options(sel) {
		if c := m.peek(o); c != nil {
			c.dirtySelect, c.selected, c.selectKnown = false, false, false
		}
		m.Sync(o)
	}
	if c := m.peek(sel); c != nil {
		c.sel = selectState{}
	}
}

// placeholderLabel is the placeholder label option of a select, 0 for none.
// https://html.spec.whatwg.org/multipage/form-elements.html#placeholder-label-option
func (m *Model) placeholderLabel(sel dom.NodeID) dom.NodeID {
	if m.Multiple(sel) || m.DisplaySize(sel) != 1 {
		return 0
	}
	if o := m.Options(sel); len(o) > 0 && m.store.Parent(o[0]) == sel && m.Value(o[0]) == "" {
		return o[0]
	}
	return 0
}

// OptionDisabled reports whether an option is disabled, by itself or its group.
func (m *Model) OptionDisabled(o dom.NodeID) bool {
	if m.store.HasAttr(o, atomDisabled) {
		return true
	}
	for p := m.store.Parent(o); p != 0 && !m.is(p, atomSelect); p = m.store.Parent(p) {
		if m.is(p, atomOptgroup) {
			return m.store.HasAttr(p, atomDisabled)
		}
	}
	return false
}

// OptionText is the text of an option but that of scripts, ASCII white space stripped and collapsed.
func (m *Model) OptionText(o dom.NodeID) string {
	s := m.store
	var b []byte
	for n := s.FirstChild(o); n != 0; {
		if k := s.Kind(n); k == dom.KindElement {
			if en := s.ElementName(n); en.Local == atomScript && (en.NS == dom.HTML || en.NS == dom.SVG) {
				n = s.FollowingSkip(n, o)
				continue
			}
		} else if k.IsText() {
			b = append(b, s.Data(n)...)
		}
		n = s.Following(n, o)
	}
	return strings.Join(strings.FieldsFunc(string(b), isSpace), " ")
}

func isSpace(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == '\f' || r == '\r' }

// OptionLabel is what an option shows.
func (m *Model) OptionLabel(o dom.NodeID) string {
	if v := m.store.Attr(o, atomLabelAt); v != "" {
		return strings.Clone(v)
	}
	return m.OptionText(o)
}
