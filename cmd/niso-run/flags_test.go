package main

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestMalformedFlags(t *testing.T) {
	for _, c := range []struct {
		want string
		args []string
	}{
		{"--window-size", []string{"--window-size=0,5"}},
		{"--window-size", []string{"--window-size=100"}},
		{"--window-size", []string{"--window-size=-3,4"}},
		{"32768", []string{"--window-size=99999,99999"}},
		{"--window-size", []string{"--window-size=1e9,1"}},
		{"--device-scale-factor", []string{"--device-scale-factor=0"}},
		{"--device-scale-factor", []string{"--device-scale-factor=NaN"}},
		{"--device-scale-factor", []string{"--device-scale-factor=100"}},
		{"max-ms", []string{"--max-ms=-1"}},
		{"max-ms", []string{"--max-ms=soon"}},
		{"timeout", []string{"--timeout=-5s"}},
		{"timeout", []string{"--timeout=-5"}},
		{"timeout", []string{"--timeout=soon"}},
		{"timeout", []string{"--timeout=1e300"}},
		{"timeout", []string{"--timeout=NaN"}},
		{"two pictures", []string{"--screenshot", "--full-page", "--screenshot-selector=p"}},
		{"--wait-until", []string{"--wait-until=selector="}},
		{"--wait-until", []string{"--wait-until=idle=5"}},
		{"--full-page", []string{"--full-page"}},
		{"JPEG", []string{"--screenshot=x.webp"}},
		{"--growth", []string{"--growth=3"}},
		{"mixed", []string{"--screenshot=-", "--dump=text"}},
		{"mixed", []string{"--screenshot", "-", "--eval=1"}},
		{"mixed", []string{"--screenshot=-", "--memory-report=-"}},
		{"two pages", []string{"--url=http://localhost/"}},
		{"what is", []string{"another.html"}},
	} {
		niso(t, append([]string{"--page", "x.html"}, c.args...)...).want(t, 2, c.want)
	}
	niso(t, "--root", ".", "--url", "file:///x").want(t, 2, "http or https")
	niso(t, "bench").want(t, 2, "bench perf")
	niso(t, "bench", "perf", "-only", "none").want(t, 2, `"none"`)
	niso(t, "memory").want(t, 2, "memory diff")
	niso(t, "-", "--input", "-").want(t, 2, "standard input")
}

// The page may stand anywhere among the flags; what follows --screenshot is its file where it looks like one.
func TestOrderOfArguments(t *testing.T) {
	for _, tt := range []struct{ args, page, screenshot string }{
		{"a.html", "a.html", ""},
		{"a.html --screenshot", "a.html", "screenshot.png"},
		{"--screenshot a.html", "a.html", "screenshot.png"},
		{"--screenshot https://a.test/", "https://a.test/", "screenshot.png"},
		{"--screenshot https://a.test/logo.png", "https://a.test/logo.png", "screenshot.png"},
		{"--screenshot=a.out a.html", "a.html", "a.out"},
		{"--screenshot a.JPG a.html", "a.html", "a.JPG"},
		{"a.html --screenshot a.png", "a.html", "a.png"},
		{"a.html --quiet --screenshot -", "a.html", "-"},
		{"--page a.html --screenshot out", "a.html", "out"},
		{"--screenshot out --page=a.html", "a.html", "out"},
		{"a.html --screenshot out --dark", "a.html", "out"},
		{"--screenshot out a.html", "a.html", "out"},
		{"--timeout 5 a.html --dark", "a.html", ""},
		{"--screenshot -- a.png", "a.png", "screenshot.png"},
		{"--quiet -- -a.html", "-a.html", ""},
		{"--quiet - --dark", "-", ""},
		{"--screenshot-selector p a.html", "a.html", "screenshot.png"},
	} {
		o, err := parseArgs(strings.Fields(tt.args))
		if err != nil || o.page != tt.page || o.screenshot != tt.screenshot {
			t.Errorf("%s: %+v %v", tt.args, o, err)
		}
	}
	for _, args := range []string{"a.html b.html", "a.html --dark b.html", "--page a.html b.html", "-- a.html --dark", "--url http://a.test/ --root . b.html"} {
		if o, err := parseArgs(strings.Fields(args)); err == nil {
			t.Errorf("%s: %+v", args, o)
		}
	}
	for arg, want := range map[string]time.Duration{"5": 5 * time.Second, "0.5": 500 * time.Millisecond, "5s": 5 * time.Second, "2m": 2 * time.Minute, "0": 0} {
		if o, err := parseArgs([]string{"a.html", "--timeout", arg}); err != nil || time.Duration(o.timeout) != want {
			t.Errorf("--timeout %s: %+v %v", arg, o, err)
		}
	}
}

func TestUnknownFlags(t *testing.T) {
	for flag, want := range map[string]string{
		"--screnshot=x.png": "--screenshot", "--dumpdom": "--dump-dom", "--time-out=5": "--timeout", "--fullpage": "--full-page", "--widow-size=1,2": "--window-size",
		"--virtual-time-budget=5000": "--max-ms", "--user-data-dir=x": "--profile", "--headless": "leave it out", "--no-such-thing-at-all": "there is no flag --no-such-thing-at-all\n",
	} {
		niso(t, "x.html", flag).want(t, 2, "there is no flag", want)
	}
}

func TestScreenshotOfElement(t *testing.T) {
	p := page(t, "a.html", "<!DOCTYPE html><style>body{margin:0;background:#00f}p{position:relative;left:10.5px;margin:3000px 0;width:20px;height:7px;background:#f00}</style><p><i></i>")
	out := filepath.Join(t.TempDir(), "x.jpg")
	niso(t, p, "--screenshot", out, "--screenshot-selector", "p", "--device-scale-factor=2").want(t, 0)
	b, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	img, err := jpeg.Decode(bytes.NewReader(b))
	if err != nil || img.Bounds() != image.Rect(0, 0, 42, 14) { // whole px around 10.5 to 30.5
		t.Fatalf("%v %v", img.Bounds(), err)
	}
	if r, _, _, _ := img.At(20, 7).RGBA(); r>>8 < 250 {
		t.Errorf("not the element: %v", img.At(20, 7))
	}
	niso(t, p, "--screenshot", out, "--screenshot-selector", "b").want(t, 1, "b")
	niso(t, p, "--screenshot", out, "--screenshot-selector", "i").want(t, 1, "not shown")
	niso(t, p, "--screenshot", out, "--screenshot-selector", "::").want(t, 1, "not a valid selector")
}

// TestReportSignal sends the process the signal while a script runs, and while nothing does.
func TestReportSignal(t *testing.T) {
	if len(reportSignals) == 0 {
		t.Skip("there is no such signal here")
	}
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	for body, want := range map[string]string{"x": "explicit", "<script>console.log('held'); for (;;);</script>": "busy-pages"} {
		file := filepath.Join(t.TempDir(), "r.txt")
		held, end := make(chan bool), make(chan bool)
		go func() {
			<-held
			_ = os.Remove(file) // that of the end
			for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
				if err := self.Signal(reportSignals[0]); err != nil {
					t.Error(err)
				}
				if b, err := os.ReadFile(file); err == nil && strings.Contains(string(b), want) {
					break
				}
				if time.Now().After(deadline) {
					t.Errorf("no report with %q", want)
					break
				}
			}
			close(end)
		}()
		run([]string{page(t, "a.html", body), "--hold", "--timeout=3s", "--memory-report", file}, waitReader{end}, io.Discard, &signalWriter{word: "held", seen: held})
		<-end
	}
}

// waitReader is a standard input that ends when a channel does.
type waitReader struct{ end chan bool }

func (r waitReader) Read([]byte) (int, error) { <-r.end; return 0, io.EOF }

// signalWriter closes a channel when a word is written.
type signalWriter struct {
	word string
	seen chan bool
	once sync.Once
}

func (w *signalWriter) Write(p []byte) (int, error) {
	if strings.Contains(string(p), w.word) {
		w.once.Do(func() { close(w.seen) })
	}
	return len(p), nil
}

func TestUnwritableOutputs(t *testing.T) {
	p := page(t, "a.html", "<p>x", "file", "")
	dir := filepath.Dir(p)
	missing := filepath.Join(dir, "none", "x.json")
	for _, f := range []string{"--screenshot=", "--trace=", "--memory-report="} {
		niso(t, "--page", p, f+missing).want(t, 1, missing, "there is no folder "+filepath.Dir(missing))
		niso(t, "--page", p, f+dir).want(t, 1, dir, "it is a folder")
		niso(t, "--page", p, f+filepath.Join(dir, "file", "x.png")).want(t, 1, "is no folder")
		if os.Getuid() > 0 && runtime.GOOS != "windows" { // before the page is loaded
			shut := filepath.Join(t.TempDir(), "shut")
			if err := os.Mkdir(shut, 0o500); err != nil {
				t.Fatal(err)
			}
			niso(t, "--page", "none.html", f+filepath.Join(shut, "x.png")).want(t, 1, "x.png", "permission denied")
		}
	}
}

func TestScreenshotFormats(t *testing.T) {
	p := page(t, "a.html", "<!DOCTYPE html><style>body{margin:0;background:#f00}</style>")
	for _, name := range []string{"x.jpg", "x.JPEG"} {
		out := filepath.Join(t.TempDir(), name)
		niso(t, "--page", p, "--window-size=64,32", "--screenshot="+out).want(t, 0)
		b, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		img, err := jpeg.Decode(bytes.NewReader(b))
		if err != nil || img.Bounds() != image.Rect(0, 0, 64, 32) {
			t.Fatalf("%s: %v", name, err)
		}
		if r, g, _, _ := img.At(30, 15).RGBA(); r>>8 < 250 || g>>8 > 5 {
			t.Errorf("%s: red is %v", name, img.At(30, 15))
		}
	}
	if r := niso(t, "--page", p, "--screenshot=-"); r.code != 0 || !strings.HasPrefix(r.stdout, "\x89PNG") {
		t.Errorf("to standard output: %d, %.20q", r.code, r.stdout)
	}
	niso(t, "--page", p, "--window-size=32768,32768", "--screenshot="+filepath.Join(t.TempDir(), "x.png")).want(t, 1, "32768×32768", "SurfacePixels")
	if r := niso(t, "--page", p, "--device-scale-factor=2", "--window-size=50,20", "--eval", "devicePixelRatio", "--screenshot="+filepath.Join(t.TempDir(), "x.png")); r.stdout != "2\n" {
		t.Errorf("%+v", r)
	}
}

func TestStandardInput(t *testing.T) {
	var out, errs bytes.Buffer
	t.Chdir(filepath.Dir(page(t, "a.js", "var fromFile = 7")))
	code := run([]string{"--page", "-", "--eval", "[document.querySelector('p').textContent, fromFile]"}, strings.NewReader("<script src=a.js></script><p>caf\u00e9"), &out, &errs)
	if code != 0 || out.String() != "[\"café\",7]\n" {
		t.Errorf("%d %q %s", code, out.String(), errs.String())
	}
}

func TestHold(t *testing.T) {
	var out, errs bytes.Buffer
	if code := run([]string{"--page", page(t, "a.html", "x"), "--hold"}, strings.NewReader("until here"), &out, &errs); code != 0 || !strings.Contains(errs.String(), "held") {
		t.Errorf("%d %s", code, errs.String())
	}
}

func TestStatusOfThePage(t *testing.T) {
	s := httptest.NewServer(http.NotFoundHandler())
	defer s.Close()
	r := niso(t, "--page", s.URL+"/gone", "--dump=text")
	r.want(t, 0, "/gone", "status 404")
	if !strings.Contains(r.stdout, "404 page not found") {
		t.Errorf("the page that came with it: %q", r.stdout)
	}
	niso(t, "--page", s.URL, "--block-private").want(t, 1, "127.0.0.1")
	niso(t, "--page", s.URL, "--offline").want(t, 1, "offline")
}

// TestInterruptDuringLoad sends the process an interrupt while the page waits for its server.
func TestInterruptDuringLoad(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot interrupt itself there")
	}
	asked := make(chan bool, 1)
	end := make(chan bool)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- true
		<-end
	}))
	defer s.Close()
	defer close(end)
	go func() {
		<-asked
		self, err := os.FindProcess(os.Getpid())
		if err == nil {
			err = self.Signal(os.Interrupt)
		}
		if err != nil {
			t.Error(err)
		}
	}()
	niso(t, "--page", s.URL).want(t, 130, "cancelled")
}

func TestTimeoutDuringLoad(t *testing.T) {
	end := make(chan bool)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { <-end }))
	defer s.Close()
	defer close(end)
	niso(t, "--page", s.URL, "--timeout=200ms").want(t, 124, "200ms of --timeout")
}

// brokenPipe is a standard output that nobody reads any more.
type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, fmt.Errorf("broken pipe") }

func TestClosedOutput(t *testing.T) {
	var errs bytes.Buffer
	p := page(t, "a.html", "<p>x")
	for _, f := range []string{"--dump-dom", "--eval=1", "--screenshot=-", "--memory-report=-"} {
		if code := run([]string{"--page", p, f}, strings.NewReader(""), brokenPipe{}, &errs); code != 1 || !strings.Contains(errs.String(), "broken pipe") {
			t.Errorf("%s: %d %s", f, code, errs.String())
		}
	}
}

func TestDumps(t *testing.T) {
	p := page(t, "a.html", "<!DOCTYPE html><style>p{color:rgb(1, 2, 3);margin-left:7px}</style><p class=c>one <b>two</b>")
	dump := func(kind string) string {
		r := niso(t, "--page", p, "--dump="+kind)
		r.want(t, 0)
		return r.stdout
	}
	for kind, want := range map[string]string{"dom": `"one "`, "html": "<p class=\"c\">one <b>two</b></p>", "text": "one two", "box": "block", "paint": "rgb"} {
		if got := dump(kind); kind != "paint" && !strings.Contains(got, want) || got == "" {
			t.Errorf("--dump=%s lacks %q:\n%s", kind, want, got)
		}
	}
	style := dump("style")
	_, ofP, _ := strings.Cut(style, "<p>")
	for _, want := range []string{"color: rgb(1, 2, 3)", "margin-left: 7px", "display: block"} {
		if !strings.Contains(ofP, want) {
			t.Errorf("style lacks %q:\n%s", want, style)
		}
	}
	_, ofB, _ := strings.Cut(style, "<b>")
	if strings.TrimSpace(ofB) != "font-weight: 700" {
		t.Errorf("of b differs %q", ofB)
	}
	if all := dump("style-all"); strings.Count(all, "  float: none\n") != 4 { // html, body, p and b: what is in head is not styled, but head is
		t.Logf("%d elements have a float", strings.Count(all, "  float: none\n"))
		if !strings.Contains(all, "  float: none\n") {
			t.Error("style-all leaves out what is initial")
		}
	}
}

func TestOtherFlags(t *testing.T) {
	p := page(t, "a.html", "<p>x<script>console.log('said'); document.title = [matchMedia('(prefers-color-scheme: dark)').matches, navigator.userAgent, innerWidth, innerHeight]; localStorage.n = +(localStorage.n || 0) + 1</script>")
	profile := t.TempDir()
	args := []string{"--page", p, "--dark", "--user-agent", "me/1", "--window-size=640x480", "--profile", profile, "--eval", "document.title", "--eval", "localStorage.n"}
	r := niso(t, args...)
	r.want(t, 0, "said", "a.html:1")
	if r.stdout != "\"true,me/1,640,480\"\n\"1\"\n" {
		t.Errorf("%+v", r)
	}
	if r := niso(t, append(args, "--quiet", "--verify")...); strings.Contains(r.stderr, "said") || !strings.HasSuffix(r.stdout, "\"2\"\n") {
		t.Errorf("again: %+v", r)
	}
	p = page(t, "a.html", "<!DOCTYPE html><body style='height:5000px'>")
	if r := niso(t, "--page", p, "--window-size=640,480", "--classic-scrollbars", "--eval", "document.documentElement.clientWidth"); r.stdout != "625\n" {
		t.Errorf("%+v", r)
	}
}

func TestGrowth(t *testing.T) {
	cycles := "--cycles=20"
	p := page(t, "a.html", "<style>p{color:red}</style><p>x<script>var kept = []</script>", "ok.js", "document.body.innerHTML = '<p>' + 'y'.repeat(1000)",
		"leak.js", "kept.push(Array.from({length: 50}, () => document.createElement('div'))); 0", "bad.js", "null.x")
	dir := filepath.Dir(p)
	r := niso(t, "--page", p, "--growth=20")
	r.want(t, 0)
	if strings.Count(r.stdout, "\n") != 20 {
		t.Errorf("%s", r.stdout)
	}
	niso(t, "--page", p, "--growth", filepath.Join(dir, "ok.js"), cycles).want(t, 0)
	niso(t, "--page", p, "--growth", filepath.Join(dir, "leak.js"), cycles).want(t, 3, "nodes grew") // the control: script keeps what it makes
	niso(t, "--page", p, "--growth", filepath.Join(dir, "bad.js"), cycles).want(t, 1, "bad.js", "TypeError")
	niso(t, "--page", p, "--growth", "none.js", cycles).want(t, 1, "none.js")
}

// TestInterruptDuringScript sends the process an interrupt while a script runs for ever.
func TestInterruptDuringScript(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot interrupt itself there")
	}
	p := page(t, "a.html", "<script>console.log('begun');\nfor (;;);</script>")
	pr, pw, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer pr.Close()
	go func() {
		b := make([]byte, 64)
		if n, _ := pr.Read(b); n > 0 {
			time.Sleep(50 * time.Millisecond)
			if self, err := os.FindProcess(os.Getpid()); err == nil {
				_ = self.Signal(os.Interrupt)
			}
		}
		for {
			if _, err := pr.Read(b); err != nil {
				return
			}
		}
	}()
	if code := run([]string{"--page", p}, strings.NewReader(""), &bytes.Buffer{}, pw); code != 130 {
		t.Errorf("exit code %d, want 130", code)
	}
	pw.Close()
}
