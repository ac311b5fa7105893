package host

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
)

// Keys in an editing host. | is where the caret is at first. What comes of it is Chromium 156's: the markup, where the caret is then, and the beforeinput (b)
// and input (i) events.
func TestEditingByKeys(t *testing.T) {
	ctx := context.Background()
	b, err := NewBrowser(Options{VirtualTime: true, Offline: true})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	p, err := b.NewPage()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ markup, keys, want, caret, events string }{
		{`|`, `a b`, `ab`, `#text,2`, `b:insertText:a i:insertText:a b:insertText:b i:insertText:b`},
		{`|`, `a Space b`, `a b`, `#text,3`, `b:insertText:a i:insertText:a b:insertText:  i:insertText:  b:insertText:b i:insertText:b`},
		{`|`, `a Space`, `a&nbsp;`, `#text,2`, `b:insertText:a i:insertText:a b:insertText:  i:insertText: `},
		{`ab|cd`, `x`, `abxcd`, `#text,3`, `b:insertText:x i:insertText:x`},
		{`ab|cd`, `Enter`, `ab<div>cd</div>`, `#text,0`, `b:insertParagraph:null i:insertParagraph:null`},
		{`ab|`, `Enter`, `ab<div><br></div>`, `DIV,0`, `b:insertParagraph:null i:insertParagraph:null`},
		{`ab|`, `Enter c`, `ab<div>c</div>`, `#text,1`, `b:insertParagraph:null i:insertParagraph:null b:insertText:c i:insertText:c`},
		{`|`, `Enter`, `<div><br></div><div><br></div>`, `DIV,0`, `b:insertParagraph:null i:insertParagraph:null`},
		{`<p>ab|cd</p>`, `Enter`, `<p>ab</p><p>cd</p>`, `#text,0`, `b:insertParagraph:null i:insertParagraph:null`},
		{`<p>ab|</p>`, `Enter c`, `<p>ab</p><p>c</p>`, `#text,1`, `b:insertParagraph:null i:insertParagraph:null b:insertText:c i:insertText:c`},
		{`<h1>ab|</h1>`, `Enter c`, `<h1>ab</h1><div>c</div>`, `#text,1`, `b:insertParagraph:null i:insertParagraph:null b:insertText:c i:insertText:c`},
		{`<p>|ab</p>`, `Enter`, `<p><br></p><p>ab</p>`, `#text,0`, `b:insertParagraph:null i:insertParagraph:null`},
		{`ab|cd`, `Shift+Enter`, `ab<br>cd`, `#text,0`, `b:insertLineBreak:null i:insertLineBreak:null`},
		{`ab|`, `Shift+Enter`, `ab<br><br>`, `DIVh,2`, `b:insertLineBreak:null i:insertLineBreak:null`},
		{`ab|`, `Shift+Enter c`, `ab<br>c`, `#text,1`, `b:insertLineBreak:null i:insertLineBreak:null b:insertText:c i:insertText:c`},
		{`ab|c`, `Backspace`, `ac`, `#text,1`, `b:deleteContentBackward:null i:deleteContentBackward:null`},
		{`<p>ab</p><p>|cd</p>`, `Backspace`, `<p>abcd</p>`, `#text,2`, `b:deleteContentBackward:null i:deleteContentBackward:null`},
		{`<p>ab|</p><p>cd</p>`, `Delete`, `<p>abcd</p>`, `#text,2`, `b:deleteContentForward:null i:deleteContentForward:null`},
		{`a|`, `Backspace`, `<br>`, `DIVh,0`, `b:deleteContentBackward:null i:deleteContentBackward:null`},
		{`<p>a|</p>`, `Backspace`, `<p><br></p>`, `P,0`, `b:deleteContentBackward:null i:deleteContentBackward:null`},
		{`ab<br>|cd`, `Backspace`, `abcd`, `#text,2`, `b:deleteContentBackward:null i:deleteContentBackward:null`},
		{`<b>ab</b>|`, `Backspace`, `<b>a</b>`, `#text,1`, `b:deleteContentBackward:null i:deleteContentBackward:null`},
		{`ab<div>|cd</div>`, `Backspace`, `abcd`, `#text,2`, `b:deleteContentBackward:null i:deleteContentBackward:null`},
		{`<ul><li>ab|cd</li></ul>`, `Enter`, `<ul><li>ab</li><li>cd</li></ul>`, `#text,0`, `b:insertParagraph:null i:insertParagraph:null`},
		{`<p>ab</p><p><br>|</p>`, `Backspace`, `<p>ab</p>`, `#text,2`, `b:deleteContentBackward:null i:deleteContentBackward:null`},
		{`|ab`, `Control+a x`, `x`, `#text,1`, `b:insertText:x i:insertText:x`},
		{`<p>a|b</p><p>cd</p>`, `Control+a x`, `<p>x</p>`, `#text,1`, `b:insertText:x i:insertText:x`},
		{`<p>a<b>b|c</b></p>`, `Enter`, `<p>a<b>b</b></p><p><b>c</b></p>`, `#text,0`, `b:insertParagraph:null i:insertParagraph:null`},
		{`|ab`, `Backspace`, `ab`, `DIVh,0`, `b:deleteContentBackward:null`},
		{`a|b`, `ArrowRight x`, `abx`, `#text,3`, `b:insertText:x i:insertText:x`},
		{`<p>ab|</p><p>c</p>`, `ArrowRight x`, `<p>ab</p><p>xc</p>`, `#text,1`, `b:insertText:x i:insertText:x`},
		{`<p>a|b</p><p>c<b>d</b></p>`, `Shift+ArrowRight Shift+ArrowRight Shift+ArrowRight Backspace`, `<p>a<b>d</b></p>`, `#text,1`, `b:deleteContentBackward:null i:deleteContentBackward:null`},
		{`<p>ab</p><p><br>|</p>`, `Backspace c`, `<p>abc</p>`, `#text,3`, `b:deleteContentBackward:null i:deleteContentBackward:null b:insertText:c i:insertText:c`},
		{`<p><br>|</p>`, `Backspace`, ``, `DIVh,0`, `b:deleteContentBackward:null i:deleteContentBackward:null`},
		{`<ul><li>a|</li><li>b</li></ul>`, `Delete`, `<ul><li>ab</li></ul>`, `#text,1`, `b:deleteContentForward:null i:deleteContentForward:null`},
		{`a<img>|b`, `Backspace`, `ab`, `#text,1`, `b:deleteContentBackward:null i:deleteContentBackward:null`},
		{`a|<img>b`, `Delete`, `ab`, `#text,1`, `b:deleteContentForward:null i:deleteContentForward:null`},
		{`a|`, `Enter b Enter c Backspace Backspace`, `a<div>b</div>`, `#text,1`, `b:insertParagraph:null i:insertParagraph:null b:insertText:b i:insertText:b b:insertParagraph:null i:insertParagraph:null b:insertText:c i:insertText:c b:deleteContentBackward:null i:deleteContentBackward:null b:deleteContentBackward:null i:deleteContentBackward:null`},
		{`<p>a|</p>`, `Enter Enter b`, `<p>a</p><p><br></p><p>b</p>`, `#text,1`, `b:insertParagraph:null i:insertParagraph:null b:insertParagraph:null i:insertParagraph:null b:insertText:b i:insertText:b`},
		{`x <b>y|</b>`, `Space z`, `x <b>y z</b>`, `#text,3`, `b:insertText:  i:insertText:  b:insertText:z i:insertText:z`},
		{`😀|`, `Backspace`, `<br>`, `DIVh,0`, `b:deleteContentBackward:null i:deleteContentBackward:null`},
		{`<blockquote><p>a|b</p></blockquote>`, `Enter`, `<blockquote><p>a</p><p>b</p></blockquote>`, `#text,0`, `b:insertParagraph:null i:insertParagraph:null`},
		{`<p>a<span contenteditable=false>no</span>|b</p>`, `Backspace`, `<p>ab</p>`, `#text,1`, `b:deleteContentBackward:null i:deleteContentBackward:null`},
	} {
		if err := p.SetContent(ctx, "<!doctype html><div id=h contenteditable>"+strings.Replace(c.markup, "|", "<i id=m></i>", 1)+"</div>", ""); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Eval(ctx, `{
			const h = document.getElementById('h'), m = document.getElementById('m'), parent = m.parentNode, prev = m.previousSibling;
			globalThis.log = [];
			h.focus();
			let node = parent, at = [...parent.childNodes].indexOf(m);
			m.remove();
			if (prev && prev.nodeType == 3) { node = prev; at = prev.data.length; parent.normalize() }
			getSelection().collapse(node, at);
			for (const type of ['beforeinput', 'input']) h.addEventListener(type, e => log.push(type[0] + ':' + e.inputType + ':' + e.data));
			0 }`); err != nil {
			t.Fatal(err)
		}
		for _, k := range strings.Fields(c.keys) {
			if err := p.Press(ctx, k); err != nil {
				t.Fatal(err)
			}
		}
		got, err := p.Eval(ctx, `(() => { const s = getSelection(), f = s.focusNode; return [document.getElementById('h').innerHTML, f.nodeName + (f.id || '') + ',' + s.focusOffset, log.join(' ')].join('\n') })()`)
		if err != nil {
			t.Fatal(err)
		}
		var text string
		if err := json.Unmarshal([]byte(got), &text); err != nil {
			t.Fatal(err)
		}
		if want := c.want + "\n" + c.caret + "\n" + c.events; text != want {
			t.Errorf("%s, %s:\n got %q\nwant %q", c.markup, c.keys, text, want)
		}
	}
}
