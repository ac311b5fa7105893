package html_test

import (
	"strings"
	"testing"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/html"
	"github.com/niso-engine/niso/internal/atom"
)

// What XMLSerializer gives, as the web platform tests (domparsing/XMLSerializer-serializeToString.html) have it.
func TestAppendXML(t *testing.T) {
	d := newDoc()
	in := func(s string) atom.Atom {
		if s == "" {
			return atom.None
		}
		return d.Atoms.Intern(s)
	}
	el := func(ns, prefix, local string, children ...dom.NodeID) dom.NodeID {
		e := d.CreateElement(d.Name(d.Namespace(ns), in(prefix), in(local)))
		for _, c := range children {
			d.Append(e, c)
		}
		return e
	}
	set := func(e dom.NodeID, ns, prefix, local, value string) dom.NodeID {
		d.SetAttr(e, d.Name(d.Namespace(ns), in(prefix), in(local)), value)
		return e
	}
	const xmlns = "http://www.w3.org/2000/xmlns/"
	for _, c := range []struct {
		node dom.NodeID
		want string
	}{
		{el("", "", "root", el("", "", "child", d.CreateText("a<b&c>"))), "<root><child>a&lt;b&amp;c&gt;</child></root>"},
		{el("u1", "", "root", el("", "", "child")), `<root xmlns="u1"><child xmlns=""/></root>`},
		{set(el("u1", "p", "root", el("u1", "p", "child")), xmlns, "xmlns", "p", "u1"), `<p:root xmlns:p="u1"><p:child/></p:root>`},
		{el("u1", "p", "root", el("u2", "p", "child")), `<p:root xmlns:p="u1"><p:child xmlns:p="u2"/></p:root>`},
		{set(el("", "", "root"), "uri", "", "name", "v"), `<root xmlns:ns1="uri" ns1:name="v"/>`},
		{set(el("", "", "root"), "uri", "p", "name", "\t\n\"<"), `<root xmlns:p="uri" p:name="&#x9;&#xA;&quot;&lt;"/>`},
		{set(el("", "", "root"), "http://www.w3.org/XML/1998/namespace", "xml", "lang", "en"), `<root xml:lang="en"/>`},
		{d.CreatePI(in("pi"), "data"), "<?pi data?>"},
		{d.CreateDoctype("html", "", "sys"), `<!DOCTYPE html SYSTEM "sys">`},
		{el("http://www.w3.org/1999/xhtml", "", "div", el("http://www.w3.org/1999/xhtml", "", "br"), el("http://www.w3.org/1999/xhtml", "", "p")),
			`<div xmlns="http://www.w3.org/1999/xhtml"><br /><p></p></div>`},
	} {
		if got := string(html.AppendXML(nil, d.Store, c.node)); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
	top := el("", "", "a")
	for n, i := top, 0; i < 100000; i++ {
		c := el("", "", "a")
		d.Append(n, c)
		n = c
	}
	if got := html.AppendXML(nil, d.Store, top); len(got) != 100000*7+4 || !strings.HasPrefix(string(got), "<a><a>") {
		t.Errorf("%d bytes for 100,001 nested elements", len(got))
	}
}
