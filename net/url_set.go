package net

import (
	"strings"
)

// urlParts is a URL taken apart for a setter.
type urlParts struct {
	scheme     string
	user, pass string
	host       string
	hostKind   HostKind
	port       int32
	path       string // without the "/." prefix
	query      string // with its '?'
	frag       string // with its '#'
	kind       schemeKind
	opaque     bool
}

func (u *URL) parts() urlParts {
	return urlParts{
		scheme: u.Scheme(), user: u.Username(), pass: u.Password(), host: u.Hostname(), hostKind: u.host, port: u.port,
		path: u.Pathname(), query: u.href[u.queryStart:u.fragStart], frag: u.href[u.fragStart:], kind: u.scheme, opaque: u.opaque,
	}
}

// assemble serializes. https://url.spec.whatwg.org/#concept-url-serializer
func (u *URL) assemble(p *urlParts) {
	out := make([]byte, 0, len(u.href)+len(p.path)+16)
	var n URL
	out = append(append(out, p.scheme...), ':')
	n.schemeEnd = uint32(len(p.scheme))
	n.scheme, n.host, n.port, n.opaque = p.kind, p.hostKind, p.port, p.opaque
	if p.hostKind != NoHost {
		out = append(append(out, "//"...), p.user...)
		n.userEnd = uint32(len(out))
		if p.pass != "" {
			out = append(append(out, ':'), p.pass...)
		}
		if p.user != "" || p.pass != "" {
			out = append(out, '@')
		}
		n.hostStart = uint32(len(out))
		out = append(out, p.host...)
		n.hostEnd = uint32(len(out))
		if p.port >= 0 {
			out = appendInt(append(out, ':'), int(p.port))
		}
	} else {
		n.userEnd, n.hostStart, n.hostEnd = uint32(len(out)), uint32(len(out)), uint32(len(out))
		if !p.opaque && strings.HasPrefix(p.path, "//") {
			out = append(out, "/."...)
		}
	}
	n.pathStart = uint32(len(out))
	out = append(out, p.path...)
	n.queryStart = uint32(len(out))
	out = append(out, p.query...)
	n.fragStart = uint32(len(out))
	out = append(out, p.frag...)
	n.href = string(out)
	*u = n
}

// The setters of URL and location. One that the standard lets fail silently leaves u as it is.
// https://url.spec.whatwg.org/#api

// SetHref parses s without a base.
func (u *URL) SetHref(s string) error {
	n, err := Parse(s, nil)
	if err == nil {
		*u = n
	}
	return err
}

func (u *URL) SetProtocol(s string) {
	s = stripTabNewline(s) + ":"
	n, _ := scanScheme(s)
	if n < 0 {
		return
	}
	p := u.parts()
	scheme := lowerASCII(s[:n])
	kind := schemeOf(scheme)
	if (kind == notSpecial) != (p.kind == notSpecial) ||
		kind == schemeFile && (p.user != "" || p.pass != "" || p.port >= 0) ||
		p.kind == schemeFile && p.hostKind == EmptyHost {
		return
	}
	p.scheme, p.kind = scheme, kind
	if p.port == defaultPorts[kind] {
		p.port = -1
	}
	u.assemble(&p)
}

// cannotHaveCredentials: https://url.spec.whatwg.org/#cannot-have-a-username-password-port
func (u *URL) cannotHaveCredentials() bool {
	return u.host == NoHost || u.host == EmptyHost || u.scheme == schemeFile
}

func (u *URL) SetUsername(s string) {
	if u.cannotHaveCredentials() || s == "" && u.Username() == "" {
		return
	}
	p := u.parts()
	p.user = string(appendEncoded(nil, s, setUserinfo))
	u.assemble(&p)
}

func (u *URL) SetPassword(s string) {
	if u.cannotHaveCredentials() || s == "" && u.Password() == "" {
		return
	}
	p := u.parts()
	p.pass = string(appendEncoded(nil, s, setUserinfo))
	u.assemble(&p)
}

func (u *URL) SetHost(s string)     { u.setHost(s, false) }
func (u *URL) SetHostname(s string) { u.setHost(s, true) }

func (u *URL) setHost(s string, nameOnly bool) {
	if u.opaque {
		return
	}
	s = stripTabNewline(s)
	p := u.parts()
	special := p.kind != notSpecial
	for i := 0; i < len(s); i++ {
		if c := s[i]; c == '/' || c == '?' || c == '#' || special && c == '\\' {
			s = s[:i]
			break
		}
	}
	if p.kind == schemeFile { // file host state
		if s == "" {
			p.host, p.hostKind = "", EmptyHost
		} else {
			out, kind, ok := appendHost(nil, s, true)
			if !ok {
				return
			}
			p.host, p.hostKind = string(out), kind
			if p.host == "localhost" {
				p.host, p.hostKind = "", EmptyHost
			}
		}
		u.assemble(&p)
		return
	}
	host, port, hasPort := splitPort(s)
	switch {
	case hasPort && (host == "" || nameOnly):
		return
	case host == "" && (special || p.user != "" || p.pass != "" || p.port >= 0):
		return
	case host == "":
		p.host, p.hostKind = "", EmptyHost
	default:
		out, kind, ok := appendHost(nil, host, special)
		if !ok {
			return
		}
		p.host, p.hostKind = string(out), kind
	}
	if hasPort {
		p.setPort(port)
	}
	u.assemble(&p)
}

// setPort is the port state with a state override: the digits at the beginning of s.
func (p *urlParts) setPort(s string) {
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	if n == 0 {
		return
	}
	if v, ok := parsePort(s[:n]); ok {
		p.port = v
		if v == defaultPorts[p.kind] {
			p.port = -1
		}
	}
}

func (u *URL) SetPort(s string) {
	if u.cannotHaveCredentials() {
		return
	}
	p := u.parts()
	if s == "" {
		p.port = -1
	} else {
		p.setPort(stripTabNewline(s))
	}
	u.assemble(&p)
}

func (u *URL) SetPathname(s string) {
	if u.opaque {
		return
	}
	s = stripTabNewline(s)
	var q urlParser
	q.u.scheme, q.u.host = u.scheme, u.host
	p := u.parts()
	if s != "" || p.kind != notSpecial || p.hostKind == NoHost {
		if s != "" && (s[0] == '/' || p.kind != notSpecial && s[0] == '\\') {
			s = s[1:]
			q.path(s)
		} else if s != "" || p.kind != notSpecial {
			q.path(s)
		} else if p.hostKind == NoHost {
			q.path("") // a path without an authority has a segment
		}
	}
	p.path = string(q.out)
	u.assemble(&p)
}

func (u *URL) SetSearch(s string) {
	p := u.parts()
	p.query = ""
	if s != "" {
		p.query = string(appendEncoded([]byte{'?'}, stripTabNewline(strings.TrimPrefix(s, "?")), u.querySet()))
	}
	u.assemble(&p)
}

func (u *URL) SetHash(s string) {
	p := u.parts()
	p.frag = ""
	if s != "" {
		p.frag = string(appendEncoded([]byte{'#'}, stripTabNewline(strings.TrimPrefix(s, "#")), setFragment))
	}
	u.assemble(&p)
}

// SetFragment is SetHash for engine code: "" makes the fragment null.
func (u URL) WithFragment(f string, present bool) URL {
	p := u.parts()
	p.frag = ""
	if present {
		p.frag = string(appendEncoded([]byte{'#'}, f, setFragment))
	}
	u.assemble(&p)
	return u
}
