package host

import (
	"context"
	"testing"
)

// TestFramesets: the boxes of framesets (S) and frames (F) in an 800 × 600 viewport, as Chromium has them.
func TestFramesets(t *testing.T) {
	_, p := openSite(t, map[string]string{"/": ""}, "http://a.test/", nil) // 800 × 600
	for _, c := range []struct{ page, script, want string }{
		{`<frameset cols='100,*'><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 100 600, F 106 0 694 600"},
		{`<!DOCTYPE html><frameset rows='30%,70%'><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 800 178, F 0 184 800 416"},
		{`<frameset rows='*,2*,1*'><frame><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 800 147, F 0 153 800 294, F 0 453 800 147"},
		{`<frameset cols='100,200'><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 264 600, F 270 0 530 600"},
		{`<frameset cols='10%,20%'><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 264 600, F 270 0 530 600"},
		{`<frameset cols='500,600'><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 360 600, F 366 0 434 600"},
		{`<frameset cols='60%,70%,*'><frame><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 363 600, F 369 0 424 600, F 799 0 1 600"},
		{`<frameset cols='500,70%,*'><frame><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 500 600, F 506 0 288 600, F 800 0 0 600"},
		{`<frameset cols='100,30%'><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 100 600, F 106 0 694 600"},
		{`<frameset rows='50%,50%' cols='50%,50%'><frame><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 397 297, F 403 0 397 297, F 0 303 397 297"},
		{`<frameset rows='50%,50%'><frame><frameset cols='1*,3*'><frame><frame></frameset></frameset>`, ``, "S 0 0 800 600, F 0 0 800 297, S 0 303 800 297, F 0 303 198 297, F 204 303 596 297"},
		{`<frameset cols='*,*'><frame><frame><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 397 600, F 403 0 397 600, F 0 0 0 0, F 0 0 0 0"},
		{`<frameset><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 800 600, F 0 0 0 0"},
		{`<frameset border=0 cols='*,*'><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 400 600, F 400 0 400 600"},
		{`<frameset border=10 cols='*,*'><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 395 600, F 405 0 395 600"},
		{`<frameset frameborder=0 cols='*,*'><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 400 600, F 400 0 400 600"},
		{`<frameset frameborder=no cols='*,*'><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 400 600, F 400 0 400 600"},
		{`<frameset frameborder=no border=4 cols='*,*'><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 400 600, F 400 0 400 600"},
		{`<frameset cols='*,*'><frame frameborder=0><frame frameborder=0></frameset>`, ``, "S 0 0 800 600, F 0 0 397 600, F 403 0 397 600"},
		{`<frameset cols='*,*'><frame frameborder=0><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 397 600, F 403 0 397 600"},
		{`<frameset border=0 cols='*,*'><frame><frameset rows='*,*'><frame><frame></frameset></frameset>`, ``, "S 0 0 800 600, F 0 0 400 600, S 400 0 400 600, F 400 0 400 300, F 400 300 400 300"},
		{`<frameset border=20 cols='*,*'><frame><frameset rows='*,*'><frame><frame></frameset></frameset>`, ``, "S 0 0 800 600, F 0 0 390 600, S 410 0 390 600, F 410 0 390 290, F 410 310 390 290"},
		{`<frameset cols='abc,50x,,*'><frame><frame><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 0 600, F 6 0 50 600, F 62 0 366 600, F 434 0 366 600"},
		{`<frameset cols='100px, 20.5 %, 1.5*, 2 *'><frame><frame><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 100 600, F 106 0 160 600, F 272 0 174 600, F 452 0 348 600"},
		{`<frameset cols='0,*'><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 0 600, F 6 0 794 600"},
		{`<frameset cols='0*,*'><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 397 600, F 403 0 397 600"},
		{`<frameset cols='-5,*'><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 0 600, F 6 0 794 600"},
		{`<frameset cols='33,33,33'><frame><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 262 600, F 268 0 262 600, F 536 0 264 600"},
		{`<frameset cols='3*,3*,1*' border=0><frame><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 342 600, F 342 0 342 600, F 684 0 116 600"},
		{`<frameset cols='33%,33%,34%' border=0><frame><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 264 600, F 264 0 264 600, F 528 0 272 600"},
		{`<frameset cols='*,*'><frame><frame></frameset>`, `document.querySelector('frameset').cols='100,*,*'`, "S 0 0 800 600, F 0 0 100 600, F 106 0 344 600"},
		{`<frameset cols='*,*'><frame><frame></frameset>`, `document.querySelector('frameset').appendChild(document.createElement('frame'))`, "S 0 0 800 600, F 0 0 397 600, F 403 0 397 600, F 0 0 0 0"},
		{`<frameset cols='*,*'><frame style='display:none'><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 397 600, F 403 0 397 600"},
		{`<frameset cols='*,*'><frame><frame></frameset>`, `document.querySelector('frameset').setAttribute('border',0)`, "S 0 0 800 600, F 0 0 400 600, F 400 0 400 600"},
		{`<frameset cols='*,*' style='width:200px;height:100px;margin:20px;border:5px solid'><frame><frame></frameset>`, ``, "S 20 20 800 600, F 20 20 397 600, F 423 20 397 600"},
		{`<frameset cols='100,*,'><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 100 600, F 106 0 694 600"},
		{`<frameset cols=',100'><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 694 600, F 700 0 100 600"},
		{`<frameset cols=''><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 800 600, F 0 0 0 0"},
		{`<frameset cols='300,300,*' rows='900'><frame><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 300 600, F 306 0 300 600, F 612 0 188 600"},
		{`<body><p>hi</p></body>`, `var s=document.createElement('frameset');s.rows='*,*';s.append(document.createElement('frame'),document.createElement('frame'));document.body.append(s)`, "S 8 42 800 600, F 8 42 800 297, F 8 345 800 297"},
		{`<body>`, `var s=document.createElement('frame');document.body.append(s)`, "F 8 8 784 0"},
		{`<frameset cols='10,*,10'><frame><frame><frame></frameset>`, `document.querySelector('frameset').style.display='inline'`, "S 0 0 800 600, F 0 0 10 600, F 16 0 768 600, F 790 0 10 600"},
		{`<frameset cols='50%,50%'><frame><frameset rows='50%,50%' border=2 frameborder=0><frame><frame></frameset></frameset>`, ``, "S 0 0 800 600, F 0 0 397 600, S 403 0 397 600, F 403 0 397 300, F 403 300 397 300"},
		{`<frameset cols='50%,50%' frameborder=0><frame><frameset rows='50%,50%' frameborder=1><frame><frame></frameset></frameset>`, ``, "S 0 0 800 600, F 0 0 400 600, S 400 0 400 600, F 400 0 400 300, F 400 300 400 300"},
		{`<frameset cols='50%,50%' frameborder=0><frame frameborder=1><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 400 600, F 400 0 400 600"},
		{`<frameset cols='400,400,400' border=0><frame><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 266 600, F 266 0 266 600, F 532 0 268 600"},
		{`<frameset cols='1%,1*' border=0><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 8 600, F 8 0 792 600"},
		{`<frameset cols='100.7,*' border=0><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 100 600, F 100 0 700 600"},
		{`<frameset cols='7,11,13' border=1><frame><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 180 600, F 181 0 283 600, F 465 0 335 600"},
		{`<frameset cols='7%,11%,13%' border=1><frame><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 179 600, F 180 0 283 600, F 464 0 336 600"},
		{`<frameset cols='700,700,20%,50%' border=1><frame><frame><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 398 600, F 399 0 398 600, F 798 0 0 600, F 799 0 1 600"},
		{`<frameset border=1px cols='*,*'><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 399 600, F 400 0 400 600"},
		{`<frameset border=abc cols='*,*'><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 400 600, F 400 0 400 600"},
		{`<frameset border=-3 cols='*,*'><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 399 600, F 400 0 400 600"},
		{`<frameset border cols='*,*'><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 400 600, F 400 0 400 600"},
		{`<frameset cols='300;*'><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 800 600, F 0 0 0 0"},
		{`<frameset cols='*300'><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 800 600, F 0 0 0 0"},
		{`<frameset cols='.5*,*'><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 0 600, F 6 0 794 600"},
		{`<frameset border=0 cols='*,*'><frame><frameset rows='*,*' border=5><frame><frame></frameset></frameset>`, ``, "S 0 0 800 600, F 0 0 400 600, S 400 0 400 600, F 400 0 400 297, F 400 302 400 298"},
		{`<frameset border=0 cols='*,*'><frame><frameset rows='*,*' frameborder=1><frame><frame></frameset></frameset>`, ``, "S 0 0 800 600, F 0 0 400 600, S 400 0 400 600, F 400 0 400 300, F 400 300 400 300"},
		{`<frameset border=9 cols='*,*'><frame><frame></frameset>`, `document.querySelector('frameset').removeAttribute('border')`, "S 0 0 800 600, F 0 0 397 600, F 403 0 397 600"},
		{`<frameset frameborder=0 cols='*,*'><frame><frame></frameset>`, `document.querySelector('frameset').removeAttribute('frameborder')`, "S 0 0 800 600, F 0 0 397 600, F 403 0 397 600"},
		{`<frameset frameborder=0 cols='*,*'><frame><frame></frameset>`, `document.querySelector('frameset').setAttribute('frameborder','yes')`, "S 0 0 800 600, F 0 0 397 600, F 403 0 397 600"},
		{`<frameset frameborder=zzz cols='*,*'><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 397 600, F 403 0 397 600"},
		{`<frameset frameborder=NO cols='*,*'><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 400 600, F 400 0 400 600"},
		{`<frameset border=0 frameborder=1 cols='*,*'><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 400 600, F 400 0 400 600"},
		{`<frameset rows='*,*'><frame style='border:10px solid'><frame style='padding:5px;width:50px'></frameset>`, ``, "S 0 0 800 600, F 0 0 800 297, F 0 303 800 297"},
		{`<frameset rows='99999999999,*' border=0><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 800 300, F 0 300 800 300"},
		{`<frameset rows='99999999999*,*' border=0><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 800 300, F 0 300 800 300"},
		{`<frameset rows='4000000000*,4000000000*' border=0><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 800 300, F 0 300 800 300"},
		{`<frameset rows='2147483647*,2147483647*,*' border=0><frame><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 800 299, F 0 299 800 299, F 0 598 800 2"},
		{`<frameset rows='99999999999%,*' border=0><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 800 300, F 0 300 800 300"},
		{`<frameset rows='2000000000,2000000000' border=0><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 800 300, F 0 300 800 300"},
		{`<frameset border=300 cols='*,*,*,*,*'><frame><frame><frame><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 0 600, F 300 0 0 600, F 600 0 0 600, F 900 0 0 600, F 1200 0 0 600"},
		{`<frameset cols='1 00,*' border=0><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 1 600, F 1 0 799 600"},
		{`<frameset cols='50.5 5%,*' border=0><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 404 600, F 404 0 396 600"},
		{`<frameset cols='50. 5 %,*' border=0><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 404 600, F 404 0 396 600"},
		{`<frameset cols='0%,0%' border=0><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 400 600, F 400 0 400 600"},
		{`<frameset cols='0,0' border=0><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 400 600, F 400 0 400 600"},
		{`<frameset cols='0,0%,0' border=0><frame><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 0 600, F 0 0 800 600, F 800 0 0 600"},
		{`<frameset cols='%,*' border=0><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 0 600, F 0 0 800 600"},
		{`<frameset cols='*,,' border=0><frame><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 400 600, F 400 0 400 600, F 0 0 0 0"},
		{`<frameset cols=',' border=0><frame><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 800 600, F 0 0 0 0, F 0 0 0 0"},
		{`<frameset cols='  ' border=0><frame><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 800 600, F 0 0 0 0, F 0 0 0 0"},
		{`<frameset cols='20%,30%,100' border=0><frame><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 280 600, F 280 0 420 600, F 700 0 100 600"},
		{`<frameset cols='+5,*' border=0><frame><frame></frameset>`, ``, "S 0 0 800 600, F 0 0 0 600, F 0 0 800 600"},
	} {
		if err := p.SetContent(context.Background(), c.page, ""); err != nil {
			t.Fatal(err)
		}
		got := evalString(t, p, "(() => { document.body && document.body.offsetWidth; "+c.script+`; return [...document.querySelectorAll('frameset,frame')].map(e => { const r = e.getBoundingClientRect();
			return [e.localName[5] ? 'S' : 'F', r.x, r.y, r.width, r.height].join(' ') }).join(', ') })()`)
		if got != c.want {
			t.Errorf("%s %s\n got %s\nwant %s", c.page, c.script, got, c.want)
		}
	}
}
