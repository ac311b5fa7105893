// Package storage keeps what pages store: localStorage and sessionStorage, as one
// string map ([Area]) an origin.
//
// A [Store] is a profile: it owns the local areas, in memory, or in one file an origin
// under a folder. A [Session] is a tab: it owns session areas, always in memory. Areas
// hold their strings in insertion order; the mutex of an area makes it safe for the pages
// of several loops that share an origin. Changes are announced to the store's listeners,
// from which the host fires storage events.
//
// With a folder a change waits in memory for a moment ([Options].FlushDelay, [Store.Flush]) before
// its file is written. A file is written beside the old one and renamed over it, so that a full disk or a
// crash leaves the old content and an error, never half a file.
//
// Keys and values are DOM strings (WTF-8); the quota counts their UTF-16 units. A folder is locked while a store has it: a second one, of this process or
// another, gets [ErrInUse].
package storage
