package text

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// unicodeTests opens a conformance file of Unicode 17: from the folder that UCD names, or the copy that
// the shaping module carries for its own tests.
func unicodeTests(t testing.TB, ucd, module string) *os.File {
	if d := os.Getenv("UCD"); d != "" {
		if f, err := os.Open(filepath.Join(d, ucd)); err == nil {
			return f
		}
	}
	f, err := os.Open(filepath.Join(typesettingDir(), module))
	if err != nil {
		t.Skipf("no %s: set UCD to the folder of the Unicode Character Database 17", ucd)
	}
	return f
}

var typesettingDir = sync.OnceValue(func() string {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/go-text/typesetting").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
})

// The generated table is what the generator makes of the database that UCD names.
func TestPropsUpToDate(t *testing.T) {
	ucd := os.Getenv("UCD")
	if ucd == "" {
		t.Skip("set UCD to the folder of the Unicode Character Database 17")
	}
	want, err := exec.Command("go", "run", "./ucdgen", ucd).Output()
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile("props_gen.go"); string(got) != string(want) {
		t.Error("props_gen.go is not up to date: go generate ./text")
	}
}

// breakCase turns «÷ 0061 × 0308 ÷» into a text and the set of its boundaries as byte offsets.
func breakCase(t *testing.T, line string) (text []byte, want map[int]bool) {
	want = map[int]bool{}
	for _, f := range strings.Fields(line) {
		switch f {
		case "÷":
			want[len(text)] = true
		case "×":
		default:
			n, err := strconv.ParseUint(f, 16, 32)
			if err != nil {
				t.Fatal(line, err)
			}
			text = append(text, string(rune(n))...)
		}
	}
	return text, want
}

func runBreakTests(t *testing.T, f *os.File, run func(text []byte) map[int]bool) {
	defer f.Close()
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	n, bad := 0, 0
	for sc.Scan() {
		line, comment, _ := strings.Cut(sc.Text(), "#")
		if strings.TrimSpace(line) == "" {
			continue
		}
		text, want := breakCase(t, line)
		if strings.Contains(line, " D800 ") {
			continue
		}
		got := run(text)
		n++
		if fmt.Sprint(got) != fmt.Sprint(want) {
			if bad++; bad < 10 {
				t.Errorf("%s\n got %v\nwant %v\n%s", line, got, want, comment)
			}
		}
	}
	if n < 500 {
		t.Fatalf("only %d cases", n)
	}
	t.Logf("%d of %d", n-bad, n)
}

func TestUnicodeLineBreaks(t *testing.T) {
	f := unicodeTests(t, "auxiliary/LineBreakTest.txt", "segmenter/test/LineBreakTest.txt")
	runBreakTests(t, f, func(text []byte) map[int]bool {
		got := map[int]bool{}
		for i, b := range LineBreaks(nil, text, &BreakOptions{uax: true}) {
			if b&(BreakAllowed|BreakForced) != 0 {
				got[i] = true
			}
		}
		got[len(text)] = true
		return got
	})
}

func TestUnicodeGraphemes(t *testing.T) {
	f := unicodeTests(t, "auxiliary/GraphemeBreakTest.txt", "segmenter/test/GraphemeBreakTest.txt")
	runBreakTests(t, f, func(text []byte) map[int]bool {
		got := map[int]bool{0: true}
		for i := 0; i < len(text); {
			i = NextGrapheme(text, i)
			got[i] = true
		}
		for i := len(text); i > 0; {
			i = PrevGrapheme(text, i)
			if !got[i] {
				t.Errorf("%+q: PrevGrapheme finds %d", text, i)
			}
		}
		for i, b := range LineBreaks(nil, text, nil) {
			if b&BreakGrapheme != 0 != got[i] {
				t.Errorf("%+q: LineBreaks has grapheme %v at %d", text, b&BreakGrapheme != 0, i)
			}
		}
		return got
	})
}

func TestUnicodeWords(t *testing.T) {
	f := unicodeTests(t, "auxiliary/WordBreakTest.txt", "segmenter/test/WordBreakTest.txt")
	runBreakTests(t, f, func(text []byte) map[int]bool {
		got := map[int]bool{0: true}
		for i := 0; i < len(text); {
			i = NextWord(text, i)
			got[i] = true
		}
		for i := len(text); i > 0; {
			i = PrevWord(text, i)
			if !got[i] {
				t.Errorf("%+q: PrevWord finds %d", text, i)
			}
		}
		return got
	})
}

func show(text string, o *BreakOptions) string {
	var s strings.Builder
	br := LineBreaks(nil, []byte(text), o)
	for i := range len(text) {
		switch {
		case br[i]&BreakForced != 0:
			s.WriteByte('!')
		case br[i]&BreakHyphen != 0:
			s.WriteByte('~')
		case br[i]&BreakAllowed != 0:
			s.WriteByte('|')
		}
		s.WriteByte(text[i])
	}
	return s.String()
}

// What Chromium 156 does, measured: each text in a box of no width.
func TestLineBreaksAsChromium(t *testing.T) {
	strict, normal, loose := &BreakOptions{LineBreak: LineBreakStrict}, &BreakOptions{LineBreak: LineBreakNormal}, &BreakOptions{LineBreak: LineBreakLoose}
	looseJa := &BreakOptions{LineBreak: LineBreakLoose, Lang: "ja"}
	all, keep, any := &BreakOptions{WordBreak: WordBreakAll}, &BreakOptions{WordBreak: WordKeepAll}, &BreakOptions{LineBreak: LineBreakAnywhere}
	for _, c := range []struct {
		o    *BreakOptions
		want string
	}{
		{nil, "http://www.example.com/foo/bar?|x=1&y=2"},
		{nil, "a-|1 |-1"}, {nil, "foo(bar)"}, {nil, "and/or"}, {nil, "3.14,15"}, {nil, "$100%"}, {nil, "a/b/c"},
		{nil, "x)|(y"}, {nil, "( |a"}, {nil, "« |a"}, {nil, "a |)"}, {nil, "漢 |。"}, {nil, "a |\u0301b"},
		{nil, "1/|é"}, {nil, "é/a"}, {nil, "a-|é"}, {nil, "é?|a"}, {nil, "a?|漢"}, {nil, "-|漢"}, {nil, "漢/a"}, {nil, "漢-1"},
		{nil, "漢|字、|か|な"}, {nil, "漢|字。|「テ|ス|ト」"}, {nil, "ゃ|ァ|ッ|ー"}, {nil, "日|本|語|text|日|本"},
		{nil, "a\u00ad~b"}, {nil, "a…|b"}, {nil, "a|—|b"}, {nil, "a–|b"}, {nil, "אב-|גד"}, {nil, "…………"}, {nil, "——"},
		{nil, "👨\u200d👩\u200d👧|👍🏽|🇫🇷|🇩🇪"}, {nil, "a\u200b|b"}, {nil, "１|２|３％"}, {nil, "々々|ー・：！"},
		{nil, "a\n!b"}, {nil, "a\r\n!b"}, {nil, "a\u2028!b"}, {nil, "a\u00a0b"}, {nil, "漢\u00a0字"}, {nil, "a\u3000|b"},
		{strict, "ゃァッー"}, {normal, "ゃ|ァ|ッ|ー"}, {strict, "々々ー・：！"}, {loose, "々|々|ー・：！"}, {looseJa, "々|々|ー|・|：|！"}, {loose, "…|…|…|…"},
		{all, "日|本|語|t|e|x|t|日|本"}, {keep, "漢字、|かな"}, {keep, "日本語text日本"}, {keep, "한국어 |단어"},
		{all, "h|t|t|p:/|w.|e/|f?|x|=|1|&|y"}, {all, "3.|1|4,|1|5"}, {all, "a|-|1 |-|1"}, {all, "f|o|o|(b|a|r)"}, {all, "$1|0|0%"}, {all, "“q|u” |‘a’"},
		{any, "漢|字|、|か|な"}, {any, "a|-|1| |-|1"},
	} {
		text := strings.NewReplacer("|", "", "!", "", "~", "").Replace(c.want)
		if strings.Contains(c.want, "！") {
			text = strings.NewReplacer("|", "", "~", "").Replace(c.want)
		}
		if got := show(text, c.o); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func FuzzSegment(f *testing.F) {
	f.Add([]byte("a-1 漢字\u00ad\r\n\xed\xa0\x80\xff"), uint8(0))
	f.Fuzz(func(t *testing.T, text []byte, o uint8) {
		opt := &BreakOptions{LineBreak: Strictness(o % 5), WordBreak: WordBreak(o / 5 % 3), Lang: "ja"}
		br := LineBreaks(nil, text, opt)
		for i := 0; i < len(text); {
			n := NextGrapheme(text, i)
			if n <= i {
				t.Fatal("no progress")
			}
			if br[n]&BreakGrapheme == 0 {
				t.Fatalf("%q: grapheme at %d is not in LineBreaks", text, n)
			}
			i = n
		}
		for i := 0; i < len(text); {
			n := NextWord(text, i)
			if n <= i {
				t.Fatal("no progress")
			}
			i = n
		}
		for i := len(text); i > 0; {
			n := PrevGrapheme(text, i)
			if n >= i || PrevWord(text, i) >= i {
				t.Fatal("no progress backwards")
			}
			i = n
		}
	})
}

var latin = []byte(strings.Repeat("The quick brown fox jumps over the lazy dog, and runs away (as always) from it. ", 200))
var mixed = []byte(strings.Repeat("Größe ist nicht alles — naïve 漢字かな混じり文です。 ", 200))

func BenchmarkLineBreaksLatin(b *testing.B) { benchBreaks(b, latin) }
func BenchmarkLineBreaksMixed(b *testing.B) { benchBreaks(b, mixed) }

func benchBreaks(b *testing.B, text []byte) {
	var dst []Break
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	dst = LineBreaks(dst, text, nil)
	for b.Loop() {
		dst = LineBreaks(dst, text, nil)
	}
}
