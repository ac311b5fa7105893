package host

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
)

// editCase is an edit of an editing host: | is the caret in text, [ and ] the selection. Steps are keys, or commands of execCommand as "name: value".
type editCase struct{ markup, steps, want string }

// runEdits runs cases on a page and compares the markup with Chromium 156's.
func runEdits(t *testing.T, cases []editCase) {
	t.Helper()
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
	for _, c := range cases {
		markup, _ := json.Marshal(c.markup)
		if err := p.SetContent(ctx, "<!doctype html><div id=h contenteditable></div>", ""); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Eval(ctx, `{
			const h = document.getElementById('h');
			h.innerHTML = `+string(markup)+`;
			h.focus();
			const find = ch => {
				const w = document.createTreeWalker(h, NodeFilter.SHOW_TEXT);
				for (let n; n = w.nextNode();) {
					const i = n.data.indexOf(ch);
					if (i < 0) continue;
					n.deleteData(i, 1);
					if (n.data) return [n, i];
					const p = n.parentNode, k = [...p.childNodes].indexOf(n);
					n.remove();
					return [p, k];
				}
			};
			const start = find('['), end = find(']'), caret = find('|');
			if (start) getSelection().setBaseAndExtent(...start, ...end); else if (caret) getSelection().collapse(...caret);
			0 }`); err != nil {
			t.Fatal(err)
		}
		for _, s := range strings.Split(c.steps, ", ") {
			if name, value, ok := strings.Cut(s, ":"); ok {
				v, _ := json.Marshal(strings.TrimPrefix(value, " "))
				if _, err := p.Eval(ctx, `document.execCommand('`+name+`', false, `+string(v)+`)`); err != nil {
					t.Fatal(err)
				}
			} else if err := p.Press(ctx, s); err != nil {
				t.Fatal(err)
			}
		}
		got, err := p.Eval(ctx, `document.getElementById('h').innerHTML`)
		if err != nil {
			t.Fatal(err)
		}
		var text string
		if err := json.Unmarshal([]byte(got), &text); err != nil {
			t.Fatal(err)
		}
		if text != c.want {
			t.Errorf("%s, %s:\n got %q\nwant %q", c.markup, c.steps, text, c.want)
		}
	}
}

func TestEditCommands(t *testing.T) {
	runEdits(t, []editCase{
		{"<p>f[o]o</p>", "bold:", "<p>f<b>o</b>o</p>"},
		{"<p>f<b>[o]</b>o</p>", "bold:", "<p>foo</p>"},
		{"<p>f<b>a[o]b</b>o</p>", "bold:", "<p>f<b>a</b>o<b>b</b>o</p>"},
		{"<p>f[o]o</p>", "strikeThrough:", "<p>f<strike>o</strike>o</p>"},
		{"<p>f[o]o</p>", "foreColor: red", `<p>f<font color="#ff0000">o</font>o</p>`},
		{"<p>f[o]o</p>", "hiliteColor: red", `<p>f<span style="background-color: red;">o</span>o</p>`},
		{"<p>f[o]o</p>", "fontSize: 5", `<p>f<font size="5">o</font>o</p>`},
		{"<p>f[o]o</p>", "fontName: Arial", `<p>f<font face="Arial">o</font>o</p>`},
		{"<p>f[o]o</p>", "subscript:", "<p>f<sub>o</sub>o</p>"},
		{"<p>f[o]o</p>", "createLink: http://a/", `<p>f<a href="http://a/">o</a>o</p>`},
		{"|", "createLink: http://a/", `<a href="http://a/">http://a/</a>`},
		{"<p>f<a href=x>[o]</a>o</p>", "unlink:", "<p>foo</p>"},
		{"<p>f<b style='color:red'>[o]</b>o</p>", "removeFormat:", "<p>foo</p>"},
		{"<p>[foo</p><p>bar]</p>", "bold:", "<p><b>foo</b></p><p><b>bar</b></p>"},
		{"<p>f|oo</p>", "bold:, x", "<p>f<b>x</b>oo</p>"},
		{"<p>a|b</p>", "Control+b, x", "<p>a<b>x</b>b</p>"},
		{"[foo]", "formatBlock: h1", "<h1>foo</h1>"},
		{"<p class=x>[foo]</p>", "formatBlock: h1", "<h1>foo</h1>"},
		{"[foo]", "justifyCenter:", `<div style="text-align: center;">foo</div>`},
		{"<p>[foo</p><p>bar]</p>", "justifyCenter:", `<p style="text-align: center;">foo</p><p style="text-align: center;">bar</p>`},
		{"[foo]", "insertOrderedList:", "<ol><li>foo</li></ol>"},
		{"<ul><li>a</li><li>[b]</li><li>c</li></ul>", "insertOrderedList:", "<ul><li>a</li></ul><ol><li>b</li></ol><ul><li>c</li></ul>"},
		{"[foo]", "indent:", `<blockquote style="margin: 0 0 0 40px; border: none; padding: 0px;">foo</blockquote>`},
		{"<ul><li>a</li><li>[b]</li></ul>", "indent:", "<ul><li>a</li><ul><li>b</li></ul></ul>"},
		{"<p>a|b</p>", "insertHTML: <p>x</p>", "<p>axb</p>"},
		{"<p>a|b</p>", "insertHTML: <p>x</p><p>y</p>", "<p>ax</p><p>yb</p>"},
		{"<p>a|b</p>", "insertHTML: <b>x</b>y", "<p>a<b>x</b>yb</p>"},
		{"<p>a|b</p>", "insertHTML: <script>alert(1)</script><b onclick=x>y</b>", "<p>a<b>y</b>b</p>"},
		{"|", "insertHTML: <ul><li>1<li>2</ul>", "<ul><li>1</li><li>2</li></ul>"},
		{"<p>a|b</p>", "insertHorizontalRule:", "<p>a</p><hr><p>b</p>"},
		{"<p>a|b</p>", "insertImage: x.png", `<p>a<img src="x.png">b</p>`},
		{"a|b", "insertText: x\ny", "ax<div>yb</div>"},
	})
}

func TestEditDeletes(t *testing.T) {
	runEdits(t, []editCase{
		{"<h1>a[b</h1><p>c]d</p>", "delete:", "<h1>ad</h1>"},
		{"<p>[foo</p><p>bar]</p>", "delete:", "<p><br></p>"},
		{"<p>[foo</p><p>]bar</p>", "delete:", "<p>bar</p>"},
		{"<p><br></p><h1>|foo</h1>", "delete:", "<h1>foo</h1>"},
		{"<blockquote><p>|foo</p></blockquote>", "Backspace", "<blockquote><p>foo</p></blockquote>"},
		{"x<blockquote>|foo</blockquote>", "Backspace", "xfoo"},
		{"<p>x</p><ul><li>|foo</li><li>b</li></ul>", "Backspace", "<p>xfoo</p><ul><li>b</li></ul>"},
		{"<ul><li>a</li><li>|<br></li></ul>", "Backspace", "<ul><li>a</li></ul>"},
		{"<p>a|</p><p>b<br>c</p>", "Delete", "<p>ab</p><p>c</p>"},
		{"foo [bar] baz", "delete:", "foo&nbsp; baz"},
		{"[foo] bar", "delete:", "&nbsp;bar"},
		{"foo [bar]", "delete:", "foo&nbsp;"},
		{"foo bar|", "Control+Backspace", "foo&nbsp;"},
		{"foo |bar", "Control+Delete", "foo&nbsp;"},
		{"<p>a <b>[b</b> c]</p>", "x", "<p>a <b>x</b></p>"},
		{"<p><b>b|</b></p>", "Backspace, x", "<p><b>x</b></p>"},
	})
}

func TestEditParagraphs(t *testing.T) {
	runEdits(t, []editCase{
		{"<ul><li>a</li><li>|<br></li></ul>", "Enter, x", "<ul><li>a</li></ul><div>x</div>"},
		{"<ul><li>|<br></li></ul>", "Enter, x", "<div>x</div>"},
		{"<ul><li>a</li><li>|<br></li><li>c</li></ul>", "Enter, x", "<ul><li>a</li></ul><div>x</div><ul><li>c</li></ul>"},
		{"<blockquote>a|</blockquote>", "Enter, Enter, x", "<blockquote>a</blockquote><blockquote><br></blockquote><blockquote>x</blockquote>"},
		{"<table><tr><td>a|b</td></tr></table>", "Enter", "<table><tbody><tr><td>a<br>b</td></tr></tbody></table>"},
		{"<pre>a|b</pre>", "Enter", "<pre>a<br>b</pre>"},
		{"<dl><dt>a|</dt></dl>", "Enter", "<dl><dt>a</dt><dt><br></dt></dl>"},
		{"<p><b>bc|</b></p>", "Enter, x", "<p><b>bc</b></p><p><b>x</b></p>"},
		{"<p>ab|</p>", "Shift+Enter, x", "<p>ab<br>x</p>"},
		{"<div style='white-space:pre-wrap'>ab|</div>", "Enter, x", `<div style="white-space:pre-wrap">ab</div><div style="white-space:pre-wrap">x</div>`},
	})
}

func TestEditHistory(t *testing.T) {
	runEdits(t, []editCase{
		{"|", "a, Enter, b, Control+z", ""},
		{"|", "a, b, Backspace, Control+z", "ab"},
		{"<p>x|</p>", "a, ArrowLeft, b, Control+z", "<p>xa</p>"},
		{"<p>[x]</p>", "bold:, undo:", "<p>x</p>"},
		{"<p>[x]</p>", "bold:, undo:, redo:", "<p><b>x</b></p>"},
		{"<p>[x]y</p>", "a, Control+z, Control+y", "<p>ay</p>"},
	})
}

func TestEditClipboard(t *testing.T) {
	runEdits(t, []editCase{
		{"<p>a<b>[b]</b>c</p>", "Control+c, ArrowRight, End, Control+v", "<p>a<b>b</b>c<b>b</b></p>"},
		{"<p>a[b]c</p>", "Control+x, End, Control+v", "<p>acb</p>"},
	})
}

// Composed text has its events in the order of Chromium's: the beforeinput cannot be cancelled.
func TestCompose(t *testing.T) {
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
	for _, c := range [...]struct{ markup, read string }{
		{`<div id=h contenteditable>ab</div>`, "h.textContent"},
		{`<textarea id=h>ab</textarea>`, "h.value"},
	} {
		if err := p.SetContent(ctx, "<!doctype html>"+c.markup, ""); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Eval(ctx, `{ const h = document.getElementById('h'); globalThis.log = []; h.focus();
			if (h.setSelectionRange) h.setSelectionRange(2, 2); else getSelection().collapse(h.firstChild, 2);
			for (const t of ['compositionstart', 'compositionupdate', 'compositionend', 'beforeinput', 'input'])
				h.addEventListener(t, e => log.push(t + ':' + e.data + (e.inputType ? ':' + e.cancelable : '')));
			0 }`); err != nil {
			t.Fatal(err)
		}
		if err := p.Compose(ctx, "k", 1, 1); err != nil {
			t.Fatal(err)
		}
		if err := p.Compose(ctx, "か", 1, 1); err != nil {
			t.Fatal(err)
		}
		if err := p.InsertText(ctx, "か"); err != nil {
			t.Fatal(err)
		}
		got, err := p.Eval(ctx, c.read+` + ' ' + log.filter(x => !/update|before/.test(x)).join(' ')`)
		if err != nil {
			t.Fatal(err)
		}
		if want := `"abか compositionstart: input:k:false input:か:false compositionend:か"`; got != want {
			t.Errorf("%s:\n got %s\nwant %s", c.markup, got, want)
		}
	}
}
