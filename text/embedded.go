package text

import _ "embed"

// Latin, Greek and Cyrillic in twelve faces; see embedded/LICENSE. They are strings so that they stay
// where the program is mapped.
var (
	//go:embed embedded/niso-sans-regular.ttf
	nisoSansRegular string
	//go:embed embedded/niso-sans-bold.ttf
	nisoSansBold string
	//go:embed embedded/niso-sans-italic.ttf
	nisoSansItalic string
	//go:embed embedded/niso-sans-bolditalic.ttf
	nisoSansBolditalic string
	//go:embed embedded/niso-serif-regular.ttf
	nisoSerifRegular string
	//go:embed embedded/niso-serif-bold.ttf
	nisoSerifBold string
	//go:embed embedded/niso-serif-italic.ttf
	nisoSerifItalic string
	//go:embed embedded/niso-serif-bolditalic.ttf
	nisoSerifBolditalic string
	//go:embed embedded/niso-mono-regular.ttf
	nisoMonoRegular string
	//go:embed embedded/niso-mono-bold.ttf
	nisoMonoBold string
	//go:embed embedded/niso-mono-italic.ttf
	nisoMonoItalic string
	//go:embed embedded/niso-mono-bolditalic.ttf
	nisoMonoBolditalic string
)

var embeddedData = [3][4]*string{
	{&nisoSansRegular, &nisoSansBold, &nisoSansItalic, &nisoSansBolditalic},
	{&nisoSerifRegular, &nisoSerifBold, &nisoSerifItalic, &nisoSerifBolditalic},
	{&nisoMonoRegular, &nisoMonoBold, &nisoMonoItalic, &nisoMonoBolditalic},
}
