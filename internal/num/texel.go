// Encodings of texels and vertices that are more than one number after another:
// 10-10-10-2, small unsigned floats, shared exponents and sRGB (WGSL section
// "Texel Formats"; Vulkan specification, chapters "Fundamentals" and "Image
// Format Properties"). The first component takes the lowest bits.
package num

import "math"

// PackRGB10A2Unorm packs three components of ten bits and one of two.
func PackRGB10A2Unorm(v [4]float32) uint32 {
	return UnormFromF32(v[0], 10) | UnormFromF32(v[1], 10)<<10 | UnormFromF32(v[2], 10)<<20 | UnormFromF32(v[3], 2)<<30
}

// UnpackRGB10A2Unorm unpacks three components of ten bits and one of two.
func UnpackRGB10A2Unorm(p uint32) [4]float32 {
	v := UnpackRGB10A2Uint(p)
	return [4]float32{F32FromUnorm(v[0], 10), F32FromUnorm(v[1], 10), F32FromUnorm(v[2], 10), F32FromUnorm(v[3], 2)}
}

// PackRGB10A2Uint packs three components clamped to ten bits and one to two.
func PackRGB10A2Uint(v [4]uint32) uint32 {
	return min(v[0], 1023) | min(v[1], 1023)<<10 | min(v[2], 1023)<<20 | min(v[3], 3)<<30
}

// UnpackRGB10A2Uint unpacks three components of ten bits and one of two.
func UnpackRGB10A2Uint(p uint32) [4]uint32 {
	return [4]uint32{p & 1023, p >> 10 & 1023, p >> 20 & 1023, p >> 30}
}

// UnpackRGB10A2Snorm unpacks three signed normalized components of ten bits and
// one of two.
func UnpackRGB10A2Snorm(p uint32) [4]float32 {
	v := UnpackRGB10A2Sint(p)
	return [4]float32{F32FromSnorm(v[0], 10), F32FromSnorm(v[1], 10), F32FromSnorm(v[2], 10), F32FromSnorm(v[3], 2)}
}

// UnpackRGB10A2Sint unpacks three signed components of ten bits and one of two.
func UnpackRGB10A2Sint(p uint32) [4]int32 {
	s := int32(p)
	return [4]int32{s << 22 >> 22, s << 12 >> 22, s << 2 >> 22, s >> 30}
}

// PackRG11B10Ufloat packs two unsigned floats of eleven bits and one of ten.
func PackRG11B10Ufloat(v [3]float32) uint32 {
	return ufloatFromF32(v[0], 6) | ufloatFromF32(v[1], 6)<<11 | ufloatFromF32(v[2], 5)<<22
}

// UnpackRG11B10Ufloat unpacks two unsigned floats of eleven bits and one of ten.
func UnpackRG11B10Ufloat(p uint32) [3]float32 {
	// They are f16 without the sign and the last bits of the fraction.
	return [3]float32{F16(p << 4 & 0x7ff0).F32(), F16(p >> 7 & 0x7ff0).F32(), F16(p >> 17 & 0x7fe0).F32()}
}

// ufloatFromF32 converts x to an unsigned float with five exponent bits and the
// given number of fraction bits, rounding to nearest, ties to even. Negative
// numbers become zero and finite numbers beyond the range its greatest finite
// number.
func ufloatFromF32(x float32, fraction uint32) uint32 {
	infinity := uint32(31) << fraction
	b := math.Float32bits(x)
	switch {
	case x != x:
		return infinity | 1<<(fraction-1)
	case b>>31 != 0:
		return 0
	case b == 0x7f80_0000:
		return infinity
	case b >= 0x4780_0000: // 2^16
		return infinity - 1
	}
	m, shift := b-0x3800_0000, 23-fraction // exponent rebiased
	if b < 0x3880_0000 {                   // 2^-14: subnormal, in units of 2^(-14-fraction)
		m, shift = b&0x7f_ffff|0x80_0000, 136-fraction-b>>23
		if shift > 25 || b < 0x80_0000 {
			return 0
		}
	}
	return min((m+1<<(shift-1)-1+m>>shift&1)>>shift, infinity-1)
}

// PackRGB9E5Ufloat packs three components with nine-bit significands and one
// five-bit exponent. Components are clamped to [0, 65408], NaN to zero, and
// rounded to nearest, ties up.
func PackRGB9E5Ufloat(v [3]float32) uint32 {
	for i, x := range v {
		switch {
		case x > 65408:
			v[i] = 65408
		case !(x > 0):
			v[i] = 0
		}
	}
	// The exponent of the greatest component, such that it is below 512 units.
	greatest := max(v[0], v[1], v[2])
	e := max(int32(math.Float32bits(greatest)>>23)-127, -16) + 16
	unit := powerOfTwo(24 - e) // reciprocal
	if float64(float64(greatest)*unit)+0.5 >= 512 {
		e, unit = e+1, unit/2
	}
	p := uint32(e) << 27
	for i, x := range v {
		p |= uint32(float64(float64(x)*unit)+0.5) << (9 * i)
	}
	return p
}

// UnpackRGB9E5Ufloat unpacks three components with a shared exponent.
func UnpackRGB9E5Ufloat(p uint32) [3]float32 {
	unit := float32(powerOfTwo(int32(p>>27) - 24))
	return [3]float32{
		float32(float32(p&511) * unit),
		float32(float32(p>>9&511) * unit),
		float32(float32(p>>18&511) * unit),
	}
}

// SRGBFromLinear applies the sRGB transfer function to x, clamped to [0, 1];
// NaN is taken as zero.
func SRGBFromLinear(x float32) float32 {
	switch {
	case x >= 1:
		return 1
	case x > 0.0031308:
		return float32(float64(1.055*PowF64(float64(x), 1/2.4)) - 0.055)
	case x > 0:
		return float32(12.92 * float64(x))
	}
	return 0
}

// LinearFromSRGB undoes the sRGB transfer function for x, clamped to [0, 1];
// NaN is taken as zero.
func LinearFromSRGB(x float32) float32 {
	switch {
	case x >= 1:
		return 1
	case x > 0.04045:
		return float32(PowF64((float64(x)+0.055)/1.055, 2.4))
	case x > 0:
		return float32(float64(x) / 12.92)
	}
	return 0
}

// SRGB8FromLinear encodes x as an 8-bit sRGB component.
func SRGB8FromLinear(x float32) uint8 { return uint8(UnormFromF32(SRGBFromLinear(x), 8)) }

// LinearFromSRGB8 decodes an 8-bit sRGB component.
func LinearFromSRGB8(v uint8) float32 { return srgb8[v] }

var srgb8 = func() (t [256]float32) {
	for i := range t {
		x := float64(i) / 255
		if x > 0.04045 {
			t[i] = float32(PowF64((x+0.055)/1.055, 2.4))
		} else {
			t[i] = float32(x / 12.92)
		}
	}
	return t
}()
