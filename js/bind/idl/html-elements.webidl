[Exposed=Window, LegacyUnenumerableNamedProperties] 
interface HTMLAllCollection {
	readonly attribute unsigned long length;
	getter Element (unsigned long index);
	getter (HTMLCollection or Element)? namedItem(DOMString name);
	(HTMLCollection or Element)? item(optional DOMString nameOrIndex);
};

[Exposed=Window] 
interface HTMLFormControlsCollection : HTMLCollection {
	getter (RadioNodeList or Element)? namedItem(DOMString name);
};

[Exposed=Window] 
interface RadioNodeList : NodeList {
	attribute DOMString value;
};

[Exposed=Window] 
interface HTMLOptionsCollection : HTMLCollection {
	[CEReactions] attribute unsigned long length;
	getter Element (unsigned long index);
	[CEReactions] setter undefined (unsigned long index, HTMLOptionElement? option);
	[CEReactions] undefined add((HTMLOptionElement or HTMLOptGroupElement) element, optional (HTMLElement or long)? before = null);
	[CEReactions] undefined remove(long index);
	[CEReactions] attribute long selectedIndex;
};

typedef (HTMLScriptElement or SVGScriptElement) HTMLOrSVGScriptElement;

[Exposed=Window] 
interface HTMLElement : Element {
	constructor();
	[CEReactions, Reflect] attribute DOMString title;
	[CEReactions, Reflect] attribute DOMString lang;
	[CEReactions] attribute boolean translate;
	[CEReactions] attribute DOMString dir;
	[CEReactions] attribute (boolean or unrestricted double or DOMString)? hidden;
	[CEReactions, Reflect] attribute boolean inert;
	undefined click();
	[CEReactions, Reflect] attribute DOMString accessKey;
	readonly attribute DOMString accessKeyLabel;
	[CEReactions] attribute boolean draggable;
	[CEReactions] attribute boolean spellcheck;
	[CEReactions, ReflectSetter] attribute DOMString writingSuggestions;
	[CEReactions, ReflectSetter] attribute DOMString autocapitalize;
	[CEReactions] attribute boolean autocorrect;
	[CEReactions] attribute [LegacyNullToEmptyString] DOMString innerText;
	[CEReactions] attribute [LegacyNullToEmptyString] DOMString outerText;
	ElementInternals attachInternals();
	undefined showPopover(optional ShowPopoverOptions options = {});
	undefined hidePopover();
	boolean togglePopover(optional (TogglePopoverOptions or boolean) options = {});
	[CEReactions] attribute DOMString? popover;
	[CEReactions, Reflect, ReflectRange=(0, 8)] attribute unsigned long headingOffset;
	[CEReactions, Reflect] attribute boolean headingReset;
};

HTMLElement includes GlobalEventHandlers;

HTMLElement includes ElementContentEditable;

HTMLElement includes HTMLOrSVGOrMathMLElement;

[Exposed=Window] 
interface HTMLUnknownElement : HTMLElement {
};

interface mixin HTMLOrSVGOrMathMLElement {
	readonly attribute DOMStringMap dataset;
	attribute DOMString nonce;
	[CEReactions, Reflect] attribute boolean autofocus;
	[CEReactions, ReflectSetter] attribute long tabIndex;
	undefined focus(optional FocusOptions options = {});
	undefined blur();
};

[Exposed=Window] 
interface HTMLHtmlElement : HTMLElement {
	constructor();
};

[Exposed=Window] 
interface HTMLHeadElement : HTMLElement {
	constructor();
};

[Exposed=Window] 
interface HTMLTitleElement : HTMLElement {
	constructor();
	[CEReactions] attribute DOMString text;
};

[Exposed=Window] 
interface HTMLBaseElement : HTMLElement {
	constructor();
	[CEReactions, ReflectSetter] attribute USVString href;
	[CEReactions, Reflect] attribute DOMString target;
};

[Exposed=Window] 
interface HTMLLinkElement : HTMLElement {
	constructor();
	[CEReactions, ReflectURL] attribute USVString href;
	[CEReactions] attribute DOMString? crossOrigin;
	[CEReactions, Reflect] attribute DOMString rel;
	[CEReactions] attribute DOMString as;
	[PutForwards=value, Reflect="rel"] readonly attribute DOMTokenList relList;
	[CEReactions, Reflect] attribute DOMString media;
	[CEReactions, Reflect] attribute DOMString integrity;
	[CEReactions, Reflect] attribute DOMString hreflang;
	[CEReactions, Reflect] attribute DOMString type;
	[PutForwards=value, Reflect] readonly attribute DOMTokenList sizes;
	[CEReactions, Reflect] attribute USVString imageSrcset;
	[CEReactions, Reflect] attribute DOMString imageSizes;
	[CEReactions] attribute DOMString referrerPolicy;
	[PutForwards=value, Reflect] readonly attribute DOMTokenList blocking;
	[CEReactions, Reflect] attribute boolean disabled;
	[CEReactions] attribute DOMString fetchPriority;
};

HTMLLinkElement includes LinkStyle;

[Exposed=Window] 
interface HTMLMetaElement : HTMLElement {
	constructor();
	[CEReactions, Reflect] attribute DOMString name;
	[CEReactions, Reflect="http-equiv"] attribute DOMString httpEquiv;
	[CEReactions, Reflect] attribute DOMString content;
	[CEReactions, Reflect] attribute DOMString media;
};

[Exposed=Window] 
interface HTMLStyleElement : HTMLElement {
	constructor();
	attribute boolean disabled;
	[CEReactions, Reflect] attribute DOMString media;
	[PutForwards=value, Reflect] readonly attribute DOMTokenList blocking;
};

HTMLStyleElement includes LinkStyle;

[Exposed=Window] 
interface HTMLBodyElement : HTMLElement {
	constructor();
};

HTMLBodyElement includes WindowEventHandlers;

[Exposed=Window] 
interface HTMLHeadingElement : HTMLElement {
	constructor();
};

[Exposed=Window] 
interface HTMLParagraphElement : HTMLElement {
	constructor();
};

[Exposed=Window] 
interface HTMLHRElement : HTMLElement {
	constructor();
};

[Exposed=Window] 
interface HTMLPreElement : HTMLElement {
	constructor();
};

[Exposed=Window] 
interface HTMLQuoteElement : HTMLElement {
	constructor();
	[CEReactions, ReflectURL] attribute USVString cite;
};

[Exposed=Window] 
interface HTMLOListElement : HTMLElement {
	constructor();
	[CEReactions, Reflect] attribute boolean reversed;
	[CEReactions, Reflect, ReflectDefault=1] attribute long start;
	[CEReactions, Reflect] attribute DOMString type;
};

[Exposed=Window] 
interface HTMLUListElement : HTMLElement {
	constructor();
};

[Exposed=Window] 
interface HTMLMenuElement : HTMLElement {
	constructor();
};

[Exposed=Window] 
interface HTMLLIElement : HTMLElement {
	constructor();
	[CEReactions, Reflect] attribute long value;
};

[Exposed=Window] 
interface HTMLDListElement : HTMLElement {
	constructor();
};

[Exposed=Window] 
interface HTMLDivElement : HTMLElement {
	constructor();
};

[Exposed=Window] 
interface HTMLAnchorElement : HTMLElement {
	constructor();
	[CEReactions, Reflect] attribute DOMString download;
	[CEReactions, Reflect] attribute USVString ping;
	[CEReactions, Reflect] attribute DOMString rel;
	[PutForwards=value, Reflect="rel"] readonly attribute DOMTokenList relList;
	[CEReactions] attribute DOMString text;
	[CEReactions] attribute DOMString referrerPolicy;
};

HTMLAnchorElement includes HyperlinkElementUtils;

HTMLAnchorElement includes HTMLHyperlinkElementUtils;

[Exposed=Window] 
interface HTMLDataElement : HTMLElement {
	constructor();
	[CEReactions, Reflect] attribute DOMString value;
};

[Exposed=Window] 
interface HTMLTimeElement : HTMLElement {
	constructor();
	[CEReactions, Reflect] attribute DOMString dateTime;
};

[Exposed=Window] 
interface HTMLSpanElement : HTMLElement {
	constructor();
};

[Exposed=Window] 
interface HTMLBRElement : HTMLElement {
	constructor();
};

interface mixin HTMLHyperlinkElementUtils {
	[CEReactions, ReflectSetter] stringifier attribute USVString href;
	[CEReactions, Reflect] attribute DOMString target;
};

[Exposed=Window] 
interface HTMLModElement : HTMLElement {
	constructor();
	[CEReactions, ReflectURL] attribute USVString cite;
	[CEReactions, Reflect] attribute DOMString dateTime;
};

[Exposed=Window] 
interface HTMLPictureElement : HTMLElement {
	constructor();
};

[Exposed=Window] 
interface HTMLSourceElement : HTMLElement {
	constructor();
	[CEReactions, ReflectURL] attribute USVString src;
	[CEReactions, Reflect] attribute DOMString type;
	[CEReactions, Reflect] attribute USVString srcset;
	[CEReactions, Reflect] attribute DOMString sizes;
	[CEReactions, Reflect] attribute DOMString media;
	[CEReactions, Reflect] attribute unsigned long width;
	[CEReactions, Reflect] attribute unsigned long height;
};

[Exposed=Window, LegacyFactoryFunction=Image(optional unsigned long width, optional unsigned long height)] 
interface HTMLImageElement : HTMLElement {
	constructor();
	[CEReactions, Reflect] attribute DOMString alt;
	[CEReactions, ReflectURL] attribute USVString src;
	[CEReactions, Reflect] attribute USVString srcset;
	[CEReactions, Reflect] attribute DOMString sizes;
	[CEReactions] attribute DOMString? crossOrigin;
	[CEReactions, Reflect] attribute DOMString useMap;
	[CEReactions, Reflect] attribute boolean isMap;
	[CEReactions, Reflect] attribute boolean controls;
	[CEReactions, ReflectSetter] attribute unsigned long width;
	[CEReactions, ReflectSetter] attribute unsigned long height;
	readonly attribute unsigned long naturalWidth;
	readonly attribute unsigned long naturalHeight;
	readonly attribute boolean complete;
	readonly attribute USVString currentSrc;
	[CEReactions] attribute DOMString referrerPolicy;
	[CEReactions] attribute DOMString decoding;
	[CEReactions] attribute DOMString loading;
	[CEReactions] attribute DOMString fetchPriority;
	Promise<undefined> decode();
};

[Exposed=Window] 
interface HTMLIFrameElement : HTMLElement {
	constructor();
	[CEReactions, ReflectURL] attribute USVString src;
	[CEReactions] attribute (TrustedHTML or DOMString) srcdoc;
	[CEReactions, Reflect] attribute DOMString name;
	[PutForwards=value, Reflect] readonly attribute DOMTokenList sandbox;
	[CEReactions, Reflect] attribute DOMString allow;
	[CEReactions, Reflect] attribute boolean allowFullscreen;
	[CEReactions, Reflect] attribute DOMString width;
	[CEReactions, Reflect] attribute DOMString height;
	[CEReactions] attribute DOMString referrerPolicy;
	[CEReactions] attribute DOMString loading;
	readonly attribute Document? contentDocument;
	readonly attribute WindowProxy? contentWindow;
	Document? getSVGDocument();
};

[Exposed=Window] 
interface HTMLEmbedElement : HTMLElement {
	constructor();
	[CEReactions, ReflectURL] attribute USVString src;
	[CEReactions, Reflect] attribute DOMString type;
	[CEReactions, Reflect] attribute DOMString width;
	[CEReactions, Reflect] attribute DOMString height;
	Document? getSVGDocument();
};

[Exposed=Window] 
interface HTMLObjectElement : HTMLElement {
	constructor();
	[CEReactions, ReflectURL] attribute USVString data;
	[CEReactions, Reflect] attribute DOMString type;
	[CEReactions, Reflect] attribute DOMString name;
	readonly attribute HTMLFormElement? form;
	[CEReactions, Reflect] attribute DOMString width;
	[CEReactions, Reflect] attribute DOMString height;
	readonly attribute Document? contentDocument;
	readonly attribute WindowProxy? contentWindow;
	Document? getSVGDocument();
	readonly attribute boolean willValidate;
	readonly attribute ValidityState validity;
	readonly attribute DOMString validationMessage;
	boolean checkValidity();
	boolean reportValidity();
	undefined setCustomValidity(DOMString error);
};

[Exposed=Window] 
interface HTMLVideoElement : HTMLMediaElement {
	constructor();
	[CEReactions, Reflect] attribute unsigned long width;
	[CEReactions, Reflect] attribute unsigned long height;
	readonly attribute unsigned long videoWidth;
	readonly attribute unsigned long videoHeight;
	[CEReactions, ReflectURL] attribute USVString poster;
	[CEReactions, Reflect] attribute boolean playsInline;
};

[Exposed=Window, LegacyFactoryFunction=Audio(optional DOMString src)] 
interface HTMLAudioElement : HTMLMediaElement {
	constructor();
};

[Exposed=Window] 
interface HTMLTrackElement : HTMLElement {
	constructor();
	[CEReactions] attribute DOMString kind;
	[CEReactions, ReflectURL] attribute USVString src;
	[CEReactions, Reflect] attribute DOMString srclang;
	[CEReactions, Reflect] attribute DOMString label;
	[CEReactions, Reflect] attribute boolean default;
	const unsigned short NONE = 0;
	const unsigned short LOADING = 1;
	const unsigned short LOADED = 2;
	const unsigned short ERROR = 3;
	readonly attribute unsigned short readyState;
	readonly attribute TextTrack track;
};

typedef (MediaStream or MediaSource or Blob) MediaProvider;

[Exposed=Window] 
interface HTMLMediaElement : HTMLElement {
	readonly attribute MediaError? error;
	[CEReactions, ReflectURL] attribute USVString src;
	attribute MediaProvider? srcObject;
	readonly attribute USVString currentSrc;
	[CEReactions] attribute DOMString? crossOrigin;
	const unsigned short NETWORK_EMPTY = 0;
	const unsigned short NETWORK_IDLE = 1;
	const unsigned short NETWORK_LOADING = 2;
	const unsigned short NETWORK_NO_SOURCE = 3;
	readonly attribute unsigned short networkState;
	[CEReactions] attribute DOMString preload;
	readonly attribute TimeRanges buffered;
	undefined load();
	CanPlayTypeResult canPlayType(DOMString type);
	const unsigned short HAVE_NOTHING = 0;
	const unsigned short HAVE_METADATA = 1;
	const unsigned short HAVE_CURRENT_DATA = 2;
	const unsigned short HAVE_FUTURE_DATA = 3;
	const unsigned short HAVE_ENOUGH_DATA = 4;
	readonly attribute unsigned short readyState;
	readonly attribute boolean seeking;
	attribute double currentTime;
	undefined fastSeek(double time);
	readonly attribute unrestricted double duration;
	object getStartDate();
	readonly attribute boolean paused;
	attribute double defaultPlaybackRate;
	attribute double playbackRate;
	attribute boolean preservesPitch;
	readonly attribute TimeRanges played;
	readonly attribute TimeRanges seekable;
	readonly attribute boolean ended;
	[CEReactions, Reflect] attribute boolean autoplay;
	[CEReactions, Reflect] attribute boolean loop;
	Promise<undefined> play();
	undefined pause();
	[CEReactions, Reflect] attribute boolean controls;
	attribute double volume;
	attribute boolean muted;
	[CEReactions, Reflect="muted"] attribute boolean defaultMuted;
	[CEReactions] attribute DOMString loading;
	readonly attribute AudioTrackList audioTracks;
	readonly attribute VideoTrackList videoTracks;
	readonly attribute TextTrackList textTracks;
	TextTrack addTextTrack(TextTrackKind kind, optional DOMString label = "", optional DOMString language = "");
};

[Exposed=Window] 
interface MediaError {
	const unsigned short MEDIA_ERR_ABORTED = 1;
	const unsigned short MEDIA_ERR_NETWORK = 2;
	const unsigned short MEDIA_ERR_DECODE = 3;
	const unsigned short MEDIA_ERR_SRC_NOT_SUPPORTED = 4;
	readonly attribute unsigned short code;
	readonly attribute DOMString message;
};

[Exposed=Window] 
interface TimeRanges {
	readonly attribute unsigned long length;
	double start(unsigned long index);
	double end(unsigned long index);
};

[Exposed=Window] 
interface HTMLMapElement : HTMLElement {
	constructor();
	[CEReactions, Reflect] attribute DOMString name;
	readonly attribute HTMLCollection areas;
};

[Exposed=Window] 
interface HTMLAreaElement : HTMLElement {
	constructor();
	[CEReactions, Reflect] attribute DOMString alt;
	[CEReactions, Reflect] attribute DOMString coords;
	[CEReactions, Reflect] attribute DOMString shape;
	[CEReactions, Reflect] attribute DOMString download;
	[CEReactions, Reflect] attribute USVString ping;
	[CEReactions, Reflect] attribute DOMString rel;
	[PutForwards=value, Reflect="rel"] readonly attribute DOMTokenList relList;
	[CEReactions] attribute DOMString referrerPolicy;
};

HTMLAreaElement includes HyperlinkElementUtils;

HTMLAreaElement includes HTMLHyperlinkElementUtils;

[Exposed=Window] 
interface HTMLTableElement : HTMLElement {
	constructor();
	[CEReactions] attribute HTMLTableCaptionElement? caption;
	HTMLTableCaptionElement createCaption();
	[CEReactions] undefined deleteCaption();
	[CEReactions] attribute HTMLTableSectionElement? tHead;
	HTMLTableSectionElement createTHead();
	[CEReactions] undefined deleteTHead();
	[CEReactions] attribute HTMLTableSectionElement? tFoot;
	HTMLTableSectionElement createTFoot();
	[CEReactions] undefined deleteTFoot();
	readonly attribute HTMLCollection tBodies;
	HTMLTableSectionElement createTBody();
	readonly attribute HTMLCollection rows;
	HTMLTableRowElement insertRow(optional long index = -1);
	[CEReactions] undefined deleteRow(long index);
};

[Exposed=Window] 
interface HTMLTableCaptionElement : HTMLElement {
	constructor();
};

[Exposed=Window] 
interface HTMLTableColElement : HTMLElement {
	constructor();
	[CEReactions, Reflect, ReflectDefault=1, ReflectRange=(1, 1000)] attribute unsigned long span;
};

[Exposed=Window] 
interface HTMLTableSectionElement : HTMLElement {
	constructor();
	readonly attribute HTMLCollection rows;
	HTMLTableRowElement insertRow(optional long index = -1);
	[CEReactions] undefined deleteRow(long index);
};

[Exposed=Window] 
interface HTMLTableRowElement : HTMLElement {
	constructor();
	readonly attribute long rowIndex;
	readonly attribute long sectionRowIndex;
	readonly attribute HTMLCollection cells;
	HTMLTableCellElement insertCell(optional long index = -1);
	[CEReactions] undefined deleteCell(long index);
};

[Exposed=Window] 
interface HTMLTableCellElement : HTMLElement {
	constructor();
	[CEReactions, Reflect, ReflectDefault=1, ReflectRange=(1, 1000)] attribute unsigned long colSpan;
	[CEReactions, Reflect, ReflectDefault=1, ReflectRange=(0, 65534)] attribute unsigned long rowSpan;
	[CEReactions, Reflect] attribute DOMString headers;
	readonly attribute long cellIndex;
	[CEReactions] attribute DOMString scope;
	[CEReactions, Reflect] attribute DOMString abbr;
};

[Exposed=Window, LegacyOverrideBuiltIns, LegacyUnenumerableNamedProperties] 
interface HTMLFormElement : HTMLElement {
	constructor();
	[CEReactions, Reflect="accept-charset"] attribute DOMString acceptCharset;
	[CEReactions, ReflectSetter] attribute USVString action;
	[CEReactions] attribute DOMString autocomplete;
	[CEReactions] attribute DOMString enctype;
	[CEReactions] attribute DOMString encoding;
	[CEReactions] attribute DOMString method;
	[CEReactions, Reflect] attribute DOMString name;
	[CEReactions, Reflect] attribute boolean noValidate;
	[CEReactions, Reflect] attribute DOMString target;
	[CEReactions, Reflect] attribute DOMString rel;
	[PutForwards=value, Reflect="rel"] readonly attribute DOMTokenList relList;
	readonly attribute HTMLFormControlsCollection elements;
	readonly attribute unsigned long length;
	getter Element (unsigned long index);
	getter (RadioNodeList or Element) (DOMString name);
	undefined submit();
	undefined requestSubmit(optional HTMLElement? submitter = null);
	[CEReactions] undefined reset();
	boolean checkValidity();
	boolean reportValidity();
};

[Exposed=Window] 
interface HTMLLabelElement : HTMLElement {
	constructor();
	readonly attribute HTMLFormElement? form;
	[CEReactions, Reflect="for"] attribute DOMString htmlFor;
	readonly attribute HTMLElement? control;
};

[Exposed=Window] 
interface HTMLInputElement : HTMLElement {
	constructor();
	[CEReactions, Reflect] attribute DOMString accept;
	[CEReactions, Reflect] attribute boolean alpha;
	[CEReactions, Reflect] attribute DOMString alt;
	[CEReactions, ReflectSetter] attribute DOMString autocomplete;
	[CEReactions, Reflect="checked"] attribute boolean defaultChecked;
	attribute boolean checked;
	[CEReactions] attribute DOMString colorSpace;
	[CEReactions, Reflect] attribute DOMString dirName;
	[CEReactions, Reflect] attribute boolean disabled;
	readonly attribute HTMLFormElement? form;
	attribute FileList? files;
	[CEReactions, ReflectSetter] attribute USVString formAction;
	[CEReactions] attribute DOMString formEnctype;
	[CEReactions] attribute DOMString formMethod;
	[CEReactions, Reflect] attribute boolean formNoValidate;
	[CEReactions, Reflect] attribute DOMString formTarget;
	[CEReactions, ReflectSetter] attribute unsigned long height;
	attribute boolean indeterminate;
	readonly attribute HTMLDataListElement? list;
	[CEReactions, Reflect] attribute DOMString max;
	[CEReactions, ReflectNonNegative] attribute long maxLength;
	[CEReactions, Reflect] attribute DOMString min;
	[CEReactions, ReflectNonNegative] attribute long minLength;
	[CEReactions, Reflect] attribute boolean multiple;
	[CEReactions, Reflect] attribute DOMString name;
	[CEReactions, Reflect] attribute DOMString pattern;
	[CEReactions, Reflect] attribute DOMString placeholder;
	[CEReactions, Reflect] attribute boolean readOnly;
	[CEReactions, Reflect] attribute boolean required;
	[CEReactions, Reflect, ReflectPositive, ReflectDefault=20] attribute unsigned long size;
	[CEReactions, ReflectURL] attribute USVString src;
	[CEReactions, Reflect] attribute DOMString step;
	[CEReactions] attribute DOMString type;
	[CEReactions, Reflect="value"] attribute DOMString defaultValue;
	[CEReactions] attribute [LegacyNullToEmptyString] DOMString value;
	attribute object? valueAsDate;
	attribute unrestricted double valueAsNumber;
	[CEReactions, ReflectSetter] attribute unsigned long width;
	undefined stepUp(optional long n = 1);
	undefined stepDown(optional long n = 1);
	readonly attribute boolean willValidate;
	readonly attribute ValidityState validity;
	readonly attribute DOMString validationMessage;
	boolean checkValidity();
	boolean reportValidity();
	undefined setCustomValidity(DOMString error);
	readonly attribute NodeList? labels;
	undefined select();
	attribute unsigned long? selectionStart;
	attribute unsigned long? selectionEnd;
	attribute DOMString? selectionDirection;
	undefined setRangeText(DOMString replacement);
	[ImplementedAs=setRangeTextAt] undefined setRangeText(DOMString replacement, unsigned long start, unsigned long end, optional SelectionMode selectionMode = "preserve");
	undefined setSelectionRange(unsigned long start, unsigned long end, optional DOMString direction);
	undefined showPicker();
};

HTMLInputElement includes PopoverTargetAttributes;

[Exposed=Window] 
interface HTMLButtonElement : HTMLElement {
	constructor();
	[CEReactions, ReflectSetter] attribute DOMString command;
	[CEReactions, Reflect="commandfor"] attribute Element? commandForElement;
	[CEReactions, Reflect] attribute boolean disabled;
	readonly attribute HTMLFormElement? form;
	[CEReactions, ReflectSetter] attribute USVString formAction;
	[CEReactions] attribute DOMString formEnctype;
	[CEReactions] attribute DOMString formMethod;
	[CEReactions, Reflect] attribute boolean formNoValidate;
	[CEReactions, Reflect] attribute DOMString formTarget;
	[CEReactions, Reflect] attribute DOMString name;
	[CEReactions, ReflectSetter] attribute DOMString type;
	[CEReactions, Reflect] attribute DOMString value;
	readonly attribute boolean willValidate;
	readonly attribute ValidityState validity;
	readonly attribute DOMString validationMessage;
	boolean checkValidity();
	boolean reportValidity();
	undefined setCustomValidity(DOMString error);
	readonly attribute NodeList labels;
};

HTMLButtonElement includes PopoverTargetAttributes;

[Exposed=Window] 
interface HTMLSelectElement : HTMLElement {
	constructor();
	[CEReactions, ReflectSetter] attribute DOMString autocomplete;
	[CEReactions, Reflect] attribute boolean disabled;
	readonly attribute HTMLFormElement? form;
	[CEReactions, Reflect] attribute boolean multiple;
	[CEReactions, Reflect] attribute DOMString name;
	[CEReactions, Reflect] attribute boolean required;
	[CEReactions, Reflect, ReflectDefault=0] attribute unsigned long size;
	readonly attribute DOMString type;
	readonly attribute HTMLOptionsCollection options;
	[CEReactions] attribute unsigned long length;
	getter HTMLOptionElement? item(unsigned long index);
	HTMLOptionElement? namedItem(DOMString name);
	[CEReactions] undefined add((HTMLOptionElement or HTMLOptGroupElement) element, optional (HTMLElement or long)? before = null);
	[CEReactions] undefined remove();
	[CEReactions, ImplementedAs=removeOption] undefined remove(long index);
	[CEReactions] setter undefined (unsigned long index, HTMLOptionElement? option);
	readonly attribute HTMLCollection selectedOptions;
	[CEReactions] attribute long selectedIndex;
	[CEReactions] attribute DOMString value;
	readonly attribute boolean willValidate;
	readonly attribute ValidityState validity;
	readonly attribute DOMString validationMessage;
	boolean checkValidity();
	boolean reportValidity();
	undefined setCustomValidity(DOMString error);
	undefined showPicker();
	readonly attribute NodeList labels;
};

[Exposed=Window] 
interface HTMLDataListElement : HTMLElement {
	constructor();
	readonly attribute HTMLCollection options;
};

[Exposed=Window] 
interface HTMLOptGroupElement : HTMLElement {
	constructor();
	[CEReactions, Reflect] attribute boolean disabled;
	[CEReactions, Reflect] attribute DOMString label;
};

[Exposed=Window, LegacyFactoryFunction=Option(optional DOMString text = "", optional DOMString value, optional boolean defaultSelected = false, optional boolean selected = false)] 
interface HTMLOptionElement : HTMLElement {
	constructor();
	[CEReactions, Reflect] attribute boolean disabled;
	readonly attribute HTMLFormElement? form;
	[CEReactions, ReflectSetter] attribute DOMString label;
	[CEReactions, Reflect="selected"] attribute boolean defaultSelected;
	[CEReactions] attribute boolean selected;
	[CEReactions, ReflectSetter] attribute DOMString value;
	[CEReactions] attribute DOMString text;
	readonly attribute long index;
};

[Exposed=Window] 
interface HTMLTextAreaElement : HTMLElement {
	constructor();
	[CEReactions, ReflectSetter] attribute DOMString autocomplete;
	[CEReactions, ReflectPositiveWithFallback, ReflectDefault=20] attribute unsigned long cols;
	[CEReactions, Reflect] attribute DOMString dirName;
	[CEReactions, Reflect] attribute boolean disabled;
	readonly attribute HTMLFormElement? form;
	[CEReactions, ReflectNonNegative] attribute long maxLength;
	[CEReactions, ReflectNonNegative] attribute long minLength;
	[CEReactions, Reflect] attribute DOMString name;
	[CEReactions, Reflect] attribute DOMString placeholder;
	[CEReactions, Reflect] attribute boolean readOnly;
	[CEReactions, Reflect] attribute boolean required;
	[CEReactions, ReflectPositiveWithFallback, ReflectDefault=2] attribute unsigned long rows;
	[CEReactions, Reflect] attribute DOMString wrap;
	readonly attribute DOMString type;
	[CEReactions] attribute DOMString defaultValue;
	attribute [LegacyNullToEmptyString] DOMString value;
	readonly attribute unsigned long textLength;
	readonly attribute boolean willValidate;
	readonly attribute ValidityState validity;
	readonly attribute DOMString validationMessage;
	boolean checkValidity();
	boolean reportValidity();
	undefined setCustomValidity(DOMString error);
	readonly attribute NodeList labels;
	undefined select();
	attribute unsigned long selectionStart;
	attribute unsigned long selectionEnd;
	attribute DOMString selectionDirection;
	undefined setRangeText(DOMString replacement);
	[ImplementedAs=setRangeTextAt] undefined setRangeText(DOMString replacement, unsigned long start, unsigned long end, optional SelectionMode selectionMode = "preserve");
	undefined setSelectionRange(unsigned long start, unsigned long end, optional DOMString direction);
};

[Exposed=Window] 
interface HTMLOutputElement : HTMLElement {
	constructor();
	[PutForwards=value, Reflect="for"] readonly attribute DOMTokenList htmlFor;
	readonly attribute HTMLFormElement? form;
	[CEReactions, Reflect] attribute DOMString name;
	readonly attribute DOMString type;
	[CEReactions] attribute DOMString defaultValue;
	[CEReactions] attribute DOMString value;
	readonly attribute boolean willValidate;
	readonly attribute ValidityState validity;
	readonly attribute DOMString validationMessage;
	boolean checkValidity();
	boolean reportValidity();
	undefined setCustomValidity(DOMString error);
	readonly attribute NodeList labels;
};

[Exposed=Window] 
interface HTMLProgressElement : HTMLElement {
	constructor();
	[CEReactions, ReflectSetter] attribute double value;
	[CEReactions, ReflectPositive, ReflectDefault=1.0] attribute double max;
	readonly attribute double position;
	readonly attribute NodeList labels;
};

[Exposed=Window] 
interface HTMLMeterElement : HTMLElement {
	constructor();
	[CEReactions, ReflectSetter] attribute double value;
	[CEReactions, ReflectSetter] attribute double min;
	[CEReactions, ReflectSetter] attribute double max;
	[CEReactions, ReflectSetter] attribute double low;
	[CEReactions, ReflectSetter] attribute double high;
	[CEReactions, ReflectSetter] attribute double optimum;
	readonly attribute NodeList labels;
};

[Exposed=Window] 
interface HTMLFieldSetElement : HTMLElement {
	constructor();
	[CEReactions, Reflect] attribute boolean disabled;
	readonly attribute HTMLFormElement? form;
	[CEReactions, Reflect] attribute DOMString name;
	readonly attribute DOMString type;
	readonly attribute HTMLCollection elements;
	readonly attribute boolean willValidate;
	readonly attribute ValidityState validity;
	readonly attribute DOMString validationMessage;
	boolean checkValidity();
	boolean reportValidity();
	undefined setCustomValidity(DOMString error);
};

[Exposed=Window] 
interface HTMLLegendElement : HTMLElement {
	constructor();
	readonly attribute HTMLFormElement? form;
};

[Exposed=Window] 
interface HTMLSelectedContentElement : HTMLElement {
	constructor();
};

[Exposed=Window] 
interface ValidityState {
	readonly attribute boolean valueMissing;
	readonly attribute boolean typeMismatch;
	readonly attribute boolean patternMismatch;
	readonly attribute boolean tooLong;
	readonly attribute boolean tooShort;
	readonly attribute boolean rangeUnderflow;
	readonly attribute boolean rangeOverflow;
	readonly attribute boolean stepMismatch;
	readonly attribute boolean badInput;
	readonly attribute boolean customError;
	readonly attribute boolean valid;
};

[Exposed=Window] 
interface HTMLDetailsElement : HTMLElement {
	constructor();
	[CEReactions, Reflect] attribute DOMString name;
	[CEReactions, Reflect] attribute boolean open;
};

[Exposed=Window] 
interface HTMLDialogElement : HTMLElement {
	constructor();
	[CEReactions, Reflect] attribute boolean open;
	attribute DOMString returnValue;
	[CEReactions, ReflectSetter] attribute DOMString closedBy;
	[CEReactions] undefined show();
	[CEReactions] undefined showModal();
	[CEReactions] undefined close(optional DOMString returnValue);
	[CEReactions] undefined requestClose(optional DOMString returnValue);
};

[Exposed=Window] 
interface HTMLScriptElement : HTMLElement {
	constructor();
	[CEReactions, Reflect] attribute DOMString type;
	[CEReactions, ReflectURL] attribute USVString src;
	[CEReactions, Reflect] attribute boolean noModule;
	[CEReactions] attribute boolean async;
	[CEReactions, Reflect] attribute boolean defer;
	[PutForwards=value, Reflect] readonly attribute DOMTokenList blocking;
	[CEReactions] attribute DOMString? crossOrigin;
	[CEReactions] attribute DOMString referrerPolicy;
	[CEReactions, Reflect] attribute DOMString integrity;
	[CEReactions] attribute DOMString fetchPriority;
	[CEReactions] attribute DOMString text;
	static boolean supports(DOMString type);
};

[Exposed=Window] 
interface HTMLTemplateElement : HTMLElement {
	constructor();
	readonly attribute DocumentFragment content;
	[CEReactions, Reflect="for"] attribute DOMString htmlFor;
	[CEReactions] attribute DOMString shadowRootMode;
	[CEReactions, Reflect] attribute boolean shadowRootDelegatesFocus;
	[CEReactions, Reflect] attribute boolean shadowRootSerializable;
	[CEReactions] attribute DOMString shadowRootSlotAssignment;
	[CEReactions, Reflect] attribute boolean shadowRootClonable;
	[CEReactions, Reflect] attribute DOMString shadowRootCustomElementRegistry;
};

[Exposed=Window] 
interface HTMLSlotElement : HTMLElement {
	constructor();
	[CEReactions, Reflect] attribute DOMString name;
	sequence<Node> assignedNodes(optional AssignedNodesOptions options = {});
	sequence<Element> assignedElements(optional AssignedNodesOptions options = {});
	undefined assign((Element or Text)... nodes);
};

[Exposed=Window] 
interface HTMLCanvasElement : HTMLElement {
	constructor();
	[CEReactions, Reflect, ReflectDefault=300] attribute unsigned long width;
	[CEReactions, Reflect, ReflectDefault=150] attribute unsigned long height;
	RenderingContext? getContext(DOMString contextId, optional any options = null);
	USVString toDataURL(optional DOMString type = "image/png", optional any quality);
	undefined toBlob(BlobCallback callback, optional DOMString type = "image/png", optional any quality);
	OffscreenCanvas transferControlToOffscreen();
};

typedef (HTMLImageElement or SVGImageElement) HTMLOrSVGImageElement;

dictionary ValidityStateFlags {
	boolean valueMissing = false;
	boolean typeMismatch = false;
	boolean patternMismatch = false;
	boolean tooLong = false;
	boolean tooShort = false;
	boolean rangeUnderflow = false;
	boolean rangeOverflow = false;
	boolean stepMismatch = false;
	boolean badInput = false;
	boolean customError = false;
};

[Exposed=Window] 
interface HTMLMarqueeElement : HTMLElement {
	constructor();
	[CEReactions, Reflect] attribute DOMString behavior;
	[CEReactions, Reflect] attribute DOMString bgColor;
	[CEReactions, Reflect] attribute DOMString direction;
	[CEReactions, Reflect] attribute DOMString height;
	[CEReactions, Reflect] attribute unsigned long hspace;
	[CEReactions] attribute long loop;
	[CEReactions, Reflect, ReflectDefault=6] attribute unsigned long scrollAmount;
	[CEReactions, Reflect, ReflectDefault=85] attribute unsigned long scrollDelay;
	[CEReactions, Reflect] attribute boolean trueSpeed;
	[CEReactions, Reflect] attribute unsigned long vspace;
	[CEReactions, Reflect] attribute DOMString width;
	undefined start();
	undefined stop();
};

[Exposed=Window] 
interface HTMLFrameSetElement : HTMLElement {
	constructor();
	[CEReactions, Reflect] attribute DOMString cols;
	[CEReactions, Reflect] attribute DOMString rows;
};

HTMLFrameSetElement includes WindowEventHandlers;

[Exposed=Window] 
interface HTMLFrameElement : HTMLElement {
	constructor();
	[CEReactions, Reflect] attribute DOMString name;
	[CEReactions, Reflect] attribute DOMString scrolling;
	[CEReactions, ReflectURL] attribute USVString src;
	[CEReactions, Reflect] attribute DOMString frameBorder;
	[CEReactions, ReflectURL] attribute USVString longDesc;
	[CEReactions, Reflect] attribute boolean noResize;
	readonly attribute Document? contentDocument;
	readonly attribute WindowProxy? contentWindow;
	[CEReactions, Reflect] attribute [LegacyNullToEmptyString] DOMString marginHeight;
	[CEReactions, Reflect] attribute [LegacyNullToEmptyString] DOMString marginWidth;
};

partial interface HTMLAnchorElement {
	[CEReactions, Reflect] attribute DOMString coords;
	[CEReactions, Reflect] attribute DOMString charset;
	[CEReactions, Reflect] attribute DOMString name;
	[CEReactions, Reflect] attribute DOMString rev;
	[CEReactions, Reflect] attribute DOMString shape;
};

partial interface HTMLAreaElement {
	[CEReactions, Reflect] attribute boolean noHref;
};

partial interface HTMLBodyElement {
	[CEReactions, Reflect] attribute [LegacyNullToEmptyString] DOMString text;
	[CEReactions, Reflect] attribute [LegacyNullToEmptyString] DOMString link;
	[CEReactions, Reflect] attribute [LegacyNullToEmptyString] DOMString vLink;
	[CEReactions, Reflect] attribute [LegacyNullToEmptyString] DOMString aLink;
	[CEReactions, Reflect] attribute [LegacyNullToEmptyString] DOMString bgColor;
	[CEReactions, Reflect] attribute DOMString background;
};

partial interface HTMLBRElement {
	[CEReactions, Reflect] attribute DOMString clear;
};

partial interface HTMLTableCaptionElement {
	[CEReactions, Reflect] attribute DOMString align;
};

partial interface HTMLTableColElement {
	[CEReactions, Reflect] attribute DOMString align;
	[CEReactions, Reflect="char"] attribute DOMString ch;
	[CEReactions, Reflect="charoff"] attribute DOMString chOff;
	[CEReactions, Reflect] attribute DOMString vAlign;
	[CEReactions, Reflect] attribute DOMString width;
};

[Exposed=Window] 
interface HTMLDirectoryElement : HTMLElement {
	constructor();
	[CEReactions, Reflect] attribute boolean compact;
};

partial interface HTMLDivElement {
	[CEReactions, Reflect] attribute DOMString align;
};

partial interface HTMLDListElement {
	[CEReactions, Reflect] attribute boolean compact;
};

partial interface HTMLEmbedElement {
	[CEReactions, Reflect] attribute DOMString align;
	[CEReactions, Reflect] attribute DOMString name;
};

[Exposed=Window] 
interface HTMLFontElement : HTMLElement {
	constructor();
	[CEReactions, Reflect] attribute [LegacyNullToEmptyString] DOMString color;
	[CEReactions, Reflect] attribute DOMString face;
	[CEReactions, Reflect] attribute DOMString size;
};

partial interface HTMLHeadingElement {
	[CEReactions, Reflect] attribute DOMString align;
};

partial interface HTMLHRElement {
	[CEReactions, Reflect] attribute DOMString align;
	[CEReactions, Reflect] attribute DOMString color;
	[CEReactions, Reflect] attribute boolean noShade;
	[CEReactions, Reflect] attribute DOMString size;
	[CEReactions, Reflect] attribute DOMString width;
};

partial interface HTMLHtmlElement {
	[CEReactions, Reflect] attribute DOMString version;
};

partial interface HTMLIFrameElement {
	[CEReactions, Reflect] attribute DOMString align;
	[CEReactions, Reflect] attribute DOMString scrolling;
	[CEReactions, Reflect] attribute DOMString frameBorder;
	[CEReactions, ReflectURL] attribute USVString longDesc;
	[CEReactions, Reflect] attribute [LegacyNullToEmptyString] DOMString marginHeight;
	[CEReactions, Reflect] attribute [LegacyNullToEmptyString] DOMString marginWidth;
};

partial interface HTMLImageElement {
	[CEReactions, Reflect] attribute DOMString name;
	[CEReactions, ReflectURL] attribute USVString lowsrc;
	[CEReactions, Reflect] attribute DOMString align;
	[CEReactions, Reflect] attribute unsigned long hspace;
	[CEReactions, Reflect] attribute unsigned long vspace;
	[CEReactions, ReflectURL] attribute USVString longDesc;
	[CEReactions, Reflect] attribute [LegacyNullToEmptyString] DOMString border;
};

partial interface HTMLInputElement {
	[CEReactions, Reflect] attribute boolean webkitdirectory;
	[CEReactions, Reflect] attribute boolean incremental;
	[CEReactions, Reflect] attribute DOMString align;
	[CEReactions, Reflect] attribute DOMString useMap;
};

partial interface HTMLLegendElement {
	[CEReactions, Reflect] attribute DOMString align;
};

partial interface HTMLLIElement {
	[CEReactions, Reflect] attribute DOMString type;
};

partial interface HTMLLinkElement {
	[CEReactions, Reflect] attribute DOMString charset;
	[CEReactions, Reflect] attribute DOMString rev;
	[CEReactions, Reflect] attribute DOMString target;
};

partial interface HTMLMenuElement {
	[CEReactions, Reflect] attribute boolean compact;
};

partial interface HTMLMetaElement {
	[CEReactions, Reflect] attribute DOMString scheme;
};

partial interface HTMLObjectElement {
	[CEReactions, Reflect] attribute DOMString align;
	[CEReactions, Reflect] attribute DOMString archive;
	[CEReactions, Reflect] attribute DOMString code;
	[CEReactions, Reflect] attribute boolean declare;
	[CEReactions, Reflect] attribute unsigned long hspace;
	[CEReactions, Reflect] attribute DOMString standby;
	[CEReactions, Reflect] attribute unsigned long vspace;
	[CEReactions, ReflectURL] attribute DOMString codeBase;
	[CEReactions, Reflect] attribute DOMString codeType;
	[CEReactions, Reflect] attribute DOMString useMap;
	[CEReactions, Reflect] attribute [LegacyNullToEmptyString] DOMString border;
};

partial interface HTMLOListElement {
	[CEReactions, Reflect] attribute boolean compact;
};

partial interface HTMLParagraphElement {
	[CEReactions, Reflect] attribute DOMString align;
};

[Exposed=Window] 
interface HTMLParamElement : HTMLElement {
	constructor();
	[CEReactions, Reflect] attribute DOMString name;
	[CEReactions, Reflect] attribute DOMString value;
	[CEReactions, Reflect] attribute DOMString type;
	[CEReactions, Reflect] attribute DOMString valueType;
};

partial interface HTMLPreElement {
	[CEReactions, Reflect] attribute long width;
};

partial interface HTMLStyleElement {
	[CEReactions, Reflect] attribute DOMString type;
};

partial interface HTMLScriptElement {
	[CEReactions, Reflect] attribute DOMString charset;
	[CEReactions, Reflect] attribute DOMString event;
	[CEReactions, Reflect="for"] attribute DOMString htmlFor;
};

partial interface HTMLTableElement {
	[CEReactions, Reflect] attribute DOMString align;
	[CEReactions, Reflect] attribute DOMString border;
	[CEReactions, Reflect] attribute DOMString frame;
	[CEReactions, Reflect] attribute DOMString rules;
	[CEReactions, Reflect] attribute DOMString summary;
	[CEReactions, Reflect] attribute DOMString width;
	[CEReactions, Reflect] attribute [LegacyNullToEmptyString] DOMString bgColor;
	[CEReactions, Reflect] attribute [LegacyNullToEmptyString] DOMString cellPadding;
	[CEReactions, Reflect] attribute [LegacyNullToEmptyString] DOMString cellSpacing;
};

partial interface HTMLTableSectionElement {
	[CEReactions, Reflect] attribute DOMString align;
	[CEReactions, Reflect="char"] attribute DOMString ch;
	[CEReactions, Reflect="charoff"] attribute DOMString chOff;
	[CEReactions, Reflect] attribute DOMString vAlign;
};

partial interface HTMLTableCellElement {
	[CEReactions, Reflect] attribute DOMString align;
	[CEReactions, Reflect] attribute DOMString axis;
	[CEReactions, Reflect] attribute DOMString height;
	[CEReactions, Reflect] attribute DOMString width;
	[CEReactions, Reflect="char"] attribute DOMString ch;
	[CEReactions, Reflect="charoff"] attribute DOMString chOff;
	[CEReactions, Reflect] attribute boolean noWrap;
	[CEReactions, Reflect] attribute DOMString vAlign;
	[CEReactions, Reflect] attribute [LegacyNullToEmptyString] DOMString bgColor;
};

partial interface HTMLTableRowElement {
	[CEReactions, Reflect] attribute DOMString align;
	[CEReactions, Reflect="char"] attribute DOMString ch;
	[CEReactions, Reflect="charoff"] attribute DOMString chOff;
	[CEReactions, Reflect] attribute DOMString vAlign;
	[CEReactions, Reflect] attribute [LegacyNullToEmptyString] DOMString bgColor;
};

partial interface HTMLUListElement {
	[CEReactions, Reflect] attribute boolean compact;
	[CEReactions, Reflect] attribute DOMString type;
};
