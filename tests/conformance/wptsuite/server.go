package wptsuite

import (
	"bytes"
	_ "embed"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// Origin is where tests run. It is a secure context, as 127.0.0.1 is in the runs that expectations come from.
const Origin = "http://" + host + ":8000"

const (
	host    = "localhost"
	altHost = "not-localhost.test"
)

var ports = map[string][]string{
	"http": {"8000", "8001"}, "https": {"8443", "8444"}, "ws": {"8666"}, "wss": {"8667"}, "h2": {"9000"}, "http-private": {"8002"}, "http-public": {"8003"},
	"https-private": {"8445"}, "https-public": {"8446"},
}

var domains = map[string]string{
	"": "", "www": "www.", "www1": "www1.", "www2": "www2.", "天気の良い日": "xn--n8j6ds53lwwkrqhv28a.", "élève": "xn--lve-6lad.", "nonexistent": "nonexistent.",
}

// mimeTypes are those that wptserve gives; Go's own depend on the machine.
var mimeTypes = map[string]string{
	".html": "text/html", ".htm": "text/html", ".xht": "application/xhtml+xml", ".xhtml": "application/xhtml+xml", ".xml": "application/xml", ".xsl": "text/xsl",
	".svg": "image/svg+xml", ".js": "text/javascript", ".mjs": "text/javascript", ".json": "application/json", ".css": "text/css", ".txt": "text/plain", ".md": "text/markdown",
	".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif", ".bmp": "image/bmp", ".webp": "image/webp", ".avif": "image/avif", ".ico": "image/x-icon",
	".woff": "font/woff", ".woff2": "font/woff2", ".ttf": "font/ttf", ".otf": "font/otf", ".mp4": "video/mp4", ".webm": "video/webm", ".ogv": "video/ogg", ".mp3": "audio/mpeg",
	".oga": "audio/ogg", ".ogg": "audio/ogg", ".wav": "audio/x-wav", ".vtt": "text/vtt", ".wasm": "application/wasm", ".pdf": "application/pdf", ".event_stream": "text/event-stream",
	".webmanifest": "application/manifest+json", ".importmap": "application/importmap+json", ".speculationrules": "application/speculationrules+json",
}

//go:embed report.js
var reportScript []byte

// ServeHTTP serves the tree as the root of whatever origin is asked for.
func (t *Tree) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	switch name {
	case "resources/testharnessreport.js":
		send(w, r, "text/javascript", reportScript)
		return
	case "resources/WebIDLParser.js":
		name = "resources/webidl2/lib/webidl2.js"
	}
	body, err := os.ReadFile(t.file(name))
	if err != nil {
		if body = t.wrapper(name); body == nil {
			http.NotFound(w, r)
			return
		}
		ext := path.Ext(name)
		t.addHeaders(w.Header(), r, sourceOf(name))
		send(w, r, mimeTypes[ext], body)
		return
	}
	if name == "resources/testharness.js" {
		body = harnessTimeRE.ReplaceAll(body, []byte("harness_timeout:{\"normal\":10000,\"long\":60000}"))
	}
	pipes := parsePipes(r.URL.Query().Get("pipe"))
	if substitutes(name) || pipes.sub {
		body = substitute(body, r)
	}
	t.addHeaders(w.Header(), r, name)
	for _, h := range pipes.headers {
		if h.add {
			w.Header().Add(h.name, h.value)
		} else {
			w.Header().Set(h.name, h.value)
		}
	}
	if pipes.slice[1] >= 0 {
		body = body[:min(len(body), pipes.slice[1])]
	}
	body = body[min(len(body), pipes.slice[0]):]
	if pipes.status != 0 {
		w = statusWriter{w, pipes.status}
	}
	send(w, r, mimeTypes[path.Ext(name)], body)
}

// harnessTimeRE finds how long the harness waits for a file, in ms. Some copies of the tree are for machines where hung tests cost time; on a virtual
// clock they cost none, and tests get what they are written for.
var harnessTimeRE = regexp.MustCompile(`harness_timeout\s*:\s*\{[^}]*\}`)

// statusWriter answers with a status of the test's choice.
type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w statusWriter) WriteHeader(int) { w.ResponseWriter.WriteHeader(w.status) }

// send writes a body, or the range of it that is asked for.
func send(w http.ResponseWriter, r *http.Request, mimeType string, body []byte) {
	if w.Header()["Content-Type"] == nil {
		if mimeType == "" {
			mimeType = "application/octet-stream"
		}
		w.Header().Set("Content-Type", mimeType)
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

func substitutes(name string) bool { return strings.Contains(path.Base(name), ".sub.") }

// addHeaders adds what the .headers files of a file and of its folder say.
func (t *Tree) addHeaders(h http.Header, r *http.Request, name string) {
	for _, file := range []string{path.Join(path.Dir(name), "__dir__"), name} {
		for _, suffix := range []string{".headers", ".sub.headers"} {
			b, err := os.ReadFile(t.file(file + suffix))
			if err != nil {
				continue
			}
			if suffix == ".sub.headers" {
				b = substitute(b, r)
			}
			first := map[string]bool{}
			for line := range strings.Lines(string(b)) {
				name, value, ok := strings.Cut(strings.TrimRight(line, "\r\n"), ":")
				if !ok {
					continue
				}
				if key := http.CanonicalHeaderKey(name); !first[key] { // the file's header takes the place of the folder's, and may be there twice
					first[key] = true
					h.Del(key)
				}
				h.Add(name, strings.TrimSpace(value))
			}
		}
	}
}

// wrapper makes the page or worker that wptserve makes of a script's name, or nil.
func (t *Tree) wrapper(name string) []byte {
	source := sourceOf(name)
	if strings.HasSuffix(name, ".any.worker.js") {
		source = strings.TrimSuffix(name, ".worker.js") + ".js"
	}
	if source == name {
		return nil
	}
	text, err := os.ReadFile(t.file(source))
	if err != nil {
		return nil
	}
	m := parseMeta(text)
	var b strings.Builder
	if strings.HasSuffix(name, ".worker.js") {
		b.WriteString("self.GLOBAL = { isWindow: function() { return false; }, isWorker: function() { return true; }, isShadowRealm: function() { return false; } };\n")
		b.WriteString("importScripts(\"/resources/testharness.js\");\n")
		for _, s := range m.scripts {
			fmt.Fprintf(&b, "importScripts(%s);\n", strconv.Quote(s))
		}
		fmt.Fprintf(&b, "importScripts(%s);\ndone();\n", strconv.Quote("/"+source))
		return []byte(b.String())
	}
	b.WriteString("<!doctype html>\n<meta charset=utf-8>\n")
	if m.title != "" {
		fmt.Fprintf(&b, "<title>%s</title>\n", html.EscapeString(m.title))
	}
	if m.timeout != "" {
		fmt.Fprintf(&b, "<meta name=timeout content=%q>\n", html.EscapeString(m.timeout))
	}
	worker := strings.HasSuffix(name, ".worker.html")
	if !worker {
		b.WriteString("<script>self.GLOBAL = { isWindow: function() { return true; }, isWorker: function() { return false; }, isShadowRealm: function() { return false; } };</script>\n")
	}
	b.WriteString("<script src=\"/resources/testharness.js\"></script>\n<script src=\"/resources/testharnessreport.js\"></script>\n")
	if !worker {
		for _, s := range m.scripts {
			fmt.Fprintf(&b, "<script src=\"%s\"></script>\n", html.EscapeString(s))
		}
	}
	b.WriteString("<div id=log></div>\n")
	if worker {
		script := "/" + source
		if strings.HasSuffix(source, ".any.js") {
			script = "/" + strings.TrimSuffix(source, ".js") + ".worker.js"
		}
		fmt.Fprintf(&b, "<script>fetch_tests_from_worker(new Worker(%s + location.search));</script>\n", strconv.Quote(script))
	} else {
		fmt.Fprintf(&b, "<script src=\"%s\"></script>\n", html.EscapeString("/"+source))
	}
	return []byte(b.String())
}

// pipes are what a URL asks for with ?pipe=…; of trickle, which delays, nothing is done.
//
// https://web-platform-tests.org/writing-tests/server-pipes.html
type pipes struct {
	sub     bool
	status  int
	headers []pipeHeader
	slice   [2]int // the end is -1 where there is none
}

type pipeHeader struct {
	name, value string
	add         bool
}

var pipeRE = regexp.MustCompile(`(\w+)(?:\(((?:[^()\\]|\\.)*)\))?`)

func parsePipes(s string) pipes {
	p := pipes{slice: [2]int{0, -1}}
	for _, g := range pipeRE.FindAllStringSubmatch(s, -1) {
		args := splitArgs(g[2])
		switch g[1] {
		case "sub":
			p.sub = true
		case "status":
			p.status, _ = strconv.Atoi(args[0])
		case "header":
			if len(args) >= 2 {
				p.headers = append(p.headers, pipeHeader{args[0], args[1], len(args) > 2 && strings.EqualFold(args[2], "true")})
			}
		case "slice":
			for i, a := range args[:min(2, len(args))] {
				if n, err := strconv.Atoi(a); err == nil && n >= 0 {
					p.slice[i] = n
				}
			}
		}
	}
	return p
}

// splitArgs splits at commas; a backslash keeps the character after it.
func splitArgs(s string) []string {
	args := []string{""}
	for i := 0; i < len(s); i++ {
		last := &args[len(args)-1]
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s):
			i++
			*last += s[i : i+1]
		case c == ',':
			args = append(args, "")
		default:
			*last += string(c)
		}
	}
	return args
}

var (
	fieldRE = regexp.MustCompile(`\{\{\s*([\w$:-]+)((?:\[[^\]]*\])*)(\([^)]*\))?\s*\}\}`)
	indexRE = regexp.MustCompile(`\[([^\]]*)\]`)
	uuids   atomic.Uint64
)

// substitute fills in the {{…}} of a .sub. file; one that it does not know stays.
//
// https://web-platform-tests.org/writing-tests/server-pipes.html#sub
func substitute(body []byte, r *http.Request) []byte {
	vars := map[string]string{}
	return fieldRE.ReplaceAllFunc(body, func(field []byte) []byte {
		g := fieldRE.FindSubmatch(field)
		name := string(g[1])
		keep := ""
		if i := strings.LastIndexByte(name, ':'); i > 0 && name[0] == '$' { // {{$id:uuid()}} names a value
			keep, name = name[:i], name[i+1:]
		}
		var index []string
		for _, x := range indexRE.FindAllStringSubmatch(string(g[2]), -1) {
			index = append(index, x[1])
		}
		arg := func(i int) string {
			if i < len(index) {
				return index[i]
			}
			return ""
		}
		var v string
		switch name {
		case "host":
			v = host
		case "domains":
			v = domains[arg(0)] + host
		case "hosts":
			v = domains[arg(1)] + host
			if arg(0) == "alt" {
				v = domains[arg(1)] + altHost
			}
		case "ports":
			i, _ := strconv.Atoi(arg(1))
			l := ports[arg(0)]
			if i < 0 || i >= len(l) {
				return field
			}
			v = l[i]
		case "GET":
			v = r.URL.Query().Get(arg(0))
		case "headers":
			v = r.Header.Get(arg(0))
		case "location":
			v = locationPart(r, arg(0))
		case "url_base":
			v = "/"
		case "uuid":
			v = fmt.Sprintf("00000000-0000-4000-8000-%012x", uuids.Add(1))
		default:
			var ok bool
			if v, ok = vars[name]; !ok {
				return field
			}
		}
		if keep != "" {
			vars[keep] = v
		}
		if name == "GET" || name == "headers" {
			v = html.EscapeString(v)
		}
		return []byte(v)
	})
}

func locationPart(r *http.Request, part string) string {
	u := *r.URL
	scheme := u.Scheme
	if scheme == "" {
		scheme = "http"
		if r.TLS != nil {
			scheme = "https"
		}
	}
	h := url.URL{Host: r.Host}
	switch part {
	case "scheme":
		return scheme
	case "host":
		return r.Host
	case "hostname":
		return h.Hostname()
	case "port":
		return h.Port()
	case "path", "pathname":
		return u.EscapedPath()
	case "query":
		return "?" + u.RawQuery
	case "server":
		return scheme + "://" + r.Host
	}
	return ""
}
