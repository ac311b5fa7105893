package niso_test

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"time"

	"github.com/niso-engine/niso"
)

// Pages that a page opens are handed over; who gets them closes them.
func ExampleWithPopups() {
	ctx := context.Background()
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, `<!DOCTYPE html><title>Shop</title><button onclick="window.open('/help', 'help', 'width=300,height=200')">Help</button>`)
	})
	mux.HandleFunc("/help", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, `<!DOCTYPE html><title>Help</title><script>opener.document.title = 'Shop, with help'</script>`)
	})
	opened := make(chan niso.Popup, 1)
	b, err := niso.New(niso.WithHandler("http://app.test", mux), niso.WithVirtualTime(time.Time{}), niso.WithPopups(func(p niso.Popup) { opened <- p }))
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
	if err := page.Click(ctx, "button"); err != nil {
		log.Fatal(err)
	}
	popup := <-opened
	if err := popup.Page.WaitFor(ctx, niso.Script("document.title != ''")); err != nil {
		log.Fatal(err)
	}
	fmt.Println(popup.Name, popup.URL, len(b.Pages()))
	for _, p := range b.Pages() {
		title, _ := p.Title(ctx)
		fmt.Println(title)
	}
	// Output:
	// help http://app.test/help 2
	// Shop, with help
	// Help
}
