// Package csssuite runs the css-parsing data (CC0): pairs of an input and the JSON of what css-syntax makes of it.
//
// The data is older than the specification: Run compares after these changes, each for a reason.
//
//   - Declaration values are compared without white space at both ends: css-syntax now trims them.
//   - css-syntax has no tokens ~=, |=, ^=, $=, *=, || any more: their two delimiters are joined again.
//   - U+ ranges were tokens everywhere: the tokenizer is told to make them.
//   - sRGB colours have 8 bits a component here, as in browsers, and are clipped: expected components are rounded.
//   - Cases listed in known are left out of the total, with the reason beside them.
package csssuite

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/niso-engine/niso/style/css"
)

type file struct {
	name string
	run  func(in string) any
}

var files = []file{
	{"component_value_list.json", func(in string) any { p := newParser(in); return p.values(css.EOF) }},
	{"one_component_value.json", oneValue},
	{"declaration_list.json", func(in string) any { p := newParser(in); return p.declarations() }},
	{"one_declaration.json", oneDeclaration},
	{"one_rule.json", oneRule},
	{"rule_list.json", func(in string) any { p := newParser(in); return p.rules(false) }},
	{"stylesheet.json", func(in string) any { p := newParser(in); return p.rules(true) }},
	{"An+B.json", func(in string) any {
		if a, b, ok := css.ParseAnB(in); ok {
			return []any{float64(a), float64(b)}
		}
		return nil
	}},
	{"color3.json", func(in string) any { return color(in, 1) }},
	{"color3_keywords.json", func(in string) any { return color(in, 255) }},
}

// Run runs every file of dir. failures name the file, the input, what came out and what was expected.
func Run(dir string) (passed, total int, failures []string) {
	for _, f := range files {
		b, err := os.ReadFile(filepath.Join(dir, f.name))
		if err != nil {
			failures = append(failures, err.Error())
			continue
		}
		var data []any
		if err := json.Unmarshal(b, &data); err != nil {
			failures = append(failures, f.name+": "+err.Error())
			continue
		}
		for i := 0; i+1 < len(data); i += 2 {
			in := data[i].(string)
			if known[f.name+" "+in] != "" {
				continue
			}
			total++
			got, want := f.run(in), trim(data[i+1])
			if strings.HasPrefix(f.name, "color") {
				want = round8(want, f.name == "color3_keywords.json")
			}
			if same(trim(got), want) {
				passed++
				continue
			}
			g, _ := json.Marshal(got)
			w, _ := json.Marshal(want)
			failures = append(failures, fmt.Sprintf("%s: %q\n\tgot  %s\n\twant %s", f.name, in, g, w))
		}
	}
	return passed, total, failures
}

// round8 clips and rounds the first three components of a colour to 8 bits.
func round8(v any, bytes bool) any {
	l, ok := v.([]any)
	if !ok || bytes {
		return v
	}
	for i := range 3 {
		l[i] = math.Floor(max(0, min(1, l[i].(float64)))*255+0.5+1e-6) / 255
	}
	return l
}

// same is DeepEqual with a tolerance for numbers.
func same(a, b any) bool {
	switch x := a.(type) {
	case float64:
		y, ok := b.(float64)
		return ok && math.Abs(x-y) <= 1e-6*max(1, math.Abs(x))
	case []any:
		y, ok := b.([]any)
		if !ok || len(x) != len(y) {
			return false
		}
		for i := range x {
			if !same(x[i], y[i]) {
				return false
			}
		}
		return true
	}
	return reflect.DeepEqual(a, b)
}

// trim removes white space at the ends of declaration values.
func trim(v any) any {
	l, ok := v.([]any)
	if !ok {
		return v
	}
	out := make([]any, len(l))
	for i := range l {
		out[i] = trim(l[i])
	}
	if len(out) == 4 && out[0] == "declaration" {
		if value, ok := out[2].([]any); ok {
			for len(value) > 0 && value[0] == " " {
				value = value[1:]
			}
			for len(value) > 0 && value[len(value)-1] == " " {
				value = value[:len(value)-1]
			}
			out[2] = value
		}
	}
	return out
}

func color(in string, scale float64) any {
	c, ok := css.ParseColor(in)
	if !ok {
		return nil
	}
	if c.Kind == css.ColorCurrent {
		return "currentColor"
	}
	if c.Kind != css.ColorAbsolute {
		return nil
	}
	r, g, b, a := c.SRGB()
	return []any{float64(r) * scale, float64(g) * scale, float64(b) * scale, float64(a)}
}

// parser builds the generic JSON of css-syntax on the tokenizer.
type parser struct {
	t   css.Tokenizer
	tok css.Token
}

func newParser(in string) *parser {
	p := &parser{t: css.NewTokenizer(in)}
	p.t.AllowUnicodeRanges()
	p.next()
	return p
}

func (p *parser) next() { p.tok = p.t.Next() }

func (p *parser) space() {
	for p.tok.Kind == css.Whitespace {
		p.next()
	}
}

func fail(kind string) []any { return []any{"error", kind} }

// values reads component values up to the token end, which is taken.
func (p *parser) values(end css.TokenKind) []any {
	out := []any{}
	for p.tok.Kind != css.EOF {
		if p.tok.Kind == end {
			p.next()
			return out
		}
		out = p.appendValue(out)
	}
	return out
}

// appendValue appends the next component value, and the error that an unclosed one has.
func (p *parser) appendValue(out []any) []any {
	tok := p.tok
	if tok.Kind == css.Delim {
		after := p.t
		if n := after.Next(); n.Kind == css.Delim && n.Flags&css.FlagComment == 0 {
			two := p.t.Text(tok) + p.t.Text(n)
			switch two {
			case "~=", "|=", "^=", "$=", "*=", "||":
				p.t = after
				p.next()
				return append(out, two)
			}
		}
	}
	out = append(out, p.value())
	if tok.Flags&css.FlagUnclosed != 0 {
		switch tok.Kind {
		case css.String:
			out = append(out, fail("eof-in-string"))
		case css.URL:
			out = append(out, fail("eof-in-url"))
		}
	}
	return out
}

// value reads one component value.
func (p *parser) value() any {
	tok := p.tok
	text := p.t.Text(tok)
	p.next()
	number := func(kind, repr string) []any {
		typ := "number"
		if tok.Flags&css.FlagInteger != 0 {
			typ = "integer"
		}
		return []any{kind, repr, tok.Num, typ}
	}
	switch tok.Kind {
	case css.UnicodeRange:
		return []any{"unicode-range", tok.Num, float64(tok.UnitStart)}
	case css.Ident:
		return []any{"ident", text}
	case css.AtKeyword:
		return []any{"at-keyword", text}
	case css.Hash:
		typ := "unrestricted"
		if tok.Flags&css.FlagID != 0 {
			typ = "id"
		}
		return []any{"hash", text, typ}
	case css.String:
		return []any{"string", text}
	case css.BadString:
		return fail("bad-string")
	case css.URL:
		return []any{"url", text}
	case css.BadURL:
		return fail("bad-url")
	case css.Number:
		return number("number", text)
	case css.Percentage:
		return number("percentage", strings.TrimSuffix(text, "%"))
	case css.Dimension:
		return append(number("dimension", p.t.Source()[tok.Start:tok.UnitStart]), text)
	case css.Whitespace:
		return " "
	case css.RightParen, css.RightBracket, css.RightBrace:
		return fail(text)
	case css.Function:
		return append([]any{"function", text}, p.values(css.RightParen)...)
	case css.LeftParen:
		return append([]any{"()"}, p.values(css.RightParen)...)
	case css.LeftBracket:
		return append([]any{"[]"}, p.values(css.RightBracket)...)
	case css.LeftBrace:
		return append([]any{"{}"}, p.values(css.RightBrace)...)
	}
	return text
}

func oneValue(in string) any {
	p := newParser(in)
	p.space()
	if p.tok.Kind == css.EOF {
		return fail("empty")
	}
	v := p.value()
	p.space()
	if p.tok.Kind != css.EOF {
		return fail("extra-input")
	}
	return v
}

func oneDeclaration(in string) any {
	p := newParser(in)
	p.space()
	if p.tok.Kind == css.EOF {
		return fail("empty")
	}
	return p.declaration(css.EOF)
}

// declaration reads a declaration up to end, which is not taken.
func (p *parser) declaration(end css.TokenKind) any {
	if p.tok.Kind != css.Ident {
		return fail("invalid")
	}
	name := p.t.Text(p.tok)
	p.next()
	p.space()
	if p.tok.Kind != css.Colon {
		return fail("invalid")
	}
	p.next()
	value := []any{}
	for p.tok.Kind != css.EOF && p.tok.Kind != end {
		value = p.appendValue(value)
	}
	important := false
	n := len(value)
	back := func() any {
		for n--; n >= 0; n-- {
			if value[n] != any(" ") {
				return value[n]
			}
		}
		return nil
	}
	if id, ok := back().([]any); ok && len(id) == 2 && id[0] == "ident" && isImportant(id[1].(string)) && back() == any("!") {
		value, important = value[:n], true
	}
	return []any{"declaration", name, value, important}
}

// isImportant folds ASCII letters alone.
func isImportant(s string) bool {
	b := []byte(s)
	for i := range b {
		if b[i] >= 'A' && b[i] <= 'Z' {
			b[i] |= 0x20
		}
	}
	return string(b) == "important"
}

func (p *parser) declarations() []any {
	out := []any{}
	for {
		switch p.tok.Kind {
		case css.EOF:
			return out
		case css.Whitespace, css.Semicolon:
			p.next()
		case css.AtKeyword:
			out = append(out, p.atRule())
		default:
			d := p.declaration(css.Semicolon)
			for p.tok.Kind != css.EOF && p.tok.Kind != css.Semicolon {
				p.value()
			}
			out = append(out, d)
		}
	}
}

func (p *parser) atRule() any {
	name := p.t.Text(p.tok)
	p.next()
	prelude := []any{}
	for {
		switch p.tok.Kind {
		case css.EOF:
			return []any{"at-rule", name, prelude, nil}
		case css.Semicolon:
			p.next()
			return []any{"at-rule", name, prelude, nil}
		case css.LeftBrace:
			p.next()
			return []any{"at-rule", name, prelude, p.values(css.RightBrace)}
		}
		prelude = p.appendValue(prelude)
	}
}

func (p *parser) rule() any {
	if p.tok.Kind == css.AtKeyword {
		return p.atRule()
	}
	prelude := []any{}
	for {
		switch p.tok.Kind {
		case css.EOF:
			return fail("invalid")
		case css.LeftBrace:
			p.next()
			return []any{"qualified rule", prelude, p.values(css.RightBrace)}
		}
		prelude = p.appendValue(prelude)
	}
}

func oneRule(in string) any {
	p := newParser(in)
	p.space()
	if p.tok.Kind == css.EOF {
		return fail("empty")
	}
	r := p.rule()
	p.space()
	if p.tok.Kind != css.EOF {
		return fail("extra-input")
	}
	return r
}

func (p *parser) rules(top bool) []any {
	out := []any{}
	for {
		switch {
		case p.tok.Kind == css.EOF:
			return out
		case p.tok.Kind == css.Whitespace, top && (p.tok.Kind == css.CDO || p.tok.Kind == css.CDC):
			p.next()
		default:
			out = append(out, p.rule())
		}
	}
}
