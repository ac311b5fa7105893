package form

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/niso-engine/niso/dom"
)

// Numbers of controls: minimum, maximum and steps. Steps are counted in decimals, as values are written: in binary 0.3 is no multiple of 0.1.
// https://html.spec.whatwg.org/multipage/input.html#the-min-and-max-attributes

// ParseInt is the rules for parsing integers.
func ParseInt(s string) (int, bool) {
	s = strings.TrimLeft(s, space)
	i := 0
	if i < len(s) && (s[i] == '-' || s[i] == '+') {
		i++
	}
	j := i
	for j < len(s) && s[j] >= '0' && s[j] <= '9' {
		j++
	}
	if i == j {
		return 0, false
	}
	n, err := strconv.Atoi(s[:j])
	return n, err == nil
}

// ParseFloat parses a valid floating-point number.
// https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-floating-point-number
func ParseFloat(s string) (float64, bool) {
	if s == "" || s[0] == '+' || s[len(s)-1] == '.' || strings.ContainsAny(s, "xXpPnNiI_ ") {
		return 0, false
	}
	f, err := strconv.ParseFloat(s, 64)
	return f, err == nil && !math.IsInf(f, 0) && !math.IsNaN(f)
}

// FormatFloat writes a number as a valid floating-point number.
func FormatFloat(f float64) string {
	if a := math.Abs(f); a >= 1e21 || a != 0 && a < 1e-6 {
		return strings.Replace(strconv.FormatFloat(f, 'e', -1, 64), "e-0", "e-", 1)
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// dated reports whether the values of an input type are dates or times.
func dated(typ string) bool {
	switch typ {
	case "date", "month", "week", "time", "datetime-local":
		return true
	}
	return false
}

// Number is the value of an input as a number (ms since 1970 of dates, months of months); false where it has none.
func (m *Model) Number(id dom.NodeID, v string) (float64, bool) {
	switch typ := m.Type(id); {
	case typ == "number", typ == "range":
		return ParseFloat(v)
	default:
		return parseDate(typ, v)
	}
}

// NumberText is a number as the value of an input.
func (m *Model) NumberText(id dom.NodeID, n float64) string {
	if typ := m.Type(id); dated(typ) {
		return formatDate(typ, n)
	}
	return FormatFloat(n)
}

// Numeric reports whether an input's value can be a number.
func (m *Model) Numeric(id dom.NodeID) bool {
	if !m.is(id, atomInput) {
		return false
	}
	typ := m.Type(id)
	return typ == "number" || typ == "range" || dated(typ)
}

// Limits are the minimum and maximum of an input.
func (m *Model) Limits(id dom.NodeID) (lo, hi float64, hasLo, hasHi bool) {
	lo, hasLo = m.Number(id, m.store.Attr(id, atomMin))
	hi, hasHi = m.Number(id, m.store.Attr(id, atomMax))
	if m.Type(id) == "range" {
		if !hasLo {
			lo, hasLo = 0, true
		}
		if !hasHi {
			hi, hasHi = 100, true
		}
		hi = max(lo, hi)
	}
	return lo, hi, hasLo, hasHi
}

// steps are the steps of an input: base and step as exact numbers. step is 0 where any value is allowed.
type steps struct {
	base, step *big.Rat
	real       bool // values are no integers, so that they may miss a step by a rounding error
}

// exact is the decimal number that a float was read from.
func exact(f float64) *big.Rat {
	r, ok := new(big.Rat).SetString(strconv.FormatFloat(f, 'e', -1, 64))
	if !ok { // not finite
		return new(big.Rat)
	}
	return r
}

func (m *Model) steps(id dom.NodeID) (s steps) {
	typ := m.Type(id)
	step, base := m.step(id)
	return steps{exact(base), exact(step), typ == "number" || typ == "range"}
}

// step is the allowed value step and its base; 0: any.
func (m *Model) step(id dom.NodeID) (step, base float64) {
	typ := m.Type(id)
	scale, def := 1.0, 1.0
	switch typ {
	case "date":
		scale = 864e5
	case "week":
		scale = 6048e5
		base = -2592e5
	case "time", "datetime-local":
		scale, def = 1000, 60
	}
	if v, ok := m.Number(id, m.store.Attr(id, atomMin)); ok {
		base = v
	} else if v, ok := m.Number(id, m.store.Attr(id, atomValue)); ok {
		base = v
	}
	a, has := m.store.LookupAttr(id, atomStep)
	if has && strings.EqualFold(a, "any") {
		return 0, base
	}
	if f, ok := ParseFloat(a); ok && f > 0 {
		switch {
		case typ == "time" || typ == "datetime-local":
			return max(math.Round(f*scale), 1), base
		case dated(typ):
			return max(math.Round(f), 1) * scale, base
		}
		return f, base
	}
	return def * scale, base
}

// Step is the allowed value step of an input; 0: any value.
func (m *Model) Step(id dom.NodeID) float64 {
	step, _ := m.step(id)
	return step
}

// at is the number that lies k steps from the base.
func (s steps) at(k *big.Int) *big.Rat {
	r := new(big.Rat).SetInt(k)
	return r.Add(r.Mul(r, s.step), s.base)
}

// of is how many steps v lies from the base.
func (s steps) of(v *big.Rat) *big.Rat {
	r := new(big.Rat).Sub(v, s.base)
	return r.Quo(r, s.step)
}

func floor(r *big.Rat) *big.Int { return new(big.Int).Div(r.Num(), r.Denom()) } // Euclidean; denominators are positive

func ceil(r *big.Rat) *big.Int {
	k := floor(r)
	if !r.IsInt() {
		k.Add(k, big.NewInt(1))
	}
	return k
}

func round(r *big.Rat) *big.Int { return floor(new(big.Rat).Add(r, big.NewRat(1, 2))) }

// mismatch reports whether v is no whole number of steps from the base.
func (s steps) mismatch(v float64) bool {
	if s.step.Sign() == 0 {
		return false
	}
	k := s.of(exact(v))
	if k.IsInt() {
		return false
	}
	if !s.real {
		return true
	}
	// Beyond 2^53 steps a float does not tell them apart, and what one misses by is taken for a rounding error, as in Chromium.
	f, _ := k.Float64()
	if math.Abs(f) > 1<<53 {
		return false
	}
	rest, _ := new(big.Rat).Sub(k, new(big.Rat).SetInt(round(k))).Float64()
	return math.Abs(rest) > 1.0/(1<<24)
}

func (m *Model) sanitizeRange(id dom.NodeID, v string) string {
	lo, hi, _, _ := m.Limits(id)
	f, ok := ParseFloat(v)
	if !ok {
		f = lo + (hi-lo)/2
	}
	kept := ok && f >= lo && f <= hi
	f = min(max(f, lo), hi)
	s := m.steps(id)
	if s.step.Sign() == 0 || !s.mismatch(f) {
		if kept {
			return strings.Clone(v)
		}
		return FormatFloat(f)
	}
	k := round(s.of(exact(f)))
	r, _ := s.at(k).Float64()
	if r > hi {
		r, _ = s.at(k.Sub(k, big.NewInt(1))).Float64()
	} else if r < lo {
		r, _ = s.at(k.Add(k, big.NewInt(1))).Float64()
	}
	if r < lo || r > hi {
		r = f
	}
	return FormatFloat(r)
}

// StepBy is stepUp (n above 0) and stepDown. ok is false where any value is allowed.
// https://html.spec.whatwg.org/multipage/input.html#dom-input-stepup
func (m *Model) StepBy(id dom.NodeID, n int) (ok bool) {
	s := m.steps(id)
	if s.step.Sign() == 0 {
		return false
	}
	lo, hi, hasLo, hasHi := m.Limits(id)
	if hasLo && hasHi && lo > hi {
		return true
	}
	first, last := ceil(s.of(exact(lo))), floor(s.of(exact(hi)))
	if hasLo && hasHi && first.Cmp(last) > 0 {
		return true
	}
	v, has := m.Number(id, m.Value(id))
	if !has {
		v = 0
	}
	k, by := s.of(exact(v)), int64(n)
	to := new(big.Int)
	switch {
	case k.IsInt():
		to.Set(k.Num())
	case n < 0:
		to, by = floor(k), by+1
	case n > 0:
		to, by = ceil(k), by-1
	default:
		return true
	}
	to.Add(to, big.NewInt(by))
	if hasLo && to.Cmp(first) < 0 {
		to = first
	}
	if hasHi && to.Cmp(last) > 0 {
		to = last
	}
	r, _ := s.at(to).Float64()
	if has && (by < 0 && r > v || by > 0 && r < v) { // what the limits allow lies the other way
		return true
	}
	if m.Type(id) == "time" && (r < 0 || r >= 864e5) {
		return true
	}
	m.SetValue(id, m.NumberText(id, r))
	return true
}
