package bind

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/net"
	"github.com/niso-engine/niso/storage"
	"github.com/niso-engine/niso/style"
)

// WindowOptions are what a window is made of.
type WindowOptions struct {
	Doc     *dom.Document
	URL     net.URL
	Origin  net.Origin
	Styler  *style.Styler
	Layout  *layout.Tree
	Host    Host
	Loader  *net.Loader
	Jar     *net.Jar
	Local   *storage.Area // localStorage of the origin; nil: access throws SecurityError
	Session *storage.Area
	Modules js.ModuleHooks
	Parent  *Window // of an iframe
	Frame   dom.NodeID
	// Width, Height of the viewport and Scale of device pixels, in CSS px.
	Width, Height int
	Scale         float64
	Referrer      string
}
