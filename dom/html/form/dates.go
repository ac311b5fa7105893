package form

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// Dates and times as the values of controls write them.
// https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#dates-and-times

// latestMs is the last point of time that a value can name, ms since 1970: what ECMAScript's dates end with. Chromium has the same limit.
const latestMs = 8.64e15

// latestMonth is the month of latestMs, counted from January 1970.
const latestMonth = (275760-1970)*12 + 8

// dateScanner reads the parts of a date from the front of a string.
type dateScanner struct {
	s  string
	ok bool
}

func (d *dateScanner) literal(c byte) {
	if d.ok = d.ok && d.s != "" && d.s[0] == c; d.ok {
		d.s = d.s[1:]
	}
}

// number reads the digits that come next, at least lo and at most hi of them.
func (d *dateScanner) number(lo, hi int) (n int) {
	i := 0
	for i < len(d.s) && i < hi && d.s[i] >= '0' && d.s[i] <= '9' {
		n = n*10 + int(d.s[i]-'0')
		i++
	}
	if d.ok = d.ok && i >= lo; d.ok {
		d.s = d.s[i:]
	}
	return n
}

func (d *dateScanner) year() int {
	y := d.number(4, 7)
	d.ok = d.ok && y > 0
	return y
}

// yearMonth reads a month of a year as the months since January 1970.
func (d *dateScanner) yearMonth() int {
	y := d.year()
	d.literal('-')
	m := d.number(2, 2)
	d.ok = d.ok && m >= 1 && m <= 12
	return (y-1970)*12 + m - 1
}

// date reads a date as the ms since 1970.
func (d *dateScanner) date() float64 {
	n := d.yearMonth()
	d.literal('-')
	day := d.number(2, 2)
	if !d.ok {
		return 0
	}
	first := firstOfMonth(n)
	d.ok = day >= 1 && day <= first.AddDate(0, 1, -1).Day()
	return float64(first.UnixMilli()) + float64(day-1)*864e5
}

// clock reads a time as the ms since midnight.
func (d *dateScanner) clock() float64 {
	h := d.number(2, 2)
	d.literal(':')
	m := d.number(2, 2)
	d.ok = d.ok && h < 24 && m < 60
	ms := float64(h)*36e5 + float64(m)*6e4
	if !d.ok || d.s == "" || d.s[0] != ':' {
		return ms
	}
	d.literal(':')
	s := d.number(2, 2)
	d.ok = d.ok && s < 60
	ms += float64(s) * 1000
	if d.ok && d.s != "" && d.s[0] == '.' {
		d.literal('.')
		before := len(d.s)
		f := d.number(1, 3)
		for range 3 - (before - len(d.s)) {
			f *= 10
		}
		ms += float64(f)
	}
	return ms
}

// week reads a week as the ms of its Monday since 1970.
func (d *dateScanner) week() float64 {
	y := d.year()
	d.literal('-')
	d.literal('W')
	w := d.number(2, 2)
	if !d.ok {
		return 0
	}
	jan4 := time.Date(y, 1, 4, 0, 0, 0, 0, time.UTC)
	monday := jan4.AddDate(0, 0, -(int(jan4.Weekday())+6)%7+7*(w-1))
	yy, ww := monday.ISOWeek()
	d.ok = yy == y && ww == w
	return float64(monday.UnixMilli())
}

func firstOfMonth(n int) time.Time { return time.Date(1970, time.Month(1+n), 1, 0, 0, 0, 0, time.UTC) }

// parseDate reads the value of a date or time type as ms since 1970 (months for month).
func parseDate(typ, v string) (n float64, ok bool) {
	d := dateScanner{v, true}
	switch typ {
	case "date":
		n = d.date()
	case "month":
		n = float64(d.yearMonth())
		d.ok = d.ok && n <= latestMonth
	case "week":
		n = d.week()
	case "time":
		n = d.clock()
	case "datetime-local":
		n = d.date()
		if d.s != "" && d.s[0] == ' ' {
			d.literal(' ')
		} else {
			d.literal('T')
		}
		n += d.clock()
	default:
		return 0, false
	}
	if typ != "month" && n > latestMs {
		d.ok = false
	}
	return n, d.ok && d.s == ""
}

// formatDate is the inverse of parseDate, "" for what no value can name.
func formatDate(typ string, n float64) string {
	if typ == "month" {
		if n = math.Round(n); n < (1-1970)*12 || n > latestMonth {
			return ""
		}
		return writeMonth(firstOfMonth(int(n)))
	}
	if !(math.Abs(n) <= latestMs) {
		return ""
	}
	t := time.UnixMilli(int64(math.Round(n))).UTC()
	if t.Year() < 1 && typ != "time" {
		return ""
	}
	switch typ {
	case "date":
		return writeMonth(t) + fmt.Sprintf("-%02d", t.Day())
	case "week":
		y, w := t.ISOWeek()
		return fmt.Sprintf("%04d-W%02d", y, w)
	case "time":
		return writeClock(t)
	case "datetime-local":
		return writeMonth(t) + fmt.Sprintf("-%02dT", t.Day()) + writeClock(t)
	}
	return ""
}

func writeMonth(t time.Time) string { return fmt.Sprintf("%04d-%02d", t.Year(), t.Month()) }

// writeClock is the shortest string for the time of t: seconds and their parts where they are not 0.
func writeClock(t time.Time) string {
	switch ms := t.Nanosecond() / 1e6; {
	case ms != 0:
		return fmt.Sprintf("%02d:%02d:%02d.%s", t.Hour(), t.Minute(), t.Second(), strings.TrimRight(fmt.Sprintf("%03d", ms), "0"))
	case t.Second() != 0:
		return fmt.Sprintf("%02d:%02d:%02d", t.Hour(), t.Minute(), t.Second())
	}
	return fmt.Sprintf("%02d:%02d", t.Hour(), t.Minute())
}

// localizedDate is a valid value of a date or time type in words, for users of en-US.
func localizedDate(typ, v string) string {
	n, ok := parseDate(typ, v)
	if !ok {
		return ""
	}
	if typ == "month" {
		t := firstOfMonth(int(n))
		return fmt.Sprintf("%s %04d", t.Month(), t.Year())
	}
	t := time.UnixMilli(int64(n)).UTC()
	clock := fmt.Sprintf("%02d:%02d", (t.Hour()+11)%12+1, t.Minute())
	if ms := t.Nanosecond() / 1e6; ms != 0 {
		clock += fmt.Sprintf(":%02d.%03d", t.Second(), ms)
	} else if t.Second() != 0 {
		clock += fmt.Sprintf(":%02d", t.Second())
	}
	clock += [...]string{" AM", " PM"}[t.Hour()/12]
	date := fmt.Sprintf("%02d/%02d/%04d", t.Month(), t.Day(), t.Year())
	switch typ {
	case "date":
		return date
	case "time":
		return clock
	case "datetime-local":
		return date + ", " + clock
	}
	y, w := t.ISOWeek()
	return fmt.Sprintf("Week %02d, %04d", w, y)
}
