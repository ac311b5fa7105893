package bind

import (
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/net"
)

// BroadcastChannel sends messages to all others of its name and origin, in all pages.
// https://html.spec.whatwg.org/multipage/web-messaging.html#broadcasting-to-other-browsing-contexts
type BroadcastChannel struct {
	EventTarget
	key    channelKey
	at     int                // in its list; -1: it is in none
	queue  []broadcastMessage // one for each task that waits to deliver
	closed bool
}

// channelKey is what the channels that hear each other have in common.
type channelKey struct {
	storage string
	opaque  net.Origin // in place of storage for origins that have none
	name    string
}

type broadcastMessage struct {
	data   *js.Serialized
	origin string // of the sender
}

// Broadcast is a message on its way to the channels of another world. Goroutines may share it.
type Broadcast struct {
	key     channelKey
	message broadcastMessage
}

// channels are the open channels of a world whose window is shown, by key and in the order of their creation. They are not kept here: a
// channel that nobody listens to goes with the last reference to it.
type channels struct {
	open  map[channelKey]*channelList // nil before the first
	count atomic.Int32                // of all
}

// channelList is the channels of a key; nil for those that went. It is packed when another one comes.
type channelList struct {
	all  []*BroadcastChannel
	live int
}

func (l *channels) add(b *BroadcastChannel) {
	if l.open == nil {
		l.open = make(map[channelKey]*channelList)
	}
	list := l.open[b.key]
	if list == nil {
		list = &channelList{}
		l.open[b.key] = list
	}
	if len(list.all) > 2*list.live+8 {
		list.all = slices.DeleteFunc(list.all, func(b *BroadcastChannel) bool { return b == nil })
		for i, b := range list.all {
			b.at = i
		}
	}
	b.at = len(list.all)
	list.all = append(list.all, b)
	list.live++
	l.count.Add(1)
}

// remove takes a channel from the list. Messages that wait are not delivered.
func (l *channels) remove(b *BroadcastChannel) {
	b.queue = nil
	if b.at < 0 {
		return
	}
	list := l.open[b.key]
	list.all[b.at] = nil
	b.at = -1
	if list.live--; list.live == 0 {
		delete(l.open, b.key)
	}
	l.count.Add(-1)
}

// HasChannels reports whether a Broadcast may find a channel here. Any goroutine may ask.
func (w *World) HasChannels() bool { return w.channels.count.Load() > 0 }

// ConstructBroadcastChannel is new BroadcastChannel.
func ConstructBroadcastChannel(c *js.Call, name string) *BroadcastChannel {
	w := windowOf(c.Realm())
	b := &BroadcastChannel{EventTarget: EventTarget{window: w}, at: -1}
	b.key = channelKey{storage: w.opt.Origin.StorageKey(), name: name}
	if b.key.storage == "" {
		b.key.opaque = w.opt.Origin
	}
	if !w.closed {
		w.World.channels.add(b)
	}
	return b
}

// Name is BroadcastChannel.name.
func (b *BroadcastChannel) Name() string { return b.key.name }

// PostMessage is BroadcastChannel.postMessage. As in Chromium a closed channel throws in a window that is gone, too.
// https://html.spec.whatwg.org/multipage/web-messaging.html#dom-broadcastchannel-postmessage
func (b *BroadcastChannel) PostMessage(c *js.Call, message js.Value) js.Value {
	if b.closed {
		return c.DOMException("InvalidStateError", "Channel is closed")
	}
	w := b.window
	if w.closed {
		return js.Undefined
	}
	data, err := c.Realm().StructuredSerialize(message, nil, cloneHooks)
	if err != nil {
		return c.Fail(err)
	}
	if w.closed { // by a getter of the message
		return js.Undefined
	}
	m := broadcastMessage{data, w.opt.Origin.String()}
	w.World.channels.send(b.key, m, b)
	if w.World.OnBroadcast != nil && b.key.storage != "" { // nobody else has an opaque origin
		w.World.OnBroadcast(&Broadcast{b.key, m})
	}
	return js.Undefined
}

// Deliver takes what a channel of another world sent.
func (w *World) Deliver(m *Broadcast) { w.channels.send(m.key, m.message, nil) }

// send posts a task for each channel but the one that sends.
func (l *channels) send(k channelKey, m broadcastMessage, from *BroadcastChannel) {
	list := l.open[k]
	if list == nil {
		return
	}
	for _, b := range list.all {
		if b != nil && b != from {
			b.queue = append(b.queue, m)
			b.window.postWith(SourceDOM, objectValue(b.window.Realm, b), b.deliver)
		}
	}
}

// deliver fires the event of the first message.
func (b *BroadcastChannel) deliver() {
	if len(b.queue) == 0 { // closed
		return
	}
	m := b.queue[0]
	b.queue[0] = broadcastMessage{}
	b.queue = b.queue[1:]
	if !b.listening() {
		return
	}
	e := b.window.messageEvent(m.data)
	e.origin = m.origin
	b.window.fireAt(b, e)
}

// Close is BroadcastChannel.close.
func (b *BroadcastChannel) Close() {
	b.closed = true
	b.dropped()
}

func (b *BroadcastChannel) dropped() { b.window.World.channels.remove(b) }

// end forgets the channels of a window that goes.
func (l *channels) end(w *Window) {
	for _, list := range l.open {
		for _, b := range list.all {
			if b != nil && b.window == w {
				l.remove(b)
			}
		}
	}
}

// trace marks the channels that something listens to: a message may come at any time.
func (l *channels) trace(t *js.Tracer) {
	for _, list := range l.open {
		for _, b := range list.all {
			if b != nil && (b.listens("message") || b.listens("messageerror")) {
				mark(t, b)
			}
		}
	}
}

func (l *channels) report(r *perf.Report, prefix string) {
	n := int64(0)
	seen := map[*js.Serialized]bool{} // all channels of a name share a message
	for k, list := range l.open {
		n += int64(len(k.name)) + int64(unsafe.Sizeof(k)) + int64(unsafe.Sizeof(*list)) + int64(cap(list.all))*8
		for _, b := range list.all {
			if b == nil {
				continue
			}
			n += int64(unsafe.Sizeof(*b)) + int64(cap(b.queue))*int64(unsafe.Sizeof(broadcastMessage{}))
			for _, m := range b.queue {
				if !seen[m.data] {
					seen[m.data] = true
					n += int64(m.data.Size())
				}
			}
		}
	}
	r.Bytes(prefix+"/dom/broadcast-channels", n, "Open BroadcastChannels, and messages that wait to be delivered.")
	r.Count("live/broadcast-channels", int64(l.count.Load()), "Open BroadcastChannels.")
}
