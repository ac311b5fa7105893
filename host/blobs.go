package host

import (
	"crypto/rand"
	"fmt"
	"sync"
)

// blobs are the blob: URLs of a browser. Pages add and revoke them through the bindings.
// https://w3c.github.io/FileAPI/#blob-url
type blobs struct {
	mu sync.Mutex
	m  map[string]blob
}

type blob struct {
	body []byte
	typ  string
	page *Page
}

func newBlobs() *blobs { return &blobs{m: make(map[string]blob)} }

// ResolveBlob is net.BlobStore.
func (b *blobs) ResolveBlob(url string) ([]byte, string, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	e, ok := b.m[url]
	return e.body, e.typ, ok
}

// AddBlobURL makes a blob: URL of the window's origin for bytes that do not change.
func (p windowHost) AddBlobURL(origin string, body []byte, typ string) string {
	var id [16]byte
	_, _ = rand.Read(id[:])
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80
	url := fmt.Sprintf("blob:%s/%x-%x-%x-%x-%x", origin, id[:4], id[4:6], id[6:8], id[8:10], id[10:])
	b := p.browser.blobs
	b.mu.Lock()
	b.m[url] = blob{body, typ, p.Page}
	b.mu.Unlock()
	return url
}

// RevokeBlobURL ends a blob: URL.
func (p windowHost) RevokeBlobURL(url string) {
	b := p.browser.blobs
	b.mu.Lock()
	delete(b.m, url)
	b.mu.Unlock()
}

// release ends the URLs of a page.
func (b *blobs) release(p *Page) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for u, e := range b.m {
		if e.page == p {
			delete(b.m, u)
		}
	}
}
