enum ScrollBehavior { "auto", "instant", "smooth" };

dictionary ScrollOptions {
	ScrollBehavior behavior = "auto";
};

dictionary ScrollToOptions : ScrollOptions {
	unrestricted double left;
	unrestricted double top;
};

partial interface Window {
	MediaQueryList matchMedia(CSSOMString query);
	[Replaceable] readonly attribute Screen screen;
	[Replaceable] readonly attribute VisualViewport? visualViewport;
	undefined moveTo(long x, long y);
	undefined moveBy(long x, long y);
	undefined resizeTo(long width, long height);
	undefined resizeBy(long x, long y);
	[Replaceable] readonly attribute long innerWidth;
	[Replaceable] readonly attribute long innerHeight;
	[Replaceable] readonly attribute double scrollX;
	[Replaceable] readonly attribute double pageXOffset;
	[Replaceable] readonly attribute double scrollY;
	[Replaceable] readonly attribute double pageYOffset;
	[ImplementedAs=scrollTo] Promise<undefined> scroll(optional ScrollToOptions options = {});
	[ImplementedAs=scrollToXY] Promise<undefined> scroll(unrestricted double x, unrestricted double y);
	[ImplementedAs=scrollTo] Promise<undefined> scrollTo(optional ScrollToOptions options = {});
	[ImplementedAs=scrollToXY] Promise<undefined> scrollTo(unrestricted double x, unrestricted double y);
	[ImplementedAs=scrollBy] Promise<undefined> scrollBy(optional ScrollToOptions options = {});
	[ImplementedAs=scrollByXY] Promise<undefined> scrollBy(unrestricted double x, unrestricted double y);
	[Replaceable] readonly attribute long screenX;
	[Replaceable] readonly attribute long screenLeft;
	[Replaceable] readonly attribute long screenY;
	[Replaceable] readonly attribute long screenTop;
	[Replaceable] readonly attribute long outerWidth;
	[Replaceable] readonly attribute long outerHeight;
	[Replaceable] readonly attribute double devicePixelRatio;
};

[Exposed=Window] 
interface MediaQueryList : EventTarget {
	readonly attribute CSSOMString media;
	readonly attribute boolean matches;
	undefined addListener(EventListener? callback);
	undefined removeListener(EventListener? callback);
	attribute EventHandler onchange;
};

[Exposed=Window] 
interface MediaQueryListEvent : Event {
	constructor(CSSOMString type, optional MediaQueryListEventInit eventInitDict = {});
	readonly attribute CSSOMString media;
	readonly attribute boolean matches;
};

dictionary MediaQueryListEventInit : EventInit {
	CSSOMString media = "";
	boolean matches = false;
};

[Exposed=Window] 
interface Screen {
	readonly attribute long availWidth;
	readonly attribute long availHeight;
	readonly attribute long width;
	readonly attribute long height;
	readonly attribute unsigned long colorDepth;
	readonly attribute unsigned long pixelDepth;
};

partial interface mixin DocumentOrShadowRoot {
	Element? elementFromPoint(double x, double y);
	sequence<Element> elementsFromPoint(double x, double y);
};

partial interface Document {
	CaretPosition? caretPositionFromPoint(double x, double y, optional CaretPositionFromPointOptions options = {});
	readonly attribute Element? scrollingElement;
};

dictionary CaretPositionFromPointOptions {
	sequence<ShadowRoot> shadowRoots = [];
};

[Exposed=Window] 
interface CaretPosition {
	readonly attribute Node offsetNode;
	readonly attribute unsigned long offset;
	DOMRect? getClientRect();
};

enum ScrollLogicalPosition { "start", "center", "end", "nearest" };

dictionary ScrollIntoViewOptions : ScrollOptions {
	ScrollLogicalPosition block = "start";
	ScrollLogicalPosition inline = "nearest";
	ScrollIntoViewContainer container = "all";
};

enum ScrollIntoViewContainer { "all", "nearest" };

dictionary CheckVisibilityOptions {
	boolean checkOpacity = false;
	boolean checkVisibilityCSS = false;
	boolean contentVisibilityAuto = false;
	boolean opacityProperty = false;
	boolean visibilityProperty = false;
};

partial interface Element {
	DOMRectList getClientRects();
	DOMRect getBoundingClientRect();
	boolean checkVisibility(optional CheckVisibilityOptions options = {});
	Promise<undefined> scrollIntoView(optional (boolean or ScrollIntoViewOptions) arg = {});
	[ImplementedAs=scrollTo] Promise<undefined> scroll(optional ScrollToOptions options = {});
	[ImplementedAs=scrollToXY] Promise<undefined> scroll(unrestricted double x, unrestricted double y);
	[ImplementedAs=scrollTo] Promise<undefined> scrollTo(optional ScrollToOptions options = {});
	[ImplementedAs=scrollToXY] Promise<undefined> scrollTo(unrestricted double x, unrestricted double y);
	[ImplementedAs=scrollBy] Promise<undefined> scrollBy(optional ScrollToOptions options = {});
	[ImplementedAs=scrollByXY] Promise<undefined> scrollBy(unrestricted double x, unrestricted double y);
	attribute unrestricted double scrollTop;
	attribute unrestricted double scrollLeft;
	readonly attribute long scrollWidth;
	readonly attribute long scrollHeight;
	readonly attribute long clientTop;
	readonly attribute long clientLeft;
	readonly attribute long clientWidth;
	readonly attribute long clientHeight;
	readonly attribute double currentCSSZoom;
};

partial interface HTMLElement {
	readonly attribute Element? scrollParent;
	readonly attribute Element? offsetParent;
	readonly attribute long offsetTop;
	readonly attribute long offsetLeft;
	readonly attribute long offsetWidth;
	readonly attribute long offsetHeight;
};

partial interface HTMLImageElement {
	readonly attribute long x;
	readonly attribute long y;
};

partial interface Range {
	DOMRectList getClientRects();
	DOMRect getBoundingClientRect();
};

partial interface MouseEvent {
	readonly attribute double pageX;
	readonly attribute double pageY;
	readonly attribute double x;
	readonly attribute double y;
	readonly attribute double offsetX;
	readonly attribute double offsetY;
};

enum CSSBoxType { "margin", "border", "padding", "content" };

dictionary BoxQuadOptions {
	CSSBoxType box = "border";
	GeometryNode relativeTo;
};

dictionary ConvertCoordinateOptions {
	CSSBoxType fromBox = "border";
	CSSBoxType toBox = "border";
};

interface mixin GeometryUtils {
	sequence<DOMQuad> getBoxQuads(optional BoxQuadOptions options = {});
	DOMQuad convertQuadFromNode(DOMQuadInit quad, GeometryNode from, optional ConvertCoordinateOptions options = {});
	DOMQuad convertRectFromNode(DOMRectReadOnly rect, GeometryNode from, optional ConvertCoordinateOptions options = {});
	DOMPoint convertPointFromNode(DOMPointInit point, GeometryNode from, optional ConvertCoordinateOptions options = {});
};

Text includes GeometryUtils;

Element includes GeometryUtils;

Document includes GeometryUtils;

typedef (Text or Element or Document) GeometryNode;

[Exposed=Window] 
interface VisualViewport : EventTarget {
	readonly attribute double offsetLeft;
	readonly attribute double offsetTop;
	readonly attribute double pageLeft;
	readonly attribute double pageTop;
	readonly attribute double width;
	readonly attribute double height;
	readonly attribute double scale;
	attribute EventHandler onresize;
	attribute EventHandler onscroll;
	attribute EventHandler onscrollend;
};
