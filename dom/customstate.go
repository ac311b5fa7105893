package dom

import (
	"slices"

	"github.com/niso-engine/niso/internal/atom"
)

// Custom states: what :state() selects on. https://html.spec.whatwg.org/multipage/custom-elements.html#states-set

// HasCustomState reports whether an element is in the custom state.
func (s *Store) HasCustomState(id NodeID, state atom.Atom) bool {
	return len(s.customStates) > 0 && slices.Contains(s.customStates[id], state)
}

// SetCustomState puts an element into a custom state, or takes it out.
func (s *Store) SetCustomState(id NodeID, state atom.Atom, on bool) {
	l := s.customStates[id]
	i := slices.Index(l, state)
	switch {
	case on == (i >= 0):
		return
	case on:
		if s.customStates == nil {
			s.customStates = make(map[NodeID][]atom.Atom)
		}
		s.customStates[id] = append(l, state)
	case len(l) == 1:
		delete(s.customStates, id)
	default:
		s.customStates[id] = slices.Delete(l, i, i+1)
	}
	s.version++
	if r := &s.rows[id]; r.flags&Connected != 0 {
		s.docs[r.doc].Journal.add(Mutation{Kind: CustomStateSet, Node: id, Old: uint32(state)})
	}
}
