// Package niso is a browser engine as a library: it loads pages, runs their scripts, lays them out and takes pictures
// of them, without a window and without another browser.
//
//	b, err := niso.New(niso.WithViewport(1280, 800))
//	…
//	defer b.Close()
//	page, err := b.NewPage(ctx)
//	…
//	err = page.Navigate(ctx, "https://example.org/")
//	png, err := page.Screenshot(ctx)
//
// A [Browser] is what pages share: cookies, storage, fonts, decoded images. A [Page] is one tab. Both may be used from any number of
// goroutines; calls on one page happen one after the other. Every call that may take time has a context: when it ends, a script
// that is running is interrupted, and the call returns an error that says where.
//
// # Elements
//
// Methods that act on an element, [Selector] and [Element] take a CSS selector. In it " >>> " goes on inside of the element before it, in the document of a
// frame, whatever its origin, or in a shadow root: "#frame >>> my-form >>> button".
//
// # Time
//
// With [WithVirtualTime] a page has a clock of its own: while a call waits for the page and nothing is left to do but to wait for a timer, the
// clock skips ahead. Pages then run as fast as they can, and the same way each time. Without it timers take real time.
//
// # Memory
//
// Closing a page gives back all that it took. [Page.MemoryReport] and [Browser.MemoryReport] say at any time what each byte is for.
package niso
