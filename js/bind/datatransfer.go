package bind

import (
	"strings"

	"github.com/niso-engine/niso/js"
)

// Data that is dragged, or that the clipboard has.
// https://html.spec.whatwg.org/multipage/dnd.html#the-drag-data-store

// transferItem is one item of a drag data store: a text, or a file.
type transferItem struct {
	typ  string
	text string
	file *File // nil: a text
}

// transferMode says what a page may do with a store.
type transferMode uint8

const (
	transferProtected transferMode = iota // types can be seen
	transferReadOnly
	transferReadWrite
)

// transferStore is a drag data store.
type transferStore struct {
	items []*transferItem
	mode  transferMode
}

// text is the first text of a type.
func (s *transferStore) text(typ string) (string, bool) {
	for _, i := range s.items {
		if i.file == nil && i.typ == typ {
			return i.text, true
		}
	}
	return "", false
}

func (s *transferStore) setText(typ, text string) {
	for k, i := range s.items {
		if i.file == nil && i.typ == typ {
			s.items = append(s.items[:k:k], s.items[k+1:]...)
			break
		}
	}
	s.items = append(s.items, &transferItem{typ: typ, text: text})
}

// DataTransfer is the state of a DataTransfer.
type DataTransfer struct {
	Object
	window  *Window
	store   *transferStore // nil: its event is over
	list    *DataTransferItemList
	shown   []string // what types gave last
	types   js.Value
	effect  string // dropEffect
	allowed string // effectAllowed
	made    map[*transferItem]*DataTransferItem
	files   *FileList
	drag    *dragging // while its dragstart is dispatched
}

func (d *DataTransfer) trace(t *js.Tracer) {
	mark(t, d.list)
	mark(t, d.files)
	d.drag.trace(t)
	t.Mark(d.types)
	for _, i := range d.made {
		mark(t, i)
	}
	d.store.trace(t)
}

func (s *transferStore) trace(t *js.Tracer) {
	if s == nil {
		return
	}
	for _, i := range s.items {
		mark(t, i.file)
	}
}

func (w *Window) newDataTransfer(s *transferStore) *DataTransfer {
	return &DataTransfer{window: w, store: s, types: js.Undefined, effect: "none", allowed: "uninitialized"}
}

// ConstructDataTransfer is new DataTransfer.
func ConstructDataTransfer(c *js.Call) *DataTransfer {
	d := windowOf(c.Realm()).newDataTransfer(&transferStore{mode: transferReadWrite})
	d.allowed = "none"
	return d
}

func (d *DataTransfer) readable() bool { return d.store != nil && d.store.mode != transferProtected }

func (d *DataTransfer) writable() bool { return d.store != nil && d.store.mode == transferReadWrite }

// DropEffect is DataTransfer.dropEffect.
func (d *DataTransfer) DropEffect() string { return d.effect }

// SetDropEffect sets DataTransfer.dropEffect.
func (d *DataTransfer) SetDropEffect(v string) {
	switch v {
	case "none", "copy", "link", "move":
		d.effect = v
	}
}

// EffectAllowed is DataTransfer.effectAllowed.
func (d *DataTransfer) EffectAllowed() string { return d.allowed }

// SetEffectAllowed sets DataTransfer.effectAllowed.
func (d *DataTransfer) SetEffectAllowed(v string) {
	switch v {
	case "none", "copy", "copyLink", "copyMove", "link", "linkMove", "move", "all", "uninitialized":
		if d.writable() {
			d.allowed = v
		}
	}
}

// Items is DataTransfer.items.
func (d *DataTransfer) Items() *DataTransferItemList {
	if d.list == nil {
		d.list = &DataTransferItemList{transfer: d}
	}
	return d.list
}

// SetDragImage is DataTransfer.setDragImage: what the embedder shows of the drag, which dragstart alone can say.
func (d *DataTransfer) SetDragImage(image Element, x, y int32) {
	if d.drag != nil && d.writable() {
		d.drag.image, d.drag.imageX, d.drag.imageY = d.window.World.wrappers.state(d.window.Realm, image.ID), x, y
	}
}

func (d *DataTransfer) typeNames() (names []string) {
	if d.store == nil {
		return nil
	}
	files := false
	for _, i := range d.store.items {
		if i.file != nil {
			files = true
		} else {
			names = append(names, i.typ)
		}
	}
	if files {
		names = append(names, "Files")
	}
	return names
}

// Types is DataTransfer.types: the same array while it is the same.
func (d *DataTransfer) Types(c *js.Call) js.Value {
	names := d.typeNames()
	same := !d.types.IsUndefined() && len(names) == len(d.shown)
	for i := 0; same && i < len(names); i++ {
		same = names[i] == d.shown[i]
	}
	if !same {
		r := c.Realm()
		a := arrayOf(r, names, func(n string) js.Value { return r.String(n) })
		_ = r.Freeze(a.Object())
		d.types, d.shown = a, names
	}
	return d.types
}

// format is a format as getData and its like know it; url: "url" was asked for, which is the first address of a list.
func transferFormat(f string) (format string, url bool) {
	switch f = lowerASCII(f); {
	case f == "text" || f == "text/plain" || strings.HasPrefix(f, "text/plain;"):
		return "text/plain", false
	case f == "url":
		return "text/uri-list", true
	}
	return f, false
}

// GetData is DataTransfer.getData.
func (d *DataTransfer) GetData(format string) string {
	if !d.readable() {
		return ""
	}
	f, url := transferFormat(format)
	t, _ := d.store.text(f)
	if url {
		for _, line := range strings.FieldsFunc(t, func(r rune) bool { return r == '\r' || r == '\n' }) {
			if !strings.HasPrefix(line, "#") {
				return strings.TrimSpace(line)
			}
		}
		return ""
	}
	return t
}

// SetData is DataTransfer.setData.
func (d *DataTransfer) SetData(format, data string) {
	if d.writable() {
		f, _ := transferFormat(format)
		d.store.setText(f, data)
	}
}

// ClearData is DataTransfer.clearData.
func (d *DataTransfer) ClearData(format Opt[string]) {
	if !d.writable() {
		return
	}
	want, _ := transferFormat(format.Value)
	kept := d.store.items[:0:0]
	for _, i := range d.store.items {
		if i.file != nil || format.Set && i.typ != want {
			kept = append(kept, i)
		}
	}
	d.store.items = kept
}

// Files is DataTransfer.files.
func (d *DataTransfer) Files() *FileList {
	var files []*File
	if d.readable() {
		for _, i := range d.store.items {
			if i.file != nil {
				files = append(files, i.file)
			}
		}
	}
	if d.files != nil && len(d.files.files) == len(files) {
		same := true
		for k, f := range files {
			same = same && d.files.files[k] == f
		}
		if same {
			return d.files
		}
	}
	d.files = &FileList{files: files}
	return d.files
}

// DataTransferItemList is the state of a DataTransferItemList.
type DataTransferItemList struct {
	Object
	transfer *DataTransfer
}

func (l *DataTransferItemList) trace(t *js.Tracer) { mark(t, l.transfer) }

// Length is DataTransferItemList.length.
func (l *DataTransferItemList) Length() uint32 {
	if l.transfer.store == nil {
		return 0
	}
	return uint32(len(l.transfer.store.items))
}

// Item is the indexed getter of DataTransferItemList.
func (l *DataTransferItemList) Item(i uint32) *DataTransferItem {
	if i >= l.Length() {
		return nil
	}
	return l.transfer.itemOf(l.transfer.store.items[i])
}

func (d *DataTransfer) itemOf(i *transferItem) *DataTransferItem {
	if x := d.made[i]; x != nil {
		return x
	}
	if d.made == nil {
		d.made = map[*transferItem]*DataTransferItem{}
	}
	x := &DataTransferItem{transfer: d, item: i}
	d.made[i] = x
	return x
}

// Add is DataTransferItemList.add of a text with its type.
func (l *DataTransferItemList) Add(data, typ string) (*DataTransferItem, error) {
	d := l.transfer
	if !d.writable() {
		return nil, nil
	}
	typ = lowerASCII(typ)
	if _, has := d.store.text(typ); has {
		return nil, exception("NotSupportedError", "An item already exists for type '"+typ+"'.")
	}
	d.store.setText(typ, data)
	return d.itemOf(d.store.items[len(d.store.items)-1]), nil
}

// AddFile is DataTransferItemList.add of a file.
func (l *DataTransferItemList) AddFile(f *File) *DataTransferItem {
	d := l.transfer
	if !d.writable() {
		return nil
	}
	i := &transferItem{typ: f.Type(), file: f}
	d.store.items = append(d.store.items, i)
	return d.itemOf(i)
}

// Remove is DataTransferItemList.remove.
func (l *DataTransferItemList) Remove(i uint32) error {
	d := l.transfer
	if !d.writable() {
		return exception("InvalidStateError", "The list is not writable.")
	}
	if i < l.Length() {
		k := int(i)
		delete(d.made, d.store.items[k])
		d.store.items = append(d.store.items[:k:k], d.store.items[k+1:]...)
	}
	return nil
}

// Clear is DataTransferItemList.clear.
func (l *DataTransferItemList) Clear() {
	if l.transfer.writable() {
		l.transfer.store.items, l.transfer.made = nil, nil
	}
}

// DataTransferItem is the state of a DataTransferItem.
type DataTransferItem struct {
	Object
	transfer *DataTransfer
	item     *transferItem
}

func (i *DataTransferItem) trace(t *js.Tracer) {
	mark(t, i.transfer)
	mark(t, i.item.file)
}

// there reports an item that its list still has.
func (i *DataTransferItem) there() bool {
	if i.transfer.store == nil {
		return false
	}
	for _, x := range i.transfer.store.items {
		if x == i.item {
			return true
		}
	}
	return false
}

// Kind is DataTransferItem.kind.
func (i *DataTransferItem) Kind() string {
	switch {
	case !i.there():
		return ""
	case i.item.file != nil:
		return "file"
	}
	return "string"
}

// Type is DataTransferItem.type.
func (i *DataTransferItem) Type() string {
	if !i.there() {
		return ""
	}
	return i.item.typ
}

// GetAsFile is DataTransferItem.getAsFile.
func (i *DataTransferItem) GetAsFile() *File {
	if !i.there() || !i.transfer.readable() {
		return nil
	}
	return i.item.file
}

// GetAsString is DataTransferItem.getAsString.
func (i *DataTransferItem) GetAsString(callback js.Object) {
	if callback.IsNone() || !i.there() || !i.transfer.readable() || i.item.file != nil {
		return
	}
	w, text := i.transfer.window, i.item.text
	w.postWith(SourceDOM, callback.Value(), func() { w.callBack(callback, text) })
}

// callBack calls a callback with a text.
func (w *Window) callBack(fn js.Object, text string) {
	if w.closed {
		return
	}
	if _, err := w.Realm.Call(fn.Value(), js.Undefined, w.Realm.String(text)); err != nil {
		w.Report(err)
	}
	w.afterCallback()
}

// DragEvent is the state of a DragEvent.
type DragEvent struct {
	MouseEvent
	transfer *DataTransfer
}

func (e *DragEvent) trace(t *js.Tracer) {
	e.MouseEvent.trace(t)
	mark(t, e.transfer)
}

// ConstructDragEvent is new DragEvent.
func ConstructDragEvent(c *js.Call, typ string, i DragEventInit) *DragEvent {
	e := &DragEvent{transfer: i.DataTransfer}
	e.initMouse(c, typ, i.MouseEventInit)
	return e
}

// DataTransfer is DragEvent.dataTransfer.
func (e *DragEvent) DataTransfer() *DataTransfer { return e.transfer }

// ClipboardEvent is the state of a ClipboardEvent.
type ClipboardEvent struct {
	Event
	transfer *DataTransfer
}

func (e *ClipboardEvent) trace(t *js.Tracer) {
	e.Event.trace(t)
	mark(t, e.transfer)
}

// ConstructClipboardEvent is new ClipboardEvent.
func ConstructClipboardEvent(c *js.Call, typ string, i ClipboardEventInit) *ClipboardEvent {
	e := &ClipboardEvent{transfer: i.ClipboardData}
	e.init(c, typ, i.EventInit)
	return e
}

// ClipboardData is ClipboardEvent.clipboardData.
func (e *ClipboardEvent) ClipboardData() *DataTransfer { return e.transfer }

// DataTransfer is InputEvent.dataTransfer.
func (e *InputEvent) DataTransfer() *DataTransfer { return e.transfer }
