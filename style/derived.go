package style

import "github.com/niso-engine/niso/style/css"

// Derivation is a change to a record that the user agent makes for boxes of its own, where no rule can.
type Derivation uint8

const (
	derivedNone     Derivation = iota
	DerivedSquare              // an automatic width or height is like the other one
	DerivedAutoSize            // automatic width, height and aspect ratio
	DerivedFrame               // an anonymous block with a thin border around what does not fit elsewhere
	DerivedLeft                // an anonymous block that floats left
	DerivedRight               // an anonymous block that floats right
	DerivedLine                // an anonymous block whose text stands on one line as it is
)

// Derived is the record of a box whose style is that of base, changed. Anonymous kinds inherit from base, as Anonymous does. Equal
// arguments give the same record until the next pass.
func (s *Styler) Derived(base *Computed, d Derivation) *Computed {
	of := base
	if d >= DerivedFrame {
		base = s.Anonymous(base, DisplayBlock)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	k := anonKey{of, 0, d}
	if cs := s.anons[k]; cs != nil {
		return cs
	}
	cs, bx := *base, *base.Box
	switch d {
	case DerivedSquare:
		if bx.Width.IsAuto() {
			bx.Width = bx.Height
		} else {
			bx.Height = bx.Width
		}
	case DerivedAutoSize:
		bx.Width, bx.Height, bx.AspectRatio = Auto, Auto, AspectRatio{Auto: true}
	case DerivedFrame:
		silver, _ := css.NamedColor("silver")
		br, su := *base.Border, *base.Surround
		br.TopWidth, br.RightWidth, br.BottomWidth, br.LeftWidth = 1, 1, 1, 1
		br.TopStyle, br.RightStyle, br.BottomStyle, br.LeftStyle = BorderStyleSolid, BorderStyleSolid, BorderStyleSolid, BorderStyleSolid
		br.TopColor, br.RightColor, br.BottomColor, br.LeftColor = silver, silver, silver, silver
		su.PaddingTop, su.PaddingRight, su.PaddingBottom, su.PaddingLeft = Fixed(1), Fixed(1), Fixed(1), Fixed(1)
		bx.Width, bx.Height, bx.BoxSizing = of.Box.Width, of.Box.Height, BoxSizingBorderBox
		bx.OverflowX, bx.OverflowY = OverflowHidden, OverflowHidden
		cs.Border, cs.Surround = &br, &su
		cs.Flags |= FlagHasBorder
	case DerivedLeft:
		bx.Float = FloatLeft
	case DerivedRight:
		bx.Float = FloatRight
	case DerivedLine:
		tx := *base.Text
		tx.WhiteSpaceCollapse, tx.TextWrapMode, tx.TextWrapStyle = WhiteSpaceCollapsePreserve, TextWrapModeNowrap, TextWrapStyleAuto
		cs.Text = &tx
	}
	cs.Box = &bx
	if s.anons == nil {
		s.anons = make(map[anonKey]*Computed)
	}
	s.anons[k] = &cs
	return &cs
}
