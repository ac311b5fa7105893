package layout

import "github.com/niso-engine/niso/dom"

// ImageArrived says that the size of an image that styles name (content, list-style-image) is known from now on: the boxes that show it are
// made again.
func (t *Tree) ImageArrived(url string) {
	var nodes []dom.NodeID
	for i := 1; i < len(t.links); i++ {
		if l := &t.links[i]; l.kind != KindNone && l.extra != 0 && t.extras[l.extra].url == url && l.node != 0 {
			nodes = append(nodes, l.node)
		}
	}
	for _, n := range nodes {
		t.Invalidate(n)
	}
}
