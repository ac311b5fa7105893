package dom

import "unicode/utf8"

// utf16Index is the byte index in WTF-8 text t of UTF-16 offset n; where n falls between the halves of a surrogate pair, half is
// true and the index is that of the character.
func utf16Index(t string, n int) (i int, half bool) {
	for i < len(t) && n > 0 {
		switch c := t[i]; {
		case c < utf8.RuneSelf:
			i++
			n--
		case c < 0xE0:
			i += 2
			n--
		case c < 0xF0:
			i += 3
			n--
		default:
			if n == 1 {
				return i, true
			}
			i += 4
			n -= 2
		}
	}
	return min(i, len(t)), false
}

// SubstringUTF16 is the part of WTF-8 text t from UTF-16 unit start to end. Halves of cut surrogate pairs stay as lone surrogates. The result is
// a part of t where no pair is cut.
func SubstringUTF16(t string, start, end int) string {
	i, cutStart := utf16Index(t, start)
	rest := t[i:]
	n := end - start
	if cutStart {
		n++ // count from the character's begin
	}
	j, cutEnd := utf16Index(rest, n)
	if !cutStart && !cutEnd {
		return rest[:j]
	}
	var out []byte
	if cutStart {
		if end <= start {
			return ""
		}
		_, low := surrogates(rest)
		out = appendSurrogate(out, low)
		if j > 4 {
			out = append(out, rest[4:j]...)
		}
	} else {
		out = append(out, rest[:j]...)
	}
	if cutEnd && !(cutStart && j == 0) {
		high, _ := surrogates(rest[j:])
		out = appendSurrogate(out, high)
	}
	return string(out)
}

// surrogates are the halves of the first character of t.
func surrogates(t string) (high, low rune) {
	r, _ := utf8.DecodeRuneInString(t)
	r -= 0x10000
	return 0xD800 + r>>10, 0xDC00 + r&0x3FF
}

func appendSurrogate(b []byte, c rune) []byte {
	return append(b, 0xE0|byte(c>>12), 0x80|byte(c>>6)&0x3F, 0x80|byte(c)&0x3F)
}

// Concat joins WTF-8 strings: a high surrogate at the end of one and a low one at the begin of the next become one character.
func Concat(parts ...string) string {
	n := 0
	for _, p := range parts {
		n += len(p)
	}
	b := make([]byte, 0, n)
	for _, p := range parts {
		b = appendWTF8(b, p)
	}
	return string(b)
}

func appendWTF8(b []byte, p string) []byte {
	if n := len(b); n >= 3 && len(p) >= 3 && b[n-3] == 0xED && b[n-2]&0xF0 == 0xA0 && p[0] == 0xED && p[1]&0xF0 == 0xB0 {
		high := rune(b[n-2]&0x0F)<<6 | rune(b[n-1]&0x3F)
		low := rune(p[1]&0x0F)<<6 | rune(p[2]&0x3F)
		return append(utf8.AppendRune(b[:n-3], 0x10000+high<<10+low), p[3:]...)
	}
	return append(b, p...)
}

// Substring is the data of id from offset, count units at most; a view, as Data's, where no pair is cut.
// https://dom.spec.whatwg.org/#concept-cd-substring
func (s *Store) Substring(id NodeID, offset, count int) (string, *Exception) {
	n := s.DataLength(id)
	if offset < 0 || offset > n {
		return "", offsetError(offset, n)
	}
	end := n
	if count >= 0 && count < n-offset {
		end = offset + count
	}
	data := s.Data(id)
	if s.rows[id].flags&NonASCII == 0 {
		return data[offset:end], nil
	}
	return SubstringUTF16(data, offset, end), nil
}

func offsetError(offset, n int) *Exception {
	return indexSizeError("The offset " + itoa(offset) + " is greater than the node's length (" + itoa(n) + ").")
}

func itoa(n int) string {
	if n < 0 {
		return "-" + itoa(-n)
	}
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}

// ReplaceData replaces count units of the data of id from offset by data.
// https://dom.spec.whatwg.org/#concept-cd-replace
func (s *Store) ReplaceData(id NodeID, offset, count int, data string) *Exception {
	n := s.DataLength(id)
	if offset < 0 || offset > n {
		return offsetError(offset, n)
	}
	if count < 0 || count > n-offset {
		count = n - offset
	}
	old := s.Data(id)
	var before, after string
	if s.rows[id].flags&NonASCII == 0 {
		before, after = old[:offset], old[offset+count:]
	} else {
		before, after = SubstringUTF16(old, 0, offset), SubstringUTF16(old, offset+count, n)
	}
	if before == "" && after == "" {
		s.SetData(id, data)
	} else {
		s.SetData(id, Concat(before, data, after))
	}
	if s.liveRanges > 0 {
		s.rangesReplaced(id, offset, count, UTF16Len(data))
	}
	return nil
}

// SplitText splits text node id at offset and returns the node with the rest, its next sibling.
// https://dom.spec.whatwg.org/#concept-text-split
func (s *Store) SplitText(id NodeID, offset int) (NodeID, *Exception) {
	n := s.DataLength(id)
	if offset < 0 || offset > n {
		return 0, indexSizeError("The offset " + itoa(offset) + " is larger than the Text node's length.")
	}
	rest, _ := s.Substring(id, offset, n)
	d := s.DocumentOf(id)
	var t NodeID
	if s.rows[id].kind == KindCDATA {
		t = d.CreateCDATA(rest)
	} else {
		t = d.CreateText(rest)
	}
	if p := s.rows[id].parent; p != 0 {
		s.InsertBefore(p, t, s.rows[id].next)
		if s.liveRanges > 0 {
			// Boundaries at the new node's place were moved by the insertion only if they are behind it.
			s.rangesSplit(id, t, offset)
		}
	}
	s.ReplaceData(id, offset, n-offset, "")
	return t, nil
}

// Normalize joins adjacent text nodes and removes empty ones in the subtree of root.
// https://dom.spec.whatwg.org/#dom-node-normalize
func (s *Store) Normalize(root NodeID) {
	for n := s.Following(root, root); n != 0; {
		if s.rows[n].kind != KindText {
			n = s.Following(n, root)
			continue
		}
		if s.rows[n].c == 0 {
			next := s.FollowingSkip(n, root)
			s.Remove(n)
			n = next
			continue
		}
		if m := s.rows[n].next; m != 0 && s.rows[m].kind == KindText {
			parts := []string{s.Data(n)}
			length := s.DataLength(n)
			for ; m != 0 && s.rows[m].kind == KindText; m = s.rows[m].next {
				parts = append(parts, s.Data(m))
				if s.liveRanges > 0 {
					s.rangesJoined(n, m, length)
				}
				length += s.DataLength(m)
			}
			s.SetData(n, Concat(parts...))
			for m = s.rows[n].next; m != 0 && s.rows[m].kind == KindText; m = s.rows[n].next {
				s.Remove(m)
			}
		}
		n = s.FollowingSkip(n, root)
	}
}
