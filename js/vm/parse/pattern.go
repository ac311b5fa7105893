package parse

// toPattern checks that the array or object literal e is an assignment pattern. Patterns keep the form of literals in the tree.
func (p *parser) toPattern(e nid) {
	n := p.nodes[e]
	switch n.kind {
	case kArray:
		for i := nid(n.a); i != 0; i = p.nodes[i].next {
			x := p.nodes[i]
			switch x.kind {
			case kHole:
			case kSpread:
				if x.next != 0 || x.flags&fTrailing != 0 {
					p.fail(int(x.pos), int(x.end), "Rest element must be last element")
				}
				if y := p.nodes[x.a]; y.kind == kAssign && y.flags&fParen == 0 {
					p.fail(int(y.pos), int(y.end), "Invalid destructuring assignment target")
				}
				p.patternTarget(nid(x.a))
			default:
				p.patternElement(i)
			}
		}
	case kObject:
		for i := nid(n.a); i != 0; i = p.nodes[i].next {
			x := p.nodes[i]
			switch x.op {
			case tColon:
				p.patternElement(nid(x.b))
			case tEllipsis:
				if x.next != 0 || x.flags&fTrailing != 0 {
					p.fail(int(x.pos), int(x.end), "Rest element must be last element")
				}
				t := p.nodes[x.b]
				if t.kind == kArray || t.kind == kObject {
					p.fail(int(t.pos), int(t.end), "`...` must be followed by an assignable reference in assignment contexts")
				}
				p.patternTarget(nid(x.b))
			default:
				p.fail(int(p.nodes[x.a].pos), int(x.end), "Invalid destructuring assignment target")
			}
		}
	}
}

func (p *parser) patternElement(e nid) {
	n := p.nodes[e]
	if n.kind == kAssign && n.op == tAssign && n.flags&fParen == 0 {
		t := p.nodes[n.a]
		if (t.kind == kArray || t.kind == kObject) && t.flags&fParen == 0 {
			return // checked when it was read
		}
		p.patternTarget(nid(n.a))
		return
	}
	p.patternTarget(e)
}

func (p *parser) patternTarget(e nid) {
	p.enter()
	n := p.nodes[e]
	switch n.kind {
	case kArray, kObject:
		if n.flags&fParen == 0 {
			p.toPattern(e)
			p.depth--
			return
		}
	case kIdent:
		if nm := name(n.a); nm != nThis && nm != nNewTarget {
			if p.strict && (nm == nEval || nm == nArguments) {
				p.fail(int(n.pos), int(n.end), "Unexpected eval or arguments in strict mode")
			}
			p.depth--
			return
		}
	case kDot, kIndex, kPriv, kSuperDot, kSuperIdx:
		p.depth--
		return
	}
	p.fail(int(n.pos), int(n.end), "Invalid destructuring assignment target")
}
