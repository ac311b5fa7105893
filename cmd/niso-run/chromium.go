package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/net/websocket"

	"github.com/niso-engine/niso/internal/perf"
)

// phaseTimes are what Chromium's Performance domain counts.
type phaseTimes struct{ script, style, layout, task time.Duration }

// of is the time of a phase; negative where Chromium does not tell it.
func (t phaseTimes) of(p perf.Phase) time.Duration {
	switch p {
	case perf.Script:
		return t.script
	case perf.Style:
		return t.style
	case perf.Layout:
		return t.layout
	}
	return -1
}

func (t phaseTimes) minus(o phaseTimes) phaseTimes {
	return phaseTimes{t.script - o.script, t.style - o.style, t.layout - o.layout, t.task - o.task}
}

type chromiumRun struct{ load, frame phaseTimes }

// devtools is a session with one page of a Chromium that this process started.
type devtools struct {
	cmd  *exec.Cmd
	dir  string
	conn *websocket.Conn
	id   int
}

// startChromium starts a headless Chromium with an empty profile and connects to its page.
func startChromium(ctx context.Context, exe string) (*devtools, error) {
	dir, err := os.MkdirTemp("", "niso-bench-")
	if err != nil {
		return nil, err
	}
	d := &devtools{dir: dir}
	d.cmd = exec.CommandContext(ctx, exe, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update",
		"--disable-sync", "--disable-quic", "--disable-extensions", "--remote-allow-origins=*", "--window-size=1280,800", "--remote-debugging-port=0", "--user-data-dir="+dir, "about:blank")
	errPipe, err := d.cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := d.cmd.Start(); err != nil {
		_ = os.RemoveAll(dir)
		return nil, err
	}
	sc := bufio.NewScanner(errPipe)
	var ws string
	for sc.Scan() {
		if _, u, ok := strings.Cut(sc.Text(), "DevTools listening on "); ok {
			ws = strings.TrimSpace(u)
			break
		}
	}
	go func() { // keep the pipe empty
		for sc.Scan() {
		}
	}()
	if ws == "" {
		d.stop()
		return nil, fmt.Errorf("%s told no DevTools address", exe)
	}
	if d.conn, err = websocket.Dial(ws, "", "http://127.0.0.1/"); err != nil {
		d.stop()
		return nil, err
	}
	d.conn.MaxPayloadBytes = 64 << 20
	return d, nil
}

func (d *devtools) stop() {
	if d.conn != nil {
		_ = d.conn.Close()
	}
	if d.cmd.Process != nil {
		_ = d.cmd.Process.Kill()
		_ = d.cmd.Wait()
	}
	_ = os.RemoveAll(d.dir)
}

// call sends a command and waits for its reply.
func (d *devtools) call(session, method string, params, result any) error {
	d.id++
	id := d.id
	msg := map[string]any{"id": id, "method": method}
	if params != nil {
		msg["params"] = params
	}
	if session != "" {
		msg["sessionId"] = session
	}
	if err := websocket.JSON.Send(d.conn, msg); err != nil {
		return err
	}
	_ = d.conn.SetReadDeadline(time.Now().Add(60 * time.Second))
	for {
		var in struct {
			ID     int             `json:"id"`
			Result json.RawMessage `json:"result"`
			Error  *struct{ Message string }
		}
		if err := websocket.JSON.Receive(d.conn, &in); err != nil {
			return err
		}
		if in.ID != id {
			continue
		}
		if in.Error != nil {
			return fmt.Errorf("%s: %s", method, in.Error.Message)
		}
		if result == nil {
			return nil
		}
		return json.Unmarshal(in.Result, result)
	}
}

// chromiumOnce measures a scenario in Chromium.
func chromiumOnce(exe string, s scenario, file string) (r chromiumRun, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	d, err := startChromium(ctx, exe)
	if err != nil {
		return r, err
	}
	defer d.stop()
	var target struct{ TargetID string }
	if err := d.call("", "Target.createTarget", map[string]any{"url": "about:blank"}, &target); err != nil {
		return r, err
	}
	var att struct{ SessionID string }
	if err := d.call("", "Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &att); err != nil {
		return r, err
	}
	for _, m := range []string{"Performance.enable", "Page.enable", "Runtime.enable"} {
		if err := d.call(att.SessionID, m, nil, nil); err != nil {
			return r, err
		}
	}
	abs, err := filepath.Abs(file)
	if err != nil {
		return r, err
	}
	zero, err := d.metrics(att.SessionID)
	if err != nil {
		return r, err
	}
	if err := d.call(att.SessionID, "Page.navigate", map[string]any{"url": "file://" + filepath.ToSlash(abs)}, nil); err != nil {
		return r, err
	}
	wait := `new Promise(r => { const go = () => requestAnimationFrame(() => setTimeout(r)); document.readyState == 'complete' ? go() : addEventListener('load', go) })`
	for range 100 { // the context of the old document may go under the call
		err = d.call(att.SessionID, "Runtime.evaluate", map[string]any{"expression": "location.protocol == 'file:' ? " + wait + " : Promise.reject()", "awaitPromise": true}, nil)
		var ok struct {
			Result struct{ Value bool }
		}
		if e := d.call(att.SessionID, "Runtime.evaluate", map[string]any{"expression": "location.protocol == 'file:' && document.readyState == 'complete'"}, &ok); err == nil && e == nil && ok.Result.Value {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	loaded, err := d.metrics(att.SessionID)
	if err != nil {
		return r, err
	}
	r.load = loaded.minus(zero)
	if s.frames == 0 {
		return r, nil
	}
	drive := fmt.Sprintf(`new Promise(r => { let n = 0; const f = () => { if (++n < %d) requestAnimationFrame(f); else r() }; requestAnimationFrame(f) })`, s.frames)
	if err := d.call(att.SessionID, "Runtime.evaluate", map[string]any{"expression": drive, "awaitPromise": true}, nil); err != nil {
		return r, err
	}
	end, err := d.metrics(att.SessionID)
	if err != nil {
		return r, err
	}
	f := end.minus(loaded)
	n := time.Duration(s.frames)
	r.frame = phaseTimes{f.script / n, f.style / n, f.layout / n, f.task / n}
	return r, nil
}

func (d *devtools) metrics(session string) (t phaseTimes, err error) {
	var out struct {
		Metrics []struct {
			Name  string
			Value float64
		}
	}
	if err := d.call(session, "Performance.getMetrics", nil, &out); err != nil {
		return t, err
	}
	for _, m := range out.Metrics {
		v := time.Duration(m.Value * float64(time.Second))
		switch m.Name {
		case "ScriptDuration":
			t.script = v
		case "RecalcStyleDuration":
			t.style = v
		case "LayoutDuration":
			t.layout = v
		case "TaskDuration":
			t.task = v
		}
	}
	return t, nil
}
