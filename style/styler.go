package style

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/style/css"
)

// Origin of a style sheet. https://drafts.csswg.org/css-cascade-5/#cascading-origins
type Origin uint8

const (
	OriginUserAgent Origin = iota
	OriginUser
	OriginAuthor
)

// Sheet is a style sheet in use.
type Sheet struct {
	CSS      *css.Sheet
	Origin   Origin
	Owner    dom.NodeID // style or link element, or 0
	Root     dom.NodeID // document or shadow root that it belongs to
	URL      string     // its own; relative URLs in it are resolved against it
	Disabled bool
	Media    *css.MediaQueryList // nil: all
}

// Change is one entry of the style journal: what a node's new style asks of layout and paint.
type Change struct {
	Node   dom.NodeID
	Damage Damage
}

// Styler computes the styles of one document: it owns the sheets in cascade order, the rule index, the records of computed
// values and the column of each element's record. Update is the style pass.
//
// Read by layout and paint from several goroutines between passes.
type Styler struct {
	doc     *dom.Document
	Media   css.MediaEnv
	changes []Change
}

// New makes the styler of doc, with the user agent sheet.
func New(doc *dom.Document) *Styler { return &Styler{doc: doc} }

// Doc is the styler's document.
func (s *Styler) Doc() *dom.Document { return s.doc }

// Changes is the style journal since the last ClearChanges, in no order, a node at most once after Update.
func (s *Styler) Changes() []Change { return s.changes }

// ClearChanges empties the style journal; layout calls it when it has read it.
func (s *Styler) ClearChanges() { s.changes = s.changes[:0] }

// ReportMemory adds the rows of the styler.
func (s *Styler) ReportMemory(r *perf.Report, prefix string) {}
