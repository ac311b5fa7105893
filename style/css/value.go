package css

import "math"

// ValueParser reads the component values of one declaration, prelude or argument list as
// typed tokens. White space and comments are skipped by every reader; SpaceBefore tells where
// space stood. It is a value: copy it to remember a position, assign it back to go there. It
// allocates nothing but decoded text with escapes.
type ValueParser struct {
	t     Tokenizer
	tok   Token  // the one ahead
	prev  uint32 // end of the last token taken
	ws    bool   // white space stands before tok
	depth uint8  // of functions and blocks entered
}

// maxDepth bounds how deep functions and blocks are read; deeper ones are invalid.
const maxDepth = 100

// NewValueParser reads the component values of src.
func NewValueParser(src string) ValueParser {
	p := ValueParser{t: Tokenizer{src: src}}
	p.advance()
	return p
}

// newValueParserAt reads src[start:end]; offsets are into src.
func newValueParserAt(src string, start, end uint32) ValueParser {
	p := ValueParser{t: Tokenizer{src: src[:end], pos: int(start)}, prev: start}
	p.advance()
	return p
}

// Value reads the value of a declaration.
func (s *Sheet) Value(d Decl) ValueParser { return newValueParserAt(s.Source(), d.Start, d.End) }

func (p *ValueParser) advance() {
	p.ws = false
	for {
		p.tok = p.t.Next()
		if p.tok.Kind != Whitespace {
			return
		}
		p.ws = true
	}
}

// Peek is the token ahead.
func (p *ValueParser) Peek() Token { return p.tok }

// Next takes the token ahead. Taking a Function or a bracket token enters it: use Function or
// Block to read its contents apart.
func (p *ValueParser) Next() Token {
	tok := p.tok
	p.prev = tok.End
	p.advance()
	return tok
}

// AtEnd reports whether nothing is left.
func (p *ValueParser) AtEnd() bool { return p.tok.Kind == EOF }

// SpaceBefore reports whether white space stands before the token ahead.
func (p *ValueParser) SpaceBefore() bool { return p.ws }

// Pos is the byte offset of the token ahead in Source.
func (p *ValueParser) Pos() int { return int(p.tok.Start) }

// PrevEnd is the byte offset after the last token taken.
func (p *ValueParser) PrevEnd() int { return int(p.prev) }

// Source is the text that is being read, up to the end of the value; offsets of tokens are into it.
func (p *ValueParser) Source() string { return p.t.src }

// Rest is the text that is left.
func (p *ValueParser) Rest() string { return p.t.src[p.tok.Start:] }

// Text decodes a token, see Tokenizer.Text.
func (p *ValueParser) Text(tok Token) string { return p.t.Text(tok) }

// Is compares a token's text with lower, ASCII case-insensitively.
func (p *ValueParser) Is(tok Token, lower string) bool { return p.t.Is(tok, lower) }

// Ident takes an identifier and returns it as written, escapes decoded.
func (p *ValueParser) Ident() (string, bool) {
	if p.tok.Kind != Ident {
		return "", false
	}
	return p.t.Text(p.Next()), true
}

// PeekKeyword reports whether the identifier lower is ahead, in any case.
func (p *ValueParser) PeekKeyword(lower string) bool {
	return p.tok.Kind == Ident && p.t.Is(p.tok, lower)
}

// Keyword takes the identifier lower, in any case.
func (p *ValueParser) Keyword(lower string) bool {
	if p.tok.Kind == Ident && p.t.Is(p.tok, lower) {
		p.Next()
		return true
	}
	return false
}

// CustomIdent takes a <custom-ident>: not a CSS-wide keyword, not default, not one of the
// excluded, which are in lower case.
// https://drafts.csswg.org/css-values-4/#custom-idents
func (p *ValueParser) CustomIdent(exclude ...string) (string, bool) {
	if p.tok.Kind != Ident {
		return "", false
	}
	for _, k := range [...]string{"initial", "inherit", "unset", "revert", "revert-layer", "revert-rule", "default"} {
		if p.t.Is(p.tok, k) {
			return "", false
		}
	}
	for _, k := range exclude {
		if p.t.Is(p.tok, k) {
			return "", false
		}
	}
	return p.Ident()
}

// DashedIdent takes an identifier that begins with --.
func (p *ValueParser) DashedIdent() (string, bool) {
	if p.tok.Kind == Ident {
		if s := p.t.Text(p.tok); len(s) >= 2 && s[:2] == "--" {
			p.Next()
			return s, true
		}
	}
	return "", false
}

// Delim takes the delimiter c.
func (p *ValueParser) Delim(c byte) bool {
	if p.t.IsDelim(p.tok, c) {
		p.Next()
		return true
	}
	return false
}

// Comma takes a comma.
func (p *ValueParser) Comma() bool {
	if p.tok.Kind == Comma {
		p.Next()
		return true
	}
	return false
}

// StringValue takes a string.
func (p *ValueParser) StringValue() (string, bool) {
	if p.tok.Kind != String {
		return "", false
	}
	return p.t.Text(p.Next()), true
}

// URLValue takes url(x), url("x") or src("x").
// https://drafts.csswg.org/css-values-4/#urls
func (p *ValueParser) URLValue() (string, bool) {
	if p.tok.Kind == URL {
		return p.t.Text(p.Next()), true
	}
	if p.tok.Kind != Function || !p.t.Is(p.tok, "url") && !p.t.Is(p.tok, "src") {
		return "", false
	}
	save := *p
	if _, args, ok := p.AnyFunction(); ok {
		if s, ok := args.StringValue(); ok && args.AtEnd() {
			return s, true
		}
	}
	*p = save
	return "", false
}

// Function takes the function lower( … ) and returns a parser of its arguments.
func (p *ValueParser) Function(lower string) (args ValueParser, ok bool) {
	if p.tok.Kind != Function || !p.t.Is(p.tok, lower) {
		return args, false
	}
	return p.enter()
}

// AnyFunction takes any function and returns its name as written and a parser of its arguments.
func (p *ValueParser) AnyFunction() (name string, args ValueParser, ok bool) {
	if p.tok.Kind != Function {
		return "", args, false
	}
	name = p.t.Text(p.tok)
	args, ok = p.enter()
	return name, args, ok
}

// Block takes a block that begins with open (LeftParen, LeftBracket or LeftBrace) and returns a parser
// of its contents.
func (p *ValueParser) Block(open TokenKind) (contents ValueParser, ok bool) {
	if p.tok.Kind != open {
		return contents, false
	}
	return p.enter()
}

// enter splits the function or block ahead from p.
func (p *ValueParser) enter() (in ValueParser, ok bool) {
	if p.depth >= maxDepth {
		return in, false
	}
	in = *p
	in.prev = p.tok.End
	end, deepest := p.t.skipBlock(p.tok.Kind)
	if int(p.depth)+deepest > maxDepth {
		// Found out at once: each level scans what is inside it.
		p.prev = uint32(p.t.pos)
		p.advance()
		return in, false
	}
	in.t.src = p.t.src[:end]
	in.depth++
	in.advance()
	p.prev = uint32(p.t.pos)
	p.advance()
	return in, true
}

// closer is the kind that ends a block.
func closer(open TokenKind) TokenKind {
	switch open {
	case LeftBrace:
		return RightBrace
	case LeftBracket:
		return RightBracket
	}
	return RightParen
}

// skipBlock moves to the end of the block that was opened by the token before pos, past its closing token, and
// returns the offset of that token (or of the end of the input) and how deep the blocks in it nest, itself included.
func (t *Tokenizer) skipBlock(open TokenKind) (end, deepest int) {
	var buf [64]TokenKind
	stack := append(buf[:0], closer(open))
	for {
		tok := t.Next()
		deepest = max(deepest, len(stack))
		switch tok.Kind {
		case EOF:
			return int(tok.End), deepest
		case Function, LeftParen, LeftBracket, LeftBrace:
			stack = append(stack, closer(tok.Kind))
		case RightParen, RightBracket, RightBrace:
			if tok.Kind == stack[len(stack)-1] {
				if stack = stack[:len(stack)-1]; len(stack) == 0 {
					return int(tok.Start), deepest
				}
			}
		}
	}
}

// Skip takes one component value whole: a token, or a function or block with its contents. False at the end.
func (p *ValueParser) Skip() bool {
	switch p.tok.Kind {
	case EOF:
		return false
	case Function, LeftParen, LeftBracket, LeftBrace:
		p.t.skipBlock(p.tok.Kind)
		p.prev = uint32(p.t.pos)
		p.advance()
	default:
		p.Next()
	}
	return true
}

// UnicodeRange takes a <urange>: U+0-7F, U+4?? …
func (p *ValueParser) UnicodeRange() (lo, hi rune, ok bool) {
	t := p.t
	t.pos, t.unicodeRanges = int(p.tok.Start), true
	tok := t.Next()
	if tok.Kind != UnicodeRange || tok.UnitStart > 0x10FFFF || uint32(tok.Num) > tok.UnitStart {
		return 0, 0, false
	}
	if t.pos < len(t.src) && (class[t.src[t.pos]]&clsIdent != 0 || t.src[t.pos] == '?' || t.src[t.pos] >= 0x80) {
		return 0, 0, false
	}
	p.t.pos, p.prev = t.pos, tok.End
	p.advance()
	return rune(tok.Num), rune(tok.UnitStart), true
}

// Range limits a numeric value. A value out of range is invalid unless it is calc(), which is clamped
// when computed.
type Range uint8

const (
	AnyRange    Range = iota
	NonNegative       // [0,∞]
	AtLeastOne        // [1,∞]
)

func (r Range) has(n float64) bool {
	switch r {
	case NonNegative:
		return n >= 0
	case AtLeastOne:
		return n >= 1
	}
	return true
}

// Accept is a set of types that Numeric takes.
type Accept uint16

const (
	AcceptNumber Accept = 1 << iota
	AcceptInteger
	AcceptLength
	AcceptPercent
	AcceptAngle
	AcceptTime
	AcceptFrequency
	AcceptResolution
	AcceptFlex
	AcceptZeroLength   // 0 without a unit is a length (0px)
	AcceptZeroAngle    // 0 without a unit is an angle (0deg)
	AcceptUnitless     // quirks mode: a number is px
	AcceptPercentMixed // calc() may mix the percentage with the other type (length-percentage)

	// AcceptLengthPercent is <length-percentage>.
	AcceptLengthPercent = AcceptLength | AcceptPercent | AcceptZeroLength | AcceptPercentMixed
)

// has reports whether values of type t are accepted.
func (a Accept) has(t CalcType) bool {
	switch t {
	case CalcNumber:
		return a&(AcceptNumber|AcceptInteger) != 0
	case CalcLength:
		return a&AcceptLength != 0
	case CalcPercent:
		return a&AcceptPercent != 0
	case CalcLengthPercent:
		return a&(AcceptLength|AcceptPercentMixed) == AcceptLength|AcceptPercentMixed
	case CalcAngle:
		return a&AcceptAngle != 0
	case CalcAnglePercent:
		return a&(AcceptAngle|AcceptPercentMixed) == AcceptAngle|AcceptPercentMixed
	case CalcTime:
		return a&AcceptTime != 0
	case CalcFrequency:
		return a&AcceptFrequency != 0
	case CalcResolution:
		return a&AcceptResolution != 0
	case CalcFlex:
		return a&AcceptFlex != 0
	}
	return false
}

// percentType is what percentages in calc() stand for.
func (a Accept) percentType() CalcType {
	switch {
	case a&AcceptPercentMixed == 0:
		return CalcPercent
	case a&AcceptLength != 0:
		return CalcLength
	case a&AcceptAngle != 0:
		return CalcAngle
	}
	return CalcPercent
}

// Numeric is a number, percentage or dimension as written, or a math function.
type Numeric struct {
	Num  float64
	Unit Unit // UnitNumber, UnitPercent or a unit; with Calc, UnitNone unless the expression is one value
	Type CalcType
	Calc *CalcExpr // nil unless written as a math function
}

// Numeric takes a number, percentage, dimension or math function of an accepted type.
func (p *ValueParser) Numeric(a Accept, r Range) (n Numeric, ok bool) {
	switch p.tok.Kind {
	case Number:
		n = Numeric{Num: p.tok.Num, Unit: UnitNumber, Type: CalcNumber}
		switch {
		case a&AcceptNumber != 0, a&AcceptInteger != 0 && p.tok.Flags&FlagInteger != 0:
		case n.Num == 0 && a&AcceptZeroLength != 0 || a&AcceptUnitless != 0:
			n.Unit, n.Type = Px, CalcLength
		case n.Num == 0 && a&AcceptZeroAngle != 0:
			n.Unit, n.Type = Deg, CalcAngle
		default:
			return Numeric{}, false
		}
	case Percentage:
		if a&AcceptPercent == 0 {
			return n, false
		}
		n = Numeric{Num: p.tok.Num, Unit: UnitPercent, Type: CalcPercent}
	case Dimension:
		u := UnitOf(p.t.Text(p.tok))
		n = Numeric{Num: p.tok.Num, Unit: u, Type: u.Type()}
		if u == UnitNone || !a.has(n.Type) {
			return Numeric{}, false
		}
	case Function:
		save := *p
		e, ok := p.Math(a.percentType(), nil)
		if !ok || !a.has(e.Type()) {
			*p = save
			return Numeric{}, false
		}
		n = Numeric{Type: e.Type(), Calc: e}
		n.Num, n.Unit = e.leaf()
		return n, true
	default:
		return n, false
	}
	if !r.has(n.Num) {
		return Numeric{}, false
	}
	p.Next()
	return n, true
}

// Number takes a number, or a math function that is a number and depends on nothing.
func (p *ValueParser) Number() (float64, bool) {
	save := *p
	n, ok := p.Numeric(AcceptNumber, AnyRange)
	if ok && n.Calc != nil {
		if n.Unit != UnitNumber {
			*p = save
			return 0, false
		}
		return finite(n.Num), true
	}
	return n.Num, ok
}

// Integer takes an integer; calc() is rounded to the nearest.
func (p *ValueParser) Integer() (int, bool) {
	save := *p
	n, ok := p.Numeric(AcceptInteger, AnyRange)
	if !ok {
		return 0, false
	}
	v := n.Num
	if n.Calc != nil {
		if n.Unit != UnitNumber {
			*p = save
			return 0, false
		}
		v = math.Floor(finite(v) + 0.5)
	}
	return int(max(math.MinInt32, min(math.MaxInt32, v))), true
}

// finite is what a top-level calculation does to NaN and infinities.
func finite(v float64) float64 {
	switch {
	case v != v:
		return 0
	case v > math.MaxFloat32:
		return math.MaxFloat32
	case v < -math.MaxFloat32:
		return -math.MaxFloat32
	}
	return v
}
