package main

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"gioui.org/io/event"
	"gioui.org/io/key"

	"github.com/niso-engine/niso/host"
	"github.com/niso-engine/niso/js/bind"
)

// keyboard turns Gio's key and text events into keys as KeyboardEvent.key names them. Gio tells of a key (by the capital letter on it) and then, as an edit,
// of the text it makes; an input method tells of text alone, and of the same text again and again while it is composed.
type keyboard struct {
	held      key.Event           // a key that makes text, whose text has not come
	down      map[key.Name]string // keys that are down, as the page was told
	composing bool
	composed  []rune // what an input method has written and may replace
	start     int    // where composed begins, in the input method's positions
}

// names are the keys that are no characters.
var names = map[key.Name]string{
	key.NameLeftArrow: "ArrowLeft", key.NameRightArrow: "ArrowRight", key.NameUpArrow: "ArrowUp", key.NameDownArrow: "ArrowDown",
	key.NameReturn: "Enter", key.NameEnter: "Enter", key.NameEscape: "Escape", key.NameHome: "Home", key.NameEnd: "End",
	key.NameDeleteBackward: "Backspace", key.NameDeleteForward: "Delete", key.NamePageUp: "PageUp", key.NamePageDown: "PageDown",
	key.NameTab: "Tab", key.NameCtrl: "Control", key.NameShift: "Shift", key.NameAlt: "Alt", key.NameSuper: "Meta", key.NameCommand: "Meta",
	key.NameF1: "F1", key.NameF2: "F2", key.NameF3: "F3", key.NameF4: "F4", key.NameF5: "F5", key.NameF6: "F6",
	key.NameF7: "F7", key.NameF8: "F8", key.NameF9: "F9", key.NameF10: "F10", key.NameF11: "F11", key.NameF12: "F12",
}

// keyName is a key's name without the text that it makes.
func keyName(e key.Event) string {
	if n, ok := names[e.Name]; ok {
		return n
	}
	if e.Name == key.NameSpace {
		return " "
	}
	if utf8.RuneCountInString(string(e.Name)) == 1 && e.Modifiers&key.ModShift == 0 {
		return strings.ToLower(string(e.Name))
	}
	return string(e.Name)
}

// makesText reports whether text follows a key's event.
func makesText(e key.Event) bool {
	if e.Modifiers&(key.ModCtrl|key.ModAlt|key.ModSuper|key.ModCommand) != 0 {
		return false
	}
	r, n := utf8.DecodeRuneInString(string(e.Name))
	return e.Name == key.NameSpace || n == len(e.Name) && unicode.IsPrint(r) && names[e.Name] == ""
}

// modifiers are Gio's modifiers as the page knows them.
func modifiers(m key.Modifiers) (mods host.Modifiers) {
	if m&key.ModShift != 0 {
		mods |= bind.ModShift
	}
	if m&key.ModCtrl != 0 {
		mods |= bind.ModControl
	}
	if m&key.ModAlt != 0 {
		mods |= bind.ModAlt
	}
	if m&(key.ModSuper|key.ModCommand) != 0 {
		mods |= bind.ModMeta
	}
	return mods
}

// event takes an event and gives to do what the page should be told.
func (k *keyboard) event(e event.Event, do func(action)) {
	switch e := e.(type) {
	case key.Event:
		k.commit(do)
		k.held = key.Event{}
		switch {
		case e.State == key.Release:
			name, ok := k.down[e.Name]
			if !ok { // pressed while another window had the focus, or composed
				return
			}
			delete(k.down, e.Name)
			do(action{kind: actKeyUp, text: name, mods: modifiers(e.Modifiers)})
		case makesText(e):
			k.held = e
		default:
			k.press(e, keyName(e), do)
		}
	case key.EditEvent:
		if held := k.held; held.Name != "" && !k.composing && utf8.RuneCountInString(e.Text) == 1 {
			k.held = key.Event{}
			k.press(held, e.Text, do)
			return
		}
		k.held = key.Event{}
		k.edit(e)
	case key.CompositionEvent:
		k.composing = e.Start >= 0
	case key.FocusEvent:
		if !e.Focus { // what is released elsewhere is not told here
			clear(k.down)
			k.held, k.composed, k.composing = key.Event{}, k.composed[:0], false
		}
	}
}

func (k *keyboard) press(e key.Event, name string, do func(action)) {
	if k.down == nil {
		k.down = make(map[key.Name]string)
	}
	k.down[e.Name] = name
	do(action{kind: actKeyDown, text: name, mods: modifiers(e.Modifiers)})
}

// edit applies an input method's edit to the text that is being composed.
func (k *keyboard) edit(e key.EditEvent) {
	from, to := min(e.Range.Start, e.Range.End), max(e.Range.Start, e.Range.End)
	if len(k.composed) == 0 {
		k.start = from
	}
	n := len(k.composed)
	from, to = min(max(from-k.start, 0), n), min(max(to-k.start, 0), n)
	text := []rune(e.Text)
	k.composed = append(k.composed[:from:from], append(text, k.composed[to:]...)...)
}

// commit types the text of an input method that is composed to its end. It is called when the events that are there have been seen.
func (k *keyboard) commit(do func(action)) {
	if k.composing || len(k.composed) == 0 {
		return
	}
	do(action{kind: actText, text: string(k.composed)})
	k.composed = k.composed[:0]
}
