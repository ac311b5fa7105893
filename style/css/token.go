package css

// TokenKind is the type of a token of css-syntax-3.
type TokenKind uint8

const (
	EOF TokenKind = iota
	Ident
	Function   // name and its (
	AtKeyword  // @ and name
	Hash       // # and name; FlagID where the name is an identifier
	String     //
	BadString  //
	URL        // url( without quotes, to its )
	BadURL     //
	Delim      // one code point; Tokenizer.Source()[Start:End]
	Number     //
	Percentage //
	Dimension  // the unit begins at UnitStart
	UnicodeRange
	Whitespace
	CDO // <!--
	CDC // -->
	Colon
	Semicolon
	Comma
	LeftBracket
	RightBracket
	LeftParen
	RightParen
	LeftBrace
	RightBrace
	tokenKinds
)

// TokenFlags qualify a token.
type TokenFlags uint8

const (
	FlagID       TokenFlags = 1 << iota // Hash: the name is a valid identifier
	FlagInteger                         // numeric: written without . or exponent
	FlagSigned                          // numeric: written with + or -
	FlagEscaped                         // the text has escapes, NUL or surrogates: decode before comparing
	FlagUnclosed                        // String, URL: ended by the end of the input
	FlagComment                         // a comment stands directly before the token
)

// Token is one token as a value: what it is and where its bytes are. Its text is decoded
// only when asked for ([Tokenizer.Text]).
type Token struct {
	Num       float64 // Number, Percentage, Dimension
	Start     uint32  // byte offset of the first byte
	End       uint32  // byte offset after the last
	UnitStart uint32  // Dimension: where the unit begins. UnicodeRange: the last code point (the first is Num)
	Kind      TokenKind
	Flags     TokenFlags
}
