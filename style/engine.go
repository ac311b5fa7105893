package style

import (
	"fmt"
	"maps"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/internal/stop"
	"github.com/niso-engine/niso/style/css"
)

// recordPage is the number of records of a page of the records' table; a worker reserves one at a time.
const recordPage = 64

type recordsPage [recordPage]*Computed

type keyframesRef struct {
	sheet *css.Sheet
	rule  css.RuleID
}

// registered is an @property rule.
type registered struct {
	syntax   string
	inherits bool
	initial  string
	has      bool // an initial value
}

// Styler computes the styles of one document: it owns the sheets in cascade order, the rule index, the records of computed
// values and the column of each element's record. Update is the style pass.
//
// Read by layout and paint from several goroutines between passes.
type Styler struct {
	doc         *dom.Document
	media       css.MediaEnv
	pageSchemes KeywordSet
	metrics     FontMetrics
	defaultSize float32
	monoSize    float32

	sheets   []*Sheet
	cache    map[*css.Sheet]*compiledSheet
	stale    bool // the indexes must be made again
	restyle  bool // everything must be styled again
	moved    bool // a tick of the timeline marked elements
	started  bool
	noBloom  bool
	usesAttr bool // some value has attr()

	autoDir  atomic.Bool // some element has a dir attribute, or is a bdi: what they hold may change their direction
	uaQuirks bool

	// Stop, when it is set, ends an Update from outside. No element has a style then, and the next Update styles all of them.
	Stop *stop.Signal

	// ResolveURL makes a URL in a sheet with the URL base ("" for style attributes: the document's base) absolute. Set it before the first pass; nil keeps URLs as
	// written.
	ResolveURL func(base, url string) string

	uaIndex, userIndex        *index
	indexes                   map[dom.NodeID]*index // author sheets, by root
	shadowIndexes             bool                  // some are of shadow trees
	inv                       invalidation
	mediaDeps                 css.MediaDeps
	sizeQueries, styleQueries bool                         // some @container asks so
	containerUnits            atomic.Bool                  // some value was in container units
	containers                map[dom.NodeID]containerSize // as the last layout left them

	faces       []FontFace
	facesSerial uint32
	faceKey     string
	keyframes   map[atom.Atom]keyframesRef
	props       map[atom.Atom]registered

	motion motion
	exact  map[dom.NodeID]exactStyle // by SetExactStyle

	initial *Computed
	anons   map[anonKey]*Computed

	styles  []StyleID // by node
	dirty   []uint8   // by node
	weights []uint32  // scratch
	work    int       // marks since the last pass

	mu    sync.Mutex
	pages atomic.Pointer[[]*recordsPage] // of records, by id; grows under mu while workers read
	free  []StyleID
	live  int // records after the last sweep
	made  int // ids given out since

	changes    []Change
	lastParent dom.NodeID
	images     map[string]bool
	newImages  []string

	nameMu  sync.RWMutex
	lowers  map[atom.Atom]atom.Atom
	workers []*worker // idle
	// maxWorkers limits the goroutines of a pass; 0 is GOMAXPROCS.
	maxWorkers int
}

type anonKey struct {
	parent *Computed
	d      Display
	by     Derivation
}

// New makes the styler of doc, with the user agent sheet.
func New(doc *dom.Document) *Styler {
	initValues()
	s := &Styler{doc: doc, defaultSize: 16, monoSize: 13, stale: true,
		media: css.MediaEnv{WidthPx: 1280, HeightPx: 800, DeviceWidthPx: 1280, DeviceHeightPx: 800}}
	s.cache = make(map[*css.Sheet]*compiledSheet)
	s.makeInitial()
	return s
}

// Doc is the styler's document.
func (s *Styler) Doc() *dom.Document { return s.doc }

func (s *Styler) quirks() bool { return s.doc.Mode == dom.Quirks }

// makeInitial computes the record of initial values, which the root element inherits from.
func (s *Styler) makeInitial() {
	cs := &Computed{Groups: newGroups()}
	s.initial = cs
	w := &worker{s: s}
	cx := &computer{s: s, w: w, parent: cs, cs: cs, fontSize: s.defaultSize}
	for g := range cx.own {
		cx.own[g] = true
	}
	for ph := uint8(0); ph < 5; ph++ {
		for p := PropNone + 1; p < PropertyCount; p++ {
			if phases[p] == ph {
				fieldTable[p].ops.compute(cs.Groups.at(p), initialValues[p], cx, p)
			}
		}
	}
	cs.Font.SizePx = s.defaultSize
	cs.Font.SizeBasis = 4
	cs.ID = 1
	page := new(recordsPage)
	page[1] = cs
	if l := s.table(); len(l) == 0 {
		s.pages.Store(&[]*recordsPage{page})
	} else {
		l[0] = page
	}
}

// SetSheets sets the author and user sheets, in order. What did not change costs nothing.
func (s *Styler) SetSheets(list []*Sheet) {
	if len(list) == len(s.sheets) {
		same := true
		for i := range list {
			same = same && list[i] == s.sheets[i]
		}
		if same {
			return
		}
	}
	s.sheets = append(s.sheets[:0:0], list...)
	s.stale = true
}

// SheetChanged says that the rules, media, imports or Disabled of a sheet of the list were edited.
func (s *Styler) SheetChanged(sh *Sheet) {
	if sh.CSS != nil {
		delete(s.cache, sh.CSS)
	}
	s.stale = true
}

// SetMedia sets the environment: viewport size, colour scheme, resolution …
func (s *Styler) SetMedia(env css.MediaEnv) {
	if env == s.media {
		return
	}
	old := s.media
	s.media = env
	var ch css.MediaDeps
	if old.WidthPx != env.WidthPx || old.HeightPx != env.HeightPx || old.DeviceWidthPx != env.DeviceWidthPx || old.DeviceHeightPx != env.DeviceHeightPx {
		ch |= css.MediaDepsSize
	}
	if old.DPR != env.DPR {
		ch |= css.MediaDepsResolution
		s.restyle = true
	}
	if old.Dark != env.Dark {
		ch |= css.MediaDepsScheme
		s.restyle = true
	}
	rest := old
	rest.WidthPx, rest.HeightPx, rest.DeviceWidthPx, rest.DeviceHeightPx, rest.DPR, rest.Dark = env.WidthPx, env.HeightPx, env.DeviceWidthPx, env.DeviceHeightPx, env.DPR, env.Dark
	if rest != env {
		ch |= css.MediaDepsOther
	}
	if ch&s.mediaDeps != 0 {
		s.stale = true
	}
	if ch&css.MediaDepsSize != 0 && (s.sizeQueries || s.anyRecord(FlagViewportRelative)) {
		s.restyle = true
	}
}

// Media is the environment.
func (s *Styler) Media() css.MediaEnv { return s.media }

// SetFontMetrics sets who answers for ex, ch, cap, ic and lh. nil: 0.5em and the like.
func (s *Styler) SetFontMetrics(m FontMetrics) { s.metrics = m }

// FontsChanged says that fonts arrived: styles with font-relative units are computed again.
func (s *Styler) FontsChanged() {
	if s.anyRecord(FlagFontRelative) {
		s.restyle = true
	}
}

// SetDefaultFontSizes sets the px of medium and of medium in monospace (16 and 13 if never called).
func (s *Styler) SetDefaultFontSizes(normal, monospace float32) {
	s.defaultSize, s.monoSize = normal, monospace
	s.makeInitial()
	s.restyle = true
}

func (s *Styler) anyRecord(f ComputedFlags) bool {
	for _, p := range s.table() {
		for _, cs := range p {
			if cs != nil && cs.Flags&f != 0 {
				return true
			}
		}
	}
	return false
}

// compiled is the compiled form of a sheet.
func (s *Styler) compiled(sh *Sheet) *compiledSheet {
	c := s.cache[sh.CSS]
	if c == nil || len(c.blocks) != len(sh.CSS.Rules) {
		c = newCompiledSheet(sh.CSS, s.parseCtx(sh.URL, sh.Origin))
		s.cache[sh.CSS] = c
	}
	return c
}

func (s *Styler) parseCtx(base string, o Origin) parseCtx {
	c := parseCtx{quirks: s.quirks() && o != OriginUserAgent, ua: o == OriginUserAgent}
	if s.ResolveURL != nil {
		c.url = func(u string) string { return s.ResolveURL(base, u) }
	}
	return c
}

// ---- the indexes

// rebuild makes the indexes of all sheets again.
func (s *Styler) rebuild() {
	s.stale, s.restyle = false, true
	s.inv.reset()
	s.mediaDeps = 0
	s.sizeQueries, s.styleQueries = false, false
	s.containerUnits.Store(false)
	s.keyframes, s.props = nil, nil
	s.faces = s.faces[:0]
	s.noBloom = s.quirks()
	used := map[*css.Sheet]bool{}

	ua := newIndexBuilder(s)
	ua.fold = false
	for _, sh := range uaSheets(s.quirks()) {
		ua.uaSheet(sh)
	}
	s.uaIndex = ua.finish()

	byRoot := map[dom.NodeID]*indexBuilder{}
	var user *indexBuilder
	for _, sh := range s.sheets {
		if sh.CSS != nil {
			used[sh.CSS] = true
		}
		for _, im := range sh.Imported {
			markUsed(used, im, 0)
		}
		if sh.Origin == OriginUser {
			if user == nil {
				user = newIndexBuilder(s)
			}
			user.sheet(sh, 0)
			continue
		}
		root := sh.Root
		if root == 0 {
			root = s.doc.Node
		}
		b := byRoot[root]
		if b == nil {
			b = newIndexBuilder(s)
			b.root = root
			byRoot[root] = b
		}
		b.sheet(sh, 0)
	}
	s.userIndex = nil
	if user != nil {
		s.userIndex = user.finish()
	}
	s.indexes = make(map[dom.NodeID]*index, len(byRoot))
	s.shadowIndexes = false
	for r, b := range byRoot {
		s.indexes[r] = b.finish()
		s.shadowIndexes = s.shadowIndexes || r != s.doc.Node
	}
	for c := range s.cache {
		if !used[c] {
			delete(s.cache, c)
		} else {
			s.cache[c].d.intern = nil
		}
	}
	var key strings.Builder
	for i := range s.faces {
		f := &s.faces[i]
		fmt.Fprintf(&key, "%p/%d/%s;", f.Sheet, f.Rule, f.Family)
	}
	if k := key.String(); k != s.faceKey {
		s.faceKey = k
		s.facesSerial++
	}
}

func markUsed(used map[*css.Sheet]bool, sh *Sheet, depth int) {
	if sh == nil || depth > 32 {
		return
	}
	if sh.CSS != nil {
		used[sh.CSS] = true
	}
	for _, im := range sh.Imported {
		markUsed(used, im, depth+1)
	}
}

// uaSheet adds a sheet of the user agent: its declarations are compiled once in the process.
func (b *indexBuilder) uaSheet(u *uaCompiled) {
	row := uint16(len(b.x.sheets))
	b.x.sheets = append(b.x.sheets, &u.c.sheet.Sel)
	b.rules(&Sheet{CSS: u.c.sheet, Origin: OriginUserAgent}, u.c, row, 0, 0, 0, 0)
}

// ---- the pass

// NeedsUpdate reports whether Update would do anything.
func (s *Styler) NeedsUpdate() bool {
	s.doc.Settle()
	return s.stale || s.restyle || s.moved || !s.doc.Journal.Empty() || !s.started
}

// Update is the style pass: it reads and drains the document's journal, computes what changed and adds to
// the style journal. It reports whether any style changed.
func (s *Styler) Update() (changed bool) {
	if !s.NeedsUpdate() {
		return false
	}
	defer stop.Catch(func() {
		s.abandon()
		changed = false
	})
	before := len(s.changes)
	if s.started && s.uaQuirks != s.quirks() {
		s.stale = true
	}
	s.uaQuirks = s.quirks()
	if s.stale {
		s.rebuild()
	}
	full := s.restyle || s.doc.Journal.Overflow || !s.started
	s.grow()
	s.lastParent = 0
	if !s.moved {
		s.work = 0
	}
	s.moved = false
	s.readJournal()
	if s.doc.Journal.Overflow {
		if root := s.doc.DocumentElement(); root != 0 {
			s.clearTree(root)
		}
	}
	s.doc.DrainJournal()
	if full {
		s.work += s.doc.Live()
	}
	s.restyle = false
	if full || s.work > 0 {
		s.anons = nil
		s.started = s.doc.DocumentElement() != 0
		s.estimate()
		s.motion.inPass = true
		defer s.motion.endPass()
		s.style(full)
		s.sweep()
		s.sweepMotion()
		s.sweepExact()
	}
	s.compactChanges(before)
	return len(s.changes) > before
}

// abandon makes the styler, which a pass was ended in the middle of, one that no pass has been over.
func (s *Styler) abandon() {
	clear(s.styles)
	clear(s.dirty)
	s.changes = s.changes[:0]
	s.anons, s.workers = nil, nil
	s.stale, s.restyle = true, true // the indexes may be half made
}

// estimate raises the work by the size of inserted subtrees, up to what decides for a parallel pass.
func (s *Styler) estimate() {
	if s.work > 200 && s.work < 1500 {
		s.work *= 4
	}
}

// grow makes the columns as long as the document's.
func (s *Styler) grow() {
	if n := s.doc.Rows(); n > len(s.styles) {
		n += n / 8
		styles := make([]StyleID, n)
		copy(styles, s.styles)
		dirty := make([]uint8, n)
		copy(dirty, s.dirty)
		s.styles, s.dirty = styles, dirty
	}
}

// compactChanges makes each node occur once.
func (s *Styler) compactChanges(from int) {
	if len(s.changes) < 2 {
		return
	}
	at := make(map[dom.NodeID]int, len(s.changes))
	out := s.changes[:0]
	for _, c := range s.changes {
		if i, ok := at[c.Node]; ok {
			out[i].Damage |= c.Damage
			continue
		}
		at[c.Node] = len(out)
		out = append(out, c)
	}
	s.changes = out
}

func (s *Styler) newWorker() *worker {
	if n := len(s.workers); n > 0 {
		w := s.workers[n-1]
		s.workers = s.workers[:n-1]
		return w
	}
	w := &worker{s: s}
	w.m = matcher{doc: s.doc, quirks: s.quirks()}
	return w
}

// recycle keeps a worker's scratch for the next pass.
func (s *Styler) recycle(w *worker) {
	w.changes, w.images, w.ids = w.changes[:0], w.images[:0], w.ids[:0]
	clear(w.keep)
	w.keep = w.keep[:0]
	w.share.reset()
	w.groups.reset()
	w.markers.reset()
	clear(w.inline)
	clear(w.hints)
	w.rootFont, w.lastVar, w.tasks = nil, nil, nil
	w.m = matcher{doc: s.doc, quirks: s.quirks()}
	w.bloom = bloom{}
	clear(w.list[:cap(w.list)])
	clear(w.cascade.win)
	w.customMemo.forget()
	w.cx = computer{}
	if len(s.workers) < 8 {
		s.workers = append(s.workers, w)
	}
}

// ---- records

func (s *Styler) table() []*recordsPage {
	if l := s.pages.Load(); l != nil {
		return *l
	}
	return nil
}

func (s *Styler) record(id StyleID) *Computed { return s.table()[id/recordPage][id%recordPage] }

func (s *Styler) recordPage(id StyleID) *recordsPage { return s.table()[id/recordPage] }

// reserve gives a worker unused ids.
func (s *Styler) reserve(dst []StyleID) []StyleID {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.made += recordPage
	if len(s.free) == 0 {
		l := s.table()
		first := StyleID(len(l) * recordPage)
		l = append(l, new(recordsPage))
		s.pages.Store(&l)
		for i := StyleID(recordPage); i > 0; i-- {
			s.free = append(s.free, first+i-1)
		}
	}
	n := max(0, len(s.free)-recordPage)
	dst = append(dst[:0], s.free[n:]...)
	s.free = s.free[:n]
	return dst
}

// release takes back the ids that a worker did not use.
func (s *Styler) release(ids []StyleID) {
	s.free = append(s.free, ids...)
	s.made -= len(ids)
}

// sweep drops the records that no element has, when many were made since the last time: at most 256 and twice those in use lie idle.
func (s *Styler) sweep() {
	if s.made < 2*s.live+256 {
		return
	}
	used := make([]bool, len(s.table())*recordPage)
	used[1] = true
	if !s.motion.frozen { // else the records are another styler's
		for _, mo := range s.motion.by {
			if mo.base != nil && mo.base.ID != 0 {
				used[mo.base.ID] = true
			}
		}
	}
	for _, id := range s.styles {
		if id == 0 || used[id] {
			continue
		}
		used[id] = true
		if set := s.record(id).pseudo; set != nil {
			for _, r := range set.which {
				if r != nil {
					used[r.ID] = true
				}
			}
		}
	}
	s.live = 0
	for i, p := range s.table() {
		n := 0
		for j := range p {
			if p[j] == nil {
				continue
			}
			if !used[i*recordPage+j] {
				p[j] = nil
				s.free = append(s.free, StyleID(i*recordPage+j))
			} else {
				n++
			}
		}
		s.live += n
	}
	s.made = 0
}

// Style is the record of element id; nil when it has none: not connected, or inside display: none.
func (s *Styler) Style(id dom.NodeID) *Computed {
	if int(id) >= len(s.styles) || s.styles[id] == 0 {
		return nil
	}
	return s.record(s.styles[id])
}

// StyleID is the row of Style(id), or 0.
func (s *Styler) StyleID(id dom.NodeID) StyleID {
	if int(id) >= len(s.styles) {
		return 0
	}
	return s.styles[id]
}

// Record is the record of a row.
func (s *Styler) Record(id StyleID) *Computed {
	if id == 0 || int(id/recordPage) >= len(s.table()) {
		return nil
	}
	return s.record(id)
}

// Pseudo is the record of a pseudo-element of id; nil when it generates nothing.
func (s *Styler) Pseudo(id dom.NodeID, p Pseudo) *Computed {
	if cs := s.Style(id); cs != nil {
		return cs.boxed(p)
	}
	return nil
}

// EnsureUnder is the record that an element would have if parent were its parent's: what a copy of it inherits where an SVG use element
// shows it, and what elements that are not rendered have. The result is valid until the next mutation. The styles are up to date.
func (s *Styler) EnsureUnder(id dom.NodeID, parent *Computed) *Computed {
	w := s.newWorker()
	defer s.recycle(w)
	if root := s.Style(s.doc.DocumentElement()); root != nil {
		w.rootFont = root.Font
	}
	w.begin(flatParent(s.doc.Store, id))
	w.element = id
	w.collect(id)
	return w.computeRecord(w.list, parent, nil, false, PseudoNone)
}

// Ensure computes the record of an element or pseudo-element whether it is rendered or not (getComputedStyle); nil when id
// is not connected. The result is valid until the next mutation.
func (s *Styler) Ensure(id dom.NodeID, p Pseudo) *Computed {
	if s.doc.Kind(id) != dom.KindElement || !s.doc.IsConnected(id) {
		return nil
	}
	if s.NeedsUpdate() {
		s.Update()
	}
	cs := s.Style(id)
	if cs != nil && (p == PseudoNone || cs.pseudo != nil && cs.pseudo.which[p] != nil) {
		if p == PseudoNone {
			return cs
		}
		return cs.pseudo.which[p]
	}
	var chain []dom.NodeID
	for n := id; n != 0 && (s.Style(n) == nil || n == id); n = flatParent(s.doc.Store, n) {
		if s.doc.Kind(n) == dom.KindElement {
			chain = append(chain, n)
		}
	}
	w := s.newWorker()
	defer s.recycle(w)
	parent := s.initial
	if top := chain[len(chain)-1]; flatParent(s.doc.Store, top) != 0 {
		for n := flatParent(s.doc.Store, top); n != 0; n = flatParent(s.doc.Store, n) {
			if r := s.Style(n); r != nil {
				parent = r
				break
			}
		}
	}
	if root := s.Style(s.doc.DocumentElement()); root != nil {
		w.rootFont = root.Font
	}
	for i := len(chain) - 1; i >= 0; i-- {
		n := chain[i]
		w.begin(flatParent(s.doc.Store, n))
		w.element = n
		w.collect(n)
		parent = w.computeRecord(w.list, parent, nil, parent == s.initial, PseudoNone)
	}
	if p == PseudoNone {
		return parent
	}
	list := w.pseudos[p]
	return w.computeRecord(list, parent, nil, false, p)
}

// Initial is the record with all initial values.
func (s *Styler) Initial() *Computed { return s.initial }

// Anonymous is the record of an anonymous box inside a box with the record parent: inherited values of it, initial ones
// else, and the display. Equal arguments give the same record until the next pass.
func (s *Styler) Anonymous(parent *Computed, d Display) *Computed {
	s.mu.Lock()
	defer s.mu.Unlock()
	k := anonKey{parent, d, derivedNone}
	if cs := s.anons[k]; cs != nil {
		return cs
	}
	cs := &Computed{Groups: s.initial.Groups, Custom: parent.Custom}
	for g := range GroupCount {
		if groupInherited[g] {
			cs.Groups.setPtr(g, parent.Groups.ptr(g))
		}
	}
	if cs.Box.Display != d {
		b := *cs.Box
		b.Display = d
		cs.Box = &b
	}
	if s.anons == nil {
		s.anons = make(map[anonKey]*Computed)
	}
	s.anons[k] = cs
	return cs
}

// Scripting reports whether scripts run in the document: noscript elements then have no boxes.
func (s *Styler) Scripting() bool { return s.media.Scripting == css.ScriptingEnabled }

// Changes is the style journal since the last ClearChanges, in no order, a node at most once after Update.
func (s *Styler) Changes() []Change { return s.changes }

// ClearChanges empties the style journal; layout calls it when it has read it.
func (s *Styler) ClearChanges() { s.changes = s.changes[:0] }

// Verify computes all styles again and reports the first difference from what partial passes left, "" if none.
func (s *Styler) Verify() string {
	s.Update()
	cold := New(s.doc)
	cold.sheets, cold.media, cold.metrics = s.sheets, s.media, s.metrics
	cold.defaultSize, cold.monoSize, cold.ResolveURL = s.defaultSize, s.monoSize, s.ResolveURL
	cold.makeInitial()
	cold.containers = maps.Clone(s.containers)
	cold.exact = s.exact
	cold.motion.by, cold.motion.now, cold.motion.frozen = s.motion.by, s.motion.now, true
	cold.motion.any.Store(len(s.motion.by) > 0)
	cold.Update()
	d := s.doc
	for n := d.Following(d.Node, d.Node); n != 0; n = d.Following(n, d.Node) {
		if d.Kind(n) != dom.KindElement {
			continue
		}
		a, b := s.Style(n), cold.Style(n)
		path := d.Atoms.String(d.LocalName(n))
		if (a == nil) != (b == nil) {
			return fmt.Sprintf("node %d <%s>: has a style: %v, should: %v", n, path, a != nil, b != nil)
		}
		if a == nil {
			continue
		}
		if diff := diffRecords(a, b); diff != "" {
			return fmt.Sprintf("node %d <%s>: %s", n, path, diff)
		}
		for p := Pseudo(1); p < PseudoCount; p++ {
			x, y := a.boxed(p), b.boxed(p)
			if (x == nil) != (y == nil) {
				return fmt.Sprintf("node %d <%s>: pseudo-element %d: %v, should be %v", n, path, p, x != nil, y != nil)
			}
			if x != nil {
				if diff := diffRecords(x, y); diff != "" {
					return fmt.Sprintf("node %d <%s> pseudo-element %d: %s", n, path, p, diff)
				}
			}
		}
	}
	return ""
}

// diffRecords names the first property that differs.
func diffRecords(a, b *Computed) string {
	for p := PropNone + 1; p < PropertyCount; p++ {
		f := &fieldTable[p]
		if !f.ops.equal(a.Groups.at(p), b.Groups.at(p)) {
			ca, cb := &textCtx{prop: p}, &textCtx{prop: p}
			return fmt.Sprintf("%s is %s, should be %s", p.Name(), f.ops.text(nil, a.Groups.at(p), ca), f.ops.text(nil, b.Groups.at(p), cb))
		}
	}
	if !sameCustoms(a.Custom, b.Custom) {
		return "custom properties differ"
	}
	if a.Flags != b.Flags {
		return fmt.Sprintf("flags are %x, should be %x", a.Flags, b.Flags)
	}
	return ""
}

// ---- names

// lowerName is the lower-case local name of an element.
func (s *Styler) lowerName(el dom.NodeID) atom.Atom {
	n := s.doc.ElementName(el)
	if n.NS == dom.HTML {
		return n.Local
	}
	return s.lowerAtom(n.Local)
}

// lowerAtom is the atom of the name in lower case.
func (s *Styler) lowerAtom(a atom.Atom) atom.Atom {
	if int(a) < len(staticLower) {
		return staticLower[a]
	}
	return s.foldAtom(a)
}

// staticLower maps static atoms to those of their lower-case names (0: not static).
var staticLower = func() []atom.Atom {
	t := make([]atom.Atom, atom.StaticCount())
	var tab atom.Table
	for i := range t {
		t[i] = atom.Atom(i)
		if i > 1 {
			name := atom.StaticString(atom.Atom(i))
			if l := strings.ToLower(name); l != name {
				if a := tab.Lookup(l); a != atom.None {
					t[i] = a
				} else {
					t[i] = atom.None // filled per page
				}
			}
		}
	}
	return t
}()

// foldAtom is lowerAtom for any atom.
func (s *Styler) foldAtom(a atom.Atom) atom.Atom {
	s.nameMu.RLock()
	l, ok := s.lowers[a]
	s.nameMu.RUnlock()
	if ok {
		return l
	}
	l = s.doc.Atoms.Intern(lower(s.doc.Atoms.String(a)))
	s.nameMu.Lock()
	if s.lowers == nil {
		s.lowers = make(map[atom.Atom]atom.Atom)
	}
	s.lowers[a] = l
	s.nameMu.Unlock()
	return l
}

// ---- images, fonts, keyframes, registered properties

func (s *Styler) noteImages(urls []string) {
	for _, u := range urls {
		if !s.images[u] {
			if s.images == nil {
				s.images = make(map[string]bool)
			}
			s.images[u] = true
			s.newImages = append(s.newImages, u)
		}
	}
}

// NewImages are the URLs of images that styles computed since the last call refer to and no earlier style did.
func (s *Styler) NewImages() []string {
	l := s.newImages
	s.newImages = nil
	return l
}

// FontFaces are the @font-face rules that apply, in order. FontFacesSerial changes when they do.
func (s *Styler) FontFaces() []FontFace { return s.faces }

// FontFacesSerial changes when FontFaces does.
func (s *Styler) FontFacesSerial() uint32 { return s.facesSerial }

// Keyframes finds the @keyframes rule that counts for name.
func (s *Styler) Keyframes(name string) (sh *css.Sheet, rule css.RuleID, ok bool) {
	k, ok := s.keyframes[s.doc.Atoms.Lookup(name)]
	return k.sheet, k.rule, ok
}

func (s *Styler) addFontFace(sh *Sheet, r css.RuleID) {
	f := FontFace{Sheet: sh, Rule: r}
	c := sh.CSS
	rule := &c.Rules[r]
	for _, dc := range c.Decls[rule.DeclStart : rule.DeclStart+rule.DeclCount] {
		text := c.DeclText(dc)
		v := c.Value(dc)
		switch s.doc.Atoms.String(dc.Name) {
		case "font-family":
			if n, ok := v.StringValue(); ok {
				f.Family = n
			} else {
				var w []string
				for {
					id, ok := v.Ident()
					if !ok {
						break
					}
					w = append(w, id)
				}
				f.Family = strings.Join(w, " ")
			}
		case "src":
			f.Src = s.fontSources(sh, v)
		case "font-style":
			f.Style = text
		case "font-weight":
			f.Weight = text
		case "font-stretch", "font-width":
			f.Stretch = text
		case "unicode-range":
			f.UnicodeRange = text
		case "font-display":
			f.Display = text
		case "font-feature-settings":
			f.Features = text
		case "font-variation-settings":
			f.Variations = text
		case "size-adjust":
			f.SizeAdjust = text
		case "ascent-override":
			f.Ascent = text
		case "descent-override":
			f.Descent = text
		case "line-gap-override":
			f.LineGap = text
		}
	}
	if f.Family != "" && len(f.Src) > 0 {
		s.faces = append(s.faces, f)
	}
}

// FontSources are the sources of a src descriptor, with URLs resolved against base: what new FontFace takes. None: it is invalid.
func (s *Styler) FontSources(src, base string) []FontSource {
	c := css.ParseSheet([]byte("@font-face{src:"+src+"}"), css.Options{Atoms: s.doc.Atoms})
	if len(c.Rules) < 1 || len(c.Decls) != 1 || s.doc.Atoms.String(c.Decls[0].Name) != "src" {
		return nil
	}
	return s.fontSources(&Sheet{CSS: c, URL: base}, c.Value(c.Decls[0]))
}

func (s *Styler) fontSources(sh *Sheet, p css.ValueParser) (out []FontSource) {
	ctx := s.parseCtx(sh.URL, sh.Origin)
	for !p.AtEnd() {
		var src FontSource
		ok := false
		if u, k := p.URLValue(); k {
			src.URL, ok = ctx.resolveURL(u), true
			for !p.AtEnd() && p.Peek().Kind != css.Comma {
				if in, k := p.Function("format"); k {
					if v, k := in.StringValue(); k {
						src.Format = lower(v)
					} else {
						src.Format = lowerIdent(&in)
					}
				} else if in, k := p.Function("tech"); k {
					for !in.AtEnd() {
						src.Tech = append(src.Tech, lowerIdent(&in))
						if !in.Comma() {
							break
						}
					}
				} else {
					ok = false
					p.Skip()
				}
			}
		} else if in, k := p.Function("local"); k {
			if v, k := in.StringValue(); k {
				src.Local, ok = v, true
			} else {
				var w []string
				for {
					id, k := in.Ident()
					if !k {
						break
					}
					w = append(w, id)
				}
				src.Local = strings.Join(w, " ")
				ok = src.Local != ""
			}
		} else if !p.Skip() {
			break
		}
		if ok {
			out = append(out, src)
		}
		for !p.AtEnd() && !p.Comma() {
			p.Skip()
		}
	}
	return out
}

// register takes an @property rule. https://drafts.css-houdini.org/css-properties-values-api-1/#at-property-rule
func (s *Styler) register(c *css.Sheet, r css.RuleID) {
	rule := &c.Rules[r]
	var reg registered
	var hasSyntax, hasInherits bool
	for _, dc := range c.Decls[rule.DeclStart : rule.DeclStart+rule.DeclCount] {
		v := c.Value(dc)
		switch s.doc.Atoms.String(dc.Name) {
		case "syntax":
			reg.syntax, hasSyntax = v.StringValue()
		case "inherits":
			hasInherits = true
			switch {
			case v.Keyword("true"):
				reg.inherits = true
			case v.Keyword("false"):
			default:
				hasInherits = false
			}
		case "initial-value":
			reg.initial, reg.has = c.DeclText(dc), true
		}
	}
	if !hasSyntax || !hasInherits || !reg.has && strings.TrimSpace(reg.syntax) != "*" {
		return
	}
	if s.props == nil {
		s.props = make(map[atom.Atom]registered)
	}
	s.props[atom.Atom(rule.Payload)] = reg
}

func (s *Styler) inheritsCustom(n atom.Atom) bool {
	r, ok := s.props[n]
	return !ok || r.inherits
}

func (s *Styler) initialCustom(n atom.Atom) (string, bool) {
	r, ok := s.props[n]
	return r.initial, ok && r.has
}

// inheritCustoms is what a child inherits: registered properties may not.
func (s *Styler) inheritCustoms(c *CustomProperties) *CustomProperties {
	if c == nil || len(s.props) == 0 {
		return c
	}
	out := &CustomProperties{}
	drop := false
	c.each(func(n atom.Atom, v string) bool {
		if s.inheritsCustom(n) {
			out.add(n, v, false)
		} else {
			drop = true
		}
		return true
	})
	if !drop {
		return c
	}
	out.order()
	return out
}

// computeCustom gives the computed value of a registered property of a simple syntax: lengths and numbers are computed, others stay.
func (s *Styler) computeCustom(cx *computer, n atom.Atom, v string) (string, bool) {
	r, ok := s.props[n]
	if !ok {
		return v, true
	}
	p := css.NewValueParser(v)
	switch strings.TrimSpace(r.syntax) {
	case "<length>":
		l, ok := parseLength(&p, lengthOnly)
		if !ok || !p.AtEnd() {
			return "", false
		}
		return string(appendLength(nil, cx.length(l, false))), true
	case "<length-percentage>":
		l, ok := parseLength(&p, lengthPercent)
		if !ok || !p.AtEnd() {
			return "", false
		}
		return string(appendLength(nil, cx.length(l, false))), true
	case "<number>":
		f, ok := p.Number()
		if !ok || !p.AtEnd() {
			return "", false
		}
		return string(css.AppendNumber(nil, f)), true
	case "<integer>":
		i, ok := p.Integer()
		if !ok || !p.AtEnd() {
			return "", false
		}
		return fmt.Sprint(i), true
	case "<percentage>":
		k, ok := p.Numeric(css.AcceptPercent, css.AnyRange)
		if !ok || !p.AtEnd() {
			return "", false
		}
		return string(k.AppendTo(nil)), true
	case "<color>":
		c, ok := p.Color()
		if !ok || !p.AtEnd() {
			return "", false
		}
		if c.Kind == css.ColorCurrent {
			return "currentcolor", true
		}
		return cx.color(c, false).String(), true
	case "<angle>":
		k, ok := p.Numeric(css.AcceptAngle, css.AnyRange)
		if !ok || !p.AtEnd() {
			return "", false
		}
		return string(css.AppendNumber(nil, evalNow(k, 0))) + "deg", true
	}
	return v, true
}

// CustomNames appends the names of the custom properties of a record.
func (s *Styler) CustomNames(dst []string, cs *Computed) []string {
	cs.Custom.each(func(n atom.Atom, v string) bool { dst = append(dst, s.doc.Atoms.String(n)); return true })
	return dst
}

// blockAddr tells blocks apart while they live.
func blockAddr(b *block) uintptr { return uintptr(unsafe.Pointer(b)) }

// ReportMemory adds the rows of the styler.
func (s *Styler) ReportMemory(r *perf.Report, prefix string) {
	prefix += "/style"
	var idx, blocks int64
	add := func(x *index) {
		if x != nil {
			i, b := x.memoryBytes()
			idx += i
			blocks += b
		}
	}
	add(s.uaIndex)
	add(s.userIndex)
	for _, x := range s.indexes {
		add(x)
	}
	var decl int64
	for c, k := range s.cache {
		decl += k.memoryBytes()
		c.ReportMemory(r, prefix)
	}
	r.Bytes(prefix+"/index", idx, "Selectors by what their rightmost compounds need.")
	r.Bytes(prefix+"/compiled-declarations", decl+blocks, "Compiled declarations.")
	r.Bytes(prefix+"/invalidation", s.inv.memoryBytes(), "What a change of a class, id, attribute or state can reach.")
	comp, custom := s.computedBytes()
	r.Bytes(prefix+"/computed-values", comp+int64(cap(s.styles))*4+int64(cap(s.dirty)), "Records of computed values and the column of each element's record.")
	r.Bytes(prefix+"/custom-properties", custom, "Computed custom properties.")
	r.Bytes(prefix+"/containers", int64(len(s.containers))*int64(unsafe.Sizeof(dom.NodeID(0))+unsafe.Sizeof(containerSize{}))*2, "Sizes of the query containers, as the last layout left them.")
	scratch := int64(cap(s.weights))*4 + int64(cap(s.changes))*int64(unsafe.Sizeof(Change{}))
	for _, w := range s.workers {
		scratch += w.memoryBytes()
	}
	exact := int64(0)
	for _, e := range s.exact {
		exact += 48 + int64(len(e.attr)+len(e.text))
	}
	r.Bytes(prefix+"/exact-style-attributes", exact, "Style attributes that script gave numbers of more digits than their texts have.")
	r.Bytes(prefix+"/motion", s.motion.memoryBytes(), "Transitions and animations with their keyframes and the values between which they are.")
	r.Bytes(prefix+"/scratch", scratch, "Scratch memory of the style pass.")
}

// memoryBytes is what a worker keeps between passes.
func (w *worker) memoryBytes() int64 {
	n := int64(unsafe.Sizeof(*w)) + w.share.memoryBytes() + w.groups.memoryBytes() + w.markers.memoryBytes() + w.temp.memoryBytes()
	n += int64(cap(w.list))*int64(unsafe.Sizeof(applied{})) + int64(cap(w.keep))*8 + int64(cap(w.changes))*int64(unsafe.Sizeof(Change{})) +
		int64(cap(w.ids))*4 + int64(cap(w.stack))*int64(unsafe.Sizeof(frame{})) + int64(cap(w.cascade.win))*int64(unsafe.Sizeof(winner{})) + int64(cap(w.cascade.mark))*4
	for _, l := range w.pseudos {
		n += int64(cap(l)) * int64(unsafe.Sizeof(applied{}))
	}
	return n
}

func (t *shareTable[T]) memoryBytes() int64 {
	return int64(cap(t.slots))*int64(unsafe.Sizeof(shareSlot[T]{})) + int64(cap(t.words))*8 + int64(cap(t.key))*8
}

// computedBytes counts records and groups, each once.
func (s *Styler) computedBytes() (records, custom int64) {
	groups := map[unsafe.Pointer]bool{}
	customs := map[*CustomProperties]bool{}
	sets := map[*pseudoSet]bool{}
	for _, p := range s.table() {
		records += int64(unsafe.Sizeof(recordsPage{}))
		for _, cs := range p {
			if cs == nil {
				continue
			}
			records += int64(unsafe.Sizeof(Computed{}))
			if cs.pseudo != nil && !sets[cs.pseudo] {
				sets[cs.pseudo] = true
				records += int64(unsafe.Sizeof(pseudoSet{}))
			}
			for g := range GroupCount {
				if q := cs.Groups.ptr(g); !groups[q] {
					groups[q] = true
					records += int64(groupSizes[g])
				}
			}
			for c := cs.Custom; c != nil && !customs[c]; c = c.parent {
				customs[c] = true
				custom += int64(unsafe.Sizeof(CustomProperties{})) + int64(cap(c.names))*(4+16+1)
				for _, v := range c.values {
					custom += int64(len(v))
				}
			}
		}
	}
	return records, custom
}
