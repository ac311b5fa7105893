package vm

import (
	"math"
	"time"

	"github.com/niso-engine/niso/js/vm/num"
)

// A Date's word 0 is its time value, a Number.

// zone is the runtime's time zone.
func (rt *Runtime) zone() *time.Location {
	if rt.location != nil {
		return rt.location
	}
	return time.Local
}

// SetClock sets the time zone (nil: the system's) and the clock (nil: the system's; milliseconds from the epoch) that Date sees.
func (rt *Runtime) SetClock(zone *time.Location, now func() float64) { rt.location, rt.now = zone, now }

func (rt *Runtime) currentTime() float64 {
	if rt.now != nil {
		return num.TimeClip(math.Floor(rt.now()))
	}
	return float64(time.Now().UnixMilli())
}

// dateNumbers reads the numbers of year, month … ms from arguments. count is how many were given.
func (c *Call) dateNumbers(from int, def [7]float64) (f [7]float64, ok bool) {
	f = def
	for i := 0; i < 7 && from+i < c.NArgs(); i++ {
		if f[i], ok = c.Rt.ToNumber(c.Arg(from + i)); !ok {
			return f, false
		}
	}
	return f, true
}

// dateFrom is the time of fields, in the zone that the caller means.
func dateFrom(f [7]float64) float64 {
	return num.MakeDate(num.MakeDay(num.MakeFullYear(f[0]), f[1], f[2]), num.MakeTime(f[3], f[4], f[5], f[6]))
}

func (rt *Runtime) parseDate(v Value) float64 {
	if s := rt.Str(v); s.W != nil {
		return num.ParseDate(s.W, rt.zone())
	} else {
		return num.ParseDate(s.L, rt.zone())
	}
}

// https://tc39.es/ecma262/#sec-date
func dateConstructor(c *Call) Value {
	rt := c.Rt
	if c.NewTarget.IsUndefined() {
		return rt.newLatin1(num.AppendLocal(nil, rt.currentTime(), rt.zone()))
	}
	var t float64
	switch c.NArgs() {
	case 0:
		t = rt.currentTime()
	case 1:
		v := c.Arg(0)
		if rt.IsKind(v, KindDate) {
			t = rt.Word(v.Ref(), 0).Num()
			break
		}
		v, ok := rt.ToPrimitive(v, HintDefault)
		if !ok {
			return Undefined
		}
		if v.IsString() {
			t = rt.parseDate(v)
			break
		}
		if t, ok = rt.ToNumber(v); !ok {
			return Undefined
		}
		t = num.TimeClip(t)
	default:
		f, ok := c.dateNumbers(0, [7]float64{0, 0, 1, 0, 0, 0, 0})
		if !ok {
			return Undefined
		}
		t = num.TimeClip(num.UTC(dateFrom(f), rt.zone()))
	}
	o, ok := c.newFromConstructor(KindDate, DatePrototype)
	if !ok {
		return Undefined
	}
	rt.SetWord(o, 0, Number(t))
	return objectValue(o)
}

// NewDate makes a Date.
func (r *Realm) NewDate(t float64) Value {
	o := r.rt.NewKind(KindDate, r.Intrinsic(DatePrototype))
	r.rt.SetWord(o, 0, Number(num.TimeClip(t)))
	return objectValue(o)
}

func dateNow(c *Call) Value { return Number(c.Rt.currentTime()) }

func dateParse(c *Call) Value {
	v, ok := c.Rt.ToString(c.Arg(0))
	if !ok {
		return Undefined
	}
	return Number(c.Rt.parseDate(v))
}

func dateUTC(c *Call) Value {
	f, ok := c.dateNumbers(0, [7]float64{math.NaN(), 0, 1, 0, 0, 0, 0})
	if !ok {
		return Undefined
	}
	return Number(num.TimeClip(dateFrom(f)))
}

// thisTime is thisTimeValue.
func (c *Call) thisTime() (o Ref, t float64, ok bool) {
	if !c.Rt.IsKind(c.This, KindDate) {
		c.TypeError("this is not a Date object.")
		return 0, 0, false
	}
	o = c.This.Ref()
	return o, c.Rt.Word(o, 0).Num(), true
}

// dateGet reads a field.
func dateGet(utc bool, get func(f *num.Fields) int64) NativeFunc {
	return func(c *Call) Value {
		_, t, ok := c.thisTime()
		if !ok {
			return Undefined
		}
		if t != t {
			return NaN
		}
		if !utc {
			t = num.LocalTime(t, c.Rt.zone())
		}
		f := num.Split(t)
		return Int64(get(&f))
	}
}

func dateGetTime(c *Call) Value {
	_, t, ok := c.thisTime()
	if !ok {
		return Undefined
	}
	return Number(t)
}

func dateGetTimezoneOffset(c *Call) Value {
	_, t, ok := c.thisTime()
	if !ok {
		return Undefined
	}
	if t != t {
		return NaN
	}
	return Number(-num.Offset(t, c.Rt.zone())/num.MsPerMinute + 0)
}

// dateSet sets fields from index first on (0 year … 6 ms), at most count of them.
func dateSet(utc bool, first, count int) NativeFunc {
	return func(c *Call) Value {
		rt := c.Rt
		o, t, ok := c.thisTime()
		if !ok {
			return Undefined
		}
		var given [7]float64
		n := min(max(c.NArgs(), 1), count)
		for i := range n {
			if given[i], ok = rt.ToNumber(c.Arg(i)); !ok {
				return Undefined
			}
		}
		if t != t {
			if first != 0 {
				return NaN
			}
			t = 0
		} else if !utc {
			t = num.LocalTime(t, rt.zone())
		}
		p := num.Split(t)
		f := [7]float64{float64(p.Year), float64(p.Month), float64(p.Day), float64(p.Hour), float64(p.Minute), float64(p.Second), float64(p.Millisecond)}
		copy(f[first:], given[:n])
		t = num.MakeDate(num.MakeDay(f[0], f[1], f[2]), num.MakeTime(f[3], f[4], f[5], f[6]))
		if !utc {
			t = num.UTC(t, rt.zone())
		}
		v := Number(num.TimeClip(t))
		rt.SetWord(o, 0, v)
		return v
	}
}

func dateSetTime(c *Call) Value {
	o, _, ok := c.thisTime()
	if !ok {
		return Undefined
	}
	t, ok := c.Rt.ToNumber(c.Arg(0))
	if !ok {
		return Undefined
	}
	v := Number(num.TimeClip(t))
	c.Rt.SetWord(o, 0, v)
	return v
}

// https://tc39.es/ecma262/#sec-date.prototype.setyear
func dateSetYear(c *Call) Value {
	rt := c.Rt
	o, t, ok := c.thisTime()
	if !ok {
		return Undefined
	}
	y, ok := rt.ToNumber(c.Arg(0))
	if !ok {
		return Undefined
	}
	if t != t {
		t = 0
	} else {
		t = num.LocalTime(t, rt.zone())
	}
	p := num.Split(t)
	day := num.MakeDay(num.MakeFullYear(y), float64(p.Month), float64(p.Day))
	v := Number(num.TimeClip(num.UTC(num.MakeDate(day, num.MakeTime(float64(p.Hour), float64(p.Minute), float64(p.Second), float64(p.Millisecond))), rt.zone())))
	rt.SetWord(o, 0, v)
	return v
}

// dateText is a string form.
func dateText(text func(rt *Runtime, t float64) []byte) NativeFunc {
	return func(c *Call) Value {
		_, t, ok := c.thisTime()
		if !ok {
			return Undefined
		}
		if t != t {
			return c.Rt.NewASCII("Invalid Date")
		}
		return c.Rt.NewString(string(text(c.Rt, t)))
	}
}

func (rt *Runtime) localFields(t float64) num.Fields { return num.Split(num.LocalTime(t, rt.zone())) }

func dateLocaleDate(rt *Runtime, t float64) []byte {
	f := rt.localFields(t)
	var b []byte
	b = num.AppendNumber(b, float64(f.Month+1))
	b = num.AppendNumber(append(b, '/'), float64(f.Day))
	return num.AppendNumber(append(b, '/'), float64(f.Year))
}

func dateLocaleTime(rt *Runtime, t float64) []byte {
	f := rt.localFields(t)
	var b []byte
	b = num.AppendNumber(b, float64((f.Hour+11)%12+1))
	two := func(n int) {
		b = append(b, ':', byte('0'+n/10), byte('0'+n%10))
	}
	two(f.Minute)
	two(f.Second)
	if f.Hour < 12 {
		return append(b, "\u202fAM"...)
	}
	return append(b, "\u202fPM"...)
}

func dateToISOString(c *Call) Value {
	_, t, ok := c.thisTime()
	if !ok {
		return Undefined
	}
	if t != t {
		return c.RangeError("Invalid time value")
	}
	return c.Rt.newLatin1(num.AppendISO(nil, t))
}

func dateToJSON(c *Call) Value {
	rt := c.Rt
	o, ok := rt.ToObject(c.This)
	if !ok {
		return Undefined
	}
	rt.KeepRef(o)
	v, ok := rt.ToPrimitive(objectValue(o), HintNumber)
	if !ok {
		return Undefined
	}
	if v.IsNumber() && !(v.Num()-v.Num() == 0) {
		return Null
	}
	r, _ := rt.Invoke(objectValue(o), rt.InternASCII("toISOString"))
	return r
}

func dateToPrimitive(c *Call) Value {
	rt := c.Rt
	if !c.This.IsObject() {
		return c.TypeError("Date.prototype [ @@toPrimitive ] called on non-object")
	}
	hint := ""
	if c.Arg(0).IsString() {
		hint = rt.GoString(c.Arg(0))
	}
	names := [2]Key{KeyToString, KeyValueOf}
	switch hint {
	case "number":
		names = [2]Key{KeyValueOf, KeyToString}
	case "string", "default":
	default:
		return c.TypeError("Invalid hint: %s", rt.display(c.Arg(0)))
	}
	for _, k := range names {
		f, ok := rt.Get(c.This.Ref(), k)
		if !ok {
			return Undefined
		}
		if rt.IsCallable(f) {
			v, ok := rt.Call(f, c.This)
			if !ok || !v.IsObject() {
				return v
			}
		}
	}
	return c.TypeError("Cannot convert object to primitive value")
}

func init() {
	props := []prop{
		method("toString", 0, dateText(func(rt *Runtime, t float64) []byte { return num.AppendLocal(nil, t, rt.zone()) })),
		method("toDateString", 0, dateText(func(rt *Runtime, t float64) []byte {
			f := rt.localFields(t)
			return num.AppendDate(nil, &f)
		})),
		method("toTimeString", 0, dateText(func(rt *Runtime, t float64) []byte {
			f := rt.localFields(t)
			return num.AppendTime(nil, &f, t, rt.zone())
		})),
		method("toISOString", 0, dateToISOString),
		method("toUTCString", 0, dateText(func(_ *Runtime, t float64) []byte { return num.AppendUTC(nil, t) })),
		alias("toGMTString", "toUTCString"),
		method("toLocaleString", 0, dateText(func(rt *Runtime, t float64) []byte {
			return append(append(dateLocaleDate(rt, t), ", "...), dateLocaleTime(rt, t)...)
		})),
		method("toLocaleDateString", 0, dateText(dateLocaleDate)),
		method("toLocaleTimeString", 0, dateText(dateLocaleTime)),
		method("toJSON", 1, dateToJSON),
		method("getTime", 0, dateGetTime),
		method("valueOf", 0, dateGetTime),
		method("setTime", 1, dateSetTime),
		method("getTimezoneOffset", 0, dateGetTimezoneOffset),
		method("getYear", 0, dateGet(false, func(f *num.Fields) int64 { return f.Year - 1900 })),
		method("setYear", 1, dateSetYear),
		method("@@toPrimitive", 1, dateToPrimitive).named("[Symbol.toPrimitive]").with(attrConfigurable),
	}
	for _, zone := range []struct {
		name string
		utc  bool
	}{{"", false}, {"UTC", true}} {
		for _, g := range []struct {
			name         string
			first, count int // of the setter
			get          func(f *num.Fields) int64
		}{
			{"FullYear", 0, 3, func(f *num.Fields) int64 { return f.Year }},
			{"Month", 1, 2, func(f *num.Fields) int64 { return int64(f.Month) }},
			{"Date", 2, 1, func(f *num.Fields) int64 { return int64(f.Day) }},
			{"Day", 0, 0, func(f *num.Fields) int64 { return int64(f.Weekday) }},
			{"Hours", 3, 4, func(f *num.Fields) int64 { return int64(f.Hour) }},
			{"Minutes", 4, 3, func(f *num.Fields) int64 { return int64(f.Minute) }},
			{"Seconds", 5, 2, func(f *num.Fields) int64 { return int64(f.Second) }},
			{"Milliseconds", 6, 1, func(f *num.Fields) int64 { return int64(f.Millisecond) }},
		} {
			props = append(props, method("get"+zone.name+g.name, 0, dateGet(zone.utc, g.get)))
			if g.count > 0 {
				props = append(props, method("set"+zone.name+g.name, g.count, dateSet(zone.utc, g.first, g.count)))
			}
		}
	}
	defineClass(DateCtor, DatePrototype, "Date", 7, dateConstructor, []prop{
		method("now", 0, dateNow),
		method("parse", 1, dateParse),
		method("UTC", 7, dateUTC),
	}, props)
}
