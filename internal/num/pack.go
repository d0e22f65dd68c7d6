// Packing of small vectors into 32 bits and back (WGSL sections "Data Packing
// Built-in Functions", "Data Unpacking Built-in Functions", and the packed dot
// products). Component i takes the i-th lowest bits.
package num

import "math"

// UnormFromF32 converts x to an unsigned normalized integer of n bits, n <= 24:
// floor(0.5 + x*(2^n-1)) with x clamped to [0, 1] and NaN taken as zero.
func UnormFromF32(x float32, n uint32) uint32 {
	switch {
	case x >= 1:
		return 1<<n - 1
	case x > 0:
		return uint32(float64(float64(x)*float64(uint32(1<<n-1))) + 0.5) // exact unless far below 0.5
	}
	return 0
}

// F32FromUnorm converts an unsigned normalized integer of n bits, n <= 24, to
// v / (2^n-1), correctly rounded.
func F32FromUnorm(v, n uint32) float32 {
	return float32(v) / float32(uint32(1<<n-1))
}

// SnormFromF32 converts x to a signed normalized integer of n bits, n <= 24:
// floor(0.5 + x*(2^(n-1)-1)) with x clamped to [-1, 1] and NaN taken as zero.
func SnormFromF32(x float32, n uint32) int32 {
	scale := int32(1)<<(n-1) - 1
	switch {
	case x >= 1:
		return scale
	case x > -1:
		return int32(math.Floor(float64(float64(x)*float64(scale)) + 0.5)) // exact, as above
	case x <= -1:
		return -scale
	}
	return 0
}

// F32FromSnorm converts a signed normalized integer of n bits, n <= 24, to
// max(v / (2^(n-1)-1), -1), correctly rounded.
func F32FromSnorm(v int32, n uint32) float32 {
	return max(float32(v)/float32(int32(1)<<(n-1)-1), -1)
}

// Pack4x8Snorm packs four signed normalized components.
func Pack4x8Snorm(v [4]float32) uint32 {
	return Pack4xI8([4]int32{SnormFromF32(v[0], 8), SnormFromF32(v[1], 8), SnormFromF32(v[2], 8), SnormFromF32(v[3], 8)})
}

// Pack4x8Unorm packs four unsigned normalized components.
func Pack4x8Unorm(v [4]float32) uint32 {
	return Pack4xU8([4]uint32{UnormFromF32(v[0], 8), UnormFromF32(v[1], 8), UnormFromF32(v[2], 8), UnormFromF32(v[3], 8)})
}

// Pack2x16Snorm packs two signed normalized components.
func Pack2x16Snorm(v [2]float32) uint32 {
	return uint32(uint16(SnormFromF32(v[0], 16))) | uint32(SnormFromF32(v[1], 16))<<16
}

// Pack2x16Unorm packs two unsigned normalized components.
func Pack2x16Unorm(v [2]float32) uint32 {
	return UnormFromF32(v[0], 16) | UnormFromF32(v[1], 16)<<16
}

// Pack2x16Float packs two numbers converted to f16.
func Pack2x16Float(v [2]float32) uint32 {
	return uint32(F16FromF32(v[0])) | uint32(F16FromF32(v[1]))<<16
}

// Pack4xI8 packs the low eight bits of each component.
func Pack4xI8(v [4]int32) uint32 {
	return uint32(uint8(v[0])) | uint32(uint8(v[1]))<<8 | uint32(uint8(v[2]))<<16 | uint32(v[3])<<24
}

// Pack4xU8 packs the low eight bits of each component.
func Pack4xU8(v [4]uint32) uint32 {
	return v[0]&0xff | v[1]&0xff<<8 | v[2]&0xff<<16 | v[3]<<24
}

// Pack4xI8Clamp packs each component clamped to [-128, 127].
func Pack4xI8Clamp(v [4]int32) uint32 {
	for i := range v {
		v[i] = Clamp(v[i], -128, 127)
	}
	return Pack4xI8(v)
}

// Pack4xU8Clamp packs each component clamped to [0, 255].
func Pack4xU8Clamp(v [4]uint32) uint32 {
	for i := range v {
		v[i] = min(v[i], 255)
	}
	return Pack4xU8(v)
}

// Unpack4x8Snorm unpacks four signed normalized components.
func Unpack4x8Snorm(p uint32) [4]float32 {
	v := Unpack4xI8(p)
	return [4]float32{F32FromSnorm(v[0], 8), F32FromSnorm(v[1], 8), F32FromSnorm(v[2], 8), F32FromSnorm(v[3], 8)}
}

// Unpack4x8Unorm unpacks four unsigned normalized components.
func Unpack4x8Unorm(p uint32) [4]float32 {
	v := Unpack4xU8(p)
	return [4]float32{F32FromUnorm(v[0], 8), F32FromUnorm(v[1], 8), F32FromUnorm(v[2], 8), F32FromUnorm(v[3], 8)}
}

// Unpack2x16Snorm unpacks two signed normalized components.
func Unpack2x16Snorm(p uint32) [2]float32 {
	return [2]float32{F32FromSnorm(int32(int16(p)), 16), F32FromSnorm(int32(p)>>16, 16)}
}

// Unpack2x16Unorm unpacks two unsigned normalized components.
func Unpack2x16Unorm(p uint32) [2]float32 {
	return [2]float32{F32FromUnorm(p&0xffff, 16), F32FromUnorm(p>>16, 16)}
}

// Unpack2x16Float unpacks two numbers of f16.
func Unpack2x16Float(p uint32) [2]float32 {
	return [2]float32{F16(p).F32(), F16(p >> 16).F32()}
}

// Unpack4xI8 unpacks four signed bytes.
func Unpack4xI8(p uint32) [4]int32 {
	return [4]int32{int32(int8(p)), int32(int8(p >> 8)), int32(int8(p >> 16)), int32(p) >> 24}
}

// Unpack4xU8 unpacks four unsigned bytes.
func Unpack4xU8(p uint32) [4]uint32 {
	return [4]uint32{p & 0xff, p >> 8 & 0xff, p >> 16 & 0xff, p >> 24}
}

// Dot4I8Packed returns the dot product of two vectors of four signed bytes.
func Dot4I8Packed(a, b uint32) int32 {
	x, y := Unpack4xI8(a), Unpack4xI8(b)
	return x[0]*y[0] + x[1]*y[1] + x[2]*y[2] + x[3]*y[3]
}

// Dot4U8Packed returns the dot product of two vectors of four unsigned bytes.
func Dot4U8Packed(a, b uint32) uint32 {
	x, y := Unpack4xU8(a), Unpack4xU8(b)
	return x[0]*y[0] + x[1]*y[1] + x[2]*y[2] + x[3]*y[3]
}
