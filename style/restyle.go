package style

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/style/css"
)

// mark makes el dirty and tells its ancestors.
func (s *Styler) mark(el dom.NodeID, bits uint8) {
	if el == 0 || int(el) >= len(s.dirty) || s.doc.Kind(el) != dom.KindElement {
		return
	}
	s.work++
	s.dirty[el] |= bits
	for p := flatParent(s.doc.Store, el); p != 0; p = flatParent(s.doc.Store, p) {
		if s.doc.Kind(p) != dom.KindElement {
			continue
		}
		if int(p) >= len(s.dirty) || s.dirty[p]&dirtyBelow != 0 { // one that no pass has seen is styled with all that it holds
			return
		}
		s.dirty[p] |= dirtyBelow
	}
}

// markReach makes dirty what a change of a feature of el can reach.
func (s *Styler) markReach(el dom.NodeID, r reach) {
	if r == 0 {
		return
	}
	var bits uint8
	if r&reachSelf != 0 {
		bits |= dirtySelf
	}
	if r&reachSubtree != 0 {
		bits |= dirtySelf | dirtySubtree
	}
	if bits != 0 {
		s.mark(el, bits)
	}
	if r&(reachSiblings|reachSiblingTrees) != 0 {
		bits = dirtySelf
		if r&reachSiblingTrees != 0 {
			bits |= dirtySubtree
		}
		for n := s.doc.NextElement(el); n != 0; n = s.doc.NextElement(n) {
			s.mark(n, bits)
		}
	}
	if r&reachHas != 0 {
		s.markHas(el)
	}
	if r&reachHost != 0 && s.doc.Flags(el)&dom.InShadow != 0 {
		s.mark(s.doc.Host(s.doc.Root(el)), dirtySelf|dirtySubtree)
	}
}

// markHas makes dirty what :has() may look from: ancestors and their earlier siblings.
func (s *Styler) markHas(el dom.NodeID) {
	bits := dirtySelf
	if s.inv.hasTrees {
		// The anchor may stand left of a combinator: everything below the root may change.
		s.mark(s.doc.DocumentElement(), dirtySelf|dirtySubtree)
		return
	}
	for p := el; p != 0; p = s.doc.ParentElement(p) {
		for n := p; n != 0; n = s.doc.PrevElement(n) {
			s.Stop.Poll()
			s.mark(n, bits)
		}
	}
}

// pseudosOfAttr are the pseudo-classes whose result an attribute decides.
var pseudosOfAttr = map[atom.Atom][]css.PseudoClass{
	atomHref:      {css.PseudoLink, css.PseudoAnyLink, css.PseudoVisited},
	atomXlinkHref: {css.PseudoLink, css.PseudoAnyLink, css.PseudoVisited},
	atomDisabled:  {css.PseudoDisabled, css.PseudoEnabled, css.PseudoReadOnly, css.PseudoReadWrite},
	atomReadonly:  {css.PseudoReadOnly, css.PseudoReadWrite},
	atomEditable:  {css.PseudoReadOnly, css.PseudoReadWrite},
	atomType:      {css.PseudoReadOnly, css.PseudoReadWrite, css.PseudoRequired, css.PseudoOptional},
	atomRequired:  {css.PseudoRequired, css.PseudoOptional},
	atomOpen:      {css.PseudoOpen},
}

// readJournal marks what the mutations since the last pass make dirty, and adds to the style journal what needs no style.
func (s *Styler) readJournal() {
	d := s.doc
	inv := &s.inv
	for _, m := range d.Journal.Records() {
		s.Stop.Poll()
		switch m.Kind {
		case dom.Inserted:
			if m.Parent != 0 && d.Alive(m.Parent) {
				s.childrenChanged(m.Parent)
			}
			if !d.Alive(m.Node) || !d.IsConnected(m.Node) {
				continue
			}
			if d.Kind(m.Node) == dom.KindElement {
				s.clearTree(m.Node)
				s.mark(m.Node, dirtySelf|dirtySubtree|dirtyNew)
				if inv.has {
					s.markHas(m.Node)
				}
			}
		case dom.Removed:
			if m.Parent != 0 && d.Alive(m.Parent) {
				s.childrenChanged(m.Parent)
				if inv.has && d.Kind(m.Parent) == dom.KindElement {
					s.markHas(m.Parent)
				}
			}
			if d.Alive(m.Node) && !d.IsConnected(m.Node) {
				s.clearTree(m.Node)
			}
		case dom.TextSet:
			if d.Alive(m.Node) {
				s.change(m.Node, DamageText)
				s.directionMayChange(d.Parent(m.Node))
				if p := d.Parent(m.Node); p != 0 && inv.content != 0 {
					s.markReach(p, inv.content)
				}
			}
		case dom.AttrSet:
			if d.Alive(m.Node) && d.IsConnected(m.Node) {
				s.attrSet(m)
				if n := d.ElementName(m.Node); n.NS == dom.SVG { // attributes are geometry, and the natural size
					if n.Local == atomSVGElement {
						s.change(m.Node, DamageLayout)
					} else {
						s.change(m.Node, DamageRepaint)
					}
				}
			}
		case dom.StateSet:
			if !d.Alive(m.Node) {
				continue
			}
			for p, bit := range stateBits {
				if bit != 0 && uint32(bit)&m.Old != 0 {
					s.markReach(m.Node, inv.pseudo[p])
				}
			}
		case dom.CustomStateSet:
			if d.Alive(m.Node) {
				s.markReach(m.Node, inv.states[atom.Atom(m.Old)])
			}
		case dom.ShadowAttached, dom.SlotsChanged: // other nodes, or the same ones in other places, are in the flat tree
			if d.Alive(m.Node) && d.IsConnected(m.Node) {
				s.change(m.Node, DamageRebuild)
				s.mark(m.Node, dirtySelf|dirtySubtree)
				if m.Kind == dom.SlotsChanged {
					s.directionMayChange(m.Node)
				}
			}
		}
	}
}

var atomSVGElement = atom.Static("svg")

// childrenChanged notes that the children of p came or went.
func (s *Styler) childrenChanged(p dom.NodeID) {
	if s.lastParent == p { // runs of insertions into one parent
		return
	}
	s.lastParent = p
	s.change(p, DamageChildren)
	s.directionMayChange(p)
	inv := &s.inv
	if inv.content != 0 && s.doc.Kind(p) == dom.KindElement {
		s.markReach(p, inv.content|reachSelf)
	}
	if inv.structure != 0 {
		bits := dirtySelf
		if inv.structure&(reachSubtree|reachSiblingTrees) != 0 {
			bits |= dirtySubtree
		}
		for c := s.doc.FirstElementChild(p); c != 0; c = s.doc.NextElement(c) {
			s.mark(c, bits)
		}
	}
}

func (s *Styler) attrSet(m dom.Mutation) {
	d, inv := s.doc, &s.inv
	el := m.Node
	n := d.NameOf(m.Attr)
	if n.NS == dom.NoNamespace {
		switch n.Local {
		case atomClassAttr:
			old, now := d.Classes(dom.ClassListID(m.Old)), d.ClassesOf(el)
			diff := func(a, b []atom.Atom) {
			next:
				for _, c := range a {
					for _, k := range b {
						if c == k {
							continue next
						}
					}
					if s.quirks() {
						s.markReach(el, inv.foldReach(s, c))
					} else {
						s.markReach(el, inv.class[c])
					}
				}
			}
			diff(old, now)
			diff(now, old)
		case atomIDAttr:
			s.markReach(el, inv.id[atom.Atom(m.Old)])
			s.markReach(el, inv.id[d.ID(el)])
			if s.quirks() {
				s.mark(el, dirtySelf|dirtySubtree)
			}
		case atomStyleAttr:
			s.mark(el, dirtySelf)
		}
		switch n.Local {
		case atomDir:
			s.mark(el, dirtySelf|dirtySubtree)
			if d.ElementName(el).NS == dom.HTML {
				s.autoDir.Store(true)
				s.directionMayChange(el)
			}
		case atomLang:
			s.mark(el, dirtySelf|dirtySubtree)
		case atomPart:
			s.mark(el, dirtySelf)
		case atomExportparts:
			s.mark(el, dirtySelf|dirtySubtree)
		case atomSlot:
			if p := d.ParentElement(el); p != 0 {
				s.change(p, DamageRebuild)
				s.mark(p, dirtySelf|dirtySubtree)
			}
		}
	}
	for _, p := range pseudosOfAttr[n.Local] {
		r := inv.pseudo[p]
		if r != 0 && (n.Local == atomDisabled || n.Local == atomEditable) { // of descendants too
			r |= reachSubtree
		}
		s.markReach(el, r)
	}
	s.markReach(el, inv.attr[s.lowerAtom(n.Local)])
	if hintAttrs[n.Local] {
		s.mark(el, dirtySelf)
		if d.IsHTMLElement(el, atomTable) { // cells look at it
			s.mark(el, dirtySelf|dirtySubtree)
		}
	}
	if s.usesAttr {
		s.mark(el, dirtySelf)
	}
}

var (
	atomClassAttr = atom.Static("class")
	atomIDAttr    = atom.Static("id")
	atomTable     = atom.Static("table")
)

// foldReach is the reach of a class whatever its case.
func (v *invalidation) foldReach(s *Styler, c atom.Atom) (r reach) {
	f := s.foldAtom(c)
	for k, x := range v.class {
		if s.foldAtom(k) == f {
			r |= x
		}
	}
	return r
}

// change adds to the style journal.
func (s *Styler) change(n dom.NodeID, d Damage) {
	s.changes = append(s.changes, Change{n, d})
}

// clearTree forgets the styles of n and its descendants.
func (s *Styler) clearTree(n dom.NodeID) {
	if int(n) < len(s.styles) {
		s.styles[n], s.dirty[n] = 0, 0
	}
	s.clearBelow(n)
}

func (s *Styler) clearBelow(root dom.NodeID) {
	d := s.doc
	clearIn := func(root dom.NodeID) {
		for n := d.Following(root, root); n != 0; n = d.Following(n, root) {
			if int(n) < len(s.styles) {
				s.styles[n], s.dirty[n] = 0, 0
			}
			if d.Kind(n) == dom.KindElement && d.Flags(n)&dom.HasShadow != 0 {
				s.clearBelow(d.ShadowRoot(n))
			}
		}
	}
	clearIn(root)
	if d.Kind(root) == dom.KindElement && d.Flags(root)&dom.HasShadow != 0 {
		clearIn(d.ShadowRoot(root))
	}
}

// slotStyle is the record that a light child of host inherits from: its slot's, nil where it is in none.
// https://dom.spec.whatwg.org/#find-a-slot
func (s *Styler) slotStyle(host, child dom.NodeID) *Computed {
	if slot := s.doc.AssignedSlot(child); slot != 0 {
		if id := s.styles[slot]; id != 0 {
			if cs := s.record(id); cs.Box.Display != DisplayNone {
				return cs
			}
		}
	}
	return nil
}
