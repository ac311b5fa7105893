package html_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/html"
	"github.com/niso-engine/niso/internal/atom"
)

// BenchmarkParse parses the page of 10,020 elements into new columns.
func BenchmarkParse(b *testing.B) {
	page, err := os.ReadFile(filepath.Join(suites(b), "..", "..", "pages", "p10k.html"))
	if err != nil {
		b.Skip(err)
	}
	text := string(page)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		d := dom.NewStore(atom.NewTable()).NewDocument(true)
		html.Parse(d, text)
	}
}

// BenchmarkTokenize is BenchmarkParse without a tree.
func BenchmarkTokenize(b *testing.B) {
	page, err := os.ReadFile(filepath.Join(suites(b), "..", "..", "pages", "p10k.html"))
	if err != nil {
		b.Skip(err)
	}
	text := string(page)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		t := html.NewTokenizer(nothing{})
		t.Run(text)
		t.End()
	}
}

type nothing struct{}

func (nothing) Text(string)           {}
func (nothing) StartTag(*html.Tag)    {}
func (nothing) EndTag(*html.Tag)      {}
func (nothing) Comment(string)        {}
func (nothing) Doctype(*html.Doctype) {}
func (nothing) CDATAAllowed() bool    { return false }

// BenchmarkFragment is what a list of ten items costs through innerHTML.
func BenchmarkFragment(b *testing.B) {
	d := dom.NewStore(atom.NewTable()).NewDocument(true)
	ul := d.CreateElement(d.HTMLName(atom.Static("ul")))
	text := strings.Repeat(`<li class="item"><b>name</b> value</li>`, 10)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		d.DestroyTree(html.ParseFragment(d, ul, text, true))
	}
}
