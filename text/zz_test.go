package text
import ("testing";"time";"fmt")
func TestZZ(t *testing.T){
 c:=NewCollection(Options{CacheDir:"/tmp/w/text/cache"})
 t0:=time.Now(); c.system(); fmt.Println("first",time.Since(t0), len(c.system().faces))
 c=NewCollection(Options{CacheDir:"/tmp/w/text/cache"})
 t0=time.Now(); c.system(); fmt.Println("second",time.Since(t0))
 s:=c.NewSet(); sh:=NewShaper(s)
 for _,n:=range []string{"DejaVu Sans","Arial","Noto Sans","DejaVu Sans Condensed","DejaVu Sans Light","Nonexistent","Helvetica","DejaVu Serif"} {
  f:=s.Font(&Query{Families:[]Family{{Name:n}},SizePx:16}); fmt.Println(n,"→",c.Family(f.Face), f.Metrics)
 }
 for _,g:=range []Generic{Monospace,SystemUI,Serif} { f:=s.Font(&Query{Families:[]Family{{Generic:g}},SizePx:16}); fmt.Println(genericNames[g],"→",c.Family(f.Face)) }
 f:=s.Font(&Query{Families:[]Family{{Name:"Arial"}},SizePx:16})
 for _,x:=range []string{"漢字","سلام","שלום","สวัสดี","😀","→⇒","∑∫","▲●","한국어","नमस्ते","⠓","Привет","αβγ"} {
  b:=shapeString(sh,Input{Font:f},x); fmt.Print(x," → "); for _,r:=range b.Runs { fmt.Print(c.Family(r.Face),"×",r.End-r.First," ") }; fmt.Println(b.Width(0,len(b.Glyphs)))
 }
}
