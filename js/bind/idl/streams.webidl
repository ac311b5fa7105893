enum ReadableStreamReaderMode { "byob" };

dictionary ReadableStreamGetReaderOptions {
	ReadableStreamReaderMode mode;
};

[Exposed=*] 
interface ReadableStream {
	constructor(optional object underlyingSource, optional QueuingStrategy strategy = {});
	static ReadableStream from(any asyncIterable);
	readonly attribute boolean locked;
	Promise<undefined> cancel(optional any reason);
	ReadableStreamDefaultReader getReader(optional ReadableStreamGetReaderOptions options = {});
	ReadableStream pipeThrough(ReadableWritablePair transform, optional StreamPipeOptions options = {});
	Promise<undefined> pipeTo(WritableStream destination, optional StreamPipeOptions options = {});
	sequence<ReadableStream> tee();
	object values(optional any options);
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
interface ReadableStreamDefaultController {
	readonly attribute unrestricted double? desiredSize;
	undefined close();
	undefined enqueue(optional any chunk);
	undefined error(optional any e);
};

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
