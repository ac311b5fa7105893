package js

// UTF16Len is the number of UTF-16 units of a WTF-8 string.
func UTF16Len(s string) int { panic("TODO") }
