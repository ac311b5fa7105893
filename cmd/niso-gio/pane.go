package main

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/niso-engine/niso/host"
)

// pane is a page in the window: a goroutine that hands it input and takes its picture, so that nobody else waits for the page.
type pane struct {
	page  *host.Page
	tiles tiles
	// changed is called when the window should look at the pane: at new tiles, title or cursor.
	changed func()
	// failed is called when the page ended by itself.
	failed func(err error)

	ctx  context.Context
	stop context.CancelFunc
	done chan struct{}
	wake chan struct{}

	mu        sync.Mutex
	queue     []action
	busySince time.Time          // start of the action that is under way, or zero
	interrupt context.CancelFunc // ends it
	title     string
	cursor    string // of the place under the pointer, as CSS names it
	pointer   bool   // the pointer moved, or what is under it may have changed
}

// actionKind says which fields of an action count.
type actionKind uint8

const (
	actResize actionKind = iota
	actMove
	actDown
	actUp
	actWheel
	actKeyDown
	actKeyUp
	actText
	actCall
	actionKinds
)

// action is something to do on a page.
type action struct {
	kind          actionKind
	x, y          float32 // CSS px of the viewport
	dx, dy        float32 // actWheel, CSS px
	width, height int     // actResize, CSS px
	scale         float64
	button        int
	mods          host.Modifiers
	text          string // key or text
	call          func(ctx context.Context) error
}

// maxQueue bounds the actions that wait for a page that is busy; what comes then is dropped.
const maxQueue = 1024

// hungAfter is how long an action may take before a reload ends it.
const hungAfter = time.Second

func newPane(page *host.Page, changed func(), failed func(error)) *pane {
	p := &pane{page: page, changed: changed, failed: failed, done: make(chan struct{}), wake: make(chan struct{}, 1)}
	p.ctx, p.stop = context.WithCancel(context.Background())
	go p.serve()
	return p
}

// close ends the pane and its page.
func (p *pane) close() {
	p.stop()
	_ = p.page.Close()
	<-p.done
}

// poke makes the pane look at its page. It may be called from any goroutine, the page's too.
func (p *pane) poke() {
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// do queues an action. Moves, turns of the wheel and sizes that follow their like are joined.
func (p *pane) do(a action) {
	p.mu.Lock()
	if n := len(p.queue); n > 0 && p.queue[n-1].kind == a.kind && p.queue[n-1].mods == a.mods && (a.kind == actMove || a.kind == actWheel || a.kind == actResize) {
		a.dx += p.queue[n-1].dx
		a.dy += p.queue[n-1].dy
		p.queue[n-1] = a
	} else if n < maxQueue {
		p.queue = append(p.queue, a)
	}
	p.mu.Unlock()
	p.poke()
}

// state is what the window shows of the page beside its picture.
func (p *pane) state() (title, cursor string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.title, p.cursor
}

// unhang ends an action that has been running for too long, and what waits behind it.
func (p *pane) unhang() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.busySince.IsZero() && time.Since(p.busySince) > hungAfter {
		p.queue = p.queue[:0]
		p.interrupt()
	}
}

// serve performs what is queued, then takes the picture, until the pane is closed or the page ended.
func (p *pane) serve() {
	defer close(p.done)
	var batch []action
	for {
		select {
		case <-p.ctx.Done():
			return
		case <-p.wake:
		}
		p.mu.Lock()
		batch, p.queue = p.queue, batch[:0]
		p.mu.Unlock()
		for i := range batch {
			if !p.perform(&batch[i]) {
				return
			}
			batch[i] = action{}
		}
		if !p.show() {
			return
		}
	}
}

// perform does one action and reports whether the page still lives.
func (p *pane) perform(a *action) bool {
	return p.alive(p.guarded(func(ctx context.Context) error {
		switch a.kind {
		case actResize:
			return p.page.Resize(ctx, a.width, a.height, a.scale)
		case actMove:
			p.pointer = true
			return p.page.MouseMove(ctx, a.x, a.y, a.mods)
		case actDown:
			p.pointer = true
			return p.page.MouseDown(ctx, a.x, a.y, a.button, a.mods)
		case actUp:
			p.pointer = true
			return p.page.MouseUp(ctx, a.x, a.y, a.button, a.mods)
		case actWheel:
			p.pointer = true
			return p.page.Wheel(ctx, a.x, a.y, a.dx, a.dy, a.mods)
		case actKeyDown:
			return p.page.KeyDown(ctx, a.text, a.mods)
		case actKeyUp:
			return p.page.KeyUp(ctx, a.text, a.mods)
		case actText:
			return p.page.TypeText(ctx, a.text)
		case actCall:
			return a.call(ctx)
		}
		return nil
	}))
}

// guarded runs f so that unhang can end it.
func (p *pane) guarded(f func(ctx context.Context) error) error {
	ctx, cancel := context.WithCancel(p.ctx)
	defer cancel()
	p.mu.Lock()
	p.busySince, p.interrupt = time.Now(), cancel
	p.mu.Unlock()
	err := f(ctx)
	p.mu.Lock()
	p.busySince = time.Time{}
	p.mu.Unlock()
	return err
}

// alive reports whether the page can go on after an error. Scripts that were ended, and input that the page refuses, leave it alive.
func (p *pane) alive(err error) bool {
	var crash *host.CrashError
	switch {
	case errors.As(err, &crash):
		p.failed(err)
		return false
	case errors.Is(err, host.ErrClosed):
		return false
	}
	return true
}

// show brings tiles, title and cursor up to the page.
func (p *pane) show() bool {
	changed := false
	err := p.guarded(func(ctx context.Context) error {
		err := p.page.Present(ctx, func(pic host.Presented) {
			p.tiles.write(pic.Image, pic.Dirty)
			changed = true
		})
		if err != nil {
			return err
		}
		title, err := p.page.Title(ctx)
		if err != nil {
			return err
		}
		cursor := p.cursor
		if p.pointer || changed {
			p.pointer = false
			if cursor, err = p.page.Cursor(ctx); err != nil {
				return err
			}
		}
		p.mu.Lock()
		if title != p.title || cursor != p.cursor {
			p.title, p.cursor = title, cursor
			changed = true
		}
		p.mu.Unlock()
		return nil
	})
	if changed {
		p.changed()
	}
	return p.alive(err)
}
