package host

import "testing"

// https://drafts.csswg.org/cssom-view/#dom-document-elementfrompoint seen from a shadow root
func TestElementFromPointInShadow(t *testing.T) {
	p, _ := loadFiles(t, map[string]string{"index.html": `<!DOCTYPE html><body style="margin: 0"><div id=h style="width: 50px; height: 50px"></div><p id=o style="margin: 0; height: 20px"></p><script>
		const s = h.attachShadow({ mode: "open" });
		s.innerHTML = "<b style='display: block; height: 20px'></b>text";
		</script>`})
	is(t, p, `[document.elementFromPoint(5, 5).id, s.elementFromPoint(5, 5).localName, s.elementFromPoint(5, 30).id, s.elementFromPoint(5, 60).id, s.elementsFromPoint(5, 5).map(e => e.localName).join()]`,
		`["h","b","h","o","b,div,body,html"]`)
	is(t, p, `s.elementFromPoint(-1, 5)`, `null`)
}
