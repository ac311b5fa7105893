module github.com/niso-engine/niso/cmd/niso-gio

go 1.26.0

require (
	gioui.org v0.10.3
	github.com/niso-engine/niso v0.0.0
)

require (
	gioui.org/shader v1.0.9 // indirect
	github.com/andybalholm/brotli v1.3.0 // indirect
	github.com/go-text/typesetting v0.3.5 // indirect
	github.com/godbus/dbus/v5 v5.2.2 // indirect
	github.com/klauspost/compress v1.20.4 // indirect
	golang.org/x/exp/shiny v0.0.0-20250408133849-7e4ce0ab07d0 // indirect
	golang.org/x/image v0.48.0 // indirect
	golang.org/x/net v0.62.0 // indirect
	golang.org/x/sys v0.50.0 // indirect
	golang.org/x/text v0.44.0 // indirect
)

replace github.com/niso-engine/niso => ../..
