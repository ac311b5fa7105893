package form

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/niso-engine/niso/dom"
)

const space = " \t\n\f\r"

// ParseInt is the rules for parsing integers.
func ParseInt(s string) (int, bool) {
	s = strings.TrimLeft(s, space)
	i := 0
	if i < len(s) && (s[i] == '-' || s[i] == '+') {
		i++
	}
	j := i
	for j < len(s) && s[j] >= '0' && s[j] <= '9' {
		j++
	}
	if i == j {
		return 0, false
	}
	n, err := strconv.Atoi(s[:j])
	return n, err == nil
}

// ParseFloat parses a valid floating-point number.
// https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-floating-point-number
func ParseFloat(s string) (float64, bool) {
	if s == "" || s[0] == '+' || s[len(s)-1] == '.' || strings.ContainsAny(s, "xXpPnNiI_ ") {
		return 0, false
	}
	f, err := strconv.ParseFloat(s, 64)
	return f, err == nil && !math.IsInf(f, 0) && !math.IsNaN(f)
}

var layouts = map[string][]string{
	"date": {"2006-01-02"}, "month": {"2006-01"}, "time": {"15:04", "15:04:05", "15:04:05.0", "15:04:05.00", "15:04:05.000"},
	"datetime-local": {"2006-01-02T15:04", "2006-01-02T15:04:05", "2006-01-02T15:04:05.000", "2006-01-02 15:04", "2006-01-02 15:04:05"},
}

// parseDate reads the value of a date or time type as ms since 1970 (months for month).
func parseDate(typ, v string) (float64, bool) {
	if typ == "week" {
		if len(v) < 8 || v[len(v)-4:len(v)-2] != "-W" {
			return 0, false
		}
		y, err1 := strconv.Atoi(v[:len(v)-4])
		w, err2 := strconv.Atoi(v[len(v)-2:])
		if err1 != nil || err2 != nil || w < 1 || y < 1 {
			return 0, false
		}
		jan4 := time.Date(y, 1, 4, 0, 0, 0, 0, time.UTC)
		monday := jan4.AddDate(0, 0, -(int(jan4.Weekday())+6)%7+7*(w-1))
		if yy, ww := monday.ISOWeek(); yy != y || ww != w {
			return 0, false
		}
		return float64(monday.UnixMilli()), true
	}
	for _, l := range layouts[typ] {
		if t, err := time.Parse(l, v); err == nil {
			switch typ {
			case "month":
				return float64((t.Year()-1970)*12 + int(t.Month()) - 1), true
			case "time":
				return float64(t.Hour()*3600000 + t.Minute()*60000 + t.Second()*1000 + t.Nanosecond()/1e6), true
			}
			return float64(t.UnixMilli()), true
		}
	}
	return 0, false
}

func normalizeLocal(v string) string {
	v = strings.Replace(v, " ", "T", 1)
	return strings.TrimSuffix(v, ":00.000")
}

// formatDate is the inverse of parseDate.
func formatDate(typ string, n float64) string {
	t := time.UnixMilli(int64(n)).UTC()
	switch typ {
	case "date":
		return t.Format("2006-01-02")
	case "month":
		m := int(n)
		y := 1970 + int(math.Floor(float64(m)/12))
		return time.Date(y, time.Month(m-(y-1970)*12+1), 1, 0, 0, 0, 0, time.UTC).Format("2006-01")
	case "week":
		y, w := t.ISOWeek()
		return strconv.Itoa(y) + "-W" + strconv.Itoa(100 + w)[1:]
	case "time":
		if t.Second() != 0 || t.Nanosecond() != 0 {
			return strings.TrimSuffix(t.Format("15:04:05.000"), ".000")
		}
		return t.Format("15:04")
	case "datetime-local":
		if t.Second() != 0 || t.Nanosecond() != 0 {
			return strings.TrimSuffix(t.Format("2006-01-02T15:04:05.000"), ".000")
		}
		return t.Format("2006-01-02T15:04")
	}
	return FormatFloat(n)
}

// FormatFloat writes a number as a valid floating-point number.
func FormatFloat(f float64) string {
	if a := math.Abs(f); a >= 1e21 || a != 0 && a < 1e-6 {
		return strings.Replace(strconv.FormatFloat(f, 'e', -1, 64), "e-0", "e-", 1)
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// Number is the value of an input as a number; false where it has none.
func (m *Model) Number(id dom.NodeID, v string) (float64, bool) {
	switch typ := m.Type(id); typ {
	case "number", "range":
		return ParseFloat(v)
	case "date", "month", "week", "time", "datetime-local":
		return parseDate(typ, v)
	}
	return 0, false
}

// NumberText is a number as the value of an input.
func (m *Model) NumberText(id dom.NodeID, n float64) string {
	switch typ := m.Type(id); typ {
	case "number", "range":
		return FormatFloat(n)
	default:
		return formatDate(typ, n)
	}
}

// Numeric reports whether an input's value can be a number.
func (m *Model) Numeric(id dom.NodeID) bool {
	switch m.Type(id) {
	case "number", "range", "date", "month", "week", "time", "datetime-local":
		return m.is(id, atomInput)
	}
	return false
}

// step is the allowed value step and its base; 0: any.
func (m *Model) step(id dom.NodeID) (step, base float64) {
	scale, def := 1.0, 1.0
	switch m.Type(id) {
	case "date":
		scale = 86400000
	case "week":
		scale = 604800000
		base = -259200000
	case "time", "datetime-local":
		scale, def = 1000, 60
	}
	if v, ok := m.Number(id, m.store.Attr(id, atomMin)); ok {
		base = v
	} else if v, ok := m.Number(id, m.store.Attr(id, atomValue)); ok {
		base = v
	}
	a, has := m.store.LookupAttr(id, atomStep)
	if has && strings.EqualFold(a, "any") {
		return 0, base
	}
	if f, ok := ParseFloat(a); ok && f > 0 {
		return f * scale, base
	}
	return def * scale, base
}

// Step is the allowed value step of an input; 0: any value.
func (m *Model) Step(id dom.NodeID) float64 {
	step, _ := m.step(id)
	return step
}

// Limits are the minimum and maximum of an input.
func (m *Model) Limits(id dom.NodeID) (lo, hi float64, hasLo, hasHi bool) {
	lo, hasLo = m.Number(id, m.store.Attr(id, atomMin))
	hi, hasHi = m.Number(id, m.store.Attr(id, atomMax))
	if m.Type(id) == "range" {
		if !hasLo {
			lo, hasLo = 0, true
		}
		if !hasHi {
			hi, hasHi = 100, true
		}
	}
	return lo, hi, hasLo, hasHi
}

func (m *Model) sanitizeRange(id dom.NodeID, v string) string {
	lo, hi, _, _ := m.Limits(id)
	f, ok := ParseFloat(v)
	if !ok {
		f = lo
		if hi > lo {
			f = lo + (hi-lo)/2
		}
	}
	if f > hi {
		f = hi
	}
	if f < lo {
		f = lo
	}
	if a, has := m.store.LookupAttr(id, atomStep); !has || !strings.EqualFold(a, "any") {
		step := 1.0
		if s, ok := ParseFloat(a); ok && s > 0 {
			step = s
		}
		n := math.Floor((f-lo)/step + 0.5)
		if lo+n*step > hi {
			n = math.Floor((hi - lo) / step)
		}
		f = lo + n*step
	}
	return FormatFloat(math.Round(f*1e10) / 1e10)
}

// StepBy is stepUp and stepDown. ok is false where the type has no steps.
func (m *Model) StepBy(id dom.NodeID, n int) (ok bool) {
	if !m.Numeric(id) {
		return false
	}
	step, base := m.step(id)
	if step == 0 {
		return false
	}
	lo, hi, hasLo, hasHi := m.Limits(id)
	if hasLo && hasHi && lo > hi {
		return true
	}
	v, has := m.Number(id, m.Value(id))
	if !has {
		v = 0
	}
	if r := math.Mod(v-base, step); math.Abs(r) > 1e-9 && math.Abs(math.Abs(r)-step) > 1e-9 {
		k := (v - base) / step
		if n > 0 {
			v = base + math.Ceil(k)*step
		} else {
			v = base + math.Floor(k)*step
		}
	} else {
		v += float64(n) * step
	}
	if hasLo && v < lo {
		v = base + math.Ceil((lo-base)/step)*step
	}
	if hasHi && v > hi {
		v = base + math.Floor((hi-base)/step)*step
	}
	m.SetValue(id, m.NumberText(id, math.Round(v*1e9)/1e9))
	return true
}

// Validity are the flags of a ValidityState.
type Validity struct {
	ValueMissing, TypeMismatch, PatternMismatch, TooLong, TooShort, RangeUnderflow, RangeOverflow, StepMismatch, BadInput, CustomError bool
}

// Valid reports whether no flag is set.
func (v Validity) Valid() bool { return v == Validity{} }

// WillValidate reports whether a control is a candidate for constraint validation.
func (m *Model) WillValidate(id dom.NodeID) bool {
	s := m.store
	if !m.Listed(id) || m.is(id, atomObject) || m.is(id, atomOutput) || m.is(id, atomFieldset) || m.Disabled(id) || m.inDatalist(id) {
		return false
	}
	if m.is(id, atomButton) {
		return m.ButtonType(id) == "submit"
	}
	if m.face(id) != nil {
		return !s.HasAttr(id, atomReadonly)
	}
	if m.is(id, atomInput) {
		switch m.Type(id) {
		case "hidden", "reset", "button":
			return false
		}
	}
	if (m.is(id, atomInput) && m.readonlyApplies(id) || m.is(id, atomTextarea)) && s.HasAttr(id, atomReadonly) {
		return false
	}
	return true
}

func (m *Model) readonlyApplies(id dom.NodeID) bool {
	switch m.Type(id) {
	case "hidden", "range", "color", "checkbox", "radio", "file", "submit", "image", "reset", "button":
		return false
	}
	return true
}

// Mutable reports whether the user can change a text control.
func (m *Model) Mutable(id dom.NodeID) bool {
	return !m.Disabled(id) && !m.store.HasAttr(id, atomReadonly)
}

// SetCustomValidity sets the custom validity message.
func (m *Model) SetCustomValidity(id dom.NodeID, msg string) {
	if msg == "" && m.peek(id) == nil {
		return
	}
	m.at(id).custom = msg
	m.Sync(id)
}

// CustomMessage is the custom validity message.
func (m *Model) CustomMessage(id dom.NodeID) string {
	if c := m.peek(id); c != nil {
		return c.custom
	}
	return ""
}

var emailPattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[a-zA-Z0-9.!#$%&'*+/=?^_` + "`" + `{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$`)
})
var urlPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9+.-]*:[^\s]+$`) })

// Check is the validity of a control. match tests a pattern against a value; nil: patterns are not looked at.
func (m *Model) Check(id dom.NodeID, match func(pattern, value string) bool) (v Validity) {
	if f := m.face(id); f != nil {
		return f.Flags
	}
	s := m.store
	c := m.peek(id)
	v.CustomError = c != nil && c.custom != ""
	switch {
	case m.is(id, atomSelect):
		if s.HasAttr(id, atomRequired) {
			v.ValueMissing = true
			opts := m.Options(id)
			for i, o := range opts {
				placeholder := i == 0 && !m.Multiple(id) && m.DisplaySize(id) == 1 && m.Value(o) == "" && s.Parent(o) == id
				if m.Selected(o) && !m.OptionDisabled(o) && !placeholder {
					v.ValueMissing = false
				}
			}
		}
		return v
	case m.is(id, atomTextarea), m.is(id, atomInput):
	default:
		return v
	}
	typ := "textarea"
	if m.is(id, atomInput) {
		typ = m.Type(id)
	}
	val := m.Value(id)
	if s.HasAttr(id, atomRequired) {
		switch typ {
		case "checkbox":
			v.ValueMissing = !m.Checked(id)
		case "file":
			v.ValueMissing = true
		case "hidden", "range", "color", "submit", "image", "reset", "button":
		case "radio":
		default:
			v.ValueMissing = val == "" && m.Mutable(id)
		}
	}
	if typ == "radio" {
		v.ValueMissing = m.groupMissing(id)
	}
	if val == "" {
		v.BadInput = c != nil && c.fields != nil && c.fields.typ == typ && c.fields.filled && c.fields.value == ""
		return v
	}
	switch typ {
	case "email":
		parts := []string{val}
		if s.HasAttr(id, atomMultiple) {
			parts = strings.Split(val, ",")
		}
		for _, p := range parts {
			v.TypeMismatch = v.TypeMismatch || !emailPattern().MatchString(p)
		}
	case "url":
		v.TypeMismatch = !urlPattern().MatchString(val)
	}
	switch typ {
	case "text", "search", "url", "tel", "email", "password", "textarea":
		if c != nil && c.user {
			n := dom.UTF16Len(val)
			if l, ok := ParseInt(s.Attr(id, atomMaxlen)); ok && l >= 0 {
				v.TooLong = n > l
			}
			if l, ok := ParseInt(s.Attr(id, atomMinlen)); ok && l >= 0 {
				v.TooShort = n < l
			}
		}
		if p, ok := s.LookupAttr(id, atomPattern); ok && typ != "textarea" && match != nil {
			v.PatternMismatch = !match(strings.Clone(p), val)
		}
	}
	if n, ok := m.Number(id, val); ok && m.Numeric(id) {
		lo, hi, hasLo, hasHi := m.Limits(id)
		v.RangeUnderflow = hasLo && n < lo
		v.RangeOverflow = hasHi && n > hi
		if step, base := m.step(id); step > 0 {
			r := math.Mod(math.Abs(n-base), step)
			v.StepMismatch = r > step*1e-9 && step-r > step*1e-9
		}
	}
	return v
}

// Message is a validation message for a control, in Chromium's words.
func Message(v Validity, m *Model, id dom.NodeID) string {
	f := m.face(id)
	switch {
	case f != nil:
		return f.Message
	case v.CustomError:
		return m.CustomMessage(id)
	case v.ValueMissing:
		switch {
		case m.is(id, atomSelect):
			return "Please select an item in the list."
		case m.is(id, atomInput) && m.Type(id) == "checkbox":
			return "Please check this box if you want to proceed."
		case m.is(id, atomInput) && m.Type(id) == "radio":
			return "Please select one of these options."
		case m.is(id, atomInput) && m.Type(id) == "file":
			return "Please select a file."
		}
		return "Please fill out this field."
	case v.TypeMismatch:
		if m.Type(id) == "url" {
			return "Please enter a URL."
		}
		val := m.Value(id)
		if !strings.Contains(val, "@") {
			return "Please include an '@' in the email address. '" + val + "' is missing an '@'."
		}
		return "Please enter a part following '@'. '" + val + "' is incomplete."
	case v.PatternMismatch:
		return "Please match the requested format."
	case v.TooLong:
		return "Please shorten this text to " + m.store.Attr(id, atomMaxlen) + " characters or less (you are currently using " + strconv.Itoa(dom.UTF16Len(m.Value(id))) + " characters)."
	case v.TooShort:
		return "Please lengthen this text to " + m.store.Attr(id, atomMinlen) + " characters or more (you are currently using " + strconv.Itoa(dom.UTF16Len(m.Value(id))) + " characters)."
	case v.RangeUnderflow:
		lo, _, _, _ := m.Limits(id)
		return "Value must be greater than or equal to " + m.NumberText(id, lo) + "."
	case v.RangeOverflow:
		_, hi, _, _ := m.Limits(id)
		return "Value must be less than or equal to " + m.NumberText(id, hi) + "."
	case v.StepMismatch:
		return "Please enter a valid value."
	case v.BadInput:
		return "Please enter a number."
	}
	return ""
}

// controlStates are the states that Sync sets.
const controlStates = dom.StateChecked | dom.StateDisabled | dom.StateEnabled | dom.StateReadWrite | dom.StateRequired | dom.StateOptional | dom.StateValid |
	dom.StateInvalid | dom.StateInRange | dom.StateOutOfRange | dom.StatePlaceholderShown | dom.StateDefault

// Sync brings the states that pseudo-classes select on up to the control. Those of selects, options and radio buttons, which depend on
// each other, wait for Settle.
func (m *Model) Sync(id dom.NodeID) {
	s := m.store
	if s.Kind(id) != dom.KindElement {
		return
	}
	n := s.ElementName(id)
	if n.NS != dom.HTML {
		return
	}
	switch n.Local {
	case atomInput:
		if m.Type(id) == "radio" {
			m.later(id)
			return
		}
	case atomSelect:
		m.later(id)
		return
	case atomOption:
		if sel := m.SelectOf(id); sel != 0 {
			m.later(sel)
			return
		}
	case atomTextarea, atomButton, atomFieldset, atomOptgroup:
	default:
		if m.face(id) == nil {
			return
		}
	}
	m.sync(id, n.Local == atomOption && m.wants(id))
}

// sync does what Sync does. selected is for options.
func (m *Model) sync(id dom.NodeID, selected bool) {
	s := m.store
	n := s.ElementName(id)
	var on dom.State
	if m.Disabled(id) {
		on |= dom.StateDisabled
	} else {
		on |= dom.StateEnabled
	}
	switch n.Local {
	case atomOption:
		if selected {
			on |= dom.StateChecked
		}
		if s.HasAttr(id, atomSelected) {
			on |= dom.StateDefault
		}
	case atomInput:
		switch m.Type(id) {
		case "checkbox", "radio":
			if m.Checked(id) {
				on |= dom.StateChecked
			}
			if s.HasAttr(id, atomChecked) {
				on |= dom.StateDefault
			}
		}
		if m.HasPlaceholder(id) && s.HasAttr(id, atomPlace) && m.Value(id) == "" {
			on |= dom.StatePlaceholderShown
		}
		if m.readonlyApplies(id) && m.Mutable(id) {
			on |= dom.StateReadWrite
		}
		if m.Numeric(id) {
			if _, _, lo, hi := m.Limits(id); lo || hi {
				v := m.Check(id, nil)
				if v.RangeUnderflow || v.RangeOverflow {
					on |= dom.StateOutOfRange
				} else {
					on |= dom.StateInRange
				}
			}
		}
	case atomTextarea:
		if s.HasAttr(id, atomPlace) && m.Value(id) == "" {
			on |= dom.StatePlaceholderShown
		}
		if m.Mutable(id) {
			on |= dom.StateReadWrite
		}
	}
	switch n.Local {
	case atomInput, atomTextarea, atomSelect:
		if s.HasAttr(id, atomRequired) {
			on |= dom.StateRequired
		} else {
			on |= dom.StateOptional
		}
	}
	if m.WillValidate(id) {
		if m.Check(id, nil).Valid() {
			on |= dom.StateValid
		} else {
			on |= dom.StateInvalid
		}
	}
	old := s.State(id)
	if off := old & controlStates &^ on; off != 0 {
		s.SetState(id, off, false)
	}
	if add := on &^ old; add != 0 {
		s.SetState(id, add, true)
	}
}
