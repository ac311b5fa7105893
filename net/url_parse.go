package net

import (
	"math"
	"strings"
	"sync"
)

// schemeKind is the row of a special scheme.
type schemeKind uint8

const (
	notSpecial schemeKind = iota
	schemeFTP
	schemeFile
	schemeHTTP
	schemeHTTPS
	schemeWS
	schemeWSS
)

var defaultPorts = [...]int32{notSpecial: -1, schemeFTP: 21, schemeFile: -1, schemeHTTP: 80, schemeHTTPS: 443, schemeWS: 80, schemeWSS: 443}

func schemeOf(s string) schemeKind {
	switch s {
	case "http":
		return schemeHTTP
	case "https":
		return schemeHTTPS
	case "file":
		return schemeFile
	case "ws":
		return schemeWS
	case "wss":
		return schemeWSS
	case "ftp":
		return schemeFTP
	}
	return notSpecial
}

// urlParser writes the serialization from left to right, as the parts of a URL come in the
// order in which they are written; u has the offsets so far.
type urlParser struct {
	out []byte
	u   URL
	raw string // the query as it stands in the input
}

// urlParsers are kept for their buffers: a parse allocates the serialization only.
var urlParsers = sync.Pool{New: func() any { return &urlParser{out: make([]byte, 0, 256)} }}

func (p *urlParser) free() {
	if cap(p.out) <= 16<<10 {
		*p = urlParser{out: p.out[:0]}
		urlParsers.Put(p)
	}
}

// maxURL bounds a serialization so that offsets fit; browsers stop at 2 MB or earlier.
const maxURL = 512 << 20

// ParseWith is Parse with the encoding of the document, which the query of a
// special URL takes; nil is UTF-8.
func ParseWith(input string, base *URL, enc *Encoding) (URL, error) {
	if base != nil && base.IsZero() {
		base = nil
	}
	p := urlParsers.Get().(*urlParser)
	defer p.free()
	p.u.port = -1
	if len(input) > maxURL/3 || !p.parse(input, base) || len(p.out) > math.MaxInt32 {
		return URL{}, badURL(input, base)
	}
	p.u.href = string(p.out)
	if enc != nil && !enc.IsUTF8() && p.raw != "" && p.u.takesEncoding() {
		parts := p.u.parts()
		parts.query = "?" + string(enc.percentEncode(p.raw, setSpecialQuery))
		p.u.assemble(&parts)
	}
	return p.u, nil
}

func badURL(input string, base *URL) error {
	msg := "the URL is not valid"
	if base == nil && !strings.Contains(input, ":") {
		msg = "it has no scheme; write the whole address, as https://example.org/"
	}
	if base != nil {
		msg = "the URL is not valid relative to " + clip(base.href, 100)
	}
	return &Error{Kind: BadURL, URL: clip(input, 2000), Msg: msg}
}

// CanParse reports whether Parse would succeed.
func CanParse(input string, base *URL) bool {
	_, err := Parse(input, base)
	return err == nil
}

// stripTabNewline removes tab, LF and CR.
func stripTabNewline(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c <= '\r' && (c == '\t' || c == '\n' || c == '\r') {
			b := append(make([]byte, 0, len(s)), s[:i]...)
			for ; i < len(s); i++ {
				if c := s[i]; c != '\t' && c != '\n' && c != '\r' {
					b = append(b, c)
				}
			}
			return string(b)
		}
	}
	return s
}

// scanScheme returns the length of a scheme before ':' at the beginning of s, or -1, and
// whether it has upper-case letters.
func scanScheme(s string) (n int, upper bool) {
	if s == "" || !isAlpha(s[0]) {
		return -1, false
	}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z', isDigit(c), c == '+', c == '-', c == '.':
		case 'A' <= c && c <= 'Z':
			upper = true
		case c == ':':
			return i, upper
		default:
			return -1, false
		}
	}
	return -1, false
}

// parse is the basic URL parser without a state override; the states are straight code here.
func (p *urlParser) parse(in string, base *URL) bool {
	for in != "" && in[0] <= ' ' {
		in = in[1:]
	}
	for in != "" && in[len(in)-1] <= ' ' {
		in = in[:len(in)-1]
	}
	in = stripTabNewline(in)
	u := &p.u

	// scheme start state, scheme state
	n, upper := scanScheme(in)
	if n < 0 { // no scheme state
		if base == nil {
			return false
		}
		if base.opaque {
			if in == "" || in[0] != '#' {
				return false
			}
			p.copyBase(base, base.fragStart)
			p.fragment(in)
			return true
		}
		p.setScheme(base.Scheme(), base.scheme)
		if base.scheme == schemeFile {
			return p.file(in, base)
		}
		return p.relative(in, base)
	}
	scheme := in[:n]
	if upper {
		scheme = lowerASCII(scheme)
	}
	p.setScheme(scheme, schemeOf(scheme))
	in = in[n+1:]
	switch {
	case u.scheme == schemeFile:
		if base != nil && base.scheme != schemeFile {
			base = nil
		}
		return p.file(in, base)
	case u.scheme != notSpecial:
		if base != nil && base.scheme == u.scheme && !strings.HasPrefix(in, "//") {
			return p.relative(in, base) // special relative or authority state
		}
		return p.authority(skipSlashes(in)) // special authority slashes state
	case strings.HasPrefix(in, "//"): // path or authority state
		return p.authority(in[2:])
	case strings.HasPrefix(in, "/"):
		p.noAuthority()
		return p.pathAndRest(in[1:])
	}
	p.noAuthority()
	return p.opaquePath(in)
}

func (p *urlParser) setScheme(s string, k schemeKind) {
	p.out = append(append(p.out, s...), ':')
	p.u.schemeEnd = uint32(len(s))
	p.u.scheme = k
}

// skipSlashes is the special authority ignore slashes state.
func skipSlashes(s string) string {
	for s != "" && (s[0] == '/' || s[0] == '\\') {
		s = s[1:]
	}
	return s
}

// noAuthority records that the host is null; the path begins here.
func (p *urlParser) noAuthority() {
	n := uint32(len(p.out))
	p.u.userEnd, p.u.hostStart, p.u.hostEnd, p.u.pathStart = n, n, n, n
	p.u.host = NoHost
}

// emptyHost writes the "//" of an authority with nothing in it.
func (p *urlParser) emptyHost() {
	p.out = append(p.out, "//"...)
	p.noAuthority()
	p.u.host = EmptyHost
}

// copyBase takes everything of base up to the offset end of its serialization.
func (p *urlParser) copyBase(base *URL, end uint32) {
	p.out = append(p.out[:0], base.href[:end]...)
	p.u = *base
	p.u.href = ""
	p.u.queryStart = min(p.u.queryStart, end)
	p.u.fragStart = min(p.u.fragStart, end)
	if p.u.pathStart > end || end == base.pathStart {
		// the authority only: without the "/." that a base without a host may have
		p.out = p.out[:p.u.authorityEnd()]
		p.u.pathStart = uint32(len(p.out))
	}
}

// relative is the relative state and the relative slash state.
func (p *urlParser) relative(in string, base *URL) bool {
	special := p.u.scheme != notSpecial
	if in != "" && (in[0] == '/' || special && in[0] == '\\') {
		in = in[1:]
		switch {
		case special && in != "" && (in[0] == '/' || in[0] == '\\'):
			return p.authority(skipSlashes(in))
		case in != "" && in[0] == '/':
			return p.authority(in[1:])
		}
		p.copyBase(base, base.pathStart)
		return p.pathAndRest(in)
	}
	return p.relativePath(in, base, false)
}

// relativePath resolves what does not begin with a slash.
// dropPath leaves out the path of base.
func (p *urlParser) relativePath(in string, base *URL, dropPath bool) bool {
	if in == "" || in[0] == '#' {
		p.copyBase(base, base.fragStart)
		p.fragment(in)
		return true
	}
	if in[0] == '?' {
		p.copyBase(base, base.queryStart)
		return p.queryAndRest(in)
	}
	p.copyBase(base, base.queryStart)
	if dropPath {
		p.out = p.out[:p.u.pathStart]
	} else {
		p.dropDotPrefix()
		p.shorten()
	}
	return p.pathAndRest(in)
}

// dropDotPrefix takes out the "/." that the serialization of base has before its path.
func (p *urlParser) dropDotPrefix() {
	if end := p.u.authorityEnd(); end != p.u.pathStart {
		p.out = append(p.out[:end], p.out[p.u.pathStart:]...)
		p.u.pathStart = end
	}
}

// file is the file state, file slash state and file host state.
func (p *urlParser) file(in string, base *URL) bool {
	if in != "" && (in[0] == '/' || in[0] == '\\') {
		in = in[1:]
		if in != "" && (in[0] == '/' || in[0] == '\\') {
			in = in[1:]
			end := strings.IndexAny(in, "/\\?#")
			if end < 0 {
				end = len(in)
			}
			host := in[:end]
			if isDriveLetter(host) {
				p.emptyHost()
				return p.pathAndRest(in)
			}
			if host == "" {
				p.emptyHost()
			} else {
				p.out = append(p.out, "//"...)
				p.noAuthority()
				if !p.hostPart(host) {
					return false
				}
				if string(p.out[p.u.hostStart:]) == "localhost" {
					p.out = p.out[:p.u.hostStart]
					p.u.hostEnd, p.u.host = p.u.hostStart, EmptyHost
				}
				p.u.pathStart = uint32(len(p.out))
			}
			return p.pathStartState(in[end:])
		}
		if base == nil {
			p.emptyHost()
			return p.pathAndRest(in)
		}
		p.copyBase(base, base.pathStart)
		if path := base.Pathname(); !startsWithDriveLetter(in) && len(path) >= 3 && isAlpha(path[1]) && path[2] == ':' && (len(path) == 3 || path[3] == '/') {
			p.out = append(p.out, path[:3]...)
		}
		return p.pathAndRest(in)
	}
	if base == nil {
		p.emptyHost()
		return p.pathAndRest(in)
	}
	return p.relativePath(in, base, startsWithDriveLetter(in))
}

// isDriveLetter: https://url.spec.whatwg.org/#windows-drive-letter
func isDriveLetter(s string) bool {
	return len(s) == 2 && isAlpha(s[0]) && (s[1] == ':' || s[1] == '|')
}

func startsWithDriveLetter(s string) bool {
	return len(s) >= 2 && isDriveLetter(s[:2]) && (len(s) == 2 || s[2] == '/' || s[2] == '\\' || s[2] == '?' || s[2] == '#')
}

// authority is the authority, host and port states; in is what follows the "//".
func (p *urlParser) authority(in string) bool {
	special := p.u.scheme != notSpecial
	end, at := len(in), -1
scan:
	for i := 0; i < len(in); i++ {
		switch in[i] {
		case '/', '?', '#':
			end = i
			break scan
		case '\\':
			if special {
				end = i
				break scan
			}
		case '@':
			at = i
		}
	}
	auth, rest := in[:end], in[end:]
	p.out = append(p.out, "//"...)
	u := &p.u
	u.userEnd = uint32(len(p.out))
	if at >= 0 {
		user, pass := cutByte(auth[:at], ':')
		p.out = appendEncoded(p.out, user, setUserinfo)
		u.userEnd = uint32(len(p.out))
		if pass != "" {
			p.out = append(p.out, ':')
			p.out = appendEncoded(p.out, pass, setUserinfo)
		}
		auth = auth[at+1:]
		if auth == "" {
			return false
		}
	}
	if len(p.out) > int(u.schemeEnd)+3 {
		p.out = append(p.out, '@')
	}
	u.hostStart = uint32(len(p.out))
	host, port, hasPort := splitPort(auth)
	if host == "" && (special || hasPort) {
		return false
	}
	if host == "" {
		u.host, u.hostEnd = EmptyHost, uint32(len(p.out))
	} else if !p.hostPart(host) {
		return false
	}
	if port != "" {
		n, ok := parsePort(port)
		if !ok {
			return false
		}
		p.appendPort(n)
	}
	u.pathStart = uint32(len(p.out))
	return p.pathStartState(rest)
}

// splitPort splits at the first ':' that is not between brackets.
func splitPort(s string) (host, port string, hasPort bool) {
	in := false
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '[':
			in = true
		case ']':
			in = false
		case ':':
			if !in {
				return s[:i], s[i+1:], true
			}
		}
	}
	return s, "", false
}

func parsePort(s string) (int32, bool) {
	n := int32(0)
	for i := 0; i < len(s); i++ {
		if !isDigit(s[i]) {
			return 0, false
		}
		if n = n*10 + int32(s[i]-'0'); n > 65535 {
			return 0, false
		}
	}
	return n, true
}

func (p *urlParser) appendPort(n int32) {
	if n == defaultPorts[p.u.scheme] {
		return
	}
	p.u.port = n
	p.out = append(p.out, ':')
	p.out = appendInt(p.out, int(n))
}

func appendInt(out []byte, n int) []byte {
	var b [10]byte
	i := len(b)
	for {
		i--
		b[i] = byte('0' + n%10)
		if n /= 10; n == 0 {
			return append(out, b[i:]...)
		}
	}
}

// hostPart parses the host and writes it.
func (p *urlParser) hostPart(host string) bool {
	out, kind, ok := appendHost(p.out, host, p.u.scheme != notSpecial)
	p.out, p.u.host, p.u.hostEnd = out, kind, uint32(len(out))
	return ok
}

// pathStartState: https://url.spec.whatwg.org/#path-start-state
func (p *urlParser) pathStartState(in string) bool {
	if p.u.scheme == notSpecial && (in == "" || in[0] == '?' || in[0] == '#') {
		return p.queryAndRest(in)
	}
	if in != "" && (in[0] == '/' || p.u.scheme != notSpecial && in[0] == '\\') {
		in = in[1:]
	}
	return p.pathAndRest(in)
}

// pathAndRest is the path state from the beginning of a segment, and what follows.
func (p *urlParser) pathAndRest(in string) bool {
	end := len(in)
	for i := 0; i < len(in); i++ {
		if c := in[i]; c == '?' || c == '#' {
			end = i
			break
		}
	}
	p.path(in[:end])
	if p.u.host == NoHost && len(p.out) >= int(p.u.pathStart)+2 && string(p.out[p.u.pathStart:p.u.pathStart+2]) == "//" {
		p.out = append(p.out, "/."...)
		copy(p.out[p.u.pathStart+2:], p.out[p.u.pathStart:])
		copy(p.out[p.u.pathStart:], "/.")
		p.u.pathStart += 2
	}
	return p.queryAndRest(in[end:])
}

// path writes segments, each after its '/'. https://url.spec.whatwg.org/#path-state
func (p *urlParser) path(in string) {
	special := p.u.scheme != notSpecial
	// Most paths have nothing to change: no dot segment, no backslash, no byte to encode.
	if plainPath(in, special) && !(p.u.scheme == schemeFile && len(p.out) == int(p.u.pathStart)) {
		p.out = append(append(p.out, '/'), in...)
		return
	}
	for {
		end, slash := len(in), false
		for i := 0; i < len(in); i++ {
			if c := in[i]; c == '/' || special && c == '\\' {
				end, slash = i, true
				break
			}
		}
		seg := in[:end]
		switch {
		case isDoubleDot(seg):
			p.shorten()
			if !slash {
				p.out = append(p.out, '/')
			}
		case isSingleDot(seg):
			if !slash {
				p.out = append(p.out, '/')
			}
		case p.u.scheme == schemeFile && len(p.out) == int(p.u.pathStart) && isDriveLetter(seg):
			p.out = append(p.out, '/', seg[0], ':')
		default:
			p.out = append(p.out, '/')
			p.out = appendEncoded(p.out, seg, setPath)
		}
		if !slash {
			return
		}
		in = in[end+1:]
	}
}

// plainPath reports that each segment of s is written as it is.
func plainPath(s string, special bool) bool {
	atStart := true
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x80 || byteSets[c]&setPath != 0 || c == '\\' && special {
			return false
		}
		if atStart && (c == '.' || c == '%') {
			return false
		}
		atStart = c == '/'
	}
	return true
}

func isSingleDot(s string) bool {
	return s == "." || len(s) == 3 && equalFoldASCII(s, "%2e")
}

func isDoubleDot(s string) bool {
	switch len(s) {
	case 2:
		return s == ".."
	case 4:
		return equalFoldASCII(s, ".%2e") || equalFoldASCII(s, "%2e.")
	case 6:
		return equalFoldASCII(s, "%2e%2e")
	}
	return false
}

// shorten drops the last segment of the path.
// https://url.spec.whatwg.org/#shorten-a-urls-path
func (p *urlParser) shorten() {
	start := int(p.u.pathStart)
	path := p.out[start:]
	if p.u.scheme == schemeFile && len(path) == 3 && isAlpha(path[1]) && path[2] == ':' {
		return
	}
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '/' {
			p.out = p.out[:start+i]
			return
		}
	}
	p.out = p.out[:start]
}

// opaquePath: https://url.spec.whatwg.org/#cannot-be-a-base-url-path-state
func (p *urlParser) opaquePath(in string) bool {
	p.u.opaque = true
	end := strings.IndexAny(in, "?#")
	if end < 0 {
		end = len(in)
	}
	path := in[:end]
	trail := end < len(in) && strings.HasSuffix(path, " ")
	if trail {
		path = path[:len(path)-1]
	}
	p.out = appendEncoded(p.out, path, setC0)
	if trail {
		p.out = append(p.out, "%20"...)
	}
	return p.queryAndRest(in[end:])
}

// queryAndRest is the query state and the fragment state; in is empty or begins with '?' or '#'.
func (p *urlParser) queryAndRest(in string) bool {
	p.u.queryStart = uint32(len(p.out))
	if in != "" && in[0] == '?' {
		query := in
		if i := strings.IndexByte(in, '#'); i >= 0 {
			query, in = in[:i], in[i:]
		} else {
			in = ""
		}
		p.out = append(p.out, '?')
		p.raw = query[1:]
		p.out = appendEncoded(p.out, p.raw, p.u.querySet())
	}
	p.u.fragStart = uint32(len(p.out))
	p.fragment(in)
	return true
}

// querySet is the percent-encode set of queries.
func (u *URL) querySet() encodeSet {
	if u.scheme != notSpecial {
		return setSpecialQuery
	}
	return setQuery
}

// takesEncoding reports whether the query is in the encoding of the document.
func (u *URL) takesEncoding() bool {
	return u.scheme != notSpecial && u.scheme != schemeWS && u.scheme != schemeWSS
}

// fragment writes in, which is empty or begins with '#'.
func (p *urlParser) fragment(in string) {
	p.u.fragStart = uint32(len(p.out))
	if in != "" {
		p.out = append(p.out, '#')
		p.out = appendEncoded(p.out, in[1:], setFragment)
	}
}
