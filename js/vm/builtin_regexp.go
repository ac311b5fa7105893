package vm

import (
	"strings"

	"github.com/niso-engine/niso/js/vm/num"
	"github.com/niso-engine/niso/js/vm/regexp"
)

// A RegExp object:
//
//	word 0   source (String)
//	word 1   row of Runtime.regexps, the compiled program (an Int)
//	word 2   flags in the low 8 bits, above them what legacyRegExp says (an Int)
//	word 3   lastIndex (a Value: it is an own data property of every RegExp; it lives in the first slot)
//
// Programs are kept by source and flags; the table is emptied when it is large and a collection ends.

// maxRegExpBytes is how much compiled expressions are remembered: those of live objects are compiled anew when they are used again.
const maxRegExpBytes = 16 << 20

type regexpKey struct {
	source string
	flags  regexp.Flags
}

// compileRegExp gives the row of a program, SyntaxError where the pattern is wrong.
func (rt *Runtime) compileRegExp(source Value, flags regexp.Flags) (*regexp.Program, bool) {
	s := rt.Str(source)
	if s.Len() > regexp.MaxSource {
		return nil, rt.SyntaxError("Invalid regular expression: /%s/%s: %s", clip(s.Slice(0, 1001).String()), flags, regexp.TooLarge())
	}
	key := regexpKey{s.String(), flags}
	if p, ok := rt.regexps[key]; ok {
		return p, true
	}
	rt.reserve(100 * s.Len())
	p, err := regexp.Compile(utf16Of(s), flags)
	if err != nil {
		return nil, rt.SyntaxError("Invalid regular expression: /%s/%s: %s", clip(key.source), flags, err)
	}
	size := 2*len(key.source) + p.Bytes()
	if rt.regexpBytes += size; rt.regexps == nil || rt.regexpBytes > maxRegExpBytes {
		rt.regexps, rt.regexpBytes = map[regexpKey]*regexp.Program{}, size
		clear(rt.regexpRows)
	}
	rt.regexps[key] = p
	return p, true
}

func (rt *Runtime) regexpProgram(o Ref) (*regexp.Program, bool) {
	i := uint32(rt.Word(o, 1).Int32())
	if int(i) < len(rt.regexpRows) && rt.regexpRows[i].cell == o && rt.regexpRows[i].prog != nil {
		return rt.regexpRows[i].prog, true
	}
	p, ok := rt.compileRegExp(rt.Word(o, 0), rt.regexpFlags(o))
	if !ok {
		return nil, false
	}
	// A direct-mapped table from objects to programs saves the look-up by text.
	if rt.regexpRows == nil {
		rt.regexpRows = make([]regexpSlot, 256)
	}
	i = mix(uint64(o)) & 255
	rt.regexpRows[i] = regexpSlot{o, p}
	rt.SetWord(o, 1, Int(int32(i)))
	return p, true
}

type regexpSlot struct {
	cell Ref
	prog *regexp.Program
}

func (rt *Runtime) regexpFlags(o Ref) regexp.Flags { return regexp.Flags(rt.Word(o, 2).Int32()) }

// legacyRegExp marks an object that was made by the realm's own RegExp and by no subclass: only such ones may be compiled anew.
func (r *Realm) legacyRegExp(o Ref) { r.rt.SetWord(o, 2, Int(int32(1<<8|r.index<<9))) }

// allocRegExp is RegExpAlloc: an object with an own lastIndex.
func (rt *Runtime) allocRegExp(proto Ref) Ref {
	o := rt.NewKind(KindRegExp, proto)
	rt.SetWord(o, 0, rt.EmptyString())
	rt.SetWord(o, 1, Int(0))
	rt.SetWord(o, 2, Int(0))
	rt.addProp(o, KeyLastIndex, attrWritable, Int(0))
	return o
}

// initRegExp is RegExpInitialize.
func (rt *Runtime) initRegExp(o Ref, pattern, flags Value) bool {
	src, f := rt.EmptyString(), regexp.Flags(0)
	var ok bool
	if !pattern.IsUndefined() {
		if src, ok = rt.ToString(pattern); !ok {
			return false
		}
		rt.Keep(src)
	}
	if !flags.IsUndefined() {
		fs, ok := rt.ToString(flags)
		if !ok {
			return false
		}
		if f, ok = regexp.ParseFlags(rt.GoString(fs)); !ok {
			return rt.SyntaxError("Invalid flags supplied to RegExp constructor '%s'", rt.display(fs))
		}
	}
	p, ok := rt.compileRegExp(src, f)
	if !ok {
		return false
	}
	rt.SetWord(o, 0, src)
	rt.SetWord(o, 2, Int(int32(f)|rt.Word(o, 2).Int32()&^0xFF))
	i := mix(uint64(o)) & 255
	if rt.regexpRows == nil {
		rt.regexpRows = make([]regexpSlot, 256)
	}
	rt.regexpRows[i] = regexpSlot{o, p}
	rt.SetWord(o, 1, Int(int32(i)))
	return rt.Set(o, KeyLastIndex, Int(0))
}

// newRegExp is RegExpCreate.
func (c *Call) newRegExp(pattern, flags Value) (Value, bool) {
	o := c.Rt.allocRegExp(c.Realm.Intrinsic(RegExpPrototype))
	c.Realm.legacyRegExp(o)
	c.Rt.KeepRef(o)
	return objectValue(o), c.Rt.initRegExp(o, pattern, flags)
}

// NewRegExp makes the object of a regular expression literal.
func (r *Realm) NewRegExp(source, flags string) (Value, bool) {
	rt := r.rt
	o := rt.allocRegExp(r.Intrinsic(RegExpPrototype))
	r.legacyRegExp(o)
	rt.KeepRef(o)
	return objectValue(o), rt.initRegExp(o, rt.NewString(source), rt.NewASCII(flags))
}

// isRegExp is IsRegExp.
func (rt *Runtime) isRegExp(v Value) (is, ok bool) {
	if !v.IsObject() {
		return false, true
	}
	m, ok := rt.Get(v.Ref(), SymMatch)
	if !ok {
		return false, false
	}
	if !m.IsUndefined() {
		return rt.ToBoolean(m), true
	}
	return rt.kind(v.Ref()) == KindRegExp, true
}

// https://tc39.es/ecma262/#sec-regexp-pattern-flags
func regexpConstructor(c *Call) Value {
	rt := c.Rt
	pattern, flags := c.Arg(0), c.Arg(1)
	is, ok := rt.isRegExp(pattern)
	if !ok {
		return Undefined
	}
	nt := c.NewTarget
	if nt.IsUndefined() {
		nt = objectValue(c.Callee)
		if is && flags.IsUndefined() {
			ctor, ok := rt.Get(pattern.Ref(), KeyConstructor)
			if !ok {
				return Undefined
			}
			if ctor == nt {
				return pattern
			}
		}
	}
	p, f := pattern, flags
	if rt.IsKind(pattern, KindRegExp) {
		p = rt.Word(pattern.Ref(), 0)
		if flags.IsUndefined() {
			f = rt.NewASCII(rt.regexpFlags(pattern.Ref()).String())
		}
	} else if is {
		if p, ok = rt.Get(pattern.Ref(), KeySource); !ok {
			return Undefined
		}
		rt.Keep(p)
		if flags.IsUndefined() {
			if f, ok = rt.Get(pattern.Ref(), KeyFlags); !ok {
				return Undefined
			}
		}
	}
	rt.Keep(f)
	proto, ok := rt.ProtoFromCtor(nt, RegExpPrototype)
	if !ok {
		return Undefined
	}
	o := rt.allocRegExp(proto)
	if nt == objectValue(c.Realm.Intrinsic(RegExpCtor)) {
		c.Realm.legacyRegExp(o)
	}
	rt.KeepRef(o)
	if !rt.initRegExp(o, p, f) {
		return Undefined
	}
	return objectValue(o)
}

// https://tc39.es/ecma262/#sec-regexp.prototype.compile
func regexpCompile(c *Call) Value {
	rt := c.Rt
	if !rt.IsKind(c.This, KindRegExp) {
		return c.Incompatible("RegExp.prototype.compile")
	}
	if bits := uint32(rt.Word(c.This.Ref(), 2).Int32()); bits>>8 != 1|c.Realm.index<<1 {
		return c.Incompatible("RegExp.prototype.compile")
	}
	p, f := c.Arg(0), c.Arg(1)
	if rt.IsKind(p, KindRegExp) {
		if !f.IsUndefined() {
			return c.TypeError("Invalid flags supplied to RegExp constructor")
		}
		f = rt.NewASCII(rt.regexpFlags(p.Ref()).String())
		p = rt.Word(p.Ref(), 0)
	}
	rt.initRegExp(c.This.Ref(), p, f)
	return c.This
}

// https://tc39.es/ecma262/#sec-regexp.escape
func regexpEscape(c *Call) Value {
	rt := c.Rt
	if !c.Arg(0).IsString() {
		return c.TypeError("%s is not a string", rt.display(c.Arg(0)))
	}
	s := rt.Str(c.Arg(0))
	b := rt.builder()
	hex := func(u uint16) {
		b.WriteASCII(`\x`)
		b.WriteUnit(uint16("0123456789abcdef"[u>>4]))
		b.WriteUnit(uint16("0123456789abcdef"[u&15]))
	}
	for i := 0; i < s.Len(); {
		r, n := s.CodePointAt(i)
		u := uint16(r)
		switch {
		case i == 0 && r < 0x80 && (r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z'):
			hex(u)
		case r < 0x80 && strings.ContainsRune("^$\\.*+?()[]{}|/", r):
			b.WriteUnit('\\')
			b.WriteUnit(u)
		case r == '\t' || r == '\n' || r == '\v' || r == '\f' || r == '\r':
			b.WriteUnit('\\')
			b.WriteUnit(uint16("tnvfr"[r-'\t']))
		case r < 0x80 && strings.ContainsRune(",-=<>#&!%:;@~'`\"", r), r < 0x100 && num.IsSpace(u):
			hex(u)
		case r < 0x10000 && (num.IsSpace(u) || r >= 0xD800 && r < 0xE000):
			b.WriteASCII(`\u`)
			for shift := 12; shift >= 0; shift -= 4 {
				b.WriteUnit(uint16("0123456789abcdef"[u>>shift&15]))
			}
		default:
			b.WriteRune(r)
		}
		i += n
	}
	v, _ := b.Value(rt)
	return v
}

// --- execution

// matchRegExp runs a program on a String from a position on; nil is no match.
func (rt *Runtime) matchRegExp(p *regexp.Program, s Value, at int) ([]int32, bool) {
	if rt.matcher == nil {
		rt.matcher = &regexp.Matcher{Interrupt: rt.regexpInterrupt}
	}
	str := rt.Str(s)
	var caps []int32
	var err error
	if str.W != nil {
		caps, err = rt.matcher.Match16(p, str.W, at)
	} else {
		caps, err = rt.matcher.Match8(p, str.L, at)
	}
	if err != nil {
		if rt.pending == 0 {
			rt.stackOverflow()
		}
		return nil, false
	}
	if caps != nil {
		rt.lastMatch.input = s
		rt.lastMatch.caps = append(rt.lastMatch.caps[:0], caps...)
	}
	return caps, true
}

// lastMatch is what the legacy static properties of RegExp show.
type lastMatch struct {
	input Value
	caps  []int32
}

// builtinExec is RegExpBuiltinExec without making the result.
func (rt *Runtime) builtinExec(o Ref, s Value) (p *regexp.Program, caps []int32, ok bool) {
	last, ok := rt.Get(o, KeyLastIndex)
	if !ok {
		return nil, nil, false
	}
	at, ok := rt.ToLength(last)
	if !ok {
		return nil, nil, false
	}
	// The flags are looked at after the conversion, which may compile the expression anew.
	f := rt.regexpFlags(o)
	global := f&(regexp.Global|regexp.Sticky) != 0
	if !global {
		at = 0
	}
	if p, ok = rt.regexpProgram(o); !ok {
		return nil, nil, false
	}
	if at <= int64(rt.StrLen(s)) {
		if caps, ok = rt.matchRegExp(p, s, int(at)); !ok {
			return nil, nil, false
		}
	}
	if caps == nil {
		if global && !rt.Set(o, KeyLastIndex, Int(0)) {
			return nil, nil, false
		}
		return p, nil, true
	}
	if global && !rt.Set(o, KeyLastIndex, Int(caps[1])) {
		return nil, nil, false
	}
	return p, caps, true
}

func (rt *Runtime) capture(s Value, caps []int32, i int) Value {
	if caps[2*i] < 0 {
		return Undefined
	}
	return rt.Substring(s, int(caps[2*i]), int(caps[2*i+1]))
}

// matchResult makes the array of a match.
func (rt *Runtime) matchResult(p *regexp.Program, s Value, caps []int32) Value {
	r := rt.realm
	n := len(caps) / 2
	a := r.NewArrayLen(uint32(n))
	e := rt.growElems(a, uint32(n))
	for i := range n {
		rt.SetAt(e, uint32(i), rt.capture(s, caps, i))
	}
	rt.PutData(a, KeyIndexName, Int(caps[0]))
	rt.PutData(a, KeyInput, s)
	groups := Undefined
	if len(p.Names) > 0 {
		groups = rt.groupsObject(p, func(i int) Value { return rt.capture(s, caps, i) }, caps)
	}
	rt.PutData(a, KeyGroups, groups)
	if p.Flags&regexp.HasIndices != 0 {
		pair := func(i int) Value {
			if caps[2*i] < 0 {
				return Undefined
			}
			return objectValue(r.NewArray(Int(caps[2*i]), Int(caps[2*i+1])))
		}
		ind := r.NewArray()
		for i := range n {
			rt.ArrayAppend(ind, pair(i))
		}
		g := Undefined
		if len(p.Names) > 0 {
			g = rt.groupsObject(p, func(i int) Value { return Value(rt.At(rt.elems(ind), uint32(i))) }, caps)
		}
		rt.PutData(ind, KeyGroups, g)
		rt.PutData(a, KeyIndices, objectValue(ind))
	}
	return objectValue(a)
}

func (rt *Runtime) groupsObject(p *regexp.Program, value func(int) Value, caps []int32) Value {
	o := rt.NewObjectProto(0)
	for _, g := range p.Names {
		k := rt.Intern(g.Name)
		v := value(g.Index)
		if _, found := rt.ordinaryGetOwn(o, k); found && v.IsUndefined() {
			continue
		}
		rt.PutData(o, k, v)
	}
	return objectValue(o)
}

func regexpExecMethod(c *Call) Value {
	rt := c.Rt
	if !rt.IsKind(c.This, KindRegExp) {
		return c.Incompatible("RegExp.prototype.exec")
	}
	s, ok := c.argStr(0)
	if !ok {
		return Undefined
	}
	p, caps, ok := rt.builtinExec(c.This.Ref(), s)
	if !ok {
		return Undefined
	}
	if caps == nil {
		return Null
	}
	return rt.matchResult(p, s, caps)
}

// plainExec reports whether a RegExp's exec is the built-in one.
func (rt *Runtime) plainExec(o Ref) bool {
	if rt.kind(o) != KindRegExp {
		return false
	}
	proto := rt.realm.Intrinsic(RegExpPrototype)
	if rt.protoRef(o) != proto {
		return false
	}
	if i, _ := rt.find(rt.shape(o), KeyExec); i >= 0 {
		return false
	}
	return rt.realm.intact(RegExpPrototype, KeyExec)
}

// plainRegExp reports whether all that the pattern methods look up on a RegExp is built in, so that they may read flags and lastIndex directly.
func (rt *Runtime) plainRegExp(o Ref) bool {
	if !rt.plainExec(o) || rt.shapeCount(rt.shape(o)) != 1 {
		return false
	}
	if !rt.realm.intactGetter(RegExpPrototype, KeyFlags) {
		return false
	}
	for _, k := range flagKeys {
		if !rt.realm.intactGetter(RegExpPrototype, k) {
			return false
		}
	}
	li, _ := rt.ordinaryGetOwn(o, KeyLastIndex)
	return li.Value.IsInt() && li.Value.Int32() >= 0 && li.Flags&DescWritable != 0
}

// intactGetter reports whether an accessor of an intrinsic object has the getter it was defined with.
func (r *Realm) intactGetter(id Intrinsic, k Key) bool {
	rt := r.rt
	o := r.Intrinsic(id)
	if rt.flags(o)&flagLazy != 0 {
		return true
	}
	s := rt.shape(o)
	i, a := rt.find(s, k)
	if i < 0 || a&attrAccessor == 0 {
		return false
	}
	v := Value(rt.mem[rt.slotAt(o, s, uint32(i))])
	if v.isLazy() {
		return true
	}
	for j := range defs[id].props {
		if p := &defs[id].props[j]; p.key == k {
			return rt.isBuiltin(Value(rt.mem[v.Ref()+1]), p.row)
		}
	}
	return false
}

// regexpExec is RegExpExec: an object or null.
func (rt *Runtime) regexpExec(o Ref, s Value) (Value, bool) {
	if !rt.plainExec(o) {
		f, ok := rt.Get(o, KeyExec)
		if !ok {
			return Undefined, false
		}
		if rt.IsCallable(f) {
			r, ok := rt.Call(f, objectValue(o), s)
			if ok && !r.IsObject() && !r.IsNull() {
				rt.TypeError("object null is not a function")
				return Undefined, false
			}
			return r, ok
		}
		if rt.kind(o) != KindRegExp {
			rt.TypeError("Method RegExp.prototype.exec called on incompatible receiver %s", rt.briefObject(o))
			return Undefined, false
		}
	}
	p, caps, ok := rt.builtinExec(o, s)
	if !ok || caps == nil {
		return Null, ok
	}
	return rt.matchResult(p, s, caps), true
}

func (c *Call) regexpThis(method string) (Ref, bool) {
	if !c.This.IsObject() {
		c.TypeError("Method RegExp.prototype.%s called on incompatible receiver %s", method, c.Rt.display(c.This))
		return 0, false
	}
	return c.This.Ref(), true
}

func regexpTest(c *Call) Value {
	rt := c.Rt
	o, ok := c.regexpThis("test")
	if !ok {
		return Undefined
	}
	s, ok := c.argStr(0)
	if !ok {
		return Undefined
	}
	if rt.plainExec(o) {
		_, caps, _ := rt.builtinExec(o, s)
		return Bool(caps != nil)
	}
	r, ok := rt.regexpExec(o, s)
	return Bool(ok && r.IsObject())
}

func regexpToString(c *Call) Value {
	rt := c.Rt
	o, ok := c.regexpThis("toString")
	if !ok {
		return Undefined
	}
	b := rt.builder()
	b.WriteUnit('/')
	for i, k := range [...]Key{KeySource, KeyFlags} {
		v, ok := rt.Get(o, k)
		if !ok {
			return Undefined
		}
		if v, ok = rt.ToString(v); !ok {
			return Undefined
		}
		if i == 1 {
			b.WriteUnit('/')
		}
		b.WriteStr(rt.Str(v))
	}
	v, _ := b.Value(rt)
	return v
}

// --- accessors

var flagKeys = [...]Key{KeyHasIndices, KeyGlobal, KeyIgnoreCase, KeyMultiline, KeyDotAll, KeyUnicode, KeyUnicodeSets, KeySticky}

// regexpFlagGetter reads one flag.
func regexpFlagGetter(i int, name string) NativeFunc {
	return func(c *Call) Value {
		if !c.This.IsObject() {
			return c.TypeError("RegExp.prototype.%s getter called on non-object %s", name, c.Rt.display(c.This))
		}
		o := c.This.Ref()
		if c.Rt.kind(o) != KindRegExp {
			if o == c.Realm.Intrinsic(RegExpPrototype) {
				return Undefined
			}
			return c.TypeError("RegExp.prototype.%s getter called on non-RegExp object", name)
		}
		return Bool(c.Rt.regexpFlags(o)>>i&1 != 0)
	}
}

func regexpGetFlags(c *Call) Value {
	rt := c.Rt
	if !c.This.IsObject() {
		return c.TypeError("RegExp.prototype.flags getter called on non-object %s", rt.display(c.This))
	}
	var b []byte
	for i, k := range flagKeys {
		v, ok := rt.Get(c.This.Ref(), k)
		if !ok {
			return Undefined
		}
		if rt.ToBoolean(v) {
			b = append(b, "dgimsuvy"[i])
		}
	}
	return rt.newLatin1(b)
}

// https://tc39.es/ecma262/#sec-escaperegexppattern
func regexpGetSource(c *Call) Value {
	rt := c.Rt
	if !c.This.IsObject() {
		return c.TypeError("RegExp.prototype.source getter called on non-object %s", rt.display(c.This))
	}
	o := c.This.Ref()
	if rt.kind(o) != KindRegExp {
		if o == c.Realm.Intrinsic(RegExpPrototype) {
			return rt.NewASCII("(?:)")
		}
		return c.TypeError("RegExp.prototype.source getter called on non-RegExp object")
	}
	v := rt.Word(o, 0)
	s := rt.Str(v)
	if s.Len() == 0 {
		return rt.NewASCII("(?:)")
	}
	b := rt.builder()
	changed, class := false, false
	for i := 0; i < s.Len(); i++ {
		u := s.At(i)
		esc := ""
		switch u {
		case '\n':
			esc = `\n`
		case '\r':
			esc = `\r`
		case 0x2028:
			esc = `\u2028`
		case 0x2029:
			esc = `\u2029`
		case '[':
			class = true
		case ']':
			class = false
		case '/':
			if !class {
				esc = `\/`
			}
		case '\\':
			if i+1 < s.Len() {
				next := s.At(i + 1)
				if next != '\n' && next != '\r' && next&^1 != 0x2028 {
					b.WriteUnit(u)
					i++
					u = next
				} else {
					// The backslash goes with the escape of the line terminator.
					changed = true
					continue
				}
			}
		}
		if esc != "" {
			changed = true
			b.WriteASCII(esc)
		} else {
			b.WriteUnit(u)
		}
	}
	if !changed {
		return v
	}
	r, _ := b.Value(rt)
	return r
}

// --- RegExp.prototype methods of patterns

// advance is AdvanceStringIndex.
func advance(s Str, i int64, unicode bool) int64 {
	if unicode && i+1 < int64(s.Len()) {
		_, n := s.CodePointAt(int(i))
		return i + int64(n)
	}
	return i + 1
}

// flagsOf is ToString(Get(rx, "flags")).
func (rt *Runtime) flagsOf(o Ref) (string, bool) {
	f, ok := rt.Get(o, KeyFlags)
	if !ok {
		return "", false
	}
	return rt.ToGoString(f)
}

func (rt *Runtime) bumpLastIndex(o Ref, s Value, unicode bool) bool {
	v, ok := rt.Get(o, KeyLastIndex)
	if !ok {
		return false
	}
	i, ok := rt.ToLength(v)
	return ok && rt.Set(o, KeyLastIndex, Int64(advance(rt.Str(s), i, unicode)))
}

// https://tc39.es/ecma262/#sec-regexp.prototype-%symbol.match%
func regexpMatch(c *Call) Value {
	rt := c.Rt
	o, ok := c.regexpThis("@@match")
	if !ok {
		return Undefined
	}
	s, ok := c.argStr(0)
	if !ok {
		return Undefined
	}
	if rt.plainRegExp(o) && rt.regexpFlags(o)&regexp.Global != 0 {
		a := c.Realm.NewArray()
		if !c.eachMatch(o, s, func(_ *regexp.Program, caps []int32) bool {
			rt.ArrayAppend(a, rt.Substring(s, int(caps[0]), int(caps[1])))
			return true
		}) {
			return Undefined
		}
		if rt.ArrayLen(a) == 0 {
			return Null
		}
		return objectValue(a)
	}
	flags, ok := rt.flagsOf(o)
	if !ok {
		return Undefined
	}
	if !strings.Contains(flags, "g") {
		v, _ := rt.regexpExec(o, s)
		return v
	}
	unicode := strings.ContainsAny(flags, "uv")
	if !rt.Set(o, KeyLastIndex, Int(0)) {
		return Undefined
	}
	a := c.Realm.NewArray()
	rt.KeepRef(a)
	mark := rt.KeptMark()
	for {
		r, ok := rt.regexpExec(o, s)
		if !ok {
			return Undefined
		}
		if r.IsNull() {
			if rt.ArrayLen(a) == 0 {
				return Null
			}
			return objectValue(a)
		}
		rt.Keep(r)
		m, ok := rt.getIndex(r.Ref(), 0)
		if !ok {
			return Undefined
		}
		if m, ok = rt.ToString(m); !ok {
			return Undefined
		}
		rt.ArrayAppend(a, m)
		if rt.StrLen(m) == 0 && !rt.bumpLastIndex(o, s, unicode) {
			return Undefined
		}
		rt.KeptReset(mark)
	}
}

// eachMatch runs a plain global expression over a string: nothing that script could see happens but lastIndex, which is 0 at the end.
func (c *Call) eachMatch(o Ref, s Value, f func(p *regexp.Program, caps []int32) bool) bool {
	rt := c.Rt
	p, ok := rt.regexpProgram(o)
	if !ok {
		return false
	}
	unicode := p.Flags&(regexp.Unicode|regexp.UnicodeSets) != 0
	n := rt.StrLen(s)
	if !rt.Set(o, KeyLastIndex, Int(0)) {
		return false
	}
	for at := 0; at <= n; {
		caps, ok := rt.matchRegExp(p, s, at)
		if !ok {
			return false
		}
		if caps == nil {
			break
		}
		end := int(caps[1])
		empty := caps[0] == caps[1]
		rt.poll()
		if !f(p, caps) {
			return false
		}
		at = end
		if empty {
			at = int(advance(rt.Str(s), int64(end), unicode))
		}
	}
	return true
}

// https://tc39.es/ecma262/#sec-regexp.prototype-%symbol.matchall%
func regexpMatchAll(c *Call) Value {
	rt := c.Rt
	o, ok := c.regexpThis("@@matchAll")
	if !ok {
		return Undefined
	}
	s, ok := c.argStr(0)
	if !ok {
		return Undefined
	}
	ctor, ok := c.speciesOf(o, objectValue(c.Realm.Intrinsic(RegExpCtor)))
	if !ok {
		return Undefined
	}
	f, ok := rt.Get(o, KeyFlags)
	if !ok {
		return Undefined
	}
	if f, ok = rt.ToString(f); !ok {
		return Undefined
	}
	rt.Keep(f)
	m, ok := rt.Construct(ctor, Undefined, objectValue(o), f)
	if !ok {
		return Undefined
	}
	rt.Keep(m)
	last, ok := rt.Get(o, KeyLastIndex)
	if !ok {
		return Undefined
	}
	i, ok := rt.ToLength(last)
	if !ok || !rt.Set(m.Ref(), KeyLastIndex, Int64(i)) {
		return Undefined
	}
	it := rt.NewKind(KindRegExpStringIterator, c.Realm.Intrinsic(RegExpStringIteratorPrototype))
	rt.SetWord(it, 0, m)
	rt.SetWord(it, 1, s)
	flags := rt.GoString(f)
	bits := int32(0)
	if strings.Contains(flags, "g") {
		bits |= 1
	}
	if strings.ContainsAny(flags, "uv") {
		bits |= 2
	}
	rt.SetWord(it, 2, Int(bits))
	return objectValue(it)
}

func regexpStringIteratorNext(c *Call) Value {
	rt := c.Rt
	if !rt.IsKind(c.This, KindRegExpStringIterator) {
		return c.Incompatible("%RegExpStringIterator%.prototype.next")
	}
	it := c.This.Ref()
	if rt.Word(it, 0).IsUndefined() {
		return c.iterResult(Undefined, true)
	}
	o, s, bits := rt.Word(it, 0).Ref(), rt.Word(it, 1), rt.Word(it, 2).Int32()
	r, ok := rt.regexpExec(o, s)
	if !ok || r.IsNull() {
		rt.SetWord(it, 0, Undefined)
		if !ok {
			return Undefined
		}
		return c.iterResult(Undefined, true)
	}
	if bits&1 == 0 {
		rt.SetWord(it, 0, Undefined)
		return c.iterResult(r, false)
	}
	rt.Keep(r)
	m, ok := rt.getIndex(r.Ref(), 0)
	if ok {
		m, ok = rt.ToString(m)
	}
	if ok && rt.StrLen(m) == 0 {
		ok = rt.bumpLastIndex(o, s, bits&2 != 0)
	}
	if !ok {
		rt.SetWord(it, 0, Undefined)
		return Undefined
	}
	return c.iterResult(r, false)
}

// https://tc39.es/ecma262/#sec-regexp.prototype-%symbol.search%
func regexpSearch(c *Call) Value {
	rt := c.Rt
	o, ok := c.regexpThis("@@search")
	if !ok {
		return Undefined
	}
	s, ok := c.argStr(0)
	if !ok {
		return Undefined
	}
	prev, ok := rt.Get(o, KeyLastIndex)
	if !ok {
		return Undefined
	}
	rt.Keep(prev)
	if prev != Int(0) && !rt.Set(o, KeyLastIndex, Int(0)) {
		return Undefined
	}
	r, ok := rt.regexpExec(o, s)
	if !ok {
		return Undefined
	}
	rt.Keep(r)
	cur, ok := rt.Get(o, KeyLastIndex)
	if !ok {
		return Undefined
	}
	if !rt.SameValue(cur, prev) && !rt.Set(o, KeyLastIndex, prev) {
		return Undefined
	}
	if r.IsNull() {
		return Int(-1)
	}
	v, _ := rt.Get(r.Ref(), KeyIndexName)
	return v
}

// https://tc39.es/ecma262/#sec-regexp.prototype-%symbol.split%
func regexpSplit(c *Call) Value {
	rt := c.Rt
	o, ok := c.regexpThis("@@split")
	if !ok {
		return Undefined
	}
	s, ok := c.argStr(0)
	if !ok {
		return Undefined
	}
	ctor, ok := c.speciesOf(o, objectValue(c.Realm.Intrinsic(RegExpCtor)))
	if !ok {
		return Undefined
	}
	f, ok := rt.Get(o, KeyFlags)
	if !ok {
		return Undefined
	}
	if f, ok = rt.ToString(f); !ok {
		return Undefined
	}
	flags := rt.GoString(f)
	unicode := strings.ContainsAny(flags, "uv")
	if !strings.Contains(flags, "y") {
		f = rt.NewASCII(flags + "y")
	}
	rt.Keep(f)
	plain := rt.plainRegExp(o) && ctor.Ref() == c.Realm.Intrinsic(RegExpCtor)
	var splitter Value
	var prog *regexp.Program
	if plain {
		// Searching is what trying every position with a sticky copy comes to.
		if prog, ok = rt.compileRegExp(rt.Word(o, 0), rt.regexpFlags(o)&^(regexp.Sticky|regexp.Global)); !ok {
			return Undefined
		}
	} else {
		if splitter, ok = rt.Construct(ctor, Undefined, objectValue(o), f); !ok {
			return Undefined
		}
		rt.Keep(splitter)
	}
	a := c.Realm.NewArray()
	rt.KeepRef(a)
	lim := uint32(0xFFFFFFFF)
	if !c.Arg(1).IsUndefined() {
		if lim, ok = rt.ToUint32(c.Arg(1)); !ok {
			return Undefined
		}
	}
	if lim == 0 {
		return objectValue(a)
	}
	size := rt.StrLen(s)
	if plain {
		if size == 0 {
			caps, ok := rt.matchRegExp(prog, s, 0)
			if ok && caps == nil {
				rt.ArrayAppend(a, s)
			}
			return objectValue(a)
		}
		from := 0
		for at := 0; at < size; {
			caps, ok := rt.matchRegExp(prog, s, at)
			if !ok {
				return Undefined
			}
			if caps == nil || int(caps[0]) >= size {
				break
			}
			if int(caps[1]) == from {
				at = int(advance(rt.Str(s), int64(at), unicode))
				continue
			}
			if caps[0] == caps[1] && int(caps[0]) == from {
				at = int(advance(rt.Str(s), int64(at), unicode))
				continue
			}
			rt.ArrayAppend(a, rt.Substring(s, from, int(caps[0])))
			if rt.ArrayLen(a) == lim {
				return objectValue(a)
			}
			from = int(caps[1])
			for i := 1; i < len(caps)/2; i++ {
				rt.ArrayAppend(a, rt.capture(s, caps, i))
				if rt.ArrayLen(a) == lim {
					return objectValue(a)
				}
			}
			at = from
		}
		rt.ArrayAppend(a, rt.Substring(s, from, size))
		return objectValue(a)
	}
	sp := splitter.Ref()
	if size == 0 {
		r, ok := rt.regexpExec(sp, s)
		if ok && r.IsNull() {
			rt.ArrayAppend(a, s)
		}
		if !ok {
			return Undefined
		}
		return objectValue(a)
	}
	from := int64(0)
	mark := rt.KeptMark()
	for q := int64(0); q < int64(size); {
		rt.KeptReset(mark)
		if !rt.Set(sp, KeyLastIndex, Int64(q)) {
			return Undefined
		}
		z, ok := rt.regexpExec(sp, s)
		if !ok {
			return Undefined
		}
		if z.IsNull() {
			q = advance(rt.Str(s), q, unicode)
			continue
		}
		rt.Keep(z)
		v, ok := rt.Get(sp, KeyLastIndex)
		if !ok {
			return Undefined
		}
		e, ok := rt.ToLength(v)
		if !ok {
			return Undefined
		}
		if e = min(e, int64(size)); e == from {
			q = advance(rt.Str(s), q, unicode)
			continue
		}
		rt.ArrayAppend(a, rt.Substring(s, int(from), int(q)))
		if rt.ArrayLen(a) == lim {
			return objectValue(a)
		}
		from = e
		n, ok := rt.LengthOf(z.Ref())
		if !ok {
			return Undefined
		}
		for i := int64(1); i < n; i++ {
			v, ok := rt.getIndex(z.Ref(), i)
			if !ok {
				return Undefined
			}
			rt.ArrayAppend(a, v)
			if rt.ArrayLen(a) == lim {
				return objectValue(a)
			}
		}
		q = from
	}
	rt.ArrayAppend(a, rt.Substring(s, int(from), size))
	return objectValue(a)
}

// https://tc39.es/ecma262/#sec-regexp.prototype-%symbol.replace%
func regexpReplace(c *Call) Value {
	rt := c.Rt
	o, ok := c.regexpThis("@@replace")
	if !ok {
		return Undefined
	}
	s, ok := c.argStr(0)
	if !ok {
		return Undefined
	}
	repl := c.Arg(1)
	fn := rt.IsCallable(repl)
	if !fn {
		if repl, ok = c.argStr(1); !ok {
			return Undefined
		}
	}
	if rt.plainRegExp(o) && rt.regexpFlags(o)&(regexp.Sticky|regexp.Global) != regexp.Sticky {
		return c.replacePlain(o, s, repl, fn)
	}
	flags, ok := rt.flagsOf(o)
	if !ok {
		return Undefined
	}
	global, unicode := strings.Contains(flags, "g"), strings.ContainsAny(flags, "uv")
	if global && !rt.Set(o, KeyLastIndex, Int(0)) {
		return Undefined
	}
	var results []Value
	for {
		r, ok := rt.regexpExec(o, s)
		if !ok {
			return Undefined
		}
		if r.IsNull() {
			break
		}
		rt.Keep(r)
		results = append(results, r)
		if !global {
			break
		}
		m, ok := rt.getIndex(r.Ref(), 0)
		if !ok {
			return Undefined
		}
		if m, ok = rt.ToString(m); !ok {
			return Undefined
		}
		if rt.StrLen(m) == 0 && !rt.bumpLastIndex(o, s, unicode) {
			return Undefined
		}
	}
	b := rt.builder()
	next := 0
	for _, r := range results {
		rt.poll()
		if b.Full() {
			break
		}
		res := r.Ref()
		n, ok := rt.LengthOf(res)
		if !ok {
			return Undefined
		}
		mv, ok := rt.getIndex(res, 0)
		if !ok {
			return Undefined
		}
		if mv, ok = rt.ToString(mv); !ok {
			return Undefined
		}
		rt.Keep(mv)
		iv, ok := rt.Get(res, KeyIndexName)
		if !ok {
			return Undefined
		}
		pf, ok := rt.ToIntegerOrInfinity(iv)
		if !ok {
			return Undefined
		}
		pos := int(min(max(pf, 0), float64(rt.StrLen(s))))
		var caps []Value
		for i := int64(1); i < n; i++ {
			v, ok := rt.getIndex(res, i)
			if !ok {
				return Undefined
			}
			if !v.IsUndefined() {
				if v, ok = rt.ToString(v); !ok {
					return Undefined
				}
				rt.Keep(v)
			}
			caps = append(caps, v)
		}
		groups, ok := rt.Get(res, KeyGroups)
		if !ok {
			return Undefined
		}
		rt.Keep(groups)
		part := rt.builder()
		if fn {
			args := append([]Value{mv}, caps...)
			args = append(args, Int(int32(pos)), s)
			if !groups.IsUndefined() {
				args = append(args, groups)
			}
			v, ok := rt.Call(repl, Undefined, args...)
			if !ok {
				return Undefined
			}
			if v, ok = rt.ToString(v); !ok {
				return Undefined
			}
			part.WriteStr(rt.Str(v))
		} else {
			if !groups.IsUndefined() {
				g, ok := rt.ToObject(groups)
				if !ok {
					return Undefined
				}
				groups = objectValue(g)
				rt.Keep(groups)
			}
			str := rt.Str(s)
			if !rt.substituteMatch(&part, str, pos, rt.Str(mv), caps, groups, rt.Str(repl)) {
				return Undefined
			}
		}
		if pos >= next {
			b.WriteStr(rt.Str(s).Slice(next, pos))
			b.WriteStr(part.Str())
			next = pos + rt.StrLen(mv)
		}
	}
	if next < rt.StrLen(s) {
		str := rt.Str(s)
		b.WriteStr(str.Slice(next, str.Len()))
	}
	v, _ := b.Value(rt)
	return v
}

// substituteMatch is substitute where the matched text need not be what stands at the position.
func (rt *Runtime) substituteMatch(b *StringBuilder, s Str, pos int, m Str, caps []Value, groups Value, t Str) bool {
	if pos+m.Len() <= s.Len() && s.Slice(pos, pos+m.Len()).Equal(m) {
		return rt.substitute(b, s, pos, m.Len(), caps, groups, t)
	}
	// Put the match where the substitution looks for it.
	x := rt.builder()
	x.WriteStr(s.Slice(0, pos))
	x.WriteStr(m)
	if end := pos + m.Len(); end < s.Len() {
		x.WriteStr(s.Slice(end, s.Len()))
	}
	return rt.substitute(b, x.Str(), pos, m.Len(), caps, groups, t)
}

// replacePlain is replace for an expression that is all built in.
func (c *Call) replacePlain(o Ref, s, repl Value, fn bool) Value {
	rt := c.Rt
	b := rt.builder()
	next, any := 0, false
	simple := !fn && indexStr(rt.Str(repl), Str{L: []byte{'$'}}, 0) < 0
	mark := rt.KeptMark()
	one := func(p *regexp.Program, caps []int32) bool {
		any = true
		at, end := int(caps[0]), int(caps[1])
		b.WriteStr(rt.Str(s).Slice(next, at))
		next = end
		if simple {
			b.WriteStr(rt.Str(repl))
			return !b.Full() || rt.tooLong()
		}
		n := len(caps) / 2
		list := make([]Value, n, n+3)
		for i := range n {
			list[i] = rt.capture(s, caps, i)
			rt.Keep(list[i])
		}
		groups := Undefined
		if len(p.Names) > 0 {
			groups = rt.groupsObject(p, func(i int) Value { return list[i] }, caps)
			rt.Keep(groups)
		}
		ok := true
		if fn {
			args := append(list, Int(int32(at)), s)
			if !groups.IsUndefined() {
				args = append(args, groups)
			}
			var r Value
			if r, ok = rt.Call(repl, Undefined, args...); ok {
				if r, ok = rt.ToString(r); ok {
					b.WriteStr(rt.Str(r))
				}
			}
		} else {
			ok = rt.substitute(&b, rt.Str(s), at, end-at, list[1:], groups, rt.Str(repl))
		}
		rt.KeptReset(mark)
		if ok && b.Full() {
			return rt.tooLong()
		}
		return ok
	}
	if rt.regexpFlags(o)&regexp.Global != 0 {
		if fn {
			// All matches are found before the function runs: it may use the expression itself.
			var all [][]int32
			var prog *regexp.Program
			if !c.eachMatch(o, s, func(p *regexp.Program, caps []int32) bool {
				prog = p
				if len(all) == cap(all) {
					rt.reserve(100 * len(all))
				}
				all = append(all, append([]int32(nil), caps...))
				return true
			}) {
				return Undefined
			}
			for _, caps := range all {
				if !one(prog, caps) {
					return Undefined
				}
			}
		} else if !c.eachMatch(o, s, one) {
			return Undefined
		}
	} else {
		p, ok := rt.regexpProgram(o)
		if !ok {
			return Undefined
		}
		caps, ok := rt.matchRegExp(p, s, 0)
		if !ok {
			return Undefined
		}
		if caps != nil && !one(p, append([]int32(nil), caps...)) {
			return Undefined
		}
	}
	if !any {
		return s
	}
	str := rt.Str(s)
	b.WriteStr(str.Slice(next, str.Len()))
	v, _ := b.Value(rt)
	return v
}

// speciesOf is SpeciesConstructor.
func (c *Call) speciesOf(o Ref, def Value) (Value, bool) {
	rt := c.Rt
	ctor, ok := rt.Get(o, KeyConstructor)
	if !ok {
		return Undefined, false
	}
	if ctor.IsUndefined() {
		return def, true
	}
	if !ctor.IsObject() {
		c.TypeError("The .constructor property is not an object")
		return Undefined, false
	}
	s, ok := rt.Get(ctor.Ref(), SymSpecies)
	if !ok {
		return Undefined, false
	}
	if s.IsNullish() {
		return def, true
	}
	if !rt.IsConstructor(s) {
		c.TypeError("object.constructor[Symbol.species] is not a constructor")
		return Undefined, false
	}
	rt.Keep(s)
	return s, true
}

// --- legacy static properties: RegExp.$1 and so on

// legacyThis checks that an accessor is used on RegExp itself.
func (c *Call) legacyThis() bool {
	if c.This == objectValue(c.Realm.Intrinsic(RegExpCtor)) {
		return true
	}
	c.TypeError("RegExp static property accessed on incompatible receiver %s", c.Rt.display(c.This))
	return false
}

func regexpLegacy(get func(c *Call, m *lastMatch) Value) NativeFunc {
	return func(c *Call) Value {
		if !c.legacyThis() {
			return Undefined
		}
		m := &c.Rt.lastMatch
		if !m.input.IsString() {
			return c.Rt.EmptyString()
		}
		return get(c, m)
	}
}

func regexpLegacyGroup(i int) NativeFunc {
	return regexpLegacy(func(c *Call, m *lastMatch) Value {
		if 2*i >= len(m.caps) || m.caps[2*i] < 0 {
			return c.Rt.EmptyString()
		}
		return c.Rt.capture(m.input, m.caps, i)
	})
}

func regexpSetInput(c *Call) Value {
	if !c.legacyThis() {
		return Undefined
	}
	s, ok := c.argStr(0)
	if ok {
		c.Rt.lastMatch.input = s
	}
	return Undefined
}

var (
	regexpGetInput     = regexpLegacy(func(c *Call, m *lastMatch) Value { return m.input })
	regexpGetLastMatch = regexpLegacyGroup(0)
	regexpGetLastParen = regexpLegacy(func(c *Call, m *lastMatch) Value {
		i := len(m.caps)/2 - 1
		if i < 1 || m.caps[2*i] < 0 {
			return c.Rt.EmptyString()
		}
		return c.Rt.capture(m.input, m.caps, i)
	})
	regexpGetLeftContext  = regexpLegacy(func(c *Call, m *lastMatch) Value { return c.Rt.Substring(m.input, 0, int(m.caps[0])) })
	regexpGetRightContext = regexpLegacy(func(c *Call, m *lastMatch) Value {
		return c.Rt.Substring(m.input, int(m.caps[1]), c.Rt.StrLen(m.input))
	})
)

// regexpInterrupt lets a long match be ended.
func (rt *Runtime) regexpInterrupt() error {
	err := rt.interrupted()
	if err != nil {
		rt.end(err)
	}
	return err
}

// newRegExpLiteral makes the object of a literal.
func (rt *Runtime) newRegExpLiteral(r *Realm, pattern, flags string) (Value, bool) {
	return r.NewRegExp(pattern, flags)
}
