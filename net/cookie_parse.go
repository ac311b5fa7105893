package net

import (
	"strings"
	"time"
)

func hasCookieControl(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < 0x20 && c != '\t' || c == 0x7F {
			return true
		}
	}
	return false
}

// parseCookie: RFC 6265bis, 5.6. domain is the Domain attribute, lower-case and without its
// dot; rootPath says that Path was given as "/".
func parseCookie(line string, now time.Time) (c Cookie, domain string, rootPath, ok bool) {
	if hasCookieControl(line) {
		return c, "", false, false
	}
	pair, attrs := cutByte(line, ';')
	name, value, eq := strings.Cut(pair, "=")
	if !eq {
		name, value = "", pair
	}
	c.Name, c.Value = strings.Trim(name, " \t"), strings.Trim(value, " \t")
	if c.Name == "" && c.Value == "" || len(c.Name)+len(c.Value) > MaxCookieBytes {
		return c, "", false, false
	}
	// The cookie does not keep the header that it came in.
	c.Name, c.Value = strings.Clone(c.Name), strings.Clone(c.Value)
	maxAge := false
	for attrs != "" {
		var attr string
		attr, attrs = cutByte(attrs, ';')
		k, v := cutByte(attr, '=')
		k, v = strings.Trim(k, " \t"), strings.Trim(v, " \t")
		if len(v) > maxCookieAttribute {
			continue
		}
		switch lowerASCII(k) {
		case "expires":
			if t, ok := parseCookieDate(v); ok && !maxAge {
				c.Expires = limitExpiry(t, now)
			}
		case "max-age":
			if secs, ok := parseMaxAge(v); ok {
				maxAge = true
				if secs <= 0 {
					c.Expires = time.Unix(1, 0)
				} else {
					c.Expires = now.Add(min(time.Duration(secs)*time.Second, maxCookieAge))
				}
			}
		case "domain":
			domain = lowerASCII(strings.TrimPrefix(v, "."))
			if needsEncoding(domain, setC0) {
				if a, ok := DomainToASCII(domain); ok {
					domain = a
				}
			}
			domain = strings.Clone(domain)
		case "path":
			rootPath = v == "/"
			c.Path = ""
			if strings.HasPrefix(v, "/") {
				c.Path = strings.Clone(v)
			}
		case "secure":
			c.Secure = true
		case "httponly":
			c.HTTPOnly = true
		case "samesite":
			switch lowerASCII(v) {
			case "none":
				c.SameSite = SameSiteNone
			case "lax":
				c.SameSite = SameSiteLax
			case "strict":
				c.SameSite = SameSiteStrict
			default:
				c.SameSite = SameSiteDefault
			}
		}
	}
	return c, domain, rootPath, true
}

func limitExpiry(t, now time.Time) time.Time {
	if limit := now.Add(maxCookieAge); t.After(limit) {
		return limit
	}
	if t.Unix() <= 0 {
		return time.Unix(1, 0) // not the zero time, which is a session cookie
	}
	return t
}

// parseMaxAge reads -?[0-9]+, and stops counting at what is as good as for ever.
func parseMaxAge(s string) (int64, bool) {
	neg := strings.HasPrefix(s, "-")
	d := strings.TrimPrefix(s, "-")
	if d == "" {
		return 0, false
	}
	n := int64(0)
	for i := 0; i < len(d); i++ {
		if !isDigit(d[i]) {
			return 0, false
		}
		n = min(n*10+int64(d[i]-'0'), 1<<32)
	}
	if neg {
		n = -n
	}
	return n, true
}

const months = "janfebmaraprmayjunjulaugsepoctnovdec"

// parseCookieDate: RFC 6265bis, 5.1.1.
func parseCookieDate(s string) (time.Time, bool) {
	year, month, day, hour, minute, second := -1, -1, -1, -1, -1, -1
	isDelim := func(c byte) bool {
		return c == '\t' || 0x20 <= c && c <= 0x2F || 0x3B <= c && c <= 0x40 || 0x5B <= c && c <= 0x60 || 0x7B <= c && c <= 0x7E
	}
	for i := 0; i < len(s); {
		if isDelim(s[i]) {
			i++
			continue
		}
		j := i
		for j < len(s) && !isDelim(s[j]) {
			j++
		}
		tok := s[i:j]
		i = j
		if hour < 0 {
			if h, m, sec, ok := timeToken(tok); ok {
				hour, minute, second = h, m, sec
				continue
			}
		}
		if n, digits := leadingNumber(tok, 2); day < 0 && digits >= 1 && digits <= 2 {
			day = n
			continue
		}
		if month < 0 && len(tok) >= 3 {
			if k := strings.Index(months, lowerASCII(tok[:3])); k >= 0 && k%3 == 0 {
				month = k/3 + 1
				continue
			}
		}
		if n, digits := leadingNumber(tok, 4); year < 0 && digits >= 2 && digits <= 4 {
			year = n
		}
	}
	switch {
	case 70 <= year && year <= 99:
		year += 1900
	case 0 <= year && year <= 69:
		year += 2000
	}
	if day < 1 || day > 31 || month < 0 || year < 1601 || hour < 0 || hour > 23 || minute > 59 || second > 59 {
		return time.Time{}, false
	}
	t := time.Date(year, time.Month(month), day, hour, minute, second, 0, time.UTC)
	return t, t.Day() == day // no such day in the month otherwise
}

// leadingNumber reads the digits at the beginning of a token; more than most give 0 digits.
func leadingNumber(s string, most int) (n, digits int) {
	for digits < len(s) && isDigit(s[digits]) {
		if digits == most {
			return 0, 0
		}
		n = n*10 + int(s[digits]-'0')
		digits++
	}
	return n, digits
}

func timeToken(s string) (h, m, sec int, ok bool) {
	var f [3]int
	for i := range f {
		n, d := leadingNumber(s, 2)
		if d == 0 {
			return 0, 0, 0, false
		}
		f[i], s = n, s[d:]
		if i < 2 {
			if s == "" || s[0] != ':' {
				return 0, 0, 0, false
			}
			s = s[1:]
		}
	}
	return f[0], f[1], f[2], s == "" || !isDigit(s[0])
}
