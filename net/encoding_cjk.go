package net

import (
	"sync"
	"unicode/utf8"

	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/transform"
)

// The multi-byte decoders are the standard's own state machines, because what they do
// with malformed input matters (a swallowed ASCII byte can hide the end of an attribute).
// Only the indexes come from x/text, read out of its decoders when an encoding is first met.

// index asks tr for the character of each pointer; 0 is none.
func index(tr transform.Transformer, pointers int, bytesOf func(p int) []byte) []int32 {
	table := make([]int32, pointers)
	var dst [16]byte
	for p := range table {
		src := bytesOf(p)
		tr.Reset()
		nd, ns, err := tr.Transform(dst[:], src, true)
		if err != nil || ns != len(src) {
			continue
		}
		if r, n := utf8.DecodeRune(dst[:nd]); n == nd && r != utf8.RuneError && r >= 0x80 {
			table[p] = r
		}
	}
	return table
}

// pair makes the two bytes of a pointer in an encoding with per trail bytes a lead; trails begin
// at 0x40 or 0x41 and jump to second after 0x7E.
func pair(p, per, first, second int) []byte {
	lead, trail := p/per+0x81, p%per+first
	if second != 0 && trail > 0x7E {
		trail += second - 0x7F
	}
	return []byte{byte(lead), byte(trail)}
}

var (
	indexJIS0208 = sync.OnceValue(func() []int32 {
		return index(japanese.ShiftJIS.NewDecoder().Transformer, 11280, func(p int) []byte {
			b := pair(p, 188, 0x40, 0x80)
			if b[0] > 0x9F {
				b[0] += 0x40
			}
			return b
		})
	})
	indexJIS0212 = sync.OnceValue(func() []int32 {
		return index(japanese.EUCJP.NewDecoder().Transformer, 94*94, func(p int) []byte {
			return []byte{0x8F, byte(p/94 + 0xA1), byte(p%94 + 0xA1)}
		})
	})
	indexEUCKR = sync.OnceValue(func() []int32 {
		return index(korean.EUCKR.NewDecoder().Transformer, 126*190, func(p int) []byte { return pair(p, 190, 0x41, 0) })
	})
	indexBig5 = sync.OnceValue(func() []int32 {
		return index(traditionalchinese.Big5.NewDecoder().Transformer, 126*157, func(p int) []byte { return pair(p, 157, 0x40, 0xA1) })
	})
	indexGB18030 = sync.OnceValue(func() []int32 {
		t := index(simplifiedchinese.GB18030.NewDecoder().Transformer, 126*190, func(p int) []byte { return pair(p, 190, 0x40, 0x80) })
		for _, r := range gbPrivate {
			for i := range int32(r[2]) {
				t[r[0]+int(i)] = int32(r[1]) + i
			}
		}
		// The three user-defined areas.
		for lead := 0xA1; lead <= 0xFE; lead++ {
			for trail := 0x40; trail <= 0xFE; trail++ {
				r, p := 0, (lead-0x81)*190+trail-0x41
				switch {
				case trail == 0x7F:
					continue
				case trail >= 0xA1 && lead >= 0xF8:
					r = 0xE234 + (lead-0xF8)*94 + trail - 0xA1
				case trail >= 0xA1 && 0xAA <= lead && lead <= 0xAF:
					r = 0xE000 + (lead-0xAA)*94 + trail - 0xA1
				case 0x7F < trail && trail < 0xA1 && lead <= 0xA7:
					r = 0xE4C6 + (lead-0xA1)*96 + trail - 0x41
				case trail < 0x7F && lead <= 0xA7:
					r, p = 0xE4C6+(lead-0xA1)*96+trail-0x40, p+1
				}
				if r != 0 && t[p] == 0 {
					t[p] = int32(r)
				}
			}
		}
		return t
	})
)

// gbPrivate are the pointers that the index has in the private use area besides, and those
// that newer editions of GB 18030 moved out of it: pointer, character, how many in a row.
var gbPrivate = [...][3]int{
	{6376, 0xE766, 6}, {6433, 0xE76D, 1}, {6444, 0xE76E, 2}, {6458, 0xE770, 2}, {6829, 0xE772, 11}, {7022, 0xE77D,
		8}, {7150, 0xE785, 8}, {7182, 0xFE10, 1}, {7183, 0xFE12, 1}, {7184, 0xFE11, 1}, {7185, 0xFE13, 4}, {7201,
		0xFE17, 2}, {7208, 0xFE19, 1}, {7211, 0xE797, 9}, {7349, 0xE7A0, 15}, {7397, 0xE7AF, 13}, {7495, 0xE7BC, 11},
	{7538, 0xE7C9, 4}, {7579, 0xE7CD, 21}, {7624, 0xE7E2, 1}, {7627, 0xE7E3, 1}, {7629, 0xE7E4, 3}, {7686, 0xE7F4,
		13}, {7775, 0xE801, 15}, {16525, 0xE810, 5}, {23767, 0xE816, 3}, {23794, 0xE831, 1}, {23804, 0xE83B, 1},
	{23830, 0xE855, 1},
	{7533, 0x1E3F, 1}, {23775, 0x9FB4, 1}, {23783, 0x9FB5, 1}, {23788, 0x9FB6, 2}, {23795, 0x9FB8, 1}, {23812, 0x9FB9, 1}, {23829, 0x9FBA, 1}, {23845, 0x9FBB, 1},
}

// cjk is the state of a multi-byte decoder.
type cjk struct {
	table               []int32
	step                func(d *Decoder, b byte) // one byte
	lead, second, third byte
	jis0212             bool
	state, output       uint8 // ISO-2022-JP
	outputFlag          bool
	four                transform.Transformer // gb18030's four-byte ranges
}

func (d *Decoder) initCJK() {
	c := &d.cjk
	switch d.enc.name {
	case "GBK", "gb18030":
		c.table, c.step = indexGB18030(), (*Decoder).gb18030
		c.four = simplifiedchinese.GB18030.NewDecoder().Transformer
	case "Big5":
		c.table, c.step = indexBig5(), (*Decoder).big5
	case "EUC-KR":
		c.table, c.step = indexEUCKR(), (*Decoder).eucKR
	case "EUC-JP":
		c.table, c.step = indexJIS0208(), (*Decoder).eucJP
	case "Shift_JIS":
		c.table, c.step = indexJIS0208(), (*Decoder).shiftJIS
	case "ISO-2022-JP":
		c.table, c.step = indexJIS0208(), (*Decoder).iso2022JP
	}
}

func (d *Decoder) multi(src []byte, final bool) {
	if need := len(src)*3/2 + 16; cap(d.out) < need {
		d.out = make([]byte, 0, need)
	}
	c := &d.cjk
	ascii := d.enc.name != "ISO-2022-JP"
	for i := 0; i < len(src); {
		if ascii && c.lead == 0 {
			n := i
			for n < len(src) && src[n] < 0x80 {
				n++
			}
			d.out = append(d.out, src[i:n]...)
			if i = n; i == len(src) {
				break
			}
		}
		c.step(d, src[i])
		i++
	}
	if !final {
		return
	}
	if !ascii {
		d.end2022()
	} else if c.lead != 0 {
		c.lead, c.second, c.third, c.jis0212 = 0, 0, 0, false
		d.replace()
	}
}

func (d *Decoder) rune(r rune) { d.out = utf8.AppendRune(d.out, r) }

// look emits the character of a pointer, or an error after which an ASCII byte counts again.
func (d *Decoder) look(pointer int, b byte) {
	if pointer >= 0 && pointer < len(d.cjk.table) {
		if r := d.cjk.table[pointer]; r != 0 {
			d.rune(r)
			return
		}
	}
	d.replace()
	if b < 0x80 {
		d.out = append(d.out, b)
	}
}

// gb18030: https://encoding.spec.whatwg.org/#gb18030-decoder
func (d *Decoder) gb18030(b byte) {
	c := &d.cjk
	first, second, third := c.lead, c.second, c.third
	switch {
	case third != 0:
		c.lead, c.second, c.third = 0, 0, 0
		if !isDigit(b) {
			d.replace()
			d.gb18030(second)
			d.gb18030(third)
			d.gb18030(b)
			return
		}
		if first == 0x81 && second == 0x35 && third == 0xF4 && b == 0x37 { // pointer 7457
			d.rune(0xE7C7)
			return
		}
		var dst [8]byte
		nd, ns, err := c.four.Transform(dst[:], []byte{first, second, third, b}, true)
		if r, n := utf8.DecodeRune(dst[:nd]); err == nil && ns == 4 && n == nd && r != utf8.RuneError || first == 0x84 && second == 0x31 && third == 0xA4 && b == '7' {
			d.rune(r)
			return
		}
		d.replace()
	case second != 0:
		if 0x81 <= b && b <= 0xFE {
			c.third = b
			return
		}
		c.lead, c.second = 0, 0
		d.replace()
		d.gb18030(second)
		d.gb18030(b)
	case first != 0:
		if isDigit(b) {
			c.second = b
			return
		}
		c.lead = 0
		pointer := -1
		switch {
		case 0x40 <= b && b <= 0x7E:
			pointer = int(first-0x81)*190 + int(b-0x40)
		case 0x80 <= b && b <= 0xFE:
			pointer = int(first-0x81)*190 + int(b-0x41)
		}
		d.look(pointer, b)
	case b < 0x80:
		d.out = append(d.out, b)
	case b == 0x80:
		d.rune('€')
	case b <= 0xFE:
		c.lead = b
	default:
		d.replace()
	}
}

// big5: https://encoding.spec.whatwg.org/#big5-decoder
func (d *Decoder) big5(b byte) {
	c := &d.cjk
	if lead := c.lead; lead != 0 {
		c.lead = 0
		pointer := -1
		switch {
		case 0x40 <= b && b <= 0x7E:
			pointer = int(lead-0x81)*157 + int(b-0x40)
		case 0xA1 <= b && b <= 0xFE:
			pointer = int(lead-0x81)*157 + int(b-0x62)
		}
		switch pointer {
		case 1133:
			d.out = append(d.out, "\u00CA\u0304"...)
		case 1135:
			d.out = append(d.out, "\u00CA\u030C"...)
		case 1164:
			d.out = append(d.out, "\u00EA\u0304"...)
		case 1166:
			d.out = append(d.out, "\u00EA\u030C"...)
		default:
			d.look(pointer, b)
		}
		return
	}
	d.first(b, 0x81, 0xFE)
}

// first takes a byte outside of a sequence: ASCII, a lead byte from lo to hi, or an error.
func (d *Decoder) first(b, lo, hi byte) {
	switch {
	case b < 0x80:
		d.out = append(d.out, b)
	case lo <= b && b <= hi:
		d.cjk.lead = b
	default:
		d.replace()
	}
}

// eucKR: https://encoding.spec.whatwg.org/#euc-kr-decoder
func (d *Decoder) eucKR(b byte) {
	c := &d.cjk
	if lead := c.lead; lead != 0 {
		c.lead = 0
		pointer := -1
		if 0x41 <= b && b <= 0xFE {
			pointer = int(lead-0x81)*190 + int(b-0x41)
		}
		d.look(pointer, b)
		return
	}
	d.first(b, 0x81, 0xFE)
}

// eucJP: https://encoding.spec.whatwg.org/#euc-jp-decoder
func (d *Decoder) eucJP(b byte) {
	c := &d.cjk
	lead := c.lead
	switch {
	case lead == 0x8E && 0xA1 <= b && b <= 0xDF:
		c.lead = 0
		d.rune(0xFF61 - 0xA1 + rune(b))
	case lead == 0x8F && 0xA1 <= b && b <= 0xFE:
		c.jis0212, c.lead = true, b
	case lead != 0:
		pointer, table := -1, c.table
		if 0xA1 <= lead && lead <= 0xFE && 0xA1 <= b && b <= 0xFE {
			pointer = int(lead-0xA1)*94 + int(b-0xA1)
		}
		if c.jis0212 {
			c.table = indexJIS0212()
		}
		c.lead, c.jis0212 = 0, false
		d.look(pointer, b)
		c.table = table
	case b == 0x8E || b == 0x8F:
		c.lead = b
	default:
		d.first(b, 0xA1, 0xFE)
	}
}

// shiftJIS: https://encoding.spec.whatwg.org/#shift_jis-decoder
func (d *Decoder) shiftJIS(b byte) {
	c := &d.cjk
	if lead := c.lead; lead != 0 {
		c.lead = 0
		pointer := -1
		leadOffset := byte(0x81)
		if lead >= 0xA0 {
			leadOffset = 0xC1
		}
		switch {
		case 0x40 <= b && b <= 0x7E:
			pointer = int(lead-leadOffset)*188 + int(b-0x40)
		case 0x80 <= b && b <= 0xFC:
			pointer = int(lead-leadOffset)*188 + int(b-0x41)
		}
		if 8836 <= pointer && pointer <= 10715 {
			d.rune(0xE000 - 8836 + rune(pointer))
			return
		}
		d.look(pointer, b)
		return
	}
	switch {
	case b == 0x80:
		d.rune(0x80)
	case 0xA1 <= b && b <= 0xDF:
		d.rune(0xFF61 - 0xA1 + rune(b))
	case 0xE0 <= b:
		d.first(b, 0xE0, 0xFC)
	default:
		d.first(b, 0x81, 0x9F)
	}
}

// The states of ISO-2022-JP.
const (
	jpASCII = iota
	jpRoman
	jpKatakana
	jpLead
	jpTrail
	jpEscapeStart
	jpEscape
)

// iso2022JP: https://encoding.spec.whatwg.org/#iso-2022-jp-decoder
func (d *Decoder) iso2022JP(b byte) {
	c := &d.cjk
	switch c.state {
	case jpTrail:
		switch {
		case b == 0x1B:
			c.state = jpEscapeStart
			d.replace()
		case 0x21 <= b && b <= 0x7E:
			c.state = jpLead
			if r := c.table[int(c.lead-0x21)*94+int(b-0x21)]; r != 0 {
				d.rune(r)
			} else {
				d.replace()
			}
		default:
			c.state = jpLead
			d.replace()
		}
		return
	case jpEscapeStart:
		if b == 0x24 || b == 0x28 {
			c.lead, c.state = b, jpEscape
			return
		}
		c.outputFlag, c.state = false, c.output
		d.replace()
		d.iso2022JP(b)
		return
	case jpEscape:
		lead := c.lead
		c.lead = 0
		state := -1
		switch {
		case lead == 0x28 && b == 0x42:
			state = jpASCII
		case lead == 0x28 && b == 0x4A:
			state = jpRoman
		case lead == 0x28 && b == 0x49:
			state = jpKatakana
		case lead == 0x24 && (b == 0x40 || b == 0x42):
			state = jpLead
		}
		if state >= 0 {
			c.state, c.output = uint8(state), uint8(state)
			if c.outputFlag {
				d.replace()
			}
			c.outputFlag = true
			return
		}
		c.outputFlag, c.state = false, c.output
		d.replace()
		d.iso2022JP(lead)
		d.iso2022JP(b)
		return
	}
	if b == 0x1B {
		c.state = jpEscapeStart
		return
	}
	c.outputFlag = false
	switch {
	case c.state == jpLead && 0x21 <= b && b <= 0x7E:
		c.lead, c.state = b, jpTrail
	case c.state == jpKatakana && 0x21 <= b && b <= 0x5F:
		d.rune(0xFF61 - 0x21 + rune(b))
	case c.state > jpRoman || b >= 0x80 || b == 0x0E || b == 0x0F:
		d.replace()
	case c.state == jpRoman && b == '\\':
		d.rune('¥')
	case c.state == jpRoman && b == '~':
		d.rune('‾')
	default:
		d.out = append(d.out, b)
	}
}

// end2022 is the end of the input within a sequence.
func (d *Decoder) end2022() {
	for {
		c := &d.cjk
		switch c.state {
		case jpTrail:
			c.state = jpLead
			d.replace()
		case jpEscapeStart:
			c.outputFlag, c.state = false, c.output
			d.replace()
		case jpEscape:
			c.outputFlag, c.state = false, c.output
			d.replace()
			d.iso2022JP(c.lead)
			continue
		}
		return
	}
}
