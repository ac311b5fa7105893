package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/niso-engine/niso/host"
)

// options are the command line.
type options struct {
	page, root, url string
	maxMs           int
	timeout         seconds
	waitUntil       string
	width, height   int
	scale           float64
	screenshot      string // file; "-" is standard output
	fullPage        bool
	element         string // selector of what is to be in the picture
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
	popups          string // see popupPolicies
	downloads       string // the folder where they are written
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
	o.timeout = seconds(time.Minute)
	fs.Var(&o.timeout, "timeout", "")
	fs.StringVar(&o.waitUntil, "wait-until", o.waitUntil, "")
	size := fs.String("window-size", "1280,800", "")
	fs.Float64Var(&o.scale, "device-scale-factor", 1, "")
	fs.Var(optionalValue{&o.screenshot, defaultScreenshot}, "screenshot", "")
	fs.BoolVar(&o.fullPage, "full-page", false, "")
	fs.StringVar(&o.element, "screenshot-selector", "", "")
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
	fs.StringVar(&o.downloads, "downloads", "", "")
	fs.StringVar(&o.popups, "popups", "activation", "")
	fs.StringVar(&o.growth, "growth", "", "")
	fs.IntVar(&o.cycles, "cycles", 40, "")
	var pages []string
	args = pictureValue(args)
	for rest := args; ; { // flags may follow the page
		if err := fs.Parse(rest); err != nil {
			return nil, explain(err, fs)
		}
		if rest = fs.Args(); len(rest) == 0 {
			break
		}
		if n := len(args) - len(rest) - 1; n >= 0 && args[n] == "--" { // what follows is no flag
			pages = append(pages, rest...)
			break
		}
		pages, rest = append(pages, rest[0]), rest[1:]
	}
	if len(pages) > 0 {
		for i := 1; i < len(args); i++ { // a word too many behind --screenshot is its FILE, whatever it looks like
			if surplus := len(pages) > 1 || o.page != "" || o.url != ""; surplus && isScreenshot(args[i-1]) && slices.Contains(pages, args[i]) {
				return parseArgs(slices.Concat(args[:i-1], []string{"--screenshot=" + args[i]}, args[i+1:]))
			}
		}
		if o.page != "" || o.url != "" || len(pages) > 1 {
			return nil, fmt.Errorf("what is %q? One page is loaded at a time; a value of a flag is written --flag=value", pages[len(pages)-1])
		}
		o.page = pages[0]
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
	if o.element != "" && o.screenshot == "" {
		o.screenshot = defaultScreenshot
	}
	if o.element != "" && o.fullPage {
		return nil, errors.New("--full-page and --screenshot-selector are two pictures: give one")
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
	if o.screenshot == "-" && (len(o.dumps) > 0 || len(o.evals) > 0 || o.memoryReport == "-") {
		return nil, errors.New("--screenshot=- and what else is printed would be mixed on standard output: give the picture a FILE")
	}
	if o.input == "-" && o.page == "-" {
		return nil, errors.New("the page and --input cannot both be standard input: give one a FILE")
	}
	if o.page == "" && o.url == "" {
		return nil, errors.New("which page? Give FILE or URL, or --root DIR with --url URL")
	}
	if o.page != "" && o.url != "" {
		return nil, errors.New("--page and --url name two pages: give one")
	}
	if u, err := url.Parse(o.url); o.root != "" && o.url != "" && (err != nil || u.Scheme != "http" && u.Scheme != "https") {
		return nil, fmt.Errorf("--url %s: --root serves the origin of an http or https address", o.url)
	}
	if _, ok := popupPolicies[o.popups]; !ok {
		return nil, fmt.Errorf("--popups=%s: want activation, allow or block", o.popups)
	}
	k, arg, hasArg := strings.Cut(o.waitUntil, "=")
	switch {
	case (k == "load" || k == "idle") && !hasArg, (k == "selector" || k == "script") && arg != "":
	default:
		return nil, fmt.Errorf("--wait-until %s: want load, idle, selector=CSS or script=JS", o.waitUntil)
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

// seconds is a time that is given as a number of seconds, or with a unit.
type seconds time.Duration

func (s *seconds) String() string { return time.Duration(*s).String() }
func (s *seconds) Set(v string) error {
	d, err := time.ParseDuration(v)
	if n, e := strconv.ParseFloat(v, 64); e == nil && n >= 0 && n < math.MaxInt64/1e9 {
		d, err = time.Duration(n*float64(time.Second)), nil
	}
	if err != nil || d < 0 {
		return errors.New("want seconds, or a time such as 500ms or 2m; 0 is none")
	}
	*s = seconds(d)
	return nil
}

const defaultScreenshot = "screenshot.png"

func isScreenshot(arg string) bool { return arg == "--screenshot" || arg == "-screenshot" }

// pictureValue joins --screenshot with the FILE that follows it, if it looks like one: the value is optional, and what follows may be the page.
func pictureValue(args []string) []string {
	var out []string
	for i := 0; i < len(args); i++ {
		if args[i] == "--" {
			return append(out, args[i:]...)
		}
		if isScreenshot(args[i]) && i+1 < len(args) && (args[i+1] == "-" || isPicture(args[i+1])) {
			out = append(out, "--screenshot="+args[i+1])
			i++
			continue
		}
		out = append(out, args[i])
	}
	return out
}

// isPicture reports whether a name ends as that of a picture does, be it one that can be written or not.
func isPicture(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff", ".avif":
		return !strings.Contains(name, "://")
	}
	return false
}

// popupPolicies are the values of --popups.
var popupPolicies = map[string]host.PopupPolicy{"activation": host.PopupsOfUser, "allow": host.PopupsAlways, "block": host.PopupsBlocked}

// elsewhere are flags of other headless browsers, and what they are here.
var elsewhere = map[string]string{
	"virtual-time-budget": "--max-ms", "force-device-scale-factor": "--device-scale-factor", "user-data-dir": "--profile", "force-dark-mode": "--dark",
	"viewport-size": "--window-size", "output": "--screenshot", "disable-popup-blocking": "--popups=allow", "block-new-web-contents": "--popups=block", "url-root": "--root", "host-resolver-rules": "--offline",
	"headless": "", "disable-gpu": "", "no-sandbox": "", "hide-scrollbars": "", "disable-dev-shm-usage": "", "no-first-run": "", "run-all-compositor-stages-before-draw": "",
}

// explain says what to do about an error of the flag package.
func explain(err error, fs *flag.FlagSet) error {
	name, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !ok {
		return err
	}
	name, _, _ = strings.Cut(name, "=")
	if to, ok := elsewhere[name]; ok {
		if to == "" {
			return fmt.Errorf("there is no flag --%s, and no need for it: leave it out", name)
		}
		return fmt.Errorf("there is no flag --%s; it is %s here", name, to)
	}
	best, distance := "", 1+max(2, len(name)/3)
	fs.VisitAll(func(f *flag.Flag) {
		if d := editDistance(name, f.Name); d < distance || strings.HasPrefix(f.Name, name) && best == "" {
			best, distance = f.Name, min(d, distance)
		}
	})
	if best != "" {
		return fmt.Errorf("there is no flag --%s; did you mean --%s?", name, best)
	}
	return fmt.Errorf("there is no flag --%s", name)
}

// editDistance is how many letters must be put in, left out or replaced.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			d := diagonal
			if a[i] != b[j] {
				d = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], d
		}
	}
	return row[len(b)]
}

const helpText = `niso-run loads a page without a window.

  niso-run FILE|URL [flags]
  niso-run --root DIR --url http://localhost/app.html [flags]
  niso-run bench perf [-only NAME] [-runs N] [-pages DIR] [-chromium=false]
  niso-run memory diff A.json[.gz] B.json[.gz]
  niso-run version | help

The page
  FILE|URL                what to load; a file may read the files of its own folder. - is standard
  --page FILE|URL         input, in UTF-8, as if it were a file in the current folder
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
  --timeout D             real time for everything: seconds, or as 500ms or 2m (60s; 0: none)

What comes out
  --screenshot[=FILE]     a picture (screenshot.png; - is standard output): PNG, or JPEG of quality 90
                          where the name ends in .jpg or .jpeg. --screenshot FILE will do, too
  --screenshot-selector S of the first element that matches the selector alone
  --full-page             of the whole page and not of the viewport alone
  --dump-dom              the document as HTML
  --dump=KIND             html, dom, style (what is not initial or inherited), style-all, box, paint,
                          geometry (JSON) or text; may be repeated
  --eval JS               print the value of a script as JSON, of a promise what it resolves to; may be
                          repeated. To await: (async () => { … })()
  --input FILE            play clicks, keys and scrolls (see docs/input.md) before all of these; - is
                          standard input
  --time                  phases, navigation timing (on the virtual clock) and memory, to standard error
  --memory-report FILE    what each byte is for: text (- is standard output), or about:memory's format
                          for *.json[.gz], or a heap profile for pprof for *.pb.gz. Allocations are
                          sampled for it, which takes some time
  --trace FILE            Chrome trace events of the passes
  --verify                run each incremental pass against a cold one and report differences
  --downloads DIR         write what the page downloads into a folder, and its name to standard error
  --hold                  keep the process until standard input ends
  --growth N              open and close the page N times and print what memory is alive after each
  --growth DRIVER.js      run a script on the page again and again (--cycles N, 40) and print the same
  --popups=POLICY         when the page may open windows: activation, after what the user did, as --input and
                          --eval do (default), allow or block; what was opened is told on standard error
  --quiet                 do not print the page's console messages

Console messages go to standard error. NISO_MEMORY_REPORT=FILE is --memory-report;
NISO_JS_MEMORY=SECONDS and NISO_JS_HELD=1 print the script heap and what it holds. The signal SIGUSR1
writes the memory report at once, to where --memory-report says or else to standard error.

Exit codes: 0 done, 1 error, 2 usage, 3 memory grew (--growth), 124 --timeout, 130 cancelled. A page that
answers with an HTTP error is loaded, with a warning; one that was cut off is an error.
`
