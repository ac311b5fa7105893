package text

// Direction of a paragraph.
type Direction uint8

const (
	LTR Direction = iota
	RTL
	Auto // the first strong character decides, LTR where there is none
)

// Bidi runs the bidirectional algorithm; it keeps scratch memory. One goroutine at a time.
// https://www.unicode.org/reports/tr9/
type Bidi struct{}

// NeedsBidi reports whether a text has any character that can give it another order than left to right. Where
// it does not and the paragraph is LTR, all levels are 0.
func NeedsBidi(text []byte) bool { return false }

// Levels writes the embedding level of each byte of one paragraph to dst, grown when too short, and returns it
// with the paragraph's own level. Trailing white space is not reset per line (rule L1): see ReorderLine.
func (b *Bidi) Levels(dst []uint8, text []byte, dir Direction) (levels []uint8, base uint8) {
	return dst, 0
}

// ReorderLine puts the rows of a line's items in visual order, left to right (rule L2): order[i] is the
// item at place i. Levels are the items'; those of trailing white space should be the paragraph's (L1).
func ReorderLine(order []int32, levels []uint8) {}
