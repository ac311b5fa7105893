package host

import (
	"context"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/html"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/js/bind"
	"github.com/niso-engine/niso/net"
	"github.com/niso-engine/niso/style/css"
)

// preloads are loads that began before what wants them: those of tags that the parser has not come to, and those of link elements. Each is
// consumed by the first load of the same kind.
// https://html.spec.whatwg.org/multipage/links.html#map-of-preloaded-resources
type preloads struct {
	entries map[preloadKey]*preload
	base    net.URL // of a base element that the parser has not come to
	based   bool
	picture string // the source of the picture element that the scanner is in, "" while none is chosen
	inside  bool   // it is in one
}

// preloadKey is what a load must have in common with a preload.
type preloadKey struct {
	url         string
	destination net.Destination
	mode        net.Mode
	credentials net.Credentials
	integrity   string
}

// preload is one load.
type preload struct {
	cancel context.CancelFunc
	link   bool // a link element asked for it: it stays until the document is loaded
	done   bool
	res    *net.Response
	body   []byte
	err    error
	taken  func() // by what wanted it; nil before
	told   []func(ok bool)
}

// maxPreloads bounds the loads that nothing wants yet.
const maxPreloads = 256

var (
	atomAs          = atom.Static("as")
	atomImageSrcset = atom.Static("imagesrcset")
	atomImageSizes  = atom.Static("imagesizes")
)

func preloadKeyOf(r *net.Request) preloadKey {
	return preloadKey{r.URL.HrefWithoutFragment(), r.Destination, r.Mode, r.Credentials, r.Integrity}
}

// request is a request of the document for a resource, with what a crossorigin attribute says.
// https://html.spec.whatwg.org/multipage/urls-and-fetching.html#create-a-potential-cors-request
func (f *frame) request(u net.URL, dest net.Destination, crossorigin string, has bool) *net.Request {
	r := &net.Request{URL: u, Destination: dest, Mode: net.NoCORS, Credentials: net.CredInclude, Referrer: f.url, Origin: f.origin, SiteForCookies: f.page.top.url}
	if has {
		r.Mode, r.Credentials = net.CORSMode, net.CredSameOrigin
		if strings.EqualFold(crossorigin, "use-credentials") {
			r.Credentials = net.CredInclude
		}
	}
	return r
}

// preload starts a load, unless there is one of the key. It is nil where there are too many.
func (f *frame) preload(req *net.Request, initiator string) *preload {
	key := preloadKeyOf(req)
	if pl := f.preloads.entries[key]; pl != nil {
		return pl
	}
	if len(f.preloads.entries) >= maxPreloads || !f.mayLoad(req.URL) {
		return nil
	}
	if f.preloads.entries == nil {
		f.preloads.entries = make(map[preloadKey]*preload)
	}
	p, doc := f.page, f.doc
	ctx, cancel := context.WithCancel(f.ctx)
	pl := &preload{cancel: cancel}
	f.preloads.entries[key] = pl
	finish := p.loop.begin()
	started := p.nowMs()
	go func() {
		res, body, err := p.browser.loader.Load(ctx, req)
		finish(func() {
			if f.doc != doc || ctx.Err() != nil {
				cancel()
				if err == nil {
					res.Body.Release()
				}
				return
			}
			cancel()
			if err == nil {
				f.window.AddResourceTiming(res, initiator, started, len(body))
			}
			pl.done, pl.res, pl.body, pl.err = true, res, body, err
			told := pl.told
			pl.told = nil
			if pl.taken != nil {
				pl.taken()
			}
			for _, fn := range told {
				if f.doc == doc {
					fn(err == nil && res.Status < 400)
				}
			}
		})
	}()
	return pl
}

// take consumes the preload of a request, if there is one: done is called on the loop, unless the document is gone by then.
func (f *frame) take(req *net.Request, done func(res *net.Response, body []byte, err error)) bool {
	if len(f.preloads.entries) == 0 || req.Method != "" {
		return false
	}
	key := preloadKeyOf(req)
	pl := f.preloads.entries[key]
	if pl == nil {
		return false
	}
	delete(f.preloads.entries, key)
	pl.taken = func() {
		if pl.err == nil {
			pl.res.URL = withFragmentOf(pl.res.URL, req.URL)
		}
		done(pl.res, pl.body, pl.err)
	}
	if !pl.done {
		return true
	}
	doc, ctx := f.doc, f.ctx
	f.page.loop.begin()(func() {
		if f.doc != doc || ctx.Err() != nil {
			pl.release()
			return
		}
		pl.taken()
	})
	return true
}

// withFragmentOf is u with the fragment of a request, if that has one.
func withFragmentOf(u, req net.URL) net.URL {
	if frag, has := req.Fragment(); has {
		return u.WithFragment(frag, true)
	}
	return u
}

// release lets go of a load that nothing took.
func (pl *preload) release() {
	pl.cancel()
	if pl.done && pl.err == nil {
		pl.res.Body.Release()
	}
	pl.res, pl.body, pl.told = nil, nil, nil
}

// drop ends the loads that nothing has taken; links: those of link elements, too.
func (ps *preloads) drop(links bool) {
	for k, pl := range ps.entries {
		if links || !pl.link {
			delete(ps.entries, k)
			pl.release()
		}
	}
	ps.base, ps.based = net.URL{}, false
}

func (ps *preloads) reportMemory(r *perf.Report, prefix string) {
	r.Bytes(prefix+"/loads/preloads", int64(len(ps.entries))*200, "Loads that began before something wanted them; their bytes are those of bodies in flight.")
}

// ahead is called with the tags behind a script that blocks the parser: what they will load is loaded now.
// https://html.spec.whatwg.org/multipage/parsing.html#speculative-html-parsing
func (f *frame) ahead(t *html.Tag, end bool) {
	ps := &f.preloads
	if t == nil {
		ps.base, ps.based, ps.inside, ps.picture = net.URL{}, false, false, ""
		return
	}
	switch t.Name {
	case "base":
		if href, ok := attrOf(t, "href"); ok && !ps.based && !f.hasBase() {
			if u, err := net.Parse(strings.Clone(href), ptr(f.baseURL())); err == nil && u.Scheme() != "data" && u.Scheme() != "javascript" {
				ps.base, ps.based = u, true
			}
		}
	case "script", "svg script":
		f.scriptAhead(t)
	case "link":
		f.linkAhead(t)
	case "picture":
		ps.inside, ps.picture = !end, ""
	case "source":
		if set, _ := attrOf(t, "srcset"); ps.inside && ps.picture == "" && set != "" && f.mediaApplies(attrOr(t, "media")) && imageTypeKnown(attrOr(t, "type")) {
			ps.picture, _ = f.pickSource(parseSrcset(strings.Clone(set)), attrOr(t, "sizes"))
		}
	case "img":
		f.imageAhead(t)
	case "style":
		f.importsAhead(t.Attrs[0].Value)
	}
}

// importsAhead loads what the text of a style element imports.
func (f *frame) importsAhead(text string) {
	if !strings.Contains(text, "@") {
		return
	}
	s := css.ParseSheet([]byte(text), css.Options{Atoms: f.doc.Atoms})
	for _, i := range s.Imports {
		if u, ok := f.aheadURL(i.URL); ok {
			f.preload(f.request(u, net.DestStyle, "", false), "css")
		}
	}
}

func attrOf(t *html.Tag, name string) (string, bool) {
	for _, a := range t.Attrs {
		if a.Name == name {
			return a.Value, true
		}
	}
	return "", false
}

func attrOr(t *html.Tag, name string) string {
	v, _ := attrOf(t, name)
	return v
}

// hasBase reports whether a base element decides the document's base URL.
func (f *frame) hasBase() bool {
	for _, el := range f.doc.Elements(dom.Bases) {
		if f.doc.HasAttr(el, atomHref) {
			return true
		}
	}
	return false
}

// aheadURL resolves a URL of a tag that the parser has not come to.
func (f *frame) aheadURL(ref string) (net.URL, bool) {
	ref = strings.Trim(ref, " \t\n\f\r")
	if ref == "" {
		return net.URL{}, false
	}
	b := f.baseURL()
	if f.preloads.based && !f.hasBase() {
		b = f.preloads.base
	}
	u, err := net.ParseWith(strings.Clone(ref), &b, net.LookupEncoding(f.doc.Encoding))
	return u, err == nil && (u.Scheme() == "http" || u.Scheme() == "https" || u.IsFile())
}

func (f *frame) scriptAhead(t *html.Tag) {
	src, has := attrOf(t, "src")
	if t.Name != "script" {
		if src, has = attrOf(t, "href"); !has {
			src, has = attrOf(t, "xlink:href")
		}
	}
	typ, hasType := attrOf(t, "type")
	lang, _ := attrOf(t, "language")
	kind := scriptKind(typ, hasType, lang)
	u, ok := f.aheadURL(src)
	if !has || !ok {
		return
	}
	switch kind {
	case "classic":
		if _, no := attrOf(t, "nomodule"); no {
			return
		}
		cors, hasCORS := attrOf(t, "crossorigin")
		req := f.request(u, net.DestScript, cors, hasCORS)
		req.Integrity = strings.Clone(attrOr(t, "integrity"))
		f.preload(req, "script")
	case "module":
		if !f.window.Realm.HasModule(u.Href()) {
			f.preload(f.moduleRequest(u), "script")
		}
	}
}

func (f *frame) linkAhead(t *html.Tag) {
	rel, _ := attrOf(t, "rel")
	href, _ := attrOf(t, "href")
	typ, _ := attrOf(t, "type")
	cors, hasCORS := attrOf(t, "crossorigin")
	if !f.mediaApplies(attrOr(t, "media")) {
		return
	}
	switch {
	case hasToken(rel, "stylesheet"):
		if _, disabled := attrOf(t, "disabled"); disabled || hasToken(rel, "alternate") || !sheetType(typ) {
			return
		}
		if u, ok := f.aheadURL(href); ok {
			req := f.request(u, net.DestStyle, cors, hasCORS)
			req.Integrity = strings.Clone(attrOr(t, "integrity"))
			f.preload(req, "link")
		}
	case hasToken(rel, "modulepreload"):
		if u, ok := f.aheadURL(href); ok && !f.window.Realm.HasModule(u.Href()) {
			f.preload(f.moduleRequest(u), "link")
		}
	case hasToken(rel, "preload"):
		as := strings.ToLower(attrOr(t, "as"))
		if set := attrOr(t, "imagesrcset"); as == "image" && set != "" {
			href, _ = f.pickSource(parseSrcset(strings.Clone(set)), attrOr(t, "imagesizes"))
		}
		u, ok := f.aheadURL(href)
		if !ok {
			return
		}
		if req := f.linkRequest(u, as, typ, cors, hasCORS, attrOr(t, "integrity")); req != nil && as != "fetch" {
			f.preload(req, "link")
		}
	}
}

func (f *frame) imageAhead(t *html.Tag) {
	if strings.EqualFold(attrOr(t, "loading"), "lazy") {
		return
	}
	src := f.preloads.picture
	if src == "" {
		src, _ = f.imageSource(strings.Clone(attrOr(t, "src")), strings.Clone(attrOr(t, "srcset")), attrOr(t, "sizes"))
	}
	u, ok := f.aheadURL(src)
	if !ok || f.pictures.byURL[u.HrefWithoutFragment()] != nil {
		return
	}
	_, cors := attrOf(t, "crossorigin")
	f.preload(f.request(u, net.DestImage, "", cors), "img")
}

// mediaApplies reports whether a media attribute matches.
func (f *frame) mediaApplies(m string) bool {
	if m == "" {
		return true
	}
	q := css.ParseMedia(strings.Clone(m))
	f.fit()
	env := f.styler.Media()
	return q.Matches(&env)
}

// sheetType reports whether a type attribute is that of a style sheet.
func sheetType(typ string) bool {
	if typ == "" {
		return true
	}
	m, ok := net.ParseMIME(typ)
	return ok && m.IsCSS()
}

// linkRequest is the request of a link element that preloads; nil where it preloads nothing.
// https://html.spec.whatwg.org/multipage/links.html#link-type-preload
func (f *frame) linkRequest(u net.URL, as, typ, cors string, hasCORS bool, integrity string) *net.Request {
	var dest net.Destination // as itself is a view of what may change
	m, known := net.ParseMIME(typ)
	switch as {
	case "script":
		dest = net.DestScript
		if typ != "" && !(known && m.IsJavaScript()) {
			return nil
		}
	case "style":
		dest = net.DestStyle
		if !sheetType(typ) {
			return nil
		}
	case "image":
		dest = net.DestImage
		if !imageTypeKnown(typ) {
			return nil
		}
	case "font":
		dest = net.DestFont
	case "track":
		dest = net.DestTrack
	case "fetch":
	default:
		return nil
	}
	req := f.request(u, dest, cors, hasCORS)
	switch as {
	case "script", "style":
		req.Integrity = strings.Clone(integrity)
	case "image":
		if hasCORS {
			req.Credentials = net.CredSameOrigin
		}
	}
	return req
}

// updatePreload starts what a link element preloads.
func (f *frame) updatePreload(el dom.NodeID) {
	if f.doc == nil || !f.doc.IsConnected(el) {
		return
	}
	rel := f.doc.Attr(el, atomRel)
	module := hasToken(rel, "modulepreload")
	if !module && !hasToken(rel, "preload") || !f.mediaMatches(el) {
		return
	}
	href, as := f.doc.Attr(el, atomHref), strings.ToLower(f.doc.Attr(el, atomAs))
	if set := f.doc.Attr(el, atomImageSrcset); !module && as == "image" && set != "" {
		href, _ = f.pickSource(parseSrcset(strings.Clone(set)), f.doc.Attr(el, atomImageSizes))
	}
	href = strings.Trim(href, " \t\n\f\r")
	if href == "" {
		return
	}
	u, err := net.ParseWith(strings.Clone(href), ptr(f.baseURL()), net.LookupEncoding(f.doc.Encoding))
	if err != nil {
		return
	}
	h, undelay := f.doc.Handle(el), func() {}
	told := func(ok bool) {
		f.fireAt(h, map[bool]string{true: "load", false: "error"}[ok])
		undelay()
	}
	if module {
		if as != "" && as != "script" && as != "json" && as != "style" && !strings.HasSuffix(as, "worker") && !strings.HasSuffix(as, "worklet") {
			f.page.loop.post(bind.SourceNetwork, func() { f.fireAt(h, "error") })
			return
		}
		undelay = f.delayLoad()
		finish, doc := f.page.loop.begin(), f.doc
		f.window.Realm.LoadModule(u.Href(), func(_ *js.Module, err error) {
			finish(func() {
				if f.doc == doc {
					told(err == nil)
				}
			})
		})
		return
	}
	cors, hasCORS := f.doc.LookupAttr(el, atomCrossorigin)
	req := f.linkRequest(u, as, f.doc.Attr(el, atomType), cors, hasCORS, f.doc.Attr(el, atomIntegrity))
	if req == nil {
		return
	}
	undelay = f.delayLoad()
	if as == "fetch" { // fetch() and XMLHttpRequest load for themselves
		f.load(req, "link", func(res *net.Response, _ []byte, err error) {
			if err == nil {
				res.Body.Release()
			}
			told(err == nil && res.Status < 400)
		})
		return
	}
	pl := f.preload(req, "link")
	switch {
	case pl == nil:
		undelay()
	case pl.done:
		pl.link = true
		ok := pl.err == nil && pl.res.Status < 400
		f.page.loop.post(bind.SourceNetwork, func() { told(ok) })
	default:
		pl.link = true
		pl.told = append(pl.told, told)
	}
}
