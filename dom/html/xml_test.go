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

// dumpXML is a document's children as markup.
func dumpXML(d *dom.Document) string {
	var b []byte
	for c := range d.Children(d.Node) {
		b = html.AppendXML(b, d.Store, c)
	}
	return string(b)
}

func parseXML(text string) (string, string) {
	d := dom.NewStore(atom.NewTable()).NewDocument(false)
	msg := ""
	if err := html.ParseXML(d, text); err != nil {
		msg = err.Error()
	}
	return dumpXML(d), msg
}

// Trees and messages as Chromium 156 gives them.
func TestParseXML(t *testing.T) {
	for _, c := range []struct{ in, tree, err string }{
		{`<a b="1&#x20;2"><![CDATA[<]]>&lt;&#65;<?p q r?><!-- c --></a>`, `<a b="1 2"><![CDATA[<]]>&lt;A<?p q r?><!-- c --></a>`, ""},
		{`<!DOCTYPE a [<!ENTITY x 'y<b/>'>]><a>&x;</a>`, `<!DOCTYPE a><a>y<b/></a>`, ""},
		{`<!DOCTYPE a [<!ENTITY e SYSTEM 'x'>]><a>&e;</a>`, `<!DOCTYPE a><a/>`, ""},
		{`<!DOCTYPE a [<!ENTITY lt2 '&#38;#60;b/>'>]><a>&lt2;</a>`, `<!DOCTYPE a><a>&lt;b/&gt;</a>`, ""},
		{`<!DOCTYPE a [<!ATTLIST a q CDATA 'dflt'>]><a/>`, `<!DOCTYPE a><a q="dflt"/>`, ""},
		{`<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' ''><a>&nbsp;&euro;</a>`, `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN"><a>` + "\u00a0€</a>", ""},
		{`<!DOCTYPE html><html xmlns='http://www.w3.org/1999/xhtml'>&nbsp;</html>`, `<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"></html>`, "error on line 1 at column 64: Unexpected entity: nbsp"},
		{"", "", "error on line 1 at column 1: Unexpected end of stream: no root element found"},
		{"x", "", "error on line 1 at column 1: Unexpected characters outside the root element: x"},
		{"<a>", "<a/>", "error on line 1 at column 4: Unexpected end of stream: still inside the root element"},
		{"<a></b>", "<a/>", "error on line 1 at column 7: Unexpected closing tag: b != a"},
		{"<a b></a>", "", "error on line 1 at column 5: Unexpected token inside qualified name: >"},
		{"<a b=c/>", "", "error on line 1 at column 6: Unexpected token: c"},
		{"<a b='<'/>", "", "error on line 1 at column 7: Unexpected token '<' before '''"},
		{"<a b='1' b='2'/>", "", "error on line 1 at column 10: Attribute 'b' is redefined"},
		{"<a xmlns:x='u' xmlns:y='u' x:b='1' y:b='2'/>", "", "error on line 1 at column 36: Attribute '{u}y:b' is redefined"},
		{"<a>&amp</a>", "<a/>", "error on line 1 at column 8: Unexpected token inside entity: </"},
		{"<a>&#0;</a>", "<a/>", "error on line 1 at column 7: Invalid character U+0000"},
		{"<a/><b/>", "<a/>", "error on line 1 at column 5: Unexpected token: <"},
		{"<p:a/>", "", "error on line 1 at column 5: Element p:a prefix is unbound"},
		{"<a p:b='1'/>", "", "error on line 1 at column 4: Attribute p:b prefix is unbound"},
		{"<a>]]></a>", "<a/>", "error on line 1 at column 4: Unexpected token: ]]>"},
		{"<!-- a -- b --><a/>", "", "error on line 1 at column 8: Unexpected token '--' before ' '"},
		{"<a>\n\n  <b c='d'></a>", "<a>\n\n  <b c=\"d\"/></a>", "error on line 3 at column 15: Unexpected closing tag: a != b"},
		{"<?xml version='2.0'?><a/>", "", "error on line 1 at column 19: Invalid XML version: 2.0"},
		{"<a xmlns:p=''/>", "", "error on line 1 at column 13: Cannot undefine prefix 'p'"},
		{"<!DOCTYPE a [%p;]><a>&e;</a>", "", "error on line 1 at column 16: Undefined entity: %p"},
		{"<!DOCTYPE a [<!ENTITY a '&b;'><!ENTITY b '&a;'>]><a>&a;</a>", "<!DOCTYPE a><a/>", "error on line 1 at column 56: Entity too big"},
	} {
		tree, err := parseXML(c.in)
		if tree != c.tree || err != c.err {
			t.Errorf("%s\n got  %s  %s\n want %s  %s", c.in, tree, err, c.tree, c.err)
		}
	}
}

// Entities that refer to each other end soon, whatever they come to.
func TestXMLBomb(t *testing.T) {
	var b strings.Builder
	b.WriteString("<!DOCTYPE a [<!ENTITY e0 'lollollollollol'>")
	for i := 1; i < 9; i++ {
		b.WriteString("<!ENTITY e" + string(rune('0'+i)) + " '" + strings.Repeat("&e"+string(rune('0'+i-1))+";", 30) + "'>")
	}
	for _, body := range []string{"<a>&e8;</a>", "<a b='&e8;'/>"} {
		if _, err := parseXML(b.String() + "]>" + body); !strings.Contains(err, "Entity too big") {
			t.Errorf("%s: %q", body, err)
		}
	}
	if tree, err := parseXML(strings.Repeat("<a>", 200000) + strings.Repeat("</a>", 200000)); err != "" || len(tree) < 200000 {
		t.Errorf("deep: %q", err)
	}
}

// What is written in parts gives what it gives at once; a script that blocks is waited for.
func TestXMLParts(t *testing.T) {
	const text = "\ufeff<?xml version='1.0'?>\r\n<!DOCTYPE a [<!ENTITY x 'y<b/>'> <!-- ]> -->]>\r\n<!-- c --><a x='é\r\n>'>tü]]&x;&#65;<script xmlns='http://www.w3.org/1999/xhtml'>s&lt;</script><![CDATA[ ]] ]]><?p i?></a>\r"
	want, _ := parseXML(text)
	for n := 1; n <= len(text); n++ {
		d := dom.NewStore(atom.NewTable()).NewDocument(false)
		scripts := 0
		p := html.NewXML(d, html.Options{Scripting: true, Script: func(el dom.NodeID) bool {
			scripts++
			if got := string(d.TextContent(nil, el)); got != "s<" {
				t.Errorf("script %q", got)
			}
			return true
		}})
		for i := 0; i < len(text); i += n {
			p.Write(text[i:min(i+n, len(text))])
		}
		if st := p.End(); st != html.Blocked {
			t.Fatalf("parts of %d: status %d", n, st)
		}
		if st := p.Resume(nil); st != html.Finished {
			t.Fatalf("parts of %d: status %d", n, st)
		}
		if got := dumpXML(d); got != want || scripts != 1 {
			t.Fatalf("parts of %d:\n got  %s\n want %s", n, got, want)
		}
	}
}

func TestXMLFragment(t *testing.T) {
	d := dom.NewStore(atom.NewTable()).NewDocument(false)
	if err := html.ParseXML(d, `<a xmlns="u" xmlns:p="v"><b/></a>`); err != nil {
		t.Fatal(err)
	}
	b := d.FirstChild(d.DocumentElement())
	f, err := html.ParseXMLFragment(d, b, "x<p:c/><d/>y", 0)
	if err != nil {
		t.Fatal(err)
	}
	c := d.Next(d.FirstChild(f))
	if got := d.NamespaceURI(d.ElementName(c).NS) + d.NamespaceURI(d.ElementName(d.Next(c)).NS); got != "vu" {
		t.Errorf("namespaces %q", got)
	}
	for _, bad := range []string{"<c>", "</b>", "&x;", "<!DOCTYPE a>", "<?xml version='1.0'?>", "<q:r/>"} {
		if _, err := html.ParseXMLFragment(d, b, bad, 0); err == nil {
			t.Errorf("%s: no error", bad)
		}
	}
}

func FuzzXML(f *testing.F) {
	for _, s := range []string{"<a b='c'>&#65;<![CDATA[x]]></a>", "<!DOCTYPE a [<!ENTITY x 'y<b/>'><!ENTITY % p '<!ATTLIST a b CDATA \"c\">'>%p;]><a>&x;</a>", "<?xml version='1.0' encoding='x'?><x:a xmlns:x='u'/>", "<a><?p q?><!-- c --></a>"} {
		f.Add(s, 3)
	}
	f.Fuzz(func(t *testing.T, s string, n int) {
		tree, err := parseXML(s)
		d := dom.NewStore(atom.NewTable()).NewDocument(false)
		p := html.NewXML(d, html.Options{})
		n = max(1, n&63)
		for i := 0; i < len(s); i += n {
			p.Write(s[i:min(i+n, len(s))])
		}
		p.End()
		if (p.Error() == nil) != (err == "") || err == "" && dumpXML(d) != tree {
			t.Errorf("%q: in parts of %d %v, at once %s", s, n, p.Error(), err)
		}
	})
}
