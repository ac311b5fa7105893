partial interface mixin WindowOrWorkerGlobalScope {
	readonly attribute Crypto crypto;
};

[Exposed=(Window, Worker)] 
interface Crypto {
	readonly attribute SubtleCrypto subtle;
	ArrayBufferView getRandomValues(ArrayBufferView array);
	DOMString randomUUID();
};

[Exposed=(Window, Worker)] 
interface SubtleCrypto {
	Promise<ArrayBuffer> digest(AlgorithmIdentifier algorithm, BufferSource data);
};

typedef (object or DOMString) AlgorithmIdentifier;

typedef AlgorithmIdentifier HashAlgorithmIdentifier;

dictionary Algorithm {
	required DOMString name;
};

dictionary KeyAlgorithm {
	required DOMString name;
};

enum KeyType { "public", "private", "secret" };

dictionary RsaOtherPrimesInfo {
	DOMString r;
	DOMString d;
	DOMString t;
};

dictionary JsonWebKey {
	DOMString kty;
	DOMString use;
	sequence<DOMString> key_ops;
	DOMString alg;
	boolean ext;
	DOMString crv;
	DOMString x;
	DOMString y;
	DOMString d;
	DOMString n;
	DOMString e;
	DOMString p;
	DOMString q;
	DOMString dp;
	DOMString dq;
	DOMString qi;
	sequence<RsaOtherPrimesInfo> oth;
	DOMString k;
};

typedef Uint8Array BigInteger;

dictionary RsaKeyGenParams : Algorithm {
	required [EnforceRange] unsigned long modulusLength;
	required BigInteger publicExponent;
};

dictionary RsaHashedKeyGenParams : RsaKeyGenParams {
	required HashAlgorithmIdentifier hash;
};

dictionary RsaKeyAlgorithm : KeyAlgorithm {
	required [EnforceRange] unsigned long modulusLength;
	required BigInteger publicExponent;
};

dictionary RsaHashedKeyAlgorithm : RsaKeyAlgorithm {
	required KeyAlgorithm hash;
};

dictionary RsaHashedImportParams : Algorithm {
	required HashAlgorithmIdentifier hash;
};

dictionary RsaPssParams : Algorithm {
	required [EnforceRange] unsigned long saltLength;
};

dictionary RsaOaepParams : Algorithm {
	BufferSource label;
};

dictionary EcdsaParams : Algorithm {
	required HashAlgorithmIdentifier hash;
};

typedef DOMString NamedCurve;

dictionary EcKeyGenParams : Algorithm {
	required NamedCurve namedCurve;
};

dictionary EcKeyAlgorithm : KeyAlgorithm {
	required NamedCurve namedCurve;
};

dictionary EcKeyImportParams : Algorithm {
	required NamedCurve namedCurve;
};

dictionary AesCtrParams : Algorithm {
	required BufferSource counter;
	required [EnforceRange] octet length;
};

dictionary AesKeyAlgorithm : KeyAlgorithm {
	required [EnforceRange] unsigned short length;
};

dictionary AesKeyGenParams : Algorithm {
	required [EnforceRange] unsigned short length;
};

dictionary AesDerivedKeyParams : Algorithm {
	required [EnforceRange] unsigned short length;
};

dictionary AesCbcParams : Algorithm {
	required BufferSource iv;
};

dictionary AesGcmParams : Algorithm {
	required BufferSource iv;
	BufferSource additionalData;
	[EnforceRange] octet tagLength;
};

dictionary HmacImportParams : Algorithm {
	required HashAlgorithmIdentifier hash;
	[EnforceRange] unsigned long length;
};

dictionary HmacKeyAlgorithm : KeyAlgorithm {
	required KeyAlgorithm hash;
	required [EnforceRange] unsigned long length;
};

dictionary HmacKeyGenParams : Algorithm {
	required HashAlgorithmIdentifier hash;
	[EnforceRange] unsigned long length;
};

dictionary HkdfParams : Algorithm {
	required HashAlgorithmIdentifier hash;
	required BufferSource salt;
	required BufferSource info;
};

dictionary Pbkdf2Params : Algorithm {
	required BufferSource salt;
	required [EnforceRange] unsigned long iterations;
	required HashAlgorithmIdentifier hash;
};
