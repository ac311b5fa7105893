package html

import "strings"

// The speculative HTML parser, as far as loads want it: a scanner of tags.
// https://html.spec.whatwg.org/multipage/parsing.html#speculative-html-parsing
//
// While a script blocks the parser, the scanner reads on in what has arrived. It makes no tree: it knows the states of the tokenizer that tags alone
// decide, and leaves out what is in templates. What it finds out wrongly costs a load, never a wrong document.

// ahead is the scanner of a parser.
type ahead struct {
	tk       Tokenizer
	tell     func(*Tag, bool)
	template int // templates around, but declarative shadow roots
	shadow   []bool
	foreign  int    // svg and math elements around
	style    []byte // the text of the style element that it is in
	styled   bool   // it is in one
}

// maxAheadStyle bounds how much of a style element is looked at: imports come first.
const maxAheadStyle = 64 << 10

// maxAheadTemplates bounds how deep templates are told apart.
const maxAheadTemplates = 512

func newAhead(tell func(t *Tag, end bool)) *ahead {
	a := &ahead{tell: tell}
	a.tk.sink = a
	return a
}

func (a *ahead) Text(s string) {
	if a.styled && len(a.style) < maxAheadStyle {
		a.style = append(a.style, s...)
	}
}

func (a *ahead) Comment(string) {}

func (a *ahead) Doctype(*Doctype) {}

func (a *ahead) CDATAAllowed() bool { return a.foreign > 0 }

func (a *ahead) StartTag(t *Tag) {
	switch t.Name {
	case "title", "textarea":
		a.raw(RCDATA)
	case "style", "xmp", "iframe", "noembed", "noframes", "noscript":
		a.raw(RawText)
	case "script":
		a.raw(ScriptData)
	case "plaintext":
		a.raw(PlainText)
	case "svg", "math":
		if !t.SelfClosing {
			a.foreign++
		}
	case "foreignobject", "desc", "annotation-xml", "body", "br", "center", "div", "head", "img", "li", "meta", "p", "pre", "span", "table", "ul", "ol": // HTML in foreign elements, or after them
		a.foreign = 0
	case "template":
		shadow := false
		for _, at := range t.Attrs {
			shadow = shadow || at.Name == "shadowrootmode" && (strings.EqualFold(at.Value, "open") || strings.EqualFold(at.Value, "closed"))
		}
		if len(a.shadow) < maxAheadTemplates {
			a.shadow = append(a.shadow, shadow)
			if !shadow {
				a.template++
			}
		}
	}
	if a.template > 0 {
		return
	}
	switch t.Name {
	case "script":
		if a.foreign > 0 {
			a.tell(&Tag{Name: "svg script", Attrs: t.Attrs}, false)
			return
		}
		a.tell(t, false)
	case "style":
		a.styled = a.foreign == 0
	case "link", "img", "base", "picture", "source":
		if a.foreign == 0 {
			a.tell(t, false)
		}
	}
}

// raw has the text after a start tag be that of an element whose text has no tags; in foreign elements it has.
func (a *ahead) raw(s State) {
	if a.foreign == 0 {
		a.tk.SetState(s)
	}
}

func (a *ahead) EndTag(t *Tag) {
	switch t.Name {
	case "svg", "math":
		a.foreign = max(0, a.foreign-1)
	case "template":
		if n := len(a.shadow); n > 0 {
			if !a.shadow[n-1] {
				a.template--
			}
			a.shadow = a.shadow[:n-1]
		}
	case "style":
		if a.styled {
			a.styled = false
			a.tell(&Tag{Name: "style", Attrs: []Attribute{{Value: view(a.style)}}}, true)
			a.style = a.style[:0]
		}
	case "picture":
		if a.template == 0 && a.foreign == 0 {
			a.tell(t, true)
		}
	}
}

// lookAhead scans what waits behind the script that blocks the parser, as far as it was not scanned before.
func (p *Parser) lookAhead() {
	if p.opt.Ahead == nil {
		return
	}
	chunks := p.frames[0].chunks
	if !p.aheadOn { // the first time for this script
		p.aheadOn = true
		scanned := p.aheadAt - p.taken // of what waits
		if p.ahead == nil || scanned < 0 || p.tk.state != Data || len(p.frames) > 1 {
			p.ahead, p.aheadAt, scanned = newAhead(p.opt.Ahead), p.taken, 0
			switch s := p.tk.state; s { // a script may have written the start tag of such an element
			case RCDATA, RawText, ScriptData, PlainText:
				p.ahead.tk.SetState(s)
				p.ahead.tk.SetLastStartTag(string(p.tk.last))
			}
			p.opt.Ahead(nil, false)
			for i := len(p.frames) - 1; i > 0; i-- { // what scripts wrote comes first
				for _, c := range p.frames[i].chunks {
					p.ahead.tk.Run(c)
				}
			}
		}
		p.aheadChunk = 0
		for p.aheadChunk < len(chunks) && scanned > 0 {
			c := chunks[p.aheadChunk]
			if int64(len(c)) > scanned {
				p.scanAhead(c[scanned:])
			}
			scanned -= int64(len(c))
			p.aheadChunk++
		}
	}
	for ; p.aheadChunk < len(chunks); p.aheadChunk++ {
		p.scanAhead(chunks[p.aheadChunk])
	}
}

func (p *Parser) scanAhead(c string) {
	p.ahead.tk.Run(c)
	p.aheadAt += int64(len(c))
}
