package bind

import (
	"strings"
	"unicode/utf8"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/html/form"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/style"
)

// What the user does to the controls that are no text fields.

// changedByUser tells of a value that the user set in one step.
func (w *Window) changedByUser(el dom.NodeID) {
	w.World.forms.m.Seen(el)
	w.fire(&Event{typ: "input", bubbles: true, composed: true}, NodeTarget(el))
	if w.Doc.Alive(el) {
		w.FireNode(el, "change", true, false)
	}
}

// fieldKey is a key in an input for a date or time.
func (w *Window) fieldKey(el dom.NodeID, i KeyInit) bool {
	m := w.World.forms.m
	if i.Key == "Enter" {
		w.implicitSubmit(el)
		return true
	}
	if i.Modifiers&^ModShift != 0 || !m.Mutable(el) {
		return false
	}
	handled, changed := m.FieldKey(el, i.Key)
	if changed {
		w.changedByUser(el)
	}
	return handled
}

// rangeKey is a key in an input of type range: arrows go a step, or a hundredth where any value is allowed, pages a tenth.
func (w *Window) rangeKey(el dom.NodeID, i KeyInit) bool {
	m := w.World.forms.m
	lo, hi, _, _ := m.Limits(el)
	v, _ := m.Number(el, m.Value(el))
	step := m.Step(el)
	if step == 0 {
		step = (hi - lo) / 100
	}
	page := max((hi-lo)/10, step)
	right := step
	if w.rightToLeft(el) {
		right = -step
	}
	switch i.Key {
	case "ArrowUp":
		v += step
	case "ArrowDown":
		v -= step
	case "ArrowRight":
		v += right
	case "ArrowLeft":
		v -= right
	case "PageUp":
		v += page
	case "PageDown":
		v -= page
	case "Home":
		v = lo
	case "End":
		v = hi
	default:
		return false
	}
	old := m.Value(el)
	if m.SetValue(el, form.FormatFloat(v)); m.Value(el) != old {
		w.changedByUser(el)
	}
	return true
}

func (w *Window) rightToLeft(el dom.NodeID) bool {
	cs := w.styler.Style(el)
	return cs != nil && cs.Text.Direction == style.DirectionRtl
}

// sliderThumb is the length of the thumb of an input of type range, CSS px.
const sliderThumb = 16

// sliderTrack is where the middle of the thumb can be, in the viewport, and the place it has there as a part of it.
func (w *Window) sliderTrack(el dom.NodeID) (x, width, at float32) {
	r, ok := w.layout.BoundingClientRect(el)
	if !ok {
		return 0, 0, 0
	}
	b := w.layout.Of(el)
	for _, e := range [...]geom.Edges{w.layout.Border(b), w.layout.Padding(b)} {
		r.X += e.Left.Px()
		r.W -= e.Left.Px() + e.Right.Px()
	}
	m := w.World.forms.m
	lo, hi, _, _ := m.Limits(el)
	if v, ok := m.Number(el, m.Value(el)); ok && hi > lo {
		at = float32((v - lo) / (hi - lo))
	}
	if w.rightToLeft(el) {
		at = 1 - at
	}
	return r.X + sliderThumb/2, r.W - sliderThumb, at
}

// beginSlide is a press on an input of type range: beside the thumb it brings the thumb there.
func (w *Window) beginSlide(el dom.NodeID, x, y float32) {
	m := w.World.forms.m
	if m.Disabled(el) {
		return
	}
	w.drag = selectionDrag{el: w.World.wrappers.state(w.Realm, el), begun: true, slider: true, value: m.Value(el)}
	if left, width, at := w.sliderTrack(el); x < left+at*width-sliderThumb/2 || x >= left+at*width+sliderThumb/2 {
		w.slide(el, x)
	}
}

// Sliding is the slider whose thumb the pointer holds, 0 for none.
func (w *Window) Sliding() dom.NodeID {
	if d := &w.drag; d.slider && w.Doc.Alive(d.el.id) && w.Doc.IsConnected(d.el.id) {
		return d.el.id
	}
	return 0
}

// slide brings the thumb's middle to a place of the viewport.
func (w *Window) slide(el dom.NodeID, x float32) {
	w.Host.UpdateLayout(w)
	m := w.World.forms.m
	left, width, _ := w.sliderTrack(el)
	if width <= 0 {
		return
	}
	k := float64(max(0, min((x-left)/width, 1)))
	if w.rightToLeft(el) {
		k = 1 - k
	}
	lo, hi, _, _ := m.Limits(el)
	old := m.Value(el)
	if m.SetValue(el, form.FormatFloat(lo+k*(hi-lo))); m.Value(el) != old {
		w.fire(&Event{typ: "input", bubbles: true, composed: true}, NodeTarget(el))
	}
}

// selectLetter chooses the next option of a select that begins with what is typed. A letter typed again goes to the next one of that letter.
func (w *Window) selectLetter(el dom.NodeID, i KeyInit) bool {
	m := w.World.forms.m
	if utf8.RuneCountInString(i.Key) != 1 || i.Key == " " && w.letters == "" {
		return false
	}
	now := w.Host.Now()
	if now-w.lettersAt > 1000 {
		w.letters = ""
	}
	w.lettersAt = now
	w.letters += strings.ToLower(i.Key)
	prefix := w.letters
	opts := m.Options(el)
	from := m.SelectedIndex(el)
	if same := strings.Repeat(strings.ToLower(i.Key), utf8.RuneCountInString(prefix)); same == prefix {
		prefix = strings.ToLower(i.Key)
		from++
	}
	from = max(from, 0)
	for k := range opts {
		n := (from + k) % len(opts)
		if !m.OptionDisabled(opts[n]) && strings.HasPrefix(strings.ToLower(m.OptionLabel(opts[n])), prefix) {
			if n != m.SelectedIndex(el) {
				m.SetSelectedIndex(el, n)
				w.changedByUser(el)
			}
			break
		}
	}
	return true
}
