package vm

import (
	"slices"
	"strings"

	"github.com/niso-engine/niso/js/vm/code"
)

// Usage are the counters of a runtime by the names of NISO_JS_MEMORY.
type Usage struct {
	Key   string
	Value int
}

// MemoryRow is one row of a runtime's memory report.
type MemoryRow struct {
	Path        string // as js-realm/… of the report tree
	Bytes       int
	Description string
	Cells       bool // in the heap's own region, and not in Go's heap
}

// memory is what a runtime holds, by part. Cells are counted in the sizes they were given.
type memory struct {
	objects, shapes, arrays, elements, slots, collections, values, closures, functions, strings, accessors int // bytes of cells
	cells, total                                                                                           int
	elementCount                                                                                           int

	funcs, never, funcBytes, codeBytes, constBytes, lineBytes, recordBytes int // functions and programs
	sources                                                                map[*code.Program]int
	buffers, bufferBytes                                                   int
	tables                                                                 int // Go tables of rows
}

func (rt *Runtime) measure() *memory {
	m := &memory{sources: map[*code.Program]int{}}
	h := rt.heap
	size := func(r Ref) int {
		if r == 0 {
			return 0
		}
		return int(h.Size(r)) * 8
	}
	h.Walk(func(r Ref, words uint32) {
		n := int(words) * 8
		kind := rt.kind(r)
		if kind == kindFree {
			return
		}
		m.cells++
		m.total += n
		switch kind {
		case kindStr1, kindStr2, kindRope, kindSlice, kindSymbol, kindBigInt, kindBytes:
			m.strings += n
			return
		case kindShape, kindPropTable:
			m.shapes += n
			return
		case kindScope, kindFrame, kindReaction:
			m.closures += n
			return
		case kindAccessor:
			m.accessors += n
			return
		case kindValues, kindSparse, kindEphemeron:
			m.values += n // what belongs to objects is taken from it below
			return
		}
		switch kind {
		case KindArray:
			m.arrays += n
		case KindFunction, KindNative, KindBound:
			m.functions += n
		case KindMap, KindSet, KindWeakMap, KindWeakSet:
			m.collections += n
			if t := rt.Word(r, 0); t.isInternal() && t.isCell() {
				n := size(t.Ref())
				m.collections, m.values = m.collections+n, m.values-n
			}
		default:
			m.objects += n
		}
		if s := size(Ref(rt.mem[r+1])); s > 0 {
			m.slots, m.values = m.slots+s, m.values-s
		}
		if e := Ref(rt.mem[r+1] >> 32); e != 0 {
			s := size(e)
			m.elements, m.values = m.elements+s, m.values-s
			if kind == KindArray && rt.kind(e) == kindValues {
				m.elementCount += int(min(rt.ArrayLen(r), rt.high(e)))
			}
		}
	})
	for _, in := range rt.funcs {
		if in == nil {
			continue
		}
		m.funcs++
		m.funcBytes += 96
		p := in.prog.program
		if _, seen := m.sources[p]; !seen {
			s, records, _, rest := p.Bytes()
			m.sources[p] = s
			m.recordBytes += records + rest
		}
		if in.c == nil {
			m.never++
			continue
		}
		m.funcBytes += 256 + 28*cap(in.c.sites) + 4*cap(in.c.keys) + 4*cap(in.c.funcs) + 4*cap(in.c.shapes)
		a, b, c := in.c.fn.Parts()
		m.codeBytes += a
		m.constBytes += b + 8*cap(in.c.consts) + 8*cap(in.c.objects)
		m.lineBytes += c
	}
	for _, b := range rt.buffers {
		if b != nil {
			m.buffers++
			m.bufferBytes += 64 + cap(b.data)
			if b.shared != nil {
				m.bufferBytes += cap(b.shared.data)
			}
		}
	}
	_, _, columns := h.Stats()
	m.tables = columns + 4*cap(rt.keys.cells) + 4*cap(rt.keys.index) + 4*cap(rt.keys.free) + 24*cap(rt.hosts) + 4*cap(rt.freeHosts) +
		48*cap(rt.natives) + 8*cap(rt.owners) + 8*cap(rt.funcs) + 40*len(rt.transitions) + 16*cap(rt.roots) + 8*cap(rt.kept) + 8*cap(rt.buffers) + 80*cap(rt.jobs)
	return m
}

// MemoryUsage are the runtime's figures: those of the cells reached by the last collection and of those made since.
func (rt *Runtime) MemoryUsage() []Usage {
	m := rt.measure()
	c := rt.heap.Counts()
	sum := func(kinds ...uint8) (n, bytes int) {
		for _, k := range kinds {
			n += c[k].Cells
			bytes += c[k].Bytes
		}
		return
	}
	inUse, idle, _ := rt.heap.Stats()
	strs, strBytes := sum(kindStr1, kindStr2, kindRope, kindSlice)
	atoms := 0
	for _, x := range rt.keys.cells {
		if x != 0 {
			atoms++
		}
	}
	atomBytes := 4*cap(rt.keys.cells) + 4*cap(rt.keys.index) + 4*cap(rt.keys.free)
	objs, objBytes := 0, 0
	for k := int(KindObject); k < int(numKinds); k++ {
		objs += c[k].Cells
		objBytes += c[k].Bytes
	}
	props, propBytes := sum(kindPropTable)
	values, valueBytes := sum(kindValues, kindSparse, kindAccessor, kindScope, kindFrame)
	shapes, shapeBytes := sum(kindShape)
	source := 0
	for _, n := range m.sources {
		source += n
	}
	functions := m.funcBytes + m.recordBytes + m.constBytes
	outside := functions + m.codeBytes + m.lineBytes + m.tables + m.bufferBytes
	arrays := c[KindArray].Cells
	limit := rt.heap.LimitBytes()
	if limit == 0 {
		limit = -1
	}
	return []Usage{
		{"malloc_size", inUse + idle + outside}, {"malloc_count", m.cells + m.funcs + m.buffers},
		{"memory_used_size", m.total + outside}, {"memory_used_count", m.cells + m.funcs + m.buffers},
		{"atom_count", atoms}, {"atom_size", atomBytes}, {"str_count", strs}, {"str_size", strBytes},
		{"obj_count", objs}, {"obj_size", objBytes}, {"prop_count", props + values}, {"prop_size", propBytes + valueBytes},
		{"shape_count", shapes}, {"shape_size", shapeBytes},
		{"js_func_count", m.funcs}, {"js_func_size", functions}, {"js_func_code_size", m.codeBytes},
		{"js_func_pc2line_count", m.funcs - m.never}, {"js_func_pc2line_size", m.lineBytes},
		{"c_func_count", c[KindNative].Cells}, {"array_count", arrays}, {"fast_array_count", arrays}, {"fast_array_elements", m.elementCount},
		{"binary_object_count", m.buffers}, {"binary_object_size", m.bufferBytes}, {"malloc_limit", limit},
		{"funcs_never_called", m.never}, {"source_size", source}, {"source_shared", 0},
	}
}

// MemoryRows are the rows of a memory report: what they add up to is all that the runtime holds.
func (rt *Runtime) MemoryRows() []MemoryRow {
	m := rt.measure()
	inUse, idle, columns := rt.heap.Stats()
	rows := []MemoryRow{
		{"objects", m.objects, "Objects, their inline properties included.", true},
		{"properties", m.slots + m.accessors, "Properties that do not fit into their objects, getters and setters.", true},
		{"shapes", m.shapes, "Shapes and their property tables.", true},
		{"arrays", m.arrays + m.elements, "Arrays and elements of objects.", true},
		{"maps-sets", m.collections, "Maps, sets and their weak kin.", true},
		{"closures", m.closures, "Variables that functions captured, suspended generators and async functions, reactions of promises.", true},
		{"values", max(m.values, 0), "Lists of values within the engine.", true},
		{"strings", m.strings, "Strings, symbols and BigInts.", true},
		{"functions/objects", m.functions, "Function objects.", true},
		{"functions/headers", m.funcBytes, "What a realm knows of each function's code.", false},
		{"functions/bytecode", m.codeBytes, "Instructions.", false},
		{"functions/constants", m.constBytes, "Constants, names, literals.", false},
		{"functions/line-tables", m.lineBytes, "Positions in the source.", false},
		{"functions/uncompiled", m.recordBytes, "Records of functions, compiled or not, and their scopes.", false},
		{"array-buffers", m.bufferBytes, "Bytes of ArrayBuffers.", false},
		{"tables", m.tables - columns, "Tables of rows: names, native functions, platform objects, roots.", false},
		{"unused/in-pages", inUse - m.total, "Free cells in pages that are in use.", true},
		{"unused/pages", idle, "Pages that are kept for new cells.", true},
		{"unused/columns", columns, "Marks and rows of pages.", false},
	}
	programs := make([]*code.Program, 0, len(m.sources))
	for p := range m.sources {
		programs = append(programs, p)
	}
	slices.SortFunc(programs, func(a, b *code.Program) int { return strings.Compare(a.Name, b.Name) })
	for _, p := range programs {
		name := p.Name
		if name == "" {
			name = "eval"
		}
		rows = append(rows, MemoryRow{"sources/source(" + strings.ReplaceAll(name, "/", "\\") + ")", m.sources[p], "Source text of a script.", false})
	}
	return rows
}
