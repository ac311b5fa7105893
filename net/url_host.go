package net

import (
	"strings"
	"unicode/utf8"
)

// appendHost parses a host and appends its serialization.
// https://url.spec.whatwg.org/#concept-host-parser
func appendHost(out []byte, in string, special bool) ([]byte, HostKind, bool) {
	if in[0] == '[' {
		if in[len(in)-1] != ']' {
			return out, NoHost, false
		}
		addr, ok := parseIPv6(in[1 : len(in)-1])
		if !ok {
			return out, NoHost, false
		}
		return append(appendIPv6(append(out, '['), addr), ']'), IPv6, true
	}
	if !special {
		for i := 0; i < len(in); i++ {
			if c := in[i]; c < 0x80 && byteSets[c]&forbiddenHost != 0 {
				return out, NoHost, false
			}
		}
		return appendEncoded(out, in, setC0), OpaqueHost, true
	}

	// Most hosts are ASCII without escapes or Punycode: in lower case what stands there is the domain.
	start, simple, forbidden := len(out), true, false
	for i := 0; i < len(in); i++ {
		c := in[i]
		if c >= 0x80 || c == '%' {
			simple = false
			break
		}
		if byteSets[c]&forbiddenDomain != 0 {
			forbidden = true // unless it composes with a mark that follows
		}
		if 'A' <= c && c <= 'Z' {
			c += 0x20
		}
		out = append(out, c)
	}
	if simple && forbidden {
		return out[:start], NoHost, false
	}
	if !simple {
		out = out[:start]
		var tmp [128]byte
		domain, ok := DomainToASCII(string(validUTF8(appendDecoded(tmp[:0], in))))
		if !ok || domain == "" {
			return out, NoHost, false
		}
		for i := 0; i < len(domain); i++ {
			if c := domain[i]; c < 0x80 && byteSets[c]&forbiddenDomain != 0 {
				return out, NoHost, false
			}
		}
		out = append(out, domain...)
	} else if hasPunycode(out[start:]) {
		domain, ok := DomainToASCII(string(out[start:]))
		if !ok || domain == "" {
			return out[:start], NoHost, false
		}
		out = append(out[:start], domain...)
	}
	if endsInNumber(out[start:]) {
		addr, ok := parseIPv4(string(out[start:]))
		if !ok {
			return out[:start], NoHost, false
		}
		return appendIPv4(out[:start], addr), IPv4, true
	}
	return out, Domain, true
}

// hasPunycode reports whether a label of the lower-case domain begins with "xn--".
func hasPunycode(d []byte) bool {
	for i := 0; i+4 <= len(d); i++ {
		if d[i] == 'x' && string(d[i:i+4]) == "xn--" && (i == 0 || d[i-1] == '.') {
			return true
		}
	}
	return false
}

// validUTF8 is "UTF-8 decode without BOM" of bytes that become a host.
func validUTF8(b []byte) []byte {
	if utf8.Valid(b) {
		return b
	}
	return appendUTF8(nil, b)
}

// endsInNumber: https://url.spec.whatwg.org/#ends-in-a-number-checker
func endsInNumber(d []byte) bool {
	if len(d) > 0 && d[len(d)-1] == '.' {
		d = d[:len(d)-1]
	}
	last := d
	for i := len(d) - 1; i >= 0; i-- {
		if d[i] == '.' {
			last = d[i+1:]
			break
		}
	}
	if len(last) == 0 || !isDigit(last[0]) {
		return false
	}
	if len(last) >= 2 && last[0] == '0' && last[1]|0x20 == 'x' {
		for _, c := range last[2:] {
			if hexVal(c) < 0 {
				return false
			}
		}
		return true
	}
	for _, c := range last {
		if !isDigit(c) {
			return false
		}
	}
	return true
}

// parseIPv4: https://url.spec.whatwg.org/#concept-ipv4-parser
func parseIPv4(s string) (uint32, bool) {
	s = strings.TrimSuffix(s, ".")
	var nums [4]uint64
	n := 0
	for {
		if n == 4 {
			return 0, false
		}
		part, rest, more := strings.Cut(s, ".")
		v, ok := parseIPv4Number(part)
		if !ok {
			return 0, false
		}
		nums[n] = v
		n++
		if !more {
			break
		}
		s = rest
	}
	for _, v := range nums[:n-1] {
		if v > 255 {
			return 0, false
		}
	}
	if last := nums[n-1]; last >= 1<<(8*uint(5-n)) {
		return 0, false
	}
	addr := nums[n-1]
	for i, v := range nums[:n-1] {
		addr += v << (8 * uint(3-i))
	}
	return uint32(addr), true
}

// parseIPv4Number: https://url.spec.whatwg.org/#ipv4-number-parser
func parseIPv4Number(s string) (uint64, bool) {
	if s == "" {
		return 0, false
	}
	base := uint64(10)
	if len(s) >= 2 && s[0] == '0' {
		if s[1]|0x20 == 'x' {
			s, base = s[2:], 16
		} else {
			s, base = s[1:], 8
		}
	}
	v := uint64(0)
	for i := 0; i < len(s); i++ {
		d := hexVal(s[i])
		if d < 0 || uint64(d) >= base {
			return 0, false
		}
		if v = v*base + uint64(d); v > 1<<33 {
			v = 1 << 33 // too large in any case; go on to find bad digits
		}
	}
	return v, true
}

func appendIPv4(out []byte, a uint32) []byte {
	for i := 3; i >= 0; i-- {
		out = appendInt(out, int(a>>(8*uint(i))&255))
		if i > 0 {
			out = append(out, '.')
		}
	}
	return out
}

// parseIPv6: https://url.spec.whatwg.org/#concept-ipv6-parser
func parseIPv6(s string) (a [8]uint16, ok bool) {
	piece, compress, i := 0, -1, 0
	if s != "" && s[0] == ':' {
		if len(s) < 2 || s[1] != ':' {
			return a, false
		}
		i, piece, compress = 2, 1, 1
	}
	for i < len(s) {
		if piece == 8 {
			return a, false
		}
		if s[i] == ':' {
			if compress >= 0 {
				return a, false
			}
			i++
			piece++
			compress = piece
			continue
		}
		v, n := 0, 0
		for n < 4 && i < len(s) && hexVal(s[i]) >= 0 {
			v = v<<4 | hexVal(s[i])
			i++
			n++
		}
		if i < len(s) && s[i] == '.' {
			if n == 0 {
				return a, false
			}
			i -= n
			if piece > 6 {
				return a, false
			}
			seen := 0
			for i < len(s) {
				if seen > 0 {
					if s[i] != '.' || seen == 4 {
						return a, false
					}
					i++
				}
				if i >= len(s) || !isDigit(s[i]) {
					return a, false
				}
				num := -1
				for i < len(s) && isDigit(s[i]) {
					d := int(s[i] - '0')
					switch {
					case num < 0:
						num = d
					case num == 0:
						return a, false
					default:
						num = num*10 + d
					}
					if num > 255 {
						return a, false
					}
					i++
				}
				a[piece] = a[piece]<<8 | uint16(num)
				seen++
				if seen == 2 || seen == 4 {
					piece++
				}
			}
			if seen != 4 {
				return a, false
			}
			break
		}
		if i < len(s) {
			if s[i] != ':' {
				return a, false
			}
			i++
			if i == len(s) {
				return a, false
			}
		}
		a[piece] = uint16(v)
		piece++
	}
	if compress >= 0 {
		swaps := piece - compress
		piece = 7
		for piece != 0 && swaps > 0 {
			j := compress + swaps - 1
			a[piece], a[j] = a[j], a[piece]
			piece--
			swaps--
		}
	} else if piece != 8 {
		return a, false
	}
	return a, true
}

// appendIPv6: https://url.spec.whatwg.org/#concept-ipv6-serializer
func appendIPv6(out []byte, a [8]uint16) []byte {
	best, bestLen := -1, 1 // the first longest run of two or more zeros
	for i := 0; i < 8; {
		j := i
		for j < 8 && a[j] == 0 {
			j++
		}
		if j-i > bestLen {
			best, bestLen = i, j-i
		}
		i = j + 1
	}
	for i := 0; i < 8; i++ {
		if i == best {
			out = append(out, ':')
			if i == 0 {
				out = append(out, ':')
			}
			i += bestLen - 1
			continue
		}
		started := false
		for sh := 12; sh >= 0; sh -= 4 {
			d := a[i] >> uint(sh) & 15
			if d != 0 || started || sh == 0 {
				out = append(out, "0123456789abcdef"[d])
				started = true
			}
		}
		if i < 7 {
			out = append(out, ':')
		}
	}
	return out
}
