[Exposed=Window] 
interface AnimationTimeline {
	readonly attribute double? currentTime;
};

dictionary DocumentTimelineOptions {
	DOMHighResTimeStamp originTime = 0;
};

[Exposed=Window] 
interface DocumentTimeline : AnimationTimeline {
	constructor(optional DocumentTimelineOptions options = {});
};

[Exposed=Window] 
interface Animation : EventTarget {
	constructor(optional AnimationEffect? effect = null, optional AnimationTimeline? timeline);
	attribute DOMString id;
	attribute AnimationEffect? effect;
	attribute AnimationTimeline? timeline;
	attribute double? startTime;
	attribute double? currentTime;
	attribute double playbackRate;
	readonly attribute AnimationPlayState playState;
	readonly attribute AnimationReplaceState replaceState;
	readonly attribute boolean pending;
	readonly attribute Promise<Animation> ready;
	readonly attribute Promise<Animation> finished;
	attribute EventHandler onfinish;
	attribute EventHandler oncancel;
	attribute EventHandler onremove;
	undefined cancel();
	undefined finish();
	undefined play();
	undefined pause();
	undefined updatePlaybackRate(double playbackRate);
	undefined reverse();
	undefined persist();
	[CEReactions] undefined commitStyles();
};

enum AnimationPlayState { "idle", "running", "paused", "finished" };

enum AnimationReplaceState { "active", "removed", "persisted" };

[Exposed=Window] 
interface AnimationEffect {
	EffectTiming getTiming();
	ComputedEffectTiming getComputedTiming();
	undefined updateTiming(optional OptionalEffectTiming timing = {});
};

dictionary EffectTiming {
	double delay = 0;
	PlaybackDirection direction = "normal";
	any duration;
	DOMString easing = "linear";
	double endDelay = 0;
	FillMode fill = "auto";
	double iterationStart = 0.0;
	unrestricted double iterations = 1.0;
};

dictionary OptionalEffectTiming {
	double delay;
	PlaybackDirection direction;
	any duration;
	DOMString easing;
	double endDelay;
	FillMode fill;
	double iterationStart;
	unrestricted double iterations;
};

dictionary ComputedEffectTiming : EffectTiming {
	double endTime;
	double activeDuration;
	double? localTime;
	double? progress;
	unrestricted double? currentIteration;
};

enum FillMode { "none", "forwards", "backwards", "both", "auto" };

enum PlaybackDirection { "normal", "reverse", "alternate", "alternate-reverse" };

[Exposed=Window] 
interface KeyframeEffect : AnimationEffect {
	constructor(Element? target, object? keyframes, optional (unrestricted double or KeyframeEffectOptions) options = {});
	[ImplementedAs=KeyframeEffectOf] constructor(KeyframeEffect source);
	attribute Element? target;
	attribute CSSOMString? pseudoElement;
	attribute CompositeOperation composite;
	sequence<object> getKeyframes();
	undefined setKeyframes(object? keyframes);
};

enum CompositeOperation { "replace", "add", "accumulate" };

dictionary KeyframeEffectOptions : EffectTiming {
	CompositeOperation composite = "replace";
	CSSOMString? pseudoElement = null;
};

dictionary KeyframeAnimationOptions : KeyframeEffectOptions {
	DOMString id = "";
	AnimationTimeline? timeline;
};

dictionary GetAnimationsOptions {
	boolean subtree = false;
};

interface mixin Animatable {
	Animation animate(object? keyframes, optional any options = {});
	sequence<Animation> getAnimations(optional GetAnimationsOptions options = {});
};

Element includes Animatable;

partial interface Document {
	readonly attribute DocumentTimeline timeline;
};

partial interface mixin DocumentOrShadowRoot {
	sequence<Animation> getAnimations();
};

[Exposed=Window] 
interface CSSAnimation : Animation {
	readonly attribute CSSOMString animationName;
};

[Exposed=Window] 
interface CSSTransition : Animation {
	readonly attribute CSSOMString transitionProperty;
};

[Exposed=Window] 
interface AnimationPlaybackEvent : Event {
	constructor(DOMString type, optional AnimationPlaybackEventInit eventInitDict = {});
	readonly attribute double? currentTime;
	readonly attribute double? timelineTime;
};

dictionary AnimationPlaybackEventInit : EventInit {
	double? currentTime = null;
	double? timelineTime = null;
};
