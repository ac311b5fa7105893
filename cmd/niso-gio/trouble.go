package main

import (
	"html"
	"strings"
)

// troublePage is the document that is shown in place of a page that could not be: the engine draws its own messages.
func troublePage(title, url, reason, advice string) string {
	var b strings.Builder
	b.WriteString(`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>`)
	b.WriteString(html.EscapeString(title))
	b.WriteString(`</title><style>
body { margin: 0; padding: 64px 24px; background: #f4f5f7; color: #1d2433; font: 16px/1.5 sans-serif }
main { max-width: 640px; margin: 0 auto; padding: 32px 40px; background: #fff; border: 1px solid #d8dbe2; border-left: 6px solid #b3261e }
h1 { margin: 0 0 12px; font-size: 26px; line-height: 1.25 }
p { margin: 0 0 12px; overflow-wrap: break-word }
.url { color: #566 }
.last { margin: 0 }
</style></head><body><main><h1>`)
	b.WriteString(html.EscapeString(title))
	b.WriteString(`</h1><p class="url">`)
	b.WriteString(html.EscapeString(url))
	b.WriteString(`</p><p>`)
	b.WriteString(html.EscapeString(reason))
	b.WriteString(`</p><p class="last">`)
	b.WriteString(html.EscapeString(advice))
	b.WriteString(`</p></main></body></html>`)
	return b.String()
}
