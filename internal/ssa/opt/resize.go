package opt

// This file simplifies operations on numbers of several sizes, and on fields and packed numbers, whose
// operands have no letters in rules: their sizes or components differ from those of the result.
//
//	before                    after
//	%2 = f2f %1 : f32         %4 = fadd %1, %1
//	%3 = f2f %2 : f16
//	%4 = fadd %3, %3
//
//	%2 = i2i %1 : i32         %3 = i2i %1 : i64
//	%3 = i2i %2 : i64
//
//	%2 = unpack_4xu8 %1       %3 = %1
//	%3 = pack_4xu8 %2

import (
	"refract/ssa"
	"refract/ssa/op"
)

// unpacking is the operation that a packing undoes, bit for bit, and another one that it does, or Invalid.
func unpacking(o op.Op) (op.Op, op.Op) {
	switch o {
	case op.PackI8, op.PackU8:
		return op.UnpackI8, op.UnpackU8
	case op.PackI8Clamp:
		return op.UnpackI8, op.Invalid
	case op.PackU8Clamp:
		return op.UnpackU8, op.Invalid
	case op.PackUnorm4x8:
		return op.UnpackUnorm4x8, op.Invalid
	case op.PackUnorm2x16:
		return op.UnpackUnorm2x16, op.Invalid
	}
	return op.Invalid, op.Invalid
}

// sized is the value of an operation on sizes, fields or packed numbers that is simpler.
func (s *simplifier) sized(i ssa.InstrID) (v ssa.Src, ok bool) {
	f := s.f
	switch o := f.Op(i); {
	case isResize(o):
		return s.resized(i)
	case o == op.UBfe || o == op.IBfe:
		switch first, count, known := s.field(i, 1); {
		case known && count == 0:
			b := f.BuildBefore(i)
			return f.SrcFor(o, 0, b.Zero(f.Type(i))), true
		case known && first == 0 && count >= uint64(f.Bits(i)):
			return f.Src(i, 0), true
		}
	case o == op.Bfi:
		switch first, count, known := s.field(i, 2); {
		case known && count == 0:
			return f.Src(i, 0), true
		case known && first == 0 && count >= uint64(f.Bits(i)):
			return f.Src(i, 1), true
		}
	default:
		a, b := unpacking(o)
		if a == op.Invalid {
			return v, false
		}
		x := f.Src(i, 0)
		if have := f.Op(x.Value); (have == a || have == b) && isInOrder(x) {
			return f.Src(x.Value, 0), true
		}
	}
	return v, false
}

// isInOrder reports whether a source reads the components of a value as they are.
func isInOrder(x ssa.Src) bool {
	for k := range int(x.Comps) {
		if x.Swizzle.At(k) != k {
			return false
		}
	}
	return true
}

// field is the first bit and the number of bits of a field, sources k and k + 1, if both are known.
func (s *simplifier) field(i ssa.InstrID, k int) (first, count uint64, known bool) {
	x, y := s.f.Src(i, k), s.f.Src(i, k+1)
	if !s.f.IsConst(x.Value) || !s.f.IsConst(y.Value) {
		return 0, 0, false
	}
	return s.f.ConstBits(x.Value, x.Swizzle.At(0)), s.f.ConstBits(y.Value, y.Swizzle.At(0)), true
}

// resized joins two conversions between sizes: floats that were widened before, integers of which all bits
// that are left come from the first.
func (s *simplifier) resized(i ssa.InstrID) (v ssa.Src, ok bool) {
	f := s.f
	src := f.Src(i, 0)
	x := src.Value
	outer, inner := f.Op(i), f.Op(x)
	if !isResize(inner) || (inner == op.F2F) != (outer == op.F2F) {
		return v, false
	}
	a := f.Src(x, 0)
	a.Swizzle, a.Comps = a.Swizzle.Then(src.Swizzle), src.Comps
	from, middle, to := f.Bits(a.Value), f.Bits(x), f.Bits(i)
	o := outer
	switch {
	case outer == op.F2F && middle < from:
		return v, false
	case outer == op.F2F || to <= middle && to < from:
	case to <= middle:
		o = inner
	case middle < from || inner == op.I2I && outer == op.U2U:
		return v, false
	case inner == op.U2U:
		o = inner
	}
	if to == from {
		return a, true
	}
	b := f.BuildBefore(i)
	w := b.Instr(o, f.Type(i), a)
	f.SetFlags(w, f.Flags(i))
	f.SetFP(w, f.FP(i))
	return f.SrcFor(o, 0, w), true
}
