package bind

import (
	"encoding/binary"
	"math"
	"strconv"
	"strings"

	"github.com/niso-engine/niso/js"
)

// DOMMatrixReadOnly is a 4×4 matrix. https://drafts.fxtf.org/geometry/#DOMMatrix
type DOMMatrixReadOnly struct {
	Object
	m    matrix4
	is3D bool
	of   svgOwner // that it is a part of, nil for none
}

func (m *DOMMatrixReadOnly) trace(t *js.Tracer) { mark(t, m.of) }

// told says that script changed the matrix.
func (m *DOMMatrixReadOnly) told() {
	if m.of != nil {
		m.of.changed()
	}
}

// DOMMatrix is a matrix that can be changed.
type DOMMatrix struct{ DOMMatrixReadOnly }

// matrix4 has m11, m12, m13, m14, m21, … : element (column, row) is at 4*column+row.
type matrix4 [16]float64

var identity4 = matrix4{0: 1, 5: 1, 10: 1, 15: 1}

func matrix2D(a, b, c, d, e, f float64) matrix4 {
	return matrix4{0: a, 1: b, 4: c, 5: d, 10: 1, 12: e, 13: f, 15: 1}
}

// mul is a·b.
func (a *matrix4) mul(b *matrix4) (r matrix4) {
	for col := range 4 {
		for row := range 4 {
			s := 0.0
			for k := range 4 {
				s += a[4*k+row] * b[4*col+k]
			}
			r[4*col+row] = s
		}
	}
	return r
}

// invert is the inverse; false if there is none.
func (a *matrix4) invert() (r matrix4, ok bool) {
	s := [6]float64{
		a[0]*a[5] - a[4]*a[1], a[0]*a[6] - a[4]*a[2], a[0]*a[7] - a[4]*a[3],
		a[1]*a[6] - a[5]*a[2], a[1]*a[7] - a[5]*a[3], a[2]*a[7] - a[6]*a[3],
	}
	t := [6]float64{
		a[8]*a[13] - a[12]*a[9], a[8]*a[14] - a[12]*a[10], a[8]*a[15] - a[12]*a[11],
		a[9]*a[14] - a[13]*a[10], a[9]*a[15] - a[13]*a[11], a[10]*a[15] - a[14]*a[11],
	}
	det := s[0]*t[5] - s[1]*t[4] + s[2]*t[3] + s[3]*t[2] - s[4]*t[1] + s[5]*t[0]
	if det == 0 || math.IsNaN(det) || math.IsInf(det, 0) {
		return r, false
	}
	r = matrix4{
		a[5]*t[5] - a[6]*t[4] + a[7]*t[3], -a[1]*t[5] + a[2]*t[4] - a[3]*t[3],
		a[13]*s[5] - a[14]*s[4] + a[15]*s[3], -a[9]*s[5] + a[10]*s[4] - a[11]*s[3],
		-a[4]*t[5] + a[6]*t[2] - a[7]*t[1], a[0]*t[5] - a[2]*t[2] + a[3]*t[1],
		-a[12]*s[5] + a[14]*s[2] - a[15]*s[1], a[8]*s[5] - a[10]*s[2] + a[11]*s[1],
		a[4]*t[4] - a[5]*t[2] + a[7]*t[0], -a[0]*t[4] + a[1]*t[2] - a[3]*t[0],
		a[12]*s[4] - a[13]*s[2] + a[15]*s[0], -a[8]*s[4] + a[9]*s[2] - a[11]*s[0],
		-a[4]*t[3] + a[5]*t[1] - a[6]*t[0], a[0]*t[3] - a[1]*t[1] + a[2]*t[0],
		-a[12]*s[3] + a[13]*s[1] - a[14]*s[0], a[8]*s[3] - a[9]*s[1] + a[10]*s[0],
	}
	for i := range r {
		r[i] /= det
	}
	return r, true
}

func translate4(x, y, z float64) matrix4 {
	m := identity4
	m[12], m[13], m[14] = x, y, z
	return m
}

func scale4(x, y, z float64) matrix4 { return matrix4{0: x, 5: y, 10: z, 15: 1} }

func skew4(x, y float64) matrix4 {
	m := identity4
	m[4], m[1] = math.Tan(x*math.Pi/180), math.Tan(y*math.Pi/180)
	return m
}

// sinCos of an angle in degrees, exact for right angles.
func sinCos(deg float64) (s, c float64) {
	switch d := math.Mod(deg, 360); d {
	case 0:
		return 0, 1
	case 90, -270:
		return 1, 0
	case 180, -180:
		return 0, -1
	case 270, -90:
		return -1, 0
	}
	return math.Sincos(deg * math.Pi / 180)
}

// rotate4 rotates by an angle in degrees around an axis.
func rotate4(x, y, z, deg float64) matrix4 {
	l := math.Sqrt(x*x + y*y + z*z)
	if l == 0 {
		return identity4
	}
	x, y, z = x/l, y/l, z/l
	s, c := sinCos(deg)
	t := 1 - c
	return matrix4{
		t*x*x + c, t*x*y + s*z, t*x*z - s*y, 0,
		t*x*y - s*z, t*y*y + c, t*y*z + s*x, 0,
		t*x*z + s*y, t*y*z - s*x, t*z*z + c, 0,
		0, 0, 0, 1,
	}
}

// init is "validate and fixup" and makes the matrix of a dictionary.
func (m *DOMMatrixReadOnly) init(c *js.Conv, d DOMMatrixInit) bool {
	m.m = identity4
	fix := func(at int, short, long Opt[float64], s, l string) {
		switch {
		case short.Set && long.Set:
			if !(short.Value == long.Value || math.IsNaN(short.Value) && math.IsNaN(long.Value)) {
				c.TypeError("The '%s' property should equal the '%s' property.", s, l)
			}
			m.m[at] = long.Value
		case short.Set:
			m.m[at] = short.Value
		case long.Set:
			m.m[at] = long.Value
		}
	}
	fix(0, d.A, d.M11, "a", "m11")
	fix(1, d.B, d.M12, "b", "m12")
	fix(4, d.C, d.M21, "c", "m21")
	fix(5, d.D, d.M22, "d", "m22")
	fix(12, d.E, d.M41, "e", "m41")
	fix(13, d.F, d.M42, "f", "m42")
	m.m[2], m.m[3], m.m[6], m.m[7] = d.M13, d.M14, d.M23, d.M24
	m.m[8], m.m[9], m.m[10], m.m[11] = d.M31, d.M32, d.M33, d.M34
	m.m[14], m.m[15] = d.M43, d.M44
	is3D := m.m.has3D()
	if d.Is2D.Set && d.Is2D.Value && is3D {
		c.TypeError("The is2D member is set to true but the input matrix is a 3d matrix.")
	}
	m.is3D = is3D || d.Is2D.Set && !d.Is2D.Value
	return !c.Failed()
}

func (a *matrix4) has3D() bool {
	return a[2] != 0 || a[3] != 0 || a[6] != 0 || a[7] != 0 || a[8] != 0 || a[9] != 0 || a[10] != 1 || a[11] != 0 || a[14] != 0 || a[15] != 1
}

// construct fills the matrix from the constructor's argument.
func (m *DOMMatrixReadOnly) construct(c *js.Call, init js.Value) {
	m.m = identity4
	switch {
	case init.IsUndefined():
	case init.IsObject() && c.IsIterable(init):
		var n []float64
		c.ToSequence(init, func(v js.Value) { n = append(n, c.ToUnrestrictedDouble(v)) })
		if !c.Failed() {
			m.fromNumbers(c, n)
		}
	default:
		s := c.ToDOMString(init)
		if !c.Failed() && !m.parse(s) {
			c.DOMException("SyntaxError", "Failed to parse '%s'.", s)
		}
	}
}

func (m *DOMMatrixReadOnly) fromNumbers(c *js.Call, n []float64) {
	switch len(n) {
	case 6:
		m.m = matrix2D(n[0], n[1], n[2], n[3], n[4], n[5])
	case 16:
		copy(m.m[:], n)
		m.is3D = true
	default:
		c.TypeError("The sequence must contain 6 elements for a 2D matrix or 16 elements for a 3D matrix.")
	}
}

// ConstructDOMMatrixReadOnly is new DOMMatrixReadOnly.
func ConstructDOMMatrixReadOnly(c *js.Call, init js.Value) *DOMMatrixReadOnly {
	m := &DOMMatrixReadOnly{}
	m.construct(c, init)
	return m
}

// ConstructDOMMatrix is new DOMMatrix.
func ConstructDOMMatrix(c *js.Call, init js.Value) *DOMMatrix {
	m := &DOMMatrix{}
	m.construct(c, init)
	return m
}

// DOMMatrixReadOnlyFromMatrix is DOMMatrixReadOnly.fromMatrix.
func DOMMatrixReadOnlyFromMatrix(c *js.Call, d DOMMatrixInit) *DOMMatrixReadOnly {
	m := &DOMMatrixReadOnly{}
	m.init(&c.Conv, d)
	return m
}

// DOMMatrixFromMatrix is DOMMatrix.fromMatrix.
func DOMMatrixFromMatrix(c *js.Call, d DOMMatrixInit) *DOMMatrix {
	m := &DOMMatrix{}
	m.init(&c.Conv, d)
	return m
}

func floatsOf(c *js.Call, kind js.BufferKind) (n []float64) {
	b, k := js.Bytes(c.Arg(0))
	if k != kind {
		c.TypeError("parameter 1 is not of type '%s'.", kind)
		return nil
	}
	for i := 0; i+kind.ElementSize() <= len(b); i += kind.ElementSize() {
		if kind == js.Float32Array {
			n = append(n, float64(math.Float32frombits(binary.LittleEndian.Uint32(b[i:]))))
		} else {
			n = append(n, math.Float64frombits(binary.LittleEndian.Uint64(b[i:])))
		}
	}
	return n
}

func (m *DOMMatrixReadOnly) fromArray(c *js.Call, kind js.BufferKind) {
	n := floatsOf(c, kind)
	if !c.Failed() {
		m.fromNumbers(c, n)
	}
}

func rawMatrix[T any, P interface {
	*T
	platform
}](c *js.Call, m P, r *DOMMatrixReadOnly, kind js.BufferKind) js.Value {
	r.fromArray(c, kind)
	if c.Failed() {
		return js.Undefined
	}
	return objectValue(c.Realm(), m)
}

// DOMMatrixReadOnlyFromFloat32Array is DOMMatrixReadOnly.fromFloat32Array.
func DOMMatrixReadOnlyFromFloat32Array(c *js.Call) js.Value {
	m := &DOMMatrixReadOnly{}
	return rawMatrix(c, m, m, js.Float32Array)
}

// DOMMatrixReadOnlyFromFloat64Array is DOMMatrixReadOnly.fromFloat64Array.
func DOMMatrixReadOnlyFromFloat64Array(c *js.Call) js.Value {
	m := &DOMMatrixReadOnly{}
	return rawMatrix(c, m, m, js.Float64Array)
}

// DOMMatrixFromFloat32Array is DOMMatrix.fromFloat32Array.
func DOMMatrixFromFloat32Array(c *js.Call) js.Value {
	m := &DOMMatrix{}
	return rawMatrix(c, m, &m.DOMMatrixReadOnly, js.Float32Array)
}

// DOMMatrixFromFloat64Array is DOMMatrix.fromFloat64Array.
func DOMMatrixFromFloat64Array(c *js.Call) js.Value {
	m := &DOMMatrix{}
	return rawMatrix(c, m, &m.DOMMatrixReadOnly, js.Float64Array)
}

// Is2D is DOMMatrixReadOnly.is2D.
func (m *DOMMatrixReadOnly) Is2D() bool { return !m.is3D }

// IsIdentity is DOMMatrixReadOnly.isIdentity.
func (m *DOMMatrixReadOnly) IsIdentity() bool { return m.m == identity4 }

func (m *DOMMatrixReadOnly) copy() *DOMMatrix {
	return &DOMMatrix{DOMMatrixReadOnly{m: m.m, is3D: m.is3D}}
}

func (m *DOMMatrix) post(o matrix4, is3D bool) *DOMMatrix {
	m.m = m.m.mul(&o)
	m.is3D = m.is3D || is3D
	m.told()
	return m
}

// TranslateSelf is DOMMatrix.translateSelf.
func (m *DOMMatrix) TranslateSelf(x, y, z float64) *DOMMatrix {
	return m.post(translate4(x, y, z), z != 0)
}

// ScaleSelf is DOMMatrix.scaleSelf.
func (m *DOMMatrix) ScaleSelf(x float64, y Opt[float64], z, ox, oy, oz float64) *DOMMatrix {
	m.TranslateSelf(ox, oy, oz)
	m.post(scale4(x, y.Or(x), z), z != 1)
	return m.TranslateSelf(-ox, -oy, -oz)
}

// Scale3dSelf is DOMMatrix.scale3dSelf.
func (m *DOMMatrix) Scale3dSelf(s, ox, oy, oz float64) *DOMMatrix {
	m.TranslateSelf(ox, oy, oz)
	m.post(scale4(s, s, s), s != 1)
	return m.TranslateSelf(-ox, -oy, -oz)
}

// RotateSelf is DOMMatrix.rotateSelf.
func (m *DOMMatrix) RotateSelf(x float64, y, z Opt[float64]) *DOMMatrix {
	rx, ry, rz := x, y.Value, z.Value
	if !y.Set && !z.Set {
		rx, ry, rz = 0, 0, x
	}
	if rz != 0 {
		m.post(rotate4(0, 0, 1, rz), false)
	}
	if ry != 0 {
		m.post(rotate4(0, 1, 0, ry), true)
	}
	if rx != 0 {
		m.post(rotate4(1, 0, 0, rx), true)
	}
	return m
}

// RotateFromVectorSelf is DOMMatrix.rotateFromVectorSelf.
func (m *DOMMatrix) RotateFromVectorSelf(x, y float64) *DOMMatrix {
	if x == 0 && y == 0 {
		return m
	}
	return m.post(rotate4(0, 0, 1, math.Atan2(y, x)*180/math.Pi), false)
}

// RotateAxisAngleSelf is DOMMatrix.rotateAxisAngleSelf.
func (m *DOMMatrix) RotateAxisAngleSelf(x, y, z, angle float64) *DOMMatrix {
	return m.post(rotate4(x, y, z, angle), x != 0 || y != 0)
}

// SkewXSelf is DOMMatrix.skewXSelf.
func (m *DOMMatrix) SkewXSelf(x float64) *DOMMatrix { return m.post(skew4(x, 0), false) }

// SkewYSelf is DOMMatrix.skewYSelf.
func (m *DOMMatrix) SkewYSelf(y float64) *DOMMatrix { return m.post(skew4(0, y), false) }

// MultiplySelf is DOMMatrix.multiplySelf.
func (m *DOMMatrix) MultiplySelf(c *js.Call, d DOMMatrixInit) *DOMMatrix {
	var o DOMMatrixReadOnly
	if !o.init(&c.Conv, d) {
		return nil
	}
	return m.post(o.m, o.is3D)
}

// PreMultiplySelf is DOMMatrix.preMultiplySelf.
func (m *DOMMatrix) PreMultiplySelf(c *js.Call, d DOMMatrixInit) *DOMMatrix {
	var o DOMMatrixReadOnly
	if !o.init(&c.Conv, d) {
		return nil
	}
	m.m = o.m.mul(&m.m)
	m.is3D = m.is3D || o.is3D
	m.told()
	return m
}

// InvertSelf is DOMMatrix.invertSelf.
func (m *DOMMatrix) InvertSelf() *DOMMatrix {
	inv, ok := m.m.invert()
	if !ok {
		for i := range inv {
			inv[i] = math.NaN()
		}
		m.is3D = true
	} else if !m.is3D { // what is zero stays zero, without a sign
		inv = matrix2D(inv[0], inv[1], inv[4], inv[5], inv[12], inv[13])
	}
	m.m = inv
	m.told()
	return m
}

// SetMatrixValue is DOMMatrix.setMatrixValue.
func (m *DOMMatrix) SetMatrixValue(c *js.Call, text string) *DOMMatrix {
	if !m.parse(text) {
		c.DOMException("SyntaxError", "Failed to parse '%s'.", text)
		return nil
	}
	m.told()
	return m
}

// Translate is DOMMatrixReadOnly.translate.
func (m *DOMMatrixReadOnly) Translate(x, y, z float64) *DOMMatrix {
	return m.copy().TranslateSelf(x, y, z)
}

// Scale is DOMMatrixReadOnly.scale.
func (m *DOMMatrixReadOnly) Scale(x float64, y Opt[float64], z, ox, oy, oz float64) *DOMMatrix {
	return m.copy().ScaleSelf(x, y, z, ox, oy, oz)
}

// ScaleNonUniform is DOMMatrixReadOnly.scaleNonUniform.
func (m *DOMMatrixReadOnly) ScaleNonUniform(x, y float64) *DOMMatrix {
	return m.copy().ScaleSelf(x, Some(y), 1, 0, 0, 0)
}

// Scale3d is DOMMatrixReadOnly.scale3d.
func (m *DOMMatrixReadOnly) Scale3d(s, ox, oy, oz float64) *DOMMatrix {
	return m.copy().Scale3dSelf(s, ox, oy, oz)
}

// Rotate is DOMMatrixReadOnly.rotate.
func (m *DOMMatrixReadOnly) Rotate(x float64, y, z Opt[float64]) *DOMMatrix {
	return m.copy().RotateSelf(x, y, z)
}

// RotateFromVector is DOMMatrixReadOnly.rotateFromVector.
func (m *DOMMatrixReadOnly) RotateFromVector(x, y float64) *DOMMatrix {
	return m.copy().RotateFromVectorSelf(x, y)
}

// RotateAxisAngle is DOMMatrixReadOnly.rotateAxisAngle.
func (m *DOMMatrixReadOnly) RotateAxisAngle(x, y, z, angle float64) *DOMMatrix {
	return m.copy().RotateAxisAngleSelf(x, y, z, angle)
}

// SkewX is DOMMatrixReadOnly.skewX.
func (m *DOMMatrixReadOnly) SkewX(x float64) *DOMMatrix { return m.copy().SkewXSelf(x) }

// SkewY is DOMMatrixReadOnly.skewY.
func (m *DOMMatrixReadOnly) SkewY(y float64) *DOMMatrix { return m.copy().SkewYSelf(y) }

// Multiply is DOMMatrixReadOnly.multiply.
func (m *DOMMatrixReadOnly) Multiply(c *js.Call, d DOMMatrixInit) *DOMMatrix {
	return m.copy().MultiplySelf(c, d)
}

// FlipX is DOMMatrixReadOnly.flipX.
func (m *DOMMatrixReadOnly) FlipX() *DOMMatrix { return m.copy().post(scale4(-1, 1, 1), false) }

// FlipY is DOMMatrixReadOnly.flipY.
func (m *DOMMatrixReadOnly) FlipY() *DOMMatrix { return m.copy().post(scale4(1, -1, 1), false) }

// Inverse is DOMMatrixReadOnly.inverse.
func (m *DOMMatrixReadOnly) Inverse() *DOMMatrix { return m.copy().InvertSelf() }

func (m *DOMMatrixReadOnly) transform(x, y, z, w float64) *DOMPoint {
	a := &m.m
	row := func(i int) float64 { return a[i]*x + a[4+i]*y + a[8+i]*z + a[12+i]*w }
	return newDOMPoint(row(0), row(1), row(2), row(3))
}

// TransformPoint is DOMMatrixReadOnly.transformPoint.
func (m *DOMMatrixReadOnly) TransformPoint(p DOMPointInit) *DOMPoint {
	return m.transform(p.X, p.Y, p.Z, p.W)
}

// ToFloat32Array is DOMMatrixReadOnly.toFloat32Array.
func (m *DOMMatrixReadOnly) ToFloat32Array(c *js.Call) js.Value {
	b := make([]byte, 0, 64)
	for _, v := range m.m {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(v)))
	}
	return c.Realm().NewTypedArray(js.Float32Array, b).Value()
}

// ToFloat64Array is DOMMatrixReadOnly.toFloat64Array.
func (m *DOMMatrixReadOnly) ToFloat64Array(c *js.Call) js.Value {
	b := make([]byte, 0, 128)
	for _, v := range m.m {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	return c.Realm().NewTypedArray(js.Float64Array, b).Value()
}

// String is the stringifier of DOMMatrixReadOnly.
func (m *DOMMatrixReadOnly) String(c *js.Call) string {
	list, name := m.m[:], "matrix3d("
	if !m.is3D {
		list, name = []float64{m.m[0], m.m[1], m.m[4], m.m[5], m.m[12], m.m[13]}, "matrix("
	}
	out := []byte(name)
	for i, v := range list {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			c.DOMException("InvalidStateError", "DOMMatrix cannot be serialized with NaN or Infinity values.")
			return ""
		}
		if i > 0 {
			out = append(out, ", "...)
		}
		s, _ := c.Realm().ToString(js.Number(v))
		out = append(out, s...)
	}
	return string(append(out, ')'))
}

// ToJSON is DOMMatrixReadOnly.toJSON.
func (m *DOMMatrixReadOnly) ToJSON(c *js.Call) js.Value {
	r := c.Realm()
	o := r.NewObject()
	def := func(n string, v js.Value) { _ = r.Define(o, js.NameKey(n), v, js.DataDefault) }
	for i, at := range [...]int{0, 1, 4, 5, 12, 13} {
		def("abcdef"[i:i+1], js.Number(m.m[at]))
	}
	for i, v := range m.m {
		def("m"+strconv.Itoa(i/4+1)+strconv.Itoa(i%4+1), js.Number(v))
	}
	def("is2D", js.Bool(!m.is3D))
	def("isIdentity", js.Bool(m.IsIdentity()))
	return o.Value()
}

// parse parses a list of transform functions with absolute lengths, as the transform property takes it.
// https://drafts.fxtf.org/geometry/#parse-a-string-into-an-abstract-matrix
func (m *DOMMatrixReadOnly) parse(s string) bool {
	r, is3D := identity4, false
	s = strings.Trim(s, " \t\n\r\f")
	if s != "" && !strings.EqualFold(s, "none") {
		for s != "" {
			open := strings.IndexByte(s, '(')
			end := strings.IndexByte(s, ')')
			if open < 0 || end < open {
				return false
			}
			t, three, ok := transformFunction(strings.ToLower(s[:open]), strings.Split(s[open+1:end], ","))
			if !ok {
				return false
			}
			r = r.mul(&t)
			is3D = is3D || three
			s = strings.TrimLeft(s[end+1:], " \t\n\r\f")
		}
	}
	m.m, m.is3D = r, is3D
	return true
}

// transformUnits are the factors of lengths to px and of angles to degrees.
var transformUnits = map[string]struct {
	length bool
	factor float64
}{
	"px": {true, 1}, "cm": {true, 96 / 2.54}, "mm": {true, 96 / 25.4}, "q": {true, 96 / 101.6}, "in": {true, 96}, "pt": {true, 96.0 / 72}, "pc": {true, 16},
	"deg": {false, 1}, "grad": {false, 0.9}, "rad": {false, 180 / math.Pi}, "turn": {false, 360},
}

func transformFunction(name string, args []string) (m matrix4, is3D, ok bool) {
	var n []float64
	for i, a := range args {
		a = strings.ToLower(strings.Trim(a, " \t\n\r\f"))
		k := len(a)
		for k > 0 && (a[k-1] >= 'a' && a[k-1] <= 'z' || a[k-1] == '%') {
			k--
		}
		f, err := strconv.ParseFloat(a[:k], 64)
		if err != nil || strings.ContainsAny(a[:k], "xXpP_") {
			return m, false, false
		}
		unit := a[k:]
		wantLength := strings.HasPrefix(name, "translate") || name == "perspective"
		wantAngle := strings.HasPrefix(name, "skew") || strings.HasPrefix(name, "rotate") && (name != "rotate3d" || i == 3)
		switch u, known := transformUnits[unit]; {
		case known && (u.length && wantLength || !u.length && wantAngle):
			f *= u.factor
		case unit == "" && (f == 0 || !wantLength && !wantAngle):
		default:
			return m, false, false
		}
		n = append(n, f)
	}
	opt := func(i int, d float64) float64 {
		if i < len(n) {
			return n[i]
		}
		return d
	}
	count := func(lo, hi int) bool { ok = len(n) >= lo && len(n) <= hi; return ok }
	switch name {
	case "matrix":
		if count(6, 6) {
			m = matrix2D(n[0], n[1], n[2], n[3], n[4], n[5])
		}
	case "matrix3d":
		if count(16, 16) {
			copy(m[:], n)
			is3D = true
		}
	case "translate":
		if count(1, 2) {
			m = translate4(n[0], opt(1, 0), 0)
		}
	case "translatex":
		if count(1, 1) {
			m = translate4(n[0], 0, 0)
		}
	case "translatey":
		if count(1, 1) {
			m = translate4(0, n[0], 0)
		}
	case "translatez":
		if count(1, 1) {
			m, is3D = translate4(0, 0, n[0]), true
		}
	case "translate3d":
		if count(3, 3) {
			m, is3D = translate4(n[0], n[1], n[2]), true
		}
	case "scale":
		if count(1, 2) {
			m = scale4(n[0], opt(1, n[0]), 1)
		}
	case "scalex":
		if count(1, 1) {
			m = scale4(n[0], 1, 1)
		}
	case "scaley":
		if count(1, 1) {
			m = scale4(1, n[0], 1)
		}
	case "scalez":
		if count(1, 1) {
			m, is3D = scale4(1, 1, n[0]), true
		}
	case "scale3d":
		if count(3, 3) {
			m, is3D = scale4(n[0], n[1], n[2]), true
		}
	case "rotate":
		if count(1, 1) {
			m = rotate4(0, 0, 1, n[0])
		}
	case "rotatex":
		if count(1, 1) {
			m, is3D = rotate4(1, 0, 0, n[0]), true
		}
	case "rotatey":
		if count(1, 1) {
			m, is3D = rotate4(0, 1, 0, n[0]), true
		}
	case "rotatez":
		if count(1, 1) {
			m, is3D = rotate4(0, 0, 1, n[0]), true
		}
	case "rotate3d":
		if count(4, 4) {
			m, is3D = rotate4(n[0], n[1], n[2], n[3]), true
		}
	case "skew":
		if count(1, 2) {
			m = skew4(n[0], opt(1, 0))
		}
	case "skewx":
		if count(1, 1) {
			m = skew4(n[0], 0)
		}
	case "skewy":
		if count(1, 1) {
			m = skew4(0, n[0])
		}
	case "perspective":
		if count(1, 1) && n[0] >= 0 {
			m, is3D = identity4, true
			m[11] = -1 / max(n[0], 1)
		} else {
			ok = false
		}
	}
	return m, is3D, ok
}

// A is DOMMatrixReadOnly.a.
func (m *DOMMatrixReadOnly) A() float64 { return m.m[0] }

// SetA sets DOMMatrix.a.
func (m *DOMMatrix) SetA(v float64) { m.m[0] = v; m.told() }

// B is DOMMatrixReadOnly.b.
func (m *DOMMatrixReadOnly) B() float64 { return m.m[1] }

// SetB sets DOMMatrix.b.
func (m *DOMMatrix) SetB(v float64) { m.m[1] = v; m.told() }

// C is DOMMatrixReadOnly.c.
func (m *DOMMatrixReadOnly) C() float64 { return m.m[4] }

// SetC sets DOMMatrix.c.
func (m *DOMMatrix) SetC(v float64) { m.m[4] = v; m.told() }

// D is DOMMatrixReadOnly.d.
func (m *DOMMatrixReadOnly) D() float64 { return m.m[5] }

// SetD sets DOMMatrix.d.
func (m *DOMMatrix) SetD(v float64) { m.m[5] = v; m.told() }

// E is DOMMatrixReadOnly.e.
func (m *DOMMatrixReadOnly) E() float64 { return m.m[12] }

// SetE sets DOMMatrix.e.
func (m *DOMMatrix) SetE(v float64) { m.m[12] = v; m.told() }

// F is DOMMatrixReadOnly.f.
func (m *DOMMatrixReadOnly) F() float64 { return m.m[13] }

// SetF sets DOMMatrix.f.
func (m *DOMMatrix) SetF(v float64) { m.m[13] = v; m.told() }

// M11 is DOMMatrixReadOnly.m11.
func (m *DOMMatrixReadOnly) M11() float64 { return m.m[0] }

// SetM11 sets DOMMatrix.m11.
func (m *DOMMatrix) SetM11(v float64) { m.m[0] = v; m.told() }

// M12 is DOMMatrixReadOnly.m12.
func (m *DOMMatrixReadOnly) M12() float64 { return m.m[1] }

// SetM12 sets DOMMatrix.m12.
func (m *DOMMatrix) SetM12(v float64) { m.m[1] = v; m.told() }

// M13 is DOMMatrixReadOnly.m13.
func (m *DOMMatrixReadOnly) M13() float64 { return m.m[2] }

// SetM13 sets DOMMatrix.m13.
func (m *DOMMatrix) SetM13(v float64) { m.m[2] = v; m.is3D = m.is3D || v != 0; m.told() }

// M14 is DOMMatrixReadOnly.m14.
func (m *DOMMatrixReadOnly) M14() float64 { return m.m[3] }

// SetM14 sets DOMMatrix.m14.
func (m *DOMMatrix) SetM14(v float64) { m.m[3] = v; m.is3D = m.is3D || v != 0; m.told() }

// M21 is DOMMatrixReadOnly.m21.
func (m *DOMMatrixReadOnly) M21() float64 { return m.m[4] }

// SetM21 sets DOMMatrix.m21.
func (m *DOMMatrix) SetM21(v float64) { m.m[4] = v; m.told() }

// M22 is DOMMatrixReadOnly.m22.
func (m *DOMMatrixReadOnly) M22() float64 { return m.m[5] }

// SetM22 sets DOMMatrix.m22.
func (m *DOMMatrix) SetM22(v float64) { m.m[5] = v; m.told() }

// M23 is DOMMatrixReadOnly.m23.
func (m *DOMMatrixReadOnly) M23() float64 { return m.m[6] }

// SetM23 sets DOMMatrix.m23.
func (m *DOMMatrix) SetM23(v float64) { m.m[6] = v; m.is3D = m.is3D || v != 0; m.told() }

// M24 is DOMMatrixReadOnly.m24.
func (m *DOMMatrixReadOnly) M24() float64 { return m.m[7] }

// SetM24 sets DOMMatrix.m24.
func (m *DOMMatrix) SetM24(v float64) { m.m[7] = v; m.is3D = m.is3D || v != 0; m.told() }

// M31 is DOMMatrixReadOnly.m31.
func (m *DOMMatrixReadOnly) M31() float64 { return m.m[8] }

// SetM31 sets DOMMatrix.m31.
func (m *DOMMatrix) SetM31(v float64) { m.m[8] = v; m.is3D = m.is3D || v != 0; m.told() }

// M32 is DOMMatrixReadOnly.m32.
func (m *DOMMatrixReadOnly) M32() float64 { return m.m[9] }

// SetM32 sets DOMMatrix.m32.
func (m *DOMMatrix) SetM32(v float64) { m.m[9] = v; m.is3D = m.is3D || v != 0; m.told() }

// M33 is DOMMatrixReadOnly.m33.
func (m *DOMMatrixReadOnly) M33() float64 { return m.m[10] }

// SetM33 sets DOMMatrix.m33.
func (m *DOMMatrix) SetM33(v float64) { m.m[10] = v; m.is3D = m.is3D || v != 1; m.told() }

// M34 is DOMMatrixReadOnly.m34.
func (m *DOMMatrixReadOnly) M34() float64 { return m.m[11] }

// SetM34 sets DOMMatrix.m34.
func (m *DOMMatrix) SetM34(v float64) { m.m[11] = v; m.is3D = m.is3D || v != 0; m.told() }

// M41 is DOMMatrixReadOnly.m41.
func (m *DOMMatrixReadOnly) M41() float64 { return m.m[12] }

// SetM41 sets DOMMatrix.m41.
func (m *DOMMatrix) SetM41(v float64) { m.m[12] = v; m.told() }

// M42 is DOMMatrixReadOnly.m42.
func (m *DOMMatrixReadOnly) M42() float64 { return m.m[13] }

// SetM42 sets DOMMatrix.m42.
func (m *DOMMatrix) SetM42(v float64) { m.m[13] = v; m.told() }

// M43 is DOMMatrixReadOnly.m43.
func (m *DOMMatrixReadOnly) M43() float64 { return m.m[14] }

// SetM43 sets DOMMatrix.m43.
func (m *DOMMatrix) SetM43(v float64) { m.m[14] = v; m.is3D = m.is3D || v != 0; m.told() }

// M44 is DOMMatrixReadOnly.m44.
func (m *DOMMatrixReadOnly) M44() float64 { return m.m[15] }

// SetM44 sets DOMMatrix.m44.
func (m *DOMMatrix) SetM44(v float64) { m.m[15] = v; m.is3D = m.is3D || v != 1; m.told() }
