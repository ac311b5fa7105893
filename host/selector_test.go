package host

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

func TestSelectorParts(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"a", []string{"a"}},
		{"a >>> b>>>c", []string{"a ", " b", "c"}},
		{`[x=">>>"] >>> :is(a, [y='>>>']) \>>>`, []string{`[x=">>>"] `, ` :is(a, [y='>>>']) \>>>`}},
		{"a >>>", []string{"a ", ""}},
	} {
		if got := selectorParts(c.text); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.text, got, c.want)
		}
	}
}

// TestDeepSelectors acts on elements in frames, of the page's origin and of another, and in shadow roots.
func TestDeepSelectors(t *testing.T) {
	ctx := context.Background()
	p := newWindowPage(t, Options{HandlerOrigin: "*", Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		if r.URL.Path == "/inner" {
			fmt.Fprint(w, `<!DOCTYPE html><div style="height:3000px"></div><x-form><template shadowrootmode=closed><button style="margin:20px">ok</button><input id=i></template></x-form>
<select id=s multiple><option>a<option>b<option disabled>c</select>
<script>document.querySelector('x-form').addEventListener('click', e => parent.postMessage('click ' + e.isTrusted, '*'));
s.oninput = s.onchange = e => parent.postMessage(e.type + [...s.selectedOptions].map(o => o.value), '*')
document.addEventListener('mouseover', e => { if (e.target.closest('#s')) parent.postMessage('over', '*') })</script>`)
			return
		}
		fmt.Fprint(w, `<!DOCTYPE html><iframe src="about:blank"></iframe><div style="height:2000px"></div><iframe class=f style="border:7px solid;padding:3px" src="http://other.test/inner"></iframe>
<script>var log = []; onmessage = e => log.push(e.data)</script>`)
	})})
	if err := p.Navigate(ctx, "http://app.test/"); err != nil {
		t.Fatal(err)
	}
	for _, f := range []func() error{
		func() error { return p.WaitSelector(ctx, "iframe >>> x-form >>> button", DefaultLoadLimit) },
		func() error { return p.Click(ctx, "iframe >>> x-form >>> button") },
		func() error { return p.Select(ctx, "iframe >>> #s", "b", "a") },
		func() error { return p.Select(ctx, "iframe >>> #s", "a", "b") }, // no other choice: no events
		func() error { return p.Select(ctx, "iframe >>> #s") },
		func() error { return p.Hover(ctx, ".f >>> #s") },
		func() error { return p.Settle(ctx) },
	} {
		if err := f(); err != nil {
			t.Fatal(err)
		}
	}
	got, err := p.Eval(ctx, `log.join()`)
	if want := `"click true,inputa,b,changea,b,input,change,over"`; err != nil || got != want {
		t.Errorf("got %s %v, want %s", got, err, want)
	}
	img, err := p.Picture(ctx, ScreenshotOptions{Selector: ".f >>> x-form >>> button"})
	if err != nil || img.Bounds().Dx() > 100 {
		t.Errorf("picture: %v %v", img.Bounds(), err)
	}
	for _, c := range []struct{ selector, want string }{
		{"iframe >>> .none", "no element matches"},
		{"div >>> p", "no element matches"},
		{"iframe >>> ", `"" is none`},
		{">>> p", "not a valid selector"},
		{"p >>> [", `"[" is none`},
	} {
		if err := p.Click(ctx, c.selector); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.selector, err, c.want)
		}
	}
	for _, c := range []struct {
		selector string
		values   []string
		want     string
	}{
		{"iframe", []string{"a"}, "no <select>"},
		{".f >>> #s", []string{"a", "z"}, `"z"`},
		{".f >>> #s", []string{"c"}, `"c"`},
	} {
		if err := p.Select(ctx, c.selector, c.values...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %v: got %v, want %s", c.selector, c.values, err, c.want)
		}
	}
}

// TestErrorOfLoadBefore: what begins no load does not tell the error of the one before.
func TestErrorOfLoadBefore(t *testing.T) {
	ctx := context.Background()
	p := newWindowPage(t, Options{HandlerOrigin: "http://app.test", Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
	}), Offline: true})
	for _, c := range []struct {
		url  string
		fail bool
	}{{"http://other.test/", true}, {"javascript:void(document.title='ran')", false}, {"http://other.test/", true}, {"http://other.test/#b", false}} {
		if err := p.Navigate(ctx, c.url); (err != nil) != c.fail {
			t.Errorf("%s: %v", c.url, err)
		}
		if v, err := p.Eval(ctx, "document.title"); strings.HasPrefix(c.url, "javascript:") && v != `"ran"` {
			t.Errorf("got %s %v", v, err)
		}
	}
}

// TestStepErrors: what is wrong with a line, in words of who wrote it.
func TestStepErrors(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{`{"do":"click","sel":"#a"}`, `has no field "sel"`},
		{`[1]`, "a step is an object such as"},
		{`{"do":1}`, `the field "do" cannot be a number`},
		{`{"do":"click"`, "ends within the step"},
		{`click #a`, "not JSON"},
		{`{"do":"select","selector":"#a"}`, `"values"`},
	} {
		if _, err := ReadSteps(strings.NewReader(c.line)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.line, err, c.want)
		}
	}
}
