package bind

import (
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
)

// The details element. https://html.spec.whatwg.org/multipage/interactive-elements.html#the-details-element

// detailsKey is a details name group: of one tree.
type detailsKey struct {
	root dom.NodeID
	name string
}

// detailsGroups are the open members of details name groups, of which each has at most one. What an entry says holds only while the element is still such a member.
type detailsGroups struct {
	open  map[detailsKey]dom.Handle
	prune int // how many entries there are before dead ones are looked for
}

// detailsKeyOf is the group that a details element is in; ok is false for none.
func (w *World) detailsKeyOf(el dom.NodeID) (k detailsKey, ok bool) {
	name := w.Store.Attr(el, atomName)
	return detailsKey{w.Store.Root(el), name}, name != ""
}

// detailsOpened keeps a group exclusive: el has opened, or an open el has come to it. given: el closes if another is open, else the other does.
// https://html.spec.whatwg.org/multipage/interactive-elements.html#ensure-details-exclusivity-by-closing-other-elements-if-needed
func (w *World) detailsOpened(el dom.NodeID, given bool) {
	s := w.Store
	k, ok := w.detailsKeyOf(el)
	if !ok || !s.HasAttr(el, atomOpen) {
		return
	}
	g := &w.details
	other := s.Resolve(g.open[k])
	if other != 0 && other != el {
		if ok, same := w.detailsKeyOf(other); same && ok == k && s.HasAttr(other, atomOpen) {
			if given {
				s.RemoveAttr(el, s.AttrName(atomOpen))
				return
			}
			g.set(s, k, el)
			s.RemoveAttr(other, s.AttrName(atomOpen))
			return
		}
	}
	g.set(s, k, el)
}

func (g *detailsGroups) set(s *dom.Store, k detailsKey, el dom.NodeID) {
	if g.open == nil {
		g.open = make(map[detailsKey]dom.Handle)
	}
	if len(g.open) > g.prune {
		for k, h := range g.open {
			if s.Resolve(h) == 0 {
				delete(g.open, k)
			}
		}
		g.prune = 2*len(g.open) + 16
	}
	g.open[detailsKey{k.root, strings.Clone(k.name)}] = s.Handle(el)
}

// detailsAttr is called after the open or name attribute of a details element changed.
func (w *World) detailsAttr(el dom.NodeID, name atom.Atom, had, has bool) {
	switch {
	case name == atomName:
		w.detailsOpened(el, true)
	case name == atomOpen && had != has:
		if win := w.WindowOf(el); win != nil {
			states := [2]string{"closed", "open"}
			if !has {
				states = [2]string{"open", "closed"}
			}
			win.toggled(el, states[0], states[1], 0)
		}
		if has {
			w.detailsOpened(el, false)
		}
	}
}

// Reveal opens what hides an element that the user is brought to: closed details elements and hidden=until-found.
// https://html.spec.whatwg.org/multipage/interaction.html#ancestor-revealing-algorithm
func (w *Window) Reveal(el dom.NodeID) {
	s := w.World.Store
	var hidden, closed []dom.Handle
	child := dom.NodeID(0)
	for n := el; n != 0; child, n = n, s.FlatParent(n) {
		if s.Kind(n) != dom.KindElement || s.ElementName(n).NS != dom.HTML {
			continue
		}
		if equalFold(s.Attr(n, atomHidden), "until-found") {
			hidden = append(hidden, s.Handle(n))
		}
		if child != 0 && s.IsHTMLElement(n, atomDetails) && !s.HasAttr(n, atomOpen) && !(s.IsHTMLElement(child, atomSummary) && w.World.detailsOf(child) == n) {
			closed = append(closed, s.Handle(n))
		}
	}
	for _, h := range hidden {
		if n := s.Resolve(h); n != 0 && s.IsConnected(n) {
			w.FireNode(n, "beforematch", true, false)
			if n = s.Resolve(h); n != 0 && !w.closed {
				s.RemoveAttr(n, s.AttrName(atomHidden))
			}
		}
	}
	for _, h := range closed {
		if n := s.Resolve(h); n != 0 && !w.closed && !s.HasAttr(n, atomOpen) {
			s.SetAttr(n, s.AttrName(atomOpen), "")
		}
	}
}
