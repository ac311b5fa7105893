package css

import (
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/perf"
)

// This file declares what is being built; each function moves to its own file.

const missing = "css: being built"

// Color takes a <color>.
func (p *ValueParser) Color() (Color, bool) { panic(missing) }

// ---- calc

// CalcExpr is a type-checked, simplified math expression; immutable.
type CalcExpr struct{ nodes []calcNode }

type calcNode struct{}

// Math takes a math function (calc(), min() …). percentAs is what percentages stand for: CalcPercent, CalcLength or CalcAngle.
// symbol answers keywords of relative colours; nil: none.
func (p *ValueParser) Math(percentAs CalcType, symbol func(string) (int, bool)) (*CalcExpr, bool) {
	panic(missing)
}

func (e *CalcExpr) leaf() (float64, Unit) { panic(missing) }

// Type is what the expression computes.
func (e *CalcExpr) Type() CalcType { panic(missing) }

// HasPercent reports whether percentages occur: the value depends on its basis.
func (e *CalcExpr) HasPercent() bool { panic(missing) }

// HasRelative reports whether units that need a UnitEnv occur.
func (e *CalcExpr) HasRelative() bool { panic(missing) }

// Eval computes the expression in canonical units (px, deg, s, Hz, dppx, fr, number; a percentage alone as its number).
// percentBasis is what 100% is, in the same unit. NaN becomes 0 and infinities the largest finite float32, as
// a top-level calculation asks.
func (e *CalcExpr) Eval(env UnitEnv, percentBasis float64) float64 { panic(missing) }

// Resolve replaces relative units by px and keeps percentages: the computed value.
func (e *CalcExpr) Resolve(env UnitEnv) *CalcExpr { panic(missing) }

// Linear returns the expression as px + percent/100 × basis when it is of that form (all relative units resolved).
func (e *CalcExpr) Linear(env UnitEnv) (px, percent float64, ok bool) { panic(missing) }

// String serializes as css-values-4 asks.
func (e *CalcExpr) String() string { panic(missing) }

// AppendTo appends the serialization.
func (e *CalcExpr) AppendTo(b []byte) []byte { panic(missing) }

// Interpolate is from×(1-t) + to×t as a calc() sum.
func Interpolate(from, to Numeric, t float64) Numeric { panic(missing) }

// UnitOf returns the unit named s, in any case; UnitNone if there is none.
func UnitOf(s string) Unit { panic(missing) }

// String is the unit as written in serializations: "px", "q" as "q".
func (u Unit) String() string { panic(missing) }

// Absolute converts n of the unit to its canonical unit (px, deg, s, hz, dppx); false for relative units.
func (u Unit) Absolute(n float64) (float64, bool) { panic(missing) }

// Type is the type of a dimension of the unit.
func (u Unit) Type() CalcType { panic(missing) }

// Relative reports whether the unit needs a UnitEnv.
func (u Unit) Relative() bool { panic(missing) }

// Eval is Numeric in canonical units; percentages are of percentBasis.
func (n Numeric) Eval(env UnitEnv, percentBasis float64) float64 { panic(missing) }

// AppendTo appends the serialization.
func (n Numeric) AppendTo(b []byte) []byte { panic(missing) }

// ---- colours

// ColorExpression is a colour function that must be resolved against an element.
type ColorExpression struct{}

// ParseColor reads src as a <color> and nothing else.
func ParseColor(src string) (Color, bool) { panic(missing) }

// NamedColor is the colour of a name in lower case.
func NamedColor(lower string) (Color, bool) { panic(missing) }

// SRGB converts to sRGB; components outside of 0 to 1 are out of gamut, missing ones are 0. Only for ColorAbsolute.
func (c Color) SRGB() (r, g, b, alpha float32) { panic(missing) }

// RGBA8 is the colour as bytes, clipped to the gamut, not premultiplied.
func (c Color) RGBA8() (r, g, b, a uint8) { panic(missing) }

// To converts to another space.
func (c Color) To(s ColorSpace) Color { panic(missing) }

// Resolve gives the absolute colour for an element.
func (c Color) Resolve(env *ColorEnv) Color { panic(missing) }

// AppendTo appends the CSSOM serialization of the specified (specified true) or computed value.
func (c Color) AppendTo(b []byte, specified bool) []byte { panic(missing) }

// String serializes the computed value.
func (c Color) String() string { panic(missing) }

// MixColors interpolates in space (animations: premultiplied, missing components carried).
func MixColors(a, b Color, t float64, space ColorSpace) Color { panic(missing) }

// RGBA makes a legacy sRGB colour; components 0 to 1.
func RGBA(r, g, b, a float32) Color { panic(missing) }

// SystemColorValue is this package's colour of a system colour.
func SystemColorValue(c SystemColor, dark bool) Color { panic(missing) }

// ---- sheets

// ParseSheet parses a style sheet. src may not change after.
func ParseSheet(src []byte, opts Options) *Sheet { panic(missing) }

// ParseSheetString is ParseSheet over a string, without a copy.
func ParseSheetString(src string, opts Options) *Sheet { panic(missing) }

// Source is the sheet's buffer as text; it grows when rules are inserted.
func (s *Sheet) Source() string { panic(missing) }

// First is the first rule at top level.
func (s *Sheet) First() RuleID { panic(missing) }

// Children lists the ids of the rules inside parent (0: of the sheet) in order.
func (s *Sheet) Children(parent RuleID) []RuleID { panic(missing) }

// DeclText is the value of a declaration as written.
func (s *Sheet) DeclText(d Decl) string { panic(missing) }

// Prelude is the text of the rule's prelude as written.
func (s *Sheet) Prelude(r RuleID) string { panic(missing) }

// Position is the line and column (from 1, columns in UTF-16 units) of a byte offset.
func (s *Sheet) Position(offset uint32) (line, column int) { panic(missing) }

// InsertRule parses text as one rule and inserts it at index among the children of parent (0: the sheet), as CSSOM's insertRule.
func (s *Sheet) InsertRule(parent RuleID, text string, index int) (RuleID, error) { panic(missing) }

// DeleteRule unlinks the child at index of parent.
func (s *Sheet) DeleteRule(parent RuleID, index int) error { panic(missing) }

// SetSelector replaces the selector of a style rule; false and no change if text is invalid.
func (s *Sheet) SetSelector(r RuleID, text string) bool { panic(missing) }

// SetDecl sets a declaration of a rule: an existing one of that name keeps its place as CSSOM asks. value is the text without !important.
func (s *Sheet) SetDecl(r RuleID, name, value string, important bool) { panic(missing) }

// RemoveDecl removes the declarations of that name and reports whether there were any.
func (s *Sheet) RemoveDecl(r RuleID, name atom.Atom) bool { panic(missing) }

// SetDecls replaces all declarations of a rule by those of text (cssText).
func (s *Sheet) SetDecls(r RuleID, text string) { panic(missing) }

// DeclList reads a declaration list (style attribute, cssText) one declaration at a time without storing it; its zero
// value is empty. Offsets of the declarations are into the text.
type DeclList struct{}

// ParseDeclarations reads the declarations of text.
func ParseDeclarations(text string, atoms *atom.Table) DeclList { panic(missing) }

// Next returns the next declaration; false at the end.
func (l *DeclList) Next() (Decl, bool) { panic(missing) }

// ReportMemory adds the bytes of the sheet's columns.
func (s *Sheet) ReportMemory(r *perf.Report, prefix string) { panic(missing) }

// ---- conditions

type condNode struct{}

// ParseMedia parses a media query list; what is invalid becomes «not all».
func ParseMedia(text string) MediaQueryList { panic(missing) }

// Matches evaluates the list.
func (l *MediaQueryList) Matches(env *MediaEnv) bool { panic(missing) }

// Len is the number of queries.
func (l *MediaQueryList) Len() int { panic(missing) }

// Item serializes one query.
func (l *MediaQueryList) Item(i int) string { panic(missing) }

// String serializes as CSSOM asks.
func (l *MediaQueryList) String() string { panic(missing) }

// Deps is what the list looks at.
func (l *MediaQueryList) Deps() MediaDeps { panic(missing) }

// ParseSizes reads the sizes attribute of an image and gives the px for env.
func ParseSizes(text string, env *MediaEnv) float64 { panic(missing) }

// ParseSupports parses a supports condition, as CSS.supports(text) does.
func ParseSupports(text string) (*SupportsCondition, bool) { panic(missing) }

// Matches evaluates the condition.
func (c *SupportsCondition) Matches(env *SupportsEnv) bool { panic(missing) }

// String serializes the condition.
func (c *SupportsCondition) String() string { panic(missing) }

// Matches evaluates the condition against one container.
func (c *ContainerQuery) Matches(env *ContainerEnv) Tri { panic(missing) }

// String serializes name and condition.
func (c *ContainerQuery) String() string { panic(missing) }

// ContainerNeeds says which container a query needs.
type ContainerNeeds uint8

const (
	NeedsInlineSize ContainerNeeds = 1 << iota
	NeedsBlockSize
	NeedsWidth
	NeedsHeight
	NeedsStyle
	NeedsScrollState
)

// Needs is what the query asks of its container.
func (c *ContainerQuery) Needs() ContainerNeeds { panic(missing) }
