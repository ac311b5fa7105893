package text

// Break says what may happen before a byte of a text.
type Break uint8

const (
	BreakAllowed  Break = 1 << iota // a line may end here
	BreakForced                     // a line ends here: after LF, CR, NEL, LS, PS
	BreakHyphen                     // the opportunity follows a soft hyphen: a break here shows a hyphen
	BreakGrapheme                   // a grapheme cluster begins here: overflow-wrap may break here when nothing else helps
)

// Strictness is the property line-break. https://drafts.csswg.org/css-text-4/#line-break-property
type Strictness uint8

const (
	LineBreakAuto Strictness = iota // as normal
	LineBreakLoose
	LineBreakNormal
	LineBreakStrict
	LineBreakAnywhere
)

// WordBreak is the property word-break. https://drafts.csswg.org/css-text-4/#word-break-property
type WordBreak uint8

const (
	WordBreakNormal WordBreak = iota
	WordBreakAll              // break-all
	WordKeepAll               // keep-all
)

// BreakOptions tailor line breaking.
type BreakOptions struct {
	LineBreak Strictness
	WordBreak WordBreak
	Lang      string // BCP 47: Chinese and Japanese have rules of their own when not strict
}

// LineBreaks writes to dst what may happen before each byte of text, and after its end: len(text)+1 values,
// zero within characters. dst is grown when it is too short, and returned. https://www.unicode.org/reports/tr14/
func LineBreaks(dst []Break, text []byte, o *BreakOptions) []Break { return dst }
