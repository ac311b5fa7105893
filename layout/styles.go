package layout

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/style"
	"github.com/niso-engine/niso/text"
)

// Style is b's computed values. Texts have their parent's.
func (t *Tree) Style(b BoxID) *style.Computed { return t.recs[b] }

// StyleID is the row of Style(b); 0 of anonymous boxes, whose records have none.
func (t *Tree) StyleID(b BoxID) style.StyleID { return t.recs[b].ID }

// fontCache keeps the fonts that font groups resolve to, at one version of the font set. It keeps groups that no record has any more, so that it has few.
type fontCache struct {
	version uint32
	fonts   map[*style.FontGroup]*text.Font
}

// Font is the font that a record's text is set in.
func (t *Tree) Font(s *style.Computed) *text.Font {
	c := &t.fontOf
	if v := t.fonts.Version(); c.fonts == nil || c.version != v || len(c.fonts) > 1<<9 {
		c.version, c.fonts = v, make(map[*style.FontGroup]*text.Font)
	}
	f := c.fonts[s.Font]
	if f == nil {
		q := FontQuery(s.Font, t.doc.Atoms.String)
		f = t.fonts.Font(&q)
		c.fonts[s.Font] = f
	}
	return f
}

// FontQuery is what to ask a font set for. names gives the strings of atoms.
func FontQuery[A ~uint32](g *style.FontGroup, names func(A) string) text.Query {
	q := text.Query{SizePx: g.SizePx, Weight: g.Weight, Stretch: g.Stretch, Slope: text.Slope(g.Style.Style), Angle: g.Style.Angle}
	q.Families = make([]text.Family, len(g.Families))
	for i, f := range g.Families {
		if f.Generic {
			q.Families[i].Generic = text.ParseGeneric(f.Name)
		} else {
			q.Families[i].Name = f.Name
		}
	}
	for _, v := range g.Variations {
		q.Variations = append(q.Variations, text.Axis{Tag: text.MakeTag(string(v.Tag[:])), Value: v.Value})
	}
	if g.Lang != 0 {
		q.Lang = names(A(g.Lang))
	}
	if g.SynthesisWeight == style.FontSynthesisNone {
		q.Synthesis |= text.NoSyntheticBold
	}
	if g.SynthesisStyle == style.FontSynthesisNone {
		q.Synthesis |= text.NoSyntheticOblique
	}
	if a := g.SizeAdjust; a.Set && !a.From && (a.Metric == "" || a.Metric == "ex-height") {
		q.SizeAdjust = a.Value
	}
	return q
}

// FontMetrics answers style's font-relative units; Tree is a style.FontMetrics. Safe for several goroutines.
func (t *Tree) FontMetrics(g *style.FontGroup) style.Metrics {
	q := FontQuery(g, t.doc.Atoms.String)
	m := &t.fonts.Font(&q).Metrics
	return style.Metrics{XHeight: m.XHeight, CapHeight: m.CapHeight, ChWidth: m.ZeroAdvance, IcWidth: m.IdeoAdvance, LineHeight: m.LineSpacing}
}

// Fonts is the set that texts are set in.
func (t *Tree) Fonts() *text.FontSet { return t.fonts }

// PseudoStyle is the record of a pseudo-element of n, nil if it has none: of those that have no box.
func (t *Tree) PseudoStyle(n dom.NodeID, p style.Pseudo) *style.Computed {
	return t.styles.Pseudo(n, p)
}
