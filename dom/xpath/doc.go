// Package xpath is XPath 1.0 over the columns of package dom: a compiled expression is immutable and may be evaluated
// as often as asked, against any node. It owns no rows and keeps no node.
//
// Text is read as https://www.w3.org/TR/1999/REC-xpath-19991116/ says, and names of HTML elements in HTML documents as
// https://dom.spec.whatwg.org/#xpath and Chromium have it: without a prefix they match in any case. The namespace axis is empty.
package xpath
