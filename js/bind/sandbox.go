package bind

import "strings"

// Sandbox is a set of sandboxing flags: what a document may not do.
// https://html.spec.whatwg.org/multipage/browsers.html#sandboxing-flag-set
type Sandbox uint32

const (
	SandboxNavigation      Sandbox = 1 << iota // to navigate others than those within it
	SandboxPopups                              // to open windows
	SandboxTopNavigation                       // to navigate its top window where the user did nothing
	SandboxTopWithUser                         // to do so even where the user did something
	SandboxOrigin                              // to be of its URL's origin
	SandboxForms                               // to submit forms
	SandboxPointerLock                         // to lock the pointer
	SandboxScripts                             // to run scripts
	SandboxAutomatic                           // to do by itself what the user else does: autofocus, autoplay
	SandboxDomain                              // to set document.domain
	SandboxPropagates                          // to open windows without these flags
	SandboxOrientationLock                     // to lock the orientation of the screen
	SandboxModals                              // to show alert and the like
	SandboxPresentation                        // to begin presentations
	SandboxDownloads                           // to download
	SandboxCustomProtocols                     // to hand URLs to other programs
	SandboxNone            Sandbox = 0
)

// ParseSandbox is the flags that the value of a sandbox attribute sets.
// https://html.spec.whatwg.org/multipage/browsers.html#parse-a-sandboxing-directive
func ParseSandbox(v string) Sandbox {
	f := SandboxNavigation | SandboxPopups | SandboxTopNavigation | SandboxTopWithUser | SandboxOrigin | SandboxForms | SandboxPointerLock | SandboxScripts |
		SandboxAutomatic | SandboxDomain | SandboxPropagates | SandboxOrientationLock | SandboxModals | SandboxPresentation | SandboxDownloads | SandboxCustomProtocols
	for _, t := range strings.Fields(lowerASCII(v)) {
		switch t {
		case "allow-popups":
			f &^= SandboxPopups | SandboxCustomProtocols
		case "allow-top-navigation":
			f &^= SandboxTopNavigation | SandboxTopWithUser | SandboxCustomProtocols
		case "allow-top-navigation-by-user-activation":
			f &^= SandboxTopWithUser
		case "allow-top-navigation-to-custom-protocols":
			f &^= SandboxCustomProtocols
		case "allow-same-origin":
			f &^= SandboxOrigin
		case "allow-forms":
			f &^= SandboxForms
		case "allow-pointer-lock":
			f &^= SandboxPointerLock
		case "allow-scripts":
			f &^= SandboxScripts | SandboxAutomatic
		case "allow-popups-to-escape-sandbox":
			f &^= SandboxPropagates
		case "allow-orientation-lock":
			f &^= SandboxOrientationLock
		case "allow-modals":
			f &^= SandboxModals
		case "allow-presentation":
			f &^= SandboxPresentation
		case "allow-downloads":
			f &^= SandboxDownloads
		}
	}
	return f
}

// Sandboxed reports whether the window's document may not do something.
func (w *Window) Sandboxed(f Sandbox) bool { return w.opt.Sandbox&f != 0 }
