package html

import "github.com/niso-engine/niso/dom"

// SerializeOptions are those of the fragment serializing algorithm.
type SerializeOptions struct {
	Scripting   bool         // noscript has raw text
	ShadowRoots bool         // serializable shadow roots are written
	ShadowList  []dom.NodeID // shadow roots to be written in any case
}

// Inner appends the serialization of the children of id (innerHTML) to dst.
// https://html.spec.whatwg.org/multipage/parsing.html#serialising-html-fragments
func Inner(dst []byte, s *dom.Store, id dom.NodeID, o SerializeOptions) []byte { return dst }

// Outer appends the serialization of id and its children (outerHTML) to dst.
func Outer(dst []byte, s *dom.Store, id dom.NodeID, o SerializeOptions) []byte { return dst }
