// Package num defines every scalar operation of shader arithmetic, once: f16,
// f32 and f64 with correct rounding, wrapping integers, conversions, packing
// and texel encodings, and one implementation of each transcendental function.
// Constant evaluation, SSA folding, the interpreter and the run-time libraries
// share it, so that they agree bit for bit.
//
// # Names
//
// Integer operations are generic over the eight integer types: [Div], [Shl].
// Floating-point operations exist three times, with a suffix for the type:
// SinF16, SinF32, SinF64. An operation that Go's own operators already define
// (integer and, or, xor; comparison of float32 and float64) has no function.
//
// # Rounding
//
// Basic operations, square root, fused multiply-add, conversions and literals
// are correctly rounded to nearest, ties to even, subnormals included; nothing
// is flushed to zero.
//
// Transcendental functions are computed in f64 by the kernels of this package
// and rounded once to f16 or f32. The kernels use no assembly, no function of
// Go's math whose last bit depends on the architecture, and no product that a
// compiler could fuse with an addition: each product is wrapped in an explicit
// conversion, which by Go's specification rounds it. math.FMA, math.Sqrt and
// the rounding functions of math are exact everywhere, and are used. So all
// results are the same bits on all architectures. Errors measured against
// 200-bit references are stated at each function; f16 and f32 results are
// correctly rounded but for cases within about 2^-50 (relative) of a tie.
//
// # NaN
//
// Hardware disagrees about the sign and payload of a NaN that an operation
// makes. Here every arithmetic operation that yields a NaN yields the one
// canonical quiet NaN of its type ([NaNF16], [NaNF32], [NaNF64]). Operations
// that only move or select a value (min, max, clamp, step's operands) or change
// its sign bit (neg, abs, copysign) keep the bits they were given.
package num

import "math"

// The bits of the canonical quiet NaN of each floating-point type.
const (
	NaNBits16 = 0x7e00
	NaNBits32 = 0x7fc0_0000
	NaNBits64 = 0x7ff8_0000_0000_0000
)

// NaNF32 returns the canonical quiet NaN of f32.
func NaNF32() float32 { return math.Float32frombits(NaNBits32) }

// NaNF64 returns the canonical quiet NaN of f64. It differs from math.NaN in
// its payload.
func NaNF64() float64 { return math.Float64frombits(NaNBits64) }

// CanonF32 returns x, or the canonical NaN if x is any NaN.
func CanonF32(x float32) float32 {
	if x != x {
		return NaNF32()
	}
	return x
}

// CanonF64 returns x, or the canonical NaN if x is any NaN.
func CanonF64(x float64) float64 {
	if x != x {
		return NaNF64()
	}
	return x
}
