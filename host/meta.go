package host

import (
	"net/http"
	"strings"
	"time"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/style"
)

// What meta elements and headers say of a document: its color schemes and its language.

// metaChanged is called when a meta element came, went, or has another attribute.
func (f *frame) metaChanged(el dom.NodeID) {
	f.updateRefresh(el)
	if !f.metaSchemes && !f.metaLanguage && !f.scheming(el) && !f.speaking(el) {
		return
	}
	var schemes style.KeywordSet
	language, hasSchemes, hasLanguage := f.httpLanguage, false, false
	f.metaSchemes, f.metaLanguage = false, false
	for n := f.doc.Following(f.doc.Node, f.doc.Node); n != 0; n = f.doc.Following(n, f.doc.Node) {
		if !f.doc.IsHTMLElement(n, atomMetaName) {
			continue
		}
		if f.scheming(n) {
			f.metaSchemes = true
			if k, ok := style.ParseColorScheme(f.doc.Attr(n, atomContent)); ok && !hasSchemes {
				schemes, hasSchemes = k, true
			}
		}
		if f.speaking(n) {
			f.metaLanguage = true
			if l, ok := declaredLanguage(f.doc.Attr(n, atomContent)); ok && !hasLanguage {
				language, hasLanguage = l, true
			}
		}
	}
	f.styler.SetPageSchemes(schemes)
	f.setLanguage(language)
}

// scheming reports whether a meta element is about color schemes. https://html.spec.whatwg.org/multipage/semantics.html#meta-color-scheme
func (f *frame) scheming(el dom.NodeID) bool {
	return strings.EqualFold(f.doc.Attr(el, atomName), "color-scheme")
}

// speaking reports whether a meta element declares a language.
// https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-content-language
func (f *frame) speaking(el dom.NodeID) bool {
	return strings.EqualFold(f.doc.Attr(el, atomHTTPEquiv), "content-language")
}

// declaredLanguage is the language that a Content-Language declares; false where it is not one alone.
func declaredLanguage(v string) (string, bool) {
	if l := strings.Fields(v); len(l) > 0 && !strings.Contains(v, ",") {
		return strings.Clone(l[0]), true
	}
	return "", false
}

func (f *frame) setLanguage(l string) {
	if f.doc.Language != l {
		f.doc.Language = l
		f.styler.LanguageChanged()
	}
}

// readHeaders takes what the headers of a document say of it.
func (f *frame) readHeaders(h http.Header) {
	if l, ok := declaredLanguage(h.Get("Content-Language")); ok {
		f.httpLanguage = l
		f.setLanguage(l)
	}
	if t, err := http.ParseTime(h.Get("Last-Modified")); err == nil {
		f.window.SetLastModified(t.In(time.Local))
	}
}
