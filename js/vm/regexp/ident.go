package regexp

import "sync"

var idStart = sync.OnceValue(func() set { s, _ := property("ID_Start", "", false); return s })
var idContinue = sync.OnceValue(func() set { s, _ := property("ID_Continue", "", false); return s })

// IsIDStart reports whether r has the Unicode property ID_Start.
func IsIDStart(r rune) bool { return idStart().has(r) }

// IsIDContinue reports whether r has the Unicode property ID_Continue.
func IsIDContinue(r rune) bool { return idContinue().has(r) }
