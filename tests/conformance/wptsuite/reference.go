package wptsuite

import (
	"context"
	"errors"
	"fmt"
	"image"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/niso-engine/niso"
)

// reference is what a test's picture is compared with.
type reference struct {
	path     string
	mismatch bool
	fuzzy    fuzzy
}

// fuzzy is how far pictures that match may be apart: the largest difference of a channel, and the number of pixels that differ.
//
// https://web-platform-tests.org/writing-tests/reftests.html#fuzzy-matching
type fuzzy struct{ difference, pixels [2]int }

var (
	linkRE  = regexp.MustCompile(`(?is)<(?:\w+:)?link\b[^>]*>`)
	fuzzyRE = regexp.MustCompile(`(?is)<(?:\w+:)?meta\b[^>]*\bname\s*=\s*["']?fuzzy\b[^>]*>`)
	rangeRE = regexp.MustCompile(`^(?:[a-zA-Z]+=)?(\d+)(?:-(\d+))?$`)
)

// attribute is the value of an attribute in the text of a tag.
func attribute(tag, name string) string {
	g := regexp.MustCompile(`(?is)\s` + name + `\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)`).FindStringSubmatch(tag)
	if g == nil {
		return ""
	}
	return strings.TrimSuffix(strings.Trim(g[1], `"'`), "/>")
}

// references reads the links of a test's source.
func references(path string, source []byte) (l []reference) {
	base, err := url.Parse(path)
	if err != nil {
		return nil
	}
	fuzz := map[string]fuzzy{}
	for _, tag := range fuzzyRE.FindAllString(string(source), -1) {
		ref, v, ok := strings.Cut(attribute(tag, "content"), ":")
		if !ok {
			ref, v = "", ref
		}
		if f, ok := parseFuzzy(v); ok {
			if u, err := base.Parse(ref); ref != "" && err == nil {
				ref = u.Path
			}
			fuzz[ref] = f
		}
	}
	for _, tag := range linkRE.FindAllString(string(source), -1) {
		rel := strings.ToLower(attribute(tag, "rel"))
		if rel != "match" && rel != "mismatch" {
			continue
		}
		u, err := base.Parse(strings.TrimSpace(attribute(tag, "href")))
		if err != nil {
			continue
		}
		f, ok := fuzz[u.Path]
		if !ok {
			f = fuzz[""]
		}
		l = append(l, reference{u.String(), rel == "mismatch", f})
	}
	return l
}

func parseFuzzy(s string) (f fuzzy, ok bool) {
	a, b, ok := strings.Cut(s, ";")
	if !ok {
		return f, false
	}
	for i, part := range []string{a, b} {
		g := rangeRE.FindStringSubmatch(strings.TrimSpace(part))
		if g == nil {
			return f, false
		}
		lo, _ := strconv.Atoi(g[1])
		hi := lo
		if g[2] != "" {
			hi, _ = strconv.Atoi(g[2])
		} else {
			lo = 0 // a single number is the most
		}
		if i == 0 {
			f.difference = [2]int{lo, hi}
		} else {
			f.pixels = [2]int{lo, hi}
		}
	}
	return f, true
}

// runReference compares pictures: the test passes when one of the references matches, and none that must not.
func (t *Tree) runReference(r *Result, test Test, limit time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	r.Total, r.Status = 1, OK
	source, err := os.ReadFile(t.file(test.Name))
	var own *image.RGBA
	if err == nil {
		own, err = t.picture(ctx, test.Path)
	}
	if err != nil {
		r.fail(ctx, err)
		return
	}
	if flat(own) {
		r.Status = Flat
		return
	}
	matched, wanted := false, false
	for _, ref := range references(test.Path, source) {
		if strings.HasPrefix(ref.path, "about:") {
			continue // about:blank is flat, and the test's picture is not
		}
		other, err := t.picture(ctx, ref.path)
		if err != nil {
			r.fail(ctx, fmt.Errorf("%s: %w", ref.path, err))
			return
		}
		difference, pixels := compare(own, other)
		same := difference <= ref.fuzzy.difference[1] && pixels <= ref.fuzzy.pixels[1] || difference == 0
		switch {
		case ref.mismatch && same:
			r.Failures = append(r.Failures, Subtest{ref.path, "FAIL", "the pictures are the same"})
			return
		case ref.mismatch:
		case same:
			matched, wanted = true, true
		default:
			wanted = true
			r.Failures = append(r.Failures, Subtest{ref.path, "FAIL", fmt.Sprintf("%d pixels differ, by at most %d", pixels, difference)})
		}
	}
	if matched || !wanted {
		r.Passed, r.Failures = 1, nil
	}
}

func (r *Result) fail(ctx context.Context, err error) {
	r.Status, r.Message = NoResult, err.Error()
	if ctx.Err() != nil {
		r.Status = TooSlow
	}
	r.setCrash(err)
}

// ready is a promise for the moment of the picture.
const ready = `new Promise(done => {
	const root = document.documentElement;
	const next = () => document.fonts.ready.then(() => requestAnimationFrame(() => requestAnimationFrame(() => done(true))));
	if (!root || !root.classList || !root.classList.contains('reftest-wait')) return next();
	new MutationObserver((_, observer) => {
		if (root.classList.contains('reftest-wait')) return;
		observer.disconnect();
		next();
	}).observe(root, { attributes: true });
	requestAnimationFrame(() => requestAnimationFrame(() => root.dispatchEvent(new Event('TestRendered', { bubbles: true }))));
})`

// picture loads a page of the tree and takes its picture when it is ready.
func (t *Tree) picture(ctx context.Context, path string) (*image.RGBA, error) {
	b, p, err := t.open(ctx, path, nil)
	if b != nil {
		defer b.Close()
	}
	if err != nil {
		return nil, err
	}
	status, err := p.Status(ctx)
	if err == nil && status != 200 {
		err = fmt.Errorf("%s: status %d", path, status)
	}
	if err == nil {
		if err = p.Eval(ctx, ready, nil); errors.Is(err, niso.ErrNotReached) {
			err = fmt.Errorf("reftest-wait stays: %w", err)
		}
	}
	if err != nil {
		return nil, err
	}
	return p.Picture(ctx)
}

func flat(img *image.RGBA) bool {
	for y := range img.Rect.Dy() {
		row := img.Pix[y*img.Stride : y*img.Stride+4*img.Rect.Dx()]
		for x := 0; x < len(row); x += 4 {
			if [4]byte(row[x:x+4]) != [4]byte(img.Pix) {
				return false
			}
		}
	}
	return true
}

// compare gives the largest difference of a channel and the number of pixels that differ. Pictures of different sizes differ in all.
func compare(a, b *image.RGBA) (difference, pixels int) {
	if a.Rect.Size() != b.Rect.Size() {
		return 255, a.Rect.Dx() * a.Rect.Dy()
	}
	for y := range a.Rect.Dy() {
		ra, rb := a.Pix[y*a.Stride:][:4*a.Rect.Dx()], b.Pix[y*b.Stride:][:4*a.Rect.Dx()]
		for x := 0; x < len(ra); x += 4 {
			if [4]byte(ra[x:x+4]) == [4]byte(rb[x:x+4]) {
				continue
			}
			pixels++
			for c := range 4 {
				difference = max(difference, int(ra[x+c])-int(rb[x+c]), int(rb[x+c])-int(ra[x+c]))
			}
		}
	}
	return difference, pixels
}
