package main

import (
	"context"
	"time"

	"github.com/niso-engine/niso"
)

// treeOf is a script that gives the tree of the document in html5lib's form: a line a node, attributes in the order of their names.
const treeOf = `(() => {
	let out = '';
	const line = (depth, text) => { out += '| ' + '  '.repeat(depth) + text + '\n'; };
	const prefix = { 'http://www.w3.org/2000/svg': 'svg ', 'http://www.w3.org/1998/Math/MathML': 'math ' };
	const walk = (node, depth) => {
		switch (node.nodeType) {
		case Node.DOCUMENT_TYPE_NODE: line(depth, '<!DOCTYPE ' + node.name + '>'); break;
		case Node.TEXT_NODE: line(depth, '"' + node.data + '"'); break;
		case Node.COMMENT_NODE: line(depth, '<!-- ' + node.data + ' -->'); break;
		case Node.ELEMENT_NODE:
			line(depth, '<' + (prefix[node.namespaceURI] || '') + node.localName + '>');
			for (const name of node.getAttributeNames().sort()) line(depth + 1, name + '="' + node.getAttribute(name) + '"');
		}
		for (const child of node.childNodes) walk(child, depth + 1);
	};
	for (const child of document.childNodes) walk(child, 0);
	return out;
})()`

// loadTree loads a page and gives its tree.
func loadTree(markup string) (tree string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	b, err := niso.New(niso.WithOffline(), niso.WithVirtualTime(time.Time{}))
	if err != nil {
		return "", err
	}
	defer b.Close()
	p, err := b.NewPage(ctx)
	if err != nil {
		return "", err
	}
	if err := p.SetContent(ctx, markup, ""); err != nil {
		return "", err
	}
	err = p.Eval(ctx, treeOf, &tree)
	return tree, err
}
