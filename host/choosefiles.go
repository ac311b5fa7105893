package host

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/niso-engine/niso/js/bind"
	"github.com/niso-engine/niso/net"
)

// Files that the embedder gives to file inputs. A page never names a file: it reads what it was given here and no other.

// maxChosenBytes bounds the files of one choice, which are held in memory.
const maxChosenBytes = 1 << 30

// chosenFiles reads files, outside of the page's goroutine. A folder is an error.
func chosenFiles(names []string) ([]bind.ChosenFile, error) {
	var l []bind.ChosenFile
	var total int64
	for _, name := range names {
		st, err := os.Stat(name)
		if err != nil {
			return nil, err
		}
		if !st.Mode().IsRegular() {
			return nil, fmt.Errorf("%s is not a regular file", name)
		}
		if total += st.Size(); total > maxChosenBytes {
			return nil, fmt.Errorf("%s: the files have more than %d bytes", name, int64(maxChosenBytes))
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		l = append(l, bind.ChosenFile{Name: filepath.Base(name), Type: net.TypeByExtension(name), Data: data, Modified: st.ModTime().UnixMilli()})
	}
	return l, nil
}

// SetInputFiles chooses files for the first element that matches, a file input, as the user does in the dialog of the system: input and change
// events tell the page. No names take what was chosen away. Several files need an input with the attribute multiple.
func (p *Page) SetInputFiles(ctx context.Context, selector string, names ...string) error {
	files, err := chosenFiles(names)
	if err != nil {
		return err
	}
	return p.Do(ctx, func() error {
		f, el, err := p.find(selector)
		if err != nil {
			return err
		}
		if len(files) > 1 && !f.window.ChoosesSeveral(el) {
			return fmt.Errorf("%q takes one file, got %d", selector, len(files))
		}
		if !f.window.ChooseFiles(el, files) {
			return fmt.Errorf("%q is no input for files that can be changed", selector)
		}
		return nil
	})
}
