package host

import (
	"fmt"
	"slices"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/js/bind"
	"github.com/niso-engine/niso/net"
	"github.com/niso-engine/niso/style"
	"github.com/niso-engine/niso/style/css"
)

// sheets are the style sheets of a document: those of its style and link elements, with what they import.
// https://drafts.csswg.org/cssom/#css-style-sheet-collections
type sheets struct {
	entries map[dom.NodeID]*sheetEntry
	dirty   bool // the list must be made again
	list    []*style.Sheet
	pending int // sheets on their way that block scripts
}

// sheetEntry is the sheet of one element.
type sheetEntry struct {
	el     dom.NodeID
	sheet  *style.Sheet // nil while it loads, or when there is none
	serial int          // of the load: an older one is dropped
	done   func()       // of a load on its way
	loads  int          // the sheet and its imports on their way
	asked  int          // imports that were asked for
	failed bool         // one of them did not come
	then   func()       // when all is loaded
}

var (
	atomLink     = atom.Static("link")
	atomStyle    = atom.Static("style")
	atomRel      = atom.Static("rel")
	atomHref     = atom.Static("href")
	atomMedia    = atom.Static("media")
	atomDisabled = atom.Static("disabled")
	atomTitle    = atom.Static("title")
)

// Sheets that import each other, or ever new ones, end somewhere.
const (
	maxImportDeep = 64
	maxImports    = 2000 // of one element
)

// sheetsBlock reports whether scripts have to wait for style sheets.
func (f *frame) sheetsBlock() bool { return f.sheets.pending > 0 }

// updateSheetElement makes the sheet of a style or link element anew.
// https://html.spec.whatwg.org/multipage/semantics.html#the-style-element
func (f *frame) updateSheetElement(el dom.NodeID) {
	f.dropSheet(el)
	if f.doc == nil || !f.doc.IsConnected(el) {
		return
	}
	if f.doc.LocalName(el) == atomStyle {
		typ, has := f.doc.LookupAttr(el, atomType)
		if has && typ != "" && !strings.EqualFold(typ, "text/css") {
			return
		}
		if f.doc.Flags(el)&dom.ParserMade != 0 && f.doc.Flags(el)&dom.ChildrenDone == 0 {
			return // the parser is still in it
		}
		var text []byte
		for c := range f.doc.Children(el) {
			if f.doc.Kind(c).IsText() {
				text = append(text, f.doc.Data(c)...)
			}
		}
		e := f.sheetEntry(el)
		f.parseSheet(e, text, f.baseURL().Href())
		f.tellStyle(e)
		return
	}
	if !hasToken(f.doc.Attr(el, atomRel), "stylesheet") || hasToken(f.doc.Attr(el, atomRel), "alternate") && f.doc.Attr(el, atomTitle) != "" {
		return
	}
	href := f.doc.Attr(el, atomHref)
	if href == "" || f.doc.HasAttr(el, atomDisabled) {
		return
	}
	if !sheetType(f.doc.Attr(el, atomType)) {
		return
	}
	u, err := net.ParseWith(href, ptr(f.baseURL()), net.LookupEncoding(f.doc.Encoding))
	if err != nil {
		f.page.loop.post(bind.SourceDOM, func() { f.fireAt(f.doc.Handle(el), "error") })
		return
	}
	f.loadSheet(el, u)
}

// tellStyle fires load or error at a style element, once its imports are there.
func (f *frame) tellStyle(e *sheetEntry) {
	doc, h := f.doc, f.doc.Handle(e.el)
	tell := func() {
		switch {
		case f.doc != doc || f.sheets.entries[e.el] != e:
		case e.failed:
			f.fireAt(h, "error")
		default:
			f.fireAt(h, "load")
		}
	}
	if e.loads > 0 {
		e.then = tell
		return
	}
	undelay := f.delayLoad()
	f.page.loop.post(bind.SourceDOM, func() {
		tell()
		if f.doc == doc {
			undelay()
		}
	})
}

// updateInstruction loads the style sheet that a processing instruction names.
// https://www.w3.org/TR/xml-stylesheet/, https://drafts.csswg.org/cssom/#requirements-on-user-agents-implementing-the-xml-stylesheet-processing-instruction
func (f *frame) updateInstruction(pi dom.NodeID) {
	if f.doc == nil || f.doc.NodeName(pi) != "xml-stylesheet" || f.doc.Parent(pi) != f.doc.Node || f.doc.DocumentElement() != 0 {
		return
	}
	href := f.sheetAttr(pi, atomHref)
	typ := f.sheetAttr(pi, atomType)
	if m, ok := net.ParseMIME(typ); typ != "" && (!ok || !m.IsCSS()) || href == "" || f.sheetAttr(pi, f.doc.Atoms.Intern("alternate")) == "yes" {
		return
	}
	if u, err := net.ParseWith(href, ptr(f.baseURL()), net.LookupEncoding(f.doc.Encoding)); err == nil {
		f.loadSheet(pi, u)
	}
}

// sheetAttr is an attribute of a style or link element, or a pseudo-attribute of a processing instruction.
func (f *frame) sheetAttr(node dom.NodeID, name atom.Atom) string {
	if f.doc.Kind(node) != dom.KindPI {
		return f.doc.Attr(node, name)
	}
	want := f.doc.Atoms.String(name)
	for data := strings.Clone(f.doc.Data(node)); ; {
		key, rest, ok := strings.Cut(strings.TrimLeft(data, " \t\r\n"), "=")
		rest = strings.TrimLeft(rest, " \t\r\n")
		if !ok || rest == "" || rest[0] != '"' && rest[0] != '\'' {
			return ""
		}
		value, after, ok := strings.Cut(rest[1:], rest[:1])
		if !ok {
			return ""
		}
		if strings.TrimRight(key, " \t\r\n") == want {
			return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&apos;", "'", "&amp;", "&").Replace(value)
		}
		data = after
	}
}

func (f *frame) sheetEntry(el dom.NodeID) *sheetEntry {
	if f.sheets.entries == nil {
		f.sheets.entries = make(map[dom.NodeID]*sheetEntry)
	}
	e := f.sheets.entries[el]
	if e == nil {
		e = &sheetEntry{el: el}
		f.sheets.entries[el] = e
	}
	e.serial++
	return e
}

// dropSheet forgets the sheet of an element.
func (f *frame) dropSheet(el dom.NodeID) {
	e := f.sheets.entries[el]
	if e == nil {
		return
	}
	e.serial++
	if e.done != nil {
		e.done()
	}
	delete(f.sheets.entries, el)
	f.sheets.dirty = true
}

func (f *frame) loadSheet(el dom.NodeID, u net.URL) {
	e := f.sheetEntry(el)
	serial, h := e.serial, f.doc.Handle(el)
	f.beginSheet(e, f.mediaMatches(el))
	cors, hasCORS := f.doc.LookupAttr(el, atomCrossorigin)
	req := f.request(u, net.DestStyle, cors, hasCORS)
	req.Integrity = strings.Clone(f.doc.Attr(el, atomIntegrity))
	f.load(req, "link", func(res *net.Response, body []byte, err error) {
		if f.sheets.entries[el] != e || e.serial != serial {
			return
		}
		err = f.checkSheet(res, err)
		if err != nil {
			f.page.say(bind.ConsoleMessage{Level: bind.ConsoleError, Text: fmt.Sprintf("Failed to load style sheet %s: %s", u.Href(), net.Reason(err, u)), URL: u.Href()})
			f.endSheet(e)
			f.fireAt(h, "error")
			return
		}
		f.parseSheet(e, f.decodeSheet(body, res.MIME), res.URL.Href())
		e.sheet.Opaque = res.Type == net.Opaque
		f.endSheet(e)
		f.fireAt(h, "load")
	})
}

// checkSheet is the check of a response before it is taken for a style sheet.
func (f *frame) checkSheet(res *net.Response, err error) error {
	switch {
	case err != nil:
		return err
	case !res.OK():
		return fmt.Errorf("the server answered %d %s", res.Status, res.Text)
	case !res.MIME.IsCSS() && !(res.MIME.IsZero() || f.doc.Mode == dom.Quirks && res.URL.Origin() == f.origin):
		return fmt.Errorf("its type is %s and not text/css", res.MIME.Essence())
	}
	return nil
}

// beginSheet notes a sheet on its way: it keeps the load event back and, when it applies, scripts.
func (f *frame) beginSheet(e *sheetEntry, blocks bool) {
	e.loads++
	if e.done != nil {
		return
	}
	undelay := f.delayLoad()
	if blocks {
		f.sheets.pending++
	}
	doc := f.doc
	e.done = func() {
		e.done = nil
		if f.doc != doc {
			return
		}
		if blocks {
			f.sheets.pending--
		}
		undelay()
		if f.sheets.pending == 0 {
			f.page.loop.post(bind.SourceDOM, func() {
				if f.doc == doc {
					f.updateObjects()
					f.resumeParser()
					f.runDeferred()
				}
			})
		}
	}
}

func (f *frame) endSheet(e *sheetEntry) {
	if e.loads--; e.loads > 0 {
		return
	}
	e.loads = 0
	if then := e.then; then != nil {
		e.then = nil
		then()
	}
	if e.done != nil {
		e.done()
	}
}

func (f *frame) mediaMatches(el dom.NodeID) bool {
	return f.mediaApplies(f.sheetAttr(el, atomMedia))
}

// parseSheet makes the sheet of an entry from its text.
func (f *frame) parseSheet(e *sheetEntry, text []byte, base string) {
	t := f.page.timers.Begin(perf.Style)
	defer t.End()
	s := &style.Sheet{CSS: css.ParseSheet(text, css.Options{Atoms: f.doc.Atoms}), Origin: style.OriginAuthor, Owner: e.el, URL: base}
	if m := f.sheetAttr(e.el, atomMedia); m != "" {
		q := css.ParseMedia(strings.Clone(m))
		s.Media = &q
	}
	e.sheet = s
	f.sheets.dirty = true
	e.asked = 0
	f.loadImports(e, s, nil)
}

// loadImports loads what the @import rules of a sheet ask for. above are the addresses of the sheets that import it: none of them is
// imported again.
func (f *frame) loadImports(e *sheetEntry, s *style.Sheet, above []string) {
	if len(s.CSS.Imports) == 0 || len(above) >= maxImportDeep {
		return
	}
	for _, id := range s.CSS.Children(0) {
		r := &s.CSS.Rules[id]
		if r.Kind != css.RuleImport {
			continue
		}
		imp := s.CSS.Imports[r.Payload]
		base, err := net.Parse(s.URL, nil)
		if err != nil {
			base = f.baseURL()
		}
		u, err := net.Parse(imp.URL, &base)
		if err != nil {
			continue
		}
		if slices.Contains(above, u.Href()) {
			continue
		}
		if e.asked++; e.asked > maxImports {
			if e.asked == maxImports+1 {
				f.page.say(bind.ConsoleMessage{Level: bind.ConsoleWarn, Text: fmt.Sprintf("More than %d imports of one style sheet: the others are not loaded", maxImports), URL: s.URL})
			}
			return
		}
		serial := e.serial
		f.beginSheet(e, true)
		req := &net.Request{URL: u, Destination: net.DestStyle, Mode: net.NoCORS, Credentials: net.CredInclude, Referrer: base, Origin: f.origin, SiteForCookies: f.page.top.url}
		f.load(req, "css", func(res *net.Response, body []byte, err error) {
			if f.sheets.entries[e.el] != e || e.serial != serial {
				return
			}
			defer f.endSheet(e)
			if err = f.checkSheet(res, err); err != nil {
				e.failed = true
				f.page.say(bind.ConsoleMessage{Level: bind.ConsoleError, Text: fmt.Sprintf("Failed to load style sheet %s: %s", u.Href(), net.Reason(err, u)), URL: u.Href()})
				return
			}
			c := &style.Sheet{CSS: css.ParseSheet(f.decodeSheet(body, res.MIME), css.Options{Atoms: f.doc.Atoms}), Origin: style.OriginAuthor, URL: res.URL.Href(), Opaque: res.Type == net.Opaque}
			if s.Imported == nil {
				s.Imported = make(map[css.RuleID]*style.Sheet)
			}
			s.Imported[id] = c
			f.styler.SheetChanged(s)
			f.page.loop.needFrame()
			f.loadImports(e, c, append(above[:len(above):len(above)], u.Href()))
		})
	}
}

// flush gives the styler the sheets in document order if the list changed; it reports whether it did.
func (s *sheets) flush(f *frame) bool {
	if !s.dirty {
		return false
	}
	s.dirty = false
	s.list = s.list[:0:0]
	els := make([]dom.NodeID, 0, len(s.entries))
	for el, e := range s.entries {
		if e.sheet != nil {
			els = append(els, el)
		}
	}
	slices.SortFunc(els, func(a, b dom.NodeID) int {
		if c := f.doc.CompareOrder(a, b); c != 0 {
			return c
		}
		return int(a) - int(b)
	})
	for _, el := range els {
		sh := s.entries[el].sheet
		sh.Root = 0
		if f.doc.Flags(el)&dom.InShadow != 0 { // it says nothing of other trees
			sh.Root = f.doc.Root(el)
		}
		s.list = append(s.list, sh)
	}
	f.styler.SetSheets(append(s.list[:len(s.list):len(s.list)], f.window.AdoptedSheets()...))
	return true
}

func (s *sheets) reportMemory(r *perf.Report, prefix string) {
	r.Bytes(prefix+"/style/sheet-list", int64(len(s.entries))*120+int64(cap(s.list))*8, "Which element owns which style sheet.")
}

// fireAt fires a simple event at a node that may be gone.
func (f *frame) fireAt(h dom.Handle, typ string) {
	if f.doc == nil {
		return
	}
	if el := f.doc.Resolve(h); el != 0 {
		f.window.FireNode(el, typ, false, false)
	}
}

// hasToken reports whether a space-separated list has a word, in any case.
func hasToken(list, word string) bool {
	for _, w := range strings.FieldsFunc(list, func(r rune) bool { return strings.ContainsRune(" \t\n\f\r", r) }) {
		if strings.EqualFold(w, word) {
			return true
		}
	}
	return false
}
