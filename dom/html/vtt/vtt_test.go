package vtt

import (
	"fmt"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	cues, ok := Parse("\ufeffWEBVTT title\r\nheader: x\r\n\r\nNOTE\ncomment\n\nid\n00:01.000 --> 100:00:02.500 align:start line:50% position:10%,center size:x vertical:rl\ntwo\nlines\n00:03.000 --> 00:04.000\nnext\n\n00:61.000 --> 00:62.000\nbad\n")
	var b strings.Builder
	for _, c := range cues {
		fmt.Fprintf(&b, "%q %g %g %q %s %g %v %g %g %s\n", c.ID, c.Start, c.End, c.Text, c.Align, c.Line, c.Percent, c.Position, c.Size, c.Vertical)
	}
	want := `"id" 1 360002.5 "two\nlines" start 50 true 10 100 rl
"" 3 4 "next" center NaN false NaN 100 
`
	if !ok || b.String() != want {
		t.Errorf("got %v\n%s", ok, b.String())
	}
	for _, s := range []string{"", "WEBVTTx", "webvtt", " WEBVTT"} {
		if _, ok := Parse(s); ok {
			t.Errorf("%q is no WebVTT", s)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("WEBVTT\n\n1\n00:00.000 --> 00:01.000 line:-1\n<v A>x<c.b>y</c><ruby>a<rt>b</ruby>&lt;")
	f.Fuzz(func(t *testing.T, s string) {
		cues, _ := Parse(s)
		for _, c := range cues {
			ParseText(c.Text)
		}
		ParseText(s)
	})
}
