package host

import (
	"context"
	"strings"
	"testing"
	"time"
)

// focusPrelude begins the pages of these tests: a log of the focus events of all windows, and what names things in it.
const focusPrelude = `<!DOCTYPE html><body style="margin:0"><script>
var log=[];
function id(t){return t==null?'-':t.window===t?(t===top?'top':t.name):t.nodeType==9?'document':t.id||t.localName}
function hook(w){for(const t of ['focus','focusin','blur','focusout','change'])w.addEventListener(t,e=>log.push(t+':'+id(e.composedPath()[0])+(e.relatedTarget?'<'+id(e.relatedTarget):'')),true)}
hook(window);
function deep(){let d=document,e;for(;;){e=d.activeElement;if(e&&e.shadowRoot&&e.shadowRoot.activeElement)d=e.shadowRoot;else if(e&&e.contentDocument&&e.contentDocument.hasFocus())d=e.contentDocument;else return id(e)}}
function shadow(h,s,o){h.attachShadow({mode:'open',...o}).innerHTML=s}
function chain(){let r=[],w=window;for(;;){const a=w.document.activeElement;r.push(id(a));if(a&&a.contentWindow)w=a.contentWindow;else break}return r.join('/')}
</script>`

// focusCase is a page, what is done on it, and what is seen then in Chromium 156. "/" ends what a step brings.
type focusCase struct {
	name, html string
	steps      []string // "click x y", "type text", or script
	want       string
}

// TestFocusEvents compares the events of moves of the focus, within documents and across frames.
func TestFocusEvents(t *testing.T) {
	playFocus(t, []focusCase{
		{"focus and blur", `<button id=a></button><button id=b></button>`,
			[]string{`a.focus()`, `b.focus()`, `b.blur()`},
			`focus:a focusin:a / blur:a<b focusout:a<b focus:b<a focusin:b<a / blur:b focusout:b /`},
		{"text control", `<input id=a><input id=b>`,
			[]string{`a.focus()`, `type x`, `b.focus()`},
			`focus:a focusin:a / / change:a blur:a<b focusout:a<b focus:b<a focusin:b<a /`},
		{"moved by moveBefore", `<input id=b><div id=d></div>`,
			[]string{`b.focus()`, `d.moveBefore(b,null)`, `log.push(id(document.activeElement))`},
			`focus:b focusin:b / / b /`},
		{"frame removed", `<button id=a></button><iframe id=i name=iw srcdoc="<script>top.hook(window)</script><button id=ia></button><iframe id=j name=jw srcdoc='<script>top.hook(window)</script><button id=ja></button>'></iframe>"></iframe><iframe id=k name=kw srcdoc="<script>top.hook(window)</script><button id=ka></button>"></iframe>`,
			[]string{`i.contentDocument.getElementById("ia").focus()`, `i.remove()`, `log.push(id(document.activeElement))`},
			`blur:top focus:iw focus:ia focusin:ia / / body /`},
		{"slot and shadow related target", `<div id=h></div><button id=a></button><script>shadow(h,'<input id=s><input id=t>')</script>`,
			[]string{`a.focus()`, `h.shadowRoot.getElementById("s").focus()`, `h.shadowRoot.getElementById("t").focus()`, `a.focus()`},
			`focus:a focusin:a / blur:a<h focusout:a<h focus:s<a focusin:s<a / / blur:t<a focusout:t<a focus:a<h focusin:a<h /`},
		{"into a frame", `<button id=a></button><iframe id=i name=iw srcdoc="<script>top.hook(window)</script><button id=ia></button><iframe id=j name=jw srcdoc='<script>top.hook(window)</script><button id=ja></button>'></iframe>"></iframe><iframe id=k name=kw srcdoc="<script>top.hook(window)</script><button id=ka></button>"></iframe>`,
			[]string{`const iw=i.contentWindow,jw=iw.j.contentWindow,kw=k.contentWindow;a.focus()`, `const iw=i.contentWindow,jw=iw.j.contentWindow,kw=k.contentWindow;iw.ia.focus()`, `const iw=i.contentWindow,jw=iw.j.contentWindow,kw=k.contentWindow;a.focus()`},
			`focus:a focusin:a / blur:a focusout:a blur:top focus:iw focus:ia focusin:ia / blur:ia focusout:ia blur:iw focus:top focus:a focusin:a /`},
		{"nested to top", `<button id=a></button><iframe id=i name=iw srcdoc="<script>top.hook(window)</script><button id=ia></button><iframe id=j name=jw srcdoc='<script>top.hook(window)</script><button id=ja></button>'></iframe>"></iframe><iframe id=k name=kw srcdoc="<script>top.hook(window)</script><button id=ka></button>"></iframe>`,
			[]string{`const iw=i.contentWindow,jw=iw.j.contentWindow,kw=k.contentWindow;jw.ja.focus()`, `log.push(chain())`, `const iw=i.contentWindow,jw=iw.j.contentWindow,kw=k.contentWindow;a.focus()`, `const iw=i.contentWindow,jw=iw.j.contentWindow,kw=k.contentWindow;log.push(chain(),id(iw.document.activeElement),id(jw.document.activeElement))`},
			`blur:top focus:jw focus:ja focusin:ja / i/j/ja / blur:ja focusout:ja blur:jw focus:top focus:a focusin:a / a body body /`},
		{"nested to middle", `<button id=a></button><iframe id=i name=iw srcdoc="<script>top.hook(window)</script><button id=ia></button><iframe id=j name=jw srcdoc='<script>top.hook(window)</script><button id=ja></button>'></iframe>"></iframe><iframe id=k name=kw srcdoc="<script>top.hook(window)</script><button id=ka></button>"></iframe>`,
			[]string{`const iw=i.contentWindow,jw=iw.j.contentWindow,kw=k.contentWindow;jw.ja.focus()`, `const iw=i.contentWindow,jw=iw.j.contentWindow,kw=k.contentWindow;iw.ia.focus()`, `const iw=i.contentWindow,jw=iw.j.contentWindow,kw=k.contentWindow;log.push(chain(),id(jw.document.activeElement))`},
			`blur:top focus:jw focus:ja focusin:ja / blur:ja focusout:ja blur:jw focus:iw focus:ia focusin:ia / i/ia body /`},
		{"nested to sibling", `<button id=a></button><iframe id=i name=iw srcdoc="<script>top.hook(window)</script><button id=ia></button><iframe id=j name=jw srcdoc='<script>top.hook(window)</script><button id=ja></button>'></iframe>"></iframe><iframe id=k name=kw srcdoc="<script>top.hook(window)</script><button id=ka></button>"></iframe>`,
			[]string{`const iw=i.contentWindow,jw=iw.j.contentWindow,kw=k.contentWindow;jw.ja.focus()`, `const iw=i.contentWindow,jw=iw.j.contentWindow,kw=k.contentWindow;kw.ka.focus()`, `const iw=i.contentWindow,jw=iw.j.contentWindow,kw=k.contentWindow;log.push(chain(),id(iw.document.activeElement))`},
			`blur:top focus:jw focus:ja focusin:ja / blur:ja focusout:ja blur:jw focus:kw focus:ka focusin:ka / k/ka body /`},
		{"sibling to nested", `<button id=a></button><iframe id=i name=iw srcdoc="<script>top.hook(window)</script><button id=ia></button><iframe id=j name=jw srcdoc='<script>top.hook(window)</script><button id=ja></button>'></iframe>"></iframe><iframe id=k name=kw srcdoc="<script>top.hook(window)</script><button id=ka></button>"></iframe>`,
			[]string{`const iw=i.contentWindow,jw=iw.j.contentWindow,kw=k.contentWindow;kw.ka.focus()`, `const iw=i.contentWindow,jw=iw.j.contentWindow,kw=k.contentWindow;jw.ja.focus()`, `const iw=i.contentWindow,jw=iw.j.contentWindow,kw=k.contentWindow;log.push(chain())`},
			`blur:top focus:kw focus:ka focusin:ka / blur:ka focusout:ka blur:kw focus:jw focus:ja focusin:ja / i/j/ja /`},
		{"top.focus()", `<button id=a></button><iframe id=i name=iw srcdoc="<script>top.hook(window)</script><button id=ia></button><iframe id=j name=jw srcdoc='<script>top.hook(window)</script><button id=ja></button>'></iframe>"></iframe><iframe id=k name=kw srcdoc="<script>top.hook(window)</script><button id=ka></button>"></iframe>`,
			[]string{`const iw=i.contentWindow,jw=iw.j.contentWindow,kw=k.contentWindow;jw.ja.focus()`, `window.focus()`, `const iw=i.contentWindow,jw=iw.j.contentWindow,kw=k.contentWindow;log.push(chain(),id(iw.document.activeElement),id(jw.document.activeElement))`},
			`blur:top focus:jw focus:ja focusin:ja / blur:ja focusout:ja blur:jw focus:top / body body body /`},
		{"frame window focus()", `<button id=a></button><iframe id=i name=iw srcdoc="<script>top.hook(window)</script><button id=ia></button><iframe id=j name=jw srcdoc='<script>top.hook(window)</script><button id=ja></button>'></iframe>"></iframe><iframe id=k name=kw srcdoc="<script>top.hook(window)</script><button id=ka></button>"></iframe>`,
			[]string{`const iw=i.contentWindow,jw=iw.j.contentWindow,kw=k.contentWindow;a.focus()`, `const iw=i.contentWindow,jw=iw.j.contentWindow,kw=k.contentWindow;jw.focus()`, `log.push(chain())`, `const iw=i.contentWindow,jw=iw.j.contentWindow,kw=k.contentWindow;iw.focus()`, `const iw=i.contentWindow,jw=iw.j.contentWindow,kw=k.contentWindow;log.push(chain(),id(document.activeElement))`},
			`focus:a focusin:a / blur:a focusout:a blur:top focus:jw / i/j/body / blur:jw focus:iw / i/body i /`},
		{"iframe focus()", `<button id=a></button><iframe id=i name=iw srcdoc="<script>top.hook(window)</script><button id=ia></button><iframe id=j name=jw srcdoc='<script>top.hook(window)</script><button id=ja></button>'></iframe>"></iframe><iframe id=k name=kw srcdoc="<script>top.hook(window)</script><button id=ka></button>"></iframe>`,
			[]string{`const iw=i.contentWindow,jw=iw.j.contentWindow,kw=k.contentWindow;a.focus()`, `const iw=i.contentWindow,jw=iw.j.contentWindow,kw=k.contentWindow;iw.j.focus()`, `const iw=i.contentWindow,jw=iw.j.contentWindow,kw=k.contentWindow;log.push(chain())`, `a.focus()`, `const iw=i.contentWindow,jw=iw.j.contentWindow,kw=k.contentWindow;log.push(chain(),id(iw.document.activeElement))`},
			`focus:a focusin:a / blur:a focusout:a blur:top focus:iw blur:iw focus:jw focus:j focusin:j / i/j/body / blur:jw focus:top focus:a focusin:a / a j /`},
		{"iframe focus(), then its content", `<button id=a></button><iframe id=i name=iw srcdoc="<script>top.hook(window)</script><button id=ia></button><iframe id=j name=jw srcdoc='<script>top.hook(window)</script><button id=ja></button>'></iframe>"></iframe><iframe id=k name=kw srcdoc="<script>top.hook(window)</script><button id=ka></button>"></iframe>`,
			[]string{`i.focus()`, `const iw=i.contentWindow,jw=iw.j.contentWindow,kw=k.contentWindow;iw.ia.focus()`, `const iw=i.contentWindow,jw=iw.j.contentWindow,kw=k.contentWindow;log.push(chain())`, `const iw=i.contentWindow,jw=iw.j.contentWindow,kw=k.contentWindow;iw.ia.blur()`, `const iw=i.contentWindow,jw=iw.j.contentWindow,kw=k.contentWindow;log.push(chain())`, `i.blur()`, `log.push(chain(), document.hasFocus(),i.contentDocument.hasFocus())`},
			`blur:top focus:iw focus:i focusin:i / focus:ia focusin:ia / i/ia / blur:ia focusout:ia / i/body / blur:iw focus:top blur:i focusout:i / body true false /`},
		{"active elements during events", `<button id=a></button><iframe id=i name=iw srcdoc="<script>top.hook(window)</script><button id=ia></button><iframe id=j name=jw srcdoc='<script>top.hook(window)</script><button id=ja></button>'></iframe>"></iframe><iframe id=k name=kw srcdoc="<script>top.hook(window)</script><button id=ka></button>"></iframe><script>addEventListener('load',()=>{const jw=i.contentWindow.j.contentWindow;jw.ja.onblur=jw.onblur=a.onfocus=onfocus=e=>log.push('at '+e.type+' '+id(e.target)+' '+chain()+' '+id(i.contentDocument.activeElement))})</script>`,
			[]string{`const iw=i.contentWindow,jw=iw.j.contentWindow,kw=k.contentWindow;jw.ja.focus()`, `a.focus()`},
			`blur:top focus:jw focus:ja focusin:ja / blur:ja at blur ja i/j/body j focusout:ja blur:jw at blur jw body body focus:top at focus top body body focus:a at focus a a body focusin:a /`},
		{"focus moved by blur", `<button id=a></button><button id=b></button><button id=c></button><script>a.onblur=()=>c.focus()</script>`,
			[]string{`a.focus()`, `b.focus()`, `log.push(id(document.activeElement))`},
			`focus:a focusin:a / blur:a<b focus:c focusin:c focusout:a / c /`},
		{"removed in blur", `<button id=a></button><button id=b></button><script>a.onblur=()=>b.remove()</script>`,
			[]string{`a.focus()`, `b.focus()`, `log.push(id(document.activeElement))`},
			`focus:a focusin:a / blur:a<b focusout:a<b / body /`},
		{"dialog", `<button id=a></button><dialog id=d><button id=b></button></dialog>`,
			[]string{`a.focus()`, `d.showModal()`, `d.close()`},
			`focus:a focusin:a / blur:a<b focusout:a<b focus:b<a focusin:b<a / blur:b<a focusout:b<a focus:a<b focusin:a<b /`},
	})
}

// TestLabelClicks compares what clicks on labels do: which control is clicked, and where the focus goes.
func TestLabelClicks(t *testing.T) {
	playFocus(t, []focusCase{
		{"text", `<style>body{font:20px/30px monospace}label{display:block;height:40px}</style><script>for(const t of ['click'])addEventListener(t,e=>log.push(t+':'+id(e.target)),true)</script><label id=l>label <input id=a></label>`,
			[]string{`click 10 10`},
			`click:l focus:a focusin:a click:a /`},
		{"checkbox", `<style>body{font:20px/30px monospace}label{display:block;height:40px}</style><script>for(const t of ['click'])addEventListener(t,e=>log.push(t+':'+id(e.target)),true)</script><label id=l>label <input id=a type=checkbox></label>`,
			[]string{`click 10 10`},
			`click:l focus:a focusin:a click:a change:a /`},
		{"button", `<style>body{font:20px/30px monospace}label{display:block;height:40px}</style><script>for(const t of ['click'])addEventListener(t,e=>log.push(t+':'+id(e.target)),true)</script><label id=l>label <button id=a>b</button></label>`,
			[]string{`click 10 10`},
			`click:l focus:a focusin:a click:a /`},
		{"select", `<style>body{font:20px/30px monospace}label{display:block;height:40px}</style><script>for(const t of ['click'])addEventListener(t,e=>log.push(t+':'+id(e.target)),true)</script><label id=l for=a>label</label><select id=a><option>1</select>`,
			[]string{`click 10 10`},
			`click:l focus:a focusin:a click:a /`},
		{"range", `<style>body{font:20px/30px monospace}label{display:block;height:40px}</style><script>for(const t of ['click'])addEventListener(t,e=>log.push(t+':'+id(e.target)),true)</script><label id=l for=a>label</label><input type=range id=a>`,
			[]string{`click 10 10`},
			`click:l focus:a focusin:a click:a /`},
		{"disabled", `<style>body{font:20px/30px monospace}label{display:block;height:40px}</style><script>for(const t of ['click'])addEventListener(t,e=>log.push(t+':'+id(e.target)),true)</script><label id=l for=a>label</label><input disabled id=a>`,
			[]string{`click 10 10`},
			`click:l /`},
		{"meter", `<style>body{font:20px/30px monospace}label{display:block;height:40px}</style><script>for(const t of ['click'])addEventListener(t,e=>log.push(t+':'+id(e.target)),true)</script><label id=l for=a>label</label><meter id=a></meter>`,
			[]string{`click 10 10`},
			`click:l click:a /`},
		{"output", `<style>body{font:20px/30px monospace}label{display:block;height:40px}</style><script>for(const t of ['click'])addEventListener(t,e=>log.push(t+':'+id(e.target)),true)</script><label id=l for=a>label</label><output id=a tabindex=0></output>`,
			[]string{`click 10 10`},
			`click:l focus:a focusin:a click:a /`},
		{"link in it", `<style>body{font:20px/30px monospace}label{display:block;height:40px}</style><script>for(const t of ['click'])addEventListener(t,e=>log.push(t+':'+id(e.target)),true)</script><label id=l for=a><a id=k href="#x">link</a></label><input id=a>`,
			[]string{`click 10 10`},
			`focus:k focusin:k click:k /`},
		{"anchor without href", `<style>body{font:20px/30px monospace}label{display:block;height:40px}</style><script>for(const t of ['click'])addEventListener(t,e=>log.push(t+':'+id(e.target)),true)</script><label id=l for=a><a id=k>link</a></label><input id=a>`,
			[]string{`click 10 10`},
			`click:k focus:a focusin:a click:a /`},
		{"tabindex in it", `<style>body{font:20px/30px monospace}label{display:block;height:40px}</style><script>for(const t of ['click'])addEventListener(t,e=>log.push(t+':'+id(e.target)),true)</script><label id=l for=a><b id=k tabindex=0>bold</b></label><input id=a>`,
			[]string{`click 10 10`},
			`focus:k focusin:k click:k blur:k<a focusout:k<a focus:a<k focusin:a<k click:a /`},
		{"contenteditable in it", `<style>body{font:20px/30px monospace}label{display:block;height:40px}</style><script>for(const t of ['click'])addEventListener(t,e=>log.push(t+':'+id(e.target)),true)</script><label id=l for=a><b id=k contenteditable>bold</b></label><input id=a>`,
			[]string{`click 10 10`},
			`focus:k focusin:k click:k blur:k<a focusout:k<a focus:a<k focusin:a<k click:a /`},
		{"button in it", `<style>body{font:20px/30px monospace}label{display:block;height:40px}</style><script>for(const t of ['click'])addEventListener(t,e=>log.push(t+':'+id(e.target)),true)</script><label id=l for=a><button id=k>button</button></label><input id=a>`,
			[]string{`click 10 10`},
			`focus:k focusin:k click:k /`},
		{"summary in it", `<style>body{font:20px/30px monospace}label{display:block;height:40px}</style><script>for(const t of ['click'])addEventListener(t,e=>log.push(t+':'+id(e.target)),true)</script><label id=l for=a><details><summary id=k>button</summary></details></label><input id=a>`,
			[]string{`click 10 10`},
			`focus:k focusin:k click:k /`},
		{"label in label", `<style>body{font:20px/30px monospace}label{display:block;height:40px}</style><script>for(const t of ['click'])addEventListener(t,e=>log.push(t+':'+id(e.target)),true)</script><label id=l for=a><label id=m for=b>inner</label></label><input id=a><input id=b>`,
			[]string{`click 10 10`},
			`click:m focus:b focusin:b click:b /`},
		{"focusable label", `<style>body{font:20px/30px monospace}label{display:block;height:40px}</style><script>for(const t of ['click'])addEventListener(t,e=>log.push(t+':'+id(e.target)),true)</script><label id=l for=a tabindex=0>label</label><input type=checkbox id=a>`,
			[]string{`click 10 10`, `l.focus()`},
			`focus:l focusin:l click:l blur:l<a focusout:l<a focus:a<l focusin:a<l click:a change:a / blur:a<l focusout:a<l focus:l<a focusin:l<a /`},
		{"default prevented", `<style>body{font:20px/30px monospace}label{display:block;height:40px}</style><script>for(const t of ['click'])addEventListener(t,e=>log.push(t+':'+id(e.target)),true)</script><label id=l for=a>label</label><input id=a><script>l.onclick=e=>e.preventDefault()</script>`,
			[]string{`click 10 10`},
			`click:l /`},
		{"mousedown prevented", `<style>body{font:20px/30px monospace}label{display:block;height:40px}</style><script>for(const t of ['click'])addEventListener(t,e=>log.push(t+':'+id(e.target)),true)</script><label id=l for=a>label</label><input id=a><script>l.onmousedown=e=>e.preventDefault()</script>`,
			[]string{`click 10 10`},
			`click:l focus:a focusin:a click:a /`},
		{"mousedown prevented, checkbox", `<style>body{font:20px/30px monospace}label{display:block;height:40px}</style><script>for(const t of ['click'])addEventListener(t,e=>log.push(t+':'+id(e.target)),true)</script><label id=l for=a>label</label><input id=a type=checkbox><button id=b></button><script>l.onmousedown=e=>e.preventDefault()</script>`,
			[]string{`b.focus()`, `click 10 10`},
			`focus:b focusin:b / click:l blur:b<a focusout:b<a focus:a<b focusin:a<b click:a change:a /`},
		{"focus()", `<style>body{font:20px/30px monospace}label{display:block;height:40px}</style><script>for(const t of ['click'])addEventListener(t,e=>log.push(t+':'+id(e.target)),true)</script><label id=l for=a>label</label><input id=a><label id=m for=c></label><input type=checkbox id=c><label id=n>none</label>`,
			[]string{`l.focus()`, `m.focus()`, `n.focus()`},
			`focus:a focusin:a / blur:a<c focusout:a<c focus:c<a focusin:c<a / /`},
		{"click()", `<style>body{font:20px/30px monospace}label{display:block;height:40px}</style><script>for(const t of ['click'])addEventListener(t,e=>log.push(t+':'+id(e.target)),true)</script><label id=l for=a>label</label><input id=a>`,
			[]string{`l.click()`},
			`click:l focus:a focusin:a click:a /`},
		{"with focus elsewhere", `<style>body{font:20px/30px monospace}label{display:block;height:40px}</style><script>for(const t of ['click'])addEventListener(t,e=>log.push(t+':'+id(e.target)),true)</script><label id=l for=a>label</label><input id=a type=checkbox><input id=b>`,
			[]string{`b.focus()`, `click 10 10`},
			`focus:b focusin:b / blur:b focusout:b click:l focus:a focusin:a click:a change:a /`},
		{"control has it", `<style>body{font:20px/30px monospace}label{display:block;height:40px}</style><script>for(const t of ['click'])addEventListener(t,e=>log.push(t+':'+id(e.target)),true)</script><label id=l for=a>label</label><input id=a>`,
			[]string{`a.focus()`, `click 10 10`},
			`focus:a focusin:a / blur:a focusout:a click:l focus:a focusin:a click:a /`},
		{"host form-associated", `<style>body{font:20px/30px monospace}label{display:block;height:40px}</style><script>for(const t of ['click'])addEventListener(t,e=>log.push(t+':'+id(e.target)),true)</script><label id=l for=a>label</label><x-a id=a tabindex=0>xa</x-a><script>customElements.define('x-a',class extends HTMLElement{static formAssociated=true})</script>`,
			[]string{`click 10 10`},
			`click:l focus:a focusin:a click:a /`},
		{"delegating host", `<style>body{font:20px/30px monospace}label{display:block;height:40px}</style><script>for(const t of ['click'])addEventListener(t,e=>log.push(t+':'+id(e.target)),true)</script><label id=l for=a>label</label><x-a id=a></x-a><script>customElements.define('x-a',class extends HTMLElement{static formAssociated=true});shadow(a,'<input id=s>',{delegatesFocus:true})</script>`,
			[]string{`click 10 10`},
			`click:l click:a /`},
	})
}

// TestFocusOrder compares where Tab goes, so many times, and Shift+Tab once less.
func TestFocusOrder(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		name, html string
		tabs       int
		want       string
	}{
		{"tabindex", `<button id=a></button><button id=b tabindex=2></button><button id=c tabindex=1></button><button id=d tabindex=-1></button><p id=e tabindex=0>e</p><button id=f tabindex=2></button><button id=g tabindex=x></button>`, 6,
			`c b f a e g e a f b c`},
		{"kinds", `<a id=a>a</a><a id=b href=x>b</a><input id=c><input type=hidden><button disabled>d</button><select id=e></select><textarea id=f></textarea><details><summary id=g>s</summary><button id=h></button></details><details open><summary id=i>s</summary><button id=j></button></details><div contenteditable id=k>k</div><video id=l></video><button style="visibility:hidden">m</button><button style="display:none">n</button><fieldset disabled><legend><button id=o></button></legend><button id=p></button></fieldset>`, 9,
			`b c e f g i j k o k j i g f e c b`},
		{"shadow trees", `<button id=a></button><div id=h></div><div id=i tabindex=-1></div><div id=j tabindex=0></div><button id=z></button><script>shadow(h,'<button id=h1></button><button id=h2 tabindex=1></button>');shadow(i,'<button id=i1></button>');shadow(j,'<button id=j1></button>')</script>`, 6,
			`a h2 h1 j j1 z j1 j h1 h2 a`},
		{"delegates", `<button id=a></button><div id=h tabindex=0></div><div id=i tabindex=-1></div><button id=z></button><script>shadow(h,'<button id=h1></button>',{delegatesFocus:true});shadow(i,'<button id=i1></button>',{delegatesFocus:true})</script>`, 3,
			`a h1 z h1 a`},
		{"slots", `<div id=h><button id=a slot=two></button><button id=b slot=one></button><button id=c tabindex=1></button><button id=d></button></div><script>shadow(h,'<button id=s0></button><slot name=one></slot><button id=s1></button><slot></slot><slot name=two tabindex=1></slot><slot name=none><button id=f></button></slot>')</script>`, 7,
			`a s0 b s1 c d f d c s1 b s0 a`},
		{"nested slots", `<div id=h><button id=a></button><button id=b tabindex=3></button></div><button id=z></button><script>shadow(h,'<button id=s0></button><p id=g><slot></slot></p><button id=s1></button>');const g=h.shadowRoot.getElementById('g');shadow(g,'<button id=t0></button><slot></slot><button id=t1 tabindex=2></button>')</script>`, 7,
			`s0 t1 t0 b a s1 z s1 a b t0 t1 s0`},
		{"iframes", `<button id=a></button><iframe id=i srcdoc="<button id=i1></button><button id=i2 tabindex=1></button>"></iframe><iframe id=n tabindex=-1 srcdoc="<button id=n1></button>"></iframe><button id=z></button>`, 4,
			`a i2 i1 z i1 i2 a`},
		{"modal dialog", `<button id=a></button><dialog id=d><button id=b></button><button id=c></button></dialog><button id=z></button><script>d.showModal()</script>`, 1,
			`c`},
		{"dialog", `<button id=a></button><dialog id=d open><button id=b></button></dialog><button id=z></button>`, 3,
			`a b z b a`},
		{"popover", `<button id=a popovertarget=p></button><button id=b></button><div id=p popover><button id=p1></button><button id=p2></button></div><button id=z></button><script>a.click()</script>`, 5,
			`a p1 p2 b z b p2 p1 a`},
		{"popover without invoker", `<button id=a></button><div id=p popover><button id=p1></button></div><button id=z></button><script>p.showPopover()</script>`, 3,
			`a p1 z p1 a`},
		{"popover with source", `<button id=a></button><button id=b></button><div id=p popover><button id=p1></button></div><button id=z></button><script>p.showPopover({source:a})</script>`, 4,
			`a p1 b z b p1 a`},
		{"inert", `<button id=a></button><div inert><button id=b></button><div id=h></div></div><iframe id=i inert srcdoc="<button id=i1></button>"></iframe><button id=z inert></button><button id=y></button><script>shadow(h,'<button id=h1></button>')</script>`, 2,
			`a y a`},
		{"radio buttons", `<button id=a></button><input type=radio name=r id=r1><input type=radio name=r id=r2 checked><button id=b></button><input type=radio name=q id=q1><input type=radio name=q id=q2><button id=z></button>`, 5,
			`a r2 b q1 z q1 b r2 a`},
		{"scrollers", `<button id=a></button><div id=s style="overflow:auto;height:20px"><p style="height:100px"></div><div id=t style="overflow:auto;height:20px"><button id=t1></button><p style="height:100px"></div><button id=z></button>`, 4,
			`a s t1 z t1 s a`},
		{"display contents", `<button id=a style="display:contents"></button><div id=b tabindex=0 style="display:contents"><button id=c></button></div><button id=z></button>`, 2,
			`c z c`},
		{"svg", `<svg width=50 height=20><a id=a href=x><text y=9>a</text></a><g id=g tabindex=0><rect width=9 height=9></rect></g><rect width=9 height=9></rect></svg><button id=z></button>`, 3,
			`a g z g a`},
		{"content-visibility", `<button id=a></button><div style="content-visibility:hidden"><button id=b></button></div><button id=z></button>`, 2,
			`a z a`},
	} {
		p := focusPage(t, c.html)
		var got []string
		for i := range 2*c.tabs - 1 {
			key := "Tab"
			if i >= c.tabs {
				key = "Shift+Tab"
			}
			if err := p.Press(ctx, key); err != nil {
				t.Fatal(c.name, err)
			}
			if err := p.WaitIdle(ctx, 50*time.Millisecond); err != nil {
				t.Fatal(c.name, err)
			}
			v, err := p.Eval(ctx, "deep()")
			if err != nil {
				t.Fatal(c.name, err)
			}
			got = append(got, strings.Trim(v, "\""))
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

func focusPage(t *testing.T, html string) *Page {
	t.Helper()
	p := newWindowPage(t, Options{})
	ctx := context.Background()
	if err := p.SetContent(ctx, focusPrelude+html, ""); err != nil {
		t.Fatal(err)
	}
	if err := p.WaitIdle(ctx, 200*time.Millisecond); err != nil {
		t.Fatal(err)
	}
	return p
}

func playFocus(t *testing.T, cases []focusCase) {
	ctx := context.Background()
	for _, c := range cases {
		p := focusPage(t, c.html)
		if _, err := p.Eval(ctx, "log.length=0"); err != nil {
			t.Fatal(err)
		}
		for _, s := range c.steps {
			f := strings.Fields(s)
			var err error
			switch f[0] {
			case "click":
				x, y := number(f[1]), number(f[2])
				if err = p.MouseMove(ctx, x, y, 0); err == nil {
					if err = p.MouseDown(ctx, x, y, ButtonLeft, 0); err == nil {
						err = p.MouseUp(ctx, x, y, ButtonLeft, 0)
					}
				}
			case "type":
				err = p.TypeText(ctx, f[1])
			default:
				_, err = p.Eval(ctx, "{"+s+"\n;0}")
			}
			if err == nil {
				err = p.WaitIdle(ctx, 100*time.Millisecond)
			}
			if err == nil {
				_, err = p.Eval(ctx, "log.push('/')")
			}
			if err != nil {
				t.Fatal(c.name, s, err)
			}
		}
		if got, err := p.Eval(ctx, "log.join(' ')"); err != nil || strings.Trim(got, "\"") != c.want {
			t.Errorf("%s:\n got %s (%v)\nwant %s", c.name, strings.Trim(got, "\""), err, c.want)
		}
	}
}
