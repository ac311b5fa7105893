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

// formValue reads the arguments (name, value) or (name, blob, filename).
func formValue(c *js.Call) (e formEntry, ok bool) {
	e.name = c.USVString(0)
	if h := js.HostOf(c.Arg(1), cls.Blob); !h.IsNone() {
		if f, isFile := h.State().(*File); isFile && !c.Has(2) {
			e.file = f
		} else {
			b := blobOf(h)
			e.file = &File{Blob: Blob{data: b.data, typ: b.typ}, name: "blob"}
			if isFile {
				e.file.name, e.file.modified = f.name, f.modified
			} else {
				e.file.modified = windowOf(c.Realm()).Host.WallTime().UnixMilli()
			}
			if c.Has(2) {
				e.file.name = c.USVString(2)
			}
		}
	} else if c.NArgs() > 2 && c.Has(2) {
		c.TypeError("parameter 2 is not of type 'Blob'.")
	} else {
		e.value = c.USVString(1)
	}
	return e, !c.Failed()
}

func (e *formEntry) toValue(r *js.Realm) js.Value {
	if e.file != nil {
		return objectValue(r, e.file)
	}
	return r.String(e.value)
}

// Append is FormData.append.
func (f *FormData) Append(c *js.Call) js.Value {
	if e, ok := formValue(c); ok {
		f.entries = append(f.entries, e)
	}
	return js.Undefined
}

// Set is FormData.set.
func (f *FormData) Set(c *js.Call) js.Value {
	e, ok := formValue(c)
	if !ok {
		return js.Undefined
	}
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
		return js.Undefined
	}
	i := slices.IndexFunc(f.entries, func(o formEntry) bool { return o.name == e.name })
	f.entries[i] = e
	return js.Undefined
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
