package bind

// UserActivation is the state of navigator.userActivation.
// https://html.spec.whatwg.org/multipage/interaction.html#the-useractivation-interface
type UserActivation struct {
	Object
	window *Window
}

// HasBeenActive is UserActivation.hasBeenActive.
func (u *UserActivation) HasBeenActive() bool { return u.window.StickyActivation() }

// IsActive is UserActivation.isActive.
func (u *UserActivation) IsActive() bool { return u.window.TransientActivation() }

// UserActivation is Navigator.userActivation.
func (n *Navigator) UserActivation() *UserActivation {
	if n.activation == nil {
		n.activation = &UserActivation{window: n.window}
	}
	return n.activation
}

// activationMs is how long what the user did counts as a reason to open windows and the like, as in Chromium.
const activationMs = 5000

// userActivation is what a window knows of what the user did in it.
type userActivation struct {
	at       float64 // when, in ms of the page's clock
	sticky   bool    // at all
	consumed bool    // it opened a window, or the like

	serial, historyUsed uint32 // how often the user did something, and what that was when it kept something from closing
}

// history reports history-action activation. https://html.spec.whatwg.org/multipage/interaction.html#history-action-activation
func (a *userActivation) history() bool { return a.serial != a.historyUsed }

// StickyActivation reports whether the user ever did anything in the window.
func (w *Window) StickyActivation() bool { return w.activation.sticky }

// TransientActivation reports whether the user did something in the window just now.
// https://html.spec.whatwg.org/multipage/interaction.html#transient-activation
func (w *Window) TransientActivation() bool {
	a := &w.activation
	return a.sticky && !a.consumed && w.Host.Now() < a.at+activationMs
}

// Activate is "activation notification" for one window: the host calls it for the windows that an input event concerns.
// https://html.spec.whatwg.org/multipage/interaction.html#activation-notification
func (w *Window) Activate() {
	a := &w.activation
	a.at, a.sticky, a.consumed = w.Host.Now(), true, false
	a.serial++
	w.watchersActivated()
}

// ConsumeActivation ends the window's transient activation. https://html.spec.whatwg.org/multipage/interaction.html#consume-user-activation
func (w *Window) ConsumeActivation() { w.activation.consumed = true }
