// Package bind connects script to the engine: the interfaces that a page sees, generated from
// the Web IDL files in idl/ (see internal/bindgen), and the Go code that implements them.
//
// A [World] is what the windows of one page share: a script runtime, the node store, the wrappers. A [Window] is
// one global object: a realm with its document, styles and layout. Natives find their Window in Realm.Data.
//
// # Nodes in script
//
// Interfaces of nodes are Go values (Node, Element, HTMLElement …: a window and a NodeID), made for a call
// and kept nowhere. The object that script holds for a node, its wrapper, has a [nodeState] as its host slot: its listeners,
// the lists that script asked for, its group. See wrappers.go for how wrappers and trees live and die.
//
// # Other objects
//
// Other interfaces are Go structs that embed [Object] and are the host slot's state: *Event, *URL, *MutationObserver …
//
// To add an interface: write it in a file of idl/, write the Go methods, run go generate ./js/bind.
package bind

//go:generate go run ./internal/bindgen
