package host

import (
	"context"
	"encoding/json"
	"testing"
)

// What Chromium 156 computes for a page of container queries and units; those of the height, of which there is no container, are of the viewport.
func TestContainerQueries(t *testing.T) {
	p, _ := loadFiles(t, map[string]string{"index.html": containersPage})
	for _, c := range []struct{ id, want string }{
		{"a", `rgb(0, 0, 0) rgba(0, 0, 0, 0) 300 0px 0px rgb(0, 0, 0) "self" auto`},
		{"a1", "rgb(4, 5, 6) rgba(0, 0, 0, 0) 300 0px 0px rgb(4, 5, 6) none auto"},
		{"a2", "rgb(5, 5, 5) rgba(0, 0, 0, 0) 300 0px 0px rgb(5, 5, 5) none auto"},
		{"a3", "rgb(0, 0, 0) rgba(0, 0, 0, 0) 300 0px 0px rgb(6, 6, 6) none 11px"},
		{"a4", "rgb(0, 0, 0) rgba(0, 0, 0, 0) 33 3px 3px rgb(0, 0, 0) none auto"},
		{"b", "rgb(0, 0, 0) rgba(0, 0, 0, 0) 500 0px 0px rgb(0, 0, 0) none auto"},
		{"b1", "rgb(1, 2, 3) rgba(0, 0, 0, 0) 500 0px 0px rgb(1, 2, 3) none auto"},
		{"b2", "rgb(0, 0, 0) rgba(0, 0, 0, 0) 55 3px 5px rgb(0, 0, 0) none auto"},
		{"named", "rgb(0, 0, 0) rgba(0, 0, 0, 0) 250 0px 0px rgb(0, 0, 0) none auto"},
		{"n1", "rgb(7, 8, 9) rgba(0, 0, 0, 0) 100 0px 0px rgb(7, 8, 9) none auto"},
		{"s", "rgb(0, 0, 0) rgba(0, 0, 0, 0) 200 0px 0px rgb(0, 0, 0) none auto"},
		{"s1", "rgb(3, 3, 3) rgba(0, 0, 0, 0) 200 0px 0px rgb(3, 3, 3) none auto"},
		{"s2", "rgb(0, 0, 0) rgba(0, 0, 0, 0) 22 0.8px 2px rgb(0, 0, 0) none auto"},
		{"outer", "rgb(0, 0, 0) rgba(0, 0, 0, 0) 600 0px 0px rgb(0, 0, 0) none auto"},
		{"nest", "rgb(0, 0, 0) rgba(0, 0, 0, 0) 300 0px 0px rgb(0, 0, 0) none auto"},
		{"deep", "rgb(0, 0, 0) rgba(0, 0, 0, 0) 150 0px 0px rgb(0, 0, 0) none auto"},
		{"deepest", "rgb(8, 8, 8) rgba(0, 0, 0, 0) 150 0px 0px rgb(8, 8, 8) none auto"},
		{"t1", "rgb(10, 10, 10) rgb(11, 11, 11) 0px 0px rgb(10, 10, 10) none auto"},
		{"t2", "rgb(0, 0, 0) rgb(11, 11, 11) 0px 0px rgb(0, 0, 0) none auto"},
		{"shrink", "rgb(0, 0, 0) rgba(0, 0, 0, 0) 2 0px 0px rgb(0, 0, 0) none auto"},
		{"inline", "rgb(0, 0, 0) rgba(0, 0, 0, 0) 0px 0px rgb(0, 0, 0) none auto"},
		{"in1", "rgb(0, 0, 0) rgba(0, 0, 0, 0) 0px 0px rgb(0, 0, 0) none auto"},
		{"comma", "rgb(13, 13, 13) rgba(0, 0, 0, 0) 0px 0px rgb(13, 13, 13) none auto"},
		{"flexs", "rgb(0, 0, 0) rgba(0, 0, 0, 0) 100 0px 0px rgb(0, 0, 0) none auto"},
		{"grids", "rgb(0, 0, 0) rgba(0, 0, 0, 0) 100 0px 0px rgb(0, 0, 0) none auto"},
	} {
		script := `(e => { const s = getComputedStyle(e), b = getComputedStyle(e, "::before"), inline = ["inline", "in1", "t1", "t2", "comma"].includes(e.id)
			return [s.color, s.backgroundColor, ...(inline ? [] : [e.getBoundingClientRect().width]), s.marginLeft, s.paddingLeft, b.color, getComputedStyle(e, "::after").content, b.width].join(" ") })(document.getElementById("` + c.id + `"))`
		is(t, p, script, quoted(c.want))
	}
	is(t, p, `[flexs.offsetHeight, grids.offsetHeight]`, "[0,0]")
}

// The answers follow sizes, names, types and custom properties; a partial pass leaves what a full one would.
func TestContainerChanges(t *testing.T) {
	p, _ := loadFiles(t, map[string]string{"index.html": `<!DOCTYPE html><style>
		#c { width: 300px; container-type: inline-size } #t { transition: color 1s; width: 50cqw }
		@container (width > 200px) { #t { color: rgb(1, 1, 1) } } @container big (width > 200px) { #t { background: rgb(2, 2, 2) } }
		@container style(--on: yes) { #t { border-left: 3px solid } }
		</style><div id=o><div id=c><div id=t>x</div></div></div>`})
	state := `(s => [s.color, s.backgroundColor, s.width, s.borderLeftWidth].join(" "))(getComputedStyle(t))`
	for _, c := range [][2]string{
		{"0", "rgb(1, 1, 1) rgba(0, 0, 0, 0) 150px 0px"},
		{"t.style.transition = 'none', c.style.width = '100px'", "rgb(0, 0, 0) rgba(0, 0, 0, 0) 50px 0px"},
		{"c.style.width = '220px'", "rgb(1, 1, 1) rgba(0, 0, 0, 0) 110px 0px"},
		{"c.style.containerName = 'small big'", "rgb(1, 1, 1) rgb(2, 2, 2) 110px 0px"},
		{"o.style.setProperty('--on', 'yes')", "rgb(1, 1, 1) rgb(2, 2, 2) 110px 3px"},
		{"c.style.setProperty('--on', 'no')", "rgb(1, 1, 1) rgb(2, 2, 2) 110px 0px"},
		{"o.style.width = '150px', o.style.containerType = 'size', c.style.containerType = 'normal'", "rgb(0, 0, 0) rgba(0, 0, 0, 0) 75px 0px"},
	} {
		if _, err := p.Eval(context.Background(), c[0]); err != nil {
			t.Fatal(err)
		}
		is(t, p, state, quoted(c[1]))
		if err := p.Do(context.Background(), func() error {
			if d := p.top.styler.Verify(); d != "" {
				t.Errorf("after %s: %s", c[0], d)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
}

// Styles of a shadow tree are for that tree alone, and rem is the root's size in partial passes.
func TestStyleElementInShadow(t *testing.T) {
	p, _ := loadFiles(t, map[string]string{"index.html": `<!DOCTYPE html><style>:root { font-size: 10px } p { font-size: 40px }</style>
		<p id=light>x</p><div id=h><template shadowrootmode=open><style>p { color: rgb(1, 2, 3) }</style><p>y</p></template></div><div id=k></div>
		<script>k.attachShadow({mode: "open"}).innerHTML = "<style>p { color: rgb(4, 5, 6) }</style><p>z</p>"</script>`})
	is(t, p, `[light, h.shadowRoot.querySelector("p"), k.shadowRoot.querySelector("p")].map(e => getComputedStyle(e).color)`, `["rgb(0, 0, 0)","rgb(1, 2, 3)","rgb(4, 5, 6)"]`)
	is(t, p, `light.style.width = "7rem", light.offsetWidth`, "70")
}

// Resolved values of lengths as Chromium 156 gives them: plain ones are not rounded to what layout counts in; the insets of relatively
// positioned boxes are each other's opposites.
func TestResolvedLengths(t *testing.T) {
	p, _ := loadFiles(t, map[string]string{"index.html": `<!DOCTYPE html><style>body { margin: 0; width: 1264px } div { position: relative }</style><div id=a>x</div>
		<div id=b style="top:10%;height:100px"><div id=c style="top:10%;left:20%"></div><div id=d style="bottom:10%;right:3px;margin:.3px 1.7px;padding:.3px"></div><div style="position:sticky;top:3px" id=e></div></div>`})
	sides := `(i => { const s = getComputedStyle(document.getElementById(i)); return ["top", "right", "bottom", "left", "marginTop", "paddingLeft"].map(p => s[p]).join(" ") })`
	for _, c := range [][2]string{{"a", "0px 0px 0px 0px 0px 0px"}, {"c", "10px -252.8px -10px 252.797px 0px 0px"}, {"d", "-10px 3px 10px -3px 0.3px 0.3px"}, {"e", "3px auto auto auto 0px 0px"}} {
		is(t, p, sides+`("`+c[0]+`")`, quoted(c[1]))
	}
}

func quoted(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

const containersPage = `<!doctype html>
<style>
body{margin:0} :root{font-size:10px}
.c{container-type:inline-size} .s{container-type:size;height:80px}
#a{width:300px} #b{width:500px}
@container (width > 400px){ .wide{color:rgb(1,2,3)} }
@container (width <= 400px){ .wide{color:rgb(4,5,6)} }
#named{container:side / inline-size;width:250px}
@container side (min-width: 200px) and (not (min-width: 260px)){ .side{color:rgb(7,8,9)} }
@container main (min-width: 0px){ .side{background:rgb(1,1,1)} }
@container (height > 50px){ .h{color:rgb(2,2,2)} }
@container (orientation: landscape) and (aspect-ratio > 2/1){ .o{color:rgb(3,3,3)} }
.u{width:10cqw;height:5cqh;margin-left:1cqmin;padding-left:1cqmax}
@container (width = 30rem){ .rem{color:rgb(5,5,5)} }
@container (width = 300px){ .gen::before{content:"x";width:11px;display:block;color:rgb(6,6,6)} #a::after{content:"self";color:rgb(9,9,9)} }
#outer{width:600px} #nest{width:50%}
@container (width = 300px){ #deep{width:50%;container-type:inline-size} }
@container (width = 150px){ #deepest{color:rgb(8,8,8)} }
.st{--theme:dark} @container style(--theme: dark){ .t{color:rgb(10,10,10)} } @container style(--theme){ .t{background:rgb(11,11,11)} }
#shrink{display:inline-block;container-type:inline-size;border:1px solid}
#inline{container-type:inline-size} @container (width >= 0px){ .never{color:rgb(12,12,12)} }
@container (width > 0px), none-such (width > 0px){ #comma{color:rgb(13,13,13)} }
#flexs{display:flex;container-type:size;width:100px} #grids{display:grid;container-type:size;width:100px}
</style>
<div id=a class=c><p id=a1 class=wide>x</p><p id=a2 class=rem>x</p><p id=a3 class=gen>x</p><p id=a4 class=u>x</p></div>
<div id=b class=c><p id=b1 class=wide>x</p><div id=b2 class=u>x</div></div>
<div id=named><div class=c style="width:100px"><p id=n1 class=side>x</p></div></div>
<div id=s class=s style="width:200px"><p id=s1 class="h o">x</p><div id=s2 class=u>x</div></div>
<div id=outer class=c><div id=nest class=c><div id=deep><p id=deepest>x</p></div></div></div>
<div class=st><p id=t1 class=t>x</p><div style="--theme:light"><p id=t2 class=t>x</p></div></div>
<div><div id=shrink><p>content</p></div></div>
<span id=inline><b id=in1 class=never>x</b></span>
<div class=c><p id=comma>x</p></div>
<div id=flexs><p>tall</p></div><div id=grids><p>tall</p></div>
<div id=vp class=u>x</div>
`

// document.adoptedStyleSheets is an observable array; each step's result is Chromium 156's.
func TestAdoptedArray(t *testing.T) {
	p, _ := loadFiles(t, map[string]string{"index.html": `<!DOCTYPE html><div id=h></div><script>
		const s1 = new CSSStyleSheet(), s2 = new CSSStyleSheet(); s1.replaceSync('div{color:rgb(1,1,1)}'); s2.replaceSync('div{color:rgb(2,2,2)}');
		const a = document.adoptedStyleSheets, L = [], col = () => getComputedStyle(h).color;
		a.push(s1); L.push(col(), a.length, Array.isArray(a)); a.push(s2); L.push(col()); a.pop(); L.push(col());
		document.adoptedStyleSheets = [s2]; L.push(a === document.adoptedStyleSheets, a[0] === s2, col());
		a[1] = s1; L.push(col()); a.length = 0; L.push(col(), a.length); try { a.push({}) } catch (e) { L.push(e.name) }
		try { a.push(new (class extends CSSStyleSheet {})) } catch (e) { L.push(e.name) } L.push(a.length);
		a.splice(0, 1, s1, s2); L.push(a.length, col()); try { a[5] = s1; L.push('silent') } catch (e) { L.push(e.name) } L.push(a.indexOf(s2), [...a].length, Object.isFrozen(a));
		</script>`})
	is(t, p, "L", `["rgb(1, 1, 1)",1,true,"rgb(2, 2, 2)","rgb(1, 1, 1)",true,true,"rgb(2, 2, 2)","rgb(1, 1, 1)","rgb(0, 0, 0)",0,"TypeError",1,2,"rgb(2, 2, 2)","silent",1,2,false]`)
	is(t, p, `[new KeyboardEvent("keydown", {keyCode: 13}).which, new MouseEvent("mousedown", {button: 2}).which, new UIEvent("x", {which: 7}).which]`, "[13,3,7]")
}
