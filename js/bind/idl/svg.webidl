[Exposed=Window]
interface SVGElement : Element {
	[SameObject] readonly attribute SVGAnimatedString className;
	readonly attribute SVGSVGElement? ownerSVGElement;
	readonly attribute SVGElement? viewportElement;
};

SVGElement includes GlobalEventHandlers;

SVGElement includes HTMLOrSVGOrMathMLElement;

[Exposed=Window]
interface SVGGraphicsElement : SVGElement {
	[SameObject] readonly attribute SVGAnimatedTransformList transform;
	readonly attribute SVGElement? nearestViewportElement;
	readonly attribute SVGElement? farthestViewportElement;
	DOMRect getBBox();
	DOMMatrix? getCTM();
	DOMMatrix? getScreenCTM();
};

[Exposed=Window]
interface SVGGeometryElement : SVGGraphicsElement {
	[SameObject] readonly attribute SVGAnimatedNumber pathLength;
	boolean isPointInFill(optional DOMPointInit point = {});
	float getTotalLength();
	DOMPoint getPointAtLength(float distance);
};

[Exposed=Window]
interface SVGSVGElement : SVGGraphicsElement {
	[SameObject] readonly attribute SVGAnimatedLength x;
	[SameObject] readonly attribute SVGAnimatedLength y;
	[SameObject] readonly attribute SVGAnimatedLength width;
	[SameObject] readonly attribute SVGAnimatedLength height;
	[SameObject] readonly attribute SVGAnimatedRect viewBox;
	[SameObject] readonly attribute SVGAnimatedPreserveAspectRatio preserveAspectRatio;
	SVGNumber createSVGNumber();
	SVGLength createSVGLength();
	DOMPoint createSVGPoint();
	DOMMatrix createSVGMatrix();
	DOMRect createSVGRect();
	SVGTransform createSVGTransform();
	SVGTransform createSVGTransformFromMatrix(optional DOMMatrixInit matrix = {});
	Element? getElementById(DOMString elementId);
	unsigned long suspendRedraw(unsigned long maxWaitMilliseconds);
	undefined unsuspendRedraw(unsigned long suspendHandleID);
	undefined unsuspendRedrawAll();
	undefined forceRedraw();
};

[Exposed=Window]
interface SVGGElement : SVGGraphicsElement {
};

[Exposed=Window]
interface SVGDefsElement : SVGGraphicsElement {
};

[Exposed=Window]
interface SVGSwitchElement : SVGGraphicsElement {
};

[Exposed=Window]
interface SVGDescElement : SVGElement {
};

[Exposed=Window]
interface SVGMetadataElement : SVGElement {
};

[Exposed=Window]
interface SVGTitleElement : SVGElement {
};

[Exposed=Window]
interface SVGAElement : SVGGraphicsElement {
	[SameObject] readonly attribute SVGAnimatedString href;
	[SameObject] readonly attribute SVGAnimatedString target;
	[CEReactions, Reflect] attribute DOMString download;
	[CEReactions, Reflect] attribute DOMString ping;
	[CEReactions, Reflect] attribute DOMString rel;
	[CEReactions, Reflect] attribute DOMString hreflang;
	[CEReactions, Reflect] attribute DOMString type;
};

[Exposed=Window]
interface SVGSymbolElement : SVGGraphicsElement {
	[SameObject] readonly attribute SVGAnimatedRect viewBox;
	[SameObject] readonly attribute SVGAnimatedPreserveAspectRatio preserveAspectRatio;
};

[Exposed=Window]
interface SVGViewElement : SVGElement {
	[SameObject] readonly attribute SVGAnimatedRect viewBox;
	[SameObject] readonly attribute SVGAnimatedPreserveAspectRatio preserveAspectRatio;
};

[Exposed=Window]
interface SVGUseElement : SVGGraphicsElement {
	[SameObject] readonly attribute SVGAnimatedLength x;
	[SameObject] readonly attribute SVGAnimatedLength y;
	[SameObject] readonly attribute SVGAnimatedLength width;
	[SameObject] readonly attribute SVGAnimatedLength height;
	[SameObject] readonly attribute SVGAnimatedString href;
};

[Exposed=Window]
interface SVGImageElement : SVGGraphicsElement {
	[SameObject] readonly attribute SVGAnimatedLength x;
	[SameObject] readonly attribute SVGAnimatedLength y;
	[SameObject] readonly attribute SVGAnimatedLength width;
	[SameObject] readonly attribute SVGAnimatedLength height;
	[SameObject] readonly attribute SVGAnimatedPreserveAspectRatio preserveAspectRatio;
	[SameObject] readonly attribute SVGAnimatedString href;
};

[Exposed=Window]
interface SVGForeignObjectElement : SVGGraphicsElement {
	[SameObject] readonly attribute SVGAnimatedLength x;
	[SameObject] readonly attribute SVGAnimatedLength y;
	[SameObject] readonly attribute SVGAnimatedLength width;
	[SameObject] readonly attribute SVGAnimatedLength height;
};

[Exposed=Window]
interface SVGStyleElement : SVGElement {
	[CEReactions, Reflect] attribute DOMString media;
	[CEReactions, Reflect] attribute DOMString title;
};

[Exposed=Window]
interface SVGScriptElement : SVGElement {
	[CEReactions, Reflect] attribute DOMString type;
	[SameObject] readonly attribute SVGAnimatedString href;
};

[Exposed=Window]
interface SVGPathElement : SVGGeometryElement {
};

[Exposed=Window]
interface SVGRectElement : SVGGeometryElement {
	[SameObject] readonly attribute SVGAnimatedLength x;
	[SameObject] readonly attribute SVGAnimatedLength y;
	[SameObject] readonly attribute SVGAnimatedLength width;
	[SameObject] readonly attribute SVGAnimatedLength height;
	[SameObject] readonly attribute SVGAnimatedLength rx;
	[SameObject] readonly attribute SVGAnimatedLength ry;
};

[Exposed=Window]
interface SVGCircleElement : SVGGeometryElement {
	[SameObject] readonly attribute SVGAnimatedLength cx;
	[SameObject] readonly attribute SVGAnimatedLength cy;
	[SameObject] readonly attribute SVGAnimatedLength r;
};

[Exposed=Window]
interface SVGEllipseElement : SVGGeometryElement {
	[SameObject] readonly attribute SVGAnimatedLength cx;
	[SameObject] readonly attribute SVGAnimatedLength cy;
	[SameObject] readonly attribute SVGAnimatedLength rx;
	[SameObject] readonly attribute SVGAnimatedLength ry;
};

[Exposed=Window]
interface SVGLineElement : SVGGeometryElement {
	[SameObject] readonly attribute SVGAnimatedLength x1;
	[SameObject] readonly attribute SVGAnimatedLength y1;
	[SameObject] readonly attribute SVGAnimatedLength x2;
	[SameObject] readonly attribute SVGAnimatedLength y2;
};

[Exposed=Window]
interface SVGPolylineElement : SVGGeometryElement {
	[SameObject] readonly attribute SVGPointList points;
};

[Exposed=Window]
interface SVGPolygonElement : SVGGeometryElement {
	[SameObject] readonly attribute SVGPointList points;
};

[Exposed=Window]
interface SVGTextContentElement : SVGGraphicsElement {
	long getNumberOfChars();
	float getComputedTextLength();
	float getSubStringLength(unsigned long charnum, unsigned long nchars);
};

[Exposed=Window]
interface SVGTextPositioningElement : SVGTextContentElement {
	[SameObject] readonly attribute SVGAnimatedLengthList x;
	[SameObject] readonly attribute SVGAnimatedLengthList y;
	[SameObject] readonly attribute SVGAnimatedLengthList dx;
	[SameObject] readonly attribute SVGAnimatedLengthList dy;
};

[Exposed=Window]
interface SVGTextElement : SVGTextPositioningElement {
};

[Exposed=Window]
interface SVGTSpanElement : SVGTextPositioningElement {
};

[Exposed=Window]
interface SVGGradientElement : SVGElement {
	const unsigned short SVG_SPREADMETHOD_UNKNOWN = 0;
	const unsigned short SVG_SPREADMETHOD_PAD = 1;
	const unsigned short SVG_SPREADMETHOD_REFLECT = 2;
	const unsigned short SVG_SPREADMETHOD_REPEAT = 3;
	[SameObject] readonly attribute SVGAnimatedEnumeration gradientUnits;
	[SameObject] readonly attribute SVGAnimatedTransformList gradientTransform;
	[SameObject] readonly attribute SVGAnimatedEnumeration spreadMethod;
	[SameObject] readonly attribute SVGAnimatedString href;
};

[Exposed=Window]
interface SVGLinearGradientElement : SVGGradientElement {
	[SameObject] readonly attribute SVGAnimatedLength x1;
	[SameObject] readonly attribute SVGAnimatedLength y1;
	[SameObject] readonly attribute SVGAnimatedLength x2;
	[SameObject] readonly attribute SVGAnimatedLength y2;
};

[Exposed=Window]
interface SVGRadialGradientElement : SVGGradientElement {
	[SameObject] readonly attribute SVGAnimatedLength cx;
	[SameObject] readonly attribute SVGAnimatedLength cy;
	[SameObject] readonly attribute SVGAnimatedLength r;
	[SameObject] readonly attribute SVGAnimatedLength fx;
	[SameObject] readonly attribute SVGAnimatedLength fy;
	[SameObject] readonly attribute SVGAnimatedLength fr;
};

[Exposed=Window]
interface SVGStopElement : SVGElement {
	[SameObject] readonly attribute SVGAnimatedNumber offset;
};

[Exposed=Window]
interface SVGPatternElement : SVGElement {
	[SameObject] readonly attribute SVGAnimatedEnumeration patternUnits;
	[SameObject] readonly attribute SVGAnimatedEnumeration patternContentUnits;
	[SameObject] readonly attribute SVGAnimatedTransformList patternTransform;
	[SameObject] readonly attribute SVGAnimatedLength x;
	[SameObject] readonly attribute SVGAnimatedLength y;
	[SameObject] readonly attribute SVGAnimatedLength width;
	[SameObject] readonly attribute SVGAnimatedLength height;
	[SameObject] readonly attribute SVGAnimatedRect viewBox;
	[SameObject] readonly attribute SVGAnimatedPreserveAspectRatio preserveAspectRatio;
	[SameObject] readonly attribute SVGAnimatedString href;
};

[Exposed=Window]
interface SVGClipPathElement : SVGElement {
	[SameObject] readonly attribute SVGAnimatedEnumeration clipPathUnits;
	[SameObject] readonly attribute SVGAnimatedTransformList transform;
};

[Exposed=Window]
interface SVGMaskElement : SVGElement {
	[SameObject] readonly attribute SVGAnimatedEnumeration maskUnits;
	[SameObject] readonly attribute SVGAnimatedEnumeration maskContentUnits;
	[SameObject] readonly attribute SVGAnimatedLength x;
	[SameObject] readonly attribute SVGAnimatedLength y;
	[SameObject] readonly attribute SVGAnimatedLength width;
	[SameObject] readonly attribute SVGAnimatedLength height;
};

[Exposed=Window]
interface SVGMarkerElement : SVGElement {
	const unsigned short SVG_MARKERUNITS_UNKNOWN = 0;
	const unsigned short SVG_MARKERUNITS_USERSPACEONUSE = 1;
	const unsigned short SVG_MARKERUNITS_STROKEWIDTH = 2;
	[SameObject] readonly attribute SVGAnimatedLength refX;
	[SameObject] readonly attribute SVGAnimatedLength refY;
	[SameObject] readonly attribute SVGAnimatedEnumeration markerUnits;
	[SameObject] readonly attribute SVGAnimatedLength markerWidth;
	[SameObject] readonly attribute SVGAnimatedLength markerHeight;
	[SameObject] readonly attribute SVGAnimatedRect viewBox;
	[SameObject] readonly attribute SVGAnimatedPreserveAspectRatio preserveAspectRatio;
};

[Exposed=Window]
interface SVGUnitTypes {
	const unsigned short SVG_UNIT_TYPE_UNKNOWN = 0;
	const unsigned short SVG_UNIT_TYPE_USERSPACEONUSE = 1;
	const unsigned short SVG_UNIT_TYPE_OBJECTBOUNDINGBOX = 2;
};

[Exposed=Window]
interface SVGAnimatedString {
	attribute DOMString baseVal;
	readonly attribute DOMString animVal;
};

[Exposed=Window]
interface SVGAnimatedNumber {
	attribute float baseVal;
	readonly attribute float animVal;
};

[Exposed=Window]
interface SVGAnimatedEnumeration {
	attribute unsigned short baseVal;
	readonly attribute unsigned short animVal;
};

[Exposed=Window]
interface SVGAnimatedLength {
	[SameObject] readonly attribute SVGLength baseVal;
	[SameObject] readonly attribute SVGLength animVal;
};

[Exposed=Window]
interface SVGAnimatedRect {
	[SameObject] readonly attribute DOMRect baseVal;
	[SameObject] readonly attribute DOMRectReadOnly animVal;
};

[Exposed=Window]
interface SVGAnimatedPreserveAspectRatio {
	[SameObject] readonly attribute SVGPreserveAspectRatio baseVal;
	[SameObject] readonly attribute SVGPreserveAspectRatio animVal;
};

[Exposed=Window]
interface SVGAnimatedTransformList {
	[SameObject] readonly attribute SVGTransformList baseVal;
	[SameObject] readonly attribute SVGTransformList animVal;
};

[Exposed=Window]
interface SVGAnimatedLengthList {
	[SameObject] readonly attribute SVGLengthList baseVal;
	[SameObject] readonly attribute SVGLengthList animVal;
};

[Exposed=Window]
interface SVGNumber {
	attribute float value;
};

[Exposed=Window]
interface SVGLength {
	const unsigned short SVG_LENGTHTYPE_UNKNOWN = 0;
	const unsigned short SVG_LENGTHTYPE_NUMBER = 1;
	const unsigned short SVG_LENGTHTYPE_PERCENTAGE = 2;
	const unsigned short SVG_LENGTHTYPE_EMS = 3;
	const unsigned short SVG_LENGTHTYPE_EXS = 4;
	const unsigned short SVG_LENGTHTYPE_PX = 5;
	const unsigned short SVG_LENGTHTYPE_CM = 6;
	const unsigned short SVG_LENGTHTYPE_MM = 7;
	const unsigned short SVG_LENGTHTYPE_IN = 8;
	const unsigned short SVG_LENGTHTYPE_PT = 9;
	const unsigned short SVG_LENGTHTYPE_PC = 10;
	readonly attribute unsigned short unitType;
	attribute float value;
	attribute float valueInSpecifiedUnits;
	attribute DOMString valueAsString;
	undefined newValueSpecifiedUnits(unsigned short unitType, float valueInSpecifiedUnits);
	undefined convertToSpecifiedUnits(unsigned short unitType);
};

[Exposed=Window]
interface SVGPreserveAspectRatio {
	const unsigned short SVG_PRESERVEASPECTRATIO_UNKNOWN = 0;
	const unsigned short SVG_PRESERVEASPECTRATIO_NONE = 1;
	const unsigned short SVG_PRESERVEASPECTRATIO_XMINYMIN = 2;
	const unsigned short SVG_PRESERVEASPECTRATIO_XMIDYMIN = 3;
	const unsigned short SVG_PRESERVEASPECTRATIO_XMAXYMIN = 4;
	const unsigned short SVG_PRESERVEASPECTRATIO_XMINYMID = 5;
	const unsigned short SVG_PRESERVEASPECTRATIO_XMIDYMID = 6;
	const unsigned short SVG_PRESERVEASPECTRATIO_XMAXYMID = 7;
	const unsigned short SVG_PRESERVEASPECTRATIO_XMINYMAX = 8;
	const unsigned short SVG_PRESERVEASPECTRATIO_XMIDYMAX = 9;
	const unsigned short SVG_PRESERVEASPECTRATIO_XMAXYMAX = 10;
	const unsigned short SVG_MEETORSLICE_UNKNOWN = 0;
	const unsigned short SVG_MEETORSLICE_MEET = 1;
	const unsigned short SVG_MEETORSLICE_SLICE = 2;
	attribute unsigned short align;
	attribute unsigned short meetOrSlice;
};

[Exposed=Window]
interface SVGTransform {
	const unsigned short SVG_TRANSFORM_UNKNOWN = 0;
	const unsigned short SVG_TRANSFORM_MATRIX = 1;
	const unsigned short SVG_TRANSFORM_TRANSLATE = 2;
	const unsigned short SVG_TRANSFORM_SCALE = 3;
	const unsigned short SVG_TRANSFORM_ROTATE = 4;
	const unsigned short SVG_TRANSFORM_SKEWX = 5;
	const unsigned short SVG_TRANSFORM_SKEWY = 6;
	readonly attribute unsigned short type;
	[SameObject] readonly attribute DOMMatrix matrix;
	readonly attribute float angle;
	undefined setMatrix(optional DOMMatrixInit matrix = {});
	undefined setTranslate(float tx, float ty);
	undefined setScale(float sx, float sy);
	undefined setRotate(float angle, float cx, float cy);
	undefined setSkewX(float angle);
	undefined setSkewY(float angle);
};

[Exposed=Window]
interface SVGTransformList {
	readonly attribute unsigned long length;
	readonly attribute unsigned long numberOfItems;
	undefined clear();
	SVGTransform initialize(SVGTransform newItem);
	SVGTransform getItem(unsigned long index);
	getter SVGTransform (unsigned long index);
	SVGTransform insertItemBefore(SVGTransform newItem, unsigned long index);
	SVGTransform replaceItem(SVGTransform newItem, unsigned long index);
	SVGTransform removeItem(unsigned long index);
	SVGTransform appendItem(SVGTransform newItem);
	setter undefined (unsigned long index, SVGTransform newItem);
	SVGTransform createSVGTransformFromMatrix(optional DOMMatrixInit matrix = {});
	SVGTransform? consolidate();
};

[Exposed=Window]
interface SVGLengthList {
	readonly attribute unsigned long length;
	readonly attribute unsigned long numberOfItems;
	undefined clear();
	SVGLength initialize(SVGLength newItem);
	SVGLength getItem(unsigned long index);
	getter SVGLength (unsigned long index);
	SVGLength insertItemBefore(SVGLength newItem, unsigned long index);
	SVGLength replaceItem(SVGLength newItem, unsigned long index);
	SVGLength removeItem(unsigned long index);
	SVGLength appendItem(SVGLength newItem);
	setter undefined (unsigned long index, SVGLength newItem);
};

[Exposed=Window]
interface SVGPointList {
	readonly attribute unsigned long length;
	readonly attribute unsigned long numberOfItems;
	undefined clear();
	DOMPoint initialize(DOMPoint newItem);
	DOMPoint getItem(unsigned long index);
	getter DOMPoint (unsigned long index);
	DOMPoint insertItemBefore(DOMPoint newItem, unsigned long index);
	DOMPoint replaceItem(DOMPoint newItem, unsigned long index);
	DOMPoint removeItem(unsigned long index);
	DOMPoint appendItem(DOMPoint newItem);
	setter undefined (unsigned long index, DOMPoint newItem);
};
