package dom

import "github.com/niso-engine/niso/internal/atom"

// NodeID is a row of the node columns; 0 is none.
type NodeID uint32

// AttrID is a row of the attribute column; 0 is none.
type AttrID uint32

// NameID is a row of the qualified names of a Store; 0 is none.
type NameID uint32

// ClassListID is a row of the class lists of a Store; 0 is the empty list.
type ClassListID uint32

// Handle is a node that left the engine: it is stale once the node was destroyed.
type Handle struct {
	ID  NodeID
	Gen uint16
}

// Kind is the type of a node, with the numbers of Node.nodeType.
type Kind uint8

const (
	KindFree        Kind = 0 // a row in the free list
	KindElement     Kind = 1
	KindAttr        Kind = 2
	KindText        Kind = 3
	KindCDATA       Kind = 4
	KindPI          Kind = 7
	KindComment     Kind = 8
	KindDocument    Kind = 9
	KindDoctype     Kind = 10
	KindFragment    Kind = 11
	KindShadowRoot  Kind = 12 // Node.nodeType is 11
	kindCount            = 13
	nodeTypeForRoot      = 11
)

// NodeType is the value of Node.nodeType.
func (k Kind) NodeType() int {
	if k == KindShadowRoot {
		return nodeTypeForRoot
	}
	return int(k)
}

// IsCharacterData reports whether nodes of the kind have data.
func (k Kind) IsCharacterData() bool {
	return k == KindText || k == KindCDATA || k == KindComment || k == KindPI
}

// IsText reports whether k is Text or CDATASection.
func (k Kind) IsText() bool { return k == KindText || k == KindCDATA }

// Namespace is one of the namespaces that the engine knows, or a row of the store's others.
type Namespace uint8

const (
	NoNamespace Namespace = iota
	HTML
	SVG
	MathML
	XLink
	XML
	XMLNS
	firstOtherNamespace
)

var namespaceURIs = [firstOtherNamespace]string{
	"",
	"http://www.w3.org/1999/xhtml",
	"http://www.w3.org/2000/svg",
	"http://www.w3.org/1998/Math/MathML",
	"http://www.w3.org/1999/xlink",
	"http://www.w3.org/XML/1998/namespace",
	"http://www.w3.org/2000/xmlns/",
}

// Name is a qualified name.
type Name struct {
	NS        Namespace
	Prefix    atom.Atom // None where there is none
	Local     atom.Atom
	Qualified atom.Atom // prefix:local
}

// Flags of a node row.
type Flags uint16

const (
	Connected      Flags = 1 << iota // its root is a document
	Watched                          // an element whose insertion, removal and attributes the host acts on
	InShadow                         // its root is a shadow root
	HasShadow                        // a shadow host
	HasTemplate                      // a template element with contents
	ParserMade                       // a script, style, object … inserted by a parser: until ChildrenDone, more children come
	ScriptStarted                    // a script element's «already started»
	Observed                         // a mutation observer looks at it, with its descendants perhaps; the owner of Hooks.Observer sets it
	Wrapped                          // script has an object for it; the bindings own it
	NonASCII                         // character data with code points above U+007F
	ChildrenDone                     // the parser has seen its end (script, style, object …)
	HasInlineStyle                   // has a style attribute
	Held                             // a parser refers to it: the tree that it is in must not be destroyed
	Open                             // a parser has it on its stack of open elements
	named                            // was connected: a journal may name it
)

// State holds the states of an element that pseudo-classes select on and that change without
// the tree changing.
type State uint32

const (
	StateHover State = 1 << iota
	StateActive
	StateFocus
	StateFocusVisible
	StateFocusWithin
	StateTarget
	StateChecked
	StateIndeterminate
	StateDisabled
	StateEnabled
	StateReadWrite
	StateRequired
	StateOptional
	StateValid
	StateInvalid
	StateUserValid
	StateUserInvalid
	StateInRange
	StateOutOfRange
	StatePlaceholderShown
	StateDefault
	StateVisited
	StateModal
	StatePopoverOpen
	StateFullscreen
	StateOpen
	StateDefined
	StateAutofill
)
