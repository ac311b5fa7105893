package css

import (
	"errors"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/perf"
)

// Errors of edits, named after the DOMExceptions that CSSOM throws for them.
var (
	ErrSyntax       = errors.New("css: SyntaxError: not one valid rule")
	ErrHierarchy    = errors.New("css: HierarchyRequestError: the rule may not stand there")
	ErrIndexSize    = errors.New("css: IndexSizeError: no such index")
	ErrInvalidState = errors.New("css: InvalidStateError: @namespace needs a sheet of @import and @namespace rules")
)

// Source is the sheet's buffer as text. It grows when rules are inserted; texts taken from it stay valid.
func (s *Sheet) Source() string { return unsafe.String(unsafe.SliceData(s.src), len(s.src)) }

// First is the first rule at top level; 0: none.
func (s *Sheet) First() RuleID { return s.first }

// FirstIn is the first rule inside parent; parent 0 is the sheet.
func (s *Sheet) FirstIn(parent RuleID) RuleID {
	if parent == 0 {
		return s.first
	}
	return s.Rules[parent].FirstChild
}

// Children lists the rules inside parent (0: of the sheet) in order.
func (s *Sheet) Children(parent RuleID) (list []RuleID) {
	for id := s.FirstIn(parent); id != 0; id = s.Rules[id].Next {
		list = append(list, id)
	}
	return list
}

// DeclsOf are the declarations of a rule; valid until the next edit.
func (s *Sheet) DeclsOf(id RuleID) []Decl {
	r := &s.Rules[id]
	return s.Decls[r.DeclStart : r.DeclStart+r.DeclCount]
}

// DeclText is the value of a declaration as written.
func (s *Sheet) DeclText(d Decl) string { return s.Source()[d.Start:d.End] }

// Prelude is the text of the rule's prelude as written.
func (s *Sheet) Prelude(id RuleID) string {
	r := &s.Rules[id]
	return s.Source()[r.PreludeStart:r.PreludeEnd]
}

// Name is the name of an atom of the sheet.
func (s *Sheet) Name(a atom.Atom) string { return s.Sel.name(a) }

// Position is the line and column, both from 1, of a byte offset. Columns count UTF-16 units.
func (s *Sheet) Position(offset uint32) (line, column int) {
	src := s.Source()[:min(int(offset), len(s.src))]
	line, start := 1, 0
	for i := 0; i < len(src); i++ {
		switch src[i] {
		case '\n', '\f':
			line, start = line+1, i+1
		case '\r':
			if i+1 < len(src) && src[i+1] == '\n' {
				continue
			}
			line, start = line+1, i+1
		}
	}
	return line, utf16Len(src[start:]) + 1
}

// blockOf is the frame in which the children of parent are read.
func (s *Sheet) blockOf(parent RuleID) (f frame, ok bool) {
	f = frame{rule: parent, ctx: inRules}
	if parent == 0 {
		return f, true
	}
	switch s.Rules[parent].Kind {
	case RuleKeyframes:
		f.ctx = inKeyframes
		return f, true
	case RulePage:
		f.ctx = inPage
		return f, true
	case RuleFontFeatureValues:
		f.ctx = inFeatures
		return f, true
	case RuleStyle, RuleMedia, RuleSupports, RuleContainer, RuleLayerBlock, RuleScope, RuleStartingStyle:
	default:
		return f, false
	}
	for id := parent; id != 0; id = s.Rules[id].Parent {
		switch r := &s.Rules[id]; r.Kind {
		case RuleStyle:
			f.ctx, f.nested, f.parent = inStyle, true, ListID(r.Payload)
			return f, true
		case RuleScope:
			f.ctx, f.scoped = inStyle, true
			return f, true
		}
	}
	return f, true
}

// appendSource adds text to the buffer and returns where it begins.
func (s *Sheet) appendSource(text string) (start uint32, ok bool) {
	if len(s.src)+len(text)+1 > maxSource+1<<30 {
		return 0, false
	}
	// A line end keeps an unclosed comment or token of the text before apart.
	s.src = append(s.src, '\n')
	start = uint32(len(s.src))
	s.src = append(s.src, text...)
	return start, true
}

// InsertRule parses text as one rule and inserts it at index among the children of parent (0: the sheet), as
// insertRule of CSSOM. https://drafts.csswg.org/cssom/#insert-a-css-rule
func (s *Sheet) InsertRule(parent RuleID, text string, index int) (RuleID, error) {
	prev, next, err := s.at(parent, index)
	if err != nil {
		return 0, err
	}
	base, ok := s.blockOf(parent)
	if !ok {
		return 0, ErrHierarchy
	}
	depth := 0
	for id := parent; id != 0; id = s.Rules[id].Parent {
		depth++
	}
	if depth >= maxRuleDepth-1 {
		return 0, ErrHierarchy
	}
	src, rules, decls := len(s.src), len(s.Rules), len(s.Decls)
	start, ok := s.appendSource(text)
	if !ok {
		return 0, ErrSyntax
	}
	p := sheetParser{s: s, imports: true, namespaces: true}
	base.bare = base.ctx != inStyle
	undo := func(err error) (RuleID, error) {
		s.src, s.Rules, s.Decls = s.src[:src], s.Rules[:rules], s.Decls[:decls]
		return 0, err
	}
	p.run(int(start), base)
	id, last := p.stack[0].first, p.stack[0].last
	if id == 0 || id != last {
		return undo(ErrSyntax)
	}
	r := &s.Rules[id]
	if parent == 0 {
		if err := s.orderAllows(r.Kind, prev, next); err != nil {
			return undo(err)
		}
	}
	r.Next = next
	s.setNext(parent, prev, id)
	if next == 0 {
		s.setLast(parent, id)
	}
	return id, nil
}

// orderAllows checks that @import and @namespace rules stay before the others.
func (s *Sheet) orderAllows(k RuleKind, prev, next RuleID) error {
	rank := func(k RuleKind) int {
		switch k {
		case RuleLayerStatement:
			return 0
		case RuleImport:
			return 1
		case RuleNamespace:
			return 2
		}
		return 3
	}
	n := rank(k)
	for id := s.first; id != 0; id = s.Rules[id].Next {
		if k == RuleNamespace && rank(s.Rules[id].Kind) == 3 {
			return ErrInvalidState
		}
	}
	if prev != 0 && n > 0 {
		for id := s.first; id != 0; id = s.Rules[id].Next {
			if rank(s.Rules[id].Kind) > n {
				return ErrHierarchy
			}
			if id == prev {
				break
			}
		}
	}
	if n > 1 {
		for id := next; id != 0; id = s.Rules[id].Next {
			if x := rank(s.Rules[id].Kind); x > 0 && x < n {
				return ErrHierarchy
			}
		}
	}
	return nil
}

// at finds the rules before and at index.
func (s *Sheet) at(parent RuleID, index int) (prev, next RuleID, err error) {
	if index < 0 {
		return 0, 0, ErrIndexSize
	}
	next = s.FirstIn(parent)
	for ; index > 0; index-- {
		if next == 0 {
			return 0, 0, ErrIndexSize
		}
		prev, next = next, s.Rules[next].Next
	}
	return prev, next, nil
}

func (s *Sheet) setNext(parent, prev, id RuleID) {
	switch {
	case prev != 0:
		s.Rules[prev].Next = id
	case parent != 0:
		s.Rules[parent].FirstChild = id
	default:
		s.first = id
	}
}

func (s *Sheet) setLast(parent, id RuleID) {
	if parent != 0 {
		s.Rules[parent].LastChild = id
	} else {
		s.last = id
	}
}

// DeleteRule unlinks the child at index of parent (0: the sheet) and marks it, and what is in it, deleted.
func (s *Sheet) DeleteRule(parent RuleID, index int) error {
	prev, id, err := s.at(parent, index)
	if err != nil {
		return err
	}
	if id == 0 {
		return ErrIndexSize
	}
	r := &s.Rules[id]
	if r.Kind == RuleNamespace {
		for x := s.first; x != 0; x = s.Rules[x].Next {
			if k := s.Rules[x].Kind; k != RuleImport && k != RuleNamespace {
				return ErrInvalidState
			}
		}
	}
	s.setNext(parent, prev, r.Next)
	if r.Next == 0 {
		s.setLast(parent, prev)
	}
	s.drop(id)
	return nil
}

// drop marks a rule and its descendants deleted.
func (s *Sheet) drop(top RuleID) {
	s.Rules[top].Next = 0
	for id := top; id != 0; {
		r := &s.Rules[id]
		r.Flags |= RuleDeleted
		s.dead += int(r.DeclCount)
		if r.FirstChild != 0 {
			id = r.FirstChild
			continue
		}
		for id != top && s.Rules[id].Next == 0 {
			id = s.Rules[id].Parent
		}
		if id == top {
			break
		}
		id = s.Rules[id].Next
	}
	s.compact()
}

// compact moves the declarations together when most rows of the column are dead.
func (s *Sheet) compact() {
	if s.dead < 1024 || s.dead < len(s.Decls)/2 {
		return
	}
	decls := make([]Decl, 0, len(s.Decls)-s.dead)
	for i := range s.Rules {
		r := &s.Rules[i]
		if r.Flags&RuleDeleted != 0 {
			r.DeclStart, r.DeclCount = 0, 0
			continue
		}
		start := len(decls)
		decls = append(decls, s.Decls[r.DeclStart:r.DeclStart+r.DeclCount]...)
		r.DeclStart = uint32(start)
	}
	s.Decls, s.dead = decls, 0
}

// SetSelector replaces the selectors of a style rule; false and no change if text is invalid. The ListID stays
// the same: selectors of nested rules follow.
func (s *Sheet) SetSelector(id RuleID, text string) bool {
	r := &s.Rules[id]
	if r.Kind != RuleStyle {
		return false
	}
	f := frame{ctx: inRules}
	if r.Parent != 0 {
		f, _ = s.blockOf(r.Parent)
	}
	ctx := SelectorContext{Namespaces: s.Namespaces, Nested: f.nested && !f.scoped, Parent: f.parent, Scoped: f.scoped, UserAgent: s.opts.UserAgent}
	src := len(s.src)
	start, ok := s.appendSource(text)
	if !ok {
		return false
	}
	l, ok := s.Sel.Parse(s.Source()[start:], &ctx)
	if !ok {
		s.src = s.src[:src]
		return false
	}
	r.PreludeStart, r.PreludeEnd = start, uint32(len(s.src))
	s.Sel.Lists[r.Payload] = s.Sel.Lists[l]
	// What refers to the list by & has its specificity, key and ancestors from it.
	for range maxDepth {
		changed := false
		for i := range s.Sel.Rows {
			if row := &s.Sel.Rows[i]; row.Deps&DepNest != 0 {
				old := *row
				s.Sel.refresh(row)
				changed = changed || old != *row
			}
		}
		if !changed {
			break
		}
	}
	return true
}

// SetMedia replaces the media query list of a @media rule.
func (s *Sheet) SetMedia(id RuleID, text string) {
	if r := &s.Rules[id]; r.Kind == RuleMedia {
		s.Media[r.Payload] = ParseMedia(text)
	}
}

// SetDecl sets a declaration of a rule; one of that name that is there keeps its place. value is the text without
// !important; the caller has checked it against the property. False if the value cannot stand in a declaration.
func (s *Sheet) SetDecl(id RuleID, name, value string, important bool) bool {
	custom := strings.HasPrefix(name, "--")
	src := len(s.src)
	start, ok := s.appendSource(value)
	if !ok {
		return false
	}
	sc := declScanner{t: Tokenizer{src: s.Source(), pos: int(start)}}
	sc.next()
	for sc.tok.Kind == Whitespace {
		sc.next()
	}
	sc.decl.Start, sc.decl.End = sc.tok.Start, sc.tok.Start
	if !sc.value(custom) || sc.tok.Kind != EOF || sc.decl.Flags&DeclImportant != 0 || sc.decl.Flags&declInvalid != 0 ||
		!custom && sc.decl.Start == sc.decl.End {
		s.src = s.src[:src]
		return false
	}
	d := sc.decl
	if custom {
		d.Flags |= DeclCustom
	} else {
		name = lowerASCII(name)
	}
	if important {
		d.Flags |= DeclImportant
	}
	if s.opts.Atoms == nil {
		d.Name = staticAtoms.Lookup(name)
	} else {
		d.Name = s.opts.Atoms.Intern(name)
	}
	at := -1
	decls := s.DeclsOf(id)
	for i := range decls {
		if decls[i].Name == d.Name {
			at = i // the last one counts
		}
	}
	if at < 0 {
		s.appendDecl(id, d)
		s.compact()
		return true
	}
	decls[at] = d
	return true
}

// RemoveDecl removes the declarations of that name and reports whether there were any.
func (s *Sheet) RemoveDecl(id RuleID, name atom.Atom) bool {
	decls := s.DeclsOf(id)
	n := 0
	for _, d := range decls {
		if d.Name != name {
			decls[n] = d
			n++
		}
	}
	removed := len(decls) - n
	s.Rules[id].DeclCount = uint32(n)
	s.dead += removed
	s.compact()
	return removed > 0
}

// SetDecls replaces all declarations of a rule by those of text (cssText).
func (s *Sheet) SetDecls(id RuleID, text string) {
	start, ok := s.appendSource(text)
	if !ok {
		return
	}
	r := &s.Rules[id]
	s.dead += int(r.DeclCount)
	r.DeclStart, r.DeclCount = uint32(len(s.Decls)), 0
	l := declListAt(s.Source(), int(start), s.opts.Atoms)
	for {
		d, ok := l.Next()
		if !ok {
			break
		}
		s.appendDecl(id, d)
	}
	s.compact()
}

// ReportMemory adds the bytes of the sheet's columns under prefix. The source is counted too: it is the sheet's alone.
func (s *Sheet) ReportMemory(r *perf.Report, prefix string) {
	r.Bytes(prefix+"/source", int64(cap(s.src)), "The text of style sheets.")
	r.Bytes(prefix+"/rules", int64(cap(s.Rules))*int64(unsafe.Sizeof(Rule{})), "Rules of style sheets.")
	r.Bytes(prefix+"/declarations", int64(cap(s.Decls))*int64(unsafe.Sizeof(Decl{})), "Declarations of style sheets, as ranges of their text.")
	r.Bytes(prefix+"/selectors", s.Sel.memoryBytes(), "Compiled selectors.")
	var n int64
	for i := range s.Media {
		n += s.Media[i].memoryBytes()
	}
	for _, c := range s.Supports {
		n += int64(unsafe.Sizeof(*c)) + int64(cap(c.nodes))*int64(unsafe.Sizeof(condNode{}))
	}
	for i := range s.Containers {
		n += int64(cap(s.Containers[i])) * int64(unsafe.Sizeof(ContainerQuery{}))
		for j := range s.Containers[i] {
			n += int64(cap(s.Containers[i][j].nodes)) * int64(unsafe.Sizeof(condNode{}))
		}
	}
	n += int64(cap(s.Media))*int64(unsafe.Sizeof(MediaQueryList{})) + int64(cap(s.Supports))*8 +
		int64(cap(s.Containers))*int64(unsafe.Sizeof(ContainerQueryList{})) + int64(cap(s.Imports))*int64(unsafe.Sizeof(Import{})) +
		int64(cap(s.Layers))*24 + int64(cap(s.Scopes))*8 + int64(cap(s.Keyframes))*24 + int64(cap(s.Namespaces))*8 + int64(cap(s.Pages))*24
	for _, k := range s.Keyframes {
		n += int64(cap(k)) * int64(unsafe.Sizeof(KeyframeSelector{}))
	}
	for _, l := range s.Layers {
		n += int64(cap(l)) * 24
		for _, m := range l {
			n += int64(cap(m)) * 4
		}
	}
	for _, q := range s.Pages {
		n += int64(cap(q)) * int64(unsafe.Sizeof(PageSelector{}))
	}
	r.Bytes(prefix+"/at-rules", n, "Media queries, conditions, layers and other preludes of at-rules.")
}

func (s *Selectors) memoryBytes() int64 {
	n := int64(cap(s.Words))*4 + int64(cap(s.Rows))*int64(unsafe.Sizeof(Selector{})) + int64(cap(s.Lists))*8 + int64(cap(s.Names))*24
	for _, x := range s.Names {
		n += int64(cap(x)) * 4
	}
	return n
}

// Decode returns the text of a style sheet of bytes in UTF-8, without its byte order mark; bytes that are no UTF-8
// become U+FFFD. Other encodings are the loader's business: SniffCharset says which the sheet names.
func Decode(b []byte) []byte {
	if len(b) >= 3 && b[0] == 0xEF && b[1] == 0xBB && b[2] == 0xBF {
		b = b[3:]
	}
	if utf8.Valid(b) {
		return b
	}
	return []byte(strings.ToValidUTF8(string(b), "\uFFFD"))
}

// SniffCharset returns the label of @charset "label"; at the very beginning of a sheet, or "".
// https://drafts.csswg.org/css-syntax-3/#determine-the-fallback-encoding
func SniffCharset(b []byte) string {
	const head = `@charset "`
	b = b[:min(len(b), 1024)]
	if len(b) < len(head) || string(b[:len(head)]) != head {
		return ""
	}
	for i := len(head); i+1 < len(b); i++ {
		if b[i] == '"' {
			if b[i+1] != ';' {
				return ""
			}
			label := lowerASCII(string(b[len(head):i]))
			if label == "utf-16be" || label == "utf-16le" {
				return "utf-8"
			}
			return label
		}
	}
	return ""
}
