package host

import "testing"

// Expectations are those of Chromium 156 and https://drafts.csswg.org/css-grid-2/#resolved-track-list.
func TestResolvedTracks(t *testing.T) {
	p, _ := loadFiles(t, map[string]string{"index.html": `<!DOCTYPE html><style>
		.g { display: grid; width: 300px; height: 100px }
		</style><div id=a class=g><div></div></div><script>
		const tracks = (columns, rows, item) => {
			a.style.gridTemplateColumns = columns;
			a.style.gridTemplateRows = rows;
			a.firstChild.style = item;
			return getComputedStyle(a).gridTemplateColumns + " / " + getComputedStyle(a).gridTemplateRows;
		};
		</script>`})
	for _, c := range [][2]string{
		{`tracks("1fr 25%", "none", "")`, `"225px 75px / 100px"`},
		{`tracks("[a] 50px [b c] 1fr [d]", "[x] 10px repeat(2, [y] 20px [z]) auto", "")`, `"[a] 50px [b c] 250px [d] / [x] 10px [y] 20px [z y] 20px [z] 50px"`},
		{`tracks("repeat(auto-fill, [a] 100px [b])", "10px", "")`, `"[a] 100px [b a] 100px [b a] 100px [b] / 10px"`},
		{`tracks("[x] repeat(auto-fit, [a] 100px) [y]", "10px", "grid-column: 2")`, `"[x a] 0px [a] 100px [a] 0px [y] / 10px"`},
		{`a.style.width = "350px"; tracks("[a] 50px", "10px", "grid-column: -3 / 4; width: 10px")`, `"100px [a] 50px 100px 100px / 10px"`},
		{`a.style.display = "block"; tracks("[a] 50px", "10px", "")`, `"[a] 50px / 10px"`},
	} {
		is(t, p, c[0], c[1])
	}
}
