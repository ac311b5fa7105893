package host

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/niso-engine/niso/js/bind"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/net"
	"github.com/niso-engine/niso/style"
	"github.com/niso-engine/niso/text"
)

// webfonts are the @font-face fonts of a document.
type webfonts struct {
	serial uint32
	faces  map[string]*webface // by what the rule says
	wanted []text.WebFaceID    // scratch
}

type webface struct {
	id   text.WebFaceID
	rule style.FontFace
	next int // source to try
	seen uint32
}

// syncFontFaces declares the @font-face rules that came, and removes those that went.
func (f *frame) syncFontFaces() {
	s := f.styler.FontFacesSerial()
	if s == f.webfonts.serial {
		return
	}
	f.webfonts.serial = s
	if f.webfonts.faces == nil {
		f.webfonts.faces = make(map[string]*webface)
	}
	for _, r := range f.styler.FontFaces() {
		key := faceKey(&r)
		if w := f.webfonts.faces[key]; w != nil {
			w.seen = s
			continue
		}
		if len(r.Src) == 0 || r.Family == "" {
			continue
		}
		f.webfonts.faces[key] = &webface{id: f.fonts.Declare(faceDesc(&r)), rule: r, seen: s}
	}
	changed := false
	for k, w := range f.webfonts.faces {
		if w.seen != s {
			f.fonts.Remove(w.id)
			delete(f.webfonts.faces, k)
			changed = true
		}
	}
	if changed {
		f.fontsArrived()
	}
}

func faceKey(r *style.FontFace) string {
	return fmt.Sprint(r.Family, "|", r.Src, "|", r.Style, "|", r.Weight, "|", r.Stretch, "|", r.UnicodeRange, "|", r.Features, r.Variations, r.SizeAdjust, r.Ascent, r.Descent, r.LineGap)
}

func (f *frame) fontsArrived() {
	f.styler.FontsChanged()
	f.layout.FontsChanged()
	f.drawings.allStale()
	f.page.loop.needFrame()
}

// loadWantedFonts loads the fonts that texts turned out to need.
func (f *frame) loadWantedFonts() {
	f.webfonts.wanted = f.fonts.TakeWanted(f.webfonts.wanted[:0])
	for _, id := range f.webfonts.wanted {
		for _, w := range f.webfonts.faces {
			if w.id == id {
				f.loadFont(w)
				break
			}
		}
	}
}

// loadFont tries the sources of a face in order.
func (f *frame) loadFont(w *webface) {
	for w.next < len(w.rule.Src) {
		src := w.rule.Src[w.next]
		w.next++
		if src.Local != "" {
			if f.fonts.LoadLocal(w.id, src.Local) {
				f.fontsArrived()
				return
			}
			continue
		}
		if !fontFormatKnown(src.Format) {
			continue
		}
		u, err := net.Parse(src.URL, ptr(f.baseURL()))
		if err != nil {
			continue
		}
		undelay := f.delayLoad()
		req := &net.Request{URL: u, Destination: net.DestFont, Mode: net.CORSMode, Credentials: net.CredSameOrigin, Referrer: f.url, Origin: f.origin, SiteForCookies: f.page.top.url}
		f.load(req, "css", func(res *net.Response, body []byte, err error) {
			defer undelay()
			if err == nil && !res.OK() {
				err = fmt.Errorf("the server answered %d %s", res.Status, res.Text)
			}
			if err == nil {
				err = f.fonts.Load(w.id, f.keep(res, body))
			}
			if err != nil {
				f.page.say(bind.ConsoleMessage{Level: bind.ConsoleWarn, Text: fmt.Sprintf("Failed to load font %s: %v", u.Href(), err), URL: u.Href()})
				f.loadFont(w)
				return
			}
			f.fontsArrived()
		})
		return
	}
	f.fonts.SetStatus(w.id, text.Failed)
	f.fontsArrived()
}

func fontFormatKnown(f string) bool {
	switch f {
	case "", "woff", "woff2", "truetype", "opentype", "collection", "woff-variations", "woff2-variations", "truetype-variations", "opentype-variations":
		return true
	}
	return false
}

// faceDesc is the descriptors of a rule as numbers. https://drafts.csswg.org/css-fonts-4/#font-face-rule
func faceDesc(r *style.FontFace) text.FaceDesc {
	d := text.NewFaceDesc(r.Family)
	d.Weight = numberRange(r.Weight, func(w string) (float32, bool) {
		switch w {
		case "normal":
			return 400, true
		case "bold":
			return 700, true
		}
		v, err := strconv.ParseFloat(w, 32)
		return float32(v), err == nil
	})
	d.Stretch = numberRange(r.Stretch, func(w string) (float32, bool) {
		if v, ok := stretchKeywords[w]; ok {
			return v, true
		}
		v, err := strconv.ParseFloat(strings.TrimSuffix(w, "%"), 32)
		return float32(v), err == nil && strings.HasSuffix(w, "%")
	})
	style, angles, _ := strings.Cut(strings.ToLower(strings.TrimSpace(r.Style)), " ")
	switch style {
	case "italic":
		d.Slope = text.Italic
	case "oblique":
		d.Slope = text.Oblique
		d.Angle = numberRange(angles, func(w string) (float32, bool) {
			v, err := strconv.ParseFloat(strings.TrimSuffix(w, "deg"), 32)
			return float32(v), err == nil
		})
	}
	for _, p := range strings.Split(r.UnicodeRange, ",") {
		if rr, ok := unicodeRange(strings.TrimSpace(p)); ok {
			d.UnicodeRange = append(d.UnicodeRange, rr)
		}
	}
	pct := func(s string, none float32) float32 {
		v, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(s), "%"), 32)
		if err != nil {
			return none
		}
		return float32(v) / 100
	}
	d.SizeAdjust = pct(r.SizeAdjust, 0)
	d.AscentOverride, d.DescentOverride, d.LineGapOverride = pct(r.Ascent, -1), pct(r.Descent, -1), pct(r.LineGap, -1)
	return d
}

var stretchKeywords = map[string]float32{
	"ultra-condensed": 50, "extra-condensed": 62.5, "condensed": 75, "semi-condensed": 87.5, "normal": 100,
	"semi-expanded": 112.5, "expanded": 125, "extra-expanded": 150, "ultra-expanded": 200,
}

// numberRange is one or two values; both 0 where there are none.
func numberRange(s string, parse func(string) (float32, bool)) (r [2]float32) {
	w := strings.Fields(strings.ToLower(s))
	if len(w) == 0 || len(w) > 2 {
		return r
	}
	a, ok := parse(w[0])
	if !ok {
		return r
	}
	b := a
	if len(w) == 2 {
		if b, ok = parse(w[1]); !ok {
			return r
		}
	}
	return [2]float32{min(a, b), max(a, b)}
}

// unicodeRange parses U+26, U+0-7F, U+4??.
func unicodeRange(s string) (text.RuneRange, bool) {
	if len(s) < 3 || (s[0] != 'U' && s[0] != 'u') || s[1] != '+' {
		return text.RuneRange{}, false
	}
	lo, hi, two := strings.Cut(s[2:], "-")
	if !two {
		hi = strings.ReplaceAll(lo, "?", "F")
		lo = strings.ReplaceAll(lo, "?", "0")
	}
	a, err1 := strconv.ParseUint(lo, 16, 32)
	b, err2 := strconv.ParseUint(hi, 16, 32)
	if err1 != nil || err2 != nil || a > b || a > 0x10FFFF {
		return text.RuneRange{}, false
	}
	return text.RuneRange{First: rune(a), Last: rune(min(b, 0x10FFFF))}, true
}

// fontMetrics answers the styler for font-relative units.
func (f *frame) fontMetrics() style.FontMetrics { return metricsOf{f} }

type metricsOf struct{ f *frame }

func (m metricsOf) FontMetrics(g *style.FontGroup) style.Metrics {
	q := layout.FontQuery(g, m.f.page.atoms.String)
	x := m.f.fonts.Font(&q).Metrics
	return style.Metrics{XHeight: x.XHeight, CapHeight: x.CapHeight, ChWidth: x.ZeroAdvance, IcWidth: x.IdeoAdvance, LineHeight: x.LineSpacing}
}
