package host

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"runtime/pprof"
	"strings"
	"testing"
	"time"
)

// conversionScript makes hostile values, finds the members of all interfaces by reflection and objects of them, and defines step(n…), which gives the values to a member.
//
//go:embed testdata/conversions.js
var conversionScript string

const conversionMarkup = `<!DOCTYPE html><html><head><title>t</title><style>p { color: red } @media all { b { color: blue } } @keyframes k { from { top: 0 } }</style></head><body>
<p id=p class="a b" data-x=1>text <b>bold</b><i contenteditable>edit</i><!--c--></p>
<form id=f name=f><input id=i name=i value=v><input type=checkbox><input type=file><input type=date><input type=radio name=r><select id=s><option>1<option>2</select><textarea>t</textarea><button>b</button><fieldset><output></output></fieldset></form>
<table id=t><caption>c</caption><thead><tr><th>h</thead><tbody><tr><td>1<td>2</tbody></table>
<details><summary>s</summary>d</details><dialog id=d>dialog</dialog><template><u>x</u></template><slot></slot><div id=h><template shadowrootmode=open><slot></slot></template></div>
<svg viewBox="0 0 9 9"><g transform="scale(2)"><rect width=3 height=3 /><path d="M0 0L1 1"/><text>t</text><polygon points="0,0 1,1"/></g></svg><img id=m><canvas></canvas><a href=#x>a</a><iframe id=frame srcdoc="<p>other"></iframe>
</body></html>`

// converted runs a program, four bytes and more a step, and looks whether the page is alive after it.
func converted(t testing.TB, program []byte) {
	l := DefaultLimits()
	l.ScriptHeapBytes, l.CallDepth = 256<<20, 200
	var crash string
	b, err := NewBrowser(Options{Width: 400, Height: 300, Offline: true, VirtualTime: true, Limits: l, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	p, err := b.NewPage()
	if err != nil {
		t.Fatal(err)
	}
	var at string
	hung := time.AfterFunc(60*time.Second, func() { // Go code that does not end
		fmt.Fprintf(os.Stderr, "hangs: %q %s\n", program, at)
		pprof.Lookup("goroutine").WriteTo(os.Stderr, 2)
		panic("hangs")
	})
	defer hung.Stop()
	eval := func(d time.Duration, src string) (string, error) {
		at = src
		ctx, cancel := context.WithTimeout(context.Background(), d)
		defer cancel()
		v, err := p.Eval(ctx, src)
		var c *CrashError
		if errors.As(err, &c) {
			crash = c.Error() + "\n" + c.Stack
		}
		return v, err
	}
	ctx := context.Background()
	if err := p.SetContent(ctx, conversionMarkup, "http://a.test/d/p.html?q"); err != nil {
		t.Fatal(err)
	}
	if _, err := eval(20*time.Second, conversionScript); err != nil {
		t.Fatal(err)
	}
	var steps []string
	for len(program) > 3 && crash == "" && len(steps) < 24 {
		n := min(len(program), 4+int(program[3]&3)+int(program[3]>>7))
		var list []string
		for _, x := range program[:n] {
			list = append(list, fmt.Sprint(x))
		}
		program = program[n:]
		call := "step(" + strings.Join(list, ",") + ")"
		v, err := eval(2*time.Second, "typeof step == 'function' ? "+call+" : 'gone'")
		if v == `"gone"` || errors.Is(err, ErrClosed) { // the page went elsewhere, or closed itself
			break
		}
		steps = append(steps, fmt.Sprint(call, " ", v, " ", err))
	}
	// The page may have been navigated away, and may spend its time, but it answers.
	_, err = p.Eval(ctx, "1")
	closed := errors.Is(err, ErrClosed)
	if err != nil && crash == "" {
		var c *CrashError
		if errors.As(err, &c) {
			crash = c.Error() + "\n" + c.Stack
		}
	}
	if crash == "" && !closed {
		eval(2*time.Second, "typeof rest == 'function' && rest()")
		ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
		p.Settle(ctx)
		cancel()
		v, err := eval(10*time.Second, "(() => { const d = document.implementation.createHTMLDocument('x'), e = d.createElement('p'); e.innerHTML = '<b>1</b>2'; d.body.append(e); return e.textContent + d.querySelectorAll('b').length })()")
		if crash == "" && (err != nil || v != `"121"`) {
			t.Logf("steps:\n%s", strings.Join(steps, "\n"))
			t.Errorf("after it the page answers %s (%v)", v, err)
		}
	}
	if strings.Contains(crash, "internal error") || strings.Contains(crash, "invariant") {
		t.Errorf("steps:\n%s\n%s", strings.Join(steps, "\n"), crash)
	}
	b.Close()
}

// TestConversions is a part of what FuzzConversions looks for.
func TestConversions(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	n := 40
	if testing.Short() {
		n = 5
	}
	for range n {
		program := make([]byte, 60+r.Intn(60))
		r.Read(program)
		converted(t, program)
	}
}

// FuzzConversions gives hostile values to members of all interfaces: nothing panics or hangs, and the page goes on.
func FuzzConversions(f *testing.F) {
	r := rand.New(rand.NewSource(2))
	for range 16 {
		program := make([]byte, 100)
		r.Read(program)
		f.Add(program)
	}
	f.Fuzz(func(t *testing.T, program []byte) { converted(t, program) })
}
