package host

import "testing"

// offsetParent is no node of a shadow tree that the element is not in: https://drafts.csswg.org/cssom-view/#dom-htmlelement-offsetparent.
// offsetX of an inline box counts from its block container, as in Chromium.
func TestOffsetsAcrossShadow(t *testing.T) {
	p, _ := loadFiles(t, map[string]string{"index.html": `<!DOCTYPE html><body style="margin: 0"><div id=c style="position: relative; padding: 10px"><div id=h><b id=b style="display: block; height: 5px">b</b></div></div>
		<div id=d style="padding: 7px; border: 3px solid; font: 10px/10px monospace">xx<span id=i style="border-left: 2px solid">yy</span></div><script>
		const s = h.attachShadow({ mode: "open" });
		s.innerHTML = "<div id=in style='position: relative; padding: 4px'><slot></slot><u id=u style='display: block; height: 5px'></u></div>";
		const at = (n, x, y) => { const e = new MouseEvent("click", { clientX: x, clientY: y }); let r; n.addEventListener("click", e => r = [e.offsetX, e.offsetY].join(), { once: true }); n.dispatchEvent(e); return r; };
		</script>`})
	is(t, p, `[b.offsetParent.id, b.offsetTop, b.offsetLeft, s.getElementById("u").offsetParent.id, s.getElementById("u").offsetTop, s.getElementById("in").offsetParent.id]`,
		`["c",14,14,"in",9,"c"]`)
	is(t, p, `[at(d, 20, 40), at(i, 20, 40)]`, `["17,-1","18,2"]`)
}
