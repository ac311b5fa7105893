package host

import (
	"math"
	"strconv"
	"strings"

	"github.com/niso-engine/niso/style/css"
)

// Image candidates. https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute

type srcsetCandidate struct {
	url            string
	density, width float64 // width: 0 where a density is given
}

// maxCandidates bounds the candidates of a list.
const maxCandidates = 1000

// parseSrcset reads a srcset attribute; candidates with errors are left out.
func parseSrcset(s string) (l []srcsetCandidate) {
	const space = " \t\n\f\r"
	for len(l) < maxCandidates {
		s = strings.TrimLeft(s, space+",")
		if s == "" {
			return l
		}
		i := strings.IndexAny(s, space)
		if i < 0 {
			i = len(s)
		}
		url := s[:i]
		s = s[i:]
		var descriptors []string
		if t := strings.TrimRight(url, ","); t != url {
			url = t
		} else {
			descriptors, s = splitDescriptors(s)
		}
		if c, ok := candidateOf(url, descriptors); ok {
			l = append(l, c)
		}
	}
	return l
}

// splitDescriptors takes the descriptors up to a comma that stands outside of parentheses.
func splitDescriptors(s string) (l []string, rest string) {
	from, parens := -1, false
	end := func(i int) {
		if from >= 0 {
			l = append(l, s[from:i])
		}
		from = -1
	}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case parens:
			parens = c != ')'
		case c == ',':
			end(i)
			return l, s[i+1:]
		case c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r':
			end(i)
		default:
			if from < 0 {
				from = i
			}
			parens = c == '('
		}
	}
	end(len(s))
	return l, ""
}

// candidateOf is the candidate with the descriptors; ok is false where they have an error.
func candidateOf(url string, descriptors []string) (c srcsetCandidate, ok bool) {
	c.url, c.density = url, 1
	var hasWidth, hasDensity, hasHeight bool
	for _, d := range descriptors {
		n := d[:len(d)-1]
		switch d[len(d)-1] {
		case 'w', 'h':
			if strings.Trim(n, "0123456789") != "" || strings.Trim(n, "0") == "" || hasDensity {
				return c, false
			}
			if d[len(d)-1] == 'h' {
				if hasHeight {
					return c, false
				}
				hasHeight = true
				continue
			}
			if hasWidth {
				return c, false
			}
			hasWidth = true
			c.width, _ = strconv.ParseFloat(n, 64)
		case 'x':
			v, good := validFloat(n)
			if !good || v < 0 || hasWidth || hasDensity || hasHeight {
				return c, false
			}
			hasDensity, c.density = true, v
		default:
			return c, false
		}
	}
	return c, !hasHeight || hasWidth
}

// validFloat is a valid floating-point number. https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-floating-point-number
func validFloat(s string) (float64, bool) {
	t := strings.TrimPrefix(s, "-")
	mantissa, exponent, hasExponent := t, "", false
	if i := strings.IndexAny(t, "eE"); i >= 0 {
		mantissa, exponent, hasExponent = t[:i], t[i+1:], true
	}
	digits := func(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
	whole, fraction, point := strings.Cut(mantissa, ".")
	if whole != "" && !digits(whole) || whole == "" && !point || point && !digits(fraction) {
		return 0, false
	}
	if hasExponent && !digits(strings.TrimLeft(exponent, "+-")) || strings.Count(exponent, "+")+strings.Count(exponent, "-") > 1 {
		return 0, false
	}
	v, err := strconv.ParseFloat(s, 64)
	return v, err == nil && !math.IsInf(v, 0)
}

// imageSource is the URL that an img element's attributes name, with its pixel density.
// https://html.spec.whatwg.org/multipage/images.html#update-the-source-set
func (f *frame) imageSource(src, set, sizes string) (string, float64) {
	src = strings.Trim(src, " \t\n\f\r")
	if set == "" {
		return src, 1
	}
	l := parseSrcset(set)
	plain := src != ""
	for _, c := range l {
		if c.width > 0 || c.density == 1 {
			plain = false
		}
	}
	if plain {
		l = append(l, srcsetCandidate{url: src, density: 1})
	}
	if u, d := f.pickSource(l, sizes); u != "" {
		return u, d
	}
	return src, 1
}

// pickSource picks the candidate whose density is the least that is not below the screen's. https://html.spec.whatwg.org/multipage/images.html#select-an-image-source-from-a-source-set
func (f *frame) pickSource(l []srcsetCandidate, sizes string) (url string, density float64) {
	best, bestDensity := "", 0.0
	want := f.page.scale
	size := -1.0 // not known yet
	for _, c := range l {
		d := c.density
		if c.width > 0 {
			if size < 0 {
				f.fit()
				env := f.styler.Media()
				size = max(0, css.ParseSizes(sizes, &env))
			}
			d = min(c.width/max(size, 1e-9), 1e9)
		}
		better := best == ""
		switch {
		case best == "":
		case bestDensity < want:
			better = d > bestDensity
		default:
			better = d >= want && d < bestDensity
		}
		if better {
			best, bestDensity = c.url, d
		}
	}
	return best, max(bestDensity, 1e-3)
}
