package host

import "context"

// Compose shows a text that an input method composes in the focused text control or editing host, with the selection in it from start to end in UTF-16 units. It
// takes the place of what was composed before; an empty one ends the composition.
func (p *Page) Compose(ctx context.Context, text string, start, end int) error {
	return p.Do(ctx, func() error {
		if f := p.focusedFrame(); f.window != nil {
			f.window.Compose(text, start, end)
			f.revealCaret()
		}
		return nil
	})
}

// InsertText ends a composition with a text, or puts a text in as if it was typed at once.
func (p *Page) InsertText(ctx context.Context, text string) error {
	return p.Do(ctx, func() error {
		if f := p.focusedFrame(); f.window != nil {
			f.window.CommitText(text)
			f.revealCaret()
		}
		return nil
	})
}

// Copy gives what is selected, or what the page makes of it, as text and as markup (which may be ""); ok is false where nothing is. With cut it is deleted, too. It is for
// embedders with a clipboard of their own (Options.OwnClipboard).
func (p *Page) Copy(ctx context.Context, cut bool) (text, markup string, ok bool, err error) {
	err = p.Do(ctx, func() error {
		if f := p.focusedFrame(); f.window != nil {
			text, markup, ok = f.window.ClipboardText(cut)
		}
		return nil
	})
	return text, markup, ok, err
}

// Paste pastes a text, with markup of it or "".
func (p *Page) Paste(ctx context.Context, text, markup string) error {
	return p.Do(ctx, func() error {
		if f := p.focusedFrame(); f.window != nil {
			f.window.PasteText(text, markup)
			f.revealCaret()
		}
		return nil
	})
}

// revealCaret scrolls the caret into view after an edit.
func (f *frame) revealCaret() {
	if f.window != nil {
		f.window.RevealCaret()
	}
}

// focusedFrame is the frame that the keyboard goes to.
func (p *Page) focusedFrame() *frame {
	f := p.top
	for f.window != nil {
		c := f.childOf(f.window.KeyTarget())
		if c == nil || c.doc == nil {
			break
		}
		f = c
	}
	return f
}
