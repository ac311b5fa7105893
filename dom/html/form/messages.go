package form

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/niso-engine/niso/dom"
)

// Message is a validation message for a control, in Chromium's words.
func Message(v Validity, m *Model, id dom.NodeID) string {
	f := m.face(id)
	typ := ""
	if m.is(id, atomInput) {
		typ = m.Type(id)
	}
	switch {
	case f != nil:
		return f.Message
	case v.CustomError:
		return m.CustomMessage(id)
	case v.ValueMissing:
		switch {
		case m.is(id, atomSelect):
			return "Please select an item in the list."
		case typ == "checkbox":
			return "Please check this box if you want to proceed."
		case typ == "radio":
			return "Please select one of these options."
		case typ == "file" && m.store.HasAttr(id, atomMultiple):
			return "Please select one or more files."
		case typ == "file":
			return "Please select a file."
		}
		return "Please fill out this field."
	case v.TypeMismatch:
		if typ == "url" {
			return "Please enter a URL."
		}
		return m.emailMessage(id)
	case v.PatternMismatch:
		return "Please match the requested format."
	case v.TooLong:
		return "Please shorten this text to " + m.store.Attr(id, atomMaxlen) + " characters or less (you are currently using " + strconv.Itoa(dom.UTF16Len(m.Value(id))) + " characters)."
	case v.TooShort:
		return "Please lengthen this text to " + m.store.Attr(id, atomMinlen) + " characters or more (you are currently using " + counted(dom.UTF16Len(m.Value(id))) + ")."
	case v.RangeUnderflow, v.RangeOverflow:
		return m.limitMessage(id, typ, v.RangeUnderflow)
	case v.StepMismatch:
		return m.stepMessage(id, typ)
	case v.BadInput:
		if dated(typ) {
			return "Please enter a valid value. The field is incomplete or has an invalid date."
		}
		return "Please enter a number."
	}
	return ""
}

func counted(n int) string {
	if n == 1 {
		return "1 character"
	}
	return strconv.Itoa(n) + " characters"
}

// emailMessage says what is wrong with the first address that is.
func (m *Model) emailMessage(id dom.NodeID) string {
	for _, a := range m.addresses(id, m.Value(id)) {
		if emailPattern().MatchString(a) {
			continue
		}
		if a == "" {
			return "Please enter a non-empty email address."
		}
		local, domain, at := strings.Cut(a, "@")
		switch {
		case !at:
			return "Please include an '@' in the email address. '" + a + "' is missing an '@'."
		case local == "":
			return "Please enter a part followed by '@'. '" + a + "' is incomplete."
		case domain == "":
			return "Please enter a part following '@'. '" + a + "' is incomplete."
		}
		if i := strings.IndexFunc(local, func(r rune) bool { return !alphanumeric(r) && !strings.ContainsRune(".!#$%&'*+/=?^_`{|}~-", r) }); i >= 0 {
			return "A part followed by '@' should not contain the symbol '" + firstRune(local[i:]) + "'."
		}
		if i := strings.IndexFunc(domain, func(r rune) bool { return !alphanumeric(r) && r != '.' && r != '-' }); i >= 0 {
			return "A part following '@' should not contain the symbol '" + firstRune(domain[i:]) + "'."
		}
		if strings.HasPrefix(domain, ".") || strings.HasSuffix(domain, ".") || strings.Contains(domain, "..") {
			return "'.' is used at a wrong position in '" + domain + "'."
		}
		break
	}
	return "Please enter an email address."
}

func alphanumeric(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}

func firstRune(s string) string {
	_, n := utf8.DecodeRuneInString(s)
	return s[:n]
}

// shown is a number of a control as messages write it.
func (m *Model) shown(id dom.NodeID, typ string, n float64) string {
	v := m.NumberText(id, n)
	if dated(typ) {
		return localizedDate(typ, v)
	}
	return v
}

func (m *Model) limitMessage(id dom.NodeID, typ string, under bool) string {
	lo, hi, hasLo, hasHi := m.Limits(id)
	low, high := m.shown(id, typ, lo), m.shown(id, typ, hi)
	reversed := hasLo && hasHi && lo > hi
	switch {
	case reversed && typ == "time":
		return "Value must be between " + low + " and " + high + "."
	case reversed && dated(typ):
		return "Minimum date (" + low + ") must come before Maximum date (" + high + ")."
	case reversed:
		return "Minimum value (" + low + ") must be less than the maximum value (" + high + ")."
	case dated(typ) && under:
		return "Value must be " + low + " or later."
	case dated(typ):
		return "Value must be " + high + " or earlier."
	case under:
		return "Value must be greater than or equal to " + low + "."
	}
	return "Value must be less than or equal to " + high + "."
}

// stepMessage names the valid values beside the control's.
func (m *Model) stepMessage(id dom.NodeID, typ string) string {
	const text = "Please enter a valid value. "
	s := m.steps(id)
	v, ok := m.Number(id, m.Value(id))
	if !ok || s.step.Sign() == 0 {
		return text[:len(text)-1]
	}
	k := s.of(exact(v))
	below, _ := s.at(floor(k)).Float64()
	above, _ := s.at(ceil(k)).Float64()
	lo, hi, hasLo, hasHi := m.Limits(id)
	a, b := m.shown(id, typ, below), m.shown(id, typ, above)
	switch {
	case hasLo && below < lo || a == "":
		return text + "The nearest valid value is " + b + "."
	case hasHi && above > hi || b == "" || a == b:
		return text + "The nearest valid value is " + a + "."
	}
	return text + "The two nearest valid values are " + a + " and " + b + "."
}
