package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/niso-engine/niso/internal/perf"
)

// result is what a run gave.
type result struct {
	code           int
	stdout, stderr string
}

func niso(t *testing.T, args ...string) result {
	t.Helper()
	return nisoReads(t, "", args...)
}

// nisoReads is niso with a standard input.
func nisoReads(t *testing.T, stdin string, args ...string) result {
	t.Helper()
	var out, errs bytes.Buffer
	done := make(chan int, 1)
	go func() { done <- run(args, strings.NewReader(stdin), &out, &errs) }()
	select {
	case code := <-done:
		return result{code, out.String(), errs.String()}
	case <-time.After(2 * time.Minute):
		t.Fatalf("niso-run %q did not end", args)
		return result{}
	}
}

// page writes files into a folder and returns the name of the first.
func page(t *testing.T, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		f := filepath.Join(dir, filepath.FromSlash(files[i]))
		if err := os.MkdirAll(filepath.Dir(f), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(f, []byte(files[i+1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, filepath.FromSlash(files[0]))
}

func (r result) want(t *testing.T, code int, inStderr ...string) {
	t.Helper()
	if r.code != code {
		t.Errorf("exit code %d, want %d; stderr:\n%s", r.code, code, r.stderr)
	}
	for _, s := range inStderr {
		if !strings.Contains(r.stderr, s) {
			t.Errorf("stderr lacks %q:\n%s", s, r.stderr)
		}
	}
}

func TestUsage(t *testing.T) {
	niso(t).want(t, 2, "which page?")
	niso(t, "--no-such-flag").want(t, 2, "no-such-flag")
	niso(t, "--page", "x", "--dump=nothing").want(t, 2, "--dump=nothing")
	niso(t, "--page", "x", "--window-size=wide").want(t, 2, "--window-size")
	niso(t, "--page", "x", "--wait-until", "never").want(t, 2, "--wait-until")
	if r := niso(t, "help"); r.code != 0 || !strings.Contains(r.stdout, "--screenshot") {
		t.Errorf("help: %d %q", r.code, r.stdout)
	}
	if r := niso(t, "version"); r.code != 0 || !strings.HasPrefix(r.stdout, "niso-run") {
		t.Errorf("version: %d %q", r.code, r.stdout)
	}
}

func TestMissingFile(t *testing.T) {
	niso(t, "--page", filepath.Join(t.TempDir(), "none.html")).want(t, 1, "none.html", "there is no file")
}

func TestDirectory(t *testing.T) {
	niso(t, "--page", t.TempDir()).want(t, 1, "is a directory without an index.html")
	p := page(t, "index.html", "<title>in</title>")
	if r := niso(t, "--page", filepath.Dir(p), "--eval", "document.title"); r.code != 0 || r.stdout != "\"in\"\n" {
		t.Errorf("a directory with an index.html: %+v", r)
	}
}

func TestUnreadable(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may read everything")
	}
	p := page(t, "a.html", "x")
	if err := os.Chmod(p, 0); err != nil {
		t.Fatal(err)
	}
	niso(t, "--page", p).want(t, 1, "a.html", "permission")
}

func TestEmptyFile(t *testing.T) {
	r := niso(t, "--page", page(t, "a.html", ""), "--dump-dom")
	r.want(t, 0)
	if r.stdout != "<html><head></head><body></body></html>\n" {
		t.Errorf("the document is %q", r.stdout)
	}
}

func TestBinaryGarbage(t *testing.T) {
	var b strings.Builder
	x := uint32(1)
	for range 200000 {
		x = x*1664525 + 1013904223
		b.WriteByte(byte(x >> 24))
	}
	niso(t, "--page", page(t, "a.html", b.String()), "--dump-dom", "--screenshot="+filepath.Join(t.TempDir(), "x.png")).want(t, 0)
}

func TestWrongEncodingLabel(t *testing.T) {
	// A label that is not one is passed over; bytes are then windows-1252.
	r := niso(t, "--page", page(t, "a.html", "<meta charset=no-such-encoding><p>caf\xe9"), "--eval", "document.characterSet+' '+document.body.textContent")
	if r.code != 0 || r.stdout != "\"windows-1252 café\"\n" {
		t.Errorf("%+v", r)
	}
}

func TestDeepNesting(t *testing.T) {
	deep := strings.Repeat("<div>", 100000) + "x"
	r := niso(t, "--page", page(t, "a.html", deep), "--eval", "document.querySelectorAll('div').length", "--screenshot="+filepath.Join(t.TempDir(), "x.png"))
	if r.code != 0 || r.stdout != "100000\n" {
		t.Errorf("%d %q %s", r.code, r.stdout, r.stderr)
	}
	script := "<body><script>let e=document.body;for(let i=0;i<100000;i++){const d=document.createElement('div');e.appendChild(d);e=d}e.textContent='x'</script>"
	r = niso(t, "--page", page(t, "a.html", script), "--eval", "document.querySelectorAll('div').length", "--screenshot="+filepath.Join(t.TempDir(), "x.png"))
	if r.code != 0 || r.stdout != "100000\n" {
		t.Errorf("by script: %d %q %s", r.code, r.stdout, r.stderr)
	}
}

func TestLargeAttribute(t *testing.T) {
	r := niso(t, "--page", page(t, "a.html", `<p id=p data-x="`+strings.Repeat("y", 1<<20)+`" class="`+strings.Repeat("c ", 1<<18)+`">`), "--eval", "document.getElementById('p').dataset.x.length")
	if r.code != 0 || r.stdout != "1048576\n" {
		t.Errorf("%d %q %s", r.code, r.stdout, r.stderr)
	}
}

func TestEndlessLoop(t *testing.T) {
	p := page(t, "a.html", "<script src=loop.js></script>", "loop.js", "var i = 0;\nfunction f() {\n  while (true) i++;\n}\nf();\n")
	begun := time.Now()
	niso(t, "--page", p, "--timeout=1s").want(t, 124, "loop.js, line 3", "--timeout")
	if d := time.Since(begun); d > 20*time.Second {
		t.Errorf("it took %v to end a loop with a timeout of 1 s", d)
	}
	// One that runs in a timer, while idleness is waited for.
	p = page(t, "a.html", "<script>var n = 0; setTimeout(function () {\n for (;;) n++;\n}, 10)</script>")
	niso(t, "--page", p, "--wait-until", "idle", "--timeout=1s").want(t, 124, "a.html, line 2")
}

func TestEndlessTimers(t *testing.T) {
	p := page(t, "a.html", "<script>var n=0;(function f(){n++;setTimeout(f,10)})()</script>")
	r := niso(t, "--page", p, "--wait-until", "idle", "--max-ms=2000", "--eval", "n >= 150 && n <= 202")
	if r.code != 0 || r.stdout != "true\n" {
		t.Errorf("%+v", r)
	}
}

func TestBusyWaitOnTheClockEnds(t *testing.T) {
	p := page(t, "a.html", "<script>var t=Date.now();while(Date.now()-t<50);var p=performance.now();while(performance.now()-p<50);done=1</script>")
	if r := niso(t, "--page", p, "--eval", "done", "--timeout=30s"); r.code != 0 || r.stdout != "1\n" {
		t.Errorf("%+v", r)
	}
}

func TestScriptThatThrows(t *testing.T) {
	p := page(t, "a.html", "<script>var a=1;</script>\n<script>\nnull.x;\n</script><script>var b=2</script>")
	r := niso(t, "--page", p, "--eval", "a+b")
	r.want(t, 0, "Uncaught TypeError", "a.html:3")
	if r.stdout != "3\n" {
		t.Errorf("the scripts around it give %q", r.stdout)
	}
}

func TestUnreachableStyleSheet(t *testing.T) {
	p := page(t, "a.html", `<link rel=stylesheet href=none.css><link rel=stylesheet href="http://127.0.0.1:1/x.css"><p>text<script>var ok=1</script>`)
	r := niso(t, "--page", p, "--eval", "ok")
	r.want(t, 0, "none.css", "127.0.0.1:1")
	if r.stdout != "1\n" {
		t.Errorf("%+v", r)
	}
}

func TestImageBomb(t *testing.T) {
	// A PNG header that claims 60,000 × 60,000 pixels.
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 1, 1))); err != nil {
		t.Fatal(err)
	}
	img := b.Bytes()
	copy(img[16:], []byte{0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60})
	crc := crcOf(img[12:29])
	copy(img[29:], []byte{byte(crc >> 24), byte(crc >> 16), byte(crc >> 8), byte(crc)})
	p := page(t, "a.html", `<img src=b.png onerror="window.broken=1"><p>after`, "b.png", string(img))
	r := niso(t, "--page", p, "--eval", "broken", "--screenshot="+filepath.Join(t.TempDir(), "x.png"))
	r.want(t, 0, "b.png", "limit")
	if r.stdout != "1\n" {
		t.Errorf("%+v", r)
	}
}

func crcOf(b []byte) uint32 {
	c := ^uint32(0)
	for _, x := range b {
		c ^= uint32(x)
		for range 8 {
			c = c>>1 ^ 0xEDB88320&-(c&1)
		}
	}
	return ^c
}

func TestOutOfTheRoot(t *testing.T) {
	p := page(t, "in/a.html", `<script src="../secret.js" onerror="window.refused=1"></script>`, "secret.js", "var leaked=1")
	r := niso(t, "--page", p, "--eval", "typeof leaked + ' ' + refused")
	r.want(t, 0, "secret.js")
	if r.stdout != "\"undefined 1\"\n" {
		t.Errorf("%+v", r)
	}
	dir := filepath.Dir(p)
	r = niso(t, "--root", dir, "--url", "http://localhost/..%2fsecret.js")
	if r.code == 0 && strings.Contains(r.stdout, "leaked") {
		t.Errorf("a file outside the root was read: %+v", r)
	}
	r = niso(t, "--root", dir, "--url", "http://localhost/a.html", "--eval", "fetch('/%2e%2e/secret.js').then(r => r.status)")
	if r.code != 0 || r.stdout == "200\n" {
		t.Errorf("%+v", r)
	}
}

func TestVirtualOrigin(t *testing.T) {
	p := page(t, "a.html", `<link rel=stylesheet href=/s/a.css><p id=p>x<script type=module src=m.js></script>`, "s/a.css", "p{color:rgb(1, 2, 3)}",
		"m.js", "import {x} from './n.js'; window.got = x", "n.js", "export const x = 42")
	r := niso(t, "--root", filepath.Dir(p), "--url", "http://localhost/a.html", "--eval", "[location.origin, getComputedStyle(p).color, got]")
	if r.code != 0 || r.stdout != "[\"http://localhost\",\"rgb(1, 2, 3)\",42]\n" {
		t.Errorf("%+v", r)
	}
}

func TestScreenshotPixels(t *testing.T) {
	p := page(t, "a.html", `<!DOCTYPE html><style>body{margin:0;background:#fff}div{width:40px;height:30px;background:#f00;position:absolute;left:10px;top:20px}</style><div></div><p style="margin-top:3000px">end`)
	out := filepath.Join(t.TempDir(), "x.png")
	niso(t, "--page", p, "--window-size=100,80", "--screenshot="+out).want(t, 0)
	img := readPNG(t, out)
	if img.Bounds() != image.Rect(0, 0, 100, 80) {
		t.Fatalf("the picture is %v", img.Bounds())
	}
	for _, c := range []struct {
		x, y int
		want color.RGBA
	}{{9, 30, color.RGBA{255, 255, 255, 255}}, {10, 20, color.RGBA{255, 0, 0, 255}}, {49, 49, color.RGBA{255, 0, 0, 255}}, {50, 50, color.RGBA{255, 255, 255, 255}}} {
		if got := color.RGBAModel.Convert(img.At(c.x, c.y)); got != c.want {
			t.Errorf("pixel %d,%d is %v, want %v", c.x, c.y, got, c.want)
		}
	}
	niso(t, "--page", p, "--window-size=100,80", "--full-page", "--screenshot="+out).want(t, 0)
	if h := readPNG(t, out).Bounds().Dy(); h < 3000 {
		t.Errorf("the whole page is %d px tall", h)
	}
}

func readPNG(t *testing.T, name string) image.Image {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func TestGeometryDump(t *testing.T) {
	p := page(t, "a.html", `<!DOCTYPE html><title>T</title><style>body{margin:0}#a{width:50px;height:20px;margin:5px 7px}</style><div id=a class="c d"></div>`)
	r := niso(t, "--page", p, "--dump=geometry")
	r.want(t, 0)
	var g struct {
		Title    string
		Elements []struct {
			Tag, ID, Class string
			X, Y, W, H     float64
			Display        string
		}
	}
	if err := json.Unmarshal([]byte(r.stdout), &g); err != nil {
		t.Fatalf("%v in %s", err, r.stdout)
	}
	last := g.Elements[len(g.Elements)-1]
	if g.Title != "T" || last.Tag != "div" || last.ID != "a" || last.Class != "c d" || fmt.Sprint(last.X, last.Y, last.W, last.H) != "7 5 50 20" || last.Display != "block" {
		t.Errorf("%+v", g)
	}
}

func TestInputFile(t *testing.T) {
	p := page(t, "a.html", `<input id=i><button id=b onclick="n=(window.n||0)+1">go</button>`, "steps.jsonl", `// a comment
{"do":"type","selector":"#i","text":"hi there"}
{"do":"click","selector":"#b"}
{"do":"click","selector":"#b"}
`)
	r := niso(t, "--page", p, "--input", filepath.Join(filepath.Dir(p), "steps.jsonl"), "--eval", "[i.value, n]")
	if r.code != 0 || r.stdout != "[\"hi there\",2]\n" {
		t.Errorf("%+v", r)
	}
	bad := filepath.Join(filepath.Dir(p), "bad.jsonl")
	if err := os.WriteFile(bad, []byte(`{"do":"click","selector":"#none"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	niso(t, "--page", p, "--input", bad).want(t, 1, "bad.jsonl: line 1 (click)", "#none")
	for _, c := range [][2]string{
		{`{"do":"click"}`, `"click" wants a "selector", or "x" and "y"`},
		{`{"do":"click","x":1}`, `"click" wants`},
		{`{"do":"wheel","dy":5}`, `"wheel" wants`},
		{`{"do":"type","selector":"#i"}`, `"type" wants a "text"`},
		{`{"do":"wait"}`, `"wait" wants`},
		{`{"do":"key","key":"Nope"}`, `no key "Nope"`},
		{`{"do":"jump"}`, `unknown step "jump"`},
		{`{}`, `what to "do"`},
		{`{"do":"click","selector":"#b","button":9}`, "button 9"},
		{`{"do":"click","sel":"#b"}`, `a step has no field "sel"`},
		{`{"do":`, "the line ends within the step"},
	} {
		if err := os.WriteFile(bad, []byte("// first\n\n"+c[0]+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		niso(t, "--page", p, "--input", bad).want(t, 1, "bad.jsonl: line 3: ", c[1])
	}
	niso(t, "--page", p, "--input", filepath.Join(t.TempDir(), "none.jsonl")).want(t, 1, "none.jsonl")
}

func TestWaitUntil(t *testing.T) {
	p := page(t, "a.html", `<body><script>setTimeout(()=>{document.body.innerHTML='<p class=late>x';late=1},3000)</script>`)
	niso(t, "--page", p, "--wait-until", "selector=.late").want(t, 0)
	niso(t, "--page", p, "--wait-until", "script=window.late").want(t, 0)
	niso(t, "--page", p, "--wait-until", "selector=.late", "--max-ms=1000").want(t, 1, "selector .late", "1s passed on the page's clock", "--max-ms")
	niso(t, "--page", p, "--wait-until", "selector=.never").want(t, 1, "the page came to rest")
	niso(t, "--page", p, "--wait-until", "script=no.such").want(t, 1, "ReferenceError")
	niso(t, "--page", p, "--wait-until", "selector=..").want(t, 1, "not a valid selector")
}

func TestMemoryReport(t *testing.T) {
	p := page(t, "a.html", "<p>x")
	out := filepath.Join(t.TempDir(), "m.json")
	niso(t, "--page", p, "--memory-report", out).want(t, 0)
	r, err := readReport(out)
	if err != nil {
		t.Fatal(err)
	}
	if n := r.SumUnder("explicit/window-objects/"); n <= 0 {
		t.Errorf("the page takes %d bytes", n)
	}
	units := map[string]perf.Units{}
	for _, w := range r.Rows {
		top, _, _ := strings.Cut(w.Path, "/")
		if u, ok := units[top]; ok && u != w.Units {
			t.Errorf("the tree %s has rows in more than one unit: %s", top, w.Path)
		}
		units[top] = w.Units
		if top == "explicit" && (w.Units != perf.Bytes || w.Kind == perf.Other) {
			t.Errorf("%s is not in bytes of the process", w.Path)
		}
	}
	heap := filepath.Join(t.TempDir(), "m.pb.gz")
	niso(t, "--page", p, "--memory-report", heap).want(t, 0)
	if b, err := os.ReadFile(heap); err != nil || len(b) < 100 || b[0] != 0x1f || b[1] != 0x8b {
		t.Errorf("the heap profile is not compressed: %v", err)
	}
	niso(t, "--page", p, "--memory-report", "m.heapsnapshot").want(t, 1, "heapsnapshot", ".pb.gz")
	text := filepath.Join(t.TempDir(), "m.txt")
	niso(t, "--page", p, "--memory-report", text).want(t, 0)
	niso(t, "memory", "diff", text, out).want(t, 1, "m.txt", "not a memory report", "--memory-report NAME.json")
	niso(t, "memory", "diff", "none.json", out).want(t, 1, "none.json")
	niso(t, "memory", "diff", out).want(t, 2, "memory diff")
	if r := niso(t, "--page", p, "--memory-report", "-"); r.code != 0 || !strings.Contains(r.stdout, "-- explicit") {
		t.Errorf("to standard output: %+v", r)
	}
	if r := niso(t, "memory", "diff", out, out); r.code != 0 || strings.Contains(r.stdout, "MB") {
		t.Errorf("a report differs from itself: %+v", r)
	}
}

func TestTraceAndTime(t *testing.T) {
	p := page(t, "a.html", "<p>x")
	out := filepath.Join(t.TempDir(), "t.json")
	niso(t, "--page", p, "--trace", out, "--time", "--screenshot="+filepath.Join(t.TempDir(), "x.png")).want(t, 0, "layout", "navigation", "virtual clock", "resident")
	var tr struct {
		TraceEvents []struct{ Name, Ph string }
	}
	b, err := os.ReadFile(out)
	if err != nil || json.Unmarshal(b, &tr) != nil {
		t.Fatalf("%v: %s", err, b)
	}
	seen := map[string]bool{}
	for _, e := range tr.TraceEvents {
		seen[e.Name] = true
	}
	for _, n := range []string{"parse", "style", "layout", "paint", "raster", "encode"} {
		if !seen[n] {
			t.Errorf("no %s in the trace", n)
		}
	}
}

func TestInputFromStandardInput(t *testing.T) {
	p := page(t, "a.html", `<title>no</title><button onclick="document.title='yes'">b</button>`)
	r := nisoReads(t, `{"do":"click","selector":"button"}`, p, "--input", "-", "--eval", "document.title")
	r.want(t, 0)
	if r.stdout != "\"yes\"\n" {
		t.Errorf("%q", r.stdout)
	}
	nisoReads(t, "\n?", p, "--input", "-").want(t, 1, "standard input: line 2")
	niso(t, p, "--input", "none.jsonl").want(t, 1, "--input", "none.jsonl")
}

// A message names an address once.
func TestLoadErrorsNameTheAddressOnce(t *testing.T) {
	p := page(t, "a.html", `<link rel=stylesheet href=none.css><script src=none.js></script><img src=none.png><script>fetch('none.json')</script>`)
	r := niso(t, p)
	for _, f := range []string{"none.css", "none.js", "none.png", "none.json"} {
		n := 0
		for line := range strings.Lines(r.stderr) {
			if strings.Contains(line, "/"+f+":") {
				n++
				if strings.Count(line, "file://") != 1 || !strings.Contains(line, "not found") {
					t.Errorf("%s: %q", f, line)
				}
			}
		}
		if n == 0 {
			t.Errorf("nothing is said of %s: %q", f, r.stderr)
		}
	}
}
