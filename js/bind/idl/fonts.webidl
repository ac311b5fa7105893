dictionary FontFaceDescriptors {
	CSSOMString style = "normal";
	CSSOMString weight = "normal";
	CSSOMString stretch = "normal";
	CSSOMString unicodeRange = "U+0-10FFFF";
	CSSOMString featureSettings = "normal";
	CSSOMString variationSettings = "normal";
	CSSOMString display = "auto";
	CSSOMString ascentOverride = "normal";
	CSSOMString descentOverride = "normal";
	CSSOMString lineGapOverride = "normal";
};

enum FontFaceLoadStatus { "unloaded", "loading", "loaded", "error" };

[Exposed=(Window, Worker)] 
interface FontFace {
	constructor(CSSOMString family, (CSSOMString or BufferSource) source, optional FontFaceDescriptors descriptors = {});
	attribute CSSOMString family;
	attribute CSSOMString style;
	attribute CSSOMString weight;
	attribute CSSOMString stretch;
	attribute CSSOMString unicodeRange;
	attribute CSSOMString featureSettings;
	attribute CSSOMString variationSettings;
	attribute CSSOMString display;
	attribute CSSOMString ascentOverride;
	attribute CSSOMString descentOverride;
	attribute CSSOMString lineGapOverride;
	readonly attribute FontFaceLoadStatus status;
	Promise<FontFace> load();
	readonly attribute Promise<FontFace> loaded;
};

[Exposed=(Window, Worker)] 
interface FontFaceFeatures {
};

[Exposed=(Window, Worker)] 
interface FontFaceVariationAxis {
	readonly attribute DOMString name;
	readonly attribute DOMString axisTag;
	readonly attribute double minimumValue;
	readonly attribute double maximumValue;
	readonly attribute double defaultValue;
};

[Exposed=(Window, Worker)] 
interface FontFaceVariations {
};

[Exposed=(Window, Worker)] 
interface FontFacePalette {
	iterable<DOMString>;
	readonly attribute unsigned long length;
	getter DOMString (unsigned long index);
	readonly attribute boolean usableWithLightBackground;
	readonly attribute boolean usableWithDarkBackground;
};

[Exposed=(Window, Worker)] 
interface FontFacePalettes {
	iterable<FontFacePalette>;
	readonly attribute unsigned long length;
	getter FontFacePalette (unsigned long index);
};

partial interface FontFace {
	readonly attribute FontFaceFeatures features;
	readonly attribute FontFaceVariations variations;
	readonly attribute FontFacePalettes palettes;
};

dictionary FontFaceSetLoadEventInit : EventInit {
	sequence<FontFace> fontfaces = [];
};

[Exposed=(Window, Worker)] 
interface FontFaceSetLoadEvent : Event {
	constructor(CSSOMString type, optional FontFaceSetLoadEventInit eventInitDict = {});
	readonly attribute FrozenArray<FontFace> fontfaces;
};

enum FontFaceSetLoadStatus { "loading", "loaded" };

[Exposed=(Window, Worker)] 
interface FontFaceSet : EventTarget {
	FontFaceSet add(FontFace font);
	boolean delete(FontFace font);
	undefined clear();
	attribute EventHandler onloading;
	attribute EventHandler onloadingdone;
	attribute EventHandler onloadingerror;
	Promise<sequence<FontFace>> load(CSSOMString font, optional CSSOMString text = " ");
	boolean check(CSSOMString font, optional CSSOMString text = " ");
	readonly attribute Promise<FontFaceSet> ready;
	readonly attribute FontFaceSetLoadStatus status;
	readonly attribute unsigned long size;
	boolean has(FontFace font);
	undefined forEach(Function callback, optional any thisArg);
	object entries();
	object keys();
	object values();
};

interface mixin FontFaceSource {
	readonly attribute FontFaceSet fonts;
};

Document includes FontFaceSource;
