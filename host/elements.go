package host

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
)

// What happens when elements that the host acts on come, go or change.

var (
	atomImg         = atom.Static("img")
	atomIframe      = atom.Static("iframe")
	atomFrame       = atom.Static("frame")
	atomFrameset    = atom.Static("frameset")
	atomCols        = atom.Static("cols")
	atomRows        = atom.Static("rows")
	atomBorder      = atom.Static("border")
	atomBase        = atom.Static("base")
	atomMetaName    = atom.Static("meta")
	atomInput       = atom.Static("input")
	atomSrcset      = atom.Static("srcset")
	atomFrameborder = atom.Static("frameborder")
	atomSizes       = atom.Static("sizes")
	atomSandbox     = atom.Static("sandbox")
	atomSrcdoc      = atom.Static("srcdoc")
	atomSource      = atom.Static("source")
	atomPicture     = atom.Static("picture")
	atomLoading     = atom.Static("loading")
	atomName        = atom.Static("name")
)

func (a *agent) setHooks() {
	h := &a.dom.Hooks
	h.Grown = a.measure
	h.Connected = func(els []dom.NodeID) {
		for _, el := range els {
			if !a.dom.Alive(el) || !a.dom.IsConnected(el) {
				continue
			}
			if f := a.frameOf(el); f != nil {
				f.connected(el)
			} else {
				a.world.CustomConnected(el)
			}
		}
	}
	h.Disconnected = func(els []dom.NodeID) {
		for _, el := range els {
			if !a.dom.Alive(el) {
			} else if f := a.frameOf(el); f != nil {
				f.disconnected(el)
			} else {
				a.world.CustomDisconnected(el)
			}
		}
	}
	h.AttrChanged = func(el dom.NodeID, name dom.NameID, old string, had, has bool) {
		if f := a.frameOf(el); f != nil {
			if n := a.dom.NameOf(name); n.NS == dom.NoNamespace {
				f.attrChanged(el, n.Local, old, had, has)
			}
		}
		a.world.AttrChanged(el, name, old, had, has)
	}
	h.ChildrenChanged = func(el dom.NodeID) {
		if f := a.frameOf(el); f != nil {
			f.childrenChanged(el)
		}
		a.world.ChildrenChanged(el)
	}
}

// frameOf is the frame whose document owns a node; nil for documents without a window.
func (a *agent) frameOf(el dom.NodeID) *frame { return a.frames[a.dom.DocumentOf(el)] }

func (f *frame) connected(el dom.NodeID) {
	n := f.doc.ElementName(el)
	if n.NS == dom.SVG {
		if n.Local == atomStyle {
			f.updateSheetElement(el)
		}
		return
	}
	switch n.Local {
	case atomScript:
		if f.doc.Flags(el)&dom.ParserMade == 0 {
			f.prepare(el, false, 0)
		}
	case atomStyle:
		f.updateSheetElement(el)
	case atomLink:
		f.updateSheetElement(el)
		f.updatePreload(el)
	case atomImg:
		f.updateImage(el)
	case atomSource:
		if p := f.doc.Parent(el); f.doc.IsHTMLElement(p, atomPicture) {
			f.updatePicture(p)
		}
	case atomIframe, atomFrame:
		f.openIframe(el)
	case atomObject, atomEmbed:
		f.objectChanged(el)
	case atomBase:
		f.window.BaseChanged()
	case atomMetaName:
		f.metaChanged(el)
	}
	f.page.world.Connected(el)
}

func (f *frame) disconnected(el dom.NodeID) {
	n := f.doc.ElementName(el)
	switch n.Local {
	case atomStyle, atomLink:
		f.dropSheet(el)
	case atomIframe, atomFrame:
		f.closeIframe(el)
	case atomObject, atomEmbed:
		f.dropObject(el)
	case atomBase:
		f.window.BaseChanged()
	case atomMetaName:
		f.metaChanged(el)
	}
	f.page.world.Disconnected(el)
}

func (f *frame) attrChanged(el dom.NodeID, name atom.Atom, old string, had, has bool) {
	n := f.doc.ElementName(el)
	if n.NS != dom.HTML {
		return
	}
	switch n.Local {
	case atomScript:
		if name == atomSrc && !had && has && f.doc.Flags(el)&dom.ParserMade == 0 {
			f.prepare(el, false, 0)
		}
	case atomLink:
		switch name {
		case atomHref, atomRel, atomMedia, atomDisabled, atomType, atomTitle, atomCrossorigin:
			f.updateSheetElement(el)
		}
		switch name {
		case atomHref, atomRel, atomAs, atomMedia, atomType, atomCrossorigin, atomImageSrcset:
			f.updatePreload(el)
		}
	case atomStyle:
		if name == atomMedia || name == atomType {
			f.updateSheetElement(el)
		}
	case atomImg:
		switch name {
		case atomSrc, atomSrcset, atomSizes, atomCrossorigin:
			f.updateImage(el)
		case atomLoading:
			if s := f.pictures.of(f, el); s != nil && s.lazy {
				f.updateImage(el)
			}
		}
	case atomSource:
		if p := f.doc.Parent(el); p != 0 && f.doc.IsHTMLElement(p, atomPicture) {
			f.updatePicture(p)
		}
	case atomObject:
		if name == atomData || name == atomType {
			f.objectChanged(el)
		}
	case atomEmbed:
		if name == atomSrc || name == atomType {
			f.objectChanged(el)
		}
	case atomFrameset:
		if name == atomCols || name == atomRows || name == atomBorder || name == atomFrameborder {
			f.layout.Invalidate(el)
		}
	case atomFrame:
		if name == atomSrc && f.doc.IsConnected(el) {
			f.navigateIframe(el, false)
		}
	case atomIframe:
		if (name == atomSrc || name == atomSrcdoc) && f.doc.IsConnected(el) {
			f.navigateIframe(el, false)
		}
	case atomBase:
		f.window.BaseChanged()
	case atomMetaName:
		if name == atomHTTPEquiv || name == atomContent || name == atomName {
			f.metaChanged(el)
		}
	case atomInput:
		f.layout.Invalidate(el)
	}
}

func (f *frame) childrenChanged(el dom.NodeID) {
	n := f.doc.ElementName(el)
	switch n.Local {
	case atomStyle:
		if f.doc.IsConnected(el) {
			f.updateSheetElement(el)
		}
	case atomScript:
		if f.doc.IsConnected(el) && f.doc.Flags(el)&dom.ParserMade == 0 {
			f.prepare(el, false, 0)
		}
	case atomTitle:
		windowHost{f.page}.TitleChanged(f.window)
	case atomTextarea, atomOption:
		f.layout.Invalidate(el)
	}
}

// elementDone is called when the parser has seen the end of an element.
func (f *frame) elementDone(el dom.NodeID) {
	switch f.doc.ElementName(el).Local {
	case atomStyle:
		f.updateSheetElement(el)
	case atomObject:
		f.objectChanged(el)
	}
	f.page.world.ParserDone(el)
}

var (
	atomTextarea = atom.Static("textarea")
	atomOption   = atom.Static("option")
)
