package bind

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/js"
)

// SVG elements. https://www.w3.org/TR/SVG2/
//
// Points, rectangles and matrices are those of the geometry interfaces, as the specification has it. animVal is baseVal that cannot be changed: there is no SMIL.

// SVGHost is a Host that draws SVG: it knows the geometry of elements. Layout is up to date when it is asked.
type SVGHost interface {
	// SVGBox is the bounding box of an element in its user space; ok is false for what is not rendered.
	SVGBox(w *Window, el dom.NodeID) (r geom.RectF, ok bool)
	// SVGMatrix maps an element's user space to the nearest viewport or, for screen, to the client area, in px; ok is false for what is in no svg element of a document.
	SVGMatrix(w *Window, el dom.NodeID, screen bool) (m geom.Matrix, ok bool)
	// SVGViewport is the size of the nearest viewport in user units.
	SVGViewport(w *Window, el dom.NodeID) (vw, vh float32, ok bool)
	// SVGOutline is the geometry of a shape; that of a path is known even where it is in no document.
	SVGOutline(w *Window, el dom.NodeID) (o SVGOutline, ok bool)
	// SVGEvenOdd reports whether the inside of a shape is told by fill-rule: evenodd.
	SVGEvenOdd(w *Window, el dom.NodeID) bool
	// SVGAdvances are the advances of the rendered characters of a text element in user units, a UTF-16 unit each.
	SVGAdvances(w *Window, el dom.NodeID) []float32
}

// SVGOutline is the outline of a shape, in user units.
type SVGOutline interface {
	Empty() bool
	Length() float64
	At(distance float64) (x, y float64)
	Contains(x, y float64, evenodd bool) bool
}

// The kinds of SVG elements.
type (
	SVGGraphicsElement        struct{ nodeRef }
	SVGGeometryElement        struct{ nodeRef }
	SVGSVGElement             struct{ nodeRef }
	SVGGElement               struct{ nodeRef }
	SVGDefsElement            struct{ nodeRef }
	SVGSwitchElement          struct{ nodeRef }
	SVGDescElement            struct{ nodeRef }
	SVGMetadataElement        struct{ nodeRef }
	SVGTitleElement           struct{ nodeRef }
	SVGAElement               struct{ nodeRef }
	SVGSymbolElement          struct{ nodeRef }
	SVGViewElement            struct{ nodeRef }
	SVGUseElement             struct{ nodeRef }
	SVGImageElement           struct{ nodeRef }
	SVGForeignObjectElement   struct{ nodeRef }
	SVGStyleElement           struct{ nodeRef }
	SVGScriptElement          struct{ nodeRef }
	SVGPathElement            struct{ nodeRef }
	SVGRectElement            struct{ nodeRef }
	SVGCircleElement          struct{ nodeRef }
	SVGEllipseElement         struct{ nodeRef }
	SVGLineElement            struct{ nodeRef }
	SVGPolylineElement        struct{ nodeRef }
	SVGPolygonElement         struct{ nodeRef }
	SVGTextContentElement     struct{ nodeRef }
	SVGTextPositioningElement struct{ nodeRef }
	SVGTextElement            struct{ nodeRef }
	SVGTSpanElement           struct{ nodeRef }
	SVGGradientElement        struct{ nodeRef }
	SVGLinearGradientElement  struct{ nodeRef }
	SVGRadialGradientElement  struct{ nodeRef }
	SVGStopElement            struct{ nodeRef }
	SVGPatternElement         struct{ nodeRef }
	SVGClipPathElement        struct{ nodeRef }
	SVGMaskElement            struct{ nodeRef }
	SVGMarkerElement          struct{ nodeRef }
)

// svgClasses are the classes of SVG elements by local name; other names are SVGElement.
var svgClasses map[string]*js.Class

// An initialization function, because the classes refer to it through their natives.
func init() {
	svgClasses = map[string]*js.Class{
		"svg": &classSVGSVGElement, "g": &classSVGGElement, "defs": &classSVGDefsElement, "switch": &classSVGSwitchElement, "desc": &classSVGDescElement,
		"metadata": &classSVGMetadataElement, "title": &classSVGTitleElement, "a": &classSVGAElement, "symbol": &classSVGSymbolElement, "view": &classSVGViewElement,
		"use": &classSVGUseElement, "image": &classSVGImageElement, "foreignObject": &classSVGForeignObjectElement, "style": &classSVGStyleElement,
		"script": &classSVGScriptElement, "path": &classSVGPathElement, "rect": &classSVGRectElement, "circle": &classSVGCircleElement,
		"ellipse": &classSVGEllipseElement, "line": &classSVGLineElement, "polyline": &classSVGPolylineElement, "polygon": &classSVGPolygonElement,
		"text": &classSVGTextElement, "tspan": &classSVGTSpanElement, "linearGradient": &classSVGLinearGradientElement,
		"radialGradient": &classSVGRadialGradientElement, "stop": &classSVGStopElement, "pattern": &classSVGPatternElement, "clipPath": &classSVGClipPathElement,
		"mask": &classSVGMaskElement, "marker": &classSVGMarkerElement,
	}
}

// svgClass is the interface of SVG elements with a local name.
func svgClass(s *dom.Store, local atom.Atom) *js.Class {
	if c := svgClasses[s.Atoms.String(local)]; c != nil {
		return c
	}
	return cls.SVGElement
}

var atomSVG, atomForeignObject = atom.Static("svg"), atom.Static("foreignObject")

// isSVG reports whether a node is an SVG element.
func isSVG(s *dom.Store, n dom.NodeID) bool {
	return n != 0 && s.Kind(n) == dom.KindElement && s.ElementName(n).NS == dom.SVG
}

// viewportElement is the nearest svg element around an element, 0 for none.
func (n nodeRef) viewportElement() dom.NodeID {
	s := n.store()
	for p := s.Parent(n.ID); isSVG(s, p); p = s.Parent(p) {
		switch s.LocalName(p) {
		case atomSVG:
			return p
		case atomForeignObject: // what is in it begins anew
			return 0
		}
	}
	return 0
}

// OwnerSVGElement is SVGElement.ownerSVGElement.
func (e SVGElement) OwnerSVGElement() dom.NodeID { return e.viewportElement() }

// ViewportElement is SVGElement.viewportElement.
func (e SVGElement) ViewportElement() dom.NodeID { return e.viewportElement() }

// NearestViewportElement is SVGGraphicsElement.nearestViewportElement.
func (e SVGGraphicsElement) NearestViewportElement() dom.NodeID { return e.viewportElement() }

// FarthestViewportElement is SVGGraphicsElement.farthestViewportElement.
func (e SVGGraphicsElement) FarthestViewportElement() (far dom.NodeID) {
	for n := e.viewportElement(); n != 0; n = (nodeRef{e.w, n}).viewportElement() {
		far = n
	}
	return far
}

// svgHost is the host that knows the element's geometry, with layout up to date; nil for none.
func (n nodeRef) svgHost() (*Window, SVGHost) {
	w := n.win()
	h, ok := w.Host.(SVGHost)
	if !ok || w.closed {
		return w, nil
	}
	if n.store().IsConnected(n.ID) {
		w.Host.UpdateLayout(w)
	}
	return w, h
}

// GetBBox is SVGGraphicsElement.getBBox.
func (e SVGGraphicsElement) GetBBox() *DOMRect {
	if w, h := e.svgHost(); h != nil {
		if r, ok := h.SVGBox(w, e.ID); ok {
			return domRect(r)
		}
	}
	return newDOMRect(0, 0, 0, 0)
}

func domMatrix(m geom.Matrix) *DOMMatrix {
	return &DOMMatrix{DOMMatrixReadOnly{m: matrix2D(m.A, m.B, m.C, m.D, m.E, m.F)}}
}

func (e SVGGraphicsElement) matrix(screen bool) *DOMMatrix {
	if w, h := e.svgHost(); h != nil {
		if m, ok := h.SVGMatrix(w, e.ID, screen); ok {
			return domMatrix(m)
		}
	}
	return domMatrix(geom.Identity)
}

// GetCTM is SVGGraphicsElement.getCTM.
func (e SVGGraphicsElement) GetCTM() *DOMMatrix { return e.matrix(false) }

// GetScreenCTM is SVGGraphicsElement.getScreenCTM.
func (e SVGGraphicsElement) GetScreenCTM() *DOMMatrix { return e.matrix(true) }

// outline is the geometry of a shape; ok is false for one that is in no document, or is no path there.
func (e SVGGeometryElement) outline() (SVGOutline, bool) {
	w, h := e.svgHost()
	if h == nil {
		return nil, false
	}
	return h.SVGOutline(w, e.ID)
}

// IsPointInFill is SVGGeometryElement.isPointInFill.
func (e SVGGeometryElement) IsPointInFill(p DOMPointInit) bool {
	o, ok := e.outline()
	if !ok || !e.store().IsConnected(e.ID) {
		return false
	}
	w, h := e.svgHost()
	return o.Contains(p.X, p.Y, h.SVGEvenOdd(w, e.ID))
}

// GetTotalLength is SVGGeometryElement.getTotalLength.
func (e SVGGeometryElement) GetTotalLength() (float64, error) {
	o, ok := e.outline()
	if !ok {
		return 0, exception("InvalidStateError", "This element is non-rendered element.")
	}
	return float64(float32(o.Length())), nil
}

// GetPointAtLength is SVGGeometryElement.getPointAtLength.
func (e SVGGeometryElement) GetPointAtLength(distance float64) (*DOMPoint, error) {
	o, ok := e.outline()
	switch {
	case !ok:
		return nil, exception("InvalidStateError", "The element is in an inactive document.")
	case o.Empty():
		return nil, exception("InvalidStateError", "The element's path is empty.")
	}
	x, y := o.At(distance)
	return newDOMPoint(x, y, 0, 1), nil
}

func (e SVGTextContentElement) advances() []float32 {
	if w, h := e.svgHost(); h != nil {
		return h.SVGAdvances(w, e.ID)
	}
	return nil
}

// GetNumberOfChars is SVGTextContentElement.getNumberOfChars.
func (e SVGTextContentElement) GetNumberOfChars() int32 { return int32(len(e.advances())) }

func sumOf(l []float32) (v float64) {
	for _, a := range l {
		v += float64(a)
	}
	return v
}

// GetComputedTextLength is SVGTextContentElement.getComputedTextLength.
func (e SVGTextContentElement) GetComputedTextLength() float64 { return sumOf(e.advances()) }

// GetSubStringLength is SVGTextContentElement.getSubStringLength.
func (e SVGTextContentElement) GetSubStringLength(from, n uint32) (float64, error) {
	l := e.advances()
	if uint64(from) >= uint64(len(l)) {
		return 0, svgIndexError("charnum", from, len(l))
	}
	return sumOf(l[from:min(uint64(from)+uint64(n), uint64(len(l)))]), nil
}

// CreateSVGNumber is SVGSVGElement.createSVGNumber.
func (e SVGSVGElement) CreateSVGNumber() *SVGNumber { return &SVGNumber{} }

// CreateSVGLength is SVGSVGElement.createSVGLength.
func (e SVGSVGElement) CreateSVGLength() *SVGLength {
	return &SVGLength{svgAttr: svgAttr{window: e.w}, own: svgValue{unit: unitNumber}}
}

// CreateSVGPoint is SVGSVGElement.createSVGPoint.
func (e SVGSVGElement) CreateSVGPoint() *DOMPoint { return newDOMPoint(0, 0, 0, 1) }

// CreateSVGMatrix is SVGSVGElement.createSVGMatrix.
func (e SVGSVGElement) CreateSVGMatrix() *DOMMatrix { return domMatrix(geom.Identity) }

// CreateSVGRect is SVGSVGElement.createSVGRect.
func (e SVGSVGElement) CreateSVGRect() *DOMRect { return newDOMRect(0, 0, 0, 0) }

// CreateSVGTransform is SVGSVGElement.createSVGTransform.
func (e SVGSVGElement) CreateSVGTransform() *SVGTransform { return newSVGTransform() }

// CreateSVGTransformFromMatrix is SVGSVGElement.createSVGTransformFromMatrix.
func (e SVGSVGElement) CreateSVGTransformFromMatrix(c *js.Call, d DOMMatrixInit) *SVGTransform {
	return transformOf(c, d)
}

// GetElementById is SVGSVGElement.getElementById.
func (e SVGSVGElement) GetElementById(id string) dom.NodeID {
	s := e.store()
	a := s.Atoms.Lookup(id)
	if a == atom.None || id == "" {
		return 0
	}
	for n := s.Following(e.ID, e.ID); n != 0; n = s.Following(n, e.ID) {
		if s.Kind(n) == dom.KindElement && s.Attr(n, atomID) == id {
			return n
		}
	}
	return 0
}

// SuspendRedraw is SVGSVGElement.suspendRedraw, which has no effect, as the others of its kind.
func (e SVGSVGElement) SuspendRedraw(uint32) uint32 { return 1 }

// UnsuspendRedraw is SVGSVGElement.unsuspendRedraw.
func (e SVGSVGElement) UnsuspendRedraw(uint32) {}

// UnsuspendRedrawAll is SVGSVGElement.unsuspendRedrawAll.
func (e SVGSVGElement) UnsuspendRedrawAll() {}

// ForceRedraw is SVGSVGElement.forceRedraw.
func (e SVGSVGElement) ForceRedraw() {}

// SVGUnitTypes has the constants of units.
type SVGUnitTypes struct{ Object }
