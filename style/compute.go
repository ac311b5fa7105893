package style

import (
	"strings"

	"github.com/niso-engine/niso/style/css"
)

// computer makes the computed values of one record. It is also the environment of relative units.
type computer struct {
	s      *Styler
	w      *worker
	parent *Computed // whose values are inherited
	cs     *Computed // being made
	prop   PropertyID
	own    [GroupCount]bool // groups that are cs's alone

	fontSize   float32 // what em is
	inFontSize bool    // ex, ch … and lh are those of the parent's font
	fontRel    bool    // some value was in font-relative units
	vpRel      bool
	contRel    bool   // some value of the group was in container units
	pseudo     Pseudo // whose record it is
	savedFont  bool   // fontRel and vpRel before the group being computed
	savedVP    bool
	cenv       css.ColorEnv
	images     []string
	metrics    Metrics
	hasMetrics bool
}

// Px is css.UnitEnv.
func (cx *computer) Px(u css.Unit) float64 {
	switch {
	case u >= css.Vw && u <= css.Dvmax:
		cx.vpRel = true
		w, h := cx.s.media.WidthPx/100, cx.s.media.HeightPx/100
		switch (u - css.Vw) % 6 {
		case 0: // vw
			return w
		case 1:
			return h
		case 2: // vi
			if cx.cs.Text.WritingMode != WritingModeHorizontalTb {
				return h
			}
			return w
		case 3:
			if cx.cs.Text.WritingMode != WritingModeHorizontalTb {
				return w
			}
			return h
		case 4:
			return min(w, h)
		}
		return max(w, h)
	case u >= css.Cqw && u <= css.Cqmax:
		return cx.containerPx(u)
	}
	cx.fontRel = true
	em := float64(cx.fontSize)
	switch u {
	case css.Em:
		return em
	case css.Rem:
		return float64(cx.rootSize())
	case css.Ex, css.Cap, css.Ch, css.Ic, css.Lh:
		m := cx.fontMetrics()
		f := cx.cs.Font
		if cx.inFontSize {
			f = cx.parent.Font
		}
		return metricPx(u, m, f, em)
	case css.Rex, css.Rcap, css.Rch, css.Ric, css.Rlh:
		root := cx.w.rootFont
		if root == nil { // cx makes the root's record
			root = cx.cs.Font
		}
		var m Metrics
		if cx.s.metrics != nil {
			m = cx.s.metrics.FontMetrics(root)
		}
		to := map[css.Unit]css.Unit{css.Rex: css.Ex, css.Rcap: css.Cap, css.Rch: css.Ch, css.Ric: css.Ic, css.Rlh: css.Lh}
		return metricPx(to[u], m, root, float64(cx.rootSize()))
	}
	return 0
}

func metricPx(u css.Unit, m Metrics, f *FontGroup, em float64) float64 {
	or := func(v float32, alt float64) float64 {
		if v > 0 {
			return float64(v)
		}
		return alt
	}
	switch u {
	case css.Ex:
		return or(m.XHeight, em/2)
	case css.Cap:
		return or(m.CapHeight, em*0.7)
	case css.Ch:
		return or(m.ChWidth, em/2)
	case css.Ic:
		return or(m.IcWidth, em)
	}
	switch f.LineHeight.Kind {
	case LineHeightNumber:
		return float64(f.LineHeight.Value) * em
	case LineHeightPx:
		return float64(f.LineHeight.Value)
	}
	return or(m.LineHeight, em*1.2)
}

// fontMetrics are those of the font that units refer to.
func (cx *computer) fontMetrics() Metrics {
	if cx.s.metrics == nil {
		return Metrics{}
	}
	if cx.inFontSize {
		return cx.s.metrics.FontMetrics(cx.parent.Font)
	}
	if !cx.hasMetrics {
		cx.metrics, cx.hasMetrics = cx.s.metrics.FontMetrics(cx.cs.Font), true
	}
	return cx.metrics
}

// rootSize is what rem is: the font size of the root element, or the initial one while that is computed.
func (cx *computer) rootSize() float32 {
	if cx.w.rootFont != nil {
		return cx.w.rootFont.SizePx
	}
	if cx.inFontSize {
		return cx.s.defaultSize
	}
	return cx.fontSize
}

// dark is the used colour scheme.
// https://drafts.csswg.org/css-color-adjust-1/#color-scheme-prop
func (cx *computer) dark() bool {
	k := cx.cs.Text.ColorScheme
	if k&(SchemeLight|SchemeDark) == 0 {
		k = cx.s.pageSchemes
	}
	return usedDark(k, cx.s.media.Dark)
}

// SetPageSchemes sets the page's supported color schemes, which count where color-scheme is normal.
// https://drafts.csswg.org/css-color-adjust-1/#pages-supported-color-schemes
func (s *Styler) SetPageSchemes(k KeywordSet) {
	if s.pageSchemes != k {
		s.pageSchemes = k
		s.restyle = true
	}
}

// PageSchemes are the page's supported color schemes.
func (s *Styler) PageSchemes() KeywordSet { return s.pageSchemes }

// LanguageChanged says that the language that the document declares is another: selectors may match anew.
func (s *Styler) LanguageChanged() { s.stale = true }

// ParseColorScheme parses a value of color-scheme; false for what is none. normal is the empty set.
func ParseColorScheme(text string) (k KeywordSet, ok bool) {
	words := strings.Fields(text)
	for _, w := range words {
		switch l := strings.ToLower(w); {
		case l == "normal" && len(words) == 1:
		case l == "normal" || strings.ContainsAny(w, "\"\\'(){}[],;:!/<>#@&*+=%") || w[0] >= '0' && w[0] <= '9':
			return 0, false
		case l == "light":
			k |= SchemeLight
		case l == "dark":
			k |= SchemeDark
		}
	}
	return k, len(words) > 0
}

func usedDark(k KeywordSet, prefersDark bool) bool {
	switch k & (SchemeLight | SchemeDark) {
	case SchemeDark:
		return true
	case SchemeLight | SchemeDark:
		return prefersDark
	}
	return false
}

// noteImage remembers the URL of an image for NewImages.
func (cx *computer) noteImage(u string) {
	if u != "" {
		cx.images = append(cx.images, u)
	}
}

// grp makes sure that cs has a group of its own that may be written.
func (cx *computer) grp(g GroupID) {
	if !cx.own[g] {
		cx.cs.Groups.clone(g)
		cx.own[g] = true
	}
}
