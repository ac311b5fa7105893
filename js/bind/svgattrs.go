package bind

// Attributes of SVG elements. https://www.w3.org/TR/SVG2/idlindex.html

// ClassName is SVGElement.className.
func (e SVGElement) ClassName() *SVGAnimatedString { return e.animString("class") }

// Transform is SVGGraphicsElement.transform.
func (e SVGGraphicsElement) Transform() *SVGAnimatedTransformList {
	return e.animTransforms("transform")
}

// PathLength is SVGGeometryElement.pathLength.
func (e SVGGeometryElement) PathLength() *SVGAnimatedNumber { return e.animNumber("pathLength") }

// X is SVGSVGElement.x.
func (e SVGSVGElement) X() *SVGAnimatedLength { return e.animLength("x", alongWidth, "0") }

// Y is SVGSVGElement.y.
func (e SVGSVGElement) Y() *SVGAnimatedLength { return e.animLength("y", alongHeight, "0") }

// Width is SVGSVGElement.width.
func (e SVGSVGElement) Width() *SVGAnimatedLength { return e.animLength("width", alongWidth, "100%") }

// Height is SVGSVGElement.height.
func (e SVGSVGElement) Height() *SVGAnimatedLength {
	return e.animLength("height", alongHeight, "100%")
}

// X is SVGUseElement.x.
func (e SVGUseElement) X() *SVGAnimatedLength { return e.animLength("x", alongWidth, "0") }

// Y is SVGUseElement.y.
func (e SVGUseElement) Y() *SVGAnimatedLength { return e.animLength("y", alongHeight, "0") }

// Width is SVGUseElement.width.
func (e SVGUseElement) Width() *SVGAnimatedLength { return e.animLength("width", alongWidth, "0") }

// Height is SVGUseElement.height.
func (e SVGUseElement) Height() *SVGAnimatedLength { return e.animLength("height", alongHeight, "0") }

// X is SVGImageElement.x.
func (e SVGImageElement) X() *SVGAnimatedLength { return e.animLength("x", alongWidth, "0") }

// Y is SVGImageElement.y.
func (e SVGImageElement) Y() *SVGAnimatedLength { return e.animLength("y", alongHeight, "0") }

// Width is SVGImageElement.width.
func (e SVGImageElement) Width() *SVGAnimatedLength { return e.animLength("width", alongWidth, "0") }

// Height is SVGImageElement.height.
func (e SVGImageElement) Height() *SVGAnimatedLength { return e.animLength("height", alongHeight, "0") }

// X is SVGForeignObjectElement.x.
func (e SVGForeignObjectElement) X() *SVGAnimatedLength { return e.animLength("x", alongWidth, "0") }

// Y is SVGForeignObjectElement.y.
func (e SVGForeignObjectElement) Y() *SVGAnimatedLength { return e.animLength("y", alongHeight, "0") }

// Width is SVGForeignObjectElement.width.
func (e SVGForeignObjectElement) Width() *SVGAnimatedLength {
	return e.animLength("width", alongWidth, "0")
}

// Height is SVGForeignObjectElement.height.
func (e SVGForeignObjectElement) Height() *SVGAnimatedLength {
	return e.animLength("height", alongHeight, "0")
}

// X is SVGRectElement.x.
func (e SVGRectElement) X() *SVGAnimatedLength { return e.animLength("x", alongWidth, "0") }

// Y is SVGRectElement.y.
func (e SVGRectElement) Y() *SVGAnimatedLength { return e.animLength("y", alongHeight, "0") }

// Width is SVGRectElement.width.
func (e SVGRectElement) Width() *SVGAnimatedLength { return e.animLength("width", alongWidth, "0") }

// Height is SVGRectElement.height.
func (e SVGRectElement) Height() *SVGAnimatedLength { return e.animLength("height", alongHeight, "0") }

// X is SVGPatternElement.x.
func (e SVGPatternElement) X() *SVGAnimatedLength { return e.animLength("x", alongWidth, "0") }

// Y is SVGPatternElement.y.
func (e SVGPatternElement) Y() *SVGAnimatedLength { return e.animLength("y", alongHeight, "0") }

// Width is SVGPatternElement.width.
func (e SVGPatternElement) Width() *SVGAnimatedLength { return e.animLength("width", alongWidth, "0") }

// Height is SVGPatternElement.height.
func (e SVGPatternElement) Height() *SVGAnimatedLength {
	return e.animLength("height", alongHeight, "0")
}

// X is SVGMaskElement.x.
func (e SVGMaskElement) X() *SVGAnimatedLength { return e.animLength("x", alongWidth, "-10%") }

// Y is SVGMaskElement.y.
func (e SVGMaskElement) Y() *SVGAnimatedLength { return e.animLength("y", alongHeight, "-10%") }

// Width is SVGMaskElement.width.
func (e SVGMaskElement) Width() *SVGAnimatedLength { return e.animLength("width", alongWidth, "120%") }

// Height is SVGMaskElement.height.
func (e SVGMaskElement) Height() *SVGAnimatedLength {
	return e.animLength("height", alongHeight, "120%")
}

// ViewBox is SVGSVGElement.viewBox.
func (e SVGSVGElement) ViewBox() *SVGAnimatedRect { return e.animRect("viewBox") }

// ViewBox is SVGSymbolElement.viewBox.
func (e SVGSymbolElement) ViewBox() *SVGAnimatedRect { return e.animRect("viewBox") }

// ViewBox is SVGViewElement.viewBox.
func (e SVGViewElement) ViewBox() *SVGAnimatedRect { return e.animRect("viewBox") }

// ViewBox is SVGPatternElement.viewBox.
func (e SVGPatternElement) ViewBox() *SVGAnimatedRect { return e.animRect("viewBox") }

// ViewBox is SVGMarkerElement.viewBox.
func (e SVGMarkerElement) ViewBox() *SVGAnimatedRect { return e.animRect("viewBox") }

// PreserveAspectRatio is SVGSVGElement.preserveAspectRatio.
func (e SVGSVGElement) PreserveAspectRatio() *SVGAnimatedPreserveAspectRatio { return e.animAspect() }

// PreserveAspectRatio is SVGSymbolElement.preserveAspectRatio.
func (e SVGSymbolElement) PreserveAspectRatio() *SVGAnimatedPreserveAspectRatio {
	return e.animAspect()
}

// PreserveAspectRatio is SVGViewElement.preserveAspectRatio.
func (e SVGViewElement) PreserveAspectRatio() *SVGAnimatedPreserveAspectRatio { return e.animAspect() }

// PreserveAspectRatio is SVGPatternElement.preserveAspectRatio.
func (e SVGPatternElement) PreserveAspectRatio() *SVGAnimatedPreserveAspectRatio {
	return e.animAspect()
}

// PreserveAspectRatio is SVGMarkerElement.preserveAspectRatio.
func (e SVGMarkerElement) PreserveAspectRatio() *SVGAnimatedPreserveAspectRatio {
	return e.animAspect()
}

// PreserveAspectRatio is SVGImageElement.preserveAspectRatio.
func (e SVGImageElement) PreserveAspectRatio() *SVGAnimatedPreserveAspectRatio { return e.animAspect() }

// Href is SVGAElement.href.
func (e SVGAElement) Href() *SVGAnimatedString { return e.animString("href") }

// Href is SVGUseElement.href.
func (e SVGUseElement) Href() *SVGAnimatedString { return e.animString("href") }

// Href is SVGImageElement.href.
func (e SVGImageElement) Href() *SVGAnimatedString { return e.animString("href") }

// Href is SVGScriptElement.href.
func (e SVGScriptElement) Href() *SVGAnimatedString { return e.animString("href") }

// Href is SVGGradientElement.href.
func (e SVGGradientElement) Href() *SVGAnimatedString { return e.animString("href") }

// Href is SVGPatternElement.href.
func (e SVGPatternElement) Href() *SVGAnimatedString { return e.animString("href") }

// Target is SVGAElement.target.
func (e SVGAElement) Target() *SVGAnimatedString { return e.animString("target") }

// Rx is SVGRectElement.rx.
func (e SVGRectElement) Rx() *SVGAnimatedLength { return e.animLength("rx", alongWidth, "0") }

// Ry is SVGRectElement.ry.
func (e SVGRectElement) Ry() *SVGAnimatedLength { return e.animLength("ry", alongHeight, "0") }

// Rx is SVGEllipseElement.rx.
func (e SVGEllipseElement) Rx() *SVGAnimatedLength { return e.animLength("rx", alongWidth, "0") }

// Ry is SVGEllipseElement.ry.
func (e SVGEllipseElement) Ry() *SVGAnimatedLength { return e.animLength("ry", alongHeight, "0") }

// Cx is SVGCircleElement.cx.
func (e SVGCircleElement) Cx() *SVGAnimatedLength { return e.animLength("cx", alongWidth, "0") }

// Cy is SVGCircleElement.cy.
func (e SVGCircleElement) Cy() *SVGAnimatedLength { return e.animLength("cy", alongHeight, "0") }

// Cx is SVGEllipseElement.cx.
func (e SVGEllipseElement) Cx() *SVGAnimatedLength { return e.animLength("cx", alongWidth, "0") }

// Cy is SVGEllipseElement.cy.
func (e SVGEllipseElement) Cy() *SVGAnimatedLength { return e.animLength("cy", alongHeight, "0") }

// R is SVGCircleElement.r.
func (e SVGCircleElement) R() *SVGAnimatedLength { return e.animLength("r", alongBoth, "0") }

// X1 is SVGLineElement.x1.
func (e SVGLineElement) X1() *SVGAnimatedLength { return e.animLength("x1", alongWidth, "0") }

// Y1 is SVGLineElement.y1.
func (e SVGLineElement) Y1() *SVGAnimatedLength { return e.animLength("y1", alongHeight, "0") }

// X2 is SVGLineElement.x2.
func (e SVGLineElement) X2() *SVGAnimatedLength { return e.animLength("x2", alongWidth, "0") }

// Y2 is SVGLineElement.y2.
func (e SVGLineElement) Y2() *SVGAnimatedLength { return e.animLength("y2", alongHeight, "0") }

// X1 is SVGLinearGradientElement.x1.
func (e SVGLinearGradientElement) X1() *SVGAnimatedLength {
	return e.animLength("x1", alongWidth, "0%")
}

// Y1 is SVGLinearGradientElement.y1.
func (e SVGLinearGradientElement) Y1() *SVGAnimatedLength {
	return e.animLength("y1", alongHeight, "0%")
}

// X2 is SVGLinearGradientElement.x2.
func (e SVGLinearGradientElement) X2() *SVGAnimatedLength {
	return e.animLength("x2", alongWidth, "100%")
}

// Y2 is SVGLinearGradientElement.y2.
func (e SVGLinearGradientElement) Y2() *SVGAnimatedLength {
	return e.animLength("y2", alongHeight, "0%")
}

// Cx is SVGRadialGradientElement.cx.
func (e SVGRadialGradientElement) Cx() *SVGAnimatedLength {
	return e.animLength("cx", alongWidth, "50%")
}

// Cy is SVGRadialGradientElement.cy.
func (e SVGRadialGradientElement) Cy() *SVGAnimatedLength {
	return e.animLength("cy", alongHeight, "50%")
}

// R is SVGRadialGradientElement.r.
func (e SVGRadialGradientElement) R() *SVGAnimatedLength { return e.animLength("r", alongBoth, "50%") }

// Fx is SVGRadialGradientElement.fx.
func (e SVGRadialGradientElement) Fx() *SVGAnimatedLength {
	return e.animLength("fx", alongWidth, "50%")
}

// Fy is SVGRadialGradientElement.fy.
func (e SVGRadialGradientElement) Fy() *SVGAnimatedLength {
	return e.animLength("fy", alongHeight, "50%")
}

// Fr is SVGRadialGradientElement.fr.
func (e SVGRadialGradientElement) Fr() *SVGAnimatedLength { return e.animLength("fr", alongBoth, "0%") }

// Points is SVGPolylineElement.points.
func (e SVGPolylineElement) Points() *SVGPointList { return e.pointList("points") }

// Points is SVGPolygonElement.points.
func (e SVGPolygonElement) Points() *SVGPointList { return e.pointList("points") }

// X is SVGTextPositioningElement.x.
func (e SVGTextPositioningElement) X() *SVGAnimatedLengthList { return e.animLengths("x", alongWidth) }

// Y is SVGTextPositioningElement.y.
func (e SVGTextPositioningElement) Y() *SVGAnimatedLengthList { return e.animLengths("y", alongHeight) }

// Dx is SVGTextPositioningElement.dx.
func (e SVGTextPositioningElement) Dx() *SVGAnimatedLengthList {
	return e.animLengths("dx", alongWidth)
}

// Dy is SVGTextPositioningElement.dy.
func (e SVGTextPositioningElement) Dy() *SVGAnimatedLengthList {
	return e.animLengths("dy", alongHeight)
}

// GradientUnits is SVGGradientElement.gradientUnits.
func (e SVGGradientElement) GradientUnits() *SVGAnimatedEnumeration {
	return e.animUnits("gradientUnits", 2)
}

// GradientTransform is SVGGradientElement.gradientTransform.
func (e SVGGradientElement) GradientTransform() *SVGAnimatedTransformList {
	return e.animTransforms("gradientTransform")
}

// SpreadMethod is SVGGradientElement.spreadMethod.
func (e SVGGradientElement) SpreadMethod() *SVGAnimatedEnumeration {
	return e.animEnum("spreadMethod", 1, "pad", "reflect", "repeat")
}

// Offset is SVGStopElement.offset.
func (e SVGStopElement) Offset() *SVGAnimatedNumber { return e.animNumber("offset") }

// PatternUnits is SVGPatternElement.patternUnits.
func (e SVGPatternElement) PatternUnits() *SVGAnimatedEnumeration {
	return e.animUnits("patternUnits", 2)
}

// PatternContentUnits is SVGPatternElement.patternContentUnits.
func (e SVGPatternElement) PatternContentUnits() *SVGAnimatedEnumeration {
	return e.animUnits("patternContentUnits", 1)
}

// PatternTransform is SVGPatternElement.patternTransform.
func (e SVGPatternElement) PatternTransform() *SVGAnimatedTransformList {
	return e.animTransforms("patternTransform")
}

// ClipPathUnits is SVGClipPathElement.clipPathUnits.
func (e SVGClipPathElement) ClipPathUnits() *SVGAnimatedEnumeration {
	return e.animUnits("clipPathUnits", 1)
}

// Transform is SVGClipPathElement.transform.
func (e SVGClipPathElement) Transform() *SVGAnimatedTransformList {
	return e.animTransforms("transform")
}

// MaskUnits is SVGMaskElement.maskUnits.
func (e SVGMaskElement) MaskUnits() *SVGAnimatedEnumeration { return e.animUnits("maskUnits", 2) }

// MaskContentUnits is SVGMaskElement.maskContentUnits.
func (e SVGMaskElement) MaskContentUnits() *SVGAnimatedEnumeration {
	return e.animUnits("maskContentUnits", 1)
}

// RefX is SVGMarkerElement.refX.
func (e SVGMarkerElement) RefX() *SVGAnimatedLength { return e.animLength("refX", alongWidth, "0") }

// RefY is SVGMarkerElement.refY.
func (e SVGMarkerElement) RefY() *SVGAnimatedLength { return e.animLength("refY", alongHeight, "0") }

// MarkerWidth is SVGMarkerElement.markerWidth.
func (e SVGMarkerElement) MarkerWidth() *SVGAnimatedLength {
	return e.animLength("markerWidth", alongWidth, "3")
}

// MarkerHeight is SVGMarkerElement.markerHeight.
func (e SVGMarkerElement) MarkerHeight() *SVGAnimatedLength {
	return e.animLength("markerHeight", alongHeight, "3")
}

// MarkerUnits is SVGMarkerElement.markerUnits.
func (e SVGMarkerElement) MarkerUnits() *SVGAnimatedEnumeration {
	return e.animEnum("markerUnits", 2, "userSpaceOnUse", "strokeWidth")
}
