// Built-ins that goja lacks. The file is an expression: an object with one function for each
// "Object.property". It is compiled once a process and run in a realm when script first asks for one
// of them.
(function () {
	"use strict";
	const ownKeys = Reflect.ownKeys, defineProperty = Object.defineProperty, TypeErr = TypeError, RangeErr = RangeError;
	const iteratorSymbol = Symbol.iterator, asyncIteratorSymbol = Symbol.asyncIterator;

	function groups(items, callback, key) {
		if (items === undefined || items === null) throw new TypeErr("groupBy called on null or undefined");
		if (typeof callback !== "function") throw new TypeErr("groupBy needs a function");
		const map = new Map();
		let i = 0;
		for (const item of items) {
			const k = key(callback(item, i++));
			const list = map.get(k);
			if (list) list.push(item);
			else map.set(k, [item]);
		}
		return map;
	}
	const toKey = k => typeof k === "symbol" ? k : String(k);

	// Iterator records of the helpers: next is read once.
	function direct(o) {
		if (Object(o) !== o) throw new TypeErr("Iterator helper called on a value that is no object");
		return { it: o, next: o.next };
	}
	function step(rec) {
		const r = Reflect.apply(rec.next, rec.it, []);
		if (Object(r) !== r) throw new TypeErr("Iterator result is no object");
		return r;
	}
	function close(it) {
		const f = it.return;
		if (f !== undefined && f !== null) Reflect.apply(f, it, []);
	}
	function guarded(it, f) {
		try {
			return f();
		} catch (e) {
			try { close(it); } catch { }
			throw e;
		}
	}
	function callable(it, f) {
		if (typeof f !== "function") guarded(it, () => { throw new TypeErr(String(f) + " is not a function"); });
	}
	function count(it, n) {
		return guarded(it, () => {
			const x = Number(n);
			if (x !== x) throw new RangeErr(String(n) + " must be positive");
			const i = Math.trunc(x);
			if (i < 0) throw new RangeErr(String(n) + " must be positive");
			return i;
		});
	}
	let helperProto;
	const state = new WeakMap();
	// A helper is a generator body behind an object whose prototype is %IteratorHelperPrototype%.
	function helper(rec, body) {
		if (!helperProto) {
			helperProto = Object.create(Object.getPrototypeOf(Object.getPrototypeOf([][iteratorSymbol]())));
			const methods = {
				next() {
					const s = state.get(this);
					if (!s) throw new TypeErr("next called on an incompatible receiver");
					s.started = true;
					return s.gen.next();
				},
				return() {
					const s = state.get(this);
					if (!s) throw new TypeErr("return called on an incompatible receiver");
					if (!s.started) {
						s.started = true;
						s.gen.return();
						close(s.rec.it);
						return { value: undefined, done: true };
					}
					return s.gen.return();
				},
			};
			for (const k of ["next", "return"]) defineProperty(helperProto, k, { value: methods[k], writable: true, configurable: true });
			defineProperty(helperProto, Symbol.toStringTag, { value: "Iterator Helper", configurable: true });
		}
		const h = Object.create(helperProto);
		state.set(h, { gen: body(), rec, started: false });
		return h;
	}
	function* each(rec) {
		let done = false;
		try {
			for (;;) {
				let r;
				try {
					r = step(rec);
					if (r.done) { done = true; return; }
					r = r.value;
				} catch (e) {
					done = true;
					throw e;
				}
				yield r;
			}
		} finally {
			if (!done) close(rec.it);
		}
	}
	function flattenable(v) {
		if (Object(v) !== v) throw new TypeErr("flatMap callback must return an iterable object");
		const f = v[iteratorSymbol];
		return direct(f === undefined || f === null ? v : Reflect.apply(f, v, []));
	}
	const it = {
		map(fn) { const r0 = this; callable(r0, fn); const r = direct(r0); return helper(r, function* () { let i = 0; for (const v of each(r)) yield fn(v, i++); }); },
		filter(fn) { callable(this, fn); const r = direct(this); return helper(r, function* () { let i = 0; for (const v of each(r)) if (fn(v, i++)) yield v; }); },
		take(limit) {
			const n = count(this, limit), r = direct(this);
			return helper(r, function* () {
				let left = n;
				if (left === 0) { close(r.it); return; }
				for (const v of each(r)) { yield v; if (--left === 0) return; }
			});
		},
		drop(limit) { const n = count(this, limit), r = direct(this); return helper(r, function* () { let left = n; for (const v of each(r)) { if (left > 0) { left--; continue; } yield v; } }); },
		flatMap(fn) { callable(this, fn); const r = direct(this); return helper(r, function* () { let i = 0; for (const v of each(r)) yield* each(flattenable(fn(v, i++))); }); },
		reduce(fn) {
			callable(this, fn);
			const r = direct(this);
			let acc, i = 0, has = arguments.length > 1;
			if (has) acc = arguments[1];
			for (const v of each(r)) {
				if (!has) { acc = v; has = true; } else acc = fn(acc, v, i);
				i++;
			}
			if (!has) throw new TypeErr("Reduce of a done iterator with no initial value");
			return acc;
		},
		toArray() { return [...each(direct(this))]; },
		forEach(fn) { callable(this, fn); let i = 0; for (const v of each(direct(this))) fn(v, i++); },
		some(fn) { callable(this, fn); let i = 0; for (const v of each(direct(this))) if (fn(v, i++)) return true; return false; },
		every(fn) { callable(this, fn); let i = 0; for (const v of each(direct(this))) if (!fn(v, i++)) return false; return true; },
		find(fn) { callable(this, fn); let i = 0; for (const v of each(direct(this))) if (fn(v, i++)) return v; },
	};

	function html(name, tag, attr) {
		return attr ? { [name](v) {
			if (this === undefined || this === null) throw new TypeErr("String.prototype." + name + " called on null or undefined");
			const s = String(this), a = String(v).replaceAll('"', "&quot;");
			return "<" + tag + " " + attr + '="' + a + '">' + s + "</" + tag + ">";
		} }[name] : { [name]() {
			if (this === undefined || this === null) throw new TypeErr("String.prototype." + name + " called on null or undefined");
			return "<" + tag + ">" + String(this) + "</" + tag + ">";
		} }[name];
	}
	function wellFormed(s) {
		for (let i = 0; i < s.length; i++) {
			const c = s.charCodeAt(i);
			if ((c & 0xf800) !== 0xd800) continue;
			if (c >= 0xdc00 || i + 1 === s.length || (s.charCodeAt(i + 1) & 0xfc00) !== 0xdc00) return false;
			i++;
		}
		return true;
	}
	const strings = {
		isWellFormed() {
			if (this === undefined || this === null) throw new TypeErr("String.prototype.isWellFormed called on null or undefined");
			return wellFormed(String(this));
		},
		toWellFormed() {
			if (this === undefined || this === null) throw new TypeErr("String.prototype.toWellFormed called on null or undefined");
			const s = String(this);
			if (wellFormed(s)) return s;
			let out = "";
			for (let i = 0; i < s.length; i++) {
				const c = s.charCodeAt(i);
				if ((c & 0xf800) !== 0xd800) out += s[i];
				else if (c < 0xdc00 && i + 1 < s.length && (s.charCodeAt(i + 1) & 0xfc00) === 0xdc00) out += s[i] + s[++i];
				else out += "\ufffd";
			}
			return out;
		},
	};
	const objects = {
		groupBy(items, callback) {
			const out = Object.create(null);
			for (const [k, v] of groups(items, callback, toKey)) out[k] = v;
			return out;
		},
		__defineGetter__(name, f) {
			if (typeof f !== "function") throw new TypeErr("Object.prototype.__defineGetter__: Expecting function");
			defineProperty(Object(this), name, { get: f, enumerable: true, configurable: true });
		},
		__defineSetter__(name, f) {
			if (typeof f !== "function") throw new TypeErr("Object.prototype.__defineSetter__: Expecting function");
			defineProperty(Object(this), name, { set: f, enumerable: true, configurable: true });
		},
		__lookupGetter__(name) {
			for (let o = Object(this); o; o = Object.getPrototypeOf(o)) {
				const d = Object.getOwnPropertyDescriptor(o, name);
				if (d) return d.get;
			}
		},
		__lookupSetter__(name) {
			for (let o = Object(this); o; o = Object.getPrototypeOf(o)) {
				const d = Object.getOwnPropertyDescriptor(o, name);
				if (d) return d.set;
			}
		},
	};
	const maps = { groupBy(items, callback) { return groups(items, callback, k => k === 0 ? 0 : k); } };
	const promises = {
		withResolvers() {
			let resolve, reject;
			const promise = new this((a, b) => { resolve = a; reject = b; });
			return { promise, resolve, reject };
		},
		try(callback, ...args) {
			if (Object(this) !== this) throw new TypeErr("Promise.try called on a value that is no object");
			return new this((resolve, reject) => {
				try { resolve(callback(...args)); } catch (e) { reject(e); }
			});
		},
	};
	const arrays = {
		async fromAsync(items, mapper, thisArg) {
			if (mapper !== undefined && typeof mapper !== "function") throw new TypeErr(String(mapper) + " is not a function");
			const C = typeof this === "function" ? this : Array;
			const asyncIter = items[asyncIteratorSymbol];
			const syncIter = asyncIter === undefined || asyncIter === null ? items[iteratorSymbol] : undefined;
			let i = 0;
			const put = (a, v) => defineProperty(a, i, { value: v, writable: true, enumerable: true, configurable: true });
			if (asyncIter === undefined && (syncIter === undefined || syncIter === null)) {
				const n = Math.min(Math.max(Math.trunc(Number(items.length)) || 0, 0), Number.MAX_SAFE_INTEGER);
				const a = new C(n);
				for (; i < n; i++) {
					let v = await items[i];
					if (mapper) v = await Reflect.apply(mapper, thisArg, [v, i]);
					put(a, v);
				}
				a.length = n;
				return a;
			}
			const a = new C();
			const source = asyncIter ? Reflect.apply(asyncIter, items, []) : Reflect.apply(syncIter, items, []);
			const next = source.next;
			for (; ; i++) {
				let r = Reflect.apply(next, source, []);
				if (asyncIter) r = await r;
				if (Object(r) !== r) throw new TypeErr("Iterator result is no object");
				if (r.done) break;
				try {
					let v = asyncIter ? r.value : await r.value;
					if (mapper) v = await Reflect.apply(mapper, thisArg, [v, i]);
					put(a, v);
				} catch (e) {
					try {
						const f = source.return;
						if (f) { const q = Reflect.apply(f, source, []); if (asyncIter) await q; }
					} catch { }
					throw e;
				}
			}
			a.length = i;
			return a;
		},
	};
	const regexps = {
		escape(s) {
			if (typeof s !== "string") throw new TypeErr("RegExp.escape needs a string");
			let out = "";
			const hex = (c, n) => c.toString(16).padStart(n, "0");
			for (let i = 0; i < s.length; i++) {
				const c = s.charCodeAt(i), ch = s[i];
				if (i === 0 && /[0-9A-Za-z]/.test(ch)) out += "\\x" + hex(c, 2);
				else if ("^$\\.*+?()[]{}|/".includes(ch)) out += "\\" + ch;
				else if (c >= 9 && c <= 13) out += "\\" + (c === 9 ? "t" : c === 10 ? "n" : c === 11 ? "v" : c === 12 ? "f" : "r");
				else if (",-=<>#&!%:;@~'`\"".includes(ch) || c === 0x20) out += "\\x" + hex(c, 2);
				else if (/\s/.test(ch) || (c & 0xf800) === 0xd800 && !wellFormed(ch + (s[i + 1] || "")) && !(i > 0 && c >= 0xdc00 && wellFormed(s[i - 1] + ch))) out += c < 256 ? "\\x" + hex(c, 2) : "\\u" + hex(c, 4);
				else out += ch;
			}
			return out;
		},
	};
	const dates = {
		getYear() {
			return dateYear.call(this) - 1900;
		},
		setYear(year) {
			dateTime.call(this); // throws unless it is a Date
			const y = Number(year);
			if (y !== y) return setTime.call(this, NaN);
			const i = Math.trunc(y);
			return setYear.call(this, 0 <= i && i <= 99 ? 1900 + i : y);
		},
	};
	const { getFullYear: dateYear, getTime: dateTime, setTime, setFullYear: setYear } = Date.prototype;
	const numbers = {
		// English grouping: what en-US prints. Other locales come with Intl.
		toLocaleString(locales, options) {
			const x = Number(this);
			if (x !== x) return "NaN";
			if (x === Infinity) return "∞";
			if (x === -Infinity) return "-∞";
			const o = options || {};
			let min = o.minimumFractionDigits === undefined ? 0 : Number(o.minimumFractionDigits);
			let max = o.maximumFractionDigits === undefined ? Math.max(min, o.style === "percent" ? 0 : 3) : Number(o.maximumFractionDigits);
			if (!(min >= 0 && min <= 100 && max >= min && max <= 100)) throw new RangeErr("maximumFractionDigits value is out of range.");
			let y = o.style === "percent" ? x * 100 : x;
			let [whole, frac = ""] = Math.abs(y) < 1e21 ? Math.abs(y).toFixed(Math.min(max, 100)).split(".") : [BigInt(Math.abs(y)).toString()];
			while (frac.length > min && frac.endsWith("0")) frac = frac.slice(0, -1);
			if (o.useGrouping !== false) whole = whole.replace(/\B(?=(\d{3})+$)/g, ",");
			const zero = /^[0,]*$/.test(whole) && /^0*$/.test(frac);
			return (y < 0 || Object.is(y, -0) || zero && x < 0 ? "-" : "") + whole + (frac ? "." + frac : "") + (o.style === "percent" ? "%" : "");
		},
	};
	const math = {
		sumPrecise(items) {
			// Shewchuk's partials: exact, then rounded once.
			const partials = [];
			let any = false, inf = 0, nan = false, big = 0;
			for (const v of items) {
				if (typeof v !== "number") throw new TypeErr("Math.sumPrecise needs numbers");
				if (v !== v) { nan = true; continue; }
				if (v === Infinity || v === -Infinity) { if (inf && inf !== v) nan = true; inf = v; continue; }
				if (!Object.is(v, -0)) any = true;
				let x = v, n = 0;
				for (let y of partials) {
					if (Math.abs(x) < Math.abs(y)) [x, y] = [y, x];
					let hi = x + y;
					if (hi === Infinity || hi === -Infinity) { big += hi > 0 ? 1 : -1; x = x - (hi > 0 ? 2 ** 1023 : -(2 ** 1023)); x = x - (hi > 0 ? 2 ** 1023 : -(2 ** 1023)); hi = x + y; }
					const lo = y - (hi - x);
					if (lo !== 0) partials[n++] = lo;
					x = hi;
				}
				partials.length = n;
				partials.push(x);
			}
			if (nan) return NaN;
			if (inf) return inf;
			if (!any) return -0;
			if (big) { let s = 0; for (const p of partials) s += p / 4; return (s + big * 2 ** 1022) * 4; }
			let n = partials.length - 1;
			if (n < 0) return 0;
			let hi = partials[n], lo = 0;
			while (n > 0) {
				const x = hi, y = partials[--n];
				hi = x + y;
				lo = y - (hi - x);
				if (lo !== 0) break;
			}
			if (n > 0 && (lo < 0 && partials[n - 1] < 0 || lo > 0 && partials[n - 1] > 0)) {
				const y = lo * 2, x = hi + y;
				if (y === x - hi) hi = x;
			}
			return hi;
		},
	};
	const out = {
		"Object.groupBy": objects.groupBy, "Map.groupBy": maps.groupBy,
		"Promise.withResolvers": promises.withResolvers, "Promise.try": promises.try,
		"Array.fromAsync": arrays.fromAsync, "RegExp.escape": regexps.escape, "Math.sumPrecise": math.sumPrecise,
		"Number.prototype.toLocaleString": numbers.toLocaleString, "Date.prototype.getYear": dates.getYear, "Date.prototype.setYear": dates.setYear,
	};
	for (const k of ownKeys(it)) out["Iterator.prototype." + k] = it[k];
	for (const k of ownKeys(strings)) out["String.prototype." + k] = strings[k];
	for (const k of ["__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__"]) out["Object.prototype." + k] = objects[k];
	const tags = { anchor: ["a", "name"], big: ["big"], blink: ["blink"], bold: ["b"], fixed: ["tt"], fontcolor: ["font", "color"], fontsize: ["font", "size"], italics: ["i"], link: ["a", "href"], small: ["small"], strike: ["strike"], sub: ["sub"], sup: ["sup"] };
	for (const k of ownKeys(tags)) out["String.prototype." + k] = html(k, tags[k][0], tags[k][1]);

	// Iterator: an abstract class, with from.
	const wrapProto = Object.create(Object.getPrototypeOf(Object.getPrototypeOf([][iteratorSymbol]())));
	const wrapped = new WeakMap();
	const wrapMethods = {
		next() { const r = wrapped.get(this); return Reflect.apply(r.next, r.it, []); },
		return() { const r = wrapped.get(this), f = r.it.return; return f === undefined || f === null ? { value: undefined, done: true } : Reflect.apply(f, r.it, []); },
	};
	for (const k of ["next", "return"]) defineProperty(wrapProto, k, { value: wrapMethods[k], writable: true, configurable: true });
	function Iterator() {
		if (new.target === undefined || new.target === Iterator) throw new TypeErr("Abstract class Iterator not directly constructable");
	}
	defineProperty(Iterator, "prototype", { value: Object.getPrototypeOf(Object.getPrototypeOf([][iteratorSymbol]())), writable: false });
	const statics = {
		from(o) {
			if (Object(o) !== o && typeof o !== "string") throw new TypeErr("Iterator.from called on a value that is no object");
			const f = o[iteratorSymbol];
			const r = direct(f === undefined || f === null ? o : Reflect.apply(f, o, []));
			if (r.it instanceof Iterator) return r.it;
			const w = Object.create(wrapProto);
			wrapped.set(w, r);
			return w;
		},
	};
	defineProperty(Iterator, "from", { value: statics.from, writable: true, configurable: true });
	out.Iterator = Iterator;
	return out;
})()
