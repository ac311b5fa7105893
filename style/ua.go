package style

import (
	_ "embed"
	"sync"

	"github.com/niso-engine/niso/internal/perf"
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
	u := &uaCompiled{c}
	uaMade.Lock()
	uaMade.list = append(uaMade.list, u)
	uaMade.Unlock()
	return u
}

// uaMade are the sheets that were compiled so far, for reports.
var uaMade struct {
	sync.Mutex
	list []*uaCompiled
}

// ReportShared adds what all stylers of the process share: the user agent sheets.
func ReportShared(r *perf.Report, prefix string) {
	uaMade.Lock()
	defer uaMade.Unlock()
	var decl int64
	for _, u := range uaMade.list {
		u.c.sheet.ReportMemory(r, prefix+"/ua-sheets")
		decl += u.c.memoryBytes()
	}
	r.Bytes(prefix+"/ua-sheets/compiled-declarations", decl, "Compiled declarations of the user agent sheets.")
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
