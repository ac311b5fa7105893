package dom

import (
	"slices"
	"strings"
)

// Dump appends the tree under root (without root itself, if that is a document or fragment) to dst, one
// line a node in the format of html5lib's tree construction tests: what --dump=dom and golden files show.
func (s *Store) Dump(dst []byte, root NodeID) []byte {
	d := dumper{s, dst}
	switch s.Kind(root) {
	case KindDocument, KindFragment, KindShadowRoot:
		for c := range s.Children(root) {
			d.tree(c, 0)
		}
	default:
		d.tree(root, 0)
	}
	return d.dst
}

type dumper struct {
	s   *Store
	dst []byte
}

func (d *dumper) indent(depth int) {
	d.dst = append(d.dst, "| "...)
	for range depth {
		d.dst = append(d.dst, "  "...)
	}
}

// tree writes the subtree of root by its links. Template contents and shadow roots nest by recursion.
func (d *dumper) tree(root NodeID, depth int) {
	s := d.s
	for n := root; n != 0; {
		d.node(n, depth)
		if c := s.rows[n].firstChild; c != 0 {
			n = c
			depth++
			continue
		}
		for n != root && s.rows[n].next == 0 {
			n = s.rows[n].parent
			depth--
		}
		if n == root {
			return
		}
		n = s.rows[n].next
	}
}

func (d *dumper) node(n NodeID, depth int) {
	s := d.s
	d.indent(depth)
	switch k := s.rows[n].kind; k {
	case KindElement:
		d.dst = append(d.dst, '<')
		d.dst = append(d.dst, s.dumpName(s.rows[n].name, true)...)
		d.dst = append(d.dst, ">\n"...)
		var lines []string
		for a := range s.Attrs(n) {
			lines = append(lines, s.dumpName(a.Name, false)+`="`+a.Value+"\"\n")
		}
		slices.Sort(lines)
		for _, l := range lines {
			d.indent(depth + 1)
			d.dst = append(d.dst, l...)
		}
		if c := s.TemplateContents(n); c != 0 {
			d.sub("content\n", c, depth)
		}
		if r := s.ShadowRoot(n); r != 0 {
			d.sub("#shadow-root\n", r, depth)
		}
		return
	case KindText:
		d.dst = append(append(append(d.dst, '"'), s.Data(n)...), '"')
	case KindCDATA:
		d.dst = append(append(append(d.dst, "<![CDATA["...), s.Data(n)...), "]]>"...)
	case KindComment:
		d.dst = append(append(append(d.dst, "<!-- "...), s.Data(n)...), " -->"...)
	case KindPI:
		d.dst = append(append(d.dst, "<?"...), s.Atoms.String(s.names[s.rows[n].name].Local)...)
		d.dst = append(append(append(d.dst, ' '), s.Data(n)...), '>')
	case KindDoctype:
		name, public, system := s.Doctype(n)
		d.dst = append(append(d.dst, "<!DOCTYPE "...), name...)
		if public != "" || system != "" {
			d.dst = append(d.dst, ` "`+public+`" "`+system+`"`...)
		}
		d.dst = append(d.dst, '>')
	}
	d.dst = append(d.dst, '\n')
}

func (d *dumper) sub(label string, root NodeID, depth int) {
	d.indent(depth + 1)
	d.dst = append(d.dst, label...)
	for c := range d.s.Children(root) {
		d.tree(c, depth+2)
	}
}

// dumpName is a name as html5lib's tests write it: the namespace as a word, and the local name.
func (s *Store) dumpName(id NameID, element bool) string {
	n := s.names[id]
	local := s.Atoms.String(n.Local)
	switch n.NS {
	case SVG:
		return "svg " + local
	case MathML:
		return "math " + local
	case XLink:
		return "xlink " + local
	case XML:
		return "xml " + local
	case XMLNS:
		return "xmlns " + local
	case HTML:
		if element {
			return local
		}
		return "html " + local
	case NoNamespace:
		if element {
			return "none " + local
		}
		return local
	}
	return strings.Join([]string{s.NamespaceURI(n.NS), local}, " ")
}
