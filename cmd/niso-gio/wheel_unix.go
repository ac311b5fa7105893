//go:build (linux && !android) || freebsd || openbsd

package main

import "gioui.org/app"

// wheelScale is how many CSS px a unit of Gio's scroll events is: X11 has 10 units a notch of the wheel, the others about what
// the page should move.
func wheelScale(v app.ViewEvent) float32 {
	if _, ok := v.(app.X11ViewEvent); ok {
		return 10
	}
	return 1
}
