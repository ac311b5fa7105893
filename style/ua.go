package style

import (
	_ "embed"
	"sync"

	"github.com/niso-engine/niso/style/css"
)

// The user agent style sheets are compiled once in the process and shared by all pages: they name static atoms alone.

//go:embed ua.css
var uaText string

//go:embed quirks.css
var quirksText string

// uaCompiled is a user agent sheet with all its rules compiled.
type uaCompiled struct{ c *compiledSheet }

func compileUA(text string) *uaCompiled {
	initValues()
	sh := css.ParseSheetString(text, css.Options{UserAgent: true})
	c := newCompiledSheet(sh, parseCtx{ua: true})
	for r := range sh.Rules {
		switch sh.Rules[r].Kind {
		case css.RuleStyle, css.RuleNestedDecls:
			c.block(css.RuleID(r))
		}
	}
	c.d.intern = nil
	return &uaCompiled{c}
}

var (
	uaSheet     = sync.OnceValue(func() *uaCompiled { return compileUA(uaText) })
	quirksSheet = sync.OnceValue(func() *uaCompiled { return compileUA(quirksText) })
)

func uaSheets(quirks bool) []*uaCompiled {
	if quirks {
		return []*uaCompiled{uaSheet(), quirksSheet()}
	}
	return []*uaCompiled{uaSheet()}
}

// markerBlock has the declarations of the user agent sheet for ::marker, which only list items look at.
// https://drafts.csswg.org/css-lists-3/#marker-properties
var markerBlock = sync.OnceValue(func() *block {
	d := &decls{ctx: parseCtx{ua: true}}
	b := d.compileText("unicode-bidi: isolate; font-variant-numeric: tabular-nums; text-transform: none; white-space: pre; text-indent: 0; text-align: start; text-align-last: start", nil)
	return &b
})
