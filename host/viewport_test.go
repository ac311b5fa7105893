package host

import (
	"context"
	"strings"
	"testing"
)

// TestFrameViewport: a frame's viewport has the size of its element's content box, in whole px, and is told of changes. What is expected is what Chromium says.
func TestFrameViewport(t *testing.T) {
	const page = `<!DOCTYPE html><body><script>
const out = [], say = (...a) => out.push(a.join(' ')), frame = () => new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(r, 0))));
const make = (css, html) => new Promise(r => { const f = document.createElement('iframe'); f.style = css; f.srcdoc = html; f.onload = () => r(f); document.body.append(f) });
const inner = '<!DOCTYPE html><style>body { margin: 0 } #a { width: 50vw; height: 50vh } @media (max-width: 350px) { #a { color: red } }</style><script>var early = [innerWidth, innerHeight, matchMedia("(max-width: 350px)").matches]; var events = []; onresize = () => events.push(innerWidth + "x" + innerHeight); list = matchMedia("(max-width: 350px)"); list.onchange = e => events.push(e.matches)<\/script><div id=a>x</div>';
const state = f => { const w = f.contentWindow, a = w.document.getElementById('a'), r = a.getBoundingClientRect(), e = w.document.documentElement;
  return [w.innerWidth, w.innerHeight, e.clientWidth, e.clientHeight, r.width, r.height, w.getComputedStyle(a).color, w.matchMedia('(device-width: ' + screen.width + 'px)').matches, w.visualViewport.width, w.early, w.events].join(' ') };
(async () => {
  let f = await make('', inner); say('auto:', state(f));
  f.style.width = '400.5px'; f.style.height = '99.4px'; say('asked:', state(f)); await frame(); say('frame:', state(f));
  f.style.border = '0'; f.style.padding = '7px 3px'; await frame(); say('padding:', state(f));
  f.style.display = 'none'; await frame(); say('hidden:', f.contentWindow.innerWidth, f.contentWindow.innerHeight);
  f.style.display = ''; f.style.width = '200px'; await frame(); say('shown:', state(f));
  f = await make('display: none', inner); say('never shown:', state(f));
  f.style.display = 'block'; say('asked:', state(f)); await frame(); say('frame:', state(f));
  const d = document.createElement('div'); d.style = 'width: 500px; height: 200px'; document.body.append(d);
  f = await make('width: 80%; height: 50%', inner); d.append(f); await new Promise(r => f.onload = r); say('percent:', state(f));
  d.style.width = '600px'; await frame(); say('frame:', state(f));
  f = document.createElement('iframe'); f.style = 'width: 123px; height: 45px'; document.body.append(f);
  say('blank:', f.contentWindow.innerWidth, f.contentDocument.documentElement.clientWidth, f.contentWindow.matchMedia('(width: 123px)').matches);
  f.style.transform = 'scale(2)'; say('scaled:', f.contentWindow.innerWidth);
  document.title = 'done';
})();
</script>`
	const want = `auto: 300 150 300 150 150 75 rgb(255, 0, 0) true 300 300,150,true 
asked: 401 99 401 99 200.5 49.5 rgb(0, 0, 0) true 401 300,150,true 
frame: 401 99 401 99 200.5 49.5 rgb(0, 0, 0) true 401 300,150,true 401x99,false
padding: 401 99 401 99 200.5 49.5 rgb(0, 0, 0) true 401 300,150,true 401x99,false
hidden: 401 99
shown: 200 99 200 99 100 49.5 rgb(255, 0, 0) true 200 300,150,true 401x99,false,200x99,true
never shown: 0 0 0 0 0 0 rgb(255, 0, 0) true 0 0,0,true 
asked: 300 150 300 150 150 75 rgb(255, 0, 0) true 300 0,0,true 
frame: 300 150 300 150 150 75 rgb(255, 0, 0) true 300 0,0,true 300x150
percent: 400 100 400 100 200 50 rgb(0, 0, 0) true 400 400,100,false 
frame: 480 100 480 100 240 50 rgb(0, 0, 0) true 480 400,100,false 480x100
blank: 123 123 true
scaled: 123`
	p := newWindowPage(t, Options{})
	if err := p.SetContent(context.Background(), page, ""); err != nil {
		t.Fatal(err)
	}
	if err := p.WaitScript(context.Background(), "document.title == 'done'", 0); err != nil {
		t.Fatal(err)
	}
	g, w := strings.Split(evalString(t, p, "out.join('\\n')"), "\n"), strings.Split(want, "\n")
	for i := range w {
		if i >= len(g) || g[i] != w[i] {
			t.Errorf("line %d:\n got %s\nwant %s", i, strings.Join(g[min(i, len(g)):min(i+1, len(g))], ""), w[i])
		}
	}
}
