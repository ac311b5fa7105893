package bind

import "testing"

// What is expected here was asked of Chromium 156.
func TestTextTracks(t *testing.T) {
	expectLines(t, `<video id=v></video>`, `
const m = v.addTextTrack('captions', 'L', 'en'), c = new VTTCue(1, 2, 'x');
console.log(m.kind, m.label, m.language, m.mode, c.line, c.position, c.align, c.size, c.snapToLines, c.track);
m.addCue(new VTTCue(1, 1, 'b')); m.addCue(c); m.addCue(new VTTCue(0, 9, 'a'));
console.log([...m.cues].map(c => c.text).join(), m.cues.length, m.activeCues.length, c.track === m, v.textTracks[0] === m);
c.startTime = 0; c.endTime = 10;
console.log([...m.cues].map(c => c.text).join());
const msg = f => { try { f(); console.log('no error'); } catch (e) { console.log(e.name, e.message); } };
msg(() => m.removeCue(new VTTCue(1, 2, '')));
msg(() => new VTTCue(1, -Infinity, ''));
msg(() => { c.size = 101; });
msg(() => { c.line = 'x'; });
msg(() => v.addTextTrack('x'));
c.text = 'a <v.loud A &amp; B>b<i>c</v></i>d<00:01.500>';
const f = c.getCueAsHTML();
console.log(f.childNodes.length, f.childNodes[1].className, f.childNodes[1].title, f.childNodes[1].textContent);
`, "captions L en hidden auto auto center 100 true null", "a,x,b 3 0 true true", "x,a,b",
		"NotFoundError Failed to execute 'removeCue' on 'TextTrack': The specified cue is not listed in the TextTrack's list of cues.",
		"TypeError Failed to construct 'VTTCue': The endTime is infinite.",
		"IndexSizeError Failed to set the 'size' property on 'VTTCue': The value provided (101) is outside the range [0, 100].",
		"TypeError Failed to set the 'line' property on 'VTTCue': The provided value 'x' is not a valid enum value of type AutoKeyword.",
		"TypeError Failed to execute 'addTextTrack' on 'HTMLMediaElement': The provided value 'x' is not a valid enum value of type TextTrackKind.",
		"2 loud A & B bcd")
}
