// Command ucdgen writes the table of the character properties that segmentation and bidi need:
//
//	go run ./text/ucdgen UCD-FOLDER > text/props_gen.go
//
// The folder has the files of the Unicode Character Database, version 17, in the folders of the UCD.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"go/format"
	"log"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
)

const maxRune = 0x110000

var (
	lineClasses = strings.Fields("AL AK AP AS B2 BA BB BK CB CJ CL CM CP CR EB EM EX GL H2 H3 HH HL HY ID IN IS JL JT JV LF NL NS NU OP PO PR QU RI SP SY VF VI WJ ZW ZWJ")
	gbClasses   = strings.Fields("Other CR LF Control Extend ZWJ Regional_Indicator Prepend SpacingMark L V T LV LVT")
	wbClasses   = strings.Fields("Other CR LF Newline Extend ZWJ Format Katakana Hebrew_Letter ALetter Single_Quote Double_Quote MidNumLet MidLetter MidNum Numeric ExtendNumLet Regional_Indicator WSegSpace")
	bidiClasses = strings.Fields("L R AL EN ES ET AN CS NSM BN B S WS ON LRE LRO RLE RLO PDF LRI RLI FSI PDI")
	incbClasses = strings.Fields("None Consonant Extend Linker")
)

func index(list []string, v, file string) uint32 {
	for i, s := range list {
		if s == v {
			return uint32(i)
		}
	}
	log.Fatalf("%s: unknown value %q", file, v)
	return 0
}

// read calls f for each range of a file with its fields after the first.
func read(dir, file string, f func(first, last rune, fields []string)) {
	in, err := os.Open(filepath.Join(dir, file))
	if err != nil {
		log.Fatal(err)
	}
	defer in.Close()
	sc := bufio.NewScanner(in)
	for sc.Scan() {
		line, _, _ := strings.Cut(sc.Text(), "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		fields := strings.Split(line, ";")
		for i := range fields {
			fields[i] = strings.TrimSpace(fields[i])
		}
		a, b, ok := strings.Cut(fields[0], "..")
		if !ok {
			b = a
		}
		first, err1 := strconv.ParseUint(a, 16, 32)
		last, err2 := strconv.ParseUint(b, 16, 32)
		if err1 != nil || err2 != nil || len(fields) < 2 || last >= maxRune {
			log.Fatalf("%s: %q", file, line)
		}
		f(rune(first), rune(last), fields[1:])
	}
	if sc.Err() != nil {
		log.Fatal(sc.Err())
	}
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: ucdgen UCD-FOLDER > props_gen.go")
		os.Exit(2)
	}
	dir := os.Args[1]
	lb := make([]string, maxRune)
	gc := make([]string, maxRune)
	props := make([]uint32, maxRune)
	for i := range lb {
		lb[i] = "XX"
		gc[i] = ""
	}
	read(dir, "LineBreak.txt", func(a, b rune, f []string) {
		for r := a; r <= b; r++ {
			lb[r] = f[0]
		}
	})
	read(dir, "extracted/DerivedGeneralCategory.txt", func(a, b rune, f []string) {
		for r := a; r <= b; r++ {
			gc[r] = f[0]
		}
	})
	const (
		gbShift, incbShift, wbShift, bidiShift              = 6, 10, 12, 17
		eaBit, piBit, pfBit, pictBit, unassignedBit, emoBit = 1 << 22, 1 << 23, 1 << 24, 1 << 25, 1 << 26, 1 << 27
	)
	add := func(file string, list []string, shift uint, field int) {
		read(dir, file, func(a, b rune, f []string) {
			for r := a; r <= b; r++ {
				props[r] |= index(list, f[field], file) << shift
			}
		})
	}
	add("auxiliary/GraphemeBreakProperty.txt", gbClasses, gbShift, 0)
	add("auxiliary/WordBreakProperty.txt", wbClasses, wbShift, 0)
	add("extracted/DerivedBidiClass.txt", bidiClasses, bidiShift, 0)
	read(dir, "DerivedCoreProperties.txt", func(a, b rune, f []string) {
		if f[0] == "InCB" {
			for r := a; r <= b; r++ {
				props[r] |= index(incbClasses, f[1], "InCB") << incbShift
			}
		}
	})
	read(dir, "EastAsianWidth.txt", func(a, b rune, f []string) {
		if f[0] == "F" || f[0] == "W" || f[0] == "H" {
			for r := a; r <= b; r++ {
				props[r] |= eaBit
			}
		}
	})
	read(dir, "emoji/emoji-data.txt", func(a, b rune, f []string) {
		bit := map[string]uint32{"Extended_Pictographic": pictBit, "Emoji_Presentation": emoBit}[f[0]]
		for r := a; r <= b; r++ {
			props[r] |= bit
		}
	})
	for r := range props {
		c := lb[r]
		// LB1: classes that need no dictionary or legacy encoding are resolved here.
		switch c {
		case "AI", "SG", "XX":
			c = "AL"
		case "SA":
			c = "AL"
			if gc[r] == "Mn" || gc[r] == "Mc" {
				c = "CM"
			}
		}
		props[r] |= index(lineClasses, c, "LineBreak.txt")
		switch gc[r] {
		case "Pi":
			props[r] |= piBit
		case "Pf":
			props[r] |= pfBit
		case "Cn":
			props[r] |= unassignedBit
		}
	}

	// Records, blocks of record numbers, and the index of blocks.
	count := map[uint32]int{}
	for _, p := range props {
		count[p]++
	}
	var records []uint32
	for p := range count {
		records = append(records, p)
	}
	sort.Slice(records, func(i, j int) bool {
		if count[records[i]] != count[records[j]] {
			return count[records[i]] > count[records[j]]
		}
		return records[i] < records[j]
	})
	if len(records) > 256 {
		log.Fatalf("%d records do not fit in a byte", len(records))
	}
	number := map[uint32]byte{}
	for i, p := range records {
		number[p] = byte(i)
	}
	const block = 128
	var blocks []byte
	var idx []uint16
	seen := map[string]uint16{}
	for r := 0; r < maxRune; r += block {
		var b [block]byte
		for i := range b {
			b[i] = number[props[r+i]]
		}
		n, ok := seen[string(b[:])]
		if !ok {
			n = uint16(len(blocks) / block)
			seen[string(b[:])] = n
			blocks = append(blocks, b[:]...)
		}
		idx = append(idx, n)
	}

	var o bytes.Buffer
	fmt.Fprintf(&o, "// Code generated by ucdgen from the Unicode Character Database 17.0. DO NOT EDIT.\n\npackage text\n\n")
	names := func(prefix string, list []string) {
		fmt.Fprintf(&o, "const (\n")
		for i, n := range list {
			if i == 0 {
				fmt.Fprintf(&o, "%s%s = iota\n", prefix, strings.ReplaceAll(n, "_", ""))
			} else {
				fmt.Fprintf(&o, "%s%s\n", prefix, strings.ReplaceAll(n, "_", ""))
			}
		}
		fmt.Fprintf(&o, ")\n\n")
	}
	names("lb", lineClasses)
	names("gb", gbClasses)
	names("wb", wbClasses)
	names("bd", bidiClasses)
	names("incb", incbClasses)
	dump := func(name, typ string, n int, at func(i int) uint64) {
		fmt.Fprintf(&o, "var %s = [%d]%s{", name, n, typ)
		for i := range n {
			if i%24 == 0 {
				o.WriteByte('\n')
			}
			fmt.Fprintf(&o, "%d,", at(i))
		}
		fmt.Fprintf(&o, "\n}\n\n")
	}
	dump("propRecords", "uint32", 256, func(i int) uint64 {
		if i < len(records) {
			return uint64(records[i])
		}
		return 0
	})
	dump("propIndex", "uint16", len(idx), func(i int) uint64 { return uint64(idx[i]) })
	dump("propBlocks", "uint8", len(blocks), func(i int) uint64 { return uint64(blocks[i]) })

	fmt.Fprintf(&o, "// bidiBrackets are the paired brackets in order; the value is the partner, negative for a closing one.\nvar bidiBrackets = [...][2]int32{\n")
	read(dir, "BidiBrackets.txt", func(a, _ rune, f []string) {
		p, err := strconv.ParseInt(f[0], 16, 32)
		if err != nil {
			log.Fatal(err)
		}
		if f[1] == "c" {
			p = -p
		}
		fmt.Fprintf(&o, "{%d,%d},", a, p)
	})
	fmt.Fprintf(&o, "\n}\n")
	src, err := format.Source(o.Bytes())
	if err != nil {
		log.Fatal(err)
	}
	os.Stdout.Write(src)
}
