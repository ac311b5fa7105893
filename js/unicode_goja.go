//go:build niso_goja || !niso_vm

package js

import (
	"fmt"
	"strings"
	"sync"
	"unicode"

	"github.com/dop251/goja"
)

// goja reads \p{…} of a regular expression as the letter p. Where a script has it, in a literal or in the
// argument of RegExp, it is replaced by the ranges of the property before goja sees it. What the tables
// of Go do not have (the Emoji properties, sequences) stays as it is and matches nothing.
//
// The source property of such an expression shows the ranges, and columns after it on its line are off.

var derived = map[string]func() []*unicode.RangeTable{
	"Alphabetic": func() []*unicode.RangeTable {
		return []*unicode.RangeTable{unicode.L, unicode.Nl, unicode.Other_Alphabetic}
	},
	"Uppercase": func() []*unicode.RangeTable { return []*unicode.RangeTable{unicode.Lu, unicode.Other_Uppercase} },
	"Lowercase": func() []*unicode.RangeTable { return []*unicode.RangeTable{unicode.Ll, unicode.Other_Lowercase} },
	"ID_Start": func() []*unicode.RangeTable {
		return []*unicode.RangeTable{unicode.L, unicode.Nl, unicode.Other_ID_Start}
	},
	"ID_Continue": func() []*unicode.RangeTable {
		return []*unicode.RangeTable{unicode.L, unicode.Nl, unicode.Other_ID_Start, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue}
	},
	"Any": func() []*unicode.RangeTable {
		return []*unicode.RangeTable{{R32: []unicode.Range32{{Lo: 0, Hi: unicode.MaxRune, Stride: 1}}}}
	},
	"ASCII": func() []*unicode.RangeTable {
		return []*unicode.RangeTable{{R16: []unicode.Range16{{Lo: 0, Hi: 127, Stride: 1}}}}
	},
}

var propertyAliases = map[string]string{"XIDS": "ID_Start", "XID_Start": "ID_Start", "IDS": "ID_Start", "XID_Continue": "ID_Continue",
	"IDC": "ID_Continue", "XIDC": "ID_Continue", "Alpha": "Alphabetic", "Upper": "Uppercase", "Lower": "Lowercase", "space": "White_Space",
	"AHex": "ASCII_Hex_Digit", "Hex": "Hex_Digit", "Ideo": "Ideographic",
	"Letter": "L", "Uppercase_Letter": "Lu", "Lowercase_Letter": "Ll", "Titlecase_Letter": "Lt", "Modifier_Letter": "Lm", "Other_Letter": "Lo",
	"Mark": "M", "Combining_Mark": "M", "Nonspacing_Mark": "Mn", "Spacing_Mark": "Mc", "Enclosing_Mark": "Me",
	"Number": "N", "Decimal_Number": "Nd", "digit": "Nd", "Letter_Number": "Nl", "Other_Number": "No",
	"Punctuation": "P", "punct": "P", "Connector_Punctuation": "Pc", "Dash_Punctuation": "Pd", "Open_Punctuation": "Ps", "Close_Punctuation": "Pe",
	"Initial_Punctuation": "Pi", "Final_Punctuation": "Pf", "Other_Punctuation": "Po",
	"Symbol": "S", "Math_Symbol": "Sm", "Currency_Symbol": "Sc", "Modifier_Symbol": "Sk", "Other_Symbol": "So",
	"Separator": "Z", "Space_Separator": "Zs", "Line_Separator": "Zl", "Paragraph_Separator": "Zp",
	"Other": "C", "Control": "Cc", "cntrl": "Cc", "Format": "Cf", "Surrogate": "Cs", "Private_Use": "Co", "Grek": "Greek", "Latn": "Latin",
	"Cyrl": "Cyrillic", "Hani": "Han", "Hira": "Hiragana", "Kana": "Katakana", "Hang": "Hangul", "Arab": "Arabic", "Hebr": "Hebrew", "Deva": "Devanagari"}

// propertyTables are the tables of what stands between the braces of \p{…}; nil if not known.
func propertyTables(name string) []*unicode.RangeTable {
	key, value, ok := strings.Cut(name, "=")
	if ok {
		name = value
		if a, ok := propertyAliases[name]; ok {
			name = a
		}
		switch key {
		case "Script", "sc", "Script_Extensions", "scx":
			if t := unicode.Scripts[name]; t != nil {
				return []*unicode.RangeTable{t}
			}
			return nil
		case "General_Category", "gc":
		default:
			return nil
		}
	}
	if a, ok := propertyAliases[name]; ok {
		name = a
	}
	if f := derived[name]; f != nil {
		return f()
	}
	if t := unicode.Categories[name]; t != nil {
		return []*unicode.RangeTable{t}
	}
	if t := unicode.Properties[name]; t != nil && !ok {
		return []*unicode.RangeTable{t}
	}
	return nil
}

var propertyCache sync.Map // "p" or "P" and the name → ranges as they stand in a class

// propertyRanges are the ranges of \p{name} or, negated, \P{name} within a character class.
func propertyRanges(name string, negated bool) (string, bool) {
	key := fmt.Sprint(negated, name)
	if s, ok := propertyCache.Load(key); ok {
		return s.(string), true
	}
	tables := propertyTables(name)
	if tables == nil {
		return "", false
	}
	var b strings.Builder
	put := func(lo, hi rune) {
		if lo == hi {
			fmt.Fprintf(&b, `\u{%x}`, lo)
		} else {
			fmt.Fprintf(&b, `\u{%x}-\u{%x}`, lo, hi)
		}
	}
	start := rune(-1)
	for c := rune(0); c <= unicode.MaxRune+1; c++ {
		in := c <= unicode.MaxRune && unicode.In(c, tables...) != negated
		if in && start < 0 {
			start = c
		} else if !in && start >= 0 {
			put(start, c-1)
			start = -1
		}
	}
	s := b.String()
	propertyCache.Store(key, s)
	return s, true
}

// expandProperties replaces \p{…} and \P{…} in source text or in a pattern.
func expandProperties(text string) string {
	if !strings.Contains(text, `\p{`) && !strings.Contains(text, `\P{`) {
		return text
	}
	var b strings.Builder
	from := 0
	for i := 0; i+3 < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		if text[i+1] != 'p' && text[i+1] != 'P' || text[i+2] != '{' {
			i++ // the escaped character
			continue
		}
		end := strings.IndexByte(text[i:min(len(text), i+80)], '}')
		if end < 0 {
			continue
		}
		ranges, ok := propertyRanges(text[i+3:i+end], text[i+1] == 'P')
		if !ok {
			continue
		}
		b.WriteString(text[from:i])
		if inClass(text[:i]) {
			b.WriteString(ranges)
		} else {
			b.WriteString("[" + ranges + "]")
		}
		from = i + end + 1
		i = from - 1
	}
	b.WriteString(text[from:])
	return b.String()
}

// inClass looks back whether the end of text is within a character class.
func inClass(text string) bool {
	for i := len(text) - 1; i >= 0 && text[i] != '\n'; i-- {
		if c := text[i]; c == '[' || c == ']' {
			n := 0
			for j := i - 1; j >= 0 && text[j] == '\\'; j-- {
				n++
			}
			if n%2 == 0 {
				return c == '['
			}
		}
	}
	return false
}

// wrapRegExp makes the constructor expand properties.
func wrapRegExp(o *goja.Object) {
	if objectOf(o).self.tab != tabFunc {
		return
	}
	f := (*gFunc)(objectOf(o).self.data)
	expand := func(args []goja.Value) []goja.Value {
		if len(args) == 0 {
			return args
		}
		s, ok := args[0].(goja.String)
		if !ok {
			return args
		}
		text := stringOf(s)
		if t := expandProperties(text); t != text {
			args = append([]goja.Value{stringValue(t).v}, args[1:]...)
		}
		return args
	}
	construct, call := f.construct, f.f
	f.construct = func(args []goja.Value, nt *goja.Object) *goja.Object { return construct(expand(args), nt) }
	f.f = func(fc goja.FunctionCall) goja.Value {
		fc.Arguments = expand(fc.Arguments)
		return call(fc)
	}
}
