package host

import (
	"context"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/js/bind"
)

// Drag and drop by the mouse: js/bind has the events, this file says where the pointer is.
// https://html.spec.whatwg.org/multipage/dnd.html#drag-and-drop-processing-model

// drags reports a device that drags something: its own events rest.
func (d *device) drags() bool {
	return d.holder != nil && d.holder.window != nil && d.holder.window.Dragging()
}

// dragBegan ends what else the device does, and enters what it is over.
// https://html.spec.whatwg.org/multipage/dnd.html#initiate-the-drag-and-drop-operation
func (p *Page) dragBegan(d *device) {
	buttons, holder := d.buttons, d.holder
	p.cancelPointer(d)
	d.down = place{} // the release makes no click
	d.buttons, d.holder = buttons, holder
	for range 2 { // dragenter, dragover
		if d.drags() {
			p.dragTo(d, 0, 0)
		}
	}
}

// dragHop is where a drag is, in the frame that it began in.
func (p *Page) dragHop(d *device) (h hop, i bind.PointerInit) {
	route := p.route(d)
	if len(route) == 0 || route[len(route)-1].f != d.holder {
		return h, i
	}
	h = route[len(route)-1]
	i = d.init(h)
	i.Button = 0
	return h, i
}

// dragTo tells of a move of a drag.
func (p *Page) dragTo(d *device, dx, dy float32) {
	if h, i := p.dragHop(d); h.f != nil && h.el != 0 {
		i.MovementX, i.MovementY = dx, dy
		h.f.window.DragMove(h.el, i)
		p.loop.needFrame()
	}
}

// drop ends a drag where a release of the left button leaves it.
func (p *Page) drop(d *device, bit uint16) {
	if bit&1 != 0 {
		if h, i := p.dragHop(d); h.f != nil {
			h.f.window.Drop(i)
		}
	}
	if d.buttons &^= bit; d.buttons == 0 {
		d.holder, d.noMouse = nil, false
	}
	p.loop.needFrame()
}

// cancelDrag ends a drag that is not to drop anything.
func (p *Page) cancelDrag(d *device) {
	if h, i := p.dragHop(d); h.f != nil {
		h.f.window.CancelDrag(i)
		p.loop.needFrame()
	}
}

// dragKey is a key while something is dragged, which tells the page nothing; Escape cancels the drag.
func (p *Page) dragKey(k Key) bool {
	for _, d := range p.pointing.devices {
		if d.drags() {
			if k.Key == "Escape" {
				p.cancelDrag(d)
			}
			return true
		}
	}
	return false
}

// DragBox is a rectangle of the page's viewport, CSS px.
type DragBox struct{ X, Y, W, H float32 }

// Drag is what the user drags in a page, for an embedder to show.
type Drag struct {
	X, Y   float32 // where the pointer is, in the page's viewport, CSS px
	Effect string  // what a drop would do now: none, copy, move, link
	// Image is where to show a picture of what is dragged, or of the element that the page wants shown (DataTransfer.setDragImage), which is empty
	// where that has no box. The pointer is at HotX, HotY of it.
	Image      DragBox
	HotX, HotY float32
}

// Dragging is the drag under way; false for none.
func (p *Page) Dragging(ctx context.Context) (drag Drag, ok bool, err error) {
	err = p.Do(ctx, func() error {
		for _, d := range p.pointing.devices {
			if !d.drags() {
				continue
			}
			f := d.holder
			n, effect := f.window.DragSource()
			drag, ok = Drag{X: d.at.X, Y: d.at.Y, Effect: effect}, true
			image, x, y := f.window.DragImage()
			f.update(true)
			var r geom.RectF
			if image != 0 {
				r, _ = f.layout.BoundingClientRect(image)
				drag.HotX, drag.HotY = float32(x), float32(y)
			} else if n != 0 && f.doc.Kind(n) == dom.KindElement {
				r, _ = f.layout.BoundingClientRect(n)
				px, py := f.window.DragPress()
				drag.HotX, drag.HotY = px-r.X, py-r.Y
			}
			drag.Image = DragBox{d.at.X - drag.HotX, d.at.Y - drag.HotY, r.W, r.H}
			return nil
		}
		return nil
	})
	return drag, ok, err
}
