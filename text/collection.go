package text

import "sync"

// FaceID is a row of a collection's faces; 0 is none. It names a face of a font file at
// fixed variation coordinates, with its synthetic styles. Web fonts' ids end with their FontSet: a stale one
// (its generation is in the upper bits) has no outlines and no metrics. Ids are not given out again soon.
type FaceID uint32

// Collection is a registry of faces that pages and goroutines share.
type Collection struct {
	mu sync.Mutex
}

// Options say what a collection may use.
type Options struct {
	NoSystem bool     // embedded faces alone: the same picture on every machine
	Dirs     []string // where to look for fonts instead of the system's folders
	CacheDir string   // for the index of system fonts; empty is os.UserCacheDir()/niso, "-" keeps none
}

// NewCollection makes a registry that holds the embedded faces. Nothing is read from disk until a
// family or a character is asked for that they lack.
func NewCollection(o Options) *Collection { return &Collection{} }

// Default is the process's collection, with the system's fonts.
func Default() *Collection { return defaultCollection() }

var defaultCollection = sync.OnceValue(func() *Collection { return NewCollection(Options{}) })
