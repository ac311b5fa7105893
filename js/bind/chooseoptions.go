package bind

import (
	"errors"
	"fmt"
	"slices"

	"github.com/niso-engine/niso/dom"
)

// ChooseOptions chooses the options of a select that have one of the values, and no others, as a user does: input and change are fired if that is
// another choice. A value that no option has which can be chosen is an error, and several where one alone can be chosen.
func (w *Window) ChooseOptions(el dom.NodeID, values []string) error {
	m := w.World.forms.m
	switch {
	case !w.Doc.Alive(el) || !w.Doc.IsHTMLElement(el, atomSelect):
		return errors.New("it is no <select>")
	case m.Disabled(el):
		return errors.New("it is disabled")
	}
	multiple := m.Multiple(el)
	if !multiple && len(values) != 1 {
		return fmt.Errorf("one option is chosen, got %d values", len(values))
	}
	var chosen []dom.NodeID
	found := make([]bool, len(values))
	options := m.Options(el)
	for _, o := range options {
		i := slices.Index(values, m.Value(o))
		if i < 0 || m.OptionDisabled(o) || !multiple && len(chosen) > 0 {
			continue
		}
		found[i] = true
		chosen = append(chosen, o)
	}
	if i := slices.Index(found, false); i >= 0 {
		return fmt.Errorf("no option that can be chosen has the value %q", values[i])
	}
	if slices.Equal(chosen, m.SelectedOptions(el)) {
		return nil
	}
	if multiple {
		for _, o := range m.SelectedOptions(el) {
			m.SelectOption(o, false)
		}
	}
	for _, o := range chosen {
		m.SelectOption(o, true)
	}
	w.changedByUser(el)
	return nil
}
