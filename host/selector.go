package host

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/style"
	"github.com/niso-engine/niso/style/css"
)

// The selectors by which who uses the engine names an element: CSS, and " >>> " between selectors to go on inside of an element: in the document of a frame,
// whatever its origin, or in a shadow root, open or closed.

// NoElementError: no element matches the selector.
type NoElementError struct{ Selector string }

func (e *NoElementError) Error() string { return fmt.Sprintf("no element matches %q", e.Selector) }

// selectorParts are the selectors between the >>> of a text. One in a string, in brackets or after a backslash is part of a selector.
func selectorParts(text string) []string {
	var l []string
	var quote byte
	depth, start := 0, 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case depth == 0 && strings.HasPrefix(text[i:], ">>>"):
			l = append(l, text[start:i])
			i += 2
			start = i + 1
		}
	}
	return append(l, text[start:])
}

// compiledSelector is a part of a selector.
type compiledSelector struct {
	sel  *css.Selectors
	list css.ListID
}

// parseSelector compiles a selector against the page's names.
func (p *Page) parseSelector(selector string) ([]compiledSelector, error) {
	var l []compiledSelector
	for _, part := range selectorParts(selector) {
		sel, list, ok := css.ParseSelectorList(part, p.atoms, nil)
		if !ok {
			if part != selector {
				return nil, fmt.Errorf("%q is not a valid selector: %q is none", selector, strings.TrimSpace(part))
			}
			return nil, fmt.Errorf("%q is not a valid selector", selector)
		}
		l = append(l, compiledSelector{sel, list})
	}
	return l, nil
}

// find is the first element of the page that matches, and its frame; on the page's goroutine.
func (p *Page) find(selector string) (*frame, dom.NodeID, error) {
	parts, err := p.parseSelector(selector)
	if err != nil {
		return nil, 0, err
	}
	f, el := p.match(parts)
	if el == 0 {
		return nil, 0, &NoElementError{selector}
	}
	return f, el, nil
}

// match is the first element that matches: of those which match the first selector, in order, the first that has a match of the others inside.
func (p *Page) match(parts []compiledSelector) (*frame, dom.NodeID) {
	if p.top.doc == nil {
		return nil, 0
	}
	return p.top.match(p.top.doc.Node, parts)
}

func (f *frame) match(root dom.NodeID, parts []compiledSelector) (*frame, dom.NodeID) {
	if len(parts) == 1 {
		return f, style.QuerySelector(f.doc, root, parts[0].sel, parts[0].list)
	}
	for _, el := range style.QuerySelectorAll(nil, f.doc, root, parts[0].sel, parts[0].list) {
		in, root := f, f.doc.ShadowRoot(el)
		if c := f.childOf(el); c != nil && c.doc != nil && c.window != nil {
			in, root = c, c.doc.Node
		}
		if root == 0 {
			continue
		}
		if in, found := in.match(root, parts[1:]); found != 0 {
			return in, found
		}
	}
	return nil, 0
}

// WaitSelector waits until an element matches.
func (p *Page) WaitSelector(ctx context.Context, selector string, limit time.Duration) error {
	err := p.Do(ctx, func() error { // on the page's goroutine: the names are its own, and end with it
		_, err := p.parseSelector(selector)
		return err
	})
	if err != nil {
		return err
	}
	return p.waitFor(ctx, limit, "the selector "+selector, func() bool {
		// Names that the page did not know when the selector was parsed may be known by now.
		parts, err := p.parseSelector(selector)
		if err != nil {
			return false
		}
		_, el := p.match(parts)
		return el != 0
	})
}

// Select chooses the options of the first element that matches, a <select>, as a user does: those that have one of the values, and no others. Input and
// change events tell the page, if anything changed.
func (p *Page) Select(ctx context.Context, selector string, values ...string) error {
	return p.Do(ctx, func() error {
		f, el, err := p.find(selector)
		if err != nil {
			return err
		}
		if err := f.window.ChooseOptions(el, values); err != nil {
			return fmt.Errorf("cannot select in %q: %w", selector, err)
		}
		return nil
	})
}
