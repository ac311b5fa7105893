package js

// Kind is a language type of ECMAScript.
type Kind uint8

const (
	KindUndefined Kind = iota
	KindNull
	KindBoolean
	KindNumber
	KindString
	KindSymbol
	KindBigInt
	KindObject
)

// TypeOf is typeof v.
func (v Value) TypeOf() string {
	switch v.Kind() {
	case KindUndefined:
		return "undefined"
	case KindBoolean:
		return "boolean"
	case KindNumber:
		return "number"
	case KindString:
		return "string"
	case KindSymbol:
		return "symbol"
	case KindBigInt:
		return "bigint"
	case KindObject:
		if v.IsCallable() {
			return "function"
		}
	}
	return "object"
}

// WellKnown names one of the well-known symbols as a property key.
type WellKnown uint8

const (
	NoSymbol WellKnown = iota
	SymIterator
	SymAsyncIterator
	SymToStringTag
	SymToPrimitive
	SymHasInstance
	SymUnscopables
	SymSpecies
	SymDispose
	wellKnownCount
)
