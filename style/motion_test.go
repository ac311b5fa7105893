package style

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
)

// number finds the numbers of a value.
var number = regexp.MustCompile(`-?[0-9.]+(e-?[0-9]+)?`)

// closeValues reports whether two values are the same but for small differences of their numbers.
func closeValues(a, b string) bool {
	if number.ReplaceAllString(a, "#") != number.ReplaceAllString(b, "#") {
		return false
	}
	x, y := number.FindAllString(a, -1), number.FindAllString(b, -1)
	for i := range x {
		f, _ := strconv.ParseFloat(x[i], 64)
		g, _ := strconv.ParseFloat(y[i], 64)
		if math.Abs(f-g) > 0.02+2e-4*math.Abs(g) {
			return false
		}
	}
	return true
}

// TestBlendChromium compares interpolated values and easing functions with what Chromium computes for the same paused animations.
func TestBlendChromium(t *testing.T) {
	file, err := os.ReadFile("testdata/motion.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var css, body strings.Builder
	var lines [][]string
	for _, l := range strings.Split(strings.TrimSpace(string(file)), "\n")[1:] {
		f := strings.Split(l, "\t")
		at, _ := strconv.ParseFloat(f[3], 64)
		i := len(lines)
		lines = append(lines, f)
		prop, from, to, easing := f[0], f[1], f[2], "linear"
		if prop == "easing" {
			prop, from, to, easing = "left", "0px", "1000px", f[1]
		}
		fmt.Fprintf(&css, "@keyframes k%d { from { %s: %s } to { %s: %s } }\n", i, prop, from, prop, to)
		rel := ""
		if f[0] == "easing" {
			rel = "position: relative; "
		}
		fmt.Fprintf(&body, `<div id=d%d style="%sanimation: k%d 1000s %s %vs paused both"></div>`, i, rel, i, easing, -at*1000)
	}
	doc, s := load(t, "<!DOCTYPE html><style>"+css.String()+"</style><body>"+body.String())
	s.Update()
	s.Tick(0)
	s.Update()
	for i, f := range lines {
		prop := f[0]
		if prop == "easing" {
			prop = "left"
		}
		if got := s.ComputedText(byID(t, doc, fmt.Sprint("d", i)), PseudoNone, prop, nil); !closeValues(got, f[4]) {
			t.Errorf("%s from %q to %q at %s: %q, Chromium has %q", f[0], f[1], f[2], f[3], got, f[4])
		}
	}
	if d := s.Verify(); d != "" {
		t.Error("verify:", d)
	}
}

func byID(t *testing.T, doc *dom.Document, id string) dom.NodeID {
	t.Helper()
	for n := doc.Following(doc.Node, doc.Node); n != 0; n = doc.Following(n, doc.Node) {
		if doc.Kind(n) == dom.KindElement && doc.Attr(n, atom.Static("id")) == id {
			return n
		}
	}
	t.Fatalf("no element #%s", id)
	return 0
}

// scene is a document with one element #x, whose class a test changes.
type scene struct {
	t   *testing.T
	doc *dom.Document
	s   *Styler
	x   dom.NodeID
}

func newScene(t *testing.T, css, body string) *scene {
	doc, s := load(t, "<!DOCTYPE html><style>"+css+"</style><body>"+body)
	c := &scene{t, doc, s, 0}
	c.x = byID(t, doc, "x")
	s.Update()
	s.TakeMotionEvents()
	return c
}

func (c *scene) class(v string) {
	c.doc.SetAttr(c.x, c.doc.AttrName(atom.Static("class")), v)
	c.s.Update()
}

func (c *scene) tick(ms float64) {
	c.s.Tick(ms)
	c.s.Update()
	if d := c.s.Verify(); d != "" {
		c.t.Errorf("at %v ms: %s", ms, d)
	}
}

func (c *scene) want(n dom.NodeID, prop, value string) {
	c.t.Helper()
	if got := c.s.ComputedText(n, PseudoNone, prop, nil); !closeValues(got, value) {
		c.t.Errorf("%s is %s, should be %s", prop, got, value)
	}
}

// events checks the events that are due, as "type name elapsed".
func (c *scene) events(want ...string) {
	c.t.Helper()
	var got []string
	for _, e := range c.s.TakeMotionEvents() {
		got = append(got, fmt.Sprintf("%s %s %v", e.Type, e.Name, math.Round(e.Elapsed*1000)/1000))
	}
	if strings.Join(got, "; ") != strings.Join(want, "; ") {
		c.t.Errorf("events are %q, should be %q", got, want)
	}
}

func TestTransition(t *testing.T) {
	c := newScene(t, "#x { left: 0px; top: 0px; transition: left 1s linear 100ms } #x.b { left: 100px; top: 5px }", "<div id=x>")
	c.class("b")
	c.want(c.x, "left", "0px") // begins with the next tick
	c.want(c.x, "top", "5px")
	c.tick(5000)
	c.events("transitionrun left 0")
	c.want(c.x, "left", "0px")
	c.tick(5600)
	c.events("transitionstart left 0")
	c.want(c.x, "left", "50px")
	if st := c.s.Motion(500); !st.Moves || !st.Soon || st.Pending {
		t.Errorf("state while it runs: %+v", st)
	}
	c.tick(6200)
	c.events("transitionend left 1")
	c.want(c.x, "left", "100px")
	if st := c.s.Motion(500); st.Moves || st.Pending || !st.Seen {
		t.Errorf("state at the end: %+v", st)
	}
	c.tick(7000)
	c.events()
	if c.s.NeedsUpdate() {
		t.Error("a tick with nothing that moves leaves work")
	}
}

// TestTransitionReversed: a transition that is turned round takes the time that it had run.
// https://drafts.csswg.org/css-transitions-1/#reversing
func TestTransitionReversed(t *testing.T) {
	c := newScene(t, "#x { left: 0px; transition: left 1s linear } #x.b { left: 100px }", "<div id=x>")
	c.class("b")
	c.tick(1000)
	c.tick(1250)
	c.want(c.x, "left", "25px")
	c.class("")
	c.want(c.x, "left", "25px")
	c.tick(1250)
	c.events("transitionrun left 0", "transitionstart left 0", "transitioncancel left 0.25", "transitionrun left 0", "transitionstart left 0")
	c.tick(1375)
	c.want(c.x, "left", "12.5px")
	c.tick(1500)
	c.want(c.x, "left", "0px")
	c.events("transitionend left 0.25")
}

// TestTransitionInherited: a child does not begin transitions of its own for what moves on its parent.
func TestTransitionInherited(t *testing.T) {
	c := newScene(t, "div { transition: color 1s linear } #x { color: rgb(0, 0, 0) } #x.b { color: rgb(200, 0, 0) }", "<div id=x><div id=y>")
	y := byID(t, c.doc, "y")
	c.class("b")
	c.tick(0)
	c.tick(500)
	c.want(c.x, "color", "rgb(100, 0, 0)")
	c.want(y, "color", "rgb(100, 0, 0)")
	c.tick(1000)
	c.want(y, "color", "rgb(200, 0, 0)")
	c.tick(2000)
	c.want(y, "color", "rgb(200, 0, 0)")
	c.events("transitionrun color 0", "transitionstart color 0", "transitionend color 1")
}

func TestTransitionNotBegun(t *testing.T) {
	c := newScene(t, "#x { left: auto; display: block; z-index: 1; transition: all 1s linear } #x.b { left: 10px } #x.c { display: none } #x.d { display: none; z-index: 5 }", "<div id=x>")
	c.class("b") // auto and a length have nothing between them
	c.want(c.x, "left", "10px")
	c.class("c")
	c.class("d")
	c.class("") // it was not rendered
	c.want(c.x, "z-index", "1")
	c.events()
}

func TestTransitionCancelled(t *testing.T) {
	c := newScene(t, "#x { opacity: 0; transition: opacity 1s } #x.b { opacity: 1 } #x.c { opacity: 1; transition-property: none } #x.d { display: none }", "<div id=x>")
	c.class("b")
	c.tick(0)
	c.tick(100)
	c.class("c")
	c.want(c.x, "opacity", "1")
	c.events("transitionrun opacity 0", "transitionstart opacity 0", "transitioncancel opacity 0.1")
	c.class("")
	c.tick(200)
	c.class("d")
	c.events("transitionrun opacity 0", "transitionstart opacity 0", "transitioncancel opacity 0")
	if len(c.s.motion.by) != 0 {
		t.Errorf("%d elements still move", len(c.s.motion.by))
	}
}

func TestTransitionDiscrete(t *testing.T) {
	c := newScene(t, "#x { display: block; float: left; transition: display 1s, float 1s linear; transition-behavior: allow-discrete } #x.b { display: none; float: right }", "<div id=x>")
	c.class("b")
	c.tick(0)
	c.tick(400)
	c.want(c.x, "display", "block")
	c.want(c.x, "float", "left")
	c.tick(800)
	c.want(c.x, "display", "block")
	c.want(c.x, "float", "right")
	c.tick(1100)
	c.want(c.x, "display", "none")
}

// https://drafts.csswg.org/css-transitions-2/#defining-before-change-style
func TestStartingStyle(t *testing.T) {
	const css = `#x { opacity: .8; transition: opacity 1s linear; @starting-style { opacity: 0 } } #x.n { display: none } #x::before { content: "a"; width: 10px; transition: width 1s linear }
		@starting-style { #x::before { width: 0px } #x { left: 9px } }`
	c := newScene(t, css, "<div id=x>")
	c.want(c.x, "left", "auto")
	c.tick(0)
	c.tick(500)
	c.want(c.x, "opacity", "0.4")
	if got := c.s.ComputedText(c.x, PseudoBefore, "width", nil); got != "5px" {
		t.Errorf("width of ::before is %s, should be 5px", got)
	}
	c.tick(1000)
	c.class("n")
	c.class("")
	c.want(c.x, "opacity", "0")
	c.tick(2000)
	c.tick(2750)
	c.want(c.x, "opacity", "0.6")
}

func TestAnimation(t *testing.T) {
	const css = `@keyframes k { from { left: 0px } 50% { left: 100px; animation-timing-function: step-end } to { left: 200px } }
		#x { left: 7px; animation: k 1s linear 500ms 2 alternate } #x.p { animation-play-state: paused } #x.n { animation: none }`
	c := newScene(t, css, "<div id=x>")
	c.want(c.x, "left", "7px")
	c.tick(0)
	c.tick(400)
	c.want(c.x, "left", "7px")
	c.events()
	c.tick(750)
	c.want(c.x, "left", "50px")
	c.events("animationstart k 0")
	c.class("p")
	c.tick(750) // pausing takes effect with a frame
	c.tick(1000)
	c.want(c.x, "left", "50px")
	if st := c.s.Motion(500); st.Moves || st.Pending {
		t.Errorf("paused: %+v", st)
	}
	c.class("")
	c.tick(1000)
	c.tick(1500)
	c.want(c.x, "left", "100px") // 0.75 of the first iteration, stepped
	c.tick(2000)
	c.want(c.x, "left", "100px") // 0.25 of the second, which runs backwards: 0.75
	c.events("animationiteration k 1")
	c.tick(2500)
	c.want(c.x, "left", "50px")
	c.tick(2800)
	c.want(c.x, "left", "7px")
	c.events("animationend k 2")
	c.class("n")
	c.events()
	c.class("")
	c.tick(3000)
	c.tick(3600)
	c.class("n")
	c.events("animationstart k 0", "animationcancel k 0.1")
}

func TestAnimationFillAndCascade(t *testing.T) {
	const css = `@keyframes fade { from { opacity: 0; color: red; width: calc(1em + 1px) } } @keyframes late { to { opacity: .5 } }
		#x { opacity: .8; color: blue !important; font-size: 20px; width: 41px; animation: fade 1s linear, late 1s linear 2s both } #x.i { animation-iteration-count: infinite }
		#x::before { content: "a"; animation: fade 1s linear; font-size: 10px }`
	c := newScene(t, css, "<div id=x>")
	c.tick(0)
	c.tick(500)
	c.want(c.x, "opacity", "0.4") // late fills backwards with its neutral first keyframe, which is what fade gives
	c.want(c.x, "color", "rgb(0, 0, 255)")
	c.want(c.x, "width", "31px")
	if got := c.s.ComputedText(c.x, PseudoBefore, "opacity", nil); got != "0.5" {
		t.Errorf("opacity of ::before is %s, should be 0.5", got)
	}
	c.tick(2500)
	c.want(c.x, "opacity", "0.65")
	c.tick(4000)
	c.want(c.x, "opacity", "0.5")
	c.events("animationstart fade 0", "animationstart fade 0", "animationend fade 1", "animationend fade 1", "animationstart late 0", "animationend late 1")
	if st := c.s.Motion(500); st.Moves || st.Pending {
		t.Errorf("filling: %+v", st)
	}
	c.class("i")
	if st := c.s.Motion(500); !st.Moves || st.Soon {
		t.Errorf("endless: %+v", st)
	}
}

func TestAnimationComposition(t *testing.T) {
	const css = `@keyframes k { from { transform: translateX(10px); left: 10px; filter: blur(1px) } to { transform: translateX(20px); left: 20px; filter: blur(3px) } }
		#x { transform: scale(2); left: 5px; filter: blur(2px); animation: k 1s linear both; animation-composition: add } #x.a { animation-composition: accumulate }`
	c := newScene(t, css, "<div id=x>")
	c.tick(0)
	c.tick(500)
	c.want(c.x, "transform", "matrix(2, 0, 0, 2, 30, 0)")
	c.want(c.x, "left", "20px")
	c.want(c.x, "filter", "blur(2px) blur(2px)")
	c.class("a")
	c.want(c.x, "filter", "blur(4px)")
}

// BenchmarkTick is a frame in which 1,000 elements move.
func BenchmarkTick(b *testing.B) {
	var body strings.Builder
	for range 1000 {
		body.WriteString("<div class=m></div>")
	}
	_, s := load(b, "<!DOCTYPE html><style>@keyframes k { to { transform: rotate(1turn); opacity: 0 } } .m { animation: k 100s linear infinite }</style><body>"+body.String())
	s.Update()
	b.ReportAllocs()
	now := 0.0
	for b.Loop() {
		now += 16
		s.Tick(now)
		s.Update()
		s.ClearChanges()
	}
}

// Verify makes many records beside those of the styler, whose animations it looks at.
func TestVerifyManyAnimations(t *testing.T) {
	body := strings.Repeat("<p></p>", 700)
	var css strings.Builder
	css.WriteString("@keyframes k { to { opacity: 0 } } p { animation: k 1s }")
	for i := range 700 {
		fmt.Fprintf(&css, "p:nth-child(%d) { margin-left: %dpx }", i+1, i)
	}
	c := newScene(t, css.String(), "<i id=x></i>"+body)
	c.tick(100)
	for range 3 { // makes records until old ones are given back
		for p := c.doc.FirstElementChild(c.doc.Body()); p != 0; p = c.doc.NextElement(p) {
			c.doc.SetAttr(p, c.doc.AttrName(atom.Static("style")), fmt.Sprintf("padding: %dpx", p))
		}
		c.s.Update()
	}
	if d := c.s.Verify(); d != "" {
		t.Error(d)
	}
}
