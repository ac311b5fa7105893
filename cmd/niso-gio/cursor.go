package main

import "gioui.org/io/pointer"

// cursors are the shapes of the pointer by the keywords of CSS. Those that no window system has are left out: they show as the arrow.
// https://drafts.csswg.org/css-ui/#cursor
var cursors = map[string]pointer.Cursor{
	"none": pointer.CursorNone, "text": pointer.CursorText, "vertical-text": pointer.CursorVerticalText, "pointer": pointer.CursorPointer,
	"crosshair": pointer.CursorCrosshair, "cell": pointer.CursorCrosshair, "move": pointer.CursorAllScroll, "all-scroll": pointer.CursorAllScroll,
	"grab": pointer.CursorGrab, "grabbing": pointer.CursorGrabbing, "not-allowed": pointer.CursorNotAllowed, "no-drop": pointer.CursorNotAllowed,
	"wait": pointer.CursorWait, "progress": pointer.CursorProgress, "col-resize": pointer.CursorColResize, "row-resize": pointer.CursorRowResize,
	"n-resize": pointer.CursorNorthResize, "s-resize": pointer.CursorSouthResize, "e-resize": pointer.CursorEastResize, "w-resize": pointer.CursorWestResize,
	"ne-resize": pointer.CursorNorthEastResize, "nw-resize": pointer.CursorNorthWestResize, "se-resize": pointer.CursorSouthEastResize, "sw-resize": pointer.CursorSouthWestResize,
	"ns-resize": pointer.CursorNorthSouthResize, "ew-resize": pointer.CursorEastWestResize,
	"nesw-resize": pointer.CursorNorthEastSouthWestResize, "nwse-resize": pointer.CursorNorthWestSouthEastResize,
}
