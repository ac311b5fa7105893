// Runs one suite of Speedometer with the benchmark's own runner, and leaves what it measured and what the page was like after each step in
// window.result. Where the checkout is served, this is /conformance/driver.js, and /conformance/?suite=NAME the page that loads it.
import { BenchmarkRunner } from "/resources/benchmark-runner.mjs";
import { DefaultSuites } from "/suites/default-suites.mjs";
import { ExperimentalSuites } from "/suites-experimental/suites.mjs";

const suites = [...DefaultSuites, ...ExperimentalSuites];
const query = new URLSearchParams(location.search);

// state is what is compared between browsers: the elements of a document with its open shadow trees, a hash of its text, and what the user would see
// of lists of todos and charts.
function state(doc) {
    const s = { path: "", elements: 0, hash: 0, text: 0, items: 0, completed: 0, shapes: 0, canvases: 0 };
    let hash = 0x811c9dc5;
    const roots = [doc];
    for (let root; (root = roots.pop()); ) {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
        for (let n = walker.nextNode(); n; n = walker.nextNode()) {
            if (n.nodeType === Node.TEXT_NODE) {
                if (/^(script|style|template|noscript)$/.test(n.parentNode.localName)) continue;
                const t = n.data.trim();
                s.text += t.length;
                for (let i = 0; i < t.length; i++) hash = Math.imul(hash ^ t.charCodeAt(i), 0x01000193);
                continue;
            }
            s.elements++;
            if (n.matches("input[type=checkbox].toggle, input[type=checkbox].toggle-todo-input")) {
                s.items++;
                if (n.checked) s.completed++;
            }
            if (n.matches("path, rect, circle, line")) s.shapes++;
            if (n.matches("canvas")) s.canvases++;
            if (n.shadowRoot) roots.push(n.shadowRoot);
        }
    }
    s.hash = hash >>> 0;
    const at = doc.defaultView.location;
    s.path = at.pathname + at.hash;
    return s;
}

// measured are the times of the steps, in ms, by what the runner made of them.
const measured = (tests) => Object.entries(tests).map(([name, t]) => ({ name, time: t.total }));

// settleMs is how long an editor that highlights by slices of some milliseconds gets to end: how far the first slice comes depends on the machine.
const settleMs = 8000;

async function run(suite, iterations) {
    const result = { suite: suite.name, steps: [], iterations: [], error: "" };
    let frame = null;
    const look = (step) => result.steps.push({ step, ...state(frame.contentDocument) });
    let last = null;
    const client = {
        willAddTestFrame(f) {
            frame = f;
            result.steps = [];
            last = null;
        },
        willRunTest(_, step) {
            if (last) look(last.name);
            last = step;
        },
        async didFinishSuite() {
            if (suite.name === "Editor-CodeMirror") await new Promise((done) => setTimeout(done, settleMs));
            look(last?.name ?? "end");
        },
        didRunSuites(values) {
            const t = values.tests[suite.name];
            result.iterations.push({ total: t.total, prepare: t.prepare, steps: measured(t.tests) });
        },
        handleError(error) {
            result.error = String(error?.stack ?? error);
        },
    };
    const runner = new BenchmarkRunner([{ ...suite, enabled: true }], client);
    await runner.runMultipleIterations(iterations);
    return result;
}

window.suites = suites.filter((s) => !s.disabled).map((s) => s.name);
const name = query.get("suite");
if (name) {
    const suite = suites.find((s) => s.name === name);
    const iterations = Number(query.get("iterationCount")) || 1;
    (suite ? run(suite, iterations) : Promise.reject("no such suite"))
        .catch((error) => ({ suite: name, steps: [], iterations: [], error: String(error?.stack ?? error) }))
        .then((result) => (window.result = JSON.stringify(result)));
}
