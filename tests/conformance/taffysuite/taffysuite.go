// Package taffysuite runs the layout fixtures of taffy (MIT): small pages of flex, grid, block and float boxes with the geometry that
// Chromium gives them, in four variants of box-sizing and direction.
package taffysuite

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/text"
)

type fixture struct {
	Category, Name, HTML string
	Rounding             bool
	Expected             map[string][][]*float64
}

var variants = [4]struct{ name, class string }{
	{"border_box_ltr", "border-box ltr"}, {"border_box_rtl", "border-box rtl"},
	{"content_box_ltr", "content-box ltr"}, {"content_box_rtl", "content-box rtl"},
}

const tolerance = 0.11

// Result of a run: cases passed and tried by category, and what failed.
type Result struct {
	Passed, Total map[string]int
	Failures      []string // category/name variant: the first difference
}

// Run runs the fixtures of dir (fixtures.jsonl, base.css). keep, when not nil, chooses by category and name.
func Run(dir string, keep func(category, name string) bool) (r Result, err error) {
	base, err := os.ReadFile(filepath.Join(dir, "base.css"))
	if err != nil {
		return r, err
	}
	f, err := os.Open(filepath.Join(dir, "fixtures.jsonl"))
	if err != nil {
		return r, err
	}
	defer f.Close()
	r.Passed, r.Total = map[string]int{}, map[string]int{}
	fonts := text.NewCollection(text.Options{NoSystem: true})
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<22)
	for sc.Scan() {
		var x fixture
		if err := json.Unmarshal(sc.Bytes(), &x); err != nil {
			return r, err
		}
		if keep != nil && !keep(x.Category, x.Name) {
			continue
		}
		for _, v := range variants {
			want, ok := x.Expected[v.name]
			if !ok {
				continue
			}
			r.Total[x.Category]++
			page := "<!DOCTYPE html><style>" + string(base) + "</style><body class=\"" + v.class + "\">" + x.HTML
			if diff := runOne(page, want, x.Rounding, fonts); diff != "" {
				r.Failures = append(r.Failures, fmt.Sprintf("%s/%s %s: %s", x.Category, x.Name, v.name, diff))
			} else {
				r.Passed[x.Category]++
			}
		}
	}
	return r, sc.Err()
}

func runOne(source string, want [][]*float64, rounding bool, fonts *text.Collection) (diff string) {
	defer func() {
		if e := recover(); e != nil {
			diff = fmt.Sprint("panic: ", e)
		}
	}()
	p := Load(source, 1280, 800, fonts, layout.Options{ClassicScrollbars: true})
	defer p.Close()
	d := p.Doc
	root := d.ElementByID(d.Atoms.Intern("test-root"))
	if root == 0 {
		return "no #test-root"
	}
	i := 0
	for n := root; n != 0; n = d.Following(n, root) {
		if d.Kind(n) != dom.KindElement {
			continue
		}
		if i >= len(want) {
			return "more elements than expected"
		}
		w := want[i]
		i++
		r, _ := p.Tree.BoundingClientRect(n)
		var parent geom.RectF
		if n == root {
			if e := d.ParentElement(n); e != 0 {
				parent, _ = p.Tree.BoundingClientRect(e)
			}
		} else {
			parent, _ = p.Tree.BoundingClientRect(d.ParentElement(n))
		}
		got := [4]float64{float64(r.X - parent.X), float64(r.Y - parent.Y), float64(r.W), float64(r.H)}
		if rounding {
			got = [4]float64{round(got[0]), round(got[1]), round(float64(r.Right())) - round(float64(r.X)), round(float64(r.Bottom())) - round(float64(r.Y))}
		}
		for k := range 4 {
			if k < len(w) && w[k] != nil && math.Abs(*w[k]-got[k]) > tolerance {
				return fmt.Sprintf("element %d: got %v, want [%s %s %s %s]", i-1, got, num(w[0]), num(w[1]), num(w[2]), num(w[3]))
			}
		}
	}
	if i != len(want) {
		return "fewer elements than expected"
	}
	return ""
}

func round(v float64) float64 { return math.Floor(v + 0.5) }

func num(v *float64) string {
	if v == nil {
		return "-"
	}
	return fmt.Sprint(*v)
}
