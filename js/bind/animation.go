package bind

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/style"
)

// Web animations: what script sees of style's animations (style/playback.go), which keep their times and play.
//
// How they live: style lists what goes on, and the window marks it (style.Styler.Clients); an animation that is over lives while script holds it.
//
// https://drafts.csswg.org/web-animations-1/#programming-interface

// AnimationTimeline is a source of time.
type AnimationTimeline struct {
	Object
	window *Window
	origin float64 // ms of the document's time
	outer  platform
}

// DocumentTimeline is a timeline of a document.
type DocumentTimeline struct{ AnimationTimeline }

func newDocumentTimeline(w *Window, origin float64) *DocumentTimeline {
	t := &DocumentTimeline{AnimationTimeline{window: w, origin: origin}}
	t.outer = t
	return t
}

// ConstructDocumentTimeline is new DocumentTimeline.
func ConstructDocumentTimeline(c *js.Call, o DocumentTimelineOptions) *DocumentTimeline {
	return newDocumentTimeline(windowOf(c.Realm()), o.OriginTime)
}

// CurrentTime is AnimationTimeline.currentTime.
func (t *AnimationTimeline) CurrentTime(c *js.Call) js.Value {
	if t.window.closed || t.window.styler == nil {
		return js.Null
	}
	return js.Number(t.window.styler.TimelineTime() - t.origin)
}

// Timeline is Document.timeline.
func (d Document) Timeline() *DocumentTimeline {
	w := d.w.World.WindowOf(d.ID)
	if w == nil { // a document that is not shown has a timeline that stands still
		w = d.w
	}
	return w.documentTimeline()
}

func (w *Window) documentTimeline() *DocumentTimeline {
	if w.timeline == nil {
		w.timeline = newDocumentTimeline(w, 0)
	}
	return w.timeline
}

// Animation is an animation as script sees it.
type Animation struct {
	EventTarget
	a        *style.Animation
	effect   *KeyframeEffect
	timeline *AnimationTimeline
	id       string
	outer    platform // the animation as the type of its interface

	ready, finished         *js.Promise // made when script asks
	readyPending, isResolve bool        // what they are, or would be
}

// CSSAnimation is an animation of animation-name.
type CSSAnimation struct{ Animation }

// CSSTransition is a transition.
type CSSTransition struct{ Animation }

// AnimationEffect is what an animation does: all are keyframe effects.
type AnimationEffect struct {
	Object
	window       *Window
	e            *style.Effect
	autoFill     bool
	autoDuration bool
	outer        *KeyframeEffect
}

// KeyframeEffect is an effect of keyframes on an element or pseudo-element.
type KeyframeEffect struct {
	AnimationEffect
	target *nodeState
	pseudo string // "" for none
}

func newKeyframeEffect(w *Window, e *style.Effect) *KeyframeEffect {
	x := &KeyframeEffect{AnimationEffect: AnimationEffect{window: w, e: e}}
	x.outer = x
	return x
}

func (x *Animation) trace(t *js.Tracer) {
	x.EventTarget.trace(t)
	mark(t, x.effect)
	mark(t, x.timeline)
	markPromise(t, x.ready)
	markPromise(t, x.finished)
}

// dropped forgets what the object had.
func (x *Animation) dropped() { x.ready, x.finished, x.reg = nil, nil, nil }

func (x *KeyframeEffect) trace(t *js.Tracer) { x.target.mark(t) }

func (x *Animation) script(r *js.Realm) js.Value { return objectOf(r, x.outer) }

// animationOf is the state of an animation that script asks for.
func (w *Window) animationOf(a *style.Animation) *Animation {
	if c, ok := a.Client().(*Animation); ok {
		return c
	}
	var x *Animation
	switch a.Kind {
	case style.CSSAnimation:
		o := &CSSAnimation{}
		x, o.outer = &o.Animation, o
	case style.CSSTransition:
		o := &CSSTransition{}
		x, o.outer = &o.Animation, o
	default:
		x = &Animation{}
		x.outer = x
	}
	x.window, x.a, x.timeline = w, a, &w.documentTimeline().AnimationTimeline
	x.readyPending, x.isResolve = a.SetClient(x)
	if e := a.Effect(); e != nil {
		x.effect = newKeyframeEffect(w, e)
		x.effect.pseudo = pseudoNames[e.Pseudo]
		if e.Target != 0 {
			x.effect.target = w.World.wrappers.state(w.Realm, e.Target)
		}
	}
	return x
}

// ConstructAnimation is new Animation.
func ConstructAnimation(c *js.Call) js.Value {
	w := windowOf(c.Realm())
	x := &Animation{}
	x.outer, x.window = x, w
	if w.styler == nil {
		return throwErr(c, exception("NotSupportedError", "The document is not shown."))
	}
	var effect *AnimationEffect
	if v := c.Arg(0); !v.IsNullish() {
		h := c.HostArg(0, cls.AnimationEffect)
		if c.Failed() {
			return js.Undefined
		}
		effect = h.State().(interface{ asAnimationEffect() *AnimationEffect }).asAnimationEffect()
	}
	switch v := c.Arg(1); {
	case v.IsUndefined():
		x.timeline = &w.documentTimeline().AnimationTimeline
	case !v.IsNull():
		h := c.HostArg(1, cls.AnimationTimeline)
		if c.Failed() {
			return js.Undefined
		}
		x.timeline = h.State().(interface{ asAnimationTimeline() *AnimationTimeline }).asAnimationTimeline()
	}
	x.make()
	x.SetEffect(effect)
	return constructed(c, cls.Animation, x)
}

func (x *Animation) make() {
	origin := 0.0
	if x.timeline != nil {
		origin = x.timeline.origin
	}
	x.a = x.window.styler.NewAnimation(origin, x.timeline == nil)
	x.a.SetClient(x)
}

// ---- style.AnimationClient

// ReadyPending is of style.AnimationClient.
func (x *Animation) ReadyPending() { x.ready, x.readyPending = nil, true }

// ReadyResolved is of style.AnimationClient.
func (x *Animation) ReadyResolved() {
	x.readyPending = false
	if x.ready != nil {
		x.ready.Resolve(x.script(x.window.Realm))
	}
}

// ReadyAborted is of style.AnimationClient.
func (x *Animation) ReadyAborted() {
	if x.ready != nil && x.readyPending {
		x.abort(x.ready)
	}
	x.ready, x.readyPending = nil, false
}

// FinishedPending is of style.AnimationClient.
func (x *Animation) FinishedPending() { x.finished, x.isResolve = nil, false }

// FinishedResolved is of style.AnimationClient.
func (x *Animation) FinishedResolved() {
	x.isResolve = true
	if x.finished != nil {
		x.finished.Resolve(x.script(x.window.Realm))
	}
}

// FinishedAborted is of style.AnimationClient.
func (x *Animation) FinishedAborted() {
	if x.finished != nil && !x.isResolve {
		x.abort(x.finished)
	}
	x.FinishedPending()
}

func (x *Animation) abort(p *js.Promise) {
	x.window.Realm.MarkHandled(p.Value())
	p.Reject(NewDOMException(x.window.Realm, "AbortError", "The user aborted a request."))
}

// Microtask is of style.AnimationClient.
func (x *Animation) Microtask(f func()) {
	w := x.window
	if w.closed {
		return
	}
	w.World.Runtime.EnqueueJob(w.Realm, func() error {
		f()
		return nil
	}, x.script(w.Realm))
}

// Changed is of style.AnimationClient.
func (x *Animation) Changed() {
	if !x.window.closed {
		x.window.Host.NeedFrame(x.window)
	}
}

// ---- Animation

// Ready is Animation.ready.
func (x *Animation) Ready(c *js.Call) js.Value {
	x.flush()
	if x.ready == nil {
		x.ready = x.window.Realm.NewPromise()
		if !x.readyPending {
			x.ready.Resolve(x.script(c.Realm()))
		}
	}
	return x.ready.Value()
}

// Finished is Animation.finished.
func (x *Animation) Finished(c *js.Call) js.Value {
	x.flush()
	if x.finished == nil {
		x.finished = x.window.Realm.NewPromise()
		if x.isResolve {
			x.finished.Resolve(x.script(c.Realm()))
		}
	}
	return x.finished.Value()
}

// flush brings the animations of rules up to the document's style.
func (x *Animation) flush() {
	if x.a.Kind != style.ScriptAnimation && !x.window.closed {
		x.window.Host.UpdateStyle(x.window)
	}
}

// Id is Animation.id.
func (x *Animation) Id() string { return x.id }

// SetId sets Animation.id.
func (x *Animation) SetId(v string) { x.id = v }

// Effect is Animation.effect.
func (x *Animation) Effect() *KeyframeEffect {
	if x.a.Effect() == nil {
		x.effect = nil // another animation has it
	}
	return x.effect
}

// SetEffect sets Animation.effect.
func (x *Animation) SetEffect(e *AnimationEffect) {
	x.effect = nil
	if e == nil {
		x.a.SetEffect(nil)
		return
	}
	x.effect = e.outer
	x.a.SetEffect(e.e)
}

// Timeline is Animation.timeline.
func (x *Animation) Timeline(c *js.Call) js.Value {
	if x.timeline == nil {
		return js.Null
	}
	return objectOf(c.Realm(), x.timeline.outer)
}

// SetTimeline sets Animation.timeline.
func (x *Animation) SetTimeline(t *AnimationTimeline) {
	x.timeline = t
	if t == nil {
		x.a.SetTimeline(0, true)
		return
	}
	x.a.SetTimeline(t.origin, false)
}

// numberOrNull is a time for script.
func numberOrNull(f float64) js.Value {
	if math.IsNaN(f) {
		return js.Null
	}
	return js.Number(f)
}

// timeOf is a time from script.
func timeOf(v Opt[float64]) float64 {
	if !v.Set {
		return math.NaN()
	}
	return v.Value
}

// StartTime is Animation.startTime.
func (x *Animation) StartTime(c *js.Call) js.Value {
	x.flush()
	return numberOrNull(x.a.StartTime())
}

// SetStartTime sets Animation.startTime.
func (x *Animation) SetStartTime(v Opt[float64]) {
	x.flush()
	x.a.SetStartTime(timeOf(v))
}

// CurrentTime is Animation.currentTime.
func (x *Animation) CurrentTime(c *js.Call) js.Value {
	x.flush()
	return numberOrNull(x.a.Now())
}

// SetCurrentTime sets Animation.currentTime.
func (x *Animation) SetCurrentTime(v Opt[float64]) error {
	x.flush()
	return playbackError(x.a.SetCurrentTime(timeOf(v)))
}

func playbackError(err error) error {
	switch err {
	case nil:
		return nil
	case style.ErrUnresolved:
		return typeError(err.Error())
	}
	return exception("InvalidStateError", err.Error())
}

// PlaybackRate is Animation.playbackRate.
func (x *Animation) PlaybackRate() float64 { return x.a.Rate() }

// SetPlaybackRate sets Animation.playbackRate.
func (x *Animation) SetPlaybackRate(v float64) {
	x.flush()
	x.a.SetRate(v)
}

// PlayState is Animation.playState.
func (x *Animation) PlayState() string {
	x.flush()
	return x.a.State().String()
}

// ReplaceState is Animation.replaceState.
func (x *Animation) ReplaceState() string { return x.a.ReplaceState().String() }

// Pending is Animation.pending.
func (x *Animation) Pending() bool {
	x.flush()
	return x.a.Pending()
}

// Cancel is Animation.cancel.
func (x *Animation) Cancel() {
	x.flush()
	x.a.Cancel()
}

// Finish is Animation.finish.
func (x *Animation) Finish() error {
	x.flush()
	return playbackError(x.a.Finish())
}

// Play is Animation.play.
func (x *Animation) Play() error {
	x.flush()
	x.a.ByScript()
	return playbackError(x.a.Play(true))
}

// Pause is Animation.pause.
func (x *Animation) Pause() error {
	x.flush()
	x.a.ByScript()
	return playbackError(x.a.Pause())
}

// UpdatePlaybackRate is Animation.updatePlaybackRate.
func (x *Animation) UpdatePlaybackRate(v float64) {
	x.flush()
	x.a.UpdateRate(v)
}

// Reverse is Animation.reverse.
func (x *Animation) Reverse() error {
	x.flush()
	x.a.ByScript()
	return playbackError(x.a.Reverse())
}

// Persist is Animation.persist.
func (x *Animation) Persist() { x.a.Persist() }

// CommitStyles is Animation.commitStyles.
// https://drafts.csswg.org/web-animations-1/#dom-animation-commitstyles
func (x *Animation) CommitStyles() error {
	e := x.effect
	if e == nil || e.target == nil {
		return nil
	}
	w := x.window
	if e.e.Pseudo != style.PseudoNone {
		return exception("NoModificationAllowedError", "A pseudo-element has no style attribute.")
	}
	if w.World.WindowOf(e.target.id) == nil || !w.World.Store.IsConnected(e.target.id) {
		return exception("InvalidStateError", "The target is not rendered.")
	}
	w.Host.UpdateStyle(w)
	if cs := w.styler.Style(e.target.id); cs == nil || cs.Box.Display == style.DisplayNone {
		return exception("InvalidStateError", "The target is not rendered.")
	}
	d := &CSSStyleProperties{CSSStyleDeclaration{window: w, el: e.target}}
	block := d.decls()
	for _, v := range x.a.Values() {
		block.Set(v.Name, v.Text, false)
	}
	d.changed()
	return nil
}

// AnimationName is CSSAnimation.animationName.
func (x *CSSAnimation) AnimationName() string { return x.a.Name }

// TransitionProperty is CSSTransition.transitionProperty.
func (x *CSSTransition) TransitionProperty() string { return x.a.Prop.Name() }

// ---- timing

// readTiming reads the members of OptionalEffectTiming into a timing.
func (x *AnimationEffect) readTiming(c *js.Conv, o OptionalEffectTiming) {
	t := x.e.Timing
	if o.Delay.Set {
		t.Delay = o.Delay.Value
	}
	if o.EndDelay.Set {
		t.EndDelay = o.EndDelay.Value
	}
	if s := o.IterationStart; s.Set {
		if t.IterationStart = s.Value; s.Value < 0 {
			c.TypeError("iterationStart must be non-negative.")
		}
	}
	if n := o.Iterations; n.Set {
		if t.Iterations = n.Value; n.Value < 0 || math.IsNaN(n.Value) {
			c.TypeError("iterationCount must be non-negative.")
		}
	}
	autoDuration, autoFill := x.autoDuration, x.autoFill
	switch v := o.Duration; {
	case v.IsUndefined():
	case v.IsNumber():
		autoDuration = false
		if t.Duration = v.Num(); t.Duration < 0 || math.IsNaN(t.Duration) {
			c.TypeError("duration must be non-negative or auto.")
		}
	default:
		if s := c.ToDOMString(v); s != "auto" && !c.Failed() {
			c.TypeError("duration must be non-negative or auto.")
		}
		autoDuration, t.Duration = true, 0
	}
	if o.Direction.Set {
		t.Direction = style.AnimationDirection(slices.Index(enumPlaybackDirection, o.Direction.Value))
	}
	if o.Fill.Set {
		autoFill = o.Fill.Value == "auto"
		t.Fill = style.AnimationFillModeNone
		if !autoFill {
			t.Fill = style.AnimationFillMode(slices.Index(enumFillMode, o.Fill.Value))
		}
	}
	if o.Easing.Set {
		e, ok := style.ParseEasing(o.Easing.Value)
		if !ok {
			c.TypeError("'%s' is not a valid value for easing", o.Easing.Value)
		}
		t.Easing = e
	}
	if c.Failed() {
		return
	}
	x.autoDuration, x.autoFill = autoDuration, autoFill
	x.e.SetTiming(t)
}

// UpdateTiming is AnimationEffect.updateTiming.
func (x *AnimationEffect) UpdateTiming(c *js.Call, o OptionalEffectTiming) {
	x.flush()
	x.readTiming(&c.Conv, o)
}

func (x *AnimationEffect) flush() {
	if a := x.e.Animation(); a != nil && a.Kind != style.ScriptAnimation && !x.window.closed {
		x.window.Host.UpdateStyle(x.window)
	}
}

func (x *AnimationEffect) timing(r *js.Realm, computed bool) js.Object {
	x.flush()
	o := r.NewObject()
	set := func(name string, v js.Value) {
		_ = r.Define(o, js.NameKey(name), v, js.Enumerable|js.Writable|js.Configurable)
	}
	t := &x.e.Timing
	fill, duration := t.Fill.String(), js.Number(t.Duration)
	if x.autoFill && !computed {
		fill = "auto"
	}
	if x.autoDuration && !computed {
		duration = r.String("auto")
	}
	set("delay", js.Number(t.Delay))
	set("direction", r.String(t.Direction.String()))
	set("duration", duration)
	set("easing", r.String(t.Easing.Text()))
	set("endDelay", js.Number(t.EndDelay))
	set("fill", r.String(fill))
	set("iterationStart", js.Number(t.IterationStart))
	set("iterations", js.Number(t.Iterations))
	if !computed {
		return o
	}
	local, s := math.NaN(), style.Sample{Progress: math.NaN()}
	if a := x.e.Animation(); a != nil {
		local = a.Now()
		s, _ = a.Sample()
	}
	iteration := s.Iteration
	if math.IsNaN(s.Progress) {
		iteration = math.NaN()
	}
	set("activeDuration", js.Number(t.ActiveDuration()))
	set("currentIteration", numberOrNull(iteration))
	set("endTime", js.Number(t.EndTime()))
	set("localTime", numberOrNull(local))
	set("progress", numberOrNull(s.Progress))
	return o
}

// GetTiming is AnimationEffect.getTiming.
func (x *AnimationEffect) GetTiming(c *js.Call) js.Value { return x.timing(c.Realm(), false).Value() }

// GetComputedTiming is AnimationEffect.getComputedTiming.
func (x *AnimationEffect) GetComputedTiming(c *js.Call) js.Value {
	return x.timing(c.Realm(), true).Value()
}

// ---- keyframe effects

// newEffect makes an effect of the arguments of new KeyframeEffect and Element.animate.
func newEffect(c *js.Call, w *Window, target *nodeState, keyframes, options js.Value) (x *KeyframeEffect, o KeyframeAnimationOptions) {
	x = newKeyframeEffect(w, &style.Effect{Timing: style.Timing{Iterations: 1}})
	x.target, x.autoFill, x.autoDuration = target, true, true
	var timing OptionalEffectTiming
	switch {
	case options.IsNullish(), options.IsObject():
		o = readKeyframeAnimationOptions(&c.Conv, options)
		timing = OptionalEffectTiming{Delay: Some(o.Delay), Direction: Some(o.Direction), Duration: o.Duration, Easing: Some(o.Easing), EndDelay: Some(o.EndDelay),
			Fill: Some(o.Fill), IterationStart: Some(o.IterationStart), Iterations: Some(o.Iterations)}
	default:
		o.Composite = "replace"
		timing.Duration = js.Number(c.ToUnrestrictedDouble(options))
	}
	if c.Failed() {
		return x, o
	}
	if target != nil {
		x.e.Target = target.id
	}
	x.e.Composite = compositeOf(o.Composite)
	x.readTiming(&c.Conv, timing)
	if c.Failed() {
		return x, o
	}
	if o.PseudoElement.Set {
		if err := x.setPseudo(o.PseudoElement.Value); err != nil {
			throwErr(c, err)
			return x, o
		}
	}
	x.e.Keyframes = readKeyframes(c, keyframes)
	return x, o
}

func compositeOf(s string) style.AnimationComposition {
	return style.AnimationComposition(slices.Index(enumCompositeOperation, s))
}

// setPseudo sets the target's pseudo-element by its selector.
func (x *KeyframeEffect) setPseudo(name string) error {
	if p := strings.TrimPrefix(name, ":"); p == "before" || p == "after" || p == "first-line" || p == "first-letter" { // the names that one colon will do for
		name = "::" + p
	}
	for p, n := range pseudoNames {
		if n == name && n != "" {
			x.pseudo = name
			x.e.SetTarget(x.e.Target, p)
			return nil
		}
	}
	return exception("SyntaxError", "'"+name+"' is not a valid pseudo-element.")
}

// ConstructKeyframeEffect is new KeyframeEffect.
func ConstructKeyframeEffect(c *js.Call, target Element, keyframes, options js.Value) *KeyframeEffect {
	var t *nodeState
	if target.ID != 0 {
		t, _ = js.HostOf(c.Arg(0), cls.Element).State().(*nodeState)
	}
	x, _ := newEffect(c, windowOf(c.Realm()), t, keyframes, options)
	return x
}

// ConstructKeyframeEffectOf is new KeyframeEffect of another one.
func ConstructKeyframeEffectOf(c *js.Call, s *KeyframeEffect) *KeyframeEffect {
	w := windowOf(c.Realm())
	x := newKeyframeEffect(w, &style.Effect{Target: s.e.Target, Pseudo: s.e.Pseudo, Timing: s.e.Timing, Composite: s.e.Composite, Keyframes: slices.Clone(w.styler.KeyframesOf(s.e))})
	x.target, x.pseudo, x.autoFill, x.autoDuration = s.target, s.pseudo, s.autoFill, s.autoDuration
	return x
}

// Target is KeyframeEffect.target.
func (x *KeyframeEffect) Target(c *js.Call) js.Value { return x.target.value(c.Realm()) }

// SetTarget sets KeyframeEffect.target.
func (x *KeyframeEffect) SetTarget(e Element) {
	x.target = e.state()
	x.e.SetTarget(e.ID, x.e.Pseudo)
}

// PseudoElement is KeyframeEffect.pseudoElement.
func (x *KeyframeEffect) PseudoElement() Opt[string] { return Opt[string]{x.pseudo, x.pseudo != ""} }

// SetPseudoElement sets KeyframeEffect.pseudoElement.
func (x *KeyframeEffect) SetPseudoElement(v Opt[string]) error {
	if !v.Set {
		x.pseudo = ""
		x.e.SetTarget(x.e.Target, style.PseudoNone)
		return nil
	}
	return x.setPseudo(v.Value)
}

// Composite is KeyframeEffect.composite.
func (x *KeyframeEffect) Composite() string { return x.e.Composite.String() }

// SetComposite sets KeyframeEffect.composite.
func (x *KeyframeEffect) SetComposite(v string) { x.e.SetComposite(compositeOf(v)) }

// SetKeyframes is KeyframeEffect.setKeyframes.
func (x *KeyframeEffect) SetKeyframes(c *js.Call, keyframes js.Value) {
	l := readKeyframes(c, keyframes)
	if !c.Failed() {
		x.e.SetKeyframes(l)
	}
}

// GetKeyframes is KeyframeEffect.getKeyframes.
func (x *KeyframeEffect) GetKeyframes(c *js.Call) js.Value {
	x.flush()
	r := c.Realm()
	return arrayOf(r, x.window.styler.KeyframesOf(x.e), func(k style.Keyframe) js.Value {
		o := r.NewObject()
		set := func(name string, v js.Value) {
			_ = r.Define(o, js.NameKey(name), v, js.Enumerable|js.Writable|js.Configurable)
		}
		set("offset", numberOrNull(k.Offset))
		set("computedOffset", js.Number(k.Computed))
		set("easing", r.String(k.Easing.Text()))
		composite := "auto"
		if k.Composite != nil {
			composite = k.Composite.String()
		}
		set("composite", r.String(composite))
		for _, v := range k.Values {
			set(attributeOfProperty(v.Name), r.String(v.Text))
		}
		return o.Value()
	})
}

// attributeOfProperty is the IDL attribute name of a property among the members of a keyframe.
// https://drafts.csswg.org/web-animations-1/#property-name-conversion
func attributeOfProperty(name string) string {
	switch {
	case name == "float":
		return "cssFloat"
	case name == "offset":
		return "cssOffset"
	case strings.HasPrefix(name, "--"):
		return name
	}
	var b strings.Builder
	up := false
	for i := range len(name) {
		switch c := name[i]; {
		case c == '-':
			up = true
		case up && c >= 'a' && c <= 'z':
			b.WriteByte(c - 'a' + 'A')
			up = false
		default:
			b.WriteByte(c)
			up = false
		}
	}
	return b.String()
}

// propertyOfAttribute is the property of an IDL attribute name, "" for what can not be animated.
func propertyOfAttribute(name string) string {
	switch {
	case name == "cssFloat":
		return "float"
	case name == "cssOffset":
		return "offset"
	case strings.HasPrefix(name, "--"):
		return name
	case name == "float", name == "offset", name == "easing", name == "composite", name == "computedOffset", strings.Contains(name, "-"):
		return ""
	}
	var b strings.Builder
	for i := range len(name) {
		if c := name[i]; c >= 'A' && c <= 'Z' {
			b.WriteByte('-')
			b.WriteByte(c - 'A' + 'a')
		} else {
			b.WriteByte(c)
		}
	}
	p := b.String()
	if strings.HasPrefix(p, "webkit-") {
		p = "-" + p
	}
	if strings.HasPrefix(p, "animation") || strings.HasPrefix(p, "transition") {
		return ""
	}
	if _, _, ok := style.PropertyByName(p); !ok {
		return ""
	}
	return p
}

// rawKeyframe is a keyframe before its easing is parsed.
type rawKeyframe struct {
	style.Keyframe
	easing string
}

// readKeyframes is "process a keyframes argument".
// https://drafts.csswg.org/web-animations-1/#process-a-keyframes-argument
func readKeyframes(c *js.Call, v js.Value) []style.Keyframe {
	if v.IsNullish() {
		return []style.Keyframe{}
	}
	obj := c.ToObject(v)
	if c.Failed() {
		return nil
	}
	var raw []rawKeyframe
	var unused []string
	if c.IsIterable(v) {
		c.ToSequence(v, func(item js.Value) {
			if !item.IsObject() && !item.IsNullish() {
				c.TypeError("Keyframes must be objects, or null or undefined")
				return
			}
			raw = append(raw, readKeyframe(c, item))
		})
	} else if !c.Failed() {
		raw, unused = readPropertyKeyframes(c, obj)
	}
	if c.Failed() {
		return nil
	}
	last := 0.0
	for i := range raw {
		k := &raw[i]
		if !math.IsNaN(k.Offset) {
			if k.Offset < last {
				c.TypeError("Offsets must be monotonically non-decreasing.")
				return nil
			}
			if last = k.Offset; k.Offset < 0 || k.Offset > 1 {
				c.TypeError("Offsets must be null or in the range [0,1].")
				return nil
			}
		}
	}
	easing := func(text string) style.Easing {
		e, ok := style.ParseEasing(text)
		if !ok {
			c.TypeError("'%s' is not a valid value for easing", text)
		}
		return e
	}
	out := make([]style.Keyframe, len(raw))
	for i := range raw {
		out[i] = raw[i].Keyframe
		out[i].Easing = easing(raw[i].easing)
	}
	for _, text := range unused {
		easing(text)
	}
	if c.Failed() {
		return nil
	}
	computeOffsets(out)
	return out
}

// computeOffsets is "compute missing keyframe offsets".
// https://drafts.csswg.org/web-animations-1/#compute-missing-keyframe-offsets
func computeOffsets(l []style.Keyframe) {
	n := len(l)
	for i := range l {
		l[i].Computed = l[i].Offset
	}
	if n > 1 && math.IsNaN(l[0].Computed) {
		l[0].Computed = 0
	}
	if n > 0 && math.IsNaN(l[n-1].Computed) {
		l[n-1].Computed = 1
	}
	for i := 1; i < n; i++ {
		if !math.IsNaN(l[i].Computed) {
			continue
		}
		j := i
		for math.IsNaN(l[j].Computed) {
			j++
		}
		from, to := l[i-1].Computed, l[j].Computed
		for k := i; k < j; k++ {
			l[k].Computed = from + (to-from)*float64(k-i+1)/float64(j-i+1)
		}
	}
}

// member reads a property of a keyframe, if it is there.
func member(c *js.Call, o js.Object, name string) (v js.Value, ok bool) {
	if c.Failed() || o.IsNone() {
		return js.Undefined, false
	}
	v, err := c.Realm().Get(o, name)
	if err != nil {
		c.Fail(err)
		return js.Undefined, false
	}
	return v, !v.IsUndefined()
}

// animated lists the properties of CSS that a keyframe object has, sorted by their attribute names.
func animated(c *js.Call, o js.Object) (attributes []string) {
	if c.Failed() || o.IsNone() {
		return nil
	}
	keys, err := c.Realm().Keys(o)
	if err != nil {
		c.Fail(err)
		return nil
	}
	for _, k := range keys {
		if propertyOfAttribute(k) != "" {
			attributes = append(attributes, k)
		}
	}
	slices.Sort(attributes)
	return attributes
}

// offsetOf converts a double?.
func offsetOf(c *js.Call, v js.Value) float64 {
	if v.IsNullish() {
		return math.NaN()
	}
	return c.ToDouble(v)
}

// compositeOrAuto converts a CompositeOperationOrAuto.
func compositeOrAuto(c *js.Call, v js.Value) *style.AnimationComposition {
	names := append([]string{"auto"}, enumCompositeOperation...)
	i := c.ToEnum(v, "CompositeOperationOrAuto", names)
	if i == 0 || c.Failed() {
		return nil
	}
	x := style.AnimationComposition(i - 1)
	return &x
}

// add adds a property with the serialization of its value; an invalid value is ignored.
func (k *rawKeyframe) add(attribute, text string) {
	p := propertyOfAttribute(attribute)
	if s, ok := style.ParseDeclaration(p, text); ok {
		if s == "" { // a shorthand with var()
			s = text
		}
		k.Values = append(k.Values, style.KeyframeValue{Name: p, Text: s})
	}
}

// readKeyframe reads one keyframe.
func readKeyframe(c *js.Call, v js.Value) rawKeyframe {
	k := rawKeyframe{easing: "linear"}
	k.Offset = math.NaN()
	o := v.Object()
	if x, ok := member(c, o, "composite"); ok {
		k.Composite = compositeOrAuto(c, x)
	}
	if x, ok := member(c, o, "easing"); ok {
		k.easing = c.ToDOMString(x)
	}
	if x, ok := member(c, o, "offset"); ok {
		k.Offset = offsetOf(c, x)
	}
	for _, a := range animated(c, o) {
		if x, ok := member(c, o, a); ok {
			k.add(a, c.ToDOMString(x))
		}
	}
	return k
}

// oneOrMore reads a value, or each of a sequence of them.
func oneOrMore(c *js.Call, v js.Value, each func(v js.Value)) {
	if v.IsObject() && c.IsIterable(v) {
		c.ToSequence(v, each)
	} else if !c.Failed() {
		each(v)
	}
}

// readPropertyKeyframes reads an object of lists, a list a property.
func readPropertyKeyframes(c *js.Call, o js.Object) (l []rawKeyframe, unused []string) {
	var easings []string
	var offsets []float64
	var composites []*style.AnimationComposition
	if x, ok := member(c, o, "composite"); ok {
		oneOrMore(c, x, func(v js.Value) { composites = append(composites, compositeOrAuto(c, v)) })
	}
	if x, ok := member(c, o, "easing"); ok {
		oneOrMore(c, x, func(v js.Value) { easings = append(easings, c.ToDOMString(v)) })
	}
	if x, ok := member(c, o, "offset"); ok {
		oneOrMore(c, x, func(v js.Value) { offsets = append(offsets, offsetOf(c, v)) })
	}
	for _, a := range animated(c, o) {
		x, ok := member(c, o, a)
		if !ok {
			continue
		}
		var values []string
		oneOrMore(c, x, func(v js.Value) { values = append(values, c.ToDOMString(v)) })
		if c.Failed() {
			return nil, nil
		}
		own := make([]style.Keyframe, len(values))
		for i := range own {
			own[i].Offset = math.NaN()
		}
		computeOffsets(own)
		for i, text := range values {
			at := own[i].Computed
			j, there := slices.BinarySearchFunc(l, at, func(k rawKeyframe, at float64) int { return cmp.Compare(k.Computed, at) })
			if !there {
				k := rawKeyframe{easing: "linear"}
				k.Offset, k.Computed = math.NaN(), at
				l = slices.Insert(l, j, k)
			}
			l[j].add(a, text)
		}
	}
	for i := range l {
		if i < len(offsets) {
			l[i].Offset = offsets[i]
		}
		if len(easings) > 0 {
			l[i].easing = easings[i%len(easings)]
		}
		if len(composites) > 0 {
			l[i].Composite = composites[i%len(composites)]
		}
	}
	if len(easings) > len(l) {
		unused = easings[len(l):]
	}
	return l, unused
}

// ---- Animatable

// Animate is Animatable.animate.
func (e Element) Animate(c *js.Call, keyframes, options js.Value) js.Value {
	w := e.w
	if own := w.World.WindowOf(e.ID); own != nil {
		w = own
	}
	if w.styler == nil {
		return throwErr(c, exception("NotSupportedError", "The document is not shown."))
	}
	effect, o := newEffect(c, w, e.state(), keyframes, options)
	if c.Failed() {
		return js.Undefined
	}
	x := &Animation{id: o.Id, effect: effect, timeline: &w.documentTimeline().AnimationTimeline}
	x.outer, x.window = x, w
	if o.Timeline.Set {
		x.timeline = o.Timeline.Value
	}
	x.make()
	x.a.SetEffect(effect.e)
	if err := playbackError(x.a.Play(true)); err != nil {
		return throwErr(c, err)
	}
	return x.script(c.Realm())
}

// animations lists what moves on the nodes that want says yes to.
func (w *Window) animations(r *js.Realm, want func(n dom.NodeID, p style.Pseudo) bool) js.Value {
	if w == nil || w.styler == nil || w.closed {
		return r.NewArray().Value()
	}
	w.Host.UpdateStyle(w)
	return arrayOf(r, w.styler.Animations(want), func(a *style.Animation) js.Value { return w.animationOf(a).script(r) })
}

// GetAnimations is Animatable.getAnimations.
func (e Element) GetAnimations(c *js.Call, o GetAnimationsOptions) js.Value {
	s := e.store()
	return e.w.World.WindowOf(e.ID).animations(c.Realm(), func(n dom.NodeID, p style.Pseudo) bool {
		if n == e.ID {
			return p == style.PseudoNone || o.Subtree
		}
		return o.Subtree && s.Contains(e.ID, n)
	})
}

// GetAnimations is DocumentOrShadowRoot.getAnimations.
func (d Document) GetAnimations(c *js.Call) js.Value {
	s := d.store()
	return d.w.World.WindowOf(d.ID).animations(c.Realm(), func(n dom.NodeID, _ style.Pseudo) bool { return s.IsConnected(n) })
}

// GetAnimations is DocumentOrShadowRoot.getAnimations.
func (r ShadowRoot) GetAnimations(c *js.Call) js.Value {
	s := r.store()
	return r.w.World.WindowOf(r.ID).animations(c.Realm(), func(n dom.NodeID, _ style.Pseudo) bool { return s.Root(n) == r.ID })
}

// ---- events

// AnimationPlaybackEvent is the state of an AnimationPlaybackEvent.
type AnimationPlaybackEvent struct {
	Event
	current, timeline float64 // NaN: null
}

// ConstructAnimationPlaybackEvent is new AnimationPlaybackEvent.
func ConstructAnimationPlaybackEvent(c *js.Call, typ string, i AnimationPlaybackEventInit) *AnimationPlaybackEvent {
	e := &AnimationPlaybackEvent{current: timeOf(i.CurrentTime), timeline: timeOf(i.TimelineTime)}
	e.init(c, typ, i.EventInit)
	return e
}

// CurrentTime is AnimationPlaybackEvent.currentTime.
func (e *AnimationPlaybackEvent) CurrentTime(c *js.Call) js.Value { return numberOrNull(e.current) }

// TimelineTime is AnimationPlaybackEvent.timelineTime.
func (e *AnimationPlaybackEvent) TimelineTime(c *js.Call) js.Value { return numberOrNull(e.timeline) }
