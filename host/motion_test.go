package host

import (
	"context"
	"strings"
	"testing"
	"time"
)

// A page that fades in is seen when it has come to rest; what moves without end does not keep it from resting.
func TestMotion(t *testing.T) {
	p, said := loadFiles(t, map[string]string{"index.html": `<!DOCTYPE html><style>
		@keyframes in { from { opacity: 0 } } @keyframes spin { to { rotate: 1turn } }
		#a { animation: in 800ms linear 200ms both } #b { width: 10px; transition: width 400ms linear } #b.on { width: 50px }
		#c { animation: spin 4s linear infinite } #a::before { content: "x"; animation: in 100ms }
		</style><div id=a></div><div id=b></div><div id=c></div><script>
		for (const n of ["animationstart", "animationend", "transitionrun", "transitionstart", "transitionend", "animationiteration"])
			document.addEventListener(n, e => console.log(n, e.target.id + e.pseudoElement, e.animationName ?? e.propertyName, e.elapsedTime, e instanceof (n[0] == "a" ? AnimationEvent : TransitionEvent), e.isTrusted && e.bubbles))
		onload = () => setTimeout(() => b.className = "on", 50)</script>`})
	ctx := context.Background()
	if err := p.WaitIdle(ctx, 10*time.Second); err != nil {
		t.Fatal(err)
	}
	is(t, p, `[getComputedStyle(a).opacity, getComputedStyle(b).width]`, `["1","50px"]`)
	is(t, p, `performance.now() > 1000 && performance.now() < 1100`, "true")
	want := []string{"animationstart c spin 0 true true", "animationstart a::before in 0 true true", "transitionrun b width 0 true true", "transitionstart b width 0 true true",
		"animationend a::before in 0.1 true true", "animationstart a in 0 true true", "transitionend b width 0.4 true true", "animationend a in 0.8 true true"}
	got := map[string]int{}
	for i, s := range *said {
		got[s] = i + 1
	}
	for _, w := range want {
		if got[w] == 0 {
			t.Errorf("no event %q in %q", w, *said)
		}
	}
	if len(*said) != len(want) || got[want[3]] > got[want[6]] || got[want[5]] > got[want[7]] {
		t.Errorf("events are %q", strings.Join(*said, "; "))
	}
	is(t, p, `new Promise(r => setTimeout(() => r(getComputedStyle(c).rotate.endsWith("deg") && getComputedStyle(c).rotate != "0deg"), 500))`, "true")
}
