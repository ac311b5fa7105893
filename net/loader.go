package net

import (
	"context"
	"crypto/tls"
	stdnet "net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/niso-engine/niso/internal/perf"
)

// Options of a loader. The zero value reaches the network and no files.
type Options struct {
	// Mounts serve origins without a socket; the first that matches wins. Only what no
	// mount serves goes to the network.
	Mounts []Mount

	// FileRoot is the folder under which file: URLs may be read; "" allows none.
	FileRoot string

	// MapFiles says which local files are mapped instead of read.
	MapFiles MapPolicy

	Blobs BlobStore // resolves blob: URLs; nil knows none
	Jar   *Jar      // cookies; nil keeps none

	Offline      bool // no network at all; mounts, files, data: and blob: still work
	BlockPrivate bool // refuse loopback, private, link-local and other special addresses, checked on the address dialled
	ProxyFromEnv bool // honour HTTP_PROXY and its like; BlockPrivate then checks the proxy's address only, so both together are refused

	Timeout      time.Duration // of a whole load, body included; 0 is 60 s, negative none
	MaxBody      int64         // bytes of a body after decoding; 0 is 512 MiB, negative none
	MaxRedirects int           // 0 is the standard's 20

	UserAgent      string // "" is DefaultUserAgent
	AcceptLanguage string // "" is "en-US,en;q=0.9"
	TLS            *tls.Config

	resolver *stdnet.Resolver // nil is the system's
}

// DefaultUserAgent is sent when Options name none.
const DefaultUserAgent = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Niso/0.1 Safari/537.36"

// Mount serves one origin from a folder or a handler.
type Mount struct {
	Origin  string       // "http://localhost:8080"; "*" is every http(s) origin
	Dir     string       // folder served as the origin's root, with index.html for directories
	Handler http.Handler // used if not nil
}

// MapPolicy says which local files are mapped into memory. A mapped file that another
// process cuts short while it is read would end this process, so that mapping everything is for
// trees that nobody writes to.
type MapPolicy uint8

const (
	MapReadOnly MapPolicy = iota // files of 256 KiB or more that have no write permission for anyone
	MapAlways                    // files of 256 KiB or more
	MapNever
)

// BlobStore resolves the blob: URLs of a context.
type BlobStore interface {
	// ResolveBlob returns the bytes and the type of a blob URL (without fragment). The bytes
	// are immutable and are used without a copy.
	ResolveBlob(url string) (body []byte, mimeType string, ok bool)
}

// Loader loads for one browser context. All methods may be called from any goroutine.
type Loader struct {
	opt    Options
	mounts []mount
	files  *fileRoot
	client http.RoundTripper
	ctx    context.Context
	stop   context.CancelFunc
	cors   preflightCache

	held, mapped atomic.Int64 // bytes of unreleased bodies
	active       atomic.Int64 // loads begun and not yet answered
}

// NewLoader checks the options: a folder that is not there, or options that contradict, are
// an error that says so.
func NewLoader(opt Options) (*Loader, error) { return newLoader(opt) }

// Fetch loads: it returns when the headers are there; the body may still come in. It blocks,
// so that pages use Go. A failure is an [*Error]; an HTTP error status is a response.
// The caller releases the response's Body.
func (l *Loader) Fetch(ctx context.Context, req *Request) (*Response, error) {
	return l.fetch(ctx, req)
}

// Go is Fetch on a goroutine of its own; done is called there once.
func (l *Loader) Go(ctx context.Context, req *Request, done func(*Response, error)) {
	go func() { done(l.Fetch(ctx, req)) }()
}

// Load fetches and reads the whole body, for consumers that need all bytes at once.
func (l *Loader) Load(ctx context.Context, req *Request) (*Response, []byte, error) {
	resp, err := l.Fetch(ctx, req)
	if err != nil {
		return nil, nil, err
	}
	b, err := resp.Body.Bytes()
	if err != nil {
		resp.Body.Release()
		return nil, nil, err
	}
	return resp, b, nil
}

// Close ends all loads and connections. Bodies that were handed out stay until released.
func (l *Loader) Close() { l.close() }

// ReportMemory adds what the loader's unreleased bodies hold.
func (l *Loader) ReportMemory(r *perf.Report, prefix string) {
	r.Bytes(prefix+"/in-flight", l.held.Load(), "Bodies of responses that their consumers have not released.")
	r.MappedBytes(prefix+"/mapped", l.mapped.Load(), "Local files mapped for consumers that have not released them.")
	r.Count("live/loads", l.active.Load(), "Loads that wait for their response.")
	if j := l.opt.Jar; j != nil {
		j.ReportMemory(r, prefix)
	}
}

// InFlight is how many bytes unreleased bodies hold, mapped files included.
func (l *Loader) InFlight() int64 { return l.held.Load() + l.mapped.Load() }
