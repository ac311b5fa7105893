package layout

import (
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/style"
)

// What stands where an image could not be had: an icon and the alternative text, as Chromium lays them out.
// https://html.spec.whatwg.org/multipage/rendering.html#images-3

// brokenIcon is the width and height of the icon of a missing image.
const brokenIcon = 16 * geom.One

// fallback is what of an element shows instead of its image.
type fallback struct {
	alt  string
	icon bool // not for images that stand for nothing
	// sized: the element keeps its width and height, with a border around what fits. Otherwise its size comes from the text.
	sized  bool
	square bool // quirks mode: the dimension that is missing is like the other
}

// isFallback reports whether n is an element that shows an image, which is not there.
func (t *Tree) isFallback(n dom.NodeID) bool {
	return t.doc.IsHTMLElement(n, atomImg) && !t.isReplaced(n) || t.isImageButton(n) && !t.hasImage(n)
}

func (t *Tree) isImageButton(n dom.NodeID) bool {
	return t.doc.IsHTMLElement(n, atomInput) && strings.EqualFold(t.doc.Attr(n, atomType), "image")
}

func (t *Tree) hasImage(n dom.NodeID) bool {
	if t.opt.Host == nil {
		return false
	}
	_, ok := t.opt.Host.Replaced(n)
	return ok
}

// alternative is the text for an image, and whether the element has one.
func (t *Tree) alternative(n dom.NodeID) (s string, ok bool) {
	d := t.doc
	for _, a := range [...]atom.Atom{atomAlt, atomTitle} {
		if d.HasAttr(n, a) {
			return d.Attr(n, a), true
		}
	}
	if d.IsHTMLElement(n, atomInput) {
		if s := d.Attr(n, atomValue); s != "" {
			return s, true
		}
		return "Submit", true
	}
	return "", false
}

func (t *Tree) fallbackOf(n dom.NodeID, st *style.Computed) (f fallback) {
	d := t.doc
	alt, given := t.alternative(n)
	f.alt = alt
	f.icon = alt != "" || d.Attr(n, atomSrc) != "" && !given
	w, h := !st.Box.Width.IsAuto(), !st.Box.Height.IsAuto()
	quirks := d.Mode == dom.Quirks
	if quirks && w != h {
		f.square, w, h = true, true, true
	}
	f.sized = (w && h || (w || h) && st.Box.AspectRatio.W > 0) && (quirks || d.Attr(n, atomAlt) == "")
	f.icon = f.icon || f.sized
	return f
}

// fallbackStyle is the record of the box of an element that shows f.
func (t *Tree) fallbackStyle(st *style.Computed, f *fallback) *style.Computed {
	switch {
	case f.square:
		return t.styles.Derived(st, style.DerivedSquare)
	case !f.sized && st.Box.Display == style.DisplayInline && !(st.Box.Width.IsAuto() && st.Box.Height.IsAuto()):
		return t.styles.Derived(st, style.DerivedAutoSize)
	}
	return st
}

// buildFallback makes what is inside the box of an element that shows f.
func (t *Tree) buildFallback(b BoxID, n dom.NodeID, st *style.Computed, f *fallback) {
	in := b
	if f.sized {
		in = t.newBox(KindBlock, FlagGenerated|FlagFormatting|FlagScroller|t.links[b].flags&FlagRTL)
		t.recs[in] = t.styles.Derived(t.Style(b), style.DerivedFrame)
		t.append(b, in)
	}
	if f.icon {
		i := t.newBox(KindReplaced, FlagFloat|FlagReplaced|FlagFormatting|FlagAnonymous|FlagGenerated)
		x := t.newExtra(extra{broken: true})
		t.links[i].extra = x
		side := style.DerivedLeft
		if t.links[b].flags&FlagRTL != 0 {
			side = style.DerivedRight
		}
		t.recs[i] = t.styles.Derived(st, side)
		t.append(in, i)
	}
	if f.alt != "" {
		t.addText(in, 0, n, t.styles.Anonymous(st, style.DisplayInline), f.alt)
	}
	t.arrange(in)
	if in != b {
		t.arrange(b)
	}
}

// BrokenImage reports whether b stands for the icon of an image that could not be had.
func (t *Tree) BrokenImage(b BoxID) bool { return t.extras[t.links[b].extra].broken }
