package main

import (
	"fmt"
	"slices"
	"strings"
)

// Overloaded operations and constructors: each overload has a native of its own, and one in front of them chooses by the number of arguments and, where several
// overloads take so many, by the type of the distinguishing one. Like Chromium's it looks at the values before it converts any.
// https://webidl.spec.whatwg.org/#js-overloads

// overload is one of the overloads of a name.
type overload struct {
	*member
	native string
}

// takes reports whether the overload can be called with n arguments.
func (o overload) takes(n int) bool { return required(o.args) <= n && n <= len(o.args) }

// overloads writes the native that chooses among the overloads of a name. what is the name for messages of the generator.
func (g *generator) overloads(what, native string, l []overload) {
	low, high := len(l[0].args), 0
	for _, o := range l {
		if slices.ContainsFunc(o.args, func(a arg) bool { return a.variadic }) {
			g.fail("%s: an overload with any number of arguments", what)
		}
		low, high = min(low, required(o.args)), max(high, len(o.args))
	}
	g.w("func %s(c *js.Call) js.Value {\nswitch n := c.NArgs(); {", native) // fewer than low do not come here
	able := func(n int) (l2 []overload) {
		for _, o := range l {
			if o.takes(n) {
				l2 = append(l2, o)
			}
		}
		return l2
	}
	for n := low; n <= high; n++ {
		l := able(n)
		for len(l) == 1 && n < high { // more arguments choose the same one
			more := able(n + 1)
			if len(more) != 1 || more[0] != l[0] {
				break
			}
			n++
		}
		if n == high {
			g.w("default:")
		} else {
			g.w("case n <= %d:", n)
		}
		switch len(l) {
		case 0:
			g.w("return c.TypeError(\"Overload resolution failed.\")")
		case 1:
			g.w("return %s(c)", l[0].native)
		default:
			g.choose(what, n, l)
		}
	}
	g.w("}\n}\n")
}

// choose writes the choice among overloads that take n arguments.
func (g *generator) choose(what string, n int, l []overload) {
	d := 0 // https://webidl.spec.whatwg.org/#dfn-distinguishing-argument-index
	for ; d < n; d++ {
		all := true
		for i, a := range l {
			for _, b := range l[:i] {
				all = all && g.distinguishable(a.args[d].typ, b.args[d].typ)
			}
		}
		if all {
			break
		}
	}
	if d == n {
		g.fail("%s: overloads that cannot be told apart by %d arguments", what, n)
	}
	g.w("v := c.Arg(%d)\nswitch {", d)
	kindOf := func(kind string) (native string, types []*typ) {
		for _, o := range l {
			flat, _ := g.flatten(o.args[d].typ)
			for _, t := range flat {
				if g.category(t) == kind {
					native, types = o.native, append(types, t)
				}
			}
		}
		return native, types
	}
	try := func(cond, native string) {
		if native != "" {
			g.w("case %s:\nreturn %s(c)", cond, native)
		}
	}
	for _, o := range l {
		flat, null := g.flatten(o.args[d].typ)
		dict := slices.ContainsFunc(flat, func(t *typ) bool { return g.dictByName[t.name] != nil })
		switch {
		case null || dict:
			try("v.IsNullish()", o.native)
		case o.args[d].optional:
			try("v.IsUndefined()", o.native)
		}
	}
	for _, o := range l {
		flat, _ := g.flatten(o.args[d].typ)
		for _, t := range flat {
			switch g.category(t) {
			case "interface":
				try(fmt.Sprintf("!js.HostOf(v, cls.%s).IsNone()", t.name), o.native)
			case "buffer":
				try(bufferTest(t, "v"), o.native)
			}
		}
	}
	native, _ := kindOf("callback")
	try("v.IsCallable()", native)
	native, _ = kindOf("sequence")
	try("c.IsIterable(v)", native)
	for _, k := range []string{"dictionary", "object"} {
		native, _ = kindOf(k)
		try("v.IsObject()", native)
	}
	rest := ""
	for _, k := range []struct{ name, cond string }{{"string", ""}, {"numeric", "v.IsNumber()"}, {"boolean", "v.IsBool()"}, {"any", ""}} {
		native, _ := kindOf(k.name)
		switch {
		case native == "":
		case rest == "":
			rest = native
		case k.cond != "":
			try(k.cond, native)
		}
	}
	if rest != "" {
		g.w("}\nreturn %s(c)", rest)
	} else {
		g.w("}\nreturn c.TypeError(\"Overload resolution failed.\")")
	}
}

// flatten are the types that a type is made of: those of a union, or itself, and whether null is a value of it.
func (g *generator) flatten(t *typ) ([]*typ, bool) {
	t = g.resolve(t)
	if t.name != "union" {
		return []*typ{t}, t.nullable
	}
	l, null := g.flat(t)
	return l, null || t.nullable
}

// category is the column of Web IDL's table of distinguishable types.
func (g *generator) category(t *typ) string {
	switch {
	case t.name == "any" || t.name == "object" || t.name == "boolean" || t.name == "undefined":
		return t.name
	case intTypes[t.name][0] != "" || strings.HasSuffix(t.name, "double") || strings.HasSuffix(t.name, "float"):
		return "numeric"
	case t.name == "DOMString" || t.name == "USVString" || t.name == "ByteString" || g.enums[t.name] != nil:
		return "string"
	case t.name == "sequence" || t.name == "FrozenArray":
		return "sequence"
	case g.dictByName[t.name] != nil || t.name == "record" || g.callbackInterface[t.name]:
		return "dictionary"
	case g.callback[t.name]:
		return "callback"
	case isBuffer(t.name):
		return "buffer"
	case g.byName[t.name] != nil:
		return "interface"
	}
	g.fail("no overloads by the type %s", t)
	return ""
}

// distinguishable reports whether each value is of at most one of two types.
// https://webidl.spec.whatwg.org/#dfn-distinguishable
func (g *generator) distinguishable(a, b *typ) bool {
	la, na := g.flatten(a)
	lb, nb := g.flatten(b)
	null := func(l []*typ, null bool) bool {
		return null || slices.ContainsFunc(l, func(t *typ) bool { return g.dictByName[t.name] != nil })
	}
	if null(la, na) && null(lb, nb) {
		return false
	}
	for _, x := range la {
		for _, y := range lb {
			cx, cy := g.category(x), g.category(y)
			object := func(c string) bool { return c != "undefined" && c != "boolean" && c != "numeric" && c != "string" }
			switch {
			case cx == "any" || cy == "any":
				return false
			case cx == "object" && object(cy) || cy == "object" && object(cx):
				return false
			case cx == "callback" && cy == "dictionary" || cx == "dictionary" && cy == "callback", cx == "dictionary" && cy == "undefined" || cx == "undefined" && cy == "dictionary":
				return false
			case cx != cy:
			case cx == "interface":
				if g.inherits(g.byName[x.name], y.name) || g.inherits(g.byName[y.name], x.name) {
					return false
				}
			case cx == "buffer":
				if x.name == y.name {
					return false
				}
			default:
				return false
			}
		}
	}
	return true
}
