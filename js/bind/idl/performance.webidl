typedef double DOMHighResTimeStamp;

typedef unsigned long long EpochTimeStamp;

[Exposed=(Window, Worker)] 
interface Performance : EventTarget {
	DOMHighResTimeStamp now();
	readonly attribute DOMHighResTimeStamp timeOrigin;
	[Default] object toJSON();
};

partial interface mixin WindowOrWorkerGlobalScope {
	[Replaceable] readonly attribute Performance performance;
};

partial interface Performance {
	PerformanceEntryList getEntries();
	PerformanceEntryList getEntriesByType(DOMString type);
	PerformanceEntryList getEntriesByName(DOMString name, optional DOMString type);
};

typedef sequence<PerformanceEntry> PerformanceEntryList;

[Exposed=(Window, Worker)] 
interface PerformanceEntry {
	readonly attribute unsigned long long id;
	readonly attribute DOMString name;
	readonly attribute DOMString entryType;
	readonly attribute DOMHighResTimeStamp startTime;
	readonly attribute DOMHighResTimeStamp duration;
	readonly attribute unsigned long long navigationId;
	[Default] object toJSON();
};

callback PerformanceObserverCallback = undefined (PerformanceObserverEntryList entries, PerformanceObserver observer, optional PerformanceObserverCallbackOptions options = {});

[Exposed=(Window, Worker)] 
interface PerformanceObserver {
	constructor(PerformanceObserverCallback callback);
	undefined observe(optional PerformanceObserverInit options = {});
	undefined disconnect();
	PerformanceEntryList takeRecords();
	static readonly attribute FrozenArray<DOMString> supportedEntryTypes;
};

dictionary PerformanceObserverCallbackOptions {
	unsigned long long droppedEntriesCount;
};

dictionary PerformanceObserverInit {
	sequence<DOMString> entryTypes;
	DOMString type;
	boolean buffered;
};

[Exposed=(Window, Worker)] 
interface PerformanceObserverEntryList {
	PerformanceEntryList getEntries();
	PerformanceEntryList getEntriesByType(DOMString type);
	PerformanceEntryList getEntriesByName(DOMString name, optional DOMString type);
};

dictionary PerformanceMarkOptions {
	any detail;
	DOMHighResTimeStamp startTime;
};

dictionary PerformanceMeasureOptions {
	any detail;
	(DOMString or DOMHighResTimeStamp) start;
	DOMHighResTimeStamp duration;
	(DOMString or DOMHighResTimeStamp) end;
};

partial interface Performance {
	PerformanceMark mark(DOMString markName, optional PerformanceMarkOptions markOptions = {});
	undefined clearMarks(optional DOMString markName);
	PerformanceMeasure measure(DOMString measureName, optional (DOMString or PerformanceMeasureOptions) startOrMeasureOptions = {}, optional DOMString endMark);
	undefined clearMeasures(optional DOMString measureName);
};

[Exposed=(Window, Worker)] 
interface PerformanceMark : PerformanceEntry {
	constructor(DOMString markName, optional PerformanceMarkOptions markOptions = {});
	readonly attribute any detail;
};

[Exposed=(Window, Worker)] 
interface PerformanceMeasure : PerformanceEntry {
	readonly attribute any detail;
};

[Exposed=(Window, Worker)] 
interface PerformanceResourceTiming : PerformanceEntry {
	readonly attribute DOMString initiatorType;
	readonly attribute DOMString deliveryType;
	readonly attribute ByteString nextHopProtocol;
	readonly attribute DOMHighResTimeStamp workerStart;
	readonly attribute DOMHighResTimeStamp redirectStart;
	readonly attribute DOMHighResTimeStamp redirectEnd;
	readonly attribute DOMHighResTimeStamp fetchStart;
	readonly attribute DOMHighResTimeStamp domainLookupStart;
	readonly attribute DOMHighResTimeStamp domainLookupEnd;
	readonly attribute DOMHighResTimeStamp connectStart;
	readonly attribute DOMHighResTimeStamp connectEnd;
	readonly attribute DOMHighResTimeStamp secureConnectionStart;
	readonly attribute DOMHighResTimeStamp requestStart;
	readonly attribute DOMHighResTimeStamp finalResponseHeadersStart;
	readonly attribute DOMHighResTimeStamp firstInterimResponseStart;
	readonly attribute DOMHighResTimeStamp responseStart;
	readonly attribute DOMHighResTimeStamp responseEnd;
	readonly attribute DOMHighResTimeStamp workerRouterEvaluationStart;
	readonly attribute DOMHighResTimeStamp workerCacheLookupStart;
	readonly attribute DOMString workerMatchedRouterSource;
	readonly attribute DOMString workerFinalRouterSource;
	readonly attribute unsigned long long transferSize;
	readonly attribute unsigned long long encodedBodySize;
	readonly attribute unsigned long long decodedBodySize;
	readonly attribute unsigned short responseStatus;
	readonly attribute RenderBlockingStatusType renderBlockingStatus;
	readonly attribute DOMString contentType;
	readonly attribute DOMString contentEncoding;
	[Default] object toJSON();
};

enum RenderBlockingStatusType { "blocking", "non-blocking" };

partial interface Performance {
	undefined clearResourceTimings();
	undefined setResourceTimingBufferSize(unsigned long maxSize);
	attribute EventHandler onresourcetimingbufferfull;
};

[Exposed=Window] 
interface PerformanceNavigationTiming : PerformanceResourceTiming {
	readonly attribute DOMHighResTimeStamp unloadEventStart;
	readonly attribute DOMHighResTimeStamp unloadEventEnd;
	readonly attribute DOMHighResTimeStamp domInteractive;
	readonly attribute DOMHighResTimeStamp domContentLoadedEventStart;
	readonly attribute DOMHighResTimeStamp domContentLoadedEventEnd;
	readonly attribute DOMHighResTimeStamp domComplete;
	readonly attribute DOMHighResTimeStamp loadEventStart;
	readonly attribute DOMHighResTimeStamp loadEventEnd;
	readonly attribute NavigationTimingType type;
	readonly attribute unsigned short redirectCount;
	readonly attribute DOMHighResTimeStamp criticalCHRestart;
	readonly attribute NotRestoredReasons? notRestoredReasons;
	readonly attribute PerformanceTimingConfidence confidence;
	[Default] object toJSON();
};

enum NavigationTimingType { "navigate", "reload", "back_forward" };

[Exposed=Window] 
interface PerformanceTimingConfidence {
	readonly attribute double randomizedTriggerRate;
	readonly attribute PerformanceTimingConfidenceValue value;
	object toJSON();
};

enum PerformanceTimingConfidenceValue { "high", "low" };

[Exposed=Window] 
interface PerformanceTiming {
	readonly attribute unsigned long long navigationStart;
	readonly attribute unsigned long long unloadEventStart;
	readonly attribute unsigned long long unloadEventEnd;
	readonly attribute unsigned long long redirectStart;
	readonly attribute unsigned long long redirectEnd;
	readonly attribute unsigned long long fetchStart;
	readonly attribute unsigned long long domainLookupStart;
	readonly attribute unsigned long long domainLookupEnd;
	readonly attribute unsigned long long connectStart;
	readonly attribute unsigned long long connectEnd;
	readonly attribute unsigned long long secureConnectionStart;
	readonly attribute unsigned long long requestStart;
	readonly attribute unsigned long long responseStart;
	readonly attribute unsigned long long responseEnd;
	readonly attribute unsigned long long domLoading;
	readonly attribute unsigned long long domInteractive;
	readonly attribute unsigned long long domContentLoadedEventStart;
	readonly attribute unsigned long long domContentLoadedEventEnd;
	readonly attribute unsigned long long domComplete;
	readonly attribute unsigned long long loadEventStart;
	readonly attribute unsigned long long loadEventEnd;
	[Default] object toJSON();
};

[Exposed=Window] 
interface PerformanceNavigation {
	const unsigned short TYPE_NAVIGATE = 0;
	const unsigned short TYPE_RELOAD = 1;
	const unsigned short TYPE_BACK_FORWARD = 2;
	const unsigned short TYPE_RESERVED = 255;
	readonly attribute unsigned short type;
	readonly attribute unsigned short redirectCount;
	[Default] object toJSON();
};

[Exposed=Window] 
partial interface Performance {
	readonly attribute PerformanceTiming timing;
	readonly attribute PerformanceNavigation navigation;
};

[Exposed=Window] 
interface mixin PaintTimingMixin {
	readonly attribute DOMHighResTimeStamp paintTime;
	readonly attribute DOMHighResTimeStamp? presentationTime;
};

[Exposed=Window] 
interface PerformancePaintTiming : PerformanceEntry {
	[Default] object toJSON();
};

PerformancePaintTiming includes PaintTimingMixin;

[Exposed=(Window, Worker)] 
interface PerformanceServerTiming {
	readonly attribute DOMString name;
	readonly attribute DOMHighResTimeStamp duration;
	readonly attribute DOMString description;
	[Default] object toJSON();
};

[Exposed=(Window, Worker)] 
partial interface PerformanceResourceTiming {
	readonly attribute FrozenArray<PerformanceServerTiming> serverTiming;
};

[Exposed=Window] 
interface PerformanceEventTiming : PerformanceEntry {
	readonly attribute DOMHighResTimeStamp processingStart;
	readonly attribute DOMHighResTimeStamp processingEnd;
	readonly attribute boolean cancelable;
	readonly attribute Node? target;
	readonly attribute DOMString targetSelector;
	readonly attribute unsigned long long interactionId;
	[Default] object toJSON();
};

[Exposed=Window] 
interface EventCounts {
};

[Exposed=Window] 
partial interface Performance {
	readonly attribute EventCounts eventCounts;
	readonly attribute unsigned long long interactionCount;
};

partial dictionary PerformanceObserverInit {
	DOMHighResTimeStamp durationThreshold;
};
