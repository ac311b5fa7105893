package layout

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/geom"
)

// ControlCaret is where a caret before a byte offset of the text that a text control shows stands: a rectangle without width, in the viewport.
func (t *Tree) ControlCaret(el dom.NodeID, offset int) (r geom.RectF, ok bool) {
	top := t.Of(el)
	if top == 0 {
		return r, false
	}
	for b := top; b != 0; b = t.following(b, top) {
		if t.links[b].kind != KindText || t.links[b].extra == 0 {
			continue
		}
		ctx, at := t.mapText(b)
		if ctx == 0 || len(at) == 0 || offset >= len(at) && offset > 0 && len(at) < offset {
			continue
		}
		i := at[min(max(0, offset), len(at)-1)]
		m := t.insideToViewport(ctx)
		t.FragmentsOf(b, func(f *Fragment) bool {
			if f.Kind != FragmentText && f.Kind != FragmentBreak || i < f.Start || i > f.Stop || f.Kind == FragmentBreak && i > f.Start {
				return true
			}
			box := f.Rect
			box.X += t.advanceTo(f, i)
			box.W = 0
			r, ok = m.rect(box), true
			return i == f.Stop && f.Kind == FragmentText // the start of the next line, if it goes on there
		})
		if ok {
			return r, true
		}
	}
	return r, ok
}
