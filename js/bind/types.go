package bind

import (
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/js"
)

// The interfaces of nodes: values of a window and a NodeID.

// Node is any node. https://dom.spec.whatwg.org/#interface-node
type Node struct {
	w  *Window
	ID dom.NodeID
}

// bind makes n the node of a host slot. r is nil where no realm is at hand: the node's own window is taken then.
func (n *Node) bind(r *js.Realm, h *js.Host) {
	n.ID = dom.NodeID(h.ID())
	if r != nil {
		n.w = windowOf(r)
	} else if s, ok := h.State().(*nodeState); ok {
		n.w = s.window
	}
}

// value is the node's object, null for none.
func (n Node) value(r *js.Realm) js.Value { return nodeValue(r, n.ID) }

func (n Node) store() *dom.Store { return n.w.World.Store }

func (n Node) doc() *dom.Document { return n.store().DocumentOf(n.ID) }

// The kinds of nodes.
type (
	Document              struct{ Node }
	HTMLDocument          struct{ Document }
	XMLDocument           struct{ Document }
	DocumentFragment      struct{ Node }
	ShadowRoot            struct{ DocumentFragment }
	DocumentType          struct{ Node }
	CharacterData         struct{ Node }
	Text                  struct{ CharacterData }
	CDATASection          struct{ Text }
	Comment               struct{ CharacterData }
	ProcessingInstruction struct{ CharacterData }
	Element               struct{ Node }
)

// The kinds of HTML elements.
type (
	HTMLElement             struct{ Element }
	HTMLAnchorElement       struct{ HTMLElement }
	HTMLAreaElement         struct{ HTMLElement }
	HTMLBRElement           struct{ HTMLElement }
	HTMLBaseElement         struct{ HTMLElement }
	HTMLBodyElement         struct{ HTMLElement }
	HTMLButtonElement       struct{ HTMLElement }
	HTMLDListElement        struct{ HTMLElement }
	HTMLDataElement         struct{ HTMLElement }
	HTMLDataListElement     struct{ HTMLElement }
	HTMLDetailsElement      struct{ HTMLElement }
	HTMLDialogElement       struct{ HTMLElement }
	HTMLDirectoryElement    struct{ HTMLElement }
	HTMLDivElement          struct{ HTMLElement }
	HTMLEmbedElement        struct{ HTMLElement }
	HTMLFieldSetElement     struct{ HTMLElement }
	HTMLFontElement         struct{ HTMLElement }
	HTMLFormElement         struct{ HTMLElement }
	HTMLFrameElement        struct{ HTMLElement }
	HTMLFrameSetElement     struct{ HTMLElement }
	HTMLHRElement           struct{ HTMLElement }
	HTMLHeadElement         struct{ HTMLElement }
	HTMLHeadingElement      struct{ HTMLElement }
	HTMLHtmlElement         struct{ HTMLElement }
	HTMLIFrameElement       struct{ HTMLElement }
	HTMLImageElement        struct{ HTMLElement }
	HTMLInputElement        struct{ HTMLElement }
	HTMLLIElement           struct{ HTMLElement }
	HTMLLabelElement        struct{ HTMLElement }
	HTMLLegendElement       struct{ HTMLElement }
	HTMLLinkElement         struct{ HTMLElement }
	HTMLMapElement          struct{ HTMLElement }
	HTMLMarqueeElement      struct{ HTMLElement }
	HTMLMediaElement        struct{ HTMLElement }
	HTMLMenuElement         struct{ HTMLElement }
	HTMLMetaElement         struct{ HTMLElement }
	HTMLMeterElement        struct{ HTMLElement }
	HTMLModElement          struct{ HTMLElement }
	HTMLOListElement        struct{ HTMLElement }
	HTMLObjectElement       struct{ HTMLElement }
	HTMLOptGroupElement     struct{ HTMLElement }
	HTMLOptionElement       struct{ HTMLElement }
	HTMLOutputElement       struct{ HTMLElement }
	HTMLParagraphElement    struct{ HTMLElement }
	HTMLParamElement        struct{ HTMLElement }
	HTMLPictureElement      struct{ HTMLElement }
	HTMLPreElement          struct{ HTMLElement }
	HTMLProgressElement     struct{ HTMLElement }
	HTMLQuoteElement        struct{ HTMLElement }
	HTMLScriptElement       struct{ HTMLElement }
	HTMLSelectElement       struct{ HTMLElement }
	HTMLSlotElement         struct{ HTMLElement }
	HTMLSourceElement       struct{ HTMLElement }
	HTMLSpanElement         struct{ HTMLElement }
	HTMLStyleElement        struct{ HTMLElement }
	HTMLTableCaptionElement struct{ HTMLElement }
	HTMLTableCellElement    struct{ HTMLElement }
	HTMLTableColElement     struct{ HTMLElement }
	HTMLTableElement        struct{ HTMLElement }
	HTMLTableRowElement     struct{ HTMLElement }
	HTMLTableSectionElement struct{ HTMLElement }
	HTMLTemplateElement     struct{ HTMLElement }
	HTMLTextAreaElement     struct{ HTMLElement }
	HTMLTimeElement         struct{ HTMLElement }
	HTMLTitleElement        struct{ HTMLElement }
	HTMLTrackElement        struct{ HTMLElement }
	HTMLUListElement        struct{ HTMLElement }
	HTMLUnknownElement      struct{ HTMLElement }
	HTMLAudioElement        struct{ HTMLMediaElement }
	HTMLVideoElement        struct{ HTMLMediaElement }
	SVGElement              struct{ Element }
	MathMLElement           struct{ Element }
)

// htmlClasses are the classes of HTML elements by local name; names that are not here are HTMLUnknownElement, or
// HTMLElement for valid custom element names.
var htmlClasses = make(map[atom.Atom]*js.Class)

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
		"applet bgsound blink isindex keygen multicol nextid spacer": &classHTMLUnknownElement,
		"abbr address article aside b bdi bdo cite code dd dfn dt em figcaption figure footer header hgroup i kbd main mark nav rp rt ruby s samp section small strong sub summary sup u var wbr acronym basefont big center nobr noembed noframes plaintext rb rtc strike tt noscript search": &classHTMLElement,
	} {
		for _, n := range strings.Fields(names) {
			htmlClasses[atom.Static(n)] = c
		}
	}
}

// classOfNode is the class of a node's wrapper.
func classOfNode(s *dom.Store, id dom.NodeID) *js.Class {
	switch s.Kind(id) {
	case dom.KindElement:
		n := s.ElementName(id)
		switch n.NS {
		case dom.HTML:
			if c := htmlClasses[n.Local]; c != nil {
				return c
			}
			if isCustomName(s.Atoms.String(n.Local)) {
				return cls.HTMLElement
			}
			return cls.HTMLUnknownElement
		case dom.SVG:
			return cls.SVGElement
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

// isCustomName reports a valid custom element name.
// https://html.spec.whatwg.org/multipage/custom-elements.html#valid-custom-element-name
func isCustomName(n string) bool {
	if n == "" || n[0] < 'a' || n[0] > 'z' || !strings.Contains(n, "-") {
		return false
	}
	for i := 0; i < len(n); i++ {
		if n[i] >= 'A' && n[i] <= 'Z' {
			return false
		}
	}
	switch n {
	case "annotation-xml", "color-profile", "font-face", "font-face-src", "font-face-uri", "font-face-format", "font-face-name", "missing-glyph":
		return false
	}
	return true
}
