// Package dom holds the node trees of a page in columns.
//
// A [Store] has the nodes of all documents that can reach each other by
// script: the page's document, its same-origin frames, and what DOMParser,
// templates and fragments made. A node is a row ([NodeID]); adopting a node into another document
// changes one field. A [Document] is the store seen from one document: its root node, its mutation
// journal, its id table.
//
//	rows    one compact row a node: links, kind, name, flags, state, generation (48 B)
//	attrs   one row an attribute, a list from its element (16 B)
//	heap    the bytes of texts and attribute values, in size classes
//	names   the qualified names in use; elements and attributes hold a row of it
//	lists   class lists, one for each distinct value of a class attribute
//
// None of the columns holds a pointer. Only the page's event loop writes; passes of style and
// layout read from several goroutines while nothing writes (slot assignment and the lists of [Document.Elements] are derived when
// first asked for: ask for them before a parallel pass).
//
// There are two levels of mutation. [Store.InsertBefore], [Store.Remove], [Store.Move] and [Store.SetData] are the primitives that a
// parser and the engine use; [Store.PreInsert], [Store.ReplaceChild], [Store.ReplaceData] and their like are the algorithms of
// the DOM standard, which check their arguments and return an [Exception] for script.
//
// What changes is recorded in the document's [Journal], which the style pass drains:
// no later pass walks the document to find what changed. Whoever must act at once (scripts and style sheets
// that are inserted, mutation observers, wrappers) is called through [Hooks].
//
// Removed trees stay until somebody destroys them: script may hold their
// nodes. [Store.DestroyTree] frees a tree by its own links; the generation of each row then
// changes, so that a stale [Handle] is found out, and a row whose generations are used up is not used again. A row that was ever
// connected is reused only after the journals were drained, so that a journal never names a node that took another's row.
// Trees that a parser has open ([Store.Hold]) are not destroyed. [Store.Trim] gives back what a smaller page does not need.
package dom
