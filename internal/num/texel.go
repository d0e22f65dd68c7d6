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
func LinearFromSRGB8(v uint8) float32 { return math.Float32frombits(srgb8[v]) }

// srgb8 has the values of 8-bit components, as bits of floats.
var srgb8 = [256]uint32{
	0x00000000, 0x399f22b4, 0x3a1f22b4, 0x3a6eb40e, 0x3a9f22b4, 0x3ac6eb61, 0x3aeeb40e, 0x3b0b3e5d,
	0x3b1f22b4, 0x3b33070a, 0x3b46eb61, 0x3b5b518e, 0x3b70f18f, 0x3b83e1c6, 0x3b8fe616, 0x3b9c87fd,
	0x3ba9c9b6, 0x3bb7ad6f, 0x3bc6354a, 0x3bd56360, 0x3be539c1, 0x3bf5ba71, 0x3c0373b6, 0x3c0c6153,
	0x3c15a705, 0x3c1f45be, 0x3c293e6b, 0x3c3391f7, 0x3c3e4149, 0x3c494d44, 0x3c54b6c9, 0x3c607eb4,
	0x3c6ca5df, 0x3c792d22, 0x3c830aa9, 0x3c89af9f, 0x3c9085dc, 0x3c978dc6, 0x3c9ec7c2, 0x3ca63433,
	0x3cadd37d, 0x3cb5a602, 0x3cbdac21, 0x3cc5e63a, 0x3cce54ac, 0x3cd6f7d5, 0x3cdfd010, 0x3ce8ddba,
	0x3cf2212d, 0x3cfb9ac3, 0x3d02a56a, 0x3d0798dd, 0x3d0ca7e6, 0x3d11d2af, 0x3d171964, 0x3d1c7c30,
	0x3d21fb3c, 0x3d2796b2, 0x3d2d4ebb, 0x3d332381, 0x3d39152b, 0x3d3f23e4, 0x3d454fd2, 0x3d4b991d,
	0x3d51ffec, 0x3d588468, 0x3d5f26b6, 0x3d65e6fd, 0x3d6cc563, 0x3d73c20e, 0x3d7add24, 0x3d810b65,
	0x3d84b793, 0x3d88732e, 0x3d8c3e48, 0x3d9018f4, 0x3d940344, 0x3d97fd49, 0x3d9c0715, 0x3da020ba,
	0x3da44a4a, 0x3da883d6, 0x3daccd6f, 0x3db12727, 0x3db5910f, 0x3dba0b38, 0x3dbe95b3, 0x3dc33090,
	0x3dc7dbe0, 0x3dcc97b4, 0x3dd1641d, 0x3dd6412b, 0x3ddb2eee, 0x3de02d76, 0x3de53cd4, 0x3dea5d18,
	0x3def8e51, 0x3df4d090, 0x3dfa23e5, 0x3dff885e, 0x3e027f06, 0x3e05427f, 0x3e080ea2, 0x3e0ae377,
	0x3e0dc104, 0x3e10a753, 0x3e13966a, 0x3e168e51, 0x3e198f0f, 0x3e1c98ac, 0x3e1fab30, 0x3e22c6a1,
	0x3e25eb07, 0x3e29186a, 0x3e2c4ed0, 0x3e2f8e42, 0x3e32d6c5, 0x3e362862, 0x3e39831f, 0x3e3ce703,
	0x3e405417, 0x3e43ca60, 0x3e4749e6, 0x3e4ad2af, 0x3e4e64c3, 0x3e520029, 0x3e55a4e7, 0x3e595305,
	0x3e5d0a89, 0x3e60cb7a, 0x3e6495df, 0x3e6869be, 0x3e6c471f, 0x3e702e07, 0x3e741e7e, 0x3e78188b,
	0x3e7c1c33, 0x3e8014bf, 0x3e822039, 0x3e84308b, 0x3e8645b8, 0x3e885fc3, 0x3e8a7eb0, 0x3e8ca281,
	0x3e8ecb3b, 0x3e90f8df, 0x3e932b72, 0x3e9562f6, 0x3e979f6f, 0x3e99e0e0, 0x3e9c274c, 0x3e9e72b6,
	0x3ea0c321, 0x3ea31890, 0x3ea57307, 0x3ea7d288, 0x3eaa3716, 0x3eaca0b6, 0x3eaf0f68, 0x3eb18332,
	0x3eb3fc15, 0x3eb67a14, 0x3eb8fd34, 0x3ebb8576, 0x3ebe12de, 0x3ec0a56e, 0x3ec33d2a, 0x3ec5da14,
	0x3ec87c30, 0x3ecb2380, 0x3ecdd008, 0x3ed081ca, 0x3ed338c9, 0x3ed5f508, 0x3ed8b68a, 0x3edb7d52,
	0x3ede4963, 0x3ee11abf, 0x3ee3f169, 0x3ee6cd65, 0x3ee9aeb5, 0x3eec955b, 0x3eef815c, 0x3ef272b8,
	0x3ef56974, 0x3ef86593, 0x3efb6716, 0x3efe6e00, 0x3f00bd2b, 0x3f02460c, 0x3f03d1a5, 0x3f055ff7,
	0x3f06f104, 0x3f0884cd, 0x3f0a1b54, 0x3f0bb499, 0x3f0d509f, 0x3f0eef65, 0x3f1090ef, 0x3f12353d,
	0x3f13dc50, 0x3f15862a, 0x3f1732cc, 0x3f18e237, 0x3f1a946e, 0x3f1c4970, 0x3f1e0140, 0x3f1fbbde,
	0x3f21794d, 0x3f23398c, 0x3f24fc9f, 0x3f26c285, 0x3f288b41, 0x3f2a56d2, 0x3f2c253c, 0x3f2df67f,
	0x3f2fca9c, 0x3f31a194, 0x3f337b6a, 0x3f35581d, 0x3f3737b0, 0x3f391a24, 0x3f3aff7a, 0x3f3ce7b2,
	0x3f3ed2cf, 0x3f40c0d2, 0x3f42b1bc, 0x3f44a58e, 0x3f469c49, 0x3f4895ef, 0x3f4a9280, 0x3f4c91ff,
	0x3f4e946c, 0x3f5099c9, 0x3f52a216, 0x3f54ad56, 0x3f56bb88, 0x3f58ccaf, 0x3f5ae0cc, 0x3f5cf7df,
	0x3f5f11ea, 0x3f612eef, 0x3f634eee, 0x3f6571e9, 0x3f6797e0, 0x3f69c0d5, 0x3f6becca, 0x3f6e1bbf,
	0x3f704db5, 0x3f7282ae, 0x3f74baab, 0x3f76f5ae, 0x3f7933b6, 0x3f7b74c6, 0x3f7db8de, 0x3f800000,
}
