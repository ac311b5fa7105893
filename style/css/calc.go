package css

// Unit is a unit of a dimension. UnitNumber has no unit, UnitPercent is %.
type Unit uint8

const (
	UnitNone   Unit = iota // an unknown unit
	UnitNumber             // a number
	UnitPercent
	Px
	Cm
	Mm
	Q
	In
	Pt
	Pc
	Em
	Rem
	Ex
	Rex
	Ch
	Rch
	Cap
	Rcap
	Ic
	Ric
	Lh
	Rlh
	Vw
	Vh
	Vi
	Vb
	Vmin
	Vmax
	Svw
	Svh
	Svi
	Svb
	Svmin
	Svmax
	Lvw
	Lvh
	Lvi
	Lvb
	Lvmin
	Lvmax
	Dvw
	Dvh
	Dvi
	Dvb
	Dvmin
	Dvmax
	Cqw
	Cqh
	Cqi
	Cqb
	Cqmin
	Cqmax
	Deg
	Grad
	Rad
	Turn
	Sec
	Ms
	Hz
	KHz
	Dpi
	Dpcm
	Dppx
	UnitX // x of resolutions
	Fr
	UnitCount
)

// UnitEnv resolves relative lengths: Px returns the CSS px of one unit (em, vw, cqi …). It is not
// asked for absolute units.
type UnitEnv interface{ Px(u Unit) float64 }

// CalcType is what an expression computes.
type CalcType uint8

const (
	CalcInvalid CalcType = iota
	CalcNumber
	CalcLength
	CalcPercent
	CalcLengthPercent
	CalcAngle
	CalcAnglePercent
	CalcTime
	CalcFrequency
	CalcResolution
	CalcFlex
)
