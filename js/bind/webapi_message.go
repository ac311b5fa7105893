package bind

import (
	"errors"
	"fmt"

	"github.com/niso-engine/niso/js"
)

// MessageChannel is two entangled ports.
// https://html.spec.whatwg.org/multipage/web-messaging.html#message-channels
type MessageChannel struct {
	Object
	port1, port2 *MessagePort
}

// MessagePort is one end of a channel. The channel's ends keep each other: while script holds one, the other may
// still be sent messages.
// https://html.spec.whatwg.org/multipage/web-messaging.html#message-ports
type MessagePort struct {
	EventTarget
	end *portEnd // nil once it was transferred
}

// portEnd is what moves when a port is transferred.
type portEnd struct {
	port    *MessagePort // who has it now; nil on its way
	other   *portEnd     // nil once disentangled
	queue   []*js.Serialized
	started bool
	closed  bool
	posted  int // tasks that wait to deliver from queue
}

func newMessagePort(w *Window, e *portEnd) *MessagePort {
	p := &MessagePort{EventTarget: EventTarget{window: w}, end: e}
	e.port = p
	return p
}

// ConstructMessageChannel is new MessageChannel.
func ConstructMessageChannel(c *js.Call) *MessageChannel {
	w := windowOf(c.Realm())
	a, b := &portEnd{}, &portEnd{}
	a.other, b.other = b, a
	return &MessageChannel{port1: newMessagePort(w, a), port2: newMessagePort(w, b)}
}

// Port1 is MessageChannel.port1.
func (m *MessageChannel) Port1() *MessagePort { return m.port1 }

// Port2 is MessageChannel.port2.
func (m *MessageChannel) Port2() *MessagePort { return m.port2 }

func (m *MessageChannel) trace(t *js.Tracer) {
	mark(t, m.port1)
	mark(t, m.port2)
}

// trace marks listeners and the other end.
func (p *MessagePort) trace(t *js.Tracer) {
	p.EventTarget.trace(t)
	if p.end != nil && p.end.other != nil {
		mark(t, p.end.other.port)
	}
}

// PostMessage is MessagePort.postMessage.
// https://html.spec.whatwg.org/multipage/web-messaging.html#message-port-post-message-steps
func (p *MessagePort) PostMessage(c *js.Call, message js.Value, transfer []js.Value) js.Value {
	doomed := false
	for i, t := range transfer {
		if h := js.HostOf(t, cls.MessagePort); !h.IsNone() {
			switch o := h.State().(*MessagePort); {
			case o == p:
				return c.DOMException("DataCloneError", "Port at index %d contains the source port.", i)
			case p.end != nil && o.end != nil && o.end == p.end.other:
				doomed = true
			}
		}
	}
	data, err := c.Realm().StructuredSerialize(message, transfer, cloneHooks)
	if err != nil {
		return c.Fail(err)
	}
	if doomed || p.end == nil || p.end.other == nil {
		return js.Undefined
	}
	o := p.end.other
	o.queue = append(o.queue, data)
	o.pump()
	return js.Undefined
}

// PostMessageWith is MessagePort.postMessage with options.
func (p *MessagePort) PostMessageWith(c *js.Call, message js.Value, o StructuredSerializeOptions) js.Value {
	return p.PostMessage(c, message, o.Transfer)
}

// pump posts a task for each message that waits.
func (e *portEnd) pump() {
	if !e.started || e.port == nil {
		return
	}
	w := e.port.window
	for ; e.posted < len(e.queue); e.posted++ {
		w.postWith(SourceMessage, objectValue(w.Realm, e.port), e.deliver)
	}
}

// deliver fires the event of the first message.
func (e *portEnd) deliver() {
	if e.posted == 0 || len(e.queue) == 0 || e.port == nil { // transferred meanwhile
		return
	}
	data := e.queue[0]
	e.queue[0] = nil
	e.queue = e.queue[1:]
	e.posted--
	w := e.port.window
	if w.closed || e.closed {
		return
	}
	w.fireAt(e.port, w.messageEvent(data))
}

// Start is MessagePort.start.
func (p *MessagePort) Start() {
	if p.end != nil && !p.end.started {
		p.end.started = true
		p.end.pump()
	}
}

// Close is MessagePort.close. The other end gets a close event.
func (p *MessagePort) Close() {
	e := p.end
	if e == nil || e.closed {
		return
	}
	e.closed = true
	o := e.other
	e.other = nil
	if o == nil {
		return
	}
	o.other = nil
	if o.port != nil {
		w := o.port.window
		w.postWith(SourceMessage, objectValue(w.Realm, o.port), func() {
			if o.port != nil && !o.closed {
				w.fireSimple(o.port, "close")
			}
		})
	}
}

// Onmessage is MessagePort.onmessage: an event handler that starts the port when it is set.
func (p *MessagePort) Onmessage(c *js.Call) js.Value { return getHandler(c, "message") }

// SetOnmessage sets MessagePort.onmessage.
func (p *MessagePort) SetOnmessage(c *js.Call) js.Value {
	setHandler(c, "message")
	p.Start()
	return js.Undefined
}

// cloneHooks clone the platform objects that can be cloned or transferred.
var cloneHooks = &js.CloneHooks{}

// What is cloned holds no objects of a realm.
type (
	clonedFiles     []*File
	clonedException struct{ name, message, stack string }
)

func init() {
	*cloneHooks = js.CloneHooks{Write: writeClone, Read: readClone, Transferable: transferable, Transfer: transferObject, Receive: receiveObject}
}

func writeClone(r *js.Realm, h js.Host) (any, error) {
	file := func(f *File) *File {
		return &File{Blob: Blob{data: f.data, typ: f.typ}, name: f.name, modified: f.modified}
	}
	switch x := h.State().(type) {
	case *File:
		return file(x), nil
	case *Blob:
		return &Blob{data: x.data, typ: x.typ}, nil
	case *FileList:
		var l clonedFiles
		for _, f := range x.files {
			l = append(l, file(f))
		}
		return l, nil
	case *DOMException:
		return clonedException{x.name, x.message, r.OwnStack(x.obj)}, nil
	case *DOMRect:
		return newDOMRect(x.x, x.y, x.width, x.height), nil
	case *DOMRectReadOnly:
		return &DOMRectReadOnly{x: x.x, y: x.y, width: x.width, height: x.height}, nil
	case *DOMPoint:
		return newDOMPoint(x.x, x.y, x.z, x.w), nil
	case *DOMPointReadOnly:
		return &DOMPointReadOnly{x: x.x, y: x.y, z: x.z, w: x.w}, nil
	case *DOMQuad:
		q := &DOMQuad{}
		for i, p := range x.p {
			q.p[i] = newDOMPoint(p.x, p.y, p.z, p.w)
		}
		return q, nil
	case *DOMMatrix:
		return x.copy(), nil
	case *DOMMatrixReadOnly:
		return &DOMMatrixReadOnly{m: x.m, is3D: x.is3D}, nil
	case *MessagePort:
		return nil, errors.New("A MessagePort could not be cloned because it was not transferred.")
	}
	return nil, errors.New(h.Class().Name + " object could not be cloned.")
}

// readClone makes an object of its own of what writeClone made: the data may be read more than once.
func readClone(r *js.Realm, data any) (js.Object, error) {
	var v js.Value
	switch x := data.(type) {
	case *File:
		f := *x
		v = objectValue(r, &f)
	case *Blob:
		b := *x
		v = objectValue(r, &b)
	case clonedFiles:
		l := &FileList{}
		for _, f := range x {
			o := *f
			l.files = append(l.files, &o)
		}
		v = objectValue(r, l)
	case clonedException:
		v = NewDOMException(r, x.name, x.message)
		if err := r.Define(v.Object(), js.NameKey("stack"), r.String(x.stack), js.Writable|js.Configurable); err != nil {
			return js.Object{}, err
		}
	case *DOMRect:
		o := *x
		v = objectValue(r, &o)
	case *DOMRectReadOnly:
		o := *x
		v = objectValue(r, &o)
	case *DOMPoint:
		o := *x
		v = objectValue(r, &o)
	case *DOMPointReadOnly:
		o := *x
		v = objectValue(r, &o)
	case *DOMQuad:
		q := &DOMQuad{}
		for i, p := range x.p {
			q.p[i] = newDOMPoint(p.x, p.y, p.z, p.w)
		}
		v = objectValue(r, q)
	case *DOMMatrix:
		v = objectValue(r, x.copy())
	case *DOMMatrixReadOnly:
		v = objectValue(r, &DOMMatrixReadOnly{m: x.m, is3D: x.is3D})
	default:
		return js.Object{}, errors.New("object could not be cloned.")
	}
	return v.Object(), nil
}

func transferable(h js.Host) bool {
	_, ok := h.State().(*MessagePort)
	return ok
}

// transferObject takes a port away. A closed one can be transferred, as in Chromium.
func transferObject(r *js.Realm, h js.Host, index int) (any, error) {
	p := h.State().(*MessagePort)
	if p.end == nil {
		return nil, fmt.Errorf("Port at index %d is already neutered.", index)
	}
	e := p.end
	p.end = nil
	e.port, e.started, e.posted = nil, false, 0
	return e, nil
}

func receiveObject(r *js.Realm, data any) (js.Object, error) {
	e, ok := data.(*portEnd)
	if !ok || e.port != nil {
		return js.Object{}, errors.New("object could not be received.")
	}
	return objectValue(r, newMessagePort(windowOf(r), e)).Object(), nil
}
