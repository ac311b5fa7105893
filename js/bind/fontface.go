package bind

import (
	"strings"

	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/style"
	"github.com/niso-engine/niso/style/css"
)

// CSS font loading. The faces are the host's; the objects here are what script has of them.
// https://drafts.csswg.org/css-font-loading/

// FontID is a face of a window's fonts, of an @font-face rule or made by script; 0 is none.
type FontID uint32

// FontStatus is how far a face has come, in the order of FontFaceLoadStatus.
type FontStatus uint8

const (
	FontUnloaded FontStatus = iota
	FontLoading
	FontLoaded
	FontError
)

// RuleFont is a face of an @font-face rule.
type RuleFont struct {
	ID   FontID
	Face style.FontFace
}

// FontFace is the state of a FontFace.
type FontFace struct {
	Object
	window  *Window
	id      FontID
	rule    bool // of an @font-face rule
	added   bool // script put it into document.fonts
	desc    style.FontFace
	failed  bool // its source cannot be parsed
	binary  bool // its source is data
	told    FontStatus
	promise *js.Promise
}

// FontFaceSet is the state of document.fonts. https://drafts.csswg.org/css-font-loading/#fontfaceset
type FontFaceSet struct {
	EventTarget
	faces     map[FontID]*FontFace // objects that script has of rules, and what it added
	script    []*FontFace          // that script added, in order
	ready     *js.Promise
	loading   bool
	settling  bool               // a task that tells of it is queued
	done, bad []*FontFace        // loaded and failed since the last events
	watched   map[*FontFace]bool // script waits for them; true: they were in the set
}

func (f *FontFace) trace(t *js.Tracer) { markPromise(t, f.promise) }

func (s *FontFaceSet) trace(t *js.Tracer) {
	s.EventTarget.trace(t)
	for _, f := range s.faces {
		mark(t, f)
	}
	for f := range s.watched {
		mark(t, f)
	}
	markAll(t, s.script)
	markAll(t, s.done)
	markAll(t, s.bad)
	markPromise(t, s.ready)
}

// ConstructFontFace is new FontFace. https://drafts.csswg.org/css-font-loading/#dom-fontface-fontface
func ConstructFontFace(c *js.Call) js.Value {
	w := windowOf(c.Realm())
	f := &FontFace{window: w}
	f.desc.Family = strings.Clone(c.DOMString(0))
	var data []byte
	src, binary := "", false
	if b, kind := js.Bytes(c.Arg(1)); kind != js.NotBuffer {
		data, binary = append([]byte(nil), b...), true
	} else {
		src = c.DOMString(1)
	}
	d := readFontFaceDescriptors(&c.Conv, c.Arg(2))
	if c.Failed() {
		return js.Undefined
	}
	f.desc.Style, f.desc.Weight, f.desc.Stretch, f.desc.UnicodeRange, f.desc.Display = d.Style, d.Weight, d.Stretch, d.UnicodeRange, d.Display
	f.desc.Features, f.desc.Variations, f.desc.Ascent, f.desc.Descent, f.desc.LineGap = d.FeatureSettings, d.VariationSettings, d.AscentOverride, d.DescentOverride, d.LineGapOverride
	v := constructed(c, cls.FontFace, f)
	if !binary {
		base := w.BaseURL()
		f.desc.Src = w.styler.FontSources(src, base.Href())
	}
	if !binary && len(f.desc.Src) == 0 {
		f.failed, f.told = true, FontError
		f.loadedPromise().Reject(NewDOMException(c.Realm(), "SyntaxError", "Failed to set source to FontFace"))
		return v
	}
	f.binary = binary
	f.id = w.Host.NewFont(w, f.desc, data)
	if binary {
		f.update()
	}
	return v
}

func (f *FontFace) status() FontStatus {
	if f.failed {
		return FontError
	}
	return f.window.Host.FontStatus(f.window, f.id)
}

// Status is FontFace.status.
func (f *FontFace) Status() string { return enumFontFaceLoadStatus[f.status()] }

func (f *FontFace) loadedPromise() *js.Promise {
	if f.promise == nil {
		f.promise = f.window.Realm.NewPromise()
		f.window.Realm.MarkHandled(f.promise.Value())
		f.told = FontUnloaded
		if !f.failed {
			f.update()
		}
	}
	return f.promise
}

// update settles the promise once the face is loaded or cannot be.
func (f *FontFace) update() {
	s := f.status()
	if s == f.told {
		return
	}
	f.told = s
	if f.promise == nil {
		return
	}
	switch s {
	case FontLoaded:
		f.promise.Resolve(objectValue(f.window.Realm, f))
	case FontError:
		if f.binary {
			f.promise.Reject(NewDOMException(f.window.Realm, "SyntaxError", "Invalid font data in ArrayBuffer."))
		} else {
			f.promise.Reject(NewDOMException(f.window.Realm, "NetworkError", "A network error occurred."))
		}
	}
}

// Loaded is FontFace.loaded.
func (f *FontFace) Loaded() js.Value { return f.loadedPromise().Value() }

// Load is FontFace.load.
func (f *FontFace) Load() js.Value {
	p := f.loadedPromise()
	if !f.failed && f.status() == FontUnloaded {
		f.window.fontSet().watch(f)
		f.window.Host.LoadFont(f.window, f.id)
		f.window.FontsChanged()
	}
	return p.Value()
}

func orNormal(s, normal string) string {
	if s == "" {
		return normal
	}
	return s
}

// Family is FontFace.family.
func (f *FontFace) Family() string {
	if f.rule && !isIdentList(f.desc.Family) {
		return string(css.AppendString(nil, f.desc.Family))
	}
	return f.desc.Family
}

func isIdentList(s string) bool {
	for _, w := range strings.Split(s, " ") {
		if w == "" || css.EscapeIdent(w) != w {
			return false
		}
	}
	return true
}

// Style is FontFace.style.
func (f *FontFace) Style() string { return orNormal(f.desc.Style, "normal") }

// Weight is FontFace.weight.
func (f *FontFace) Weight() string { return orNormal(f.desc.Weight, "normal") }

// Stretch is FontFace.stretch.
func (f *FontFace) Stretch() string { return orNormal(f.desc.Stretch, "normal") }

// UnicodeRange is FontFace.unicodeRange.
func (f *FontFace) UnicodeRange() string { return orNormal(f.desc.UnicodeRange, "U+0-10FFFF") }

// FeatureSettings is FontFace.featureSettings.
func (f *FontFace) FeatureSettings() string { return orNormal(f.desc.Features, "normal") }

// VariationSettings is FontFace.variationSettings.
func (f *FontFace) VariationSettings() string { return orNormal(f.desc.Variations, "normal") }

// Display is FontFace.display.
func (f *FontFace) Display() string { return orNormal(f.desc.Display, "auto") }

// AscentOverride is FontFace.ascentOverride.
func (f *FontFace) AscentOverride() string { return orNormal(f.desc.Ascent, "normal") }

// DescentOverride is FontFace.descentOverride.
func (f *FontFace) DescentOverride() string { return orNormal(f.desc.Descent, "normal") }

// LineGapOverride is FontFace.lineGapOverride.
func (f *FontFace) LineGapOverride() string { return orNormal(f.desc.LineGap, "normal") }

func (w *Window) fontSet() *FontFaceSet {
	if w.fonts == nil {
		w.fonts = &FontFaceSet{EventTarget: EventTarget{window: w}, faces: make(map[FontID]*FontFace), watched: make(map[*FontFace]bool)}
	}
	return w.fonts
}

// Fonts is Document.fonts.
func (d Document) Fonts() *FontFaceSet {
	if w := d.win(); w != nil {
		return w.fontSet()
	}
	return nil
}

// all are the faces of the set: those of rules, then those that script added.
func (s *FontFaceSet) all() (out []*FontFace) {
	w := s.window
	w.Host.UpdateStyle(w)
	old := s.faces
	s.faces = make(map[FontID]*FontFace, len(old))
	for _, r := range w.Host.RuleFonts(w) {
		f := old[r.ID]
		if f == nil {
			f = &FontFace{window: w, id: r.ID, rule: true, desc: r.Face}
			f.told = f.status()
		}
		s.faces[r.ID] = f
		out = append(out, f)
	}
	for _, f := range s.script {
		s.faces[f.id] = f
	}
	return append(out, s.script...)
}

// Size is FontFaceSet.size.
func (s *FontFaceSet) Size() uint32 { return uint32(len(s.all())) }

// Has is FontFaceSet.has.
func (s *FontFaceSet) Has(f *FontFace) bool {
	for _, o := range s.all() {
		if o == f {
			return true
		}
	}
	return false
}

// Add is FontFaceSet.add.
func (s *FontFaceSet) Add(f *FontFace) (*FontFaceSet, error) {
	if f.rule {
		return nil, exception("InvalidModificationError", "Cannot add a CSS-connected FontFace.")
	}
	if !f.added && !f.failed {
		f.added = true
		s.script = append(s.script, f)
		s.window.Host.AddFont(s.window, f.id, true)
		s.watch(f)
		s.window.FontsChanged()
	}
	return s, nil
}

// Delete is FontFaceSet.delete.
func (s *FontFaceSet) Delete(f *FontFace) bool {
	for i, o := range s.script {
		if o == f {
			s.script = append(s.script[:i:i], s.script[i+1:]...)
			f.added = false
			s.window.Host.AddFont(s.window, f.id, false)
			return true
		}
	}
	return false
}

// Clear is FontFaceSet.clear.
func (s *FontFaceSet) Clear() {
	for len(s.script) > 0 {
		s.Delete(s.script[0])
	}
}

// iterate makes a Set of the faces, whose methods iterate.
func (s *FontFaceSet) iterate(c *js.Call, method string, args ...js.Value) js.Value {
	r := c.Realm()
	ctor, err := r.Get(r.Global(), "Set")
	if err != nil {
		return c.Fail(err)
	}
	set, err := r.Construct(ctor, arrayOf(r, s.all(), func(f *FontFace) js.Value { return objectValue(r, f) }))
	if err != nil {
		return c.Fail(err)
	}
	v, err := r.InvokeMethod(set, method, args...)
	if err != nil {
		return c.Fail(err)
	}
	return v
}

// Values is FontFaceSet.values.
func (s *FontFaceSet) Values(c *js.Call) js.Value { return s.iterate(c, "values") }

// Keys is FontFaceSet.keys.
func (s *FontFaceSet) Keys(c *js.Call) js.Value { return s.iterate(c, "keys") }

// Entries is FontFaceSet.entries.
func (s *FontFaceSet) Entries(c *js.Call) js.Value { return s.iterate(c, "entries") }

// ForEach is FontFaceSet.forEach.
func (s *FontFaceSet) ForEach(c *js.Call) js.Value {
	f := c.Function(0)
	if c.Failed() {
		return js.Undefined
	}
	r := c.Realm()
	for _, x := range s.all() {
		v := objectValue(r, x)
		if _, err := r.Call(f.Value(), c.Arg(1), v, v, c.This()); err != nil {
			return c.Fail(err)
		}
	}
	return js.Undefined
}

func init() {
	classFontFaceSet.Members = append(classFontFaceSet.Members, js.Member{Name: "values", Symbol: js.SymIterator, Intrinsic: "values", Flags: js.NotEnumerable})
}

// find are the faces that a font value takes for a text; ok is false where the value cannot be parsed.
// https://drafts.csswg.org/css-font-loading/#find-the-matching-font-faces
func (s *FontFaceSet) find(font string) (out []*FontFace, ok bool) {
	d := style.ParseDeclBlock("font: "+font, s.window.World.Store.Atoms)
	family := d.Get("font-family")
	if d.Len() == 0 || family == "" || strings.Contains(font, ";") {
		return nil, false
	}
	italic := d.Get("font-style") != "normal"
	weight := fontWeight(d.Get("font-weight"))
	all := s.all()
	for _, name := range familyNames(family) {
		best := -1.0
		var l []*FontFace
		for _, f := range all {
			if !strings.EqualFold(f.desc.Family, name) {
				continue
			}
			dist := weight - fontWeight(f.desc.Weight)
			if dist < 0 {
				dist = -dist
			}
			if (f.desc.Style != "" && f.desc.Style != "normal") != italic {
				dist += 10000
			}
			if best < 0 || dist < best {
				best, l = dist, nil
			}
			if dist == best {
				l = append(l, f)
			}
		}
		out = append(out, l...)
	}
	return out, true
}

// familyNames are the names of a font-family value.
func familyNames(v string) (out []string) {
	t := css.NewTokenizer(v)
	name := ""
	for {
		tok := t.Next()
		switch tok.Kind {
		case css.EOF, css.Comma:
			if name = strings.TrimSpace(name); name != "" {
				out = append(out, name)
			}
			if name = ""; tok.Kind == css.EOF {
				return out
			}
		case css.String, css.Ident:
			name += " " + t.Text(tok)
		}
	}
}

func fontWeight(s string) float64 {
	first, _, _ := strings.Cut(s, " ")
	switch first {
	case "", "normal":
		return 400
	case "bold":
		return 700
	}
	v, ok := parseFloat(first)
	if !ok {
		return 400
	}
	return v
}

// Check is FontFaceSet.check.
func (s *FontFaceSet) Check(font, text string) (bool, error) {
	l, ok := s.find(font)
	if !ok {
		return false, exception("SyntaxError", "Could not resolve '"+font+"' as a font.")
	}
	for _, f := range l {
		if f.status() != FontLoaded {
			return false, nil
		}
	}
	return true, nil
}

// Load is FontFaceSet.load.
func (s *FontFaceSet) Load(c *js.Call, font, text string) js.Value {
	r := c.Realm()
	l, ok := s.find(font)
	if !ok {
		return r.RejectedPromise(NewDOMException(r, "SyntaxError", "Could not resolve '"+font+"' as a font."))
	}
	result := r.NewPromise()
	left := len(l)
	done := func() {
		result.Resolve(arrayOf(r, l, func(f *FontFace) js.Value { return objectValue(r, f) }))
	}
	if left == 0 {
		done()
	}
	keep := []js.Value{result.Value()}
	for _, f := range l {
		keep = append(keep, objectValue(r, f))
	}
	for _, f := range l {
		r.Then(f.Load(), func(js.Value) (js.Value, error) {
			if left--; left == 0 {
				done()
			}
			return js.Undefined, nil
		}, func(e js.Value) (js.Value, error) {
			result.Reject(e)
			return js.Undefined, nil
		}, keep...)
	}
	return result.Value()
}

// Ready is FontFaceSet.ready.
func (s *FontFaceSet) Ready() js.Value {
	if s.ready == nil {
		s.ready = s.window.Realm.NewPromise()
		s.window.FontsChanged()
		s.window.Host.NeedFrame(s.window)
	}
	return s.ready.Value()
}

// Status is FontFaceSet.status.
func (s *FontFaceSet) Status() string {
	s.all()
	if s.busy() {
		return "loading"
	}
	return "loaded"
}

func (s *FontFaceSet) watch(f *FontFace) { s.watched[f] = f.added || f.rule }

func (s *FontFaceSet) busy() bool {
	for _, f := range s.faces {
		if f.status() == FontLoading {
			return true
		}
	}
	for f := range s.watched {
		if f.added && f.status() == FontLoading {
			return true
		}
	}
	return false
}

func (s *FontFaceSet) readyPending() bool {
	if s.ready == nil {
		return false
	}
	st, _ := s.window.Realm.PromiseState(s.ready.Value())
	return st == js.Pending
}

// FontsChanged is called when the status of a face changed: promises are settled, and the set tells of it.
func (w *Window) FontsChanged() {
	s := w.fonts
	if s == nil || w.closed {
		return
	}
	was := make(map[*FontFace]FontStatus)
	for _, f := range s.all() {
		if !s.watched[f] {
			was[f] = f.told
			f.update()
		}
	}
	for f, in := range s.watched {
		if in {
			was[f] = f.told
		}
		f.update()
		if f.told == FontLoaded || f.told == FontError {
			delete(s.watched, f)
		}
	}
	for f, old := range was {
		if old != f.told {
			switch f.told {
			case FontLoaded:
				s.done = append(s.done, f)
			case FontError:
				s.bad = append(s.bad, f)
			}
		}
	}
	if busy := s.busy(); busy && !s.loading {
		s.loading = true
		if s.ready != nil && !s.readyPending() {
			s.ready = w.Realm.NewPromise()
		}
		w.Host.Post(w, SourceDOM, func() { w.fireAt(s, &FontFaceSetLoadEvent{Event: *NewEvent("loading", false, false)}) })
	} else if !busy && !s.settling && (s.loading || len(s.done)+len(s.bad) > 0 || s.readyPending()) {
		s.settling = true
		w.Host.Post(w, SourceDOM, func() {
			s.settling = false
			if s.busy() {
				return
			}
			told := s.loading || len(s.done)+len(s.bad) > 0
			s.loading = false
			done, bad := s.done, s.bad
			s.done, s.bad = nil, nil
			if told {
				w.fireAt(s, &FontFaceSetLoadEvent{Event: *NewEvent("loadingdone", false, false), faces: done})
				if len(bad) > 0 {
					w.fireAt(s, &FontFaceSetLoadEvent{Event: *NewEvent("loadingerror", false, false), faces: bad})
				}
			}
			if s.ready != nil {
				s.ready.Resolve(objectValue(w.Realm, s))
			}
		})
	}
}

// FontFaceSetLoadEvent is the state of a FontFaceSetLoadEvent.
type FontFaceSetLoadEvent struct {
	Event
	faces []*FontFace
}

func (e *FontFaceSetLoadEvent) trace(t *js.Tracer) {
	e.Event.trace(t)
	markAll(t, e.faces)
}

// ConstructFontFaceSetLoadEvent is new FontFaceSetLoadEvent.
func ConstructFontFaceSetLoadEvent(c *js.Call, typ string, i FontFaceSetLoadEventInit) *FontFaceSetLoadEvent {
	e := &FontFaceSetLoadEvent{faces: i.Fontfaces}
	e.init(c, typ, i.EventInit)
	return e
}

// Fontfaces is FontFaceSetLoadEvent.fontfaces.
func (e *FontFaceSetLoadEvent) Fontfaces() []*FontFace { return e.faces }
