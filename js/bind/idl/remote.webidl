[Exposed=Window, LegacyNoInterfaceObject]
interface RemoteWindow {
	readonly attribute RemoteWindow window;
	readonly attribute RemoteWindow self;
	readonly attribute RemoteWindow frames;
	readonly attribute boolean closed;
	readonly attribute unsigned long length;
	readonly attribute any parent;
	readonly attribute any top;
	readonly attribute any opener;
	[PutForwards=href] readonly attribute Location location;
	undefined close();
	undefined focus();
	undefined blur();
	undefined postMessage(any message, USVString targetOrigin, optional sequence<object> transfer = []);
	undefined postMessage(any message, optional WindowPostMessageOptions options = {});
};
