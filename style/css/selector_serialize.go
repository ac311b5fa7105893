package css

import (
	"strconv"

	"github.com/niso-engine/niso/internal/atom"
)

// https://drafts.csswg.org/cssom/#serialize-a-group-of-selectors

// Serialize writes a selector list as CSSOM asks.
func (s *Selectors) Serialize(l ListID) string { return string(s.appendList(nil, l, 0)) }

// SerializeSelector writes one complex selector.
func (s *Selectors) SerializeSelector(sel *Selector) string {
	return string(s.appendSelector(nil, sel, 0))
}

func (s *Selectors) name(a atom.Atom) string {
	if s.Atoms == nil {
		return atom.StaticString(a)
	}
	return s.Atoms.String(a)
}

func (s *Selectors) appendList(b []byte, l ListID, depth int) []byte {
	for i := range s.List(l) {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = s.appendSelector(b, &s.Rows[int(s.Lists[l].First)+i], depth)
	}
	return b
}

func (s *Selectors) appendSelector(b []byte, sel *Selector, depth int) []byte {
	words := s.Program(sel)
	// The starts of the compounds, from the right; the combinator stands before each but the first.
	var buf [16]int
	starts := append(buf[:0], 0)
	i := 0
	for ; ; i += OpWords(words[i:]) {
		op := Op(words[i])
		if op == OpEnd {
			break
		}
		if op >= OpDescendant {
			starts = append(starts, i+1)
		}
	}
	end := i
	for k := len(starts) - 1; k >= 0; k-- {
		from, to := starts[k], end
		if k+1 < len(starts) {
			to = starts[k+1] - 1
		}
		anchor := Op(words[from]) == OpAnchor
		implied := false
		if op, _, flags := DecodeOp(words[from]); op == OpNest && flags&FlagImplied != 0 && words[from+1] == 0 {
			implied = true // in @scope the anchor is not written
		}
		if !anchor && !implied {
			b = s.appendCompound(b, words[from:to], depth)
		}
		if k > 0 {
			op := Op(words[from-1])
			switch op {
			case OpDescendant:
				if !anchor && !implied {
					b = append(b, ' ')
				}
			default:
				if !anchor && !implied {
					b = append(b, ' ')
				}
				b = append(b, map[Op]byte{OpChild: '>', OpNext: '+', OpSubsequent: '~'}[op], ' ')
			}
		}
	}
	return b
}

func (s *Selectors) appendCompound(b []byte, words []uint32, depth int) []byte {
	start := len(b)
	for i := 0; i < len(words); i += OpWords(words[i:]) {
		op, aux, flags := DecodeOp(words[i])
		switch op {
		case OpNamespace:
			if flags != 0 {
				break
			}
			switch aux {
			case NSAny:
				b = append(b, '*')
			case NSURI:
				b = AppendIdent(b, s.name(atom.Atom(words[i+2])))
			}
			b = append(b, '|')
		case OpUniversal:
			// Written where nothing else says that there is a compound, and after a namespace.
			if i+1 == len(words) || len(b) > start {
				b = append(b, '*')
			}
		case OpTag:
			b = AppendIdent(b, s.name(atom.Atom(words[i+1])))
		case OpID:
			b = append(b, '#')
			b = AppendIdent(b, s.name(atom.Atom(words[i+1])))
		case OpClass:
			b = append(b, '.')
			b = AppendIdent(b, s.name(atom.Atom(words[i+1])))
		case OpAttr:
			b = append(b, '[')
			switch flags >> AttrNSShift & 3 {
			case NSAny:
				b = append(b, "*|"...)
			case NSURI:
				b = AppendIdent(b, s.name(atom.Atom(words[i+4])))
				b = append(b, '|')
			}
			b = AppendIdent(b, s.name(atom.Atom(words[i+1])))
			if AttrOp(aux) != AttrExists {
				b = append(b, [...]string{AttrEquals: "=", AttrIncludes: "~=", AttrDash: "|=", AttrPrefix: "^=", AttrSuffix: "$=", AttrSubstring: "*="}[aux]...)
				b = AppendString(b, s.name(atom.Atom(words[i+5])))
				if flags&AttrCaseI != 0 {
					b = append(b, " i"...)
				} else if flags&AttrCaseS != 0 {
					b = append(b, " s"...)
				}
			}
			b = append(b, ']')
		case OpPseudo:
			b = append(b, ':')
			if flags&FlagAlias != 0 {
				b = append(b, "-webkit-"...)
				if PseudoClass(aux) == PseudoFullscreen {
					b = append(b, "full-screen"...)
					break
				}
			}
			b = append(b, PseudoClass(aux).String()...)
		case OpIs, OpWhere, OpNot, OpHas:
			name := [...]string{OpIs: ":is(", OpWhere: ":where(", OpNot: ":not(", OpHas: ":has("}[op]
			if flags&FlagAlias != 0 {
				name = ":-webkit-any("
			}
			b = append(b, name...)
			b = s.appendList(b, ListID(words[i+1]), depth+1)
			b = append(b, ')')
		case OpHost, OpHostContext:
			b = append(b, ":host"...)
			if op == OpHostContext {
				b = append(b, "-context"...)
			}
			if l := ListID(words[i+1]); l != 0 {
				b = append(b, '(')
				b = s.appendList(b, l, depth+1)
				b = append(b, ')')
			}
		case OpNth:
			b = append(b, [...]string{NthChild: ":nth-child(", NthLastChild: ":nth-last-child(", NthOfType: ":nth-of-type(", NthLastOfType: ":nth-last-of-type("}[aux]...)
			b = AppendAnB(b, int(int32(words[i+1])), int(int32(words[i+2])))
			if l := ListID(words[i+3]); l != 0 {
				b = append(b, " of "...)
				b = s.appendList(b, l, depth+1)
			}
			b = append(b, ')')
		case OpLang:
			b = append(b, ":lang("...)
			for k := range words[i+1] {
				if k > 0 {
					b = append(b, ", "...)
				}
				if r := s.name(atom.Atom(words[i+2+int(k)])); r != "" {
					b = AppendIdent(b, r)
				} else {
					b = append(b, '"', '"')
				}
			}
			b = append(b, ')')
		case OpDir:
			b = append(b, ":dir("...)
			b = AppendIdent(b, s.name(atom.Atom(words[i+1])))
			b = append(b, ')')
		case OpState:
			b = append(b, ":state("...)
			b = AppendIdent(b, s.name(atom.Atom(words[i+1])))
			b = append(b, ')')
		case OpTransitionType:
			b = append(b, ":active-view-transition-type("...)
			b = s.appendNames(b, words[i+1], ", ")
			b = append(b, ')')
		case OpNest:
			b = append(b, '&')
		case OpElement:
			b = s.appendElement(b, PseudoElement(aux), flags, words[i+1], depth)
		}
	}
	return b
}

func (s *Selectors) appendNames(b []byte, row uint32, sep string) []byte {
	for k, a := range s.Names[row] {
		if k > 0 {
			b = append(b, sep...)
		}
		b = AppendIdent(b, s.name(a))
	}
	return b
}

func (s *Selectors) appendElement(b []byte, e PseudoElement, flags uint16, arg uint32, depth int) []byte {
	b = append(b, "::"...)
	info := elementInfos[e]
	switch {
	case e == ElementUnknownWebkit:
		return AppendIdent(b, s.name(atom.Atom(arg)))
	case flags&FlagAlias != 0:
		return append(b, aliasOf(e)...)
	}
	b = append(b, info.name...)
	switch info.arg {
	case argNone:
		return b
	case argOptList:
		if arg == 0 {
			return b
		}
	}
	b = append(b, '(')
	switch info.arg {
	case argCompound, argOptList:
		b = s.appendList(b, ListID(arg), depth+1)
	case argIdents:
		b = s.appendNames(b, arg, " ")
	case argIdent:
		b = s.appendStarIdent(b, atom.Atom(arg))
	case argTransition:
		for k, a := range s.Names[arg] {
			if k > 0 {
				b = append(b, '.')
			}
			b = s.appendStarIdent(b, a)
		}
	}
	return append(b, ')')
}

func (s *Selectors) appendStarIdent(b []byte, a atom.Atom) []byte {
	if n := s.name(a); n != "*" {
		return AppendIdent(b, n)
	}
	return append(b, '*')
}

// AppendAnB appends An+B. https://drafts.csswg.org/css-syntax-3/#serializing-anb
func AppendAnB(b []byte, a, n int) []byte {
	if a == 0 {
		return strconv.AppendInt(b, int64(n), 10)
	}
	switch a {
	case 1:
	case -1:
		b = append(b, '-')
	default:
		b = strconv.AppendInt(b, int64(a), 10)
	}
	b = append(b, 'n')
	if n > 0 {
		b = append(b, '+')
	}
	if n != 0 {
		b = strconv.AppendInt(b, int64(n), 10)
	}
	return b
}
