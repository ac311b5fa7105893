package host

import (
	"strings"

	"github.com/niso-engine/niso/js/bind"
)

// What documents may not do, and whom they may navigate.

// creationSandbox is the flags of the next document of the frame.
// https://html.spec.whatwg.org/multipage/browsers.html#determining-the-creation-sandboxing-flags
func (f *frame) creationSandbox() bind.Sandbox {
	if f.parent == nil {
		return f.page.popupSandbox
	}
	flags := f.parent.sandbox
	if v, ok := f.parent.doc.LookupAttr(f.element, atomSandbox); ok && f.parent.doc.LocalName(f.element) == atomIframe {
		flags |= bind.ParseSandbox(strings.Clone(v))
	}
	return flags
}

// scripting reports whether the document may run scripts.
func (f *frame) scripting() bool { return f.sandbox&bind.SandboxScripts == 0 }

// within reports whether the frame is o or in it.
func (f *frame) within(o *frame) bool {
	for ; f != nil; f = f.parent {
		if f == o {
			return true
		}
	}
	return false
}

// mayNavigate reports whether a document of the frame may navigate another frame; why says why not.
//
// https://html.spec.whatwg.org/multipage/browsing-the-web.html#allowed-to-navigate, with what Chromium adds: a frame of another origin navigates the top window
// only once the user did something in it, and frames elsewhere only where it may look into what they are in.
func (f *frame) mayNavigate(to *frame) (why string) {
	switch {
	case f == to || to.within(f):
		return ""
	case f.within(to):
		if to.parent != nil {
			return f.access(to)
		}
		switch active := f.window.TransientActivation(); {
		case active && f.sandbox&bind.SandboxTopWithUser != 0:
			return "The frame attempting navigation of the top-level window is sandboxed, but the flag of 'allow-top-navigation' or 'allow-top-navigation-by-user-activation' is not set."
		case !active && f.sandbox&bind.SandboxTopNavigation != 0:
			return "The frame attempting navigation of the top-level window is sandboxed, but the flag of 'allow-top-navigation' or 'allow-top-navigation-by-user-activation' is not set."
		case f.sandbox&bind.SandboxTopNavigation == 0 && f.creationSandbox() != 0: // it was told that it may
			return ""
		case f.origin != to.origin && !f.window.StickyActivation():
			return "The frame attempting navigation is targeting its top-level window, but is neither same-origin with its target nor has it received a user gesture. See https://www.chromestatus.com/feature/5851021045661696."
		}
		return ""
	case to.parent == nil && f.page.top != nil && to.page.openedBy == f:
		return ""
	case f.sandbox&bind.SandboxNavigation != 0:
		return "The frame attempting navigation is sandboxed, and is therefore disallowed from navigating its ancestors."
	case to.parent == nil: // of another page: one that it can reach
		return ""
	}
	return f.access(to)
}

// access reports whether the document may look into the frame or what it is in.
func (f *frame) access(to *frame) (why string) {
	if f.sandbox&bind.SandboxNavigation != 0 {
		return "The frame attempting navigation is sandboxed, and is therefore disallowed from navigating its ancestors."
	}
	for t := to; t != nil; t = t.parent {
		if t.origin == f.origin {
			return ""
		}
	}
	return "The frame attempting navigation is neither same-origin with the target, nor is it the target's parent or opener."
}
