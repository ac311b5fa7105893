package bind

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// sharedPage is the text of a page that is measured, "" where it is not there.
func sharedPage(name string) string {
	dir := os.Getenv("NISO_SHARED")
	if dir == "" {
		dir = "../../../shared"
	}
	src, _ := os.ReadFile(filepath.Join(dir, "pages", name))
	return string(src)
}

// BenchmarkInnerHTML10k parses the body of a page of 10,000 elements into a detached element.
func BenchmarkInnerHTML10k(b *testing.B) {
	src := sharedPage("p10k.html")
	from, to := strings.Index(src, "<body>"), strings.LastIndex(src, "</body>")
	if from < 0 || to < from {
		b.Skip("the page is not there")
	}
	h := newTestHost(b, basicPage)
	defer h.close()
	text, err := json.Marshal(src[from+len("<body>") : to])
	if err != nil {
		b.Fatal(err)
	}
	h.run("var host = document.createElement('div'), text = " + string(text))
	b.SetBytes(int64(to - from))
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		h.eval("host.innerHTML = text")
		h.world.EndTask()
	}
}

func BenchmarkQuerySelectorAll(b *testing.B) {
	benchScript(b, "var u = document.createElement('ul'); u.innerHTML = '<li class=x>a'.repeat(1000); document.body.append(u)", "u.querySelectorAll('li.x')")
}

func BenchmarkDispatchDeep(b *testing.B) {
	benchScript(b, `var leaf = document.body; for (let i = 0; i < 100; i++) leaf = leaf.appendChild(document.createElement('div'));
		document.body.addEventListener('x', () => 0); var e = new Event('x', { bubbles: true })`, "leaf.dispatchEvent(e)")
}

func BenchmarkContains(b *testing.B) {
	benchScript(b, "var el = a.firstChild", "document.contains(el)")
}

func BenchmarkGetElementByID(b *testing.B) { benchScript(b, "", "document.getElementById('a')") }
func BenchmarkSetData(b *testing.B) {
	benchScript(b, "var t = document.createTextNode('')", "t.data = i & 1 ? 'one' : 'another'")
}
