package net

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// mapFrom is the size from which mapping a file costs less than reading it.
const mapFrom = 256 << 10

// fileRoot is a folder out of which nothing is read: neither through ".." nor through
// symbolic links.
type fileRoot struct {
	dir   string // absolute
	real  string // dir with its own links resolved
	label string // what messages put before names: dir, or nothing
	root  *os.Root
}

func openFileRoot(dir string) (*fileRoot, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, &Error{Kind: Unreadable, URL: dir, Err: err}
	}
	root, err := os.OpenRoot(abs)
	if err != nil {
		e := fileError(err, abs)
		if st, serr := os.Stat(abs); serr == nil && !st.IsDir() {
			e = &Error{Kind: Unreadable, URL: abs, Msg: "a root must be a folder", Err: err}
		}
		return nil, e
	}
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		real = abs
	}
	return &fileRoot{abs, real, abs, root}, nil
}

func (r *fileRoot) close() {
	if r != nil {
		r.root.Close()
	}
}

// file is an opened regular file.
type file struct {
	f    *os.File
	name string // slash-separated, in the root
	info fs.FileInfo
}

// open opens the file under a slash-separated relative name; a folder gives its index.html.
// The error is an *Error without a URL.
func (r *fileRoot) open(name string) (file, error) {
	if strings.IndexByte(name, 0) >= 0 {
		return file{}, &Error{Kind: NotFound, Msg: "a file name has no NUL"}
	}
	if name == "" {
		name = "."
	}
	shown := filepath.Join(r.label, filepath.FromSlash(name))
	if shown == "." {
		shown = "the root"
	}
	info, err := r.root.Stat(filepath.FromSlash(name))
	if err == nil && info.IsDir() {
		name = path.Join(name, "index.html")
		info, err = r.root.Stat(filepath.FromSlash(name))
		if errors.Is(err, fs.ErrNotExist) {
			return file{}, &Error{Kind: IsDirectory, Msg: shown + " is a folder without an index.html; name a file in it"}
		}
	}
	if err != nil {
		return file{}, fileError(err, shown)
	}
	if !info.Mode().IsRegular() { // a FIFO would block, a device never end
		return file{}, &Error{Kind: Unreadable, Msg: shown + " is not a regular file"}
	}
	f, err := r.root.Open(filepath.FromSlash(name))
	if err != nil {
		return file{}, fileError(err, shown)
	}
	if info, err = f.Stat(); err != nil {
		f.Close()
		return file{}, fileError(err, shown)
	}
	return file{f, name, info}, nil
}

func fileError(err error, shown string) *Error {
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return &Error{Kind: NotFound, Msg: "there is no file " + shown, Err: err}
	case errors.Is(err, fs.ErrPermission):
		return &Error{Kind: Unreadable, Msg: shown + " may not be read: check its permissions", Err: err}
	case strings.Contains(err.Error(), "escapes from parent"): // os.Root has no error value for it
		return &Error{Kind: OutsideRoot, Msg: shown + " leads out of the root folder", Err: err}
	}
	return &Error{Kind: Unreadable, Msg: shown + " cannot be read", Err: err}
}

// body reads or maps the file into one buffer of its exact size, and closes it.
func (l *Loader) fileBody(o file, limit int64) (*Body, error) {
	defer o.f.Close()
	size := o.info.Size()
	if limit > 0 && size > limit {
		return nil, &Error{Kind: TooLarge, Msg: fmt.Sprintf("%s has %d bytes; the limit is %d", o.name, size, limit)}
	}
	if size >= mapFrom && int64(int(size)) == size &&
		(l.opt.MapFiles == MapAlways || l.opt.MapFiles == MapReadOnly && o.info.Mode()&0o222 == 0) {
		if b, unmap, err := mapFile(o.f, int(size)); err == nil {
			return l.newBufferBody(b, unmap), nil
		}
	}
	var b []byte
	var err error
	if size > 0 {
		b = make([]byte, size)
		var n int
		n, err = io.ReadFull(o.f, b)
		b = b[:n]
		if err == io.ErrUnexpectedEOF || err == io.EOF { // cut short since
			err = nil
		}
	} else { // empty, or of a kind that has no size
		max := limit
		if max <= 0 {
			max = 1 << 62
		}
		b, err = io.ReadAll(io.LimitReader(o.f, max))
	}
	if err != nil {
		return nil, fileError(err, o.name)
	}
	return l.newBufferBody(b, nil), nil
}

// openFileURL loads a file: URL from under the file root.
func (l *Loader) openFileURL(u *URL, limit int64) (MIME, *Body, time.Time, error) {
	fail := func(err error) (MIME, *Body, time.Time, error) {
		e := asError(err, u.Href())
		e.URL = u.Href()
		return MIME{}, nil, time.Time{}, e
	}
	if l.files == nil {
		return fail(&Error{Kind: OutsideRoot, Msg: "no file may be read: no folder was given to read from"})
	}
	name, ok := FilePath(*u)
	if !ok {
		if u.Hostname() != "" {
			return fail(&Error{Kind: OutsideRoot, Msg: "only files of this machine can be read"})
		}
		return fail(&Error{Kind: NotFound, Msg: "no file name has %00 or %2F"})
	}
	rel, ok := l.files.relative(name)
	if !ok {
		return fail(&Error{Kind: OutsideRoot, Msg: fmt.Sprintf("%s is not under the root %s; choose a root that has it", name, l.files.dir)})
	}
	o, err := l.files.open(rel)
	if err != nil {
		return fail(err)
	}
	if strings.HasSuffix(u.Pathname(), "/") && o.name == rel {
		o.f.Close()
		return fail(&Error{Kind: NotFound, Msg: name + " is a file and no folder: leave out the slash at its end"})
	}
	m := fileMIME(o.name)
	body, err := l.fileBody(o, limit)
	if err != nil {
		return fail(err)
	}
	return m, body, o.info.ModTime(), nil
}

// relative makes an absolute file name relative to the root, with slashes.
func (r *fileRoot) relative(name string) (string, bool) {
	for _, dir := range []string{r.dir, r.real} {
		if rel, err := filepath.Rel(dir, name); err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel), true
		}
	}
	return "", false
}

func fileMIME(name string) MIME {
	if t := TypeByExtension(name); t != "" {
		return essence(t)
	}
	return MIME{}
}

// FilePath is the file name of a file: URL on this machine. A name within a path has neither NUL nor a slash, encoded as it may be.
func FilePath(u URL) (string, bool) {
	if !u.IsFile() || u.Hostname() != "" {
		return "", false
	}
	raw := u.Pathname()
	if strings.Contains(raw, "%2F") || strings.Contains(raw, "%2f") {
		return "", false
	}
	p := string(PercentDecode(raw))
	if strings.IndexByte(p, 0) >= 0 {
		return "", false
	}
	if runtime.GOOS == "windows" {
		if len(p) >= 3 && isAlpha(p[1]) && p[2] == ':' {
			p = p[1:]
		}
		if strings.HasPrefix(p, "//") {
			return "", false
		}
	}
	return filepath.Clean(filepath.FromSlash(p)), true
}

// FileURL is the file: URL of a file name, which is made absolute.
func FileURL(name string) (URL, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return URL{}, &Error{Kind: BadURL, URL: name, Err: err}
	}
	p := filepath.ToSlash(abs)
	if !strings.HasPrefix(p, "/") {
		p = "/" + p
	}
	return Parse("file://"+string(appendEncoded(nil, strings.NewReplacer("%", "%25", "\\", "%5C").Replace(p), setPath)), nil)
}

// serveDir answers a request for a mounted folder.
func (l *Loader) serveDir(m *mount, u *URL, method string, limit int64) *httpAnswer {
	if method != "GET" && method != "HEAD" {
		return l.textAnswer(405, "a folder answers GET and HEAD only", http.Header{"Allow": {"GET, HEAD"}})
	}
	p := string(PercentDecode(u.Pathname()))
	name := strings.TrimPrefix(path.Clean("/"+p), "/")
	if strings.Contains(p, "\\") && runtime.GOOS == "windows" {
		return l.textAnswer(404, "not found: "+p, nil)
	}
	if !strings.HasSuffix(p, "/") {
		if st, err := m.files.root.Stat(filepath.FromSlash(orDot(name))); err == nil && st.IsDir() {
			loc := u.Pathname() + "/" + u.Search()
			return l.textAnswer(301, "moved to "+loc, http.Header{"Location": {loc}})
		}
	}
	o, err := m.files.open(name)
	if err == nil && strings.HasSuffix(p, "/") && o.name == name { // a file is no folder
		o.f.Close()
		err = &Error{Kind: NotFound, Msg: p + " is a file, not a folder"}
	}
	if err != nil {
		status := 404
		switch KindOf(err) {
		case OutsideRoot, Unreadable:
			status = 403
		}
		return l.textAnswer(status, err.Error(), nil)
	}
	m2 := fileMIME(o.name)
	body, err := l.fileBody(o, limit)
	if err != nil {
		if KindOf(err) == TooLarge {
			return &httpAnswer{err: asError(err, u.Href())}
		}
		return l.textAnswer(403, err.Error(), nil)
	}
	h := http.Header{
		"Content-Length": {fmt.Sprint(body.Size())},
		"Last-Modified":  {o.info.ModTime().UTC().Format(http.TimeFormat)},
	}
	if !m2.IsZero() {
		h.Set("Content-Type", m2.Essence())
	}
	if method == "HEAD" {
		body.Release()
		body = l.newBufferBody(nil, nil)
	}
	return &httpAnswer{status: 200, header: h, body: body}
}

func orDot(s string) string {
	if s == "" {
		return "."
	}
	return s
}

// textAnswer is a small plain answer.
func (l *Loader) textAnswer(status int, text string, h http.Header) *httpAnswer {
	if h == nil {
		h = make(http.Header)
	}
	h.Set("Content-Type", "text/plain;charset=utf-8")
	body := []byte(fmt.Sprintf("%d %s\n%s\n", status, http.StatusText(status), text))
	h.Set("Content-Length", fmt.Sprint(len(body)))
	return &httpAnswer{status: status, header: h, body: l.newBufferBody(body, nil)}
}
