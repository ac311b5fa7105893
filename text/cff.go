package text

// cffFont has where the parts of a CFF table lie. https://adobe-type-tools.github.io/font-tech-notes/pdfs/5176.CFF.pdf
type cffFont struct {
	b        []byte
	chars    cffIndex
	gsubrs   cffIndex
	subrs    []cffIndex // of each private dictionary: one, or one a font dictionary of a CID font
	fdSelect []byte
}

// cffIndex is an INDEX read in place.
type cffIndex struct {
	b       []byte // from the offsets on
	count   int
	offSize int
}

func cffOffset(b []byte, at, size int) int {
	v := 0
	for i := range size {
		if at+i >= len(b) {
			return -1
		}
		v = v<<8 | int(b[at+i])
	}
	return v
}

// openIndex reads the head of an INDEX at an offset and finds its end.
func openIndex(b []byte, at int) (x cffIndex, end int) {
	if at < 0 || at+2 > len(b) {
		return x, -1
	}
	x.count = u16(b, at)
	if x.count == 0 {
		return x, at + 2
	}
	if at+3 > len(b) {
		return cffIndex{}, -1
	}
	x.offSize = int(b[at+2])
	if x.offSize < 1 || x.offSize > 4 || at+3+(x.count+1)*x.offSize > len(b) {
		return cffIndex{}, -1
	}
	x.b = b[at+3:]
	last := cffOffset(x.b, x.count*x.offSize, x.offSize)
	end = at + 3 + (x.count+1)*x.offSize - 1 + last
	if last < 1 || end > len(b) {
		return cffIndex{}, -1
	}
	return x, end
}

func (x *cffIndex) get(i int) []byte {
	if i < 0 || i >= x.count {
		return nil
	}
	base := (x.count+1)*x.offSize - 1
	a, b := cffOffset(x.b, i*x.offSize, x.offSize), cffOffset(x.b, (i+1)*x.offSize, x.offSize)
	return sub(x.b, base+a, b-a)
}

// dict calls f for each operator of a DICT with its operands; two-byte operators are 0x0c00 and more.
func cffDict(b []byte, f func(op int, args []float64)) {
	var args []float64
	for i := 0; i < len(b); {
		c := int(b[i])
		i++
		switch {
		case c <= 21:
			if c == 12 && i < len(b) {
				c = 0x0c00 | int(b[i])
				i++
			}
			f(c, args)
			args = args[:0]
		case c == 28:
			args = append(args, float64(i16(b, i)))
			i += 2
		case c == 29:
			args = append(args, float64(int32(u32(b, i))))
			i += 4
		case c == 30: // a real number: only the font matrix has some, which is not read
			for i < len(b) && b[i]&0xf != 0xf && b[i]>>4 != 0xf {
				i++
			}
			i++
			args = append(args, 0)
		case c >= 32 && c <= 246:
			args = append(args, float64(c-139))
		case c >= 247 && c <= 250 && i < len(b):
			args = append(args, float64((c-247)*256+int(b[i])+108))
			i++
		case c >= 251 && c <= 254 && i < len(b):
			args = append(args, float64(-(c-251)*256-int(b[i])-108))
			i++
		}
		if len(args) > 513 {
			return
		}
	}
}

// openCFF finds the parts, nil when they are broken.
func openCFF(b []byte) *cffFont {
	if len(b) < 4 || b[0] != 1 {
		return nil
	}
	_, at := openIndex(b, int(b[2])) // names
	tops, at := openIndex(b, at)
	_, at = openIndex(b, at) // strings
	gsubrs, at := openIndex(b, at)
	if at < 0 || tops.count == 0 {
		return nil
	}
	f := &cffFont{b: b, gsubrs: gsubrs}
	charsAt, fdArray, fdSelect := 0, 0, 0
	var private [2]int
	cffDict(tops.get(0), func(op int, a []float64) {
		switch {
		case op == 17 && len(a) > 0:
			charsAt = int(a[0])
		case op == 18 && len(a) > 1:
			private = [2]int{int(a[0]), int(a[1])}
		case op == 0x0c24 && len(a) > 0:
			fdArray = int(a[0])
		case op == 0x0c25 && len(a) > 0:
			fdSelect = int(a[0])
		}
	})
	var end int
	if f.chars, end = openIndex(b, charsAt); charsAt <= 0 || end < 0 {
		return nil
	}
	local := func(size, off int) (x cffIndex) {
		d := sub(b, off, size)
		cffDict(d, func(op int, a []float64) {
			if op == 19 && len(a) > 0 {
				x, _ = openIndex(b, off+int(a[0]))
			}
		})
		return x
	}
	if fdArray > 0 {
		dicts, end := openIndex(b, fdArray)
		if end < 0 || dicts.count > 256 {
			return nil
		}
		for i := range dicts.count {
			p := [2]int{}
			cffDict(dicts.get(i), func(op int, a []float64) {
				if op == 18 && len(a) > 1 {
					p = [2]int{int(a[0]), int(a[1])}
				}
			})
			f.subrs = append(f.subrs, local(p[0], p[1]))
		}
		f.fdSelect = from(b, fdSelect)
	} else {
		f.subrs = []cffIndex{local(private[0], private[1])}
	}
	return f
}

// localSubrs are the subroutines that a glyph's program may call.
func (f *cffFont) localSubrs(glyph int) *cffIndex {
	fd := 0
	if s := f.fdSelect; len(s) > 0 {
		switch s[0] {
		case 0:
			if glyph+1 < len(s) {
				fd = int(s[glyph+1])
			}
		case 3:
			lo, hi := 0, u16(s, 1)
			for hi-lo > 1 {
				m := (lo + hi) / 2
				if u16(s, 3+3*m) <= glyph {
					lo = m
				} else {
					hi = m
				}
			}
			if 3+3*lo+2 < len(s) {
				fd = int(s[3+3*lo+2])
			}
		}
	}
	if fd >= len(f.subrs) {
		return &cffIndex{}
	}
	return &f.subrs[fd]
}

// charstring runs a Type 2 program. https://adobe-type-tools.github.io/font-tech-notes/pdfs/5177.Type2.pdf
type charstring struct {
	f     *cffFont
	p     *Path
	local *cffIndex
	stack [48]float32
	n     int
	x, y  float32
	open  bool
	width bool // the width was taken off the stack
	stems int
	steps int
}

const (
	maxCharSteps = 1 << 16 // operators of a glyph
	maxCharDepth = 10
)

func (f *cffFont) outline(p *Path, glyph int) bool {
	c := charstring{f: f, p: p, local: f.localSubrs(glyph)}
	done, ok := c.run(f.chars.get(glyph), 0)
	if c.open {
		p.add(ClosePath)
	}
	return ok && done
}

func subrBias(n int) int {
	switch {
	case n < 1240:
		return 107
	case n < 33900:
		return 1131
	}
	return 32768
}

func (c *charstring) move(dx, dy float32) {
	if c.open {
		c.p.add(ClosePath)
	}
	c.open = true
	c.x += dx
	c.y += dy
	c.p.add(MoveTo, Point{c.x, c.y})
}

func (c *charstring) line(dx, dy float32) {
	c.begin()
	c.x += dx
	c.y += dy
	c.p.add(LineTo, Point{c.x, c.y})
}

func (c *charstring) curve(a, b, d, e, g, h float32) {
	c.begin()
	p1 := Point{c.x + a, c.y + b}
	p2 := Point{p1.X + d, p1.Y + e}
	c.x, c.y = p2.X+g, p2.Y+h
	c.p.add(CubicTo, p1, p2, Point{c.x, c.y})
}

// begin starts a contour where a broken program draws without moving.
func (c *charstring) begin() {
	if !c.open {
		c.open = true
		c.p.add(MoveTo, Point{c.x, c.y})
	}
}

// takeWidth removes the width before the first operator's arguments, of which there are want (or an even number when -1).
func (c *charstring) takeWidth(want int) {
	if c.width {
		return
	}
	c.width = true
	if want < 0 && c.n&1 == 1 || want >= 0 && c.n > want {
		copy(c.stack[:], c.stack[1:c.n])
		c.n--
	}
}

// run executes a program; done tells that endchar ended the glyph.
func (c *charstring) run(b []byte, depth int) (done, ok bool) {
	if depth > maxCharDepth {
		return false, false
	}
	push := func(v float32) bool {
		if c.n == len(c.stack) {
			return false
		}
		c.stack[c.n] = v
		c.n++
		return true
	}
	for i := 0; i < len(b); {
		op := int(b[i])
		i++
		if c.steps++; c.steps > maxCharSteps || len(c.p.Points) > 2*maxGlyphPoints {
			return false, false
		}
		switch {
		case op == 28:
			if i+2 > len(b) || !push(float32(i16(b, i))) {
				return false, false
			}
			i += 2
			continue
		case op >= 32 && op <= 246:
			if !push(float32(op - 139)) {
				return false, false
			}
			continue
		case op >= 247 && op <= 254:
			if i >= len(b) {
				return false, false
			}
			v := (op-247)*256 + int(b[i]) + 108
			if op >= 251 {
				v = -(op-251)*256 - int(b[i]) - 108
			}
			i++
			if !push(float32(v)) {
				return false, false
			}
			continue
		case op == 255:
			if i+4 > len(b) || !push(fixed(u32(b, i))) {
				return false, false
			}
			i += 4
			continue
		}
		s := c.stack[:c.n]
		switch op {
		case 1, 3, 18, 23: // hstem vstem hstemhm vstemhm
			c.takeWidth(-1)
			c.stems += c.n / 2
		case 19, 20: // hintmask cntrmask
			c.takeWidth(-1)
			c.stems += c.n / 2
			i += (c.stems + 7) / 8
		case 21: // rmoveto
			c.takeWidth(2)
			if c.n < 2 {
				return false, false
			}
			c.move(c.stack[c.n-2], c.stack[c.n-1])
		case 22, 4: // hmoveto vmoveto
			c.takeWidth(1)
			if c.n < 1 {
				return false, false
			}
			if op == 22 {
				c.move(c.stack[c.n-1], 0)
			} else {
				c.move(0, c.stack[c.n-1])
			}
		case 5: // rlineto
			for ; len(s) >= 2; s = s[2:] {
				c.line(s[0], s[1])
			}
		case 6, 7: // hlineto vlineto
			for h := op == 6; len(s) > 0; s, h = s[1:], !h {
				if h {
					c.line(s[0], 0)
				} else {
					c.line(0, s[0])
				}
			}
		case 8, 24: // rrcurveto rcurveline
			for ; len(s) >= 6; s = s[6:] {
				c.curve(s[0], s[1], s[2], s[3], s[4], s[5])
			}
			if op == 24 && len(s) >= 2 {
				c.line(s[0], s[1])
			}
		case 25: // rlinecurve
			for ; len(s) >= 8; s = s[2:] {
				c.line(s[0], s[1])
			}
			if len(s) >= 6 {
				c.curve(s[0], s[1], s[2], s[3], s[4], s[5])
			}
		case 26: // vvcurveto
			var dx float32
			if len(s)&1 == 1 {
				dx, s = s[0], s[1:]
			}
			for ; len(s) >= 4; s = s[4:] {
				c.curve(dx, s[0], s[1], s[2], 0, s[3])
				dx = 0
			}
		case 27: // hhcurveto
			var dy float32
			if len(s)&1 == 1 {
				dy, s = s[0], s[1:]
			}
			for ; len(s) >= 4; s = s[4:] {
				c.curve(s[0], dy, s[1], s[2], s[3], 0)
				dy = 0
			}
		case 30, 31: // vhcurveto hvcurveto
			for h := op == 31; len(s) >= 4; h = !h {
				var last float32
				if len(s) == 5 {
					last = s[4]
				}
				if h {
					c.curve(s[0], 0, s[1], s[2], last, s[3])
				} else {
					c.curve(0, s[0], s[1], s[2], s[3], last)
				}
				s = s[4:]
			}
		case 10, 29: // callsubr callgsubr
			if c.n == 0 {
				return false, false
			}
			c.n--
			x := c.local
			if op == 29 {
				x = &c.f.gsubrs
			}
			k := int(c.stack[c.n]) + subrBias(x.count)
			if k < 0 || k >= x.count {
				return false, false
			}
			done, ok := c.run(x.get(k), depth+1)
			if done || !ok {
				return done, ok
			}
			continue
		case 11: // return
			return false, true
		case 14: // endchar
			return true, true
		case 12:
			if i >= len(b) {
				return false, false
			}
			op2 := b[i]
			i++
			switch op2 {
			case 34: // hflex
				if len(s) < 7 {
					return false, false
				}
				c.curve(s[0], 0, s[1], s[2], s[3], 0)
				c.curve(s[4], 0, s[5], -s[2], s[6], 0)
			case 35: // flex
				if len(s) < 12 {
					return false, false
				}
				c.curve(s[0], s[1], s[2], s[3], s[4], s[5])
				c.curve(s[6], s[7], s[8], s[9], s[10], s[11])
			case 36: // hflex1
				if len(s) < 9 {
					return false, false
				}
				c.curve(s[0], s[1], s[2], s[3], s[4], 0)
				c.curve(s[5], 0, s[6], s[7], s[8], -(s[1] + s[3] + s[7]))
			case 37: // flex1
				if len(s) < 11 {
					return false, false
				}
				dx, dy := s[0]+s[2]+s[4]+s[6]+s[8], s[1]+s[3]+s[5]+s[7]+s[9]
				c.curve(s[0], s[1], s[2], s[3], s[4], s[5])
				if dx*dx > dy*dy {
					c.curve(s[6], s[7], s[8], s[9], s[10], -dy)
				} else {
					c.curve(s[6], s[7], s[8], s[9], -dx, s[10])
				}
			default: // arithmetic, which no font in use has
				return false, false
			}
		default:
			return false, false
		}
		c.n = 0
	}
	return false, true
}
