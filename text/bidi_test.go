package text

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// https://www.unicode.org/Public/UCD/latest/ucd/BidiCharacterTest.txt
func TestUnicodeBidi(t *testing.T) {
	f := unicodeTests(t, "BidiCharacterTest.txt", "bidi/test/BidiCharacterTest.txt")
	defer f.Close()
	var b Bidi
	var got []uint8
	n, bad := 0, 0
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		line, _, _ := strings.Cut(sc.Text(), "#")
		f := strings.Split(strings.TrimSpace(line), ";")
		if len(f) < 5 {
			continue
		}
		var text []byte
		var at []int
		for _, h := range strings.Fields(f[0]) {
			r, _ := strconv.ParseUint(h, 16, 32)
			at = append(at, len(text))
			text = append(text, string(rune(r))...)
		}
		dir := map[string]Direction{"0": LTR, "1": RTL, "2": Auto}[f[1]]
		var base uint8
		got, base = b.Levels(got, text, dir)
		ok := strconv.Itoa(int(base)) == f[2]
		var kept []int32
		var levels []uint8
		want := strings.Fields(f[3])
		for i, w := range want {
			if w == "x" {
				continue
			}
			ok = ok && strconv.Itoa(int(got[at[i]])) == w
			kept = append(kept, int32(i))
			levels = append(levels, got[at[i]])
		}
		order := make([]int32, len(levels))
		ReorderLine(order, levels)
		var o []string
		for _, k := range order {
			o = append(o, strconv.Itoa(int(kept[k])))
		}
		ok = ok && strings.Join(o, " ") == strings.Join(strings.Fields(f[4]), " ")
		n++
		if !ok {
			if bad++; bad < 10 {
				t.Errorf("%s\n got %v base %d order %v", line, got, base, o)
			}
		}
	}
	if n < 1000 {
		t.Fatalf("only %d cases", n)
	}
	t.Logf("%d of %d", n-bad, n)
}

func TestBidi(t *testing.T) {
	var b Bidi
	for _, c := range []struct {
		text string
		dir  Direction
		want string
	}{
		{"abc", LTR, "000"},
		{"abc", RTL, "222"},
		{"אב", LTR, "1111"},
		{"a אב 12", LTR, "001111122"},
		{"אב (a) ג", RTL, "11111121111"},
		{"x\u2067א1\u2069y", LTR, "00001120000"},
	} {
		got, _ := b.Levels(nil, []byte(c.text), c.dir)
		var s string
		for _, l := range got {
			s += strconv.Itoa(int(l))
		}
		if s != c.want {
			t.Errorf("%q: %s, want %s", c.text, s, c.want)
		}
	}
	if NeedsBidi([]byte("Ünïcode 漢字 «»")) || !NeedsBidi([]byte("x א")) || !NeedsBidi([]byte("\u2067")) {
		t.Error("NeedsBidi")
	}
	if n := testing.AllocsPerRun(10, func() { b.Levels(make([]uint8, 0, 64), []byte("abc אב (12) ג"), Auto) }); n > 2 {
		t.Errorf("%v allocations", n)
	}
}

func FuzzBidi(f *testing.F) {
	f.Add([]byte("a\u202eאב(\u2067c)\u20691\xff"), uint8(2))
	f.Fuzz(func(t *testing.T, text []byte, dir uint8) {
		var b Bidi
		l, base := b.Levels(nil, text, Direction(dir%3))
		for _, v := range l {
			if v < base&^1 || v > maxDepth+1 {
				t.Fatal(fmt.Sprint(l))
			}
		}
	})
}

func BenchmarkBidi(b *testing.B) {
	text := []byte(strings.Repeat("The word שלום means peace, (سلام) too. ", 100))
	var bd Bidi
	var l []uint8
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		l, _ = bd.Levels(l, text, LTR)
	}
}

func BenchmarkNeedsBidiLatin(b *testing.B) {
	b.SetBytes(int64(len(latin)))
	for b.Loop() {
		NeedsBidi(latin)
	}
}
