package bind

import (
	"weak"

	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/style/css"
)

// https://drafts.csswg.org/cssom-view/#mediaquerylist

// MediaQueryList is the state of a MediaQueryList.
type MediaQueryList struct {
	EventTarget
	list css.MediaQueryList
	last bool // what matches was when it was last evaluated
}

// mediaEntry leads to a list that is evaluated again with each frame. The list lives while script holds it, or while it is listened to.
type mediaEntry struct {
	list weak.Pointer[MediaQueryList]
	keep *MediaQueryList
}

// listened is the list while it is listened to, nil otherwise.
func (e *mediaEntry) listened() *MediaQueryList {
	if m := e.list.Value(); m != nil && !m.obj.IsNone() && m.listening() {
		return m
	}
	return nil
}

// MatchMedia is window.matchMedia.
func (w *Window) MatchMedia(query string) *MediaQueryList {
	m := &MediaQueryList{EventTarget: EventTarget{window: w}, list: css.ParseMedia(query)}
	m.last = m.matches()
	w.media = append(w.media, &mediaEntry{list: weak.Make(m)})
	return m
}

func (m *MediaQueryList) matches() bool {
	if m.window.styler == nil {
		return false
	}
	m.window.Host.UpdateViewport(m.window)
	env := m.window.styler.Media()
	return m.list.Matches(&env)
}

// Media is MediaQueryList.media.
func (m *MediaQueryList) Media() string { return m.list.String() }

// Matches is MediaQueryList.matches.
func (m *MediaQueryList) Matches() bool { return m.matches() }

// AddListener is MediaQueryList.addListener.
func (m *MediaQueryList) AddListener(callback js.Object) {
	if !callback.IsNone() {
		m.addListener(&listener{typ: "change", callback: callback}, nil)
	}
}

// RemoveListener is MediaQueryList.removeListener.
func (m *MediaQueryList) RemoveListener(callback js.Object) {
	if callback.IsNone() || m.reg == nil {
		return
	}
	if l := m.reg.find("change", callback, false); l != nil {
		m.removeListener(l)
	}
}

// evaluateMedia reports changes. https://drafts.csswg.org/cssom-view/#evaluate-media-queries-and-report-changes
func (w *Window) evaluateMedia() {
	if len(w.media) == 0 {
		return
	}
	kept := w.media[:0]
	var changed []*MediaQueryList
	for _, e := range w.media {
		m := e.list.Value()
		if m == nil || m.obj.IsNone() {
			continue
		}
		kept = append(kept, e)
		e.keep = e.listened()
		if v := m.matches(); v != m.last {
			m.last = v
			changed = append(changed, m)
		}
	}
	clear(w.media[len(kept):])
	w.media = kept
	for _, m := range changed {
		w.fire(&MediaQueryListEvent{Event: Event{typ: "change"}, media: m.Media(), matches: m.last}, pathTarget{other: m})
	}
}

// MediaQueryListEvent is the state of a MediaQueryListEvent.
type MediaQueryListEvent struct {
	Event
	media   string
	matches bool
}

// ConstructMediaQueryListEvent is new MediaQueryListEvent.
func ConstructMediaQueryListEvent(c *js.Call, typ string, i MediaQueryListEventInit) *MediaQueryListEvent {
	e := &MediaQueryListEvent{media: i.Media, matches: i.Matches}
	e.init(c, typ, i.EventInit)
	return e
}

// Media is MediaQueryListEvent.media.
func (e *MediaQueryListEvent) Media() string { return e.media }

// Matches is MediaQueryListEvent.matches.
func (e *MediaQueryListEvent) Matches() bool { return e.matches }
