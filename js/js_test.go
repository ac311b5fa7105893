package js

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"
)

// A small DOM for the tests.
var (
	eventTargetClass = &Class{Name: "EventTarget", New: func(c *Call) Value { return c.NewThis(c.fn.class, 0, nil).Value() },
		Members: []Member{{Name: "addEventListener", Length: 2, Call: func(c *Call) Value { return Undefined }}}}
	nodeClass = &Class{Name: "Node", Parent: eventTargetClass, Members: []Member{
		{Name: "ELEMENT_NODE", Const: num(1)},
		{Name: "nodeType", Get: func(c *Call) Value { return Int(int(c.ID())) }},
		{Name: "textContent", Get: func(c *Call) Value { return c.String(textOf[c.ID()]) }, Set: func(c *Call) Value {
			s := c.DOMString(0)
			if c.Failed() {
				return Undefined
			}
			textOf[c.ID()] = s
			return Undefined
		}},
		{Name: "appendChild", Length: 1, Call: func(c *Call) Value {
			h := c.HostArg(0, c.fn.class)
			if c.Failed() {
				return Undefined
			}
			_ = h
			return c.Arg(0)
		}},
		{Name: "isTrusted", Flags: Unforgeable, Get: func(c *Call) Value { return True }},
	}}
	elementClass = &Class{Name: "Element", Parent: nodeClass, Aliases: []string{"OldElement"}, Members: []Member{
		{Name: "remove", Flags: Unscopable, Call: func(c *Call) Value { return Undefined }},
		{Name: "make", Flags: Static, Length: 1, Call: func(c *Call) Value {
			return c.Realm().NewHost(c.fn.class, c.ULong(0), nil).Value()
		}},
		{Name: "load", Flags: ReturnsPromise, Length: 1, Call: func(c *Call) Value { return c.DOMException("AbortError", "gone") }},
	}}
	listClass = &Class{Name: "NodeList", Indexed: &Indexed{
		Len: func(h Host) uint32 { return uint32(len(h.State().([]string))) },
		Get: func(c *Call, i uint32) Value { return c.String(c.State().([]string)[i]) },
	}, Members: []Member{
		{Name: "length", Get: func(c *Call) Value { return Int(len(c.State().([]string))) }},
		{Name: "forEach", Intrinsic: "Array.prototype.forEach"},
		{Name: "values", Intrinsic: "Array.prototype.values"},
		{Name: "values", Symbol: SymIterator, Intrinsic: "Array.prototype.values"},
	}}
	mapClass = &Class{Name: "DOMStringMap", Named: &Named{
		Get: func(c *Call, n string) (Value, bool) {
			s, ok := c.State().(map[string]string)[n]
			return c.String(s), ok
		},
		Set:    func(c *Call, n string, v Value) { c.State().(map[string]string)[n] = c.ToDOMString(v) },
		Delete: func(c *Call, n string) bool { delete(c.State().(map[string]string), n); return true },
		Keys: func(h Host) (k []string) {
			for n := range h.State().(map[string]string) {
				k = append(k, n)
			}
			return
		},
		OverrideBuiltins: true,
	}}
	paramsClass = &Class{Name: "URLSearchParams", Pairs: &Pairs{At: func(c *Call, i int) (k, v Value, ok bool) {
		list := c.Host().State().([]string)
		if 2*i >= len(list) {
			return
		}
		return c.String(list[2*i]), c.String(list[2*i+1]), true
	}}, New: func(c *Call) Value { return c.NewThis(c.fn.class, 0, []string{"a", "1", "b", "2"}).Value() }}
	consoleClass = &Class{Name: "console", Flags: ClassNamespace, Members: []Member{
		{Name: "log", Call: func(c *Call) Value { return Undefined }},
	}}
	windowClass = &Class{Name: "Window", Parent: eventTargetClass, Flags: ClassGlobal, Named: &Named{
		Get: func(c *Call, n string) (Value, bool) {
			if n == "named1" {
				return c.String("frame"), true
			}
			return Undefined, false
		},
		Keys: func(Host) []string { return nil },
	}, Members: []Member{
		{Name: "innerWidth", Flags: Replaceable, Get: func(c *Call) Value { return Int(800) }},
		{Name: "window", Flags: Unforgeable, Get: func(c *Call) Value { return c.Realm().Global().Value() }},
		{Name: "alert", Call: func(c *Call) Value { return Bool(!c.Host().IsNone()) }},
		{Name: "fail", Call: func(c *Call) Value { return c.RangeError("bad %d", 7) }},
		{Name: "run", Length: 1, Call: func(c *Call) Value {
			v, err := c.Realm().Call(c.Arg(0), Undefined, Int(1))
			if err != nil {
				return c.Fail(err)
			}
			return v
		}},
		{Name: "list", Call: func(c *Call) Value {
			return c.Realm().NewHost(testTable.classNamed("NodeList"), 0, []string{"x", "y"}).Value()
		}},
		{Name: "dataset", Call: func(c *Call) Value {
			return c.Realm().NewHost(testTable.classNamed("DOMStringMap"), 0, map[string]string{"a": "1"}).Value()
		}},
	}}
	testTable *Table
)

var textOf = map[uint32]string{}

func num(f float64) *float64 { return &f }

func init() {
	testTable = NewTable(windowClass, elementClass, listClass, mapClass, paramsClass, consoleClass)
}

func newTestRealm(t testing.TB, o Options) (*Runtime, *Realm) {
	rt := NewRuntime(o)
	t.Cleanup(rt.Close)
	return rt, rt.NewRealm(RealmOptions{Name: "test", Table: testTable, Global: windowClass})
}

// TestScripts runs expressions that must be true.
func TestScripts(t *testing.T) {
	_, r := newTestRealm(t, Options{})
	for _, src := range []string{
		`Element.name==='Element'&&typeof Element==='function'&&Element.length===0`,
		`OldElement===Element`,
		`Object.getPrototypeOf(Element)===Node&&Object.getPrototypeOf(Node.prototype)===EventTarget.prototype`,
		`Node.ELEMENT_NODE===1&&Node.prototype.ELEMENT_NODE===1`,
		`var d=Object.getOwnPropertyDescriptor(window,'Element');d.value===Element&&d.writable&&!d.enumerable&&d.configurable`,
		`var d=Object.getOwnPropertyDescriptor(Node.prototype,'textContent');typeof d.get==='function'&&typeof d.set==='function'&&d.enumerable&&d.configurable&&d.get.name==='get textContent'&&d.set.length===1`,
		`var d=Object.getOwnPropertyDescriptor(Node,'ELEMENT_NODE');!d.writable&&d.enumerable&&!d.configurable`,
		`var e=Element.make(5);e instanceof Element&&e instanceof Node&&e.nodeType===5&&Object.prototype.toString.call(e)==='[object Element]'`,
		`var e=Element.make(5),f=Element.make(5);e.x=1;e.x===1&&f.x===undefined&&e!==f`,
		`var e=Element.make(6);e.textContent='h\ud800i';e.textContent==='h\ud800i'`,
		`var r;try{Element.make()}catch(x){r=x.message}r==="Failed to execute 'make' on 'Element': 1 argument required, but only 0 present."`,
		`var r;try{new Element}catch(x){r=x.message}r==="Failed to construct 'Element': Illegal constructor"`,
		`var r;try{Element.make(1).appendChild({})}catch(x){r=x.message+x.name}r==="Failed to execute 'appendChild' on 'Node': parameter 1 is not of type 'Node'.TypeError"`,
		`var r;try{Node.prototype.nodeType}catch(x){r=x.message}r==="Illegal invocation"`,
		`var r;try{Node.prototype.remove.call(Element.make(1))}catch(x){r=true}r`,
		`Element.prototype[Symbol.unscopables].remove===true`,
		`Object.keys(Element.prototype).join()==='remove,load'`,
		`var e=new EventTarget;e instanceof EventTarget&&e.addEventListener('a',()=>{})===undefined`,
		`class X extends EventTarget{constructor(){super();this.q=1}get z(){return 7}};var x=new X;x.q===1&&x.z===7&&x instanceof EventTarget&&(x.addEventListener(1,2),true)`,
		`var d=Object.getOwnPropertyDescriptor(Element.make(1),'isTrusted');!d.configurable&&d.get.call(Element.make(2))===true`,
		`window===globalThis&&innerWidth===800&&alert()===true&&window.alert()===true&&(0,alert)()`,
		`innerWidth=5;innerWidth===5`,
		`var u=alert;u()`,
		`Object.getPrototypeOf(window)===Window.prototype&&Object.prototype.toString.call(window)==='[object Window]'`,
		`named1==='frame'&&'named1' in window&&typeof nope==='undefined'`,
		`typeof console.log==='function'&&String(console)==='[object console]'&&Object.getPrototypeOf(Object.getPrototypeOf(console))===Object.prototype`,
		`var l=list();l.length===2&&l[1]==='y'&&l[2]===undefined&&(1 in l)&&!(2 in l)&&[...l].join()==='x,y'&&Object.keys(l).join()==='0,1'`,
		`var l=list(),n=0;l.forEach((v,i,o)=>{n+=i;if(o!==l)throw 1});n===1&&l[Symbol.iterator]===Array.prototype.values`,
		`var l=list();l.foo=3;l.foo===3&&Object.keys(l).join()==='0,1,foo'`,
		`'use strict';var l=list(),r;try{(function(){'use strict';l[0]=1})()}catch(e){r=e instanceof TypeError}r&&l[0]==='x'`,
		`Array.prototype.map.call(list(),x=>x+x).join()==='xx,yy'`,
		`var d=dataset();d.a==='1'&&(d.b=2,d.b==='2')&&delete d.a&&d.a===undefined&&'b' in d&&Object.keys(d).join()==='b'&&d.toString!==undefined`,
		`var d=dataset();JSON.stringify(d)==='{"a":"1"}'`,
		`var p=new URLSearchParams;[...p].join('|')==='a,1|b,2'&&[...p.keys()].join()==='a,b'&&[...p.values()].join()==='1,2'`,
		`var p=new URLSearchParams,s='';p.forEach(function(v,k,o){s+=k+v+(o===p)+this.t},{t:9});s==='a1true9b2true9'`,
		`var p=new URLSearchParams;p.entries===p[Symbol.iterator]&&Object.prototype.toString.call(p.keys())==='[object URLSearchParams Iterator]'&&new Map(p).get('b')==='2'`,
		`[1,2,3].values().map(x=>x+1).drop(1).toArray().join()==='3,4'&&Iterator.prototype[Symbol.toStringTag]==='Iterator'`,
		`(1234567.891).toLocaleString()==='1,234,567.891'&&(5).toLocaleString('en',{minimumFractionDigits:2})==='5.00'`,
		`/^\p{Lu}\p{Script=Greek}$/u.test('A\u03b1')&&!/^\p{Lu}$/u.test('a')&&/^[\p{L}_-]+$/u.test('aß_é')&&/^\P{L}$/u.test('1')&&!/^[^\p{L}]$/u.test('x')`,
		`new RegExp('^\\p{Letter}+$','u').test('дa')&&'\\p{L}'.length===5&&new RegExp('\\p{Alphabetic}','u').test('z')`,
		`Math.sumPrecise([1e20,0.1,-1e20])===0.1`,
		`Object.keys(Object.getOwnPropertyDescriptors(Promise)).includes('try')&&!Object.keys(Promise).includes('try')`,
		`eval('1+1')===2&&(0,eval)('var zz=4;zz')===4&&new Function('a','b','return a+b')(1,2)===3`,
		`new Function('return async function*(){}')()()[Symbol.asyncIterator]!==undefined`,
	} {
		v, err := r.Eval("t.js", src)
		if err != nil {
			t.Errorf("%s\n\t%v", src, err)
		} else if !v.IsTrue() {
			t.Errorf("%s\n\tgives %s", src, describe(v))
		}
	}
}

func TestConversions(t *testing.T) {
	_, r := newTestRealm(t, Options{})
	eval := func(src string) Value {
		v, err := r.Eval("t.js", src)
		if err != nil {
			t.Fatal(src, err)
		}
		return v
	}
	const bad = math.MinInt64
	for _, c := range []struct {
		src  string
		typ  IntType
		mode IntMode
		want int64 // bad: throws
	}{
		{"300", Byte, Modulo, 44}, {"-129", Byte, Modulo, 127}, {"300", Octet, Modulo, 44}, {"-1", Octet, Modulo, 255},
		{"1e3+.9", Octet, Clamp, 255}, {"-5", Octet, Clamp, 0}, {"NaN", Octet, Clamp, 0}, {"1.5", Octet, Clamp, 2}, {"2.5", Octet, Clamp, 2},
		{"256", Octet, EnforceRange, bad}, {"255.9", Octet, EnforceRange, 255}, {"-0.5", Octet, EnforceRange, 0}, {"NaN", Octet, EnforceRange, bad},
		{"Infinity", Long, EnforceRange, bad}, {"Infinity", Long, Modulo, 0}, {"4294967296+5", Long, Modulo, 5}, {"2147483648", Long, Modulo, -2147483648},
		{"-1", UnsignedLong, Modulo, 4294967295}, {"'0x10'", UnsignedLong, Modulo, 16}, {"' 7 '", Long, Modulo, 7}, {"null", Long, Modulo, 0},
		{"undefined", Long, Modulo, 0}, {"true", Long, Modulo, 1}, {"({valueOf(){return 9}})", Long, Modulo, 9}, {"[]", Long, Modulo, 0}, {"'x'", Long, Modulo, 0},
		{"1e300", LongLong, Modulo, 0}, {"-9007199254740993", LongLong, Modulo, -9007199254740992}, {"9007199254740992", LongLong, EnforceRange, bad},
		{"2**64", UnsignedLongLong, Modulo, 0}, {"2**63", UnsignedLongLong, Modulo, math.MinInt64}, {"2**63+2048", LongLong, Modulo, math.MinInt64 + 2048},
		{"65536+3", UnsignedShort, Modulo, 3}, {"32768", Short, Modulo, -32768}, {"70000", UnsignedShort, Clamp, 65535},
		{"Symbol()", Long, Modulo, bad}, {"1n", Long, Modulo, bad}, {"({valueOf(){throw 1}})", Long, Modulo, bad},
	} {
		cv := r.Conv()
		got := cv.ToInt(eval(c.src), c.typ, c.mode)
		if cv.Failed() {
			if c.want != bad {
				t.Errorf("%s: throws %v", c.src, cv.Err())
			}
			continue
		}
		if got != c.want {
			t.Errorf("%s: %d, want %d", c.src, got, c.want)
		}
	}
	str := func(f func(*Conv, Value) string, src, want string) {
		t.Helper()
		cv := r.Conv()
		got := f(cv, eval(src))
		if cv.Failed() {
			got = "throws"
		}
		if got != want {
			t.Errorf("%s: %q, want %q", src, got, want)
		}
	}
	dom, usv, bytes := (*Conv).ToDOMString, (*Conv).ToUSVString, (*Conv).ToByteString
	str(dom, "1e21", "1e+21")
	str(dom, "null", "null")
	str(dom, "Symbol()", "throws")
	str(dom, "({toString(){return 'ok'}})", "ok")
	str(dom, "'\\ud83d\\ude00'", "\U0001F600")
	str(dom, "'a\\ud83d'", "a\xed\xa0\xbd")
	str(dom, "'a\\ud83d'+'\\ude00'", "a\U0001F600")
	str(dom, "'\\u00e9'", "é")
	str(usv, "'a\\ud83db\\ude00'", "a\ufffdb\ufffd")
	str(bytes, "'\\u00ff'", "\xff")
	str(bytes, "'\\u0100'", "throws")
	str((*Conv).ToDOMStringNullEmpty, "null", "")
	dbl := func(src string, want float64) {
		t.Helper()
		cv := r.Conv()
		if got := cv.ToDouble(eval(src)); cv.Failed() != math.IsNaN(want) || !cv.Failed() && got != want {
			t.Errorf("%s: %v", src, got)
		}
	}
	dbl("'3.5'", 3.5)
	dbl("NaN", math.NaN())
	dbl("Infinity", math.NaN())
	cv := r.Conv()
	if v := cv.ToFloat(eval("1e40")); !cv.Failed() {
		t.Error("float 1e40", v)
	}
	cv = r.Conv()
	var seq []string
	cv.ToSequence(eval("new Set(['a','b'])"), func(v Value) { seq = append(seq, cv.ToDOMString(v)) })
	if strings.Join(seq, "") != "ab" || cv.Failed() {
		t.Error(seq, cv.Err())
	}
	cv = r.Conv()
	cv.ToSequence(eval("({})"), func(Value) {})
	if !cv.Failed() {
		t.Error("an object without @@iterator is no sequence")
	}
	cv = r.Conv()
	rec := ""
	cv.ToRecord(eval("({b:1,a:2,[Symbol()]:3})"), func(k string, v Value) { rec += k + cv.ToDOMString(v) })
	if rec != "b1a2" {
		t.Error(rec)
	}
	cv = r.Conv()
	d := cv.ToDict(eval("({once:1,n:null})"), "D")
	if !d.Bool("once", false) || d.Bool("passive", false) || cv.Failed() {
		t.Error("dictionary")
	}
	if _, ok := d.Member("n"); !ok {
		t.Error("null is present")
	}
	d.Required("gone")
	if !cv.Failed() || cv.ToDOMString(True) != "" {
		t.Error("a failed converter does nothing")
	}
	cv = r.Conv()
	if cv.ToDict(Int(3), "D"); !cv.Failed() {
		t.Error("3 is no dictionary")
	}
	cv = r.Conv()
	if b := cv.ToBytes(eval("new Uint8Array([1,2,3]).subarray(1)")); string(b) != "\x02\x03" {
		t.Error(b)
	}
}

func TestExceptions(t *testing.T) {
	var reports []*Report
	rt, r := newTestRealm(t, Options{Uncaught: func(rep *Report) { reports = append(reports, rep) }})
	_, err := r.Eval("http://x/a.js", "function f(){\n  null.x\n}\nf()")
	ex, ok := err.(*Exception)
	if !ok || !strings.HasPrefix(ex.Error(), "TypeError: ") || !strings.Contains(ex.Error(), "\n    at f (http://x/a.js:2:") || !strings.Contains(ex.Error(), "\n    at http://x/a.js:4:") {
		t.Errorf("%v", err)
	}
	if s := ex.Stack(); len(s) != 2 || s[0].Line != 2 || s[0].Function != "f" {
		t.Errorf("%v", s)
	}
	// Through Go and back.
	v, err := r.Eval("b.js", `var o={};var got;try{run(()=>{throw o})}catch(e){got=e}got===o`)
	if err != nil || !v.IsTrue() {
		t.Error(v, err)
	}
	v, err = r.Eval("b.js", `var got;try{fail()}catch(e){got=e instanceof RangeError&&e.message==="Failed to execute 'fail' on 'Window': bad 7"}got`)
	if err != nil || !v.IsTrue() {
		t.Error(v, err)
	}
	v, err = r.Eval("b.js", `run(run(()=>run))===undefined`)
	if err == nil {
		t.Error("calling a number must throw", v)
	}
	// A native that returns a promise rejects.
	v, err = r.Eval("b.js", `var p=Element.make(1).load();p instanceof Promise&&(p.catch(e=>{globalThis.why=e.name}),true)`)
	if err != nil || !v.IsTrue() {
		t.Error(v, err)
	}
	rt.RunJobs()
	if v, _ := r.Eval("b.js", "why"); v.Str() != "TypeError" { // length 1: too few arguments
		t.Error(v.Str())
	}
	// A job that throws is reported and the next runs.
	ran := false
	rt.EnqueueJob(r, func() error { _, err := r.Eval("job.js", "\n\n  throw new Error('in job')"); return err })
	rt.EnqueueJob(r, func() error { ran = true; return nil })
	rt.RunJobs()
	if !ran || len(reports) != 1 || reports[0].Message != "Uncaught Error: in job" || reports[0].File != "job.js" || reports[0].Line != 3 {
		t.Errorf("%v %+v", ran, reports)
	}
	// Syntax errors say where.
	_, err = CompileScript(Source{Name: "s.js", Text: "var a;\nvar = 3", Line: 10})
	if se, ok := err.(*SyntaxError); !ok || se.Frame.Line != 12 || se.Frame.File != "s.js" {
		t.Errorf("%v", err)
	}
	// Positions of inline scripts, and beside generators.
	p, err := CompileScript(Source{Name: "page.html", Line: 9, Column: 20, Text: "/*x*/throw new Error('q')"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = r.Run(p)
	if s := err.(*Exception).Stack(); s[0].Line != 10 || s[0].Column < 20 {
		t.Error(s)
	}
	p, err = CompileScript(Source{Name: "low.js", Text: "async function* g() {\n  yield 1;\n}\nfunction boom() {\n  throw new Error('low');\n}\nboom()"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = r.Run(p)
	if s := err.(*Exception).Stack(); s[0].Line != 5 || s[0].Function != "boom" || s[0].File != "low.js" || s[1].Line != 7 {
		t.Error(s)
	}
	// V8's API.
	for _, src := range []string{
		`var o={};Error.captureStackTrace(o);/^\[?.*\n    at .*v8.js:1:\d+$/.test(o.stack)`,
		`Error.stackTraceLimit=1;function a(){return new Error('x').stack}var n=a().split('\n').length;Error.stackTraceLimit=10;n===2`,
		`class MyE extends Error{constructor(m){super(m);this.name='MyE'}};var e=new MyE('hi');e.stack.startsWith('MyE: hi')||e.stack.startsWith('Error: hi')`,
		`var e=new Error('z');e.stack='mine';e.stack==='mine'&&!Object.keys(e).includes('stack')`,
		`var ok=false;try{(function f(){f()})()}catch(e){ok=e instanceof RangeError&&e.message==='Maximum call stack size exceeded'}ok`,
		`var n=0;(function f(){try{f()}finally{n++}}).call;var c=0;try{(function g(){c++;g()})()}catch(e){};try{(function g(){c++;g()})()}catch(e){};c>15000`,
		`var n=0;try{(function g(){[1].map(g)})()}catch(e){n=e instanceof RangeError}n`,
	} {
		v, err := r.Eval("v8.js", src)
		if err != nil || !v.IsTrue() {
			t.Errorf("%s: %v %v", src, describe(v), err)
		}
	}
}

func TestPromiseOrder(t *testing.T) {
	var tracked []bool
	rt, r := newTestRealm(t, Options{Rejection: func(r *Realm, p Value, handled bool) { tracked = append(tracked, handled) }})
	log := ""
	r.Set(r.Global(), "log", r.NewFunction("log", 1, func(c *Call) Value { log += c.DOMString(0) + " "; return Undefined }).Value())
	r.Set(r.Global(), "micro", r.NewFunction("micro", 1, func(c *Call) Value {
		f := c.Function(0)
		rt.EnqueueJob(c.Realm(), func() error { _, err := r.Call(f.Value(), Undefined); return err }, f.Value())
		return Undefined
	}).Value())
	_, err := r.Eval("p.js", `
log('1');
micro(()=>log('m1'));
Promise.resolve().then(()=>log('p1')).then(()=>log('p3'));
(async()=>{log('2');await null;log('a1');await new Promise(r=>r());log('a2')})();
micro(()=>{log('m2');micro(()=>log('m4'))});
Promise.resolve({then(f){log('thenable');f()}}).then(()=>log('t'));
Promise.reject(1).catch(()=>log('c'));
log('3');`)
	if err != nil {
		t.Fatal(err)
	}
	if log != "1 2 3 " {
		t.Errorf("jobs ran without the host: %s", log)
	}
	if !rt.HasJobs() {
		t.Error("no jobs")
	}
	rt.RunJobs()
	// Node prints the same for this script with queueMicrotask.
	if want := "1 2 3 m1 p1 a1 m2 thenable c p3 a2 m4 t "; log != want {
		t.Errorf("order\n got %s\nwant %s", log, want)
	}
	if len(tracked) != 2 || tracked[0] || !tracked[1] {
		t.Error("rejection tracking", tracked)
	}
	p := r.NewPromise()
	var got Value
	r.Then(p.Value(), func(v Value) (Value, error) { got = v; return Undefined, nil }, nil)
	p.Resolve(Int(4))
	p.Reject(Int(5))
	rt.RunJobs()
	if got.Num() != 4 {
		t.Error(describe(got))
	}
	if s, v := r.PromiseState(p.Value()); s != Fulfilled || v.Num() != 4 {
		t.Error(s)
	}
}

func TestInterrupt(t *testing.T) {
	rt, r := newTestRealm(t, Options{})
	reason := errors.New("deadline")
	for _, src := range []string{
		"var i=0;\ntry{\n  for(;;){i++}\n}catch(e){}finally{}",
		"try { run(()=>{ for(;;); }) } catch(e) {}",
		"[1].map(()=>{ for(;;); })",
		"async function f(){ await null; for(;;); } f()",
	} {
		go func() { time.Sleep(30 * time.Millisecond); rt.Interrupt(reason) }()
		_, err := r.Eval("loop.js", src)
		if err == nil {
			err = rt.RunJobs()
		}
		var in *Interrupted
		if !errors.As(err, &in) || !errors.Is(err, reason) || !strings.Contains(err.Error(), "loop.js:") {
			t.Fatalf("%s: %v", src, err)
		}
		if v, err := r.Eval("after.js", "1+1"); err != nil || v.Num() != 2 {
			t.Fatal("after the interrupt:", err)
		}
	}
	if _, err := r.Eval("a.js", "function f(){f()} try{f()}catch(e){}"); err != nil {
		t.Error(err)
	}
}

func TestHeapLimit(t *testing.T) {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	rt, r := newTestRealm(t, Options{HeapLimit: int64(m.HeapAlloc) + 64<<20})
	_, err := r.Eval("eat.js", "var a=[];for(;;)a.push({x:a.length})")
	if !errors.Is(err, ErrHeapLimit) {
		t.Error(err)
	}
	_ = rt
}

// A script that makes Go state without end is ended like one that fills the engine's heap, and the runtime goes on.
func TestHeapLimitOfGoState(t *testing.T) {
	rt, r := newTestRealm(t, Options{HeapLimit: 64 << 20})
	defer time.AfterFunc(time.Minute, func() { rt.Interrupt(errors.New("not ended")) }).Stop()
	var kept [][]byte
	grow := r.NewFunction("grow", 0, func(*Call) Value {
		kept = append(kept, make([]byte, 1<<20))
		return Undefined
	})
	if err := r.Set(r.Global(), "grow", grow.Value()); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Eval("grow.js", "for (;;) grow()"); !errors.Is(err, ErrHeapLimit) {
		t.Errorf("%v after %d MB", err, len(kept))
	}
	kept = nil
	if v, err := r.Eval("after.js", "1 + 1"); err != nil || v.Num() != 2 {
		t.Errorf("then %v, %v", v, err)
	}
}

func TestModules(t *testing.T) {
	files := map[string]string{
		"a.js":    `import {b, count, inc} from './b.js'; import def, * as ns from './b.js'; import './side.js'; inc(); export const r=[b,count,def,ns.b,Object.keys(ns).join(),Object.prototype.toString.call(ns)].join('|'); globalThis.result=r; globalThis.meta=import.meta.url`,
		"b.js":    `export const b='B'; export let count=0; export function inc(){count++}; export default class D{static toString(){return 'D'}}; export * from './c.js'; export * as star from './c.js'`,
		"c.js":    `export const c='C'; export default 1; globalThis.order=(globalThis.order||'')+'c'`,
		"side.js": `globalThis.order+='s'`,
		"even.js": `import {odd} from './odd.js'; export function even(n){return n===0||odd(n-1)}; globalThis.isEven=even(10)`,
		"odd.js":  `import {even} from './even.js'; export function odd(n){return n!==0&&even(n-1)}`,
		"tla.js":  `import {x} from './slow.js'; globalThis.tla='got '+x; export {x as y}; export default function named(){}`,
		"slow.js": `import {c} from './c.js'; globalThis.tla='before'; await null; export let x=await Promise.resolve(c+'5'); const f=async()=>(await import('./dyn.js')).default; globalThis.dyn=await f()`,
		"dyn.js":  `export default 'dynamic'`,
		"json.js": `import d from './d.json' with {type:'json'}; globalThis.json=d.k[1]`,
		"d.json":  `{"k":[1,2]}`,
		"bad.js":  `import './syntax.js'`, "syntax.js": "let x =;\n",
		"throws.js": `import './thrower.js'; globalThis.never=1`, "thrower.js": "\nthrow new Error('from module')",
		"cyc1.js":     `export * from './cyc2.js'; export const one=1; import * as ns from './cyc2.js'; globalThis.cyc=()=>Object.keys(ns).join()`,
		"cyc2.js":     `export * from './cyc1.js'; export const two=2;`,
		"gen.js":      `export async function* g(){yield 1;yield 2}; let s=0; for await (const v of g()) s+=v; globalThis.sum=s; export {s}`,
		"tlathrow.js": `await null; throw new TypeError('late')`,
	}
	var later []func()
	hooks := ModuleHooks{
		Resolve: func(r *Realm, spec, ref string) (string, error) {
			if !strings.HasPrefix(spec, "./") {
				return "", fmt.Errorf("Failed to resolve module specifier %q", spec)
			}
			return spec[2:], nil
		},
		Fetch: func(r *Realm, url, typ string, done func(ModuleSource, error)) {
			later = append(later, func() {
				text, ok := files[url]
				if !ok {
					done(ModuleSource{}, fmt.Errorf("not found: %s", url))
					return
				}
				done(ModuleSource{Source: Source{Name: url, Text: text}, JSON: strings.HasSuffix(url, ".json")}, nil)
			})
		},
	}
	var rt *Runtime
	var r *Realm
	turn := func() {
		for len(later) > 0 || rt.HasJobs() {
			list := later
			later = nil
			for _, f := range list {
				f()
			}
			if err := rt.RunJobs(); err != nil {
				t.Fatal(err)
			}
		}
	}
	load := func(url string) (state PromiseState, res Value, err error) {
		rt = NewRuntime(Options{})
		t.Cleanup(rt.Close)
		r = rt.NewRealm(RealmOptions{Modules: hooks})
		var m *Module
		r.LoadModule(url, func(got *Module, e error) { m, err = got, e })
		turn()
		if err != nil {
			return
		}
		if m == nil {
			t.Fatal(url, "never loaded")
		}
		p, err := m.Evaluate()
		if err != nil {
			t.Fatal(err)
		}
		turn()
		state, res = r.PromiseState(p)
		return
	}
	check := func(url, expr, want string) {
		t.Helper()
		state, res, err := load(url)
		if err != nil || state != Fulfilled {
			t.Errorf("%s: %v %v %v", url, state, describe(res), err)
			if !res.IsUndefined() {
				t.Log((&Exception{Value: res, realm: r}).Error())
			}
			return
		}
		v, err := r.Eval("check", expr)
		s, _ := r.ToString(v)
		if err != nil || s != want {
			t.Errorf("%s: %s is %q, want %q (%v)", url, expr, s, want, err)
		}
	}
	check("a.js", "result", "B|1|D|B|b,c,count,default,inc,star|[object Module]")
	check("a.js", "order+meta", "csa.js")
	check("even.js", "isEven", "true")
	check("tla.js", "tla+dyn", "got C5dynamic")
	check("json.js", "json", "2")
	check("cyc1.js", "cyc()", "one,two")
	check("gen.js", "sum", "3")
	if _, _, err := load("bad.js"); err == nil || !strings.Contains(err.Error(), "syntax.js:1:") {
		t.Errorf("%v", err)
	}
	if _, _, err := load("missing.js"); err == nil {
		t.Error("missing module loads")
	}
	state, res, _ := load("throws.js")
	if state != Rejected || !strings.Contains((&Exception{Value: res, realm: r}).Error(), "thrower.js:2:") {
		t.Error(state, (&Exception{Value: res, realm: r}).Error())
	}
	if state, _, _ := load("tlathrow.js"); state != Rejected {
		t.Error(state)
	}
	// import() in a classic script, an inline module, and a graph loaded twice.
	load("a.js")
	if _, err := r.Eval("classic.js", `import('./dyn.js').then(n=>{globalThis.got=n.default}); import('bare').catch(e=>{globalThis.err=e.name})`); err != nil {
		t.Fatal(err)
	}
	r.LoadInlineModule(Source{Name: "page.html", Line: 3, Text: "import {c} from './c.js'; globalThis.inline=c"}, func(m *Module, err error) {
		if err != nil {
			t.Error(err)
			return
		}
		m.Evaluate()
	})
	turn()
	if v, err := r.Eval("x", "got+err+inline+order"); err != nil || v.Str() != "dynamicTypeErrorCcs" {
		t.Error(describe(v), err)
	}
}

func TestModuleChain(t *testing.T) {
	rt := NewRuntime(Options{})
	t.Cleanup(rt.Close)
	const n = 300
	r := rt.NewRealm(RealmOptions{Modules: ModuleHooks{
		Resolve: func(r *Realm, s, ref string) (string, error) { return s, nil },
		Fetch: func(r *Realm, url, typ string, done func(ModuleSource, error)) {
			var i int
			fmt.Sscan(url, &i)
			text := fmt.Sprintf("import {v as w} from '%d'; export const v=w+1", i+1)
			if i == n {
				text = "export const v=0"
			}
			done(ModuleSource{Source: Source{Name: url, Text: text}}, nil)
		}}})
	r.LoadModule("0", func(m *Module, err error) {
		if err != nil {
			t.Fatal(err)
		}
		m.Evaluate()
		if v, _ := r.Get(m.Namespace(), "v"); v.Num() != n {
			t.Error(describe(v))
		}
	})
}

func (t *Table) classNamed(name string) *Class { return t.byName[name] }
