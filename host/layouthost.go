package host

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/layout"
)

// layoutHost gives layout the natural sizes of what the host loads.
type layoutHost struct{ f *frame }

var (
	_ layout.Host       = layoutHost{}
	_ layout.VectorHost = layoutHost{}
)

// Replaced is layout.Host.
func (h layoutHost) Replaced(n dom.NodeID) (layout.Replaced, bool) {
	f := h.f
	switch f.doc.LocalName(n) {
	case atomImg:
		s := f.pictures.of(f, n)
		if s == nil || s.current == nil || s.current.state != pictureReady {
			// While it is on its way there is nothing yet to show, and no text instead of it.
			pending := s != nil && !s.done && s.src != ""
			return layout.Replaced{HasW: pending, HasH: pending}, pending
		}
		if v := s.current.vector; v != nil {
			k := float32(s.scale)
			r := layout.Replaced{W: v.w / k, H: v.h / k, HasW: v.w > 0, HasH: v.h > 0, RatioW: v.ratioW, RatioH: v.ratioH}
			return r, true
		}
		w, ht := float32(float64(s.current.info.W)/s.scale), float32(float64(s.current.info.H)/s.scale)
		return layout.Replaced{W: w, H: ht, HasW: true, HasH: true, RatioW: w, RatioH: ht}, true
	case atomObject, atomEmbed:
		return f.replacedObject(n)
	case atomIframe:
		return layout.Replaced{W: 300, H: 150, HasW: true, HasH: true}, true
	}
	return layout.Replaced{}, false
}

// ImageSize is layout.Host.
func (h layoutHost) ImageSize(url string) (w, ht float32, ok bool) {
	p, ok := h.f.imageByURL(url)
	if !ok {
		return 0, 0, false
	}
	return float32(p.info.W), float32(p.info.H), true
}

// VectorRect is layout.VectorHost.
func (h layoutHost) VectorRect(svg, el dom.NodeID, w, ht float32) (geom.RectF, bool) {
	return h.f.drawings.begin(h.f).ClientRect(svg, el, w, ht)
}

// ControlValue is layout.Host.
func (h layoutHost) ControlValue(n dom.NodeID) (value string, placeholder bool) {
	return h.f.page.world.ControlText(n)
}
