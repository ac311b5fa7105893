package css

import (
	"strings"

	"github.com/niso-engine/niso/internal/atom"
)

// atRules are the at-rules that exist, by their lower-case names.
var atRules = map[string]RuleKind{
	"import": RuleImport, "namespace": RuleNamespace, "media": RuleMedia, "supports": RuleSupports,
	"container": RuleContainer, "layer": RuleLayerBlock, "scope": RuleScope,
	"starting-style": RuleStartingStyle, "font-face": RuleFontFace, "keyframes": RuleKeyframes,
	"-webkit-keyframes": RuleKeyframes, "page": RulePage, "property": RuleProperty,
	"counter-style": RuleCounterStyle, "font-feature-values": RuleFontFeatureValues,
	"font-palette-values": RuleFontPaletteValues, "view-transition": RuleViewTransition,
	"position-try": RulePositionTry,
}

var featureBlocks = map[string]bool{"stylistic": true, "styleset": true, "character-variant": true, "swash": true, "ornaments": true, "annotation": true}

var marginRules = func() map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(`top-left-corner top-left top-center top-right top-right-corner bottom-left-corner bottom-left
		bottom-center bottom-right bottom-right-corner left-top left-middle left-bottom right-top right-middle right-bottom`) {
		m[n] = true
	}
	return m
}()

// atRule reads the at-rule whose keyword is ahead.
func (p *sheetParser) atRule(f *frame) {
	s := p.s
	kw := p.tok
	name := lowerASCII(p.t.Text(kw))
	p.next()
	for p.tok.Kind == Whitespace {
		p.next()
	}
	start := p.tok.Start
	end := p.prelude(len(p.stack) > 1, true)
	block := p.tok.Kind == LeftBrace
	r := Rule{PreludeStart: start, PreludeEnd: end, Start: kw.Start, DeclStart: uint32(len(s.Decls))}
	child := frame{parent: f.parent, nested: f.nested, scoped: f.scoped}
	ok, top := false, len(p.stack) == 1
	if !block || len(p.stack) < maxRuleDepth {
		r.Kind, ok = p.atRulePrelude(f, name, block, &r, &child)
	}
	if !block {
		if ok {
			r.End = p.tok.Start
			p.add(r)
		}
		if p.tok.Kind == Semicolon {
			if ok {
				s.Rules[len(s.Rules)-1].End = p.tok.End
			}
			p.next()
		}
	} else if ok {
		child.rule = p.add(r)
		p.open(child)
	} else {
		p.skipBlock()
	}
	if ok && top {
		p.order(r.Kind)
	}
}

// order notes that a rule of that kind stands at top level: @import and @namespace must come before the others.
func (p *sheetParser) order(k RuleKind) {
	switch k {
	case RuleImport:
		p.imported = true
	case RuleLayerStatement:
		p.imports = p.imports && !p.imported
	case RuleNamespace:
		p.imports = false
	default:
		p.imports, p.namespaces = false, false
	}
}

// atRulePrelude checks where the rule stands and reads its prelude into r.Payload; child is the frame of its block.
func (p *sheetParser) atRulePrelude(f *frame, name string, block bool, r *Rule, child *frame) (RuleKind, bool) {
	s := p.s
	switch f.ctx {
	case inPage:
		if !block || !marginRules[name] || r.PreludeStart != r.PreludeEnd {
			return 0, false
		}
		*child = frame{ctx: inDecls}
		a, ok := p.name(name)
		r.Payload = uint32(a)
		return RuleMargin, ok
	case inFeatures:
		if !block || !featureBlocks[name] || r.PreludeStart != r.PreludeEnd {
			return 0, false
		}
		*child = frame{ctx: inDecls}
		a, ok := p.name(name)
		r.Payload = uint32(a)
		return RuleFontFeatureBlock, ok
	case inDecls, inKeyframes:
		return 0, false
	}
	kind, ok := atRules[name]
	if !ok {
		return 0, false
	}
	if kind == RuleLayerBlock && !block {
		kind = RuleLayerStatement
	}
	if block == (kind == RuleImport || kind == RuleNamespace || kind == RuleLayerStatement) {
		return 0, false
	}
	child.ctx = f.ctx
	v := newValueParserAt(p.src, r.PreludeStart, r.PreludeEnd)
	group := false
	switch kind {
	case RuleMedia, RuleSupports, RuleContainer, RuleLayerBlock, RuleScope, RuleStartingStyle:
		group = true
	}
	if f.ctx == inStyle && !group && !(f.scoped && !f.nested) {
		return 0, false // only conditional groups nest in style rules
	}
	if !group {
		*child = frame{ctx: inDecls}
	}
	switch kind {
	case RuleImport:
		if len(p.stack) > 1 || !p.imports {
			return 0, false
		}
		imp, ok := p.importRule(&v)
		r.Payload = uint32(len(s.Imports))
		if ok {
			s.Imports = append(s.Imports, imp)
		}
		return kind, ok
	case RuleNamespace:
		if len(p.stack) > 1 || !p.namespaces {
			return 0, false
		}
		n := Namespace{Prefix: atom.Empty}
		if id, ok := v.Ident(); ok {
			if n.Prefix, ok = p.name(id); !ok {
				return 0, false
			}
		}
		url, ok := v.StringValue()
		if !ok {
			url, ok = v.URLValue()
		}
		if !ok || !v.AtEnd() {
			return 0, false
		}
		if n.URL, ok = p.name(url); !ok {
			return 0, false
		}
		r.Payload = uint32(len(s.Namespaces))
		s.Namespaces = append(s.Namespaces, n)
		return kind, true
	case RuleMedia:
		r.Payload = uint32(len(s.Media))
		s.Media = append(s.Media, parseMediaList(&v))
		return kind, true
	case RuleSupports:
		c, ok := parseSupports(&v)
		if !ok || !v.AtEnd() {
			return 0, false
		}
		r.Payload = uint32(len(s.Supports))
		s.Supports = append(s.Supports, c)
		return kind, true
	case RuleContainer:
		c, ok := p.containerQueries(&v)
		if !ok {
			return 0, false
		}
		r.Payload = uint32(len(s.Containers))
		s.Containers = append(s.Containers, c)
		return kind, true
	case RuleLayerBlock, RuleLayerStatement:
		if f.nested && kind == RuleLayerStatement {
			return 0, false
		}
		var names Layers
		for !v.AtEnd() {
			n, ok := p.layerName(&v)
			if !ok {
				return 0, false
			}
			names = append(names, n)
			if v.AtEnd() {
				break
			}
			if kind == RuleLayerBlock || !v.Comma() || v.AtEnd() {
				return 0, false
			}
		}
		if kind == RuleLayerStatement && len(names) == 0 {
			return 0, false
		}
		r.Payload = uint32(len(s.Layers))
		s.Layers = append(s.Layers, names)
		return kind, true
	case RuleScope:
		sc, ok := p.scope(f, &v)
		if !ok {
			return 0, false
		}
		r.Payload = uint32(len(s.Scopes))
		s.Scopes = append(s.Scopes, sc)
		child.ctx, child.nested, child.scoped, child.parent = inStyle, false, true, 0
		return kind, true
	case RuleStartingStyle:
		return kind, v.AtEnd()
	case RuleFontFace, RuleViewTransition:
		return kind, v.AtEnd()
	case RuleKeyframes:
		n, ok := v.StringValue()
		if !ok {
			n, ok = v.CustomIdent("none")
		}
		if !ok || !v.AtEnd() {
			return 0, false
		}
		a, ok := p.name(n)
		r.Payload = uint32(a)
		child.ctx = inKeyframes
		return kind, ok
	case RulePage:
		sel, ok := p.pageSelectors(&v)
		if !ok {
			return 0, false
		}
		r.Payload = uint32(len(s.Pages))
		s.Pages = append(s.Pages, sel)
		child.ctx = inPage
		return kind, true
	case RuleProperty, RuleFontPaletteValues, RulePositionTry:
		n, ok := v.DashedIdent()
		if !ok || !v.AtEnd() {
			return 0, false
		}
		a, ok := p.name(n)
		r.Payload = uint32(a)
		return kind, ok
	case RuleCounterStyle:
		n, ok := v.CustomIdent("none", "decimal", "disc", "square", "circle", "disclosure-open", "disclosure-closed")
		if !ok || !v.AtEnd() {
			return 0, false
		}
		a, ok := p.name(n)
		r.Payload = uint32(a)
		return kind, ok
	case RuleFontFeatureValues:
		if v.AtEnd() {
			return 0, false
		}
		for !v.AtEnd() {
			if _, ok := v.StringValue(); !ok {
				if _, ok = v.Ident(); !ok && !v.Comma() {
					return 0, false
				}
			}
		}
		child.ctx = inFeatures
		return kind, true
	}
	return 0, false
}

// name interns a name of an at-rule.
func (p *sheetParser) name(s string) (atom.Atom, bool) { return p.sel.intern(s) }

// layerName reads a.b.c without space in it.
func (p *sheetParser) layerName(v *ValueParser) (LayerName, bool) {
	var n LayerName
	for {
		id, ok := v.CustomIdent()
		if !ok {
			return nil, false
		}
		a, ok := p.name(id)
		if !ok {
			return nil, false
		}
		n = append(n, a)
		if v.SpaceBefore() || !v.t.IsDelim(v.Peek(), '.') {
			return n, true
		}
		v.Next()
		if v.SpaceBefore() {
			return nil, false
		}
	}
}

// importRule reads the prelude of @import. https://drafts.csswg.org/css-cascade-5/#at-import
func (p *sheetParser) importRule(v *ValueParser) (imp Import, ok bool) {
	if imp.URL, ok = v.StringValue(); !ok {
		if imp.URL, ok = v.URLValue(); !ok {
			return imp, false
		}
	}
	if v.Keyword("layer") {
		imp.HasLayer = true
	} else {
		save := *v
		if args, ok := v.Function("layer"); ok {
			if n, ok := p.layerName(&args); ok && args.AtEnd() {
				imp.HasLayer, imp.Layer = true, n
			} else {
				*v = save
			}
		}
	}
	save := *v
	if args, ok := v.Function("supports"); ok {
		c, ok := parseSupportsArgument(&args)
		if ok {
			imp.Supports = c
		} else {
			*v = save
		}
	}
	imp.Media = parseMediaList(v)
	return imp, true
}

// scope reads the prelude of @scope. https://drafts.csswg.org/css-cascade-6/#scope-atrule
func (p *sheetParser) scope(f *frame, v *ValueParser) (sc Scope, ok bool) {
	part := func(ctx SelectorContext) (ListID, bool) {
		b, ok := v.Block(LeftParen)
		if !ok {
			return 0, false
		}
		return p.sel.parse(p.src, uint32(b.Pos()), uint32(len(b.Source())), &ctx)
	}
	if v.Peek().Kind == LeftParen {
		if sc.Start, ok = part(SelectorContext{Namespaces: p.s.Namespaces, Nested: f.nested, Parent: f.parent, Scoped: f.scoped, NoElements: true}); !ok {
			return sc, false
		}
	}
	if v.Keyword("to") {
		if sc.End, ok = part(SelectorContext{Namespaces: p.s.Namespaces, Relative: true, NoElements: true}); !ok {
			return sc, false
		}
	}
	return sc, v.AtEnd()
}

// pageSelectors reads the prelude of @page. https://drafts.csswg.org/css-page-3/#at-page-rule
func (p *sheetParser) pageSelectors(v *ValueParser) (list []PageSelector, ok bool) {
	for !v.AtEnd() {
		var s PageSelector
		any := false
		if v.Peek().Kind == Ident {
			n, _ := v.Ident()
			if strings.EqualFold(n, "auto") {
				return nil, false
			}
			if s.Name, ok = p.name(n); !ok {
				return nil, false
			}
			any = true
		}
		for v.Peek().Kind == Colon && !(any && v.SpaceBefore()) {
			v.Next()
			if v.SpaceBefore() {
				return nil, false
			}
			switch {
			case v.Keyword("first"):
				s.First = true
			case v.Keyword("left"):
				s.Left = true
			case v.Keyword("right"):
				s.Right = true
			case v.Keyword("blank"):
				s.Blank = true
			default:
				return nil, false
			}
			any = true
		}
		if !any {
			return nil, false
		}
		list = append(list, s)
		if v.AtEnd() {
			break
		}
		if !v.Comma() || v.AtEnd() {
			return nil, false
		}
	}
	return list, true
}

// parseKeyframeSelectors reads from, to, percentages and timeline ranges.
// https://drafts.csswg.org/css-animations-1/#keyframes
func parseKeyframeSelectors(src string, start, end uint32) (list []KeyframeSelector, ok bool) {
	v := newValueParserAt(src, start, end)
	for {
		var k KeyframeSelector
		switch {
		case v.Keyword("from"):
		case v.Keyword("to"):
			k.Offset = 1
		default:
			if v.Peek().Kind == Ident {
				id, _ := v.Ident()
				switch id = lowerASCII(id); id {
				case "cover", "contain", "entry", "exit", "entry-crossing", "exit-crossing", "scroll":
					k.Range = id
				default:
					return nil, false
				}
			}
			if v.Peek().Kind != Percentage {
				return nil, false
			}
			k.Offset = v.Next().Num / 100
			if k.Range == "" && (k.Offset < 0 || k.Offset > 1) {
				return nil, false
			}
		}
		list = append(list, k)
		if v.AtEnd() {
			return list, true
		}
		if !v.Comma() {
			return nil, false
		}
	}
}
