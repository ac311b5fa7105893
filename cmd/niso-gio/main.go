package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"

	"gioui.org/app"
)

// Exit codes.
const (
	exitOK        = 0
	exitError     = 1
	exitUsage     = 2
	exitCancelled = 130
)

func main() {
	opt, err := parseArgs(os.Args[1:])
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Print(helpText)
		os.Exit(exitOK)
	case err != nil:
		fmt.Fprintf(os.Stderr, "niso-gio: %v\nTry niso-gio --help.\n", err)
		os.Exit(exitUsage)
	}
	if opt.version {
		fmt.Println(version())
		os.Exit(exitOK)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	go func() { // the main goroutine is Gio's
		err := run(ctx, opt, os.Stderr)
		stop()
		switch {
		case errors.Is(err, context.Canceled):
			os.Exit(exitCancelled)
		case err != nil:
			fmt.Fprintf(os.Stderr, "niso-gio: %v\n", err)
			os.Exit(exitError)
		}
		os.Exit(exitOK)
	}()
	app.Main()
}

// options are the command line.
type options struct {
	page, root, url string
	width, height   int // of the viewport, in CSS px
	exitAfter       time.Duration
	framesLog       string
	offline         bool
	dark            bool
	profile         string
	userAgent       string
	quiet           bool
	version         bool
}

// parseArgs reads the command line.
func parseArgs(args []string) (*options, error) {
	o := new(options)
	fs := flag.NewFlagSet("niso-gio", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&o.page, "page", "", "")
	fs.StringVar(&o.root, "root", "", "")
	fs.StringVar(&o.url, "url", "", "")
	size := fs.String("window-size", "1280,800", "")
	fs.DurationVar(&o.exitAfter, "exit-after", 0, "")
	fs.StringVar(&o.framesLog, "frames-log", "", "")
	fs.BoolVar(&o.offline, "offline", false, "")
	fs.BoolVar(&o.dark, "dark", false, "")
	fs.StringVar(&o.profile, "profile", "", "")
	fs.StringVar(&o.userAgent, "user-agent", "", "")
	fs.BoolVar(&o.quiet, "quiet", false, "")
	fs.BoolVar(&o.version, "version", false, "")
	if err := fs.Parse(args); err != nil {
		return nil, err
	}
	if rest := fs.Args(); len(rest) > 0 {
		if o.page != "" || len(rest) > 1 {
			return nil, fmt.Errorf("what is %q? The page is given with --page", rest[len(rest)-1])
		}
		o.page = rest[0]
	}
	if o.version {
		return o, nil
	}
	var err error
	if o.width, o.height, err = parseSize(*size); err != nil {
		return nil, err
	}
	if o.page == "" && o.url == "" {
		return nil, errors.New("which page? Give --page FILE or --page URL, or --root DIR with --url URL")
	}
	if o.page != "" && o.url != "" {
		return nil, errors.New("--page and --url name two pages: give one")
	}
	if o.exitAfter < 0 {
		return nil, fmt.Errorf("--exit-after %v: want a time, as in 5s", o.exitAfter)
	}
	return o, nil
}

// maxSide is the longest side of a viewport, in px.
const maxSide = 1 << 14

// parseSize reads a size as in 1280,800.
func parseSize(s string) (width, height int, err error) {
	w, h, ok := strings.Cut(s, ",")
	if !ok {
		w, h, ok = strings.Cut(s, "x")
	}
	width, err1 := strconv.Atoi(strings.TrimSpace(w))
	height, err2 := strconv.Atoi(strings.TrimSpace(h))
	if !ok || err1 != nil || err2 != nil || width < 1 || height < 1 || width > maxSide || height > maxSide {
		return 0, 0, fmt.Errorf("--window-size=%s: want two numbers from 1 to %d, as in 1280,800", s, maxSide)
	}
	return width, height, nil
}

func version() string {
	v := "niso-gio (devel)"
	if bi, ok := debug.ReadBuildInfo(); ok {
		if bi.Main.Version != "" {
			v = "niso-gio " + bi.Main.Version
		}
		v += " " + bi.GoVersion
	}
	return v
}

const helpText = `niso-gio shows a page in a window.

  niso-gio --page FILE|URL [flags]
  niso-gio --root DIR --url http://localhost/app.html [flags]

  --page FILE|URL         what to show; a file may read the files of its own folder
  --root DIR              serve DIR as the origin of --url, without a socket (or, with
                          --page FILE, the folder that the page may read)
  --url URL               the address to open
  --window-size=W,H       the viewport to begin with, in CSS px (1280,800)
  --dark                  prefers-color-scheme: dark
  --offline               no network
  --user-agent TEXT       User-Agent header and navigator.userAgent
  --profile DIR           where localStorage is kept; without it nothing is kept
  --quiet                 do not print the page's console messages
  --exit-after D          close the window after this time, as 5s
  --frames-log FILE       write a line for each frame that the window draws: its number, ms since
                          the start, textures uploaded, width and height in device pixels
  --version, --help

Keys: Alt+Left and Alt+Right travel the history, F5 and Ctrl+R load the page again, Ctrl+C, Ctrl+X
and Ctrl+V use the clipboard, arrows, Page Up, Page Down, Space, Home and End scroll.
Console messages and load errors go to standard error.

Exit codes: 0 the window was closed, 1 error, 2 usage, 130 cancelled.
`
