// Takes the place of /resources/testdriver-vendor.js: what testdriver.js asks for goes to the runner as commands. What is not here rejects.
(() => {
	const later = window.setTimeout.bind(window), load = window.fetch.bind(window);
	const address = new URL('/__driver', document.currentScript ? document.currentScript.src : location.href).href;
	const { floor, max, min, round } = Math;

	const send = async commands => {
		if (!commands.length) return;
		const answer = await (await load(address, { method: 'POST', body: JSON.stringify(commands) })).text();
		if (answer !== 'ok') throw new Error(answer);
	};
	const sleep = ms => new Promise(done => later(done, ms));

	// pathOf is where a window is among the page's frames.
	const pathOf = w => {
		const path = [];
		for (; w.parent && w.parent !== w; w = w.parent) {
			let i = 0;
			while (i < w.parent.length && w.parent[i] !== w) i++;
			if (i === w.parent.length) throw new Error('the window is in no frame');
			path.unshift(i);
		}
		return path;
	};
	const windowOf = el => el.ownerDocument.defaultView;

	// middle is the middle of what is seen of an element, in the viewport of its window.
	const middle = el => {
		const w = windowOf(el);
		let r = el.getClientRects()[0];
		if (!r) throw new Error('the element has no box');
		if (r.right <= 0 || r.bottom <= 0 || r.left >= w.innerWidth || r.top >= w.innerHeight) { // what cannot be seen cannot be touched
			el.scrollIntoView({ block: 'nearest', inline: 'nearest' });
			r = el.getClientRects()[0];
		}
		const left = max(0, min(r.left, r.right)), right = min(w.innerWidth, max(r.left, r.right));
		const top = max(0, min(r.top, r.bottom)), bottom = min(w.innerHeight, max(r.top, r.bottom));
		return [floor((left + right) / 2), floor((top + bottom) / 2)];
	};

	// Sources keep their places, and what is down, from one sequence to the next.
	const devices = new Map();
	const deviceOf = (type, id) => {
		const key = type + ' ' + id;
		if (!devices.has(key)) devices.set(key, { type, id: devices.size + 1, x: 0, y: 0, frame: [] });
		return devices.get(key);
	};
	const nestedWindow = x => x && typeof x === 'object' && x.ownerDocument ? windowOf(x) : null;

	// steps makes functions of an action: each gives the commands of one part of the time that it takes.
	const steps = (source, device, action, home) => {
		const parts = max(1, round((action.duration || 0) / 16));
		const each = f => Array.from({ length: parts }, (_, i) => () => f((i + 1) / parts, i));
		switch (action.type) {
		case 'keyDown': case 'keyUp':
			return [() => [{ do: action.type, key: action.value }]];
		case 'pointerDown': case 'pointerUp':
			return [() => [{ ...details(action), do: action.type, x: device.x, y: device.y, frame: device.frame, type: device.type, device: device.id }]];
		case 'pointerCancel':
			return [() => [{ do: action.type, x: device.x, y: device.y, frame: device.frame, type: device.type, device: device.id }]];
		case 'pointerMove': {
			let from, to;
			return each((part, i) => {
				if (!i) {
					const frame = pathOf(nestedWindow(action.origin) || home);
					let [x, y] = [action.x, action.y];
					if (nestedWindow(action.origin)) { const m = middle(action.origin); x += m[0]; y += m[1]; }
					if (action.origin === 'pointer') { x += device.x; y += device.y; }
					from = String(frame) === String(device.frame) ? [device.x, device.y] : [x, y];
					to = [x, y];
					device.frame = frame;
				}
				device.x = from[0] + (to[0] - from[0]) * part;
				device.y = from[1] + (to[1] - from[1]) * part;
				return [{ ...details(action), do: action.type, x: device.x, y: device.y, frame: device.frame, type: device.type, device: device.id }];
			});
		}
		case 'scroll': {
			let done = [0, 0], at, frame;
			return each((part, i) => {
				if (!i) {
					frame = pathOf(nestedWindow(action.origin) || home);
					at = [action.x, action.y];
					if (nestedWindow(action.origin)) { const m = middle(action.origin); at[0] += m[0]; at[1] += m[1]; }
				}
				const deltaX = round(action.deltaX * part) - done[0], deltaY = round(action.deltaY * part) - done[1];
				done = [done[0] + deltaX, done[1] + deltaY];
				return [{ do: 'wheel', x: at[0], y: at[1], frame, deltaX, deltaY }];
			});
		}
		case 'pause':
			return [];
		}
		throw new Error('no such action: ' + action.type);
	};
	const details = ({ type, duration, origin, x, y, ...rest }) => rest;

	// perform does what the sources say, tick by tick.
	const perform = async (sources, home) => {
		const ticks = max(0, ...sources.map(s => s.actions.length));
		for (let t = 0; t < ticks; t++) {
			let time = 0, queues = [];
			for (const s of sources) {
				const action = s.actions[t];
				if (!action) continue;
				time = max(time, action.duration || 0);
				queues.push(steps(s, s.type === 'pointer' ? deviceOf((s.parameters && s.parameters.pointerType) || 'mouse', s.id) : null, action, home));
			}
			let spent = 0;
			for (let i = 0; queues.some(q => i < q.length); i++) {
				if (i) { await sleep(16); spent += 16; }
				await send(queues.flatMap(q => i < q.length ? q[i]() : []));
			}
			if (time > spent) await sleep(time - spent);
		}
	};

	const special = c => c >= '\uE000' && c <= '\uF8FF';
	const modifier = c => '\uE008\uE009\uE00A\uE03D\uE050\uE051\uE052\uE053'.includes(c);
	const shifted = c => /^[A-Z~!@#$%^&*()_+{}|:"<>?]$/.test(c);

	// typing are the commands of a text: modifiers stay down until they come again, or U+E000.
	const typing = text => {
		const commands = [], held = new Set();
		const press = (down, key) => commands.push({ do: down ? 'keyDown' : 'keyUp', key });
		const release = () => { for (const key of held) press(false, key); held.clear(); };
		for (let c of text) {
			if (c === '\n' || c === '\r') c = '\uE006';
			if (c === '\t') c = '\uE004';
			if (c === '\b') c = '\uE003';
			if (c === '\uE000') { release(); continue; }
			if (modifier(c)) {
				if (held.delete(c)) press(false, c); else { held.add(c); press(true, c); }
				continue;
			}
			const shift = !special(c) && shifted(c) && !held.has('\uE008') && !held.has('\uE050');
			if (shift) press(true, '\uE008');
			press(true, c);
			press(false, c);
			if (shift) press(false, '\uE008');
		}
		release();
		return commands;
	};

	// What is asked for is done one after the other: a test may ask before all of what it asked for last is done.
	let last = Promise.resolve();
	const inTurn = f => (...args) => {
		const done = last.then(() => f(...args));
		last = done.catch(() => {});
		return done;
	};

	Object.assign(window.test_driver_internal, {
		in_automation: true,
		click: inTurn(async (el, { x, y }) => {
			const frame = pathOf(windowOf(el)), type = 'mouse', device = deviceOf('mouse', 'click').id;
			for (const what of ['pointerMove', 'pointerDown', 'pointerUp'])
				await send([{ do: what, x: floor(x), y: floor(y), frame, type, device, button: 0 }]);
		}),
		send_keys: inTurn(async (el, keys) => {
			const root = el.getRootNode();
			if (root.activeElement !== el) {
				if (el.ownerDocument.activeElement !== el && windowOf(el) !== window) windowOf(el).focus();
				el.focus();
				if ('setSelectionRange' in el && typeof el.value === 'string') try { el.setSelectionRange(el.value.length, el.value.length); } catch (e) {}
			}
			for (const c of typing(keys)) await send([c]);
		}),
		action_sequence: inTurn((sources, context) => perform(sources, context || window)),
		async set_window_rect({ width, height }) { await send([{ do: 'resize', x: width, y: height }]); },
		async get_window_rect() { return { x: 0, y: 0, width: window.top.innerWidth, height: window.top.innerHeight }; },
		async delete_all_cookies() {
			for (const c of document.cookie.split('; ')) document.cookie = c.split('=')[0] + '=; max-age=0; path=/';
		},
	});
})();
