package bind

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/style"
)

// Lengths of SVG. https://www.w3.org/TR/SVG2/types.html#InterfaceSVGLength

// The numbers of units, as SVGLength has them.
const (
	unitNumber uint16 = 1 + iota
	unitPercentage
	unitEms
	unitExs
	unitPx
	unitCm
	unitMm
	unitIn
	unitPt
	unitPc
)

var svgUnits = [...]string{unitNumber: "", unitPercentage: "%", unitEms: "em", unitExs: "ex", unitPx: "px", unitCm: "cm", unitMm: "mm", unitIn: "in", unitPt: "pt", unitPc: "pc"}

// pxPerUnit of absolute units.
var pxPerUnit = [...]float64{unitNumber: 1, unitPx: 1, unitCm: 96 / 2.54, unitMm: 96 / 25.4, unitIn: 96, unitPt: 96.0 / 72, unitPc: 16}

// svgValue is a number in a unit.
type svgValue struct {
	v    float64
	unit uint16
}

// along says what a percentage is of: the width or height of the viewport, or its diagonal.
type along uint8

const (
	alongWidth along = iota
	alongHeight
	alongBoth
)

// svgFields are the parts of a list divided by white space and commas.
func svgFields(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' || r == '\n' || r == '\r' || r == '\f' })
}

// splitSVGNumber takes a number from the start of s.
func splitSVGNumber(s string) (v float64, rest string, ok bool) {
	i := 0
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		i++
	}
	digits := func() (n int) {
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i, n = i+1, n+1
		}
		return n
	}
	n := digits()
	if i < len(s) && s[i] == '.' {
		i++
		n += digits()
	}
	if n == 0 {
		return 0, s, false
	}
	if i < len(s) && s[i]|0x20 == 'e' { // else the e of em or ex
		at := i
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		if digits() == 0 {
			i = at
		}
	}
	v, err := strconv.ParseFloat(s[:i], 64)
	return v, s[i:], err == nil && !math.IsInf(v, 0)
}

// parseSVGLength is a length attribute.
func parseSVGLength(s string) (x svgValue, ok bool) {
	v, rest, ok := splitSVGNumber(strings.Trim(s, " \t\n\f\r"))
	if !ok {
		return x, false
	}
	for i := unitNumber; i <= unitPc; i++ {
		if equalFold(svgUnits[i], rest) {
			return svgValue{v, i}, true
		}
	}
	return x, false
}

func (x svgValue) format(b []byte) []byte { return append(svgNumber(b, x.v), svgUnits[x.unit]...) }

// svgUnitPx is how many user units a unit of a length of an element is; ok is false for what depends on more than is there.
func (a *svgAttr) unitPx(unit uint16, d along) (px float64, ok bool) {
	switch unit {
	case unitEms, unitExs, unitPercentage:
	default:
		return pxPerUnit[unit], true
	}
	if a.el == nil || !a.window.World.Store.IsConnected(a.el.id) {
		return 0, false
	}
	n := nodeRef{a.window, a.el.id}
	w := n.win()
	if w.closed {
		return 0, false
	}
	if unit == unitPercentage {
		w, h := n.svgHost()
		if h == nil {
			return 0, false
		}
		vw, vh, ok := h.SVGViewport(w, n.ID)
		if !ok {
			return 0, false
		}
		switch d {
		case alongWidth:
			return float64(vw) / 100, true
		case alongHeight:
			return float64(vh) / 100, true
		}
		return math.Hypot(float64(vw), float64(vh)) / math.Sqrt2 / 100, true
	}
	w.Host.UpdateStyle(w)
	st := w.styler.Ensure(n.ID, style.PseudoNone)
	if st == nil {
		return 0, false
	}
	if px = float64(st.Font.SizePx); unit == unitExs {
		px /= 2
	}
	return px, true
}

// SVGAnimatedLength is a length attribute.
type SVGAnimatedLength struct {
	svgAttr
	base, anim *SVGLength
}

func (a *SVGAnimatedLength) trace(t *js.Tracer) {
	a.svgAttr.trace(t)
	mark(t, a.base)
	mark(t, a.anim)
}

// animLength is the object of a length attribute; def is its value where the attribute has none.
func (n nodeRef) animLength(name attrName, d along, def string) *SVGAnimatedLength {
	return (Node{n}).cached(cachedSVG, string(name), func() platform {
		v, _ := parseSVGLength(def)
		a := &SVGAnimatedLength{svgAttr: n.svgAttr(name)}
		a.base = &SVGLength{svgAttr: a.svgAttr, along: d, own: v}
		a.anim = &SVGLength{svgAttr: a.svgAttr, along: d, own: v, readOnly: true}
		return a
	}).(*SVGAnimatedLength)
}

// BaseVal is SVGAnimatedLength.baseVal.
func (a *SVGAnimatedLength) BaseVal() *SVGLength { return a.base }

// AnimVal is SVGAnimatedLength.animVal.
func (a *SVGAnimatedLength) AnimVal() *SVGLength { return a.anim }

// SVGLength is a length: an attribute, an item of a list, or by itself.
type SVGLength struct {
	svgAttr           // no attr: not an attribute
	own      svgValue // of an item, or by itself; of an attribute, what it is where the attribute has no length
	of       *SVGLengthList
	along    along
	readOnly bool
}

func (l *SVGLength) trace(t *js.Tracer) {
	l.svgAttr.trace(t)
	mark(t, l.of)
}

func (l *SVGLength) get() svgValue {
	if l.attr != "" {
		if s, ok := l.svgAttr.get(); ok {
			if v, ok := parseSVGLength(s); ok {
				return v
			}
			return svgValue{unit: unitNumber}
		}
	}
	return l.own
}

func (l *SVGLength) put(v svgValue) error {
	v.v = float64(float32(v.v))
	switch {
	case l.isReadOnly():
		return errReadOnly()
	case l.attr != "":
		l.svgAttr.set(string(v.format(nil)))
	default:
		l.own = v
		if l.of != nil {
			l.of.changed()
		}
	}
	return nil
}

func (l *SVGLength) isReadOnly() bool { return l.readOnly || l.of != nil && l.of.readOnly }

func (l *SVGLength) px(unit uint16) (float64, error) {
	a, d := &l.svgAttr, l.along
	if l.of != nil {
		a, d = &l.of.svgAttr, l.of.along
	}
	px, ok := a.unitPx(unit, d)
	if !ok {
		return 0, exception("NotSupportedError", "Could not resolve relative length.")
	}
	return px, nil
}

// UnitType is SVGLength.unitType.
func (l *SVGLength) UnitType() uint16 { return l.get().unit }

// Value is SVGLength.value, in user units.
func (l *SVGLength) Value() (float64, error) {
	v := l.get()
	px, err := l.px(v.unit)
	return float64(float32(v.v * px)), err
}

// SetValue sets SVGLength.value.
func (l *SVGLength) SetValue(x float64) error {
	if l.isReadOnly() {
		return errReadOnly()
	}
	v := l.get()
	px, err := l.px(v.unit)
	if err != nil {
		return err
	}
	if v.v = x; px != 0 {
		v.v = x / px
	}
	return l.put(v)
}

// ValueInSpecifiedUnits is SVGLength.valueInSpecifiedUnits.
func (l *SVGLength) ValueInSpecifiedUnits() float64 { return float64(float32(l.get().v)) }

// SetValueInSpecifiedUnits sets SVGLength.valueInSpecifiedUnits.
func (l *SVGLength) SetValueInSpecifiedUnits(x float64) error {
	return l.put(svgValue{x, l.get().unit})
}

// ValueAsString is SVGLength.valueAsString.
func (l *SVGLength) ValueAsString() string { return string(l.get().format(nil)) }

// SetValueAsString sets SVGLength.valueAsString.
func (l *SVGLength) SetValueAsString(s string) error {
	if l.isReadOnly() {
		return errReadOnly()
	}
	v, ok := parseSVGLength(s)
	if !ok {
		return exception("SyntaxError", "The value provided ('"+s+"') is invalid.")
	}
	return l.put(v)
}

// NewValueSpecifiedUnits is SVGLength.newValueSpecifiedUnits.
func (l *SVGLength) NewValueSpecifiedUnits(unit uint16, v float64) error {
	switch {
	case l.isReadOnly():
		return errReadOnly()
	case unit < unitNumber || unit > unitPc:
		return exception("NotSupportedError", fmt.Sprintf("Cannot set value with unknown or invalid units (%d).", unit))
	}
	return l.put(svgValue{v, unit})
}

// ConvertToSpecifiedUnits is SVGLength.convertToSpecifiedUnits.
func (l *SVGLength) ConvertToSpecifiedUnits(unit uint16) error {
	switch {
	case l.isReadOnly():
		return errReadOnly()
	case unit < unitNumber || unit > unitPc:
		return exception("NotSupportedError", fmt.Sprintf("Cannot convert to unknown or invalid units (%d).", unit))
	}
	v := l.get()
	from, err := l.px(v.unit)
	if err != nil {
		return err
	}
	to, err := l.px(unit)
	if err != nil {
		return err
	}
	x := v.v * from
	if to != 0 {
		x /= to
	}
	return l.put(svgValue{x, unit})
}
