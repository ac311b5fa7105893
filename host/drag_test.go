package host

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
)

// dragHead logs the events of drags: types at dragstart, dropEffect and effectAllowed elsewhere, the data at the drop. A drag and a dragover that
// repeat are one.
const dragHead = `<!doctype html><style>body{margin:0}body>*{position:absolute;box-sizing:border-box}#a{left:0;top:0;width:50px;height:50px}#z{left:100px;top:0;width:100px;height:100px}#t{left:100px;top:150px;width:200px;height:40px;margin:0;padding:0;border:0;font:20px monospace}#s{left:0;top:150px;width:80px;height:40px;margin:0;padding:0;border:0;font:20px monospace}</style><script>
const log = [], name = t => t.id || t.nodeName.toLowerCase();
const put = x => { const n = log.length; if (log[n-1] !== x && !(/^drag(over)?@/.test(x) && log[n-2] === x)) log.push(x) };
const data = d => ['text/plain', 'text/uri-list', 'text/html'].map(t => d.getData(t).replace(/ style="[^"]*"/, '')).join('+');
for (const t of ['dragstart', 'drag', 'dragenter', 'dragleave', 'dragover', 'drop', 'dragend', 'mousemove', 'mouseup', 'click', 'pointercancel', 'beforeinput', 'input'])
	addEventListener(t, e => {
		const d = e.dataTransfer;
		put(t + '@' + name(e.target) + (e.inputType ? ':' + e.inputType + (e.data === null ? '' : '=' + e.data) : '') +
			(!d ? '' : t === 'dragstart' ? '[' + [...d.types] + ']' : t === 'drop' ? '[' + [d.dropEffect, d.effectAllowed, data(d)] + ']' : /drag.*e/.test(t) ? '[' + [d.dropEffect, d.effectAllowed + data(d).replace('++', '')] + ']' : ''));
	}, true);
const on = (el, type, f) => el.addEventListener(type, f);
</script>
`

// play plays steps of the mouse and keys: "move x y", "down x y", "up x y", "key name".
func play(t *testing.T, p *Page, steps string) {
	t.Helper()
	ctx := context.Background()
	for _, s := range strings.Split(steps, "; ") {
		f := strings.Fields(s)
		var err error
		switch f[0] {
		case "move":
			err = p.MouseMove(ctx, number(f[1]), number(f[2]), 0)
		case "down":
			err = p.MouseDown(ctx, number(f[1]), number(f[2]), ButtonLeft, 0)
		case "up":
			err = p.MouseUp(ctx, number(f[1]), number(f[2]), ButtonLeft, 0)
		case "key":
			err = p.Press(ctx, f[1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func dragLog(t *testing.T, p *Page, end string) string {
	t.Helper()
	src, _ := json.Marshal(end)
	got, err := p.Eval(context.Background(), "eval("+string(src)+"); log.join(' ')")
	if err != nil {
		t.Fatal(err)
	}
	var text string
	if err := json.Unmarshal([]byte(got), &text); err != nil {
		t.Fatal(err)
	}
	return text
}

// TestDrag drags by the mouse; what is said of each drag is what Chromium 156 says.
func TestDrag(t *testing.T) {
	p := newWindowPage(t, Options{})
	for _, c := range []struct{ name, html, steps, end, want string }{
		{"zone", `<div id=a draggable=true></div><div id=z></div><script>on(z,'dragover',e=>e.preventDefault());on(a,'dragstart',e=>e.dataTransfer.setData('text/plain','hi'))</script>`, "move 20 20; down 20 20; move 40 40; move 120 50; move 130 60; up 130 60", "",
			`mousemove@a dragstart@a[] pointercancel@a drag@a dragenter@a[copy,all] dragover@a[copy,all] drag@a dragenter@z[copy,all] dragleave@a[none,all] dragover@z[copy,all] drop@z[copy,uninitialized,hi++] dragend@a[copy,uninitialized]`},
		{"no zone", `<div id=a draggable=true></div><div id=z></div><script>on(a,'dragstart',e=>e.dataTransfer.setData('text/plain','hi'))</script>`, "move 20 20; down 20 20; move 40 40; move 120 50; move 130 60; up 130 60", "",
			`mousemove@a dragstart@a[] pointercancel@a drag@a dragenter@a[copy,all] dragover@a[copy,all] drag@a dragenter@z[copy,all] dragleave@a[none,all] dragover@z[copy,all] drag@a dragleave@z[none,uninitialized] dragend@a[none,uninitialized]`},
		{"copy, zone wants move", `<div id=a draggable=true></div><div id=z></div><script>on(z,'dragover',e=>{e.preventDefault();e.dataTransfer.dropEffect='move'});on(a,'dragstart',e=>e.dataTransfer.effectAllowed='copy')</script>`, "move 20 20; down 20 20; move 40 40; move 120 50; move 130 60; up 130 60", "",
			`mousemove@a dragstart@a[] pointercancel@a drag@a dragenter@a[copy,copy] dragover@a[copy,copy] drag@a dragenter@z[copy,copy] dragleave@a[none,copy] dragover@z[copy,copy] drag@a dragleave@z[none,copy] dragend@a[none,copy]`},
		{"copyMove, zone wants move", `<div id=a draggable=true></div><div id=z></div><script>on(z,'dragover',e=>{e.preventDefault();e.dataTransfer.dropEffect='move'});on(a,'dragstart',e=>e.dataTransfer.effectAllowed='copyMove')</script>`, "move 20 20; down 20 20; move 40 40; move 120 50; move 130 60; up 130 60", "",
			`mousemove@a dragstart@a[] pointercancel@a drag@a dragenter@a[move,copyMove] dragover@a[move,copyMove] drag@a dragenter@z[move,copyMove] dragleave@a[none,copyMove] dragover@z[move,copyMove] drop@z[move,copyMove,++] dragend@a[move,copyMove]`},
		{"link", `<div id=a draggable=true></div><div id=z></div><script>on(z,'dragover',e=>e.preventDefault());on(a,'dragstart',e=>e.dataTransfer.effectAllowed='link')</script>`, "move 20 20; down 20 20; move 40 40; move 120 50; move 130 60; up 130 60", "",
			`mousemove@a dragstart@a[] pointercancel@a drag@a dragenter@a[link,link] dragover@a[link,link] drag@a dragenter@z[link,link] dragleave@a[none,link] dragover@z[link,link] drop@z[link,link,++] dragend@a[link,link]`},
		{"none", `<div id=a draggable=true></div><div id=z></div><script>on(z,'dragover',e=>e.preventDefault());on(a,'dragstart',e=>e.dataTransfer.effectAllowed='none')</script>`, "move 20 20; down 20 20; move 40 40; move 120 50; move 130 60; up 130 60", "",
			`mousemove@a dragstart@a[] pointercancel@a drag@a dragenter@a[none,none] dragover@a[none,none] drag@a dragenter@z[none,none] dragleave@a[none,none] dragover@z[none,none] drag@a dragleave@z[none,none] dragend@a[none,none]`},
		{"all, zone wants link in dragenter", `<div id=a draggable=true></div><div id=z></div><script>on(z,'dragenter',e=>{e.preventDefault();e.dataTransfer.dropEffect='link'});on(a,'dragstart',e=>e.dataTransfer.effectAllowed='all')</script>`, "move 20 20; down 20 20; move 40 40; move 120 50; move 130 60; up 130 60", "",
			`mousemove@a dragstart@a[] pointercancel@a drag@a dragenter@a[copy,all] dragover@a[copy,all] drag@a dragenter@z[copy,all] dragleave@a[none,all] dragover@z[copy,all] drag@a dragleave@z[none,all] dragend@a[none,all]`},
		{"drop prevented, effect set in it", `<div id=a draggable=true></div><div id=z></div><script>on(z,'dragover',e=>e.preventDefault());on(z,'drop',e=>{e.preventDefault();e.dataTransfer.dropEffect='move'})</script>`, "move 20 20; down 20 20; move 40 40; move 120 50; move 130 60; up 130 60", "",
			`mousemove@a dragstart@a[] pointercancel@a drag@a dragenter@a[copy,all] dragover@a[copy,all] drag@a dragenter@z[copy,all] dragleave@a[none,all] dragover@z[copy,all] drop@z[copy,uninitialized,++] dragend@a[copy,uninitialized]`},
		{"dragstart prevented", `<div id=a draggable=true></div><div id=z></div><script>on(z,'dragover',e=>e.preventDefault());on(a,'dragstart',e=>e.preventDefault())</script>`, "move 20 20; down 20 20; move 40 40; move 120 50; move 130 60; up 130 60", "",
			`mousemove@a dragstart@a[] mousemove@z mouseup@z click@body`},
		{"mousedown prevented", `<div id=a draggable=true></div><div id=z></div><script>on(z,'dragover',e=>e.preventDefault());on(a,'mousedown',e=>e.preventDefault())</script>`, "move 20 20; down 20 20; move 40 40; move 120 50; move 130 60; up 130 60", "",
			`mousemove@a mousemove@z mouseup@z click@body`},
		{"from zone to zone and out", `<div id=a draggable=true></div><div id=z></div><div id=y style="left:200px;top:0;width:100px;height:100px"></div><script>on(z,'dragover',e=>e.preventDefault());on(y,'dragover',e=>e.preventDefault());</script>`, "move 20 20; down 20 20; move 40 40; move 120 50; move 220 60; move 220 130; up 220 130", "",
			`mousemove@a dragstart@a[] pointercancel@a drag@a dragenter@a[copy,all] dragover@a[copy,all] drag@a dragenter@z[copy,all] dragleave@a[none,all] drag@a dragenter@y[copy,all] dragleave@z[none,all] drag@a dragenter@html[copy,all] dragleave@y[none,all] drag@a dragleave@html[none,uninitialized] dragend@a[none,uninitialized]`},
		{"child of zone", `<div id=a draggable=true></div><div id=z><div id=k style="width:50px;height:50px"></div></div><script>on(z,'dragover',e=>e.preventDefault());</script>`, "move 20 20; down 20 20; move 40 40; move 120 80; move 120 20; move 120 80; up 120 80", "",
			`mousemove@a dragstart@a[] pointercancel@a drag@a dragenter@a[copy,all] dragover@a[copy,all] drag@a dragenter@z[copy,all] dragleave@a[none,all] drag@a dragenter@k[copy,all] dragleave@z[none,all] drag@a dragenter@z[copy,all] dragleave@k[none,all] drag@a dragleave@z[none,uninitialized] dragend@a[none,uninitialized]`},
		{"press only", `<div id=a draggable=true></div><div id=z></div><script>on(z,'dragover',e=>e.preventDefault());</script>`, "move 20 20; down 20 20; up 20 20", "",
			`mousemove@a mouseup@a click@a`},
		{"a link", `<a id=a href="http://x.test/p">link</a><div id=z></div><script>on(z,'dragover',e=>e.preventDefault());</script>`, "move 20 10; down 20 10; move 40 40; move 120 50; move 130 60; up 130 60", "",
			`mousemove@a dragstart@a[text/uri-list,text/plain,text/html] pointercancel@a drag@a dragenter@a[copy,all] dragover@a[copy,all] drag@a dragenter@z[copy,all] dragleave@a[none,all] dragover@z[copy,all] drop@z[copy,uninitialized,http://x.test/p+http://x.test/p+<a id="a" href="http://x.test/p">link</a>] dragend@a[copy,uninitialized]`},
		{"not draggable image", `<img id=a draggable=false src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==" alt=x><div id=z></div><script>on(z,'dragover',e=>e.preventDefault());</script>`, "move 20 20; down 20 20; move 40 40; move 120 50; move 130 60; up 130 60", "",
			`mousemove@a mousemove@z mouseup@z click@body`},
		{"draggable within link", `<a id=l href="http://x.test/p"><div id=a draggable=true></div></a><div id=z></div><script>on(z,'dragover',e=>e.preventDefault());</script>`, "move 20 20; down 20 20; move 40 40; move 120 50; move 130 60; up 130 60", "",
			`mousemove@a dragstart@a[] pointercancel@a drag@a dragenter@a[copy,all] dragover@a[copy,all] drag@a dragenter@z[copy,all] dragleave@a[none,all] dragover@z[copy,all] drop@z[copy,uninitialized,++] dragend@a[copy,uninitialized]`},
		{"link in draggable", `<div id=a draggable=true><a id=l href="http://x.test/p" style="display:block;height:50px">ab</a></div><div id=z></div><script>on(z,'dragover',e=>e.preventDefault());</script>`, "move 20 20; down 20 20; move 40 40; move 120 50; move 130 60; up 130 60", "",
			`mousemove@l dragstart@l[text/uri-list,text/plain,text/html] pointercancel@l drag@l dragenter@l[copy,all] dragover@l[copy,all] drag@l dragenter@z[copy,all] dragleave@l[none,all] dragover@z[copy,all] drop@z[copy,uninitialized,http://x.test/p+http://x.test/p+<a id="l" href="http://x.test/p">ab</a>] dragend@l[copy,uninitialized]`},
		{"selection to input", `<div id=s>abcdef</div><input id=t value=xyz><script>getSelection().setBaseAndExtent(s.firstChild,0,s.firstChild,3);</script>`, "move 10 170; down 10 170; move 60 185; move 110 170; move 112 170; up 112 170", "put(t.value===undefined?t.innerHTML:t.value);",
			`mousemove@s dragstart@#text[text/html,text/plain] pointercancel@s drag@#text dragenter@s[copy,all] dragover@s[copy,all] drag@#text dragenter@t[copy,all] dragleave@s[none,all] dragover@t[copy,all] drop@t[copy,uninitialized,abc++<span>abc</span>] beforeinput@t:insertFromDrop=abc input@t:insertFromDrop=abc dragend@#text[copy,uninitialized] xabcyz`},
		{"selection to readonly input", `<div id=s>abcdef</div><input id=t readonly value=xyz><script>getSelection().setBaseAndExtent(s.firstChild,0,s.firstChild,3);</script>`, "move 10 170; down 10 170; move 60 185; move 110 170; move 112 170; up 112 170", "put(t.value===undefined?t.innerHTML:t.value);",
			`mousemove@s dragstart@#text[text/html,text/plain] pointercancel@s drag@#text dragenter@s[copy,all] dragover@s[copy,all] drag@#text dragenter@t[copy,all] dragleave@s[none,all] dragover@t[copy,all] drag@#text dragleave@t[none,uninitialized] dragend@#text[none,uninitialized] xyz`},
		{"selection of host to host", `<div id=s contenteditable>abcdef</div><div id=t contenteditable>xyz</div><script>getSelection().setBaseAndExtent(s.firstChild,0,s.firstChild,3);</script>`, "move 10 170; down 10 170; move 60 185; move 110 170; move 112 170; up 112 170", "put(t.value===undefined?t.innerHTML:t.value);put(s.innerHTML)",
			`mousemove@s dragstart@#text[text/html,text/plain] pointercancel@s drag@#text dragenter@s[copy,all] dragover@s[copy,all] drag@#text dragenter@t[copy,all] dragleave@s[none,all] dragover@t[copy,all] drop@t[move,uninitialized,abc++<span>abc</span>] beforeinput@s:deleteByDrag input@s:deleteByDrag beforeinput@t:insertFromDrop input@t:insertFromDrop dragend@#text[move,uninitialized] xabcyz def`},
		{"selection within host", `<div id=t contenteditable>abcdef</div><script>getSelection().setBaseAndExtent(t.firstChild,0,t.firstChild,2);</script>`, "move 110 165; down 110 165; move 130 165; move 148 165; move 149 165; up 149 165", "put(t.value===undefined?t.innerHTML:t.value);put(String(getSelection()))",
			`mousemove@t dragstart@#text[text/html,text/plain] pointercancel@t drag@#text dragenter@t[copy,all] dragover@t[copy,all] drag@#text drop@t[move,uninitialized,ab++<span>ab</span>] beforeinput@t:deleteByDrag input@t:deleteByDrag beforeinput@t:insertFromDrop input@t:insertFromDrop dragend@#text[move,uninitialized] cdabef ab`},
		{"link to host", `<a id=a href="http://x.test/p">link</a><div id=t contenteditable>xyz</div>`, "move 20 10; down 20 10; move 40 40; move 110 170; move 112 170; up 112 170", "put(t.value===undefined?t.innerHTML:t.value);",
			`mousemove@a dragstart@a[text/uri-list,text/plain,text/html] pointercancel@a drag@a dragenter@a[copy,all] dragover@a[copy,all] drag@a dragenter@t[copy,all] dragleave@a[none,all] dragover@t[copy,all] drop@t[copy,uninitialized,http://x.test/p+http://x.test/p+<a id="a" href="http://x.test/p">link</a>] beforeinput@t:insertFromDrop input@t:insertFromDrop dragend@a[copy,uninitialized] x<a id="a" href="http://x.test/p">link</a>yz`},
		{"data to input", `<div id=a draggable=true></div><input id=t value=xyz><script>on(a,'dragstart',e=>e.dataTransfer.setData('text/plain','hi'))</script>`, "move 20 20; down 20 20; move 40 40; move 110 170; move 112 170; up 112 170", "put(t.value===undefined?t.innerHTML:t.value);put(document.activeElement.id+' '+t.selectionStart+' '+t.selectionEnd)",
			`mousemove@a dragstart@a[] pointercancel@a drag@a dragenter@a[copy,all] dragover@a[copy,all] drag@a dragenter@t[copy,all] dragleave@a[none,all] dragover@t[copy,all] drop@t[copy,uninitialized,hi++] beforeinput@t:insertFromDrop=hi input@t:insertFromDrop=hi dragend@a[copy,uninitialized] xhiyz t 1 3`},
		{"html to host", `<div id=a draggable=true></div><div id=t contenteditable>xyz</div><script>on(a,'dragstart',e=>e.dataTransfer.setData('text/html','<b>hi</b>'))</script>`, "move 20 20; down 20 20; move 40 40; move 110 170; move 112 170; up 112 170", "put(t.value===undefined?t.innerHTML:t.value);put(document.activeElement.id+' '+getSelection())",
			`mousemove@a dragstart@a[] pointercancel@a drag@a dragenter@a[copy,all] dragover@a[copy,all] drag@a dragenter@t[copy,all] dragleave@a[none,all] dragover@t[copy,all] drop@t[copy,uninitialized,++<b>hi</b>] beforeinput@t:insertFromDrop input@t:insertFromDrop dragend@a[copy,uninitialized] x<b>hi</b>yz t hi`},
		{"input to input", `<input id=s value=abcdef style="padding:0;border:0"><input id=t value=xyz><script>s.focus();s.setSelectionRange(0,3)</script>`, "move 10 170; down 10 170; move 60 185; move 110 170; move 112 170; up 112 170", "put(t.value===undefined?t.innerHTML:t.value);put(s.value)",
			`mousemove@s dragstart@s[text/plain] pointercancel@s drag@s dragenter@s[copy,all] dragover@s[copy,all] drag@s dragenter@t[copy,all] dragleave@s[none,all] dragover@t[copy,all] drop@t[move,uninitialized,abc++] beforeinput@s:deleteByDrag input@s:deleteByDrag beforeinput@t:insertFromDrop=abc input@t:insertFromDrop=abc dragend@s[move,uninitialized] xabcyz def`},
		{"input to input, copied", `<input id=s value=abcdef style="padding:0;border:0"><input id=t value=xyz><script>s.focus();s.setSelectionRange(0,3);on(s,'dragstart',e=>e.dataTransfer.effectAllowed='copy')</script>`, "move 10 170; down 10 170; move 60 185; move 110 170; move 112 170; up 112 170", "put(t.value===undefined?t.innerHTML:t.value);put(s.value)",
			`mousemove@s dragstart@s[text/plain] pointercancel@s drag@s dragenter@s[copy,copy] dragover@s[copy,copy] drag@s dragenter@t[copy,copy] dragleave@s[none,copy] dragover@t[copy,copy] drag@s dragleave@t[none,copy] dragend@s[none,copy] xyz abcdef`},
		{"beforeinput of drop prevented", `<div id=s contenteditable>abcdef</div><div id=t contenteditable>xyz</div><script>getSelection().setBaseAndExtent(s.firstChild,0,s.firstChild,3);on(t,'beforeinput',e=>e.preventDefault())</script>`, "move 10 170; down 10 170; move 60 185; move 110 170; move 112 170; up 112 170", "put(t.value===undefined?t.innerHTML:t.value);put(s.innerHTML)",
			`mousemove@s dragstart@#text[text/html,text/plain] pointercancel@s drag@#text dragenter@s[copy,all] dragover@s[copy,all] drag@#text dragenter@t[copy,all] dragleave@s[none,all] dragover@t[copy,all] drop@t[move,uninitialized,abc++<span>abc</span>] beforeinput@s:deleteByDrag input@s:deleteByDrag beforeinput@t:insertFromDrop dragend@#text[move,uninitialized] xyz def`},
		{"deleteByDrag prevented", `<div id=s contenteditable>abcdef</div><div id=t contenteditable>xyz</div><script>getSelection().setBaseAndExtent(s.firstChild,0,s.firstChild,3);on(s,'beforeinput',e=>e.preventDefault())</script>`, "move 10 170; down 10 170; move 60 185; move 110 170; move 112 170; up 112 170", "put(t.value===undefined?t.innerHTML:t.value);put(s.innerHTML)",
			`mousemove@s dragstart@#text[text/html,text/plain] pointercancel@s drag@#text dragenter@s[copy,all] dragover@s[copy,all] drag@#text dragenter@t[copy,all] dragleave@s[none,all] dragover@t[copy,all] drop@t[move,uninitialized,abc++<span>abc</span>] beforeinput@s:deleteByDrag beforeinput@t:insertFromDrop input@t:insertFromDrop dragend@#text[move,uninitialized] xabcyz abcdef`},
		{"host to host, drop prevented", `<div id=s contenteditable>abcdef</div><div id=t contenteditable>xyz</div><script>getSelection().setBaseAndExtent(s.firstChild,0,s.firstChild,3);on(t,'drop',e=>e.preventDefault())</script>`, "move 10 170; down 10 170; move 60 185; move 110 170; move 112 170; up 112 170", "put(t.value===undefined?t.innerHTML:t.value);put(s.innerHTML)",
			`mousemove@s dragstart@#text[text/html,text/plain] pointercancel@s drag@#text dragenter@s[copy,all] dragover@s[copy,all] drag@#text dragenter@t[copy,all] dragleave@s[none,all] dragover@t[copy,all] drop@t[move,uninitialized,abc++<span>abc</span>] dragend@#text[move,uninitialized] xyz abcdef`},
		{"source removed in drag", `<div id=a draggable=true></div><div id=z></div><script>on(z,'dragover',e=>e.preventDefault());on(a,'drag',e=>a.remove())</script>`, "move 20 20; down 20 20; move 40 40; move 120 50; move 130 60; up 130 60", "",
			`mousemove@a dragstart@a[] pointercancel@a drag@a dragenter@html[copy,all] dragenter@z[copy,all] dragleave@html[none,all] dragover@z[copy,all] drop@z[copy,uninitialized,++]`},
		{"source removed in dragover", `<div id=a draggable=true></div><div id=z></div><script>on(z,'dragover',e=>e.preventDefault());on(z,'dragover',e=>a.remove())</script>`, "move 20 20; down 20 20; move 40 40; move 120 50; move 130 60; up 130 60", "",
			`mousemove@a dragstart@a[] pointercancel@a drag@a dragenter@a[copy,all] dragover@a[copy,all] drag@a dragenter@z[copy,all] dragleave@a[none,all] dragover@z[copy,all] drop@z[copy,uninitialized,++]`},
		{"zone removed in dragenter", `<div id=a draggable=true></div><div id=z></div><script>on(z,'dragover',e=>e.preventDefault());on(z,'dragenter',e=>z.remove())</script>`, "move 20 20; down 20 20; move 40 40; move 120 50; move 130 60; up 130 60", "",
			`mousemove@a dragstart@a[] pointercancel@a drag@a dragenter@a[copy,all] dragover@a[copy,all] drag@a dragenter@z[copy,all] dragleave@a[none,all] drag@a dragenter@html[copy,all] dragleave@html[none,uninitialized] dragend@a[none,uninitialized]`},
		{"zone removed in dragover", `<div id=a draggable=true></div><div id=z></div><script>on(z,'dragover',e=>e.preventDefault());on(z,'dragover',e=>z.remove())</script>`, "move 20 20; down 20 20; move 40 40; move 120 50; move 130 60; up 130 60", "",
			`mousemove@a dragstart@a[] pointercancel@a drag@a dragenter@a[copy,all] dragover@a[copy,all] drag@a dragenter@z[copy,all] dragleave@a[none,all] dragover@z[copy,all] dragend@a[copy,uninitialized]`},
		{"zone removed in drop", `<div id=a draggable=true></div><div id=z></div><script>on(z,'dragover',e=>e.preventDefault());on(z,'drop',e=>z.remove())</script>`, "move 20 20; down 20 20; move 40 40; move 120 50; move 130 60; up 130 60", "",
			`mousemove@a dragstart@a[] pointercancel@a drag@a dragenter@a[copy,all] dragover@a[copy,all] drag@a dragenter@z[copy,all] dragleave@a[none,all] dragover@z[copy,all] drop@z[copy,uninitialized,++] dragend@a[copy,uninitialized]`},
		{"setData in dragover, store kept", `<div id=a draggable=true></div><div id=z></div><script>on(z,'dragover',e=>e.preventDefault());let k;on(a,'dragstart',e=>{k=e.dataTransfer;k.setData('a/b','1')});on(z,'dragover',e=>e.dataTransfer.setData('c/d','2'));on(a,'dragend',e=>put('same '+(k===e.dataTransfer)+k.getData('a/b')+'.'+k.items.length+k.effectAllowed))</script>`, "move 20 20; down 20 20; move 40 40; move 120 50; move 130 60; up 130 60", "",
			`mousemove@a dragstart@a[] pointercancel@a drag@a dragenter@a[copy,all] dragover@a[copy,all] drag@a dragenter@z[copy,all] dragleave@a[none,all] dragover@z[copy,all] drop@z[copy,uninitialized,++] dragend@a[copy,uninitialized] same true.1uninitialized`},
	} {
		if err := p.SetContent(context.Background(), dragHead+c.html, ""); err != nil {
			t.Fatal(err)
		}
		play(t, p, c.steps)
		got := dragLog(t, p, c.end)
		if got != c.want && strings.ReplaceAll(c.want, "<span>abc</span>", "abc") != got && strings.ReplaceAll(c.want, "<span>ab</span>", "ab") != got { // copied markup has no styles
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
		play(t, p, "up 390 290; move 391 291")
	}
}

const dragZone = `<div id=a draggable=true></div><div id=z></div><script>on(z, 'dragover', e => e.preventDefault())</script>`

// Escape cancels a drag: nothing is dropped, and no keys are told of.
func TestDragEscape(t *testing.T) {
	p := newWindowPage(t, Options{})
	if err := p.SetContent(context.Background(), dragHead+dragZone+`<script>addEventListener('keydown', e => put('keydown'))</script>`, ""); err != nil {
		t.Fatal(err)
	}
	play(t, p, "move 20 20; down 20 20; move 40 40; move 120 50; move 130 60; key b; key Escape; up 130 60")
	want := "mousemove@a dragstart@a[] pointercancel@a drag@a dragenter@a[copy,all] dragover@a[copy,all] drag@a dragenter@z[copy,all] dragleave@a[none,all] dragover@z[copy,all] drag@a dragleave@z[none,uninitialized] dragend@a[none,uninitialized] mouseup@z"
	if got := dragLog(t, p, ""); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// What an embedder shows of a drag is the element of setDragImage, or what is dragged.
func TestDragImage(t *testing.T) {
	ctx := context.Background()
	p := newWindowPage(t, Options{})
	if _, ok, err := p.Dragging(ctx); ok || err != nil {
		t.Error("a drag before there is one", err)
	}
	for _, c := range []struct {
		script string
		want   Drag
	}{
		{"", Drag{X: 130, Y: 60, Effect: "copy", Image: DragBox{110, 40, 50, 50}, HotX: 20, HotY: 20}},
		{"on(a, 'dragstart', e => e.dataTransfer.setDragImage(z, 3, 4))", Drag{X: 130, Y: 60, Effect: "copy", Image: DragBox{127, 56, 100, 100}, HotX: 3, HotY: 4}},
		{"on(a, 'dragstart', e => { k = e.dataTransfer }); on(a, 'drag', e => k.setDragImage(z, 3, 4))", Drag{X: 130, Y: 60, Effect: "copy", Image: DragBox{110, 40, 50, 50}, HotX: 20, HotY: 20}},
		{"on(a, 'dragstart', e => e.dataTransfer.setDragImage(document.createElement('p'), 3, 4))", Drag{X: 130, Y: 60, Effect: "copy", Image: DragBox{127, 56, 0, 0}, HotX: 3, HotY: 4}},
	} {
		if err := p.SetContent(ctx, dragHead+dragZone+"<script>"+c.script+"</script>", ""); err != nil {
			t.Fatal(err)
		}
		play(t, p, "move 20 20; down 20 20; move 40 40; move 120 50; move 130 60")
		got, ok, err := p.Dragging(ctx)
		if err != nil || !ok || got != c.want {
			t.Errorf("%s: %+v %v %v, want %+v", c.script, got, ok, err, c.want)
		}
		play(t, p, "up 130 60")
		if _, ok, _ := p.Dragging(ctx); ok {
			t.Error("a drag after the drop")
		}
	}
}

// A page may do away with what is dragged, with its frame or with itself: the drag ends, and the pointer goes on.
func TestDragHostile(t *testing.T) {
	ctx := context.Background()
	frame := func(script string) string {
		return `<iframe id=f style="position:absolute;left:0;top:0;width:300px;height:200px;border:0" srcdoc="` + strings.ReplaceAll(dragHead+dragZone+`<script>`+script+`</script>`, `"`, "&quot;") + `"></iframe>`
	}
	for _, c := range []struct{ name, html string }{
		{"the source goes in dragstart", dragHead + dragZone + `<script>on(a, 'dragstart', e => a.remove())</script>`},
		{"the document's element goes", dragHead + dragZone + `<script>on(a, 'drag', e => document.documentElement.remove())</script>`},
		{"the text of a selection goes", dragHead + `<div id=s>abcdef</div><script>getSelection().selectAllChildren(document.body); on(s, 'dragstart', e => s.textContent = '')</script>`},
		{"the zone goes in drop", dragHead + dragZone + `<script>on(z, 'drop', e => z.remove())</script>`},
		{"markup in dragover", dragHead + dragZone + `<script>on(z, 'dragover', e => document.body.innerHTML = '')</script>`},
		{"adopted by another document", dragHead + dragZone + `<script>on(a, 'drag', e => document.implementation.createHTMLDocument().body.append(a))</script>`},
		{"navigation in dragstart", dragHead + dragZone + `<script>on(a, 'dragstart', e => location = 'about:blank')</script>`},
		{"navigation in drag", dragHead + dragZone + `<script>on(a, 'drag', e => location = 'about:blank')</script>`},
		{"document.open in dragenter", dragHead + dragZone + `<script>on(z, 'dragenter', e => { document.open(); document.write('x') })</script>`},
		{"the frame goes in dragstart", frame(`on(a, 'dragstart', e => frameElement.remove())`)},
		{"the frame goes in dragover", frame(`on(z, 'dragover', e => frameElement.remove())`)},
		{"the frame goes in drop", frame(`on(z, 'drop', e => frameElement.remove())`)},
		{"the frame goes in dragend", frame(`on(a, 'dragend', e => frameElement.remove())`)},
		{"the frame navigates", frame(`on(z, 'dragover', e => location = 'about:blank')`)},
		{"the frame is moved", frame(`on(z, 'dragover', e => parent.document.body.append(frameElement))`)},
	} {
		p := newWindowPage(t, Options{})
		if err := p.SetContent(ctx, c.html, ""); err != nil {
			t.Fatal(c.name, err)
		}
		play(t, p, "move 10 20; down 10 20; move 30 40; move 40 42; move 120 50; move 130 60; move 140 65; up 140 65")
		if _, ok, err := p.Dragging(ctx); ok || err != nil {
			t.Errorf("%s: the drag goes on, %v", c.name, err)
		}
		if err := p.SetContent(ctx, dragHead+dragZone, ""); err != nil {
			t.Fatal(c.name, err)
		}
		play(t, p, "move 20 20; down 20 20; up 20 20")
		if got := dragLog(t, p, ""); got != "mousemove@a mouseup@a click@a" {
			t.Errorf("%s: afterwards %s", c.name, got)
		}
	}
}
