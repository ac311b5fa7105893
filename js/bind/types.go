package bind

import (
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/js"
)

// The interfaces of nodes: values of a window and a NodeID.

// nodeRef is what the interfaces of nodes are made of: a window and the id of a node, with what natives need of every node.
//
// The types of the interfaces do not embed each other, which would make a promoted method of every inherited one
// for each of them: a method of another interface is called through a conversion, Element(x).GetAttribute(…).
type nodeRef struct {
	w  *Window
	ID dom.NodeID
}

// bind makes n the node of a host slot. r is nil where no realm is at hand: the node's own window is taken then.
func (n *nodeRef) bind(r *js.Realm, h js.Host) {
	n.ID = dom.NodeID(h.ID())
	if r != nil {
		n.w = windowOf(r)
	} else if s, ok := h.State().(*nodeState); ok {
		n.w = s.window
	}
}

// value is the node's object, null for none.
func (n nodeRef) value(r *js.Realm) js.Value { return nodeValue(r, n.ID) }

func (n nodeRef) store() *dom.Store { return n.w.World.Store }

func (n nodeRef) doc() *dom.Document { return n.store().DocumentOf(n.ID) }

// The kinds of nodes.
type (
	Node                  struct{ nodeRef } // https://dom.spec.whatwg.org/#interface-node
	Document              struct{ nodeRef }
	HTMLDocument          struct{ nodeRef }
	XMLDocument           struct{ nodeRef }
	DocumentFragment      struct{ nodeRef }
	ShadowRoot            struct{ nodeRef }
	DocumentType          struct{ nodeRef }
	CharacterData         struct{ nodeRef }
	Text                  struct{ nodeRef }
	CDATASection          struct{ nodeRef }
	Comment               struct{ nodeRef }
	ProcessingInstruction struct{ nodeRef }
	Element               struct{ nodeRef }
)

// The kinds of HTML elements.
type (
	HTMLElement             struct{ nodeRef }
	HTMLAnchorElement       struct{ nodeRef }
	HTMLAreaElement         struct{ nodeRef }
	HTMLBRElement           struct{ nodeRef }
	HTMLBaseElement         struct{ nodeRef }
	HTMLBodyElement         struct{ nodeRef }
	HTMLButtonElement       struct{ nodeRef }
	HTMLDListElement        struct{ nodeRef }
	HTMLDataElement         struct{ nodeRef }
	HTMLDataListElement     struct{ nodeRef }
	HTMLDetailsElement      struct{ nodeRef }
	HTMLDialogElement       struct{ nodeRef }
	HTMLDirectoryElement    struct{ nodeRef }
	HTMLDivElement          struct{ nodeRef }
	HTMLEmbedElement        struct{ nodeRef }
	HTMLFieldSetElement     struct{ nodeRef }
	HTMLFontElement         struct{ nodeRef }
	HTMLFormElement         struct{ nodeRef }
	HTMLFrameElement        struct{ nodeRef }
	HTMLFrameSetElement     struct{ nodeRef }
	HTMLHRElement           struct{ nodeRef }
	HTMLHeadElement         struct{ nodeRef }
	HTMLHeadingElement      struct{ nodeRef }
	HTMLHtmlElement         struct{ nodeRef }
	HTMLIFrameElement       struct{ nodeRef }
	HTMLImageElement        struct{ nodeRef }
	HTMLInputElement        struct{ nodeRef }
	HTMLLIElement           struct{ nodeRef }
	HTMLLabelElement        struct{ nodeRef }
	HTMLLegendElement       struct{ nodeRef }
	HTMLLinkElement         struct{ nodeRef }
	HTMLMapElement          struct{ nodeRef }
	HTMLMarqueeElement      struct{ nodeRef }
	HTMLMediaElement        struct{ nodeRef }
	HTMLMenuElement         struct{ nodeRef }
	HTMLMetaElement         struct{ nodeRef }
	HTMLMeterElement        struct{ nodeRef }
	HTMLModElement          struct{ nodeRef }
	HTMLOListElement        struct{ nodeRef }
	HTMLObjectElement       struct{ nodeRef }
	HTMLOptGroupElement     struct{ nodeRef }
	HTMLOptionElement       struct{ nodeRef }
	HTMLOutputElement       struct{ nodeRef }
	HTMLParagraphElement    struct{ nodeRef }
	HTMLParamElement        struct{ nodeRef }
	HTMLPictureElement      struct{ nodeRef }
	HTMLPreElement          struct{ nodeRef }
	HTMLProgressElement     struct{ nodeRef }
	HTMLQuoteElement        struct{ nodeRef }
	HTMLScriptElement       struct{ nodeRef }
	HTMLSelectElement       struct{ nodeRef }
	HTMLSlotElement         struct{ nodeRef }
	HTMLSourceElement       struct{ nodeRef }
	HTMLSpanElement         struct{ nodeRef }
	HTMLStyleElement        struct{ nodeRef }
	HTMLTableCaptionElement struct{ nodeRef }
	HTMLTableCellElement    struct{ nodeRef }
	HTMLTableColElement     struct{ nodeRef }
	HTMLTableElement        struct{ nodeRef }
	HTMLTableRowElement     struct{ nodeRef }
	HTMLTableSectionElement struct{ nodeRef }
	HTMLTemplateElement     struct{ nodeRef }
	HTMLTextAreaElement     struct{ nodeRef }
	HTMLTimeElement         struct{ nodeRef }
	HTMLTitleElement        struct{ nodeRef }
	HTMLTrackElement        struct{ nodeRef }
	HTMLUListElement        struct{ nodeRef }
	HTMLCanvasElement       struct{ nodeRef }
	HTMLUnknownElement      struct{ nodeRef }
	HTMLAudioElement        struct{ nodeRef }
	HTMLVideoElement        struct{ nodeRef }
	SVGElement              struct{ nodeRef }
	MathMLElement           struct{ nodeRef }
)

// htmlClasses are the classes of HTML elements by the static atom of their local name; names that are not here are HTMLUnknownElement, or
// HTMLElement for valid custom element names.
var htmlClasses = make([]*js.Class, atom.StaticCount())

// An initialization function, because the classes refer to it through their natives.
func init() {
	for names, c := range map[string]*js.Class{
		"a":                 &classHTMLAnchorElement,
		"area":              &classHTMLAreaElement,
		"br":                &classHTMLBRElement,
		"base":              &classHTMLBaseElement,
		"body":              &classHTMLBodyElement,
		"button":            &classHTMLButtonElement,
		"dl":                &classHTMLDListElement,
		"data":              &classHTMLDataElement,
		"datalist":          &classHTMLDataListElement,
		"details":           &classHTMLDetailsElement,
		"dialog":            &classHTMLDialogElement,
		"dir":               &classHTMLDirectoryElement,
		"div":               &classHTMLDivElement,
		"embed":             &classHTMLEmbedElement,
		"fieldset":          &classHTMLFieldSetElement,
		"font":              &classHTMLFontElement,
		"form":              &classHTMLFormElement,
		"frame":             &classHTMLFrameElement,
		"frameset":          &classHTMLFrameSetElement,
		"hr":                &classHTMLHRElement,
		"head":              &classHTMLHeadElement,
		"h1 h2 h3 h4 h5 h6": &classHTMLHeadingElement,
		"html":              &classHTMLHtmlElement,
		"iframe":            &classHTMLIFrameElement,
		"img":               &classHTMLImageElement,
		"input":             &classHTMLInputElement,
		"li":                &classHTMLLIElement,
		"label":             &classHTMLLabelElement,
		"legend":            &classHTMLLegendElement,
		"link":              &classHTMLLinkElement,
		"map":               &classHTMLMapElement,
		"marquee":           &classHTMLMarqueeElement,
		"menu":              &classHTMLMenuElement,
		"meta":              &classHTMLMetaElement,
		"meter":             &classHTMLMeterElement,
		"del ins":           &classHTMLModElement,
		"ol":                &classHTMLOListElement,
		"object":            &classHTMLObjectElement,
		"optgroup":          &classHTMLOptGroupElement,
		"option":            &classHTMLOptionElement,
		"output":            &classHTMLOutputElement,
		"p":                 &classHTMLParagraphElement,
		"param":             &classHTMLParamElement,
		"picture":           &classHTMLPictureElement,
		"pre listing xmp":   &classHTMLPreElement,
		"progress":          &classHTMLProgressElement,
		"blockquote q":      &classHTMLQuoteElement,
		"script":            &classHTMLScriptElement,
		"select":            &classHTMLSelectElement,
		"slot":              &classHTMLSlotElement,
		"source":            &classHTMLSourceElement,
		"span":              &classHTMLSpanElement,
		"style":             &classHTMLStyleElement,
		"caption":           &classHTMLTableCaptionElement,
		"td th":             &classHTMLTableCellElement,
		"col colgroup":      &classHTMLTableColElement,
		"table":             &classHTMLTableElement,
		"tr":                &classHTMLTableRowElement,
		"tbody tfoot thead": &classHTMLTableSectionElement,
		"template":          &classHTMLTemplateElement,
		"textarea":          &classHTMLTextAreaElement,
		"time":              &classHTMLTimeElement,
		"title":             &classHTMLTitleElement,
		"track":             &classHTMLTrackElement,
		"ul":                &classHTMLUListElement,
		"audio":             &classHTMLAudioElement,
		"video":             &classHTMLVideoElement,
		"canvas":            &classHTMLCanvasElement,
		"applet bgsound blink isindex keygen multicol nextid spacer": &classHTMLUnknownElement,
		"abbr address article aside b bdi bdo cite code dd dfn dt em figcaption figure footer header hgroup i kbd main mark nav rp rt ruby s samp section small strong sub summary sup u var wbr acronym basefont big center nobr noembed noframes plaintext rb rtc strike tt noscript search": &classHTMLElement,
	} {
		for _, n := range strings.Fields(names) {
			htmlClasses[atom.Static(n)] = c
		}
	}
}

// htmlClass is the interface of HTML elements with a local name.
func htmlClass(s *dom.Store, local atom.Atom) *js.Class {
	if atom.IsStatic(local) && htmlClasses[local] != nil {
		return htmlClasses[local]
	}
	if dom.ValidCustomName(s.Atoms.String(local)) {
		return cls.HTMLElement
	}
	return cls.HTMLUnknownElement
}

// classOfNode is the class of a node's wrapper.
func classOfNode(s *dom.Store, id dom.NodeID) *js.Class {
	switch s.Kind(id) {
	case dom.KindElement:
		n := s.ElementName(id)
		switch n.NS {
		case dom.HTML:
			return htmlClass(s, n.Local)
		case dom.SVG:
			return svgClass(s, n.Local)
		case dom.MathML:
			return cls.MathMLElement
		}
		return cls.Element
	case dom.KindText:
		return cls.Text
	case dom.KindCDATA:
		return cls.CDATASection
	case dom.KindComment:
		return cls.Comment
	case dom.KindPI:
		return cls.ProcessingInstruction
	case dom.KindDocument:
		if d := s.DocumentOf(id); !d.IsHTML {
			return cls.XMLDocument
		}
		return cls.HTMLDocument
	case dom.KindAttr:
		return cls.Attr
	case dom.KindDoctype:
		return cls.DocumentType
	case dom.KindShadowRoot:
		return cls.ShadowRoot
	case dom.KindFragment:
		return cls.DocumentFragment
	}
	return cls.Node
}
