// As much of the harness as the tests of this folder need, with the interface that report.js uses.
(() => {
	const tests = [], callbacks = [];
	const harness = { status: 0, message: null };
	let waiting = 0, loaded = false, ended = false;
	const end = () => {
		if (ended) return;
		ended = true;
		for (const f of callbacks) f(tests, harness);
	};
	const check = () => { if (loaded && waiting === 0) end(); };
	window.setup = () => {};
	window.add_completion_callback = f => callbacks.push(f);
	window.test = (f, name) => {
		const t = { name, status: 0, message: null };
		tests.push(t);
		try { f(); } catch (e) { t.status = 1; t.message = e.message; }
	};
	window.promise_test = (f, name) => {
		const t = { name, status: 3, message: null };
		tests.push(t);
		waiting++;
		f().then(() => { t.status = 0; }, e => { t.status = 1; t.message = e.message; }).then(() => { waiting--; check(); });
	};
	window.assert_equals = (got, want) => { if (got !== want) throw Error(`got ${got}, want ${want}`); };
	window.timeout = () => {
		harness.status = 2;
		end();
	};
	addEventListener('error', e => { harness.status = 1; harness.message = e.message; });
	addEventListener('load', () => { loaded = true; setTimeout(check); });
	setTimeout(timeout, 10000);
})();
