package css

import (
	"math"
	"slices"
)

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

// CalcExpr is a type-checked, simplified math expression; immutable, free to be shared.
// https://drafts.csswg.org/css-values-4/#math
type CalcExpr struct {
	root *calcNode
	typ  CalcType
}

type calcOp uint8

const (
	calcLeaf   calcOp = iota // val, unit
	calcSymbol               // a keyword of a relative colour: val is its number
	calcNone                 // none in clamp()
	calcSum
	calcProduct
	calcNegate
	calcInvert
	calcMin
	calcMax
	calcClamp
	calcRound
	calcMod
	calcRem
	calcSin
	calcCos
	calcTan
	calcAsin
	calcAcos
	calcAtan
	calcAtan2
	calcPow
	calcSqrt
	calcHypot
	calcLog
	calcExp
	calcAbs
	calcSign
	calcOps
)

var calcFunctions = map[string]calcOp{
	"min": calcMin, "max": calcMax, "clamp": calcClamp, "round": calcRound, "mod": calcMod, "rem": calcRem,
	"sin": calcSin, "cos": calcCos, "tan": calcTan, "asin": calcAsin, "acos": calcAcos, "atan": calcAtan,
	"atan2": calcAtan2, "pow": calcPow, "sqrt": calcSqrt, "hypot": calcHypot, "log": calcLog, "exp": calcExp,
	"abs": calcAbs, "sign": calcSign,
	"calc": calcSum, "-webkit-calc": calcSum,
}

var calcNames = func() (n [calcOps]string) {
	for name, op := range calcFunctions {
		if op != calcSum {
			n[op] = name
		}
	}
	return
}()

// Strategies of round().
const (
	roundNearest = iota
	roundUp
	roundDown
	roundToZero
)

var roundNames = [...]string{"nearest", "up", "down", "to-zero"}

type calcNode struct {
	args []*calcNode
	val  float64
	op   calcOp
	unit Unit
	sub  uint8 // strategy of round()
}

// Base types of dimensions.
const (
	baseLength = iota
	baseAngle
	baseTime
	baseFrequency
	baseResolution
	baseFlex
	basePercent
	baseCount
)

// typeVector is the type of a calculation: the power of each base type.
type typeVector struct {
	pow     [baseCount]int8
	percent bool // percentages occur that stand for another type
}

func (t typeVector) number() bool { return t.pow == [baseCount]int8{} }

// result is the type that t is as a whole.
func (t typeVector) result() CalcType {
	at := -1
	for i, p := range t.pow {
		if p == 0 {
			continue
		}
		if p != 1 || at >= 0 {
			return CalcInvalid
		}
		at = i
	}
	switch at {
	case -1:
		return CalcNumber
	case baseLength:
		if t.percent {
			return CalcLengthPercent
		}
		return CalcLength
	case baseAngle:
		if t.percent {
			return CalcAnglePercent
		}
		return CalcAngle
	case baseTime:
		return CalcTime
	case baseFrequency:
		return CalcFrequency
	case baseResolution:
		return CalcResolution
	case baseFlex:
		return CalcFlex
	}
	return CalcPercent
}

// calcParser reads one math function.
type calcParser struct {
	percentAs CalcType
	symbol    func(string) (int, bool)
	nodes     int
}

// maxCalcNodes bounds an expression.
const maxCalcNodes = 10000

// IsMath reports whether a math function is ahead.
func (p *ValueParser) IsMath() bool {
	if p.tok.Kind != Function {
		return false
	}
	_, ok := calcFunctions[lowerASCII(p.t.Text(p.tok))]
	return ok
}

// Math takes a math function. percentAs is what percentages stand for: CalcPercent, CalcLength or CalcAngle. symbol
// numbers the keywords of relative colours; nil: none are known.
func (p *ValueParser) Math(percentAs CalcType, symbol func(string) (int, bool)) (*CalcExpr, bool) {
	if !p.IsMath() {
		return nil, false
	}
	c := calcParser{percentAs: percentAs, symbol: symbol}
	n, ok := c.function(p)
	if !ok {
		return nil, false
	}
	t, ok := c.typeOf(n)
	if !ok {
		return nil, false
	}
	res := t.result()
	if res == CalcInvalid {
		return nil, false
	}
	return &CalcExpr{c.simplify(n), res}, true
}

func (c *calcParser) node(n calcNode) (*calcNode, bool) {
	c.nodes++
	return &n, c.nodes <= maxCalcNodes
}

func (c *calcParser) function(p *ValueParser) (*calcNode, bool) {
	name, in, ok := p.AnyFunction()
	if !ok {
		return nil, false
	}
	op, ok := calcFunctions[lowerASCII(name)]
	if !ok {
		return nil, false
	}
	if op == calcSum {
		n, ok := c.sum(&in)
		return n, ok && in.AtEnd()
	}
	n := calcNode{op: op}
	if op == calcRound && in.Peek().Kind == Ident {
		for i, s := range roundNames {
			if in.PeekKeyword(s) {
				in.Next()
				n.sub = uint8(i)
				if !in.Comma() {
					return nil, false
				}
				break
			}
		}
	}
	for {
		var a *calcNode
		if op == calcClamp && len(n.args) != 1 && in.PeekKeyword("none") {
			in.Next()
			a, ok = c.node(calcNode{op: calcNone})
		} else {
			a, ok = c.sum(&in)
		}
		if !ok {
			return nil, false
		}
		n.args = append(n.args, a)
		if in.AtEnd() {
			break
		}
		if !in.Comma() {
			return nil, false
		}
	}
	lo, hi := 1, 1
	switch op {
	case calcMin, calcMax, calcHypot:
		hi = maxCalcNodes
	case calcClamp:
		lo, hi = 3, 3
	case calcMod, calcRem, calcAtan2, calcPow:
		lo, hi = 2, 2
	case calcRound, calcLog:
		hi = 2
	}
	if len(n.args) < lo || len(n.args) > hi {
		return nil, false
	}
	return c.node(n)
}

func (c *calcParser) sum(p *ValueParser) (*calcNode, bool) {
	first, ok := c.product(p)
	if !ok {
		return nil, false
	}
	args := []*calcNode{first}
	for {
		tok := p.Peek()
		plus, minus := p.t.IsDelim(tok, '+'), p.t.IsDelim(tok, '-')
		if !plus && !minus {
			break
		}
		if !p.SpaceBefore() {
			return nil, false
		}
		p.Next()
		if !p.SpaceBefore() {
			return nil, false
		}
		a, ok := c.product(p)
		if !ok {
			return nil, false
		}
		if minus {
			if a, ok = c.node(calcNode{op: calcNegate, args: []*calcNode{a}}); !ok {
				return nil, false
			}
		}
		args = append(args, a)
	}
	if len(args) == 1 {
		return first, true
	}
	return c.node(calcNode{op: calcSum, args: args})
}

func (c *calcParser) product(p *ValueParser) (*calcNode, bool) {
	first, ok := c.value(p)
	if !ok {
		return nil, false
	}
	args := []*calcNode{first}
	for {
		mul := p.Delim('*')
		if !mul && !p.Delim('/') {
			break
		}
		a, ok := c.value(p)
		if ok && !mul {
			a, ok = c.node(calcNode{op: calcInvert, args: []*calcNode{a}})
		}
		if !ok {
			return nil, false
		}
		args = append(args, a)
	}
	if len(args) == 1 {
		return first, true
	}
	return c.node(calcNode{op: calcProduct, args: args})
}

func (c *calcParser) value(p *ValueParser) (*calcNode, bool) {
	tok := p.Peek()
	switch tok.Kind {
	case Number:
		p.Next()
		return c.node(calcNode{val: tok.Num, unit: UnitNumber})
	case Percentage:
		p.Next()
		return c.node(calcNode{val: tok.Num, unit: UnitPercent})
	case Dimension:
		u := UnitOf(p.Text(tok))
		if u == UnitNone {
			return nil, false
		}
		p.Next()
		return c.node(calcNode{val: tok.Num, unit: u})
	case Ident:
		name := lowerASCII(p.Text(tok))
		n := calcNode{unit: UnitNumber}
		switch name {
		case "e":
			n.val = math.E
		case "pi":
			n.val = math.Pi
		case "infinity":
			n.val = infinity
		case "-infinity":
			n.val = -infinity
		case "nan":
			n.val = math.NaN()
		default:
			if c.symbol == nil {
				return nil, false
			}
			i, ok := c.symbol(name)
			if !ok {
				return nil, false
			}
			n.op, n.val = calcSymbol, float64(i)
		}
		p.Next()
		return c.node(n)
	case LeftParen:
		in, ok := p.Block(LeftParen)
		if !ok {
			return nil, false
		}
		n, ok := c.sum(&in)
		return n, ok && in.AtEnd()
	case Function:
		return c.function(p)
	}
	return nil, false
}

// typeOf checks the types of n. https://drafts.csswg.org/css-values-4/#determine-the-type-of-a-calculation
func (c *calcParser) typeOf(n *calcNode) (t typeVector, ok bool) {
	switch n.op {
	case calcLeaf:
		switch n.unit.Type() {
		case CalcLength:
			t.pow[baseLength] = 1
		case CalcAngle:
			t.pow[baseAngle] = 1
		case CalcTime:
			t.pow[baseTime] = 1
		case CalcFrequency:
			t.pow[baseFrequency] = 1
		case CalcResolution:
			t.pow[baseResolution] = 1
		case CalcFlex:
			t.pow[baseFlex] = 1
		case CalcPercent:
			switch c.percentAs {
			case CalcLength:
				t.pow[baseLength], t.percent = 1, true
			case CalcAngle:
				t.pow[baseAngle], t.percent = 1, true
			default:
				t.pow[basePercent] = 1
			}
		}
		return t, true
	case calcSymbol, calcNone:
		return t, true
	case calcNegate:
		return c.typeOf(n.args[0])
	case calcInvert:
		t, ok = c.typeOf(n.args[0])
		for i := range t.pow {
			t.pow[i] = -t.pow[i]
		}
		return t, ok
	case calcProduct:
		for _, a := range n.args {
			u, ok := c.typeOf(a)
			if !ok {
				return t, false
			}
			for i := range t.pow {
				p := int(t.pow[i]) + int(u.pow[i])
				if p > 100 || p < -100 {
					return t, false
				}
				t.pow[i] = int8(p)
			}
			t.percent = t.percent || u.percent
		}
		return t, true
	}
	first := true
	for _, a := range n.args {
		if a.op == calcNone {
			continue
		}
		u, ok := c.typeOf(a)
		if !ok {
			return t, false
		}
		if first {
			t, first = u, false
		} else if t.pow != u.pow {
			return t, false
		}
		t.percent = t.percent || u.percent
	}
	angle := typeVector{}
	angle.pow[baseAngle] = 1
	switch n.op {
	case calcSin, calcCos, calcTan:
		return typeVector{}, t.number() || t.pow == angle.pow && !t.percent
	case calcAsin, calcAcos, calcAtan:
		return angle, t.number()
	case calcAtan2:
		return angle, true
	case calcPow, calcSqrt, calcLog, calcExp:
		return t, t.number()
	case calcSign:
		return typeVector{}, true
	case calcRound:
		return t, len(n.args) == 2 || t.number()
	}
	return t, true
}

// simplify is https://drafts.csswg.org/css-values-4/#simplify-a-calculation-tree. Depth is bounded by the parser's.
func (c *calcParser) simplify(n *calcNode) *calcNode {
	switch n.op {
	case calcLeaf:
		if v, ok := n.unit.Absolute(n.val); ok && n.unit.canonical() != n.unit {
			return &calcNode{val: v, unit: n.unit.canonical()}
		}
		return n
	case calcSymbol, calcNone:
		return n
	}
	m := &calcNode{op: n.op, sub: n.sub, args: make([]*calcNode, 0, len(n.args))}
	for _, a := range n.args {
		a = c.simplify(a)
		if a.op == m.op && (m.op == calcSum || m.op == calcProduct) {
			m.args = append(m.args, a.args...)
		} else {
			m.args = append(m.args, a)
		}
	}
	switch m.op {
	case calcNegate:
		a := m.args[0]
		switch a.op {
		case calcLeaf:
			return &calcNode{val: -a.val, unit: a.unit}
		case calcNegate:
			return a.args[0]
		case calcSum:
			s := &calcNode{op: calcSum}
			for _, x := range a.args {
				s.args = append(s.args, c.simplify(&calcNode{op: calcNegate, args: []*calcNode{x}}))
			}
			return s
		}
		return m
	case calcInvert:
		a := m.args[0]
		switch {
		case a.op == calcLeaf && a.unit == UnitNumber:
			return &calcNode{val: 1 / a.val, unit: UnitNumber}
		case a.op == calcInvert:
			return a.args[0]
		}
		return m
	case calcSum:
		return simplifySum(m)
	case calcProduct:
		return c.simplifyProduct(m)
	}
	for _, a := range m.args {
		if a.op == calcNone {
			continue
		}
		if a.op != calcLeaf || a.unit.Relative() || a.unit == UnitPercent && c.percentAs != CalcPercent {
			return m
		}
	}
	unit := UnitNumber
	if m.args[0].op == calcLeaf {
		unit = m.args[0].unit
	} else if m.op == calcClamp {
		unit = m.args[1].unit
	}
	v := m.apply(func(a *calcNode) float64 { return a.val })
	switch m.op {
	case calcSin, calcCos, calcTan, calcSign:
		unit = UnitNumber
	case calcAsin, calcAcos, calcAtan, calcAtan2:
		unit = Deg
	}
	return &calcNode{val: v, unit: unit}
}

func simplifySum(m *calcNode) *calcNode {
	out := m.args[:0]
	var seen [UnitCount]*calcNode
	for _, a := range m.args {
		if a.op == calcLeaf {
			if l := seen[a.unit]; l != nil {
				l.val += a.val
				continue
			}
			a = &calcNode{val: a.val, unit: a.unit}
			seen[a.unit] = a
		}
		out = append(out, a)
	}
	if len(out) == 1 {
		return out[0]
	}
	m.args = out
	return m
}

func (c *calcParser) simplifyProduct(m *calcNode) *calcNode {
	num, has := 1.0, false
	out := m.args[:0]
	for _, a := range m.args {
		if a.op == calcLeaf && a.unit == UnitNumber {
			num *= a.val
			has = true
		} else {
			out = append(out, a)
		}
	}
	m.args = out
	switch {
	case len(out) == 0:
		return &calcNode{val: num, unit: UnitNumber}
	case len(out) == 1 && out[0].op == calcLeaf:
		return &calcNode{val: out[0].val * num, unit: out[0].unit}
	case len(out) == 1 && !has:
		return out[0]
	case len(out) == 1 && out[0].op == calcSum && has:
		leaves := true
		for _, a := range out[0].args {
			leaves = leaves && a.op == calcLeaf
		}
		if leaves {
			s := &calcNode{op: calcSum}
			for _, a := range out[0].args {
				s.args = append(s.args, &calcNode{val: a.val * num, unit: a.unit})
			}
			return s
		}
	}
	// 10px * 2px / 1px: all canonical, and the units cancel to at most one.
	var pow [UnitCount]int
	v, ok := num, true
	for _, a := range out {
		l, p := a, 1
		if a.op == calcInvert {
			l, p = a.args[0], -1
		}
		if l.op != calcLeaf || l.unit == UnitPercent && c.percentAs != CalcPercent {
			ok = false
			break
		}
		pow[l.unit] += p
		if p > 0 {
			v *= l.val
		} else {
			v /= l.val
		}
	}
	if ok {
		unit := UnitNumber
		for u, p := range pow {
			if p == 0 {
				continue
			}
			if p != 1 || unit != UnitNumber {
				ok = false
				break
			}
			unit = Unit(u)
		}
		if ok {
			return &calcNode{val: v, unit: unit}
		}
	}
	if has {
		m.args = append([]*calcNode{{val: num, unit: UnitNumber}}, out...)
	}
	return m
}

// apply computes a function from its arguments.
func (n *calcNode) apply(value func(*calcNode) float64) float64 {
	arg := func(i int) float64 { return value(n.args[i]) }
	radians := func() float64 {
		if n.args[0].isAngle() {
			return arg(0) * math.Pi / 180
		}
		return arg(0)
	}
	switch n.op {
	case calcSum:
		v := 0.0
		for i := range n.args {
			v += arg(i)
		}
		return v
	case calcProduct:
		v := 1.0
		for i := range n.args {
			v *= arg(i)
		}
		return v
	case calcNegate:
		return -arg(0)
	case calcInvert:
		return 1 / arg(0)
	case calcMin, calcMax:
		v := arg(0)
		for i := 1; i < len(n.args); i++ {
			if n.op == calcMin {
				v = min(v, arg(i))
			} else {
				v = max(v, arg(i))
			}
		}
		return v
	case calcClamp:
		v := arg(1)
		if n.args[2].op != calcNone {
			v = min(v, arg(2))
		}
		if n.args[0].op != calcNone {
			v = max(v, arg(0))
		}
		return v
	case calcRound:
		b := 1.0
		if len(n.args) > 1 {
			b = arg(1)
		}
		return calcRounded(n.sub, arg(0), b)
	case calcMod:
		a, b := arg(0), arg(1)
		if math.IsInf(b, 0) {
			if math.IsInf(a, 0) || math.Signbit(a) != math.Signbit(b) {
				return math.NaN()
			}
			return a
		}
		v := math.Mod(a, b)
		if v != 0 && math.Signbit(v) != math.Signbit(b) {
			v += b
		}
		return v
	case calcRem:
		return math.Mod(arg(0), arg(1))
	case calcSin:
		if n.args[0].isAngle() {
			return sinDegrees(arg(0))
		}
		return math.Sin(arg(0))
	case calcCos:
		if n.args[0].isAngle() {
			return sinDegrees(arg(0) + 90)
		}
		return math.Cos(arg(0))
	case calcTan:
		if n.args[0].isAngle() {
			switch d := math.Mod(arg(0), 360); d {
			case 0, 180, -180:
				return 0
			case 90, -270:
				return infinity
			case 270, -90:
				return -infinity
			case 45, 225, -135, -315:
				return 1
			case 135, 315, -45, -225:
				return -1
			}
		}
		return math.Tan(radians())
	case calcAsin:
		return math.Asin(arg(0)) * 180 / math.Pi
	case calcAcos:
		return math.Acos(arg(0)) * 180 / math.Pi
	case calcAtan:
		return math.Atan(arg(0)) * 180 / math.Pi
	case calcAtan2:
		return math.Atan2(arg(0), arg(1)) * 180 / math.Pi
	case calcPow:
		return math.Pow(arg(0), arg(1))
	case calcSqrt:
		return math.Sqrt(arg(0))
	case calcHypot:
		v := 0.0
		for i := range n.args {
			v = math.Hypot(v, arg(i))
		}
		return v
	case calcLog:
		if len(n.args) > 1 {
			switch b := arg(1); b {
			case 2:
				return math.Log2(arg(0))
			case 10:
				return math.Log10(arg(0))
			default:
				return math.Log(arg(0)) / math.Log(b)
			}
		}
		return math.Log(arg(0))
	case calcExp:
		return math.Exp(arg(0))
	case calcAbs:
		return math.Abs(arg(0))
	case calcSign:
		switch v := arg(0); {
		case v > 0:
			return 1
		case v < 0:
			return -1
		default:
			return v
		}
	}
	return 0
}

// isAngle reports whether the node computes an angle.
func (n *calcNode) isAngle() bool {
	for {
		switch n.op {
		case calcLeaf:
			return n.unit.Type() == CalcAngle
		case calcAsin, calcAcos, calcAtan, calcAtan2:
			return true
		case calcNegate, calcSum, calcMin, calcMax, calcRound, calcMod, calcRem, calcAbs, calcHypot:
			n = n.args[0]
		case calcClamp:
			n = n.args[1]
		case calcProduct:
			c := calcParser{percentAs: CalcPercent}
			t, _ := c.typeOf(n)
			return t.pow[baseAngle] == 1
		default:
			return false
		}
	}
}

// sinDegrees is exact at multiples of 30 degrees where the sine is.
func sinDegrees(d float64) float64 {
	r := math.Mod(d, 360)
	if r < 0 {
		r += 360
	}
	switch r {
	case 0, 180:
		return 0
	case 90:
		return 1
	case 270:
		return -1
	case 30, 150:
		return 0.5
	case 210, 330:
		return -0.5
	}
	return math.Sin(d * math.Pi / 180)
}

// calcRounded is round(). https://drafts.csswg.org/css-values-4/#round-func
func calcRounded(strategy uint8, a, b float64) float64 {
	switch {
	case b == 0, a != a, b != b, math.IsInf(a, 0) && math.IsInf(b, 0):
		return math.NaN()
	case math.IsInf(a, 0):
		return a
	case math.IsInf(b, 0):
		switch strategy {
		case roundUp:
			if a > 0 {
				return infinity
			}
		case roundDown:
			if a < 0 {
				return -infinity
			}
		}
		return math.Copysign(0, a)
	}
	b = math.Abs(b)
	q := a / b
	switch strategy {
	case roundUp:
		q = math.Ceil(q)
	case roundDown:
		q = math.Floor(q)
	case roundToZero:
		q = math.Trunc(q)
	default:
		q = math.Floor(q + 0.5)
	}
	if q == 0 {
		return math.Copysign(0, a)
	}
	return q * b
}

// calcEnv is what a calculation is evaluated against.
type calcEnv struct {
	units   UnitEnv
	basis   float64 // of percentages; NaN: 100% is 100
	symbols []float64
}

func (e *calcEnv) eval(n *calcNode) float64 {
	switch n.op {
	case calcLeaf:
		if n.unit == UnitPercent {
			if e.basis != e.basis {
				return n.val
			}
			return n.val / 100 * e.basis
		}
		if n.unit.Relative() {
			if e.units == nil {
				return 0
			}
			return n.val * e.units.Px(n.unit)
		}
		return n.val
	case calcSymbol:
		if int(n.val) < len(e.symbols) {
			return e.symbols[int(n.val)]
		}
		return 0
	case calcNone:
		return 0
	}
	return n.apply(e.eval)
}

// Type is what the expression computes.
func (e *CalcExpr) Type() CalcType { return e.typ }

// leaf is the value where the expression is a single one; else UnitNone.
func (e *CalcExpr) leaf() (float64, Unit) {
	if e.root.op == calcLeaf {
		return e.root.val, e.root.unit
	}
	return 0, UnitNone
}

func (n *calcNode) any(f func(*calcNode) bool) bool {
	return f(n) || slices.ContainsFunc(n.args, func(a *calcNode) bool { return a.any(f) })
}

// HasPercent reports whether percentages occur: the value depends on its basis.
func (e *CalcExpr) HasPercent() bool {
	return e.root.any(func(n *calcNode) bool { return n.op == calcLeaf && n.unit == UnitPercent })
}

// HasRelative reports whether units that need a UnitEnv occur.
func (e *CalcExpr) HasRelative() bool {
	return e.root.any(func(n *calcNode) bool { return n.op == calcLeaf && n.unit.Relative() })
}

func (e *CalcExpr) hasSymbol() bool {
	return e.root.any(func(n *calcNode) bool { return n.op == calcSymbol })
}

// EachUnit visits the units of the expression.
func (e *CalcExpr) EachUnit(visit func(Unit)) {
	e.root.any(func(n *calcNode) bool {
		if n.op == calcLeaf {
			visit(n.unit)
		}
		return false
	})
}

// Eval computes the expression in canonical units (px, deg, s, hz, dppx, fr, a number; a percentage that stands for
// itself is of percentBasis too). NaN becomes 0 and infinities the largest finite float32, as a top-level
// calculation asks. The result is not clamped to a property's range.
func (e *CalcExpr) Eval(env UnitEnv, percentBasis float64) float64 {
	c := calcEnv{units: env, basis: percentBasis}
	return finite(c.eval(e.root))
}

// Resolve replaces relative units by px and keeps percentages: the computed value.
func (e *CalcExpr) Resolve(env UnitEnv) *CalcExpr {
	if !e.HasRelative() {
		return e
	}
	var resolve func(n *calcNode) *calcNode
	resolve = func(n *calcNode) *calcNode {
		if n.op == calcLeaf {
			if n.unit.Relative() {
				return &calcNode{val: n.val * env.Px(n.unit), unit: Px}
			}
			return n
		}
		m := *n
		m.args = make([]*calcNode, len(n.args))
		for i, a := range n.args {
			m.args[i] = resolve(a)
		}
		return &m
	}
	c := calcParser{percentAs: e.percentAs()}
	return &CalcExpr{c.simplify(resolve(e.root)), e.typ}
}

func (e *CalcExpr) percentAs() CalcType {
	switch e.typ {
	case CalcLengthPercent:
		return CalcLength
	case CalcAnglePercent:
		return CalcAngle
	}
	return CalcPercent
}

// Linear returns the expression as px + percent% of the basis where it is of that form.
func (e *CalcExpr) Linear(env UnitEnv) (px, percent float64, ok bool) {
	c := calcEnv{units: env}
	var walk func(n *calcNode) (a, b float64, ok bool)
	walk = func(n *calcNode) (a, b float64, ok bool) {
		switch n.op {
		case calcLeaf:
			if n.unit == UnitPercent {
				return 0, n.val, true
			}
			return c.eval(n), 0, true
		case calcNegate:
			a, b, ok = walk(n.args[0])
			return -a, -b, ok
		case calcSum:
			for _, x := range n.args {
				p, q, ok := walk(x)
				if !ok {
					return 0, 0, false
				}
				a, b = a+p, b+q
			}
			return a, b, true
		case calcProduct:
			a = 1
			for _, x := range n.args {
				p, q, ok := walk(x)
				if !ok || q != 0 && b != 0 {
					return 0, 0, false
				}
				a, b = a*p, a*q+b*p
			}
			return a, b, true
		}
		if n.any(func(n *calcNode) bool { return n.op == calcLeaf && n.unit == UnitPercent }) {
			return 0, 0, false
		}
		return c.eval(n), 0, true
	}
	px, percent, ok = walk(e.root)
	return finite(px), finite(percent), ok
}

// String serializes as css-values-4 asks.
func (e *CalcExpr) String() string { return string(e.AppendTo(nil)) }

// AppendTo appends the serialization. https://drafts.csswg.org/css-values-4/#serialize-a-math-function
func (e *CalcExpr) AppendTo(b []byte) []byte { return e.appendSymbols(b, nil) }

// appendSymbols is AppendTo with the names of the keywords of a relative colour.
func (e *CalcExpr) appendSymbols(b []byte, symbols []string) []byte {
	n := e.root
	if n.op >= calcMin {
		return n.append(b, symbols)
	}
	b = append(b, "calc("...)
	start := len(b)
	b = n.append(b, symbols)
	if len(b) > start && b[start] == '(' && (n.op == calcSum || n.op == calcProduct || n.op == calcNegate || n.op == calcInvert) {
		b = append(b[:start], b[start+1:len(b)-1]...)
	}
	return append(b, ')')
}

// sortedArgs are the operands of a sum or product in the order of serialization.
func (n *calcNode) sortedArgs() []*calcNode {
	rank := func(n *calcNode) int {
		switch {
		case n.op != calcLeaf:
			return 3
		case n.unit == UnitNumber:
			return 0
		case n.unit == UnitPercent:
			return 1
		}
		return 2
	}
	s := slices.Clone(n.args)
	slices.SortStableFunc(s, func(a, b *calcNode) int {
		if d := rank(a) - rank(b); d != 0 || rank(a) != 2 {
			return d
		}
		switch x, y := a.unit.String(), b.unit.String(); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	return s
}

func (n *calcNode) append(b []byte, symbols []string) []byte {
	switch n.op {
	case calcLeaf:
		return appendCalcLeaf(b, n.val, n.unit)
	case calcSymbol:
		if int(n.val) < len(symbols) {
			return append(b, symbols[int(n.val)]...)
		}
		return b
	case calcNone:
		return append(b, "none"...)
	case calcNegate:
		b = append(b, "(-1 * "...)
		b = n.args[0].append(b, symbols)
		return append(b, ')')
	case calcInvert:
		b = append(b, "(1 / "...)
		b = n.args[0].append(b, symbols)
		return append(b, ')')
	case calcSum:
		b = append(b, '(')
		for i, a := range n.sortedArgs() {
			switch {
			case i == 0:
			case a.op == calcNegate:
				b = append(b, " - "...)
				a = a.args[0]
			case a.op == calcLeaf && a.val < 0:
				b = append(b, " - "...)
				a = &calcNode{val: -a.val, unit: a.unit}
			default:
				b = append(b, " + "...)
			}
			b = a.append(b, symbols)
		}
		return append(b, ')')
	case calcProduct:
		b = append(b, '(')
		for i, a := range n.sortedArgs() {
			switch {
			case i == 0:
			case a.op == calcInvert:
				b = append(b, " / "...)
				a = a.args[0]
			default:
				b = append(b, " * "...)
			}
			b = a.append(b, symbols)
		}
		return append(b, ')')
	}
	b = append(b, calcNames[n.op]...)
	b = append(b, '(')
	if n.op == calcRound && n.sub != roundNearest {
		b = append(b, roundNames[n.sub]...)
		b = append(b, ", "...)
	}
	for i, a := range n.args {
		if i > 0 {
			b = append(b, ", "...)
		}
		start := len(b)
		b = a.append(b, symbols)
		if a.op >= calcSum && a.op <= calcInvert && b[start] == '(' {
			b = append(b[:start], b[start+1:len(b)-1]...)
		}
	}
	return append(b, ')')
}

// appendCalcLeaf writes a value inside calc(), where infinities and NaN are keywords.
func appendCalcLeaf(b []byte, v float64, u Unit) []byte {
	word := ""
	switch {
	case v != v:
		word = "NaN"
	case v > math.MaxFloat64:
		word = "infinity"
	case v < -math.MaxFloat64:
		word = "-infinity"
	default:
		b = AppendNumber(b, v)
		return append(b, u.String()...)
	}
	b = append(b, word...)
	if u != UnitNumber {
		b = append(b, " * 1"...)
		b = append(b, u.String()...)
	}
	return b
}

// Interpolate is from × (1-t) + to × t of two values of one type: a value of one unit where both have it, else a
// calc() sum.
func Interpolate(from, to Numeric, t float64) Numeric {
	if from.Calc == nil && to.Calc == nil && from.Unit == to.Unit {
		from.Num += (to.Num - from.Num) * t
		return from
	}
	node := func(n Numeric, f float64) *calcNode {
		root := &calcNode{val: n.Num, unit: n.Unit}
		if n.Calc != nil {
			root = n.Calc.root
		}
		return &calcNode{op: calcProduct, args: []*calcNode{{val: f, unit: UnitNumber}, root}}
	}
	typ := from.Type
	percent := func(t CalcType) bool { return t == CalcPercent || t == CalcLengthPercent || t == CalcAnglePercent }
	if from.Type != to.Type || percent(typ) {
		switch {
		case from.Type == CalcLength || to.Type == CalcLength || from.Type == CalcLengthPercent || to.Type == CalcLengthPercent:
			typ = CalcLengthPercent
		case from.Type == CalcAngle || to.Type == CalcAngle || from.Type == CalcAnglePercent || to.Type == CalcAnglePercent:
			typ = CalcAnglePercent
		}
	}
	e := &CalcExpr{typ: typ}
	c := calcParser{percentAs: e.percentAs()}
	e.root = c.simplify(&calcNode{op: calcSum, args: []*calcNode{node(from, 1-t), node(to, t)}})
	n := Numeric{Type: typ, Calc: e}
	n.Num, n.Unit = e.leaf()
	return n
}
