package host

import (
	"context"
	"testing"
)

// TestNothingOfThePageBefore: once another document is shown, nothing of the one before is left, whatever its scripts did: what used iterators, which have
// a shape of the realm, calls that failed when they had made nodes, forms that a fragment leaves open.
func TestNothingOfThePageBefore(t *testing.T) {
	ctx := context.Background()
	const page = "<!DOCTYPE html><p>x"
	p := newWindowPage(t, Options{})
	show := func() (nodes int) {
		if err := p.SetContent(ctx, page, "http://a.test/"); err != nil {
			t.Fatal(err)
		}
		_ = p.Settle(ctx)
		_ = p.Collect(ctx)
		_ = p.Collect(ctx)
		_ = p.Do(ctx, func() error { nodes = p.dom.Live(); return nil })
		return nodes
	}
	want := show()
	for _, script := range []string{
		"{ const q = document.createElement('p'); globalThis.f = () => q; [...new Set([1])]; for (const x of q.childNodes); (function*() { yield q })().next(); 0 }",
		"document.createElement('div').innerHTML = '<form><input name=a><button>'",
		"document.body.innerHTML = '<form><p id=p>'; p.innerHTML = '<form><input></form><b>'; p.remove()",
		"document.append('x')",
		"document.body.append('x', 'y', document)",
		"document.body.replaceWith('x', document.documentElement)",
		"document.body.append('x', {toString() { throw 1 }})",
		"document.body.insertAdjacentHTML('nowhere', '<p>x')",
		"document.body.insertAdjacentText('nowhere', 'x')",
		"document.createElement('p').insertAdjacentText('beforebegin', 'x')",
		"{ const r = new Range; r.selectNodeContents(document); r.extractContents() }",
		"{ const r = new Range; r.selectNodeContents(document.body); r.createContextualFragment('<form><input>') }",
	} {
		_, _ = p.Eval(ctx, script) // some throw, and are meant to
		if got := show(); got != want {
			t.Errorf("%s: %d nodes are left, of %d", script, got, want)
		}
	}
}
