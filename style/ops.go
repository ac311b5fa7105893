package style

import (
	"reflect"
	"unsafe"

	"github.com/niso-engine/niso/style/css"
)

// valueKind says what a value is.
type valueKind uint8

const (
	valueNone     valueKind = iota
	valueKeyword            // n: row of the property's keywords
	valueLength             // bits of a float32 in the unit
	valueColor              // n: 0xAARRGGBB, opaque or wholly transparent sRGB written as legacy colour
	valueBox                // any type of the property
	valueWide               // n: a wideKeyword
	valueVar                // box: *varValue
	valueComputed           // box: the *Computed that has it
)

// value is a specified value of a longhand. Small ones need no memory of their own.
type value struct {
	kind valueKind
	unit css.Unit
	n    uint32
	box  any
}

type wideKeyword = uint32

const (
	wideInitial wideKeyword = iota
	wideInherit
	wideUnset
	wideRevert
	wideRevertLayer
)

var wideNames = [...]string{"initial", "inherit", "unset", "revert", "revert-layer"}

func boxed(v any) value { return value{kind: valueBox, box: v} }

// parseCtx is what parsing a value depends on.
type parseCtx struct {
	prop   PropertyID
	quirks bool                // unitless lengths and colours without # are allowed
	ua     bool                // the user agent sheet: internal values
	url    func(string) string // resolves a URL; nil keeps it
}

func (c *parseCtx) resolveURL(u string) string {
	if c.url != nil {
		return c.url(u)
	}
	return u
}

// textCtx is what serialization depends on.
type textCtx struct {
	prop      PropertyID
	specified bool
	cs        *Computed // of computed values: for currentcolor
	s         *Styler
}

// ops are the operations of one type of computed values. Pointers are to fields of groups.
type ops struct {
	parse   func(p *css.ValueParser, c *parseCtx) (value, bool)
	compute func(dst unsafe.Pointer, v value, cx *computer, prop PropertyID)
	spec    func(b []byte, v value, cx *textCtx) []byte
	text    func(b []byte, src unsafe.Pointer, cx *textCtx) []byte
	copy    func(dst, src unsafe.Pointer)
	equal   func(a, b unsafe.Pointer) bool
}

// field is the place of a property.
type field struct {
	off   uintptr
	ops   *ops
	group GroupID
}

var fieldTable [PropertyCount]field

// at is the address of a property's computed value in g.
func (g *Groups) at(p PropertyID) unsafe.Pointer {
	f := &fieldTable[p]
	return unsafe.Add((*[GroupCount]unsafe.Pointer)(unsafe.Pointer(g))[f.group], f.off)
}

func (g *Groups) ptr(id GroupID) unsafe.Pointer {
	return (*[GroupCount]unsafe.Pointer)(unsafe.Pointer(g))[id]
}

func (g *Groups) setPtr(id GroupID, p unsafe.Pointer) {
	(*[GroupCount]unsafe.Pointer)(unsafe.Pointer(g))[id] = p
}

func copyOf[T any](dst, src unsafe.Pointer) { *(*T)(dst) = *(*T)(src) }

// equalOf compares by value: == where it is enough.
func equalOf[T any](deep bool) func(a, b unsafe.Pointer) bool {
	if deep {
		size := unsafe.Sizeof(*new(T))
		return func(a, b unsafe.Pointer) bool {
			// The same bytes are the same value; most comparisons end here.
			if string(unsafe.Slice((*byte)(a), size)) == string(unsafe.Slice((*byte)(b), size)) {
				return true
			}
			return reflect.DeepEqual(*(*T)(a), *(*T)(b))
		}
	}
	return func(a, b unsafe.Pointer) bool { return any(*(*T)(a)) == any(*(*T)(b)) }
}

// hasPointers reports whether values of t may be equal without being identical.
func hasPointers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Slice, reflect.Pointer:
		return true
	case reflect.Struct:
		for i := 0; i < t.NumField(); i++ {
			if hasPointers(t.Field(i).Type) {
				return true
			}
		}
	case reflect.Array:
		return hasPointers(t.Elem())
	}
	return false
}

// enumOps are the operations of a keyword type.
func enumOps(names []string) *ops {
	return &ops{
		parse: func(p *css.ValueParser, c *parseCtx) (value, bool) { return parseKeyword(p, c, names) },
		compute: func(dst unsafe.Pointer, v value, cx *computer, prop PropertyID) {
			*(*uint8)(dst) = uint8(v.n)
		},
		spec: func(b []byte, v value, cx *textCtx) []byte { return append(b, names[v.n]...) },
		text: func(b []byte, src unsafe.Pointer, cx *textCtx) []byte {
			return append(b, names[*(*uint8)(src)]...)
		},
		copy:  copyOf[uint8],
		equal: func(a, b unsafe.Pointer) bool { return *(*uint8)(a) == *(*uint8)(b) },
	}
}

// keywordAliases are other spellings of keywords, by property ("" stands for any).
var keywordAliases = map[string]map[string]string{
	"overflow-x":        {"overlay": "auto"},
	"overflow-y":        {"overlay": "auto"},
	"text-align":        {"-webkit-auto": "start"},
	"writing-mode":      {"lr": "horizontal-tb", "lr-tb": "horizontal-tb", "rl": "horizontal-tb", "rl-tb": "horizontal-tb", "tb": "vertical-rl", "tb-rl": "vertical-rl"},
	"unicode-bidi":      {"-webkit-isolate": "isolate", "-webkit-isolate-override": "isolate-override", "-webkit-plaintext": "plaintext"},
	"image-rendering":   {"-webkit-optimize-contrast": "crisp-edges"},
	"background-clip":   {"-webkit-text": "text", "border": "border-box", "padding": "padding-box", "content": "content-box"},
	"background-origin": {"border": "border-box", "padding": "padding-box", "content": "content-box"},
	"mask-clip":         {"-webkit-text": "text", "border": "border-box", "padding": "padding-box", "content": "content-box"},
	"mask-origin":       {"border": "border-box", "padding": "padding-box", "content": "content-box"},
	"text-orientation":  {"sideways-right": "sideways"},
	"break-before":      {},
}

// keywordsRefused are keywords of a type that a property does not take.
var keywordsRefused = map[string][]string{
	"text-align":            {"justify-all", "match-parent", "-internal-center", "-internal-table"},
	"text-transform":        {"full-width", "full-size-kana"},
	"outline-style":         {"hidden"},
	"background-origin":     {"text", "border-area"},
	"mask-origin":           {"text", "border-area"},
	"column-fill":           {"balance-all"},
	"color-interpolation":   {},
	"background-blend-mode": {"plus-lighter"},
}

func init() {
	for _, n := range []string{"border-top-style", "border-right-style", "border-bottom-style", "border-left-style", "column-rule-style"} {
		keywordsRefused[n] = []string{"auto"}
	}
}

func parseKeyword(p *css.ValueParser, c *parseCtx, names []string) (value, bool) {
	if p.Peek().Kind != css.Ident {
		return value{}, false
	}
	name := c.prop.Name()
	save := *p
	id := lowerIdent(p)
	if to, ok := keywordAliases[name][id]; ok {
		id = to
	} else if !c.ua {
		for _, r := range keywordsRefused[name] {
			if r == id {
				*p = save
				return value{}, false
			}
		}
	}
	for i, n := range names {
		if n == id {
			return value{kind: valueKeyword, n: uint32(i)}, true
		}
	}
	*p = save
	return value{}, false
}

// lowerIdent takes the identifier ahead, in lower case.
func lowerIdent(p *css.ValueParser) string {
	s, ok := p.Ident()
	if !ok {
		return ""
	}
	return lower(s)
}

func lower(s string) string {
	for i := 0; i < len(s); i++ {
		if 'A' <= s[i] && s[i] <= 'Z' {
			b := []byte(s)
			for j := i; j < len(b); j++ {
				if 'A' <= b[j] && b[j] <= 'Z' {
					b[j] += 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return s
}

// boxOps are the operations of a type whose specified values are of the same type as computed ones, with
// units in their Lengths. compute nil keeps the value.
func boxOps[T any](parse func(p *css.ValueParser, c *parseCtx) (T, bool), compute func(v T, cx *computer) T,
	text func(b []byte, v T, cx *textCtx) []byte) *ops {
	return &ops{
		parse: func(p *css.ValueParser, c *parseCtx) (value, bool) {
			v, ok := parse(p, c)
			return boxed(v), ok
		},
		compute: func(dst unsafe.Pointer, v value, cx *computer, prop PropertyID) {
			t, ok := v.box.(T)
			if !ok {
				return
			}
			if compute != nil {
				cx.prop = prop
				t = compute(t, cx)
			}
			*(*T)(dst) = t
		},
		spec: func(b []byte, v value, cx *textCtx) []byte {
			t, _ := v.box.(T)
			return text(b, t, cx)
		},
		text:  func(b []byte, src unsafe.Pointer, cx *textCtx) []byte { return text(b, *(*T)(src), cx) },
		copy:  copyOf[T],
		equal: equalOf[T](hasPointers(reflect.TypeFor[T]())),
	}
}

// listOps are boxOps of a comma-separated list.
func listOps[T any](parse func(p *css.ValueParser, c *parseCtx) (T, bool), compute func(v T, cx *computer) T,
	text func(b []byte, v T, cx *textCtx) []byte) *ops {
	return boxOps(func(p *css.ValueParser, c *parseCtx) ([]T, bool) {
		return commaList(p, c, parse)
	}, func(v []T, cx *computer) []T {
		if compute == nil {
			return v
		}
		out := make([]T, len(v))
		for i := range v {
			out[i] = compute(v[i], cx)
		}
		return out
	}, func(b []byte, v []T, cx *textCtx) []byte {
		for i := range v {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = text(b, v[i], cx)
		}
		return b
	})
}

func commaList[T any](p *css.ValueParser, c *parseCtx, parse func(p *css.ValueParser, c *parseCtx) (T, bool)) ([]T, bool) {
	var out []T
	for {
		v, ok := parse(p, c)
		if !ok {
			return nil, false
		}
		out = append(out, v)
		if !p.Comma() {
			return out, true
		}
	}
}

// enumListOps are the operations of a comma-separated list of keywords.
func enumListOps[T ~uint8](names []string) *ops {
	return listOps(func(p *css.ValueParser, c *parseCtx) (T, bool) {
		v, ok := parseKeyword(p, c, names)
		return T(v.n), ok
	}, nil, func(b []byte, v T, cx *textCtx) []byte { return append(b, names[v]...) })
}
