package js

import (
	"errors"
	"testing"
	"time"
)

// FuzzScript compiles and runs any text as a script and as a module: nothing may panic, and positions
// of errors must map.
func FuzzScript(f *testing.F) {
	for _, s := range []string{"1", "async function*g(){for await(x of y){}}", "import a from 'b';export{a as c};await a", "export default class{}",
		"import('x')", "import.meta.url", "/\\p{L}/u", "`${a}`", "<!-- x", "({a,...b}=c)", "label:for(;;)break label", "export * from 'a'", "class A{static{await}}",
		"using x=1", "@d class A{}", "#!/x", "eval('(')", "new Function('}{')", "export {x as 'a-b'}; let x", "export let [a,{b}]=[1,{}]"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		rt := NewRuntime(Options{CallDepth: 200, HeapLimit: 1 << 30})
		defer rt.Close()
		r := rt.NewRealm(RealmOptions{Modules: ModuleHooks{
			Resolve: func(r *Realm, s, ref string) (string, error) { return s, nil },
			Fetch: func(r *Realm, url, typ string, done func(ModuleSource, error)) {
				done(ModuleSource{}, errors.New("none"))
			},
		}})
		timer := time.AfterFunc(200*time.Millisecond, func() { rt.Interrupt(errors.New("slow")) })
		defer timer.Stop()
		if _, err := r.Eval("fuzz.js", text); err != nil {
			r.MakeReport(err)
		}
		rt.RunJobs()
		r.LoadInlineModule(Source{Name: "fuzz.mjs", Text: text}, func(m *Module, err error) {
			if err == nil {
				m.Evaluate()
			} else {
				r.MakeReport(err)
			}
		})
		rt.RunJobs()
	})
}
