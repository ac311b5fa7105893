package style

import "math"

// The timing model. Times are ms; an unresolved time is NaN.
// https://drafts.csswg.org/web-animations-1/#timing-model

// Timing are the timing properties of an effect.
type Timing struct {
	Delay, EndDelay float64
	Duration        float64 // of one iteration
	Iterations      float64 // may be +Inf
	IterationStart  float64
	Direction       AnimationDirection
	Fill            AnimationFillMode
	Easing          Easing
}

// Phase is where the local time of an effect is.
type Phase uint8

const (
	PhaseIdle Phase = iota
	PhaseBefore
	PhaseActive
	PhaseAfter
)

var unresolved = math.NaN()

// ActiveDuration is the time that all iterations take.
func (t *Timing) ActiveDuration() float64 {
	if t.Duration == 0 || t.Iterations == 0 {
		return 0
	}
	return t.Duration * t.Iterations
}

// EndTime is when the effect is over.
func (t *Timing) EndTime() float64 { return max(0, t.Delay+t.ActiveDuration()+t.EndDelay) }

// Sample is where an effect is at a local time.
type Sample struct {
	Phase     Phase
	Progress  float64 // transformed: of the keyframes. NaN where the effect does nothing
	Iteration float64 // current iteration index
	before    bool    // the before flag of step easing
}

// At computes the sample at local time, NaN for none. backwards: the playback rate is negative.
// https://drafts.csswg.org/web-animations-1/#calculating-the-transformed-progress
func (t *Timing) At(local float64, backwards bool) (s Sample) {
	s.Progress = unresolved
	if math.IsNaN(local) {
		return s
	}
	active, end := t.ActiveDuration(), t.EndTime()
	beforeActive := max(min(t.Delay, end), 0)
	activeAfter := max(min(t.Delay+active, end), 0)
	switch {
	case local < beforeActive || backwards && local == beforeActive:
		s.Phase = PhaseBefore
	case local > activeAfter || !backwards && local == activeAfter:
		s.Phase = PhaseAfter
	default:
		s.Phase = PhaseActive
	}
	var at float64 // active time
	switch s.Phase {
	case PhaseBefore:
		if t.Fill != AnimationFillModeBackwards && t.Fill != AnimationFillModeBoth {
			return s
		}
		at = max(local-t.Delay, 0)
	case PhaseActive:
		at = local - t.Delay
	case PhaseAfter:
		if t.Fill != AnimationFillModeForwards && t.Fill != AnimationFillModeBoth {
			return s
		}
		at = max(min(local-t.Delay, active), 0)
	}
	var overall float64
	switch {
	case t.Duration == 0:
		if s.Phase != PhaseBefore {
			overall = t.Iterations
		}
	default:
		overall = at / t.Duration
	}
	overall += t.IterationStart
	var simple float64
	if math.IsInf(overall, 1) {
		simple = math.Mod(t.IterationStart, 1)
	} else {
		simple = math.Mod(overall, 1)
	}
	if simple == 0 && (s.Phase == PhaseActive || s.Phase == PhaseAfter) && at == active && t.Iterations != 0 {
		simple = 1
	}
	switch {
	case s.Phase == PhaseAfter && math.IsInf(t.Iterations, 1):
		s.Iteration = math.Inf(1)
	case simple == 1:
		s.Iteration = math.Floor(overall) - 1
	default:
		s.Iteration = math.Floor(overall)
	}
	forwards := true
	switch t.Direction {
	case AnimationDirectionReverse:
		forwards = false
	case AnimationDirectionAlternate, AnimationDirectionAlternateReverse:
		d := s.Iteration
		if t.Direction == AnimationDirectionAlternateReverse {
			d++
		}
		forwards = math.IsInf(d, 0) || math.Mod(d, 2) == 0
	}
	directed := simple
	if !forwards {
		directed = 1 - simple
	}
	s.before = s.Phase == PhaseBefore && forwards || s.Phase == PhaseAfter && !forwards
	s.Progress = t.Easing.At(directed, s.before)
	return s
}

// At is the output of the easing function for an input progress. before is the before flag, which matters to steps.
// https://drafts.csswg.org/css-easing-2/
func (e *Easing) At(x float64, before bool) float64 {
	switch e.Kind {
	case EaseCubic:
		return cubicBezier(e.P[0], e.P[1], e.P[2], e.P[3], x)
	case EaseSteps:
		return e.steps(x, before)
	case EaseLinearFn:
		return e.piecewise(x)
	}
	return x
}

func (e *Easing) steps(x float64, before bool) float64 {
	n := float64(max(1, e.Steps))
	start := e.Jump == 1 || e.Jump == 4 || e.Jump == 3
	step := math.Floor(x * n)
	if start {
		step++
	}
	if before && math.Mod(x*n, 1) == 0 {
		step--
	}
	if x >= 0 && step < 0 {
		step = 0
	}
	jumps := n
	switch e.Jump {
	case 2:
		jumps = n - 1
	case 3:
		jumps = n + 1
	}
	if x <= 1 && step > jumps {
		step = jumps
	}
	if jumps <= 0 {
		return 1
	}
	return step / jumps
}

func (e *Easing) piecewise(x float64) float64 {
	p := e.Points
	if len(p) == 0 {
		return x
	}
	if len(p) == 1 {
		return float64(p[0][1])
	}
	i := 0 // the last point whose input is at most x
	for i < len(p)-2 && float64(p[i+1][0]) <= x {
		i++
	}
	a, b := p[i], p[i+1]
	if a[0] == b[0] {
		return float64(b[1])
	}
	return float64(a[1]) + (x-float64(a[0]))/float64(b[0]-a[0])*float64(b[1]-a[1])
}

// cubicBezier is y at x of the curve from (0, 0) to (1, 1) with two control points; beyond the ends it goes on along the tangent.
func cubicBezier(x1, y1, x2, y2, x float64) float64 {
	switch {
	case x < 0:
		switch {
		case x1 > 0:
			return x * y1 / x1
		case y1 == 0 && x2 > 0:
			return x * y2 / x2
		}
		return 0
	case x > 1:
		switch {
		case x2 < 1:
			return 1 + (x-1)*(1-y2)/(1-x2)
		case y2 == 1 && x1 < 1:
			return 1 + (x-1)*(1-y1)/(1-x1)
		}
		return 1
	case x == 0 || x == 1:
		return x
	}
	curve := func(a, b, t float64) float64 { return ((1-3*b+3*a)*t+(3*b-6*a))*t*t + 3*a*t }
	lo, hi, t := 0.0, 1.0, x
	for range 60 { // x(t) rises: bisection, and Newton where it stays inside
		v := curve(x1, x2, t) - x
		if math.Abs(v) < 1e-9 {
			break
		}
		if v > 0 {
			hi = t
		} else {
			lo = t
		}
		d := 3*(1-3*x2+3*x1)*t*t + 2*(3*x2-6*x1)*t + 3*x1
		n := t - v/d
		if d == 0 || n <= lo || n >= hi {
			n = (lo + hi) / 2
		}
		t = n
	}
	return curve(y1, y2, t)
}
