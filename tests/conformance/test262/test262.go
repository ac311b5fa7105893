// Package test262 runs the conformance tests of ECMAScript (GitHub tc39/test262) on js/vm.
//
// https://github.com/tc39/test262/blob/main/INTERPRETING.md
package test262

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/niso-engine/niso/js/vm/code"
	"github.com/niso-engine/niso/js/vm/parse"
)

// Meta is a test's front matter.
type Meta struct {
	Flags    map[string]bool
	Includes []string
	Features []string
	Phase    string // of a negative test: parse, resolution, runtime
	Error    string // and the error's name
}

// Test is one file run in one way.
type Test struct {
	Path   string // below test/
	Strict bool
	Meta   *Meta
	Source []byte
}

// Options of Run.
type Options struct {
	Dir       string         // root of the checkout
	Filter    *regexp.Regexp // of paths below test/
	Jobs      int
	ParseOnly bool // only whether sources parse where they should
	Timeout   time.Duration
	Stacks    bool // show where a panic came from
}

// Area counts the runs of a directory.
type Area struct {
	Name                   string
	Passed, Total, Skipped int
}

// Result of Run.
type Result struct {
	Areas    []Area
	Failures []string // path (mode): reason
}

// ParseMeta reads a test's front matter.
func ParseMeta(src []byte) *Meta {
	m := &Meta{Flags: map[string]bool{}}
	a, b := bytes.Index(src, []byte("/*---")), bytes.Index(src, []byte("---*/"))
	if a < 0 || b < a {
		return m
	}
	section := ""
	add := func(key, v string) {
		v = strings.Trim(strings.TrimSpace(v), `"'`)
		if v == "" {
			return
		}
		switch key {
		case "flags":
			m.Flags[v] = true
		case "includes":
			m.Includes = append(m.Includes, v)
		case "features":
			m.Features = append(m.Features, v)
		}
	}
	for _, line := range strings.FieldsFunc(string(src[a+5:b]), func(r rune) bool { return r == '\n' || r == '\r' }) {
		trimmed := strings.TrimSpace(line)
		indented := line != strings.TrimLeft(line, " \t")
		if !indented {
			k, v, ok := strings.Cut(trimmed, ":")
			if !ok {
				continue
			}
			section = k
			v = strings.TrimSpace(v)
			if strings.HasPrefix(v, "[") {
				for _, x := range strings.Split(strings.Trim(v, "[]"), ",") {
					add(section, x)
				}
			}
			continue
		}
		if x, ok := strings.CutPrefix(trimmed, "- "); ok {
			add(section, x)
		} else if section == "negative" {
			if k, v, ok := strings.Cut(trimmed, ":"); ok {
				switch k {
				case "phase":
					m.Phase = strings.TrimSpace(v)
				case "type":
					m.Error = strings.TrimSpace(v)
				}
			}
		}
	}
	return m
}

// skipped gives the reason why a test is not run, or "".
func skipped(path string, m *Meta) string {
	for _, f := range m.Features {
		if r := skipFeatures[f]; r != "" {
			return r
		}
	}
	return ""
}

// skipFeatures are features that are not part of ES2025, or that the engine leaves out, with the reason.
var skipFeatures = map[string]string{
	"Temporal":                           "stage 3",
	"ShadowRealm":                        "stage 2",
	"decorators":                         "stage 3",
	"source-phase-imports":               "stage 3",
	"source-phase-imports-module-source": "stage 3",
	"import-defer":                       "stage 3",
	"import-text":                        "stage 3",
	"import-bytes":                       "stage 2",
	"explicit-resource-management":       "stage 3",
	"tail-call-optimization":             "not built: of the browsers one has it",
	"nonextensible-applies-to-private":   "stage 3",
	"immutable-arraybuffer":              "stage 3",
	"await-dictionary":                   "stage 2",
	"joint-iteration":                    "stage 3",
	"upsert":                             "stage 3",
	"error-stack-accessor":               "stage 2",
	"iterator-chunking":                  "stage 2",
	"export-defer":                       "stage 2",
	"stable-import-defer":                "stage 3",
	"canonical-tz":                       "Intl",
	"Intl.Era-monthcode":                 "stage 3",
}

// Run runs the tests below o.Dir/test.
func Run(o Options) (*Result, error) {
	root := filepath.Join(o.Dir, "test")
	var files []string
	err := filepath.WalkDir(root, func(p string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if n := d.Name(); n == "staging" || n == "harness" && filepath.Dir(p) == root {
				return filepath.SkipDir
			}
			return nil
		}
		rel, _ := filepath.Rel(root, p)
		rel = filepath.ToSlash(rel)
		if strings.HasSuffix(p, ".js") && !strings.Contains(p, "_FIXTURE") && (o.Filter == nil || o.Filter.MatchString(rel)) {
			files = append(files, rel)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	sort.Strings(files)
	r := &Result{}
	areas := map[string]*Area{}
	var mu sync.Mutex
	var next atomic.Int64
	var wg sync.WaitGroup
	for range max(o.Jobs, 1) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			w := newWorker(o)
			for {
				i := int(next.Add(1)) - 1
				if i >= len(files) {
					return
				}
				path := files[i]
				src, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(path)))
				if err != nil {
					continue
				}
				m := ParseMeta(src)
				name := areaOf(path)
				skip := skipped(path, m)
				for _, strict := range modes(m) {
					reason := ""
					if skip == "" {
						reason = w.run(&Test{path, strict, m, src})
					}
					mu.Lock()
					a := areas[name]
					if a == nil {
						a = &Area{Name: name}
						areas[name] = a
					}
					switch {
					case skip != "":
						a.Skipped++
					case reason == "":
						a.Passed++
						a.Total++
					default:
						a.Total++
						mode := ""
						if strict {
							mode = " (strict)"
						}
						r.Failures = append(r.Failures, path+mode+": "+reason)
					}
					mu.Unlock()
				}
			}
		}()
	}
	wg.Wait()
	for _, a := range areas {
		r.Areas = append(r.Areas, *a)
	}
	sort.Slice(r.Areas, func(i, j int) bool { return r.Areas[i].Name < r.Areas[j].Name })
	sort.Strings(r.Failures)
	return r, nil
}

// areaOf names the area of a test: two folders.
func areaOf(path string) string {
	parts := strings.SplitN(path, "/", 3)
	if len(parts) < 3 {
		return parts[0]
	}
	return parts[0] + "/" + parts[1]
}

// modes lists the ways to run a test: strict or not.
func modes(m *Meta) []bool {
	switch {
	case m.Flags["module"], m.Flags["raw"], m.Flags["noStrict"]:
		return []bool{false}
	case m.Flags["onlyStrict"]:
		return []bool{true}
	}
	return []bool{false, true}
}

// parseTest says what is wrong with how a test parses, or "".
func parseTest(t *Test) string {
	src := t.Source
	if t.Strict {
		src = append([]byte("\"use strict\";\n"), src...)
	}
	var err error
	var prog *code.Program
	if t.Meta.Flags["module"] {
		prog, err = parse.Module(parse.UTF8(src), parse.Options{Name: t.Path})
	} else {
		prog, err = parse.Script(parse.UTF8(src), parse.Options{Name: t.Path})
	}
	if t.Meta.Phase == "parse" {
		if err == nil {
			return "parses, but should not"
		}
		return ""
	}
	if err != nil {
		return err.Error()
	}
	for i := range prog.Records {
		if _, err := parse.Compile(prog, i); err != nil {
			return "compiling: " + err.Error()
		}
	}
	return ""
}
