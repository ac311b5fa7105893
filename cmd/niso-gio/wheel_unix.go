//go:build (linux && !android) || freebsd || openbsd

package main

import "gioui.org/app"

// wheelScale is how many CSS px a unit of Gio's scroll events is. On X11 a notch of the wheel is 20 units, 10 for pressing and 10 for releasing
// its button; elsewhere a unit is about a px.
func wheelScale(v app.ViewEvent) float32 {
	if _, ok := v.(app.X11ViewEvent); ok {
		return 5
	}
	return 1
}
