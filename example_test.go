package niso_test

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"time"

	"github.com/niso-engine/niso"
)

// A page from a text: no network, no files.
func Example() {
	ctx := context.Background()
	b, err := niso.New(niso.WithViewport(400, 300), niso.WithVirtualTime(time.Time{}))
	if err != nil {
		log.Fatal(err)
	}
	defer b.Close()
	page, err := b.NewPage(ctx)
	if err != nil {
		log.Fatal(err)
	}
	if err := page.SetContent(ctx, `<title>Greeting</title><p id=p>Hello, <b>you</b></p>`, ""); err != nil {
		log.Fatal(err)
	}
	title, _ := page.Title(ctx)
	text, _ := page.Text(ctx)
	fmt.Println(title)
	fmt.Println(text)
	// Output:
	// Greeting
	// Hello, you
}

// An origin that a handler serves, without a socket.
func ExampleWithHandler() {
	ctx := context.Background()
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, `<!DOCTYPE html><script>fetch('/api').then(r => r.json()).then(v => document.title = v.name)</script>`)
	})
	mux.HandleFunc("/api", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"name": "from the handler"}`)
	})
	b, err := niso.New(niso.WithHandler("http://app.test", mux), niso.WithVirtualTime(time.Time{}))
	if err != nil {
		log.Fatal(err)
	}
	defer b.Close()
	page, err := b.NewPage(ctx)
	if err != nil {
		log.Fatal(err)
	}
	if err := page.Navigate(ctx, "http://app.test/"); err != nil {
		log.Fatal(err)
	}
	if err := page.WaitFor(ctx, niso.Script("document.title != ''")); err != nil {
		log.Fatal(err)
	}
	title, _ := page.Title(ctx)
	fmt.Println(title)
	// Output: from the handler
}

// Real events: the element is scrolled into view and clicked, and keys are typed into it.
func ExamplePage_Type() {
	ctx := context.Background()
	b, err := niso.New(niso.WithVirtualTime(time.Time{}))
	if err != nil {
		log.Fatal(err)
	}
	defer b.Close()
	page, err := b.NewPage(ctx)
	if err != nil {
		log.Fatal(err)
	}
	err = page.SetContent(ctx, `<input id=name><button onclick="document.title = 'Hi ' + document.getElementById('name').value">Greet</button>`, "")
	if err != nil {
		log.Fatal(err)
	}
	if err := page.Type(ctx, "#name", "Ada"); err != nil {
		log.Fatal(err)
	}
	if err := page.Click(ctx, "button"); err != nil {
		log.Fatal(err)
	}
	title, _ := page.Title(ctx)
	fmt.Println(title)
	// Output: Hi Ada
}

// The value of a script, as a Go value.
func ExamplePage_Eval() {
	ctx := context.Background()
	b, err := niso.New(niso.WithVirtualTime(time.Time{}))
	if err != nil {
		log.Fatal(err)
	}
	defer b.Close()
	page, err := b.NewPage(ctx)
	if err != nil {
		log.Fatal(err)
	}
	if err := page.SetContent(ctx, `<ul><li>one<li>two<li>three</ul>`, ""); err != nil {
		log.Fatal(err)
	}
	var items []string
	if err := page.Eval(ctx, `[...document.querySelectorAll('li')].map(e => e.textContent)`, &items); err != nil {
		log.Fatal(err)
	}
	fmt.Println(items)
	// Output: [one two three]
}
