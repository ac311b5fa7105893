callback IntersectionObserverCallback = undefined (sequence<IntersectionObserverEntry> entries, IntersectionObserver observer);

[Exposed=Window] 
interface IntersectionObserver {
	constructor(IntersectionObserverCallback callback, optional IntersectionObserverInit options = {});
	readonly attribute (Element or Document)? root;
	readonly attribute DOMString rootMargin;
	readonly attribute DOMString scrollMargin;
	readonly attribute FrozenArray<double> thresholds;
	readonly attribute long delay;
	readonly attribute boolean trackVisibility;
	undefined observe(Element target);
	undefined unobserve(Element target);
	undefined disconnect();
	sequence<IntersectionObserverEntry> takeRecords();
};

[Exposed=Window] 
interface IntersectionObserverEntry {
	constructor(IntersectionObserverEntryInit intersectionObserverEntryInit);
	readonly attribute DOMHighResTimeStamp time;
	readonly attribute DOMRectReadOnly? rootBounds;
	readonly attribute DOMRectReadOnly boundingClientRect;
	readonly attribute DOMRectReadOnly intersectionRect;
	readonly attribute boolean isIntersecting;
	readonly attribute boolean isVisible;
	readonly attribute double intersectionRatio;
	readonly attribute Element target;
};

dictionary IntersectionObserverEntryInit {
	required DOMHighResTimeStamp time;
	required DOMRectInit? rootBounds;
	required DOMRectInit boundingClientRect;
	required DOMRectInit intersectionRect;
	required boolean isIntersecting;
	required boolean isVisible;
	required double intersectionRatio;
	required Element target;
};

dictionary IntersectionObserverInit {
	(Element or Document)? root = null;
	DOMString rootMargin = "0px";
	DOMString scrollMargin = "0px";
	(double or sequence<double>) threshold = 0;
	long delay = 0;
	boolean trackVisibility = false;
};

enum ResizeObserverBoxOptions { "border-box", "content-box", "device-pixel-content-box" };

dictionary ResizeObserverOptions {
	ResizeObserverBoxOptions box = "content-box";
};

[Exposed=(Window)] 
interface ResizeObserver {
	constructor(ResizeObserverCallback callback);
	undefined observe(Element target, optional ResizeObserverOptions options = {});
	undefined unobserve(Element target);
	undefined disconnect();
};

callback ResizeObserverCallback = undefined (sequence<ResizeObserverEntry> entries, ResizeObserver observer);

[Exposed=Window] 
interface ResizeObserverEntry {
	readonly attribute Element target;
	readonly attribute DOMRectReadOnly contentRect;
	readonly attribute FrozenArray<ResizeObserverSize> borderBoxSize;
	readonly attribute FrozenArray<ResizeObserverSize> contentBoxSize;
	readonly attribute FrozenArray<ResizeObserverSize> devicePixelContentBoxSize;
};

[Exposed=Window] 
interface ResizeObserverSize {
	readonly attribute unrestricted double inlineSize;
	readonly attribute unrestricted double blockSize;
};
