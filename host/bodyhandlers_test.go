package host

import (
	"strconv"
	"testing"
)

// TestBodyHandlers: what of window, body and frameset sets a handler of the window last counts, as in Chromium.
func TestBodyHandlers(t *testing.T) {
	for _, c := range []struct{ name, html, script, want string }{
		{"the parser's", `<body onblur="r=1">`, `String(typeof window.onblur)`, "function"},
		{"set to null stays null", `<body onblur="r=1">`, `window.onblur = null; document.body.title = 'x'; String(window.onblur) + document.body.onblur`, "nullnull"},
		{"another element's attribute", `<body onblur="r=1">`,
			`const f = document.createElement('frameset'); f.setAttribute('onblur', 'r=2'); String(window.onblur).includes('r=2') && window.onblur === document.body.onblur && f.onblur === window.onblur ? 'its' : 'no'`, "its"},
		{"another element's removal", `<body onblur="r=1">`,
			`const f = document.createElement('frameset'); f.setAttribute('onblur', 'r=2'); window.onblur; f.removeAttribute('onblur'); String(window.onblur)`, "null"},
		{"its own change", `<body onblur="r=1">`, `window.onblur = null; document.body.setAttribute('onblur', 'r=3'); String(window.onblur).includes('r=3') ? 'its' : 'no'`, "its"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, p := openSite(t, map[string]string{"/": c.html}, "http://a.test/", nil)
			if got := eval(t, p, c.script); got != strconv.Quote(c.want) {
				t.Errorf("%s: %s, want %q", c.script, got, c.want)
			}
		})
	}
}
