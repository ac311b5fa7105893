package host

import (
	"context"
	"fmt"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/js/bind"
)

// Pointer is what a pointing device does at a moment.
type Pointer struct {
	Type      string    // "mouse", "pen" or "touch"; "" is a mouse
	Device    int       // tells pens and fingers apart; there is one mouse
	X, Y      float32   // CSS px in the page's viewport
	Button    int       // that is pressed or released
	Modifiers Modifiers // keys that are held

	Width, Height      float64 // of the contact, CSS px; 0: a point
	Pressure           float64 // 0 to 1; 0: half, where the device touches
	TangentialPressure float64 // -1 to 1
	TiltX, TiltY       int     // degrees
	Twist              int     // degrees
	altitude, azimuth  float64 // radians, where angles is set
	angles             bool
}

// SetAngles sets the tilt by the angles of a pen with the surface and around it, in radians.
// https://w3c.github.io/pointerevents/#converting-between-tiltx-tilty-and-altitudeangle-azimuthangle
func (p *Pointer) SetAngles(altitude, azimuth float64) {
	p.altitude, p.azimuth, p.angles = altitude, azimuth, true
	p.TiltX, p.TiltY = bind.TiltOf(altitude, azimuth)
}

// Key is a key of the keyboard.
type Key struct {
	Key       string    // KeyboardEvent.key
	Code      string    // KeyboardEvent.code; "": where the key is on a US keyboard
	Location  int       // KeyboardEvent.location: 1 the left of two, 2 the right, 3 the number pad
	Modifiers Modifiers // keys that are held, this one among them
	Repeat    bool      // it has been down
}

// PointerMove moves a pointing device. The mouse and a pen that does not touch hover.
func (p *Page) PointerMove(ctx context.Context, at Pointer) error {
	return p.Do(ctx, func() error { return p.pointerMove(at) })
}

// PointerDown presses a button of a mouse or pen, or puts a pen or finger down.
func (p *Page) PointerDown(ctx context.Context, at Pointer) error {
	return p.Do(ctx, func() error { return p.pointerDown(at) })
}

// PointerUp releases a button, or lifts a pen or finger.
func (p *Page) PointerUp(ctx context.Context, at Pointer) error {
	return p.Do(ctx, func() error { return p.pointerUp(at) })
}

// PointerCancel says that the device does something else from now on, or is gone.
func (p *Page) PointerCancel(ctx context.Context, at Pointer) error {
	return p.Do(ctx, func() error { return p.pointerCancel(at) })
}

// SendKey presses or releases a key.
func (p *Page) SendKey(ctx context.Context, k Key, down bool) error {
	return p.Do(ctx, func() error {
		if k.Code == "" {
			k.Code = codeOf(k.Key)
		}
		if down {
			p.top.keyDown(k)
		} else {
			p.top.keyUp(k)
		}
		return nil
	})
}

// FramePoint is a place of a frame's viewport in the page's. The frame is where the indices lead to, each of window.frames.
func (p *Page) FramePoint(ctx context.Context, path []int, x, y float32) (px, py float32, err error) {
	err = p.Do(ctx, func() error {
		f := p.top
		for _, i := range path {
			c := f.frameAt(i)
			if c == nil {
				return fmt.Errorf("there is no frame %v", path)
			}
			f = c
		}
		px, py = f.toPage(x, y)
		return nil
	})
	return px, py, err
}

// frameAt is the frame of window.frames[i].
func (f *frame) frameAt(i int) *frame {
	if f.doc == nil {
		return nil
	}
	for _, el := range f.doc.Elements(dom.Frames) {
		if c := f.childOf(el); c != nil {
			if i == 0 {
				return c
			}
			i--
		}
	}
	return nil
}

// toPage is a place of the frame's viewport in the page's.
func (f *frame) toPage(x, y float32) (float32, float32) {
	for ; f.parent != nil; f = f.parent {
		f.parent.update(true)
		m, _ := f.parent.layout.ContentToViewport(f.element)
		px, py := m.Apply(float64(x), float64(y))
		x, y = float32(px), float32(py)
	}
	return x, y
}

// inContent is a place of the viewport in the content box of an iframe, whatever transforms it; of one that has no area, its corner.
func (f *frame) inContent(el dom.NodeID, x, y float32) (float32, float32) {
	m, _ := f.layout.ContentToViewport(el)
	inv, ok := m.Invert()
	if !ok {
		return 0, 0
	}
	px, py := inv.Apply(float64(x), float64(y))
	return float32(px), float32(py)
}

// contentOf is the content box of an iframe in the viewport.
func (f *frame) contentOf(el dom.NodeID) geom.RectF {
	r, _ := f.layout.BoundingClientRect(el)
	b := f.layout.Of(el)
	if b == 0 {
		return r
	}
	l, p := f.layout.Border(b), f.layout.Padding(b)
	left, top := l.Left+p.Left, l.Top+p.Top
	return geom.RectF{X: r.X + left.Px(), Y: r.Y + top.Px(), W: r.W - (left + l.Right + p.Right).Px(), H: r.H - (top + l.Bottom + p.Bottom).Px()}
}
