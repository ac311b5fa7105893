package parse

import "unsafe"

// name is an interned identifier of one parse; 0 is none. Equal names have equal text.
type name uint32

// Names that the grammar knows come first, in this order. Up to nameLastReserved they are reserved words.
const (
	_ name = iota
	nBreak
	nCase
	nCatch
	nClass
	nConst
	nContinue
	nDebugger
	nDefault
	nDelete
	nDo
	nElse
	nEnum
	nExport
	nExtends
	nFalse
	nFinally
	nFor
	nFunction
	nIf
	nImport
	nIn
	nInstanceof
	nNew
	nNull
	nReturn
	nSuper
	nSwitch
	nThis
	nThrow
	nTrue
	nTry
	nTypeof
	nVar
	nVoid
	nWhile
	nWith
	nameLastReserved = nWith
)

const (
	nAwait name = nameLastReserved + 1 + iota
	nYield
	nLet
	nStatic
	nImplements
	nInterface
	nPackage
	nPrivate
	nProtected
	nPublic
	nAs
	nAsync
	nFrom
	nGet
	nOf
	nSet
	nTarget
	nMeta
	nEval
	nArguments
	nConstructor
	nPrototype
	nProto
	nUndefined
	nLength
	nAnonymous
	nHashConstructor
	nStarDefault // binding of an anonymous default export
	nNewTarget   // pseudo variables, see code.ScopeVar
	nFunc
	nameCount
)

var knownNames = [nameCount]string{"", "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else", "enum",
	"export", "extends", "false", "finally", "for", "function", "if", "import", "in", "instanceof", "new", "null", "return", "super", "switch",
	"this", "throw", "true", "try", "typeof", "var", "void", "while", "with",
	"await", "yield", "let", "static", "implements", "interface", "package", "private", "protected", "public", "as", "async", "from", "get", "of",
	"set", "target", "meta", "eval", "arguments", "constructor", "prototype", "__proto__", "undefined", "length", "anonymous", "#constructor",
	"*default*", "new.target", "%func"}

// strictReserved reports whether the name is reserved in strict code only.
func strictReserved(n name) bool { return n >= nYield && n <= nPublic }

type nameEntry struct {
	off, len, hash uint32 // text is src[off:off+len], or extra[off-extraBase:] from extraBase on
}

const extraBase = 1 << 31

// nameTable interns names. Text of names without escapes and non-ASCII stays in the source.
type nameTable struct {
	src     []byte
	extra   []byte
	entries []nameEntry
	slots   []uint32 // open addressing, power of two; 0 is free
}

const hashSeed, hashPrime = 2166136261, 16777619

func hashBytes(b []byte) uint32 {
	h := uint32(hashSeed)
	for _, c := range b {
		h = (h ^ uint32(c)) * hashPrime
	}
	return h
}

// knownTable is what every table starts from.
var knownTable = func() (t nameTable) {
	t.slots = make([]uint32, 256)
	t.entries = make([]nameEntry, 1, nameCount)
	for _, s := range knownNames[1:] {
		t.addExtra([]byte(s))
	}
	return
}()

func (t *nameTable) init(src []byte, hint int) {
	n := 256
	for n < hint {
		n *= 2
	}
	t.src = src
	t.extra = append(t.extra[:0], knownTable.extra...)
	t.entries = append(make([]nameEntry, 0, max(n/2, int(nameCount)+32)), knownTable.entries...)
	if n == 256 {
		t.slots = append([]uint32(nil), knownTable.slots...)
		return
	}
	t.slots = make([]uint32, n)
	t.rehash()
}

func (t *nameTable) rehash() {
	mask := uint32(len(t.slots) - 1)
	for id := 1; id < len(t.entries); id++ {
		i := spread(t.entries[id].hash) & mask
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = uint32(id)
	}
}

func spread(h uint32) uint32 { return h ^ h>>15 }

func (t *nameTable) bytes(n name) []byte {
	e := &t.entries[n]
	if e.off >= extraBase {
		o := e.off - extraBase
		return t.extra[o : o+e.len]
	}
	return t.src[e.off : e.off+e.len]
}

// inSource interns src[start:end], whose hash is h.
func (t *nameTable) inSource(start, end int, h uint32) name {
	mask := uint32(len(t.slots) - 1)
	n := uint32(end - start)
	for i := spread(h) & mask; ; i = (i + 1) & mask {
		id := t.slots[i]
		if id == 0 {
			return t.add(i, nameEntry{uint32(start), n, h})
		}
		if e := &t.entries[id]; e.hash == h && e.len == n {
			b := t.bytes(name(id))
			if string(b) == string(t.src[start:end]) {
				return name(id)
			}
		}
	}
}

// addExtra interns text that does not stand in the source as it is.
func (t *nameTable) addExtra(b []byte) name {
	h := hashBytes(b)
	mask := uint32(len(t.slots) - 1)
	for i := spread(h) & mask; ; i = (i + 1) & mask {
		id := t.slots[i]
		if id == 0 {
			off := len(t.extra)
			t.extra = append(t.extra, b...)
			return t.add(i, nameEntry{uint32(off) + extraBase, uint32(len(b)), h})
		}
		if e := &t.entries[id]; e.hash == h && string(t.bytes(name(id))) == string(b) {
			return name(id)
		}
	}
}

func (t *nameTable) add(slot uint32, e nameEntry) name {
	id := len(t.entries)
	t.entries = append(t.entries, e)
	t.slots[slot] = uint32(id)
	if 2*id >= len(t.slots) {
		t.slots = make([]uint32, 2*len(t.slots))
		t.rehash()
	}
	return name(id)
}

// str returns the name as a string that shares the memory of a one-byte source where it can.
func (p *parser) str(n name) string {
	if n < nameCount {
		return knownNames[n]
	}
	b := p.names.bytes(n)
	if p.wide == nil && p.names.entries[n].off < extraBase {
		return unsafe.String(unsafe.SliceData(b), len(b))
	}
	return string(b)
}
