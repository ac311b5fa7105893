package host

import (
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/niso-engine/niso/js/bind"
)

// quoteJS is a text as a string of script.
const sandboxPage = `<title>o</title><script>
var box = (tokens, code) => new Promise(done => { const f = document.createElement('iframe'); f.sandbox = tokens; const t = setTimeout(() => { f.remove(); done('nothing') }, 300);
  const h = e => { if (e.source !== f.contentWindow) return; clearTimeout(t); removeEventListener('message', h); setTimeout(() => { f.remove(); done(e.data) }, 20) }; addEventListener('message', h);
  f.src = '/s?' + encodeURIComponent(code); document.body.append(f) });
</script><body>`

// What each token of sandbox allows, and what is said where it is missing. The answers are Chromium's.
func TestSandboxFlags(t *testing.T) {
	var said, downloads, dialogs []string
	var popups []*Page
	_, p := openSite(t, map[string]string{
		"/":     sandboxPage,
		"/s":    `<script>try { const v = eval(decodeURIComponent(location.search.slice(1))); if (v !== undefined) parent.postMessage(v, '*') } catch (e) { parent.postMessage(e.name + ': ' + e.message, '*') }</script>`,
		"/form": `<script>parent.postMessage('form sent', '*')</script>`,
		"/o":    `<title>o</title>`, "/away": `away`, "/file": "#Content-Disposition: attachment\nx",
		"/focus": `<input autofocus id=i><script>setTimeout(() => parent.postMessage(document.activeElement.id, '*'), 100)</script>`,
	}, "http://a.test/", func(o *Options) {
		o.Console = func(_ *Page, m bind.ConsoleMessage) { said = append(said, m.Text) }
		o.Download = func(_ *Page, d *Download) { downloads = append(downloads, d.Name); d.Body.Close() }
		o.Dialog = func(_ *Page, kind, message, def string) (bool, string) {
			dialogs = append(dialogs, kind)
			return true, def
		}
		o.Popup = func(e Popup) { popups = append(popups, e.Page) }
	})
	const top = "The frame attempting navigation of the top-level window is sandboxed, but the flag of 'allow-top-navigation' or 'allow-top-navigation-by-user-activation' is not set."
	const mayNot = "The current window does not have permission to navigate the target frame to 'http://a.test/away'."
	for _, c := range []struct{ tokens, code, want, console string }{
		{"", "1", `"nothing"`, ""},
		{"allow-scripts", "[origin, document.domain, navigator.userActivation.isActive, navigation.currentEntry]", `["null","",false,null]`, ""},
		{"allow-scripts allow-same-origin", "origin", `"http://a.test"`, ""},
		{"allow-scripts", "localStorage", `"SecurityError: Failed to read the 'localStorage' property from 'Window': The document is sandboxed and lacks the 'allow-same-origin' flag."`, ""},
		{"allow-scripts", "document.cookie", `"SecurityError: Failed to read the 'cookie' property from 'Document': The document is sandboxed and lacks the 'allow-same-origin' flag."`, ""},
		{"allow-scripts allow-same-origin", "document.cookie = 'a=1'; document.cookie", `"a=1"`, ""},
		{"allow-scripts", "[confirm('x'), prompt('x'), alert('x')]", `[false,null,null]`, "Ignored call to 'confirm()'. The document is sandboxed, and the 'allow-modals' keyword is not set."},
		{"allow-scripts", "print(); 1", "1", "Ignored call to 'print()'. The document is sandboxed, and the 'allow-modals' keyword is not set."},
		{"allow-scripts", "open('/o') === null", "true", "Blocked opening 'http://a.test/o' in a new window because the request was made in a sandboxed frame whose 'allow-popups' permission is not set."},
		{"allow-scripts", "const a = document.createElement('a'); a.href = '/o'; a.target = '_blank'; document.documentElement.append(a); a.click(); 1", "1", "Blocked opening 'http://a.test/o' in a new window"},
		{"allow-scripts", "top.location.href = '/away'", `"SecurityError: Failed to set a named property 'href' on 'Location': ` + mayNot + `"`, top},
		{"allow-scripts", "parent.location.replace('/away')", `"SecurityError: Failed to execute 'replace' on 'Location': ` + mayNot + `"`, top},
		{"allow-scripts", "const a = document.createElement('a'); a.href = '/away'; a.target = '_top'; document.documentElement.append(a); a.click(); 1", "1", top},
		{"allow-scripts", "document.domain = 'a.test'", `"SecurityError: Failed to set the 'domain' property on 'Document': Assignment is forbidden for sandboxed iframes."`, ""},
		{"allow-scripts allow-same-origin", "document.domain = 'a.test'", `"SecurityError: Failed to set the 'domain' property on 'Document': Assignment is forbidden for sandboxed iframes."`, ""},
		{"allow-scripts", "const f = document.createElement('form'); f.action = '/form'; document.documentElement.append(f); f.submit(); undefined", `"nothing"`, "because the form's frame is sandboxed and the 'allow-forms' permission is not set."},
		{"allow-scripts allow-forms", "const f = document.createElement('form'); f.action = '/form'; document.documentElement.append(f); f.submit(); undefined", `"form sent"`, ""},
		{"allow-scripts", "const a = document.createElement('a'); a.href = '/file'; a.download = 'x'; document.documentElement.append(a); a.click(); 1", "1", "Download is disallowed. The frame initiating or instantiating the download is sandboxed, but the flag ‘allow-downloads’ is not set."},
		{"allow-scripts", "location.href = '/file'; undefined", `"nothing"`, "Download is disallowed."},
		{"allow-scripts", "location.href = '/focus'; undefined", `""`, "Blocked autofocusing on a <input> element in a cross-origin subframe."},
		{"allow-scripts allow-same-origin", "location.href = '/focus'; undefined", `"i"`, ""},
	} {
		said = nil
		if v := eval(t, p, "box('"+c.tokens+"', "+quoteJS(c.code)+")"); v != c.want {
			t.Errorf("%q: %s\n gives %s\n  want %s", c.tokens, c.code, v, c.want)
		}
		if c.console != "" && !slices.ContainsFunc(said, func(s string) bool { return strings.Contains(s, c.console) }) {
			t.Errorf("%q: %s\n says %q\n want %q", c.tokens, c.code, said, c.console)
		}
	}
	if len(downloads)+len(dialogs)+len(popups) > 0 {
		t.Errorf("what is forbidden came through: %q, %q, %d popups", downloads, dialogs, len(popups))
	}
	for _, c := range []struct{ tokens, code, want string }{
		{"allow-scripts allow-modals allow-same-origin", "[confirm('x'), prompt('x', 'd')]", `[true,"d"]`},
		{"allow-scripts allow-downloads", "const a = document.createElement('a'); a.href = '/file'; a.download = 'x'; document.documentElement.append(a); a.click(); 1", "1"},
		{"allow-scripts allow-popups", "open('/o') !== null", "true"},
		{"allow-scripts allow-popups allow-popups-to-escape-sandbox", "open('/o') !== null", "true"},
	} {
		if v := eval(t, p, "box('"+c.tokens+"', "+quoteJS(c.code)+")"); v != c.want {
			t.Errorf("%q: %s\n gives %s\n  want %s", c.tokens, c.code, v, c.want)
		}
	}
	if !slices.Equal(dialogs, []string{"confirm", "prompt"}) || len(downloads) != 1 || len(popups) != 2 {
		t.Fatalf("what is allowed: dialogs %q, downloads %q, %d popups", dialogs, downloads, len(popups))
	}
	for i, want := range []string{`"null"`, `"http://a.test"`} {
		if v := eval(t, popups[i], "origin"); v != want {
			t.Errorf("popup %d is of the origin %s, want %s", i, v, want)
		}
	}
	if v := eval(t, p, "document.title"); v != `"o"` {
		t.Errorf("the page went away: %s", v)
	}
	eval(t, p, `document.body.innerHTML = '<iframe sandbox="allow-scripts allow-top-navigation" src="/s?top.location.href%3D%22/away%22"></iframe>'; 1`)
	if err := p.WaitIdle(t.Context(), time.Second); err != nil {
		t.Fatal(err)
	}
	if v := eval(t, p, "location.pathname"); v != `"/away"` {
		t.Errorf("with allow-top-navigation the page is %s", v)
	}
}

// Downloads: what asks for them, their names, and that they are no navigation.
func TestDownloads(t *testing.T) {
	var got []string
	_, p := openSite(t, map[string]string{
		"/":     `<title>o</title><a id=a href=/page download="a/b:c.txt">a</a><a id=n href=/dir/file.bin download>n</a><a id=h href=/attached download=mine>h</a>`,
		"/page": `<title>p</title>`, "/dir/file.bin": "#Content-Type: application/octet-stream\nbin", "/attached": "#Content-Disposition: attachment; filename=\"theirs.txt\"\ntext",
	}, "http://a.test/", func(o *Options) {
		o.Download = func(_ *Page, d *Download) {
			b, err := io.ReadAll(d.Body)
			d.Body.Close()
			got = append(got, d.Name+" "+string(b))
			if err != nil {
				t.Error(err)
			}
		}
	})
	for _, id := range []string{"#a", "#n", "#h"} {
		if err := p.Click(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		eval(t, p, "new Promise(r => setTimeout(r, 50))")
	}
	eval(t, p, "location.href = '/attached'; new Promise(r => setTimeout(r, 50))")
	eval(t, p, "location.href = '/dir/file.bin'; new Promise(r => setTimeout(r, 50))")
	want := []string{"b_c.txt <title>p</title>", "file.bin bin", "theirs.txt text", "theirs.txt text", "file.bin bin"}
	if !slices.Equal(got, want) {
		t.Errorf("downloads %q, want %q", got, want)
	}
	if v := eval(t, p, "[document.title, history.length]"); v != `["o",1]` {
		t.Errorf("after downloads the page is %s", v)
	}
}

// A page is asked for whether it may be left where the user did something in it; the answers of script are Chromium's.
func TestBeforeUnloadDialogs(t *testing.T) {
	var asked []string
	stay := true
	_, p := openSite(t, map[string]string{
		"/":  `<title>A</title><button id=b>x</button><iframe id=k src=/b></iframe><script>var log=[]; addEventListener('beforeunload', e => { log.push('bu'); if (window.ask) e.preventDefault() })</script>`,
		"/b": `<title>B</title>b`,
	}, "http://a.test/", func(o *Options) {
		o.Dialog = func(_ *Page, kind, message, def string) (bool, string) {
			asked = append(asked, kind)
			return !stay, def
		}
	})
	if err := p.Click(t.Context(), "#b"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		script, want string
		asked        int
	}{
		{"ask = 1; location.href = '/b'", `["A","B",["bu"]]`, 1},
		{"k.contentWindow.addEventListener('beforeunload', e => { e.returnValue = 'x' }); ask = 0; location.href = '/b'", `["A","B",["bu","bu"]]`, 1},
	} {
		asked = nil
		eval(t, p, c.script+"; new Promise(r => setTimeout(r, 50))")
		if v := eval(t, p, "[document.title, k.contentDocument.title, log]"); v != c.want || len(asked) != c.asked {
			t.Errorf("%s\n gives %s, asked %q\n  want %s", c.script, v, asked, c.want)
		}
	}
	stay = false
	eval(t, p, "ask = 1; location.href = '/b'; 1")
	if err := p.WaitIdle(t.Context(), time.Second); err != nil {
		t.Fatal(err)
	}
	if v := eval(t, p, "document.title"); v != `"B"` {
		t.Errorf("the page that may be left is %s", v)
	}
	// Nobody touched the next one.
	asked, stay = nil, true
	if err := p.Navigate(t.Context(), "http://a.test/"); err != nil {
		t.Fatal(err)
	}
	if err := p.Navigate(t.Context(), "http://a.test/b"); err != nil || len(asked) != 0 {
		t.Error(err, asked)
	}
}
