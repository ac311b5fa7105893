package host

import (
	"encoding/json"
	"errors"
	"fmt"
	"sort"
	"strings"

	"github.com/niso-engine/niso/net"
)

// importMap is the document's import map.
// https://html.spec.whatwg.org/multipage/webappapis.html#import-maps
type importMap struct {
	imports map[string]string // "" is a blocked specifier
	scopes  map[string]map[string]string
	order   []string // scopes, longest first
}

// add parses an import map and merges it in; what is there already wins.
func (m *importMap) add(text string, base net.URL) error {
	var in struct {
		Imports map[string]any            `json:"imports"`
		Scopes  map[string]map[string]any `json:"scopes"`
	}
	if err := json.Unmarshal([]byte(text), &in); err != nil {
		return fmt.Errorf("it is not valid JSON: %w", err)
	}
	if m.imports == nil {
		m.imports, m.scopes = make(map[string]string), make(map[string]map[string]string)
	}
	merge(m.imports, in.Imports, base)
	for prefix, list := range in.Scopes {
		u, err := net.Parse(prefix, &base)
		if err != nil {
			continue
		}
		s := m.scopes[u.Href()]
		if s == nil {
			s = make(map[string]string)
			m.scopes[u.Href()] = s
			m.order = append(m.order, u.Href())
		}
		merge(s, list, base)
	}
	sort.Sort(sort.Reverse(sort.StringSlice(m.order)))
	return nil
}

func merge(dst map[string]string, src map[string]any, base net.URL) {
	for k, v := range src {
		if k == "" {
			continue
		}
		if u, ok := urlLike(k, base); ok {
			k = u
		}
		if _, ok := dst[k]; ok {
			continue
		}
		dst[k] = ""
		if s, ok := v.(string); ok {
			if u, ok := urlLike(s, base); ok && (!strings.HasSuffix(k, "/") || strings.HasSuffix(u, "/")) {
				dst[k] = u
			}
		}
	}
}

// urlLike resolves a URL-like module specifier.
func urlLike(s string, base net.URL) (string, bool) {
	if strings.HasPrefix(s, "/") || strings.HasPrefix(s, "./") || strings.HasPrefix(s, "../") {
		u, err := net.Parse(s, &base)
		return u.Href(), err == nil
	}
	u, err := net.Parse(s, nil)
	return u.Href(), err == nil
}

// resolve resolves a module specifier.
// https://html.spec.whatwg.org/multipage/webappapis.html#resolve-a-module-specifier
func (m *importMap) resolve(spec string, base net.URL) (string, error) {
	asURL, isURL := urlLike(spec, base)
	norm := spec
	if isURL {
		norm = asURL
	}
	from := base.Href()
	for _, prefix := range m.order {
		if prefix == from || strings.HasSuffix(prefix, "/") && strings.HasPrefix(from, prefix) {
			if u, ok, err := lookup(m.scopes[prefix], norm, isURL, spec); ok || err != nil {
				return u, err
			}
		}
	}
	if u, ok, err := lookup(m.imports, norm, isURL, spec); ok || err != nil {
		return u, err
	}
	if isURL {
		return asURL, nil
	}
	return "", fmt.Errorf("Failed to resolve module specifier %q. Relative references must start with either \"/\", \"./\", or \"../\".", spec)
}

func lookup(list map[string]string, norm string, isURL bool, spec string) (string, bool, error) {
	blocked := errors.New("the import map blocks the specifier " + spec)
	if u, ok := list[norm]; ok {
		if u == "" {
			return "", false, blocked
		}
		return u, true, nil
	}
	best := ""
	for k := range list {
		if strings.HasSuffix(k, "/") && strings.HasPrefix(norm, k) && len(k) > len(best) {
			best = k
		}
	}
	if best == "" {
		return "", false, nil
	}
	if list[best] == "" {
		return "", false, blocked
	}
	base := net.MustParse(list[best])
	u, err := net.Parse(norm[len(best):], &base)
	if err != nil || !strings.HasPrefix(u.Href(), list[best]) {
		return "", false, blocked
	}
	return u.Href(), true, nil
}
