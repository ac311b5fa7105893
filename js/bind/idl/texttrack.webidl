// https://html.spec.whatwg.org/multipage/media.html#timed-text-tracks and https://www.w3.org/TR/webvtt1/

enum TextTrackMode { "disabled", "hidden", "showing" };
enum TextTrackKind { "subtitles", "captions", "descriptions", "chapters", "metadata" };

[Exposed=Window]
interface TextTrackList : EventTarget {
	readonly attribute unsigned long length;
	getter TextTrack (unsigned long index);
	TextTrack? getTrackById(DOMString id);
	attribute EventHandler onchange;
	attribute EventHandler onaddtrack;
	attribute EventHandler onremovetrack;
};

[Exposed=Window]
interface TextTrack : EventTarget {
	readonly attribute TextTrackKind kind;
	readonly attribute DOMString label;
	readonly attribute DOMString language;
	readonly attribute DOMString id;
	attribute TextTrackMode mode;
	readonly attribute TextTrackCueList? cues;
	readonly attribute TextTrackCueList? activeCues;
	undefined addCue(TextTrackCue cue);
	undefined removeCue(TextTrackCue cue);
	attribute EventHandler oncuechange;
};

[Exposed=Window]
interface TextTrackCueList {
	readonly attribute unsigned long length;
	getter TextTrackCue (unsigned long index);
	TextTrackCue? getCueById(DOMString id);
};

[Exposed=Window]
interface TextTrackCue : EventTarget {
	readonly attribute TextTrack? track;
	attribute DOMString id;
	attribute double startTime;
	attribute unrestricted double endTime;
	attribute boolean pauseOnExit;
	attribute EventHandler onenter;
	attribute EventHandler onexit;
};

enum AutoKeyword { "auto" };
enum DirectionSetting { "", "rl", "lr" };
enum AlignSetting { "start", "center", "end", "left", "right" };

[Exposed=Window]
interface VTTCue : TextTrackCue {
	constructor(double startTime, unrestricted double endTime, DOMString text);
	attribute DirectionSetting vertical;
	attribute boolean snapToLines;
	attribute (double or AutoKeyword) line;
	attribute (double or AutoKeyword) position;
	attribute double size;
	attribute AlignSetting align;
	attribute DOMString text;
	DocumentFragment getCueAsHTML();
};

[Exposed=Window]
interface TrackEvent : Event {
	constructor(DOMString type, optional TrackEventInit eventInitDict = {});
	readonly attribute TextTrack? track;
};

dictionary TrackEventInit : EventInit {
	TextTrack? track = null;
};
