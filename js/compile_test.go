package js_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/niso-engine/niso/js"
)

// A long compilation ends with an interrupt, of classic scripts, modules and handlers alike.
func TestCompileEnds(t *testing.T) {
	long := strings.Repeat("a = 1;\n", 100000)
	reason := errors.New("time is up")
	for name, compile := range map[string]func(r *js.Realm) error{
		"script": func(r *js.Realm) error { _, err := r.Compile(js.Source{Name: "s.js", Text: long}); return err },
		"eval":   func(r *js.Realm) error { _, err := r.Eval("s.js", long); return err },
		"handler": func(r *js.Realm) error {
			_, err := r.CompileFunction(js.Source{Name: "s.js", Text: long}, "f")
			return err
		},
		"module": func(r *js.Realm) (err error) {
			r.LoadInlineModule(js.Source{Name: "s.js", Text: long}, func(_ *js.Module, e error) { err = e })
			return err
		},
	} {
		rt, err := js.OpenRuntime(js.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r := rt.NewRealm(js.RealmOptions{})
		rt.Interrupt(reason)
		var in *js.Interrupted
		if err := compile(r); !errors.As(err, &in) || in.Reason != reason || len(in.Stack) != 1 || in.Stack[0].File != "s.js" {
			t.Errorf("%s: %v", name, err)
		}
		if v, err := r.Eval("x", "1 + 1"); err != nil || v.Num() != 2 {
			t.Errorf("%s: after it %v %v", name, v, err)
		}
		rt.Close()
	}
}

// Source that nests too deeply is a RangeError, as in V8.
func TestCompileDeep(t *testing.T) {
	deep := strings.Repeat("[", 100000)
	rt, err := js.OpenRuntime(js.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	r := rt.NewRealm(js.RealmOptions{})
	_, err = r.Compile(js.Source{Name: "s.js", Text: deep})
	var s *js.SyntaxError
	if !errors.As(err, &s) || !s.Range || !strings.HasPrefix(s.Error(), "RangeError: Maximum call stack size exceeded") {
		t.Errorf("%v", err)
	}
	if _, err = r.Eval("s.js", deep); err == nil || !strings.Contains(err.Error(), "RangeError: Maximum call stack size exceeded") {
		t.Errorf("%v", err)
	}
}
