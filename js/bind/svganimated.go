package bind

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/js"
)

// Attributes of SVG elements as objects. They hold no values: each access reads the attribute, and a change writes it.
// https://www.w3.org/TR/SVG2/types.html#BasicDOMInterfaces

// svgAttr is an attribute of an element.
type svgAttr struct {
	Object
	window *Window
	el     *nodeState // nil for values that stand for themselves
	attr   attrName
}

func (a *svgAttr) trace(t *js.Tracer) { a.el.mark(t) }

func (n nodeRef) svgAttr(name attrName) svgAttr {
	return svgAttr{window: n.w, el: n.state(), attr: name}
}

// get is the attribute's value as a view.
func (a *svgAttr) get() (string, bool) {
	s := a.window.World.Store
	return s.LookupAttr(a.el.id, a.attr.in(s))
}

func (a *svgAttr) set(v string) {
	s := a.window.World.Store
	s.SetAttr(a.el.id, s.AttrName(a.attr.in(s)), v)
}

func errReadOnly() error { return exception("NoModificationAllowedError", "This object is read-only.") }

func svgIndexError(what string, i uint32, most int) error {
	return exception("IndexSizeError", fmt.Sprintf("The %s provided (%d) is greater than the maximum bound (%d).", what, i, most))
}

// number is a number as attributes have it.
func svgNumber(b []byte, v float64) []byte {
	t := strconv.FormatFloat(v, 'g', 6, 32)
	if strings.Contains(t, "e+") { // large numbers in full
		t = strconv.FormatFloat(v, 'f', -1, 32)
	}
	return append(b, t...)
}

// svgOwner is what is told of a change to a point, rectangle or matrix that stands for a part of an attribute.
type svgOwner interface {
	platform
	// load brings the object up to the attribute.
	load()
	// changed writes the attribute.
	changed()
}

// SVGAnimatedString is an attribute as it is; href may be that of XLink.
type SVGAnimatedString struct{ svgAttr }

func (n nodeRef) animString(name attrName) *SVGAnimatedString {
	return (Node{n}).cached(cachedSVG, string(name), func() platform { return &SVGAnimatedString{n.svgAttr(name)} }).(*SVGAnimatedString)
}

var atomXlinkHref = atom.Static("href")

// xlink is the attribute xlink:href of the element, where it has no href.
func (a *SVGAnimatedString) xlink() (at dom.Attr, ok bool) {
	if _, has := a.get(); has || a.attr != "href" {
		return at, false
	}
	s := a.window.World.Store
	for i := s.FirstAttr(a.el.id); i != 0; i = s.NextAttr(i) {
		at = s.AttrAt(i)
		if n := s.NameOf(at.Name); n.NS == dom.XLink && n.Local == atomXlinkHref {
			return at, true
		}
	}
	return dom.Attr{}, false
}

// BaseVal is SVGAnimatedString.baseVal.
func (a *SVGAnimatedString) BaseVal() string {
	if at, ok := a.xlink(); ok {
		return strings.Clone(at.Value)
	}
	v, _ := a.get()
	return strings.Clone(v)
}

// SetBaseVal sets SVGAnimatedString.baseVal.
func (a *SVGAnimatedString) SetBaseVal(v string) {
	if at, ok := a.xlink(); ok {
		a.window.World.Store.SetAttr(a.el.id, at.Name, v)
		return
	}
	a.set(v)
}

// AnimVal is SVGAnimatedString.animVal.
func (a *SVGAnimatedString) AnimVal() string { return a.BaseVal() }

// SVGAnimatedNumber is a number; that of a stop may be a percentage.
type SVGAnimatedNumber struct{ svgAttr }

func (n nodeRef) animNumber(name attrName) *SVGAnimatedNumber {
	return (Node{n}).cached(cachedSVG, string(name), func() platform { return &SVGAnimatedNumber{n.svgAttr(name)} }).(*SVGAnimatedNumber)
}

// BaseVal is SVGAnimatedNumber.baseVal.
func (a *SVGAnimatedNumber) BaseVal() float64 {
	v, _ := a.get()
	x, ok := parseSVGLength(v)
	switch {
	case !ok:
		return 0
	case x.unit == unitNumber:
		return x.v
	case x.unit == unitPercentage && a.attr == "offset":
		return float64(float32(x.v / 100))
	}
	return 0
}

// SetBaseVal sets SVGAnimatedNumber.baseVal.
func (a *SVGAnimatedNumber) SetBaseVal(v float64) { a.set(string(svgNumber(nil, v))) }

// AnimVal is SVGAnimatedNumber.animVal.
func (a *SVGAnimatedNumber) AnimVal() float64 { return a.BaseVal() }

// SVGNumber is a number by itself.
type SVGNumber struct {
	Object
	v float64
}

// Value is SVGNumber.value.
func (n *SVGNumber) Value() float64 { return n.v }

// SetValue sets SVGNumber.value.
func (n *SVGNumber) SetValue(v float64) { n.v = v }

// SVGAnimatedEnumeration is a keyword by its number, from 1.
type SVGAnimatedEnumeration struct {
	svgAttr
	def   uint16
	words []string
}

func (n nodeRef) animEnum(name attrName, def uint16, words ...string) *SVGAnimatedEnumeration {
	return (Node{n}).cached(cachedSVG, string(name), func() platform {
		return &SVGAnimatedEnumeration{svgAttr: n.svgAttr(name), def: def, words: words}
	}).(*SVGAnimatedEnumeration)
}

// animUnits is an attribute with the keywords of SVGUnitTypes.
func (n nodeRef) animUnits(name attrName, def uint16) *SVGAnimatedEnumeration {
	return n.animEnum(name, def, "userSpaceOnUse", "objectBoundingBox")
}

// BaseVal is SVGAnimatedEnumeration.baseVal.
func (a *SVGAnimatedEnumeration) BaseVal() uint16 {
	v, _ := a.get()
	for i, w := range a.words {
		if w == v {
			return uint16(i + 1)
		}
	}
	return a.def
}

// SetBaseVal sets SVGAnimatedEnumeration.baseVal.
func (a *SVGAnimatedEnumeration) SetBaseVal(v uint16) error {
	if v == 0 {
		return typeError("The enumeration value provided is 0, which is not settable.")
	}
	if int(v) > len(a.words) {
		return typeError(fmt.Sprintf("The enumeration value provided (%d) is larger than the largest allowed value (%d).", v, len(a.words)))
	}
	a.set(a.words[v-1])
	return nil
}

// AnimVal is SVGAnimatedEnumeration.animVal.
func (a *SVGAnimatedEnumeration) AnimVal() uint16 { return a.BaseVal() }

// SVGAnimatedRect is a viewBox.
type SVGAnimatedRect struct {
	svgAttr
	base *DOMRect
	anim *DOMRectReadOnly
}

func (a *SVGAnimatedRect) trace(t *js.Tracer) {
	a.svgAttr.trace(t)
	mark(t, a.base)
	mark(t, a.anim)
}

func (n nodeRef) animRect(name attrName) *SVGAnimatedRect {
	return (Node{n}).cached(cachedSVG, string(name), func() platform {
		a := &SVGAnimatedRect{svgAttr: n.svgAttr(name)}
		a.base = &DOMRect{DOMRectReadOnly{of: a}}
		a.anim = &DOMRectReadOnly{of: a}
		return a
	}).(*SVGAnimatedRect)
}

func (a *SVGAnimatedRect) load() {
	v, _ := a.get()
	var n [4]float64
	k := 0
	for _, f := range svgFields(v) {
		x, rest, ok := splitSVGNumber(f)
		if !ok || rest != "" || k == 4 {
			k = 0
			break
		}
		n[k] = x
		k++
	}
	if k != 4 || n[2] < 0 || n[3] < 0 {
		n = [4]float64{}
	}
	for _, r := range [2]*DOMRectReadOnly{&a.base.DOMRectReadOnly, a.anim} {
		r.x, r.y, r.width, r.height = n[0], n[1], n[2], n[3]
	}
}

func (a *SVGAnimatedRect) changed() {
	r := &a.base.DOMRectReadOnly
	var b []byte
	for i, v := range [4]float64{r.x, r.y, r.width, r.height} {
		if i > 0 {
			b = append(b, ' ')
		}
		b = svgNumber(b, v)
	}
	a.set(string(b))
}

// BaseVal is SVGAnimatedRect.baseVal.
func (a *SVGAnimatedRect) BaseVal() *DOMRect { return a.base }

// AnimVal is SVGAnimatedRect.animVal.
func (a *SVGAnimatedRect) AnimVal() *DOMRectReadOnly { return a.anim }

// SVGAnimatedPreserveAspectRatio is a preserveAspectRatio attribute.
type SVGAnimatedPreserveAspectRatio struct {
	svgAttr
	base, anim *SVGPreserveAspectRatio
}

func (a *SVGAnimatedPreserveAspectRatio) trace(t *js.Tracer) {
	a.svgAttr.trace(t)
	mark(t, a.base)
	mark(t, a.anim)
}

func (n nodeRef) animAspect() *SVGAnimatedPreserveAspectRatio {
	const name = "preserveAspectRatio"
	return (Node{n}).cached(cachedSVG, name, func() platform {
		return &SVGAnimatedPreserveAspectRatio{n.svgAttr(name), &SVGPreserveAspectRatio{svgAttr: n.svgAttr(name)}, &SVGPreserveAspectRatio{svgAttr: n.svgAttr(name), readOnly: true}}
	}).(*SVGAnimatedPreserveAspectRatio)
}

// BaseVal is SVGAnimatedPreserveAspectRatio.baseVal.
func (a *SVGAnimatedPreserveAspectRatio) BaseVal() *SVGPreserveAspectRatio { return a.base }

// AnimVal is SVGAnimatedPreserveAspectRatio.animVal.
func (a *SVGAnimatedPreserveAspectRatio) AnimVal() *SVGPreserveAspectRatio { return a.anim }

// SVGPreserveAspectRatio is the value of a preserveAspectRatio attribute.
type SVGPreserveAspectRatio struct {
	svgAttr
	readOnly bool
}

// aspectAligns are the alignments, by their numbers less 1.
var aspectAligns = []string{"none", "xMinYMin", "xMidYMin", "xMaxYMin", "xMinYMid", "xMidYMid", "xMaxYMid", "xMinYMax", "xMidYMax", "xMaxYMax"}

func (a *SVGPreserveAspectRatio) load() (align, slice uint16) {
	align, slice = 6, 1
	v, _ := a.get()
	f := strings.Fields(v)
	if len(f) == 0 || len(f) > 2 {
		return align, slice
	}
	i := indexOf(aspectAligns, f[0])
	if i < 0 {
		return align, slice
	}
	if len(f) == 2 {
		switch f[1] {
		case "meet":
		case "slice":
			slice = 2
		default:
			return align, slice
		}
	}
	return uint16(i + 1), slice
}

func (a *SVGPreserveAspectRatio) store(align, slice uint16) error {
	if a.readOnly {
		return errReadOnly()
	}
	v := aspectAligns[align-1] + " meet"
	if slice == 2 {
		v = aspectAligns[align-1] + " slice"
	}
	a.set(v)
	return nil
}

// Align is SVGPreserveAspectRatio.align.
func (a *SVGPreserveAspectRatio) Align() uint16 { v, _ := a.load(); return v }

// SetAlign sets SVGPreserveAspectRatio.align.
func (a *SVGPreserveAspectRatio) SetAlign(v uint16) error {
	if v == 0 || int(v) > len(aspectAligns) {
		return exception("NotSupportedError", "The alignment provided is invalid.")
	}
	_, slice := a.load()
	return a.store(v, slice)
}

// MeetOrSlice is SVGPreserveAspectRatio.meetOrSlice.
func (a *SVGPreserveAspectRatio) MeetOrSlice() uint16 { _, v := a.load(); return v }

// SetMeetOrSlice sets SVGPreserveAspectRatio.meetOrSlice.
func (a *SVGPreserveAspectRatio) SetMeetOrSlice(v uint16) error {
	if v != 1 && v != 2 {
		return exception("NotSupportedError", "The meetOrSlice provided is invalid.")
	}
	align, _ := a.load()
	return a.store(align, v)
}
