package wptsuite

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/niso-engine/niso"
)

// driver serves a tree to one page, and does for its tests what a WebDriver does: testdriver.js asks the script driver.js, which takes the place of the
// tree's /resources/testdriver-vendor.js, and that sends commands to a URL of this handler. Input goes the way that a user's does.
//
// https://web-platform-tests.org/writing-tests/testdriver.html
type driver struct {
	*Tree
	page *niso.Page

	mu   sync.Mutex
	mods niso.Modifiers // keys that are down
	keys map[string]bool
}

//go:embed driver.js
var driverScript []byte

const driverPath = "/__driver"

// command is one thing to do. Places are in the viewport of the frame that Frame leads to, by indices of window.frames from the top.
type command struct {
	Do    string
	Frame []int
	X, Y  float64

	Type   string // of the pointer
	Device int
	Button int
	Width, Height,
	Pressure, TangentialPressure float64
	TiltX, TiltY, Twist         int
	AltitudeAngle, AzimuthAngle *float64

	DeltaX, DeltaY float64
	Key            string // one character, or a code point of WebDriver's keys
}

func (d *driver) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/resources/testdriver-vendor.js":
		send(w, r, "text/javascript", driverScript)
	case driverPath:
		w.Header().Set("Access-Control-Allow-Origin", "*")
		var commands []command
		body, err := io.ReadAll(r.Body)
		if err == nil {
			err = json.Unmarshal(body, &commands)
		}
		for i := 0; i < len(commands) && err == nil; i++ {
			err = d.do(r.Context(), &commands[i])
		}
		answer := "ok"
		if err != nil {
			answer = err.Error()
		}
		send(w, r, "text/plain", []byte(answer))
	default:
		d.Tree.ServeHTTP(w, r)
	}
}

// do performs a command; while it does, the page's clock stands.
func (d *driver) do(ctx context.Context, c *command) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	d.mu.Lock()
	defer d.mu.Unlock()
	place := func() (x, y float32, err error) {
		px, py, err := d.page.FramePoint(ctx, c.Frame, c.X, c.Y)
		return float32(px), float32(py), err
	}
	switch c.Do {
	case "pointerMove", "pointerDown", "pointerUp", "pointerCancel":
		x, y, err := place()
		if err != nil {
			return err
		}
		p := niso.Pointer{Type: c.Type, Device: c.Device, X: x, Y: y, Button: c.Button, Modifiers: d.mods, Width: c.Width, Height: c.Height, Pressure: c.Pressure,
			TangentialPressure: c.TangentialPressure, TiltX: c.TiltX, TiltY: c.TiltY, Twist: c.Twist}
		if c.AltitudeAngle != nil || c.AzimuthAngle != nil {
			p.SetAngles(or(c.AltitudeAngle, 1.5707963267948966), or(c.AzimuthAngle, 0))
		}
		switch c.Do {
		case "pointerDown":
			return d.page.PointerDown(ctx, p)
		case "pointerUp":
			return d.page.PointerUp(ctx, p)
		case "pointerCancel":
			return d.page.PointerCancel(ctx, p)
		}
		return d.page.PointerMove(ctx, p)
	case "wheel":
		x, y, err := place()
		if err != nil {
			return err
		}
		return d.page.Wheel(ctx, float64(x), float64(y), c.DeltaX, c.DeltaY, d.mods)
	case "keyDown", "keyUp":
		return d.key(ctx, c.Key, c.Do == "keyDown")
	case "resize":
		return d.page.Resize(ctx, int(c.X), int(c.Y), 1)
	}
	return fmt.Errorf("the driver cannot do %q", c.Do)
}

func or(v *float64, def float64) float64 {
	if v != nil {
		return *v
	}
	return def
}

// key presses or releases a key of WebDriver's.
func (d *driver) key(ctx context.Context, raw string, down bool) error {
	k, ok := webdriverKeys[raw]
	if !ok {
		k = niso.Key{Key: raw}
	}
	mod := modifierOf[k.Key]
	if d.keys == nil {
		d.keys = map[string]bool{}
	}
	if down {
		d.mods |= mod
		k.Modifiers = d.mods
		d.keys[raw] = true
		return d.page.KeyDown(ctx, k)
	}
	delete(d.keys, raw)
	d.mods &^= mod
	k.Modifiers = d.mods
	return d.page.KeyUp(ctx, k)
}

var modifierOf = map[string]niso.Modifiers{"Shift": niso.ModShift, "Control": niso.ModControl, "Alt": niso.ModAlt, "Meta": niso.ModMeta}

// webdriverKeys are the keys that have code points in the private use area.
//
// https://w3c.github.io/webdriver/#keyboard-actions
var webdriverKeys = func() map[string]niso.Key {
	m := map[string]niso.Key{}
	add := func(from rune, location int, names string) {
		for i, n := range strings.Fields(names) {
			if n == "-" {
				continue
			}
			key, code, _ := strings.Cut(n, ":")
			m[string(from+rune(i))] = niso.Key{Key: key, Code: code, Location: location}
		}
	}
	add(0xE000, 0, "Unidentified Cancel Help Backspace Tab Clear:NumLock Enter Enter:NumpadEnter Shift:ShiftLeft Control:ControlLeft Alt:AltLeft Pause Escape -")
	add(0xE00E, 0, "PageUp PageDown End Home ArrowLeft ArrowUp ArrowRight ArrowDown Insert Delete ; =")
	add(0xE01A, 3, "0:Numpad0 1:Numpad1 2:Numpad2 3:Numpad3 4:Numpad4 5:Numpad5 6:Numpad6 7:Numpad7 8:Numpad8 9:Numpad9 *:NumpadMultiply +:NumpadAdd ,:NumpadComma -:NumpadSubtract .:NumpadDecimal /:NumpadDivide")
	add(0xE031, 0, "F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12 Meta:MetaLeft")
	add(0xE050, 2, "Shift:ShiftRight Control:ControlRight Alt:AltRight Meta:MetaRight")
	add(0xE054, 3, "PageUp:Numpad9 PageDown:Numpad3 End:Numpad1 Home:Numpad7 ArrowLeft:Numpad4 ArrowUp:Numpad8 ArrowRight:Numpad6 ArrowDown:Numpad2 Insert:Numpad0 Delete:NumpadDecimal")
	for _, left := range []string{"\uE008", "\uE009", "\uE00A", "\uE03D"} {
		k := m[left]
		k.Location = 1
		m[left] = k
	}
	enter := m["\uE007"]
	enter.Location = 3
	m["\uE007"] = niso.Key{Key: "Enter", Code: "Enter"} // as Chromium's driver: the main one
	m["\uE00D"] = niso.Key{Key: " ", Code: "Space"}
	return m
}()
