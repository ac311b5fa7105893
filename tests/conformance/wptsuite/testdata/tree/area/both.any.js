// META: title=a script for "all"
// META: script=helper.js
// META: global=window,worker
promise_test(async () => {
	const r = await fetch('data.txt');
	assert_equals(r.headers.get('content-type'), 'text/x-own');
	assert_equals(r.headers.get('x-dir'), 'yes');
	assert_equals(await r.text(), helper);
}, 'headers');
promise_test(async () => {
	assert_equals((await (await fetch('text.sub.txt?a=<')).text()), 'localhost:8000 www.not-localhost.test &lt; {{nothing}}\n');
}, 'substitution');
promise_test(async () => {
	const r = await fetch('http://www.localhost:8000/area/sub/open.txt?pipe=status(404)|header(X-A,b)|slice(1,3)');
	assert_equals(r.status, 404);
	assert_equals(await r.text(), 'pe');
}, 'pipes');
