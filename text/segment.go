package text

// NextGrapheme is the offset after the grapheme cluster that begins at offset i, len(text) at most.
// https://www.unicode.org/reports/tr29/#Grapheme_Cluster_Boundaries
func NextGrapheme(text []byte, i int) int { return len(text) }

// PrevGrapheme is the offset of the grapheme cluster that ends at offset i, 0 at least.
func PrevGrapheme(text []byte, i int) int { return 0 }

// NextWord is the offset after the word, space or mark that begins at i: the next boundary of
// https://www.unicode.org/reports/tr29/#Word_Boundaries
func NextWord(text []byte, i int) int { return len(text) }

// PrevWord is the last word boundary before i, 0 at least.
func PrevWord(text []byte, i int) int { return 0 }
