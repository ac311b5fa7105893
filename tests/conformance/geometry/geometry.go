// Package geometry compares where elements stand with what Chromium measured: JSON of one row an element with its bounding client rect.
package geometry

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/tests/conformance/taffysuite"
	"github.com/niso-engine/niso/text"
)

// Reference is a measured page.
type Reference struct {
	Viewport [2]int
	Elements []struct {
		Tag, ID, Class string
		X, Y, W, H     float64
	}
	Texts []struct {
		Text  string
		Rects [][4]float64
	}
}

// Read reads a reference, gzipped when its name ends in .gz.
func Read(name string) (*Reference, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var in io.Reader = f
	if strings.HasSuffix(name, ".gz") {
		if in, err = gzip.NewReader(f); err != nil {
			return nil, err
		}
	}
	r := new(Reference)
	return r, json.NewDecoder(in).Decode(r)
}

// Compare lays out the page in file and compares its elements with a reference. A row passes when x, y, width and height are within
// tolerance px. failures are in document order.
func Compare(file string, ref *Reference, tolerance float64, opt layout.Options) (passed, total int, failures []string, err error) {
	src, err := os.ReadFile(file)
	if err != nil {
		return 0, 0, nil, err
	}
	p := taffysuite.Load(string(src), ref.Viewport[0], ref.Viewport[1], text.Default(), opt)
	defer p.Close()
	passed, total, failures = Elements(p, ref, tolerance)
	return
}

// Elements compares the elements of a page.
func Elements(p *taffysuite.Page, ref *Reference, tolerance float64) (passed, total int, failures []string) {
	d := p.Doc
	i := 0
	for n := d.FirstChild(d.Node); n != 0; n = d.Following(n, d.Node) {
		if d.Kind(n) != dom.KindElement {
			continue
		}
		if i >= len(ref.Elements) {
			failures = append(failures, "more elements than in the reference")
			return
		}
		e := &ref.Elements[i]
		i++
		total++
		tag := d.Atoms.String(d.LocalName(n))
		if tag != e.Tag {
			failures = append(failures, fmt.Sprintf("element %d: <%s>, reference <%s>", i-1, tag, e.Tag))
			return
		}
		r, _ := p.Tree.BoundingClientRect(n)
		got := [4]float64{float64(r.X), float64(r.Y), float64(r.W), float64(r.H)}
		want := [4]float64{e.X, e.Y, e.W, e.H}
		ok := true
		for k := range got {
			if math.Abs(got[k]-want[k]) > tolerance {
				ok = false
			}
		}
		if ok {
			passed++
			continue
		}
		failures = append(failures, fmt.Sprintf("%d <%s#%s.%s>: %v, reference %v", i-1, tag, e.ID, e.Class, got, want))
	}
	return
}
