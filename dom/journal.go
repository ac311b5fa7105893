package dom

import "unsafe"

// MutationKind is what happened.
type MutationKind uint8

const (
	// Inserted: Node, with its subtree, became a child of Parent.
	Inserted MutationKind = iota
	// Removed: Node was a child of Parent. It may be destroyed by the time that the record is read, but its row is not reused
	// before the Drain.
	Removed
	// AttrSet: the attribute Attr of Node was set, changed or removed. Old is the class list or id
	// atom before, for class and id.
	AttrSet
	// TextSet: the data of Node changed.
	TextSet
	// StateSet: the state bits Old of Node changed.
	StateSet
	// CustomStateSet: the custom state Old, an atom, of Node came or went.
	CustomStateSet
	// ShadowAttached: Node became a shadow host.
	ShadowAttached
	// SlotsChanged: which nodes the slots in the shadow tree of Node, a host, have may have changed.
	SlotsChanged
)

// Mutation is one record of the journal.
type Mutation struct {
	Kind   MutationKind
	Node   NodeID
	Parent NodeID
	Next   NodeID // Inserted, Removed: the sibling that follows (0 = last)
	Attr   NameID
	Old    uint32
}

// Journal records the mutations of a document's connected trees (and its shadow trees) since the style pass last drained it.
// Mutations of trees that are not connected are not recorded.
type Journal struct {
	list []Mutation
	// Overflow is set when more was recorded than is worth reading: whoever drains treats everything as changed.
	Overflow bool
	seq      uint64
	drains   uint64
}

const journalMax = 1 << 18

func (j *Journal) add(m Mutation) {
	j.seq++
	if j.Overflow {
		return
	}
	if len(j.list) >= journalMax {
		j.Overflow = true
		j.list = j.list[:0]
		return
	}
	j.list = append(j.list, m)
}

// endsWith reports whether m is the last record.
func (j *Journal) endsWith(m Mutation) bool {
	return len(j.list) > 0 && j.list[len(j.list)-1] == m
}

// Records are the mutations since the last Drain; not to be changed.
func (j *Journal) Records() []Mutation { return j.list }

// Empty reports whether nothing changed since the last Drain.
func (j *Journal) Empty() bool { return len(j.list) == 0 && !j.Overflow }

// Seq counts all mutations ever recorded: equal numbers mean that nothing changed between.
func (j *Journal) Seq() uint64 { return j.seq }

// Drain forgets the records and keeps the memory of ordinary frames.
func (j *Journal) Drain() {
	j.drains++
	if cap(j.list) > 1<<16 {
		j.list = nil
	}
	j.list, j.Overflow = j.list[:0], false
}

func (j *Journal) memoryBytes() int64 {
	return int64(cap(j.list)) * int64(unsafe.Sizeof(Mutation{}))
}
