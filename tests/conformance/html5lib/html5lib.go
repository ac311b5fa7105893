// Package html5lib runs the html5lib test suites on package dom/html.
//
// Each case is counted once. A failure is named by file and case, with what was expected and what came.
package html5lib

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/html"
	"github.com/niso-engine/niso/internal/atom"
)

// Script runs a script element of a page that p parses into d; while it is nil, scripts are passed over.
var Script func(p *html.Parser, d *dom.Document, el dom.NodeID)

// Load loads a page in the whole engine, with its scripts, and gives its tree in the suite's form. Where it is set, the cases that need script are run by it.
var Load func(markup string) (tree string, err error)

// Chunk is the size in bytes of the pieces that inputs are parsed in; 0 is whole.
var Chunk int

// RunTree runs the tree construction cases in the .dat files under dir, and those under
// dir/scripted if Load or Script is set (otherwise they fail).
func RunTree(dir string) (passed, total int, failures []string) {
	files, _ := filepath.Glob(filepath.Join(dir, "*.dat"))
	scripted, _ := filepath.Glob(filepath.Join(dir, "scripted", "*.dat"))
	for _, f := range append(files, scripted...) {
		b, err := os.ReadFile(f)
		if err != nil {
			failures = append(failures, err.Error())
			continue
		}
		rel, _ := filepath.Rel(dir, f)
		needsScript := strings.HasPrefix(rel, "scripted")
		for i, c := range parseDat(string(b)) {
			modes := []bool{false, true}
			if c.script != nil {
				modes = []bool{*c.script}
			} else if needsScript {
				modes = []bool{true}
			}
			total++
			ok := true
			for _, scripting := range modes {
				got := ""
				if needsScript && Load != nil {
					var err error
					if got, err = Load(c.data); err != nil {
						got = err.Error()
					}
				} else {
					got = runCase(c, scripting)
				}
				if got != c.document {
					failures = append(failures, fmt.Sprintf("%s #%d (scripting %v)\n%s\n--- want\n%s--- got\n%s", rel, i+1, scripting, c.data, c.document, got))
					ok = false
					break
				}
			}
			if ok {
				passed++
			}
		}
	}
	return passed, total, failures
}

type treeCase struct {
	data, fragment, document string
	script                   *bool
}

// parseDat reads the cases of a file: sections that begin with a line #name.
func parseDat(text string) (cases []treeCase) {
	var c *treeCase
	section := ""
	var lines []string
	flush := func() {
		if c == nil {
			return
		}
		body := strings.Join(lines, "\n")
		switch section {
		case "data":
			c.data = body
		case "document-fragment":
			c.fragment = strings.TrimSpace(body)
		case "document":
			c.document = strings.TrimRight(body, "\n") + "\n"
		case "script-on", "script-off":
			on := section == "script-on"
			c.script = &on
		}
		lines = lines[:0]
	}
	for line := range strings.SplitSeq(text, "\n") {
		switch line {
		case "#data":
			flush()
			cases = append(cases, treeCase{})
			c = &cases[len(cases)-1]
			section = "data"
			continue
		case "#errors", "#new-errors", "#document-fragment", "#document", "#script-on", "#script-off":
			flush()
			section = line[1:]
			continue
		}
		lines = append(lines, line)
	}
	flush()
	return cases
}

func runCase(c treeCase, scripting bool) string {
	d := dom.NewStore(atom.NewTable()).NewDocument(true)
	opt := html.Options{Scripting: scripting}
	root := d.Node
	if c.fragment != "" {
		ns, name := dom.HTML, c.fragment
		if space, local, ok := strings.Cut(name, " "); ok {
			name = local
			ns = dom.SVG
			if space == "math" {
				ns = dom.MathML
			}
		}
		opt.Context = d.CreateElement(d.Name(ns, atom.None, d.Atoms.Intern(name)))
		opt.Target = d.CreateFragment()
		root = opt.Target
	}
	var p *html.Parser
	if Script != nil {
		opt.Script = func(el dom.NodeID) bool { Script(p, d, el); return false }
	}
	p = html.New(d, opt)
	write(p, c.data)
	p.End()
	return string(d.Dump(nil, root))
}

func write(p *html.Parser, s string) {
	for Chunk > 0 && len(s) > Chunk {
		p.Write(s[:Chunk])
		s = s[Chunk:]
	}
	p.Write(s)
}

// RunTokenizer runs the cases in the .test files under dir. A case passes when it does in each of
// its initial states.
func RunTokenizer(dir string) (passed, total int, failures []string) {
	files, _ := filepath.Glob(filepath.Join(dir, "*.test"))
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			failures = append(failures, err.Error())
			continue
		}
		var suite struct{ Tests, XMLViolationTests []tokenCase }
		if err := json.Unmarshal(escapeSurrogates(b), &suite); err != nil {
			failures = append(failures, filepath.Base(f)+": "+err.Error())
			continue
		}
		for _, c := range suite.Tests {
			total++
			if why := c.run(); why == "" {
				passed++
			} else {
				failures = append(failures, filepath.Base(f)+": "+c.Description+": "+why)
			}
		}
		for _, c := range suite.XMLViolationTests {
			total++
			c.xml = true
			if why := c.run(); why == "" {
				passed++
			} else {
				failures = append(failures, filepath.Base(f)+": "+c.Description+": "+why)
			}
		}
	}
	return passed, total, failures
}

type tokenCase struct {
	Description, Input, LastStartTag string
	InitialStates                    []string
	Output                           []json.RawMessage
	DoubleEscaped                    bool
	xml                              bool // the output is made fit for an XML tree
}

var states = map[string]html.State{
	"Data state": html.Data, "PLAINTEXT state": html.PlainText, "RCDATA state": html.RCDATA, "RAWTEXT state": html.RawText,
	"Script data state": html.ScriptData, "CDATA section state": html.CDATASection,
}

// escapeSurrogates keeps lone surrogates, which encoding/json replaces, as the escapes that
// doubly escaped cases have: \uD800 becomes \\uD800. decode reads them.
func escapeSurrogates(b []byte) []byte {
	s := string(b)
	var out strings.Builder
	for {
		i := strings.Index(s, `\u`)
		if i < 0 || i+6 > len(s) {
			break
		}
		slashes := 0
		for j := i - 1; j >= 0 && s[j] == '\\'; j-- {
			slashes++
		}
		h := strings.ToUpper(s[i+2 : i+3])
		h2 := strings.ToUpper(s[i+3 : i+4])
		surrogate := h == "D" && h2 >= "8"
		pair := surrogate && h2 < "C" && i+12 <= len(s) && s[i+6:i+8] == `\u`
		switch {
		case slashes%2 == 1 || !surrogate:
			out.WriteString(s[:i+6])
			s = s[i+6:]
		case pair:
			out.WriteString(s[:i+12])
			s = s[i+12:]
		default:
			out.WriteString(s[:i] + `\` + s[i:i+6])
			s = s[i+6:]
		}
	}
	out.WriteString(s)
	return []byte(out.String())
}

// decode reads \uXXXX escapes to WTF-8.
func decode(s string) string {
	var u []uint16
	var out []byte
	flush := func() {
		for i := 0; i < len(u); i++ {
			c := rune(u[i])
			if utf16.IsSurrogate(c) && i+1 < len(u) {
				if r := utf16.DecodeRune(c, rune(u[i+1])); r != utf8.RuneError {
					out = utf8.AppendRune(out, r)
					i++
					continue
				}
			}
			if utf16.IsSurrogate(c) {
				out = append(out, 0xE0|byte(c>>12), 0x80|byte(c>>6)&0x3F|0x80&0, 0x80|byte(c)&0x3F)
				continue
			}
			out = utf8.AppendRune(out, c)
		}
		u = u[:0]
	}
	for i := 0; i < len(s); {
		var c uint16
		if strings.HasPrefix(s[i:], `\u`) && i+6 <= len(s) {
			if n, _ := fmt.Sscanf(s[i+2:i+6], "%04x", &c); n == 1 {
				u = append(u, c)
				i += 6
				continue
			}
		}
		flush()
		out = append(out, s[i])
		i++
	}
	flush()
	return string(out)
}

func (c *tokenCase) run() string {
	var want []string
	for _, raw := range c.Output {
		var t []any
		json.Unmarshal(raw, &t)
		str := func(i int) string {
			s, ok := t[i].(string)
			if !ok {
				return "\x00null"
			}
			return decode(s)
		}
		switch t[0] {
		case "Character":
			want = append(want, "Character "+str(1))
		case "Comment":
			want = append(want, "Comment "+str(1))
		case "EndTag":
			want = append(want, "EndTag "+str(1))
		case "StartTag":
			var attrs []string
			for n, v := range t[2].(map[string]any) {
				attrs = append(attrs, decode(n)+"="+decode(v.(string)))
			}
			slices.Sort(attrs)
			want = append(want, fmt.Sprintf("StartTag %s %q %v", str(1), attrs, len(t) > 3))
		case "DOCTYPE":
			want = append(want, fmt.Sprintf("DOCTYPE %q %q %q %v", str(1), str(2), str(3), t[4].(bool)))
		}
	}
	want = joinText(want)
	initial := c.InitialStates
	if len(initial) == 0 {
		initial = []string{"Data state"}
	}
	input := decode(c.Input)
	for _, name := range initial {
		state, ok := states[name]
		if !ok {
			return "unknown state " + name
		}
		for _, size := range []int{len(input) + 1, 1} {
			var r recorder
			t := html.NewTokenizer(&r)
			t.SetState(state)
			t.SetLastStartTag(c.LastStartTag)
			for s := input; s != ""; {
				n := min(size, len(s))
				t.Run(s[:n])
				s = s[n:]
			}
			t.End()
			got := joinText(r.tokens)
			if c.xml {
				for i := range got {
					got[i] = xmlText(got[i])
				}
			}
			if !slices.Equal(got, want) {
				return fmt.Sprintf("%s, pieces of %d, input %q: got %q, want %q", name, size, input, got, want)
			}
		}
	}
	return ""
}

// xmlText is the coercion to the XML infoset that xmlViolation.test expects of a tree builder for XML.
func xmlText(s string) string {
	if k, text, ok := strings.Cut(s, " "); ok && k == "Comment" {
		return k + " " + strings.ReplaceAll(text, "--", "- -")
	}
	return strings.NewReplacer("\f", " ", "\uFFFF", "\uFFFD").Replace(s)
}

// joinText makes runs of characters one token.
func joinText(tokens []string) (out []string) {
	for _, t := range tokens {
		if text, ok := strings.CutPrefix(t, "Character "); ok && len(out) > 0 && strings.HasPrefix(out[len(out)-1], "Character ") {
			out[len(out)-1] += text
			continue
		}
		out = append(out, t)
	}
	return out
}

// recorder keeps the tokens as text.
type recorder struct{ tokens []string }

func (r *recorder) Text(s string) { r.tokens = append(r.tokens, "Character "+s) }
func (r *recorder) StartTag(t *html.Tag) {
	var attrs []string
	for _, a := range t.Attrs {
		attrs = append(attrs, a.Name+"="+a.Value)
	}
	slices.Sort(attrs)
	r.tokens = append(r.tokens, fmt.Sprintf("StartTag %s %q %v", t.Name, attrs, t.SelfClosing))
}
func (r *recorder) EndTag(t *html.Tag) { r.tokens = append(r.tokens, "EndTag "+t.Name) }
func (r *recorder) Comment(s string)   { r.tokens = append(r.tokens, "Comment "+s) }
func (r *recorder) CDATAAllowed() bool { return false }
func (r *recorder) Doctype(d *html.Doctype) {
	str := func(s string, has bool) string {
		if !has {
			return "\x00null"
		}
		return s
	}
	r.tokens = append(r.tokens, fmt.Sprintf("DOCTYPE %q %q %q %v", str(d.Name, d.HasName), str(d.PublicID, d.HasPublicID),
		str(d.SystemID, d.HasSystemID), !d.ForceQuirks))
}
