package bind

import "testing"

// The lines are what Chromium 156 says.
func TestObservable(t *testing.T) {
	asyncOut(t, nil, `
		const empty = Observable.from([]), log = (...x) => out(x.map(String).join(' '));
		const t = async f => { try { log('ok', await f()) } catch (e) { log(e && e.name, e && e.message) } };
		const err = o => new Promise((a, b) => o.subscribe({error: b, complete: () => a('completed')}));
		for (const f of [() => empty.first(), () => empty.last(), () => empty.reduce((a, b) => a), () => empty.find(() => 1), () => empty.some(() => 1), () => empty.every(() => 1)]) await t(f);
		await t(() => Observable.from({[Symbol.iterator]: 5}));
		await t(() => Observable.from(5));
		await t(() => Observable.from([1]).subscribe({}, {signal: 5}));
		await t(() => Observable.from([1]).subscribe(5));
		await t(() => Observable.from([1]).takeUntil([]));
		const two = Observable.from([1, 2, 3, 4]);
		await t(() => two.map((v, i) => v * 10 + i).filter(v => v > 10).take(2).toArray());
		await t(() => two.drop(2).toArray());
		await t(() => two.flatMap(v => [v, v]).toArray());
		await t(() => two.switchMap(v => [v, -v]).toArray());
		await t(() => two.reduce((a, b, i) => a + b * i));
		await t(() => two.find(v => v > 2));
		await t(() => two.forEach(v => { if (v == 2) throw new RangeError('two') }));
		await t(() => new Observable(s => s.error(new Error('q'))).catch(e => [e.message]).toArray());
		const order = [];
		new Observable(s => { s.addTeardown(() => order.push('t1')); s.addTeardown(() => order.push('t2')); s.signal.onabort = () => order.push('abort'); s.next(1); s.complete(); s.next(2); order.push(s.active) })
			.inspect({subscribe: () => order.push('sub'), next: v => order.push('n' + v), complete: () => order.push('done')}).finally(() => order.push('fin')).subscribe({next: v => order.push(v), complete: () => order.push('end')});
		log(order);
		const target = new EventTarget(), seen = [], ac = new AbortController();
		target.when('x').subscribe(e => seen.push(e.type), {signal: ac.signal});
		target.dispatchEvent(new Event('x')); ac.abort(); target.dispatchEvent(new Event('x')); log(seen);
		let subs = 0, push;
		const shared = new Observable(s => { subs++; push = s; s.addTeardown(() => log('torn down')) });
		const a1 = new AbortController(), a2 = new AbortController(), got = [];
		shared.subscribe(v => got.push('a' + v), {signal: a1.signal}); shared.subscribe(v => got.push('b' + v), {signal: a2.signal});
		push.next(1); a1.abort(); push.next(2); a2.abort(); push.next(3); log(got, subs);
		await t(() => Observable.from((async function*() { yield 1; yield 2 })()).toArray());
		await t(() => Observable.from(Promise.resolve(7)).toArray());
		await t(() => err(Observable.from({[Symbol.asyncIterator]() { return {next: () => Promise.reject(new Error('no'))} }})));
		await t(() => two.toArray({signal: AbortSignal.abort(new Error('gone'))}));
	`,
		"RangeError No values in Observable",
		"RangeError No values in Observable",
		"TypeError Reduce of empty array with no initial value",
		"ok undefined",
		"ok false",
		"ok true",
		"TypeError Failed to execute 'from' on 'Observable': @@iterator must be a callable.",
		"TypeError Failed to execute 'from' on 'Observable': Cannot convert value to an Observable. Input value must be an Observable, async iterable, iterable, or Promise.",
		"TypeError Failed to execute 'subscribe' on 'Observable': Failed to read the 'signal' property from 'SubscribeOptions': Failed to convert value to 'AbortSignal'.",
		"TypeError Failed to execute 'subscribe' on 'Observable': The provided value is not of type '(Observer or ObserverCallback)'.",
		"TypeError Failed to execute 'takeUntil' on 'Observable': parameter 1 is not of type 'Observable'.",
		"ok 21,32",
		"ok 3,4",
		"ok 1,1,2,2,3,3,4,4",
		"ok 1,-1,2,-2,3,-3,4,-4",
		"ok 21",
		"ok 3",
		"RangeError two",
		"ok q",
		"sub,n1,1,abort,t2,t1,done,fin,end,false",
		"x",
		"torn down",
		"a1,b1,b2 1",
		"ok 1,2",
		"ok 7",
		"Error no",
		"Error gone",
	)
}
