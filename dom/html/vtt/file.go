package vtt

import (
	"math"
	"strconv"
	"strings"
)

// Auto stands for the keyword auto in Cue.Line and Cue.Position.
var Auto = math.NaN()

// IsAuto reports whether a line or position is the keyword auto.
func IsAuto(v float64) bool { return v != v }

// Cue is a WebVTT cue.
type Cue struct {
	ID         string
	Start, End float64 // s
	Text       string
	Settings
}

// Settings are how a cue is shown. https://www.w3.org/TR/webvtt1/#webvtt-cue-settings
type Settings struct {
	Vertical string // "", "rl" or "lr"
	Percent  bool   // Line is a percentage of the video, not a number of lines
	Line     float64
	Position float64 // %
	Size     float64 // %
	Align    string  // start, center, end, left or right
}

// Defaults are the settings of a cue that has none.
func Defaults() Settings {
	return Settings{Line: Auto, Position: Auto, Size: 100, Align: "center"}
}

// Parse parses a file, decoded as UTF-8. ok is false where it is none of WebVTT.
// https://www.w3.org/TR/webvtt1/#webvtt-parser-algorithm
func Parse(text string) (cues []Cue, ok bool) {
	text = strings.TrimPrefix(text, "\ufeff")
	text = strings.NewReplacer("\x00", "\ufffd", "\r\n", "\n", "\r", "\n").Replace(text)
	rest, ok := strings.CutPrefix(text, "WEBVTT")
	if !ok || rest != "" && !strings.ContainsRune(" \t\n", rune(rest[0])) {
		return nil, false
	}
	p := parser{text: text}
	p.line()
	if p.more() && p.text[p.at] != '\n' {
		p.block(true)
	}
	p.blank()
	for p.more() {
		if c := p.block(false); c != nil {
			cues = append(cues, *c)
		}
		p.blank()
	}
	return cues, true
}

type parser struct {
	text string
	at   int
}

func (p *parser) more() bool { return p.at < len(p.text) }

// line takes a line with its end. end: there was no line feed behind it.
func (p *parser) line() (line string, end bool) {
	i := strings.IndexByte(p.text[p.at:], '\n')
	if i < 0 {
		line, p.at = p.text[p.at:], len(p.text)
		return line, true
	}
	line, p.at = p.text[p.at:p.at+i], p.at+i+1
	return line, false
}

func (p *parser) blank() {
	for p.more() && p.text[p.at] == '\n' {
		p.at++
	}
}

// block is "collect a WebVTT block": the cue that is one, nil for anything else.
// https://www.w3.org/TR/webvtt1/#collect-a-webvtt-block
func (p *parser) block(header bool) *Cue {
	var cue *Cue
	var buffer []string
	arrow := false
	previous := p.at
	for lines, done := 1, false; !done; lines++ {
		line, end := p.line()
		done = end
		switch {
		case strings.Contains(line, "-->"):
			if header || lines > 2 || lines == 2 && arrow {
				p.at, done = previous, true
				continue
			}
			arrow = true
			previous = p.at
			c := Cue{ID: strings.Join(buffer, "\n"), Settings: Defaults()}
			if settings, ok := c.times(line); ok {
				c.Settings.parse(settings)
				cue, buffer = &c, nil
			}
		case line == "":
			done = true
		default:
			buffer = append(buffer, line)
			previous = p.at
		}
	}
	if cue != nil {
		cue.Text = strings.Join(buffer, "\n")
	}
	return cue
}

const space = " \t\n\f\r"

// times parses the times of a cue, and returns what follows them.
func (c *Cue) times(line string) (settings string, ok bool) {
	if c.Start, line, ok = timestamp(strings.TrimLeft(line, space)); !ok {
		return "", false
	}
	if line, ok = strings.CutPrefix(strings.TrimLeft(line, space), "-->"); !ok {
		return "", false
	}
	if c.End, line, ok = timestamp(strings.TrimLeft(line, space)); !ok {
		return "", false
	}
	return line, true
}

// timestamp is "collect a WebVTT timestamp". https://www.w3.org/TR/webvtt1/#collect-a-webvtt-timestamp
func timestamp(s string) (sec float64, rest string, ok bool) {
	digits := func() (v float64, n int) {
		for n < len(s) && s[n] >= '0' && s[n] <= '9' {
			n++
		}
		v, _ = strconv.ParseFloat(s[:n], 64)
		s = s[n:]
		return v, n
	}
	next := func(c byte) bool {
		if s == "" || s[0] != c {
			return false
		}
		s = s[1:]
		return true
	}
	v1, n := digits()
	hours := n != 2 || v1 > 59
	if n == 0 || !next(':') {
		return 0, "", false
	}
	v2, n := digits()
	if n != 2 {
		return 0, "", false
	}
	h, m, x := 0.0, v1, v2
	if hours || s != "" && s[0] == ':' {
		if !next(':') {
			return 0, "", false
		}
		v3, n := digits()
		if n != 2 {
			return 0, "", false
		}
		h, m, x = v1, v2, v3
	}
	if !next('.') {
		return 0, "", false
	}
	ms, n := digits()
	if n != 3 || m > 59 || x > 59 {
		return 0, "", false
	}
	return h*3600 + m*60 + x + ms/1000, s, true
}

// parse is "parse the WebVTT cue settings". https://www.w3.org/TR/webvtt1/#parse-the-webvtt-cue-settings
func (c *Settings) parse(text string) {
	for _, f := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(space, r) }) {
		name, value, ok := strings.Cut(f, ":")
		if !ok || name == "" || value == "" {
			continue
		}
		switch name {
		case "vertical":
			if value == "rl" || value == "lr" {
				c.Vertical = value
			}
		case "line":
			value, align, has := strings.Cut(value, ",")
			if has && align != "start" && align != "center" && align != "end" {
				continue
			}
			if v, ok := percentage(value); ok {
				c.Line, c.Percent = v, true
			} else if v, ok := number(value, true); ok {
				c.Line, c.Percent = v, false
			}
		case "position":
			value, align, has := strings.Cut(value, ",")
			if has && align != "line-left" && align != "center" && align != "line-right" {
				continue
			}
			if v, ok := percentage(value); ok {
				c.Position = v
			}
		case "size":
			if v, ok := percentage(value); ok {
				c.Size = v
			}
		case "align":
			switch value {
			case "start", "center", "end", "left", "right":
				c.Align = value
			}
		}
	}
}

// percentage is "parse a percentage string".
func percentage(s string) (float64, bool) {
	s, ok := strings.CutSuffix(s, "%")
	if !ok {
		return 0, false
	}
	v, ok := number(s, false)
	return v, ok && v >= 0 && v <= 100
}

// number is a number of digits, with digits on both sides of a point.
func number(s string, signed bool) (float64, bool) {
	t := s
	if signed {
		t = strings.TrimPrefix(t, "-")
	}
	whole, fraction, point := strings.Cut(t, ".")
	if !digits(whole) || point && !digits(fraction) {
		return 0, false
	}
	v, err := strconv.ParseFloat(s, 64)
	return v, err == nil
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
