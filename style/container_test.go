package style

import (
	"fmt"
	"strings"
	"testing"

	"github.com/niso-engine/niso/dom"
)

// Containers of a parallel pass: the answers are those of the sizes that were measured, and a partial pass leaves what a full one does.
func TestContainersParallel(t *testing.T) {
	var body strings.Builder
	for i := range 600 {
		fmt.Fprintf(&body, "<div class=c id=c%d style='--n:%d'><p><b></b></p><div class=c><i></i></div></div>", i, i%2)
	}
	d, s := load(t, `<!DOCTYPE html><style>.c { container-type: inline-size }
		@container (width > 100px) { p { color: rgb(1, 1, 1) } p::before { content: "x"; width: 10cqw } } @container style(--n: 1) { b { color: rgb(2, 2, 2) } }
		i { padding-left: 10cqw } @scope (.c) to (p) { div { top: 1px } }</style>`+body.String())
	s.maxWorkers = 4
	s.Update()
	wide := func(el dom.NodeID) (w, h float32, ok bool) { return 50 + float32(el%2)*100, 20, true }
	for range 8 {
		if !s.MeasureContainers(wide) {
			break
		}
		s.Update()
	}
	if s.MeasureContainers(wide) {
		t.Error("sizes that do not change still ask for a pass")
	}
	for i := range 600 {
		c := byID(t, d, fmt.Sprintf("c%d", i))
		p := d.FirstElementChild(c)
		want := "rgb(0, 0, 0)"
		if c%2 == 1 {
			want = "rgb(1, 1, 1)"
		}
		inner := d.NextElement(p)
		pad := fmt.Sprintf("%dpx", (50+inner%2*100)/10)
		if got := s.ComputedText(p, PseudoNone, "color", nil); got != want {
			t.Fatalf("color in container %d is %s, want %s", i, got, want)
		}
		if got := s.ComputedText(d.FirstElementChild(inner), PseudoNone, "padding-left", nil); got != pad {
			t.Fatalf("padding in container %d is %s, want %s", i, got, pad)
		}
		if i%2 == 1 {
			want = "rgb(2, 2, 2)"
		}
		if got := s.ComputedText(d.FirstElementChild(p), PseudoNone, "color", nil); got != want {
			t.Fatalf("color below container %d is %s, want %s", i, got, want)
		}
	}
	if diff := s.Verify(); diff != "" {
		t.Error(diff)
	}
}
