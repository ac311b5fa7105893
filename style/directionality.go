package style

import (
	"unicode"
	"unicode/utf8"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
)

// https://html.spec.whatwg.org/multipage/dom.html#the-directionality

var (
	atomBdi      = atom.Static("bdi")
	atomScriptEl = atom.Static("script")
	atomStyleEl  = atom.Static("style")
	atomTel      = atom.Static("tel")
)

// direct is a direction that a text or an attribute gives, or none.
type direct int8

const (
	noDirection direct = iota - 1
	leftToRight
	rightToLeft
)

func (d direct) orLeft() int { return int(max(d, leftToRight)) }

// Directionality is the directionality of an element.
func Directionality(s *dom.Store, el dom.NodeID) Direction {
	if directionOf(s, el) == 1 {
		return DirectionRtl
	}
	return DirectionLtr
}

// dirState is the state of the dir attribute of an element: "" for none.
func dirState(s *dom.Store, el dom.NodeID) string {
	if s.ElementName(el).NS != dom.HTML {
		return ""
	}
	if v, ok := s.LookupAttr(el, atomDir); ok {
		switch v = lower(v); v {
		case "ltr", "rtl", "auto":
			return v
		}
	}
	return ""
}

// directionOf is the directionality of el: 0 ltr, 1 rtl.
func directionOf(s *dom.Store, el dom.NodeID) int {
	for p := el; p != 0; p = flatParent(s, p) {
		if s.Kind(p) != dom.KindElement {
			continue
		}
		switch dirState(s, p) {
		case "ltr":
			return 0
		case "rtl":
			return 1
		case "auto":
			return autoDirection(s, p).orLeft()
		}
		if s.IsHTMLElement(p, atomBdi) {
			return autoDirection(s, p).orLeft()
		}
		if s.IsHTMLElement(p, atomInput) && asciiEqualFold(s.Attr(p, atomType), "tel") {
			return 0
		}
	}
	return 0
}

// autoDirection is the direction that what is in el has.
func autoDirection(s *dom.Store, el dom.NodeID) direct {
	if f := s.Hooks.ControlText; f != nil && (s.IsHTMLElement(el, atomInput) || s.IsHTMLElement(el, atomTextarea)) {
		if v, ok := f(el); ok {
			switch d := textDirection(v); {
			case d == rightToLeft:
				return rightToLeft
			case v != "":
				return leftToRight
			}
			return noDirection
		}
	}
	if s.IsHTMLElement(el, atomSlot) && s.ContainingShadowRoot(el) != 0 {
		for n := range s.Assigned(el) {
			d := noDirection
			if s.Kind(n).IsText() {
				d = textDirection(s.Data(n))
			} else if s.Kind(n) == dom.KindElement && !apart(s, n) {
				d = containedDirection(s, n)
			}
			if d != noDirection {
				return d
			}
		}
		return noDirection
	}
	return containedDirection(s, el)
}

// apart reports whether the text in an element has no say in the direction of what it is in.
func apart(s *dom.Store, n dom.NodeID) bool {
	en := s.ElementName(n)
	if en.NS != dom.HTML {
		return false
	}
	switch en.Local {
	case atomBdi, atomScriptEl, atomStyleEl, atomTextarea:
		return true
	}
	return dirState(s, n) != ""
}

// containedDirection is the "contained text auto directionality" of el.
func containedDirection(s *dom.Store, el dom.NodeID) direct {
	for n := s.FirstChild(el); n != 0; {
		switch k := s.Kind(n); {
		case k == dom.KindElement:
			if apart(s, n) {
				n = s.FollowingSkip(n, el)
				continue
			}
			if s.IsHTMLElement(n, atomSlot) {
				if root := s.ContainingShadowRoot(n); root != 0 {
					return direct(directionOf(s, s.Host(root)))
				}
			}
		case k.IsText():
			if d := textDirection(s.Data(n)); d != noDirection {
				return d
			}
		}
		n = s.Following(n, el)
	}
	return noDirection
}

// textDirection is the direction of the first strong character of a text.
func textDirection(t string) direct {
	for i := 0; i < len(t); {
		c := t[i]
		if c < utf8.RuneSelf {
			if c |= 0x20; c >= 'a' && c <= 'z' {
				return leftToRight
			}
			i++
			continue
		}
		r, w := utf8.DecodeRuneInString(t[i:])
		i += w
		switch {
		case r == utf8.RuneError && w <= 1:
		case rightToLeftBlock(r):
			if r == 0x200F || r == 0x61B || r == 0x61C || !unicode.In(r, unicode.Mn, unicode.Nd, unicode.Sm, unicode.So) && r != 0x60C && r != 0x66A && r != 0x66B && r != 0x66C && !(r >= 0x600 && r <= 0x605) {
				return rightToLeft
			}
		case r == 0x200E, unicode.In(r, unicode.L, unicode.Mc, unicode.Nl), r >= 0xE000 && r <= 0xF8FF:
			return leftToRight
		}
	}
	return noDirection
}

// rightToLeftBlock reports whether a character is in a block of scripts that are written from right to left, or is the mark of that direction.
func rightToLeftBlock(r rune) bool {
	return r >= 0x590 && r <= 0x8FF || r == 0x200F || r >= 0xFB1D && r <= 0xFDFF || r >= 0xFE70 && r <= 0xFEFF || r >= 0x10800 && r <= 0x10FFF || r >= 0x1E800 && r <= 0x1EFFF
}

// flatParent is the parent in the flat tree, without slots: the host of a shadow root.
func flatParent(s *dom.Store, n dom.NodeID) dom.NodeID {
	p := s.Parent(n)
	if p != 0 && s.Kind(p) == dom.KindShadowRoot {
		return s.Host(p)
	}
	return p
}

// directionMayChange marks the elements whose direction depends on the text in n, which changed, and is not given by an attribute.
func (s *Styler) directionMayChange(n dom.NodeID) {
	if !s.autoDir.Load() {
		return
	}
	st := s.doc.Store
	above := []dom.NodeID{n} // n, and the slots that an ancestor of it is in
	for len(above) > 0 {
		p := above[len(above)-1]
		above = above[:len(above)-1]
		for ; p != 0; p = flatParent(st, p) {
			if st.Kind(p) != dom.KindElement {
				continue
			}
			if st.IsHTMLElement(p, atomBdi) || dirState(st, p) == "auto" {
				s.mark(p, dirtySelf|dirtySubtree)
			}
			if slot := st.AssignedSlot(p); slot != 0 {
				above = append(above, slot)
			}
		}
	}
}

// TextDirectionChanged is called when the value of a control changed: of its text the direction of a control with dir=auto depends.
func (s *Styler) TextDirectionChanged(el dom.NodeID) {
	if s.autoDir.Load() && dirState(s.doc.Store, el) == "auto" {
		s.mark(el, dirtySelf|dirtySubtree)
	}
}
