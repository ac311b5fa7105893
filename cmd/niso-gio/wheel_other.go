//go:build !((linux && !android) || freebsd || openbsd)

package main

import "gioui.org/app"

// wheelScale is how many CSS px a unit of Gio's scroll events is.
func wheelScale(app.ViewEvent) float32 { return 1 }
