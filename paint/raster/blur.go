package raster

import "math"

// Gaussian blurs are approximated by three box blurs, as Skia and the SVG specification do.
// https://drafts.fxtf.org/filter-effects/#feGaussianBlurElement

// maxSigma is the largest standard deviation, as in Skia.
const maxSigma = 532

// boxes are the three box widths for a standard deviation: each pass averages [i-left, i+right].
func boxes(sigma float64) (left, right [3]int) {
	d := int(math.Floor(min(sigma, maxSigma)*3*math.Sqrt(2*math.Pi)/4 + 0.5))
	if d < 1 {
		return
	}
	if d%2 == 1 {
		h := d / 2
		return [3]int{h, h, h}, [3]int{h, h, h}
	}
	h := d / 2
	return [3]int{h, h - 1, h}, [3]int{h - 1, h, h}
}

// blurReach is how far, in px, a blurred pixel reads.
func blurReach(sigma float64) int {
	l, r := boxes(sigma)
	return max(l[0]+l[1]+l[2], r[0]+r[1]+r[2])
}

// blurMask blurs a w×h mask in place; what lies outside is 0. tmp has room for blurTemp(w, h) bytes.
func blurMask(pix []uint8, w, h int, sigma float64, tmp []uint8) {
	left, right := boxes(sigma)
	if left[0]+right[0] == 0 {
		return
	}
	for y := range h {
		row := pix[y*w : y*w+w]
		blank := true
		for _, v := range row {
			if v != 0 {
				blank = false
				break
			}
		}
		if blank {
			continue
		}
		a, b := tmp[:w], tmp[w:2*w]
		boxBytes(a, row, left[0], right[0])
		boxBytes(b, a, left[1], right[1])
		boxBytes(row, b, left[2], right[2])
	}
	blurColumns(pix, w, h, tmp, func(b, a []uint8) {
		boxBytes(b, a, left[0], right[0])
		boxBytes(a, b, left[1], right[1])
		boxBytes(b, a, left[2], right[2])
	})
}

// blurTemp is the scratch memory that a blur needs.
func blurTemp(w, h int) int { return 2 * max(w, h) }

// blurColumns runs a blur over each column: it has the column in its second argument, and leaves the result
// in the first. (Sixteen columns taken out side by side, for the sake of the cache, measured 8 % faster: not kept.)
func blurColumns[T any](pix []T, w, h int, tmp []T, blur func(b, a []T)) {
	a, b := tmp[:h], tmp[h:2*h]
	for x := range w {
		for y := range h {
			a[y] = pix[y*w+x]
		}
		blur(b, a)
		for y := range h {
			pix[y*w+x] = b[y]
		}
	}
}

// boxBytes writes to dst the mean of src over [i-left, i+right].
func boxBytes(dst, src []uint8, left, right int) {
	n := len(src)
	size := uint32(left + right + 1)
	inv := (1<<24 + size/2) / size
	sum := uint32(0)
	for i := 0; i < right && i < n; i++ {
		sum += uint32(src[i])
	}
	for i := range dst[:n] {
		if i+right < n {
			sum += uint32(src[i+right])
		}
		dst[i] = uint8((sum*inv + 1<<23) >> 24)
		if i >= left {
			sum -= uint32(src[i-left])
		}
	}
}

// blurPixels blurs a w×h picture in place; what lies outside is transparent. tmp has room for blurTemp(w, h)
// pixels.
func blurPixels(pix []uint32, w, h int, sigma float64, tmp []uint32) {
	left, right := boxes(sigma)
	if left[0]+right[0] == 0 {
		return
	}
	for y := range h {
		row := pix[y*w : y*w+w]
		a, b := tmp[:w], tmp[w:2*w]
		boxPixels(a, row, left[0], right[0])
		boxPixels(b, a, left[1], right[1])
		boxPixels(row, b, left[2], right[2])
	}
	blurColumns(pix, w, h, tmp, func(b, a []uint32) {
		boxPixels(b, a, left[0], right[0])
		boxPixels(a, b, left[1], right[1])
		boxPixels(b, a, left[2], right[2])
	})
}

// boxPixels is boxBytes of four channels: two sums of two channels each, 32 bits apart. A sum times the reciprocal stays
// below 2^32, so one multiplication serves both.
func boxPixels(dst, src []uint32, left, right int) {
	n := len(src)
	size := uint64(left + right + 1)
	inv := (1<<24 + size/2) / size
	const (
		half  = 1<<23 | 1<<55
		bytes = 0x000000ff000000ff
	)
	var s0, s1 uint64 // channels 0 and 2; 1 and 3
	for i := 0; i < right && i < n; i++ {
		p := uint64(src[i])
		s0 += (p | p<<16) & bytes
		s1 += (p>>8 | p<<8) & bytes
	}
	for i := range dst[:n] {
		if i+right < n {
			p := uint64(src[i+right])
			s0 += (p | p<<16) & bytes
			s1 += (p>>8 | p<<8) & bytes
		}
		a, b := (s0*inv+half)>>24&bytes, (s1*inv+half)>>24&bytes
		dst[i] = uint32(a | a>>16 | b<<8 | b>>8)
		if i >= left {
			p := uint64(src[i-left])
			s0 -= (p | p<<16) & bytes
			s1 -= (p>>8 | p<<8) & bytes
		}
	}
}
