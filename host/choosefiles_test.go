package host

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSetInputFiles chooses files; the events are those of Chromium.
func TestSetInputFiles(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a.txt"), filepath.Join(dir, "b.none")
	for _, f := range []string{a, b} {
		if err := os.WriteFile(f, []byte("text of "+filepath.Base(f)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := newWindowPage(t, Options{})
	if err := p.SetContent(ctx, `<!DOCTYPE html><form id=form><input type=file id=one name=n><input type=file id=several multiple><input type=file id=off disabled><input id=text></form>
<script>var log = [];
for (const t of ['input', 'change']) addEventListener(t, e => log.push(t + ' ' + e.isTrusted + ' ' + e.composed + ' ' + e.constructor.name))</script>`, ""); err != nil {
		t.Fatal(err)
	}
	eval := func(script, want string) {
		t.Helper()
		v, err := p.Eval(ctx, script)
		if err != nil {
			t.Fatal(err)
		}
		if string(v) != want {
			t.Errorf("%s: got %s, want %s", script, v, want)
		}
	}
	if err := p.SetInputFiles(ctx, "#one", a); err != nil {
		t.Fatal(err)
	}
	eval(`log.join()`, `"input true true Event,change true false Event"`)
	eval(`one.value + ' ' + one.files[0].type + ' ' + one.files[0].size + ' ' + new FormData(form).get('n').name`, `"C:\\fakepath\\a.txt text/plain 13 a.txt"`)
	if err := p.SetInputFiles(ctx, "#several", a, b); err != nil {
		t.Fatal(err)
	}
	eval(`[...several.files].map(f => f.name + ':' + f.type).join()`, `"a.txt:text/plain,b.none:"`)
	eval(`several.files[1].text()`, `"text of b.none"`)
	if err := p.SetInputFiles(ctx, "#one"); err != nil {
		t.Fatal(err)
	}
	eval(`one.files.length + one.value`, `"0"`)

	for _, c := range []struct {
		selector string
		files    []string
		want     string
	}{
		{"#one", []string{a, b}, "takes one file"},
		{"#off", []string{a}, "no input for files"},
		{"#text", []string{a}, "no input for files"},
		{"#none", []string{a}, "no element matches"},
		{"#one", []string{filepath.Join(dir, "c")}, "c"},
		{"#one", []string{dir}, "not a regular file"},
	} {
		if err := p.SetInputFiles(ctx, c.selector, c.files...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %v: got %v, want %s", c.selector, c.files, err, c.want)
		}
	}
	steps, err := ReadSteps(strings.NewReader(`{"do":"files","selector":"#one","files":["` + filepath.ToSlash(a) + `"]}`))
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Play(ctx, steps); err != nil {
		t.Fatal(err)
	}
	eval(`one.files[0].name`, `"a.txt"`)
	if _, err := ReadSteps(strings.NewReader(`{"do":"files","selector":"#one"}`)); err == nil {
		t.Error("a step without files was read")
	}
}
