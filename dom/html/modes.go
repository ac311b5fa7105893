package html

import (
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
)

// The rules of the insertion modes. Each method handles the token b.tok, and returns true when the
// token is to be processed again in the mode that it switched to.
// https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhtml

func (b *builder) rules(m mode) bool {
	switch m {
	case initial:
		return b.initial()
	case beforeHTML:
		return b.beforeHTML()
	case beforeHead:
		return b.beforeHead()
	case inHead:
		return b.inHead()
	case inHeadNoscript:
		return b.inHeadNoscript()
	case afterHead:
		return b.afterHead()
	case inBody:
		return b.inBody()
	case inText:
		return b.inText()
	case inTable:
		return b.inTable()
	case inTableText:
		return b.inTableText()
	case inCaption:
		return b.inCaption()
	case inColumnGroup:
		return b.inColumnGroup()
	case inTableBody:
		return b.inTableBody()
	case inRow:
		return b.inRow()
	case inCell:
		return b.inCell()
	case inTemplate:
		return b.inTemplate()
	case afterBody:
		return b.afterBody()
	case inFrameset:
		return b.inFrameset()
	case afterFrameset:
		return b.afterFrameset()
	case afterAfterBody:
		return b.afterAfterBody()
	}
	return b.afterAfterFrameset()
}

func (b *builder) initial() bool {
	switch b.tok.kind {
	case tokSpace:
		return false
	case tokComment:
		b.insertComment(b.doc.Node)
		return false
	}
	b.setMode(dom.Quirks)
	b.mode = beforeHTML
	return true
}

func (b *builder) beforeHTML() bool {
	switch t := &b.tok; t.kind {
	case tokSpace:
		return false
	case tokComment:
		b.insertComment(b.doc.Node)
		return false
	case tokStart:
		if t.tag == tagHTML {
			b.insertRoot(b.create(dom.HTML, t.name))
			b.mode = beforeHead
			return false
		}
	case tokEnd:
		if t.tag != tagHead && t.tag != tagBody && t.tag != tagHTML && t.tag != tagBr {
			return false
		}
	}
	b.insertRoot(b.doc.CreateElement(b.doc.HTMLName(tagAtoms[tagHTML])))
	b.mode = beforeHead
	return true
}

func (b *builder) insertRoot(el dom.NodeID) {
	b.doc.Hold(el)
	if b.doc.DocumentElement() == 0 {
		b.doc.InsertNew(b.doc.Node, el, 0)
	}
	b.push(open{node: el, name: tagAtoms[tagHTML], tag: tagHTML, ns: dom.HTML})
}

func (b *builder) beforeHead() bool {
	switch t := &b.tok; t.kind {
	case tokSpace:
		return false
	case tokComment:
		b.insertComment(0)
		return false
	case tokStart:
		if t.tag == tagHTML {
			return b.inBody()
		}
		if t.tag == tagHead {
			b.head = b.insertHTML()
			b.mode = inHead
			return false
		}
	case tokEnd:
		if t.tag != tagHead && t.tag != tagBody && t.tag != tagHTML && t.tag != tagBr {
			return false
		}
	}
	b.head = b.insertImplied(tagHead)
	b.mode = inHead
	return true
}

func (b *builder) inHead() bool {
	switch t := &b.tok; t.kind {
	case tokSpace:
		b.addText(t.text)
		return false
	case tokComment:
		b.insertComment(0)
		return false
	case tokStart:
		switch t.tag {
		case tagHTML:
			return b.inBody()
		case tagBase, tagBasefont, tagBgsound, tagLink, tagMeta:
			b.insertVoid()
			return false
		case tagTitle:
			b.insertRaw(RCDATA)
			return false
		case tagNoscript:
			if b.scripting {
				b.insertRaw(RawText)
				return false
			}
			b.insertHTML()
			b.mode = inHeadNoscript
			return false
		case tagNoframes, tagStyle:
			b.insertRaw(RawText)
			return false
		case tagScript:
			b.insertRaw(ScriptData)
			return false
		case tagTemplate:
			b.startTemplate()
			return false
		case tagHead:
			return false
		}
	case tokEnd:
		switch t.tag {
		case tagHead:
			b.pop()
			b.mode = afterHead
			return false
		case tagTemplate:
			b.endTemplate()
			return false
		case tagBody, tagHTML, tagBr:
		default:
			return false
		}
	}
	b.pop()
	b.mode = afterHead
	return true
}

// insertRaw is the generic raw text (or RCDATA) element parsing algorithm; a script's is the same.
func (b *builder) insertRaw(s State) {
	b.insertHTML()
	b.tk.SetState(s)
	b.original = b.mode
	b.mode = inText
}

func (b *builder) startTemplate() {
	b.addMarker()
	b.framesetOK = false
	b.mode = inTemplate
	b.templates = append(b.templates, inTemplate)
	if b.declarativeShadow() {
		return
	}
	b.doc.MakeTemplateContents(b.insertHTML())
}

func (b *builder) endTemplate() {
	if !b.hasTemplate() {
		return
	}
	b.allImpliedEndTags()
	b.popUntil(tagTemplate)
	b.clearToMarker()
	if n := len(b.templates); n > 0 {
		b.templates = b.templates[:n-1]
	}
	b.resetMode()
}

// allImpliedEndTags generates all implied end tags thoroughly.
func (b *builder) allImpliedEndTags() {
	for len(b.stack) > 0 && b.current().ns == dom.HTML && thoroughImpliedTags.has(b.current().tag) {
		b.pop()
	}
}

func (b *builder) inHeadNoscript() bool {
	switch t := &b.tok; t.kind {
	case tokSpace, tokComment:
		return b.inHead()
	case tokStart:
		switch t.tag {
		case tagHTML:
			return b.inBody()
		case tagBasefont, tagBgsound, tagLink, tagMeta, tagNoframes, tagStyle:
			return b.inHead()
		case tagHead, tagNoscript:
			return false
		}
	case tokEnd:
		switch t.tag {
		case tagNoscript:
			b.pop()
			b.mode = inHead
			return false
		case tagBr:
		default:
			return false
		}
	}
	b.pop()
	b.mode = inHead
	return true
}

func (b *builder) afterHead() bool {
	switch t := &b.tok; t.kind {
	case tokSpace:
		b.addText(t.text)
		return false
	case tokComment:
		b.insertComment(0)
		return false
	case tokStart:
		switch t.tag {
		case tagHTML:
			return b.inBody()
		case tagBody:
			b.insertHTML()
			b.framesetOK = false
			b.mode = inBody
			return false
		case tagFrameset:
			b.insertHTML()
			b.mode = inFrameset
			return false
		case tagBase, tagBasefont, tagBgsound, tagLink, tagMeta, tagNoframes, tagScript, tagStyle, tagTemplate, tagTitle:
			b.push(open{node: b.head, name: tagAtoms[tagHead], tag: tagHead, ns: dom.HTML})
			b.inHead()
			if i := b.indexOf(b.head); i >= 0 {
				b.stack = append(b.stack[:i], b.stack[i+1:]...)
				b.doc.SetFlags(b.head, dom.Open, false)
			}
			return false
		case tagHead:
			return false
		}
	case tokEnd:
		switch t.tag {
		case tagTemplate:
			return b.inHead()
		case tagBody, tagHTML, tagBr:
		default:
			return false
		}
	}
	b.insertImplied(tagBody)
	b.mode = inBody
	return true
}

// bodyText is "in body" for characters.
func (b *builder) bodyText(s string) {
	for s != "" {
		run := s
		if i := strings.IndexByte(s, 0); i >= 0 {
			run, s = s[:i], s[i+1:]
		} else {
			s = ""
		}
		if run == "" {
			continue
		}
		b.reconstruct()
		b.addText(run)
		if b.framesetOK && !allSpace(run) {
			b.framesetOK = false
		}
	}
}

func allSpace(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isSpace(s[i]) {
			return false
		}
	}
	return true
}

var (
	blockStartTags = tags(tagAddress, tagArticle, tagAside, tagBlockquote, tagCenter, tagDetails, tagDialog, tagDir, tagDiv, tagDl,
		tagFieldset, tagFigcaption, tagFigure, tagFooter, tagHeader, tagHgroup, tagMain, tagMenu, tagNav, tagOl, tagP, tagSearch,
		tagSection, tagSummary, tagUl)
	blockEndTags = tags(tagAddress, tagArticle, tagAside, tagBlockquote, tagButton, tagCenter, tagDetails, tagDialog, tagDir, tagDiv,
		tagDl, tagFieldset, tagFigcaption, tagFigure, tagFooter, tagHeader, tagHgroup, tagListing, tagMain, tagMenu, tagNav, tagOl,
		tagPre, tagSearch, tagSection, tagSelect, tagSummary, tagUl)
	formattingTags = tags(tagB, tagBig, tagCode, tagEm, tagFont, tagI, tagS, tagSmall, tagStrike, tagStrong, tagTt, tagU)
)

func (b *builder) inBody() bool {
	switch b.tok.kind {
	case tokText, tokSpace:
		b.bodyText(b.tok.text)
		return false
	case tokComment:
		b.insertComment(0)
		return false
	case tokStart:
		return b.inBodyStart()
	case tokEnd:
		return b.inBodyEnd()
	case tokEOF:
		if len(b.templates) > 0 {
			return b.inTemplate()
		}
		b.done = true
	}
	return false
}

func (b *builder) inBodyStart() bool {
	t := &b.tok
	switch {
	case t.tag == tagOther:
		b.reconstruct()
		b.insertHTML()
		return false
	case blockStartTags.has(t.tag):
		b.closePInScope()
		b.insertHTML()
		return false
	case formattingTags.has(t.tag):
		b.reconstruct()
		b.addFormatting(b.insertHTML())
		return false
	}
	switch t.tag {
	case tagHTML:
		if !b.hasTemplate() && !b.fragment {
			b.mergeAttrs(b.stack[0].node)
		}
	case tagBase, tagBasefont, tagBgsound, tagLink, tagMeta, tagNoframes, tagScript, tagStyle, tagTemplate, tagTitle:
		return b.inHead()
	case tagBody:
		if len(b.stack) < 2 || !b.stack[1].is(tagBody) || b.hasTemplate() {
			return false
		}
		b.framesetOK = false
		b.mergeAttrs(b.stack[1].node)
	case tagFrameset:
		if len(b.stack) < 2 || !b.stack[1].is(tagBody) || !b.framesetOK {
			return false
		}
		body := b.stack[1].node
		for len(b.stack) > 1 {
			b.pop()
		}
		if b.doc.Alive(body) && b.doc.Parent(body) != 0 {
			b.doc.Remove(body)
		}
		b.insertHTML()
		b.mode = inFrameset
	case tagH1, tagH2, tagH3, tagH4, tagH5, tagH6:
		b.closePInScope()
		if c := b.current(); c.ns == dom.HTML && headingTags.has(c.tag) {
			b.pop()
		}
		b.insertHTML()
	case tagPre, tagListing:
		b.closePInScope()
		b.insertHTML()
		b.skipNewline = true
		b.framesetOK = false
	case tagForm:
		template := b.hasTemplate()
		if b.form != 0 && !template {
			return false
		}
		b.closePInScope()
		el := b.insertHTML()
		if !template {
			b.form = el
		}
	case tagLi, tagDd, tagDt:
		b.framesetOK = false
		for i := len(b.stack) - 1; i >= 0; i-- {
			o := b.stack[i]
			if o.is(t.tag) || t.tag != tagLi && (o.is(tagDd) || o.is(tagDt)) {
				b.impliedEndTags(o.tag)
				b.popUntil(o.tag)
				break
			}
			if isSpecial(o.ns, o.tag) && !o.is(tagAddress) && !o.is(tagDiv) && !o.is(tagP) {
				break
			}
		}
		b.closePInScope()
		b.insertHTML()
	case tagPlaintext:
		b.closePInScope()
		b.insertHTML()
		b.tk.SetState(PlainText)
	case tagButton:
		if b.inScope(tagButton) {
			b.impliedEndTags(tagOther)
			b.popUntil(tagButton)
		}
		b.reconstruct()
		b.insertHTML()
		b.framesetOK = false
	case tagA:
		for i := len(b.active) - 1; i >= 0 && b.active[i].node != 0; i-- {
			if b.active[i].tag == tagA {
				n := b.active[i].node
				b.adoptionAgency()
				if i := b.activeIndex(n); i >= 0 {
					b.removeActive(i)
				}
				if i := b.indexOf(n); i >= 0 {
					b.removeAt(i)
				}
				break
			}
		}
		b.reconstruct()
		b.addFormatting(b.insertHTML())
	case tagNobr:
		b.reconstruct()
		if b.inScope(tagNobr) {
			b.adoptionAgency()
			b.reconstruct()
		}
		b.addFormatting(b.insertHTML())
	case tagApplet, tagMarquee, tagObject:
		b.reconstruct()
		b.insertHTML()
		b.addMarker()
		b.framesetOK = false
	case tagTable:
		if !b.quirks {
			b.closePInScope()
		}
		b.insertHTML()
		b.framesetOK = false
		b.mode = inTable
	case tagArea, tagBr, tagEmbed, tagImg, tagKeygen, tagWbr:
		b.reconstruct()
		b.insertVoid()
		b.framesetOK = false
	case tagInput:
		if b.fragment && b.context.is(tagSelect) {
			return false
		}
		if b.inScope(tagSelect) {
			b.popUntil(tagSelect)
		}
		b.reconstruct()
		b.insertVoid()
		if !b.hiddenInput() {
			b.framesetOK = false
		}
	case tagParam, tagSource, tagTrack:
		b.insertVoid()
	case tagHr:
		b.closePInScope()
		if b.inScope(tagSelect) {
			b.impliedEndTags(tagOther)
		}
		b.insertVoid()
		b.framesetOK = false
	case tagImage:
		t.tag, t.name = tagImg, tagAtoms[tagImg]
		return b.inBodyStart()
	case tagTextarea:
		b.insertHTML()
		b.skipNewline = true
		b.tk.SetState(RCDATA)
		b.original = b.mode
		b.framesetOK = false
		b.mode = inText
	case tagXmp:
		b.closePInScope()
		b.reconstruct()
		b.framesetOK = false
		b.insertRaw(RawText)
	case tagIframe:
		b.framesetOK = false
		b.insertRaw(RawText)
	case tagNoembed:
		b.insertRaw(RawText)
	case tagNoscript:
		if b.scripting {
			b.insertRaw(RawText)
			return false
		}
		b.reconstruct()
		b.insertHTML()
	case tagSelect:
		if b.fragment && b.context.is(tagSelect) {
			return false
		}
		if b.inScope(tagSelect) {
			b.popUntil(tagSelect)
			return false
		}
		b.reconstruct()
		b.insertHTML()
		b.framesetOK = false
	case tagOption:
		if b.inScope(tagSelect) {
			b.impliedEndTags(tagOptgroup)
		} else if b.currentIs(tagOption) {
			b.pop()
		}
		b.reconstruct()
		b.insertHTML()
	case tagOptgroup:
		if b.inScope(tagSelect) {
			b.impliedEndTags(tagOther)
		} else if b.currentIs(tagOption) {
			b.pop()
		}
		b.reconstruct()
		b.insertHTML()
	case tagRb, tagRtc:
		if b.inScope(tagRuby) {
			b.impliedEndTags(tagOther)
		}
		b.insertHTML()
	case tagRp, tagRt:
		if b.inScope(tagRuby) {
			b.impliedEndTags(tagRtc)
		}
		b.insertHTML()
	case tagMath:
		b.reconstruct()
		b.startForeign(dom.MathML, t.name)
	case tagSVG:
		b.reconstruct()
		b.startForeign(dom.SVG, t.name)
	case tagCaption, tagCol, tagColgroup, tagFrame, tagHead, tagTbody, tagTd, tagTfoot, tagTh, tagThead, tagTr:
		// ignored
	default:
		b.reconstruct()
		b.insertHTML()
	}
	return false
}

// startForeign inserts a foreign element for the token, and pops it if it closes itself.
func (b *builder) startForeign(ns dom.Namespace, name atom.Atom) {
	b.insertForeign(ns, name)
	if b.tok.SelfClosing {
		b.popForeign()
	}
}

// popForeign pops the current node; an SVG script is then ready.
func (b *builder) popForeign() {
	o := *b.current()
	b.pop()
	if o.ns == dom.SVG && o.tag == tagScript {
		b.scriptReady(o.node)
	}
}

// scriptReady hands a script element to the parser, which stops the tokenizer and calls the host.
func (b *builder) scriptReady(el dom.NodeID) {
	if b.scripting && !b.fragment && b.opt.Script != nil {
		b.flushText()
		b.script = el
		b.tk.Stop()
	}
}

func (b *builder) hiddenInput() bool { return lowerString(b.tokenAttr("type")) == "hidden" }

// mergeAttrs adds the attributes of the token that el does not have.
func (b *builder) mergeAttrs(el dom.NodeID) {
	if !b.doc.Alive(el) {
		return
	}
	b.tokenAttrs(dom.HTML)
	for _, a := range b.attrs {
		if _, has := b.doc.GetAttr(el, a.Name); !has {
			b.doc.SetAttr(el, a.Name, a.Value)
		}
	}
}

func (b *builder) inBodyEnd() bool {
	t := &b.tok
	if blockEndTags.has(t.tag) {
		if b.inScope(t.tag) {
			b.impliedEndTags(tagOther)
			b.popUntil(t.tag)
		}
		return false
	}
	switch t.tag {
	case tagTemplate:
		return b.inHead()
	case tagBody, tagHTML:
		if !b.inScope(tagBody) {
			return false
		}
		b.mode = afterBody
		return t.tag == tagHTML
	case tagForm:
		if b.hasTemplate() {
			if b.inScope(tagForm) {
				b.impliedEndTags(tagOther)
				b.popUntil(tagForm)
			}
			return false
		}
		n := b.form
		b.form = 0
		if n == 0 || !b.nodeInScope(n) {
			return false
		}
		b.impliedEndTags(tagOther)
		if i := b.indexOf(n); i >= 0 {
			b.removeAt(i)
		}
	case tagP:
		if !b.inButtonScope(tagP) {
			b.insertImplied(tagP)
		}
		b.closeP()
	case tagLi:
		if b.inScopeOf(tagLi, &listScopeTags) {
			b.impliedEndTags(tagLi)
			b.popUntil(tagLi)
		}
	case tagDd, tagDt:
		if b.inScope(t.tag) {
			b.impliedEndTags(t.tag)
			b.popUntil(t.tag)
		}
	case tagH1, tagH2, tagH3, tagH4, tagH5, tagH6:
		if b.inScopeSet(&headingTags, &scopeTags) {
			b.impliedEndTags(tagOther)
			b.popUntilSet(&headingTags)
		}
	case tagA, tagB, tagBig, tagCode, tagEm, tagFont, tagI, tagNobr, tagS, tagSmall, tagStrike, tagStrong, tagTt, tagU:
		b.adoptionAgency()
	case tagApplet, tagMarquee, tagObject:
		if b.inScope(t.tag) {
			b.impliedEndTags(tagOther)
			b.popUntil(t.tag)
			b.clearToMarker()
		}
	case tagBr:
		b.reconstruct()
		b.insertImplied(tagBr)
		b.pop()
		b.framesetOK = false
	default:
		b.anyOtherEndTag()
	}
	return false
}

func (b *builder) inText() bool {
	switch b.tok.kind {
	case tokEOF:
		if b.currentIs(tagScript) {
			b.doc.SetFlags(b.current().node, dom.ScriptStarted, true)
		}
		b.pop()
		b.mode = b.original
		return true
	case tokEnd:
		script := b.currentIs(tagScript)
		el := b.current().node
		b.pop()
		b.mode = b.original
		if script {
			b.scriptReady(el)
		}
	}
	return false
}

func (b *builder) inTable() bool {
	t := &b.tok
	switch t.kind {
	case tokText, tokSpace:
		if c := b.current(); c.ns == dom.HTML && (fosterTags.has(c.tag) || c.tag == tagTemplate) {
			b.tableText, b.tableTextOther = b.tableText[:0], false
			b.original = b.mode
			b.mode = inTableText
			return true
		}
	case tokComment:
		b.insertComment(0)
		return false
	case tokStart:
		switch t.tag {
		case tagCaption:
			b.clearTo(&tableContextTags)
			b.addMarker()
			b.insertHTML()
			b.mode = inCaption
			return false
		case tagColgroup:
			b.clearTo(&tableContextTags)
			b.insertHTML()
			b.mode = inColumnGroup
			return false
		case tagCol:
			b.clearTo(&tableContextTags)
			b.insertImplied(tagColgroup)
			b.mode = inColumnGroup
			return true
		case tagTbody, tagTfoot, tagThead:
			b.clearTo(&tableContextTags)
			b.insertHTML()
			b.mode = inTableBody
			return false
		case tagTd, tagTh, tagTr:
			b.clearTo(&tableContextTags)
			b.insertImplied(tagTbody)
			b.mode = inTableBody
			return true
		case tagTable:
			if !b.inTableScope(tagTable) {
				return false
			}
			b.popUntil(tagTable)
			b.resetMode()
			return true
		case tagStyle, tagScript, tagTemplate:
			return b.inHead()
		case tagInput:
			if b.hiddenInput() {
				b.insertVoid()
				return false
			}
		case tagForm:
			if b.hasTemplate() || b.form != 0 {
				return false
			}
			b.form = b.insertHTML()
			b.pop()
			return false
		}
	case tokEnd:
		switch t.tag {
		case tagTable:
			if b.inTableScope(tagTable) {
				b.popUntil(tagTable)
				b.resetMode()
			}
			return false
		case tagBody, tagCaption, tagCol, tagColgroup, tagHTML, tagTbody, tagTd, tagTfoot, tagTh, tagThead, tagTr:
			return false
		case tagTemplate:
			return b.inHead()
		}
	case tokEOF:
		return b.inBody()
	}
	b.foster = true
	again := b.inBody()
	b.foster = false
	return again
}

// addTableText keeps characters until it is known whether they are white space only.
func (b *builder) addTableText(s string) {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c != 0 {
			b.tableText = append(b.tableText, c)
			b.tableTextOther = b.tableTextOther || !isSpace(c)
		}
	}
}

func (b *builder) inTableText() bool {
	if b.tok.kind <= tokSpace {
		b.addTableText(b.tok.text)
		return false
	}
	b.mode = b.original
	if s := view(b.tableText); s != "" {
		if b.tableTextOther {
			b.foster = true
			b.bodyText(s)
			b.flushText()
			b.foster = false
		} else {
			b.addText(s)
			b.flushText()
		}
	}
	b.tableText = b.tableText[:0]
	if cap(b.tableText) > keepBytes {
		b.tableText = nil
	}
	return b.tok.kind != tokDoctype
}

func (b *builder) inCaption() bool {
	t := &b.tok
	switch t.kind {
	case tokStart:
		switch t.tag {
		case tagCaption, tagCol, tagColgroup, tagTbody, tagTd, tagTfoot, tagTh, tagThead, tagTr:
			return b.endCaption()
		}
	case tokEnd:
		switch t.tag {
		case tagCaption:
			b.endCaption()
			return false
		case tagTable:
			return b.endCaption()
		case tagBody, tagCol, tagColgroup, tagHTML, tagTbody, tagTd, tagTfoot, tagTh, tagThead, tagTr:
			return false
		}
	}
	return b.inBody()
}

func (b *builder) endCaption() bool {
	if !b.inTableScope(tagCaption) {
		return false
	}
	b.impliedEndTags(tagOther)
	b.popUntil(tagCaption)
	b.clearToMarker()
	b.mode = inTable
	return true
}

func (b *builder) inColumnGroup() bool {
	t := &b.tok
	switch t.kind {
	case tokSpace:
		b.addText(t.text)
		return false
	case tokComment:
		b.insertComment(0)
		return false
	case tokStart:
		switch t.tag {
		case tagHTML:
			return b.inBody()
		case tagCol:
			b.insertVoid()
			return false
		case tagTemplate:
			return b.inHead()
		}
	case tokEnd:
		switch t.tag {
		case tagColgroup:
			if b.currentIs(tagColgroup) {
				b.pop()
				b.mode = inTable
			}
			return false
		case tagCol:
			return false
		case tagTemplate:
			return b.inHead()
		}
	case tokEOF:
		return b.inBody()
	}
	if !b.currentIs(tagColgroup) {
		return false
	}
	b.pop()
	b.mode = inTable
	return true
}

func (b *builder) inTableBody() bool {
	t := &b.tok
	switch t.kind {
	case tokStart:
		switch t.tag {
		case tagTr:
			b.clearTo(&bodyContextTags)
			b.insertHTML()
			b.mode = inRow
			return false
		case tagTh, tagTd:
			b.clearTo(&bodyContextTags)
			b.insertImplied(tagTr)
			b.mode = inRow
			return true
		case tagCaption, tagCol, tagColgroup, tagTbody, tagTfoot, tagThead:
			return b.endTableBody()
		}
	case tokEnd:
		switch t.tag {
		case tagTbody, tagTfoot, tagThead:
			if b.inTableScope(t.tag) {
				b.clearTo(&bodyContextTags)
				b.pop()
				b.mode = inTable
			}
			return false
		case tagTable:
			return b.endTableBody()
		case tagBody, tagCaption, tagCol, tagColgroup, tagHTML, tagTd, tagTh, tagTr:
			return false
		}
	}
	return b.inTable()
}

func (b *builder) endTableBody() bool {
	if !b.inScopeSet(&tableBodyTags, &tableScopeTags) {
		return false
	}
	b.clearTo(&bodyContextTags)
	b.pop()
	b.mode = inTable
	return true
}

func (b *builder) inRow() bool {
	t := &b.tok
	switch t.kind {
	case tokStart:
		switch t.tag {
		case tagTh, tagTd:
			b.clearTo(&rowContextTags)
			b.insertHTML()
			b.mode = inCell
			b.addMarker()
			return false
		case tagCaption, tagCol, tagColgroup, tagTbody, tagTfoot, tagThead, tagTr:
			return b.endRow()
		}
	case tokEnd:
		switch t.tag {
		case tagTr:
			b.endRow()
			return false
		case tagTable:
			return b.endRow()
		case tagTbody, tagTfoot, tagThead:
			return b.inTableScope(t.tag) && b.endRow()
		case tagBody, tagCaption, tagCol, tagColgroup, tagHTML, tagTd, tagTh:
			return false
		}
	}
	return b.inTable()
}

func (b *builder) endRow() bool {
	if !b.inTableScope(tagTr) {
		return false
	}
	b.clearTo(&rowContextTags)
	b.pop()
	b.mode = inTableBody
	return true
}

func (b *builder) inCell() bool {
	t := &b.tok
	switch t.kind {
	case tokStart:
		switch t.tag {
		case tagCaption, tagCol, tagColgroup, tagTbody, tagTd, tagTfoot, tagTh, tagThead, tagTr:
			if !b.inScopeSet(&cellTags, &tableScopeTags) {
				return false
			}
			b.closeCell()
			return true
		}
	case tokEnd:
		switch t.tag {
		case tagTd, tagTh:
			if b.inTableScope(t.tag) {
				b.impliedEndTags(tagOther)
				b.popUntil(t.tag)
				b.clearToMarker()
				b.mode = inRow
			}
			return false
		case tagBody, tagCaption, tagCol, tagColgroup, tagHTML:
			return false
		case tagTable, tagTbody, tagTfoot, tagThead, tagTr:
			if !b.inTableScope(t.tag) {
				return false
			}
			b.closeCell()
			return true
		}
	}
	return b.inBody()
}

func (b *builder) closeCell() {
	b.impliedEndTags(tagOther)
	b.popUntilSet(&cellTags)
	b.clearToMarker()
	b.mode = inRow
}

func (b *builder) inTemplate() bool {
	t := &b.tok
	switch t.kind {
	case tokText, tokSpace, tokComment, tokDoctype:
		return b.inBody()
	case tokStart:
		m := inBody
		switch t.tag {
		case tagBase, tagBasefont, tagBgsound, tagLink, tagMeta, tagNoframes, tagScript, tagStyle, tagTemplate, tagTitle:
			return b.inHead()
		case tagCaption, tagColgroup, tagTbody, tagTfoot, tagThead:
			m = inTable
		case tagCol:
			m = inColumnGroup
		case tagTr:
			m = inTableBody
		case tagTd, tagTh:
			m = inRow
		}
		if n := len(b.templates); n > 0 {
			b.templates[n-1] = m
		}
		b.mode = m
		return true
	case tokEnd:
		if t.tag == tagTemplate {
			return b.inHead()
		}
		return false
	}
	// End of file.
	if !b.hasTemplate() {
		b.done = true
		return false
	}
	b.popUntil(tagTemplate)
	b.clearToMarker()
	if n := len(b.templates); n > 0 {
		b.templates = b.templates[:n-1]
	}
	b.resetMode()
	return true
}

func (b *builder) afterBody() bool {
	t := &b.tok
	switch t.kind {
	case tokSpace:
		return b.inBody()
	case tokComment:
		b.insertComment(b.stack[0].node)
		return false
	case tokStart:
		if t.tag == tagHTML {
			return b.inBody()
		}
	case tokEnd:
		if t.tag == tagHTML {
			if !b.fragment {
				b.mode = afterAfterBody
			}
			return false
		}
	case tokEOF:
		b.done = true
		return false
	}
	b.mode = inBody
	return true
}

func (b *builder) inFrameset() bool {
	t := &b.tok
	switch t.kind {
	case tokSpace:
		b.addText(t.text)
	case tokComment:
		b.insertComment(0)
	case tokStart:
		switch t.tag {
		case tagHTML:
			return b.inBody()
		case tagFrameset:
			b.insertHTML()
		case tagFrame:
			b.insertVoid()
		case tagNoframes:
			return b.inHead()
		}
	case tokEnd:
		if t.tag == tagFrameset && len(b.stack) > 1 {
			b.pop()
			if !b.fragment && !b.currentIs(tagFrameset) {
				b.mode = afterFrameset
			}
		}
	case tokEOF:
		b.done = true
	}
	return false
}

func (b *builder) afterFrameset() bool {
	t := &b.tok
	switch t.kind {
	case tokSpace:
		b.addText(t.text)
	case tokComment:
		b.insertComment(0)
	case tokStart:
		switch t.tag {
		case tagHTML:
			return b.inBody()
		case tagNoframes:
			return b.inHead()
		}
	case tokEnd:
		if t.tag == tagHTML {
			b.mode = afterAfterFrameset
		}
	case tokEOF:
		b.done = true
	}
	return false
}

func (b *builder) afterAfterBody() bool {
	t := &b.tok
	switch t.kind {
	case tokComment:
		b.insertComment(b.doc.Node)
		return false
	case tokSpace:
		return b.inBody()
	case tokStart:
		if t.tag == tagHTML {
			return b.inBody()
		}
	case tokEOF:
		b.done = true
		return false
	}
	b.mode = inBody
	return true
}

func (b *builder) afterAfterFrameset() bool {
	t := &b.tok
	switch t.kind {
	case tokComment:
		b.insertComment(b.doc.Node)
	case tokSpace:
		return b.inBody()
	case tokStart:
		switch t.tag {
		case tagHTML:
			return b.inBody()
		case tagNoframes:
			return b.inHead()
		}
	case tokEOF:
		b.done = true
	}
	return false
}

// foreignText is the rules for characters in foreign content.
func (b *builder) foreignText(s string) {
	for s != "" {
		i := strings.IndexByte(s, 0)
		if i < 0 {
			i = len(s)
		}
		if i > 0 {
			b.addText(s[:i])
			if b.framesetOK && !allSpace(s[:i]) {
				b.framesetOK = false
			}
		}
		if i < len(s) {
			b.addText(replacement)
			i++
		}
		s = s[i:]
	}
}

// foreignContent is the rules for parsing tokens in foreign content.
// https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign
func (b *builder) foreignContent() bool {
	t := &b.tok
	switch t.kind {
	case tokText, tokSpace:
		b.foreignText(t.text)
	case tokComment:
		b.insertComment(0)
	case tokStart:
		if breakoutTags.has(t.tag) || t.tag == tagFont && b.fontBreaksOut() {
			return b.breakOut()
		}
		ns, name := b.adjusted().ns, t.name
		if ns == dom.SVG {
			if n, ok := svgTagNames[t.Name]; ok {
				name = b.doc.Atoms.Intern(n)
			}
		}
		b.startForeign(ns, name)
	case tokEnd:
		if t.tag == tagBr || t.tag == tagP {
			return b.breakOut()
		}
		if c := b.current(); c.ns == dom.SVG && c.tag == tagScript && t.tag == tagScript {
			b.popForeign()
			return false
		}
		for i := len(b.stack) - 1; i > 0; i-- {
			o := &b.stack[i]
			if o.ns == dom.HTML {
				return b.rules(b.mode)
			}
			if b.sameName(o.name) {
				for len(b.stack) > i {
					b.pop()
				}
				return false
			}
		}
	}
	return false
}

// sameName reports whether name is the token's in ASCII lower case.
func (b *builder) sameName(name atom.Atom) bool {
	return name == b.tok.name || lowerString(b.doc.Atoms.String(name)) == b.tok.Name
}

func (b *builder) fontBreaksOut() bool {
	for i := range b.tok.Attrs {
		switch b.tok.Attrs[i].Name {
		case "color", "face", "size":
			return true
		}
	}
	return false
}

// breakOut ends foreign content for a token that cannot be in it.
func (b *builder) breakOut() bool {
	for len(b.stack) > 1 {
		c := b.current()
		if c.ns == dom.HTML || c.ns == dom.MathML && mathTextTags.has(c.tag) || b.isHTMLPoint(c) {
			break
		}
		b.pop()
	}
	return b.rules(b.mode)
}

// declarativeShadow handles a template start tag that declares a shadow root, and reports whether it did. The
// shadow root itself is then on the stack in place of the template element, whose contents it is.
// https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead (A start tag whose tag name is "template")
func (b *builder) declarativeShadow() bool {
	if !b.opt.AllowDeclarativeShadow || len(b.stack) < 2 && !b.fragment {
		return false
	}
	var init dom.ShadowInit
	switch lowerString(b.tokenAttr("shadowrootmode")) {
	case "open":
	case "closed":
		init.Mode = dom.ShadowClosed
	default:
		return false
	}
	host := b.current()
	d := b.doc
	if host.ns != dom.HTML || d.ShadowRoot(host.node) != 0 || b.fragment && len(b.stack) == 1 || !canHost(d.Atoms.String(host.name)) {
		return false
	}
	if b.opt.Custom != nil && !b.opt.Custom.MayAttachShadow(host.node) {
		return false
	}
	init.Declarative = true
	init.DelegatesFocus = b.hasTokenAttr("shadowrootdelegatesfocus")
	init.Clonable = b.hasTokenAttr("shadowrootclonable")
	init.Serializable = b.hasTokenAttr("shadowrootserializable")
	init.Internals = true
	init.KeepRegistryNull = b.hasTokenAttr("shadowrootcustomelementregistry")
	root := d.AttachShadowWith(host.node, init)
	switch r := d.Registry(d.Node); {
	case init.KeepRegistryNull:
		d.SetRegistry(root, dom.RegistryNull)
	case r != dom.RegistryDefault:
		d.SetRegistry(root, r)
	}
	b.push(open{node: root, name: b.tok.name, tag: tagTemplate, ns: dom.HTML})
	return true
}

// canHost reports whether HTML elements with the name may have a shadow root.
// https://dom.spec.whatwg.org/#valid-shadow-host-name
func canHost(name string) bool {
	switch name {
	case "article", "aside", "blockquote", "body", "div", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "header", "main", "nav", "p", "section", "span":
		return true
	}
	return name[0] >= 'a' && name[0] <= 'z' && strings.Contains(name, "-")
}

func (b *builder) tokenAttr(name string) string {
	for i := range b.tok.Attrs {
		if b.tok.Attrs[i].Name == name {
			return b.tok.Attrs[i].Value
		}
	}
	return ""
}

func (b *builder) hasTokenAttr(name string) bool {
	for i := range b.tok.Attrs {
		if b.tok.Attrs[i].Name == name {
			return true
		}
	}
	return false
}
