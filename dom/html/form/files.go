package form

import (
	"strconv"

	"github.com/niso-engine/niso/dom"
)

// File is a file that a file input has. What it is made of is the bindings'.
type File struct {
	Name string
	Path string // as webkitRelativePath gives it, "" but for files of a folder
	Of   any
}

// Files are the files of a file input, in order.
func (m *Model) Files(id dom.NodeID) []File {
	if c := m.peek(id); c != nil {
		return c.files
	}
	return nil
}

// SetFiles replaces the files of a file input.
func (m *Model) SetFiles(id dom.NodeID, files []File) {
	if len(files) == 0 && m.peek(id) == nil {
		return
	}
	m.at(id).files = files
	m.changed(id)
}

// fileText is what a file input shows.
func (m *Model) fileText(id dom.NodeID) string {
	switch f := m.Files(id); {
	case len(f) == 1:
		return f[0].Name
	case len(f) > 1:
		return strconv.Itoa(len(f)) + " files"
	case m.store.HasAttr(id, atomMultiple):
		return "No files chosen"
	}
	return "No file chosen"
}
