// Package host runs pages: it owns the event loop, loads documents and what they ask for, drives the passes, and
// turns input into events.
//
//	Browser   what pages share: loader, cookies, storage, fonts, decoded images
//	Page      one top-level browsing context: a goroutine with an event loop, a script runtime, a node store
//	frame     one document of a page with its window, styles, layout and display list
//
// A page's state is touched by its own goroutine alone. [Page.Do] runs a function there; all public methods of Page are built on
// it and may be called from any goroutine.
//
// Time: a headless page has a virtual clock. While somebody waits for the page (a load, a selector, idleness) and nothing is runnable
// but timers, the clock skips to the next one; while nobody waits it stands still. A page in a window has the clock
// of the machine.
//
// A page that panics ends with a report; the process and other pages go on.
package host
