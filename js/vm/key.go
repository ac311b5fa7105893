package vm

import (
	"math"
	"math/bits"
	"strconv"
	"sync"

	"github.com/niso-engine/niso/js/internal/wtf8"
)

// Key is a property key.
//
//	1iiiiiii…   the integer index i, below 2^31
//	01rrrrrr…   a symbol (or private name): row r of Runtime.keys
//	00rrrrrr…   a string that is no such index: row r of Runtime.keys
//
// 0 is no key. Rows below numStatic are the same in all runtimes.
type Key uint32

const (
	keyIndex  Key = 1 << 31
	keySymbol Key = 1 << 30
)

// MaxIndexKey is the largest integer that is an index Key; larger array indices are string keys.
const MaxIndexKey = math.MaxInt32

// IsIndex reports whether k is an integer index.
func (k Key) IsIndex() bool { return k&keyIndex != 0 }

// Index is the integer of an index key.
func (k Key) Index() uint32 { return uint32(k &^ keyIndex) }

// IsSymbol reports whether k is a symbol.
func (k Key) IsSymbol() bool { return k&(keyIndex|keySymbol) == keySymbol }

// IsString reports whether k is a string (integer indices are strings too, to script).
func (k Key) IsString() bool { return k&(keyIndex|keySymbol) != keySymbol }

func (k Key) row() uint32 { return uint32(k &^ keySymbol) }

// Well-known symbols have the first rows.
const (
	SymIterator = keySymbol + 1 + iota
	SymAsyncIterator
	SymHasInstance
	SymIsConcatSpreadable
	SymMatch
	SymMatchAll
	SymReplace
	SymSearch
	SymSpecies
	SymSplit
	SymToPrimitive
	SymToStringTag
	SymUnscopables
	SymDispose
	SymAsyncDispose
	symLast
)

var symbolNames = [...]string{"Symbol.iterator", "Symbol.asyncIterator", "Symbol.hasInstance", "Symbol.isConcatSpreadable", "Symbol.match",
	"Symbol.matchAll", "Symbol.replace", "Symbol.search", "Symbol.species", "Symbol.split", "Symbol.toPrimitive", "Symbol.toStringTag",
	"Symbol.unscopables", "Symbol.dispose", "Symbol.asyncDispose"}

const firstName = Key(symLast &^ keySymbol)

// Names that Go code of this package uses, in the order of fixedNames.
const (
	KeyEmpty = firstName + iota
	KeyLength
	KeyPrototype
	KeyConstructor
	KeyName
	KeyMessage
	KeyStack
	KeyCause
	KeyErrors
	KeyToString
	KeyValueOf
	KeyToJSON
	KeyNext
	KeyReturn
	KeyThrow
	KeyDone
	KeyValue
	KeyGet
	KeySet
	KeyEnumerable
	KeyConfigurable
	KeyWritable
	KeyProto
	KeyCallee
	KeyCaller
	KeyArguments
	KeyThen
	KeyRaw
	KeyIndexName // "index"
	KeyInput
	KeyGroups
	KeyIndices
	KeyLastIndex
	KeyFlags
	KeySource
	KeyExec
	KeyDefault
	KeyUndefined
	KeyNull
	KeyTrue
	KeyFalse
	KeyNaN
	KeyInfinity
	KeyObject
	KeyFunction
	KeyBoolean
	KeyNumber
	KeyString
	KeySymbol
	KeyBigInt
	KeyHas
	KeyAdd
	KeyDelete
	KeyKeys
	KeySize
	KeyApply
	KeyCall
	KeyJoin
	KeyEval
	KeyGlobalThis
	KeyStackTraceLimit
	KeyPrepareStackTrace
	KeyResolve
	KeyWith
	KeyStarDefault
	KeyProxy
	KeyRevoke
	KeyPromise
	KeyReject
	KeyStatus
	KeyReason
	KeyConstruct
	KeyDefineProperty
	KeyDeleteProperty
	KeyGetOwnPropertyDescriptor
	KeyGetPrototypeOf
	KeyIsExtensible
	KeyOwnKeys
	KeyPreventExtensions
	KeySetPrototypeOf
	KeyMaxByteLength
	KeyGlobal
	KeyIgnoreCase
	KeyMultiline
	KeyDotAll
	KeyUnicode
	KeyUnicodeSets
	KeySticky
	KeyHasIndices
	KeyRawJSON
	lastFixed
)

var fixedNames = [...]string{"", "length", "prototype", "constructor", "name", "message", "stack", "cause", "errors", "toString", "valueOf", "toJSON",
	"next", "return", "throw", "done", "value", "get", "set", "enumerable", "configurable", "writable", "__proto__", "callee", "caller",
	"arguments", "then", "raw", "index", "input", "groups", "indices", "lastIndex", "flags", "source", "exec", "default", "undefined",
	"null", "true", "false", "NaN", "Infinity", "object", "function", "boolean", "number", "string", "symbol", "bigint", "has", "add", "delete",
	"keys", "size", "apply", "call", "join", "eval", "globalThis", "stackTraceLimit", "prepareStackTrace", "resolve", "with", "*default*",
	"proxy", "revoke", "promise", "reject", "status", "reason", "construct", "defineProperty", "deleteProperty", "getOwnPropertyDescriptor",
	"getPrototypeOf", "isExtensible", "ownKeys", "preventExtensions", "setPrototypeOf", "maxByteLength", "global", "ignoreCase", "multiline",
	"dotAll", "unicode", "unicodeSets", "sticky", "hasIndices", "rawJSON"}

var _ = [1]struct{}{}[int(lastFixed-firstName)-len(fixedNames)]

// The static names: fixedNames and those of the tables of built-ins, Latin-1 all. Written once, before the first runtime is made.
var static struct {
	once  sync.Once
	names []string // by row; "" below firstName
	index []uint32 // open addressing by hash of the units: row
}

// staticKey is the key of a name in a static table: "@@iterator" for a well-known symbol.
func staticKey(name string) Key {
	if len(name) > 2 && name[:2] == "@@" {
		for i, s := range symbolNames {
			if s[len("Symbol."):] == name[2:] {
				return SymIterator + Key(i)
			}
		}
		panic("vm: no symbol " + name)
	}
	if i, ok := arrayIndexOf(Str{L: []byte(name)}); ok && i <= MaxIndexKey {
		return keyIndex | Key(i)
	}
	h := hashStr(Str{L: []byte(name)})
	if k := staticLookup(Str{L: []byte(name)}, h); k != 0 {
		return k
	}
	row := uint32(len(static.names))
	static.names = append(static.names, name)
	if 2*len(static.names) > len(static.index) {
		static.index = make([]uint32, 1<<bits.Len(uint(4*len(static.names))))
		for r := uint32(firstName); int(r) < len(static.names); r++ {
			staticInsert(r)
		}
	} else {
		staticInsert(row)
	}
	return Key(row)
}

func staticInsert(row uint32) {
	mask := uint32(len(static.index) - 1)
	i := hashStr(Str{L: []byte(static.names[row])}) & mask
	for static.index[i] != 0 {
		i = (i + 1) & mask
	}
	static.index[i] = row
}

func staticLookup(s Str, h uint32) Key {
	if len(static.index) == 0 || s.W != nil {
		return 0
	}
	mask := uint32(len(static.index) - 1)
	for i := h & mask; static.index[i] != 0; i = (i + 1) & mask {
		if r := static.index[i]; static.names[r] == string(s.L) {
			return Key(r)
		}
	}
	return 0
}

func initStatic() {
	static.once.Do(func() {
		static.names = make([]string, firstName)
		for _, n := range fixedNames {
			static.names = append(static.names, n)
		}
		static.index = make([]uint32, 4096)
		for r := uint32(firstName); int(r) < len(static.names); r++ {
			staticInsert(r)
		}
		prepareBuiltins()
	})
}

// hashStr is the hash of a string's units, the same for both widths.
func hashStr(s Str) uint32 {
	h := uint32(0x811C9DC5)
	if s.W == nil {
		for _, c := range s.L {
			h = (h ^ uint32(c)) * 0x01000193
		}
	} else {
		for _, c := range s.W {
			h = (h ^ uint32(c)) * 0x01000193
		}
	}
	h ^= h >> 15
	if h == 0 {
		h = 1
	}
	return h
}

// keyTable are the keys of a runtime: rows of cells, found by content. A row whose cell dies is free.
type keyTable struct {
	cells []Ref    // by row: a string or symbol cell; 0: a static name without a cell yet, or free
	free  []uint32 // free rows
	index []uint32 // open addressing by hash: row of a string that is not static; deadRow for removed ones
	used  int      // of index, removed ones included
}

const deadRow = ^uint32(0)

// arrayIndexOf reports whether s is the decimal form of an integer of at most 2^32-2.
func arrayIndexOf(s Str) (uint32, bool) {
	n := s.Len()
	if n == 0 || n > 10 {
		return 0, false
	}
	c := s.At(0)
	if c == '0' {
		return 0, n == 1
	}
	x := uint64(0)
	for i := range n {
		c := s.At(i) - '0'
		if c > 9 {
			return 0, false
		}
		x = x*10 + uint64(c)
	}
	return uint32(x), x < math.MaxUint32
}

// ArrayIndex is the array index that a key is: up to 2^32-2, where those of 2^31 and above are string keys.
func (rt *Runtime) ArrayIndex(k Key) (uint32, bool) {
	if k.IsIndex() {
		return k.Index(), true
	}
	if k.IsSymbol() {
		return 0, false
	}
	return arrayIndexOf(rt.KeyStr(k))
}

// IndexKey is the key of an integer index of any size.
func (rt *Runtime) IndexKey(i uint64) Key {
	if i <= MaxIndexKey {
		return keyIndex | Key(i)
	}
	return rt.InternASCII(strconv.FormatUint(i, 10))
}

// IntKey is the key of an index of at most MaxIndexKey.
func IntKey(i uint32) Key { return keyIndex | Key(i) }

// lookup finds the key of a string that is no index, 0 if there is none yet.
func (rt *Runtime) lookupKey(s Str, h uint32) Key {
	if k := staticLookup(s, h); k != 0 {
		return k
	}
	t := &rt.keys
	mask := uint32(len(t.index) - 1)
	for i := h & mask; t.index[i] != 0; i = (i + 1) & mask {
		r := t.index[i]
		if r == deadRow {
			continue
		}
		c := t.cells[r]
		if uint32(rt.mem[c+1]) == h && rt.flatAt(c).Equal(s) {
			return Key(r)
		}
	}
	return 0
}

// addKey makes a row for a flat string cell.
func (rt *Runtime) addKey(c Ref, h uint32) Key {
	t := &rt.keys
	if 4*(t.used+1) > 3*len(t.index) {
		rt.rehashKeys()
	}
	r := rt.newKeyRow(c)
	mask := uint32(len(t.index) - 1)
	i := h & mask
	for t.index[i] != 0 && t.index[i] != deadRow {
		i = (i + 1) & mask
	}
	if t.index[i] == 0 {
		t.used++
	}
	t.index[i] = r
	rt.mem[c+1] = uint64(h) | uint64(r)<<32
	return Key(r)
}

func (rt *Runtime) newKeyRow(c Ref) uint32 {
	t := &rt.keys
	if n := len(t.free); n > 0 {
		r := t.free[n-1]
		t.free = t.free[:n-1]
		t.cells[r] = c
		return r
	}
	t.cells = append(t.cells, c)
	return uint32(len(t.cells) - 1)
}

func (rt *Runtime) rehashKeys() {
	t := &rt.keys
	live := 0
	for r := rt.numStatic; int(r) < len(t.cells); r++ {
		if c := t.cells[r]; c != 0 && rt.kind(c) != kindSymbol {
			live++
		}
	}
	size := 256
	for size < 2*(live+1) {
		size *= 2
	}
	t.index = make([]uint32, size)
	t.used = live
	mask := uint32(size - 1)
	for r := rt.numStatic; int(r) < len(t.cells); r++ {
		c := t.cells[r]
		if c == 0 || rt.kind(c) == kindSymbol {
			continue
		}
		i := uint32(rt.mem[c+1]) & mask
		for t.index[i] != 0 {
			i = (i + 1) & mask
		}
		t.index[i] = r
	}
}

// internStr is the key of units in Go memory.
func (rt *Runtime) internStr(s Str) Key {
	if i, ok := arrayIndexOf(s); ok && i <= MaxIndexKey {
		return keyIndex | Key(i)
	}
	h := hashStr(s)
	if k := rt.lookupKey(s, h); k != 0 {
		return k
	}
	return rt.addKey(rt.newStr(s), h)
}

// InternASCII is the key of an ASCII name.
func (rt *Runtime) InternASCII(name string) Key { return rt.internStr(Str{L: []byte(name)}) }

// Intern is the key of a WTF-8 name.
func (rt *Runtime) Intern(name string) Key {
	if wtf8.IsASCII(name) {
		return rt.InternASCII(name)
	}
	return rt.internStr(narrow(wtf8.ToUTF16(name)))
}

// stringKey is the key of a string cell. It flattens the string.
func (rt *Runtime) stringKey(c Ref) Key {
	if k := rt.mem[c+1] >> 32; k != 0 {
		return Key(k)
	}
	s := rt.flat(c)
	if i, ok := arrayIndexOf(s); ok && i <= MaxIndexKey {
		return keyIndex | Key(i)
	}
	if s.W != nil {
		s = narrow(s.W)
	}
	h := uint32(rt.mem[c+1])
	if h == 0 {
		h = hashStr(s)
	}
	if k := rt.lookupKey(s, h); k != 0 {
		rt.mem[c+1] = uint64(h) | uint64(k)<<32
		return k
	}
	if kd := rt.kind(c); kd == kindStr1 || kd == kindStr2 && s.W != nil {
		return rt.addKey(c, h)
	}
	k := rt.addKey(rt.newStr(s), h)
	rt.mem[c+1] = uint64(h) | uint64(k)<<32
	return k
}

// keyCell is the string or symbol cell of a key that is no index.
func (rt *Runtime) keyCell(k Key) Ref {
	r := k.row()
	c := rt.keys.cells[r]
	if c == 0 {
		if k.IsSymbol() {
			c = rt.newSymbolCell(k, rt.NewASCII(symbolNames[r-1]))
		} else {
			s := Str{L: []byte(static.names[r])}
			c = rt.newStr(s)
			rt.mem[c+1] = uint64(hashStr(s)) | uint64(r)<<32
		}
		rt.keys.cells[r] = c
	}
	return c
}

// KeyValue is the value of a key: a string or a symbol.
func (rt *Runtime) KeyValue(k Key) Value {
	if k.IsIndex() {
		return rt.indexString(k.Index())
	}
	c := rt.keyCell(k)
	if k.IsSymbol() {
		return symbolValue(c)
	}
	return stringValue(c)
}

func (rt *Runtime) indexString(i uint32) Value {
	if i < 10 {
		return rt.unitString(uint16('0' + i))
	}
	var b [10]byte
	return rt.newLatin1(strconv.AppendUint(b[:0], uint64(i), 10))
}

// KeyStr is the text of a key: of a symbol, its description.
func (rt *Runtime) KeyStr(k Key) Str {
	if k.IsIndex() {
		return Str{L: strconv.AppendUint(nil, uint64(k.Index()), 10)}
	}
	if k.IsSymbol() {
		c := rt.keyCell(k)
		if d := Value(rt.mem[c+2]); d.IsString() {
			return rt.flat(d.Ref())
		}
		return Str{}
	}
	if c := rt.keys.cells[k.row()]; c != 0 {
		return rt.flatAt(c)
	}
	return Str{L: []byte(static.names[k.row()])}
}

// KeyString is the text of a key as messages show it: Symbol(description) for symbols.
func (rt *Runtime) KeyString(k Key) string {
	s := rt.KeyStr(k).String()
	if k.IsSymbol() && (rt.flags(rt.keyCell(k))&symPrivate == 0) {
		return "Symbol(" + s + ")"
	}
	return s
}

// Flags of a symbol's cell.
const (
	symPrivate  uint8 = 1 // a private name
	symRegistry uint8 = 2 // made by Symbol.for
)

func (rt *Runtime) newSymbolCell(k Key, desc Value) Ref {
	c := rt.heap.Alloc(kindSymbol, 3)
	rt.mem[c+1] = uint64(k)
	rt.mem[c+2] = uint64(desc)
	return c
}

// NewSymbol makes a symbol; desc is a string or undefined.
func (rt *Runtime) NewSymbol(desc Value) Value {
	c := rt.newSymbolCell(0, desc)
	rt.mem[c+1] = uint64(keySymbol | Key(rt.newKeyRow(c)))
	return symbolValue(c)
}

// WellKnown is the value of a well-known symbol.
func (rt *Runtime) WellKnown(k Key) Value { return symbolValue(rt.keyCell(k)) }

// SymbolDescription is the description of a symbol: a string or undefined.
func (rt *Runtime) SymbolDescription(v Value) Value { return Value(rt.mem[v.Ref()+2]) }

// SymbolFor is Symbol.for(key). https://tc39.es/ecma262/#sec-symbol.for
func (rt *Runtime) SymbolFor(s Value) Value {
	name := rt.GoString(s)
	if r, ok := rt.symbolFor[name]; ok {
		return symbolValue(r)
	}
	v := rt.NewSymbol(s)
	rt.setFlag(v.Ref(), symRegistry)
	if rt.symbolFor == nil {
		rt.symbolFor = map[string]Ref{}
	}
	rt.symbolFor[name] = v.Ref()
	return v
}

// SymbolKeyFor is the key of a symbol made by SymbolFor, else undefined.
func (rt *Runtime) SymbolKeyFor(v Value) Value {
	if rt.flags(v.Ref())&symRegistry != 0 {
		return rt.SymbolDescription(v)
	}
	return Undefined
}

func (rt *Runtime) symbolKey(c Ref) Key { return Key(rt.mem[c+1]) }

func (rt *Runtime) isPrivateKey(k Key) bool {
	return k.IsSymbol() && k >= symLast && rt.flags(rt.keyCell(k))&symPrivate != 0
}

// numberKey is the key of a Number.
func (rt *Runtime) numberKey(v Value) Key {
	if v.IsInt() && v.int() >= 0 {
		return keyIndex | Key(v.int())
	}
	return rt.stringKey(rt.numberString(v).Ref())
}

// primitiveKey is the key of a primitive: ToPropertyKey without ToPrimitive.
func (rt *Runtime) primitiveKey(v Value) Key {
	switch {
	case v.IsInt():
		return rt.numberKey(v)
	case v.IsString():
		return rt.stringKey(v.Ref())
	case v.IsSymbol():
		return rt.symbolKey(v.Ref())
	}
	return rt.stringKey(rt.primitiveString(v).Ref())
}
