package main

import (
	"fmt"
	"strconv"
	"strings"
)

// iface writes the class of an interface and its natives.
func (g *generator) iface(i *iface) error {
	g.tmp = 0            // names of variables do not depend on other interfaces
	var members []string // entries of Members
	names := map[string]bool{}
	g.exposed[i.name] = names
	add := func(format string, args ...any) {
		text := fmt.Sprintf(format, args...)
		members = append(members, text)
		_, name, _ := strings.Cut(text, `Name: "`)
		name, _, _ = strings.Cut(name, `"`)
		names[name] = true
	}
	cls := map[string]string{} // further fields of the class

	ops := map[string][]*member{}
	var order []string
	for _, m := range i.members {
		if m.kind == mOperation {
			key := m.name
			if m.static {
				key = "static " + key
			}
			if ops[key] == nil {
				order = append(order, key)
			}
			ops[key] = append(ops[key], m)
		}
	}
	var consts []string
	var ctors []*member
	var indexed, named, setIndexed, setNamed, delNamed *member
	for _, m := range i.members {
		switch m.kind {
		case mConst:
			v := fmt.Sprintf("const%s_%s", i.name, m.name)
			consts = append(consts, fmt.Sprintf("var %s float64 = %s", v, m.value))
			add("{Name: %q, Const: &%s}", m.name, v)
		case mAttribute:
			g.attribute(i, m, add)
		case mConstructor:
			ctors = append(ctors, m)
		case mStringifier:
			g.stringifier(i, "String", add)
		case mGetter:
			if g.goType(m.args[0].typ) == "uint32" {
				indexed = m
			} else {
				named = m
			}
		case mSetter:
			if g.goType(m.args[0].typ) == "uint32" {
				setIndexed = m
			} else {
				setNamed = m
			}
		case mDeleter:
			delNamed = m
		case mIterable:
			g.iterable(i, m, add, cls)
		}
		if (m.kind == mGetter || m.kind == mSetter || m.kind == mDeleter) && m.name != "" {
			order = append(order, m.name)
			ops[m.name] = append(ops[m.name], m)
		}
	}
	for _, key := range order {
		g.operation(i, ops[key], add)
	}
	if indexed != nil {
		g.indexed(i, indexed, setIndexed, cls)
		if _, ok := i.ext["NoIterator"]; !ok && !hasIterable(i) {
			add(`{Name: "values", Symbol: js.SymIterator, Intrinsic: "Array.prototype.values", Flags: js.NotEnumerable}`)
		}
	}
	if named != nil {
		g.named(i, named, setNamed, delNamed, cls)
	}
	if len(ctors) > 0 {
		g.constructor(i, ctors, cls)
	}

	for _, c := range consts {
		g.w("%s", c)
	}
	if !i.namespace && !i.callback && !g.isNode(i.name) && g.impl.types[i.name] != nil && g.impl.embeds(i.name, "Object") {
		g.w("\nfunc (x *%s) class() *js.Class { return cls.%s }", i.name, i.name)
	}
	if g.hasDerived(i.name) && !g.isNode(i.name) && g.impl.types[i.name] != nil {
		g.w("\nfunc (x *%s) as%s() *%s { return x }", i.name, i.name, i.name)
	}
	g.w("\nvar class%s = js.Class{\nName: %q,", i.name, orElse(i.ext["LegacyName"], i.name))
	if i.parent != "" {
		if g.byName[i.parent] == nil {
			return fmt.Errorf("%s: parent interface %s is not defined", i.name, i.parent)
		}
		g.w("Parent: &class%s,", i.parent)
	}
	var flags []string
	if i.namespace {
		flags = append(flags, "js.ClassNamespace")
	}
	if i.callback {
		flags = append(flags, "js.ClassCallbackInterface")
	}
	if _, ok := i.ext["Global"]; ok {
		flags = append(flags, "js.ClassGlobal")
	}
	if _, ok := i.ext["LegacyNoInterfaceObject"]; ok {
		flags = append(flags, "js.ClassNoInterfaceObject")
	}
	if _, ok := i.ext["AsyncIterator"]; ok {
		flags = append(flags, "js.ClassAsyncIterator")
	}
	if len(flags) > 0 {
		g.w("Flags: %s,", strings.Join(flags, "|"))
	}
	if a := i.ext["LegacyWindowAlias"]; a != "" {
		g.w("Aliases: []string{%s},", `"`+strings.ReplaceAll(a, ",", `", "`)+`"`)
	}
	if fn := g.impl.funcs["Factories"+i.name]; fn != nil {
		return fmt.Errorf("%s: write factories with [LegacyFactoryFunction]", i.name)
	}
	if a := i.ext["LegacyFactoryFunction"]; a != "" {
		n, _, _ := strings.Cut(a, " ")
		if s := g.impl.funcs["Construct"+n]; s != nil && s.raw() {
			g.w("Factories: []js.Factory{{Name: %q, New: Construct%s}},", n, n)
		} else {
			g.missing = append(g.missing, "new "+n+"()")
		}
	}
	for _, k := range []string{"New", "NewLength", "Indexed", "Named", "Pairs"} {
		if v := cls[k]; v != "" {
			g.w("%s: %s,", k, v)
		}
	}
	if !i.namespace && !i.callback {
		g.w("Trace: traceState,")
	}
	if s := g.impl.funcs["CallInstance"+i.name]; s != nil {
		g.w("CallInstance: CallInstance%s,", i.name)
	}
	if len(members) > 0 {
		g.w("Members: []js.Member{\n%s,\n},", strings.Join(members, ",\n"))
	}
	g.w("}\n")
	return nil
}

func hasIterable(i *iface) bool {
	for _, m := range i.members {
		if m.kind == mIterable {
			return true
		}
	}
	return false
}

func orElse(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// this writes the statement that gives a native its receiver x, of the Go type that implements the member.
func (g *generator) this(i *iface, owner string) {
	switch {
	case i.namespace:
		g.w("x := %s{c.Realm()}", i.name)
	case g.isNode(i.name):
		g.w("var x %s\nx.bind(c.Realm(), c.Host())", owner)
	default:
		g.w("x := %s", g.state(i.name, "c.State()"))
	}
}

// call writes the call of an implementation and its result. fn is the expression to call.
func (g *generator) call(fn string, s *sig, args []string, ret *typ) {
	if s.takesCall() {
		args = append([]string{"c"}, args...)
	}
	call := fn + "(" + strings.Join(args, ", ") + ")"
	r := s.result()
	switch {
	case r == "" && s.throws():
		g.w("if err := %s; err != nil { return throwErr(c, err) }\nreturn js.Undefined", call)
	case r == "":
		g.w("%s\nreturn js.Undefined", call)
	case s.throws():
		g.w("r, err := %s\nif err != nil { return throwErr(c, err) }\nreturn %s", call, g.toValue(ret, r, "r"))
	default:
		g.w("return %s", g.toValue(ret, r, call))
	}
}

// readArgs writes the conversion of the arguments of m, which s takes, and returns the names they have.
func (g *generator) readArgs(args []arg, s *sig) []string {
	var names []string
	first := 0
	if s.takesCall() {
		first = 1
	}
	defer func() { g.view = false }()
	for n, a := range args {
		v := fmt.Sprintf("a%d", n)
		names = append(names, v)
		t := a.typ
		gt := g.goType(t)
		g.view = s.takesView(first + n)
		if a.variadic && g.view { // a few need no memory of the heap
			g.w("%s := make([]js.View, 0, 4)\nfor i := %d; i < c.NArgs(); i++ {\n%s = append(%s, c.View(i))\n}", v, n, v, v)
			continue
		}
		if a.variadic {
			g.w("var %s []%s\nfor i := %d; i < c.NArgs(); i++ {\nvar v %s", v, gt, n, gt)
			g.fromValue("v", t, "c.Arg(i)", "i")
			g.w("%s = append(%s, v)\n}", v, v)
			continue
		}
		if a.optional && a.def == "" && !strings.HasPrefix(gt, "Opt[") && isPlain(gt) {
			g.w("var %s Opt[%s]\nif c.Has(%d) {\n%s.Set = true", v, gt, n, v)
			g.fromValue(v+".Value", t, fmt.Sprintf("c.Arg(%d)", n), strconv.Itoa(n))
			g.w("}")
			continue
		}
		g.w("var %s %s", v, gt)
		if a.optional {
			g.w("if c.Has(%d) {", n)
			g.fromValue(v, t, fmt.Sprintf("c.Arg(%d)", n), strconv.Itoa(n))
			if def := g.defaultOf(t, a.def); def != "" {
				g.w("} else {\n%s = %s", v, def)
			} else if g.dictByName[g.resolve(t).name] != nil { // defaults of members
				g.w("} else {\n%s = read%s(&c.Conv, js.Undefined)", v, g.resolve(t).name)
			}
			g.w("}")
			continue
		}
		g.fromValue(v, t, fmt.Sprintf("c.Arg(%d)", n), strconv.Itoa(n))
	}
	if len(args) > 0 {
		g.w("if c.Failed() { return js.Undefined }")
	}
	return names
}

func isPlain(gt string) bool {
	switch gt {
	case "string", "bool", "float64", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64":
		return true
	}
	return false
}

func required(args []arg) (n int) {
	for _, a := range args {
		if a.optional || a.variadic {
			break
		}
		n++
	}
	return n
}

func (g *generator) operation(i *iface, l []*member, add func(string, ...any)) {
	m := l[0]
	length := required(m.args)
	for _, o := range l[1:] {
		length = min(length, required(o.args))
	}
	native := fmt.Sprintf("n%s_%s", i.name, m.name)
	if m.static && !i.namespace {
		native = fmt.Sprintf("n%s_static_%s", i.name, m.name)
	}
	if len(l) == 1 {
		if !g.native(i, m, native) {
			g.missing = append(g.missing, i.name+"."+m.name+"()")
			return
		}
	} else {
		var able []overload
		for n, o := range l {
			name := fmt.Sprintf("%s_%d", native, n+1)
			if g.native(i, o, name) {
				able = append(able, overload{o, name})
			}
		}
		switch {
		case len(able) < len(l) && len(able) > 0:
			g.fail("%s.%s: not all of its overloads are implemented", i.name, m.name)
		case len(able) == 0:
			g.missing = append(g.missing, i.name+"."+m.name+"()")
			return
		}
		g.overloads(i.name+"."+m.name, native, able)
	}
	flags := memberFlags(m)
	if m.static {
		flags = append(flags, "js.Static")
	}
	if m.typ.name == "Promise" {
		flags = append(flags, "js.ReturnsPromise")
	}
	add("{Name: %q, Call: %s, Length: %d%s}", m.name, g.reactions(m, native), length, flagText(flags))
}

// native writes the native of an operation, or of one of its overloads; false where there is no implementation.
func (g *generator) native(i *iface, m *member, native string) bool {
	var s *sig
	owner := i.name
	fn := "x." + m.goName()
	if m.static || i.namespace && g.impl.types[i.name] == nil {
		fn = i.name + m.goName()
		s = g.impl.funcs[fn]
	} else {
		owner, s = g.method(i.name, m.goName())
	}
	if s == nil {
		return false
	}
	g.w("func %s(c *js.Call) js.Value {", native)
	if strings.HasPrefix(fn, "x.") {
		g.this(i, owner)
	}
	if s.raw() {
		g.w("return %s(c)", fn)
	} else {
		g.call(fn, s, g.readArgs(m.args, s), m.typ)
	}
	g.w("}\n")
	return true
}

// reactions is a native of a member: one that runs custom element reactions if the member says so. It is a declared
// function, and no closure made at start, so that the tables of members are static data.
func (g *generator) reactions(m *member, native string) string {
	if !has(m.ext, "CEReactions") {
		return native
	}
	g.w("func %s_ce(c *js.Call) js.Value { return ceReactions(c, %s) }\n", native, native)
	return native + "_ce"
}

// reacting begins the hook of a setter or deleter that runs custom element reactions.
func reacting(m *member) string {
	if !has(m.ext, "CEReactions") {
		return ""
	}
	return "w := windowOf(c.Realm()).World\ndefer w.EndReactions(w.BeginReactions())\n"
}

func memberFlags(m *member) (f []string) {
	if has(m.ext, "LegacyUnforgeable") {
		f = append(f, "js.Unforgeable")
	}
	if has(m.ext, "Unscopable") {
		f = append(f, "js.Unscopable")
	}
	if has(m.ext, "LegacyLenientThis") {
		f = append(f, "js.LenientThis")
	}
	if has(m.ext, "Replaceable") {
		f = append(f, "js.Replaceable")
	}
	if has(m.ext, "LegacyLenientSetter") {
		f = append(f, "js.LenientSetter")
	}
	return f
}

func flagText(f []string) string {
	if len(f) == 0 {
		return ""
	}
	return ", Flags: " + strings.Join(f, "|")
}

func has(a attrs, k string) bool { _, ok := a[k]; return ok }

func (g *generator) stringifier(i *iface, method string, add func(string, ...any)) {
	owner, s := g.method(i.name, method)
	if s == nil {
		g.missing = append(g.missing, i.name+" stringifier")
		return
	}
	g.w("func n%s_toString(c *js.Call) js.Value {", i.name)
	g.this(i, owner)
	g.call("x."+method, s, nil, &typ{name: "DOMString"})
	g.w("}\n")
	add(`{Name: "toString", Call: n%s_toString}`, i.name)
}

func (g *generator) attribute(i *iface, m *member, add func(string, ...any)) {
	t := g.resolve(m.typ)
	get, set := fmt.Sprintf("n%s_get_%s", i.name, m.name), fmt.Sprintf("n%s_set_%s", i.name, m.name)
	flags := memberFlags(m)
	if m.static {
		flags = append(flags, "js.Static")
	}
	if t.name == "Promise" {
		flags = append(flags, "js.ReturnsPromise")
	}
	entry := func(hasSet bool) {
		s := ""
		if hasSet {
			s = ", Set: " + g.reactions(m, set)
		}
		add("{Name: %q, Get: %s%s%s}", m.name, get, s, flagText(flags))
	}

	// Event handlers: https://html.spec.whatwg.org/#event-handler-idl-attributes
	if m.typ.name == "EventHandler" || strings.HasSuffix(m.typ.name, "EventHandler") {
		ev := strings.TrimPrefix(m.name, "on")
		g.w("func %s(c *js.Call) js.Value { return getHandler(c, %q) }\n", get, ev)
		g.w("func %s(c *js.Call) js.Value { return setHandler(c, %q) }\n", set, ev)
		entry(true)
		return
	}
	if g.reflects(m, t) {
		g.reflect(i, m, t, get, set)
		entry(!m.readonly)
		return
	}
	var gs *sig
	owner := i.name
	getFn := "x." + m.goName()
	if m.static || i.namespace && g.impl.types[i.name] == nil {
		getFn = i.name + m.goName()
		gs = g.impl.funcs[getFn]
	} else {
		owner, gs = g.method(i.name, m.goName())
	}
	if gs == nil {
		g.missing = append(g.missing, i.name+"."+m.name)
		return
	}
	g.w("func %s(c *js.Call) js.Value {", get)
	if strings.HasPrefix(getFn, "x.") {
		g.this(i, owner)
	}
	if gs.raw() {
		g.w("return %s(c)", getFn)
	} else {
		g.call(getFn, gs, nil, m.typ)
	}
	g.w("}\n")
	if m.strfy {
		add(`{Name: "toString", Call: %s}`, get)
	}
	if fwd := m.ext["PutForwards"]; fwd != "" {
		g.w("func %s(c *js.Call) js.Value { return putForwards(c, %q, %q) }\n", set, m.name, fwd)
		entry(true)
		return
	}
	if m.readonly {
		entry(false)
		return
	}
	if has(m.ext, "ReflectSetter") {
		g.reflectSet(i, m, t, set)
		entry(true)
		return
	}
	owner, ss := g.method(i.name, "Set"+m.goName())
	if ss == nil {
		g.missing = append(g.missing, i.name+"."+m.name+" (setter)")
		entry(false)
		return
	}
	g.w("func %s(c *js.Call) js.Value {", set)
	g.this(i, owner)
	if ss.raw() {
		g.w("return x.Set%s(c)", m.goName())
	} else {
		gt := g.goType(m.typ)
		g.w("var v %s", gt)
		if _, ok := g.enums[t.name]; ok && !t.nullable { // an invalid value is ignored
			g.w("if n := enumIndex(c, enum%s); n >= 0 { v = enum%s[n] } else { return js.Undefined }", t.name, t.name)
		} else {
			g.view = ss.takesView(len(ss.params) - 1)
			g.fromValue("v", m.typ, "c.Arg(0)", "0")
			g.view = false
		}
		g.w("if c.Failed() { return js.Undefined }")
		g.call("x.Set"+m.goName(), ss, []string{"v"}, &typ{name: "undefined"})
	}
	g.w("}\n")
	entry(true)
}

// reflects reports whether the attribute is a plain reflection: of a string, number, boolean or element.
func (g *generator) reflects(m *member, t *typ) bool {
	for _, a := range []string{"Reflect", "ReflectURL", "ReflectNonNegative", "ReflectPositive", "ReflectPositiveWithFallback", "ReflectRange", "ReflectDefault", "ReflectOnly"} {
		if has(m.ext, a) {
			switch t.name {
			case "DOMString", "USVString", "boolean", "long", "unsigned long", "double", "unrestricted double", "Element", "FrozenArray":
				return true
			}
		}
	}
	return false
}

func (g *generator) reflectName(m *member) string {
	if n := m.ext["Reflect"]; n != "" {
		return n
	}
	if n := m.ext["ReflectSetter"]; n != "" {
		return n
	}
	return strings.ToLower(m.name)
}

// reflect writes an attribute that reflects a content attribute.
// https://html.spec.whatwg.org/#reflecting-content-attributes-in-idl-attributes
func (g *generator) reflect(i *iface, m *member, t *typ, get, set string) {
	name := g.reflectName(m)
	av := fmt.Sprintf("atom%s_%s", i.name, m.name)
	g.w("const %s attrName = %q\n", av, name)
	g.w("func %s(c *js.Call) js.Value {", get)
	def := orElse(m.ext["ReflectDefault"], "0")
	switch {
	case t.name == "boolean":
		g.w("return js.Bool(reflectHas(c, %s))", av)
	case t.name == "long" && has(m.ext, "ReflectNonNegative"):
		g.w("return reflectNonNegative(c, %s, %s)", av, orElse(m.ext["ReflectDefault"], "-1"))
	case t.name == "long":
		g.w("return reflectLong(c, %s, %s)", av, def)
	case t.name == "unsigned long" && has(m.ext, "ReflectRange"):
		lo, hi, _ := strings.Cut(m.ext["ReflectRange"], ",")
		g.w("return reflectClamped(c, %s, %s, %s, %s)", av, def, lo, hi)
	case t.name == "unsigned long" && (has(m.ext, "ReflectPositive") || has(m.ext, "ReflectPositiveWithFallback")):
		g.w("return reflectULong(c, %s, %s, 1)", av, orElse(m.ext["ReflectDefault"], "1"))
	case t.name == "unsigned long":
		g.w("return reflectULong(c, %s, %s, 0)", av, def)
	case t.name == "double" || t.name == "unrestricted double":
		g.w("return reflectDouble(c, %s, %s, %v)", av, def, has(m.ext, "ReflectPositive"))
	case has(m.ext, "ReflectURL"):
		g.w("return reflectURL(c, %s)", av)
	case has(m.ext, "ReflectOnly"):
		var q []string
		for _, k := range strings.Split(m.ext["ReflectOnly"], ",") {
			q = append(q, strconv.Quote(k))
		}
		g.w("return reflectEnum(c, %s, %q, %q, %v, %s)", av, m.ext["ReflectMissing"], m.ext["ReflectInvalid"], t.nullable, strings.Join(q, ", "))
	case t.name == "DOMString" || t.name == "USVString":
		if t.nullable {
			g.w("return reflectNullable(c, %s)", av)
		} else {
			g.w("return reflectString(c, %s)", av)
		}
	case t.name == "FrozenArray":
		g.w("return reflectElements(c, %s)", av)
	default:
		g.w("return reflectElement(c, %s)", av)
	}
	g.w("}\n")
	if !m.readonly {
		g.reflectSet(i, m, t, set)
	}
}

func (g *generator) reflectSet(i *iface, m *member, t *typ, set string) {
	av := fmt.Sprintf("atom%s_%s", i.name, m.name)
	if !g.reflects(m, t) {
		g.w("const %s attrName = %q\n", av, g.reflectName(m))
	}
	g.w("func %s(c *js.Call) js.Value {", set)
	switch {
	case t.name == "boolean":
		g.w("v := c.Bool(0)\nif !c.Failed() { setReflectBool(c, %s, v) }", av)
	case t.name == "long" && has(m.ext, "ReflectNonNegative"):
		g.w("v := c.Long(0)\nif c.Failed() { return js.Undefined }\nif v < 0 { return c.DOMException(\"IndexSizeError\", \"The value provided (%%d) is negative.\", v) }\nsetReflectInt(c, %s, int64(v))", av)
	case t.name == "long":
		g.w("v := c.Long(0)\nif !c.Failed() { setReflectInt(c, %s, int64(v)) }", av)
	case t.name == "unsigned long" && has(m.ext, "ReflectPositive"):
		g.w("v := c.ULong(0)\nif c.Failed() { return js.Undefined }\nif v == 0 { return c.DOMException(\"IndexSizeError\", \"The value provided is 0, which is an invalid size.\") }\nsetReflectULong(c, %s, v, %s, true)", av, orElse(m.ext["ReflectDefault"], "1"))
	case t.name == "unsigned long":
		g.w("v := c.ULong(0)\nif !c.Failed() { setReflectULong(c, %s, v, %s, %v) }", av, orElse(m.ext["ReflectDefault"], "0"), has(m.ext, "ReflectPositiveWithFallback"))
	case t.name == "double" || t.name == "unrestricted double":
		g.w("v := c.Double(0)\nif !c.Failed() { setReflectDouble(c, %s, v, %v) }", av, has(m.ext, "ReflectPositive"))
	case t.name == "DOMString" || t.name == "USVString":
		if t.nullable {
			g.w("v, ok := c.NullableDOMString(0)\nif !c.Failed() { setReflectNullable(c, %s, v, ok) }", av)
		} else if has(t.ext, "LegacyNullToEmptyString") || has(m.ext, "LegacyNullToEmptyString") {
			g.w("v := c.ViewNullEmpty(0)\nif !c.Failed() { setReflectString(c, %s, v) }", av)
		} else {
			g.w("v := c.View(0)\nif !c.Failed() { setReflectString(c, %s, v) }", av)
		}
	case t.name == "FrozenArray":
		g.w("setReflectElements(c, %s)", av)
	default:
		g.w("setReflectElement(c, %s)", av)
	}
	g.w("return js.Undefined\n}\n")
}

// inherits reports whether an interface inherits from base.
func (g *generator) inherits(i *iface, base string) bool {
	for ; i != nil; i = g.byName[i.parent] {
		if i.name == base {
			return true
		}
	}
	return false
}

func (g *generator) constructor(i *iface, l []*member, cls map[string]string) {
	native := "n" + i.name + "_new"
	if g.impl.funcs["Construct"+i.name] == nil && g.inherits(i, "HTMLElement") { // [HTMLConstructor]
		cls["New"] = native
		g.w("func %s(c *js.Call) js.Value { return constructHTML(c, cls.%s) }\n", native, i.name)
		return
	}
	length := required(l[0].args)
	var able []overload
	for n, o := range l {
		length = min(length, required(o.args))
		name := native
		if len(l) > 1 {
			name = fmt.Sprintf("%s_%d", native, n+1)
		}
		fn := "Construct" + orElse(o.ext["ImplementedAs"], i.name)
		s := g.impl.funcs[fn]
		if s == nil {
			g.missing = append(g.missing, "new "+i.name+"()")
			return
		}
		able = append(able, overload{o, name})
		if s.raw() {
			able[n].native = fn
			continue
		}
		g.w("func %s(c *js.Call) js.Value {", name)
		args := g.readArgs(o.args, s)
		if s.takesCall() {
			args = append([]string{"c"}, args...)
		}
		if s.throws() {
			g.w("x, err := %s(%s)\nif err != nil { return throwErr(c, err) }", fn, strings.Join(args, ", "))
		} else {
			g.w("x := %s(%s)\nif c.Failed() { return js.Undefined }", fn, strings.Join(args, ", "))
		}
		g.w("return constructed(c, cls.%s, x)\n}\n", i.name)
	}
	cls["NewLength"] = strconv.Itoa(length)
	cls["New"] = able[0].native
	if len(l) > 1 {
		cls["New"] = native
		g.overloads("new "+i.name, native, able)
	}
}

func (g *generator) host(typ string) string {
	if g.isNode(typ) {
		return fmt.Sprintf("var x %s\nx.bind(c.Realm(), c.Host())", typ)
	}
	return "x := " + g.state(typ, "c.State()")
}

func (g *generator) hostOf(typ string) string {
	if g.isNode(typ) {
		return fmt.Sprintf("var x %s\nx.bind(nil, h)", typ)
	}
	return "x := " + g.state(typ, "h.State()")
}

// indexed writes the indexed properties: methods Length and the getter (GetIndexed or Item unless it has a name).
func (g *generator) indexed(i *iface, get, set *member, cls map[string]string) {
	item := exported(orElse(get.name, "item"))
	if _, s := g.method(i.name, "GetIndexed"); s != nil && get.name == "" {
		item = "GetIndexed" // where item is another operation
	}
	lenOwner, ls := g.method(i.name, "Length")
	owner, gs := g.method(i.name, item)
	if ls == nil || gs == nil {
		g.missing = append(g.missing, i.name+" indexed getter")
		return
	}
	g.w("var indexed%s = js.Indexed{\nLen: func(h js.Host) uint32 {\n%s\nreturn uint32(x.Length())\n},", i.name, g.hostOf(lenOwner))
	g.w("Get: func(c *js.Call, i uint32) js.Value {\n%s", g.host(owner))
	g.call("x."+item, gs, []string{"i"}, get.typ)
	g.w("},")
	if set != nil {
		if owner, ss := g.method(i.name, "SetItem"); ss != nil {
			g.w("Set: func(c *js.Call, i uint32, v js.Value) {\n%s%s", reacting(set), g.host(owner))
			g.w("x.SetItem(c, i, v)\n},")
		} else {
			g.missing = append(g.missing, i.name+" indexed setter")
		}
	}
	g.w("}\n")
	cls["Indexed"] = "&indexed" + i.name
}

// named writes the named properties: methods NamedItem-like (the getter's name, or GetNamed) returning (value, bool), NamedKeys,
// and SetNamed, DeleteNamed.
func (g *generator) named(i *iface, get, set, del *member, cls map[string]string) {
	owner, gs := g.method(i.name, "GetNamed")
	keysOwner, ks := g.method(i.name, "NamedKeys")
	if gs == nil || ks == nil {
		g.missing = append(g.missing, i.name+" named getter (GetNamed, NamedKeys)")
		return
	}
	arg := "name"
	if gs.takesCall() {
		arg = "c, name"
	}
	g.w("var named%s = js.Named{\nGet: func(c *js.Call, name string) (js.Value, bool) {\n%s\nr, ok := x.GetNamed(%s)\nif !ok { return js.Undefined, false }\nreturn %s, true\n},", i.name, g.host(owner), arg, g.toValue(get.typ, gs.results[0], "r"))
	g.w("Keys: func(h js.Host) []string {\n%s\nreturn x.NamedKeys()\n},", g.hostOf(keysOwner))
	if owner, s := g.method(i.name, "SetNamed"); set != nil && s != nil {
		g.w("Set: func(c *js.Call, name string, v js.Value) {\n%s%s\nx.SetNamed(c, name, v)\n},", reacting(set), g.host(owner))
	}
	if owner, s := g.method(i.name, "DeleteNamed"); del != nil && s != nil {
		g.w("Delete: func(c *js.Call, name string) bool {\n%s%s\nreturn x.DeleteNamed(c, name)\n},", reacting(del), g.host(owner))
	}
	if has(i.ext, "LegacyUnenumerableNamedProperties") {
		g.w("Unenumerable: true,")
	}
	if has(i.ext, "LegacyOverrideBuiltIns") {
		g.w("OverrideBuiltins: true,")
	}
	if gs.takesView(len(gs.params) - 1) {
		g.w("Views: true,")
	}
	g.w("}\n")
	cls["Named"] = "&named" + i.name
}

// iterable writes iterable<V> (over indices) or iterable<K, V> (over method PairAt(c, i) (key, value js.Value, ok bool)).
func (g *generator) iterable(i *iface, m *member, add func(string, ...any), cls map[string]string) {
	if m.key == nil {
		for _, n := range []string{"entries", "forEach", "keys", "values"} {
			add(`{Name: %q, Intrinsic: "Array.prototype.%s"}`, n, n)
		}
		add(`{Name: "values", Symbol: js.SymIterator, Intrinsic: "Array.prototype.values", Flags: js.NotEnumerable}`)
		return
	}
	owner, s := g.method(i.name, "PairAt")
	if s == nil {
		g.missing = append(g.missing, i.name+" iterable (PairAt)")
		return
	}
	g.w("var pairs%s = js.Pairs{At: func(c *js.Call, i int) (key, value js.Value, ok bool) {\n%s\nreturn x.PairAt(c, i)\n}}\n", i.name, g.host(owner))
	cls["Pairs"] = "&pairs" + i.name
	for _, n := range []string{"entries", "forEach", "keys", "values"} {
		g.exposed[i.name][n] = true
	}
}
