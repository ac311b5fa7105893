package style

import (
	"math"
	"slices"
	"sort"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/style/css"
)

// Transitions and animations.
//
// What moves is a list of Animations by element or pseudo-element. The pass finds them (animate): it computes the record that the rules
// give, sees in it which animations there should be and which transitions a change begins, samples them at the time of the timeline, and
// computes the record again with two more blocks of declarations, of computed values, at their levels of the cascade. Tick moves
// the timeline; what it changed is dirty.
//
// https://drafts.csswg.org/css-transitions-1/ https://drafts.csswg.org/css-animations-1/ https://drafts.csswg.org/web-animations-1/

// AnimationKind says what made an animation.
type AnimationKind uint8

const (
	CSSTransition AnimationKind = iota
	CSSAnimation
	ScriptAnimation
)

// Animation is one animation: of a rule or a transition on an element or pseudo-element, or of script (playback.go).
type Animation struct {
	Kind   AnimationKind
	Node   dom.NodeID // of a rule or transition: on what
	Pseudo Pseudo
	Name   string     // animation-name
	Prop   PropertyID // of a transition

	s      *Styler
	effect *Effect
	client AnimationClient
	owned  bool      // the rules keep it
	at     motionKey // where it is placed, if not owned

	back  *Computed // of a transition: reversing-adjusted start value
	short float64   // reversing shortening factor

	origin                    float64 // of its timeline, in time of the document's
	noTimeline                bool
	start, hold, previous     float64 // ms of the timeline, and of the animation; NaN: unresolved
	rate, pendingRate         float64 // NaN: none is pending
	pendingPlay, pendingPause bool    // done with the next tick
	paused                    bool    // by its rule
	played                    bool    // script plays or pauses: the rule does not any more
	finished, finishing       bool    // the finished promise is resolved, or will be
	removed, persist          bool
	seq                       uint64

	phase     Phase // at the last tick
	iteration float64
	progress  float64
	over      bool // a transition that has come to its end
}

// CurrentTime is the animation's time in ms when the timeline is at now, NaN if unresolved.
func (a *Animation) CurrentTime(now float64) float64 {
	if !math.IsNaN(a.hold) {
		return a.hold
	}
	if a.noTimeline {
		return unresolved
	}
	return (now - a.origin - a.start) * a.rate
}

// MotionEvent is an event of a transition or animation that is to be dispatched.
type MotionEvent struct {
	Node       dom.NodeID
	Pseudo     Pseudo
	Transition bool
	Type       string  // animationstart, transitionend …
	Name       string  // animationName or propertyName
	Elapsed    float64 // seconds

	// An event at an animation, instead of its element.
	Animation         *Animation
	Current, Timeline float64 // ms, NaN: none

	at  float64
	seq uint64
}

type motionKey struct {
	el     dom.NodeID
	pseudo Pseudo
}

// moving is what moves on an element or pseudo-element.
type moving struct {
	animations  []*Animation // of animation-name, in its order
	transitions []*Animation
	scripts     []*Animation             // of script, in the order of their creation
	done        map[PropertyID]*Computed // end values of completed transitions
	touched     []PropertyID             // that animations set in the last pass
	base        *Computed                // what the rules gave in the last pass
}

// motion is all that moves in a document.
type motion struct {
	mu     sync.Mutex // workers meet here
	by     map[motionKey]*moving
	any    atomic.Bool // by has had an entry: asked without the lock
	now    float64
	seq    uint64
	events []MotionEvent
	sets   map[keyframesKey]*keyframeSet
	values map[valuesKey]*keyValues
	pass   uint32
	seen   bool // some record asked for a transition or an animation
	frozen bool // a view of another styler's: nothing begins or ends
	dirty  bool
	inPass bool
	later  []func() // what clients are told after the pass
}

// ---- keyframes

type keyframesKey struct {
	sheet *css.Sheet
	rule  css.RuleID
	wm    WritingMode
	dir   Direction
}

// keyframeSet are the keyframes of a rule by property, with offsets ascending.
type keyframeSet struct{ props []propFrames }

type propFrames struct {
	prop PropertyID
	keys []propKey
}

type propKey struct {
	offset       float64
	frame        int // number of the keyframe
	v            value
	neutral      bool // the underlying value
	easing       Easing
	hasEasing    bool
	composite    AnimationComposition
	hasComposite bool
}

// keyframesOf compiles the @keyframes rule of a name, nil if there is none.
func (s *Styler) keyframesOf(name string, wm WritingMode, dir Direction) *keyframeSet {
	sh, rule, ok := s.Keyframes(name)
	if !ok {
		return nil
	}
	k := keyframesKey{sh, rule, wm, dir}
	if set := s.motion.sets[k]; set != nil {
		return set
	}
	var frames []keyframe
	d := &decls{ctx: s.parseCtx(s.sheetURL(sh), OriginAuthor)}
	for r := sh.Rules[rule].FirstChild; r != 0; r = sh.Rules[r].Next {
		kr := &sh.Rules[r]
		if kr.Kind != css.RuleKeyframe {
			continue
		}
		b := d.compileRule(sh, kr)
		for _, sel := range sh.Keyframes[kr.Payload] {
			if sel.Range == "" {
				frames = append(frames, keyframe{propKey{offset: sel.Offset}, b})
			}
		}
	}
	sort.SliceStable(frames, func(i, j int) bool { return frames[i].offset < frames[j].offset })
	set := frameSet(d, frames, wm, dir, true)
	if s.motion.sets == nil {
		s.motion.sets = make(map[keyframesKey]*keyframeSet)
	}
	s.motion.sets[k] = set
	return set
}

// keyframe is one whose declarations are compiled.
type keyframe struct {
	propKey // without a value
	b       block
}

// frameSet sorts keyframes, with offsets ascending, by property. rules: of those with the same offset the last one counts, and
// they may name their easing and composite operation as properties.
func frameSet(d *decls, frames []keyframe, wm WritingMode, dir Direction, rules bool) *keyframeSet {
	set := &keyframeSet{}
	at := map[PropertyID]int{}
	for _, f := range frames {
		base := f.propKey
		list := d.list[f.b.start:f.b.imp] // important declarations do not count
		for _, c := range list {
			if !rules {
				break
			}
			switch c.prop {
			case PropAnimationTimingFunction:
				if l, ok := d.value(c).box.([]Easing); ok && len(l) > 0 {
					base.easing, base.hasEasing = l[0], true
				}
			case PropAnimationComposition:
				if l, ok := d.value(c).box.([]AnimationComposition); ok && len(l) > 0 {
					base.composite, base.hasComposite = l[0], true
				}
			}
		}
		for _, c := range list {
			p := c.prop
			if p == propCustom {
				continue
			}
			if p >= PropertyCount {
				p = p.physical(wm, dir)
			}
			if propertyTable[p].Group == GroupMotion {
				continue
			}
			i, had := at[p]
			if !had {
				i = len(set.props)
				at[p] = i
				set.props = append(set.props, propFrames{prop: p})
			}
			key := base
			key.v = d.value(c)
			keys := set.props[i].keys
			if n := len(keys); n > 0 && keys[n-1].offset == key.offset && (rules || keys[n-1].frame == key.frame) { // the later declaration wins
				keys[n-1] = key
				continue
			}
			set.props[i].keys = append(keys, key)
		}
	}
	for i := range set.props {
		p := &set.props[i]
		if p.keys[0].offset > 0 {
			p.keys = append([]propKey{{neutral: true}}, p.keys...)
		}
		if p.keys[len(p.keys)-1].offset < 1 {
			p.keys = append(p.keys, propKey{offset: 1, neutral: true})
		}
	}
	// What others' values depend on comes first.
	sort.SliceStable(set.props, func(i, j int) bool { return phases[set.props[i].prop] < phases[set.props[j].prop] })
	return set
}

func (s *Styler) sheetURL(c *css.Sheet) string {
	for _, sh := range s.sheets {
		if sh.CSS == c {
			return sh.URL
		}
		for _, im := range sh.Imported {
			if im.CSS == c {
				return im.URL
			}
		}
	}
	return ""
}

// ---- the pass

// moves reports whether a record asks for transitions or animations.
func (s *Styler) moves(cs *Computed) bool {
	m := cs.Motion
	if m == s.initial.Motion {
		return false
	}
	for _, n := range m.AnimationName {
		if n != "" {
			return true
		}
	}
	for i, d := range m.TransitionDuration {
		if max(d, 0)+at(m.TransitionDelay, i) > 0 {
			return true
		}
	}
	return false
}

// at is entry i of a list that is repeated as often as needed.
func at[T any](l []T, i int) (v T) {
	if len(l) > 0 {
		v = l[i%len(l)]
	}
	return v
}

// milliseconds of a computed time, without the noise of single precision.
func milliseconds(s float32) float64 { return math.Round(float64(s)*1e6) / 1e3 }

// of is what moves on an element, nil for nothing.
func (m *motion) of(el dom.NodeID, p Pseudo) *moving {
	if m == nil || !m.any.Load() {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.by[motionKey{el, p}]
}

// animate gives the record of an element or pseudo-element whose rules give base, with what moves. old is the record that it had, nil if
// it was not rendered. list are the blocks that gave base.
func (w *worker) animate(p Pseudo, list []applied, base, parent, old *Computed, root bool) *Computed {
	s := w.s
	m := &s.motion
	m.mu.Lock()
	defer m.mu.Unlock()
	k := motionKey{w.element, p}
	mo := m.by[k]
	if old != nil && old.Box.Display == DisplayNone {
		old = nil
	}
	stop := func() *Computed {
		if mo != nil && !m.frozen {
			m.cancel(mo)
			if len(mo.scripts) == 0 {
				delete(m.by, k)
			}
		}
		return base
	}
	scripted := mo != nil && len(mo.scripts) > 0
	if !scripted && base.Box.Display == DisplayNone && !m.frozen && (old == nil || !slices.Contains(base.Motion.TransitionBehavior, TransitionBehaviorAllowDiscrete)) {
		return stop()
	}
	m.seen = true
	if mo == nil {
		if m.frozen {
			return base
		}
		mo = &moving{}
		if m.by == nil {
			m.by = make(map[motionKey]*moving)
		}
		m.by[k] = mo
		m.any.Store(true)
	} else if old == nil && !m.frozen { // another element, or rendered anew
		m.cancel(mo)
		*mo = moving{scripts: mo.scripts}
	}
	if m.frozen {
		c := *mo
		mo = &c
	}
	mo.base = base
	if !m.frozen && base.Box.Display != DisplayNone {
		s.syncAnimations(mo, k, base)
	}
	full := list
	cs := base
	touched := mo.touched
	mo.touched = nil
	if b := w.sampleAnimations(mo, base, parent); b != nil {
		full = append(append([]applied(nil), list...), applied{key: appliedKey(levelAnimations, 1, 0), block: b})
		sortApplied(full)
		cs = w.computeRecord(full, parent, old, root, p)
	}
	if !m.frozen {
		before := old
		if starts := w.starts[p]; old == nil && len(starts) > 0 {
			// https://drafts.csswg.org/css-transitions-2/#defining-before-change-style
			l := append(append([]applied(nil), full...), starts...)
			sortApplied(l)
			before = w.computeRecord(l, parent, nil, root, p)
			if before.Box.Display == DisplayNone {
				before = nil
			}
		}
		s.syncTransitions(mo, k, before, cs, parent, touched)
	}
	if b := w.sampleTransitions(mo, cs); b != nil {
		full = append(append([]applied(nil), full...), applied{key: appliedKey(levelTransitions, 1, 0), block: b})
		cs = w.computeRecord(full, parent, old, root, p)
	}
	if cs.Box.Display == DisplayNone && !m.frozen && !scripted {
		return stop()
	}
	if len(mo.animations)+len(mo.transitions)+len(mo.scripts)+len(mo.done) == 0 && !m.frozen && !s.moves(base) {
		delete(m.by, k)
	}
	return cs
}

// syncAnimations makes the animations those of animation-name.
// https://drafts.csswg.org/css-animations-2/#animations
func (s *Styler) syncAnimations(mo *moving, k motionKey, cs *Computed) {
	m := &s.motion
	g := cs.Motion
	var list []*Animation
	old := slices.Clone(mo.animations)
	for i, name := range g.AnimationName {
		if name == "" {
			continue
		}
		frames := s.keyframesOf(name, cs.Text.WritingMode, cs.Text.Direction)
		if frames == nil {
			continue
		}
		var a *Animation
		for j := len(old) - 1; j >= 0; j-- {
			if old[j] != nil && old[j].Name == name {
				a = old[j]
				old[j] = nil
				break
			}
		}
		if a == nil {
			a = s.NewAnimation(0, false)
			a.Kind, a.Node, a.Pseudo, a.Name, a.owned = CSSAnimation, k.el, k.pseudo, name, true
			a.effect = &Effect{Target: k.el, Pseudo: k.pseudo, animation: a}
			a.hold, a.pendingPlay = 0, true
			m.dirty = true
		}
		if e := a.effect; e != nil {
			if e.Keyframes == nil {
				e.frames, e.easing, e.Composite = frames, at(g.AnimationTiming, i), at(g.AnimationComposition, i)
			}
			if !e.timed {
				e.Timing = Timing{Delay: milliseconds(at(g.AnimationDelay, i)), Duration: milliseconds(max(0, at(g.AnimationDuration, i))),
					Iterations: float64(at(g.AnimationIterationCount, i)), Direction: at(g.AnimationDirection, i), Fill: at(g.AnimationFillMode, i)}
				a.updateFinished(false, false)
			}
		}
		if paused := at(g.AnimationPlayState, i) == AnimationPlayStatePaused; paused != a.paused {
			a.paused = paused
			if paused && !a.played {
				_ = a.Pause() // of endless ones those that play backwards fail, and they do not
			} else if !a.played {
				_ = a.Play(false)
			}
			m.dirty = true
		}
		list = append(list, a)
	}
	for _, a := range old {
		if a != nil {
			m.disown(a)
		}
	}
	mo.animations = list
}

// syncTransitions begins and ends transitions for a change of computed values from before to after.
// https://drafts.csswg.org/css-transitions-1/#starting
func (s *Styler) syncTransitions(mo *moving, k motionKey, before, after, parent *Computed, animated []PropertyID) {
	m := &s.motion
	g := after.Motion
	match := func(p PropertyID) int {
		for i := len(g.TransitionProperty) - 1; i >= 0; i-- {
			n := g.TransitionProperty[i]
			if n == "all" || n == propertyTable[p].Name {
				return i
			}
			if n == "none" {
				continue
			}
			if q, ok := longhandNames[n]; ok && q >= PropertyCount && q.physical(after.Text.WritingMode, after.Text.Direction) == p {
				return i
			}
			if sh, ok := shorthandNames[n]; ok {
				for _, q := range sh.longhands() {
					if q.physical(after.Text.WritingMode, after.Text.Direction) == p {
						return i
					}
				}
			}
		}
		return -1
	}
	running := func(p PropertyID) *Animation {
		for _, a := range mo.transitions {
			if a.Prop == p {
				return a
			}
		}
		return nil
	}
	drop := func(a *Animation) {
		mo.transitions = slices.DeleteFunc(mo.transitions, func(x *Animation) bool { return x == a })
	}
	begin := func(p PropertyID, i int, from *Computed, reversed *Animation) bool {
		delay := milliseconds(at(g.TransitionDelay, i))
		duration := milliseconds(max(0, at(g.TransitionDuration, i)))
		f := &fieldTable[p]
		if duration+delay <= 0 {
			return false
		}
		scratch := valueHolder(after, p)
		if !interpolable(p, from.Groups.at(p), after.Groups.at(p), scratch.Groups.at(p)) && at(g.TransitionBehavior, i) != TransitionBehaviorAllowDiscrete {
			return false
		}
		a := s.NewAnimation(0, false)
		a.Kind, a.Node, a.Pseudo, a.Prop, a.owned = CSSTransition, k.el, k.pseudo, p, true
		a.effect = &Effect{Target: k.el, Pseudo: k.pseudo, animation: a, from: from, to: after}
		a.back, a.short, a.hold, a.pendingPlay = from, 1, 0, true
		if reversed != nil && f.ops.equal(reversed.back.Groups.at(p), after.Groups.at(p)) {
			// https://drafts.csswg.org/css-transitions-1/#reversing
			t := reversed.sample(m.now).Progress
			if math.IsNaN(t) {
				t = 0
			}
			a.short = min(max(math.Abs(t*reversed.short+(1-reversed.short)), 0), 1)
			a.back = reversed.target()
			duration *= a.short
			if delay < 0 {
				delay *= a.short
			}
		}
		a.effect.Timing = Timing{Delay: delay, Duration: duration, Iterations: 1, Fill: AnimationFillModeBackwards, Easing: at(g.TransitionTiming, i)}
		mo.transitions = append(mo.transitions, a)
		delete(mo.done, p)
		m.event(a, "transitionrun", max(min(-delay, duration), 0), m.now)
		m.dirty = true
		return true
	}
	for _, a := range slices.Clone(mo.transitions) {
		p := a.Prop
		f := &fieldTable[p]
		if match(p) < 0 {
			drop(a)
			m.disown(a)
			continue
		}
		if a.effect == nil || a.effect.to == nil || slices.Contains(mo.touched, p) || f.ops.equal(after.Groups.at(p), a.effect.to.Groups.at(p)) {
			continue
		}
		now := valueHolder(after, p)
		a.write(now, m.now)
		was := *a
		drop(a)
		m.disown(a)
		if !f.ops.equal(now.Groups.at(p), after.Groups.at(p)) {
			begin(p, match(p), now, &was)
		}
	}
	for p, end := range mo.done {
		if match(p) < 0 || !fieldTable[p].ops.equal(end.Groups.at(p), after.Groups.at(p)) {
			delete(mo.done, p)
		}
	}
	if before == nil {
		return
	}
	for gr := range GroupCount {
		if gr == GroupMotion || before.Groups.ptr(gr) == after.Groups.ptr(gr) {
			continue
		}
		for p := groupProps[gr][0]; p <= groupProps[gr][1]; p++ {
			f := &fieldTable[p]
			if f.ops.equal(before.Groups.at(p), after.Groups.at(p)) || running(p) != nil || p == PropNisoSizeBasis || p == PropNisoLang {
				continue
			}
			i := match(p)
			if i < 0 || slices.Contains(animated, p) || slices.Contains(mo.touched, p) || s.inheritsMotion(k, p, after, parent) {
				continue
			}
			if end := mo.done[p]; end != nil && f.ops.equal(end.Groups.at(p), after.Groups.at(p)) {
				continue
			}
			begin(p, i, before, nil)
		}
	}
}

// inheritsMotion reports whether p comes from an ancestor on which it moves: that is the ancestor's transition and not one of the
// element's own.
func (s *Styler) inheritsMotion(k motionKey, p PropertyID, cs, parent *Computed) bool {
	if !propertyTable[p].Inherited || !fieldTable[p].ops.equal(cs.Groups.at(p), parent.Groups.at(p)) {
		return false
	}
	n := k.el
	if k.pseudo == PseudoNone {
		n = flatParent(s.doc.Store, n)
	}
	for ; n != 0; n = flatParent(s.doc.Store, n) {
		mo := s.motion.by[motionKey{n, PseudoNone}]
		if mo == nil {
			continue
		}
		if slices.Contains(mo.touched, p) {
			return true
		}
		for _, a := range mo.transitions {
			if a.Prop == p {
				return true
			}
		}
		if mo.done[p] != nil {
			return true
		}
	}
	return false
}

// valueHolder is a record with a group of its own for the value of p.
func valueHolder(like *Computed, p PropertyID) *Computed {
	c := &Computed{Groups: like.Groups}
	c.Groups.clone(fieldTable[p].group)
	return c
}

// target is the record of a transition's end, nil when script has given it another effect.
func (a *Animation) target() *Computed {
	if a.effect == nil {
		return nil
	}
	return a.effect.to
}

// write puts the value that a transition has at a time into dst.
func (a *Animation) write(dst *Computed, now float64) bool {
	t := a.sample(now).Progress
	if math.IsNaN(t) || a.effect.to == nil {
		return false
	}
	p, e := a.Prop, a.effect
	from, to := e.from.Groups.at(p), e.to.Groups.at(p)
	if p == PropDisplay || p == PropContentVisibility { // shown for all of the way
		hidden := func(c *Computed) bool {
			return p == PropDisplay && c.Box.Display == DisplayNone || p == PropContentVisibility && c.Content.ContentVisibility == ContentVisibilityHidden
		}
		if hidden(e.to) && t < 1 {
			t = 0
		} else if hidden(e.from) && t > 0 {
			t = 1
		}
	}
	x := blend{prop: p, wa: 1 - t, wb: t, curA: e.from.Font.Color, curB: e.to.Font.Color}
	x.combine(dst.Groups.at(p), from, to)
	return true
}

// motionBlock is a block of the computed values that out has for props.
func (w *worker) motionBlock(out *Computed, props []PropertyID) *block {
	d := &decls{boxes: []any{out}}
	b := d.begin()
	for _, p := range props {
		d.list = append(d.list, decl{prop: p, kind: valueComputed})
		if p == PropWritingMode || p == PropDirection {
			b.flags |= blockFlow
		}
	}
	d.end(&b)
	w.keep = append(w.keep, unsafe.Pointer(d))
	return &b
}

// sampleTransitions is the block of the values that transitions have now, nil for none.
func (w *worker) sampleTransitions(mo *moving, after *Computed) *block {
	if len(mo.transitions) == 0 {
		return nil
	}
	out := &Computed{Groups: after.Groups}
	var own [GroupCount]bool
	var props []PropertyID
	for _, a := range mo.transitions {
		if g := fieldTable[a.Prop].group; !own[g] {
			out.Groups.clone(g)
			own[g] = true
		}
		if !slices.Contains(mo.touched, a.Prop) && a.write(out, w.s.motion.now) { // animations are above transitions
			props = append(props, a.Prop)
		}
	}
	if len(props) == 0 {
		return nil
	}
	return w.motionBlock(out, props)
}

// valuesKey says what computed keyframe values depend on: elements that agree in it share them.
type valuesKey struct {
	set          *keyframeSet
	base, parent *Computed
}

// keyValues are computed keyframe values: of key j of property i at[i][j], nil where the value depends on others.
type keyValues struct {
	at   [][]unsafe.Pointer
	pass uint32 // the last pass that asked
}

// valuesOf are the computed keyframe values of a set in the place of an element.
func (w *worker) valuesOf(set *keyframeSet, base, parent *Computed) *keyValues {
	m := &w.s.motion
	k := valuesKey{set, base, parent}
	v := m.values[k]
	if v == nil {
		v = &keyValues{at: make([][]unsafe.Pointer, len(set.props))}
		n := 0 // the holder of value j of each property
		for i := range set.props {
			v.at[i] = make([]unsafe.Pointer, len(set.props[i].keys))
			n = max(n, len(set.props[i].keys))
		}
		for j := range n {
			cs := *base
			cx := &computer{s: w.s, w: w, parent: parent, cs: &cs, fontSize: base.Font.SizePx}
			for i := range set.props {
				if f := &set.props[i]; j < len(f.keys) && cx.keyframe(&f.keys[j], f.prop) {
					v.at[i][j] = cs.Groups.at(f.prop)
				}
			}
		}
		if m.values == nil || m.frozen {
			m.values = make(map[valuesKey]*keyValues)
		}
		m.values[k] = v
	}
	v.pass = m.pass
	return v
}

// keyframe computes the value of a keyframe; false where that is the underlying one.
func (cx *computer) keyframe(k *propKey, p PropertyID) bool {
	if k.neutral {
		return false
	}
	v := k.v
	for v.kind == valueVar {
		var ok bool
		if v, ok = cx.substituted(p, v.box.(*varValue), nil, cx.cs.Text.WritingMode, cx.cs.Text.Direction); !ok {
			v = value{kind: valueWide, n: wideUnset}
		}
	}
	if v.kind == valueWide && v.n >= wideRevert {
		return false
	}
	cx.set(p, v)
	return true
}

// sampleAnimations is the block of the values that animations have now, nil for none; mo.touched are their properties.
func (w *worker) sampleAnimations(mo *moving, base, parent *Computed) *block {
	var out *Computed
	var own [GroupCount]bool
	all := mo.animations
	if len(mo.scripts) > 0 {
		all = slices.Concat(all, mo.scripts)
	}
	touch := func(p PropertyID) {
		if g := fieldTable[p].group; !own[g] {
			out.Groups.clone(g)
			own[g] = true
		}
		if !slices.Contains(mo.touched, p) {
			mo.touched = append(mo.touched, p)
		}
	}
	for _, a := range all {
		sample := a.sample(w.s.motion.now)
		t := sample.Progress
		if math.IsNaN(t) {
			continue
		}
		if out == nil {
			out = &Computed{Groups: base.Groups}
		}
		if a.effect.to != nil { // a transition that script plays on
			touch(a.Prop)
			a.write(out, w.s.motion.now)
			continue
		}
		set := w.s.framesOf(a.effect, base)
		values := w.valuesOf(set, base, parent)
		for i := range set.props {
			pf := &set.props[i]
			p, keys := pf.prop, pf.keys
			touch(p)
			j := 0 // the interval from j to j+1
			for j < len(keys)-2 && keys[j+1].offset <= t {
				j++
			}
			e := &a.effect.easing
			if keys[j].hasEasing {
				e = &keys[j].easing
			}
			d := 1.0
			if t < keys[j].offset && keys[j+1].offset == keys[j].offset {
				d = 0
			} else if keys[j+1].offset > keys[j].offset {
				d = e.At((t-keys[j].offset)/(keys[j+1].offset-keys[j].offset), sample.before)
			}
			under := out.Groups.at(p)
			from := a.composed(&keys[j], values.at[i][j], p, under, out)
			to := a.composed(&keys[j+1], values.at[i][j+1], p, under, out)
			x := blend{prop: p, wa: 1 - d, wb: d, curA: out.Font.Color, curB: out.Font.Color}
			x.combine(under, from, to)
		}
	}
	if len(mo.touched) == 0 {
		return nil
	}
	return w.motionBlock(out, mo.touched)
}

// composed is the value of a keyframe on top of the underlying value.
func (a *Animation) composed(k *propKey, v unsafe.Pointer, p PropertyID, under unsafe.Pointer, out *Computed) unsafe.Pointer {
	composite := a.effect.Composite
	if k.hasComposite {
		composite = k.composite
	}
	if v != nil && composite == AnimationCompositionReplace {
		return v
	}
	hold := valueHolder(out, p).Groups.at(p) // under is about to be written
	if v != nil {
		x := blend{prop: p, wa: 1, wb: 1, curA: out.Font.Color, curB: out.Font.Color, add: composite == AnimationCompositionAdd}
		if f := blendTable[p]; f == nil || !f(hold, under, v, &x) {
			fieldTable[p].ops.copy(hold, v)
		}
	}
	return hold
}

// ---- time

// Tick moves the document's timeline to now, in ms, and marks what moves.
// https://drafts.csswg.org/web-animations-1/#update-animations-and-send-events
func (s *Styler) Tick(now float64) {
	m := &s.motion
	m.now = now
	m.dirty = false
	for k, mo := range m.by {
		changed := false
		for _, a := range mo.animations {
			changed = m.tick(a) || changed
		}
		for _, a := range mo.transitions {
			changed = m.tick(a) || changed
			if a.over {
				if mo.done == nil {
					mo.done = make(map[PropertyID]*Computed)
				}
				if to := a.target(); to != nil {
					mo.done[a.Prop] = to
				}
				a.owned = false
			}
		}
		for _, a := range slices.Clone(mo.scripts) {
			changed = m.tick(a) || changed
			if !a.Relevant() && !a.Pending() {
				a.leave()
			}
		}
		s.removeReplaced(mo)
		mo.transitions = slices.DeleteFunc(mo.transitions, func(a *Animation) bool { return a.over })
		if changed {
			s.mark(k.el, dirtySelf)
			s.moved = true
		}
	}
}

// tick moves one animation, queues its events, and reports whether its values may have changed.
func (m *motion) tick(a *Animation) (changed bool) {
	a.runPending()
	a.updateFinished(false, false)
	s := a.sample(m.now)
	changed = s.Progress != a.progress && !(math.IsNaN(s.Progress) && math.IsNaN(a.progress))
	a.progress = s.Progress
	if a.owned && a.effect != nil {
		m.phaseEvents(a, s)
	}
	a.phase, a.iteration = s.Phase, s.Iteration
	if a.Kind == CSSTransition && a.owned && s.Phase == PhaseAfter {
		a.over, changed = true, true
	}
	return changed
}

// phaseEvents queues what a change of phase or iteration tells.
// https://drafts.csswg.org/css-animations-2/#event-dispatch https://drafts.csswg.org/css-transitions-2/#event-dispatch
func (m *motion) phaseEvents(a *Animation, s Sample) {
	t := &a.effect.Timing
	active := t.ActiveDuration()
	intervalStart := max(min(-t.Delay, active), 0)
	intervalEnd := max(min(t.EndTime()-t.Delay, active), 0)
	when := func(local float64) float64 { // scheduled event time
		if math.IsNaN(a.start) || a.rate == 0 {
			return m.now
		}
		return a.start + local/a.rate
	}
	start, end := when(t.Delay+intervalStart), when(t.Delay+active)
	name := "animation"
	if a.Kind == CSSTransition {
		name = "transition"
	}
	was := a.phase
	switch {
	case (was == PhaseIdle || was == PhaseBefore) && s.Phase == PhaseActive:
		m.event(a, name+"start", intervalStart, start)
	case (was == PhaseIdle || was == PhaseBefore) && s.Phase == PhaseAfter:
		m.event(a, name+"start", intervalStart, start)
		m.event(a, name+"end", intervalEnd, end)
	case was == PhaseActive && s.Phase == PhaseBefore:
		m.event(a, name+"end", intervalStart, start)
	case was == PhaseActive && s.Phase == PhaseAfter:
		m.event(a, name+"end", intervalEnd, end)
	case was == PhaseAfter && s.Phase == PhaseActive:
		m.event(a, name+"start", intervalEnd, end)
	case was == PhaseAfter && s.Phase == PhaseBefore:
		m.event(a, name+"start", intervalEnd, end)
		m.event(a, name+"end", intervalStart, start)
	case a.Kind == CSSAnimation && was == PhaseActive && s.Phase == PhaseActive && s.Iteration != a.iteration:
		elapsed := s.Iteration * t.Duration
		if s.Iteration < a.iteration {
			elapsed = a.iteration * t.Duration
		}
		m.event(a, "animationiteration", elapsed, when(t.Delay+elapsed))
	}
}

func (m *motion) event(a *Animation, typ string, elapsed, at float64) {
	name := a.Name
	if a.Kind == CSSTransition {
		name = propertyTable[a.Prop].Name
	}
	m.events = append(m.events, MotionEvent{Node: a.Node, Pseudo: a.Pseudo, Transition: a.Kind == CSSTransition, Type: typ, Name: name, Elapsed: elapsed / 1000, at: at, seq: a.seq})
}

// ended queues the cancel event of an animation that ends early.
func (m *motion) ended(a *Animation) {
	if a.effect == nil || a.phase == PhaseIdle && !a.Pending() {
		return
	}
	elapsed := a.CurrentTime(m.now) - a.effect.Timing.Delay
	if math.IsNaN(elapsed) {
		elapsed = 0
	}
	switch {
	case a.Kind == CSSTransition:
		m.event(a, "transitioncancel", max(0, elapsed), m.now)
	case a.phase == PhaseBefore || a.phase == PhaseActive:
		m.event(a, "animationcancel", max(0, elapsed), m.now)
	}
}

// cancel ends what rules move on an element.
func (m *motion) cancel(mo *moving) {
	for _, a := range mo.animations {
		m.disown(a)
	}
	for _, a := range mo.transitions {
		m.disown(a)
	}
	mo.animations, mo.transitions, mo.done = nil, nil, nil
}

// sweepMotion cancels what moves on elements that are not rendered any more.
func (s *Styler) sweepMotion() {
	m := &s.motion
	if m.frozen {
		return
	}
	for k, v := range m.values {
		if v.pass != m.pass {
			delete(m.values, k)
		}
	}
	m.pass++
	for k, mo := range m.by {
		if s.doc.Alive(k.el) && s.doc.Kind(k.el) == dom.KindElement && s.doc.IsConnected(k.el) {
			if cs := s.Style(k.el); cs != nil && cs.Box.Display != DisplayNone && (k.pseudo == PseudoNone || cs.pseudo != nil && cs.pseudo.which[k.pseudo] != nil) {
				continue
			}
		}
		m.cancel(mo)
		if len(mo.scripts) > 0 && s.doc.Alive(k.el) && s.doc.Kind(k.el) == dom.KindElement {
			continue
		}
		delete(m.by, k)
	}
}

// MotionState says what of a document moves.
type MotionState struct {
	Seen    bool // some style asked for a transition or an animation
	Pending bool // the next tick begins something, or has events
	Moves   bool // something moves, or will after a delay
	Soon    bool // something of it is over within the time asked for
}

// Motion is what moves now; soon is in ms.
func (s *Styler) Motion(soon float64) (st MotionState) {
	m := &s.motion
	st.Seen, st.Pending = m.seen, len(m.events) > 0
	for _, mo := range m.by {
		for _, l := range [3][]*Animation{mo.animations, mo.transitions, mo.scripts} {
			for _, a := range l {
				st.Pending = st.Pending || a.Pending()
				if rest := a.rest(m.now); rest > 0 {
					st.Moves = true
					st.Soon = st.Soon || rest <= soon
				}
			}
		}
	}
	return st
}

// rest is how long an animation goes on; 0 for one that rests.
func (a *Animation) rest(now float64) float64 {
	at := a.CurrentTime(now)
	switch {
	case math.IsNaN(at) || a.State() == PlayPaused || a.effect == nil:
		return 0
	case a.rate > 0:
		return (a.end() - at) / a.rate
	case a.rate < 0:
		return at / -a.rate
	}
	return 0
}

// TakeMotionEvents gives the events that are due, in the order of their dispatch.
func (s *Styler) TakeMotionEvents() []MotionEvent {
	m := &s.motion
	l := m.events
	m.events = nil
	sort.SliceStable(l, func(i, j int) bool {
		if l[i].at != l[j].at {
			return l[i].at < l[j].at
		}
		return l[i].seq < l[j].seq
	})
	return l
}

func (m *motion) memoryBytes() int64 {
	group := int64(unsafe.Sizeof(EffectGroup{})) // what a value's holder is about as large as
	n := int64(cap(m.events))*int64(unsafe.Sizeof(MotionEvent{})) + int64(len(m.by))*64
	record := int64(unsafe.Sizeof(Computed{})) + group
	for _, mo := range m.by {
		n += int64(unsafe.Sizeof(*mo)) + int64(len(mo.animations)+len(mo.transitions)+len(mo.scripts))*int64(unsafe.Sizeof(Animation{})+unsafe.Sizeof(Effect{})) + int64(cap(mo.touched))*2
		n += int64(len(mo.transitions)+len(mo.done)) * record
	}
	for _, s := range m.sets {
		for i := range s.props {
			n += int64(unsafe.Sizeof(s.props[i])) + int64(cap(s.props[i].keys))*int64(unsafe.Sizeof(propKey{}))
		}
	}
	for _, v := range m.values {
		n += 48
		for _, l := range v.at {
			n += 24 + int64(cap(l))*8
		}
		if len(v.at) > 0 {
			n += int64(len(v.at[0])) * record
		}
	}
	return n
}
