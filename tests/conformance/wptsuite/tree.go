package wptsuite

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Tree is a checkout of web-platform-tests.
type Tree struct {
	dir string
}

// OpenTree uses the checkout in a folder.
func OpenTree(dir string) (*Tree, error) {
	if _, err := os.Stat(filepath.Join(dir, "resources", "testharness.js")); err != nil {
		return nil, fmt.Errorf("%q is no tree of web-platform-tests: %w", dir, err)
	}
	return &Tree{dir}, nil
}

// Kind is how a test says whether it passes.
type Kind uint8

const (
	Script    Kind = iota // by testharness.js
	Reference             // by a picture
)

// Test is one test to run.
type Test struct {
	Name string // its file below the tree; a worker's, which shares the file of another test, has the name of its wrapper: x.any.worker.html
	Path string // of the URL
	Kind Kind
}

// Selection says which tests are wanted.
type Selection struct {
	Prefixes []string        // paths below the tree; none: all
	Only     map[string]bool // names; nil: all
	Kind     Kind
	Workers  bool // the engine has workers
}

// skippedFolders hold no tests of an engine: tools, other suites, and tests that somebody has to watch.
var skippedFolders = map[string]bool{
	"resources": true, "tools": true, "common": true, "docs": true, "conformance-checkers": true, "infrastructure": true, "interfaces": true, "images": true,
	"fonts": true, "media": true, "_venv3": true, "wpt": true,
}

// Tests lists what a selection names, by name, and counts what is left out by its reason.
func (t *Tree) Tests(s Selection) (tests []Test, leftOut map[string]int, err error) {
	leftOut = map[string]int{}
	add := func(name string) error {
		l, reason, err := t.testsOf(name, s)
		if err != nil {
			return err
		}
		if reason != "" {
			leftOut[reason]++
		}
		for _, test := range l {
			if s.Only == nil || s.Only[test.Name] {
				tests = append(tests, test)
			}
		}
		return nil
	}
	roots := s.Prefixes
	if len(roots) == 0 {
		roots = []string{""}
	}
	seen := map[string]bool{}
	for _, root := range roots {
		// A prefix is a folder, a file, or how the names of some begin.
		dir := strings.TrimSuffix(root, "/")
		if fi, err := os.Stat(t.file(dir)); err != nil || !fi.IsDir() {
			dir = strings.TrimSuffix(path.Dir(dir), ".")
		}
		found := false
		err := filepath.WalkDir(t.file(dir), func(file string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(t.dir, file)
			if err != nil {
				return err
			}
			name := filepath.ToSlash(rel)
			if d.IsDir() {
				if name != "." && (strings.HasPrefix(d.Name(), ".") || skippedFolders[name] ||
					!strings.HasPrefix(name+"/", root) && !strings.HasPrefix(root, name+"/")) {
					return filepath.SkipDir
				}
				return nil
			}
			source, _, _ := strings.Cut(root, "?")
			source = sourceOf(source)
			if !strings.HasPrefix(name, source) || seen[name] || s.Only != nil && !onlyHas(s.Only, name) {
				return nil
			}
			seen[name], found = true, true
			return add(name)
		})
		if err != nil {
			return nil, nil, err
		}
		if !found && len(s.Prefixes) > 0 && !slices.ContainsFunc(tests, func(x Test) bool { return strings.HasPrefix(x.Name, root) }) {
			return nil, nil, fmt.Errorf("%q begins the name of no test", root)
		}
	}
	slices.SortFunc(tests, func(a, b Test) int { return strings.Compare(a.Name, b.Name) })
	return tests, leftOut, nil
}

// onlyHas reports whether a file, or a worker made of it, is wanted.
func onlyHas(only map[string]bool, name string) bool {
	return only[name] || only[strings.TrimSuffix(name, ".js")+".worker.html"]
}

func (t *Tree) file(name string) string { return filepath.Join(t.dir, filepath.FromSlash(name)) }

var (
	pythonRE  = regexp.MustCompile(`\.py\b`)
	harnessRE = regexp.MustCompile(`resources/testharness\.js`)
	matchRE   = regexp.MustCompile(`(?i)<(?:\w+:)?link\b[^>]*\brel\s*=\s*["']?(?:mis)?match\b`)
	manualRE  = regexp.MustCompile(`-manual\.|\.serviceworker\.|\.sharedworker\.|\.optional\.|-ref\.|-notref\.|\.h2\.|\.www\.|\.worker\.js$`)
)

// testsOf lists the tests that a file makes, or the reason why it is left out.
func (t *Tree) testsOf(name string, s Selection) (tests []Test, reason string, err error) {
	script := false
	switch ext := path.Ext(name); ext {
	case ".js":
		if script = strings.HasSuffix(name, ".any.js") || strings.HasSuffix(name, ".window.js"); !script || s.Kind != Script {
			return nil, "", nil
		}
	case ".html", ".htm", ".xhtml", ".xht", ".svg", ".xml":
	default:
		return nil, "", nil
	}
	if manualRE.MatchString(name) || s.Kind == Script && inFolder(name, "resources", "support", "crashtests") {
		return nil, "", nil
	}
	b, err := os.ReadFile(t.file(name))
	if err != nil {
		return nil, "", err
	}
	if !script && (s.Kind == Script) != harnessRE.Match(b) || s.Kind == Reference && !matchRE.Match(b) {
		return nil, "", nil
	}
	if pythonRE.Match(b) {
		return nil, ".py", nil
	}
	url := "/" + name
	if !script {
		if v := variants(b); len(v) > 0 && bytes.Contains(b, []byte("testdriver.js")) {
			for _, query := range v {
				tests = append(tests, Test{Name: name + query, Path: url + query, Kind: s.Kind})
			}
			return tests, "", nil
		}
		return []Test{{Name: name, Path: url, Kind: s.Kind}}, "", nil
	}
	base := strings.TrimSuffix(name, ".js")
	m := parseMeta(b)
	if strings.HasSuffix(name, ".window.js") || m.runsIn("window") {
		tests = append(tests, Test{Name: name, Path: "/" + base + ".html"})
	}
	if s.Workers && strings.HasSuffix(name, ".any.js") && m.runsIn("dedicatedworker") {
		tests = append(tests, Test{Name: base + ".worker.html", Path: "/" + base + ".worker.html"})
	}
	return tests, "", nil
}

var variantRE = regexp.MustCompile(`(?i)<meta\b[^>]*\bname\s*=\s*["']?variant\b[^>]*>`)

// variants are the queries with which a page is to be loaded. Those of tests with a driver mean kinds of devices.
func variants(source []byte) (l []string) {
	for _, tag := range variantRE.FindAllString(string(source), -1) {
		if v := attribute(tag, "content"); strings.HasPrefix(v, "?") {
			l = append(l, v)
		}
	}
	return l
}

func inFolder(name string, folders ...string) bool {
	for _, part := range strings.Split(path.Dir(name), "/") {
		if slices.Contains(folders, part) {
			return true
		}
	}
	return false
}

// sourceOf is the file that a wrapper is made of, or the name itself.
func sourceOf(name string) string {
	for _, suffix := range []string{".any.worker.html", ".any.html", ".window.html", ".worker.html"} {
		if base, ok := strings.CutSuffix(name, suffix); ok {
			kind := strings.TrimSuffix(suffix, ".html")
			if kind == ".any.worker" {
				kind = ".any"
			}
			return base + kind + ".js"
		}
	}
	return name
}

// meta is what the comments at the beginning of a script say.
type meta struct {
	scripts []string
	title   string
	timeout string
	global  []string
}

var metaRE = regexp.MustCompile(`^//\s*META:\s*(\w+)=(.*?)\s*$`)

// https://web-platform-tests.org/writing-tests/testharness.html#tests-for-other-or-multiple-globals-any-js
func parseMeta(source []byte) (m meta) {
	for line := range bytes.Lines(source) {
		g := metaRE.FindSubmatch(bytes.TrimRight(line, "\r\n"))
		if g == nil {
			if bytes.HasPrefix(line, []byte("//")) || len(bytes.TrimSpace(line)) == 0 {
				continue
			}
			break
		}
		switch v := string(g[2]); string(g[1]) {
		case "script":
			m.scripts = append(m.scripts, v)
		case "title":
			m.title = v
		case "timeout":
			m.timeout = v
		case "global":
			for _, x := range strings.Split(v, ",") {
				m.global = append(m.global, strings.TrimSpace(x))
			}
		}
	}
	return m
}

func (m *meta) runsIn(global string) bool {
	if len(m.global) == 0 {
		return true // window and dedicatedworker
	}
	if slices.Contains(m.global, "!"+global) {
		return false
	}
	return slices.Contains(m.global, global) || global == "dedicatedworker" && slices.Contains(m.global, "worker")
}

// ReadPasses reads lines of name TAB passes, or of name TAB passes/total. A file that is not there has none.
func ReadPasses(file string) (map[string]int, error) {
	b, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return map[string]int{}, nil
	}
	if err != nil {
		return nil, err
	}
	m := map[string]int{}
	for line := range strings.Lines(string(b)) {
		var n int
		name, v, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if _, err := fmt.Sscanf(v, "%d", &n); !ok || err != nil {
			return nil, fmt.Errorf("%s: what is %q?", file, line)
		}
		m[name] = n
	}
	return m, nil
}
