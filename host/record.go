package host

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// Step is one recorded action: a line of an input file. docs/input.md describes them.
type Step struct {
	Do       string  `json:"do"` // one of stepKinds
	Selector string  `json:"selector,omitempty"`
	X        float32 `json:"x,omitempty"`
	Y        float32 `json:"y,omitempty"`
	DX       float32 `json:"dx,omitempty"`
	DY       float32 `json:"dy,omitempty"`
	Button   int     `json:"button,omitempty"`
	Key      string  `json:"key,omitempty"`
	Text     string  `json:"text,omitempty"`
	Ms       int     `json:"ms,omitempty"`
	// Files are names of files on this machine, for an input of type file.
	Files []string `json:"files,omitempty"`
	// Values are those of options, for a select.
	Values []string `json:"values,omitempty"`

	line int // in the file
}

// stepKinds are what a step can do.
const stepKinds = "move, down, up, click, wheel, scroll, key, keydown, keyup, type, select, files, wait or eval"

// ReadSteps reads an input file: a JSON object a line; empty lines and lines that begin with // are passed over.
func ReadSteps(r io.Reader) ([]Step, error) {
	var l []Step
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, 1<<20)
	n := 1
	for ; sc.Scan(); n++ {
		line := strings.TrimSpace(sc.Text())
		if line == "" || strings.HasPrefix(line, "//") {
			continue
		}
		var s Step
		d := json.NewDecoder(strings.NewReader(line))
		d.DisallowUnknownFields()
		if err := d.Decode(&s); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, stepError(err))
		}
		if d.More() {
			return nil, fmt.Errorf("line %d: want one step a line", n)
		}
		var given map[string]json.RawMessage
		if err := json.Unmarshal([]byte(line), &given); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if err := s.check(given); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		s.line = n
		l = append(l, s)
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", n, err)
	}
	return l, nil
}

// stepError says what is wrong with a line that is no step.
func stepError(err error) error {
	const unknown = "json: unknown field "
	if name, ok := strings.CutPrefix(err.Error(), unknown); ok {
		return fmt.Errorf("a step has no field %s; want do, selector, x, y, dx, dy, button, key, text, values, files or ms", name)
	}
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		if e.Field == "" {
			return fmt.Errorf(`a step is an object such as {"do":"click","selector":"#go"}, and no %s`, e.Value)
		}
		return fmt.Errorf("the field %q cannot be a %s", e.Field, e.Value)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("the line ends within the step; each step has one line")
	}
	return fmt.Errorf("not JSON: %w", err)
}

// check reports what a step lacks; given are the fields that its line has.
func (s *Step) check(given map[string]json.RawMessage) error {
	has := func(names ...string) bool {
		for _, n := range names {
			if _, ok := given[n]; !ok {
				return false
			}
		}
		return true
	}
	var ok bool
	var want string
	switch s.Do {
	case "move", "down", "up", "click", "wheel":
		ok, want = s.Selector != "" || has("x", "y"), `a "selector", or "x" and "y"`
	case "scroll":
		ok, want = s.Selector != "" || has("x") || has("y"), `"x" or "y"`
	case "key", "keydown", "keyup":
		if _, _, err := parseKey(s.Key); err != nil {
			return err
		}
		ok = true
	case "type", "eval":
		ok, want = has("text"), `a "text"`
	case "select":
		ok, want = s.Selector != "" && has("values"), `a "selector" and "values"`
	case "files":
		ok, want = s.Selector != "" && has("files"), `a "selector" and "files"`
	case "wait":
		ok, want = s.Selector != "" || has("ms"), `"ms" or a "selector"`
	case "":
		return errors.New(`a step says what to "do"`)
	default:
		return fmt.Errorf("unknown step %q; want "+stepKinds, s.Do)
	}
	if !ok {
		return fmt.Errorf("%q wants %s", s.Do, want)
	}
	if s.Button < ButtonLeft || s.Button > ButtonRight {
		return fmt.Errorf("button %d: want 0 (left), 1 (middle) or 2 (right)", s.Button)
	}
	if s.Ms < 0 {
		return fmt.Errorf("ms %d: want 0 or more", s.Ms)
	}
	return nil
}

// Play performs recorded steps one after the other. After each the page runs what is due.
func (p *Page) Play(ctx context.Context, steps []Step) error {
	for i, s := range steps {
		err := p.play(ctx, &s)
		if err == nil {
			err = p.Settle(ctx)
		}
		switch {
		case err != nil && s.line > 0:
			return fmt.Errorf("line %d (%s): %w", s.line, s.Do, err)
		case err != nil:
			return fmt.Errorf("step %d (%s): %w", i+1, s.Do, err)
		}
	}
	return nil
}

func (p *Page) play(ctx context.Context, s *Step) error {
	x, y := s.X, s.Y
	if s.Selector != "" && s.Do != "click" && s.Do != "wait" && s.Do != "type" && s.Do != "files" && s.Do != "select" {
		if err := p.Do(ctx, func() (err error) {
			f, el, err := p.find(s.Selector)
			if err == nil {
				x, y, err = f.middleOf(el)
			}
			return err
		}); err != nil {
			return err
		}
	}
	switch s.Do {
	case "move":
		return p.MouseMove(ctx, x, y, 0)
	case "down":
		return p.MouseDown(ctx, x, y, s.Button, 0)
	case "up":
		return p.MouseUp(ctx, x, y, s.Button, 0)
	case "click":
		if s.Selector != "" {
			return p.clickElement(ctx, s.Selector, s.Button)
		}
		if err := p.MouseDown(ctx, x, y, s.Button, 0); err != nil {
			return err
		}
		return p.MouseUp(ctx, x, y, s.Button, 0)
	case "wheel":
		return p.Wheel(ctx, x, y, s.DX, s.DY, 0)
	case "scroll":
		return p.ScrollTo(ctx, s.X, s.Y)
	case "key":
		return p.Press(ctx, s.Key)
	case "keydown", "keyup":
		key, mods, err := parseKey(s.Key)
		if err != nil {
			return err
		}
		if s.Do == "keydown" {
			return p.KeyDown(ctx, key, mods)
		}
		return p.KeyUp(ctx, key, mods)
	case "type":
		if s.Selector != "" {
			if err := p.Click(ctx, s.Selector); err != nil {
				return err
			}
		}
		return p.TypeText(ctx, s.Text)
	case "select":
		return p.Select(ctx, s.Selector, s.Values...)
	case "files":
		return p.SetInputFiles(ctx, s.Selector, s.Files...)
	case "wait":
		limit := time.Duration(s.Ms) * time.Millisecond
		if s.Selector != "" {
			if limit == 0 {
				limit = DefaultLoadLimit
			}
			return p.WaitSelector(ctx, s.Selector, limit)
		}
		return p.WaitIdle(ctx, limit)
	case "eval":
		_, err := p.Eval(ctx, s.Text)
		return err
	}
	return errors.New("unknown step; want " + stepKinds)
}
