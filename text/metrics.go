package text

// Metrics of a face at a size, in px, as Chromium on Linux has them: ascent and descent are whole px.
type Metrics struct {
	Ascent, Descent float32 // above and below the baseline, both positive as a rule, whole px
	LineGap         float32
	LineSpacing     float32 // line-height: normal — the rounded sum of the three
	XHeight         float32 // unit ex
	CapHeight       float32 // unit cap
	ZeroAdvance     float32 // unit ch
	SpaceAdvance    float32
	IdeoAdvance     float32 // unit ic: the advance of U+6C34, 1em where the face lacks it

	UnderlineOffset    float32 // from the baseline down to the upper edge of the line
	UnderlineThickness float32
	StrikeOffset       float32 // from the baseline up to the upper edge of the line
	StrikeThickness    float32
}
