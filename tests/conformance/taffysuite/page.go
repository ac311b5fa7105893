package taffysuite

import (
	"encoding/base64"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/html"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/style"
	"github.com/niso-engine/niso/style/css"
	"github.com/niso-engine/niso/text"
)

// Page is a document with styles and boxes, without a host: its style elements are its sheets, nothing is loaded but data URLs of fonts,
// and nothing runs.
type Page struct {
	Doc    *dom.Document
	Styler *style.Styler
	Fonts  *text.FontSet
	Tree   *layout.Tree
}

// Load parses, styles and lays out a page in a viewport in px.
func Load(source string, width, height int, fonts *text.Collection, opt layout.Options) *Page {
	store := dom.NewStore(atom.NewTable())
	doc := store.NewDocument(true)
	html.Parse(doc, source)
	p := &Page{Doc: doc, Styler: style.New(doc), Fonts: fonts.NewSet()}
	env := p.Styler.Media()
	env.WidthPx, env.HeightPx = float64(width), float64(height)
	p.Styler.SetMedia(env)
	p.setSheets()
	p.Styler.Update()
	for _, f := range p.Styler.FontFaces() {
		p.loadFace(&f)
	}
	opt.Viewport = geom.Size{W: geom.FromInt(width), H: geom.FromInt(height)}
	p.Tree = layout.New(doc, p.Styler, p.Fonts, opt)
	p.Styler.SetFontMetrics(p.Tree)
	p.Styler.FontsChanged()
	p.Styler.Update()
	p.Tree.Update()
	return p
}

// Close gives the page's memory back.
func (p *Page) Close() {
	p.Tree.Close()
	p.Fonts.Close()
}

var atomStyle = atom.Static("style")

func (p *Page) setSheets() {
	var list []*style.Sheet
	d := p.Doc
	for n := d.FirstChild(d.Node); n != 0; n = d.Following(n, d.Node) {
		if d.Kind(n) == dom.KindElement && d.IsHTMLElement(n, atomStyle) {
			sheet := css.ParseSheetString(string(d.TextContent(nil, n)), css.Options{Atoms: d.Atoms})
			list = append(list, &style.Sheet{CSS: sheet, Origin: style.OriginAuthor, Owner: n, URL: d.URL})
		}
	}
	p.Styler.SetSheets(list)
}

func (p *Page) loadFace(f *style.FontFace) {
	for _, s := range f.Src {
		if _, data, ok := strings.Cut(s.URL, ";base64,"); ok && strings.HasPrefix(s.URL, "data:") {
			b, err := base64.StdEncoding.DecodeString(data)
			if err != nil {
				continue
			}
			if p.Fonts.Load(p.Fonts.Declare(text.NewFaceDesc(f.Family)), b) == nil {
				return
			}
		}
	}
}
