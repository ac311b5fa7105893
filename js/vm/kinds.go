package vm

// Kinds of cells. Those from KindObject on are objects.
const (
	kindFree uint8 = iota

	// Strings; the length in units is in the header. Word 1: hash 32, string key 32 (0: not looked up yet).
	kindStr1  // one byte a unit from word 2 on
	kindStr2  // two bytes a unit; at least one unit is above 255
	kindRope  // word 2: left 32, right 32
	kindSlice // word 2: flat string 32, first unit 32

	kindSymbol // word 1: its Key 32; word 2: description (Value). Flags: symPrivate, symRegistered
	kindBigInt // sign in flags, word count in the header, magnitude from word 1 on

	kindShape     // shape.go
	kindPropTable // shape.go
	kindValues    // length in the header, then that many Values: slots, elements, anything
	kindBytes     // words without references: length in the header is the number of bytes
	kindSparse    // sparse elements (array.go)
	kindAccessor  // word 1: getter, word 2: setter (Values)
	kindScope     // word 1: parent scope; then slots (length in the header)
	kindFrame     // saved frame of a generator (generator.go)
	kindReaction  // promise reaction (promise.go)
	kindEphemeron // table of a WeakMap or WeakSet (weak.go)

	KindObject // plain object
)

// Kinds of objects. The words of a kind come after the two of every object, and inline slots after those.
const (
	KindArray                = KindObject + 1 + iota // word 2: length (raw); aux: arrayFrozenLength
	KindFunction                                     // closure (function.go)
	KindNative                                       // native function (function.go)
	KindBound                                        // bound function: target, this, values cell of arguments
	KindError                                        // word 2: stack frames taken when it was made (raw row, error.go)
	KindBooleanObj                                   // word 2: primitive
	KindNumberObj                                    // word 2: primitive
	KindStringObj                                    // word 2: primitive; exotic
	KindSymbolObj                                    // word 2: primitive
	KindBigIntObj                                    // word 2: primitive
	KindArguments                                    // unmapped or mapped arguments: word 2: scope of mapped ones, word 3: map (values cell: slot or undefined)
	KindDate                                         // word 2: time value (a Number)
	KindRegExp                                       // words 2–5: see builtin_regexp
	KindMap                                          // words 2–3
	KindSet                                          // words 2–3
	KindWeakMap                                      // word 2: ephemeron table
	KindWeakSet                                      // word 2: ephemeron table
	KindWeakRef                                      // word 2: target (weak)
	KindFinalizationRegistry                         // words 2–4
	KindArrayBuffer                                  // word 2: row of Runtime.buffers (raw)
	KindSharedArrayBuffer                            // word 2: row of Runtime.buffers (raw)
	KindTypedArray                                   // word 2: buffer object; word 3: raw; word 4: raw; word 5: raw
	KindDataView                                     // the same words
	KindPromise                                      // promise.go
	KindProxy                                        // words 2–3: target, handler (null when revoked)
	KindGenerator                                    // generator.go
	KindAsyncGenerator                               // generator.go
	KindArrayIterator                                // words 2–4: target, next index, kind
	KindMapIterator                                  // words 2–4
	KindSetIterator                                  // words 2–4
	KindStringIterator                               // words 2–3
	KindRegExpStringIterator                         // words 2–5
	KindIteratorHelper                               // words 2–6
	KindWrapForValidIterator                         // words 2–3
	KindAsyncFromSync                                // words 2–3
	KindForIn                                        // for-in enumerator, never seen by script: words 2–4
	KindModuleNamespace                              // word 2: module row (raw)
	KindGlobal                                       // global object: word 2: host id, class (raw); word 3: row of Go state (raw)
	KindHost                                         // host object: word 2: host id 32, class 16 (raw); word 3: row of Go state (raw)
	KindGlobalProxy                                  // global proxy: word 2: its global object
	KindRawJSON                                      // JSON.rawJSON object (no words)
	KindLib1                                         // for built-ins that need a kind of their own
	KindLib2
	KindLib3
	KindLib4
	KindLib5
	KindLib6
	KindLib7
	KindLib8
	numKinds
)

// kindInfo says how many internal words objects of a kind have, and which of them are Values (bit 0: word 2). The others are raw and
// not traced.
type kindInfo struct {
	name   string
	words  uint8
	values uint8
}

var kinds = [numKinds]kindInfo{
	KindObject:               {"Object", 0, 0},
	KindArray:                {"Array", 1, 0},
	KindFunction:             {"Function", 3, 0},
	KindNative:               {"Function", 1, 0},
	KindBound:                {"Function", 3, 7},
	KindError:                {"Error", 1, 0},
	KindBooleanObj:           {"Boolean", 1, 1},
	KindNumberObj:            {"Number", 1, 1},
	KindStringObj:            {"String", 1, 1},
	KindSymbolObj:            {"Symbol", 1, 1},
	KindBigIntObj:            {"BigInt", 1, 1},
	KindArguments:            {"Arguments", 2, 3},
	KindDate:                 {"Date", 1, 1},
	KindRegExp:               {"RegExp", 4, 15},
	KindMap:                  {"Map", 2, 3},
	KindSet:                  {"Set", 2, 3},
	KindWeakMap:              {"WeakMap", 1, 0},
	KindWeakSet:              {"WeakSet", 1, 0},
	KindWeakRef:              {"WeakRef", 1, 0},
	KindFinalizationRegistry: {"FinalizationRegistry", 3, 0},
	KindArrayBuffer:          {"ArrayBuffer", 1, 0},
	KindSharedArrayBuffer:    {"SharedArrayBuffer", 1, 0},
	KindTypedArray:           {"TypedArray", 4, 1},
	KindDataView:             {"DataView", 4, 1},
	KindPromise:              {"Promise", 3, 7},
	KindProxy:                {"Proxy", 2, 3},
	KindGenerator:            {"Generator", 2, 3},
	KindAsyncGenerator:       {"AsyncGenerator", 3, 7},
	KindArrayIterator:        {"Array Iterator", 3, 7},
	KindMapIterator:          {"Map Iterator", 3, 7},
	KindSetIterator:          {"Set Iterator", 3, 7},
	KindStringIterator:       {"String Iterator", 2, 3},
	KindRegExpStringIterator: {"RegExp String Iterator", 4, 15},
	KindIteratorHelper:       {"Iterator Helper", 5, 31},
	KindWrapForValidIterator: {"Wrap", 2, 3},
	KindAsyncFromSync:        {"Async-from-Sync Iterator", 2, 3},
	KindForIn:                {"for-in", 3, 7},
	KindModuleNamespace:      {"Module", 1, 0},
	KindGlobal:               {"global", 2, 0},
	KindHost:                 {"Object", 2, 0},
	KindGlobalProxy:          {"global", 1, 1},
	KindRawJSON:              {"Object", 0, 0},
	KindLib1:                 {"Object", 4, 15},
	KindLib2:                 {"Object", 4, 15},
	KindLib3:                 {"Object", 4, 15},
	KindLib4:                 {"Object", 4, 15},
	KindLib5:                 {"Object", 4, 15},
	KindLib6:                 {"Object", 4, 15},
	KindLib7:                 {"Object", 4, 15},
	KindLib8:                 {"CallSite", 4, 15},
}

// Flags of an object's header.
const (
	flagNonExtensible uint8 = 1 << iota
	flagProto               // is or was the prototype of an object: changes of its properties invalidate inline caches
	flagLazy                // own properties are not made yet: see lazy.go
	flagCallable            // has [[Call]]
	flagConstructor         // has [[Construct]]
	flagSealedElems         // elements are not configurable
	flagFrozenElems         // nor writable
	flagExotic              // some internal methods are those of exotics[kind]
)

// Aux bits of an array's header.
const auxFrozenLength = 1

// Header fields.

func (rt *Runtime) kind(r Ref) uint8       { return uint8(rt.mem[r]) }
func (rt *Runtime) flags(r Ref) uint8      { return uint8(rt.mem[r] >> 8) }
func (rt *Runtime) aux(r Ref) uint16       { return uint16(rt.mem[r] >> 16) }
func (rt *Runtime) high(r Ref) uint32      { return uint32(rt.mem[r] >> 32) }
func (rt *Runtime) setFlag(r Ref, f uint8) { rt.mem[r] |= uint64(f) << 8 }
func (rt *Runtime) clearFlag(r Ref, f uint8) {
	rt.mem[r] &^= uint64(f) << 8
}
func (rt *Runtime) setAux(r Ref, a uint16) { rt.mem[r] = rt.mem[r]&^(0xFFFF<<16) | uint64(a)<<16 }
func (rt *Runtime) setHigh(r Ref, n uint32) {
	rt.mem[r] = rt.mem[r]&0xFFFFFFFF | uint64(n)<<32
}

// Kind is the kind of an object's cell.
func (rt *Runtime) Kind(o Ref) uint8 { return rt.kind(o) }

// Word and SetWord access an internal word of an object as a Value: word 0 is the first of its kind.
func (rt *Runtime) Word(o Ref, i uint32) Value       { return Value(rt.mem[uint32(o)+2+i]) }
func (rt *Runtime) SetWord(o Ref, i uint32, v Value) { rt.mem[uint32(o)+2+i] = uint64(v) }

// Raw and SetRaw access an internal word that is not a Value.
func (rt *Runtime) Raw(o Ref, i uint32) uint64       { return rt.mem[uint32(o)+2+i] }
func (rt *Runtime) SetRaw(o Ref, i uint32, x uint64) { rt.mem[uint32(o)+2+i] = x }

// IsKind reports whether v is an object of a kind.
func (rt *Runtime) IsKind(v Value, kind uint8) bool {
	return v.IsObject() && rt.kind(v.Ref()) == kind
}

// NewValues makes a cell of n Values, all undefined, for internal words (as an internal value) and elements.
func (rt *Runtime) NewValues(n uint32) Ref {
	r := rt.heap.Alloc(kindValues, min(n, maxDense+1)+1)
	rt.setHigh(r, n)
	return r
}

// NewBytes makes a cell of n bytes without references.
func (rt *Runtime) NewBytes(n uint32) Ref {
	r := rt.heap.Alloc(kindBytes, (n+7)/8+1)
	rt.setHigh(r, n)
	return r
}

// CellLen is the length of a cell of Values (their number) or bytes.
func (rt *Runtime) CellLen(r Ref) uint32 { return rt.high(r) }

// At and SetAt access a Value of a cell of NewValues.
func (rt *Runtime) At(r Ref, i uint32) Value       { return Value(rt.mem[uint32(r)+1+i]) }
func (rt *Runtime) SetAt(r Ref, i uint32, v Value) { rt.mem[uint32(r)+1+i] = uint64(v) }

// CellValue is a cell of NewValues or NewBytes as an internal value, to be kept in a word.
func CellValue(r Ref) Value { return internalValue(r) }
