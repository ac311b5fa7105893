package style

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/style/css"
)

// This file declares what is being built; each function moves to its own file.

const missing = "style: being built"

// Styler computes the styles of one document: it owns the sheets in cascade order, the rule index, the records of computed
// values and the column of each element's record. Update is the style pass.
//
// Read by layout and paint from several goroutines between passes.
type Styler struct {
	doc     *dom.Document
	changes []Change
}

// New makes the styler of doc, with the user agent sheet.
func New(doc *dom.Document) *Styler { return &Styler{doc: doc} }

// Doc is the styler's document.
func (s *Styler) Doc() *dom.Document { return s.doc }

// SetSheets sets the author and user sheets, in order. What did not change costs nothing.
func (s *Styler) SetSheets(list []*Sheet) { panic(missing) }

// SheetChanged says that the rules, media, imports or Disabled of a sheet of the list were edited.
func (s *Styler) SheetChanged(sh *Sheet) { panic(missing) }

// SetMedia sets the environment: viewport size, colour scheme, resolution …
func (s *Styler) SetMedia(env css.MediaEnv) { panic(missing) }

// Media is the environment.
func (s *Styler) Media() css.MediaEnv { panic(missing) }

// SetFontMetrics sets who answers for ex, ch, cap, ic and lh. nil: 0.5em and the like.
func (s *Styler) SetFontMetrics(m FontMetrics) { panic(missing) }

// FontsChanged says that fonts arrived: styles with font-relative units are computed again.
func (s *Styler) FontsChanged() { panic(missing) }

// SetDefaultFontSizes sets the px of medium and of medium in monospace (16 and 13 if never called).
func (s *Styler) SetDefaultFontSizes(normal, monospace float32) { panic(missing) }

// Update is the style pass: it reads and drains the document's journal, computes what changed and adds to
// the style journal. It reports whether any style changed.
func (s *Styler) Update() bool { panic(missing) }

// NeedsUpdate reports whether Update would do anything.
func (s *Styler) NeedsUpdate() bool { panic(missing) }

// Style is the record of element id; nil when it has none: not connected, or inside display: none.
func (s *Styler) Style(id dom.NodeID) *Computed { panic(missing) }

// StyleID is the row of Style(id), or 0.
func (s *Styler) StyleID(id dom.NodeID) StyleID { panic(missing) }

// Record is the record of a row.
func (s *Styler) Record(id StyleID) *Computed { panic(missing) }

// Pseudo is the record of a pseudo-element of id; nil when it generates nothing.
func (s *Styler) Pseudo(id dom.NodeID, p Pseudo) *Computed { panic(missing) }

// Ensure computes the record of an element or pseudo-element whether it is rendered or not (getComputedStyle); nil when id
// is not connected. The result is valid until the next mutation.
func (s *Styler) Ensure(id dom.NodeID, p Pseudo) *Computed { panic(missing) }

// Initial is the record with all initial values.
func (s *Styler) Initial() *Computed { panic(missing) }

// Anonymous is the record of an anonymous box inside a box with the record parent: inherited values of it, initial ones
// else, and the display. Equal arguments give the same record.
func (s *Styler) Anonymous(parent *Computed, d Display) *Computed { panic(missing) }

// Changes is the style journal since the last ClearChanges, in no order, a node at most once after Update.
func (s *Styler) Changes() []Change { return s.changes }

// ClearChanges empties the style journal; layout calls it when it has read it.
func (s *Styler) ClearChanges() { s.changes = s.changes[:0] }

// Verify computes all styles again and reports the first difference from what partial passes left, "" if none.
func (s *Styler) Verify() string { panic(missing) }

// FontFaces are the @font-face rules that apply, in order. FontFacesSerial changes when they do.
func (s *Styler) FontFaces() []FontFace { panic(missing) }

// FontFacesSerial changes when FontFaces does.
func (s *Styler) FontFacesSerial() uint32 { panic(missing) }

// Keyframes finds the @keyframes rule that counts for name.
func (s *Styler) Keyframes(name string) (sh *css.Sheet, rule css.RuleID, ok bool) { panic(missing) }

// NewImages are the URLs of images that styles computed since the last call refer to and no earlier style did.
func (s *Styler) NewImages() []string { panic(missing) }

// ReportMemory adds the rows of the styler.
func (s *Styler) ReportMemory(r *perf.Report, prefix string) {}

// Matches reports whether element el matches one of the selectors. scope is :scope, 0 for the root.
func Matches(doc *dom.Document, el dom.NodeID, sel *css.Selectors, list css.ListID, scope dom.NodeID) bool {
	panic(missing)
}

// QuerySelector is the first descendant of root in tree order that matches, or 0.
func QuerySelector(doc *dom.Document, root dom.NodeID, sel *css.Selectors, list css.ListID) dom.NodeID {
	panic(missing)
}

// QuerySelectorAll appends all descendants of root that match, in tree order.
func QuerySelectorAll(dst []dom.NodeID, doc *dom.Document, root dom.NodeID, sel *css.Selectors, list css.ListID) []dom.NodeID {
	panic(missing)
}

// Closest is the nearest inclusive ancestor of el that matches, or 0.
func Closest(doc *dom.Document, el dom.NodeID, sel *css.Selectors, list css.ListID) dom.NodeID {
	panic(missing)
}

// PropertyByName finds a longhand (p) or shorthand (sh) by its lower-case name, aliases included.
func PropertyByName(name string) (p PropertyID, sh ShorthandID, ok bool) { panic(missing) }

// ParseDeclaration parses value for the property name (a custom one too) and gives its serialization.
func ParseDeclaration(name, value string) (serialized string, ok bool) { panic(missing) }

// Supports reports whether value is valid for the property name, as CSS.supports(name, value) asks.
func Supports(name, value string) bool { panic(missing) }

// DeclBlock is a CSS declaration block for script: an inline style, or a rule's. The zero value is empty.
// https://drafts.csswg.org/cssom/#css-declaration-blocks
type DeclBlock struct{}

// ParseDeclBlock reads the declarations of text (a style attribute, cssText, a rule's block).
func ParseDeclBlock(text string, atoms *atom.Table) *DeclBlock { panic(missing) }

// Len is the number of declarations: longhands and custom properties.
func (b *DeclBlock) Len() int { panic(missing) }

// Item is the name of the declaration at i, "" out of range.
func (b *DeclBlock) Item(i int) string { panic(missing) }

// Get is the value of a property or shorthand, "" if it is not set (or not as a shorthand can say).
func (b *DeclBlock) Get(name string) string { panic(missing) }

// Priority is "important" or "".
func (b *DeclBlock) Priority(name string) string { panic(missing) }

// Set sets a property; an empty value removes it. It reports whether the block changed.
func (b *DeclBlock) Set(name, value string, important bool) bool { panic(missing) }

// Remove removes a property or the longhands of a shorthand, and returns its old value.
func (b *DeclBlock) Remove(name string) (old string, changed bool) { panic(missing) }

// Text is cssText.
func (b *DeclBlock) Text() string { panic(missing) }

// ComputedText is the resolved value of a property, shorthand or custom property, as getComputedStyle gives it; "" for an unknown
// one. used may be nil: then computed values stand for used ones.
func (s *Styler) ComputedText(id dom.NodeID, p Pseudo, name string, used UsedValues) string {
	panic(missing)
}

// ComputedNames are the longhands in the order in which getComputedStyle lists them.
func ComputedNames() []string { panic(missing) }

// CustomNames appends the names of the custom properties of a record.
func (s *Styler) CustomNames(dst []string, cs *Computed) []string { panic(missing) }
