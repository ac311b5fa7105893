package css

import "github.com/niso-engine/niso/internal/atom"

// Op is an instruction of a selector program; doc.go lists the operands.
type Op uint8

const (
	OpEnd Op = iota
	OpUniversal
	OpTag
	OpNamespace
	OpID
	OpClass
	OpAttr
	OpPseudo
	OpIs
	OpWhere
	OpNot
	OpHas
	OpNth
	OpLang
	OpDir
	OpState
	OpHost
	OpHostContext
	OpNest
	OpElement
	OpAnchor
	OpTransitionType
	OpDescendant
	OpChild
	OpNext
	OpSubsequent
	opCount
)

// opWords is the length of each instruction; OpLang adds its count.
var opWords = [opCount]uint8{
	OpEnd: 1, OpUniversal: 1, OpTag: 3, OpNamespace: 3, OpID: 2, OpClass: 2, OpAttr: 6,
	OpPseudo: 1, OpIs: 2, OpWhere: 2, OpNot: 2, OpHas: 2, OpNth: 4, OpLang: 2, OpDir: 2,
	OpState: 2, OpTransitionType: 2, OpHost: 2, OpHostContext: 2, OpNest: 2, OpElement: 2, OpAnchor: 1,
	OpDescendant: 1, OpChild: 1, OpNext: 1, OpSubsequent: 1,
}

// DecodeOp splits the first word of an instruction.
func DecodeOp(w uint32) (op Op, aux uint8, flags uint16) {
	return Op(w), uint8(w >> 8), uint16(w >> 16)
}

// OpWords is the number of words of the instruction that begins at words[0].
func OpWords(words []uint32) int {
	op := Op(words[0])
	if op == OpLang {
		return 2 + int(words[1])
	}
	return int(opWords[op])
}

// Namespace kinds: aux of OpNamespace, and the upper flags of OpAttr.
const (
	NSNone = iota // |x : in no namespace
	NSAny         // *|x
	NSURI         // p|x, or the default namespace of the sheet
)

// AttrOp is how an attribute is compared.
type AttrOp uint8

const (
	AttrExists    AttrOp = iota // [a]
	AttrEquals                  // [a=v]
	AttrIncludes                // [a~=v]
	AttrDash                    // [a|=v]
	AttrPrefix                  // [a^=v]
	AttrSuffix                  // [a$=v]
	AttrSubstring               // [a*=v]
)

// Flags of OpNamespace, for serialization.
const (
	NSImplied   = 1 << 0 // the default namespace, not written
	NSRedundant = 1 << 1 // written, and not serialized
)

// FlagImplied marks an OpNest that was not written (a relative selector), FlagAlias a pseudo-class under its -webkit- name.
const (
	FlagImplied = 1 << 0
	FlagAlias   = 1 << 1
)

// Flags of OpAttr.
const (
	AttrCaseI     = 1 << 0 // i: compare ASCII case-insensitively
	AttrCaseS     = 1 << 1 // s: written out
	AttrHTMLCaseI = 1 << 2 // an attribute whose values HTML compares case-insensitively on HTML elements
	// AttrNSShift: two bits hold NSNone, NSAny or NSURI. Without a prefix it is NSNone.
	AttrNSShift = 4
)

// NthKind is aux of OpNth.
type NthKind uint8

const (
	NthChild NthKind = iota
	NthLastChild
	NthOfType
	NthLastOfType
)

// PseudoClass is a pseudo-class without argument, aux of OpPseudo.
type PseudoClass uint8

const (
	PseudoNone PseudoClass = iota
	PseudoRoot
	PseudoScope
	PseudoEmpty
	PseudoFirstChild
	PseudoLastChild
	PseudoOnlyChild
	PseudoFirstOfType
	PseudoLastOfType
	PseudoOnlyOfType
	PseudoHover
	PseudoActive
	PseudoFocus
	PseudoFocusVisible
	PseudoFocusWithin
	PseudoTarget
	PseudoTargetCurrent
	PseudoLink
	PseudoVisited
	PseudoAnyLink
	PseudoChecked
	PseudoIndeterminate
	PseudoDefault
	PseudoDisabled
	PseudoEnabled
	PseudoRequired
	PseudoOptional
	PseudoReadOnly
	PseudoReadWrite
	PseudoValid
	PseudoInvalid
	PseudoUserValid
	PseudoUserInvalid
	PseudoInRange
	PseudoOutOfRange
	PseudoPlaceholderShown
	PseudoAutofill
	PseudoDefined
	PseudoModal
	PseudoPopoverOpen
	PseudoOpen
	PseudoFullscreen
	PseudoPictureInPicture
	PseudoPlaying
	PseudoPaused
	PseudoMuted
	PseudoSeeking
	PseudoStalled
	PseudoBuffering
	PseudoVolumeLocked
	PseudoActiveViewTransition
	// The scrollbar family of -webkit-, after a scrollbar pseudo-element.
	PseudoHorizontal
	PseudoVertical
	PseudoDecrement
	PseudoIncrement
	PseudoStart
	PseudoEnd
	PseudoDoubleButton
	PseudoSingleButton
	PseudoNoButton
	PseudoCornerPresent
	PseudoWindowInactive
	PseudoXrOverlay
	PseudoInterestSource
	PseudoInterestTarget
	PseudoCurrent
	PseudoPast
	PseudoFuture
	PseudoClassCount
)

// PseudoElement names a pseudo-element, aux of OpElement.
type PseudoElement uint8

const (
	ElementNone PseudoElement = iota
	ElementBefore
	ElementAfter
	ElementMarker
	ElementFirstLine
	ElementFirstLetter
	ElementSelection
	ElementPlaceholder
	ElementBackdrop
	ElementFileSelectorButton
	ElementSlotted       // argument: list
	ElementPart          // argument: row of Selectors.Names
	ElementHighlight     // argument: atom
	ElementTargetText    //
	ElementSpellingError //
	ElementGrammarError  //
	ElementSearchText    //
	ElementDetailsContent
	ElementCheckmark
	ElementPickerIcon
	ElementPicker // ::picker(select); argument: atom
	ElementScrollMarker
	ElementScrollMarkerGroup
	ElementScrollButton // argument: atom of the direction
	ElementColumn
	ElementCue // argument: list or 0
	ElementViewTransition
	ElementViewTransitionGroup // argument of these: row of Names, the name (* for any) and its classes
	ElementViewTransitionGroupChildren
	ElementViewTransitionImagePair
	ElementViewTransitionOld
	ElementViewTransitionNew
	ElementScrollbar // ::-webkit-scrollbar and its parts
	ElementScrollbarButton
	ElementScrollbarThumb
	ElementScrollbarTrack
	ElementScrollbarTrackPiece
	ElementScrollbarCorner
	ElementResizer
	ElementSearchCancelButton
	ElementInnerSpinButton
	ElementOuterSpinButton
	ElementCalendarPickerIndicator
	ElementSliderThumb
	ElementSliderRunnableTrack
	ElementMeterBar
	ElementMeterInnerElement
	ElementMeterOptimumValue
	ElementMeterSuboptimumValue
	ElementMeterEvenLessGoodValue
	ElementProgressBar
	ElementProgressInnerElement
	ElementProgressValue
	ElementColorSwatch
	ElementColorSwatchWrapper
	ElementDetailsMarker
	ElementDateAndTimeValue
	ElementDatetimeEdit
	ElementTextfieldDecoration
	ElementUnknownWebkit // any other ::-webkit- name; argument: atom; matches nothing
	PseudoElementCount
)

// Deps say what a selector's result depends on beside tag names, with everything inside its
// :is(), :not(), :has() … arguments. The invalidation index is built from them and from EachFeature.
type Deps uint32

const (
	DepClass      Deps = 1 << iota
	DepID              //
	DepAttr            //
	DepState           // a state pseudo-class (EachFeature says which)
	DepStructure       // position among siblings: :nth-*, :first-child, :only-of-type, + and ~
	DepBackward        // position from the end: :last-child, :nth-last-child, :only-child …
	DepContent         // :empty
	DepHas             // :has()
	DepSibling         // + or ~
	DepDescendant      // a descendant or child combinator
	DepLang            // :lang(), :dir()
	DepShadow          // :host, :host-context, ::slotted, ::part
	DepNest            // &
	DepScope           // :scope
	DepNever           // can match nothing
)

// KeyKind says what Selector.Key is.
type KeyKind uint8

const (
	KeyUniversal KeyKind = iota // no key: every element is a candidate
	KeyTag                      // atom of the lower-case tag name
	KeyAttr                     // atom of the attribute's name, which is lower case
	KeyClass                    //
	KeyID                       //
	KeyPseudo                   // Key is a PseudoClass that few elements are in: :root, :link, :focus, :host (HostKey) …
)

// HostKey is the Key of a KeyPseudo selector whose rightmost compound is :host.
const HostKey atom.Atom = atom.Atom(PseudoClassCount)

// Selector is one complex selector.
type Selector struct {
	Prog        uint32    // index into Selectors.Words
	Specificity uint32    // a<<20 | b<<10 | c, each saturated at 1023
	Key         atom.Atom // what the rightmost compound needs, the rarest of it; KeyKind says which
	KeyAlt      atom.Atom // KeyTag: the name as written where it is not lower case; file the selector under both
	Deps        Deps      //
	// Ancestors are hashes (Hash) of ids, classes, tags and attributes that
	// ancestors of the subject must have, for the ancestor Bloom filter; 0 ends the list.
	Ancestors [4]uint32
	KeyKind   KeyKind
	// Element is the pseudo-element that the selector's subject is, the last one written, or ElementNone.
	Element PseudoElement
	// Shadow says that the selector looks across a shadow boundary: ElementSlotted or ElementPart where its subject
	// is, or originates from, those; else ElementNone. Key and Ancestors are empty then.
	Shadow PseudoElement
	// Compounds is the number of compounds, saturated.
	Compounds uint16
}

// SelectorList is a row of Selectors.Lists: selectors Rows[First : First+Count].
type SelectorList struct {
	First SelectorID
	Count uint32
}

// Selectors holds compiled selectors. The zero value is empty. Row 0 of Lists and of Names is none.
type Selectors struct {
	Words []uint32
	Rows  []Selector
	Lists []SelectorList
	Names [][]atom.Atom // names of ::part(), classes of view transitions
	Atoms *atom.Table   // of the page; nil: static atoms only
	// Lookup: names that Atoms does not have are not added; they become NoAtom, which matches nothing, and Unknown
	// is set: a program kept for later must be compiled again when Atoms has grown.
	Lookup, Unknown bool
	// ControlStates: some pseudo-class asks for the state of a form control.
	ControlStates bool
	// Missing collects names that are no static atoms, where Atoms is nil; their selectors are invalid.
	Missing []string
}

// NoAtom stands in programs of Selectors.Lookup for names that no element can have.
const NoAtom = ^atom.Atom(0)

// Seeds of ancestor hashes, one a kind of name.
const (
	hashTag   = 0x9E3779B1
	hashID    = 0x85EBCA6B
	hashClass = 0xC2B2AE35
	hashAttr  = 0x27D4EB2F
)

func mix(seed uint32, a atom.Atom) uint32 {
	h := (uint32(a) + 1) * seed
	h ^= h >> 15
	h *= 0x2C1B3C6D
	h ^= h >> 13
	return h | 1
}

// HashTag is the Bloom filter hash of a lower-case tag name that an ancestor has.
func HashTag(a atom.Atom) uint32 { return mix(hashTag, a) }

// HashID is the hash of an ancestor's id.
func HashID(a atom.Atom) uint32 { return mix(hashID, a) }

// HashClass is the hash of a class of an ancestor.
func HashClass(a atom.Atom) uint32 { return mix(hashClass, a) }

// HashAttr is the hash of an attribute's lower-case name.
func HashAttr(a atom.Atom) uint32 { return mix(hashAttr, a) }

// SelectorContext is what parsing a selector depends on.
type SelectorContext struct {
	Namespaces []Namespace // of the sheet's @namespace rules, the last of a prefix counts
	Nested     bool        // inside a style rule: relative selectors are allowed, & is Parent
	Parent     ListID      // what & stands for; 0: :scope
	Scoped     bool        // directly in @scope: relative selectors are allowed, & and the implied anchor are :scope
	Relative   bool        // every selector is relative (@scope end, :has)
	UserAgent  bool        // ::-internal- names are allowed; like unknown ::-webkit- ones they match nothing
	NoElements bool        // pseudo-elements are invalid
}

// Namespace is a prefix and its URL; Prefix Empty is the default namespace.
type Namespace struct{ Prefix, URL atom.Atom }

// FeatureKind is what a selector looks at, reported by EachFeature.
type FeatureKind uint8

const (
	FeatureTag    FeatureKind = iota // Atom
	FeatureID                        // Atom
	FeatureClass                     // Atom
	FeatureAttr                      // Atom: lower-case name
	FeaturePseudo                    // Pseudo
	FeatureNth                       // position among siblings (Aux: NthKind)
	FeatureLang                      //
	FeatureDir                       //
	FeatureState                     // Atom: :state(x)
)

// Feature is one thing that a selector looks at, and where from the subject.
type Feature struct {
	Atom   atom.Atom
	Kind   FeatureKind
	Aux    uint8
	Pseudo PseudoClass
	// Distance: which elements must be looked at again when the feature of an element changes.
	Subject    bool // the element itself may begin or stop to match
	Descendant bool // its descendants may
	Sibling    bool // later siblings (and, with Descendant, their descendants) may
	InHas      bool // it stands in :has(): ancestors or earlier siblings of the element are anchors; the three above are about them
	Negated    bool // inside :not()
}
