// Command niso-gio shows a page in a window.
//
//	niso-gio --page app.html
//	niso-gio --root dist --url http://localhost/index.html
//
// The engine is the same as without a window: a [host.Page] paints its viewport into a surface of its own, and the window shows it. The
// goroutines and what each of them owns:
//
//	Gio's loop     window      turns events into actions, draws tiles as textures
//	one a page     pane        performs actions on the page, asks it to paint, copies what changed into tiles
//	the page's     host.Page   says through host.Options.Frame that it wants to be painted
//
// So a page that is busy keeps neither the window from moving nor its last picture from being shown. A tile is uploaded when its pixels changed, and a
// frame is drawn when a tile, the size or the cursor changed, or when input came: Gio hands input over in frames. While nothing happens none
// is drawn.
package main
