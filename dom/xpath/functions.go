package xpath

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
)

// The core function library. https://www.w3.org/TR/1999/REC-xpath-19991116/#corelib

type coreFunction struct {
	min, max int // arguments; -1: any number
	result   Kind
	position bool // depends on the context's position or size
	eval     func(ev *evaluator, c *context, args []expr) Value
}

type call struct {
	name string
	fn   *coreFunction
	args []expr
}

func (e *call) eval(ev *evaluator, c *context) Value {
	if ev.err != nil {
		return stringValue("")
	}
	return e.fn.eval(ev, c, e.args)
}

func (e *call) positional() bool {
	if e.fn.position || e.fn.result == Number {
		return true
	}
	for _, a := range e.args {
		if dependsOnPosition(a) {
			return true
		}
	}
	return false
}

// functions is the library; it is filled by init, as the functions evaluate expressions.
var functions map[string]*coreFunction

// strings that a function takes: its arguments, or the context node's where there is none.
func (ev *evaluator) argString(c *context, args []expr, i int) string {
	if i < len(args) {
		return ev.str(args[i].eval(ev, c))
	}
	return ev.text(c.node)
}

// argNode is the first node of the argument, or the context node.
func (ev *evaluator) argNode(c *context, args []expr) (Node, bool) {
	if len(args) == 0 {
		return c.node, true
	}
	v := args[0].eval(ev, c)
	if v.Kind != NodeSet {
		ev.fail(ErrNotNodes)
		return Node{}, false
	}
	return ev.first(v)
}

func (ev *evaluator) argNodes(c *context, args []expr) []Node {
	v := args[0].eval(ev, c)
	if v.Kind != NodeSet {
		ev.fail(ErrNotNodes)
	}
	return v.Nodes
}

// nameOf is the expanded name of a node.
func (ev *evaluator) nameOf(n Node) (local, uri, qualified string) {
	s := ev.s
	switch {
	case n.Attr != 0:
		nm := s.NameOf(n.Attr)
		return s.Atoms.String(nm.Local), s.NamespaceURI(nm.NS), s.Atoms.String(nm.Qualified)
	case s.Kind(n.ID) == dom.KindElement:
		nm := s.ElementName(n.ID)
		return s.Atoms.String(nm.Local), s.NamespaceURI(nm.NS), s.Atoms.String(nm.Qualified)
	case s.Kind(n.ID) == dom.KindPI:
		t := s.NodeName(n.ID)
		return t, "", t
	}
	return "", "", ""
}

func isXMLSpace(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == '\r' }

// round is round(): to the nearest integer, halves up.
func round(f float64) float64 {
	if f != f || math.IsInf(f, 0) || f == 0 {
		return f
	}
	if f >= -0.5 && f < 0 {
		return math.Copysign(0, -1)
	}
	return math.Floor(f + 0.5)
}

func init() {
	def := func(name string, min, max int, result Kind, eval func(ev *evaluator, c *context, args []expr) Value) {
		functions[name] = &coreFunction{min: min, max: max, result: result, eval: eval}
	}
	functions = make(map[string]*coreFunction)
	def("last", 0, 0, Number, func(ev *evaluator, c *context, args []expr) Value { return numberValue(float64(c.size)) })
	def("position", 0, 0, Number, func(ev *evaluator, c *context, args []expr) Value { return numberValue(float64(c.position)) })
	functions["last"].position, functions["position"].position = true, true
	def("count", 1, 1, Number, func(ev *evaluator, c *context, args []expr) Value {
		return numberValue(float64(len(ev.argNodes(c, args))))
	})
	def("id", 1, 1, NodeSet, func(ev *evaluator, c *context, args []expr) Value {
		v := args[0].eval(ev, c)
		var ids []string
		if v.Kind == NodeSet {
			for _, n := range v.Nodes {
				ids = append(ids, strings.FieldsFunc(ev.text(n), isXMLSpace)...)
			}
		} else {
			ids = strings.FieldsFunc(ev.str(v), isXMLSpace)
		}
		root := ev.root(c.node)
		var l []Node
		seen := make(map[dom.NodeID]bool)
		for _, id := range ids {
			if a := ev.s.Atoms.Lookup(id); a != atom.None {
				if el := ev.s.ElementByIDIn(root, a); el != 0 && !seen[el] {
					seen[el] = true
					l = append(l, Node{ID: el})
				}
			}
		}
		return nodesValue(l)
	})
	names := func(pick func(local, uri, qualified string) string) func(ev *evaluator, c *context, args []expr) Value {
		return func(ev *evaluator, c *context, args []expr) Value {
			n, ok := ev.argNode(c, args)
			if !ok {
				return stringValue("")
			}
			return stringValue(pick(ev.nameOf(n)))
		}
	}
	def("local-name", 0, 1, String, names(func(l, _, _ string) string { return l }))
	def("namespace-uri", 0, 1, String, names(func(_, u, _ string) string { return u }))
	def("name", 0, 1, String, names(func(_, _, q string) string { return q }))
	def("string", 0, 1, String, func(ev *evaluator, c *context, args []expr) Value { return stringValue(ev.argString(c, args, 0)) })
	def("concat", 2, -1, String, func(ev *evaluator, c *context, args []expr) Value {
		var b strings.Builder
		for i := range args {
			if b.WriteString(ev.argString(c, args, i)); b.Len() > maxHeldBytes {
				ev.fail(ErrTooMuch)
				break
			}
		}
		return stringValue(b.String())
	})
	def("starts-with", 2, 2, Boolean, func(ev *evaluator, c *context, args []expr) Value {
		return boolValue(strings.HasPrefix(ev.argString(c, args, 0), ev.argString(c, args, 1)))
	})
	def("contains", 2, 2, Boolean, func(ev *evaluator, c *context, args []expr) Value {
		return boolValue(strings.Contains(ev.argString(c, args, 0), ev.argString(c, args, 1)))
	})
	def("substring-before", 2, 2, String, func(ev *evaluator, c *context, args []expr) Value {
		before, _, ok := strings.Cut(ev.argString(c, args, 0), ev.argString(c, args, 1))
		if !ok {
			before = ""
		}
		return stringValue(before)
	})
	def("substring-after", 2, 2, String, func(ev *evaluator, c *context, args []expr) Value {
		_, after, _ := strings.Cut(ev.argString(c, args, 0), ev.argString(c, args, 1))
		return stringValue(after)
	})
	def("substring", 2, 3, String, func(ev *evaluator, c *context, args []expr) Value {
		s := ev.argString(c, args, 0)
		from := round(ev.number(args[1].eval(ev, c)))
		to := math.Inf(1)
		if len(args) > 2 {
			to = from + round(ev.number(args[2].eval(ev, c)))
		}
		start, end, i := -1, len(s), 1
		for at := range s { // characters count as code points
			if p := float64(i); start < 0 && p >= from && p < to {
				start = at
			} else if start >= 0 && !(p < to) {
				end = at
				break
			}
			i++
		}
		if start < 0 {
			return stringValue("")
		}
		return stringValue(s[start:end])
	})
	def("string-length", 0, 1, Number, func(ev *evaluator, c *context, args []expr) Value {
		return numberValue(float64(utf8.RuneCountInString(ev.argString(c, args, 0))))
	})
	def("normalize-space", 0, 1, String, func(ev *evaluator, c *context, args []expr) Value {
		return stringValue(strings.Join(strings.FieldsFunc(ev.argString(c, args, 0), isXMLSpace), " "))
	})
	def("translate", 3, 3, String, func(ev *evaluator, c *context, args []expr) Value {
		s, from, to := ev.argString(c, args, 0), []rune(ev.argString(c, args, 1)), []rune(ev.argString(c, args, 2))
		m := make(map[rune]rune, len(from))
		for i, r := range from {
			if _, has := m[r]; has {
				continue
			}
			m[r] = -1
			if i < len(to) {
				m[r] = to[i]
			}
		}
		return stringValue(strings.Map(func(r rune) rune {
			if t, ok := m[r]; ok {
				return t
			}
			return r
		}, s))
	})
	def("boolean", 1, 1, Boolean, func(ev *evaluator, c *context, args []expr) Value { return boolValue(ev.truth(args[0].eval(ev, c))) })
	def("not", 1, 1, Boolean, func(ev *evaluator, c *context, args []expr) Value { return boolValue(!ev.truth(args[0].eval(ev, c))) })
	def("true", 0, 0, Boolean, func(ev *evaluator, c *context, args []expr) Value { return boolValue(true) })
	def("false", 0, 0, Boolean, func(ev *evaluator, c *context, args []expr) Value { return boolValue(false) })
	def("lang", 1, 1, Boolean, func(ev *evaluator, c *context, args []expr) Value {
		want := ev.argString(c, args, 0)
		s := ev.s
		for n := c.node.ID; n != 0; n = s.Parent(n) {
			if s.Kind(n) != dom.KindElement {
				continue
			}
			v, ok := s.GetAttr(n, s.Name(dom.XML, s.Atoms.Intern("xml"), atomLang))
			if !ok {
				continue
			}
			for {
				if equalFold(v, want) {
					return boolValue(true)
				}
				i := strings.LastIndexByte(v, '-')
				if i < 0 {
					return boolValue(false)
				}
				v = v[:i]
			}
		}
		return boolValue(false)
	})
	def("number", 0, 1, Number, func(ev *evaluator, c *context, args []expr) Value {
		if len(args) == 0 {
			return numberValue(parseNumber(ev.text(c.node)))
		}
		return numberValue(ev.number(args[0].eval(ev, c)))
	})
	def("sum", 1, 1, Number, func(ev *evaluator, c *context, args []expr) Value {
		f := 0.0
		for _, n := range ev.argNodes(c, args) {
			f += parseNumber(ev.text(n))
		}
		return numberValue(f)
	})
	def("floor", 1, 1, Number, func(ev *evaluator, c *context, args []expr) Value {
		return numberValue(math.Floor(ev.number(args[0].eval(ev, c))))
	})
	def("ceiling", 1, 1, Number, func(ev *evaluator, c *context, args []expr) Value {
		return numberValue(math.Ceil(ev.number(args[0].eval(ev, c))))
	})
	def("round", 1, 1, Number, func(ev *evaluator, c *context, args []expr) Value {
		return numberValue(round(ev.number(args[0].eval(ev, c))))
	})
}

var atomLang = atom.Static("lang")
