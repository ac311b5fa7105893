package paint_test

import (
	"testing"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/html"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/paint"
	"github.com/niso-engine/niso/paint/list"
	"github.com/niso-engine/niso/paint/raster"
	"github.com/niso-engine/niso/style"
	"github.com/niso-engine/niso/style/css"
	"github.com/niso-engine/niso/text"
)

var fonts = text.NewCollection(text.Options{NoSystem: true})

type page struct {
	doc    *dom.Document
	styles *style.Styler
	tree   *layout.Tree
	p      *paint.Painter
}

func load(tb testing.TB, w, h int, body, sheet string, src paint.Source) *page {
	tb.Helper()
	return loadWith(tb, w, h, body, sheet, src, layout.Options{})
}

func loadWith(tb testing.TB, w, h int, body, sheet string, src paint.Source, opt layout.Options) *page {
	tb.Helper()
	store := dom.NewStore(atom.NewTable())
	d := store.NewDocument(true)
	html.Parse(d, "<!DOCTYPE html><html><body>"+body)
	s := style.New(d)
	env := s.Media()
	env.WidthPx, env.HeightPx = float64(w), float64(h)
	s.SetMedia(env)
	s.SetSheets([]*style.Sheet{{CSS: css.ParseSheetString("body{margin:0} "+sheet, css.Options{Atoms: d.Atoms}), Origin: style.OriginAuthor}})
	s.Update()
	set := fonts.NewSet()
	opt.Viewport = geom.Size{W: geom.FromInt(w), H: geom.FromInt(h)}
	t := layout.New(d, s, set, opt)
	s.SetFontMetrics(t)
	s.FontsChanged()
	s.Update()
	t.Update()
	pg := &page{d, s, t, paint.New(t, paint.Options{Source: src})}
	tb.Cleanup(func() { set.Close() })
	return pg
}

// update runs the passes after a change.
func (pg *page) update() []geom.RectF {
	pg.styles.Update()
	pg.tree.Update()
	return pg.p.Update()
}

func (pg *page) byID(id string) dom.NodeID {
	d := pg.doc
	a := d.Atoms.Intern(id)
	for n := d.FirstChild(d.Node); n != 0; n = d.Following(n, d.Node) {
		if d.Kind(n) == dom.KindElement && d.ID(n) == a {
			return n
		}
	}
	return 0
}

func (pg *page) setStyle(id, v string) {
	pg.doc.SetAttr(pg.byID(id), pg.doc.AttrName(atom.Static("style")), v)
}

func (pg *page) picture(w, h int) *raster.Surface {
	s := raster.NewSurface(w, h)
	raster.New(raster.Options{Glyphs: fonts, Workers: 1}).Draw(pg.p.List(), geom.Identity, s, pg.p.Canvas())
	return s
}

func at(s *raster.Surface, x, y int) list.Color {
	r, g, b, a := s.At(x, y)
	return list.RGBA(r, g, b, a)
}
