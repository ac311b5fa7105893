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
	faces  map[string]*webface      // by what the rule says
	wanted []text.WebFaceID         // scratch
	script map[bind.FontID]*webface // that script made
	ids    map[bind.FontID]*webface // those of rules that script was told of
	last   bind.FontID
}

type webface struct {
	id   text.WebFaceID
	rule style.FontFace
	next int // source to try
	seen uint32

	script  bind.FontID // what script calls it, 0 until it asks
	added   bool        // of script: it counts for texts
	loading bool
	failed  bool
	data    []byte // of script, while it is not added
}

// RuleFonts are the faces of the document's rules.
func (p windowHost) RuleFonts(w *bind.Window) (out []bind.RuleFont) {
	f := p.frames[w.Doc]
	if f == nil {
		return nil
	}
	f.syncFontFaces()
	for _, r := range f.styler.FontFaces() {
		face := f.webfonts.faces[faceKey(&r)]
		if face == nil {
			continue
		}
		if face.script == 0 {
			f.webfonts.name(face)
		}
		out = append(out, bind.RuleFont{ID: face.script, Face: r})
	}
	return out
}

func (t *webfonts) name(w *webface) {
	if t.ids == nil {
		t.ids = make(map[bind.FontID]*webface)
	}
	t.last++
	w.script = t.last
	t.ids[w.script] = w
}

// NewFont makes a face for script.
func (p windowHost) NewFont(w *bind.Window, face style.FontFace, data []byte) bind.FontID {
	f := p.frames[w.Doc]
	if f == nil {
		return 0
	}
	x := &webface{rule: face, data: data}
	f.webfonts.name(x)
	if data != nil && !text.IsFont(data) {
		x.failed, x.data = true, nil
	}
	return x.script
}

// AddFont makes a face of script count for texts, or no longer.
func (p windowHost) AddFont(w *bind.Window, id bind.FontID, add bool) {
	f := p.frames[w.Doc]
	if f == nil || f.webfonts.ids[id] == nil {
		return
	}
	x := f.webfonts.ids[id]
	if x.added = add; !add {
		f.fonts.Remove(x.id)
		x.id = 0
		f.fontsArrived()
		return
	}
	x.id = f.fonts.Declare(faceDesc(&x.rule))
	if x.data != nil {
		if err := f.fonts.Load(x.id, x.data); err != nil {
			x.failed = true
		}
	}
	if f.webfonts.script == nil {
		f.webfonts.script = make(map[bind.FontID]*webface)
	}
	f.webfonts.script[id] = x
	f.fontsArrived()
}

// LoadFont begins to load a face.
func (p windowHost) LoadFont(w *bind.Window, id bind.FontID) {
	if f := p.frames[w.Doc]; f != nil {
		if x := f.webfonts.ids[id]; x != nil && p.FontStatus(w, id) == bind.FontUnloaded {
			f.loadFont(x)
		}
	}
}

// FontStatus is how far a face has come.
func (p windowHost) FontStatus(w *bind.Window, id bind.FontID) bind.FontStatus {
	f := p.frames[w.Doc]
	if f == nil || f.webfonts.ids[id] == nil {
		return bind.FontError
	}
	switch x := f.webfonts.ids[id]; {
	case x.failed:
		return bind.FontError
	case x.loading:
		return bind.FontLoading
	case x.data != nil:
		return bind.FontLoaded
	case x.id != 0:
		switch f.fonts.Status(x.id) {
		case text.Loaded:
			return bind.FontLoaded
		case text.Failed:
			return bind.FontError
		case text.Loading:
			return bind.FontLoading
		}
	}
	return bind.FontUnloaded
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
			delete(f.webfonts.ids, w.script)
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
	if f.window != nil {
		f.window.FontsChanged()
	}
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
		for _, w := range f.webfonts.script {
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
			if w.id != 0 && f.fonts.LoadLocal(w.id, src.Local) {
				w.loading = false
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
		w.loading = true
		req := &net.Request{URL: u, Destination: net.DestFont, Mode: net.CORSMode, Credentials: net.CredSameOrigin, Referrer: f.url, Origin: f.origin, SiteForCookies: f.page.top.url}
		f.load(req, "css", func(res *net.Response, body []byte, err error) {
			defer undelay()
			if err == nil && !res.OK() {
				err = fmt.Errorf("the server answered %d %s", res.Status, res.Text)
			}
			w.loading = false
			switch {
			case err != nil:
			case w.id != 0:
				err = f.fonts.Load(w.id, f.keep(res, body))
			case !text.IsFont(body):
				err = fmt.Errorf("it is no font")
			default:
				w.data = f.keep(res, body)
			}
			if err != nil {
				f.page.say(bind.ConsoleMessage{Level: bind.ConsoleWarn, Text: fmt.Sprintf("Failed to load font %s: %s", u.Href(), net.Reason(err, u)), URL: u.Href()})
				f.loadFont(w)
				return
			}
			f.fontsArrived()
		})
		return
	}
	w.failed = true
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
