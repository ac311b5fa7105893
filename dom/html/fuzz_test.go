package html

import (
	"strings"
	"testing"
)

// FuzzAhead scans what the parser has not come to, in pieces and whole: the same tags.
func FuzzAhead(f *testing.F) {
	for i, s := range []string{"<script src=a></script>", "<picture><source srcset=a><img src=b></picture>", "<template><script src=a></script></template><template shadowrootmode=open><img src=b></template>",
		"<svg><script href=a></script><desc><img src=b></desc></svg>", "<title><img></title><textarea><img></textarea><noscript><img></noscript><plaintext><img>", "<style>@import 'a'</style>", "<math><![CDATA[<img>]]></math>",
		"<!-- <img> --><script><!--<script></script>--></script><base href=x><link a=b a=c>"} {
		f.Add(s, uint8(i))
	}
	f.Fuzz(func(t *testing.T, text string, how uint8) {
		scan := func(n int) string {
			var b strings.Builder
			a := newAhead(func(t *Tag, end bool) {
				b.WriteString(t.Name)
				for _, at := range t.Attrs {
					b.WriteString(" " + at.Name + "=" + at.Value)
				}
				b.WriteString("\n")
			})
			for i := 0; i < len(text); i += n {
				a.tk.Run(text[i:min(len(text), i+n)])
			}
			return b.String()
		}
		if len(text) == 0 {
			return
		}
		if a, b := scan(len(text)), scan(int(how)+1); a != b {
			t.Errorf("in pieces of %d: %s\nwhole: %s", int(how)+1, b, a)
		}
	})
}
