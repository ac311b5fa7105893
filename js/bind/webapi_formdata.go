package bind

import (
	"slices"

	"github.com/niso-engine/niso/js"
)

// FormData is a list of entries. https://xhr.spec.whatwg.org/#interface-formdata
type FormData struct {
	Object
	entries []formEntry
}

// formEntry is a string or, if file is not nil, a file.
// https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-entry
type formEntry struct {
	name, value string
	file        *File
}

// blobEntry is an entry of a blob, which becomes a file. https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#create-an-entry
func blobEntry(c *js.Call, name string, b *Blob, filename Opt[string]) formEntry {
	var f *File
	if h := js.HostOf(c.Arg(1), cls.File); !h.IsNone() {
		f = h.State().(*File)
	}
	if f != nil && !filename.Set {
		return formEntry{name: name, file: f}
	}
	made := &File{Blob: Blob{data: b.data, typ: b.typ}, name: "blob"}
	if f != nil {
		made.modified = f.modified
	} else {
		made.modified = windowOf(c.Realm()).Host.WallTime().UnixMilli()
	}
	if filename.Set {
		made.name = filename.Value
	}
	return formEntry{name: name, file: made}
}

func (e *formEntry) toValue(r *js.Realm) js.Value {
	if e.file != nil {
		return objectValue(r, e.file)
	}
	return r.String(e.value)
}

// Append is FormData.append.
func (f *FormData) Append(name, value string) {
	f.entries = append(f.entries, formEntry{name: name, value: value})
}

// AppendBlob is FormData.append of a blob.
func (f *FormData) AppendBlob(c *js.Call, name string, b *Blob, filename Opt[string]) {
	f.entries = append(f.entries, blobEntry(c, name, b, filename))
}

// Set is FormData.set.
func (f *FormData) Set(name, value string) { f.set(formEntry{name: name, value: value}) }

// SetBlob is FormData.set of a blob.
func (f *FormData) SetBlob(c *js.Call, name string, b *Blob, filename Opt[string]) {
	f.set(blobEntry(c, name, b, filename))
}

// set replaces the first entry of that name and removes the others.
func (f *FormData) set(e formEntry) {
	found := false
	f.entries = slices.DeleteFunc(f.entries, func(o formEntry) bool {
		if o.name == e.name && !found {
			found = true
			return false
		}
		return o.name == e.name
	})
	if !found {
		f.entries = append(f.entries, e)
		return
	}
	i := slices.IndexFunc(f.entries, func(o formEntry) bool { return o.name == e.name })
	f.entries[i] = e
}

// Delete is FormData.delete.
func (f *FormData) Delete(name string) {
	f.entries = slices.DeleteFunc(f.entries, func(o formEntry) bool { return o.name == name })
}

// Get is FormData.get.
func (f *FormData) Get(c *js.Call, name string) js.Value {
	for i := range f.entries {
		if f.entries[i].name == name {
			return f.entries[i].toValue(c.Realm())
		}
	}
	return js.Null
}

// GetAll is FormData.getAll.
func (f *FormData) GetAll(c *js.Call, name string) js.Value {
	var l []js.Value
	for i := range f.entries {
		if f.entries[i].name == name {
			l = append(l, f.entries[i].toValue(c.Realm()))
		}
	}
	return c.Realm().NewArray(l...).Value()
}

// Has is FormData.has.
func (f *FormData) Has(name string) bool {
	return slices.ContainsFunc(f.entries, func(o formEntry) bool { return o.name == name })
}

// PairAt is the list behind the iterators.
func (f *FormData) PairAt(c *js.Call, i int) (key, value js.Value, ok bool) {
	if i >= len(f.entries) {
		return js.Undefined, js.Undefined, false
	}
	return c.String(f.entries[i].name), f.entries[i].toValue(c.Realm()), true
}

func (f *FormData) trace(t *js.Tracer) {
	for i := range f.entries {
		mark(t, f.entries[i].file)
	}
}
