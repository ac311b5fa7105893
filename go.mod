module github.com/niso-engine/niso

go 1.26.0

require (
	github.com/andybalholm/brotli v1.3.0
	github.com/go-text/typesetting v0.3.5
	github.com/klauspost/compress v1.20.4
	golang.org/x/image v0.48.0
	golang.org/x/net v0.62.0
	golang.org/x/text v0.44.0
)
