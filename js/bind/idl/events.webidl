[Exposed=Window] 
interface SubmitEvent : Event {
	constructor(DOMString type, optional SubmitEventInit eventInitDict = {});
	readonly attribute HTMLElement? submitter;
};

dictionary SubmitEventInit : EventInit {
	HTMLElement? submitter = null;
};

[Exposed=Window] 
interface FormDataEvent : Event {
	constructor(DOMString type, FormDataEventInit eventInitDict);
	readonly attribute FormData formData;
};

dictionary FormDataEventInit : EventInit {
	required FormData formData;
};

[Exposed=Window] 
interface ToggleEvent : Event {
	constructor(DOMString type, optional ToggleEventInit eventInitDict = {});
	readonly attribute DOMString oldState;
	readonly attribute DOMString newState;
	readonly attribute Element? source;
};

dictionary ToggleEventInit : EventInit {
	DOMString oldState = "";
	DOMString newState = "";
	Element? source = null;
};

[Exposed=Window] 
interface CommandEvent : Event {
	constructor(DOMString type, optional CommandEventInit eventInitDict = {});
	readonly attribute Element? source;
	readonly attribute DOMString command;
};

dictionary CommandEventInit : EventInit {
	Element? source = null;
	DOMString command = "";
};

[Exposed=Window] 
interface DragEvent : MouseEvent {
	constructor(DOMString type, optional DragEventInit eventInitDict = {});
	readonly attribute DataTransfer? dataTransfer;
};

dictionary DragEventInit : MouseEventInit {
	DataTransfer? dataTransfer = null;
};

[Exposed=Window] 
interface PopStateEvent : Event {
	constructor(DOMString type, optional PopStateEventInit eventInitDict = {});
	readonly attribute any state;
	readonly attribute boolean hasUAVisualTransition;
};

dictionary PopStateEventInit : EventInit {
	any state = null;
	boolean hasUAVisualTransition = false;
};

[Exposed=Window] 
interface HashChangeEvent : Event {
	constructor(DOMString type, optional HashChangeEventInit eventInitDict = {});
	readonly attribute USVString oldURL;
	readonly attribute USVString newURL;
};

dictionary HashChangeEventInit : EventInit {
	USVString oldURL = "";
	USVString newURL = "";
};

[Exposed=Window] 
interface PageTransitionEvent : Event {
	constructor(DOMString type, optional PageTransitionEventInit eventInitDict = {});
	readonly attribute boolean persisted;
};

dictionary PageTransitionEventInit : EventInit {
	boolean persisted = false;
};

[Exposed=Window] 
interface BeforeUnloadEvent : Event {
	attribute DOMString returnValue;
};

[Exposed=*] 
interface ErrorEvent : Event {
	constructor(DOMString type, optional ErrorEventInit eventInitDict = {});
	readonly attribute DOMString message;
	readonly attribute USVString filename;
	readonly attribute unsigned long lineno;
	readonly attribute unsigned long colno;
	readonly attribute any error;
};

dictionary ErrorEventInit : EventInit {
	DOMString message = "";
	USVString filename = "";
	unsigned long lineno = 0;
	unsigned long colno = 0;
	any error;
};

[Exposed=*] 
interface PromiseRejectionEvent : Event {
	constructor(DOMString type, PromiseRejectionEventInit eventInitDict);
	readonly attribute object promise;
	readonly attribute any reason;
};

dictionary PromiseRejectionEventInit : EventInit {
	required object promise;
	any reason;
};

[Exposed=(Window, Worker, AudioWorklet)] 
interface MessageEvent : Event {
	constructor(DOMString type, optional MessageEventInit eventInitDict = {});
	readonly attribute any data;
	readonly attribute USVString origin;
	readonly attribute DOMString lastEventId;
	readonly attribute MessageEventSource? source;
	readonly attribute FrozenArray<MessagePort> ports;
	undefined initMessageEvent(DOMString type, optional boolean bubbles = false, optional boolean cancelable = false, optional any data = null, optional USVString origin = "", optional DOMString lastEventId = "", optional MessageEventSource? source = null, optional sequence<MessagePort> ports = []);
};

dictionary MessageEventInit : EventInit {
	any data = null;
	USVString origin = "";
	DOMString lastEventId = "";
	MessageEventSource? source = null;
	sequence<MessagePort> ports = [];
};

[Exposed=Window] 
interface StorageEvent : Event {
	constructor(DOMString type, optional StorageEventInit eventInitDict = {});
	readonly attribute DOMString? key;
	readonly attribute DOMString? oldValue;
	readonly attribute DOMString? newValue;
	readonly attribute USVString url;
	readonly attribute Storage? storageArea;
	undefined initStorageEvent(DOMString type, optional boolean bubbles = false, optional boolean cancelable = false, optional DOMString? key = null, optional DOMString? oldValue = null, optional DOMString? newValue = null, optional USVString url = "", optional Storage? storageArea = null);
};

dictionary StorageEventInit : EventInit {
	DOMString? key = null;
	DOMString? oldValue = null;
	DOMString? newValue = null;
	USVString url = "";
	Storage? storageArea = null;
};

[Exposed=Window] 
interface UIEvent : Event {
	constructor(DOMString type, optional UIEventInit eventInitDict = {});
	readonly attribute Window? view;
	readonly attribute long detail;
};

dictionary UIEventInit : EventInit {
	Window? view = null;
	long detail = 0;
};

[Exposed=Window] 
interface FocusEvent : UIEvent {
	constructor(DOMString type, optional FocusEventInit eventInitDict = {});
	readonly attribute EventTarget? relatedTarget;
};

dictionary FocusEventInit : UIEventInit {
	EventTarget? relatedTarget = null;
};

[Exposed=Window] 
interface InputEvent : UIEvent {
	constructor(DOMString type, optional InputEventInit eventInitDict = {});
	readonly attribute USVString? data;
	readonly attribute boolean isComposing;
	readonly attribute DOMString inputType;
};

dictionary InputEventInit : UIEventInit {
	DOMString? data = null;
	boolean isComposing = false;
	DOMString inputType = "";
};

[Exposed=Window] 
interface KeyboardEvent : UIEvent {
	constructor(DOMString type, optional KeyboardEventInit eventInitDict = {});
	const unsigned long DOM_KEY_LOCATION_STANDARD = 0x00;
	const unsigned long DOM_KEY_LOCATION_LEFT = 0x01;
	const unsigned long DOM_KEY_LOCATION_RIGHT = 0x02;
	const unsigned long DOM_KEY_LOCATION_NUMPAD = 0x03;
	readonly attribute DOMString key;
	readonly attribute DOMString code;
	readonly attribute unsigned long location;
	readonly attribute boolean ctrlKey;
	readonly attribute boolean shiftKey;
	readonly attribute boolean altKey;
	readonly attribute boolean metaKey;
	readonly attribute boolean repeat;
	readonly attribute boolean isComposing;
	boolean getModifierState(DOMString keyArg);
};

dictionary KeyboardEventInit : EventModifierInit {
	DOMString key = "";
	DOMString code = "";
	unsigned long location = 0;
	boolean repeat = false;
	boolean isComposing = false;
};

dictionary EventModifierInit : UIEventInit {
	boolean ctrlKey = false;
	boolean shiftKey = false;
	boolean altKey = false;
	boolean metaKey = false;
	boolean modifierAltGraph = false;
	boolean modifierCapsLock = false;
	boolean modifierFn = false;
	boolean modifierFnLock = false;
	boolean modifierHyper = false;
	boolean modifierNumLock = false;
	boolean modifierScrollLock = false;
	boolean modifierSuper = false;
	boolean modifierSymbol = false;
	boolean modifierSymbolLock = false;
};

[Exposed=Window] 
interface CompositionEvent : UIEvent {
	constructor(DOMString type, optional CompositionEventInit eventInitDict = {});
	readonly attribute USVString data;
};

dictionary CompositionEventInit : UIEventInit {
	DOMString data = "";
};

partial interface UIEvent {
	undefined initUIEvent(DOMString typeArg, optional boolean bubblesArg = false, optional boolean cancelableArg = false, optional Window? viewArg = null, optional long detailArg = 0);
};

partial interface KeyboardEvent {
	undefined initKeyboardEvent(DOMString typeArg, optional boolean bubblesArg = false, optional boolean cancelableArg = false, optional Window? viewArg = null, optional DOMString keyArg = "", optional unsigned long locationArg = 0, optional boolean ctrlKey = false, optional boolean altKey = false, optional boolean shiftKey = false, optional boolean metaKey = false);
};

partial interface CompositionEvent {
	undefined initCompositionEvent(DOMString typeArg, optional boolean bubblesArg = false, optional boolean cancelableArg = false, optional WindowProxy? viewArg = null, optional DOMString dataArg = "");
};

partial interface UIEvent {
	readonly attribute unsigned long which;
};

partial dictionary UIEventInit {
	unsigned long which = 0;
};

partial interface KeyboardEvent {
	readonly attribute unsigned long charCode;
	readonly attribute unsigned long keyCode;
};

partial dictionary KeyboardEventInit {
	unsigned long charCode = 0;
	unsigned long keyCode = 0;
};

[Exposed=Window] 
interface TextEvent : UIEvent {
	readonly attribute DOMString data;
	undefined initTextEvent(DOMString type, optional boolean bubbles = false, optional boolean cancelable = false, optional Window? view = null, optional DOMString data = "undefined");
};

partial interface InputEvent {
	readonly attribute DataTransfer? dataTransfer;
	sequence<StaticRange> getTargetRanges();
};

partial dictionary InputEventInit {
	DataTransfer? dataTransfer = null;
	sequence<StaticRange> targetRanges = [];
};

dictionary PointerEventInit : MouseEventInit {
	long pointerId = 0;
	double width = 1;
	double height = 1;
	float pressure = 0;
	float tangentialPressure = 0;
	long tiltX;
	long tiltY;
	long twist = 0;
	double altitudeAngle;
	double azimuthAngle;
	DOMString pointerType = "";
	boolean isPrimary = false;
	long persistentDeviceId = 0;
	sequence<PointerEvent> coalescedEvents = [];
	sequence<PointerEvent> predictedEvents = [];
};

[Exposed=Window] 
interface PointerEvent : MouseEvent {
	constructor(DOMString type, optional PointerEventInit eventInitDict = {});
	readonly attribute long pointerId;
	readonly attribute double width;
	readonly attribute double height;
	readonly attribute float pressure;
	readonly attribute float tangentialPressure;
	readonly attribute long tiltX;
	readonly attribute long tiltY;
	readonly attribute long twist;
	readonly attribute double altitudeAngle;
	readonly attribute double azimuthAngle;
	readonly attribute DOMString pointerType;
	readonly attribute boolean isPrimary;
	readonly attribute long persistentDeviceId;
	sequence<PointerEvent> getCoalescedEvents();
	sequence<PointerEvent> getPredictedEvents();
};

partial interface Element {
	undefined setPointerCapture(long pointerId);
	undefined releasePointerCapture(long pointerId);
	boolean hasPointerCapture(long pointerId);
};

partial interface mixin GlobalEventHandlers {
	attribute EventHandler onpointerover;
	attribute EventHandler onpointerenter;
	attribute EventHandler onpointerdown;
	attribute EventHandler onpointermove;
	attribute EventHandler onpointerrawupdate;
	attribute EventHandler onpointerup;
	attribute EventHandler onpointercancel;
	attribute EventHandler onpointerout;
	attribute EventHandler onpointerleave;
	attribute EventHandler ongotpointercapture;
	attribute EventHandler onlostpointercapture;
};

partial interface Navigator {
	readonly attribute long maxTouchPoints;
};

dictionary MouseEventInit : EventModifierInit {
	double screenX = 0;
	double screenY = 0;
	double clientX = 0;
	double clientY = 0;
	short button = 0;
	unsigned short buttons = 0;
	EventTarget? relatedTarget = null;
};

[Exposed=Window] 
interface MouseEvent : UIEvent {
	constructor(DOMString type, optional MouseEventInit eventInitDict = {});
	readonly attribute double screenX;
	readonly attribute double screenY;
	readonly attribute double clientX;
	readonly attribute double clientY;
	readonly attribute long layerX;
	readonly attribute long layerY;
	readonly attribute boolean ctrlKey;
	readonly attribute boolean shiftKey;
	readonly attribute boolean altKey;
	readonly attribute boolean metaKey;
	readonly attribute short button;
	readonly attribute unsigned short buttons;
	readonly attribute EventTarget? relatedTarget;
	readonly attribute Node? fromElement;
	readonly attribute Node? toElement;
	boolean getModifierState(DOMString keyArg);
};

dictionary WheelEventInit : MouseEventInit {
	double deltaX = 0.0;
	double deltaY = 0.0;
	double deltaZ = 0.0;
	unsigned long deltaMode = 0;
	boolean momentum = false;
};

[Exposed=Window] 
interface WheelEvent : MouseEvent {
	constructor(DOMString type, optional WheelEventInit eventInitDict = {});
	const unsigned long DOM_DELTA_PIXEL = 0x00;
	const unsigned long DOM_DELTA_LINE = 0x01;
	const unsigned long DOM_DELTA_PAGE = 0x02;
	readonly attribute double deltaX;
	readonly attribute double deltaY;
	readonly attribute double deltaZ;
	readonly attribute unsigned long deltaMode;
	readonly attribute boolean momentum;
};

partial interface MouseEvent {
	undefined initMouseEvent(DOMString typeArg, optional boolean bubblesArg = false, optional boolean cancelableArg = false, optional Window? viewArg = null, optional long detailArg = 0, optional long screenXArg = 0, optional long screenYArg = 0, optional long clientXArg = 0, optional long clientYArg = 0, optional boolean ctrlKeyArg = false, optional boolean altKeyArg = false, optional boolean shiftKeyArg = false, optional boolean metaKeyArg = false, optional short buttonArg = 0, optional EventTarget? relatedTargetArg = null);
};

dictionary ClipboardEventInit : EventInit {
	DataTransfer? clipboardData = null;
};

[Exposed=Window] 
interface ClipboardEvent : Event {
	constructor(DOMString type, optional ClipboardEventInit eventInitDict = {});
	readonly attribute DataTransfer? clipboardData;
};

partial interface Navigator {
	readonly attribute Clipboard clipboard;
};

enum PresentationStyle { "unspecified", "inline", "attachment" };

[Exposed=Window] 
interface AnimationEvent : Event {
	constructor(CSSOMString type, optional AnimationEventInit animationEventInitDict = {});
	readonly attribute CSSOMString animationName;
	readonly attribute double elapsedTime;
	readonly attribute CSSOMString pseudoElement;
};

dictionary AnimationEventInit : EventInit {
	CSSOMString animationName = "";
	double elapsedTime = 0.0;
	CSSOMString pseudoElement = "";
};

partial interface CSSRule {
	const unsigned short KEYFRAMES_RULE = 7;
	const unsigned short KEYFRAME_RULE = 8;
};

[Exposed=Window] 
interface CSSKeyframeRule : CSSRule {
	attribute CSSOMString keyText;
	[PutForwards=cssText] readonly attribute CSSStyleProperties style;
};

[Exposed=Window] 
interface CSSKeyframesRule : CSSRule {
	attribute CSSOMString name;
	readonly attribute CSSRuleList cssRules;
	readonly attribute unsigned long length;
	getter CSSKeyframeRule (unsigned long index);
	undefined appendRule(CSSOMString rule);
	undefined deleteRule(CSSOMString select);
	CSSKeyframeRule? findRule(CSSOMString select);
};

partial interface mixin GlobalEventHandlers {
	attribute EventHandler onanimationstart;
	attribute EventHandler onanimationiteration;
	attribute EventHandler onanimationend;
	attribute EventHandler onanimationcancel;
};

[Exposed=Window] 
interface TransitionEvent : Event {
	constructor(CSSOMString type, optional TransitionEventInit transitionEventInitDict = {});
	readonly attribute CSSOMString propertyName;
	readonly attribute double elapsedTime;
	readonly attribute CSSOMString pseudoElement;
};

dictionary TransitionEventInit : EventInit {
	CSSOMString propertyName = "";
	double elapsedTime = 0.0;
	CSSOMString pseudoElement = "";
};

partial interface mixin GlobalEventHandlers {
	attribute EventHandler ontransitionrun;
	attribute EventHandler ontransitionstart;
	attribute EventHandler ontransitionend;
	attribute EventHandler ontransitioncancel;
};

partial interface MouseEvent {
	readonly attribute double movementX;
	readonly attribute double movementY;
};

partial dictionary MouseEventInit {
	double movementX = 0;
	double movementY = 0;
};
