package bind

import (
	"sort"

	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/net"
)

// performance is a window's timeline. https://w3c.github.io/performance-timeline/
type performance struct {
	window    *Window
	entries   []*PerformanceEntry // all but resources, in order of start
	resources []*PerformanceEntry
	limit     int
	nav       *PerformanceEntry
	painted   bool
	observers []*PerformanceObserver // those that observe
	telling   []*PerformanceObserver // those that are told now
	queued    bool
}

func (p *performance) init(w *Window) {
	p.window, p.limit = w, 250
}

// PerformanceEntry is the state of a PerformanceEntry and of what inherits from it.
type PerformanceEntry struct {
	Object
	name, kind      string
	start, duration float64
	detail          js.Value
	res             *resourceTiming
	nav             map[string]float64 // marks of a navigation
	outer           platform           // the entry as the type of its interface
}

// resourceTiming is what is known of a resource.
type resourceTiming struct {
	initiator                  string
	timing                     net.Timing
	fetchStart, responseEnd    float64
	responseStart              float64
	status                     int
	transfer, encoded, decoded int64
	contentType, protocol      string
	visible                    bool
}

// PerformanceMark is the state of a PerformanceMark.
type PerformanceMark struct{ PerformanceEntry }

// PerformanceMeasure is the state of a PerformanceMeasure.
type PerformanceMeasure struct{ PerformanceEntry }

// PerformanceResourceTiming is the state of a PerformanceResourceTiming.
type PerformanceResourceTiming struct{ PerformanceEntry }

// PerformanceNavigationTiming is the state of a PerformanceNavigationTiming.
type PerformanceNavigationTiming struct{ PerformanceResourceTiming }

// PerformancePaintTiming is the state of a PerformancePaintTiming.
type PerformancePaintTiming struct{ PerformanceEntry }

// wrap gives an entry the type that its interface has.
func (e PerformanceEntry) wrap() *PerformanceEntry {
	switch e.kind {
	case "mark":
		x := &PerformanceMark{e}
		x.outer = x
		return &x.PerformanceEntry
	case "measure":
		x := &PerformanceMeasure{e}
		x.outer = x
		return &x.PerformanceEntry
	case "resource":
		x := &PerformanceResourceTiming{e}
		x.outer = x
		return &x.PerformanceEntry
	case "navigation":
		x := &PerformanceNavigationTiming{PerformanceResourceTiming{e}}
		x.outer = x
		return &x.PerformanceEntry
	case "paint":
		x := &PerformancePaintTiming{e}
		x.outer = x
		return &x.PerformanceEntry
	}
	x := &e
	x.outer = x
	return x
}

func (e *PerformanceEntry) script(r *js.Realm) js.Value { return objectOf(r, e.outer) }

// Performance is the state of the Performance of a window.
type Performance struct {
	EventTarget
}

// Performance is window.performance.
func (w *Window) Performance() *Performance {
	if w.performanceOb == nil {
		w.performanceOb = &Performance{EventTarget{window: w}}
	}
	return w.performanceOb
}

// Now is Performance.now.
func (p *Performance) Now() float64 { return p.window.Host.Now() }

// TimeOrigin is Performance.timeOrigin.
func (p *Performance) TimeOrigin() float64 {
	return float64(p.window.Host.WallTime().UnixMicro())/1000 - p.window.Host.Now()
}

// ToJSON is Performance.toJSON.
func (p *Performance) ToJSON(c *js.Call) js.Value {
	r := c.Realm()
	o := r.NewObject()
	_ = r.Set(o, "timeOrigin", js.Number(p.TimeOrigin()))
	return o.Value()
}

func (p *performance) all() []*PerformanceEntry {
	l := append(append([]*PerformanceEntry(nil), p.entries...), p.resources...)
	sort.SliceStable(l, func(i, j int) bool { return l[i].start < l[j].start })
	return l
}

func entryArray(r *js.Realm, l []*PerformanceEntry, name, kind Opt[string]) js.Value {
	var vals []js.Value
	for _, e := range l {
		if (!name.Set || e.name == name.Value) && (!kind.Set || e.kind == kind.Value) {
			vals = append(vals, e.script(r))
		}
	}
	return r.NewArray(vals...).Value()
}

// GetEntries is Performance.getEntries.
func (p *Performance) GetEntries(c *js.Call) js.Value {
	return entryArray(c.Realm(), p.window.perf.all(), Opt[string]{}, Opt[string]{})
}

// GetEntriesByType is Performance.getEntriesByType.
func (p *Performance) GetEntriesByType(c *js.Call) js.Value {
	k := c.DOMString(0)
	if c.Failed() {
		return js.Undefined
	}
	return entryArray(c.Realm(), p.window.perf.all(), Opt[string]{}, Some(k))
}

// GetEntriesByName is Performance.getEntriesByName.
func (p *Performance) GetEntriesByName(c *js.Call) js.Value {
	n := c.DOMString(0)
	k := Opt[string]{}
	if c.Has(1) {
		k = Some(c.DOMString(1))
	}
	if c.Failed() {
		return js.Undefined
	}
	return entryArray(c.Realm(), p.window.perf.all(), Some(n), k)
}

// add puts an entry into the timeline and hands it to observers.
func (p *performance) add(e *PerformanceEntry) {
	if e.kind == "resource" {
		if len(p.resources) < p.limit {
			p.resources = append(p.resources, e)
		}
	} else {
		p.entries = append(p.entries, e)
	}
	p.queue(e)
}

// markArgs makes a mark.
func (w *Window) newMark(c *js.Call) *PerformanceEntry {
	name := c.DOMString(0)
	o := readPerformanceMarkOptions(&c.Conv, c.Arg(1))
	if c.Failed() {
		return nil
	}
	if timingNames[name] {
		c.DOMException("SyntaxError", "'%s' is part of the PerformanceTiming interface, and cannot be used as a mark name.", name)
		return nil
	}
	m := PerformanceEntry{name: name, kind: "mark", start: w.Host.Now(), detail: js.Null}.wrap()
	if o.StartTime.Set {
		if o.StartTime.Value < 0 {
			c.TypeError("'%s' cannot have a negative start time.", name)
			return nil
		}
		m.start = o.StartTime.Value
	}
	if !o.Detail.IsNullish() {
		v, err := c.Realm().StructuredClone(o.Detail, nil, cloneHooks)
		if err != nil {
			c.Fail(err)
			return nil
		}
		m.detail = v
	}
	return m
}

// ConstructPerformanceMark is new PerformanceMark.
func ConstructPerformanceMark(c *js.Call) js.Value {
	m := windowOf(c.Realm()).newMark(c)
	if m == nil {
		return js.Undefined
	}
	m.obj = c.NewThis(cls.PerformanceMark, 0, m.outer)
	return m.obj.Value()
}

// Mark is Performance.mark.
func (p *Performance) Mark(c *js.Call) js.Value {
	m := p.window.newMark(c)
	if m == nil {
		return js.Undefined
	}
	p.window.perf.add(m)
	return m.script(c.Realm())
}

// timingNames are the attributes of PerformanceTiming.
var timingNames = func() map[string]bool {
	m := map[string]bool{}
	for _, n := range []string{"navigationStart", "unloadEventStart", "unloadEventEnd", "redirectStart", "redirectEnd", "fetchStart", "domainLookupStart", "domainLookupEnd",
		"connectStart", "connectEnd", "secureConnectionStart", "requestStart", "responseStart", "responseEnd", "domLoading", "domInteractive",
		"domContentLoadedEventStart", "domContentLoadedEventEnd", "domComplete", "loadEventStart", "loadEventEnd"} {
		m[n] = true
	}
	return m
}()

// timeOf is "convert a mark to a timestamp".
func (p *Performance) timeOf(c *js.Call, v js.Value) float64 {
	if v.IsNumber() {
		f := c.ToDouble(v)
		if f < 0 && !c.Failed() {
			c.TypeError("'%v' is negative.", f)
		}
		return f
	}
	name := c.ToDOMString(v)
	if c.Failed() {
		return 0
	}
	l := p.window.perf.entries
	for i := len(l) - 1; i >= 0; i-- {
		if l[i].kind == "mark" && l[i].name == name {
			return l[i].start
		}
	}
	if timingNames[name] {
		if name == "navigationStart" {
			return 0
		}
		if nav := p.window.perf.nav; nav != nil && nav.at(name) != 0 {
			return nav.at(name)
		}
		c.DOMException("InvalidAccessError", "'%s' is empty: either the event hasn't happened yet, or it would provide cross-origin timing information.", name)
		return 0
	}
	c.DOMException("SyntaxError", "The mark '%s' does not exist.", name)
	return 0
}

// Measure is Performance.measure.
func (p *Performance) Measure(c *js.Call) js.Value {
	name := c.DOMString(0)
	e := PerformanceEntry{name: name, kind: "measure", detail: js.Null}.wrap()
	var start, end float64
	hasEnd := false
	if o := c.Arg(1); o.IsObject() {
		d := c.Dict(1, "PerformanceMeasureOptions")
		sv, hasStart := d.Member("start")
		dv, hasDur := d.Member("duration")
		ev, hasE := d.Member("end")
		v, ok := d.Member("detail")
		d.End()
		if ok && !v.IsNullish() {
			cl, err := c.Realm().StructuredClone(v, nil, cloneHooks)
			if err != nil {
				return c.Fail(err)
			}
			e.detail = cl
		}
		if hasStart || hasDur || hasE || !e.detail.IsNull() {
			switch {
			case c.Has(2):
				return c.TypeError("If a non-empty PerformanceMeasureOptions object was passed, |end_mark| must not be passed.")
			case !hasStart && !hasE:
				return c.TypeError("If a non-empty PerformanceMeasureOptions object was passed, at least one of its 'start' or 'end' properties must be present.")
			case hasStart && hasDur && hasE:
				return c.TypeError("If a non-empty PerformanceMeasureOptions object was passed, it must not have all of its 'start', 'duration', and 'end' properties defined")
			}
		}
		dur := 0.0
		if hasDur {
			dur = c.ToDouble(dv)
		}
		d.End()
		if hasE {
			end, hasEnd = p.timeOf(c, ev), true
		}
		if hasStart {
			start = p.timeOf(c, sv)
			if hasDur {
				end, hasEnd = start+dur, true
			}
		} else if hasDur && hasEnd {
			start = end - dur
		}
	} else if c.Has(1) {
		start = p.timeOf(c, c.Arg(1))
	}
	if c.Has(2) {
		end, hasEnd = p.timeOf(c, c.Arg(2)), true
	}
	if c.Failed() {
		return js.Undefined
	}
	if !hasEnd {
		end = p.Now()
	}
	e.start, e.duration = start, end-start
	p.window.perf.add(e)
	return e.script(c.Realm())
}

func (p *performance) clear(kind string, name Opt[string]) {
	kept := p.entries[:0:0]
	for _, e := range p.entries {
		if e.kind != kind || name.Set && e.name != name.Value {
			kept = append(kept, e)
		}
	}
	p.entries = kept
}

// ClearMarks is Performance.clearMarks.
func (p *Performance) ClearMarks(name Opt[string]) { p.window.perf.clear("mark", name) }

// ClearMeasures is Performance.clearMeasures.
func (p *Performance) ClearMeasures(name Opt[string]) { p.window.perf.clear("measure", name) }

// ClearResourceTimings is Performance.clearResourceTimings.
func (p *Performance) ClearResourceTimings() { p.window.perf.resources = nil }

// SetResourceTimingBufferSize is Performance.setResourceTimingBufferSize.
func (p *Performance) SetResourceTimingBufferSize(n uint32) { p.window.perf.limit = int(min(n, 10000)) }

// Name is PerformanceEntry.name.
func (e *PerformanceEntry) Name() string { return e.name }

// EntryType is PerformanceEntry.entryType.
func (e *PerformanceEntry) EntryType() string { return e.kind }

// StartTime is PerformanceEntry.startTime.
func (e *PerformanceEntry) StartTime() float64 { return e.start }

// Duration is PerformanceEntry.duration.
func (e *PerformanceEntry) Duration() float64 { return e.duration }

// Detail is the detail of a mark or measure.
func (e *PerformanceEntry) Detail() js.Value { return e.detail }

func (e *PerformanceEntry) trace(t *js.Tracer) { t.Mark(e.detail) }

// mark is mark for entries: there are many, and few have a detail.
func (e *PerformanceEntry) mark(t *js.Tracer) {
	if !e.obj.IsNone() {
		t.MarkObject(e.obj)
	} else {
		t.Mark(e.detail)
	}
}

func (p *performance) trace(t *js.Tracer) {
	for _, l := range [...][]*PerformanceEntry{p.entries, p.resources} {
		for _, e := range l {
			e.mark(t)
		}
	}
	if p.nav != nil {
		p.nav.mark(t)
	}
	markAll(t, p.observers)
	markAll(t, p.telling)
}

// entryFields are the members that toJSON gives, by interface.
var resourceFields = []string{"initiatorType", "nextHopProtocol", "workerStart", "redirectStart", "redirectEnd", "fetchStart", "domainLookupStart", "domainLookupEnd", "connectStart",
	"connectEnd", "secureConnectionStart", "requestStart", "responseStart", "responseEnd", "transferSize", "encodedBodySize", "decodedBodySize", "responseStatus", "contentType"}
var navigationFields = []string{"unloadEventStart", "unloadEventEnd", "domInteractive", "domContentLoadedEventStart", "domContentLoadedEventEnd", "domComplete", "loadEventStart", "loadEventEnd", "type", "redirectCount"}

// ToJSON is PerformanceEntry.toJSON.
func (e *PerformanceEntry) ToJSON(c *js.Call) js.Value {
	r := c.Realm()
	o := r.NewObject()
	names := []string{"name", "entryType", "startTime", "duration"}
	switch e.kind {
	case "mark", "measure":
		names = append(names, "detail")
	case "resource":
		names = append(names, resourceFields...)
	case "navigation":
		names = append(append(names, resourceFields...), navigationFields...)
	}
	self := e.script(r).Object()
	for _, n := range names {
		if v, err := r.Get(self, n); err == nil {
			_ = r.Set(o, n, v)
		}
	}
	return o.Value()
}

// MarkTiming notes when a step of the document's loading was.
func (w *Window) MarkTiming(name string) {
	e := w.navEntry()
	e.nav[name] = w.Host.Now()
	if name == "loadEventEnd" {
		e.duration = e.nav[name] - e.start
		w.perf.queue(e)
	}
}

func (w *Window) navEntry() *PerformanceEntry {
	if w.perf.nav == nil {
		w.perf.nav = PerformanceEntry{name: w.url.Href(), kind: "navigation", detail: js.Null, nav: map[string]float64{}, res: &resourceTiming{initiator: "navigation", visible: true}}.wrap()
		w.perf.entries = append(w.perf.entries, w.perf.nav)
	}
	return w.perf.nav
}

func (e *PerformanceEntry) at(name string) float64 { return e.nav[name] }

// SetNavigationTiming says how the document was fetched; nil for about:blank.
func (w *Window) SetNavigationTiming(res *net.Response) {
	e := w.navEntry()
	if res != nil {
		e.res = w.resourceOf(res, "navigation", w.Host.Now())
	}
}

func (w *Window) resourceOf(res *net.Response, initiator string, start float64) *resourceTiming {
	t := &resourceTiming{initiator: initiator, timing: res.Timing(), status: res.Status, contentType: res.MIME.Essence(), fetchStart: start, visible: res.Visible()}
	t.responseStart, t.responseEnd = start, w.Host.Now()
	return t
}

// AddResourceTiming notes a resource that arrived. started is when it was asked for, size its bytes.
func (w *Window) AddResourceTiming(res *net.Response, initiator string, started float64, size int) {
	if res == nil || !res.URL.IsHTTP() && !res.URL.IsFile() {
		return
	}
	t := w.resourceOf(res, initiator, started)
	if t.visible {
		t.encoded, t.decoded, t.transfer = int64(size), int64(size), int64(size)+300
	}
	w.perf.add(PerformanceEntry{name: res.URL.Href(), kind: "resource", start: started, duration: t.responseEnd - started, res: t, detail: js.Null}.wrap())
}

// Painted reports whether something was painted already.
func (w *Window) Painted() bool { return w.perf.painted }

// MarkPaint notes the first paint.
func (w *Window) MarkPaint() {
	w.perf.painted = true
	now := w.Host.Now()
	w.perf.add(PerformanceEntry{name: "first-paint", kind: "paint", start: now, detail: js.Null}.wrap())
	w.perf.add(PerformanceEntry{name: "first-contentful-paint", kind: "paint", start: now, detail: js.Null}.wrap())
}

// InitiatorType is PerformanceResourceTiming.initiatorType.
func (e *PerformanceResourceTiming) InitiatorType() string { return e.res.initiator }

// DeliveryType is PerformanceResourceTiming.deliveryType.
func (e *PerformanceResourceTiming) DeliveryType() string { return "" }

// NextHopProtocol is PerformanceResourceTiming.nextHopProtocol.
func (e *PerformanceResourceTiming) NextHopProtocol() string { return e.res.protocol }

// WorkerStart is PerformanceResourceTiming.workerStart.
func (e *PerformanceResourceTiming) WorkerStart() float64 { return 0 }

// RedirectStart is PerformanceResourceTiming.redirectStart.
func (e *PerformanceResourceTiming) RedirectStart() float64 { return 0 }

// RedirectEnd is PerformanceResourceTiming.redirectEnd.
func (e *PerformanceResourceTiming) RedirectEnd() float64 { return 0 }

// FetchStart is PerformanceResourceTiming.fetchStart.
func (e *PerformanceResourceTiming) FetchStart() float64 { return e.res.fetchStart }

func (e *PerformanceResourceTiming) whenVisible() float64 {
	if e.res.visible {
		return e.res.fetchStart
	}
	return 0
}

// DomainLookupStart is PerformanceResourceTiming.domainLookupStart.
func (e *PerformanceResourceTiming) DomainLookupStart() float64 { return e.whenVisible() }

// DomainLookupEnd is PerformanceResourceTiming.domainLookupEnd.
func (e *PerformanceResourceTiming) DomainLookupEnd() float64 { return e.whenVisible() }

// ConnectStart is PerformanceResourceTiming.connectStart.
func (e *PerformanceResourceTiming) ConnectStart() float64 { return e.whenVisible() }

// ConnectEnd is PerformanceResourceTiming.connectEnd.
func (e *PerformanceResourceTiming) ConnectEnd() float64 { return e.whenVisible() }

// SecureConnectionStart is PerformanceResourceTiming.secureConnectionStart.
func (e *PerformanceResourceTiming) SecureConnectionStart() float64 { return 0 }

// RequestStart is PerformanceResourceTiming.requestStart.
func (e *PerformanceResourceTiming) RequestStart() float64 { return e.whenVisible() }

// ResponseStart is PerformanceResourceTiming.responseStart.
func (e *PerformanceResourceTiming) ResponseStart() float64 {
	if e.res.visible {
		return e.res.responseStart
	}
	return 0
}

// ResponseEnd is PerformanceResourceTiming.responseEnd.
func (e *PerformanceResourceTiming) ResponseEnd() float64 { return e.res.responseEnd }

// TransferSize is PerformanceResourceTiming.transferSize.
func (e *PerformanceResourceTiming) TransferSize() float64 { return float64(e.res.transfer) }

// EncodedBodySize is PerformanceResourceTiming.encodedBodySize.
func (e *PerformanceResourceTiming) EncodedBodySize() float64 { return float64(e.res.encoded) }

// DecodedBodySize is PerformanceResourceTiming.decodedBodySize.
func (e *PerformanceResourceTiming) DecodedBodySize() float64 { return float64(e.res.decoded) }

// ResponseStatus is PerformanceResourceTiming.responseStatus.
func (e *PerformanceResourceTiming) ResponseStatus() uint16 { return uint16(e.res.status) }

// ContentType is PerformanceResourceTiming.contentType.
func (e *PerformanceResourceTiming) ContentType() string { return e.res.contentType }

// RenderBlockingStatus is PerformanceResourceTiming.renderBlockingStatus.
func (e *PerformanceResourceTiming) RenderBlockingStatus() string { return "non-blocking" }

// UnloadEventStart is PerformanceNavigationTiming.unloadEventStart.
func (e *PerformanceNavigationTiming) UnloadEventStart() float64 { return 0 }

// UnloadEventEnd is PerformanceNavigationTiming.unloadEventEnd.
func (e *PerformanceNavigationTiming) UnloadEventEnd() float64 { return 0 }

// DomInteractive is PerformanceNavigationTiming.domInteractive.
func (e *PerformanceNavigationTiming) DomInteractive() float64 { return e.nav["domInteractive"] }

// DomContentLoadedEventStart is PerformanceNavigationTiming.domContentLoadedEventStart.
func (e *PerformanceNavigationTiming) DomContentLoadedEventStart() float64 {
	return e.nav["domContentLoadedEventStart"]
}

// DomContentLoadedEventEnd is PerformanceNavigationTiming.domContentLoadedEventEnd.
func (e *PerformanceNavigationTiming) DomContentLoadedEventEnd() float64 {
	return e.nav["domContentLoadedEventEnd"]
}

// DomComplete is PerformanceNavigationTiming.domComplete.
func (e *PerformanceNavigationTiming) DomComplete() float64 { return e.nav["domComplete"] }

// LoadEventStart is PerformanceNavigationTiming.loadEventStart.
func (e *PerformanceNavigationTiming) LoadEventStart() float64 { return e.nav["loadEventStart"] }

// LoadEventEnd is PerformanceNavigationTiming.loadEventEnd.
func (e *PerformanceNavigationTiming) LoadEventEnd() float64 { return e.nav["loadEventEnd"] }

// Type is PerformanceNavigationTiming.type.
func (e *PerformanceNavigationTiming) Type() string { return "navigate" }

// RedirectCount is PerformanceNavigationTiming.redirectCount.
func (e *PerformanceNavigationTiming) RedirectCount() uint16 { return 0 }

// PerformanceObserver is the state of a PerformanceObserver.
type PerformanceObserver struct {
	Object
	window   *Window
	callback js.Object
	types    map[string]bool
	buffer   []*PerformanceEntry
	active   bool // it observes
}

// PerformanceObserverEntryList is the state of a PerformanceObserverEntryList.
type PerformanceObserverEntryList struct {
	Object
	list []*PerformanceEntry
}

var observedTypes = []string{"mark", "measure", "navigation", "paint", "resource"}

// ConstructPerformanceObserver is new PerformanceObserver.
func ConstructPerformanceObserver(c *js.Call, cb js.Object) *PerformanceObserver {
	return &PerformanceObserver{window: windowOf(c.Realm()), callback: cb, types: map[string]bool{}}
}

// PerformanceObserverSupportedEntryTypes is PerformanceObserver.supportedEntryTypes.
func PerformanceObserverSupportedEntryTypes(c *js.Call) js.Value {
	r := c.Realm()
	a := arrayOf(r, observedTypes, func(s string) js.Value { return r.String(s) })
	_ = r.Freeze(a.Object())
	return a
}

// Observe is PerformanceObserver.observe.
func (o *PerformanceObserver) Observe(c *js.Call) js.Value {
	d := c.Dict(0, "PerformanceObserverInit")
	buffered := d.Bool("buffered", false)
	var types []string
	if v, ok := d.Member("entryTypes"); ok {
		o.types = map[string]bool{}
		buffered = false
		c.ToSequence(v, func(v js.Value) { types = append(types, c.ToDOMString(v)) })
	} else if v, ok := d.Member("type"); ok {
		types = []string{c.ToDOMString(v)}
	} else {
		d.End()
		return c.TypeError("An observe() call must include either entryTypes or type arguments.")
	}
	d.End()
	if c.Failed() {
		return js.Undefined
	}
	any := false
	p := &o.window.perf
	for _, t := range types {
		if indexOf(observedTypes, t) < 0 {
			continue
		}
		any = true
		o.types[t] = true
		if buffered {
			for _, e := range p.all() {
				if e.kind == t {
					o.buffer = append(o.buffer, e)
				}
			}
		}
	}
	if !any {
		return js.Undefined
	}
	if !o.active {
		o.active = true
		p.observers = append(p.observers, o)
	}
	if len(o.buffer) > 0 {
		p.schedule()
	}
	return js.Undefined
}

// Disconnect is PerformanceObserver.disconnect.
func (o *PerformanceObserver) Disconnect() {
	o.types, o.buffer = map[string]bool{}, nil
	o.active = false
	p := &o.window.perf
	for i, x := range p.observers {
		if x == o {
			p.observers = append(p.observers[:i:i], p.observers[i+1:]...)
			break
		}
	}
}

// TakeRecords is PerformanceObserver.takeRecords.
func (o *PerformanceObserver) TakeRecords(c *js.Call) js.Value {
	l := o.buffer
	o.buffer = nil
	return entryArray(c.Realm(), l, Opt[string]{}, Opt[string]{})
}

// queue hands an entry to the observers of its type.
func (p *performance) queue(e *PerformanceEntry) {
	some := false
	for _, o := range p.observers {
		if o.types[e.kind] {
			o.buffer = append(o.buffer, e)
			some = true
		}
	}
	if some {
		p.schedule()
	}
}

func (p *performance) schedule() {
	if p.queued {
		return
	}
	p.queued = true
	w := p.window
	w.Host.Post(w, SourceMessage, func() {
		p.queued = false
		p.telling = append([]*PerformanceObserver(nil), p.observers...)
		defer func() { p.telling = nil }()
		for _, o := range p.telling {
			if len(o.buffer) == 0 {
				continue
			}
			l := &PerformanceObserverEntryList{list: o.buffer}
			o.buffer = nil
			self := objectValue(w.Realm, o)
			if _, err := w.Realm.Call(o.callback.Value(), self, objectValue(w.Realm, l), self); err != nil {
				w.Report(err)
			}
			w.afterCallback()
		}
	})
}

func (o *PerformanceObserver) trace(t *js.Tracer) {
	t.MarkObject(o.callback)
	for _, e := range o.buffer {
		e.mark(t)
	}
}

func (l *PerformanceObserverEntryList) trace(t *js.Tracer) {
	for _, e := range l.list {
		e.mark(t)
	}
}

// GetEntries is PerformanceObserverEntryList.getEntries.
func (l *PerformanceObserverEntryList) GetEntries(c *js.Call) js.Value {
	return entryArray(c.Realm(), l.list, Opt[string]{}, Opt[string]{})
}

// GetEntriesByType is PerformanceObserverEntryList.getEntriesByType.
func (l *PerformanceObserverEntryList) GetEntriesByType(c *js.Call) js.Value {
	k := c.DOMString(0)
	if c.Failed() {
		return js.Undefined
	}
	return entryArray(c.Realm(), l.list, Opt[string]{}, Some(k))
}

// GetEntriesByName is PerformanceObserverEntryList.getEntriesByName.
func (l *PerformanceObserverEntryList) GetEntriesByName(c *js.Call) js.Value {
	n := c.DOMString(0)
	k := Opt[string]{}
	if c.Has(1) {
		k = Some(c.DOMString(1))
	}
	if c.Failed() {
		return js.Undefined
	}
	return entryArray(c.Realm(), l.list, Some(n), k)
}
