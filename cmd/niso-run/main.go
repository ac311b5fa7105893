// Command niso-run loads a page without a window: it renders, scripts, dumps, takes pictures and measures.
//
//	niso-run --page app.html --screenshot app.png
//	niso-run --root dist --url http://localhost/index.html --wait-until idle --dump=text
//
// niso-run help lists everything.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/niso-engine/niso/host"
	_ "github.com/niso-engine/niso/internal/perf/atstart"
)

// Exit codes.
const (
	exitOK        = 0
	exitError     = 1
	exitUsage     = 2
	exitGrowth    = 3
	exitDeadline  = 124
	exitCancelled = 130
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run is main with its surroundings given.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) > 0 {
		switch args[0] {
		case "help", "-h", "-help", "--help":
			fmt.Fprint(stdout, helpText)
			return exitOK
		case "version", "--version":
			fmt.Fprintln(stdout, version())
			return exitOK
		case "bench":
			return runBench(args[1:], stdout, stderr)
		case "memory":
			return runMemory(args[1:], stdout, stderr)
		}
	}
	opt, err := parseArgs(args)
	if err != nil {
		fmt.Fprintf(stderr, "niso-run: %v\nTry niso-run help.\n", err)
		return exitUsage
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if opt.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, opt.timeout)
		defer cancel()
	}
	if opt.growth != "" {
		return exitCode(runGrowth(ctx, opt, stdout, stderr), opt, stderr)
	}
	return exitCode(runPage(ctx, opt, stdin, stdout, stderr), opt, stderr)
}

// exitCode tells of an error and gives the process's exit code for it.
func exitCode(err error, o *options, stderr io.Writer) int {
	var growth *growthError
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &growth):
		fmt.Fprintf(stderr, "niso-run: %v\n", err)
		return exitGrowth
	case errors.Is(err, context.DeadlineExceeded):
		var s *host.ScriptTimeoutError
		var stuck *host.StuckError
		if errors.As(err, &stuck) {
			fmt.Fprintf(stderr, "niso-run: the %v of --timeout are over, and the page does not stop: it is %s\n", o.timeout, stuck.Doing)
		} else if errors.As(err, &s) {
			fmt.Fprintf(stderr, "niso-run: the %v of --timeout are over: a script was running in %s; raise --timeout if it is not an endless loop\n", o.timeout, s.Where)
		} else {
			fmt.Fprintf(stderr, "niso-run: the %v of --timeout are over before all was done; raise it, or see with --time what takes so long\n", o.timeout)
		}
		return exitDeadline
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(stderr, "niso-run: cancelled")
		return exitCancelled
	}
	fmt.Fprintf(stderr, "niso-run: %v\n", err)
	return exitError
}

func version() string {
	v := "niso-run (devel)"
	if bi, ok := debug.ReadBuildInfo(); ok {
		if bi.Main.Version != "" {
			v = "niso-run " + bi.Main.Version
		}
		v += " " + bi.GoVersion
	}
	return v
}

// options are the command line.
type options struct {
	page, root, url string
	maxMs           int
	timeout         time.Duration
	waitUntil       string
	width, height   int
	scale           float64
	screenshot      string // file; "-" is standard output
	fullPage        bool
	dumps           []string
	evals           []string
	input           string
	time, hold      bool
	memoryReport    string
	trace           string
	verify          bool
	offline         bool
	blockPrivate    bool
	dark            bool
	profile         string
	userAgent       string
	scrollbars      bool
	quiet           bool
	growth          string // how many pages to open and close, or a driver script
	cycles          int    // of the driver
}

// jpegQuality is that of pictures whose name ends as a JPEG's does.
const jpegQuality = 90

func isJPEG(name string) bool {
	e := strings.ToLower(filepath.Ext(name))
	return e == ".jpg" || e == ".jpeg"
}

// optionalValue is a flag that may stand without a value.
type optionalValue struct {
	value *string
	def   string
}

func (o optionalValue) String() string   { return "" }
func (o optionalValue) IsBoolFlag() bool { return true }
func (o optionalValue) Set(s string) error {
	switch s {
	case "true", "":
		s = o.def
	case "false":
		s = ""
	}
	*o.value = s
	return nil
}

// list is a flag that may be given more than once.
type list struct{ values *[]string }

func (l list) String() string { return "" }
func (l list) Set(s string) error {
	*l.values = append(*l.values, s)
	return nil
}

// parseArgs reads the command line.
func parseArgs(args []string) (*options, error) {
	o := &options{waitUntil: "load", maxMs: 10000}
	fs := flag.NewFlagSet("niso-run", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&o.page, "page", "", "")
	fs.StringVar(&o.root, "root", "", "")
	fs.StringVar(&o.url, "url", "", "")
	fs.IntVar(&o.maxMs, "max-ms", o.maxMs, "")
	fs.DurationVar(&o.timeout, "timeout", 60*time.Second, "")
	fs.StringVar(&o.waitUntil, "wait-until", o.waitUntil, "")
	size := fs.String("window-size", "1280,800", "")
	fs.Float64Var(&o.scale, "device-scale-factor", 1, "")
	fs.Var(optionalValue{&o.screenshot, "screenshot.png"}, "screenshot", "")
	fs.BoolVar(&o.fullPage, "full-page", false, "")
	dumpDOM := fs.Bool("dump-dom", false, "")
	fs.Var(list{&o.dumps}, "dump", "")
	fs.Var(list{&o.evals}, "eval", "")
	fs.StringVar(&o.input, "input", "", "")
	fs.BoolVar(&o.time, "time", false, "")
	fs.BoolVar(&o.hold, "hold", false, "")
	fs.StringVar(&o.memoryReport, "memory-report", os.Getenv("NISO_MEMORY_REPORT"), "")
	fs.StringVar(&o.trace, "trace", "", "")
	fs.BoolVar(&o.verify, "verify", false, "")
	fs.BoolVar(&o.offline, "offline", false, "")
	fs.BoolVar(&o.blockPrivate, "block-private", false, "")
	fs.BoolVar(&o.dark, "dark", false, "")
	fs.StringVar(&o.profile, "profile", "", "")
	fs.StringVar(&o.userAgent, "user-agent", "", "")
	fs.BoolVar(&o.scrollbars, "classic-scrollbars", false, "")
	fs.BoolVar(&o.quiet, "quiet", false, "")
	fs.StringVar(&o.growth, "growth", "", "")
	fs.IntVar(&o.cycles, "cycles", 40, "")
	// --screenshot FILE, as well as --screenshot=FILE.
	for i := 0; i+1 < len(args); i++ {
		if (args[i] == "--screenshot" || args[i] == "-screenshot") && !strings.HasPrefix(args[i+1], "-") {
			args = append(append(append([]string(nil), args[:i]...), args[i]+"="+args[i+1]), args[i+2:]...)
		}
	}
	if err := fs.Parse(args); err != nil {
		return nil, err
	}
	if rest := fs.Args(); len(rest) > 0 {
		if o.page == "" && len(rest) == 1 {
			o.page = rest[0]
		} else {
			return nil, fmt.Errorf("what is %q? The page is given with --page", rest[len(rest)-1])
		}
	}
	w, h, ok := strings.Cut(*size, ",")
	if !ok {
		w, h, ok = strings.Cut(*size, "x")
	}
	var err1, err2 error
	o.width, err1 = strconv.Atoi(strings.TrimSpace(w))
	o.height, err2 = strconv.Atoi(strings.TrimSpace(h))
	if !ok || err1 != nil || err2 != nil || o.width < 1 || o.height < 1 || o.width > 1<<15 || o.height > 1<<15 {
		return nil, fmt.Errorf("--window-size=%s: want two numbers from 1 to 32768, as in 1280,800", *size)
	}
	if !(o.scale > 0 && o.scale <= 8) {
		return nil, fmt.Errorf("--device-scale-factor=%v: want a number above 0, at most 8", o.scale)
	}
	switch e := strings.ToLower(filepath.Ext(o.screenshot)); e {
	case ".webp", ".gif", ".bmp", ".tif", ".tiff", ".avif", ".svg", ".pdf":
		return nil, fmt.Errorf("--screenshot=%s: pictures are PNG, or JPEG where the name ends in .jpg or .jpeg", o.screenshot)
	}
	if o.fullPage && o.screenshot == "" {
		return nil, errors.New("--full-page is of a picture: give --screenshot too")
	}
	if *dumpDOM {
		o.dumps = append(o.dumps, "html")
	}
	for _, d := range o.dumps {
		switch d {
		case "html", "dom", "style", "style-all", "box", "paint", "geometry", "text":
		default:
			return nil, fmt.Errorf("--dump=%s: want html, dom, style, style-all, box, paint, geometry or text", d)
		}
	}
	if o.page == "" && o.url == "" {
		return nil, errors.New("which page? Give --page FILE or --page URL, or --root DIR with --url URL")
	}
	if o.page != "" && o.url != "" {
		return nil, errors.New("--page and --url name two pages: give one")
	}
	if u, err := url.Parse(o.url); o.root != "" && o.url != "" && (err != nil || u.Scheme != "http" && u.Scheme != "https") {
		return nil, fmt.Errorf("--url %s: --root serves the origin of an http or https address", o.url)
	}
	k, arg, hasArg := strings.Cut(o.waitUntil, "=")
	switch {
	case (k == "load" || k == "idle") && !hasArg, (k == "selector" || k == "script") && arg != "":
	default:
		return nil, fmt.Errorf("--wait-until %s: want load, idle, selector=CSS or script=JS", o.waitUntil)
	}
	if o.timeout < 0 {
		return nil, errors.New("--timeout: want a time such as 30s, or 0 for none")
	}
	if o.growth != "" {
		if n, err := strconv.Atoi(o.growth); err == nil && n < 2*growthWarmUp {
			return nil, fmt.Errorf("--growth %d: want at least %d pages", n, 2*growthWarmUp)
		}
		if o.cycles < 2*growthWarmUp {
			return nil, fmt.Errorf("--cycles %d: want at least %d", o.cycles, 2*growthWarmUp)
		}
	}
	if o.maxMs < 0 {
		return nil, errors.New("--max-ms: want milliseconds, 0 or more")
	}
	return o, nil
}

const helpText = `niso-run loads a page without a window.

  niso-run --page FILE|URL [flags]
  niso-run --root DIR --url http://localhost/app.html [flags]
  niso-run bench perf [-only NAME] [-runs N] [-pages DIR] [-chromium=false]
  niso-run memory diff A.json[.gz] B.json[.gz]
  niso-run version | help

The page
  --page FILE|URL         what to load; a file may read the files of its own folder. - is standard
                          input, in UTF-8, as if it were a file in the current folder
  --root DIR              serve DIR as the origin of --url, without a socket (or, with
                          --page FILE, the folder that the page may read)
  --url URL               the address to open
  --window-size=W,H       viewport in CSS px (1280,800)
  --device-scale-factor F device pixels a CSS px (1)
  --dark                  prefers-color-scheme: dark
  --classic-scrollbars    scrollbars take 15 px, as on a desktop
  --offline               no network
  --block-private         no loopback, private or link-local addresses
  --user-agent TEXT       User-Agent header and navigator.userAgent
  --profile DIR           where localStorage is kept; without it nothing is kept

How long
  --wait-until WHAT       load (default); idle: until nothing more happens; selector=CSS: until an
                          element matches; script=JS: until an expression is true
  --max-ms N              how far the page's virtual clock may go for idle, selector and script (10000)
  --timeout D             real time for everything, as 30s or 2m (60s; 0: none)

What comes out
  --screenshot[=FILE]     a picture (screenshot.png; - is standard output): PNG, or JPEG of quality 90
                          where the name ends in .jpg or .jpeg
  --full-page             of the whole page and not of the viewport alone
  --dump-dom              the document as HTML
  --dump=KIND             html, dom, style (what is not initial or inherited), style-all, box, paint,
                          geometry (JSON) or text; may be repeated
  --eval JS               print the value of a script as JSON, of a promise what it resolves to;
                          may be repeated
  --input FILE            play clicks, keys and scrolls (see docs/input.md) before all of these
  --time                  phases, navigation timing (on the virtual clock) and memory, to standard error
  --memory-report FILE    what each byte is for: text (- is standard output), or about:memory's format
                          for *.json[.gz], or a heap profile for pprof for *.pb.gz. Allocations are
                          sampled for it, which takes some time
  --trace FILE            Chrome trace events of the passes
  --verify                run each incremental pass against a cold one and report differences
  --hold                  keep the process until standard input ends
  --growth N              open and close the page N times and print what memory is alive after each
  --growth DRIVER.js      run a script on the page again and again (--cycles N, 40) and print the same
  --quiet                 do not print the page's console messages

Console messages go to standard error. NISO_MEMORY_REPORT=FILE is --memory-report;
NISO_JS_MEMORY=SECONDS and NISO_JS_HELD=1 print the script heap and what it holds.

Exit codes: 0 done, 1 error, 2 usage, 3 memory grew (--growth), 124 --timeout, 130 cancelled. A page that
answers with an HTTP error is loaded, with a warning.
`
