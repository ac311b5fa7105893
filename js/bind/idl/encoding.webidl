interface mixin TextDecoderCommon {
	readonly attribute DOMString encoding;
	readonly attribute boolean fatal;
	readonly attribute boolean ignoreBOM;
};

dictionary TextDecoderOptions {
	boolean fatal = false;
	boolean ignoreBOM = false;
};

dictionary TextDecodeOptions {
	boolean stream = false;
};

[Exposed=*] 
interface TextDecoder {
	constructor(optional DOMString label = "utf-8", optional TextDecoderOptions options = {});
	USVString decode(optional AllowSharedBufferSource input, optional TextDecodeOptions options = {});
};

TextDecoder includes TextDecoderCommon;

interface mixin TextEncoderCommon {
	readonly attribute DOMString encoding;
};

dictionary TextEncoderEncodeIntoResult {
	unsigned long long read;
	unsigned long long written;
};

[Exposed=*] 
interface TextEncoder {
	constructor();
	Uint8Array encode(optional USVString input = "");
	TextEncoderEncodeIntoResult encodeInto(USVString source, [AllowShared] Uint8Array destination);
};

TextEncoder includes TextEncoderCommon;

[Exposed=*]
interface TextDecoderStream {
	constructor(optional DOMString label = "utf-8", optional TextDecoderOptions options = {});
};

TextDecoderStream includes TextDecoderCommon;

TextDecoderStream includes GenericTransformStream;

[Exposed=*]
interface TextEncoderStream {
	constructor();
};

TextEncoderStream includes TextEncoderCommon;

TextEncoderStream includes GenericTransformStream;
