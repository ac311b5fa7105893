package host

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// logPage is a page that writes down the events of pointing devices.
const logPage = `<!DOCTYPE html><body style="margin:0"><style>*{box-sizing:border-box}</style><script>
var log = [];
for (const t of ['pointerover','pointerenter','pointerout','pointerleave','pointermove','pointerdown','pointerup','pointercancel','gotpointercapture','lostpointercapture',
	'mouseover','mouseenter','mouseout','mouseleave','mousemove','mousedown','mouseup','click','dblclick','auxclick','contextmenu','touchstart','touchmove','touchend','touchcancel','wheel','scroll'])
	document.addEventListener(t, e => log.push(t + '@' + (e.target.id || e.target.nodeName)), true);
function take() { const l = log.filter(x => !/@(BODY|HTML|#document)$/.test(x)).join(' '); log = []; return l; }
</script>`

func pointerPage(t *testing.T, html string) *Page {
	t.Helper()
	p := newWindowPage(t, Options{})
	if err := p.SetContent(context.Background(), logPage+html, ""); err != nil {
		t.Fatal(err)
	}
	return p
}

// evalString is the string that a script gives.
func evalString(t *testing.T, p *Page, script string) (s string) {
	t.Helper()
	text, err := p.Eval(context.Background(), script)
	if err == nil {
		err = json.Unmarshal([]byte(text), &s)
	}
	if err != nil {
		t.Fatalf("%s: %v", script, err)
	}
	return s
}

// playPointer performs steps such as "move 10 20; down 0; touch:down 10 20; up": of the mouse where no device is named.
func playPointer(t *testing.T, p *Page, steps string) {
	t.Helper()
	playFrom(t, p, map[string]Pointer{}, steps)
}

// playFrom goes on where devices are.
func playFrom(t *testing.T, p *Page, at map[string]Pointer, steps string) {
	t.Helper()
	ctx := context.Background()
	for _, step := range strings.Split(steps, "; ") {
		kind, rest, ok := strings.Cut(step, ":")
		if !ok {
			kind, rest = "mouse", step
		}
		f := strings.Fields(rest)
		d := at[kind]
		d.Type = kind
		if len(f) > 2 {
			d.X, d.Y = number(f[1]), number(f[2])
		}
		if len(f) == 2 {
			d.Button = int(number(f[1]))
		}
		at[kind] = d
		var err error
		switch f[0] {
		case "move":
			err = p.PointerMove(ctx, d)
		case "down":
			err = p.PointerDown(ctx, d)
		case "up":
			err = p.PointerUp(ctx, d)
		case "cancel":
			err = p.PointerCancel(ctx, d)
		case "wheel":
			err = p.Wheel(ctx, d.X, d.Y, 0, 40, 0)
		default:
			t.Fatalf("the step %q", step)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestPointerEvents: what is expected is what Chromium sent for the same input.
func TestPointerEvents(t *testing.T) {
	const boxes = `<div id=a style="width:100px;height:100px"><div id=b style="width:50px;height:50px"></div></div><div id=c style="width:100px;height:100px"></div>`
	const buttons = `<div id=w><button id=x style="width:50px;height:50px">x</button><button id=y style="width:50px;height:50px" disabled>y</button></div>`
	for _, c := range []struct{ name, html, before, steps, want string }{
		{"enter", boxes, "", "move 10 10", "pointerover@b pointerenter@a pointerenter@b mouseover@b mouseenter@a mouseenter@b pointermove@b mousemove@b"},
		{"to the parent", boxes, "move 10 10", "move 70 70", "pointerout@b pointerleave@b pointerover@a mouseout@b mouseleave@b mouseover@a pointermove@a mousemove@a"},
		{"click", boxes, "move 70 70", "down 0; up 0", "pointerdown@a mousedown@a pointerup@a mouseup@a click@a"},
		{"double click", boxes, "move 70 70; down 0; up 0", "down 0; up 0", "pointerdown@a mousedown@a pointerup@a mouseup@a click@a dblclick@a"},
		{"chorded buttons", boxes, "move 70 150", "down 0; down 2; up 0; up 2", "pointerdown@c mousedown@c pointermove@c mousedown@c contextmenu@c pointermove@c mouseup@c click@c pointerup@c mouseup@c"},
		{"middle button", boxes, "move 70 150", "down 1; up 1", "pointerdown@c mousedown@c pointerup@c mouseup@c auxclick@c"},
		{"tap", boxes, "move 70 150", "touch:down 70 70; touch:up", "pointerover@a pointerenter@a pointerdown@a touchstart@a gotpointercapture@a pointerup@a lostpointercapture@a pointerout@a pointerleave@a touchend@a " +
			"mouseout@c mouseleave@c mouseover@a mouseenter@a mousemove@a mousedown@a mouseup@a click@a"},
		{"up over another", buttons, "move 10 10; down 0", "move 200 40; up 0", "pointerout@x pointerleave@x pointerover@w mouseout@x mouseleave@x mouseover@w pointermove@w mousemove@w pointerup@w mouseup@w click@w"},
		{"a disabled control", buttons, "move 60 10", "down 0; up 0", "pointerdown@y pointerup@y"},
		{"pointerdown prevented", boxes + `<script>a.onpointerdown=e=>e.preventDefault()</script>`, "move 70 70", "down 0; move 72 70; up 0", "pointerdown@a pointermove@a pointerup@a click@a"},
		{"capture", boxes + `<script>a.onpointerdown=e=>a.setPointerCapture(e.pointerId)</script>`, "move 70 70; down 0", "move 70 150; up 0",
			"gotpointercapture@a pointermove@a mousemove@a pointerup@a mouseup@a lostpointercapture@a pointerout@a pointerleave@a pointerover@c pointerenter@c mouseout@a mouseleave@a mouseover@c mouseenter@c click@a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := pointerPage(t, c.html)
			at := map[string]Pointer{}
			if c.before != "" {
				playFrom(t, p, at, c.before)
				evalString(t, p, "take()")
			}
			playFrom(t, p, at, c.steps)
			if got := evalString(t, p, "take()"); got != c.want {
				t.Errorf("\n got %s\nwant %s", got, c.want)
			}
		})
	}
}

// TestPointerProperties: as in Chromium.
func TestPointerProperties(t *testing.T) {
	p := pointerPage(t, `<div id=a style="width:100px;height:100px"></div><script>
var seen = [], box = document.getElementById('a');
for (const t of ['pointermove','mousemove','pointerdown','mousedown','click']) box.addEventListener(t, e => seen.push([e.type,e.constructor.name,e.detail,e.button,e.buttons,e.pointerId,e.isPrimary,e.pressure,e.clientX,e.movementX].join()));
</script>`)
	at := Pointer{X: 10.5, Y: 10}
	ctx := context.Background()
	_ = p.PointerMove(ctx, at)
	at.X = 20.5
	_ = p.PointerMove(ctx, at)
	_ = p.PointerDown(ctx, at)
	_ = p.PointerUp(ctx, at)
	want := "pointermove,PointerEvent,0,-1,0,1,true,0,10.5,0 mousemove,MouseEvent,0,0,0,,,,10,0 pointermove,PointerEvent,0,-1,0,1,true,0,20.5,10 mousemove,MouseEvent,0,0,0,,,,20,10 " +
		"pointerdown,PointerEvent,0,0,1,1,true,0.5,20.5,0 mousedown,MouseEvent,1,0,1,,,,20,0 click,PointerEvent,1,0,0,1,false,0,20,0"
	if got := evalString(t, p, "seen.join(' ')"); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

// TestTouchPans: a finger scrolls what touch-action lets it, and then is a pointer no more.
func TestTouchPans(t *testing.T) {
	for _, c := range []struct{ action, want string }{
		{"auto", "pointercancel 80"}, {"none", "pointerup 0"}, {"pan-x", "pointerup 0"}, {"pan-y", "pointercancel 80"},
	} {
		p := pointerPage(t, `<div id=s style="width:100px;height:100px;overflow:auto;touch-action:`+c.action+`"><div style="height:1000px"></div></div>`)
		playPointer(t, p, "touch:down 50 90; touch:move 50 70; touch:move 50 10; touch:up")
		if got := evalString(t, p, "log.filter(x => /pointercancel|pointerup/.test(x)).map(x => x.split('@')[0]).join(' ') + ' ' + s.scrollTop"); got != c.want {
			t.Errorf("touch-action: %s: got %q, want %q", c.action, got, c.want)
		}
	}
}

// TestWheelChain: the nearest container with room scrolls; overscroll-behavior keeps the rest from the ones around it.
func TestWheelChain(t *testing.T) {
	for _, c := range []struct{ style, want string }{
		{"", "40 20"}, {"overscroll-behavior:contain", "0 20"},
	} {
		p := pointerPage(t, `<div id=o style="width:200px;height:100px;overflow:auto"><div id=i style="width:100px;height:50px;overflow:auto;`+c.style+`"><div style="height:70px"></div></div><div style="height:1000px"></div></div>`)
		playPointer(t, p, "wheel 20 20; wheel 20 20")
		if got := evalString(t, p, "o.scrollTop + ' ' + i.scrollTop"); got != c.want {
			t.Errorf("%s: got %q, want %q", c.style, got, c.want)
		}
		if got := evalString(t, p, `addEventListener('wheel', e => e.preventDefault(), {passive: false}); ''`); got != "" {
			t.Fatal(got)
		}
		playPointer(t, p, "wheel 150 90")
		if got := evalString(t, p, "o.scrollTop + ' ' + i.scrollTop"); got != c.want {
			t.Errorf("%s, prevented: got %q, want %q", c.style, got, c.want)
		}
	}
}

// TestPointerInFrame: places are those of the frame's viewport, behind border and padding; what is pressed there stays there.
func TestPointerInFrame(t *testing.T) {
	p := pointerPage(t, `<iframe id=f style="display:block;margin:10px;border:5px solid;padding:7px;width:124px;height:124px" srcdoc="<body style='margin:0'><script>for (const t of ['pointermove','pointerup']) document.addEventListener(t, e => parent.log.push(t + e.clientX + ',' + e.clientY + '@frame'))</script>"></iframe>`)
	playPointer(t, p, "move 42 62; down 0; move 300 62; up 0")
	got := evalString(t, p, "log.filter(x => x.includes('frame') || x.includes('over@f')).join(' ')")
	if want := "pointerover@f mouseover@f pointermove20,40@frame pointermove278,40@frame pointerup278,40@frame"; got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

// TestPointerHostile: handlers that take away what the pointer is over, navigate or send events of their own; deep documents.
func TestPointerHostile(t *testing.T) {
	ctx := context.Background()
	for name, html := range map[string]string{
		"removes":    `<div id=a style="height:100px"></div><script>for (const t of ['pointerover','pointermove','pointerdown','mousedown','pointerup','mouseup']) addEventListener(t, e => document.body.replaceChildren(document.createElement('p')), true)</script>`,
		"empties":    `<script>addEventListener('pointerdown', () => document.documentElement.remove(), true)</script>`,
		"navigates":  `<script>addEventListener('pointermove', () => { location = 'about:blank' }, true)</script>`,
		"frame gone": `<iframe id=f style="width:300px;height:300px" srcdoc="<script>for (const t of ['pointerover','pointermove','pointerdown','touchstart']) addEventListener(t, () => parent.f?.remove(), true)</script>"></iframe>`,
		"re-enters":  `<div id=a style="height:300px"></div><script>let n = 0; addEventListener('pointermove', e => { if (n++ < 100) a.dispatchEvent(new PointerEvent('pointermove', {bubbles: true})) }); a.onclick = () => { if (n++ < 300) a.click() }</script>`,
	} {
		t.Run(name, func(t *testing.T) {
			p := pointerPage(t, html)
			playPointer(t, p, "move 20 20; down 0; move 30 30; up 0; touch:down 25 25; touch:move 25 80; touch:up; pen:move 20 20; pen:down 0; pen:cancel; wheel 20 20")
			if _, err := p.Eval(ctx, "1"); err != nil {
				t.Error(err)
			}
		})
	}
	p := pointerPage(t, fmt.Sprintf(`<div id=r>%s<i id=z style="display:block;height:50px;background:red"></i></div><script>
let d = document.createElement('div'), deep = d; for (let i = 0; i < 400; i++) deep = deep.appendChild(document.createElement('div')); deep.appendChild(z); r.append(d);
let calls = 0; for (let i = 0; i < 2000; i++) z.addEventListener('pointerenter', () => calls++);</script>`, ""))
	playPointer(t, p, "move 20 20; move 20 300")
	if got := evalString(t, p, "String(calls)"); got != "2000" {
		t.Errorf("%s listeners were called", got)
	}
}
