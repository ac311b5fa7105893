// Package num has the number, BigInt and date arithmetic of ECMAScript as pure functions.
//
// It knows nothing of a heap, of objects or of strings as cells: text comes in as slices of Latin-1 bytes or UTF-16 units
// (the two forms that the engine keeps) and goes out as ASCII appended to a byte slice. Nothing here keeps state, so every function may
// be called from any goroutine.
//
//	format.go     Number::toString in every radix, toFixed, toExponential, toPrecision
//	parse.go      StringToNumber, parseFloat, parseInt, StringToBigInt
//	convert.go    ToInt32 and its kin, half-precision floats
//	math.go       the operations of Math and of ** that differ from package math
//	bigint.go     asIntN, asUintN, shifts and exponentiation with limits
//	date.go       days, time within the day, local time
//	dateparse.go  Date.parse
//	dateformat.go the string forms of Date
package num
