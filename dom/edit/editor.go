package edit

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
)

// Display is what edits tell apart of the property display.
type Display uint8

const (
	DisplayInline Display = iota
	DisplayInlineBlock
	DisplayNone
	DisplayBlock
)

// View is what an editor asks of styles. An implementation brings them up to the tree first where that changed.
type View interface {
	// HostOf is the editing host of a node that is editable or a host itself, 0 for other nodes.
	HostOf(n dom.NodeID) dom.NodeID
	// Display is how an element is shown.
	Display(el dom.NodeID) Display
	// Spaces says whether an element keeps spaces, and line feeds, of its texts.
	Spaces(el dom.NodeID) (kept, lines bool)
	// Value is the computed value of a property, as getComputedStyle gives it.
	Value(el dom.NodeID, property string) string
	// Inline is what the style attribute sets a property to, "" if it does not; InlineCount how many properties it sets.
	Inline(el dom.NodeID, property string) string
	InlineNames(el dom.NodeID) []string
	// WithInline is the style attribute of el with a property set ("" takes it out), and ok says whether the value is one.
	WithInline(el dom.NodeID, property, value string) (text string, ok bool)
	// Color is a colour as components, ok if text is one that is not currentcolor.
	Color(text string) (r, g, b uint8, alpha float64, ok bool)
	// Canonical is a value as the property serializes it, "" if it is not one.
	Canonical(property, value string) string
}

// Options are what a document remembers between commands.
type Options struct {
	StyleWithCSS bool
	Separator    atom.Atom // the default single-line container: div or p; 0 is div
	// Overrides are the values that the next typed text gets, by command; a caret that moves forgets them.
	Overrides map[string]Override
}

// Override is a state or value override.
// https://w3c.github.io/editing/docs/execCommand/#state-override
type Override struct {
	State, HasState bool
	Value           string
	HasValue        bool
}

// Editor edits the range of a selection.
type Editor struct {
	s    *dom.Store
	v    View
	o    *Options
	host dom.NodeID // editing host of the range
	r    *dom.Range // the active range
	step *Step
}

// New makes an editor for a range from start to end, in the editing host of start. Close ends it.
func New(s *dom.Store, v View, o *Options, start, end dom.Boundary) *Editor {
	e := &Editor{s: s, v: v, o: o, r: s.NewRange(start.Node), host: v.HostOf(start.Node), step: &Step{Before: SelectionOf(s, start, end)}}
	e.r.Set(start, end)
	e.step.Host = handle(s, e.host)
	return e
}

// Close ends the work and gives what it did.
func (e *Editor) Close() *Step {
	e.step.After = SelectionOf(e.s, e.r.Start, e.r.End)
	e.s.ReleaseRange(e.r)
	return e.step
}

// Range is where the range is now.
func (e *Editor) Range() (start, end dom.Boundary) { return e.r.Start, e.r.End }

// Select puts the range somewhere else.
func (e *Editor) Select(start, end dom.Boundary) { e.r.Set(start, end) }

// Host is the editing host.
func (e *Editor) Host() dom.NodeID { return e.host }

func (e *Editor) collapsed() bool { return e.r.Start == e.r.End }

// setEnd moves the start of the range (0) or its end (1).
func (e *Editor) setEnd(i int, b dom.Boundary) {
	if i == 0 {
		e.r.SetStart(b)
	} else {
		e.r.SetEnd(b)
	}
}

func (e *Editor) collapse(b dom.Boundary) { e.r.Set(b, b) }

// separator is the default single-line container name.
func (e *Editor) separator() atom.Atom {
	if e.o.Separator == 0 {
		return atomDiv
	}
	return e.o.Separator
}
