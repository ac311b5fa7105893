package host

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"path"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/html"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/style"
)

// Settle runs what is due within two frames: what a page shows right after its load. A virtual clock does not move while a page loads without
// waiting, so that timers of a few ms that it set on the way are due only now.
func (p *Page) Settle(ctx context.Context) error {
	if err := p.Do(ctx, func() error { p.loop.needFrame(); return nil }); err != nil {
		return err
	}
	_, err := p.Wait(ctx, 2*frameInterval, true, nil)
	return err
}

// Dump is the page as text: html (the document serialized), dom (the tree), style (computed values that are not initial), style-all (all of them), box,
// paint, geometry (JSON), text (what a reader reads: innerText of the body).
func (p *Page) Dump(ctx context.Context, kind string) (text string, err error) {
	err = p.Do(ctx, func() error {
		f := p.top
		switch kind {
		case "html":
			text = string(html.Inner(nil, p.dom, f.doc.Node, html.SerializeOptions{Scripting: true}))
		case "dom":
			text = string(p.dom.Dump(nil, f.doc.Node))
		case "style", "style-all":
			f.update(true)
			text = f.dumpStyle(kind == "style-all")
		case "box":
			f.update(true)
			var b strings.Builder
			f.layout.Dump(&b)
			text = b.String()
		case "paint":
			w, h := f.layout.ScrollSize(f.doc.DocumentElement())
			text = f.displayArea(geom.RectF{W: w, H: h}).List().Dump()
		case "geometry":
			text, err = f.dumpGeometry()
			return err
		case "text":
			f.update(true)
			if text = f.window.Text(); text != "" {
				text += "\n"
			}
		default:
			return fmt.Errorf("unknown dump %q", kind)
		}
		return nil
	})
	return text, err
}

// Geometry is what geometry dumps contain: the same fields as the Chromium script that writes expectations.
type Geometry struct {
	Engine       string            `json:"engine"`
	Page         string            `json:"page"`
	URL          string            `json:"url"`
	Viewport     [2]int            `json:"viewport"`
	Title        string            `json:"title"`
	InnerWidth   int               `json:"innerWidth"`
	InnerHeight  int               `json:"innerHeight"`
	ClientWidth  int               `json:"clientWidth"`
	ScrollWidth  int               `json:"scrollWidth"`
	ScrollHeight int               `json:"scrollHeight"`
	DPR          float64           `json:"dpr"`
	Elements     []ElementGeometry `json:"elements"`
}

// ElementGeometry is one element: its bounding client rect at scroll 0, in 1/64 px, and a few computed values.
type ElementGeometry struct {
	Tag        string  `json:"tag"`
	ID         string  `json:"id"`
	Class      string  `json:"class"`
	X          float64 `json:"x"`
	Y          float64 `json:"y"`
	W          float64 `json:"w"`
	H          float64 `json:"h"`
	Display    string  `json:"display"`
	Position   string  `json:"position"`
	FontSize   string  `json:"fontSize"`
	LineHeight string  `json:"lineHeight"`
	Color      string  `json:"color"`
}

var atomClassName, atomIDName = atom.Static("class"), atom.Static("id")

func (f *frame) geometry() *Geometry {
	f.update(true)
	p := f.page
	q := func(v float32) float64 { return math.Round(float64(v)*64) / 64 }
	root := f.doc.DocumentElement()
	g := &Geometry{Engine: "niso", Page: path.Base(f.url.Pathname()), URL: f.url.Href(), Viewport: [2]int{p.width, p.height}, Title: f.title(),
		InnerWidth: p.width, InnerHeight: p.height, DPR: p.scale, Elements: []ElementGeometry{}}
	if root == 0 {
		return g
	}
	client := f.layout.ClientRect(root)
	sw, sh := f.layout.ScrollSize(root)
	g.ClientWidth, g.ScrollWidth, g.ScrollHeight = int(client.W), int(math.Round(float64(sw))), int(math.Round(float64(sh)))
	scroll := f.layout.Scroll(f.layout.Root())
	for n := root; n != 0; n = f.doc.Following(n, f.doc.Node) {
		if f.doc.Kind(n) != dom.KindElement {
			continue
		}
		r, ok := f.layout.BoundingClientRect(n)
		if ok {
			r.X += scroll.X.Px()
			r.Y += scroll.Y.Px()
		}
		val := func(name string) string { return f.styler.ComputedText(n, style.PseudoNone, name, nil) }
		g.Elements = append(g.Elements, ElementGeometry{
			Tag: f.doc.Atoms.String(f.doc.LocalName(n)), ID: strings.Clone(f.doc.Attr(n, atomIDName)), Class: strings.Clone(f.doc.Attr(n, atomClassName)),
			X: q(r.X), Y: q(r.Y), W: q(r.W), H: q(r.H),
			Display: val("display"), Position: val("position"), FontSize: val("font-size"), LineHeight: val("line-height"), Color: val("color"),
		})
	}
	return g
}

// dumpGeometry is the geometry as JSON with a line an element.
func (f *frame) dumpGeometry() (string, error) {
	g := f.geometry()
	els := g.Elements
	g.Elements = []ElementGeometry{}
	head, err := json.Marshal(g)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	b.Write(bytes.TrimSuffix(head, []byte("[]}")))
	b.WriteString("[\n")
	for i := range els {
		row, err := json.Marshal(&els[i])
		if err != nil {
			return "", err
		}
		b.Write(row)
		if i < len(els)-1 {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
	}
	b.WriteString("]}\n")
	return b.String(), nil
}

// dumpStyle lists the computed values of each element: all of them, or those that differ from the initial value or, where they are inherited,
// from the parent's.
func (f *frame) dumpStyle(all bool) string {
	var b strings.Builder
	var names []string
	for _, name := range style.ComputedNames() {
		// Of the shorthands only those whose longhands have no names of their own in the list.
		if id, _, _ := style.PropertyByName(name); id != style.PropNone || strings.HasSuffix(name, "-position") {
			names = append(names, name)
		}
	}
	for n := f.doc.DocumentElement(); n != 0; n = f.doc.Following(n, f.doc.Node) {
		if f.doc.Kind(n) != dom.KindElement {
			continue
		}
		depth := 0
		for p := f.doc.ParentElement(n); p != 0; p = f.doc.ParentElement(p) {
			depth++
		}
		indent := strings.Repeat("  ", depth)
		fmt.Fprintf(&b, "%s<%s>", indent, f.doc.Atoms.String(f.doc.LocalName(n)))
		if f.styler.Style(n) == nil {
			b.WriteString(" not styled\n")
			continue
		}
		b.WriteByte('\n')
		for _, name := range names {
			if all || f.styler.Differs(n, name) {
				fmt.Fprintf(&b, "%s  %s: %s\n", indent, name, f.styler.ComputedText(n, style.PseudoNone, name, nil))
			}
		}
	}
	return b.String()
}
