package bind

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/js"
)

// World is what the windows of one page share. It is used by the page's event loop alone.
type World struct {
	Runtime *js.Runtime
	Store   *dom.Store

	windows  map[*dom.Document]*Window
	wrappers wrappers
}

// NewWorld makes the world of a page. It sets the store's hooks for wrappers; other hooks stay the host's.
func NewWorld(rt *js.Runtime, store *dom.Store) *World {
	w := &World{Runtime: rt, Store: store, windows: make(map[*dom.Document]*Window)}
	w.wrappers.init(w)
	return w
}

// windowOf is the window of a realm.
func windowOf(r *js.Realm) *Window { return r.Data.(*Window) }

// WindowOf is the window whose document owns the node, or nil for documents without one.
func (w *World) WindowOf(id dom.NodeID) *Window { return w.windows[w.Store.DocumentOf(id)] }
