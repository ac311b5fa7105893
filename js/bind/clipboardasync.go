package bind

import (
	"strings"

	"github.com/niso-engine/niso/dom/html"
	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/net"
)

// navigator.clipboard. https://w3c.github.io/clipboard-apis/#async-clipboard-api

// Clipboard is the state of a Clipboard.
type Clipboard struct {
	EventTarget
}

// Clipboard is Navigator.clipboard, in secure contexts.
func (n *Navigator) Clipboard(c *js.Call) js.Value {
	w := windowOf(c.Realm())
	if !w.IsSecureContext() {
		return js.Undefined
	}
	const key = "clipboard"
	x, _ := w.extra[key].(*Clipboard)
	if x == nil {
		x = &Clipboard{}
		x.window = w
		if w.extra == nil {
			w.extra = map[string]any{}
		}
		w.extra[key] = x
	}
	return objectValue(c.Realm(), x)
}

// ClipboardItem is the state of a ClipboardItem.
type ClipboardItem struct {
	Object
	style string
	names []string
	types js.Value
	data  []js.Value // what it was made of, or Undefined: of bytes
	bytes [][]byte
}

func (i *ClipboardItem) trace(t *js.Tracer) {
	t.Mark(i.types)
	for _, v := range i.data {
		t.Mark(v)
	}
}

var clipboardTypes = map[string]bool{"text/plain": true, "text/html": true, "image/png": true, "image/svg+xml": true}

// ClipboardItemSupports is ClipboardItem.supports.
func ClipboardItemSupports(typ string) bool {
	return clipboardTypes[typ] || strings.HasPrefix(typ, "web ") && validMIME(strings.TrimPrefix(typ, "web "))
}

func validMIME(t string) bool {
	_, ok := net.ParseMIME(t)
	return ok
}

// ConstructClipboardItem is new ClipboardItem.
func ConstructClipboardItem(c *js.Call) js.Value {
	i := &ClipboardItem{types: js.Undefined}
	v := c.Arg(0)
	if !v.IsObject() {
		c.TypeError("Only objects can be converted to record<K,V> types")
		return js.Undefined
	}
	c.ToRecord(v, func(key string, v js.Value) {
		i.names = append(i.names, key)
		i.data = append(i.data, v)
		i.bytes = append(i.bytes, nil)
	})
	o := readClipboardItemOptions(&c.Conv, c.Arg(1))
	if c.Failed() {
		return js.Undefined
	}
	if len(i.names) == 0 {
		c.TypeError("Empty dictionary argument")
		return js.Undefined
	}
	i.style = o.PresentationStyle
	return constructed(c, cls.ClipboardItem, i)
}

// PresentationStyle is ClipboardItem.presentationStyle.
func (i *ClipboardItem) PresentationStyle() string { return i.style }

// Types is ClipboardItem.types.
func (i *ClipboardItem) Types(c *js.Call) js.Value {
	if i.types.IsUndefined() {
		r := c.Realm()
		i.types = arrayOf(r, i.names, func(n string) js.Value { return r.String(n) })
		_ = r.Freeze(i.types.Object())
	}
	return i.types
}

// GetType is ClipboardItem.getType.
func (i *ClipboardItem) GetType(c *js.Call) js.Value {
	typ := c.DOMString(0)
	if c.Failed() {
		return js.Undefined
	}
	w := windowOf(c.Realm())
	p := w.Realm.NewPromise()
	for k, n := range i.names {
		if n != typ {
			continue
		}
		if i.data[k].IsUndefined() {
			p.Resolve(objectValue(w.Realm, &Blob{data: i.bytes[k], typ: typ}))
			return p.Value()
		}
		w.representation(i.data[k], func(b []byte) { p.Resolve(objectValue(w.Realm, &Blob{data: b, typ: typ})) }, func(v js.Value) { p.Reject(v) }, p.Value())
		return p.Value()
	}
	return c.DOMException("NotFoundError", "The type was not found")
}

// representation waits for what an item was made of: a text or a Blob, or a promise of one.
func (w *Window) representation(v js.Value, done func([]byte), fail func(js.Value), keep js.Value) {
	settle := func(v js.Value) (js.Value, error) {
		if h := js.HostOf(v, cls.Blob); !h.IsNone() {
			done(blobOf(h).data)
			return js.Undefined, nil
		}
		s, err := w.Realm.ToString(v)
		if err != nil {
			fail(w.Realm.ErrorValue(err))
			return js.Undefined, nil
		}
		done([]byte(s))
		return js.Undefined, nil
	}
	q := w.Realm.NewPromise()
	q.Resolve(v)
	w.Realm.Then(q.Value(), settle, func(v js.Value) (js.Value, error) {
		fail(v)
		return js.Undefined, nil
	}, keep)
}

// WriteText is Clipboard.writeText.
func (x *Clipboard) WriteText(c *js.Call) js.Value {
	t := c.DOMString(0)
	if c.Failed() {
		return js.Undefined
	}
	d := &clipboardData{}
	d.set("text/plain", t)
	w := x.window
	p := w.Realm.NewPromise()
	w.postWith(SourceUser, p.Value(), func() {
		w.World.clipboard = d
		p.Resolve(js.Undefined)
	})
	return p.Value()
}

// ReadText is Clipboard.readText.
func (x *Clipboard) ReadText() js.Value {
	w := x.window
	p := w.Realm.NewPromise()
	w.postWith(SourceUser, p.Value(), func() {
		t, _ := w.World.clipboard.text("text/plain")
		p.Resolve(w.Realm.String(t))
	})
	return p.Value()
}

// Read is Clipboard.read.
func (x *Clipboard) Read(*js.Call) js.Value {
	w := x.window
	p := w.Realm.NewPromise()
	w.postWith(SourceUser, p.Value(), func() {
		var items []*ClipboardItem
		if d := w.World.clipboard; d != nil && len(d.items) > 0 {
			i := &ClipboardItem{types: js.Undefined, style: "unspecified"}
			for _, r := range d.items {
				data := r.data
				if r.typ == "text/html" {
					data = []byte(w.sanitized(string(data)))
				}
				i.names, i.data, i.bytes = append(i.names, r.typ), append(i.data, js.Undefined), append(i.bytes, data)
			}
			items = append(items, i)
		}
		p.Resolve(arrayOf(w.Realm, items, func(i *ClipboardItem) js.Value { return objectValue(w.Realm, i) }))
	})
	return p.Value()
}

// sanitized is markup without scripts and handlers.
func (w *Window) sanitized(markup string) string {
	b := w.Doc.Body()
	if b == 0 {
		return ""
	}
	frag := w.fragmentOf(b, markup)
	return string(html.Inner(nil, w.World.Store, frag, html.SerializeOptions{}))
}

// Write is Clipboard.write.
func (x *Clipboard) Write(c *js.Call) js.Value {
	var items []*ClipboardItem
	c.Sequence(0, func(v js.Value) {
		h := js.HostOf(v, cls.ClipboardItem)
		if h.IsNone() {
			c.TypeError("Failed to execute 'write' on 'Clipboard': Failed to convert value to 'ClipboardItem'.")
			return
		}
		items = append(items, h.State().(*ClipboardItem))
	})
	if c.Failed() {
		return js.Undefined
	}
	w := x.window
	p := w.Realm.NewPromise()
	if len(items) == 0 {
		p.Resolve(js.Undefined)
		return p.Value()
	}
	if len(items) > 1 {
		return c.DOMException("NotAllowedError", "Support for multiple ClipboardItems is not implemented.")
	}
	i := items[0]
	for _, n := range i.names {
		if !ClipboardItemSupports(n) {
			return c.DOMException("NotAllowedError", "Type %s not supported on write.", n)
		}
	}
	d := &clipboardData{items: make([]clipboardItem, len(i.names))}
	left, failed := len(i.names), false
	for k := range i.names {
		w.representation(i.data[k], func(b []byte) {
			if i.names[k] == "text/html" {
				b = []byte(w.sanitized(string(b)))
			}
			d.items[k] = clipboardItem{i.names[k], b}
			if left--; left == 0 && !failed {
				w.World.clipboard = d
				p.Resolve(js.Undefined)
			}
		}, func(v js.Value) {
			if !failed {
				failed = true
				p.Reject(v)
			}
		}, p.Value())
	}
	return p.Value()
}
