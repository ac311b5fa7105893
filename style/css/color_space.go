package css

import "math"

// https://drafts.csswg.org/css-color-4/#color-conversion-code

type vec3 [3]float64
type mat3 [3]vec3

func (m *mat3) mul(v vec3) (r vec3) {
	for i := range r {
		r[i] = m[i][0]*v[0] + m[i][1]*v[1] + m[i][2]*v[2]
	}
	return
}

func (m mat3) inverse() (r mat3) {
	cof := func(a, b, c, d int) float64 { return m[a][c]*m[b][d] - m[a][d]*m[b][c] }
	det := m[0][0]*cof(1, 2, 1, 2) - m[0][1]*cof(1, 2, 0, 2) + m[0][2]*cof(1, 2, 0, 1)
	r[0] = vec3{cof(1, 2, 1, 2) / det, -cof(0, 2, 1, 2) / det, cof(0, 1, 1, 2) / det}
	r[1] = vec3{-cof(1, 2, 0, 2) / det, cof(0, 2, 0, 2) / det, -cof(0, 1, 0, 2) / det}
	r[2] = vec3{cof(1, 2, 0, 1) / det, -cof(0, 2, 0, 1) / det, cof(0, 1, 0, 1) / det}
	return
}

var (
	srgbToXYZ = mat3{
		{506752. / 1228815, 87881. / 245763, 12673. / 70218},
		{87098. / 409605, 175762. / 245763, 12673. / 175545},
		{7918. / 409605, 87881. / 737289, 1001167. / 1053270}}
	p3ToXYZ = mat3{
		{608311. / 1250200, 189793. / 714400, 198249. / 1000160},
		{35783. / 156275, 247089. / 357200, 198249. / 2500400},
		{0, 32229. / 714400, 5220557. / 5000800}}
	a98ToXYZ = mat3{
		{573536. / 994567, 263643. / 1420810, 187206. / 994567},
		{591459. / 1989134, 6239551. / 9945670, 374412. / 4972835},
		{53769. / 1989134, 351524. / 4972835, 4929758. / 4972835}}
	rec2020ToXYZ = mat3{
		{63426534. / 99577255, 20160776. / 139408157, 47086771. / 278816314},
		{26158966. / 99577255, 472592308. / 697040785, 8267143. / 139408157},
		{0, 19567812. / 697040785, 295819943. / 278816314}}
	proPhotoToXYZD50 = mat3{
		{0.79776664490064230, 0.13518129740053308, 0.03134773412839220},
		{0.28807482881940130, 0.71183523424187300, 0.00008993693872564},
		{0, 0, 0.82510460251046020}}
	d65ToD50 = mat3{
		{1.0479297925449969, 0.022946870601609652, -0.05019226628920524},
		{0.02962780877005599, 0.9904344267538799, -0.017073799063418826},
		{-0.009243040646204504, 0.015055191490298152, 0.7518742814281371}}
	xyzToLMS = mat3{
		{0.8190224379967030, 0.3619062600528904, -0.1288737815209879},
		{0.0329836539323885, 0.9292868615863434, 0.0361446663506424},
		{0.0481771893596242, 0.2642395317527308, 0.6335478284694309}}
	lmsToOKLab = mat3{
		{0.2104542683093140, 0.7936177747023054, -0.0040720430116193},
		{1.9779985324311684, -2.4285922420485799, 0.4505937096174110},
		{0.0259040424655478, 0.7827717124575296, -0.8086757549230774}}

	xyzToSRGB        = srgbToXYZ.inverse()
	xyzToP3          = p3ToXYZ.inverse()
	xyzToA98         = a98ToXYZ.inverse()
	xyzToRec2020     = rec2020ToXYZ.inverse()
	xyzD50ToProPhoto = proPhotoToXYZD50.inverse()
	d50ToD65         = d65ToD50.inverse()
	lmsToXYZ         = xyzToLMS.inverse()
	okLabToLMS       = lmsToOKLab.inverse()
	whiteD50         = vec3{0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585}
)

// curve applies f to the size of each component and keeps its sign.
func (v vec3) curve(f func(float64) float64) vec3 {
	for i, x := range v {
		v[i] = math.Copysign(f(math.Abs(x)), x)
	}
	return v
}

func srgbToLinear(x float64) float64 {
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}

func linearToSRGB(x float64) float64 {
	if x <= 0.0031308 {
		return x * 12.92
	}
	return 1.055*math.Pow(x, 1/2.4) - 0.055
}

func power(p float64) func(float64) float64 {
	return func(x float64) float64 { return math.Pow(x, p) }
}

func proPhotoToLinear(x float64) float64 {
	if x <= 16./512 {
		return x / 16
	}
	return math.Pow(x, 1.8)
}

func linearToProPhoto(x float64) float64 {
	if x < 1./512 {
		return x * 16
	}
	return math.Pow(x, 1/1.8)
}

// toXYZ converts components of space s to XYZ with white D65.
func toXYZ(s ColorSpace, v vec3) vec3 {
	switch s {
	case SpaceHSL, SpaceHWB:
		return toXYZ(SpaceSRGB, polarToSRGB(s, v))
	case SpaceSRGB:
		return srgbToXYZ.mul(v.curve(srgbToLinear))
	case SpaceSRGBLinear:
		return srgbToXYZ.mul(v)
	case SpaceDisplayP3:
		return p3ToXYZ.mul(v.curve(srgbToLinear))
	case SpaceDisplayP3Linear:
		return p3ToXYZ.mul(v)
	case SpaceA98:
		return a98ToXYZ.mul(v.curve(power(563. / 256)))
	case SpaceProPhoto:
		return d50ToD65.mul(proPhotoToXYZD50.mul(v.curve(proPhotoToLinear)))
	case SpaceRec2020:
		return rec2020ToXYZ.mul(v.curve(power(2.4)))
	case SpaceXYZD50:
		return d50ToD65.mul(v)
	case SpaceLCH, SpaceOKLCH:
		h := v[2] * math.Pi / 180
		return toXYZ(s-1, vec3{v[0], v[1] * math.Cos(h), v[1] * math.Sin(h)})
	case SpaceLab:
		const k, e = 24389. / 27, 216. / 24389
		fy := (v[0] + 16) / 116
		f := vec3{v[1]/500 + fy, fy, fy - v[2]/200}
		for i, x := range f {
			if c := x * x * x; c > e {
				f[i] = c
			} else {
				f[i] = (116*x - 16) / k
			}
			f[i] *= whiteD50[i]
		}
		return d50ToD65.mul(f)
	case SpaceOKLab:
		l := okLabToLMS.mul(v)
		for i, x := range l {
			l[i] = x * x * x
		}
		return lmsToXYZ.mul(l)
	}
	return v
}

// fromXYZ converts XYZ with white D65 to space s.
func fromXYZ(s ColorSpace, v vec3) vec3 {
	switch s {
	case SpaceHSL, SpaceHWB:
		return srgbToPolar(s, fromXYZ(SpaceSRGB, v))
	case SpaceSRGB:
		return xyzToSRGB.mul(v).curve(linearToSRGB)
	case SpaceSRGBLinear:
		return xyzToSRGB.mul(v)
	case SpaceDisplayP3:
		return xyzToP3.mul(v).curve(linearToSRGB)
	case SpaceDisplayP3Linear:
		return xyzToP3.mul(v)
	case SpaceA98:
		return xyzToA98.mul(v).curve(power(256. / 563))
	case SpaceProPhoto:
		return xyzD50ToProPhoto.mul(d65ToD50.mul(v)).curve(linearToProPhoto)
	case SpaceRec2020:
		return xyzToRec2020.mul(v).curve(power(1 / 2.4))
	case SpaceXYZD50:
		return d65ToD50.mul(v)
	case SpaceLCH, SpaceOKLCH:
		l := fromXYZ(s-1, v)
		h := math.Atan2(l[2], l[1]) * 180 / math.Pi
		if h < 0 {
			h += 360
		}
		return vec3{l[0], math.Hypot(l[1], l[2]), h}
	case SpaceLab:
		const k, e = 24389. / 27, 216. / 24389
		f := d65ToD50.mul(v)
		for i, x := range f {
			if x /= whiteD50[i]; x > e {
				f[i] = math.Cbrt(x)
			} else {
				f[i] = (k*x + 16) / 116
			}
		}
		return vec3{116*f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])}
	case SpaceOKLab:
		l := xyzToLMS.mul(v)
		for i, x := range l {
			l[i] = math.Cbrt(x)
		}
		return lmsToOKLab.mul(l)
	}
	return v
}

// polarToSRGB converts HSL or HWB.
func polarToSRGB(s ColorSpace, v vec3) vec3 {
	if s == SpaceHWB {
		w, b := v[1]/100, v[2]/100
		if w+b >= 1 {
			g := w / (w + b)
			return vec3{g, g, g}
		}
		rgb := polarToSRGB(SpaceHSL, vec3{v[0], 100, 50})
		for i := range rgb {
			rgb[i] = rgb[i]*(1-w-b) + w
		}
		return rgb
	}
	h := math.Mod(v[0], 360)
	if h < 0 {
		h += 360
	}
	sat, l := v[1]/100, v[2]/100
	f := func(n float64) float64 {
		k := math.Mod(n+h/30, 12)
		return l - sat*min(l, 1-l)*max(-1, min(k-3, 9-k, 1))
	}
	return vec3{f(0), f(8), f(4)}
}

// srgbToPolar converts to HSL or HWB.
func srgbToPolar(s ColorSpace, v vec3) vec3 {
	hi, lo := max(v[0], v[1], v[2]), min(v[0], v[1], v[2])
	l, d := (hi+lo)/2, hi-lo
	h, sat := 0.0, 0.0
	if d > 1e-9 {
		if l != 0 && l != 1 {
			sat = (hi - l) / min(l, 1-l)
		}
		switch hi {
		case v[0]:
			h = (v[1] - v[2]) / d
			if v[1] < v[2] {
				h += 6
			}
		case v[1]:
			h = (v[2]-v[0])/d + 2
		default:
			h = (v[0]-v[1])/d + 4
		}
		h *= 60
		if sat < 0 {
			h, sat = h+180, -sat
		}
		if h >= 360 {
			h -= 360
		}
	}
	if s == SpaceHWB {
		return vec3{h, lo * 100, (1 - hi) * 100}
	}
	return vec3{h, sat * 100, l * 100}
}
