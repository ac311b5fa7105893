package host

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/niso-engine/niso/internal/perf"
)

// hostileScripts ask for more than there is. what is how they may end: "error" (a RangeError), "time" (the caller's), "heap" (the page's end), "ok".
var hostileScripts = []struct{ src, what string }{
	{"new ArrayBuffer(1e13)", "error"},
	{"'a'.repeat(1e13)", "error"},
	{"JSON.parse('['.repeat(5e6))", "heap time error"},
	{"(0, eval)('('.repeat(1e6))", "error time"},
	{"new Function('['.repeat(1e6))", "error time"},
	{"import('data:text/javascript,' + '('.repeat(1e5))", "error time"},
	{"var o = {}; for (var i = 0; i < 1e5; i++) o = {o}; structuredClone(o)", "error time"},
	{"function f() { dispatchEvent(new Event('x')) } addEventListener('x', f); f()", "ok time"},
	{"var a = []; for (;;) a.push(new ArrayBuffer(2**20))", "error"},
	{"var a = []; for (;;) a.push({})", "heap time"},
	{"var b = new Blob([new Uint8Array(5e6)]); for (;;) b = new Blob([b, b])", "heap time"},
	{"var b = new Uint8Array(1e7), a = []; for (;;) a.push(new TextDecoder().decode(b))", "heap time"},
	{"var s = 'ab'; for (;;) s = btoa(s)", "heap time error"},
	{"for (;;) postMessage('a'.repeat(1e5), '*')", "heap time"},
	{"for (;;) document.createRange()", "heap time"},
	{"for (;;) setTimeout(() => {}, 1e9)", "heap time"},
	{"/^(a+)+$/.test('a'.repeat(50) + 'b')", "time"},
	{"new Array(4e9).sort()", "ok time"},
	{"window[Symbol.toPrimitive] = () => { for (;;) ; }; '' + window", "time"},
	{"for (;;) try { for (;;) ; } finally { continue }", "time"},
}

// A script may ask for anything: it gets an error, or is ended soon after its time or when it has taken too much. The process goes on, and so does the page
// unless its memory was too much.
func TestHostileScripts(t *testing.T) {
	for _, c := range hostileScripts {
		l := DefaultLimits()
		l.ScriptHeapBytes = 64 << 20
		b, err := NewBrowser(Options{Offline: true, Limits: l, Grace: 30 * time.Second})
		if err != nil {
			t.Fatal(err)
		}
		p, err := b.NewPage()
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
		start := time.Now()
		_, err = p.Eval(ctx, c.src)
		late := time.Since(start) - 300*time.Millisecond
		cancel()
		var crash *CrashError
		what := "ok"
		switch {
		case errors.As(err, &crash):
			what = "heap"
		case errors.Is(err, context.DeadlineExceeded):
			what = "time"
		case err != nil && (strings.HasPrefix(err.Error(), "RangeError") || strings.HasPrefix(err.Error(), "SyntaxError")):
			what = "error"
		}
		if !strings.Contains(c.what, what) || late > 10*time.Second { // machines may be busy
			t.Errorf("%s: %v, %v late; want %s", c.src, err, late, c.what)
		}
		v, err := p.Eval(context.Background(), "1 + 1")
		if errors.As(err, &crash) && strings.Contains(c.what, "heap") {
			err, v = nil, "2" // in the moment between the end of its time and that of the script
		}
		if v != "2" || err != nil {
			t.Errorf("%s: then %s, %v", c.src, v, err)
		}
		if err := b.Close(); err != nil {
			t.Errorf("%s: Close: %v", c.src, err)
		}
	}
}

// A script that is ended within a built-in function is named by the line that called it.
func TestEndedInBuiltin(t *testing.T) {
	b, err := NewBrowser(Options{Offline: true, Grace: 30 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	p, err := b.NewPage()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	_, err = p.Eval(ctx, "function f() {\n  return /^(a+)+$/.test('a'.repeat(50) + 'b');\n}\nf()")
	var ended *ScriptTimeoutError
	if !errors.As(err, &ended) || !strings.HasSuffix(ended.Where, ", line 2") {
		t.Errorf("error %v, want one that names line 2", err)
	}
}

// Ancestors that no pass has seen may come around what is animated.
func TestAnimateUnderNewAncestors(t *testing.T) {
	p, _ := loadFiles(t, map[string]string{"index.html": `<!DOCTYPE html><div id=a></div>`})
	v, err := p.Eval(context.Background(), `a.offsetWidth;
		let n = a;
		for (let i = 0; i < 1000; i++) { const w = document.createElement("div"); n.replaceWith(w); w.append(n); n = w }
		a.animate({ width: ["10px", "20px"] }, 1000).pause();
		getComputedStyle(a).width`)
	if err != nil || v != `"10px"` {
		t.Errorf("%v, %v", v, err)
	}
}

// A script that blocks the parser of a frame may take the frame away, or make its document anew.
func TestBlockingScriptEndsDocument(t *testing.T) {
	for _, src := range []string{"frameElement.remove()", "document.open()", "document.open(); document.write('<p>x'); document.close()",
		"document.open(); document.write('<p>x')", "parent.document.body.textContent = ''", "parent.document.open()", "location.href = 'about:blank'",
		"frameElement.src = 'data:text/html,x'", "frameElement.replaceWith(frameElement)", "parent.location.reload = 1; parent.document.body.append(frameElement)"} {
		for _, attr := range []string{"", "defer", "async", "type=module"} {
			p, _ := loadFiles(t, map[string]string{
				"index.html": `<!DOCTYPE html><body><iframe src=frame.html></iframe><iframe srcdoc="<!DOCTYPE html><script ` + attr + ` src=script.js></script><p>after"></iframe>`,
				"frame.html": `<!DOCTYPE html><script ` + attr + ` src=script.js></script><p>after`,
				"script.js":  "if (!top.count) top.count = 0; if (top.count++ < 3) { " + src + " }",
			})
			if v, err := p.Eval(context.Background(), "document.nodeType"); err != nil || v != "9" {
				t.Errorf("%s, %s: %v, %v", src, attr, v, err)
			}
		}
	}
}

// Long lists of values make keyframes in a time that grows with them.
func TestManyKeyframes(t *testing.T) {
	p, _ := loadFiles(t, map[string]string{"index.html": `<!DOCTYPE html><div id=a></div>`})
	begin := perf.CPUTime()
	v, err := p.Eval(context.Background(), `a.animate({ width: Array(2e5).fill("1px"), height: ["1px", "2px"] }, 1).playState`)
	if d := perf.CPUTime() - begin; err != nil || v != `"running"` || d > 10*time.Second {
		t.Errorf("%v, %v after %v", v, err, d)
	}
}
