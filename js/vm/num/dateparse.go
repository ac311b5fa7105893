package num

import (
	"math"
	"time"
)

// ParseDate is Date.parse: the ISO form of the specification and, for the rest, the loose forms that browsers take
// ("Tue Feb 01 2022 10:00:00 GMT+0100", "1/2/2022 3:04 pm", "1 Feb 2022"). NaN where s is neither.
//
// The loose forms are numbers and words in nearly any order: a number before a colon is a time, other numbers are month, day and year (year
// first when it cannot be a day), words before the first number and text in parentheses are ignored.
//
// https://tc39.es/ecma262/#sec-date.parse
func ParseDate[T byte | uint16](s []T, loc *time.Location) float64 {
	p := dateParser{zoneHour: unset, zoneMinute: unset, zoneSign: unset, hourOffset: unset, namedMonth: unset}
	if len(s) > 4096 {
		return math.NaN()
	}
	b := make([]byte, len(s))
	for i, c := range s {
		if IsSpace(uint16(c)) {
			b[i] = ' '
		} else if c < 0x80 {
			b[i] = byte(c)
		} else {
			b[i] = 0x80 // unknown
		}
	}
	p.s = b
	p.next()
	ok := false
	switch p.iso() {
	case isoWhole:
		ok = true
	case isoNot:
		ok = p.loose()
	}
	if !ok {
		return math.NaN()
	}
	return p.value(loc)
}

const unset = math.MinInt32

type tokenKind uint8

const (
	tokEnd tokenKind = iota
	tokNumber
	tokWord
	tokSymbol
	tokSpace
	tokUnknown
)

type wordKind uint8

const (
	wordOther wordKind = iota
	wordMonth
	wordAMPM
	wordZone
	wordT
)

type dateParser struct {
	s   []byte
	pos int // after the current token

	// The current token.
	kind    tokenKind
	sym     byte
	number  int
	length  int
	word    wordKind
	wordVal int
	wordIsZ bool

	day        [3]int
	days       int
	isoDate    bool
	namedMonth int

	clock      [4]int
	clocks     int
	hourOffset int

	zoneSign, zoneHour, zoneMinute int
}

func (p *dateParser) next() {
	if p.pos >= len(p.s) {
		p.kind = tokEnd
		return
	}
	start := p.pos
	c := p.s[p.pos]
	switch {
	case c-'0' < 10:
		for p.pos < len(p.s) && p.s[p.pos] == '0' {
			p.pos++
		}
		n, digits := 0, 0
		for p.pos < len(p.s) && p.s[p.pos]-'0' < 10 {
			if digits < 9 {
				n = n*10 + int(p.s[p.pos]-'0')
			}
			digits++
			p.pos++
		}
		p.kind, p.number, p.length = tokNumber, n, p.pos-start
	case c|0x20-'a' < 26 && c < 0x80:
		for p.pos < len(p.s) && p.s[p.pos] < 0x80 && p.s[p.pos]|0x20-'a' < 26 {
			p.pos++
		}
		p.kind, p.length = tokWord, p.pos-start
		p.classify(p.s[start:p.pos])
	case c == ' ':
		for p.pos < len(p.s) && p.s[p.pos] == ' ' {
			p.pos++
		}
		p.kind = tokSpace
	case c == 0x80 || c < ' ':
		p.pos++
		p.kind = tokUnknown
	default:
		p.pos++
		p.kind, p.sym = tokSymbol, c
	}
}

func (p *dateParser) classify(w []byte) {
	var low [3]byte
	for i := 0; i < len(w) && i < 3; i++ {
		low[i] = w[i] | 0x20
	}
	p.word, p.wordVal, p.wordIsZ = wordOther, 0, false
	if len(w) >= 3 {
		for m := range 12 {
			if monthNames[m*3]|0x20 == low[0] && monthNames[m*3+1] == low[1] && monthNames[m*3+2] == low[2] {
				p.word, p.wordVal = wordMonth, m+1
				return
			}
		}
	}
	if len(w) > 3 {
		return
	}
	switch string(low[:len(w)]) {
	case "am":
		p.word, p.wordVal = wordAMPM, 0
	case "pm":
		p.word, p.wordVal = wordAMPM, 12
	case "z":
		p.word, p.wordIsZ = wordZone, true
	case "ut", "utc", "gmt":
		p.word = wordZone
	case "est", "cdt":
		p.word, p.wordVal = wordZone, -5
	case "edt":
		p.word, p.wordVal = wordZone, -4
	case "cst", "mdt":
		p.word, p.wordVal = wordZone, -6
	case "mst", "pdt":
		p.word, p.wordVal = wordZone, -7
	case "pst":
		p.word, p.wordVal = wordZone, -8
	case "t":
		p.word = wordT
	}
}

func (p *dateParser) symbol(c byte) bool { return p.kind == tokSymbol && p.sym == c }

func (p *dateParser) skip(c byte) bool {
	if p.symbol(c) {
		p.next()
		return true
	}
	return false
}

func (p *dateParser) sign() bool { return p.kind == tokSymbol && (p.sym == '+' || p.sym == '-') }

func (p *dateParser) fixed(length, lo, hi int) bool {
	return p.kind == tokNumber && p.length == length && lo <= p.number && p.number <= hi
}

func (p *dateParser) addDay(n int) bool {
	if p.days == 3 {
		return false
	}
	p.day[p.days] = n
	p.days++
	return true
}

func (p *dateParser) addClock(n int) bool {
	if p.clocks == 4 {
		return false
	}
	p.clock[p.clocks] = n
	p.clocks++
	return true
}

func (p *dateParser) endClock(n int) {
	p.addClock(n)
	for p.clocks < 4 {
		p.addClock(0)
	}
}

func (p *dateParser) clockExpects(n int) bool {
	return p.clocks == 1 && n < 60 || p.clocks == 2 && n < 60 || p.clocks == 3 && n < 1000
}

// milliseconds reads the current number as a fraction of a second.
func (p *dateParser) milliseconds() int {
	n := p.number
	switch p.length {
	case 1:
		return n * 100
	case 2:
		return n * 10
	}
	// At most nine digits were kept.
	for l := min(p.length, 9); l > 3; l-- {
		n /= 10
	}
	return n
}

func (p *dateParser) setZone(hours int) {
	p.zoneSign = 1
	if hours < 0 {
		p.zoneSign, hours = -1, -hours
	}
	p.zoneHour, p.zoneMinute = hours, 0
}

type isoResult uint8

const (
	isoNot   isoResult = iota // go on with the loose forms from the current token
	isoWhole                  // all read
	isoBad                    // invalid
)

// iso reads the Date Time String Format. Where the text leaves it before the time, what was read so far stays.
func (p *dateParser) iso() isoResult {
	if p.sign() {
		neg := p.sym == '-'
		save := p.pos
		p.next()
		if !p.fixed(6, 0, 999999) || neg && p.number == 0 {
			// The sign is a token of the loose forms.
			p.pos, p.kind, p.sym = save, tokSymbol, '+'
			if neg {
				p.sym = '-'
			}
			return isoNot
		}
		y := p.number
		if neg {
			y = -y
		}
		p.addDay(y)
		p.next()
	} else if p.fixed(4, 0, 9999) {
		p.addDay(p.number)
		p.next()
	} else {
		return isoNot
	}
	if p.skip('-') {
		if !p.fixed(2, 1, 12) {
			return isoNot
		}
		p.addDay(p.number)
		p.next()
		if p.skip('-') {
			if !p.fixed(2, 1, 31) {
				return isoNot
			}
			p.addDay(p.number)
			p.next()
		}
	}
	if p.kind != tokWord || p.word != wordT {
		if p.kind != tokEnd {
			return isoNot
		}
	} else {
		p.next()
		if !p.fixed(2, 0, 24) {
			return isoBad
		}
		midnight := p.number == 24
		p.addClock(p.number)
		p.next()
		if !p.skip(':') || !p.fixed(2, 0, 59) || midnight && p.number > 0 {
			return isoBad
		}
		p.addClock(p.number)
		p.next()
		if p.skip(':') {
			if !p.fixed(2, 0, 59) || midnight && p.number > 0 {
				return isoBad
			}
			p.addClock(p.number)
			p.next()
			if p.skip('.') {
				if p.kind != tokNumber || midnight && p.number > 0 {
					return isoBad
				}
				p.addClock(p.milliseconds())
				p.next()
			}
		}
		if p.kind == tokWord && p.wordIsZ && p.word == wordZone {
			p.setZone(0)
			p.next()
		} else if p.sign() {
			p.zoneSign = 1
			if p.sym == '-' {
				p.zoneSign = -1
			}
			p.next()
			if p.fixed(4, 0, 9999) {
				p.zoneHour, p.zoneMinute = p.number/100, p.number%100
				if p.zoneHour > 23 || p.zoneMinute > 59 {
					return isoBad
				}
			} else {
				if !p.fixed(2, 0, 23) {
					return isoBad
				}
				p.zoneHour = p.number
				p.next()
				if !p.skip(':') || !p.fixed(2, 0, 59) {
					return isoBad
				}
				p.zoneMinute = p.number
			}
			p.next()
		}
		if p.kind != tokEnd {
			return isoBad
		}
	}
	if p.zoneHour == unset && p.clocks == 0 {
		p.setZone(0)
	}
	p.isoDate = true
	return isoWhole
}

func (p *dateParser) loose() bool {
	hasNumber := p.days > 0
	for p.kind != tokEnd {
		switch {
		case p.kind == tokNumber:
			hasNumber = true
			n := p.number
			p.next()
			switch {
			case p.symbol(':'):
				p.next()
				if p.skip(':') {
					if p.clocks > 0 {
						return false
					}
					p.addClock(n)
					p.addClock(0)
				} else {
					if !p.addClock(n) {
						return false
					}
					p.skip('.')
				}
			case p.symbol('.') && p.clockExpects(n):
				p.next()
				p.addClock(n)
				if p.kind != tokNumber {
					return false
				}
				ms := p.milliseconds()
				p.next()
				p.endClock(ms)
			case p.zoneHour != unset && p.zoneMinute == unset:
				p.skip('.')
				p.zoneMinute = n
			case p.clockExpects(n):
				p.endClock(n)
				if p.kind != tokEnd && p.kind != tokSpace && !(p.kind == tokWord && p.wordIsZ) && !p.sign() {
					return false
				}
			default:
				p.skip('.')
				if !p.addDay(n) {
					return false
				}
				p.skip('-')
			}
		case p.kind == tokWord:
			switch {
			case p.word == wordAMPM && p.clocks > 0:
				p.hourOffset = p.wordVal
				p.next()
			case p.word == wordMonth:
				p.namedMonth = p.wordVal
				p.next()
				p.skip('-')
			case p.word == wordZone && hasNumber:
				p.setZone(p.wordVal)
				p.next()
			default:
				if hasNumber {
					return false
				}
				p.next()
				if p.kind == tokNumber {
					return false
				}
			}
		case p.sign() && (p.zoneHour == 0 && p.zoneMinute == 0 || p.clocks > 0):
			p.zoneSign = 1
			if p.sym == '-' {
				p.zoneSign = -1
			}
			p.next()
			n, length := 0, 0
			if p.kind == tokNumber {
				n, length = p.number, p.length
				p.next()
			}
			hasNumber = true
			switch {
			case p.symbol(':'):
				p.zoneHour, p.zoneMinute = n, unset
			case length == 1 || length == 2:
				p.zoneHour, p.zoneMinute = n, 0
			case length == 3 || length == 4:
				p.zoneHour, p.zoneMinute = n/100, n%100
			default:
				return false
			}
		case (p.sign() || p.symbol(')')) && hasNumber:
			return false
		case p.symbol('('):
			depth := 0
			for {
				if p.symbol('(') {
					depth++
				} else if p.symbol(')') {
					depth--
				}
				if p.kind == tokEnd {
					break
				}
				p.next()
				if depth == 0 {
					break
				}
			}
		default:
			p.next()
		}
	}
	return true
}

// value puts the parts together.
func (p *dateParser) value(loc *time.Location) float64 {
	nan := math.NaN()
	if p.days < 1 {
		return nan
	}
	for p.days < 3 {
		p.day[p.days] = 1
		p.days++
	}
	isDay := func(n int) bool { return 1 <= n && n <= 31 }
	var year, month, day int
	switch {
	case p.namedMonth == unset && (p.isoDate || !isDay(p.day[0])):
		year, month, day = p.day[0], p.day[1], p.day[2]
	case p.namedMonth == unset:
		month, day, year = p.day[0], p.day[1], p.day[2]
	case !isDay(p.day[0]):
		month, year, day = p.namedMonth, p.day[0], p.day[1]
	default:
		month, day, year = p.namedMonth, p.day[0], p.day[1]
	}
	if !p.isoDate {
		if 0 <= year && year <= 49 {
			year += 2000
		} else if 50 <= year && year <= 99 {
			year += 1900
		}
	}
	if month < 1 || month > 12 || !isDay(day) {
		return nan
	}
	h, m, s, ms := p.clock[0], p.clock[1], p.clock[2], p.clock[3]
	if p.hourOffset != unset {
		if h < 0 || h > 12 {
			return nan
		}
		h = h%12 + p.hourOffset
	}
	if (h > 23 || m > 59 || s > 59 || ms > 999) && !(h == 24 && m == 0 && s == 0 && ms == 0) {
		return nan
	}
	t := MakeDate(MakeDay(float64(year), float64(month-1), float64(day)), MakeTime(float64(h), float64(m), float64(s), float64(ms)))
	if p.zoneHour != unset {
		if p.zoneMinute == unset {
			p.zoneMinute = 0
		}
		if p.zoneHour > 1<<20 || p.zoneMinute > 1<<20 {
			return nan
		}
		return TimeClip(t - float64(p.zoneSign)*float64(p.zoneHour*60+p.zoneMinute)*MsPerMinute)
	}
	return TimeClip(UTC(t, loc))
}
