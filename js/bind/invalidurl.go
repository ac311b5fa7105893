package bind

import (
	"strings"

	"github.com/niso-engine/niso/net"
)

// invalidURL is text that does not parse as a URL, the way Chromium's messages show it: as far as it was understood. What is wrong is the host;
// what surrounds it is resolved and serialized.
func invalidURL(text string, base net.URL) string {
	s := strings.Trim(strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(text), " \f")
	scheme, rest := base.Scheme(), s
	if before, after, ok := strings.Cut(s, ":"); ok && isScheme(before) {
		scheme, rest = lowerASCII(before), after
	} else if !strings.HasPrefix(strings.ReplaceAll(s, "\\", "/"), "//") {
		return text
	}
	switch scheme {
	case "http", "https", "ws", "wss", "ftp":
	default:
		return text
	}
	rest = strings.TrimLeft(rest, "/\\")
	end := strings.IndexAny(rest, "/\\?#")
	if end < 0 {
		end = len(rest)
	}
	prefix := scheme + "://"
	u, err := net.Parse(prefix+"h"+rest[end:], nil)
	if err != nil {
		return text
	}
	var host strings.Builder
	for i := 0; i < end; i++ {
		host.WriteByte(rest[i])
		if rest[i] == '%' && !(i+2 < end && isHexDigit(rest[i+1]) && isHexDigit(rest[i+2])) {
			host.WriteString("25")
		}
	}
	return prefix + lowerASCII(host.String()) + strings.TrimPrefix(u.Href(), prefix+"h")
}

func isHexDigit(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f'
}
