package bind

import (
	"slices"

	"github.com/niso-engine/niso/js"
)

// Close requests and close watchers. https://html.spec.whatwg.org/multipage/interaction.html#close-requests-and-close-watchers

// watcherManager is the close watcher manager of a window.
type watcherManager struct {
	groups  [][]*closeWatcher
	extra   int  // how many groups are allowed beyond one
	blocked bool // "next user interaction allows a new group" is false
}

// closeWatcher is a close watcher: of a dialog, a popover, or a CloseWatcher.
type closeWatcher struct {
	window  *Window
	object  *CloseWatcher       // nil for those of elements, which hold them
	cancel  func(can bool) bool // the cancel action; can: it may prevent the closing
	close   func()              // the close action
	enabled func() bool         // get enabled state
	running bool                // its cancel action
}

// watchClose is "establish a close watcher".
func (w *Window) watchClose(c closeWatcher) *closeWatcher {
	x := &c
	x.window = w
	m := &w.over().watchers
	if len(m.groups) < 1+m.extra {
		m.groups = append(m.groups, []*closeWatcher{x})
	} else {
		last := len(m.groups) - 1
		m.groups[last] = append(m.groups[last], x)
	}
	m.blocked = false
	return x
}

// active reports a close watcher that was neither closed nor destroyed.
func (c *closeWatcher) active() bool {
	if c == nil || c.window.closed || c.window.overlays == nil {
		return false
	}
	for _, g := range c.window.overlays.watchers.groups {
		if slices.Contains(g, c) {
			return true
		}
	}
	return false
}

// destroy is "destroy a close watcher".
func (c *closeWatcher) destroy() {
	if c == nil || c.window.overlays == nil {
		return
	}
	m := &c.window.overlays.watchers
	for i, g := range m.groups {
		if k := slices.Index(g, c); k >= 0 {
			if m.groups[i] = slices.Delete(g, k, k+1); len(m.groups[i]) == 0 {
				m.groups = slices.Delete(m.groups, i, i+1)
			}
			return
		}
	}
}

// requestClose is "request to close a close watcher"; byUser: only what the user did lets a cancel action prevent it.
// https://html.spec.whatwg.org/multipage/interaction.html#close-watcher-request-close
func (c *closeWatcher) requestClose(byUser bool) bool {
	if !c.active() || !c.enabled() || c.running {
		return true
	}
	w := c.window
	m := &w.overlays.watchers
	can := !byUser || len(m.groups) < 1+m.extra && w.activation.history()
	c.running = true
	goesOn := c.cancel(can)
	c.running = false
	if !goesOn {
		if can {
			for _, o := range w.World.windows {
				o.activation.historyUsed = o.activation.serial
			}
		}
		return false
	}
	c.closeNow()
	return true
}

// closeNow is "close a close watcher".
func (c *closeWatcher) closeNow() {
	if c.active() && c.enabled() {
		c.destroy()
		c.close()
	}
}

// closeRequest is "process close watchers": the user wants what is on top to close. It reports whether something took that.
func (w *Window) closeRequest() (done bool) {
	if w.overlays == nil {
		return false
	}
	m := &w.overlays.watchers
	if n := len(m.groups); n > 0 {
		for _, c := range slices.Backward(slices.Clone(m.groups[n-1])) {
			if c.active() && c.enabled() {
				done = true
				if !c.requestClose(true) {
					break
				}
			}
		}
	}
	if m.extra > 0 {
		m.extra--
	}
	return done
}

// watchersActivated is "notify the close watcher manager about user activation".
func (w *Window) watchersActivated() {
	m := &w.over().watchers
	if !m.blocked {
		m.extra++
		m.blocked = true
	}
}

// CloseWatcher is the state of a CloseWatcher.
// https://html.spec.whatwg.org/multipage/interaction.html#the-closewatcher-interface
type CloseWatcher struct {
	EventTarget
	watcher  *closeWatcher
	unfollow func()
}

// ConstructCloseWatcher is new CloseWatcher.
func ConstructCloseWatcher(c *js.Call, o CloseWatcherOptions) (*CloseWatcher, error) {
	w := windowOf(c.Realm())
	if w.closed || w.World.windows[w.Doc] != w {
		return nil, exception("InvalidStateError", "Failed to construct 'CloseWatcher': Cannot create CloseWatcher in a document that is not fully active.")
	}
	x := &CloseWatcher{EventTarget: EventTarget{window: w}}
	if o.Signal != nil && o.Signal.aborted {
		x.watcher = nil
		return x, nil
	}
	x.watcher = w.watchClose(closeWatcher{
		object:  x,
		cancel:  func(can bool) bool { return w.fire(NewEvent("cancel", false, can), pathTarget{other: x}) },
		close:   func() { x.over(); w.fire(NewEvent("close", false, false), pathTarget{other: x}) },
		enabled: func() bool { return true },
	})
	if o.Signal != nil {
		x.unfollow = o.Signal.follow(func() error { x.watcher.destroy(); return nil }, x)
	}
	return x, nil
}

func (x *CloseWatcher) over() {
	if x.unfollow != nil {
		x.unfollow()
		x.unfollow = nil
	}
}

// RequestClose is CloseWatcher.requestClose.
func (x *CloseWatcher) RequestClose() { x.watcher.requestClose(false) }

// Close is CloseWatcher.close.
func (x *CloseWatcher) Close() { x.watcher.closeNow() }

// Destroy is CloseWatcher.destroy.
func (x *CloseWatcher) Destroy() {
	x.watcher.destroy()
	x.over()
}
