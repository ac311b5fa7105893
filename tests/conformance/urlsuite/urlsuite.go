// Package urlsuite runs the WHATWG URL test data against package net: parsing, setters,
// domain to ASCII, and percent-encoding in other encodings.
package urlsuite

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/niso-engine/niso/net"
)

// Part is the result of one data file.
type Part struct {
	Name          string
	Passed, Total int
	Failures      []string // one line a failed case
}

// Run runs all files in dir. A file that cannot be read is one failure.
func Run(dir string) (passed, total int, failures []string) {
	for _, p := range Parts(dir) {
		passed += p.Passed
		total += p.Total
		failures = append(failures, p.Failures...)
	}
	return passed, total, failures
}

// Parts runs all files in dir, one part each.
func Parts(dir string) []Part {
	return []Part{
		part(dir, "urltestdata.json", runParse),
		part(dir, "setters_tests.json", runSetters),
		part(dir, "toascii.json", runToASCII),
		part(dir, "IdnaTestV2.json", runToASCII),
		part(dir, "percent-encoding.json", runPercent),
	}
}

func part(dir, name string, run func([]byte, *Part) error) Part {
	p := Part{Name: name}
	b, err := os.ReadFile(filepath.Join(dir, name))
	if err == nil {
		err = run(b, &p)
	}
	if err != nil {
		p.Total++
		p.Failures = append(p.Failures, fmt.Sprintf("%s: %v", name, err))
	}
	return p
}

// check counts one case; diffs are what was wrong.
func (p *Part) check(label string, diffs []string) {
	p.Total++
	if len(diffs) == 0 {
		p.Passed++
		return
	}
	p.Failures = append(p.Failures, fmt.Sprintf("%s: %s: %s", p.Name, label, strings.Join(diffs, "; ")))
}

// cases decodes a list that has comments (strings) between its objects.
func cases[T any](b []byte) ([]T, error) {
	var raw []json.RawMessage
	if err := json.Unmarshal(b, &raw); err != nil {
		return nil, err
	}
	var list []T
	for _, r := range raw {
		if len(r) == 0 || r[0] != '{' {
			continue
		}
		var c T
		if err := json.Unmarshal(r, &c); err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, nil
}

// attributes are the getters of URL by name.
var attributes = map[string]func(net.URL) string{
	"href": net.URL.Href, "protocol": net.URL.Protocol, "username": net.URL.Username, "password": net.URL.Password,
	"host": net.URL.Host, "hostname": net.URL.Hostname, "port": net.URL.Port, "pathname": net.URL.Pathname,
	"search": net.URL.Search, "hash": net.URL.Hash,
	"origin":       func(u net.URL) string { return u.Origin().String() },
	"searchParams": func(u net.URL) string { q, _ := u.Query(); return net.SerializeForm(net.ParseForm(q)) },
}

func diff(u net.URL, want map[string]any) (diffs []string) {
	for name, get := range attributes {
		w, ok := want[name].(string)
		if !ok {
			continue
		}
		if got := get(u); got != w {
			diffs = append(diffs, fmt.Sprintf("%s %q, want %q", name, got, w))
		}
	}
	// What was parsed must parse again to the same.
	if again, err := net.Parse(u.Href(), nil); err != nil || again != u {
		diffs = append(diffs, fmt.Sprintf("%q does not parse again to itself", u.Href()))
	}
	return diffs
}

func runParse(b []byte, p *Part) error {
	list, err := cases[map[string]any](b)
	if err != nil {
		return err
	}
	for _, c := range list {
		input, _ := c["input"].(string)
		label := fmt.Sprintf("%q", input)
		var base *net.URL
		if s, ok := c["base"].(string); ok {
			label += fmt.Sprintf(" against %q", s)
			u, err := net.Parse(s, nil)
			if err != nil {
				p.check(label, []string{"the base does not parse"})
				continue
			}
			base = &u
		}
		u, err := net.Parse(input, base)
		var diffs []string
		switch fails := c["failure"] == true; {
		case fails && err == nil:
			diffs = []string{"parsed as " + u.Href() + ", want failure"}
		case !fails && err != nil:
			diffs = []string{"failed"}
		case !fails:
			diffs = diff(u, c)
		}
		p.check(label, diffs)
	}
	return nil
}

var setters = map[string]func(*net.URL, string){
	"protocol": (*net.URL).SetProtocol, "username": (*net.URL).SetUsername, "password": (*net.URL).SetPassword,
	"host": (*net.URL).SetHost, "hostname": (*net.URL).SetHostname, "port": (*net.URL).SetPort,
	"pathname": (*net.URL).SetPathname, "search": (*net.URL).SetSearch, "hash": (*net.URL).SetHash,
	"href": func(u *net.URL, s string) { u.SetHref(s) },
}

func runSetters(b []byte, p *Part) error {
	var file map[string]json.RawMessage
	if err := json.Unmarshal(b, &file); err != nil {
		return err
	}
	for _, attr := range []string{"protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash", "href"} {
		if file[attr] == nil {
			continue
		}
		list, err := cases[struct {
			Href     string         `json:"href"`
			NewValue string         `json:"new_value"`
			Expected map[string]any `json:"expected"`
		}](file[attr])
		if err != nil {
			return err
		}
		for _, c := range list {
			label := fmt.Sprintf("%s of %q to %q", attr, c.Href, c.NewValue)
			u, err := net.Parse(c.Href, nil)
			if err != nil {
				p.check(label, []string{"the URL does not parse"})
				continue
			}
			setters[attr](&u, c.NewValue)
			p.check(label, diff(u, c.Expected))
		}
	}
	return nil
}

// runToASCII goes through the host of a URL, as the suite's own runner does.
func runToASCII(b []byte, p *Part) error {
	list, err := cases[struct {
		Input  string  `json:"input"`
		Output *string `json:"output"`
	}](b)
	if err != nil {
		return err
	}
	for _, c := range list {
		if c.Input == "" { // is no host in a URL
			var diffs []string
			if got, ok := net.DomainToASCII(""); c.Output == nil || !ok || got != *c.Output {
				diffs = []string{fmt.Sprintf("gave %q, %v", got, ok)}
			}
			p.check(`""`, diffs)
			continue
		}
		u, err := net.Parse("https://"+c.Input+"/x", nil)
		var diffs []string
		switch {
		case err == nil && c.Output == nil:
			diffs = []string{"gave " + u.Hostname() + ", want failure"}
		case err != nil && c.Output != nil:
			diffs = []string{"failed, want " + *c.Output}
		case err == nil && (u.Hostname() != *c.Output || u.Pathname() != "/x"):
			diffs = []string{"gave " + u.Href() + ", want host " + *c.Output}
		}
		p.check(fmt.Sprintf("%+q", c.Input), diffs)
	}
	return nil
}

func runPercent(b []byte, p *Part) error {
	list, err := cases[struct {
		Input  string            `json:"input"`
		Output map[string]string `json:"output"`
	}](b)
	if err != nil {
		return err
	}
	for _, c := range list {
		for label, want := range c.Output {
			var diffs []string
			u, err := net.ParseWith("https://doesnotmatter.invalid/?"+c.Input+"#"+c.Input, nil, net.LookupEncoding(label))
			if err != nil {
				diffs = []string{"failed"}
			} else if q, _ := u.Query(); q != want {
				diffs = []string{fmt.Sprintf("query %q, want %q", q, want)}
			} else if f, _ := u.Fragment(); f != c.Output["utf-8"] {
				diffs = []string{fmt.Sprintf("fragment %q, want %q", f, c.Output["utf-8"])}
			}
			p.check(fmt.Sprintf("%q in %s", c.Input, label), diffs)
		}
	}
	return nil
}
