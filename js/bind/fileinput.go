package bind

import (
	"slices"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/html/form"
	"github.com/niso-engine/niso/js"
)

// Files of file inputs. https://html.spec.whatwg.org/multipage/input.html#file-upload-state-(type=file)

// Files is HTMLInputElement.files.
func (e HTMLInputElement) Files() *FileList {
	if e.forms().Type(e.ID) != "file" {
		return nil
	}
	l := Node(e).cached(cachedFiles, "", func() platform { return &FileList{} }).(*FileList)
	chosen := e.forms().Files(e.ID)
	if !slices.EqualFunc(chosen, l.files, func(f form.File, o *File) bool { return f.Of == any(o) }) {
		l = &FileList{}
		for _, f := range chosen {
			l.files = append(l.files, f.Of.(*File))
		}
		e.setFileList(l)
	}
	return l
}

// setFileList makes l the object that files gives.
func (e HTMLInputElement) setFileList(l *FileList) {
	Node(e).cached(cachedFiles, "", func() platform { return l })
	for i, c := range e.state().extra.lists {
		if c.kind == cachedFiles {
			e.state().extra.lists[i].object = l
		}
	}
}

// SetFiles sets HTMLInputElement.files.
func (e HTMLInputElement) SetFiles(c *js.Call) js.Value {
	v := c.Arg(0)
	if v.IsNullish() {
		return js.Undefined
	}
	h := js.HostOf(v, cls.FileList)
	if h.IsNone() {
		return c.TypeError("Failed to convert value to 'FileList'.")
	}
	if e.forms().Type(e.ID) == "file" {
		l := h.State().(*FileList)
		e.setFileList(l)
		e.forms().SetFiles(e.ID, controlFiles(l.files))
	}
	return js.Undefined
}

func controlFiles(files []*File) (out []form.File) {
	for _, f := range files {
		out = append(out, form.File{Name: f.name, Path: f.path, Of: f})
	}
	return out
}

// ChosenFile is a file that the user chose for a file input.
type ChosenFile struct {
	Name     string // without folders
	Path     string // below the folder that was chosen, with "/"; "" for a file by itself
	Type     string // MIME type, "" where it is not known
	Data     []byte
	Modified int64 // ms since 1970
}

// ChooseFiles gives a file input the files that the user chose, and tells the page. Without multiple only the first counts. It reports whether
// el is a file input that can be changed.
func (w *Window) ChooseFiles(el dom.NodeID, files []ChosenFile) bool {
	m := w.World.forms.m
	if !w.Doc.Alive(el) || !w.Doc.IsHTMLElement(el, atomInput) || m.Type(el) != "file" || m.Disabled(el) {
		return false
	}
	if len(files) > 1 && !w.ChoosesSeveral(el) {
		files = files[:1]
	}
	var list []*File
	for _, f := range files {
		list = append(list, &File{Blob: Blob{data: f.Data, typ: blobType(f.Type)}, name: f.Name, path: f.Path, modified: f.Modified})
	}
	m.SetFiles(el, controlFiles(list))
	w.changedByUser(el)
	return true
}

// ChoosesSeveral reports whether more than one file can be chosen for a file input.
func (w *Window) ChoosesSeveral(el dom.NodeID) bool {
	return w.Doc.HasAttr(el, atomMultiple) || w.Doc.HasAttr(el, w.Doc.Atoms.Intern("webkitdirectory"))
}

// WebkitRelativePath is File.webkitRelativePath.
func (f *File) WebkitRelativePath() string { return f.path }
