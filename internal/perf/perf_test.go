package perf

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"
)

func sample() *Report {
	r := &Report{Process: "niso"}
	r.Bytes("explicit/a/x", 60<<20, "X.")
	r.Bytes("explicit/a/y", 30<<20, "Y.")
	r.Bytes("explicit/b", 10<<20, "B.")
	r.Bytes("explicit/t1", 1<<10, "Tiny.")
	r.Bytes("explicit/t2", 1<<10, "Tiny.")
	r.Count("live/nodes", 12345, "Nodes.")
	return r
}

func TestWriteText(t *testing.T) {
	var b bytes.Buffer
	if err := sample().WriteText(&b); err != nil {
		t.Fatal(err)
	}
	want := `100.00 MB (100.0%) -- explicit
├──90.00 MB (90.00%) -- a
│  ├──60.00 MB (60.00%) ── x
│  └──30.00 MB (30.00%) ── y
├──10.00 MB (10.00%) ── b
└───0.00 MB (00.00%) ++ (2 tiny)

12,345 (100.0%) -- live
└──12,345 (100.00%) ── nodes

`
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestJSONRoundTrip(t *testing.T) {
	var b bytes.Buffer
	if err := sample().WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	var raw map[string]any
	if err := json.Unmarshal(b.Bytes(), &raw); err != nil {
		t.Fatal(err)
	}
	if raw["version"] != 1.0 || raw["hasMozMallocUsableSize"] != true {
		t.Errorf("head %v %v", raw["version"], raw["hasMozMallocUsableSize"])
	}
	for _, k := range []string{"process", "path", "kind", "units", "amount", "description"} {
		if _, ok := raw["reports"].([]any)[0].(map[string]any)[k]; !ok {
			t.Errorf("a report lacks %q", k)
		}
	}
	r, err := ReadJSON(&b)
	if err != nil || len(r.Rows) != 6 || r.Rows[0].Amount != 60<<20 {
		t.Errorf("read back %v, %v", r, err)
	}
}

func TestTimersNest(t *testing.T) {
	tm := NewTimers(true)
	tm.Begin(Script)
	tm.Begin(Style)
	time.Sleep(5 * time.Millisecond)
	tm.End()
	tm.End()
	style, _ := tm.Total(Style)
	script, n := tm.Total(Script)
	if style < 5*time.Millisecond || script >= style || n != 1 {
		t.Errorf("style %v, script without it %v", style, script)
	}
	var none *Timers
	none.Begin(Style).End() // must not panic
	var b bytes.Buffer
	if err := tm.WriteTrace(&b); err != nil || !strings.Contains(b.String(), `"name":"style"`) {
		t.Errorf("trace %s, %v", b.String(), err)
	}
}

func TestProcessAddsWhatNobodyClaims(t *testing.T) {
	r := sample()
	r.Rows = r.Rows[:0]
	r.AddProcess()
	have := map[string]bool{}
	for _, row := range r.Rows {
		have[row.Path] = true
	}
	if !have["explicit/heap-unclassified"] || !have["heap-allocated"] {
		t.Errorf("rows %v", r.Rows)
	}
}
