package style

//go:generate go run ./internal/propgen

// Damage is what a change of a computed value asks of the later passes; bits.
type Damage uint8

const (
	DamageComposite Damage = 1 << iota // transform, opacity: the compositor, and the box's painted overflow
	DamageRepaint                      // the display items of the box
	DamageOverflow                     // what it paints outside its box
	DamageLayout                       // its size, place or content
	DamageRebuild                      // its boxes are made again
	DamageChildren                     // children came, went or moved between slots: the boxes of its children differ
	DamageText                         // of a Text node: its data
	DamageNone      Damage = 0
)

// Property describes a longhand property.
type Property struct {
	Name      string
	Group     GroupID
	Type      string // name of the type of its computed value
	Initial   string // CSS text
	Inherited bool
	Damage    Damage
	Percent   string // what percentages refer to, "" where there are none
	Anim      string // how it interpolates, "" for discrete
}

// Shorthand describes a shorthand property.
type Shorthand struct {
	Name      string
	Longhands []PropertyID // in the order of serialization
}

// Info is the table's entry of a property.
func (p PropertyID) Info() *Property { return &propertyTable[p] }

// Name is the property's name.
func (p PropertyID) Name() string { return propertyTable[p].Name }

// Info is the table's entry of a shorthand.
func (s ShorthandID) Info() *Shorthand { return &shorthandTable[s] }
