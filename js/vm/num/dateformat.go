package num

import (
	"strconv"
	"time"
)

const (
	weekdayNames = "SunMonTueWedThuFriSat"
	monthNames   = "JanFebMarAprMayJunJulAugSepOctNovDec"
)

func appendPadded(dst []byte, v int64, width int) []byte {
	var tmp [24]byte
	s := strconv.AppendInt(tmp[:0], v, 10)
	dst = appendZeros(dst, width-len(s))
	return append(dst, s...)
}

func appendYear(dst []byte, y int64) []byte {
	if y < 0 {
		return appendPadded(append(dst, '-'), -y, 4)
	}
	return appendPadded(dst, y, 4)
}

// AppendDate appends the date of a local time: "Tue Feb 01 2022".
func AppendDate(dst []byte, f *Fields) []byte {
	dst = append(dst, weekdayNames[f.Weekday*3:f.Weekday*3+3]...)
	dst = append(dst, ' ')
	dst = append(dst, monthNames[f.Month*3:f.Month*3+3]...)
	dst = append(dst, ' ')
	dst = appendPadded(dst, int64(f.Day), 2)
	dst = append(dst, ' ')
	return appendYear(dst, f.Year)
}

func appendClock(dst []byte, f *Fields) []byte {
	dst = appendPadded(dst, int64(f.Hour), 2)
	dst = append(dst, ':')
	dst = appendPadded(dst, int64(f.Minute), 2)
	dst = append(dst, ':')
	return appendPadded(dst, int64(f.Second), 2)
}

// AppendTime appends the time of day of a local time with its zone: "10:00:00 GMT+0100 (Central European Standard Time)". t is the time value.
func AppendTime(dst []byte, f *Fields, t float64, loc *time.Location) []byte {
	dst = appendClock(dst, f)
	at := time.UnixMilli(int64(t)).In(loc)
	_, off := at.Zone()
	dst = append(dst, " GMT"...)
	sign := byte('+')
	if off < 0 {
		sign, off = '-', -off
	}
	dst = append(dst, sign)
	dst = appendPadded(dst, int64(off/3600), 2)
	dst = appendPadded(dst, int64(off/60%60), 2)
	dst = append(dst, " ("...)
	dst = append(dst, ZoneName(at)...)
	return append(dst, ')')
}

// AppendLocal appends Date.prototype.toString of a finite time value.
func AppendLocal(dst []byte, t float64, loc *time.Location) []byte {
	f := Split(LocalTime(t, loc))
	dst = AppendDate(dst, &f)
	dst = append(dst, ' ')
	return AppendTime(dst, &f, t, loc)
}

// AppendUTC appends Date.prototype.toUTCString: "Tue, 01 Feb 2022 10:00:00 GMT".
func AppendUTC(dst []byte, t float64) []byte {
	f := Split(t)
	dst = append(dst, weekdayNames[f.Weekday*3:f.Weekday*3+3]...)
	dst = append(dst, ", "...)
	dst = appendPadded(dst, int64(f.Day), 2)
	dst = append(dst, ' ')
	dst = append(dst, monthNames[f.Month*3:f.Month*3+3]...)
	dst = append(dst, ' ')
	dst = appendYear(dst, f.Year)
	dst = append(dst, ' ')
	dst = appendClock(dst, &f)
	return append(dst, " GMT"...)
}

// AppendISO appends Date.prototype.toISOString of a finite time value.
func AppendISO(dst []byte, t float64) []byte {
	f := Split(t)
	switch {
	case f.Year < 0:
		dst = appendPadded(append(dst, '-'), -f.Year, 6)
	case f.Year > 9999:
		dst = appendPadded(append(dst, '+'), f.Year, 6)
	default:
		dst = appendPadded(dst, f.Year, 4)
	}
	dst = append(dst, '-')
	dst = appendPadded(dst, int64(f.Month+1), 2)
	dst = append(dst, '-')
	dst = appendPadded(dst, int64(f.Day), 2)
	dst = append(dst, 'T')
	dst = appendClock(dst, &f)
	dst = append(dst, '.')
	dst = appendPadded(dst, int64(f.Millisecond), 3)
	return append(dst, 'Z')
}

// zoneNames are the long English names of the abbreviations that the time zone database uses, where an abbreviation with its offset (in minutes) is unambiguous.
var zoneNames = map[string]map[int]string{
	"UTC":  {0: "Coordinated Universal Time"},
	"GMT":  {0: "Greenwich Mean Time"},
	"BST":  {60: "British Summer Time"},
	"IST":  {60: "Irish Standard Time", 330: "India Standard Time", 120: "Israel Standard Time"},
	"IDT":  {180: "Israel Daylight Time"},
	"WET":  {0: "Western European Standard Time"},
	"WEST": {60: "Western European Summer Time"},
	"CET":  {60: "Central European Standard Time"},
	"CEST": {120: "Central European Summer Time"},
	"EET":  {120: "Eastern European Standard Time"},
	"EEST": {180: "Eastern European Summer Time"},
	"MSK":  {180: "Moscow Standard Time"},
	"EST":  {-300: "Eastern Standard Time"},
	"EDT":  {-240: "Eastern Daylight Time"},
	"CST":  {-360: "Central Standard Time", 480: "China Standard Time", -300: "Cuba Standard Time"},
	"CDT":  {-300: "Central Daylight Time", -240: "Cuba Daylight Time"},
	"MST":  {-420: "Mountain Standard Time"},
	"MDT":  {-360: "Mountain Daylight Time"},
	"PST":  {-480: "Pacific Standard Time", 480: "Philippine Standard Time"},
	"PDT":  {-420: "Pacific Daylight Time"},
	"AKST": {-540: "Alaska Standard Time"},
	"AKDT": {-480: "Alaska Daylight Time"},
	"HST":  {-600: "Hawaii-Aleutian Standard Time"},
	"AST":  {-240: "Atlantic Standard Time"},
	"ADT":  {-180: "Atlantic Daylight Time"},
	"NST":  {-210: "Newfoundland Standard Time"},
	"NDT":  {-150: "Newfoundland Daylight Time"},
	"JST":  {540: "Japan Standard Time"},
	"KST":  {540: "Korean Standard Time"},
	"HKT":  {480: "Hong Kong Standard Time"},
	"PKT":  {300: "Pakistan Standard Time"},
	"WIB":  {420: "Western Indonesia Time"},
	"SAST": {120: "South Africa Standard Time"},
	"EAT":  {180: "East Africa Time"},
	"WAT":  {60: "West Africa Standard Time"},
	"CAT":  {120: "Central Africa Time"},
	"AEST": {600: "Australian Eastern Standard Time"},
	"AEDT": {660: "Australian Eastern Daylight Time"},
	"ACST": {570: "Australian Central Standard Time"},
	"ACDT": {630: "Australian Central Daylight Time"},
	"AWST": {480: "Australian Western Standard Time"},
	"NZST": {720: "New Zealand Standard Time"},
	"NZDT": {780: "New Zealand Daylight Time"},
}

// ZoneName is the long English name of the zone in force at a time, or "GMT+01:00" where the zone has none.
func ZoneName(at time.Time) string {
	abbr, off := at.Zone()
	if abbr == "LMT" {
		// Before the zone was introduced its standard name of today is used.
		for _, month := range []time.Month{time.January, time.July} {
			if now := time.Date(2020, month, 1, 0, 0, 0, 0, at.Location()); !now.IsDST() {
				abbr, off = now.Zone()
				break
			}
		}
	}
	if n := zoneNames[abbr][off/60]; n != "" {
		return n
	}
	if off == 0 {
		return "GMT"
	}
	b := []byte("GMT+")
	if off < 0 {
		b[3], off = '-', -off
	}
	b = appendPadded(b, int64(off/3600), 2)
	b = append(b, ':')
	return string(appendPadded(b, int64(off/60%60), 2))
}
