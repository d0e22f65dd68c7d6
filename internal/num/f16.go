// The 16-bit float: its representation and its conversions. Go has no such
// type, so it is carried as its bits, and arithmetic goes through f32 or f64.
package num

import "math"

// F16 is an IEEE 754 binary16 value as its bits: one sign bit, five exponent
// bits with bias 15, ten fraction bits. Go's == compares bits; use [EqF16] to
// compare values.
type F16 uint16

// Values of F16 with a name.
const (
	NaNF16            F16 = NaNBits16
	InfF16            F16 = 0x7c00
	LargestF16        F16 = 0x7bff // 65504
	SmallestF16       F16 = 0x0001 // 2^-24
	SmallestNormalF16 F16 = 0x0400 // 2^-14
	OneF16            F16 = 0x3c00
	signF16           F16 = 0x8000
)

// IsNaN reports whether h is a NaN.
func (h F16) IsNaN() bool { return h&0x7fff > 0x7c00 }

// IsInf reports whether h is an infinity.
func (h F16) IsInf() bool { return h&0x7fff == 0x7c00 }

// IsFinite reports whether h is neither an infinity nor a NaN.
func (h F16) IsFinite() bool { return h&0x7c00 != 0x7c00 }

// F32 converts h to f32, exactly.
func (h F16) F32() float32 {
	sign, magnitude := uint32(h&signF16)<<16, uint32(h&0x7fff)
	if magnitude < 0x7c00 {
		// After its fields are moved into place h reads as a number 2^112 too small, and
		// subnormals of f16 read as subnormals of f32.
		return float32(math.Float32frombits(sign|magnitude<<13) * 0x1p112)
	}
	if magnitude == 0x7c00 {
		return math.Float32frombits(sign | 0x7f80_0000)
	}
	return NaNF32()
}

// F64 converts h to f64, exactly.
func (h F16) F64() float64 { return float64(h.F32()) }

// F16FromF32 converts x, rounding to nearest, ties to even. A number that rounds to a
// magnitude beyond [LargestF16] becomes an infinity.
func F16FromF32(x float32) F16 {
	b := math.Float32bits(x)
	sign, b := F16(b>>16)&signF16, b&0x7fff_ffff
	switch {
	case b >= 0x477f_f000: // 65520, half way between LargestF16 and 2^16
		if b > 0x7f80_0000 {
			return NaNF16
		}
		return sign | InfF16
	case b >= 0x3880_0000: // 2^-14
		return sign | F16((b-0x3800_0000+0xfff+b>>13&1)>>13)
	case b <= 0x3300_0000: // 2^-25, half way between zero and SmallestF16
		return sign
	}
	// Subnormal: the significand shifted to units of 2^-24.
	m, shift := b&0x7f_ffff|0x80_0000, 126-b>>23
	return sign | F16((m+1<<(shift-1)-1+m>>shift&1)>>shift)
}

// F16FromF32RTZ converts x, rounding toward zero. A finite magnitude beyond
// [LargestF16] becomes LargestF16.
func F16FromF32RTZ(x float32) F16 {
	b := math.Float32bits(x)
	sign, b := F16(b>>16)&signF16, b&0x7fff_ffff
	switch {
	case b > 0x7f80_0000:
		return NaNF16
	case b == 0x7f80_0000:
		return sign | InfF16
	case b >= 0x4780_0000: // 2^16
		return sign | LargestF16
	case b >= 0x3880_0000: // 2^-14
		return sign | F16((b-0x3800_0000)>>13)
	case b < 0x3380_0000: // 2^-24
		return sign
	}
	return sign | F16((b&0x7f_ffff|0x80_0000)>>(126-b>>23))
}

// F16FromF64 converts x with one rounding to nearest, ties to even. A number that rounds to
// a magnitude beyond [LargestF16] becomes an infinity.
func F16FromF64(x float64) F16 {
	b := math.Float64bits(x)
	sign, b := F16(b>>48)&signF16, b&^(1<<63)
	switch {
	case b >= 0x40ef_fe00_0000_0000: // 65520
		if b > 0x7ff0_0000_0000_0000 {
			return NaNF16
		}
		return sign | InfF16
	case b >= 0x3f10_0000_0000_0000: // 2^-14
		return sign | F16((b-0x3f00_0000_0000_0000+1<<41-1+b>>42&1)>>42)
	case b <= 0x3e60_0000_0000_0000: // 2^-25
		return sign
	}
	m, shift := b&(1<<52-1)|1<<52, 1051-b>>52
	return sign | F16((m+1<<(shift-1)-1+m>>shift&1)>>shift)
}

// QuantizeToF16 rounds x to the nearest value of f16, ties to even (WGSL's
// quantizeToF16). Magnitudes beyond the range of f16 become infinities, and
// subnormals are kept.
func QuantizeToF16(x float32) float32 { return F16FromF32(x).F32() }
