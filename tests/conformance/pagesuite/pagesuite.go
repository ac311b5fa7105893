// Package pagesuite loads pages that were saved from the web, and compares them with what Chromium made of them.
//
// The data is a folder of NAME.html, each with NAME.json: the boxes of its elements as Chromium measured them, loaded from a file, without a network, when its
// load event was fired (the format of `niso-run --dump=geometry`). NAME.png, Chromium's picture, is looked at for pages of which ours is blank.
package pagesuite

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	stdimage "image"
	_ "image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/niso-engine/niso/host"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/js/bind"
)

// TimeLimit is how long a page may take.
const TimeLimit = 2 * time.Minute

// Result is one page.
type Result struct {
	Name     string
	Elements [2]int // ours, Chromium's
	Placed   int    // elements with x, y, width and height within 1 px of Chromium's
	Problems []string
}

func (r *Result) String() string {
	s := fmt.Sprintf("%-48s %6d of %6d elements, %5.1f %% in place", r.Name, r.Elements[0], r.Elements[1], 100*float64(r.Placed)/float64(max(1, r.Elements[1])))
	for _, p := range r.Problems {
		s += "; " + p
	}
	return s
}

func (r *Result) problem(format string, args ...any) {
	r.Problems = append(r.Problems, fmt.Sprintf(format, args...))
}

// geometry is what is compared of a page's geometry.
type geometry struct {
	Viewport     [2]int
	ScrollHeight int
	Elements     []struct {
		Tag        string
		X, Y, W, H float64
	}
}

// Run loads the pages of a folder, each in a browser of its own, and hands the results to report as they come. A page passes when it ends without a crash in
// time, has as many elements as in Chromium, incremental passes agree with cold ones, and its picture is not blank. Where its elements are does not count.
func Run(dir string, report func(*Result)) (passed, total int, failures []string, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.html"))
	if err != nil {
		return 0, 0, nil, err
	}
	for _, file := range files {
		base := strings.TrimSuffix(file, ".html")
		b, err := os.ReadFile(base + ".json")
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		var want geometry
		if err == nil {
			err = json.Unmarshal(b, &want)
		}
		if err != nil {
			return passed, total, failures, fmt.Errorf("%s.json: %w", base, err)
		}
		r := load(file, &want)
		report(r)
		total++
		if len(r.Problems) == 0 {
			passed++
		} else {
			failures = append(failures, r.String())
		}
	}
	if total == 0 {
		err = fmt.Errorf("no NAME.html with NAME.json in %q: give the folder with --data", dir)
	}
	return passed, total, failures, err
}

func load(file string, want *geometry) *Result {
	r := &Result{Name: strings.TrimSuffix(filepath.Base(file), ".html"), Elements: [2]int{0, len(want.Elements)}}
	ctx, cancel := context.WithTimeout(context.Background(), TimeLimit)
	defer cancel()
	differs := 0
	opt := host.Options{Width: want.Viewport[0], Height: want.Viewport[1], Offline: true, VirtualTime: true, Verify: true,
		Console: func(_ *host.Page, m bind.ConsoleMessage) {
			if strings.HasPrefix(m.Text, "verify: ") {
				differs++
			}
		}}
	url, err := opt.Target(file, "", "")
	if err != nil {
		r.problem("%v", err)
		return r
	}
	b, err := host.NewBrowser(opt)
	if err != nil {
		r.problem("%v", err)
		return r
	}
	defer b.Close()
	p, err := b.NewPage()
	if err == nil {
		err = p.Navigate(ctx, url)
	}
	if err == nil {
		err = p.Settle(ctx)
	}
	var text string
	if err == nil {
		text, err = p.Dump(ctx, "geometry")
	}
	var got geometry
	if err == nil {
		err = json.Unmarshal([]byte(text), &got)
	}
	var img *stdimage.RGBA
	if err == nil {
		img, err = p.Picture(ctx, host.ScreenshotOptions{Clip: &geom.RectF{W: float32(want.Viewport[0]), H: float32(min(8192, max(want.Viewport[1], got.ScrollHeight)))}})
	}
	if err != nil {
		r.problem("%v", err)
		return r
	}
	r.Elements[0] = len(got.Elements)
	if r.Elements[0] != r.Elements[1] {
		r.problem("another number of elements")
	}
	for i := range min(len(got.Elements), len(want.Elements)) {
		a, c := &got.Elements[i], &want.Elements[i]
		near := func(x, y float64) bool { return math.Abs(x-y) <= 1 }
		if a.Tag == c.Tag && near(a.X, c.X) && near(a.Y, c.Y) && near(a.W, c.W) && near(a.H, c.H) {
			r.Placed++
		}
	}
	if differs > 0 {
		r.problem("incremental passes differ from cold ones %d times", differs)
	}
	if flat(img) && !flatFile(strings.TrimSuffix(file, ".html")+".png") {
		r.problem("the picture is blank")
	}
	return r
}

// flat reports whether an image is of one colour.
func flat(img stdimage.Image) bool {
	b := img.Bounds()
	c := img.At(b.Min.X, b.Min.Y)
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			if img.At(x, y) != c {
				return false
			}
		}
	}
	return true
}

// flatFile reports whether a picture is there, and is of one colour.
func flatFile(name string) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	img, _, err := stdimage.Decode(f)
	return err == nil && flat(img)
}
