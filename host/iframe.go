package host

import (
	"context"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/js/bind"
	"github.com/niso-engine/niso/net"
)

// maxFrames bounds the frames of a page: a page that frames itself must end.
const (
	maxFrames     = 1000
	maxFrameDepth = 32
)

// nest makes the nested browsing context of an element, with its initial document; nil where there are too many.
func (f *frame) nest(el dom.NodeID) *frame {
	depth := 0
	for p := f; p != nil; p = p.parent {
		depth++
	}
	if len(f.page.frames) >= maxFrames || depth > maxFrameDepth {
		if !f.page.framesWarned {
			f.page.framesWarned = true
			f.page.warn("the page has more than %d frames, or nests them more than %d deep: iframes beyond that stay empty", maxFrames, maxFrameDepth)
		}
		return nil
	}
	c := f.page.newFrame(f, el)
	f.children = append(f.children, c)
	c.showBlank(documentOptions{creator: f})
	return c
}

// openIframe makes the nested browsing context of an iframe or frame that was inserted.
func (f *frame) openIframe(el dom.NodeID) {
	if f.childOf(el) != nil {
		return
	}
	c := f.nest(el)
	if c == nil {
		return
	}
	if e := f.restoring; e != nil && e.nested != nil { // the document comes back, and its frames to what they showed
		i := len(f.children) - 1
		if i < len(e.nested) && len(e.nested[i]) > 0 && f.ready != complete {
			c.entries = e.nested[i]
			c.at = c.index(f.page.history.step)
			if to := c.current(); to.URL != aboutBlank || to.srcdoc != nil {
				c.loadFired = false
				c.loadEntry(to, navigateOptions{initiator: f})
				return
			}
		}
	}
	f.navigateIframe(el, true)
}

func (f *frame) childOf(el dom.NodeID) *frame {
	for _, c := range f.children {
		if c.element == el {
			return c
		}
	}
	return nil
}

// navigateIframe loads what the iframe's attributes say. initial: it was just inserted.
// https://html.spec.whatwg.org/multipage/iframe-embed-object.html#process-the-iframe-attributes
func (f *frame) navigateIframe(el dom.NodeID, initial bool) {
	c := f.childOf(el)
	if c == nil {
		return
	}
	if text, ok := f.doc.LookupAttr(el, atomSrcdoc); ok && f.doc.LocalName(el) == atomIframe {
		t := strings.Clone(text)
		c.loadText(t, navigateOptions{replace: c.initial})
		return
	}
	src := strings.Trim(f.doc.Attr(el, atomSrc), " \t\n\f\r")
	u := aboutBlank
	if src != "" {
		if v, err := net.ParseWith(src, ptr(f.baseURL()), net.LookupEncoding(f.doc.Encoding)); err == nil {
			u = v
		}
	}
	for p := f; p != nil; p = p.parent { // a page within itself
		if p.url.EqualsWithoutFragment(u) && u != aboutBlank {
			u = aboutBlank
		}
	}
	if !f.mayLoad(u) {
		f.refuse(u)
		u = aboutBlank
	}
	if u == aboutBlank && initial { // its document is there
		f.iframeLoaded(c)
		return
	}
	if u.Scheme() == "javascript" { // runs in the empty document, which is loaded
		c.navigate(u, navigateOptions{replace: true, initiator: f})
		f.page.loop.post(bind.SourceDOM, func() {
			if f.childOf(el) == c && c.loadFired {
				f.iframeLoaded(c)
			}
		})
		return
	}
	replace := c.initial || !c.loadFired
	c.loadFired = false
	c.navigate(u, navigateOptions{replace: replace, initiator: f})
}

// loadText shows an HTML text, srcdoc, with the next task: until then the document is the one before.
func (c *frame) loadText(text string, opt navigateOptions) {
	opt.srcdoc = &text
	c.stopLoading()
	ctx, cancel := context.WithCancel(c.page.ctx)
	nav := &navigation{url: net.MustParse("about:srcdoc"), to: opt.to, cancel: cancel}
	c.loading, c.loadFired = nav, false
	c.page.loop.pending++
	o := documentOptions{url: nav.url, origin: c.parent.origin, aboutBase: c.parent.baseURL(), referrer: c.parent.url.Href()}
	c.page.loop.post(bind.SourceNetwork, func() {
		if c.loading != nav || ctx.Err() != nil {
			return
		}
		c.stopLoading()
		c.replaceText(text, o, opt)
	})
}

// replaceText replaces the document by that of a text.
func (c *frame) replaceText(text string, o documentOptions, opt navigateOptions) {
	c.stopLoading()
	c.unload()
	if c.destroyed {
		return
	}
	c.stopLoading()
	first := c.initial
	c.closeDocument()
	c.open(o)
	c.committed(opt, first)
	c.restoring = opt.to
	c.startText(text)
}

// iframeLoaded fires load at the element of a frame whose document is loaded.
func (f *frame) iframeLoaded(c *frame) {
	if f.doc == nil || f.childOf(c.element) != c {
		return
	}
	if c.muted {
		f.maybeLoaded()
		return
	}
	if n := f.doc.LocalName(c.element); n == atomObject || n == atomEmbed { // a drawing has a natural size
		f.layout.Invalidate(c.element)
	}
	doc, firing := f.doc, c.firing
	c.firing = true
	f.window.FireNode(c.element, "load", false, false)
	c.firing = firing
	if f.doc == doc {
		f.maybeLoaded()
	}
}

func (f *frame) closeIframe(el dom.NodeID) {
	for i, c := range f.children {
		if c.element == el {
			f.children = append(f.children[:i], f.children[i+1:]...)
			c.destroy()
			f.maybeLoaded()
			return
		}
	}
}

// destination is that of requests for the frame's documents.
func (f *frame) destination() net.Destination {
	switch f.parent.doc.LocalName(f.element) {
	case atomObject:
		return net.DestObject
	case atomEmbed:
		return net.DestEmbed
	case atomFrame:
		return net.DestFrame
	}
	return net.DestIframe
}
