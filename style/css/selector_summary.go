package css

import "github.com/niso-engine/niso/internal/atom"

// summary adds up what a selector's row says while its words are emitted, from the rightmost compound.
type summary struct {
	s       *Selectors
	a, b, c uint32 // specificity
	row     Selector
	rank    uint8
	hashes  int
}

// How rare elements with such a key are; the rarest is the key.
const (
	rankTag = 1 + iota
	rankPseudo
	rankAttr
	rankClass
	rankID
)

func (m *summary) key(kind KeyKind, a atom.Atom, rank uint8) {
	if rank > m.rank {
		m.rank, m.row.KeyKind, m.row.Key, m.row.KeyAlt = rank, kind, a, 0
	}
}

func (m *summary) ancestor(h uint32) {
	if m.hashes < len(m.row.Ancestors) {
		for _, x := range m.row.Ancestors[:m.hashes] {
			if x == h {
				return
			}
		}
		m.row.Ancestors[m.hashes] = h
		m.hashes++
	}
}

// combinator notes a combinator and reports whether the compound to its left is a sibling.
func (m *summary) combinator(op Op) bool {
	switch op {
	case OpNext, OpSubsequent:
		m.row.Deps |= DepSibling | DepStructure
		return true
	}
	m.row.Deps |= DepDescendant
	return false
}

// compound adds the simple selectors words of one compound. subject: it is the rightmost; linear: it is the
// subject or an ancestor of it.
func (m *summary) compound(words []uint32, subject, linear bool) {
	s := m.s
	anc := linear && !subject
	for i := 0; i < len(words); i += OpWords(words[i:]) {
		op, aux, _ := DecodeOp(words[i])
		atKey := subject && m.row.Element == ElementNone
		switch op {
		case OpTag:
			m.c++
			name, low := atom.Atom(words[i+1]), atom.Atom(words[i+2])
			if atKey && m.rank < rankTag {
				m.key(KeyTag, low, rankTag)
				if name != low {
					m.row.KeyAlt = name
				}
			}
			if anc && name == low {
				m.ancestor(HashTag(low))
			}
		case OpID:
			m.a++
			m.row.Deps |= DepID
			if atKey {
				m.key(KeyID, atom.Atom(words[i+1]), rankID)
			}
			if anc {
				m.ancestor(HashID(atom.Atom(words[i+1])))
			}
		case OpClass:
			m.b++
			m.row.Deps |= DepClass
			if atKey {
				m.key(KeyClass, atom.Atom(words[i+1]), rankClass)
			}
			if anc {
				m.ancestor(HashClass(atom.Atom(words[i+1])))
			}
		case OpAttr:
			m.b++
			m.row.Deps |= DepAttr
			if words[i+1] == words[i+2] && atKey {
				m.key(KeyAttr, atom.Atom(words[i+1]), rankAttr)
			}
		case OpPseudo:
			m.b++
			c := PseudoClass(aux)
			m.row.Deps |= c.deps()
			s.ControlStates = s.ControlStates || c.ofControl()
			switch c {
			case PseudoRoot, PseudoLink, PseudoVisited, PseudoAnyLink, PseudoFocus, PseudoFocusVisible:
				if atKey {
					m.key(KeyPseudo, atom.Atom(c), rankPseudo)
				}
			}
		case OpState:
			m.b++
			m.row.Deps |= DepState
		case OpTransitionType:
			m.b++
			m.row.Deps |= DepState
		case OpLang, OpDir:
			m.b++
			m.row.Deps |= DepLang
		case OpNth:
			m.b++
			m.row.Deps |= DepStructure
			if NthKind(aux) == NthLastChild || NthKind(aux) == NthLastOfType {
				m.row.Deps |= DepBackward
			}
			if l := ListID(words[i+3]); l != 0 {
				m.list(l, true)
			}
		case OpHost, OpHostContext:
			m.b++
			m.row.Deps |= DepShadow
			if l := ListID(words[i+1]); l != 0 {
				m.list(l, true)
			}
			if atKey && op == OpHost {
				m.key(KeyPseudo, HostKey, rankPseudo)
			}
		case OpNest:
			m.row.Deps |= DepNest
			l := ListID(words[i+1])
			if l == 0 {
				m.row.Deps |= DepScope
				break
			}
			m.list(l, true)
			m.single(l, atKey, anc)
		case OpIs, OpWhere:
			l := ListID(words[i+1])
			m.list(l, op == OpIs)
			if s.Lists[l].Count == 0 {
				m.row.Deps |= DepNever
			}
			m.single(l, atKey, anc)
		case OpNot, OpHas:
			m.list(ListID(words[i+1]), true)
			if op == OpHas {
				m.row.Deps |= DepHas
			}
		case OpElement:
			m.c++
			e := PseudoElement(aux)
			m.row.Element = e
			switch e {
			case ElementSlotted, ElementPart:
				m.row.Shadow = e
				m.row.Deps |= DepShadow
				if e == ElementSlotted {
					m.list(ListID(words[i+1]), true)
				}
			case ElementUnknownWebkit:
				m.row.Deps |= DepNever
			}
			if e.transition() && e != ElementViewTransition {
				if n := s.Names[words[i+1]]; len(n) == 1 && n[0] == atom.Static("*") {
					m.c--
				}
			}
		}
	}
}

// list takes over what the selectors of an argument list depend on, and the largest specificity if counted.
func (m *summary) list(l ListID, counted bool) {
	var most uint32
	for i := range m.s.List(l) {
		r := &m.s.Rows[int(m.s.Lists[l].First)+i]
		most = max(most, r.Specificity)
		m.row.Deps |= r.Deps &^ DepNever
	}
	if counted {
		m.a += most >> 20
		m.b += most >> 10 & 1023
		m.c += most & 1023
	}
}

// single uses an argument list of one selector as if it stood in the place of its pseudo-class.
func (m *summary) single(l ListID, key, anc bool) {
	if m.s.Lists[l].Count != 1 || !key && !anc {
		return
	}
	r := m.s.List(l)[0]
	if r.Deps&DepShadow != 0 || r.Element != ElementNone {
		return
	}
	if key {
		rank := [...]uint8{KeyTag: rankTag, KeyPseudo: rankPseudo, KeyAttr: rankAttr, KeyClass: rankClass, KeyID: rankID}[r.KeyKind]
		if rank > m.rank {
			m.key(r.KeyKind, r.Key, rank)
			m.row.KeyAlt = r.KeyAlt
		}
	}
	if anc {
		switch r.KeyKind {
		case KeyTag:
			if r.KeyAlt == 0 {
				m.ancestor(HashTag(r.Key))
			}
		case KeyID:
			m.ancestor(HashID(r.Key))
		case KeyClass:
			m.ancestor(HashClass(r.Key))
		}
	}
	for _, h := range r.Ancestors {
		if h != 0 {
			m.ancestor(h)
		}
	}
}

// finish writes what was added up into row.
func (m *summary) finish(row *Selector) {
	r := m.row
	r.Prog, r.Compounds = row.Prog, row.Compounds
	r.Specificity = min(m.a, 1023)<<20 | min(m.b, 1023)<<10 | min(m.c, 1023)
	if r.Shadow != ElementNone {
		r.KeyKind, r.Key, r.KeyAlt, r.Ancestors = KeyUniversal, 0, 0, [4]uint32{}
	}
	*row = r
}

// refresh computes the row of a compiled selector again, after a list that it refers to was replaced.
func (s *Selectors) refresh(sel *Selector) {
	m := summary{s: s}
	subject, sibling := true, false
	for i := int(sel.Prog); ; {
		from := i
		for Op(s.Words[i]) < OpDescendant && Op(s.Words[i]) != OpEnd && Op(s.Words[i]) != OpAnchor {
			i += OpWords(s.Words[i:])
		}
		m.compound(s.Words[from:i], subject, !sibling)
		subject = false
		if op := Op(s.Words[i]); op == OpEnd || op == OpAnchor {
			break
		}
		sibling = m.combinator(Op(s.Words[i]))
		i++
	}
	m.finish(sel)
}

// EachFeature visits what a selector looks at, with everything in its arguments: what the invalidation index is
// built from. A nested rule's & visits the parent's selectors.
func (s *Selectors) EachFeature(sel *Selector, visit func(Feature)) {
	w := featureWalk{s: s, visit: visit}
	w.selector(sel, Feature{Subject: true})
}

type featureWalk struct {
	s     *Selectors
	visit func(Feature)
	seen  []featureSeen // argument lists that were walked already, each relation once: & & & must not multiply
	depth int
}

type featureSeen struct {
	list ListID
	at   Feature
}

func (w *featureWalk) selector(sel *Selector, at Feature) {
	words := w.s.Program(sel)
	if w.depth++; w.depth > 2*maxDepth {
		w.depth--
		return
	}
	for i := 0; ; i += OpWords(words[i:]) {
		op, aux, _ := DecodeOp(words[i])
		f := at
		switch op {
		case OpEnd, OpAnchor:
			w.depth--
			return
		case OpTag:
			f.Kind, f.Atom = FeatureTag, atom.Atom(words[i+2])
			w.visit(f)
		case OpID:
			f.Kind, f.Atom = FeatureID, atom.Atom(words[i+1])
			w.visit(f)
		case OpClass:
			f.Kind, f.Atom = FeatureClass, atom.Atom(words[i+1])
			w.visit(f)
		case OpAttr:
			f.Kind, f.Atom = FeatureAttr, atom.Atom(words[i+2])
			w.visit(f)
		case OpPseudo:
			f.Kind, f.Pseudo = FeaturePseudo, PseudoClass(aux)
			w.visit(f)
		case OpState:
			f.Kind, f.Atom = FeatureState, atom.Atom(words[i+1])
			w.visit(f)
		case OpLang:
			f.Kind = FeatureLang
			w.visit(f)
		case OpDir:
			f.Kind = FeatureDir
			w.visit(f)
		case OpNth:
			f.Kind, f.Aux = FeatureNth, aux
			w.visit(f)
			w.list(ListID(words[i+3]), at, true)
		case OpIs, OpWhere, OpNest, OpHost:
			w.list(ListID(words[i+1]), at, false)
		case OpNot:
			n := at
			n.Negated = !n.Negated
			w.list(ListID(words[i+1]), n, false)
		case OpHas:
			n := at
			n.InHas = true
			w.list(ListID(words[i+1]), n, false)
		case OpHostContext:
			n := at
			n.Descendant = true
			w.list(ListID(words[i+1]), n, false)
		case OpElement:
			if PseudoElement(aux) == ElementSlotted {
				// What stands in the parentheses is the subject; the compound is its slot.
				w.list(ListID(words[i+1]), at, false)
			}
		case OpDescendant, OpChild:
			if !at.InHas {
				at.Subject, at.Descendant = false, true
			}
		case OpNext, OpSubsequent:
			if !at.InHas {
				at.Subject, at.Sibling = false, true
			}
		}
	}
}

func (w *featureWalk) list(l ListID, at Feature, nth bool) {
	if l == 0 {
		return
	}
	if nth { // S of :nth-child(of S): a sibling that begins to match moves the others
		at.Sibling = true
	}
	for _, x := range w.seen {
		if x.list == l && x.at == at {
			return
		}
	}
	w.seen = append(w.seen, featureSeen{l, at})
	for i := range w.s.List(l) {
		w.selector(&w.s.Rows[int(w.s.Lists[l].First)+i], at)
	}
}
