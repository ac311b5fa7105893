package html

import (
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
)

// tag is an element name that the tree construction stage knows; tagOther is any other.
type tag uint8

// tagNames are the names of the tags in the order of the constants.
const tagNames = "? a address annotation-xml applet area article aside b base basefont bgsound big blockquote body br button " +
	"caption center code col colgroup dd desc details dialog dir div dl dt em embed fieldset figcaption figure font " +
	"footer foreignObject form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input keygen li " +
	"link listing main malignmark marquee math menu meta mglyph mi mn mo ms mtext nav nobr noembed noframes noscript object ol " +
	"optgroup option p param plaintext pre rb rp rt rtc ruby s script search section select small source span strike " +
	"strong style sub summary sup svg table tbody td template textarea tfoot th thead title tr track tt u ul var wbr xmp"

const (
	tagOther tag = iota
	tagA
	tagAddress
	tagAnnotationXML
	tagApplet
	tagArea
	tagArticle
	tagAside
	tagB
	tagBase
	tagBasefont
	tagBgsound
	tagBig
	tagBlockquote
	tagBody
	tagBr
	tagButton
	tagCaption
	tagCenter
	tagCode
	tagCol
	tagColgroup
	tagDd
	tagDesc
	tagDetails
	tagDialog
	tagDir
	tagDiv
	tagDl
	tagDt
	tagEm
	tagEmbed
	tagFieldset
	tagFigcaption
	tagFigure
	tagFont
	tagFooter
	tagForeignObject
	tagForm
	tagFrame
	tagFrameset
	tagH1
	tagH2
	tagH3
	tagH4
	tagH5
	tagH6
	tagHead
	tagHeader
	tagHgroup
	tagHr
	tagHTML
	tagI
	tagIframe
	tagImage
	tagImg
	tagInput
	tagKeygen
	tagLi
	tagLink
	tagListing
	tagMain
	tagMalignmark
	tagMarquee
	tagMath
	tagMenu
	tagMeta
	tagMglyph
	tagMi
	tagMn
	tagMo
	tagMs
	tagMtext
	tagNav
	tagNobr
	tagNoembed
	tagNoframes
	tagNoscript
	tagObject
	tagOl
	tagOptgroup
	tagOption
	tagP
	tagParam
	tagPlaintext
	tagPre
	tagRb
	tagRp
	tagRt
	tagRtc
	tagRuby
	tagS
	tagScript
	tagSearch
	tagSection
	tagSelect
	tagSmall
	tagSource
	tagSpan
	tagStrike
	tagStrong
	tagStyle
	tagSub
	tagSummary
	tagSup
	tagSVG
	tagTable
	tagTbody
	tagTd
	tagTemplate
	tagTextarea
	tagTfoot
	tagTh
	tagThead
	tagTitle
	tagTr
	tagTrack
	tagTt
	tagU
	tagUl
	tagVar
	tagWbr
	tagXmp
	tagCount
)

// tagAtoms are the atoms of the tags, tagOfAtom the way back for static atoms.
var tagAtoms, tagOfAtom = func() (atoms [tagCount]atom.Atom, of []tag) {
	of = make([]tag, atom.StaticCount())
	names := strings.Fields(tagNames)
	if len(names) != int(tagCount) {
		panic("html: tag constants and names differ")
	}
	for i, n := range names[1:] {
		a := atom.Static(n)
		atoms[i+1], of[a] = a, tag(i+1)
	}
	return atoms, of
}()

func tagOf(a atom.Atom) tag {
	if int(a) < len(tagOfAtom) {
		return tagOfAtom[a]
	}
	return tagOther
}

// tagSet is a set of tags.
type tagSet [(int(tagCount) + 63) / 64]uint64

func (s *tagSet) has(t tag) bool { return s[t>>6]&(1<<(t&63)) != 0 }

func tags(ts ...tag) (s tagSet) {
	for _, t := range ts {
		s[t>>6] |= 1 << (t & 63)
	}
	return s
}

func (s tagSet) and(ts ...tag) tagSet {
	o := tags(ts...)
	for i := range s {
		s[i] |= o[i]
	}
	return s
}

// Sets of elements in the HTML namespace. The foreign ones that belong to some sets are in foreignScope.
var (
	specialTags = tags(tagAddress, tagApplet, tagArea, tagArticle, tagAside, tagBase, tagBasefont, tagBgsound, tagBlockquote,
		tagBody, tagBr, tagButton, tagCaption, tagCenter, tagCol, tagColgroup, tagDd, tagDetails, tagDir, tagDiv, tagDl, tagDt,
		tagEmbed, tagFieldset, tagFigcaption, tagFigure, tagFooter, tagForm, tagFrame, tagFrameset, tagH1, tagH2, tagH3, tagH4,
		tagH5, tagH6, tagHead, tagHeader, tagHgroup, tagHr, tagHTML, tagIframe, tagImg, tagInput, tagKeygen, tagLi, tagLink,
		tagListing, tagMain, tagMarquee, tagMenu, tagMeta, tagNav, tagNoembed, tagNoframes, tagNoscript, tagObject, tagOl, tagP,
		tagParam, tagPlaintext, tagPre, tagScript, tagSearch, tagSection, tagSelect, tagSource, tagStyle, tagSummary, tagTable,
		tagTbody, tagTd, tagTemplate, tagTextarea, tagTfoot, tagTh, tagThead, tagTitle, tagTr, tagTrack, tagUl, tagWbr, tagXmp)

	scopeTags       = tags(tagApplet, tagCaption, tagHTML, tagTable, tagTd, tagTh, tagMarquee, tagObject, tagSelect, tagTemplate)
	listScopeTags   = scopeTags.and(tagOl, tagUl)
	buttonScopeTags = scopeTags.and(tagButton)
	tableScopeTags  = tags(tagHTML, tagTable, tagTemplate)

	impliedTags         = tags(tagDd, tagDt, tagLi, tagOptgroup, tagOption, tagP, tagRb, tagRp, tagRt, tagRtc)
	thoroughImpliedTags = impliedTags.and(tagCaption, tagColgroup, tagTbody, tagTd, tagTfoot, tagTh, tagThead, tagTr)

	headingTags      = tags(tagH1, tagH2, tagH3, tagH4, tagH5, tagH6)
	tableBodyTags    = tags(tagTbody, tagTfoot, tagThead)
	cellTags         = tags(tagTd, tagTh)
	tableContextTags = tags(tagTable, tagTemplate, tagHTML)
	bodyContextTags  = tags(tagTbody, tagTfoot, tagThead, tagTemplate, tagHTML)
	rowContextTags   = tags(tagTr, tagTemplate, tagHTML)
	fosterTags       = tags(tagTable, tagTbody, tagTfoot, tagThead, tagTr)

	voidTags = tags(tagArea, tagBase, tagBr, tagCol, tagEmbed, tagHr, tagImg, tagInput, tagLink, tagMeta, tagParam, tagSource, tagTrack, tagWbr)
)

var (
	mathTextTags = tags(tagMi, tagMo, tagMn, tagMs, tagMtext)
	svgHTMLTags  = tags(tagForeignObject, tagDesc, tagTitle)

	// breakoutTags end foreign content.
	breakoutTags = tags(tagB, tagBig, tagBlockquote, tagBody, tagBr, tagCenter, tagCode, tagDd, tagDiv, tagDl, tagDt, tagEm, tagEmbed,
		tagH1, tagH2, tagH3, tagH4, tagH5, tagH6, tagHead, tagHr, tagI, tagImg, tagLi, tagListing, tagMenu, tagMeta, tagNobr, tagOl,
		tagP, tagPre, tagRuby, tagS, tagSmall, tagSpan, tagStrong, tagStrike, tagSub, tagSup, tagTable, tagTt, tagU, tagUl, tagVar)
)

// isSpecial reports whether an element is in the special category.
func isSpecial(ns dom.Namespace, t tag) bool {
	return ns == dom.HTML && specialTags.has(t) || ns != dom.HTML && foreignScope(ns, t)
}

// foreignScope reports whether a foreign element bounds the scopes (and is special).
func foreignScope(ns dom.Namespace, t tag) bool {
	return ns == dom.MathML && (mathTextTags.has(t) || t == tagAnnotationXML) || ns == dom.SVG && svgHTMLTags.has(t)
}

// svgTagNames and svgAttrNames have the names of SVG that are not in lower case, by their lower-case form.
// https://html.spec.whatwg.org/multipage/parsing.html#adjust-svg-attributes
var svgTagNames, svgAttrNames = caseMap("altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend " +
	"feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood " +
	"feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight " +
	"feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef linearGradient radialGradient textPath"),
	caseMap("attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant edgeMode filterUnits " +
		"glyphRef gradientTransform gradientUnits kernelMatrix kernelUnitLength keyPoints keySplines keyTimes lengthAdjust " +
		"limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits numOctaves pathLength patternContentUnits " +
		"patternTransform patternUnits pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits refX refY " +
		"repeatCount repeatDur requiredExtensions requiredFeatures specularConstant specularExponent spreadMethod startOffset " +
		"stdDeviation stitchTiles surfaceScale systemLanguage tableValues targetX targetY textLength viewBox viewTarget " +
		"xChannelSelector yChannelSelector zoomAndPan")

func caseMap(names string) map[string]string {
	m := make(map[string]string)
	for _, n := range strings.Fields(names) {
		m[strings.ToLower(n)] = n
	}
	return m
}

// quirky public ids, in lower case. https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode
var (
	quirkyPublicIDs = []string{"-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html"}

	quirkyPublicPrefixes = []string{
		"+//silmaril//dtd html pro v0r11 19970101//", "-//as//dtd html 3.0 aswedit + extensions//",
		"-//advasoft ltd//dtd html 3.0 aswedit + extensions//", "-//ietf//dtd html 2.0 level 1//", "-//ietf//dtd html 2.0 level 2//",
		"-//ietf//dtd html 2.0 strict level 1//", "-//ietf//dtd html 2.0 strict level 2//", "-//ietf//dtd html 2.0 strict//",
		"-//ietf//dtd html 2.0//", "-//ietf//dtd html 2.1e//", "-//ietf//dtd html 3.0//", "-//ietf//dtd html 3.2 final//",
		"-//ietf//dtd html 3.2//", "-//ietf//dtd html 3//", "-//ietf//dtd html level 0//", "-//ietf//dtd html level 1//",
		"-//ietf//dtd html level 2//", "-//ietf//dtd html level 3//", "-//ietf//dtd html strict level 0//",
		"-//ietf//dtd html strict level 1//", "-//ietf//dtd html strict level 2//", "-//ietf//dtd html strict level 3//",
		"-//ietf//dtd html strict//", "-//ietf//dtd html//", "-//metrius//dtd metrius presentational//",
		"-//microsoft//dtd internet explorer 2.0 html strict//", "-//microsoft//dtd internet explorer 2.0 html//",
		"-//microsoft//dtd internet explorer 2.0 tables//", "-//microsoft//dtd internet explorer 3.0 html strict//",
		"-//microsoft//dtd internet explorer 3.0 html//", "-//microsoft//dtd internet explorer 3.0 tables//",
		"-//netscape comm. corp.//dtd html//", "-//netscape comm. corp.//dtd strict html//", "-//o'reilly and associates//dtd html 2.0//",
		"-//o'reilly and associates//dtd html extended 1.0//", "-//o'reilly and associates//dtd html extended relaxed 1.0//",
		"-//sq//dtd html 2.0 hotmetal + extensions//", "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
		"-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//", "-//spyglass//dtd html 2.0 extended//",
		"-//sun microsystems corp.//dtd hotjava html//", "-//sun microsystems corp.//dtd hotjava strict html//",
		"-//w3c//dtd html 3 1995-03-24//", "-//w3c//dtd html 3.2 draft//", "-//w3c//dtd html 3.2 final//", "-//w3c//dtd html 3.2//",
		"-//w3c//dtd html 3.2s draft//", "-//w3c//dtd html 4.0 frameset//", "-//w3c//dtd html 4.0 transitional//",
		"-//w3c//dtd html experimental 19960712//", "-//w3c//dtd html experimental 970421//", "-//w3c//dtd w3 html//",
		"-//w3o//dtd w3 html 3.0//", "-//webtechs//dtd mozilla html 2.0//", "-//webtechs//dtd mozilla html//",
	}
)

const quirkySystemID = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"

// modeOf is the quirks mode that a DOCTYPE asks for.
func modeOf(d *Doctype) dom.Mode {
	public, system := strings.ToLower(d.PublicID), strings.ToLower(d.SystemID)
	hasPrefix := func(prefixes ...string) bool {
		for _, p := range prefixes {
			if strings.HasPrefix(public, p) {
				return true
			}
		}
		return false
	}
	html4 := hasPrefix("-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//")
	if d.ForceQuirks || d.Name != "html" || system == quirkySystemID || hasPrefix(quirkyPublicPrefixes...) || html4 && !d.HasSystemID {
		return dom.Quirks
	}
	for _, id := range quirkyPublicIDs {
		if public == id {
			return dom.Quirks
		}
	}
	if html4 || hasPrefix("-//w3c//dtd xhtml 1.0 frameset//", "-//w3c//dtd xhtml 1.0 transitional//") {
		return dom.LimitedQuirks
	}
	return dom.NoQuirks
}
