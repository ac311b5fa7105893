// Package lower rewrites ECMAScript that the first script engine cannot parse into what it can:
// async generators and for await into generators, modules into functions that get their
// imports from a registry, import() into a call. The work is esbuild's; this package asks for
// no more than is needed and gives the result a shape that is easy to run.
//
// A module becomes a function expression
//
//	(function(require, module, __niso_meta, __niso_run, __niso_export, __niso_h) { "use strict"; … })
//
// where require gives the namespace object of a static import (its specifier begins with
// [Static]) and the promise of a dynamic one; __niso_h.export, .toESM, .toCommonJS and
// .reExport stand for esbuild's helpers of these names; a module with top-level await hands
// its exports to __niso_export and its body, an async function, to __niso_run.
//
// A classic script calls __niso_import for import(), and finds esbuild's helpers as properties
// of the global object ([Helpers]).
package lower

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/evanw/esbuild/pkg/api"
)

// Static marks specifiers of static imports in lowered modules.
const Static = "\ue000="

// Error is source that does not parse.
type Error struct {
	Message      string
	Line, Column int // from 1
}

func (e *Error) Error() string { return fmt.Sprintf("%s (%d:%d)", e.Message, e.Line, e.Column) }

// Import is one specifier that a module names in an import.
type Import struct {
	Specifier string
	Type      string // import attribute "type"
	Dynamic   bool
}

// Result is lowered source.
type Result struct {
	Code    string
	Map     []byte // source map JSON, without sourcesContent
	Imports []Import
	Async   bool // a module with top-level await
}

var unsupported = map[string]bool{
	"for-await": false, "async-generator": false, "dynamic-import": false,
	"using": false, "decorators": false, "hashbang": false, "top-level-await": true,
	"class-private-brand-check": true, "import-attributes": true, "import-meta": true,
}

const marker = "niso:module"

func fail(msgs []api.Message) *Error {
	e := &Error{Message: "Invalid or unexpected token"}
	if len(msgs) > 0 {
		e.Message = msgs[0].Text
		if l := msgs[0].Location; l != nil {
			e.Line, e.Column = l.Line, l.Column+1
		}
	}
	return e
}

// protect turns a panic of the compiler into an error: one strange script must not end a process.
func protect(err **Error) {
	if x := recover(); x != nil {
		*err = &Error{Message: fmt.Sprintf("Internal error while compiling: %v", x)}
	}
}

// ScriptSkip is how many lines the source map of [Script] counts before the first of the source.
const ScriptSkip = 1

// Script lowers a classic script.
func Script(src string) (res *Result, err *Error) {
	defer protect(&err)
	const mark = "__niso_mark;\n"
	r := api.Transform(mark+src, api.TransformOptions{
		Loader: api.LoaderJS, Target: api.ESNext, Supported: unsupported, Sourcemap: api.SourceMapExternal,
		SourcesContent: api.SourcesContentExclude, LogLevel: api.LogLevelSilent, TreeShaking: api.TreeShakingFalse,
		Charset: api.CharsetUTF8, TsconfigRaw: "{}",
	})
	if len(r.Errors) > 0 {
		e := fail(r.Errors)
		e.Line-- // the mark
		return nil, e
	}
	code := string(r.Code)
	if i := strings.Index(code, mark); i >= 0 {
		prelude := code[:i]
		if known(prelude) {
			prelude = strings.Repeat("\n", strings.Count(prelude, "\n"))
		}
		code = prelude + "\n" + code[i+len(mark):]
	}
	code = strings.ReplaceAll(code, "__toESM(require(", "__niso_import((")
	return &Result{Code: code, Map: r.Map}, nil
}

var definition = regexp.MustCompile(`(?m)^var (__\w+) = `)

// known reports whether a prelude defines nothing but what Helpers has.
func known(prelude string) bool {
	names, _ := Helpers()
	for _, m := range definition.FindAllStringSubmatch(prelude, -1) {
		if !names[m[1]] {
			return false
		}
	}
	return true
}

var helpers = sync.OnceValues(func() (map[string]bool, string) {
	r := api.Transform(`__niso_mark;
async function* g() { yield 1; yield* g(); for await (const x of g()) await x; }
{ using a = null; }
async () => { await using b = null; };
function d() {}
@d class C { @d f = 1; @d static #m() {} @d accessor q = 1; @d get z() { return 1; } }
import("x");
`, api.TransformOptions{Loader: api.LoaderJS, Target: api.ESNext, Supported: unsupported, LogLevel: api.LogLevelSilent})
	code := string(r.Code)
	i := strings.Index(code, "__niso_mark;")
	if i < 0 {
		return nil, "({})"
	}
	prelude := code[:i]
	if j := strings.Index(prelude, "var "); j > 0 {
		prelude = prelude[j:]
	}
	names := map[string]bool{}
	var list []string
	for _, m := range definition.FindAllStringSubmatch(prelude, -1) {
		names[m[1]] = true
		list = append(list, m[1])
	}
	return names, "(function(){" + prelude + "return {" + strings.Join(list, ",") + "}})()"
})

// Helpers are the names that lowered scripts use as globals, and an expression that makes an object
// with all of them.
func Helpers() (names map[string]bool, expression string) { return helpers() }

// Module lowers a module.
func Module(src string) (res *Result, err *Error) {
	defer protect(&err)
	res, out, err := bundle(src, api.FormatCommonJS, nil)
	if err != nil && strings.Contains(err.Message, "op-level await") {
		return asyncModule(src)
	}
	if err != nil {
		return nil, err
	}
	res.Code = wrap(out)
	return res, nil
}

// asyncModule lowers a module with top-level await: first to a module in which imports come first and
// the only export list last; then with the rest inside an async function.
func asyncModule(src string) (*Result, *Error) {
	res, out, err := bundle(src, api.FormatESModule, nil)
	if err != nil {
		return nil, err
	}
	i := strings.Index(out, "// "+marker+"\n")
	if i < 0 {
		return nil, &Error{Message: "Internal error while compiling: no module"}
	}
	prelude, body := out[:i], out[i+len(marker)+4:]
	var head strings.Builder
	for strings.HasPrefix(body, "import ") && !strings.HasPrefix(body, "import (") || strings.HasPrefix(body, "import{") ||
		strings.HasPrefix(body, "export *") || strings.HasPrefix(body, "import\"") {
		// A statement of the header is one line, or one list over several.
		end := strings.Index(body, ";\n")
		if end < 0 {
			break
		}
		head.WriteString(body[:end+2])
		body = body[end+2:]
	}
	exports := ""
	if j := strings.LastIndex(body, "\nexport {\n"); j >= 0 && strings.HasSuffix(strings.TrimSpace(body), "};") {
		list := strings.TrimSuffix(strings.TrimSpace(body[j+len("\nexport {\n"):]), "};")
		body = body[:j+1]
		var b strings.Builder
		for _, item := range strings.Split(list, ",\n") {
			item = strings.TrimSpace(item)
			if item == "" {
				continue
			}
			local, name, ok := strings.Cut(item, " as ")
			if !ok {
				name = local
			}
			fmt.Fprintf(&b, "%s: () => %s, ", name, local)
		}
		exports = "__niso_export({ " + b.String() + "});"
	}
	// The source map of the first step stands: the second keeps lines only roughly.
	src2 := head.String() + "__niso_run(async () => {" + exports + "\n" + prelude + body + "\n});\n"
	res2, out2, err := bundle(src2, api.FormatCommonJS, map[string]bool{})
	if err != nil {
		return nil, err
	}
	res2.Code, res2.Async = wrap(out2), true
	res2.Imports = res.Imports
	res2.Map = compose(res2.Map, res.Map, strings.Count(head.String(), "\n"), strings.Count(prelude, "\n"))
	return res2, nil
}

// compose is nil: positions of modules with top-level await are those of the lowered text.
// TODO: compose the two maps.
func compose(_, _ []byte, _, _ int) []byte { return nil }

func wrap(out string) string {
	var b strings.Builder
	b.WriteString(`(function(require,module,__niso_meta,__niso_run,__niso_export,__niso_h){"use strict";`)
	line := "// " + marker + "\n"
	i := strings.Index(out, line)
	if i < 0 {
		b.WriteString(out)
	} else {
		prelude := out[:i]
		b.WriteString(prelude)
		for _, h := range []string{"export", "toESM", "toCommonJS", "reExport"} {
			if strings.Contains(prelude, "var __"+h+" = ") {
				fmt.Fprintf(&b, "__%s=__niso_h.%s;", h, h)
			}
		}
		b.WriteString("\n")
		b.WriteString(out[i+len(line):])
	}
	b.WriteString("\n})")
	return b.String()
}

func bundle(src string, format api.Format, again map[string]bool) (*Result, string, *Error) {
	res := &Result{}
	supported := unsupported
	if format == api.FormatESModule {
		supported = map[string]bool{}
		for k, v := range unsupported {
			supported[k] = v
		}
		supported["dynamic-import"] = true
		supported["for-await"], supported["async-generator"] = true, true
	}
	plugin := api.Plugin{Name: "imports", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			if a.Kind == api.ResolveEntryPoint {
				return api.OnResolveResult{}, nil
			}
			path := a.Path
			if format == api.FormatCommonJS && a.Kind == api.ResolveJSImportStatement {
				path = Static + path
			}
			return api.OnResolveResult{Path: path, External: true}, nil
		})
	}}
	r := api.Build(api.BuildOptions{
		Stdin: &api.StdinOptions{Contents: src, Sourcefile: marker, Loader: api.LoaderJS}, Bundle: true, Format: format,
		Target: api.ESNext, Supported: supported, Write: false, Outfile: "/m.js", AbsWorkingDir: "/",
		Sourcemap: api.SourceMapExternal, SourcesContent: api.SourcesContentExclude, TreeShaking: api.TreeShakingFalse,
		Platform: api.PlatformNeutral, LogLevel: api.LogLevelSilent, Charset: api.CharsetUTF8, TsconfigRaw: "{}", Metafile: true,
		Define: map[string]string{"import.meta": "__niso_meta"}, Plugins: []api.Plugin{plugin},
	})
	if len(r.Errors) > 0 {
		for _, m := range r.Errors {
			if strings.Contains(m.Text, "op-level await") {
				return nil, "", fail([]api.Message{m})
			}
		}
		return nil, "", fail(r.Errors)
	}
	var code string
	for _, f := range r.OutputFiles {
		if strings.HasSuffix(f.Path, ".map") {
			res.Map = f.Contents
		} else {
			code = string(f.Contents)
		}
	}
	// The metafile has the imports in the order of the text, which is the order of evaluation.
	var meta struct {
		Inputs map[string]struct {
			Imports []struct {
				Path, Kind string
				With       map[string]string
			}
		}
	}
	if e := json.Unmarshal([]byte(r.Metafile), &meta); e != nil {
		return nil, "", &Error{Message: "Internal error while compiling: " + e.Error()}
	}
	for _, im := range meta.Inputs[marker].Imports {
		if im.Path != "<runtime>" {
			res.Imports = append(res.Imports, Import{Specifier: strings.TrimPrefix(im.Path, Static), Type: im.With["type"],
				Dynamic: im.Kind == "dynamic-import"})
		}
	}
	return res, code, nil
}
