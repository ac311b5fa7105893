package bind

import "testing"

// The words are Chromium 156's.
func TestTransferErrors(t *testing.T) {
	expectOut(t, nil, `
		const t = f => { try { f(); out('ok') } catch (e) { out(e.constructor.name, e.name + ': ' + e.message) } };
		const gone = {get x() { throw new Error('gone') }}, mine = {get x() { throw new Error('mine') }};
		t(() => structuredClone(gone, {transfer: [self]}));
		t(() => structuredClone(0, {transfer: [document]}));
		t(() => postMessage(gone, '*', [new ArrayBuffer(1), () => 0]));
		const {port1: p, port2: q} = new MessageChannel();
		t(() => postMessage(gone, '*', [p, p]));
		t(() => postMessage({get x() { structuredClone(0, {transfer: [p]}) }}, '*', [p]));
		t(() => postMessage(mine, '*', [p]));
		t(() => postMessage(0, '*', [new ArrayBuffer(1), p]));
		t(() => q.postMessage(0, [new ArrayBuffer(1), q]));
		const c = new MessageChannel().port1; c.close(); t(() => structuredClone(0, {transfer: [c]}));
		const e = new Error; e.name = Symbol(); t(() => structuredClone(e));
		const d = (() => new DOMException('m', 'AbortError'))(); out(structuredClone(d).stack === d.stack);
	`,
		"DOMException DataCloneError: Failed to execute 'structuredClone' on 'Window': Value at index 0 does not have a transferable type.",
		"DOMException DataCloneError: Failed to execute 'structuredClone' on 'Window': Value at index 0 does not have a transferable type.",
		"DOMException DataCloneError: Failed to execute 'postMessage' on 'Window': Value at index 1 does not have a transferable type.",
		"DOMException DataCloneError: Failed to execute 'postMessage' on 'Window': Message port at index 1 is a duplicate of an earlier port.",
		"DOMException DataCloneError: Failed to execute 'postMessage' on 'Window': Port at index 0 is already neutered.",
		"Error Error: mine",
		"DOMException DataCloneError: Failed to execute 'postMessage' on 'Window': Port at index 1 is already neutered.",
		"DOMException DataCloneError: Failed to execute 'postMessage' on 'MessagePort': Port at index 1 contains the source port.",
		"ok",
		"TypeError TypeError: Failed to execute 'structuredClone' on 'Window': Cannot convert a Symbol value to a string",
		"true",
	)
}
