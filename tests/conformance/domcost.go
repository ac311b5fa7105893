package main

import (
	"context"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"slices"
	"time"

	"github.com/niso-engine/niso/tests/conformance/domcost"
)

const domCostHelp = `usage: conformance domcost [flags] [names of loops]

Times calls of the DOM and prints a line a loop: nanoseconds a call, and with -chromium those of another browser and how many times as long ours takes.

With -serve the page is served to other browsers: /?run leaves its result in window.result, a JSON object, which -chromium reads.

`

// runDOMCost is the command conformance domcost.
func runDOMCost(args []string) int {
	f := flag.NewFlagSet("conformance domcost", flag.ContinueOnError)
	other := f.String("chromium", "", "file with the result of another browser")
	budget := f.Duration("budget", 150*time.Millisecond, "time that each loop takes, at least")
	serve := f.String("serve", "", "address to serve the page at, such as 127.0.0.1:8000")
	f.Usage = func() {
		fmt.Fprint(f.Output(), domCostHelp)
		f.PrintDefaults()
	}
	if err := f.Parse(args); err != nil {
		return 2
	}
	fail := func(err error) int {
		fmt.Fprintln(os.Stderr, "conformance: domcost:", err)
		return 2
	}
	if *serve != "" {
		l, err := net.Listen("tcp", *serve)
		if err != nil {
			return fail(err)
		}
		fmt.Printf("http://%s/?run\n", l.Addr())
		return fail((&http.Server{Handler: domcost.Handler(), ReadHeaderTimeout: time.Minute}).Serve(l))
	}
	theirs := map[string]float64{}
	if *other != "" {
		text, err := os.ReadFile(*other)
		if err == nil {
			theirs, err = domcost.Parse(text)
		}
		if err != nil {
			return fail(err)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	ours, err := domcost.Run(ctx, f.Args(), *budget)
	if err != nil {
		return fail(err)
	}
	var names []string
	for name := range ours {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		line := fmt.Sprintf("%-50s %10.1f ns", name, ours[name])
		if t := theirs[name]; t > 0 {
			line += fmt.Sprintf(" %10.1f ns  ×%.2f", t, ours[name]/t)
		}
		fmt.Println(line)
	}
	return 0
}
