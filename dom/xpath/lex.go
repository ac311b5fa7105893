package xpath

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// kind is what a token is.
type kind uint8

const (
	end      kind = iota
	operator      // its text says which; "and", "or", "div", "mod", "*" as the multiplication among them
	punct         // ( ) [ ] . .. @ , ::
	name          // a name test: QName, NCName:*, *
	literal
	number
	variable
	function // a name before a parenthesis
	nodeType // comment, text, processing-instruction, node before a parenthesis
	axis     // a name before ::
)

type token struct {
	kind   kind
	text   string
	number float64
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func isNameStart(r rune) bool {
	return r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' ||
		r >= 0xC0 && r <= 0x2FF && r != 0xD7 && r != 0xF7 || r >= 0x370 && r <= 0x1FFF && r != 0x37E ||
		r == 0x200C || r == 0x200D || r >= 0x2070 && r <= 0x218F || r >= 0x2C00 && r <= 0x2FEF ||
		r >= 0x3001 && r <= 0xD7FF || r >= 0xF900 && r <= 0xFDCF || r >= 0xFDF0 && r <= 0xFFFC || r >= 0x10000 && r <= 0xEFFFF
}

func isName(r rune) bool {
	return isNameStart(r) || r == '-' || r == '.' || r >= '0' && r <= '9' || r == 0xB7 || r >= 0x300 && r <= 0x36F || r == 0x203F || r == 0x2040
}

// ncName is the NCName that s begins with.
func ncName(s string) string {
	i := 0
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 || !isName(r) || i == 0 && !isNameStart(r) {
			break
		}
		i += n
	}
	return s[:i]
}

// operand reports whether a token ends an operand, after which * is the multiplication and a name an operator.
// https://www.w3.org/TR/1999/REC-xpath-19991116/#exprlex
func (t token) operand() bool {
	switch t.kind {
	case name, literal, number, variable:
		return true
	case punct:
		return t.text == ")" || t.text == "]" || t.text == "." || t.text == ".."
	}
	return false
}

// lex splits an expression into tokens; false if it cannot be.
func lex(s string) ([]token, bool) {
	var l []token
	add := func(k kind, text string) { l = append(l, token{kind: k, text: text}) }
	for i := 0; ; {
		for i < len(s) && isSpace(s[i]) {
			i++
		}
		if i == len(s) {
			return l, true
		}
		rest := s[i:]
		after := len(l) > 0 && l[len(l)-1].operand()
		switch c := rest[0]; {
		case strings.HasPrefix(rest, "::"), strings.HasPrefix(rest, "..") && !(len(rest) > 2 && rest[2] >= '0' && rest[2] <= '9'):
			add(punct, rest[:2])
			i += 2
		case c >= '0' && c <= '9' || c == '.' && len(rest) > 1 && rest[1] >= '0' && rest[1] <= '9':
			n, dot := 0, false
			for n < len(rest) && (rest[n] >= '0' && rest[n] <= '9' || rest[n] == '.' && !dot) {
				dot = dot || rest[n] == '.'
				n++
			}
			f, _ := strconv.ParseFloat(rest[:n], 64)
			l = append(l, token{kind: number, text: rest[:n], number: f})
			i += n
		case strings.IndexByte("()[].@,", c) >= 0:
			add(punct, rest[:1])
			i++
		case strings.HasPrefix(rest, "//"), strings.HasPrefix(rest, "!="), strings.HasPrefix(rest, "<="), strings.HasPrefix(rest, ">="):
			add(operator, rest[:2])
			i += 2
		case strings.IndexByte("/|+-=<>", c) >= 0:
			add(operator, rest[:1])
			i++
		case c == '"' || c == '\'':
			n := strings.IndexByte(rest[1:], c)
			if n < 0 {
				return nil, false
			}
			add(literal, rest[1:1+n])
			i += n + 2
		case c == '*':
			if after {
				add(operator, "*")
			} else {
				add(name, "*")
			}
			i++
		case c == '$':
			q, n, ok := qName(rest[1:])
			if !ok {
				return nil, false
			}
			add(variable, q)
			i += n + 1
		default:
			nc := ncName(rest)
			if nc == "" {
				return nil, false
			}
			if after {
				if nc != "and" && nc != "or" && nc != "div" && nc != "mod" {
					return nil, false
				}
				add(operator, nc)
				i += len(nc)
				continue
			}
			next := strings.TrimLeft(rest[len(nc):], " \t\n\r")
			if strings.HasPrefix(next, "::") {
				add(axis, nc)
				i += len(nc)
				continue
			}
			if strings.HasPrefix(rest[len(nc):], ":*") {
				add(name, nc+":*")
				i += len(nc) + 2
				continue
			}
			q, n, _ := qName(rest)
			next = strings.TrimLeft(rest[n:], " \t\n\r")
			k := name
			if strings.HasPrefix(next, "(") {
				k = function
				switch q {
				case "comment", "text", "processing-instruction", "node":
					k = nodeType
				}
			}
			add(k, q)
			i += n
		}
	}
}

// qName is the QName that s begins with, and its length.
func qName(s string) (q string, n int, ok bool) {
	a := ncName(s)
	if a == "" {
		return "", 0, false
	}
	if strings.HasPrefix(s[len(a):], ":") {
		if b := ncName(s[len(a)+1:]); b != "" {
			q = s[:len(a)+1+len(b)]
			return q, len(q), true
		}
	}
	return a, len(a), true
}
