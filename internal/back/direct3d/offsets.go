package direct3d

// This file makes offsets in bytes offsets in larger units: elements of arrays, rows of constant
// buffers.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// Rows is the logarithm of the bytes in a row of a constant buffer.
const Rows = 4

// UnitOffsets divides offsets of accesses by their unit. For an instruction unit returns the source
// that is an offset in bytes and the logarithm of its unit, or 0. The offset of op.LoadUBOVec4
// is in rows, and simplified. It reports whether there was one.
func UnitOffsets(f *ssa.Function, unit func(f *ssa.Function, i ssa.InstrID) (source int, shift uint32)) (changed bool) {
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			k, shift := unit(f, i)
			if shift == 0 {
				continue
			}
			v := f.Arg(i, k)
			if f.Op(i) == op.LoadUBOVec4 {
				at := v
				if f.Op(at) != op.UShr {
					continue
				}
				if bits, ok := f.KnownBits(f.Arg(at, 1), 0); !ok || bits != Rows {
					continue
				}
				if v = f.Arg(at, 0); f.Comps(v) != 1 {
					continue
				}
			}
			at := f.BuildBefore(i)
			f.SetSrc(i, k, ssa.Whole(units(&at, v, shift, 0)))
			changed = true
		}
	}
	return changed
}

// units is an offset in bytes in units of a power of two, of which it is a multiple: a product of
// an index and the size of an element loses a factor. A part of a sum may be negative.
func units(b *ssa.Builder, v ssa.Value, shift uint32, depth int) ssa.Value {
	f := b.F
	unit := uint64(1) << shift
	if bits, ok := f.KnownBits(v, 0); ok {
		return b.U32(uint32(int32(bits) >> shift))
	}
	plain := f.Comps(v) == 1
	for k := range f.NumSrcs(v) {
		s := f.Src(v, k)
		plain = plain && s.Comps == 1 && s.Swizzle.At(0) == 0 && f.Comps(s.Value) == 1
	}
	switch o := f.Op(v); {
	case !plain:
	case o == op.IMul:
		if bits, ok := f.KnownBits(f.Arg(v, 1), 0); ok && bits%unit == 0 {
			if bits == unit {
				return f.Arg(v, 0)
			}
			return b.Op(op.IMul, ir.TypeU32, f.Arg(v, 0), b.U32(uint32(int32(bits)>>shift)))
		}
	case o == op.IShl:
		if bits, ok := f.KnownBits(f.Arg(v, 1), 0); ok && bits >= uint64(shift) && bits < 32 {
			if bits == uint64(shift) {
				return f.Arg(v, 0)
			}
			return b.Op(op.IShl, ir.TypeU32, f.Arg(v, 0), b.U32(uint32(bits)-shift))
		}
	case o == op.IAdd:
		if x, ok := f.KnownBits(f.Arg(v, 1), 0); depth < 8 && (shift == 2 || ok && x%unit == 0) {
			return b.Op(op.IAdd, ir.TypeU32, units(b, f.Arg(v, 0), shift, depth+1), units(b, f.Arg(v, 1), shift, depth+1))
		}
	}
	return b.Op(op.IShr, ir.TypeU32, v, b.U32(shift))
}
