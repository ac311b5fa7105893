package parse

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// stringValue returns the value of a kString node in WTF-8.
func (p *parser) stringValue(i nid) string { return p.stringOf(&p.nodes[i]) }

func (p *parser) stringOf(n *node) string {
	if n.flags&fEscapes == 0 {
		return p.text(int(n.pos)+1, int(n.end)-1)
	}
	s, _ := p.cook(int(n.pos)+1, int(n.end)-1, false)
	return s
}

// cook evaluates the escapes of the source's units [i, end). ok is false where a template has an invalid escape.
func (p *parser) cook(i, end int, tmpl bool) (s string, ok bool) {
	src := p.src
	out := make([]byte, 0, end-i)
	for i < end {
		c := src[i]
		if c == '\r' && tmpl {
			out = append(out, '\n')
			i++
			if i < end && src[i] == '\n' {
				i++
			}
			continue
		}
		if c != '\\' {
			if c < 0x80 {
				out = append(out, c)
				i++
				continue
			}
			r, n := p.codePoint(i)
			out = appendWTF8(out, r)
			i += n
			continue
		}
		if tmpl {
			if _, msg, _ := p.escape(i, true); msg != "" {
				return "", false
			}
		}
		i++
		c = src[i]
		switch c {
		case 'n':
			out = append(out, '\n')
		case 't':
			out = append(out, '\t')
		case 'r':
			out = append(out, '\r')
		case 'b':
			out = append(out, '\b')
		case 'v':
			out = append(out, '\v')
		case 'f':
			out = append(out, '\f')
		case 'u':
			r, n, _, _ := p.unicodeEscape(i - 1)
			out = appendWTF8(out, r)
			i += n - 1
			continue
		case 'x':
			out = appendWTF8(out, rune(hexVal(src[i+1])<<4|hexVal(src[i+2])))
			i += 3
			continue
		case '\r':
			if i+1 < end && src[i+1] == '\n' {
				i++
			}
		case '\n':
		case '0', '1', '2', '3', '4', '5', '6', '7':
			v, n := 0, 0
			for n < 3 && i+n < end && src[i+n] >= '0' && src[i+n] <= '7' && v*8+int(src[i+n]-'0') < 256 {
				v = v*8 + int(src[i+n]-'0')
				n++
			}
			out = appendWTF8(out, rune(v))
			i += n
			continue
		default:
			r, n := p.codePoint(i)
			if r != 0x2028 && r != 0x2029 {
				out = appendWTF8(out, r)
			}
			i += n
			continue
		}
		i++
	}
	return string(out), true
}

// rawTemplate returns the raw text of a template part: its source with line terminators normalized.
func (p *parser) rawTemplate(i, end int) string {
	s := p.text(i, end)
	if strings.IndexByte(s, '\r') >= 0 {
		s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	}
	return s
}

// numberValue returns the value of a kNumber node.
func (p *parser) numberValue(i nid) float64 {
	n := &p.nodes[i]
	b := p.src[n.pos:n.end]
	if len(b) < 10 {
		v := 0
		for _, c := range b {
			if c < '0' || c > '9' || b[0] == '0' && len(b) > 1 {
				v = -1
				break
			}
			v = v*10 + int(c-'0')
		}
		if v >= 0 {
			return float64(v)
		}
	}
	s := strings.ReplaceAll(string(b), "_", "")
	if len(s) > 1 && s[0] == '0' {
		base, digits := 0, s[2:]
		switch s[1] {
		case 'x', 'X':
			base = 16
		case 'o', 'O':
			base = 8
		case 'b', 'B':
			base = 2
		default:
			if strings.Trim(s, "01234567") == "" {
				base, digits = 8, s[1:]
			}
		}
		if base != 0 {
			if v, err := strconv.ParseUint(digits, base, 53); err == nil {
				return float64(v)
			}
			z, _ := new(big.Int).SetString(digits, base)
			if z.BitLen() > 1100 {
				return math.Inf(1)
			}
			f, _ := new(big.Float).SetInt(z).Float64()
			return f
		}
	}
	v, _ := strconv.ParseFloat(s, 64) // out of range gives ±Inf, as it should
	return v
}

// bigIntText returns the digits of a kBigInt node, with their prefix.
func (p *parser) bigIntText(i nid) string {
	n := &p.nodes[i]
	return strings.ReplaceAll(string(p.src[n.pos:n.end-1]), "_", "")
}
