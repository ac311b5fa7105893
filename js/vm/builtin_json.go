package vm

import (
	"strconv"
	"unsafe"

	"github.com/niso-engine/niso/js/vm/num"
)

// --- JSON.parse

type jsonParser[T byte | uint16] struct {
	rt    *Runtime
	r     *Realm
	s     []T
	text  Value // the String of s
	pos   int
	snaps bool // keep what was read, for revivers
	buf   []byte
}

// jsonSnap is what a value was when it was parsed: a reviver is told the source only of what has not been changed since.
type jsonSnap struct {
	v        Value
	from, to int        // source of a primitive; to is 0 for objects
	elems    []jsonSnap // of an array
	keys     []Key      // of an object, with elems
}

// fail throws the SyntaxError for what stands at pos.
func (p *jsonParser[T]) fail() bool {
	rt := p.rt
	if p.pos >= len(p.s) {
		return rt.SyntaxError("Unexpected end of JSON input")
	}
	return p.unexpected(p.pos)
}

func (p *jsonParser[T]) unexpected(at int) bool {
	rt := p.rt
	show := func(i, j int) string { return rt.Str(p.text).Slice(i, j).String() }
	n := len(p.s)
	const around = 10
	switch {
	case n <= 40 && (show(0, n) == "undefined" || show(0, n) == "[object Object]"):
		return rt.SyntaxError("\"%s\" is not valid JSON", show(0, n))
	case n <= 40:
		return rt.SyntaxError("Unexpected token '%s', \"%s\" is not valid JSON", show(at, at+1), show(0, n))
	case at < around:
		return rt.SyntaxError("Unexpected token '%s', \"%s\"... is not valid JSON", show(at, at+1), show(0, at+around))
	case at >= n-around:
		return rt.SyntaxError("Unexpected token '%s', ...\"%s\" is not valid JSON", show(at, at+1), show(at-around, n))
	}
	return rt.SyntaxError("Unexpected token '%s', ...\"%s\"... is not valid JSON", show(at, at+1), show(at-around, at+around))
}

func (p *jsonParser[T]) at(msg string) bool { return p.after(msg + " in JSON") }

func (p *jsonParser[T]) after(msg string) bool {
	line, col := 1, 1
	for _, c := range p.s[:min(p.pos, len(p.s))] {
		col++
		if c == '\n' {
			line, col = line+1, 1
		}
	}
	return p.rt.SyntaxError("%s at position %d (line %d column %d)", msg, p.pos, line, col)
}

func (p *jsonParser[T]) space() {
	for p.pos < len(p.s) {
		switch p.s[p.pos] {
		case ' ', '\t', '\n', '\r':
			p.pos++
		default:
			return
		}
	}
}

// A jsonFrame is an object or array being read.
type jsonFrame struct {
	o     Ref
	array bool
	key   Key
	snap  *jsonSnap
}

func (p *jsonParser[T]) frame(o Ref, array bool) jsonFrame {
	f := jsonFrame{o: o, array: array}
	if p.snaps {
		f.snap = &jsonSnap{v: objectValue(o)}
	}
	return f
}

// value reads one value. It keeps its own stack. Nothing here runs script, so no cell can go.
func (p *jsonParser[T]) value(snap *jsonSnap) (v Value, ok bool) {
	rt := p.rt
	var stack []jsonFrame
	for n := 0; ; n++ {
		if n&pollMask == 0 {
			rt.poll()
			rt.reserve(len(stack) * 100)
			if p.snaps {
				rt.reserve(n * 200)
			}
		}
		p.space()
		if p.pos >= len(p.s) {
			return Undefined, p.fail()
		}
		start := p.pos
		closed := false
		switch c := p.s[p.pos]; {
		case c == '{':
			p.pos++
			o := p.r.NewObject()
			v = objectValue(o)
			p.space()
			if p.pos < len(p.s) && p.s[p.pos] == '}' {
				p.pos++
				closed = true
				break
			}
			stack = append(stack, p.frame(o, false))
			if !p.key(&stack[len(stack)-1], true) {
				return Undefined, false
			}
			continue
		case c == '[':
			p.pos++
			o := p.r.NewArrayLen(0)
			v = objectValue(o)
			p.space()
			if p.pos < len(p.s) && p.s[p.pos] == ']' {
				p.pos++
				closed = true
				break
			}
			stack = append(stack, p.frame(o, true))
			continue
		case c == '"':
			if v, ok = p.str(); !ok {
				return Undefined, false
			}
		case c == '-' || c-'0' < 10:
			if v, ok = p.number(); !ok {
				return Undefined, false
			}
		case c == 't':
			v, ok = True, p.word("true")
		case c == 'f':
			v, ok = False, p.word("false")
		case c == 'n':
			v, ok = Null, p.word("null")
		default:
			return Undefined, p.fail()
		}
		if !ok && !closed && rt.pending != 0 {
			return Undefined, false
		}
		cur := jsonSnap{v: v}
		if p.snaps && !v.IsObject() {
			cur.from, cur.to = start, p.pos
		}
		// Put the value where it belongs, and close what ends after it.
		for {
			if len(stack) == 0 {
				if snap != nil {
					*snap = cur
				}
				return v, true
			}
			f := &stack[len(stack)-1]
			if f.array {
				rt.ArrayAppend(f.o, v)
				if p.snaps {
					f.snap.elems = append(f.snap.elems, cur)
				}
			} else {
				rt.PutData(f.o, f.key, v)
				if p.snaps {
					f.snap.keys = append(f.snap.keys, f.key)
					f.snap.elems = append(f.snap.elems, cur)
				}
			}
			p.space()
			if p.pos >= len(p.s) {
				if f.array {
					return Undefined, p.at("Expected ',' or ']' after array element")
				}
				return Undefined, p.at("Expected ',' or '}' after property value")
			}
			c := p.s[p.pos]
			if c == ',' {
				p.pos++
				if !f.array && !p.key(f, false) {
					return Undefined, false
				}
				if f.array {
					p.space()
					if p.pos < len(p.s) && p.s[p.pos] == ']' {
						return Undefined, p.fail()
					}
				}
				break
			}
			if f.array && c != ']' {
				return Undefined, p.at("Expected ',' or ']' after array element")
			}
			if !f.array && c != '}' {
				return Undefined, p.at("Expected ',' or '}' after property value")
			}
			p.pos++
			v = objectValue(f.o)
			cur = jsonSnap{v: v}
			if p.snaps {
				cur = *f.snap
			}
			stack = stack[:len(stack)-1]
		}
	}
}

// key reads a property name and its colon.
func (p *jsonParser[T]) key(f *jsonFrame, first bool) bool {
	p.space()
	if p.pos >= len(p.s) || p.s[p.pos] != '"' {
		if first {
			return p.at("Expected property name or '}'")
		}
		return p.at("Expected double-quoted property name")
	}
	from := p.pos + 1
	i := from
	for i < len(p.s) && p.s[i] != '"' && p.s[i] != '\\' && p.s[i] >= ' ' {
		i++
	}
	if i < len(p.s) && p.s[i] == '"' {
		// No escapes: the key is found without making a string.
		p.pos = i + 1
		f.key = p.intern(p.s[from:i])
	} else {
		v, ok := p.str()
		if !ok {
			return false
		}
		f.key = p.rt.stringKey(v.Ref())
	}
	p.space()
	if p.pos >= len(p.s) || p.s[p.pos] != ':' {
		return p.at("Expected ':' after property name")
	}
	p.pos++
	return true
}

func (p *jsonParser[T]) intern(s []T) Key {
	switch s := any(s).(type) {
	case []byte:
		return p.rt.internStr(Str{L: s})
	case []uint16:
		return p.rt.internStr(narrow(s))
	}
	return 0
}

func (p *jsonParser[T]) word(w string) bool {
	for i := range len(w) {
		if p.pos+i >= len(p.s) {
			p.pos = len(p.s)
			return p.fail()
		}
		if p.s[p.pos+i] != T(w[i]) {
			p.pos += i
			return p.fail()
		}
	}
	p.pos += len(w)
	return true
}

func (p *jsonParser[T]) number() (Value, bool) {
	s, i := p.s, p.pos
	if s[i] == '-' {
		i++
		if i >= len(s) || s[i]-'0' >= 10 {
			p.pos = i
			return Undefined, p.at("No number after minus sign")
		}
	}
	if s[i] == '0' {
		i++
		if i < len(s) && s[i]-'0' < 10 {
			p.pos = i
			return Undefined, p.at("Unexpected number")
		}
	} else {
		n := 0
		for i < len(s) && s[i]-'0' < 10 {
			n = n*10 + int(s[i]-'0')
			i++
			if i-p.pos > 9 {
				n = -1 << 40
			}
		}
		if n >= 0 && s[p.pos] != '-' && (i >= len(s) || s[i] != '.' && s[i]|0x20 != 'e') {
			p.pos = i
			return Int(int32(n)), true
		}
	}
	if i < len(s) && s[i] == '.' {
		i++
		if i >= len(s) || s[i]-'0' >= 10 {
			p.pos = i
			return Undefined, p.at("Unterminated fractional number")
		}
		for i < len(s) && s[i]-'0' < 10 {
			i++
		}
	}
	if i < len(s) && s[i]|0x20 == 'e' {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		if i >= len(s) || s[i]-'0' >= 10 {
			p.pos = i
			return Undefined, p.at("Exponent part is missing a number")
		}
		for i < len(s) && s[i]-'0' < 10 {
			i++
		}
	}
	b := p.buf[:0]
	for _, c := range s[p.pos:i] {
		b = append(b, byte(c))
	}
	p.buf = b
	p.pos = i
	f, _ := strconv.ParseFloat(unsafe.String(unsafe.SliceData(b), len(b)), 64)
	return Number(f), true
}

func (p *jsonParser[T]) str() (Value, bool) {
	s := p.s
	p.pos++
	i := p.pos
	for i < len(s) && s[i] != '"' && s[i] != '\\' && s[i] >= ' ' {
		i++
	}
	if i < len(s) && s[i] == '"' {
		v := p.plain(s[p.pos:i])
		p.pos = i + 1
		return v, true
	}
	b := p.rt.builder()
	p.write(&b, s[p.pos:i])
	p.pos = i
	for p.pos < len(s) {
		c := s[p.pos]
		switch {
		case c == '"':
			p.pos++
			return b.Value(p.rt)
		case c < ' ':
			return Undefined, p.at("Bad control character in string literal")
		case c == '\\':
			p.pos++
			if p.pos >= len(s) {
				return Undefined, p.at("Unterminated string")
			}
			switch e := s[p.pos]; e {
			case '"', '\\', '/':
				b.WriteUnit(uint16(e))
			case 'b':
				b.WriteUnit('\b')
			case 'f':
				b.WriteUnit('\f')
			case 'n':
				b.WriteUnit('\n')
			case 'r':
				b.WriteUnit('\r')
			case 't':
				b.WriteUnit('\t')
			case 'u':
				x := 0
				for range 4 {
					p.pos++
					d := 16
					if p.pos < len(s) {
						d = hexDigit(uint16(s[p.pos]))
					}
					if d > 15 {
						return Undefined, p.at("Bad Unicode escape")
					}
					x = x<<4 | d
				}
				b.WriteUnit(uint16(x))
			default:
				return Undefined, p.at("Bad escaped character")
			}
			p.pos++
		default:
			i := p.pos
			for i < len(s) && s[i] != '"' && s[i] != '\\' && s[i] >= ' ' {
				i++
			}
			p.write(&b, s[p.pos:i])
			p.pos = i
		}
	}
	return Undefined, p.at("Unterminated string")
}

func hexDigit(u uint16) int {
	switch {
	case u >= '0' && u <= '9':
		return int(u - '0')
	case u|0x20 >= 'a' && u|0x20 <= 'f':
		return int(u|0x20-'a') + 10
	}
	return 16
}

func (p *jsonParser[T]) write(b *StringBuilder, s []T) {
	switch s := any(s).(type) {
	case []byte:
		b.WriteStr(Str{L: s})
	case []uint16:
		for _, u := range s {
			b.WriteUnit(u)
		}
	}
}

func (p *jsonParser[T]) plain(s []T) Value {
	switch s := any(s).(type) {
	case []byte:
		return p.rt.NewStr(Str{L: s})
	case []uint16:
		return p.rt.NewUTF16(s)
	}
	return Undefined
}

// ParseJSON is JSON.parse without a reviver.
func (r *Realm) ParseJSON(text Value) (Value, bool) { return r.parseJSON(text, nil) }

func (r *Realm) parseJSON(text Value, snap *jsonSnap) (Value, bool) {
	if s := r.rt.Str(text); s.W != nil {
		p := jsonParser[uint16]{rt: r.rt, r: r, s: s.W, text: text, snaps: snap != nil}
		return p.whole(snap)
	} else {
		p := jsonParser[byte]{rt: r.rt, r: r, s: s.L, text: text, snaps: snap != nil}
		return p.whole(snap)
	}
}

func (p *jsonParser[T]) whole(snap *jsonSnap) (Value, bool) {
	v, ok := p.value(snap)
	if !ok {
		return Undefined, false
	}
	p.space()
	if p.pos < len(p.s) {
		return Undefined, p.after("Unexpected non-whitespace character after JSON")
	}
	return v, true
}

func jsonParse(c *Call) Value {
	rt := c.Rt
	text, ok := c.argStr(0)
	if !ok {
		return Undefined
	}
	f := c.Arg(1)
	if !rt.IsCallable(f) {
		v, _ := c.Realm.parseJSON(text, nil)
		return v
	}
	var snap jsonSnap
	v, ok := c.Realm.parseJSON(text, &snap)
	if !ok {
		return Undefined
	}
	rt.Keep(v)
	rt.keepSnap(&snap, 0)
	root := c.Realm.NewObject()
	rt.KeepRef(root)
	rt.PutData(root, KeyEmpty, v)
	v, _ = c.revive(root, KeyEmpty, f, text, &snap, 0)
	return v
}

// keepSnap keeps the strings of a snapshot: the reviver may drop them from the objects.
func (rt *Runtime) keepSnap(s *jsonSnap, depth int) {
	if depth > maxNative {
		return // revive does not come here
	}
	rt.Keep(s.v)
	for i := range s.elems {
		rt.keepSnap(&s.elems[i], depth+1)
	}
}

// https://tc39.es/ecma262/#sec-internalizejsonproperty
func (c *Call) revive(holder Ref, k Key, f, text Value, snap *jsonSnap, depth int) (Value, bool) {
	rt := c.Rt
	if depth > maxNative {
		rt.stackOverflow()
		return Undefined, false
	}
	rt.poll()
	mark := rt.KeptMark()
	defer rt.KeptReset(mark)
	v, ok := rt.Get(holder, k)
	if !ok {
		return Undefined, false
	}
	rt.Keep(v)
	if snap != nil && !rt.SameValue(snap.v, v) {
		snap = nil
	}
	ctx := c.Realm.NewObject()
	rt.KeepRef(ctx)
	if v.IsObject() {
		o := v.Ref()
		is, ok := rt.IsArray(v)
		if !ok {
			return Undefined, false
		}
		one := func(k Key, s *jsonSnap) bool {
			nv, ok := c.revive(o, k, f, text, s, depth+1)
			if !ok {
				return false
			}
			rt.Keep(nv)
			if nv.IsUndefined() {
				_, ok = rt.Delete(o, k)
			} else {
				_, ok = rt.CreateData(o, k, nv)
			}
			return ok
		}
		if is {
			n, ok := rt.LengthOf(o)
			if !ok {
				return Undefined, false
			}
			for i := range n {
				var s *jsonSnap
				if snap != nil && snap.keys == nil && i < int64(len(snap.elems)) {
					s = &snap.elems[i]
				}
				if !one(rt.IndexKey(uint64(i)), s) {
					return Undefined, false
				}
			}
		} else {
			keys, ok := rt.enumerableKeys(o)
			if !ok {
				return Undefined, false
			}
			for _, k := range keys {
				rt.poll()
				var s *jsonSnap
				if snap != nil {
					for i := len(snap.keys) - 1; i >= 0; i-- {
						if snap.keys[i] == k {
							s = &snap.elems[i]
							break
						}
					}
				}
				if !one(k, s) {
					return Undefined, false
				}
			}
		}
	} else if snap != nil {
		rt.PutData(ctx, KeySource, rt.Substring(text, snap.from, snap.to))
	}
	return rt.Call(f, objectValue(holder), rt.KeyValue(k), v, objectValue(ctx))
}

// --- JSON.stringify

type jsonWriter struct {
	c        *Call
	b        StringBuilder
	replacer Value
	keys     []Key
	hasKeys  bool
	gap      Str
	indent   int
	stack    []Ref
}

// https://tc39.es/ecma262/#sec-json.stringify
func jsonStringify(c *Call) Value {
	rt := c.Rt
	w := jsonWriter{c: c, b: c.Rt.builder()}
	if r := c.Arg(1); rt.IsCallable(r) {
		w.replacer = r
	} else if r.IsObject() {
		is, ok := rt.IsArray(r)
		if !ok {
			return Undefined
		}
		if is {
			w.hasKeys = true
			n, ok := rt.LengthOf(r.Ref())
			if !ok {
				return Undefined
			}
			seen := map[Key]bool{}
			for i := range n {
				v, ok := rt.getIndex(r.Ref(), i)
				if !ok {
					return Undefined
				}
				if v.IsString() || v.IsNumber() || rt.IsKind(v, KindStringObj) || rt.IsKind(v, KindNumberObj) {
					if v, ok = rt.ToString(v); !ok {
						return Undefined
					}
					rt.Keep(v)
					if k := rt.stringKey(v.Ref()); !seen[k] {
						seen[k] = true
						w.keys = append(w.keys, k)
					}
				}
			}
		}
	}
	space := c.Arg(2)
	if rt.IsKind(space, KindNumberObj) {
		f, ok := rt.ToNumber(space)
		if !ok {
			return Undefined
		}
		space = Number(f)
	} else if rt.IsKind(space, KindStringObj) {
		var ok bool
		if space, ok = rt.ToString(space); !ok {
			return Undefined
		}
	}
	if space.IsNumber() {
		f, _ := rt.ToIntegerOrInfinity(space)
		w.gap = Str{L: []byte("          ")[:int(min(max(f, 0), 10))]}
	} else if space.IsString() {
		s := rt.Str(space)
		w.gap = s.Slice(0, min(10, s.Len())).Copy()
	}
	var holder Ref
	if !w.replacer.IsUndefined() {
		holder = c.Realm.NewObject()
		rt.KeepRef(holder)
		rt.PutData(holder, KeyEmpty, c.Arg(0))
	}
	some, ok := w.property(holder, KeyEmpty, c.Arg(0))
	if !ok || !some {
		return Undefined
	}
	v, _ := w.b.Value(rt)
	return v
}

// StringifyJSON is JSON.stringify of a value, undefined where it has no form.
func (c *Call) StringifyJSON(v Value) (Value, bool) {
	w := jsonWriter{c: c, b: c.Rt.builder()}
	some, ok := w.property(0, KeyEmpty, v)
	if !ok || !some {
		return Undefined, ok
	}
	return w.b.Value(c.Rt)
}

// property is SerializeJSONProperty: some is false where the value has no form.
func (w *jsonWriter) property(holder Ref, k Key, v Value) (some, ok bool) {
	rt := w.c.Rt
	rt.poll()
	if v.IsObject() || v.IsBigInt() {
		f, ok := rt.GetV(v, KeyToJSON)
		if !ok {
			return false, false
		}
		if rt.IsCallable(f) {
			if v, ok = rt.Call(f, v, rt.KeyValue(k)); !ok {
				return false, false
			}
			rt.Keep(v)
		}
	}
	if !w.replacer.IsUndefined() {
		if v, ok = rt.Call(w.replacer, objectValue(holder), rt.KeyValue(k), v); !ok {
			return false, false
		}
		rt.Keep(v)
	}
	if v.IsObject() {
		switch rt.kind(v.Ref()) {
		case KindNumberObj:
			f, ok := rt.ToNumber(v)
			if !ok {
				return false, false
			}
			v = Number(f)
		case KindStringObj:
			if v, ok = rt.ToString(v); !ok {
				return false, false
			}
		case KindBooleanObj, KindBigIntObj:
			v = rt.Word(v.Ref(), 0)
		case KindRawJSON:
			d, _ := rt.ordinaryGetOwn(v.Ref(), KeyRawJSON)
			w.b.WriteStr(rt.Str(d.Value))
			return true, true
		}
	}
	switch {
	case v.IsNull():
		w.b.WriteASCII("null")
	case v == True:
		w.b.WriteASCII("true")
	case v == False:
		w.b.WriteASCII("false")
	case v.IsString():
		w.quote(rt.Str(v))
	case v.IsNumber():
		if f := v.Num(); f-f == 0 {
			var tmp [32]byte
			w.b.WriteStr(Str{L: num.AppendNumber(tmp[:0], f)})
		} else {
			w.b.WriteASCII("null")
		}
	case v.IsBigInt():
		return false, rt.TypeError("Do not know how to serialize a BigInt")
	case v.IsObject() && !rt.IsCallable(v):
		if len(w.stack) > maxNative {
			rt.stackOverflow()
			return false, false
		}
		for i, o := range w.stack {
			if o == v.Ref() {
				return false, w.circular(i, k)
			}
		}
		if w.b.Full() {
			return false, rt.tooLong()
		}
		is, ok := rt.IsArray(v)
		if !ok {
			return false, false
		}
		w.stack = append(w.stack, v.Ref())
		if is {
			ok = w.array(v.Ref())
		} else {
			ok = w.object(v.Ref())
		}
		w.stack = w.stack[:len(w.stack)-1]
		return true, ok
	default:
		return false, true
	}
	return true, true
}

// circular throws the TypeError of a cycle that ends in element i of the stack by the property k.
func (w *jsonWriter) circular(i int, k Key) bool {
	rt := w.c.Rt
	name := func(o Ref) string {
		if n := rt.ctorName(o); n != "" {
			return n
		}
		return "Object"
	}
	prop := func(k Key) string {
		if k.IsIndex() {
			return "index " + rt.KeyString(k)
		}
		return "property '" + rt.KeyString(k) + "'"
	}
	msg := "Converting circular structure to JSON\n    --> starting at object with constructor '" + name(w.stack[i]) + "'\n    "
	if i < len(w.stack)-1 {
		msg += "|     ... object with constructor '" + name(w.stack[len(w.stack)-1]) + "'\n    "
	}
	return rt.TypeError("%s", msg+"--- "+prop(k)+" closes the circle")
}

func (w *jsonWriter) newline() {
	w.b.WriteUnit('\n')
	for range w.indent {
		w.b.WriteStr(w.gap)
	}
}

func (w *jsonWriter) object(o Ref) bool {
	rt := w.c.Rt
	w.b.WriteUnit('{')
	w.indent++
	first := true
	one := func(k Key, v Value) bool {
		// The name is written before it is known whether the value has a form: what was written is taken back.
		saved := w.b.mark()
		if !first {
			w.b.WriteUnit(',')
		}
		if w.gap.Len() > 0 {
			w.newline()
		}
		w.quote(rt.KeyStr(k))
		w.b.WriteUnit(':')
		if w.gap.Len() > 0 {
			w.b.WriteUnit(' ')
		}
		mark := rt.KeptMark()
		rt.Keep(v)
		some, ok := w.property(o, k, v)
		rt.KeptReset(mark)
		if !ok {
			return false
		}
		if !some {
			w.b.reset(saved)
		} else {
			first = false
		}
		return true
	}
	keys, ok := w.keys, true
	if !w.hasKeys {
		if keys, ok = rt.enumerableKeys(o); !ok {
			return false
		}
	}
	for _, k := range keys {
		rt.poll()
		v, ok := rt.Get(o, k)
		if !ok || !one(k, v) {
			return false
		}
	}
	w.indent--
	if !first && w.gap.Len() > 0 {
		w.newline()
	}
	w.b.WriteUnit('}')
	return true
}

// enumerableKeys is EnumerableOwnProperties(o, key).
func (rt *Runtime) enumerableKeys(o Ref) ([]Key, bool) {
	keys, ok := rt.OwnKeys(o)
	if !ok {
		return nil, false
	}
	n := 0
	for _, k := range keys {
		rt.poll()
		if k.IsSymbol() {
			continue
		}
		d, found, ok := rt.GetOwn(o, k)
		if !ok {
			return nil, false
		}
		if found && d.Flags&DescEnumerable != 0 {
			keys[n] = k
			n++
		}
	}
	return keys[:n], true
}

func (w *jsonWriter) array(o Ref) bool {
	rt := w.c.Rt
	n, ok := rt.LengthOf(o)
	if !ok {
		return false
	}
	w.b.WriteUnit('[')
	w.indent++
	for i := range n {
		if i > 0 {
			w.b.WriteUnit(',')
		}
		if w.gap.Len() > 0 {
			w.newline()
		}
		v, ok := rt.getIndex(o, i)
		if !ok {
			return false
		}
		mark := rt.KeptMark()
		rt.Keep(v)
		some, ok := w.property(o, rt.IndexKey(uint64(i)), v)
		rt.KeptReset(mark)
		if !ok {
			return false
		}
		if !some {
			w.b.WriteASCII("null")
		}
		if w.b.Full() {
			return rt.tooLong()
		}
	}
	w.indent--
	if n > 0 && w.gap.Len() > 0 {
		w.newline()
	}
	w.b.WriteUnit(']')
	return true
}

// mark and reset take back what was written since.
func (b *StringBuilder) mark() int { return b.Len() }

func (b *StringBuilder) reset(n int) {
	switch {
	case b.over:
	case b.w != nil:
		b.w = b.w[:n]
	default:
		b.l = b.l[:n]
	}
}

// quote is QuoteJSONString.
func (w *jsonWriter) quote(s Str) {
	b := &w.b
	b.WriteUnit('"')
	if s.W == nil {
		from := 0
		for i, c := range s.L {
			if c >= ' ' && c != '"' && c != '\\' {
				continue
			}
			b.WriteStr(Str{L: s.L[from:i]})
			from = i + 1
			jsonEscape(b, uint16(c))
		}
		b.WriteStr(Str{L: s.L[from:]})
		b.WriteUnit('"')
		return
	}
	for i := 0; i < len(s.W); i++ {
		switch u := s.W[i]; {
		case u < ' ' || u == '"' || u == '\\':
			jsonEscape(b, u)
		case u >= 0xD800 && u < 0xE000:
			if _, n := s.CodePointAt(i); n == 2 {
				b.WriteUnit(u)
				b.WriteUnit(s.W[i+1])
				i++
			} else {
				jsonEscape(b, u)
			}
		default:
			b.WriteUnit(u)
		}
	}
	b.WriteUnit('"')
}

func jsonEscape(b *StringBuilder, u uint16) {
	b.WriteUnit('\\')
	switch u {
	case '"', '\\':
		b.WriteUnit(u)
	case '\b':
		b.WriteUnit('b')
	case '\f':
		b.WriteUnit('f')
	case '\n':
		b.WriteUnit('n')
	case '\r':
		b.WriteUnit('r')
	case '\t':
		b.WriteUnit('t')
	default:
		b.WriteUnit('u')
		for shift := 12; shift >= 0; shift -= 4 {
			b.WriteUnit(uint16("0123456789abcdef"[u>>shift&15]))
		}
	}
}

// https://tc39.es/ecma262/#sec-json.rawjson
func jsonRawJSON(c *Call) Value {
	rt := c.Rt
	v, ok := c.argStr(0)
	if !ok {
		return Undefined
	}
	s := rt.Str(v)
	n := s.Len()
	bad := n == 0
	for _, i := range []int{0, n - 1} {
		if !bad {
			u := s.At(i)
			bad = u == '\t' || u == '\n' || u == '\r' || u == ' '
		}
	}
	if bad || s.At(0) == '{' || s.At(0) == '[' {
		rt.SyntaxError("Invalid value for JSON.rawJSON")
		return Undefined
	}
	if _, ok := c.Realm.parseJSON(v, nil); !ok {
		return Undefined
	}
	o := rt.NewKind(KindRawJSON, 0)
	rt.PutData(o, KeyRawJSON, v)
	rt.SetIntegrity(o, true)
	return objectValue(o)
}

func jsonIsRawJSON(c *Call) Value { return Bool(c.Rt.IsKind(c.Arg(0), KindRawJSON)) }

func init() {
	define(JSONObject, objectDef{props: []prop{
		method("parse", 2, jsonParse),
		method("stringify", 3, jsonStringify),
		method("rawJSON", 1, jsonRawJSON),
		method("isRawJSON", 1, jsonIsRawJSON),
		text("@@toStringTag", "JSON"),
	}})
}
