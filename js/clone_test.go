package js

import "testing"

func TestStructuredClone(t *testing.T) {
	rt := NewRuntime(Options{})
	defer rt.Close()
	r := rt.NewRealm(RealmOptions{})
	clone := r.NewFunction("clone", 1, func(c *Call) Value {
		var tr []Value
		if c.Has(1) {
			c.Sequence(1, func(v Value) { tr = append(tr, v) })
		}
		v, err := c.Realm().StructuredClone(c.Arg(0), tr, nil)
		if err != nil {
			return c.Fail(err)
		}
		return v
	})
	if err := r.Set(r.Global(), "clone", clone.Value()); err != nil {
		t.Fatal(err)
	}
	for _, src := range []string{
		`var o={a:1,b:[1,,3],c:"\ud800x",d:null,e:undefined,f:-0,g:10n**30n};o.self=o;var c=clone(o);c!==o&&c.self===c&&c.b.length===3&&!(1 in c.b)&&c.c==="\ud800x"&&c.d===null&&'e' in c&&Object.is(c.f,-0)&&c.g===10n**30n`,
		`var m=new Map([[1,{x:2}],["k",new Set([1,2])]]);var c=clone(m);c instanceof Map&&c.get(1).x===2&&c.get("k").has(2)&&c.size===2`,
		`var d=new Date(1234567890123);var c=clone({d,i:new Date(NaN)});+c.d===1234567890123&&isNaN(c.i)&&c.d instanceof Date`,
		`var c=clone(/a(b)/gi);c instanceof RegExp&&c.source==="a(b)"&&c.flags==="gi"`,
		`var c=clone([new Boolean(true),new Number(3),new String("s"),Object(5n)]);c[0].valueOf()===true&&typeof c[0]==='object'&&c[1]+0===3&&c[2]+""==="s"&&typeof c[3]==='object'`,
		`var e=new RangeError("no");e.extra=1;var c=clone(e);c instanceof RangeError&&c.message==="no"&&c.stack===e.stack&&c.extra===undefined`,
		`var b=new Uint8Array([1,2,3,4]).buffer;var v=new Uint16Array(b,2,1);var c=clone({b,v,dv:new DataView(b,1,2)});c.v.buffer===c.b&&c.v[0]===0x403&&c.b!==b&&c.v.byteOffset===2&&c.dv.getUint8(0)===2`,
		`var b=new ArrayBuffer(8);var c=clone({b},[b]);c.b.byteLength===8&&b.byteLength===0`,
		`var r;try{clone(function f(){})}catch(e){r=e.name}r==='DataCloneError'`,
		`var r;try{clone(Symbol())}catch(e){r=e.name}r==='DataCloneError'`,
		`var r;try{clone(1,[{}])}catch(e){r=e.name}r==='DataCloneError'`,
		`var r;try{clone({get a(){throw 7}})}catch(e){r=e}r===7`,
		`var o={get a(){delete o.b;return 1},b:2};var c=clone(o);c.a===1&&!('b' in c)`,
		`class A{constructor(){this.q=1}m(){}};var c=clone(new A);c.q===1&&Object.getPrototypeOf(c)===Object.prototype`,
		`var set=Map.prototype.set,add=Set.prototype.add;Map.prototype.set=Set.prototype.add=()=>{throw 1};var c=clone([new Map([]),new Set()]);var m=new Map,s=new Set;set.call(m,1,2);add.call(s,3);c=clone([m,s]);Map.prototype.set=set;Set.prototype.add=add;c[0].get(1)===2&&c[1].has(3)&&c[0].size===1`,
		`var e=new Error("m",{cause:new RangeError("r")});var c=clone(e);c.cause instanceof RangeError&&c.cause.message==="r"&&JSON.stringify(Object.getOwnPropertyDescriptor(clone(new Error("m",{cause:1})),"cause"))==='{"value":1,"writable":true,"enumerable":false,"configurable":true}'`,
		`var e=new Error("m");e.cause=e;var c=clone(e);c!==e&&c.cause===c&&!("cause" in clone(new Error("m")))&&"cause" in clone(new Error("m",{cause:undefined}))`,
		`var e=new Error("x"),o=[];for(let k of ["name","message","stack","cause"])Object.defineProperty(e,k,{get(){o.push(k);return k}});var c=clone(e);o.join()==="name,stack"&&!Object.hasOwn(c,"message")&&!("cause" in c)&&c.stack==="stack"`,
		`class F extends Error{get cause(){return 7}get message(){return "pm"}};var c=clone(new F);c.message===""&&!("cause" in c)&&c.constructor===Error`,
		`var r=[];for(let k of ["name","stack"]){var e=new Error;Object.defineProperty(e,k,{get(){throw k}});try{clone(e)}catch(x){r.push(x)}}r.join()==="name,stack"`,
		`var e=new Error("x");e.stack=5;var c=clone(e);c.stack===undefined&&Object.getOwnPropertyNames(c).join()==="stack,message"`,
		`var e=new Error("x");e.name="TypeError";var f=new Error("x");f.name="Foo";var g=new Error;g.message=5;clone(e) instanceof TypeError&&clone(f).name==="Error"&&clone(g).message==="5"`,
		`var r=[];for(let k of ["name","message"]){var e=new Error;Object.defineProperty(e,k,{value:Symbol()});try{clone(e)}catch(x){r.push(x.name)}}r.join()==="TypeError,TypeError"`,
		`var e=new Error("x");e.cause=()=>0;var r;try{clone(e)}catch(x){r=x.name}r==='DataCloneError'`,
		`var b=new ArrayBuffer(4),r=[];var t=f=>{try{f();r.push("none")}catch(x){r.push(x.message)}};t(()=>clone({get x(){throw Error("gone")}},[b,{}]));t(()=>clone({get x(){throw Error("gone")}},[b,b]));t(()=>clone({get x(){clone(0,[b])}},[b]));t(()=>clone({get x(){throw Error("mine")}},[b]));t(()=>clone(0,[b]));r.map(x=>x.replace(/^.*: /,"")).join("|")==="Value at index 1 does not have a transferable type.|ArrayBuffer at index 1 is a duplicate of an earlier ArrayBuffer.|ArrayBuffer at index 0 is already detached.|mine|ArrayBuffer at index 0 is already detached."`,
		`var b=new ArrayBuffer(4);clone(b,[b]);var r;try{clone(b)}catch(e){r=e.name}r==='DataCloneError'`,
	} {
		v, err := r.Eval("t.js", src)
		if err != nil {
			t.Errorf("%s: %v", src, err)
		} else if !v.IsTrue() {
			t.Errorf("%s: %s", src, describe(v))
		}
	}
	// Into another runtime.
	rt2 := NewRuntime(Options{})
	defer rt2.Close()
	r2 := rt2.NewRealm(RealmOptions{})
	v, _ := r.Eval("t.js", `({a:[1,2,{b:"x"}]})`)
	s, err := r.StructuredSerialize(v, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	w, _, err := r2.StructuredDeserialize(s, nil)
	if err != nil {
		t.Fatal(err)
	}
	if js, _ := r2.JSONStringify(w); js != `{"a":[1,2,{"b":"x"}]}` {
		t.Error(js)
	}
	// Depth.
	if _, err := r.Eval("t.js", `var d={};for(var i=0,x=d;i<200000;i++)x=x.n={};var q;try{clone(d)}catch(e){q=e instanceof RangeError};if(!q)throw 1`); err != nil {
		t.Error(err)
	}
}
