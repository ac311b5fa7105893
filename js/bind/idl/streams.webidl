enum ReadableStreamReaderMode { "byob" };

dictionary ReadableStreamGetReaderOptions {
	ReadableStreamReaderMode mode;
};

typedef (ReadableStreamDefaultReader or ReadableStreamBYOBReader) ReadableStreamReader;

dictionary ReadableWritablePair {
	required ReadableStream readable;
	required WritableStream writable;
};

[Exposed=*]
interface ReadableStream {
	constructor(optional object underlyingSource, optional QueuingStrategy strategy = {});
	static ReadableStream from(any asyncIterable);
	readonly attribute boolean locked;
	Promise<undefined> cancel(optional any reason);
	ReadableStreamReader getReader(optional ReadableStreamGetReaderOptions options = {});
	ReadableStream pipeThrough(ReadableWritablePair transform, optional StreamPipeOptions options = {});
	Promise<undefined> pipeTo(WritableStream destination, optional StreamPipeOptions options = {});
	sequence<ReadableStream> tee();
	object values(optional any options);
};

[Exposed=*, AsyncIterator, LegacyNoInterfaceObject, LegacyName="ReadableStream AsyncIterator"]
interface StreamIterator {
	Promise<any> next();
	Promise<any> return(optional any value);
};

[Exposed=*]
interface ReadableStreamDefaultReader {
	constructor(ReadableStream stream);
	readonly attribute Promise<undefined> closed;
	Promise<undefined> cancel(optional any reason);
	Promise<any> read();
	undefined releaseLock();
};

[Exposed=*]
interface ReadableStreamBYOBReader {
	constructor(ReadableStream stream);
	readonly attribute Promise<undefined> closed;
	Promise<undefined> cancel(optional any reason);
	Promise<any> read(ArrayBufferView view, optional any options);
	undefined releaseLock();
};

[Exposed=*]
interface ReadableStreamDefaultController {
	readonly attribute unrestricted double? desiredSize;
	undefined close();
	undefined enqueue(optional any chunk);
	undefined error(optional any e);
};

[Exposed=*]
interface ReadableByteStreamController {
	readonly attribute ReadableStreamBYOBRequest? byobRequest;
	readonly attribute unrestricted double? desiredSize;
	undefined close();
	undefined enqueue(ArrayBufferView chunk);
	undefined error(optional any e);
};

[Exposed=*]
interface ReadableStreamBYOBRequest {
	readonly attribute ArrayBufferView? view;
	undefined respond([EnforceRange] unsigned long long bytesWritten);
	undefined respondWithNewView(ArrayBufferView view);
};

[Exposed=*]
interface WritableStream {
	constructor(optional object underlyingSink, optional QueuingStrategy strategy = {});
	readonly attribute boolean locked;
	Promise<undefined> abort(optional any reason);
	Promise<undefined> close();
	WritableStreamDefaultWriter getWriter();
};

[Exposed=*]
interface WritableStreamDefaultWriter {
	constructor(WritableStream stream);
	readonly attribute Promise<undefined> closed;
	readonly attribute unrestricted double? desiredSize;
	readonly attribute Promise<undefined> ready;
	Promise<undefined> abort(optional any reason);
	Promise<undefined> close();
	undefined releaseLock();
	Promise<undefined> write(optional any chunk);
};

[Exposed=*]
interface WritableStreamDefaultController {
	readonly attribute AbortSignal signal;
	undefined error(optional any e);
};

[Exposed=*]
interface TransformStream {
	constructor(optional object transformer, optional QueuingStrategy writableStrategy = {}, optional QueuingStrategy readableStrategy = {});
	readonly attribute ReadableStream readable;
	readonly attribute WritableStream writable;
};

[Exposed=*]
interface TransformStreamDefaultController {
	readonly attribute unrestricted double? desiredSize;
	undefined enqueue(optional any chunk);
	undefined error(optional any reason);
	undefined terminate();
};

interface mixin GenericTransformStream {
	readonly attribute ReadableStream readable;
	readonly attribute WritableStream writable;
};



[Exposed=*]
interface CompressionStream {
	constructor(DOMString format);
};
CompressionStream includes GenericTransformStream;

[Exposed=*]
interface DecompressionStream {
	constructor(DOMString format);
};
DecompressionStream includes GenericTransformStream;

[Exposed=*] 
interface CountQueuingStrategy {
	constructor(QueuingStrategyInit init);
	readonly attribute unrestricted double highWaterMark;
	readonly attribute Function size;
};

[Exposed=*] 
interface ByteLengthQueuingStrategy {
	constructor(QueuingStrategyInit init);
	readonly attribute unrestricted double highWaterMark;
	readonly attribute Function size;
};

dictionary StreamPipeOptions {
	boolean preventClose = false;
	boolean preventAbort = false;
	boolean preventCancel = false;
	AbortSignal signal;
};

enum ReadableStreamType { "bytes" };

dictionary UnderlyingSource {
	UnderlyingSourceStartCallback start;
	UnderlyingSourcePullCallback pull;
	UnderlyingSourceCancelCallback cancel;
	ReadableStreamType type;
	[EnforceRange] unsigned long long autoAllocateChunkSize;
};

callback UnderlyingSourceStartCallback = any (ReadableStreamController controller);

callback UnderlyingSourcePullCallback = Promise<undefined> (ReadableStreamController controller);

callback UnderlyingSourceCancelCallback = Promise<undefined> (optional any reason);

dictionary UnderlyingSink {
	UnderlyingSinkStartCallback start;
	UnderlyingSinkWriteCallback write;
	UnderlyingSinkCloseCallback close;
	UnderlyingSinkAbortCallback abort;
	any type;
};

callback UnderlyingSinkStartCallback = any (WritableStreamDefaultController controller);

callback UnderlyingSinkWriteCallback = Promise<undefined> (any chunk, WritableStreamDefaultController controller);

callback UnderlyingSinkCloseCallback = Promise<undefined> ();

callback UnderlyingSinkAbortCallback = Promise<undefined> (optional any reason);

dictionary QueuingStrategy {
	unrestricted double highWaterMark;
	QueuingStrategySize size;
};

callback QueuingStrategySize = unrestricted double (any chunk);

dictionary QueuingStrategyInit {
	required unrestricted double highWaterMark;
};
