package host

import (
	"context"
	"slices"
	"testing"
	"time"
)

// Expectations are those of the specification; Chromium agrees.
// https://drafts.csswg.org/web-animations-1/

const animationPage = `<!DOCTYPE html><style>
	@keyframes k { from { left: 0px } 50% { left: 40px; animation-timing-function: ease-in } }
	div { position: relative; left: 7px; color: rgb(0, 0, 0); width: 100px }
	#css { animation: k 10s linear 1s both }
	#t { transition: width 10s linear }
	</style><div id=a></div><div id=css></div><div id=t></div>`

func TestAnimate(t *testing.T) {
	p, _ := loadFiles(t, map[string]string{"index.html": animationPage})
	for _, c := range [][2]string{
		// Values at once, at any time, and in the order of their creation.
		{`x = a.animate({ left: ["0px", "100px"] }, 1000); [getComputedStyle(a).left, x.playState, x.pending, x.currentTime, x.startTime]`, `["0px","running",true,0,null]`},
		{`x.pause(); x.currentTime = 250; [getComputedStyle(a).left, x.playState]`, `["25px","paused"]`},
		{`y = a.animate([{ left: "10px", composite: "add" }, { left: "30px" }], { duration: 1000, fill: "both", id: "y" }); y.pause(); y.currentTime = 500; [y.id, getComputedStyle(a).left]`, `["y","32.5px"]`},
		{`y.effect.composite = "add"; getComputedStyle(a).left`, `"45px"`},
		{`x.cancel(); [x.playState, x.currentTime, getComputedStyle(a).left]`, `["idle",null,"27px"]`},
		{`a.getAnimations().length + " " + (document.getAnimations().includes(y)) + " " + (a.getAnimations()[0] === y)`, `"1 true true"`},
		{`y.effect = new KeyframeEffect(a, { width: "50px", cssFloat: "left", "--x": "1" }, { duration: 100, easing: "steps(2, start)" }); y.currentTime = 0; JSON.stringify(y.effect.getKeyframes())`,
			`"[{\"offset\":null,\"computedOffset\":1,\"easing\":\"linear\",\"composite\":\"auto\",\"--x\":\"1\",\"cssFloat\":\"left\",\"width\":\"50px\"}]"`},
		{`getComputedStyle(a).width`, `"75px"`},
		{`y.cancel(); getComputedStyle(a).width`, `"100px"`},
		// Keyframes
		{`k = v => new KeyframeEffect(a, v).getKeyframes().map(f => [f.offset, f.computedOffset, f.easing, f.left, f.top].map(String).join()).join(" ")`, ``},
		{`k({ left: ["1px", "2px", "3px"], top: ["4px", "5px"], easing: ["ease", "linear"], offset: [0, 0.25] })`,
			`"0,0,ease,1px,4px 0.25,0.25,linear,2px,undefined null,1,ease,3px,5px"`},
		{`k([{ left: "1px" }, { left: "bad", top: "1em" }, { offset: 0.8, left: "2px" }, {}])`, `"null,0,linear,1px,undefined null,0.4,linear,undefined,1em 0.8,0.8,linear,2px,undefined null,1,linear,undefined,undefined"`},
		{`e = f => { try { f() } catch (e) { return e.name } return "none" }`, ``},
		{`[e(() => k([{ offset: 1 }, { offset: 0.5 }])), e(() => k([{ offset: 2 }])), e(() => k({ easing: "nonsense" })), e(() => k(1)), e(() => a.animate(null, { duration: -1 })),
			e(() => a.animate(null, { iterations: NaN })), e(() => a.animate(null, { easing: "" })), e(() => new KeyframeEffect(a, null, { pseudoElement: "div" }))].join()`,
			`"TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,SyntaxError"`},
		// Timing
		{`x = a.animate(null, { duration: 1000, delay: 100, endDelay: 50, iterations: 2, direction: "alternate", fill: "forwards" }); x.currentTime = 1350; c = x.effect.getComputedTiming();
			[c.endTime, c.activeDuration, c.localTime, c.progress, c.currentIteration, c.fill, c.duration]`, `[2150,2000,1350,0.75,1,"forwards",1000]`},
		{`x.effect.updateTiming({ duration: "auto" }); [x.effect.getTiming().duration, x.effect.getComputedTiming().endTime, x.playState]`, `["auto",150,"finished"]`},
		{`[e(() => a.animate(null, { duration: Infinity }).finish()), e(() => { x.playbackRate = 0; x.finish() }), e(() => new Animation(null, null).reverse()), e(() => { y = a.animate(null, 1); y.currentTime = null })].join()`,
			`"InvalidStateError,InvalidStateError,InvalidStateError,TypeError"`},
		// Animations of rules, and transitions
		{`x = css.getAnimations()[0]; [x instanceof CSSAnimation, x.animationName, x.playState, x.effect.target === css, x.effect.getTiming().delay]`, `[true,"k","running",true,1000]`},
		{`x.currentTime = 3500; x.pause(); [getComputedStyle(css).left, x.effect.getKeyframes().map(f => f.offset + " " + f.left + " " + f.easing).join()]`, `["20px","0 0px linear,0.5 40px ease-in,1 7px linear"]`},
		{`x.cancel(); [css.getAnimations().length, getComputedStyle(css).left]`, `[0,"7px"]`},
		{`getComputedStyle(t).width; t.style.width = "200px"; y = t.getAnimations()[0]; y.currentTime = 2500; [y instanceof CSSTransition, y.transitionProperty, getComputedStyle(t).width]`, `[true,"width","125px"]`},
		{`z = t.animate({ width: ["0px", "0px"] }, 1000); getComputedStyle(t).width`, `"0px"`}, // above the transition
		{`z.cancel(); y.finish(); [y.playState, getComputedStyle(t).width]`, `["finished","200px"]`},
		// What is not rendered is animated as well.
		{`a.style.display = "none"; z = a.animate({ color: ["red", "red"] }, 1000); getComputedStyle(a).color`, `"rgb(255, 0, 0)"`},
		{`d = document.createElement("div"); q = d.animate({ left: "9px" }, { duration: 1, fill: "both" }); [d.getAnimations().length, q.playState]`, `[1,"running"]`},
	} {
		if c[1] == "" {
			is(t, p, "("+c[0]+", 1)", "1")
			continue
		}
		is(t, p, c[0], c[1])
	}
}

// Promises and events, with time.
func TestAnimationPlays(t *testing.T) {
	p, said := loadFiles(t, map[string]string{"index.html": animationPage + `<script>
		const x = a.animate({ left: ["0px", "100px"] }, { duration: 400, fill: "forwards" });
		for (const n of ["finish", "cancel", "remove"]) x.addEventListener(n, e => console.log(n, e.currentTime, e instanceof AnimationPlaybackEvent, x.playState));
		x.ready.then(v => console.log("ready", v === x, x.startTime === document.timeline.currentTime, x.pending));
		x.finished.then(v => { console.log("finished", v === x, x.currentTime);
			const p = x.finished;
			x.play();
			console.log("again", p !== x.finished, x.currentTime);
			x.finished.catch(e => console.log("rejected", e.name));
			x.cancel();
			const y = a.animate({ left: ["0px", "50px"] }, { duration: 200, fill: "forwards" });
			const z = a.animate({ left: "70px", width: "1px" }, { duration: 100, delay: 200, fill: "forwards" });
			y.onremove = () => console.log("removed", y.replaceState, getComputedStyle(a).left, a.getAnimations().length);
		});
		</script>`})
	if err := p.WaitIdle(context.Background(), 10*time.Second); err != nil {
		t.Fatal(err)
	}
	want := []string{"ready true true false", "finished true 400", "again true 0", "rejected AbortError", "finish 400 true idle", "cancel null true idle", "removed removed 70px 1"}
	if got := *said; !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
