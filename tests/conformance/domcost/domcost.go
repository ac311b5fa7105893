// Package domcost times calls of the DOM by a page with loops (loops.js), which other browsers can load too.
package domcost

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/niso-engine/niso"
)

// Origin is where the page is served, without a socket.
const Origin = "http://domcost.test"

//go:embed loops.js
var loops string

// Handler serves the page as / and its script.
func Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Isolation makes clocks finer in browsers that coarsen them.
		w.Header().Set("Cross-Origin-Opener-Policy", "same-origin")
		w.Header().Set("Cross-Origin-Embedder-Policy", "require-corp")
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte(`<!DOCTYPE html><meta charset="utf-8"><title>The cost of the DOM</title><body><script src="/loops.js"></script>`))
		case "/loops.js":
			w.Header().Set("Content-Type", "text/javascript")
			_, _ = w.Write([]byte(loops))
		default:
			http.NotFound(w, r)
		}
	})
}

// Run gives the nanoseconds a call of the loops with the given names, or of all. Each is timed for budget at least.
func Run(ctx context.Context, names []string, budget time.Duration) (ns map[string]float64, err error) {
	b, err := niso.New(niso.WithHandler(Origin, Handler()), niso.WithOffline(), niso.WithViewport(1280, 800))
	if err != nil {
		return nil, err
	}
	defer b.Close()
	p, err := b.NewPage(ctx)
	if err != nil {
		return nil, err
	}
	q := url.Values{"run": {""}, "name": names, "budget": {strconv.FormatInt(budget.Milliseconds(), 10)}}
	if err := p.Navigate(ctx, Origin+"/?"+q.Encode()); err != nil {
		return nil, err
	}
	if err := p.WaitFor(ctx, niso.Script("'result' in window")); err != nil {
		return nil, err
	}
	var text string
	if err := p.Eval(ctx, "window.result", &text); err != nil {
		return nil, err
	}
	return Parse([]byte(text))
}

// Parse reads window.result of the page.
func Parse(text []byte) (ns map[string]float64, err error) {
	var failed struct {
		Error string `json:"error"`
	}
	if err := json.Unmarshal(text, &failed); err == nil && failed.Error != "" {
		return nil, errors.New(failed.Error)
	}
	err = json.Unmarshal(text, &ns)
	return ns, err
}
