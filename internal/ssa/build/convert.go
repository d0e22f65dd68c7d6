package build

// This file builds conversions of numbers with a rounding mode and a treatment of numbers
// out of range. A conversion to the nearest number comes first; its inverse decides on
// which side of the exact number it lies, and its neighbour is one more or less as an
// integer.

import (
	"refract/internal/num"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// Rounding is the direction of an inexact conversion.
type Rounding uint8

const (
	NearestEven Rounding = iota
	TowardZero
	Upward
	Downward
)

// Convert inserts the conversion of a number, or a vector of them, that is of another type
// in each component. The value's present type must be its true type. With saturate a number
// out of an integer's range becomes the nearest one, and NaN is zero; without, floats
// become the nearest float in range, and integers keep their low bits. A float that is too
// large for another is an infinity, unless it is rounded the other way.
func Convert(b *ssa.Builder, v ssa.Value, to ir.Scalar, r Rounding, saturate bool) ssa.Value {
	types := &b.F.Shader.Module.Types
	from := types.ScalarOf(b.F.Type(v))
	t := ir.VectorOf(to, b.F.Comps(v))
	switch {
	case from == to:
		return v
	case from.IsFloat() && to.IsFloat():
		n := b.Op(op.F2F, t, v)
		if to.Bits() > from.Bits() || r == NearestEven {
			return n
		}
		back := b.Op(op.F2F, b.F.Type(v), n)
		return settle(b, n, FLt(b, v, back), FLt(b, back, v), r)
	case from.IsFloat():
		switch r {
		case NearestEven:
			v = FRoundEven(b, v)
		case Upward:
			v = FCeil(b, v)
		case Downward:
			v = FFloor(b, v)
		}
		return toInt(b, v, from, t, to, saturate)
	case to.IsFloat():
		return toFloat(b, v, from, t, to, r)
	}
	return resize(b, v, from, t, to, saturate)
}

// settle moves floats, which are the nearest to numbers, to the requested side of these, if
// they lie above or below.
func settle(b *ssa.Builder, n, above, below ssa.Value, r Rounding) ssa.Value {
	f := b.F
	t := f.Type(n)
	unsigned := ir.VectorOf(ir.ScalarOf(ir.UintKind, f.Bits(n)), f.Comps(n))
	signed := ir.VectorOf(ir.ScalarOf(ir.SintKind, f.Bits(n)), f.Comps(n))
	one := b.Const(unsigned, repeat(1, f.Comps(n))...)
	bits := b.Op(op.Bitcast, unsigned, n)
	truth := f.Type(above)
	negative := b.Op(op.ILt, truth, b.Op(op.Bitcast, signed, n), b.Zero(signed))
	inner, outer := b.Op(op.ISub, unsigned, bits, one), b.Op(op.IAdd, unsigned, bits, one)
	wrong := above
	var moved ssa.Value
	switch r {
	case TowardZero:
		wrong, moved = b.Op(op.BCsel, truth, negative, below, above), inner
	case Downward:
		moved = b.Op(op.BCsel, unsigned, negative, outer, inner)
	case Upward:
		wrong, moved = below, b.Op(op.BCsel, unsigned, negative, inner, outer)
	}
	return b.Op(op.Bitcast, t, b.Op(op.BCsel, unsigned, wrong, moved, bits))
}

// toInt converts floats that are whole numbers to integers.
func toInt(b *ssa.Builder, v ssa.Value, from ir.Scalar, t ir.TypeID, to ir.Scalar, saturate bool) ssa.Value {
	o, top, most := op.F2U, to.Bits(), ^uint64(0)>>(64-to.Bits())
	if to.Kind() == ir.SintKind {
		o, top, most = op.F2I, top-1, most>>1
	}
	n := b.Op(o, t, v)
	if !saturate {
		return n
	}
	same := func(t ir.TypeID, x uint64) ssa.Value { return b.Const(t, repeat(x, b.F.Comps(v))...) }
	end := same(b.F.Type(v), powerOfTwo(from, top))
	over := FLe(b, end, v)
	n = b.Op(op.BCsel, t, over, same(t, most), n)
	if o == op.F2I {
		n = b.Op(op.BCsel, t, FLe(b, v, FNeg(b, end)), same(t, most+1), n)
	}
	return n
}

// powerOfTwo is the bits of 2 to a number, or of an infinity.
func powerOfTwo(s ir.Scalar, k int) uint64 {
	switch s {
	case ir.F16:
		return uint64(num.F16FromF64(float64(uint64(1) << min(k, 16))))
	case ir.F32:
		return uint64(127+k) << 23
	}
	return uint64(1023+k) << 52
}

// toFloat converts integers to floats.
func toFloat(b *ssa.Builder, v ssa.Value, from ir.Scalar, t ir.TypeID, to ir.Scalar, r Rounding) ssa.Value {
	there, back, less := op.U2F, op.F2U, op.ULt
	top := from.Bits() // above all integers is 2 to this
	if from.Kind() == ir.SintKind {
		there, back, less, top = op.I2F, op.F2I, op.ILt, top-1
	}
	n := b.Op(there, t, v)
	if r == NearestEven || from.Bits() < to.Bits() && to != ir.F16 {
		return n
	}
	// A number that is too large comes back as the largest integer.
	whole := n
	if to == ir.F16 { // whose infinities would be its largest numbers
		whole = b.Op(op.F2F, ir.VectorOf(ir.F32, b.F.Comps(v)), n)
	}
	whole = b.Op(back, b.F.Type(v), whole)
	above, below := Op(b, less, v, whole), Op(b, less, whole, v)
	truth := b.F.Type(above)
	over := b.Op(op.FLe, truth, b.Const(t, repeat(powerOfTwo(to, top), b.F.Comps(v))...), n)
	above = b.Op(op.IOr, truth, above, over)
	below = b.Op(op.IAnd, truth, below, b.Op(op.INot, truth, over))
	return settle(b, n, above, below, r)
}

// resize converts integers to integers.
func resize(b *ssa.Builder, v ssa.Value, from ir.Scalar, t ir.TypeID, to ir.Scalar, saturate bool) ssa.Value {
	f := b.F
	o := op.U2U
	if from.Kind() == ir.SintKind {
		o = op.I2I
	}
	if saturate {
		constant := func(x uint64) ssa.Value {
			return b.Const(f.Type(v), repeat(x<<(64-from.Bits())>>(64-from.Bits()), f.Comps(v))...)
		}
		signed, toSigned := from.Kind() == ir.SintKind, to.Kind() == ir.SintKind
		most := ^uint64(0) >> (64 - to.Bits())
		if toSigned {
			most >>= 1
		}
		if signed && !toSigned {
			v = IMax(b, v, constant(0))
		} else if signed && to.Bits() < from.Bits() {
			v = IMax(b, v, constant(^most))
		}
		if room := from.Bits(); signed && most < uint64(1)<<(room-1)-1 {
			v = IMin(b, v, constant(most))
		} else if !signed && most < ^uint64(0)>>(64-room) {
			v = UMin(b, v, constant(most))
		}
	}
	if from.Bits() == to.Bits() {
		return b.Op(op.Bitcast, t, v)
	}
	return b.Op(o, t, v)
}

// Conversions replaces every convert of a function by the operations of [Convert]; it reports whether
// there was one.
func Conversions(f *ssa.Function) bool {
	if !f.MayHave(op.ConvertNumber) {
		return false
	}
	changed := false
	for n := range f.Blocks() {
		for i := range f.Instrs(n) {
			if f.Op(i) != op.ConvertNumber {
				continue
			}
			b := f.BuildBefore(i)
			x := f.Arg(i, 0)
			v := Convert(&b, x, f.Shader.Module.Types.ScalarOf(f.Type(i)), Rounding(f.Field(i, "rounding")), f.Field(i, "saturate") != 0)
			if f.NameOf(v) == "" {
				f.SetName(v, f.NameOf(i))
			}
			f.ReplaceUses(i, v)
			f.Remove(i)
			changed = true
		}
	}
	return changed
}
