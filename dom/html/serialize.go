package html

import (
	"slices"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
)

var atomIs = atom.Static("is")

// SerializeOptions are those of the fragment serializing algorithm.
type SerializeOptions struct {
	Scripting   bool         // noscript has raw text
	ShadowRoots bool         // serializable shadow roots are written
	ShadowList  []dom.NodeID // shadow roots to be written in any case
}

// Inner appends the serialization of the children of id (innerHTML) to dst.
// https://html.spec.whatwg.org/multipage/parsing.html#serialising-html-fragments
func Inner(dst []byte, s *dom.Store, id dom.NodeID, o SerializeOptions) []byte {
	w := serializer{s: s, o: o, dst: dst}
	w.children(id)
	return w.dst
}

// Outer appends the serialization of id and its children (outerHTML) to dst.
func Outer(dst []byte, s *dom.Store, id dom.NodeID, o SerializeOptions) []byte {
	w := serializer{s: s, o: o, dst: dst}
	w.tree(id)
	return w.dst
}

type serializer struct {
	s   *dom.Store
	o   SerializeOptions
	dst []byte
}

// children writes what is inside id: for a template, its contents. Shadow roots and templates nest by recursion.
func (w *serializer) children(id dom.NodeID) {
	s := w.s
	if s.Kind(id) == dom.KindElement && isVoid(s.ElementName(id)) {
		return
	}
	w.shadow(id)
	if c := s.TemplateContents(id); c != 0 {
		id = c
	}
	for c := range s.Children(id) {
		w.tree(c)
	}
}

// tree writes the subtree of root by its links.
func (w *serializer) tree(root dom.NodeID) {
	s := w.s
	for n := root; n != 0; {
		if w.open(n) {
			if c := s.FirstChild(n); c != 0 {
				n = c
				continue
			}
			w.close(n)
		}
		for n != root && s.Next(n) == 0 {
			n = s.Parent(n)
			w.close(n)
		}
		if n == root {
			return
		}
		n = s.Next(n)
	}
}

// open writes a node up to its children, and reports whether it is an element whose children and end tag follow.
func (w *serializer) open(n dom.NodeID) bool {
	s := w.s
	switch s.Kind(n) {
	case dom.KindElement:
		name := s.ElementName(n)
		w.dst = append(w.dst, '<')
		w.dst = append(w.dst, w.tagName(name)...)
		if is := s.IsValue(n); is != atom.None && !s.HasAttr(n, atomIs) {
			w.dst = append(appendEscaped(append(w.dst, ` is="`...), s.Atoms.String(is), true), '"')
		}
		for a := range s.Attrs(n) {
			w.dst = append(w.dst, ' ')
			w.dst = append(w.dst, w.attrName(a.Name)...)
			w.dst = append(w.dst, '=', '"')
			w.dst = appendEscaped(w.dst, a.Value, true)
			w.dst = append(w.dst, '"')
		}
		w.dst = append(w.dst, '>')
		if isVoid(name) {
			return false
		}
		w.shadow(n)
		if c := s.TemplateContents(n); c != 0 {
			for c := range s.Children(c) {
				w.tree(c)
			}
			w.close(n)
			return false
		}
		return true
	case dom.KindText, dom.KindCDATA:
		if p := s.ParentElement(n); p != 0 && w.isRaw(s.ElementName(p)) {
			w.dst = append(w.dst, s.Data(n)...)
		} else {
			w.dst = appendEscaped(w.dst, s.Data(n), false)
		}
	case dom.KindComment:
		w.dst = append(append(append(w.dst, "<!--"...), s.Data(n)...), "-->"...)
	case dom.KindPI:
		w.dst = append(append(w.dst, "<?"...), s.NodeName(n)...)
		w.dst = append(append(append(w.dst, ' '), s.Data(n)...), '>')
	case dom.KindDoctype:
		w.dst = append(append(append(w.dst, "<!DOCTYPE "...), s.NodeName(n)...), '>')
	default: // a document, fragment or shadow root: what is in it
		for c := range s.Children(n) {
			w.tree(c)
		}
	}
	return false
}

func (w *serializer) close(n dom.NodeID) {
	if w.s.Kind(n) == dom.KindElement {
		w.dst = append(w.dst, '<', '/')
		w.dst = append(w.dst, w.tagName(w.s.ElementName(n))...)
		w.dst = append(w.dst, '>')
	}
}

// shadow writes the shadow root of a host as a template, if it is to be written.
func (w *serializer) shadow(host dom.NodeID) {
	s := w.s
	if s.Kind(host) != dom.KindElement {
		return
	}
	root := s.ShadowRoot(host)
	if root == 0 {
		return
	}
	init := s.ShadowInit(root)
	if !(w.o.ShadowRoots && init.Serializable) && !slices.Contains(w.o.ShadowList, root) || init.Mode == dom.ShadowUserAgent {
		return
	}
	mode := "open"
	if init.Mode == dom.ShadowClosed {
		mode = "closed"
	}
	w.dst = append(w.dst, `<template shadowrootmode="`+mode+`"`...)
	for _, f := range []struct {
		on   bool
		name string
	}{{init.DelegatesFocus, "delegatesfocus"}, {init.Serializable, "serializable"}, {init.Clonable, "clonable"}} {
		if f.on {
			w.dst = append(w.dst, ` shadowroot`+f.name+`=""`...)
		}
	}
	if s.Registry(root) != s.Registry(s.DocumentOf(root).Node) {
		w.dst = append(w.dst, ` shadowrootcustomelementregistry=""`...)
	}
	w.dst = append(w.dst, '>')
	for c := range s.Children(root) {
		w.tree(c)
	}
	w.dst = append(w.dst, "</template>"...)
}

func (w *serializer) tagName(n dom.Name) string {
	if n.NS == dom.HTML || n.NS == dom.SVG || n.NS == dom.MathML {
		return w.s.Atoms.String(n.Local)
	}
	return w.s.Atoms.String(n.Qualified)
}

func (w *serializer) attrName(id dom.NameID) string {
	n := w.s.NameOf(id)
	local := w.s.Atoms.String(n.Local)
	switch n.NS {
	case dom.NoNamespace:
		return local
	case dom.XML:
		return "xml:" + local
	case dom.XMLNS:
		if local == "xmlns" {
			return local
		}
		return "xmlns:" + local
	case dom.XLink:
		return "xlink:" + local
	}
	return w.s.Atoms.String(n.Qualified)
}

var rawTags = tags(tagStyle, tagScript, tagXmp, tagIframe, tagNoembed, tagNoframes, tagPlaintext)

func (w *serializer) isRaw(n dom.Name) bool {
	t := tagOf(n.Local)
	return n.NS == dom.HTML && (rawTags.has(t) || t == tagNoscript && w.o.Scripting)
}

var serializedVoid = voidTags.and(tagBasefont, tagBgsound, tagFrame, tagKeygen)

func isVoid(n dom.Name) bool { return n.NS == dom.HTML && serializedVoid.has(tagOf(n.Local)) }

// IsVoid reports whether HTML elements with the name have no content and no end tag.
func IsVoid(local atom.Atom) bool { return voidTags.has(tagOf(local)) }

// appendEscaped escapes text, or the value of an attribute.
// https://html.spec.whatwg.org/multipage/parsing.html#escapingString
func appendEscaped(dst []byte, s string, attr bool) []byte {
	start := 0
	for i := 0; i < len(s); i++ {
		var ref string
		n := 1
		switch c := s[i]; {
		case c == '&':
			ref = "&amp;"
		case c == '<':
			ref = "&lt;"
		case c == '>':
			ref = "&gt;"
		case c == '"' && attr:
			ref = "&quot;"
		case c == 0xC2 && strings.HasPrefix(s[i:], "\u00A0"):
			ref, n = "&nbsp;", 2
		default:
			continue
		}
		dst = append(append(dst, s[start:i]...), ref...)
		i += n - 1
		start = i + 1
	}
	return append(dst, s[start:]...)
}
