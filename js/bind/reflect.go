package bind

import (
	"math"
	"strconv"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/js"
)

// Attributes that reflect content attributes. The receivers are nodes; the host slot has the id.
// https://html.spec.whatwg.org/multipage/common-dom-interfaces.html#reflecting-content-attributes-in-idl-attributes

// attrName is the name of a content attribute in no namespace. (Atoms in package variables would have to be looked up when the program
// starts, for hundreds of attributes that no page uses.)
type attrName string

func (a attrName) in(s *dom.Store) atom.Atom { return s.Atoms.Intern(string(a)) }

func reflectGet(c *js.Call, a attrName) (string, bool) {
	if x := internalsOf(c); x != nil {
		v, ok := x.aria[a]
		return v, ok
	}
	s := windowOf(c.Realm()).World.Store
	return s.LookupAttr(dom.NodeID(c.ID()), a.in(s))
}

func reflectSetAttr(c *js.Call, a attrName, v js.View) {
	if x := internalsOf(c); x != nil {
		if x.aria == nil {
			x.aria = make(map[attrName]string)
		}
		x.aria[a] = strings.Clone(v)
		return
	}
	s := windowOf(c.Realm()).World.Store
	s.SetAttr(dom.NodeID(c.ID()), s.AttrName(a.in(s)), v)
}

func reflectRemove(c *js.Call, a attrName) {
	if x := internalsOf(c); x != nil {
		delete(x.aria, a)
		return
	}
	s := windowOf(c.Realm()).World.Store
	s.RemoveAttr(dom.NodeID(c.ID()), s.AttrName(a.in(s)))
}

func reflectString(c *js.Call, a attrName) js.Value {
	v, _ := reflectGet(c, a)
	return c.Realm().String(v)
}

func reflectNullable(c *js.Call, a attrName) js.Value {
	v, ok := reflectGet(c, a)
	if !ok {
		return js.Null
	}
	return c.Realm().String(v)
}

func reflectHas(c *js.Call, a attrName) bool { _, ok := reflectGet(c, a); return ok }

// reflectEnum is an attribute limited to known values: missing and invalid are the defaults' keywords.
func reflectEnum(c *js.Call, a attrName, missing, invalid string, nullable bool, known ...string) js.Value {
	v, ok := reflectGet(c, a)
	if !ok {
		if nullable && missing == "" {
			return js.Null
		}
		return c.Realm().String(missing)
	}
	for _, k := range known {
		if equalFold(k, v) {
			return c.Realm().String(k)
		}
	}
	return c.Realm().String(invalid)
}

func reflectLong(c *js.Call, a attrName, def int32) js.Value {
	v, ok := reflectGet(c, a)
	if n, good := dom.ParseInteger(v); ok && good && n >= math.MinInt32 && n <= math.MaxInt32 {
		return js.Int(n)
	}
	return js.Int(def)
}

func reflectNonNegative(c *js.Call, a attrName, def int32) js.Value {
	v, ok := reflectGet(c, a)
	if n, good := dom.ParseInteger(v); ok && good && n >= 0 && n <= math.MaxInt32 {
		return js.Int(n)
	}
	return js.Int(def)
}

func reflectULong(c *js.Call, a attrName, def uint32, least int64) js.Value {
	v, ok := reflectGet(c, a)
	if n, good := dom.ParseInteger(v); ok && good && n >= least && n <= math.MaxInt32 {
		return js.Int(n)
	}
	return js.Int(def)
}

func reflectClamped(c *js.Call, a attrName, def uint32, lo, hi int64) js.Value {
	v, ok := reflectGet(c, a)
	n, good := dom.ParseInteger(v)
	if !ok || !good || n < 0 {
		return js.Int(def)
	}
	return js.Int(min(max(n, lo), hi))
}

// parseFloat is the rules for parsing floating-point number values.
func parseFloat(s string) (float64, bool) {
	s = strings.TrimLeft(s, " \t\n\f\r")
	i := 0
	if i < len(s) && (s[i] == '-' || s[i] == '+') {
		i++
	}
	digits := func() (n int) {
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i, n = i+1, n+1
		}
		return n
	}
	n := digits()
	if i < len(s) && s[i] == '.' {
		j := i
		i++
		if m := digits(); m > 0 {
			n += m
		} else if n == 0 || i == len(s) || s[i]|0x20 != 'e' { // "1.e2" has no digits there either
			i = j
		}
	}
	if n == 0 {
		return 0, false
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		j := i
		i++
		if i < len(s) && (s[i] == '-' || s[i] == '+') {
			i++
		}
		if digits() == 0 {
			i = j
		}
	}
	f, err := strconv.ParseFloat(s[:i], 64)
	return f, err == nil && !math.IsInf(f, 0)
}

func reflectDouble(c *js.Call, a attrName, def float64, positive bool) js.Value {
	v, ok := reflectGet(c, a)
	if f, good := parseFloat(v); ok && good && (!positive || f > 0) {
		return js.Number(f)
	}
	return js.Number(def)
}

// reflectURL is the attribute's URL resolved against its document, or the value as it is where that fails.
func reflectURL(c *js.Call, a attrName) js.Value {
	v, ok := reflectGet(c, a)
	if !ok {
		return c.Realm().String("")
	}
	w := windowOf(c.Realm())
	if u, ok := w.resolveURL(dom.NodeID(c.ID()), v); ok {
		return c.Realm().String(u)
	}
	return c.Realm().String(v)
}

func setReflectString(c *js.Call, a attrName, v js.View) { reflectSetAttr(c, a, v) }

func setReflectNullable(c *js.Call, a attrName, v string, ok bool) {
	if !ok {
		reflectRemove(c, a)
		return
	}
	reflectSetAttr(c, a, v)
}

func setReflectBool(c *js.Call, a attrName, v bool) {
	if !v {
		reflectRemove(c, a)
	} else if !reflectHas(c, a) {
		reflectSetAttr(c, a, "")
	}
}

func setReflectInt(c *js.Call, a attrName, v int64) { reflectSetAttr(c, a, strconv.FormatInt(v, 10)) }

// setReflectULong sets a number; one that is too large, or 0 where positive, is the default instead.
func setReflectULong(c *js.Call, a attrName, v, def uint32, positive bool) {
	if v > math.MaxInt32 || v == 0 && positive {
		v = def
	}
	reflectSetAttr(c, a, strconv.FormatUint(uint64(v), 10))
}

func setReflectDouble(c *js.Call, a attrName, v float64, positive bool) {
	if positive && v <= 0 {
		return
	}
	s, err := c.Realm().ToString(js.Number(v))
	if err == nil {
		reflectSetAttr(c, a, s)
	}
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
