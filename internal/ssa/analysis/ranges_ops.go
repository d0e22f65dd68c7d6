package analysis

// This file computes the range of an operation's result from the ranges of its sources.

import (
	"math"
	"math/bits"

	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// result is the range of the result of an instruction of a block, a scalar.
func (r *Ranges) result(i ssa.InstrID, b ssa.NodeID) Range {
	f := r.f
	if f.Type(i) == ir.TypeBool {
		return r.boolean(i, b)
	}
	var a, c Range
	n := f.NumSrcs(i)
	src := func(k int) Range {
		if s, ok := scalarOf(f, f.Src(i, k)); ok && f.Bits(s.value) == 32 {
			return r.in(s, b)
		}
		return everything
	}
	o := f.Op(i)
	if o.Class() == op.ClassALU {
		if n > 0 {
			a = src(0)
		}
		if n > 1 {
			c = src(1)
		}
	}
	switch o {
	case op.Const:
		return Only(uint32(f.ConstBits(i, 0)))
	case op.Zero:
		return Only(0)
	case op.Constant, op.Param:
		return r.own(scalar{i, 0})
	case op.Phi:
		return r.phi(i, b)
	case op.Mov, op.Bitcast:
		return a
	case op.I2I, op.U2U:
		return r.resized(i, a)
	case op.B2I:
		return unsigned(0, 1)
	case op.BCsel:
		if s, ok := scalarOf(f, f.Src(i, 0)); ok {
			if x := r.in(s, b); x.IsOne() {
				return src(2 - int(x.Lo))
			}
		}
		return c.or(src(2))
	case op.IAdd:
		return unsigned(uint64(a.Lo)+uint64(c.Lo), uint64(a.Hi)+uint64(c.Hi)).and(signed(int64(a.SLo)+int64(c.SLo), int64(a.SHi)+int64(c.SHi)))
	case op.ISub:
		x := signed(int64(a.SLo)-int64(c.SHi), int64(a.SHi)-int64(c.SLo))
		if a.Lo >= c.Hi {
			x = x.and(unsigned(uint64(a.Lo-c.Hi), uint64(a.Hi-c.Lo)))
		}
		return x
	case op.IMul:
		low, high := product(a, c)
		return unsigned(uint64(a.Lo)*uint64(c.Lo), uint64(a.Hi)*uint64(c.Hi)).and(signed(low, high))
	case op.INeg:
		return signed(-int64(a.SHi), -int64(a.SLo))
	case op.IAbs:
		if a.SLo >= 0 {
			return a
		}
		if a.SLo > math.MinInt32 {
			return signed(0, max(-int64(a.SLo), int64(a.SHi)))
		}
	case op.UMin:
		return unsigned(uint64(min(a.Lo, c.Lo)), uint64(min(a.Hi, c.Hi)))
	case op.UMax:
		return unsigned(uint64(max(a.Lo, c.Lo)), uint64(max(a.Hi, c.Hi)))
	case op.IMin:
		return signed(int64(min(a.SLo, c.SLo)), int64(min(a.SHi, c.SHi)))
	case op.IMax:
		return signed(int64(max(a.SLo, c.SLo)), int64(max(a.SHi, c.SHi)))
	case op.UClamp: // min(max(x, low), high)
		h := src(2)
		return unsigned(uint64(min(max(a.Lo, c.Lo), h.Lo)), uint64(min(max(a.Hi, c.Hi), h.Hi)))
	case op.IClamp:
		h := src(2)
		return signed(int64(min(max(a.SLo, c.SLo), h.SLo)), int64(min(max(a.SHi, c.SHi), h.SHi)))
	case op.IAnd:
		return unsigned(0, uint64(min(a.Hi, c.Hi)))
	case op.IOr:
		return unsigned(uint64(max(a.Lo, c.Lo)), ones(a.Hi|c.Hi))
	case op.IXor:
		return unsigned(0, ones(a.Hi|c.Hi))
	case op.UShr:
		if c.Hi < 32 {
			return unsigned(uint64(a.Lo>>c.Hi), uint64(a.Hi>>c.Lo))
		}
	case op.IShr:
		if c.IsOne() && c.Lo < 32 {
			return signed(int64(a.SLo>>c.Lo), int64(a.SHi>>c.Lo))
		}
	case op.IShl:
		if c.IsOne() && c.Lo < 32 {
			return unsigned(uint64(a.Lo)<<c.Lo, uint64(a.Hi)<<c.Lo)
		}
		if c.Hi < 32 {
			return unsigned(uint64(a.Lo)<<c.Lo, uint64(a.Hi)<<c.Hi)
		}
	case op.UDiv: // x / 0 = x
		if c.Lo > 0 {
			return unsigned(uint64(a.Lo/c.Hi), uint64(a.Hi/c.Lo))
		}
		return unsigned(0, uint64(a.Hi))
	case op.URem: // x % 0 = 0
		if c.Hi == 0 {
			return Only(0)
		}
		return unsigned(0, uint64(min(a.Hi, c.Hi-1)))
	case op.IDiv:
		if a.SLo >= 0 && c.SLo > 0 {
			return unsigned(uint64(a.Lo/c.Hi), uint64(a.Hi/c.Lo))
		}
	case op.IRem: // with the dividend's sign, and less than the divisor
		low, high := int64(min(a.SLo, 0)), int64(max(a.SHi, 0))
		if c.SLo > 0 {
			low, high = max(low, 1-int64(c.SHi)), min(high, int64(c.SHi)-1)
		}
		return signed(low, high)
	case op.UBfe:
		if k := src(2); k.Hi < 32 {
			return unsigned(0, 1<<k.Hi-1)
		}
	case op.BitCount:
		return unsigned(0, 32)
	case op.ArrayLength:
		return unsigned(0, math.MaxUint32/r.elementSize(f.Arg(i, 0)))
	}
	return everything
}

// elementSize is how many bytes an element of the array behind an address has at least.
// A buffer has less than 2^32.
func (r *Ranges) elementSize(p ssa.Value) uint64 {
	types := &r.f.Shader.Module.Types
	t := types.At(types.Pointee(r.f.Type(p)))
	if t.Kind != ir.TypeArray {
		return 1
	}
	switch t = types.At(t.Base); t.Kind {
	case ir.TypeScalar, ir.TypeVector, ir.TypeAtomic:
		return max(1, uint64(t.Scalar.Bits()/8))
	}
	return 1
}

// product is the bounds of the products of two signed ranges.
func product(a, c Range) (low, high int64) {
	low, high = math.MaxInt64, math.MinInt64
	for _, x := range [...]int32{a.SLo, a.SHi} {
		for _, y := range [...]int32{c.SLo, c.SHi} {
			p := int64(x) * int64(y)
			low, high = min(low, p), max(high, p)
		}
	}
	return low, high
}

// ones is the greatest number with as many bits.
func ones(x uint32) uint64 { return 1<<bits.Len32(x) - 1 }

// resized is the range of a conversion between sizes of integers.
func (r *Ranges) resized(i ssa.InstrID, a Range) Range {
	f := r.f
	size := f.Bits(f.Arg(i, 0))
	switch {
	case size == 32:
		return a
	case f.Op(i) == op.U2U:
		return unsigned(r.Bounds(f.Src(i, 0)))
	case size > 32:
		return everything
	}
	if lo, hi := r.Bounds(f.Src(i, 0)); hi>>(size-1) == 0 {
		return unsigned(lo, hi)
	}
	return signed(-1<<(size-1), 1<<(size-1)-1)
}

// boolean is the range of a comparison, or of an operation on bools.
func (r *Ranges) boolean(i ssa.InstrID, b ssa.NodeID) Range {
	f := r.f
	is := func(yes, no bool) Range {
		switch {
		case yes:
			return Only(1)
		case no:
			return Only(0)
		}
		return anyBool
	}
	truth := func(k int) Range {
		if s, ok := scalarOf(f, f.Src(i, k)); ok {
			return r.in(s, b)
		}
		return anyBool
	}
	sized := func() bool { return f.Bits(f.Arg(i, 0)) == 32 }
	switch o := f.Op(i); o {
	case op.ULt, op.ULe, op.IEq, op.INe:
		if n := f.Bits(f.Arg(i, 0)); n == 8 || n == 16 || n == 64 {
			return is(r.comparedBounds(i))
		}
	}
	switch o := f.Op(i); o {
	case op.Const, op.Constant:
		return r.own(scalar{i, 0})
	case op.INot:
		x := truth(0)
		return Range{1 - x.Hi, 1 - x.Lo, 1 - x.SHi, 1 - x.SLo}
	case op.IAnd:
		x, y := truth(0), truth(1)
		return is(x.Lo&y.Lo == 1, x.Hi&y.Hi == 0)
	case op.IOr:
		x, y := truth(0), truth(1)
		return is(x.Lo|y.Lo == 1, x.Hi|y.Hi == 0)
	case op.Phi:
		return r.phi(i, b)
	case op.ULt, op.ILt:
		if sized() {
			s := o == op.ILt
			return is(r.Less(i, 0, 1, s), r.isAtMost(i, 1, 0, s))
		}
	case op.ULe, op.ILe:
		if sized() {
			s := o == op.ILe
			return is(r.isAtMost(i, 0, 1, s), r.Less(i, 1, 0, s))
		}
	case op.IEq, op.INe:
		if !sized() {
			break
		}
		p, q := r.At(i, 0), r.At(i, 1)
		same, differs := p.IsOne() && p == q, r.Differs(i)
		if o == op.INe {
			same, differs = differs, same
		}
		return is(same, differs)
	}
	return anyBool
}

// phi is the range of a phi: the union of its sources', at the ends of the predecessors.
func (r *Ranges) phi(i ssa.InstrID, b ssa.NodeID) Range {
	f := r.f
	dom := Dominance(f)
	var x Range
	some := false
	for k, p := range f.Preds(b) {
		s := scalar{f.Arg(i, k), 0}
		if s.value == 0 || !dom.Reachable(p) || s.value == i {
			continue
		}
		y := anyBool
		switch {
		case p == b || dom.Dominates(b, p): // back to a loop's header
			if f.Type(i) != ir.TypeBool {
				y = r.stepped(i, s.value, b)
			}
		default:
			y = r.in(s, p)
		}
		if !some {
			x, some = y, true
		} else {
			x = x.or(y)
		}
	}
	if !some {
		if f.Type(i) == ir.TypeBool {
			return anyBool
		}
		return everything
	}
	if f.Type(i) != ir.TypeBool {
		x = x.tight()
		if first, ok := r.entry(i, b); ok && r.fuel == 0 {
			x = x.and(r.induced(i, b, first))
		}
	}
	return x
}

// entry is the range that a phi of a loop's header begins in, if it is one.
func (r *Ranges) entry(phi ssa.Value, header ssa.NodeID) (first Range, ok bool) {
	f := r.f
	dom := Dominance(f)
	back, some := false, false
	for k, p := range f.Preds(header) {
		switch v := f.Arg(phi, k); {
		case v == 0 || !dom.Reachable(p):
		case p == header || dom.Dominates(header, p):
			back = true
		default:
			x := r.in(scalar{v, 0}, p)
			if some {
				x = x.or(first)
			}
			first, some = x, true
		}
	}
	return first, back && some
}

// stepped is the range of a phi of a loop's header after a step, on the ways in: the step
// adds a number to it, or subtracts one, and a fact bounds it. A counter that goes up is
// never below the first value, and one that goes down never above it.
func (r *Ranges) stepped(phi, next ssa.Value, header ssa.NodeID) Range {
	f := r.f
	o := f.Op(next)
	if o != op.IAdd && o != op.ISub || f.NumSrcs(next) != 2 {
		return everything
	}
	x, ok := scalarOf(f, f.Src(next, 0))
	y, also := scalarOf(f, f.Src(next, 1))
	if o == op.IAdd && also && y.value == phi {
		x, y = y, x
	}
	if !ok || !also || x.value != phi {
		return everything
	}
	by := r.own(y)
	if !by.IsOne() || by.Lo == 0 || by.SLo == math.MinInt32 {
		return everything
	}
	step := int64(by.SLo)
	if o == op.ISub {
		step = -step
	}
	first, all := everything, true // between what it lies before the first step
	for k, p := range f.Preds(header) {
		s := f.Arg(phi, k)
		if p == header || Dominance(f).Dominates(header, p) {
			all = all && (s == next || s == phi)
			continue
		}
		if in := r.in(scalar{s, 0}, p); first == everything {
			first = in
		} else {
			first = first.or(in)
		}
	}
	if !all {
		return everything
	}
	// The facts about it at its step. Bounds that are computed in the loop have no range
	// yet: they may be anything.
	before := r.in(scalar{phi, 0}, f.Block(next))
	y1 := everything
	if step > 0 {
		if hi := int64(before.Hi) + step; hi <= math.MaxUint32 {
			y1 = y1.and(unsigned(uint64(first.Lo), uint64(max(int64(first.Lo), hi))))
		}
		if hi := int64(before.SHi) + step; hi <= math.MaxInt32 {
			y1 = y1.and(signed(int64(first.SLo), max(int64(first.SLo), hi)))
		}
	} else {
		if lo := int64(before.Lo) + step; lo >= 0 {
			y1 = y1.and(unsigned(uint64(min(lo, int64(first.Hi))), uint64(first.Hi)))
		}
		if lo := int64(before.SLo) + step; lo >= math.MinInt32 {
			y1 = y1.and(signed(min(lo, int64(first.SHi)), int64(first.SHi)))
		}
	}
	return y1
}
