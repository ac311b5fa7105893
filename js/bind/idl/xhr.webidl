[Exposed=(Window, DedicatedWorker, SharedWorker)] 
interface XMLHttpRequestEventTarget : EventTarget {
	attribute EventHandler onloadstart;
	attribute EventHandler onprogress;
	attribute EventHandler onabort;
	attribute EventHandler onerror;
	attribute EventHandler onload;
	attribute EventHandler ontimeout;
	attribute EventHandler onloadend;
};

[Exposed=(Window, DedicatedWorker, SharedWorker)] 
interface XMLHttpRequestUpload : XMLHttpRequestEventTarget {
};

enum XMLHttpRequestResponseType { "", "arraybuffer", "blob", "document", "json", "text" };

[Exposed=(Window, DedicatedWorker, SharedWorker)] 
interface XMLHttpRequest : XMLHttpRequestEventTarget {
	constructor();
	attribute EventHandler onreadystatechange;
	const unsigned short UNSENT = 0;
	const unsigned short OPENED = 1;
	const unsigned short HEADERS_RECEIVED = 2;
	const unsigned short LOADING = 3;
	const unsigned short DONE = 4;
	readonly attribute unsigned short readyState;
	undefined open(ByteString method, USVString url);
	[ImplementedAs=openWith] undefined open(ByteString method, USVString url, boolean _async, optional USVString? username = null, optional USVString? password = null);
	undefined setRequestHeader(ByteString name, ByteString value);
	attribute unsigned long timeout;
	attribute boolean withCredentials;
	readonly attribute XMLHttpRequestUpload upload;
	undefined send(optional (Document or XMLHttpRequestBodyInit)? body = null);
	undefined abort();
	readonly attribute USVString responseURL;
	readonly attribute unsigned short status;
	readonly attribute ByteString statusText;
	ByteString? getResponseHeader(ByteString name);
	ByteString getAllResponseHeaders();
	undefined overrideMimeType(DOMString mime);
	attribute XMLHttpRequestResponseType responseType;
	readonly attribute any response;
	readonly attribute USVString responseText;
	[Exposed=Window] readonly attribute Document? responseXML;
};

typedef (File or USVString) FormDataEntryValue;

[Exposed=(Window, Worker)] 
interface FormData {
	constructor(optional HTMLFormElement form, optional HTMLElement? submitter = null);
	undefined append(USVString name, USVString value);
	[ImplementedAs=appendBlob] undefined append(USVString name, Blob blobValue, optional USVString filename);
	undefined delete(USVString name);
	FormDataEntryValue? get(USVString name);
	sequence<FormDataEntryValue> getAll(USVString name);
	boolean has(USVString name);
	undefined set(USVString name, USVString value);
	[ImplementedAs=setBlob] undefined set(USVString name, Blob blobValue, optional USVString filename);
	iterable<USVString, FormDataEntryValue>;
};

[Exposed=(Window, Worker)] 
interface ProgressEvent : Event {
	constructor(DOMString type, optional ProgressEventInit eventInitDict = {});
	readonly attribute boolean lengthComputable;
	readonly attribute double loaded;
	readonly attribute double total;
};

dictionary ProgressEventInit : EventInit {
	boolean lengthComputable = false;
	double loaded = 0;
	double total = 0;
};
