package host

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
)

// Selections of text controls tell of themselves as with Chromium 156: selectionchange once a task, select for each call that moved them.
func TestControlSelectionEvents(t *testing.T) {
	ctx := context.Background()
	p := newWindowPage(t, Options{})
	for _, c := range [][2]string{
		{`t.setSelectionRange(1, 2)`, "selectionchange select 1 2"},
		{`t.setSelectionRange(1, 2); t.setSelectionRange(1, 2)`, "selectionchange select 1 2"},
		{`t.selectionStart = 1`, "selectionchange select 1 1"},
		{`t.selectionEnd = 1`, "selectionchange select 0 1"},
		{`t.selectionDirection = 'backward'`, "selectionchange select 0 0"},
		{`t.select()`, "selectionchange select 0 3"},
		{`t.value = 'hello'`, "selectionchange 5 5"},
		{`t.value = 'hello'; t.value = 'x'`, "selectionchange 1 1"},
		{`t.value = t.value`, "0 0"},
		{`t.setRangeText('zz')`, "0 0"},
		{`t.setRangeText('zz', 0, 1, 'select')`, "selectionchange select 0 2"},
		{`t.focus()`, "selectionchange 0 0"},
		{`t.setSelectionRange(1, 2); t.value = 'abc d'`, "selectionchange select 5 5"},
		{`t.focus(); t.setSelectionRange(0, 1)`, "selectionchange select 0 1"},
		{`t.focus(); document.execCommand('insertText', false, 'k')`, "selectionchange 1 1"},
		{`t.setSelectionRange(3, 3); t.setRangeText('1', 0, 1, 'preserve')`, "selectionchange select 3 3"},
		{`t.setSelectionRange(0, 2); t.blur()`, "selectionchange select 0 2"},
	} {
		for _, control := range []string{"<input id=t value=abc>", "<textarea id=t>abc</textarea>"} {
			if err := p.SetContent(ctx, "<!doctype html>"+control+`<script>var log = []; for (const e of ['select', 'selectionchange']) document.addEventListener(e, v => log.push(e + (v.target === t ? '' : '@document')))</script>`, ""); err != nil {
				t.Fatal(err)
			}
			if _, err := p.Eval(ctx, c[0]); err != nil {
				t.Fatal(err)
			}
			got, err := p.Eval(ctx, `new Promise(r => setTimeout(r, 50)).then(() => [...log, t.selectionStart, t.selectionEnd].join(' '))`)
			if err != nil {
				t.Fatal(err)
			}
			if got != `"`+c[1]+`"` {
				t.Errorf("%s, %s: %s, want %q", control, c[0], got, c[1])
			}
		}
	}
}

// The caret that keys move stays in view, scrolled to by no more than is needed: what Chromium 156 scrolls to, give or take a few px for the fonts.
func TestCaretScrollsIntoView(t *testing.T) {
	ctx := context.Background()
	p := newWindowPage(t, Options{})
	const tall = "<div style='height:1000px'></div>"
	for _, c := range []struct {
		name, html, keys string
		left, top, page  int
	}{
		{"textarea: lines typed", "<textarea id=t></textarea>", "a Enter b Enter c Enter d Enter e", 0, 43, 0},
		{"textarea: up", "<textarea id=t>1\n2\n3\n4\n5\n6</textarea>", "Control+End ArrowUp ArrowUp ArrowUp ArrowUp", 0, 16, 0},
		{"textarea: end", "<textarea id=t>1\n2\n3\n4\n5\n6</textarea>", "Control+End", 0, 63, 0},
		{"textarea: home", "<textarea id=t>1\n2\n3\n4\n5\n6</textarea>", "Control+End Control+Home", 0, 0, 0},
		{"host: lines typed", "<div id=t contenteditable></div>", "a Enter b Enter c Enter d Enter e", 0, 43, 0},
		{"host: end", "<div id=t contenteditable style=white-space:pre>abcdefghijklmnop</div>", "End", 92, 0, 0},
		{"host: home", "<div id=t contenteditable style=white-space:pre>abcdefghijklmnop</div>", "End Home", 0, 0, 0},
		{"host: down", "<div id=t contenteditable>1<br>2<br>3<br>4<br>5<br>6</div>", "ArrowDown ArrowDown ArrowDown ArrowDown", 0, 43, 0},
		{"page: input", tall + "<input id=t style=height:20px>" + tall, "x", 0, 0, 724},
		{"page: host typed", tall + "<div id=t contenteditable style=height:20px>abc</div>" + tall, "x", 0, 0, 720},
		{"page: host moved", tall + "<div id=t contenteditable style=height:20px>abc</div>" + tall, "ArrowRight", 0, 0, 720},
		{"page: input moved", tall + "<input id=t value=abc style=height:20px>" + tall, "ArrowRight", 0, 0, 724},
		{"input: end", "<input id=t value=abcdefghijklmnop style=overflow:clip>", "End", 92, 0, 0},
		{"input: home", "<input id=t value=abcdefghijklmnop style=overflow:clip>", "End Home", 0, 0, 0},
		{"input: typed", "<input id=t style=overflow:clip>", "a b c d e f g h i j k l m n o p", 92, 0, 0},
	} {
		if err := p.SetContent(ctx, `<!doctype html><style>body{margin:0}#t{display:block;width:100px;height:60px;padding:0;border:0;margin:0;font:20px/20px monospace;overflow:auto;outline:0;resize:none}</style>`+c.html, ""); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Eval(ctx, `t.focus({preventScroll: true}); if ('value' in t) t.setSelectionRange(0, 0); else getSelection().collapse(t, 0); 0`); err != nil {
			t.Fatal(err)
		}
		for _, k := range strings.Fields(c.keys) {
			if err := p.Press(ctx, k); err != nil {
				t.Fatal(err)
			}
		}
		got, err := p.Eval(ctx, `[t.scrollLeft, t.scrollTop, scrollY]`)
		if err != nil {
			t.Fatal(err)
		}
		var v []float64
		if err := json.Unmarshal([]byte(got), &v); err != nil {
			t.Fatal(err)
		}
		for i, want := range []int{c.left, c.top, c.page} {
			if d := v[i] - float64(want); d > 5 || d < -5 {
				t.Errorf("%s: scrolled to %v, want %d, %d, %d", c.name, got, c.left, c.top, c.page)
				break
			}
		}
	}
}
