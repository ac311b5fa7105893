print(1+2, "x"+1.5, typeof null);
function fib(n) { return n < 2 ? n : fib(n-1) + fib(n-2); }
print(fib(20));
class A { #x=1; constructor(y){this.y=y} get x(){return this.#x} static s = 5; m(){return this.y+this.#x} }
class B extends A { constructor(){ super(7); } m(){ return super.m()*2 } }
print(new B().m(), new B().x, A.s);
let {a, b=2, ...r} = {a:1, c:3, d:4}; print(a,b,r.c+r.d);
try { null.foo } catch (e) { print(e.message) }
try { undefinedVar } catch (e) { print(e.message) }
try { a.b.c() } catch (e) { print(e.message) }
let f = (...x) => x.length; print(f(1,2,3), f(...[1,2]));
var o = {x:1, get y(){return 2}, ['z'+1]: 3}; print(o.x+o.y+o.z1);
for (var k in {p:1,q:2}) print(k);
label: for (let i=0;i<3;i++) { for(;;) { if (i==1) continue label; break } print('i',i) }
print(`t ${1+1}`);
function* g(){ var x = yield 1; print('got',x); try { yield 2 } finally { print('fin') } }
var it = g(); print(it.next().value, it.next('v').value, it.return(9).value);
async function af(){ print('in'); var v = await 5; print('after', v); return v+1 }
af().x; print('sync');
print(eval('1+a'));
(function(){ var q=3; print(eval('q+1'));})();
with({w:4}) print(w);
switch(3){case 1: print('no'); case 3: print('three'); default: print('def')}

/* want
3 x1.5 object
6765
16 1 5
1 2 7
Cannot read properties of null (reading 'foo')
undefinedVar is not defined
Cannot read properties of undefined (reading 'c')
3 2
6
p
q
i 0
i 2
t 2
got v
fin
1 2 9
in
sync
2
4
4
three
def
after 5
*/
