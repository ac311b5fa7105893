package style

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/style/css"
)

// Playback of animations: the procedures by which script, and the style pass, play, pause and seek them.
//
// Times are ms; an unresolved time is NaN. A task that is pending runs with the next Tick.
//
// https://drafts.csswg.org/web-animations-1/#animations

// PlayState is what an animation is doing.
type PlayState uint8

const (
	PlayIdle PlayState = iota
	PlayRunning
	PlayPaused
	PlayFinished
)

func (s PlayState) String() string {
	return [...]string{"idle", "running", "paused", "finished"}[s]
}

// Errors of the procedures: script sees an InvalidStateError, or a TypeError.
var (
	ErrEndless    = errors.New("the animation has no end") // InvalidStateError
	ErrNoTimeline = errors.New("the animation has no active timeline")
	ErrUnresolved = errors.New("the current time cannot become null") // TypeError
)

// AnimationClient is told what script may hear of an animation. An animation without one is not known to script.
type AnimationClient interface {
	ReadyPending()    // the ready promise was settled, and is to be a new one
	ReadyResolved()   //
	ReadyAborted()    // the ready promise was pending and is rejected; the next is resolved
	FinishedPending() // the finished promise was resolved, and is to be a new one
	FinishedResolved()
	FinishedAborted() // the finished promise is rejected, if it was pending, and is to be a new one
	Microtask(f func())
	Changed() // a frame may be due
}

// NewAnimation makes an animation without an effect. noTimeline: it has none; else its timeline began at origin of the document's.
func (s *Styler) NewAnimation(origin float64, noTimeline bool) *Animation {
	m := &s.motion
	m.seq++
	return &Animation{Kind: ScriptAnimation, s: s, origin: origin, noTimeline: noTimeline, rate: 1, pendingRate: unresolved, start: unresolved, hold: unresolved, previous: unresolved,
		seq: m.seq, progress: unresolved}
}

// TimelineTime is the time of the document's timeline: that of the last Tick.
func (s *Styler) TimelineTime() float64 { return s.motion.now }

// Effect is a keyframe effect: what is done to a target, and when.
type Effect struct {
	Target    dom.NodeID // 0: none
	Pseudo    Pseudo
	Timing    Timing
	Composite AnimationComposition
	Keyframes []Keyframe // by script; nil for those of a rule

	frames    *keyframeSet // compiled
	wm        WritingMode  // that they were compiled for
	dir       Direction
	easing    Easing    // between keyframes that name none
	from, to  *Computed // of a transition: records that have its values
	timed     bool      // script has set the timing: style does not any more
	animation *Animation
}

// Animation is what the effect is of, nil for none.
func (e *Effect) Animation() *Animation { return e.animation }

// SetTiming changes the timing.
func (e *Effect) SetTiming(t Timing) {
	e.Timing, e.timed = t, true
	e.changed()
}

// SetKeyframes changes the keyframes.
func (e *Effect) SetKeyframes(l []Keyframe) {
	e.Keyframes, e.frames = l, nil
	e.changed()
}

// SetTarget changes the target.
func (e *Effect) SetTarget(n dom.NodeID, p Pseudo) {
	e.Target, e.Pseudo = n, p
	e.changed()
}

// SetComposite changes how the values are put on what is below.
func (e *Effect) SetComposite(c AnimationComposition) {
	e.Composite = c
	e.changed()
}

func (e *Effect) changed() {
	if a := e.animation; a != nil {
		a.updateFinished(false, false)
		a.place()
	}
}

// Effect is the animation's effect, nil for none.
func (a *Animation) Effect() *Effect { return a.effect }

// Client is who is told of the animation; nil for none.
func (a *Animation) Client() AnimationClient { return a.client }

// SetClient makes the animation known to script. readyPending and finished say what its promises are to be now.
func (a *Animation) SetClient(c AnimationClient) (readyPending, finished bool) {
	a.client = c
	return a.Pending(), a.finished
}

// Pending reports whether the animation is about to play or pause.
func (a *Animation) Pending() bool { return a.pendingPlay || a.pendingPause }

// StartTime is when the animation began on its timeline, NaN if unresolved.
func (a *Animation) StartTime() float64 { return a.start }

// Rate is the playback rate.
func (a *Animation) Rate() float64 { return a.rate }

// ReplaceState is whether others may take, or took, the animation's place.
type ReplaceState uint8

const (
	ReplaceActive ReplaceState = iota
	ReplaceRemoved
	ReplacePersisted
)

func (s ReplaceState) String() string { return [...]string{"active", "removed", "persisted"}[s] }

// ReplaceState is the replace state.
func (a *Animation) ReplaceState() ReplaceState {
	switch {
	case a.removed:
		return ReplaceRemoved
	case a.persist:
		return ReplacePersisted
	}
	return ReplaceActive
}

// ByScript says that script plays or pauses: from now on animation-play-state does not.
func (a *Animation) ByScript() { a.played = true }

// Values are the longhands that the animation sets, with their computed values now.
func (a *Animation) Values() (l []KeyframeValue) {
	e := a.effect
	if e == nil {
		return nil
	}
	cs := a.s.Ensure(e.Target, e.Pseudo)
	if cs == nil {
		return nil
	}
	add := func(p PropertyID) {
		l = append(l, KeyframeValue{p.Name(), string(fieldTable[p].ops.text(nil, cs.Groups.at(p), &textCtx{prop: p, cs: cs, s: a.s}))})
	}
	if e.to != nil {
		add(a.Prop)
	} else if e.frames != nil {
		for i := range e.frames.props {
			add(e.frames.props[i].prop)
		}
	}
	return l
}

// KeyframesOf lists the keyframes of an effect: script's as script gave them, those of rules and transitions by their longhands.
func (s *Styler) KeyframesOf(e *Effect) (l []Keyframe) {
	if e.Keyframes != nil {
		return e.Keyframes
	}
	at := func(offset float64, k *propKey) *Keyframe {
		for i := range l {
			if f := &l[i]; f.Offset == offset && (k == nil || f.matches(e, k)) {
				return f
			}
		}
		f := Keyframe{Offset: offset, Computed: offset, Easing: e.easing}
		if k != nil && k.hasEasing {
			f.Easing = k.easing
		}
		f.Composite = &e.Composite
		if k != nil && k.hasComposite {
			f.Composite = &k.composite
		}
		l = append(l, f)
		return &l[len(l)-1]
	}
	computed := func(cs *Computed, p PropertyID) string {
		if cs == nil {
			return ""
		}
		return string(fieldTable[p].ops.text(nil, cs.Groups.at(p), &textCtx{prop: p, cs: cs, s: s}))
	}
	if a := e.animation; e.to != nil && a != nil {
		name := a.Prop.Name()
		return []Keyframe{{Values: []KeyframeValue{{name, computed(e.from, a.Prop)}}},
			{Offset: 1, Computed: 1, Values: []KeyframeValue{{name, computed(e.to, a.Prop)}}}}
	}
	if e.frames == nil {
		return nil
	}
	for i := range e.frames.props {
		pf := &e.frames.props[i]
		for j := range pf.keys {
			k := &pf.keys[j]
			var text string
			if k.neutral {
				var base *Computed
				if mo := s.motion.by[motionKey{e.Target, e.Pseudo}]; mo != nil {
					base = mo.base
				}
				text = computed(base, pf.prop)
			} else if v, ok := k.v.box.(*varValue); ok && k.v.kind == valueVar {
				text = v.text
			} else {
				text = specText(pf.prop, k.v)
			}
			f := at(k.offset, k)
			f.Values = append(f.Values, KeyframeValue{pf.prop.Name(), text})
		}
	}
	slices.SortStableFunc(l, func(a, b Keyframe) int { return cmp.Compare(a.Offset, b.Offset) })
	return l
}

// matches reports whether a value belongs to the keyframe, whose offset is right.
func (f *Keyframe) matches(e *Effect, k *propKey) bool {
	easing := e.easing
	if k.hasEasing {
		easing = k.easing
	}
	composite := e.Composite
	if k.hasComposite {
		composite = k.composite
	}
	return *f.Composite == composite && f.Easing.Text() == easing.Text()
}

// Now is the animation's current time, NaN if unresolved.
func (a *Animation) Now() float64 { return a.CurrentTime(a.s.motion.now) }

// Sample is where the effect is; ok is false without an effect.
func (a *Animation) Sample() (s Sample, ok bool) {
	if a.effect == nil {
		return s, false
	}
	return a.sample(a.s.motion.now), true
}

func (a *Animation) sample(now float64) Sample {
	if a.effect == nil {
		return Sample{Progress: unresolved}
	}
	return a.effect.Timing.At(a.CurrentTime(now), a.rate < 0)
}

// timeline is the time of the animation's timeline, NaN without one.
func (a *Animation) timeline() float64 {
	if a.noTimeline {
		return unresolved
	}
	return a.s.motion.now - a.origin
}

func (a *Animation) end() float64 {
	if a.effect == nil {
		return 0
	}
	return a.effect.Timing.EndTime()
}

// effectiveRate is the playback rate that was asked for.
func (a *Animation) effectiveRate() float64 {
	if !math.IsNaN(a.pendingRate) {
		return a.pendingRate
	}
	return a.rate
}

func (a *Animation) applyPendingRate() {
	if !math.IsNaN(a.pendingRate) {
		a.rate, a.pendingRate = a.pendingRate, unresolved
	}
}

// State is the play state.
// https://drafts.csswg.org/web-animations-1/#play-states
func (a *Animation) State() PlayState {
	now := a.Now()
	rate := a.effectiveRate()
	switch {
	case math.IsNaN(now) && math.IsNaN(a.start) && !a.Pending():
		return PlayIdle
	case a.pendingPause || math.IsNaN(a.start) && !a.pendingPlay:
		return PlayPaused
	case rate > 0 && now >= a.end() || rate < 0 && now <= 0:
		return PlayFinished
	}
	return PlayRunning
}

// Relevant reports whether the animation is in effect, or may come to be by itself.
func (a *Animation) Relevant() bool {
	if a.effect == nil || a.removed {
		return false
	}
	s := a.sample(a.s.motion.now)
	return !math.IsNaN(s.Progress) || s.Phase == PhaseActive || s.Phase == PhaseBefore && a.rate > 0 || s.Phase == PhaseAfter && a.rate < 0
}

// SetEffect gives the animation another effect, or none.
// https://drafts.csswg.org/web-animations-1/#setting-the-associated-effect
func (a *Animation) SetEffect(e *Effect) {
	if a.effect == e {
		return
	}
	if a.effect != nil {
		a.effect.animation = nil
	}
	if e != nil {
		if other := e.animation; other != nil {
			other.SetEffect(nil)
		}
		e.animation = a
	}
	a.effect = e
	a.updateFinished(false, false)
	a.place()
}

// SetTimeline moves the animation to another timeline, or to none.
// https://drafts.csswg.org/web-animations-1/#setting-the-timeline
func (a *Animation) SetTimeline(origin float64, none bool) {
	if a.noTimeline == none && (none || a.origin == origin) {
		return
	}
	a.origin, a.noTimeline = origin, none
	if !math.IsNaN(a.start) {
		a.hold = unresolved
	}
	a.updateFinished(false, false)
	a.place()
}

// seek is "silently set the current time".
// https://drafts.csswg.org/web-animations-1/#silently-set-the-current-time
func (a *Animation) seek(to float64) error {
	if math.IsNaN(to) {
		if !math.IsNaN(a.Now()) {
			return ErrUnresolved
		}
		return nil
	}
	now := a.timeline()
	if !math.IsNaN(a.hold) || math.IsNaN(a.start) || math.IsNaN(now) || a.rate == 0 {
		a.hold = to
	} else {
		a.start = now - to/a.rate
	}
	if math.IsNaN(now) {
		a.start = unresolved
	}
	a.previous = unresolved
	return nil
}

// SetCurrentTime seeks.
// https://drafts.csswg.org/web-animations-1/#setting-the-current-time-of-an-animation
func (a *Animation) SetCurrentTime(to float64) error {
	if err := a.seek(to); err != nil || math.IsNaN(to) {
		return err
	}
	if a.pendingPause {
		a.hold = to
		a.applyPendingRate()
		a.start = unresolved
		a.pendingPause = false
		a.ready()
	}
	a.updateFinished(true, false)
	a.place()
	return nil
}

// SetStartTime moves the animation on its timeline.
// https://drafts.csswg.org/web-animations-1/#setting-the-start-time-of-an-animation
func (a *Animation) SetStartTime(to float64) {
	if math.IsNaN(a.timeline()) && !math.IsNaN(to) {
		a.hold = unresolved
	}
	previous := a.Now()
	a.applyPendingRate()
	a.start = to
	if math.IsNaN(to) {
		a.hold = previous
	} else if a.rate != 0 {
		a.hold = unresolved
	}
	if a.Pending() {
		a.pendingPlay, a.pendingPause = false, false
		a.ready()
	}
	a.updateFinished(true, false)
	a.place()
}

// Play plays; with rewind from the beginning, where the animation is at its end.
// https://drafts.csswg.org/web-animations-1/#playing-an-animation-section
func (a *Animation) Play(rewind bool) error {
	aborted := a.pendingPause
	hadReady := false
	to := unresolved
	now, rate, end := a.Now(), a.effectiveRate(), a.end()
	switch {
	case rate >= 0 && rewind && (math.IsNaN(now) || now < 0 || now >= end):
		to = 0
	case rate < 0 && rewind && (math.IsNaN(now) || now <= 0 || now > end):
		if math.IsInf(end, 1) {
			return ErrEndless
		}
		to = end
	case rate == 0 && math.IsNaN(now):
		to = 0
	}
	if !math.IsNaN(to) {
		a.hold = to
	}
	if !math.IsNaN(a.hold) {
		a.start = unresolved
	}
	if a.Pending() {
		a.pendingPlay, a.pendingPause = false, false
		hadReady = true
	}
	if math.IsNaN(a.hold) && math.IsNaN(to) && !aborted && math.IsNaN(a.pendingRate) {
		return nil
	}
	if !hadReady {
		a.tell(AnimationClient.ReadyPending)
	}
	a.pendingPlay = true
	a.removed = false
	a.updateFinished(false, false)
	a.place()
	return nil
}

// Pause pauses.
// https://drafts.csswg.org/web-animations-1/#pausing-an-animation-section
func (a *Animation) Pause() error {
	if a.pendingPause || a.State() == PlayPaused {
		return nil
	}
	if math.IsNaN(a.Now()) {
		to := 0.0
		if a.rate < 0 {
			if to = a.end(); math.IsInf(to, 1) {
				return ErrEndless
			}
		}
		a.hold = to
	}
	hadReady := a.pendingPlay
	a.pendingPlay = false
	if !hadReady {
		a.tell(AnimationClient.ReadyPending)
	}
	a.pendingPause = true
	a.updateFinished(false, false)
	a.place()
	return nil
}

// runPending runs what is pending at a time of the timeline.
func (a *Animation) runPending() {
	now := a.timeline()
	if math.IsNaN(now) {
		return
	}
	switch {
	case a.pendingPlay:
		a.pendingPlay = false
		if !math.IsNaN(a.hold) {
			a.applyPendingRate()
			a.start = now
			if a.rate != 0 {
				a.start = now - a.hold/a.rate
				a.hold = unresolved
			}
		} else if !math.IsNaN(a.start) && !math.IsNaN(a.pendingRate) {
			at := (now - a.start) * a.rate
			a.applyPendingRate()
			if a.rate == 0 {
				a.hold, a.start = at, now
			} else {
				a.start = now - at/a.rate
			}
		}
	case a.pendingPause:
		a.pendingPause = false
		if !math.IsNaN(a.start) && math.IsNaN(a.hold) {
			a.hold = (now - a.start) * a.rate
		}
		a.applyPendingRate()
		a.start = unresolved
	default:
		return
	}
	a.ready()
	a.updateFinished(false, false)
}

func (a *Animation) ready() { a.tell(AnimationClient.ReadyResolved) }

// Finish seeks to the end.
// https://drafts.csswg.org/web-animations-1/#finishing-an-animation-section
func (a *Animation) Finish() error {
	rate, end := a.effectiveRate(), a.end()
	if rate == 0 || rate > 0 && math.IsInf(end, 1) {
		return ErrEndless
	}
	a.applyPendingRate()
	limit := 0.0
	if rate > 0 {
		limit = end
	}
	if err := a.seek(limit); err != nil {
		return err
	}
	now := a.timeline()
	if math.IsNaN(a.start) && !math.IsNaN(now) {
		a.start = now - limit/a.rate
	}
	if !math.IsNaN(a.start) && a.Pending() {
		if a.pendingPause {
			a.hold = unresolved
		}
		a.pendingPlay, a.pendingPause = false, false
		a.ready()
	}
	a.updateFinished(true, true)
	a.place()
	return nil
}

// resetPending forgets what is pending.
func (a *Animation) resetPending() {
	if !a.Pending() {
		return
	}
	a.pendingPlay, a.pendingPause = false, false
	a.applyPendingRate()
	a.tell(AnimationClient.ReadyAborted)
}

// Cancel takes all of the animation's effect away.
// https://drafts.csswg.org/web-animations-1/#canceling-an-animation-section
func (a *Animation) Cancel() {
	m := &a.s.motion
	if a.State() != PlayIdle {
		a.resetPending()
		if a.Kind != ScriptAnimation {
			m.ended(a)
			a.phase, a.progress = PhaseIdle, unresolved
		}
		if mo := m.by[motionKey{a.Node, a.Pseudo}]; a.owned && a.Kind == CSSTransition && mo != nil {
			mo.transitions = slices.DeleteFunc(mo.transitions, func(x *Animation) bool { return x == a })
			a.owned = false
			a.s.mark(a.Node, dirtySelf)
			a.s.moved = true
		}
		a.finished = false
		a.tell(AnimationClient.FinishedAborted)
		m.playbackEvent(a, "cancel", unresolved, m.now)
	}
	a.hold, a.start = unresolved, unresolved
	a.place()
}

// Reverse plays in the other direction.
// https://drafts.csswg.org/web-animations-1/#reversing-an-animation-section
func (a *Animation) Reverse() error {
	if math.IsNaN(a.timeline()) {
		return ErrNoTimeline
	}
	was := a.pendingRate
	a.pendingRate = -a.effectiveRate()
	if err := a.Play(true); err != nil {
		a.pendingRate = was
		return err
	}
	return nil
}

// SetRate changes the playback rate at once.
// https://drafts.csswg.org/web-animations-1/#setting-the-playback-rate-of-an-animation
func (a *Animation) SetRate(rate float64) {
	a.pendingRate = unresolved
	was := a.Now()
	a.rate = rate
	if !math.IsNaN(was) {
		_ = a.SetCurrentTime(was) // a resolved time is no error
	}
	a.place()
}

// UpdateRate changes the playback rate without a jump.
// https://drafts.csswg.org/web-animations-1/#seamlessly-updating-the-playback-rate-of-an-animation
func (a *Animation) UpdateRate(rate float64) {
	was := a.State()
	a.pendingRate = rate
	if a.Pending() {
		return
	}
	switch was {
	case PlayIdle, PlayPaused:
		a.applyPendingRate()
	case PlayFinished:
		now := a.timeline()
		at := (now - a.start) * a.rate
		if rate == 0 {
			a.start = now
		} else {
			a.start = now - at/rate
		}
		a.applyPendingRate()
		a.updateFinished(false, false)
	default:
		_ = a.Play(false) // without a rewind nothing can fail
	}
	a.place()
}

// updateFinished brings hold time and finished promise up to the current time.
// https://drafts.csswg.org/web-animations-1/#update-an-animations-finished-state
func (a *Animation) updateFinished(sought, sync bool) {
	now := a.timeline()
	at := a.Now()
	if !sought {
		at = (now - a.start) * a.rate
	}
	if !math.IsNaN(at) && !math.IsNaN(a.start) && !a.Pending() {
		end := a.end()
		switch {
		case a.rate > 0 && at >= end:
			if sought {
				a.hold = at
			} else if math.IsNaN(a.previous) {
				a.hold = end
			} else {
				a.hold = max(a.previous, end)
			}
		case a.rate < 0 && at <= 0:
			if sought {
				a.hold = at
			} else if math.IsNaN(a.previous) {
				a.hold = 0
			} else {
				a.hold = min(a.previous, 0)
			}
		case a.rate != 0 && !math.IsNaN(now):
			if sought && !math.IsNaN(a.hold) {
				a.start = now - a.hold/a.rate
			}
			a.hold = unresolved
		}
	}
	a.previous = a.Now()
	if a.State() != PlayFinished {
		if a.finished {
			a.finished = false
			a.tell(AnimationClient.FinishedPending)
		}
		return
	}
	switch {
	case a.finished:
	case a.client == nil:
		a.finished = true
	case sync:
		a.finish()
	case !a.finishing:
		a.finishing = true
		a.tell(func(c AnimationClient) {
			c.Microtask(func() {
				if a.finishing {
					a.finish()
				}
			})
		})
	}
}

// finish runs the finish notification steps.
func (a *Animation) finish() {
	a.finishing = false
	if a.finished || a.State() != PlayFinished {
		return
	}
	a.finished = true
	a.tell(AnimationClient.FinishedResolved)
	m := &a.s.motion
	at := m.now
	if !math.IsNaN(a.start) && a.rate != 0 {
		at = a.origin + a.start + a.end()/a.rate
	}
	m.playbackEvent(a, "finish", a.Now(), at)
}

// playbackEvent queues an event at the animation.
func (m *motion) playbackEvent(a *Animation, typ string, current, at float64) {
	if a.client == nil {
		return
	}
	m.events = append(m.events, MotionEvent{Type: typ, Animation: a, Current: current, Timeline: a.timeline(), at: at, seq: a.seq})
	m.seen = true
}

// place puts the animation among what moves on its target, or takes it away, and has the target's style computed anew.
func (a *Animation) place() {
	s := a.s
	m := &s.motion
	switch {
	case m.inPass: // which computes the style of an owned one
	case a.owned:
		s.mark(a.Node, dirtySelf)
		s.moved = true
	default:
		var k motionKey
		if e := a.effect; e != nil && e.Target != 0 && s.doc.Alive(e.Target) && s.doc.Store.DocumentOf(e.Target) == s.doc && (a.Relevant() || a.Pending()) {
			k = motionKey{e.Target, e.Pseudo}
		}
		if a.at != k {
			a.leave()
		}
		if k.el != 0 {
			mo := m.by[k]
			if mo == nil {
				mo = &moving{}
				if m.by == nil {
					m.by = make(map[motionKey]*moving)
				}
				m.by[k] = mo
				m.any.Store(true)
			}
			if a.at != k {
				a.at = k
				i, _ := slices.BinarySearchFunc(mo.scripts, a.seq, func(x *Animation, seq uint64) int { return int(int64(x.seq) - int64(seq)) })
				mo.scripts = slices.Insert(mo.scripts, i, a)
			}
			m.seen = true
			s.mark(k.el, dirtySelf)
			s.moved = true
		}
	}
	m.dirty = true
	a.tell(AnimationClient.Changed)
}

// tell tells the client, when no pass is on.
func (a *Animation) tell(f func(AnimationClient)) {
	c, m := a.client, &a.s.motion
	switch {
	case c == nil:
	case m.inPass:
		m.later = append(m.later, func() { f(c) })
	default:
		f(c)
	}
}

// endPass tells the clients what a pass did.
func (m *motion) endPass() {
	m.inPass = false
	l := m.later
	m.later = nil
	for _, f := range l {
		f()
	}
}

// leave takes a script's animation from what moves on its target.
func (a *Animation) leave() {
	s := a.s
	if a.at.el == 0 {
		return
	}
	if mo := s.motion.by[a.at]; mo != nil {
		mo.scripts = slices.DeleteFunc(mo.scripts, func(x *Animation) bool { return x == a })
		if s.doc.Alive(a.at.el) {
			s.mark(a.at.el, dirtySelf)
			s.moved = true
		}
	}
	a.at = motionKey{}
}

// disown makes an animation of a rule one that only script has.
func (m *motion) disown(a *Animation) {
	m.ended(a)
	a.owned = false
	a.phase = PhaseIdle
	a.resetPending()
	a.finished = false
	if !math.IsNaN(a.Now()) {
		a.tell(AnimationClient.FinishedAborted)
		m.playbackEvent(a, "cancel", unresolved, m.now)
	}
	a.hold, a.start = unresolved, unresolved
}

// removeReplaced removes the animations that are over and whose properties later ones that are over set as well.
// https://drafts.csswg.org/web-animations-1/#removing-replaced-animations
func (s *Styler) removeReplaced(mo *moving) {
	if len(mo.scripts) < 2 {
		return
	}
	set := map[PropertyID]bool{}
	for _, a := range slices.Backward(slices.Clone(mo.scripts)) {
		if a.State() != PlayFinished || a.effect == nil || a.effect.frames == nil || a.persist {
			continue
		}
		replaced := len(a.effect.frames.props) > 0
		for i := range a.effect.frames.props {
			p := a.effect.frames.props[i].prop
			replaced = replaced && set[p]
		}
		for i := range a.effect.frames.props {
			set[a.effect.frames.props[i].prop] = true
		}
		if replaced {
			a.removed = true
			a.leave()
			s.motion.playbackEvent(a, "remove", a.Now(), s.motion.now)
		}
	}
}

// Persist keeps the animation from being removed because others take its place.
func (a *Animation) Persist() {
	a.persist = true
	if a.removed {
		a.removed = false
		a.place()
	}
}

// Animations lists those of the elements and pseudo-elements that want says yes to, that are in effect or will be, in the order in which they are composed.
func (s *Styler) Animations(want func(n dom.NodeID, p Pseudo) bool) (l []*Animation) {
	for k, mo := range s.motion.by {
		if want(k.el, k.pseudo) {
			for _, of := range [][]*Animation{mo.transitions, mo.animations, mo.scripts} {
				l = append(l, of...)
			}
		}
	}
	l = slices.DeleteFunc(l, func(a *Animation) bool { return !a.Relevant() })
	class := func(a *Animation) int {
		if !a.owned {
			return int(ScriptAnimation)
		}
		return int(a.Kind)
	}
	slices.SortFunc(l, func(a, b *Animation) int {
		if c := class(a) - class(b); c != 0 {
			return c
		}
		if a.owned {
			if a.Node != b.Node {
				return s.doc.CompareOrder(a.Node, b.Node)
			}
			if a.Pseudo != b.Pseudo {
				return int(a.Pseudo) - int(b.Pseudo)
			}
			if a.Kind == CSSAnimation {
				mo := s.motion.by[motionKey{a.Node, a.Pseudo}]
				return slices.Index(mo.animations, a) - slices.Index(mo.animations, b)
			}
		}
		return int(int64(a.seq) - int64(b.seq))
	})
	return l
}

// Clients calls f for the clients of the animations that go on, or that a document can tell of.
func (s *Styler) Clients(f func(c AnimationClient)) {
	for _, mo := range s.motion.by {
		for _, l := range [][]*Animation{mo.transitions, mo.animations, mo.scripts} {
			for _, a := range l {
				if a.client != nil && (a.owned || a.State() != PlayFinished || s.doc.IsConnected(a.at.el)) {
					f(a.client)
				}
			}
		}
	}
	for i := range s.motion.events {
		if a := s.motion.events[i].Animation; a != nil && a.client != nil {
			f(a.client)
		}
	}
}

// Keyframe is a keyframe of script.
type Keyframe struct {
	Offset    float64 // NaN: where the others leave it
	Computed  float64 // offset
	Easing    Easing
	Composite *AnimationComposition // nil: that of the effect
	Values    []KeyframeValue
}

// KeyframeValue is one property of a keyframe: a longhand, a shorthand or a custom property.
type KeyframeValue struct{ Name, Text string }

// ParseEasing reads an easing function.
func ParseEasing(text string) (Easing, bool) {
	p := css.NewValueParser(text)
	e, ok := parseEasing(&p, &parseCtx{})
	return e, ok && p.AtEnd()
}

// Text serializes the easing function.
func (e Easing) Text() string { return string(appendEasing(nil, e, &textCtx{specified: true})) }

// framesOf are the compiled keyframes of an effect on an element whose rules give base.
func (s *Styler) framesOf(e *Effect, base *Computed) *keyframeSet {
	wm, dir := base.Text.WritingMode, base.Text.Direction
	if e.frames != nil && (e.Keyframes == nil || e.wm == wm && e.dir == dir) {
		return e.frames
	}
	d := &decls{ctx: s.parseCtx(s.doc.URL, OriginAuthor)}
	frames := make([]keyframe, 0, len(e.Keyframes))
	for i := range e.Keyframes {
		k := &e.Keyframes[i]
		f := keyframe{propKey: propKey{offset: k.Computed, frame: i, easing: k.Easing, hasEasing: true}}
		if k.Composite != nil {
			f.composite, f.hasComposite = *k.Composite, true
		}
		values := slices.Clone(k.Values)
		slices.SortStableFunc(values, func(a, b KeyframeValue) int { return rankOf(a.Name) - rankOf(b.Name) })
		f.b = d.begin()
		for _, v := range values {
			flags := css.DeclFlags(0)
			if hasVar(v.Text) {
				flags |= css.DeclVar
			}
			if a := s.doc.Atoms.Lookup(v.Name); a != atom.None && !strings.HasPrefix(v.Name, "--") {
				d.add(&f.b, a, v.Text, css.NewValueParser(v.Text), flags)
			}
		}
		d.end(&f.b)
		frames = append(frames, f)
	}
	e.frames, e.wm, e.dir = frameSet(d, frames, wm, dir, false), wm, dir
	return e.frames
}

// rankOf orders the properties of a keyframe: a later one overrides what an earlier one gave to the same longhand.
// https://drafts.csswg.org/web-animations-1/#calculating-computed-keyframes
func rankOf(name string) int {
	p, short, ok := PropertyByName(name)
	switch {
	case !ok:
		return 0
	case short != 0:
		return -len(short.longhands())
	case p.isLogical():
		return 1
	}
	return 2
}
