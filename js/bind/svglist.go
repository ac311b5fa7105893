package bind

import (
	"math"
	"slices"
	"strings"

	"github.com/niso-engine/niso/js"
)

// Lists of SVG: of transforms, lengths and points. A list reads its attribute when it changed, its items are new then; a change of the list, or of an item, writes it.
// https://www.w3.org/TR/SVG2/types.html#TermListInterface

// maxSVGItems bounds the items of a list.
const maxSVGItems = 1 << 20

// svgItem is what a list holds.
type svgItem[L comparable] interface {
	comparable
	platform
	// owner is the list of which it is an item.
	owner() L
	setOwner(L)
	// taken reports whether it stands for something else than an item.
	taken() bool
	// copy is an item of no list with the same value.
	copy() platform
	format(b []byte) []byte
}

// svgItems are the items of a list, of which L is the type of its object.
type svgItems[L comparable, T svgItem[L]] struct {
	svgAttr
	items    []T
	text     string // of the attribute, which items are of
	read     bool
	readOnly bool
}

func (l *svgItems[L, T]) trace(t *js.Tracer) {
	l.svgAttr.trace(t)
	markAll(t, l.items)
}

// stale reports whether the attribute is another than items are of, which then are given up.
func (l *svgItems[L, T]) stale() (text string, is bool) {
	v, _ := l.get()
	if l.read && v == l.text {
		return "", false
	}
	l.drop()
	l.text, l.read = strings.Clone(v), true
	return l.text, true
}

func (l *svgItems[L, T]) drop() {
	var none L
	for _, x := range l.items {
		x.setOwner(none)
	}
	l.items = nil
}

// write serializes the list.
func (l *svgItems[L, T]) write() {
	var b []byte
	for i, x := range l.items {
		if i > 0 {
			b = append(b, ' ')
		}
		b = x.format(b)
	}
	l.text, l.read = string(b), true
	l.set(l.text)
}

func (l *svgItems[L, T]) at(i uint32) (x T, err error) {
	if int64(i) >= int64(len(l.items)) {
		return x, svgIndexError("index", i, len(l.items))
	}
	return l.items[i], nil
}

// put inserts an item in the place of n others, for the list self; an item of a list is copied.
func (l *svgItems[L, T]) put(self L, x T, i uint32, n int) (T, error) {
	var none L
	var no T
	switch {
	case l.readOnly:
		return no, errReadOnly()
	case n > 0 && int64(i) >= int64(len(l.items)):
		return no, svgIndexError("index", i, len(l.items))
	case len(l.items) >= maxSVGItems:
		return no, exception("NotSupportedError", "The list is full.")
	}
	at := int(min(int64(i), int64(len(l.items))))
	if x.owner() != none || x.taken() {
		x = x.copy().(T)
	}
	for _, old := range l.items[at : at+n] {
		old.setOwner(none)
	}
	x.setOwner(self)
	l.items = slices.Replace(l.items, at, at+n, x)
	l.write()
	return x, nil
}

func (l *svgItems[L, T]) remove(i uint32) (x T, err error) {
	if l.readOnly {
		return x, errReadOnly()
	}
	if x, err = l.at(i); err != nil {
		return x, err
	}
	var none L
	x.setOwner(none)
	l.items = slices.Delete(l.items, int(i), int(i)+1)
	l.write()
	return x, nil
}

func (l *svgItems[L, T]) clear() error {
	if l.readOnly {
		return errReadOnly()
	}
	l.drop()
	l.write()
	return nil
}

// Transforms.

// SVGTransform is one function of a transform attribute.
type SVGTransform struct {
	Object
	typ    uint16
	angle  float64
	cx, cy float64 // of a rotation
	m      *DOMMatrix
	of     *SVGTransformList
}

// The types of SVGTransform.
const (
	transformMatrix uint16 = 1 + iota
	transformTranslate
	transformScale
	transformRotate
	transformSkewX
	transformSkewY
)

func newSVGTransform() *SVGTransform {
	t := &SVGTransform{typ: transformMatrix}
	t.m = &DOMMatrix{DOMMatrixReadOnly{m: identity4, of: t}}
	return t
}

func transformOf(c *js.Call, d DOMMatrixInit) *SVGTransform {
	t := newSVGTransform()
	if !t.m.init(&c.Conv, d) {
		return nil
	}
	return t
}

func (t *SVGTransform) trace(tr *js.Tracer) {
	mark(tr, t.m)
	mark(tr, t.of)
}

func (t *SVGTransform) owner() *SVGTransformList     { return t.of }
func (t *SVGTransform) setOwner(l *SVGTransformList) { t.of = l }
func (t *SVGTransform) taken() bool                  { return false }
func (t *SVGTransform) load()                        {}
func (t *SVGTransform) isReadOnly() bool             { return t.of != nil && t.of.readOnly }

func (t *SVGTransform) copy() platform {
	n := newSVGTransform()
	n.typ, n.angle, n.cx, n.cy, n.m.m = t.typ, t.angle, t.cx, t.cy, t.m.m
	return n
}

// changed: the matrix was changed by itself.
func (t *SVGTransform) changed() {
	t.typ, t.angle, t.cx, t.cy = transformMatrix, 0, 0, 0
	if t.of != nil {
		t.of.changed()
	}
}

// become sets the function.
func (t *SVGTransform) become(typ uint16, angle, cx, cy float64, m matrix4) error {
	if t.isReadOnly() {
		return errReadOnly()
	}
	t.typ, t.angle, t.cx, t.cy, t.m.m = typ, angle, cx, cy, m
	if t.of != nil {
		t.of.changed()
	}
	return nil
}

func (t *SVGTransform) format(b []byte) []byte {
	m := &t.m.m
	var name string
	var n []float64
	switch t.typ {
	case transformTranslate:
		name, n = "translate", []float64{m[12], m[13]}
	case transformScale:
		name, n = "scale", []float64{m[0], m[5]}
	case transformRotate:
		if name, n = "rotate", []float64{t.angle}; t.cx != 0 || t.cy != 0 {
			n = append(n, t.cx, t.cy)
		}
	case transformSkewX:
		name, n = "skewX", []float64{t.angle}
	case transformSkewY:
		name, n = "skewY", []float64{t.angle}
	default:
		name, n = "matrix", []float64{m[0], m[1], m[4], m[5], m[12], m[13]}
	}
	b = append(append(b, name...), '(')
	for i, v := range n {
		if i > 0 {
			b = append(b, ' ')
		}
		b = svgNumber(b, v)
	}
	return append(b, ')')
}

// parseTransforms reads a transform attribute: none where it has an error. https://drafts.csswg.org/css-transforms-1/#svg-syntax
func parseTransforms(s string) (l []*SVGTransform) {
	for {
		s = strings.TrimLeft(s, " ,\t\n\f\r")
		if s == "" {
			return l
		}
		open := strings.IndexByte(s, '(')
		end := strings.IndexByte(s, ')')
		if open < 0 || end < open || len(l) >= maxSVGItems {
			return nil
		}
		name := strings.Trim(s[:open], " \t\n\f\r")
		var a []float64
		for rest := s[open+1 : end]; ; {
			rest = strings.TrimLeft(rest, " ,\t\n\f\r")
			if rest == "" {
				break
			}
			v, after, ok := splitSVGNumber(rest)
			if !ok || len(a) == 6 {
				return nil
			}
			a, rest = append(a, v), after
		}
		s = s[end+1:]
		t := newSVGTransform()
		switch n := len(a); {
		case name == "translate" && (n == 1 || n == 2):
			a = append(a, 0)
			_ = t.SetTranslate(a[0], a[1])
		case name == "scale" && (n == 1 || n == 2):
			_ = t.SetScale(a[0], a[n-1])
		case name == "rotate" && (n == 1 || n == 3):
			a = append(a, 0, 0)
			_ = t.SetRotate(a[0], a[1], a[2])
		case name == "skewX" && n == 1:
			_ = t.SetSkewX(a[0])
		case name == "skewY" && n == 1:
			_ = t.SetSkewY(a[0])
		case name == "matrix" && n == 6:
			t.m.m = matrix2D(a[0], a[1], a[2], a[3], a[4], a[5])
		default:
			return nil
		}
		l = append(l, t)
	}
}

// Type is SVGTransform.type.
func (t *SVGTransform) Type() uint16 { return t.typ }

// Matrix is SVGTransform.matrix.
func (t *SVGTransform) Matrix() *DOMMatrix { return t.m }

// Angle is SVGTransform.angle.
func (t *SVGTransform) Angle() float64 { return t.angle }

// SetMatrix is SVGTransform.setMatrix.
func (t *SVGTransform) SetMatrix(c *js.Call, d DOMMatrixInit) error {
	var m DOMMatrixReadOnly
	if !m.init(&c.Conv, d) {
		return nil
	}
	return t.become(transformMatrix, 0, 0, 0, m.m)
}

// SetTranslate is SVGTransform.setTranslate.
func (t *SVGTransform) SetTranslate(x, y float64) error {
	return t.become(transformTranslate, 0, 0, 0, matrix2D(1, 0, 0, 1, x, y))
}

// SetScale is SVGTransform.setScale.
func (t *SVGTransform) SetScale(x, y float64) error {
	return t.become(transformScale, 0, 0, 0, matrix2D(x, 0, 0, y, 0, 0))
}

// SetRotate is SVGTransform.setRotate, in degrees.
func (t *SVGTransform) SetRotate(angle, cx, cy float64) error {
	m := rotate4(0, 0, 1, angle)
	to, back := translate4(cx, cy, 0), translate4(-cx, -cy, 0)
	m = to.mul(&m)
	return t.become(transformRotate, angle, cx, cy, m.mul(&back))
}

// SetSkewX is SVGTransform.setSkewX, in degrees.
func (t *SVGTransform) SetSkewX(angle float64) error {
	return t.become(transformSkewX, angle, 0, 0, matrix2D(1, 0, math.Tan(angle*math.Pi/180), 1, 0, 0))
}

// SetSkewY is SVGTransform.setSkewY, in degrees.
func (t *SVGTransform) SetSkewY(angle float64) error {
	return t.become(transformSkewY, angle, 0, 0, matrix2D(1, math.Tan(angle*math.Pi/180), 0, 1, 0, 0))
}

// SVGAnimatedTransformList is a transform attribute.
type SVGAnimatedTransformList struct {
	svgAttr
	base, anim *SVGTransformList
}

func (a *SVGAnimatedTransformList) trace(t *js.Tracer) {
	a.svgAttr.trace(t)
	mark(t, a.base)
	mark(t, a.anim)
}

func (n nodeRef) animTransforms(name attrName) *SVGAnimatedTransformList {
	return (Node{n}).cached(cachedSVG, string(name), func() platform {
		a := &SVGAnimatedTransformList{svgAttr: n.svgAttr(name), base: &SVGTransformList{}, anim: &SVGTransformList{}}
		a.base.svgAttr, a.anim.svgAttr, a.anim.readOnly = n.svgAttr(name), n.svgAttr(name), true
		return a
	}).(*SVGAnimatedTransformList)
}

// BaseVal is SVGAnimatedTransformList.baseVal.
func (a *SVGAnimatedTransformList) BaseVal() *SVGTransformList { return a.base }

// AnimVal is SVGAnimatedTransformList.animVal.
func (a *SVGAnimatedTransformList) AnimVal() *SVGTransformList { return a.anim }

// SVGTransformList is the value of a transform attribute.
type SVGTransformList struct {
	svgItems[*SVGTransformList, *SVGTransform]
}

func (l *SVGTransformList) trace(t *js.Tracer) { l.svgItems.trace(t) }

func (l *SVGTransformList) sync() *SVGTransformList {
	if v, stale := l.stale(); stale {
		l.items = parseTransforms(v)
		for _, x := range l.items {
			x.of = l
		}
	}
	return l
}

func (l *SVGTransformList) changed() {
	if !l.readOnly {
		l.write()
	}
}

// CreateSVGTransformFromMatrix is SVGTransformList.createSVGTransformFromMatrix.
func (l *SVGTransformList) CreateSVGTransformFromMatrix(c *js.Call, d DOMMatrixInit) *SVGTransform {
	return transformOf(c, d)
}

// Consolidate is SVGTransformList.consolidate.
func (l *SVGTransformList) Consolidate() (*SVGTransform, error) {
	if l.readOnly {
		return nil, errReadOnly()
	}
	if len(l.sync().items) == 0 {
		return nil, nil
	}
	t := newSVGTransform()
	for _, x := range l.items {
		t.m.m = t.m.m.mul(&x.m.m)
	}
	l.drop()
	return l.put(l, t, 0, 0)
}

// Lengths.

func (l *SVGLength) owner() *SVGLengthList { return l.of }

// setOwner makes l an item of a list.
func (l *SVGLength) setOwner(o *SVGLengthList) { l.of = o }

func (l *SVGLength) taken() bool { return l.attr != "" }

func (l *SVGLength) copy() platform {
	return &SVGLength{svgAttr: svgAttr{window: l.window}, own: l.get()}
}

func (l *SVGLength) format(b []byte) []byte { return l.get().format(b) }

// SVGAnimatedLengthList is an attribute with a list of lengths.
type SVGAnimatedLengthList struct {
	svgAttr
	base, anim *SVGLengthList
}

func (a *SVGAnimatedLengthList) trace(t *js.Tracer) {
	a.svgAttr.trace(t)
	mark(t, a.base)
	mark(t, a.anim)
}

func (n nodeRef) animLengths(name attrName, d along) *SVGAnimatedLengthList {
	return (Node{n}).cached(cachedSVG, string(name), func() platform {
		a := &SVGAnimatedLengthList{svgAttr: n.svgAttr(name), base: &SVGLengthList{along: d}, anim: &SVGLengthList{along: d}}
		a.base.svgAttr, a.anim.svgAttr, a.anim.readOnly = n.svgAttr(name), n.svgAttr(name), true
		return a
	}).(*SVGAnimatedLengthList)
}

// BaseVal is SVGAnimatedLengthList.baseVal.
func (a *SVGAnimatedLengthList) BaseVal() *SVGLengthList { return a.base }

// AnimVal is SVGAnimatedLengthList.animVal.
func (a *SVGAnimatedLengthList) AnimVal() *SVGLengthList { return a.anim }

// SVGLengthList is a list of lengths.
type SVGLengthList struct {
	svgItems[*SVGLengthList, *SVGLength]
	along along
}

func (l *SVGLengthList) trace(t *js.Tracer) { l.svgItems.trace(t) }

func (l *SVGLengthList) sync() *SVGLengthList {
	if v, stale := l.stale(); stale {
		for _, f := range svgFields(v) {
			x, ok := parseSVGLength(f)
			if !ok || len(l.items) >= maxSVGItems {
				l.drop()
				break
			}
			l.items = append(l.items, &SVGLength{svgAttr: svgAttr{window: l.window}, own: x, of: l})
		}
	}
	return l
}

func (l *SVGLengthList) changed() {
	if !l.readOnly {
		l.write()
	}
}

// Points.

func (p *DOMPoint) owner() *SVGPointList {
	l, _ := p.of.(*SVGPointList)
	return l
}

func (p *DOMPoint) setOwner(l *SVGPointList) {
	if p.of = nil; l != nil {
		p.of = l
	}
}

func (p *DOMPoint) taken() bool { return false }

func (p *DOMPoint) copy() platform { return newDOMPoint(p.x, p.y, p.z, p.w) }

func (p *DOMPoint) format(b []byte) []byte {
	return svgNumber(append(svgNumber(b, p.x), ' '), p.y)
}

// SVGPointList is a points attribute.
type SVGPointList struct {
	svgItems[*SVGPointList, *DOMPoint]
}

func (l *SVGPointList) trace(t *js.Tracer) { l.svgItems.trace(t) }

func (n nodeRef) pointList(name attrName) *SVGPointList {
	return (Node{n}).cached(cachedSVG, string(name), func() platform {
		l := &SVGPointList{}
		l.svgAttr = n.svgAttr(name)
		return l
	}).(*SVGPointList)
}

func (l *SVGPointList) load() {}

func (l *SVGPointList) sync() *SVGPointList {
	v, stale := l.stale()
	if !stale {
		return l
	}
	var n []float64
	for len(n) < 2*maxSVGItems {
		v = strings.TrimLeft(v, " ,\t\n\f\r")
		x, rest, ok := splitSVGNumber(v)
		if !ok {
			break
		}
		n, v = append(n, x), rest
	}
	for i := 0; i+1 < len(n); i += 2 {
		p := newDOMPoint(n[i], n[i+1], 0, 1)
		p.setOwner(l)
		l.items = append(l.items, p)
	}
	return l
}

func (l *SVGPointList) changed() {
	if !l.readOnly {
		l.write()
	}
}

// Length is SVGTransformList.length.
func (l *SVGTransformList) Length() uint32 { return uint32(len(l.sync().items)) }

// NumberOfItems is SVGTransformList.numberOfItems.
func (l *SVGTransformList) NumberOfItems() uint32 { return l.Length() }

// Clear is SVGTransformList.clear.
func (l *SVGTransformList) Clear() error { return l.sync().clear() }

// Initialize is SVGTransformList.initialize.
func (l *SVGTransformList) Initialize(x *SVGTransform) (*SVGTransform, error) {
	if err := l.sync().clear(); err != nil {
		return nil, err
	}
	return l.put(l, x, 0, 0)
}

// Item is the indexed getter.
func (l *SVGTransformList) Item(i uint32) *SVGTransform {
	x, _ := l.sync().at(i)
	return x
}

// GetItem is SVGTransformList.getItem.
func (l *SVGTransformList) GetItem(i uint32) (*SVGTransform, error) { return l.sync().at(i) }

// InsertItemBefore is SVGTransformList.insertItemBefore.
func (l *SVGTransformList) InsertItemBefore(x *SVGTransform, i uint32) (*SVGTransform, error) {
	return l.sync().put(l, x, i, 0)
}

// ReplaceItem is SVGTransformList.replaceItem.
func (l *SVGTransformList) ReplaceItem(x *SVGTransform, i uint32) (*SVGTransform, error) {
	return l.sync().put(l, x, i, 1)
}

// RemoveItem is SVGTransformList.removeItem.
func (l *SVGTransformList) RemoveItem(i uint32) (*SVGTransform, error) { return l.sync().remove(i) }

// AppendItem is SVGTransformList.appendItem.
func (l *SVGTransformList) AppendItem(x *SVGTransform) (*SVGTransform, error) {
	return l.sync().put(l, x, math.MaxUint32, 0)
}

// SetItem is the indexed setter.
func (l *SVGTransformList) SetItem(c *js.Call, i uint32, v js.Value) {
	h := js.HostOf(v, cls.SVGTransform)
	if h.IsNone() {
		c.TypeError("Failed to convert value to 'SVGTransform'.")
		return
	}
	if _, err := l.sync().put(l, h.State().(*SVGTransform), i, 1); err != nil {
		throwErr(c, err)
	}
}

// Length is SVGLengthList.length.
func (l *SVGLengthList) Length() uint32 { return uint32(len(l.sync().items)) }

// NumberOfItems is SVGLengthList.numberOfItems.
func (l *SVGLengthList) NumberOfItems() uint32 { return l.Length() }

// Clear is SVGLengthList.clear.
func (l *SVGLengthList) Clear() error { return l.sync().clear() }

// Initialize is SVGLengthList.initialize.
func (l *SVGLengthList) Initialize(x *SVGLength) (*SVGLength, error) {
	if err := l.sync().clear(); err != nil {
		return nil, err
	}
	return l.put(l, x, 0, 0)
}

// Item is the indexed getter.
func (l *SVGLengthList) Item(i uint32) *SVGLength {
	x, _ := l.sync().at(i)
	return x
}

// GetItem is SVGLengthList.getItem.
func (l *SVGLengthList) GetItem(i uint32) (*SVGLength, error) { return l.sync().at(i) }

// InsertItemBefore is SVGLengthList.insertItemBefore.
func (l *SVGLengthList) InsertItemBefore(x *SVGLength, i uint32) (*SVGLength, error) {
	return l.sync().put(l, x, i, 0)
}

// ReplaceItem is SVGLengthList.replaceItem.
func (l *SVGLengthList) ReplaceItem(x *SVGLength, i uint32) (*SVGLength, error) {
	return l.sync().put(l, x, i, 1)
}

// RemoveItem is SVGLengthList.removeItem.
func (l *SVGLengthList) RemoveItem(i uint32) (*SVGLength, error) { return l.sync().remove(i) }

// AppendItem is SVGLengthList.appendItem.
func (l *SVGLengthList) AppendItem(x *SVGLength) (*SVGLength, error) {
	return l.sync().put(l, x, math.MaxUint32, 0)
}

// SetItem is the indexed setter.
func (l *SVGLengthList) SetItem(c *js.Call, i uint32, v js.Value) {
	h := js.HostOf(v, cls.SVGLength)
	if h.IsNone() {
		c.TypeError("Failed to convert value to 'SVGLength'.")
		return
	}
	if _, err := l.sync().put(l, h.State().(*SVGLength), i, 1); err != nil {
		throwErr(c, err)
	}
}

// Length is SVGPointList.length.
func (l *SVGPointList) Length() uint32 { return uint32(len(l.sync().items)) }

// NumberOfItems is SVGPointList.numberOfItems.
func (l *SVGPointList) NumberOfItems() uint32 { return l.Length() }

// Clear is SVGPointList.clear.
func (l *SVGPointList) Clear() error { return l.sync().clear() }

// Initialize is SVGPointList.initialize.
func (l *SVGPointList) Initialize(x *DOMPoint) (*DOMPoint, error) {
	if err := l.sync().clear(); err != nil {
		return nil, err
	}
	return l.put(l, x, 0, 0)
}

// Item is the indexed getter.
func (l *SVGPointList) Item(i uint32) *DOMPoint {
	x, _ := l.sync().at(i)
	return x
}

// GetItem is SVGPointList.getItem.
func (l *SVGPointList) GetItem(i uint32) (*DOMPoint, error) { return l.sync().at(i) }

// InsertItemBefore is SVGPointList.insertItemBefore.
func (l *SVGPointList) InsertItemBefore(x *DOMPoint, i uint32) (*DOMPoint, error) {
	return l.sync().put(l, x, i, 0)
}

// ReplaceItem is SVGPointList.replaceItem.
func (l *SVGPointList) ReplaceItem(x *DOMPoint, i uint32) (*DOMPoint, error) {
	return l.sync().put(l, x, i, 1)
}

// RemoveItem is SVGPointList.removeItem.
func (l *SVGPointList) RemoveItem(i uint32) (*DOMPoint, error) { return l.sync().remove(i) }

// AppendItem is SVGPointList.appendItem.
func (l *SVGPointList) AppendItem(x *DOMPoint) (*DOMPoint, error) {
	return l.sync().put(l, x, math.MaxUint32, 0)
}

// SetItem is the indexed setter.
func (l *SVGPointList) SetItem(c *js.Call, i uint32, v js.Value) {
	h := js.HostOf(v, cls.DOMPoint)
	if h.IsNone() {
		c.TypeError("Failed to convert value to 'DOMPoint'.")
		return
	}
	if _, err := l.sync().put(l, h.State().(*DOMPoint), i, 1); err != nil {
		throwErr(c, err)
	}
}
