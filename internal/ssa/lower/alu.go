package lower

// This file makes operations that a machine lacks of simpler ones.
//
//	before                         after
//	%2 = bit_count %1 : u32        %3 = ushr %1, %one
//	                               %4 = iand %3, %0x55555555
//	                               %5 = isub %1, %4
//	                               ...

import (
	"refract/internal/ssa/build"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// ALUOptions names the operations that a machine lacks.
type ALUOptions struct {
	Ops ALUOps `doc:"the kinds of operations"`
}

// ALUOps is a set of kinds of operations.
type ALUOps uint16

const (
	ALUBitReverse ALUOps = 1 << iota
	ALUBitCount
	ALUFindBits // leading and trailing zeros, highest and lowest bits: of the number of bits set
	ALUMulHigh  // high halves of products: of products of halves
	ALUFields   // bit fields and bits chosen by a mask: shifts
	ALURotate   // rotations: shifts
	ALUSaturate // sums and differences that saturate
	ALUCarry    // carries and borrows
	ALUSigns    // signs and absolute values
	ALUMinMax   // the lesser, the greater, limits: comparisons and selections
	ALUComposed // floats: what is composed of several roundings, as fmod, dot products and reflection
	ALUIntegerDot
	numALUOps = iota

	AllALU ALUOps = 1<<numALUOps - 1
)

// Elements are the names of the kinds.
func (ALUOps) Elements() []string {
	return []string{"bit-reverse", "bit-count", "find-bits", "mul-high", "fields", "rotate", "saturate", "carry", "signs", "min-max", "composed", "integer-dot"}
}

// LowerALU replaces all of them.
var LowerALU = &pass.Pass{
	Name:        "lower-alu",
	Doc:         "operations that machines lack become simpler ones: bits, fields, high products, saturation, composed functions",
	Replaces:    []string{"lower_alu"},
	Preserves:   ssa.ControlFlow,
	Establishes: pass.SimpleALU,
	Function:    func(f *ssa.Function) bool { return runALU(f, ALUOptions{AllALU}) },
}

// ALU is the pass with options.
func ALU(o ALUOptions) *pass.Pass {
	p := *LowerALU
	p.Function = func(f *ssa.Function) bool { return runALU(f, o) }
	if o.Ops != AllALU {
		p.Establishes = 0
	}
	return &p
}

func runALU(f *ssa.Function, o ALUOptions) bool {
	return lowerALU(f, o.Ops)
}

// aluKind is the set that an operation belongs to, or 0.
func aluKind(o op.Op) ALUOps {
	switch o {
	case op.BitReverse:
		return ALUBitReverse
	case op.BitCount:
		return ALUBitCount
	case op.UClz, op.UCtz, op.UFindMSB, op.IFindMSB, op.FindLSB:
		return ALUFindBits
	case op.IMulHigh, op.UMulHigh:
		return ALUMulHigh
	case op.IBfe, op.UBfe, op.Bfi, op.BitSelect:
		return ALUFields
	case op.URol, op.URor:
		return ALURotate
	case op.IAddSat, op.UAddSat, op.ISubSat, op.USubSat:
		return ALUSaturate
	case op.UAddCarry, op.USubBorrow:
		return ALUCarry
	case op.IAbs, op.ISign:
		return ALUSigns
	case op.IMin, op.IMax, op.UMin, op.UMax, op.IClamp, op.UClamp:
		return ALUMinMax
	case op.IDot:
		return ALUIntegerDot
	}
	if isComposed(o) {
		return ALUComposed
	}
	return 0
}

// IsSimple reports whether an operation is none that LowerALU replaces.
func IsSimple(f *ssa.Function, i ssa.InstrID) bool {
	switch kind := aluKind(f.Op(i)); kind {
	case 0:
		return true
	case ALUMulHigh:
		return f.Bits(i) > 32
	case ALUComposed:
		return !isComposedAt(f, i)
	}
	return false
}

func lowerALU(f *ssa.Function, kinds ALUOps) bool {
	wants := func(i ssa.InstrID) bool { return kinds&aluKind(f.Op(i)) != 0 && !IsSimple(f, i) }
	changed := false
	for takeApart(f, wants) {
		changed = true
	}
	dots := expandWhole(f, func(i ssa.InstrID) bool { return f.Op(i) == op.IDot && wants(i) }, func(c *calc, i ssa.InstrID) ssa.Value {
		sum := c.mul(c.part(f.Src(i, 0), 0), c.part(f.Src(i, 1), 0))
		for k := 1; k < f.SrcComps(i, 0); k++ {
			sum = c.add(sum, c.mul(c.part(f.Src(i, 0), k), c.part(f.Src(i, 1), k)))
		}
		return sum
	})
	scalars := expandScalars(f, wants, func(c *calc, i ssa.InstrID, x []ssa.Value) ssa.Value {
		return c.simple(f.Op(i), f.Bits(i), kinds, x)
	})
	return changed || dots || scalars
}

// simple is an operation on scalars of n bits.
func (c *calc) simple(o op.Op, n int, kinds ALUOps, x []ssa.Value) ssa.Value {
	zero := func() ssa.Value { return c.number(x[0], 0) }
	ones := ^uint64(0)
	a := x[0]
	var b ssa.Value
	if len(x) > 1 {
		b = x[1]
	}
	fill := func(v ssa.Value) ssa.Value { return c.ishri(v, uint32(n-1)) }
	choose := func(less op.Op, x, y ssa.Value, least bool) ssa.Value {
		if least {
			return c.sel(c.do(less, y, x), y, x)
		}
		return c.sel(c.do(less, x, y), y, x)
	}
	switch o {
	case op.BitReverse:
		for k, mask := range swapMasks {
			s := uint32(1) << k
			if int(s) == n {
				break
			}
			a = c.or(c.andi(c.ushri(a, s), mask), c.shli(c.andi(a, mask), s))
		}
		return a
	case op.BitCount:
		return c.population(a, n)
	case op.UClz:
		return c.population(c.not(c.spread(a, n)), n)
	case op.UFindMSB:
		return c.addi(c.population(c.spread(a, n), n), ones)
	case op.IFindMSB:
		return c.addi(c.population(c.spread(c.xor(a, fill(a)), n), n), ones)
	case op.UCtz:
		return c.population(c.and(c.not(a), c.addi(a, ones)), n)
	case op.FindLSB:
		return c.sel(c.eqi(a, 0), c.number(a, ones), c.population(c.and(c.not(a), c.addi(a, ones)), n))
	case op.UMulHigh:
		return build.HighProduct(&c.Builder, a, b, false)
	case op.IMulHigh:
		return build.HighProduct(&c.Builder, a, b, true)
	case op.IBfe, op.UBfe:
		start, count := c.fieldBounds(b, x[2], n)
		rest := c.sub(c.U32(uint32(n)), count)
		top := c.shl(a, c.sub(rest, start))
		shift := op.UShr
		if o == op.IBfe {
			shift = op.IShr
		}
		return c.sel(c.eqi(count, 0), zero(), c.do(shift, top, rest))
	case op.Bfi:
		start, count := c.fieldBounds(x[2], x[3], n)
		mask := c.shl(c.ushr(c.number(a, ones), c.sub(c.U32(uint32(n)), count)), start)
		mask = c.sel(c.eqi(count, 0), zero(), mask)
		return c.or(c.and(a, c.not(mask)), c.and(c.shl(b, start), mask))
	case op.BitSelect:
		return c.or(c.and(a, b), c.and(c.not(a), x[2]))
	case op.URol, op.URor:
		s := c.resize(32, b)
		back := c.neg(s)
		if o == op.URor {
			s, back = back, s
		}
		return c.or(c.shl(a, s), c.ushr(a, back))
	case op.UAddCarry:
		return c.convert(op.B2I, ir.ScalarOf(ir.UintKind, n), c.ult(c.add(a, b), a))
	case op.USubBorrow:
		return c.convert(op.B2I, ir.ScalarOf(ir.UintKind, n), c.ult(a, b))
	case op.UAddSat:
		r := c.add(a, b)
		return c.sel(c.ult(r, a), c.number(a, ones), r)
	case op.USubSat:
		return c.sel(c.ult(a, b), zero(), c.sub(a, b))
	case op.IAddSat, op.ISubSat:
		r := c.add(a, b)
		over := c.and(c.xor(a, r), c.xor(b, r))
		if o == op.ISubSat {
			r = c.sub(a, b)
			over = c.and(c.xor(a, r), c.xor(a, b))
		}
		return c.sel(c.negative(over), c.xori(fill(a), 1<<(n-1)-1), r)
	case op.IAbs:
		m := fill(a)
		return c.sub(c.xor(a, m), m)
	case op.ISign:
		return c.or(fill(a), c.convert(op.B2I, ir.ScalarOf(ir.SintKind, n), c.nei(a, 0)))
	case op.IMin, op.UMin, op.IMax, op.UMax:
		return choose(lessOf(o), a, b, o == op.IMin || o == op.UMin)
	case op.IClamp, op.UClamp:
		return choose(lessOf(o), choose(lessOf(o), a, b, false), x[2], true)
	}
	panic("lower: " + o.String() + " is simple")
}

// lessOf is the comparison of an operation on signed or unsigned numbers.
func lessOf(o op.Op) op.Op {
	switch o {
	case op.IMin, op.IMax, op.IClamp:
		return op.ILt
	}
	return op.ULt
}

// swapMasks are the lower ones of neighbouring groups of 1, 2, 4, ... bits.
var swapMasks = [6]uint64{0x5555_5555_5555_5555, 0x3333_3333_3333_3333, 0x0f0f_0f0f_0f0f_0f0f, 0x00ff_00ff_00ff_00ff, 0x0000_ffff_0000_ffff, 0x0000_0000_ffff_ffff}

// population is the number of bits set: sums of neighbours, then of all bytes by a
// product.
func (c *calc) population(v ssa.Value, n int) ssa.Value {
	v = c.sub(v, c.andi(c.ushri(v, 1), swapMasks[0]))
	v = c.add(c.andi(v, swapMasks[1]), c.andi(c.ushri(v, 2), swapMasks[1]))
	v = c.andi(c.add(v, c.ushri(v, 4)), swapMasks[2])
	if n == 8 {
		return v
	}
	return c.ushri(c.mul(v, c.number(v, 0x0101_0101_0101_0101)), uint32(n-8))
}

// spread sets all bits below the highest.
func (c *calc) spread(v ssa.Value, n int) ssa.Value {
	for s := 1; s < n; s *= 2 {
		v = c.or(v, c.ushri(v, uint32(s)))
	}
	return v
}

// fieldBounds holds a field's start and number of bits within n bits.
func (c *calc) fieldBounds(start, count ssa.Value, n int) (s, k ssa.Value) {
	limit := c.U32(uint32(n))
	least := func(x, y ssa.Value) ssa.Value { return c.sel(c.ult(y, x), y, x) }
	s = least(start, limit)
	return s, least(count, c.sub(limit, s))
}
