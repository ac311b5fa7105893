package bind

import "github.com/niso-engine/niso/js"

// dragging is what the user drags.
type dragging struct {
	transfer *DataTransfer
}

func (d *dragging) trace(t *js.Tracer) {
	if d != nil {
		mark(t, d.transfer)
	}
}
