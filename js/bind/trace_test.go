package bind

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"slices"
	"strings"
	"testing"
)

// untraced are the fields that hold objects, or functions that may use some, and that no trace method marks, with the reason.
var untraced = map[string]string{
	"AbortSignal.algorithms":       "functions that use what is held elsewhere: a fetch that is pending, a target's Go state",
	"Event.path":                   "only there during the dispatch: World.traceDispatch",
	"World.paths":                  "memory that is cleared when it is not used",
	"World.OnBroadcast":            "a function of the host",
	"registry.index":               "its listeners, which the list has",
	"CSSRule.outer":                "the rule itself",
	"PerformanceEntry.outer":       "the entry itself",
	"AnimationTimeline.outer":      "the timeline itself",
	"Animation.outer":              "the animation itself",
	"AnimationEffect.outer":        "the effect itself",
	"Window.closers":               "they use Go state of the window",
	"Window.extra":                 "webState, marked by its type",
	"Window.resizeObservers":       "a method",
	"Window.intersectionObservers": "a method",
	"XMLHttpRequest.untimer":       "stops a timer",
	"XMLHttpRequest.inactive":      "ends what keeps the request",
	"FileReader.end":               "ends what keeps the reader",
	"algorithm.run":                "uses algorithm.held",
	"pipe.forget":                  "of the pipe's signal",
	"decompressor.stop":            "ends a coroutine, which holds bytes alone",
	"decompressorInput.d":          "bytes",
	"decompressorInput.yield":      "of the coroutine",
	"TextDecoderStream.decoder":    "script sees none",
	"MediaList.get":                "uses the sheet or rule whose the list is",
	"MediaList.set":                "uses the sheet or rule whose the list is",
	"traversal.err":                "only there while the filter runs",
	"nodes.filter":                 "uses numbers of nodes",
	"nodes.make":                   "uses numbers of nodes",
	"idleCallback.cancel":          "stops a timer",
	"timer.cancel":                 "stops a timer",
	"listener.native":              "of the engine: what waits there is pending activity",
	"listener.handler":             "of the same target",
	"handler.listener":             "of the same target",
	"CustomElementRegistry.defs":   "those of byCtor",
	"reaction.arg":                 "uses reaction.form",
	"bodySource.chunk":             "whoever gets the chunks waits for the end too",
	"waiting.f":                    "uses waiting.uses",
	"readRequest.chunk":            "uses readRequest.held and promise",
	"readRequest.close":            "uses readRequest.held and promise",
	"readRequest.failed":           "uses readRequest.held and promise",
	"nodeState.group":              "group.mark",
	"registration.source":          "of the same observer",
	"slot.state":                   "wrappers.traceRoots",
	"group.members":                "group.mark",
	"wrappers.slots":               "wrappers.traceRoots",
	"wrappers.pins":                "wrappers.traceRoots",
	"wrappers.groups":              "held until a collection does not mark them",
	"groupEntry.group":             "held until a collection does not mark it",
	"abortAlgorithm.f":             "abortAlgorithm.keep",
	"Observable.run":               "Observable.holds",
	"internalObserver.next":        "internalObserver.holds",
	"internalObserver.error":       "internalObserver.holds",
	"internalObserver.complete":    "internalObserver.holds",
	"internalObserver.detach":      "the signal's",
	"listener.unfollow":            "the signal's",
	"CloseWatcher.unfollow":        "the signal's",
	"closeWatcher.enabled":         "uses closeWatcher.object and handles",
	"closeWatcher.cancel":          "uses closeWatcher.object and handles",
	"closeWatcher.close":           "uses closeWatcher.object and handles",
	"overlay.watcher":              "of an element: it has no object",
	"nodeExtra.overlay":            "of handles",
	"CloseWatcher.watcher":         "its object is this one; Window.trace while it is active",
	"XMLHttpRequest.headers":       "no object of script",
	"mediaEntry.keep":              "mediaEntry.listened",
}

// onStack are structs that live on Go's stack while a native runs, or hold no objects of a realm.
var onStack = []string{"printer", "innerText", "found", "usedValues", "WindowOptions", "NavigateOptions", "Opening", "Going", "activationState", "hostEdit"}

// TestTraceCovers checks that whatever in Go state can hold an object of script is marked by the trace method of the state,
// or on the list of exceptions.
func TestTraceCovers(t *testing.T) {
	pkgs, err := parser.ParseDir(token.NewFileSet(), ".", func(f fs.FileInfo) bool { return !strings.HasSuffix(f.Name(), "_test.go") }, 0)
	if err != nil {
		t.Fatal(err)
	}
	structs := map[string]*ast.StructType{}
	mentions := map[string]map[string]bool{} // by receiver, of its methods that trace
	every := map[string]bool{}
	for file, f := range pkgs["bind"].Files {
		if strings.HasSuffix(file, "_gen.go") { // dictionaries, which are read and gone
			continue
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if ts, ok := s.(*ast.TypeSpec); ok {
						if st, ok := ts.Type.(*ast.StructType); ok {
							structs[ts.Name.Name] = st
						}
					}
				}
			case *ast.FuncDecl:
				if n := d.Name.Name; d.Recv == nil || !strings.HasPrefix(n, "trace") && n != "mark" {
					continue
				}
				recv := typeName(d.Recv.List[0].Type)
				if mentions[recv] == nil {
					mentions[recv] = map[string]bool{}
				}
				ast.Inspect(d.Body, func(n ast.Node) bool {
					if s, ok := n.(*ast.SelectorExpr); ok {
						mentions[recv][s.Sel.Name] = true
						every[s.Sel.Name] = true
					}
					return true
				})
			}
		}
	}
	// Which types hold objects.
	holds := map[string]bool{"js.Value": true, "js.Object": true, "js.Promise": true, "js.Root": true, "js.Exception": true, "error": true, "any": true,
		"platform": true, "platformOrNode": true, "eventTarget": true, "eventState": true, "traced": true}
	var holding func(e ast.Expr) bool
	holding = func(e ast.Expr) bool {
		switch e := e.(type) {
		case *ast.Ident:
			return holds[e.Name]
		case *ast.SelectorExpr:
			return holds[typeName(e)]
		case *ast.StarExpr:
			if n := typeName(e.X); n == "Window" || n == "World" { // they live by themselves
				return false
			}
			return holding(e.X)
		case *ast.ArrayType:
			return holding(e.Elt)
		case *ast.MapType:
			return holding(e.Key) || holding(e.Value)
		case *ast.FuncType:
			return true
		case *ast.IndexExpr:
			return typeName(e.X) != "weak.Pointer" && holding(e.Index)
		case *ast.IndexListExpr:
			return slices.ContainsFunc(e.Indices, holding)
		}
		return false
	}
	for again := true; again; {
		again = false
		for name, s := range structs {
			if holds[name] {
				continue
			}
			for _, f := range s.Fields.List {
				if holding(f.Type) {
					holds[name], again = true, true
				}
			}
		}
	}
	embeds := func(name, want string) bool { return false }
	embeds = func(name, want string) bool {
		if name == want {
			return true
		}
		if s := structs[name]; s != nil {
			for _, f := range s.Fields.List {
				if len(f.Names) == 0 && embeds(typeName(f.Type), want) {
					return true
				}
			}
		}
		return false
	}
	used := map[string]bool{}
	for name, s := range structs {
		if !holds[name] || slices.Contains(onStack, name) || name == "Object" {
			continue
		}
		for _, f := range s.Fields.List {
			if len(f.Names) == 0 || !holding(f.Type) {
				continue
			}
			for _, n := range f.Names {
				key := name + "." + n.Name
				if _, ok := untraced[key]; ok {
					used[key] = true
					continue
				}
				if embeds(name, "Object") && !mentions[name][n.Name] || !every[n.Name] {
					t.Errorf("%s holds objects and is not traced", key)
				}
			}
		}
		// A trace method hides those of what is embedded: it must call them.
		if mentions[name] == nil || !embeds(name, "Object") {
			continue
		}
		for _, f := range s.Fields.List {
			if len(f.Names) == 0 {
				if e := typeName(f.Type); e != "Object" && mentions[e] != nil && !mentions[name][e] && !(mentions[name]["EventTarget"] && embeds(e, "EventTarget")) {
					t.Errorf("%s does not trace the %s in it", name, e)
				}
			}
		}
	}
	for key := range untraced {
		if !used[key] {
			t.Errorf("%s: the exception is of no use", key)
		}
	}
}

func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return typeName(e.X) + "." + e.Sel.Name
	case *ast.StarExpr:
		return typeName(e.X)
	}
	return ""
}
