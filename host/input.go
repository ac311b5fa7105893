package host

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/js/bind"
)

// Modifiers are the keys that are held.
type Modifiers = bind.Modifiers

// The modifier keys.
const (
	ModControl = bind.ModControl
	ModShift   = bind.ModShift
	ModAlt     = bind.ModAlt
	ModMeta    = bind.ModMeta
)

// Mouse buttons.
const (
	ButtonLeft = iota
	ButtonMiddle
	ButtonRight
)

// MouseMove moves the pointer to a place of the viewport, in CSS px.
func (p *Page) MouseMove(ctx context.Context, x, y float32, mods Modifiers) error {
	return p.PointerMove(ctx, p.mouseAt(x, y, 0, mods))
}

// MouseDown presses a button where the pointer is moved to.
func (p *Page) MouseDown(ctx context.Context, x, y float32, button int, mods Modifiers) error {
	return p.PointerDown(ctx, p.mouseAt(x, y, button, mods))
}

// MouseUp releases a button.
func (p *Page) MouseUp(ctx context.Context, x, y float32, button int, mods Modifiers) error {
	return p.PointerUp(ctx, p.mouseAt(x, y, button, mods))
}

// Wheel turns the wheel over a place of the viewport; dx and dy are in CSS px.
func (p *Page) Wheel(ctx context.Context, x, y, dx, dy float32, mods Modifiers) error {
	return p.Do(ctx, func() error { p.wheel(x, y, dx, dy, mods); return nil })
}

// Press presses and releases a key, named as KeyboardEvent.key ("a", "Enter", "ArrowLeft"), with modifiers as in "Control+a".
func (p *Page) Press(ctx context.Context, key string) error {
	name, mods, err := parseKey(key)
	if err != nil {
		return err
	}
	return p.Do(ctx, func() error {
		p.top.keyDown(keyOf(name, mods))
		p.top.keyUp(keyOf(name, mods))
		return nil
	})
}

// keyOf is a key by its name, on a US keyboard.
func keyOf(name string, mods Modifiers) Key {
	k := Key{Key: name, Code: codeOf(name), Modifiers: mods}
	if mod := modifierKeys[name]; mod {
		k.Location = 1
	}
	return k
}

var modifierKeys = map[string]bool{"Shift": true, "Control": true, "Alt": true, "Meta": true}

func (k Key) init() bind.KeyInit {
	return bind.KeyInit{Key: k.Key, Code: k.Code, Location: uint32(k.Location), KeyCode: keyCodeOf(k.Key), Modifiers: k.Modifiers, Repeat: k.Repeat}
}

// KeyDown and KeyUp are the halves of Press.
func (p *Page) KeyDown(ctx context.Context, key string, mods Modifiers) error {
	return p.Do(ctx, func() error { p.top.keyDown(keyOf(key, mods)); return nil })
}

// KeyUp releases a key.
func (p *Page) KeyUp(ctx context.Context, key string, mods Modifiers) error {
	return p.Do(ctx, func() error { p.top.keyUp(keyOf(key, mods)); return nil })
}

// TypeText types each character of a text as a key where there is one, and puts it in where there is none.
func (p *Page) TypeText(ctx context.Context, text string) error {
	return p.Do(ctx, func() error {
		for _, r := range text {
			if r == '\n' || r == '\r' {
				p.top.keyDown(keyOf("Enter", 0))
				p.top.keyUp(keyOf("Enter", 0))
				continue
			}
			p.top.keyDown(keyOf(string(r), 0))
			p.top.keyUp(keyOf(string(r), 0))
			p.checkpoint()
		}
		return nil
	})
}

// hit is the element at a place of the viewport.
func (f *frame) hit(x, y float32) dom.NodeID {
	f.display()
	f.setInert()
	n := f.view.painter.Hit(x, y)
	for n != 0 && f.doc.Kind(n) != dom.KindElement {
		n = f.doc.Parent(n)
	}
	if n == 0 {
		n = f.doc.DocumentElement()
	}
	if m := f.window.Modal(); m != 0 && n == f.doc.DocumentElement() && f.view.painter.HasBackdrop(m) { // its backdrop is part of it
		return m
	}
	return f.areaAt(n, x, y)
}

// setInert tells the painter what inert nodes there are.
func (f *frame) setInert() {
	if f.window != nil && f.window.MayBeInert() {
		f.view.painter.SetInert(f.window.Inert)
	} else {
		f.view.painter.SetInert(nil)
	}
}

// ElementFromPoint is the topmost element at a place of the window's viewport, for script.
func (p windowHost) ElementFromPoint(w *bind.Window, x, y float32) dom.NodeID {
	f := p.frames[w.Doc]
	if f == nil {
		return 0
	}
	f.fit()
	if v := f.viewportRect(); x < 0 || y < 0 || x > v.W || y > v.H {
		return 0
	}
	return f.hit(x, y)
}

// ElementsFromPoint are the elements at a place of the window's viewport, for script, topmost first.
func (p windowHost) ElementsFromPoint(w *bind.Window, x, y float32) []dom.NodeID {
	f := p.frames[w.Doc]
	if f == nil {
		return nil
	}
	f.display()
	f.setInert()
	return f.view.painter.HitAll(x, y)
}

// child is the frame of the iframe element under the pointer, with the point in its viewport.
func (f *frame) into(el dom.NodeID, x, y float32) (c *frame, cx, cy float32) {
	if c = f.childOf(el); c == nil || c.doc == nil {
		return nil, 0, 0
	}
	cx, cy = f.inContent(el, x, y)
	return c, cx, cy
}

// under is the element that the pointer's events go to: a slider that it moves, or what is under it.
func (f *frame) under(x, y float32) dom.NodeID {
	if el := f.window.Sliding(); el != 0 {
		return el
	}
	return f.hit(x, y)
}

func buttonBit(b int) uint16 {
	switch b {
	case ButtonRight:
		return 2
	case ButtonMiddle:
		return 4
	}
	return 1 << uint(b)
}

func abs(v float32) float32 { return max(v, -v) }

// scrollKeys are what keys scroll the viewport by, as parts of its height; ±1e6 is all the way.
var scrollKeys = map[string]float32{"PageDown": 0.9, "PageUp": -0.9, " ": 0.9, "Home": -1e6, "End": 1e6}

func (f *frame) keyDown(k Key) {
	if f.page.dragKey(k) {
		return
	}
	key, mods := k.Key, k.Modifiers
	target := f.window.KeyTarget()
	if c := f.childOf(target); c != nil && c.doc != nil {
		c.keyDown(k)
		return
	}
	init := k.init()
	doc := f.doc
	f.window.KeyUsed()
	if key != "Escape" {
		f.activated()
	}
	ok := f.window.DispatchKey(target, "keydown", init)
	if f.doc != doc {
		return
	}
	char := key
	if key == "Enter" {
		char = "\r"
	}
	if ok && utf8.RuneCountInString(char) == 1 && mods&^bind.ModShift == 0 {
		r, _ := utf8.DecodeRuneInString(char)
		press := init
		press.KeyCode = uint32(r)
		press.CharCode = uint32(r)
		ok = f.window.DispatchKey(f.window.KeyTarget(), "keypress", press)
	}
	if !ok || f.doc != doc {
		return
	}
	done := f.window.KeyDefault(init)
	if done && f.doc == doc && f.window != nil && !(mods&(bind.ModControl|bind.ModMeta) != 0 && (key == "a" || key == "c")) {
		f.window.RevealCaret()
	}
	if !done {
		switch {
		case key == "ArrowDown":
			f.scrollBy(f.window.KeyTarget(), 0, 40)
		case key == "ArrowUp":
			f.scrollBy(f.window.KeyTarget(), 0, -40)
		case key == "ArrowRight":
			f.scrollBy(f.window.KeyTarget(), 40, 0)
		case key == "ArrowLeft":
			f.scrollBy(f.window.KeyTarget(), -40, 0)
		case scrollKeys[key] != 0:
			dy := scrollKeys[key]
			if key == " " && mods&bind.ModShift != 0 {
				dy = -dy
			}
			if dy < 1e5 && dy > -1e5 {
				dy *= f.viewportRect().H
			}
			f.scrollBy(f.window.KeyTarget(), 0, dy)
		}
	}
	f.page.loop.needFrame()
}

func (f *frame) keyUp(k Key) {
	if f.page.dragKey(Key{}) {
		return
	}
	target := f.window.KeyTarget()
	if c := f.childOf(target); c != nil && c.doc != nil {
		c.keyUp(k)
		return
	}
	init := k.init()
	doc := f.doc
	if f.window.DispatchKey(target, "keyup", init) && f.doc == doc {
		f.window.KeyUpDefault(init)
	}
}

// parseKey takes "Control+Shift+a" apart.
func parseKey(s string) (key string, mods Modifiers, err error) {
	for {
		name, rest, ok := strings.Cut(s, "+")
		if !ok || rest == "" || name == "" {
			break
		}
		switch name {
		case "Control", "Ctrl":
			mods |= bind.ModControl
		case "Shift":
			mods |= bind.ModShift
		case "Alt":
			mods |= bind.ModAlt
		case "Meta":
			mods |= bind.ModMeta
		default:
			return "", 0, fmt.Errorf("the key %q: %q is no modifier; want Control, Shift, Alt or Meta", s, name)
		}
		s = rest
	}
	if s == "" {
		return "", 0, errors.New("no key is named")
	}
	if s == "Space" {
		s = " "
	}
	if utf8.RuneCountInString(s) > 1 {
		if _, ok := namedKeys[s]; !ok {
			return "", 0, fmt.Errorf("there is no key %q; want a character or a name such as Enter, Tab, Escape, ArrowLeft, F5", s)
		}
	}
	if mods&bind.ModShift != 0 && len(s) == 1 && s[0] >= 'a' && s[0] <= 'z' {
		s = strings.ToUpper(s)
	}
	return s, mods, nil
}

// namedKeys are the keys that are no characters, with their legacy key codes.
// https://w3c.github.io/uievents-key/
var namedKeys = map[string]uint32{
	"Enter": 13, "Tab": 9, "Escape": 27, "Backspace": 8, "Delete": 46, "Insert": 45, "Home": 36, "End": 35, "PageUp": 33, "PageDown": 34,
	"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Shift": 16, "Control": 17, "Alt": 18, "Meta": 91, "CapsLock": 20, "ContextMenu": 93,
	"F1": 112, "F2": 113, "F3": 114, "F4": 115, "F5": 116, "F6": 117, "F7": 118, "F8": 119, "F9": 120, "F10": 121, "F11": 122, "F12": 123,
}

// keyCodeOf is KeyboardEvent.keyCode on a US keyboard.
func keyCodeOf(key string) uint32 {
	if c, ok := namedKeys[key]; ok {
		return c
	}
	if len(key) != 1 {
		return 0
	}
	c := key[0]
	switch {
	case c >= 'a' && c <= 'z':
		return uint32(c - 'a' + 'A')
	case c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == ' ':
		return uint32(c)
	}
	if k, ok := usKeys[c]; ok {
		return k.keyCode
	}
	return 0
}

type usKey struct {
	code    string
	keyCode uint32
}

var usKeys = map[byte]usKey{
	'-': {"Minus", 189}, '_': {"Minus", 189}, '=': {"Equal", 187}, '+': {"Equal", 187}, '[': {"BracketLeft", 219}, '{': {"BracketLeft", 219},
	']': {"BracketRight", 221}, '}': {"BracketRight", 221}, '\\': {"Backslash", 220}, '|': {"Backslash", 220}, ';': {"Semicolon", 186}, ':': {"Semicolon", 186},
	'\'': {"Quote", 222}, '"': {"Quote", 222}, ',': {"Comma", 188}, '<': {"Comma", 188}, '.': {"Period", 190}, '>': {"Period", 190}, '/': {"Slash", 191}, '?': {"Slash", 191},
	'`': {"Backquote", 192}, '~': {"Backquote", 192}, '!': {"Digit1", 49}, '@': {"Digit2", 50}, '#': {"Digit3", 51}, '$': {"Digit4", 52}, '%': {"Digit5", 53},
	'^': {"Digit6", 54}, '&': {"Digit7", 55}, '*': {"Digit8", 56}, '(': {"Digit9", 57}, ')': {"Digit0", 48},
}

// codeOf is KeyboardEvent.code on a US keyboard.
func codeOf(key string) string {
	if len(key) == 1 {
		c := key[0]
		switch {
		case c >= 'a' && c <= 'z':
			return "Key" + strings.ToUpper(key)
		case c >= 'A' && c <= 'Z':
			return "Key" + key
		case c >= '0' && c <= '9':
			return "Digit" + key
		case c == ' ':
			return "Space"
		}
		return usKeys[c].code
	}
	switch key {
	case "Shift", "Control", "Alt", "Meta":
		return key + "Left"
	}
	if _, ok := namedKeys[key]; ok {
		return key
	}
	return ""
}

// Click scrolls the first element that matches into view and clicks its middle with real events.
func (p *Page) Click(ctx context.Context, selector string) error {
	return p.clickElement(ctx, selector, ButtonLeft)
}

func (p *Page) clickElement(ctx context.Context, selector string, button int) error {
	return p.Do(ctx, func() error {
		f, el, err := p.find(selector)
		if err != nil {
			return err
		}
		x, y, err := f.middleOf(el)
		if err != nil {
			return fmt.Errorf("cannot click %q: %w", selector, err)
		}
		if err := p.pointerDown(p.mouseAt(x, y, button, 0)); err != nil {
			return err
		}
		return p.pointerUp(p.mouseAt(x, y, button, 0))
	})
}

// Hover scrolls the first element that matches into view and moves the pointer to its middle.
func (p *Page) Hover(ctx context.Context, selector string) error {
	return p.Do(ctx, func() error {
		f, el, err := p.find(selector)
		if err != nil {
			return err
		}
		x, y, err := f.middleOf(el)
		if err != nil {
			return fmt.Errorf("cannot point at %q: %w", selector, err)
		}
		return p.pointerMove(p.mouseAt(x, y, 0, 0))
	})
}

// middleOf is the middle of an element in the page's viewport, after scrolling it into view.
func (f *frame) middleOf(el dom.NodeID) (x, y float32, err error) {
	f.update(true)
	f.scrollIntoView(el)
	rects := f.layout.ClientRects(nil, el)
	for _, r := range rects {
		if !r.Empty() {
			v := r.Intersect(f.viewportRect())
			if v.Empty() {
				v = r
			}
			x, y = f.toPage(v.X+v.W/2, v.Y+v.H/2)
			return x, y, nil
		}
	}
	return 0, 0, errors.New("it is not shown: it has no box, or an empty one")
}

// scrollIntoView scrolls an element into view, in the frame and those around it.
func (f *frame) scrollIntoView(el dom.NodeID) {
	for {
		f.window.ScrollIntoView(el)
		if f.parent == nil {
			return
		}
		f, el = f.parent, f.element
	}
}

// Focus gives the focus to the first element that matches.
func (p *Page) Focus(ctx context.Context, selector string) error {
	return p.Do(ctx, func() error {
		f, el, err := p.find(selector)
		if err != nil {
			return err
		}
		if !f.window.Focus(el) {
			return fmt.Errorf("%q cannot have the focus", selector)
		}
		return nil
	})
}
