package html

import (
	"strconv"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
)

// AppendXML appends the XML serialization of id, with its descendants, to dst: what XMLSerializer gives, without the check that
// it is well-formed.
// https://w3c.github.io/DOM-Parsing/#xml-serialization
func AppendXML(dst []byte, s *dom.Store, id dom.NodeID) []byte {
	w := xmlWriter{s: s, dst: dst, prefixes: []xmlPrefix{{uriXML, "xml"}}, next: 1}
	w.tree(id, "")
	return w.dst
}

const (
	uriHTML  = "http://www.w3.org/1999/xhtml"
	uriXML   = "http://www.w3.org/XML/1998/namespace"
	uriXMLNS = "http://www.w3.org/2000/xmlns/"
)

type xmlPrefix struct{ ns, prefix string }

type xmlWriter struct {
	s        *dom.Store
	dst      []byte
	prefixes []xmlPrefix // the namespace prefix map; the latest definition is the last
	next     int         // prefix index
}

// xmlOpen is an element whose children are being written.
type xmlOpen struct {
	node      dom.NodeID
	name      string
	inherited string // the default namespace of its children
	prefixes  int    // length of the prefix map outside of it
}

// tree writes the subtree of root by its links; template contents nest by recursion.
func (w *xmlWriter) tree(root dom.NodeID, ns string) {
	s := w.s
	var stack []xmlOpen
	for n := root; n != 0; {
		outer := ns
		if len(stack) > 0 {
			outer = stack[len(stack)-1].inherited
		}
		down := false
		switch k := s.Kind(n); k {
		case dom.KindElement:
			o, open := w.element(n, outer)
			if open {
				stack = append(stack, o)
				down = true
				if c := s.TemplateContents(n); c != 0 {
					for c := range s.Children(c) {
						w.tree(c, o.inherited)
					}
				}
			}
		case dom.KindDocument, dom.KindFragment, dom.KindShadowRoot:
			stack = append(stack, xmlOpen{node: n, inherited: outer, prefixes: len(w.prefixes)})
			down = true
		default:
			w.other(n, k)
		}
		if down {
			if c := s.FirstChild(n); c != 0 {
				n = c
				continue
			}
			w.end(&stack)
		}
		for n != root && s.Next(n) == 0 {
			n = s.Parent(n)
			w.end(&stack)
		}
		if n == root {
			return
		}
		n = s.Next(n)
	}
}

func (w *xmlWriter) end(stack *[]xmlOpen) {
	o := (*stack)[len(*stack)-1]
	*stack = (*stack)[:len(*stack)-1]
	if o.name != "" {
		w.add("</", o.name, ">")
	}
	w.prefixes = w.prefixes[:o.prefixes]
}

func (w *xmlWriter) add(parts ...string) {
	for _, p := range parts {
		w.dst = append(w.dst, p...)
	}
}

func (w *xmlWriter) other(n dom.NodeID, k dom.Kind) {
	s := w.s
	switch k {
	case dom.KindText:
		w.escape(s.Data(n), false)
	case dom.KindCDATA:
		w.add("<![CDATA[", s.Data(n), "]]>")
	case dom.KindComment:
		w.add("<!--", s.Data(n), "-->")
	case dom.KindPI:
		w.add("<?", s.NodeName(n), " ", s.Data(n), "?>")
	case dom.KindDoctype:
		name, public, system := s.Doctype(n)
		w.add("<!DOCTYPE ", name)
		switch {
		case public != "" && system != "":
			w.add(` PUBLIC "`, public, `" "`, system, `"`)
		case public != "":
			w.add(` PUBLIC "`, public, `"`)
		case system != "":
			w.add(` SYSTEM "`, system, `"`)
		}
		w.add(">")
	}
}

func (w *xmlWriter) escape(t string, attr bool) {
	start := 0
	for i := 0; i < len(t); i++ {
		ref := ""
		switch c := t[i]; {
		case c == '&':
			ref = "&amp;"
		case c == '<':
			ref = "&lt;"
		case c == '>':
			ref = "&gt;"
		case !attr:
		case c == '"':
			ref = "&quot;"
		case c == '\t':
			ref = "&#x9;"
		case c == '\n':
			ref = "&#xA;"
		case c == '\r':
			ref = "&#xD;"
		}
		if ref != "" {
			w.add(t[start:i], ref)
			start = i + 1
		}
	}
	w.add(t[start:])
}

// preferred is the prefix for ns: want if it means ns, else the latest that does.
func (w *xmlWriter) preferred(want, ns string) (string, bool) {
	for i := len(w.prefixes) - 1; i >= 0; i-- {
		if p := w.prefixes[i]; p.ns == ns && p.prefix == want {
			return want, true
		}
	}
	for i := len(w.prefixes) - 1; i >= 0; i-- {
		if p := w.prefixes[i]; p.ns == ns {
			return p.prefix, true
		}
	}
	return "", false
}

func (w *xmlWriter) found(prefix, ns string) bool {
	for _, p := range w.prefixes {
		if p.ns == ns && p.prefix == prefix {
			return true
		}
	}
	return false
}

func (w *xmlWriter) generate(ns string) string {
	p := "ns" + strconv.Itoa(w.next)
	w.next++
	w.prefixes = append(w.prefixes, xmlPrefix{ns, p})
	return p
}

func (w *xmlWriter) attrString(a atom.Atom) string {
	if a == atom.None {
		return ""
	}
	return w.s.Atoms.String(a)
}

// element writes the start tag of n, and reports whether its children and an end tag follow.
// https://w3c.github.io/DOM-Parsing/#xml-serializing-an-element-node
func (w *xmlWriter) element(n dom.NodeID, inherited string) (o xmlOpen, open bool) {
	s := w.s
	o = xmlOpen{node: n, prefixes: len(w.prefixes)}
	name := s.ElementName(n)
	local, prefix, ns := s.Atoms.String(name.Local), w.attrString(name.Prefix), s.NamespaceURI(name.NS)

	// Recording the namespace information.
	var locals map[string]string
	defaultNS, hasDefault := "", false
	for a := range s.Attrs(n) {
		an := s.NameOf(a.Name)
		if an.NS != dom.XMLNS {
			continue
		}
		if an.Prefix == atom.None {
			defaultNS, hasDefault = a.Value, true
			continue
		}
		def := s.Atoms.String(an.Local)
		if a.Value == uriXML || w.found(def, a.Value) {
			continue
		}
		w.prefixes = append(w.prefixes, xmlPrefix{a.Value, def})
		if locals == nil {
			locals = make(map[string]string)
		}
		locals[def] = a.Value
	}

	w.add("<")
	ignoreDefault := false
	declare := func(p string) {
		w.add(" xmlns")
		if p != "" {
			w.add(":", p)
		}
		w.add(`="`)
		w.escape(ns, true)
		w.add(`"`)
	}
	if inherited == ns {
		ignoreDefault = hasDefault
		o.name = local
		if ns == uriXML {
			o.name = "xml:" + local
		}
		w.add(o.name)
	} else {
		candidate, ok := w.preferred(prefix, ns)
		if prefix == "xmlns" {
			candidate, ok = prefix, true
		}
		switch {
		case ok && ns != "":
			o.name = candidate + ":" + local
			if hasDefault && defaultNS != uriXML {
				inherited = defaultNS
			}
			w.add(o.name)
		case prefix != "":
			if _, taken := locals[prefix]; taken {
				prefix = w.generate(ns)
			} else {
				w.prefixes = append(w.prefixes, xmlPrefix{ns, prefix})
			}
			o.name = prefix + ":" + local
			w.add(o.name)
			declare(prefix)
			if hasDefault {
				inherited = defaultNS
			}
		case !hasDefault || defaultNS != ns:
			ignoreDefault = true
			o.name, inherited = local, ns
			w.add(o.name)
			declare("")
		default:
			o.name, inherited = local, ns
			w.add(o.name)
		}
	}
	for a := range s.Attrs(n) {
		w.attribute(a, locals, ignoreDefault)
	}
	if s.FirstChild(n) == 0 && s.TemplateContents(n) == 0 {
		if ns != uriHTML {
			w.add("/>")
			w.prefixes = w.prefixes[:o.prefixes]
			return o, false
		}
		if isVoid(name) {
			w.add(" />")
			w.prefixes = w.prefixes[:o.prefixes]
			return o, false
		}
	}
	w.add(">")
	o.inherited = inherited
	return o, true
}

// attribute writes one attribute.
// https://w3c.github.io/DOM-Parsing/#serializing-an-element-s-attributes
func (w *xmlWriter) attribute(a dom.Attr, locals map[string]string, ignoreDefault bool) {
	s := w.s
	n := s.NameOf(a.Name)
	local, prefix, ns := s.Atoms.String(n.Local), w.attrString(n.Prefix), s.NamespaceURI(n.NS)
	candidate := ""
	switch {
	case ns == uriXMLNS:
		if a.Value == uriXML || prefix == "" && ignoreDefault {
			return
		}
		if prefix != "" {
			if v, ok := locals[local]; (!ok || v != a.Value) && w.found(local, a.Value) {
				return
			}
			candidate = "xmlns"
		}
	case ns != "":
		var ok bool
		if candidate, ok = w.preferred(prefix, ns); ok {
			break
		}
		_, taken := locals[prefix]
		if prefix != "" && !taken && !w.prefixTaken(prefix) {
			candidate = prefix
			w.prefixes = append(w.prefixes, xmlPrefix{ns, prefix})
		} else {
			candidate = w.generate(ns)
		}
		w.add(" xmlns:", candidate, `="`)
		w.escape(ns, true)
		w.add(`"`)
	}
	w.add(" ")
	if candidate != "" {
		w.add(candidate, ":")
	}
	w.add(local, `="`)
	w.escape(a.Value, true)
	w.add(`"`)
}

func (w *xmlWriter) prefixTaken(prefix string) bool {
	for _, p := range w.prefixes {
		if p.prefix == prefix {
			return true
		}
	}
	return false
}
