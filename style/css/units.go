package css

import "math"

var unitNames = [UnitCount]string{
	UnitPercent: "%",
	Px:          "px", Cm: "cm", Mm: "mm", Q: "q", In: "in", Pt: "pt", Pc: "pc", Em: "em", Rem: "rem",
	Ex: "ex", Rex: "rex", Ch: "ch", Rch: "rch", Cap: "cap", Rcap: "rcap", Ic: "ic", Ric: "ric",
	Lh: "lh", Rlh: "rlh", Vw: "vw", Vh: "vh", Vi: "vi", Vb: "vb", Vmin: "vmin", Vmax: "vmax",
	Svw: "svw", Svh: "svh", Svi: "svi", Svb: "svb", Svmin: "svmin", Svmax: "svmax", Lvw: "lvw",
	Lvh: "lvh", Lvi: "lvi", Lvb: "lvb", Lvmin: "lvmin", Lvmax: "lvmax", Dvw: "dvw", Dvh: "dvh",
	Dvi: "dvi", Dvb: "dvb", Dvmin: "dvmin", Dvmax: "dvmax", Cqw: "cqw", Cqh: "cqh", Cqi: "cqi",
	Cqb: "cqb", Cqmin: "cqmin", Cqmax: "cqmax", Deg: "deg", Grad: "grad", Rad: "rad", Turn: "turn",
	Sec: "s", Ms: "ms", Hz: "hz", KHz: "khz", Dpi: "dpi", Dpcm: "dpcm", Dppx: "dppx", UnitX: "x",
	Fr: "fr",
}

var unitByName = func() map[string]Unit {
	m := make(map[string]Unit, UnitCount)
	for u := Px; u < UnitCount; u++ {
		m[unitNames[u]] = u
	}
	return m
}()

// UnitOf returns the unit named s, in any case; UnitNone if there is none.
func UnitOf(s string) Unit {
	if len(s) == 2 && s[0]|0x20 == 'p' && s[1]|0x20 == 'x' {
		return Px
	}
	return unitByName[lowerASCII(s)]
}

// String is the unit as it is serialized, in lower case.
func (u Unit) String() string { return unitNames[u] }

// Type is the type of a value of the unit.
func (u Unit) Type() CalcType {
	switch {
	case u == UnitNone:
		return CalcInvalid
	case u == UnitNumber:
		return CalcNumber
	case u == UnitPercent:
		return CalcPercent
	case u <= Cqmax:
		return CalcLength
	case u <= Turn:
		return CalcAngle
	case u <= Ms:
		return CalcTime
	case u <= KHz:
		return CalcFrequency
	case u <= UnitX:
		return CalcResolution
	}
	return CalcFlex
}

// Relative reports whether the unit needs a UnitEnv.
func (u Unit) Relative() bool { return u >= Em && u <= Cqmax }

// Absolute converts n of the unit to its canonical unit (px, deg, s, hz, dppx, fr, number, %); false for relative
// units.
func (u Unit) Absolute(n float64) (float64, bool) {
	switch u {
	case UnitNumber, UnitPercent, Px, Deg, Sec, Hz, Dppx, UnitX, Fr:
		return n, true
	case Cm:
		return n * 96 / 2.54, true
	case Mm:
		return n * 96 / 25.4, true
	case Q:
		return n * 96 / 101.6, true
	case In:
		return n * 96, true
	case Pt:
		return n * 96 / 72, true
	case Pc:
		return n * 16, true
	case Grad:
		return n * 0.9, true
	case Rad:
		return n * 180 / math.Pi, true
	case Turn:
		return n * 360, true
	case Ms:
		return n / 1000, true
	case KHz:
		return n * 1000, true
	case Dpi:
		return n / 96, true
	case Dpcm:
		return n * 2.54 / 96, true
	}
	return 0, false
}

// canonical is the unit that the units of u's type are converted to; relative units stay.
func (u Unit) canonical() Unit {
	switch u.Type() {
	case CalcLength:
		if u.Relative() {
			return u
		}
		return Px
	case CalcAngle:
		return Deg
	case CalcTime:
		return Sec
	case CalcFrequency:
		return Hz
	case CalcResolution:
		return Dppx
	}
	return u
}

// Eval is the value in canonical units: px, deg, s, hz, dppx, fr or a number. Percentages are of percentBasis.
func (n Numeric) Eval(env UnitEnv, percentBasis float64) float64 {
	if n.Calc != nil {
		return n.Calc.Eval(env, percentBasis)
	}
	if n.Unit == UnitPercent {
		return n.Num / 100 * percentBasis
	}
	if v, ok := n.Unit.Absolute(n.Num); ok {
		return v
	}
	return n.Num * env.Px(n.Unit)
}

// AppendTo appends the serialization of the specified value.
func (n Numeric) AppendTo(b []byte) []byte {
	if n.Calc != nil {
		return n.Calc.AppendTo(b)
	}
	b = AppendNumber(b, n.Num)
	return append(b, n.Unit.String()...)
}
