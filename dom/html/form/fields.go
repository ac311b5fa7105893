package form

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/niso-engine/niso/dom"
)

// An input for a date or time is edited field by field, as Chromium does on the desktop: its value is valid or empty at all times.

// field is a part of a date or time that the user edits by itself.
type field byte

const (
	fieldMonth field = iota
	fieldDay
	fieldYear
	fieldHour // of twelve
	fieldMinute
	fieldHalf // AM, PM
	fieldMonthName
	fieldWeek
	fieldCount
)

// fieldSpans are the numbers that a field holds.
var fieldSpans = [fieldCount][2]int{{1, 12}, {1, 31}, {1, 275760}, {1, 12}, {0, 59}, {0, 1}, {1, 12}, {1, 53}}

// fieldEmpty is what a field shows that has no number.
var fieldEmpty = [fieldCount]string{"mm", "dd", "yyyy", "--", "--", "--", "---------", "--"}

const unset = -1

// fieldsOf are the fields of an input type in the order in which they stand, for users of en-US, with the pattern that shows them.
func fieldsOf(typ string) (fields []field, pattern string) {
	switch typ {
	case "date":
		return []field{fieldMonth, fieldDay, fieldYear}, "%s/%s/%s"
	case "time":
		return []field{fieldHour, fieldMinute, fieldHalf}, "%s:%s %s"
	case "datetime-local":
		return []field{fieldMonth, fieldDay, fieldYear, fieldHour, fieldMinute, fieldHalf}, "%s/%s/%s, %s:%s %s"
	case "month":
		return []field{fieldMonthName, fieldYear}, "%s %s"
	case "week":
		return []field{fieldWeek, fieldYear}, "Week %s, %s"
	}
	return nil, ""
}

// fieldEdit is what the user typed into the fields of a control. It lasts until script sets the value.
type fieldEdit struct {
	typ    string
	value  string // that the fields stand for; another one was set by script
	nums   [6]int // unset: empty
	at     int    // field that keys go to
	typed  string // digits typed into it since it was entered
	filled bool   // some field has a number
}

// Fielded reports whether the user edits a control field by field: those for dates and times.
func (m *Model) Fielded(id dom.NodeID) bool {
	if !m.is(id, atomInput) {
		return false
	}
	f, _ := fieldsOf(m.Type(id))
	return f != nil
}

// fieldsAt are the fields of a control with the numbers of its value, or those that the user left there.
func (m *Model) fieldsAt(id dom.NodeID) *fieldEdit {
	typ, v := m.Type(id), m.Value(id)
	c := m.at(id)
	if e := c.fields; e != nil && e.typ == typ && e.value == v {
		return e
	}
	at := 0
	if c.fields != nil && c.fields.typ == typ {
		at = c.fields.at
	}
	c.fields = &fieldEdit{typ: typ, value: v, nums: numbersOf(typ, v), at: at, filled: v != ""}
	return c.fields
}

// numbersOf takes a sanitized value apart.
func numbersOf(typ, v string) (n [6]int) {
	for i := range n {
		n[i] = unset
	}
	if v == "" {
		return n
	}
	if typ == "week" {
		y, w, _ := strings.Cut(v, "-W")
		n[0], _ = strconv.Atoi(w)
		n[1], _ = strconv.Atoi(y)
		return n
	}
	ms, ok := parseDate(typ, v)
	if !ok {
		return n
	}
	t := time.UnixMilli(int64(ms)).UTC()
	half, hour := t.Hour()/12, (t.Hour()+11)%12+1
	switch typ {
	case "date":
		n[0], n[1], n[2] = int(t.Month()), t.Day(), t.Year()
	case "time":
		n[0], n[1], n[2] = hour, t.Minute(), half
	case "datetime-local":
		n = [6]int{int(t.Month()), t.Day(), t.Year(), hour, t.Minute(), half}
	case "month":
		y, mo, _ := strings.Cut(v, "-")
		n[0], _ = strconv.Atoi(mo)
		n[1], _ = strconv.Atoi(y)
	}
	return n
}

// valueOf is the value of a set of fields: "" where one is empty or there is no such date.
func (e *fieldEdit) valueOf() string {
	fields, _ := fieldsOf(e.typ)
	n := e.nums
	for i := range fields {
		if n[i] == unset {
			return ""
		}
	}
	clock := func(n []int) string { return fmt.Sprintf("%02d:%02d", n[0]%12+12*n[2], n[1]) }
	v := ""
	switch e.typ {
	case "date":
		v = fmt.Sprintf("%04d-%02d-%02d", n[2], n[0], n[1])
	case "time":
		v = clock(n[:3])
	case "datetime-local":
		v = fmt.Sprintf("%04d-%02d-%02dT%s", n[2], n[0], n[1], clock(n[3:]))
	case "month":
		v = fmt.Sprintf("%04d-%02d", n[1], n[0])
	case "week":
		v = fmt.Sprintf("%04d-W%02d", n[1], n[0])
	}
	return Sanitize(e.typ, v, nil, 0)
}

// text is what the fields show.
func (e *fieldEdit) text() string {
	fields, pattern := fieldsOf(e.typ)
	var shown []any
	for i, f := range fields {
		n := e.nums[i]
		switch {
		case n == unset && i == e.at && e.typed != "":
			shown = append(shown, fmt.Sprintf("%0*s", len(fieldEmpty[f]), e.typed))
		case n == unset:
			shown = append(shown, fieldEmpty[f])
		case f == fieldYear:
			shown = append(shown, fmt.Sprintf("%04d", n))
		case f == fieldHalf:
			shown = append(shown, [2]string{"AM", "PM"}[n])
		case f == fieldMonthName:
			shown = append(shown, time.Month(n).String())
		default:
			shown = append(shown, fmt.Sprintf("%02d", n))
		}
	}
	return fmt.Sprintf(pattern, shown...)
}

// FieldEnter says which field keys go to: the first, or the last.
func (m *Model) FieldEnter(id dom.NodeID, last bool) {
	e := m.fieldsAt(id)
	e.at, e.typed = 0, ""
	if last {
		f, _ := fieldsOf(e.typ)
		e.at = len(f) - 1
	}
}

// FieldMove goes to the next or previous field, and reports whether there is one.
func (m *Model) FieldMove(id dom.NodeID, d int) bool {
	e := m.fieldsAt(id)
	f, _ := fieldsOf(e.typ)
	e.typed = ""
	if e.at+d < 0 || e.at+d >= len(f) {
		return false
	}
	e.at += d
	return true
}

// FieldKey does what a key does in the field that has the focus, as KeyboardEvent.key names it; changed: the control has another value.
// Digits fill a field, which the next one follows when no more digits fit.
func (m *Model) FieldKey(id dom.NodeID, key string) (handled, changed bool) {
	e := m.fieldsAt(id)
	fields, _ := fieldsOf(e.typ)
	f := fields[e.at]
	lo, hi := fieldSpans[f][0], fieldSpans[f][1]
	n := &e.nums[e.at]
	next := false
	switch {
	case key == "ArrowLeft":
		m.FieldMove(id, -1)
		return true, false
	case key == "ArrowRight":
		m.FieldMove(id, 1)
		return true, false
	case key == "ArrowUp", key == "ArrowDown":
		e.typed = ""
		switch {
		case *n == unset && f == fieldYear:
			*n = time.Now().Year()
		case *n == unset && key == "ArrowUp":
			*n = lo
		case *n == unset:
			*n = hi
		case key == "ArrowUp":
			if *n++; *n > hi {
				*n = lo
			}
		default:
			if *n--; *n < lo {
				*n = hi
			}
		}
	case key == "Backspace", key == "Delete":
		e.typed = ""
		*n = unset
	case len(key) == 1 && key[0] >= '0' && key[0] <= '9':
		e.typed += key
		v, _ := strconv.Atoi(e.typed)
		switch f {
		case fieldHalf:
			e.typed = ""
			return true, false
		case fieldMonthName: // a number names a month too
			if v > hi {
				e.typed = key
				v, _ = strconv.Atoi(key)
			}
			if v >= lo && v <= hi {
				*n = v
			}
		default:
			if *n = unset; v >= lo {
				*n = min(v, hi)
			}
			digits := len(strconv.Itoa(hi))
			next = len(e.typed) >= digits || v*10 > hi
		}
	case len(key) == 1 && (key[0]|0x20 >= 'a' && key[0]|0x20 <= 'z'):
		l := strings.ToLower(key)
		switch f {
		case fieldHalf:
			if l == "a" || l == "p" {
				*n = strings.Index("ap", l)
			}
		case fieldMonthName:
			e.typed += l
			if mo := monthNamed(e.typed); mo != 0 {
				*n = mo
			} else if mo = monthNamed(l); mo != 0 {
				e.typed, *n = l, mo
			}
		}
	default:
		return false, false
	}
	e.filled = false
	for i := range fields {
		e.filled = e.filled || e.nums[i] != unset
	}
	if v := e.valueOf(); v != e.value {
		c := m.at(id)
		e.value, c.value, c.dirty, c.user = v, v, true, true
		changed = true
	}
	if next && e.at < len(fields)-1 {
		e.at++
		e.typed = ""
	}
	m.changed(id)
	return true, changed
}

// monthNamed is the first month whose name begins so, 0 for none.
func monthNamed(prefix string) int {
	for mo := time.January; mo <= time.December; mo++ {
		if strings.HasPrefix(strings.ToLower(mo.String()), prefix) {
			return int(mo)
		}
	}
	return 0
}
