package wptsuite

import (
	"net/http/httptest"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	switch os.Getenv("NISO_WPT_TEST_WORKER") {
	case "serve":
		t, err := OpenTree("testdata/tree")
		if err == nil {
			err = t.Serve(os.Stdin, os.Stdout)
		}
		if err != nil {
			panic(err)
		}
	case "die":
		panic("the engine's bug")
	default:
		os.Exit(m.Run())
	}
}

func openTree(t *testing.T) *Tree {
	t.Helper()
	tree, err := OpenTree("testdata/tree")
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func names(tests []Test) (l []string) {
	for _, t := range tests {
		l = append(l, t.Name)
	}
	return l
}

func TestSelection(t *testing.T) {
	tree := openTree(t)
	for _, c := range []struct {
		sel  Selection
		want string
	}{
		{Selection{}, "area/both.any.js area/driver.html?a area/driver.html?b area/loops.html area/results.html area/silent.html area/sub/page.window.js area/throws.html area/waits.html"},
		{Selection{Prefixes: []string{"area/sub/"}}, "area/sub/page.window.js"},
		{Selection{Prefixes: []string{"area/sub"}, Workers: true}, "area/sub/page.window.js area/sub/worker.any.worker.html"},
		{Selection{Prefixes: []string{"area/w", "area/both.any.html", "area/waits.html"}}, "area/both.any.js area/waits.html"},
		{Selection{Workers: true, Only: map[string]bool{"area/both.any.worker.html": true, "area/waits.html": true}}, "area/both.any.worker.html area/waits.html"},
		{Selection{Kind: Reference}, "pictures/differs.html pictures/flat.html pictures/fuzzy.html pictures/mismatch.html pictures/same.html"},
	} {
		tests, leftOut, err := tree.Tests(c.sel)
		if err != nil {
			t.Error(err)
		}
		if got := strings.Join(names(tests), " "); got != c.want {
			t.Errorf("%+v\n got %s\nwant %s", c.sel, got, c.want)
		}
		if want := map[string]int{".py": 1}; c.sel.Prefixes == nil && c.sel.Only == nil && c.sel.Kind == Script && !reflect.DeepEqual(leftOut, want) {
			t.Errorf("left out: %v", leftOut)
		}
	}
	if _, _, err := tree.Tests(Selection{Prefixes: []string{"area/nothing"}}); err == nil {
		t.Error("a prefix without tests is an error")
	}
}

func TestRun(t *testing.T) {
	tree := openTree(t)
	tests, _, err := tree.Tests(Selection{})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]Result{
		"area/both.any.js":        {Status: OK, Passed: 3, Total: 3},
		"area/sub/page.window.js": {Status: OK, Passed: 1, Total: 1},
		"area/driver.html?a":      {Status: OK, Passed: 4, Total: 4},
		"area/driver.html?b":      {Status: OK, Passed: 4, Total: 4},
		"area/results.html":       {Status: OK, Passed: 1, Total: 2, Failures: []Subtest{{"fails", "FAIL", "got 1, want 2"}}},
		"area/waits.html":         {Status: Timeout, Passed: 1, Total: 2, Failures: []Subtest{{"never ends", "NOTRUN", ""}}},
		"area/loops.html":         {Status: TooSlow, Passed: 1, Total: 1},
		"area/throws.html":        {Status: Error, Passed: 1, Total: 1},
		"area/silent.html":        {Status: NoResult, Total: 1},
	}
	for _, test := range tests {
		limit := time.Minute
		if test.Name == "area/loops.html" {
			limit = 2 * time.Second
		}
		r := tree.Run(test, limit, nil)
		w := want[test.Name]
		if r.Status != w.Status || r.Passed != w.Passed || r.Total != w.Total || !reflect.DeepEqual(r.Failures, w.Failures) {
			t.Errorf("%s: %+v, want %+v", test.Name, *r, w)
		}
		if test.Name == "area/throws.html" && !strings.Contains(r.Message, "outside") {
			t.Errorf("%s: message %q", test.Name, r.Message)
		}
	}
}

func TestReferences(t *testing.T) {
	tree := openTree(t)
	tests, _, err := tree.Tests(Selection{Kind: Reference})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]struct {
		status  Status
		passed  int
		message string
	}{
		"pictures/same.html":     {OK, 1, ""},
		"pictures/fuzzy.html":    {OK, 1, ""},
		"pictures/differs.html":  {OK, 0, "10000 pixels differ, by at most 2"},
		"pictures/mismatch.html": {OK, 0, "the pictures are the same"},
		"pictures/flat.html":     {Flat, 0, ""},
	}
	for _, test := range tests {
		r, w := tree.Run(test, time.Minute, nil), want[test.Name]
		message := ""
		if len(r.Failures) > 0 {
			message = r.Failures[0].Message
		}
		if r.Status != w.status || r.Passed != w.passed || message != w.message {
			t.Errorf("%s: %+v", test.Name, *r)
		}
	}
}

func TestFuzzy(t *testing.T) {
	source := `<link rel="match" href="a.html"><link rel=match href=/b.html><meta name="fuzzy" content="a.html:5;maxDifference=1-2;"><meta name=fuzzy content="b.html:3-4;7"><meta name=fuzzy content=0-1;0-2>`
	got := references("/x/t.html", []byte(source))
	want := []reference{{path: "/x/a.html", fuzzy: fuzzy{[2]int{0, 1}, [2]int{0, 2}}}, {path: "/b.html", fuzzy: fuzzy{[2]int{0, 1}, [2]int{0, 2}}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if f, ok := parseFuzzy("maxDifference=1-2;totalPixels=30"); !ok || f != (fuzzy{[2]int{1, 2}, [2]int{0, 30}}) {
		t.Error(f, ok)
	}
}

func TestWrappers(t *testing.T) {
	tree := openTree(t)
	for path, want := range map[string]string{
		"/area/both.any.html":        `<title>a script for &#34;all&#34;</title>`,
		"/area/both.any.worker.html": `fetch_tests_from_worker(new Worker("/area/both.any.worker.js" + location.search))`,
		"/area/both.any.worker.js":   "importScripts(\"helper.js\");\nimportScripts(\"/area/both.any.js\");\ndone();",
		"/area/sub/page.window.html": `<script src="/area/sub/page.window.js">`,
	} {
		w := httptest.NewRecorder()
		tree.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if w.Code != 200 || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d\n%s", path, w.Code, w.Body)
		}
		if got := w.Header().Get("X-Dir"); got != "yes" && !strings.Contains(path, "/sub/") {
			t.Errorf("%s: the folder's headers are missing", path)
		}
	}
	w := httptest.NewRecorder()
	tree.ServeHTTP(w, httptest.NewRequest("GET", "/../tree.go", nil))
	if w.Code != 404 {
		t.Errorf("a path leads out of the tree: %d", w.Code)
	}
}

func TestPool(t *testing.T) {
	tree := openTree(t)
	tests, _, err := tree.Tests(Selection{Prefixes: []string{"area/results.html", "area/sub/", "area/both", "area/throws"}})
	if err != nil {
		t.Fatal(err)
	}
	started := 0
	p := Pool{Jobs: 1, Timeout: time.Minute, Command: func() *exec.Cmd {
		cmd := exec.Command(os.Args[0])
		mode := "serve"
		if started == 0 {
			mode = "die" // the first process ends with its first test, the others do theirs
		}
		started++
		cmd.Env = append(os.Environ(), "NISO_WPT_TEST_WORKER="+mode)
		return cmd
	}}
	results, err := p.Run(tests)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range results {
		if r.Name != tests[i].Name {
			t.Errorf("result %d is of %s, not of %s", i, r.Name, tests[i].Name)
		}
		if i == 0 != (r.Status == Crash) {
			t.Errorf("%s: %s", r.Name, r.Status)
		}
	}
	if !strings.Contains(results[0].Message, "the engine's bug") {
		t.Errorf("message: %q", results[0].Message)
	}
	if started != 2 {
		t.Errorf("%d processes", started)
	}
}
