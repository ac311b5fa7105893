package layout

import (
	"fmt"
	"io"
	"strings"

	"github.com/niso-engine/niso/dom"
)

// Dump writes the boxes as text, a line each: kind, element, place in the document and size in px.
func (t *Tree) Dump(w io.Writer) {
	t.walk(func(b BoxID, depth int) bool {
		fmt.Fprintln(w, strings.Repeat("  ", depth)+t.describe(b))
		for i, ln := range t.Lines(b) {
			fmt.Fprintf(w, "%sline %d (%v %v %v %v) baseline %v %q\n", strings.Repeat("  ", depth+1), i, ln.Rect.X.Px(), ln.Rect.Y.Px(), ln.Rect.W.Px(), ln.Rect.H.Px(),
				ln.Baseline.Px(), t.ContextText(b)[ln.Start:ln.Stop])
		}
		return true
	})
}

// walk visits all boxes in tree order; it stops when visit returns false.
func (t *Tree) walk(visit func(b BoxID, depth int) bool) {
	depth := 0
	for b := t.root; b != 0; {
		if !visit(b, depth) {
			return
		}
		if c := t.links[b].first; c != 0 {
			b = c
			depth++
			continue
		}
		for b != 0 && t.links[b].next == 0 {
			b = t.links[b].parent
			depth--
		}
		if b != 0 {
			b = t.links[b].next
		}
	}
}

func (t *Tree) describe(b BoxID) string {
	l := &t.links[b]
	var s strings.Builder
	s.WriteString(l.kind.String())
	if l.node != 0 && l.kind != KindText && t.doc.Alive(l.node) && t.doc.Kind(l.node) == dom.KindElement {
		s.WriteString(" <" + t.doc.Atoms.String(t.doc.LocalName(l.node)))
		if id := t.doc.ID(l.node); id != 0 {
			s.WriteString("#" + t.doc.Atoms.String(id))
		}
		s.WriteString(">")
	}
	if l.pseudo != 0 {
		s.WriteString([...]string{"", "::before", "::after", "::marker", "::first-line", "::first-letter"}[min(int(l.pseudo), 5)])
	}
	for _, f := range [...]struct {
		f Flags
		s string
	}{{FlagAnonymous, "anonymous"}, {FlagFloat, "float"}, {FlagAbsolute, "absolute"}, {FlagRelative, "relative"}, {FlagInlineLevel, "inline-level"},
		{FlagFormatting, "formatting"}, {FlagScroller, "scroller"}} {
		if l.flags&f.f != 0 && !(f.f == FlagInlineLevel && t.inFragments(b)) {
			s.WriteString(" " + f.s)
		}
	}
	r := t.bounds(b)
	pt := t.ToRoot(t.boxOrContainer(b))
	fmt.Fprintf(&s, " (%v %v %v %v)", (pt.X + r.X).Px(), (pt.Y + r.Y).Px(), r.W.Px(), r.H.Px())
	if l.kind == KindText {
		txt := t.textOf(b)
		if len(txt) > 60 {
			txt = txt[:60]
		}
		fmt.Fprintf(&s, " %q", txt)
	}
	return s.String()
}

// firstDifference compares two trees of the same document.
func (t *Tree) firstDifference(u *Tree) string {
	a, b := t.root, u.root
	next := func(t *Tree, b BoxID) BoxID {
		if c := t.links[b].first; c != 0 {
			return c
		}
		for b != 0 && t.links[b].next == 0 {
			b = t.links[b].parent
		}
		if b != 0 {
			b = t.links[b].next
		}
		return b
	}
	for a != 0 && b != 0 {
		x, y := t.describe(a), u.describe(b)
		if x != y {
			return fmt.Sprintf("incremental: %s\ncold:        %s", x, y)
		}
		la, lb := t.Lines(a), u.Lines(b)
		if len(la) != len(lb) {
			return fmt.Sprintf("%s: %d lines, cold %d", x, len(la), len(lb))
		}
		for i := range la {
			if la[i].Rect != lb[i].Rect || la[i].Baseline != lb[i].Baseline {
				return fmt.Sprintf("%s: line %d: %v, cold %v", x, i, la[i].Rect, lb[i].Rect)
			}
		}
		if t.geo[a].overflow != u.geo[b].overflow {
			return fmt.Sprintf("%s: overflow %v, cold %v", x, t.geo[a].overflow, u.geo[b].overflow)
		}
		a, b = next(t, a), next(u, b)
	}
	if a != b && (a == 0 || b == 0) {
		return "different numbers of boxes"
	}
	return ""
}

// DumpText writes the document's text as it is laid out, lines of blocks on lines of their own, in reading order.
func (t *Tree) DumpText(w io.Writer) {
	t.walk(func(b BoxID, _ int) bool {
		for _, ln := range t.Lines(b) {
			s := strings.TrimSpace(strings.ReplaceAll(string(t.ContextText(b)[ln.Start:ln.Stop]), objectReplacement, ""))
			if s != "" {
				fmt.Fprintln(w, s)
			}
		}
		return true
	})
}
