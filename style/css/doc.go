// Package css reads CSS text: tokens, style sheets, selectors, media queries, typed
// values, colours and calc() expressions; and writes them as CSSOM asks.
// It knows no document and no property: package style has the property table, the
// cascade and the matcher.
//
// # Sheets
//
// A [Sheet] owns one source buffer that only grows, and flat columns:
//
//	Rules    []Rule      one 48-byte row a rule; row 0 is none; addressed by RuleID
//	Decls    []Decl      one 16-byte row a declaration; a rule has a contiguous range
//	Sel      Selectors   programs of all selectors of the sheet
//	Media    []MediaQueryList, Supports, Containers, Imports, ... payloads of at-rules
//
// Rules form a forest by Parent, FirstChild, Next; inserting and deleting relinks lists
// and keeps ids. A declaration range moves when its rule is edited: read Rule.DeclStart again
// after an edit. Values stay as byte ranges of the source; a [ValueParser] reads them
// as typed tokens. The owner of the sheet is the only writer; after parsing, any number of
// goroutines may read. Rows live as long as the sheet.
//
// # Selector programs
//
// [Selectors] has one row a complex selector ([Selector]) and the words that the rows point to. The
// words of a complex selector stand right to left: the simple selectors of the
// rightmost compound in their written order, a combinator, the simple selectors of the compound
// to its left, and so on, ended by [OpEnd]. The low byte of the first word of an instruction is the
// [Op], the next byte its aux value, the upper 16 bits are flags; [OpWords] says how
// many words the instruction takes. Operands:
//
//	OpEnd         -
//	OpUniversal   -                          matches any element
//	OpTag         name, lower                atoms; HTML elements in HTML documents compare lower
//	OpNamespace   ns, prefix                 aux NSNone |, NSAny *|, NSURI; ns is an atom of the URL;
//	                                         stands before the OpTag or OpUniversal that it limits
//	OpID          atom
//	OpClass       atom
//	OpAttr        name, lower, ns, prefix, value   aux AttrOp; flags AttrCaseI, AttrCaseS, AttrHTMLCaseI, AttrNS…
//	OpPseudo      -                          aux PseudoClass without argument
//	OpIs OpWhere OpNot OpHas                 list (row of Lists)
//	OpNth         a, b, list                 aux NthKind; a and b are int32; list 0 = no «of»
//	OpLang        n, then n atoms            language ranges
//	OpDir         atom                       aux 0 ltr, 1 rtl, 2 neither; the word as written
//	OpState       atom                       :state(x)
//	OpTransitionType row of Names            :active-view-transition-type(a, b)
//	OpHost        list                       :host (list 0) or :host(compound)
//	OpHostContext list
//	OpNest        list                       & : matches what the list does; list 0 = :scope
//	OpElement     arg                        aux PseudoElement; arg: list for ::slotted, atom for
//	                                         ::highlight, ::picker, ::scroll-button and unknown ::-webkit- names,
//	                                         row of Names for ::part and view transitions
//	OpDescendant OpChild OpNext OpSubsequent combinators to the compound on the left
//
// A pseudo-element stands as OpElement in its compound: what follows it in the compound (like
// :hover after ::part) applies to the pseudo-element, what precedes it to the originating element.
//
// In a :has() list each selector is relative: its leftmost compound is followed by one more
// combinator and by OpAnchor, which matches the anchor element alone.
// In nested and scoped rules a relative selector (> a) begins with OpNest likewise.
package css
