package main

import (
	"fmt"
	"strings"
	"testing"

	"gioui.org/io/event"
	"gioui.org/io/key"
)

func TestKeyboard(t *testing.T) {
	press := func(n key.Name, m key.Modifiers) event.Event { return key.Event{Name: n, Modifiers: m} }
	release := func(n key.Name, m key.Modifiers) event.Event {
		return key.Event{Name: n, Modifiers: m, State: key.Release}
	}
	text := func(s string) event.Event { return key.EditEvent{Text: s} }
	replace := func(from, to int, s string) event.Event {
		return key.EditEvent{Range: key.Range{Start: from, End: to}, Text: s}
	}
	composing := func(from, to int) event.Event { return key.CompositionEvent{Start: from, End: to} }
	for _, c := range []struct {
		name   string
		events []event.Event
		want   string
	}{
		{"letter", []event.Event{press("A", 0), text("a"), release("A", 0)}, "down a, up a"},
		{"capital", []event.Event{press(key.NameShift, 0), press("A", key.ModShift), text("A"), release(key.NameShift, key.ModShift), release("A", 0)}, "down Shift, down A+Shift, up Shift+Shift, up A"},
		{"space", []event.Event{press(key.NameSpace, 0), text(" "), release(key.NameSpace, 0)}, "down  , up  "},
		{"named", []event.Event{press(key.NameReturn, 0), release(key.NameReturn, 0), press(key.NameDeleteBackward, 0)}, "down Enter, up Enter, down Backspace"},
		{"shortcut", []event.Event{press("A", key.ModCtrl), release("A", key.ModCtrl)}, "down a+Control, up a+Control"},
		{"shortcut with shift", []event.Event{press("Z", key.ModCtrl|key.ModShift)}, "down Z+Control+Shift"},
		{"dead key", []event.Event{press("E", 0), text("é"), release("E", 0)}, "down é, up é"},
		{"key of a composition", []event.Event{press("A", 0), release("A", 0)}, ""},
		{"release from elsewhere", []event.Event{release("A", 0)}, ""},
		{"focus lost", []event.Event{press("A", 0), text("a"), key.FocusEvent{}, release("A", 0)}, "down a"},
		{"input method", []event.Event{replace(3, 3, "k"), composing(3, 4), replace(3, 4, "か"), composing(3, 4)}, ""},
		{"committed", []event.Event{replace(3, 3, "k"), composing(3, 4), replace(3, 4, "か"), composing(3, 4), replace(3, 4, "蚊"), composing(-1, -1)}, `text "蚊"`},
		{"given up", []event.Event{replace(0, 0, "k"), composing(0, 1), replace(0, 1, ""), composing(-1, -1)}, ""},
		{"emoji picker", []event.Event{text("👍🏽")}, `text "👍🏽"`},
		{"bad range", []event.Event{replace(-5, 99, "x"), composing(0, 1), replace(70, 90, "y"), composing(-1, -1)}, `text "xy"`},
	} {
		var k keyboard
		var got []string
		do := func(a action) {
			s := map[actionKind]string{actKeyDown: "down " + a.text, actKeyUp: "up " + a.text, actText: fmt.Sprintf("text %q", a.text)}[a.kind]
			for m, n := range map[key.Modifiers]string{key.ModCtrl: "+Control"} {
				if a.mods&modifiers(m) != 0 {
					s += n
				}
			}
			if a.mods&modifiers(key.ModShift) != 0 {
				s += "+Shift"
			}
			got = append(got, s)
		}
		for _, e := range c.events {
			k.event(e, do)
		}
		k.commit(do)
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s: %s, want %s", c.name, s, c.want)
		}
	}
}

func TestParseArgs(t *testing.T) {
	for _, c := range []struct {
		args string
		err  string
	}{
		{"--page a.html", ""}, {"a.html --window-size=640x480", "640x480"}, {"--window-size=640x480 a.html", ""}, {"", "which page"},
		{"--page a --url http://localhost/", "two pages"}, {"--page a --window-size=0,5", "two numbers"}, {"--page a --window-size=99999,5", "two numbers"},
		{"--page a --exit-after -1s", "want a time"}, {"--nonsense", "nonsense"}, {"--version", ""},
	} {
		_, err := parseArgs(strings.Fields(c.args))
		if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: error %v, want %q", c.args, err, c.err)
		}
	}
}
