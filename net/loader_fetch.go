package net

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
)

type mount struct {
	origin  string // serialized; "*" is every http(s) origin
	files   *fileRoot
	handler http.Handler
}

type fileRoot struct{ dir string }

type preflightCache struct{}

func newLoader(opt Options) (*Loader, error) {
	l := &Loader{opt: opt}
	l.ctx, l.stop = context.WithCancel(context.Background())
	return l, nil
}

func (l *Loader) close() { l.stop() }

func (l *Loader) fetch(ctx context.Context, req *Request) (*Response, error) {
	return nil, &Error{Kind: BadScheme, URL: req.URL.Href(), Msg: "no loader for the scheme " + req.URL.Scheme()}
}

func tooLarge(u string, limit int64) *Error {
	return &Error{Kind: TooLarge, URL: u, Msg: fmt.Sprintf("the body exceeds the limit of %d bytes; raise the limit to load it", limit)}
}

func asError(err error, u string) *Error {
	if e, ok := err.(*Error); ok {
		return e
	}
	if e, ok := err.(*url.Error); ok {
		err = e.Err
	}
	return &Error{Kind: Other, URL: u, Err: err}
}
