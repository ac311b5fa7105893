package bind

import (
	"context"
	"math"
	"slices"
	"strings"
	"unsafe"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/html/vtt"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/net"
)

// Timed text tracks. https://html.spec.whatwg.org/multipage/media.html#timed-text-tracks
//
// Tracks are loaded and parsed, and script can make and change them. No media is played, so no cue ever becomes active, and none is shown.

var (
	atomTrack       = atom.Static("track")
	atomDefault     = atom.Static("default")
	atomSrclang     = atom.Static("srclang")
	atomCrossorigin = atom.Static("crossorigin")
	atomLang        = atom.Static("lang")
)

// TextTrackList is the state of a TextTrackList: the tracks of a media element.
type TextTrackList struct {
	EventTarget
	media    *nodeState
	elements []*TextTrack // of track elements, in tree order
	added    []*TextTrack // by addTextTrack
	changing bool         // a change event is in the queue
	choosing bool         // automatic selection is in the queue
}

func (l *TextTrackList) trace(t *js.Tracer) {
	l.EventTarget.trace(t)
	l.media.mark(t)
	markAll(t, l.elements)
	markAll(t, l.added)
}

// Length is TextTrackList.length.
func (l *TextTrackList) Length() uint32 { return uint32(len(l.elements) + len(l.added)) }

// Item is the indexed getter of TextTrackList.
func (l *TextTrackList) Item(i uint32) *TextTrack {
	switch n := uint32(len(l.elements)); {
	case i < n:
		return l.elements[i]
	case i < l.Length():
		return l.added[i-n]
	}
	return nil
}

// GetTrackById is TextTrackList.getTrackById.
func (l *TextTrackList) GetTrackById(id string) *TextTrack {
	for i := range l.Length() {
		if x := l.Item(i); x.Id() == id {
			return x
		}
	}
	return nil
}

// task runs f in a task of the media element's, which keeps the list.
func (l *TextTrackList) task(f func()) {
	w := l.window
	w.postWith(SourceMedia, objectValue(w.Realm, l), f)
}

// fireTrack queues an addtrack or removetrack event.
func (l *TextTrackList) fireTrack(typ string, x *TextTrack) {
	w := l.window
	done := w.hold(x)
	l.task(func() {
		e := &TrackEvent{Event: *NewEvent(typ, false, false), track: x}
		w.fireAt(l, e)
		done()
	})
}

// changed queues a change event: one for all changes until it is fired.
func (l *TextTrackList) changed() {
	if l == nil || l.changing {
		return
	}
	l.changing = true
	l.task(func() {
		l.changing = false
		l.window.fireSimple(l, "change")
	})
}

// texts is the list of text tracks of a media element.
func (e HTMLMediaElement) texts() *TextTrackList {
	m := e.media()
	if m.texts == nil {
		m.texts = &TextTrackList{EventTarget: EventTarget{window: e.win()}, media: e.state()}
	}
	return m.texts
}

// TextTracks is HTMLMediaElement.textTracks.
func (e HTMLMediaElement) TextTracks() *TextTrackList { return e.texts() }

// AddTextTrack is HTMLMediaElement.addTextTrack. https://html.spec.whatwg.org/multipage/media.html#dom-media-addtexttrack
func (e HTMLMediaElement) AddTextTrack(kind, label, language string) *TextTrack {
	l := e.texts()
	x := &TextTrack{EventTarget: EventTarget{window: l.window}, list: l, kind: kind, label: label, language: language, mode: "hidden"}
	l.added = append(l.added, x)
	l.fireTrack("addtrack", x)
	return x
}

// tracksChanged is called when the children of a media element changed.
// https://html.spec.whatwg.org/multipage/media.html#sourcing-out-of-band-text-tracks
func (w *World) tracksChanged(el dom.NodeID) {
	s := w.Store
	var now []dom.NodeID
	for c := s.FirstElementChild(el); c != 0; c = s.NextElement(c) {
		if s.IsHTMLElement(c, atomTrack) {
			now = append(now, c)
		}
	}
	st := w.wrappers.peek(el)
	if len(now) == 0 && (st == nil || st.extra == nil || st.extra.media == nil || st.extra.media.texts == nil) {
		return
	}
	win := w.WindowOf(el)
	if win == nil || win.closed {
		return
	}
	l := HTMLMediaElement(HTMLElement(Element(Node{nodeRef{win, el}}))).texts()
	old := l.elements
	l.elements = nil
	for _, c := range now {
		x := HTMLTrackElement(HTMLElement(Element(Node{nodeRef{win, c}}))).Track()
		l.elements = append(l.elements, x)
		if x.list == l {
			continue
		}
		x.list = l
		l.fireTrack("addtrack", x)
		x.update()
	}
	for _, x := range old {
		if !slices.Contains(l.elements, x) {
			x.list = nil
			l.fireTrack("removetrack", x)
		}
	}
	l.choose()
}

// choose queues automatic track selection.
// https://html.spec.whatwg.org/multipage/media.html#honor-user-preferences-for-automatic-text-track-selection
func (l *TextTrackList) choose() {
	if l.choosing || !slices.ContainsFunc(l.elements, (*TextTrack).wanted) {
		return
	}
	l.choosing = true
	l.task(func() {
		l.choosing = false
		for _, kinds := range [][]string{{"subtitles", "captions"}, {"descriptions"}} {
			of := func(x *TextTrack) bool { return slices.Contains(kinds, x.Kind()) }
			if slices.ContainsFunc(l.elements, func(x *TextTrack) bool { return of(x) && x.mode == "showing" }) {
				continue
			}
			if i := slices.IndexFunc(l.elements, func(x *TextTrack) bool { return of(x) && x.wanted() }); i >= 0 {
				l.elements[i].SetMode("showing")
			}
		}
		for _, x := range l.elements {
			if k := x.Kind(); (k == "chapters" || k == "metadata") && x.wanted() {
				x.SetMode("hidden")
			}
		}
	})
}

// wanted reports whether a track is enabled unless somebody says otherwise.
func (x *TextTrack) wanted() bool {
	return !x.chosen && x.mode == "disabled" && x.element != nil && x.window.World.Store.HasAttr(x.element.id, atomDefault)
}

// TextTrack is the state of a TextTrack.
type TextTrack struct {
	EventTarget
	list                  *TextTrackList // that it is in, nil for none
	element               *nodeState     // the track element, nil for what addTextTrack made
	kind, label, language string         // without one
	mode                  string
	chosen                bool // script set the mode
	all                   []*VTTCue
	cues, active          *TextTrackCueList

	ready    uint16 // HTMLTrackElement.readyState
	serial   int    // of the load
	starting bool   // its start is in the queue
	cancel   context.CancelFunc
}

// bytes is about what the cues of the track take; t may be nil.
func (t *TextTrack) bytes() (n int64) {
	if t == nil {
		return 0
	}
	n = int64(cap(t.all)) * 8
	for _, c := range t.all {
		n += int64(unsafe.Sizeof(*c)) + int64(len(c.text)+len(c.id))
	}
	return n
}

const (
	trackNone    = 0
	trackLoading = 1
	trackLoaded  = 2
	trackError   = 3
)

func (x *TextTrack) trace(t *js.Tracer) {
	x.EventTarget.trace(t)
	mark(t, x.list)
	x.element.mark(t)
	markAll(t, x.all)
	mark(t, x.cues)
	mark(t, x.active)
}

func (x *TextTrack) attr(name atom.Atom, or string) string {
	if x.element == nil {
		return or
	}
	return strings.Clone(x.window.World.Store.Attr(x.element.id, name))
}

// Kind is TextTrack.kind.
func (x *TextTrack) Kind() string {
	if x.element == nil {
		return x.kind
	}
	return HTMLTrackElement(HTMLElement(Element(Node{nodeRef{x.window, x.element.id}}))).Kind()
}

// Label is TextTrack.label.
func (x *TextTrack) Label() string { return x.attr(atomLabel, x.label) }

// Language is TextTrack.language.
func (x *TextTrack) Language() string { return x.attr(atomSrclang, x.language) }

// Id is TextTrack.id.
func (x *TextTrack) Id() string { return x.attr(atomID, "") }

// Mode is TextTrack.mode.
func (x *TextTrack) Mode() string { return x.mode }

// SetMode sets TextTrack.mode.
func (x *TextTrack) SetMode(v string) {
	x.chosen = true
	if v != x.mode {
		x.mode = v
		x.list.changed()
		x.update()
	}
}

// Cues is TextTrack.cues.
func (x *TextTrack) Cues() *TextTrackCueList {
	if x.mode == "disabled" {
		return nil
	}
	if x.cues == nil {
		x.cues = &TextTrackCueList{track: x}
	}
	return x.cues
}

// ActiveCues is TextTrack.activeCues: there are none, for nothing is played.
func (x *TextTrack) ActiveCues() *TextTrackCueList {
	if x.mode == "disabled" {
		return nil
	}
	if x.active == nil {
		x.active = &TextTrackCueList{}
	}
	return x.active
}

// AddCue is TextTrack.addCue.
func (x *TextTrack) AddCue(call *js.Call) js.Value {
	c := cueArg(call)
	if c == nil {
		return js.Undefined
	}
	if t := c.track; t != nil {
		t.drop(c)
	}
	c.track = x
	x.all = append(x.all, c)
	x.sort()
	return js.Undefined
}

// cueArg is the cue that is the first argument; nil: an exception was thrown.
func cueArg(c *js.Call) *VTTCue {
	if h := c.HostArg(0, cls.TextTrackCue); !h.IsNone() {
		return h.State().(*VTTCue)
	}
	return nil
}

// sort brings the cues in text track cue order. https://html.spec.whatwg.org/multipage/media.html#text-track-cue-order
func (x *TextTrack) sort() {
	slices.SortStableFunc(x.all, func(a, b *VTTCue) int {
		switch {
		case a.start != b.start:
			return cmpFloat(a.start, b.start)
		default:
			return cmpFloat(b.end, a.end)
		}
	})
}

func cmpFloat(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func (x *TextTrack) drop(c *VTTCue) {
	if i := slices.Index(x.all, c); i >= 0 {
		x.all = slices.Delete(x.all, i, i+1)
	}
	c.track = nil
}

// RemoveCue is TextTrack.removeCue.
func (x *TextTrack) RemoveCue(call *js.Call) js.Value {
	c := cueArg(call)
	if c == nil {
		return js.Undefined
	}
	if c.track != x {
		return call.DOMException("NotFoundError", "The specified cue is not listed in the TextTrack's list of cues.")
	}
	x.drop(c)
	return js.Undefined
}

// TextTrackCueList is the state of a TextTrackCueList.
type TextTrackCueList struct {
	Object
	track *TextTrack // nil: empty
}

func (l *TextTrackCueList) trace(t *js.Tracer) { mark(t, l.track) }

// Length is TextTrackCueList.length.
func (l *TextTrackCueList) Length() uint32 {
	if l.track == nil {
		return 0
	}
	return uint32(len(l.track.all))
}

// Item is the indexed getter of TextTrackCueList.
func (l *TextTrackCueList) Item(i uint32) *VTTCue {
	if i >= l.Length() {
		return nil
	}
	return l.track.all[i]
}

// GetCueById is TextTrackCueList.getCueById.
func (l *TextTrackCueList) GetCueById(id string) *VTTCue {
	if l.track != nil && id != "" {
		for _, c := range l.track.all {
			if c.id == id {
				return c
			}
		}
	}
	return nil
}

// TextTrackCue is the state of a TextTrackCue, which is always a VTTCue's.
type TextTrackCue struct {
	EventTarget
	track       *TextTrack
	id          string
	start, end  float64 // s; end may be infinite
	pauseOnExit bool
}

func (c *TextTrackCue) trace(t *js.Tracer) {
	c.EventTarget.trace(t)
	mark(t, c.track)
}

// Track is TextTrackCue.track.
func (c *TextTrackCue) Track() *TextTrack { return c.track }

// Id is TextTrackCue.id.
func (c *TextTrackCue) Id() string { return c.id }

// SetId sets TextTrackCue.id.
func (c *TextTrackCue) SetId(v string) { c.id = v }

// StartTime is TextTrackCue.startTime.
func (c *TextTrackCue) StartTime() float64 { return c.start }

// SetStartTime sets TextTrackCue.startTime.
func (c *TextTrackCue) SetStartTime(v float64) {
	c.start = v
	c.moved()
}

// EndTime is TextTrackCue.endTime.
func (c *TextTrackCue) EndTime() float64 { return c.end }

// SetEndTime sets TextTrackCue.endTime.
func (c *TextTrackCue) SetEndTime(v float64) error {
	if err := checkEnd(v); err != nil {
		return err
	}
	c.end = v
	c.moved()
	return nil
}

func checkEnd(v float64) error {
	switch {
	case math.IsNaN(v):
		return typeError("The endTime is NaN.")
	case math.IsInf(v, -1):
		return typeError("The endTime is infinite.")
	}
	return nil
}

func (c *TextTrackCue) moved() {
	if c.track != nil {
		c.track.sort()
	}
}

// PauseOnExit is TextTrackCue.pauseOnExit.
func (c *TextTrackCue) PauseOnExit() bool { return c.pauseOnExit }

// SetPauseOnExit sets TextTrackCue.pauseOnExit.
func (c *TextTrackCue) SetPauseOnExit(v bool) { c.pauseOnExit = v }

// VTTCue is the state of a VTTCue.
type VTTCue struct {
	TextTrackCue
	text     string
	settings vtt.Settings
}

func newCue(w *Window, start, end float64, text string, s vtt.Settings) *VTTCue {
	c := &VTTCue{text: text, settings: s}
	c.window, c.start, c.end = w, start, end
	return c
}

// ConstructVTTCue is new VTTCue.
func ConstructVTTCue(c *js.Call, start, end float64, text string) *VTTCue {
	if err := checkEnd(end); err != nil {
		throwErr(c, err)
		return nil
	}
	return newCue(windowOf(c.Realm()), start, end, text, vtt.Defaults())
}

// Vertical is VTTCue.vertical.
func (c *VTTCue) Vertical() string { return c.settings.Vertical }

// SetVertical sets VTTCue.vertical.
func (c *VTTCue) SetVertical(v string) { c.settings.Vertical = v }

// SnapToLines is VTTCue.snapToLines.
func (c *VTTCue) SnapToLines() bool { return !c.settings.Percent }

// SetSnapToLines sets VTTCue.snapToLines.
func (c *VTTCue) SetSnapToLines(v bool) { c.settings.Percent = !v }

// Line is VTTCue.line.
func (c *VTTCue) Line(call *js.Call) js.Value { return orAuto(call, c.settings.Line) }

// SetLine sets VTTCue.line.
func (c *VTTCue) SetLine(call *js.Call) js.Value {
	if v := readOrAuto(call); !call.Failed() {
		c.settings.Line = v
	}
	return js.Undefined
}

// Position is VTTCue.position.
func (c *VTTCue) Position(call *js.Call) js.Value { return orAuto(call, c.settings.Position) }

// SetPosition sets VTTCue.position.
func (c *VTTCue) SetPosition(call *js.Call) js.Value {
	v := readOrAuto(call)
	if call.Failed() || !vtt.IsAuto(v) && !inPercent(call, v) {
		return js.Undefined
	}
	c.settings.Position = v
	return js.Undefined
}

// inPercent throws for what is no percentage.
func inPercent(c *js.Call, v float64) bool {
	if v >= 0 && v <= 100 {
		return true
	}
	s, _ := c.Realm().ToString(js.Number(v))
	c.DOMException("IndexSizeError", "The value provided (%s) is outside the range [0, 100].", s)
	return false
}

func orAuto(c *js.Call, v float64) js.Value {
	if vtt.IsAuto(v) {
		return c.Realm().String("auto")
	}
	return js.Number(v)
}

// readOrAuto is a number, or the keyword auto, of the first argument.
func readOrAuto(c *js.Call) float64 {
	if v := c.Arg(0); !v.IsNumber() {
		s := c.ToDOMString(v)
		if !c.Failed() && s != "auto" {
			c.TypeError("The provided value '%s' is not a valid enum value of type AutoKeyword.", s)
		}
		return vtt.Auto
	}
	return c.Double(0)
}

// Size is VTTCue.size.
func (c *VTTCue) Size() float64 { return c.settings.Size }

// SetSize sets VTTCue.size.
func (c *VTTCue) SetSize(call *js.Call) js.Value {
	if v := call.Double(0); !call.Failed() && inPercent(call, v) {
		c.settings.Size = v
	}
	return js.Undefined
}

// Align is VTTCue.align.
func (c *VTTCue) Align() string { return c.settings.Align }

// SetAlign sets VTTCue.align.
func (c *VTTCue) SetAlign(v string) { c.settings.Align = v }

// Text is VTTCue.text.
func (c *VTTCue) Text() string { return c.text }

// SetText sets VTTCue.text.
func (c *VTTCue) SetText(v string) { c.text = v }

// GetCueAsHTML is VTTCue.getCueAsHTML. https://www.w3.org/TR/webvtt1/#webvtt-cue-text-dom-construction-rules
func (c *VTTCue) GetCueAsHTML() dom.NodeID {
	d := c.window.Doc
	s := c.window.World.Store
	root := d.CreateFragment()
	if c.text == "" { // the tokenizer has one text, though an empty one
		s.Append(root, d.CreateText(""))
	}
	type open struct {
		nodes []*vtt.Node
		into  dom.NodeID
	}
	stack := []open{{vtt.ParseText(c.text).Children, root}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if len(top.nodes) == 0 {
			stack = stack[:len(stack)-1]
			continue
		}
		n, into := top.nodes[0], top.into
		top.nodes = top.nodes[1:]
		switch n.Name {
		case "":
			s.Append(into, d.CreateText(n.Text))
			continue
		case "timestamp":
			s.Append(into, d.CreatePI(s.Atoms.Intern("timestamp"), n.Text))
			continue
		}
		tag := n.Name
		if tag == "c" || tag == "v" || tag == "lang" {
			tag = "span"
		}
		el := d.CreateElement(s.HTMLName(s.Atoms.Intern(tag)))
		switch {
		case n.Name == "v" && n.Text != "":
			s.SetAttr(el, s.AttrName(atomTitle), n.Text)
		case n.Name == "lang" && n.Text != "":
			s.SetAttr(el, s.AttrName(atomLang), n.Text)
		}
		if n.Classes != "" {
			s.SetAttr(el, s.AttrName(atomClass), n.Classes)
		}
		s.Append(into, el)
		stack = append(stack, open{n.Children, el})
	}
	return root
}

// TrackEvent is the state of a TrackEvent.
type TrackEvent struct {
	Event
	track *TextTrack
}

// ConstructTrackEvent is new TrackEvent.
func ConstructTrackEvent(c *js.Call, typ string, i TrackEventInit) *TrackEvent {
	e := &TrackEvent{track: i.Track}
	e.init(c, typ, i.EventInit)
	return e
}

func (e *TrackEvent) trace(t *js.Tracer) {
	e.Event.trace(t)
	mark(t, e.track)
}

// Track is TrackEvent.track.
func (e *TrackEvent) Track() *TextTrack { return e.track }

// Track is HTMLTrackElement.track.
func (e HTMLTrackElement) Track() *TextTrack {
	x := Node(e).state().more()
	if x.track == nil {
		x.track = &TextTrack{EventTarget: EventTarget{window: Node(e).win()}, element: Node(e).state(), mode: "disabled"}
	}
	return x.track
}

// ReadyState is HTMLTrackElement.readyState.
func (e HTMLTrackElement) ReadyState() uint16 { return e.Track().ready }

// trackAttr is called when the src of a track element was set, or removed.
func (w *World) trackAttr(el dom.NodeID) {
	if st := w.wrappers.peek(el); st != nil && st.extra != nil && st.extra.track != nil {
		x := st.extra.track
		x.stop()
		x.ready = trackNone
		x.forget()
		x.update()
	}
}

func (x *TextTrack) stop() {
	x.serial++
	if x.cancel != nil {
		x.cancel()
		x.cancel = nil
	}
}

// forget drops the cues.
func (x *TextTrack) forget() {
	for _, c := range x.all {
		c.track = nil
	}
	x.all = nil
}

// update starts the track processing model in a task, where the track is to be loaded: enabled, and in a media element.
// https://html.spec.whatwg.org/multipage/media.html#start-the-track-processing-model
func (x *TextTrack) update() {
	if x.starting || !x.due() {
		return
	}
	x.starting = true
	done := x.window.hold(x)
	x.window.Host.Post(x.window, SourceMedia, func() {
		defer done()
		if x.starting = false; x.due() {
			x.load()
		}
	})
}

// due reports whether a track is to be loaded.
func (x *TextTrack) due() bool {
	return x.element != nil && x.list != nil && x.mode != "disabled" && x.ready == trackNone && !x.window.closed
}

// load loads a track.
func (x *TextTrack) load() {
	w, el := x.window, x.element.id
	src, has := w.World.Store.LookupAttr(el, atomSrc)
	if !has {
		return
	}
	x.stop()
	x.ready = trackLoading
	serial := x.serial
	done := w.hold(x)
	end := func(cues []vtt.Cue, ok bool) {
		defer done()
		if x.serial != serial || w.closed {
			return
		}
		x.cancel = nil
		typ := "load"
		if x.ready = trackLoaded; !ok {
			x.ready, typ = trackError, "error"
		}
		for _, c := range cues {
			cue := newCue(w, c.Start, c.End, c.Text, c.Settings)
			cue.id, cue.track = c.ID, x
			x.all = append(x.all, cue)
		}
		x.sort()
		if w.World.Store.Alive(el) {
			w.FireNode(el, typ, false, false)
		}
	}
	u, ok := w.parseURL(el, src)
	if src == "" || !ok {
		w.Host.Post(w, SourceMedia, func() { end(nil, false) })
		return
	}
	q := w.request(u)
	q.Destination = net.DestTrack
	switch v, has := w.World.Store.LookupAttr(x.list.media.id, atomCrossorigin); {
	case !has:
		q.Mode, q.Credentials = net.SameOriginMode, net.CredSameOrigin
	case equalFold(v, "use-credentials"):
		q.Credentials = net.CredInclude
	default:
		q.Credentials = net.CredSameOrigin
	}
	ctx, cancel := context.WithCancel(w.web().ctx)
	x.cancel = cancel
	came := w.Host.Begin()
	w.opt.Loader.Go(ctx, q, func(res *net.Response, err error) {
		var body []byte
		if err == nil {
			body, err = res.Body.Bytes()
			body = slices.Clone(body)
			res.Body.Release()
		}
		came(func() {
			cancel()
			if err != nil || res.Status < 200 || res.Status > 299 {
				end(nil, false)
				return
			}
			end(vtt.Parse(strings.ToValidUTF8(string(body), "\ufffd")))
		})
	})
}
