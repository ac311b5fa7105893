package host

import (
	"context"
	"image/color"
	"strconv"
	"strings"
	"testing"
)

// TestControlsByUser plays steps on controls; what is said of each is what Chromium says.
func TestControlsByUser(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct{ name, html, steps, want string }{
		{"range: press on the track", `<input id=a type=range style="margin:0;width:116px">`, `click 33 8`, "mousedown=50 input=25 pointerup=25 mouseup=25 change=25 click=25"},
		{"range: drag", `<input id=a type=range value=25 style="margin:0;width:116px">`, `down 33 8; move 58 8; move 300 8; up 300 8`, "mousedown=25 input=50 input=100 pointerup=100 mouseup=100 change=100 click=100"},
		{"range: keys", `<input id=a type=range value=100>`, `focus; key ArrowLeft; key ArrowRight; key PageDown; key Home; key ArrowUp; key End; key ArrowUp`,
			"input=99 change=99 input=100 change=100 input=90 change=90 input=0 change=0 input=1 change=1 input=100 change=100"},
		{"date: digits", `<input id=a type=date>`, `focus; type 02032024`,
			"input=0002-02-03 change=0002-02-03 input=0020-02-03 change=0020-02-03 input=0202-02-03 change=0202-02-03 input=2024-02-03 change=2024-02-03"},
		{"date: arrows", `<input id=a type=date value=2024-02-03>`, `focus; key ArrowRight; key ArrowRight; key ArrowUp; key ArrowLeft; key ArrowUp; key Backspace`,
			"input=2025-02-03 change=2025-02-03 input=2025-02-04 change=2025-02-04 input= change="},
		{"date: no such day", `<input id=a type=date>`, `focus; type 02312024`, ""},
		{"time", `<input id=a type=time>`, `focus; type 1030p; key ArrowUp`, "input=22:30 change=22:30 input=10:30 change=10:30"},
		{"time: one digit", `<input id=a type=time>`, `focus; type 230a`, "input=02:30 change=02:30"},
		{"month", `<input id=a type=month>`, `focus; type feb; key Tab; type 2024`,
			"input=0002-02 change=0002-02 input=0020-02 change=0020-02 input=0202-02 change=0202-02 input=2024-02 change=2024-02"},
		{"week", `<input id=a type=week>`, `focus; type 052024`,
			"input=0002-W05 change=0002-W05 input=0020-W05 change=0020-W05 input=0202-W05 change=0202-W05 input=2024-W05 change=2024-W05"},
		{"datetime-local", `<input id=a type=datetime-local>`, `focus; type 02032024; key Tab; type 0910pm`, "input=2024-02-03T21:10 change=2024-02-03T21:10"},
		{"right button", `<button id=a style="width:100px;height:30px">b</button>`, `right 33 8`, "mousedown= contextmenu= pointerup= mouseup= auxclick="},
		{"middle button", `<button id=a style="width:100px;height:30px">b</button>`, `middle 33 8`, "mousedown= pointerup= mouseup= auxclick="},
		{"select: letters", `<select id=a><option>Apple<option>Banana<option>Blue<option>Cherry</select>`, `focus; key b; key c`, "input=Banana change=Banana"},
		{"dialog: Escape", `<dialog id=a><p>a</dialog><script>a.showModal()</script>`, `key Escape`, "cancel=undefined close=undefined"},
		{"clipboard and history", `<input id=a value=abc>`, `focus; key Ctrl+a; key Control+x; key Ctrl+v; key Control+z; key Control+z`,
			"beforeinput:deleteByCut=abc input:deleteByCut= beforeinput:insertFromPaste= input:insertFromPaste=abc beforeinput:historyUndo=abc input:historyUndo= beforeinput:historyUndo= input:historyUndo=abc"},
		{"checkbox: Space", `<input id=a type=checkbox>`, `focus; key Space`, "click=on input=on change=on"},
	} {
		p := newWindowPage(t, Options{})
		err := p.SetContent(ctx, `<!DOCTYPE html><body style="margin:0"><script>var log=[];for(const t of ['input','change','click','auxclick','contextmenu','mousedown','mouseup','pointerup','cancel','close','beforeinput'])
addEventListener(t,e=>log.push(t+(e.inputType?':'+e.inputType:'')+'='+e.target.value),true)</script>`+c.html, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range strings.Split(c.steps, "; ") {
			f := strings.Fields(s)
			at := func() (x, y float32) { return number(f[1]), number(f[2]) }
			switch f[0] {
			case "click", "right", "middle":
				x, y := at()
				button := map[string]int{"click": ButtonLeft, "middle": ButtonMiddle, "right": ButtonRight}[f[0]]
				err = p.MouseDown(ctx, x, y, button, 0)
				if err == nil {
					err = p.MouseUp(ctx, x, y, button, 0)
				}
			case "down":
				x, y := at()
				err = p.MouseDown(ctx, x, y, ButtonLeft, 0)
			case "move":
				x, y := at()
				err = p.MouseMove(ctx, x, y, 0)
			case "up":
				x, y := at()
				err = p.MouseUp(ctx, x, y, ButtonLeft, 0)
			case "focus":
				err = p.Focus(ctx, "#a")
			case "key":
				err = p.Press(ctx, f[1])
			case "type":
				err = p.TypeText(ctx, f[1])
			}
			if err != nil {
				t.Fatal(c.name, s, err)
			}
			if err = p.Settle(ctx); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := p.Eval(ctx, `log.join(' ')`); err != nil || got != `"`+c.want+`"` {
			t.Errorf("%s:\n got %s (%v)\nwant %q", c.name, got, err, c.want)
		}
	}
}

func number(s string) float32 {
	v := float32(0)
	for _, c := range s {
		v = v*10 + float32(c-'0')
	}
	return v
}

// TestPageText holds the text dump, innerText and the selection's text against what Chromium gives.
func TestPageText(t *testing.T) {
	ctx := context.Background()
	p := newWindowPage(t, Options{})
	err := p.SetContent(ctx, `<!DOCTYPE html><div id=x><p>one <b>two</b></p><p>three</p><script>var a=1</script><style>b{}</style><span style="display:none">no</span><ul><li>li1<li>li2</ul><div>d1</div><div>d2<br>d3</div><table><tr><td>a<td>b<tr><td>c<td>d</table><select><option>o1<option>o2</select><input value=v><textarea>ta</textarea></div>`, "")
	if err != nil {
		t.Fatal(err)
	}
	const lines = "one two\n\nthree\n\nli1\nli2\nd1\nd2\nd3\na\tb\nc\td\n"
	if got, err := p.Dump(ctx, "text"); err != nil || got != lines+"o1\no2\n" {
		t.Errorf("text %q (%v)", got, err)
	}
	is(t, p, `document.body.innerText === `+strconv.Quote(lines+"o1\no2"), "true")
	if _, err := p.Eval(ctx, `getSelection().selectAllChildren(x)`); err != nil {
		t.Fatal(err)
	}
	if got, err := p.SelectedText(ctx); err != nil || strings.TrimSuffix(got, "\n") != strings.TrimSuffix(lines, "\n") {
		t.Errorf("selected %q (%v)", got, err)
	}
	if _, err := p.Eval(ctx, `getSelection().setBaseAndExtent(x.querySelector('b').firstChild, 1, x.querySelectorAll('p')[1].firstChild, 3)`); err != nil {
		t.Fatal(err)
	}
	if got, err := p.SelectedText(ctx); err != nil || got != "wo\n\nthr" {
		t.Errorf("selected %q (%v)", got, err)
	}
}

// TestTopLayer: a modal dialog lies above all with its backdrop below it; a press on the backdrop goes to the dialog.
func TestTopLayer(t *testing.T) {
	ctx := context.Background()
	p := newWindowPage(t, Options{})
	err := p.SetContent(ctx, `<!DOCTYPE html><body style="margin:0"><div style="position:relative;z-index:1;overflow:hidden;height:20px"><dialog id=g style="width:50px;height:50px;padding:0;border:0;background:rgb(0,255,0)"></dialog></div>
<div style="position:absolute;z-index:9999;left:0;top:100px;width:400px;height:100px;background:red"></div><script>g.showModal()</script>`, "")
	if err != nil {
		t.Fatal(err)
	}
	img, err := p.Picture(ctx, ScreenshotOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		x, y int
		want color.RGBA
	}{{200, 150, color.RGBA{0, 255, 0, 255}}, {20, 150, color.RGBA{229, 0, 0, 255}}, {20, 280, color.RGBA{229, 229, 229, 255}}} {
		if got := img.RGBAAt(c.x, c.y); got != c.want {
			t.Errorf("at %d, %d: %v, want %v", c.x, c.y, got, c.want)
		}
	}
	is(t, p, `document.elementFromPoint(20, 150) === g`, "true")
	is(t, p, `g.close(), document.elementFromPoint(20, 150) === g`, "false")
}

// TestViewportScrollbar: classic scrollbars are those of the viewport too.
func TestViewportScrollbar(t *testing.T) {
	ctx := context.Background()
	p := newWindowPage(t, Options{ClassicScrollbars: true})
	if err := p.SetContent(ctx, `<!DOCTYPE html><body style="margin:0"><div style="height:900px">`, ""); err != nil {
		t.Fatal(err)
	}
	track, thumb := color.RGBA{0xfc, 0xfc, 0xfc, 255}, color.RGBA{0x8b, 0x8b, 0x8b, 255}
	for _, c := range []struct {
		scroll     float32
		top, floor color.RGBA
	}{{0, thumb, track}, {600, track, thumb}} {
		if err := p.ScrollTo(ctx, 0, c.scroll); err != nil {
			t.Fatal(err)
		}
		img, err := p.Picture(ctx, ScreenshotOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if got := img.RGBAAt(392, 40); got != c.top {
			t.Errorf("scrolled to %v, above: %v, want %v", c.scroll, got, c.top)
		}
		if got := img.RGBAAt(392, 260); got != c.floor {
			t.Errorf("scrolled to %v, below: %v, want %v", c.scroll, got, c.floor)
		}
	}
}
