package bind

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/html"
	"github.com/niso-engine/niso/js"
)

// DOMParser makes documents of text.
// https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#the-domparser-interface
type DOMParser struct {
	Object
	window *Window // whose constructor made it: documents have its URL
}

// ConstructDOMParser is new DOMParser.
func ConstructDOMParser(c *js.Call) *DOMParser { return &DOMParser{window: windowOf(c.Realm())} }

// ParseFromString is DOMParser.parseFromString.
func (p *DOMParser) ParseFromString(c *js.Call) js.Value {
	text := c.DOMString(0)
	typ := c.Enum(1, "SupportedType", enumSupportedType)
	if c.Failed() {
		return js.Undefined
	}
	w := windowOf(c.Realm())
	name := enumSupportedType[typ]
	d := w.parseDocument(text, name == "text/html", name, p.window.url.Href(), true)
	return nodeValue(c.Realm(), d.Node)
}

// parseDocument makes a document that only script holds. XML that is not well-formed gives nil or, with explain, a document that
// says what is wrong with it.
func (w *Window) parseDocument(text string, isHTML bool, contentType, url string, explain bool) *dom.Document {
	d := w.World.Store.NewDocument(isHTML)
	d.URL, d.ContentType, d.Encoding = url, contentType, "UTF-8"
	d.Journal.Overflow = true
	w.World.ownDocument(d)
	if isHTML {
		html.Parse(d, text)
		return d
	}
	if err := html.ParseXML(d, text); err != nil {
		if !explain {
			return nil
		}
		html.ExplainXML(d, err)
	}
	return d
}

// XMLSerializer makes text of nodes. https://w3c.github.io/DOM-Parsing/#the-xmlserializer-interface
type XMLSerializer struct{ Object }

// ConstructXMLSerializer is new XMLSerializer.
func ConstructXMLSerializer() *XMLSerializer { return &XMLSerializer{} }

// SerializeToString is XMLSerializer.serializeToString.
func (x *XMLSerializer) SerializeToString(n Node) string {
	return string(html.AppendXML(nil, n.store(), n.ID))
}
