package host

import (
	"testing"
	"time"
)

// The answers here, in TestNavigationAPI, TestPopup and TestPopupBlocked are those of Chromium 156 on a server of loopback, but for history.length: there each
// page has the about:blank of its tab before it, and is one longer.
func TestHistory(t *testing.T) {
	_, p := openSite(t, map[string]string{
		"/":  `<title>A</title><script>var log = []; onpopstate = e => log.push('pop ' + JSON.stringify(e.state)); onhashchange = e => log.push('hash ' + location.hash); const wait = n => new Promise(r => setTimeout(r, n || 50))</script><input id=i><div style="height:3000px"></div><p id=f>x</p>`,
		"/b": `<title>B</title><script>const wait = n => new Promise(r => setTimeout(r, n || 50))</script>`,
		"/f": `<title>F</title><iframe id=k src=/b></iframe><script>const wait = n => new Promise(r => setTimeout(r, n || 50))</script>`,
	}, "http://a.test/", nil)
	for _, c := range []struct{ script, want string }{
		{`[history.length, history.state, history.scrollRestoration]`, `[1,null,"auto"]`},
		{`history.pushState({a: 1}, '', '?1'); [history.length, history.state, location.search, log]`, `[2,{"a":1},"?1",[]]`},
		{`location.hash = 'f'; [history.length, log, history.state]`, `[3,["pop null"],null]`},
		{`wait().then(() => [log.at(-1), scrollY > 2000])`, `["hash #f",true]`},
		{`log = []; history.back(); history.state === null ? wait().then(() => [log, history.state, scrollY]) : 0`, `[["pop {\"a\":1}","hash "],{"a":1},0]`},
		{`history.go(5); history.go(-1); wait().then(() => [location.search, log.length])`, `["",3]`},
		{`history.replaceState(7, ''); history.length`, `3`},
		{`try { history.pushState(() => 1, '') } catch (e) { e.name }`, `"DataCloneError"`},
		{`try { history.pushState(1, '', 'http://b.test/') } catch (e) { e.name + ': ' + e.message }`,
			`"SecurityError: Failed to execute 'pushState' on 'History': A history state object with URL 'http://b.test/' cannot be created in a document with origin 'http://a.test' and URL 'http://a.test/'."`},
		{`scrollTo(0, 500); i.value = 'typed'; location.href = '/b'; 1`, `1`},
	} {
		if v := eval(t, p, c.script); v != c.want {
			t.Errorf("%s\n gives %s\n  want %s", c.script, v, c.want)
		}
	}
	if err := p.WaitLoad(t.Context(), time.Second); err != nil {
		t.Fatal(err)
	}
	if v := eval(t, p, `[document.title, history.length]`); v != `["B",2]` {
		t.Errorf("after a link %s", v)
	}
	if ok, err := p.Travel(t.Context(), -1); !ok || err != nil {
		t.Fatal(ok, err)
	}
	if v := eval(t, p, `[document.title, history.length, scrollY, i.value, history.state]`); v != `["A",2,500,"typed",7]` {
		t.Errorf("after Back %s", v)
	}
	// Frames have steps of the page's history.
	if err := p.Navigate(t.Context(), "http://a.test/f"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ script, want string }{
		{`history.length`, `2`},
		{`k.contentWindow.history.pushState(1, '', '?x'); k.contentWindow.location.hash = 'y'; [history.length, k.contentWindow.history.length]`, `[4,4]`},
		{`history.back(); wait().then(() => [k.contentWindow.location.href, k.contentWindow.history.state])`, `["http://a.test/b?x",1]`},
		{`k.contentWindow.location.href = '/'; wait().then(() => [k.contentDocument.title, history.length])`, `["A",4]`},
		{`history.go(-2); wait().then(() => [k.contentDocument.title, k.contentWindow.location.search])`, `["B",""]`},
		{`k.src = '/?2'; wait().then(() => [history.length, k.contentDocument.title])`, `[3,"A"]`},
		{`k.contentWindow.location.replace('/b'); wait().then(() => [history.length, k.contentDocument.title])`, `[3,"B"]`},
	} {
		if v := eval(t, p, c.script); v != c.want {
			t.Errorf("%s\n gives %s\n  want %s", c.script, v, c.want)
		}
	}
	if err := p.Navigate(t.Context(), "http://a.test/b"); err != nil {
		t.Fatal(err)
	}
	if ok, err := p.Travel(t.Context(), -1); !ok || err != nil {
		t.Fatal(ok, err)
	}
	if v := eval(t, p, `wait().then(() => [document.title, k.contentWindow.location.href, history.length])`); v != `["F","http://a.test/b",4]` {
		t.Errorf("after Back to a page with a frame: %s", v)
	}
	if v := eval(t, p, `history.back(); wait().then(() => [document.title, k.contentWindow.location.href])`); v != `["F","http://a.test/b"]` {
		t.Errorf("after back in a frame: %s", v)
	}
}

func TestNavigationAPI(t *testing.T) {
	_, p := openSite(t, map[string]string{
		"/": `<title>A</title><script>var log = []; const wait = n => new Promise(r => setTimeout(r, n || 50));
for (const n of ['navigate', 'navigatesuccess', 'navigateerror', 'currententrychange']) navigation.addEventListener(n, e => log.push(n + (e.navigationType ? ' ' + e.navigationType : '')));
const take = () => { const l = log; log = []; return l }</script>`,
		"/b": `<title>B</title><script>var a = navigation.activation</script>`,
	}, "http://a.test/", nil)
	for _, c := range []struct{ script, want string }{
		{`[navigation.entries().length, navigation.currentEntry.index, navigation.currentEntry.url, navigation.currentEntry.sameDocument, navigation.canGoBack, navigation.transition, navigation.currentEntry.getState() === undefined]`,
			`[1,0,"http://a.test/",true,false,null,true]`},
		{`location.hash = 'x'; wait().then(take)`, `["navigate push","currententrychange push","navigatesuccess"]`},
		{`history.pushState(1, '', '?p'); wait().then(take)`, `["navigate push","currententrychange push","navigatesuccess"]`},
		{`navigation.back().finished.then(e => [e === navigation.currentEntry, e.url, ...take()])`, `[true,"http://a.test/#x","navigate traverse","currententrychange traverse","navigatesuccess"]`},
		{`navigation.onnavigate = e => { if (e.canIntercept) e.intercept({handler: async () => { log.push('handler ' + location.search + ' ' + navigation.transition.navigationType) }}) };
		  var r = navigation.navigate('/?i', {state: {s: 1}, info: 5}); log.push(location.search); Promise.all([r.committed, r.finished]).then(([a, b]) => [a === b, a.getState(), navigation.entries().length, ...take()])`,
			`[true,{"s":1},3,"navigate push","currententrychange push","handler ?i push","?i","navigatesuccess"]`},
		{`navigation.onnavigate = e => e.preventDefault(); r = navigation.navigate('/?j'); r.committed.catch(e => r.finished.catch(f => [e.name, e === f, location.search, ...take()]))`,
			`["AbortError",true,"?i","navigate push","navigateerror"]`},
		{`navigation.onnavigate = e => e.intercept({handler: () => Promise.reject('no')}); r = navigation.navigate('/?k'); r.finished.catch(e => [e, location.search, ...take()])`,
			`["no","?k","navigate push","currententrychange push","navigateerror"]`},
		{`navigation.onnavigate = null; navigation.traverseTo('nope').committed.catch(e => e.name + ': ' + e.message)`, `"InvalidStateError: Invalid key"`},
		{`navigation.updateCurrentEntry({state: [1]}); [navigation.currentEntry.getState(), take()]`, `[[1],["currententrychange"]]`},
		{`navigation.navigate('/b'); 1`, `1`},
	} {
		if v := eval(t, p, c.script); v != c.want {
			t.Errorf("%s\n gives %s\n  want %s", c.script, v, c.want)
		}
	}
	if err := p.WaitLoad(t.Context(), time.Second); err != nil {
		t.Fatal(err)
	}
	if v := eval(t, p, `[a.navigationType, a.from.url, a.entry === navigation.currentEntry, navigation.entries().map(e => e.url + e.sameDocument)]`); v !=
		`["push","http://a.test/?k",true,["http://a.test/false","http://a.test/#xfalse","http://a.test/?ifalse","http://a.test/?kfalse","http://a.test/btrue"]]` {
		t.Errorf("in the next document: %s", v)
	}
}
