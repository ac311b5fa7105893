package host

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/niso-engine/niso/net"
)

// Target is the address that a person names by --page FILE|URL, or by --url URL with --root DIR, and sets in o what its page may read: a file
// its own folder or root, an address with a root the files of root as its origin.
func (o *Options) Target(page, root, url string) (string, error) {
	if url != "" {
		u, err := net.Parse(url, nil)
		if err != nil {
			return "", err
		}
		if root != "" {
			if !u.IsHTTP() {
				return "", errors.New("--root serves the origin of an http or https --url")
			}
			o.Root, o.RootOrigin = root, u.Origin().String()
		}
		return u.Href(), nil
	}
	if strings.Contains(page, "://") || strings.HasPrefix(page, "data:") || strings.HasPrefix(page, "about:") {
		u, err := net.Parse(page, nil)
		if err != nil {
			return "", err
		}
		if u.IsFile() {
			o.FileRoot = root
			if root == "" {
				o.FileRoot = filepath.Dir(filepath.FromSlash(string(net.PercentDecode(u.Pathname()))))
			}
		}
		return u.Href(), nil
	}
	name, tail := page, ""
	if i := strings.IndexAny(page, "?#"); i >= 0 {
		if _, err := os.Stat(page); err != nil {
			name, tail = page[:i], page[i:]
		}
	}
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) && looksLikeHost(name) {
		return "", fmt.Errorf("there is no file %s; if it is an address, write https://%s", name, page)
	}
	folder := strings.HasSuffix(filepath.ToSlash(name), "/")
	name, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	if folder && isFile(name) {
		return "", fmt.Errorf("%s is a file and no folder: leave out the slash at its end", name)
	}
	dir := filepath.Dir(name)
	if fi, err := os.Stat(name); err == nil && fi.IsDir() {
		dir = name
		if name = filepath.Join(name, "index.html"); !isFile(name) {
			return "", fmt.Errorf("%s is a directory without an index.html; name a file", dir)
		}
	}
	o.FileRoot = dir
	if root != "" {
		o.FileRoot = root
	}
	u, err := net.FileURL(name)
	if err != nil {
		return "", err
	}
	query, frag, hasFrag := strings.Cut(tail, "#")
	if query != "" {
		u.SetSearch(query)
	}
	if hasFrag {
		u.SetHash(frag)
	}
	return u.Href(), nil
}

// looksLikeHost reports whether a name is rather a host, with or without a path, than a file: a.html is a file, example.org is not.
func looksLikeHost(name string) bool {
	host, _, _ := strings.Cut(filepath.ToSlash(name), "/")
	host, _, _ = strings.Cut(strings.ToLower(host), ":")
	if host == "localhost" {
		return true
	}
	return net.UnderPublicSuffix(host)
}

func isFile(name string) bool {
	fi, err := os.Stat(name)
	return err == nil && fi.Mode().IsRegular()
}
