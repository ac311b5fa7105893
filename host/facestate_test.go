package host

import (
	"testing"
	"time"
)

// https://html.spec.whatwg.org/multipage/custom-elements.html#custom-element-reactions (formStateRestoreCallback)
func TestFormStateRestored(t *testing.T) {
	_, p := openSite(t, map[string]string{
		"/": `<x-f name=a></x-f><x-f name=b></x-f><input id=i><input id=o autocomplete=off><script>var log = [];
			customElements.define('x-f', class extends HTMLElement {
				static formAssociated = true;
				constructor() { super(); this.n = this.attachInternals(); }
				formStateRestoreCallback(s, mode) { log.push(s instanceof FormData ? [...s].join('|') : s, mode); }
			});</script>`,
		"/b": `<title>B</title>`,
	}, "http://a.test/", nil)
	eval(t, p, `const [a, b] = document.querySelectorAll('x-f'), d = new FormData(); d.append('k', 'v'); a.n.setFormValue('value', 'state'); b.n.setFormValue(d); i.value = 'typed'; o.value = 'off'; location.href = '/b'; 1`)
	if err := p.WaitLoad(t.Context(), time.Second); err != nil {
		t.Fatal(err)
	}
	if ok, err := p.Travel(t.Context(), -1); !ok || err != nil {
		t.Fatal(ok, err)
	}
	if v := eval(t, p, `[log, i.value, o.value]`); v != `[["state","restore","k,v","restore"],"typed",""]` {
		t.Errorf("after Back %s", v)
	}
}
