package css

import "github.com/niso-engine/niso/internal/atom"

// RuleKind is the kind of a rule.
type RuleKind uint8

const (
	RuleNone RuleKind = iota
	RuleStyle
	RuleNestedDecls // declarations after or between nested rules: CSSNestedDeclarations
	RuleImport
	RuleNamespace
	RuleMedia
	RuleSupports
	RuleContainer
	RuleLayerBlock     // @layer name { } or anonymous
	RuleLayerStatement // @layer a, b;
	RuleScope
	RuleStartingStyle
	RuleFontFace
	RuleKeyframes
	RuleKeyframe // one block of @keyframes; Prelude is its selector
	RulePage
	RuleMargin // @top-left … in @page
	RuleProperty
	RuleCounterStyle
	RuleFontFeatureValues
	RuleFontFeatureBlock // @styleset … in @font-feature-values
	RuleFontPaletteValues
	RuleViewTransition
	RulePositionTry
	ruleKinds
)

// RuleFlags qualify a rule.
type RuleFlags uint8

const (
	RuleDeleted RuleFlags = 1 << iota // unlinked by DeleteRule; the row is not used again
	RuleNested                        // inside a style rule
)

// Rule is a row of Sheet.Rules. Byte offsets are into Sheet.Source.
type Rule struct {
	Kind  RuleKind
	Flags RuleFlags
	_     uint16
	// Parent is the rule that this one stands in, 0 at top level.
	Parent     RuleID
	FirstChild RuleID
	LastChild  RuleID
	Next       RuleID
	// PreludeStart, PreludeEnd: the text between name and block, without white space around it.
	PreludeStart, PreludeEnd uint32
	// Payload, by Kind:
	//	Style                          ListID of the selector list
	//	NestedDecls                    ListID of the selectors that it applies to; 0: :where(:scope)
	//	Media                          row of Sheet.Media
	//	Import                         row of Sheet.Imports
	//	Supports, Container, Scope     row of Sheet.Supports, Containers, Scopes
	//	LayerBlock, LayerStatement     row of Sheet.Layers
	//	Keyframes, Property, CounterStyle, FontPaletteValues, PositionTry   atom of the name
	//	Keyframe                       row of Sheet.Keyframes
	//	Namespace                      row of Sheet.Namespaces
	//	Page                           row of Sheet.Pages
	//	Margin, FontFeatureBlock       atom of the at-keyword
	Payload uint32
	// Decls[DeclStart : DeclStart+DeclCount] are its own declarations.
	DeclStart, DeclCount uint32
	// Start and End are where the rule's text begins and ends; End is 0 where the block was never closed.
	Start, End uint32
}

// DeclFlags qualify a declaration.
type DeclFlags uint8

const (
	DeclImportant DeclFlags = 1 << iota
	DeclCustom              // --name
	DeclVar                 // the value has var(), env(), attr(), if() or a custom function call: substitute before parsing
)

// Decl is a row of Sheet.Decls.
type Decl struct {
	Name       atom.Atom // lower-case property name, or the custom property's name with its --
	Start, End uint32    // the value's bytes, without white space around it and without !important
	Flags      DeclFlags
}

// Import is the payload of an @import rule.
type Import struct {
	URL      string // as written, not resolved
	Media    MediaQueryList
	Supports *SupportsCondition // nil: none
	Layer    LayerName          // valid if HasLayer; empty: anonymous
	HasLayer bool
}

// LayerName is the dotted name of a cascade layer as atoms; empty is anonymous.
type LayerName []atom.Atom

// Layers is the payload of @layer.
type Layers []LayerName

// Scope is the payload of @scope; 0 where a part is absent.
type Scope struct{ Start, End ListID }

// KeyframeSelector is one position of a keyframe.
type KeyframeSelector struct {
	Offset float64 // 0 to 1
	Range  string  // timeline range name in lower case, or ""
}

// PageSelector is one selector of @page.
type PageSelector struct {
	Name                      atom.Atom
	First, Left, Right, Blank bool
}

// Options steer ParseSheet.
type Options struct {
	Atoms     *atom.Table // of the page; nil: static atoms only (user agent style sheet)
	UserAgent bool        // ::-internal- names are allowed in selectors
}

// Sheet is a parsed style sheet; see doc.go.
type Sheet struct {
	src   []byte
	Rules []Rule
	Decls []Decl
	Sel   Selectors

	Media      []MediaQueryList
	Supports   []*SupportsCondition
	Containers []ContainerQueryList
	Imports    []Import
	Layers     []Layers
	Scopes     []Scope
	Keyframes  [][]KeyframeSelector
	Namespaces []Namespace
	Pages      [][]PageSelector

	first, last RuleID
	opts        Options
	dead        int // rows of Decls no rule points to
}
