// https://html.spec.whatwg.org/multipage/nav-history-apis.html#navigation-api

[Exposed=Window]
interface Navigation : EventTarget {
	sequence<NavigationHistoryEntry> entries();
	readonly attribute NavigationHistoryEntry? currentEntry;
	undefined updateCurrentEntry(NavigationUpdateCurrentEntryOptions options);
	readonly attribute NavigationTransition? transition;
	readonly attribute NavigationActivation? activation;
	readonly attribute boolean canGoBack;
	readonly attribute boolean canGoForward;
	object navigate(USVString url, optional NavigationNavigateOptions options = {});
	object reload(optional NavigationReloadOptions options = {});
	object traverseTo(DOMString key, optional NavigationOptions options = {});
	object back(optional NavigationOptions options = {});
	object forward(optional NavigationOptions options = {});
	attribute EventHandler onnavigate;
	attribute EventHandler onnavigatesuccess;
	attribute EventHandler onnavigateerror;
	attribute EventHandler oncurrententrychange;
};

dictionary NavigationUpdateCurrentEntryOptions {
	required any state;
};

dictionary NavigationOptions {
	any info;
};

dictionary NavigationNavigateOptions : NavigationOptions {
	any state;
	NavigationHistoryBehavior history = "auto";
};

dictionary NavigationReloadOptions : NavigationOptions {
	any state;
};

enum NavigationHistoryBehavior { "auto", "push", "replace" };

enum NavigationType { "push", "replace", "reload", "traverse" };

[Exposed=Window]
interface NavigationHistoryEntry : EventTarget {
	readonly attribute USVString? url;
	readonly attribute DOMString key;
	readonly attribute DOMString id;
	readonly attribute long long index;
	readonly attribute boolean sameDocument;
	any getState();
	attribute EventHandler ondispose;
};

[Exposed=Window]
interface NavigationTransition {
	readonly attribute NavigationType navigationType;
	readonly attribute NavigationHistoryEntry from;
	readonly attribute NavigationDestination to;
	readonly attribute Promise<undefined> committed;
	readonly attribute Promise<undefined> finished;
};

[Exposed=Window]
interface NavigationActivation {
	readonly attribute NavigationHistoryEntry? from;
	readonly attribute NavigationHistoryEntry entry;
	readonly attribute NavigationType navigationType;
};

[Exposed=Window]
interface NavigationDestination {
	readonly attribute USVString url;
	readonly attribute DOMString key;
	readonly attribute DOMString id;
	readonly attribute long long index;
	readonly attribute boolean sameDocument;
	any getState();
};

[Exposed=Window]
interface NavigateEvent : Event {
	constructor(DOMString type, NavigateEventInit eventInitDict);
	readonly attribute NavigationType navigationType;
	readonly attribute NavigationDestination destination;
	readonly attribute boolean canIntercept;
	readonly attribute boolean userInitiated;
	readonly attribute boolean hashChange;
	readonly attribute AbortSignal signal;
	readonly attribute FormData? formData;
	readonly attribute DOMString? downloadRequest;
	readonly attribute any info;
	readonly attribute boolean hasUAVisualTransition;
	readonly attribute Element? sourceElement;
	undefined intercept(optional NavigationInterceptOptions options = {});
	undefined scroll();
};

dictionary NavigateEventInit : EventInit {
	NavigationType navigationType = "push";
	required NavigationDestination destination;
	boolean canIntercept = false;
	boolean userInitiated = false;
	boolean hashChange = false;
	required AbortSignal signal;
	FormData? formData = null;
	DOMString? downloadRequest = null;
	any info;
	boolean hasUAVisualTransition = false;
	Element? sourceElement = null;
};

[Exposed=Window]
interface NavigationPrecommitController {
	undefined redirect(USVString url, optional NavigationNavigateOptions options = {});
	undefined addHandler(NavigationInterceptHandler handler);
};

dictionary NavigationInterceptOptions {
	NavigationPrecommitHandler precommitHandler;
	NavigationInterceptHandler handler;
	NavigationFocusReset focusReset;
	NavigationScrollBehavior scroll;
};

enum NavigationFocusReset { "after-transition", "manual" };

enum NavigationScrollBehavior { "after-transition", "manual" };

callback NavigationInterceptHandler = Promise<undefined> ();

callback NavigationPrecommitHandler = Promise<undefined> (NavigationPrecommitController controller);

[Exposed=Window]
interface NavigationCurrentEntryChangeEvent : Event {
	constructor(DOMString type, NavigationCurrentEntryChangeEventInit eventInitDict);
	readonly attribute NavigationType? navigationType;
	readonly attribute NavigationHistoryEntry from;
};

dictionary NavigationCurrentEntryChangeEventInit : EventInit {
	NavigationType? navigationType = null;
	required NavigationHistoryEntry from;
};
