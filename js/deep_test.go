package js

import (
	"strings"
	"testing"
)

// TestDeepInput: nothing in a page's text may use up the stack of the process.
func TestDeepInput(t *testing.T) {
	const n = 30000 // past what the parser lets nest
	const m = 2000  // operators
	rep := strings.Repeat
	for name, src := range map[string]string{
		"parens":    rep("(", n) + "1" + rep(")", n),
		"arrays":    rep("[", n) + rep("]", n),
		"blocks":    rep("{", n) + rep("}", n),
		"functions": rep("function f(){", n) + rep("}", n),
		"objects":   "x=" + rep("{a:", n) + "1" + rep("}", n),
		"not":       rep("!", n) + "1",
		"spaced":    rep("- ", n) + "1",
		"typeof":    rep("typeof ", m) + "1",
		"new":       rep("new ", m) + "A",
		"plus":      "1" + rep("+1", m),
		"and":       "a" + rep("&&a", m),
		"member":    "var a={};a" + rep(".a", m),
		"calls":     "f" + rep("()", m),
		"comma":     "1" + rep(",1", m),
		"ternary":   rep("1?", m) + "1" + rep(":1", m),
		"ternary2":  rep("1?1:", m) + "1",
		"assign":    rep("a=", m) + "1",
		"arrow":     rep("a=>", m) + "1",
		"if":        rep("if(1)", m) + ";",
		"else":      rep("if(1);else ", m) + ";",
		"labels":    rep("a:", 1000) + ";",
		"while":     rep("while(0)", m) + ";",
		"pow":       rep("1**", m) + "1",
		"template":  rep("`${", n) + "1" + rep("}`", n),
		"regexp":    "/" + rep("(", n) + rep(")", n) + "/",
		"regexp2":   "new RegExp('" + rep("(", n) + rep(")", n) + "')",
		"await":     "async()=>" + rep("await ", m) + "1",
		"yield":     "function*g(){" + rep("yield ", m) + "}",
		"json":      "try{JSON.parse('" + rep("[", n) + "')}catch(e){}",
		"json2":     "var a=[];for(var i=0;i<" + "3000" + ";i++)a=[a];try{JSON.stringify(a)}catch(e){}",
		"tostring":  "var a=[];for(var i=0;i<" + "3000" + ";i++)a=[a];try{String(a)}catch(e){}",
		"flat":      "var a=[];for(var i=0;i<" + "3000" + ";i++)a=[a];try{a.flat(Infinity)}catch(e){}",
		"proto":     "var o={};for(var i=0;i<" + "3000" + ";i++)o=Object.create(o);o.zz",
		"proxy":     "var o={};for(var i=0;i<" + "3000" + ";i++)o=new Proxy(o,{});try{o.zz}catch(e){}",
		"bound":     "var f=function(){};for(var i=0;i<" + "3000" + ";i++)f=f.bind();try{f()}catch(e){}",
		"eval":      "try{eval('" + rep("(", n) + "')}catch(e){}",
		"function":  "try{new Function('" + rep("[", n) + "')}catch(e){}",
		"getter":    "var o={get a(){return this.a}};try{o.a}catch(e){}",
		"tojson":    "var o={toJSON(){return JSON.stringify(o)}};try{JSON.stringify(o)}catch(e){}",
		"sort":      "function f(){[1,2].sort(f)};try{f()}catch(e){}",
		"replace":   "function f(){'a'.replace(/a/,f)};try{f()}catch(e){}",
		"class":     rep("class A extends ", m) + "B{}" + rep("{}", m),
	} {
		if testing.Short() {
			break
		}
		t.Run(name, func(t *testing.T) {
			_, r := newTestRealm(t, Options{})
			_, err := r.Eval("deep.js", src)
			if _, ok := err.(*Interrupted); ok {
				t.Error(err)
			}
		})
	}
}
