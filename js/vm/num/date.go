package num

import (
	"math"
	"time"
)

// Milliseconds.
const (
	MsPerSecond = 1000
	MsPerMinute = 60 * MsPerSecond
	MsPerHour   = 60 * MsPerMinute
	MsPerDay    = 24 * MsPerHour
	// MaxTime is the largest time value, in milliseconds from the epoch: 100,000,000 days.
	MaxTime = 8.64e15
)

// TimeClip gives NaN for a time beyond the range and drops fractions.
//
// https://tc39.es/ecma262/#sec-timeclip
func TimeClip(t float64) float64 {
	if !(math.Abs(t) <= MaxTime) {
		return math.NaN()
	}
	return math.Trunc(t) + 0
}

// DayFromCivil is the day number of a date of the proleptic Gregorian calendar, counted from 1970-01-01. month is 0 to 11, day is from 1
// and may lie outside the month.
func DayFromCivil(year int64, month, day int) int64 {
	y, m := year, int64(month)+1
	if m <= 2 {
		y--
		m += 12
	}
	era := floorDiv(y, 400)
	yoe := y - era*400
	doy := (153*(m-3)+2)/5 + int64(day) - 1
	return era*146097 + yoe*365 + yoe/4 - yoe/100 + doy - 719468
}

// CivilFromDay is the inverse of DayFromCivil.
func CivilFromDay(z int64) (year int64, month, day int) {
	z += 719468
	era := floorDiv(z, 146097)
	doe := z - era*146097
	yoe := (doe - doe/1460 + doe/36524 - doe/146096) / 365
	doy := doe - (365*yoe + yoe/4 - yoe/100)
	mp := (5*doy + 2) / 153
	day = int(doy-(153*mp+2)/5) + 1
	month = int(mp) + 2
	year = yoe + era*400
	if month > 11 {
		month -= 12
		year++
	}
	return year, month, day
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// Fields is a time value taken apart.
type Fields struct {
	Year                 int64
	Month                int // 0 to 11
	Day                  int // 1 to 31
	Hour, Minute, Second int
	Millisecond          int
	Weekday              int // 0 is Sunday
}

// Split takes a finite time value apart.
func Split(t float64) Fields {
	ms := int64(t)
	day := floorDiv(ms, MsPerDay)
	in := int(ms - day*MsPerDay)
	y, m, d := CivilFromDay(day)
	return Fields{
		Year: y, Month: m, Day: d,
		Hour: in / MsPerHour, Minute: in / MsPerMinute % 60, Second: in / MsPerSecond % 60, Millisecond: in % 1000,
		Weekday: int((day%7 + 11) % 7),
	}
}

// MakeTime is the abstract operation of that name.
//
// https://tc39.es/ecma262/#sec-maketime
func MakeTime(hour, min, sec, ms float64) float64 {
	if !finite(hour) || !finite(min) || !finite(sec) || !finite(ms) {
		return math.NaN()
	}
	return math.Trunc(hour)*MsPerHour + math.Trunc(min)*MsPerMinute + math.Trunc(sec)*MsPerSecond + math.Trunc(ms)
}

// MakeDay is the abstract operation of that name.
//
// https://tc39.es/ecma262/#sec-makeday
func MakeDay(year, month, date float64) float64 {
	if !finite(year) || !finite(month) || !finite(date) {
		return math.NaN()
	}
	y, m, dt := math.Trunc(year), math.Trunc(month), math.Trunc(date)
	ym := y + math.Floor(m/12)
	if math.Abs(ym) > 400_000 {
		return math.NaN()
	}
	mn := int(m - math.Floor(m/12)*12)
	return float64(DayFromCivil(int64(ym), mn, 1)) + dt - 1
}

// MakeDate is the abstract operation of that name.
//
// https://tc39.es/ecma262/#sec-makedate
func MakeDate(day, t float64) float64 {
	if !finite(day) || !finite(t) {
		return math.NaN()
	}
	tv := day*MsPerDay + t
	if !finite(tv) {
		return math.NaN()
	}
	return tv
}

// MakeFullYear maps years 0 to 99 to the twentieth century.
//
// https://tc39.es/ecma262/#sec-makefullyear
func MakeFullYear(y float64) float64 {
	if y != y {
		return y
	}
	if t := math.Trunc(y); t >= 0 && t <= 99 {
		return 1900 + t
	}
	return math.Trunc(y)
}

func finite(f float64) bool { return f-f == 0 }

// Offset is what local time is ahead of UTC at the time t, in milliseconds.
func Offset(t float64, loc *time.Location) float64 {
	_, s := time.UnixMilli(int64(t)).In(loc).Zone()
	return float64(s) * 1000
}

// LocalTime converts a finite time value to local time.
//
// https://tc39.es/ecma262/#sec-localtime
func LocalTime(t float64, loc *time.Location) float64 { return t + Offset(t, loc) }

// UTC converts local time to a time value. A local time that occurs twice is the earlier one; one that is skipped is read with the offset before the
// transition.
//
// https://tc39.es/ecma262/#sec-utc-t
func UTC(t float64, loc *time.Location) float64 {
	if !finite(t) || math.Abs(t) > MaxTime+2*MsPerDay {
		return math.NaN()
	}
	before, after := Offset(t-MsPerDay, loc), Offset(t+MsPerDay, loc)
	if before == after || Offset(t-before, loc) == before {
		return t - before
	}
	if Offset(t-after, loc) == after {
		return t - after
	}
	return t - before
}
