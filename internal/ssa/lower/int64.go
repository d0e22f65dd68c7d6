package lower

// This file makes arithmetic on 64-bit integers arithmetic on pairs of 32-bit ones, the
// low half first.
//
//	before                         after
//	%3 = iadd %1, %2 : u64         %4 = bitcast %1 : vec2<u32>
//	                               %5 = bitcast %2 : vec2<u32>
//	                               %6 = iadd %4.x, %5.x : u32
//	                               %7 = ult %6, %4.x : bool
//	                               ...
//	                               %3 = bitcast %11 : u64
//
// Values of 64 bits stay in places without arithmetic: constants, phis (see split-64),
// memory, arguments. A value made of a pair is taken apart without going through 64 bits,
// so that a computation in pairs throughout has bitcasts at its ends only.
//
// Division is Knuth's algorithm D for two digits (Hacker's Delight, sections 9-2 and
// 9-5), without branches: a 64-bit number is divided by a 32-bit one in two digits of 16
// bits, and a divisor of more than 32 bits is normalized first, which makes the quotient
// too great by at most one.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// Int64Options selects the operations on 64-bit integers that are replaced.
type Int64Options struct {
	Ops Int64Ops `doc:"the kinds of operations"`
}

// Int64Ops is a set of kinds of operations.
type Int64Ops uint16

const (
	Int64Add      Int64Ops = 1 << iota // sums, differences, opposites, absolute values, carries, saturation
	Int64Multiply                      // products, their high halves
	Int64Divide                        // quotients and remainders
	Int64Shift                         // shifts and rotations
	Int64Logic                         // bits by bits, selections
	Int64Compare                       // comparisons, the lesser and greater, signs
	Int64Bits                          // counting, finding, reversing, fields
	Int64Convert                       // of integers of other sizes, bools and floats

	AllInt64 Int64Ops = 1<<8 - 1
)

// Elements are the names of the kinds.
func (Int64Ops) Elements() []string {
	return []string{"add", "multiply", "divide", "shift", "logic", "compare", "bits", "convert"}
}

// LowerInt64 replaces all operations.
var LowerInt64 = &pass.Pass{
	Name:        "int64-to-pairs",
	Doc:         "arithmetic on 64-bit integers becomes arithmetic on pairs of 32-bit ones",
	Machine:     true,
	Replaces:    []string{"lower_int64"},
	Preserves:   ssa.ControlFlow,
	Establishes: pass.NoInt64,
	Function:    func(f *ssa.Function) bool { return int64ToPairs(f, AllInt64) },
}

// Int64 is the pass with options.
func Int64(o Int64Options) *pass.Pass {
	p := *LowerInt64
	p.Function = func(f *ssa.Function) bool { return int64ToPairs(f, o.Ops) }
	if o.Ops != AllInt64 {
		p.Establishes = 0
	}
	return &p
}

func int64ToPairs(f *ssa.Function, ops Int64Ops) bool {
	return expandWhole(f, func(i ssa.InstrID) bool { return OnInt64(f, i) && ops&int64Kind(f.Op(i)) != 0 }, wide)
}

// int64Kind is the set that an operation belongs to.
func int64Kind(o op.Op) Int64Ops {
	switch o {
	case op.IAdd, op.ISub, op.INeg, op.IAbs, op.IAddSat, op.UAddSat, op.ISubSat, op.USubSat, op.UAddCarry, op.USubBorrow:
		return Int64Add
	case op.IMul, op.IMulHigh, op.UMulHigh, op.IDot:
		return Int64Multiply
	case op.IDiv, op.UDiv, op.IRem, op.URem:
		return Int64Divide
	case op.IShl, op.IShr, op.UShr, op.URol, op.URor:
		return Int64Shift
	case op.INot, op.IAnd, op.IOr, op.IXor, op.BitSelect, op.BCsel:
		return Int64Logic
	case op.ILt, op.ILe, op.ULt, op.ULe, op.IEq, op.INe, op.IMin, op.IMax, op.UMin, op.UMax, op.IClamp, op.UClamp, op.ISign:
		return Int64Compare
	case op.BitCount, op.BitReverse, op.UClz, op.UCtz, op.UFindMSB, op.IFindMSB, op.FindLSB, op.IBfe, op.UBfe, op.Bfi:
		return Int64Bits
	case op.F2I, op.F2U, op.I2F, op.U2F, op.I2I, op.U2U, op.B2I, op.I2B:
		return Int64Convert
	}
	return 0
}

// OnInt64 reports whether an instruction is arithmetic that reads or makes a 64-bit
// integer, or chooses between 64-bit values.
func OnInt64(f *ssa.Function, i ssa.InstrID) bool {
	o := f.Op(i)
	switch kind := int64Kind(o); {
	case kind == 0:
		return false
	case kind == Int64Convert:
		info := o.Info()
		return info.Result.Base != op.Float && f.Bits(i) == 64 || info.Srcs[0].Base != op.Float && f.Bits(f.Arg(i, 0)) == 64
	case o == op.BCsel:
		return f.Bits(i) == 64
	}
	return f.Bits(f.Arg(i, 0)) == 64
}

// A pair is a 64-bit number.
type pair struct{ lo, hi ssa.Value }

// split takes a 64-bit value apart.
func (c *calc) split(v ssa.Value) pair {
	f := c.F
	switch f.Op(v) {
	case op.Const:
		x := f.ConstBits(v, 0)
		return pair{c.U32(uint32(x)), c.U32(uint32(x >> 32))}
	case op.Bitcast:
		if s := f.Src(v, 0); s.Comps == 2 {
			return pair{c.part(s, 0), c.part(s, 1)}
		}
	}
	v = c.Op(op.Bitcast, ir.VectorOf(ir.U32, 2), v)
	return pair{c.Swizzle(v, ssa.Splat(0), 1), c.Swizzle(v, ssa.Splat(1), 1)}
}

// combine puts a pair together to a value of a 64-bit scalar type.
func (c *calc) combine(s ir.Scalar, p pair) ssa.Value {
	return c.convert(op.Bitcast, s, c.Op(op.Vec, ir.VectorOf(ir.U32, 2), p.lo, p.hi))
}

func (c *calc) pairOf(v uint64) pair { return pair{c.U32(uint32(v)), c.U32(uint32(v >> 32))} }

// wide builds the replacement of an operation on 64-bit integers.
func wide(c *calc, i ssa.InstrID) ssa.Value {
	f := c.F
	o := f.Op(i)
	s := f.Shader.Module.Types.ScalarOf(f.Type(i))
	if o == op.IDot {
		var sum pair
		for k := range f.SrcComps(i, 0) {
			p := c.mul64(c.split(c.part(f.Src(i, 0), k)), c.split(c.part(f.Src(i, 1), k)))
			if k > 0 {
				p = c.add64(sum, p)
			}
			sum = p
		}
		return c.combine(s, sum)
	}
	var parts [4]ssa.Value
	n := f.Comps(i)
	for k := range n {
		var x [4]pair
		rows := o.Info().Srcs
		for j := range f.NumSrcs(i) {
			at := k
			if rows[j].Comps == 1 {
				at = 0
			}
			v := c.part(f.Src(i, j), at)
			if f.Bits(v) == 64 && rows[j].Base != op.Float {
				x[j] = c.split(v)
			} else {
				x[j].lo = v
			}
		}
		p := c.wideScalar(i, s, x)
		if parts[k] = p.lo; p.hi != 0 {
			parts[k] = c.combine(s, p)
		}
	}
	return c.join(i, parts[:n]...)
}

// wideScalar is one component of an operation. A result of less than 64 bits is the low
// half alone.
func (c *calc) wideScalar(i ssa.InstrID, s ir.Scalar, x [4]pair) pair {
	a, b := x[0], x[1]
	count := func(v ssa.Value) pair { return pair{v, c.U32(0)} }
	switch o := c.F.Op(i); o {
	case op.IAdd:
		return c.add64(a, b)
	case op.ISub:
		return c.sub64(a, b)
	case op.INeg:
		return c.neg64(a)
	case op.IAbs:
		return c.sel64(c.negative(a.hi), c.neg64(a), a)
	case op.UAddCarry:
		return count(c.bit(c.less(c.add64(a, b), a, false)))
	case op.USubBorrow:
		return count(c.bit(c.less(a, b, false)))
	case op.UAddSat:
		r := c.add64(a, b)
		return c.sel64(c.less(r, a, false), c.pairOf(^uint64(0)), r)
	case op.USubSat:
		return c.sel64(c.less(a, b, false), c.pairOf(0), c.sub64(a, b))
	case op.IAddSat, op.ISubSat:
		r := c.add64(a, b)
		over := c.and(c.xor(a.hi, r.hi), c.xor(b.hi, r.hi))
		if o == op.ISubSat {
			r = c.sub64(a, b)
			over = c.and(c.xor(a.hi, r.hi), c.xor(a.hi, b.hi))
		}
		// The greatest number, and for negative ones the least.
		fill := c.ishri(a.hi, 31)
		limit := pair{c.not(fill), c.xori(fill, 0x7FFF_FFFF)}
		return c.sel64(c.negative(over), limit, r)
	case op.IMul:
		return c.mul64(a, b)
	case op.UMulHigh:
		return c.mulHigh64(a, b)
	case op.IMulHigh:
		r := c.mulHigh64(a, b)
		r = c.sub64(r, c.mask64(c.ishri(a.hi, 31), b))
		return c.sub64(r, c.mask64(c.ishri(b.hi, 31), a))
	case op.UDiv, op.URem:
		q, r := c.divide64(a, b)
		if o == op.UDiv {
			return c.sel64(c.zero64(b), a, q)
		}
		return c.sel64(c.zero64(b), c.pairOf(0), r)
	case op.IDiv, op.IRem:
		x, y := c.sel64(c.negative(a.hi), c.neg64(a), a), c.sel64(c.negative(b.hi), c.neg64(b), b)
		q, r := c.divide64(x, y)
		if o == op.IDiv {
			q = c.sel64(c.negative(c.xor(a.hi, b.hi)), c.neg64(q), q)
			return c.sel64(c.zero64(b), a, q)
		}
		r = c.sel64(c.negative(a.hi), c.neg64(r), r)
		return c.sel64(c.zero64(b), c.pairOf(0), r)
	case op.IShl:
		return c.shl64(a, b.lo)
	case op.UShr:
		return c.shr64(a, b.lo, false)
	case op.IShr:
		return c.shr64(a, b.lo, true)
	case op.URol, op.URor:
		n := c.shiftCount(b.lo)
		back := c.neg(n)
		if o == op.URor {
			n, back = back, n
		}
		return c.or64(c.shl64(a, n), c.sel64(c.eqi(c.andi(n, 63), 0), c.pairOf(0), c.shr64(a, back, false)))
	case op.INot:
		return pair{c.not(a.lo), c.not(a.hi)}
	case op.IAnd, op.IOr, op.IXor:
		return pair{c.do(o, a.lo, b.lo), c.do(o, a.hi, b.hi)}
	case op.BitSelect:
		return pair{c.do(o, a.lo, b.lo, x[2].lo), c.do(o, a.hi, b.hi, x[2].hi)}
	case op.BCsel:
		return c.sel64(a.lo, b, x[2])
	case op.ILt:
		return pair{lo: c.less(a, b, true)}
	case op.ULt:
		return pair{lo: c.less(a, b, false)}
	case op.ILe:
		return pair{lo: c.not(c.less(b, a, true))}
	case op.ULe:
		return pair{lo: c.not(c.less(b, a, false))}
	case op.IEq:
		return pair{lo: c.zero64(pair{c.xor(a.lo, b.lo), c.xor(a.hi, b.hi)})}
	case op.INe:
		return pair{lo: c.nei(c.or(c.xor(a.lo, b.lo), c.xor(a.hi, b.hi)), 0)}
	case op.IMin, op.UMin:
		return c.sel64(c.less(b, a, o == op.IMin), b, a)
	case op.IMax, op.UMax:
		return c.sel64(c.less(a, b, o == op.IMax), b, a)
	case op.IClamp, op.UClamp:
		signed := o == op.IClamp
		low := c.sel64(c.less(a, b, signed), b, a)
		return c.sel64(c.less(x[2], low, signed), x[2], low)
	case op.ISign:
		fill := c.ishri(a.hi, 31)
		return pair{c.or(fill, c.bit(c.nei(c.or(a.lo, a.hi), 0))), fill}
	case op.BitCount:
		return count(c.add(c.do(op.BitCount, a.lo), c.do(op.BitCount, a.hi)))
	case op.BitReverse:
		return pair{c.do(op.BitReverse, a.hi), c.do(op.BitReverse, a.lo)}
	case op.UClz:
		return count(c.clz64(a))
	case op.UCtz:
		return count(c.sel(c.eqi(a.lo, 0), c.addi(c.do(op.UCtz, a.hi), 32), c.do(op.UCtz, a.lo)))
	case op.FindLSB:
		low := c.sel(c.eqi(a.lo, 0), c.addi(c.do(op.UCtz, a.hi), 32), c.do(op.UCtz, a.lo))
		return c.sel64(c.zero64(a), c.pairOf(^uint64(0)), count(low))
	case op.IFindMSB:
		fill := c.ishri(a.hi, 31)
		return c.msb64(pair{c.xor(a.lo, fill), c.xor(a.hi, fill)})
	case op.UFindMSB:
		return c.msb64(a)
	case op.UBfe, op.IBfe, op.Bfi:
		return c.field64(o, x)
	case op.I2I, op.U2U, op.B2I, op.I2B, op.I2F, op.U2F, op.F2I, op.F2U:
		return c.convert64(i, s, a)
	default:
		panic("lower: " + o.String() + " of 64 bits")
	}
}

// bit is 1 if a condition holds, else 0.
func (c *calc) bit(cond ssa.Value) ssa.Value { return c.convert(op.B2I, ir.U32, cond) }

func (c *calc) zero64(a pair) ssa.Value { return c.eqi(c.or(a.lo, a.hi), 0) }

func (c *calc) add64(a, b pair) pair {
	lo := c.add(a.lo, b.lo)
	return pair{lo, c.add(c.add(a.hi, b.hi), c.bit(c.ult(lo, a.lo)))}
}

func (c *calc) sub64(a, b pair) pair {
	return pair{c.sub(a.lo, b.lo), c.sub(c.sub(a.hi, b.hi), c.bit(c.ult(a.lo, b.lo)))}
}

func (c *calc) neg64(a pair) pair { return c.sub64(c.pairOf(0), a) }

func (c *calc) or64(a, b pair) pair { return pair{c.or(a.lo, b.lo), c.or(a.hi, b.hi)} }

// mask64 is a number if a mask is all ones, and 0 if it is 0.
func (c *calc) mask64(mask ssa.Value, a pair) pair { return pair{c.and(mask, a.lo), c.and(mask, a.hi)} }

func (c *calc) sel64(cond ssa.Value, a, b pair) pair {
	return pair{c.sel(cond, a.lo, b.lo), c.sel(cond, a.hi, b.hi)}
}

func (c *calc) less(a, b pair, signed bool) ssa.Value {
	o := op.ULt
	if signed {
		o = op.ILt
	}
	return c.sel(c.eq(a.hi, b.hi), c.ult(a.lo, b.lo), c.do(o, a.hi, b.hi))
}

// mul32 is the product of 32-bit numbers.
func (c *calc) mul32(a, b ssa.Value) pair { return pair{c.mul(a, b), c.do(op.UMulHigh, a, b)} }

func (c *calc) mul64(a, b pair) pair {
	p := c.mul32(a.lo, b.lo)
	return pair{p.lo, c.add(p.hi, c.add(c.mul(a.lo, b.hi), c.mul(a.hi, b.lo)))}
}

// mulHigh64 is the high half of the unsigned product.
func (c *calc) mulHigh64(a, b pair) pair {
	zero := c.U32(0)
	low := c.do(op.UMulHigh, a.lo, b.lo)
	m, n := c.mul32(a.lo, b.hi), c.mul32(a.hi, b.lo)
	middle := c.add64(pair{low, zero}, pair{m.lo, zero})
	middle = c.add64(middle, pair{n.lo, zero})
	high := c.add64(c.mul32(a.hi, b.hi), pair{m.hi, zero})
	high = c.add64(high, pair{n.hi, zero})
	return c.add64(high, pair{middle.hi, zero})
}

// shiftCount is a count of places as a 32-bit number.
func (c *calc) shiftCount(n ssa.Value) ssa.Value { return c.resize(32, n) }

// shl64 shifts left by a 32-bit number modulo 64. Shifts of halves are modulo 32, so that a
// count of 0 needs care: the bits that come over are shifted by one first.
func (c *calc) shl64(a pair, count ssa.Value) pair {
	n := c.shiftCount(count)
	over := c.ushr(c.ushri(a.lo, 1), c.not(n)) // by 31 - n
	small := pair{c.shl(a.lo, n), c.or(c.shl(a.hi, n), over)}
	return c.sel64(c.nei(c.andi(n, 32), 0), pair{c.U32(0), small.lo}, small)
}

// shr64 shifts right.
func (c *calc) shr64(a pair, count ssa.Value, signed bool) pair {
	n := c.shiftCount(count)
	over := c.shl(c.shli(a.hi, 1), c.not(n))
	o, fill := op.UShr, c.U32(0)
	if signed {
		o, fill = op.IShr, c.ishri(a.hi, 31)
	}
	high := c.do(o, a.hi, n)
	return c.sel64(c.nei(c.andi(n, 32), 0), pair{high, fill}, pair{c.or(c.ushr(a.lo, n), over), high})
}

func (c *calc) clz64(a pair) ssa.Value {
	return c.sel(c.eqi(a.hi, 0), c.addi(c.do(op.UClz, a.lo), 32), c.do(op.UClz, a.hi))
}

// msb64 is the place of the highest bit, all ones if there is none.
func (c *calc) msb64(a pair) pair {
	place := c.sub(c.U32(63), c.clz64(a)) // of 0: -1
	return pair{place, c.ishri(place, 31)}
}

// field64 extracts or inserts bits.
func (c *calc) field64(o op.Op, x [4]pair) pair {
	a, offset, count := x[0], x[1].lo, x[2].lo
	if o == op.Bfi {
		offset, count = x[2].lo, x[3].lo
	}
	start := c.do(op.UMin, offset, c.U32(64))
	n := c.do(op.UMin, count, c.sub(c.U32(64), start))
	none := c.eqi(n, 0)
	rest := c.sub(c.U32(64), n)
	if o == op.Bfi {
		ones := c.shr64(c.pairOf(^uint64(0)), rest, false)
		mask := c.sel64(none, c.pairOf(0), c.shl64(ones, start))
		value := c.shl64(x[1], start)
		return pair{c.do(op.BitSelect, mask.lo, value.lo, a.lo), c.do(op.BitSelect, mask.hi, value.hi, a.hi)}
	}
	top := c.shl64(a, c.sub(rest, start))
	return c.sel64(none, c.pairOf(0), c.shr64(top, rest, o == op.IBfe))
}

// divide32 divides a 64-bit number by a 32-bit one that is greater than its high half
// and has its highest bit set.
func (c *calc) divide32(a pair, d ssa.Value) (q, r ssa.Value) {
	d1, d0 := c.ushri(d, 16), c.andi(d, 0xFFFF)
	digit := func(high, next ssa.Value) (q, r ssa.Value) {
		q, r = c.do(op.UDiv, high, d1), c.do(op.URem, high, d1)
		for range 2 { // too great by two at most
			wrong := c.do(op.IOr, c.not(c.ulti(q, 1<<16)), c.ult(c.add(c.shli(r, 16), next), c.mul(q, d0)))
			wrong = c.and(wrong, c.ulti(r, 1<<16))
			q, r = c.sub(q, c.bit(wrong)), c.add(r, c.sel(wrong, d1, c.U32(0)))
		}
		return q, c.sub(c.add(c.shli(high, 16), next), c.mul(q, d))
	}
	q1, r := digit(a.hi, c.ushri(a.lo, 16))
	q0, r := digit(r, c.andi(a.lo, 0xFFFF))
	return c.or(c.shli(q1, 16), q0), r
}

// divide64 is the unsigned quotient and remainder; of a divisor 0 anything.
func (c *calc) divide64(a, b pair) (q, r pair) {
	small := c.eqi(b.hi, 0)
	// The divisor's highest bit goes to the top of 32 bits.
	shift := c.do(op.UClz, c.sel(small, b.lo, b.hi))
	top := c.sel(small, c.shl(b.lo, shift), c.shl64(b, shift).hi)
	// Division by a small one: a long division in two steps; the first is of 32 bits.
	high := c.do(op.UDiv, a.hi, b.lo)
	rest := pair{a.lo, c.do(op.URem, a.hi, b.lo)}
	n := c.shl64(rest, shift)
	// Of a great one: half of the dividend, so that the quotient fits.
	half := pair{c.or(c.ushri(a.lo, 1), c.shli(a.hi, 31)), c.ushri(a.hi, 1)}
	low, _ := c.divide32(c.sel64(small, n, half), top)
	// The quotient of the great one, perhaps too small by one.
	estimate := c.shr64(c.shl64(pair{low, c.U32(0)}, shift), c.U32(31), false).lo
	estimate = c.sub(estimate, c.bit(c.nei(estimate, 0)))
	left := c.sub64(a, c.mul64(pair{estimate, c.U32(0)}, b))
	more := c.not(c.less(left, b, false))
	great := c.add(estimate, c.bit(more))
	q = pair{c.sel(small, low, great), c.sel(small, high, c.U32(0))}
	return q, c.sub64(a, c.mul64(q, b))
}
