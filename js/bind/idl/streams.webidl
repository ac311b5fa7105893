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
