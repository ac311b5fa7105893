package style

import "github.com/niso-engine/niso/dom"

// exactStyle is a style attribute whose text has fewer digits than the numbers that script set.
type exactStyle struct{ attr, text string }

// SetExactStyle says what a style attribute of the text attr stands for: a serialized number has six digits ([DeclBlock.Exact]), what is computed from it has
// all that script gave. An empty text is attr itself.
func (s *Styler) SetExactStyle(el dom.NodeID, attr, text string) {
	if s.exact[el] == (exactStyle{attr, text}) {
		return
	}
	if text == "" {
		delete(s.exact, el)
		return
	}
	if s.exact == nil {
		s.exact = make(map[dom.NodeID]exactStyle)
	}
	s.exact[el] = exactStyle{attr, text}
	s.mark(el, dirtySelf) // the attribute may stay the same
	s.moved = true
}

// sweepExact forgets attributes that have changed, or whose elements are gone.
func (s *Styler) sweepExact() {
	for el, e := range s.exact {
		if !s.doc.Alive(el) || s.doc.Kind(el) != dom.KindElement || s.doc.Attr(el, atomStyleAttr) != e.attr {
			delete(s.exact, el)
		}
	}
}
