package bind

import (
	"github.com/niso-engine/niso/style"
)

// pseudoNames are the pseudo-elements on which something can move.
var pseudoNames = map[style.Pseudo]string{style.PseudoBefore: "::before", style.PseudoAfter: "::after", style.PseudoMarker: "::marker",
	style.PseudoFirstLine: "::first-line", style.PseudoFirstLetter: "::first-letter", style.PseudoBackdrop: "::backdrop",
	style.PseudoPlaceholder: "::placeholder", style.PseudoSelection: "::selection", style.PseudoFileSelectorButton: "::file-selector-button"}

// FireMotion dispatches an event of a transition or animation.
// https://drafts.csswg.org/web-animations-1/#animation-playback-event-types https://drafts.csswg.org/css-transitions-2/#transition-events https://drafts.csswg.org/css-animations-1/#event-animationevent
func (w *Window) FireMotion(e style.MotionEvent) {
	if a := e.Animation; a != nil {
		if x, ok := a.Client().(*Animation); ok && x.listening() {
			w.fire(&AnimationPlaybackEvent{Event: Event{typ: e.Type}, current: e.Current, timeline: e.Timeline}, pathTarget{other: x.outer.(eventTarget)})
		}
		return
	}
	if !w.World.Store.Alive(e.Node) || w.World.Store.DocumentOf(e.Node) != w.Doc {
		return
	}
	ev := Event{typ: e.Type, bubbles: true, cancelable: e.Type == "transitionend" || e.Type[0] == 'a' && e.Type != "animationcancel"}
	if e.Transition {
		w.fire(&TransitionEvent{Event: ev, property: e.Name, elapsed: e.Elapsed, pseudo: pseudoNames[e.Pseudo]}, pathTarget{node: e.Node})
		return
	}
	w.fire(&AnimationEvent{Event: ev, name: e.Name, elapsed: e.Elapsed, pseudo: pseudoNames[e.Pseudo]}, pathTarget{node: e.Node})
}
