package layout

import (
	"unsafe"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/internal/stop"
	"github.com/niso-engine/niso/style"
	"github.com/niso-engine/niso/text"
)

// MaxDepth is how deep boxes nest. Nodes deeper than that get no boxes.
const MaxDepth = 1024

// Options of a Tree.
type Options struct {
	Viewport geom.Size // initial containing block
	// ClassicScrollbars: scrollbars take 15 px of their box. Otherwise they lie over the content and take nothing.
	ClassicScrollbars bool
	Host              Host // may be nil
	// Stop, when it is set, ends an Update from outside. The tree has no boxes then, and the next Update makes all of them.
	Stop *stop.Signal
}

// Host gives layout the natural sizes of what others load or draw.
type Host interface {
	// Replaced says what the content of a replaced element (img, video, canvas, iframe, object, embed, svg) is like.
	// ok is false when the element is not replaced now, as an img without an image that shows its alt text.
	Replaced(node dom.NodeID) (r Replaced, ok bool)
	// ImageSize is the natural size in px of an image that a style names (content, list-style-image).
	ImageSize(url string) (w, h float32, ok bool)
	// ControlValue is the text that a form control shows: the value of an input or textarea, the label of a button made by input,
	// the chosen option of a select. placeholder says that it stands in for an empty value.
	ControlValue(node dom.NodeID) (value string, placeholder bool)
}

// VectorHost is what a Host may be besides, that draws svg elements.
type VectorHost interface {
	// VectorRect is the bounding box of an element within the svg element svg, whose content box is w × h px, from the corner of that box.
	// ok is false for what is not rendered.
	VectorRect(svg, el dom.NodeID, w, h float32) (r geom.RectF, ok bool)
}

// Replaced is the natural size of replaced content in px.
type Replaced struct {
	W, H       float32
	HasW, HasH bool
	RatioW     float32 // natural aspect ratio; 0: none
	RatioH     float32
}

// Tree has the boxes of one document. It lives as long as the document is shown; Close gives its memory back.
type Tree struct {
	doc    *dom.Document
	styles *style.Styler
	fonts  *text.FontSet
	opt    Options

	links       []links
	geo         []geometry
	saved       []saved
	recs        []*style.Computed // the records of boxes: those of anonymous boxes have no row in the styler
	free        BoxID
	live        int
	byNode      []BoxID // principal box of a node
	root        BoxID   // the viewport's box
	extras      []extra
	freeExtras  uint32
	counted     int                    // boxes ever made whose text depends on counters or quotes
	absOf       map[BoxID][]BoxID      // absolutely positioned boxes by containing block
	grids       map[BoxID]*GridTracks  // of grid containers
	areas       map[BoxID]geom.Rect    // grid areas of absolutely positioned children of grid containers, in the border box of the container
	subgrids    map[BoxID]*subTracks   // tracks that subgrids have from their parents
	tables      map[BoxID]*tableData   // of tables with collapsed borders or captions
	lost        []lostScroll           // offsets of boxes that this Update gave up
	columns     map[BoxID]*columnsData // of multi-column containers
	clamps      bool                   // a box has -webkit-line-clamp
	fragments   map[BoxID][]geom.Rect  // of boxes that span columns: what they cover in each
	inlines     inlineStore
	scroll      map[BoxID]geom.Point
	changes     []Change
	fontOf      fontCache
	pass        pass
	stale       bool         // all must be made again
	relayout    bool         // all must be laid out
	invalid     []dom.Handle // elements whose content changed, since the last Update
	dirty       []BoxID      // marked since the last pass
	newAbs      []BoxID      // absolutely positioned boxes made since registerAbsolutes
	absLost     []BoxID      // containing blocks that may have lost absolutely positioned boxes
	rebuildList []BoxID      // scratch
	textBytes   int          // of the texts of the boxes made by buildAll
}

// Change is an entry of the layout journal: what paint must look at again.
type Change struct {
	Box     BoxID // 0: a box that is gone
	Kind    ChangeKind
	OldRect geom.Rect // what it covered before, in document coordinates, transforms aside; empty: it was not there
}

// ChangeKind says what happened to a box.
type ChangeKind uint8

const (
	ChangePaint   ChangeKind = iota // its display items alone
	ChangeLayout                    // its place, size or lines
	ChangeRebuilt                   // it and its subtree were made again
	ChangeAll                       // everything
)

// New makes the tree of a styled document. Nothing is laid out before Update.
func New(doc *dom.Document, styles *style.Styler, fonts *text.FontSet, opt Options) *Tree {
	t := &Tree{doc: doc, styles: styles, fonts: fonts, opt: opt, stale: true}
	t.reset()
	return t
}

// Doc is the tree's document.
func (t *Tree) Doc() *dom.Document { return t.doc }

// Viewport is the size of the initial containing block, scrollbars included.
func (t *Tree) Viewport() geom.Size { return t.opt.Viewport }

// Root is the viewport's box; its child is the root element's.
func (t *Tree) Root() BoxID { return t.root }

// Boxes is the number of boxes.
func (t *Tree) Boxes() int { return t.live }

// Rows is one more than the largest BoxID ever used: the length of a column indexed by BoxID.
func (t *Tree) Rows() int { return len(t.links) }

// Of is the principal box of a node, or 0 when it has none.
func (t *Tree) Of(n dom.NodeID) BoxID {
	if int(n) < len(t.byNode) {
		return t.byNode[n]
	}
	return 0
}

// Parent is the box that b is a child of, 0 of the root.
func (t *Tree) Parent(b BoxID) BoxID { return t.links[b].parent }

// First is b's first child, 0 without children.
func (t *Tree) First(b BoxID) BoxID { return t.links[b].first }

// Last is b's last child.
func (t *Tree) Last(b BoxID) BoxID { return t.links[b].last }

// Next is the sibling after b.
func (t *Tree) Next(b BoxID) BoxID { return t.links[b].next }

// Prev is the sibling before b.
func (t *Tree) Prev(b BoxID) BoxID { return t.links[b].prev }

// Node is the node that b stands for; anonymous boxes have 0, pseudo-elements their originating element.
func (t *Tree) Node(b BoxID) dom.NodeID { return t.links[b].node }

// Kind of b.
func (t *Tree) Kind(b BoxID) Kind { return t.links[b].kind }

// Flags of b.
func (t *Tree) Flags(b BoxID) Flags { return t.links[b].flags }

// Has reports whether b has any of the flags.
func (t *Tree) Has(b BoxID, f Flags) bool { return t.links[b].flags&f != 0 }

// Pseudo is the pseudo-element that b stands for.
func (t *Tree) Pseudo(b BoxID) style.Pseudo { return t.links[b].pseudo }

// Offset is where b's border box stands in the border box of Container(b), scrolling aside.
func (t *Tree) Offset(b BoxID) geom.Point { return t.geo[b].offset }

// Size of b's border box.
func (t *Tree) Size(b BoxID) geom.Size { return t.geo[b].size }

// Margin is b's used margins.
func (t *Tree) Margin(b BoxID) geom.Edges { return t.geo[b].margin }

// Border is the widths of b's borders.
func (t *Tree) Border(b BoxID) geom.Edges { return t.geo[b].border }

// Padding is b's used paddings.
func (t *Tree) Padding(b BoxID) geom.Edges { return t.geo[b].padding }

// Overflow is b's scrollable overflow area in its own border box's coordinates; it holds at least the border box, or the scrollport of
// a scroll container.
func (t *Tree) Overflow(b BoxID) geom.Rect { return t.geo[b].overflow }

// Baselines are the first and last baseline from the top of b's border box; Indefinite where there is none.
func (t *Tree) Baselines(b BoxID) (first, last geom.Unit) { return t.geo[b].first, t.geo[b].last }

// Changes is the layout journal since the last ClearChanges.
func (t *Tree) Changes() []Change { return t.changes }

// ClearChanges empties the layout journal; paint calls it.
func (t *Tree) ClearChanges() { t.changes = t.changes[:0] }

// Container is the box whose border box b's offset is relative to; 0 of the root.
func (t *Tree) Container(b BoxID) BoxID {
	l := &t.links[b]
	p := l.parent
	switch {
	case l.flags&FlagFixed != 0:
		for p != 0 && t.links[p].flags&FlagFixedContainer == 0 {
			p = t.links[p].parent
		}
	case l.flags&FlagAbsolute != 0:
		for p != 0 && t.links[p].flags&FlagAbsContainer == 0 {
			p = t.links[p].parent
		}
	}
	for p != 0 && t.links[p].kind == KindInline {
		p = t.links[p].parent
	}
	return p
}

// newBox makes a box without links.
func (t *Tree) newBox(k Kind, f Flags) BoxID {
	t.live++
	l := links{kind: k, flags: f | flagDirty}
	if b := t.free; b != 0 {
		t.free = t.links[b].next
		t.links[b] = l
		t.geo[b] = geometry{first: Indefinite, last: Indefinite}
		t.saved[b] = saved{minContent: Indefinite, maxContent: Indefinite}
		t.recs[b] = nil
		return b
	}
	t.links = append(t.links, l)
	t.geo = append(t.geo, geometry{first: Indefinite, last: Indefinite})
	t.saved = append(t.saved, saved{minContent: Indefinite, maxContent: Indefinite})
	t.recs = append(t.recs, nil)
	return BoxID(len(t.links) - 1)
}

// append makes b the last child of p.
func (t *Tree) append(p, b BoxID) { t.insert(p, b, 0) }

// insert makes b a child of p before next (0: the last one).
func (t *Tree) insert(p, b, next BoxID) {
	l := &t.links[b]
	l.parent, l.next = p, next
	pl := &t.links[p]
	if next != 0 {
		l.prev = t.links[next].prev
		t.links[next].prev = b
	} else {
		l.prev = pl.last
		pl.last = b
	}
	if l.prev != 0 {
		t.links[l.prev].next = b
	} else {
		pl.first = b
	}
	l.depth = pl.depth + 1
}

// unlink takes b out of its parent's children.
func (t *Tree) unlink(b BoxID) {
	l := &t.links[b]
	p := &t.links[l.parent]
	if l.prev != 0 {
		t.links[l.prev].next = l.next
	} else {
		p.first = l.next
	}
	if l.next != 0 {
		t.links[l.next].prev = l.prev
	} else {
		p.last = l.prev
	}
	l.parent, l.prev, l.next = 0, 0, 0
}

// remove frees the rows of b and its descendants.
func (t *Tree) remove(b BoxID) {
	if t.links[b].parent != 0 {
		t.unlink(b)
	}
	for x := b; ; {
		for t.links[x].first != 0 {
			x = t.links[x].first
		}
		up, next := t.links[x].parent, t.links[x].next
		t.release(x)
		if x == b {
			return
		}
		if next != 0 {
			t.links[up].first, x = next, next
		} else {
			t.links[up].first, x = 0, up
		}
	}
}

// lostScroll is the offset of a scroll container whose box was given up.
type lostScroll struct {
	node dom.NodeID // 0: the viewport
	at   geom.Point
}

func (t *Tree) loseScroll(b BoxID, at geom.Point) {
	l := &t.links[b]
	if b != t.root && (l.node == 0 || l.pseudo != style.PseudoNone) || at == (geom.Point{}) {
		return
	}
	t.lost = append(t.lost, lostScroll{l.node, at})
}

// regainScroll gives the boxes that were made again in this Update the offsets that their elements had.
func (t *Tree) regainScroll() {
	for _, s := range t.lost {
		b := t.root
		if s.node != 0 {
			if b = 0; int(s.node) < len(t.byNode) {
				b = t.byNode[s.node]
			}
		}
		if b != 0 && t.links[b].flags&FlagScroller != 0 {
			t.SetScroll(b, s.at)
		}
	}
	t.lost = t.lost[:0]
}

func (t *Tree) release(b BoxID) {
	l := &t.links[b]
	if l.node != 0 && int(l.node) < len(t.byNode) && t.byNode[l.node] == b {
		t.byNode[l.node] = 0
	}
	if l.inline != 0 {
		t.inlines.release(l.inline)
	}
	if l.extra != 0 {
		t.freeExtra(l.extra)
	}
	if at, ok := t.scroll[b]; ok {
		t.loseScroll(b, at)
		delete(t.scroll, b)
	}
	if t.areas != nil {
		delete(t.areas, b)
	}
	if t.grids != nil {
		delete(t.grids, b)
	}
	if t.subgrids != nil {
		delete(t.subgrids, b)
	}
	if t.tables != nil {
		delete(t.tables, b)
	}
	if t.columns != nil {
		delete(t.columns, b)
		delete(t.fragments, b)
	}
	*l = links{next: t.free}
	t.recs[b] = nil
	t.free = b
	t.live--
}

// reset empties the tree but for the viewport's box.
func (t *Tree) reset() {
	for b, at := range t.scroll {
		t.loseScroll(b, at)
	}
	t.links, t.geo, t.saved = append(t.links[:0], links{}), append(t.geo[:0], geometry{}), append(t.saved[:0], saved{})
	clear(t.byNode)
	clear(t.recs)
	t.recs = append(t.recs[:0], nil)
	t.free, t.live, t.textBytes = 0, 0, 0
	t.extras, t.freeExtras, t.counted = append(t.extras[:0], extra{}), 0, 0
	clear(t.absOf)
	t.dirty, t.newAbs, t.absLost = t.dirty[:0], t.newAbs[:0], t.absLost[:0]
	clear(t.scroll)
	clear(t.areas)
	clear(t.grids)
	clear(t.subgrids)
	clear(t.tables)
	clear(t.columns)
	clear(t.fragments)
	t.inlines.reset()
	t.pass.measures.reset()
	t.root = t.newBox(KindViewport, FlagFormatting|FlagAbsContainer|FlagFixedContainer|FlagScroller)
	t.stale = true
}

// Close gives the tree's memory back. It has no boxes from then on, and must not be updated.
func (t *Tree) Close() {
	*t = Tree{doc: t.doc, links: make([]links, 1), geo: make([]geometry, 1), recs: make([]*style.Computed, 1)}
}

// ReportMemory adds the rows of the tree.
func (t *Tree) ReportMemory(r *perf.Report, prefix string) {
	r.Bytes(prefix+"/layout/boxes/links", int64(cap(t.links))*int64(unsafe.Sizeof(links{})), "Links, kinds and styles of boxes.")
	r.Bytes(prefix+"/layout/boxes/geometry", int64(cap(t.geo))*int64(unsafe.Sizeof(geometry{})), "Places and sizes of boxes.")
	r.Bytes(prefix+"/layout/boxes/constraints", int64(cap(t.saved))*int64(unsafe.Sizeof(saved{})), "What boxes were last laid out under.")
	r.Bytes(prefix+"/layout/boxes/records", int64(cap(t.recs))*8, "Which computed values each box has.")
	r.Bytes(prefix+"/layout/nodes", int64(cap(t.byNode))*4, "The box of each node.")
	r.Bytes(prefix+"/layout/extras", int64(cap(t.extras))*int64(unsafe.Sizeof(extra{})), "Generated texts and form controls.")
	r.Bytes(prefix+"/layout/containers", t.containerBytes(), "Collapsed borders, cuts of columns, tracks of grids and subgrids, areas of absolutely positioned grid children.")
	t.inlines.reportMemory(r, prefix+"/layout/inline")
	r.Bytes(prefix+"/layout/fonts", int64(len(t.fontOf.fonts))*(40+int64(unsafe.Sizeof(style.FontGroup{}))), "The fonts of styles.")
	t.pass.reportMemory(r, prefix+"/layout/scratch")
	r.Count("live/layout-boxes", int64(t.live), "Boxes that exist.")
}
