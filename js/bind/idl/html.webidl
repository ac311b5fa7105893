callback VoidFunction = undefined ();

[Exposed=(Window, Worker)] 
interface DOMStringList {
	readonly attribute unsigned long length;
	getter DOMString? item(unsigned long index);
	boolean contains(DOMString string);
};

enum DocumentReadyState { "loading", "interactive", "complete" };

enum DocumentVisibilityState { "visible", "hidden" };

[LegacyOverrideBuiltIns] 
partial interface Document {
	static Document parseHTMLUnsafe((TrustedHTML or DOMString) html, optional ParseHTMLUnsafeOptions options = {});
	static Document parseHTML(DOMString html, optional SetHTMLOptions options = {});
	[PutForwards=href, LegacyUnforgeable] readonly attribute Location? location;
	attribute USVString domain;
	readonly attribute USVString referrer;
	attribute USVString cookie;
	readonly attribute DOMString lastModified;
	readonly attribute DocumentReadyState readyState;
	getter object (DOMString name);
	[CEReactions] attribute DOMString title;
	[CEReactions] attribute DOMString dir;
	[CEReactions] attribute HTMLElement? body;
	readonly attribute HTMLHeadElement? head;
	readonly attribute HTMLCollection images;
	readonly attribute HTMLCollection embeds;
	readonly attribute HTMLCollection plugins;
	readonly attribute HTMLCollection links;
	readonly attribute HTMLCollection forms;
	readonly attribute HTMLCollection scripts;
	NodeList getElementsByName(DOMString elementName);
	readonly attribute HTMLOrSVGScriptElement? currentScript;
	[CEReactions] Document open(optional DOMString unused1, optional DOMString unused2);
	[ImplementedAs=openWindow] WindowProxy? open(USVString url, DOMString name, DOMString features);
	[CEReactions] undefined close();
	[CEReactions] undefined write((TrustedHTML or DOMString)... text);
	[CEReactions] undefined writeln((TrustedHTML or DOMString)... text);
	readonly attribute WindowProxy? defaultView;
	boolean hasFocus();
	[CEReactions] attribute DOMString designMode;
	[CEReactions] boolean execCommand(DOMString commandId, optional boolean showUI = false, optional DOMString value = "");
	boolean queryCommandEnabled(DOMString commandId);
	boolean queryCommandIndeterm(DOMString commandId);
	boolean queryCommandState(DOMString commandId);
	boolean queryCommandSupported(DOMString commandId);
	DOMString queryCommandValue(DOMString commandId);
	readonly attribute boolean hidden;
	readonly attribute DocumentVisibilityState visibilityState;
	[LegacyLenientThis] attribute EventHandler onreadystatechange;
	attribute EventHandler onvisibilitychange;
};

Document includes GlobalEventHandlers;

partial interface mixin DocumentOrShadowRoot {
	readonly attribute Element? activeElement;
};

dictionary ShowPopoverOptions {
	HTMLElement source;
};

dictionary TogglePopoverOptions : ShowPopoverOptions {
	boolean force;
};

[Exposed=Window, LegacyOverrideBuiltIns] 
interface DOMStringMap {
	getter DOMString (DOMString name);
	[CEReactions] setter undefined (DOMString name, DOMString value);
	[CEReactions] deleter undefined (DOMString name);
};

interface mixin HyperlinkElementUtils {
	readonly attribute USVString origin;
	[CEReactions] attribute USVString protocol;
	[CEReactions] attribute USVString username;
	[CEReactions] attribute USVString password;
	[CEReactions] attribute USVString host;
	[CEReactions] attribute USVString hostname;
	[CEReactions] attribute USVString port;
	[CEReactions] attribute USVString pathname;
	[CEReactions] attribute USVString search;
	[CEReactions] attribute USVString hash;
	[CEReactions, Reflect] attribute DOMString hreflang;
	[CEReactions, Reflect] attribute DOMString type;
};

enum CanPlayTypeResult { "", "maybe", "probably" };

enum SelectionMode { "select", "start", "end", "preserve" };

dictionary AssignedNodesOptions {
	boolean flatten = false;
};

typedef (CanvasRenderingContext2D or ImageBitmapRenderingContext or WebGLRenderingContext or WebGL2RenderingContext or GPUCanvasContext) RenderingContext;

callback BlobCallback = undefined (Blob? blob);

enum ImageSmoothingQuality { "low", "medium", "high" };

[Exposed=(Window, Worker)] 
interface TextMetrics {
	readonly attribute double width;
	readonly attribute double actualBoundingBoxLeft;
	readonly attribute double actualBoundingBoxRight;
	readonly attribute double fontBoundingBoxAscent;
	readonly attribute double fontBoundingBoxDescent;
	readonly attribute double actualBoundingBoxAscent;
	readonly attribute double actualBoundingBoxDescent;
	readonly attribute double emHeightAscent;
	readonly attribute double emHeightDescent;
	readonly attribute double hangingBaseline;
	readonly attribute double alphabeticBaseline;
	readonly attribute double ideographicBaseline;
};

dictionary ImageEncodeOptions {
	DOMString type = "image/png";
	unrestricted double quality;
};

enum PredefinedColorSpace { "srgb", "srgb-linear", "display-p3", "display-p3-linear" };

[Exposed=Window] 
interface CustomElementRegistry {
	constructor();
	[CEReactions] undefined define(DOMString name, CustomElementConstructor _constructor, optional ElementDefinitionOptions options = {});
	(CustomElementConstructor or undefined) get(DOMString name);
	DOMString? getName(CustomElementConstructor _constructor);
	Promise<CustomElementConstructor> whenDefined(DOMString name);
	[CEReactions] undefined upgrade(Node root);
	[CEReactions] undefined initialize(Node root);
};

callback CustomElementConstructor = HTMLElement ();

dictionary ElementDefinitionOptions {
	DOMString extends;
};

[Exposed=Window] 
interface ElementInternals {
	readonly attribute ShadowRoot? shadowRoot;
	undefined setFormValue((File or USVString or FormData)? value, optional (File or USVString or FormData)? state);
	readonly attribute HTMLFormElement? form;
	undefined setValidity(optional ValidityStateFlags flags = {}, optional DOMString message, optional HTMLElement anchor);
	readonly attribute boolean willValidate;
	readonly attribute ValidityState validity;
	readonly attribute DOMString validationMessage;
	boolean checkValidity();
	boolean reportValidity();
	readonly attribute NodeList labels;
	readonly attribute CustomStateSet states;
};

ElementInternals includes ARIAMixin;

[Exposed=Window] 
interface CustomStateSet {
	readonly attribute unsigned long size;
	CustomStateSet add(DOMString value);
	boolean delete(DOMString value);
	undefined clear();
	boolean has(DOMString value);
	undefined forEach(Function callback, optional any thisArg);
	object entries();
	object keys();
	object values();
};

partial interface Navigator {
	readonly attribute UserActivation userActivation;
};

dictionary FocusOptions {
	boolean preventScroll = false;
	boolean focusVisible;
};

interface mixin ElementContentEditable {
	[CEReactions] attribute DOMString contentEditable;
	[CEReactions] attribute DOMString enterKeyHint;
	readonly attribute boolean isContentEditable;
	[CEReactions] attribute DOMString inputMode;
};

[Exposed=Window] 
interface CloseWatcher : EventTarget {
	constructor(optional CloseWatcherOptions options = {});
	undefined requestClose();
	undefined close();
	undefined destroy();
	attribute EventHandler oncancel;
	attribute EventHandler onclose;
};

dictionary CloseWatcherOptions {
	AbortSignal signal;
};

[Exposed=Window] 
interface DataTransfer {
	constructor();
	attribute DOMString dropEffect;
	attribute DOMString effectAllowed;
	readonly attribute DataTransferItemList items;
	undefined setDragImage(Element image, long x, long y);
	readonly attribute FrozenArray<DOMString> types;
	DOMString getData(DOMString format);
	undefined setData(DOMString format, DOMString data);
	undefined clearData(optional DOMString format);
	readonly attribute FileList files;
};

[Exposed=Window] 
interface DataTransferItemList {
	readonly attribute unsigned long length;
	getter DataTransferItem (unsigned long index);
	DataTransferItem? add(DOMString data, DOMString type);
	[ImplementedAs=addFile] DataTransferItem? add(File data);
	undefined remove(unsigned long index);
	undefined clear();
};

[Exposed=Window] 
interface DataTransferItem {
	readonly attribute DOMString kind;
	readonly attribute DOMString type;
	undefined getAsString(FunctionStringCallback? callback);
	File? getAsFile();
};

callback FunctionStringCallback = undefined (DOMString data);

interface mixin PopoverTargetAttributes {
	[CEReactions, Reflect="popovertarget"] attribute Element? popoverTargetElement;
	[CEReactions] attribute DOMString popoverTargetAction;
};

[Global=Window, Exposed=Window, LegacyUnenumerableNamedProperties] 
interface Window : EventTarget {
	[LegacyUnforgeable] readonly attribute WindowProxy window;
	[Replaceable] readonly attribute WindowProxy self;
	[LegacyUnforgeable] readonly attribute Document document;
	attribute DOMString name;
	[PutForwards=href, LegacyUnforgeable] readonly attribute Location location;
	readonly attribute History history;
	[Replaceable] readonly attribute Navigation navigation;
	readonly attribute CustomElementRegistry customElements;
	[Replaceable] readonly attribute BarProp locationbar;
	[Replaceable] readonly attribute BarProp menubar;
	[Replaceable] readonly attribute BarProp personalbar;
	[Replaceable] readonly attribute BarProp scrollbars;
	[Replaceable] readonly attribute BarProp statusbar;
	[Replaceable] readonly attribute BarProp toolbar;
	attribute DOMString status;
	[ImplementedAs=scriptClose] undefined close();
	readonly attribute boolean closed;
	undefined stop();
	[ImplementedAs=scriptFocus] undefined focus();
	undefined blur();
	[Replaceable] readonly attribute WindowProxy frames;
	[Replaceable] readonly attribute unsigned long length;
	[LegacyUnforgeable] readonly attribute WindowProxy? top;
	attribute any opener;
	[Replaceable] readonly attribute WindowProxy? parent;
	readonly attribute Element? frameElement;
	[ImplementedAs=openWindow] WindowProxy? open(optional USVString url = "", optional DOMString target = "_blank", optional [LegacyNullToEmptyString] DOMString features = "");
	getter object (DOMString name);
	readonly attribute Navigator navigator;
	[Replaceable] readonly attribute Navigator clientInformation;
	readonly attribute boolean originAgentCluster;
	undefined alert();
	[ImplementedAs=alertMessage] undefined alert(DOMString message);
	boolean confirm(optional DOMString message = "");
	DOMString? prompt(optional DOMString message = "", optional DOMString default = "");
	undefined print();
	undefined postMessage(any message, USVString targetOrigin, optional sequence<object> transfer = []);
	[ImplementedAs=postMessageWith] undefined postMessage(any message, optional WindowPostMessageOptions options = {});
};

Window includes GlobalEventHandlers;

Window includes WindowEventHandlers;

dictionary WindowPostMessageOptions : StructuredSerializeOptions {
	USVString targetOrigin = "/";
};

[Exposed=Window] 
interface BarProp {
	readonly attribute boolean visible;
};

[Exposed=Window] 
interface Location {
	[LegacyUnforgeable] stringifier attribute USVString href;
	[LegacyUnforgeable] readonly attribute USVString origin;
	[LegacyUnforgeable] attribute USVString protocol;
	[LegacyUnforgeable] attribute USVString host;
	[LegacyUnforgeable] attribute USVString hostname;
	[LegacyUnforgeable] attribute USVString port;
	[LegacyUnforgeable] attribute USVString pathname;
	[LegacyUnforgeable] attribute USVString search;
	[LegacyUnforgeable] attribute USVString hash;
	[LegacyUnforgeable] undefined assign(USVString url);
	[LegacyUnforgeable] undefined replace(USVString url);
	[LegacyUnforgeable] undefined reload();
	[LegacyUnforgeable] readonly attribute DOMStringList ancestorOrigins;
};

enum ScrollRestoration { "auto", "manual" };

[Exposed=Window] 
interface History {
	readonly attribute unsigned long length;
	attribute ScrollRestoration scrollRestoration;
	readonly attribute any state;
	undefined go(optional long delta = 0);
	undefined back();
	undefined forward();
	undefined pushState(any data, DOMString unused, optional USVString? url = null);
	undefined replaceState(any data, DOMString unused, optional USVString? url = null);
};

enum NavigationType { "push", "replace", "reload", "traverse" };

callback EventHandlerNonNull = any (Event event);

typedef EventHandlerNonNull? EventHandler;

callback OnErrorEventHandlerNonNull = any ((Event or DOMString) event, optional DOMString source, optional unsigned long lineno, optional unsigned long colno, optional any error);

typedef OnErrorEventHandlerNonNull? OnErrorEventHandler;

callback OnBeforeUnloadEventHandlerNonNull = DOMString? (Event event);

typedef OnBeforeUnloadEventHandlerNonNull? OnBeforeUnloadEventHandler;

interface mixin GlobalEventHandlers {
	attribute EventHandler onabort;
	attribute EventHandler onauxclick;
	attribute EventHandler onbeforeinput;
	attribute EventHandler onbeforematch;
	attribute EventHandler onbeforetoggle;
	attribute EventHandler onblur;
	attribute EventHandler oncancel;
	attribute EventHandler oncanplay;
	attribute EventHandler oncanplaythrough;
	attribute EventHandler onchange;
	attribute EventHandler onclick;
	attribute EventHandler onclose;
	attribute EventHandler oncommand;
	attribute EventHandler oncontextlost;
	attribute EventHandler oncontextmenu;
	attribute EventHandler oncontextrestored;
	attribute EventHandler oncopy;
	attribute EventHandler oncuechange;
	attribute EventHandler oncut;
	attribute EventHandler ondblclick;
	attribute EventHandler ondrag;
	attribute EventHandler ondragend;
	attribute EventHandler ondragenter;
	attribute EventHandler ondragleave;
	attribute EventHandler ondragover;
	attribute EventHandler ondragstart;
	attribute EventHandler ondrop;
	attribute EventHandler ondurationchange;
	attribute EventHandler onemptied;
	attribute EventHandler onended;
	attribute OnErrorEventHandler onerror;
	attribute EventHandler onfocus;
	attribute EventHandler onformdata;
	attribute EventHandler oninput;
	attribute EventHandler oninvalid;
	attribute EventHandler onkeydown;
	attribute EventHandler onkeypress;
	attribute EventHandler onkeyup;
	attribute EventHandler onload;
	attribute EventHandler onloadeddata;
	attribute EventHandler onloadedmetadata;
	attribute EventHandler onloadstart;
	attribute EventHandler onmousedown;
	[LegacyLenientThis] attribute EventHandler onmouseenter;
	[LegacyLenientThis] attribute EventHandler onmouseleave;
	attribute EventHandler onmousemove;
	attribute EventHandler onmouseout;
	attribute EventHandler onmouseover;
	attribute EventHandler onmouseup;
	attribute EventHandler onpaste;
	attribute EventHandler onpause;
	attribute EventHandler onplay;
	attribute EventHandler onplaying;
	attribute EventHandler onprogress;
	attribute EventHandler onratechange;
	attribute EventHandler onreset;
	attribute EventHandler onresize;
	attribute EventHandler onscroll;
	attribute EventHandler onscrollend;
	attribute EventHandler onsecuritypolicyviolation;
	attribute EventHandler onseeked;
	attribute EventHandler onseeking;
	attribute EventHandler onselect;
	attribute EventHandler onslotchange;
	attribute EventHandler onstalled;
	attribute EventHandler onsubmit;
	attribute EventHandler onsuspend;
	attribute EventHandler ontimeupdate;
	attribute EventHandler ontoggle;
	attribute EventHandler onvolumechange;
	attribute EventHandler onwaiting;
	attribute EventHandler onwebkitanimationend;
	attribute EventHandler onwebkitanimationiteration;
	attribute EventHandler onwebkitanimationstart;
	attribute EventHandler onwebkittransitionend;
	attribute EventHandler onwheel;
};

interface mixin WindowEventHandlers {
	attribute EventHandler onafterprint;
	attribute EventHandler onbeforeprint;
	attribute OnBeforeUnloadEventHandler onbeforeunload;
	attribute EventHandler onhashchange;
	attribute EventHandler onlanguagechange;
	attribute EventHandler onmessage;
	attribute EventHandler onmessageerror;
	attribute EventHandler onoffline;
	attribute EventHandler ononline;
	attribute EventHandler onpagehide;
	attribute EventHandler onpagereveal;
	attribute EventHandler onpageshow;
	attribute EventHandler onpageswap;
	attribute EventHandler onpopstate;
	attribute EventHandler onrejectionhandled;
	attribute EventHandler onstorage;
	attribute EventHandler onunhandledrejection;
	attribute EventHandler onunload;
};

typedef (DOMString or Function or TrustedScript) TimerHandler;

interface mixin WindowOrWorkerGlobalScope {
	[Replaceable] readonly attribute USVString origin;
	readonly attribute boolean isSecureContext;
	readonly attribute boolean crossOriginIsolated;
	undefined reportError(any e);
	DOMString btoa(DOMString data);
	ByteString atob(DOMString data);
	long setTimeout(TimerHandler handler, optional long timeout = 0, any... arguments);
	undefined clearTimeout(optional long id = 0);
	long setInterval(TimerHandler handler, optional long timeout = 0, any... arguments);
	undefined clearInterval(optional long id = 0);
	undefined queueMicrotask(VoidFunction callback);
	Promise<ImageBitmap> createImageBitmap(ImageBitmapSource image, optional ImageBitmapOptions options = {});
	Promise<ImageBitmap> createImageBitmap(ImageBitmapSource image, long sx, long sy, long sw, long sh, optional ImageBitmapOptions options = {});
	any structuredClone(any value, optional StructuredSerializeOptions options = {});
};

Window includes WindowOrWorkerGlobalScope;

partial interface Element {
	[CEReactions] undefined setHTML(DOMString html, optional SetHTMLOptions options = {});
	[CEReactions] undefined setHTMLUnsafe((TrustedHTML or DOMString) html, optional SetHTMLUnsafeOptions options = {});
	DOMString getHTML(optional GetHTMLOptions options = {});
	[CEReactions] attribute (TrustedHTML or [LegacyNullToEmptyString] DOMString) innerHTML;
	[CEReactions] attribute (TrustedHTML or [LegacyNullToEmptyString] DOMString) outerHTML;
	[CEReactions] undefined insertAdjacentHTML(DOMString position, (TrustedHTML or DOMString) string);
};

partial interface ShadowRoot {
	[CEReactions] undefined setHTML(DOMString html, optional SetHTMLOptions options = {});
	[CEReactions] undefined setHTMLUnsafe((TrustedHTML or DOMString) html, optional SetHTMLUnsafeOptions options = {});
	DOMString getHTML(optional GetHTMLOptions options = {});
	[CEReactions] attribute (TrustedHTML or [LegacyNullToEmptyString] DOMString) innerHTML;
};

enum SanitizerPresets { "default" };

dictionary SetHTMLOptions {
	(Sanitizer or SanitizerConfig or SanitizerPresets) sanitizer = "default";
};

dictionary SetHTMLUnsafeOptions {
	(Sanitizer or SanitizerConfig or SanitizerPresets) sanitizer = {};
	boolean runScripts = false;
};

dictionary ParseHTMLUnsafeOptions {
	(Sanitizer or SanitizerConfig or SanitizerPresets) sanitizer = {};
};

dictionary GetHTMLOptions {
	boolean serializableShadowRoots = false;
	sequence<ShadowRoot> shadowRoots = [];
};

[Exposed=Window] 
interface DOMParser {
	constructor();
	Document parseFromString((TrustedHTML or DOMString) string, SupportedType type);
};

enum SupportedType { "text/html", "text/xml", "application/xml", "application/xhtml+xml", "image/svg+xml" };

partial interface Range {
	[CEReactions] DocumentFragment createContextualFragment((TrustedHTML or DOMString) string);
};

[Exposed=Window] 
interface XMLSerializer {
	constructor();
	DOMString serializeToString(Node root);
};

[Exposed=Window] 
interface Sanitizer {
	constructor(optional (SanitizerConfig or SanitizerPresets) configuration = "default");
	SanitizerConfig get();
	boolean allowElement(SanitizerElementWithAttributes element);
	boolean removeElement(SanitizerElement element);
	boolean replaceElementWithChildren(SanitizerElement element);
	boolean allowProcessingInstruction(SanitizerPI pi);
	boolean removeProcessingInstruction(SanitizerPI pi);
	boolean allowAttribute(SanitizerAttribute _attribute);
	boolean removeAttribute(SanitizerAttribute _attribute);
	boolean setComments(boolean allow);
	boolean setDataAttributes(boolean allow);
	boolean setJavascriptURLs(boolean allow);
	boolean removeUnsafe();
};

dictionary SanitizerElementNamespace {
	required DOMString name;
	DOMString? namespace = "http://www.w3.org/1999/xhtml";
};

dictionary SanitizerElementNamespaceWithAttributes : SanitizerElementNamespace {
	sequence<SanitizerAttribute> attributes;
	sequence<SanitizerAttribute> removeAttributes;
};

dictionary SanitizerAttributeNamespace {
	required DOMString name;
	DOMString? namespace = null;
};

dictionary SanitizerProcessingInstruction {
	required DOMString target;
};

typedef (DOMString or SanitizerElementNamespace) SanitizerElement;

typedef (DOMString or SanitizerElementNamespaceWithAttributes) SanitizerElementWithAttributes;

typedef (DOMString or SanitizerProcessingInstruction) SanitizerPI;

typedef (DOMString or SanitizerAttributeNamespace) SanitizerAttribute;

dictionary SanitizerConfig {
	sequence<SanitizerElementWithAttributes> elements;
	sequence<SanitizerElement> removeElements;
	sequence<SanitizerElement> replaceWithChildrenElements;
	sequence<SanitizerPI> processingInstructions;
	sequence<SanitizerPI> removeProcessingInstructions;
	sequence<SanitizerAttribute> attributes;
	sequence<SanitizerAttribute> removeAttributes;
	boolean comments;
	boolean dataAttributes;
	boolean javascriptURLs;
};

[Exposed=Window] 
interface Navigator {
};

Navigator includes NavigatorID;

Navigator includes NavigatorLanguage;

Navigator includes NavigatorOnLine;

Navigator includes NavigatorContentUtils;

Navigator includes NavigatorCookies;

Navigator includes NavigatorPlugins;

Navigator includes NavigatorConcurrentHardware;

interface mixin NavigatorID {
	readonly attribute DOMString appCodeName;
	readonly attribute DOMString appName;
	readonly attribute DOMString appVersion;
	readonly attribute DOMString platform;
	readonly attribute DOMString product;
	[Exposed=Window] readonly attribute DOMString productSub;
	readonly attribute DOMString userAgent;
	[Exposed=Window] readonly attribute DOMString vendor;
	[Exposed=Window] readonly attribute DOMString vendorSub;
};

partial interface mixin NavigatorID {
	[Exposed=Window] boolean taintEnabled();
	[Exposed=Window] readonly attribute DOMString oscpu;
};

interface mixin NavigatorLanguage {
	readonly attribute DOMString language;
	readonly attribute FrozenArray<DOMString> languages;
};

interface mixin NavigatorOnLine {
	readonly attribute boolean onLine;
};

interface mixin NavigatorContentUtils {
	undefined registerProtocolHandler(DOMString scheme, USVString url);
	undefined unregisterProtocolHandler(DOMString scheme, USVString url);
};

interface mixin NavigatorCookies {
	readonly attribute boolean cookieEnabled;
};

interface mixin NavigatorPlugins {
	readonly attribute PluginArray plugins;
	readonly attribute MimeTypeArray mimeTypes;
	boolean javaEnabled();
	readonly attribute boolean pdfViewerEnabled;
};

enum ImageOrientation { "from-image", "flipY" };

enum PremultiplyAlpha { "none", "premultiply", "default" };

enum ColorSpaceConversion { "none", "default" };

enum ResizeQuality { "pixelated", "low", "medium", "high" };

callback FrameRequestCallback = undefined (DOMHighResTimeStamp time);

interface mixin AnimationFrameProvider {
	unsigned long requestAnimationFrame(FrameRequestCallback callback);
	undefined cancelAnimationFrame(unsigned long handle);
};

Window includes AnimationFrameProvider;

typedef (WindowProxy or MessagePort) MessageEventSource;

[Exposed=(Window, Worker)] 
interface MessageChannel {
	constructor();
	readonly attribute MessagePort port1;
	readonly attribute MessagePort port2;
};

interface mixin MessageEventTarget {
	attribute EventHandler onmessage;
	attribute EventHandler onmessageerror;
};

[Exposed=(Window, Worker, AudioWorklet)] 
interface MessagePort : EventTarget {
	undefined postMessage(any message, sequence<object> transfer);
	[ImplementedAs=postMessageWith] undefined postMessage(any message, optional StructuredSerializeOptions options = {});
	undefined start();
	undefined close();
	attribute any onmessage;
	attribute EventHandler onmessageerror;
	attribute EventHandler onclose;
};

[Exposed=(Window, Worker)]
interface BroadcastChannel : EventTarget {
	constructor(DOMString name);
	readonly attribute DOMString name;
	undefined close();
	undefined postMessage(any message);
	attribute EventHandler onmessage;
	attribute EventHandler onmessageerror;
};

dictionary StructuredSerializeOptions {
	sequence<object> transfer = [];
};

interface mixin AbstractWorker {
	attribute EventHandler onerror;
};

interface mixin NavigatorConcurrentHardware {
	readonly attribute unsigned long long hardwareConcurrency;
};

[Exposed=Window] 
interface Storage {
	readonly attribute unsigned long length;
	DOMString? key(unsigned long index);
	getter DOMString? getItem(DOMString key);
	setter undefined setItem(DOMString key, DOMString value);
	deleter undefined removeItem(DOMString key);
	undefined clear();
};

interface mixin WindowSessionStorage {
	readonly attribute Storage sessionStorage;
};

Window includes WindowSessionStorage;

interface mixin WindowLocalStorage {
	readonly attribute Storage localStorage;
};

Window includes WindowLocalStorage;

partial interface Document {
	[CEReactions] attribute [LegacyNullToEmptyString] DOMString fgColor;
	[CEReactions] attribute [LegacyNullToEmptyString] DOMString linkColor;
	[CEReactions] attribute [LegacyNullToEmptyString] DOMString vlinkColor;
	[CEReactions] attribute [LegacyNullToEmptyString] DOMString alinkColor;
	[CEReactions] attribute [LegacyNullToEmptyString] DOMString bgColor;
	readonly attribute HTMLCollection anchors;
	readonly attribute HTMLCollection applets;
	undefined clear();
	undefined captureEvents();
	undefined releaseEvents();
	readonly attribute HTMLAllCollection all;
};

partial interface Window {
	undefined captureEvents();
	undefined releaseEvents();
	[Replaceable] readonly attribute External external;
};

partial interface Window {
	unsigned long requestIdleCallback(IdleRequestCallback callback, optional IdleRequestOptions options = {});
	undefined cancelIdleCallback(unsigned long handle);
};

dictionary IdleRequestOptions {
	unsigned long timeout;
};

[Exposed=Window] 
interface IdleDeadline {
	DOMHighResTimeStamp timeRemaining();
	readonly attribute boolean didTimeout;
};

callback IdleRequestCallback = undefined (IdleDeadline deadline);

enum FullscreenNavigationUI { "auto", "show", "hide" };

enum FullscreenKeyboardLock { "browser", "none" };

dictionary FullscreenOptions {
	FullscreenKeyboardLock keyboardLock = "none";
	FullscreenNavigationUI navigationUI = "auto";
};

partial interface Element {
	Promise<undefined> requestFullscreen(optional FullscreenOptions options = {});
	attribute EventHandler onfullscreenchange;
	attribute EventHandler onfullscreenerror;
};

partial interface Document {
	[LegacyLenientSetter] readonly attribute boolean fullscreenEnabled;
	[LegacyLenientSetter, Unscopable] readonly attribute boolean fullscreen;
	Promise<undefined> exitFullscreen();
	attribute EventHandler onfullscreenchange;
	attribute EventHandler onfullscreenerror;
};

partial interface mixin DocumentOrShadowRoot {
	[LegacyLenientSetter] readonly attribute Element? fullscreenElement;
};

enum ReferrerPolicy { "", "no-referrer", "no-referrer-when-downgrade", "same-origin", "origin", "strict-origin", "origin-when-cross-origin", "strict-origin-when-cross-origin", "unsafe-url" };

partial interface Navigator {
	boolean sendBeacon(USVString url, optional BodyInit? data = null);
};
