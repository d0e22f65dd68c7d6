package lower

// This file finds floats that are whole numbers, and makes the operands of conversions to integers whole.

import (
	"math"
	"math/bits"

	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// truncates makes the operands of f2i and f2u whole.
func truncates(f *ssa.Function) bool {
	var list []ssa.InstrID
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if (f.Op(i) == op.F2I || f.Op(i) == op.F2U) && f.Bits(f.Arg(i, 0)) == 32 {
				list = append(list, i)
			}
		}
	}
	if list == nil {
		return false
	}
	whole := assumed(f, isWhole)
	changed := false
	for _, i := range list {
		if s := f.Src(i, 0); !whole[s.Value] {
			c := calc{f.BuildBefore(i)}
			v := c.whole(f.Op(i), s, ir.VectorOf(ir.F32, f.Comps(i)))
			f.SetSrc(i, 0, ssa.Src{Value: v, Swizzle: ssa.Identity, Comps: uint8(f.Comps(i))})
			changed = true
		}
	}
	return changed
}

// assumed returns which values have a property that follows from that of other values: it assumes that
// all have it, and takes back the assumption until nothing changes.
func assumed(f *ssa.Function, has func(f *ssa.Function, i ssa.InstrID, known []bool) bool) []bool {
	known := make([]bool, f.InstrCount())
	var list []ssa.InstrID
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Comps(i) > 0 && f.Bits(i) == 32 {
				known[i] = true
				list = append(list, i)
			}
		}
	}
	for more := true; more; {
		more = false
		for _, i := range list {
			if known[i] && !has(f, i, known) {
				known[i], more = false, true
			}
		}
	}
	return known
}

// isWhole reports whether a float is a whole number, if integers are in the range of floats.
func isWhole(f *ssa.Function, i ssa.InstrID, whole []bool) bool {
	first := 0
	switch o := f.Op(i); o {
	case op.I2F, op.U2F, op.B2F, op.FTrunc, op.FFloor, op.FCeil, op.FRoundEven, op.FSign, op.Slt, op.Sge, op.Seq, op.Sne, op.Undef:
		return true
	case op.Const:
		for k := range f.Comps(i) {
			x := float64(math.Float32frombits(uint32(f.ConstBits(i, k))))
			if x != math.Trunc(x) || math.IsInf(x, 0) {
				return false
			}
		}
		return true
	case op.FMul:
		if isLowBits(f, i, whole) {
			return true
		}
	case op.BCsel, op.SelectWhole, op.CselMask, op.FCsel:
		first = 1
	case op.ExtractDynamic:
		return f.Comps(f.Arg(i, 0)) > 0 && whole[f.Arg(i, 0)]
	case op.InsertDynamic:
		return whole[f.Arg(i, 0)] && whole[f.Arg(i, 1)]
	case op.Mov, op.Vec, op.Insert, op.Phi, op.FAdd, op.FSub, op.FFma, op.FNeg, op.FAbs, op.FMin, op.FMax, op.FClamp, op.FDot:
	default:
		return false
	}
	for k := first; k < f.NumSrcs(i); k++ {
		if !whole[f.Arg(i, k)] {
			return false
		}
	}
	return true
}

// isLowBits reports whether a product is the low bits of a whole number: fract(x / 2^k) * 2^k.
func isLowBits(f *ssa.Function, i ssa.InstrID, whole []bool) bool {
	for k := range 2 {
		size := f.Src(i, k)
		fract := f.Arg(i, 1-k)
		if f.Op(size.Value) != op.Const || f.Op(fract) != op.FFract || f.Op(f.Arg(fract, 0)) != op.FMul {
			continue
		}
		product := f.Arg(fract, 0)
		for j := range 2 {
			part := f.Src(product, j)
			if f.Op(part.Value) != op.Const || !whole[f.Arg(product, 1-j)] {
				continue
			}
			ok := true
			for c := range width(f, size) {
				x, y := f.ConstBits(size.Value, size.Swizzle.At(c)), uint64(0)
				if at := f.Src(i, 1-k).Swizzle.At(c); at < width(f, f.Src(fract, 0)) {
					if at = f.Src(fract, 0).Swizzle.At(at); at < width(f, part) {
						y = f.ConstBits(part.Value, part.Swizzle.At(at))
					}
				}
				a, b := math.Float32frombits(uint32(x)), math.Float32frombits(uint32(y))
				ok = ok && a*b == 1 && a >= 1 && bits.OnesCount64(x&(1<<23-1)) == 0
			}
			if ok {
				return true
			}
		}
	}
	return false
}
