[Exposed=*, LegacyWindowAlias=webkitURL] 
interface URL {
	constructor(USVString url, optional USVString base);
	static URL? parse(USVString url, optional USVString base);
	static boolean canParse(USVString url, optional USVString base);
	stringifier attribute USVString href;
	readonly attribute USVString origin;
	attribute USVString protocol;
	attribute USVString username;
	attribute USVString password;
	attribute USVString host;
	attribute USVString hostname;
	attribute USVString port;
	attribute USVString pathname;
	attribute USVString search;
	readonly attribute URLSearchParams searchParams;
	attribute USVString hash;
	USVString toJSON();
};

[Exposed=*] 
interface URLSearchParams {
	constructor(optional (sequence<sequence<USVString>> or record<USVString, USVString> or USVString) init = "");
	readonly attribute unsigned long size;
	undefined append(USVString name, USVString value);
	undefined delete(USVString name, optional USVString value);
	USVString? get(USVString name);
	sequence<USVString> getAll(USVString name);
	boolean has(USVString name, optional USVString value);
	undefined set(USVString name, USVString value);
	undefined sort();
	iterable<USVString, USVString>;
	stringifier;
};
