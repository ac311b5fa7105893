package css

// ValueParser reads the component values of one declaration, prelude or argument list as
// typed tokens. White space and comments are skipped by every reader; SpaceBefore tells where one stood.
// It is a value: copy it to remember a position, assign it back to go there. It allocates nothing.
type ValueParser struct {
	t     Tokenizer
	tok   Token // the one ahead
	ws    bool  // white space or a comment stands before tok
	prev  uint32
	depth uint8
}
