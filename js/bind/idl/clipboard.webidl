[Exposed=Window]
interface ClipboardItem {
	constructor(record<DOMString, any> items, optional ClipboardItemOptions options = {});
	readonly attribute PresentationStyle presentationStyle;
	readonly attribute FrozenArray<DOMString> types;
	Promise<Blob> getType(DOMString type);
	static boolean supports(DOMString type);
};

dictionary ClipboardItemOptions {
	PresentationStyle presentationStyle = "unspecified";
};

[Exposed=Window]
interface Clipboard : EventTarget {
	Promise<any> read(optional any formats);
	Promise<DOMString> readText();
	Promise<undefined> write(sequence<ClipboardItem> data);
	Promise<undefined> writeText(DOMString data);
};
