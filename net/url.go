package net

// URL is a parsed URL: its serialization and where the parts of it stand. It is a value of
// 56 bytes with one string; two URLs are equal exactly if their serializations are.
// The zero URL is no URL ([URL.IsZero]).
// https://url.spec.whatwg.org/#concept-url
type URL struct {
	// href[:schemeEnd] is the scheme; then ':'. With an authority: "//", username up
	// to userEnd, ':' and password up to hostStart-1, '@', host up to hostEnd, ':' and port up
	// to pathStart. Without one the four are schemeEnd+1, and pathStart may be 2 more (the
	// "/." before a path that begins with "//"). Query and fragment begin with their
	// '?' and '#' at queryStart and fragStart; absent they are the end.
	href       string
	schemeEnd  uint32
	userEnd    uint32
	hostStart  uint32
	hostEnd    uint32
	pathStart  uint32
	queryStart uint32
	fragStart  uint32
	port       int32 // -1 is null
	host       HostKind
	scheme     schemeKind
	opaque     bool // the path is opaque
}

// HostKind says what the host of a URL is.
type HostKind uint8

const (
	NoHost     HostKind = iota // null: "data:,x"
	EmptyHost                  // "file:///x"
	Domain                     // of a special URL
	IPv4                       // of a special URL
	IPv6                       // in brackets
	OpaqueHost                 // of any other URL
)

// Parse parses input against base, which may be nil. The error is an [*Error] of kind BadURL.
// https://url.spec.whatwg.org/#concept-basic-url-parser
func Parse(input string, base *URL) (URL, error) { return ParseWith(input, base, nil) }

// MustParse is Parse without a base for URLs that the program itself contains; it panics.
func MustParse(input string) URL {
	u, err := Parse(input, nil)
	if err != nil {
		panic(err)
	}
	return u
}

// IsZero reports whether u is no URL at all.
func (u URL) IsZero() bool { return u.href == "" }

// Href is the serialization, and String is the same.
func (u URL) Href() string   { return u.href }
func (u URL) String() string { return u.href }

// HrefWithoutFragment is the serialization with the fragment excluded.
func (u URL) HrefWithoutFragment() string { return u.href[:u.fragStart] }

// WithoutFragment is u with a null fragment.
func (u URL) WithoutFragment() URL {
	u.href = u.href[:u.fragStart]
	return u
}

// Scheme is lower-case and has no colon.
func (u URL) Scheme() string { return u.href[:u.schemeEnd] }

// Protocol is the scheme with its colon.
func (u URL) Protocol() string {
	if u.IsZero() {
		return ""
	}
	return u.href[:u.schemeEnd+1]
}

// IsSpecial reports the schemes ftp, file, http, https, ws and wss.
func (u URL) IsSpecial() bool { return u.scheme != notSpecial }

// IsHTTP reports the schemes http and https.
func (u URL) IsHTTP() bool { return u.scheme == schemeHTTP || u.scheme == schemeHTTPS }

// IsFile reports the scheme file.
func (u URL) IsFile() bool { return u.scheme == schemeFile }

// authorityEnd is where the path would begin without the "/." before it.
func (u *URL) authorityEnd() uint32 {
	if u.host == NoHost {
		return u.schemeEnd + 1
	}
	return u.pathStart
}

// Username and Password are percent-encoded.
func (u URL) Username() string {
	if u.host == NoHost {
		return ""
	}
	return u.href[u.schemeEnd+3 : u.userEnd]
}

func (u URL) Password() string {
	if u.hostStart <= u.userEnd+1 {
		return ""
	}
	return u.href[u.userEnd+1 : u.hostStart-1]
}

// HostKind says what Hostname is.
func (u URL) HostKind() HostKind { return u.host }

// Hostname is the host without its port; IPv6 addresses have their brackets.
func (u URL) Hostname() string { return u.href[u.hostStart:u.hostEnd] }

// Host is the host with ':' and the port where it is not the default one.
func (u URL) Host() string { return u.href[u.hostStart:max(u.hostEnd, u.authorityEnd())] }

// Port is the port's digits, or "" for the default one.
func (u URL) Port() string {
	if u.port < 0 {
		return ""
	}
	return u.href[u.hostEnd+1 : u.pathStart]
}

// PortNumber is the port or the scheme's default one, or -1.
func (u URL) PortNumber() int {
	if u.port >= 0 {
		return int(u.port)
	}
	return int(defaultPorts[u.scheme])
}

// Pathname is the path as it stands in the serialization.
func (u URL) Pathname() string { return u.href[u.pathStart:u.queryStart] }

// HasOpaquePath reports URLs such as "data:x", against which nothing but a fragment resolves.
func (u URL) HasOpaquePath() bool { return u.opaque }

// Search is the query with its '?', or "" where it is null or empty.
func (u URL) Search() string {
	if u.fragStart-u.queryStart <= 1 {
		return ""
	}
	return u.href[u.queryStart:u.fragStart]
}

// Query is the query without '?', and whether it is not null.
func (u URL) Query() (string, bool) {
	if u.fragStart == u.queryStart {
		return "", false
	}
	return u.href[u.queryStart+1 : u.fragStart], true
}

// Hash is the fragment with its '#', or "" where it is null or empty.
func (u URL) Hash() string {
	if len(u.href)-int(u.fragStart) <= 1 {
		return ""
	}
	return u.href[u.fragStart:]
}

// Fragment is the fragment without '#', and whether it is not null.
func (u URL) Fragment() (string, bool) {
	if len(u.href) == int(u.fragStart) {
		return "", false
	}
	return u.href[u.fragStart+1:], true
}

// EqualsWithoutFragment reports whether u and v differ in the fragment at most.
func (u URL) EqualsWithoutFragment(v URL) bool {
	return u.HrefWithoutFragment() == v.HrefWithoutFragment()
}

// Origin of the URL. file: URLs have an opaque origin, a new one at each call: ask once a document.
// https://url.spec.whatwg.org/#concept-url-origin
func (u URL) Origin() Origin {
	switch u.scheme {
	case notSpecial:
		if u.Scheme() == "blob" {
			if p, err := Parse(u.Pathname(), nil); err == nil && (p.IsHTTP() || p.IsFile()) {
				return p.Origin()
			}
		}
		return NewOpaqueOrigin()
	case schemeFile:
		o := NewOpaqueOrigin()
		o.scheme = "file"
		return o
	}
	return Origin{scheme: u.Scheme(), host: u.Hostname(), port: u.port}
}

// PotentiallyTrustworthy: https://w3c.github.io/webappsec-secure-contexts/#is-url-trustworthy
func (u URL) PotentiallyTrustworthy() bool {
	switch u.scheme {
	case schemeHTTPS, schemeWSS, schemeFile:
		return true
	case schemeHTTP, schemeWS:
		h := u.Hostname()
		return isLocalhost(h) || u.host == IPv4 && len(h) > 4 && h[:4] == "127." || h == "[::1]"
	}
	switch u.Scheme() {
	case "data", "about":
		return true
	case "blob":
		p, err := Parse(u.Pathname(), nil)
		return err == nil && p.Scheme() != "blob" && p.PotentiallyTrustworthy()
	}
	return false
}

// isLocalhost reports "localhost" and the names below it.
func isLocalhost(h string) bool {
	if n := len(h); n > 0 && h[n-1] == '.' {
		h = h[:n-1]
	}
	return h == "localhost" || len(h) > 10 && h[len(h)-10:] == ".localhost"
}

// stripForReferrer is the serialization without credentials and fragment.
func (u URL) stripForReferrer() string {
	u.SetUsername("")
	u.SetPassword("")
	return u.HrefWithoutFragment()
}
