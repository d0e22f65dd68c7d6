package analysis

// This file knows the low bits of numbers that are zero by how they are computed.

import (
	"math/bits"

	"refract/ssa"
	"refract/ssa/op"
)

// TrailingZeros is how many low bits of a scalar of 32 bits are certainly zero.
func TrailingZeros(f *ssa.Function, v ssa.Value) int { return trailingZeros(f, v, 0) }

func trailingZeros(f *ssa.Function, v ssa.Value, depth int) int {
	if f.Comps(v) != 1 || depth > 8 {
		return 0
	}
	if k, ok := f.KnownBits(v, 0); ok {
		return bits.TrailingZeros32(uint32(k))
	}
	src := func(k int) int {
		if s := f.Src(v, k); f.Comps(s.Value) == 1 {
			return trailingZeros(f, s.Value, depth+1)
		}
		return 0
	}
	switch f.Op(v) {
	case op.Mov:
		return src(0)
	case op.IAdd, op.ISub, op.IOr:
		return min(src(0), src(1))
	case op.IMul:
		return min(src(0)+src(1), 32)
	case op.IAnd:
		return max(src(0), src(1))
	case op.IShl:
		if k, ok := f.KnownBits(f.Arg(v, 1), 0); ok {
			return min(src(0)+int(k&31), 32)
		}
	}
	return 0
}
