package bind

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
)

// controls ties the form controls of dom/html/form to the page.
type controls struct{}

func (f *controls) sweep(s *dom.Store) {}

func (f *controls) connected(w *World, el dom.NodeID) {}

func (f *controls) attrChanged(w *World, el dom.NodeID, name atom.Atom, old string, had, has bool) {}

func (f *controls) childrenChanged(w *World, el dom.NodeID) {}

func (f *controls) owner(w *World, el dom.NodeID) dom.NodeID { return 0 }

// ControlText is the text that a form control shows.
func (w *World) ControlText(n dom.NodeID) (value string, placeholder bool) { return "", false }
