package bind

import (
	"math"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/js"
)

// Media elements. The engine decodes no media: whatever a source is, it is none that can be played, and elements behave as the specification
// says for that.
// https://html.spec.whatwg.org/multipage/media.html#media-elements

// mediaState is the state of a media element that its attributes do not say. It is made when something is done with the element.
type mediaState struct {
	network      uint16 // NETWORK_EMPTY …
	err          *MediaError
	src          string // current source
	started      bool   // play() was called, and no pause
	serial       int    // of the load: tasks of an earlier one do nothing
	waits        bool   // preload=none: the load goes on with play()
	start        float64
	rate         float64
	defaultRate  float64
	volume       float64
	muted        bool
	changesPitch bool
	plays        []*js.Promise // that play() gave and that are not settled
	texts        *TextTrackList
}

func (m *mediaState) trace(t *js.Tracer) {
	if m != nil {
		mark(t, m.err)
		mark(t, m.texts)
		for _, p := range m.plays {
			markPromise(t, p)
		}
	}
}

const (
	networkEmpty    = 0
	networkIdle     = 1
	networkLoading  = 2
	networkNoSource = 3

	mediaErrSrcNotSupported = 4
)

var (
	atomSource   = atom.Static("source")
	atomMuted    = atom.Static("muted")
	atomAutoplay = atom.Static("autoplay")
	atomPreload  = atom.Static("preload")
)

// media is the state of a media element.
func (e HTMLMediaElement) media() *mediaState {
	x := e.state().more()
	if x.media == nil {
		x.media = &mediaState{rate: 1, defaultRate: 1, volume: 1, muted: e.hasAttr(atomMuted)}
	}
	return x.media
}

// MediaError is the state of a MediaError.
type MediaError struct {
	Object
	code    uint16
	message string
}

// Code is MediaError.code.
func (e *MediaError) Code() uint16 { return e.code }

// Message is MediaError.message.
func (e *MediaError) Message() string { return e.message }

// TimeRanges is the state of a TimeRanges.
type TimeRanges struct {
	Object
	ranges [][2]float64 // s
}

// Length is TimeRanges.length.
func (r *TimeRanges) Length() uint32 { return uint32(len(r.ranges)) }

// Start is TimeRanges.start.
func (r *TimeRanges) Start(i uint32) (float64, error) { return r.bound(i, 0) }

// End is TimeRanges.end.
func (r *TimeRanges) End(i uint32) (float64, error) { return r.bound(i, 1) }

func (r *TimeRanges) bound(i uint32, end int) (float64, error) {
	if int64(i) >= int64(len(r.ranges)) {
		return 0, exception("IndexSizeError", "The index provided ("+itoa(int(i))+") is greater than or equal to the maximum bound ("+itoa(len(r.ranges))+").")
	}
	return r.ranges[i][end], nil
}

// later runs f in a task, unless the element loads anew, or is gone, by then.
func (e HTMLMediaElement) later(f func()) {
	w := e.win()
	h, m := e.store().Handle(e.ID), e.media()
	serial := m.serial
	unpin := e.w.World.Pin(e.ID)
	w.Host.Post(w, SourceMedia, func() {
		unpin()
		if w.World.Store.Resolve(h) != 0 && m.serial == serial {
			f()
		}
	})
}

func (e HTMLMediaElement) fireLater(typ string) {
	e.later(func() { e.win().FireNode(e.ID, typ, false, false) })
}

// rejectPlays rejects the promises of play() in a task.
func (e HTMLMediaElement) rejectPlays(name, message string) {
	m := e.media()
	plays := m.plays
	m.plays = nil
	w := e.win()
	for _, p := range plays {
		done := w.keepActive(p.Value())
		w.Host.Post(w, SourceMedia, func() {
			p.Reject(NewDOMException(w.Realm, name, message))
			done()
		})
	}
}

// Load is HTMLMediaElement.load: the media element load algorithm.
// https://html.spec.whatwg.org/multipage/media.html#media-element-load-algorithm
func (e HTMLMediaElement) Load() {
	m := e.media()
	m.serial++
	e.rejectPlays("AbortError", "The play() request was interrupted by a new load request. https://goo.gl/LdLk22")
	if m.network == networkLoading || m.network == networkIdle {
		e.fireLater("abort")
	}
	if m.network != networkEmpty {
		e.fireLater("emptied")
		m.started = false
	}
	m.network, m.err, m.waits, m.start = networkEmpty, nil, false, 0
	if m.rate != m.defaultRate {
		m.rate = m.defaultRate
		e.fireLater("ratechange")
	}
	e.selectResource()
}

// selectResource is the resource selection algorithm; every resource is one that is not supported.
// https://html.spec.whatwg.org/multipage/media.html#concept-media-load-algorithm
func (e HTMLMediaElement) selectResource() {
	m := e.media()
	m.network = networkNoSource
	e.later(func() {
		src, has := e.store().LookupAttr(e.ID, atomSrc)
		var sources []dom.NodeID
		if !has {
			for c := e.store().FirstElementChild(e.ID); c != 0; c = e.store().NextElement(c) {
				if e.store().IsHTMLElement(c, atomSource) {
					sources = append(sources, c)
				}
			}
			if len(sources) == 0 {
				m.network = networkEmpty
				return
			}
		}
		m.network = networkLoading
		e.fireLater("loadstart")
		if u, ok := e.w.resolveURL(e.ID, src); has && ok && src != "" {
			m.src = u
			if equalFold(e.attr(atomPreload), "none") && !e.hasAttr(atomAutoplay) && !m.started {
				m.network, m.waits = networkIdle, true
				e.fireLater("suspend")
				return
			}
		}
		if has {
			e.later(func() { e.notSupported(src == "") })
			return
		}
		for _, c := range sources {
			h := e.store().Handle(c)
			e.later(func() {
				if e.store().Resolve(h) != 0 {
					e.win().FireNode(c, "error", false, false)
				}
			})
		}
		e.later(func() { m.network = networkNoSource })
	})
}

// notSupported is the "dedicated media source failure steps".
func (e HTMLMediaElement) notSupported(empty bool) {
	m := e.media()
	m.err = &MediaError{code: mediaErrSrcNotSupported, message: "MEDIA_ELEMENT_ERROR: Format error"}
	if empty {
		m.err.message = "MEDIA_ELEMENT_ERROR: Empty src attribute"
	}
	m.network = networkNoSource
	e.rejectPlays("NotSupportedError", "Failed to load because no supported source was found.")
	e.win().FireNode(e.ID, "error", false, false)
}

// mediaChanged is called when a media element got a src attribute, or came into a document with what it is to load.
func (w *World) mediaChanged(el dom.NodeID, attr bool) {
	win := w.WindowOf(el)
	if win == nil || win.closed {
		return
	}
	e := HTMLMediaElement(HTMLElement(Element(Node{nodeRef{win, el}})))
	if attr {
		e.Load()
		return
	}
	if st := w.wrappers.peek(el); st != nil && st.extra != nil && st.extra.media != nil && st.extra.media.network != networkEmpty {
		return
	}
	load := w.Store.HasAttr(el, atomSrc)
	for c := w.Store.FirstElementChild(el); c != 0 && !load; c = w.Store.NextElement(c) {
		load = w.Store.IsHTMLElement(c, atomSource)
	}
	if load {
		e.selectResource()
	}
}

// CanPlayType is HTMLMediaElement.canPlayType: nothing can be played.
func (e HTMLMediaElement) CanPlayType(typ string) string { return "" }

// Play is HTMLMediaElement.play. https://html.spec.whatwg.org/multipage/media.html#dom-media-play
func (e HTMLMediaElement) Play(c *js.Call) js.Value {
	m := e.media()
	p := c.Realm().NewPromise()
	if m.err != nil {
		p.Reject(NewDOMException(c.Realm(), "NotSupportedError", "The element has no supported sources."))
		return p.Value()
	}
	m.plays = append(m.plays, p)
	if m.network == networkEmpty {
		e.selectResource()
	}
	if !m.started {
		m.started = true
		e.fireLater("play")
		e.fireLater("waiting")
	}
	if m.waits {
		m.waits, m.network = false, networkLoading
		e.later(func() { e.notSupported(false) })
	}
	return p.Value()
}

// Pause is HTMLMediaElement.pause. https://html.spec.whatwg.org/multipage/media.html#dom-media-pause
func (e HTMLMediaElement) Pause() {
	m := e.media()
	if m.network == networkEmpty {
		e.selectResource()
	}
	if m.started {
		m.started = false
		e.fireLater("timeupdate")
		e.fireLater("pause")
		e.rejectPlays("AbortError", "The play() request was interrupted by a call to pause(). https://goo.gl/LdLk22")
	}
}

// Error is HTMLMediaElement.error.
func (e HTMLMediaElement) Error() *MediaError { return e.media().err }

// CurrentSrc is HTMLMediaElement.currentSrc.
func (e HTMLMediaElement) CurrentSrc() string { return e.media().src }

// NetworkState is HTMLMediaElement.networkState.
func (e HTMLMediaElement) NetworkState() uint16 { return e.media().network }

// ReadyState is HTMLMediaElement.readyState: HAVE_NOTHING.
func (e HTMLMediaElement) ReadyState() uint16 { return 0 }

// Preload is HTMLMediaElement.preload.
func (e HTMLMediaElement) Preload() string {
	if v := e.enumerated("preload", "metadata", "metadata", "none", "metadata", "auto", ""); v != "" {
		return v
	}
	return "auto"
}

// SetPreload sets HTMLMediaElement.preload.
func (e HTMLMediaElement) SetPreload(v string) { e.setNamed("preload", v) }

// Buffered is HTMLMediaElement.buffered.
func (e HTMLMediaElement) Buffered() *TimeRanges { return &TimeRanges{} }

// Played is HTMLMediaElement.played.
func (e HTMLMediaElement) Played() *TimeRanges { return &TimeRanges{} }

// Seekable is HTMLMediaElement.seekable.
func (e HTMLMediaElement) Seekable() *TimeRanges { return &TimeRanges{} }

// Seeking is HTMLMediaElement.seeking.
func (e HTMLMediaElement) Seeking() bool { return false }

// Ended is HTMLMediaElement.ended.
func (e HTMLMediaElement) Ended() bool { return false }

// Paused is HTMLMediaElement.paused.
func (e HTMLMediaElement) Paused() bool { return !e.media().started }

// Duration is HTMLMediaElement.duration.
func (e HTMLMediaElement) Duration() float64 { return math.NaN() }

// CurrentTime is HTMLMediaElement.currentTime: the default playback start position.
func (e HTMLMediaElement) CurrentTime() float64 { return e.media().start }

// SetCurrentTime sets HTMLMediaElement.currentTime.
func (e HTMLMediaElement) SetCurrentTime(v float64) { e.media().start = v }

// PlaybackRate is HTMLMediaElement.playbackRate.
func (e HTMLMediaElement) PlaybackRate() float64 { return e.media().rate }

// SetPlaybackRate sets HTMLMediaElement.playbackRate.
func (e HTMLMediaElement) SetPlaybackRate(v float64) { e.setRate(&e.media().rate, v) }

// DefaultPlaybackRate is HTMLMediaElement.defaultPlaybackRate.
func (e HTMLMediaElement) DefaultPlaybackRate() float64 { return e.media().defaultRate }

// SetDefaultPlaybackRate sets HTMLMediaElement.defaultPlaybackRate.
func (e HTMLMediaElement) SetDefaultPlaybackRate(v float64) { e.setRate(&e.media().defaultRate, v) }

func (e HTMLMediaElement) setRate(at *float64, v float64) {
	if *at != v {
		*at = v
		e.fireLater("ratechange")
	}
}

// PreservesPitch is HTMLMediaElement.preservesPitch.
func (e HTMLMediaElement) PreservesPitch() bool { return !e.media().changesPitch }

// SetPreservesPitch sets HTMLMediaElement.preservesPitch.
func (e HTMLMediaElement) SetPreservesPitch(v bool) { e.media().changesPitch = !v }

// Volume is HTMLMediaElement.volume.
func (e HTMLMediaElement) Volume() float64 { return e.media().volume }

// SetVolume sets HTMLMediaElement.volume.
func (e HTMLMediaElement) SetVolume(c *js.Call) js.Value {
	v := c.Double(0)
	switch {
	case c.Failed():
	case v < 0 || v > 1:
		s, _ := c.Realm().ToString(js.Number(v))
		return c.DOMException("IndexSizeError", "The volume provided (%s) is outside the range [0, 1].", s)
	case v != e.media().volume:
		e.media().volume = v
		e.fireLater("volumechange")
	}
	return js.Undefined
}

// Muted is HTMLMediaElement.muted.
func (e HTMLMediaElement) Muted() bool { return e.media().muted }

// SetMuted sets HTMLMediaElement.muted.
func (e HTMLMediaElement) SetMuted(v bool) {
	if m := e.media(); m.muted != v {
		m.muted = v
		e.fireLater("volumechange")
	}
}

// VideoWidth is HTMLVideoElement.videoWidth.
func (e HTMLVideoElement) VideoWidth() uint32 { return 0 }

// VideoHeight is HTMLVideoElement.videoHeight.
func (e HTMLVideoElement) VideoHeight() uint32 { return 0 }

// ConstructAudio is new Audio.
func ConstructAudio(c *js.Call) js.Value {
	w := windowOf(c.Realm())
	e := Element(Node{nodeRef{w, w.Doc.CreateElement(w.Doc.HTMLName(atomAudio))}})
	e.set(atomPreload, "auto")
	src := ""
	if c.Has(0) {
		src = c.DOMString(0)
	}
	if c.Failed() {
		return js.Undefined
	}
	v := constructNode(c, cls.HTMLAudioElement, e.ID)
	if c.Has(0) {
		e.set(atomSrc, src)
	}
	return v
}

// GetContext is HTMLCanvasElement.getContext: the engine has no context of any kind.
// https://html.spec.whatwg.org/multipage/canvas.html#dom-canvas-getcontext
func (e HTMLCanvasElement) GetContext(c *js.Call) js.Value {
	if c.NArgs() == 0 {
		return c.TypeError("1 argument required, but only 0 present.")
	}
	c.DOMString(0)
	return js.Null
}
