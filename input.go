package niso

import (
	"context"

	"github.com/niso-engine/niso/host"
)

// Pointer is what a pointing device does at a moment: a mouse, a pen or a finger.
type Pointer = host.Pointer

// Key is a key of the keyboard.
type Key = host.Key

// Modifiers are keys that are held.
type Modifiers = host.Modifiers

// The modifier keys.
const (
	ModControl = host.ModControl
	ModShift   = host.ModShift
	ModAlt     = host.ModAlt
	ModMeta    = host.ModMeta
)

// PointerMove moves a pointing device. Unlike Click, it and the others of this kind send their events and no more: the page goes on with the next call
// that waits for it.
func (p *Page) PointerMove(ctx context.Context, at Pointer) error {
	return wrap(p.p.PointerMove(ctx, at))
}

// PointerDown presses a button, or puts a pen or finger down.
func (p *Page) PointerDown(ctx context.Context, at Pointer) error {
	return wrap(p.p.PointerDown(ctx, at))
}

// PointerUp releases a button, or lifts a pen or finger.
func (p *Page) PointerUp(ctx context.Context, at Pointer) error {
	return wrap(p.p.PointerUp(ctx, at))
}

// PointerCancel says that the device does something else from now on, or is gone.
func (p *Page) PointerCancel(ctx context.Context, at Pointer) error {
	return wrap(p.p.PointerCancel(ctx, at))
}

// Wheel turns the wheel over a place of the viewport, by CSS px.
func (p *Page) Wheel(ctx context.Context, x, y, dx, dy float64, held Modifiers) error {
	return wrap(p.p.Wheel(ctx, float32(x), float32(y), float32(dx), float32(dy), held))
}

// KeyDown presses a key; its default action happens as for a user.
func (p *Page) KeyDown(ctx context.Context, k Key) error { return wrap(p.p.SendKey(ctx, k, true)) }

// KeyUp releases a key.
func (p *Page) KeyUp(ctx context.Context, k Key) error { return wrap(p.p.SendKey(ctx, k, false)) }

// FramePoint is a place of a frame's viewport in that of the page. The frame is where the indices lead to, each one of window.frames.
func (p *Page) FramePoint(ctx context.Context, frames []int, x, y float64) (px, py float64, err error) {
	fx, fy, err := p.p.FramePoint(ctx, frames, float32(x), float32(y))
	return float64(fx), float64(fy), wrap(err)
}
