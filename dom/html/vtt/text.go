package vtt

import (
	"fmt"
	"html"
	"strings"
)

// Node is a node of the text of a cue.
type Node struct {
	Name     string // c, i, b, u, ruby, rt, v or lang; "" for a text, "timestamp" for a time stamp
	Text     string // of a text; the annotation of v and lang; the time of a time stamp, hh:mm:ss.sss
	Classes  string // separated by spaces
	Children []*Node
}

// ParseText parses the text of a cue. https://www.w3.org/TR/webvtt1/#webvtt-cue-text-parsing-rules
func ParseText(s string) *Node {
	root := &Node{}
	stack := []*Node{root}
	for s != "" {
		cur := stack[len(stack)-1]
		if s[0] != '<' {
			text := s
			if i := strings.IndexByte(s, '<'); i >= 0 {
				text = s[:i]
			}
			s = s[len(text):]
			cur.Children = append(cur.Children, &Node{Text: html.UnescapeString(text)})
			continue
		}
		tag, rest, closed := strings.Cut(s[1:], ">")
		if !closed {
			rest = ""
		}
		s = rest
		switch {
		case tag == "":
		case tag[0] == '/':
			switch name := tag[1:]; {
			case len(stack) == 1:
			case name == cur.Name:
				stack = stack[:len(stack)-1]
			case name == "ruby" && cur.Name == "rt":
				stack = stack[:len(stack)-2]
			}
		case tag[0] >= '0' && tag[0] <= '9':
			if v, rest, ok := timestamp(tag); ok && rest == "" {
				ms := int64(v*1000 + 0.5)
				cur.Children = append(cur.Children, &Node{Name: "timestamp",
					Text: fmt.Sprintf("%02d:%02d:%02d.%03d", ms/3600000, ms/60000%60, ms/1000%60, ms%1000)})
			}
		default:
			if n := start(tag); n != nil && (n.Name != "rt" || cur.Name == "ruby") {
				cur.Children = append(cur.Children, n)
				stack = append(stack, n)
			}
		}
	}
	return root
}

// start is the node of a start tag, nil for an unknown one.
func start(tag string) *Node {
	head, annotation := tag, ""
	if i := strings.IndexAny(tag, " \t\n\f"); i >= 0 {
		head, annotation = tag[:i], tag[i:]
	}
	parts := strings.Split(head, ".")
	n := &Node{Name: parts[0]}
	switch n.Name {
	case "c", "i", "b", "u", "ruby", "rt":
	case "v", "lang":
		n.Text = strings.Join(strings.FieldsFunc(html.UnescapeString(annotation), func(r rune) bool { return strings.ContainsRune(space, r) }), " ")
	default:
		return nil
	}
	var classes []string
	for _, c := range parts[1:] {
		if c != "" {
			classes = append(classes, c)
		}
	}
	n.Classes = strings.Join(classes, " ")
	return n
}
