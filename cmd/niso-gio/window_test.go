package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/niso-engine/niso/host"
)

// The tests of this file look at a window from outside: an X server without a screen, pictures of it, and the keys and buttons of a person. They
// run with NISO_GIO_TEST=1 and need the programs that packages.txt names. NISO_GIO_OUT=DIR keeps the pictures.

func TestMain(m *testing.M) {
	if os.Getenv("NISO_GIO_RUN") != "" { // the window under test
		main()
		return
	}
	os.Exit(m.Run())
}

// desktop is an X server with a window of ours.
type desktop struct {
	t       *testing.T
	display string
	log     string // frames
	stderr  *lockedBuffer
	exited  chan error
}

func startDesktop(t *testing.T, args ...string) *desktop {
	if os.Getenv("NISO_GIO_TEST") == "" {
		t.Skip("set NISO_GIO_TEST=1 to test a real window; packages.txt names what it takes")
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	x := exec.Command("Xvfb", "-noreset", "-displayfd", "3", "-screen", "0", "1280x800x24", "-nolisten", "tcp")
	x.ExtraFiles = []*os.File{w}
	if err := x.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	t.Cleanup(func() { _ = x.Process.Signal(syscall.SIGTERM); _ = x.Wait() }) // it takes its socket and lock away
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatalf("Xvfb: %v", err)
	}
	d := &desktop{t: t, display: ":" + strings.TrimSpace(line), log: filepath.Join(t.TempDir(), "frames.log"), stderr: new(lockedBuffer), exited: make(chan error, 1)}
	c := exec.Command(os.Args[0], append([]string{"--frames-log", d.log}, args...)...)
	c.Env = append(os.Environ(), "NISO_GIO_RUN=1", "DISPLAY="+d.display, "WAYLAND_DISPLAY=", "LIBGL_ALWAYS_SOFTWARE=1")
	c.Stdout, c.Stderr = d.stderr, d.stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { d.exited <- c.Wait() }()
	t.Cleanup(func() {
		_ = c.Process.Kill()
		if t.Failed() {
			t.Logf("the window said:\n%s", d.stderr)
		}
	})
	return d
}

// lockedBuffer may be read while a process writes to it.
type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// frames are how many frames the window has drawn, and how many of them brought new pixels.
func (d *desktop) frames() (all, painted int) {
	data, err := os.ReadFile(d.log)
	if err != nil {
		return 0, 0
	}
	for line := range strings.Lines(string(data)) {
		all++
		if f := strings.Fields(line); len(f) == 5 && f[2] != "0" {
			painted++
		}
	}
	return all, painted
}

// until waits for something to be so.
func (d *desktop) until(what string, ok func() bool) {
	d.t.Helper()
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(30 * time.Millisecond) {
		if ok() {
			return
		}
		select {
		case err := <-d.exited:
			d.exited <- err
			d.t.Fatalf("the window closed (%v) before: %s", err, what)
		default:
		}
	}
	d.t.Fatalf("did not come about in 30 s: %s (title %q)", what, d.title())
}

// settled waits until no frame has been drawn for a second.
func (d *desktop) settled() {
	d.t.Helper()
	last, since := -1, time.Now()
	d.until("a window that is at rest", func() bool {
		if n, painted := d.frames(); n != last || painted == 0 {
			last, since = n, time.Now()
		}
		return time.Since(since) > time.Second
	})
}

// idle checks that no frame is drawn while nothing happens.
func (d *desktop) idle() {
	d.t.Helper()
	before, _ := d.frames()
	time.Sleep(3 * time.Second)
	if after, _ := d.frames(); after != before {
		d.t.Errorf("%d frames were drawn in 3 s in which nothing happened", after-before)
	}
}

func (d *desktop) run(name string, args ...string) string {
	d.t.Helper()
	c := exec.Command(name, args...)
	c.Env = append(os.Environ(), "DISPLAY="+d.display)
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		d.t.Fatalf("%s %v: %v %s", name, args, err, &stderr)
	}
	return string(out)
}

func (d *desktop) xdotool(args ...string) string {
	d.t.Helper()
	return d.run("xdotool", args...)
}

func (d *desktop) click(x, y int) {
	d.t.Helper()
	d.xdotool("mousemove", strconv.Itoa(x), strconv.Itoa(y), "click", "1")
}

// title is the window's.
func (d *desktop) title() string {
	c := exec.Command("xdotool", "search", "--onlyvisible", "--name", ".", "getwindowname")
	c.Env = append(os.Environ(), "DISPLAY="+d.display)
	out, _ := c.Output()
	return strings.TrimSpace(string(out))
}

func (d *desktop) untilTitle(want string) {
	d.t.Helper()
	d.until("the title "+want, func() bool { return d.title() == want })
}

// picture is what the screen shows.
func (d *desktop) picture(name string) image.Image {
	d.t.Helper()
	data := d.run("import", "-silent", "-window", "root", "png:-")
	if dir := os.Getenv("NISO_GIO_OUT"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name+".png"), []byte(data), 0o644); err != nil {
			d.t.Fatal(err)
		}
	}
	img, err := png.Decode(strings.NewReader(data))
	if err != nil {
		d.t.Fatal(err)
	}
	return img
}

// differing are the pixels of two pictures that differ by more than rounding.
func differing(a, b image.Image) (n int) {
	if a.Bounds().Size() != b.Bounds().Size() {
		return a.Bounds().Dx() * a.Bounds().Dy()
	}
	far := func(a, b uint32) bool { return max(a, b)-min(a, b) > 3<<8 }
	ao, bo := a.Bounds().Min, b.Bounds().Min
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			r1, g1, b1, _ := a.At(ao.X+x, ao.Y+y).RGBA()
			r2, g2, b2, _ := b.At(bo.X+x, bo.Y+y).RGBA()
			if far(r1, r2) || far(g1, g2) || far(b1, b2) {
				n++
			}
		}
	}
	return n
}

// headless is the same page without a window.
func headless(t *testing.T, file string) *host.Page {
	opt := host.Options{Width: 1280, Height: 800, VirtualTime: true}
	url, err := opt.Target(file, "", "")
	if err != nil {
		t.Fatal(err)
	}
	b, err := host.NewBrowser(opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	p, err := b.NewPage()
	if err == nil {
		err = p.Navigate(context.Background(), url)
	}
	if err == nil {
		err = p.Settle(context.Background())
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func headlessPicture(t *testing.T, p *host.Page) image.Image {
	t.Helper()
	data, err := p.Screenshot(context.Background(), host.ScreenshotOptions{})
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// middle is the middle of an element.
func middle(t *testing.T, p *host.Page, id string) (x, y int) {
	t.Helper()
	text, err := p.Dump(context.Background(), "geometry")
	if err != nil {
		t.Fatal(err)
	}
	var g host.Geometry
	if err := json.Unmarshal([]byte(text), &g); err != nil {
		t.Fatal(err)
	}
	for _, e := range g.Elements {
		if e.ID == id {
			return int(e.X + e.W/2), int(e.Y + e.H/2)
		}
	}
	t.Fatalf("there is no element %s", id)
	return 0, 0
}

// TestWindow shows a page, clicks a button of it, and compares the screen with what the engine paints without a window.
func TestWindow(t *testing.T) {
	const file = "../../tests/apps/hello/app.html"
	d := startDesktop(t, "--page", file)
	d.untilTitle("Hello from niso")
	d.settled()
	p := headless(t, file)
	first := d.picture("window")
	if n := differing(first, headlessPicture(t, p)); n > 100 {
		t.Errorf("%d pixels of the window are not as without a window", n)
	}
	d.idle()

	x, y := middle(t, p, "more")
	_, painted := d.frames()
	d.click(x, y)
	d.until("new pixels after a click", func() bool { _, n := d.frames(); return n > painted })
	d.settled()
	second := d.picture("window-clicked")
	if differing(first, second) < 100 {
		t.Error("the click did not change the picture")
	}
	if err := p.Click(context.Background(), "#more"); err != nil {
		t.Fatal(err)
	}
	if err := p.Settle(context.Background()); err != nil {
		t.Fatal(err)
	}
	if n := differing(second, headlessPicture(t, p)); n > 100 {
		t.Errorf("after the click %d pixels of the window are not as without a window", n)
	}
	d.idle()
}

// TestInput types, scrolls, follows links, travels and resizes.
func TestInput(t *testing.T) {
	d := startDesktop(t, "--page", "testdata/form.html")
	d.untilTitle("form")
	d.settled()
	d.click(100, 30)
	d.xdotool("type", "Ab c!")
	d.untilTitle("input Ab c!")
	d.xdotool("key", "BackSpace")
	d.untilTitle("input Ab c")
	d.xdotool("key", "Return")
	d.untilTitle("keydown Enter Ab c")
	d.xdotool("key", "ctrl+a", "ctrl+c", "End", "ctrl+v")
	d.untilTitle("input Ab cAb c")

	d.xdotool("mousemove", "600", "400", "click", "5")
	d.untilTitle("scroll 100")
	d.xdotool("click", "4")
	d.untilTitle("scroll 0")
	d.click(600, 400) // the field loses the focus
	d.xdotool("key", "Down")
	d.untilTitle("scroll 40")
	d.xdotool("key", "Home")
	d.untilTitle("scroll 0")
	d.settled()
	d.idle()

	d.click(40, 70)
	d.untilTitle("next page")
	d.settled()
	d.xdotool("key", "alt+Left")
	d.untilTitle("form")
	d.xdotool("key", "alt+Right")
	d.untilTitle("next page")
	d.xdotool("key", "alt+Left")
	d.untilTitle("form")
	d.settled()

	d.click(40, 110)
	d.untilTitle("This page cannot be shown")
	if s := d.stderr.String(); !strings.Contains(s, "missing.html") {
		t.Errorf("the window did not say what failed: %s", s)
	}
	d.settled()
	d.picture("window-trouble")
	d.xdotool("key", "alt+Left")
	d.untilTitle("form")
	d.xdotool("key", "F5")
	d.settled()

	id := strings.TrimSpace(d.xdotool("search", "--onlyvisible", "--name", "form"))
	d.xdotool("windowsize", id, "700", "500")
	d.untilTitle("resize 700 500")
	d.settled()
	d.idle()
}

// TestMissing shows the error of the page that was asked for, and closes when its time is up.
func TestMissing(t *testing.T) {
	d := startDesktop(t, "--page", filepath.Join(t.TempDir(), "none.html"), "--exit-after", "8s", "--quiet")
	d.untilTitle("This page cannot be shown")
	if s := d.stderr.String(); !strings.Contains(s, "none.html") {
		t.Errorf("the window did not say what failed: %s", s)
	}
	d.ends()
}

// TestBusy ends a script that never returns by loading the page again.
func TestBusy(t *testing.T) {
	d := startDesktop(t, "--page", "testdata/busy.html", "--exit-after", "25s")
	d.untilTitle("busy")
	d.settled()
	d.click(100, 40)
	time.Sleep(2 * time.Second)
	d.xdotool("key", "F5")
	time.Sleep(time.Second)
	d.settled()
	d.click(100, 40) // busy again: closing is possible all the same
	d.ends()
}

// ends waits until the window is closed, without an error.
func (d *desktop) ends() {
	d.t.Helper()
	select {
	case err := <-d.exited:
		d.exited <- err
		if err != nil {
			d.t.Error(err)
		}
	case <-time.After(60 * time.Second):
		d.t.Error("the window is still there after --exit-after")
	}
}

func TestNoDisplay(t *testing.T) {
	if os.Getenv("NISO_GIO_TEST") == "" {
		t.Skip("set NISO_GIO_TEST=1")
	}
	c := exec.Command(os.Args[0], "--page", "testdata/next.html")
	c.Env = append(os.Environ(), "NISO_GIO_RUN=1", "DISPLAY=:9999", "WAYLAND_DISPLAY=")
	out, err := c.CombinedOutput()
	if code := c.ProcessState.ExitCode(); code != exitError || !strings.Contains(string(out), "niso-gio: ") {
		t.Errorf("without a display: exit code %d, %v: %s", code, err, out)
	}
}
